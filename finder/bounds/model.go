package bounds

import (
	"math/big"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file defines the model of the path condition that is carried along a path.

// Never reports whether bounds show that the conjuncts of the path condition contradict each other.
func (k *Known) Never() bool { return k.never }

// Sat reports whether a model of the path condition is known.
func (k *Known) Sat() bool { return k.sat }

// Model returns the model, if one is known. It leaves out inputs that have the value nearest to 0 in their range.
func (k *Known) Model() solver.Model {
	m := solver.Model{}
	k.sums.all(func(s *sum) {
		if s.value != nil {
			m[s.input().Name] = s.value
		}
	})
	return m
}

// satisfies reports whether the model makes f true.
func (k *Known) satisfies(f *term.Formula) bool {
	v := k.space.pool.Share().Completed(k.value) // only one goroutine may use the pool itself
	truth, ok := v.Formula(f)
	return truth && ok
}

// value returns the value of an input in the model; nil stands for the one nearest to 0 in its range.
func (k *Known) value(name string) *big.Int {
	s := k.sums.find(hashText(name), func(s *sum) bool { x := s.input(); return x != nil && x.Name == name })
	if s == nil {
		return nil
	}
	return s.value
}

// move gives the input that f bounds another value, if only bounds are known of the input. It reports whether it did.
func (k *Known) move(f *term.Formula) bool {
	if f.E == nil || len(f.E.Terms) > 1 {
		return false
	}
	_, old := k.sumOf(f.E)
	if old.input() == nil || old.tied {
		return false
	}
	s := *old
	switch {
	case s.low != nil && s.low.Sign() > 0:
		s.value = s.low
	case s.high != nil && s.high.Sign() < 0:
		s.value = s.high
	default:
		s.value = zero
	}
	k.know(f.E, &s)
	return true
}

// With returns k with the values that a model of q gives to the inputs in q. Here q is Query, or About for the
// conjuncts that the model before does not satisfy.
func (k *Known) With(q Query, m solver.Model) *Known {
	next := *k
	next.sat = true
	for _, x := range q.inputs {
		v, nearest := m[x.Name], x.Nearest()
		if v == nil {
			v = nearest
		}
		old := next.about(x)
		if old.value == nil && v.Cmp(nearest) == 0 || old.value != nil && old.value.Cmp(v) == 0 {
			continue
		}
		s := *old
		s.value = v
		next.know(alone(x), &s)
	}
	return &next
}
