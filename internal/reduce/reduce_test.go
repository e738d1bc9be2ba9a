package reduce

import (
	"strconv"
	"strings"
	"testing"
)

// texts are programs in one file.
var texts = []struct {
	title, text string
	kept, gone  string // words of the text that is left, and words that it has no longer
}{
	{"a function that nobody calls",
		"int f(void) { return 1; }\nint g(void) { return 2; }\nint main(void) { return f(); }\n", "f main", "g"},
	{"by way of another", "int h(void) { return 1; }\nint g(void) { return h(); }\nint f(void) { return g(); }\nint k(void) { return h(); }\nint main(void) { return f(); }\n",
		"f g h", "k"},
	{"a prototype", "int f(int);\nint g(int);\nint main(void) { return f(1); }\nint f(int x) { return x; }\nint g(int x) { return x; }\n",
		"f", "g"},
	{"a parameter of the name of a function",
		"int n(void) { return 1; }\nint f(int n) { return n; }\nint main(void) { return f(1); }\n", "f", "n(void)"},
	{"a member of the name of a function",
		"int n(void) { return 1; }\nstruct S { int n; int (*m)(int n); };\nint main(void) { struct S s = { 1 }; return s.n; }\n",
		"S", "n(void)"},
	{"a table", "static const int t[] = { 1, 2 };\nstatic const int u[] = { 3 };\nint main(void) { return t[1]; }\n",
		"t", "u"},
	{"a table of functions",
		"int f(void) { return 1; }\nint g(void) { return 1; }\nint (*const t[])(void) = { f };\nint main(void) { return t[0](); }\n",
		"f t", "g"},
	{"types", "typedef struct S { int a; } S;\ntypedef struct T { int b; } T;\nenum E { A, B };\nenum F { C, D };\nint main(void) { S s = { A }; return s.a; }\n",
		"S E A", "T F"},
	{"a pointer to a function by a type",
		"typedef int (*F)(int);\ntypedef int (*G)(int);\nint main(void) { F f = 0; return !f; }\n", "F", "G"},
	{"a function that returns one",
		"int (*f(int n))(void) { return 0; }\nint (*g(int n))(void) { return 0; }\nint main(void) { return !f(1); }\n",
		"f", "g"},
	{"an old definition", "int f(a, b) int a; char b; { return a; }\nint g(c) int c; { return c; }\nint main() { return f(1, 2); }\n",
		"f b", "g"},
	{"a function by its name for the compiler",
		"void *malloc(unsigned long n);\nvoid *calloc(unsigned long n, unsigned long m);\nint main(void) { return !__builtin_malloc(1); }\n",
		"malloc", "calloc"},
	{"macros", "#define A B\n#define B 1\n#define C 2\nint main(void) { return A; }\n", "A B", "C"},
	{"a macro that a condition has",
		"#define A B\n#define B 1\n#if A\nint f(void) { return 1; }\n#endif\nint main(void) { return f(); }\n", "A B f",
		""},
	{"a macro of a function",
		"#define F f()\nint f(void) { return 1; }\nint g(void) { return 1; }\nint main(void) { return F; }\n", "F f",
		"g"},
	{"a function behind a macro",
		"#define API static inline\nAPI int f(void) { return 1; }\nAPI int g(void) { return 1; }\nint main(void) { return f(); }\n",
		"API f", "g"},
	{"a macro behind a function",
		"#define PURE __attribute__((pure))\nint f(void) PURE;\nint g(void) PURE;\nint main(void) { return f(); }\n",
		"f", "g"},
	{"a macro around the parameters",
		"#define P(x) x\nint f P((int a));\nint g P((int a));\nint main(void) { return f(1); }\n", "f", ""},
	{"a macro that renames", "#define f my_f\nint f(void) { return 1; }\nint main(void) { return my_f(); }\n", "f my_f",
		""},
	{"a macro that defines",
		"#define DEF(x) int x(void) { return 1; }\nDEF(f)\nDEF(g)\nint main(void) { return f(); }\n", "DEF(f)", ""},
	{"a macro that defines what it pastes",
		"#define DEF(x) int x##_get(void) { return 1; }\nDEF(f);\nDEF(g);\nint main(void) { return f_get(); }\n",
		"DEF(f)", "DEF(g)"},
	{"a name that is pasted",
		"#define CALL(x) x##_get()\nint f_get(void) { return 1; }\nint g_get(void) { return 1; }\nint main(void) { return CALL(f); }\n",
		"f_get", "g_get"},
	{"enumerators of a macro",
		"#define LIST X(A) X(B)\n#define X(a) a,\nenum E { LIST };\nenum F { G };\nint main(void) { return B; }\n",
		"LIST E", "F"},
	{"branches of a condition",
		"#ifdef A\nint f(int x) {\n#else\nint f(long x) {\n#endif\nreturn 1; }\nint g(void) { return 1; }\nint main(void) { return f(1); }\n",
		"f return", "g"},
	{"a mark of the order of bytes", "\xef\xbb\xbfint g(void) { return 1; }\nint f(void) { return 1; }\nint main(void) { return f(); }\n",
		"f", "g"},
	{"such a mark elsewhere", "int g(void) { return 1; }\n\xef\xbb\xbfint f(void) { return 1; }\nint main(void) { return f(); }\n",
		"f", "g"},
	{"a brace for C++", "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void) { return 1; }\nint g(void) { return 1; }\n#ifdef __cplusplus\n}\n#endif\nint main(void) { return f(); }\n",
		"f", "g extern"},
	{"a brace for C++ by two names",
		"#if defined(__cplusplus) || defined c_plusplus\nextern \"C\" {\n#endif\nint f(void) { return 1; }\nint g(void) { return 1; }\n#if defined (__cplusplus) || defined (c_plusplus)\n}\n#endif\nint main(void) { return f(); }\n",
		"f", "g extern"},
	{"a condition for C++ or something else",
		"#if defined(__cplusplus) || A\nint f(void) {\n#else\nint f(int x) {\n#endif\nreturn 1; }\nint main(void) { return f(); }\n",
		"f A", ""},
	{"what is switched off",
		"#if 0\nit's no { text\n#else\nint f(void) { return 1; }\n#endif\nint g(void) { return 1; }\nint main(void) { return f(); }\n",
		"f", "g text"},
	{"a condition around nothing",
		"#define A 1\n#if A > 2\nint g(void) { return 1; }\n#elif A > 1\n#define G\n#else\n#undef H\n#endif\nint main(void) { return 0; }\n",
		"main", "A if elif else endif g G #undef"},
	{"a condition around a condition",
		"#define A 1\n#ifdef A\n#ifdef B\nint f(void) { return 1; }\n#endif\n#ifdef C\nint g(void);\n#endif\n#endif\nint main(void) { return f(); }\n",
		"A B f endif", "C g"},
	{"a condition in a function",
		"int f(void) {\n#ifdef A\nreturn 1;\n#endif\n}\nint g(void) {\n#ifdef B\nreturn 1;\n#endif\n}\nint main(void) { return f(); }\n",
		"A f", "B g"},
	{"a condition around a condition's macro",
		"#ifdef A\n#define B 1\n#endif\n#if B\nint f(void) { return 1; }\n#endif\nint main(void) { return f(); }\n",
		"A B f", ""},
	{"a condition around an error", "#define A 1\n#if A\n#error A\n#endif\nint main(void) { return 0; }\n",
		"A error endif", ""},
	{"a file in the middle of what is left out",
		"enum E {\n#define X(a) a,\n#include \"list.h\"\n#undef X\n};\nint main(void) { return 0; }\n", "main",
		"E include"},
	{"a file in the middle of what is kept",
		"enum E {\n#define X(a) a,\n#include \"list.h\"\n};\nint main(void) { enum E e = 0; return e; }\n",
		"E include", ""},
	{"a file behind a word that may be nothing",
		"BEGIN\n#include \"list.h\"\nint g(void);\nint main(void) { return 0; }\n", "include", ""},
	{"a condition that counts", "#if __COUNTER__\n#endif\nint g(void) { return 1; }\nint main(void) { return 0; }\n",
		"__COUNTER__ endif", "g"},
	{"a condition that counts by a macro",
		"#define C __COUNTER__\n#if 0\n#elif C\n#endif\nint main(void) { return 0; }\n", "C elif endif", ""},
	{"a macro that is no longer defined",
		"#define f() 1\n#undef f\n#define g\n#undef g\nint f(void) { return 1; }\nint main(void) { return f(); }\n",
		"#define #undef f", "g"},
	{"macros for nothing at the end",
		"#define BEGIN\n#define END BEGIN\nBEGIN\nint f(void);\nint g(void);\nEND\nint main(void) { return f(); }\nEND\n",
		"f main", "g"},
	{"macros for warnings at the end",
		"#define END _Pragma(\"GCC diagnostic pop\")\nint f(void);\nint g(void);\nint main(void) { return f(); }\nEND\n",
		"f main", "g"},
	{"a macro for the next file at the end",
		"#define END _Pragma(\"pack(1)\")\nint g(void);\nint main(void) { return 0; }\nEND\n", "g main END", ""},
	{"a storage class for the next file at the end",
		"#define END static\nint g(void);\nint main(void) { return 0; }\nEND\n", "g main END", ""},
	{"attributes for the next file at the end",
		"#define END __attribute__((packed))\nint g(void);\nint main(void) { return 0; }\nEND\n", "g main END", ""},
	{"a macro for nothing or something at the end",
		"#ifdef A\n#define END int x\n#else\n#define END\n#endif\nint g(void);\nint main(void) { return 0; }\nEND\n",
		"g main END", ""},
	{"a word at the end", "int g(void);\nint main(void) { return 0; }\nint\n", "g main int", ""},
	{"a name that only macros declare",
		"#define EXTERN extern\n#define DECL(x) EXTERN int dummy\nDECL(f);\nint f(void) { return 1; }\nDECL(g);\nint g(void) { return 1; }\nint main(void) { return f(); }\n",
		"f", "g(void) DECL(g)"},
	{"macros of macros that declare",
		"#define DECL_1(x, y) extern int dummy\n#define DECL(x) DECL_1(x, 1)\nint f(void) { return 1; }\nDECL(f);\nDECL(g);\nint main(void) { return f(); }\n",
		"f DECL(f)", "DECL(g)"},
	{"a macro of a macro that defines",
		"#define DEF_1(x) int x(void) { return 1; }\n#define DEF(x) DEF_1(x)\nDEF(f)\nint h(void);\nDEF(g)\nint main(void) { return f(); }\n",
		"DEF(f)", ""},
	{"a name that macros declare", "#define DECL(x) int count\nDECL(f);\nDECL(g);\nint main(void) { return count; }\n",
		"DECL(f) DECL(g)", ""},
	{"a tag that a macro has",
		"#define T struct S\nstruct S { int a; };\nstruct R { int a; };\nint main(void) { T s = { 1 }; return s.a; }\n",
		"struct S", "R"},
	{"a constructor", "__attribute__((constructor)) void f(void) { }\nvoid g(void) { }\nint main(void) { return 0; }\n",
		"f", "g"},
	{"a function of the name of an attribute", "int f(void) { return 1; }\n" +
		"static void constructor(int n) { }\nint *destructor(void);\nint main(void) { return f(); }\n",
		"f", "constructor destructor"},
	{"a function of the name of an attribute that is called", "int f(void) { return 1; }\n" +
		"static int constructor(int n) { return f(); }\nint main(void) { return constructor(1); }\n",
		"f constructor", ""},
	{"an assertion of a later standard", "enum { A = 1 };\n__extension__ _Static_assert(A == 1, \"A\");\n" +
		"int main(void) { return 0; }\n", "A", ""},
	{"an alias", "int f(void) { return 1; }\nint h(void) __attribute__((alias(\"f\")));\nint g(void) { return 1; }\nint main(void) { return h(); }\n",
		"f h", "g"},
	{"an assertion", "enum { A = 1 };\n_Static_assert(A == 1, \"A\");\nint g(void) { return 1; }\nint main(void) { return 0; }\n",
		"A", "g"},
	{"a pragma", "int f(void) { return 1; }\nint g(void) { return 1; }\n#pragma weak h = f\nint main(void) { return 0; }\n",
		"f", "g"},
	{"comments and strings",
		"/* { */ int f(void) { return '{' + \"}\"[0]; } // }\nint g(void) { return 1; }\nint main(void) { return f(); }\n",
		"f", "g"},
	{"a structure with attributes",
		"struct __attribute__((packed)) S { int a; };\nstruct __attribute__((packed)) T { int a; };\nint main(void) { struct S s = { 1 }; return s.a; }\n",
		"S", "T"},
	{"a file that ends too early", "int g(void) { return 1; }\nint main(void) { return 0; ", "g main", ""},
	{"a bracket too many", "int g(void) { return 1; }}\nint main(void) { return 0; }", "g main", ""},
	{"macros of half a function",
		"#define BEGIN {\n#define END }\nint g(void) BEGIN return 1; END\nint main(void) { return 0; }\n", "g main",
		""},
	{"a word over two lines", "int g(void) { return 1; }\nint ma\\\nin(void) { return 0; }\n", "g ma", ""},
	{"a count", "int g(void) { return __COUNTER__; }\nint h(void) { return 1; }\nint main(void) { return __COUNTER__; }\n",
		"g main", "h"},
	{"a count by macros", "#define C __COUNTER__\n#define D(x) (x + C)\nint g(void) { return D(1); }\nint h(void) { return 1; }\nint main(void) { return 0; }\n",
		"C D g", "h"},
	{"what a count needs", "int k(void) { return 1; }\nint g(void) { return k() + __COUNTER__; }\nint h(void) { return 1; }\nint main(void) { return 0; }\n",
		"k g", "h"},
	{"a count of pasted words",
		"#define P(a, b) a##b\n#define Q(a, b) P(a, b)\n#define A extern int Q(x_, __COUNTER__)\nA;\nint h(void) { return 1; }\nint main(void) { return 0; }\n",
		"A P Q", "h"},
}

