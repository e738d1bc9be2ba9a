package finder

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/internal/load"
	"vouch/semantics"
	"vouch/semantics/symbolic"
)

// This file tests obstacles: what they say of turns and runs is what the program does.

// turning is a program with one loop, in parts.
type turning struct{ first, guard, body, last string }

func (p turning) String() string {
	return fmt.Sprintf("%s\nwhile %s {\n%s\n}\n%s\n", p.first, p.guard, p.body, p.last)
}

// obstacleOf returns what could not be proved of a program with invariants.
func obstacleOf(t *testing.T, source string) *Obstacle {
	t.Helper()
	r := induced(t, source, EngineInvariants)
	if (r.Obstacle != nil) != (r.Verdict == Unknown) {
		t.Errorf("found the verdict %s and obstacle %v, of\n%s", r.Verdict, r.Obstacle, source)
	}
	return r.Obstacle
}

// values are integers by the names of their variables.
type values map[string]*big.Int

// assign returns assignments of values.
func (v values) assign() string {
	var b strings.Builder
	for name, n := range v {
		fmt.Fprintf(&b, "%s = %s\n", name, n)
	}
	return b.String()
}

// sum returns the sum of an atom.
func (o *Obstacle) sum(a certs.Atom, of values) *big.Int {
	sum := new(big.Int)
	for _, t := range a.Terms {
		x := new(big.Int).Set(t.Times)
		for _, p := range t.Of {
			n := of[o.name(p)]
			if n == nil {
				return nil
			}
			x.Mul(x, n)
		}
		sum.Add(sum, x)
	}
	return sum
}

func (o *Obstacle) name(p certs.Place) string { return o.State.Func().Slots[p.At].Name }

// allows reports whether an atom holds for some values; one about other variables does.
func (o *Obstacle) allows(a certs.Atom, of values) bool {
	sum := o.sum(a, of)
	switch {
	case sum == nil:
		return true
	case a.Mod == nil:
		return sum.Sign() <= 0
	case a.Mod.Sign() == 0:
		return sum.Sign() == 0
	}
	return new(big.Int).Mod(sum, a.Mod).Sign() == 0
}

func (o *Obstacle) values(list []Integer) values {
	v := values{}
	for _, i := range list {
		v[o.name(i.Place)] = i.Value
	}
	return v
}

// verdictOf returns the verdict on a program without loops, and the kind of its first fault.
func verdictOf(t *testing.T, source string) (Verdict, semantics.Kind) {
	t.Helper()
	l, err := load.File("turn.imp", []byte(source))
	if err != nil {
		t.Fatalf("%v, of\n%s", err, source)
	}
	r, err := Find(context.Background(), Program{Core: l.Core, About: l.About}, Options{Solver: "lia"})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Findings) == 0 {
		return r.Verdict, ""
	}
	return r.Verdict, r.Findings[0].Fault.Kind
}

// replay runs the program where the obstacle says what runs do.
func (p turning) replay(t *testing.T, o *Obstacle) {
	t.Helper()
	fails := func(what string, from values) {
		source := from.assign() + fmt.Sprintf("if %s {\n%s\n}\n%s\n", p.guard, p.body, p.last)
		if v, kind := verdictOf(t, source); v != Bug || kind != o.Fault.Kind {
			t.Errorf("%s: found %s and the fault %q, want %q, of\n%s", what, v, kind, o.Fault.Kind, source)
		}
	}
	from := o.values(o.From)
	fails("from", from)
	for _, a := range o.Known {
		if !o.allows(a, from) {
			t.Errorf("found %v where %v is known, of\n%s", from, a, p)
		}
	}
	w := o.Wanted
	if w == nil || w.Before == nil {
		return
	}
	before, after := o.values(w.Before), o.values(w.After)
	for _, a := range o.Known {
		if !o.allows(a, before) {
			t.Errorf("found the turn from %v where %v is known, of\n%s", before, a, p)
		}
	}
	if w.Says == nil {
		fails("after", after)
	} else if !o.allows(*w.Says, before) || o.allows(*w.Says, after) || o.allows(*w.Says, from) {
		t.Errorf("found the turn from %v to %v and the state %v, want %v to hold at the beginning of the turn alone, of\n%s",
			before, after, from, *w.Says, p)
	}
	source := before.assign() + fmt.Sprintf("if %s {\n%s\n} else { fail }\n", p.guard, p.body)
	for name, n := range after {
		source += fmt.Sprintf("assert %s == %s\n", name, n)
	}
	if v, kind := verdictOf(t, source); v != Safe {
		t.Errorf("found %s and the fault %q, want a turn from %v to %v, of\n%s", v, kind, before, after, source)
	}
}

