package loops

import (
	"regexp"
	"strings"
	"testing"

	"vouch/semantics/lang"
)

// This file tests contracts of functions as annotations.

// contract is what an annotation of a function may be: the same conditions as at a loop, of which those behind a call
// may speak of its result.
var contract = func() *regexp.Regexp {
	condition := strings.TrimSuffix(strings.TrimPrefix(acsl.String(), `^(?: loop invariant `), `;)+ $`)
	after := strings.ReplaceAll(condition, `[A-Za-z_]\w*|`, `[A-Za-z_]\w*|\\result|\\old\([A-Za-z_]\w*\)|`)
	return regexp.MustCompile(`^ (?:requires ` + condition + `; )*(?:ensures ` + after + `; )*$`)
}()

// TestContractGrammar tests the test.
func TestContractGrammar(t *testing.T) {
	for text, want := range map[string]bool{
		" requires n >= 0; ":       true,
		" ensures \\result >= 0; ": true,
		" requires n >= 0; requires n <= 9; ensures (n - \\result) % 2 == 0; ": true,
		" requires \\result >= 0; ":                 false,
		" ensures \\result >= 0; requires n >= 0; ": false,
		" ensures result of f >= 0; ":               false,
		" ensures \\old(n) <= n; ":                  true,
		" requires \\old(n) >= 0; ":                 false,
		" ensures \\old(n + 1) >= 0; ":              false,
		" requires n >= 0 ":                         false,
		" loop invariant n >= 0; ":                  false,
	} {
		if contract.MatchString(text) != want {
			t.Errorf("%q: found %t, want %t", text, !want, want)
		}
	}
}

func TestContracts(t *testing.T) {
	const call = "\nint main(void) { int n = __VERIFIER_nondet_int(); if (n >= 0 && n < 1000 && down(n) < 0) reach_error(); }"
	for _, c := range []struct {
		title, text string
		want        string // before the function
		word        string // with which the definition begins
		note        string // in the first note; "" for none
	}{
		{"a function", "static int down(int n) { return n <= 0 ? 0 : down(n - 1); }", `/\*@ requires .*ensures \\result >= 0; .*\*/ `,
			"static int down", ""},
		{"a declaration before it", "static int down(int);\nstatic int down(int n) { return n <= 0 ? 0 : down(n - 1); }",
			`/\*@ .*ensures \\result >= 0; .*\*/ `, "static int down(int n)", ""},
		{"in two lines, behind another one", "static int other; static inline __attribute__((unused)) int\ndown(int n)\n{ return n <= 0 ? 0 : down(n - 1); }",
			`/\*@ .*ensures \\result >= 0; .*\*/ `, "static inline", ""},
		{"behind another function", "static int twice(int n) { return n < 9 ? 2 * n : 0; }\nstatic int down(int n) { return n <= 0 ? 0 : down(n - 1); }",
			`/\*@ .*ensures \\result >= 0; .*\*/ `, "static int down", ""},
		{"a parameter that changes", "static int down(int n) { if (n <= 0) return 0; n--; return down(n); }",
			`/\*@ .*ensures \\result >= 0; .*\*/ `, "static int down", ""},
		{"a variable outside of functions", "static int sum; static int down(int n) { if (n <= 0) return sum; if (sum < 9) sum++; return down(n - 1); }",
			`sum; /\*@ requires .*requires sum >= 0; .*\*/ `, "static int down", ""},
		{"without a result", "static long sum; static void add(int n) { if (n <= 0) return; if (sum < 9) sum++; add(n - 1); } static int down(int n) { add(n); return sum; }",
			`sum; /\*@ requires .*ensures .*sum <= 9; .*\*/ `, "static void add", ""},
		{"a parameter with its name", "static int sum; static int add(void) { int was = sum; if (sum < 9) sum++; return was; } static int down(int sum) { return sum <= 0 ? add() : (add(), down(sum - 1)); }",
			`/\*@ .*\*/ /\* vouch: a part of the contract is left out: the name sum means nothing there, or another variable \*/ `,
			"static int down", "a part of the contract is left out: the name sum means nothing there, or another variable"},
		{"a variable inside of the function", "static int down(int n) { static int sum; if (n <= 0) return sum; if (sum < 9) sum++; return down(n - 1); }",
			`/\*@ .*\*/ /\* vouch: a part of the contract is left out: the name .* means nothing there, or another variable \*/ `,
			"static int down", "means nothing there, or another variable"},
		{"a member", "static struct { int a, sum; } all; static int down(int n) { if (n <= 0) return all.sum; if (all.sum < 9) all.sum++; return down(n - 1); }",
			`/\*@ .*\*/ /\* vouch: a part of the contract is left out: it is about a part of all \*/ `, "static int down",
			"it is about a part of all"},
		{"a function that does not call itself", "static int down(int n) { return n <= 0 ? 0 : n; }", "", "static int down", ""},
	} {
		text, notes, err := annotatedText(t, []lang.Source{{Name: "a.c", Text: []byte(nondet + c.text + call)}}, nil)
		if err != nil {
			t.Errorf("%s: %v", c.title, err)
			continue
		}
		if want := regexp.MustCompile(`(?m)` + c.want + regexp.QuoteMeta(c.word)); !want.MatchString(text) ||
			(c.want == "") != !strings.Contains(text, "/*@") {
			t.Errorf("%s: found\n%s\nwant %s before %s", c.title, text, c.want, c.word)
		}
		if strings.Count(text, "\n") != strings.Count(nondet+c.text+call, "\n") {
			t.Errorf("%s: the lines are others", c.title)
		}
		if c.note == "" && len(notes) > 0 || c.note != "" && (len(notes) == 0 || !strings.Contains(notes[0].Text, c.note)) {
			t.Errorf("%s: found notes %v, want %q", c.title, notes, c.note)
		}
		for _, found := range annotations.FindAllStringSubmatch(text, -1) {
			if !contract.MatchString(found[1]) {
				t.Errorf("%s: found %q, want an annotation of a function in ACSL", c.title, found[1])
			}
		}
	}
}

// TestContractElsewhere: of a function in another file, a note says that its contract is left out.
func TestContractElsewhere(t *testing.T) {
	text, notes, err := annotatedText(t, []lang.Source{
		{Name: "a.c", Text: []byte(nondet + "int down(int n);\nint main(void) { int n = __VERIFIER_nondet_int(); if (n >= 0 && n < 1000 && down(n) < 0) reach_error(); }")},
		{Name: "b.c", Text: []byte("int down(int n) { return n <= 0 ? 0 : down(n - 1); }")}}, nil)
	if err != nil || strings.Contains(text, "/*@") || len(notes) == 0 ||
		notes[0].Text != "the contract of down is left out: found it in another file, want functions of the first one" {
		t.Errorf("found notes %v and %v, want one, of\n%s", notes, err, text)
	}
}

// TestContractBefore: what a variable was before a call has a name of its own behind the call.
func TestContractBefore(t *testing.T) {
	text, notes, err := annotatedText(t, []lang.Source{{Name: "a.c", Text: []byte(nondet + `static int total;
static int down(int n) { if (n <= 0) return 0; if (total < 100) total = total + 1; return down(n - 1); }
int main(void) { int n = __VERIFIER_nondet_int(), was = __VERIFIER_nondet_int(); if (n < 0) return 0; total = was; down(n); if (total < was) reach_error(); }`)}}, nil)
	if err != nil || len(notes) > 0 || !strings.Contains(text, `ensures \old(total) <= `) {
		t.Errorf("found notes %v and %v, want what total was, in\n%s", notes, err, text)
	}
}
