package c

// This file defines the layout of records with the attribute ms_struct: that of Microsoft's compiler, as gcc implements it (stor-layout.c). A bit-field
// begins a new unit of its type if the one before has a type of another size or has no room left.

// msRun is the state of a layout in a row of bit-fields.
type msRun struct {
	active bool  // whether the member before is a bit-field
	width  int64 // of the first bit-field of the unit; 0 if it has none
	size   int64 // of its type
	rest   int64 // free bits of the unit
	last   int64 // the width of the last member; 0 if that is no bit-field
}

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
