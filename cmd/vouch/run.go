package main

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"vouch/certs"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/programs"
	"vouch/finder"
	"vouch/semantics"
	"vouch/semantics/imp"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file defines `vouch run`.

func newRun() *cobra.Command {
	var (
		trace    bool
		maxSteps int64
		memory   memoryFlag
	)
	cmd := &cobra.Command{
		Use:   "run [flags] FILE [NAME=VALUE]...",
		Short: "Run a program on one input",
		Long: `Run a program on one input by its concrete semantics, and print how it ends. An input that is given
no value is 0. - reads the program from standard input.

With --trace, prints a line for each step: its number, the rule, the place in the source, and what
it changed or decided.

Exit status: 0 the program ran to its end; 1 it failed; 2 bad input or bad usage; 3 the budget of
steps or of memory ran out, or the input violates an assumption.`,
		Example: `  vouch run examples/gcd_buggy.imp a=1 b=2
  vouch run examples/gcd_buggy.imp a=1 b=2 --trace
  vouch run examples/deep_bug.imp --max-steps 1000
  vouch run examples/suspicious.imp x=-5`,
		Args:              checkcmd.AtLeastOne("FILE"),
		ValidArgsFunction: completePrograms,
		RunE: func(cmd *cobra.Command, args []string) error {
			if maxSteps < 0 {
				return fmt.Errorf("--max-steps: found %d, want 0 or more", maxSteps)
			}
			watch, err := memory.watch()
			if err != nil {
				return err
			}
			watch.Do(cmd.Context(), func(ctx context.Context) { err = run(ctx, cmd, args[0], args[1:], maxSteps, trace) })
			return err
		},
	}
	cmd.Flags().BoolVar(&trace, "trace", false, "print each step")
	cmd.Flags().Int64Var(&maxSteps, "max-steps", 100_000_000, "stop after `N` steps")
	memory.define(cmd, "stop")
	return cmd
}

func run(ctx context.Context, cmd *cobra.Command, arg string, assignments []string, maxSteps int64, trace bool) error {
	src, err := programs.Read(checkcmd.Named(arg))
	name := checkcmd.NameOf(arg)
	if err != nil {
		return programs.Refuse(cmd.ErrOrStderr(), name, nil, err)
	}
	p, err := imp.Load(name, src)
	if err != nil {
		return programs.Refuse(cmd.ErrOrStderr(), name, src, err)
	}
	input, err := parseInput(p, assignments)
	if err != nil {
		return err
	}
	m0, err := imp.NewStore(p, input)
	if err != nil {
		return err
	}
	m := &imp.Machine{Program: p, Meter: semantics.NewMeter(maxWork, semantics.Unlimited)}
	out := cmd.OutOrStdout()
	if at, ok := m.Assumed(m0); !ok {
		fmt.Fprintf(out, "%s:%s: the input violates the assumption\n", name, at)
		return exit.Status(exit.Inconclusive)
	}
	var full atomic.Bool
	context.AfterFunc(ctx, func() { full.Store(context.Cause(ctx) == finder.OutOfMemory) })
	see := func(int64, semantics.Rule, imp.State) bool { return !full.Load() }
	if trace {
		t := tracer{program: p, out: out}
		see = func(n int64, rule semantics.Rule, s imp.State) bool { return !full.Load() && t.see(n, rule, s) }
	}
	s, outcome := semantics.Run(semantics.Machine[imp.State](m), m.Start(m0), maxSteps, see)
	memory := ""
	if m := s.Store.Map(p); len(m) > 0 {
		memory = ", with " + termview.Values(m, " = ", "variable", termview.Paragraph)
	}
	switch {
	case outcome.Fault != nil:
		f := outcome.Fault
		fmt.Fprintf(out, "%s:%d:%d: %s after %s%s\n", name, f.Line, f.Column, faults.Describe(f.Kind), checkcmd.Count(outcome.Steps, "step"), memory)
		return exit.Status(exit.Bug)
	case outcome.Done:
		fmt.Fprintf(out, "%s: halted after %s%s\n", name, checkcmd.Count(outcome.Steps, "step"), memory)
		return nil
	case outcome.Blocked != semantics.NotBlocked:
		fmt.Fprintf(out, "%s:%s: %s after %s%s\n", name, s.Control.Pos(), outcome.Blocked, checkcmd.Count(outcome.Steps, "step"), memory)
	default:
		budget := "the step budget"
		if full.Load() {
			budget = "the memory budget"
		}
		fmt.Fprintf(out, "%s:%s: stopped after %s, %s%s\n", name, s.Control.Pos(), checkcmd.Count(outcome.Steps, "step"), budget, memory)
	}
	return exit.Status(exit.Inconclusive)
}

// maxWork bounds the work of evaluating expressions, in machine words touched: enough for days, but not for numbers that double
// their length for ever.
const maxWork = 1 << 42

// parseInput reads arguments of the form NAME=VALUE; inputs of the program that are not given are 0.
func parseInput(p *imp.Program, args []string) (certs.Memory, error) {
	input := certs.Memory{}
	for _, arg := range args {
		name, text, ok := strings.Cut(arg, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("found argument %q, want NAME=VALUE", arg)
		}
		v, ok := new(big.Int).SetString(text, 10)
		if !ok || len(text) > imp.MaxDigits {
			return nil, fmt.Errorf("found value %.40q for %s, want an integer in decimal", text, name)
		}
		if _, twice := input[name]; twice {
			return nil, fmt.Errorf("found two values for %s, want one", name)
		}
		input[name] = v
	}
	for _, name := range p.Inputs() {
		if input[name] == nil {
			input[name] = new(big.Int)
		}
	}
	return input, nil
}

// tracer prints the steps of an execution.
type tracer struct {
	program *imp.Program
	out     io.Writer
	before  imp.State
}

func (t *tracer) see(n int64, rule semantics.Rule, s imp.State) bool {
	if n > 0 {
		line := fmt.Sprintf("%6d  %-11s  %-8s %s", n, rule.Name, t.before.Control.Pos(), t.effect(rule, s))
		if _, err := fmt.Fprintln(t.out, strings.TrimRight(line, " ")); err != nil {
			return false // nobody sees more of an execution that may have no end
		}
	}
	t.before = s
	return true
}

// effect says what the step from the state before to s changed or decided.
func (t *tracer) effect(rule semantics.Rule, s imp.State) string {
	switch c := t.before.Now.(type) {
	case *imp.Assign:
		return termview.Name(c.Name) + " = " + term.FormatInt(s.Store.Get(c.Slot))
	case *imp.Skip:
		return ""
	default:
		text := termview.Clip(imp.FormatStmt(c))
		switch rule.Branch {
		case semantics.BranchTrue:
			text += "  is true"
		case semantics.BranchFalse:
			text += "  is false"
		}
		return text
	}
}
