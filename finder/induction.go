package finder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"vouch/certs"
	"vouch/finder/bounds"
	"vouch/finder/invariant"
	"vouch/semantics/core"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file looks for inductive invariants of loops, as Houdini does: it guesses much, and drops what one turn of a
// loop does not keep.
//
// A round follows all ways from the start. At the head of a loop, the state forgets the integers in the places that a
// turn may change, and keeps what is believed of them. A way that comes to the head again ends there. If it differs in
// another place, the loop changes that, too; if it does not show what is believed, that is weakened or dropped. Then a
// new round begins. What is dropped would be dropped as well if less were believed, so the order does not matter, and
// the last round keeps all that induction can show of the guesses. Then the walk for a certificate shows it once more,
// with proofs.

// The bounds of the search for invariants. None depends on the machine.
const (
	maxRounds    = 400
	roundStates  = 1 << 14   // states in a round
	inductStates = 1 << 16   // states in all rounds
	inductMicros = 1_000_000 // work of the solver, in microseconds
	maxPlaces    = 24        // places that a loop changes
	maxVariables = 16        // places about which something is guessed
	maxDegree    = 4         // factors of a monomial in an equality
	walkMicros   = 500_000   // work of the solver in a walk for a certificate
	enough       = 128       // states at the head of a loop; where runs show fewer, there are further runs
	maxJoins     = 8         // how often a bound becomes what is known where it does not hold
	fewerWalks   = 96        // walks to find out what is not needed,
	fewerMicros  = 1_000_000 // and work of the solver for that
	maxRenewed   = 4         // how often something is guessed anew of a loop for what loops around it change
	maxLost      = 256       // guesses of a loop that are remembered, though a turn does not keep them
)

// Why a search for invariants ends early.
var (
	errBudget = errors.New("the budget for invariants ran out")
	errRounds = errors.New("the invariants did not settle")
	errSeen   = errors.New("that is all that was to be seen")
)

func (b *belief) gone() bool { return b.known == nil && b.at >= len(b.Bounds) }

func (b *belief) bound() *big.Int {
	if b.known != nil {
		return b.known
	}
	return b.Bounds[b.at]
}

// now returns a guess that says no more than is believed now.
func (b *belief) now() invariant.Guess {
	g := b.Guess
	g.Bounds = []*big.Int{b.bound()}
	return g
}

// weaken makes a belief weaker that does not hold where its sum is known to be between two numbers, either of which may
// be nil. Its bound becomes what is known, or every other time one of some thresholds that is no stronger.
func (b *belief) weaken(low, high *big.Int, thresholds []*big.Int) {
	known := high
	if b.Relation == invariant.AtLeast {
		known = low
	}
	if known != nil && b.Relation <= invariant.AtMost && b.joins < maxJoins {
		if b.joins++; len(thresholds) > 0 && b.joins%2 == 0 {
			i, found := slices.BinarySearchFunc(thresholds, known, (*big.Int).Cmp)
			if !found && b.Relation == invariant.AtLeast {
				i--
			}
			if i >= 0 && i < len(thresholds) {
				known = thresholds[i]
			}
		}
		b.known = known
		return
	}
	last := b.bound()
	for b.known = nil; b.at < len(b.Bounds); b.at++ {
		by := b.Bounds[b.at].Cmp(last)
		if b.Relation == invariant.AtLeast {
			by = -by
		}
		if by > 0 || b.Relation > invariant.AtMost && by < 0 {
			break
		}
	}
}

// hasLoops reports whether a program has a loop.
func hasLoops(p *core.Program) bool {
	return slices.ContainsFunc(p.Funcs, func(f *core.Func) bool {
		return slices.ContainsFunc(f.Code, func(in core.Instr) bool { return in.Op == core.Branch && in.Loop >= 0 })
	})
}

// restore believes again the equalities that were guessed of loops. What a loop was thought to change was too little,
// so other loops were entered with numbers that no run has there, and lost what holds.
func (c *loops[S, Y]) restore() {
	for _, context := range c.order {
		l := c.known[context]
		for _, g := range l.first {
			if !slices.ContainsFunc(l.beliefs, func(b *belief) bool {
				return b.Relation == invariant.Zero && same(b.Guess, g)
			}) {
				l.beliefs = append(l.beliefs, &belief{Guess: g})
			}
		}
		l.sort()
	}
}

