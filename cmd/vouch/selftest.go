package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/outfile"
	"vouch/cmd/internal/terminal"
	"vouch/proptest"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
)

// This file defines `vouch selftest`.

type selftestFlags struct {
	proptest.Options
	junit   string
	quiet   bool
	verbose bool
}

func newSelftest() *cobra.Command {
	var f selftestFlags
	cmd := &cobra.Command{
		Use:   "selftest [flags]",
		Short: "Try the theorems that vouch rests on, on random programs",
		Long: `Try the theorems that vouch rests on, on random programs and inputs. They tie together the concrete
semantics, the symbolic semantics, the finder and the checker.

Selftest prints a line for each theorem: whether it held, its name, the number of cases, and what it states.
If a theorem fails, selftest shows a program on which it fails, made as small as possible, for vouch run.
The same seed gives the same cases on every machine.

Exit status:
  0  every theorem held, on enough cases of every kind
  1  a theorem did not hold
  2  bad usage
  3  interrupted`,
		Example: `  vouch selftest
  vouch selftest --n 200000 --seed 7 --verbose
  vouch selftest --junit selftest.xml`,
		Args: checkcmd.Exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.validate(); err != nil {
				return err
			}
			return f.run(cmd)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&f.Cases, "n", 1200, "try each theorem on `N` cases")
	flags.Int64Var(&f.Seed, "seed", 1, "make the cases from this `SEED`")
	flags.IntVarP(&f.Workers, "jobs", "j", 0, "try `N` cases at a time; 0 means one for each processor")
	flags.StringVar(&f.junit, "junit", "", "also write the results to `FILE`, as JUnit XML")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "also print what the cases of each theorem were about")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print failures only")
	return cmd
}

func (f *selftestFlags) validate() error {
	switch {
	case f.Cases < 1:
		return fmt.Errorf("--n: found %d, want 1 or more", f.Cases)
	case f.Workers < 0:
		return fmt.Errorf("--jobs: found %d, want 0 or more", f.Workers)
	}
	return nil
}

func (f *selftestFlags) run(cmd *cobra.Command) error {
	if f.junit != "" {
		if err := outfile.Replaceable(f.junit); err != nil { // found out before the work, which would be lost
			return fmt.Errorf("--junit %s: %w", f.junit, err)
		}
	}
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // cases are small and many
	ctx, stop := interruptible(cmd)
	defer stop()
	out := cmd.OutOrStdout()
	if f.quiet {
		out = io.Discard
	}
	line := terminal.NewLine(cmd.ErrOrStderr(), f.quiet)
	fmt.Fprintf(out, "%s of each theorem, seed %d\n", checkcmd.Count(int64(f.Cases), "case"), f.Seed)
	var tried []proptest.Tried
	failed, theorems := 0, 0
	for _, chapter := range proptest.Chapters[core.State, coresym.State]() {
		if ctx.Err() != nil {
			break
		}
		began := time.Now()
		o := f.Options
		o.Progress = func(cases int) { showCases(line, chapter.Name, cases, f.Cases, began) }
		rs := proptest.Run(ctx, chapter.Properties, proptest.Programs(chapter.Name), o)
		line.Clear()
		tried = append(tried, proptest.Tried{Chapter: chapter.Name, Results: rs})
		for _, r := range rs {
			theorems++
			if r.Failure == "" {
				fmt.Fprintf(out, "ok    %-24s %9s  %s\n", r.Name, checkcmd.Count(int64(r.Cases), "case"), r.Doc)
				f.detail(out, r)
				continue
			}
			failed++
			fmt.Fprintf(cmd.OutOrStdout(), "FAIL  %-24s %9s  %s\n%s\n", r.Name, checkcmd.Count(int64(r.Cases), "case"),
				r.Doc, r.Failure)
		}
	}
	if f.junit != "" {
		var xml bytes.Buffer
		if err := proptest.WriteJUnit(&xml, f.Seed, tried); err != nil {
			return err
		}
		if err := outfile.Write(f.junit, xml.Bytes(), 0o644); err != nil {
			return fmt.Errorf("--junit: %w", err)
		}
	}
	return f.conclude(ctx, out, theorems, failed)
}

func (f *selftestFlags) detail(out io.Writer, r proptest.Result) {
	if f.verbose {
		fmt.Fprintf(out, "      %s\n", r.Summary())
	}
}

// conclude prints the last line and returns the exit status.
func (f *selftestFlags) conclude(ctx context.Context, out io.Writer, theorems, failed int) error {
	switch {
	case failed > 0:
		fmt.Fprintf(out, "%d of %d theorems failed\n", failed, theorems)
		return exit.Status(exit.Bug)
	case ctx.Err() != nil:
		fmt.Fprintln(out, "interrupted: nothing failed so far")
		return exit.Status(exit.Inconclusive)
	}
	fmt.Fprintf(out, "all %d theorems held\n", theorems)
	return nil
}

// showCases shows how far a chapter of theorems is, and about how long it will take.
func showCases(line *terminal.Line, chapter string, done, all int, began time.Time) {
	left := time.Duration(float64(time.Since(began)) * float64(all-done) / float64(done))
	line.Show(chapter, fmt.Sprintf("%d of %d cases", done, all), fmt.Sprintf("%s left", left.Round(time.Second)))
}
