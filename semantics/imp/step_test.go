package imp_test

import (
	"embed"
	"fmt"
	"maps"
	"math/big"
	"path"
	"runtime"
	"slices"
	"strings"
	"testing"

	"vouch/internal/bigstep"
	"vouch/semantics"
	"vouch/semantics/imp"
	"vouch/semantics/imp/impfmt"
)

// This file tests definition 3.3: which rules lead where, and how runs end.

//go:embed testdata/run
var runFiles embed.FS

// TestRuns runs the chunks of the files in testdata/run. The first line of a chunk is its title. A line "# input: x=3"
// says what it is run on; other inputs are 0. A line "# halts: x=1 y=2" gives the memory in which it ends, or else ###
// stands on the line where it ends otherwise, followed by the kind of the fault or by "assume".
func TestRuns(t *testing.T) {
	entries, err := runFiles.ReadDir("testdata/run")
	if err != nil {
		t.Fatal(err)
	}
	ended, total := map[string]int{}, 0
	for _, entry := range entries {
		name := path.Join("testdata/run", entry.Name())
		text, err := runFiles.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		line := 1
		for _, chunk := range strings.SplitAfter(string(text), "\n---\n") {
			src := strings.TrimSuffix(chunk, "---\n")
			title, _, _ := strings.Cut(strings.TrimPrefix(src, "# "), "\n")
			got, want := runChunk(t, fmt.Sprintf("%s:%d", name, line), src)
			if got != want {
				t.Errorf("%s:%d: %s: got %s, want %s", name, line, title, got, want)
			}
			end, _, _ := strings.Cut(want, " ")
			ended[end]++
			total++
			line += strings.Count(chunk, "\n")
		}
	}
	if total < 100 || len(ended) != 6 {
		t.Errorf("found %d chunks with the ends %v", total, ended)
	}
}

// runChunk returns how the program of a chunk ends and how it should.
func runChunk(t *testing.T, place, src string) (got, want string) {
	t.Helper()
	p, err := imp.Load("t", []byte(src))
	if err != nil {
		t.Errorf("%s: %v", place, err)
		return "", ""
	}
	input := map[string]*big.Int{}
	for _, name := range p.Inputs() {
		input[name] = new(big.Int)
	}
	for i, line := range strings.Split(src, "\n") {
		if values, ok := strings.CutPrefix(line, "# input: "); ok {
			maps.Copy(input, assignment(t, place, values))
		}
		if values, ok := strings.CutPrefix(line, "# halts: "); ok {
			want += "halts " + memory(assignment(t, place, values))
		}
		if _, end, ok := strings.Cut(line, "### "); ok {
			want += fmt.Sprintf("%s %d", end, i+1)
		}
	}
	if _, err := imp.NewStore(p, input); err != nil {
		t.Errorf("%s: %v", place, err)
		return "", want
	}
	out := smallStep(p, input, 1000)
	if big := bigstep.Run(p, input, 1000); !sameOutcome(out, big) {
		t.Errorf("%s: small steps: %v, big steps: %v", place, out, big)
	}
	switch out.End {
	case bigstep.Halted:
		return "halts " + memory(out.Memory), want
	case bigstep.Faulted:
		return fmt.Sprintf("%s %d", out.Fault.Kind, out.Fault.Line), want
	case bigstep.Violated:
		return fmt.Sprintf("assume %d", out.At.Line), want
	}
	return out.String(), want
}

// assignment reads a memory like "x=1 y=2".
func assignment(t *testing.T, place, text string) map[string]*big.Int {
	t.Helper()
	m := map[string]*big.Int{}
	for _, field := range strings.Fields(text) {
		name, digits, _ := strings.Cut(field, "=")
		v, ok := new(big.Int).SetString(digits, 10)
		if !ok || m[name] != nil {
			t.Errorf("%s: found %s, want something like x=1", place, field)
			continue
		}
		m[name] = v
	}
	return m
}

func memory(m map[string]*big.Int) string {
	var fields []string
	for _, name := range slices.Sorted(maps.Keys(m)) {
		fields = append(fields, fmt.Sprintf("%s=%v", name, m[name]))
	}
	return strings.Join(fields, " ")
}

