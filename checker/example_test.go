package checker_test

import (
	"context"
	"errors"
	"fmt"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics/fronts"
)

// find returns a certificate of the bug that a program has, and the text of the program in the core.
func find(name, source string) (*certs.Bug, []byte) {
	p, err := load.File(name, []byte(source))
	if err != nil {
		panic(err)
	}
	r, err := finder.Find(context.Background(), finder.Program{Core: p.Core, About: p.About},
		finder.Options{Pruning: finder.Auto})
	if err != nil {
		panic(err)
	}
	return r.Certain()[0].Bug, p.Core.Text()
}

// A certificate that the finder has made is judged, and so is one in which somebody claims another input.
func ExampleCheck() {
	bug, _ := find("ratio.imp", "if x > 5 then y := 10 / (x - 7) else skip fi\n")
	v, err := checker.Check(bug.Seal(), checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(v.Kind, v.Fault, "after", v.Steps, "steps if", v.Path)

	bug.Inputs[0].Value.SetInt64(8)
	_, err = checker.Check(bug.Seal(), checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower})
	fmt.Println(errors.Is(err, checker.ErrInvalid), err)
	// Output:
	// bug division by zero at 1:23 after 3 steps if [x >= 6 x = 7]
	// true invalid: trace: found a final state that is not the one in which execution ends
}

// Who does not trust a front end reads the lowered program, and has the checker judge that: no front end is asked then.
func ExampleCheck_lowered() {
	bug, lowered := find("ratio.imp", "if x > 5 then y := 10 / (x - 7) else skip fi\n")
	v, err := checker.Check(bug.Seal(), checker.Options{Limits: checker.DefaultLimits, Lowered: lowered})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(v.Kind, v.Fault)

	_, other := find("ratio.imp", "if x > 5 then y := 10 / (x - 8) else skip fi\n")
	_, err = checker.Check(bug.Seal(), checker.Options{Limits: checker.DefaultLimits, Lowered: other})
	fmt.Println("another program is refused:", errors.Is(err, checker.ErrInvalid))
	// Output:
	// bug division by zero at 1:23
	// another program is refused: true
}
