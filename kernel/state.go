package kernel

// This file defines states of a program: calls and objects.

// state is a state of the program. Only the current goal changes it.
type state struct {
	owner   int // the objects with this number may be changed
	frames  []*frame
	objects []*object // by number - 1
	drawn   int       // number of inputs that were drawn
}

// frame is a call of a function. In a caller, pc is at the call.
type frame struct {
	fn     *function
	index  int
	pc     int
	slots  []value
	loops  []int64 // iterations that each loop has begun since it was entered
	locals []int   // the living local objects, in the order of making
}

func (f *frame) instr() *instr { return &f.fn.code[f.pc] }

// object is an object in memory. A goal changes only objects that it owns, and copies the others first. Cells do not
// overlap. What lies in no cell is zero in a global, and undefined in other objects.
type object struct {
	owner    int
	size     Term
	global   bool // whether it lives from the start to the end
	local    bool // whether it ends with its call; what is neither global nor local is on the heap, and ends by a free
	readOnly bool
	dead     bool
	scoped   bool // whether an instruction end ended it
	made     span
	cells    map[int64]cell
	most     int // cells that it had before a change, at most: to walk over a map takes as long as when it was largest
}

// cell is a stored value with the scalar type of the store, which is no bit-field. Its type is noScalar for one byte of
// which only the bits of mask are defined; then the others are 0 in v. An integer need not fit the type: a load with
// the same type gives it as it is, and any other load gives bits of it.
type cell struct {
	as   scalar
	v    value
	mask byte
}

func (c cell) size() int64 { return max(1, c.as.size()) }

func byteCell(n Term, mask byte) cell {
	if mask == 0xff {
		return cell{as: u8, v: of(n)}
	}
	return cell{v: of(n), mask: mask}
}

// around returns the cell that has the byte at an offset, and where it begins.
func (o *object) around(at int64) (c cell, start int64, ok bool) {
	for start = at; start > at-8; start-- {
		if c, ok = o.cells[start]; ok {
			return c, start, start+c.size() > at
		}
	}
	return cell{}, 0, false
}
