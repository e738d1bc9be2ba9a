package checker

import (
	"errors"
	"fmt"
	"math"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines when the certificate of an endless loop is right: the run on its inputs comes to a state in which
// it was before, and draws and writes nothing in between.
//
// Two states are the same if package core says so (core.Comparison): their calls are at the same instructions, with the
// same values in all slots, and the objects that the program may reach have the same contents. How many inputs were
// drawn, how many iterations loops have begun and what was printed do not count, because no instruction reads them.
// Where something outside of the program may act, the lowered program has an output to a stream below 0, which counts
// as one. So the run takes the same steps from the second state as from the first, to a third that is the same again,
// and so on.
//
// Objects may have other numbers: a call in the loop makes its local objects anew. Then no step between the states may
// depend on numbers (names.go), and as many objects are alive in both. So no memory is used up, and a run ends for no
// reason that is outside of the program. That a state has at most core.MaxObjects objects is a limit of the machine,
// and says nothing about the program.
//
// The claim is about the inputs of the certificate alone: the path says of each what its value is. Nothing is evaluated
// on terms, and nothing has to be said about other inputs, which may take the same decisions and leave the loop later.

// turn is what is known of a run that comes back to a state.
type turn struct {
	*follower
	begin uint64     // the number of steps before the first of the two states
	state core.State // that state, once the run has come to it
	came  bool
}

// newTurn returns what the certificate of an endless loop says of the run; nil for every other fault.
func newTurn(c *certs.Bug, p *follower) (*turn, error) {
	endless, t := c.Fault.Kind == string(semantics.EndlessLoop), c.Trace
	switch {
	case c.Turns != nil && (!endless || t.Period > 0):
		return nil, errors.New("turns: found turns of a loop, want them only for an endless loop without a period")
	case endless != (t.Period > 0 || c.Turns != nil):
		return nil, fmt.Errorf("trace: found a period of %d steps, want one for an endless loop and for no other fault",
			t.Period)
	case t.Period > t.Steps:
		return nil, fmt.Errorf("trace: found a period of %d steps, want at most %d, those of the run", t.Period,
			t.Steps)
	case endless:
		return &turn{follower: p, begin: t.Steps - t.Period}, nil
	}
	return nil, nil
}

// after returns how many steps there are from step n on to the first of the two states; without end if there are none.
func (t *turn) after(n uint64) uint64 {
	if t == nil {
		return math.MaxUint64
	}
	return max(t.begin, n) - n
}

// takes looks at the step that the run takes from a state after n steps, and that goes on as w.
func (t *turn) takes(s core.State, n uint64, w way) error {
	if t.after(n) > 0 {
		return nil
	}
	if !t.came {
		s.Hold(t.meter) // it is kept
		t.state, t.came = s, true
	}
	switch in := s.Instr(); {
	case in.Op == core.Draw:
		return fmt.Errorf("trace: step %d: found an input that is drawn between two states of an endless loop", n)
	case in.Op == core.Output && t.writes(s):
		return fmt.Errorf("trace: step %d: found output between two states of an endless loop", n)
	}
	for _, e := range s.Instr().Args {
		if t.stale(s, e) {
			return fmt.Errorf("trace: step %d: found a comparison with a pointer to a dead object, whose address another one may get",
				n)
		}
	}
	t.watch(s, w, true)
	return nil
}

// stale reports whether an expression compares stale pointers.
func (t *turn) stale(s core.State, e *core.Expr) bool {
	return t.some(e, func(e *core.Expr) bool {
		if e.Op != core.Same {
			return false
		}
		x, _ := t.Eval(s, e.X)
		y, _ := t.Eval(s, e.Y)
		return s.Stale(x, y)
	})
}

// writes reports whether an output instruction writes a byte, or something outside of the program may act there.
func (t *turn) writes(s core.State) bool {
	stream, _ := t.Eval(s, s.Instr().Args[0])
	n, ok := stream.Integer()
	return !ok || n.Sign() != 0
}

// again returns an error unless a run that ends in a state after n steps was in that state before.
func (t *turn) again(last core.State, n uint64) error {
	c := core.Comparison{Meter: t.meter, Free: func(_, _ int64) bool { return false }, Rest: func(_, _ int64) bool {
		return true
	}}
	if !c.Same(t.state, last) {
		return fmt.Errorf("trace: found another state after %d steps than after %d, want the same", n, t.begin)
	}
	if c.Renumbered && t.numbered {
		return errors.New("trace: found objects with other numbers in the second state of an endless loop, and a step that depends on numbers")
	}
	if c.Renumbered && t.alive(t.state) != t.alive(last) {
		return errors.New("trace: found more objects in the second state of an endless loop, want as many")
	}
	return nil
}

// place returns the fault of a run that ends in a state, where the loop comes back, and an error unless it is the one
// that was found.
func (t *turn) place(last core.State, found certs.Fault) (fault semantics.Fault, err error) {
	fault = semantics.Fault{Kind: semantics.EndlessLoop, Span: last.Place(last.Instr().Span)}
	if found.File != uint64(fault.File) || found.Line != uint64(fault.Line) || found.Column != uint64(fault.Column) {
		return fault, fmt.Errorf("fault: found %.40q in file %d at %d:%d, want file %d at %s, where the run comes back",
			found.Kind, found.File, found.Line, found.Column, fault.File, fault.Span)
	}
	return fault, nil
}

// alive returns how many objects of a state are alive.
func (t *turn) alive(s core.State) (n int) {
	for id := 1; id <= s.Objects() && t.meter.Charge(8); id++ {
		if o, _ := s.Object(id); !o.Dead {
			n++
		}
	}
	return n
}
