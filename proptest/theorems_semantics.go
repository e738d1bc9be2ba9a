package proptest

import (
	"slices"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file states the theorems about the two semantics: theorem 1 of chapter 2, theorems 2 to 11 of chapter 3, theorem
// 12 of chapter 4, and theorem 23 of chapter 6.

// Semantics returns the properties of the two semantics of a language.
func Semantics[S, Y any]() []Property[S, Y] {
	steps := map[string]int{ // the rules, what has none, and the faults; of each case, at each instruction once
		"ALLOC": 25, "ASSUME": 19, "BRANCH-FALSE": 20, "BRANCH-TRUE": 19, "CALL": 25, "COPY": 25, "DRAW": 150,
		"END": 19, "ENTER": 60,
		"EXTENT": 12, "FAIL": 40, "FILL": 13, "FREE": 20, "HALT": 6, "JUMP": 6, "LEAKS": 13, "LOAD": 10,
		"LOOP-FALSE": 45, "LOOP-TRUE": 16,
		"OUTPUT": 15, "PROTECT": 17, "RETURN": 10, "ROOM": 13, "SET": 150, "STORE": 13, "UNSUPPORTED": 9,
		"abort": 3, "assertion": 6, "division by zero": 30, "double free": 3, "fail": 13, "format mismatch": 3,
		"invalid argument": 4,
		"invalid call":     3, "invalid conversion": 3, "invalid free": 6, "invalid pointer": 4, "invalid size": 15,
		"memory leak":       10,
		"misaligned access": 7, "missing argument": 4, "missing return value": 3, "null dereference": 8,
		"out of bounds read":  9,
		"out of bounds write": 12, "overflow": 3, "overlapping copy": 5, "pointer arithmetic": 3, "read-only write": 4,
		"shift out of range": 7,
		"unbound variable":   55, "uninitialised value": 25, "unreachable": 3, "unrelated pointers": 10,
		"use after free": 9, "use after return": 4,
		"use after scope": 3,
	}
	anywhere := map[string]int{
		"SET": 200, "BRANCH-TRUE": 25, "BRANCH-FALSE": 25, "LOOP-TRUE": 2, "LOOP-FALSE": 2, "JUMP": 15, "ENTER": 30,
		"DRAW": 200, "ASSUME": 25,
		"ALLOC": 15, "LOAD": 10, "STORE": 8, "COPY": 1, "FILL": 1, "LEAKS": 1, "CALL": 1, "RETURN": 100, "OUTPUT": 3,
	}
	faults := map[string]int{ // the instructions at which guards are tried, and the faults
		"no fault": 2500, violated: 25,
		"ALLOC": 150, "ASSUME": 100, "BRANCH": 250, "CALL": 40, "COPY": 35, "DRAW": 300, "END": 20, "ENTER": 75,
		"EXTENT": 15, "FAIL": 80,
		"FILL": 20, "FREE": 40, "HALT": 12, "JUMP": 35, "LEAKS": 30, "LOAD": 80, "OUTPUT": 20, "PROTECT": 20,
		"RETURN": 100, "ROOM": 15,
		"SET": 450, "STORE": 100, "UNSUPPORTED": 12,
		"abort": 7, "assertion": 14, "division by zero": 35, "double free": 4, "fail": 16, "format mismatch": 8,
		"invalid argument": 8,
		"invalid call":     3, "invalid conversion": 3, "invalid free": 11, "invalid pointer": 5, "invalid size": 16,
		"memory leak":       12,
		"misaligned access": 7, "missing argument": 9, "missing return value": 7, "null dereference": 9,
		"out of bounds read":  11,
		"out of bounds write": 15, "overflow": 3, "overlapping copy": 5, "pointer arithmetic": 4, "read-only write": 6,
		"shift out of range": 8,
		"unbound variable":   200, "uninitialised value": 100, "unreachable": 6, "unrelated pointers": 11,
		"use after free":   9,
		"use after return": 4, "use after scope": 3,
	}
	return []Property[S, Y]{
		{
			Name: "theorem 1",
			Doc:  "A state is stuck exactly where it is at fault, with a fault that is declared of the instruction, or blocked.",
			Floor: map[string]int{"stuck": 50, "not stuck": 500, "fail": 3, "division by zero": 5,
				"unbound variable": 10, "violated": 2},
			Check: stuckness[S, Y],
		},
		{
			Name:  "theorem 2",
			Doc:   "A condition has, on terms and then for an input, the truth value that it has in the memory.",
			Floor: anywhere,
			Check: evaluation[S, Y],
		},
		{
			Name:  "theorem 3",
			Doc:   "A memory updated on terms is worth, for an input, the memory updated.",
			Floor: anywhere,
			Check: updates[S, Y],
		},
		{
			Name:  "lemma 4",
			Doc:   "A symbolic step is a step of every state that the symbolic state stands for, if the input satisfies the path condition.",
			Floor: steps,
			Check: soundStep[S, Y],
		},
		{
			Name:  "lemma 5",
			Doc:   "What satisfies the path condition after a step satisfies the one before, and takes a step there.",
			Floor: steps,
			Check: monotonicity[S, Y],
		},
		{
			Name:  "lemma 6",
			Doc:   "A sequence of symbolic steps is a sequence of concrete ones for every input that satisfies the last path condition.",
			Floor: map[string]int{"inputs": 800, "steps": 2000},
			Check: soundSteps[S, Y],
		},
		{
			Name:  "theorem 7",
			Doc:   "What is reached symbolically from the start is reached.",
			Floor: map[string]int{"inputs": 500, "steps": 1500},
			Check: soundReach[S, Y],
		},
		{
			Name:  "lemma 9",
			Doc:   "A concrete step is a step of every symbolic state that stands for the state, and a state without a step has no symbolic one.",
			Floor: steps,
			Check: completeStep[S, Y],
		},
		{
			Name:  "lemma 10",
			Doc:   "A sequence of concrete steps is a sequence of symbolic ones.",
			Floor: map[string]int{"steps": 2000},
			Check: completeSteps[S, Y],
		},
		{
			Name:  "theorem 11",
			Doc:   "What is reached is reached symbolically from the start.",
			Floor: map[string]int{"steps": 3000, "done": 200, "fault": 100, violated: 3},
			Check: completeReach[S, Y],
		},
		{
			Name:  "exclusivity",
			Doc:   "Exactly one of a successor, a fault, a violated assumption, the end and what is not supported applies to an input that satisfies the path condition.",
			Floor: map[string]int{"successor": 1000, "fault": 200, violated: 1, "end": 100, unsupported: 5},
			Check: exclusivity[S, Y],
		},
		{
			Name:  "memory",
			Doc:   "Lemmas 4 and 9 and exclusivity hold where an execution uses memory as only some inputs do, or as few programs do.",
			Floor: memoryFloor,
			Check: memoryUse[S, Y],
		},
		{
			Name:  "theorem 12",
			Doc:   "Expand and Faults return what the rules declare, in their order, and nothing else.",
			Floor: anywhere,
			Check: expansion[S, Y],
		},
		{
			Name:  "step",
			Doc:   "Step says what Expand and Faults say, without the successors that canonical form rules out; it is Only exactly where there is one successor and no condition; and Run takes these steps.",
			Floor: map[string]int{"only": 2000, "faults": 300, "successors": 500, "ruled out": 300, "run": 1000},
			Check: oneStep[S, Y],
		},
		{
			Name: "second opinion",
			Doc:  "Both semantics run as an evaluator does that was written apart from both.",
			Floor: map[string]int{
				"pairs": 30_000, normal: 10_000, violated: 1000, unfinished: 300, "fail": 500, "assertion": 300,
				"division by zero": 1000,
				"unbound variable": 2000, "uninitialised value": 1000, "null dereference": 200, "use after free": 20,
				"use after return":   2,
				"out of bounds read": 200, "out of bounds write": 200, "read-only write": 300, "double free": 20,
				"invalid free": 200, "misaligned access": 60,
				"overlapping copy": 40, "memory leak": 20, "use after scope": 20, unsupported: 150,
			},
			Check: secondOpinion[S, Y],
		},
		{
			Name:  "theorem 23",
			Doc:   "The guard of a fault holds exactly of the states that are stuck on it.",
			Floor: faults,
			Check: detection[S, Y],
		},
	}
}

// memoryUse tries the single steps of the case's run at which memory is used in this way.
func memoryUse[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	type stored struct {
		object int
		at     int64
		width  int64
	}
	var stores []stored
	tried := 0
	for _, p := range c.longest() {
		a, is := c.Access(p.s)
		if !is {
			continue
		}
		part := a.Width > 0 && !a.Store && slices.ContainsFunc(stores, func(s stored) bool {
			return s.object == a.Object && s.width > a.Width && a.At.IsInt64() && s.at <= a.At.Int64() &&
				a.At.Int64()+a.Width <= s.at+s.width
		})
		if a.Store && a.At.IsInt64() {
			stores = append(stores, stored{a.Object, a.At.Int64(), a.Width})
		}
		inputs := c.others(p.y)
		uses := map[string]bool{pointerInMemory: a.Pointer, indirectCall: a.Indirect, freed: a.Dead,
			undefined: a.Undefined}
		for _, m0 := range inputs {
			t, concrete := c.Symbolic.Concretize(p.y, m0)
			if !concrete {
				return against("the input %v satisfies the path but gives no state", m0)
			}
			b, is := c.Access(t)
			if !is {
				continue
			}
			uses[offsetOfInput] = uses[offsetOfInput] || a.Object == b.Object && a.At != nil && a.At.Cmp(b.At) != 0
			uses[sizeOfInput] = uses[sizeOfInput] || a.Size != nil && a.Size.Cmp(b.Size) != 0
			uses[partOfCell] = uses[partOfCell] || part && a.Held != b.Held
		}
		some := false
		for use, is := range uses {
			if is {
				count(use)
				some = true
			}
		}
		if tried++; !some || tried > 8 {
			continue
		}
		if out := c.exclusive(p.y, count); out != ok {
			return out
		}
		for _, m0 := range inputs {
			if out := c.soundFrom(m0, p.y, count); out != ok {
				return out
			}
			s, _ := c.Symbolic.Concretize(p.y, m0)
			if _, _, _, out := c.completeFrom(m0, s, p.y, count); out != ok {
				return out
			}
		}
	}
	return ok
}

// kind returns the fault at which a state is stuck, if it is stuck.
func (c *Case[S, Y]) kind(m0 symbolic.Inputs, s S) string {
	m := c.Concrete(m0)
	if f, faulty := m.Fault(s); faulty {
		return string(f.Kind)
	}
	if m.Blocked(s) == semantics.AssumptionViolated {
		return violated
	}
	return "no fault"
}

// unsupported reports whether the symbolic semantics cannot continue from y, though y is at no fault.
func (c *Case[S, Y]) unsupported(y Y) bool { return c.Symbolic.Step(y).Unsupported.Reason != "" }

// others returns some inputs that satisfy y's path condition; the first is the case's own.
func (c *Case[S, Y]) others(y Y) []symbolic.Inputs {
	path := c.Symbolic.Path(y).Conjuncts()
	some := slices.DeleteFunc(slices.Concat([]symbolic.Inputs{c.M0}, c.cube()), func(m symbolic.Inputs) bool {
		return !c.satisfies(m, path...)
	})
	return some[:min(len(some), 6)]
}

// elsewhere returns the middle of the run, moved to another statement. Such a state may be any state.
func (c *Case[S, Y]) elsewhere() pair[S, Y] {
	p := c.middle()
	return c.moved(p, c.Seed)
}

// moved returns the pair with both states at another instruction.
func (c *Case[S, Y]) moved(p pair[S, Y], k uint64) pair[S, Y] {
	if c.Symbolic.Done(p.y) {
		return p
	}
	y := c.Elsewhere(p.y, k)
	s, concrete := c.Symbolic.Concretize(y, c.M0)
	if !concrete {
		panic("proptest: a state has no value for the input of the run that it is in")
	}
	return pair[S, Y]{s: s, y: y}
}

// Same reports whether two symbolic states are the same, as far as a few inputs can tell.
func (c *Case[S, Y]) Same(y, z Y) bool {
	m := c.Symbolic
	p, q := m.Path(y), m.Path(z)
	if m.Site(y) != m.Site(z) || m.Iteration(y) != m.Iteration(z) || p != q &&
		!slices.EqualFunc(p.Conjuncts(), q.Conjuncts(), (*term.Formula).Equal) {
		return false
	}
	for _, m0 := range append(c.cube()[:1], c.M0) {
		s, okay := m.Concretize(y, m0)
		t, too := m.Concretize(z, m0)
		if okay != too || okay && !m.Equal(s, t) {
			return false
		}
	}
	return true
}

func stuckness[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	pairs := c.longest()
	last := pairs[len(pairs)-1]
	for _, p := range []pair[S, Y]{pairs[c.Position%len(pairs)], last} {
		m := c.Concrete(c.M0)
		if blocked := m.Blocked(p.s); blocked != semantics.NotBlocked {
			count(behaviour(false, semantics.Fault{}, blocked))
			continue
		}
		stuck := semantics.Stuck(m, p.s)
		if in := c.Next(p.s); in == nil && stuck || in != nil && in.Op == core.Fail && !stuck {
			return against("stuck is %t, a fail is next is %t", stuck, in != nil)
		}
		if fault, faulty := m.Fault(p.s); faulty != stuck {
			return against("stuck is %t, at fault is %t", stuck, faulty)
		} else if in := c.Next(p.s); faulty && !declared(in).has(in, fault, c.place(p.s)) {
			return against("found %v, which is not declared", fault)
		}
		if stuck {
			count("stuck")
			count(c.kind(c.M0, p.s))
		} else {
			count("not stuck")
		}
	}
	return ok
}

// place returns the function that says where people see what happens at a span in s.
func (c *Case[S, Y]) place(s S) func(source.Span) source.Span {
	return func(at source.Span) source.Span { return c.Place(s, at) }
}

func evaluation[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	here := c.middle()
	for k := range uint64(3) {
		p := c.moved(here, c.Seed+k)
		_, rule, steps := c.Concrete(c.M0).Step(p.s)
		if c.unsupported(p.y) {
			count(unsupported)
			continue
		}
		ways := 0
		for _, next := range c.Symbolic.Expand(p.y) {
			taken := c.satisfies(c.M0, c.Symbolic.Path(next.State).Conjuncts()...)
			if taken && !(steps && rule == next.Rule) {
				return against("%s applies on terms, but the concrete step is %q, %t", next.Rule.Name, rule.Name, steps)
			}
			if taken {
				ways++
			}
		}
		if steps != (ways == 1) {
			return against("%d rules apply on terms, but the concrete step is %q, %t", ways, rule.Name, steps)
		}
		if steps {
			count(rule.Name)
		}
	}
	return ok
}

func updates[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	here := c.middle()
	for k := range uint64(3) {
		p := c.moved(here, c.Seed+k)
		t, rule, steps := c.Concrete(c.M0).Step(p.s)
		if !steps {
			continue
		}
		for _, next := range c.Symbolic.Expand(p.y) {
			if next.Rule != rule || !c.satisfies(c.M0, c.Symbolic.Path(next.State).Conjuncts()...) {
				continue
			}
			count(rule.Name)
			if u, concrete := c.Symbolic.Concretize(next.State, c.M0); !concrete || !c.Symbolic.Equal(t, u) {
				return against("some statement in the memory at this position: %s leads elsewhere on terms", rule.Name)
			}
		}
	}
	return ok
}

// soundFrom tests lemma 4 for the state y and the input m0.
func (c *Case[S, Y]) soundFrom(m0 symbolic.Inputs, y Y, count func(string)) Outcome {
	s, concrete := c.Symbolic.Concretize(y, m0)
	if !concrete {
		return against("the input %v satisfies the path but gives no state", m0)
	}
	t, rule, steps := c.Concrete(m0).Step(s)
	for _, next := range c.Symbolic.Expand(y) {
		if !c.satisfies(m0, c.Symbolic.Path(next.State).Conjuncts()...) {
			continue
		}
		count(next.Rule.Name)
		if !steps || rule != next.Rule || !symbolic.Sim(c.Symbolic, m0, t, next.State) {
			return against("for %v the symbolic step is %s, the concrete one %s, %t, and leads elsewhere", m0,
				next.Rule.Name, rule.Name, steps)
		}
	}
	if !steps { // and so there was no symbolic one
		c.stays(m0, s, count)
	}
	return ok
}

// stays counts why s takes no step: what has no rule, or the fault.
func (c *Case[S, Y]) stays(m0 symbolic.Inputs, s S, count func(string)) {
	if in := c.Next(s); in != nil && (in.Op == core.Fail || in.Op == core.Unsupported) {
		count(capitals(in.Op))
	}
	if f, faulty := c.Concrete(m0).Fault(s); faulty {
		count(string(f.Kind))
	}
}

func soundStep[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	tally := newTally(count)
	for _, p := range c.places() {
		count := tally.counts(c.Next(p.s))
		for _, m0 := range c.others(p.y) {
			if out := c.soundFrom(m0, p.y, count); out != ok {
				return out
			}
		}
	}
	return ok
}

func monotonicity[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	tally := newTally(count)
	for _, p := range c.places() {
		if out := c.monotonic(p, tally.counts(c.Next(p.s))); out != ok {
			return out
		}
	}
	return ok
}

// monotonic tests lemma 5 for the steps at one place.
func (c *Case[S, Y]) monotonic(p pair[S, Y], count func(string)) Outcome {
	before := c.Symbolic.Path(p.y).Conjuncts()
	var stuck []symbolic.Inputs // which satisfy the path before
	for _, m0 := range c.others(p.y) {
		s, _ := c.Symbolic.Concretize(p.y, m0)
		if _, _, steps := c.Concrete(m0).Step(s); !steps {
			c.stays(m0, s, count)
			stuck = append(stuck, m0)
		}
	}
	for _, next := range c.Symbolic.Expand(p.y) {
		count(next.Rule.Name)
		after := c.Symbolic.Path(next.State).Conjuncts()
		if len(after) < len(before) || !slices.EqualFunc(before, after[:len(before)], (*term.Formula).Equal) {
			return against("%s leads from the path %s to %s", next.Rule.Name, termview.Full(before),
				termview.Full(after))
		}
		for _, m0 := range c.cube() {
			if c.satisfies(m0, after...) && !c.satisfies(m0, before...) {
				return against("%v satisfies the path after %s only", m0, next.Rule.Name)
			}
		}
		for _, m0 := range stuck {
			if c.satisfies(m0, after...) {
				return against("%v satisfies the path after %s, but takes no step", m0, next.Rule.Name)
			}
		}
	}
	return ok
}

// wander takes random symbolic steps. It leaves out those that canonical form refutes.
func (c *Case[S, Y]) wander(y Y, steps int) (z Y, taken int) {
	r := c.Rand()
	for taken < steps {
		next := slices.DeleteFunc(c.Symbolic.Expand(y), func(n symbolic.Successor[Y]) bool {
			return c.Symbolic.Path(n.State).IsFalse()
		})
		if len(next) == 0 {
			break
		}
		y = next[r.IntN(len(next))].State
		taken++
	}
	return y, taken
}

// soundBetween tests lemma 6 for a sequence of steps from y to z.
func (c *Case[S, Y]) soundBetween(y, z Y, steps int, count func(string)) Outcome {
	inputs := c.others(z)
	for _, m0 := range inputs {
		s, concrete := c.Symbolic.Concretize(y, m0)
		if !concrete || !symbolic.Sim(c.Symbolic, m0, s, y) {
			return against("%v satisfies the last path, but not the first", m0)
		}
		t, out := semantics.Run(c.Concrete(m0), s, int64(steps), nil)
		if out.Steps != int64(steps) || !symbolic.Sim(c.Symbolic, m0, t, z) {
			return against("%v satisfies the path after %d steps, but the execution is another, of %d", m0, steps,
				out.Steps)
		}
		count("inputs")
	}
	if len(inputs) == 0 {
		return vacuous
	}
	for range steps {
		count("steps")
	}
	return ok
}

func soundSteps[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	p := c.middle()
	z, steps := c.wander(p.y, 1+int(c.Seed%12))
	return c.soundBetween(p.y, z, steps, count)
}

func soundReach[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	z, steps := c.wander(c.Start, c.Position)
	return c.soundBetween(c.Start, z, steps, count)
}

// completeFrom tests lemma 9 for the pair of s and y. It returns the successors of both.
func (c *Case[S, Y]) completeFrom(m0 symbolic.Inputs, s S, y Y, count func(string)) (t S, z Y, steps bool,
	out Outcome) {
	t, rule, steps := c.Concrete(m0).Step(s)
	if !steps {
		c.stays(m0, s, count)
		for _, next := range c.Symbolic.Expand(y) {
			if c.satisfies(m0, c.Symbolic.Path(next.State).Conjuncts()...) {
				return t, z, false, against("for %v there is no step, but the symbolic step %s", m0, next.Rule.Name)
			}
		}
		return t, z, false, ok
	}
	if c.unsupported(y) {
		count(unsupported)
		return t, z, false, ok
	}
	count(rule.Name)
	found := 0
	for _, next := range c.Symbolic.Expand(y) {
		if !symbolic.Sim(c.Symbolic, m0, t, next.State) {
			continue
		}
		if found++; next.Rule != rule {
			return t, z, false, against("for %v %s stands for the step %s", m0, next.Rule.Name, rule.Name)
		}
		z = next.State
	}
	if found != 1 {
		return t, z, false, against("for %v the step %s has %d symbolic counterparts, want one", m0, rule.Name, found)
	}
	return t, z, true, ok
}

func completeStep[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	tally := newTally(count)
	for _, p := range c.places() {
		count := tally.counts(c.Next(p.s))
		for _, m0 := range c.others(p.y) {
			s, concrete := c.Symbolic.Concretize(p.y, m0)
			if !concrete {
				return against("the input %v satisfies the path but gives no state", m0)
			}
			if _, _, _, out := c.completeFrom(m0, s, p.y, count); out != ok {
				return out
			}
		}
	}
	return ok
}

// completeAll tests lemma 10 from the pair of s and y on. It returns the last state.
func (c *Case[S, Y]) completeAll(m0 symbolic.Inputs, s S, y Y, count func(string)) (S, Outcome) {
	for range MaxPosition {
		t, z, steps, out := c.completeFrom(m0, s, y, func(string) { count("steps") })
		if out != ok || !steps {
			return s, out
		}
		s, y = t, z
	}
	return s, ok
}

func completeSteps[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	p := c.middle()
	inputs := c.others(p.y)
	m0 := inputs[len(inputs)-1]
	s, concrete := c.Symbolic.Concretize(p.y, m0)
	if !concrete {
		return against("the input %v satisfies the path but gives no state", m0)
	}
	_, out := c.completeAll(m0, s, p.y, count)
	return out
}

func completeReach[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	if !symbolic.Sim(c.Symbolic, c.M0, c.Begin, c.Start) {
		return against("the symbolic start does not stand for the start")
	}
	s, out := c.completeAll(c.M0, c.Begin, c.Start, count)
	m := c.Concrete(c.M0)
	switch _, faulty := m.Fault(s); {
	case m.Done(s):
		count("done")
	case faulty:
		count("fault")
	case m.Blocked(s) == semantics.AssumptionViolated:
		count(violated)
	}
	return out
}

func exclusivity[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	here := c.middle()
	for k := range uint64(5) {
		p := here
		switch k {
		case 0:
		case 1:
			p = c.longest()[len(c.longest())-1]
		default:
			p = c.moved(p, c.Seed+k)
		}
		if out := c.exclusive(p.y, count); out != ok {
			return out
		}
	}
	return ok
}

// exclusive checks that each input has exactly one way to go on, or exactly one reason not to.
func (c *Case[S, Y]) exclusive(y Y, count func(string)) Outcome {
	next, faults := c.Symbolic.Expand(y), c.Symbolic.Faults(y)
	for _, m0 := range c.others(y) {
		s, _ := c.Symbolic.Concretize(y, m0)
		ways := map[string]int{}
		for _, n := range next {
			if c.satisfies(m0, c.Symbolic.Path(n.State).Conjuncts()...) {
				ways["successor"]++
			}
		}
		for _, f := range faults {
			if c.satisfies(m0, f.Guard) {
				ways["fault"]++
			}
		}
		if c.Concrete(m0).Blocked(s) == semantics.AssumptionViolated {
			ways[violated]++
		}
		if c.unsupported(y) && len(ways) == 0 {
			ways[unsupported]++
		}
		if c.Symbolic.Done(y) {
			ways["end"]++
		}
		sum := 0
		for what, n := range ways {
			count(what)
			sum += n
		}
		if sum != 1 {
			return against("for %v there are %v", m0, ways)
		}
	}
	return ok
}

func expansion[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	for _, p := range []pair[S, Y]{c.middle(), c.elsewhere()} {
		in := c.Next(p.s)
		if in == nil {
			if len(c.Symbolic.Expand(p.y)) > 0 || len(c.Symbolic.Faults(p.y)) > 0 {
				return against("found something behind the end")
			}
			continue
		}
		want := declared(in)
		for _, f := range c.Symbolic.Faults(p.y) {
			if !want.has(in, f.Fault, c.place(p.s)) {
				return against("found the fault %v of %s, which is not declared", f.Fault, in.Op)
			}
		}
		at := 0 // in the list of rules
		found := c.Symbolic.Expand(p.y)
		for i, next := range found {
			if i > 0 && !want.ways {
				at++
			}
			if at >= len(want.rules) || next.Rule != want.rules[at] {
				return against("found %s as successor %d of %s, want the rules %v", next.Rule.Name, i, in.Op,
					want.rules)
			}
			count(next.Rule.Name)
		}
		if n := len(found); n > 0 && at < len(want.rules)-1 {
			return against("found %d of the rules %v of %s", n, want.rules, in.Op)
		}
	}
	return ok
}

// oneStep tests single steps: in the run of the case, and with the program moved to other statements.
func oneStep[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	pairs := c.longest()
	for i, p := range pairs {
		if i >= 8 && i != c.Position%len(pairs) {
			continue
		}
		for _, y := range []Y{p.y, c.moved(p, c.Seed+uint64(i)).y} {
			if out := c.stepFrom(y, count); out != ok {
				return out
			}
		}
	}
	return ok
}

func (c *Case[S, Y]) stepFrom(y Y, count func(string)) Outcome {
	step, faults := c.Symbolic.Step(y), c.Symbolic.Faults(y)
	var open []symbolic.Successor[Y]
	all := c.Symbolic.Expand(y)
	for _, next := range all {
		if !c.Symbolic.Path(next.State).IsFalse() {
			open = append(open, next)
		}
	}
	same := func(a, b symbolic.Successor[Y]) bool { return a.Rule == b.Rule && c.Same(a.State, b.State) }
	only := len(faults) == 0 && len(open) == 1 && c.Symbolic.Path(open[0].State) == c.Symbolic.Path(y)
	if step.Only != only {
		return against("only is %t, but found %d successors and %d faults", step.Only, len(open), len(faults))
	}
	if only {
		count("only")
		if len(step.Faults) > 0 || len(step.Successors) > 0 || !same(step.Next, open[0]) {
			return against("the only step is %s, want %s", step.Next.Rule.Name, open[0].Rule.Name)
		}
	} else {
		found := slices.DeleteFunc(slices.Clone(step.Successors), func(s symbolic.Successor[Y]) bool {
			return c.Symbolic.Path(s.State).IsFalse()
		})
		if !slices.EqualFunc(found, open, same) {
			return against("found %d successors that canonical form leaves open, want %d", len(found), len(open))
		}
		if !slices.EqualFunc(step.Faults, faults, func(a, b symbolic.GuardedFault) bool {
			return a.Fault == b.Fault && a.Guard.Equal(b.Guard)
		}) {
			return against("found the faults %v, want %v", step.Faults, faults)
		}
		if len(faults) > 0 {
			count("faults")
		}
		if len(open) > 0 {
			count("successors")
		}
	}
	if len(open) < len(all) {
		count("ruled out")
	}
	most := 1 + int64(c.Seed%6)
	last, taken := c.Symbolic.Run(y, most)
	for range taken {
		step := c.Symbolic.Step(y)
		if !step.Only {
			return against("found a run of %d steps, though one of them is not the only one", taken)
		}
		y = step.Next.State
	}
	if !c.Same(y, last) || taken > most || taken < most && c.Symbolic.Step(last).Only {
		return against("a run of at most %d steps ends after %d", most, taken)
	}
	if taken > 0 {
		count("run")
	}
	return ok
}

func detection[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	pairs := c.longest()
	places := append(c.places(), pairs[len(pairs)-1])
	for k := range uint64(4) {
		places = append(places, c.moved(c.middle(), c.Seed+k))
	}
	tally := newTally(count)
	for _, p := range places {
		count := tally.counts(c.Next(p.s))
		for _, m0 := range c.others(p.y) {
			s, _ := c.Symbolic.Concretize(p.y, m0)
			fault, faulty := c.Concrete(m0).Fault(s)
			detected := false
			for _, f := range c.Symbolic.Faults(p.y) {
				if !c.satisfies(m0, f.Guard) {
					continue
				}
				if detected = true; !faulty || f.Fault != fault {
					return against("for %v the guard of %v holds, but the fault is %v, %t", m0, f.Fault, fault, faulty)
				}
			}
			switch in := c.Next(s); {
			case faulty && !detected && c.unsupported(p.y): // what is not supported has no guards
				count(unsupported)
				continue
			case faulty != detected:
				return against("for %v the fault %v has no guard that holds", m0, fault)
			case in != nil:
				count(capitals(in.Op))
			}
			count(c.kind(m0, s))
		}
	}
	return ok
}

// concretely runs the program from m0, for the given number of steps at most.
func (c *Case[S, Y]) concretely(m0 symbolic.Inputs, steps int) End {
	s, out := semantics.Run(c.Concrete(m0), c.Begin, int64(steps), nil)
	e := End{Steps: out.Steps, Memory: c.Memory(s)}
	if out.Fault != nil {
		e.Fault = *out.Fault
	}
	e.Behaviour = behaviour(out.Done, e.Fault, out.Blocked)
	return e
}

// symbolically follows the one symbolic path that is true for m0, for the given number of steps at most.
func (c *Case[S, Y]) symbolically(m0 symbolic.Inputs, steps int) End {
	y, e := c.Start, End{Behaviour: violated}
	for {
		z, found := c.follow(m0, y)
		if !found {
			break
		}
		if e.Steps == int64(steps) {
			e.Behaviour = unfinished
			break
		}
		y = z
		e.Steps++
	}
	switch {
	case c.Symbolic.Done(y):
		e.Behaviour = normal
	case e.Behaviour == violated && c.unsupported(y):
		e.Behaviour = unsupported
	}
	for _, f := range c.Symbolic.Faults(y) {
		if c.satisfies(m0, f.Guard) {
			e.Behaviour, e.Fault = string(f.Fault.Kind), f.Fault
		}
	}
	s, _ := c.Symbolic.Concretize(y, m0)
	e.Memory = c.Memory(s)
	return e
}

// more is how many more steps a lowered program may take than the original.
const more = MaxPosition

func secondOpinion[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	for _, m0 := range append(c.cube(), c.M0) {
		want := c.Reference(m0, MaxPosition)
		if want.Behaviour == tooLarge || want.Behaviour == unfinished {
			count(want.Behaviour)
			continue
		}
		if found := c.concretely(m0, MaxPosition+more); !found.Same(want) {
			return against("from %v the run ends %v, want %v", m0, found, want)
		}
		switch found := c.symbolically(m0, MaxPosition+more); {
		case found.Behaviour == unsupported:
			count(unsupported)
		case !found.Same(want):
			return against("for %v the symbolic run ends %v, want %v", m0, found, want)
		}
		count(want.Behaviour)
		count("pairs")
	}
	return ok
}
