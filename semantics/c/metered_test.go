package c

import (
	"fmt"
	"strings"
	"testing"

	"vouch/semantics"
)

// inside returns a text with n times another one before it and behind it.
func inside(n int, before, text, behind string) string {
	return strings.Repeat(before, n) + text + strings.Repeat(behind, n)
}

// doubled returns n lines, of which each has its number as %[1]d and the one before as %[2]d.
func doubled(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format+"\n", i+1, i)
	}
	return b.String()
}

// metered are programs that are long to lower for what they say: each names a size, or says something again and again.
var metered = []struct{ title, declarations, body string }{
	{"operators on vectors", "typedef char v __attribute__((vector_size(1 << 16))); v a;",
		strings.Repeat("a = a + a;", 30)},
	{"conversions of vectors", "typedef char v __attribute__((vector_size(1 << 16))); v a;",
		strings.Repeat("a = __builtin_convertvector(a, v);", 30)},
	{"a range of structures", `struct s { int n; char t[9]; } a[1 << 20] = {[0 ... (1 << 20) - 1] = {1, "x"}};`, ""},
	{"a range of numbers", "int a[1 << 20] = {[0 ... (1 << 20) - 1] = 1};", ""},
	{"a range of structures in a function", "int x;",
		"struct s { int n, m; } a[1 << 20] = {[0 ... (1 << 20) - 1] = {x, 1}};"},
	{"ranges in ranges", "int a[500][500][500] = {[0 ... 499] = {[0 ... 499] = {[0 ... 499] = 1}}};", ""},
	{"ranges that replace each other", "struct s { int a, b; } a[1000] = {" +
		strings.Repeat("[0 ... 999] = {1, 2},", 30) + "};", ""},
	{"designators in the wrong order", "int a[4000] = {" + strings.Repeat("[0] = 1, [3999] = 1, [7] = 1,", 1000) +
		numbered(2000, "[3000 - %d] = 1,") + "};", ""},
	{"bit-fields in an initializer", "struct s { int a : 3, b : 5; } x[1 << 18] = {[0 ... (1 << 18) - 1] = {1, 2}};",
		""},
	{"types of functions that double", "typedef int a0(int); typedef int b0(int);\n" +
		doubled(60, "typedef a%[2]d *a%[1]d(a%[2]d, a%[2]d); typedef b%[2]d *b%[1]d(b%[2]d, b%[2]d);") +
		"a60 f; b60 f;", ""},
	{"a long type, declared again and again", "typedef int t(" + strings.TrimSuffix(strings.Repeat("int*,", 200), ",") +
		"), u(" + strings.TrimSuffix(strings.Repeat("int*,", 200), ",") + ");" + strings.Repeat("t f; u f;", 100), ""},
	{"_Generic with many types", numbered(300, "struct s%d { int a; };"),
		"int x = _Generic(1, " + numbered(300, "struct s%d: 1,") + " int: 0);"},
	{"a string that is used again and again", "", "const char *p = \"\";" +
		strings.Repeat(`p = "`+strings.Repeat("a", 1000)+`";`, 500)},
	{"characters of a string", "#define S \"" + strings.Repeat("a", 4000) + "\"\nint x[] = {" +
		strings.Repeat("S[3],", 200) + "};", ""},
	{"extended numbers", "long double x[] = {" + strings.Repeat("1e-4900L,", 50) + "};", ""},
	{"tokens of macros", "#define M0 1,\n" + doubled(16, "#define M%[1]d M%[2]d M%[2]d") + "int a[] = { M16 };", ""},
	{"strings of macros", "#define S \"" + strings.Repeat("a", 4000) + "\"\n#define M0 S S\n" +
		doubled(10, "#define M%[1]d M%[2]d M%[2]d") + "char *p = M10;", ""},
	{"a file that includes itself", strings.Repeat("extern int x;", 200) + "\n#include \"a.c\"\n", ""},
	{"settings of #pragma pack", numbered(1000, "#pragma pack(push, 1)\nstruct s%[1]d { int a; } x%[1]d;"), ""},
	{"variable arrays", "int n = 3;", numbered(1000, "char a%d[n];")},
	{"jumps out of variable arrays", "int n = 3;", "again:;" +
		numbered(150, "char a%[1]d[n]; if (n == %[1]d) goto again;")},
	{"returns with cleanup", "void f(int *p) { }", numbered(100,
		"int a%[1]d __attribute__((cleanup(f))) = 1; if (a%[1]d) return 1;")},
	{"computed jumps", "void *p;", numbered(100, "l%[1]d:; { int a[2]; p = &&l%[1]d; if (a == p) goto *p; }")},
	{"anonymous structures, each read", "struct s {" + numbered(400, "struct { int m%d; };") + "} x;",
		numbered(400, "x.m%d = 1;")},
	{"names in blocks in each other", "int x;", inside(1000, "{", strings.Repeat("x = 1;", 300), "}")},
	{"an initial object that is read", "static const int a0 = 1;\n" +
		doubled(300, "static const int a%[1]d = a%[2]d + a%[2]d;") +
		strings.Repeat("static const int b[] = {a300, a299};", 1),
		strings.Repeat("struct { int v[64]; } x = {{[0 ... 63] = 1}};", 1) +
			numbered(200, "static int c%[1]d[500] = {[0 ... 499] = %[1]d + 1};")},
	{"code of functions", numbered(2000, "int f%[1]d(int x) { return x + %[1]d; }"), ""},
}

// TestMetered: each of these programs is refused as soon as the meter is asked to end, after little work, and by a
// meter with little memory.
func TestMetered(t *testing.T) {
	const looks = 12 // of 16384 units of work
	for _, c := range metered {
		text := c.declarations + "\nint main(void) {\n" + c.body + "\nreturn 0;\n}\n"
		asked := 0
		m := semantics.NewMeter(semantics.Unlimited, semantics.Unlimited)
		m.Until(func() string {
			if asked++; asked > looks {
				return "longer than the test allows"
			}
			return ""
		})
		err := Errors(m, []Source{{Name: "a.c", Text: []byte(text)}}, nil)
		if want := "a.c: the program is too large to lower: it takes longer than the test allows"; err == nil ||
			err.Error() != want {
			t.Errorf("%s: found %.200v, want %s", c.title, err, want)
		}
		if asked != looks+1 {
			t.Errorf("%s: the meter was asked %d times, want %d", c.title, asked, looks+1)
		}
	}
}
