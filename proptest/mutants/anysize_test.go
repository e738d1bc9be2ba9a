package mutants

// This file lists wrong rules of guesses about loops over objects of any size.

const sketching = "finder/sketch.go"

// anySizeRules are those that tests of package finder notice.
var anySizeRules = []Mutant{
	{
		"invariant: a loop inside is not looked at again when more changes around it", inducing,
		`l.renewed == maxRenewed ||`,
		`l.renewed >= 0 ||`, "TestObjectsOfAnySize",
	}, {
		"invariant: no integer in an object is guessed to be below one in a slot", sketching,
		`len(list) < maxLimits`,
		`len(list) > maxLimits`, "TestObjectsOfAnySize",
	}, {
		"invariant: what the parts of an object took leaves no question for their ends", sketching,
		`	s.asked = 0 // with a bound of its own
`,
		``, "TestObjectsOfAnySize",
	}, {
		"invariant: of an object with many integers, no end is guessed", sketching,
		`len(numbers) < maxNumbers && !slices`,
		`len(numbers) > maxNumbers && !slices`, "TestObjectsOfAnySize",
	}, {
		"invariant: an end is no multiple of what is counted", sketching,
		`return append(ends, s.sloped(numbers)...)`,
		`return ends`, "TestObjectsOfAnySize",
	}, {
		"lia: bounds of wide integers have no products", "finder/solver/lia/product.go",
		`BitLen() > maxProductBits`,
		`BitLen() > 32`, "TestObjectsOfAnySize",
	}, {
		"invariant: what was dropped as an end is held against the next one", "finder/contents.go",
		`!sums && s.anew == maxAnew {`,
		`sums || s.anew == maxAnew {`, "TestObjectsOfAnySize",
	}, {
		"invariant: where a part of an object ends, the way does not say", sketching,
		`s.asked <= maxEqual && s.shows(`,
		`s.asked > maxEqual && s.shows(`, "TestObjectsOfAnySize",
	}, {
		"invariant: a loop whose slots change their kind has one phase", inducing,
		`list == nil && c.reshapes(at, h.state, state)`,
		`list != nil && c.reshapes(at, h.state, state)`, "TestObjectsOfAnySize",
	}, {
		"invariant: what is known ahead of an integer before a loop is forgotten", sketching,
		`last < 0 && n != nil`,
		`last < 0 && n == nil`, "TestObjectsOfAnySize",
	}, {
		"invariant: the guess that says most comes last", sketching,
		`return y.end.Cmp(x.end)`,
		`return x.end.Cmp(y.end)`, "TestObjectsOfAnySize",
	}, {
		"invariant: an integer counts the bytes of an element", sketching,
		`all = append(all, t.Coef)`,
		`all = append(all, by)`, "TestObjectsOfAnySize",
	}, {
		"invariant: nothing is guessed where counterexamples to induction ask for it", "finder/attempts.go",
		`err != nil && how.lean`,
		`err == nil && how.lean`, "TestObjectsOfAnySize",
	}, {
		"invariant: contents that did not hold while loops before were unknown do not come back", "finder/strengthen.go",
		`s.restored < maxAnew`,
		`s.restored > maxAnew`, "TestObjectsOfAnySize",
	}, {
		"invariant: only what a turn changes by one number has a slope", "finder/needed.go",
		`if lo.Cmp(hi) < 0 {`,
		`if lo.Cmp(hi) > 0 {`, "TestObjectsOfAnySize",
	}, {
		"invariant: what excludes a fault is not asked for", "finder/strengthen.go",
		`c.excludes(h, path.Since(h.path))`,
		`c.excludes(h, nil)`, "TestInduction",
	}, {
		"invariant: of a fault with alternatives, nothing is asked for", "finder/needed.go",
		`if f.Op == term.Or {`,
		`if f.Op == term.False {`, "TestObjectsOfAnySize",
	}, {
		"invariant: what may wrap around has no slope", "finder/needed.go",
		`a != nil && b != nil && (`,
		`a == nil && b != nil && (`, "TestObjectsOfAnySize",
	}, {
		"invariant: what a guess needs in loops around a loop is not asked for", inducing,
		`c.precondition(c.from, f)`,
		`c.precondition(nil, f)`, "TestInduction",
	}, {
		"invariant: calls that go on later lose pointers to objects that change", "semantics/core/coresym/landmark.go",
		`!runs && m.vary && m.leadsOn(s, v)`,
		`!runs && !m.vary && m.leadsOn(s, v)`, "TestObjectsOfAnySize",
	}, {
		"invariant: integers of an object with a summary may be any, too", inducing,
		`return p.Object > 0 && l.summarises(p.Object) }`,
		`return p.Object > 0 && p.Type == 0 }`, "TestMergeInMemory",
	},
}
