package mutants

// This file defines mutants of bit-fields: in the core, on terms, in the checker, and in the lowering of C. Tests of
// packages notice them.

const (
	bitsCore  = "semantics/core/bytes.go"
	bitsTerms = "semantics/core/coresym/bitfield.go"
	bitsCheck = "checker/bitfield.go"
	bitsC     = "semantics/c/bitfield.go"
)

var bitFields = []Mutant{
	{
		"bit-fields: one bit that is defined is enough", bitsCore,
		`t.Mask()&^defined != 0`,
		`t.Mask()&defined == 0`, "TestBitFields",
	}, {
		"bit-fields: an undefined value is defined", memory,
		`raw&^t.Mask(), defined&^t.Mask()`,
		`raw&^t.Mask(), defined|0`, "TestBitFields",
	}, {
		"bit-fields: their neighbours become defined", memory,
		`defined|t.Mask()`,
		`defined|^uint64(0)`, "TestBitFields",
	}, {
		"bit-fields: their neighbours become 0", memory,
		`raw&^t.Mask(), defined&^`,
		`raw&0, defined&^`, "TestBitFields",
	}, {
		"bit-fields: they have no sign", bitsCore,
		`int64(n) >> unused}`,
		`int64(n >> unused)}`, "TestBitFields",
	}, {
		"bit-fields: what does not fit goes to the neighbours", memory,
		`v.low()<<t.Shift()&t.Mask()`,
		`v.low()<<t.Shift()`, "TestBitFields",
	}, {
		"bit-fields: a byte that is defined in part is defined", bitsCore,
		`byte(c.value.n), byte(c.value.n>>8)`,
		`byte(c.value.n), 0xff`, "TestBitFields",
	}, {
		"bit-fields: any load reads a byte that is defined in part", bitsCore,
		`case !ok || c != nil && c.scalar == NoScalar:`,
		`case !ok:`, "TestBitFields",
	},
}

var bitFieldsOnTerms = []Mutant{
	{
		"bit-fields: on terms, one bit that is defined is enough", bitsTerms,
		`defined(t, at+k)&mask != mask`,
		`defined(t, at+k)&mask == 0`, "TestBitFields",
	}, {
		"bit-fields: on terms, an undefined value is defined", bitsTerms,
		`some[k] &^= mask`,
		`some[k] |= mask`, "TestBitFields",
	}, {
		"bit-fields: on terms, the bits before are lost", bitsTerms,
		`if begin > 0 {`,
		`if begin > 8 {`, "TestBitFields",
	}, {
		"bit-fields: on terms, the bits behind are lost", bitsTerms,
		`if end%8 > 0 {`,
		`if end%8 > 8 {`, "TestBitFields",
	}, {
		"bit-fields: on terms, the bits behind are those of the first byte", bitsTerms,
		`l.bits(t, at+n-1)`,
		`l.bits(t, at)`, "TestBitFields",
	}, {
		"bit-fields: on terms, they have no sign", bitsTerms,
		`if !as.Signed() {`,
		`if !as.Signed() || as.Width() > 0 {`, "TestBitFields",
	}, {
		"bit-fields: on terms, any load reads a byte that is defined in part", "semantics/core/coresym/cells.go",
		`if !ok || c.some != 0 {`,
		`if !ok {`, "TestBitFields",
	}, {
		"bit-fields: on terms, a lifted byte is defined", "semantics/core/coresym/lift.go",
		`some: byte(some)}})`,
		`some: byte(some) &^ 255}})`, "TestLift",
	},
}

var bitFieldsInChecker = []Mutant{
	{
		"bit-fields: to the checker, the bits before are lost", bitsCheck,
		`if first > 0 {`,
		`if first > 8 {`, "TestAgreesOnBitFields",
	}, {
		"bit-fields: to the checker, the bits behind are lost", bitsCheck,
		`if end%8 > 0 {`,
		`if end%8 > 8 {`, "TestAgreesOnBitFields",
	}, {
		"bit-fields: to the checker, they have no sign", bitsCheck,
		`if t.Signed() {`,
		`if t.Signed() && width > 64 {`, "TestAgreesOnBitFields",
	}, {
		"bit-fields: to the checker, a store elsewhere keeps a number that does not fit", bitsCheck,
		`!c.as.Holds(lo) || !c.as.Holds(hi)`,
		`!c.as.Holds(lo) && !c.as.Holds(hi)`, "TestRules",
	}, {
		"bit-fields: the checker looks at a store only if it stores an input", following,
		`in.Op == core.Load || in.Op == core.Store && in.Type.IsBitField()`,
		`in.Op == core.Load`, "TestWalksCore",
	}, {
		"bit-fields: to the checker, a store leaves what only a store of all bits leaves", following,
		`if in.Type.IsBitField() { // and`,
		`if in.Type == core.BitField(64, 0, true) { // and`, "TestMerges",
	}, {
		"bit-fields: the checker takes a constant from the concrete machine", bitsCheck,
		`c.value = value{Value: core.MakeInt(0), n: p.bytesOf(raw, c.at-at, c.width)}`,
		`c.value = integer(p.bytesOf(raw, c.at-at, c.width))`, "TestWalksCore",
	}, {
		"bit-fields: to the checker, a merge knows nothing of a byte that is defined in part", mergeCheck,
		`if c.as == core.NoScalar {`,
		`if c.as == core.NoScalar && c.width > 1 {`, "TestMerges",
	},
}

var bitFieldsInC = []Mutant{
	{
		"bit-fields: a copy to one is a use", bitsC,
		`cut && (len(pieces) > 1 || v.x.Op != core.Read)`,
		`cut`, "TestBitFields",
	}, {
		"bit-fields: the value of an assignment is not cut", bitsC,
		`if wanted && cut {`,
		`if wanted && !cut {`, "TestBitFields",
	}, {
		"bit-fields: each piece has the sign", bitsC,
		`p.signed() && behind+n == p.bits`,
		`p.signed()`, "TestBitFields",
	}, {
		"bit-fields: the second piece is where the first one is", bitsC,
		`int64(p.shift+behind) / 8`,
		`int64(behind) / 128`, "TestBitFields",
	},
}
