package solver_test

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// script is a solver that gives the same answer to everything and remembers the queries.
type script struct {
	answer solver.Answer
	asked  [][]*term.Formula
}

func (s *script) Solve(_ context.Context, fs []*term.Formula) solver.Answer {
	s.asked = append(s.asked, fs)
	return s.answer
}

// cube decides queries by trying all inputs from -side to side, the largest first: its models are as ugly as can be.
type cube struct {
	pool  *term.Pool
	side  int64
	asked int
}

func (c *cube) Solve(ctx context.Context, fs []*term.Formula) solver.Answer {
	c.asked++
	if ctx.Err() != nil {
		return solver.Answer{Reason: ctx.Err().Error()}
	}
	m := solver.Model{}
	var try func(names []string) bool
	try = func(names []string) bool {
		if len(names) == 0 {
			return satisfies(c.pool, fs, m)
		}
		for k := c.side; k >= 0; k-- {
			for _, v := range []int64{-k, k} {
				if m[names[0]] = big.NewInt(v); try(names[1:]) {
					return true
				}
			}
		}
		return false
	}
	if try(term.NewTable(fs).Inputs()) {
		return solver.Answer{Status: solver.Sat, Model: m}
	}
	return solver.Answer{Status: solver.Unsat}
}

func satisfies(p *term.Pool, fs []*term.Formula, m solver.Model) bool {
	v := p.Valuation(func(name string) *big.Int { return m[name] })
	for _, f := range fs {
		if truth, ok := v.Formula(f); !ok || !truth {
			return false
		}
	}
	return true
}

func number(p *term.Pool, k int64) *term.Linear { return p.Int(big.NewInt(k)) }

// text shows an answer so that equal answers have equal texts.
func text(a solver.Answer) string { return fmt.Sprintf("%v %v %s", a.Status, a.Model, a.Reason) }

func TestConstant(t *testing.T) {
	p := term.NewPool()
	yes, no := p.Bool(true), p.Bool(false)
	f, g := p.Le(p.Input("x"), number(p, 3)), p.Le(p.Input("y"), number(p, 3))
	tests := []struct {
		title string
		query []*term.Formula
		want  solver.Status // Unknown is what the next solver says
		asked []*term.Formula
	}{
		{"the empty conjunction", nil, solver.Sat, nil},
		{"all true", []*term.Formula{yes, yes}, solver.Sat, nil},
		{"one false at the end", []*term.Formula{f, yes, g, no}, solver.Unsat, nil},
		{"only false", []*term.Formula{no}, solver.Unsat, nil},
		{"no constants", []*term.Formula{f, g}, solver.Unknown, []*term.Formula{f, g}},
		{"some true", []*term.Formula{yes, f, yes, g, yes}, solver.Unknown, []*term.Formula{f, g}},
	}
	for _, test := range tests {
		t.Run(test.title, func(t *testing.T) {
			next := &script{}
			before := fmt.Sprint(test.query)
			a := solver.NewConstant(next).Solve(t.Context(), test.query)
			if a.Status != test.want {
				t.Errorf("the answer is %v, want %v", a.Status, test.want)
			}
			if a.Status == solver.Sat && (a.Model == nil || len(a.Model) > 0) {
				t.Errorf("the model is %#v, want an empty one", a.Model)
			}
			if fmt.Sprint(next.asked) != fmt.Sprint(append([][]*term.Formula{}, nonNil(test.asked)...)) {
				t.Errorf("the next solver was asked %v, want %v", next.asked, test.asked)
			}
			if after := fmt.Sprint(test.query); after != before {
				t.Errorf("the query has changed from %s to %s", before, after)
			}
		})
	}
}

func nonNil(fs []*term.Formula) [][]*term.Formula {
	if fs == nil {
		return nil
	}
	return [][]*term.Formula{fs}
}

