package proptest

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/fronts"
)

// This file states what invariants of loops promise: an accepted certificate holds on every run, of which some are
// tried. The programs here have loops over inputs without bounds.

// The bounds on the runs that are tried.
const (
	triedRuns  = 12
	triedSteps = 250
)

// counter is a program with loops, and whether one of the runs that were tried fails.
type counter struct {
	finder.Program
	text  string
	fails bool
}

// family is a kind of random programs that have proofs by induction, and how these are changed.
type family struct {
	file  string // the name of a file of such a program
	write func(*rand.Rand) string
	words []string // that are exchanged for each other to make a program that is much like another one
	least int      // of the inputs that are tried
	steps int64    // of a run that is tried
	what  string   // that a proof has
	count func(*certs.Absence) int
	forge func(*rand.Rand, *certs.Absence) // changes that in a proof that has some
}

// The families of programs.
var (
	withLoops = family{"counter.imp", counting, countingWords, -3, triedSteps, "invariants",
		func(c *certs.Absence) int { return len(c.Landmarks) }, forgeLandmark}
	withArrays = family{"filler.c", filling, fillingWords, 0, triedSteps, "summaries",
		func(c *certs.Absence) int { return len(c.Summaries) }, forgeSummary}
)

// read reads the text of a program, and runs it on small inputs.
func (f family) read(r *rand.Rand, text string) *counter {
	s := loaded(f.file, []byte(text))
	c := &counter{Program: s.Program, text: text}
	for range triedRuns {
		values := map[string]*big.Int{}
		m := &core.Machine{Program: s.Core, Input: func(_ int, name string) (*big.Int, bool) {
			if values[name] == nil {
				values[name] = big.NewInt(int64(r.IntN(9-f.least) + f.least))
			}
			return values[name], true
		}}
		if _, out := semantics.Run(m, m.Start(), f.steps, nil); out.Fault != nil {
			c.fails = true
			break
		}
	}
	return c
}

// counting returns the text of a program whose loops change three variables, as inputs say, and which asserts something
// of them.
func counting(r *rand.Rand) string {
	oneOf := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	digit := func() string { return fmt.Sprint(r.IntN(4)) }
	variable := func() string { return oneOf("x", "y", "z") }
	change := func() string {
		v := variable()
		return oneOf(v+" = "+v+" + "+digit(), v+" = "+v+" + "+digit(), v+" = "+v+" - "+digit(), v+" = "+variable(),
			v+" = "+digit(), v+" = "+variable()+" + "+variable(), v+" = 2 * "+v, v+" = "+v+" % 3") + "\n"
	}
	condition := func() string {
		return oneOf(variable()+" < n", variable()+" < m", variable()+" > "+digit(), variable()+" != "+digit(),
			variable()+" <= "+variable(), "n % 2 == 1", "m > "+variable())
	}
	claim := func() string {
		return oneOf(variable()+" >= 0", variable()+" <= n", "x == y", "x + y == z", variable()+" >= "+variable(),
			variable()+" % 2 == 0", "x == 2 * y", "x + y <= 9", variable()+" != "+digit(), "z == n", "x - y <= 3")
	}
	var b strings.Builder
	b.WriteString(oneOf("assume n >= 0\n", "assume m >= n\n", "") + "x = 0\ny = " + oneOf("0", "1", "n") + "\nz = " +
		oneOf("0", "2", "m") + "\n")
	for range 1 + r.IntN(2) {
		inside := ""
		if r.IntN(3) == 0 {
			inside = "assert " + claim() + "\n"
		}
		fmt.Fprintf(&b, "while %s {\n%s%s}\n", condition(), turnOf(r, 2, change, condition), inside)
	}
	for range 1 + r.IntN(2) {
		b.WriteString("assert " + claim() + "\n")
	}
	return b.String()
}

// induce looks for a proof of c with invariants.
func (c *counter) induce() (*finder.Result, error) {
	return finder.Find(context.Background(), c.Program, finder.Options{Solver: "lia", Prove: true,
		Engine: finder.EngineInvariants, Limits: finder.Limits{States: 200}})
}

