package checker

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"vouch/certs"
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines merges: if both ways of a branch come to the same place, their states become one.
//
// A merge loses no behaviour. Let f be the condition of the branch. An input takes one way or the other, and comes to
// the state that waits there. The merged state is equal to this state everywhere but in slots of the running call, and
// in bytes that steps on one of the ways have stored. If such a slot or such bytes have the values a and b on the two
// ways, the merged state has IfElse(f, a, b): the value on the way that the input takes. That of two pointers into one
// object points into it, too, at the offset that the way gives. A slot whose two values are different is lost if they
// are neither integers nor such pointers, or if the value by cases comes to one number, which the state has no place
// for; an instruction that reads it is refused. Bytes must be an integer on both ways, of the same scalar type and not
// part of a pointer, or a pointer that was stored, so that they mean the same in any later use; or no bit of them has a
// value on either way. If a step on a way changed objects otherwise, the states cannot be merged.
//
// The facts afterwards are those at the branch, so they hold for the input. New symbols are those of IfElse, of f, and
// of a and b, which may now occur without the facts of their way. All of them but those of f have a value for every
// input, as Total says; f has one for all inputs that come to the branch. What term.Facts says of a symbol is true
// wherever the symbol has a value. So every state to which an input leads is covered by the merged state. It does not
// matter which place it is, or what the ways do before. It may be behind the call of the function in which the ways
// part: then the running call is the one of the caller, and nothing is left of the other one but what it returned and
// stored. If it had local objects, their end changes objects otherwise.
//
// How many iterations loops have begun says nothing of what a program does. It decides what is beyond a loop limit, so
// below one it has to be the same on both ways.

// wordsPerStore is the memory of a store in the list.
const wordsPerStore = 6

// announces reports whether an entry is not a proof, but says that both ways of a branch meet.
func announces(p certs.Proof) bool {
	return len(p) == 1 && p[0].Op == certs.RuleMerge && len(p[0].Rows) == 0 && p[0].K == nil && p[0].Bits == nil
}

// opens begins the merge that entry w.announced says of the branch y. The states of its two ways are the last ones of
// pending, after others states.
func (w *walk) opens(y pending, others int) error {
	if len(w.pending) != others+2 {
		return fmt.Errorf("ways: entry %d: found a merge, want both ways of the branch open", w.announced)
	}
	yes := w.pending[others+1]
	frame, pc := y.state.Frame, w.c.Ways[w.announced-1][0].Index
	if pc == uint64(len(frame.Func().Code)) {
		caller, inside := frame.Caller()
		if !inside {
			return fmt.Errorf("ways: entry %d: found a merge behind the call of the entry function", w.announced)
		}
		frame, pc = caller, uint64(caller.PC())+1
	}
	if w.atMerge != nil {
		w.atMerge(y.state.Frame, frame.Depth(), int(pc))
	}
	w.open++
	w.meter.Hold(wordsPerState)
	yes.way, yes.kept = w.open, y.kept
	w.regions = append(w.regions, region{pending: yes, entry: w.announced, calls: frame.Depth(), pc: pc, below: others})
	return nil
}

// stored returns the stores up to a successor of y, if y is in a region.
func (w *walk) stored(y pending, next successor) *store {
	if len(w.regions) == 0 {
		return nil
	}
	return w.changes(y, next, y.stores)
}

// changes returns the stores of a step from y behind those before it.
func (w *walk) changes(y pending, next successor, last *store) *store {
	switch {
	case next.way.sum != nil:
		return &store{before: last}
	case y.state.SharesObjects(next.state) && next.way.cells == nil:
		return last
	}
	in := y.state.Instr()
	if in.Op != core.Store && next.way.cells == nil {
		w.meter.Make(wordsPerStore)
		return &store{before: last}
	}
	for _, c := range next.way.stored(in) {
		w.meter.Make(wordsPerStore)
		if c.as == core.NoScalar {
			last = &store{before: last}
		} else {
			last = &store{c.as, c.in, c.at, last}
		}
	}
	return last
}

// waits reports whether a state is at the place where the ways of the innermost region meet. If so, the state waits
// there.
func (w *walk) waits(y pending) (bool, error) {
	if len(w.regions) == 0 || w.Done(y.state) {
		return false, nil
	}
	r := &w.regions[len(w.regions)-1]
	if y.state.Depth() != r.calls || uint64(y.state.PC()) != r.pc {
		return false, nil
	}
	if len(r.waiting) > 1 || len(r.waiting) > 0 && !r.second {
		return false, fmt.Errorf("ways: entry %d: found another state at the end of a way that is to be merged",
			r.entry)
	}
	r.waiting = append(r.waiting, y)
	w.meter.Hold(int(y.live))
	w.arrives(r.way, y)
	return true, nil
}

// meet continues the innermost region if one of its ways is walked, and ends it if both are. Then the merged state is
// the next one to visit.
func (w *walk) meet() error {
	if len(w.regions) == 0 {
		return nil
	}
	r := &w.regions[len(w.regions)-1]
	switch {
	case !r.second && len(w.pending) == r.below+1 && len(r.waiting) == 1:
		r.second = true
	case r.second && len(w.pending) == r.below && len(r.waiting) == 2:
		y, err := w.merge(r)
		if err != nil {
			return fmt.Errorf("ways: entry %d: %w", r.entry, err)
		}
		w.meter.Release(int(wordsPerState + r.waiting[0].live + r.waiting[1].live))
		w.pending, w.regions = append(w.pending, y), w.regions[:len(w.regions)-1]
	case len(w.pending) == r.below || !r.second && len(w.pending) == r.below+1:
		return fmt.Errorf("ways: entry %d: found no state at the end of a way that is to be merged", r.entry)
	}
	return nil
}

