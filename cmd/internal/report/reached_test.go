package report

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/internal/view"
	"vouch/semantics/source"
)

// This file tests which lines a page of an absence marks as reached. Each line that wants a mark says so itself.

func TestReached(t *testing.T) {
	tests := []struct {
		title, name, source string
		loop                int
		never               string // what the page says of lines that are not reached
	}{
		{title: "all are reached", name: "all.imp", source: `
input a
b = a + 1 # reached
assert b > a # reached
`},
		{title: "no input, and so no decision", name: "fixed.imp", source: `
i = 0 # reached
while i < 3 { # reached
  i = i + 1 # reached
}
if i > 5 { # reached
  i = 0 # never
} # reached
`, never: "whatever the input."},
		{title: "a proof closes the way", name: "closed.imp", source: `
input a
if a > 0 { # reached
  if a < 0 { # reached
    a = 1 # never
  }
} # reached
`, never: "whatever the input."},
		{title: "an assumption closes the way", name: "assumed.imp", source: `
input a
assume a > 0 # reached
if a < 0 { # reached
  a = 1 # never
} else {
  a = 2 # reached
} # reached
`, never: "whatever input satisfies the assumptions."},
		{title: "a loop limit closes the way", name: "bounded.imp", loop: 3, source: `
input n
i = 0 # reached
while i < n { # reached
  i = i + 1 # reached
  if i == 9 { # reached
    i = 10 # never
  }
} # reached
`, never: "whatever the input within the claim, while no loop iterates more than 3 times."},
		{title: "ways that meet", name: "meet.c", source: `
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), n = 0; // reached
  if (a & 1) // reached
    n++; // reached
  if (a & 2) // reached
    n++; // reached
  if (n > 2) // reached
    n = 0; // never
  return n; // reached
}
`, never: "whatever the input within the claim."},
		{title: "functions that are called on no path, or by nobody", name: "calls.c", source: `
#include <stdlib.h>
static int twice(int x) {
  return 2 * x; // never
}
static int nobody(int x) {
  return x;
}
int main(void) {
  char *p = malloc(3); // reached
  if (!p) // reached
    return 0; // never
  free(p); // reached
  if (sizeof(int) == 2) // reached
    return twice(1); // never
  return 0; // reached
}
`, never: "whatever the input within the claim."},
	}
	for _, test := range tests {
		t.Run(test.title, func(t *testing.T) {
			e := examine(t, "c1", test.name, find(t, test.name, test.source, 2000, test.loop))
			if e.Absence == nil || e.Absence.Reached == nil {
				t.Fatalf("found no lines that are reached: %s %s", e.Kind, e.Reason)
			}
			r, lines, all := e.Absence.Reached, 0, 0
			for i, text := range strings.Split(strings.TrimSuffix(test.source, "\n"), "\n") {
				want := "no code"
				for _, mark := range []string{"reached", "never"} {
					if strings.HasSuffix(text, " "+mark) {
						want = mark
					}
				}
				l, found := e.Absence.Files[0].Lines[i], "no code"
				switch {
				case l.Command && l.Count > 0:
					found = "reached"
					lines++
				case l.Command:
					found = "never"
				}
				if l.Command {
					all++
				}
				if l.N != i+1 || found != want {
					t.Errorf("line %d, %q: found %s at line %d, want %s", i+1, text, found, l.N, want)
				}
			}
			if r.Lines != lines || r.All != all {
				t.Errorf("found %d of %d, want %d of %d, which are marked", r.Lines, r.All, lines, all)
			}
			page := html(t, false, e)
			if figure := fmt.Sprintf("<dt>lines with code reached</dt><dd>%d of %d</dd>", lines,
				all); !strings.Contains(page, figure) {
				t.Errorf("found no %q on the page", figure)
			}
			if n := strings.Count(page, `class="unreached"`); n != all-lines {
				t.Errorf("found %d lines marked as never reached, want %d", n, all-lines)
			}
			says := regexp.MustCompile(`lines with code are never reached, (.*)</p>`).FindStringSubmatch(page)
			switch {
			case test.never == "" && says != nil:
				t.Errorf("found %q, want nothing about lines that are not reached", says[0])
			case test.never != "" && (says == nil || says[1] != test.never):
				t.Errorf("found %q, want %q", says, test.never)
			}
		})
	}
}

// TestReachedOfNothing: where no input satisfies the assumptions, nothing is said of lines.
func TestReachedOfNothing(t *testing.T) {
	e := examine(t, "c1", "vacuous.imp", find(t, "vacuous.imp", "input a\nassume a > 0\nassume a < 0\nb = 1\n", 2000,
		0))
	if e.Absence == nil || !e.Absence.Vacuous {
		t.Fatalf("found %s %s, want a vacuous absence", e.Kind, e.Reason)
	}
	if e.Absence.Reached != nil || slices.ContainsFunc(e.Absence.Files[0].Lines, func(l Line) bool {
		return l.Command
	}) {
		t.Errorf("found lines with marks, want none")
	}
	if page := html(t, false, e); strings.Contains(page, "lines with code") {
		t.Errorf("found words about lines with code, want none")
	}
}

// TestReachedHoldsRuns: what a run executes is reached, and each line that is reached is executed by a run.
func TestReachedHoldsRuns(t *testing.T) {
	data := find(t, "sign.imp", `input a
input b
assume a >= 0 - 4
assume a <= 4
i = 0
if a < b {
  if b > 3 {
    i = 1
  }
  if a > b {
    i = 2
  }
}
while i < a {
  i = i + 1
  if i > 4 {
    i = 3
  }
}
b = i
`, 5000, 0)
	e := examine(t, "c1", "sign.cbor", data)
	if e.Absence == nil {
		t.Fatalf("found %s %s, want an absence", e.Kind, e.Reason)
	}
	ran := map[int]bool{}
	for a := int64(-5); a <= 5; a++ {
		for b := int64(-5); b <= 5; b++ {
			var counts view.Counts
			r := view.Run{Program: e.Proved.Lowered, Input: view.Inputs([]certs.Input{{Name: "a", Value: big.NewInt(a)},
				{Name: "b", Value: big.NewInt(b)}}), Steps: 1000}
			r.Replay(&counts)
			for line, n := range counts.Lines(func(source.Span) bool { return true }) {
				ran[line] = ran[line] || n > 0
			}
		}
	}
	for _, l := range e.Absence.Files[0].Lines {
		if has := l.Count > 0; has != ran[l.N] {
			t.Errorf("line %d: found it reached %t, want %t, as runs on all inputs near 0", l.N, has, ran[l.N])
		}
	}
}
