package mutants

// This file defines the mutants of merges and of divided ranges, in the finder, in the symbolic semantics and in the checker.

const (
	meeting    = "finder/merge.go"
	merging    = "semantics/core/coresym/merge.go"
	mergeCheck = "checker/merge.go"
	choices    = "semantics/term/choice.go"
	hotSlots   = "semantics/core/coresym/hot.go"
	dividing   = "finder/divide.go"
	divideWalk = "checker/divide.go"
	landmark   = "checker/landmarks.go"
	sameStates = "semantics/core/same.go"
	likeness   = "semantics/core/coresym/landmark.go"

	meetingPlaces = "semantics/core/coresym/meets.go"
)

var merges = []Mutant{
	{
		"merge: faults between are not reported", meeting,
		`j.found = append(j.found, j.reports(ctx, n, step.Faults)...)`,
		`_ = j.reports(ctx, n, step.Faults)`, "verdicts",
	}, {
		"merge: the ways are taken for each other", meeting,
		`m.Pool().And(m.Path(first).Since(path)...), yes, no)`,
		`m.Pool().And(m.Path(first).Since(path)...), no, yes)`, "merges",
	}, {
		"merge: the entry is that of the other way", meeting,
		`a.ways[r.entries-2] = certs.Proof`,
		`a.ways[r.entries-1] = certs.Proof`, "merges",
	}, {
		"merge: behind a loop is what its last round leaves", meeting,
		`yes := j.follow(ctx, next[0], at)`,
		`yes := j.follow(ctx, next[0], at)
	if at.Loops && len(yes) == 1 {
		return yes
	}`, "merges",
	}, {
		"merge: the value of the second way everywhere", merging,
		`v = m.pool.IfElse(f, a, b)`,
		`v = m.pool.IfElse(f, b, b)
	if v.IsConst() {
		v = m.pool.IfElse(f, b, a)
	}`, "merges",
	}, {
		"merge: memory is that of the first way", merging,
		`c.value, ok = m.meetCells(f, a.value, b.value)`,
		`c.value = a.value`, "merges",
	}, {
		"merge, checked: the value of the first way everywhere", mergeCheck,
		`withNumber(a.Value, w.pool.IfElse(f, x, y))`,
		`withNumber(a.Value, w.pool.IfElse(f, x, x))`, "merges",
	}, {
		"merge, checked: any two values are the same", mergeCheck,
		`	case a.equal(b):
		return a, true`,
		`	case a.equal(b), a.Type() == b.Type():
		return a, true`, "forged merges",
	}, {
		"merge, checked: stores of the second way are forgotten", mergeCheck,
		`for _, way := range r.waiting {`,
		`for _, way := range r.waiting[:1] {`, "forged merges",
	}, {
		"merge, checked: ways meet anywhere", mergeCheck,
		`if y.state.Depth() != r.depth || uint64(y.state.PC()) != r.pc {`,
		`if y.state.Depth() != r.depth {`, "merges",
	}, {
		"merge, checked: the condition holds where the ways meet", mergeCheck,
		`before: r.before, cond: w.pool.Bool(true),`,
		`before: r.before, cond: r.cond,`, "merges",
	}, {
		"divide: parts overlap", divide,
		`d.lo = new(big.Int).Add(k, one)`,
		`d.lo = k`, "divided ranges",
	}, {
		"divide: the values of parts are forgotten where a bug is found", dividing,
		`input := symbolic.Inputs(r.State.Known())`,
		`input := symbolic.Inputs{}`, "divided ranges",
	}, {
		"divide, checked: the last part is left out", divideWalk,
		`return append(parts, part{lo, in.Hi}), nil`,
		`return parts, nil`, "divided ranges",
	}, {
		"divide, checked: parts overlap", divideWalk,
		`lo = new(big.Int).Add(k, one)`,
		`lo = k`, "divided ranges",
	}, {
		"divide, checked: the first part alone is walked", divideWalk,
		`for _, w.part = range parts {`,
		`for _, w.part = range parts[:1] {`, "divided ranges",
	},
}

