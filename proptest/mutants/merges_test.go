package mutants

// This file defines the mutants of merges and of divided ranges, in the finder, in the symbolic semantics and in the
// checker.

const (
	meeting        = "finder/merge.go"
	merging        = "semantics/core/coresym/merge.go"
	mergeCheck     = "checker/merge.go"
	choices        = "semantics/term/choice.go"
	hotSlots       = "semantics/core/coresym/hot.go"
	dividing       = "finder/divide.go"
	divideWalk     = "checker/divide.go"
	landmark       = "checker/landmarks.go"
	forgetting     = "checker/forget.go"
	naming         = "checker/names.go"
	renaming       = "semantics/term/rename.go"
	memoryFollowed = "checker/memory.go"
	sameStates     = "semantics/core/same.go"
	likeness       = "semantics/core/coresym/landmark.go"
	lookingBack    = "finder/lookback.go"
	waiting        = "finder/landmarks.go"

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
		`for _, way := range r.waiting[:1] {`, "merges",
	}, {
		"merge, checked: ways meet anywhere", mergeCheck,
		`if y.state.Depth() != r.calls || uint64(y.state.PC()) != r.pc {`,
		`if y.state.Depth() != r.calls {`, "merges",
	}, {
		"merge, checked: the condition holds where the ways meet", mergeCheck,
		`y.stores = w.pool.Bool(true), yes.state,`,
		`y.stores = r.cond, yes.state,`, "merges",
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
		`yes.state, merged, stores`,
		`yes.state, merged, r.stores`, "TestMerges",
	}, {
		"merge, checked: a store over a pointer", memoryFollowed,
		`!known || c.as == core.NoScalar ||
		c.as != core.Pointer && !o.Plain(c.at, c.at+c.width):`,
		`!known || c.as == core.NoScalar:`, "TestMerges",
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
		"landmark, checked: any fact is another one", naming,
		`if p.Cond.Equal(f) {`,
		`if p.n > 0 {`, "TestLandmarks",
	}, {
		"landmark, checked: facts are forgotten that there are not", landmark,
		`	if len(forgotten) > 0 {
		return nil,`,
		`	if len(forgotten) > 9 {
		return nil,`, "TestLandmarks",
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
		"landmark, checked: lost slots keep their values", forgetting,
		`value{Value: v, lost: true}`,
		`value{Value: v}`, "TestLandmarks",
	}, {
		"landmark, checked: pointers are lost where leaks are looked for", forgetting,
		`if t := v.Type(); w.leaks && `,
		`if t := v.Type(); w.leaks && t == core.Int && `, "TestLandmarks",
	}, {
		"landmark, checked: some may be left", walking,
		`case len(w.marks) < len(w.c.Landmarks):`,
		`case len(w.marks) > len(w.c.Landmarks):`, "TestLandmarks",
	}, {
		"landmark, checked: they take no memory", landmark,
		`	w.meter.Hold(wordsPerState + int(y.live))
`,
		``, "TestLandmarkMemory",
	}, {
		"landmark, checked: values are not compared", naming,
		`ok := m.Same(l.state, y.state)`,
		`ok := m.Same(l.state, y.state) || true`, "TestLandmarks",
	}, {
		"landmark, checked: values on terms are not compared", naming,
		`return fit && slices.EqualFunc(`,
		`return fit || slices.EqualFunc(`, "TestLandmarks",
	}, {
		"landmark, checked: facts are not compared", naming,
		`if ok = ok && found != nil; ok {`,
		`if found != nil {`, "TestLandmarks",
	}, {
		"landmark, checked: instructions are not compared", sameStates,
		`if f.fn != g.fn || f.pc != g.pc {`,
		`if f.fn != g.fn {`, "TestLandmarks",
	}, {
		"landmark, checked: slots are not compared", sameStates,
		`!c.values(f.Slot(i), g.Slot(i)) {`,
		`!c.values(f.Slot(i), f.Slot(i)) {`, "TestLandmarks",
	}, {
		"landmark, checked: dead objects are the same", sameStates,
		` || o.Dead != p.Dead`,
		``, "TestLandmarks",
	}, {
		"landmark, checked: protected objects are the same", sameStates,
		` || o.ReadOnly != p.ReadOnly`,
		``, "TestLandmarks",
	}, {
		"landmark, checked: objects of any size are the same", sameStates,
		`if o.Size != p.Size || `,
		`if `, "TestLandmarksRenamed",
	}, {
		"landmark, checked: bytes are not compared", sameStates,
		`|| which != other ||`,
		`|| which < 0 || other < 0 ||`, "TestLandmarks",
	}, {
		"landmark, checked: cells are not compared", sameStates,
		` || !c.values(d.value, e.value) {`,
		` {`, "TestLandmarks",
	}, {
		"landmark, checked: undefined bytes are the same", sameStates,
		`if p.defined>>i&1 != q.defined>>i&1 || `,
		`if `, "TestLandmarks",
	}, {
		"landmark, checked: all callers are the same", sameStates,
		`for f, g, ok := s.Frame, t.Frame, true; ok; f, ok = f.Caller() {`,
		`for f, g, ok := s.Frame, t.Frame, true; ok; ok = false {`, "TestLandmarks",
	}, {
		"landmark, checked: objects that pointers lead to are not compared", sameStates,
		`	c.todo = append(c.todo, id)`,
		`	_ = c.todo`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: two objects correspond to one", sameStates,
		`if c.its[id] == 0 && c.mine[other] == 0 {`,
		`if c.its[id] == 0 {`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: an object corresponds to two", sameStates,
		`if c.its[id] == 0 && c.mine[other] == 0 {`,
		`if c.mine[other] == 0 {`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: nobody looks at addresses", walking,
		`case w.renumbered && w.numbered:`,
		`case w.renumbered && w.numbered && w.leaks:`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: numbers of pointers are no addresses", follow,
		`	case core.ToInt:
		p.numbered = true`,
		`	case core.ToInt:
		p.numbered = p.numbered || false`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: pointers of numbers are no addresses", naming,
		`return e.Op == core.ToInt || e.Op == core.ToPtr
`,
		`return e.Op == core.ToInt
`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: only what is outermost in an expression looks at addresses", "checker/follow.go",
		`(is(e) || p.some(e.X, is) || p.some(e.Y, is))`,
		`is(e)`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: comparisons look at no addresses", naming,
		`return !related(x, y) && !(firm(x) && firm(y))`,
		`return x.Equal(y) && !x.Equal(y)`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: plain pointers before their objects have addresses of their own", holding,
		`return is || in && at.Sign() >= 0 && at`,
		`return is || in && at.Sign() >= -1 && at`, "TestFirm",
	}, {
		"landmark, checked: plain pointers far behind their objects have addresses of their own", holding,
		`at.Sign() >= 0 && at.Cmp(reach) < 0`,
		`at.Sign() >= 0 && at.Cmp(reach) < 2`, "TestFirm",
	}, {
		"landmark, checked: all bare addresses differ from those of objects", holding,
		`		return n.Cmp(reach) < 0
	}
	_, at, in`,
		`		return n.Cmp(reach) < 2
	}
	_, at, in`, "TestFirm",
	}, {
		"landmark, checked: pointers before their objects have addresses of their own", holding,
		`&& (!in || lo != nil && lo.Sign() >= 0)`,
		`&& (!in || lo != nil || lo == nil)`, "TestSteady",
	}, {
		"landmark, checked: pointers far behind their objects have addresses of their own", holding,
		`hi != nil && hi.Cmp(reach) < 0`,
		`hi != nil && hi.Cmp(reach) <= 0`, "TestSteady",
	}, {
		"landmark, checked: bytes of pointers are no addresses", holding,
		`p.numbered = p.numbered || o.Pointers(at, at+t.Size())`,
		`p.numbered = p.numbered || o.Pointers(at, at+1) && t.Size() > 8`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: bytes of pointers on terms are no addresses", trees,
		`	p.numbered = p.numbered || v.Type() == core.Ptr
`,
		`	p.numbered = p.numbered || v.wild > 0
`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: bytes are no pointers", holding,
		`p.numbered = p.numbered || v.IsDefined() && !o.Pointer(at) &&`,
		`p.numbered = p.numbered || v.IsDefined() && at < 0 &&`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: a store leaves no part of a pointer behind it", naming,
		`o.Within(first) || o.Within(end)`,
		`o.Within(first)`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: a store leaves no part of a pointer before it", naming,
		`o.Within(first) || o.Within(end)`,
		`o.Within(end)`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: a copy takes no part of a pointer", naming,
		`ends = append(ends, on.args[0].Value, on.args[1].Value)`,
		`ends = append(ends, on.args[0].Value)`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: a copy leaves no part of a pointer", naming,
		`ends = append(ends, on.args[0].Value, on.args[1].Value)`,
		`ends = append(ends, on.args[1].Value)`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: a fill leaves no part of a pointer", naming,
		`case in.Op == core.Fill && on.cells == nil:`,
		`case in.Op == core.Fill && on.cells != nil:`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: bits over a pointer leave it", naming,
		` || in.Type.IsBitField() && o.Pointers(first, end)`,
		``, "TestLandmarksRenamed",
	}, {
		"landmark, checked: lost objects do not count", naming,
		`ok && w.leaks && id`,
		`ok && w.leaks && w.fresh > 0 && id`, "TestLandmarksLost",
	}, {
		"landmark, checked: inputs of any range take the places of others", naming,
		` && same(s.Lo, t.Lo) && same(s.Hi, t.Hi) {`,
		` && (same(s.Lo, t.Lo) || s != t) {`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: an input takes the place of two", naming,
		`m.names[s] == nil && m.back[t] == nil`,
		`m.names[s] == nil`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: two inputs take the place of one", naming,
		`m.names[s] == nil && m.back[t] == nil`,
		`m.back[t] == nil`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: terms of inputs with other names are the same", naming,
		`ok = ok && r.Linear(x[0]).Equal(x[1])`,
		`ok = ok && r.Linear(x[0]) != nil`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: facts keep the names of their inputs", naming,
		`f := r.Formula(p.Cond)`,
		`f := p.Cond`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: any integer may be none", naming,
		`return err == nil && m.fits(there.value, c.as)`,
		`return m.fits(there.value, c.as)`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: any integer may be out of range", naming,
		`return err == nil && m.fits(there.value, c.as)`,
		`return err == nil`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: any integer is the one that was there", forgetting,
		`	y.cells = w.put(y.cells, c)
`,
		`	_ = c
`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: any integer may be put where there is another", forgetting,
		`if !w.fits(c.value, c.as) {`,
		`if c.value.lost {`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: any integer may be put where there is none", invariantsFile,
		`if c.value, ok = w.holds(y.state, y.cells, c); !ok {`,
		`if c.value, ok = w.holds(y.state, y.cells, c); !ok && p.At > 99 {`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: any integer may be put behind the end", invariantsFile,
		` || int64(p.At) > o.Size-as.Size() {`,
		` || int64(p.At) > o.Size {`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: any pointer", invariantsFile,
		`as > core.I64 ||`,
		`as > core.Pointer ||`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: one that is covered puts any integer somewhere", landmark,
		` || len(l.Any) > 0 ||`,
		` || len(l.Any) > 9 ||`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: no step is looked at", landmark,
		`return len(w.c.Landmarks) > 0 && w.c.Landmarks[0].Steps <= 1<<16`,
		`return len(w.c.Landmarks) > 9`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: any number fits", "checker/walk.go",
		`return lo != nil && hi != nil && as.Holds(lo) && as.Holds(hi)`,
		`return lo != nil && hi != nil`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: terms are not compared", naming,
		`	m.rest = append(m.rest, [2]*term.Linear{a.n, b.n})
`,
		``, "TestLandmarksRenamed",
	}, {
		"landmark, checked: renamed facts are turned around", renaming,
		`return r.pool.Le(e, zero)`,
		`return r.pool.Le(zero, e)`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: renamed sums lose their constants", renaming,
		`sum, same := r.pool.Int(e.Const), true`,
		`sum, same := r.pool.Int(bigZero), true`, "TestLandmarksRenamed",
	}, {
		"landmark, checked: inputs of operations keep their names", renaming,
		`case same && x == s.X && y == s.Y:`,
		`case same && x != nil && y != nil:`, "TestLandmarksRenamed",
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
		`case micros <= most || x.Coverage.Merged == 0:`,
		`case micros <= most || x.Coverage.Merged == 0 || micros > 0:`, "TestMergeFewer",
	}, {
		"merge: a long search merges no more than before", find,
		`o.merging, o.MergeLoops, o.vain, o.most = a.merging,`,
		`_, o.MergeLoops, o.vain, o.most = a.merging,`, "TestMergeEverywhere",
	}, {
		"merge: a search that ends at its limit is the last one", find,
		`if err == nil && p.limited(o, r) {`,
		`if err == nil && p.limited(o, r) && p.tried {`, "TestMergeEverywhere",
	}, {
		"merge: everywhere, whatever waits", find,
		`(waiting > fewStates && `,
		`(waiting < 0 && `, "TestMergeInVain",
	}, {
		"merge: everywhere, but few may wait however long it takes", find,
		` && waiting*waiting > states ||`,
		` ||`, "TestMergeInVain",
	}, {
		"merge: everywhere, though nothing meets", find,
		`merged < min(states/fewMerged, branches/fewMet))`,
		`merged < min(0, branches/fewMet))`, "TestMergeInVain",
	}, {
		"merge: everywhere, though nothing at all meets", find,
		`waiting > fewStates && merged == 0)`,
		`waiting > fewStates && merged < 0)`, "TestMergeInVain",
	}, {
		"merge: everywhere, but not where ways are long", find,
		`min(states/fewMerged, branches/fewMet)`,
		`min(states/fewMerged, states+branches/fewMet)`, "TestMergeInVain",
	}, {
		"merge: not where there are many instructions between", meetingPlaces,
		`maxBetween = 4096 `,
		`maxBetween = 1024 `, "TestMergeInVain",
	}, {
		"merge: not where there are many states between", meeting,
		`maxFollowed = 1 << 15`,
		`maxFollowed = 10_000`, "TestMergeInVain",
	}, {
		"merge: not where many ways meet one inside another", meeting,
		`maxWithin   = 1024    //`,
		`maxWithin   = 8 //`, "TestMergeInVain",
	}, {
		"landmark: what waits is visited beside what stands for it", waiting,
		`*like.held = held[Y]{gone: true}`,
		`like.held = nil`, "TestLookBackWaits",
	}, {
		"landmark: a certificate lists what no state is the same as", waiting,
		`!like.used && careful < dead {`,
		`!like.used && careful < behind {`, "TestLookBackWaits",
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

// lostPointers are mutants of what a merge may lose, and of what says so, which a test of package coresym notices.
var lostPointers = []Mutant{
	{
		"merge: pointers into two objects become one", merging,
		`case !a.joins(b) || about.hot`,
		`case a.class != b.class || about.hot`, "TestMergeOfPointers",
	}, {
		"merge: what is stored is a pointer into the object of the first way", merging,
		`if !isU || !isV || !u.joins(v) {`,
		`if !isU || !isV {`, "TestStoredPointers",
	}, {
		"merge: what calls take is looked at once", hotSlots,
		`				c.stale[c.at] = true
`, ``, "TestHot",
	}, {
		"merge: a turn of a loop is looked at once", hotSlots,
		`more = more || int(j) >= i`,
		`more = more || int(j) > i+100`, "TestHot",
	}, {
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

// comparedRules are noticed by the tests of package core.
var comparedRules = []Mutant{
	{
		"compared: what one object has where the other has nothing", sameStates,
		`first = min(o.pages.behind(first), p.pages.behind(first))`,
		`first = max(o.pages.behind(first), p.pages.behind(first))`, "TestLargeObjects",
	}, {
		"compared: objects with pages in one of them", sameStates,
		`o.pages.leafAt(first) == nil && p.pages.leafAt(first) == nil`,
		`o.pages.leafAt(first) == nil || p.pages.leafAt(first) == nil`, "TestLargeObjects",
	}, {
		"compared: every page of a large object", sameStates,
		`first = min(o.pages.behind(first), p.pages.behind(first))`,
		`first += fanout`, "TestLargeObjects",
	},
}