// load returns a machine for a program and its first state, in which the inputs are 0.
func load(t testing.TB, src string) (*imp.Machine, imp.State) {
	t.Helper()
	p, err := imp.Load("t", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	input := map[string]*big.Int{}
	for _, name := range p.Inputs() {
		input[name] = new(big.Int)
	}
	m0, err := imp.NewStore(p, input)
	if err != nil {
		t.Fatal(err)
	}
	m := &imp.Machine{Program: p}
	return m, m.Start(m0)
}

// TestRules lists the rules that short programs take, on inputs that are 0. The number of steps is that of the thesis.
func TestRules(t *testing.T) {
	for _, c := range []struct{ title, src, rules, end string }{
		{"nothing to do", "skip", "", "done"},
		{"no statement at all", "macro f begin end f", "", "done"},
		{"a skip that is followed takes one step", "skip skip", "SEQ-SKIP", "done"},
		{"three skips", "skip skip skip", "SEQ-SKIP SEQ-SKIP", "done"},
		{"assignment", "x = 1", "ASSIGN", "done"},
		{"two assignments", "x = 1; y = 2", "ASSIGN SEQ-SKIP ASSIGN", "done"},
		{"assignment, then skip", "x = 1 skip", "ASSIGN SEQ-SKIP", "done"},
		{"assumption", "x = 1 assume x = 1", "ASSIGN SEQ-SKIP ASSUME", "done"},
		{"an assumption at the start takes no step", "assume x = 0 x = 1", "ASSIGN", "done"},
		{"assertion", "assert x = 0", "IF-TRUE+", "done"},
		{"if, true", "if x = 0 { x = 1 }", "IF-TRUE+ ASSIGN", "done"},
		{"if, false", "if x = 1 { x = 1 } else { x = 2 x = 3 }", "IF-FALSE- ASSIGN SEQ-SKIP ASSIGN", "done"},
		{"if, no else", "if x = 1 { x = 1 } x = 2", "IF-FALSE- SEQ-SKIP ASSIGN", "done"},
		{"if, then the rest", "if x = 0 { x = 1 } x = 2", "IF-TRUE+ ASSIGN SEQ-SKIP ASSIGN", "done"},
		{"if, empty", "if x = 0 { } x = 2", "IF-TRUE+ SEQ-SKIP ASSIGN", "done"},
		{"ifs in ifs end at once", "if true { if true { if true { x = 1 } } } x = 2",
			"IF-TRUE+ IF-TRUE+ IF-TRUE+ ASSIGN SEQ-SKIP ASSIGN", "done"},
		{"while, false", "while x > 0 { x = 1 }", "WHILE-FALSE-", "done"},
		{"while, once", "while x < 1 { x = 1 }", "WHILE-TRUE+ ASSIGN SEQ-SKIP WHILE-FALSE-", "done"},
		{"while, twice", "while x < 2 { x = x + 1 }",
			"WHILE-TRUE+ ASSIGN SEQ-SKIP WHILE-TRUE+ ASSIGN SEQ-SKIP WHILE-FALSE-", "done"},
		{"while, then the rest", "while x < 1 { x = 1 } y = 2",
			"WHILE-TRUE+ ASSIGN SEQ-SKIP WHILE-FALSE- SEQ-SKIP ASSIGN", "done"},
		{"while in while", "while x < 1 { while y < 1 { y = 1 } x = 1 }",
			"WHILE-TRUE+ WHILE-TRUE+ ASSIGN SEQ-SKIP WHILE-FALSE- SEQ-SKIP ASSIGN SEQ-SKIP WHILE-FALSE-", "done"},
		{"a macro takes no step of its own", "macro f(a) begin a = 1 a = 2 end f(x) f(y)",
			"ASSIGN SEQ-SKIP ASSIGN SEQ-SKIP ASSIGN SEQ-SKIP ASSIGN", "done"},

		{"fail", "fail", "", "fail at 1:1"},
		{"fail after skip", "skip fail", "SEQ-SKIP", "fail at 1:6"},
		{"fail, followed", "fail x = 1", "", "fail at 1:1"},
		{"fail in an if", "if x = 0 { fail }", "IF-TRUE+", "fail at 1:12"},
		{"fail in a loop", "while true { x = 1 fail }", "WHILE-TRUE+ ASSIGN SEQ-SKIP", "fail at 1:20"},
		{"an assertion steps before it fails", "x = 1 assert x = 0", "ASSIGN SEQ-SKIP IF-FALSE-", "assertion at 1:7"},
		{"an assertion that fails, followed", "assert x > 0 skip", "IF-FALSE-", "assertion at 1:1"},
		{"assignment without value", "x = 1 / x", "", "division by zero at 1:7"},
		{"assignment after skip without value", "skip x = 1 % x", "SEQ-SKIP", "division by zero at 1:12"},
		{"if without value", "if 1 / x = 0 { }", "", "division by zero at 1:6"},
		{"while without value", "while 1 / x = 0 { }", "", "division by zero at 1:9"},
		{"while without value the second time", "x = 1 while 6 / x > 0 { x = x - 1 }",
			"ASSIGN SEQ-SKIP WHILE-TRUE+ ASSIGN SEQ-SKIP", "division by zero at 1:15"},
		{"assertion without value", "assert 1 / x = 0", "", "division by zero at 1:10"},
		{"assumption without value", "skip assume 1 / x = 0", "SEQ-SKIP", "division by zero at 1:15"},
		{"unbound", "input x x = 1 x = y", "ASSIGN SEQ-SKIP", "unbound variable at 1:19"},
		{"unbound in a condition", "input x if x = 0 and y = 0 { }", "", "unbound variable at 1:22"},
		{"violated assumption", "x = 1 assume x = 0 fail", "ASSIGN SEQ-SKIP", "assumption violated"},
		{"violated assumption in a loop", "while true { x = x + 1 assume x < 2 }",
			"WHILE-TRUE+ ASSIGN SEQ-SKIP ASSUME SEQ-SKIP WHILE-TRUE+ ASSIGN SEQ-SKIP", "assumption violated"},
	} {
		m, s := load(t, c.src)
		var rules []string
		s, out := semantics.Run(m, s, 1000, func(_ int64, rule semantics.Rule, _ imp.State) bool {
			if rule.Name != "" {
				rules = append(rules, rule.Name+[]string{"", "+", "-"}[rule.Branch])
			}
			return true
		})
		end := string(out.Blocked)
		switch {
		case out.Done:
			end = "done"
		case out.Fault != nil:
			end = fmt.Sprintf("%s at %d:%d", out.Fault.Kind, out.Fault.Line, out.Fault.Column)
		}
		if got := strings.Join(rules, " "); got != c.rules || end != c.end || int(out.Steps) != len(rules) {
			t.Errorf("%s: %s:\n got %s: %s after %d steps\nwant %s: %s", c.title, c.src, got, end, out.Steps, c.rules,
				c.end)
		}
		if stuck := semantics.Stuck(m, s); stuck == out.Done {
			t.Errorf("%s: stuck: %v, done: %v", c.title, stuck, out.Done)
		}
	}
}

// TestStatesOfRuns looks at every state of a run: of done, fault, blocked and a successor it has exactly one, a step
// changes neither the state nor the memory it started from, and the state's place is that of the statement that the
// step is about.
func TestStatesOfRuns(t *testing.T) {
	const src = "x = 1\nwhile x < 3 {\n  if x = 1 {\n    y = x\n  }\n  x = x + 1\n}\nassert y = 2"
	m, s := load(t, src)
	var places []int
	states, prints := []imp.State{}, []string{}
	for {
		states, prints = append(states, s), append(prints, show(s))
		next, _, ok := m.Step(s)
		_, fault := m.Fault(s)
		if n := count(ok, fault, m.Done(s), m.Blocked(s) != semantics.NotBlocked); n != 1 {
			t.Errorf("state %d: %d of successor, fault, done and blocked", len(states), n)
		}
		if !ok {
			break
		}
		again, _, _ := m.Step(s)
		if !again.Equal(next) {
			t.Errorf("state %d: Step is no function", len(states))
		}
		places = append(places, s.Pos().Line)
		s = next
	}
	want := []int{1, 2, 2, 3, 4, 6, 6, 2, 2, 3, 6, 6, 2, 2, 8, 8}
	if fmt.Sprint(places) != fmt.Sprint(want) {
		t.Errorf("places: got %v, want %v", places, want)
	}
	for i, s := range states {
		if show(s) != prints[i] {
			t.Errorf("state %d was %s and is %s", i, prints[i], show(s))
		}
		for j, u := range states {
			if s.Equal(u) != (i == j) {
				t.Errorf("states %d and %d: Equal is %v", i, j, s.Equal(u))
			}
		}
	}
}

// TestControlEqual changes one thing at a time.
func TestControlEqual(t *testing.T) {
	const src = "while x < 9 { while y < 9 { y = 1 z = 1 } u = 1 } v = 1"
	m, s := load(t, src)
	for range 2 { // into both loops, to y = 1
		s, _, _ = m.Step(s)
	}
	other, _ := load(t, src)
	skip, fail := &imp.Skip{}, &imp.Fail{Head: imp.Head{At: imp.Pos{Line: 1, Column: 1}}}
	outer := *s.Rest.Next
	cont := func(change func(k *imp.Cont)) imp.Control {
		k := *s.Rest
		change(&k)
		c := s.Control
		c.Rest = &k
		return c
	}
	for _, c := range []struct {
		title string
		a, b  imp.Control
		want  bool
	}{
		{"itself", s.Control, s.Control, true},
		{"copied continuations", s.Control, cont(func(*imp.Cont) {}), true},
		{"copied continuations further out", s.Control, cont(func(k *imp.Cont) { k.Next = &outer }), true},
		{"skips made apart", s.Control.Becomes(skip), s.Control.Becomes(&imp.Skip{}), true},
		{"fails of one place", s.Control.Becomes(fail), s.Control.Becomes(&imp.Fail{Head: fail.Head}), true},

		{"another statement", s.Control, s.Control.Becomes(skip), false},
		{"skip and fail", s.Control.Becomes(skip), s.Control.Becomes(fail), false},
		{"fails of different places", s.Control.Becomes(fail), s.Control.Becomes(&imp.Fail{}), false},
		{"fail and assertion", s.Control.Becomes(fail), s.Control.Becomes(&imp.Fail{Head: fail.Head, Assertion: true}),
			false},
		{"a statement of another program", s.Control.Becomes(m.Program.Body.Stmts[1]),
			s.Control.Becomes(other.Program.Body.Stmts[1]), false},
		{"another iteration", s.Control, func() imp.Control { c := s.Control; c.Iter++; return c }(), false},
		{"less of the block", s.Control, func() imp.Control { c := s.Control; c.Block = nil; return c }(), false},
		{"nothing around", s.Control, func() imp.Control { c := s.Control; c.Rest = nil; return c }(), false},
		{"another iteration around", s.Control, cont(func(k *imp.Cont) { k.Iter++ }), false},
		{"no loop around", s.Control, cont(func(k *imp.Cont) { k.Loop = nil }), false},
		{"another loop around", s.Control, cont(func(k *imp.Cont) { k.Loop = outer.Loop }), false},
		{"more of the block around", s.Control, cont(func(k *imp.Cont) { k.Block = outer.Block }), false},
		{"less around", s.Control, cont(func(k *imp.Cont) { k.Next = nil }), false},
		{"another iteration further out", s.Control, cont(func(k *imp.Cont) {
			next := outer
			next.Iter++
			k.Next = &next
		}), false},
	} {
		if c.a.Equal(c.b) != c.want || c.b.Equal(c.a) != c.want {
			t.Errorf("%s: Equal is %v and %v", c.title, c.a.Equal(c.b), c.b.Equal(c.a))
		}
	}
}

// show writes out a state, with the number of statements left in each block around.
func show(s imp.State) string {
	text := fmt.Sprint(storeValues(s.Store), impfmt.Stmt(s.Now), s.Iter, len(s.Block))
	for k := s.Rest; k != nil; k = k.Next {
		text += fmt.Sprint(" / ", k.Loop != nil, k.Iter, len(k.Block))
	}
	return text
}

// storeOf returns the store with the given values.
func storeOf(vs ...*big.Int) imp.Store {
	return imp.Store{Vector: imp.MakeVector(slices.Clone(vs))}
}

// storeValues returns the values in a store.
func storeValues(s imp.Store) []*big.Int {
	vs := make([]*big.Int, s.Len())
	for i := range vs {
		vs[i] = s.Get(i)
	}
	return vs
}

func count(bs ...bool) int {
	n := 0
	for _, b := range bs {
		if b {
			n++
		}
	}
	return n
}

func TestStores(t *testing.T) {
	p, err := imp.Load("t", []byte("input x, y z = x + y"))
	if err != nil {
		t.Fatal(err)
	}
	one, two := big.NewInt(1), big.NewInt(2)
	for _, c := range []struct {
		title string
		input map[string]*big.Int
		want  string
	}{
		{"exactly the inputs", map[string]*big.Int{"x": one, "y": two}, "x=1 y=2"},
		{"an input is missing", map[string]*big.Int{"x": one}, "no value is given for the input y"},
		{"an input has no value", map[string]*big.Int{"x": one, "y": nil}, "no value is given for the input y"},
		{"all are missing", nil, "no value is given for the input x"},
		{"a variable that is no input", map[string]*big.Int{"x": one, "y": two, "z": one},
			"a value is given for z, which is not an input"},
		{"a variable that is no input, without value", map[string]*big.Int{"x": one, "y": two, "z": nil},
			"a value is given for z, which is not an input"},
		{"no variable", map[string]*big.Int{"x": one, "y": two, "q": one},
			"a value is given for q, which is not a variable of the program"},
		{"several that are no variables", map[string]*big.Int{"x": one, "y": two, "r": one, "q": one},
			"a value is given for q, which is not a variable of the program"},
	} {
		s, err := imp.NewStore(p, c.input)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = memory(s.Map(p))
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.title, got, c.want)
		}
	}

	s := storeOf(one, nil, two)
	changed := s.With(1, one)
	if fmt.Sprint(storeValues(s)) != "[1 <nil> 2]" || fmt.Sprint(storeValues(changed)) != "[1 1 2]" {
		t.Errorf("With: the store is %v, the new one %v", s, changed)
	}
	for _, other := range []imp.Store{changed, storeOf(one, nil, one), storeOf(one, nil, nil), storeOf(nil, nil, two),
		storeOf(one, nil), storeOf()} {
		if s.Equal(other) || other.Equal(s) {
			t.Errorf("%v equals %v", s, other)
		}
	}
	if !s.Equal(storeOf(big.NewInt(1), nil, big.NewInt(2))) {
		t.Error("Equal looks at pointers")
	}
}

