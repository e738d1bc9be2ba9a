package scan

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"

	"vouch/cmd/internal/harness"
	"vouch/finder"
	"vouch/finder/solver"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/c"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines what becomes of a fault that rests on a guess about how long something is. C does not say which
// number is the length of what. So a fault on an object counts only if the function has one on it for each number that
// may be the length; also for none, unless the number that was taken decides how the function goes on.

// guessed looks at a function with the memory that conventions ask for. Where another guess about the length of an
// object avoids the faults on it, it takes that one. A fault that only a guess avoids is latent then, unless the
// function shows that the guess is right: it is safe only for callers that have as much memory there as the guess
// makes.
func (f *function) guessed(ctx context.Context, name string, o Options) *explored {
	x := f.explore(ctx, name, f.first(ctx, name), o)
	if m := f.passed(x, name); m != nil {
		x = f.explore(ctx, name, m, o)
	}
	tried := map[string]bool{}
	var dropped []fault
	for {
		g := x.questioned(tried, f.inside)
		if g == nil {
			for _, d := range append(dropped, x.wider...) {
				x.add(d)
			}
			return x
		}
		tried[g.on] = true
		guess := x.made.Memory.Objects[g.on]
		n, writes := guess.With, g.Fault.Kind == semantics.OutOfBoundsWrite
		for _, m := range f.others(x.made.Memory, g.on) {
			instead := passedOn(x.made.Memory, m, n)
			// the function stays within that one, whatever the number is, and within this one it does not
			if writes && instead != "" && !x.asksFor(instead) && !x.belongsTo(name, instead, n, g.on, &g.Finding) {
				continue
			}
			y := f.explore(ctx, name, m.Clone(), o)
			if y.spent && !y.asksFor(g.on) && o.work != nil { // what it does not ask for so far says nothing
				again := o
				again.work = newWork(o.Work)
				y = f.explore(ctx, name, m, again)
			}
			if y.program == nil || y.refused != nil {
				continue
			}
			// what is no bug needs no guess that nothing speaks for
			if instead != "" && (x.counts(g.on) || !g.manifest) && !y.ties(name, n, &g.Finding)[instead] {
				continue
			}
			// by another number, so this one may decide whatever it likes
			other := m.Objects[g.on].Kind == harness.Counted
			alone := !other && !isTaken(m, n)
			switch {
			case guess.Kind == harness.Text && m.Objects[g.on].Kind == harness.Elements:
				if writes || y.asksFor(g.on) || !y.takesBytes(g.on, g.Finding) {
					continue
				}
				dropped = append(dropped, x.latent(g.on)...)
				x = y
			case guess.Records && m.Objects[g.on].Count == 1 && !y.short[g.on]:
				// whatever the number is, there is one structure
				x = y
			case guess.Own && writes && !y.asksFor(g.on) && !y.compares(g.Finding):
				x = y
			case guess.Own, alone && writes && f.belongs(n, g.on):
				continue
			case !y.asksFor(g.on) && (!alone || !x.decides(y, n, g)):
				if alone && (writes || f.belongs(n, g.on)) {
					dropped = append(dropped, x.latent(g.on)...)
				}
				x = y
			case m.Objects[g.on].Kind == harness.Text && !writes && !y.blames(g.on) && !x.counts(g.on) &&
				y.ends(name, g.on, n, g.Finding):
				x = y
			default:
				continue
			}
			break
		}
	}
}

// passedOn returns the pointer that has a number as its length in another guess, but not in a first one; "" if there is
// none.
func passedOn(first, other *harness.Memory, n string) string {
	for p, o := range other.Objects {
		if o.Kind == harness.Counted && o.With == n && first.Objects[p].Kind != harness.Counted {
			return p
		}
	}
	return ""
}

// belongs reports whether a number is called as the length of what a pointer leads to.
func (f *function) belongs(n, pointer string) bool {
	return isNamedAfter(named(f.entry, n), named(f.entry, pointer))
}

