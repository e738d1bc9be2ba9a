package find

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"sync"
	"time"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/memory"
	"vouch/cmd/internal/programs"
	"vouch/cmd/internal/terminal"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics"
	"vouch/semantics/core/coresym"
	"vouch/semantics/lang"
)

// This file defines a search, and its work on a file, and what is known of it if it is given up.

// search is the search of all files.
type search struct {
	options      Options
	files        []checkcmd.File
	certificates *folder // nil if none are to be written
	cache        *cache  // nil if nothing is kept
	seeds        *folder // for the inputs that the fuzzer keeps; nil if they are not to be written
	show         *progress
	compare      func(*fileResult) // compares a result with the known bugs

	found func(*fileResult, finder.Finding) // gets each certain finding at once, if it is set
}

// work is the work on a file. Nobody but the goroutine that does it uses the result before it is done; what is seen is
// for all.
type work struct {
	search  *search
	file    checkcmd.File
	workers int
	result  *fileResult

	mu   sync.Mutex
	seen seen
	over bool // whether it was given up: nobody wants to know more
}

// seen is what is known of a file while the work goes on.
type seen struct {
	at           exploring
	begun        bool
	sources      []lang.Source
	program      *load.Program // nil while the program is being read
	coverage     finder.Coverage
	layers       finder.Layers
	began        time.Time // the exploration
	marks        marks     // what was reached when that was noted last
	marked       time.Time // then
	findings     []finder.Finding
	certificates *fileResult // what is known of the certificates of findings; nil before the first
}

// see changes what is known, and reports whether anybody wants to know.
func (w *work) see(change func(*seen)) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.over {
		change(&w.seen)
	}
	return !w.over
}

// giveUp returns what is known of the file. From then on, the work changes nothing that others see.
func (w *work) giveUp(ctx context.Context) *fileResult {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.over = true
	r := newFileResult(w.file.Name, w.result.asked)
	r.sources, r.program, r.marks, r.late = w.seen.sources, w.seen.program, w.seen.marks, ending(ctx)
	if len(r.sources) > 0 {
		r.source = r.sources[0].Text
	}
	switch {
	case r.program != nil:
		r.result = unfinished(r.late, "")
	case w.seen.begun:
		r.result = unfinished(r.late, reading)
	default:
		r.result = unfinished(r.late, " before the program was read")
	}
	res := r.result
	if !w.seen.began.IsZero() {
		res.Elapsed, res.Layers = time.Since(w.seen.began), w.seen.layers
		ended, why := res.Coverage.Ended, res.Coverage.Why
		res.Coverage = w.seen.coverage
		res.Coverage.Ended, res.Coverage.Why, res.Coverage.Vacuous = ended, why, false
	}
	if r.program != nil {
		res.Program = r.program.About
	}
	if res.Findings = w.seen.findings; len(res.Findings) > 0 {
		res.Verdict = finder.Bug
	}
	if known := w.seen.certificates; known != nil {
		r.lenient, r.accepted, r.certificates, r.missing, r.contradictions = known.lenient, known.accepted,
			known.certificates, known.missing, known.contradictions
		r.settle()
	}
	r.sort()
	return r
}

// noted is how often the search notes which instructions it reached, in case that it is given up.
const noted = time.Second / 2

// reading says that work ended early.
const reading = " while the program was read"

// unfinished returns the result of work that a context ended.
func unfinished(e finder.Ending, when string) *finder.Result {
	r := &finder.Result{Verdict: finder.Unknown}
	r.Coverage.Ended, r.Coverage.Why = e, e.Error()+when
	return r
}

// certification returns a copy of what is known of certificates.
func (r *fileResult) certification() *fileResult {
	return &fileResult{
		lenient: r.lenient, accepted: maps.Clone(r.accepted), certificates: maps.Clone(r.certificates),
		missing:        maps.Clone(r.missing),
		contradictions: slices.Clone(r.contradictions),
	}
}

