package mutants

// This file defines the mutants of the symbolic semantics of the core: its rules in their order, the guards of faults,
// evaluation, and memory.

const (
	expand    = "semantics/core/coresym/expand.go"
	lift      = "semantics/core/coresym/eval.go"
	cellsFile = "semantics/core/coresym/memory.go"
	symState  = "semantics/core/coresym/state.go"
	divide    = "semantics/core/coresym/divide.go"
	relations = "semantics/symbolic/symbolic.go"
)

var symbolicStepper = []Mutant{
	{
		"SET skips definedness", expand,
		`next.add(s, ruleSet, l.assume(s.cond))`,
		`next.add(s, ruleSet, s.cond)`, "exclusivity",
	}, {
		"SET sets another slot on terms", expand,
		`.set(l.mine(), in.Dst, x)
		}

	case core.Branch:`,
		`.set(l.mine(), (in.Dst+1)%len(s.fn.Slots), x)
		}

	case core.Branch:`, "theorem 3",
	}, {
		"JUMP forgets the path condition", expand,
		`next.add(s, ruleJump, s.cond)`,
		`next.add(s, ruleJump, nil)`, "lemma 5",
	}, {
		"BRANCH-FALSE is forgotten", expand,
		`next.add(s, no, cond.And(not)).pc = int32(in.Else)`,
		`_ = no`, "theorem 11",
	}, {
		"BRANCH-FALSE goes the other way", expand,
		`.pc = int32(in.Else)`,
		`.pc = int32(in.Then)`, "theorem 3",
	}, {
		"BRANCH-TRUE without its condition", expand,
		`t := next.add(s, yes, cond.And(b))`,
		`t := next.add(s, yes, cond)`, "theorem 2",
	}, {
		"the branches in the other order", expand,
		`		if next.open(b) {
			t := next.add(s, yes, cond.And(b))
			t.pc = int32(in.Then)
			if in.Loop >= 0 {
				t.begin(in.Loop)
			}
		}
		if next.open(not) {
			next.add(s, no, cond.And(not)).pc = int32(in.Else)
		}`,
		`		if next.open(not) {
			next.add(s, no, cond.And(not)).pc = int32(in.Else)
		}
		if next.open(b) {
			t := next.add(s, yes, cond.And(b))
			t.pc = int32(in.Then)
			if in.Loop >= 0 {
				t.begin(in.Loop)
			}
		}`, "theorem 12",
	}, {
		"LOOP-TRUE does not begin an iteration", expand,
		"t.begin(in.Loop)\n",
		"", "lemma 10",
	}, {
		"ENTER forgets nothing on terms", expand,
		`t.loops = t.loops.without(in.Loop)`,
		`_ = t`, "theorem 11",
	}, {
		"every iteration counts twice", symState,
		`return int(s.loops.count)`,
		`return 2 * int(s.loops.count)`, "under-approximation",
	}, {
		"what nothing sets at the end of a global is unset on terms", cellsFile,
		`	add(g.Size, cell{})
`,
		``, "theorem 11",
	}, {
		"what nothing sets in a global is part of what comes before on terms", cellsFile,
		`append(offsets, end), append(list, cell{at - end, end, zero})`,
		`append(offsets, end), append(list, cell{at - end - 1, end, zero})`, "theorem 11",
	}, {
		"DRAW draws the first input again", divide,
		`return p.Draw(d.input(), d.lo, d.hi)`,
		`return p.Draw(d.in.Name, d.lo, d.hi)`, "theorem 3",
	}, {
		"DRAW forgets the range", divide,
		`return p.Draw(d.input(), d.lo, d.hi)`,
		`return p.Draw(d.input(), nil, nil)`, "certificates",
	}, {
		"ASSUME forgets its condition", expand,
		`next.add(s, ruleAssume, l.assume(s.cond).And(b))`,
		`next.add(s, ruleAssume, l.assume(s.cond))`, "exclusivity",
	}, {
		"ALLOC of any size on terms", expand,
		`l.require(l.size(n), semantics.InvalidSize, in.Span)
		if s.rest.made`,
		`if s.rest.made`, "theorem 23",
	}, {
		"LOAD at an offset of the input loses a way", expand,
		`for _, c := range list {`,
		`for _, c := range list[:len(list)-1] {`, "exclusivity",
	}, {
		"CALL gives no arguments on terms", expand,
		"for i, x := range args {\n\t\tt.set(nil, i, x)\n\t}\n",
		"_ = args\n", "theorem 11",
	}, {
		"RETURN forgets the result", expand,
		`t.set(nil, dst, x)`,
		`_ = x`, "second opinion",
	}, {
		"local objects live on on terms", expand,
		"r.end(at.id, false, s.place(in.Span))\n",
		"", "theorem 11",
	}, {
		"END ends another life on terms", expand,
		`change().end(int(p.ref), true, s.place(in.Span))`,
		`change().end(int(p.ref), false, s.place(in.Span))`, "second opinion",
	}, {
		"Sim does not look at the path", relations,
		`if truth, ok := v.Formula(f); !ok || !truth {`,
		`if truth, ok := v.Formula(f); !ok && truth {`, "theorem 11",
	}, {
		"EXTENT of a local object on terms", expand,
		`p := l.settled(l.value(in.Args[0]))
		l.freeing(p)
		if l.goes() {
			next.add(s, ruleExtent`,
		`p := l.settled(l.value(in.Args[0]))
		l.ending(p)
		if l.goes() {
			next.add(s, ruleExtent`, "second opinion",
	}, {
		"a loose copy may not be to itself on terms", expand,
		"if l.in.Loose {\n\t\tmet = ",
		"if false {\n\t\tmet = ", "second opinion",
	}, {
		"ranges of a copy may overlap on terms", expand,
		"l.apart(p, q, n)\n",
		"", "second opinion",
	}, {
		"nothing is lost on terms", symState,
		`if o.global == nil && o.life == core.Heap && !o.dead && !reached[id] {`,
		`if o.global == nil && o.life == core.Heap && o.dead && !reached[id] {`, "second opinion",
	}, {
		"Run takes a step more", expand,
		`for ; steps < most && !s.rest.ended; steps++ {`,
		`for ; steps <= most && !s.rest.ended; steps++ {`, "step",
	}, {
		"faults in a library have their own place on terms", symState,
		`if !s.fn.Library {`,
		`if s.fn != nil {`, "second opinion",
	}, {
		"a call of another type on terms", expand,
		`if in.Signature != "" && f.Signature != "" && in.Signature != f.Signature {`,
		`if in.Signature != f.Signature && f == nil {`, "second opinion",
	}, {
		"a fail has no guard that holds", expand,
		`l.require(l.pool.Bool(false), in.Kind, in.Span)`,
		``, "theorems 25 and 29",
	}, {
		"Step says Only though the path changes", expand,
		`w.n == 1 && w.first[0].State.cond == s.cond && `,
		`w.n == 1 && `, "step",
	}, {
		"Step drops a successor", expand,
		`Faults: l.faults(), Successors: next.all()`,
		`Faults: l.faults(), Successors: next.all()[:min(1, next.n)]`, "step",
	}, {
		"Run goes on where a step is not the only one", expand,
		`!next.only(&s, &l) || m.pool`,
		`next.n == 0 || m.pool`, "step",
	},
}

