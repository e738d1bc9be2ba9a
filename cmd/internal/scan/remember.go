package scan

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"vouch/cmd/internal/find"
	"vouch/finder"
	"vouch/finder/solver"
)

// This file defines what becomes of a function: what it is known to be from an earlier run, or what a look at it shows.

// remembered returns what became of a function, from an earlier run if nothing has changed; nil if there is no time for
// it.
func (f *function) remembered(ctx context.Context, o Options, session *find.Session, memory *cache) *Outcome {
	if out := f.recalled(ctx, o, session, memory); out != nil {
		return out
	}
	out := f.outcome(ctx, o, session)
	f.remember(ctx, o, memory, out)
	return out
}

// recalled returns what became of a function in an earlier run; nil if something has changed, or nobody knows.
func (f *function) recalled(ctx context.Context, o Options, session *find.Session, memory *cache) *Outcome {
	k, ok := memory.get(ctx, f, o)
	switch {
	case !ok || ctx.Err() != nil:
		return nil
	case k.Verdict == Bug && k.Harness == f.file(o):
		out := &Outcome{Name: f.entry.Name, Where: f.entry.Where, Verdict: Bug, faults: k.Latent, complete: k.Complete,
			hidden: k.Hidden, cut: k.Cut, own: k.Own, harness: k.Harness, text: k.Text, asleep: &k,
			bugs: map[target]bool{}}
		for _, x := range k.Targets {
			out.bugs[x] = true
		}
		return out
	case k.Verdict == Bug:
		return nil
	}
	return &Outcome{Name: f.entry.Name, Where: f.entry.Where, Verdict: k.Verdict, Why: k.Why, faults: k.Latent,
		complete: k.Complete, hidden: k.Hidden, cut: k.Cut, any: k.Any, open: k.Open, kept: &k}
}

// wake finds the bugs of a function again that an earlier run found; if they are not there, it looks at the function.
func (f *function) wake(ctx context.Context, o Options, session *find.Session, memory *cache, out *Outcome) {
	if out.asleep == nil {
		return
	}
	x := f.again(ctx, o, session, out.asleep, out.harness)
	if x == nil || !maps.Equal(x.bugs, out.bugs) {
		if x = f.outcome(ctx, o, session); x == nil {
			x = &Outcome{Name: out.Name, Where: out.Where, Verdict: Unknown, Why: context.Cause(ctx).Error()}
			memory.lacks()
		} else {
			f.remember(ctx, o, memory, x)
		}
	}
	*out = *x
}

// remember keeps what became of a function, which may be nil, for later runs.
func (f *function) remember(ctx context.Context, o Options, memory *cache, out *Outcome) {
	switch {
	case out == nil:
		memory.lacks()
	case out.load != nil:
		memory.put(ctx, f, o, out, slices.Concat(out.load.Files(), out.files))
		out.load, out.files, out.last = nil, nil, nil
	case f.entry.Refused == nil: // what depends on the file alone, whose functions are kept, is not looked at
		memory.put(ctx, f, o, out, f.files.read) // it never became a program
	}
}

// outcome looks at a function; nil if there is no time for it.
func (f *function) outcome(ctx context.Context, o Options, session *find.Session) (out *Outcome) {
	if ctx.Err() != nil {
		return nil
	}
	out = &Outcome{Name: f.entry.Name, Where: f.entry.Where, harness: f.file(o)}
	if o.here != nil {
		o.here(f.entry.Name)
	}
	if f.entry.Refused != nil {
		out.Verdict, out.Why = Refused, reason(f.entry.Refused)
		return out
	}
	began := time.Now()
	f.answers, f.vain, f.asked = new(solver.Answers), new(finder.Vain), o.Globals
	defer func() {
		if e := recover(); e != nil {
			out.Verdict, out.Why = Refused, fmt.Sprintf("vouch failed, please report it: %v", e)
		}
		if out != nil {
			out.Time = time.Since(began)
		}
		if f.answers = f.answers.Dear(); out == nil || o.Callers == 0 || out.complete || out.hidden ||
			out.Verdict == Safe {
			f.answers, f.shape = nil, nil // its search is not repeated; see decided
		}
	}()
	whole := ctx
	ctx, cancel := f.timed(ctx, out.harness, o)
	defer cancel()
	if f.entry.Name == "main" {
		f.whole(ctx, o, session, out, nil)
		out.slow = out.slow || ctx.Err() != nil && out.Verdict == Unknown
		return out
	}
	x := f.looked(ctx, out.harness, o)
	if whole.Err() != nil {
		return nil
	}
	if x.refused != nil {
		out.Verdict, out.Why = Refused, reason(x.refused)
		return out
	}
	out.slow = x.late != nil
	if out.cut = x.cut; x.program == nil {
		out.Verdict, out.Why = Unknown, x.why()
		return out
	}
	out.load, out.files = x.program, x.files
	for _, y := range x.manifest(false) {
		out.faults = append(out.faults, f.latentOf(x.program, y))
	}
	out.own = f.own(x)
	why := x.why()
	out.complete, out.hidden = why == "" && !x.hidden, why == "" && x.hidden
	how := searching
	switch manifest := x.manifest(true); {
	case len(manifest) == 0 && len(out.faults) > 0:
		out.Verdict = Latent
		return out
	case len(manifest) == 0 && f.unbound(x, out): // what fails only where objects are larger is not known yet
	case len(manifest) == 0 && why != "" && !(o.Only != nil && x.goesOn()):
		out.Verdict, out.Why, out.open = Unknown, why, find.ObstacleIn(out.harness, x.program, x.result, why)
		return out
	case len(manifest) == 0 && why != "":
		how, out.proved = proving, true
	}
	if f.certify(ctx, o, session, x, out, how); ctx.Err() != nil && out.Verdict == Unknown {
		out.slow, out.Why = true, errSlow.Error()
	}
	out.short(why)
	return out
}
