package scan

import (
	"maps"
	"slices"

	"vouch/finder"
	"vouch/internal/load"
)

// This file defines what becomes of a bug of a function that only other functions of its file call: whether one of these can lead there decides.

// happens reports whether a fault that is a bug of a function can happen in the project, as far as its callers say: others may call the function, or a caller leads there,
// or none was asked.
func (t *tried) happens(f *function, x target) bool {
	return !t.internal(f) || t.reached(f, x, map[*function]bool{}) || !t.asked(f, x)
}

// asked reports whether a caller of a function was asked about a fault.
func (t *tried) asked(f *function, x target) bool {
	return slices.ContainsFunc(t.callers[f], func(c *function) bool { return t.answers[c][x].Verdict != "" })
}

// reached reports whether a caller of a function leads to a fault that is a bug there, or one of the callers of those that pass on what they are given.
func (t *tried) reached(f *function, x target, seen map[*function]bool) bool {
	seen[f] = true
	return slices.ContainsFunc(t.callers[f], func(c *function) bool {
		switch {
		case seen[c]:
			return false
		case t.answers[c][x].Verdict == Bug && (!t.internal(c) || !t.asked(c, x)):
			return true
		}
		return t.goesOn(c, x) && t.reached(c, x, seen)
	})
}

// goesOn reports whether the callers of a caller may say more about a fault.
func (t *tried) goesOn(caller *function, x target) bool {
	switch a := t.answers[caller][x]; a.Verdict {
	case Latent:
		return true
	case Bug:
		return t.internal(caller)
	case Unknown:
		return a.Why == hidden
	}
	return false
}

// hidden says why nothing is known of what follows.
const hidden = "a path ends where nobody knows what other functions have set or return"

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
	out.result.Keep(func(p *load.Program, g finder.Finding) bool { return out.bugs[targetOf(p, g.Fault)] })
	for _, x := range out.own {
		if !out.bugs[x.target()] {
			out.faults = append(out.faults, x)
		}
	}
	if len(out.bugs) == 0 {
		out.Verdict = Latent
	}
}
