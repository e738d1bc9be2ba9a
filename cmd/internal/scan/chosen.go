package scan

import (
	"context"
	"fmt"

	"vouch/cmd/internal/claim"
	"vouch/cmd/internal/harness"
	"vouch/cmd/internal/terminal"
	"vouch/semantics/term/termview"
)

// This file defines objects whose sizes the user chooses. What lies outside of such an object is a fault: the function
// cannot ask for a larger one. An object of any size is short at first, so that what else the function needs shows
// soon; what is certified then has one of any size.

// choose gives functions the sizes that are about them. Each has to be about one of them; about all, if the user has
// named the functions. The error is one of a flag.
func choose(ctx context.Context, sizes []Size, functions []*function, named bool) error {
	for _, s := range sizes {
		about, misfit := 0, ""
		for _, f := range functions {
			if f.entry.Refused != nil || f.typed(ctx) != nil { // which is what is told of it
				about++
				continue
			}
			has, why := s.fits(f.entry)
			switch {
			case why == "":
				about++
				f.sizes = append(f.sizes, s)
			case misfit == "" && (has || named):
				where := f.entry.Where
				where.Msg = why
				misfit = where.Error()
			}
		}
		switch {
		case misfit != "" && (named || about == 0):
			return fmt.Errorf("%s: %s", s.option(), terminal.Shown(misfit))
		case about == 0 && len(functions) > 0:
			return fmt.Errorf("%s: found no function with a parameter %s, want one", s.option(), s.Pointer)
		}
	}
	return nil
}

// resize gives the objects to which parameters point the sizes that the user has chosen.
func (f *function) resize(m *harness.Memory) {
	for _, s := range f.sizes {
		p := named(f.entry, s.Pointer)
		o := harness.Object{Kind: harness.Text, Count: sizes[0], Size: harness.Any}
		switch {
		case s.Chosen == claim.ByNumber:
			o.Kind, o.Count, o.Size = harness.Elements, s.count, harness.Chosen
			if s.text {
				o.Kind = harness.Text
			}
		case s.Chosen == claim.ByParameter:
			o.Kind, o.With = harness.Counted, s.Text
		case !s.text:
			o.Kind, o.With, o.Own = harness.Counted, harness.Inner+s.Pointer+"_count", true
		}
		m.Objects[s.Pointer] = o
		for _, q := range f.entry.Parameters { // a text does not say where it ends
			if end := m.Objects[q.Name]; end.Kind == harness.End && end.With == p.Name && s.text {
				m.Objects[q.Name] = object(q.Of, q.Name)
			}
		}
	}
	if len(f.sizes) == 0 {
		return
	}
	clear(m.Most)
	for _, o := range m.Objects {
		if o.Kind == harness.Counted && !o.Own {
			m.Most[o.With] = int64(o.Count)
		}
	}
}

// start returns the memory that the function gets first.
func (f *function) start() *harness.Memory {
	m := start(f.entry)
	f.resize(m)
	return m
}

// unbound makes the harness of what is known of a function one in which objects have any size where the user says that
// they may. It reports whether there are any.
func (f *function) unbound(x *explored, out *Outcome) bool {
	memory, pointers := x.made.Memory.Unbound()
	if memory == nil || x.late != nil {
		return false
	}
	made, err := f.harness(out.harness).Make(memory)
	if err != nil {
		panic("scan: no harness with objects of any size: " + err.Error())
	}
	x.made, out.any = made, pointers
	return true
}

// short says of a function whose objects have any size what that means for its verdict. Why is what was left open with
// small ones; "" if nothing was.
func (f *Outcome) short(why string) {
	switch {
	case f.any == nil:
	case f.Verdict == Safe:
		f.cut = false
	case f.Verdict == Unknown && why == "":
		f.Why += fmt.Sprintf("; nothing fails while the size of %s is at most %d", f.anyText(), sizes[len(sizes)-1])
	}
}

// anyText lists the pointers to objects of any size.
func (f *Outcome) anyText() string {
	return termview.List(len(f.any), " and ", "pointer", termview.Line, func(i int) string { return f.any[i] })
}
