package checker

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/internal/effort"
	"vouch/semantics/fronts"
)

// This file forges certificates of absence: it changes one thing that a valid one says, gives it a fresh digest, and
// wants the checker to object, for the right reason.

// forgedSource is a program whose certificates have proofs of every kind of way: of a loop that ends, of both branches,
// of a fault.
const forgedSource = `assume 0 <= n <= 2 and d != 0
i = 0
while i < n {
  i = i + 1
}
if n % 2 == 1 {
  x = 10 / d
}
assert i <= 2
`

// endlessSource is a program with a loop without end.
const endlessSource = "assume k > 0\nwhile true {\n  k = k + 1\n  assert k > 1\n}\n"

// entry returns the number of the entry of c whose proof is the n-th.
func entry(c *certs.Absence, n int) int {
	for i, p := range c.Ways {
		if len(p) > 0 {
			if n == 0 {
				return i
			}
			n--
		}
	}
	panic("no such proof")
}

// ruled changes the n-th proof; its rules are copies.
func ruled(n int, edit func(p certs.Proof) certs.Proof) func(*certs.Absence) {
	return func(c *certs.Absence) {
		i := entry(c, n)
		p := slices.Clone(c.Ways[i])
		for j := range p {
			p[j].Rows = slices.Clone(p[j].Rows)
		}
		c.Ways[i] = edit(p)
	}
}

// leafOf changes the last rule of the first proof.
func leafOf(edit func(r *certs.Rule)) func(*certs.Absence) {
	return ruled(0, func(p certs.Proof) certs.Proof { edit(&p[len(p)-1]); return p })
}

// written replaces a part of the source.
func written(old, new string) func(*certs.Absence) {
	return func(c *certs.Absence) {
		text := string(c.Program.Sources[0].Text)
		if strings.Count(text, old) != 1 {
			panic(fmt.Sprintf("%q does not occur once in the source", old))
		}
		c.Program.Sources = []certs.Source{{Name: "test.imp", Text: []byte(strings.Replace(text, old, new, 1))}}
		relower(&c.Program)
	}
}

func TestForgedIsValidBefore(t *testing.T) {
	for _, c := range []*certs.Absence{mustProduce(t, forgedSource, 0), mustProduce(t, endlessSource, 3)} {
		if _, err := check(c.Seal(), nil, DefaultLimits); err != nil {
			t.Fatal(err)
		}
	}
	c := mustProduce(t, forgedSource, 0)
	closed := slices.DeleteFunc(slices.Clone(c.Ways), func(p certs.Proof) bool { return len(p) == 0 })
	if len(c.Ways) < 15 || len(closed) < 5 || len(c.Ways[0]) > 0 {
		t.Errorf("the certificate is not as rich as the cases need it: %d entries, %d of them proofs", len(c.Ways),
			len(closed))
	}
}

