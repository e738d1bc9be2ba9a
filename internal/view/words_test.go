package view

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file tests what is said of steps, of endings and of places, and the code for scripts.

// teller writes down what people are told of a run.
type teller struct {
	Ending
	texts *Texts
	lines []string
}

func (l *teller) Step(s *Step) {
	l.Ending.Step(s)
	if s.Told() {
		e := l.texts.Event(s)
		l.lines = append(l.lines, fmt.Sprintf("%s %s", l.texts.Place(e.Span), e.Sentence()))
	}
}

const calls = `core 1
entry main

func main() int
  slot x int
  slot $1 int
  slot p ptr
  0: draw x x ..
  1: set $1 (add (def x "uninitialised value") 1)
  2: call x (func half) (def $1 "uninitialised value")
  3: alloc p heap 4
  4: jump 5
  5: branch (eq (def $1 "uninitialised value") 7) then 6 else 7
  6: fail "assertion"
  7: return 0

func half(n int) int
  0: return (quo (def n "uninitialised value") 2 "division by zero")
`

func TestEvents(t *testing.T) {
	for _, c := range []struct {
		title, source string
		x             int64
		want          string // what is told
		set           string // the variables that the run set
		values        string // those that the culprit reads
	}{
		{"an assignment, a branch and an assertion", "input x\ny = x * 2 # twice\nif y > 3 { skip }\nassert y != 8", 4,
			"- x = 4; 2:1 y = 8; 3:1 if y > 3 is true; 4:1 assert y != 8 is false", "y", "y = 8"},
		{"a value in place of another, and text on two lines", "input x\nx = x +\n  1\nfail", 4,
			"- x = 4; 2:1 x = 5, was 4", "x", ""},
		{"a division by zero", "input x\ny = 1 / (x - 4)", 4, "- x = 4", "", "x = 4"},
		{"calls, memory, and what has no name", calls, 6,
			"8:6 x = 6; 10:6 call of half; 18:6 x = 3, was 6; 11:6 p = &p; " +
				"13:6 branch (eq (def $1 \"uninitialised value\") 7) then 6 else 7 is true", "x $1 p", ""},
	} {
		var p *core.Program
		if strings.HasPrefix(c.source, "core ") {
			parsed, err := core.ParseLoose("t", []byte(c.source))
			if err != nil {
				t.Fatal(err)
			}
			p = parsed
		} else {
			p = lower(t, c.source)
		}
		l := &teller{texts: ReadTexts(p, []certs.Source{{Name: "random.imp", Text: []byte(c.source)}})}
		r := Run{Program: p, Input: inputs(map[string]*big.Int{"x": big.NewInt(c.x)}), Steps: 100}
		if _, out := r.Replay(l); out.Fault == nil {
			t.Errorf("%s: found no fault", c.title)
		}
		var set []string
		for i, s := range l.Last.Func().Slots {
			if l.Set[i] {
				set = append(set, s.Name)
			}
		}
		found := strings.Join(l.lines, "; ")
		if found != c.want || strings.Join(set, " ") != c.set || l.Values() != c.values {
			t.Errorf("%s: found\n%s, set %v, with %q, want\n%s, set %s, with %q", c.title, found, set, l.Values(),
				c.want, c.set, c.values)
		}
	}
}

func TestTexts(t *testing.T) {
	texts := ReadTexts(&core.Program{Sources: []string{"a", "gone", "b"}}, []certs.Source{
		{Name: "a", Text: []byte("\ufeffx = 1\r\nif x >\r\n  3 {\n")}, {Name: "b", Text: []byte("y\n")}})
	for _, c := range []struct {
		title       string
		span        source.Span
		text, place string
		width       int
	}{
		{"in a line", source.Span{File: 0, Line: 1, Column: 1, EndLine: 1, EndColumn: 6}, "x = 1", "1:1", 5},
		{"on two lines", source.Span{File: 0, Line: 2, Column: 1, EndLine: 3, EndColumn: 4}, "if x > 3", "2:1", 6},
		{"another file", source.Span{File: 2, Line: 1, Column: 1, EndLine: 1, EndColumn: 2}, "y", "b:1:1", 1},
		{"a file that is not at hand", source.Span{File: 1, Line: 1, Column: 1, EndLine: 1, EndColumn: 2}, "",
			"gone:1:1", 1},
		{"the program's own text", source.Span{File: -1, Line: 1, Column: 5, EndLine: 1, EndColumn: 6}, "1", "1:5", 1},
		{"behind the end", source.Span{File: 0, Line: 9, Column: 9, EndLine: 12, EndColumn: 2}, "", "9:9", 1},
		{"behind the end of the line", source.Span{File: 0, Line: 1, Column: 90, EndLine: 1, EndColumn: 95}, "", "1:90",
			5},
		{"nowhere", source.Span{}, "", "-", 1},
	} {
		if text, place, width := texts.At(c.span), texts.Place(c.span), texts.Width(c.span); text != c.text ||
			place != c.place || width != c.width {
			t.Errorf("%s: found %q at %s, of %d bytes, want %q at %s, of %d", c.title, text, place, width, c.text,
				c.place, c.width)
		}
	}
}

