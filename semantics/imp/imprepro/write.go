package imprepro

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"vouch/semantics"
	"vouch/semantics/imp"
)

// This file defines how statements and expressions are written, in whatever language.

// dialect is what languages write differently.
type dialect struct {
	mark     string // that begins a comment
	indent   string
	openIf   string // around the condition: "if (%s) {"
	openElif string
	openElse string
	openLoop string
	close    string // of a block; "" if indentation says it
	pass     string // an empty block; "" if that needs nothing
	end      string // of a statement
	yes, no  string
	and, or  string
	not      string // before a condition in parentheses
	chains   bool   // whether a < b < c is a condition

	number  func(v *big.Int, at string) string
	infix   bool                         // whether + - * are operators, not the functions add, subtract and multiply
	sites   bool                         // whether these functions take the place
	compare func(x, op, y string) string // a comparison
	// hoist returns an expression that evaluates x before it evaluates all of in, where left stands for x; nil if
	// operands are evaluated from left to right anyway.
	hoist func(left, x, in string) string
	// read returns a read of a variable that may be unbound, and bind what is to be written after an assignment, or "".
	read func(name, at string) string
	bind func(name string) string
	// part returns the text of a function without parameters; result is "int", "bool", or "" for a block with the
	// indentation of 1.
	part func(name, result, text string, assigned []string) string
	call func(name string) string // of a block's function
	// deepest is how deeply expressions, and blocks, may nest before a function is made of them.
	deepestExpr, deepestBlock int
}

// writer writes a program.
type writer struct {
	*replay
	dialect
	*names
	vars  []string // names of the variables, by slot
	left  string   // the name for a left operand
	body  *strings.Builder
	level int
	parts []string        // functions made of what nests deeply
	used  map[string]bool // helpers that are called
	// assigned collects the names of the variables that are assigned in the block that becomes a part.
	assigned map[string]bool
}

func (r *replay) writer(d dialect, n *names, forbidden func(string) bool) *writer {
	w := &writer{replay: r, dialect: d, names: n, vars: n.variables(r.Program, forbidden), body: &strings.Builder{}}
	w.left, w.used, w.assigned = n.fresh("left"), map[string]bool{}, map[string]bool{}
	return w
}

// use records that a helper is called, with those that it calls, and returns its name.
func (w *writer) use(helper string) string {
	w.used[helper] = true
	switch helper {
	case "read", "divide", "modulo":
		w.used["fault"] = true
	case "assuming":
		w.used["violated"] = true
	}
	return helper
}

// place returns a place as a string literal.
func place(at imp.Pos) string { return strconv.Quote(at.String()) }

func (w *writer) line(at imp.Pos, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	w.body.WriteString(strings.Repeat(w.indent, w.level) + text)
	if at.IsValid() {
		fmt.Fprintf(w.body, " %s line %d", w.mark, at.Line)
	}
	w.body.WriteByte('\n')
}

func (w *writer) plain(format string, args ...any) { w.line(imp.Pos{}, format, args...) }

// inputViolates is said of assumptions at the start.
const inputViolates = "the input violates the assumption"

// program writes the assumptions and the body.
func (w *writer) program() {
	for _, psi := range w.Program.Assumptions {
		if w.faces[psi].fails { // if it has no value it is violated
			w.plain("%s = %s%s", w.use("assuming"), place(psi.Pos()), w.end)
		}
		w.unless(psi, psi.Pos())
		w.exit("violated", psi.Pos(), inputViolates)
	}
	if w.used["assuming"] {
		w.plain(`assuming = ""%s`, w.end)
	}
	w.block(w.Program.Body, 0)
}

// unless opens a block that runs if the condition is false.
func (w *writer) unless(cond imp.BExpr, at imp.Pos) {
	w.line(at, w.openIf, fmt.Sprintf(w.not, w.bexpr(cond, 1)))
}

// exit ends the program, and the block.
func (w *writer) exit(helper string, at imp.Pos, what string) {
	w.level++
	w.plain("%s(%s, %s)%s", w.use(helper), place(at), strconv.Quote(what), w.end)
	w.level--
	w.shut()
}