// latent returns the faults on an object as those that the function leaves to its callers.
func (x *explored) latent(object string) (list []fault) {
	for _, g := range x.faults {
		if g.on == object {
			list = append(list, fault{Finding: g.Finding, on: object, requires: g.room})
		}
	}
	return list
}

// decides reports whether the number that was taken for a length has a say in what the function does: before a fault on
// its object, it is put in order with something else, or on the inputs of a fault, the function with another guess goes
// on as the number says.
func (x *explored) decides(y *explored, n string, g *fault) bool {
	return y.heeds(n, g.Finding, steps(x, g.Finding)) || slices.ContainsFunc(x.faults, func(h fault) bool {
		return h.on == g.on && follow(x.program.Core, h.Finding, n).orders
	})
}

// questioned returns a fault on an object that no number avoids on the same way, but for objects of which other guesses
// were tried; nil if there is none.
func (x *explored) questioned(tried map[string]bool, static bool) *fault {
	for i, g := range x.faults {
		if (g.manifest || !static && g.Avoidable == solver.Unsat && isOutside(g.Fault.Kind)) && g.on != "" &&
			!tried[g.on] {
			return &x.faults[i]
		}
	}
	return nil
}

// steps returns how many steps there are in the functions of the program until a finding.
func steps(x *explored, f finder.Finding) int64 {
	w := &way{most: math.MaxInt64}
	w.run(x.program.Core, x.made, valuesOf(f), int64(f.Bug.Trace.Steps))
	return w.steps
}

// heeds reports whether a number has a say in what the function decides on the inputs of a finding in its first steps.
// Then it is the length of something, if of nothing else then of this. It also does if the run ends earlier.
func (x *explored) heeds(n string, f finder.Finding, most int64) bool {
	var first *way
	for _, v := range []int64{0, 1, 2, 1 << 10} {
		values := valuesOf(f)
		values[n] = big.NewInt(v)
		w := &way{library: true, most: most}
		w.run(x.program.Core, x.made, values, 2*int64(f.Bug.Trace.Steps)+afterwards)
		if first == nil {
			first = w
		}
		if w.steps < most || !slices.Equal(w.taken, first.taken) {
			return true
		}
	}
	return false
}

// compares reports whether a run on the inputs of a finding compares pointers that lead to different objects.
func (x *explored) compares(f finder.Finding) bool {
	w := newWatcher()
	(&way{}).run(x.program.Core, x.made, valuesOf(f), 2*int64(f.Bug.Trace.Steps)+afterwards, w)
	return len(w.apart) > 0
}

// passed returns the memory of a harness with a number as the length of what the function reads behind another pointer
// than the one beside it, if its code says so; nil if it does not.
func (f *function) passed(x *explored, name string) *harness.Memory {
	if x.program == nil || x.refused != nil {
		return nil
	}
	for _, p := range f.entry.Parameters {
		o := x.made.Memory.Objects[p.Name]
		if o.Kind != harness.Counted || o.Own || f.belongs(o.With, p.Name) {
			continue
		}
		for _, m := range f.others(x.made.Memory, p.Name) {
			instead := passedOn(x.made.Memory, m, o.With)
			if instead != "" && named(f.entry, instead).Of.Elem.Const &&
				x.belongsTo(name, instead, o.With, p.Name, nil) {
				return m.Clone()
			}
		}
	}
	return nil
}

// belongsTo reports whether a number says at which places a function looks into what a pointer leads to, and nothing of
// another one, on which there is a fault, unless f is nil. Then it is the length of the first one.
func (x *explored) belongsTo(name, pointer, n, other string, f *finder.Finding) bool {
	ties := x.ties(name, n, f)
	return ties[pointer] && !ties[other]
}

