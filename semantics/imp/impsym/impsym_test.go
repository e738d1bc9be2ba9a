package impsym_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"vouch/internal/randimp"
	"vouch/semantics"
	"vouch/semantics/imp"
	"vouch/semantics/imp/impfmt"
	"vouch/semantics/imp/impsym"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file tests that the symbolic semantics is right about the concrete one.

// walker follows concrete executions of a program symbolically and counts what it has checked.
type walker struct {
	*testing.T
	concrete *imp.Machine
	symbolic *impsym.Machine
	count    map[string]int
}

// satisfies reports whether the inputs satisfy every formula.
func (w *walker) satisfies(m0 symbolic.Inputs, fs ...*term.Formula) bool {
	v := w.symbolic.Pool().Valuation(func(name string) *big.Int { return m0[name] })
	for _, f := range fs {
		if truth, ok := v.Formula(f); !ok || !truth {
			return false
		}
	}
	return true
}

// check compares the steps from s and y, where s concretizes y with the inputs m0. It returns the successor of y that m0 leads
// to, if any.
func (w *walker) check(m0 symbolic.Inputs, s imp.State, y impsym.State) (next impsym.State, ok bool) {
	w.Helper()
	bad := func(format string, args ...any) {
		w.Helper()
		w.Fatalf("%s\ninputs %v, memory %v, at %v: %s under %s", fmt.Sprintf(format, args...), m0,
			s.Store.Map(w.concrete.Program), s.Now.Pos(), impfmt.Stmt(s.Now), termview.Full(y.Cond.Conjuncts()))
	}
	if !symbolic.Sim(w.symbolic, m0, s, y) {
		bad("the state does not concretize the symbolic state")
	}
	t, rule, steps := w.concrete.Step(s)
	fault, faulty := w.concrete.Fault(s)
	ways := 0
	for _, g := range w.symbolic.Faults(y) {
		if !w.satisfies(m0, g.Guard) {
			continue
		}
		if ways++; !faulty || g.Fault != fault {
			bad("the guard of %v holds, the fault is %v, %v", g.Fault, fault, faulty)
		}
		w.count[string(fault.Kind)]++
	}
	if faulty && ways == 0 {
		bad("no guard of %v holds", fault)
	}
	path := y.Cond.Conjuncts()
	for _, succ := range w.symbolic.Expand(y) {
		longer := w.symbolic.Path(succ.State).Conjuncts()
		if len(longer) < len(path) || !slices.Equal(longer[:len(path)], path) {
			bad("lemma 5, monotonicity of path constraints: %s leads to the path %s", succ.Rule.Name, termview.Full(longer))
		}
		if !w.satisfies(m0, longer...) {
			continue
		}
		if ways++; !steps || rule != succ.Rule || !symbolic.Sim(w.symbolic, m0, t, succ.State) {
			bad("lemma 4, soundness over one step: the symbolic step is %v, the concrete one %v, %v", succ.Rule, rule, steps)
		}
		w.count[rule.Name]++
		next, ok = succ.State, true
	}
	if steps && !ok {
		bad("lemma 9, completeness over one step: %v has no symbolic step", rule)
	}
	if w.concrete.Blocked(s) == semantics.AssumptionViolated {
		w.count["violated"]++
		ways++
	}
	done := w.concrete.Done(s)
	if done != w.symbolic.Done(y) || done != (ways == 0) || ways > 1 {
		bad("done: %v and %v, and %d of successor, fault and violated assumption", done, w.symbolic.Done(y), ways)
	}
	return next, ok
}

