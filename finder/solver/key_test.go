package solver

import (
	"fmt"
	"math/big"
	"testing"

	"vouch/semantics/term"
)

// This file tests the canonical encoding of queries: different queries never have the same, and the same query has the
// same in all pools.

func TestKey(t *testing.T) {
	power := func(e int64) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(e), nil) }
	large := func(k int64) *big.Int { // alike at both ends
		return new(big.Int).Add(power(69), new(big.Int).Mul(big.NewInt(k), power(30)))
	}
	wide := func(p *term.Pool, last string) *term.Linear { // longer than what is shown of a formula
		e := p.Int(new(big.Int))
		for i := range 60 {
			e = p.Add(e, p.Input(fmt.Sprintf("input_%080d", i)))
		}
		return p.Add(e, p.Input(last))
	}
	var queries []struct {
		title string
		make  func(p *term.Pool) []*term.Formula
	}
	add := func(title string, f func(p *term.Pool) []*term.Formula) {
		queries = append(queries, struct {
			title string
			make  func(p *term.Pool) []*term.Formula
		}{title, f})
	}
	list := func(fs ...*term.Formula) []*term.Formula { return fs }
	x, y := func(p *term.Pool) *term.Linear { return p.Input("x") }, func(p *term.Pool) *term.Linear {
		return p.Input("y")
	}
	n := func(p *term.Pool, v int64) *term.Linear { return p.Int(big.NewInt(v)) }
	add("nothing", func(p *term.Pool) []*term.Formula { return nil })
	add("true", func(p *term.Pool) []*term.Formula { return list(p.Bool(true)) })
	add("false", func(p *term.Pool) []*term.Formula { return list(p.Bool(false)) })
	add("a long integer", func(p *term.Pool) []*term.Formula { return list(p.Eq(p.Add(x(p), y(p)), p.Int(large(2)))) })
	add("another that looks the same", func(p *term.Pool) []*term.Formula {
		return list(p.Eq(p.Add(x(p), y(p)), p.Int(large(3))))
	})
	add("an integer of many bits", func(p *term.Pool) []*term.Formula { return list(p.Eq(x(p), p.Int(power(30_000)))) })
	add("one that is as long", func(p *term.Pool) []*term.Formula {
		return list(p.Eq(x(p), p.Int(new(big.Int).Add(power(30_000), big.NewInt(1)))))
	})
	add("a long formula", func(p *term.Pool) []*term.Formula { return list(p.Eq(wide(p, "y"), n(p, 0))) })
	add("one with the same beginning", func(p *term.Pool) []*term.Formula { return list(p.Eq(wide(p, "z"), n(p, 0))) })
	add("x <= 0, y <= 0", func(p *term.Pool) []*term.Formula { return list(p.Le(x(p), n(p, 0)), p.Le(y(p), n(p, 0))) })
	add("y <= 0, x <= 0", func(p *term.Pool) []*term.Formula { return list(p.Le(y(p), n(p, 0)), p.Le(x(p), n(p, 0))) })
	add("x <= 0 and y <= 0", func(p *term.Pool) []*term.Formula {
		return list(p.And(p.Le(x(p), n(p, 0)), p.Le(y(p), n(p, 0))))
	})
	add("x <= 0 or y <= 0", func(p *term.Pool) []*term.Formula {
		return list(p.Or(p.Le(x(p), n(p, 0)), p.Le(y(p), n(p, 0))))
	})
	add("x <= 0", func(p *term.Pool) []*term.Formula { return list(p.Le(x(p), n(p, 0))) })
	drawn := func(p *term.Pool, lo, hi *big.Int) *term.Linear { return p.Draw("x", lo, hi) }
	one, two := big.NewInt(-1), big.NewInt(2)
	add("x <= 0, at least -1", func(p *term.Pool) []*term.Formula { return list(p.Le(drawn(p, one, nil), n(p, 0))) })
	add("x <= 0, at most 2", func(p *term.Pool) []*term.Formula { return list(p.Le(drawn(p, nil, two), n(p, 0))) })
	add("x <= 0, from -1 to 2", func(p *term.Pool) []*term.Formula { return list(p.Le(drawn(p, one, two), n(p, 0))) })
	choice := func(p *term.Pool, at ...int64) *term.Linear {
		var cases []term.Case
		for i, k := range at {
			cases = append(cases, term.Case{At: big.NewInt(k), Value: n(p, int64(i))})
		}
		return p.Select(x(p), cases)
	}
	add("a choice", func(p *term.Pool) []*term.Formula { return list(p.Le(choice(p, 0, 4), n(p, 0))) })
	add("another choice", func(p *term.Pool) []*term.Formula { return list(p.Le(choice(p, 0, 5), n(p, 0))) })
	add("a longer one", func(p *term.Pool) []*term.Formula { return list(p.Le(choice(p, 0, 4, 5), n(p, 0))) })
	add("bits", func(p *term.Pool) []*term.Formula { return list(p.Le(p.BitAnd(x(p), n(p, 5)), n(p, 0))) })
	add("other bits", func(p *term.Pool) []*term.Formula { return list(p.Le(p.BitOr(x(p), n(p, 5)), n(p, 0))) })
	add("x >= 0", func(p *term.Pool) []*term.Formula { return list(p.Le(n(p, 0), x(p))) })
	add("x = 0", func(p *term.Pool) []*term.Formula { return list(p.Eq(x(p), n(p, 0))) })
	add("x != 0", func(p *term.Pool) []*term.Formula { return list(p.Not(p.Eq(x(p), n(p, 0)))) })
	add("x = 1", func(p *term.Pool) []*term.Formula { return list(p.Eq(x(p), n(p, 1))) })
	add("x = -1", func(p *term.Pool) []*term.Formula { return list(p.Eq(x(p), n(p, -1))) })
	add("x = 256", func(p *term.Pool) []*term.Formula { return list(p.Eq(x(p), n(p, 256))) })
	add("names ab, c", func(p *term.Pool) []*term.Formula {
		return list(p.Le(p.Add(p.Input("ab"), p.Input("c")), n(p, 0)))
	})
	add("names a, bc", func(p *term.Pool) []*term.Formula {
		return list(p.Le(p.Add(p.Input("a"), p.Input("bc")), n(p, 0)))
	})
	for _, op := range []struct {
		title string
		apply func(p *term.Pool, a, b *term.Linear) *term.Linear
	}{
		{"product", func(p *term.Pool, a, b *term.Linear) *term.Linear { return p.Mul(a, b) }},
		{"quotient", func(p *term.Pool, a, b *term.Linear) *term.Linear { q, _ := p.FloorDiv(a, b); return q }},
		{"remainder", func(p *term.Pool, a, b *term.Linear) *term.Linear { _, r := p.FloorDiv(a, b); return r }},
		{"truncated quotient", func(p *term.Pool, a, b *term.Linear) *term.Linear {
			q, _ := p.TruncDiv(a, b)
			return q
		}},
		{"truncated remainder", func(p *term.Pool, a, b *term.Linear) *term.Linear {
			_, r := p.TruncDiv(a, b)
			return r
		}},
	} {
		add(op.title, func(p *term.Pool) []*term.Formula { return list(p.Le(op.apply(p, x(p), y(p)), n(p, 0))) })
		if op.title != "product" {
			add(op.title+" the other way round", func(p *term.Pool) []*term.Formula {
				return list(p.Le(op.apply(p, y(p), x(p)), n(p, 0)))
			})
		}
	}

	seen := map[query]string{}
	other := term.NewPool()
	for i := len(queries) - 1; i >= 0; i-- { // a pool in which everything is made in another order
		queries[i].make(other)
	}
	p := term.NewPool()
	for _, q := range queries {
		key := identify(q.make(p))
		if twin, taken := seen[key]; taken {
			t.Errorf("%q and %q have the same key", twin, q.title)
		}
		seen[key] = q.title
		if again := identify(q.make(other)); again != key {
			t.Errorf("%q has another key in another pool", q.title)
		}
	}
}
