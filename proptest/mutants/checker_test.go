package mutants

// This file defines the mutants of what writes certificates, and of the checker: where it derives a path of its own,
// and where it compares.

const (
	replay    = "checker/bug.go"
	check     = "checker/checker.go"
	follow    = "checker/eval.go"
	format    = "certs/certs.go"
	refute    = "checker/refute.go"
	copying   = "checker/spread.go"
	holding   = "checker/follower.go"
	facts     = "semantics/term/facts.go"
	walking   = "checker/absence.go"
	clausal   = "checker/clauses.go"
	circuits  = "checker/circuits.go"
	resolving = "checker/bits.go"
	ranging   = "semantics/term/ranges.go"
)

var certificates = []Mutant{
	{
		"decisions are written inverted", "finder/stretches.go",
		`r.decisions.Append(b == semantics.BranchTrue)`,
		`r.decisions.Append(b == semantics.BranchFalse)`, "certificates",
	}, {
		"the final memory is the first one", prove,
		`if c.Trace.Final = record(run.last); room < 0 {`,
		`if c.Trace.Final = record(m.Start()); room < 0 {`, "certificates",
	}, {
		"the checker takes floor for truncate", follow,
		`divide = p.pool.TruncDiv`,
		`divide = p.pool.FloorDiv`, "certificates",
	}, {
		"the checker forgets what obligations assume", replay,
		"for _, g := range guards {\n\t\tadd(g.met)\n\t}\n",
		"", "certificates",
	}, {
		"the checker evaluates both operands of and", follow,
		`return p.pool.And(x, p.given(x, e.Y))`,
		`return p.pool.And(x, p.truth(e.Y))`, "certificates",
	}, {
		"the checker forgets the checks before a fault", replay,
		`r.collect(r.guards[:i], g.missed)`,
		`r.collect(r.guards[:min(i, 0)], g.missed)`, "certificates",
	}, {
		"any language is accepted", "semantics/front/front.go",
		`lang.Language{Name: about.Language, Version`,
		`lang.Language{Name: strings.TrimRight(about.Language, "2"), Version`, "certificates",
	}, {
		"any options are accepted", check,
		`!maps.Equal(about.Options, options):`,
		`!maps.Equal(about.Options, about.Options):`, "certificates",
	}, {
		"values are not compared", replay,
		`return found.Text == want.Text && sameBound(found.Int, want.Int)`,
		`return found.Text == want.Text`, "certificates",
	}, {
		"digests are not compared", replay,
		`if !bytes.Equal(digest, want[:]) {`,
		`if !bytes.Equal(digest, digest) || len(want) == 0 {`, "certificates",
	}, {
		"ranges are not compared", replay,
		`case !sameBound(found.Lo, in.Lo) || !sameBound(found.Hi, in.Hi):`,
		`case in.Lo != nil && !sameBound(found.Lo, in.Lo) || !sameBound(found.Hi, in.Hi):`, "certificates",
	}, {
		"inputs may be missing", replay,
		`if n := r.state.Drawn(); len(r.c.Inputs) != n {`,
		`if n := r.state.Drawn(); len(r.c.Inputs) < n {`, "certificates",
	}, {
		"decisions are not compared", replay,
		`r.branches >= decided.Len || decided.At(r.branches) != taken {`,
		`r.branches >= decided.Len && decided.At(r.branches) != taken {`, "certificates",
	}, {
		"decisions are not counted", replay,
		`n != t.Branches || uint64(len(t.Decisions)) != (n+7)/8 || n%8 != 0 && t.Decisions[n/8]<<(n%8) != 0 {`,
		`n > t.Branches {`, "certificates",
	}, {
		"steps beyond the end are forgiven", replay,
		`return cmp.Or(r.wrong, fmt.Errorf("trace: found %d steps, but execution ends after %d", r.c.Trace.Steps, r.steps))`,
		`r.steps = r.c.Trace.Steps
		return cmp.Or(r.wrong, nil)`, "certificates",
	}, {
		"the final memory is not compared", replay,
		`if !r.same(t.Final.Digest, t.Final.Values) {`,
		`if len(t.Final.Digest) == 0 {`, "certificates",
	}, {
		"the fault's kind is not compared", replay,
		`found.Kind != string(fault.Kind) || found.File`,
		`found.File`, "certificates",
	}, {
		"the fault's column is not compared", replay,
		` || found.Column != uint64(fault.Column) {`,
		` {`, "certificates",
	}, {
		"conjuncts are counted, but not compared", replay,
		`!same || len(rest) > 0 {`,
		`!same && len(rest) > 0 {`, "certificates",
	}, {
		"the model's values are not compared", replay,
		`if in.Value.Cmp(want) != 0 {`,
		`if in.Value.Cmp(want) != 0 && c.Model[in.Name] == nil {`, "certificates",
	}, {
		"integers in the path are the same if they are as long", replay,
		`found.Cmp(x) == 0`,
		`len(found.Bits()) == len(x.Bits())`, "certificates",
	},
}