// TestOneStep establishes lemmas 4, 5 and 9 of the thesis, and that for every input exactly one of a successor, a fault and a
// violated assumption applies, on the states along random executions. In their memories every statement of the program is
// tried, not only the one whose turn it is: theorems 2 and 3, by which evaluation and assignment commute with concretization.
func TestOneStep(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	count := map[string]int{}
	for _, family := range randimp.Families {
		for range 120 {
			p := randimp.Program(r, family)
			w := &walker{t, &imp.Machine{Program: p}, impsym.New(p), count}
			all := statements(nil, p.Body)
			for range 3 {
				m0 := symbolic.Inputs(randimp.Input(r, p))
				store, err := imp.NewStore(p, m0)
				if err != nil {
					t.Fatal(err)
				}
				s, y := w.concrete.Start(store), w.symbolic.Start()
				_, assumed := w.concrete.Assumed(store)
				if holds := w.satisfies(m0, y.Cond.Conjuncts()...); holds != assumed {
					t.Fatalf("inputs %v: the first path condition is %v, the assumptions are %v\n%s", m0, holds, assumed, impfmt.Print(&imp.File{Body: p.Body}))
				}
				if !assumed {
					count["violated at the start"]++
					continue
				}
				for range 60 {
					if len(all) > 0 {
						other := imp.Control{Now: all[r.IntN(len(all))]}
						w.check(m0, imp.State{Store: s.Store, Control: other}, impsym.State{Store: y.Store, Cond: y.Cond, Control: other})
					}
					m1 := symbolic.Inputs(randimp.Input(r, p))
					if w.satisfies(m1, y.Cond.Conjuncts()...) {
						s1, ok := w.symbolic.Concretize(y, m1)
						if !ok {
							t.Fatalf("the inputs %v satisfy the path %s, but give no state", m1, termview.Full(y.Cond.Conjuncts()))
						}
						w.check(m1, s1, y)
						count["other inputs"]++
					} else if s1, ok := w.symbolic.Concretize(y, m1); ok {
						if symbolic.Sim(w.symbolic, m1, s1, y) {
							t.Fatalf("Sim holds of the inputs %v, which violate the path %s", m1, termview.Full(y.Cond.Conjuncts()))
						}
						count["inputs off the path"]++
					}
					if len(p.Vars) > 0 {
						slot := r.IntN(len(p.Vars))
						changed := imp.State{Store: s.Store.With(slot, randimp.Large(r)), Control: s.Control}
						if !changed.Equal(s) && symbolic.Sim(w.symbolic, m0, changed, y) {
							t.Fatalf("Sim holds of a memory in which %s was changed", p.Vars[slot])
						}
					}
					next, ok := w.check(m0, s, y)
					if !ok {
						break
					}
					s, _, _ = w.concrete.Step(s)
					y = next
				}
			}
		}
	}
	t.Log(count)
	for what, least := range map[string]int{
		"ASSIGN": 10_000, "SEQ-SKIP": 8000, "ASSUME": 300, "IF-TRUE": 2000, "IF-FALSE": 2000, "WHILE-TRUE": 800, "WHILE-FALSE": 1000,
		"fail": 300, "assertion": 100, "division by zero": 500, "unbound variable": 1000, "violated": 120,
		"violated at the start": 100, "other inputs": 8000, "inputs off the path": 1000,
	} {
		if count[what] < least {
			t.Errorf("%s: %d, want %d at least", what, count[what], least)
		}
	}
}

// statements appends the statements in b, those inside others included.
func statements(all []imp.Stmt, b *imp.Block) []imp.Stmt {
	if b == nil {
		return all
	}
	for _, s := range b.Stmts {
		all = append(all, s)
		switch s := s.(type) {
		case *imp.If:
			all = statements(statements(all, s.Then), s.Else)
		case *imp.While:
			all = statements(all, s.Body)
		}
	}
	return all
}

// start returns the symbolic state in which the first statement of a program is about to run.
func start(t *testing.T, src string) (*impsym.Machine, impsym.State) {
	t.Helper()
	p, err := imp.Load("t", []byte(src))
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	m := impsym.New(p)
	return m, m.Start()
}

// path writes out every conjunct of a path condition.
func path(m *impsym.Machine, y impsym.State) string {
	switch fs := m.Path(y).Conjuncts(); len(fs) {
	case 0:
		return "true"
	case 1:
		return fs[0].String()
	default:
		return (&term.Formula{Op: term.And, Args: fs}).String()
	}
}