func TestVerified(t *testing.T) {
	p := term.NewPool()
	x, y := p.Input("x"), p.Input("y")
	q, _ := p.FloorDiv(number(p, 6), x)
	small, half := p.Le(x, number(p, 3)), p.Eq(q, number(p, 3))
	sat := func(m solver.Model) solver.Answer { return solver.Answer{Status: solver.Sat, Model: m} }
	n := big.NewInt
	tests := []struct {
		title string
		next  solver.Answer
		query []*term.Formula
		want  string
	}{
		{"a right model", sat(solver.Model{"x": n(2)}), []*term.Formula{small, half}, "sat map[x:2] "},
		{"a wrong model", sat(solver.Model{"x": n(4)}), []*term.Formula{small},
			"unknown map[] the solver's model does not satisfy x <= 3"},
		{"wrong in the last conjunct", sat(solver.Model{"x": n(3)}), []*term.Formula{small, half},
			"unknown map[] the solver's model does not satisfy (6 / x) = 3"},
		{"a divisor of 0", sat(solver.Model{"x": n(0)}), []*term.Formula{small, half},
			"unknown map[] the solver's model gives no value to (6 / x) = 3"},
		{"a missing input is 0", sat(solver.Model{"y": n(7)}), []*term.Formula{small, p.Le(x, y)}, "sat map[x:0 y:7] "},
		{"a missing input that 0 does not suit", sat(nil), []*term.Formula{p.Lt(y, x)},
			"unknown map[] the solver's model does not satisfy y < x"},
		{"a nil value is missing", sat(solver.Model{"x": nil}), []*term.Formula{small}, "sat map[x:0] "},
		{"no model at all", sat(nil), []*term.Formula{p.Bool(false)},
			"unknown map[] the solver's model does not satisfy false"},
		{"unsat is passed on", solver.Answer{Status: solver.Unsat}, []*term.Formula{small}, "unsat map[] "},
		{"unknown is passed on", solver.Answer{Reason: "tired"}, []*term.Formula{small}, "unknown map[] tired"},
	}
	for _, test := range tests {
		t.Run(test.title, func(t *testing.T) {
			given := text(test.next)
			a := solver.NewVerified(&script{answer: test.next}, p).Solve(t.Context(), test.query)
			if got := text(a); got != test.want {
				t.Errorf("the answer is %q, want %q", got, test.want)
			}
			if after := text(test.next); after != given {
				t.Errorf("the model of the next solver has changed from %s to %s", given, after)
			}
		})
	}
	t.Run("an exhausted pool", func(t *testing.T) {
		p := term.NewPool()
		f := p.Le(p.Input("x"), number(p, 3))
		p.Limit(1)
		a := solver.NewVerified(&script{answer: sat(solver.Model{"x": n(2)})}, p).Solve(t.Context(), []*term.Formula{f})
		if text(a) != "unknown map[] the solver's model takes too much work to evaluate" {
			t.Errorf("the answer is %v", a)
		}
	})
}

// pathQueries returns n queries over few formulas, made anew each time so that equal ones have different pointers.
func pathQueries(p *term.Pool, random *rand.Rand, n int) (queries [][]*term.Formula) {
	for range n {
		var fs []*term.Formula
		for range random.IntN(5) {
			x, y := p.Input("x"), p.Scale(big.NewInt(random.Int64N(3)-1), p.Input("y"))
			k := number(p, random.Int64N(4)-2)
			_, rem := p.FloorDiv(p.Add(x, y), number(p, 3))
			f := []*term.Formula{p.Le(p.Add(x, y), k), p.Eq(x, k), p.Not(p.Eq(rem, k)),
				p.Or(p.Le(x, k), p.Eq(p.Mul(x, y), k))}[random.IntN(4)]
			fs = append(fs, f)
		}
		queries = append(queries, fs)
	}
	return queries
}

func TestCache(t *testing.T) {
	p := term.NewPool()
	plain := &cube{pool: p, side: 3}
	next := &cube{pool: p, side: 3}
	cache := solver.NewCache(next)
	for _, fs := range pathQueries(p, rand.New(rand.NewPCG(1, 2)), 3000) {
		got, want := cache.Solve(t.Context(), fs), plain.Solve(t.Context(), fs)
		if got.Status != want.Status {
			t.Fatalf("%v is %v with a cache and %v without", fs, got, want)
		}
		for name := range got.Model { // a caller may do with a model what it likes
			got.Model[name] = nil
			delete(got.Model, name)
		}
		again := cache.Solve(t.Context(), fs)
		if again.Status == solver.Sat && !satisfies(p, fs, withZeros(again.Model, fs)) {
			t.Fatalf("%v is no model of %v", again.Model, fs)
		}
	}
	t.Logf("%d queries, %d hits", cache.Queries, cache.Hits)
	if cache.Queries != 6000 || next.asked != cache.Queries-cache.Hits || cache.Hits < 3000 {
		t.Errorf("%d queries, %d hits, %d asked", cache.Queries, cache.Hits, next.asked)
	}
}

