package find

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"sync/atomic"
	"time"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/programs"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics/core/coresym"
)

// This file defines the search of files, several at a time.

// search is the search of all files.
type search struct {
	options      Options
	files        []checkcmd.File
	certificates *folder // nil if none are to be written
	show         *progress
	compare      func(*fileResult) // compares a result with the known bugs

	found func(*fileResult, finder.Finding) // gets each certain finding at once, if it is set
}

// start starts the search of the files. It returns at once, with a channel for the result of each file.
func (s *search) start(ctx context.Context) []chan *fileResult {
	results := make([]chan *fileResult, len(s.files))
	for i := range results {
		results[i] = make(chan *fileResult, 1)
	}
	atOnce := min(s.options.Jobs, len(s.files))
	var next atomic.Int64
	for range atOnce {
		go func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(s.files) {
					return
				}
				var r *fileResult
				s.options.Watch.Do(ctx, func(ctx context.Context) { r = s.file(ctx, s.files[i], max(1, s.options.Jobs/atOnce)) })
				s.compare(r)
				results[i] <- r
			}
		}()
	}
	return results
}

// file looks for bugs in a file, with the given number of goroutines.
func (s *search) file(ctx context.Context, file checkcmd.File, workers int) *fileResult {
	r := newFileResult(file.Name, &s.options)
	at := exploring{File: file.Name}
	defer func() {
		at.left(ctx)
		at.ended(r.result)
		s.show.end(at)
	}()
	p, sources, err := programs.Open(file, s.options.C)
	if r.sources = sources; len(sources) > 0 {
		r.source = sources[0].Text
	}
	if err != nil {
		r.err = err
		return r
	}
	r.program = p
	if s.options.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, s.options.Timeout, finder.OutOfTime)
		defer cancel()
	}
	o := s.options.Search
	o.Strategy = order(o.Strategy, p)
	if name := s.options.Journal; name != "" {
		if o.Journal, err = finder.OpenJournal(name, course(o, p)); err != nil {
			r.err = fmt.Errorf("--journal: %w", err)
			return r
		}
		defer func() {
			if err := o.Journal.Close(); err != nil {
				r.err = errors.Join(r.err, fmt.Errorf("--journal: %w", err))
			}
		}()
	}
	o.Workers = workers
	began := time.Now()
	o.Trace = s.options.traced()
	o.Progress = func(c finder.Coverage, l finder.Layers, reach *coresym.Reach) {
		at.explored(c, l, reach, time.Since(began))
		at.left(ctx)
		s.show.update(at)
		if c.Frontier > wide && os.Getenv("GOGC") == "" {
			debug.SetGCPercent(100)
		}
	}
	o.Proving = func(ways int) {
		at.Ways = ways
		at.left(ctx)
		s.show.update(at)
	}
	o.Prove = true
	o.Found = func(found finder.Finding) {
		if !r.certifyBug(s.certificates, found) {
			return
		}
		at.Bugs++
		if s.found != nil {
			s.found(r, found)
		}
	}
	if r.result, err = finder.Find(ctx, finder.Program{Core: p.Core, About: p.About}, o); err != nil {
		r.err = err
		return r
	}
	for _, f := range r.beyond(ctx, file) {
		r.result.Findings = append(r.result.Findings, f)
		o.Found(f)
	}
	r.certifyAbsence(s.certificates)
	if r.wrong() && o.Journal == nil { // of a journal that was changed, the user has to know
		r.doubt(ctx, finder.Program{Core: p.Core, About: p.About}, o)
	}
	r.settle()
	return r
}

// garbage is how much may be allocated between two collections, in percent of the live memory. A search makes much garbage. Once its frontier is
// wide, memory costs more than time, and Go's default of 100 is right.
const (
	garbage = 400
	wide    = 1 << 17
)

// course says everything on which the search of a program depends, for its journal.
func course(o finder.Options, p *load.Program) string {
	about := fmt.Sprintf("program %x, strategy %s, pruning %s, solver %s, loop limit %d, state limit %d, all %t",
		p.About.Lowered, o.Strategy, o.Pruning, o.Solver, o.Limits.Loop, o.Limits.States, o.All)
	switch {
	case !o.Merge:
		about += ", without merges"
	case o.MergeLoops:
		about += ", with merges behind loops"
	}
	return about
}
