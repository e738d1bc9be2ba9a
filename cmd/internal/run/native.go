package run

import (
	"bufio"
	"context"
	"errors"
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
)

// This file defines a run that looks like a run of the compiled program: what it writes goes where it writes it, it reads standard input, and its exit status
// is that of vouch.

// Stdin returns what an execution draws where the input "stdin" is the next byte of a reader, or -1 at its end.
func (v *Values) Stdin(in io.Reader) func(n int, name string) (*big.Int, bool) {
	r := bufio.NewReader(in)
	for name := range v.given {
		if base(name) == "stdin" {
			return v.Draw
		}
	}
	return func(n int, name string) (*big.Int, bool) {
		if base(name) != "stdin" {
			return v.Draw(n, name)
		}
		b, err := r.ReadByte()
		if err != nil {
			return big.NewInt(-1), true
		}
		return big.NewInt(int64(b)), true
	}
}

// Words adds the arguments of a program, which it draws byte by byte; one that is shorter than longest ends with a byte 0. A program that takes no arguments
// draws none.
func (v *Values) Words(words []string, longest int) error {
	if v.draws["argument"] == nil {
		return nil
	}
	n := 0
	for _, w := range words {
		text := []byte(w)
		if len(text) < longest {
			text = append(text, 0)
		}
		for _, b := range text {
			if err := v.add(numbered("argument", n), big.NewInt(int64(b))); err != nil {
				return err
			}
			n++
		}
	}
	return nil
}

// unsupported is the exit status of a run that ends where the program does what is not supported.
const unsupported = exit.BadInput

// Native runs the program p until it ends, or ctx does with the cause finder.OutOfMemory. Its error is the exit status, that of the program if it ends by itself.
func Native(ctx context.Context, p *load.Program, input func(n int, name string) (*big.Int, bool), o Options, stdout, stderr io.Writer) error {
	var full atomic.Bool
	context.AfterFunc(ctx, func() { full.Store(context.Cause(ctx) == finder.OutOfMemory) })
	r := view.Run{Program: p.Core, Input: input, Steps: o.MaxSteps, Meter: semantics.NewMeter(maxWork, semantics.Unlimited)}
	out := bufio.NewWriter(stdout)
	var broken error
	s, outcome := r.Fast(func() bool { return !full.Load() && broken == nil }, func(w *core.Written) {
		split(out, stderr, w)
		broken = out.Flush()
	})
	at := func(s source.Span) string {
		file, _ := p.Place(s)
		if !s.IsValid() {
			return file
		}
		return file + ":" + s.String()
	}
	say := func(s source.Span, format string, args ...any) {
		fmt.Fprintf(stderr, "%s: %s\n", at(s), fmt.Sprintf(format, args...))
	}
	here := s.Place(s.Instr().Span)
	reason, refused := outcome.Blocked.Unsupported()
	switch {
	case broken != nil:
		return fmt.Errorf("standard output: %w", broken)
	case outcome.Fault != nil:
		say(outcome.Fault.Span, "bug: %s", faults.Describe(outcome.Fault.Kind))
		m := &core.Machine{Program: p.Core, Input: input}
		for _, line := range view.FaultStory(m, s, *outcome.Fault, at) {
			fmt.Fprintf(stderr, "  %s\n", line)
		}
		return exit.Status(exit.Bug)
	case outcome.Done:
		n, ok := s.Status().Integer()
		if !ok {
			return errors.New("found a program that ends without a status, want one")
		}
		if status := n.Int64() & 255; status != 0 {
			return exit.Status(status)
		}
		return nil
	case refused:
		say(here, "not supported: %s", reason)
		return exit.Status(unsupported)
	case outcome.Blocked == semantics.AssumptionViolated:
		say(here, "the input violates an assumption")
	case outcome.Blocked != semantics.NotBlocked:
		say(here, "%s", outcome.Blocked)
	case full.Load():
		say(here, "stopped after %s, the memory budget", checkcmd.Count(outcome.Steps, "step"))
	default:
		say(here, "stopped after %s, the step budget", checkcmd.Count(outcome.Steps, "step"))
	}
	return exit.Status(exit.Inconclusive)
}

// split writes what a program has written, the last first in w, to the streams that it wrote to.
func split(stdout *bufio.Writer, stderr io.Writer, w *core.Written) {
	if w == nil {
		return
	}
	split(stdout, stderr, w.Before)
	if w.Stream == 2 {
		stdout.Flush()
		stderr.Write(w.Bytes)
	} else {
		stdout.Write(w.Bytes)
	}
}
