package witness

import (
	"embed"
	"strings"
	"testing"
)

// This file tests the reader with texts of strangers.

func TestParse(t *testing.T) {
	w, err := Parse([]byte(sample))
	if err != nil {
		t.Fatal(err)
	}
	if len(w.Waypoints) != 2 || w.Avoided != 1 || w.Waypoints[0].Is.Constraint.Value != `\result == 3` ||
		w.Waypoints[0].Line != 16 || w.Waypoints[1].Is.Location.Function != "main" ||
		w.DataModel != "LP64" || len(w.Hashes) != 1 {
		t.Errorf("found %+v", w)
	}
	if w, err = Parse([]byte(correctness(5, 3, "i <= n"))); err != nil || len(w.Invariants) != 1 ||
		w.Invariants[0].Is.Value != "i <= n" || w.Invariants[0].Is.Location.Column != 3 {
		t.Errorf("found %+v, %v", w, err)
	}
}

func TestParseRefused(t *testing.T) {
	deep := strings.Repeat("[", 100) + strings.Repeat("]", 100)
	for _, c := range []struct{ title, text, want string }{
		{"nothing", "", "found no YAML"},
		{"a word", "a", "1:1: found \"a\", want a list of entries"},
		{"no entry", "[]", "1:1: found 0 entries, want 1 to 1000"},
		{"GraphML", "<?xml version=\"1.0\"?><graphml/>", "found XML, as in a witness of the format 1.0"},
		{"two documents", sample + "---\n" + sample, "found a second document"},
		{"no YAML", "a: b: c", "found no YAML"},
		{"an alias", strings.Replace(sample, "[a.c]", "&a [a.c, *a]", 1), "found an alias or an anchor"},
		{"a billion laughs", "a: &a [x]\nb: &b [*a,*a]\nc: [*b,*b]\n", "found an alias or an anchor"},
		{"deep nesting", "- " + deep, "found more than 40 levels"},
		{"very deep nesting", strings.Repeat("[", 100_000), "found no YAML"},
		{"many parts", "[" + strings.Repeat("a,", maxNodes) + "]", "found more than 400000 parts"},
		{"a large text", strings.Repeat(" ", MaxBytes+1), "found more than 8388608 bytes"},
		{"no text", "- \x00", "found no YAML"},
		{"an old version", strings.Replace(sample, `"2.0"`, `"0.1"`, 1), `3:21: found the version "0.1", want 2.0`},
		{"a later version", strings.Replace(sample, `"2.0"`, `"2.1"`, 1), `found the version "2.1", want 2.0`},
		{"another entry", strings.Replace(sample, "violation_sequence", "loop_invariant", 1),
			`1:15: found "loop_invariant", want invariant_set or violation_sequence`},
		{"a key twice", strings.Replace(sample, "language: C", "language: C\n      language: C", 1),
			"the key language twice"},
		{"a key more", strings.Replace(sample, "language: C", "language: C\n      color: red", 1),
			"the key \"color\", want one of"},
		{"a key less", strings.Replace(sample, "      language: C\n", "", 1), "no key language"},
		{"another language", strings.Replace(sample, "language: C", "language: Java", 1), `found "Java", want C`},
		{"another data model", strings.Replace(sample, "LP64", "LLP64", 1), `found "LLP64", want LP64 or ILP32`},
		{"a list for a mapping",
			strings.Replace(sample, "{a.c: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef}", "[]", 1),
			"found a list, want a mapping"},
		{"content that is no list", strings.Replace(sample, "content:", "content: {}\n  more:", 1),
			"found the key \"more\""},
		{"another waypoint", strings.Replace(sample, "type: branching", "type: jump", 1),
			`found "jump", want assumption or branching`},
		{"another action", strings.Replace(sample, "action: avoid", "action: cycle", 1),
			`found "cycle", want follow or avoid`},
		{"a line 0", strings.Replace(sample, "line: 4", "line: 0", 1), `found "0", want a number from 1`},
		{"a line that is huge", strings.Replace(sample, "line: 4", "line: 99999999999999999999", 1),
			"want a number from 1"},
		{"a column that is a list", strings.Replace(sample, "column: 3", "column: [3]", 1),
			"found a list, want a number from 1"},
		{"another format", strings.Replace(sample, "acsl_expression", "smt", 1),
			`found "smt", want c_expression or acsl_expression`},
	} {
		if _, err := Parse([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: found %v, want %q", c.title, err, c.want)
		}
	}
}

//go:embed testdata/corpus
var corpus embed.FS

// FuzzParse establishes that no text ends in a panic, and that what is read has places.
func FuzzParse(f *testing.F) {
	files, err := corpus.ReadDir("testdata/corpus")
	if err != nil || len(files) == 0 {
		f.Fatalf("found no corpus: %v", err)
	}
	for _, file := range files {
		text, err := corpus.ReadFile("testdata/corpus/" + file.Name())
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add(sample)
	f.Fuzz(func(t *testing.T, text string) {
		w, err := Parse([]byte(text))
		if err != nil {
			return
		}
		for _, in := range w.Invariants {
			if in.Line < 1 || in.Is.Location.Line < 1 {
				t.Errorf("found no place of %+v", in)
			}
		}
	})
}
