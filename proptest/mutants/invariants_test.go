package mutants

// This file lists wrong rules of invariants.

const invariantsFile = "checker/invariants.go"

// invariantRules are those that tests of package checker notice.
var invariantRules = []Mutant{
	{
		"invariant, checked: nothing shows it", invariantsFile,
		`	case not.Op == term.False:`,
		`	case not.Op != term.True:`, "TestForgedInvariants",
	}, {
		"invariant, checked: a proof is not looked at", invariantsFile,
		`if err := refute(w.facts, proof, w.other); err != nil {`,
		`if err := refute(w.facts, proof, w.other); err != nil && len(proof) == 0 {`, "TestPlantedBugs",
	}, {
		"invariant, checked: the opposite is not assumed", invariantsFile,
		`	w.assume(not, placeOf(y.state.Instr().Span))
	if err`,
		`	if err`, "TestInvariants",
	}, {
		"invariant, checked: the opposite stays assumed", invariantsFile,
		`	w.undo(before)
	return nil`,
		`	_ = before
	return nil`, "TestInvariants",
	}, {
		"invariant, checked: what is shown is proved as often as one likes", invariantsFile,
		`	w.taken++
	w.assume(not`,
		`	w.assume(not`, "TestInvariants",
	}, {
		"invariant, checked: nothing that a landmark claims is shown", invariantsFile,
		`	fs, err := w.formulas(l, y)
	if err != nil {
		return err
	}
	return w.prove(fs, y, s)`,
		`	_, err := w.formulas(l, y)
	return err`, "TestInvariants",
	}, {
		"invariant, checked: it need not hold where the loop is entered", landmark,
		`err = w.implies(l, y, Shown{Landmark: len(w.marks) + 1})`,
		`err = nil`, "TestInvariants",
	}, {
		"invariant, checked: it need not hold after a turn", landmark,
		`if err := w.implies(m.claims, y, Shown{Landmark: int(l.Same), Turn: true}); err != nil {`,
		`if err := w.implies(m.claims, y, Shown{Landmark: int(l.Same), Turn: true}); err != nil && y.depth < 0 {`,
		"TestInvariantsInMemory",
	}, {
		"invariant, checked: ranges are not shown", invariantsFile,
		`	for i, r := range l.Within {`,
		`	for i, r := range l.Within[:0] {`, "TestInvariantsInMemory",
	}, {
		"invariant, checked: atoms are not shown", invariantsFile,
		`	for i, f := range fs {`,
		`	for i, f := range fs[:0] {`, "TestForgedInvariants",
	}, {
		"invariant, checked: nothing is assumed behind a landmark", landmark,
		`	for _, f := range y.holds {
		w.assume`,
		`	for _, f := range y.holds[:0] {
		w.assume`, "TestInvariants",
	}, {
		"invariant, checked: a sum is at least 0", invariantsFile,
		`w.pool.Le(sum, w.int(0))`,
		`w.pool.Le(w.int(0), sum)`, "TestForgedInvariants",
	}, {
		"invariant, checked: any rest will do", invariantsFile,
		`_, sum = w.pool.FloorDiv(sum, w.pool.Int(a.Mod))`,
		`_, sum = w.pool.FloorDiv(w.int(0), w.pool.Int(a.Mod))`, "TestForgedInvariants",
	}, {
		"invariant, checked: a product is a sum", invariantsFile,
		`product = w.pool.Mul(product, w.number(c.value))`,
		`product = w.pool.Add(product, w.number(c.value))`, "TestInvariants",
	}, {
		"invariant, checked: divisors that are none", invariantsFile,
		`case a.Mod.Cmp(one) == 0 || a.Mod.Sign() < 0:`,
		`case a.Mod.Cmp(one) < 0 && a.Mod.Sign() > 0:`, "TestForgedInvariants",
	}, {
		"invariant, checked: more ranges than places", invariantsFile,
		`if len(l.Within) > len(l.Any) {`,
		`if len(l.Within) > len(l.Any)+1 {`, "TestForgedInvariants",
	}, {
		"invariant, checked: a slot that there is none", invariantsFile,
		`if !ok || p.At >= uint64(len(f.Func().Slots)) {`,
		`if !ok || p.At > 1<<40 {`, "TestForgedInvariants",
	}, {
		"invariant, checked: a range of one integer", forgetting,
		`lo.Cmp(hi) >= 0:`,
		`lo.Cmp(hi) > 9:`, "TestForgedInvariants",
	}, {
		"invariant, checked: a range beyond the type", forgetting,
		`c.as.Holds(lo) && c.as.Holds(hi)`,
		`c.as.Holds(lo) || c.as.Holds(hi)`, "TestInvariantsInMemory",
	}, {
		"invariant, checked: a covered state claims something", landmark,
		`|| len(l.Within) > 0 || len(l.Holds) > 0 {`,
		`{`, "TestForgedInvariants",
	}, {
		"invariant, checked: objects with other numbers", landmark,
		`if renumbered && (inMemory(m.claims) || len(m.sums) > 0 ||`,
		`if renumbered && (len(m.claims.Any) > 9 || len(m.sums) > 0 ||`, "TestInvariantsInMemory",
	}, {
		"invariant, checked: atoms are about no memory", invariantsFile,
		`		return slices.ContainsFunc(a.Terms, func`,
		`		return len(a.Terms) > 9 && slices.ContainsFunc(a.Terms, func`, "TestInvariantsInMemory",
	}, {
		"landmark, checked: objects that nothing reaches are the same", naming,
		`m.Renumbered = !m.Paired(id) && (follows(l.cells, id) || follows(y.cells, id))`,
		`m.Renumbered = false`, "TestUnreachableObjects",
	}, {
		"landmark, checked: sizes of objects that nothing reaches are the same", naming,
		`return c.touches(int64(id), 0, math.MaxInt64) || c.find(sizes, int64(id)) != nil || c.summary(int64(id)) != nil`,
		`return c.touches(int64(id), 0, math.MaxInt64) || c.summary(int64(id)) != nil`, "TestUnreachableObjects",
	}, {
		"invariant, checked: looking at places is no work", invariantsFile,
		`if !w.meter.Charge(workPerPlace + product.Words()) {`,
		`if w.meter.Exhausted() {`, "TestHostileInvariants",
	}, {
		"invariant, checked: a slot without an integer has one", invariantsFile,
		`v.lost || v.wild > 0 || v.float != nil || v.Type() != core.Int && !in {`,
		`v.lost && v.wild > 0 && v.Type() != core.Int && !in {`, "TestVaryingSlots",
	}, {
		"invariant, checked: a slot may become anything", naming,
		`return c.value.Type() == there.value.Type() && (!in || m.Pair(a, b))`,
		`return err == nil || !in || m.Pair(a, b)`, "TestVaryingSlots",
	},
}

