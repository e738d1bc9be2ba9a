package symbolic_test

import (
	"fmt"
	"math/big"

	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// A path condition grows along a path. Longer ones share their prefix, so a state keeps no more than what it added.
func ExamplePathCondition() {
	p := term.NewPool()
	x := p.Input("x")
	var start *symbolic.PathCondition // nil is true
	positive := start.And(p.Lt(p.Int(big.NewInt(0)), x))
	small := positive.And(p.Lt(x, p.Int(big.NewInt(10))))
	fmt.Println(small.Conjuncts())
	fmt.Println(small.Since(positive))
	fmt.Println(start.And(p.Lt(x, x)).IsFalse())
	// Output:
	// [x >= 1 x <= 9]
	// [x <= 9]
	// true
}

// A symbolic state simulates the concrete states that it stands for, one for each input that satisfies its path
// condition.
func ExampleSim() {
	p, err := core.ParseLoose("twice.core", []byte(`core 1
entry main

func main()
  slot x int
  0: draw x x 0 .. 9
  1: set x (add x! x!)
  2: return
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	m := coresym.New(p)
	two, _ := m.Run(m.Start(), 2) // two steps on all inputs
	for _, x := range []int64{3, 12} {
		concrete := &core.Machine{Program: p, Input: func(int, string) (*big.Int, bool) { return big.NewInt(x), true }}
		s, steps := concrete.Run(concrete.Start(), 2)
		fmt.Println(x, steps, symbolic.Sim(m, symbolic.Inputs{"x": big.NewInt(x)}, s, two))
	}
	// Output:
	// 3 2 true
	// 12 0 false
}