// TestTexts: which names are left of a program in one file that begins with main, and which are not.
func TestTexts(t *testing.T) {
	for _, x := range texts {
		t.Run(x.title, func(t *testing.T) {
			left := x.text
			if r := Texts([]Text{{Path: "a.c", Text: []byte(x.text), Main: true}}, []string{"main"}, nil); r != nil {
				left = string(r.Texts[0])
			}
			for _, w := range strings.Fields(x.kept) {
				if !strings.Contains(left, w) {
					t.Errorf("found no %s in %q", w, left)
				}
			}
			for _, w := range strings.Fields(x.gone) {
				if strings.Contains(" "+left, " "+w) {
					t.Errorf("found %s in %q", w, left)
				}
			}
			if !IsPart([]byte(left), []byte(x.text)) {
				t.Errorf("found %q, want a part of %q", left, x.text)
			}
		})
	}
}

// TestFiles: which files of a program are blank.
func TestFiles(t *testing.T) {
	for _, x := range []struct {
		title, main, other, included string // main.c, other.c, and the file that other.c includes
		name                         string // of that file
		blank                        bool   // whether other.c is
	}{
		{"a file that gives nothing", "int main(void) { return 0; }", "int f(void) { return 1; }", "", "x.h", true},
		{"a file that gives something", "int f(void); int main(void) { return f(); }", "int f(void) { return 1; }", "",
			"x.h", false},
		{"a file that gives something of another", "int f(void); int main(void) { return f(); }",
			"#include \"x.c\"\nint g(void) { return 1; }", "int f(void) { return 1; }", "x.c", false},
		{"a file that includes another, which gives nothing", "int main(void) { return 0; }",
			"#include \"x.c\"\nint g(void) { return 1; }", "int f(void) { return 1; }", "x.c", true},
		{"a file whose header has what is needed", "#include \"x.h\"\nint main(void) { return f(); }",
			"#include \"x.h\"\nint g(void) { return 1; }",
			"static inline int f(void) { return 1; }", "x.h", true},
		{"a file that includes itself", "int main(void) { return 0; }", "#include \"x.c\"\nint g(void) { return 1; }",
			"#include \"x.c\"\n", "x.c", true},
		{"a file that counts", "int main(void) { return __COUNTER__; }", "int g(void) { return __COUNTER__; }", "",
			"x.h", true},
	} {
		r := Texts([]Text{{Path: "main.c", Text: []byte(x.main + "\n"), Main: true},
			{Path: "other.c", Text: []byte(x.other + "\n"), Main: true}, {Path: x.name, Text: []byte(x.included)}},
			[]string{"main"}, nil)
		if got := r != nil && r.IsBlank(1); got != x.blank {
			t.Errorf("%s: found that the file is blank: %t, want %t", x.title, got, x.blank)
		}
	}
}

