package report

import (
	"fmt"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/checker"
	"vouch/internal/view"
	"vouch/semantics/core"
	"vouch/semantics/term/termview"
)

// This file names the places of integers about which invariants are.

// placeNames names places as people read them in the invariants of a certificate.
type placeNames struct {
	invariant checker.Invariant
	calls     []core.Frame // the running one first
	objects   view.Names
	names     map[certs.Place]string // of the places in the invariant
}

// namesIn returns the names of the places in an invariant. Different places have different names.
func namesIn(in checker.Invariant) *placeNames {
	n := &placeNames{invariant: in, names: map[certs.Place]string{}}
	for f, ok := in.State.Frame, true; ok && len(n.calls) < maxNamed; f, ok = f.Caller() {
		n.calls = append(n.calls, f)
	}
	places := slices.Clone(in.Any)
	for _, c := range clausesOf(in.Landmark) {
		places = append(places, c.places()...)
	}
	for _, s := range in.Summaries {
		places = append(places, pointsOf(s)...)
	}
	taken := map[string]bool{}
	for _, p := range places {
		if n.names[p] != "" {
			continue
		}
		name := n.name(p, true)
		if taken[name] {
			name = n.name(p, false)
		}
		n.names[p], taken[name] = name, true
	}
	return n
}

// maxNamed is how many calls have variables with names.
const maxNamed = 64

// Of returns the name of a place in the invariant.
func (n *placeNames) Of(p certs.Place) string { return n.names[p] }

// Any returns the names of the places that may have other values in each turn.
func (n *placeNames) Any() []string {
	list := []string{}
	for _, p := range n.invariant.Any {
		list = append(list, n.Of(p))
	}
	return list
}

// own returns the name of a variable or an object: as the program has it, or with what tells it from others of that
// name.
func own(name string, brief bool) string {
	if rest, inner := strings.CutPrefix(name, "$"); inner && strings.Trim(rest, "0123456789") != "" {
		name = rest // and not where it would be read as a number
	}
	if short, _, cut := strings.Cut(name, "~"); cut && brief {
		return termview.Name(short)
	}
	return termview.Name(name)
}

// objectOf returns the name of an object.
func (n *placeNames) objectOf(id int, brief bool) string {
	return own(n.objects.Object(n.invariant.State, id), brief)
}

// name returns a name of a place: as the program has it, or with what tells it from others of that name.
func (n *placeNames) name(p certs.Place, brief bool) string {
	if p.Object == 0 {
		if p.Type >= uint64(len(n.calls)) || p.At >= uint64(len(n.calls[p.Type].Func().Slots)) {
			return fmt.Sprintf("variable %d of call %d", p.At, p.Type)
		}
		f := n.calls[p.Type]
		name := own(f.Func().Slots[p.At].Name, brief)
		if _, _, in := f.Slot(int(p.At)).Object(); in {
			name = "offset(" + name + ")"
		}
		if p.Type > 0 {
			name += " of " + termview.Name(f.Func().Name)
			if !brief {
				name += fmt.Sprintf(" (call %d)", p.Type)
			}
		}
		return name
	}
	as := core.Scalar(p.Type)
	o, ok := n.invariant.State.Object(int(min(p.Object, core.MaxObjects)))
	if !ok || p.At > core.MaxObject {
		return fmt.Sprintf("byte %d of object %d", p.At, p.Object)
	}
	name := n.objectOf(int(p.Object), brief)
	if !brief {
		name += fmt.Sprintf(" (object %d)", p.Object)
	}
	if as == core.NoScalar {
		return "size(" + name + ")"
	}
	switch {
	case p.At == 0 && o.Size == as.Size():
		return name
	case as.Size() == 1:
		return fmt.Sprintf("(byte %d of %s)", p.At, name)
	}
	return fmt.Sprintf("(bytes %d to %d of %s)", p.At, int64(p.At)+as.Size()-1, name)
}
