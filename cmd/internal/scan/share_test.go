package scan

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// This file tests how work is shared out among functions, and that what it ends is said.

// TestShare: each function may take as much work as one may, unless that is too much for all, but never less than a
// little.
func TestShare(t *testing.T) {
	const ms = time.Millisecond
	for _, x := range []struct {
		title             string
		most, whole, want time.Duration
		functions         int
	}{
		{"few functions", 60 * ms, 3000 * ms, 60 * ms, 50},
		{"one more", 60 * ms, 3000 * ms, 55 * ms, 51},
		{"some", 60 * ms, 3000 * ms, 30 * ms, 100},
		{"a change of the project that changes no share", 60 * ms, 3000 * ms, 25 * ms, 119},
		{"many", 60 * ms, 3000 * ms, leastWork, 10_000},
		{"no function", 60 * ms, 3000 * ms, 60 * ms, 0},
		{"less than the least for one", 1 * ms, 3000 * ms, 1 * ms, 10_000},
		{"no limit for one", 0, 3000 * ms, 30 * ms, 100},
		{"no limit for all", 60 * ms, 0, 60 * ms, 10_000},
		{"no limit", 0, 0, 0, 10_000},
		{"hardly anything for all", 60 * ms, 1, leastWork, 1},
	} {
		o := Options{Work: x.most, Whole: x.whole}
		if o.each = o.share(x.functions); o.each != x.want {
			t.Errorf("%s: found %v, want %v", x.title, o.each, x.want)
		}
		if less := o.each != o.Work; o.less() != less {
			t.Errorf("%s: found %t, want %t where it is asked whether it is less than one may take", x.title, o.less(),
				less)
		}
		built := o.each
		switch {
		case o.each == o.Work || o.each >= muchWork:
		case o.each == leastWork:
			built = 3 * fewWork
		default:
			built = max(o.each/3, madeWork)
		}
		if again := o.each != leastWork || !o.less(); o.again() != again {
			t.Errorf("%s: found %t, want %t where it is asked whether callers are searched again", x.title, o.again(),
				again)
		}
		if o.bugs = true; !o.again() {
			t.Errorf("%s: found that callers which decide about a bug are not searched again", x.title)
		}
		if got := o.builtWork(3); got != built {
			t.Errorf("%s: found %v for objects that the program makes, want %v", x.title, got, built)
		}
	}
}

// TestInPart: what the limit of work ends is said of the function; a function of which it leaves nothing known may take
// as much as one alone.
func TestInPart(t *testing.T) {
	const (
		hard   = "int hard(unsigned long a, unsigned long b) { unsigned long x = a * b; int n = 0; for (int i = 0; i < 200; i++) { x = x * x + b; if (x % 1000003 == a % 7919) n ^= i; } return n; }\n"
		latent = "int latent(int *p, unsigned long a, unsigned long b) { return *p ^ hard(a, b); }\n"
		// three searches of many states
		longer  = "int longer(const char *s) { int n = 0; for (int i = 0; i < 235; i++) n ^= i; while (s && *s) n ^= *s++; return n; }\n"
		trivial = "int trivial(int n) { return n == 3; }\n"
	)
	for _, x := range []struct {
		title        string
		work, whole  time.Duration
		hard, longer string // the verdict, and what is said beside it
		latent       string
	}{
		{"one share", 4 * leastWork, 0, "unknown cut", "unknown cut", "latent cut"},
		{"more where nothing is known", 80 * leastWork, 1, "unknown cut", "safe", "latent cut"},
	} {
		t.Run(x.title, func(t *testing.T) {
			want := map[string]string{"hard": x.hard, "latent": x.latent, "longer": x.longer, "trivial": "safe"}
			for _, f := range project(t, []string{hard + latent + longer + trivial}, func(o *Options) {
				o.Work, o.Whole = x.work, x.whole
			}) {
				got := string(f.Verdict)
				if f.Cut {
					got += " cut"
				}
				if got != want[f.Function] {
					t.Errorf("found that %s is %s, want %s", f.Function, got, want[f.Function])
				}
			}
		})
	}
}

// TestGuessInPart: another guess about a length avoids a fault only if its own search has come as far.
func TestGuessInPart(t *testing.T) {
	const text = "int hard(unsigned long a, unsigned long b) { unsigned long x = a * b; int n = 0; for (int i = 0; i < 200; i++) { x = x * x + b; if (x % 1000003 == a % 7919) n ^= i; } return n; }\n" +
		"int f(const char *name, const char *s, unsigned long n, unsigned long a, unsigned long b) { if (!s || !name || n > 4) return 0; int c = s[n]; return c ^ name[0] ^ hard(a, b); }\n"
	for _, f := range project(t, []string{text}, func(o *Options) { o.Work, o.Only = 4*leastWork, []string{"f"} }) {
		if got := textOf(t, f); f.Verdict != Bug || !strings.Contains(got, "out of bounds read") {
			t.Errorf("found %s, want a bug: %s", f.Verdict, got)
		}
	}
}

// TestWordsInPart: people are told which functions were searched in part, and what to do.
func TestWordsInPart(t *testing.T) {
	p := &Project{Each: leastWork, Functions: []*Outcome{{Name: "b", Verdict: Latent, cut: true},
		{Name: "whole", Verdict: Safe}, {Name: "a\x1b", Verdict: Bug, cut: true}}}
	got := p.words(3)
	if want := "searched in part, for 2ms of work each: a\\x1b, b; vouch scan --function NAME looks further at one\n"; !strings.HasSuffix(got,
		want) {
		t.Errorf("found\n%swant at the end\n%s", got, want)
	}
	if j := p.sumJSON(3); j.Summary.Cut != 2 || j.Summary.Work != 0.002 {
		t.Errorf("found %d cut with %v for each, want 2 with 0.002", j.Summary.Cut, j.Summary.Work)
	}
	p.Functions = p.Functions[1:2]
	if got := p.words(1); strings.Contains(got, "in part") {
		t.Errorf("found %q where all was searched", got)
	}
}

// TestFurther: a function of which a search shows nothing that ends at the limit of states may visit more of them, and
// one of which it shows something may not.
func TestFurther(t *testing.T) {
	const text = "int f(int *p) { int n = %s; for (int i = 0; i < %d; i++) n ^= i; return 1 / (n - n); }\n"
	for _, x := range []struct {
		title, first string
		turns        int
		want         Verdict
	}{
		{"within the limit", "0", 4, Bug},
		{"beyond it", "0", 20, Bug},
		{"beyond what is tried", "0", 1000, Unknown},
		{"beyond it, with a fault before", "*p", 20, Latent},
	} {
		all := scanned(t, fmt.Sprintf(text, x.first, x.turns), func(o *Options) { o.States = 64 })
		if found := all["f"]; found.Verdict != x.want {
			t.Errorf("%s: found %s, want %s: %s", x.title, found.Verdict, x.want, textOf(t, found))
		}
	}
}
