package mutants

// This file lists wrong rules of endless loops.

const (
	endlessFile = "checker/endless.go"
	hangFile    = "finder/hang.go"
	numbersFile = "finder/numbers.go"
)

// endlessRules are those that tests of package checker notice.
var endlessRules = []Mutant{
	{
		"endless, checked: nobody compares with dead objects", endlessFile,
		`return s.Stale(x, y)`,
		`return s.Stale(x, y) && e == nil`, "TestEndless",
	}, {
		"endless, checked: any state is the same", endlessFile,
		`if !c.Same(t.state, last) {`,
		`if !c.Same(t.state, last) && t.state.PC() != last.PC() {`, "TestEndless",
	}, {
		"endless, checked: an input may be drawn in between", endlessFile,
		`case in.Op == core.Draw:`,
		`case in.Op == core.Draw && in.Name == "":`, "TestEndless",
	}, {
		"endless, checked: something may be written in between", endlessFile,
		`case in.Op == core.Output && t.writes(s):`,
		`case in.Op == core.Output && !t.writes(s):`, "TestEndless",
	}, {
		"endless, checked: output to nowhere counts", endlessFile,
		`return !ok || n.Sign() != 0`,
		`return !ok || n.Sign() >= 0`, "TestEndless",
	}, {
		"endless, checked: a step may depend on numbers", endlessFile,
		`	t.watch(s, w, true)
`,
		``, "TestEndless",
	}, {
		"endless, checked: objects may have other numbers in any case", endlessFile,
		`if c.Renumbered && t.numbered {`,
		`if !c.Renumbered && t.numbered {`, "TestEndless",
	}, {
		"endless, checked: memory may grow", endlessFile,
		`if c.Renumbered && t.alive(t.state) != t.alive(last) {`,
		`if c.Renumbered && t.alive(t.state) > t.alive(last) {`, "TestEndless",
	}, {
		"endless, checked: the dead are alive", endlessFile,
		`!o.Dead {`,
		`o != nil {`, "TestEndless",
	}, {
		"endless, checked: no period", endlessFile,
		`case endless != (t.Period > 0 || c.Turns != nil):`,
		`case !endless && t.Period > 0 && c.Turns == nil:`, "TestEndless",
	}, {
		"endless, checked: a fault may have a period", endlessFile,
		`case endless != (t.Period > 0 || c.Turns != nil):`,
		`case endless && t.Period == 0 && c.Turns == nil:`, "TestForgedEndless",
	}, {
		"endless, checked: a period longer than the run", endlessFile,
		`case t.Period > t.Steps:`,
		`case t.Period > 2*t.Steps:`, "TestEndless",
	}, {
		"endless, checked: the first state is one later", endlessFile,
		`begin: t.Steps - t.Period}, nil`,
		`begin: t.Steps - t.Period + 1}, nil`, "TestEndless",
	}, {
		"endless, checked: it is at any place", endlessFile,
		`if found.File != uint64(fault.File) || found.Line != uint64(fault.Line) || found.Column != uint64(fault.Column) {`,
		`if found.Line != uint64(fault.Line) && found.Column != uint64(fault.Column) {`, "TestForgedEndless",
	}, {
		"endless, checked: other inputs may do the same", "checker/bug.go",
		`	for _, in := range r.c.Inputs {
		r.collect`,
		`	for _, in := range r.c.Inputs[:0] {
		r.collect`, "TestForgedEndless",
	},
}

const recurFile = "checker/recur.go"

