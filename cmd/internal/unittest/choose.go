package unittest

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/faults"
	"vouch/finder"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines which calls become tests: few that reach every line and both sides of every branch that any
// reaches.

// point is a line, or a side of a branch.
type point struct {
	fn   *core.Func
	line int // of a line, in the file of the function; 0 for a branch
	pc   int
	way  semantics.Branch
}

// covering notes which points of what people wrote a run reaches.
type covering struct{ points map[point]bool }

func (w *covering) Begin(*core.Machine, core.State) { w.points = map[point]bool{} }

func (w *covering) Step(s *view.Step) {
	fn := s.Before.Func()
	if !isProject(fn) {
		return
	}
	if at := s.Instr().Span; at.IsValid() {
		w.points[point{fn: fn, line: int(at.Line)}] = true
	}
	if s.Rule.Branch != semantics.NoBranch {
		w.points[point{fn: fn, pc: s.Before.PC(), way: s.Rule.Branch}] = true
	}
}

func (w *covering) End(core.State, semantics.Outcome) {}

// isProject reports whether a function is of the program, and not of the library or of a harness.
func isProject(fn *core.Func) bool { return !fn.Library && fn.Name != "main" && !isUnknown(fn) }

// Count counts points.
type Count struct{ Lines, Branches int }

func (c Count) String() string {
	return checkcmd.Count(int64(c.Lines), "line") + " and " + checkcmd.Count(int64(c.Branches), "branch side")
}

// count counts points; of one function, if only is not nil.
func count(points map[point]bool, only *core.Func) (c Count) {
	for p := range points {
		switch {
		case only != nil && p.fn != only:
		case p.line > 0:
			c.Lines++
		default:
			c.Branches++
		}
	}
	return c
}

// all returns the points of a function.
func all(fn *core.Func) map[point]bool {
	points := map[point]bool{}
	for pc := range fn.Code {
		in := &fn.Code[pc]
		if in.Span.IsValid() {
			points[point{fn: fn, line: int(in.Span.Line)}] = true
		}
		if in.Op == core.Branch {
			points[point{fn: fn, pc: pc, way: semantics.BranchTrue}] = true
			points[point{fn: fn, pc: pc, way: semantics.BranchFalse}] = true
		}
	}
	return points
}

// candidate is a call that may become a test.
type candidate struct {
	call   *Call
	points map[point]bool
}

// Chosen says which tests were made, and what they reach.
type Chosen struct {
	All     Count // of the function
	Tests   Count // what the tests reach of it
	Any     Count // what any call that was tried reaches of it
	Callees Count // what the tests reach of the other functions of the program
	Left    []string
	Ended   string // why not all ways were followed; "" if they were
}

// maxSteps is how long a run of a test may be.
const maxSteps = 1 << 20

// maxTries is how many calls are tried.
const maxTries = 1 << 12

// distinct returns a function that gives inputs of signed types, and of small ones, small numbers that differ, so that
// a test notices whether they arrive. Plain says which inputs may have them. Inputs of larger types may be the bits of
// floating numbers.
func distinct(plain func(name string) bool) func(name string, lo, hi *big.Int) *big.Int {
	numbers := map[string]int64{}
	return func(name string, lo, hi *big.Int) *big.Int {
		if !plain(name) || lo == nil || hi == nil || lo.Sign() == 0 && hi.BitLen() > 16 {
			return nil
		}
		if numbers[name] == 0 {
			numbers[name] = int64(len(numbers)%9 + 1)
		}
		v := big.NewInt(numbers[name])
		if v.Cmp(lo) < 0 || v.Cmp(hi) > 0 {
			return nil
		}
		return v
	}
}

