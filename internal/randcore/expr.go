package randcore

import (
	"math"
	"math/big"
	"math/rand/v2"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines random expressions.

func constant(v int64) *core.Expr {
	return &core.Expr{Op: core.Const, Type: core.Int, Int: big.NewInt(v)}
}

func binary(op core.Op, t core.Type, x, y *core.Expr) *core.Expr {
	return &core.Expr{Op: op, Type: t, X: x, Y: y}
}

// defined returns the value of a slot, which must have one.
func (g *generator) defined(slot int) *core.Expr {
	t := g.f.Slots[slot].Type
	return &core.Expr{Op: core.Defined, Type: t, X: g.read(slot),
		Kind: pick(g, semantics.UnboundVar, semantics.UninitialisedValue)}
}

// Aim is an instruction, or a kind of fault if there is one.
type Aim struct {
	Op   core.Opcode
	Kind semantics.Kind
}

func (a Aim) String() string {
	if a.Kind != "" {
		return string(a.Kind)
	}
	return a.Op.String()
}

// generator makes one program.
type generator struct {
	*rand.Rand
	Family
	p     *core.Program
	f     *core.Func
	ints  []int // the slots of the function by type
	ptrs  []int
	nums  []int
	loops int   // around the statement that is being made
	aims  []Aim // what the program aims at; nil if it has statements of all kinds
}

func pick[T any](g *generator, from ...T) T { return from[g.IntN(len(from))] }

// signature makes the type of a function, which may be left open. Most fit each other.
func (g *generator) signature() string { return pick(g, "", "", "f", "f", "f", "g") }

func (g *generator) instr(op core.Opcode) core.Instr { return core.Instr{Op: op, Dst: -1, Loop: -1} }

// emit adds an instruction and returns its index.
func (g *generator) emit(in core.Instr) int {
	g.f.Code = append(g.f.Code, in)
	return len(g.f.Code) - 1
}

func (g *generator) set(slot int, e *core.Expr) {
	in := g.instr(core.Set)
	in.Dst, in.Args = slot, []*core.Expr{e}
	g.emit(in)
}

// ownKinds are kinds of faults that no rule has: a program says itself that it is at fault.
var ownKinds = []semantics.Kind{
	semantics.FormatMismatch, semantics.MissingReturn, semantics.MissingArgument, semantics.InvalidArgument,
	semantics.Aborted, semantics.Unreachable,
}

// read returns the value of a slot, which may have none.
func (g *generator) read(slot int) *core.Expr {
	return &core.Expr{Op: core.Read, Type: g.f.Slots[slot].Type, Slot: slot}
}

// integer makes an integer of the given depth at most.
func (g *generator) integer(depth int) *core.Expr {
	if depth == 0 || g.one(4) {
		switch {
		case g.one(3):
			return constant(int64(g.IntN(11)) - 5)
		case g.one(16):
			return &core.Expr{Op: core.Freeze, Type: core.Int, X: g.read(pick(g, g.ints...))}
		case g.Memory && g.one(32): // the address of something, within what it is a multiple of
			at := &core.Expr{Op: core.ToInt, Type: core.Int, X: g.pointer(0)}
			e := binary(core.Mod, core.Int, at, constant(1<<32+7))
			e.Kind = semantics.DivisionByZero
			return e
		}
		return g.defined(pick(g, g.ints...))
	}
	x := g.integer(depth - 1)
	switch k := g.IntN(18); {
	case k == 16 && len(g.ptrs) > 0:
		e := binary(core.Diff, core.Int, g.pointer(1), g.pointer(1))
		e.Kind = semantics.UnrelatedPointers
		return e
	case k == 17 && len(g.nums) > 0:
		slot := pick(g, g.nums...)
		return &core.Expr{Op: core.FToInt, Type: core.Int, X: g.number(g.f.Slots[slot].Type, 1),
			Kind: semantics.InvalidConversion}
	case k < 1:
		return &core.Expr{Op: core.Neg, Type: core.Int, X: x}
	case k < 7:
		return binary(pick(g, core.Add, core.Sub), core.Int, x, g.integer(depth-1))
	case k < 9 || !g.Check:
		return binary(core.Mul, core.Int, constant(int64(g.IntN(9))-4), x)
	case k < 12:
		e := binary(pick(g, core.Div, core.Mod, core.Quo, core.Rem), core.Int, x, g.integer(depth-1))
		e.Kind = semantics.DivisionByZero
		return e
	case k < 13:
		return &core.Expr{Op: core.Within, Type: core.Int, X: x, Lo: big.NewInt(-128), Hi: big.NewInt(127),
			Kind: semantics.Overflow}
	case k < 14:
		return &core.Expr{Op: core.Given, Type: core.Int, X: g.likely(), Y: x, Kind: semantics.Failed}
	case k < 15:
		return binary(pick(g, core.BitAnd, core.BitOr, core.BitXor), core.Int, x, g.integer(depth-1))
	}
	y := &core.Expr{Op: core.Within, Type: core.Int, X: g.integer(depth - 1), Lo: new(big.Int), Hi: big.NewInt(31),
		Kind: semantics.ShiftOutOfRange}
	if !g.one(3) {
		y.X = binary(core.BitAnd, core.Int, y.X, constant(15))
	}
	return binary(pick(g, core.Shl, core.Shr), core.Int, x, y)
}

// Family is a kind of programs: what they may contain, in addition to assignments of sums and branches.
type Family struct {
	Name   string
	Loop   bool // loops, most of them bounded
	Memory bool // objects, loads and stores at constant offsets
	Offset bool // offsets that depend on inputs
	Heap   bool // objects that are made and freed while the program runs, of sizes that may depend on inputs
	Call   bool // functions, some of them recursive, and pointers to functions
	Draw   bool // inputs that are drawn in mid-run, in ranges
	Check  bool // obligations of all kinds, divisions, bits
	Float  bool // floating-point numbers
	Stop   bool // fail, assume, halt and unsupported
	Use    bool // uses of memory that are rare otherwise; needs Memory
	Bits   bool // bit-fields, in most uses of memory
}

// one is true in one of n cases.
func (g *generator) one(n int) bool { return g.IntN(n) == 0 }

// truth makes a condition of the given depth at most.
func (g *generator) truth(depth int) *core.Expr {
	if depth > 0 && g.one(2) {
		x := g.truth(depth - 1)
		if g.one(3) {
			return &core.Expr{Op: core.Not, Type: core.Bool, X: x}
		}
		return binary(pick(g, core.And, core.Or), core.Bool, x, g.truth(depth-1))
	}
	switch {
	case g.one(16):
		return &core.Expr{Op: core.Truth, Type: core.Bool, Bits: uint64(g.IntN(2))}
	case len(g.ptrs) > 0 && g.one(6):
		if g.one(3) {
			e := binary(core.Below, core.Bool, g.pointer(0), g.pointer(1))
			e.Kind = semantics.UnrelatedPointers
			return e
		}
		return binary(core.Same, core.Bool, g.pointer(0), g.pointer(1))
	case len(g.nums) > 0 && g.one(4):
		t := g.f.Slots[pick(g, g.nums...)].Type
		return binary(pick(g, core.FEq, core.FLt, core.FLe), core.Bool, g.number(t, 1), g.number(t, 1))
	}
	return binary(pick(g, core.Lt, core.Le, core.Gt, core.Ge, core.Eq, core.Ne), core.Bool, g.integer(1), g.integer(1))
}

// likely makes a condition that often holds.
func (g *generator) likely() *core.Expr {
	if g.one(3) {
		return g.truth(1)
	}
	return binary(core.Ne, core.Bool, g.integer(0), g.integer(1))
}

// object makes a pointer to an object, or to none.
func (g *generator) object() *core.Expr {
	if len(g.p.Globals) == 0 || g.one(8) {
		if g.one(3) {
			return &core.Expr{Op: core.ToPtr, Type: core.Ptr, X: constant(1 << pick(g, 3, 17, 20, 33, 40, 62))}
		}
		return &core.Expr{Op: core.Null, Type: core.Ptr}
	}
	return &core.Expr{Op: core.Address, Type: core.Ptr, Ref: g.IntN(len(g.p.Globals))}
}

// pointer makes a pointer of the given depth at most.
func (g *generator) pointer(depth int) *core.Expr {
	if depth == 0 || g.one(3) {
		if g.one(3) {
			return g.object()
		}
		return g.defined(pick(g, g.ptrs...))
	}
	n := constant(int64(4 * g.IntN(4)))
	switch {
	case g.Offset && g.one(2):
		n = binary(core.Mul, core.Int, constant(int64(pick(g, 1, 4, 4, 8))), g.integer(1))
	case g.one(6):
		n = constant(int64(g.IntN(12)) - 2)
	case g.one(24): // there and back as a number
		at := &core.Expr{Op: core.ToInt, Type: core.Int, X: g.pointer(depth - 1)}
		if g.one(2) {
			at = binary(core.Add, core.Int, at, pick(g, n, constant(1<<32), constant(-1<<32)))
		}
		return &core.Expr{Op: core.ToPtr, Type: core.Ptr, X: at}
	}
	e := binary(core.Move, core.Ptr, g.pointer(depth-1), n)
	if g.Check && g.one(2) {
		e.Kind = semantics.PointerArithmetic
	}
	return e
}

// number makes a floating-point number of the given type and depth at most.
func (g *generator) number(t core.Type, depth int) *core.Expr {
	if depth == 0 || g.one(3) {
		v := pick(g, 0, 1, -1.5, 0.1, 1e10, math.Inf(1), math.NaN(), float64(g.IntN(10)))
		if t == core.F32 {
			return &core.Expr{Op: core.Single, Type: t, Bits: uint64(math.Float32bits(float32(v)))}
		}
		return &core.Expr{Op: core.Double, Type: t, Bits: math.Float64bits(v)}
	}
	if g.one(4) {
		op := map[core.Type]core.Op{core.F32: core.IntToF32, core.F64: core.IntToF64}[t]
		return &core.Expr{Op: op, Type: t, X: g.integer(1)}
	}
	for _, slot := range g.nums {
		if g.f.Slots[slot].Type == t && g.one(2) {
			return g.defined(slot)
		}
	}
	switch g.IntN(8) {
	case 0:
		return &core.Expr{Op: core.FNeg, Type: t, X: g.number(t, depth-1)}
	case 1:
		return &core.Expr{Op: core.FSqrt, Type: t, X: g.number(t, depth-1)}
	case 2, 3:
		if t == core.F32 {
			return &core.Expr{Op: core.Narrow, Type: t, X: g.number(core.F64, depth-1)}
		}
		return &core.Expr{Op: core.Widen, Type: t, X: g.number(core.F32, depth-1)}
	}
	return binary(pick(g, core.FAdd, core.FSub, core.FMul, core.FDiv), t, g.number(t, depth-1), g.number(t, depth-1))
}
