package term_test

import (
	"fmt"
	"math/big"

	"vouch/semantics/term"
)

// Terms that are equal by the laws of linear arithmetic come out as the same term.
func ExamplePool() {
	p := term.NewPool()
	x, y, two := p.Input("x"), p.Input("y"), p.Int(big.NewInt(2))
	a := p.Mul(p.Add(x, y), two)
	b := p.Add(p.Add(y, p.Mul(two, x)), y)
	fmt.Println(a, "and", b, a.Equal(b))
	fmt.Println(p.Le(a, b), p.Lt(a, b), p.Lt(x, y))
	// Output:
	// 2 * x + 2 * y and 2 * x + 2 * y true
	// true false x < y
}

// An input with a range decides what its range alone can decide.
func ExamplePool_Draw() {
	p := term.NewPool()
	digit := p.Draw("digit", big.NewInt(0), big.NewInt(9))
	fmt.Println(p.Lt(digit, p.Int(big.NewInt(10))))
	fmt.Println(p.Lt(digit, p.Int(big.NewInt(9))))
	quot, rem := p.FloorDiv(digit, p.Int(big.NewInt(10)))
	fmt.Println(quot, rem)
	fmt.Println(p.Add(digit, digit).Bounds())
	// Output:
	// true
	// digit <= 8
	// 0 digit
	// 0 18
}

// A valuation says what a term is worth when the inputs have values.
func ExamplePool_Valuation() {
	p := term.NewPool()
	x := p.Input("x")
	quot, rem := p.FloorDiv(x, p.Int(big.NewInt(10)))
	v := p.Valuation(func(name string) *big.Int { return map[string]*big.Int{"x": big.NewInt(-7)}[name] })
	fmt.Println(v.Linear(x), v.Linear(quot), v.Linear(rem))
	fmt.Println(v.Formula(p.Eq(quot, p.Input("y")))) // y has no value, so it is neither true nor false
	// Output:
	// -7 -1 3
	// false false
}