// TestGuards shows the conditions of successors and faults: what an expression needs to have a value, in the order of
// evaluation, then the branch. In the programs x, y and z are inputs, u is not.
func TestGuards(t *testing.T) {
	const none = ""
	for _, c := range []struct{ title, src, expand, faults string }{
		{"done", "skip", none, none},
		{"skip, followed", "skip skip", "SEQ-SKIP: true", none},
		{"fail", "fail", none, "fail at 1:1: true"},
		{"assignment", "u = x + 1", "ASSIGN: true; u = x + 1", none},
		{"assignment of a constant", "x = 2 * 3", "ASSIGN: true; x = 6", none},
		{"quotient", "u = x / y", "ASSIGN: y != 0; u = (x / y)", "division by zero at 1:7: y = 0"},
		{"remainder", "u = x % y", "ASSIGN: y != 0; u = (x % y)", "division by zero at 1:7: y = 0"},
		{"quotient by a constant", "u = x / 2", "ASSIGN: true; u = (x / 2)", none},
		{"quotient by zero", "u = x / 0", "ASSIGN: false; u = (x / 0)", "division by zero at 1:7: true"},
		{"quotient by what is never zero", "u = 1 / (2 * x + 1)", "ASSIGN: true; u = (1 / (2 * x + 1))", none},
		{"quotient by what is zero in the end", "u = 1 / (x - x)", "ASSIGN: false; u = (1 / 0)", "division by zero at 1:7: true"},
		{"two quotients", "u = 1 / x + 1 / y", "ASSIGN: x != 0 and y != 0; u = (1 / x) + (1 / y)",
			"division by zero at 1:7: x = 0 | division by zero at 1:15: x != 0 and y = 0"},
		{"a quotient twice", "u = 1 / x - 1 / x", "ASSIGN: x != 0 and x != 0; u = 0",
			"division by zero at 1:7: x = 0 | division by zero at 1:15: x != 0 and x = 0"},
		{"the inner quotient first", "u = 1 / (x / y)", "ASSIGN: y != 0 and (x / y) != 0; u = (1 / (x / y))",
			"division by zero at 1:12: y = 0 | division by zero at 1:7: y != 0 and (x / y) = 0"},
		{"unbound", "x = u", "ASSIGN: false; x = 0", "unbound variable at 1:5: true"},
		{"unbound after a quotient", "x = x / y + u", "ASSIGN: y != 0 and false; x = (x / y)",
			"division by zero at 1:7: y = 0 | unbound variable at 1:13: y != 0"},
		{"unbound before a quotient", "x = u + x / y", "ASSIGN: false; x = (x / y)", "unbound variable at 1:5: true"},

		{"assumption", "skip assume x < y", "ASSUME: x < y", none},
		{"assumption with a quotient", "skip assume x / y = 1", "ASSUME: y != 0 and (x / y) = 1", "division by zero at 1:15: y = 0"},
		{"assertion", "assert x < y", "IF-TRUE: x < y | IF-FALSE: y <= x", none},
		{"assertion that always holds", "assert x = x", "IF-TRUE: true | IF-FALSE: false", none},
		{"assertion with a quotient", "assert x / y = 1", "IF-TRUE: y != 0 and (x / y) = 1 | IF-FALSE: y != 0 and (x / y) != 1",
			"division by zero at 1:10: y = 0"},
		{"if", "if x = 1 { }", "IF-TRUE: x = 1 | IF-FALSE: x != 1", none},
		{"if, both", "if x = 1 and y = 1 { }", "IF-TRUE: x = 1 and y = 1 | IF-FALSE: x != 1 or y != 1", none},
		{"if not", "if not x > 1 { }", "IF-TRUE: x <= 1 | IF-FALSE: x >= 2", none},
		{"while", "while x > y { }", "WHILE-TRUE: y < x | WHILE-FALSE: x <= y", none},
		{"while true", "while true { }", "WHILE-TRUE: true | WHILE-FALSE: false", none},

		{"and guards", "assert x > 0 and 1 / y > 0",
			"IF-TRUE: (x <= 0 or y != 0) and x >= 1 and (1 / y) >= 1 | IF-FALSE: (x <= 0 or y != 0) and (x <= 0 or (1 / y) <= 0)",
			"division by zero at 1:20: x >= 1 and y = 0"},
		{"or guards", "assert x > 0 or 1 / y > 0",
			"IF-TRUE: (x >= 1 or y != 0) and (x >= 1 or (1 / y) >= 1) | IF-FALSE: (x >= 1 or y != 0) and x <= 0 and (1 / y) <= 0",
			"division by zero at 1:19: x <= 0 and y = 0"},
		{"links guard", "assert x < y < 1 / z",
			"IF-TRUE: (y <= x or z != 0) and x < y and y < (1 / z) | IF-FALSE: (y <= x or z != 0) and (y <= x or (1 / z) <= y)",
			"division by zero at 1:18: x < y and z = 0"},
		{"the first link guards nothing of itself", "assert x < 1 / y < z",
			"IF-TRUE: y != 0 and x < (1 / y) and (1 / y) < z | IF-FALSE: y != 0 and ((1 / y) <= x or z <= (1 / y))",
			"division by zero at 1:14: y = 0"},
		{"guards of guards", "assert x > 0 and (y > 0 or 1 / z > 0)",
			"IF-TRUE: (x <= 0 or y >= 1 or z != 0) and x >= 1 and (y >= 1 or (1 / z) >= 1) | " +
				"IF-FALSE: (x <= 0 or y >= 1 or z != 0) and (x <= 0 or y <= 0 and (1 / z) <= 0)",
			"division by zero at 1:30: x >= 1 and y <= 0 and z = 0"},
		{"a guard ends with its operand", "assert (x > 0 and y > 0) or 1 / z > 0",
			"IF-TRUE: (x >= 1 and y >= 1 or z != 0) and (x >= 1 and y >= 1 or (1 / z) >= 1) | " +
				"IF-FALSE: (x >= 1 and y >= 1 or z != 0) and (x <= 0 or y <= 0) and (1 / z) <= 0",
			"division by zero at 1:31: (x <= 0 or y <= 0) and z = 0"},
		{"not reached", "assert false and 1 / x > 0", "IF-TRUE: false | IF-FALSE: true", none},
		{"not reached: unbound", "assert true or u > 0", "IF-TRUE: true | IF-FALSE: false", none},
		{"reached by all: unbound", "assert false or u > 0", "IF-TRUE: false | IF-FALSE: false", "unbound variable at 1:17: true"},
		{"unbound, guarded", "assert x = 0 or u > 0", "IF-TRUE: x = 0 and x = 0 | IF-FALSE: x = 0 and x != 0", "unbound variable at 1:17: x != 0"},
		{"guarded by the divisor itself", "assert y != 0 and x / y > 0",
			"IF-TRUE: (y = 0 or y != 0) and y != 0 and (x / y) >= 1 | IF-FALSE: (y = 0 or y != 0) and (y = 0 or (x / y) <= 0)",
			"division by zero at 1:21: y != 0 and y = 0"},
	} {
		m, y := start(t, "input x, y, z\n"+c.src)
		if c.expand != none && strings.HasPrefix(c.src, "skip assume") { // go to the assume
			y = m.Expand(y)[0].State
		}
		var expand, faults []string
		for _, s := range m.Expand(y) {
			text := s.Rule.Name + ": " + path(m, s.State)
			for slot, name := range m.Program.Vars {
				if v := s.State.Store.Get(slot); v != y.Store.Get(slot) {
					text += fmt.Sprintf("; %s = %v", name, v)
				}
			}
			expand = append(expand, text)
		}
		for _, g := range m.Faults(y) {
			faults = append(faults, fmt.Sprintf("%s at %d:%d: %v", g.Fault.Kind, g.Fault.Line-1, g.Fault.Column, g.Guard))
		}
		if got := strings.Join(expand, " | "); got != c.expand {
			t.Errorf("%s: successors:\n got %s\nwant %s", c.title, got, c.expand)
		}
		if got := strings.Join(faults, " | "); got != c.faults {
			t.Errorf("%s: faults:\n got %s\nwant %s", c.title, got, c.faults)
		}
	}
}