const (
	inducing  = "finder/induction.go"
	obstacles = "finder/obstacles.go"
	forms     = "finder/invariant/forms.go"
	kernels   = "finder/invariant/equalities.go"
	phasing   = "finder/phases.go"
	varying   = "semantics/core/coresym/vary.go"
	asking    = "finder/spacer.go"
	answering = "finder/horn/read.go"
	clauses   = "finder/horn/horn.go"
)

// inductionRules are those that tests of package finder notice.
var inductionRules = []Mutant{
	{
		"store, checked: a number is kept where the concrete machine has it", "checker/memory.go",
		`			if at == k.first {`,
		`			if at > k.last {`, "TestInducedNames",
	}, {
		"store, checked: a number is kept where it was", "checker/memory.go",
		`case at > k.first && x.IsConst() && x.Equal(before)`,
		`case at > k.last && x.IsConst() && x.Equal(before)`, "TestInducedNames",
	}, {
		"invariant: an input takes the place of another of which more is known", inducing,
		`if match.Renamed && !covers(`,
		`if match.Renamed && match.Differ && !covers(`, "TestInducedNames",
	}, {
		"invariant: the names of inputs are not forgotten", "semantics/core/coresym/same.go",
		`				if s != t && x.loose {`,
		`				if s != t && !x.loose {`, "TestInducedNames",
	}, {
		"invariant: nothing is weakened", inducing,
		`			b.weaken(low, high, thresholds)
			if b.gone()`,
		`			_, _ = low, high
			break
			if b.gone()`, "TestInduction",
	}, {
		"invariant: one round will do", "finder/rounds.go",
		`err != nil || !c.changed {`,
		`err != nil || true {`, "TestInduction",
	}, {
		"invariant: all turns of a loop are one", attempting,
		`split := range []bool{false, true}`,
		`split := range []bool{false}`, "TestInduction",
	}, {
		"invariant: only what pays for most programs is guessed", attempting,
		`{part: part}, {rich: true, part: 2 * part}}`,
		`{part: part}}`, "TestInduction",
	}, {
		"invariant: they are looked for whatever the engine is", attempting,
		`if o.Engine == EngineExplore || !o.Prove ||`,
		`if !o.Prove ||`, "TestEngines",
	}, {
		"invariant: exploration comes first", "finder/finder.go",
		`if o.Engine == EngineInvariants && p.looksBack(o) {`,
		`if o.Engine == EngineExplore && p.looksBack(o) {`, "TestEngines",
	}, {
		"invariant: nothing is taken out", attempting,
		`	certificate = c.fewer(ctx, certificate, walk)
`,
		``, "TestFewBeliefs",
	}, {
		"invariant: no equalities", inducing,
		`invariant.Equalities(rows, len(l.variables), c.degree(), changes)`,
		`invariant.Equalities(rows[:0], len(l.variables), c.degree(), changes)`, "TestInduction",
	}, {
		"invariant: what is compared does not count", inducing,
		`mined(c.running(y), l.variables, c.degree())`,
		`mined(c.running(y), nil, c.degree())`, "TestInduction",
	}, {
		"invariant: nothing weaker is guessed", inducing,
		`func (b *belief) gone() bool { return b.known == nil && b.at >= len(b.Bounds) }`,
		`func (b *belief) gone() bool { return b.at >= min(1, len(b.Bounds)) || b.joins > 0 }`, "TestInduction",
	}, {
		"invariant: what is known where a bound does not hold is no bound", inducing,
		`b.joins < maxJoins {`,
		`b.joins < 0 {`, "TestInduction",
	}, {
		"invariant: what is known becomes no wider", inducing,
		`len(thresholds) > 0 && b.joins%2 == 0 {`,
		`len(thresholds) > 0 && b.joins < 0 {`, "TestInduction",
	}, {
		"invariant: what was not believed is asked for", inducing,
		`if l.guessed != h.guessed && (grown || !c.steep) {`,
		`if l.guessed < h.guessed {`, "TestInduction",
	}, {
		"invariant: what was not believed is asked for on other ways", inducing,
		`if l.guessed != h.guessed && (grown || !c.steep) {`,
		`if grown {`, "TestInduction",
	}, {
		"invariant: sums of high degree are asked for after all others", inducing,
		`if l.guessed != h.guessed && (grown || !c.steep) {`,
		`if l.guessed != h.guessed {`, "TestInduction",
	}, {
		"obstacle: a model is not evaluated", obstacles,
		`m = solver.Complete(m, fs); !solver.Satisfies(p.symbolic.Pool(), m, fs) {`,
		`m = (solver.Model{}); len(fs) == 0 {`, "TestObstacles",
	}, {
		"obstacle: any guess is enough", obstacles,
		`	return a.Status == solver.Unsat
}`,
		`	return a.Status >= 0
}`, "TestObstacles",
	}, {
		"obstacle: a guess that excludes one way to the fault is enough", obstacles,
		`	ways := l.open[*l.fault]`,
		`	ways := l.open[*l.fault][:1]`, "TestObstacles",
	}, {
		"obstacle: a guess need not exclude the state", obstacles,
		`holdsFor(g, row); !holds && ok && !slices`,
		`holdsFor(g, row); holds && ok && !slices`, "TestObstacles",
	}, {
		"obstacle: a turn may begin without the guess", obstacles,
		`c.beliefs = append(slices.Clone(known), b)`,
		`c.beliefs = slices.Clone(known)`, "TestObstacles",
	}, {
		"obstacle: where a turn ends, it begins", obstacles,
		`found.Before, found.After = c.integers(l.row(c, h.state, m), atom), c.integers(after, atom)`,
		`found.Before, found.After = c.integers(after, atom), c.integers(after, atom)`, "TestObstacles",
	}, {
		"obstacle: a turn goes on where it ends, with what is forgotten there", obstacles,
		`state: y, path: h.path, came: y, free: h.free, again: h, before: h}`,
		`state: h.state, path: h.path, came: y, free: h.free, again: h, before: h}`, "TestObstacles",
	}, {
		"obstacle: what the rest says counts as known, too", obstacles,
		`	return kept[:min(len(kept), maxKnown)]`,
		`	return c.beliefs[:min(len(c.beliefs), maxKnown)]`, "TestObstacles",
	}, {
		"obstacle: a fault counts as often as the search meets it", obstacles,
		`l.fault, len(l.open), l.shown`,
		`l.fault, len(l.open) + l.shown, l.shown`, "TestObstacles",
	}, {
		"obstacle: what is known counts, though the walk goes on behind no load", obstacles,
		`	if l.blind() {`,
		`	if false {`, "TestBlindObstacles",
	}, {
		"obstacle: ways that were not followed have no load without a value", obstacles,
		`some = some || !l.whole && len(c.contents) > 0`,
		`some = some || false && len(c.contents) > 0`, "TestBlind",
	}, {
		"obstacle: only objects that loops write are read", obstacles,
		`some = some || f.Kind == semantics.UninitialisedValue`,
		`some = some && f.Kind == semantics.UninitialisedValue`, "TestBlind",
	}, {
		"obstacle: the last attempt is kept", obstacles,
		`	if o.further(p.obstacles) {`,
		`	if true {`, "TestObstacles",
	}, {
		"obstacle: there is one beside a proof", find,
		`		if r.Verdict == Unknown {
			r.Obstacle`,
		`		if r.Verdict != Bug {
			r.Obstacle`, "TestInduction",
	}, {
		"invariant: how variables change does not count", inducing,
		`invariant.Slopes(steps, len(l.variables), changes)`,
		`invariant.Slopes(steps, 0, changes)`, "TestObjectsOfAnySize",
	}, {
		"invariant: they are looked for at the end of a long run only", "finder/subject.go",
		`lateSteps    = 1 << 20`,
		`lateSteps    = 1 << 24`, "TestLateInduction",
	},
}

