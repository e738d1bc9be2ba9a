package finder

import (
	"slices"

	"vouch/semantics"
	"vouch/semantics/term"
)

// This file defines what a walk says of ways that somebody holds impossible and that nothing proves impossible.

// maxHeld is how many ways without a proof a walk counts before it ends. Each of them may take much work.
const maxHeld = 10

// holder is who holds a way impossible if no solver is known to.
const holder = "vouch"

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