// TestRoundings: the division of the program is that of its terms.
func TestRoundings(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"x = (5 * x + 7) / 3", "x + ((2 * x + 1) / 3) + 2"},
		{"x = -x % 3", "((2 * x) % 3)"},
		{"option division truncate x = (5 * x + 7) / 3", "((5 * x + 7) / 3)"},
		{"option division truncate x = -x % 3", "-(x % 3)"},
		{"x = -7 / 2", "-4"}, {"x = -7 % 2", "1"}, {"option division truncate x = -7 / 2", "-3"}, {"option division truncate x = -7 % 2", "-1"},
	} {
		m, y := start(t, c.src)
		if got := m.Expand(y)[0].State.Store.Get(0).String(); got != c.want {
			t.Errorf("%s: got %s, want %s", c.src, got, c.want)
		}
	}
}

// TestStart: the assumptions are the first path condition, and inputs alone have a value.
func TestStart(t *testing.T) {
	for _, c := range []struct{ title, src, path, store string }{
		{"nothing", "skip", "true", ""},
		{"every variable is an input", "x = y", "true", "x y"},
		{"declared inputs", "input y x = y", "true", "- y"},
		{"assumptions", "assume x < y assume y < 3 skip", "x < y and y <= 2", "x y"},
		{"an assumption with a quotient", "assume 1 / x > 0 skip", "x != 0 and (1 / x) >= 1", "x"},
		{"an assumption that guards the next", "assume x > 0 assume y / x > 0", "x >= 1 and x != 0 and (y / x) >= 1", "x y"},
		{"assumptions that contradict", "assume x < x assume x = 1 skip", "false", "x"},
		{"an assumption that has no value", "assume 1 / 0 = 1 skip", "false", ""},
		{"later assumptions", "skip assume x > 0", "true", "x"},
		{"forty variables", func() string {
			var b strings.Builder
			for i := range 40 {
				fmt.Fprintf(&b, "v%02d = %d ", i, i)
			}
			return b.String()
		}(), "true", "v00 v01 v02 v03 v04 v05 v06 v07 v08 v09 v10 v11 v12 v13 v14 v15 v16 v17 v18 v19 " +
			"v20 v21 v22 v23 v24 v25 v26 v27 v28 v29 v30 v31 v32 v33 v34 v35 v36 v37 v38 v39"},
	} {
		m, y := start(t, c.src)
		var store []string
		for slot := range m.Program.Vars {
			text := "-"
			if v := y.Store.Get(slot); v != nil {
				text = v.String()
			}
			store = append(store, text)
		}
		if got := path(m, y); got != c.path || strings.Join(store, " ") != c.store {
			t.Errorf("%s: got %s, %s", c.title, got, store)
		}
	}
}

// TestIteration: a state that has just begun an iteration says which.
func TestIteration(t *testing.T) {
	m, y := start(t, "while x < 2 { while y < 2 { y = y + 1 } x = x + 1 }")
	m0 := symbolic.Inputs{"x": new(big.Int), "y": new(big.Int)}
	var got []string
	for !m.Done(y) {
		for _, s := range m.Expand(y) {
			v := m.Pool().Valuation(func(name string) *big.Int { return m0[name] })
			if truth, ok := v.Formula(m.Pool().And(m.Path(s.State).Conjuncts()...)); ok && truth {
				y = s.State
				if s.Rule.Name == "WHILE-TRUE" {
					got = append(got, fmt.Sprint(impfmt.Stmt(y.Now), " ", m.Iteration(y)))
				}
				break
			}
		}
	}
	want := "[while y < 2 1 y = y + 1 1 y = y + 1 2 while y < 2 2]"
	if fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
}
