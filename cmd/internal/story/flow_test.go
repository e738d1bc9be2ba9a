package story

import (
	"fmt"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics/fronts"
)

// flowOf returns the steps that a log shows of the first bug in a program.
func flowOf(t *testing.T, program string) []string {
	t.Helper()
	p, err := load.File("t.imp", []byte(program))
	if err != nil {
		t.Fatal(err)
	}
	result, err := finder.Find(t.Context(), finder.Program{Core: p.Core, About: p.About}, finder.Options{Solver: "lia"})
	if err != nil || len(result.Certain()) != 1 {
		t.Fatalf("found %v (%v), want one bug in\n%s", result, err, program)
	}
	v, err := checker.Check(certs.Encode(result.Certain()[0].Bug),
		checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower})
	if err != nil {
		t.Fatal(err)
	}
	f := Retrace(v)
	var lines []string
	for _, step := range f.Steps() {
		lines = append(lines, fmt.Sprintf("%s%d %s", strings.Repeat("  ", step.Depth), step.Region.Line, step.Text))
	}
	return lines
}

func TestFlow(t *testing.T) {
	for _, c := range []struct{ title, program, want string }{
		{"no steps", "fail", "1 fail is reached: The program gives up here."},
		{"branches and assumptions, those at the start being no steps",
			"input x\nassume x > 2\nif x > 1 { y = x }\nassume y < 9\nassert y != 3",
			"3 if x > 1: true\n3 y = x: y is now 3\n4 assume y < 9: holds\n5 assertion fails: The condition y != 3 is false, with y = 3."},
		{"a loop that is not entered", "x = 0\nwhile x > 0 { x = x - 1 }\nfail",
			"1 x = 0: x is now 0\n2 while x > 0: false\n3 fail is reached: The program gives up here."},
		{"one round", "x = 1\nwhile x > 0 { x = x - 1 }\nfail",
			"1 x = 1: x is now 1\n  2 while x > 0: true\n  2 x = x - 1: x is now 0\n2 while x > 0: false\n3 fail is reached: The program gives up here."},
		{"two rounds, nothing left out", "x = 2\nwhile x > 0 { x = x - 1 }\nfail",
			"1 x = 2: x is now 2\n  2 while x > 0: true\n  2 x = x - 1: x is now 1\n  2 while x > 0: true\n  2 x = x - 1: x is now 0\n" +
				"2 while x > 0: false\n3 fail is reached: The program gives up here."},
		{"three rounds", "x = 3\nwhile x > 0 { x = x - 1 }\nfail",
			"1 x = 3: x is now 3\n  2 while x > 0: true\n  2 x = x - 1: x is now 2\n  2 ... 1 round ...\n  2 while x > 0: true\n  2 x = x - 1: x is now 0\n" +
				"2 while x > 0: false\n3 fail is reached: The program gives up here."},
		{"a fault in the middle of a round", "x = 9\nwhile x > 0 {\nx = x - 1\nassert x != 4\n}",
			"1 x = 9: x is now 9\n  2 while x > 0: true\n  3 x = x - 1: x is now 8\n  4 assert x != 4: holds\n  2 ... 3 rounds ...\n" +
				"  2 while x > 0: true\n  3 x = x - 1: x is now 4\n4 assertion fails: The condition x != 4 is false, with x = 4."},
		{"a fault in the condition of a loop", "x = 2\nwhile 6 / x > 0 { x = x - 1 }",
			"1 x = 2: x is now 2\n  2 while 6 / x > 0: true\n  2 x = x - 1: x is now 1\n  2 while 6 / x > 0: true\n  2 x = x - 1: x is now 0\n" +
				"2 division by zero: The divisor is 0, with x = 0."},
		{"the same loop entered again", "i = 0\nwhile i < 2 {\nj = 0\nwhile j < 1 { j = j + 1 }\ni = i + 1\n}\nfail",
			"1 i = 0: i is now 0\n  2 while i < 2: true\n  3 j = 0: j is now 0\n    4 while j < 1: true\n    4 j = j + 1: j is now 1\n  4 while j < 1: false\n  5 i = i + 1: i is now 1\n" +
				"  2 while i < 2: true\n  3 j = 0: j is now 0\n    4 while j < 1: true\n    4 j = j + 1: j is now 1\n  4 while j < 1: false\n  5 i = i + 1: i is now 2\n" +
				"2 while i < 2: false\n7 fail is reached: The program gives up here."},
	} {
		if found := strings.Join(flowOf(t, c.program), "\n"); found != c.want {
			t.Errorf("%s: found\n%s\nwant\n%s", c.title, found, c.want)
		}
	}
}

// TestFlowIsBounded shows that neither long programs nor deep ones make a long flow.
func TestFlowIsBounded(t *testing.T) {
	long := strings.Repeat("x = x + 1\n", 1000) + "fail"
	deep := "s = 0\n"
	for i := range 13 {
		deep += fmt.Sprintf("a%d = 0\nwhile a%d < 2 {\n", i, i)
	}
	deep += "s = s + 1\n"
	for i := range 13 {
		deep += fmt.Sprintf("a%d = a%d + 1\n}\n", 12-i, 12-i)
	}
	for _, c := range []struct{ title, program, gap string }{
		{"1000 statements", "x = 0\n" + long, "201 ... 602 steps ..."},
		{"13 loops inside each other", deep + "assert s != 8192", " steps ..."},
	} {
		lines := flowOf(t, c.program)
		if len(lines) != 2*maxFlow+1 || !strings.Contains(lines[maxFlow], c.gap) {
			t.Errorf("%s: found %d steps and %q, want %d and %q", c.title, len(lines),
				lines[min(maxFlow, len(lines)-1)], 2*maxFlow+1, c.gap)
		}
	}
}
