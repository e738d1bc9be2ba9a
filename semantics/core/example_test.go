package core_test

import (
	"fmt"
	"math/big"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
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

// What is not a program is refused with a place, what was found and what is wanted.
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

// A front end makes a program of these types, and has it checked.
func ExampleProgram() {
	at := source.Over(0, source.Pos{Line: 3, Column: 8}, source.Pos{Line: 3, Column: 14})
	x := &core.Expr{Op: core.Defined, Type: core.Int, Kind: semantics.UninitialisedValue,
		X: &core.Expr{Op: core.Read, Type: core.Int, Slot: 0}}
	ten := &core.Expr{Op: core.Const, Type: core.Int, Int: big.NewInt(10)}
	ratio := &core.Expr{Op: core.Quo, Type: core.Int, X: ten, Y: x, Kind: semantics.DivisionByZero, Span: at}
	main := &core.Func{Name: "main", Slots: []core.Slot{{Name: "x", Type: core.Int}, {Name: "y", Type: core.Int}},
		Code: []core.Instr{
			{Op: core.Draw, Dst: 0, Loop: -1, Name: "x", Lo: big.NewInt(-9), Hi: big.NewInt(9)},
			{Op: core.Set, Dst: 1, Loop: -1, Args: []*core.Expr{ratio}, Span: at},
			{Op: core.Return, Dst: -1, Loop: -1},
		}}
	p := &core.Program{Sources: []string{"ratio.my"}, Funcs: []*core.Func{main}}
	if err := p.Check(); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s", p.Text())
	// Output:
	// core 1
	// source "ratio.my"
	// entry main
	//
	// func main()
	//   slot x int
	//   slot y int
	//   0: draw x x -9 .. 9
	//   1: set y (quo 10 (def x "uninitialised value") "division by zero" @3:8-3:14) @3:8-3:14
	//   2: return
}

// An object is bytes. What is stored as one scalar type may be loaded as another.
func ExampleObject() {
	o := core.NewObject("word", 8, core.Heap, source.Span{})
	o = o.With(0, core.I32, core.MakeInt(-2))
	for _, t := range []core.Scalar{core.I32, core.U32, core.I16, core.U8} {
		fmt.Println(t, o.Load(0, t))
	}
	fmt.Println(o.Load(2, core.U32).IsDefined()) // two of its bytes were never written
	// Output:
	// i32 -2
	// u32 4294967294
	// i16 -2
	// u8 254
	// false
}

// In the state at which an execution ends one can look at variables, and at what expressions are worth, or why they are
// worth nothing.
func ExampleMachine_Eval() {
	p, err := core.ParseLoose("ratio.core", []byte(`core 1
entry main

func main()
  slot x int
  slot y int
  set x 0
  set y (quo 10 x! "division by zero")
  return
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	m := &core.Machine{Program: p}
	s, steps := m.Run(m.Start(), 1000)
	for _, v := range s.Shown() {
		fmt.Printf("after %d steps, %s = %s\n", steps, v.Name, v.Value)
	}
	quotient := s.Instr().Args[0]
	x, _ := m.Eval(s, quotient.Y)
	_, stop := m.Eval(s, quotient)
	fmt.Println("the divisor is", x, "so the quotient has no value:", stop.Fault)
	// Output:
	// after 1 steps, x = 0
	// the divisor is 0 so the quotient has no value: division by zero at 8:9
}

// People may write programs with labels instead of numbers, and x! for what surely is defined. Text gives the one form.
func ExampleParseLoose() {
	p, err := core.ParseLoose("loop.core", []byte(`core 1
entry main
func main()
slot x int
again: draw x x ..
branch (lt x! 0) then again else 2
halt x!
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s", p.Text())
	// Output:
	// core 1
	// entry main
	//
	// func main()
	//   slot x int
	//   0: draw x x ..
	//   1: branch (lt (def x "uninitialised value") 0) then 0 else 2
	//   2: halt (def x "uninitialised value")
}
