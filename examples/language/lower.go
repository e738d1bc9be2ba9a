package language

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file reads Pebble and writes the core.

// maxDepth bounds how deep statements and expressions nest.
const maxDepth = 500

// lowering is a program in the making.
type lowering struct {
	file   string
	meter  *semantics.Meter
	tokens []token     // those left
	last   source.Span // of the token before
	depth  int
	prog   *core.Program
	f      *core.Func
	names  map[string]int // the slots of the function's variables
	calls  []call
	ranges map[string]string // of the inputs, as text
}

// call is a call whose function is looked up when all are known.
type call struct {
	in   *core.Func
	at   int // index of the instruction
	name token
}

// wordsPerToken bounds the memory that the code of a token takes.
const wordsPerToken = 64

// Lower returns the program that the text src is, in the core. Its memory is held by the meter. Its error is a
// source.ErrorList.
func Lower(meter *semantics.Meter, name string, src []byte) (p *core.Program, err error) {
	if !meter.Charge(len(src)) || !meter.Hold(len(src)) {
		return nil, source.ErrorList{{File: name, Msg: "the program is too large to read: it takes " + meter.Why()}}
	}
	tokens, err := scan(name, string(src))
	if err != nil {
		return nil, err
	}
	l := &lowering{file: name, meter: meter, tokens: tokens, ranges: map[string]string{},
		prog: &core.Program{Sources: []string{name}, Entry: -1}}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *source.Error:
			p, err = nil, source.ErrorList{e}
		default:
			panic(e)
		}
	}()
	for l.peek() != "" {
		l.function()
	}
	l.link()
	return l.prog, nil
}

// fail ends the lowering: found is the token that is wrong.
func (l *lowering) fail(found token, want string) {
	what := fmt.Sprintf("%.30q", found.text)
	if found.text == "" {
		what = "the end of the file"
	}
	panic(&source.Error{File: l.file, Pos: found.span.Start(), Msg: fmt.Sprintf("found %s, want %s", what, want)})
}

func (l *lowering) peek() string { return l.tokens[0].text }

// next takes a token.
func (l *lowering) next() token {
	t := l.tokens[0]
	if !l.meter.Charge(wordsPerToken) || !l.meter.Hold(wordsPerToken) {
		l.fail(t, "a smaller program: it takes "+l.meter.Why())
	}
	if l.last = t.span; t.text != "" {
		l.tokens = l.tokens[1:]
	}
	return t
}

// accept takes the next token if it is that one.
func (l *lowering) accept(text string) bool {
	if l.peek() != text {
		return false
	}
	l.next()
	return true
}

func (l *lowering) expect(text string) token {
	if l.peek() != text {
		l.fail(l.tokens[0], fmt.Sprintf("%q", text))
	}
	return l.next()
}

// keywords are not names.
var keywords = []string{"func", "var", "array", "input", "in", "if", "else", "while", "assert", "return", "and", "or"}

func (l *lowering) name() token {
	if t := l.tokens[0]; t.text == "" || !letter(t.text[0]) || slices.Contains(keywords, t.text) {
		l.fail(t, "a name")
	}
	return l.next()
}

// since returns the place from a token to the last one taken.
func (l *lowering) since(first token) source.Span { return first.span.Join(l.last) }

// nest counts a level of nesting; the function returned ends it.
func (l *lowering) nest() func() {
	if l.depth++; l.depth > maxDepth {
		l.fail(l.tokens[0], fmt.Sprintf("at most %d levels of nesting", maxDepth))
	}
	return func() { l.depth-- }
}

// emit adds an instruction and returns its index.
func (l *lowering) emit(in core.Instr) int {
	l.f.Code = append(l.f.Code, in)
	return len(l.f.Code) - 1
}

// declare makes a variable.
func (l *lowering) declare(name token, t core.Type) int {
	if _, known := l.names[name.text]; known {
		l.fail(name, "a name that the function does not have yet")
	}
	l.names[name.text] = l.slot(name.text, t)
	return l.names[name.text]
}

