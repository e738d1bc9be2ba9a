package scan

import (
	"context"
	"fmt"

	"vouch/cmd/internal/terminal"
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
