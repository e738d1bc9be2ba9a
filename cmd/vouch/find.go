package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/cluster"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/find"
	"vouch/cmd/internal/kept"
	"vouch/cmd/internal/programs"
	"vouch/finder"
	"vouch/finder/search"
)

// This file defines `vouch find`.

// findFlags are the flags of find.
type findFlags struct {
	find.Options
	kept          string // the word or the folder of --cache
	pruning       string
	minimize      string
	fuzz, seeds   string
	merge         string
	engine        string
	asJSON, quiet bool
	profile       string
	memory        memoryFlag
	fleet         fleetFlags
}

func newFind() *cobra.Command {
	var f findFlags
	c := cFlags{rand: "any"}
	cmd := &cobra.Command{
		Use:   "find [flags] FILE|DIR...",
		Short: "Look for bugs and write certificates of the results",
		Long: `Look for bugs in programs. Write a certificate for each bug, and for each program that is safe or bounded.

A folder stands for the programs in it and in its subfolders, in the order of their names. Names that
begin with a dot are skipped, and links to folders are not followed. A note says which programs in other
languages were left out. - is standard input. C files that you name together are one program; each C file
of a folder is a program of its own.

Find prints a line for each finding, which begins with its place, and one line with the verdict on the file:

  bug      some input makes the program fail; the certificate proves it
  safe     every path within the claim was explored, and none fails; the certificate proves it
  bounded  like safe, for runs in which no loop iterates more than --loop-limit times
  unknown  a budget ran out, the solver could not decide whether a fault is possible, a path needs
           something that vouch does not support, or nothing proves what a solver holds impossible

Safe means that the checker accepted the certificate, with --no-certificate too. If only proofs are missing,
for ways that a solver holds impossible, --trust-solver makes the exit status 0; the verdict stays unknown.
If the checker refuses a certificate, vouch contradicts itself: find says so, and writes a file that repeats
it beside the certificates. Please report that.
"Safe (vacuous)" means that the program's assumptions contradict each other, so no input is left that
could fail. A warning names these assumptions. Every verdict says what was left open, and below an
unknown one a hint says what to try next.

With --baseline, find marks known bugs and reports all bugs (it implies --all). Known bugs do not change
the exit status, so only new bugs fail a build. If find does not meet a known bug again, it calls the bug
fixed if the search was complete, and not seen otherwise.

Each bug has a severity: corruption, crash, undefined (by the standard only) or leak. With --severity, bugs
that are less severe are printed and have certificates, but they do not fail a build, and the search goes on
behind them. If there are no others, find exits with 0 if the search was complete, and with 3 otherwise. A run
ends at its first fault, whatever its severity.

Exit status:
  0  every file is safe or bounded, or, with --trust-solver, only proofs are missing
  1  a bug was found
  2  bad usage, bad input, or output that could not be written
  3  inconclusive: a verdict is unknown
Of several files, the first of 2, 1, 3, 0 that occurs is the exit status. After an interrupt (Ctrl-C),
find prints what it knows and exits with 3; certificates that are already written stay. If a file keeps it
from that, or from its end after --timeout, find gives the file up after a second: its verdict is unknown.`,
		Example: `  # look for the first bug
  vouch find examples/gcd_buggy.imp

  # look for all bugs of the programs in a folder, for a minute each, as JSON
  vouch find --all --timeout 1m --json examples

  # which lines were reached? lcov and genhtml read the file
  vouch find --all --coverage vouch.info examples/gcd_buggy.imp

  # where does the time go?
  vouch find --stats --profile cpu.pprof examples/gcd_buggy.imp

  # a long search: after an interrupt, the same command resumes it
  vouch find --timeout 8h --journal gcd.journal examples/gcd.imp

  # C: a program on all arguments and all standard input; a function on all values of its parameters
  vouch find prog.c --args 2x8 --stdin 64
  vouch find list.c --entry insert --array values=4 --string name=8

  # C: a program of several files, and its headers; a project whose build writes compile_commands.json
  vouch find main.c list.c -I include -D LIMIT=10
  vouch find src --compile-commands compile_commands.json

  # in a build: annotate the source on GitHub, write a log for code scanning, and fail for new bugs only
  vouch find --format github --sarif vouch.sarif --baseline vouch.baseline examples

  # a parser: run it on changed inputs from the start, beginning with files that it accepts
  vouch find parser.c --stdin 64 --fuzz on --seeds corpus --seeds-out corpus

  # in a build: search again only where something changed; check the certificates of the rest
  vouch find --cache .vouch-cache src

  # a long search on all cores of this machine, or of others where vouch worker runs
  vouch find --workers 8 --timeout 1h parser.c --stdin 64
  vouch find --cluster nats://farm:4222 --timeout 1h parser.c --stdin 64

  # tell another verifier why the program is safe, or how it fails
  vouch find --witness witness.yml counter.c

  # what another verifier says of loops, or of a run that fails, helps the search; vouch proves it again
  vouch find --hints witness.yml counter.c

  # a loop without a bound: look at its first 50 iterations
  vouch find --loop-limit 50 examples/gcd.imp`,
		Args:              checkcmd.AtLeastOne("FILE|DIR"),
		ValidArgsFunction: completePrograms,
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("json") && f.asJSON {
				if cmd.Flags().Changed("format") && f.Format != "json" {
					return fmt.Errorf("--json: found --format %s too, want one of the two", f.Format)
				}
				f.Format = "json"
			}
			if err := f.validate(); err != nil {
				return err
			}
			ctx, stop := interruptible(cmd)
			defer stop()
			if err := f.fleet.apply(ctx, cmd.Flags(), &f.Options, f.memory.name); err != nil {
				return err
			}
			defer f.fleet.Close()
			if cmd.Flags().Changed("junit-unknown") && f.Format != "junit" {
				return fmt.Errorf("--junit-unknown: found --format %s, want --format junit", f.Format)
			}
			args, err := c.look(args)
			if err != nil {
				return err
			}
			found, others := checkcmd.Walk(args, programs.Extensions(), programs.Other)
			checkcmd.LeaveOut(cmd.ErrOrStderr(), others, "program", "programs",
				"vouch reads C and IMP, as their names end in "+strings.Join(programs.Extensions(), ", "))
			files := programs.Linked(found)
			f.Options.C, f.Given = c.files(), repeating(cmd.Flags())
			if f.Search.All && !cmd.Flags().Changed("all") {
				f.Given = append(f.Given, "--all")
			}
			if f.kept != kept.Cluster {
				f.Cache = find.InFolder(kept.Folder(f.kept, "find"))
			} else if f.fleet.URL == "" {
				return errors.New("--cache cluster: found no --cluster, want the address of one")
			} else {
				f.Cache = cluster.Results{Fleet: &f.fleet.Fleet}
			}
			if f.Journal != "" && len(files) > 1 {
				return fmt.Errorf("--journal: found %d files, want one", len(files))
			}
			if f.Annotate != "" && len(files) > 1 {
				return fmt.Errorf("--annotate: found %d programs, want one", len(files))
			}
			if f.Witness != "" && len(files) > 1 {
				return fmt.Errorf("--witness: found %d files, want one", len(files))
			}
			if f.Hints != "" && len(files) > 1 {
				return fmt.Errorf("--hints: found %d files, want one", len(files))
			}
			if f.Hints != "" && f.Journal != "" {
				return errors.New("--hints: found --journal too, want one of the two")
			}
			if f.SeedsOut != "" && len(files) > 1 {
				return fmt.Errorf("--seeds-out: found %d files, want one", len(files))
			}
			if f.seeds != "" {
				if f.Search.Seeds, err = find.ReadSeeds(f.seeds); err != nil {
					return err
				}
			}
			work := func() error { return find.Run(ctx, f.Options, files, cmd.OutOrStdout(), cmd.ErrOrStderr()) }
			if f.profile == "" {
				return f.shown(work())
			}
			return f.shown(profiled(f.profile, work))
		},
	}
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		e := checkcmd.FlagError(cmd, err)
		return &checkcmd.Hinted{Msg: find.Harmless(e.Msg), Hint: e.Hint}
	})
	flags := cmd.Flags()
	flags.StringVar(&f.Certificates, "out", "evidence", "write certificates into the folder `DIR`")
	flags.BoolVar(&f.NoCertificate, "no-certificate", false, "make certificates and have them checked, but write none")
	flags.BoolVar(&f.TrustSolver, "trust-solver", false,
		"exit with 0, not 3, if only proofs are missing of what a solver holds impossible")
	flags.StringVar((*string)(&f.Severity), "severity", string(faults.Leak),
		"fail for bugs that are at least this `BAD`: "+strings.Join(faults.Names(),
			", ")+"; a search goes on to one of these")
	flags.BoolVar(&f.Search.All, "all", false,
		"do not stop at the first bug of a file: report one bug for each place that fails")
	f.defineSearch(cmd, time.Minute)
	f.memory.define(cmd, "stop the search of a file")
	f.fleet.define(flags, "a search that has become long")
	flags.IntVarP(&f.Jobs, "jobs", "j", 1,
		"use `N` threads: search N files at a time, or a file with several threads if there are fewer files")
	flags.BoolVar(&f.asJSON, "json", false, "print one JSON object a line for each file; short for --format json")
	flags.StringVar(&f.Format, "format", find.Formats()[0],
		"print in this `FORM`: text, json, junit (JUnit XML, printed at the end), github (workflow commands, which annotate the source)")
	flags.StringVar(&f.JUnitUnknown, "junit-unknown", find.JUnitUnknowns[0],
		"with --format junit, report an inconclusive verdict as `WHAT`: "+strings.Join(find.JUnitUnknowns, ", "))
	flags.StringVar(&f.SARIF, "sarif", "", "also write all findings to `FILE`, as SARIF 2.1.0")
	flags.StringVar(&f.Coverage, "coverage", "",
		"also write to `FILE` which lines, branches and functions were reached, as a tracefile of lcov")
	flags.StringVar(&f.Annotate, "annotate", "",
		"if the verdict is safe or bounded, also write the program to `FILE` with the invariants of its loops as comments, in C as annotations of ACSL, which functions that call themselves have too")
	flags.StringVar(&f.Baseline, "baseline", "",
		"fail for new bugs only: this `FILE`, written by vouch baseline update, lists the known ones; implies --all")
	flags.BoolVar(&f.Strict, "baseline-strict", false,
		"with --baseline, exit with 3 if a file has known bugs only and its search was not complete")
	flags.BoolVar(&f.Stats, "stats", false,
		"print below each verdict where the time went, and how many states each part of the search decided")
	flags.StringVar(&f.seeds, "seeds", "",
		"begin the runs on changed inputs with the files in `DIR`: the bytes of the values that the program draws, as other fuzzers keep them")
	flags.StringVar(&f.SeedsOut, "seeds-out", "", "write the inputs that brought these runs further into `DIR`")
	flags.StringVar(&f.kept, "cache", kept.None,
		"keep the certificates of results in the folder `DIR`, and take those that the checker accepts again from there instead of a search; own is vouch/find in the user's folder for caches, cluster is the store of --cluster")
	flags.StringVar(&f.Hints, "hints", "",
		"C: begin the search with what `WITNESS` says, a file of another verifier in the format 2.0 of SV-COMP; nothing of it is believed")
	flags.StringVar(&f.Witness, "witness", "",
		"C: also write to `FILE` a witness of the verdict for other verifiers, in the format 2.0 of SV-COMP")
	flags.StringVar(&f.Journal, "journal", "",
		"record the solver's answers in `FILE`; the same command then resumes an interrupted search")
	flags.StringVar(&f.profile, "profile", "", "write a CPU profile to `FILE`, for go tool pprof")
	flags.BoolVar(&f.quiet, "quiet", false, "show no progress")
	flags.StringVar(&f.Progress, "progress", find.Progresses[0],
		"show progress on standard error in this `WAY`: auto (on a terminal only), json (one object a line, for tools), none")
	complete(cmd, "format", find.Formats())
	complete(cmd, "severity", faults.Names())
	complete(cmd, "junit-unknown", find.JUnitUnknowns)
	complete(cmd, "progress", find.Progresses)
	cmd.MarkFlagDirname("out")
	cmd.MarkFlagDirname("cache")
	cmd.MarkFlagDirname("seeds")
	cmd.MarkFlagDirname("seeds-out")
	c.define(cmd)
	return cmd
}

