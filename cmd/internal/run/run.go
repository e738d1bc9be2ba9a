// Package run runs a program on one input by its concrete semantics, and prints how it ends.
package run

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/faults"
	"vouch/finder"
	"vouch/semantics"
	"vouch/semantics/imp"
	"vouch/semantics/term/termview"
)

// This file defines a run.

// Options says how to run.
type Options struct {
	MaxSteps int64
	Trace    bool // print each step
}

// Run runs the program p from the memory m0 until it ends, or ctx does with the cause finder.OutOfMemory. Its error is an exit status.
func Run(ctx context.Context, p *imp.Program, m0 imp.Store, o Options, out io.Writer) error {
	name := p.Name
	m := &imp.Machine{Program: p, Meter: semantics.NewMeter(maxWork, semantics.Unlimited)}
	if at, ok := m.Assumed(m0); !ok {
		fmt.Fprintf(out, "%s:%s: the input violates the assumption\n", name, at)
		return exit.Status(exit.Inconclusive)
	}
	var full atomic.Bool
	context.AfterFunc(ctx, func() { full.Store(context.Cause(ctx) == finder.OutOfMemory) })
	see := func(int64, semantics.Rule, imp.State) bool { return !full.Load() }
	if o.Trace {
		t := tracer{program: p, out: out}
		see = func(n int64, rule semantics.Rule, s imp.State) bool { return !full.Load() && t.see(n, rule, s) }
	}
	s, outcome := semantics.Run(semantics.Machine[imp.State](m), m.Start(m0), o.MaxSteps, see)
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