// ending returns why a context ended.
func ending(ctx context.Context) finder.Ending {
	if e, ok := errors.AsType[finder.Ending](context.Cause(ctx)); ok {
		return e
	}
	return finder.Stopped
}

// during shows that the work is at something that has no steps to count, until stop is called.
func (w *work) during(what string) (stop func()) {
	if w.search.show.line == nil {
		return func() {}
	}
	began, stopped := time.Now(), make(chan struct{})
	go func() {
		for tick := time.Tick(time.Second / 5); ; {
			select {
			case <-stopped:
				return
			case <-tick:
				wanted := w.see(func(*seen) {
					select {
					case <-stopped:
					default:
						w.search.show.waiting(w.file.Name, what, began)
					}
				})
				if !wanted {
					return
				}
			}
		}
	}()
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		close(stopped)
	}
}

// do does the work.
func (w *work) do(ctx context.Context) {
	s, r := w.search, w.result
	w.see(func(now *seen) { now.begun = true })
	stop := func() {}
	if w.file.Name != checkcmd.Stdin || !terminal.Is(os.Stdin) { // else somebody types
		stop = w.during("reading")
	}
	p, sources, err := s.options.open(ctx, w.file)
	stop()
	if r.sources = sources; len(sources) > 0 {
		r.source = sources[0].Text
	}
	if err != nil && ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		r.result = unfinished(ending(ctx), reading)
		return
	}
	if err != nil {
		r.err = err
		return
	}
	r.program = p
	w.see(func(now *seen) {
		now.sources, now.program, now.certificates = sources, p, newFileResult(r.file, r.asked)
	})
	o := s.options.Search
	o.Strategy = order(o.Strategy, p)
	name := s.cache.name(o, course(o, s.options.Severity, p), p)
	if s.options.Witness != "" {
		defer r.testify()
	}
	if s.options.Hints != "" {
		if r.hints, err = hintsFor(s.options.Hints, w.file.Name, p, r.source); err != nil {
			r.err = fmt.Errorf("--hints: %w", err)
			return
		}
		o.Claims, o.Guide, o.Supposed = r.hints.Claims, r.hints.Guide, r.hints.Supposed
	}
	if r.remember(s.certificates, s.cache.get(ctx, name), o.Limits) {
		return
	}
	if name := s.options.Journal; name != "" {
		if o.Journal, err = finder.OpenJournal(name, course(o, s.options.Severity, p)); err != nil {
			r.err = fmt.Errorf("--journal: %w", err)
			return
		}
		defer func() {
			if err := o.Journal.Close(); err != nil {
				r.err = errors.Join(r.err, fmt.Errorf("--journal: %w", err))
			}
		}()
	}
	o.Workers = w.workers
	o.Enough = s.options.severe
	began := time.Now()
	o.Trace = s.options.traced()
	o.Progress = func(c finder.Coverage, l finder.Layers, reach *coresym.Reach) {
		c.Unsupported = slices.Clone(c.Unsupported)
		w.see(func(now *seen) {
			now.coverage, now.layers, now.began = c, l, began
			if w.workers <= 1 && time.Since(now.marked) > noted { // several write at a time
				now.marks, now.marked = marksOf(p, reach), time.Now()
			}
			now.at.explored(c, l, reach, time.Since(began))
			now.at.left(ctx)
			s.show.update(now.at)
		})
		memory.Tidy()
	}
	o.Proving = func(ways int) {
		w.see(func(now *seen) {
			now.at.Ways = ways
			now.at.left(ctx)
			s.show.update(now.at)
		})
	}
	o.Prove = true
	if keep := s.options.keep; keep != nil {
		ways := map[semantics.Fault]int{}
		o.Again = func(f finder.Finding) bool {
			ways[f.Fault]++
			return ways[f.Fault] < maxWays && !keep(p, f)
		}
	}
	o.Found = func(found finder.Finding) {
		if s.options.keep != nil && !s.options.keep(p, found) {
			return
		}
		isBug := r.certifyBug(s.certificates, found)
		wanted := w.see(func(now *seen) {
			now.certificates = r.certification()
			if isBug {
				now.at.Bugs++
				now.findings = append(now.findings, found)
			}
		})
		if isBug && wanted && s.found != nil {
			s.found(r, found)
		}
	}
	if s.options.Crew != nil {
		o.Spread = func(ctx context.Context) *finder.Result {
			defer w.see(func(now *seen) { now.at.Crew = nil })
			return spread(ctx, s.options.Crew, p, o, func(c *crewed, far finder.Spreading) {
				w.see(func(now *seen) {
					now.at.Crew, now.at.States, now.at.Frontier = c, far.States, far.Jobs-far.Answered
					now.at.left(ctx)
					s.show.update(now.at)
				})
			})
		}
	}
	defer r.sort()
	if r.result, err = finder.Find(ctx, finder.Program{Core: p.Core, About: p.About}, o); err != nil {
		r.err = err
		return
	}
	if s.seeds != nil {
		kept := r.result.Kept
		defer func() { r.err = errors.Join(r.err, s.seeds.writeSeeds(kept)) }()
	}
	for _, f := range r.beyond(ctx, w.file) {
		r.result.Findings = append(r.result.Findings, f)
		o.Found(f)
	}
	if s.options.keep != nil {
		r.keep(s.options.keep)
	}
	stop = w.during("checking")
	r.certifyAbsence(s.certificates)
	stop()
	if r.wrong() && o.Journal == nil { // of a journal that was changed, the user has to know
		r.doubt(ctx, finder.Program{Core: p.Core, About: p.About}, o)
	}
	r.settle()
	s.cache.put(ctx, name, r.proof())
	if s.options.Coverage != "" {
		r.uncalled = p.Uncalled(ctx)
	}
}

