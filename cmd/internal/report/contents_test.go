package report

import (
	"math/big"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file tests what is said of the contents of objects.

const digits = `#include <stdlib.h>
unsigned digits(unsigned n) {
  unsigned char *buf = malloc(n);
  unsigned sum = 0;
  if (!buf) return 0;
  for (unsigned i = 0; i < n; i++)
    buf[i] = '0' + i % 10;
  for (unsigned i = 0; i < n; i++)
    sum |= buf[i] - '0' > 9;
  return 1 / (1 - sum);
}
`

func TestContents(t *testing.T) {
	ints := strings.NewReplacer("unsigned char *buf = malloc(n)",
		"int *buf = n < 1000000 ? malloc(n * sizeof(int)) : 0", "'0' + i % 10", "i % 3", "buf[i] - '0' > 9",
		"buf[i] > 2").Replace(digits)
	for _, c := range []struct{ title, text, want string }{
		{"digits", digits, `
  every byte of heap object 1 with 0 <= offset < i is from 48 to 57
    At entry, i is 0, which is enough.
    A turn that changes i to ((i + 1) % 4294967296) keeps it, which follows from i >= 0 (on line 6).`},
		{"integers up to one in a variable", strings.NewReplacer("i % 3", "i % n", "buf[i] > 2", "buf[i] >= n").
			Replace(ints), `
  every integer of 4 bytes of heap object 1 with 0 <= offset < 4 * i is from 0 to n - 1
`},
		{"integers of four bytes", ints, `
  every integer of 4 bytes of heap object 1 with 0 <= offset < 4 * i is from 0 to 2
    At entry, i is 0, which is enough.
    A turn that changes i to ((i + 1) % 4294967296) keeps it, which follows from i >= 0 (on line 6).`},
		{"any values", strings.Replace(strings.Replace(digits, "'0' + i % 10", "i", 1), "buf[i] - '0' > 9",
			"buf[i] > 255", 1), `
  every byte of heap object 1 with 0 <= offset < i has a value
    At entry, i is 0, which is enough.
    A turn that changes i to ((i + 1) % 4294967296) keeps it, which follows from i >= 0 (on line 6).`},
	} {
		if lines := strings.Join(invariantsOf(t, "a.c", c.text, map[string]string{"entry": "digits"}),
			"\n"); !strings.Contains(lines, c.want) {
			t.Errorf("%s: found\n%s\nwant%s", c.title, lines, c.want)
		}
	}
}

// What several conditions of one state follow from is told together, each condition once, and of one turn nothing is
// told at another.
func TestContentsAreCitedTogether(t *testing.T) {
	s := &certs.Summary{Object: 2, Type: uint64(core.U8), Points: [][]certs.Product{{},
		{{Times: big.NewInt(1), Of: []certs.Place{{At: 0}}}}}, Within: []certs.Range{{}}}
	w := &Why{}
	none := func(certs.Place) *term.Linear { return nil }
	at := func(line int) []checker.Assumed {
		return []checker.Assumed{{Place: checker.Place{Line: line, Column: 1}}}
	}
	for _, x := range []checker.Shown{
		{Landmark: 1, Summary: s, Claim: 0, Cited: at(1)}, {Landmark: 1, Summary: s, Claim: 1, Cited: at(2)},
		{Landmark: 1, Turn: true, Summary: s, Claim: 0, Cited: at(3)}, {Landmark: 1, Turn: true, Summary: s, Claim: 1},
		{Landmark: 1, Turn: true, Summary: s, Claim: 0, Cited: at(4)},
		{Landmark: 1, Turn: true, Summary: s, Claim: 1, Cited: at(5)},
	} {
		x.Value = none
		w.See(x)
	}
	i := w.steps[claimKey{landmark: 1, claim: contentsKey(2)}]
	if i == nil || i.entry == nil || len(i.turns) != 2 || len(i.entry.cited) != 2 || len(i.turns[0].cited) != 1 ||
		len(i.turns[1].cited) != 2 || i.turns[1].cited[1].Line != 5 {
		t.Errorf("found %+v, want an entry with two conditions, and turns with one and two", i)
	}
	for range 9 {
		w.See(checker.Shown{Landmark: 1, Turn: true, Summary: s, Cited: at(6), Value: none})
		w.See(checker.Shown{Landmark: 1, Turn: true, Summary: s, Claim: 1, Cited: at(7), Value: none})
	}
	if len(i.turns) != maxTurns || i.more != 7 || len(i.turns[maxTurns-1].cited) != 2 {
		t.Errorf("found %d turns and %d more, want %d and %d", len(i.turns), i.more, maxTurns, 7)
	}
}
