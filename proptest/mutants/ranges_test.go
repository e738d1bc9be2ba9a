package mutants

// This file defines mutants of copies and fills of ranges that depend on inputs, in the finder's half and in the
// checker's, and of how concrete states become symbolic ones. Tests of their packages notice them.

const (
	spans       = "semantics/core/coresym/ranges.go"
	lifting     = "semantics/core/coresym/lift.go"
	checkMemory = "checker/memory.go"
)

var ranges = []Mutant{
	{
		"ranges: one byte too few", spans,
		`found = append(found, span{l.pool.And(cond...), k, at, first})`,
		`found = append(found, span{l.pool.And(cond...), k - 1, at, first})`, "TestPrograms",
	}, {
		"ranges: no bytes are left out", spans,
		`found = append(found, span{cond: is(n, 0)})`,
		``, "TestPrograms",
	}, {
		"ranges: all bytes of the smaller object are left out", spans,
		`for k := range lengths.each {`,
		`for k := range lengths.each {
		if k == lengths.last {
			continue
		}`, "TestPrograms",
	}, {
		"ranges: the way to an offset does not say which", spans,
		`[]*term.Formula{is(n, k), is(to.offset, at)}`,
		`[]*term.Formula{is(n, k)}`, "TestWays",
	}, {
		"ranges: what the path assumes bounds nothing", "semantics/core/coresym/lifter.go",
		`found, more = find(l.assumed(), MaxPlaces)`,
		`found, more = find(nil, MaxPlaces)`, "TestPrograms",
	}, {
		"ranges: an assumption of less than is one of at most less than that", "semantics/term/ranges.go",
		`changed = r.meet(t.Sym, interval{hi: least}) || changed`,
		`changed = r.meet(t.Sym, interval{hi: least.Sub(least, bigOne)}) || changed`, "TestPrograms",
	}, {
		"ranges: a remainder lies where its dividend does", "semantics/term/bounds.go",
		`return interval{new(big.Int).Mod(x.lo, m), new(big.Int).Mod(x.hi, m)}`,
		`return x`, "TestPrograms",
	}, {
		"lift: what is undefined in a global is zero", lifting,
		`q.cells = clear(q.cells, at, 1)`,
		``, "TestLift",
	}, {
		"lift: a pointer becomes the bytes of its address", lifting,
		`if _, bare := v.Address(); bare {`,
		`if _, bare := v.Address(); bare && v.IsNull() {`, "TestLift",
	}, {
		"lift: bytes stand one place too far", lifting,
		`end-int64(len(bytes)), cell{`,
		`end+1-int64(len(bytes)), cell{`, "TestLift",
	},
}

var rangesOnTerms = []Mutant{
	{
		"ranges: the checker's way to an offset does not say which", checkMemory,
		`cond = p.pool.And(cond, p.is(p.number(x), to))`,
		``, "TestCertifiesCore",
	}, {
		"ranges: the checker wants a place of a copy of no bytes", checkMemory,
		`if k > 0 {
						cond`,
		`if k >= 0 {
						cond`, "TestCertifiesCore",
	}, {
		"ranges: the checker goes beyond the limit", checkMemory,
		`		if len(ways) > maxWays {
			return nil, false
		}
	}`,
		`	}`, "TestWalksCore",
	}, {
		"ranges: to the checker, what is assumed bounds nothing", holding,
		`	if known.Contradict {
		known = nil`,
		`	if known != nil {
		known = nil`, "TestWalksCore",
	}, {
		"ranges: the checker takes a size for 1 less than it may be", checkMemory,
		`_, hi := known.Bounds(size)
	return hi`,
		`_, hi := known.Bounds(size)
	if hi != nil {
		hi = new(big.Int).Sub(hi, one)
	}
	return hi`, "TestWalksCore",
	}, {
		"ranges: the checker's path to a copy assumes nothing", replay,
		`for _, f := range r.conjuncts {
		facts`,
		`for _, f := range r.conjuncts[:0] {
		facts`, "TestCertifiesCore",
	},
}
