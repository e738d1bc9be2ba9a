// Package randcore makes random programs of the core for tests. The source of random numbers determines the program.
package randcore

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines random programs: which functions, objects and statements they have.

// BitFields are families of programs about bit-fields.
var BitFields = []Family{
	{Name: "bit-fields", Memory: true, Bits: true},
	{Name: "bit-fields at offsets", Memory: true, Offset: true, Bits: true, Use: true},
	{Name: "bit-fields in loops", Memory: true, Loop: true, Call: true, Bits: true, Use: true},
}

// Families are the families for tests that want all of them.
var Families = []Family{
	{Name: "straight line", Check: true},
	{Name: "branches", Stop: true, Check: true},
	{Name: "loops", Loop: true, Stop: true},
	{Name: "draws", Loop: true, Draw: true, Stop: true, Check: true},
	{Name: "memory", Memory: true, Check: true},
	{Name: "offsets", Memory: true, Offset: true, Use: true},
	{Name: "heap", Memory: true, Heap: true, Loop: true},
	{Name: "calls", Call: true, Memory: true, Stop: true},
	{Name: "lives", Call: true, Memory: true, Heap: true, Use: true},
	{Name: "floats", Float: true, Memory: true, Check: true},
	{Name: "tables", Memory: true, Offset: true, Call: true, Use: true},
	{Name: "parts", Memory: true, Heap: true, Check: true, Use: true},
	{Name: "uses", Memory: true, Offset: true, Heap: true, Call: true, Loop: true, Use: true},
	{Name: "everything", Loop: true, Memory: true, Offset: true, Heap: true, Call: true, Draw: true, Check: true,
		Float: true, Stop: true},
}

// maxDraws bounds how often an input is drawn again in a run that ends soon.
const maxDraws = 12

// Program returns a random program of the family. It passes the sanity check.
func Program(r *rand.Rand, f Family) *core.Program { return program(r, f, nil) }

// Aimed returns a random program that comes to each of some aims soon, to one after the other.
func Aimed(r *rand.Rand, aims ...Aim) *core.Program {
	f := Family{Name: "aimed", Memory: true, Heap: true, Call: true}
	f.Draw = r.IntN(2) == 0
	f.Offset = f.Draw
	return program(r, f, aims)
}

// program returns a random program of the family, which comes to some aims if there are any.
func program(r *rand.Rand, f Family, aims []Aim) *core.Program {
	g := &generator{Rand: r, Family: f, aims: aims, p: &core.Program{Sources: []string{"random.src"}}}
	if g.Memory {
		for i := range 1 + g.IntN(2) {
			g.p.Globals = append(g.p.Globals, g.global(i))
		}
	}
	funcs := 1
	if g.Call {
		funcs += 1 + g.IntN(2)
	}
	for i := range funcs {
		g.p.Funcs = append(g.p.Funcs, g.declare(i))
	}
	for i, f := range g.p.Funcs {
		g.define(f)
		for pc := range f.Code {
			g.place(&f.Code[pc], int32(1000*i+pc+1))
		}
	}
	return g.p
}

// place gives an instruction a line of its own and its obligations columns.
func (g *generator) place(in *core.Instr, line int32) {
	column := int32(0)
	next := func() source.Span {
		column += 2
		return source.Span{Line: line, Column: column - 1, EndLine: line, EndColumn: column}
	}
	in.Span = next()
	var walk func(e *core.Expr)
	walk = func(e *core.Expr) {
		if e == nil {
			return
		}
		if e.Kind != "" {
			e.Span = next()
		}
		walk(e.X)
		walk(e.Y)
	}
	for _, e := range in.Args {
		walk(e)
	}
}

// Inputs returns random values for the inputs of p, each in its range. Most are small, so that comparisons go either
// way.
func Inputs(r *rand.Rand, p *core.Program) map[string]*big.Int {
	m := map[string]*big.Int{}
	for _, f := range p.Funcs {
		for _, c := range f.Code {
			if c.Op != core.Draw {
				continue
			}
			for k := range maxDraws {
				name := c.Name
				if k > 0 {
					name = fmt.Sprintf("%s#%d", c.Name, k+1)
				}
				if m[name] == nil {
					m[name] = value(r, c.Lo, c.Hi)
				}
			}
		}
	}
	return m
}

