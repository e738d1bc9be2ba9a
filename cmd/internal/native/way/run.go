package way

import (
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file notes the way of a run in vouch's semantics.

// Walk is a listener that notes what a run decides at sites.
type Walk struct {
	Sites   *Sites
	Events  []Event
	LeftOut int64 // how often it decided something elsewhere in the program
	Cut     bool  // whether there were more events than a trace has room for

	// Address is where the program first computed with the address of an object or a function, and Since how many
	// events came before: on a machine there are other addresses. It is the zero Span if the program never did.
	Address source.Span
	Since   int

	machine *core.Machine
}

// Begin implements view.Listener.
func (w *Walk) Begin(m *core.Machine, _ core.State) { w.machine = m }

// Step implements view.Listener.
func (w *Walk) Step(s *view.Step) {
	at := point{s.Before.Func(), s.Before.PC()}
	if !at.f.Library && !w.Address.IsValid() && view.Numbered(w.machine, s) {
		w.Address, w.Since = s.Instr().Span, len(w.Events)
	}
	d, ok := w.Sites.points[at]
	if !ok {
		if w.Sites.others[at] {
			w.LeftOut++
		}
		return
	}
	e := Event{Site: d.site}
	switch in := s.Instr(); {
	case in.Op == core.Set:
		n, ok := s.After.Slot(in.Dst).Integer()
		if !ok {
			return
		}
		e.Value = n.Int64()
		if n.IsUint64() {
			e.Value = int64(n.Uint64())
		}
	case d.left != nil:
		if v, stop := w.machine.Eval(s.Before, d.left); stop == nil && v.Holds() {
			e.Value = 1
		}
	case s.Rule.Branch == semantics.BranchTrue:
		e.Value = 1
	}
	if w.Cut = len(w.Events) >= Most; !w.Cut {
		w.Events = append(w.Events, e)
	}
}

// End implements view.Listener.
func (w *Walk) End(core.State, semantics.Outcome) {}

// Callers is a listener that notes which functions of the program the library calls in the runs to which it listens.
type Callers struct{ called map[*core.Func]bool }

// Begin implements view.Listener.
func (c *Callers) Begin(*core.Machine, core.State) {
	if c.called == nil {
		c.called = map[*core.Func]bool{}
	}
}

// Step implements view.Listener.
func (c *Callers) Step(s *view.Step) {
	if s.After.Ended() || s.After.Depth() <= s.Before.Depth() || !s.Before.Func().Library ||
		!isAuthors(s.After.Func()) {
		return
	}
	for f, ok := s.Before.Caller(); ok; f, ok = f.Caller() {
		if isAuthors(f.Func()) { // else the library begins the program
			c.called[s.After.Func()] = true
			return
		}
	}
}

// End implements view.Listener.
func (c *Callers) End(core.State, semantics.Outcome) {}

// Leave returns the functions that are left out, because the library called them or they are called by one that it
// called.
func (c *Callers) Leave(p *core.Program) func(*core.Func) bool {
	left := map[*core.Func]bool{}
	var add func(f *core.Func)
	var walk func(e *core.Expr)
	walk = func(e *core.Expr) {
		if e == nil {
			return
		}
		if e.Op == core.Function {
			add(p.Funcs[e.Ref])
		}
		walk(e.X)
		walk(e.Y)
	}
	add = func(f *core.Func) {
		if left[f] || !isAuthors(f) {
			return
		}
		left[f] = true
		for i := range f.Code {
			for _, e := range f.Code[i].Args {
				walk(e)
			}
		}
	}
	for f := range c.called {
		add(f)
	}
	return func(f *core.Func) bool { return left[f] }
}
