package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/memory"
	"vouch/cmd/internal/output"
	"vouch/finder"
	"vouch/finder/search"
	"vouch/semantics"
)

// This file defines `vouch find`.

// findFlags are the flags of find.
type findFlags struct {
	out           string
	noCertificate bool
	timeout       time.Duration
	jobs          int
	asJSON, quiet bool
	stats         bool
	profile       string
	journal       string
	options       finder.Options
	pruning       string
	format        string
	junitUnknown  string
	progress      string
	sarif         string
	baseline      string
	strict        bool
	required      bool
	minimize      string
	memory        memoryFlag
	watch         *memory.Watch
}

func newFind() *cobra.Command {
	var f findFlags
	cmd := &cobra.Command{
		Use:   "find [flags] FILE|DIR...",
		Short: "Look for bugs and write certificates of what was found",
		Long: `Look for bugs in programs and write a certificate for each one found, or of there being none. ` + folders("programs, *.imp and *.bug,") + `

Prints a line for each finding, position first, and a line with the verdict on each file:

  bug      some input makes the program fail; the certificate proves it
  safe     every path was explored and none fails; the certificate proves it
  bounded  the same for executions in which no loop iterates more than --loop-limit times
  unknown  a budget ran out, or the solver does not know of some fault

Safe (uncertified) and bounded (uncertified) hold if the solver was right; why there is no certificate
is said behind; with --require-certificate they are inconclusive. Safe (vacuous) says that the
program's assumptions contradict each other, and which: no input is left that could fail. The verdict
says what was not explored, and below an unknown one is what to try next.

With --baseline, known bugs are marked, and only others count for the exit status: a build fails for
what is new. To find all of these, --baseline implies --all. A known bug that is not found again is
fixed if the search was finished, and said to be not seen if it was not.

Exit status: 0 every file is safe or bounded; 1 a bug was found; 2 bad usage or input, lost output; 3
inconclusive, or with --require-certificate a verdict without one. Of several files the first of 2, 1, 3, 0 that occurs counts. An interrupt (Ctrl-C)
prints what is known and exits with 3; certificates already written stay.`,
		Example: `  # look for the first bug
  vouch find examples/gcd_buggy.imp

  # look for all bugs of the programs in a folder, for a minute each, as JSON
  vouch find --all --timeout 1m --json examples

  # where does the time go?
  vouch find --stats --profile cpu.pprof examples/gcd_buggy.imp

  # a long search that may be interrupted, and is resumed by the same command
  vouch find --timeout 8h --journal gcd.journal examples/gcd.imp

  # in a build: annotations for GitHub, a log for code scanning, and fail for new bugs only
  vouch find --format github --sarif vouch.sarif --baseline vouch.baseline examples

  # unbounded loops: claim something about their first 50 iterations
  vouch find --loop-limit 50 examples/gcd.imp`,
		Args:              checkcmd.AtLeastOne("FILE|DIR"),
		ValidArgsFunction: programs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("json") && f.asJSON {
				if cmd.Flags().Changed("format") && f.format != "json" {
					return fmt.Errorf("--json: found --format %s beside it, want one of them", f.format)
				}
				f.format = "json"
			}
			if err := f.validate(); err != nil {
				return err
			}
			if cmd.Flags().Changed("junit-unknown") && f.format != "junit" {
				return fmt.Errorf("--junit-unknown: found --format %s beside it, want junit", f.format)
			}
			files := checkcmd.Files(args, checkcmd.Programs)
			if f.journal != "" && len(files) > 1 {
				return fmt.Errorf("--journal: found %d files, want one", len(files))
			}
			work := func() error { return f.find(cmd, files) }
			if f.profile == "" {
				return f.shown(work())
			}
			return f.shown(profiled(f.profile, work))
		},
	}
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		e := checkcmd.FlagError(cmd, err)
		return &checkcmd.Hinted{Msg: harmless(e.Msg), Hint: e.Hint}
	})
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "evidence", "write certificates into the folder `DIR`")
	flags.BoolVar(&f.noCertificate, "no-certificate", false, "write no certificates")
	flags.BoolVar(&f.required, "require-certificate", false, "exit with 3 where a bug, or that there is none, has no certificate; bugs that have one still exit with 1")
	flags.BoolVar(&f.options.All, "all", false, "go on after the first bug of a file, to one certificate for each place that fails")
	flags.StringVar(&f.options.Strategy, "strategy", search.Names()[0], "`ORDER` of the search: "+strategies())
	flags.StringVar(&f.pruning, "pruning", string(finder.Prunings[0]), "`WHEN` to ask whether a path is feasible: auto (when it pays), eager (at every branch), lazy (at faults only), none")
	flags.IntVar(&f.options.Limits.Loop, "loop-limit", 0, "follow loops for `N` iterations each time they are entered; 0 means no limit")
	flags.Int64Var(&f.options.Limits.States, "max-states", 0, "stop after `N` states; 0 means no limit")
	flags.DurationVar(&f.timeout, "timeout", time.Minute, "stop after the time `D` for each file, as in 90s or 5m; 0 means no limit")
	f.memory.define(cmd, "stop the search of a file")
	flags.StringVar(&f.options.Solver, "solver", finder.Solvers[0], "`NAME` of the solver: "+strings.Join(finder.Solvers, ", "))
	flags.StringVar(&f.minimize, "minimize", onOff[0], "make the input of a bug as small as trying smaller ones can: `on or off`")
	flags.IntVarP(&f.jobs, "jobs", "j", 1, "use `N` goroutines: as many files at a time, and several for each if there are fewer files")
	flags.BoolVar(&f.asJSON, "json", false, "print one JSON object for each file, on a line of its own; short for --format json")
	flags.StringVar(&f.format, "format", formats[0], "print in this `FORM`: text, json, junit (JUnit XML, once all is done), github (workflow commands, which annotate the source)")
	flags.StringVar(&f.junitUnknown, "junit-unknown", junitUnknowns[0], "in JUnit XML, report a program whose verdict is inconclusive as `WHAT`: "+strings.Join(junitUnknowns, ", "))
	flags.StringVar(&f.sarif, "sarif", "", "also write a log of all findings to `FILE`, as SARIF 2.1.0")
	flags.StringVar(&f.baseline, "baseline", "", "mark the bugs that are known by this `FILE`, which vouch baseline update writes, and fail for others only; implies --all")
	flags.BoolVar(&f.strict, "baseline-strict", false, "with --baseline, exit with 3 if a file with known bugs only was not explored to its end")
	flags.BoolVar(&f.stats, "stats", false, "print below each verdict what decided which states are reached, and where the time went")
	flags.StringVar(&f.journal, "journal", "", "remember in `FILE` what the solver answers, and resume the search of the same program with the same flags")
	flags.StringVar(&f.profile, "profile", "", "write a profile of the processor time to `FILE`, for go tool pprof")
	flags.BoolVar(&f.quiet, "quiet", false, "show no progress")
	flags.StringVar(&f.progress, "progress", progresses[0], "show progress on standard error in this `WAY`: auto (on a terminal), json (an object a line, for tools), none")
	complete(cmd, "format", formats)
	complete(cmd, "junit-unknown", junitUnknowns)
	complete(cmd, "progress", progresses)
	complete(cmd, "strategy", search.Names())
	complete(cmd, "pruning", pruningNames())
	complete(cmd, "solver", finder.Solvers)
	complete(cmd, "minimize", onOff)
	cmd.MarkFlagDirname("out")
	return cmd
}