// TestAssumed: the place is that of the first assumption that is violated.
func TestAssumed(t *testing.T) {
	for _, c := range []struct{ title, src, want string }{
		{"none", "skip", "ok"},
		{"all hold", "assume x = 0 assume true x = 1", "ok"},
		{"the first is violated", "assume x > 0 assume false", "1:10"},
		{"the second is violated", "assume x = 0 assume x != 0", "1:23"},
		{"the first has no value", "assume 1 / x = 0 assume false", "1:14"},
		{"the second has no value", "assume x = 0 assume 0 < 1 % x", "1:23"},
		{"it has a value by stopping early", "assume x = 0 or 1 / x = 0", "ok"},
		{"a later assumption is a statement", "skip assume false", "ok"},
	} {
		m, s := load(t, c.src)
		got := "ok"
		if at, ok := m.Assumed(s.Store); !ok {
			got = at.String()
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.title, got, c.want)
		}
	}
}

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestStepsAreCheap: a step costs the same in a short and in a long program, and however long it has run.
func TestStepsAreCheap(t *testing.T) {
	perStep := func(src string, steps int64) uint64 {
		m, s := load(t, src)
		var out semantics.Outcome
		bytes := allocated(func() { _, out = semantics.Run(m, s, 10*steps, nil) })
		if !out.Done || out.Steps != steps {
			t.Fatalf("%+v, want %d steps", out, steps)
		}
		return bytes / uint64(steps)
	}
	long := func(n int) string { return strings.Repeat("x = x + 1\n", n) }
	if a, b := perStep(long(100), 199), perStep(long(100_000), 199_999); b > a+50 {
		t.Errorf("a statement allocates %d bytes in a program of 100, %d in one of 100,000", a, b)
	}
	loop := func(n int) string { return fmt.Sprintf("while x < %d { if true { x = x + 1 } }", n) }
	if a, b := perStep(loop(100), 401), perStep(loop(100_000), 400_001); b > a+50 {
		t.Errorf("a step of a loop allocates %d bytes in 100 iterations, %d in 100,000", a, b)
	}

	m, s := load(t, "while x < 100000 { while y < x { y = y + 1 if true { skip } } x = x + 1 }")
	s, out := semantics.Run(m, s, 10_000_000, func(_ int64, _ semantics.Rule, s imp.State) bool {
		depth := 0
		for k := s.Rest; k != nil; k = k.Next {
			depth++
		}
		if depth > 3 {
			t.Errorf("%d continuations", depth)
		}
		return depth <= 3
	})
	if !out.Done || s.Store.Get(0).Int64() != 100_000 {
		t.Errorf("x is %v, %+v", s.Store.Get(0), out)
	}
}