func TestObstacles(t *testing.T) {
	for _, c := range []struct {
		title   string
		p       turning
		fault   semantics.Kind
		open    int
		guessed bool // whether a guess is wanted
		known   int  // what is known at the loop; 0 if that does not matter
	}{
		{"a guess that excludes the fault", turning{"assume x = 1\nk = 0", "k < n", "x = (3 * x) % 121\nk = k + 1",
			"assert x <= 81"}, semantics.AssertionFailed, 1, true, 3},
		{"a turn keeps it out", turning{"assume x = 1\nk = 0", "k < n",
			"if x > 81 { x = 82 } else { x = (3 * x) % 121 }\nk = k + 1", "assert x <= 81"}, semantics.AssertionFailed, 1,
			true, 0},
		{"a guess that excludes one of two ways to the fault",
			turning{"assume x = 1\nk = 0", "k < n", "x = (3 * x) % 121\nk = k + 1",
				"if z > 0 { y = x - 12 } else { y = x - 7 }\nassert y != 0"}, semantics.AssertionFailed, 1, false, 0},
		{"the same in another order", turning{"assume x = 1\nk = 0", "k < n", "x = (3 * x) % 121\nk = k + 1",
			"if z > 0 { y = x - 7 } else { y = x - 12 }\nassert y != 0"}, semantics.AssertionFailed, 1, false, 0},
		{"a guess about a remainder excludes both", turning{"assume x = 1\nk = 0", "k < n", "x = (3 * x) % 121\nk = k + 1",
			"assert x != 12 and x != 2"}, semantics.AssertionFailed, 1, true, 3},
		{"in a loop from below", turning{"assume x = 0\nk = 0", "k < n", "x = (0 - 3 * x - 8) % 13\nk = k + 1",
			"assert x >= 0 and x != 2"}, semantics.AssertionFailed, 1, false, 0},
		{"a property beyond guesses", turning{"assume a >= 1\nassume b >= 1\nx = a\ny = b", "x != y",
			"if x > y { x = x - y } else { y = y - x }", "assert a % x = 0"}, semantics.AssertionFailed, 1, false, 0},
		{"a sum of degree 5", turning{"assume n >= 0\ni = 0\ns = 0", "i < n", "s = s + i * i * i * i\ni = i + 1",
			"assert 30 * s = n * (n - 1) * (2 * n - 1) * (3 * n * n - 3 * n - 1)"}, semantics.AssertionFailed, 1, false, 0},
		{"a fault in the body", turning{"assume x = 1\nk = 0", "k < n", "y = 7 / (x - 2)\nx = (3 * x) % 121\nk = k + 1", ""},
			semantics.DivisionByZero, 1, true, 0},
		{"two faults", turning{"assume x = 1\nk = 0", "k < n", "x = (3 * x) % 121\nk = k + 1", "assert x != 2\nassert x != 5"},
			semantics.AssertionFailed, 2, false, 0},
	} {
		o := obstacleOf(t, c.p.String())
		if o == nil || o.Fault == nil || o.Wanted == nil || o.Wanted.Before == nil || !o.Loop.IsValid() {
			t.Errorf("%s: found %+v, want a fault and a turn", c.title, o)
			continue
		}
		if o.Fault.Kind != c.fault || o.Open != c.open || (o.Wanted.Says != nil) != c.guessed {
			t.Errorf("%s: found %s, %d open, and a guess %t, want %s, %d, %t", c.title, o.Fault.Kind, o.Open,
				o.Wanted.Says != nil, c.fault, c.open, c.guessed)
		}
		if c.known > 0 && len(o.Known) != c.known {
			t.Errorf("%s: found %v, want %d atoms", c.title, o.Known, c.known)
		}
		c.p.replay(t, o)
	}
}

