package view

import (
	"fmt"
	"slices"
	"strings"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines the text of slices. Each instruction has a line with a number, indented by the branches and calls
// that decide about it. Notes behind # say which branch, by its number, and which way it went; which ways a branch
// took; and what is at fault, with brackets around the part.

// maxIndent bounds the indentation in levels. So the size of a text is linear in the size of the program.
const maxIndent = 50

// text returns the text of everything on which the fault at the end of an execution depends.
func (g *slicer) text(last core.State, fault semantics.Fault) string {
	f := g.frames[len(g.frames)-1]
	f.close(last.PC())
	at := g.visit(f, last.PC(), last)
	if g.meter.Exhausted() {
		return "" // before its text is made
	}
	b := blame{reader{meter: g.meter, fn: last.Func()}, g.machine, last}
	c := *last.Instr()
	own := true // whether the instruction itself is at fault, and not an operand
	for i, e := range c.Args {
		if b.lacks(e) {
			c.Args = slices.Clone(c.Args)
			c.Args[i] = b.find(e)
			own = false
			break
		}
	}
	var from []*node
	for _, c := range at.causes {
		from = append(from, c.node)
	}
	if own {
		for _, e := range c.Args {
			b.expr(e)
			v, _ := g.machine.Eval(last, e)
			if id, _, ok := v.Object(); ok {
				from = append(from, g.life(id, fault.Kind)...)
			}
		}
	}
	if fault.Kind == semantics.MemoryLeak {
		id, _ := g.machine.Lost(last)
		from = append(from, g.life(id, fault.Kind)...)
	}
	for _, slot := range distinct(b.slots) {
		from = append(from, g.value(f, slot))
	}
	g.keep(from)
	at.kept = true
	w := writer{slicer: g, names: map[variable]string{}, length: at.length + b.length}
	return w.text(at, c, fault.Kind)
}

// Slice runs r, and returns the fault in which r ends and the text of its slice. It returns an error if r has no fault
// after all its steps, or if r's meter, which pays for everything, runs out.
func (r *Run) Slice() (fault semantics.Fault, text string, err error) {
	g := newSlicer(r)
	last, out := r.ReplayWhile(func() bool { return !r.Meter.Exhausted() }, g)
	if r.Endless && out.Fault == nil && out.Blocked == semantics.NotBlocked && !out.Done && out.Steps == r.Steps {
		out.Fault = &semantics.Fault{Kind: semantics.EndlessLoop, Span: last.Place(last.Instr().Span)}
	}
	switch violated := out.Blocked == semantics.AssumptionViolated; {
	case r.Meter.Exhausted():
		return fault, "", tooMuch(r.Meter)
	case violated:
		return fault, "", fmt.Errorf("the input violates the assumption at %s", last.Instr().Span)
	case out.Steps < r.Steps && (out.Done || out.Fault != nil):
		return fault, "", fmt.Errorf("execution ends after %d steps, want %d", out.Steps, r.Steps)
	case out.Fault == nil && out.Blocked != semantics.NotBlocked:
		return fault, "", fmt.Errorf("execution is stuck after %d steps: %s", out.Steps, out.Blocked)
	case out.Fault == nil:
		return fault, "", fmt.Errorf("no fault after %d steps", out.Steps)
	}
	text = g.text(last, *out.Fault)
	if r.Meter.Exhausted() { // then what was derived means nothing
		return semantics.Fault{}, "", tooMuch(r.Meter)
	}
	return *out.Fault, text, nil
}

// life returns the nodes that made and ended the object of a fault. If the fault is about a read-only object, it also
// returns the node that made it so.
func (g *slicer) life(id int, kind semantics.Kind) []*node {
	o := g.object(id)
	nodes := []*node{o.made, o.ended}
	if kind == semantics.ReadOnlyWrite {
		nodes = append(nodes, o.protected)
	}
	return slices.DeleteFunc(nodes, func(n *node) bool { return n == nil })
}

// writer writes the text of a slice.
type writer struct {
	*slicer
	out    []byte
	names  map[variable]string // numbers of variables without a name for people; the function is -1 for global objects
	length int                 // of the line of the fault
}

// text writes the lines of everything that is kept. The instruction of at, which is at fault, reads as c.
func (w *writer) text(at *node, c core.Instr, kind semantics.Kind) string {
	var lines []*node
	for ref := range w.program.Globals {
		if n := w.globals[ref]; n != nil && n.kept {
			lines = append(lines, n)
		}
	}
	for _, nodes := range w.nodes {
		w.meter.Charge(len(nodes))
		for _, n := range nodes {
			if n == nil {
				continue
			}
			if n.kept {
				lines = append(lines, n)
			}
			for _, a := range n.args {
				if a.kept {
					lines = append(lines, a)
				}
			}
		}
	}
	for i, n := range lines {
		n.number = i + 1
	}
	active := map[*node]bool{}
	for _, f := range w.frames {
		active[f.around.node] = true
	}
	for _, n := range lines {
		var notes []string
		indent := -1
		for _, c := range w.sorted(n.causes) {
			if c.node.number < n.number {
				indent = max(indent, c.node.indent)
			}
			notes = append(notes, w.cause(c))
		}
		n.indent = min(indent+1, maxIndent)
		if n.ways[0] != nil || n.ways[1] != nil {
			notes = append(notes, w.ways(n))
		}
		instr := core.Instr{}
		if n.sort == instruction {
			instr = w.program.Funcs[n.fn].Code[n.at]
		}
		length := n.length
		if active[n] && n.sort == instruction {
			notes = append(notes, "under way")
		}
		if n == at {
			instr, length = c, w.length
			notes = append(notes, string(kind))
		}
		note := ""
		if len(notes) > 0 {
			note = "  # " + strings.Join(notes, "; ")
		}
		length += 2*n.indent + len(note) + 64
		if !w.meter.Charge(length) || !w.meter.Hold(wordsPerText*(length/8+1)) {
			return ""
		}
		w.out = fmt.Appendf(w.out, "%d %s%s%s\n", n.number, strings.Repeat("  ", n.indent), w.line(n, instr), note)
	}
	return string(w.out)
}

// sorted returns the causes in the order in which the text has them.
func (w *writer) sorted(causes []cause) []cause {
	causes = slices.Clone(causes)
	slices.SortFunc(causes, func(c, d cause) int {
		if c.node != d.node {
			return c.node.number - d.node.number
		}
		return c.way - d.way
	})
	return causes
}

// cause names a branch and its way, or a call, by its number in the text.
func (w *writer) cause(c cause) string {
	number := fmt.Sprint(c.node.number)
	if w.program.Funcs[c.node.fn].Code[c.node.at].Op == core.Call {
		return number
	}
	return number + [...]string{" true", " false"}[c.way]
}

// ways says which ways a branch took.
func (w *writer) ways(n *node) string {
	switch loop := w.program.Funcs[n.fn].Code[n.at].Loop >= 0; {
	case n.ways[0] == nil:
		return "false"
	case n.ways[1] == nil || loop: // every loop is left sooner or later
		return "true"
	}
	return "true, false"
}

// line returns the text of a node, whose instruction reads as c.
func (w *writer) line(n *node, c core.Instr) string {
	fn := n.fn
	if n.sort == contents {
		g := w.program.Globals[n.at]
		text := fmt.Sprintf("%s holds", w.global(n.at))
		for _, x := range g.Init {
			text += fmt.Sprintf(" %d: ", x.Offset)
			if x.Value == nil {
				text += fmt.Sprintf("%q", x.Bytes)
			} else {
				text += fmt.Sprintf("%s %s", x.Type, w.notation(-1).expr(x.Value))
			}
		}
		if len(g.Init) == 0 {
			text += " zeros"
		}
		return text
	}
	if n.sort == argument {
		e := w.program.Funcs[fn].Code[n.at].Args[1+n.arg]
		return fmt.Sprintf("argument %d = %s", n.arg+1, w.notation(fn).expr(e))
	}
	return w.instruction(fn, c)
}

// instruction returns the text of an instruction.
func (w *writer) instruction(fn int, c core.Instr) string {
	var args []string
	for _, e := range c.Args {
		args = append(args, w.notation(fn).expr(e))
		if c.Op == core.Call {
			break // the arguments have lines of their own
		}
	}
	list := strings.Join(args, ", ")
	text := strings.TrimSuffix(c.Op.String()+" "+list, " ")
	switch c.Op {
	case core.Set:
		text = list
	case core.Branch:
		text = "if " + list
		if c.Loop >= 0 {
			text = "while " + list
		}
	case core.Draw:
		text = "input " + c.Name
		if c.Lo != nil || c.Hi != nil {
			text += fmt.Sprintf(" in %s..%s", bound(c.Lo), bound(c.Hi))
		}
		if w.slot(fn, c.Dst) == c.Name {
			return text
		}
	case core.Alloc:
		text = fmt.Sprintf("alloc %s %s", c.Life, list)
	case core.Copy:
		if c.Loose {
			text = "copy loose " + list
		}
	case core.Load, core.Store:
		how := ""
		if c.Loose {
			how = " loose"
		}
		text = fmt.Sprintf("%s %s%s %s", c.Op, c.Type, how, list)
	}
	if c.Dst >= 0 {
		text = w.slot(fn, c.Dst) + " = " + text
	}
	return text
}

func (w *writer) notation(fn int) notation {
	return notation{
		slot:     func(slot int) string { return w.slot(fn, slot) },
		global:   w.global,
		function: func(i int) string { return w.program.Funcs[i].Name },
	}
}

func (w *writer) slot(fn, slot int) string {
	return w.named(variable{fn, slot}, w.program.Funcs[fn].Slots[slot].Name)
}

func (w *writer) global(ref int) string {
	return w.named(variable{-1, ref}, w.program.Globals[ref].Name)
}

// named returns a name for people. Without one, it numbers the variable in the order of the text.
func (w *writer) named(v variable, name string) string {
	if !strings.HasPrefix(name, "$") {
		return name
	}
	if w.names[v] == "" {
		w.names[v] = fmt.Sprintf("$%d", len(w.names)+1)
	}
	return w.names[v]
}
