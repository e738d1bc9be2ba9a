package scan

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"vouch/cmd/internal/find"
	"vouch/finder"
	"vouch/finder/solver"
	"vouch/internal/load"
)

// This file defines how a latent fault is tried from the callers of its function, with the inputs of each caller. What
// a caller's own search says counts; where that leaves it open, the caller is searched again, on the ways that can come
// to the fault.

// furtherLevels is how many levels of callers are tried beyond those of the options, from functions that only known
// functions call: what these want of their callers, nobody says to whom the project is for.
const furtherLevels = 4

// try tries the latent faults of functions from their callers, and the bugs of those that only these callers call, up
// to so many levels as the options say, and further from functions that are internal. It calls found with each caller
// that has a bug.
func (t *tried) try(ctx context.Context, found func(*function, *Outcome)) {
	here, bugs := map[*function]map[target]bool{}, map[target]bool{}
	for f, out := range t.known {
		for _, x := range out.faults {
			note(here, f, x.target())
		}
		for x := range out.bugs {
			if t.asks(f, x) {
				bugs[x] = true
				note(here, f, x)
			}
		}
	}
	if t.o.Callers == 0 {
		return
	}
	for level := range t.o.Callers + furtherLevels {
		asked := map[*function]map[target]bool{}
		if level >= t.o.Callers {
			maps.DeleteFunc(here, func(f *function, _ map[target]bool) bool { return !t.internal(f) })
		}
		next := map[*function]map[target]bool{}
		for f, targets := range here {
			for _, caller := range t.callers[f] {
				for x := range targets {
					if _, done := t.answers[caller][x]; done {
						continue
					}
					if a, ok := t.decided(caller, x); ok {
						t.answer(caller, x, a)
						if t.goesOn(caller, x) {
							note(next, caller, x)
						}
						continue
					}
					note(asked, caller, x)
				}
			}
		}
		t.search(ctx, asked, bugs, found)
		for caller, targets := range asked {
			for x := range targets {
				if t.goesOn(caller, x) {
					note(next, caller, x)
				}
			}
		}
		here = next
	}
}

func (t *tried) answer(f *function, x target, a answer) {
	if t.answers[f] == nil {
		t.answers[f] = map[target]answer{}
	}
	t.answers[f][x] = a
}

// decided returns what the search of a caller said about a fault; ok is false if it left that open.
func (t *tried) decided(caller *function, x target) (a answer, ok bool) {
	out := t.known[caller]
	switch {
	case caller.entry.Refused != nil:
		return answer{Unknown, reason(caller.entry.Refused)}, true
	case out == nil:
		return a, false
	case out.bugs[x]:
		return answer{Verdict: Bug}, true
	case slices.ContainsFunc(out.faults, func(y latentJSON) bool { return y.target() == x }):
		return answer{Verdict: Latent}, true
	case out.hidden:
		return answer{Unknown, hidden}, true
	case out.Verdict == Safe || out.complete:
		return answer{Verdict: Refuted}, true
	case out.Verdict == Refused:
		return answer{Unknown, out.Why}, true
	}
	return a, false
}

// search searches callers for the faults that are asked of them, in their order. Some of these are bugs of their
// functions, unless callers avoid them.
func (t *tried) search(ctx context.Context, asked map[*function]map[target]bool, bugs map[target]bool,
	found func(*function, *Outcome)) {
	list := slices.DeleteFunc(slices.Clone(t.all), func(f *function) bool { return asked[f] == nil })
	type result struct {
		answers map[target]answer
		out     *Outcome
	}
	results := make([]chan result, len(list))
	for i := range results {
		results[i] = make(chan result, 1)
	}
	var next, done atomic.Int64
	var work sync.WaitGroup
	for range min(t.o.Jobs, len(list)) {
		work.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(list) {
					return
				}
				var r result
				o := t.o
				o.toward = asked[list[i]]
				for x := range o.toward {
					o.bugs = o.bugs || bugs[x]
				}
				r.answers, r.out = list[i].toward(ctx, o, t.session, t.memory)
				results[i] <- r
				t.o.Line.Show(list[i].entry.Name, fmt.Sprintf("%d of %d callers", done.Add(1), len(list)))
			}
		})
	}
	for i, f := range list {
		r := <-results[i]
		for x, a := range r.answers {
			t.answer(f, x, a)
		}
		if r.out != nil {
			found(f, r.out)
		}
	}
	work.Wait()
}

