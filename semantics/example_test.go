package semantics_test

import (
	"fmt"

	"vouch/semantics"
	"vouch/semantics/source"
)

// countdown is a semantics of one rule: a number goes down to 0, and 13 is a fault.
type countdown struct{}

func (countdown) Step(n int) (int, semantics.Rule, bool) {
	if n == 0 || n == 13 {
		return n, semantics.Rule{}, false
	}
	return n - 1, semantics.Rule{Name: "DOWN"}, true
}

func (countdown) Done(n int) bool { return n == 0 }

func (countdown) Fault(n int) (semantics.Fault, bool) {
	return semantics.Fault{Kind: semantics.Failed, Span: source.Pos{Line: 1, Column: 1}.Span()}, n == 13
}

func (countdown) Blocked(int) semantics.Blocked { return semantics.NotBlocked }

// Run takes any machine from any state to its end, to a fault, or to the last step that is allowed.
func ExampleRun() {
	for _, start := range []int{3, 15, 1000} {
		last, out := semantics.Run(countdown{}, start, 100, nil)
		fmt.Printf("from %d to %d: %d steps, done %t, fault %v\n", start, last, out.Steps, out.Done, out.Fault)
	}
	// Output:
	// from 3 to 0: 3 steps, done true, fault <nil>
	// from 15 to 13: 2 steps, done false, fault fail at 1:1
	// from 1000 to 900: 100 steps, done false, fault <nil>
}

// Whoever wants to see an execution is shown each state, with the rule that led there.
func ExampleRun_see() {
	semantics.Run(countdown{}, 2, 100, func(n int64, rule semantics.Rule, state int) bool {
		fmt.Printf("%d %q %d\n", n, rule.Name, state)
		return true
	})
	// Output:
	// 0 "" 2
	// 1 "DOWN" 1
	// 2 "DOWN" 0
}

// A meter bounds work. Once it has refused anything it refuses everything, so one look at the end suffices.
func ExampleMeter() {
	m := semantics.NewMeter(10, 1000)
	for i := range 5 {
		fmt.Println(i, m.Charge(4))
	}
	fmt.Println(m.Exhausted(), m.Why())
	// Output:
	// 0 true
	// 1 true
	// 2 false
	// 3 false
	// 4 false
	// true more than 10 units of work
}
