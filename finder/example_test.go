package finder_test

import (
	"context"
	"fmt"

	"vouch/finder"
	"vouch/internal/load"
)

// A bug comes with inputs that lead to it and with a certificate, which Seal turns into the bytes to hand over.
func ExampleFind() {
	p, err := load.File("ratio.imp", []byte("if x > 5 then y := 10 / (x - 7) else skip fi\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := finder.Find(context.Background(), finder.Program{Core: p.Core, About: p.About},
		finder.Options{Pruning: finder.Auto})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict)
	for _, f := range r.Certain() {
		fmt.Println(f.Fault, "if", f.Path)
		for _, in := range f.Inputs {
			fmt.Println(in.Name, "=", in.Value)
		}
	}
	// Output:
	// bug
	// division by zero at 1:23 if [x >= 6 x = 7]
	// x = 7
	// y = 0
}

// With Prove, a program without a bug gets a certificate too: on every way a proof that no input leads to a fault.
func ExampleFind_prove() {
	p, err := load.File("ratio.imp", []byte("if x > 7 then y := 10 / (x - 7) else skip fi\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := finder.Find(context.Background(), finder.Program{Core: p.Core, About: p.About},
		finder.Options{Pruning: finder.Auto, Prove: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict, r.Coverage.States, "states,", len(r.Absence.Ways), "ways")
	// Output:
	// safe 6 states, 4 ways
}