// TestMeterBoundsRuns runs programs that would use up time or memory.
func TestMeterBoundsRuns(t *testing.T) {
	digits := strings.Repeat("9", 10_000)
	for _, c := range []struct{ title, src string }{
		{"squaring for ever", "x = 3 while true { x = x * x }"},
		{"doubling for ever", "x = 1 while true { x = x + x }"},
		{"growing by a large factor", "x = 1 while true { x = x * " + digits + " }"},
		{"a power in one expression", "x = 7 x = " + strings.Repeat("x * ", 19_000) + "x"},
		{"a product of large literals", "x = " + strings.Repeat(digits+" * ", 1000) + "1"},
		{"squares of squares in a straight line", "x = 3 " + strings.Repeat("x = x * x ", 200)},
		{"large quotients", "x = 1 while true { x = x * " + digits + " y = x / 7 / 11 z = x % " + digits + " }"},
		{"large comparisons", "x = " + digits + " while x + 1 > x { x = x - 1 }"},
		{"nothing for ever", "while true { }"},
		{"long conditions", "while " + strings.Repeat("true and ", 1000) + "true { }"},
		{"many variables", "while true { " + manyVariables(5000) + "}"},
	} {
		m, s := load(t, c.src)
		const units = 2_000_000
		m.Meter = semantics.NewMeter(units, semantics.Unlimited)
		var out semantics.Outcome
		bytes := allocated(func() { s, out = semantics.Run(m, s, 1<<40, nil) })
		if out.Done || out.Fault != nil || out.Blocked != semantics.LimitReached || !m.Meter.Exhausted() {
			t.Errorf("%s: %+v", c.title, out)
		}
		if out.Steps > 2*units {
			t.Errorf("%s: %d steps", c.title, out.Steps)
		}
		if bytes > 200*units {
			t.Errorf("%s: %d bytes", c.title, bytes)
		}
		if _, _, ok := m.Step(s); ok {
			t.Errorf("%s: steps on", c.title)
		}
	}
}