// list returns what became of a fault in the callers of a function, and in theirs.
func (t *tried) list(f *function, x target) (list []Caller) {
	seen := map[*function]bool{f: true}
	list = []Caller{}
	for here := []*function{f}; len(here) > 0; here = here[1:] {
		for _, c := range t.callers[here[0]] {
			a := t.said(c, x)
			if a.Verdict == "" || seen[c] || a.Verdict == Refuted && t.byPointer[[2]*function{here[0], c}] {
				continue
			}
			seen[c] = true
			list = append(list, Caller{c.entry.Name, c.entry.Where.File, c.entry.Where.Pos.Line, a.Verdict, a.Why, c})
			if t.goesOn(c, x) {
				here = append(here, c)
			}
		}
	}
	return list
}

// callsFile returns the name of the harness by which a function is searched for faults of those that it calls.
func (f *function) callsFile(o Options) string {
	if f.entry.Name == "main" {
		return f.unit.File
	}
	return filepath.Join(o.Harness, "scan_"+f.name+".calls.c")
}

// directed is how many times more states a search for some faults may visit: ways that do not lead there are left.
const directed = 2

// toward searches a function for those faults of functions that it calls which o wants, and answers each. The outcome
// has the bugs among them; it is nil if there are none.
func (f *function) toward(ctx context.Context, o Options, session *find.Session, memory *cache) (
	answers map[target]answer, out *Outcome) {
	targets := o.toward
	if !o.again() {
		answers = map[target]answer{}
		for x := range targets {
			answers[x] = answer{Unknown, errWork.Error()}
		}
		return answers, nil
	}
	if known, bugs, ok := memory.answers(ctx, f, o, targets); ok && ctx.Err() == nil {
		if bugs == nil {
			return known, nil
		}
		if out = f.again(ctx, o, session, bugs, f.callsFile(o)); out != nil && agree(known, out.bugs) {
			return known, out
		}
	}
	if f.asked = o.Globals; f.answers == nil {
		f.answers = new(solver.Answers)
	}
	f.vain = new(finder.Vain)
	defer func() {
		f.answers = f.answers.Dear()
		if e := recover(); e != nil {
			memory.lacks()
			answers, out = map[target]answer{}, nil
			for x := range targets {
				answers[x] = answer{Unknown, fmt.Sprintf("vouch failed, please report it: %v", e)}
			}
		}
	}()
	ctx, cancel := f.timed(ctx, f.callsFile(o), o)
	defer cancel()
	o.States *= directed
	out = &Outcome{Name: f.entry.Name, Where: f.entry.Where, harness: f.callsFile(o)}
	began := time.Now()
	var x *explored
	if f.entry.Name == "main" {
		x = f.program(ctx, o, session, out)
	} else if x = f.looked(ctx, out.harness, o); len(x.manifest(true)) > 0 {
		f.certify(ctx, o, session, x, out, searching)
	}
	out.Time = time.Since(began)
	why := x.why()
	if ctx.Err() != nil {
		why = context.Cause(ctx).Error()
	}
	answers = map[target]answer{}
	var led map[target]bool
	if x.program != nil {
		led = ledTo(x.program, targets)
	}
	for y := range targets {
		latent := slices.ContainsFunc(x.faults, func(z fault) bool { return targetOf(x.program, z.Fault) == y })
		switch {
		case out.bugs[y]:
			answers[y] = answer{Verdict: Bug}
		case latent:
			answers[y] = answer{Verdict: Latent}
		case x.program != nil && !led[y]:
			answers[y] = answer{} // it does not call the function after all
		case why != "":
			answers[y] = answer{Unknown, why}
		case x.hidden:
			answers[y] = answer{Unknown, hidden}
		default:
			answers[y] = answer{Verdict: Refuted}
		}
	}
	read := f.files.read // where it never became a program
	if x.program != nil {
		read = slices.Concat(x.program.Files(), x.files)
	}
	if ctx.Err() != nil {
		memory.lacks()
	} else {
		memory.putAnswers(ctx, f, o, targets, answers, out, read)
	}
	if len(out.bugs) > 0 {
		return answers, out
	}
	return answers, nil
}

// agree reports whether answers call exactly those faults bugs that are.
func agree(answers map[target]answer, bugs map[target]bool) bool {
	for x, a := range answers {
		if (a.Verdict == Bug) != bugs[x] {
			return false
		}
	}
	return true
}

// program searches a program that begins with main for faults of functions that it calls.
func (f *function) program(ctx context.Context, o Options, session *find.Session, out *Outcome) *explored {
	x := &explored{}
	x.program, _, x.files, x.refused = f.read(ctx, f.unit.File, func(*load.C) {})
	if x.refused == nil {
		f.whole(ctx, o, session, out, x.program)
		x.left = out.Why
	}
	return x
}
