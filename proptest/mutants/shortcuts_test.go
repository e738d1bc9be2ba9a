package mutants

// This file defines the mutants of what makes a search fast or patient: leaps, products of remainders, when a search is
// made once more, and what is kept of integers that a search forgets.

const (
	leap     = "semantics/core/coresym/leap.go"
	dividend = "finder/solver/lia/dividend.go"
	ideals   = "finder/solver/lia/ideal.go"
	narrow   = "finder/solver/bits/narrow.go"
	learned  = "finder/solver/bits/memory.go"
	measures = "finder/measures.go"

	stretchesFile = "finder/stretches.go"
)

// leaps are those that tests of package coresym notice.
var leaps = []Mutant{
	{
		"leap: slots may depend on inputs", leap,
		`if n := f.slots.get(i); left < 0 || n != nil && !n.IsConst() {`,
		`if n := f.slots.get(i); left < 0 || n != nil && i < 0 {`, "TestLeap",
	}, {
		"leap: what is no integer may depend on inputs", leap,
		`			if !v.fixed() {
				return false`,
		`			if !v.fixed() && left < 0 {
				return false`, "TestLeap",
	}, {
		"leap: memory may depend on inputs", leap,
		`		if !x.v.fixed() {
			return mostParts + 1`,
		`		if !x.v.fixed() && covered < 0 {
			return mostParts + 1`, "TestLeap",
	}, {
		"leap: sizes may depend on inputs", leap,
		`!o.size.IsConst() || !o.size.Const.IsInt64()`,
		`!o.size.Const.IsInt64()`, "TestLeap",
	}, {
		"leap: callers do not count", leap,
		`f != nil; f = f.caller {`,
		`f != nil; f = nil {`, "TestLeapOfCall",
	}, {
		"leap: the path condition is lost", leap,
		`last.cond, last.rest.drawn = s.cond, s.rest.drawn`,
		`last.rest.drawn = s.rest.drawn`, "TestLeap",
	}, {
		"leap: inputs are drawn again", leap,
		`last.cond, last.rest.drawn = s.cond, s.rest.drawn`,
		`last.cond = s.cond`, "TestLeap",
	}, {
		"leap: one step is counted too few", leap,
		`	return last, l.Steps
}

// Leap returns`,
		`	return last, l.Steps - 1
}

// Leap returns`, "TestLeapsOfRandomPrograms",
	}, {
		"leap: the first one follows another one, too", leap,
		`Follows: m.landed.is(&s)}`,
		`Follows: true}`, "TestLeapsOfRandomPrograms",
	}, {
		"leap: the path condition does not tell states apart", leap,
		`s.cond == t.cond && `,
		``, "TestLeapsFollow",
	}, {
		"leap: slots do not tell states apart", leap,
		`s.loops == t.loops &&
		s.slots.is(t.slots)`,
		`s.loops == t.loops`, "TestLeapsFollow",
	}, {
		"leap: at the start of a search, too", leap,
		`m.walked < beforeLeaps || `,
		``, "TestLeap",
	}, {
		"leap: states of any size", leap,
		`!s.fixed(min(mostParts, most/4))`,
		`!s.fixed(1 << 40)`, "TestLeap",
	}, {
		"leap: short stretches, too", leap,
		`most < leastLeap || `,
		``, "TestLeap",
	},
}