func manyVariables(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "v%d = 1 ", i)
	}
	return b.String()
}

// TestAnyMeter: however little a meter allows, a run ends as without it or says that a limit was reached.
func TestAnyMeter(t *testing.T) {
	for _, src := range []string{
		"x = 1 y = x * 3 assert x > y",
		"skip assume x > 0",
		"while x < 3 { x = x + 1 } fail",
		"input x x = y",
		"x = 100000000000000000000 x = x / (x - x)",
		"x = 1 skip",
	} {
		m, start := load(t, src)
		end, full := semantics.Run(m, start, 1000, nil)
		limited := 0
		for n := int64(0); ; n++ {
			m.Meter = semantics.NewMeter(n, semantics.Unlimited)
			s, out := semantics.Run(m, start, 1000, nil)
			if out.Blocked == semantics.LimitReached && out.Fault == nil && !out.Done {
				limited++
				continue
			}
			if fmt.Sprint(out.Fault) != fmt.Sprint(full.Fault) || out.Done != full.Done ||
				out.Blocked != full.Blocked || out.Steps != full.Steps || !s.Equal(end) {
				t.Errorf("%s with %d units: got %+v, want %+v", src, n, out, full)
			}
			break
		}
		if limited == 0 {
			t.Errorf("%s costs nothing", src)
		}
	}
}
