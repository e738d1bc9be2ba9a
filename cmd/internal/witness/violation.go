package witness

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/c"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines the way of a failing run: what it draws, how it decides, which functions it calls, and where it
// fails.

// maxWaypoints is how many waypoints a witness has at most. A run that has more is told without its decisions and
// calls, which follow from what it draws.
const maxWaypoints = 10_000

// violation returns the way of the run that a certificate is about, and the property that it violates.
func (m *maker) violation() (content []Content, property string, err error) {
	t := &trace{m: m}
	run := &view.Run{Program: m.v.Lowered, Input: view.Inputs(m.v.Inputs), Steps: m.v.Steps}
	last, _ := run.Replay(t)
	way := t.way
	if len(way) > maxWaypoints {
		m.warn("%s: decisions and calls are left out: there are more than %d waypoints", m.source.Name, maxWaypoints)
		way = t.returns
	}
	if len(way) > maxWaypoints {
		m.warn("%s: what the run draws last is left out: there are more than %d waypoints", m.source.Name, maxWaypoints)
		way = way[:maxWaypoints]
	}
	target, property, err := m.target(last)
	if err != nil {
		return nil, "", err
	}
	for _, w := range append(way, target) {
		w.Action = Follow
		content = append(content, Content{Segment: []Step{{w}}})
	}
	return content, property, nil
}

// trace listens to a run and notes its waypoints.
type trace struct {
	m            *maker
	way, returns []Waypoint // all, and those of what calls return; no more than one too many
}

func (t *trace) Begin(*core.Machine, core.State)   {}
func (t *trace) End(core.State, semantics.Outcome) {}

func (t *trace) Step(s *view.Step) {
	fn, in := s.Before.Func(), s.Instr()
	switch {
	case in.Op == core.Draw:
		t.draws(s, fn, in)
	case fn.Library || in.Span.File != 0:
	case in.Op == core.Branch && s.Rule.Branch != semantics.NoBranch:
		t.decides(fn, in, s.Rule.Branch == semantics.BranchTrue)
	case in.Op == core.Call && s.After.Depth() > s.Before.Depth() && !s.After.Func().Library:
		if p := t.m.point(c.ACall, fn, in.Span); p != nil {
			t.add(Waypoint{Type: FunctionEnter, Location: t.m.parenthesis(p)})
		}
	}
}

func (t *trace) add(w Waypoint) {
	if len(t.way) <= maxWaypoints {
		t.way = append(t.way, w)
	}
	if w.Type == FunctionReturn && len(t.returns) <= maxWaypoints {
		t.returns = append(t.returns, w)
	}
}

// draws notes what a call of a function that returns anything returned.
func (t *trace) draws(s *view.Step, fn *core.Func, in *core.Instr) {
	n, ok := s.After.Slot(in.Dst).Integer()
	p := t.m.point(c.ACall, fn, in.Span)
	switch {
	case !ok || fn.Library || in.Span.File != 0 || p == nil || p.Callee == "":
		t.m.warn("%s: the input %s is left out: no call in the program returns it", t.m.source.Name, in.Name)
	case !p.Integer:
		t.m.warn("%s:%s: what %s returns is left out: it is no integer", t.m.source.Name, in.Span, p.Callee)
	default:
		t.add(Waypoint{Type: FunctionReturn, Constraint: &Constraint{`\result == ` + constant(n), ACSLExpression},
			Location: t.m.parenthesis(p)})
	}
}

// constant writes an integer as a constant expression.
func constant(n *big.Int) string {
	if n.IsInt64() {
		return n.String()
	}
	return n.String() + "U"
}

// decides notes how a decision went, if its condition is a single one: then the branch is as the condition.
func (t *trace) decides(fn *core.Func, in *core.Instr, holds bool) {
	if p := t.m.point(c.ADecision, fn, in.Span); p != nil && t.m.named(p) {
		t.add(Waypoint{Type: Branching, Constraint: &Constraint{Value: fmt.Sprint(holds != p.Not)},
			Location: t.m.location(p.Word, fn.Name)})
	}
}

// named reports whether a decision stands where its word is in the text, and decides between two ways before something
// is done.
func (m *maker) named(p *c.Point) bool {
	if p.Word.Line < 1 || int(p.Word.Line) > len(m.lines) {
		return false
	}
	line, at := m.lines[p.Word.Line-1], int(p.Word.Column)-1
	return at >= 0 && at < len(line) && slices.ContainsFunc([]string{"if", "while", "for", "?"},
		func(word string) bool { return strings.HasPrefix(line[at:], word) })
}

// target returns the waypoint of the fault, and the property that it violates.
func (m *maker) target(last core.State) (w Waypoint, property string, err error) {
	at, frame := m.v.Fault.Span, last.Frame
	property = properties[m.v.Fault.Kind]
	for frame.Func().Library {
		caller, ok := frame.Caller()
		if !ok {
			break
		}
		frame = caller
	}
	if property == unreachCall {
		property = unreachAssert
		for f, span, ok := frame, at, true; ok; {
			name := f.Func().Name
			if p := m.point(c.ACall, f.Func(), span); p != nil && slices.Contains(errorCalls, p.Callee) {
				property, at, frame = unreachCall, span, f
				break
			}
			if f, ok = f.Caller(); ok && slices.Contains(errorCalls, name) {
				property, at, frame = unreachCall, f.Instr().Span, f
				break
			}
			if ok {
				span = f.Instr().Span
			}
		}
	}
	in := m.innermost(frame.Func(), at)
	if in == nil {
		if m.v.Fault.Kind != semantics.MemoryLeak {
			return w, "", fmt.Errorf("the fault at %s is in no statement of the program's text", at)
		}
		return Waypoint{Type: Target, Location: Location{FileName: m.source.Name, Line: int(at.Line),
			Function: frame.Func().Name}}, property, nil
	}
	return Waypoint{Type: Target, Location: m.location(in.Span, in.Function)}, property, nil
}

// innermost returns the smallest statement or full expression around a place; of two that are the same, the statement.
// It returns nil if there is none.
func (m *maker) innermost(fn *core.Func, at source.Span) (best *c.Point) {
	for i := range m.points {
		p := &m.points[i]
		if p.Form > c.AnExpression || p.Function != fn.Name || !covers(p.Span, at) {
			continue
		}
		if best == nil || covers(best.Span, p.Span) && best.Span != p.Span {
			best = p
		}
	}
	return best
}

// covers reports whether a region lies in another one.
func covers(outer, inner source.Span) bool {
	return outer.File == inner.File && !inner.Start().Before(outer.Start()) && !outer.End().Before(inner.End())
}
