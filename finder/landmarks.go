package finder

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"vouch/certs"
	"vouch/finder/bounds"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines how a search looks back: at the heads of loops it compares a state with those that it saw at the
// same place.
//
// A state that is equal to an earlier one, and whose path condition says no less, is covered: what follows it follows
// the other one, too. If the path conditions differ, the search goes on with what they have in common. Then it visits
// states that no input may reach. So a fault behind such a state counts only if the path condition without anything
// forgotten, of one of the ways that lead there, admits it. If it does not, the search begins again, and forgets less
// where it has forgotten something on the way to this fault.
//
// A state at the head of a loop waits until no other state is left. So most ways that lead there have come, and are one
// way, before anything behind it is visited.

// How much is forgotten where path conditions differ.
const (
	behind = iota // all that follows the first difference, if it is not the first time
	apart         // what differs
	dead          // what is about inputs whose values are not kept, wherever states are compared
	none
)

// of returns path with nothing forgotten.
func (k *weak) of(path *symbolic.PathCondition) *symbolic.PathCondition {
	if k == nil {
		return path
	}
	whole := k.whole
	names := k.real()
	for _, f := range path.Since(k.since) {
		if names != nil {
			f = names.Formula(f)
		}
		whole = whole.And(f)
	}
	return whole
}

// real returns what puts the integers in the places of the inputs that stand for any; nil if there are none.
func (k *weak) real() *term.Renaming {
	if k == nil || len(k.were) == 0 {
		return nil
	}
	return k.pool.Renaming(func(s *term.Sym) *term.Linear { return cmp.Or(k.were[s], s.Term()) })
}

// and returns what inputs are on the way, with further ones, whose integers are in terms of the inputs so far.
func (k *weak) and(were map[*term.Sym]*term.Linear) map[*term.Sym]*term.Linear {
	if k == nil || len(were) == 0 && len(k.were) == 0 {
		return were
	}
	all := maps.Clone(k.were)
	if all == nil {
		all = map[*term.Sym]*term.Linear{}
	}
	names := k.real()
	for s, e := range were {
		if names != nil {
			e = names.Linear(e)
		}
		all[s] = e
	}
	return all
}

// sites returns where something was forgotten.
func (k *weak) sites() map[any]bool {
	sites := map[any]bool{}
	for ; k != nil; k = k.before {
		sites[k.site] = true
	}
	return sites
}

// newLandmarks returns landmarks before anything was seen; nil if the machine cannot compare states.
func newLandmarks[S, Y any](m symbolic.Machine[S, Y], careful map[any]int) *landmarks[Y] {
	l, ok := m.(symbolic.Landmarker[Y])
	if !ok {
		return nil
	}
	return &landmarks[Y]{machine: l, pool: m.Pool(), site: m.Site, nothing: bounds.NewSpace(m.Pool()).Nothing(),
		seen: map[uint64][]*landmark[Y]{}, careful: careful,
		origins: origins{map[string]symbolic.Place{}, map[uint64]int64{}}}
}

// again returns landmarks for a walk that goes where the search with l went: it forgets at once what the search has
// forgotten in the end.
func (l *landmarks[Y]) again() *landmarks[Y] {
	k := *l
	k.seen, k.list, k.fresh = map[uint64][]*landmark[Y]{}, nil, 0
	for key, marks := range l.seen {
		for _, m := range marks {
			n := *m
			n.number, n.held = 0, nil
			k.seen[key] = append(k.seen[key], &n)
		}
	}
	return &k
}

// explored compares the state of n, which is on a path, with those that were seen. It reports whether n is not to be
// visited now. If it is not covered, it forgets what is to be forgotten of n, and n waits.
func (l *landmarks[Y]) explored(n *Node[Y], path *symbolic.PathCondition) (later bool) {
	if !l.machine.Landmark(n.state) {
		return false
	}
	state, _ := l.machine.Forget(n.state)
	key, careful, rest := l.machine.Key(state), l.careful[l.site(n.state)], path
	if careful == dead {
		rest = l.alive(state, path)
	}
	now := l.hullOf(state, n.known)
	l.looked++
	if l.work++; path != nil {
		l.work += int64(path.Len)
	}
	var like *landmark[Y]
	var how symbolic.Match
	for _, m := range l.seen[key] {
		l.work += comparing
		match, ok := l.same(m, state)
		if !ok {
			continue
		}
		m.used = true
		if like, how = m, match; !match.Differ && now.within(m.hull) && covers(m.path, rest, match, &l.work) {
			l.renumbered = l.renumbered || match.Renumbered
			l.covered++
			return true
		}
	}
	if n.state = state; like != nil && careful < dead {
		rest = common(path, like.path, how, like.met && careful == behind)
		like.met = true
	}
	next, joins := like, 0
	if like == nil || careful >= dead && !how.Differ {
		next = &landmark[Y]{}
		l.seen[key] = append(l.seen[key], next)
	}
	if next.claimed = like != nil && len(l.measures) > 0; next.claimed {
		if joins = like.joins; like.held == nil || like.held.gone { // what follows it was visited
			joins++
		}
		now = like.hull.join(now, joins > maxWidened)
	}
	next.hull, next.joins = now, joins
	like = next
	free := l.weaken(n, path, rest, l.places(how), like)
	l.renumbered = l.renumbered || how.Renumbered
	like.state, like.path, like.free = n.state, rest, free
	if like.held != nil && !like.held.gone && careful < dead { // then n stands for that state, too
		*like.held = held[Y]{gone: true}
		l.covered++
		l.waiting--
	}
	like.held = l.hold(*n)
	return true
}

