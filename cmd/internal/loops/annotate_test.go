package loops

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"vouch/checker"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics/fronts"
	"vouch/semantics/lang"
)

// This file tests annotated programs: what is written and what is left out, and that a compiler sees the same program.

// annotations finds the annotations of ACSL in a program.
var annotations = regexp.MustCompile(`(?s)/\*@(.*?)\*/(\s*/\*[^@].*?\*/)*\s*(\w*)`)

// acsl is what an annotation of a loop may be, of all that ACSL has: comparisons of sums of products of names and
// numbers, with && and ||.
var acsl = func() *regexp.Regexp {
	factor := `-?(?:[A-Za-z_]\w*|\d+)`
	product := factor + `(?: \* ` + factor + `)*`
	sum := product + `(?: [+-] ` + product + `)*`
	side := `(?:\(` + sum + `\)|` + sum + `)(?: % \d+)?`
	compare := side + ` (?:<=|>=|==|<|>) ` + side
	all := compare + `(?: && ` + compare + `)*`
	any := `(?:\(` + all + `\)|` + all + `)(?: \|\| (?:\(` + all + `\)|` + all + `))*`
	return regexp.MustCompile(`^(?: loop invariant ` + any + `;)+ $`)
}()

// TestACSL tests the test.
func TestACSL(t *testing.T) {
	for text, want := range map[string]bool{
		" loop invariant i >= 0; ": true,
		" loop invariant 2 * i + 1 == s; loop invariant (i <= n && i >= 0) || n == 0; ": true,
		" loop invariant (i + 1) % 4 == 0; ":                                            true,
		" loop invariant i = 0; ":                                                       false,
		" loop invariant i >= ; ":                                                       false,
		" loop invariant i >= 0 ":                                                       false,
		" loop invariant (long long)i >= 0; ":                                           false,
		" loop invariant i of f >= 0; ":                                                 false,
		" invariant i >= 0; ":                                                           false,
		" loop invariant x~2 >= 0; ":                                                    false,
		" loop invariant i >= 0 and n >= 0; ":                                           false,
	} {
		if acsl.MatchString(text) != want {
			t.Errorf("%q: found %t, want %t", text, !want, want)
		}
	}
}

// annotatedText returns a program with what a certificate shows at its loops.
func annotatedText(t *testing.T, sources []lang.Source, options map[string]string) (text string, notes []Note,
	err error) {
	t.Helper()
	p, err := load.Sources(load.Language(sources[0].Name), options, sources...)
	if err != nil {
		t.Fatal(err)
	}
	r, err := finder.Find(context.Background(), finder.Program{Core: p.Core, About: p.About},
		finder.Options{Solver: "lia", Prove: true, Engine: finder.EngineInvariants,
			Limits: finder.Limits{States: 20000}})
	if err != nil || r.Absence == nil {
		t.Fatalf("found %v, %v, want a certificate of absence, of\n%s", r.Verdict, err, sources[0].Text)
	}
	v, list, err := Read(r.Absence.Seal(), checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower})
	if err != nil {
		t.Fatal(err)
	}
	contracts, err := Contracts(v)
	if err != nil {
		t.Fatal(err)
	}
	annotated, notes, err := Annotated(v, list, contracts, sources[0].Text, fronts.All.Lower)
	return string(annotated), notes, err
}