// degree returns how many factors a product may have of which something is guessed.
func (g guessing) degree() int {
	switch {
	case g.flat:
		return 1
	case g.steep:
		return maxDegree
	}
	return 2
}

// products reports whether something is believed of a product, or nothing of any loop yet.
func (c *loops[S, Y]) products() bool {
	some := false
	for _, l := range c.known {
		some = some || len(l.beliefs) > 0
		if slices.ContainsFunc(l.beliefs, func(b *belief) bool {
			return slices.ContainsFunc(b.Sum, func(m invariant.Monomial) bool { return len(m.Of) > 1 })
		}) {
			return true
		}
	}
	return !some
}

// steep reports whether a formula is about a product.
func steep(f *term.Formula) bool {
	if f.E != nil && slices.ContainsFunc(f.E.Terms, func(t term.Term) bool { return t.Sym.Op == term.Prod }) {
		return true
	}
	return slices.ContainsFunc(f.Args, steep)
}

// arrive does what is to be done where a node comes to the head of a loop: it reports whether the way ends there. Shows
// reports whether a formula follows from the path condition. On the walk for a certificate, list gets the landmark, and
// what does not follow is an error.
func (c *loops[S, Y]) arrive(ctx context.Context, n *Node[Y], shows func(*term.Formula) bool,
	list func(certs.Landmark)) (over bool, err error) {
	if !c.machine.Landmark(n.state) {
		return false, nil
	}
	state, lost := c.machine.Forget(n.state)
	at := c.machine.Context(state)
	if c.passes(n, at) {
		return false, nil
	}
	phase := c.phase(ctx, n, at, state)
	context := at + phase.String()
	l := c.known[context]
	if l == nil {
		if !c.begins(at) {
			return true, errPhases
		}
		l = &cut{at: at}
		c.known[context] = l
		c.order = append(c.order, context)
	}
	h, wider := n.extras().heads, []*big.Int(nil)
	c.from = h
	for h != nil && h.context != context {
		h = h.before
	}
	if l.turned = l.turned || h != nil; h != nil {
		wider = c.thresholds
		match, ok := c.machine.Same(h.state, state, h.free)
		if !ok && list == nil && c.reshapes(at, h.state, state) {
			return true, nil
		}
		if !ok {
			return true, errShape
		}
		places, grown := match.Any, false
		if match.Renamed && !covers(h.path, c.judge.machine.Path(n.state), match, new(int64)) {
			if places = append(places, match.Names...); len(match.Names) == 0 {
				return true, errShape
			}
		}
		vary := append(match.Sums, crowded(slices.Concat(places, l.places))...)
		if list == nil {
			vary = append(vary, c.noted(n.state)...)
		}
		for _, id := range vary {
			if l.summarises(id) {
				continue
			}
			if list != nil {
				return true, errShape
			}
			of := func(p symbolic.Place) bool { return p.Object == id }
			places, l.places = slices.DeleteFunc(places, of), slices.DeleteFunc(l.places, of)
			l.contents = append(l.contents, &contents{object: id})
			c.changed, grown = true, true
		}
		// Another way of the same round may change only a few integers of such an object.
		inside := func(p symbolic.Place) bool { return p.Object > 0 && l.summarises(p.Object) }
		places = slices.DeleteFunc(places, inside)
		if match.Renumbered && l.inMemory() {
			if l.inSlots || list != nil || len(l.contents) > 0 ||
				slices.ContainsFunc(l.places, func(p symbolic.Place) bool { return p.Object > 0 }) {
				return true, errShape
			}
			l.inSlots, c.changed, grown = true, true, true
		}
		for _, p := range places {
			if !slices.Contains(l.places, p) {
				if list != nil || len(l.places) == maxPlaces {
					return true, errShape
				}
				l.places = append(l.places, p)
				c.changed, grown = true, true
			}
		}
		if list == nil && c.look == nil && !grown && c.outgrown(l, h.state) {
			c.changed, grown = true, true
		}
		if grown {
			c.grown = true
			slices.SortFunc(l.places, symbolic.Place.Compare)
			c.guess(at, phase, l, h.state, state, n.known)
			slices.SortFunc(l.contents, func(s, t *contents) int { return cmp.Compare(s.object, t.object) })
			for i, s := range l.contents {
				l.contents[i] = c.imagine(l, s.object, h, n.state, shows)
			}
			l.guessed++
		}
		// What is guessed now was not believed where this turn began. Sums of high degree are asked for all the same:
		// those that other turns do not keep would take most of the work in the next round.
		if l.guessed != h.guessed && (grown || !c.steep) {
			return true, nil
		}
		if is := c.looks(ctx, l, h, n, state); is != goesOn {
			return is != through, is.err()
		}
		c.stepped(l, h, state)
		if err := c.check(l, h, state, n.state, n.known, wider, shows, list != nil); err != nil {
			return true, err
		}
		if list != nil {
			list(certs.Landmark{Same: uint64(h.number)})
		}
		return true, nil
	}
	if is := c.looks(ctx, l, nil, n, state); is != goesOn {
		return is != through, is.err()
	}
	if err := c.check(l, nil, state, n.state, n.known, wider, shows, list != nil); err != nil {
		return true, err
	}
	within, rest := l.split()
	for _, p := range l.places {
		if _, ok := c.machine.At(state, p); !ok {
			return true, errShape
		}
	}
	ranges := make([][2]*big.Int, len(within))
	for i, w := range within {
		for k, b := range w {
			if b != nil {
				ranges[i][k] = b.bound()
			}
		}
	}
	came := state
	state, were := c.machine.Any(state, l.places, ranges, c.fresh+1)
	c.fresh += len(l.places)
	path := c.judge.machine.Path(n.state)
	known := path
	for _, b := range rest {
		f, _ := c.formula(l, b, state)
		path = path.And(f)
	}
	state, fs := c.machine.Summarise(state, l.claims())
	for _, f := range fs {
		path = path.And(f)
	}
	h = &head[Y]{context: context, at: at, path: known, came: came, free: map[*term.Sym]bool{}, entry: phase.entry,
		guessed: l.guessed, before: n.extras().heads}
	for s := range were {
		h.free[s] = true
	}
	n.state = c.machine.Under(state, path)
	n.known, _ = c.nothing.Assume(path.Conjuncts()...)
	h.state = n.state
	n.extend(func(e *extras[Y]) { e.heads = h })
	if list != nil {
		list(l.landmark(lost, ranges, rest))
		h.number = len(c.list)
		for _, x := range l.claims() {
			c.summaries = append(c.summaries, claimed(h.number, x))
		}
	}
	return false, nil
}