// defineSearch adds the flags that say how a program is searched; timeout is the default time.
func (f *findFlags) defineSearch(cmd *cobra.Command, timeout time.Duration) {
	flags := cmd.Flags()
	flags.StringVar(&f.Search.Strategy, "strategy", find.ByLanguage, "`ORDER` of the search: "+strategies())
	flags.StringVar(&f.pruning, "pruning", string(finder.Prunings[0]),
		"`WHEN` to ask whether a path is feasible: auto (when it pays), eager (at every branch), lazy (at faults only), none")
	flags.StringVar(&f.engine, "engine", string(finder.Engines[0]),
		"`WAY` to make certificates of absence: auto (explore the paths, and look for invariants of loops where there are many), explore, invariants (look for these first)")
	flags.BoolVar(&f.Search.Hangs, "hangs", false,
		"also look for endless loops: runs that come back to a state, and draw and write nothing in between")
	flags.StringVar(&f.merge, "merge", merges[0],
		"`WHEN` to merge the two paths of an if where they meet again: auto (when it pays), loops (auto, and the paths that leave a loop after different iterations), never")
	flags.IntVar(&f.Search.Limits.Loop, "loop-limit", 0,
		"follow loops for `N` iterations each time they are entered; 0 means no limit")
	flags.Int64Var(&f.Search.Limits.States, "max-states", 0, "stop after `N` states; 0 means no limit")
	flags.DurationVar(&f.Timeout, "timeout", timeout,
		"stop the work on a file after the time `D`, such as 90s or 5m, which counts from its first byte: reading, searching and proving; 0 means no limit")
	flags.StringVar(&f.Search.Solver, "solver", finder.Solvers[0],
		"`NAME` of the solver: "+strings.Join(finder.Solvers, ", "))
	flags.StringVar(&f.minimize, "minimize", onOff[0], "`SWITCH` on or off the search for a smaller input of each bug")
	flags.StringVar(&f.fuzz, "fuzz", string(finder.Fuzzings[0]),
		"`WHEN` to run the program on changed inputs: auto (beside a search that takes long), on (from the start, for as long as the search), off")
	flags.Uint64Var(&f.Search.Seed, "fuzz-seed", 0,
		"`N` with which the random changes begin; the same N gives the same results")
	complete(cmd, "fuzz", fuzzNames())
	complete(cmd, "strategy", append([]string{find.ByLanguage}, search.Names()...))
	complete(cmd, "pruning", pruningNames())
	complete(cmd, "solver", finder.Solvers)
	complete(cmd, "minimize", onOff)
	complete(cmd, "merge", merges)
	complete(cmd, "engine", engineNames())
}

