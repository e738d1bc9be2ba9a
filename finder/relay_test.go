package finder

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/finder/solver"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
	"vouch/semantics/term"
)

// This file defines tests of walks that take turns with explorations.

// unmet returns a program with so many branches on inputs whose ways do not meet, and with what follows them.
func unmet(branches int, after string) string {
	var b strings.Builder
	for i := range branches + 1 {
		fmt.Fprintf(&b, "input x%d\nassume -100 <= x%d <= 100\n", i, i)
	}
	b.WriteString("s = 0\n")
	for i := range branches {
		fmt.Fprintf(&b, "if x%d + 3 * x%d > %d { s = s + 1 } else { s = s + x%d * 0 }\n", i, i+1, 7*i%50, i)
	}
	return b.String() + after
}

// marks lists which instructions of a program are reached.
func marks(p *subject, r *Result) (list []bool) {
	for _, f := range p.Core.Funcs {
		for _, m := range r.Reach.Marks(f) {
			list = append(list, m&coresym.Reached != 0)
		}
	}
	return list
}

// TestRelay: where ways do not meet, the walk ends the search, with what is the same to the byte for any number of
// threads; its work is a part of what a search without it takes.
func TestRelay(t *testing.T) {
	for _, c := range []struct {
		title, source string
		limits        Limits
		want          Verdict
	}{
		{"no bug", unmet(10, "assert s <= 10\n"), Limits{}, Safe},
		{"a bug on one way", unmet(11, "assert s != 9 or x11 < 99 or x4 != 7\n"), Limits{}, Bug},
		{"a loop behind the branches, and a limit", unmet(9, "input n\nwhile n > 0 { n = n - 1 }\nassert s <= 9\n"),
			Limits{Loop: 2}, Bounded},
		{"a product behind the branches", unmet(9, "assert s * s <= 81\n"), Limits{}, Safe},
	} {
		var first []byte
		for _, threads := range []int{1, 2, 5} {
			p := newSubject(program(t, "t.imp", c.source))
			o := Options{Prove: true, Engine: EngineExplore, Pruning: Auto, Solver: "lia", Limits: c.limits,
				Workers: threads, threads: threads}
			o.relay = o.takesLegs()
			r, err := p.find(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			if c.want == Bug && r.Coverage.Frontier == 0 {
				t.Errorf("%s, %d threads: found nothing left, want what was not explored", c.title, threads)
			}
			var data []byte
			if r.Verdict == Bug {
				data = certs.Encode(r.Certain()[0].Bug)
			} else if r.Absence != nil {
				data = certs.Encode(r.Absence)
			}
			w, _ := p.relayed.(*relay)
			if r.Verdict != c.want || data == nil || w == nil || !w.over || len(w.jobs) < 2 && c.want != Bug {
				t.Errorf("%s, %d threads: found %s, want %s by the walk, in several jobs", c.title, threads,
					r.Verdict, c.want)
				continue
			}
			if first == nil {
				first = data
				if c.want != Bug {
					if _, err := judged(r.Absence); err != nil {
						t.Errorf("%s: the checker says %v, want it to accept the certificate", c.title, err)
					}
				}
			}
			if !bytes.Equal(first, data) {
				t.Errorf("%s: found another certificate with %d threads, want the same", c.title, threads)
			}
			alone := newSubject(program(t, "t.imp", c.source))
			o.relay = false
			if without, err := alone.find(t.Context(), o); err != nil || c.want == Bug {
				continue
			} else if want := marks(alone, without); !slices.Equal(marks(p, r), want) {
				t.Errorf("%s: found the instructions reached %v, want %v", c.title, marks(p, r), want)
			}
		}
	}
}

// TestRelayInVain: where the walk does not come to its end, it takes no more than the exploration, whatever it seems to
// take; and the search finds what it finds without it.
func TestRelayInVain(t *testing.T) {
	for _, c := range []struct{ title, source string }{
		{"turns without an end",
			"input n, k\nx = 0\nwhile x != n { x = x + 1; if k > x { k = k - 2 } }\nassert x >= 0 or k < 5\n"},
		{"a thousand million ways", unmet(30, "assert s <= 30\n")},
		{"ways that come to nothing, beside turns without an end",
			unmet(4, "input n\nwhile n > s { n = n - 1 }\nassert n * n < 900\n")},
	} {
		p := newSubject(program(t, "t.imp", c.source))
		o := Options{Prove: true, Engine: EngineExplore, Pruning: Auto, Solver: "lia"}
		o.relay = o.takesLegs()
		x := p.relay(o).(*relay)
		for spent := int64(firstLeg); spent < 400_000 && !x.over; spent *= 2 {
			if r := x.leg(t.Context(), spent, o, Coverage{}); r != nil && r.Verdict != Bug {
				t.Fatalf("%s: found %s, want no proof", c.title, r.Verdict)
			}
			if x.at.Micros > spent+spent/2 {
				t.Errorf("%s: the walk took %d microseconds beside %d, want no more", c.title, x.at.Micros, spent)
			}
		}
	}
}

// TestTakesLegs: no walk takes turns with a search that is asked for what the walk does not give.
func TestTakesLegs(t *testing.T) {
	for title, change := range map[string]func(*Options){
		"no proof":                          func(o *Options) { o.Prove = false },
		"all bugs":                          func(o *Options) { o.All = true },
		"a queue of jobs":                   func(o *Options) { o.Spread = func(context.Context) *Result { return nil } },
		"some instructions":                 func(o *Options) { o.Toward = func(*core.Instr) bool { return true } },
		"a caller who stops it":             func(o *Options) { o.Stop = func(int64, int64) bool { return false } },
		"a journal":                         func(o *Options) { o.Journal = &solver.Journal{} },
		"answers of others":                 func(o *Options) { o.Answers = &solver.Answers{} },
		"another solver":                    func(o *Options) { o.NewSolver = func(*term.Pool) solver.Solver { return nil } },
		"a whole record of what is reached": func(o *Options) { o.Trace = true },
		"endless loops":                     func(o *Options) { o.Hangs = true },
		"a limit of states":                 func(o *Options) { o.Limits.States = 1 },
		"no solver":                         func(o *Options) { o.Pruning = Unasked },
		"lazy pruning":                      func(o *Options) { o.Pruning = Lazy },
		"other ways to a fault":             func(o *Options) { o.Again = func(Finding) bool { return true } },
		"inputs that keep their values":     func(o *Options) { o.Fixed = func(string) bool { return true } },
		"drafts":                            func(o *Options) { o.Drafts = true },
		"claims":                            func(o *Options) { o.Claims = []*Claim{{}} },
		"a guide":                           func(o *Options) { o.Guide = []Waypoint{{}} },
		"that it never looks aside":         func(o *Options) { o.LookBack = -1 },
	} {
		o := Options{Prove: true}
		if !o.takesLegs() {
			t.Fatal("found no walk with no other options, want one")
		}
		if change(&o); o.takesLegs() {
			t.Errorf("%s: found a walk, want none", title)
		}
	}
}

// TestRelayEnough: a bug of a kind that does not end the search does not end it when the walk meets it.
func TestRelayEnough(t *testing.T) {
	source := unmet(10, "assert s < 10\ny = 1 / (s - 9)\n")
	for _, c := range []struct {
		title  string
		enough semantics.Kind
	}{{"the assertion", semantics.AssertionFailed}, {"the division", semantics.DivisionByZero}} {
		o := Options{Prove: true, Engine: EngineExplore, Pruning: Auto, Solver: "lia",
			Enough: func(k semantics.Kind) bool { return k == c.enough }}
		r, err := Find(t.Context(), program(t, "t.imp", source), o)
		if err != nil {
			t.Fatal(err)
		}
		if bugs := r.Certain(); len(bugs) == 0 || bugs[len(bugs)-1].Fault.Kind != c.enough {
			t.Errorf("%s: found %s, want it last", c.title, findings(r))
		}
	}
}

// TestRelayOpen: a walk that leaves something open goes on no more.
func TestRelayOpen(t *testing.T) {
	hard := "input a, b, c\nif a * a * a + b * b * b = c * c * c + 33 and c > 0 and a > 1000 and b > 1000 { fail }\n"
	p := newSubject(program(t, "t.imp", unmet(10, hard)))
	o := Options{Prove: true, Engine: EngineExplore, Pruning: Auto, Solver: "lia"}
	o.relay = o.takesLegs()
	w := p.relay(o).(*relay)
	for range 3 {
		if r := w.leg(t.Context(), 1_000_000, o, Coverage{}); r != nil {
			t.Fatalf("found %s, want nothing", r.Verdict)
		}
	}
	if !w.over || len(w.jobs)-len(w.waiting) > 1 {
		t.Errorf("found %d jobs done, want one, which leaves a way open", len(w.jobs)-len(w.waiting))
	}
}