// shown returns an error with the names in it as people are shown them.
func (f *findFlags) shown(err error) error {
	if _, printed := errors.AsType[checkcmd.Status](err); err == nil || printed {
		return err
	}
	return errors.New(shownIn(f.format, err.Error()))
}

// onOff are the values of a switch that is on by default.
var onOff = []string{"on", "off"}

func complete(cmd *cobra.Command, flag string, values []string) {
	cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return values, cobra.ShellCompDirectiveNoFileComp
	})
}

func pruningNames() []string {
	var names []string
	for _, p := range finder.Prunings {
		names = append(names, string(p))
	}
	return names
}

// strategies lists the strategies with what they do.
func strategies() string {
	var list []string
	for _, s := range search.Strategies() {
		list = append(list, fmt.Sprintf("%s (%s)", s.Name, s.Order))
	}
	return strings.Join(list, ", ")
}

func (f *findFlags) validate() error {
	oneOf := func(flag, found string, want []string) error {
		if slices.Contains(want, found) {
			return nil
		}
		return fmt.Errorf("--%s: found %q, want one of %s", flag, found, strings.Join(want, ", "))
	}
	f.options.Pruning, f.options.Minimize = finder.Pruning(f.pruning), f.minimize == onOff[0]
	err := errors.Join(
		oneOf("strategy", f.options.Strategy, search.Names()),
		oneOf("pruning", f.pruning, pruningNames()),
		oneOf("solver", f.options.Solver, finder.Solvers),
		oneOf("format", f.format, formats),
		oneOf("junit-unknown", f.junitUnknown, junitUnknowns),
		oneOf("progress", f.progress, progresses),
		oneOf("minimize", f.minimize, onOff),
	)
	var e error
	f.watch, e = f.memory.watch()
	err = errors.Join(err, e)
	f.options.All = f.options.All || f.baseline != "" // a known bug must not hide a new one
	switch {
	case err != nil:
		return err
	case f.options.Limits.Loop < 0:
		return fmt.Errorf("--loop-limit: found %d, want 0 or more", f.options.Limits.Loop)
	case f.options.Limits.States < 0:
		return fmt.Errorf("--max-states: found %d, want 0 or more", f.options.Limits.States)
	case f.timeout < 0:
		return fmt.Errorf("--timeout: found %s, want 0 or more", f.timeout)
	case f.required && f.noCertificate:
		return errors.New("--require-certificate: found --no-certificate beside it, want one of them")
	case f.strict && f.baseline == "":
		return errors.New("--baseline-strict: found no --baseline FILE beside it")
	case f.jobs < 1:
		return fmt.Errorf("--jobs: found %d, want 1 or more", f.jobs)
	}
	return nil
}