// paceRules are those of attempts beside a search.
var paceRules = []Mutant{
	{
		"pace: attempts take as much as the search", attempting,
		`(p.searched+micros)/besidePart`,
		`(p.searched+micros)`, "TestPace",
	}, {
		"pace: attempts need not wait", apacing,
		`return try >= a.free && a.beyond()`,
		`return false`, "TestApace",
	}, {
		"pace: tries are over when threads have ended them", apacing,
		`return a.over && (a.needed <= a.free || a.before <= a.allowed)`,
		`return a.over`, "TestApace",
	}, {
		"pace: what a try took is forgotten when it ends", apacing,
		`		a.before += a.took[a.first]
`, ``, "TestApace",
	}, {
		"pace: those that need not ask are not awaited", apacing,
		`a.first < a.free || !a.beyond()`,
		`!a.beyond()`, "TestApace",
	}, {
		"pace: a panic is lost", apacing,
		`	if a.broken != nil {
		panic(a.broken)
	}
`, ``, "TestApacePanic",
	}, {
		"pace: every loop seems to have no end", "finder/merge.go",
		`turns < someTurns || turns >= manyTurns {`,
		`turns < manyTurns {`, "TestEarly",
	}, {
		"pace: a loop has an end however far it is away", "finder/merge.go",
		`b.Int64() > farAway || b.Int64() < -farAway`,
		`false`, "TestEarly",
	},
}