// ties returns the pointers that lead to objects of which a number says at which places a function looks into them,
// whatever that number is: the place of an access was computed from it, or from what was put in order with it. The
// other inputs are those of a finding, if f is not nil, but that no pointer is null, and that texts and bytes have that
// length.
func (x *explored) ties(name, n string, f *finder.Finding) map[string]bool {
	ties := map[string]bool{}
	for _, v := range []int64{1, 2, 4, 16} {
		values, steps := map[string]*big.Int{}, int64(afterwards)
		if f != nil {
			values, steps = valuesOf(*f), steps+2*int64(f.Bug.Trace.Steps)
		}
		maps.DeleteFunc(values, func(input string, _ *big.Int) bool { return x.made.Class(input) == harness.Presence })
		for pointer := range x.made.Memory.Objects {
			x.write(values, pointer, int(v))
		}
		values[n] = big.NewInt(v)
		w := &flow{number: n, memory: map[spot]origin{}, of: pointers(x.program, name, x.made), by: map[string]origin{}}
		(&way{}).run(x.program.Core, x.made, values, steps, w)
		for pointer, of := range w.by {
			ties[pointer] = ties[pointer] || of&(ofNumber|ofTested) != 0
		}
	}
	return ties
}

// counts reports whether there is a fault on an object at a place that was put in order with its length. Then the
// number is its length, even if it may be a text.
func (x *explored) counts(object string) bool {
	return slices.ContainsFunc(x.faults, func(g fault) bool {
		return g.on == object && misjudges(x.program.Core, x.made, g.Finding, object)
	})
}

// blames reports whether there is a manifest fault on an object.
func (x *explored) blames(object string) bool {
	return slices.ContainsFunc(x.faults, func(g fault) bool { return g.manifest && g.on == object })
}

// ends reports whether a function reads the text at a pointer up to its end, and not further, be a number 0 or 1. Then
// the number is no length of it. If it reads words, it may read the whole last one. The other inputs are those of a
// finding, but that no pointer is null.
func (x *explored) ends(name, pointer, n string, f finder.Finding) bool {
	o := x.made.Memory.Objects[pointer]
	size := o.Count // of the text
	if o.Kind != harness.Text {
		if size = o.Count / 2; size < wordSize {
			return false
		}
	}
	for v := range int64(2) {
		values := valuesOf(f)
		maps.DeleteFunc(values, func(input string, _ *big.Int) bool {
			return strings.HasPrefix(input, pointer+"[]") || x.made.Class(input) == harness.Presence
		})
		x.write(values, pointer, size)
		values[n] = big.NewInt(v)
		r := &reader{of: pointers(x.program, name, x.made), pointer: pointer, last: int64(size)}
		w := &way{}
		w.run(x.program.Core, x.made, values, 2*int64(f.Bug.Trace.Steps)+afterwards, r)
		if !r.end || r.past || w.discarded || w.fault != nil && isOutside(w.fault.Kind) {
			return false
		}
	}
	return true
}

// write makes values say that there are so many letters at a pointer.
func (x *explored) write(values map[string]*big.Int, pointer string, letters int) {
	for i := range letters {
		name := pointer + "[]"
		if i > 0 {
			name = fmt.Sprintf("%s#%d", name, i+1)
		}
		values[name] = big.NewInt('a')
	}
}

// takesBytes reports whether a function compares none of the bytes at a pointer, which are no text then: how many there
// are, it says itself. The other inputs are those of a finding, but that no pointer is null.
func (x *explored) takesBytes(pointer string, f finder.Finding) bool {
	values := valuesOf(f)
	maps.DeleteFunc(values, func(input string, _ *big.Int) bool {
		return strings.HasPrefix(input, pointer+"[]") || x.made.Class(input) == harness.Presence
	})
	x.write(values, pointer, x.made.Memory.Objects[pointer].Count)
	w, bytes := &way{}, &flow{number: pointer + "[]", memory: map[spot]origin{}}
	w.run(x.program.Core, x.made, values, 2*int64(f.Bug.Trace.Steps)+afterwards, bytes)
	return w.fault == nil && !w.discarded && !bytes.compared
}