// garbage is how much may be allocated, in percent of what is live, before it is collected: a search makes much that soon dies. Once
// a frontier is wide, memory is dearer than time, and the default of 100 holds.
const (
	garbage = 400
	wide    = 1 << 17
)

// find looks for bugs in all files and prints the results in the order of the files.
func (f *findFlags) find(cmd *cobra.Command, files []checkcmd.File) error {
	outcome, err := f.open(checkcmd.Names(files))
	if err != nil {
		return err
	}
	var evidence *folder
	if !f.noCertificate {
		if evidence, err = openFolder(f.out); err != nil {
			return err
		}
		defer evidence.close()
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(cmd.Context()))
	defer cancel(nil)
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case <-interrupts:
		case <-cmd.Context().Done():
		}
		cancel(finder.Interrupted)
		signal.Stop(interrupts) // a second interrupt ends the process at once
	}()

	show := newProgress(cmd.ErrOrStderr(), f.quiet || f.progress == "none")
	if f.progress == "json" {
		show = newJSONProgress(cmd.ErrOrStderr())
	}
	reports := make([]chan *fileReport, len(files))
	var next int
	var mu sync.Mutex
	for i := range reports {
		reports[i] = make(chan *fileReport, 1)
	}
	for range min(f.jobs, len(files)) {
		go func() {
			for {
				mu.Lock()
				i := next
				next++
				mu.Unlock()
				if i >= len(files) {
					return
				}
				var r *fileReport
				f.watch.Do(ctx, func(ctx context.Context) {
					r = f.findOne(ctx, files[i], min(f.jobs, len(files)), evidence, show)
				})
				outcome.compare(r)
				reports[i] <- r
			}
		}()
	}
	status := statusOK
	var lost error // the first in printing; what there is to write is written nevertheless
	for i := range reports {
		r := <-reports[i]
		show.print(func() { lost = cmp.Or(lost, outcome.report(r, cmd.OutOrStdout(), cmd.ErrOrStderr())) })
		status = worse(status, r.status())
	}
	show.clear()
	interrupted := context.Cause(ctx) == finder.Interrupted
	if interrupted {
		status = statusInconclusive
	}
	if e, ok := errors.AsType[*output.LostError](cmp.Or(lost, outcome.finish(cmd.OutOrStdout()))); ok {
		status = e.Status()
	}
	if err := outcome.close(status, interrupted); err != nil {
		return err
	}
	if status != statusOK {
		return checkcmd.Status(status)
	}
	return nil
}

// worse returns the exit status of a run in which both occurred.
func worse(a, b int) int {
	for _, s := range []int{statusBadInput, statusBug, statusInconclusive} {
		if a == s || b == s {
			return s
		}
	}
	return statusOK
}

// findOne looks for bugs in one file, of so many at the same time.
func (f *findFlags) findOne(ctx context.Context, file checkcmd.File, files int, evidence *folder, show *progress) *fileReport {
	name := file.Name
	r := &fileReport{file: name, asked: f, certificates: map[semantics.Fault]string{}, missing: map[semantics.Fault]error{}}
	at := exploring{File: name}
	defer func() {
		at.left(ctx)
		at.ended(r.result)
		show.end(at)
	}()
	src, err := readSource(file)
	if err != nil {
		r.err = err
		return r
	}
	r.source = src
	if f.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, f.timeout, finder.OutOfTime)
		defer cancel()
	}
	o := f.options
	if f.journal != "" {
		if o.Journal, err = finder.OpenJournal(f.journal, f.course(src)); err != nil {
			r.err = fmt.Errorf("--journal: %w", err)
			return r
		}
		defer func() {
			if err := o.Journal.Close(); err != nil {
				r.err = errors.Join(r.err, fmt.Errorf("--journal: %w", err))
			}
		}()
	}
	o.Workers = max(1, f.jobs/files)
	began := time.Now()
	o.Progress = func(c finder.Coverage, l finder.Layers) {
		at.explored(c, l, time.Since(began))
		at.left(ctx)
		show.update(at)
		if c.Frontier > wide && os.Getenv("GOGC") == "" {
			debug.SetGCPercent(100)
		}
	}
	o.Proving = func(ways int) {
		at.Ways = ways
		at.left(ctx)
		show.update(at)
	}
	o.Prove = evidence != nil
	o.Found = func(found finder.Finding) {
		at.Bugs++
		if evidence != nil {
			r.write(evidence, found)
		}
	}
	if r.result, err = finder.Find(ctx, name, src, o); err != nil {
		r.err = err
	} else if evidence != nil {
		r.writeAbsence(evidence)
	}
	return r
}

// course says what the course of the search of a program depends on, for its journal.
func (f *findFlags) course(src []byte) string {
	return fmt.Sprintf("program %x, strategy %s, pruning %s, solver %s, loop limit %d, state limit %d, all %t",
		sha256.Sum256(src), f.options.Strategy, f.pruning, f.options.Solver, f.options.Limits.Loop, f.options.Limits.States, f.options.All)
}
