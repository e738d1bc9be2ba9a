package mutants

// This file defines mutants of the rules of the checker that the other tables leave out: each check, comparison and
// refusal that a verdict rests on. Tests of package checker notice them.

const (
	deciding  = "checker/checker.go"
	onTerms   = "checker/eval.go"
	following = "checker/follow.go"
	trees     = "checker/followed.go"
)

var judging = []Mutant{
	{
		"bug: what was said before a run is no longer followed counts", replay,
		`r.alone, r.cells, r.conjuncts, r.since = why, nil, nil, nil`,
		`r.alone, r.cells = why, nil`, "TestSingle",
	}, {
		"bug: the run of one input is that of all", replay,
		`	if r.alone != nil {
		r.pins()`,
		`	if r.alone != nil {
		r.collect(nil, r.pool.Bool(true))`, "TestSingle",
	}, {
		"bug: a run that is not followed any more is followed on", replay,
		`if r.turn == nil && r.alone == nil && r.follows(s, r.cells) {`,
		`if r.turn == nil && r.follows(s, r.cells) {`, "TestSingle",
	}, {
		"verdict: names of files may have folders", deciding,
		`len(names) == 0 || !slices.Equal(names, base)`,
		`len(names) == 0 || base == nil`, "TestForging",
	}, {
		"verdict: the source given is any of its length", deciding,
		`if text != nil && !slices.Equal(text, sources[i].Text) {`,
		`if text != nil && len(text) != len(sources[i].Text) {`, "TestSourceGiven",
	}, {
		"verdict: the source given is any that can be lowered", deciding,
		`	_, err := programOf(about, meter, o)
	if meter.Exhausted() {
		return limited{fmt.Errorf("reading`,
		`	_, err := lower(about, meter, o.Lower)
	if meter.Exhausted() {
		return limited{fmt.Errorf("reading`, "TestSourceGiven",
	}, {
		"verdict: the source given is any that cannot be lowered", deciding,
		`	if err != nil {
		return errors.New("the source file given`,
		`	if err == nil {
		return errors.New("the source file given`, "TestSourceGiven",
	}, {
		"verdict: nobody asks for the source given", deciding,
		`	if o.Source != nil {
		if err := compare(`,
		`	if o.Source != nil && steps < 0 {
		if err := compare(`, "TestSourceGiven",
	}, {
		"verdict: the digest of the program is not compared", deciding,
		`!slices.Equal(digest[:], about.Lowered)`,
		`len(digest) != len(about.Lowered)`, "TestLowered",
	}, {
		"bug: steps have no limit", replay,
		`if c.Trace.Steps > uint64(maxSteps) {`,
		`if c.Trace.Steps > uint64(maxSteps) && maxSteps < 0 {`, "TestStepLimit",
	}, {
		"bug: there may be no checkpoints", replay,
		`	if len(t.Checkpoints) != len(at) {`,
		`	if at = at[:min(len(at), len(t.Checkpoints))]; len(t.Checkpoints) != len(at) {`, "TestTampering",
	}, {
		"bug: checkpoints may be of other steps", replay,
		`if point.Step != want {`,
		`if want = point.Step; point.Step > t.Steps {`, "TestTampering",
	}, {
		"bug: checkpoints are not compared", replay,
		`if !r.same(point.Digest, point.Values) {`,
		`if !r.same(point.Digest, point.Values) && len(point.Digest) == 0 {`, "TestTampering",
	}, {
		"bug: inputs have other names", replay,
		`case found.Name != name:`,
		`case len(found.Name) != len(name):`, "TestTampering",
	}, {
		"bug: inputs lie outside of their ranges", replay,
		`case in.Lo != nil && found.Value.Cmp(in.Lo) < 0 || in.Hi != nil && found.Value.Cmp(in.Hi) > 0:`,
		`case in.Lo != nil && found.Value.Cmp(in.Lo) < 0:`, "TestDrawnInputs",
	}, {
		"bug: an open end is any bound", replay,
		`return found == want || found != nil && want != nil && found.Cmp(want) == 0`,
		`return found == want || found == nil || want != nil && found.Cmp(want) == 0`, "TestDrawnInputs",
	}, {
		"bug: of several ways the run takes the first one", replay,
		`truth, ok := r.valuation.Formula(f)
	return ok && truth`,
		`_, ok := r.valuation.Formula(f)
	return ok`, "TestCertifiesCore",
	}, {
		"bug: the fault's line is not compared", replay,
		` || found.Line != uint64(fault.Line) || `,
		` || `, "TestMutations",
	}, {
		"bug: paths may be longer", replay,
		`	if len(c.Path.Conjuncts) != len(conjuncts) {`,
		`	if len(c.Path.Conjuncts) < len(conjuncts) {`, "TestMutations",
	}, {
		"bug: symbols of the path are not compared", replay,
		`if !slices.Equal(c.Path.Inputs, occurs) || !k.opaque(c.Path.Opaque) {`,
		`if !k.opaque(c.Path.Opaque) {`, "TestMutations",
	}, {
		"bug: definitions of the path are not compared", replay,
		`if !slices.Equal(c.Path.Inputs, occurs) || !k.opaque(c.Path.Opaque) {`,
		`if !slices.Equal(c.Path.Inputs, occurs) {`, "TestMutations",
	}, {
		"bug: the model has other inputs", replay,
		`!slices.Equal(found, occurs) {
		return fmt.Errorf("model:`,
		`len(found) < len(occurs) {
		return fmt.Errorf("model:`, "TestTampering",
	}, {
		"path: operators are not compared", replay,
		`same = n.Op == formulaNames[f.Op] && `,
		`same = `, "TestMutations",
	}, {
		"path: coefficients are not compared", replay,
		`t.Sym == uint64(p.table.Index(x.Sym)) && p.integer(t.Coef, x.Coef)`,
		`t.Sym == uint64(p.table.Index(x.Sym))`, "TestMutations",
	}, {
		"path: symbols of a sum are not compared", replay,
		`t.Sym == uint64(p.table.Index(x.Sym)) && p.integer(t.Coef, x.Coef)`,
		`p.integer(t.Coef, x.Coef)`, "TestMutations",
	}, {
		"path: constants are not compared", replay,
		`return p.integer(found.Const, e.Const) && `,
		`return `, "TestMutations",
	}, {
		"path: operations are not compared", replay,
		`return o.Op == opaqueNames[s.Op] && `,
		`return `, "TestMutations",
	}, {
		"path: second operands are not compared", replay,
		` && (o.Y == nil || p.linear(o.Y, s.Y)) &&`,
		` &&`, "TestMutations",
	}, {
		"walk: inputs that are not drawn are divided", walking,
		`case len(w.divided) < len(c.Divided):`,
		`case len(w.divided) > len(c.Divided):`, "TestDivided",
	}, {
		"walk: entries may be left", walking,
		`case w.taken < len(w.c.Ways):`,
		`case w.taken > len(w.c.Ways):`, "TestDivided",
	}, {
		"walk: it has no limit", walking,
		`	if w.v.Steps > maxSteps {`,
		`	if w.v.Steps > maxSteps && maxSteps < 0 {`, "TestStepLimitOfAbsences",
	}, {
		"walk: no claim is vacuous", walking,
		`		if next.depth == w.prelude {`,
		`		if next.depth <= w.prelude {`, "TestWalksCore",
	}, {
		"walk: what is not supported is left out", walking,
		`if guards = w.guards; w.unsupported != "" && !w.stopped() {
		return nil, nil, blocked(`,
		`if guards = w.guards; w.unsupported != "" && !w.stopped() {
		return nil, nil, nil
	}
	if w.stopped() && w.unsupported != "" && ways == nil {
		return nil, nil, blocked(`, "TestWalksCore",
	}, {
		"walk: what has no rule is left out", "checker/walk.go",
		`return fmt.Errorf("ways: nothing is claimed beyond %s: %s", s.Instr().Span, why)`,
		`return nil`, "TestWalksCore",
	}, {
		"walk: a merge is announced on any way", walking,
		`if way.Branch == semantics.BranchTrue && announces(proof) {`,
		`if announces(proof) {`, "TestMerges",
	}, {
		"walk: what closed a way stays", walking,
		`	w.show(way, cond, proof)
	w.undo(before)`,
		`	w.show(way, cond, proof)
	_ = before`, "TestStepLimitOfAbsences",
	}, {
		"walk: guards are not assumed", walking,
		`		w.assume(g.met, at)
		assumed`,
		`		_ = at
		assumed`, "TestStepLimitOfAbsences",
	}, {
		"walk: a way need not assume what it is about", walking,
		`	before := w.point()
	w.assume(cond, way.Place)`,
		`	before := w.point()`, "TestStepLimitOfAbsences",
	}, {
		"divide, checked: values in any order", divideWalk,
		`if i > 0 && k.Cmp(values[i-1]) <= 0 {`,
		`if i > 0 && k.Cmp(values[i-1]) == 0 {`, "TestDivided",
	}, {
		"divide, checked: values from outside of the range", divideWalk,
		`in.Lo != nil && first.Cmp(in.Lo) < 0 || in.Hi != nil && last.Cmp(in.Hi) >= 0 {`,
		`in.Lo != nil && first.Cmp(in.Lo) < 0 && in.Hi != nil && last.Cmp(in.Hi) >= 0 {`, "TestDivided",
	}, {
		"divide, checked: one value is a range", divideWalk,
		`w.part.lo.Cmp(w.part.hi) == 0 {`,
		`w.part.lo.Cmp(w.part.hi) > 0 {`, "TestDivided",
	}, {
		"merge, checked: objects are not compared", mergeCheck,
		`if !yes.state.Meets(no.state) || !w.alike(merged, other) {`,
		`if !w.alike(merged, other) {`, "TestMerges",
	}, {
		"merge, checked: what has no value on one way has none", mergeCheck,
		`w.blank(yes.state, yes.cells, c) && w.blank(no.state, no.cells, c)`,
		`(w.blank(yes.state, yes.cells, c) || w.blank(no.state, no.cells, c))`, "TestMergesBehindCalls",
	}, {
		"merge, checked: what has no value is none", mergeCheck,
		`w.blank(yes.state, yes.cells, c) && w.blank(no.state, no.cells, c)`,
		`w.blank(yes.state, yes.cells, c) && false`, "TestMergesBehindCalls",
	}, {
		"merge, checked: bytes have no value if one has none", memoryFollowed,
		`return defined == 0`, `return defined != uint64(1)<<(8*c.width)-1`, "TestMergesBehindCalls",
	}, {
		"merge, checked: iterations are not compared", mergeCheck,
		`if w.c.LoopLimit > 0 && !slices.Equal(`,
		`if w.c.LoopLimit > 1000 && !slices.Equal(`, "TestMergeBelowLimit",
	}, {
		"merge, checked: values that some inputs lack", mergeCheck,
		`if !x.Total() || !y.Total() {`,
		`if !x.Total() && !y.Total() {`, "TestMerges",
	}, {
		"merge, checked: pointers are lost where leaks are looked for", mergeCheck,
		`!w.leaks || plain(a.Type()) && plain(b.Type())`,
		`!w.leaks || plain(a.Type()) || plain(b.Type()) || true`, "TestMerges",
	}, {
		"merge, checked: several states of a way wait", mergeCheck,
		`if len(r.waiting) > 1 || len(r.waiting) > 0 && !r.second {`,
		`if len(r.waiting) > 1 {`, "TestMerges",
	}, {
		"merge, checked: what was stored has any type", memoryFollowed,
		`case len(out) == 1 && out[0].width == c.width && out[0].as == c.as:`,
		`case len(out) == 1 && out[0].width == c.width:`, "TestMerges",
	}, {
		"merge, checked: the entry may say more", mergeCheck,
		`len(p[0].Rows) == 0 && p[0].K == nil && p[0].Bits == nil`,
		`len(p[0].Rows) == 0 && p[0].Bits == nil`, "TestMergeEntries",
	}, {
		"memory: what is read only may be written", objects,
		`		p.must(none, semantics.ReadOnlyWrite)
`,
		``, "TestCertifiesCore",
	}, {
		"memory: a read behind the end is a write", objects,
		`		kind = semantics.OutOfBoundsWrite
`,
		`		_ = kind
`, "TestCertifiesCore",
	}, {
		"memory: what begins before the object is in it", objects,
		`p.pool.And(p.pool.Le(p.int(0), at), p.pool.Le(p.pool.Add(`,
		`p.pool.And(p.pool.Le(p.int(-8), at), p.pool.Le(p.pool.Add(`, "TestCertifiesCore",
	}, {
		"memory: what may be written ends where the object does not", objects,
		`p.pool.Sub(size, at)`,
		`size`, "TestCertifiesCore",
	}, {
		"memory: what is read-only may be written", objects,
		`o.Dead || o.ReadOnly {`,
		`o.Dead {`, "TestCertifiesCore",
	}, {
		"memory: an access to no bytes may be out of bounds", objects,
		`p.must(p.pool.Or(none, inside), kind)`,
		`p.must(inside, kind)`, "TestCertifiesCore",
	}, {
		"memory: a free in the middle of an object", objects,
		`	default:
		p.must(p.pool.Eq(p.number(args[0]), p.int(0)), semantics.InvalidFree)`,
		`	default:`, "TestCertifiesCore",
	}, {
		"memory: places begin at 0 wherever the bounds are", objects,
		`if lo == nil || lo.Sign() < 0 {
		lo = zero`,
		`if lo == nil || lo.Sign() > 0 {
		lo = zero`, "TestWalksCore",
	}, {
		"memory: places that hang together", objects,
		`if last.Int64()-first.Int64() == int64(len(cases)-1)*k.step {`,
		`if last.Int64()-first.Int64() >= int64(len(cases)-1)*k.step {`, "TestCertifiesCore",
	}, {
		"memory: pointers into two objects are one with a number by cases", objects,
		`(pointer && too && id == other || v.Type() == core.Int)`,
		`(pointer && too && id*other > 0 || v.Type() == core.Int)`, "TestPointing",
	}, {
		"memory: a store in all places keeps no pointer", objects,
		`return p.number(before), joins(v.Value, before)`,
		`return p.int(0), joins(v.Value, before)`, "TestPointing",
	}, {
		"memory: a store in all places keeps pointers into other objects", objects,
		`return p.number(before), joins(v.Value, before)`,
		`return p.number(before), before.Type() == core.Ptr`, "TestPointing",
	}, {
		"copies: to the checker, one changes a byte behind its end", copying,
		`p.pool.Le(p.int(at+1), p.pool.Add(start, n)), after, before)`,
		`p.pool.Le(p.int(at), p.pool.Add(start, n)), after, before)`, "TestWalksCore",
	}, {
		"copies: to the checker, one changes what is before its place", copying,
		`x = p.pool.IfElse(p.pool.Le(start, p.int(at)), x, before)
`,
		``, "TestWalksCore",
	}, {
		"copies: what the concrete machine has stays", copying,
		`value: value{Value: core.MakeInt(0), n: x}})`,
		`value: integer(x)})`, "TestWalksCore",
	}, {
		"copies: to the checker, parts of integers are moved", copying,
		`return divided(e.Const) &&`,
		`return divided(e.Const) || w > 1 ||`, "TestWalksCore",
	}, {
		"copies: to the checker, a part of an integer is moved as such an integer", objects,
		`c.as.Type() == core.Int && c.first == 0 && c.width == c.as.Size() &&`,
		`c.as.Type() == core.Int &&`, "TestWalksCore",
	}, {
		"copies: to the checker, all come from the place of the first", copying,
		`p.pool.Add(p.pool.Sub(source, start), p.int(at))`,
		`p.pool.Add(p.pool.Sub(source, start), p.int(there.first))`, "TestWalksCore",
	}, {
		"copies: to the checker, what is not within an object is its first integer", copying,
		`at.Sign() >= 0 && at.Cmp(big.NewInt(last)) <= 0`,
		`true`, "TestWalksCore",
	}, {
		"floats: to the checker, both zeros have one place", slopes,
		`p.pool.Sub(p.pool.Sub(p.power(width-1), p.int(1)), n)`,
		`p.pool.Sub(p.power(width-1), n)`, "TestFloats",
	}, {
		"floats: to the checker, infinity is a constant as any", slopes,
		`		if size.Cmp(infinity) >= 0 {
			return 0
		}
`,
		`		_ = infinity
`, "TestFloats",
	}, {
		"floats: to the checker, what is no number equals itself", follow,
		`		return p.isNumber(a)
`,
		`		return p.pool.Bool(true)
`, "TestFloats",
	}, {
		"floats: to the checker, less is at most, of integers", slopes,
		`	case core.FLt:
		return p.pool.Lt(x, y)`,
		`	case core.FLt:
		return p.pool.Le(x, y)`, "TestFloats",
	}, {
		"pointers: the checker lets them leave their object", onTerms,
		`p.pool.And(p.between(p.int(0), p.number(x), size), p.between(p.int(0), to, size))`,
		`p.pool.And(p.between(p.int(0), p.number(x), size), p.pool.Le(p.int(0), to))`, "TestCertifiesCore",
	}, {
		"pointers: the checker moves addresses", onTerms,
		`	} else if e.Kind != "" {
		p.require(e, p.pool.Eq(n, p.int(0)))
	}`,
		`	}`, "TestCertifiesCore",
	}, {
		"eval: the checker divides by zero", onTerms,
		`	p.require(e, p.pool.Not(p.pool.Eq(y, p.int(0))))
`,
		``, "TestCertifiesCore",
	}, {
		"eval: the checker lets values be out of range", onTerms,
		`		p.require(e, p.within(x, e.Lo, e.Hi))
`,
		``, "TestCertifiesCore",
	}, {
		"eval: to the checker, less is at most", onTerms,
		`	case core.Lt:
		return p.pool.Lt(x, y)`,
		`	case core.Lt:
		return p.pool.Le(x, y)`, "TestCertifiesCore",
	}, {
		"eval: to the checker, all parts are reached", onTerms,
		`	p.reached = append(p.reached, x)
	y := p.truth(e)
	p.reached = p.reached[:len(p.reached)-1]`,
		`	y := p.truth(e)`, "TestCertifiesCore",
	}, {
		"eval: to the checker, pointers to one offset are the same", holding,
		`return p.pool.Add(p.addressOf(core.MakePointer(id, zero)), p.number(x))`,
		`return p.pool.Add(p.addressOf(core.MakePointer(min(id, 1), zero)), p.number(x))`, "TestCertifiesCore",
	}, {
		"wild: to the checker, what lies between two objects is in the first", onTerms,
		`	case in && too && a == b:`,
		`	case in && too && a+b > 0:`, "TestWalksCore",
	}, {
		"cells: a store leaves what was there", following,
		`if c, _ = p.cut(c, x.in, x.at, x.at+x.width); x.value.followed() {`,
		`if x.value.followed() {`, "TestCertifiesCore",
	}, {
		"cells: a copy moves them to where they were", following,
		`m.in, m.at = to, m.at-first+at`,
		`m.in = to`, "TestCertifiesCore",
	}, {
		"cells: sizes are not followed", following,
		`		return p.assign(c, sizes, int64(next.Objects()), w.args[0])`,
		`		return c`, "TestCertifiesCore",
	}, {
		"cells: a slot that is set to a constant stays", following,
		`	c, _ = p.cut(c, in, at, at+1)
	return c`,
		`	return c`, "TestCertifiesCore",
	}, {
		"cells: a call has arguments that do not depend on inputs", following,
		`			c = p.assign(c, frameOf(next), int64(i), x)
`,
		`			_, _ = i, x
`, "TestCertifiesCore",
	}, {
		"cells: a result does not depend on inputs", following,
		`			c = p.assign(c, frameOf(next), int64(next.Func().Code[next.PC()-1].Dst), w.args[0])
`,
		`			_ = frame
`, "TestCertifiesCore",
	}, {
		"steps: an object has any size", following,
		`		n := p.number(only.args[0])
		p.must(p.within(n, zero, maxObject), semantics.InvalidSize)`,
		`		n := p.number(only.args[0])`, "TestCertifiesCore",
	}, {
		"steps: a copy has any length", following,
		`		p.must(p.within(n, zero, maxObject), semantics.InvalidSize)
		if in.Op == core.Copy {`,
		`		if in.Op == core.Copy {`, "TestCertifiesCore",
	}, {
		"steps: a copy reads anything", following,
		`			p.access(only.args[1], n, false)
`,
		``, "TestWalksCore",
	}, {
		"steps: an object has its greatest size", following,
		`value{Value: core.MakeInt(core.MaxObject), n: n}`,
		`value{Value: core.MakeInt(core.MaxObject)}`, "TestCertifiesCore",
	}, {
		"steps: what depends on a size is not followed", following,
		`return u.sizes && (c.touches(sizes, 0, math.MaxInt64) || `,
		`return u.sizes && (false || `, "TestCertifiesCore",
	}, {
		"steps: a load of what depends on inputs is not followed", following,
		`c.touches(int64(id), 0, math.MaxInt64) {
			return true`,
		`c.touches(int64(id), 0, 1) {
			return true`, "TestCertifiesCore",
	}, {
		"tree: the end of a cell that is cut is lost", trees,
		`		if c.at+c.width > end {`,
		`		if c.at+c.width > end+8 {`, "TestCertifiesCore",
	}, {
		"tree: the beginning of a cell that is cut is lost", trees,
		`		if c.at < at {`,
		`		if c.at < at-8 {`, "TestCertifiesCore",
	}, {
		"tree: a part of a cell is its first bytes", trees,
		`	c.first += at - c.at
`,
		``, "TestCertifiesCore",
	}, {
		"tree: a place behind a cell is in it", trees,
		`|| found.at+found.width <= at {`,
		`|| found.at+found.width < at {`, "TestCertifiesCore",
	}, {
		"tree: a cell ends before its last byte", trees,
		`case t.in < in || t.in == in && t.at+t.width <= at:`,
		`case t.in < in || t.in == in && t.at+t.width <= at+1:`, "TestCertifiesCore",
	}, {
		"merge, checked: the ways need not hold what is stored", mergeCheck,
		`if !isA || !isB || !ok || v.lost {`,
		`if _, _ = isA, isB; !ok {`, "TestMerges",
	}, {
		"merge, checked: states are not compared", mergeCheck,
		`if !yes.state.Meets(no.state) || !w.alike(merged, other) {`,
		`if !yes.state.Meets(yes.state) || !w.alike(merged, merged) {`, "TestMerges",
	}, {
		"merge, checked: a store to one object covers another", mergeCheck,
		`return c.in == d.in && d.at <= c.at`,
		`return d.at <= c.at`, "TestMerges",
	}, {
		"merge, checked: pointers into two objects become one", mergeCheck,
		`case joins(a.Value, b) && !a.lost`,
		`case (joins(a.Value, b) || a.Type() == core.Ptr && a.Type() == b.Type()) && !a.lost`, "TestMerges",
	}, {
		"merge, checked: what was lost has a value again", mergeCheck,
		`case joins(a.Value, b) && !a.lost && !b.lost:`,
		`case joins(a.Value, b):`, "TestMerges",
	}, {
		"merge, checked: pointers into two objects are the same", mergeCheck,
		`inObject == too && id == other && v.n`,
		`inObject == too && (id == other || inObject) && v.n`, "TestMerges",
	}, {
		"merge, checked: a store covers what is before it", mergeCheck,
		`d.at <= c.at && c.at+c.width <= d.at+d.width`,
		`c.at+c.width <= d.at+d.width`, "TestMerges",
	}, {
		"merge, checked: a store covers what is behind it", mergeCheck,
		`c.at+c.width <= d.at+d.width`,
		`c.at < d.at+d.width`, "TestMerges",
	}, {
		"bits: facts that are not cited count", resolving,
		`contradict(k.Pool(), rows, cases, r.Chains)`,
		`contradict(k.Pool(), k.Rows, cases, r.Chains)`, "TestBits",
	}, {
		"memory: a store has any number of ways", objects,
		`k.count() > maxWays`,
		`k.count() > 8*maxWays`, "TestWalksCore",
	}, {
		"memory: a store in all places may overlap itself", objects,
		`if !ok || k.count() > 1 && k.step < n {`,
		`if !ok {`, "TestRules",
	}, {
		"floats: to the checker, an integer is one zero", slopes,
		`slope: 1, zeros: minus, size: 1}`,
		`slope: 1, size: 1}`, "TestRules",
	}, {
		"pointers: to the checker, an address is before all objects", onTerms,
		`		p.require(e, p.pool.Eq(p.number(x), p.int(0)))
	case object && also:`,
		`	case object && also:`, "TestRules",
	}, {
		"pointers: to the checker, all objects are behind an address", onTerms,
		`	case object && also:
		p.require(e, p.pool.Eq(p.number(y), p.int(0)))`,
		`	case object && also:`, "TestRules",
	}, {
		"pointers: to the checker, objects have an order", onTerms,
		`	default:
		p.require(e, p.pool.Bool(false))
	}
	return p.pool.Bool(address)`,
		`	}
	return p.pool.Bool(address)`, "TestRules",
	}, {
		"cells: what depends on inputs stays when its object is freed", following,
		`		id, _ := place(w.args[0])
		return p.forget(c, id)`,
		`		return c`, "TestCellsEnd",
	}, {
		"cells: what depends on inputs stays when its call returns", following,
		`			c = p.forget(c, int64(id))
`,
		`			_ = id
`, "TestCellsEnd",
	}, {
		"cells: a size stays when its object ends", following,
		`	c, _ = p.cut(c, sizes, id, id+1)
`,
		``, "TestCellsEnd",
	}, {
		"cells: slots stay when their call returns", following,
		`		c, _ = p.cut(c, frame, 0, math.MaxInt64)
		for`,
		`		for`, "TestCellsEnd",
	},
}