// mergeRules are those that tests of package checker notice, which try what is rare.
var mergeRules = []Mutant{
	{
		"merge, checked: cells are not compared", mergeCheck,
		`|| !w.alike(merged, other) {`,
		`{`, "TestMergeOfCells",
	}, {
		"merge, checked: the parts of a value are the same", mergeCheck,
		`x.width == y.width && x.first == y.first && `,
		`x.width == y.width && `, "TestMergeOfCells",
	}, {
		"merge, checked: what the second state has more is not looked at", mergeCheck,
		`if same = same && len(list) > 0; same {`,
		`if len(list) > 0 {`, "TestMergeOfCells",
	}, {
		"merge, checked: what the first state has more is not looked at", mergeCheck,
		`return same && len(list) == 0`,
		`return same`, "TestMergeOfCells",
	}, {
		"merge, checked: what is lost may be read", mergeCheck,
		`return value{Value: a.Value, lost: true}, !w.leaks`,
		`return value{Value: a.Value}, !w.leaks`, "TestMerges",
	}, {
		"merge, checked: stores before an inner merge are forgotten", mergeCheck,
		`kept: r.kept, stores: stores,`,
		`kept: r.kept, stores: r.stores,`, "TestMerges",
	}, {
		"merge, checked: a store over a pointer", mergeCheck,
		`case !known || c.as == core.NoScalar || !o.Plain(c.at, c.at+c.width):`,
		`case !known || c.as == core.NoScalar:`, "TestMerges",
	}, {
		"merge, checked: behind a call is in the depth of what was called", mergeCheck,
		`frame, pc = caller, uint64(caller.PC())+1`,
		`pc = uint64(caller.PC()) + 1`, "TestMergesBehindCalls",
	}, {
		"merge, checked: behind a call is where it is made", mergeCheck,
		`frame, pc = caller, uint64(caller.PC())+1`,
		`frame, pc = caller, uint64(caller.PC())`, "TestMergesBehindCalls",
	}, {
		"merge, checked: something is behind the call of the entry function", mergeCheck,
		`caller, inside := frame.Caller()
		if !inside {`,
		`caller, inside := frame.Caller()
		if inside = true; !inside {`, "TestMergesBehindCalls",
	}, {
		"merge, checked: any number stands for the instruction behind a call", mergeCheck,
		`if pc == uint64(len(frame.Func().Code)) {`,
		`if pc >= uint64(len(frame.Func().Code)) {`, "TestMergesBehindCalls",
	}, {
		"merge, checked: stores are all that changes memory", mergeCheck,
		`case y.state.SharesObjects(next.state) && next.way.cells == nil:`,
		`case y.state.Instr().Op != core.Store && next.way.cells == nil:`, "TestMerges",
	},
}

// landmarkRules are those that tests of package checker notice.
var landmarkRules = []Mutant{
	{
		"landmark, checked: any fact is another one", landmark,
		`if p.Cond.Equal(q.Cond) {`,
		`if p.n > 0 {`, "TestLandmarks",
	}, {
		"landmark, checked: facts are forgotten that there are not", landmark,
		`	if len(forgotten) > 0 {
		return nil,`,
		`	if len(forgotten) > 9 {
		return nil,`, "TestLandmarks",
	}, {
		"landmark, checked: values are not compared", landmark,
		`|| !m.state.Same(y.state, w.meter, func`,
		`|| m.state.Depth() < 0 && !m.state.Same(y.state, w.meter, func`, "TestLandmarks",
	}, {
		"landmark, checked: values on terms are not compared", landmark,
		`if !w.alike(its, mine) || `,
		`if its == nil && mine == nil && !w.alike(its, mine) || `, "TestLandmarks",
	}, {
		"landmark, checked: facts are not compared", landmark,
		`if !w.among(m.path, w.path) {`,
		`if !w.among(w.path, w.path) {`, "TestLandmarks",
	}, {
		"landmark, checked: a covered state covers", landmark,
		`|| w.marks[l.Same-1].covered {`,
		`|| w.marks[l.Same-1].covered && l.Same == 0 {`, "TestLandmarks",
	}, {
		"landmark, checked: between a branch and the place where its ways meet", landmark,
		`case len(w.regions) > 0:`,
		`case len(w.regions) > 9:`, "TestLandmarks",
	}, {
		"landmark, checked: below a loop limit", landmark,
		`case w.c.LoopLimit > 0:`,
		`case w.c.LoopLimit > 9:`, "TestLandmarksBelowLoopLimit",
	}, {
		"landmark, checked: at the start", landmark,
		`case y.depth < w.prelude || w.Done(y.state):`,
		`case w.Done(y.state):`, "TestLandmarks",
	}, {
		"landmark, checked: at the end", landmark,
		`case y.depth < w.prelude || w.Done(y.state):`,
		`case y.depth < w.prelude:`, "TestLandmarks",
	}, {
		"landmark, checked: none is visited", landmark,
		`	w.later = append(w.later, y)
`,
		``, "TestLandmarks",
	}, {
		"landmark, checked: forgotten facts hold", landmark,
		`range w.list(y.before.path) {`,
		`range w.list(w.path) {`, "TestLandmarks",
	}, {
		"landmark, checked: lost slots keep their values", landmark,
		`value{Value: v, lost: true}`,
		`value{Value: v}`, "TestLandmarks",
	}, {
		"landmark, checked: pointers are lost where leaks are looked for", landmark,
		`if t := v.Type(); w.leaks && `,
		`if t := v.Type(); w.leaks && t == core.Int && `, "TestLandmarks",
	}, {
		"landmark, checked: slots in any order", landmark,
		`|| k > 0 && slot <= slots[k-1] {`,
		`|| k < 0 {`, "TestLandmarks",
	}, {
		"landmark, checked: some may be left", walking,
		`case len(w.marks) < len(c.Landmarks):`,
		`case len(w.marks) > len(c.Landmarks):`, "TestLandmarks",
	}, {
		"landmark, checked: they take no memory", landmark,
		`	w.meter.Hold(wordsPerState + int(y.live))
`,
		``, "TestLandmarkMemory",
	}, {
		"landmark, checked: the numbers of objects are not compared", sameStates,
		`|| s.made != t.made {`,
		`{`, "TestLandmarks",
	}, {
		"landmark, checked: instructions are not compared", sameStates,
		`if f.fn != g.fn || f.pc != g.pc {`,
		`if f.fn != g.fn {`, "TestLandmarks",
	}, {
		"landmark, checked: slots are not compared", sameStates,
		`!f.Slot(i).Equal(g.Slot(i)) {`,
		`!f.Slot(i).Equal(f.Slot(i)) {`, "TestLandmarks",
	}, {
		"landmark, checked: dead objects are the same", sameStates,
		` || o.Dead != p.Dead`,
		``, "TestLandmarks",
	}, {
		"landmark, checked: protected objects are the same", sameStates,
		` || o.ReadOnly != p.ReadOnly`,
		``, "TestLandmarks",
	}, {
		"landmark, checked: bytes are not compared", sameStates,
		`if which != other || c.scalar`,
		`if which < 0 || other < 0 || c.scalar`, "TestLandmarks",
	}, {
		"landmark, checked: cells are not compared", sameStates,
		`c.scalar != d.scalar || !c.value.Equal(d.value) {`,
		`c.scalar != d.scalar && d.scalar < 0 {`, "TestLandmarks",
	}, {
		"landmark, checked: undefined bytes are the same", sameStates,
		`case p.defined>>i&1 != q.defined>>i&1:`,
		`case p.defined>>i&1 != p.defined>>i&1:`, "TestLandmarks",
	}, {
		"landmark, checked: all callers are the same", sameStates,
		`for f, g, ok := s.Frame, t.Frame, true; ok; f, ok = f.Caller() {`,
		`for f, g, ok := s.Frame, t.Frame, true; ok; ok = false {`, "TestLandmarks",
	},
}

