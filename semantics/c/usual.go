package c

// This file defines types that follow from others: promoted types, the common type of two operands (C11 6.3.1.8), the
// types of elements and parts.

// promotion returns the type of a value of the integer type t after the integer promotions (C11 6.3.1.1). If the value
// is that of a bit-field, it has width bits.
func promotion(t *Type, width int) *Type {
	switch {
	case !t.integer():
		return t.unqualified()
	case width > 32:
		return widthType(t, width)
	case width > 0 && (width < 32 || t.Signed):
		return intType
	case width == 32:
		return uintType
	case t.Class == Bool || t.Rank < intType.Rank || t.Size < 4:
		return intType
	case t.Width > 0:
		return t
	}
	return basicType(t.Size, t.Signed, t.Rank)
}

// widthType returns the type of bit-fields of type t that are wider than int. As in GNU C, this is a type of its own
// with the bits of the bit-field.
func widthType(t *Type, width int) *Type {
	if int64(width) == 8*t.Size {
		return basicType(t.Size, t.Signed, t.Rank)
	}
	w := *basicType(t.Size, t.Signed, t.Rank)
	w.Width = width
	return &w
}

// usual returns the common type of two promoted arithmetic types (C11 6.3.1.8).
func usual(a, b *Type) *Type {
	if a.Class == Complex || b.Class == Complex {
		if t := usualComplex(a, b); t != nil {
			return t
		}
	}
	for _, c := range [...]Class{Complex, LongDouble, Float} {
		switch {
		case a.Class == c && b.Class == c:
			if a.Size >= b.Size {
				return a.unqualified()
			}
			return b.unqualified()
		case a.Class == c:
			return a.unqualified()
		case b.Class == c:
			return b.unqualified()
		}
	}
	if a.Rank < b.Rank || a.Rank == b.Rank && a.width() < b.width() {
		a, b = b, a
	}
	switch { // a has the greater rank
	case a.Signed == b.Signed || !a.Signed || a.width() > b.width():
		return a
	case a.Rank == b.Rank:
		return b
	}
	return basicType(a.Size, false, a.Rank)
}

// usualComplex returns the common type of two arithmetic types of which one is complex; nil if that type is not
// supported.
func usualComplex(a, b *Type) *Type {
	part := func(t *Type) *Type {
		if t.Class == Complex {
			t = t.Elem
		}
		return promotion(t, 0)
	}
	if a.Class == Complex && !a.ofNumbers() || b.Class == Complex && !b.ofNumbers() {
		return nil
	}
	return complexOf(usual(part(a), part(b)))
}

// ofNumbers reports whether t is a type of complex numbers with parts that vouch computes with.
func (t *Type) ofNumbers() bool { return t.Class == Complex && t.Name == "" }

// complexOf returns the type of complex numbers with parts of type t.
func complexOf(t *Type) *Type {
	return &Type{Class: Complex, Elem: t, Size: 2 * t.Size, Align: t.Align}
}

func arrayOf(t *Type, n int64) *Type {
	return &Type{Class: Array, Elem: t, Len: n, Size: n * t.Size, Align: t.Align}
}

// partType returns t with its own qualifiers and those of the object that it is a part of.
func partType(t, of *Type) *Type {
	if t.Class == Array {
		if e := partType(t.Elem, of); e != t.Elem {
			q := *t
			q.Elem = e
			return &q
		}
		return t
	}
	if of.Const && !t.Const || of.Volatile && !t.Volatile {
		q := *t
		q.Const, q.Volatile = t.Const || of.Const, t.Volatile || of.Volatile
		return &q
	}
	return t
}

// isReadOnly reports whether objects of type t are const: the elements of an array.
func isReadOnly(t *Type) bool {
	for t.Class == Array {
		t = t.Elem
	}
	return t.Const
}

// constant reports whether objects of a type must not be written.
func (t *Type) constant() bool {
	for t.Class == Array {
		t = t.Elem
	}
	return t.Const
}

// width returns the number of bits of the values of an integer type.
func (t *Type) width() int {
	if t.Width > 0 {
		return t.Width
	}
	return t.bits()
}

// hasLength reports whether t contains a length that is computed when control reaches its declaration.
func hasLength(t *Type) bool {
	for ; t != nil; t = t.Elem {
		if t.Class == Array && t.Length != nil {
			return true
		}
		if t.Class != Array && t.Class != Pointer {
			return false
		}
	}
	return false
}
