package finder

import (
	"fmt"
	"slices"
	"strings"

	"vouch/semantics"
	"vouch/semantics/term"
)

// This file defines what a walk says of ways that somebody holds impossible and that nothing proves impossible.

// Held says which ways are held impossible, though no proof of that was found. As an error, it says why there is no certificate of absence.
type Held struct {
	By   []string // who holds that: solvers, or vouch itself
	Ways int      // how many ways; at least 1
	More bool     // whether there may be more of them
	// About the first of the ways:
	Path   []*term.Formula  // what an input that takes it satisfies
	Fault  *semantics.Fault // to which it leads; nil if it leads to none at once
	Reason string           // why there is no proof
}

// maxHeld is how many ways without a proof a walk counts before it ends. Each of them may take much work.
const maxHeld = 10

// holder is who holds a way impossible if no solver is known to.
const holder = "vouch"

func (h *Held) Error() string {
	ways := "1 way"
	if h.Ways > 1 {
		ways = fmt.Sprintf("%d ways", h.Ways)
	}
	if h.More {
		ways += " or more"
	}
	verb := "holds"
	if len(h.By) > 1 {
		verb = "hold"
	}
	return fmt.Sprintf("%s %s %s impossible, and nothing proves it", strings.Join(h.By, " and "), verb, ways)
}

// clone returns a copy of h, which later ways leave alone.
func (h *Held) clone() *Held {
	if h == nil {
		return nil
	}
	c := *h
	c.By = slices.Clone(h.By)
	return &c
}

// refuted is why a way that somebody refuted has no proof.
type refuted struct {
	by   string // "" if nobody knows
	path []*term.Formula
	why  error
}

// count adds a way to those that are held impossible; it leads to a fault, if that is not nil.
func (h *Held) count(r *refuted, fault *semantics.Fault) {
	by := r.by
	if by == "" {
		by = holder
	}
	if !slices.Contains(h.By, by) {
		h.By = append(h.By, by)
	}
	if h.Ways++; h.Ways == 1 {
		h.Path, h.Fault, h.Reason = r.path, fault, r.why.Error()
	}
}
