package run

import (
	"fmt"
	"io"
	"strings"

	"vouch/cmd/internal/checkcmd"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines how the steps of a run are printed.

// tracer prints the steps of an execution. Of those inside of the library it says how many there are.
type tracer struct {
	texts  *view.Texts
	out    io.Writer
	err    error  // then nobody sees more of an execution that may have no end
	inside int64  // steps inside of the library that were not printed
	called string // the function of the library whose steps these are, "" if people do not call it
}

func (t *tracer) Begin(*core.Machine, core.State) {}

func (t *tracer) Step(s *view.Step) {
	told := s.Told()
	if s.Before.Func().Library && !told {
		if _, called, ok := view.Author(s.Before.Frame); ok {
			t.called = called
		}
		t.inside++
		return
	}
	t.leave()
	e, effect := t.texts.Event(s), ""
	if told {
		e.Old = ""
		effect = e.Sentence()
	}
	line := fmt.Sprintf("%6d  %-12s %-8s %s", s.N, s.Rule.Name, t.texts.Place(e.Span), effect)
	_, t.err = fmt.Fprintln(t.out, strings.TrimRight(line, " "))
}

func (t *tracer) End(core.State, semantics.Outcome) { t.leave() }

// leave says how many steps inside of the library were not printed.
func (t *tracer) leave() {
	if t.inside == 0 || t.err != nil {
		return
	}
	where := "the library"
	if t.called != "" {
		where = t.called
	}
	_, t.err = fmt.Fprintf(t.out, "        ... %s inside of %s\n", checkcmd.Count(t.inside, "step"), where)
	t.inside, t.called = 0, ""
}

// write writes what a program has written, the last first in w.
func write(out io.Writer, w *core.Written) {
	if w != nil {
		write(out, w.Before)
		out.Write(w.Bytes)
	}
}
