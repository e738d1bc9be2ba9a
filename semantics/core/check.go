package core

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouch/semantics"
	"vouch/semantics/source"
)

// This file defines when a program is well formed. Everything that runs a program may rely on it.

// Check returns an error unless p is well formed. It changes nothing. The error is a source.ErrorList, with places in
// the sources where they are known.
func (p *Program) Check() error { return p.CheckWithin(nil) }

// CheckWithin is Check within the bounds of a meter.
func (p *Program) CheckWithin(meter *semantics.Meter) error { return p.check(meter, nil, "").Err() }

// check is Check for a program from the given places in a text, or from elsewhere.
func (p *Program) check(meter *semantics.Meter, places *places, file string) source.ErrorList {
	c := sanity{p: p, meter: meter, places: places, file: file, draws: map[string]*Instr{}}
	made := meter.Made()
	c.program()
	meter.Settle(made)
	if meter.Exhausted() {
		return source.ErrorList{{File: c.named(), Msg: "the program is too large to check: it takes " + meter.Why()}}
	}
	return c.list
}

// places says where in the text a program's parts stand.
type places struct {
	globals, funcs []source.Pos
	code           [][]source.Pos // of the instructions of each function
}

// maxErrors is the number of errors worth reporting.
const maxErrors = 20

// sanity is the state of a check: where it is, and what it has found.
type sanity struct {
	p      *Program
	meter  *semantics.Meter
	places *places // nil if p is not from a text
	file   string  // the name of that text
	list   source.ErrorList
	part   string            // the function or global that is looked at
	f      *Func             // that is looked at; nil outside functions
	at     int               // index of the function or global
	pc     int               // index of the instruction; -1 outside the code
	span   source.Span       // of the part or the instruction
	draws  map[string]*Instr // the first draw of each name
}

func (c *sanity) named() string {
	if c.file == "" {
		return "the program"
	}
	return c.file
}

// stopped reports whether the check should end.
func (c *sanity) stopped() bool { return len(c.list) > maxErrors || c.meter.Exhausted() }

// work takes n units of work.
func (c *sanity) work(n int) bool { return c.meter.Charge(n) && !c.stopped() }

// fail records an error at the current place.
func (c *sanity) fail(format string, args ...any) {
	if c.stopped() {
		return
	}
	e := &source.Error{File: c.named(), Msg: fmt.Sprintf(format, args...)}
	if len(c.list) == maxErrors {
		e.Msg = "too many errors"
	}
	where := c.part
	if c.pc >= 0 {
		where += ", instruction " + strconv.Itoa(c.pc)
	}
	switch {
	case c.places != nil:
		e.Pos = c.placeInText()
	case c.span.IsValid() && c.span.File >= 0 && int(c.span.File) < len(c.p.Sources):
		e.File, e.Pos, e.Msg = c.p.Sources[c.span.File], c.span.Start(), where+": "+e.Msg
	case where != "":
		e.File = where
	}
	c.list = append(c.list, e)
}

func (c *sanity) placeInText() source.Pos {
	switch {
	case c.pc >= 0:
		return c.places.code[c.at][c.pc]
	case c.f != nil:
		return c.places.funcs[c.at]
	case c.part != "":
		return c.places.globals[c.at]
	}
	return source.Pos{Line: 1, Column: 1}
}

func (c *sanity) program() {
	p := c.p
	c.pc = -1
	if !c.count(len(p.Sources), "sources") || !c.count(len(p.Globals), "globals") ||
		!c.count(len(p.Funcs), "functions") {
		return
	}
	names := map[string]bool{}
	for _, s := range p.Sources {
		c.work(len(s))
		c.meter.Make(8)
		switch {
		case !isShown(s):
			c.fail("found the name %q of a source, want printable text", shorten(s))
		case names[s]:
			c.fail("found another source %q, want another name", shorten(s))
		}
		names[s] = true
	}
	switch {
	case p.Entry < 0 || p.Entry >= len(p.Funcs):
		c.fail("found function %d as the entry, want one of the %d functions", p.Entry, len(p.Funcs))
	case p.Funcs[p.Entry] == nil:
	case p.Funcs[p.Entry].Params > 0:
		c.fail("found the entry %q with parameters, want none", shorten(p.Funcs[p.Entry].Name))
	}
	names = map[string]bool{}
	for i, g := range p.Globals {
		if !c.work(8) {
			return
		}
		c.part, c.at, c.span = "global "+strconv.Itoa(i), i, source.Span{}
		c.global(g, names)
	}
	names = map[string]bool{}
	for i, f := range p.Funcs {
		if !c.work(8) {
			return
		}
		c.part, c.at, c.span = "function "+strconv.Itoa(i), i, source.Span{}
		c.function(f, names)
	}
}

