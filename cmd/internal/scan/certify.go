package scan

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"vouch/certs"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/find"
	"vouch/cmd/internal/harness"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics"
	"vouch/semantics/c"
)

// This file defines how a function is looked at with all that can be tried, and how the result is certified.

// looked is what is known of a function after all that can be tried: memory of the harness, and objects that functions
// of its file make.
func (f *function) looked(ctx context.Context, name string, o Options) *explored {
	if err := f.typed(ctx); ctx.Err() != nil {
		return &explored{late: context.Cause(ctx)}
	} else if err != nil {
		return &explored{refused: err}
	}
	left := ""
	if o.Globals {
		var err error
		if left, err = f.globals(ctx, name); err != nil {
			return &explored{refused: err}
		}
	}
	o.work = newWork(o.each)
	x := f.guessed(ctx, name, o)
	if f.shape = nil; x.made != nil && x.refused == nil {
		f.shape = x.made.Memory
	}
	// nothing is known of it yet
	if more := x.outOfStates(); (x.spent && o.less() || more) && len(x.faults) == 0 && o.toward == nil &&
		f.shape != nil && x.late == nil {
		o.work = newWork(o.Work)
		if more {
			o.States *= further
		}
		if x = f.guessed(ctx, name, o); x.made != nil && x.refused == nil {
			f.shape = x.made.Memory
		}
		x.states = o.States
	}
	// perhaps what it needs is less
	if f.foreseen && len(x.faults) == 0 && x.why() != "" && x.refused == nil && x.late == nil && o.toward == nil {
		before := f.shape
		f.blind, f.shape, o.work = true, nil, newWork(o.each)
		y := f.guessed(ctx, name, o)
		if f.blind, f.shape = false, before; y.refused == nil && (len(y.faults) > 0 || y.why() == "") {
			x, f.shape = y, y.made.Memory
		}
	}
	x.cut = x.spent
	// where work is shared out, its own search has said what objects show that the program makes
	made := o.toward == nil || !o.less()
	if memory := f.built(); made && memory != nil && x.refused == nil && len(x.manifest(true)) == 0 &&
		(len(x.faults) > 0 || x.why() != "" || takesApart(memory, f.entry)) {
		y := f.withMade(ctx, name, memory, o)
		before := x
		if x.cut = x.cut || y.spent; y.refused == nil && len(y.manifest(true)) > 0 {
			x, x.cut = y, y.spent
		}
		if y.refused == nil && y.late == nil && x == before && !o.few() && f.follows(x) {
			if memory := f.sequence(ctx, y); memory != nil {
				z := f.tried(ctx, name, memory, o)
				if z == nil && (!o.less() || o.each >= muchWork) {
					z = f.withMade(ctx, name, memory, o)
				}
				if z != nil && z.refused == nil && len(z.manifest(true)) > 0 {
					x = z
				}
				x.cut = x.cut || z != nil && (z.spent || z.ran)
			}
		}
	}
	if x.refused == nil && x.late == nil && len(x.manifest(true)) == 0 && f.shape != nil && o.toward == nil &&
		!o.Globals && !o.few() {
		if memory := f.after(); memory != nil {
			if z := f.tried(ctx, name, memory, o); z != nil {
				x, x.cut = z, x.cut || z.ran
			}
		}
	}
	if (o.Alias || o.toward == nil) && x.made != nil && x.refused == nil && x.late == nil &&
		len(x.manifest(true)) == 0 {
		x = f.aliased(ctx, name, o, x)
	}
	x.left = left
	return x
}

// follows reports whether a function may fail by what lies in the objects that it gets: unless its search ended, and
// showed nothing but null pointers among its parameters, while it followed no pointer that lies in an object.
func (f *function) follows(x *explored) bool {
	if x.why() != "" || x.made == nil {
		return true
	}
	for path := range x.made.Memory.Objects {
		if !slices.ContainsFunc(f.entry.Parameters, func(p c.EntryParameter) bool { return p.Name == path }) {
			return true
		}
	}
	return slices.ContainsFunc(x.faults, func(f fault) bool { return f.Fault.Kind != semantics.NullDereference })
}

