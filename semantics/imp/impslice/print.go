package impslice

import (
	"slices"
	"strings"

	"vouch/semantics"
	"vouch/semantics/imp"
)

// This file defines the text of slices and of whole programs: IMP in canonical layout without comments and macros, a statement
// on a line. Notes after # say which ways the branches of a slice took and which statement is at fault; brackets say which part.

// maxIndent bounds the indentation, in levels, so that the size of a text stays linear in that of its tree.
const maxIndent = 50

// Program returns the text of the whole program, with its option and its inputs. It is an error if that takes too much work.
func Program(p *imp.Program) (string, error) {
	r := reader{meter: semantics.NewMeter(baseWork, semantics.Unlimited)}
	w := writer{line: func(c imp.Stmt) (string, string, bool) {
		r.stmt(c)
		if _, skip := c.(*imp.Skip); skip || r.meter.Exhausted() {
			return "", "", false
		}
		return imp.FormatStmt(c), "", true
	}}
	w.head(p, true, p.Inputs())
	w.block(whole(p), 0)
	if r.meter.Exhausted() {
		return "", errTooMuch
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
	w := writer{line: func(c imp.Stmt) (string, string, bool) {
		n := g.nodes[c]
		if n == nil || !n.kept && n != at {
			return "", "", false
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
		return imp.FormatStmt(c), strings.Join(notes, ", "), true
	}}
	slices.Sort(g.inputs)
	w.head(g.program, g.divides || at.divides, g.inputs)
	w.block(g.body, 0)
	return string(w.text)
}

// writer writes a text. Line returns the line of a statement and its notes, or not ok where the statement is left out.
type writer struct {
	text []byte
	line func(imp.Stmt) (line, notes string, ok bool)
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
	if len(inputs) > 0 {
		w.print("input ", strings.Join(inputs, ", "), "\n")
	}
}

func (w *writer) block(b *imp.Block, level int) {
	indent := strings.Repeat("  ", min(level, maxIndent))
	for _, c := range b.Stmts {
		line, notes, ok := w.line(c)
		if !ok {
			continue
		}
		w.print(indent, line)
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
