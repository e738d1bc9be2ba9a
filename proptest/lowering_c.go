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
		Doc: "A program of the subset of C that package bigc runs draws the same inputs in the core, writes the same " +
			"bytes, returns the same number, and has the same fault at the same place.",
		Floor: map[string]int{
			"!": 100, "!=": 100, "%": 2350, "&": 2850, "&&": 150, "&x": 400, "*": 1200, "*x": 500, "+": 2050,
			"++x": 96, "+x": 51, ",": 50, "-": 700, "->": 16, "-x": 1050, ".": 500, "/": 250, "<": 600,
			"<<": 200, "<=": 100, "=": 1500, "==": 250, ">": 500, ">=": 100, ">>": 200, "?:": 550, "^": 400,
			"array": 2400, "assert": 81, "body of for": 300, "body of while": 100, "break": 150, "call": 2200,
			"cast": 6300, "continue": 96, "do": 86, "for": 300, "goto": 61, "if": 650, "index": 2200,
			"label": 200, "narrower": 5400, "op=%": 11, "op=&": 14, "op=*": 17, "op=+": 1050, "op=-": 18,
			"op=/": 13, "op=<<": 25, "op=>>": 11, "op=^": 100, "op=|": 12, "pointer !=": 10, "pointer +": 350,
			"pointer -": 100, "pointer <": 83, "pointer <=": 13, "pointer ==": 81, "pointer >": 15,
			"pointer >=": 14, "record =": 100, "record argument": 65, "record result": 77, "return": 450,
			"string": 70, "switch": 200, "to _Bool": 550, "to signed": 300, "to unsigned": 9100, "while": 150,
			"wider": 5550, "x++": 550, "|": 400, "||": 150, "~": 58,
			"assertion": 4, "division by zero": 5, "double free": 6, "invalid conversion": 6,
			"invalid free": 7, "misaligned access": 6, "missing return value": 8, "null dereference": 16,
			"out of bounds read": 37, "out of bounds write": 12, "overflow": 14, "pointer arithmetic": 10,
			"read-only write": 6, "shift out of range": 6, "uninitialised value": 8, "unrelated pointers": 6,
			"use after free": 4, "use after return": 6, "use after scope": 7,
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
			return against("from %v the run ends %v, and in the lowered program %v", used(m0, want.Drawn), want.End,
				found.End)
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
	// No run draws more often than there are calls in the text.
	s.Inputs = slices.DeleteFunc(s.Inputs, func(in Input) bool {
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
