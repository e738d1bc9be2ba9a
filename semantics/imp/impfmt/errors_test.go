package impfmt

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"vouch/semantics/imp"
	"vouch/semantics/source"
)

// messages returns the errors without the file's name and without advice, separated by " | ".
func messages(t *testing.T, err error) string {
	t.Helper()
	var list source.ErrorList
	if !errors.As(err, &list) {
		t.Fatalf("%v is a %T, want a source.ErrorList", err, err)
	}
	var out []string
	for _, e := range list {
		if e.File != "t" {
			t.Errorf("%v: want the file's name", e)
		}
		out = append(out, strings.TrimLeft(strings.TrimPrefix(e.Error(), "t:"), " "))
	}
	return strings.Join(out, " | ")
}

// Several errors, and none that only follows from another.
var wrong = []struct{ title, src, want string }{
	{"one", "x = )", `1:5: found ")", want an expression`},
	{"no program", "# c", "the file holds no program"},
	{"no program but an error", "x = )\n# c", `1:5: found ")", want an expression`},
	{"declarations and an error", "input x\ny = )", `2:5: found ")", want an expression`},
	{"three lines", "x = 1 +\ny = = 2\nz = )\nskip",
		`2:5: found "=", want an expression | 3:5: found ")", want an expression`},
	{"one line", "x = ); y = (; skip z = ]",
		`1:5: found ")", want an expression | 1:13: found ";", want an expression | 1:24: found "]", which has no meaning here`},
	{"inside and after a block", "while a < { x = ) }\ny = )",
		`1:11: found "{", want an expression | 1:17: found ")", want an expression | 2:5: found ")", want an expression`},
	{"the block of a broken condition", "while a < ? {\n  x = 1\n}\ny = 2 3",
		`1:11: found "?", which has no meaning here | 4:7: found "3", want a statement`},
	{"the block of a condition of the wrong sort", "while a { x = ) }\ny = )",
		`1:7: found an integer expression, want a condition | 1:15: found ")", want an expression | 2:5: found ")", want an expression`},
	{"both blocks of a broken condition", "if ? then x = ) else y = ? fi\nz = )",
		`1:4: found "?", which has no meaning here | 1:15: found ")", want an expression | 1:26: found "?", which has no meaning here | 2:5: found ")", want an expression`},
	{"a broken else if", "if a<1 { } else if ? { x = ) } y = 1 +",
		`1:20: found "?", which has no meaning here | 1:28: found ")", want an expression`},
	{"an else without a block", "if a<1 { } else x = )\ny = )",
		`1:17: found "x", want "{" or "if" | 2:5: found ")", want an expression`},
	{"the fi of a broken if", "if a < 3\n x = 1\nfi\ny = 2", `2:2: found "x", want "{" or "then"`},
	{"a macro with broken parameters", "macro f(a, 1) begin a = ) end\nx = )",
		`1:12: found "1", want a parameter's name | 1:25: found ")", want an expression | 2:5: found ")", want an expression`},
	{"a macro in a block", "if true { macro f begin x = ? end\ny = ) }\nz = )",
		`1:11: found "macro", want a statement | 2:5: found ")", want an expression | 3:5: found ")", want an expression`},
	{"declarations in blocks", "while a<1 do input x option division floor\ny = ) od",
		`1:14: found "input", want a statement | 1:22: found "option", want a statement | 2:5: found ")", want an expression`},
	{"local outside macros, twice", "local t = 1\nlocal u = 1",
		`1:1: found "local", want a statement | 2:1: found "local", want a statement`},
	{"options twice over", "option division floor option division floor option up\nskip",
		`1:23: found the option "division" twice, want it once | 1:45: found the option "division" twice, want it once`},
	{"sorts in two statements", "assert x\nx = a < b\nassert true + 1",
		`1:8: found an integer expression, want a condition | 2:5: found a condition, want an integer expression | 3:8: found a condition, want an integer expression`},
	{"a value of the wrong sort on its own line", "x =\n a < b\ny = )",
		`2:2: found a condition, want an integer expression | 3:5: found ")", want an expression`},
	{"wrong brackets", "while a<1 do x = 1 }\ny = 2", `1:20: found "}", want "od"`},
	{"wrong brackets, then another error", "while a<1 do x = 1 }\ny = )",
		`1:20: found "}", want "od" | 2:5: found ")", want an expression`},
	{"a brace missing inside a loop", "while a<1 do if b<1 { x = ( od\ny = )",
		`1:29: found "od", want an expression | 2:5: found ")", want an expression`},
	{"closing brackets only", "} } } skip\n} }", `1:1: found "}", want a statement`},
	{"misspelt keyword", "whle a < 1 { x = 1; y = ( }\nz = )",
		`1:8: found "<", want "=" | 2:5: found ")", want an expression`},
	{"open blocks", "while a<1 { if b<1 { while c<1 {", `1:33: found end of file, want "}"`},
	{"characters before syntax", "x = ) # \u2066\nskip # \u2069",
		"1:9: found U+2066 LEFT-TO-RIGHT ISOLATE, want text without control characters | 2:8: found U+2069 POP DIRECTIONAL ISOLATE, want text without control characters"},
	{"a byte order mark is no character", "\ufeffx = \x01 \x02",
		"1:5: found the control character U+0001, want text without control characters | 1:7: found the control character U+0002, want text without control characters"},
	{"syntax before names", "f\nx = )", `2:5: found ")", want an expression`},
	{"names", "f g x = 1", `1:1: found "f", which is not defined as a macro | 1:3: found "g", which is not defined as a macro`},
	{"too deep, and more", "x = )\ny = " + strings.Repeat("-", imp.MaxDepth+1) + "1\nz = )",
		`1:5: found ")", want an expression | 2:5: nested deeper than 20000 levels`},
}

