package c

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"vouch/semantics"
)

// withTables lowers sources, in which a list of so many elements is a table. It returns the program, or the error, as
// text, and how many tables its units used.
func withTables(t *testing.T, sources []Source, least int) (program string, used int) {
	t.Helper()
	var mains []string
	for _, s := range sources {
		if strings.HasSuffix(s.Name, ".c") {
			mains = append(mains, s.Name)
		}
	}
	o, err := readOptions(sources, map[string]string{"files": strings.Join(mains, "\n")})
	if err != nil {
		t.Fatal(err)
	}
	o.table = least
	p, err := parsed(semantics.NewMeter(1<<28, 1<<28), sources, o, newRemoval())
	if err == nil {
		p.link()
		err = p.found()
		for _, u := range p.units {
			used += len(u.tables)
		}
	}
	if err != nil {
		return err.Error(), used
	}
	return string(p.core.Text()), used
}

// never is more elements than a list can have.
const never = math.MaxInt

// tables are texts with lists, of which so many are used as tables.
var tables = []struct {
	title, text string
	used        int
}{
	{"numbers", "int a[] = {\n 1, 0x2, 03,\n -4, 5u, 6LL\n}; int main(void) { return a[2] + sizeof a; }", 1},
	{"a comma at the end, and comments",
		"int a[] = { /* one */ 1,\n 2, // two\n 3,\n}; int main(void) { return a[2]; }", 1},
	{"names of an enumeration",
		"enum e { A, B = 7 };\nint a[] = {\n A, B,\n A, B,\n B };\nint main(void) { return a[4]; }", 1},
	{"macros that are numbers",
		"#define N 3\n#define M (-(N))\nint a[] = { N, M,\n N, M,\n 'x' == 0 };\nint main(void) { return a[1]; }", 0},
	{"macros that are numbers, with a sign and brackets",
		"#define N 3\n#define M (-N)\nint a[] = { 1,\n N, M,\n N, M,\n 1 };\nint main(void) { return a[1]; }", 1},
	{"a macro that is a character", "#define N 'n'\nchar a[] = { 2, 1,\n N, N,\n 1 };\nint main(void) { return a[2]; }",
		1},
	{"a macro that changes",
		"#define N 1\nint a[] = { 2,\n N, N,\n 1 };\n#undef N\n#define N 9\nint b[] = { 1,\n N, 2,\n N };\nint main(void) { return a[2] * b[1]; }",
		2},
	{"rows", "struct s { char c; short s; long l; } a[] = {\n {1, 2, 3},\n {4, 5},\n {7} }; int main(void) { return a[1].l + sizeof a; }",
		1},
	{"elements that come in members of several types",
		"struct s { unsigned char c; unsigned b : 3; long l; } a[] = {\n {300, 15, 300},\n {15, 300, 15},\n {-1, -1, -1} }; int main(void) { return a[1].l; }",
		1},
	{"rows without braces", "struct s { char c; short s; } a[] = {\n 1, 2, 3,\n 4, 5,\n 7 }; int main(void) { return a[2].c + sizeof a; }",
		1},
	{"rows with bit-fields and a flag",
		"struct s { unsigned a : 3, b : 7; _Bool c; } a[] = {\n {1, 2, 3},\n {9, 200, 0},\n {7} }; int main(void) { return a[1].b; }",
		1},
	{"rows in rows", "struct s { int x[2]; struct { char a, b; } y; } a[] = {\n {{1, 2}, {3, 4}},\n {5, 6, 7, 8},\n {{9}} }; int main(void) { return a[1].y.b; }",
		1},
	{"a union", "union u { int i; char c; } a[] = {\n {1},\n 2,\n 3 }; int main(void) { return a[1].c; }", 1},
	{"a structure", "struct s { int a, b, c, d; } s = {\n 1, 2,\n 3 }; int main(void) { return s.c; }", 1},
	{"floats and a complex number",
		"double a[] = {\n 1, 2,\n -3 }; _Complex float c[] = {\n 1,\n 2, 3 }; int main(void) { return a[1] + c[1]; }",
		2},
	{"integers of 128 bits", "unsigned __int128 a[] = {\n 1, -2,\n 3 }; int main(void) { return a[1] >> 64 == a[0]; }",
		1},
	{"pointers", "int x; int y[2]; int *a[] = {\n 0, y,\n 0, y,\n 0 }; int main(void) { return a[3] == y; }", 1},
	{"functions", "int f(void) { return 7; } int (*a[])(void) = {\n f,\n f, 0,\n f };\nint main(void) { return a[1](); }",
		1},
	{"two tables of one declaration",
		"int a[] = {\n 1,\n 2, 3 }, b[] = {\n 4,\n 5, 6 }; int main(void) { return a[2] * b[1]; }", 2},
	{"a table nobody uses", "static int a[] = {\n 1,\n 2, 3 }; int main(void) { return 2; }", 1},
	{"a length that is given", "int a[7] = {\n 1, 2,\n 3 }; int main(void) { return a[2] + sizeof a; }", 1},
	{"bytes that are joined",
		"unsigned char a[] = {\n 1, 2,\n 255, 256, -1, 0, 0, 4,\n }; int main(void) { return a[3]; }", 1},
	{"zeros", "int a[] = {\n 0, 0,\n 0, 0 }; int main(void) { return a[2] + sizeof a; }", 1},
	{"a table in a header of two files", `
== a.c
#include "t.h"
int f(void);
int main(void) { return t[1] + f(); }
== b.c
enum { A = 5 };
#define OTHER
#include "t.h"
int f(void) { return t[1]; }
== t.h
#ifndef OTHER
enum { A = 6 };
#endif
static const int t[] = {
 1, A,
 A, 2
};
`, 2},
	{"what follows keeps its line and its column", "int a[] = {\n 1, 2,\n 3 }; int main(void) { return *(int *)0; }",
		1},
	{"brackets of a directive do not count",
		"#define OPEN {\nint a[] = {\n 1, 2,\n 3 }; int main(void) OPEN return a[1]; }", 1},
	{"quotes in what is left out",
		"#if 0\n don't = { \n#endif\nint a[] = {\n 1, 2,\n 3 }; int main(void) { return a[1]; }", 0},

	{"the line", "int a[] = { 1,\n __LINE__, 2,\n __LINE__ };\nint main(void) { return a[3]; }", 0},
	{"a macro of the line", "#define L __LINE__\nint a[] = { 1,\n L, 2,\n L };\nint main(void) { return a[3]; }", 0},
	{"a macro of a macro of the line",
		"#define F(x) __LINE__\n#define L F(1)\nint a[] = { 1,\n L, 2,\n L };\nint main(void) { return a[3]; }", 0},
	{"a macro that pastes the line",
		"#define C(a, b) a##b\n#define D(a, b) C(a, b)\n#define L D(1, __LINE__)\nint a[] = { 1,\n L, 2,\n L };\nint main(void) { return a[3] % 100; }",
		0},
	{"a macro that counts", "#define K __COUNTER__\nint a[] = { 1,\n K, 2,\n K, K };\nint main(void) { return a[3]; }",
		0},
	{"a macro of two elements",
		"#define E 1, 2\nint a[] = { 1,\n E, 2,\n E };\nint main(void) { return a[2] + sizeof a; }", 0},
	{"a macro in braces", "#define E { 1, 2 }\nstruct s { int a, b; } a[] = { E,\n E,\n E };\nint main(void) { return a[2].b; }",
		0},
	{"an empty macro", "#define E\nint a[] = { 1,\n 3, 2,\n E };\nint main(void) { return a[2]; }", 0},
	{"macros that close brackets",
		"#define E 1), (2\n#define G\nint a[] = { 1,\n E, G\n };\nint main(void) { return a[1]; }", 0},
	{"a macro that is a sum", "#define E 1 + 2\nint a[] = { 1,\n E, 2,\n E };\nint main(void) { return a[1]; }", 0},
	{"a macro that is a string",
		"#define S \"xy\"\nconst char *a[] = { S,\n S, 0,\n S };\nint main(void) { return a[1][0]; }", 0},
	{"a name of a macro with arguments",
		"#define f(x) x\nint f = 4; int *a[] = { 0,\n 0,\n 0 };\nint main(void) { return sizeof a; }", 1},
	{"an expression", "int a[] = { 1,\n 2 + 3,\n 4 };\nint main(void) { return a[1]; }", 0},
	{"a fraction", "double a[] = { 1,\n 2.5,\n 4 };\nint main(void) { return a[1]; }", 0},
	{"a character", "char a[] = { 1,\n 'x',\n 4 };\nint main(void) { return a[1]; }", 0},
	{"a designator", "int a[] = { 1,\n [5] = 2,\n 4 };\nint main(void) { return a[6]; }", 0},
	{"a directive", "int a[] = { 1,\n#ifdef X\n 7,\n#endif\n 4, 5 };\nint main(void) { return a[1]; }", 0},
	{"empty braces", "struct { int a; } a[] = { {1},\n {},\n {2} };\nint main(void) { return a[2].a; }", 0},
	{"two lines", "int a[] = { 1, 2,\n 3 };\nint main(void) { return a[1]; }", 1},
	{"one line", "int a[] = { 1, 2, 3 };\nint main(void) { return a[1]; }", 0},
	{"a name on the first line", "enum { A };\nint a[] = { 1, A,\n 2,\n 3 };\nint main(void) { return a[1]; }", 0},
	{"a name on the second of two lines", "enum { A };\nint a[] = { 1, 2,\n A };\nint main(void) { return a[1]; }", 0},
	{"few elements", "int a[] = { 1,\n 2\n };\nint main(void) { return a[1]; }", 0},
	{"a local", "int main(void) { int a[] = { 1,\n 2,\n 3 };\nreturn a[1]; }", 0},
	{"a static local", "int main(void) { static int a[] = { 1,\n 2,\n 3 };\nreturn a[1]; }", 0},
	{"a comment", "/* int b[] = {\n 1, 2,\n 3 }; */ int main(void) { return 1; }", 0},
	{"a comment that ends inside", "/* int b[] = {\n 1, /* 2,\n */ int main(void) { return 1; } // }", 0},
	{"a string", "char *s = \"= {\\\n 1, 2,\\\n 3 }\"; int main(void) { return s[0]; }", 0},
	{"a macro", "#define T int a[] = { \\\n 1, 2, \\\n 3 }\nT; int main(void) { return a[1]; }", 0},
	{"the beginning of a macro", "#define T = {\nint a[] T\n 1, 2,\n 3 }; int main(void) { return a[1]; }", 0},
	{"a directive that goes on in a comment",
		"#define T /*\n*/ = { 1,\nint a[] T\n 2,\n 3 }; int main(void) { return a[1]; }", 0},
	{"a comment that begins on two lines", "/\\\n* int a[] = {\n 1, 2,\n 3 }; */ int main(void) { return 1; }", 0},
	{"the name of the call", "int __vouch_table(); int a[] = {\n 1, 2,\n 3 }; int main(void) { return 1; }", 0},
	{"a call that is none of ours", "int a[] = { __vouch_table(0, 0, 1) }; int main(void) { return 1; }", 0},
	{"what is left out", "#if 0\nint a[] = {\n 1, 2,\n 3 };\n#endif\nint main(void) { return 1; }", 0},
	{"what is left out, with half of a block",
		"#if 0\nint f() {\n#endif\nint a[] = {\n 1, 2,\n 3 };\nint main(void) { return a[1]; }", 0},
	{"what is left out, with the other half of a block",
		"#if 0\n}\n#endif\nint f(void) {\nstatic int a[] = {\n 1, 2,\n 3 };\nreturn a[1]; }\nint main(void) { return f(); }",
		0},
	{"two of which one is left out",
		"#if 0\nint a[] = {\n 1, 2,\n 3 };\n#else\nint a[] = {\n 4, 5,\n 6 };\n#endif\nint main(void) { return a[1]; }",
		0},
	{"trigraphs", "int a[] = {\n 1, 2,\n 3 }; char *s = \"??<\"; int main(void) { return a[1]; }", 0},
	{"a directive that goes on, with returns",
		"#define T \\\r\n = {\r\nint a[] T\r\n 1, 2,\r\n 3 }; int main(void) { return a[1]; }", 0},
	{"a comment that goes on", "int a[] = {\n 1, // one \\\n 7,\n 2, 3 };\nint main(void) { return a[1]; }", 1},
	{"a comment that goes on, with returns",
		"int a[] = {\r\n 1, // one \\\r\n 7,\r\n 2, 3 };\r\nint main(void) { return a[1]; }", 0},
	{"lines with returns", "int a[] = {\r\n 1, 2,\r\n 3\r\n };\r\nint main(void) { return *(int *)0 + a[1]; }", 1},
	{"a name that nobody declares", "int a[] = { 1,\n NONE, 2,\n 3 };\nint main(void) { return a[1]; }", 1},
	{"too many elements", "int a[2] = { 1,\n 5, 2,\n 7 };\nint main(void) { return a[1]; }", 1},
	{"a pointer among numbers", "int x[2]; int a[] = { 1,\n 1, 2,\n 2, x,\n 3 };\nint main(void) { return a[1]; }", 1},
	{"a missing comma", "int a[] = { 1,\n 5 2,\n 7 };\nint main(void) { return a[1]; }", 0},
	{"two commas", "int a[] = { 1,\n 5,, 2,\n 7 };\nint main(void) { return a[1]; }", 0},
	{"no end", "int a[] = { 1,\n 5, 2,\n 7 ", 0},
}