// Of a loop that reads what no summary says of an object, nothing counts as known: the walk leaves out how runs go on
// behind that.
func TestBlindObstacles(t *testing.T) {
	const program = "#include <assert.h>\n#include <stdlib.h>\nextern unsigned __VERIFIER_nondet_uint(void);\n" +
		"int main(void) {\nunsigned n = __VERIFIER_nondet_uint(), i, x = 1;\nif (n < 64 || n > 1000) return 0;\n" +
		"char *s = MADE\n" +
		"for (i = 0; BOUND; i++) BODY;\nassert(s[0] == 2);\nreturn 0;\n}\n"
	const filled, zeroed = "malloc(n);\nif (!s) return 0;\nfor (i = 0; i < n; i++) s[i] = 1;",
		"calloc(n, 1);\nif (!s) return 0;"
	for _, c := range []struct {
		title, made, bound, body string
		fault                    semantics.Kind
		known                    bool
	}{
		{"it writes", filled, "i < n", "s[i] = 3", semantics.AssertionFailed, true},
		{"it reads what was written before it", filled, "i < n && s[i]", "s[i / 2] = s[i]", semantics.AssertionFailed,
			true},
		{"its guard reads zeroes", zeroed, "i < n && !s[i]", "s[i / 2] = 1", semantics.UninitialisedValue, false},
		{"its body reads zeroes", zeroed, "i < n", "if (!s[i]) s[i / 2] = 1", semantics.UninitialisedValue, false},
	} {
		r := inducedIn(t, "blind.c", strings.NewReplacer("MADE", c.made, "BOUND", c.bound, "BODY",
			c.body).Replace(program),
			EngineInvariants)
		o := r.Obstacle
		if o == nil || o.Fault == nil {
			t.Errorf("%s: found the verdict %s and %+v, want a fault that is not excluded", c.title, r.Verdict, o)
			continue
		}
		known := o.State != nil && len(o.Known) > 0 && len(o.From) > 0
		if o.Fault.Kind != c.fault || known != c.known || !o.Loop.IsValid() {
			t.Errorf("%s: found %s behind %s, and %v known (%s), want %s and %t", c.title, o.Fault.Kind, o.Loop,
				o.Known, o.Reason, c.fault, c.known)
		}
		if !known && (o.State != nil && o.Contents == nil || o.Known != nil || o.From != nil || o.Wanted != nil ||
			o.Reason == "") {
			t.Errorf("%s: found %+v, want a reason, and of the loop contents alone", c.title, o)
		}
	}
}

func TestBlind(t *testing.T) {
	has, none := &cut{contents: []*contents{{}}}, &cut{}
	for _, c := range []struct {
		title string
		whole bool
		known *cut
		open  semantics.Kind
		want  bool
	}{
		{"all was seen", true, has, semantics.AssertionFailed, false},
		{"a load without a value", true, has, semantics.UninitialisedValue, true},
		{"one of an object that no loop writes", true, none, semantics.UninitialisedValue, true},
		{"not all was seen", false, has, semantics.AssertionFailed, true},
		{"not all was seen of loops that write no object", false, none, semantics.AssertionFailed, false},
	} {
		l := &looking{whole: c.whole, loops: &inductiveLoops{known: map[string]*cut{"a": c.known, "b": none}},
			open: map[semantics.Fault][]toFault{{Kind: c.open}: nil}}
		if found := l.blind(); found != c.want {
			t.Errorf("%s: found %t, want %t", c.title, found, c.want)
		}
	}
}

