package checker

import (
	"context"
	"flag"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/finder"
	"vouch/internal/effort"
	"vouch/internal/load"
)

// This file tests invariants in certificates of absence: which the checker accepts, and that it refuses those that do
// not hold, or that nobody shows.

// invariant programs have loops over inputs without bounds.
var (
	subtracting = "assume a > 0 and b > 0\nwhile a != b {\n  if a > b { a = a - b } else { b = b - a }\n  assert a + b > 0\n}\nassert a > 0\n"
	counting    = "x = 0\ny = 0\nwhile x < n {\n  x = x + 1\n  y = y + 2\n}\nassert y == 2 * x\nassert y % 2 == 0\n"
	twice       = "x = 0\nwhile x < n { x = x + 1 }\nz = x\nwhile z > 0 { z = z - 1 }\nassert z <= 0\nassert x >= 0\n"
	inside      = "assume n >= 0 and m >= 0\ni = 0\nwhile i < n {\n  j = 0\n  while j < m { j = j + 1 }\n  assert j == m\n  i = i + 1\n}\nassert i == n\n"
	dividing    = "assume a >= 0 and b > 0\nq = 0\nr = a\nwhile r >= b {\n  r = r - b\n  q = q + 1\n}\nassert a == q * b + r\n"
)

// inductive returns the certificate of a program in IMP that the finder makes with invariants, or fails the test.
func inductive(t *testing.T, source string) *certs.Absence {
	t.Helper()
	l, err := load.File("loop.imp", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	r, err := finder.Find(context.Background(), finder.Program{Core: l.Core, About: l.About},
		finder.Options{Solver: "lia", Prove: true, Engine: finder.EngineInvariants})
	if err != nil || r.Absence == nil || len(r.Absence.Landmarks) == 0 {
		t.Fatalf("found %v, %v, want a certificate with invariants, of\n%s", r.Verdict, err, source)
	}
	return r.Absence
}

// cloned returns a certificate whose parts can be changed.
func cloned(c *certs.Absence) *certs.Absence {
	d := *c
	d.Ways, d.Landmarks = slices.Clone(c.Ways), slices.Clone(c.Landmarks)
	for i := range d.Landmarks {
		l := &d.Landmarks[i]
		l.Any, l.Within, l.Holds, l.Lost = slices.Clone(l.Any), slices.Clone(l.Within), slices.Clone(l.Holds),
			slices.Clone(l.Lost)
		for k := range l.Holds {
			l.Holds[k].Terms = slices.Clone(l.Holds[k].Terms)
		}
	}
	return &d
}

func TestInvariants(t *testing.T) {
	for _, source := range []string{subtracting, counting, twice, inside, dividing} {
		v, err := check(inductive(t, source).Seal(), nil, DefaultLimits)
		if err != nil {
			t.Errorf("%v, of\n%s", err, source)
		} else if len(v.Invariants) == 0 {
			t.Errorf("found no invariant, want some, of\n%s", source)
		}
	}
}

func TestForgedInvariants(t *testing.T) {
	const any, nothing = "invalid: ", "nothing shows it"
	number := func(n int64) []certs.Product { return []certs.Product{{Times: big.NewInt(n)}} }
	slot := func(at, call uint64) certs.Place { return certs.Place{At: at, Type: call} }
	about := func(p certs.Place) []certs.Product { return []certs.Product{{Times: one, Of: []certs.Place{p}}} }
	say := func(a certs.Atom) func(*certs.Absence) {
		return func(c *certs.Absence) { c.Landmarks[0].Holds = append(c.Landmarks[0].Holds, a) }
	}
	first := func(change func(*certs.Landmark)) func(*certs.Absence) {
		return func(c *certs.Absence) { change(&c.Landmarks[0]) }
	}
	for _, c := range []struct {
		title, source string
		forge         func(*certs.Absence)
		reason        string // any if the message does not matter; "" if it is right
	}{
		{"no invariant", subtracting, first(func(l *certs.Landmark) { l.Within, l.Holds = nil, nil }), any},
		{"a bound that is left out", subtracting, first(func(l *certs.Landmark) {
			l.Within = l.Within[:len(l.Within)-1]
		}), any},
		{"a weaker bound", subtracting, first(func(l *certs.Landmark) { l.Within[0].Lo = big.NewInt(-1) }), any},
		{"a bound that does not hold at first", subtracting,
			first(func(l *certs.Landmark) { l.Within[0].Lo = big.NewInt(2) }), any},
		{"a bound that a turn does not keep", counting, first(func(l *certs.Landmark) {
			l.Within = []certs.Range{{Hi: big.NewInt(5)}}
		}), any},
		{"an atom that does not hold at first", counting, say(certs.Atom{Terms: number(1)}), nothing},
		{"an atom that a turn does not keep", counting, say(certs.Atom{Terms: about(slot(0, 0))}), any},
		{"an atom that is always true", counting, say(certs.Atom{Terms: number(-1)}), ""},
		{"an atom about nothing", counting, say(certs.Atom{}), ""},
		{"an equality that is none", counting, say(certs.Atom{Terms: number(1), Mod: zero}), nothing},
		{"a divisor that does not divide", counting, say(certs.Atom{Terms: number(3), Mod: big.NewInt(2)}), nothing},
		{"a divisor that divides", counting, say(certs.Atom{Terms: number(4), Mod: big.NewInt(2)}), ""},
		{"the divisor 1", counting, say(certs.Atom{Terms: number(4), Mod: one}), "want 0 or more than 1"},
		{"a negative divisor", counting, say(certs.Atom{Terms: number(4), Mod: big.NewInt(-2)}),
			"want 0 or more than 1"},
		{"an atom about a slot that there is none", counting, say(certs.Atom{Terms: about(slot(99, 0))}),
			"want one that there is"},
		{"an atom about a call that there is none", counting, say(certs.Atom{Terms: about(slot(0, 99))}),
			"want one that there is"},
		{"an atom about an object that there is none", counting,
			say(certs.Atom{Terms: about(certs.Place{Object: 9, Type: 3})}), "want one of an integer"},
		{"more ranges than places", counting, first(func(l *certs.Landmark) {
			l.Within = make([]certs.Range, len(l.Any)+1)
		}), "ranges for"},
		{"a range of one integer", twice, first(func(l *certs.Landmark) {
			l.Within = []certs.Range{{Lo: zero, Hi: zero}}
		}), "found no more than one integer"},
		{"a range of none", subtracting, first(func(l *certs.Landmark) {
			l.Within = []certs.Range{{Lo: one, Hi: zero}}
		}), any},
		{"a place that a turn changes, left out", counting, first(func(l *certs.Landmark) { l.Any = l.Any[1:] }), any},
		{"all places left out", subtracting, first(func(l *certs.Landmark) { l.Any, l.Within = nil, nil }), any},
		{"a place that there is none", counting, first(func(l *certs.Landmark) { l.Any = append(l.Any, slot(99, 0)) }),
			"want one that there is"},
		{"a place twice", counting, first(func(l *certs.Landmark) { l.Any = append(l.Any, l.Any[len(l.Any)-1]) }), ""},
		{"places in another order", counting, first(func(l *certs.Landmark) { slices.Reverse(l.Any) }), ""},
		{"a covered state with an invariant", counting, func(c *certs.Absence) {
			i := slices.IndexFunc(c.Landmarks, func(l certs.Landmark) bool { return l.Same > 0 })
			c.Landmarks[i].Holds = []certs.Atom{{Terms: number(-1)}}
		}, "one or the other"},
		{"the invariant of another loop", twice, func(c *certs.Absence) {
			l := c.Landmarks
			i := 1 + slices.IndexFunc(l[1:], func(l certs.Landmark) bool { return l.Same == 0 })
			l[0].Any, l[i].Any = l[i].Any, l[0].Any
			l[0].Within, l[i].Within = l[i].Within, l[0].Within
			l[0].Holds, l[i].Holds = l[i].Holds, l[0].Holds
		}, any},
		{"a loop that is left out", inside, func(c *certs.Absence) { c.Landmarks = c.Landmarks[1:] }, any},
		{"a loop inside that is left out", inside, func(c *certs.Absence) {
			c.Landmarks = slices.Delete(c.Landmarks, 1, 2)
		}, any},
		{"a state that is not covered", counting, func(c *certs.Absence) {
			c.Landmarks = c.Landmarks[:len(c.Landmarks)-1]
		}, any},
		{"a proof that is left out", dividing, func(c *certs.Absence) {
			c.Ways = slices.Delete(c.Ways, lastProof(c), lastProof(c)+1)
		}, any},
		{"a proof that is empty", dividing, func(c *certs.Absence) { c.Ways[lastProof(c)] = nil }, any},
		{"a proof too many", counting, func(c *certs.Absence) { c.Ways = append(c.Ways, c.Ways[0]) }, "ways: found"},
		{"a merge instead of a proof", dividing, func(c *certs.Absence) {
			c.Ways[lastProof(c)] = certs.Proof{{Op: certs.RuleMerge, Index: 1}}
		}, any},
	} {
		forged := cloned(inductive(t, c.source))
		c.forge(forged)
		if _, err := check(forged.Seal(), nil, DefaultLimits); !says(err, c.reason) {
			t.Errorf("%s: found %v, want %q", c.title, err, c.reason)
		}
	}
}

// TestInvariantsInMemory establishes that an invariant is about the objects of the landmark, which must not have other
// numbers in a covered state.
func TestInvariantsInMemory(t *testing.T) {
	turning := func(turn string) string {
		return text(`
			slot a int
			slot b int
			slot p ptr
			slot q ptr
			set b 0
			alloc p heap 4
			store i32 ?p 0
			enter 0
			head: branch (truth 1) then body else out loop 0
			body: draw a a 0 .. 9
			` + turn + `
			jump head
			out: return 0`)
	}
	const kept, moved = "set b 0\nset b 0\nstore i32 ?p ?a", "alloc q heap 4\nstore i32 ?q ?a\nset p ?q"
	small := []certs.Range{{Lo: zero, Hi: big.NewInt(9)}}
	atom := certs.Atom{Terms: []certs.Product{{Times: big.NewInt(-1), Of: []certs.Place{{Object: 1, At: 0, Type: 6}}}}}
	for _, c := range []struct {
		title, turn string
		within      []certs.Range
		holds       []certs.Atom
		reason      string
	}{
		{"a range of an integer in memory", kept, small, nil, ""},
		{"an atom about one", kept, nil, []certs.Atom{atom}, ""},
		{"both", kept, small, []certs.Atom{atom}, ""},
		{"an object with another number, without an invariant", moved, nil, nil, ""},
		{"a range of one in an object with another number", moved, small, nil, "objects with other numbers"},
		{"an atom about one in an object with another number", moved, nil, []certs.Atom{atom},
			"objects with other numbers"},
		{"an object that has ended", "free ?p\nalloc p heap 4\nstore i32 ?p ?a", small, nil,
			"objects with other numbers"},
		{"a range beyond the type", kept, []certs.Range{{Lo: zero, Hi: new(big.Int).Lsh(one, 40)}}, nil,
			"beyond the type"},
		{"a range that is too small", kept, []certs.Range{{Lo: zero, Hi: big.NewInt(8)}}, nil, "nothing shows it"},
	} {
		p, err := program(turning(c.turn))
		if err != nil {
			t.Fatal(c.title, err)
		}
		cert := &certs.Absence{Kind: certs.KindSafe, Program: p.About, Landmarks: []certs.Landmark{
			{Steps: 4, Lost: [][]uint64{{0, 3}}, Any: []certs.Place{{Object: 1, At: 0, Type: 6}}, Within: c.within,
				Holds: c.holds}, {Steps: 10, Same: 1},
		}}
		_, err = check(cert.Seal(), nil, DefaultLimits)
		if !says(err, c.reason) {
			t.Errorf("%s: found %v, want %q", c.title, err, c.reason)
		}
	}
}

// lastProof returns the number of the last entry that is a proof.
func lastProof(c *certs.Absence) int {
	for i := len(c.Ways) - 1; ; i-- {
		if len(c.Ways[i]) > 0 {
			return i
		}
	}
}

// forgeries is how many certificates with invariants, and how many with summaries, are changed at random.
var forgeries = flag.Int("forged", effort.Of(22_000),
	"change so many certificates with invariants, and as many with summaries")

// TestPlantedBugs establishes that no certificate of a program is one of a program with a bug that is otherwise the
// same, whatever is changed in it.
func TestPlantedBugs(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for _, c := range []struct{ source, old, bug string }{
		{subtracting, "a = a - b", "a = a - b - 1"},
		{subtracting, "a + b > 0", "a + b > 2"},
		{counting, "y + 2", "y + 3"},
		{counting, "y = 0", "y = 1"},
		{counting, "y == 2 * x", "y == 2 * n"},
		{twice, "z <= 0", "z < 0"},
		{twice, "x = 0", "x = 0 - 1"},
		{inside, "j == m", "j < m"},
		{inside, "j = 0", "j = 1"},
		{dividing, "q + 1", "q + 2"},
		{dividing, "r = a", "r = a + 1"},
	} {
		buggy := strings.Replace(c.source, c.old, c.bug, 1)
		l, err := load.File("loop.imp", []byte(buggy))
		if buggy == c.source || err != nil {
			t.Fatal(c.bug, err)
		}
		whole := inductive(t, c.source)
		for range *forgeries / 11 {
			forged := cloned(whole)
			forged.Program = l.About
			for range random.IntN(3) {
				alter(random, forged)
			}
			if _, err := check(forged.Seal(), nil, DefaultLimits); err == nil {
				t.Errorf("a certificate is accepted with the landmarks %v, of\n%s", forged.Landmarks, buggy)
			}
		}
	}
}

// alter changes something in a certificate with invariants.
func alter(random *rand.Rand, c *certs.Absence) {
	l := &c.Landmarks[random.IntN(len(c.Landmarks))]
	small := func() *big.Int { return big.NewInt(int64(random.IntN(7) - 3)) }
	pick := func(n int) int { return random.IntN(max(n, 1)) }
	switch k := random.IntN(13); {
	case k == 10:
		l.Steps += uint64(random.IntN(3)) - 1
	case k == 11 && len(l.Lost) > 0 && len(l.Lost[0]) > 0:
		l.Lost = [][]uint64{append(slices.Clone(l.Lost[0]), uint64(random.IntN(9)))}
	case k == 12:
		l.Facts = []uint64{uint64(random.IntN(4))}
	case k == 0 && len(l.Any) > 0:
		l.Any = slices.Delete(l.Any, 0, 1+pick(len(l.Any)))
		l.Within = l.Within[:min(len(l.Within), len(l.Any))]
	case k == 1 && len(l.Within) > 0:
		l.Within[pick(len(l.Within))] = certs.Range{Lo: small()}
	case k == 2 && len(l.Any) > 0:
		l.Within = []certs.Range{{Lo: small(), Hi: big.NewInt(1 << 20)}}
	case k == 3 && len(l.Holds) > 0:
		l.Holds = slices.Delete(l.Holds, 0, 1)
	case k == 4 && len(l.Holds) > 0:
		l.Holds[0].Terms = append(l.Holds[0].Terms, certs.Product{Times: small()})
	case k == 5 && len(l.Any) > 0:
		l.Holds = append(l.Holds, certs.Atom{Terms: []certs.Product{{Times: small(), Of: l.Any[:1]}, {Times: small()}}})
	case k == 6 && len(l.Holds) > 0:
		l.Holds[0].Mod = big.NewInt(int64(random.IntN(4)))
	case k == 7 && len(c.Ways) > 1:
		i, j := pick(len(c.Ways)), pick(len(c.Ways))
		c.Ways[i], c.Ways[j] = c.Ways[j], c.Ways[i]
	case k == 8 && len(c.Ways) > 1:
		c.Ways = slices.Delete(c.Ways, 0, 1)
	default:
		l.Same = uint64(random.IntN(3))
	}
}

// TestVaryingSlots establishes what may be in a slot where a landmark has any integer: an integer, or a pointer into
// the same object if it was one.
func TestVaryingSlots(t *testing.T) {
	turning := func(first, turn string) string {
		return text(`
			slot a int
			slot p ptr
			slot q ptr
			slot r ptr
			alloc q heap 4
			alloc r heap 4
			set a 0
			` + first + `
			enter 0
			head: branch (truth 1) then body else out loop 0
			body: ` + turn + `
			set a 0
			jump head
			out: return 0`)
	}
	const other = "want one with an integer or with a pointer into an object"
	for _, c := range []struct{ title, first, turn, reason string }{
		{"the same pointer", "set p ?q", "set p ?p", ""},
		{"a pointer to another place", "set p ?q", "set p (move ?p 1)", ""},
		{"a pointer to another object", "set p ?q", "set p ?r", "with other values"},
		{"null", "set p ?q", "set p (null)", "with other values"},
		{"null at first", "set p (null)", "set p ?q", other},
		{"a pointer to a function", "set p (func main)", "set p ?q", other},
		{"nothing at first", "set a 0", "set p ?q", other},
	} {
		p, err := program(turning(c.first, c.turn))
		if err != nil {
			t.Fatal(c.title, err)
		}
		cert := &certs.Absence{Kind: certs.KindSafe, Program: p.About, Landmarks: []certs.Landmark{
			{Steps: 5, Any: []certs.Place{{At: 1}}}, {Steps: 9, Same: 1},
		}}
		_, err = check(cert.Seal(), nil, DefaultLimits)
		if !says(err, c.reason) {
			t.Errorf("%s: found %v, want %q", c.title, err, c.reason)
		}
	}
}

// TestUnreachableObjects establishes that a state is not covered as it is if objects to which no pointer leads may be
// others: neither by a landmark with an invariant about them, nor if the program makes pointers of numbers.
func TestUnreachableObjects(t *testing.T) {
	loop := func(first, turn string) string {
		return text(`
			slot a int
			slot s int
			slot n int
			slot p ptr
			` + first + `
			enter 0
			head: branch (truth 1) then body else out loop 0
			body: ` + turn + `
			jump head
			bad: fail "assertion"
			out: return 0`)
	}
	const numbers, others = "looks at their addresses", "objects with other numbers"
	about := []certs.Atom{{Terms: []certs.Product{{Times: one, Of: []certs.Place{{Object: 1, At: 0, Type: 6}}},
		{Times: big.NewInt(-5)}}}}
	for _, c := range []struct {
		title, first, turn string
		ways               string
		landmark, covered  uint64 // about where the landmarks are
		facts              []uint64
		holds              []certs.Atom
		reason             string
	}{
		{"an atom about one", "draw a a -10 .. 10\nalloc p heap 4\nstore i32 ?p ?a\nset p (null)\nbranch (le ?a 5) then go else out\ngo: set s ?a\nset a 0",
			"branch (le ?s 5) then ok else bad\nok: draw s b -10 .. 10", "- - l2.3 - l2.3 l2.4", 8, 12, []uint64{0},
			about, others},
		{"a number leads to its contents",
			"draw a a -10 .. 10\nalloc p heap 4\nstore i32 ?p ?a\nset n (toint ?p)\nset p (null)\nset s ?a\nset a 0",
			"load a i32 (toptr ?n)\nbranch (eq ?a ?s) then ok else bad\nok: draw s b -10 .. 10\nset a 0", "", 8, 14,
			nil, nil, numbers},
		{"a number leads to its size",
			"draw a a 1 .. 10\nalloc p heap ?a\nset n (toint ?p)\nset p (null)\nset s ?a\nset a 0",
			"set p (move (toptr ?n) ?s \"invalid pointer\")\nset p (null)\ndraw s b 1 .. 10", "", 7, 12, nil, nil,
			numbers},
		{"nothing leads there", "draw a a 1 .. 10\nalloc p heap ?a\nset n 0\nset p (null)\nset s ?a\nset a 0",
			"set p (null)\nset p (null)\ndraw s b 1 .. 10", "", 7, 12, nil, nil, ""},
	} {
		p, err := program(loop(c.first, c.turn))
		if err != nil {
			t.Fatal(c.title, err)
		}
		found := false // whether the reason was
		for first := c.landmark - 1; first <= c.landmark+1; first++ {
			for second := first + 1; second < c.covered+3; second++ {
				cert := &certs.Absence{Kind: certs.KindSafe, Program: p.About, Ways: ways(c.ways),
					Landmarks: []certs.Landmark{
						{Steps: first, Facts: c.facts, Holds: c.holds}, {Steps: second, Same: 1},
					}}
				_, err := check(cert.Seal(), nil, DefaultLimits)
				if err == nil && c.reason != "" {
					t.Errorf("%s: landmarks at %d and %d are accepted", c.title, first, second)
				}
				found = found || (err == nil) == (c.reason == "") &&
					(err == nil || strings.Contains(err.Error(), c.reason))
			}
		}
		if !found {
			t.Errorf("%s: no landmarks come to %q, want some", c.title, c.reason)
		}
	}
}

// TestHostileInvariants establishes that invariants cannot make the checker fail, or work without a bound.
func TestHostileInvariants(t *testing.T) {
	whole := inductive(t, counting)
	many := func(n int, p certs.Place) (of []certs.Place) {
		for range n {
			of = append(of, p)
		}
		return of
	}
	huge := new(big.Int).Lsh(one, 1<<20)
	for _, c := range []struct {
		title  string
		holds  certs.Atom
		times  int // how often it is said
		limits Limits
		reason string
	}{
		{"a product without a number", certs.Atom{Terms: []certs.Product{{}}}, 1, DefaultLimits, "found null"},
		{"a huge negative divisor", certs.Atom{Mod: new(big.Int).Neg(huge)}, 1, DefaultLimits, "want 0 or more than 1"},
		{"a huge number", certs.Atom{Terms: []certs.Product{{Times: huge}}}, 1, DefaultLimits, "nothing shows it"},
		{"many places of a new input",
			certs.Atom{Terms: []certs.Product{{Times: one, Of: many(100_000, whole.Landmarks[0].Any[0])}}}, 1,
			DefaultLimits, "terms may take"},
		{"many places times 0", certs.Atom{Terms: []certs.Product{{Times: zero,
			Of: many(100_000, whole.Landmarks[0].Any[0])}}}, 35,
			Limits{MaxSteps: 1000, MaxBytes: 1 << 24, MaxMemory: 1 << 30}, "units of work"},
		{"many products", certs.Atom{Terms: make([]certs.Product, 100_000)}, 1, DefaultLimits, "found null"},
	} {
		forged := cloned(whole)
		forged.Landmarks[0].Holds = slices.Repeat([]certs.Atom{c.holds}, c.times)
		if _, err := check(forged.Seal(), nil, c.limits); err == nil || !strings.Contains(err.Error(), c.reason) ||
			len(err.Error()) > 400 {
			t.Errorf("%s: found %.500v, want %q", c.title, err, c.reason)
		}
	}
}
