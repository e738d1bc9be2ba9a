package proptest

import (
	"cmp"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"vouch/internal/bigc"
	"vouch/internal/load"
	"vouch/internal/randc"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/symbolic"
)

// This file states that the lowering of C preserves behaviour: a program runs as a second semantics of C says it
// does, which was written separately.

// LoweringOfC returns the property of the front end of C.
func LoweringOfC[S, Y any]() []Property[S, Y] {
	return []Property[S, Y]{{
		Name: "lowering of C",
		Doc: "A program of the subset of C that package bigc runs draws the same inputs in the core, writes the same bytes, returns the same number, and has the same " +
			"fault at the same place.",
		Floor: map[string]int{
			"!": 100, "!=": 100, "%": 2600, "&": 3100, "&&": 200, "&x": 400, "*": 1250, "*x": 450, "+": 2050,
			"++x": 100, "+x": 56, ",": 64, "-": 550, "->": 22, "-x": 1150, ".": 500, "/": 300, "<": 600, "<<": 300,
			"<=": 100, "=": 1600, "==": 250, ">": 500, ">=": 100, ">>": 100, "?:": 600, "^": 450, "array": 2700,
			"assert": 82, "body of for": 350, "body of while": 100, "break": 200, "call": 2300, "cast": 6600,
			"continue": 99, "do": 95, "for": 350, "goto": 75, "if": 650, "index": 2450, "label": 250,
			"narrower": 5600, "op=%": 14, "op=&": 21, "op=*": 21, "op=+": 1000, "op=-": 21, "op=/": 15, "op=<<": 16,
			"op=>>": 14, "op=^": 150, "op=|": 19, "pointer !=": 9, "pointer +": 250, "pointer -": 70, "pointer <": 75,
			"pointer <=": 11, "pointer ==": 71, "pointer >": 13, "pointer >=": 14, "record =": 100,
			"record argument": 68, "record result": 81, "return": 500, "string": 70, "switch": 200, "to _Bool": 600,
			"to signed": 350, "to unsigned": 9750, "while": 100, "wider": 5850, "x++": 550, "|": 450, "||": 150,
			"~":         58,
			"assertion": 3, "division by zero": 6, "double free": 4, "invalid conversion": 4, "invalid free": 4,
			"misaligned access": 6, "missing return value": 7, "null dereference": 14, "out of bounds read": 35,
			"out of bounds write": 12, "overflow": 17, "pointer arithmetic": 6, "read-only write": 11,
			"shift out of range": 4, "uninitialised value": 10, "unrelated pointers": 6, "use after free": 4,
			"use after return": 8, "use after scope": 5,
		},
		Check: loweringOfC[S, Y],
	}}
}

// The bounds of runs of programs in C, in expressions and statements, and in instructions of the core.
const (
	maxFuelOfC  = 20_000
	maxStepsOfC = 400_000
)

// inputsOfC is how many inputs of each program are tried.
const inputsOfC = 4

func loweringOfC[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	if c.Lowered == nil {
		return vacuous
	}
	if err := c.Lowered.Program.Check(); err != nil {
		return against("the lowered program is not well formed: %v", err)
	}
	r, met, ended := c.Rand(), map[bigc.Met]bool{}, false
	for i := range inputsOfC {
		m0 := c.M0
		if i > 0 {
			m0 = c.Input(r)
		}
		want := c.Lowered.Original(m0, maxFuelOfC)
		if want.Behaviour == unfinished {
			continue
		}
		ended = true
		found := c.Lowered.finished(m0, maxStepsOfC)
		for _, f := range want.Others {
			if found.Fault.Kind == f.Kind && found.Fault.Start() == f.Start() {
				want.Fault, want.Behaviour = f, string(f.Kind)
			}
		}
		switch {
		case !found.Same(want.End):
			return against("from %v the run ends %v, and in the lowered program %v", used(m0, want.Drawn), want.End, found.End)
		case !slices.Equal(found.Drawn, want.Drawn):
			return against("the lowered program draws %q, want %q", found.Drawn, want.Drawn)
		}
		for at := range want.Met {
			met[at] = true
		}
		if want.Fault.Kind != "" {
			met[bigc.Met{What: string(want.Fault.Kind), At: want.Fault.Start()}] = true
		}
	}
	if !ended {
		return vacuous
	}
	for at := range met {
		count(at.What)
	}
	return ok
}

// used returns the inputs that a run drew, for people.
func used(m0 symbolic.Inputs, names []string) string {
	var list []string
	for _, name := range names {
		list = append(list, fmt.Sprintf("%s=%v", name, m0[name]))
	}
	return strings.Join(list, " ")
}

