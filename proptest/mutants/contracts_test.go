package mutants

// This file lists wrong rules of contracts.

const contracting = "checker/contracts.go"

// contractRules are those that tests of package checker notice.
var contractRules = []Mutant{
	{
		"contract, checked: nothing is shown at the return", contracting,
		`return w.prove(fs, y, told)`,
		`return w.prove(fs[:0], y, told)`, "TestForgedContracts",
	}, {
		"contract, checked: a return is a step like others", "checker/absence.go",
		`				err = w.returns(y, on)
			} else {`,
		`				err = nil
			} else {`, "TestForgedContracts",
	}, {
		"contract, checked: it need not hold where the first call begins", landmark,
		`	err = w.implies(l, y, Shown{Landmark: len(w.marks) + 1})
	if err == nil {`,
		`	if agreed == nil {
		err = w.implies(l, y, Shown{Landmark: len(w.marks) + 1})
	}
	if err == nil {`, "TestContracts",
	}, {
		"contract, checked: nothing is known of the results", contracting,
		`w.pool.And(fs...)`,
		`w.pool.And(fs[:0]...)`, "TestContracts",
	}, {
		"contract, checked: the result is that of the walk", contracting,
		`		next.cells = w.assign(next.cells, frameOf(state), int64(dst), integer(results[0]))`,
		`		_ = dst`, "TestContractsInMemory",
	}, {
		"contract, checked: the places that change do not", contracting,
		`w.anything(&next, certs.Landmark{Any: c.Changes})`,
		`w.anything(&next, certs.Landmark{})`, "TestContractsInMemory",
	}, {
		"contract, checked: if one place may change, all may", contracting,
		`return !slices.Contains(c.Changes, p)`,
		`return len(c.Changes) == 0`, "TestContractsInMemory",
	}, {
		"contract, checked: any place may change", contracting,
		`if s.as == core.NoScalar || y.in.keeps`,
		`if s.as == core.NoScalar && y.in.keeps`, "TestContractsInMemory",
	}, {
		"contract, checked: memory may change otherwise", contracting,
		`if s.as == core.NoScalar || y.in.keeps`,
		`if s.as != core.NoScalar && y.in.keeps`, "TestContractsInMemory",
	}, {
		"contract, checked: what a call changes is nothing to its caller", contracting,
		`if y.in != nil && slices.ContainsFunc(c.Changes, y.in.keeps) {`,
		`if y.in != nil && slices.ContainsFunc(c.Changes[:0], y.in.keeps) {`, "TestCallsInCalls",
	}, {
		"contract, checked: a step within a call may change everything", "checker/absence.go",
		`			if y.in != nil {
				err = w.steps(y, on)`,
		`			if y.in != nil && y.depth < 0 {
				err = w.steps(y, on)`, "TestContractsInMemory",
	}, {
		"contract, checked: a state is alone only if it is covered", landmark,
		`	if agreed != nil {
		if y, err = w.alone(y)`,
		`	if agreed != nil && l.Same > 0 {
		if y, err = w.alone(y)`, "TestContracts",
	}, {
		"contract, checked: callers stay where a state is alone", contracting,
		`	y.state = y.state.Alone()`,
		`	_ = y.state.Alone()`, "TestContracts",
	}, {
		"contract, checked: slots of the caller are those of the call", contracting,
		`w.cut(frames, frameOf(y.state), 0, math.MaxInt64)
	y.state`,
		`w.cut(frames, frameOf(y.state)+1, 0, math.MaxInt64)
	y.state`, "TestContracts",
	}, {
		"contract, checked: it may begin anywhere in a call", contracting,
		`|| y.state.PC() != 0 || len`,
		`|| y.state.PC() < 0 || len`, "TestCallsInCalls",
	}, {
		"contract, checked: a result that there is none", invariantsFile,
		`if p.At >= uint64(len(w.results)) {`,
		`if p.At = min(p.At, uint64(len(w.results)-1)); p.At > 1<<40 {`, "TestForgedContracts",
	}, {
		"contract, checked: results at the beginning of a call", contracting,
		`	defer func() { w.results = nil }()
`,
		``, "TestForgedContracts",
	}, {
		"contract, checked: a return without an integer is 0", contracting,
		`		if v.Type() != core.Int || v.lost {`,
		`		if v.lost {`, "TestCallsInCalls",
	}, {
		"contract, checked: those of other landmarks", contracting,
		`w.c.Contracts[w.contracts].Landmark != uint64(len(w.marks)+1) {`,
		`w.c.Contracts[w.contracts].Landmark < uint64(len(w.marks)+1) {`, "TestForgedContracts",
	}, {
		"contract, checked: one that is never read", "checker/absence.go",
		`case w.contracts < len(w.c.Contracts):`,
		`case w.contracts > len(w.c.Contracts):`, "TestForgedContracts",
	}, {
		"contract, checked: a call may lose objects that a program looks for", contracting,
		`	if w.leaks {`,
		`	if w.leaks && y.depth < 0 {`, "TestContractsInMemory",
	}, {
		"contract, checked: a slot may change", contracting,
		`		case p.Object == 0:`,
		`		case p.Object == 0 && p.At > 9:`, "TestForgedContracts",
	}, {
		"contract, checked: other objects change", landmark,
		`|| m.in != nil && m.in.inMemory()) {`,
		`) {`, "TestContractsOfOtherObjects",
	}, {
		"contract, checked: an atom about memory is one about none", contracting,
		`	return len(c.Changes) > 0 || inMemory(certs.Landmark{Holds: c.Ensures})`,
		`	return len(c.Changes) > 0`, "TestContractsOfOtherObjects",
	}, {
		"contract, checked: a landmark of another call", landmark,
		`w.contractOf(l) == nil && m.in != y.in {`,
		`w.contractOf(l) == nil && m.in == nil && y.in != nil {`, "TestCallsInCalls",
	}, {
		"contract, checked: the integers at the beginning of a call get other names", "checker/names.go",
		`	if y.in != nil { // the`,
		`	if y.in != nil && y.depth < 0 { // the`, "TestCallsInCalls",
	}, {
		"contract, checked: what changes need not fit its type at the return", contracting,
		`		case !w.fits(there.value, there.as):`,
		`		case w.meter.Exhausted():`, "TestCallsInCalls",
	}, {
		"contract, checked: a step to the end of the call is taken without the walk", "checker/absence.go",
		`		y.in != nil {
		return y`,
		`		y.depth < 0 {
		return y`, "TestFarContracts",
	}, {
		"contract, merged: the ways in a call meet outside of it", "checker/merge.go",
		`	y.made = y.live
	return y, nil`,
		`	y.made, y.in = y.live, nil
	return y, nil`, "TestCallsInCalls",
	}, {
		"contract, checked: the steps in a call are outside of it", "checker/absence.go",
		`from: y.from, in: y.in}`,
		`from: y.from}`, "TestForgedContracts",
	},
}

