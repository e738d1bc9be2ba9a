package scan

import (
	"context"
	"maps"
	"math/big"
	"slices"
	"strings"

	"vouch/cmd/internal/harness"
	"vouch/internal/view"
	"vouch/semantics/c"
	"vouch/semantics/core"
)

// This file defines calls of several functions one after another: one makes an object, others change it, and then the
// function is called that is looked at. So the object is in a state in which the program itself brings it, and its
// numbers go together.

// How often it is tried which numbers make an object.
const (
	mostTried = 64
	mostSteps = 1 << 12 // of a run
)

// sequence returns the memory that a function gets if others are called with its structures before; nil if none is. The
// functions that make these get the first numbers with which they do, as runs of the program show that made them with
// any numbers.
func (f *function) sequence(ctx context.Context, before *explored) *harness.Memory {
	m := f.built()
	if m == nil {
		return nil
	}
	any := false
	for _, p := range f.entry.Parameters {
		o := m.Objects[p.Name]
		if o.Kind != harness.Built {
			continue
		}
		added := func(name string) bool { return strings.HasPrefix(name, o.Build.Added()) }
		maps.DeleteFunc(m.Objects, func(name string, _ harness.Object) bool { return added(name) })
		maps.DeleteFunc(m.Most, func(name string, _ int64) bool { return added(name) })
		o.Build, o.Called = f.changing(p, o.Build, mostChanges), mostChanges
		m.Objects[p.Name] = o
		for _, call := range o.Build.Calls {
			give(m, call.Entry, o.Build.CalledWith(call), call.At)
			any = true
		}
	}
	for _, p := range f.entry.Parameters {
		if o := m.Objects[p.Name]; o.Kind == harness.Same && p.Of.Class == c.Pointer {
			m.Objects[p.Name] = object(p.Of, p.Name)
		}
	}
	if !any {
		return nil
	}
	for _, o := range m.Objects { // of lengths, which would be tried one after another, the greatest is enough
		if _, is := m.Most[o.With]; is && o.Kind == harness.Counted && strings.HasPrefix(o.With, harness.Inner) {
			m.Values[o.With] = int64(o.Count)
			delete(m.Most, o.With)
		}
	}
	maps.Copy(m.Values, f.accepted(ctx, m, before))
	return m
}

// accepted returns numbers with which the functions that make the structures do so, as runs show.
func (f *function) accepted(ctx context.Context, m *harness.Memory, before *explored) map[string]int64 {
	var names []string
	for _, p := range f.entry.Parameters {
		o := m.Objects[p.Name]
		if o.Kind != harness.Built {
			continue
		}
		for i, q := range o.Build.Maker.Parameters {
			name := o.Build.Prefix + q.Name
			if _, is := m.Values[name]; i != o.Build.At && q.Of.Class == c.Integer && !is {
				names = append(names, name)
			}
		}
	}
	if len(names) == 0 || before.program == nil {
		return nil
	}
	for _, numbers := range candidates(len(names)) {
		if ctx.Err() != nil {
			return nil
		}
		values, chosen := map[string]*big.Int{}, map[string]int64{}
		for i, n := range numbers {
			values[names[i]], chosen[names[i]] = big.NewInt(n), n
		}
		r := &reached{name: f.entry.Name}
		(&way{}).run(before.program.Core, before.made, values, mostSteps, r)
		if r.is {
			return chosen
		}
	}
	return nil
}

// candidates returns numbers for so many parameters, those first that are near to 2: of one, an object is full at once.
func candidates(n int) (list [][]int64) {
	list = [][]int64{{}}
	for range n {
		var longer [][]int64
		for _, l := range list {
			for _, v := range []int64{2, 1, 3, 4, 8, 16, 0} {
				longer = append(longer, append(slices.Clone(l), v))
			}
		}
		list = longer[:min(len(longer), 1<<10)]
	}
	far := func(l []int64) (all int64) {
		for _, v := range l {
			if all += max(v-2, 2-v); v == 0 {
				all += 16
			}
		}
		return all
	}
	slices.SortStableFunc(list, func(a, b []int64) int { return int(far(a) - far(b)) })
	return list[:min(len(list), mostTried)]
}

// reached is a listener that notes whether main calls a function.
type reached struct {
	view.Ending
	name string
	is   bool
}

func (r *reached) Step(s *view.Step) {
	if s.Instr().Op == core.Call && s.Before.Func().Name == "main" && s.After.Func().Name == r.name {
		r.is = true
	}
}
