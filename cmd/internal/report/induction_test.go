package report

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics/fronts"
	"vouch/semantics/lang"
)

// This file tests what is said of invariants, and why they hold.

// invariantsOf finds the invariants of a program, and returns them as lines.
func invariantsOf(t *testing.T, name, text string, options map[string]string) (lines []string) {
	t.Helper()
	p, err := load.Sources(load.Language(name), options, lang.Source{Name: name, Text: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	r, err := finder.Find(context.Background(), finder.Program{Core: p.Core, About: p.About},
		finder.Options{Solver: "lia", Prove: true, Engine: finder.EngineInvariants})
	if err != nil || r.Absence == nil {
		t.Fatalf("%s: found no proof, want one: %v", text, err)
	}
	why := &Why{}
	v, err := checker.Check(certs.Encode(r.Absence), checker.Options{Limits: checker.DefaultLimits,
		Lower: fronts.All.Lower, Shown: why.See})
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range Invariants(v, why) {
		lines = append(lines, fmt.Sprintf("%s: %s: %d", i.Place, i.Any(), i.Times))
		for _, h := range i.Holds {
			lines = append(lines, "  "+h.Text, "    "+h.Entry)
			for _, turn := range h.Turns {
				lines = append(lines, "    "+turn)
			}
		}
	}
	return lines
}

func TestWhyInvariantsHold(t *testing.T) {
	for _, c := range []struct {
		title, file, text string
		options           map[string]string
		want              string
	}{
		{"assumed at entry", "a.imp", "assume x > 2\nwhile x < n { x = x + 3 }\nassert x > 2", nil, `
2:1: x: 1
  x >= 3
    At entry, it follows from x >= 3 (assumed on line 1).
    A turn that changes x to x + 3 keeps it.`},
		{"a number at entry, and a branch in the turn", "a.imp",
			"k = 5\nwhile i != 0 { if k > 3 { k = k - 1 } i = i - 1 }\nassert k > 2", nil, `
2:1: i, k: 1
  k >= 3
    At entry, k is 5, which is enough.
    A turn that changes k to k - 1 keeps it, which follows from k >= 4 (on line 2).
    A turn that changes none of its variables keeps it.`},
		{"C: unsigned wrap", "a.c",
			"int f(unsigned n) { unsigned k = 0;\n  for (unsigned i = 0; i != n; i++) k += 2;\n  return 1 / (1 - k % 2); }",
			map[string]string{"entry": "f"}, `
2:24: k, i: 1
  k % 2 == 0
    At entry, k is 0, which is enough.
    A turn that changes k to ((k + 2) % 4294967296) keeps it, which follows from (k % 2) == 0 (on line 2).`},
	} {
		if text := "\n" + strings.Join(invariantsOf(t, c.file, c.text, c.options), "\n"); text != c.want {
			t.Errorf("%s: found\n%s\nwant\n%s", c.title, text, c.want)
		}
	}
}

// TestVaried establishes which inputs get the names of variables.
func TestVaried(t *testing.T) {
	texts := Texts{varied: newInputs(), names: map[string]string{"#5": "n"}}
	for text, want := range map[string]string{
		"#5 + 1":                   "n + 1",
		"2*(#5) <= -#5":            "2*(n) <= -n",
		"#55 + #6":                 "#55 + #6",
		"k#5 and s[]#5":            "k#5 and s[]#5",
		"(#5.1:1..255 + 128) % #5": "(#5.1:1..255 + 128) % n",
		"#5.2:-9..0":               "#5.2:-9..0",
		"#5.":                      "n.",
	} {
		if got := texts.varied.ReplaceAllStringFunc(text, texts.vary); got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}