// merge returns the state that the waiting states of a region become.
func (w *walk) merge(r *region) (pending, error) {
	yes, no := r.waiting[0], r.waiting[1]
	frame, slots := frameOf(yes.state), len(yes.state.Func().Slots)
	merged, _ := w.cut(yes.cells, frame, 0, math.MaxInt64)
	other, _ := w.cut(no.cells, frame, 0, math.MaxInt64)
	stores, changed := r.stores, []cell(nil)
	for _, way := range r.waiting {
		for s := way.stores; s != r.stores; s = s.before {
			w.meter.Charge(workPerVisit + len(changed))
			c := cell{in: s.in, at: s.at, width: s.as.Size(), as: s.as}
			if slices.ContainsFunc(changed, c.inside) {
				continue
			}
			w.meter.Make(wordsPerStore + wordsPerCell)
			if w.blank(yes.state, yes.cells, c) && w.blank(no.state, no.cells, c) {
				continue
			}
			a, isA := w.holds(yes.state, yes.cells, c)
			b, isB := w.holds(no.state, no.cells, c)
			v, ok := w.either(r.cond, a, b)
			if !isA || !isB || !ok || v.lost {
				return pending{}, errors.New("found stores of what has no common value")
			}
			c.value = v
			changed, stores = append(changed, c), &store{s.as, s.in, s.at, stores}
			merged, _ = w.cut(merged, c.in, c.at, c.at+c.width)
			other, _ = w.cut(other, c.in, c.at, c.at+c.width)
		}
	}
	if w.c.LoopLimit > 0 && !slices.Equal(yes.state.Loops(), no.state.Loops()) {
		return pending{}, errors.New("found states whose loops have begun different numbers of iterations, want the same below a loop limit")
	}
	if !yes.state.Meets(no.state) || !w.alike(merged, other) {
		return pending{}, errors.New("found states that differ in more than slots of the call that runs and what was stored")
	}
	for _, c := range changed {
		if c.value.followed() {
			merged, _ = w.cut(merged, c.in, c.at, c.at+c.width)
			merged = w.put(merged, c)
		}
	}
	w.meter.Charge(slots)
	for i := range slots {
		a, b := slot(yes, yes.state.Frame, i), slot(no, no.state.Frame, i)
		v, ok := w.either(r.cond, a, b)
		if !ok {
			return pending{}, fmt.Errorf("found %s with values that have no common one", yes.state.Func().Slots[i].Name)
		}
		merged = w.assign(merged, frame, int64(i), v)
	}
	y := r.pending
	y.cond, y.state, y.cells, y.stores = w.pool.Bool(true), yes.state, merged, stores
	y.depth, y.live = max(yes.depth, no.depth), yes.state.Words()+int64(merged.size())
	y.made = y.live
	return y, nil
}

// inside reports whether all bytes of c are among those of d.
func (c cell) inside(d cell) bool {
	return c.in == d.in && d.at <= c.at && c.at+c.width <= d.at+d.width
}

// slot returns the value of a slot of a call.
func slot(y pending, f core.Frame, i int) value {
	if c := y.cells.find(-1-int64(f.Depth()), int64(i)); c != nil {
		return c.value
	}
	return value{Value: f.Slot(i)}
}

// either returns the value that is a if f holds, and otherwise b, with the form of a. If a and b differ, it is lost
// unless it depends on inputs.
func (w *walk) either(f *term.Formula, a, b value) (v value, ok bool) {
	switch {
	case a.equal(b):
		return a, true
	case joins(a.Value, b) && !a.lost && !b.lost:
		x, y := w.number(a), w.number(b)
		if !x.Total() || !y.Total() {
			break
		}
		if v = withNumber(a.Value, w.pool.IfElse(f, x, y)); v.followed() {
			return v, true
		}
	}
	// In a program that looks for lost objects, no pointer may be lost.
	plain := func(t core.Type) bool { return t == core.Int || t == core.NoType }
	return value{Value: a.Value, lost: true}, !w.leaks || plain(a.Type()) && plain(b.Type())
}

// equal reports whether two values are the same for all inputs. A lost value may be any value.
func (v value) equal(u value) bool {
	switch {
	case v.lost || u.lost:
		return v.lost == u.lost && v.Type() == u.Type()
	case v.float != nil || u.float != nil:
		return v.float == u.float
	case v.n == nil || u.n == nil:
		return v.n == nil && u.n == nil && v.Value.Equal(u.Value)
	}
	id, _, inObject := v.Object()
	other, _, too := u.Object()
	return v.Type() == u.Type() && v.wild == u.wild && inObject == too && id == other && v.n.Equal(u.n)
}

// alike reports whether cells are the same.
func (w *walk) alike(c, d *cells) bool {
	var list []cell
	c.each(func(x cell) {
		w.meter.Make(wordsPerCell)
		list = append(list, x)
	})
	same := true
	d.each(func(x cell) {
		w.meter.Charge(wordsPerCell)
		if same = same && len(list) > 0; same {
			y := list[0]
			list = list[1:]
			same = x.in == y.in && x.at == y.at && x.width == y.width && x.first == y.first && x.as == y.as &&
				x.sum == y.sum && x.value.equal(y.value)
		}
	})
	return same && len(list) == 0
}
