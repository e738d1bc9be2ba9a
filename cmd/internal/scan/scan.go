// Package scan looks at every function of a project in C, without a harness of the user. It writes a harness for each
// function, which makes as much memory as the function turns out to need, and tells faults for which the function is to
// blame from those that want something of its callers.
//
//	start.go     what a function gets first: conventions about pointers and lengths
//	sized.go     what the user says of the sizes of objects
//	chosen.go    objects of these sizes
//	guess.go     faults that rest on a guess about lengths
//	culprit.go   which memory a fault is about
//	need.go      what a fault asks for, instead of being one
//	way.go       runs on other inputs
//	text.go      what texts in C say
//	unset.go     faults that need a global variable which nobody has set yet
//	flow.go      where a number goes that a function gets
//	length.go    faults about lengths
//	null.go      faults due to null pointers
//	judge.go     which faults are manifest
//	work.go      how much work is done for one function
//	together.go  first harnesses that are lowered together
//	base.go      how harnesses are read: linked to files that were lowered before
//	depends.go   what a function needs of the files of a project
//	begun.go     the first states of programs that are run again and again
//	function.go  the rounds for one function
//	foresee.go   what a function will ask for, as its code says
//	sequence.go  calls of several functions one after another
//	module.go    calls of functions that share variables of their file
//	called.go    which functions harnesses call beside the one that is looked at
//	trial.go     runs after longer sequences of calls
//	cache.go     what is known from earlier runs
//	replay.go    what an earlier run printed
//	entries.go   which functions files define
//	linked.go    to which files harnesses are linked
//	alias.go     functions with two pointers to one object
//	globals.go   global variables with any value
//	certify.go   all that is tried for one function, and its certificates
//	standins.go  which words stand for functions without saying so
//	calls.go     which functions call which
//	internal.go  bugs of functions that only known functions call
//	callers.go   faults from the callers of their functions
//	rank.go      which latent faults most likely matter
//	named.go     by which names latent faults are known
//	known.go     which latent faults a baseline knows
//	remember.go  what becomes of a function, or became of it in an earlier run
//	sent.go      what workers say of functions, and how far it is believed
//	shipped.go   what workers get of a project
//	shop.go      how workers look at its functions
//	crew.go      functions at which workers look
//	scan.go      the functions of a project, one after another
//	requires.go  preconditions, as C writes them
//	words.go     what people are told
//
// The harness is a program in C like any other. So a finding has an ordinary certificate, of the project's files and
// the harness, and nothing here is trusted.
package scan

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/find"
	"vouch/cmd/internal/memory"
	"vouch/cmd/internal/terminal"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics/c"
	"vouch/semantics/source"
)

// This file defines how the functions of a project are looked at.

// frugal is how many bytes the process takes before it collects garbage more often than searches do. What a scan keeps
// is little beside that.
const frugal = 5 << 28