// TestHeads: what is left of functions that are not needed where words lead to them.
func TestHeads(t *testing.T) {
	for _, row := range []struct{ title, text, want string }{
		{"a function", "static int g(int n) { return n; }\nF\n",
			"static int g(int n) ;\nF\n"},
		{"one that is declared", "int g(int n);\nint g(int n) { return n; }\nF\n",
			"int g(int n);\n\nF\n"},
		{"the lines of its body", "static inline long g(void) // why\n{\n\tif (1) {\n\t}\n} int x;\nF\n",
			"static inline long g(void) // why\n;\n\n\n\nF\n"},
		{"a condition in its body", "static int g(int n) {\n#ifdef A\nreturn n;\n#endif\nreturn 1; }\nF\n",
			"static int g(int n) ;\n\n\n\n\nF\n"},
		{"the types of its head", "typedef int T;\ntypedef int U;\nstatic T g(int n) { U u = n; return u; }\nF\n",
			"typedef int T;\n\nstatic T g(int n) ;\nF\n"},
		{"attributes", "static int __attribute__((pure)) g(int n) { return n; }\nF\n",
			"static int __attribute__((pure)) g(int n) ;\nF\n"},
		{"a macro for a storage class", "#define API static inline\nAPI int g(int n) { return n; }\nF\n",
			"#define API static inline\nAPI int g(int n) ;\nF\n"},
		{"a function that returns a pointer to one", "int (*g(int n))(void) { return 0; }\nF\n",
			"int (*g(int n))(void) ;\nF\n"},
		{"an old definition", "int g(n) int n; { return n; }\nF\n", ""},
		{"one without types", "int g(n) { return n; }\nF\n", ""},
		{"a condition in its head", "int g(int n\n#ifdef A\n, int m\n#endif\n) { return n; }\nF\n", ""},
		{"a condition around its head", "#ifdef A\nint g(int n) {\n#else\nint g(long n) {\n#endif\nreturn 1; }\nF\n",
			""},
		{"another one behind it", "int g(int n) {\n#ifdef A\nreturn 1; }\nint h(int n) {\n#endif\nreturn n; }\nF\n",
			""},
		{"a macro that defines more", "#define ALSO int x; static\nALSO int g(int n) { return n; }\nF\n",
			""},
		{"the same by another macro", "#define ALSO int x; static\n#define API ALSO\nAPI int g(int n) { return n; }\nF\n",
			""},
		{"a macro that begins the body", "#define BEGIN\nint g(int n) BEGIN { return n; }\nF\n", ""},
		{"a count in its body", "int g(int n) { return __COUNTER__; }\nF\n", ""},
	} {
		t.Run(row.title, func(t *testing.T) {
			f := strings.NewReplacer("F\n", "int f(int n) { return n + sizeof(g(n)); }\n")
			row.text, row.want = f.Replace(row.text), f.Replace(row.want)
			harness := []byte("int main(void) { return f(1); }\n")
			r := Texts([]Text{{Path: "h.c", Text: harness, Main: true}, {Path: "a.c", Text: []byte(row.text), Main: true}},
				[]string{"main"}, []string{"f"})
			if row.want == "" {
				row.want = row.text
			}
			got := row.text
			if r != nil {
				got = string(r.Texts[1])
			}
			if got != row.want || !IsPart([]byte(got), []byte(row.text)) {
				t.Errorf("found %q, want %q", got, row.want)
			}
			if r != nil && row.want != row.text && !r.Dropped("g") {
				t.Error("found that nothing of g was left out")
			}
		})
	}
}