// count checks that a list is not too long.
func (c *sanity) count(n int, what string) bool {
	if n > MaxCount {
		c.fail("found %d %s, want at most %d", n, what, MaxCount)
		return false
	}
	return true
}

// name checks the name of something, which must be unique among others.
func (c *sanity) name(name, what string, others map[string]bool) {
	c.work(len(name))
	c.meter.Make(8 + len(name)/8)
	switch {
	case !isName(name):
		c.fail(`found %q as the name of %s, want ASCII without blanks and any of ( ) " , ! that begins with none of 0-9 - + . @`,
			shorten(name), what)
	case others[name]:
		c.fail("found another %s %q, want another name", strings.TrimPrefix(what, "a "), shorten(name))
	}
	others[name] = true
}

// isShown reports whether s is printable text.
func isShown(s string) bool {
	return s != "" && utf8.ValidString(s) && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
}

// place looks at a span.
func (c *sanity) place(s source.Span) {
	switch {
	case s == source.Span{}:
	case s.File < -1 || int(s.File) >= len(c.p.Sources):
		c.fail("found a place in source %d, want one of the %d sources", s.File, len(c.p.Sources))
	case s.File < 0 && len(c.p.Sources) > 0:
		c.fail("found a place in the text of the program, want one in its sources")
	case s.Line < 1 || s.Column < 1:
		c.fail("found the place %v, want lines and columns from 1", s)
	case s.EndLine < s.Line || s.EndLine == s.Line && s.EndColumn < s.Column || s.EndColumn < 1:
		c.fail("found a place from %v to %d:%d, want its end behind its start", s, s.EndLine, s.EndColumn)
	}
}

// integer looks at an integer.
func (c *sanity) integer(v *big.Int) bool {
	switch {
	case v == nil:
		c.fail("found no integer, want one")
		return false
	case v.BitLen() > MaxBits:
		c.fail("found an integer of %d bits, want at most %d", v.BitLen(), MaxBits)
		return false
	}
	return true
}

// bounds looks at a range.
func (c *sanity) bounds(lo, hi *big.Int) {
	if (lo == nil || c.integer(lo)) && (hi == nil || c.integer(hi)) && lo != nil && hi != nil && lo.Cmp(hi) > 0 {
		c.fail("found a range from %s to %s, want one that is not empty", shorten(lo.String()), shorten(hi.String()))
	}
}

// Globals.

func (c *sanity) global(g *Global, names map[string]bool) {
	if g == nil {
		c.fail("found nothing, want a global")
		return
	}
	c.span = g.Span
	c.place(g.Span)
	c.name(g.Name, "a global", names)
	c.part = "global " + shorten(g.Name)
	if g.Size < 0 || g.Size > MaxObject {
		c.fail("found a size of %d bytes, want 0 to %d", g.Size, MaxObject)
		return
	}
	end := int64(0)
	for _, x := range g.Init {
		if !c.work(4) {
			return
		}
		end = c.init(g, x, end)
	}
}

