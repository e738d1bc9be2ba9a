package c

import "vouch/semantics/core"

// This file defines how bit-fields are read and written: as bit-fields of the core, which leave the other bits of their
// bytes as they are.

// piece is some of the bits of a bit-field: those that a bit-field of the core can have.
type piece struct {
	offset int64 // in bytes
	behind int   // the number of the first bit
	scalar core.Scalar
}

// piecesOf returns the pieces of a bit-field. There are several if it has bits in more than 8 bytes.
func (p place) piecesOf() (pieces []piece) {
	shift := p.shift
	for behind, n := 0, 0; behind < p.bits; behind += n {
		n = min(p.bits-behind, 64-shift)
		pieces = append(pieces, piece{int64(p.shift+behind) / 8, behind,
			core.BitField(n, shift, p.signed() && behind+n == p.bits)})
		shift = 0
	}
	return pieces
}

// loadBits returns the value of a bit-field. To read one of several pieces is to use it.
func (f *fn) loadBits(p place) value {
	pieces, ptr := p.piecesOf(), p.ptr
	if len(pieces) > 1 {
		ptr = f.simple(ptr)
	}
	var x *core.Expr
	for _, c := range pieces {
		bits := f.loadScalar(f.offset(ptr, integer(c.offset)), c.scalar, true)
		if c.behind == 0 {
			x = bits
		} else {
			x = f.integers(core.Add, f.used(x), f.integers(core.Mul, f.used(bits), bigInteger(powerOf(c.behind))))
		}
	}
	v := value{t: p.t.unqualified(), x: x, width: p.bits}
	lo, hi := limitsOf(p.bits, p.signed())
	return v.bounded(lo, hi)
}

// signed reports whether a bit-field is signed.
func (p place) signed() bool { return p.t.Class == Integer && p.t.Signed }

// storeBits sets a bit-field to the low bits of v. If that is wanted, it returns the new value.
func (f *fn) storeBits(p place, v value, wanted bool) value {
	pieces, ptr := p.piecesOf(), f.simple(p.ptr)
	p.ptr = ptr
	lo, hi := limitsOf(p.bits, p.signed())
	vlo, vhi := v.bounds()
	cut := vlo.Cmp(lo) < 0 || vhi.Cmp(hi) > 0
	if cut && (len(pieces) > 1 || v.x.Op != core.Read) { // what is read may be undefined, and is copied then
		v.x, vlo, vhi, cut = f.wrap(f.use(v), p.bits, p.signed()), lo, hi, false
	}
	if len(pieces) > 1 {
		v.x = f.used(f.held(f.use(v)))
	} else if wanted && !cut {
		v = f.hold(v)
	}
	for _, c := range pieces {
		x := v.x
		if c.behind > 0 {
			x = f.integers(core.Shr, x, integer(int64(c.behind)))
		}
		f.storeScalar(f.offset(ptr, integer(c.offset)), c.scalar, x, true)
	}
	if wanted && cut {
		return f.loadBits(p)
	}
	out := value{t: p.t.unqualified(), x: v.x, width: p.bits}
	return out.bounded(vlo, vhi)
}
