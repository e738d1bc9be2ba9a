package finder

import (
	"context"
	"slices"

	"vouch/certs"
	"vouch/finder/bounds"
	"vouch/finder/solver"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines how a search looks back: at the heads of loops it compares a state with those that it saw at the same place.
//
// A state that is equal to an earlier one, and whose path condition says no less, is covered: what follows it follows the other one, too. If the path
// conditions differ, the search goes on with what they have in common. Then it visits states that no input may reach. So a fault behind such a
// state counts only if the path condition without anything forgotten, of one of the ways that lead there, admits it. If it does not, the search begins
// again, and forgets less where it has forgotten something on the way to this fault.

// landmarks are the states with which a search compares others.
type landmarks[Y any] struct {
	machine symbolic.Landmarker[Y]
	site    func(Y) any
	nothing *bounds.Known
	seen    map[uint64][]*landmark[Y]
	careful map[any]int // how much less than usual is forgotten at a site
	looked  int64       // how many states were compared
	covered int64       // how many of these were covered
	work    int64       // of comparing path conditions, in conjuncts
	list    []certs.Landmark
}

// landmark is a state that was seen.
type landmark[Y any] struct {
	state  Y
	path   *symbolic.PathCondition // what stays of its path condition
	number int                     // in the certificate, from 1; 0 if it has none yet
	met    bool                    // whether another path condition was met with this one
}

// How much is forgotten where path conditions differ.
const (
	behind = iota // all that follows the first difference, if it is not the first time
	apart         // what differs
	none
)

// weak says that something of a path condition was forgotten.
type weak struct {
	whole  *symbolic.PathCondition // of a way to the state, with nothing forgotten
	since  *symbolic.PathCondition // the path condition of the state
	site   any
	before *weak
}

// of returns path with nothing forgotten.
func (k *weak) of(path *symbolic.PathCondition) *symbolic.PathCondition {
	if k == nil {
		return path
	}
	whole := k.whole
	for _, f := range path.Since(k.since) {
		whole = whole.And(f)
	}
	return whole
}

// sites returns where something was forgotten.
func (k *weak) sites() (list []any) {
	for ; k != nil; k = k.before {
		list = append(list, k.site)
	}
	return list
}

// newLandmarks returns landmarks before anything was seen; nil if the machine cannot compare states.
func newLandmarks[S, Y any](m symbolic.Machine[S, Y], careful map[any]int) *landmarks[Y] {
	l, ok := m.(symbolic.Landmarker[Y])
	if !ok {
		return nil
	}
	return &landmarks[Y]{machine: l, site: m.Site, nothing: bounds.NewSpace(m.Pool()).Nothing(), seen: map[uint64][]*landmark[Y]{}, careful: careful}
}

// again returns landmarks for a walk that goes where the search with l went: it forgets at once what the search has forgotten in the end.
func (l *landmarks[Y]) again() *landmarks[Y] {
	k := *l
	k.seen, k.list = map[uint64][]*landmark[Y]{}, nil
	for key, marks := range l.seen {
		for _, m := range marks {
			n := *m
			n.number = 0
			k.seen[key] = append(k.seen[key], &n)
		}
	}
	return &k
}

// explored compares the state of n, which is on a path, with those that were seen. It reports whether n is covered. If not, it forgets what is to be forgotten of n.
func (l *landmarks[Y]) explored(n *Node[Y], path *symbolic.PathCondition) (covered bool) {
	if !l.machine.Landmark(n.state) {
		return false
	}
	state, _ := l.machine.Forget(n.state)
	key := l.machine.Key(state)
	l.looked++
	if l.work++; path != nil {
		l.work += int64(path.Len)
	}
	var like *landmark[Y]
	for _, m := range l.seen[key] {
		if !l.machine.Same(m.state, state) {
			continue
		}
		if like = m; among(m.path, path) {
			l.covered++
			return true
		}
	}
	n.state = state
	if like == nil || l.careful[l.site(n.state)] == none {
		l.seen[key] = append(l.seen[key], &landmark[Y]{state: state, path: path})
		return false
	}
	l.forget(n, like, path)
	like.met = true
	return false
}

// forget makes like the landmark of n, too, with what their path conditions have in common.
func (l *landmarks[Y]) forget(n *Node[Y], like *landmark[Y], path *symbolic.PathCondition) {
	if l.work += 8; path != nil { // which is put together anew, with what is known of it
		l.work += 8 * int64(path.Len)
	}
	common := path.Common(like.path)
	if !like.met || l.careful[l.site(n.state)] > behind {
		common = without(path, like.path)
	}
	n.weak = &weak{n.weak.of(path), common, l.site(n.state), n.weak}
	n.state, like.path = l.machine.Under(n.state, common), common
	n.known, _ = l.nothing.Assume(common.Conjuncts()...)
}

// walked is explored on the walk for a certificate, after so many steps. It lists the landmark.
func (l *landmarks[Y]) walked(n *Node[Y], path *symbolic.PathCondition, steps int64) (is, covered bool) {
	if !l.machine.Landmark(n.state) {
		return false, false
	}
	state, lost := l.machine.Forget(n.state)
	key := l.machine.Key(state)
	var like *landmark[Y]
	for _, m := range l.seen[key] {
		if !l.machine.Same(m.state, state) {
			continue
		}
		if m.number > 0 && among(m.path, path) {
			l.list = append(l.list, certs.Landmark{Steps: uint64(steps), Same: uint64(m.number)})
			return true, true
		}
		if like == nil || like.number > 0 {
			like = m
		}
	}
	careful := l.careful[l.site(n.state)] == none
	if like == nil || careful && like.number > 0 {
		like = &landmark[Y]{state: state, path: path}
		l.seen[key] = append(l.seen[key], like)
	}
	var forgotten []uint64
	if n.state = state; !careful {
		common := without(path, like.path)
		if like.number > 0 && like.met && l.careful[l.site(n.state)] == behind {
			common = path.Common(like.path)
		}
		like.met = like.met || like.number > 0
		forgotten = missing(path, common)
		like.path = common
	} else {
		like.path = path
	}
	if like.path != path {
		n.weak = &weak{site: l.site(n.state), before: n.weak}
		n.state = l.machine.Under(n.state, like.path)
		n.known, _ = l.nothing.Assume(like.path.Conjuncts()...)
	}
	l.list = append(l.list, certs.Landmark{Steps: uint64(steps), Facts: forgotten, Lost: lost})
	like.number = len(l.list)
	return true, false
}

// among reports whether all conjuncts of p are among those of q, in the same order.
func among(p, q *symbolic.PathCondition) bool {
	for ; p != nil && p != q && q != nil && p.Len <= q.Len; q = q.Prefix {
		if p.Last.Equal(q.Last) {
			p = p.Prefix
		}
	}
	return p == nil || p == q
}

// without returns p without the conjuncts that q has not.
func without(p, q *symbolic.PathCondition) *symbolic.PathCondition {
	common := p.Common(q)
	has := map[string]bool{}
	for _, f := range q.Since(common) {
		has[string(appendFormulaKey(nil, f))] = true
	}
	return p.Only(common, func(f *term.Formula) bool { return has[string(appendFormulaKey(nil, f))] })
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

// strong decides whether a fault behind a state on a weak path is reached on the way whose path condition is known. If it is not, the report says where
// something was forgotten.
func (j *judge[S, Y]) strong(ctx context.Context, n Node[Y], r Report[Y], path *symbolic.PathCondition) Report[Y] {
	whole := n.weak.of(path)
	r.Merged, r.Path = true, whole.Conjuncts()
	r.Query = r.Path
	a := j.solver.Solve(ctx, r.Path)
	j.micros += a.Micros
	if a.Status == solver.Sat && solver.Satisfies(j.machine.Pool(), a.Model, r.Path) {
		r.Kind, r.Model = SureBug, solver.Complete(a.Model, r.Path)
		return r
	}
	r.Kind, r.Reason, r.weak = PotentialBug, "it may need what was forgotten", n.weak
	return r
}
