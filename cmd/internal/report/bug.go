package report

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/faults"
	"vouch/semantics/imp"
	"vouch/semantics/imp/impsym"
	"vouch/semantics/imp/impview"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file defines what a page says of a bug, by running its program once more beside its symbolic semantics.

// Bug is a bug as the page shows it.
type Bug struct {
	At        string
	Steps     int64
	Input     []Value
	MoreInput int // inputs left out
	Reason    string
	FaultLine int
	Lines     []Line
	Events    []Event // what happened, in excerpts
	Conjuncts []Conjunct
	Class     string // the path condition, simplified
	Implied   string // says how many conjuncts were left out for that
	Members   Members
	Plot      *Plot
	Replay    *Replay // nil if the program is too large for the page
	Loops     []Loop
}

// Value is the value of an input.
type Value struct {
	Name, Text string
	Any        bool // the path condition says nothing of it
}

// Conjunct is a conjunct of the path condition.
type Conjunct struct {
	Left int // conjuncts left out before this one
	N    int
	Text string
	Line int   // what caused it; 0 if that is not known
	Step int64 // the state that took it in, by the steps before; -1 for an assumption at the start
	Told int64 // the step that took it in
}

// Loop is a loop of the program with how many iterations it began.
type Loop struct {
	Index  int // of its statement in the replay
	Line   int
	Rounds int64
}

// How much a page shows, at each end of a list.
const (
	keepEvents    = 20
	keepConjuncts = 100
)

func (b *Bug) sentence(v *checker.Verdict) string {
	return fmt.Sprintf("%s at %s:%s for %s", capital(faults.Describe(v.Fault.Kind)), v.Program, b.At, checkcmd.Inputs(v.Model, " = "))
}

// capital returns a text that begins with a capital letter.
func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func newBug(id string, v *checker.Verdict, p *imp.Program, room int) (*Bug, error) {
	m0, err := imp.NewStore(p, v.Input)
	if err != nil {
		return nil, err
	}
	r := &run{p: p, code: impview.Compile(p), counts: map[int]int64{}, at: map[imp.Pos]int64{}}
	r.events.Keep = keepEvents
	r.rounds, r.iter = make([]int64, len(r.code.Loops)), make([]int64, len(r.code.Loops))
	r.plot = newPlotter(p, v.Steps)
	r.run(m0, v.Steps)
	for _, s := range r.code.Stmts {
		if at := s.Pos(); at.Line > 0 {
			r.counts[at.Line] = max(r.counts[at.Line], r.at[at])
		}
	}
	f := v.Fault
	b := &Bug{
		At: fmt.Sprintf("%d:%d", f.Line, f.Column), Steps: v.Steps, FaultLine: f.Line, Reason: Reason(p, f.Kind, r.culprit, r.last.Store),
		Plot: r.plot.plot(r.last.Store, r.culprit),
	}
	kept, implied := termview.Simplify(v.Path)
	b.Class, b.Implied = termview.Formulas(kept, longClass), termview.Implied(implied, len(kept))
	b.Lines = lines(v.Source, r.counts, func(line int) (int, int) {
		if line != f.Line {
			return 0, 0
		}
		return f.Column, faults.Width(f.Kind, restOfLine(v.Source, f.Line, f.Column))
	})
	mattered := term.NewTable(v.Path).Inputs()
	names := slices.Clone(p.Inputs())
	if len(names) > maxShown { // what matters first
		rest := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(mattered, name) })
		names = append(mattered[:len(mattered):len(mattered)], rest...)
	}
	b.MoreInput = max(0, len(names)-maxShown)
	for _, name := range names[:min(len(names), maxShown)] {
		b.Input = append(b.Input, Value{name, term.FormatInt(v.Input[name]), !slices.Contains(mattered, name)})
	}
	r.events.Each(func(h happening) { b.Events = append(b.Events, h.event()) }, func(n int64) { b.Events = append(b.Events, Event{Left: n}) })
	b.Conjuncts = conjuncts(v, p)
	b.Members = members(v, p)
	for i, l := range r.code.Loops {
		if r.rounds[i] > 0 {
			b.Loops = append(b.Loops, Loop{i, r.code.Stmts[l].Pos().Line, r.rounds[i]})
		}
	}
	b.Replay = newReplay(r, v, room)
	return b, nil
}

// conjuncts lists the path condition with the place that each conjunct comes from. A symbolic execution beside the concrete one
// finds the places; where it does not agree with what the checker collected there is none.
func conjuncts(v *checker.Verdict, p *imp.Program) []Conjunct {
	type cause struct {
		f    *term.Formula
		line int
		step int64
	}
	var causes []cause
	known := len(p.Assumptions)*len(p.Vars) <= maxValues
	for _, psi := range p.Assumptions {
		if !known {
			break
		}
		one := *p
		one.Assumptions = []imp.BExpr{psi}
		for _, f := range impsym.New(&one).Start().Cond.Conjuncts() {
			causes = append(causes, cause{f, psi.Pos().Line, -1})
		}
	}
	sym := impsym.New(p)
	holds := sym.Pool().Valuation(func(name string) *big.Int { return v.Input[name] })
	y, n := sym.Start(), int64(0)
	for known && n < v.Steps && len(causes) < len(v.Path) {
		var plain int64
		if y, plain = sym.Run(y, v.Steps-n); plain > 0 {
			if n += plain; n >= v.Steps {
				break
			}
		}
		line, taken := y.Pos().Line, false
		for _, next := range sym.Expand(y) {
			since := next.State.Cond.Since(y.Cond)
			if slices.ContainsFunc(since, func(f *term.Formula) bool { truth, ok := holds.Formula(f); return !ok || !truth }) {
				continue
			}
			for _, f := range since {
				causes = append(causes, cause{f, line, n})
			}
			y, taken = next.State, true
			break
		}
		if !taken {
			break
		}
		n++
	}
	known = known && n >= v.Steps           // then what is left is the fault's
	same := func(f, g *term.Formula) bool { // of different pools
		return termview.Full([]*term.Formula{f}) == termview.Full([]*term.Formula{g})
	}
	var list []Conjunct
	for i, f := range v.Path {
		if len(v.Path) > 2*keepConjuncts && i >= keepConjuncts && i < len(v.Path)-keepConjuncts {
			if i == keepConjuncts {
				list = append(list, Conjunct{Left: len(v.Path) - 2*keepConjuncts})
			}
			continue
		}
		c := Conjunct{N: i + 1, Text: termview.Formula(f, longText), Line: v.Fault.Line, Step: v.Steps, Told: v.Steps}
		if i >= len(causes) && !known {
			c.Line = 0
		} else if i < len(causes) {
			if c.Line, c.Step, c.Told = causes[i].line, causes[i].step, causes[i].step+1; !same(causes[i].f, f) {
				c.Line = 0
			}
		}
		list = append(list, c)
	}
	return list
}

// The room on a page for a condition in a list, and for a path condition as a whole, in bytes.
const (
	longText  = 400
	longClass = 4000
)
