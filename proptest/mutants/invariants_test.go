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
		`if err := Refute(w.facts, proof); err != nil {`,
		`if err := Refute(w.facts, proof); err != nil && len(proof) == 0 {`, "TestPlantedBugs",
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
		"invariant, checked: it need not hold where the loop is entered", landmark,
		`err = w.implies(l, y)`,
		`err = nil`, "TestInvariants",
	}, {
		"invariant, checked: it need not hold after a turn", landmark,
		`return w.implies(m.claims, y)`,
		`return nil`, "TestInvariants",
	}, {
		"invariant, checked: ranges are not shown", invariantsFile,
		`	for i, r := range l.Within {`,
		`	for i, r := range l.Within[:0] {`, "TestInvariantsInMemory",
	}, {
		"invariant, checked: atoms are not shown", invariantsFile,
		`	for i, f := range all {`,
		`	for i, f := range all[:0] {`, "TestForgedInvariants",
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
		"invariant, checked: places in any order", landmark,
		`if i > 0 && comparePlaces(p, l.Any[i-1]) <= 0 {`,
		`if i > 9 && comparePlaces(p, l.Any[i-1]) <= 0 {`, "TestForgedInvariants",
	}, {
		"invariant, checked: a range of one integer", landmark,
		`lo.Cmp(hi) >= 0:`,
		`lo.Cmp(hi) > 9:`, "TestForgedInvariants",
	}, {
		"invariant, checked: a range beyond the type", landmark,
		`c.as.Holds(lo) && c.as.Holds(hi)`,
		`c.as.Holds(lo) || c.as.Holds(hi)`, "TestInvariantsInMemory",
	}, {
		"invariant, checked: a covered state claims something", landmark,
		`|| len(l.Within) > 0 || len(l.Holds) > 0 {`,
		`{`, "TestForgedInvariants",
	}, {
		"invariant, checked: objects with other numbers", landmark,
		`if renumbered && inMemory(m.claims) {`,
		`if renumbered && len(m.claims.Any) > 9 {`, "TestInvariantsInMemory",
	}, {
		"invariant, checked: atoms are about no memory", invariantsFile,
		`				if p.Object > 0 {`,
		`				if p.Object > 9 {`, "TestInvariantsInMemory",
	}, {
		"invariant, checked: a slot without an integer has one", invariantsFile,
		`return v, !v.lost && v.wild == 0`,
		`return v, true || !v.lost && v.wild == 0`, "TestVaryingSlots",
	}, {
		"invariant, checked: a slot may become anything", naming,
		`return ok && c.value.Type() == v.Type() && (!in || m.Pair(a, b))`,
		`return ok || !in || m.Pair(a, b)`, "TestVaryingSlots",
	},
}