// turnRules are those about loops that come back to no state, which tests of package checker notice.
var turnRules = []Mutant{
	{
		"turns, checked: a turn may come to the end", "checker/walk.go",
		`case w.Done(y.state):`,
		`case w.Done(y.state) && y.depth < 0:`, "TestTurns",
	}, {
		"turns, checked: any instruction will do", "checker/walk.go",
		`case !mayTurn[in.Op]:`,
		`case !mayTurn[in.Op] && in.Op == core.Halt:`, "TestTurns",
	}, {
		"turns, checked: a violated assumption is no end", "checker/absence.go",
		`if g.fault.Kind != core.Discard || w.endless {`,
		`if g.fault.Kind != core.Discard {`, "TestTurns",
	}, {
		"turns, checked: addresses count", "checker/walk.go",
		`case slices.ContainsFunc(in.Args, w.addressed):`,
		`case slices.ContainsFunc(in.Args, w.addressed) && y.depth < 0:`, "TestTurns",
	}, {
		"turns, checked: the set need not be that of the first state", recurFile,
		`t.Landmarks[0].Steps != 1 ||`,
		``, "TestTurns",
	}, {
		"turns, checked: the first landmark may be covered", recurFile,
		` || t.Landmarks[0].Same != 0 {`,
		` {`, "TestTurns",
	}, {
		"turns, checked: what is left over does not matter", recurFile,
		`err = w.allRead()`,
		`w = nil`, "TestTurns",
	}, {
		"turns, checked: no walk", recurFile,
		`	case err != nil:
		err = fmt.Errorf("turns: %w", err)`,
		`	case err != nil:
		err = nil`, "TestTurns",
	}, {
		"turns, checked: pointers may be compared", "checker/walk.go",
		`e.Op == core.Same && e.X.Op != core.Null &&`,
		`e.Op == core.Same && e.X.Op == core.Null &&`, "TestTurns",
	}, {
		"turns, checked: the place may be anywhere", recurFile,
		`	case !w.leadBack():`,
		`	case !w.leadBack() && w == nil:`, "TestTurns",
	}, {
		"turns, checked: the last landmark need not lead back", recurFile,
		`return int64(len(reaches)) == int64(len(w.marks))-w.v.Covered`,
		`return int64(len(reaches)) >= int64(len(w.marks))-w.v.Covered-1`, "TestTurns",
	}, {
		"turns, checked: numbers of objects count", recurFile,
		`	case w.numbered:
		err = errors.New("turns: found a step`,
		`	case w.numbered && w == nil:
		err = errors.New("turns: found a step`, "TestTurns",
	}, {
		"turns, found: a loop that ended long ago", "finder/recur.go",
		`	return n-v.steps[len(v.steps)-1] <= 2*longest`,
		`	return n-v.steps[len(v.steps)-1] <= 2*longest || n > 0`, "TestRecurring",
	}, {
		"turns, checked: they go with a period", endlessFile,
		`case c.Turns != nil && (!endless || t.Period > 0):`,
		`case c.Turns != nil && !endless:`, "TestTurnsAndPeriods",
	}, {
		"turns, checked: they go with any fault", endlessFile,
		`case c.Turns != nil && (!endless || t.Period > 0):`,
		`case c.Turns != nil && endless && t.Period > 0:`, "TestTurnsAndPeriods",
	}, {
		"turns, found: a turn may leave the loop", "finder/absence.go",
		`if err == nil && a.stays != nil && (len(next) == 0 || !a.stays(n.state)) {`,
		`if err == nil && a.stays != nil && !a.stays(n.state) {`, "TestRecurring",
	}, {
		"turns, found: only the first states are tried", "finder/recur.go",
		`return c, true
		}
	}
	o.Vain.add(loop)`,
		`return c, false
		}
	}
	o.Vain.add(loop)`, "TestRecurring",
	},
}

// hangRules are those of the finder that tests of package checker notice.
var hangRules = []Mutant{
	{
		"endless, found: variables that keep their numbers count", hangFile,
		`v.Type() == core.Int && !v.Equal(t.Slot(i))`,
		`v.Type() == core.Int && v.Equal(t.Slot(i))`, "TestHanging",
	}, {
		"endless, found: any state is the same", hangFile,
		`if !c.Same(first, s) || c.Renumbered`,
		`if c.Renumbered`, "TestHanging",
	}, {
		"endless, found: an input may be drawn in between", hangFile,
		`case drawn || outside:`,
		`case outside:`, "TestHanging",
	}, {
		"endless, found: something may be written in between", hangFile,
		`case drawn || outside:`,
		`case drawn:`, "TestHanging",
	}, {
		"endless, found: nothing outside acts", hangFile,
		`return ok && n.Sign() != 0`,
		`return ok && n.Sign() > 0`, "TestHanging",
	}, {
		"endless, checked: nothing outside acts", endlessFile,
		`return !ok || n.Sign() != 0`,
		`return !ok || n.Sign() > 0`, "TestEndless",
	}, {
		"endless, found: objects have the same numbers", hangFile,
		`c.Renumbered && (l.numbered || alive(first) != alive(s))`,
		`c.Renumbered`, "TestHanging",
	}, {
		"endless, found: memory may grow", hangFile,
		`(l.numbered || alive(first) != alive(s))`,
		`l.numbered`, "TestHanging",
	}, {
		"endless, found: a step may depend on numbers", hangFile,
		`c.Renumbered && depends(m, first, steps)`,
		`false`, "TestHanging",
	}, {
		"endless, found: the window does not grow", hangFile,
		`			window *= 2
`,
		``, "TestHanging",
	}, {
		"endless, found: it is nowhere in particular", hangFile,
		`s.Depth() < best.Depth() || s.Depth() == best.Depth() && s.PC() < best.PC()`,
		`s.PC() == -1`, "TestHanging",
	},
}

// firstRules are those of the finder that its own tests notice.
var firstRules = []Mutant{
	{
		"endless, found: it hides a fault", "finder/finder.go",
		`stopped && f.Fault.Kind == semantics.EndlessLoop && o.Enough == nil {`,
		`stopped && f.Fault.Kind == "" && o.Enough == nil {`, "TestFaultsFirst",
	}, {
		"endless, found: it comes first", "finder/finder.go",
		`return cmp.Compare(f.endless(), g.endless())`,
		`return cmp.Compare(g.endless(), f.endless())`, "TestFaultsFirst",
	}, {
		"endless, found: the search goes on for ever", "finder/explore.go",
		`x.Limits.States == 0 || most < x.Limits.States {`,
		`x.Limits.States == 0 {`, "TestFaultsFirst",
	},
}