// same is Same of the machine. Where integers in memory have invariants, objects have to have the same numbers.
func (l *landmarks[Y]) same(m *landmark[Y], y Y) (match symbolic.Match, ok bool) {
	match, ok = l.machine.Same(m.state, y, m.free)
	return match, ok && (len(l.measures) == 0 || !match.Renumbered)
}

// places returns the places that are to have new inputs behind a match. With measures, inputs that may keep their
// values do, because slots may have them, too.
func (l *landmarks[Y]) places(how symbolic.Match) []symbolic.Place {
	if len(l.measures) > 0 && !how.Differ {
		return nil
	}
	return how.Any
}

// put notes in which places of y inputs are put, from a number on.
func (l *landmarks[Y]) put(y Y, places []symbolic.Place, first int) {
	for i, p := range places {
		l.origins.places["#"+strconv.Itoa(first+i)] = p
		if size, ok := l.at(y)(symbolic.Place{Object: p.Object}); ok && size.IsConst() && size.Const.IsInt64() {
			l.origins.sizes[p.Object] = size.Const.Int64()
		}
	}
}

// hold lets n wait.
func (l *landmarks[Y]) hold(n Node[Y]) *held[Y] {
	h := &held[Y]{node: n}
	l.held = append(l.held, h)
	l.waiting++
	return h
}

// nearest puts the waiting state first to which the fewest steps lead: most that leads to it was visited, so the bounds
// there are what they will be.
func (l *landmarks[Y]) nearest() {
	l.held = slices.DeleteFunc(l.held, func(h *held[Y]) bool { return h.gone })
	first := 0
	for i, h := range l.held {
		if h.node.depth < l.held[first].node.depth {
			first = i
		}
	}
	if first > 0 {
		h := l.held[first]
		copy(l.held[1:first+1], l.held[:first])
		l.held[0] = h
	}
}

// next returns the state that has waited longest, if any waits.
func (l *landmarks[Y]) next() (n Node[Y], ok bool) {
	for len(l.held) > 0 && !ok {
		if len(l.measures) > 0 {
			l.nearest()
		}
		h := l.held[0]
		l.held = l.held[1:]
		if ok = !h.gone; ok {
			n, *h = h.node, held[Y]{gone: true}
			l.waiting--
		}
	}
	return n, ok
}

// alive returns the conjuncts of path that are about nothing but inputs whose values y keeps.
func (l *landmarks[Y]) alive(y Y, path *symbolic.PathCondition) *symbolic.PathCondition {
	keeps := l.machine.Keeps(y)
	return path.Only(nil, func(f *term.Formula) bool {
		l.work++
		return !slices.ContainsFunc(term.NewTable([]*term.Formula{f}).Inputs(), func(name string) bool {
			return !keeps[name]
		})
	})
}

// weaken forgets what path, the path condition of n, has and rest has not, and which integers are in some places, but
// for what is claimed of the landmark. It returns the inputs that stand there.
func (l *landmarks[Y]) weaken(n *Node[Y], path, rest *symbolic.PathCondition, places []symbolic.Place,
	mark *landmark[Y]) (free map[*term.Sym]bool) {
	if rest == path && len(places) == 0 && !mark.claimed {
		return nil
	}
	if l.work += 8; path != nil { // which is put together anew, with what is known of it
		l.work += 8 * int64(path.Len)
	}
	l.put(n.state, places, l.fresh+1)
	state, were := l.machine.Any(n.state, places, nil, l.fresh+1)
	l.fresh += len(places)
	known, _ := l.nothing.Assume(rest.Conjuncts()...)
	if mark.claimed {
		_, rest, known, mark.claimed = l.telling(mark.hull, state, rest, known)
	}
	before := n.extras().weak
	now := &weak{l.pool, before.of(path), rest, l.site(n.state), before.and(were), before}
	n.extend(func(e *extras[Y]) { e.weak = now })
	n.state, n.known = l.machine.Under(state, rest), known
	free = map[*term.Sym]bool{}
	for s := range were {
		free[s] = true
	}
	return free
}