// proved is the property that what the finder proves of a program of the family holds.
func proved[S, Y any](f family) func(*Case[S, Y], func(string)) Outcome {
	return func(c *Case[S, Y], count func(string)) Outcome {
		random := c.Rand()
		p := f.read(random, f.write(random))
		r, err := p.induce()
		switch {
		case err != nil:
			return against("%v", err)
		case r.Wrong != "":
			return against("%s, of\n%s", r.Wrong, p.text)
		case r.Verdict == finder.Safe && p.fails:
			return against("the verdict is safe, and a run fails, of\n%s", p.text)
		case r.Absence == nil:
			count(f.what + ", " + string(r.Verdict))
			return ok
		}
		if _, err := checker.Check(certs.Encode(r.Absence), checker.Options{Limits: checkLimits,
			Lower: fronts.All.Lower}); err != nil {
			return against("the checker refuses what the finder proves: %v, of\n%s", err, p.text)
		}
		if f.count(r.Absence) == 0 {
			return vacuous
		}
		count(f.what + ", safe")
		return ok
	}
}

// provedForged is the property that no proof of a program of the family is accepted for another one that fails, or with
// changes of which the program fails.
func provedForged[S, Y any](f family) func(*Case[S, Y], func(string)) Outcome {
	return func(c *Case[S, Y], count func(string)) Outcome {
		random := c.Rand()
		var p *counter
		var proof *certs.Absence
		for tried := 0; proof == nil; tried++ {
			if tried == 4 { // of which most often one has a proof
				return vacuous
			}
			p = f.read(random, f.write(random))
			r, err := p.induce()
			switch {
			case err == nil && r.Verdict == finder.Safe && p.fails:
				return against("the verdict is safe, and a run fails, of\n%s", p.text)
			case err == nil && r.Absence != nil && f.count(r.Absence) > 0:
				proof = r.Absence
			}
		}
		for range 8 {
			other, forged := p, *proof
			if random.IntN(4) > 0 {
				other = f.read(random, f.otherwise(random, p.text))
				forged.Program = other.About
			}
			forged.Landmarks, forged.Summaries = slices.Clone(forged.Landmarks), slices.Clone(forged.Summaries)
			forged.Contracts = slices.Clone(forged.Contracts)
			for range random.IntN(2) {
				forgeLandmark(random, &forged)
			}
			for range random.IntN(3) {
				f.forge(random, &forged)
			}
			if out := refused(&forged, other.text, other.fails, count); out != ok {
				return out
			}
		}
		return ok
	}
}

// filling returns the text of a program in C that writes an array of any size, and asserts something of what it reads
// there.
func filling(r *rand.Rand) string {
	oneOf := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	most := oneOf("0", "1", "2", "3")
	what := oneOf("i % 2", "i % 3", most, "n % 4", "3 - i % 4")
	check := oneOf("b[i] <= 3", "b[i] <= "+most, "b[i] >= 0", "b[i] != 4", "b[i] <= 2")
	return "#include <assert.h>\n#include <stdlib.h>\nextern unsigned __VERIFIER_nondet_uint(void);\nint main(void) {\n  unsigned n = __VERIFIER_nondet_uint();\n  if ( n >= 100000 ) return 0;\n" +
		"  int *b = malloc( (n + " + oneOf("1", "1", "0", "2") + " ) * 4);\n  if (!b) return 0;\n" +
		"  for (unsigned i = " + oneOf("0", "0", "1") + "; i " + oneOf("<", "<=") + " n ; i = i + 1 ) b[i] = " + what +
		";\n" +
		"  for (unsigned i = 0; i " + oneOf("<", "<", "<=") + " n ; i = i + 1 ) " +
		oneOf("", "if (b[i] == 2 && b[i] != 2 ) b[i] = 7; else ", "if (b[i] == 1) b[i] = 0; else ") + "assert(" +
		check + ");\n  return 0;\n}\n"
}

