package run

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/big"
	"sync/atomic"
	"time"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/terminal"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines a run that looks like a run of the compiled program: what it writes goes where it writes it, it
// reads standard input, and its exit status is that of vouch.

// feed gives an execution what it draws, and where the input "stdin" is the next byte of a reader, or -1 at its end. It
// reads only when it was refilled, so that what the program has written before is seen first.
type feed struct {
	values *Values
	in     *bufio.Reader // nil if the bytes were given by name
	disk   *disk         // nil if the program may not use files
	full   bool          // whether it may read
}

// NewFeed returns the feed of a run: the given values, and standard input from in. If standard input was given too, it
// ends after the given bytes. With files, the program may use those of the machine.
func (v *Values) NewFeed(in io.Reader, files bool) *feed {
	f := &feed{values: v, in: bufio.NewReader(in)}
	for name := range v.given {
		if base(name) == "stdin" {
			f.in = nil
		}
	}
	if files {
		f.disk = &disk{}
	}
	return f
}

// draw implements core.Machine.Input.
func (f *feed) draw(n int, name string) (*big.Int, bool) {
	if f.disk != nil && isOfDisk(base(name)) {
		return f.disk.draw(base(name))
	}
	if base(name) != "stdin" || f.values.given[name] != nil {
		return f.values.Draw(n, name)
	}
	if f.in == nil {
		return big.NewInt(-1), true
	}
	if f.in.Buffered() == 0 && !f.full {
		return nil, false
	}
	f.full = false
	b, err := f.in.ReadByte()
	if err != nil {
		return big.NewInt(-1), true
	}
	return big.NewInt(int64(b)), true
}

// refill lets draw read once more; it is false if that was so already.
func (f *feed) refill() bool {
	if f.disk.answer() {
		return true
	}
	before := f.full
	f.full = true
	return !before
}

// Words adds the arguments of a program, which it draws byte by byte; one that is shorter than the longest ends with a
// byte 0. A program that takes no arguments draws none.
func (v *Values) Words(words []string) error {
	for i, w := range words {
		name := fmt.Sprintf("argv[%d]", i+1)
		if v.draws[name] == nil {
			return nil
		}
		if err := v.bytes(name, hex.EncodeToString([]byte(w))); err != nil {
			return err
		}
	}
	return nil
}

// unsupported is the exit status of a run that ends because the program needs something that is not supported.
const unsupported = exit.BadInput

// Native runs the program p until it ends, or ctx does with the cause finder.OutOfMemory. With Trace, the steps are on
// stderr. Its error is the exit status, that of the program if it ends by itself.
func Native(ctx context.Context, p *load.Program, input *feed, o Options, stdout, stderr io.Writer) error {
	var full atomic.Bool
	context.AfterFunc(ctx, func() { full.Store(context.Cause(ctx) == finder.OutOfMemory) })
	r := view.Run{Program: p.Core, Input: input.draw, Refill: input.refill, Steps: o.MaxSteps,
		Meter: semantics.NewMeter(maxWork, semantics.Unlimited)}
	out, began := bufio.NewWriter(stdout), time.Now()
	var broken error
	var s core.State
	var outcome semantics.Outcome
	give := func(w *core.Written) {
		split(out, stderr, input.disk, w)
		broken = out.Flush()
	}
	circle := loop{program: p.Core}
	if o.Trace {
		t := tracer{texts: view.ReadTexts(p.Core, p.About.Sources), out: stderr}
		input.full = true
		s, outcome = r.ReplayWhile(func() bool {
			input.full = true
			return !full.Load() && t.err == nil
		}, &t)
		give(s.Output())
	} else {
		line := terminal.NewLine(stderr, false)
		s, outcome = r.Fast(func(steps int64, s core.State) bool {
			if time.Since(began) > patience {
				at := s.Place(s.Instr().Span)
				line.Show("running", checkcmd.Count(steps, "step"),
					fmt.Sprintf("in %s at line %d", s.Func().Name, at.Line))
			}
			return !full.Load() && broken == nil && !circle.found(steps, s)
		}, func(w *core.Written) {
			if w != nil {
				line.Print(func() { give(w) })
			}
		})
		line.Clear()
	}
	if o.Stats {
		defer func() {
			fmt.Fprintf(stderr, "stats: %s, %s, %s, %v\n", checkcmd.Count(outcome.Steps, "core instruction"),
				checkcmd.Count(int64(s.Objects()), "object"),
				checkcmd.Count(int64(s.Drawn()), "input"), time.Since(began).Round(time.Millisecond))
		}()
	}
	at := placesIn(p)
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
		m := &core.Machine{Program: p.Core, Input: input.draw}
		for _, line := range view.FaultStory(m, s, *outcome.Fault, at) {
			fmt.Fprintf(stderr, "  %s\n", line)
		}
		return exit.Status(exit.Bug)
	case circle.period > 0:
		say(circle.fault.Span, "bug: %s, which comes back every %s", faults.Describe(circle.fault.Kind),
			checkcmd.Count(circle.period, "step"))
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

// patience is how long a run is silent before it shows on a terminal how far it is.
const patience = 2 * time.Second

// split writes what a program has written, the last first in w, to the streams that it wrote to. What it asks of files
// is noted.
func split(stdout *bufio.Writer, stderr io.Writer, files *disk, w *core.Written) {
	if w == nil {
		return
	}
	split(stdout, stderr, files, w.Before)
	switch {
	case w.Stream == 2:
		stdout.Flush()
		stderr.Write(w.Bytes)
	case w.Stream == 3 && files != nil:
		files.asked = append(files.asked, w.Bytes...)
	default:
		stdout.Write(w.Bytes)
	}
}