// withMade looks at a function that gets objects which functions of its file make.
func (f *function) withMade(ctx context.Context, name string, memory *harness.Memory, o Options) *explored {
	o.work = newWork(o.builtWork(memory.Made()))
	x := f.explore(ctx, name, memory.Clone(), o)
	if x.outOfStates() && len(x.manifest(true)) == 0 && (!o.less() || o.each >= muchWork) && x.late == nil {
		o.work, o.States = newWork(o.Work), further*o.States
		x = f.explore(ctx, name, memory, o)
		x.states = o.States
	}
	return x
}

// further is how many times more states a search of a function may visit of which a first one shows nothing.
const further = 4

// outOfStates reports whether the last search ended because it had visited as many states as it may.
func (x *explored) outOfStates() bool {
	if x.result == nil || x.spent || x.refused != nil {
		return false
	}
	ended, _ := x.result.Ended()
	return ended == finder.OutOfStates
}

// trying says what of a function is tried again with its last harness.
type trying byte

const (
	searching trying = iota // a search for bugs, or a proof that there are none
	proving                 // a proof with invariants alone, as no search comes to its end
)

// certify searches a function again with the harness that shows a bug, or none, and has the result checked.
func (f *function) certify(ctx context.Context, o Options, session *find.Session, x *explored, out *Outcome,
	how trying) {
	p, c, files, err := f.open(ctx, out.harness, x.made)
	if err != nil {
		out.Verdict, out.Why = Unknown, reason(err)
		return
	}
	x.program, x.c, x.files = p, c, files
	out.files, out.load, out.text, out.last = x.files, x.program, x.made.Text, x
	search := o.Find.Search
	search.Vain = new(finder.Vain) // what a search found before is found again
	most := 2 * max(o.States, x.states)
	search.All, search.Minimize, search.Limits.States = true, false, most
	search.Fixed, search.Toward = fixed(x.made, f.inside), goals(x.program, o.toward)
	search.Stop = func(states, micros int64) bool { return states+micros/stateMicros >= most }
	memory := x.made.Memory.Clone()
	judged := map[*certs.Bug]bool{} // a finding is asked about more than once
	var latent []latentJSON         // what the program as a whole shows to be so, though the linked one did not
	out.bugs = map[target]bool{}
	keep := func(p *load.Program, g finder.Finding) bool {
		is, known := judged[g.Bug]
		if !known && among(p, g.Fault, o.toward) && !meant(p.Core, g) {
			if wants, on, genuine := f.blamed(x, p, g, out.harness, memory); genuine {
				if is = wants == ""; !is {
					latent = append(latent, f.latentOf(p, fault{Finding: g, on: on, requires: wants}))
				}
			}
		}
		if judged[g.Bug] = is; is {
			out.bugs[targetOf(p, g.Fault)] = true
		}
		return is
	}
	if x.ran {
		out.result = f.certifyRuns(x, out, session, keep)
	}
	if out.result == nil && (out.any != nil || how == proving) {
		proof := search
		proof.Engine, proof.All, proof.Stop, proof.Limits.States = finder.EngineInvariants, false, nil, 1
		out.result = session.Search(ctx, program(x.files), x.c, x.program, proof, keep)
		if out.open = out.result.Obstacle(); how == proving && out.result.Claimed() == "" &&
			out.result.Bugs() == 0 {
			out.Verdict, out.Why, out.result = Unknown, x.why(), nil
			return
		}
		out.cut = out.cut && out.result.Claimed() == ""
	}
	if out.result == nil || out.result.Claimed() == "" && out.result.Bugs() == 0 {
		out.result = session.Search(ctx, program(x.files), x.c, x.program, search, keep)
	}
	if out.judge(x.why()); out.Verdict == Unknown && len(out.faults) == 0 && len(latent) > 0 {
		out.Verdict, out.Why, out.faults = Latent, "", latent
	}
}

// certifyRuns has the result checked of runs that found bugs, in the program as it was read again; nil if they are not
// there.
func (f *function) certifyRuns(x *explored, out *Outcome, session *find.Session,
	keep func(*load.Program, finder.Finding) bool) *find.Result {
	var known []find.Known
	for _, y := range x.manifest(true) {
		g, ok := finder.On(finder.Program{Core: x.program.Core, About: x.program.About}, y.Inputs,
			int64(cmp.Or(y.Bug.Trace.Steps, 1))+1)
		if g.Avoidable = y.Avoidable; ok && keep(x.program, g) {
			known = append(known, find.Known{Fault: g.Fault, Inputs: g.Inputs, Steps: int64(g.Bug.Trace.Steps)})
		}
	}
	if len(known) == 0 {
		return nil
	}
	return session.Again(program(x.files), x.c, x.program, known, finder.Coverage{})
}