// productRules are those of guesses about products.
var productRules = []Mutant{
	{
		"invariant: no guesses are tried without products", attempting,
		`guessing{{flat: true, part: 2 * part}, {part: part}`,
		`guessing{{part: part}`, "TestInduction",
	}, {
		"invariant: a round asks on when its budget ran out", inducing,
		`return !all && c.look == nil && c.over()`,
		`return !all && c.look == nil && c.over() && c.part == 0`, "TestBudgetOfRounds",
	}, {
		"invariant: nobody hurries", "finder/explore.go",
		`		return hurried
`,
		`		return calm
`, "TestEarly",
	}, {
		"invariant: products that are compared are not looked at", "finder/mined.go",
		`s = x.Times(y)`,
		`return nil, false`, "TestInduction",
	},
}

// phaseRules are those that tests of phases notice.
var phaseRules = []Mutant{
	{
		"invariant: what was lost while a loop changed too little stays lost", "finder/rounds.go",
		`	c.restore()
			continue`,
		`	continue`, "TestInduction",
	}, {
		"phases: flags are not looked for", attempting,
		`guessing{flags: true, rich: true, part: part},
		guessing{flags: true, split: true, rich: true, part: part})`,
		`guessing{split: true, rich: true, part: part})`, "TestPhases",
	}, {
		"phases: the flags of a loop do not tell its phases", phasing,
		`c.constants(c.flagged(at).always, y)`,
		`c.constants(nil, y)`, "TestPhases",
	}, {
		"phases: it does not matter how a loop is entered", phasing,
		`e.constants = c.constants(c.flagged(at).entered, y)`,
		`e.constants = c.constants(nil, y)`, "TestPhases",
	}, {
		"phases: runs say the same of all of them", phasing,
		`return (!c.split || goes(p.turn, s.turn)) && p.flags.may(s.State) && p.entry.constants.may(s.first)`,
		`return !c.split || goes(p.turn, s.turn)`, "TestPhases",
	}, {
		"phases: an invariant after each turn", phasing,
		`if h == nil || h.turns+1 >= c.every {`,
		`if h == nil || c.every > 0 {`, "TestPhases",
	}, {
		"phases: an invariant after two turns at most", phasing,
		`mostTurns  = 3`,
		`mostTurns  = 2`, "TestPhases",
	}, {
		"phases: turns are alike whatever runs show", phasing,
		`len(invariant.Equalities(some, len(all[0]), 1, any)) > len(`,
		`len(invariant.Equalities(some, len(all[0]), 1, any)) < len(`, "TestAlternate",
	}, {
		"phases: a branch is about what is there before the turn sets it", varying,
		`list = append(list, before(fn, start, i, in.Args[0]))`,
		`list = append(list, before(fn, start, start, in.Args[0]))`, "TestPhases",
	}, {
		"phases: what the turn sets may be out of its range at a branch", varying,
		`	case e.Op == core.Within:
		return ranging(e.X)`,
		`	case e.Op == core.Within && e.Kind == "":
		return ranging(e.X)`, "TestPhases",
	}, {
		"phases: what is known where a phase begins does not count", inducing,
		`high != nil && high.Cmp(g.Bounds[0]) < 0 {`,
		`high != nil && high.Cmp(g.Bounds[0]) > 0 {`, "TestPhases",
	}, {
		"phases: a turn that no run takes shows no sums", inducing,
		`corners := c.steps(l, y, after); len(corners) > 0 && seldom {`,
		`corners := c.steps(l, y, after); len(corners) > 0 && !seldom {`, "TestPhases",
	}, {
		"invariant: what is known of a variable is one number", inducing,
		`low, high = l.apart(b, low, high)`,
		`_, _ = l.apart(b, low, high)`, "TestPhases",
	},
}

