package bits

import (
	"math"
	"math/big"
	"math/rand/v2"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file defines the search for models of queries with operations on floats by trying values: for each input, that
// one which takes the formulas nearest to truth. Places of floats tell how near a float is to another one. So inputs at
// which something is infinite or no number are found soon, for which circuits would take long.

// The limits of the search.
const (
	maxDescended = 16 // inputs
	descents     = 12 // beginnings
)

// descent is a search.
type descent struct {
	pool   *term.Pool
	fs     []*term.Formula
	inputs []*term.Sym
	values solver.Model
	about  map[*term.Sym][]int // the places in fs of the formulas with an input
	far    []float64           // of each formula, with the best values so far
	left   int                 // values that may still be tried
	random *rand.Rand
}

// descend returns a model of fs, or nil if it finds none.
func (s *Solver) descend(fs []*term.Formula) solver.Model {
	d := newDescent(s.pool, fs, s.o.Trials)
	if len(d.inputs) > maxDescended {
		return nil
	}
	syms := len(s.pool.Table(fs).Syms)
	defer func() { s.spent += int64(syms) * int64(s.o.Trials-d.left) }()
	for n := 0; n < descents && d.left > 0; n++ {
		if d.from(n) {
			return d.values
		}
	}
	return nil
}

// newDescent returns a search for a model of fs that tries so many values at most.
func newDescent(p *term.Pool, fs []*term.Formula, trials int) *descent {
	d := &descent{pool: p, fs: fs, about: map[*term.Sym][]int{}, far: make([]float64, len(fs)), left: trials,
		random: rand.New(rand.NewPCG(1, 1))}
	for _, x := range p.Table(fs).Syms {
		if x.Op == term.Input {
			d.inputs = append(d.inputs, x)
		}
	}
	for i, f := range fs {
		for _, x := range p.Table([]*term.Formula{f}).Syms {
			if x.Op == term.Input {
				d.about[x] = append(d.about[x], i)
			}
		}
	}
	return d
}

// from begins at values, and reports whether it finds a model.
func (d *descent) from(n int) bool {
	d.values = solver.Model{}
	for _, x := range d.inputs {
		d.values[x.Name] = x.Nearest()
		if list := trials(x); n > 0 {
			d.values[x.Name] = list[d.random.IntN(len(list))]
		}
	}
	best := d.begin()
	for better := true; better && best > 0; {
		better = false
		for _, x := range d.inputs {
			old := d.values[x.Name]
			list := trials(x)
			for k := range 63 {
				step := new(big.Int).Lsh(one, uint(k))
				list = append(list, new(big.Int).Add(old, step), new(big.Int).Sub(old, step))
			}
			kept := old
			for _, v := range list {
				if d.left == 0 || best == 0 {
					break
				}
				if x.Lo != nil && v.Cmp(x.Lo) < 0 || x.Hi != nil && v.Cmp(x.Hi) > 0 {
					continue
				}
				d.values[x.Name] = v
				if c := d.cost(x); c < best {
					best, kept, better = c, v, true
				}
			}
			d.values[x.Name] = kept
			d.keep(x)
		}
	}
	return best == 0
}

// trials returns values at which something is likely to change: of integers at the ends of their range and near 0, and
// of what may be the encoding of a float, special floats.
func trials(x *term.Sym) []*big.Int {
	list := []*big.Int{x.Nearest()}
	if x.Lo != nil {
		list = append(list, x.Lo)
	}
	if x.Hi == nil {
		return append(list, big.NewInt(1), big.NewInt(-1), big.NewInt(1000))
	}
	list = append(list, x.Hi)
	floats := []float64{1, 2, 0.5, 3, 10, 1e-3, 1e3, 1e10, 1e-10, 1e30, 1e-30, math.Inf(1), math.NaN(),
		math.Copysign(0, -1)}
	switch x.Hi.BitLen() {
	case 32:
		for _, v := range append(floats, math.MaxFloat32, math.SmallestNonzeroFloat32, 1e-38) {
			list = append(list, big.NewInt(int64(math.Float32bits(float32(v)))),
				big.NewInt(int64(math.Float32bits(float32(-v)))))
		}
	case 64:
		for _, v := range append(floats, math.MaxFloat64, math.SmallestNonzeroFloat64, 1e-308, 1e150, 1e-150, 1e200) {
			list = append(list, new(big.Int).SetUint64(math.Float64bits(v)),
				new(big.Int).SetUint64(math.Float64bits(-v)))
		}
	}
	return list
}

// begin returns how far the values are from a model, 0 if they are one.
func (d *descent) begin() float64 {
	d.left--
	v := d.valuation()
	sum := 0.
	for i, f := range d.fs {
		d.far[i] = distance(v, f)
		sum += d.far[i]
	}
	return sum
}

// cost returns the same after the value of an input changed: only formulas with that input are evaluated.
func (d *descent) cost(x *term.Sym) float64 {
	d.left--
	v, about := d.valuation(), d.about[x]
	sum := 0.
	for i, f := range d.fs {
		if len(about) > 0 && about[0] == i {
			about = about[1:]
			sum += distance(v, f)
		} else {
			sum += d.far[i]
		}
	}
	return sum
}

// keep notes how far the formulas with an input are from holding.
func (d *descent) keep(x *term.Sym) {
	v := d.valuation()
	for _, i := range d.about[x] {
		d.far[i] = distance(v, d.fs[i])
	}
}

func (d *descent) valuation() *term.Valuation {
	return d.pool.Valuation(func(name string) *big.Int { return d.values[name] })
}

// distance returns how far f is from holding, 0 if it does.
func distance(v *term.Valuation, f *term.Formula) float64 {
	switch f.Op {
	case term.True:
		return 0
	case term.And:
		sum := 0.
		for _, g := range f.Args {
			sum += distance(v, g)
		}
		return sum
	case term.Or:
		least := math.Inf(1)
		for _, g := range f.Args {
			least = min(least, distance(v, g))
		}
		return least
	case term.False:
		return math.Inf(1)
	}
	x := v.Linear(f.E)
	switch {
	case x == nil:
		return 1e6
	case f.Op == term.LeZero && x.Sign() <= 0, f.Op == term.EqZero && x.Sign() == 0, f.Op == term.NeZero &&
		x.Sign() != 0:
		return 0
	case f.Op == term.NeZero:
		return 1
	}
	n, _ := new(big.Float).SetInt(x).Float64()
	return math.Log2(2 + math.Abs(n))
}
