package c

import "math/bits"

// This file defines the places of the members of structures and unions, as in gcc on x86-64 (System V ABI). With the
// attribute ms_struct, bit-fields are where Microsoft's compiler has them, as gcc implements it (stor-layout.c): one
// begins a new unit of its type if the one before has a type of another size or has no room left.

// layout is a record under construction. All its numbers are in bits.
type layout struct {
	r      *Record
	union  bool
	packed bool
	ms     bool  // whether bit-fields have the places of Microsoft's compiler
	limit  int64 // of alignments by #pragma pack; 0 if there is none
	align  int64 // of the record so far
	bits   int64 // size so far; of a structure, where the next member may begin
	run    msRun
	other  *layout // the layout of the same members by other rules; nil if there is none
}

// add places a member. Its width is -1 if it is no bit-field; user is its own alignment, or 0. The rules are those of
// gcc's stor-layout.c: a bit-field begins at the next bit, unless it would then have bits in more units of its type's
// alignment than the type has.
func (l *layout) add(f *Field, width, user int64, packed bool) {
	t := f.Type
	natural := 8 * t.Align
	bitField := width >= 0
	size := 8 * t.Size
	if bitField {
		size = width
	}
	packed = packed && (natural > 8 || bitField)
	at := l.bits
	if l.union {
		at = 0
	}
	want, ordinary := l.want(natural, width, user, at, packed)

	var start int64
	if l.ms {
		start = l.addMicrosoft(t, width, want, packed)
	} else {
		if !bitField {
			l.align = max(l.align, want)
		} else if f.Name != "" {
			unit := natural
			if l.limit != 0 {
				unit = min(unit, l.limit)
			} else if packed {
				unit = min(unit, 8)
			}
			l.align = max(l.align, want, unit)
		}
		start = roundUp(at, want)
		if bitField && width > 0 && !ordinary && !packed && l.limit == 0 &&
			(start%natural+width+natural-1)/natural > 8*t.Size/natural {
			start = roundUp(start, natural)
		}
	}
	if l.union {
		start = 0
		l.bits = max(l.bits, roundUp(size, 8))
	} else {
		l.bits = start + size
	}
	if bitField && f.Name == "" {
		return
	}
	f.Offset = start / 8
	if bitField {
		f.Bits, f.Shift = int(width), int(start%8)
	}
	l.r.Fields = append(l.r.Fields, f)
}

// want returns the alignment of a member that would begin at the given bit without one. It also reports whether gcc
// accesses the member, a bit-field, as an integer.
func (l *layout) want(natural, width, user, at int64, packed bool) (want int64, ordinary bool) {
	switch {
	case width == 0 && l.ms:
		want = max(1, user)
	case width == 0:
		return max(user, natural), false
	case width > 0:
		want = max(1, user)
		whole := width == 8 || width == 16 || width == 32 || width == 64
		if ordinary = whole && !(packed && width > 8) && (at == 0 || lowBit(at) >= width); ordinary {
			want = max(want, width)
		}
	case packed && user != 0:
		want = user
	case packed:
		want = 8
	default:
		want = max(natural, user)
	}
	if l.limit != 0 {
		want = min(want, l.limit)
	}
	return want, ordinary
}

// finish sets the size and the alignment of the record.
func (l *layout) finish() {
	l.endMicrosoft()
	l.r.Align = l.align / 8
	l.r.Size = roundUp(roundUp(l.bits, 8), l.align) / 8
	for _, f := range l.r.Fields {
		f.Loose = f.Bits == 0 && (l.r.Align < f.Type.Align || f.Offset%f.Type.Align != 0)
	}
}

// lowBit returns the value of the lowest set bit of n.
func lowBit(n int64) int64 { return 1 << bits.TrailingZeros64(uint64(n)) }

// roundUp returns the next multiple of a power of two.
func roundUp(n, to int64) int64 { return (n + to - 1) &^ (to - 1) }

// addMicrosoft returns where a member with an alignment begins.
func (l *layout) addMicrosoft(t *Type, width, want int64, packed bool) int64 {
	m := &l.run
	bitField := width >= 0
	natural, size := 8*t.Align, 8*t.Size

	// A bit-field of width 0 counts only after one with another width.
	if !bitField || width > 0 && !packed || width == 0 && m.active && m.width != 0 {
		unit := max(natural, want)
		if !bitField && packed {
			unit = want
		}
		if l.limit != 0 {
			unit = min(unit, l.limit)
		}
		l.align = max(l.align, unit)
	}
	if l.union {
		return 0
	}

	known := max(128, l.align) // the alignment of the next place
	if l.bits != 0 {
		known = lowBit(l.bits)
	}
	at := l.bits
	if known < want && !m.active {
		at = roundUp(at, want)
	}
	before := *m
	if m.active {
		realign := known < want
		switch {
		case width > 0 && m.width != 0 && size == m.size && m.rest >= width:
			m.rest -= width
			realign = false
		case width > 0 && m.width != 0 && size == m.size:
			at += m.rest
			m.width, m.rest = width, max(0, size-width)
		default:
			if m.width != 0 {
				at += m.rest
			} else {
				before.active = false
			}
			m.active = m.active && width > 0
		}
		if realign {
			at = roundUp(at, want)
		}
	}
	if !bitField || before.active && size != before.size || !before.active && width > 0 {
		m.rest = 0
		if bitField {
			m.rest = max(0, size-width)
		}
		unit := int64(8)
		if !packed {
			unit = natural
		}
		if l.limit != 0 {
			unit = min(unit, l.limit)
		}
		at = roundUp(at, unit)
		m.active = false
	}
	if !m.active && bitField {
		m.active, m.width, m.size = true, width, size
	}
	m.last = max(0, width)
	return at
}

// endMicrosoft leaves the rest of a unit to the bit-field that is the last member.
func (l *layout) endMicrosoft() {
	if l.ms && !l.union && l.run.last > 0 {
		l.bits += l.run.rest
	}
}

// agrees reports whether two layouts give the members of a record the same places.
func (l *layout) agrees(o *layout) bool {
	o.finish()
	if o.r.Size != l.r.Size || o.r.Align != l.r.Align {
		return false
	}
	for i, f := range l.r.Fields {
		if o.r.Fields[i].Offset != f.Offset || o.r.Fields[i].Shift != f.Shift {
			return false
		}
	}
	return true
}

// msRun is the state of a layout in a row of bit-fields.
type msRun struct {
	active bool  // whether the member before is a bit-field
	width  int64 // of the first bit-field of the unit; 0 if it has none
	size   int64 // of its type
	rest   int64 // free bits of the unit
	last   int64 // the width of the last member; 0 if that is no bit-field
}