// value returns a random integer in a range.
func value(r *rand.Rand, lo, hi *big.Int) *big.Int {
	v := big.NewInt(int64(r.IntN(13)) - 4)
	if r.IntN(16) == 0 {
		v.Lsh(v, uint(r.IntN(80)))
	}
	if lo != nil && v.Cmp(lo) < 0 {
		v.Add(lo, new(big.Int).Abs(v))
	}
	if hi != nil && v.Cmp(hi) > 0 {
		v.Set(hi)
	}
	if lo != nil && v.Cmp(lo) < 0 {
		v.Set(lo)
	}
	return v
}

// global makes an object with some initial data, which may be a pointer to itself.
func (g *generator) global(i int) *core.Global {
	o := &core.Global{Name: fmt.Sprintf("g%d", i), Size: int64(8 * (1 + g.IntN(4))), ReadOnly: g.one(5)}
	switch g.IntN(4) {
	case 0:
		// not only letters: two bytes are one in UTF-8
		o.Init = []core.Init{{Offset: 0, Type: core.U8, Bytes: "v\xce\xb6ch"}}
	case 1:
		o.Init = []core.Init{{Offset: 0, Type: core.Pointer,
			Value: &core.Expr{Op: core.Address, Type: core.Ptr, Ref: i}}}
	case 2:
		o.Init = []core.Init{{Offset: 4, Type: core.I32, Value: constant(int64(g.IntN(20)) - 10)}}
	}
	return o
}

// declare makes the head of the i-th function; the first runs.
func (g *generator) declare(i int) *core.Func {
	f := &core.Func{Name: fmt.Sprintf("f%d", i)}
	if i > 0 {
		f.Params = 1 + g.IntN(2)
		f.Library, f.Signature = g.one(3), g.signature()
		if f.Result = core.Int; g.Memory && g.one(2) || len(g.aims) > 0 && i == 1 {
			f.Result = core.Ptr
		}
	}
	add := func(t core.Type, name string, n int) {
		for k := range n {
			f.Slots = append(f.Slots, core.Slot{Name: fmt.Sprint(name, k), Type: t})
		}
	}
	add(core.Int, "x", 5)
	if g.Memory {
		add(core.Ptr, "p", 3)
	}
	if g.Float {
		add(core.F64, "d", 2)
		add(core.F32, "e", 1)
	}
	return f
}