// init checks an initial value, which must not begin before the offset end, and returns where it ends.
func (c *sanity) init(g *Global, x Init, end int64) int64 {
	size := int64(len(x.Bytes))
	switch {
	case x.Value == nil && (x.Type != U8 || size == 0):
		c.fail("found neither an initial value nor bytes, want one")
	case x.Value != nil && x.Bytes != "":
		c.fail("found an initial value and bytes, want one")
	case x.Value != nil && (x.Type == NoScalar || x.Type.IsBitField() || !x.Type.isValid()):
		c.fail("found an initial value without a scalar type, want one")
	case x.Value != nil:
		size = x.Type.Size()
		c.constant(x)
	}
	if x.Offset < end || x.Offset > g.Size || size > g.Size-x.Offset {
		c.fail("found initial data of %d bytes at offset %d, want it between %d and %d", size, x.Offset, end, g.Size)
		return end
	}
	return x.Offset + size
}

// constant checks an initial value that is not bytes.
func (c *sanity) constant(x Init) {
	switch x.Value.Op {
	case Const, Null, Address, Function, Single, Double:
		c.expr(x.Value, x.Type.Type(), false, 0)
		if v := x.Value; v.Op == Const && v.Int != nil && x.Type.Type() == Int && !x.Type.Holds(v.Int) {
			c.fail("found an initial value out of the range of %v, want one in it", x.Type)
		}
	case Move:
		v := x.Value
		if v.X == nil || v.X.Op != Address || v.Y == nil || v.Y.Op != Const || v.Kind != "" {
			c.fail("found an initial value that moves something else than a global by a constant, want that")
			return
		}
		c.expr(v, x.Type.Type(), false, 0)
	default:
		c.fail("found an initial value that is no constant, want an integer, null, global, func, f32, f64, or move of a global")
	}
}

// Functions.

func (c *sanity) function(f *Func, names map[string]bool) {
	c.pc = -1
	if f == nil {
		c.fail("found nothing, want a function")
		return
	}
	c.f, c.span = f, f.Span
	c.place(f.Span)
	c.name(f.Name, "a function", names)
	c.part = "function " + shorten(f.Name)
	c.slots(f)
	c.signature(f.Signature)
	switch {
	case f.Result > F64:
		c.fail("found a result of type %v, want int, ptr, f32, f64 or none", f.Result)
	case !c.count(len(f.Code), "instructions"):
		return
	case len(f.Code) == 0:
		c.fail("found no instruction, want one")
	case f.Loops < 0 || f.Loops > len(f.Code):
		c.fail("found %d loops, want at most one for each of the %d instructions", f.Loops, len(f.Code))
	}
	for i := range f.Code {
		if !c.work(16) {
			return
		}
		c.pc, c.span = i, f.Code[i].Span
		c.instr(&f.Code[i])
	}
	c.f, c.pc = nil, -1
}

func (c *sanity) slots(f *Func) {
	if !c.count(len(f.Slots), "slots") {
		return
	}
	if f.Params < 0 || f.Params > len(f.Slots) {
		c.fail("found %d parameters, want at most %d, the number of slots", f.Params, len(f.Slots))
	}
	names := map[string]bool{}
	for _, s := range f.Slots {
		if !c.work(8) {
			return
		}
		c.name(s.Name, "a slot", names)
		if s.Type < Int || s.Type > F64 {
			c.fail("found the slot %q of type %v, want int, ptr, f32 or f64", shorten(s.Name), s.Type)
		}
	}
}

// Instructions.

func (c *sanity) instr(in *Instr) {
	c.place(in.Span)
	if int(in.Op) >= len(instructions) {
		c.fail("found instruction number %d, want one of the table", in.Op)
		return
	}
	row := &instructions[in.Op]
	c.has(row.dst, in.Dst != -1, row.name, "a slot for its result")
	c.has(when(row.life, may), in.Life != Heap, row.name, "a life")
	c.has(when(row.scalar, must), in.Type != NoScalar, row.name, "a scalar type")
	if row.reason {
		c.has(must, in.Name != "", row.name, "a reason")
	} else {
		c.has(when(row.input, must), in.Name != "", row.name, "a name")
	}
	c.has(when(row.input, may), in.Lo != nil || in.Hi != nil, row.name, "a range")
	c.has(when(row.loose && (row.scalar || in.Kind != ""), may), in.Loose, row.name, "the word loose")
	c.has(row.kind, in.Kind != "", row.name, "a kind of fault")
	c.has(when(row.signature, may), in.Signature != "", row.name, "a signature")
	c.has(when(row.then, may), in.Then != 0, row.name, "a target")
	c.has(when(row.els, may), in.Else != 0, row.name, "a second target")
	c.has(row.loop, in.Loop != -1, row.name, "the number of a loop")
	c.fields(in, row)
	if in.Dst >= 0 && in.Dst < len(c.f.Slots) && row.value != NoType && c.f.Slots[in.Dst].Type != row.value {
		c.fail("found the slot %q of type %v for the result of %s, want %v", shorten(c.f.Slots[in.Dst].Name),
			c.f.Slots[in.Dst].Type, row.name, row.value)
	}
	if !row.ends && c.pc == len(c.f.Code)-1 {
		c.fail("found the end of the code behind %s, want an instruction", row.name)
	}
	c.operands(in, row)
}

