package scan

import (
	"context"
	"math/big"
	"slices"
	"strings"
	"time"

	"vouch/certs"
	"vouch/cmd/internal/harness"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics"
	"vouch/semantics/c"
	"vouch/semantics/core"
)

// This file defines runs of a function after longer sequences of calls than searches follow: all short ones, and long
// ones of a single function, after which a table of usual size is full. Inputs are small and plain, as a test of the
// library would have them. A run costs little, so there are many; what one finds is judged as what a search finds.

// Limits of the runs for a function.
const (
	mostRuns = 3 << 6   // of a function
	runSteps = 1 << 15  // of a run
	allSteps = 10 << 14 // of all runs, where work is not shared out
	shortRun = 2        // calls; in longer runs, it shows little that all numbers are 0
	runWays  = 2        // to one fault that are looked at
	runWork  = 250 * time.Nanosecond
)

// plan is what happens in a run.
type plan struct {
	calls  []int // the functions that are called with the object, by their order in the harness
	values pattern
}

// pattern says which values inputs have.
type pattern byte

const (
	least  pattern = iota // 0, empty texts, functions that return 0
	ones                  // 1, texts of one character
	rising                // the first is 0, the next 1, and so on; texts and lengths are as long as they may be
	patterns
)

// plans returns what is tried with objects with which so many functions may be called.
func plans(functions int) (list []plan) {
	sequences := [][]int{{}}
	for from := 0; len(sequences) < 40; {
		to := len(sequences)
		for _, s := range sequences[from:to] {
			for i := range functions {
				sequences = append(sequences, append(slices.Clone(s), i))
			}
		}
		if from = to; functions == 0 || functions < 2 && to > 4 {
			break
		}
	}
	long := func(i, times int) plan { return plan{slices.Repeat([]int{i}, times), rising} }
	for i, s := range sequences {
		if i == 1+functions { // most likely of the function itself
			list = append(list, long(0, longRun))
		}
		for v := range patterns {
			if v != least || len(s) <= shortRun {
				list = append(list, plan{s, v})
			}
		}
	}
	list = list[:min(len(list), mostRuns)]
	for i := 1; i < functions; i++ {
		list = append(list, long(i, longRun))
	}
	if functions > 0 {
		list = append(list, long(0, longerRun))
	}
	return list
}

// tried runs a function after calls of others, as a memory says. It returns nil if that shows no manifest fault.
func (f *function) tried(ctx context.Context, name string, memory *harness.Memory, o Options) *explored {
	m, functions := f.trying(memory)
	if m == nil || o.toward != nil {
		return nil
	}
	h := f.harness(name)
	made, err := h.Make(m)
	if err != nil {
		return nil
	}
	p, c, files, err := f.readFast(ctx, name, h, made)
	if err != nil || ctx.Err() != nil {
		return nil
	}
	x := &explored{made: made, program: p, c: c, files: files, ran: true, rounds: 1, short: map[string]bool{},
		adds: map[string]bool{}, aside: map[string]bool{}, left: "runs are no search"}
	most := int64(allSteps)
	if o.less() {
		most = min(most, int64(o.builtWork(1)/runWork))
	}
	seen, steps := map[semantics.Fault]int{}, int64(0)
	for _, t := range plans(functions) {
		if steps > most || ctx.Err() != nil {
			break
		}
		r := newTrial(t, made, p)
		failed, took := r.run(p, most-steps)
		steps += took
		if n := r.called(); failed != nil && len(t.calls) >= longRun && n > 1 { // fewer calls, the last one in the end
			short := newTrial(plan{t.calls[:n-1], t.values}, made, p)
			same, took := short.run(p, most-steps)
			if steps += took; same != nil && *same == *failed {
				r = short
			}
		}
		if failed == nil || seen[*failed] == runWays {
			continue
		}
		seen[*failed]++
		if g, ok := finder.On(finder.Program{Core: p.Core, About: p.About}, r.inputs, r.steps+1); ok {
			if f.shown(ctx, x, g, name, m, o) {
				return x
			}
		} else if y := f.settled(ctx, x, r, *failed, name, m, o); y != nil {
			return y
		}
	}
	return nil
}

