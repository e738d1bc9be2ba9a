package core_test

import (
	"fmt"
	"math/big"

	"vouch/semantics"
	"vouch/semantics/core"
)

// A program is read from its text form and run on an input.
func ExampleMachine() {
	p, err := core.Parse("seven.core", []byte(`core 1
entry main

func main()
  slot x int
  0: draw x x 0 .. 9
  1: branch (eq (def x "uninitialised value") 7) then 2 else 3
  2: fail "assertion"
  3: return
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, x := range []int64{3, 7} {
		m := &core.Machine{Program: p, Input: func(n int, name string) (*big.Int, bool) { return big.NewInt(x), true }}
		_, out := semantics.Run(m, m.Start(), 1000, nil)
		if out.Fault != nil {
			fmt.Printf("%d: %s at %s after %d steps\n", x, out.Fault.Kind, out.Fault.Span, out.Steps)
		} else {
			fmt.Printf("%d: done after %d steps\n", x, out.Steps)
		}
	}
	// Output:
	// 3: done after 3 steps
	// 7: assertion at 8:6 after 2 steps
}

// What is no program is refused with a place, what was found and what is wanted.
func ExampleParse() {
	_, err := core.Parse("wrong.core", []byte(`core 1
entry main

func main()
  0: jump 7
`))
	fmt.Println(err)
	// Output:
	// wrong.core:5:6: found a jump to instruction 7, want one of the 1 instructions
}