// looks says what becomes of a way.
func (c *loops[S, Y]) looks(ctx context.Context, l *cut, h *head[Y], n *Node[Y], state Y) looked {
	if c.look == nil {
		return goesOn
	}
	return c.look(ctx, l, h, n, state)
}

// err returns the error with which a round is over; nil if it is not.
func (l looked) err() error {
	if l == seen {
		return errSeen
	}
	return nil
}

// inMemory reports whether something is believed of integers in memory.
func (l *cut) inMemory() bool {
	return len(l.contents) > 0 || slices.ContainsFunc(slices.Concat(l.places, l.variables),
		func(p symbolic.Place) bool { return p.Object > 0 })
}

// atEnd reports whether a bound leaves no integer of a type but itself, or none at all.
func atEnd(b *belief, as core.Scalar) bool {
	next := new(big.Int).Add(b.bound(), one)
	if b.Relation == invariant.AtMost {
		next.Sub(b.bound(), one)
	}
	return as != core.NoScalar && !as.Holds(next)
}

// split returns the beliefs that are bounds of places, and the others.
func (l *cut) split() (within [][2]*belief, rest []*belief) {
	within = make([][2]*belief, len(l.places))
	for _, b := range l.beliefs {
		v, single := b.Single()
		if single = single && v < len(l.places) && b.Relation <= invariant.AtMost; !single ||
			within[v][b.Relation] != nil || l.places[v].Object > 0 && atEnd(b, core.Scalar(l.places[v].Type)) {
			rest = append(rest, b)
			continue
		}
		within[v][b.Relation] = b
		// ranges have several integers
		if lo, hi := within[v][0], within[v][1]; lo != nil && hi != nil && lo.bound().Cmp(hi.bound()) >= 0 {
			within[v][b.Relation], rest = nil, append(rest, b)
		}
	}
	return within, rest
}

