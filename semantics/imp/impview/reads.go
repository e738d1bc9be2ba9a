// Package impview is what is shown of programs and their runs: nothing in it is trusted.
package impview

import "vouch/semantics/imp"

// This file defines which variables a statement reads.

// Reads returns the slots of the variables in the expression that the statement evaluates first, each once, in the order of the
// text.
func Reads(c imp.Stmt) []int {
	var slots []int
	seen := map[int]bool{}
	imp.Reads(c, func(slot int) {
		if !seen[slot] {
			seen[slot] = true
			slots = append(slots, slot)
		}
	})
	return slots
}