// products are those that tests of package lia notice.
var inPieces = []Mutant{
	{
		"equations: none is multiplied", ideals,
		`next < len(todo) && s.multiplied < s.mostProducts`,
		`next < len(todo) && s.multiplied < 0`, "TestTable",
	}, {
		"equations: one half of them", ideals,
		`for _, b := range []*bound{s.vars[v].lo, s.vars[v].hi} {`,
		`for _, b := range []*bound{s.vars[v].lo} {`, "TestTable",
	}, {
		"equations: a product with the wrong sign", ideals,
		`e = p.Neg(p.Mul(s.sumOf(a), s.sumOf(b)))`,
		`e = p.Mul(s.sumOf(a), s.sumOf(b))`, "TestTable",
	}, {
		"equations: with one factor at most", ideals,
		`len(rest) > maxCofactors`,
		`len(rest) > 1`, "TestTable",
	}, {
		"equations: factors without a bound are not split", "finder/solver/lia/guess.go",
		`if x == nil || s.signs == maxSigns`,
		`if x != nil || s.signs == maxSigns`, "TestTable",
	}, {
		"equations: cases that no values violate are not split", "finder/solver/lia/guess.go",
		`if d.split || d.gap || !slices.ContainsFunc(`,
		`if !d.split || d.gap || !slices.ContainsFunc(`, "TestTable",
	}, {
		"equations: nothing is known modulo a number", ideals,
		`if strong == nil || why != nil {`,
		`if strong != nil || why != nil {`, "TestTable",
	}, {
		"equations: a rest is rounded the wrong way", ideals,
		`up := c.div(k).ceil()`,
		`up := c.div(k).ceil().add(unit)`, "TestTable",
	}, {
		"remainders: none is multiplied", dividend,
		`v < len(s.vars) && added < maxDividends`,
		`v < len(s.vars) && added < 0`, "TestTable",
	}, {
		"remainders: without a bound of the other factor", dividend,
		`len(equation) != 2 || len(bound) == 0`,
		`len(equation) != 2`, "TestTable",
	}, {
		"remainders: one half of the equation", dividend,
		`for _, r := range equation {`,
		`for _, r := range equation[:1] {`, "TestTable",
	}, {
		"remainders: the quotient is forgotten", dividend,
		`p.Sub(p.Sub(f.X, p.Scale(f.Y.Const, q)), linear(f))`,
		`p.Add(p.Sub(f.X, linear(f)), p.Sub(q, q))`, "TestTable",
	}, {
		"remainders: what is new in a product is none", dividend,
		`			if !t.Sym.IsMonomial() {
				return nil
			}
			s.vars`,
		`			if t.Sym.IsMonomial() {
				return nil
			}
			s.vars`, "TestTable",
	},
}

// patient are those that tests of package finder notice.
var patient = []Mutant{
	{
		"patient: nobody has to ask for it", find,
		`if !o.Patient || o.effort > mostEffort`,
		`if o.effort > mostEffort`, "TestPersists",
	}, {
		"patient: there is no end of it", find,
		`o.effort > mostEffort || o.Hasty`,
		`o.Hasty`, "TestPersists",
	}, {
		"patient: a hasty search is, too", find,
		`o.effort > mostEffort || o.Hasty || o.doubts`,
		`o.effort > mostEffort || o.doubts`, "TestPersists",
	}, {
		"patient: a search that doubts is, too", find,
		`o.Hasty || o.doubts || o.Journal != nil || o.NewSolver`,
		`o.Hasty || o.Journal != nil || o.NewSolver`, "TestPersists",
	}, {
		"patient: a search with a journal is, too", find,
		`o.doubts || o.Journal != nil || o.NewSolver != nil || r.Verdict`,
		`o.doubts || o.NewSolver != nil || r.Verdict`, "TestPersists",
	}, {
		"patient: with another solver, too", find,
		`o.Journal != nil || o.NewSolver != nil || r.Verdict != Unknown || r.Coverage.Ended`,
		`o.Journal != nil || r.Verdict != Unknown || r.Coverage.Ended`, "TestPersists",
	}, {
		"patient: after a verdict, too", find,
		`o.NewSolver != nil || r.Verdict != Unknown || r.Coverage.Ended != ""`,
		`o.NewSolver != nil || r.Coverage.Ended != ""`, "TestPersists",
	}, {
		"patient: after a search that ended early, too", find,
		`r.Verdict != Unknown || r.Coverage.Ended != "" || r.Coverage.States > shortSearch`,
		`r.Verdict != Unknown || r.Coverage.States > shortSearch`, "TestPersists",
	}, {
		"patient: after a long search, too", find,
		`r.Coverage.Ended != "" || r.Coverage.States > shortSearch`,
		`r.Coverage.Ended != ""`, "TestPersists",
	}, {
		"patient: one fault for which work is short is enough", find,
		`!slices.ContainsFunc(r.Findings, func(f Finding) bool { return !short(f) })`,
		`slices.ContainsFunc(r.Findings, short)`, "TestPersists",
	}, {
		"patient: more work decides every fault", find,
		`!f.Certain() && strings.Contains(f.Reason, bits.ReasonWork)`,
		`!f.Certain()`, "TestPersists",
	}, {
		"patient: certain faults are open", find,
		`!f.Certain() && strings.Contains(f.Reason, bits.ReasonWork)`,
		`f.Certain() || strings.Contains(f.Reason, bits.ReasonWork)`, "TestPersists",
	}, {
		"patient: what is held impossible does not count", find,
		`return r.Held != nil || len(r.Findings) > 0`,
		`return len(r.Findings) > 0`, "TestPersists",
	}, {
		"patient: no more work than before", "finder/solvers.go",
		`return bits.Options{Work: int64(effort) * bits.DefaultWork,`,
		`return bits.Options{Work: bits.DefaultWork,`, "TestPersists",
	}, {
		"patient: any number of clauses", "finder/solvers.go",
		`min(effort, maxClauses) * bits.DefaultClauses`,
		`effort * bits.DefaultClauses`, "TestPersists",
	},
}