// repeating returns the given flags that say what is searched and how, as they are written, without those that name
// files.
func repeating(given *pflag.FlagSet) []string {
	scratch := &cobra.Command{}
	(&findFlags{}).defineSearch(scratch, 0)
	(&cFlags{}).define(scratch)
	scratch.Flags().Bool("all", false, "")
	follow := []string{"include-dir", "include", "define", "undefine", "compile-commands"} // from the program
	return written(given, func(name string) bool {
		return scratch.Flags().Lookup(name) != nil &&
			!slices.Contains(follow, name)
	})
}

// shown returns an error with the names in it as people are shown them.
func (f *findFlags) shown(err error) error {
	if _, printed := errors.AsType[exit.Status](err); err == nil || printed {
		return err
	}
	text := find.ShownIn(f.Format, err.Error())
	if h, ok := errors.AsType[*checkcmd.Hinted](err); ok {
		return &checkcmd.Hinted{Msg: text, Hint: h.Hint}
	}
	return errors.New(text)
}

// onOff are the values of a switch that is on by default.
var onOff = []string{"on", "off"}

// engineNames returns the values of --engine.
func engineNames() (names []string) {
	for _, e := range finder.Engines {
		names = append(names, string(e))
	}
	return names
}

// merges are the values of --merge.
var merges = []string{"auto", "loops", "never"}

