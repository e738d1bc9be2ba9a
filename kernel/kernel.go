package kernel

import (
	"crypto/sha256"
	"maps"
	"math/big"
	"runtime/metrics"
)

// This file defines what a kernel holds, how a step asks the facts and stops, and how a proof is refused.
//
// The arms of eval.go and step.go call ask with a formula, or known with a term. If the facts do not answer, the kernel
// stops, and the step is not taken: the state is as it was before the step, and when the proof has added facts, the
// step is tried again from its beginning. After a stop an arm may go on to compute, but what it computes means nothing,
// and every change of the state comes after the last thing that may stop.
//
// To stop is no failure: the proof goes on with another command. To refuse ends the check.

// stop says why the program takes no further step.
type stop byte

const (
	running    stop = iota
	atQuestion      // the facts do not decide a formula: the question
	atValue         // an operator needs a number, and the facts do not say which one the term is: the need
	atFault         // the next step is a fault; the state is the one before it
	atEnd           // the run has ended
)

// goal is a state that waits to be dealt with. Its facts are the first of those that the kernel has now (facts.go),
// and one that is assumed when it becomes the current goal.
type goal struct {
	state   state
	facts   mark
	assume  Formula // a further fact
	unmoved int     // 1 + the number of the claimed state from which the goal comes without a step; 0 if there is none
}

// claimed is a claimed state: one that the proof wrote down, with facts about its symbols.
type claimed struct {
	state   state
	facts   []Formula
	symbols int // the state and its facts have smaller symbols
}

// Kernel checks one proof. Its methods are the commands of a proof; after an error it does nothing more. The current
// goal is its facts, its state, and why that has stopped.
type Kernel struct {
	facts
	program  *program
	digest   [sha256.Size]byte // of its encoding
	claim    Claim             // what the proof is to show
	state    state             // of the current goal
	shared   bool              // whether other goals have the same state
	stop     stop
	question Formula // if stop is atQuestion
	need     Term    // if stop is atValue
	found    Fault   // if stop is atFault
	unmoved  int     // as in goal
	waiting  []goal
	claims   []claimed // the claimed states, by number
	queue    []int     // those that are still to be goals
	owners   int       // number of owners so far (fork)
	goals    int       // number of goals so far
	most     int64     // work that the proof may take
	spent    int64     // work so far
	looked   int64     // work at the last look at the memory in use
	proved   bool      // whether no goal is left
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
	n, ok := k.solve(t, k.work)
	if !ok {
		k.stop, k.need = atValue, t
		return zero
	}
	return n
}

// must stops the step with a fault unless f holds. If the facts do not say, it stops at the question.
func (k *Kernel) must(f Formula, kind string, at span) {
	if !k.ask(f) {
		k.fault(kind, at)
	}
}

// discard is the kind of an obligation that is assumed: a run that does not meet it counts as ended.
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
	for i := len(k.state.frames) - 1; i >= 0 && k.work(1); i-- {
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

// use refuses a value that was forgotten (claim.go). Who does not call it may only pass the value on as it is.
func (k *Kernel) use(v value) value {
	if v.class == lost {
		k.stuck("the use of a value that the proof forgot")
	}
	return v
}

func (k *Kernel) frame() *frame { return k.state.frames[len(k.state.frames)-1] }

// object returns the object with a number, to read it.
func (k *Kernel) object(id int) *object { return k.state.objects[id-1] }

// change returns the object with a number, to change it. States share objects that they do not own (fork).
func (k *Kernel) change(id int) *object {
	o := k.object(id)
	o.most = max(o.most, len(o.cells))
	if o.owner != k.state.owner {
		k.work(1 + o.most)
		next := *o
		next.owner, next.cells, next.most = k.state.owner, maps.Clone(o.cells), 0
		o = &next
		k.state.objects[id-1] = o
	}
	if o.cells == nil {
		o.cells = map[int64]cell{}
	}
	return o
}