// shown adds what a run found to what is known of a function, if it is a manifest fault, and reports whether it is.
func (f *function) shown(ctx context.Context, x *explored, g finder.Finding, name string, m *harness.Memory,
	o Options) bool {
	p, made := x.program, x.made
	means, on, what := f.means(x, g, name, m)
	if means != genuine || meant(p.Core, g) || what.within != f.entry.Name {
		return false
	}
	search, keeps, free := o.Find.Search, fixed(made, f.inside), refusing(p.Core, made, g)
	search.Hasty = true
	search.Fixed = func(name string) bool { return keeps(name) || free(name) }
	g.Avoidable = finder.Avoidable(ctx, finder.Program{Core: p.Core, About: p.About}, g.Inputs,
		int64(g.Bug.Trace.Steps)+1, search)
	x.judged++
	f.before(p, x.files, made, g, &what)
	if wanted(p, f.files.said, made, g, f.entry, f.inside, what, on) != "" || x.leaves(g, on) {
		return false
	}
	x.add(fault{Finding: g, on: on, manifest: true, larger: together(made, g, on)})
	return true
}

// settled returns what is known of a function of which a run found a fault that no formulas follow, as where a number
// says how much is copied: the numbers that functions get are in the harness then as the run has them. That says
// nothing of others, so these are tried. It returns nil if that shows no manifest fault.
func (f *function) settled(ctx context.Context, x *explored, r *trial, failed semantics.Fault, name string,
	memory *harness.Memory, o Options) *explored {
	m, numbers := r.settled(memory)
	run := finder.Finding{Fault: failed, Inputs: r.inputs, Bug: &certs.Bug{}}
	run.Bug.Trace.Steps = uint64(r.steps)
	if slices.ContainsFunc(numbers, func(n string) bool {
		return mends(x.program.Core, x.made, run, n, usual)
	}) {
		return nil
	}
	h := f.harness(name)
	made, err := h.Make(m)
	if err != nil || len(numbers) == 0 {
		return nil
	}
	p, c, files, err := f.readFast(ctx, name, h, made)
	if err != nil || ctx.Err() != nil {
		return nil
	}
	y := *x
	y.made, y.program, y.c, y.files = made, p, c, files
	again := newTrial(r.plan, made, p)
	if again.run(p, runSteps); ctx.Err() != nil {
		return nil
	}
	g, ok := finder.On(finder.Program{Core: p.Core, About: p.About}, again.inputs, again.steps+1)
	if ok && f.shown(ctx, &y, g, name, m, o) {
		return &y
	}
	return nil
}

// trying returns the memory for runs, and how many functions they may call; nil if there is no object with which others
// may be called, and nothing is called before.
func (f *function) trying(memory *harness.Memory) (m *harness.Memory, functions int) {
	m = memory.Clone()
	if m.Before != nil {
		return m, len(m.Before.Calls)
	}
	for _, p := range f.entry.Parameters {
		o := m.Objects[p.Name]
		if p.Of.Class != c.Pointer || o.Kind != harness.Built || o.Called == 0 {
			continue
		}
		before := o.Build.Calls
		if functions > 0 { // the others are as they are
			continue
		}
		o.Build = f.changing(p, o.Build, longerRun)
		o.Called = longerRun
		m.Objects[p.Name] = o
		functions = len(o.Build.Calls)
		for _, call := range o.Build.Calls {
			if !slices.ContainsFunc(before, func(b harness.Call) bool { return b.Name == call.Name }) {
				give(m, call.Entry, o.Build.CalledWith(call), call.At)
			}
		}
	}
	if functions == 0 {
		return nil, 0
	}
	if f.shape != nil { // what lies behind the others, as a search showed
		for path, o := range f.shape.Objects {
			if root, _, behind := strings.Cut(path, "["); behind && o.Kind != harness.Built &&
				m.Objects[root].Kind == harness.Elements && !strings.HasPrefix(path, harness.Inner) {
				m.Objects[path] = o
			}
		}
	}
	return m, functions
}

// trial is a run as a plan says.
type trial struct {
	plan
	made   *harness.Made
	draws  map[string]*core.Instr
	count  map[string]int // how often an input was drawn, by its name
	inputs []certs.Input
	steps  int64 // of the run
}

func newTrial(t plan, made *harness.Made, p *load.Program) *trial {
	return &trial{plan: t, made: made, draws: draws(p.Core), count: map[string]int{}}
}

