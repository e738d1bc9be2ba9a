package scan

import (
	"maps"

	"vouch/finder"
)

// This file defines what becomes of a bug of a function that only other functions of its file call: whether one of these can lead there decides.

// happens reports whether a fault that is a bug of a function can happen in the project, as far as its callers say: a function that others may call has it, or the last one
// of whose callers nothing is known.
func (t *tried) happens(f *function, x target) bool { return t.leads(f, x, map[*function]bool{}) }

func (t *tried) leads(f *function, x target, seen map[*function]bool) bool {
	if !t.internal(f) {
		return true
	}
	seen[f] = true
	asked := false
	for _, c := range t.callers[f] {
		v := t.answers[c][x].Verdict
		asked = asked || v != "" && c != f
		if (v == Bug || v == Latent && t.internal(c)) && !seen[c] && t.leads(c, x, seen) {
			return true
		}
	}
	return !asked
}

// said returns what a caller says of a fault: it passes on what it is given, if it has the fault and none of its callers leads there.
func (t *tried) said(caller *function, x target) answer {
	a := t.answers[caller][x]
	if a.Verdict == Bug && !t.happens(caller, x) {
		a.Verdict = Latent
	}
	return a
}

// settle leaves those bugs of a function that can happen. The others are latent.
func (t *tried) settle(f *function, out *Outcome) {
	maps.DeleteFunc(out.bugs, func(x target, _ bool) bool { return !t.happens(f, x) })
	out.result.Keep(func(g finder.Finding) bool { return out.bugs[targetOf(out.load, g.Fault)] })
	for _, x := range out.own {
		if !out.bugs[x.target()] {
			out.faults = append(out.faults, x)
		}
	}
	if len(out.bugs) == 0 {
		out.Verdict = Latent
	}
}
