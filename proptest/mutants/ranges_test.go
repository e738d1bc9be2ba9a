package mutants

// This file defines mutants of copies and fills of ranges that depend on inputs, in the finder's half and in the checker's, and of how concrete
// states become symbolic ones. Tests of their packages notice them.

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
		`k <= lengths.last && !more`,
		`k < lengths.last && !more`, "TestPrograms",
	}, {
		"ranges: the way to an offset does not say which", spans,
		`[]*term.Formula{is(n, k), is(to.offset, at)}`,
		`[]*term.Formula{is(n, k)}`, "TestWays",
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
		`more = more || len(ways) > maxWays`,
		`more = more || len(ways) > 2*maxWays`, "TestWalksCore",
	},
}
