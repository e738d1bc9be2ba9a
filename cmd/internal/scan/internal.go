package scan

import (
	"maps"
	"slices"

	"vouch/finder"
	"vouch/internal/load"
)

// This file defines what becomes of a bug about which the callers of its function decide. If only other functions of
// its file call the function, it is a bug if one of these can lead there. If others may call it, and the bug is due to
// a length alone, or to a text that is empty, it is one unless callers in the project refute it, and none leads there:
// they are all that shows what the function expects.

// asks reports whether the callers of a function decide about a bug of it.
func (t *tried) asks(f *function, x target) bool {
	out := t.known[f]
	return t.internal(f) || !f.entry.Static && out != nil &&
		slices.ContainsFunc(out.own, func(y latentJSON) bool { return y.target() == x })
}

// waits reports whether the callers of a function decide about some bug of it.
func (t *tried) waits(f *function, out *Outcome) bool {
	return out.Verdict == Bug && slices.ContainsFunc(slices.Collect(maps.Keys(out.bugs)), func(x target) bool {
		return t.asks(f, x)
	})
}

// happens reports whether a fault that is a bug of a function can happen in the project, as far as its callers say:
// others may call the function, and callers do not avoid the fault; or a caller leads there, or none was asked.
func (t *tried) happens(f *function, x target) bool {
	if t.internal(f) {
		return t.reached(f, x, map[*function]bool{}) || !t.asked(f, x)
	}
	return !t.avoided[f][x]
}

// asked reports whether a caller of a function was asked about a fault.
func (t *tried) asked(f *function, x target) bool {
	return slices.ContainsFunc(t.callers[f], func(c *function) bool { return t.answers[c][x].Verdict != "" })
}

// reached reports whether a caller of a function leads to a fault that is a bug there, or one of the callers of those
// that pass on what they are given.
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
		return t.asks(caller, x)
	case Unknown:
		return a.Why == hidden
	}
	return false
}

// hidden says why nothing is known of what follows.
const hidden = "a path ends where nobody knows what other functions have set or return"

// said returns what a caller says of a fault: it passes on what it is given, if it has the fault and none of its
// callers leads there.
func (t *tried) said(caller *function, x target) answer {
	a := t.answers[caller][x]
	if a.Verdict == Bug && !t.happens(caller, x) {
		a.Verdict = Latent
	}
	return a
}

// refutedIn reports whether all callers of a function that only passes on what it is given refute a fault, or pass it
// on themselves from such callers. If some is true, those do not count of which nothing is known.
func (t *tried) refutedIn(f *function, x target, some bool) bool {
	refuted := false
	seen := []*function{f}
	for i := 0; i < len(seen); i++ {
		asked := false
		for _, c := range t.callers[seen[i]] {
			a := t.said(c, x)
			switch {
			case a.Verdict == "", some && a.Verdict == Unknown, a.Verdict == Refuted &&
				t.byPointer[[2]*function{seen[i], c}]:
				continue
			case a.Verdict == Refuted:
				refuted = true
			case a.Verdict != Latent:
				return false
			case !slices.Contains(seen, c):
				seen = append(seen, c)
			}
			asked = true
		}
		if !asked {
			return false
		}
	}
	return refuted
}

// own returns the bugs about which the callers of a function may be asked, as latent faults are told: all of a function
// that is for its project alone, of another one those that another length or a text avoids.
func (f *function) own(x *explored) (list []latentJSON) {
	internal := f.inside || isInner(f.entry)
	for _, y := range x.manifest(true) {
		switch {
		case internal:
			y.requires = numbers(y.Finding, x.made, "other arguments")
		case y.avoids != "":
			y.requires = y.avoids
		default:
			continue
		}
		list = append(list, f.latentOf(x.program, y))
	}
	return list
}

// settle leaves those bugs of a function that can happen, if this is known of its callers. The others are latent.
func (t *tried) settle(f *function, out *Outcome, wake func()) {
	happen := func() bool {
		for x := range out.bugs {
			if !t.internal(f) && t.asks(f, x) && t.refutedIn(f, x, true) {
				note(t.avoided, f, x)
			}
		}
		bugs := maps.Clone(out.bugs)
		maps.DeleteFunc(bugs, func(x target, _ bool) bool { return !t.happens(f, x) })
		return len(bugs) > 0
	}
	if happen() && out.asleep != nil {
		wake()
		happen()
	}
	if out.Verdict != Bug {
		return
	}
	maps.DeleteFunc(out.bugs, func(x target, _ bool) bool { return !t.happens(f, x) })
	if out.asleep = nil; out.result != nil {
		out.result.Keep(func(p *load.Program, g finder.Finding) bool { return out.bugs[targetOf(p, g.Fault)] })
	}
	for _, x := range out.own {
		if !out.bugs[x.target()] {
			out.faults = append(out.faults, x)
		}
	}
	if len(out.bugs) == 0 {
		out.Verdict = Latent
	}
}
