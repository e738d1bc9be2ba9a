package mutants

// This file defines the mutants of what writes certificates, and of the checker: where it derives a path of its own, and where it
// compares.

const (
	replay    = "checker/bug.go"
	check     = "checker/checker.go"
	follow    = "checker/imp.go"
	comparing = "checker/path.go"
	format    = "certs/certs.go"
	refute    = "checker/refute.go"
	facts     = "semantics/term/facts.go"
	walking   = "checker/absence.go"
)

var certificates = []Mutant{
	{
		"a checkpoint is one step late", prove,
		`at[0] == uint64(n) {`,
		`at[0] == uint64(n)+1 {`, "certificates",
	}, {
		"decisions are written inverted", prove,
		`decisions.Append(rule.Branch == semantics.BranchTrue)`,
		`decisions.Append(rule.Branch == semantics.BranchFalse)`, "certificates",
	}, {
		"the final memory is the first one", prove,
		`if c.Trace.Final = record(last); room < 0 {`,
		`_ = last
	if c.Trace.Final = record(s); room < 0 {`, "certificates",
	}, {
		"the checker takes floor for truncate", follow,
		`if p.Program.Division == imp.Floor {`,
		`if p.Program.Division != imp.Floor {`, "certificates",
	}, {
		"the checker forgets the assumptions", follow,
		`append(p.defined(nil, p.guards), holds.Conjuncts()...) {`,
		`append(p.defined(nil, p.guards), holds.Conjuncts()[:0]...) {`, "certificates",
	}, {
		"the checker evaluates both operands of and", follow,
		`return p.pool.And(x, p.given(x, e.Y))`,
		`return p.pool.And(x, p.truth(e.Y))`, "certificates",
	}, {
		"the checker forgets the checks before a fault", follow,
		`p.defined(nil, p.guards[:i])`,
		`p.defined(nil, p.guards[:min(i, 0)])`, "certificates",
	}, {
		"any language is accepted", check,
		`languages[fmt.Sprintf("%s %d", about.Language, about.Version)]`,
		`languages[fmt.Sprintf("imp %d", about.Version)]`, "certificates",
	}, {
		"any options are accepted", check,
		`!maps.Equal(found, want) {`,
		`!maps.Equal(found, want) && len(found) != len(want) {`, "certificates",
	}, {
		"checkpoints are not compared", replay,
		`if !p.Same(s, checkpoints[0].Memory) {`,
		`if len(checkpoints[0].Memory) == 0 && !p.Same(s, nil) {`, "certificates",
	}, {
		"decisions are not compared", replay,
		`branches >= t.Branches || decided.At(branches) != taken {`,
		`branches >= t.Branches && decided.At(branches) != taken {`, "certificates",
	}, {
		"decisions are not counted", replay,
		`if branches != t.Branches || uint64(len(t.Decisions)) != (branches+7)/8 || branches%8 != 0 && t.Decisions[branches/8]<<(branches%8) != 0 {`,
		`if branches > t.Branches {`, "certificates",
	}, {
		"steps beyond the end are forgiven", replay,
		`return fail("trace: found %d steps, but execution ends after %d", t.Steps, n)`,
		`break`, "certificates",
	}, {
		"the final memory is not compared", replay,
		`if !p.Same(s, t.Final) {`,
		`if t.Final == nil {`, "certificates",
	}, {
		"the fault's kind is not compared", replay,
		`found.Kind != string(fault.Kind) || found.Line`,
		`found.Line`, "certificates",
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
		`found.Cmp(want) != 0 {`,
		`found.Cmp(want) != 0 && c.Model[name] == nil {`, "certificates",
	}, {
		"integers in the path are the same if they are as long", comparing,
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
	},
	{
		"proof: a product has another sign", refute,
		`k.AddRow(pool.Neg(sum))
	return nil
}

func isOne`,
		`k.AddRow(sum)
	return nil
}

func isOne`, "answers",
	}, {
		"walk: a fault may be open", walking,
		`return fmt.Errorf("ways: nothing excludes the fault %q at %d:%d", g.fault.Kind, g.fault.Line, g.fault.Column)`,
		``, "forged absence",
	}, {
		"walk: facts of other ways stay", walking,
		`w.facts.Undo(next.before)`,
		``, "verdicts",
	}, {
		"walk: the loop limit is one less", walking,
		`uint64(way.iteration) > w.c.LoopLimit`,
		`uint64(way.iteration) >= w.c.LoopLimit`, "verdicts",
	}, {
		"walk: entries may be missing", walking,
		`return false, fmt.Errorf("ways: found %d entries, want another one, for a way %s", w.taken, way)`,
		`return false, nil`, "forged absence",
	},
}
