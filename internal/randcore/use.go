package randcore

import (
	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines statements that use memory in ways that are rare in random statements: at offsets and of sizes that
// depend on the inputs, partly, through pointers that come from memory, and after the end of an object's life.

// index makes an integer from 0 to n-1 that depends on an input.
func (g *generator) index(n int64) *core.Expr {
	e := binary(core.Mod, core.Int, g.defined(g.ints[g.IntN(2)]), constant(n))
	e.Kind = semantics.DivisionByZero
	return e
}

// at makes the pointer so many bytes behind the one in a slot.
func (g *generator) at(slot int, n *core.Expr) *core.Expr {
	return binary(core.Move, core.Ptr, g.defined(slot), n)
}

// scaled makes k n.
func scaled(k int64, n *core.Expr) *core.Expr { return binary(core.Mul, core.Int, constant(k), n) }

// makes makes an object of n bytes and lets a slot point to it.
func (g *generator) makes(slot int, n *core.Expr) {
	in := g.instr(core.Alloc)
	in.Dst, in.Life, in.Args = slot, pick(g, core.Heap, core.Local), []*core.Expr{n}
	g.emit(in)
}

func (g *generator) storeAt(t core.Scalar, at, v *core.Expr) {
	in := g.instr(core.Store)
	in.Type, in.Args, in.Loose = t, []*core.Expr{at, v}, !g.one(3)
	g.emit(in)
}

func (g *generator) loadAt(t core.Scalar, dst int, at *core.Expr) {
	in := g.instr(core.Load)
	in.Type, in.Dst, in.Args, in.Loose = t, dst, []*core.Expr{at}, !g.one(3)
	g.emit(in)
}

// use makes such a use of memory, with what it needs before it.
func (g *generator) use() {
	p, q, x := g.ptrs[0], g.ptrs[1+g.IntN(len(g.ptrs)-1)], g.ints[2+g.IntN(len(g.ints)-2)]
	if g.Bits && !g.one(4) {
		g.useBits(p, x)
		return
	}
	switch k := g.IntN(8) % 7; {
	case k == 0: // a table of integers, not all of which need be there
		t := pick(g, core.I32, core.I32, core.U16, core.U8)
		n := t.Size()
		g.makes(p, constant(4*n))
		for i := range int64(4) {
			if !g.one(3) {
				g.storeAt(t, g.at(p, constant(i*n)), g.integer(1))
			}
		}
		if g.one(2) {
			g.storeAt(t, g.at(p, scaled(n, g.index(4))), g.integer(1))
		}
		g.loadAt(t, x, g.at(p, scaled(pick(g, n, n, n, 1), g.index(int64(pick(g, 3, 4, 4, 5))))))
		if g.one(2) { // what was loaded may be undefined, and is stored then
			g.storeAt(t, g.at(p, constant(0)), g.read(x))
			g.loadAt(t, x, g.at(p, constant(0)))
		}
	case k == 1: // an object of a size that depends on an input
		g.makes(p, binary(core.Add, core.Int, g.index(7), constant(int64(g.IntN(3)))))
		for range 1 + g.IntN(2) {
			g.storeAt(core.U8, g.at(p, constant(int64(g.IntN(7)))), g.integer(1))
		}
		g.loadAt(pick(g, core.U8, core.I16), x, g.at(p, constant(int64(g.IntN(6)))))
	case k == 2 || k == 6: // bytes of an integer
		g.makes(p, constant(16))
		t := pick(g, core.I64, core.I32, core.U32, core.I16)
		at := int64(g.IntN(2)) * 8
		g.storeAt(t, g.at(p, constant(at)), scaled(int64(pick(g, 1, 259, 259, 70_001)), g.defined(g.ints[g.IntN(2)])))
		if g.one(3) { // one of which is another one
			g.storeAt(core.U8, g.at(p, constant(at+g.Int64N(t.Size()))), g.index(200))
		}
		part := pick(g, core.U8, core.I8, core.U16, core.I16)
		if g.one(4) {
			in := g.instr(core.Copy)
			in.Args = []*core.Expr{g.at(p, constant(8-at+g.Int64N(3))), g.at(p, constant(at)),
				constant(1 + g.Int64N(4))}
			g.emit(in)
			at = 8 - at
		}
		g.loadAt(part, x, g.at(p, constant(at+g.Int64N(max(1, t.Size()-part.Size()+1)))))
	case k == 3: // a table of pointers
		g.makes(p, constant(16))
		for i := range int64(2) {
			to := g.object()
			if g.one(2) {
				g.makes(q, constant(8))
				g.storeAt(core.I32, g.defined(q), g.integer(1))
				to = g.defined(q)
			}
			g.storeAt(core.Pointer, g.at(p, constant(8*i)), to)
		}
		g.loadAt(core.Pointer, q, g.at(p, scaled(8, g.index(2))))
		g.loadAt(core.I32, x, g.defined(q))
	case k == 4 && g.Call: // a table of functions
		g.makes(p, constant(16))
		last := len(g.p.Funcs) - 1
		for i := range int64(2) {
			g.storeAt(core.Pointer, g.at(p, constant(8*i)), &core.Expr{Op: core.Function, Type: core.Ptr,
				Ref: last - g.IntN(2)*min(1, last-1)})
		}
		g.loadAt(core.Pointer, q, g.at(p, scaled(8, pick(g, g.index(2), constant(8*int64(g.IntN(2)))))))
		f := g.p.Funcs[last]
		in := g.instr(core.Call)
		if in.Dst = x; f.Result == core.Ptr {
			in.Dst = q
		}
		in.Signature, in.Args = pick(g, "", f.Signature), []*core.Expr{g.defined(q)}
		for range f.Params {
			in.Args = append(in.Args, g.integer(1))
		}
		if g.f != f { // endless recursion is rare
			g.emit(in)
		}
	default: // an object that is freed on one of two ways
		in := g.instr(core.Alloc)
		in.Dst, in.Life, in.Args = p, core.Heap, []*core.Expr{constant(8)}
		g.emit(in)
		g.storeAt(core.I32, g.defined(p), g.integer(1))
		in = g.instr(core.Branch)
		in.Args = []*core.Expr{binary(core.Lt, core.Bool, g.index(4), constant(3))}
		in.Then, in.Else = len(g.f.Code)+1, len(g.f.Code)+2
		g.emit(in)
		in = g.instr(core.Free)
		in.Args = []*core.Expr{g.defined(p)}
		g.emit(in)
		switch g.IntN(4) {
		case 0:
			g.emit(in)
		case 1:
			g.storeAt(core.I32, g.defined(p), g.integer(1))
		default:
			g.loadAt(core.I32, x, g.defined(p))
		}
	}
}

// bitField makes the type of a bit-field.
func (g *generator) bitField() core.Scalar {
	shift := g.IntN(8)
	width := 1 + g.IntN(8)
	if g.one(4) {
		width = 1 + g.IntN(64-shift)
	}
	return core.BitField(width, shift, g.one(2))
}

// storeBits makes a store to a bit-field, and loadBits a load.
func (g *generator) storeBits(t core.Scalar, at, v *core.Expr) {
	in := g.instr(core.Store)
	in.Type, in.Args, in.Loose = t, []*core.Expr{at, v}, true
	g.emit(in)
}

func (g *generator) loadBits(t core.Scalar, dst int, at *core.Expr) {
	in := g.instr(core.Load)
	in.Type, in.Dst, in.Args, in.Loose = t, dst, []*core.Expr{at}, true
	g.emit(in)
}

// useBits makes records of bit-fields, sets some of the fields, on one of two ways or on both, copies a record or reads
// all of one, and reads fields. The fields have few shapes, so that they often have bits in common.
func (g *generator) useBits(p, x int) {
	const n = 4 // of records
	size := int64(pick(g, 1, 2, 4, 10))
	field := func() core.Scalar {
		switch shape := g.IntN(4); {
		case size == 1 || shape == 0:
			return pick(g, core.BitField(3, 0, false), core.BitField(5, 3, g.one(2)), core.BitField(8, 0, g.one(2)),
				core.BitField(1, 7, g.one(2)))
		case size == 2 || shape == 1:
			return pick(g, core.BitField(10, 0, false), core.BitField(6, 4, true), core.BitField(9, 7, true),
				core.BitField(16, 0, false))
		case size == 4 || shape == 2:
			return pick(g, core.BitField(13, 3, true), core.BitField(20, 0, false), core.BitField(26, 6, false),
				core.BitField(32, 0, g.one(2)))
		}
		return core.BitField(1+g.IntN(57), g.IntN(8), g.one(2))
	}
	at := func() *core.Expr {
		switch k := g.IntN(5); {
		case k == 0:
			return g.at(p, scaled(size, g.index(n)))
		case k == 1:
			return g.at(p, constant(size*g.Int64N(n)))
		}
		return g.at(p, constant(size))
	}
	g.makes(p, constant(n*size))
	if g.one(2) { // all is defined
		in := g.instr(core.Fill)
		in.Args = []*core.Expr{g.defined(p), pick(g, constant(0), constant(255), g.index(256)), constant(n * size)}
		g.emit(in)
	}
	store := func() {
		v := g.integer(1)
		if g.one(4) {
			v = g.read(x) // which may be undefined
		}
		if g.one(6) {
			g.storeAt(pick(g, core.U8, core.U8, core.I16), at(), g.index(300))
		} else {
			g.storeBits(field(), at(), v)
		}
	}
	for range 1 + g.IntN(3) {
		store()
	}
	if g.one(2) {
		in := g.instr(core.Branch)
		in.Args = []*core.Expr{binary(core.Lt, core.Bool, g.index(4), constant(2))}
		branch, jump := g.emit(in), -1
		g.f.Code[branch].Then = branch + 1
		store()
		if g.one(2) {
			jump = g.emit(g.instr(core.Jump))
		}
		if g.f.Code[branch].Else = len(g.f.Code); jump > 0 {
			store()
			g.f.Code[jump].Then = len(g.f.Code)
		}
	}
	if g.one(3) {
		in := g.instr(core.Copy)
		in.Args = []*core.Expr{g.at(p, constant(0)), at(), constant(1 + g.Int64N(size))}
		g.emit(in)
	}
	for range 1 + g.IntN(2) {
		g.loadBits(field(), x, at())
	}
	if g.one(4) {
		g.loadAt(pick(g, core.U8, core.U8, core.U16), x, at())
	}
}

// load loads what a pointer points to.
func (g *generator) load(slot int) {
	in := g.instr(core.Load)
	in.Type, in.Dst, in.Args = core.I32, pick(g, g.ints...), []*core.Expr{g.defined(slot)}
	in.Loose = !g.one(3)
	g.emit(in)
}