func (l *lowering) slot(name string, t core.Type) int {
	l.f.Slots = append(l.f.Slots, core.Slot{Name: name, Type: t})
	return len(l.f.Slots) - 1
}

// temporary makes a slot that people do not see.
func (l *lowering) temporary() int { return l.slot(fmt.Sprintf("$%d", len(l.f.Slots)), core.Int) }

// variable returns the value of a variable of that type.
func (l *lowering) variable(name token, t core.Type) *core.Expr {
	i, known := l.names[name.text]
	if !known || l.f.Slots[i].Type != t {
		l.fail(name, map[core.Type]string{core.Int: "a variable", core.Ptr: "an array"}[t])
	}
	return l.read(i, name.span)
}

// read returns the value of a slot, which must have one.
func (l *lowering) read(slot int, span source.Span) *core.Expr {
	t := l.f.Slots[slot].Type
	return &core.Expr{Op: core.Defined, Type: t, X: &core.Expr{Op: core.Read, Type: t, Slot: slot},
		Kind: semantics.UninitialisedValue, Span: span}
}

func integer(v *big.Int) *core.Expr { return &core.Expr{Op: core.Const, Type: core.Int, Int: v} }

// link gives every call its function.
func (l *lowering) link() {
	for i, f := range l.prog.Funcs {
		if f.Name == "main" && f.Params == 0 {
			l.prog.Entry = i
		}
	}
	if l.prog.Entry < 0 {
		l.fail(l.tokens[0], "func main()")
	}
	for _, c := range l.calls {
		args := c.in.Code[c.at].Args
		i := slices.IndexFunc(l.prog.Funcs, func(f *core.Func) bool { return f.Name == c.name.text })
		if i < 0 {
			l.fail(c.name, "a function")
		}
		f := l.prog.Funcs[i]
		if !slices.EqualFunc(args[1:], f.Slots[:f.Params], func(e *core.Expr, s core.Slot) bool {
			return e.Type == s.Type
		}) {
			l.fail(c.name, "a function with such parameters")
		}
		args[0] = &core.Expr{Op: core.Function, Type: core.Ptr, Ref: i}
	}
}

func (l *lowering) function() {
	first := l.expect("func")
	name := l.name()
	if slices.ContainsFunc(l.prog.Funcs, func(f *core.Func) bool { return f.Name == name.text }) {
		l.fail(name, "a name that no function has yet")
	}
	l.f, l.names = &core.Func{Name: name.text, Result: core.Int, Span: first.span.Join(name.span)}, map[string]int{}
	l.prog.Funcs = append(l.prog.Funcs, l.f)
	for l.expect("("); l.peek() != ")"; l.f.Params++ {
		if l.f.Params > 0 {
			l.expect(",")
		}
		param := l.name()
		if l.accept("[") {
			l.expect("]")
			l.declare(param, core.Ptr)
		} else {
			l.declare(param, core.Int)
		}
	}
	l.expect(")")
	last := l.block()
	l.emit(core.Instr{Op: core.Return, Dst: -1, Loop: -1, Args: []*core.Expr{integer(new(big.Int))}, Span: last})
}

// block lowers a block and returns the place of its last brace.
func (l *lowering) block() source.Span {
	defer l.nest()()
	l.expect("{")
	for l.peek() != "}" && l.peek() != "" {
		l.statement()
	}
	return l.expect("}").span
}