// TestMiddle: a file that is included in the midst of declarations alone is left with these.
func TestMiddle(t *testing.T) {
	for _, row := range []struct{ title, more, root, kept, gone string }{
		{"nobody needs it", "", "f", "", "g"},
		{"somebody does", "", "names", "g", ""},
		{"somebody includes it elsewhere", "#include \"list.h\"\n", "f", "g", ""},
		{"a macro may name it", "#include FILE\n", "f", "g", ""},
	} {
		t.Run(row.title, func(t *testing.T) {
			files := []Text{
				{Path: "h.c", Text: []byte("int main(void) { return !" + row.root + "; }\n"), Main: true},
				{Path: "a.c", Text: []byte("int g(void);\nint f(void) { return 1; }\nint (*names[])(void) = {\n#include \"list.h\"\n};\n" +
					row.more), Main: true},
				{Path: "list.h", Text: []byte("g\n")},
				{Path: "b.c", Text: []byte("int g(void) { return 1; }\n"), Main: true},
			}
			r := Texts(files, []string{"main"}, nil)
			common := Read(files[1:], nil).Texts(files[0], files[1:], []string{"main"}, nil)
			for _, r := range []*Result{r, common} {
				is := r == nil || !r.Dropped("g")
				if is != (row.kept == "g") {
					t.Errorf("found that g is kept: %t, want %t", is, row.kept == "g")
				}
			}
		})
	}
}