// Run looks at the functions of files, and publishes what it finds, in their order.
func Run(ctx context.Context, o Options, files []Source, stdout, stderr io.Writer) error {
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, o.Timeout, finder.OutOfTime)
		defer cancel()
	}
	defer stays()()
	began := time.Now()
	memory.LargePages()
	memory.Garbage(find.Garbage)
	memory.Frugal(frugal)
	p := &Project{}
	known := newCache(o)
	if err, ok := known.replayed(ctx, o, files, began, stdout); ok {
		return err
	}
	var text, complaints bytes.Buffer
	shown := stdout
	if known != nil && replayable(o) {
		stdout, stderr = io.MultiWriter(stdout, &text), io.MultiWriter(stderr, &complaints)
	}
	var read *snapshot
	entries := known
	if o.Crew != nil { // who is told all that is read
		var err error
		if read, err = newSnapshot(); err != nil {
			return err
		}
		files, entries = read.into(files), nil
	}
	project := p.functions(ctx, o, files, entries)
	all := slices.DeleteFunc(slices.Clone(project), func(f *function) bool {
		return o.Only != nil && !slices.Contains(o.Only, f.entry.Name)
	})
	for _, name := range o.Only {
		if ctx.Err() == nil && len(p.Unread) == 0 && !slices.ContainsFunc(all, func(f *function) bool {
			return f.entry.Name == name
		}) {
			return fmt.Errorf("--function: found no function %s, want one that the files define", terminal.Shown(name))
		}
	}
	if err := choose(ctx, o.Sizes, all, o.Only != nil); err != nil {
		return err
	}
	if o.Since != "" {
		var err error
		if all, err = since(ctx, o.Since, all); err != nil {
			return err
		}
	}
	o.each = o.share(len(all))
	p.Each = o.each
	for _, f := range project {
		f.few = o.few()
	}
	grouped(all)
	// of callers, which may be asked
	grouped(slices.DeleteFunc(slices.Clone(project), func(f *function) bool { return f.fast != nil }))
	// of the programs that are searched
	var names []string
	for _, f := range all {
		names = append(names, f.file(o))
	}
	if o.Callers > 0 {
		for _, f := range project {
			names = append(names, f.callsFile(o))
		}
	}
	session, err := find.Open(o.Find, names)
	if err != nil {
		return err
	}
	var done, bugs atomic.Int64
	seen := func(i int, out *Outcome) {
		if out != nil && out.Verdict == Bug {
			bugs.Add(1)
		}
		o.Line.Show(all[i].entry.Name, fmt.Sprintf("%d of %d functions", done.Add(1), len(all)),
			checkcmd.Count(bugs.Load(), "bug"))
	}
	results := make([]chan *Outcome, len(all))
	for i := range results {
		results[i] = make(chan *Outcome, 1)
	}
	var work sync.WaitGroup
	if o.Crew != nil {
		work.Go(func() { spread(ctx, o, session, known, read, files, project, all, results, seen) })
	}
	var next atomic.Int64
	for range min(o.Jobs, len(all)) {
		if o.Crew != nil {
			break
		}
		work.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(all) {
					return
				}
				out := all[i].remembered(ctx, o, session, known)
				seen(i, out)
				results[i] <- out
			}
		})
	}
	t := newTried(o, session, known, project, readBy(files))
	var waiting []*Outcome
	for i, result := range results {
		out := <-result
		if out == nil {
			continue
		}
		p.Functions = append(p.Functions, out)
		t.known[all[i]] = out
		waits := t.waits(all[i], out)
		if !waits {
			all[i].wake(ctx, o, session, known, out)
			waits = t.waits(all[i], out)
		}
		o.Line.Print(func() {
			if !waits {
				err = cmp.Or(err, out.publish(o, session, stdout, stderr))
			}
			if waits || out.Verdict == Latent || out.Verdict == Unknown || len(out.faults) > 0 { // callers may say more
				waiting = append(waiting, out)
			} else {
				err = cmp.Or(err, out.tell(o, stdout))
			}
		})
	}
	work.Wait()
	if p.Stopped = context.Cause(ctx); p.Stopped == nil && len(p.Functions) < len(all) {
		panic("scan: a function was forgotten")
	}
	p.callers(ctx, t, func(out *Outcome) {
		o.Line.Print(func() {
			err = cmp.Or(err, out.publish(o, session, stdout, stderr))
			if !slices.Contains(waiting, out) {
				err = cmp.Or(err, out.tell(o, stdout))
			}
		})
	})
	p.compare(session, project, t.known)
	o.Line.Print(func() {
		for _, out := range waiting {
			err = cmp.Or(err, out.tell(o, stdout))
		}
		if o.Latent && o.Find.Format == find.Formats()[0] {
			err = cmp.Or(err, p.latent(stdout))
		}
		if o.Latent {
			for _, x := range p.remarks(session) {
				err = cmp.Or(err, session.Latent(x, stdout))
			}
		}
	})
	for _, out := range p.Functions {
		if out.Verdict == Unknown && out.open != nil {
			session.Obstacle(out.open)
		}
	}
	p.Time = time.Since(began)
	o.Line.Print(func() {})
	err = cmp.Or(err, p.sum(o, len(all), shown, stderr))
	if err != nil {
		return err
	}
	err = session.Close(ctx, p.status(o, session), shown)
	known.keepRun(o, files, p, len(all), err, &text, &complaints)
	return err
}