// over reports whether the budget ran out. It is asked before each question about what is believed, since one state may
// have hundreds: what nobody has asked about is not dropped.
func (c *loops[S, Y]) over() bool {
	c.pay()
	return c.judge.visited > inductStates/c.part || c.judge.micros > inductMicros/c.part ||
		c.judge.machine.Pool().Exhausted() || c.stop != nil && c.stop(c.judge.visited, c.judge.micros)
}

// pay says what was taken so far, if somebody wants to know.
func (c *loops[S, Y]) pay() {
	if c.pays == nil {
		return
	}
	j := c.judge
	nanos := (j.visited+c.walked)*stateNanos + (j.Bounds+j.Implied+j.Model)*questionNanos + c.ran()*sampleNanos
	micros := solverRate*j.micros + nanos/1000
	if micros < c.took { // it is counted anew
		c.paid += c.took
	}
	c.took = micros
	c.pays(c.paid + c.took)
}

// spent reports whether a round is over in the middle of a state. A walk for a certificate, in which all is to hold,
// has no such budget, and neither has one on which nothing is asked.
func (c *loops[S, Y]) spent(all bool) bool { return !all && c.look == nil && c.over() }

// check weakens or drops what is believed of a loop and does not hold for a state, of which something is known. If h is
// not nil, a turn that began there comes back. Whole is the state before it has forgotten anything. If all is to hold,
// it is an error that something does not.
func (c *loops[S, Y]) check(l *cut, h *head[Y], y, whole Y, known *bounds.Known, thresholds []*big.Int,
	shows func(*term.Formula) bool, all bool) error {
	within, rest := l.split()
	for _, w := range within {
		rest = append(rest, w[:]...)
	}
	// in the order of the certificate
	rest = append(rest[len(rest)-2*len(within):len(rest):len(rest)], rest[:len(rest)-2*len(within)]...)
	for _, b := range rest {
		for b != nil && !b.gone() {
			if c.spent(all) {
				return errBudget
			}
			f, ok := c.formula(l, b, y)
			if ok && (f.Op == term.True || f.Op != term.False && shows(f)) {
				break
			}
			if all {
				return fmt.Errorf("invariants: nothing proves what is believed of %v", b.Sum)
			}
			l.lost = append(l.lost[max(0, len(l.lost)-maxLost+1):], b.now())
			if c.changed = true; c.steep && ok && steep(f) {
				b.drop()
				b.known, b.at = nil, len(b.Bounds)
				break
			}
			var low, high *big.Int
			if sum, ok := c.sum(l, b, y); ok && c.rich {
				low, high = known.Between(sum)
				low, high = l.apart(b, low, high)
			}
			b.weaken(low, high, thresholds)
			if b.gone() || b.known != nil { // it is less than somebody claims
				b.drop()
			}
			if b.gone() {
				c.precondition(c.from, f)
			}
		}
	}
	l.beliefs = slices.DeleteFunc(l.beliefs, (*belief).gone)
	for _, s := range l.contents {
		if c.spent(all) {
			return errBudget
		}
		if err := c.holds(l, s, h, whole, shows, all); err != nil {
			return err
		}
	}
	return nil
}

// apart returns what is known of the sum of a belief, weaker by 1 if the bounds of a variable would be equal. New
// inputs have several integers, or no range; and without one, sums of machine integers wrap around.
func (l *cut) apart(b *belief, low, high *big.Int) (*big.Int, *big.Int) {
	v, single := b.Single()
	for _, other := range l.beliefs {
		w, also := other.Single()
		if !single || !also || v != w || other.gone() || b.Relation+other.Relation != invariant.AtMost {
			continue
		}
		if low != nil && b.Relation == invariant.AtLeast && low.Cmp(other.bound()) == 0 {
			low = new(big.Int).Sub(low, one)
		}
		if high != nil && b.Relation == invariant.AtMost && high.Cmp(other.bound()) == 0 {
			high = new(big.Int).Add(high, one)
		}
	}
	return low, high
}