// when returns d if is is true, and otherwise free.
func when(is bool, d duty) duty {
	if is {
		return d
	}
	return free
}

// has checks that something is there if it must be, and is not there if it cannot be.
func (c *sanity) has(d duty, is bool, name, what string) {
	switch {
	case d == free && is:
		c.fail("found %s with %s, want it without", name, what)
	case d == must && !is:
		c.fail("found %s without %s, want it", name, what)
	}
}

// fields checks the parts of an instruction other than its operands.
func (c *sanity) fields(in *Instr, row *instruction) {
	if in.Dst < -1 || in.Dst >= len(c.f.Slots) {
		c.fail("found slot %d, want one of the %d slots", in.Dst, len(c.f.Slots))
	}
	if int(in.Life) >= len(lives) {
		c.fail("found life number %d, want heap or local", in.Life)
	}
	if !in.Type.isValid() {
		c.fail("found scalar type number %d, want one of the table or a bit-field of at most 8 bytes", uint16(in.Type))
	}
	if in.Type.IsBitField() && !in.Loose {
		c.fail("found a bit-field without the word loose, want it")
	}
	if row.input {
		c.input(in)
	}
	if row.reason && in.Name != "" && !isShown(in.Name) {
		c.fail("found the reason %q, want printable text", shorten(in.Name))
	}
	c.signature(in.Signature)
	if in.Kind != "" && !slices.Contains(semantics.Kinds, in.Kind) {
		c.fail("found the kind of fault %q, want one that is known", shorten(string(in.Kind)))
	}
	for _, to := range [...]struct {
		has bool
		pc  int
	}{{row.then, in.Then}, {row.els, in.Else}} {
		if to.has && (to.pc < 0 || to.pc >= len(c.f.Code)) {
			c.fail("found a jump to instruction %d, want one of the %d instructions", to.pc, len(c.f.Code))
		}
	}
	if in.Loop < -1 || in.Loop >= c.f.Loops {
		c.fail("found loop %d, want one of the %d loops", in.Loop, c.f.Loops)
	}
}