// callers tries the faults of functions from their callers, and ranks those that are latent. It calls tell with each
// outcome that has new bugs.
func (p *Project) callers(ctx context.Context, t *tried, tell func(*Outcome)) {
	type later struct {
		f   *function
		out *Outcome
	}
	var wait []later // for what becomes of their bugs
	for _, f := range t.all {
		if out := t.known[f]; out != nil && t.waits(f, out) {
			wait = append(wait, later{f, out})
		}
	}
	found := func(f *function, out *Outcome) {
		own := t.known[f]
		switch {
		case own == nil:
			p.Functions = append(p.Functions, out)
		case own != out && own.Verdict != Bug:
			own.Verdict, own.Why, own.kept = Bug, "", nil
			own.result, own.harness, own.text, own.bugs = out.result, out.harness, out.text, out.bugs
			out = own
		}
		out.more = own != nil && own != out
		if tell(out); out.more {
			own.written = append(own.written, out.written...)
		}
	}
	t.try(ctx, func(f *function, out *Outcome) {
		if t.waits(f, out) {
			wait = append(wait, later{f, out})
			return
		}
		found(f, out)
	})
	for _, l := range slices.Backward(wait) { // callers first, whose inputs say how it happens
		t.settle(l.f, l.out, func() { l.f.wake(ctx, t.o, t.session, t.memory, l.out) })
	}
	for _, l := range slices.Backward(wait) {
		if l.out.Verdict == Bug || l.out.result != nil {
			found(l.f, l.out)
		}
	}
	for f, out := range t.known {
		for i := range out.faults {
			x := &out.faults[i]
			x.Callers = t.list(f, x.target())
			x.Rank = t.rank(f, x)
		}
	}
}

// status returns the exit status of what was left open.
func (p *Project) status(o Options, session *find.Session) int {
	switch {
	case len(p.Unread) > 0:
		return exit.BadInput
	case o.Latent && slices.ContainsFunc(p.newLatent(), func(x latentJSON) bool { return session.Severe(x.Kind) }):
		return exit.Bug
	case p.Stopped != nil || slices.ContainsFunc(p.Functions, func(f *Outcome) bool {
		return f.Verdict == Unknown || f.Verdict == Refused
	}):
		return exit.Inconclusive
	}
	return exit.OK
}

// functions returns the functions of files, which it reads unless the cache knows what they define.
func (p *Project) functions(ctx context.Context, o Options, files []Source, memory *cache) (all []*function) {
	reading := &sync.Mutex{}
	seen, common := map[source.Error]bool{}, &load.Common{}
	lists := make([][]*c.Entry, len(files))
	for i, f := range files {
		o.Line.Show(f.File, "reading", fmt.Sprintf("file %d of %d", i+1, len(files)))
		files[i].C.Common = common
		list, err := files[i].known(ctx, memory)
		if ctx.Err() != nil {
			return all
		}
		if files[i].unread = err; err == nil {
			lists[i] = append([]*c.Entry{}, list...) // not nil
		}
	}
	files, lists, p.Parts = wholes(files, lists)
	for i := range files {
		if err := files[i].unread; err != nil {
			p.Unread = append(p.Unread, err)
		}
		if broken := files[i].broken; len(broken) > 0 {
			p.Broken = append(p.Broken, broken[0])
		}
	}
	known := newFiles(files, lists)
	known.read, known.line = readBy(files), o.Line
	for i := range files {
		files[i].program = known.program(&files[i])
	}
	for i, list := range lists {
		for _, e := range list {
			if e.Name == "vouch_requires" || seen[e.Where] {
				continue
			}
			seen[e.Where] = true
			all = append(all, &function{unit: &files[i], entry: e, name: e.Name, common: common, files: known,
				inside: e.Static, reading: reading, ahead: &sync.Mutex{}})
		}
	}
	var entries []*c.Entry
	for _, f := range all {
		entries = append(entries, f.entry)
	}
	setters := newSetters(entries, known.said)
	named := map[string]int{}
	for _, f := range all {
		f.setters = setters
		f.inside = f.inside || known.alone(f.entry, setters)
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