var symbolicEvaluation = []Mutant{
	{
		"what is undefined is 0 on terms", lift,
		"l.require(l.pool.Bool(false), e.Kind, e.Span)\n\t\t\treturn l.any(e.Type)\n\t\t}\n\t\treturn x\n\tcase core.Freeze:",
		"return l.any(e.Type)\n\t\t}\n\t\treturn x\n\tcase core.Freeze:", "theorems 25 and 29",
	}, {
		"a divisor may be 0 on terms", lift,
		`l.require(l.pool.Not(l.pool.Eq(y, l.int(0))), e.Kind, e.Span)`,
		``, "theorem 23",
	}, {
		"floor for truncate on terms", lift,
		`quot, rem := l.pool.TruncDiv(x, y)`,
		`quot, rem := l.pool.FloorDiv(x, y)`, "theorem 11",
	}, {
		"operands from right to left on terms", lift,
		"x = l.integer(e.X)\n\treturn x, l.integer(e.Y)",
		"y = l.integer(e.Y)\n\treturn l.integer(e.X), y", "theorem 23",
	}, {
		"what is given is not looked at on terms", lift,
		`l.require(l.truth(e.X), e.Kind, e.Span)`,
		`l.truth(e.X)`, "second opinion",
	}, {
		"and evaluates both operands on terms", lift,
		`y := l.given(x, e.Y)`,
		`y := l.truth(e.Y)`, "second opinion",
	}, {
		"or evaluates its second operand where it must not", lift,
		`y := l.given(l.pool.Not(x), e.Y)`,
		`y := l.given(x, e.Y)`, "second opinion",
	}, {
		"what follows a condition depends on it on terms", lift,
		`l.when = l.when[:len(l.when)-1]`,
		``, "second opinion",
	}, {
		"an obligation is to be met though it is not evaluated", "semantics/core/coresym/lifter.go",
		`met := l.pool.Or(l.pool.Not(when), f)`,
		`met := f`, "exclusivity",
	}, {
		"pointers to two objects are the same on terms", lift,
		`return l.pool.Eq(l.address(p), l.address(q))`,
		`return l.pool.Bool(l.address(p) != nil || l.address(q) != nil)`, "second opinion",
	}, {
		"a number is never a pointer into an object on terms", lift,
		`case inside && too && id == also:`,
		`case inside && too && id == -also:`, "second opinion",
	},
}