// hardness are mutants of when ranges are divided, which a test of package finder notices.
var hardness = []Mutant{
	{
		"landmark: slots that are read are forgotten", likeness,
		`if now.has(i) || m.leaks`,
		`if now.has(i) && i != 1 || m.leaks`, "TestLookBack",
	}, {
		"divide: inputs with many values may be in deep conditions", dividing,
		`if x.Divisible[name] == nil {`,
		`if x.Divisible[name] == nil && name == "" {`, "TestDeep",
	}, {
		"divide: one deep path is enough", dividing,
		`return x.deep >= deepStates`,
		`return x.deep > 0`, "TestDeep",
	}, {
		"divide: no path is deep", dividing,
		`if nesting < deepNesting {`,
		`if nesting >= 0 {`, "TestDeep",
	}, {
		"merge: loops that inputs without bounds decide", meeting,
		`return at, ok && (!at.Loops || first.known.Finite(j.machine.Path(first.state).Since(j.machine.Path(n.state))))`,
		`return at, ok`, "TestMergeLoops",
	}, {
		"merge: the search goes on whatever the solver takes", find,
		`return x.Coverage.Merged > 0 && micros > most }`,
		`return x.Coverage.Merged > 0 && micros > most && micros < 0 }`, "TestMergeFewer",
	}, {
		"merge: arguments of calls are not looked at", hotSlots,
		`if k > 0 && takes != nil && !takes(in, k) {`,
		`if k > 0 && takes != nil {`, "TestMergeCalls",
	}, {
		"merge: each way from a call is one more", meetingPlaces,
		`n = min(n*times, maxPaths+1)`,
		`n = min(n*times+maxPaths, maxPaths+1)`, "TestMergeCalls",
	},
}

// lostPointers are mutants of what a merge may lose, which a test of package coresym notices.
var lostPointers = []Mutant{
	{
		"merge: what the second way has is lost where leaks are looked for", merging,
		`a.plain() && b.plain()):`,
		`a.plain()):`, "TestMergeOfPointers",
	}, {
		"merge: what the first way has is lost where leaks are looked for", merging,
		`a.plain() && b.plain()):`,
		`b.plain()):`, "TestMergeOfPointers",
	}, {
		"merge: leaks are looked for nowhere", merging,
		`(!m.leaks || a.plain() && b.plain()):`,
		`true:`, "TestMergeOfPointers",
	}, {
		"merge: what is not read again is not lost", merging,
		`case !about.live[yes.pc].has(i) && (`,
		`case about.live[yes.pc].has(i) && (`, "TestMergeOfPointers",
	},
}