func fuzzNames() []string {
	var names []string
	for _, f := range finder.Fuzzings {
		names = append(names, string(f))
	}
	return names
}

func pruningNames() []string {
	var names []string
	for _, p := range finder.Prunings {
		names = append(names, string(p))
	}
	return names
}

// strategies lists the strategies and their orders.
func strategies() string {
	list := []string{find.ByLanguage + " (mixed for C, bfs for other languages)"}
	for _, s := range search.Strategies() {
		list = append(list, fmt.Sprintf("%s (%s)", s.Name, s.Order))
	}
	return strings.Join(list, ", ")
}

// oneOf demands that the value of a flag is one of some.
func oneOf(flag, found string, want []string) error {
	if slices.Contains(want, found) {
		return nil
	}
	return fmt.Errorf("--%s: found %.40q, want one of %s", flag, found, strings.Join(want, ", "))
}

// validateSearch checks the flags of defineSearch, and applies them.
func (f *findFlags) validateSearch() error {
	f.Search.Patient = true
	f.Search.Pruning, f.Search.Minimize = finder.Pruning(f.pruning), f.minimize == onOff[0]
	f.Search.Fuzz = finder.Fuzzing(f.fuzz)
	f.Search.Engine = finder.Engine(f.engine)
	f.Search.Merge, f.Search.MergeLoops = f.merge != "never", f.merge == "loops"
	err := errors.Join(
		oneOf("strategy", f.Search.Strategy, append([]string{find.ByLanguage}, search.Names()...)),
		oneOf("pruning", f.pruning, pruningNames()),
		oneOf("solver", f.Search.Solver, finder.Solvers),
		oneOf("minimize", f.minimize, onOff),
		oneOf("merge", f.merge, merges),
		oneOf("engine", f.engine, engineNames()),
		oneOf("fuzz", f.fuzz, fuzzNames()),
	)
	switch {
	case err != nil:
		return err
	case f.Search.Limits.Loop < 0:
		return fmt.Errorf("--loop-limit: found %d, want 0 or more", f.Search.Limits.Loop)
	case f.Search.Limits.States < 0:
		return fmt.Errorf("--max-states: found %d, want 0 or more", f.Search.Limits.States)
	case f.Timeout < 0:
		return fmt.Errorf("--timeout: found %s, want 0 or more", f.Timeout)
	}
	return f.validateFuzz()
}