// define makes the code of f.
func (g *generator) define(f *core.Func) {
	g.f, g.ints, g.ptrs, g.nums, g.loops = f, nil, nil, nil, 0
	for i, s := range f.Slots {
		switch s.Type {
		case core.Int:
			g.ints = append(g.ints, i)
		case core.Ptr:
			g.ptrs = append(g.ptrs, i)
		default:
			g.nums = append(g.nums, i)
		}
	}
	first := 0
	if f == g.p.Funcs[0] {
		for k, slot := range g.ints[:2+g.IntN(2)] {
			in := g.instr(core.Draw)
			in.Dst, in.Name, first = slot, fmt.Sprint("in", k), k+1
			if g.Draw || g.Offset && k == 0 {
				in.Lo, in.Hi = big.NewInt(int64(-g.IntN(3))), big.NewInt(int64(1+g.IntN(9)))
			}
			g.emit(in)
		}
		if g.one(3) {
			in := g.instr(core.Assume)
			in.Args = []*core.Expr{g.likely()}
			g.emit(in)
		}
	} else {
		first = f.Params
	}
	for _, slot := range g.ints[first:] {
		if !g.one(100) { // the others are undefined
			g.set(slot, constant(int64(g.IntN(7))-2))
		}
	}
	for _, slot := range g.ptrs {
		switch {
		case g.one(100):
		case g.Heap && g.one(2):
			g.alloc(slot)
		default:
			g.set(slot, g.object())
		}
	}
	for _, slot := range g.nums {
		if !g.one(100) {
			g.set(slot, g.number(f.Slots[slot].Type, 0))
		}
	}
	if f == g.p.Funcs[0] {
		if g.Use {
			g.use()
		}
		if len(g.aims) == 0 {
			g.block(3+g.IntN(6), 3)
		}
		for i, a := range g.aims {
			g.aimAt(a, i == len(g.aims)-1)
		}
	} else if len(g.aims) == 0 { // which is run often, and should come to its end
		g.block(1+g.IntN(3), 2)
	} else {
		g.block(g.IntN(2), 1)
	}
	if g.Heap && g.one(4) {
		g.emit(g.instr(core.Leaks))
	}
	in := g.instr(core.Return)
	switch {
	case f.Result == core.NoType:
	case f.Result == core.Ptr:
		slot := pick(g, g.ptrs...)
		if g.Heap && (len(g.aims) > 0 || !g.one(3)) {
			g.alloc(slot)
			f.Code[len(f.Code)-1].Life = core.Local
		}
		in.Args = []*core.Expr{g.defined(slot)}
	case g.one(8):
		in.Args = []*core.Expr{g.read(pick(g, g.ints...))}
	default:
		in.Args = []*core.Expr{g.integer(1)}
	}
	g.emit(in)
}

// block makes n statements, nested to the given depth at most.
func (g *generator) block(n, depth int) {
	for range n {
		g.stmt(depth)
	}
}

// stmt makes a statement.
func (g *generator) stmt(depth int) {
	for {
		if g.Use && g.one(3) {
			g.use()
			return
		}
		switch k := g.IntN(26); {
		case k < 5:
			g.set(pick(g, g.ints...), g.integer(2))
			return
		case k < 8 && depth > 0:
			g.branch(depth)
			return
		case k < 10 && g.Loop && depth > 0 && g.loops < 2:
			g.loop(depth)
			return
		case (k < 13 || k == 25) && g.Memory:
			g.access()
			return
		case (k < 15 || k == 24) && g.Heap:
			g.heap()
			return
		case k == 15 && g.Memory:
			g.set(pick(g, g.ptrs...), g.pointer(1))
			return
		case k == 16 && g.Call, k >= 21 && g.Call && g.Heap:
			g.call()
			return
		case k == 17 && g.Draw:
			in := g.instr(core.Draw)
			in.Dst, in.Name, in.Lo, in.Hi = pick(g, g.ints...), "mid", big.NewInt(-2), big.NewInt(9)
			g.emit(in)
			return
		case k == 18 && g.Float:
			slot := pick(g, g.nums...)
			g.set(slot, g.number(g.f.Slots[slot].Type, 2))
			return
		case k == 19 && g.Stop:
			g.stop(depth)
			return
		case k == 20 && g.one(4):
			in := g.instr(core.Output)
			in.Args = []*core.Expr{constant(int64(pick(g, 0, 1, 1, 2))), g.integer(1)}
			g.emit(in)
			return
		case k == 21 && g.one(2): // a copy of what may be undefined
			g.set(pick(g, g.ints...), g.read(pick(g, g.ints...)))
			return
		}
	}
}

// stop makes an instruction at which runs may end.
func (g *generator) stop(depth int) {
	switch k := g.IntN(10); {
	case k < 4:
		in := g.instr(core.Assume)
		in.Args = []*core.Expr{g.likely()}
		g.emit(in)
	case k < 7: // an assertion
		in := g.instr(core.Branch)
		in.Args = []*core.Expr{g.likely()}
		in.Then, in.Else = len(g.f.Code)+2, len(g.f.Code)+1
		g.emit(in)
		in = g.instr(core.Fail)
		in.Kind = semantics.AssertionFailed
		g.emit(in)
	case depth < 3:
		in := g.instr(pick(g, core.Fail, core.Halt, core.Unsupported))
		switch in.Op {
		case core.Fail:
			in.Kind = pick(g, semantics.Failed, semantics.Failed, pick(g, ownKinds...))
		case core.Halt:
			in.Args = []*core.Expr{g.integer(1)}
		case core.Unsupported:
			in.Name = "something that nobody models"
		}
		g.emit(in)
	}
}

