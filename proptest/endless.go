package proptest

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/fronts"
)

// This file states what certificates of endless loops promise: a run on their input comes by the same state again and
// again, and draws nothing. The programs here are in IMP, so a state is the instruction with the values of variables.

// laps is how many times more a run has to come by the state.
const laps = 3

// swinging returns the text of a program whose loops change three variables over few values, so that states come back.
func swinging(r *rand.Rand) string {
	oneOf := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	variable := func() string { return oneOf("x", "y", "z") }
	digit := func() string { return fmt.Sprint(r.IntN(5)) }
	change := func() string {
		v, w := variable(), variable()
		return oneOf(v+" = ("+v+" + "+digit()+") % 4", v+" = "+w, v+" = "+digit(), v+" = 3 - "+w, v+" = "+v+" + 1",
			v+" = ("+v+" + "+w+") % 3") + "\n"
	}
	condition := func() string {
		return oneOf(variable()+" != "+digit(), variable()+" < n", variable()+" != "+variable(),
			variable()+" <= "+digit(), "n % 2 == 1", "m > "+variable())
	}
	return fmt.Sprintf("x = %s\ny = %s\nz = n %% 4\nwhile %s {\n%s}\n", digit(), digit(), condition(),
		turnOf(r, 2, change, condition))
}

func endless[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	random := c.Rand()
	text := swinging(random)
	p := loaded("swinging.imp", []byte(text))
	r, err := finder.Find(context.Background(), p.Program, finder.Options{
		Solver: "lia", Hasty: true, Strategy: "mixed", Hangs: true, All: true, Engine: finder.EngineExplore,
		LookBack: -1,
		Stop:     func(states, micros int64) bool { return states > 600 || micros > 20_000 },
	})
	if err != nil {
		return against("%v", err)
	}
	found := false
	for _, f := range r.Findings {
		if f.Fault.Kind != semantics.EndlessLoop {
			continue
		}
		found = true
		if f.Bug == nil {
			return against("an endless loop is not certain: %s, of\n%s", f.Reason, text)
		}
		if out := recurs(p.Core, f.Bug, text); out != ok {
			return out
		}
		if _, err := checker.Check(f.Bug.Seal(), checker.Options{Limits: checkLimits, Lower: fronts.All.Lower}); err !=
			nil {
			return against("the checker refuses what the finder proves: %v, of\n%s", err, text)
		}
		count("endless")
		if f.Bug.Turns != nil {
			count("endless, without a state that comes back")
		}
		for range 6 {
			forged := *f.Bug
			forgeLap(random, &forged)
			if _, err := checker.Check(forged.Seal(), checker.Options{Limits: checkLimits,
				Lower: fronts.All.Lower}); err != nil {
				count("refused")
			} else if out := recurs(p.Core, &forged, text); out != ok {
				return out
			}
		}
	}
	if !found {
		count("no endless loop")
	}
	return ok
}

// turnSteps is how long a run has to go on that never ends.
const turnSteps = 4096

// recurs runs the program of a certificate on its input, and says whether it comes by the same state again and again.
func recurs(p *core.Program, b *certs.Bug, text string) Outcome {
	values := map[string]*big.Int{}
	for _, in := range b.Inputs {
		values[in.Name] = in.Value
	}
	m := &core.Machine{Program: p, Input: func(_ int, name string) (*big.Int, bool) {
		return values[name], values[name] != nil
	}}
	state := func(s core.State) string { return fmt.Sprint(s.Depth(), s.Func().Name, s.PC(), s.Drawn(), s.Shown()) }
	if b.Turns != nil { // it comes back to no state, and just does not end
		if s, n := m.Run(m.Start(), int64(b.Trace.Steps)+turnSteps); n < int64(b.Trace.Steps)+turnSteps ||
			s.Drawn() != len(b.Inputs) {
			return against("a run ends after %d steps, or draws an input, and is said to go on, of\n%s", n, text)
		}
		return ok
	}
	period := int64(b.Trace.Period)
	s, n := m.Run(m.Start(), int64(b.Trace.Steps)-period)
	if n != int64(b.Trace.Steps)-period || period < 1 {
		return against("a run ends after %d steps, and is said to go on, of\n%s", n, text)
	}
	first := state(s)
	for i := range laps {
		if s, n = m.Run(s, period); n != period || state(s) != first {
			return against("lap %d of %d steps ends in another state: %s, want %s, of\n%s", i+1, period, state(s),
				first, text)
		}
	}
	return ok
}

// forgeLap changes the moments of an endless loop, and the state in which it ends.
func forgeLap(random *rand.Rand, b *certs.Bug) {
	if b.Turns != nil {
		forgeTurns(random, b)
		return
	}
	switch random.IntN(5) {
	case 0:
		b.Trace.Period += uint64(1 + random.IntN(3))
	case 1:
		b.Trace.Period -= uint64(1 + random.IntN(2))
	case 2:
		b.Trace.Period = uint64(1 + random.IntN(int(b.Trace.Steps)))
	case 3:
		b.Trace.Steps -= uint64(1 + random.IntN(2))
	default:
		b.Fault.Line += uint64(1 + random.IntN(2))
	}
}

// forgeTurns changes the proof that a run never ends: it leaves out an entry, a landmark, an atom or a bound, or moves
// a bound.
func forgeTurns(random *rand.Rand, b *certs.Bug) {
	t := *b.Turns
	t.Ways, t.Landmarks = slices.Clone(t.Ways), slices.Clone(t.Landmarks)
	k := random.IntN(len(t.Landmarks))
	l := &t.Landmarks[k]
	switch n := random.IntN(5); {
	case n == 0 && len(t.Ways) > 0:
		i := random.IntN(len(t.Ways))
		t.Ways[i] = certs.Proof{}
	case n == 1 && len(l.Holds) > 0:
		i := random.IntN(len(l.Holds))
		l.Holds = slices.Delete(slices.Clone(l.Holds), i, i+1)
	case n == 2 && len(l.Within) > 0:
		l.Within = slices.Clone(l.Within)
		if r := &l.Within[random.IntN(len(l.Within))]; r.Lo != nil {
			r.Lo = new(big.Int).Sub(r.Lo, big.NewInt(1))
		} else if r.Hi != nil {
			r.Hi = new(big.Int).Add(r.Hi, big.NewInt(1))
		}
	case n == 3:
		t.Landmarks = slices.Delete(t.Landmarks, k, k+1)
	default:
		l.Steps += uint64(1 + random.IntN(3))
	}
	b.Turns = &t
}