// validateFuzz refuses a flag of the fuzzer where another one keeps it from work.
func (f *findFlags) validateFuzz() error {
	against := ""
	switch {
	case f.Search.Limits.Loop > 0:
		against = fmt.Sprintf("--loop-limit %d, want 0", f.Search.Limits.Loop)
	case f.Search.Pruning == finder.Unasked:
		against = fmt.Sprintf("--pruning %s, want another one", finder.Unasked)
	case f.Search.Fuzz == finder.FuzzOff:
		against = "--fuzz off, want auto or on"
	default:
		return nil
	}
	for _, flag := range []struct {
		name  string
		given bool
	}{{"fuzz on", f.Search.Fuzz == finder.FuzzOn}, {"fuzz-seed", f.Search.Seed != 0}, {"seeds", f.seeds != ""},
		{"seeds-out", f.SeedsOut != ""}} {
		if flag.given {
			return fmt.Errorf("--%s: found %s", flag.name, against)
		}
	}
	return nil
}

func (f *findFlags) validate() error {
	err := errors.Join(
		f.validateSearch(),
		oneOf("format", f.Format, find.Formats()),
		oneOf("severity", string(f.Severity), faults.Names()),
		oneOf("junit-unknown", f.JUnitUnknown, find.JUnitUnknowns),
		oneOf("progress", f.Progress, find.Progresses),
	)
	var e error
	f.Watch, e = f.memory.watch()
	err = errors.Join(err, e)
	if f.quiet && f.Progress != "json" {
		f.Progress = "none"
	}
	f.Search.All = f.Search.All || f.Baseline != "" // a known bug must not hide a new one
	switch {
	case err != nil:
		return err
	case f.Strict && f.Baseline == "":
		return errors.New("--baseline-strict: found no --baseline FILE, want one")
	case f.Jobs < 1:
		return fmt.Errorf("--jobs: found %d, want 1 or more", f.Jobs)
	}
	return nil
}
