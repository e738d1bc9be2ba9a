package coresym_test

import (
	"fmt"

	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
)

// All states of a program are visited by expanding each. A state is at fault under a condition on the inputs.
func ExampleMachine() {
	p, err := core.ParseLoose("ratio.core", []byte(`core 1
entry main

func main()
  slot x int
  slot y int
  0: draw x x 0 .. 9
  1: branch (lt x! 5) then 2 else 3
  2: set y (div 10 x! "division by zero")
  3: return
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	m := coresym.New(p)
	for todo := []coresym.State{m.Start()}; len(todo) > 0; {
		s := todo[0]
		todo = todo[1:]
		for _, f := range m.Faults(s) {
			fmt.Println(f.Fault, "if", m.Path(s).And(f.Guard).Conjuncts())
		}
		if m.Done(s) {
			fmt.Println("done if", m.Path(s).Conjuncts())
		}
		for _, next := range m.Expand(s) {
			todo = append(todo, next.State)
		}
	}
	// Output:
	// division by zero at 9:12 if [x <= 4 x = 0]
	// done if [x >= 5]
	// done if [x <= 4 x != 0]
}
