package kernel

import (
	"crypto/sha256"
	"maps"
	"math/big"
	"runtime/metrics"
)

// This file defines what a kernel holds, how a step asks the facts and stops, and how a proof is refused.

// stop says why the program takes no further step.
type stop byte

const (
	running    stop = iota
	atQuestion      // the facts do not decide a formula
	atValue         // an operator needs a sum as a number
	atFault         // the run has met a fault
	atEnd           // the run has ended
)

// goal is a state that waits to be dealt with.
type goal struct {
	state  state
	facts  mark
	assume Formula // a further fact
	early  int     // if no step was taken since a claimed state, 1 + its number; else 0
}

// claimed is a state that the proof wrote down, with facts about its symbols.
type claimed struct {
	state   state
	facts   []Formula
	symbols int // the state and its facts have smaller symbols
}

// Kernel checks one proof. Its methods are the commands of a proof; after an error it does nothing more.
type Kernel struct {
	facts
	program  *program
	digest   [sha256.Size]byte // of its encoding
	claim    Claim
	state    state // of the current goal
	shared   bool  // whether other goals have the same state
	stop     stop
	question Formula // if stop is atQuestion
	need     Term    // if stop is atValue
	found    Fault   // if stop is atFault
	early    int     // as in goal
	waiting  []goal
	claims   []claimed
	queue    []int // the claims that are still to be goals
	owners   int
	goals    int   // number of goals so far
	most     int64 // work that the proof may take
	spent    int64 // work so far
	looked   int64 // work at the last look at the memory in use
	proved   bool  // whether no goal is left
	err      error
}

func (k *Kernel) owner() int {
	k.owners++
	return k.owners
}

// stopped reports whether the current step cannot go on.
func (k *Kernel) stopped() bool { return k.stop != running || k.err != nil }

// refuse ends the check. The first reason counts.
func (k *Kernel) refuse(why string) {
	if k.err == nil {
		k.err = refusal(why)
	}
}

// stuck is refuse for a step, unless it has stopped before: then what it computes means nothing.
func (k *Kernel) stuck(why string) {
	if !k.stopped() {
		k.refuse(why)
	}
}

// work counts work, and reports whether the check may go on. Once in a while it looks at the memory in use.
func (k *Kernel) work(n int) bool {
	k.spent += int64(n)
	full := k.spent > k.most
	if k.spent-k.looked > workPerLook {
		k.looked = k.spent
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		metrics.Read(sample)
		full = full || sample[0].Value.Uint64() > maxHeap
	}
	if full {
		k.refuse("more work or memory than a proof may take")
	}
	return k.err == nil
}

// ask returns whether f holds, and stops at the question if the facts do not say.
func (k *Kernel) ask(f Formula) bool {
	if k.stopped() || !k.work(f.size()*f.depth()) {
		return false
	}
	holds, ok := k.decide(f)
	if !ok {
		k.stop, k.question = atQuestion, f
	}
	return holds
}

// known returns the number that t is by the facts, and stops if they do not say.
func (k *Kernel) known(t Term) *big.Int {
	if k.stopped() || !k.work(t.size()) {
		return zero
	}
	n, ok := k.value(t)
	if !ok {
		k.stop, k.need = atValue, t
		return zero
	}
	return n
}

// must stops the step with a fault unless f holds.
func (k *Kernel) must(f Formula, kind string, at span) {
	if !k.ask(f) {
		k.fault(kind, at)
	}
}

// discard is the kind of an obligation that is assumed.
const discard = "assume"

// fault stops the step with a fault, or ends the run at an obligation that is assumed. In a library function, the
// place is that of the call in the innermost caller that is not one.
func (k *Kernel) fault(kind string, at span) {
	switch {
	case k.stopped():
	case kind == discard:
		k.stop = atEnd
	default:
		k.stop, k.found = atFault, Fault{kind, k.place(at)}
	}
}

// place returns the place that people see for a place in the running call.
func (k *Kernel) place(at span) span {
	place := at
	for i := len(k.state.frames) - 1; i >= 0; i-- {
		if !k.state.frames[i].fn.library {
			return place
		}
		if i > 0 {
			place = k.state.frames[i-1].instr().at
		}
	}
	return at
}

// illTyped refuses the proof because the program is not one of the core language.
func (k *Kernel) illTyped() value {
	k.stuck("an operand that does not fit its operator")
	return of(number(0))
}

// use refuses a value that was forgotten.
func (k *Kernel) use(v value) value {
	if v.class == lost {
		k.stuck("the use of a value that the proof forgot")
	}
	return v
}

func (k *Kernel) frame() *frame { return k.state.frames[len(k.state.frames)-1] }

// object returns the object with a number, to read it.
func (k *Kernel) object(id int) *object { return k.state.objects[id-1] }

// change returns the object with a number, to change it.
func (k *Kernel) change(id int) *object {
	o := k.object(id)
	if o.owner != k.state.owner {
		k.work(len(o.cells))
		next := *o
		next.owner, next.cells = k.state.owner, maps.Clone(o.cells)
		o = &next
		k.state.objects[id-1] = o
	}
	if o.cells == nil {
		o.cells = map[int64]cell{}
	}
	return o
}