// finished runs the program of the core to its end, for the given number of steps at most. The memory of the result
// is what the run wrote and its status.
func (l *Lowered) finished(m0 symbolic.Inputs, steps int64) Trace {
	var drawn []string
	m := core.Machine{Program: l.Program, Input: func(n int, name string) (*big.Int, bool) {
		if n == len(drawn) {
			drawn = append(drawn, name)
		}
		v, ok := m0[name]
		return v, ok
	}}
	last, _ := m.Run(m.Start(), steps)
	t := Trace{Drawn: drawn}
	t.Fault, _ = m.Fault(last)
	t.Behaviour = behaviour(m.Done(last), t.Fault, m.Blocked(last))
	t.Memory = map[string]string{"output": ""}
	for w := last.Output(); w != nil; w = w.Before {
		t.Memory["output"] = string(w.Bytes) + t.Memory["output"]
	}
	if m.Done(last) {
		t.Memory["status"] = last.Status().String()
	}
	return t
}

// originalC runs a program by the semantics of package bigc. What it meets before the line own is not told.
func originalC(p *bigc.Program, own int) func(m0 symbolic.Inputs, steps int64) Trace {
	return func(m0 symbolic.Inputs, steps int64) Trace {
		times, drawn := map[string]int{}, []string{}
		o := p.Run(func(name string) *big.Int {
			if times[name]++; times[name] > 1 {
				name = fmt.Sprintf("%s#%d", name, times[name])
			}
			drawn = append(drawn, name)
			return m0[name]
		}, int(steps))
		maps.DeleteFunc(o.Met, func(m bigc.Met, _ bool) bool { return m.At.Line < own })
		t := Trace{Drawn: drawn, Met: o.Met}
		t.Memory = map[string]string{"output": string(o.Output)}
		if len(o.Faults) > 0 {
			t.Fault, t.Others = o.Faults[0], o.Faults[1:]
		}
		switch {
		case o.Unread != "":
			t.Behaviour = "not in the subset: " + o.Unread
		case o.TooLong:
			t.Behaviour = unfinished
		default:
			t.Behaviour = behaviour(o.Done, t.Fault, semantics.NotBlocked)
		}
		if o.Done {
			t.Memory["status"] = o.Status.String()
		}
		return t
	}
}

// C is the language C, with programs of the subset that package bigc runs.
func C(r *rand.Rand) *subject {
	text, own := randc.Plain(r.Uint64())
	return cSubject(text, own)
}

// cSubject returns the program in a text; nil if it has none. What is counted is in the line own, or behind it.
func cSubject(text string, own int) *subject {
	p, err := bigc.Read(text)
	if err != nil {
		return nil
	}
	l, err := load.File("random.c", []byte(text))
	if err != nil {
		return nil
	}
	s := subjectOf(l)
	s.Inputs = slices.DeleteFunc(s.Inputs, func(in Input) bool { // no run draws more often than there are calls in the text
		name, k, again := strings.Cut(in.Name, "#")
		n, _ := strconv.Atoi(k)
		return again && n > strings.Count(text, name+"()")
	})
	s.Input = func(r *rand.Rand) symbolic.Inputs {
		m0 := symbolic.Inputs{}
		for _, in := range s.Inputs {
			m0[in.Name] = in.within(extreme(r, in))
		}
		return m0
	}
	s.Lowered = &Lowered{s.Core, originalC(p, own)}
	s.Smaller = func() []func() *subject {
		var smaller []func() *subject
		for _, t := range smallerTexts(text) {
			smaller = append(smaller, func() *subject { return cSubject(t, 1) })
		}
		return smaller
	}
	return s
}

// extreme returns a value for an input: a small one, one at the ends of its range or of a smaller type, or any.
func extreme(r *rand.Rand, in Input) *big.Int {
	n := big.NewInt(int64(r.IntN(9)) - 2)
	switch k := r.IntN(6); {
	case k == 0 && in.Hi != nil:
		n.Sub(in.Hi, big.NewInt(int64(r.IntN(3))))
	case k == 1 && in.Lo != nil:
		n.Add(in.Lo, big.NewInt(int64(r.IntN(3))))
	case k == 2:
		n.Lsh(big.NewInt(1), uint(r.IntN(64)))
	case k == 3:
		n.SetUint64(r.Uint64() >> r.IntN(64))
	}
	return n
}

// smallerTexts returns texts without some lines, the shortest first: without one, or without one that opens a block,
// all of it and the line that closes it.
func smallerTexts(text string) (all []string) {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		depth, end := 0, i
		for k := i; k < len(lines); k++ {
			depth += strings.Count(lines[k], "{") - strings.Count(lines[k], "}")
			if depth <= 0 {
				end = k
				break
			}
		}
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") || depth > 0 {
			continue
		}
		all = append(all, strings.Join(slices.Concat(lines[:i], lines[end+1:]), "\n"))
		if end > i { // what is inside stays
			all = append(all, strings.Join(slices.Concat(lines[:i], lines[i+1:end], lines[end+1:]), "\n"))
		}
	}
	slices.SortStableFunc(all, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
	return all
}