// branch makes a choice of two blocks.
func (g *generator) branch(depth int) {
	in := g.instr(core.Branch)
	in.Args = []*core.Expr{g.truth(2)}
	in.Then = len(g.f.Code) + 1
	at := g.emit(in)
	g.block(g.IntN(3), depth-1)
	jump := g.emit(g.instr(core.Jump))
	g.f.Code[at].Else = len(g.f.Code)
	g.block(g.IntN(3), depth-1)
	g.f.Code[jump].Then = len(g.f.Code)
}

// loop makes a loop. Most count to a small bound.
func (g *generator) loop(depth int) {
	g.loops++
	defer func() { g.loops-- }()
	counter := len(g.f.Slots)
	g.f.Slots = append(g.f.Slots, core.Slot{Name: fmt.Sprint("i", counter), Type: core.Int})
	g.set(counter, constant(0))
	number := g.f.Loops
	g.f.Loops++
	in := g.instr(core.Enter)
	in.Loop = number
	head := g.emit(in) + 1
	in = g.instr(core.Branch)
	in.Loop, in.Then = number, head+1
	below := binary(core.Lt, core.Bool, g.defined(counter), constant(int64(g.IntN(5))))
	switch g.IntN(4) {
	case 0:
		below = binary(core.And, core.Bool, below, g.truth(1))
	case 1:
		below = binary(core.Or, core.Bool, binary(core.And, core.Bool, g.truth(1),
			binary(core.Lt, core.Bool, g.defined(counter), constant(6))), below)
	}
	in.Args = []*core.Expr{below}
	g.emit(in)
	g.block(g.IntN(3), depth-1)
	if !g.one(16) { // the others may never end
		g.set(counter, binary(core.Add, core.Int, g.defined(counter), constant(1)))
	}
	in = g.instr(core.Jump)
	in.Then = head
	g.emit(in)
	g.f.Code[head].Else = len(g.f.Code)
}

// access makes a load, a store, a copy or a fill.
func (g *generator) access() {
	scalars := []core.Scalar{core.U8, core.I8, core.U16, core.I16, core.U32, core.I32, core.U64, core.I64}
	in := g.instr(core.Load)
	in.Type = pick(g, core.I32, core.I32, core.I64, pick(g, scalars...))
	switch k := g.IntN(13); {
	case k < 4:
		in.Dst, in.Args = pick(g, g.ints...), []*core.Expr{g.pointer(1)}
	case k < 9:
		in.Op, in.Args = core.Store, []*core.Expr{g.pointer(1), g.integer(1)}
		if g.one(5) {
			in.Args[1] = g.read(pick(g, g.ints...))
		}
	case k == 9:
		in.Op, in.Type, in.Args = core.Store, core.Pointer, []*core.Expr{g.pointer(1), g.pointer(1)}
		if g.one(2) {
			in.Op, in.Dst, in.Args = core.Load, pick(g, g.ptrs...), []*core.Expr{g.pointer(1)}
		}
	case k == 10:
		in.Op, in.Type = core.Fill, core.NoScalar
		in.Args = []*core.Expr{g.pointer(0), constant(int64(g.IntN(3))), constant(int64(g.IntN(10)))}
	default:
		in.Op, in.Type = core.Copy, core.NoScalar
		in.Args = []*core.Expr{g.pointer(0), g.pointer(0), constant(int64(g.IntN(10)))}
		if g.one(3) {
			in.Kind, in.Loose = semantics.OverlappingCopy, in.Args[2].Int.Bit(0) == 1
		}
	}
	if g.Float && g.one(4) && (in.Op == core.Load || in.Op == core.Store) {
		slot := pick(g, g.nums...)
		t := g.f.Slots[slot].Type
		if in.Type = core.Float64; t == core.F32 {
			in.Type = core.Float32
		}
		if in.Op == core.Load {
			in.Dst, in.Args = slot, []*core.Expr{g.pointer(1)}
		} else {
			in.Args = []*core.Expr{g.pointer(1), g.number(t, 1)}
		}
	}
	if in.Op == core.Load || in.Op == core.Store {
		in.Loose = !g.one(3)
	}
	if g.Bits && in.Type.Type() == core.Int {
		in.Type, in.Loose = g.bitField(), true
	}
	g.emit(in)
}