// guessRules are those that tests of package invariant notice.
var guessRules = []Mutant{
	{
		"equalities: products that fit by chance beside many rows without them", kernels,
		`if s.supported(rows) {`,
		`if s.supported(rows) || rows != nil {`, "TestEqualities",
	}, {
		"equalities: rows that say the same count", kernels,
		`if key := fmt.Sprint(point); !seen[key] {`,
		`if key := fmt.Sprint(point); !seen[key] || rows != nil {`, "TestEqualities",
	}, {
		"equalities: one row that tells a factor of a product is enough", kernels,
		`if others < spareRows {`,
		`if others < spareRows-2 {`, "TestEqualities",
	}, {
		"guess: no remainders", forms,
		`if by.Cmp(big.NewInt(1)) <= 0 {`,
		`if by.Cmp(big.NewInt(1)) >= 0 {`, "TestGuesses",
	}, {
		"guess: no remainders without values", forms,
		`by <= blindly && len(s) == 1; by++ {`,
		`by <= blindly && len(s) == 0; by++ {`, "TestGuesses",
	}, {
		"guess: no divisors of a divisor", forms,
		`if by.Int64()%n == 0 {`,
		`if by.Int64()%n > by.Int64() {`, "TestGuesses",
	}, {
		"guess: no sums of three", forms,
		`if z != x && z != y && (`,
		`if z != z && (`, "TestGuesses",
	}, {
		"guess: bounds begin with the weakest one", forms,
		`	slices.Reverse(lo)
`,
		``, "TestGuesses",
	}, {
		"guess: of sums that nothing changes, too", forms,
		`if s.Has(changes) && len(list) < maxForms {`,
		`if len(list) < maxForms {`, "TestGuesses",
	}, {
		"slopes: what both grows and shrinks", "finder/invariant/slopes.go",
		`if !grows || !shrinks {`,
		`if !grows || shrinks {`, "TestSlopes",
	}, {
		"slopes: in one order", "finder/invariant/slopes.go",
		`		slices.Reverse(changed)
`,
		``, "TestSlopes",
	}, {
		"equalities: as few rows as there are columns", kernels,
		`if len(rows) < len(columns)+spareRows {`,
		`if len(rows) < len(columns) {`, "TestEqualities",
	}, {
		"equalities: no products", kernels,
		`for _, s := range more {`,
		`for _, s := range more[:0] {`, "TestEqualities",
	}, {
		"equalities: multiples of what is known", kernels,
		`if !slices.ContainsFunc(determined, m.multiple) {`,
		`if true {`, "TestEqualities",
	}, {
		"equalities: a sum is not tried", kernels,
		`return s.Value(row).Sign() != 0 })`,
		`return false })`, "TestEqualities",
	}, {
		"equalities: factors of any size", kernels,
		`n.Int64() <= maxFactor`,
		`n.Int64() != maxFactor`, "TestEqualities",
	}, {
		"equalities: a row is not subtracted", kernels,
		`i != r && by != 0 {`,
		`i > r && by != 0 {`, "TestEqualities",
	}, {
		"invariant: a number in a product is left out", "finder/invariant/invariant.go",
		`	return product.Plus(nil)`,
		`	return slices.DeleteFunc(product.Plus(nil), func(m Monomial) bool { return len(m.Of) == 0 })`, "TestSums",
	}, {
		"invariant: the monomials ab and ba differ", "finder/invariant/invariant.go",
		`		m.Of = slices.Sorted(slices.Values(m.Of))
`,
		``, "TestSums",
	},
}