func TestForging(t *testing.T) {
	bounded := func(edit func(c *certs.Absence)) func(*certs.Absence) {
		return func(c *certs.Absence) {
			*c = *mustProduce(t, endlessSource, 3)
			edit(c)
		}
	}
	for _, c := range []struct {
		title  string
		edit   func(*certs.Absence)
		reason string
	}{
		// The claim.
		{"safe relabelled bounded", func(c *certs.Absence) { c.Kind = certs.KindBounded },
			`loop-limit: found 0 in a certificate of the kind "bounded"`},
		{"safe relabelled bounded, with a limit that no loop reaches", func(c *certs.Absence) {
			c.Kind, c.LoopLimit = certs.KindBounded, 9
		}, "no loop reaches it"},
		{"safe relabelled bounded, with the greatest limit", func(c *certs.Absence) {
			c.Kind, c.LoopLimit = certs.KindBounded, math.MaxUint64
		}, "no loop reaches it"},
		{"safe relabelled bounded, with a limit that a loop reaches", func(c *certs.Absence) {
			c.Kind, c.LoopLimit = certs.KindBounded, 1
		}, "ways: "},
		{"safe with a limit", func(c *certs.Absence) { c.LoopLimit = 3 },
			`loop-limit: found 3 in a certificate of the kind "safe"`},
		{"bounded relabelled safe", bounded(func(c *certs.Absence) { c.Kind = certs.KindSafe }),
			`loop-limit: found 3 in a certificate of the kind "safe"`},
		{"bounded relabelled safe, without its limit", bounded(func(c *certs.Absence) {
			c.Kind, c.LoopLimit = certs.KindSafe, 0
		}), "want another one, for a way at 4:3 where the condition is true"},
		{"a limit greater by one", bounded(func(c *certs.Absence) { c.LoopLimit++ }), "want another one"},
		{"a limit smaller by one", bounded(func(c *certs.Absence) { c.LoopLimit-- }), "ways: found 7 entries, want 5"},
		{"the greatest limit", bounded(func(c *certs.Absence) { c.LoopLimit = math.MaxUint64 }), "want another one"},

		// The entries.
		{"no entries", func(c *certs.Absence) { c.Ways = nil },
			"ways: found 0 entries, want another one, for a way at 1:8"},
		{"the first entry dropped", func(c *certs.Absence) { c.Ways = c.Ways[1:] }, "ways: "},
		{"the last entry dropped", func(c *certs.Absence) { c.Ways = c.Ways[:len(c.Ways)-1] },
			"want another one, for a way at 6:1 where the condition is false"},
		{"an open entry more", func(c *certs.Absence) { c.Ways = append(c.Ways, nil) }, "entries, want"},
		{"a proof more", func(c *certs.Absence) { c.Ways = append(c.Ways, c.Ways[entry(c, 0)]) }, "entries, want"},
		{"the start closed by the proof of another way", func(c *certs.Absence) { c.Ways[0] = c.Ways[entry(c, 0)] },
			"ways: entry 1, for a way at 1:8: rule 1:"},
		{"the start closed, and nothing else", func(c *certs.Absence) { c.Ways = []certs.Proof{c.Ways[entry(c, 0)]} },
			"ways: entry 1, for a way at 1:8: rule 1:"},
		{"a fault that nothing excludes", func(c *certs.Absence) { c.Ways[faultEntry(t, c)] = nil },
			`ways: nothing excludes the fault "division by zero" at 7:10`},
		{"the entry of a fault dropped", func(c *certs.Absence) {
			i := faultEntry(t, c)
			c.Ways = slices.Delete(c.Ways, i, i+1)
		}, `nothing excludes the fault "division by zero" at 7:10`},
		{"the proof of a fault put in the place of a branch", func(c *certs.Absence) {
			c.Ways[1] = c.Ways[faultEntry(t, c)]
		}, "ways: entry 2, for a way at 1:24: rule"},

		// The proofs.
		{"a row that is not on the way", leafOf(func(r *certs.Rule) { r.Rows[0].Row += 100 }), "want one of"},
		{"another row", leafOf(func(r *certs.Rule) { r.Rows[len(r.Rows)-1].Row-- }), "rule 1: found"},
		{"a row twice", leafOf(func(r *certs.Rule) { r.Rows = append(r.Rows, r.Rows[len(r.Rows)-1]) }),
			"want rows in ascending order"},
		{"rows in another order", leafOf(func(r *certs.Rule) { slices.Reverse(r.Rows) }),
			"want rows in ascending order"},
		{"a row less", leafOf(func(r *certs.Rule) { r.Rows = r.Rows[1:] }), "want a positive constant"},
		{"a factor of 0", leafOf(func(r *certs.Rule) { r.Rows[0].Times = new(big.Int) }),
			"found a factor that is not positive"},
		{"a negative factor", leafOf(func(r *certs.Rule) { r.Rows[0].Times = minusOne }),
			"found a factor that is not positive"},
		{"another factor", leafOf(func(r *certs.Rule) { r.Rows[0].Times = big.NewInt(5) }), "want a positive constant"},
		{"a leaf that is a cut", leafOf(func(r *certs.Rule) { r.Op = certs.RuleCut }), "the rule cut has other fields"},
		{"a leaf with an index", leafOf(func(r *certs.Rule) { r.Index = 1 }), "the rule leaf has other fields"},
		{"a leaf with a bound", leafOf(func(r *certs.Rule) { r.K = new(big.Int) }), "the rule leaf has other fields"},
		{"a rule with a blank", leafOf(func(r *certs.Rule) { r.Op += " " }), "want the name of a rule"},
		{"a leaf twice", ruled(0, func(p certs.Proof) certs.Proof { return append(p, p[len(p)-1]) }),
			"every way is closed, but found 1 more rules"},
		{"a split without its second way", ruled(0, func(p certs.Proof) certs.Proof {
			return append(certs.Proof{bySplit(0, 0)}, p...)
		}), "the rules end before every way is closed"},
		{"a cut by 1", ruled(0, func(p certs.Proof) certs.Proof { return append(certs.Proof{byCut(1, 0, 1)}, p...) }),
			"found the divisor 1"},
		{"a cut without a leaf", ruled(0, func(p certs.Proof) certs.Proof { return certs.Proof{byCut(2, 0, 2)} }),
			"the rules end before every way is closed"},

		// The program.
		{"another name", func(c *certs.Absence) { c.Program.Sources[0].Name = "dir/test.imp" },
			"program: found the names"},
		{"another digest of the lowered program", func(c *certs.Absence) { c.Program.Lowered[0] ^= 1 },
			"program: found the digest"},
		{"other options", func(c *certs.Absence) { c.Program.Options = map[string]string{"division": "truncate"} },
			"program: found options"},
		{"no options", func(c *certs.Absence) { c.Program.Options = nil }, "program: found options"},
		{"another language", func(c *certs.Absence) { c.Program.Language = "cobol" }, `found language "cobol"`},
		{"a source that is no program", written("assert i <= 2", "assert i <="), "program: "},
		{"an assumption less", written("assume 0 <= n <= 2 and d != 0", ""), "ways: "},
		{"an assumption weaker", written("n <= 2 and", "n <= 3 and"), "ways: "},
		{"an assumption that excludes something else", written("d != 0", "d != 1"), "ways: "},
		{"an assertion stricter", written("assert i <= 2", "assert i <= 1"), "ways: "},
		{"a fault at the end", func(c *certs.Absence) {
			c.Program.Sources[0].Text = append(c.Program.Sources[0].Text, "fail"...)
			relower(&c.Program)
		}, `nothing excludes the fault "fail" at 10:1`},
		{"a fault at the start", func(c *certs.Absence) {
			c.Program.Sources[0].Text = append([]byte("fail "), c.Program.Sources[0].Text...)
			relower(&c.Program)
		}, `nothing excludes the fault "fail" at 1:1`},
		{"another divisor", written("10 / d", "10 / (d - 1)"), "ways: "},
		{"a constant divisor of 0", written("10 / d", "10 / (d - d)"),
			`nothing excludes the fault "division by zero" at 7:10`},
		{"an unbound variable", written("assume", "input n, d assume"), ""},
		{"an unbound variable that is read", func(c *certs.Absence) {
			written("assume", "input n, d assume")(c)
			written("10 / d", "z / d")(c)
		}, "nothing excludes the fault \"unbound variable\" at 7:7"},
		{"another step", written("i = i + 1", "i = i + 2"), "ways: "},
		{"a loop that is longer", written("i < n", "i <= n"), "ways: "},
		{"a loop without end", written("i < n", "i < 1 or true"),
			"ways: walking them takes more than 100 steps, a tenth of the step limit"},
	} {
		t.Run(c.title, func(t *testing.T) {
			cert := mustProduce(t, forgedSource, 0)
			c.edit(cert)
			v, err := check(cert.Seal(), nil, Limits{1000, certs.MaxBytes, DefaultLimits.MaxMemory})
			switch {
			case c.reason == "" && err != nil:
				t.Errorf("found %v", err)
			case c.reason == "":
			case err == nil:
				t.Errorf("accepted as %+v", v)
			case !errors.Is(err, ErrInvalid) || !strings.Contains(err.Error(), c.reason):
				t.Errorf("found the reason %q, want one with %q", err, c.reason)
			}
		})
	}
}

