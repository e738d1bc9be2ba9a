package harness

import (
	"fmt"
	"strings"
	"testing"

	"vouch/semantics/c"
)

// TestAlone: a harness without the file of its function has types whose members lie where those of the file do, or
// there is none.
func TestAlone(t *testing.T) {
	for _, row := range []struct {
		title, types, of string
		none             bool // whether it cannot be written
	}{
		{"numbers", "struct s { char a; short b; int c; long d; float e; double f; _Bool g; unsigned char h; long long i; };",
			"struct s", false},
		{"arrays and pointers", "struct s { char a[3]; int *b; char *c[2]; int d[2][3]; void *e; struct s *next; };",
			"struct s", false},
		{"a name of a type", "typedef struct { int a; struct { char b; long c; } in; } s;", "s", false},
		{"a structure without a name behind a pointer",
			"typedef struct { int a; } inner; typedef struct { inner *p; inner q; } s;", "s", false},
		{"members without a name", "struct s { int a; union { long b; struct { char c, d; }; }; char e; };", "struct s",
			false},
		{"a union", "union s { char a[5]; long b; void *c; };", "union s", false},
		{"bit-fields", "struct s { unsigned a : 3, b : 7; int c : 30; long d : 40; unsigned char e : 2; char f; unsigned g : 1; };",
			"struct s", false},
		{"an enumeration", "enum e { A, B }; struct s { enum e a; char b; };", "struct s", false},
		{"an enumeration with a negative number", "enum e { A = -1, B }; struct s { enum e a; char b; };", "struct s",
			false},
		{"an enumeration without a tag", "struct s { enum { A, B } a; char b; };", "struct s", false},
		{"functions", "struct s { int (*f)(struct s *, const char *, ...); void *(*g)(unsigned long); void (*h)(void); char a; };",
			"struct s", false},
		{"a flexible array", "struct s { char n; int at[]; };", "struct s", false},
		{"packed", "struct __attribute__((packed)) s { char a; int b; short c; };", "struct s", false},
		{"packed and aligned", "struct __attribute__((packed, aligned(4))) s { char a; int b; };", "struct s", false},
		{"an alignment of the whole", "struct __attribute__((aligned(32))) s { char a; };", "struct s", false},
		{"qualifiers", "struct s { const char *a; const int b; volatile long c; char *const d; };", "struct s", false},
		{"vectors", "typedef float v __attribute__((vector_size(16))); struct s { char a; v b; };", "struct s", false},
		{"a type that is declared and not defined", "struct u; struct s { struct u *p; char a; };", "struct s", false},
		{"large numbers", "struct s { char a; __int128 b; long double c; };", "struct s", false},
		{"structures that lead to each other",
			"struct t; struct s { struct t *t; char a; }; struct t { struct s s[2]; };", "struct s", false},
		{"nothing", "struct s { };", "struct s", false},

		{"a member with an alignment", "struct s { char a; _Alignas(16) int b; };", "struct s", true},
		{"a type with an alignment", "typedef int wide __attribute__((aligned(16))); struct s { char a; wide b; };",
			"struct s", true},
		{"bit-fields without a name", "struct s { unsigned a : 3; unsigned : 5; unsigned b : 4; };", "struct s", true},
		{"a bit-field that ends a unit", "struct s { unsigned a : 3; unsigned : 0; unsigned b : 4; };", "struct s",
			true},
		{"packed bit-fields", "struct __attribute__((packed)) s { unsigned a : 3; unsigned b : 31; char c; };",
			"struct s", true},
		{"a packed member", "struct s { char a; int b __attribute__((packed)); long c; };", "struct s", true},
		{"an enumeration of 8 bytes", "enum e { A = 1L << 40 }; struct s { enum e a; };", "struct s", true},
		{"an enumeration of a byte", "enum __attribute__((packed)) e { A }; struct s { enum e a; };", "struct s", true},
	} {
		t.Run(row.title, func(t *testing.T) {
			record := func(text string) *c.Type {
				t.Helper()
				all, _, err := c.Entries(nil, []c.Source{{Name: "a.c", Text: []byte(text)}}, nil)
				if err != nil {
					t.Fatalf("%v in\n%s", err, text)
				}
				e := all[len(all)-1]
				if e.Refused != nil {
					t.Fatalf("%v in\n%s", e.Refused, text)
				}
				return e.Parameters[0].Of.Elem
			}
			all, _, err := c.Entries(nil, []c.Source{{Name: "a.c",
				Text: fmt.Appendf(nil, "%s int f(%s *p) { return 0; }", row.types, row.of)}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			f := &Function{Entry: all[0], Source: "a.c"}
			made, err := f.Make(&Memory{Objects: map[string]Object{"p": {Count: 1}}})
			if err != nil {
				t.Fatal(err)
			}
			text := f.Alone(made)
			if row.none != (text == nil) {
				t.Fatalf("found the harness\n%s\nand want that there is none: %t", text, row.none)
			}
			if row.none {
				return
			}
			if lines := strings.Count(string(text), "\n"); lines != strings.Count(string(made.Text), "\n") {
				t.Errorf("found %d lines, want those of the harness", lines)
			}
			probe := fmt.Sprintf("%s\nint probe(%s *p) { return 0; }\n", text, row.of)
			if got, want := layout(record(probe), 0), layout(f.Parameters[0].Of.Elem, 0); got != want {
				t.Errorf("found\n%s\nwant\n%s\nin\n%s", got, want, text)
			}
		})
	}
}

// layout describes where the members of a type lie.
func layout(t *c.Type, depth int) string {
	text := fmt.Sprintf("class %d size %d align %d signed %t", t.Class, t.Size, t.Align, t.Signed)
	if depth > 4 {
		return text
	}
	if t.Elem != nil && t.Class != c.Pointer {
		text += " of " + layout(t.Elem, depth+1)
	}
	if t.Record != nil {
		for _, m := range t.Record.Fields {
			text += fmt.Sprintf("\n%s%q at %d bits %d shift %d loose %t flex %t: %s", strings.Repeat("\t", depth+1),
				m.Name, m.Offset, m.Bits, m.Shift, m.Loose, m.Flex, layout(m.Type, depth+1))
		}
	}
	return text
}

// TestAloneText: what a harness without its file calls and declares.
func TestAloneText(t *testing.T) {
	e := entry(t)
	made, err := (&Function{Entry: e, Source: "../a.c"}).Make(&Memory{Objects: map[string]Object{"p": {Count: 1},
		"s": {Kind: Stream}}})
	if err != nil {
		t.Fatal(err)
	}
	f := &Function{Entry: e, Source: "../a.c"}
	text := string(f.Alone(made))
	for _, want := range []string{"int vouch_called_f(struct outer *, ",
		"struct outer { int a; struct inner in[3]; struct outer *next;", "vouch_result = vouch_called_f(p, ",
		"extern struct _IO_FILE *stdin;"} {
		if !strings.Contains(text, want) {
			t.Errorf("found no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "#") {
		t.Errorf("found a directive in\n%s", text)
	}
	f.Given = []c.EntryParameter{{Name: "x", Of: e.Parameters[3].Of}}
	if got := f.Alone(made); got != nil {
		t.Errorf("found a harness that sets a variable of the file:\n%s", got)
	}
	restricted := *e
	restricted.Restricted = true
	if got := (&Function{Entry: &restricted, Source: "../a.c"}).Alone(made); got != nil {
		t.Errorf("found a harness that calls vouch_requires:\n%s", got)
	}
}
