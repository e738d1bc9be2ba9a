package native

import (
	"strings"
	"testing"
	"time"

	"vouch/semantics"
)

// TestGoesOn reads where a run was when its time was over.
func TestGoesOn(t *testing.T) {
	where := func(name string) (string, bool) { return strings.CutPrefix(name, "/p/") }
	for _, c := range []struct {
		title, said string
		at          string
		ok          bool
	}{
		{"a place in the program", goesOn + "main at /p/a.c:7:3\n", "main at a.c:7", true},
		{"a compiler that tells no column", goesOn + "main at /p/a.c:7\n", "main at a.c:7", true},
		{"a function of the library", goesOn + "strlen at ../string/strlen.c:9:1\n" + goesOn +
			"f at /p/b.c:2:1\n" + goesOn + "main at /p/a.c:7:3\n", "f at b.c:2", true},
		{"no place is known", goesOn + "main at (/tmp/reproduce+0x4f2)\n", "", true},
		{"no line", goesOn + "main at /p/a.c\n", "", true},
		{"a line that is no number", goesOn + "main at /p/a.c:x\n", "", true},
		{"a line before the first", goesOn + "main at /p/a.c:0\n", "", true},
		{"a file of somebody else", goesOn + "main at /q/a.c:7:3\n", "", true},
		{"what the program says", "the run goes on in main at /p/a.c:7:3\n", "", false},
		{"nothing", "", "", false},
	} {
		if at, ok := (ended{said: c.said}).goesOn(where); at != c.at || ok != c.ok {
			t.Errorf("%s: found %q, %t, want %q, %t", c.title, at, ok, c.at, c.ok)
		}
	}
}

// TestOnlyEndlessLoopsAreWatched: what a run says of its time counts for nothing where the bug is another one.
func TestOnlyEndlessLoopsAreWatched(t *testing.T) {
	where := func(name string) (string, bool) { return name, true }
	ran := ended{said: goesOn + "main at a.c:7:3\n", status: 3}
	for kind, want := range map[semantics.Kind]Verdict{
		semantics.EndlessLoop: DidNotEnd, semantics.DivisionByZero: NotReported,
	} {
		r, result := &Reproduction{Kind: kind}, Result{Verdict: Inconclusive}
		r.judge(&result, nil, ran, Limits{Time: time.Second}, where)
		said := strings.HasSuffix(result.Reason, "within 1s of the processor, and was in main at a.c:7")
		if result.Verdict != want || said != (want == DidNotEnd) {
			t.Errorf("%s: found %s, %s, want %s", kind, result.Verdict, result.Reason, want)
		}
	}
}
