package mutants

// This file defines mutants of wild pointers, and of what may be written behind a pointer, in the finder's half. Tests
// of its package notice them.

const symbolicEval = "semantics/core/coresym/eval.go"

var wild = []Mutant{
	{
		"wild: objects that were made later are pointed to", symbolicEval,
		`l.pointsTo(p.n, int(p.ref), l.assumed())`,
		`l.pointsTo(p.n, l.state.rest.made, l.assumed())`, "TestPrograms",
	}, {
		"wild: there are objects at all great addresses", symbolicEval,
		`l.pool.Lt(p.n, l.base(end))`,
		`l.pool.Or(l.pool.Bool(true), l.pool.Lt(p.n, l.base(end)))`, "TestPrograms",
	}, {
		"wild: a pointer from memory points to what was there when it was stored", cellsFile,
		`(c.v.class == bare || c.v.class == wild)`,
		`c.v.class == bare`, "TestPrograms",
	}, {
		"wild: what a wild pointer may point to is lost", "semantics/core/coresym/state.go",
		`loose = loose || v.class == wild`,
		``, "TestPrograms",
	}, {
		"room: of what may not be written on terms", expand,
		`if o.dead || o.readOnly {`,
		`if o.dead {`, "TestPrograms",
	}, {
		"room: behind the end on terms", expand,
		`inside := l.between(l.int(0), p.n, p.n, o.size)`,
		`inside := l.pool.Le(l.int(0), p.n)`, "TestPrograms",
	}, {
		"wild: a call of any number calls any function", expand,
		`if c.v.class != toFunction || !takes(`,
		`if c.v.class != toFunction || len(to) == 1 && !takes(`, "TestPrograms",
	},
}

var wildOnTerms = []Mutant{
	{
		"wild: to the checker, objects that were made later are pointed to", "checker/eval.go",
		`objects, funcs := x.wild-1, len(p.Program.Funcs)`,
		`objects, funcs := p.state.Objects(), len(p.Program.Funcs)`, "TestCertifiesCore",
	}, {
		"wild: the checker sees no object at the first address", "checker/eval.go",
		`p.pool.And(p.pool.Le(first, x.n), p.pool.Lt(x.n, end))`,
		`p.pool.And(p.pool.Lt(first, x.n), p.pool.Lt(x.n, end))`, "TestCertifiesCore",
	}, {
		"wild: to the checker, a call of any number is one of a function", following,
		`p.must(p.pool.Or(any...), semantics.InvalidCall)`,
		`_ = any`, "TestCertifiesCore",
	}, {
		"wild: the checker looks at what a wild pointer points to", "checker/eval.go",
		`if x = p.settled(x); x.wild > 0 {`,
		`if x = p.settled(x); x.wild < 0 {`, "TestWalksCore",
	}, {
		"merges: to the checker, wild pointers that were made with other objects are the same", mergeCheck,
		`v.Type() == u.Type() && v.wild == u.wild &&`,
		`v.Type() == u.Type() &&`, "TestMerges",
	},
}
