package finder

import (
	"context"
	"fmt"
	"testing"

	"vouch/finder/solver"
	"vouch/internal/load"
	"vouch/semantics/term"
)

// says is a solver that always gives the same answer.
type says solver.Answer

func (s says) Solve(context.Context, []*term.Formula) solver.Answer { return solver.Answer(s) }

// TestSeconded: one solver alone refutes nothing, and a model is believed whoever refutes.
func TestSeconded(t *testing.T) {
	yes, no, unsure := says{Status: solver.Sat}, says{Status: solver.Unsat}, says{Reason: "why"}
	for _, test := range []struct {
		title string
		all   seconded
		want  solver.Status
	}{
		{"nobody knows", seconded{unsure, unsure, unsure}, solver.Unknown},
		{"one refutes, and nobody else knows", seconded{no, unsure, unsure}, solver.Unknown},
		{"the last refutes alone", seconded{unsure, unsure, no}, solver.Unknown},
		{"the only one refutes", seconded{no}, solver.Unknown},
		{"one refutes, and another has a model", seconded{no, yes, unsure}, solver.Sat},
		{"the last has a model", seconded{no, unsure, yes}, solver.Sat},
		{"two refute", seconded{no, unsure, no}, solver.Unsat},
	} {
		if a := test.all.Solve(t.Context(), nil); a.Status != test.want {
			t.Errorf("%s: found %v, want %v", test.title, a.Status, test.want)
		}
	}
}

// refutesAll is a wrong solver: it refutes every query.
func refutesAll(*term.Pool) solver.Solver { return says{Status: solver.Unsat} }

// TestDoubt: after a search that a wrong solver misled, the search that doubts finds the bug, and none in a program
// without one.
func TestDoubt(t *testing.T) {
	const program = `#include <stdint.h>
static const uint64_t c[3] = {7226183303u, 2698614761u, 4294967311u};
int main(void) {
	uint32_t p;
	uint64_t s = 0;
	klee_make_symbolic(&p, sizeof p, "p");
	for (int i = 0; i < 3; i++) if (p >> 10 * i & 1) s += c[i];
	klee_assert(s != %du);
	return 0;
}
`
	for _, test := range []struct {
		title  string
		number uint64
		bugs   int
	}{
		{"a sum", 2698614761 + 4294967311, 1},
		{"no sum", 2698614761 + 4294967312, 0},
	} {
		p, err := load.File("sum.c", fmt.Appendf(nil, program, test.number))
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Pruning: Eager, Merge: true, NewSolver: refutesAll}
		about := Program{Core: p.Core, About: p.About}
		first, err := Find(t.Context(), about, o)
		if err != nil || first.Verdict == Bug {
			t.Fatalf("%s: the search with the wrong solver found %v, %v, want no bug", test.title, first.Verdict, err)
		}
		bugs, err := Doubt(t.Context(), about, o, first)
		if err != nil || len(bugs) != test.bugs {
			t.Errorf("%s: the search that doubts found %v, %v, want %d", test.title, bugs, err, test.bugs)
		}
	}
}
