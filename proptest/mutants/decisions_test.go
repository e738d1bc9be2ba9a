package mutants

// This file defines mutants of small rules of the checker: predicates that other rules ask. Tests of package checker
// notice them.

var decisions = []Mutant{
	{
		"bits: a number of a chain may be longer than it has to be", resolving,
		`if n <= 0 || n > 1 && data[n-1] == 0 {`,
		`if n <= 0 {`, "TestBits",
	}, {
		"bits: what a chain takes is not charged", circuits,
		`if c.err == nil && (!c.meter.Charge(n) || !c.meter.Make(n)) {`,
		`if c.err == nil && n < 0 {`, "TestBitsAreBounded",
	}, {
		"pointers: into several objects they are related", onTerms,
		`return in && both && a == b || bare && too`,
		`return in && both && a+b > 0 || bare && too`, "TestRules",
	}, {
		"pointers: one to an object is related to an address", onTerms,
		`return in && both && a == b || bare && too`,
		`return in && both && a == b || bare || too`, "TestRules",
	}, {
		"values: what is lost depends on no input", holding,
		`return v.n != nil || v.float != nil || v.lost`,
		`return v.n != nil || v.float != nil`, "TestMerges",
	}, {
		"proofs: a rule may have other fields", refute,
		`!indexed && r.Index != 0 || bounded != (r.K != nil)`,
		`!indexed && r.Index > 1<<63 || bounded != (r.K != nil)`, "TestRefute",
	}, {
		"merge, checked: one way may be empty", mergeCheck,
		`case len(w.pending) == r.below || !r.second && len(w.pending) == r.below+1:`,
		`case len(w.pending) == r.below && !r.second:`, "TestMerges",
	}, {
		"divide, checked: what the start assumes of an input is not looked at", walking,
		`w.starts(y, ways[0].cond)`,
		``, "TestDividedAssumptions",
	}, {
		"floats: to the checker, the last number of a range is none", slopes,
		`k := lo; k.Cmp(hi) <= 0; k`,
		`k := lo; k.Cmp(hi) < 0; k`, "TestFloats",
	},
}