// wordSize is how many bytes a word has by which texts are read.
const wordSize = 8

// reader notes whether a run reads the end of a text of a harness, and what lies behind the word in which it ends.
type reader struct {
	of        func(source.Span) (path string, ok bool)
	pointer   string
	last      int64 // where the text ends
	machine   *core.Machine
	end, past bool
}

func (r *reader) Begin(m *core.Machine, _ core.State) { r.machine = m }

func (r *reader) Step(s *view.Step) {
	in := s.Instr()
	if in.Op != core.Load {
		return
	}
	if v, stop := r.machine.Eval(s.Before, in.Args[0]); stop == nil {
		if id, at, ok := v.Object(); ok {
			o, _ := s.Before.Object(id)
			path, known := r.of(o.Made)
			if known && path == r.pointer && at.IsInt64() {
				behind := at.Int64() + in.Type.Size()
				r.end = r.end || at.Int64() <= r.last && r.last < behind
				r.past = r.past || behind > (r.last/wordSize+1)*wordSize
			}
		}
	}
}

func (r *reader) End(core.State, semantics.Outcome) {}

// asksFor reports whether there is a fault on an object, also one that is not looked for, or a path on which it would
// have to be larger.
func (x *explored) asksFor(object string) bool {
	for _, g := range x.faults {
		if g.on == object {
			return true
		}
	}
	return x.short[object] || x.aside[object]
}

// others returns the memories that are like m, with another guess about the length of the object to which a parameter
// points; none if nothing was guessed.
func (f *function) others(m *harness.Memory, parameter string) (all []*harness.Memory) {
	guess := m.Objects[parameter]
	if guess.Size != harness.Needed {
		return nil
	}
	for _, p := range f.entry.Parameters {
		if p.Name == parameter && guess.Own { // the end may be another object
			for _, q := range f.entry.Parameters {
				if o := m.Objects[q.Name]; o.Kind == harness.End && o.With == parameter {
					all = append(all, with(with(m, parameter, object(p.Of, p.Name)), q.Name, object(q.Of, q.Name)))
				}
			}
		}
		if p.Name != parameter || p.Of.Class != c.Pointer || guess.Own || guess.Kind != harness.Counted &&
			guess.Kind != harness.Text {
			continue
		}
		if guess.Kind == harness.Counted {
			alone := with(m, parameter, object(p.Of, p.Name))
			all = append(all, alone)
			if p.Of.Elem.Size == 0 && p.Of.Elem.Const { // what reads it to the end may take it for a text
				all = append(all, with(m, parameter, harness.Object{Kind: harness.Text, Count: sizes[len(sizes)-1],
					Null: true, MayBeText: true}))
			}
			for _, q := range f.entry.Parameters { // whose length it may be instead
				o := m.Objects[q.Name]
				if n := named(f.entry, guess.With); q.Of.Class == c.Pointer && q.Name != parameter &&
					(o.Kind == harness.Text || o.Kind == harness.Elements) && o.Size == harness.Needed &&
					isLength(q, n) {
					all = append(all, with(alone, q.Name, counted(q, n.Name)))
				}
			}
		}
		if guess.Kind == harness.Text && !guess.MayBeText {
			all = append(all, with(m, parameter, harness.Object{Count: mostBytes / 2, Null: guess.Null}))
		}
		for _, n := range f.entry.Parameters {
			if isLength(p, n) && n.Name != guess.With {
				all = append(all, with(m, parameter, counted(p, n.Name)))
			}
		}
	}
	return all
}

// with returns a memory that is like m, but for the object to which a parameter points.
func with(m *harness.Memory, parameter string, o harness.Object) *harness.Memory {
	m = m.Clone()
	m.Objects[parameter], m.Most = o, map[string]int64{}
	for _, o := range m.Objects {
		if o.Kind == harness.Counted && !o.Own {
			m.Most[o.With] = int64(o.Count)
		}
	}
	return m
}