func (w *writer) shut() {
	if w.close != "" {
		w.plain("%s", w.close)
	}
}

// block writes the statements of b, in so many blocks of the function that is being written.
func (w *writer) block(b *imp.Block, nest int) {
	if b == nil || len(b.Stmts) == 0 {
		if w.pass != "" {
			w.plain("%s", w.pass)
		}
		return
	}
	if nest >= w.deepestBlock {
		w.plain("%s%s", w.call(w.outline(b)), w.end)
		return
	}
	for _, c := range b.Stmts {
		w.stmt(c, nest)
	}
}

// outline makes a function of a block and returns its name.
func (w *writer) outline(b *imp.Block) string {
	name := w.fresh("part" + strconv.Itoa(len(w.taken)))
	body, level, assigned := w.body, w.level, w.assigned
	w.body, w.level, w.assigned = &strings.Builder{}, 1, map[string]bool{}
	w.block(b, 0)
	w.parts = append(w.parts, w.part(name, "", w.body.String(), slices.Sorted(maps.Keys(w.assigned))))
	w.body, w.level, w.assigned = body, level, assigned
	return name
}

func (w *writer) stmt(c imp.Stmt, nest int) {
	switch c := c.(type) {
	case *imp.Skip:
		if w.pass != "" {
			w.line(c.At, "%s", w.pass)
		}

	case *imp.Fail:
		w.line(c.At, "%s(%s, %s)%s", w.use("fault"), place(c.At), strconv.Quote(w.Describe(semantics.Failed)), w.end)

	case *imp.Assign:
		name := w.vars[c.Slot]
		w.assigned[name] = true
		w.line(c.At, "%s = %s%s", name, w.aexpr(c.Value, 0, 1), w.end)
		if w.unbound[c.Slot] && w.bind(name) != "" {
			w.plain("%s%s", w.bind(name), w.end)
		}

	case *imp.Assume:
		w.unless(c.Cond, c.At)
		w.exit("violated", c.At, string(semantics.AssumptionViolated))

	case *imp.Assert:
		w.unless(c.Cond, c.At)
		w.exit("fault", c.At, w.Describe(semantics.AssertionFailed))

	case *imp.If:
		w.branch(c, w.openIf, nest)

	case *imp.While:
		w.line(c.At, w.openLoop, w.bexpr(c.Cond, 1))
		w.nested(c.Body, nest)
		w.shut()

	default:
		panic(unexpected(c))
	}
}

// branch writes an if that begins with open.
func (w *writer) branch(c *imp.If, open string, nest int) {
	w.line(c.At, open, w.bexpr(c.Cond, 1))
	w.nested(c.Then, nest)
	if c.Else == nil || len(c.Else.Stmts) == 0 {
		w.shut()
		return
	}
	if elif, ok := c.Else.Stmts[0].(*imp.If); ok && len(c.Else.Stmts) == 1 && nest+1 < w.deepestBlock {
		w.branch(elif, w.openElif, nest+1)
		return
	}
	w.plain("%s", w.openElse)
	w.nested(c.Else, nest)
	w.shut()
}

func (w *writer) nested(b *imp.Block, nest int) {
	w.level++
	w.block(b, nest+1)
	w.level--
}

// The precedences of arithmetic operators.
const (
	precSum = iota + 1
	precProduct
	precAtom
)

// deep makes a function of an expression that nests too deeply and returns its call, or "".
func (w *writer) deep(e any, result string, level int, write func() string) string {
	if level < w.deepestExpr || w.faces[e].depth < 3 {
		return ""
	}
	text := write()
	name := w.fresh("part" + strconv.Itoa(len(w.taken)))
	w.parts = append(w.parts, w.part(name, result, text, nil))
	return name + "()"
}

