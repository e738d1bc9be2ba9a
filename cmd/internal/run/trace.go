package run

import (
	"fmt"
	"io"
	"strings"

	"vouch/semantics"
	"vouch/semantics/imp"
	"vouch/semantics/imp/impfmt"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file defines how the steps of a run are printed.

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
		text := termview.Clip(impfmt.Stmt(c))
		switch rule.Branch {
		case semantics.BranchTrue:
			text += "  is true"
		case semantics.BranchFalse:
			text += "  is false"
		}
		return text
	}
}
