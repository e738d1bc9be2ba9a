package coresym

import (
	"math/rand/v2"
	"slices"
	"testing"

	"vouch/internal/effort"
	"vouch/internal/randcore"
	"vouch/semantics/core"
)

// This file tests what is said of slots: that sets which are found where something changed are those that looking at
// all instructions finds, again and again.

// slowly returns the sets of a step for a function.
func slowly(f *core.Func, step func(in *core.Instr, now slotSet)) []slotSet {
	sets := newAnalysis(f).sets
	for changed := true; changed; {
		changed = false
		for i := range f.Code {
			now := make(slotSet, len(sets[i]))
			for _, j := range after(f, i) {
				for k, word := range sets[j] {
					now[k] |= word
				}
			}
			if step(&f.Code[i], now); !slices.Equal(now, sets[i]) {
				copy(sets[i], now)
				changed = true
			}
		}
	}
	return sets
}

// slowlyThrough returns what hotThrough returns.
func slowlyThrough(p *core.Program) map[*core.Func][]slotSet {
	results, sets := map[*core.Func]bool{}, map[*core.Func][]slotSet{}
	var taken func(e *core.Expr)
	taken = func(e *core.Expr) {
		if e != nil {
			if e.Op == core.Function {
				results[p.Funcs[e.Ref]] = true
			}
			taken(e.X)
			taken(e.Y)
		}
	}
	for _, g := range p.Globals {
		for _, in := range g.Init {
			taken(in.Value)
		}
	}
	for _, f := range p.Funcs {
		for i := range f.Code {
			for k, e := range f.Code[i].Args {
				if k > 0 || callee(p, &f.Code[i]) == nil {
					taken(e)
				}
			}
		}
		sets[f] = newAnalysis(f).sets
	}
	for changed := true; changed; {
		changed = false
		for _, f := range p.Funcs {
			now := slowly(f, hot(results[f], func(in *core.Instr, arg int) bool {
				g := callee(p, in)
				return g == nil || arg > g.Params || sets[g][0].has(arg-1)
			}))
			changed = changed || !slices.EqualFunc(now, sets[f], slices.Equal)
			sets[f] = now
			for i := range f.Code {
				if in := &f.Code[i]; in.Dst >= 0 && now[i+1].has(in.Dst) {
					if g := callee(p, in); g != nil && !results[g] {
						results[g], changed = true, true
					}
				}
			}
		}
	}
	return sets
}

func TestHot(t *testing.T) {
	calls, some := 0, 0
	for seed, family := range randcore.Families {
		for k := range effort.Of(uint64(600)) {
			p := randcore.Program(rand.New(rand.NewPCG(uint64(seed), k)), family)
			got, want := hotThrough(p), slowlyThrough(p)
			for i, f := range p.Funcs {
				if !slices.EqualFunc(got[f], want[f], slices.Equal) {
					t.Fatalf("%s: function %d: found %v, want %v, in\n%s", family.Name, i, got[f], want[f], p.Text())
				}
				if got, want := live(f), slowly(f, liveStep); !slices.EqualFunc(got, want, slices.Equal) {
					t.Fatalf("%s: function %d: found %v live, want %v, in\n%s", family.Name, i, got, want, p.Text())
				}
				for _, in := range f.Code {
					if callee(p, &in) != nil {
						calls++
					}
				}
				if slices.ContainsFunc(got[f], func(s slotSet) bool {
					return slices.ContainsFunc(s, func(w uint64) bool { return w != 0 })
				}) {
					some++
				}
			}
		}
	}
	if calls < 100 || some < 100 {
		t.Errorf("found %d calls, and %d functions with slots, want 100 of each at least", calls, some)
	}
}