// faultEntry returns the number of the entry of the first fault.
func faultEntry(t *testing.T, c *certs.Absence) int {
	t.Helper()
	closed, at := 0, -1
	if _, err := Check(c.Seal(), Options{Limits: DefaultLimits, Lower: fronts.All.Lower, Source: nil,
		See: func(way Closed) {
			if way.Fault != "" && at < 0 {
				at = closed
			}
			closed++
		}}); err != nil || at < 0 {
		t.Fatalf("no way to a fault is closed: %v", err)
	}
	return entry(c, at)
}

// TestForgedEntries drops, doubles, opens and closes every entry in turn, and puts every proof in the place of every
// other entry.
func TestForgedEntries(t *testing.T) {
	original := mustProduce(t, forgedSource, 0)
	rejected, accepted := 0, 0
	try := func(title string, ways []certs.Proof, mayStand bool) {
		c := *original
		c.Ways = ways
		switch _, err := check(c.Seal(), nil, DefaultLimits); {
		case err != nil:
			rejected++
		case mayStand:
			accepted++
		default:
			t.Errorf("%s: accepted", title)
		}
	}
	for i, p := range original.Ways {
		try(fmt.Sprintf("entry %d dropped", i+1), slices.Delete(slices.Clone(original.Ways), i, i+1), false)
		try(fmt.Sprintf("entry %d doubled", i+1), slices.Insert(slices.Clone(original.Ways), i, p), false)
		try(fmt.Sprintf("an open entry before entry %d", i+1), slices.Insert(slices.Clone(original.Ways), i, nil),
			false)
		for j, q := range original.Ways {
			if ways := slices.Clone(original.Ways); !certs.Same(p, q) {
				ways[i] = q
				try(fmt.Sprintf("entry %d in the place of entry %d", j+1, i+1), ways, len(p) > 0)
			}
		}
	}
	if rejected < 150 || accepted > rejected/4 {
		t.Errorf("%d rejected and %d accepted", rejected, accepted)
	}
}