// sum returns the sum that a belief is about, in a state.
func (c *loops[S, Y]) sum(l *cut, b *belief, y Y) (sum *term.Linear, ok bool) {
	p := c.judge.machine.Pool()
	sum = p.Int(new(big.Int))
	for _, m := range b.Sum {
		product := p.Int(m.Times)
		for _, v := range m.Of {
			n, ok := c.machine.At(y, l.variables[v])
			if !ok {
				return nil, false
			}
			product = p.Mul(product, n)
		}
		sum = p.Add(sum, product)
	}
	return sum, true
}

// formula returns what a belief says about a state.
func (c *loops[S, Y]) formula(l *cut, b *belief, y Y) (f *term.Formula, ok bool) {
	sum, ok := c.sum(l, b, y)
	if !ok {
		return nil, false
	}
	p := c.judge.machine.Pool()
	bound := p.Int(b.bound())
	switch b.Relation {
	case invariant.AtLeast:
		return p.Le(bound, sum), true
	case invariant.AtMost:
		return p.Le(sum, bound), true
	case invariant.Divides:
		_, sum = p.FloorDiv(sum, bound)
	}
	return p.Eq(sum, p.Int(new(big.Int))), true
}

// landmark returns the landmark that says what is believed of a loop.
func (l *cut) landmark(lost [][]uint64, ranges [][2]*big.Int, rest []*belief) (mark certs.Landmark) {
	mark.Lost = lost
	for i, p := range l.places {
		mark.Any = append(mark.Any, placed(p))
		mark.Within = append(mark.Within, certs.Range{Lo: ranges[i][0], Hi: ranges[i][1]})
	}
	for n := len(ranges); n > 0 && ranges[n-1] == [2]*big.Int{}; n-- {
		mark.Within = mark.Within[:n-1]
	}
	for _, b := range rest {
		mark.Holds = append(mark.Holds, l.atom(b))
	}
	return mark
}

// atom returns what is believed as certificates have it.
func (l *cut) atom(b *belief) (atom certs.Atom) {
	sign := int64(1)
	if b.Relation == invariant.AtLeast {
		sign = -1
	}
	for _, m := range b.Sum {
		t := certs.Product{Times: new(big.Int).Mul(big.NewInt(sign), m.Times)}
		for _, v := range m.Of {
			t.Of = append(t.Of, placed(l.variables[v]))
		}
		atom.Terms = append(atom.Terms, t)
	}
	switch b.Relation {
	case invariant.AtLeast:
		atom.Terms = constant(atom.Terms, b.bound())
	case invariant.AtMost:
		atom.Terms = constant(atom.Terms, new(big.Int).Neg(b.bound()))
	default:
		atom.Mod = b.bound()
	}
	return atom
}

