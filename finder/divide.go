package finder

import (
	"cmp"
	"maps"
	"math"
	"math/big"
	"slices"

	"vouch/finder/bounds"
	"vouch/finder/solver"
	"vouch/semantics"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file divides the ranges of inputs that have few values, when a search turns out hard: each value then becomes a
// way of its own, on which the input is a constant. A certificate of absence says which ranges are divided. A bug that
// such a search finds is a bug of the undivided program, and so is its certificate.
// and its certificate is too.

// The limits of dividing. None depends on the machine.
const (
	maxParts = 1 << 12 // combinations of values
	// operations that are nested in the last conditions on a path, all together; from this number on, the path is deep
	deepNesting = 8
	lastDeep    = 64 // how many conditions count as the last ones
	// states on deep paths about which a solver was asked: from this number on, the search is hard
	deepStates   = 64
	divideStates = 1 << 24 // how many states a search of divided ranges may visit
)

var one = big.NewInt(1)

// divisible returns inputs that have few values at the start of the program, each alone and all together; those with
// the fewest come first. For each it returns the values at which its range is to be divided.
func (p *subject) divisible() map[string][]*big.Int {
	type domain struct {
		name      string
		low, high *big.Int
		size      int64
	}
	var domains []domain
	known, truth := bounds.NewSpace(p.symbolic.Pool()).Nothing().Assume(p.symbolic.Path(p.start).Conjuncts()...)
	if truth == bounds.Never {
		return nil
	}
	for name, c := range p.inputs {
		x := p.symbolic.Pool().Draw(name, c.Lo, c.Hi).Terms[0].Sym
		low, high := known.Range(x)
		if low == nil || high == nil {
			continue
		}
		if size := new(big.Int).Sub(high, low); size.IsInt64() && size.Int64() < maxParts {
			domains = append(domains, domain{name, low, high, size.Int64() + 1})
		}
	}
	slices.SortFunc(domains, func(a, b domain) int {
		return cmp.Or(cmp.Compare(a.size, b.size),
			cmp.Compare(a.name, b.name))
	})
	cuts, all := map[string][]*big.Int{}, int64(1)
	for _, d := range domains {
		if all *= d.size; all > maxParts {
			break
		}
		c := p.inputs[d.name]
		var values []*big.Int
		for k := new(big.Int).Sub(d.low, one); k.Cmp(d.high) <= 0; k = new(big.Int).Add(k, one) {
			if (c.Lo == nil || k.Cmp(c.Lo) >= 0) && (c.Hi == nil || k.Cmp(c.Hi) < 0) {
				values = append(values, k)
			}
		}
		if len(values) > 0 {
			cuts[d.name] = values
		}
	}
	return cuts
}

// deepAt counts a state on a deep path about which a solver was asked, and reports whether there were enough of them.
// It counts a state only if all inputs in the last conditions can be divided. If one of them cannot, dividing helps
// nothing: the conditions on that input stay as hard, and there are as many parts as the others have values.
func (x *Exploration[S, Y]) deepAt(y Y) bool {
	if len(x.Divisible) == 0 {
		return false
	}
	path, nesting := x.Machine.Path(y), 0
	var deep []*term.Formula
	for n := 0; path != nil && n < lastDeep; n++ {
		if d := depth(path.Last); d > 0 {
			nesting, deep = nesting+d, append(deep, path.Last)
		}
		path = path.Prefix
	}
	if nesting < deepNesting {
		return false
	}
	for _, name := range term.NewTable(deep).Inputs() {
		if x.Divisible[name] == nil {
			return false
		}
	}
	x.deep++
	return x.deep >= deepStates
}

// depth returns how deep operations nest in f.
func depth(f *term.Formula) int {
	d := 0
	if f.E != nil {
		d = f.E.Depth()
	}
	for _, g := range f.Args {
		d = max(d, depth(g))
	}
	return d
}

// hard reports whether a search left something open that the values of inputs may decide.
func (r *Result) hard() bool {
	e, _ := r.Ended()
	return e == dividing || e == Undecided || e == Unproved || e == TooLarge
}

// join adds the time and the queries of r to those of the result that replaces it or stands beside it.
func (r *Result) join(other *Result) {
	other.Elapsed += r.Elapsed
	other.Proving += r.Proving
	other.Solver.Add(r.Solver)
}

// undivided returns the report of a bug as the undivided program has it, though it was found with divided ranges.
func (p *subject) undivided(r report) (report, bool) {
	input := symbolic.Inputs(r.State.Known())
	maps.Copy(input, r.Model)
	m := &minimizer{subject: p.whole, shadow: p.whole.symbolic.Share(),
		meter: semantics.NewMeter(semantics.Unlimited, semantics.Unlimited), steps: math.MaxInt64}
	m.best.report = r
	whole, ok := m.follow(input, r.Depth)
	if ok {
		whole.Model = solver.Complete(solver.Model(input), whole.Path)
		whole.Query = whole.Path
	}
	return whole, ok
}