// TestMutatedAbsences mutates programs and entries at random; whatever is accepted must be true.
func TestMutatedAbsences(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	var originals []*certs.Absence
	for _, a := range absences {
		originals = append(originals, mustProduce(t, a.source, a.loopLimit))
	}
	originals = append(originals, mustProduce(t, forgedSource, 0), mustProduce(t, endlessSource, 3))
	accepted, rejected := 0, map[string]int{}
	for i := range effort.Of(6_000) {
		original := originals[i%len(originals)]
		c := *original
		c.Ways = slices.Clone(c.Ways)
		for range 1 + r.IntN(2) {
			switch n := r.IntN(10); {
			case n < 5:
				bug := &certs.Bug{Program: c.Program}
				mutateSource(bug, r)
				c.Program = bug.Program
				if r.IntN(2) == 0 { // it may be right for the program that this is now
					if again, err := produce(string(c.Program.Sources[0].Text), int(c.LoopLimit), 50); err == nil {
						c = *again
					}
				}
			case n < 7:
				c.Ways = edit(c.Ways, r, nil)
			case n < 8:
				c.LoopLimit += r.Uint64N(3) - 1
			case len(c.Ways) > 0:
				j := r.IntN(len(c.Ways))
				c.Ways[j] = mutateProof(c.Ways[j], r)
			}
		}
		data := c.Seal()
		if bytes.Equal(data, original.Seal()) {
			continue
		}
		_, err := check(data, nil, fuzzLimits)
		if err == nil {
			accepted++
			absent(t, &c, r)
			continue
		}
		word, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), ErrInvalid.Error()+": "), ":")
		rejected[word]++
	}
	t.Logf("%d accepted, rejected %v", accepted, rejected)
	if accepted < effort.Of(500) || rejected["ways"] < effort.Of(2000) || rejected["loop-limit"] < effort.Of(50) {
		t.Errorf("%d accepted, rejected %v", accepted, rejected)
	}
}