// blamed says what a finding in the program with the last harness wants of callers, and on which object; "" if the
// function is to blame. It is not genuine if it asks for something of the harness, which may change the memory.
func (f *function) blamed(x *explored, p *load.Program, g finder.Finding, name string, memory *harness.Memory) (wants,
	on string, is bool) {
	pointer := pointers(p, name, x.made)
	what := culpritOf(p.Core, g, pointer, f.unit.packs, mayFail(p))
	means, on := needs(x.made, memory, g.Fault.Kind, what, pointer)
	if means != genuine {
		return "", on, false
	}
	f.before(p, x.files, x.made, g, &what)
	if wants = wanted(p, f.files.said, x.made, g, f.entry, f.inside, what, on); wants == "" && x.leaves(g, on) {
		wants = room(on, g.Fault.Kind, what)
	}
	return wants, on, true
}

// again finds the bugs of a function again that an earlier run found with a harness of that name; nil if they are not
// there.
func (f *function) again(ctx context.Context, o Options, session *find.Session, k *kept, name string) *Outcome {
	if k.Harness != name || (k.Text == nil) != (f.entry.Name == "main") {
		return nil
	}
	var p *load.Program
	var c load.C
	var files []string
	var err error
	if f.entry.Name == "main" {
		p, c, files, err = f.started(ctx)
	} else {
		f.called, f.needed, f.defining, f.foreign = true, k.Needed, k.Within, k.Foreign
		p, c, files, err = f.open(ctx, name, &harness.Made{Text: k.Text})
	}
	if err != nil {
		f.called = false
		return nil
	}
	r := session.Again(program(files), c, p, k.Bugs, k.Far)
	if r == nil {
		f.called = false
		return nil
	}
	out := &Outcome{Name: f.entry.Name, Where: f.entry.Where, Verdict: Bug, faults: k.Latent, complete: k.Complete,
		hidden: k.Hidden, cut: k.Cut, own: k.Own, result: r, harness: name, text: k.Text}
	out.bugs = map[target]bool{}
	for _, b := range k.Bugs {
		out.bugs[targetOf(p, b.Fault)] = true
	}
	return out
}

// What a main gets: arguments and standard input.
const (
	arguments = "2x4"
	input     = "8"
)

// whole looks at a program that begins with main, whose inputs are arguments and standard input. If some faults are
// looked for, it is p.
func (f *function) whole(ctx context.Context, o Options, session *find.Session, out *Outcome, p *load.Program) {
	read, c, files, err := f.started(ctx)
	switch {
	case err != nil && ctx.Err() != nil:
		out.slow, out.Verdict, out.Why = true, Unknown, context.Cause(ctx).Error()
		return
	case err != nil:
		out.Verdict, out.Why = Refused, reason(err)
		return
	}
	out.load, out.files = read, files
	search := o.Find.Search
	search.All, search.Limits.States, search.Vain = true, o.States, f.vain
	search.Stop = func(states, micros int64) bool { return states+micros/stateMicros >= o.States }
	search.Toward = goals(p, o.toward)
	out.bugs = map[target]bool{}
	why := ""
	out.result = session.Search(ctx, program(files), c, read, search, func(p *load.Program, g finder.Finding) bool {
		is := among(p, g.Fault, o.toward) && !meant(p.Core, g)
		if is {
			if name := unlikely(p.Core, g); name != "" {
				is, why = false, "a fault rests on the number that "+name+" is, of a function without a body"
			}
		}
		if is && beyondUnknown(p.Core, g) {
			is, why = false, "a fault rests on how large the memory is that a function without a body returns"
		}
		if is {
			out.bugs[targetOf(p, g.Fault)] = true
		}
		return is
	})
	out.judge(why)
}

// started reads a program that begins with main, with its inputs.
func (f *function) started(ctx context.Context) (*load.Program, load.C, []string, error) {
	return f.read(ctx, f.unit.File, func(c *load.C) {
		c.Options = maps.Clone(c.Options)
		c.Options["stdin"] = input
		if len(f.entry.Parameters) > 0 {
			c.Options["args"] = arguments
		}
	})
}

// program returns the file that stands for a program of several.
func program(files []string) checkcmd.File {
	file := checkcmd.Named(files[0])
	for _, name := range files[1:] {
		file.With = append(file.With, checkcmd.Named(name))
	}
	return file
}