// A program with tables is the program without.
func TestTables(t *testing.T) {
	for _, tt := range tables {
		t.Run(tt.title, func(t *testing.T) {
			sources := []Source{{Name: "p.c", Text: []byte(tt.text)}}
			if strings.HasPrefix(tt.text, "\n== ") {
				sources = unpack(tt.text)
			}
			want, none := withTables(t, sources, never)
			got, used := withTables(t, sources, 3)
			if got != want {
				t.Errorf("found\n%s\nwant\n%s", got, want)
			}
			if used != tt.used || none != 0 {
				t.Errorf("found %d tables, and %d where there are none, want %d and 0", used, none, tt.used)
			}
		})
	}
}

// Random tables, of types with rows, mean the same without tables.
func TestRandomTables(t *testing.T) {
	types := []string{"char", "short", "unsigned", "long long", "float", "struct { char a; int b; }",
		"struct { unsigned a : 3, b : 9; _Bool c; short d[2]; }", "union { short a; long b; }"}
	elements := []string{"0", "1", "-1", "127", "0x80", "65535", "70000u", "E", "F", "M", "N", "0xffffffff"}
	random := rand.New(rand.NewPCG(1, 2))
	used := 0
	for range 300 {
		var b strings.Builder
		b.WriteString("enum { E = 3, F = -9 };\n#define M 77\n#define N (-5)\n")
		fmt.Fprintf(&b, "%s a[%s] = {\n\n", types[random.IntN(len(types))], []string{"", "", "40"}[random.IntN(3)])
		for range 3 + random.IntN(12) {
			if random.IntN(3) == 0 {
				b.WriteString("{ ")
				for range 1 + random.IntN(4) {
					b.WriteString(elements[random.IntN(len(elements))] + ", ")
				}
				b.WriteString("}")
			} else {
				b.WriteString(elements[random.IntN(len(elements))])
			}
			b.WriteString([]string{", ", ",\n"}[random.IntN(2)])
		}
		b.WriteString("};\nint main(void) { return sizeof a + (a == 0); }\n")
		sources := []Source{{Name: "p.c", Text: []byte(b.String())}}
		want, _ := withTables(t, sources, never)
		got, n := withTables(t, sources, 3)
		if used += n; got != want {
			t.Fatalf("for\n%s\nfound\n%s\nwant\n%s", b.String(), got, want)
		}
	}
	if used < 250 {
		t.Errorf("found %d tables in 300 programs, want 250", used)
	}
}

// Whatever a text is: with tables it is the same program, or also has an error.
func FuzzTables(f *testing.F) {
	for _, tt := range tables {
		f.Add(tt.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, tableName) || strings.Contains(text, "include") || len(text) > 1<<12 {
			return
		}
		sources := []Source{{Name: "p.c", Text: []byte(text)}}
		want, _ := withTables(t, sources, never)
		got, used := withTables(t, sources, 1)
		wrong := func(s string) bool { return strings.HasPrefix(s, "p.c:") }
		if used > 0 && got != want && !(wrong(got) && wrong(want)) {
			t.Errorf("for\n%s\nfound\n%s\nwant\n%s", text, got, want)
		}
	})
}