func (l *lowering) statement() {
	first := l.tokens[0]
	in := core.Instr{Dst: -1, Loop: -1}
	switch first.text {
	case "if", "while":
		l.branching(l.next())
		return
	case "assert":
		l.next()
		yes, no := l.condition()
		l.land(no)
		in.Op, in.Kind, in.Span = core.Fail, semantics.AssertionFailed, l.since(first)
		l.emit(in)
		l.land(yes)
		return
	case "return":
		l.next()
		in.Op, in.Args = core.Return, []*core.Expr{l.sum()}
	case "var":
		l.next()
		name := l.name()
		l.expect("=")
		in.Op, in.Args = core.Set, []*core.Expr{l.sum()}
		in.Dst = l.declare(name, core.Int)
	case "array":
		l.next()
		name := l.name()
		l.expect("[")
		in.Op, in.Life, in.Args = core.Alloc, core.Local, []*core.Expr{bytes(l.sum())}
		in.Dst = l.declare(name, core.Ptr)
		l.expect("]")
	case "input":
		l.next()
		name := l.name()
		in.Op, in.Name, in.Dst = core.Draw, name.text, l.declare(name, core.Int)
		if l.accept("in") {
			in.Lo = l.bound()
			l.expect("..")
			last := l.tokens[0]
			if in.Hi = l.bound(); in.Lo.Cmp(in.Hi) > 0 {
				l.fail(last, "a range that is not empty")
			}
		}
		if r := fmt.Sprint(in.Lo, in.Hi); cmp.Or(l.ranges[name.text], r) != r {
			l.fail(name, "the range that this input has elsewhere")
		} else {
			l.ranges[name.text] = r
		}
	default:
		name := l.name()
		switch l.peek() {
		case "(":
			l.call(name)
			return
		case "[":
			place := l.element(name)
			l.expect("=")
			in.Op, in.Type, in.Args = core.Store, core.I64, []*core.Expr{place, l.sum()}
		default:
			l.variable(name, core.Int) // it is an error if there is none
			l.expect("=")
			in.Op, in.Dst, in.Args = core.Set, l.names[name.text], []*core.Expr{l.sum()}
		}
	}
	in.Span = l.since(first)
	l.emit(in)
}

// bound reads an integer.
func (l *lowering) bound() *big.Int {
	negative, t := l.accept("-"), l.next()
	if t.int == nil {
		l.fail(t, "an integer")
	}
	if negative {
		return new(big.Int).Neg(t.int)
	}
	return t.int
}

// branching lowers `if` and `while`, whose first token is given.
func (l *lowering) branching(first token) {
	loop, head := -1, 0
	if first.text == "while" {
		loop = l.f.Loops
		l.f.Loops++
		l.emit(core.Instr{Op: core.Enter, Dst: -1, Loop: loop, Span: first.span})
		head = len(l.f.Code)
	}
	yes, no := l.condition()
	l.land(yes)
	if loop >= 0 { // the head of a loop is a branch of its own, since the condition may be several
		l.emit(core.Instr{Op: core.Branch, Dst: -1, Loop: loop,
			Args: []*core.Expr{{Op: core.Truth, Type: core.Bool, Bits: 1}},
			Then: len(l.f.Code) + 1, Else: len(l.f.Code) + 1, Span: first.span})
	}
	last := l.block()
	if loop >= 0 {
		l.emit(core.Instr{Op: core.Jump, Dst: -1, Loop: -1, Then: head, Span: last})
	} else if l.accept("else") {
		end := l.emit(core.Instr{Op: core.Jump, Dst: -1, Loop: -1, Span: last})
		l.land(no)
		no = nil
		l.block()
		l.f.Code[end].Then = len(l.f.Code)
	}
	l.land(no)
}

// target is a way out of a condition whose goal is not known yet: a branch, and whether it is its way for true.
type target struct {
	at  int
	yes bool
}

// land makes the next instruction the goal of these ways.
func (l *lowering) land(ways []target) {
	for _, w := range ways {
		if in := &l.f.Code[w.at]; w.yes {
			in.Then = len(l.f.Code)
		} else {
			in.Else = len(l.f.Code)
		}
	}
}

// condition lowers a condition to branches and returns the ways on which it is true, and on which it is false.
func (l *lowering) condition() (yes, no []target) {
	for {
		more, fails := l.all()
		yes = append(yes, more...)
		if !l.accept("or") {
			return yes, fails
		}
		l.land(fails)
	}
}

func (l *lowering) all() (yes, no []target) {
	for {
		holds, fails := l.compare()
		no = append(no, fails...)
		if !l.accept("and") {
			return holds, no
		}
		l.land(holds)
	}
}

