// Package scan looks at every function of a project in C, without a harness of the user. It writes a harness for each function, which makes as much memory as the function
// turns out to need, and tells faults for which the function is to blame from those that want something of its callers.
//
//	start.go     what a function gets first: conventions about pointers and lengths
//	guess.go     faults that rest on a guess about lengths
//	culprit.go   which memory a fault is about
//	need.go      what a fault asks for, instead of being one
//	judge.go     which faults are manifest
//	function.go  the rounds for one function
//	scan.go      the functions of a project, one after another
//	words.go     what people are told
//
// The harness is a program in C like any other. So a finding has an ordinary certificate, of the project's files and the harness, and nothing here is trusted.
package scan

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"vouch/certs"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/find"
	"vouch/cmd/internal/terminal"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics/source"
)

// This file defines how the functions of a project are looked at.

// Run looks at the functions of files, and publishes what it finds, in their order.
func Run(ctx context.Context, o Options, files []Source, stdout, stderr io.Writer) error {
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, o.Timeout, finder.OutOfTime)
		defer cancel()
	}
	began := time.Now()
	p := &Project{}
	all := p.functions(ctx, o, files)
	for _, name := range o.Only {
		if ctx.Err() == nil && len(p.Unread) == 0 && !slices.ContainsFunc(all, func(f *function) bool { return f.entry.Name == name }) {
			return fmt.Errorf("--function: found no function %s, want one that the files define", terminal.Shown(name))
		}
	}
	if o.Since != "" {
		var err error
		if all, err = since(ctx, o.Since, all); err != nil {
			return err
		}
	}
	var names []string // of the programs that are searched
	for _, f := range all {
		names = append(names, f.file(o))
	}
	session, err := find.Open(o.Find, names)
	if err != nil {
		return err
	}
	memory := newCache(o)
	results := make([]chan *Outcome, len(all))
	for i := range results {
		results[i] = make(chan *Outcome, 1)
	}
	var next atomic.Int64
	var work sync.WaitGroup
	var done, bugs atomic.Int64
	for range min(o.Jobs, len(all)) {
		work.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(all) {
					return
				}
				out := all[i].remembered(ctx, o, session, memory)
				if out != nil && out.Verdict == Bug {
					bugs.Add(1)
				}
				results[i] <- out
				o.Line.Show(all[i].entry.Name, fmt.Sprintf("%d of %d functions", done.Add(1), len(all)), checkcmd.Count(bugs.Load(), "bug"))
			}
		})
	}
	for _, result := range results {
		out := <-result
		if out == nil {
			continue
		}
		p.Functions = append(p.Functions, out)
		o.Line.Print(func() { err = cmp.Or(err, p.tell(o, out, session, stdout, stderr)) })
	}
	work.Wait()
	if p.Stopped = context.Cause(ctx); p.Stopped == nil && len(p.Functions) < len(all) {
		panic("scan: a function was forgotten")
	}
	p.Time = time.Since(began)
	o.Line.Print(func() {})
	err = cmp.Or(err, p.sum(o, len(all), stdout, stderr))
	if err != nil {
		return err
	}
	return session.Close(ctx, p.status(), stdout)
}

// status returns the exit status of what was left open.
func (p *Project) status() int {
	switch {
	case len(p.Unread) > 0:
		return exit.BadInput
	case p.Stopped != nil || slices.ContainsFunc(p.Functions, func(f *Outcome) bool { return f.Verdict == Unknown || f.Verdict == Refused }):
		return exit.Inconclusive
	}
	return exit.OK
}

// functions reads the files, and returns the functions to look at.
func (p *Project) functions(ctx context.Context, o Options, files []Source) (all []*function) {
	seen, common := map[source.Error]bool{}, &load.Common{}
	for i, f := range files {
		o.Line.Show(f.File, "reading", fmt.Sprintf("file %d of %d", i+1, len(files)))
		list, err := f.Entries(ctx)
		if ctx.Err() != nil {
			return all
		}
		if err != nil {
			p.Unread = append(p.Unread, err)
			continue
		}
		files[i].entries = list
		for _, e := range list {
			if e.Name == "vouch_requires" || seen[e.Where] || o.Only != nil && !slices.Contains(o.Only, e.Name) {
				continue
			}
			seen[e.Where] = true
			all = append(all, &function{unit: &files[i], entry: e, name: e.Name, common: common})
		}
	}
	named := map[string]int{}
	for _, f := range all {
		named[f.entry.Name]++
	}
	for _, f := range all {
		if named[f.entry.Name] > 1 { // as static functions of several files
			file := filepath.Base(f.entry.Where.File)
			f.name = strings.TrimSuffix(file, filepath.Ext(file)) + "_" + f.name
		}
	}
	return ordered(all)
}