var proofs = []Mutant{
	{
		"proof: a sum of inputs closes a way", refute,
		`!sum.IsConst() || `,
		``, "spoiled refutations",
	}, {
		"proof: the ways of a split assume nothing", refute,
		`		k.Assume(s.open[0])
`,
		``, "answers",
	}, {
		"proof: what is not equal is less", facts,
		`k.addCases(p.Lt(f.E, zero), p.Lt(zero, f.E))`,
		`k.addCases(p.Lt(f.E, zero))`, "answers",
	}, {
		"proof: what is nearly the lesser one is at most both", facts,
		`case bit(p.Sub(e, d)):`,
		`case p.Sub(e, d).IsConst():`, "answers",
	}, {
		"proof: what is nearly the greater one is at least both", facts,
		`case bit(p.Add(e, d)):`,
		`case p.Add(e, d).IsConst():`, "answers",
	},
	{
		"proof: a product has another sign", refute,
		`k.AddRow(k.Pool().Neg(k.Pool().Mul(rows[0], rows[1])))`,
		`k.AddRow(k.Pool().Mul(rows[0], rows[1]))`, "answers",
	}, {
		"bits: a carry is dropped", circuits,
		`			t.put(carry, place+1)
`,
		`			_ = carry
`, "answers",
	}, {
		"bits: a carry is added twice as far up", circuits,
		`t.put(carry, place+1)`,
		`t.put(carry, place+2)`, "answers",
	}, {
		"bits: the sign is forgotten", circuits,
		`	out[sign] = out[sign].not()
`,
		``, "answers",
	}, {
		"bits: words are one bit too narrow", clausal,
		`range new(big.Int).Sub(hi, lo).BitLen() {`,
		`range max(1, new(big.Int).Sub(hi, lo).BitLen()) - 1 {`, "answers",
	}, {
		"bits: words may exceed their bounds", clausal,
		`	c.atMost(w, hi)
`,
		``, "answers",
	}, {
		"bits: the square of a bit comes once", clausal,
		`a.place+b.place+1)`,
		`a.place+b.place)`, "answers",
	}, {
		"bits: quotients have another sign", clausal,
		`negative := p.And(p.Le(rem, nought), p.Lt(y, rem))`,
		`negative := p.And(p.Le(rem, nought), p.Lt(rem, y))`, "answers",
	}, {
		"bits: what is resolved stays", resolving,
		`				in[by.not()] = false
`,
		``, "answers",
	}, {
		"bits: a unit is the empty clause", resolving,
		`len(made) == 0 {`,
		`len(made) <= 1 {`, "answers",
	}, {
		"bits: or is and", clausal,
		`c.both(a[place].not(), b[place].not()).not()`,
		`c.both(a[place], b[place])`, "answers",
	}, {
		"bits: xor is or", clausal,
		`			c.add(l.not(), a[place].not(), b[place].not())
`,
		``, "answers",
	}, {
		"bits: quotients towards zero have any sign", clausal,
		`c.fact(p.Or(p.Eq(y, nought), p.And(whole, p.Or(positive, negative), sign)))`,
		`c.fact(p.Or(p.Eq(y, nought), p.And(whole, p.Or(positive, negative))))
			_ = sign`, "answers",
	}, {
		"bits: the negation of a word has its bits", clausal,
		`digit{b.not(), b.place})
		}
		w = flipped`,
		`digit{b.literal, b.place})
		}
		w = flipped`, "answers",
	}, {
		"bits: truth values are free", clausal,
		`		c.fact(p.Or(p.And(p.Eq(itself, p.Int(one)), is), p.And(p.Eq(itself, nought), p.Not(is))))
`,
		`		_, _ = is, itself
`, "answers",
	}, {
		"bits: bounds are rounded away", ranging,
		`changed = r.meet(t.Sym, interval{hi: least}) || changed`,
		`changed = r.meet(t.Sym, interval{hi: least.Sub(least, bigOne)}) || changed`, "answers",
	}, {
		"walk: a fault may be open", walking,
		`return fmt.Errorf("ways: nothing excludes the fault %q at %s", g.fault.Kind, g.fault.Span)`,
		``, "forged absence",
	}, {
		"walk: facts of other ways stay", walking,
		`w.undo(next.before)`,
		``, "verdicts",
	}, {
		"walk: the loop limit is one less", walking,
		`uint64(n) > w.c.LoopLimit {`,
		`uint64(n) >= w.c.LoopLimit {`, "verdicts",
	}, {
		"walk: entries may be missing", walking,
		`return false, fmt.Errorf("ways: found %d entries, want another one, for a way %s", w.taken, way)`,
		`return false, nil`, "forged absence",
	},
}
