package checker

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"vouch/certs"
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines contracts of functions: landmarks at the beginning of a call, of which the certificate also says
// what holds where the call returns. So the walk goes through the function once, and each call of it, also one from
// within, becomes a single step.
//
// At the beginning of a call, the walk looks at the state alone: without the callers of this call, and without their
// slots. No instruction reads these before the call returns, but one that looks for lost objects; in a program with
// such an instruction there are no contracts. A landmark with a contract is made of the state alone, and a state is
// covered by it if it is alone. So a state of the walk that comes from such a landmark stands for concrete states with
// any callers, and its claim is: none of these leads to a fault before the call returns, which has begun at the
// landmark; and if the call returns, then the integer that it gives and those in the places that it may change, the
// results, are in their ranges; the atoms hold for the integers that there were at the beginning, which are the same
// for all states of that call, and the results; and no other place in memory has changed, and no object was made or
// has died.
//
// The proof is that of landmarks.go, with this claim for states that come from a landmark with a contract. Suppose a
// claim is wrong, and take a wrong one whose run, to the fault or to the return, has the fewest steps, and the end of a
// chain of covered states.
//   - At the return of the call, the walk shows what is claimed of the results from the facts, by proofs. Before that,
//     it looks at each step: one that changes memory elsewhere is refused. So the run does not end here.
//   - A state at the beginning of a call with a contract has two successors instead of the first step of the function:
//     the landmark, or the one that covers, and the state behind the call. If the fault comes before this call returns,
//     the claim is wrong for the landmark, too, with the same run; that is visited, and the chain is longer. Otherwise
//     the call returns in a shorter run, so what is claimed of its return is right. The state behind the call has new
//     inputs for the results, which have those integers, and everything else is as it was before the call. So it
//     stands for the concrete state there, from which the run is shorter, because a return is a step.
//   - A landmark within a call that has begun with a contract covers only states of a call that has begun at the same
//     one, and the inputs for the integers at the beginning keep their names, so these are the same integers.
//
// Inputs that the call draws have names that occur nowhere in the state behind it, which the walk does not follow from
// there; so what is drawn behind the call may have their names. A call that does not return, at the end of the program,
// at a violated assumption or for ever, leads to no fault. Neither does one that nests deeper than core.MaxFrames:
// that the stack suffices is no part of the claim.

// contractOf returns the contract of a landmark, which is the next one, or of the one that covers it; nil if it has
// none. Contracts are read in the order of their landmarks.
func (w *walk) contractOf(l certs.Landmark) *certs.Contract {
	if l.Same > 0 {
		if l.Same <= uint64(len(w.marks)) && w.marks[l.Same-1].agreed {
			return &w.marks[l.Same-1].in.Contract
		}
		return nil
	}
	if w.contracts == len(w.c.Contracts) || w.c.Contracts[w.contracts].Landmark != uint64(len(w.marks)+1) {
		return nil
	}
	w.contracts++
	return &w.c.Contracts[w.contracts-1]
}

// alone returns the state without the callers of the call that begins there.
func (w *walk) alone(y pending) (pending, error) {
	if _, inside := y.state.Caller(); !inside || y.state.PC() != 0 || len(y.state.Locals()) > 0 {
		return y, errors.New("found a contract elsewhere than at the beginning of a call")
	}
	if w.leaks {
		return y, errors.New("found a contract in a program that looks for lost objects, want none")
	}
	frames, rest := w.split(y.cells, 0, 0)
	_, slots := w.cut(frames, frameOf(y.state), 0, math.MaxInt64)
	y.state = y.state.Alone()
	for _, c := range slots {
		c.in = frameOf(y.state)
		rest = w.put(rest, c)
	}
	y.cells, y.in = rest, nil
	return y, nil
}

// ensures returns what a contract says of a call, which has begun in a state alone, and of its results.
func (w *walk) ensures(c certs.Contract, entry pending, results []*term.Linear) ([]*term.Formula, error) {
	w.results, w.replaced = results, nil
	defer func() { w.results = nil }()
	return w.atoms(c.Ensures, entry, nil)
}