func TestAnnotated(t *testing.T) {
	for _, c := range []struct {
		title, name, text string
		want              string
		note              string // in the first note; "" for none
	}{
		{"a loop in the first line, and no newline at the end", "a.imp",
			"assume x >= 0 while x < n { x = x + 1 } assert x >= 0",
			"# invariant: x >= 0 (of the loop at column 15)\nassume x >= 0 while x < n { x = x + 1 } assert x >= 0",
			""},
		{"a loop behind other words", "a.imp", "x = 0\ny = 1 while x < n { x = x + 1 }\nassert x >= 0",
			"x = 0\n# invariant: x >= 0 (of the loop at column 7)\ny = 1 while x < n { x = x + 1 }\nassert x >= 0", ""},
		{"indented by a tab", "a.imp", "x = 0\n\twhile x < n { x = x + 1 }\nassert x >= 0\n",
			"x = 0\n\t# invariant: x >= 0\n\twhile x < n { x = x + 1 }\nassert x >= 0\n", ""},
		{"two loops in a line", "a.imp",
			"x = 0\ny = 0\nwhile x < n { x = x + 1 } while y < n { y = y + 2 }\nassert x >= 0\nassert y >= 0",
			"x = 0\ny = 0\n# invariant: x >= 0\n# invariant: y >= 0 (of the loop at column 27)\nwhile x < n { x = x + 1 } while y < n { y = y + 2 }\nassert x >= 0\nassert y >= 0",
			""},
		{"lines that end as those of DOS", "a.imp", "x = 0\r\nwhile x < n { x = x + 1 }\r\nassert x >= 0\r\n",
			"x = 0\r\n# invariant: x >= 0\r\nwhile x < n { x = x + 1 }\r\nassert x >= 0\r\n", ""},
		{"a byte order mark", "a.imp", "\ufeffx = 0 while x < n { x = x + 1 }\nassert x >= 0",
			"\ufeff# invariant: x >= 0 (of the loop at column 7)\nx = 0 while x < n { x = x + 1 }\nassert x >= 0", ""},
		{"C", "a.c", nondet + "int main(void) { int n = __VERIFIER_nondet_int(), k = 0;\n  while (k < n) k++;\n  if (k < 0) reach_error(); }",
			nondet + "int main(void) { int n = __VERIFIER_nondet_int(), k = 0;\n  /*@ loop invariant k >= 0; */ while (k < n) k++;\n  if (k < 0) reach_error(); }",
			""},
		{"C: behind a line that goes on, and letters of another script", "a.c",
			nondet + "int main(void) { int n = __VERIFIER_nondet_int(), k = 0; /* ü */ \\\n  while (k < n) k++;\n  if (k < 0) reach_error(); }",
			nondet + "int main(void) { int n = __VERIFIER_nondet_int(), k = 0; /* ü */ \\\n  /*@ loop invariant k >= 0; */ while (k < n) k++;\n  if (k < 0) reach_error(); }",
			""},
		{"C: do", "a.c", nondet +
			"int main(void) { int n = __VERIFIER_nondet_int(), k = 0;\n  do k++; while (k < n);\n  if (k < 0) reach_error(); }",
			nondet + "int main(void) { int n = __VERIFIER_nondet_int(), k = 0;\n  /* vouch: wherever the body of this loop begins: k >= 0 && k <= 2147483646 */ do k++; while (k < n);\n  if (k < 0) reach_error(); }",
			""},
		{"C: goto", "a.c", nondet +
			"int main(void) { int n = __VERIFIER_nondet_int(), k = 0;\nagain: if (k < n) { k++; goto again; }\n  if (k < 0) reach_error(); }",
			nondet + "int main(void) { int n = __VERIFIER_nondet_int(), k = 0;\n/* vouch: the invariant is left out: the loop is made by goto or by a macro, so it has no statement of its own */ again: if (k < n) { k++; goto again; }\n  if (k < 0) reach_error(); }",
			"made by goto"},
		{"C: a macro", "a.c", nondet +
			"#define EACH(i, n) for (; i < n; i++)\nint main(void) { int n = __VERIFIER_nondet_int(), k = 0;\n  EACH(k, n) ;\n  if (k < 0) reach_error(); }",
			nondet + "#define EACH(i, n) for (; i < n; i++)\nint main(void) { int n = __VERIFIER_nondet_int(), k = 0;\n  /* vouch: the invariant is left out: the loop is made by goto or by a macro, so it has no statement of its own */ EACH(k, n) ;\n  if (k < 0) reach_error(); }",
			"by a macro"},
		{"C: a loop in a called function", "a.c",
			nondet + "static int up(int n) { int k = 0; while (k < n) k++; return k; }\nint main(void) { if (up(__VERIFIER_nondet_int()) < 0) reach_error(); }",
			nondet + "static int up(int n) { int k = 0; /*@ loop invariant k >= 0; */ while (k < n) k++; return k; }\nint main(void) { if (up(__VERIFIER_nondet_int()) < 0) reach_error(); }",
			""},
		{"C: the line has a number that counts", "a.c", nondet +
			"int main(void) { int n = __VERIFIER_nondet_int(), k = 0;\n  while (k < n) k++;\n  if (k < 0 || __LINE__ != 4) reach_error(); }",
			nondet + "int main(void) { int n = __VERIFIER_nondet_int(), k = 0;\n  /*@ loop invariant k >= 0; */ while (k < n) k++;\n  if (k < 0 || __LINE__ != 4) reach_error(); }",
			""},
		{"C: unsigned sums that wrap", "a.c",
			nondet + "int main(void) { unsigned n = __VERIFIER_nondet_uint(), k = 0;\n  for (unsigned i = 0; i != n; i++) k += 2;\n  if (k % 2) reach_error(); }",
			nondet + "int main(void) { unsigned n = __VERIFIER_nondet_uint(), k = 0;\n  /*@ loop invariant k % 2 == 0; */ for (unsigned i = 0; i != n; i++) k += 2;\n  if (k % 2) reach_error(); }",
			""},
	} {
		text, notes, err := annotatedText(t, []lang.Source{{Name: c.name, Text: []byte(c.text)}}, nil)
		if err != nil {
			t.Errorf("%s: %v", c.title, err)
			continue
		}
		if text != c.want {
			t.Errorf("%s: found\n%s\nwant\n%s", c.title, text, c.want)
		}
		if c.note == "" && len(notes) > 0 || c.note != "" &&
			(len(notes) == 0 || !strings.Contains(notes[0].Text, c.note)) {
			t.Errorf("%s: found notes %v, want %q", c.title, notes, c.note)
		}
		for _, found := range annotations.FindAllStringSubmatch(text, -1) {
			if !acsl.MatchString(found[1]) || found[3] != "while" && found[3] != "for" {
				t.Errorf("%s: found %q before %q, want an annotation of a loop in ACSL", c.title, found[1], found[3])
			}
		}
	}
}

// Loops in other files are left out by their places.
func TestAnnotatedFile(t *testing.T) {
	main := nondet + "#include \"up.h\"\nint main(void) { if (up(__VERIFIER_nondet_int()) < 0) reach_error(); }\n"
	text, notes, err := annotatedText(t, []lang.Source{{Name: "a.c", Text: []byte(main)},
		{Name: "up.h", Text: []byte("static int up(int n) { int k = 0;\nwhile (k < n) k++; return k; }\n")}}, nil)
	if err != nil || text != main || len(notes) != 1 || notes[0].Line != 2 || notes[0].File == 0 ||
		!strings.Contains(notes[0].Text, "in another file") {
		t.Errorf("found %q, %v, %v, want the same text and a note", text, notes, err)
	}
}

// What a comment says ends no comment.
func TestHarmless(t *testing.T) {
	for text, want := range map[string]string{"a */ b": "a * / b", "a /* b": "a / * b", "a\nb\r": "a b ",
		"*/*/": "* /* /", `a\`: "a/", "a??/": "a? ?/", "x\u2028y": "x y", "ü": "ü"} {
		if got := harmless(text); got != want || strings.Contains(got, "*/") && want != "* /* /" {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}
