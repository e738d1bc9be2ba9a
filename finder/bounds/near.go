package bounds

import (
	"math/big"
	"slices"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file defines the search for a model close to that of the path so far.

// maxTried is the number of values that Near tries, and their greatest distance.
const maxTried = 64

// Near returns k with a model that differs from the model before the last conjuncts in the value of one input. q is
// About for these conjuncts. Near tries this only if the conjuncts of q that are false contain one input only, and
// values that are computed from it.
func (k *Known) Near(q Query, last int) (near *Known, ok bool) {
	pool := k.space.pool.Share()
	var x *term.Sym // the only input of the conjuncts that are false
	for i := len(q.At) - 1; i >= 0 && q.At[i] >= int(k.n)-last; i-- {
		if truth, known := pool.Completed(k.value).Formula(q.Formulas[i]); truth && known {
			continue
		}
		c := newConjunct(q.Formulas[i], int32(q.At[i]))
		inputs := c.inputs()
		if !c.computed() || len(inputs) != 1 || x != nil && x != inputs[0] {
			return nil, false
		}
		x = inputs[0]
	}
	if x == nil {
		return nil, false
	}
	var about []*term.Formula // the last ones first, since these are false
	for i := len(q.Formulas) - 1; i >= 0; i-- {
		c := newConjunct(q.Formulas[i], int32(q.At[i]))
		if slices.Contains(c.inputs(), x) {
			about = append(about, c.f)
		}
	}
	now := k.value(x.Name)
	if now == nil {
		now = x.Nearest()
	}
	low, high := k.Range(x)
	fits := func(v *big.Int) bool {
		at := pool.Completed(func(name string) *big.Int {
			if name == x.Name {
				return v
			}
			return k.value(name)
		})
		return !slices.ContainsFunc(about, func(f *term.Formula) bool {
			truth, known := at.Formula(f)
			return !truth || !known
		})
	}
	for tried, step := 0, int64(1); tried < maxTried && step <= maxTried; step++ {
		for _, v := range []*big.Int{new(big.Int).Add(now, big.NewInt(step)), new(big.Int).Sub(now, big.NewInt(step))} {
			if high != nil && v.Cmp(high) > 0 || low != nil && v.Cmp(low) < 0 {
				continue
			}
			if tried++; fits(v) {
				m := solver.Model{}
				for _, in := range q.inputs {
					if m[in.Name] = k.value(in.Name); in == x {
						m[in.Name] = v
					}
				}
				return k.With(q, m), true
			}
		}
	}
	return nil, false
}

// computed reports whether c contains more than sums of inputs. A solver is quick with sums.
func (c *conjunct) computed() bool {
	return c.f.E == nil || slices.ContainsFunc(c.f.E.Terms, func(t term.Term) bool { return t.Sym.Op != term.Input })
}

// Among returns the conjuncts of q that contain only inputs of the last conjuncts of the path condition. Ok reports
// whether these are not all of q, and some of the last ones contain values that are computed from inputs. If they
// contradict each other, so does q. They come again on other paths, so a cache may have an answer.
func (k *Known) Among(q Query, last int) (part Query, ok bool) {
	var inputs []*term.Sym
	cs := make([]conjunct, len(q.At))
	for i, f := range q.Formulas {
		if cs[i] = newConjunct(f, int32(q.At[i])); q.At[i] >= int(k.n)-last {
			ok = ok || cs[i].computed()
			inputs = append(inputs, cs[i].inputs()...)
		}
	}
	in := func(x *term.Sym) bool { return slices.Contains(inputs, x) }
	cs = slices.DeleteFunc(cs, func(c conjunct) bool {
		return slices.ContainsFunc(c.inputs(), func(x *term.Sym) bool { return !in(x) })
	})
	return query(cs), ok && len(cs) < len(q.At)
}

// Extended returns k with a model of a part of q, if the other inputs may keep their values.
func (k *Known) Extended(q, part Query, m solver.Model) (next *Known, ok bool) {
	next = k.With(part, m)
	return next, !slices.ContainsFunc(q.Formulas, func(f *term.Formula) bool { return !next.satisfies(f) })
}