// heap makes an allocation or frees an object, or asks something of one.
func (g *generator) heap() {
	switch g.IntN(16) {
	case 0, 1, 2, 3, 4:
		g.alloc(pick(g, g.ptrs...))
		return
	case 5, 6, 7, 8:
		g.manage(pick(g, core.Extent, core.Room, core.End, core.End, core.Protect))
		return
	}
	slot, in := pick(g, g.ptrs...), g.instr(core.Free)
	if in.Args = []*core.Expr{g.defined(slot)}; g.one(4) {
		in.Args = []*core.Expr{g.pointer(1)}
	}
	if g.one(2) { // so that it may be freed
		g.alloc(slot)
	}
	g.emit(in)
	switch g.IntN(8) { // what is gone
	case 0:
		g.emit(in)
	case 1, 2, 3:
		g.load(slot)
	}
}

// manage makes one of the instructions on objects that are neither alloc nor free, and what may be a mistake after it.
func (g *generator) manage(op core.Opcode) {
	slot, in := pick(g, g.ptrs...), g.instr(op)
	in.Args = []*core.Expr{g.defined(slot)}
	switch {
	case g.one(8):
		in.Args = []*core.Expr{g.pointer(1)}
	case !g.one(4):
		g.alloc(slot)
		if life := &g.f.Code[len(g.f.Code)-1].Life; op == core.End {
			*life = core.Local
		} else if op == core.Extent {
			*life = core.Heap
		}
	}
	if op == core.Extent || op == core.Room {
		in.Dst = pick(g, g.ints...)
	}
	g.emit(in)
	if op == core.End && g.one(3) {
		g.load(slot)
	}
}

// alloc makes an allocation.
func (g *generator) alloc(slot int) {
	in := g.instr(core.Alloc)
	in.Dst, in.Life = slot, pick(g, core.Heap, core.Heap, core.Local)
	if in.Args = []*core.Expr{constant(int64(4 * g.IntN(6)))}; g.Offset && g.one(3) {
		in.Args = []*core.Expr{g.integer(1)}
	}
	g.emit(in)
}

// call makes a call of a function that stands later, so that most recursion ends, or of one that it may be.
func (g *generator) call() {
	i := g.IntN(len(g.p.Funcs))
	if i == 0 || g.p.Funcs[i] == g.f && !g.one(3) {
		i = len(g.p.Funcs) - 1
	}
	f := g.p.Funcs[i]
	if f == g.f && !g.one(4) { // endless recursion is rare
		return
	}
	in := g.instr(core.Call)
	if in.Dst = pick(g, g.ints...); f.Result == core.Ptr {
		in.Dst = pick(g, g.ptrs...)
	}
	in.Args = []*core.Expr{{Op: core.Function, Type: core.Ptr, Ref: i}}
	if in.Signature = f.Signature; g.one(8) {
		in.Signature = g.signature()
	}
	for range f.Params {
		in.Args = append(in.Args, g.integer(1))
	}
	if len(g.ptrs) > 0 && g.one(4) { // through a pointer, which may be another one
		slot := pick(g, g.ptrs...)
		if !g.one(4) {
			g.set(slot, in.Args[0])
		}
		in.Args[0] = g.defined(slot)
	}
	g.emit(in)
	if f.Result == core.Ptr && !g.one(3) { // whose object may have come to its end
		g.load(in.Dst)
	}
}
