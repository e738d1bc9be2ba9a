package main

import (
	"context"
	"fmt"
)

// This file defines the evaluation of A. Correnson's thesis, figure 6.3, which is repeated with vouch.

// The two programs of the thesis that are not in a family.
const (
	thesisGCD = `assume a > 0
assume b > 0
while (a != b) {
  old_a = a
  old_b = b
  if (a > b) {
    a = a - b
  } else {
    b = b + a
  }
  assert (a + b < old_a + old_b)
}
`
	thesisLoop = `assume 0 <= k <= 100
assume 0 <= x
while x < k {
  x = x + 1
  assert (x <= 100)
}
`
)

// thesisRow is a row of figure 6.3. The thesis gives seconds on an Apple M1 Pro, and gave up (TO) after 5,000 reports.
type thesisRow struct {
	title, program string
	want           string
	pruning        string // yes is asking the solver at every branch, no is asking it at faults only
	runtime        string
	queries        string
	result         string
}

var figure63 = []thesisRow{
	{"GCD", thesisGCD, "bug", "no", "< 0.01", "2", "bug found"},
	{"GCD", thesisGCD, "bug", "yes", "< 0.01", "10", "bug found"},
	{"Bounded loops", thesisLoop, "safe", "no", "32", "714", "TO"},
	{"Bounded loops", thesisLoop, "safe", "yes", "0.7", "402", "proved"},
	{"Deep bugs, k = 100", deepAssert(100), "bug", "no", "0.05", "100", "bug found"},
	{"Deep bugs, k = 100", deepAssert(100), "bug", "yes", "0.2", "401", "bug found"},
	{"Deep bugs, k = 500", deepAssert(500), "bug", "no", "4", "500", "bug found"},
	{"Deep bugs, k = 500", deepAssert(500), "bug", "yes", "17", "2001", "bug found"},
	{"Deep bugs, k = 1000", deepAssert(1000), "bug", "no", "12", "714", "TO"},
	{"Deep bugs, k = 1000", deepAssert(1000), "bug", "yes", "135", "4001", "TO"},
}

// command returns how vouch does what a row of the thesis did.
func (r thesisRow) command() string {
	return "find --pruning " + map[string]string{"no": "lazy", "yes": "eager"}[r.pruning]
}

// thesisFamily is the family of the measurements of a program of the thesis.
func thesisFamily(title string) string { return "thesis: " + title }

// thesis measures the programs of the thesis, each with pruning, without, and as vouch does of itself.
func (l *lab) thesis(ctx context.Context) error {
	for i, r := range figure63 {
		s := subject{family: fmt.Sprintf("thesis%d", i), want: r.want}
		if err := l.write(&s, r.program); err != nil {
			return err
		}
		s.family = thesisFamily(r.title)
		commands := []string{r.command()}
		if r.pruning == "yes" {
			commands = append(commands, find)
		}
		if err := l.commands(ctx, s, commands...); err != nil {
			return err
		}
	}
	return nil
}