// goesOn are those that tests of package bits notice.
var goesOn = []Mutant{
	{
		"left: goes on with another query", narrow, `b.left != nil && slices.Equal(b.left.fs, fs)`, `b.left != nil`,
		"TestAfter",
	}, {
		"left: begins anew", narrow, `b != nil && b.left != nil && slices.Equal`, `false && slices.Equal`, "TestAfter",
	}, {
		"left: goes on after another query", narrow, "	s.left = nil\n	if b := s.after", "	if b := s.after",
		"TestAfterAnAnswer",
	}, {
		"left: chains count other clauses", "finder/solver/bits/bits.go", `clauses: s.o.Clauses - e.left`,
		`clauses: s.o.Clauses`, "TestAfter",
	},
}

// remembered are those of what bits keeps from query to query, which its tests notice.
var remembered = []Mutant{
	{
		"memory: a clause that is not there counts", learned, `c = m.clauses[h]`, `c = max(m.clauses[h], 0)`,
		"TestMemoryOfPaths",
	}, {
		"memory: clauses of the query before are there", learned, `m.clauses[name] = unknown`, `_ = name`,
		"TestMemoryOfPaths",
	}, {
		"memory: variables of parts have one name", learned, `r.variables[v].name = n.variable + int32(i)`,
		`r.variables[v].name = n.variable + int32(i)/2`, "TestMemory",
	}, {
		"memory: nothing is recalled", learned, `		r.kept++
		m.lemmas[i].had = true`,
		`		r.lemmas[i] = unknown`, "TestMemory",
	}, {
		"memory: nothing is dropped", learned, `		if l.had { //`, `		if l.rank >= unknown { //`,
		"TestMemoryForgets",
	}, {
		"memory: what a query had that was left has its old numbers", learned, `r.drops != m.drops`, `r.drops > m.drops`,
		"TestMemoryIsOlder",
	}, {
		"memory: the question is a fact like others", "finder/solver/bits/encode.go",
		`asked.rows < len(rows) || asked.cases < len(cases)`, `asked.rows > len(rows)`, "TestMemoryOfQuestions",
	},
}

// supposing are those that tests of package sat notice.
var supposing = []Mutant{
	{
		"supposed: a model without it counts", "finder/solver/sat/search.go",
		`s.supposed == nil || s.values[s.supposed[0]] > 0`, `s.supposed == nil || s.values[0] < 2`, "TestSupposed",
	}, {
		"supposed: a search goes on from decisions that are not given", "finder/solver/sat/search.go",
		`	if s.supposed != nil {
		s.back(0)`,
		`	if s.supposed != nil {
		s.back(len(s.bounds))`, "TestSupposed",
	}, {
		"supposed: the last chain makes the empty clause", "finder/solver/sat/sat.go",
		`		s.last = int(id-s.chains.added) + 1`, `		s.last = 0`, "TestLemmas",
	},
}

