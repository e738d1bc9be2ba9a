package run

import (
	"fmt"
	"io"
	"strings"

	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines how the steps of a run are printed.

// tracer prints the steps of an execution.
type tracer struct {
	texts *view.Texts
	out   io.Writer
	err   error // then nobody sees more of an execution that may have no end
}

func (t *tracer) Begin(*core.Machine, core.State) {}

func (t *tracer) Step(s *view.Step) {
	e, effect := t.texts.Event(s), ""
	if s.Told() {
		e.Old = ""
		effect = e.Sentence()
	}
	line := fmt.Sprintf("%6d  %-12s %-8s %s", s.N, s.Rule.Name, t.texts.Place(e.Span), effect)
	_, t.err = fmt.Fprintln(t.out, strings.TrimRight(line, " "))
}

func (t *tracer) End(core.State, semantics.Outcome) {}

// write writes what a program has written, the last first in w.
func write(out io.Writer, w *core.Written) {
	if w != nil {
		write(out, w.Before)
		out.Write(w.Bytes)
	}
}
