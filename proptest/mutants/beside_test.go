package mutants

// This file defines the mutants of the fuzzer beside a search: when it works, what it is given, and what becomes of the
// faults that it meets.

const (
	besideIt = "finder/beside.go"
	fuzzer   = "finder/fuzz/fuzz.go"
)

var fuzzing = []Mutant{
	{
		"fuzzer: a crash behind what is not supported is not certain", besideIt,
		`if !ok && m.lacks {`,
		`if ok && m.lacks {`, "TestFuzzSingle",
	}, {
		"fuzzer: the input of such a crash stays as it is", "finder/single.go",
		`best, moved, k = d, true, -1`,
		`d.steps = best.steps`, "TestFuzzSingle",
	}, {
		"fuzzer: the input of another fault takes its place", "finder/single.go",
		`return c, ok && c.fault == fault`,
		`return c, ok`, "TestFuzzSmaller",
	}, {
		"fuzzer: nobody notes that a run comes to what is not supported", "finder/minimize.go",
		`m.lacks = m.shadow.Step(y).Unsupported.Reason != ""`,
		`m.lacks = false`, "TestFuzzSingle",
	}, {
		"fuzzer: a crash whose path cannot be followed is forgotten", besideIt,
		`reports = append(reports, p.followed(c))`,
		`if r := p.followed(c); r.Kind == SureBug {
				reports = append(reports, r)
			}`, "TestFuzzOpen",
	}, {
		"fuzzer: a crash is certain without being followed", besideIt,
		`return report{Kind: PotentialBug, Fault: c.Fault`,
		`return report{Kind: SureBug, Fault: c.Fault`, "TestFuzzNotFollowed",
	}, {
		"fuzzer: a fault that is certain is told again", besideIt,
		`if !known[c.Fault] {`,
		`if len(known) >= 0 {`, "TestFuzzOpen",
	}, {
		"fuzzer: nobody says that it met a fault", besideIt,
		`solver.Complete(c.Inputs, r.Path), r.Path, true`,
		`solver.Complete(c.Inputs, r.Path), r.Path, false`, "TestFuzzFinds",
	}, {
		"fuzzer: searches that take the place of another one are without it", "finder/subject.go",
		"q.beside, q.before = p.beside, p",
		"q.before = p", "TestFuzzWithin",
	}, {
		"fuzzer: what the search took whose place is taken does not count", besideIt,
		"	b.before += micros\n	return func() { b.before -= micros }",
		"	return func() {}", "TestFuzzWithin",
	}, {
		"fuzzer: what the search took whose place was taken counts twice", besideIt,
		"	b.before += micros\n	return func() { b.before -= micros }",
		"	b.before += micros\n	return func() {}", "TestFuzzWithin",
	}, {
		"fuzzer: its turn never comes", besideIt,
		`b != nil && b.before+micros >= b.next`,
		`b != nil && b.next < 0`, "TestFuzzTurns",
	}, {
		"fuzzer: its turn is always", besideIt,
		`b != nil && b.before+micros >= b.next`,
		`b != nil`, "TestFuzzTurns",
	}, {
		"fuzzer: what earlier searches took does not count for its turn", besideIt,
		`b != nil && b.before+micros >= b.next`,
		`b != nil && micros >= b.next`, "TestFuzzTurns",
	}, {
		"fuzzer: a search that is short does not wait for it either", besideIt,
		`if o.Fuzz == FuzzOn {`,
		`if o.Fuzz != FuzzOff {`, "TestFuzzTurns",
	}, {
		"fuzzer: it takes half of the work though nothing is new", besideIt,
		`idle *= 2 {
			parts *= 2`,
		`idle *= 2 {
			parts *= 1`, "TestFuzzTurns",
	}, {
		"fuzzer: it takes less where somebody wants it on", besideIt,
		`if b.how == FuzzAuto {`,
		`if b.how != FuzzOff {`, "TestFuzzTurns",
	}, {
		"fuzzer: the search asks at once what it met", besideIt,
		`b.next = b.from + micros`,
		`b.next = b.from`, "TestFuzzTurns",
	}, {
		"fuzzer: with FuzzOn, too, the search asks later what it met", besideIt,
		`if b.start(now); b.how == FuzzOn {`,
		`if b.start(now); b.how == FuzzOff {`, "TestFuzzModels",
	}, {
		"fuzzer: runs count before anybody asks what came of them", besideIt,
		`	return b.ran
`,
		`	return b.fuzzer.Count.Runs
`, "TestFuzzWithin",
	}, {
		"fuzzer: what a turn took is forgotten", besideIt,
		`	b.next = b.from + max(1, taken)*parts`,
		`	b.next += (parts - 1) * taken`, "TestFuzzTurns",
	}, {
		"fuzzer: models are no seeds", besideIt,
		`b.fuzzer.Seed(m)`,
		`_ = m`, "TestFuzzModels",
	}, {
		"fuzzer: files are no seeds", besideIt,
		`b.fuzzer.File(f)`,
		`_ = f`, "TestFuzzLast",
	}, {
		"fuzzer: the search gives no model", explore,
		`models = append(models, k.Model())`,
		`_ = k`, "TestFuzzModels",
	}, {
		"fuzzer: each visit of a place gives a model", explore,
		`x.sites[at] = true
`,
		``, "TestFuzzModels",
	}, {
		"fuzzer: the search does not report what it met", explore,
		`return x.tell(ctx, found, nil, yield)`,
		`return len(found) >= 0`, "TestFuzzModels",
	}, {
		"fuzzer: the last turn ignores what it met", find,
		`r.add(f)
			if known`,
		`if known`, "TestFuzzLast",
	}, {
		"fuzzer: the verdict stays open though it met a bug at last", find,
		`r.Verdict, r.Held = Bug, nil`,
		`r.Held = nil`, "TestFuzzLast",
	}, {
		"fuzzer: the last turn comes after limits, too", find,
		`case OutOfTime, OutOfMemory, OutOfStates, Interrupted, Stopped, Contradiction:`,
		`case Contradiction:`, "TestFuzzLast",
	}, {
		"fuzzer: the last turn comes after what is decided, too", find,
		`b == nil || r.Verdict != Unknown {`,
		`b == nil {`, "TestFuzzLast",
	}, {
		"fuzzer: the last turn comes after a wrong answer, too", find,
		`Interrupted, Stopped, Contradiction:`,
		`Interrupted, Stopped:`, "TestFuzzLast",
	}, {
		"fuzzer: chance depends on more than the seed", fuzzer,
		`rand.New(rand.NewPCG(seed, 0))`,
		`rand.New(rand.NewPCG(seed, rand.Uint64()))`, "TestFuzzSame",
	}, {
		"fuzzer: the seed says nothing", fuzzer,
		`rand.New(rand.NewPCG(seed, 0))`,
		`rand.New(rand.NewPCG(0, 0))`, "TestFuzzSame",
	},
}