// file returns the name of the program that begins with the function: of its harness, or of its own file if it is main.
func (f *function) file(o Options) string {
	if f.entry.Name == "main" {
		return f.unit.File
	}
	return filepath.Join(o.Harness, "scan_"+f.name+".c")
}

// remembered returns what became of a function, from an earlier run if nothing has changed; nil if there is no time for it.
func (f *function) remembered(ctx context.Context, o Options, session *find.Session, memory *cache) *Outcome {
	if k, ok := memory.get(f); ok && ctx.Err() == nil {
		return &Outcome{Name: f.entry.Name, Where: f.entry.Where, Verdict: k.Verdict, Why: k.Why, kept: &k}
	}
	out := f.outcome(ctx, o, session)
	if out != nil && out.load != nil {
		memory.put(f, out, slices.Concat(out.load.Files(), out.files))
	}
	return out
}

// outcome looks at a function; nil if there is no time for it.
func (f *function) outcome(ctx context.Context, o Options, session *find.Session) *Outcome {
	if ctx.Err() != nil {
		return nil
	}
	out := &Outcome{Name: f.entry.Name, Where: f.entry.Where, harness: f.file(o)}
	if f.entry.Refused != nil {
		out.Verdict, out.Why = Refused, reason(f.entry.Refused)
		return out
	}
	began := time.Now()
	defer func() {
		if e := recover(); e != nil {
			out.Verdict, out.Why = Refused, fmt.Sprintf("vouch failed, please report it: %v", e)
		}
		out.Time = time.Since(began)
	}()
	whole := ctx
	if o.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, o.Time, errSlow)
		defer cancel()
	}
	if f.entry.Name == "main" {
		f.whole(ctx, o, session, out)
		return out
	}
	x := f.guessed(ctx, out.harness, o)
	if memory := f.built(); memory != nil && x.refused == nil && len(x.manifest(true)) == 0 && (len(x.faults) > 0 || x.why() != "") {
		if y := f.explore(ctx, out.harness, memory, o); y.refused == nil && len(y.manifest(true)) > 0 {
			x = y
		}
	}
	if whole.Err() != nil {
		return nil
	}
	if x.refused != nil {
		out.Verdict, out.Why = Refused, reason(x.refused)
		return out
	}
	out.slow = x.late != nil
	if x.program == nil {
		out.Verdict, out.Why = Unknown, x.why()
		return out
	}
	out.files = x.files
	out.faults, out.load, out.text = x.manifest(false), x.program, x.made.Text
	why := x.why()
	switch manifest := x.manifest(true); {
	case len(manifest) == 0 && len(out.faults) > 0:
		out.Verdict = Latent
		return out
	case len(manifest) == 0 && why != "":
		out.Verdict, out.Why = Unknown, why
		return out
	}
	search := o.Find.Search
	search.All, search.Minimize, search.Limits.States, search.Fixed = true, false, 2*o.States, fixed(x.made, f.entry.Static)
	search.Stop = func(states, micros int64) bool { return states+micros/stateMicros >= 2*o.States }
	memory := x.made.Memory.Clone()
	judged := map[*certs.Bug]bool{} // a finding is asked about more than once
	out.result = session.Search(ctx, program(x.files), x.c, x.program, search, func(p *load.Program, g finder.Finding) bool {
		counts, known := judged[g.Bug]
		if !known {
			what := culpritOf(p.Core, g)
			means, on := needs(p, out.harness, x.made, memory, g.Fault.Kind, what)
			counts = means == genuine && wanted(p, x.made, g, f.entry, what, on) == ""
			judged[g.Bug] = counts
		}
		return counts
	})
	if out.judge(why); ctx.Err() != nil && out.Verdict == Unknown {
		out.slow, out.Why = true, errSlow.Error()
	}
	return out
}

// What a main gets: arguments and standard input.
const (
	arguments = "2x4"
	input     = "8"
)

// whole looks at a program that begins with main, whose inputs are arguments and standard input.
func (f *function) whole(ctx context.Context, o Options, session *find.Session, out *Outcome) {
	c, files, err := f.unit.Linked(f.unit.File)
	if err != nil {
		out.Verdict, out.Why = Refused, reason(err)
		return
	}
	c.Options = maps.Clone(c.Options)
	c.Options["stdin"] = input
	if len(f.entry.Parameters) > 0 {
		c.Options["args"] = arguments
	}
	search := o.Find.Search
	search.All, search.Limits.States = true, o.States
	out.result = session.Search(ctx, program(files), c, nil, search, func(*load.Program, finder.Finding) bool { return true })
	out.judge("")
}

// program returns the file that stands for a program of several.
func program(files []string) checkcmd.File {
	file := checkcmd.Named(files[0])
	for _, name := range files[1:] {
		file.With = append(file.With, checkcmd.Named(name))
	}
	return file
}

// errSlow says that the time for a function ran out.
var errSlow = errors.New("the time for a function ran out")
