package imp

import (
	"strings"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines how a program becomes one of the core, which runs as step.go says; doc.go has a table of it.
//
// The program is one function with a slot for each variable. It draws the inputs in the order of their names, assumes
// the assumptions, and runs the body. What step.go says of an expression without a value is an obligation at the same
// place. In the assumptions it is Discard: one without a value is violated. The links of a chain share the operand
// between them, so its obligations come twice, and the second time they are met.

// Lower returns the program of the core that p is.
func Lower(p *Program) *core.Program {
	q, err := LowerWithin(nil, p)
	if err != nil {
		panic("imp: a nil meter has refused: " + err.Error())
	}
	return q
}

// LowerWithin is Lower within the bounds of a meter, which holds the program of the core. Its error is a
// source.ErrorList.
func LowerWithin(meter *semantics.Meter, p *Program) (*core.Program, error) {
	l := lowerer{division: p.Division, meter: meter}
	f := &core.Func{Name: "main"}
	l.hold(wordsPerSlot * len(p.Vars))
	for i, name := range p.Vars {
		f.Slots = append(f.Slots, core.Slot{Name: name, Type: core.Int})
		if p.Input[i] {
			draw := l.emit(core.Draw, source.Span{})
			draw.Dst, draw.Name = i, name
		}
	}
	l.discard = true
	for _, psi := range p.Assumptions {
		l.emit(core.Assume, psi.Span(), l.truth(psi))
	}
	l.discard = false
	l.block(p.Body, through)
	var end source.Span
	if n := len(p.Body.Stmts); n > 0 {
		end = behind(p.Body.Stmts[n-1])
	}
	l.emit(core.Return, end)
	if meter.Exhausted() {
		return nil, source.ErrorList{{File: p.Name, Msg: "the program is too large to lower: it takes " + meter.Why()}}
	}
	l.link()
	f.Loops, f.Code = l.loops, l.code
	return &core.Program{Sources: []string{p.Name}, Funcs: []*core.Func{f}}, nil
}

// lowerer writes the code of a program. Once its meter has refused something, the code is worth nothing.
type lowerer struct {
	division Division
	code     []core.Instr // whose targets are labels
	places   []int        // of the labels, in the code
	loops    int          // whose heads are written
	discard  bool         // whether what an obligation wants is assumed
	meter    *semantics.Meter
}

// label stands for a place in the code that may not be known yet.
type label int

// through is no label: control goes on to what is written next.
const through label = -1

// The memory of code, in machine words: what an instruction and an operator take at most, with their places in lists.
const (
	wordsPerInstr    = 48
	wordsPerOperator = 16
)

// hold counts memory and reports whether there is as much.
func (l *lowerer) hold(words int) bool { return l.meter.Charge(words) && l.meter.Hold(words) }

// emit writes an instruction. Who asked for it sets what else it has, before the next one is written.
func (l *lowerer) emit(op core.Opcode, span source.Span, args ...*core.Expr) *core.Instr {
	l.hold(wordsPerInstr)
	l.code = append(l.code, core.Instr{Op: op, Dst: -1, Args: args, Loop: -1, Span: span})
	return &l.code[len(l.code)-1]
}

// branch writes a branch, whose text goes up to the end of its condition.
func (l *lowerer) branch(s Stmt, cond BExpr, loop int, then, els label) {
	b := l.emit(core.Branch, head(s, cond), l.truth(cond))
	b.Loop, b.Then, b.Else = loop, int(then), int(els)
}

// jump writes a jump behind s, unless control goes through.
func (l *lowerer) jump(s Stmt, to label) {
	if to != through {
		l.emit(core.Jump, behind(s)).Then = int(to)
	}
}

// label returns a new label.
func (l *lowerer) label() label {
	l.places = append(l.places, -1)
	return label(len(l.places) - 1)
}

// or returns the label to, or a new one if control goes through.
func (l *lowerer) or(to label) label {
	if to == through {
		return l.label()
	}
	return to
}

// bind makes a label stand for what is written next.
func (l *lowerer) bind(to label) { l.places[to] = len(l.code) }

// link puts places where the code has labels.
func (l *lowerer) link() {
	for i := range l.code {
		switch c := &l.code[i]; c.Op {
		case core.Branch:
			c.Then, c.Else = l.places[c.Then], l.places[c.Else]
		case core.Jump:
			c.Then = l.places[c.Then]
		}
	}
}

// Statements.

// length returns how many statements b has before the skips at its end; b may be nil.
func length(b *Block) int {
	if b == nil {
		return 0
	}
	n := len(b.Stmts)
	for ; n > 0; n-- {
		if _, ok := b.Stmts[n-1].(*Skip); !ok {
			break
		}
	}
	return n
}

// entry returns a label for what b does before control goes to next. If it does nothing, that is next.
func (l *lowerer) entry(b *Block, next label) label {
	if length(b) == 0 {
		return next
	}
	return l.label()
}

// body binds the label of b and writes the block, unless it does nothing. Then control goes to next.
func (l *lowerer) body(entry label, b *Block, next label) {
	if length(b) > 0 {
		l.bind(entry)
		l.block(b, next)
	}
}

// block writes what b does. Then control goes to next, if b does anything.
func (l *lowerer) block(b *Block, next label) {
	n := length(b)
	for _, s := range b.Stmts[:max(n-1, 0)] {
		l.stmt(s, through)
	}
	if n > 0 {
		l.stmt(b.Stmts[n-1], next)
	}
}

// stmt writes what s does. Then control goes to next.
func (l *lowerer) stmt(s Stmt, next label) {
	if l.meter.Exhausted() {
		return
	}
	switch s := s.(type) {
	case *Skip:
		l.jump(s, next)

	case *Fail:
		l.emit(core.Fail, s.Span()).Kind = semantics.Failed

	case *Assign:
		l.emit(core.Set, s.Span(), l.integer(s.Value)).Dst = s.Slot
		l.jump(s, next)

	case *Assume:
		l.emit(core.Assume, s.Span(), l.truth(s.Cond))
		l.jump(s, next)

	case *Assert:
		violated, end := l.label(), l.or(next)
		l.branch(s, s.Cond, -1, end, violated)
		l.bind(violated)
		l.emit(core.Fail, s.Span()).Kind = semantics.AssertionFailed
		l.end(end, next)

	case *If:
		end := l.or(next)
		then, els := l.entry(s.Then, end), l.entry(s.Else, end)
		l.branch(s, s.Cond, -1, then, els)
		switch end {
		case els:
			l.body(then, s.Then, next)
		case then:
			l.body(els, s.Else, next)
		default: // both ways jump, so that neither is nearer to what follows
			l.body(then, s.Then, end)
			l.body(els, s.Else, end)
		}
		l.end(end, next)

	case *While:
		loop, start, end := l.loops, l.label(), l.or(next)
		l.loops++
		l.emit(core.Enter, head(s, s.Cond)).Loop = loop
		l.bind(start)
		body := l.entry(s.Body, start)
		l.branch(s, s.Cond, loop, body, end)
		l.body(body, s.Body, start)
		l.end(end, next)

	default:
		panic(unexpected("statement", s))
	}
}

// end binds the label of what is behind a statement, if control goes through to that.
func (l *lowerer) end(end, next label) {
	if next == through {
		l.bind(end)
	}
}

// head returns the region of s up to the end of its condition.
func head(s Stmt, cond BExpr) source.Span {
	return source.Over(0, s.Span().Start(), cond.Span().End())
}

// behind returns the empty region at the end of s.
func behind(s Stmt) source.Span {
	end := s.Span().End()
	return source.Over(0, end, end)
}

// Expressions.

// arithmetic has the core's operators for each of ours, by division.
var arithmetic = [...][2]core.Op{
	Add: {core.Add, core.Add},
	Sub: {core.Sub, core.Sub},
	Mul: {core.Mul, core.Mul},
	Div: {Floor: core.Div, Truncate: core.Quo},
	Mod: {Floor: core.Mod, Truncate: core.Rem},
}

var comparison = [...]core.Op{Lt: core.Lt, Le: core.Le, Gt: core.Gt, Ge: core.Ge, Eq: core.Eq, Ne: core.Ne}

var connective = [...]core.Op{And: core.And, Or: core.Or}

// integer returns the expression of the core that e is.
func (l *lowerer) integer(e AExpr) *core.Expr {
	if !l.hold(wordsPerOperator) {
		return nil
	}
	switch e := e.(type) {
	case *Int:
		return &core.Expr{Op: core.Const, Type: core.Int, Int: e.Value}

	case *Var:
		l.hold(wordsPerOperator)
		read := &core.Expr{Op: core.Read, Type: core.Int, Slot: e.Slot}
		written := e.Name[strings.LastIndexByte(e.Name, '.')+1:] // without the macro of a local variable
		return l.oblige(&core.Expr{Op: core.Defined, Type: core.Int, X: read}, semantics.UnboundVar, e.At, len(written))

	case *Neg:
		return &core.Expr{Op: core.Neg, Type: core.Int, X: l.integer(e.X)}

	case *Arith:
		z := &core.Expr{Op: arithmetic[e.Op][l.division], Type: core.Int, X: l.integer(e.X), Y: l.integer(e.Y)}
		if e.Op == Div || e.Op == Mod {
			l.oblige(z, semantics.DivisionByZero, e.At, len(e.Op.String()))
		}
		return z
	}
	panic(unexpected("arithmetic expression", e))
}

// truth returns the condition of the core that e is.
func (l *lowerer) truth(e BExpr) *core.Expr {
	if !l.hold(wordsPerOperator) {
		return nil
	}
	switch e := e.(type) {
	case *Bool:
		b := &core.Expr{Op: core.Truth, Type: core.Bool}
		if e.Value {
			b.Bits = 1
		}
		return b

	case *Compare:
		l.hold(2 * wordsPerOperator * len(e.Ops))
		var chain *core.Expr
		x := l.integer(e.Args[0])
		for i, op := range e.Ops {
			y := l.integer(e.Args[i+1])
			link := &core.Expr{Op: comparison[op], Type: core.Bool, X: x, Y: y}
			if i == 0 {
				chain = link
			} else {
				chain = &core.Expr{Op: core.And, Type: core.Bool, X: chain, Y: link}
			}
			x = y
		}
		return chain

	case *Not:
		return &core.Expr{Op: core.Not, Type: core.Bool, X: l.truth(e.X)}

	case *Logic:
		return &core.Expr{Op: connective[e.Op], Type: core.Bool, X: l.truth(e.X), Y: l.truth(e.Y)}
	}
	panic(unexpected("condition", e))
}

// oblige gives e its obligation: the fault where that is not met is of the given kind, at so many characters from at
// on.
func (l *lowerer) oblige(e *core.Expr, kind semantics.Kind, at Pos, width int) *core.Expr {
	if l.discard {
		kind = core.Discard
	}
	e.Kind, e.Span = kind, source.Over(0, at, Pos{Line: at.Line, Column: at.Column + width})
	return e
}