// signature looks at a signature.
func (c *sanity) signature(s string) {
	c.work(len(s))
	if s != "" && (!isShown(s) || strings.ContainsAny(s, `"\`)) {
		c.fail(`found the signature %q, want printable text without " and \`, shorten(s))
	}
}

// input looks at the name and the range of an input. All draws of one name have one range.
func (c *sanity) input(in *Instr) {
	c.work(len(in.Name))
	if !isName(in.Name) || strings.Contains(in.Name, "#") {
		c.fail(`found %q as the name of an input, want ASCII without blanks and any of ( ) " , ! # that begins with none of 0-9 - + . @`,
			shorten(in.Name))
	}
	c.bounds(in.Lo, in.Hi)
	if first := c.draws[in.Name]; first == nil {
		c.meter.Make(8)
		c.draws[in.Name] = in
	} else if !same(first.Lo, in.Lo) || !same(first.Hi, in.Hi) {
		c.fail("found another range for the input %q, want that of its first draw", shorten(in.Name))
	}
}

func same(a, b *big.Int) bool { return a == b || a != nil && b != nil && a.Cmp(b) == 0 }

// operands looks at the operands of an instruction.
func (c *sanity) operands(in *Instr, row *instruction) {
	if !c.count(len(in.Args), "operands") {
		return
	}
	if len(in.Args) < len(row.args) || len(in.Args) > len(row.args) && !row.more {
		c.fail("found %s with %d operands, want %d", row.name, len(in.Args), len(row.args))
		return
	}
	for i, e := range in.Args {
		want := slotType
		if i < len(row.args) {
			want = row.args[i]
		}
		if !c.expr(e, want, want == slotType, 0) {
			return
		}
	}
	switch in.Op {
	case Set:
		c.sameType(in.Dst, in.Args[0].Type, "set")
	case Load:
		if in.Type.isValid() {
			c.sameType(in.Dst, in.Type.Type(), "load")
		}
	case Store:
		if in.Type.isValid() && in.Args[1].Type != in.Type.Type() {
			c.fail("found a store of type %v as %v, want type %v", in.Args[1].Type, in.Type, in.Type.Type())
		}
	case Call:
		if in.Args[0].Op == Function {
			c.call(in, c.p.Funcs[in.Args[0].Ref])
		}
	case Return:
		c.result(in)
	}
}

// sameType checks that a slot can hold a value of the given type.
func (c *sanity) sameType(dst int, t Type, name string) {
	if dst >= 0 && dst < len(c.f.Slots) && c.f.Slots[dst].Type != t {
		c.fail("found %s of type %v into the slot %q of type %v, want the same type", name, t,
			shorten(c.f.Slots[dst].Name), c.f.Slots[dst].Type)
	}
}

// call checks a call of a known function. A call may ignore the result.
func (c *sanity) call(in *Instr, f *Func) {
	if f == nil || f.Params < 0 || f.Params > len(f.Slots) {
		return // reported elsewhere
	}
	args := in.Args[1:]
	if len(args) != f.Params {
		c.fail("found a call of %q with %d arguments, want %d", shorten(f.Name), len(args), f.Params)
		return
	}
	for i, e := range args {
		if e.Type != f.Slots[i].Type {
			c.fail("found argument %d of type %v in a call of %q, want %v", i+1, e.Type, shorten(f.Name),
				f.Slots[i].Type)
		}
	}
	if in.Dst >= 0 && f.Result == NoType {
		c.fail("found a slot for the result of %q, which has none", shorten(f.Name))
	} else if in.Dst >= 0 {
		c.sameType(in.Dst, f.Result, "the result")
	}
}

func (c *sanity) result(in *Instr) {
	switch {
	case c.f.Result == NoType && len(in.Args) > 0:
		c.fail("found return with a value, want none as the function has no result")
	case c.f.Result != NoType && len(in.Args) != 1:
		c.fail("found return with %d values, want 1 as the function has a result", len(in.Args))
	case c.f.Result != NoType && in.Args[0].Type != c.f.Result:
		c.fail("found return of type %v, want %v", in.Args[0].Type, c.f.Result)
	}
}

// Expressions.

// expr checks an expression at the given depth, which must have the type want, and reports whether its operands are
// there and have their types. Undefined says whether the value may be undefined.
func (c *sanity) expr(e *Expr, want Type, undefined bool, depth int) bool {
	if !c.work(8) {
		return false
	}
	switch {
	case e == nil:
		c.fail("found no operand, want one of type %v", want)
		return false
	case int(e.Op) >= len(operators):
		c.fail("found operator number %d, want one of the table", e.Op)
		return false
	case depth > MaxDepth:
		c.fail("found expressions that nest deeper than %d levels", MaxDepth)
		return false
	}
	row := &operators[e.Op]
	if !c.leaf(e) || !c.parts(e, row, undefined, depth) {
		return false
	}
	if t := e.valueType(c.f); e.Type != t {
		c.fail("found %s that says it is of type %v, want %v", row.name, e.Type, t)
		return false
	}
	if !want.allows(e.Type) {
		c.fail("found an operand of type %v, the value of %s, want %v", e.Type, c.shown(e), want)
		return false
	}
	if e.Op == Read && !undefined {
		c.fail("found the slot %[1]q, which may be undefined, want (def %[1]s ...)", shorten(c.f.Slots[e.Slot].Name))
	}
	return true
}

// shown names an expression for a message.
func (c *sanity) shown(e *Expr) string {
	if e.Op == Read {
		return strconv.Quote(shorten(c.f.Slots[e.Slot].Name))
	}
	return e.Op.String()
}

// allows reports whether an operand of type v may stand where t is wanted.
func (t Type) allows(v Type) bool {
	switch t {
	case slotType:
		return Int <= v && v <= F64
	case floatType:
		return v == F32 || v == F64
	}
	return t == v
}

// parts checks the operands of an operator, and its obligation.
func (c *sanity) parts(e *Expr, row *operator, undefined bool, depth int) bool {
	c.has(when(row.x != NoType, may), e.X != nil, row.name, "an operand")
	c.has(when(row.y != NoType, may), e.Y != nil, row.name, "a second operand")
	c.has(row.obligation, e.Kind != "", row.name, "a kind of fault")
	c.has(when(e.Kind != "", may), e.Span != source.Span{}, row.name, "a place")
	c.place(e.Span)
	if e.Kind != "" && e.Kind != Discard && !slices.Contains(semantics.Kinds, e.Kind) {
		c.fail("found the kind of fault %q, want one that is known", shorten(string(e.Kind)))
	}
	if row.x != NoType && !c.expr(e.X, row.x, e.Op == Defined || e.Op == Freeze, depth+1) {
		return false
	}
	wantY := row.y
	if wantY == floatType {
		wantY = e.X.Type
	}
	if row.y != NoType && !c.expr(e.Y, wantY, e.Op == Given && undefined, depth+1) {
		return false
	}
	if (e.Op == Shl || e.Op == Shr) && !isAmount(e.Y) {
		c.fail("found %s by an amount without bounds, want a constant or an `in` from 0 to at most %d", row.name,
			MaxShift)
	}
	return true
}

// isAmount reports whether e is always a number of places by which one can shift.
func isAmount(e *Expr) bool {
	fits := func(v *big.Int) bool { return v != nil && v.Sign() >= 0 && v.Cmp(big.NewInt(MaxShift)) <= 0 }
	return e.Op == Const && fits(e.Int) || e.Op == Within && fits(e.Lo) && fits(e.Hi)
}

// leaf checks the parts of an expression other than operands and obligation, and reports whether they are in range.
func (c *sanity) leaf(e *Expr) bool {
	name := e.Op.String()
	c.has(when(e.Op == Const, must), e.Int != nil, name, "an integer")
	c.has(when(e.Op == Read, may), e.Slot != 0, name, "a slot")
	c.has(when(e.Op == Address || e.Op == Function, may), e.Ref != 0, name, "a reference")
	c.has(when(e.Op == Single || e.Op == Double || e.Op == Truth, may), e.Bits != 0, name, "an encoding")
	c.has(when(e.Op == Within, may), e.Lo != nil || e.Hi != nil, name, "a range")
	switch e.Op {
	case Const:
		return e.Int != nil && c.integer(e.Int)
	case Read:
		return c.below(e.Slot, c.slotCount(), "slot")
	case Address:
		return c.below(e.Ref, len(c.p.Globals), "global")
	case Function:
		return c.below(e.Ref, len(c.p.Funcs), "function")
	case Single:
		if e.Bits>>32 != 0 {
			c.fail("found the encoding %#x of a number of 32 bits, want 32 bits", e.Bits)
		}
	case Truth:
		if e.Bits > 1 {
			c.fail("found truth %d, want 0 or 1", e.Bits)
		}
	case Within:
		c.bounds(e.Lo, e.Hi)
	}
	return true
}

func (c *sanity) slotCount() int {
	if c.f == nil {
		return 0
	}
	return len(c.f.Slots)
}

// below checks that an index is in range.
func (c *sanity) below(i, n int, what string) bool {
	if i < 0 || i >= n {
		c.fail("found %s %d, want one of the %d there are", what, i, n)
		return false
	}
	return true
}