// Random loops over remainders come to few states, which no bound tells from the others.
func TestRandomObstacles(t *testing.T) {
	random, turns, guesses := rand.New(rand.NewPCG(31, 4)), 0, 0
	for range 40 {
		m := 5 + random.IntN(20)
		first, times, plus := random.IntN(m), 2+random.IntN(4), random.IntN(m)
		seen := map[int]bool{}
		for x := first; !seen[x]; x = (times*x + plus) % m {
			seen[x] = true
		}
		p := turning{fmt.Sprintf("x = %d\nk = 0", first), "k < n",
			fmt.Sprintf("x = (%d * x + %d) %% %d\nk = k + 1", times, plus, m),
			fmt.Sprintf("assert x <= %d", slices.Max(slices.Collect(maps.Keys(seen))))}
		if random.IntN(2) == 0 {
			never := 0
			for seen[never] {
				never++
			}
			p.last = fmt.Sprintf("assert x != %d", never)
		}
		o := obstacleOf(t, p.String())
		if o == nil || o.Fault == nil {
			continue
		}
		p.replay(t, o)
		if o.Wanted != nil && o.Wanted.Before != nil {
			turns++
			if o.Wanted.Says != nil {
				guesses++
			}
		}
	}
	if turns < 6 || guesses < 1 {
		t.Errorf("found %d turns, %d of them with a guess, want more", turns, guesses)
	}
}

// An obstacle is the same each time.
func TestSameObstacle(t *testing.T) {
	const source = "assume x = 1\nk = 0\nwhile k < n {\nx = (3 * x) % 121\nk = k + 1\n}\nassert x <= 81"
	o, same := obstacleOf(t, source), obstacleOf(t, source)
	same.State = o.State
	if !reflect.DeepEqual(o, same) {
		t.Errorf("found %+v and %+v, want the same", o, same)
	}
}

// Of many integers, those are kept that a guess is about, and then those that the loop changes.
func TestObstacleIntegers(t *testing.T) {
	c, row := &cut{}, []*big.Int{}
	for i := range 20 {
		p := symbolic.Place{At: uint64(i)}
		if c.variables, row = append(c.variables, p), append(row, big.NewInt(int64(i))); i%3 == 2 {
			c.places = append(c.places, p)
		}
	}
	row[5] = nil
	var found []uint64
	for _, i := range c.integers(row, certs.Atom{Terms: []certs.Product{{Of: []certs.Place{{At: 16}, {At: 9}}},
		{Of: []certs.Place{{At: 5}}}}}) {
		if found = append(found, i.At); i.Value.Uint64() != i.At {
			t.Errorf("found %d in place %d", i.Value, i.At)
		}
	}
	if want := []uint64{9, 16, 2, 8, 11, 14, 17, 0}; !slices.Equal(found, want) {
		t.Errorf("found the places %d, want %d", found, want)
	}
}

// Which of two obstacles is kept does not depend on their order, unless they are alike.
func TestFurther(t *testing.T) {
	fault := &semantics.Fault{}
	list := []*Obstacle{ // each came further than the ones before it
		nil, {Reason: "no"}, {Reason: "no", Shown: 3}, {Fault: fault, Open: 2}, {Fault: fault, Open: 1},
		{Fault: fault, Open: 2, Shown: 1},
		{Fault: fault, Open: 2, Shown: 1, Wanted: &Candidate{}},
		{Fault: fault, Open: 2, Wanted: &Candidate{Before: []Integer{{}}}},
		{Fault: fault, Open: 2, Shown: 9, Wanted: &Candidate{Before: []Integer{{}}}},
	}
	for i, o := range list {
		for j, p := range list {
			if o.further(p) != (i > j || o == nil && p == nil) {
				t.Errorf("obstacle %d came further than %d: found %t", i, j, o.further(p))
			}
		}
	}
}