// askedRules are those that tests of what the Horn solver is asked notice.
var askedRules = []Mutant{
	{
		"horn: it is asked whatever solver is wanted", asking,
		`o.Solver == "z3") && o.NewSolver == nil`,
		`o.Solver != "") && o.NewSolver == nil`, "TestHornSolver",
	}, {
		"horn: no fault has to be excluded", asking,
		`h.clause(n, path.Conjuncts(), horn.None, nil)`,
		`_ = path`, "TestHornSolver",
	}, {
		"horn: a way begins with any invariant", asking,
		`x.From = h.number(from.context, from.state)`,
		`_ = h.number(from.context, from.state)`, "TestHornSolver",
	}, {
		"horn: what the answer rests on is not claimed", asking,
		`for _, b := range l.beliefs { // on`,
		`for _, b := range l.beliefs[:0] { // on`, "TestHornSolver",
	}, {
		"horn: atoms tell no phases", phasing,
		`p.says = c.saying(ctx, n, at, y)`,
		`p.says = ""`, "TestHornSolver",
	}, {
		"horn: the negation of at most is at most", asking,
		`Relation: invariant.AtLeast, Bounds: []*big.Int{n.Add(n, one)}}}`,
		`Relation: invariant.AtMost, Bounds: []*big.Int{n.Add(n, one)}}}`, "TestTelling",
	}, {
		"horn: an atom of few lemmas tells phases", asking,
		`if of > most {`,
		`if most == 0 {`, "TestTelling",
	},
}

// hornRules are those that tests of package horn notice.
var hornRules = []Mutant{
	{
		"horn: a remainder may be as large as the divisor", clauses,
		`"(< %s %s)"`,
		`"(<= %s %s)"`, "TestText",
	}, {
		"horn: a range has two ends or none", clauses,
		`if x.Lo != nil {`,
		`if x.Lo != nil && x.Hi != nil {`, "TestText",
	}, {
		"horn: less is more", answering,
		`{"<": ">", ">=": "<="}[op]`,
		`{"<": "<=", ">=": ">"}[op]`, "TestRead",
	}, {
		"horn: what is not equal is less", answering,
		`r.put(to, guess(more, invariant.AtMost), guess(less, invariant.AtMost))`,
		`r.put(to, guess(more, invariant.AtMost))`, "TestRead",
	}, {
		"horn: bounds are rounded towards 0", answering,
		`new(big.Int).Div(new(big.Int).Neg(x.constant), common)`,
		`new(big.Int).Quo(new(big.Int).Neg(x.constant), common)`, "TestRead",
	}, {
		"horn: a name has nothing around it", answering,
		`&scope{b.list[0].word, b.list[1], s, inner}`,
		`&scope{b.list[0].word, b.list[1], nil, inner}`, "TestRead",
	}, {
		"horn: a lemma holds whole", answering,
		`case n.is("and") && holds, n.is("or") && !holds:`,
		`case n.is("and") && holds, n.is("or"):`, "TestRead",
	}, {
		"horn: an invariant may be there twice", answering,
		`case r.said[r.number]:`,
		`case r.said[r.number] && r.number > 9:`, "TestReadRefuses",
	}, {
		"horn: an invariant has as many arguments as it is given", answering,
		`case max(0, len(about.list)-1) != r.system.Arguments[r.number]:`,
		`case max(0, len(about.list)-1) > r.system.Arguments[r.number]:`, "TestReadRefuses",
	},
}