// TestWithout: a run does not begin with the main of a file in which that has another name. Other words of that file
// count, and other files with the name do.
func TestWithout(t *testing.T) {
	const first = "#define main other\n#undef main\nint f(void);\nint main(void) { return f(); }\n"
	for _, x := range []struct {
		title, other, without string
		kept, gone            string // words of the other file
	}{
		{"a main", "int h(void) { return 1; }\nint main(void) { return h(); }\nint f(void) { return 1; }\n", "main",
			"f(void)", "main h"},
		{"a main that counts", "int h(void) { return 1; }\nint main(void) { return h(); }\nint f(void) { return 1; }\n",
			"", "f(void) main h", ""},
		{"another name", "int h(void) { return 1; }\nint main(void) { return h(); }\nint f(void) { return 1; }\n", "h",
			"f(void) main", "h(void)"},
		{"the function that is needed", "int f(void) { return 1; }\n", "f", "", "f(void)"},
		{"a main that a macro of another file gives another name",
			"int h(void) { return 1; }\nint main(void) { return h(); }\nint f(void) { return 1; }\n", "main", "f(void)",
			"main h"},
		{"a main with something else", "int x = 3, main(void);\nint f(void) { return x; }\n", "main", "x f(void)", ""},
	} {
		r := Texts([]Text{{Path: "main.c", Text: []byte(first), Main: true},
			{Path: "other.c", Text: []byte(x.other), Main: true, Without: x.without}}, []string{"main"}, nil)
		left := x.other
		if r != nil {
			left = string(r.Texts[1])
			if string(r.Texts[0]) != first {
				t.Errorf("%s: found %q of the first file, want all", x.title, r.Texts[0])
			}
		}
		for _, w := range strings.Fields(x.kept) {
			if !strings.Contains(left, w) {
				t.Errorf("%s: found no %s in %q", x.title, w, left)
			}
		}
		for _, w := range strings.Fields(x.gone) {
			if strings.Contains(left, w) {
				t.Errorf("%s: found %s in %q", x.title, w, left)
			}
		}
	}
}