func TestErrors(t *testing.T) {
	for _, c := range wrong {
		err := Errors("t", []byte(c.src))
		if err == nil {
			t.Errorf("%s: %q has no errors", c.title, c.src)
			continue
		}
		if got := messages(t, err); got != c.want {
			t.Errorf("%s: %q:\n got %s\nwant %s", c.title, c.src, got, c.want)
		}
		_, first := imp.Load("t", []byte(c.src))
		checkErrors(t, []byte(c.src), first)
	}
}

// checkErrors checks that the errors of a text, of which one is known, begin with that one and are in the order of the
// text.
func checkErrors(t *testing.T, text []byte, known error) {
	t.Helper()
	all := Errors("t", text)
	if all == nil {
		t.Fatalf("%q has the error %v, and then has none", text, known)
	}
	var list source.ErrorList
	errors.As(all, &list)
	if *list[0] != *first(known) {
		t.Fatalf("%q has the error %v first, and then %v", text, first(known), list[0])
	}
	if len(list) > imp.MaxErrors+1 || !slices.IsSortedFunc(list, func(a, b *source.Error) int {
		if b.Pos.Before(a.Pos) {
			return 1
		}
		return -1
	}) {
		t.Fatalf("%q has too many errors, or not in order: %v", text, list)
	}
}

func TestTooManyErrors(t *testing.T) {
	for _, src := range []string{
		strings.Repeat("x = )\n", 1000),
		strings.Repeat("assert x\n", 1000),
		strings.Repeat("x = \x01\n", 1000),
		strings.Repeat("x = ?\n", 1000),
		strings.Repeat("input x\n", 1000),
		strings.Repeat("while ? { x = 1 }\n", 1000),
		strings.Repeat("while true { x = ? ", 1000),
		strings.Repeat("f ", 1000),
	} {
		list := strings.Split(messages(t, Errors("t", []byte(src))), " | ")
		if len(list) != 21 || !strings.HasSuffix(list[20], "too many errors") {
			t.Errorf("%q: %d errors, the last is %q; want 20 and that there are more", src[:10], len(list),
				list[len(list)-1])
		}
	}
}

// The errors of a large file cost no more than a few passes over it.
func TestErrorsOfLargeFiles(t *testing.T) {
	for _, src := range []string{
		strings.Repeat("} ", 1<<20), strings.Repeat("x = )\n", 1<<20), strings.Repeat("(* ", 1<<20),
		strings.Repeat("if ? { ", 1<<18),
		strings.Repeat("(", 1<<20), strings.Repeat("x = \u2066\n", 1<<18),
	} {
		if err := Errors("t", []byte(src)); err == nil {
			t.Errorf("%q... has no errors", src[:10])
		}
	}
}
