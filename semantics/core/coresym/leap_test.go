package coresym

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"vouch/internal/effort"
	"vouch/internal/randcore"
	"vouch/semantics"
	"vouch/semantics/core"
)

// leaping returns a machine that leaps from the first step on, unless a stretch is short.
func leaping(p *core.Program) *Machine {
	m := New(p)
	m.Leaps()
	m.walked = beforeLeaps
	return m
}

// TestLeapsOfRandomPrograms: the state behind a leap stands for the same concrete states as the one to which the same
// steps on terms lead.
func TestLeapsOfRandomPrograms(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 72))
	families := slices.Concat(randcore.Families, randcore.BitFields)
	leaps, objects, calls := 0, 0, 0
	for i := range effort.Of(4000) {
		p := randcore.Program(r, families[i%len(families)])
		for _, f := range p.Funcs { // some of what is drawn becomes a constant
			for i := range f.Code {
				if in := &f.Code[i]; in.Op == core.Draw && r.IntN(8) > 0 {
					f.Code[i] = core.Instr{Op: core.Set, Dst: in.Dst, Span: in.Span, Loop: in.Loop,
						Args: []*core.Expr{{Op: core.Const, Type: core.Int, Int: big.NewInt(r.Int64N(10))}}}
				}
			}
		}
		m := leaping(p)
		s := m.Start()
		for range r.IntN(20) {
			if step := m.Step(s); step.Only {
				s = step.Next.State
			}
		}
		last, steps := m.leap(s, int64(leastLeap+r.IntN(1000)))
		if steps == 0 {
			continue
		}
		leaps++
		for range steps {
			next := m.Step(s)
			if !next.Only && len(next.Successors) != 1 {
				t.Fatalf("a leap passes a state with %d successors:\n%s", len(next.Successors), p.Text())
			}
			if s = next.Next.State; !next.Only {
				s = next.Successors[0].State
			}
		}
		want, ok := m.Concretize(s, nil)
		found, has := m.Concretize(last, nil)
		if ok != has || ok && !found.Equal(want) || len(last.cond.Conjuncts()) != len(s.cond.Conjuncts()) {
			t.Fatalf("a leap of %d steps leads to another state than the steps:\n%s", steps, p.Text())
		}
		objects, calls = max(objects, want.Objects()), max(calls, want.Depth())
		told := m.Leap()
		if told == nil || m.Leap() != nil || told.Steps != steps || told.Follows || !told.To.Equal(found) {
			t.Fatalf("of a leap of %d steps, found %+v, want it once", steps, told)
		}
		var ways []bool
		(&core.Machine{Program: p}).Decide(told.From, steps, func(b semantics.Branch) bool {
			ways = append(ways, b == semantics.BranchTrue)
			return true
		})
		if !slices.Equal(ways, told.Ways) {
			t.Fatalf("of a leap of %d steps, found the ways %v, want %v", steps, told.Ways, ways)
		}
		if _, more := m.leap(last, 1<<10); more > 0 && !m.Leap().Follows {
			t.Fatalf("the leap behind one of %d steps does not follow it:\n%s", steps, p.Text())
		}
	}
	if leaps < 100 || objects < 5 || calls < 1 {
		t.Errorf("found %d leaps, %d objects, %d calls, want more", leaps, objects, calls)
	}
}

// TestLeapsFollow: a leap follows another one if it begins in the very state to which that led.
func TestLeapsFollow(t *testing.T) {
	const text = "core 1\nentry main\n\nfunc main()\n  slot i int\n  slot x int\n  0: set i 0\n" +
		"  1: branch (lt (def i \"unbound variable\") 9000) then 2 else 4\n" +
		"  2: set i (add (def i \"unbound variable\") 1)\n  3: jump 1\n  4: return\n"
	p, err := core.Parse("x", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		title   string
		change  func(m *Machine, s State) State
		follows bool
	}{
		{"the same state", func(_ *Machine, s State) State { return s }, true},
		{"a step further", only, false},
		{"three steps further, in the turn behind", func(m *Machine, s State) State {
			return only(m, only(m, only(m, s)))
		}, false},
		{"on another path", func(m *Machine, s State) State {
			x := m.pool.Input("x")
			s.cond = s.cond.And(m.pool.Le(x, m.pool.Int(big.NewInt(5))))
			return s
		}, false},
		{"an equal state that was made anew", func(m *Machine, s State) State {
			concrete, _ := m.Concretize(s, nil)
			return m.lifted(concrete)
		}, false},
		{"another number in a slot", func(m *Machine, s State) State {
			s.slots = s.slots.with(nil, 1, m.pool.Int(big.NewInt(5)))
			return s
		}, false},
		{"another instruction", func(_ *Machine, s State) State {
			s.pc = 3
			return s
		}, false},
	} {
		m := leaping(p)
		s := only(m, m.Start())
		last, _ := m.leap(s, 300)
		if l := m.Leap(); l == nil || l.Follows {
			t.Fatalf("%s: found the first leap %+v, want one that follows none", c.title, l)
		}
		if m.leap(c.change(m, last), 300); m.jumped == nil || m.jumped.Follows != c.follows {
			t.Errorf("%s: found the second leap %+v, want one that follows: %t", c.title, m.jumped, c.follows)
		}
	}
}

