package mutants

// This file lists wrong rules of summaries.

const (
	summing  = "checker/summary.go"
	claiming = "checker/claims.go"
)

// summaryRules are those that tests of package checker notice.
var summaryRules = []Mutant{
	{
		"summary, claimed: it is not put in the place of the contents", claiming,
		`		y.cells = w.summed(y.cells, int64(x.Object), s)`,
		`		_ = s`, "TestSummaries",
	}, {
		"summary: a range has what has it", summing,
		`	h := p.hull(as, a, b)
	return h[0].Equal(a[0]) && h[1].Equal(a[1])`,
		`	h := p.hull(as, b, a)
	return h[0].Equal(b[0]) && h[1].Equal(b[1])`, "TestSummaries",
	}, {
		"summary: a copy or a fill with too many ways has none", "checker/spread.go",
		`return ways, !ok`,
		`return ways, !ok && in == nil`, "TestWalksCore",
	},
	{
		"summary, checked: contents need not be what is claimed", claiming,
		`if !w.holdsAll(y.state, y.cells, int64(x.Object), s.as, from.Const, to.Const, r) {`,
		`if w.meter.Exhausted() {`, "TestSummaries",
	}, {
		"summary, checked: contents may lie in any range", summing,
		`lo.Cmp(x[0]) > 0 || x[1].Cmp(hi) > 0 {`,
		`lo.Cmp(x[0]) > 0 && x[1].Cmp(hi) > 0 {`, "TestSummaries",
	}, {
		"summary, checked: what is behind the object is there", summing,
		`to.Cmp(big.NewInt(o.Size)) > 0 ||`,
		`to.Cmp(big.NewInt(o.Size+w)) > 0 ||`, "TestSummaries",
	}, {
		"summary, checked: what has to be shown is not", claiming,
		`return w.prove(fs, y, shown)`,
		`return w.prove(fs[:0], y, shown)`, "TestSummaries",
	}, {
		"summary, checked: points in any order", claiming,
		`fs = append(fs, w.pool.Le(s.points[len(s.points)-1], e))`,
		`fs = append(fs, w.pool.Le(w.int(0), w.int(0)))`, "TestSummaries",
	}, {
		"summary, checked: points that are no multiples", claiming,
		`fs = append(fs, w.pool.Eq(rem, w.int(0))); i > 0`,
		`fs = append(fs, w.pool.Eq(w.pool.Sub(rem, rem), w.int(0))); i > 0`, "TestSummaries",
	}, {
		"summary, checked: a part of another range will do", claiming,
		`return pool.Bool(all.Op != term.False)`,
		`return pool.Bool(true)`, "TestSummaries",
	}, {
		"summary, checked: a part that begins later will do", claiming,
		`pool.Or(pool.Le(first, from),`,
		`pool.Or(pool.Le(first, first),`, "TestUnclaimedSummaries",
	}, {
		"summary, checked: a part that ends earlier will do", claiming,
		`pool.Or(pool.Le(to, last),`,
		`pool.Or(pool.Le(last, last),`, "TestForgedSummaries",
	}, {
		"summary, checked: integers of another type will do", claiming,
		`if its != nil && its.as == s.as {`,
		`if its != nil {`, "TestUnclaimedSummaries",
	}, {
		"summary, checked: ranges beyond the type", claiming,
		`!s.as.Holds(r.Lo) || !s.as.Holds(r.Hi)`,
		`!s.as.Holds(r.Lo) && !s.as.Holds(r.Hi)`, "TestSummaries",
	}, {
		"summary, checked: ranges with nothing in them", claiming,
		`if r.Lo.Cmp(r.Hi) > 0 ||`,
		`if r.Lo.Cmp(r.Hi) > 9 ||`, "TestSummaries",
	}, {
		"summary, checked: as many ranges as one likes", claiming,
		`len(x.Within) != max(0, n-1) {`,
		`len(x.Within) < max(0, n-1) {`, "TestSummaries",
	}, {
		"summary, checked: as many points as one likes", claiming,
		`n > step*(maxPoints-1)+1 ||`,
		`n > 2*step*maxPoints ||`, "TestSummaries",
	}, {
		"summary, checked: pointers in an object", summing,
		`if o.Pointers(at, at+1) {`,
		`if o.Pointers(at, at+1) && o.Dead {`, "TestSummaries",
	}, {
		"summary, checked: pointers that depend on inputs", summing,
		`x.value.Type() != core.Ptr && !x.value.lost; !ok {`,
		`true; !ok {`, "TestSummaries",
	}, {
		"summary, checked: objects that are dead", summing,
		`if !ok || o.Dead ||`,
		`if !ok ||`, "TestSummaries",
	}, {
		"summary, checked: any type", summing,
		`as < core.U8 || as > core.I64 {`,
		`as > core.Scalar(math.MaxUint8) {`, "TestForgedSummaries",
	}, {
		"summary, checked: a load beyond what is known", summing,
		`	p.must(p.pool.Or(any...), semantics.UninitialisedValue)
`,
		``, "TestSummaries",
	}, {
		"summary, checked: a wide load beyond what is known", summing,
		`		p.must(inside, semantics.UninitialisedValue)
		return`,
		`		_ = inside
		return`, "TestSummaries",
	}, {
		"summary, checked: a part begins before its point", summing,
		`p.pool.And(p.pool.Le(s.points[k], e), p.pool.Le(p.pool.Add(e, p.int(s.as.Size())), s.points[k+1]))`,
		`p.pool.Le(p.pool.Add(e, p.int(s.as.Size())), s.points[k+1])`, "TestSummaries",
	}, {
		"summary, checked: a part ends behind its point", summing,
		`p.pool.And(p.pool.Le(s.points[k], e), p.pool.Le(p.pool.Add(e, p.int(s.as.Size())), s.points[k+1]))`,
		`p.pool.And(p.pool.Le(s.points[k], e), p.pool.Le(e, s.points[k+1]))`, "TestSummaries",
	}, {
		"summary: the last load stays behind a write", summing,
		`&summary{as: s.as, points: points, within: within, reads: s.reads}`,
		`&summary{as: s.as, points: points, within: within, reads: s.reads, last: s.last}`, "TestSummaries",
	}, {
		"summary: the last load stays at a landmark", summing,
		`		sum.last = nil`,
		`		sum.last = x.sum.last`, "TestUnclaimedSummaries",
	}, {
		"summary: the last load was anywhere", summing,
		`l != nil && l.as == t && l.at.Equal(e)`,
		`l != nil && l.as == t`, "TestSummaries",
	}, {
		"summary: the last load was of any type", summing,
		`l != nil && l.as == t && l.at.Equal(e)`,
		`l != nil && l.at.Equal(e)`, "TestSummaries",
	}, {
		"summary: no load is the last one", summing,
		`l != nil && l.as == t && l.at.Equal(e)`,
		`l != nil && l.at == nil`, "TestSummaries",
	}, {
		"summary, checked: two loads are one", summing,
		`	after.reads++
`,
		``, "TestSummaries",
	}, {
		"summary, checked: a load gives the least integer", summing,
		`r[0].Cmp(r[1]) < 0 {
			name`,
		`r[0].Cmp(r[1]) > 0 {
			name`, "TestSummaries",
	}, {
		"summary, checked: a load of another type is not converted", summing,
		`		if t != s.as {
			w.result`,
		`		if t.Size() != s.as.Size() {
			w.result`, "TestSummaries",
	}, {
		"summary, checked: a store changes no range", summing,
		`				list[i] = p.hull(s.as, list[i], r)
`,
		`				list[i] = p.hull(s.as, list[i], list[i])
`, "TestSummaries",
	}, {
		"summary, checked: a store changes the first part only", summing,
		`way(rest, s.points, with(-1))`,
		`way(rest, s.points, with(0))`, "TestSummaries",
	}, {
		"summary, checked: what follows is in the range of the last part", summing,
		`if !p.has(s.as, s.within[last-1], r) && last+1 < maxPoints {`,
		`if within = s.within; last+1 < 0 {`, "TestSummaries",
	}, {
		"summary, checked: a store is where it goes on", summing,
		`next := p.pool.Eq(e, s.points[last])`,
		`next := p.pool.Le(s.points[last], e)`, "TestSummaries",
	}, {
		"summary, checked: a store of another type is not converted", summing,
		`if t != s.as && t.Size() == w {`,
		`if t.Size() > s.as.Size() {`, "TestSummaries",
	}, {
		"summary, checked: integers that do not fit their type are stored", summing,
		`p.must(p.pool.And(p.pool.Le(p.pool.Int(r[0]), n),`,
		`p.must(p.pool.Or(p.pool.Le(p.pool.Int(r[0]), n),`, "TestSummaries",
	}, {
		"summary, checked: an integer fits on one side", summing,
		`as.Holds(r[0]) && as.Holds(r[1])`,
		`(as.Holds(r[0]) || as.Holds(r[1]))`, "TestSummaries",
	}, {
		"summary, checked: a wide store is not any integers", summing,
		`return p.writes(only, id, s, e, p.int(t.Size()), p.span(rangeOf(s.as)), false)`,
		`return p.writes(only, id, s, e, p.int(t.Size()), p.span([2]*big.Int{zero, zero}), false)`, "TestSummaries",
	}, {
		"summary, checked: a store of a part changes nothing", summing,
		`ways := p.writes(only, id, s, p.int(0), p.int(0), p.span(rangeOf(s.as)), false)`,
		`ways := p.writes(only, id, s, p.int(0), p.int(0), s.within[0], false)`, "TestSummaries",
	}, {
		"summary, checked: pointers are stored", summing,
		`if t.Type() != core.Int || t.IsBitField() || v.Type() != core.Int || v.lost ||`,
		`if t.IsBitField() || v.lost ||`, "TestSummaries",
	}, {
		"summary, checked: bit-fields are stored", summing,
		`if t.Type() != core.Int || t.IsBitField() || v.Type() != core.Int`,
		`if t.Type() != core.Int || v.Type() != core.Int`, "TestSummaries",
	}, {
		"summary, checked: what has no value is stored", summing,
		`v.Type() != core.Int || v.lost ||`,
		`v.Type() == core.Ptr || v.lost ||`, "TestSummaries",
	}, {
		"summary, checked: floats are loaded", summing,
		`if t.Type() != core.Int || t.IsBitField() || t.Size() == s.as.Size() && in.Loose`,
		`if t.IsBitField() || t.Size() == s.as.Size() && in.Loose`, "TestSummaries",
	}, {
		"summary, checked: a copy from beyond what is known", summing,
		`		p.must(p.pool.Or(p.pool.Eq(n, p.int(0)), inside), semantics.UninitialisedValue)
`,
		`		_ = inside
`, "TestSummaries",
	}, {
		"summary, checked: a copy of what is not there", summing,
		`		ok = p.holdsAll(p.state, p.cells, int64(from), s.as, at, new(big.Int).Add(at, n.Const), r)
`,
		`		ok = at != nil
`, "TestSummaries",
	}, {
		"summary, checked: a copy of shifted integers has their range", summing,
		`source.as != s.as || !multiple(q, s.as.Size()) {`,
		`source.as != s.as {`, "TestSummaries",
	}, {
		"summary, checked: a part of an integer is one", summing,
		`case multiple(e, s.as.Size()) && multiple(n, s.as.Size()):`,
		`case multiple(e, s.as.Size()):`, "TestSummaries",
	}, {
		"summary, checked: an object that landmarks do not claim is the same", naming,
		`	if a == nil || b == nil {
		return a == b
	}`,
		`	if a == nil || b == nil {
		return true
	}`, "TestUnclaimedSummaries",
	}, {
		"summary, checked: other points are the same", naming,
		`		m.rest = append(m.rest, [2]*term.Linear{e, b.points[i]})
`,
		`		m.rest = append(m.rest, [2]*term.Linear{e, a.points[i]})
`, "TestUnclaimedSummaries",
	}, {
		"summary, checked: other ranges are the same", naming,
		`[2]*term.Linear{r[0], b.within[i][0]}, [2]*term.Linear{r[1], b.within[i][1]})`,
		`[2]*term.Linear{r[0], a.within[i][0]}, [2]*term.Linear{r[1], a.within[i][1]})`, "TestUnclaimedSummaries",
	}, {
		"summary, checked: claimed objects have other numbers", naming,
		`			return in == other
`,
		`			return true
`, "TestSummaries",
	}, {
		"summary, checked: a summary is claimed where the walk ends", claiming,
		`x.Landmark != uint64(len(w.marks)+1) ||`,
		`x.Landmark > uint64(len(w.marks)+1) ||`, "TestForgedSummaries",
	}, {
		"summary, checked: one that is never read", "checker/absence.go",
		`case w.claims < len(w.c.Summaries):`,
		`case w.claims > len(w.c.Summaries):`, "TestForgedSummaries",
	}, {
		"summary, checked: the last integer lies in any range", claiming,
		`is = pool.And(pool.Le(r[0], l.number), pool.Le(l.number, r[1]))`,
		`is = pool.Bool(true)`, "TestSummaries",
	}, {
		"summary, checked: the last integer has a greatest value only", claiming,
		`pool.And(pool.Le(r[0], l.number), pool.Le(l.number, r[1]))`,
		`pool.Le(l.number, r[1])`, "TestSummaries",
	}, {
		"summary, checked: the last integer is one of any width", claiming,
		`if l := s.last; l != nil && l.as == s.as {`,
		`if l := s.last; l != nil {`, "TestSummaries",
	}, {
		"summary, checked: the last integer joins what is behind a gap", claiming,
		`pool.And(is, pool.Le(e, from), pool.Le(first, end))`,
		`pool.And(is, pool.Le(e, from))`, "TestSummaries",
	}, {
		"summary, checked: the last integer joins what is before a gap", claiming,
		`pool.And(is, pool.Le(to, end), pool.Le(e, last))`,
		`pool.And(is, pool.Le(to, end))`, "TestSummaries",
	}, {
		"summary, checked: the last integer is all that is before it", claiming,
		`parts = append(parts, pool.And(is, pool.Le(e, from), pool.Le(to, end)))`,
		`parts = append(parts, pool.And(is, pool.Le(to, end)))`, "TestSummaries",
	}, {
		"summary, checked: a store splits a part and leaves what was there", summing,
		`slices.Insert(slices.Clone(s.within), k+1, r, x)`,
		`slices.Insert(slices.Clone(s.within), k+1, x, x)`, "TestSummaries",
	}, {
		"summary, checked: a store splits a part one integer too early", summing,
		`slices.Insert(slices.Clone(points), k+1, e, end)`,
		`slices.Insert(slices.Clone(points), k+1, e, e)`, "TestSummaries",
	}, {
		"summary, checked: a store splits any part", summing,
		`way(p.pool.And(rest, p.part(s, k, e)), points, within)`,
		`way(rest, points, within)`, "TestSummaries",
	}, {
		"summary, checked: a store leaves another integer as the last one", summing,
		`x.sum.last = &recall{e, n, t}`,
		`x.sum.last = &recall{e, p.pool.Int(r[0]), t}`, "TestSummaries",
	}, {
		"summary, checked: integers in what is summarised", memoryFollowed,
		`case in.summary(c.in) != nil || !known ||`,
		`case !known ||`, "TestUnclaimedSummaries",
	}, {
		"summary, checked: a landmark is about contents that a summary replaces", invariantsFile,
		`return s.Object == p.Object }) {`,
		`return s.Object == p.Object && p.At > 99 }) {`, "TestReplacedContents",
	}, {
		"summary, checked: claims are not shown", claiming,
		`if err := w.summarised(x, y, s); err != nil {`,
		`if err := w.summarised(x, y, s); err != nil && y.depth < 0 {`, "TestSummaries",
	}, {
		"summary, checked: claims are not shown where the loop is entered", landmark,
		`		err = w.contain(claims, y, Shown{Landmark: len(w.marks) + 1, Value: w.valueIn(y)})
`,
		`		err = nil
`, "TestSummaries",
	}, {
		"summary, checked: claims are not shown after a turn", landmark,
		`return w.contain(m.sums, y, Shown{Landmark: int(l.Same), Turn: true, Value: w.valueIn(y)})`,
		`return nil`, "TestSummaries",
	}, {
		"summary, checked: a range keeps an end that another one has not", summing,
		`			a[i] = p.pool.Int(rangeOf(as)[i])
`,
		`			a[i] = p.pool.Add(a[i], p.int(0))
`, "TestSummaries",
	}, {
		"summary, checked: contents lie below the most that an end may be", summing,
		`	hi, _ := p.ends(r[1])`,
		`	_, hi := p.ends(r[1])`, "TestSummaries",
	}, {
		"summary, checked: an integer that is stored lies in the range of the first part", summing,
		`		element = span{x, x}`,
		`		element = span{x, s.within[0][1]}`, "TestSummaries",
	}, {
		"summary, checked: a range that may go beyond another one lies in that", claiming,
		`return pool.Or(all, pool.Le(to`,
		`return pool.Or(pool.Bool(true), pool.Le(to`, "TestSummaries",
	}, {
		"summary, checked: a part that ends behind a point is before it", claiming,
		`pool.Le(to, s.points[k]),`,
		`pool.Le(s.points[k], to),`, "TestSummaries",
	}, {
		"summary, checked: a range with one end that is a sum has numbers as ends", summing,
		`return !r[0].IsConst() || !r[1].IsConst()`,
		`return !r[0].IsConst() && !r[1].IsConst()`, "TestLoadsUpToEnds",
	}, {
		"summary, checked: a load is below the end of a range", summing,
		`p.pool.Le(x, r[1]))`,
		`p.pool.Lt(x, r[1]))`, "TestLoadsUpToEnds",
	}, {
		"summary, checked: a load is above the beginning of a range", summing,
		`p.pool.Le(r[0], x),`,
		`p.pool.Lt(r[0], x),`, "TestLoadsUpToEnds",
	}, {
		"summary, checked: instructions do not read summaries", "checker/follow.go",
		`c.touches(summaries, 0, math.MaxInt64))`,
		`false)`, "TestSummaries",
	},
}
