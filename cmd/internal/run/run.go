// Package run runs a program on one input by its concrete semantics, and prints how it ends.
package run

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"sync/atomic"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/faults"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
	"vouch/semantics/term/termview"
)

// This file defines a run.

// Options says how to run.
type Options struct {
	MaxSteps int64
	Trace    bool // print each step
	Stats    bool // count what was done
}

// Run runs the program p until it ends, or ctx does with the cause finder.OutOfMemory. Input gives what it draws. Its
// error is an exit status.
func Run(ctx context.Context, p *load.Program, input func(n int, name string) (*big.Int, bool), o Options,
	out io.Writer) error {
	var full atomic.Bool
	context.AfterFunc(ctx, func() { full.Store(context.Cause(ctx) == finder.OutOfMemory) })
	r := view.Run{Program: p.Core, Input: input, Steps: o.MaxSteps,
		Meter: semantics.NewMeter(maxWork, semantics.Unlimited)}
	on := func() bool { return !full.Load() }
	var s core.State
	var outcome semantics.Outcome
	circle := loop{program: p.Core}
	if o.Trace {
		t := tracer{texts: view.ReadTexts(p.Core, p.About.Sources), out: out}
		s, outcome = r.ReplayWhile(func() bool { return on() && t.err == nil }, &t)
		write(out, s.Output())
	} else {
		s, outcome = r.Fast(func(steps int64, s core.State) bool { return on() && !circle.found(steps, s) },
			func(w *core.Written) { write(out, w) })
	}
	at := placesIn(p)
	name := at(source.Span{})
	after, values := "after "+checkcmd.Count(outcome.Steps, "step"), ""
	if list := s.Shown(); len(list) > 0 {
		var names view.Names
		values = ", with " + termview.List(len(list), ", ", "variable", termview.Paragraph, func(i int) string {
			return termview.Name(list[i].Name) + " = " + names.Value(s, list[i].Value)
		})
	}
	switch {
	case outcome.Fault != nil:
		fmt.Fprintf(out, "%s: %s %s%s\n", at(outcome.Fault.Span), faults.Describe(outcome.Fault.Kind), after, values)
		return exit.Status(exit.Bug)
	case circle.period > 0:
		fmt.Fprintf(out, "%s: %s %s, which comes back every %s%s\n", at(circle.fault.Span),
			faults.Describe(circle.fault.Kind), after, checkcmd.Count(circle.period, "step"), values)
		return exit.Status(exit.Bug)
	case outcome.Done:
		status := ""
		if n, ok := s.Status().Integer(); ok && n.Sign() != 0 {
			status = " with status " + n.String()
		}
		fmt.Fprintf(out, "%s: halted%s %s%s\n", name, status, after, values)
		return nil
	case outcome.Blocked == semantics.AssumptionViolated && outcome.Steps < int64(p.Core.Prelude()):
		fmt.Fprintf(out, "%s: the input violates the assumption\n", at(s.Instr().Span))
	case outcome.Blocked != semantics.NotBlocked:
		fmt.Fprintf(out, "%s: %s %s%s\n", at(s.Instr().Span), outcome.Blocked, after, values)
	default:
		budget := "the step budget"
		if full.Load() {
			budget = "the memory budget"
		}
		fmt.Fprintf(out, "%s: stopped %s, %s%s\n", at(s.Instr().Span), after, budget, values)
	}
	return exit.Status(exit.Inconclusive)
}

// placesIn returns how a place of the program is written: the file, and the line and column if they are known.
func placesIn(p *load.Program) func(source.Span) string {
	return func(s source.Span) string {
		file, _ := p.Place(s)
		if !s.IsValid() {
			return file
		}
		return file + ":" + s.String()
	}
}

// maxWork bounds the work of evaluating expressions, in machine words touched: enough for days, but not for numbers
// that double their length for ever.
const maxWork = 1 << 42
