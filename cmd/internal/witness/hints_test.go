package witness

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics/c"
)

// This file tests what hints do to a search.

// correctness returns a witness that says something of a loop.
func correctness(line, column int, invariants ...string) string {
	var b strings.Builder
	head, _, _ := strings.Cut(strings.Replace(sample, ViolationSequence, InvariantSet, 1), "  content:")
	b.WriteString(head + "  content:\n")
	for _, in := range invariants {
		fmt.Fprintf(&b, "  - invariant: {type: loop_invariant, location: {file_name: a.c, line: %d, column: %d, function: main}, value: %q, format: c_expression}\n",
			line, column, in)
	}
	return b.String()
}

// hinted searches a program with hints, or without.
func hinted(t *testing.T, program, witness string, o finder.Options) (*finder.Result, *Hints) {
	t.Helper()
	p, err := load.File("a.c", []byte(program))
	if err != nil {
		t.Fatal(err)
	}
	h := &Hints{}
	if witness != "" {
		w, err := Parse([]byte(witness))
		if err != nil {
			t.Fatalf("%v, in\n%s", err, witness)
		}
		h, err = w.For(Program{Source{"a.c", []byte(program)}, p.Core, []c.Source{{Name: "a.c", Text: []byte(program)}},
			p.About.Options}, "w.yml")
		if err != nil {
			t.Fatal(err)
		}
	}
	o.Solver, o.Prove, o.Claims, o.Guide, o.Supposed = "lia", true, h.Claims, h.Guide, h.Supposed
	r, err := finder.Find(context.Background(), finder.Program{Core: p.Core, About: p.About}, o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Absence != nil {
		if _, err := checker.Check(certs.Encode(r.Absence), checking); err != nil {
			t.Errorf("the checker refuses a certificate: %v, of\n%s", err, program)
		}
	}
	return r, h
}

// few are so few states that a search does without most of what it could try.
var few = finder.Limits{States: 2000}

// ratio is a program with more variables than those about which something is guessed.
const ratio = declared + `int main(void) { unsigned a1 = 0, a2 = 0, a3 = 0, a4 = 0, a5 = 0;
  int k = __VERIFIER_nondet_int(), x = 0, y = 0, i = 0;
  if (k < 0 || k > 100000) return 0;
  while (i < k) {
    if (__VERIFIER_nondet_int()) { x += 7; y += 3; } else { x += 11; y += 5; }
    i++; a1 += 3; a2 += 3; a3 += 3; a4 += 3; a5 += 3;
  }
  if (x < 2 * y || 2 * x - 4 * y < i) reach_error();
}
`

// TestClaims establishes that a proof rests on what another tool says of a loop, where that helps, and that nothing
// false helps or hurts.
func TestClaims(t *testing.T) {
	short := regexp.MustCompile(` a\d+ \+= 3;`).ReplaceAllString(ratio, "") // the guesses reach, so the search is short
	wrong := strings.Replace(short, "x += 7", "x += 5", 1)
	global := strings.NewReplacer("int main", "static int k; int main", "int k = __VERIFIER_nondet_int(), x",
		"k = __VERIFIER_nondet_int(); int x").Replace(ratio)
	for _, c := range []struct {
		title, program string
		hints          []string
		line, column   int
		want           finder.Verdict
		needed         int    // how many guesses the proof rests on, at least
		told           string // part of what is told
	}{
		{"no hints", ratio, nil, 0, 0, finder.Safe, 0, ""},
		{"hints", ratio, []string{"2 * x >= 4 * y + i", "x <= 11 * i", "y <= 5 * i", "i <= k", "y >= 3 * i"}, 5, 3,
			finder.Safe, 2, "the proof rests on"},
		{"hints at a loop whose condition reads memory", global,
			[]string{"2 * x >= 4 * y + i", "x <= 11 * i", "y <= 5 * i", "i <= k", "y >= 3 * i"}, 5, 3, finder.Safe, 2,
			"the proof rests on"},
		{"one text, conversions, and no column", ratio,
			[]string{"(long)x * 2 >= 4 * (long)y + i && x <= i * 11L && (y <= 5 * i && 3 * i <= y && i <= k)"}, 5, 0,
			finder.Safe, 2, "the proof rests on"},
		{"a place in the loop", ratio,
			[]string{"2 * x >= 4 * y + i && x <= i * 11 && y <= 5 * i && 3 * i <= y && i <= k"}, 6, 5, finder.Safe, 2,
			"the proof rests on"},
		{"true and false ones", ratio, []string{"2 * x >= 4 * y + i", "x <= 11 * i", "y <= 5 * i", "i <= k",
			"y >= 3 * i", "x <= 3", "x == y", "i % 2 == 0"}, 5, 3, finder.Safe, 2,
			"x <= 3 at 5:3 is not used: nothing shows that it holds when the loop is entered and after each turn"},
		{"false ones, an unknown name, and memory", ratio, []string{"x <= 3", "q <= 3", "a[i] == 0"}, 5, 3,
			finder.Safe, 0,
			"w.yml:15:110: q <= 3 is not used: q is no variable there\nw.yml:16:110: not used: at its character 2: found an access to memory, want a variable\n" +
				"w.yml:14:110: x <= 3 at 5:3 is not used"},
		{"no loop", short, []string{"x <= 3"}, 2, 1, finder.Safe, 0, "not used: there is no loop at 2:1"},
		{"a bug, and hints that deny it", wrong, []string{"2 * x >= 4 * y + i", "x <= 11 * i", "y <= 5 * i", "i <= k",
			"y >= 3 * i"}, 5, 3, finder.Bug, 0, "i + 4 * y <= 2 * x at 5:3 is not used"},
	} {
		text := ""
		if c.hints != nil {
			text = strings.Replace(correctness(c.line, max(c.column, 1), c.hints...),
				"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", hash([]byte(c.program)), 1)
			if c.column == 0 {
				text = strings.ReplaceAll(text, ", column: 1", "")
			}
		}
		r, h := hinted(t, c.program, text, finder.Options{Engine: finder.EngineAuto, Limits: few})
		summary, lines := h.Fates()
		told := strings.Join(append(append(h.Notes, lines...), summary), "\n")
		needed := 0
		for _, claim := range h.Claims {
			if claim.Fate == finder.Needed {
				needed++
			}
		}
		if r.Verdict != c.want || needed < c.needed || !strings.Contains(told, c.told) {
			t.Errorf("%s: found %v with %d needed, want %v with %d; told is\n%s\nwant %q", c.title, r.Verdict, needed,
				c.want, c.needed, told, c.told)
		}
	}
}

// steps is a program that fails after one way out of 2^8.
const steps = declared + `int main(void) {
  int k = 0;
  for (int i = 0; i < 8; i++) {
    int n = __VERIFIER_nondet_int();
    if (n > 100) k = 2 * k; else k = 2 * k + 1;
  }
  if (k == 181) reach_error();
}
`

// TestGuide establishes that a search with the witness of a bug visits fewer states, that it finds it with a witness
// that lacks much too, and that a false witness changes no verdict.
func TestGuide(t *testing.T) {
	data := certificate(t, "a.c", steps, 0)
	text, _, err := Write(data, Source{"a.c", []byte(steps)}, time.Unix(0, 0), checking)
	if err != nil {
		t.Fatal(err)
	}
	o := finder.Options{Strategy: "bfs"}
	plain, _ := hinted(t, steps, "", o)
	guided, h := hinted(t, steps, string(text), o)
	t.Logf("%d states without a witness, %d with one", plain.Coverage.States, guided.Coverage.States)
	if plain.Verdict != finder.Bug || guided.Verdict != finder.Bug ||
		guided.Coverage.States*4 > plain.Coverage.States || len(h.Notes) > 0 {
		t.Errorf("found %v after %d states, %v after %d with a witness, want a bug after a quarter of them at most; notes %q",
			plain.Verdict, plain.Coverage.States, guided.Verdict, guided.Coverage.States, h.Notes)
	}
	o.Fuzz = finder.FuzzAuto
	if run, _ := hinted(t, steps, string(text), o); run.Verdict != finder.Bug ||
		run.Coverage.States > guided.Coverage.States {
		t.Errorf("found %v after %d states with the inputs of the witness, want a bug after fewer than %d", run.Verdict,
			run.Coverage.States, guided.Coverage.States)
	}
	safe := strings.Replace(steps, "k == 181", "k == 256", 1)
	for _, c := range []struct {
		title, program, witness string
		want                    finder.Verdict
	}{
		{"of a program that is safe", safe, string(text), finder.Safe},
		{"with other decisions", steps, strings.ReplaceAll(string(text), `"true"`, `"false"`), finder.Bug},
		{"with other inputs", steps, strings.ReplaceAll(string(text), `result == `, `result == 1`), finder.Bug},
	} {
		if r, _ := hinted(t, c.program, c.witness, o); r.Verdict != c.want {
			t.Errorf("%s: found %v, want %v", c.title, r.Verdict, c.want)
		}
	}
}

// TestTogether establishes that what a witness of vouch says is read again: all of it is used, or holds.
func TestTogether(t *testing.T) {
	program := declared + "int main(void) {\n  int n = __VERIFIER_nondet_int(), i = 0, s = 0;\n  if (n > 10000) return 0;\n  while (i < n) { s += 3; i++; }\n  if (s != 3 * i) reach_error();\n}\n"
	text, _, err := Write(certificate(t, "a.c", program, 0), Source{"a.c", []byte(program)}, time.Unix(0, 0), checking)
	if err != nil {
		t.Fatal(err)
	}
	r, h := hinted(t, program, string(text), finder.Options{Engine: finder.EngineAuto, Limits: few})
	if r.Verdict != finder.Safe || len(h.Claims) == 0 || len(h.Notes) > 0 {
		t.Errorf("found %v with %d claims, want safe with some; notes %q, the witness\n%s", r.Verdict, len(h.Claims),
			h.Notes, text)
	}
	for i, claim := range h.Claims {
		if claim.Fate < finder.Unneeded {
			t.Errorf("%s: found fate %d, want that it holds", h.claims[i].Is, claim.Fate)
		}
	}
}
