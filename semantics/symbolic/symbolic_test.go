package symbolic_test

import (
	"testing"

	"vouch/semantics/symbolic"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// TestPathCondition fixes how path conditions grow, and that longer ones share their prefix.
func TestPathCondition(t *testing.T) {
	p := term.NewPool()
	x, y := p.Input("x"), p.Input("y")
	less, equal := p.Lt(x, y), p.Eq(x, y)
	var root *symbolic.PathCondition
	one := root.And(less)
	for _, c := range []struct {
		title string
		path  *symbolic.PathCondition
		want  string
		false bool
	}{
		{"empty", root, "true", false},
		{"one conjunct", one, "x < y", false},
		{"true adds nothing", one.And(p.Bool(true)), "x < y", false},
		{"a conjunction is taken apart", root.And(p.And(equal, less)), "x = y and x < y", false},
		{"a disjunction is not", one.And(p.Or(equal, less)), "x < y and (x = y or x < y)", false},
		{"false", one.And(p.Bool(false)), "x < y and false", true},
		{"nothing is added to false", root.And(p.Bool(false)).And(less), "false", true},
	} {
		if got := termview.Full(c.path.Conjuncts()); got != c.want {
			t.Errorf("%s: got %s, want %s", c.title, got, c.want)
		}
		if c.path.IsFalse() != c.false {
			t.Errorf("%s: IsFalse is %t", c.title, c.path.IsFalse())
		}
	}
	left, right := one.And(equal), one.And(p.Not(equal))
	if left.Prefix != one || right.Prefix != one || len(one.Conjuncts()) != 1 {
		t.Error("longer path conditions do not share their prefix")
	}
	if one.And(p.Bool(true)) != one {
		t.Error("adding true makes another path condition")
	}
}
