package c

import (
	"math/big"

	"vouch/semantics/core"
)

// This file defines how bit-fields are read and written: by loads and stores of their bytes. The other bits of these bytes keep their values.

func bigInt(n int64) *big.Int { return big.NewInt(n) }

// chunk is some of the bytes of a bit-field.
type chunk struct {
	offset int64
	scalar core.Scalar
}

// chunksOf returns, as scalars, the bytes that contain the given number of bits after the first shift bits.
func chunksOf(bits, shift int) (chunks []chunk) {
	for at, n := int64(0), int64(shift+bits+7)/8; n > 0; {
		s := core.U8
		switch {
		case n >= 8:
			s = core.U64
		case n >= 4:
			s = core.U32
		case n >= 2:
			s = core.U16
		}
		chunks = append(chunks, chunk{at, s})
		at, n = at+s.Size(), n-s.Size()
	}
	return chunks
}

// loadChunks returns the bytes of a bit-field as one number.
func (f *fn) loadChunks(ptr *core.Expr, chunks []chunk) *core.Expr {
	var raw *core.Expr
	for _, c := range chunks {
		x := f.used(f.loadScalar(f.offset(ptr, integer(c.offset)), c.scalar, true))
		if raw == nil {
			raw = x
		} else {
			raw = f.integers(core.Add, raw, f.integers(core.Mul, x, bigInteger(powerOf(8*int(c.offset)))))
		}
	}
	return raw
}

// loadBits returns the value of a bit-field.
func (f *fn) loadBits(p place) value {
	chunks := chunksOf(p.bits, p.shift)
	ptr := p.ptr
	if len(chunks) > 1 {
		ptr = f.simple(ptr)
	}
	x := f.loadChunks(ptr, chunks)
	if p.shift > 0 {
		x = f.integers(core.Shr, x, integer(int64(p.shift)))
	}
	last := chunks[len(chunks)-1]
	if int64(p.shift+p.bits) < 8*(last.offset+last.scalar.Size()) || p.signed() {
		x = f.wrap(x, p.bits, p.signed())
	}
	v := value{t: p.t.unqualified(), x: x, width: p.bits}
	lo, hi := limitsOf(p.bits, p.signed())
	return v.bounded(lo, hi)
}

// signed reports whether a bit-field is signed.
func (p place) signed() bool { return p.t.Class == Integer && p.t.Signed }

// storeBits sets a bit-field to the low bits of v, and returns its new value.
func (f *fn) storeBits(p place, v value) value {
	lo, hi := limitsOf(p.bits, p.signed())
	out := value{t: p.t.unqualified(), width: p.bits}
	if p.shift == 0 && p.bits%8 == 0 && v.x.Op == core.Read && v.t.Size <= 8 {
		return f.storeBytes(p, v)
	}
	if vlo, vhi := v.bounds(); vlo.Cmp(lo) < 0 || vhi.Cmp(hi) > 0 {
		out.x = f.used(f.held(f.wrap(f.use(v), p.bits, p.signed())))
		out.lo, out.hi = lo, hi
	} else {
		out.x = f.leaf(f.use(v))
		out.lo, out.hi = vlo, vhi
	}
	bits := out.x
	if out.lo.Sign() < 0 {
		bits = f.modulo(bits, p.bits)
	}
	if p.shift > 0 {
		bits = f.integers(core.Mul, bits, bigInteger(powerOf(p.shift)))
	}
	chunks := chunksOf(p.bits, p.shift)
	last := chunks[len(chunks)-1]
	size := 8 * int(last.offset+last.scalar.Size())
	ptr := f.simple(p.ptr)
	keep := difference(greatestOf(size), product(greatestOf(p.bits), powerOf(p.shift))) // the bits of other members, in the first and the last byte
	for at := 0; at < size; at += 8 {
		mask := new(big.Int).And(new(big.Int).Rsh(keep, uint(at)), greatestOf(8))
		if mask.Sign() == 0 {
			continue
		}
		x := f.loadScalar(f.offset(ptr, integer(int64(at/8))), core.U8, true) // byte by byte, as one may be undefined
		others := f.integers(core.BitAnd, &core.Expr{Op: core.Freeze, Type: core.Int, X: x}, bigInteger(mask))
		if at > 0 {
			others = f.integers(core.Mul, others, bigInteger(powerOf(at)))
		}
		bits = f.integers(core.Add, others, bits)
	}
	if len(chunks) == 1 {
		f.storeScalar(ptr, last.scalar, bits, true)
		return out
	}
	bits = f.used(f.held(bits))
	for _, c := range chunks {
		x := bits
		if c.offset > 0 {
			x = f.integers(core.Shr, x, integer(8*c.offset))
		}
		f.storeScalar(f.offset(ptr, integer(c.offset)), c.scalar, f.modulo(x, int(8*c.scalar.Size())), true)
	}
	return out
}

// storeBytes is storeBits for a bit-field that has all bits of its bytes, and a value that may be undefined: then the bytes become undefined, as in any other copy.
func (f *fn) storeBytes(p place, v value) value {
	v = f.hold(v)
	ptr, from := f.simple(p.ptr), f.scratch(v.t)
	f.storeScalar(from, scalarType(v.t), v.x, false)
	chunks := chunksOf(p.bits, 0)
	out := value{t: p.t.unqualified(), width: p.bits}
	for _, c := range chunks {
		out.x = f.loadScalar(f.offset(from, integer(c.offset)), c.scalar, true)
		f.storeScalar(f.offset(ptr, integer(c.offset)), c.scalar, out.x, true)
	}
	if len(chunks) > 1 || p.signed() {
		out.x = f.wrap(f.use(v), p.bits, p.signed())
	}
	lo, hi := limitsOf(p.bits, p.signed())
	return out.bounded(lo, hi)
}
