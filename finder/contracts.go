package finder

import (
	"cmp"
	"encoding/binary"
	"errors"
	"math/big"
	"slices"

	"vouch/certs"
	"vouch/finder/invariant"
	"vouch/semantics/core"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file looks for contracts of functions that call themselves: what holds at the beginning of a call, and what then
// holds of the integer that it returns. It is as for loops (induction.go): runs say what to believe at first, and
// what a call does not keep is dropped. A round goes through such a function once, from the beginning of a call of
// which only that is known, and every call of it is one step. What a call changes in memory are integers of global
// objects at offsets that the program names; the round notes them where they are written.

// result is the place of the result of a call, in a state that is alone.
var result = symbolic.Place{Type: 1}

// cutKey returns the name of what is believed of a function, among those of loops.
func cutKey(number int, at string) string {
	return at + string(binary.AppendUvarint(nil, uint64(number)))
}

// recursive reports whether a program has a function that may call itself.
func (p *subject) recursive() bool { return slices.ContainsFunc(p.Core.Funcs, p.symbolic.Recursive) }

// anew forgets which calls were followed: another round, or a walk, begins.
func (c *loops[S, Y]) anew() {
	for _, a := range c.agreed {
		a.head = nil
	}
}

// agreementOf returns what is believed of the calls of the function that begins in a state.
func (c *loops[S, Y]) agreementOf(fn *core.Func) *agreement[Y] {
	a := c.agreed[fn]
	if a == nil {
		a = &agreement[Y]{before: &cut{}, after: &cut{}}
		c.agreed[fn] = a
		for _, l := range []*cut{a.before, a.after} {
			key := cutKey(len(c.order), "\xff\xff")
			c.known[key], c.order = l, append(c.order, key)
		}
	}
	return a
}

// supposes begins with what is believed of a function, of which entry is the beginning of a call.
func (c *loops[S, Y]) supposes(fn *core.Func, a *agreement[Y], entry Y) {
	integer, _ := c.machine.Gives(entry)
	l := a.before
	l.variables, l.beliefs, l.lost = slices.Clone(l.places), nil, nil
	for _, p := range c.machine.Integers(entry) {
		if n, _ := c.machine.At(entry, p); len(l.variables) < maxVariables && !n.IsConst() &&
			!(l.inSlots && p.Object > 0) && !slices.Contains(l.variables, p) {
			l.variables = append(l.variables, p)
		}
	}
	l.variables = l.variables[:min(len(l.variables), maxVariables)]
	a.changes = slices.SortedFunc(slices.Values(a.written), symbolic.Place.Compare)
	a.after.variables, a.after.beliefs, a.after.lost = slices.Clone(l.variables), nil, nil
	results := len(a.changes)
	if integer {
		results++
	}
	for i := range results {
		a.after.variables = append(a.after.variables, symbolic.Place{At: uint64(i), Type: result.Type})
	}
	var rows, returns [][]*big.Int
	for _, s := range c.called(fn) {
		var row []*big.Int
		for _, p := range l.variables {
			if v, ok := valueAt(s.State, p); ok {
				row = append(row, v)
			}
		}
		if len(row) < len(l.variables) {
			continue
		}
		rows = append(rows, row)
		if row = s.gives(slices.Clone(row), integer, a.changes); len(row) == len(a.after.variables) {
			returns = append(returns, row)
		}
	}
	more := mined(fn, l.variables, c.degree())
	c.believe(l, unique(rows), func(v int) bool { return slices.Contains(l.places, l.variables[v]) }, more)
	if results > 0 {
		c.believe(a.after, unique(returns), func(v int) bool { return v >= len(l.variables) }, nil)
	}
}

// gives adds to a row the integer that the call returned, if it is to, and those in some places afterwards.
func (s sampledCall) gives(row []*big.Int, integer bool, changes []symbolic.Place) []*big.Int {
	if !s.back {
		return nil
	}
	if integer && s.result != nil {
		row = append(row, s.result)
	}
	for _, p := range changes {
		if v, ok := valueAt(s.after, p); ok {
			row = append(row, v)
		}
	}
	return row
}

// errChanges says of a function that calls itself what its contract cannot say.
var errChanges = errors.New("a function that calls itself changes more than integers of global variables")

// writes notes what the next step changes in memory, if it is inside of a call of which only an agreement is known. It
// reports whether the way ends, because nobody has believed before that the call changes this.
func (c *loops[S, Y]) writes(n *Node[Y]) (over bool, err error) {
	around := n.extras().call
	if around == nil {
		return false, nil
	}
	switch in := c.instr(n.state); in.Op {
	case core.Alloc, core.Free, core.End, core.Protect, core.Copy, core.Fill:
		return true, errChanges
	case core.Store:
		p, ok := named(in)
		if !ok {
			return true, errChanges
		}
		return c.changes(around.agreement, p)
	}
	return false, nil
}

// changes notes that calls may change the integer in a place. It reports whether nobody has believed that before.
func (c *loops[S, Y]) changes(a *agreement[Y], p symbolic.Place) (more bool, err error) {
	if slices.Contains(a.written, p) {
		return !slices.Contains(a.changes, p), nil
	}
	if a.written, c.changed = append(a.written, p), true; len(a.written) > maxPlaces {
		return true, errChanges
	}
	return true, nil
}

// named returns the place of the integer that an instruction stores, if it names a global object and an offset.
func named(in *core.Instr) (p symbolic.Place, ok bool) {
	at, offset := in.Args[0], new(big.Int)
	if at.Op == core.Move && at.Y.Op == core.Const {
		at, offset = at.X, at.Y.Int
	}
	p = symbolic.Place{Object: uint64(at.Ref) + 1, At: offset.Uint64(), Type: uint64(in.Type)}
	return p, at.Op == core.Address && offset.IsUint64() && in.Type.Type() == core.Int && !in.Type.IsBitField()
}

// unique returns rows without those that are there twice.
func unique(rows [][]*big.Int) (list [][]*big.Int) {
	seen := map[string]bool{}
	for _, row := range rows {
		key := ""
		for _, v := range row {
			key += v.String() + " "
		}
		if !seen[key] {
			list, seen[key] = append(list, row), true
		}
	}
	return list
}

// believe adds what rows of the variables of a cut suggest, some of which change.
func (c *loops[S, Y]) believe(l *cut, rows [][]*big.Int, changes func(int) bool, more []invariant.Sum) {
	for _, g := range slices.Concat(invariant.Guesses(rows, len(l.variables), changes, c.thresholds, more),
		invariant.Equalities(rows, len(l.variables), c.degree(), changes)) {
		if c.rich || g.Relation != invariant.Divides || g.Variables() <= 2 && len(rows) >= 4 {
			l.beliefs = append(l.beliefs, &belief{Guess: g})
		}
	}
	slices.SortStableFunc(l.beliefs, func(a, b *belief) int { return cmp.Compare(a.Effort(), b.Effort()) })
}

// calls does what is to be done where a call begins of which an agreement may be known. It returns the states from
// which the way goes on: that behind the call, and that at the beginning of the one through which the round goes.
// The rest is as for arrive.
func (c *loops[S, Y]) calls(n *Node[Y], shows func(*term.Formula) bool, list func(certs.Landmark)) (is bool,
	next []Node[Y], err error) {
	if c.called == nil || !c.machine.Begins(n.state) {
		return false, nil, nil
	}
	integer, ok := c.machine.Gives(n.state)
	if !ok {
		return true, nil, errShape
	}
	fn, path := c.running(n.state), c.judge.machine.Path(n.state)
	if !slices.ContainsFunc(c.called(fn), func(s sampledCall) bool { return s.back }) {
		return true, nil, errShape // it may call itself for ever, which a contract does not tell from what returns
	}
	a := c.agreementOf(fn)
	entry, lost := c.machine.Forget(c.machine.Alone(n.state))
	h, wider := a.head, []*big.Int(nil)
	grown := len(a.written) > len(a.changes)
	if len(a.after.variables) == 0 {
		grown = true
		for _, p := range c.machine.Integers(entry) {
			if _, points := c.machine.Points(entry, p); p.Object == 0 && !points && len(a.before.places) < maxPlaces {
				a.before.places = append(a.before.places, p)
			}
		}
	}
	if h != nil {
		wider = c.thresholds
		match, ok := c.machine.Same(h.state, entry, h.free)
		places := match.Any
		if ok && match.Renamed && !covers(h.path, path, match, new(int64)) {
			places = append(places, match.Names...)
			ok = len(match.Names) > 0
		}
		for _, p := range places {
			if !slices.Contains(a.before.places, p) && ok {
				a.before.places, grown = append(a.before.places, p), true
				_, integer := c.machine.At(entry, p)
				ok = integer && list == nil && len(a.before.places) <= maxPlaces
			}
		}
		if match.Renumbered && a.before.inMemory() && ok {
			ok, a.before.inSlots, grown = list == nil && !a.before.inSlots, true, true
		}
		if !ok || len(match.Sums) > 0 || match.Renumbered && len(a.changes) > 0 {
			return true, nil, errShape
		}
	}
	if grown {
		slices.SortFunc(a.before.places, symbolic.Place.Compare)
		c.supposes(fn, a, entry)
		if c.changed = true; h != nil {
			return true, nil, nil
		}
	}
	if around := n.extras().call; around != nil {
		for _, p := range a.changes {
			if more, err := c.changes(around.agreement, p); more || err != nil {
				return true, nil, err
			}
		}
	}
	if err := c.check(a.before, nil, entry, entry, n.known, wider, shows, list != nil); err != nil {
		return true, nil, err
	}
	behind := *n
	if behind.state, err = c.behind(a, n.state, entry, integer); err != nil {
		return true, nil, err
	}
	behind.depth++
	behind.known, _ = n.known.Assume(c.judge.machine.Path(behind.state).Since(path)...)
	if next = append(next, behind); h != nil {
		if list != nil {
			list(certs.Landmark{Same: uint64(h.number)})
		}
		return true, next, nil
	}
	within, rest := a.before.split()
	ranges := make([][2]*big.Int, len(within))
	for i, w := range within {
		for k, b := range w {
			if b != nil {
				ranges[i][k] = b.bound()
			}
		}
	}
	state, were := c.machine.Any(entry, a.before.places, ranges, c.fresh+1)
	c.fresh += len(a.before.places)
	keeps := c.machine.Keeps(state)
	known := path.Only(nil, func(f *term.Formula) bool {
		return !slices.ContainsFunc(term.NewTable([]*term.Formula{f}).Inputs(), func(name string) bool {
			return !keeps[name]
		})
	})
	under := known
	for _, b := range rest {
		f, _ := c.formula(a.before, b, state)
		under = under.And(f)
	}
	h = &head[Y]{path: known, came: entry, free: map[*term.Sym]bool{}}
	for s := range were {
		h.free[s] = true
	}
	body := Node[Y]{state: c.machine.Under(state, under), depth: n.depth + 1}
	body.known, _ = c.nothing.Assume(under.Conjuncts()...)
	h.state = body.state
	body.extend(func(e *extras[Y]) { e.call = &call[Y]{a, h.state} })
	if list != nil {
		l := a.before.landmark(lost, ranges, rest)
		l.Facts = missing(path, known)
		list(l)
		h.number = len(c.list)
		x := certs.Contract{Landmark: uint64(h.number)}
		for _, p := range a.changes {
			x.Changes = append(x.Changes, placed(p))
		}
		for _, b := range a.after.beliefs {
			x.Ensures = append(x.Ensures, a.after.atom(b))
		}
		c.contracts = append(c.contracts, x)
	}
	a.head = h
	return true, append(next, body), nil
}

// behind returns the state behind the call that begins in y; entry is that state alone.
func (c *loops[S, Y]) behind(a *agreement[Y], y, entry Y, integer bool) (Y, error) {
	var results []*term.Linear
	var n *term.Linear
	if integer {
		_, were := c.machine.Any(c.machine.With(entry, []*term.Linear{c.judge.machine.Pool().Int(new(big.Int))}),
			[]symbolic.Place{result}, nil, c.fresh+1)
		c.fresh++
		for s := range were {
			n = s.Term()
		}
		results = append(results, n)
	}
	y, _ = c.machine.Any(y, a.changes, nil, c.fresh+1)
	c.fresh += len(a.changes)
	results, ok := c.values(a, y, results)
	if !ok {
		return y, errShape
	}
	with := c.machine.With(entry, results)
	var fs []*term.Formula
	for _, b := range a.after.beliefs {
		f, ok := c.formula(a.after, b, with)
		if !ok {
			return y, errShape
		}
		fs = append(fs, f)
	}
	path := c.judge.machine.Path(y).And(c.judge.machine.Pool().And(fs...))
	return c.machine.Under(c.machine.Behind(y, n), path), nil
}

// values adds to results the integers in the places that a call may change.
func (c *loops[S, Y]) values(a *agreement[Y], y Y, results []*term.Linear) ([]*term.Linear, bool) {
	for _, p := range a.changes {
		n, ok := c.machine.At(y, p)
		if !ok {
			return nil, false
		}
		results = append(results, n)
	}
	return results, true
}

// returns weakens or drops what is believed of the results of a call that returns, where next is the node behind that.
// It returns the integer n, if that is not nil.
func (c *loops[S, Y]) returns(next *Node[Y], n *term.Linear, shows func(*term.Formula) bool, all bool) error {
	around := next.extras().call
	a, entry := around.agreement, around.entry
	var results []*term.Linear
	if integer, _ := c.machine.Gives(entry); integer {
		if n == nil {
			return errShape
		}
		results = append(results, n)
	}
	results, ok := c.values(a, next.state, results)
	if !ok {
		return errShape
	}
	with := c.machine.With(entry, results)
	return c.check(a.after, nil, with, with, next.known, c.thresholds, shows, all)
}
