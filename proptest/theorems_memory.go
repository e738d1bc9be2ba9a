package proptest

import (
	"math/big"

	"vouch/semantics/core"
)

// This file tries the lemmas about single steps at uses of memory that a place taken at random rarely has: the offset
// or the size depends on inputs, a load finds a part of a wider store, a pointer comes from memory, or the object was
// freed.

// Access is what an instruction is about to do with memory, or what a call is about to do.
type Access struct {
	Object    int      // the object; 0 if there is none
	At        *big.Int // the offset
	Size      *big.Int // the size of the object, or of the one that the instruction makes
	Width     int64    // how many bytes a load or a store has
	Store     bool
	Dead      bool   // whether the object is dead
	Held      string // what a load finds
	Pointer   bool   // whether that is a pointer to an object or to a function
	Indirect  bool   // whether it is a call through a pointer that was computed
	Undefined bool   // whether the value is undefined
}

// accessOf returns what s is about to do with memory; ok is false if it is nothing of this kind.
func accessOf(p *core.Program, s core.State) (a Access, ok bool) {
	if s.Ended() {
		return a, false
	}
	m, in := &core.Machine{Program: p}, s.Instr()
	value := func(k int) (core.Value, bool) {
		v, stop := m.Eval(s, in.Args[k])
		return v, stop == nil
	}
	switch in.Op {
	case core.Alloc:
		v, fine := value(0)
		n, integer := v.Integer()
		a.Size = n
		return a, fine && integer
	case core.Call:
		a.Indirect = in.Args[0].Op != core.Function
		v, fine := value(0)
		_, function := v.Function()
		return a, fine && a.Indirect && function
	case core.Load, core.Store, core.Free, core.Copy, core.Fill:
		v, fine := value(0)
		id, at, pointer := v.Object()
		if !fine || !pointer {
			return a, false
		}
		o, _ := s.Object(id)
		a = Access{Object: id, At: at, Size: big.NewInt(o.Size), Dead: o.Dead, Store: in.Op == core.Store}
		if in.Op == core.Load || in.Op == core.Store {
			a.Width = in.Type.Size()
		}
		inside := at.IsInt64() && at.Sign() >= 0 && at.Int64() <= o.Size-a.Width
		if in.Op == core.Load && !o.Dead && inside {
			held := s.Pointer(o.Load(at.Int64(), in.Type))
			_, _, object := held.Object()
			_, function := held.Function()
			a.Held, a.Pointer, a.Undefined = s.Format(held), object || function, !held.IsDefined()
		}
		if in.Op == core.Store {
			v, fine := value(1)
			a.Undefined = fine && !v.IsDefined()
		}
		return a, true
	}
	return a, false
}

// memoryFloor is how often each use of memory must occur.
var memoryFloor = map[string]int{
	offsetOfInput: 40, sizeOfInput: 40, partOfCell: 8, pointerInMemory: 10, indirectCall: 4, freed: 12, undefined: 1,
	"successor": 500, "fault": 120,
}

// The uses of memory that this file tries.
const (
	offsetOfInput   = "an offset that depends on the input"
	sizeOfInput     = "a size that depends on the input"
	partOfCell      = "bytes of a wider cell that depend on the input"
	pointerInMemory = "a pointer from memory"
	indirectCall    = "a call through a pointer"
	freed           = "an object whose life is over"
	undefined       = "what is undefined"
)