// TestText shows that expressions have the brackets that they need and no others.
func TestText(t *testing.T) {
	for _, text := range []string{
		"x + y - 3 * x", "x - (y - 3)", "(x + y) * 3", "x / (y * 3)", "x / y / 3", "-(x + y)", "-x * y", "x % 3 - -y",
	} {
		p := lower(t, "z = "+text)
		fn := p.Funcs[0]
		if found := Text(p, fn, setOf(fn).Args[0]); found != text {
			t.Errorf("found %s, want %s", found, text)
		}
	}
	for _, text := range []string{"x < 3 and y >= x or not x == y", "not (x < 3 or y > 2)",
		"x < 3 and (y > 2 or x > 1)", "x < 3 or y > 2 or x == 1"} {
		p := lower(t, "skip if "+text+" { fail }")
		fn := p.Funcs[0]
		for i := range fn.Code {
			if c := &fn.Code[i]; c.Op == core.Branch {
				if found := Text(p, fn, c.Args[0]); found != text {
					t.Errorf("found %s, want %s", found, text)
				}
			}
		}
	}
}

// setOf returns the first instruction that sets a slot to the value of an expression.
func setOf(fn *core.Func) *core.Instr {
	for i := range fn.Code {
		if fn.Code[i].Op == core.Set {
			return &fn.Code[i]
		}
	}
	return nil
}

func TestCounts(t *testing.T) {
	var c Counts
	p := lower(t, "i = 0\nwhile i < 3 {\n  i = i + 1\n}\nif i == 4 {\n  i = 9\n}\nfail")
	r := Run{Program: p, Input: inputs(nil), Steps: 100}
	r.Replay(&c)
	if found, want := fmt.Sprint(c.Lines(func(source.Span) bool { return true })),
		"map[1:1 2:4 3:3 5:1 6:0 8:1]"; found != want {
		t.Errorf("found %s, want %s", found, want)
	}
}

// TestJoins shows where ways come together, and that ways which only fail are none.
func TestJoins(t *testing.T) {
	for _, c := range []struct{ title, source, want string }{
		{"an if", "if x > 0 { y = 1 } else { y = 2 } z = 3", "[branch 6]"},
		{"a loop", "while x > 0 { x = x - 1 } z = 3", "[branch 5]"},
		{"an assertion", "assert x > 0 z = 3", "[branch 3]"},
		{"a failure at the end of one way", "if x > 0 { y = 1 fail } z = 3", "[branch 4]"},
		{"a loop without an end", "while true { if x > 3 { y = 1 } x = x - 1 }", "[branch 7 branch 5]"},
	} {
		p := lower(t, "input x\n"+c.source)
		f := newFlow(p.Funcs[0], nil)
		var found []string
		for pc, in := range f.fn.Code {
			if in.Op == core.Branch {
				found = append(found, fmt.Sprint(in.Op, " ", f.join[pc]))
			}
		}
		if fmt.Sprint(found) != c.want {
			t.Errorf("%s: found %v, want %s of\n%s", c.title, found, c.want, p.Text())
		}
	}
}

func TestCompile(t *testing.T) {
	code := Compile(lower(t, "input y x = 1 assert x == 0 or not y == 0"))
	var written []string
	for _, in := range code.Funcs[0].Code {
		if code.Steps[in[0].(core.Opcode)] == "branch" {
			for _, n := range in[7].([][]int)[0] {
				written = append(written, fmt.Sprint(n))
			}
		}
	}
	op := func(name string) string { return fmt.Sprint(slices.Index(code.Ops, name)) }
	want := []string{op("read"), "0", op("const"), "1", op("eq"), op("or"), "13", op("read"), "1", op("const"), "1",
		op("eq"), op("not")}
	if !slices.Equal(written, want) || !slices.Equal(code.Consts, []string{"1", "0"}) {
		t.Errorf("found %v of %v, want %v", written, code.Consts, want)
	}
	for _, c := range []struct {
		v    core.Value
		want string
	}{
		{core.Value{}, ""}, {core.MakeInt(-7), "-7"}, {core.MakeInteger(new(big.Int).Lsh(big.NewInt(-1), 300)),
			"-0x1" + strings.Repeat("0", 75)},
		{core.MakeTruth(true), "t"}, {core.MakePointer(3, big.NewInt(-8)), "p3 -8"}, {core.MakeFunction(2), "c2"},
		{core.MakeAddress(big.NewInt(0)), "a0"}, {core.MakeFloat64(1), "d1"},
		{core.MakeFloat32(1 << 31), "s2147483648"},
	} {
		if found := Encode(c.v); found != c.want {
			t.Errorf("found %s for %s, want %s", found, c.v, c.want)
		}
	}
}

// TestFast shows that a fast run ends as one that is watched does, also where numbers grow so much that it goes step by
// step.
func TestFast(t *testing.T) {
	for _, c := range []struct {
		title, source string
		steps         int64
	}{
		{"an end", "i = 0 while i < 1000 { i = i + 1 }", 1 << 40},
		{"a fault", "i = 0 while i < 1000 { i = i + 1 } fail", 1 << 40},
		{"a budget", "i = 0 while true { i = i + 1 }", 1234},
		{"no budget", "i = 0", 0},
		{"large numbers", "a = 3 i = 0 while i < 23 { a = a * a i = i + 1 } fail", 1 << 40},
	} {
		r := Run{Program: lower(t, c.source), Input: inputs(nil), Steps: c.steps,
			Meter: semantics.NewMeter(1<<60, semantics.Unlimited)}
		s, out := r.Replay()
		fast, other := r.Fast(func(int64, core.State) bool { return true }, func(*core.Written) {})
		same := out.Steps == other.Steps && out.Done == other.Done && out.Blocked == other.Blocked &&
			(out.Fault == nil) == (other.Fault == nil)
		if !same || !s.Equal(fast) {
			t.Errorf("%s: found %+v, want %+v", c.title, other, out)
		}
	}
}