// agreementRules are those that tests of package finder notice.
var agreementRules = []Mutant{
	{
		"contract: a return keeps everything", "finder/rounds.go",
		`		if n.extras().call != nil && returns {
			for _, n = range next {`,
		`		if n.extras().call != nil && returns {
			for _, n = range next[:0] {`, "TestContractsFound",
	}, {
		"contract: nothing is believed of results", "finder/contracts.go",
		`		fs = append(fs, f)
	}`,
		`		_ = f
	}`, "TestContractsFound",
	}, {
		"contract: runs show no results", "finder/samples.go",
		`call.result, _ = v.Integer()`,
		`_ = v`, "TestContractsFound",
	}, {
		"contract: a function that never returns has one", "finder/contracts.go",
		`return s.back }) {`,
		`return true }) {`, "TestContractsFound",
	}, {
		"contract: a call writes nothing", "finder/contracts.go",
		`	if around == nil {
		return false, nil`,
		`	if around == nil || n.depth > 0 {
		return false, nil`, "TestContractsFound",
	}, {
		"contract: a call does not change what calls in it change", "finder/contracts.go",
		`call; around != nil {`,
		`call; around != nil && n.depth == 0 {`, "TestContractsFound",
	}, {
		"contract: what is written is where the object begins", "finder/contracts.go",
		`At: offset.Uint64(), Type`,
		`Type`, "TestContractsFound",
	}, {
		"contract: an object is made without anybody's notice", "finder/contracts.go",
		`case core.Alloc, core.Free,`,
		`case core.Free,`, "TestContractsFound",
	}, {
		"contract: all writes name their place", "finder/contracts.go",
		`	return p, at.Op == core.Address && offset`,
		`	return p, offset`, "TestContractsFound",
	}, {
		"invariant: a bound leaves one integer of the type", inducing,
		`	return as != core.NoScalar && !as.Holds(next)`,
		`	return as != core.NoScalar && !as.Holds(next) && next == nil`, "TestContractsFound",
	},
}
