package identity_test

import (
	"context"
	"fmt"

	"vouch/certs"
	"vouch/certs/identity"
	"vouch/finder"
	"vouch/internal/load"
)

// foundIn returns the certificate of the bug that a program has.
func foundIn(name, text string) *certs.Bug {
	p, err := load.File(name, []byte(text))
	if err != nil {
		panic(err)
	}
	r, err := finder.Find(context.Background(), finder.Program{Core: p.Core, About: p.About}, finder.Options{Pruning: finder.Auto})
	if err != nil {
		panic(err)
	}
	return r.Certain()[0].Bug
}

// A bug keeps its name when what it does not depend on is edited, and gets another one when what it depends on is.
func ExampleOf() {
	before := foundIn("old.imp", "y := 10 / x\n")
	moved := foundIn("new.imp", "// A comment, and a variable that does not matter.\nz := 1;\ny := 10 / x\n")
	other := foundIn("old.imp", "y := 10 / (x + 1)\n")
	var names []string
	for _, c := range []*certs.Bug{before, moved, other} {
		name, err := identity.Of(c)
		if err != nil {
			fmt.Println(err)
			return
		}
		names = append(names, name)
	}
	fmt.Println(names[0][:len("urn:vouch:v1:bug:division-by-zero:")])
	fmt.Println(names[0] == names[1], names[0] == names[2])
	text, _ := identity.Skeleton(before)
	fmt.Printf("%s", text)
	// Output:
	// urn:vouch:v1:bug:division-by-zero:
	// true false
	// # bug, imp 1
	// 1 input x
	// 2 y = [10 / x]  # division by zero
}
