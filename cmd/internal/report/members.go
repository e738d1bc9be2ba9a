package report

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder"
	"vouch/finder/solver"
	"vouch/finder/solver/lia"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file finds other inputs that take the same path to the same fault: those near the one in the certificate, and
// where they are few those that a solver finds. What the solver says is checked, as all is that the page shows.

// Members are other members of the class of inputs that a path condition describes, each run.
type Members struct {
	Inputs []string
	Tried  int  // inputs near the certificate's put to the path condition
	Every  bool // every input is a member
	Long   bool // the run is too long to be repeated
	None   bool // no other values of the inputs in the condition satisfy it, by a proof that the checker has accepted
}

// The limits of the search.
const (
	maxMembers     = 3
	maxTries       = 4000
	maxFound       = 40         // that satisfy the path condition, of which some are run
	maxMemberSteps = 20_000_000 // of all runs together
	memberWork     = 1 << 26    // of evaluating path conditions, in machine words
)

// members looks for other members. It tries the same inputs in the same order each time.
func members(v *checker.Verdict) Members {
	names := term.NewTable(v.Path).Inputs()
	m := Members{Every: len(v.Path) == 0}
	if len(names) == 0 {
		m.Every = true
		return m
	}
	if v.Steps > maxMemberSteps/(2*maxMembers) {
		m.Long = true
		return m
	}
	decisions, ok := decided(v, nil)
	if !ok {
		return m // the program is not as the checker saw it: nothing to be said
	}
	pool := term.NewPool()
	pool.Limit(memberWork)
	var found []certs.Memory
	for input := range candidates(names, v.Model) {
		if len(found) == maxFound || m.Tried == maxTries || pool.Exhausted() {
			break
		}
		m.Tried++
		holds := pool.Valuation(func(name string) *big.Int { return input[name] })
		if slices.ContainsFunc(v.Path, func(f *term.Formula) bool {
			truth, ok := holds.Formula(f)
			return !ok || !truth
		}) ||
			slices.ContainsFunc(found, func(old certs.Memory) bool { return certs.Same(old, input) }) ||
			certs.Same(input, v.Model) {
			continue
		}
		found = append(found, input)
	}
	if len(found) < maxMembers {
		found, m.None = solve(v, names, found)
	}
	// the first, the last and one between them, which are of different sorts
	for i := range min(maxMembers, len(found)) {
		input := found[i*(len(found)-1)/max(1, min(maxMembers, len(found))-1)]
		if same, ok := decided(v, input); ok && slices.Equal(same, decisions) {
			m.Inputs = append(m.Inputs, view.Sentence(view.Read(drawn(v, input), input), termview.Line))
		}
	}
	return m
}

// solve asks a solver for members that are not in found, until there are enough; none says that there are no more.
func solve(v *checker.Verdict, names []string, found []certs.Memory) (all []certs.Memory, none bool) {
	pool := term.NewPool()
	pool.Limit(memberWork)
	linear := lia.New(pool, lia.Options{})
	own := &copier{pool, map[*term.Sym]*term.Linear{}}
	draws := map[string]*term.Linear{}
	for _, in := range v.Inputs {
		draws[in.Name] = pool.Draw(in.Name, in.Lo, in.Hi)
	}
	var fs []*term.Formula
	for _, f := range v.Path {
		fs = append(fs, own.formula(f))
	}
	exclude := func(input certs.Memory) {
		var same []*term.Formula
		for _, name := range names {
			same = append(same, pool.Eq(draws[name], pool.Int(input[name])))
		}
		fs = append(fs, pool.Not(pool.And(same...)))
	}
	exclude(v.Model)
	for _, input := range found {
		exclude(input)
	}
	for len(found) < maxMembers && !pool.Exhausted() {
		a := linear.Solve(context.Background(), fs)
		if a.Status != solver.Sat {
			return found, a.Status == solver.Unsat && refuted(pool, fs, a.Proof)
		}
		input := certs.Memory(a.Model)
		found = append(found, input)
		exclude(input)
	}
	return found, false
}

// drawn returns the inputs of a certificate with other values for some.
func drawn(v *checker.Verdict, other certs.Memory) []certs.Input {
	inputs := slices.Clone(v.Inputs)
	for i, in := range inputs {
		if x := other[in.Name]; x != nil {
			inputs[i].Value = x
		}
	}
	return inputs
}

// refuted reports whether the checker accepts a proof that nothing satisfies fs.
func refuted(pool *term.Pool, fs []*term.Formula, proof solver.Proof) bool {
	facts := pool.NewFacts()
	for _, f := range fs {
		facts.Assume(f)
	}
	return checker.Refute(facts, finder.WriteProof(proof)) == nil
}

// decided runs the program of a certificate, with other values for some inputs, and returns its decisions; ok says
// whether it ends at the fault of v after as many steps.
func decided(v *checker.Verdict, other certs.Memory) (decisions []byte, ok bool) {
	m := &core.Machine{Program: v.Lowered, Meter: semantics.NewMeter(1<<24+v.Steps*64, semantics.Unlimited)}
	m.Input = func(n int, name string) (*big.Int, bool) {
		if x := other[name]; x != nil {
			return x, true
		}
		return view.Inputs(v.Inputs)(n, name)
	}
	var bits certs.Bits
	s, n := m.Decide(m.Start(), v.Steps, func(b semantics.Branch) bool {
		bits.Append(b == semantics.BranchTrue)
		return true
	})
	f, atFault := m.Fault(s)
	return bits.Bytes, n == v.Steps && atFault && f == v.Fault
}

// candidates yields inputs near a given one: with one value changed, with two, with all scaled or moved, then at
// random.
func candidates(names []string, input certs.Memory) func(yield func(certs.Memory) bool) {
	return func(yield func(certs.Memory) bool) {
		try := func(change func(i int, x *big.Int) *big.Int) bool {
			next := certs.Memory{}
			for i, name := range names {
				next[name] = change(i, input[name])
			}
			return yield(next)
		}
		near := []int64{1, -1, 2, -2, 3, 10, -10, 100, -100, 1000}
		plus := func(x *big.Int, d int64) *big.Int { return new(big.Int).Add(x, big.NewInt(d)) }
		few := min(len(names), 12)
		for i := range few {
			for _, d := range near {
				if !try(func(j int, x *big.Int) *big.Int { return plus(x, d*one(i == j)) }) {
					return
				}
			}
		}
		for _, d := range near {
			if !try(func(_ int, x *big.Int) *big.Int { return plus(x, d) }) ||
				!try(func(_ int, x *big.Int) *big.Int { return new(big.Int).Mul(x, big.NewInt(d)) }) {
				return
			}
		}
		for i := range few {
			for j := range i {
				for _, d := range near[:5] {
					for _, e := range near[:5] {
						if !try(func(k int, x *big.Int) *big.Int { return plus(x, d*one(k == i)+e*one(k == j)) }) {
							return
						}
					}
				}
			}
		}
		random := rand.New(rand.NewPCG(1, 2))
		for {
			width := int64(1) << (1 + random.IntN(12))
			if !try(func(_ int, x *big.Int) *big.Int { return plus(x, random.Int64N(2*width+1)-width) }) {
				return
			}
		}
	}
}

func one(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
