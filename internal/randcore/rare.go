package randcore

import (
	"math/big"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines statements with the instructions and the faults that are rare in random statements: each instruction, and each kind of fault, has one.

// Rare are families of short programs that come to such a statement soon.
var Rare = []Family{
	{Name: "rare", Memory: true, Heap: true, Call: true, Rare: true},
	{Name: "rare, with draws", Memory: true, Heap: true, Call: true, Draw: true, Offset: true, Rare: true},
}

// fresh lets a slot point to a new object of 8 bytes.
func (g *generator) fresh(slot int, life core.Life) {
	in := g.instr(core.Alloc)
	in.Dst, in.Life, in.Args = slot, life, []*core.Expr{constant(8)}
	g.emit(in)
}

// on makes an instruction with the given operands.
func (g *generator) on(op core.Opcode, args ...*core.Expr) {
	in := g.instr(op)
	if in.Args = args; op == core.Extent || op == core.Room {
		in.Dst = pick(g, g.ints...)
	}
	g.emit(in)
}

// sometimes makes what only some inputs come to; at other times, all do.
func (g *generator) sometimes(make func()) {
	if g.one(2) {
		make()
		return
	}
	g.perhaps(make)
}

// perhaps makes what only some inputs come to.
func (g *generator) perhaps(make func()) {
	in := g.instr(core.Branch)
	in.Args = []*core.Expr{binary(core.Lt, core.Bool, g.index(4), constant(3))}
	branch := g.emit(in)
	g.f.Code[branch].Then = branch + 1
	make()
	g.f.Code[branch].Else = len(g.f.Code)
}

// statements are the statements of rare, each as often as it is chosen: those with an instruction or a fault that nothing else has come most often.
var statements = []int{0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 6, 7, 8, 9, 9, 10, 11, 12, 13, 14}

// rare makes such a statement, with what it needs before it.
func (g *generator) rare() {
	p, q, x := g.ptrs[0], g.ptrs[1], pick(g, g.ints...)
	at := g.defined
	null := &core.Expr{Op: core.Null, Type: core.Ptr}
	switch pick(g, statements...) {
	case 0: // how large an object is, and what of it may be written
		g.fresh(p, pick(g, core.Heap, core.Heap, core.Local))
		g.on(pick(g, core.Extent, core.Extent, core.Room, core.Room), pick(g, at(p), at(p), at(p), g.at(p, constant(4))))
	case 1: // the end of an object, perhaps with a use after it
		g.fresh(p, core.Local)
		g.on(core.End, pick(g, at(p), at(p), at(p), g.at(p, constant(4)), at(q)))
		g.sometimes(func() { g.load(p) })
	case 2: // an object that may no longer be written
		g.fresh(p, core.Heap)
		g.on(core.Protect, pick(g, at(p), at(p), at(p), null))
		g.sometimes(func() { g.storeAt(core.I32, at(p), g.integer(1)) })
	case 3: // a lost object
		g.fresh(p, core.Heap)
		if !g.one(3) {
			g.set(p, null)
		}
		g.sometimes(func() { g.on(core.Leaks) })
	case 4:
		g.sometimes(func() { g.on(core.Halt, g.integer(1)) })
	case 5: // faults that the program has itself
		for range 3 {
			in := g.instr(core.Fail)
			if in.Kind = pick(g, semantics.Kinds...); g.one(2) {
				in.Kind = pick(g, ownKinds...)
			}
			g.perhaps(func() { g.emit(in) })
		}
	case 6:
		g.on(core.Output, constant(int64(pick(g, 0, 1, 2))), g.integer(1))
	case 7: // a call of what is no function, or of another type
		i := 1 + g.IntN(len(g.p.Funcs)-1)
		f := g.p.Funcs[i]
		in := g.instr(core.Call)
		if in.Dst = x; f.Result == core.Ptr {
			in.Dst = q
		}
		in.Signature, in.Args = g.signature(), []*core.Expr{pick(g, &core.Expr{Op: core.Function, Type: core.Ptr, Ref: i}, at(p), null)}
		for range f.Params {
			in.Args = append(in.Args, g.integer(1))
		}
		if g.f != f {
			g.emit(in)
		}
	case 8: // an object that is freed, once or more often
		g.fresh(p, core.Heap)
		g.on(core.Free, at(p))
		g.sometimes(func() {
			g.on(pick(g, core.Free, core.Free, core.Extent), at(p))
		})
	case 9: // after it was freed
		g.fresh(p, core.Heap)
		g.on(core.Free, at(p))
		g.sometimes(func() { g.load(p) })
	case 10: // after its function has returned
		f := g.p.Funcs[1] // which returns a pointer
		in := g.instr(core.Call)
		in.Dst, in.Signature, in.Args = p, f.Signature, []*core.Expr{{Op: core.Function, Type: core.Ptr, Ref: 1}}
		for range f.Params {
			in.Args = append(in.Args, g.integer(1))
		}
		g.emit(in)
		g.load(p)
	case 11: // sizes and areas
		g.fresh(p, core.Heap)
		in := g.instr(core.Copy)
		in.Args = []*core.Expr{g.at(p, constant(int64(g.IntN(4)))), at(p), g.integer(1)}
		in.Kind, in.Loose = semantics.OverlappingCopy, g.one(2)
		if g.one(2) {
			in = g.instr(core.Fill)
			in.Args = []*core.Expr{at(p), constant(int64(g.IntN(3))), g.integer(1)}
		}
		g.emit(in)
		if g.one(2) {
			g.makes(q, g.integer(1))
		}
	case 12: // a sum out of range
		e := binary(core.Add, core.Int, g.defined(g.ints[0]), g.defined(g.ints[1]))
		g.set(x, &core.Expr{Op: core.Within, Type: core.Int, X: e, Lo: big.NewInt(-3), Hi: big.NewInt(3), Kind: semantics.Overflow})
	case 13: // a pointer that is none, and one far from its object
		g.set(p, pick(g, null, &core.Expr{Op: core.ToPtr, Type: core.Ptr, X: g.integer(1)}, g.at(p, constant(int64(pick(g, -9, 20))))))
		g.load(p)
	case 14:
		g.sometimes(func() {
			in := g.instr(core.Unsupported)
			in.Name = "something that nobody models"
			g.emit(in)
		})
	}
}
