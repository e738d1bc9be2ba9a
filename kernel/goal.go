package kernel

import "math/big"

// This file defines goals, and the commands of a proof that deal with them. Each replaces the current goal by goals
// that imply it, or adds to its facts what follows from them. The package comment has the whole argument.

// fork returns a state equal to the current one. From now on both copy what they change: they share the objects, and
// as each has a new owner, neither owns one of them.
func (k *Kernel) fork() state {
	s := k.state
	k.state.owner, s.owner = k.owner(), k.owner()
	s.objects = append([]*object(nil), s.objects...)
	s.frames = make([]*frame, len(k.state.frames))
	for i, f := range k.state.frames {
		next := *f
		next.slots = append([]value(nil), f.slots...)
		next.loops = append([]int64(nil), f.loops...)
		next.locals = append([]int(nil), f.locals...)
		s.frames[i] = &next
		if !k.work(1 + len(f.slots) + len(f.loops) + len(f.locals)) {
			break
		}
	}
	k.work(len(s.objects))
	return s
}

// alone makes the current state one that no other goal and no claimed state has, so that it may be changed.
func (k *Kernel) alone() {
	if k.shared {
		k.state, k.shared = k.fork(), false
	}
}

// next goes on with the next goal: the last one that waits, or a claimed state that is still to be a goal.
func (k *Kernel) next() {
	k.goals++
	for k.err == nil {
		switch {
		case len(k.waiting) > 0:
			g := k.waiting[len(k.waiting)-1]
			k.waiting = k.waiting[:len(k.waiting)-1]
			k.undo(g.facts)
			k.state, k.shared, k.unmoved = g.state, true, g.unmoved
			k.assume(g.assume)
		case len(k.queue) > 0:
			k.unmoved = 1 + k.queue[0]
			k.queue = k.queue[1:]
			c := k.claims[k.unmoved-1]
			k.undo(mark{})
			k.symbols = c.symbols
			k.state, k.shared = c.state, true
			for _, f := range c.facts {
				k.work(f.size())
				k.assume(f)
			}
		default:
			k.proved = true
			return
		}
		k.stop = running
		if !k.closed {
			return
		}
	}
}

// ready refuses a command when no goal is left, and in a run on given inputs, of which nothing is unknown. There a
// claimed state would make a goal of runs on other inputs.
func (k *Kernel) ready() bool {
	switch {
	case k.proved:
		k.refuse("a command after the end of the proof")
	case k.claim.Kind == Fails:
		k.refuse("a command in a run on given inputs")
	}
	return k.err == nil && k.work(1)
}

// Run lets the program take steps, at most so many, until it stops. A goal about a class or a run is done at the
// claimed fault, and one about all runs at the end. At any other fault, a goal stays until its facts are contradictory.
func (k *Kernel) Run(most int64) error {
	switch {
	case k.proved:
		k.refuse("a command after the end of the proof")
	case k.stop == atFault:
		k.refuse("a run beyond a fault")
	}
	if k.err != nil {
		return k.err
	}
	k.alone()
	for k.stop = running; most > 0 && !k.stopped() && k.work(1); most-- {
		if k.step(); k.stop == running || k.stop == atEnd {
			k.unmoved = 0
		}
		if k.closed {
			k.stop = atEnd
		}
	}
	switch {
	case k.err != nil:
	case k.claim.Kind != Safe && k.stop == atFault && k.found == k.claim.Fault && k.state.drawn == len(k.claim.Inputs):
		k.next()
	case k.claim.Kind == Fails && k.stop != running, k.claim.Kind == Class && k.stop == atEnd && !k.closed:
		k.refuse("a run that does not come to the fault")
	case k.stop == atEnd:
		k.next()
	}
	return k.err
}

// Split makes two goals of the current one: f holds, which comes first, or f does not hold. Without f, it is the
// question. With f it is the command cut.
func (k *Kernel) Split(f *Formula) error {
	if !k.ready() {
		return k.err
	}
	if f == nil {
		if k.stop != atQuestion {
			k.refuse("a split without a question")
			return k.err
		}
		f = &k.question
	}
	k.branch(*f, not(*f))
	return k.err
}

// Cases makes a goal of each alternative of a choice.
func (k *Kernel) Cases(choice int) error {
	if k.ready() && k.inRange(choice, len(k.choices)) {
		k.branch(k.choices[choice].Args...)
	}
	return k.err
}

// branch makes a goal of the current one for each of some formulas, of which one holds at least. The first comes first.
func (k *Kernel) branch(fs ...Formula) {
	if len(k.waiting)+len(fs) > maxGoals {
		k.refuse("too many goals")
		return
	}
	before := k.mark()
	for i := len(fs) - 1; i >= 0 && k.work(fs[i].size()); i-- {
		k.bounded(fs[i])
		k.waiting = append(k.waiting, goal{k.state, before, fs[i], k.unmoved})
	}
	k.next()
}

// Factor is a row with its factor.
type Factor struct {
	Row   int
	Times *big.Int
}

// Sum adds a row: the sum of rows, each with a positive factor. Since the symbols are integers, what is at most 0
// stays so if it is divided by the common divisor of its coefficients and its constant rounded up (atMost). If the sum
// is a positive number, the goal is closed. From x - y <= 0, y - z <= 0 and z - x + 1 <= 0 it is 1.
func (k *Kernel) Sum(factors []Factor) error {
	if !k.ready() {
		return k.err
	}
	sum := number(0)
	for _, f := range factors {
		if !k.inRange(f.Row, len(k.rows)) {
			return k.err
		}
		if f.Times.Sign() <= 0 {
			k.refuse("a factor that is not positive")
			return k.err
		}
		sum = sum.plus(k.product(k.rows[f.Row], integer(f.Times)))
		if !k.work(sum.size()) {
			return k.err
		}
	}
	k.follow(sum)
	return k.err
}

// follow adds that a term is at most 0, which follows from the facts, or closes the goal if it is a positive number.
func (k *Kernel) follow(e Term) {
	switch f := atMost(e); f.Op {
	case True:
		k.refuse("a fact that says nothing")
	case False:
		k.next()
	default:
		k.assume(f)
	}
}

// Product adds a row: the product of two rows is at least 0.
func (k *Kernel) Product(i, j int) error {
	if k.ready() && k.inRange(i, len(k.rows)) && k.inRange(j, len(k.rows)) {
		k.follow(k.product(k.rows[i], k.rows[j]).neg())
	}
	return k.err
}

// Square adds a row: the square of a term is at least 0.
func (k *Kernel) Square(t Term) error {
	if k.ready() && k.symbolic(t) {
		k.follow(k.product(t, t).neg())
	}
	return k.err
}

// inRange refuses a number that is not from 0 up to n.
func (k *Kernel) inRange(i, n int) bool {
	if i < 0 || i >= n {
		k.refuse("a number of something that is not there")
	}
	return k.err == nil
}

// bounded refuses a formula with symbols that are not there.
func (k *Kernel) bounded(f Formula) {
	f.Each(func(t Term) { k.symbolic(t) })
}

// symbolic refuses a term with symbols that are not there.
func (k *Kernel) symbolic(t Term) bool {
	for _, m := range t.Monos {
		for _, s := range m.Syms {
			k.inRange(s, k.symbols)
		}
	}
	return k.err == nil
}
