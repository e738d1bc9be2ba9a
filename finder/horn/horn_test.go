package horn

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"vouch/finder/invariant"
	"vouch/semantics/term"
)

// This file tests the text of clauses, and what is read in answers.

func TestText(t *testing.T) {
	p := term.NewPool()
	n := func(k int64) *term.Linear { return p.Int(big.NewInt(k)) }
	x, y := p.Input("x"), p.Draw("y", big.NewInt(-1), nil)
	quot, rem := p.FloorDiv(x, n(3))
	for _, c := range []struct {
		title string
		facts []*term.Formula
		want  []string // of each, the clause has it
	}{
		{"a bound", []*term.Formula{p.Le(x, n(4))}, []string{"(<= (+ (- 4) (* 1 v0)) 0)"}},
		{"an equation", []*term.Formula{p.Eq(p.Scale(big.NewInt(2), x), p.Scale(big.NewInt(3), y))},
			[]string{"(= (+ 0 (* 2 v0) (* (- 3) v1)) 0)"}},
		{"an inequality", []*term.Formula{p.Not(p.Eq(x, n(4)))}, []string{"(not (= (+ (- 4) (* 1 v0)) 0))"}},
		{"one of two", []*term.Formula{p.Or(p.Le(x, n(0)), p.Le(n(5), x))},
			[]string{"(or (<= (+ 0 (* 1 v0)) 0) (<= (+ 5 (* (- 1) v0)) 0))"}},
		{"the range of an input", []*term.Formula{p.Le(x, y)}, []string{"(<= (- 1) v1)"}},
		{"a quotient", []*term.Formula{p.Le(quot, n(4))},
			[]string{"(= (+ 0 (* 1 v2)) (+ (* 3 v0) v1))", "(<= 0 v1)", "(< v1 3)"}},
		{"a remainder", []*term.Formula{p.Le(n(1), rem)},
			[]string{"(= (+ 0 (* 1 v2)) (+ (* 3 v1) v0))", "(<= 0 v0)", "(< v0 3)"}},
		{"a product, of which nothing is known", []*term.Formula{p.Le(p.Mul(x, y), n(4))},
			[]string{"(and true (<= (+ (- 4) (* 1 v0)) 0)) (i0 "}},
		{"a square", []*term.Formula{p.Le(p.Mul(x, x), n(4))}, []string{"(<= 0 v0)"}},
		{"a choice", []*term.Formula{p.Le(p.Select(x, []term.Case{{At: big.NewInt(0), Value: y},
			{At: big.NewInt(7), Value: n(9)}}), n(4))},
			[]string{"(or (and (= (+ 0 (* 1 v1)) 0) (= v0 (+ 0 (* 1 v2)))) (and (= (+ 0 (* 1 v1)) 7) (= v0 9)))"}},
	} {
		t.Run(c.title, func(t *testing.T) {
			s := System{Arguments: []int{2}}
			for range 2 { // the second time it is known
				way := Clause{From: None, Facts: c.facts, To: 0, ToArgs: []*term.Linear{n(1), n(-2)}}
				if err := s.Add(way); err != nil {
					t.Fatal(err)
				}
			}
			text := s.Text()
			for _, want := range append(c.want, "(declare-rel i0 (Int Int))", "(i0 1 (- 2))", "(query bad)") {
				if strings.Count(text, want) != 1 {
					t.Errorf("found %s, want %s in it once", text, want)
				}
			}
		})
	}
	s := System{Arguments: []int{0}}
	if err := s.Add(Clause{From: 0, To: None}); err != nil || !strings.Contains(s.Text(), "(rule (=> (and true i0) bad))") {
		t.Errorf("found %v and %s, want a clause of an invariant without arguments", err, s.Text())
	}
	large := Clause{From: None, To: None}
	for i := range 1 << 14 {
		large.Facts = append(large.Facts, p.Le(p.Input(fmt.Sprint("large", i)), n(int64(i))))
	}
	if err := s.Add(large); err == nil {
		t.Error("found no error, want one for a clause that is too large")
	}
}