func withZeros(m solver.Model, fs []*term.Formula) solver.Model {
	all := maps.Clone(m)
	for _, name := range term.NewTable(fs).Inputs() {
		if all[name] == nil {
			all[name] = new(big.Int)
		}
	}
	return all
}

func TestCacheKey(t *testing.T) {
	p := term.NewPool()
	// Each call makes its formulas anew.
	le := func(name string, k int64) *term.Formula { return p.Le(p.Input(name), number(p, k)) }
	huge := func(k int64) *term.Formula {
		return p.Le(p.Input("x"), p.Int(new(big.Int).Lsh(big.NewInt(k), 200)))
	}
	tests := []struct {
		title string
		f, g  []*term.Formula
		hit   bool
	}{
		{"the same", []*term.Formula{le("x", 3), le("y", 2)}, []*term.Formula{le("x", 3), le("y", 2)}, true},
		{"in another order", []*term.Formula{le("x", 3), le("y", 2)}, []*term.Formula{le("y", 2), le("x", 3)}, false},
		{"said twice", []*term.Formula{le("x", 3)}, []*term.Formula{le("x", 3), le("x", 3)}, false},
		{"nothing", nil, nil, true},
		{"more", []*term.Formula{le("x", 3)}, []*term.Formula{le("x", 3), le("y", 2)}, false},
		{"fewer", []*term.Formula{le("x", 3), le("y", 2)}, []*term.Formula{le("x", 3)}, false},
		{"another constant", []*term.Formula{le("x", 3)}, []*term.Formula{le("x", 2)}, false},
		{"another sign", []*term.Formula{le("x", 3)}, []*term.Formula{le("x", -3)}, false},
		{"another input", []*term.Formula{le("x", 3)}, []*term.Formula{le("y", 3)}, false},
		{"the same huge constant", []*term.Formula{huge(3)}, []*term.Formula{huge(3)}, true},
		{"another huge constant", []*term.Formula{huge(3)}, []*term.Formula{huge(5)}, false},
		{"another relation", []*term.Formula{p.Eq(p.Input("x"), number(p, 3))},
			[]*term.Formula{p.Not(p.Eq(p.Input("x"), number(p, 3)))}, false},
		{"another connective", []*term.Formula{p.And(le("x", 1), le("y", 1))},
			[]*term.Formula{p.Or(le("x", 1), le("y", 1))}, false},
		{"the same or", []*term.Formula{p.Or(le("x", 1), le("y", 1))}, []*term.Formula{p.Or(le("x", 1), le("y", 1))},
			true},
		{"an or in another order", []*term.Formula{p.Or(le("x", 1), le("y", 1))},
			[]*term.Formula{p.Or(le("y", 1), le("x", 1))}, false},
	}
	for _, test := range tests {
		t.Run(test.title, func(t *testing.T) {
			next := &script{answer: solver.Answer{Status: solver.Unsat}}
			cache := solver.NewCache(next)
			cache.Solve(t.Context(), test.f)
			cache.Solve(t.Context(), test.g)
			if hit := cache.Hits == 1; hit != test.hit || len(next.asked) == 1 != hit {
				t.Errorf("hit is %v, want %v; the next solver was asked %d times", hit, test.hit, len(next.asked))
			}
		})
	}
}

func TestCacheUnknown(t *testing.T) {
	p := term.NewPool()
	fs := []*term.Formula{p.Le(p.Input("x"), number(p, 3))}
	next := &script{answer: solver.Answer{Reason: "tired"}}
	cache := solver.NewCache(next)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	cache.Solve(ended, fs)
	cache.Solve(ended, fs)
	if len(next.asked) != 2 {
		t.Errorf("what was unknown because the context ended was asked %d times, want 2", len(next.asked))
	}
	cache.Solve(t.Context(), fs)
	if a := cache.Solve(t.Context(), fs); len(next.asked) != 3 || a.Reason != "tired" {
		t.Errorf("what is unknown for good was asked %d times, want 3; the answer is %v", len(next.asked), a)
	}
}