// open reads a program, if nobody has.
func (o *Options) open(ctx context.Context, file checkcmd.File) (*load.Program, []lang.Source, error) {
	if o.read != nil {
		return o.read, o.read.Texts(), nil
	}
	return programs.Open(ctx, file, o.C)
}

// maxWays is how many ways to a fault are looked at until one counts.
const maxWays = 16

// keep leaves only the findings that count. Without one, nothing is claimed.
func (r *fileResult) keep(counts func(*load.Program, finder.Finding) bool) {
	res := r.result
	res.Findings = slices.DeleteFunc(res.Findings, func(f finder.Finding) bool {
		return !f.Certain() || !counts(r.program, f)
	})
	if res.Verdict == finder.Bug && len(res.Findings) == 0 {
		res.Verdict = finder.Unknown
	}
}

// Garbage is how much may be allocated between two collections, in percent of the live memory. A search makes much
// garbage.
const Garbage = 400

// course says everything on which the search of a program depends, for its journal.
func course(o finder.Options, severity faults.Severity, p *load.Program) string {
	about := fmt.Sprintf("program %x, strategy %s, pruning %s, solver %s, loop limit %d, state limit %d, all %t",
		p.About.Lowered, o.Strategy, o.Pruning, o.Solver, o.Limits.Loop, o.Limits.States, o.All)
	if least := faults.Severities[len(faults.Severities)-1]; severity != "" && severity != least && !o.All {
		about += ", ended by " + string(severity)
	}
	if o.Fuzz != finder.FuzzOff && o.Fuzz != "" {
		about += fmt.Sprintf(", fuzzer %s from %d", o.Fuzz, o.Seed)
		if len(o.Seeds) > 0 {
			about += fmt.Sprintf(" and the inputs %x", sha256.Sum256(fmt.Appendf(nil, "%q", o.Seeds)))
		}
	}
	if o.Hangs {
		about += ", with endless loops"
	}
	if o.Engine != "" && o.Engine != finder.EngineAuto {
		about += fmt.Sprintf(", engine %s", o.Engine)
	}
	switch {
	case !o.Merge:
		about += ", without merges"
	case o.MergeLoops:
		about += ", with merges behind loops"
	}
	return about
}
