package finder

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"vouch/certs"
	"vouch/internal/effort"
	"vouch/internal/randcore"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/symbolic"
)

// This file tests that a run which goes along stretches is the one without them.

// taken takes a stretch of at most most steps from s, and adds it to l.
func (l *stretches) taken(m *core.Machine, s core.State, depth, most int64, follows bool) (last core.State,
	steps int64) {
	var ways []bool
	last, steps = m.Decide(s, most, func(b semantics.Branch) bool {
		ways = append(ways, b == semantics.BranchTrue)
		return true
	})
	if steps > 0 {
		l.add(depth, s, last, steps, ways, follows)
	}
	return last, steps
}

// alike fails the test unless a run along l is the one without, with looks at the given steps.
func alike(t *testing.T, title string, m *core.Machine, l *stretches, ends []int64) (along runner) {
	t.Helper()
	along = runner{machine: m, stretches: l, last: m.Start()}
	alone := runner{machine: m, stretches: &stretches{}, last: m.Start()}
	for _, end := range ends {
		along.run(end)
		alone.run(end)
		if along.steps != alone.steps || !along.last.Equal(alone.last) || along.decisions.Len != alone.decisions.Len ||
			!bytes.Equal(along.decisions.Bytes, alone.decisions.Bytes) {
			t.Fatalf("%s: found %d steps and %d decisions until step %d, want %d and %d, and the same state: %t", title,
				along.steps, along.decisions.Len, end, alone.steps, alone.decisions.Len,
				along.last.Equal(alone.last))
		}
	}
	return along
}

// TestStretchesOfRandomPrograms: wherever stretches begin, however long they are, and wherever one looks.
func TestStretchesOfRandomPrograms(t *testing.T) {
	r := rand.New(rand.NewPCG(81, 82))
	joined, strangers, between := 0, 0, 0
	for i := range effort.Of(2000) {
		c := randcore.Program(r, randcore.Families[i%len(randcore.Families)])
		p := newSubject(Program{Core: c})
		m, other := p.concrete(symbolic.Inputs{}, nil), p.concrete(symbolic.Inputs{}, nil)
		begin := r.Int64N(40)
		s, n := m.Run(m.Start(), begin)
		l := &stretches{apart: r.Int64N(30)}
		for range r.IntN(12) {
			last, steps := l.taken(other, s, n, 1+r.Int64N(20), true)
			if steps == 0 {
				break
			}
			s, n = last, n+steps
		}
		var ends []int64
		for end := r.Int64N(60); len(ends) < 6; end += r.Int64N(60) {
			ends = append(ends, end)
		}
		title := fmt.Sprintf("program %d", i)
		if along := alike(t, title, m, l, ends); along.joined {
			joined++
			if ends[0] > begin && ends[0] < n {
				between++
			}
		}
		if len(l.stops) > 0 { // those of another run
			l.stops[0].State = m.Start()
			if along := alike(t, title, m, l, ends); !along.joined {
				strangers++
			}
		}
	}
	for what, found := range map[string]int{"along stretches": joined, "past those of others": strangers,
		"with looks in between": between} {
		if least := effort.Of(2000) / 40; found < least {
			t.Errorf("found %d runs %s, want %d at least", found, what, least)
		}
	}
}

// TestStretches: what is kept, and what is forgotten.
func TestStretches(t *testing.T) {
	const text = "x = 0\nwhile true {\n  x = x + 1\n  if x % 7 == 3 {\n    x = x + 2\n  }\n}\n"
	m := newSubject(program(t, "t.imp", text)).concrete(symbolic.Inputs{}, nil)
	type step struct {
		depth, most int64
		breaks      bool
	}
	for _, c := range []struct {
		title      string
		steps      []step
		begin, end int64
	}{
		{"nothing", nil, 0, 0},
		{"one", []step{{10, 5, false}}, 10, 15},
		{"the first one follows nothing", []step{{10, 5, true}}, 10, 15},
		{"two in a row", []step{{10, 5, false}, {15, 30, false}}, 10, 45},
		{"a gap between two", []step{{10, 5, false}, {16, 30, false}}, 16, 46},
		{"two that overlap", []step{{10, 5, false}, {14, 30, false}}, 14, 44},
		{"another state at the same depth", []step{{10, 5, false}, {15, 30, true}}, 15, 45},
		{"a gap, and two in a row", []step{{10, 5, false}, {20, 7, false}, {27, 1, false}}, 20, 28},
	} {
		l := &stretches{}
		for _, s := range c.steps {
			at, n := m.Run(m.Start(), s.depth)
			l.taken(m, at, n, s.most, !s.breaks)
		}
		var begin int64
		if len(l.stops) > 0 {
			begin = l.stops[0].depth
		}
		if begin != c.begin || l.end.depth != c.end {
			t.Errorf("%s: found stretches from %d to %d, want %d to %d", c.title, begin, l.end.depth, c.begin, c.end)
		}
		alike(t, c.title, m, l, []int64{1, 10, 12, 15, 16, 20, 27, 28, 40, 60})
	}
}

// TestStretchesAreFew: however many stretches follow each other, few states are kept, and these lie at distances that
// are about the same.
func TestStretchesAreFew(t *testing.T) {
	m := newSubject(program(t, "t.imp", "x = 0\nwhile true {\n  x = x + 1\n}\n")).concrete(symbolic.Inputs{}, nil)
	for _, n := range []int64{1, mostStops, mostStops + 1, 10 * mostStops, 100 * mostStops} {
		l, s, depth := &stretches{}, m.Start(), int64(0)
		for range n {
			last, steps := l.taken(m, s, depth, 10, true)
			s, depth = last, depth+steps
		}
		if len(l.stops) > mostStops || int64(len(l.stops)) < min(n, mostStops/4) {
			t.Errorf("%d stretches: found %d stops", n, len(l.stops))
		}
		for i := 1; i < len(l.stops); i++ {
			if apart := l.stops[i].depth - l.stops[i-1].depth; apart > max(10, 8*depth/mostStops) {
				t.Errorf("%d stretches: found %d steps from one stop to the next", n, apart)
			}
		}
		alike(t, fmt.Sprintf("%d stretches", n), m, l, []int64{depth / 3, depth / 2, depth - 1, depth + 100})
	}
}

// TestStretchesWithTooManyWays: what no certificate has room for is forgotten.
func TestStretchesWithTooManyWays(t *testing.T) {
	m := newSubject(program(t, "t.imp", "x = 0\nwhile true {\n  x = x + 1\n}\n")).concrete(symbolic.Inputs{}, nil)
	l := &stretches{}
	last, n := l.taken(m, m.Start(), 0, 100, true)
	l.ways = certs.Bits{Len: mostBranches}
	if l.taken(m, last, n, 10, true); l.stops[0].depth != n || l.ways.Len > 10 {
		t.Errorf("found stretches from %d with %d branches, want none before %d", l.stops[0].depth, l.ways.Len, n)
	}
}