var symbolicMemory = []Mutant{
	{
		"what was freed may be used on terms", cellsFile,
		"if o.dead {\n\t\tkind",
		"if o.dead && o.local() {\n\t\tkind", "second opinion",
	}, {
		"what is read-only may be written on terms", cellsFile,
		`l.require(any(l.pool.Bool(false)), semantics.ReadOnlyWrite, at)`,
		``, "corollaries 26 and 30",
	}, {
		"an access may begin before its object on terms", cellsFile,
		`l.require(any(l.between(l.int(0), p.n, l.pool.Add(p.n, n), o.size)), kind, at)`,
		`l.require(any(l.pool.Le(l.pool.Add(p.n, n), o.size)), kind, at)`, "second opinion",
	}, {
		"a store does not cut on terms", "semantics/core/coresym/cells.go",
		`rest := clear(t, to, n)`,
		`rest := t`, "second opinion",
	}, {
		"signed bytes are unsigned on terms", cellsFile,
		`n = l.pool.Sub(rem, half)`,
		`n = rem`, "second opinion",
	}, {
		"bytes in the other order on terms", cellsFile,
		`l.power(8*k).Const`,
		`l.power(8*(n-1-k)).Const`, "second opinion",
	}, {
		"an access at any offset is aligned on terms", cellsFile,
		`l.require(l.pool.Eq(rem, l.int(0)), semantics.MisalignedAccess, l.in.Span)`,
		`_ = rem`, "second opinion",
	}, {
		"an address that is small is not null on terms", cellsFile,
		`l.require(l.pool.Le(l.int(core.NullEnd), p.n), semantics.NullDereference, at)`,
		`l.require(l.pool.Not(l.pool.Eq(p.n, l.int(0))), semantics.NullDereference, at)`, "second opinion",
	}, {
		"a load at an offset of the input forgets a case", cellsFile,
		`cases = append(cases, term.Case{At: big.NewInt(at), Value: v.n})`,
		`if cases == nil {
				cases = append(cases, term.Case{At: big.NewInt(at), Value: v.n})
			}`, "second opinion",
	}, {
		"a bound is off by one on terms", cellsFile,
		`l.require(any(l.between(l.int(0), p.n, l.pool.Add(p.n, n), o.size)), kind, at)`,
		`l.require(any(l.between(l.int(0), p.n, l.pool.Add(p.n, n), l.pool.Add(o.size, l.int(1)))), kind, at)`,
		"memory",
	}, {
		"places end one early on terms", cellsFile,
		`Sub(end, big.NewInt(n))`,
		`Sub(end, big.NewInt(n+1))`, "memory",
	}, {
		"what is undefined is 0 in memory on terms", cellsFile,
		`	if !written(t, at, n) {
		return value{}
	}`,
		`	if !written(t, at, n) {
		return value{class: integer, n: l.int(0)}
	}`, "memory",
	}, {
		"a store of what is undefined is none on terms", "semantics/core/coresym/cells.go",
		`return clear(t, at, as.Size())`,
		`return t`, "memory",
	}, {
		"bytes do not wrap on terms", "semantics/core/coresym/cells.go",
		`	_, rem := l.pool.FloorDiv(t, l.power(n))
	return rem`,
		`	return t`, "memory",
	}, {
		"part of a cell begins where the cell does on terms", cellsFile,
		`l.bytes(number, c.first+at-start, n)`,
		`l.bytes(number, c.first, n)`, "memory",
	}, {
		"a store at an offset of the input forgets the last place", cellsFile,
		`at <= p.last && yield(at); at += p.step {`,
		`at < p.last && yield(at); at += p.step {`, "memory",
	}, {
		"a load of what nothing has written has no way", cellsFile,
		`	if !p.all(len(touched)) {`,
		`	if !p.all(len(touched)) && len(touched) < 0 {`, "memory",
	}, {
		"a size of the input has no bounds", expand,
		`l.require(l.size(n), semantics.InvalidSize, in.Span)
		if s.rest.made`,
		`l.require(l.pool.Le(l.int(1), n), semantics.InvalidSize, in.Span)
		if s.rest.made`, "memory",
	},
}