// walked is explored on the walk for a certificate, after so many steps. It lists the landmark. Shows proves that a
// formula follows from the path condition.
func (l *landmarks[Y]) walked(n *Node[Y], path *symbolic.PathCondition, steps int64,
	shows func(*term.Formula) bool) (is, covered bool, err error) {
	if !l.machine.Landmark(n.state) {
		return false, false, nil
	}
	state, lost := l.machine.Forget(n.state)
	key, now := l.machine.Key(state), l.hullOf(state, n.known)
	var like *landmark[Y]
	var how symbolic.Match
	for _, m := range l.seen[key] {
		match, ok := l.same(m, state)
		if !ok {
			continue
		}
		if m.number > 0 && !match.Differ && now.within(m.hull) && covers(m.path, path, match, &l.work) {
			if err := l.prove(m, state, shows); err != nil {
				return true, true, err
			}
			l.renumbered = l.renumbered || match.Renumbered
			l.list = append(l.list, certs.Landmark{Steps: uint64(steps), Same: uint64(m.number)})
			return true, true, nil
		}
		if like == nil || like.number > 0 {
			like, how = m, match
		}
	}
	careful, rest := l.careful[l.site(n.state)], path
	if like != nil && !like.used && careful < dead { // it would take memory of the checker for nothing
		return false, false, nil
	}
	if like != nil {
		if like.number > 0 {
			like.claimed, like.joins = len(l.measures) > 0, like.joins+1
		}
		like.hull = like.hull.join(now, like.joins > maxWidened)
	}
	if like == nil || careful >= dead && like.number > 0 && !how.Differ {
		like = &landmark[Y]{state: state, path: path, hull: now}
		l.seen[key] = append(l.seen[key], like)
	}
	switch careful {
	case none:
	case dead:
		rest = l.alive(state, path)
	default:
		rest = common(path, like.path, how, like.number > 0 && like.met && careful == behind)
		like.met = like.met || like.number > 0
	}
	forgotten, places := missing(path, rest), l.places(how)
	l.put(state, places, l.fresh+1)
	any, were := l.machine.Any(state, places, nil, l.fresh+1)
	l.fresh += len(places)
	under, changed := rest, rest != path || len(were) > 0 || like.claimed
	var holds []certs.Atom
	if changed {
		known, _ := l.nothing.Assume(rest.Conjuncts()...)
		if like.claimed {
			var ok bool
			if like.claims, under, known, ok = l.telling(like.hull, any, rest, known); !ok {
				return true, false, errKept
			}
			if err := l.prove(like, state, shows); err != nil {
				return true, false, err
			}
			holds = l.atoms(like.claims)
		}
		forgets := &weak{site: l.site(n.state), before: n.extras().weak}
		n.extend(func(e *extras[Y]) { e.weak = forgets })
		n.known = known
	}
	n.state = l.machine.Under(any, under)
	like.state, like.path, like.free = any, rest, map[*term.Sym]bool{}
	for s := range were {
		like.free[s] = true
	}
	var fresh []certs.Place
	for _, x := range places {
		fresh = append(fresh, placed(x))
	}
	l.list = append(l.list, certs.Landmark{Steps: uint64(steps), Facts: forgotten, Lost: lost,
		Any: fresh, Holds: holds})
	like.number = len(l.list)
	return true, false, nil
}

// prove shows for a state what is claimed of a landmark.
func (l *landmarks[Y]) prove(m *landmark[Y], y Y, shows func(*term.Formula) bool) error {
	if !m.claimed {
		return nil
	}
	claims, ok := l.claims(m.claims, y)
	if !ok {
		return errKept
	}
	for _, c := range claims {
		if c.Op != term.True && (c.Op == term.False || !shows(c)) {
			return errKept
		}
	}
	return nil
}

// covers reports whether all conjuncts of p are among those of q, with the names of the match. It adds how many it
// looked at to work.
func covers(p, q *symbolic.PathCondition, how symbolic.Match, work *int64) bool {
	at := q
	for ; p != nil; p = p.Prefix {
		f, ok := how.Rename(p.Last)
		found := among(at, nil, f, work)
		if found == nil {
			found = among(q, at, f, work)
		}
		if !ok || found == nil {
			return false
		}
		at = found.Prefix
	}
	return true
}

// among returns the list of the conjuncts from p on and before q whose last one is f; nil if there is none.
func among(p, q *symbolic.PathCondition, f *term.Formula, work *int64) *symbolic.PathCondition {
	for ; p != q; p = p.Prefix {
		if *work++; p.Last.Equal(f) {
			return p
		}
	}
	return nil
}

// common returns the conjuncts of p that are in q, with the names of the match. If behind is set, these are none behind
// the first difference.
func common(p, q *symbolic.PathCondition, how symbolic.Match, behind bool) *symbolic.PathCondition {
	var prefix *symbolic.PathCondition
	if !how.Renamed {
		prefix = p.Common(q)
	}
	has := map[string]bool{}
	for _, f := range q.Since(prefix) {
		if f, ok := how.Rename(f); ok {
			has[string(appendFormulaKey(nil, f))] = true
		}
	}
	same := !behind || how.Renamed
	return p.Only(prefix, func(f *term.Formula) bool {
		is := has[string(appendFormulaKey(nil, f))]
		same = same && (is || !behind)
		return is && same
	})
}

// missing returns the numbers of the conjuncts of p that are not in rest, which is p without them.
func missing(p, rest *symbolic.PathCondition) (list []uint64) {
	for ; p != rest; p = p.Prefix {
		if rest != nil && p.Last == rest.Last {
			rest = rest.Prefix
			continue
		}
		list = append(list, uint64(p.Len-1))
	}
	slices.Reverse(list)
	return list
}