var comparisons = map[string]core.Op{"<": core.Lt, "<=": core.Le, ">": core.Gt, ">=": core.Ge, "==": core.Eq,
	"!=": core.Ne}

func (l *lowering) compare() (yes, no []target) {
	first := l.tokens[0]
	x := l.sum()
	op, known := comparisons[l.peek()]
	if !known {
		l.fail(l.tokens[0], "a comparison")
	}
	l.next()
	c := &core.Expr{Op: op, Type: core.Bool, X: x, Y: l.sum()}
	at := l.emit(core.Instr{Op: core.Branch, Dst: -1, Loop: -1, Args: []*core.Expr{c}, Span: l.since(first)})
	return []target{{at, true}}, []target{{at, false}}
}

func (l *lowering) sum() *core.Expr {
	defer l.nest()()
	return l.operation(l.product, map[string]core.Op{"+": core.Add, "-": core.Sub})
}

func (l *lowering) product() *core.Expr {
	return l.operation(l.factor, map[string]core.Op{"*": core.Mul, "/": core.Quo, "%": core.Rem})
}

// operation lowers operands joined by operators of one precedence.
func (l *lowering) operation(operand func() *core.Expr, ops map[string]core.Op) *core.Expr {
	e := operand()
	for n := 0; ; n++ {
		op, known := ops[l.peek()]
		if !known {
			return e
		}
		if n == maxDepth {
			l.fail(l.tokens[0], fmt.Sprintf("at most %d operators in a row", maxDepth))
		}
		at := l.next()
		e = &core.Expr{Op: op, Type: core.Int, X: e, Y: operand()}
		if op == core.Quo || op == core.Rem {
			e.Kind, e.Span = semantics.DivisionByZero, at.span
		}
	}
}

func (l *lowering) factor() *core.Expr {
	defer l.nest()()
	first := l.tokens[0]
	switch {
	case first.int != nil:
		return integer(l.next().int)
	case l.accept("-"):
		return &core.Expr{Op: core.Neg, Type: core.Int, X: l.factor()}
	case l.accept("("):
		e := l.sum()
		l.expect(")")
		return e
	}
	name := l.name()
	switch l.peek() {
	case "(":
		return l.call(name)
	case "[":
		t := l.temporary()
		place := l.element(name)
		l.emit(core.Instr{Op: core.Load, Type: core.I64, Dst: t, Loop: -1, Args: []*core.Expr{place},
			Span: l.since(first)})
		return l.read(t, l.since(first))
	}
	return l.variable(name, core.Int)
}

// call lowers a call and returns its value. Arguments are variables that are arrays, or sums.
func (l *lowering) call(name token) *core.Expr {
	args := []*core.Expr{nil} // the function
	for l.expect("("); l.peek() != ")"; {
		if len(args) > 1 {
			l.expect(",")
		}
		if i, known := l.names[l.peek()]; known && l.f.Slots[i].Type == core.Ptr && l.tokens[1].text != "[" {
			args = append(args, l.variable(l.next(), core.Ptr))
		} else {
			args = append(args, l.sum())
		}
	}
	l.expect(")")
	t := l.temporary()
	at := l.emit(core.Instr{Op: core.Call, Dst: t, Loop: -1, Args: args, Span: l.since(name)})
	l.calls = append(l.calls, call{l.f, at, name})
	return l.read(t, l.since(name))
}

// element lowers the index that follows the name of an array and returns a pointer to the element.
func (l *lowering) element(array token) *core.Expr {
	p := l.variable(array, core.Ptr)
	l.expect("[")
	e := &core.Expr{Op: core.Move, Type: core.Ptr, X: p, Y: bytes(l.sum())}
	l.expect("]")
	return e
}

// bytes returns the size of so many elements.
func bytes(n *core.Expr) *core.Expr {
	return &core.Expr{Op: core.Mul, Type: core.Int, X: n, Y: integer(big.NewInt(8))}
}
