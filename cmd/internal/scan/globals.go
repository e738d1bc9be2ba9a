package scan

import (
	"context"
	"fmt"
	"slices"

	"vouch/cmd/internal/harness"
	"vouch/semantics/c"
)

// This file defines which global variables begin with any value: those that a function can see and that its program
// has.

// mostGlobal is how many elements a global array may have.
const mostGlobal = mostArray

// globals makes the global variables of the program of a function begin with any value, and returns why one of them
// cannot; "" if each does.
func (f *function) globals(ctx context.Context, name string) (why string, err error) {
	f.given = nil
	h := &harness.Function{Entry: f.entry, Source: f.source(name)}
	made, err := h.Make(start(f.entry, f.sizes))
	if err != nil {
		return "", err
	}
	p, _, _, err := f.open(ctx, name, made)
	if err != nil {
		return "", err
	}
	known, err := f.unit.Variables(ctx)
	if err != nil {
		return "", err
	}
	for _, g := range p.Core.Globals {
		if file, _ := p.Place(g.Span); g.Literal || g.ReadOnly || f.unit.Foreign(file) {
			continue
		}
		at := slices.IndexFunc(known, func(v c.EntryParameter) bool { return v.Name == g.Name })
		reason := "it is declared inside of a function, or in another file"
		if at >= 0 {
			if reason = f.unsettable(known[at]); reason == "" {
				f.given = append(f.given, known[at])
				continue
			}
		}
		why = fmt.Sprintf("the variable %s begins with its initial value: %s", g.Name, reason)
	}
	return why, nil
}

// unsettable says why a variable cannot begin with any value; "" if it can.
func (f *function) unsettable(v c.EntryParameter) string {
	switch {
	case slices.ContainsFunc(f.entry.Parameters, func(p c.EntryParameter) bool { return p.Name == v.Name }):
		return "a parameter has its name"
	case v.Of.Const || v.Of.Class == c.Array && v.Of.Elem.Const:
		return "it is const"
	case v.Of.Class == c.Array && v.Of.Len > mostGlobal:
		return fmt.Sprintf("it has more than %d elements", mostGlobal)
	case harness.Parts(v.Of) > harness.MostParts:
		return "it has too many parts"
	}
	return unfillable(v.Of, map[*c.Record]bool{})
}

// unfillable says why an object of a type cannot have any value; "" if it can.
func unfillable(t *c.Type, seen map[*c.Record]bool) string {
	switch t.Class {
	case c.Complex, c.Vector, c.LongDouble:
		return "it has the type " + t.String()
	case c.Union:
		if c.HasPointer(t) {
			return "it has a union with a pointer"
		}
	case c.Array:
		return unfillable(t.Elem, seen)
	case c.Struct:
		if seen[t.Record] {
			return ""
		}
		seen[t.Record] = true
		for _, m := range t.Record.Fields {
			if why := unfillable(m.Type, seen); why != "" {
				return why
			}
		}
	}
	return ""
}
