package scan

import (
	"math/big"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/cmd/internal/harness"
	"vouch/finder"
	"vouch/semantics"
	"vouch/semantics/c"
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines which faults are about the length of an object that is a number which the function gets.

// together reports whether a finding is about an object with a length, and another number that is a parameter decides
// the way, so that the two may go together.
func together(made *harness.Made, f finder.Finding, on string) bool {
	return made.Memory.Objects[on].Kind == harness.Counted &&
		slices.ContainsFunc(term.NewTable(f.Path).Inputs(), func(name string) bool {
			return made.Class(name) == harness.Value && !strings.ContainsAny(name, ".+")
		})
}

// flagged reports whether the way to a finding about an object with a length is decided by a number that is no length:
// a flag may say that there is more room.
func flagged(made *harness.Made, f finder.Finding, on string) bool {
	return together(made, f, on) && slices.ContainsFunc(term.NewTable(f.Path).Inputs(), func(name string) bool {
		return made.Class(name) == harness.Value && !strings.ContainsAny(name, ".[") && !lengths.MatchString(name)
	})
}

// misjudges reports whether a fault is an access outside of an object with a length, and the function itself compared
// that length with what says where the access is. So it does not leave it to those who call it whether that fits, and
// its check is wrong.
func misjudges(p *core.Program, made *harness.Made, f finder.Finding, on string) bool {
	o := made.Memory.Objects[on]
	return isOutside(f.Fault.Kind) && o.Kind == harness.Counted && follow(p, f, o.With).at&ofTested != 0
}

// admits reports whether a fault is an access outside of an object that the program itself made, at a place that was
// computed from a number which the function gets, and the function put that number in order with something that is not
// smaller. So it does not leave it to those who call it how large the number is, and its check is wrong, or it forgets
// numbers below zero. Which values of one byte there are, its callers may know, and which numbers are in a structure.
func admits(p *core.Program, made *harness.Made, f finder.Finding, entry *c.Entry, inside bool, on string) bool {
	return !inside && on == "" && isOutside(f.Fault.Kind) &&
		slices.ContainsFunc(entry.Parameters, func(q c.EntryParameter) bool {
			if q.Of.Class != c.Integer || q.Of.Size < 2 {
				return false
			}
			w := follow(p, f, q.Name)
			return w.at&ofNumber != 0 && w.bounded
		}) &&
		!slices.ContainsFunc(f.Inputs, func(in certs.Input) bool {
			return made.Class(in.Name) == harness.Value && strings.Contains(in.Name, ".") &&
				mends(p, made, f, in.Name, usual)
		})
}

// appends reports whether a fault is a write behind an object with a length, at a place that was computed from this
// length, and nothing with which the function compared that was as large. Then the length is how much is there already,
// and the function adds something; but if the length is called how much there is room for.
func appends(p *core.Program, made *harness.Made, f finder.Finding, what culprit, on string) bool {
	o := made.Memory.Objects[on]
	if o.Kind != harness.Counted || o.Own || o.Size != harness.Needed || rooms.MatchString(o.With) ||
		len(what.accesses) == 0 || !what.accesses[0].writes || what.accesses[0].at < 0 {
		return false
	}
	w := follow(p, f, o.With)
	return w.at&ofNumber != 0 && !w.reached
}

// matched reports whether the way to a finding is decided by a number that is called like a length, and by what lies in
// a text or a buffer. The callers of a static function have both in one hand.
func matched(made *harness.Made, f finder.Finding) bool {
	length, data := false, false
	for _, name := range term.NewTable(f.Path).Inputs() {
		switch {
		case strings.Contains(name, "[]"):
			data = data || made.Class(name) == harness.Data
		case !strings.ContainsAny(name, ".["):
			length = length || lengths.MatchString(name)
		}
	}
	return length && data
}

// longer reports whether a larger length of the object that a finding is about avoids the fault, after the same
// decisions.
func longer(p *core.Program, made *harness.Made, f finder.Finding, on string) bool {
	o := made.Memory.Objects[on]
	var lengths []int64
	for n := range o.Count {
		lengths = append(lengths, int64(n+1))
	}
	return mends(p, made, f, o.With, lengths)
}

// byLength reports whether a fault is about an object with a length that nobody has chosen, and nothing that lies in
// memory decides the way, or the length is 0.
func byLength(made *harness.Made, f finder.Finding, on string) bool {
	o := made.Memory.Objects[on]
	if o.Kind != harness.Counted || o.Own || o.Size != harness.Needed {
		return false
	}
	n := valuesOf(f)[o.With]
	return n != nil && n.Sign() == 0 || !slices.ContainsFunc(term.NewTable(f.Path).Inputs(), func(name string) bool {
		return strings.Contains(name, "[")
	})
}

// ofNoText reports whether a fault is a read behind an empty text, and any character there avoids it, after the same
// decisions: the function takes the text for the name of something.
func ofNoText(p *core.Program, made *harness.Made, f finder.Finding, on string) bool {
	o, first := made.Memory.Objects[on], valuesOf(f)[on+"[]"]
	return f.Fault.Kind == semantics.OutOfBoundsRead && o.Kind == harness.Text && o.Size == harness.Needed &&
		(first == nil || first.Sign() == 0) && mends(p, made, f, on+"[]", []int64{'a'})
}

// endless reports whether a fault is about an object of no elements, and the function asks whether it has none: then
// the length is not known, and a text lies there that ends itself.
func endless(p *core.Program, made *harness.Made, f finder.Finding, on string) bool {
	o, values, steps := made.Memory.Objects[on], valuesOf(f), int64(f.Bug.Trace.Steps)
	if o.Kind != harness.Counted || o.Own || values[o.With] == nil || values[o.With].Sign() != 0 {
		return false
	}
	first := decisions(p, made, values, steps)
	values[o.With] = big.NewInt(1)
	w := decisions(p, made, values, 2*steps+afterwards)
	at := differ(first.taken, w.taken)
	return at < len(first.taken) && againstConstant(first.taken[at].condition())
}

// limited reports whether a pointer stands in a structure beside a number that may say how large the object is to which
// it leads.
func limited(made *harness.Made, pointer string) bool {
	at := strings.LastIndex(pointer, "[0].")
	if at < 0 {
		return false
	}
	t := made.Elem(pointer[:at])
	return t != nil && t.Record != nil && slices.ContainsFunc(t.Record.Fields, func(f *c.Field) bool {
		return f.Type.Class == c.Integer && f.Type.Size > 1 &&
			(lengths.MatchString(f.Name) || rooms.MatchString(f.Name) || limits.MatchString(f.Name))
	})
}