// calls adds the state behind the call that begins in y to pending. Entry is that state alone; first says whether it
// becomes a landmark.
func (w *walk) calls(y, entry pending, c certs.Contract, first bool) error {
	if y.in != nil && slices.ContainsFunc(c.Changes, y.in.keeps) {
		return errors.New("found a call that changes what the contract of its caller keeps")
	}
	next, by, fresh := y, &core.Instr{Op: core.Return}, w.fresh
	var results []*term.Linear
	var operands []core.Value
	switch y.state.Func().Result {
	case core.Int:
		w.fresh++
		results = append(results, w.pool.Draw("#"+strconv.Itoa(w.fresh), nil, nil))
		by.Args, operands = []*core.Expr{{Type: core.Int}}, []core.Value{core.MakeInt(0)}
	case core.NoType:
	default:
		return errors.New("found a contract of a function that gives neither an integer nor nothing")
	}
	if _, err := w.anything(&next, certs.Landmark{Any: c.Changes}); err != nil {
		return err
	}
	if w.tellShown != nil && w.meter.Hold(wordsPerFact) {
		w.v.Given = append(w.v.Given, [2]int{fresh + 1, w.fresh})
	}
	results, err := w.changed(c, next, results)
	if err != nil {
		return err
	}
	fs, err := w.ensures(c, entry, results)
	if err != nil {
		return err
	}
	state, stop := w.Apply(y.state, by, operands...)
	if stop != nil {
		return blocked(stop.Blocked, y.state)
	}
	next.cells, _ = w.cut(next.cells, frameOf(y.state), 0, math.MaxInt64)
	if dst := state.Func().Code[state.PC()-1].Dst; dst >= 0 && len(operands) > 0 {
		next.cells = w.assign(next.cells, frameOf(state), int64(dst), integer(results[0]))
	}
	next.before, next.cond, next.at = w.point(), w.pool.And(fs...), placeOf(y.state.Instr().Span)
	next.state, next.depth = state, y.depth+1
	next.live = state.Words() + int64(next.cells.size())
	w.open++
	next.made, next.way = next.live, w.open
	w.pending = append(w.pending, next)
	w.goesOn(y, first)
	return nil
}

// changed returns results, and behind them the integers in the places that a call may change.
func (w *walk) changed(c certs.Contract, y pending, results []*term.Linear) ([]*term.Linear, error) {
	for _, p := range c.Changes {
		there, err := w.at(y, p)
		switch {
		case err != nil:
			return nil, err
		case p.Object == 0:
			return nil, errors.New("found a slot among the places that a call changes, want places in memory")
		case !w.fits(there.value, there.as):
			return nil, fmt.Errorf("found place %d of object %d with no integer of its type", p.At, p.Object)
		}
		results = append(results, w.number(there.value))
	}
	return results, nil
}

// returns returns an error unless what a contract says is shown for a call that returns in y.
func (w *walk) returns(y pending, on successor) (err error) {
	var results []*term.Linear
	if y.state.Func().Result == core.Int {
		v := value{}
		if w.follows(y.state, y.cells) {
			v = on.args[0]
		} else {
			v.Value, _ = w.Eval(y.state, y.state.Instr().Args[0])
		}
		if v.Type() != core.Int || v.lost {
			return errors.New("found a return without an integer")
		}
		results = append(results, w.number(v))
	}
	if results, err = w.changed(y.in.Contract, y, results); err != nil {
		return err
	}
	fs, err := w.ensures(y.in.Contract, y.in.entry, results)
	told := Shown{Landmark: int(y.in.Landmark), Return: true, Claims: certs.Landmark{Holds: y.in.Ensures}}
	told.Value = func(p certs.Place) *term.Linear {
		if p.Object == 0 && p.Type == 1 { // as in at
			return results[p.At]
		}
		return w.valueIn(y.in.entry)(p)
	}
	if err != nil {
		return err
	}
	return w.prove(fs, y, told)
}

// inMemory reports whether a contract is about integers in memory.
func (c *contract) inMemory() bool {
	return len(c.Changes) > 0 || inMemory(certs.Landmark{Holds: c.Ensures})
}

// keeps reports whether a place keeps its integer.
func (c *contract) keeps(p certs.Place) bool { return !slices.Contains(c.Changes, p) }

// steps returns an error if a step changes memory but for what the contract of a call lists.
func (w *walk) steps(y pending, on successor) error {
	for s := w.changes(y, on, nil); s != nil; s = s.before {
		p := certs.Place{Object: uint64(s.in), At: uint64(s.at), Type: uint64(s.as)}
		if s.as == core.NoScalar || y.in.keeps(p) {
			return errors.New("found a step that changes what the contract of its call keeps")
		}
	}
	return nil
}