// TestBodies: how many functions a text seems to define, whatever is wrong with it.
func TestBodies(t *testing.T) {
	for _, c := range []struct {
		title, text string
		want        int
	}{
		{"nothing", "", 0},
		{"a function", "int f(void) { return 0; }", 1},
		{"blocks inside", "int f(void) { { } while (1) { } }", 1},
		{"an old definition", "int f(a) int a; { return a; }", 1},
		{"a structure", "struct s { int a; };", 0},
		{"an initializer", "int a[] = { 1, 2 };", 0},
		{"a prototype", "int f(void);", 0},
		{"comments", "/*/ int f() { } */ // int g() { }\nint h() { }", 1},
		{"directives", "#define F f() { \\\n g() {\nint h() { }", 1},
		{"strings and characters", `int f() { return "}\"}"[0] + '}'; } int g() { }`, 2},
		{"an end in the middle", `int f() { "`, 1},
		{"a parenthesis too many", "int f()) { } int g() { }", 2},
		{"a parenthesis too few", "int f() { (; } int g() { }", 2},
		{"too many ends", "}} int f() { }", 1},
	} {
		if got := Bodies([]byte(c.text)); got != c.want {
			t.Errorf("%s: found %d, want %d", c.title, got, c.want)
		}
	}
}

func TestIsPart(t *testing.T) {
	for _, x := range []struct {
		title, part, whole string
		want               bool
	}{
		{"the same", "int a;\nint b;\n", "int a;\nint b;\n", true},
		{"a line less in the text", "\nint b;\n", "int a;\nint b;\n", true},
		{"the begin of a line", "       int b;\n", "int a; int b;\n", true},
		{"the end of a line", "int a;\n", "int a; int b;\n", true},
		{"no text", "\n\n", "int a;\nint b;\n", true},
		{"a comment for some lines", "/*\n\n*/\nint b;\n", "int a;\n{\n}\nint b;\n", true},
		{"a comment with text", "/*\nint a;\n*/\nint b;\n", "int x;\nint y;\n}\nint b;\n", false},
		{"a comment on a line with text", "/* int b;\n", "int a;\n", false},
		{"a line less", "int b;\n", "int a;\nint b;\n", false},
		{"a line more", "\nint a;\n", "int a;\n", false},
		{"another word", "int c;\n", "int a;\n", false},
		{"a longer line", "int a; \n", "int a;\n", false},
		{"without the last line end", "int a;", "int a;\n", false},
	} {
		if got := IsPart([]byte(x.part), []byte(x.whole)); got != x.want {
			t.Errorf("%s: found %t, want %t", x.title, got, x.want)
		}
	}
}

