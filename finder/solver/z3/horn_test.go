//go:build cgo

package z3

import (
	"context"
	"strings"
	"testing"
)

// This file tests what Z3 says of Horn clauses.

const counting = `(declare-rel bad ())
(declare-rel i0 (Int Int))
(declare-var v0 Int)
(declare-var v1 Int)
(rule (=> (>= v0 0) (i0 0 v0)))
(rule (=> (and (i0 v0 v1) (< v0 v1)) (i0 (+ v0 1) v1)))
(rule (=> (and (i0 v0 v1) (>= v0 v1) (not (= v0 v1))) bad))
(query bad)
`

func TestHorn(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		title  string
		ctx    context.Context
		text   string
		rlimit uint
		found  bool
	}{
		{"an invariant", t.Context(), counting, 1_000_000, true},
		{"a fault that is reached", t.Context(), strings.Replace(counting, "(+ v0 1)", "(+ v0 2)", 1), 1_000_000, false},
		{"a limit that does not suffice", t.Context(), counting, 10, false},
		{"a context that has ended", ended, counting, 1_000_000, false},
		{"no query", t.Context(), strings.Replace(counting, "(query bad)", "", 1), 1_000_000, false},
		{"a text that ends in its midst", t.Context(), counting[:len(counting)/2], 1_000_000, false},
		{"a relation that is not declared", t.Context(), strings.Replace(counting, "declare-rel i0", "declare-rel i1", 1),
			1_000_000, false},
		{"nothing", t.Context(), "", 1_000_000, false},
	} {
		t.Run(c.title, func(t *testing.T) {
			answer, err := Horn(c.ctx, c.text, c.rlimit)
			if (err == nil) != c.found || c.found != strings.Contains(answer, "(i0 ") {
				t.Errorf("found %q and %v, want an answer: %v", answer, err, c.found)
			}
		})
	}
	first, _ := Horn(t.Context(), counting, 1_000_000)
	for range 3 {
		if again, _ := Horn(t.Context(), counting, 1_000_000); again != first {
			t.Errorf("found %q, want %q again", again, first)
		}
	}
}
