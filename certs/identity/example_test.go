package identity_test

import (
	"context"
	"fmt"

	"vouch/certs"
	"vouch/certs/identity"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics/core"
)

// foundIn returns the certificate of the bug that a program has, and the lowered program.
func foundIn(name, text string) (*certs.Bug, *core.Program) {
	p, err := load.File(name, []byte(text))
	if err != nil {
		panic(err)
	}
	r, err := finder.Find(context.Background(), finder.Program{Core: p.Core, About: p.About},
		finder.Options{Pruning: finder.Auto})
	if err != nil {
		panic(err)
	}
	return r.Certain()[0].Bug, p.Core
}

// A bug keeps its name when what it does not depend on is edited, and gets another one when what it depends on is.
func ExampleOf() {
	before, program := foundIn("old.imp", "y := 10 / x\n")
	moved, edited := foundIn("new.imp", "// A comment, and a variable that does not matter.\nz := 1;\ny := 10 / x\n")
	other, changed := foundIn("old.imp", "y := 10 / (x + 1)\n")
	var names []string
	for _, f := range []struct {
		bug     *certs.Bug
		program *core.Program
	}{{before, program}, {moved, edited}, {other, changed}} {
		name, err := identity.Of(f.bug, f.program)
		if err != nil {
			fmt.Println(err)
			return
		}
		names = append(names, name)
	}
	fmt.Println(names[0][:len("urn:vouch:v1:bug:division-by-zero:")])
	fmt.Println(names[0] == names[1], names[0] == names[2])
	text, _ := identity.Skeleton(before, program)
	fmt.Printf("%s", text)
	// Output:
	// urn:vouch:v1:bug:division-by-zero:
	// true false
	// # bug, imp 1
	// 1 input x
	// 2 y = [10 / x]  # division by zero
}
