package term_test

import (
	"go/ast"
	"go/parser"
	"math/big"
	"testing"

	"vouch/semantics/term"
)

// This file defines the expressions that the tests of this package write down or make at random: how one becomes a
// term, and, apart from that, what it is worth.

// expr is an expression or condition. Op is an operator of Go, with quo and rem for division that truncates; an input
// has its name as Op, and a constant its Value.
type expr struct {
	op    string
	value *big.Int
	args  []*expr
}

// parse reads an expression in the syntax of Go.
func parse(t testing.TB, text string) *expr {
	t.Helper()
	tree, err := parser.ParseExpr(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return convert(tree)
}

func convert(e ast.Expr) *expr {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return convert(e.X)
	case *ast.Ident:
		return &expr{op: e.Name}
	case *ast.BasicLit:
		v, _ := new(big.Int).SetString(e.Value, 10)
		return &expr{op: "int", value: v}
	case *ast.UnaryExpr:
		return &expr{op: e.Op.String(), args: []*expr{convert(e.X)}}
	case *ast.BinaryExpr:
		return &expr{op: e.Op.String(), args: []*expr{convert(e.X), convert(e.Y)}}
	case *ast.CallExpr:
		return &expr{op: e.Fun.(*ast.Ident).Name, args: []*expr{convert(e.Args[0]), convert(e.Args[1])}}
	}
	panic("unexpected expression")
}

func integer(v int64) *expr { return &expr{op: "int", value: big.NewInt(v)} }

func (e *expr) String() string {
	switch {
	case e.value != nil:
		return e.value.String()
	case len(e.args) == 0:
		return e.op
	case len(e.args) == 1:
		return e.op + "(" + e.args[0].String() + ")"
	case e.op == "quo" || e.op == "rem":
		return e.op + "(" + e.args[0].String() + ", " + e.args[1].String() + ")"
	}
	return "(" + e.args[0].String() + " " + e.op + " " + e.args[1].String() + ")"
}

// isCondition reports whether the value of e is a truth value.
func (e *expr) isCondition() bool {
	switch e.op {
	case "true", "false", "!", "&&", "||", "<", "<=", ">", ">=", "==", "!=":
		return true
	}
	return false
}

// linear builds e with the constructors of p.
func (e *expr) linear(p *term.Pool) *term.Linear {
	if e.value != nil {
		return p.Int(e.value)
	}
	if len(e.args) == 0 {
		return p.Input(e.op)
	}
	x := e.args[0].linear(p)
	if len(e.args) == 1 {
		return p.Neg(x)
	}
	y := e.args[1].linear(p)
	var quot, rem *term.Linear
	switch e.op {
	case "+":
		return p.Add(x, y)
	case "-":
		return p.Sub(x, y)
	case "*":
		return p.Mul(x, y)
	case "/", "%":
		quot, rem = p.FloorDiv(x, y)
	case "quo", "rem":
		quot, rem = p.TruncDiv(x, y)
	}
	if e.op == "/" || e.op == "quo" {
		return quot
	}
	return rem
}

// formula builds e with the constructors of p.
func (e *expr) formula(p *term.Pool) *term.Formula {
	switch e.op {
	case "true", "false":
		return p.Bool(e.op == "true")
	case "!":
		return p.Not(e.args[0].formula(p))
	case "&&":
		return p.And(e.args[0].formula(p), e.args[1].formula(p))
	case "||":
		return p.Or(e.args[0].formula(p), e.args[1].formula(p))
	}
	x, y := e.args[0].linear(p), e.args[1].linear(p)
	switch e.op {
	case "<":
		return p.Lt(x, y)
	case "<=":
		return p.Le(x, y)
	case ">":
		return p.Lt(y, x)
	case ">=":
		return p.Le(y, x)
	case "==":
		return p.Eq(x, y)
	}
	return p.Not(p.Eq(x, y))
}

// text returns the text of the canonical form of e.
func (e *expr) text(p *term.Pool) string {
	if e.isCondition() {
		return e.formula(p).String()
	}
	return e.linear(p).String()
}

// direct returns the value of e where the inputs have the given values, or nil if a divisor is 0. It uses the division
// of math/big for numbers that are not negative only.
func (e *expr) direct(inputs map[string]*big.Int) *big.Int {
	if e.value != nil {
		return e.value
	}
	if len(e.args) == 0 {
		return inputs[e.op]
	}
	x := e.args[0].direct(inputs)
	if x == nil {
		return nil
	}
	if len(e.args) == 1 {
		return new(big.Int).Neg(x)
	}
	y := e.args[1].direct(inputs)
	if y == nil {
		return nil
	}
	switch e.op {
	case "+":
		return new(big.Int).Add(x, y)
	case "-":
		return new(big.Int).Sub(x, y)
	case "*":
		return new(big.Int).Mul(x, y)
	}
	if y.Sign() == 0 {
		return nil
	}
	q := new(big.Int).Div(new(big.Int).Abs(x), new(big.Int).Abs(y))
	if x.Sign()*y.Sign() < 0 {
		q.Neg(q)
		if back := new(big.Int).Mul(q, y); (e.op == "/" || e.op == "%") && back.Cmp(x) != 0 {
			q.Sub(q, big.NewInt(1))
		}
	}
	if e.op == "/" || e.op == "quo" {
		return q
	}
	return q.Sub(x, q.Mul(q, y))
}

// holds returns the truth value of e, which is evaluated from left to right and no further than needed; ok is false if
// it has none.
func (e *expr) holds(inputs map[string]*big.Int) (truth, ok bool) {
	switch e.op {
	case "true", "false":
		return e.op == "true", true
	case "!":
		x, ok := e.args[0].holds(inputs)
		return !x, ok
	case "&&", "||":
		x, ok := e.args[0].holds(inputs)
		if !ok || x == (e.op == "||") {
			return x, ok
		}
		return e.args[1].holds(inputs)
	}
	x, y := e.args[0].direct(inputs), e.args[1].direct(inputs)
	if x == nil || y == nil {
		return false, false
	}
	c := x.Cmp(y)
	return map[string]bool{"<": c < 0, "<=": c <= 0, ">": c > 0, ">=": c >= 0, "==": c == 0, "!=": c != 0}[e.op], true
}