// Choose searches a program in which main calls the function of a suite, and adds tests to the suite. Plain says which
// inputs are numbers that may be anything where the function does not look at them.
func (s *Suite) Choose(ctx context.Context, p finder.Program, o finder.Options, plain func(name string) bool) (*Chosen,
	error) {
	var list []candidate
	good, reached := map[point]bool{}, map[point]bool{}
	left := map[string]int{}
	var fn *core.Func
	tries := 0
	try := func(input finder.Input) (call *Call, points map[point]bool, why string) {
		w := &covering{}
		call, out, err := CallOf(p.Core, s.Entry.Name, input, maxSteps, w)
		if call != nil {
			fn = call.Func
		}
		switch {
		case call == nil && err != nil:
			return nil, w.points, ""
		case out.Fault != nil && !(out.Fault.Kind == semantics.MemoryLeak && call.Returned):
			return call, w.points, fmt.Sprintf("%s in line %d", faults.Describe(out.Fault.Kind), out.Fault.Span.Line)
		case !call.Returned:
			return call, w.points, "no end within " + fmt.Sprint(maxSteps) + " steps"
		case call.Address != nil:
			return call, w.points, fmt.Sprintf("a result that depends on addresses, in line %d", call.Address.Line)
		case call.Reads != "":
			return call, w.points, "an input that no argument gives: " + call.Reads
		}
		draft := &Suite{Framework: s.Framework, Entry: s.Entry, Undefined: Bodies{Of: s.Undefined.Of}}
		if err := draft.Observed(call); err != nil {
			return call, w.points, err.Error()
		}
		return call, w.points, ""
	}
	coverage, err := finder.Ways(ctx, p, o, distinct(plain), func(w finder.Way) bool {
		tries++
		call, points, why := try(w.Input)
		if call == nil || subset(points, good) {
			return tries < maxTries
		}
		maps.Copy(reached, points)
		if why != "" {
			left[why]++
			return tries < maxTries
		}
		if small, same, why := try(w.Small()); small != nil && why == "" && subset(points, same) {
			call, points = small, same
		}
		maps.Copy(good, points)
		list = append(list, candidate{call, points})
		return tries < maxTries
	})
	if err != nil {
		return nil, err
	}
	if fn == nil {
		return nil, fmt.Errorf("found no call of %s within the budget, want one", s.Entry.Name)
	}
	maps.Copy(reached, good)
	list = smallest(list, good)
	s.Alone = slices.ContainsFunc(list, func(c candidate) bool { return c.call.static() })
	for _, c := range list {
		if err := s.Observed(c.call); err != nil {
			return nil, err
		}
	}
	whole, own := count(good, nil), count(good, fn)
	chosen := &Chosen{All: count(all(fn), nil), Tests: own, Any: count(reached, fn),
		Callees: Count{whole.Lines - own.Lines, whole.Branches - own.Branches}}
	chosen.Left = slices.Sorted(maps.Keys(left))
	if chosen.Ended = coverage.Why; chosen.Ended == "" && tries >= maxTries {
		chosen.Ended = fmt.Sprintf("%d calls were tried", maxTries)
	}
	return chosen, nil
}

// subset reports whether all points are among others.
func subset(points, others map[point]bool) bool {
	for p := range points {
		if !others[p] {
			return false
		}
	}
	return true
}

// smallest returns few of the candidates that reach all points together, in the order in which they were found: of
// those that are left, always the one that reaches most.
func smallest(list []candidate, want map[point]bool) (chosen []candidate) {
	want = maps.Clone(want)
	taken := make([]bool, len(list))
	for len(want) > 0 {
		best, most := -1, 0
		for i, c := range list {
			n := 0
			for p := range c.points {
				if want[p] {
					n++
				}
			}
			if !taken[i] && n > most {
				best, most = i, n
			}
		}
		if best < 0 {
			break
		}
		taken[best] = true
		for p := range list[best].points {
			delete(want, p)
		}
	}
	for i, c := range list {
		if taken[i] {
			chosen = append(chosen, c)
		}
	}
	return chosen
}

// Words says what the tests of a suite reach.
func (c *Chosen) Words(s *Suite) []string {
	lines := []string{fmt.Sprintf("%s for %s: %d of %s and %d of %s are reached",
		checkcmd.Count(int64(s.Tests()), "test"), s.Entry.Name,
		c.Tests.Lines, checkcmd.Count(int64(c.All.Lines), "line"), c.Tests.Branches,
		checkcmd.Count(int64(c.All.Branches), "branch side"))}
	if c.Callees != (Count{}) {
		lines = append(lines, fmt.Sprintf("and %s of the functions that it calls", c.Callees))
	}
	if c.Any != c.Tests {
		lines = append(lines, fmt.Sprintf("inputs that become no tests reach more: %s",
			Count{c.Any.Lines - c.Tests.Lines, c.Any.Branches - c.Tests.Branches}))
	}
	for _, why := range c.Left {
		lines = append(lines, "not tested: "+why)
	}
	if c.Ended != "" {
		lines = append(lines, "not all ways were followed: "+c.Ended)
	}
	return lines
}

// Why says why there are no tests.
func (c *Chosen) Why() string {
	why := slices.Clone(c.Left)
	if c.Ended != "" {
		why = append(why, c.Ended)
	}
	return strings.Join(why, "; ")
}