// aexpr returns the text of an expression, in parentheses if its operator has a lower precedence than least.
func (w *writer) aexpr(e imp.AExpr, least, level int) string {
	if call := w.deep(e, "int", level, func() string { return w.aexpr(e, 0, 1) }); call != "" {
		return call
	}
	parens := func(s string, prec int) string {
		if prec < least {
			return "(" + s + ")"
		}
		return s
	}
	switch e := e.(type) {
	case *imp.Int:
		s := w.number(e.Value, place(e.At))
		if strings.HasPrefix(s, "-") {
			return parens(s, precSum)
		}
		return s

	case *imp.Var:
		if w.checked[e] {
			w.use("read")
			return w.read(w.vars[e.Slot], place(e.At))
		}
		return w.vars[e.Slot]

	case *imp.Neg:
		if w.infix {
			return parens("-"+w.aexpr(e.X, precAtom, level+1), precSum)
		}
		return w.function("subtract", w.number(new(big.Int), ""), w.aexpr(e.X, 0, level+1), e.At)

	case *imp.Arith:
		helper := [...]string{"add", "subtract", "multiply", "divide", "modulo"}[e.Op]
		if e.Op == imp.Div || e.Op == imp.Mod || !w.infix {
			x, y := w.aexpr(e.X, 0, level+1), w.aexpr(e.Y, 0, level+1)
			return w.ordered(e.X, e.Y, x, func(x string) string { return w.function(helper, x, y, e.At) })
		}
		prec := precSum
		if e.Op == imp.Mul {
			prec = precProduct
		}
		return parens(w.aexpr(e.X, prec, level+1)+" "+e.Op.String()+" "+w.aexpr(e.Y, prec+1, level+1), prec)
	}
	panic(unexpected(e))
}

// function returns the call of an operation.
func (w *writer) function(helper, x, y string, at imp.Pos) string {
	if w.sites || helper == "divide" || helper == "modulo" {
		return fmt.Sprintf("%s(%s, %s, %s)", w.use(helper), x, y, place(at))
	}
	return fmt.Sprintf("%s(%s, %s)", w.use(helper), x, y)
}

// ordered returns the expression that in makes of x, such that the operand a, whose text is x, is evaluated before the
// operand b.
func (w *writer) ordered(a, b imp.AExpr, x string, in func(x string) string) string {
	if w.hoist == nil || !w.faces[a].fails || !w.faces[b].fails {
		return in(x)
	}
	return w.hoist(w.left, x, in(w.left))
}

// bexpr returns the text of a condition. All but comparisons and constants are in parentheses if inside another one.
func (w *writer) bexpr(e imp.BExpr, level int) string {
	if call := w.deep(e, "bool", level, func() string { return w.bexpr(e, 1) }); call != "" {
		return call
	}
	switch e := e.(type) {
	case *imp.Bool:
		if e.Value {
			return w.yes
		}
		return w.no

	case *imp.Compare:
		if w.chains {
			text := w.aexpr(e.Args[0], 0, level+1)
			for i, op := range e.Ops {
				text += " " + op.String() + " " + w.aexpr(e.Args[i+1], 0, level+1)
			}
			return text
		}
		var links []string
		for i, op := range e.Ops {
			a, b := e.Args[i], e.Args[i+1]
			y := w.aexpr(b, 0, level+1)
			links = append(links, w.ordered(a, b, w.aexpr(a, 0, level+1), func(x string) string {
				return w.compare(x, op.String(), y)
			}))
		}
		return strings.Join(links, w.and)

	case *imp.Not:
		return fmt.Sprintf(w.not, w.bexpr(e.X, level+1))

	case *imp.Logic:
		op := w.and
		if e.Op == imp.Or {
			op = w.or
		}
		return w.operand(e.X, e.Op, level+1) + op + w.operand(e.Y, e.Op, level+1)
	}
	panic(unexpected(e))
}

// operand returns the text of an operand of a connective.
func (w *writer) operand(e imp.BExpr, op imp.LogicOp, level int) string {
	text := w.bexpr(e, level)
	switch e := e.(type) {
	case *imp.Compare:
		if len(e.Ops) == 1 || w.chains || op == imp.And {
			return text
		}
	case *imp.Logic:
		if e.Op == op {
			return text
		}
	default:
		return text
	}
	return "(" + text + ")"
}
