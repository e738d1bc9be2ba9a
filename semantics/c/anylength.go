package c

import (
	"math/big"

	"vouch/semantics/core"
)

// This file defines the objects of any length among the inputs of an entry function, up to MostLength bytes. For the
// option array p, the input p.length says how many elements there are; for p=n, the parameter n does, which is then at
// least 0. The elements are inputs p[]: integers, and floating numbers by their bits; all in a row if p points to
// arrays, and bytes if it points to no type that is complete. The characters of a text s are inputs s[], not 0, and a 0
// follows them.

// elementCount is a parameter that says how many elements there are.
type elementCount struct {
	slot int
	most int64 // the greatest value
}

// counts returns the parameters that say how many elements some objects have.
func (s sizes) counts() map[string]bool {
	counts := map[string]bool{}
	for _, e := range s {
		if e.by != "" {
			counts[e.by] = true
		}
	}
	return counts
}

// oneEach returns t with one element for each array in it whose length is not known before the program runs. What these
// are is of no interest to C here: t is the type of an object on the heap.
func oneEach(t *Type) *Type {
	if t.Class != Array {
		return t
	}
	n := t.Len
	if n < 0 {
		n = 1
	}
	return arrayOf(oneEach(t.Elem), n)
}

// elementsOf returns the type of the inputs of which elements of type elem are made, and the size of an element in
// bytes; nil if there is no such type.
func (f *fn) elementsOf(elem *Type) (*Type, int64) {
	if !elem.complete() {
		return ucharType, 1
	}
	t := elem
	for t.Class == Array {
		t = t.Elem
		f.u.need(t)
	}
	switch {
	case elem.Size <= 0 || elem.Size > MostLength:
		return nil, 0
	case t.Class == Integer && t.Size <= 8:
		return t.unqualified(), elem.Size
	case t.Class == Float && t.Size == 4:
		return uintType, elem.Size
	case t.Class == Float && t.Size == 8:
		return ulongType, elem.Size
	}
	return nil, 0
}

// anyText makes a text of any length, and sets the slot to point to it.
func (f *fn) anyText(slot int, path string) {
	mark := f.mark()
	n := f.asMany(path, MostLength-1)
	f.anyNumber(slot, path, ucharType, f.operation(core.Add, core.Int, n, integer(1)), n, true)
	f.release(mark)
}

// asMany makes an input of the number of elements behind a pointer.
func (f *fn) asMany(path string, most int64) *core.Expr {
	return f.used(f.held(f.drawn(coreName(path+".length"), zero, big.NewInt(most))))
}

// times returns n times a number that is known.
func (f *fn) times(n *core.Expr, by int64) *core.Expr {
	if by == 1 {
		return n
	}
	return f.operation(core.Mul, core.Int, n, integer(by))
}

// anyNumber makes an object of a size in bytes that has so many integers of a type, which are inputs, and sets the
// slot to point to it. If text is set, these are not 0, and a 0 follows them. They are made in a loop of the program,
// so what is said of loops is said of this one.
func (f *fn) anyNumber(slot int, path string, t *Type, size, number *core.Expr, text bool) {
	lo, hi := t.limits()
	if text {
		lo = unity
	}
	in := instr(core.Alloc, size)
	in.Dst = slot
	f.emit(in)
	i := f.temp(core.Int)
	f.set(i, integer(0))
	store := func(x *core.Expr) {
		at := f.operation(core.Move, core.Ptr, f.read(slot), f.times(f.read(i), t.Size))
		f.storeScalar(at, scalarType(t), x, false)
	}
	top, body, over := newLabel(), newLabel(), newLabel()
	loop := f.enter()
	f.here(top)
	f.head(loop, f.compared(core.Lt, f.used(f.read(i)), number), body, over)
	f.here(body)
	store(f.drawn(coreName(path+"[]"), lo, hi))
	f.set(i, f.operation(core.Add, core.Int, f.read(i), integer(1)))
	f.jump(top)
	f.here(over)
	if text {
		store(integer(0))
	}
}