// about returns the places about which something is guessed where a loop is in the state y: those that it changes, and
// others that have no number that is known. Of an object with a summary, that is its size.
func (c *loops[S, Y]) about(l *cut, y Y) []symbolic.Place {
	list := slices.Clone(l.places)
	for _, p := range c.machine.Integers(y) {
		inside := l.inSlots && p.Object > 0 || p.Type > 0 && p.Object > 0 && l.summarises(p.Object)
		if n, _ := c.machine.At(y, p); len(list) < maxVariables && !n.IsConst() && !inside &&
			!slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list[:min(len(list), maxVariables)]
}

// outgrown reports whether something was guessed of a loop when less was open than in the state y at its head: a loop
// around it was not known to change what it does. That is to be made up for a few times at most.
func (c *loops[S, Y]) outgrown(l *cut, y Y) bool {
	more := func(p symbolic.Place) bool { return !slices.Contains(l.variables, p) }
	if len(l.places) == 0 || l.renewed == maxRenewed || !slices.ContainsFunc(c.about(l, y), more) {
		return false
	}
	l.renewed++
	return true
}

// guess begins anew with what is believed of a loop in a phase. Y is a state at its head, from which a turn leads to
// after.
func (c *loops[S, Y]) guess(at string, in phase, l *cut, y, after Y, known *bounds.Known) {
	l.variables, l.beliefs, l.lost, l.first = c.about(l, y), nil, nil, nil
	l.needed, l.tried, l.steps = nil, nil, nil
	if (c.rich || c.steep) && len(c.samples(at)) < enough {
		c.toward(at, known.Model(), enough)
	}
	var rows, steps [][]*big.Int
	var last []*big.Int
	seldom := true // whether the runs have no turn that ends in the phase
	seen := map[string]bool{}
	for _, s := range c.samples(at) {
		if c.between(s) {
			continue
		}
		row, key := []*big.Int{}, ""
		for _, p := range l.variables {
			if v, ok := valueAt(s.State, p); ok {
				row, key = append(row, v), key+v.String()+" "
			}
		}
		if len(row) == len(l.variables) && last != nil && !s.entered {
			var step []*big.Int
			for i := range row {
				step = append(step, new(big.Int).Sub(row[i], last[i]))
			}
			steps, seldom = append(steps, step), seldom && !c.in(in, s)
		}
		if last = nil; len(row) == len(l.variables) {
			last = row
		}
		if last != nil && !seen[key] && c.in(in, s) {
			rows, seen[key] = append(rows, row), true
		}
	}
	changes := func(v int) bool { return slices.Contains(l.places, l.variables[v]) }
	more := mined(c.running(y), l.variables, c.degree())
	if c.rich {
		more = append(more, invariant.Slopes(steps, len(l.variables), changes)...)
		if corners := c.steps(l, y, after); len(corners) > 0 && seldom {
			more = append(more, invariant.Slopes(corners, len(l.variables), changes)...)
		}
	}
	more = append(more, c.lengths(l, y)...)
	bounded := invariant.Guesses
	if c.lean {
		l.rows, l.ran, bounded = rows, steps, invariant.Single
	}
	guesses := slices.Concat(bounded(rows, len(l.variables), changes, c.thresholds, more),
		invariant.Equalities(rows, len(l.variables), c.degree(), changes))
	if c.rich && len(rows) == 0 {
		c.enters(l, y, known, guesses)
	}
	for _, g := range guesses {
		if !c.rich && g.Relation == invariant.Divides && (g.Variables() > 2 || len(rows) < 4) {
			continue
		}
		if g.Relation == invariant.Zero && !c.alone {
			l.first = append(l.first, g)
		}
		l.beliefs = append(l.beliefs, &belief{Guess: g})
	}
	c.claimed(l, y)
	l.sort()
}

// sort puts what is easy to read first.
func (l *cut) sort() {
	slices.SortStableFunc(l.beliefs, func(a, b *belief) int { return cmp.Compare(a.Effort(), b.Effort()) })
}

// enters adds to guesses what is known of their sums where a loop is entered in y, if that is stronger.
func (c *loops[S, Y]) enters(l *cut, y Y, known *bounds.Known, guesses []invariant.Guess) {
	for i, g := range guesses {
		sum, ok := c.sum(l, &belief{Guess: g}, y)
		if !ok || g.Relation > invariant.AtMost || len(g.Bounds) == 0 {
			continue
		}
		low, high := known.Between(sum)
		if g.Relation == invariant.AtLeast && low != nil && low.Cmp(g.Bounds[0]) > 0 {
			guesses[i].Bounds = append([]*big.Int{low}, g.Bounds...)
		}
		if g.Relation == invariant.AtMost && high != nil && high.Cmp(g.Bounds[0]) < 0 {
			guesses[i].Bounds = append([]*big.Int{high}, g.Bounds...)
		}
	}
}

// fewer returns a certificate with fewer beliefs: those that are not needed go, the least simple ones first, as far as
// some walks show it.
func (c *loops[S, Y]) fewer(ctx context.Context, least *certs.Absence,
	walk func() (*certs.Absence, error)) *certs.Absence {
	walks, most := 0, c.judge.micros+fewerMicros
	for size := 1 << 10; size > 0; size /= 2 {
		for _, context := range c.order {
			l := c.known[context]
			for end := len(l.beliefs); end > 0 && (size < 2*len(l.beliefs) || size == 1); {
				if walks++; walks > fewerWalks || c.judge.micros > most || ctx.Err() != nil {
					return least
				}
				keep, first := l.beliefs, max(0, end-size)
				l.beliefs = slices.Delete(slices.Clone(keep), first, end)
				if a, err := walk(); err == nil {
					least = a
				} else {
					l.beliefs = keep
				}
				end = first
			}
		}
	}
	return least
}