// TestNoCertificateForBugs looks for a certificate that the checker accepts for each program with a bug, by doing what
// the checker's reasons ask for. There is none.
func TestNoCertificateForBugs(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	proofs := []certs.Proof{nil, nil, {byLeaf(0, 1)}}
	for _, th := range theories {
		proofs = append(proofs, th.proof)
	}
	for _, a := range absences {
		proofs = append(proofs, mustProduce(t, a.source, a.loopLimit).Ways...)
	}
	reasons := map[string]int{}
	for _, f := range findings {
		c := noFault(f.source)
		if strings.Contains(f.source, "truncate") {
			c.Program.Options["division"] = "truncate"
		}
		for range effort.Of(150) {
			_, err := check(c.Seal(), []byte(f.source), Limits{2000, certs.MaxBytes, DefaultLimits.MaxMemory})
			switch reason := fmt.Sprint(err); {
			case err == nil:
				t.Fatalf("accepted, though %s at %d:%d: %+v\n%s", f.kind, f.line, f.column, c.Ways, f.source)
			case strings.Contains(reason, "want another one"):
				reasons["missing"]++
				c.Ways = append(c.Ways, pick(r, proofs[:2]))
			case strings.Contains(reason, "nothing excludes"):
				reasons["open"]++
				if len(c.Ways) > 0 {
					c.Ways[r.IntN(len(c.Ways))] = mutateProof(pick(r, proofs), r)
				}
			case strings.Contains(reason, "rule"):
				reasons["wrong"]++
				for i := range c.Ways {
					if len(c.Ways[i]) > 0 && r.IntN(2) == 0 {
						c.Ways[i] = pick(r, proofs)
					}
				}
			default:
				reasons["other"]++
				c.Ways = c.Ways[:len(c.Ways)/2]
			}
		}
	}
	t.Logf("%v", reasons)
	for _, what := range []string{"missing", "open", "wrong"} {
		if reasons[what] < effort.Of(100) {
			t.Errorf("found the reasons %v", reasons)
		}
	}
}

func TestAbsenceSourceGiven(t *testing.T) {
	data := mustProduce(t, forgedSource, 0).Seal()
	for _, c := range []struct {
		title, source string
		valid         bool
	}{
		{"the same", forgedSource, true},
		{"empty", "", false},
		{"without the last line end, which is no part of the program", strings.TrimSuffix(forgedSource, "\n"), true},
		{"with a line more before it", "\n" + forgedSource, false},
		{"without its end", forgedSource[:len(forgedSource)/2], false},
		{"another program", endlessSource, false},
	} {
		_, err := check(data, []byte(c.source), DefaultLimits)
		if c.valid != (err == nil) || err != nil && !strings.Contains(err.Error(), "source file") {
			t.Errorf("%s: found %v", c.title, err)
		}
	}
}

// FuzzCheckAbsence takes bytes with a fresh digest, and mutated as the seed says; whatever is accepted must be true.
func FuzzCheckAbsence(f *testing.F) {
	for i, a := range absences {
		f.Add(mustProduce(f, a.source, a.loopLimit).Seal(), uint64(i))
	}
	for i, first := range []string{"set c 0", "set c 1"} { // the second one fails
		p, err := program(endless(first, "set c (in (add ?c 1) 0 .. 1 \"overflow\")", "set c 0"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add((&certs.Absence{Kind: certs.KindSafe, Program: p.About, Ways: ways("- - - -"),
			Landmarks: marks("2 a; 7 a; 10 =1; 15 =2; 18 =1")}).Seal(), uint64(i))
	}
	// the second one fails
	for i, again := range []string{"alloc p heap 8\nstore i32 ?p ?a",
		"store i32 ?p 7\nload c i32 ?p\nset c (in ?c 0 .. 5 \"overflow\")"} {
		const first = "alloc p heap 8\nstore i32 ?p 5"
		p, err := program(endless(first, again, first))
		if err != nil {
			f.Fatal(err)
		}
		f.Add((&certs.Absence{Kind: certs.KindSafe, Program: p.About, Ways: ways("- -"),
			Landmarks: marks(heads("H ac @1+0:6; S =1; O =1", first, again, first))}).Seal(), uint64(i))
	}
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 0))
		opened, err := certs.Open(data, 1<<20)
		c, ok := opened.(*certs.Absence)
		if err != nil || !ok {
			return
		}
		for range 1 + r.IntN(3) {
			if len(c.Ways) > 0 {
				j := r.IntN(len(c.Ways))
				c.Ways[j] = mutateProof(c.Ways[j], r)
			}
			if len(c.Landmarks) > 0 {
				l := &c.Landmarks[r.IntN(len(c.Landmarks))]
				l.Steps, l.Same = l.Steps+uint64(r.IntN(3))-1, uint64(r.IntN(3))
				if r.IntN(4) == 0 {
					l.Any = append(l.Any, certs.Place{Object: uint64(r.IntN(3)), At: uint64(r.IntN(9)),
						Type: uint64(r.IntN(10))})
				}
			}
			bug := &certs.Bug{Program: c.Program}
			mutateSource(bug, r)
			c.Program = bug.Program
			if _, err := check(c.Seal(), nil, fuzzLimits); err == nil {
				absent(t, c, r)
			}
		}
	})
}
