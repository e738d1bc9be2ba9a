package impslice

import (
	"slices"
	"strings"

	"vouch/semantics"
	"vouch/semantics/imp"
	"vouch/semantics/imp/impfmt"
)

// This file defines the text of slices and of whole programs: IMP in canonical layout without comments and macros, a statement
// on a line. Notes after # say which ways the branches of a slice took and which statement is at fault; brackets say which part.

// maxIndent bounds the indentation, in levels, so that the size of a text stays linear in that of its tree.
const maxIndent = 50

// wordsPerText is the memory that a text takes, in words for each eight bytes, while it grows and is copied.
const wordsPerText = 5

// Program returns the text of the whole program, with its option and its inputs. It is an error if that takes more than the meter has.
func Program(p *imp.Program, meter *semantics.Meter) (string, error) {
	w := writer{meter: meter, line: func(c imp.Stmt) (imp.Stmt, string, int) {
		if _, skip := c.(*imp.Skip); skip {
			return nil, "", 0
		}
		r := reader{meter: meter}
		r.stmt(c)
		meter.Settle(0)
		return c, "", r.length
	}}
	w.head(p, true, p.Inputs())
	w.block(whole(p), 0)
	if meter.Exhausted() {
		return "", tooMuch(meter)
	}
	return string(w.text), nil
}

// whole returns the body of p behind its assumptions.
func whole(p *imp.Program) *imp.Block {
	b := &imp.Block{}
	for _, psi := range p.Assumptions {
		b.Stmts = append(b.Stmts, &imp.Assume{Cond: psi})
	}
	b.Stmts = append(b.Stmts, p.Body.Stmts...)
	return b
}

// text returns the text of what is kept, and of the fault at the statement of at, which reads as in marked.
func (g *graph) text(at *node, marked imp.Stmt, kind semantics.Kind) string {
	w := writer{meter: g.meter, line: func(c imp.Stmt) (imp.Stmt, string, int) {
		n := g.nodes[c]
		if n == nil || !n.kept && n != at {
			return nil, "", 0
		}
		var notes []string
		if n.ways[0] != nil {
			notes = append(notes, "true")
		}
		if _, loop := c.(*imp.While); n.ways[1] != nil && !(loop && n.ways[0] != nil) { // a loop is left sooner or later
			notes = append(notes, "false")
		}
		if n == at {
			c, notes = marked, append(notes, string(kind))
		}
		return c, strings.Join(notes, ", "), n.length
	}}
	slices.Sort(g.inputs)
	w.head(g.program, g.divides || at.divides, g.inputs)
	w.block(g.body, 0)
	return string(w.text)
}

// writer writes a text. Line returns what to write in place of a statement, nil for nothing, with its notes and the length of its line at
// most, in bytes.
type writer struct {
	text  []byte
	meter *semantics.Meter
	line  func(imp.Stmt) (instead imp.Stmt, notes string, length int)
}

func (w *writer) print(parts ...string) {
	for _, s := range parts {
		w.text = append(w.text, s...)
	}
}

func (w *writer) head(p *imp.Program, divides bool, inputs []string) {
	if divides {
		w.print("option division ", p.Division.String(), "\n")
	}
	for i, name := range inputs {
		if !w.meter.Charge(len(name)) || !w.meter.Hold(wordsPerText*(len(name)/8+1)) {
			return
		}
		if i == 0 {
			w.print("input ", name)
		} else {
			w.print(", ", name)
		}
	}
	if len(inputs) > 0 {
		w.print("\n")
	}
}

func (w *writer) block(b *imp.Block, level int) {
	indent := strings.Repeat("  ", min(level, maxIndent))
	for _, c := range b.Stmts {
		instead, notes, length := w.line(c)
		if instead == nil {
			continue
		}
		length += 2*len(indent) + len(notes) + 16 // with the lines of its brackets
		if !w.meter.Charge(length) || !w.meter.Hold(wordsPerText*(length/8+1)) {
			return
		}
		w.print(indent, impfmt.Stmt(instead))
		var body, otherwise *imp.Block
		switch c := c.(type) {
		case *imp.If:
			body, otherwise = c.Then, c.Else
		case *imp.While:
			body = c.Body
		}
		if body != nil {
			w.print(" {")
		}
		if notes != "" {
			w.print("  # ", notes)
		}
		w.print("\n")
		if body == nil {
			continue
		}
		w.block(body, level+1)
		if otherwise != nil {
			before := len(w.text)
			w.print(indent, "} else {\n")
			empty := len(w.text)
			if w.block(otherwise, level+1); len(w.text) == empty {
				w.text = w.text[:before]
			}
		}
		w.print(indent, "}\n")
	}
}