// forgeSummary changes what is claimed of the contents of an object.
func forgeSummary(random *rand.Rand, c *certs.Absence) {
	s := &c.Summaries[random.IntN(len(c.Summaries))]
	s.Points, s.Within = slices.Clone(s.Points), slices.Clone(s.Within)
	if len(s.Points) == 0 {
		return
	}
	i := random.IntN(len(s.Points))
	switch kind := random.IntN(4); {
	case kind == 1 && len(s.Within) == 0: // it may be the end of a range
		s.Points[i] = append(slices.Clone(s.Points[i]), certs.Product{Times: big.NewInt(int64(random.IntN(5) - 2))})
	case kind == 0:
		s.Points[i] = append(slices.Clone(s.Points[i]),
			certs.Product{Times: big.NewInt(int64(4 * (random.IntN(5) - 2)))})
	case kind == 1:
		s.Within[random.IntN(len(s.Within))] = certs.Range{Lo: big.NewInt(int64(-random.IntN(3))),
			Hi: big.NewInt(int64(random.IntN(5)))}
	case kind == 2:
		s.Points[i] = []certs.Product{{Times: big.NewInt(1), Of: []certs.Place{{Object: s.Object}}}}
	default:
		s.Type = uint64(1 + random.IntN(8))
	}
}

// The words that are exchanged for each other in programs.
var (
	countingWords = []string{" < ", " <= ", " >= ", " > ", " == ", " != ", " + ", " - ", " x ", " y ", " z ", " 0",
		" 1", " 2", " 3"}
	fillingWords = []string{" < ", " <= ", " == ", " != ", " + ", " 0", " 1", " 2", " 3", " n "}
)

// otherwise returns the text of a program that is much like another one.
func (f family) otherwise(r *rand.Rand, text string) string {
	for {
		old, made := f.words[r.IntN(len(f.words))], f.words[r.IntN(len(f.words))]
		n := strings.Count(text, old)
		if n == 0 {
			continue
		}
		at := 0
		for range r.IntN(n) + 1 {
			at += strings.Index(text[at:], old) + len(old)
		}
		changed := text[:at-len(old)] + made + text[at:]
		if _, err := load.File(f.file, []byte(changed)); err == nil && changed != text &&
			!strings.Contains(changed, "% 0") {
			return changed
		}
	}
}

// forgeLandmark changes what a landmark claims: it strengthens and weakens it, and leaves out what a turn may change.
func forgeLandmark(random *rand.Rand, c *certs.Absence) {
	l := &c.Landmarks[random.IntN(len(c.Landmarks))]
	small := func() *big.Int { return big.NewInt(int64(random.IntN(7) - 3)) }
	l.Within, l.Holds = slices.Clone(l.Within), slices.Clone(l.Holds)
	switch random.IntN(6) {
	case 0:
		l.Within = append(l.Within, certs.Range{Lo: small()})
	case 1:
		for i := range l.Within {
			l.Within[i] = certs.Range{Lo: l.Within[i].Hi, Hi: small()}
		}
	case 2:
		if len(l.Any) > 0 {
			l.Any = slices.Delete(slices.Clone(l.Any), 0, 1)
			l.Within = l.Within[:min(len(l.Within), len(l.Any))]
		}
	case 3:
		if len(l.Any) > 0 {
			l.Holds = append(l.Holds, certs.Atom{Terms: []certs.Product{{Times: small(), Of: l.Any[:1]},
				{Times: small()}}})
		}
	case 4:
		if len(l.Holds) > 0 {
			l.Holds = l.Holds[1:]
		}
	default:
		if len(l.Holds) > 0 {
			l.Holds[0].Mod = big.NewInt(int64(random.IntN(3)))
		}
	}
}

// turnOf returns the text of what a loop does: some changes of variables, branches, and loops inside, which nest so
// deep.
func turnOf(r *rand.Rand, depth int, change, condition func() string) string {
	inner := func() string { return turnOf(r, depth-1, change, condition) }
	var b strings.Builder
	for range 1 + r.IntN(3) {
		switch k := r.IntN(8); {
		case k < 5 || depth == 0:
			b.WriteString(change())
		case k < 7:
			fmt.Fprintf(&b, "if %s {\n%s} else {\n%s}\n", condition(), inner(), inner())
		default:
			fmt.Fprintf(&b, "while %s {\n%s}\n", condition(), inner())
		}
	}
	return b.String()
}