// run runs a program for so many steps at most, and returns its fault, if there is one, and how many steps it took.
func (r *trial) run(p *load.Program, most int64) (*semantics.Fault, int64) {
	m := &core.Machine{Program: p.Core, Input: func(_ int, name string) (*big.Int, bool) {
		v := big.NewInt(r.value(name))
		r.inputs = append(r.inputs, certs.Input{Name: name, Value: v})
		return v, true
	}}
	last, took := m.Watch(begin(p.Core), min(most, runSteps), func(*core.State, int, int, semantics.Branch) bool {
		return true
	})
	_, out := semantics.Run(semantics.Machine[core.State](m), last, 0, nil)
	r.steps = took
	return out.Fault, took
}

// settled returns a memory in which the numbers that functions get have the values of the run, if each had one value,
// and the inputs that are none then.
func (r *trial) settled(memory *harness.Memory) (m *harness.Memory, numbers []string) {
	m = memory.Clone()
	several := map[string]bool{}
	for _, in := range r.inputs {
		first, _, _ := strings.Cut(in.Name, "#")
		class := r.made.Class(in.Name)
		if _, built := r.object(first); built || class != harness.Value && class != harness.Data ||
			strings.ContainsAny(first, ".[+") || !in.Value.IsInt64() {
			continue
		}
		v, had := m.Values[first]
		several[first] = several[first] || had && v != in.Value.Int64()
		m.Values[first] = in.Value.Int64()
		if class == harness.Value {
			numbers = append(numbers, in.Name)
		}
		delete(m.Most, first)
	}
	for name := range several {
		if several[name] {
			delete(m.Values, name)
			if most, is := memory.Most[name]; is {
				m.Most[name] = most
			}
		}
	}
	return m, numbers
}

// called returns how many of the calls before the last one were begun; 0 if the inputs do not show it.
func (r *trial) called() (n int) {
	for _, b := range r.made.Memory.Builds() {
		switch {
		case b.Times != longerRun || len(b.Calls) == 0:
		case len(b.Calls) > 1:
			return r.count[b.Prefix+"calls_"+b.Calls[0].Name]
		default:
			for name, count := range r.count {
				if strings.HasPrefix(name, b.CalledWith(b.Calls[0])) && !strings.Contains(name, "[") {
					n = max(n, count)
				}
			}
		}
	}
	return n
}

// value returns the next value of an input, which has its count behind its name.
func (r *trial) value(name string) int64 {
	first, _, _ := strings.Cut(name, "#")
	n := r.count[first]
	r.count[first]++
	low, high := int64(-1<<31), int64(1<<31)
	if in := r.draws[first]; in != nil {
		if in.Lo != nil && in.Lo.IsInt64() {
			low = in.Lo.Int64()
		}
		if in.Hi != nil && in.Hi.IsInt64() {
			high = in.Hi.Int64()
		}
	}
	v := int64(0)
	switch class := r.made.Class(name); {
	case class == harness.Presence:
		v = 1
	case class == harness.Missing:
		v = 0
	default:
		if o, built := r.object(first); built {
			v = r.decided(o, first)
			break
		}
		switch most, bounded := r.made.Memory.Most[first]; {
		case r.values == least:
		case strings.HasSuffix(first, "[]"):
			if v = 'a' + int64(n%20); r.values == ones && n%2 == 1 {
				v = 0
			}
		case r.values == ones:
			v = 1
			if bounded {
				v = min(v, most)
			}
		case bounded:
			v = most
		default:
			v = int64(n)
		}
	}
	return max(low, min(high, v))
}

// object returns the calls of which an input says how many there are, or which.
func (r *trial) object(name string) (*harness.Build, bool) {
	for _, b := range r.made.Memory.Builds() {
		if name == b.Prefix+"times" || strings.HasPrefix(name, b.Prefix+"calls_") {
			return b, true
		}
	}
	return nil, false
}

// decided returns how often something is called with an object, or whether a function is the next one.
func (r *trial) decided(b *harness.Build, name string) int64 {
	if b.Times != longerRun { // another object
		return 0
	}
	if name == b.Prefix+"times" {
		return int64(len(r.calls))
	}
	now := r.count[b.Prefix+"calls_"+b.Calls[0].Name] - 1
	if now < len(r.calls) && name == b.Prefix+"calls_"+b.Calls[r.calls[max(now, 0)]].Name {
		return 1
	}
	return 0
}
