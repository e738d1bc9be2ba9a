package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/find"
	"vouch/cmd/internal/programs"
	"vouch/finder"
	"vouch/finder/search"
)

// This file defines `vouch find`.

// findFlags are the flags of find.
type findFlags struct {
	find.Options
	pruning       string
	minimize      string
	merge         string
	asJSON, quiet bool
	profile       string
	memory        memoryFlag
}

func newFind() *cobra.Command {
	var f findFlags
	c := cFlags{rand: "any"}
	cmd := &cobra.Command{
		Use:   "find [flags] FILE|DIR...",
		Short: "Look for bugs and write certificates of what was found",
		Long: `Look for bugs in programs and write a certificate for each one found, or of there being none. ` + ofFolders + `

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

  # C: all arguments, all that the program may read; a function with inputs made from its parameters
  vouch find prog.c --args 2x8 --stdin 64
  vouch find list.c --entry insert --array values=4 --string name=8

  # in a build: annotations for GitHub, a log for code scanning, and fail for new bugs only
  vouch find --format github --sarif vouch.sarif --baseline vouch.baseline examples

  # unbounded loops: claim something about their first 50 iterations
  vouch find --loop-limit 50 examples/gcd.imp`,
		Args:              checkcmd.AtLeastOne("FILE|DIR"),
		ValidArgsFunction: completePrograms,
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("json") && f.asJSON {
				if cmd.Flags().Changed("format") && f.Format != "json" {
					return fmt.Errorf("--json: found --format %s beside it, want one of them", f.Format)
				}
				f.Format = "json"
			}
			if err := f.validate(); err != nil {
				return err
			}
			if cmd.Flags().Changed("junit-unknown") && f.Format != "junit" {
				return fmt.Errorf("--junit-unknown: found --format %s beside it, want junit", f.Format)
			}
			args, err := c.look(args)
			if err != nil {
				return err
			}
			files := programs.Linked(checkcmd.Files(args, programs.Extensions()))
			f.Options.C = c.files()
			if f.Journal != "" && len(files) > 1 {
				return fmt.Errorf("--journal: found %d files, want one", len(files))
			}
			work := func() error { return find.Run(cmd.Context(), f.Options, files, cmd.OutOrStdout(), cmd.ErrOrStderr()) }
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
	flags.BoolVar(&f.NoCertificate, "no-certificate", false, "write no certificates")
	flags.BoolVar(&f.RequireCertificate, "require-certificate", false, "exit with 3 where a bug, or that there is none, has no certificate; bugs that have one still exit with 1")
	flags.BoolVar(&f.Search.All, "all", false, "go on after the first bug of a file, to one certificate for each place that fails")
	flags.StringVar(&f.Search.Strategy, "strategy", search.Names()[0], "`ORDER` of the search: "+strategies())
	flags.StringVar(&f.pruning, "pruning", string(finder.Prunings[0]), "`WHEN` to ask whether a path is feasible: auto (when it pays), eager (at every branch), lazy (at faults only), none")
	flags.StringVar(&f.merge, "merge", merges[0], "`WHEN` to make one of the paths on both sides of an if, where they meet: auto (when it pays), never")
	flags.IntVar(&f.Search.Limits.Loop, "loop-limit", 0, "follow loops for `N` iterations each time they are entered; 0 means no limit")
	flags.Int64Var(&f.Search.Limits.States, "max-states", 0, "stop after `N` states; 0 means no limit")
	flags.DurationVar(&f.Timeout, "timeout", time.Minute, "stop after the time `D` for each file, as in 90s or 5m; 0 means no limit")
	f.memory.define(cmd, "stop the search of a file")
	flags.StringVar(&f.Search.Solver, "solver", finder.Solvers[0], "`NAME` of the solver: "+strings.Join(finder.Solvers, ", "))
	flags.StringVar(&f.minimize, "minimize", onOff[0], "make the input of a bug as small as trying smaller ones can: `on or off`")
	flags.IntVarP(&f.Jobs, "jobs", "j", 1, "use `N` goroutines: as many files at a time, and several for each if there are fewer files")
	flags.BoolVar(&f.asJSON, "json", false, "print one JSON object for each file, on a line of its own; short for --format json")
	flags.StringVar(&f.Format, "format", find.Formats()[0], "print in this `FORM`: text, json, junit (JUnit XML, once all is done), github (workflow commands, which annotate the source)")
	flags.StringVar(&f.JUnitUnknown, "junit-unknown", find.JUnitUnknowns[0], "in JUnit XML, report a program whose verdict is inconclusive as `WHAT`: "+strings.Join(find.JUnitUnknowns, ", "))
	flags.StringVar(&f.SARIF, "sarif", "", "also write a log of all findings to `FILE`, as SARIF 2.1.0")
	flags.StringVar(&f.Baseline, "baseline", "", "mark the bugs that are known by this `FILE`, which vouch baseline update writes, and fail for others only; implies --all")
	flags.BoolVar(&f.Strict, "baseline-strict", false, "with --baseline, exit with 3 if a file with known bugs only was not explored to its end")
	flags.BoolVar(&f.Stats, "stats", false, "print below each verdict what decided which states are reached, and where the time went")
	flags.StringVar(&f.Journal, "journal", "", "remember in `FILE` what the solver answers, and resume the search of the same program with the same flags")
	flags.StringVar(&f.profile, "profile", "", "write a profile of the processor time to `FILE`, for go tool pprof")
	flags.BoolVar(&f.quiet, "quiet", false, "show no progress")
	flags.StringVar(&f.Progress, "progress", find.Progresses[0], "show progress on standard error in this `WAY`: auto (on a terminal), json (an object a line, for tools), none")
	complete(cmd, "format", find.Formats())
	complete(cmd, "junit-unknown", find.JUnitUnknowns)
	complete(cmd, "progress", find.Progresses)
	complete(cmd, "strategy", search.Names())
	complete(cmd, "pruning", pruningNames())
	complete(cmd, "solver", finder.Solvers)
	complete(cmd, "minimize", onOff)
	complete(cmd, "merge", merges)
	cmd.MarkFlagDirname("out")
	c.define(cmd)
	return cmd
}

// shown returns an error with the names in it as people are shown them.
func (f *findFlags) shown(err error) error {
	if _, printed := errors.AsType[exit.Status](err); err == nil || printed {
		return err
	}
	return errors.New(find.ShownIn(f.Format, err.Error()))
}

// onOff are the values of a switch that is on by default.
var onOff = []string{"on", "off"}

// merges are when paths are merged.
var merges = []string{"auto", "never"}

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
	f.Search.Pruning, f.Search.Minimize = finder.Pruning(f.pruning), f.minimize == onOff[0]
	f.Search.Merge = f.merge == merges[0]
	err := errors.Join(
		oneOf("strategy", f.Search.Strategy, search.Names()),
		oneOf("pruning", f.pruning, pruningNames()),
		oneOf("solver", f.Search.Solver, finder.Solvers),
		oneOf("format", f.Format, find.Formats()),
		oneOf("junit-unknown", f.JUnitUnknown, find.JUnitUnknowns),
		oneOf("progress", f.Progress, find.Progresses),
		oneOf("minimize", f.minimize, onOff),
		oneOf("merge", f.merge, merges),
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
	case f.Search.Limits.Loop < 0:
		return fmt.Errorf("--loop-limit: found %d, want 0 or more", f.Search.Limits.Loop)
	case f.Search.Limits.States < 0:
		return fmt.Errorf("--max-states: found %d, want 0 or more", f.Search.Limits.States)
	case f.Timeout < 0:
		return fmt.Errorf("--timeout: found %s, want 0 or more", f.Timeout)
	case f.RequireCertificate && f.NoCertificate:
		return errors.New("--require-certificate: found --no-certificate beside it, want one of them")
	case f.Strict && f.Baseline == "":
		return errors.New("--baseline-strict: found no --baseline FILE beside it")
	case f.Jobs < 1:
		return fmt.Errorf("--jobs: found %d, want 1 or more", f.Jobs)
	}
	return nil
}