// together are mutants of stores in all places that they may reach, which tests of package coresym notice.
var together = []Mutant{
	{
		"a store in all places doubles what they held", cellsFile,
		`l.pool.Where(v.n, e, big.NewInt(at)), before)`,
		`l.pool.Where(v.n, e, big.NewInt(at)), l.pool.Add(before, before))`, "TestWays",
	}, {
		"a store in all places keeps a part of what depends on inputs", cellsFile,
		`c.varies() && c.as == as`,
		`c.content != nil && c.v.class == integer && !c.v.n.IsConst()`, "TestWays",
	}, {
		"a store in all places keeps the number of a pointer", "semantics/core/coresym/cells.go",
		`return c.v.class == bare && core.U64.Holds(c.v.n.Const)`,
		`return true`, "TestWays",
	}, {
		"a store in all places keeps what does not fit", "semantics/core/coresym/cells.go",
		`return c.as.Holds(c.v.n.Const)`,
		`return true`, "TestWays",
	}, {
		"a copy changes a byte behind its end", spans,
		`l.pool.Lt(l.int(at), l.pool.Add(to.offset, n)), after, before)`,
		`l.pool.Le(l.int(at), l.pool.Add(to.offset, n)), after, before)`, "TestWays",
	}, {
		"a copy changes the bytes before its place", spans,
		`l.pool.IfElse(l.pool.Le(to.offset, l.int(at)), after, before)})`,
		`l.pool.IfElse(l.pool.Bool(true), after, before)})`, "TestWays",
	}, {
		"a copy moves parts of integers", spans,
		`if !divides(w, n) || `,
		`if `, "TestWays",
	}, {
		"a copy of bytes in a stored integer", spans,
		`if x.value.varies() {`,
		`if false {`, "TestWays",
	}, {
		"pointers into two objects are one with a number by cases", "semantics/core/coresym/cells.go",
		`(v.class == integer || v.class == inObject && v.ref == u.ref)`,
		`(v.class == integer || v.class == inObject)`, "TestWays",
	}, {
		"a store of a pointer in all places keeps a part of one", cellsFile,
		`if ok = c.content != nil && c.whole() && c.as == as && v.joins(c.v); ok {`,
		`if ok = c.content != nil && c.as == as && v.joins(c.v); ok {`, "TestWays",
	}, {
		"a store in all places that overlap", cellsFile,
		`n > 1 && p.step < as.Size()`,
		`n > 1 && p.step < 1`, "TestWays",
	},
}

// initialBytes are wrong rules about the bytes with which an object begins.
var initialBytes = []Mutant{
	{
		"coresym: initial bytes are read as characters", "semantics/core/coresym/cells.go",
		`for i := range len(bytes) {`,
		`for i := range bytes {`, "TestInitialBytes",
	},
}

// comparing are mutants of the cache of comparisons.
var comparing = []Mutant{
	{
		"comparisons: the operator does not matter to the cache", lift,
		`c.is == nil || c.op != op ||`,
		`c.is == nil ||`, "TestCompare",
	}, {
		"comparisons: the left side does not matter to the cache", lift,
		`c.x != x ||`,
		`c.x == nil ||`, "TestCompare",
	}, {
		"comparisons: any number on the right side is the cached one", lift,
		`!(y.IsConst() && c.y.Equal(y))`,
		`!(y.IsConst() && c.y.IsConst())`, "TestCompare",
	}, {
		"comparisons: the cached negation is that of the comparison before", lift,
		`if f != c.is {`,
		`if f != c.is && c.not == nil {`, "TestCompare",
	},
}

// inOrder is a mutant of the order of pointers that few random programs compare. A test of the package notices it.
var inOrder = []Mutant{
	{
		"null is behind objects on terms", lift,
		`l.require(l.pool.Eq(p.n, l.int(0)), e.Kind, e.Span)
			return l.pool.Bool(true)`,
		`l.require(l.pool.Eq(p.n, l.int(0)), e.Kind, e.Span)
			return l.pool.Bool(false)`, "TestPrograms",
	},
}