// Memory is bounded, and what is forgotten is what is old.
func TestCacheForgets(t *testing.T) {
	p := term.NewPool()
	long := make([]*term.Formula, 20_000)
	for i := range long {
		long[i] = p.Le(p.Input("x"), number(p, int64(i)))
	}
	cache := solver.NewCache(&script{answer: solver.Answer{Status: solver.Unsat}})
	const n = 100 // of them 38 fit
	for k := range n {
		cache.Solve(t.Context(), long[k:])
	}
	for k := n - 20; k < n; k++ {
		cache.Solve(t.Context(), long[k:])
	}
	if cache.Hits != 20 {
		t.Errorf("%d of the 20 latest queries were remembered", cache.Hits)
	}
	for k := range 20 {
		cache.Solve(t.Context(), long[k:])
	}
	if cache.Hits != 20 {
		t.Errorf("%d of the 20 oldest queries were remembered", cache.Hits-20)
	}
}

// An answer counts by its size, not as one: a proof or a model may be much longer than its query.
func TestCacheForgetsLongAnswers(t *testing.T) {
	p := term.NewPool()
	digits := new(big.Int).Lsh(big.NewInt(1), 64*20_000)
	for title, answer := range map[string]solver.Answer{
		"a proof with many rows": {Status: solver.Unsat, Proof: solver.Proof{{Op: solver.Leaf,
			Rows: slices.Repeat([]solver.Multiple{{Times: big.NewInt(1)}}, 40_000)}}},
		"a proof of many rules": {Status: solver.Unsat, Proof: slices.Repeat(solver.Proof{{Op: solver.Leaf}},
			40_000)},
		"a proof with long numbers": {Status: solver.Unsat,
			Proof: slices.Repeat(solver.Proof{{Op: solver.Split, K: digits}}, 20)},
		"a model with long numbers": {Status: solver.Sat, Model: solver.Model{"a": digits, "b": digits, "c": digits,
			"d": digits, "e": digits, "f": digits, "g": digits, "h": digits}},
	} {
		t.Run(title, func(t *testing.T) {
			cache := solver.NewCache(&script{answer: answer})
			query := func(k int) []*term.Formula { return []*term.Formula{p.Le(p.Input("x"), number(p, int64(k)))} }
			const n = 100
			for k := range n {
				cache.Solve(t.Context(), query(k))
			}
			for k := n - 10; k < n; k++ {
				cache.Solve(t.Context(), query(k))
			}
			if cache.Hits != 10 {
				t.Errorf("%d of the 10 latest queries were remembered", cache.Hits)
			}
			for k := range 10 {
				cache.Solve(t.Context(), query(k))
			}
			if cache.Hits != 10 {
				t.Errorf("%d of the 10 oldest queries were remembered", cache.Hits-10)
			}
		})
	}
}

func TestStats(t *testing.T) {
	next := &script{}
	stats := solver.NewStats(next)
	for _, s := range []solver.Status{solver.Sat, solver.Unsat, solver.Unsat, solver.Unknown, solver.Sat, solver.Sat} {
		next.answer.Status = s
		if a := stats.Solve(t.Context(), nil); a.Status != s {
			t.Errorf("the answer is %v, want %v", a.Status, s)
		}
	}
	if got := stats.Counts; got.Time <= 0 || got != (solver.Counts{Queries: 6, Sat: 3, Unsat: 2, Unknown: 1,
		Time: got.Time}) {
		t.Errorf("counted %+v", got)
	}
}

func BenchmarkCacheHit(b *testing.B) {
	p := term.NewPool()
	var path []*term.Formula
	for i := range int64(50) {
		path = append(path, p.Lt(p.Add(p.Input("x"), number(p, i)), p.Scale(big.NewInt(i+1), p.Input("y"))))
	}
	cache := solver.NewCache(&script{answer: solver.Answer{Status: solver.Unsat}})
	for b.Loop() {
		cache.Solve(b.Context(), path)
	}
}