// TestHostile: of texts that are made to take long, all is taken, or a part, and soon.
func TestHostile(t *testing.T) {
	const n = 20000
	count := func(format string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.NewReplacer("#1", strconv.Itoa(i), "#2", strconv.Itoa(i+1), "#3",
				strconv.Itoa(i+2)).Replace(format))
		}
		return b.String()
	}
	for _, x := range []struct{ title, text string }{
		{"macros that paste", count("\n#define P#1(x) x##_#1") + "\nint main(void) { return " + count("P#1(a) + ") +
			"0; }\n"},
		{"a macro within a macro", strings.Repeat("#define a ", n) + "{\n"},
		{"open brackets before conditions", "int x = " + strings.Repeat("(", n) + "\n" + strings.Repeat("#if A\n", n)},
		{"macros that stand for two others", count("\n#define M#1 M#2 M#3") + "\nM0 int main(void) { return 0; }\n"},
		{"a counter behind many macros", "#define M" + strconv.Itoa(n) + " __COUNTER__" + count("\n#define M#1 M#2") +
			"\nint main(void) { return M0; }\n"},
		{"bodies without heads", strings.Repeat("#define X 1\n", n) + strings.Repeat("{}\n", n)},
		{"conditions without ends", strings.Repeat("#if A\n{\n", n)},
		{"ends without conditions", strings.Repeat("}\n#endif\n#else\n", n)},
		{"declarations in branches", strings.Repeat("#if A\nint f(\n#else\nint g(\n#endif\nvoid) {\n}\n", n)},
	} {
		if r := Texts([]Text{{Path: "a.c", Text: []byte(x.text), Main: true}}, []string{"main"}, nil); r != nil &&
			!IsPart(r.Texts[0], []byte(x.text)) {
			t.Errorf("%s: found no part of the text", x.title)
		}
	}
}

// FuzzTexts: any text is taken apart, and what is left is a part of it.
func FuzzTexts(f *testing.F) {
	for _, s := range []string{"int main(void) { return 0; }", "#if\n#else\n#endif\n}", "#define A(x) x##b\nA(c) {",
		"int f(a) int a; {", "struct {", "\\", "#", "'", "\"\\"} {
		f.Add(s, "main")
	}
	f.Fuzz(func(t *testing.T, text, root string) {
		r := Texts([]Text{{Path: "a.c", Text: []byte(text), Main: true}, {Path: "a.h", Text: []byte(root)}},
			[]string{root}, nil)
		if r != nil && (!IsPart(r.Texts[0], []byte(text)) || len(r.Texts) != 2) {
			t.Errorf("found %q of %q", r.Texts[0], text)
		}
	})
}
