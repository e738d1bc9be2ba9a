package randcore

import (
	"math"
	"math/big"
	"math/rand/v2"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines short programs that aim at instructions and at faults: each instruction, and each kind of fault,
// has a statement that comes to it.

// Aims returns some aims: instructions, and then faults, of which the last but one are met on some inputs only. Those
// that random programs meet seldom are among them most often.
func Aims(r *rand.Rand) []Aim {
	var instructions, faults []Aim
	for _, s := range statements {
		for range s.often {
			if s.Kind == "" {
				instructions = append(instructions, s.Aim)
			} else {
				faults = append(faults, s.Aim)
			}
		}
	}
	aims := []Aim{instructions[r.IntN(len(instructions))], instructions[r.IntN(len(instructions))]}
	for range 1 + r.IntN(3) {
		aims = append(aims, faults[r.IntN(len(faults))])
	}
	return aims
}

// aimAt makes the statement of an aim. Unless it is the last one, what ends a run does so on some inputs only.
func (g *generator) aimAt(a Aim, last bool) {
	for _, s := range statements {
		if s.Aim != a {
			continue
		}
		p, q := g.ptrs[0], g.ptrs[1]
		if made := func() { s.make(g, p, q, pick(g, g.ints[2:]...)) }; s.ends && (!last || g.one(2)) {
			g.perhaps(made)
		} else {
			made()
		}
	}
}

// perhaps makes what only some inputs come to.
func (g *generator) perhaps(make func()) {
	branch := g.branches()
	make()
	g.f.Code[branch].Else = len(g.f.Code)
}

// branches makes a branch that goes on with the next instruction on some inputs, and returns where it is.
func (g *generator) branches() int {
	in := g.instr(core.Branch)
	in.Args = []*core.Expr{binary(core.Lt, core.Bool, g.index(4), constant(int64(pick(g, 1, 1, 2))))}
	in.Then = len(g.f.Code) + 1
	return g.emit(in)
}

// statement is how a program comes to an aim.
type statement struct {
	Aim
	often int  // how often programs aim at it, beside the others
	ends  bool // whether the run ends there, on most inputs that come to it
	// make makes it, with what it needs before it. It may use two slots for pointers and one for an integer.
	make func(g *generator, p, q, x int)
}

// statements has a row for each instruction, and one for each kind of fault.
var statements = []statement{
	{Aim{Op: core.Set}, 3, false, func(g *generator, p, _, x int) { // of what may be undefined
		g.fresh(p, core.Heap)
		g.loadAt(core.I32, x, g.defined(p))
		g.set(pick(g, g.ints...), g.read(x))
	}},
	{Aim{Op: core.Branch}, 1, false, func(g *generator, _, _, x int) { g.perhaps(func() { g.set(x, g.integer(1)) }) }},
	{Aim{Op: core.Jump}, 1, false, func(g *generator, _, _, x int) {
		branch := g.branches()
		g.set(x, g.integer(1))
		jump := g.emit(g.instr(core.Jump))
		g.f.Code[branch].Else = len(g.f.Code)
		g.set(x, g.integer(1))
		g.f.Code[jump].Then = len(g.f.Code)
	}},
	{Aim{Op: core.Enter}, 1, false, func(g *generator, _, _, x int) { // of a loop that counts
		g.set(x, constant(0))
		in := g.instr(core.Enter)
		in.Loop = g.f.Loops
		g.f.Loops++
		head := g.emit(in) + 1
		in.Op, in.Then = core.Branch, head+1
		in.Args = []*core.Expr{binary(core.Lt, core.Bool, g.defined(x), g.index(4))}
		g.emit(in)
		g.set(x, binary(core.Add, core.Int, g.defined(x), constant(1)))
		in = g.instr(core.Jump)
		in.Then = head
		g.emit(in)
		g.f.Code[head].Else = len(g.f.Code)
	}},
	{Aim{Op: core.Draw}, 1, false, func(g *generator, _, _, x int) {
		in := g.instr(core.Draw)
		in.Dst, in.Name, in.Lo, in.Hi = x, "mid", big.NewInt(-2), big.NewInt(9)
		g.emit(in)
	}},
	{Aim{Op: core.Assume}, 1, false, func(g *generator, _, _, _ int) { g.on(core.Assume, g.likely()) }},
	{Aim{Op: core.Fail}, 1, true, func(g *generator, _, _, _ int) { g.fail(pick(g, semantics.Kinds...)) }},
	{Aim{Op: core.Alloc}, 1, false, func(g *generator, p, _, _ int) { g.makes(p, g.index(9)) }},
	{Aim{Op: core.Free}, 2, false, func(g *generator, p, _, _ int) {
		g.fresh(p, core.Heap)
		g.on(core.Free, g.defined(p))
	}},
	{Aim{Op: core.Extent}, 4, false, func(g *generator, p, _, _ int) {
		g.makes(p, g.index(9))
		g.f.Code[len(g.f.Code)-1].Life = core.Heap
		g.on(core.Extent, g.defined(p))
	}},
	{Aim{Op: core.Room}, 4, false, func(g *generator, p, q, _ int) {
		g.fresh(p, pick(g, core.Heap, core.Local))
		if g.one(4) {
			g.on(core.Protect, g.defined(p))
		}
		g.on(core.Room, pick(g, g.at(p, constant(4)), g.at(p, g.index(12)), g.defined(p), g.defined(q)))
	}},
	{Aim{Op: core.End}, 4, false, func(g *generator, p, _, _ int) {
		g.fresh(p, core.Local)
		g.on(core.End, g.defined(p))
	}},
	{Aim{Op: core.Protect}, 4, false, func(g *generator, p, _, _ int) {
		g.fresh(p, pick(g, core.Heap, core.Local))
		g.on(core.Protect, g.at(p, g.index(20))) // where in the object does not matter
		if g.one(3) {
			g.on(core.Room, g.defined(p))
		}
	}},
	{Aim{Op: core.Load}, 1, false, func(g *generator, p, _, x int) {
		g.fresh(p, core.Heap)
		g.storeAt(core.I32, g.defined(p), g.integer(1))
		g.loadAt(pick(g, core.I32, core.U8), x, g.defined(p))
	}},
	{Aim{Op: core.Store}, 1, false, func(g *generator, p, _, _ int) {
		g.fresh(p, core.Heap)
		g.storeAt(pick(g, core.I32, core.U8), g.at(p, scaled(4, g.index(2))), g.integer(1))
	}},
	{Aim{Op: core.Copy}, 3, false, func(g *generator, p, q, x int) {
		g.fresh(p, core.Heap)
		g.storeAt(core.I32, g.defined(p), g.integer(1))
		g.fresh(q, core.Heap)
		in := g.instr(core.Copy)
		in.Args = []*core.Expr{g.at(q, g.index(4)), g.defined(p), constant(int64(pick(g, 0, 3, 4)))}
		in.Kind, in.Loose = semantics.OverlappingCopy, g.one(2)
		if g.one(3) { // to itself, which a loose copy may
			in.Args[0], in.Loose = g.defined(p), true
		}
		g.emit(in)
		g.loadAt(core.I32, x, g.defined(q))
	}},
	{Aim{Op: core.Fill}, 3, false, func(g *generator, p, _, x int) {
		g.fresh(p, core.Heap)
		at, n := int64(g.IntN(3)), int64(pick(g, 0, 4, 5))
		g.on(core.Fill, g.at(p, constant(at)), g.index(300), constant(n))
		g.loadAt(core.U8, x, g.at(p, constant(at+pick(g, 1, n, n)-1))) // the last byte, or the first
	}},
	{Aim{Op: core.Leaks}, 4, false, func(g *generator, p, q, _ int) {
		g.fresh(p, core.Heap)
		g.storeAt(core.Pointer, g.defined(p), g.defined(q))
		g.on(core.Leaks)
	}},
	{Aim{Op: core.Call}, 3, false, func(g *generator, p, _, x int) { g.calls(pick(g, 1, len(g.p.Funcs)-1), p, x) }},
	{Aim{Op: core.Return}, 1, false, func(g *generator, p, _, x int) { g.calls(len(g.p.Funcs)-1, p, x) }},
	{Aim{Op: core.Halt}, 6, true, func(g *generator, _, _, _ int) {
		status := g.integer(1)
		if !g.one(4) {
			status = binary(core.Mod, core.Int, constant(7), g.index(3))
			status.Kind = semantics.DivisionByZero
		}
		g.on(core.Halt, status)
	}},
	{Aim{Op: core.Output}, 3, false, func(g *generator, _, _, _ int) {
		b := binary(core.Div, core.Int, constant(65), g.index(5))
		b.Kind = semantics.DivisionByZero
		g.on(core.Output, constant(int64(pick(g, 0, 1, 2))), pick(g, b, g.integer(1), g.integer(1)))
	}},
	{Aim{Op: core.Unsupported}, 6, true, func(g *generator, _, _, _ int) {
		in := g.instr(core.Unsupported)
		in.Name = "something that nobody models"
		g.emit(in)
	}},

	failing(semantics.Failed, 1), failing(semantics.AssertionFailed, 1), failing(semantics.FormatMismatch, 13),
	failing(semantics.MissingReturn, 13),
	failing(semantics.MissingArgument, 13), failing(semantics.InvalidArgument, 13), failing(semantics.Aborted, 13),
	failing(semantics.Unreachable, 13),
	{Aim{Kind: semantics.DivisionByZero}, 1, false, func(g *generator, _, _, x int) {
		e := binary(pick(g, core.Div, core.Mod, core.Quo, core.Rem), core.Int, g.integer(1), g.index(3))
		e.Kind = semantics.DivisionByZero
		g.set(x, e)
	}},
	undefinedUse(semantics.UnboundVar, 1), undefinedUse(semantics.UninitialisedValue, 2),
	{Aim{Kind: semantics.NullDereference}, 3, true, func(g *generator, p, _, x int) {
		g.set(p, pick(g, &core.Expr{Op: core.Null, Type: core.Ptr},
			&core.Expr{Op: core.ToPtr, Type: core.Ptr, X: constant(1 << g.IntN(15))}))
		g.uses(p, x)
	}},
	{Aim{Kind: semantics.InvalidPointer}, 6, true, func(g *generator, p, _, x int) {
		wild := &core.Expr{Op: core.ToPtr, Type: core.Ptr, X: constant(1 << pick(g, 17, 20, 30, 62))}
		g.set(p, pick(g, wild, wild, &core.Expr{Op: core.Function, Type: core.Ptr, Ref: 1}))
		g.uses(p, x)
	}},
	{Aim{Kind: semantics.UseAfterFree}, 2, true, func(g *generator, p, _, x int) {
		g.fresh(p, core.Heap)
		g.on(core.Free, g.defined(p))
		g.uses(p, x)
	}},
	{Aim{Kind: semantics.UseAfterReturn}, 10, true, func(g *generator, p, _, x int) {
		g.calls(1, p, x)
		g.uses(p, x)
	}},
	{Aim{Kind: semantics.UseAfterScope}, 10, true, func(g *generator, p, _, x int) {
		g.fresh(p, core.Local)
		g.on(core.End, g.defined(p))
		g.uses(p, x)
	}},
	{Aim{Kind: semantics.OutOfBoundsRead}, 2, false, func(g *generator, p, _, x int) {
		g.fresh(p, core.Heap)
		g.loadAt(core.I32, x, g.at(p, scaled(4, g.index(4))))
	}},
	{Aim{Kind: semantics.OutOfBoundsWrite}, 2, false, func(g *generator, p, _, _ int) {
		g.fresh(p, core.Heap)
		g.storeAt(core.I32, g.at(p, scaled(4, g.index(4))), g.integer(1))
	}},
	{Aim{Kind: semantics.ReadOnlyWrite}, 3, true, func(g *generator, p, q, _ int) {
		g.fresh(p, core.Heap)
		g.fresh(q, core.Heap)
		g.on(core.Protect, g.defined(p))
		switch g.IntN(4) {
		case 0:
			g.on(core.Fill, g.defined(p), constant(1), constant(4))
		case 1:
			g.on(core.Copy, g.defined(p), g.defined(q), constant(4))
		default:
			g.storeAt(core.I32, g.defined(p), g.integer(1))
		}
	}},
	{Aim{Kind: semantics.DoubleFree}, 5, true, func(g *generator, p, _, _ int) {
		g.fresh(p, core.Heap)
		g.on(core.Free, g.defined(p))
		g.on(pick(g, core.Free, core.Free, core.Extent), g.defined(p))
	}},
	{Aim{Kind: semantics.InvalidFree}, 2, true, func(g *generator, p, _, _ int) {
		g.fresh(p, pick(g, core.Heap, core.Local))
		g.on(pick(g, core.Free, core.End, core.Extent), pick(g, g.at(p, constant(4)),
			&core.Expr{Op: core.Address, Type: core.Ptr}, &core.Expr{Op: core.Null, Type: core.Ptr}))
	}},
	{Aim{Kind: semantics.InvalidSize}, 2, false, func(g *generator, p, q, _ int) {
		n := binary(core.Sub, core.Int, g.index(4), constant(1))
		switch g.fresh(p, core.Heap); g.IntN(4) {
		case 0:
			g.on(core.Fill, g.defined(p), constant(1), n)
		case 1:
			g.on(core.Copy, g.defined(p), g.defined(p), n)
		default:
			g.makes(q, n)
		}
	}},
	{Aim{Kind: semantics.InvalidCall}, 8, true, func(g *generator, p, q, x int) {
		i := 1 + g.IntN(len(g.p.Funcs)-1)
		callee := pick(g, &core.Expr{Op: core.Function, Type: core.Ptr, Ref: i},
			&core.Expr{Op: core.Null, Type: core.Ptr}, &core.Expr{Op: core.Address, Type: core.Ptr})
		g.set(q, callee)
		g.calls(i, p, x)
		in := &g.f.Code[len(g.f.Code)-1]
		in.Args[0] = g.defined(q)
		switch k := g.IntN(3); {
		case callee.Op != core.Function:
		case k == 0 && in.Signature != "":
			in.Signature = "h"
		case k == 1:
			in.Dst = x + p - in.Dst // for another result
		default:
			in.Args = append(in.Args, g.integer(0)) // one too many
		}
	}},
	{Aim{Kind: semantics.PointerArithmetic}, 5, false, func(g *generator, p, q, _ int) {
		g.fresh(p, core.Heap)
		e := g.at(p, binary(core.Sub, core.Int, scaled(4, g.index(5)), constant(4)))
		e.Kind = semantics.PointerArithmetic
		g.set(q, e)
	}},
	{Aim{Kind: semantics.UnrelatedPointers}, 3, true, func(g *generator, p, q, x int) {
		g.fresh(p, core.Heap)
		g.fresh(q, core.Heap)
		if g.one(2) {
			e := binary(core.Diff, core.Int, g.defined(p), g.defined(q))
			e.Kind = semantics.UnrelatedPointers
			g.set(x, e)
			return
		}
		e := binary(core.Below, core.Bool, g.defined(p), g.defined(q))
		e.Kind = semantics.UnrelatedPointers
		g.on(core.Assume, e)
	}},
	{Aim{Kind: semantics.InvalidConversion}, 10, true, func(g *generator, _, _, x int) {
		n := &core.Expr{Op: core.Double, Type: core.F64, Bits: math.Float64bits(pick(g, math.Inf(1), math.Inf(-1),
			math.NaN()))}
		if g.one(2) {
			of := &core.Expr{Op: core.IntToF64, Type: core.F64, X: g.index(2)}
			n = binary(core.FDiv, core.F64, &core.Expr{Op: core.Double, Type: core.F64, Bits: math.Float64bits(3)}, of)
		}
		g.set(x, &core.Expr{Op: core.FToInt, Type: core.Int, X: n, Kind: semantics.InvalidConversion})
	}},
	{Aim{Kind: semantics.Overflow}, 10, false, func(g *generator, _, _, x int) {
		e := binary(core.Add, core.Int, g.defined(g.ints[0]), g.defined(g.ints[1]))
		g.set(x, &core.Expr{Op: core.Within, Type: core.Int, X: e, Lo: big.NewInt(-3), Hi: big.NewInt(3),
			Kind: semantics.Overflow})
	}},
	{Aim{Kind: semantics.ShiftOutOfRange}, 3, false, func(g *generator, _, _, x int) {
		n := &core.Expr{Op: core.Within, Type: core.Int, X: g.defined(g.ints[g.IntN(2)]), Lo: new(big.Int),
			Hi: big.NewInt(31), Kind: semantics.ShiftOutOfRange}
		g.set(x, binary(pick(g, core.Shl, core.Shr), core.Int, constant(g.Int64N(9)), n))
	}},
	{Aim{Kind: semantics.MisalignedAccess}, 4, false, func(g *generator, p, _, x int) {
		g.fresh(p, core.Heap)
		if at := g.at(p, g.index(4)); g.one(2) {
			g.loadAt(pick(g, core.I32, core.I16), x, at)
		} else {
			g.storeAt(pick(g, core.I32, core.I16), at, g.integer(1))
		}
		g.f.Code[len(g.f.Code)-1].Loose = false
	}},
	{Aim{Kind: semantics.MemoryLeak}, 4, true, func(g *generator, p, q, _ int) {
		g.fresh(p, core.Heap)
		if g.one(3) { // two, of which the first leads to the other
			g.fresh(q, core.Heap)
			g.storeAt(core.Pointer, g.defined(p), g.defined(q))
			g.set(q, &core.Expr{Op: core.Null, Type: core.Ptr})
		}
		g.set(p, &core.Expr{Op: core.Null, Type: core.Ptr})
		g.on(core.Leaks)
	}},
	{Aim{Kind: semantics.OverlappingCopy}, 6, false, func(g *generator, p, _, _ int) {
		g.makes(p, constant(12))
		in := g.instr(core.Copy)
		in.Args = []*core.Expr{g.at(p, g.index(6)), g.at(p, constant(int64(g.IntN(2)))), constant(int64(pick(g, 3, 4)))}
		in.Kind, in.Loose = semantics.OverlappingCopy, g.one(2)
		g.emit(in)
	}},
}

// failing is the statement for a kind that a program has itself.
func failing(kind semantics.Kind, often int) statement {
	return statement{Aim{Kind: kind}, often, true, func(g *generator, _, _, _ int) {
		for range 2 { // of other kinds, on some inputs
			g.perhaps(func() { g.fail(pick(g, ownKinds...)) })
		}
		g.fail(kind)
	}}
}

// undefinedUse is the statement for a kind of use of what is undefined.
func undefinedUse(kind semantics.Kind, often int) statement {
	return statement{Aim{Kind: kind}, often, true, func(g *generator, p, _, x int) {
		g.fresh(p, core.Heap)
		g.loadAt(core.I32, x, g.defined(p))
		e := g.defined(x)
		e.Kind = kind
		g.set(pick(g, g.ints...), e)
	}}
}

// fail makes a fault that the program has itself.
func (g *generator) fail(kind semantics.Kind) {
	in := g.instr(core.Fail)
	in.Kind = kind
	g.emit(in)
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

// calls makes a call of a function that has the right type, for a pointer or for an integer.
func (g *generator) calls(i, p, x int) {
	f := g.p.Funcs[i]
	in := g.instr(core.Call)
	if in.Dst = x; f.Result == core.Ptr {
		in.Dst = p
	}
	in.Signature, in.Args = f.Signature, []*core.Expr{{Op: core.Function, Type: core.Ptr, Ref: i}}
	for range f.Params {
		in.Args = append(in.Args, g.integer(1))
	}
	g.emit(in)
}

// uses makes an access through a pointer.
func (g *generator) uses(p, x int) {
	switch g.IntN(8) {
	case 0:
		g.on(core.Protect, g.defined(p))
	case 1:
		g.on(core.Fill, g.defined(p), constant(1), constant(4))
	case 2:
		g.on(core.Copy, g.defined(p), &core.Expr{Op: core.Address, Type: core.Ptr}, constant(4))
	case 3, 4:
		g.storeAt(core.I32, g.defined(p), g.integer(1))
	default:
		g.loadAt(core.I32, x, g.defined(p))
	}
}
