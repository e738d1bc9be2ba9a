package finder

import (
	"fmt"
	"math/big"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/semantics/core/coresym"
	"vouch/semantics/fronts"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file tests what a search that looks back keeps of integers that it forgets.

// words is a program that splits a text of so many characters into words, keeps their lengths in an array, and uses
// their sum as an index of another one.
func words(characters, room int) string {
	return fmt.Sprintf(`extern char __VERIFIER_nondet_char(void);
static char a[%[1]d + 1]; static int lengths[%[1]d + 1];
int main(void) {
  for (int i = 0; i < %[1]d; i++) a[i] = __VERIFIER_nondet_char();
  int k = 0, sum = 0;
  for (const char *p = a; *p; ) {
    if (*p == ' ' || *p == ',') { p++; continue; }
    int j = 0; while (*p && *p != ' ' && *p != ',') { p++; j++; }
    lengths[k++] = j; }
  for (int i = 0; i < k; i++) sum += lengths[i];
  char t[%[2]d]; t[sum] = 1; return 0; }`, characters, room)
}

// TestLookBackKeeps: the bounds of sums of integers that are forgotten decide a program, and the certificate says and
// proves them.
func TestLookBackKeeps(t *testing.T) {
	for _, c := range []struct {
		title string
		room  int
		want  Verdict
	}{
		{"an array that the sum of all lengths fits", 9, Safe},
		{"one that it does not fit", 8, Bug},
	} {
		p := program(t, "t.c", words(8, c.room))
		r, err := Find(t.Context(), p, Options{Prove: true, LookBack: 1000, Engine: EngineExplore,
			Limits: Limits{States: 100_000}})
		if err != nil {
			t.Fatal(err)
		}
		t.Log(c.title, r.Verdict, r.Coverage.States)
		if r.Verdict != c.want {
			t.Errorf("%s: found %s, want %s", c.title, r.Verdict, c.want)
			continue
		}
		if r.Absence == nil {
			continue
		}
		atoms := 0
		for _, l := range r.Absence.Landmarks {
			atoms += len(l.Holds)
		}
		if atoms == 0 || r.Coverage.States > 6000 {
			t.Errorf("%s: found %d atoms after %d states, want some after few", c.title, atoms, r.Coverage.States)
		}
		if marks := len(r.Absence.Landmarks); atoms > 2*marks { // the bounds of most sums follow from those of others
			t.Errorf("%s: found %d atoms at %d landmarks, want two each at most", c.title, atoms, marks)
		}
		if _, err := checker.Check(certs.Encode(r.Absence), checker.Options{Limits: checker.DefaultLimits,
			Lower: fronts.All.Lower}); err != nil {
			t.Errorf("%s: %v", c.title, err)
		}
		for i := range r.Absence.Landmarks { // and the certificate needs what it says
			if l := &r.Absence.Landmarks[i]; len(l.Holds) > 0 {
				l.Holds = nil
			}
		}
		r.Absence.Seal()
		if _, err := checker.Check(certs.Encode(r.Absence), checker.Options{Limits: checker.DefaultLimits,
			Lower: fronts.All.Lower}); err == nil {
			t.Errorf("%s: found a certificate accepted without what is kept", c.title)
		}
	}
}

// TestWasteful: how much the solver may take grows with what comes back, as other limits do.
func TestWasteful(t *testing.T) {
	const looked, long = 4 * firstLooked, 1000
	for _, c := range []struct {
		title          string
		covered        int64
		waiting        int
		states, micros int64
		want           bool
	}{
		{"little of everything", looked / 2, 1, 100, 1, false},
		{"much of the solver, and much comes back", looked / 2, 1000, 5000, paying * backMicros, false},
		{"too much of the solver, though much comes back", looked / 2, 1000, 5000, paying*backMicros + 1, true},
		{"much of the solver, some comes back, and few wait", looked/8 + 1, 1, 5000, paying * backMicros, false},
		{"much of the solver, some comes back, and many wait", looked/8 + 1, 1000, 5000, backMicros + 1, true},
		{"some of the solver, some comes back, and many wait", looked/8 + 1, 1000, 5000, backMicros, false},
		{"little comes back", looked/8 - 1, fewStates + 1, 100, 1, true},
		{"little comes back, but few wait", looked/8 - 1, fewStates, 100, 1, false},
		{"many states, and much comes back", looked / 2, 1000, paying * backStates * long, 1, false},
		{"too many states, though much comes back", looked / 2, 1000, paying*backStates*long + 1, 1, true},
	} {
		l := &landmarks[coresym.State]{looked: looked, covered: c.covered}
		if over := l.wasteful(long, func() int { return c.waiting })(c.states, c.micros); over != c.want {
			t.Errorf("%s: found %t, want %t", c.title, over, c.want)
		}
	}
}

// codes is a program that takes bits of inputs apart into codes of one to seven bits, keeps which ones, and looks up
// the length of each in a table of so many entries.
func codes(bits, entries int) string {
	return fmt.Sprintf(`extern unsigned char __VERIFIER_nondet_uchar(void);
static const unsigned char lengths[%[2]d] = {1, 2, 3, 4, 5, 6, 7};
int main(void) {
  unsigned char in[%[1]d / 8]; unsigned bit = 0, n = 0, codes[%[1]d], sum = 0;
  for (int i = 0; i < %[1]d / 8; i++) in[i] = __VERIFIER_nondet_uchar();
  while (bit < %[1]d) {
    unsigned ones = 0;
    while (ones < 7 && bit < %[1]d) {
      unsigned b = in[bit >> 3] >> (bit & 7) & 1; bit++;
      if (!b) break; ones++; }
    codes[n++] = ones; }
  for (unsigned k = 0; k < n; k++) sum += lengths[codes[k]];
  return sum; }`, bits, entries)
}

// TestLookBackCodes: the walk may come to many more states than the search, which leaps from one landmark to the next.
func TestLookBackCodes(t *testing.T) {
	for _, c := range []struct {
		title         string
		bits, entries int
		want          Verdict
	}{
		{"a table that has all codes", 16, 8, Safe},
		{"one that lacks the last one", 8, 7, Bug},
	} {
		p := program(t, "t.c", codes(c.bits, c.entries))
		r, err := Find(t.Context(), p, Options{Prove: true, LookBack: 1000, Engine: EngineExplore,
			Limits: Limits{States: 100_000}})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != c.want || r.Coverage.States > 20_000 {
			t.Errorf("%s: found %s after %d states, want %s after few", c.title, r.Verdict, r.Coverage.States, c.want)
		}
		if r.Absence == nil {
			continue
		}
		if _, err := checker.Check(certs.Encode(r.Absence), checker.Options{Limits: checker.DefaultLimits,
			Lower: fronts.All.Lower}); err != nil {
			t.Errorf("%s: %v", c.title, err)
		}
	}
}

// bound is an interval; a bound of 99 is none.
func bound(lo, hi int64) (b [2]*big.Int) {
	for i, n := range []int64{lo, hi} {
		if n != 99 {
			b[i] = big.NewInt(n)
		}
	}
	return b
}

// TestHull says which bounds are within others, and which ones two have in common.
func TestHull(t *testing.T) {
	for _, c := range []struct {
		title   string
		h, k    [2]*big.Int
		within  bool
		join    [2]*big.Int // of k and h
		dropped [2]*big.Int // the same if what would be wider than k is dropped
	}{
		{"the same", bound(1, 3), bound(1, 3), true, bound(1, 3), bound(1, 3)},
		{"closer", bound(2, 2), bound(1, 3), true, bound(1, 3), bound(1, 3)},
		{"lower", bound(0, 2), bound(1, 3), false, bound(0, 3), bound(99, 3)},
		{"higher", bound(2, 5), bound(1, 3), false, bound(1, 5), bound(1, 99)},
		{"without a lower bound", bound(99, 2), bound(1, 3), false, bound(99, 3), bound(99, 3)},
		{"without an upper bound", bound(2, 99), bound(1, 3), false, bound(1, 99), bound(1, 99)},
		{"in one without a lower bound", bound(-7, 2), bound(99, 3), true, bound(99, 3), bound(99, 3)},
		{"in one without bounds", bound(-7, 7), bound(99, 99), true, bound(99, 99), bound(99, 99)},
	} {
		h, k := hull{c.h}, hull{c.k}
		if h.within(k) != c.within {
			t.Errorf("%s: found it within: %t, want %t", c.title, h.within(k), c.within)
		}
		for _, drop := range []bool{false, true} {
			want := hull{c.join}
			if drop {
				want = hull{c.dropped}
			}
			found := k.join(h, drop)
			if !found.within(want) || !want.within(found) {
				t.Errorf("%s: found %v, want %v", c.title, found, want)
			}
			if !h.within(found) || !k.within(found) {
				t.Errorf("%s: found %v, in which one of the two is not", c.title, found)
			}
		}
	}
	if !(hull)(nil).within(nil) {
		t.Error("found nothing outside of nothing")
	}
}

// TestMeasures says which sums are kept for which formulas.
func TestMeasures(t *testing.T) {
	p := term.NewPool()
	at := func(object, at uint64) symbolic.Place { return symbolic.Place{Object: object, At: at, Type: 6} }
	o := &origins{map[string]symbolic.Place{"#1": at(3, 0), "#2": at(3, 4), "#3": at(3, 8), "#4": at(5, 16),
		"#5": at(5, 40), "#6": at(7, 8)}, map[uint64]int64{3: 16, 5: 64, 7: 80}}
	v := func(name string) *term.Linear { return p.Draw(name, nil, nil) }
	for _, c := range []struct {
		title string
		sum   *term.Linear
		want  string
	}{
		{"no forgotten integer", v("x"), ""},
		{"one: each of its array", p.Add(v("#2"), v("x")), "1*3@0; 1*3@4; 1*3@8; 1*3@12"},
		{"one of a structure in an array", v("#4"), "1*5@16; 1*5@40"},
		{"one of which nothing else is known", v("#6"), "1*7@8"},
		{"two: the first ones of their array, too", p.Add(v("#2"), v("#1")),
			"1*3@0 1*3@4; 1*3@0 1*3@4 1*3@8; 1*3@0 1*3@4 1*3@8 1*3@12; 1*3@0; 1*3@4; 1*3@8; 1*3@12"},
		{"two less another", p.Sub(p.Int(big.NewInt(5)), p.Add(v("#2"), v("#1"))),
			"1*3@0 1*3@4; 1*3@0 1*3@4 1*3@8; 1*3@0 1*3@4 1*3@8 1*3@12; 1*3@0; 1*3@4; 1*3@8; 1*3@12"},
		{"a difference", p.Sub(v("#3"), v("#1")), "1*3@0 -1*3@8; 1*3@0; 1*3@4; 1*3@8; 1*3@12"},
		{"two arrays", p.Add(v("#3"), v("#4")), "1*3@8 1*5@16; 1*3@0; 1*3@4; 1*3@8; 1*3@12; 1*5@16; 1*5@40"},
	} {
		found := ""
		all := o.measuresOf([]*term.Formula{p.Le(c.sum, p.Int(new(big.Int)))})
		for i, m := range all {
			for k, x := range m {
				switch {
				case k > 0:
					found += " "
				case i > 0:
					found += "; "
				}
				found += fmt.Sprintf("%v*%d@%d", x.times, x.place.Object, x.place.At)
			}
		}
		if found != c.want {
			t.Errorf("%s: found %s, want %s", c.title, found, c.want)
		}
		if more := refine(all, all); more != nil {
			t.Errorf("%s: found the same measures twice", c.title)
		}
		if more := refine(nil, all); len(more) != len(all) {
			t.Errorf("%s: found %d of %d measures kept", c.title, len(more), len(all))
		}
	}
}