// said returns the lemmas of all invariants as text.
func said(all [][]Lemma) string {
	var invariants []string
	for _, list := range all {
		var lemmas []string
		for _, l := range list {
			var atoms []string
			for _, g := range l {
				var sum []string
				for _, m := range g.Sum {
					sum = append(sum, fmt.Sprintf("%v%v", m.Times, m.Of))
				}
				op := map[invariant.Relation]string{invariant.AtLeast: ">=", invariant.AtMost: "<=", invariant.Zero: "=",
					invariant.Divides: "mod"}[g.Relation]
				atoms = append(atoms, fmt.Sprint(strings.Join(sum, "+"), op, g.Bounds[0]))
			}
			lemmas = append(lemmas, strings.Join(atoms, " | "))
		}
		invariants = append(invariants, strings.Join(lemmas, " & "))
	}
	return strings.Join(invariants, " ; ")
}

// of returns an answer that says something of i0, which has the arguments A and B.
func of(formula string) string {
	return "(and (= bad false) (forall ((A Int) (B Int)) (! (= (i0 A B) " + formula + ") :weight 0)))"
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ title, answer, want string }{
		{"a bound", of("(<= A 4)"), "1[0]<=4"},
		{"a bound from below", of("(>= A (- 4))"), "1[0]>=-4"},
		{"less", of("(< A 4)"), "1[0]<=3"},
		{"more", of("(> A B)"), "1[0]+-1[1]>=1"},
		{"not at most", of("(not (<= A 4))"), "1[0]>=5"},
		{"not at least", of("(not (>= A 4))"), "1[0]<=3"},
		{"not less", of("(not (< (* 2 A) (* 3 B)))"), "2[0]+-3[1]>=0"},
		{"a bound that is rounded", of("(<= (* 2 A) 7)"), "1[0]<=3"},
		{"a bound from below that is rounded", of("(<= (* (- 2) A) 7)"), "1[0]>=-3"},
		{"a bound below 0 that is rounded", of("(<= (* 2 A) (- 7))"), "1[0]<=-4"},
		{"an equation", of("(= (+ A (* 2 B)) 3)"), "1[0]+2[1]+-3[]=0"},
		{"not an equation", of("(not (= A 3))"), "1[0]<=2 | 1[0]>=4"},
		{"two parts", of("(and (<= A 4) (<= B 5))"), "1[0]<=4 & 1[1]<=5"},
		{"one of two", of("(or (<= A 4) (<= B 5))"), "1[0]<=4 | 1[1]<=5"},
		{"not one of two", of("(not (or (<= A 4) (<= B 5)))"), "1[0]>=5 & 1[1]>=6"},
		{"one after the other", of("(=> (<= A 4) (<= B 5))"), "1[0]>=5 | 1[1]<=5"},
		{"a name for a part", of("(let ((a!1 (<= A 4))) (or (not a!1) (let ((a!2 (+ A B))) (<= a!2 5))))"),
			"1[0]>=5 | 1[0]+1[1]<=5"},
		{"a name that is taken anew", of("(let ((a A)) (let ((a (+ a B))) (<= a 5)))"), "1[0]+1[1]<=5"},
		{"differences", of("(<= (- A B 1) (- 3))"), "1[0]+-1[1]<=-2"},
		{"a remainder", of("(= (mod (+ A B) 3) 2)"), "1[0]+1[1]+1[]mod3"},
		{"what is no linear sum", of("(and (<= (* A B) 4) (<= (div A 2) 4) (not (= (mod A 2) 1)) (<= B 5))"), "1[1]<=5"},
		{"true", of("true"), ""},
		{"an invariant alone", "(forall ((A Int) (B Int)) (= (i0 A B) (<= A 4)))", "1[0]<=4"},
		{"names for all", "(let ((a!1 (forall ((A Int) (B Int)) (= (i0 B A) (<= A 4))))) (and (= bad false) a!1))", "1[1]<=4"},
		{"nothing of it", "(= bad false)", ""},
	} {
		t.Run(c.title, func(t *testing.T) {
			s := System{Arguments: []int{2}}
			all, err := s.Read(c.answer)
			if found := said(all); err != nil || found != c.want {
				t.Errorf("found %q and %v, want %q", found, err, c.want)
			}
		})
	}
	two := System{Arguments: []int{1, 0}}
	all, err := two.Read("(and (forall ((A Int)) (= (i0 A) (<= A 4))) (= i1 false))")
	if found := said(all); err != nil || found != "1[0]<=4 ; " {
		t.Errorf("found %q and %v, want what is said of each of two", found, err)
	}
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ title, answer string }{
		{"nothing", ""},
		{"a word", "unknown"},
		{"no end", "(and (= bad false)"},
		{"an end without a beginning", ")"},
		{"more than an answer", "(= bad false) (= bad false)"},
		{"another invariant", strings.Replace(of("(<= A 4)"), "i0", "i1", 1)},
		{"an invariant twice", "(and " + of("(<= A 4)") + of("(<= A 4)") + ")"},
		{"too few arguments", strings.Replace(of("(<= A 4)"), "(i0 A B)", "(i0 A)", 1)},
		{"too many arguments", strings.Replace(of("(<= A 4)"), "(i0 A B)", "(i0 A B C)", 1)},
		{"no arguments", strings.Replace(of("(<= A 4)"), "(i0 A B)", "i0", 1)},
		{"an argument twice", strings.Replace(of("(<= A 4)"), "(i0 A B)", "(i0 A A)", 1)},
		{"an argument that is no name", strings.Replace(of("(<= A 4)"), "(i0 A B)", "(i0 A (+ B 1))", 1)},
		{"a name that nothing gives", of("(<= C 4)")},
		{"a number that is none", of("(<= A 4x)")},
		{"a fraction", of("(<= A 4.5)")},
		{"a number that is too long", of("(<= A 1" + strings.Repeat("0", maxDigits) + ")")},
		{"a sum of nothing", of("(<= (+) 4)")},
		{"empty brackets", of("(<= () 4)")},
		{"a comparison of one", of("(<= A)")},
		{"an unknown word", of("(xor (<= A 4) (<= B 5))")},
		{"an argument as a formula", of("A")},
		{"a let without a name", of("(let (((A) (<= A 4))) true)")},
		{"a let of two parts", of("(let ((a A)))")},
		{"a let about itself", of("(let ((a a)) (<= a 4))")},
		{"an exclamation mark alone", of("(!)")},
		{"brackets that are too deep", strings.Repeat("(and ", 2*maxDeep)},
		{"an answer that is too long", strings.Repeat(" ", maxAnswer+1)},
		{"names that double again and again", of(doubling(40))},
	} {
		t.Run(c.title, func(t *testing.T) {
			s := System{Arguments: []int{2}}
			if all, err := s.Read(c.answer); err == nil {
				t.Errorf("found %q, want an error", said(all))
			} else if !strings.HasPrefix(err.Error(), "horn: ") {
				t.Errorf("found %v, want an error of this package", err)
			}
		})
	}
}

// doubling returns a formula that is of the size 2^n when names are put in.
func doubling(n int) string {
	text := fmt.Sprintf("(<= a%d 4)", n)
	for i := n; i > 0; i-- {
		text = fmt.Sprintf("(let ((a%d (+ a%d a%d))) %s)", i, i-1, i-1, text)
	}
	return "(let ((a0 A)) " + text + ")"
}

// FuzzRead holds that whatever a text says, reading it ends, and what it says has the form of a guess.
func FuzzRead(f *testing.F) {
	f.Add(of("(or (not (<= (+ A (* 2 B)) 3)) (= (mod A 2) 1))"))
	f.Add(of(doubling(3)))
	f.Fuzz(func(t *testing.T, text string) {
		s := System{Arguments: []int{2}}
		all, err := s.Read(text)
		if err != nil {
			return
		}
		for _, g := range all[0] {
			for _, x := range g {
				if len(x.Bounds) != 1 || !x.Has(func(v int) bool { return v >= 0 && v < 2 }) {
					t.Fatalf("found %v, want a guess about the arguments", x)
				}
			}
		}
	})
}