// only returns the one successor of s.
func only(m *Machine, s State) State {
	if step := m.Step(s); step.Only {
		return step.Next.State
	}
	return m.Expand(s)[0].State
}

// TestLeapOfCall: a call leaps only if nothing in its callers depends on inputs.
func TestLeapOfCall(t *testing.T) {
	for _, c := range []struct {
		title, behind string
		leaps         bool
	}{
		{"the caller has what was drawn", "jump 2", false},
		{"it has it no more", "set x 1", true},
	} {
		text := "core 1\nentry main\n\nfunc main()\n  slot x int\n  0: draw x x ..\n  1: " + c.behind +
			"\n  2: call - (func f)\n  3: return\n\n" +
			"func f()\n  slot i int\n  0: set i 0\n  1: branch (lt (def i \"unbound variable\") 5000) then 2 else 4\n  2: set i (add (def i \"unbound variable\") 1)\n  3: jump 1\n  4: return\n"
		p, err := core.Parse("x", []byte(text))
		if err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		m := leaping(p)
		s := m.Start()
		for range 4 {
			s = only(m, s)
		}
		if _, steps := m.leap(s, 1<<12); (steps > 0) != c.leaps {
			t.Errorf("%s: found a leap of %d steps, want one: %t", c.title, steps, c.leaps)
		}
	}
}

// TestLeap says from which states the machine leaps.
func TestLeap(t *testing.T) {
	const loop = `
  4: branch (lt (def i "unbound variable") 5000) then 5 else 7
  5: set i (add (def i "unbound variable") 1)
  6: jump 4
  7: return`
	for _, c := range []struct {
		title, start string
		most         int64
		leaps        bool
	}{
		{"nothing was drawn", "0: set x 1\n  1: set i 0\n  2: jump 3\n  3: jump 4", 1 << 12, true},
		{"what was drawn is overwritten", "0: draw x x ..\n  1: set x 1\n  2: set i 0\n  3: jump 4", 1 << 12, true},
		{"what was drawn has one value, but is an input", "0: draw x x 3 .. 3\n  1: set i 0\n  2: jump 3\n  3: jump 4",
			1 << 12, false},
		{"a slot depends on what was drawn", "0: draw x x ..\n  1: set i 0\n  2: jump 3\n  3: jump 4", 1 << 12, false},
		{"the stretch is short", "0: set x 1\n  1: set i 0\n  2: jump 3\n  3: jump 4", leastLeap - 1, false},
		{"memory depends on what was drawn",
			"0: draw x x 0 .. 9\n  1: store u64 (global g) x\n  2: set x 0\n  3: set i 0", 1 << 12, false},
		{"what was drawn was assumed",
			"0: draw x x ..\n  1: assume (lt (def x \"uninitialised value\") 5)\n  2: set x 1\n  3: set i 0", 1 << 12,
			true},
		{"a pointer depends on what was drawn",
			"0: draw x x 0 .. 7\n  1: set p (move (global g) (def x \"uninitialised value\"))\n  2: set x 0\n  3: set i 0",
			1 << 12, false},
		{"a pointer does not", "0: draw x x 0 .. 7\n  1: set p (move (global g) 3)\n  2: set x 0\n  3: set i 0",
			1 << 12, true},
		{"a size depends on what was drawn",
			"0: draw x x 1 .. 7\n  1: alloc p heap (def x \"uninitialised value\")\n  2: set x 0\n  3: set i 0",
			1 << 12, false},
		{"a size does not", "0: draw x x 1 .. 7\n  1: alloc p heap 8\n  2: set x 0\n  3: set i 0", 1 << 12, true},
	} {
		text := "core 1\nentry main\n\nglobal g size 8\n\nfunc main()\n  slot x int\n  slot i int\n  slot p ptr\n  " +
			c.start + loop + "\n"
		p, err := core.Parse("x", []byte(text))
		if err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		m := leaping(p)
		s := m.Start()
		for range 4 {
			s = only(m, s)
		}
		drawn := s.rest.drawn
		last, steps := m.leap(s, c.most)
		if (steps > 0) != c.leaps {
			t.Errorf("%s: found a leap of %d steps, want one: %t", c.title, steps, c.leaps)
		}
		if last.rest.drawn != drawn || last.cond != s.cond || m.Leapt() != steps {
			t.Errorf("%s: found other inputs or another path behind the leap, or %d steps of leaps, want %d", c.title,
				m.Leapt(), steps)
		}
		if m.walked = 0; c.leaps {
			if _, steps := m.leap(s, c.most); steps > 0 {
				t.Errorf("%s: found a leap at the start of a search, want none", c.title)
			}
		}
	}
}