// keeping are those that tests of package finder notice.
var keeping = []Mutant{
	{
		"kept: bounds never become wider", measures,
		`			case !drop:
				all[i][side] = b`,
		`			case !drop:
				all[i][side] = a`, "TestHull",
	}, {
		"kept: bounds become wider without end", measures,
		`			case !drop:
				all[i][side] = b`,
		`			default:
				all[i][side] = b`, "TestHull",
	}, {
		"kept: what one side lacks, the other one has", measures,
		`case a == nil || b == nil:`,
		`case a == nil || b == nil:
				all[i][side] = a`, "TestHull",
	}, {
		"kept: no lower bound is any", measures,
		`(h[i][0] == nil || h[i][0].Cmp(lo) < 0)`,
		`h[i][0] != nil && h[i][0].Cmp(lo) < 0`, "TestHull",
	}, {
		"kept: upper bounds are not compared", measures,
		`(h[i][1] == nil || h[i][1].Cmp(hi) > 0)`,
		`h[i][1] == nil`, "TestHull",
	}, {
		"kept: sums of other elements are none of the first ones", measures,
		`		for _, k := range o.prefixes(m) {
			add(k)
		}
`,
		``, "TestMeasures",
	}, {
		"kept: any sum is one of the first elements", measures,
		` || t.times.Cmp(m[0].times) != 0 {`,
		` {`, "TestMeasures",
	}, {
		"kept: elements are as far apart as they are wide", measures,
		`	step := int64(0)
	for`,
		`	step := int64(4)
	for`, "TestMeasures",
	}, {
		"kept: the same sum twice", measures,
		`	more = slices.DeleteFunc(more, func(m measure) bool { return slices.ContainsFunc(some, m.same) })
`,
		``, "TestMeasures",
	}, {
		"looking back: the solver may take no more, whatever comes back", lookingBack,
		`micros > backMicros*(most/long)`,
		`micros > backMicros`, "TestWasteful",
	}, {
		"merge: not everywhere and behind loops at once", lookingBack,
		`	{merging: coresym.Everywhere, loops: true, vain: longStates / quarter, most: backMicros},
`,
		``, "TestMergeWhatIsFound",
	}, {
		"looking back: the walk comes to hardly more states than the search", "finder/absence.go",
		`if a.marks != nil {
		most *= markedShare`,
		`if a.marks != nil {
		most *= 1`, "TestLookBackCodes",
	}, {
		"kept: nothing is assumed where integers are forgotten", waiting,
		`_, rest, known, mark.claimed = l.telling(`,
		`_, _, _, mark.claimed = l.telling(`, "TestLookBackKeeps",
	}, {
		"kept: a state is covered beyond the bounds", waiting,
		`if m.number > 0 && !match.Differ && now.within(m.hull) && covers`,
		`if m.number > 0 && !match.Differ && covers`, "TestLookBackKeeps",
	}, {
		"kept: nobody proves it", waiting,
		`c.Op == term.False || !shows(c)`,
		`c.Op == term.False`, "TestLookBackKeeps",
	}, {
		"kept: the certificate does not say it", waiting,
		`Any: fresh, Holds: holds})`,
		`Any: fresh, Holds: holds[:0]})`, "TestLookBackKeeps",
	}, {
		"kept: the walk does not assume it", waiting,
		`like.claims, under, known, ok = l.telling(`,
		`like.claims, _, _, ok = l.telling(`, "TestLookBackKeeps",
	}, {
		"kept: a landmark repeats what follows from others", measures,
		`		low, high := more.Between(sum)`,
		`		var low, high *big.Int`, "TestLookBackKeeps",
	},
}

// lasting are mutants of the states that findings keep.
var lasting = []Mutant{
	{
		"last states: large ones are kept, too", prove,
		`run.steps < longRun || last.Words() > smallState`,
		`run.steps < longRun || last.Words() < 0`, "TestLast",
	}, {
		"last states: that of a short run is kept, too", prove,
		`run.steps < longRun || last.Words() > smallState`,
		`run.steps < 0 || last.Words() > smallState`, "TestLast",
	}, {
		"last states: the first one is kept", prove,
		`last := run.last.WithoutOutput()`,
		`last := m.Start().WithoutOutput()`, "TestLast",
	}, {
		"stretches: those of any run are along this one", stretchesFile,
		`if !r.joined && r.steps == first.depth && r.last.Equal(first.State) {`,
		`if !r.joined && r.steps == first.depth {`, "TestStretchesOfRandomPrograms",
	}, {
		"stretches: what follows nothing follows", stretchesFile,
		`case !follows || len(l.stops) == 0 ||`,
		`case len(l.stops) == 0 ||`, "TestStretches",
	}, {
		"stretches: a gap between two does not count", stretchesFile,
		`l.end.depth != depth ||`,
		``, "TestStretches",
	}, {
		"stretches: branches are taken from the first one on", stretchesFile,
		`for i := r.decisions.Len - r.from; i < at.ways; i++ {`,
		`for i := uint64(0); i < at.ways; i++ {`, "TestStretchesOfRandomPrograms",
	}, {
		"stretches: a run goes back to a stop", stretchesFile,
		`at.depth > r.steps {`,
		`at.depth != r.steps {`, "TestStretchesOfRandomPrograms",
	},
}
