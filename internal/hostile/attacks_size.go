package main

import (
	"fmt"
	"strings"
)

// This file defines attacks by what a program says in few bytes, or says very often: sizes, literals, macros, names,
// nesting. Each is a text, which is both checked in a certificate and searched.

// text is a program that takes long to read.
type text struct {
	title, language string // the extension of its file
	make            func() string
	blind           bool // whether nobody reads it to make a certificate, because that takes too long
}

// certificate returns the certificate of a program: it claims that there is no fault.
func (t text) certificate() []byte { return claim("attack."+t.language, t.make(), t.blind) }

// around returns a text with n times another one before it and behind it.
func around(n int, before, inside, behind string) string {
	return strings.Repeat(before, n) + inside + strings.Repeat(behind, n)
}

// program returns a program in C with the given declarations, and main with the given body.
func program(declarations, body string) string {
	return declarations + "\nint main(void) {\n" + body + "\nreturn 0; }\n"
}

// each returns a program with declarations and a body that are made of lines with numbers.
func each(n int, before, declaration, after, statement string) string {
	numbered := func(format string) string {
		if !strings.Contains(format, "%") {
			return format
		}
		return times(n, func(i int) string { return fmt.Sprintf(format, i) })
	}
	return program(before+numbered(declaration)+after, numbered(statement))
}

// doubled returns n lines, of which each has its number as %[1]d and the number before as %[2]d.
func doubled(n int, format string) string {
	return times(n, func(i int) string { return fmt.Sprintf(format+"\n", i+1, i) })
}

var written = []text{
	// Sizes of types and objects: the largest, and one beyond.
	{"a vector of 2^16 bytes", "c", func() string {
		return program("typedef char v __attribute__((vector_size(1 << 16))); v a, b;", "a = a + b;")
	}, false},
	{"a vector of 2^28 bytes", "c", func() string {
		return program("typedef int v __attribute__((vector_size(1 << 28))); v a, b;", "a = a + b; return a[3];")
	}, false},
	{"vectors of 2^16 bytes, 1,000 sums", "c", func() string {
		return program("typedef char v __attribute__((vector_size(1 << 16))); v a, b;",
			strings.Repeat("a = a + b;\n", 1000))
	}, false},
	{"a shuffle and a conversion of vectors of 2^16 bytes", "c", func() string {
		return program("typedef char v __attribute__((vector_size(1 << 16))); v a, b;",
			"a = __builtin_shuffle(a, b, a); b = a < b; a = -a; a = ~b;")
	}, false},
	{"the largest static array", "c", func() string { return program("char a[4294901760];", "a[5] = 1;") }, false},
	{"a larger static array", "c", func() string { return program("char a[4294901761];", "a[5] = 1;") }, false},
	{"the largest local array, cleared", "c", func() string {
		return program("", "char a[4294901760] = {1}; return a[7];")
	}, false},
	{"a larger local array", "c", func() string { return program("", "char a[4294901761] = {1}; return a[7];") },
		false},
	{"an array of 2^20 dimensions of one", "c", func() string {
		return program("int a"+strings.Repeat("[1]", 1<<20)+";", "")
	}, false},
	{"a structure of 4 GB that is copied", "c", func() string {
		return program("struct s { char a[4294901760]; } x, y;", "x = y; struct s z = x; return z.a[0];")
	}, false},
	{"members, 300,000", "c", func() string { return each(300_000, "struct s {", "int m%d;\n", "} x;", "") }, false},
	{"members, 100,000, each read", "c", func() string {
		return each(100_000, "struct s {", "int m%d;\n", "} x;",
			"x.m%d = 1;\n")
	}, false},
	{"anonymous structures, 50,000, each read", "c", func() string {
		return each(50_000, "struct s {", "struct { int m%d; };\n", "} x;", "x.m%d = 1;\n")
	}, false},
	{"anonymous structures in each other, 2,000", "c", func() string {
		return program("struct s {"+around(2000, "struct { int a; union { int b; ", "int c;", "}; };")+"} x;",
			"x.c = 1;")
	}, true},
	{"bit-fields, 200,000", "c", func() string {
		return each(200_000, "struct s {", "int m%d : 3;\n", "} x = {1, 2, 3};", "x.m%d = 1;\n")
	}, false},
	{"bit-fields in an initialiser, 300,000", "c", func() string {
		return program("struct s { int a : 3, b : 5, c : 7; } x[] = {"+strings.Repeat("{1, 2, 3},", 300_000)+"};", "")
	}, false},
	{"a bit-field of 2^40 bits", "c", func() string { return program("struct s { int a : 1099511627776; } x;", "") },
		false},
	{"the largest alignment", "c", func() string {
		return program("_Alignas(1 << 28) char a[1 << 28]; struct s { _Alignas(1 << 28) char c; } x[15];",
			"a[1] = x[2].c;")
	}, false},
	{"a larger alignment", "c", func() string { return program("_Alignas(1 << 29) char a;", "") }, false},
	{"structures in each other, each twice", "c", func() string {
		return program("struct s0 { int a; };\n"+doubled(60, "struct s%[1]d { struct s%[2]d a, b; };"),
			"struct s28 x = {0}, y = x; return y.a.a.a.a.a.a.a.a.b.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a;")
	}, false},
	{"variable arrays, 20,000", "c", func() string { return each(20_000, "int n = 3;", "", "", "char a%d[n];\n") },
		false},
	{"jumps out of variable arrays, 4,000", "c", func() string {
		return program("int n = 3;", "again:;"+times(4000, func(i int) string {
			return fmt.Sprintf("char a%d[n]; if (n == %[1]d) goto again;\n", i)
		}))
	}, false},
	{"variables that are cleaned up, 3,000, with returns", "c", func() string {
		return program("void f(int *p) { }", times(3000, func(i int) string {
			return fmt.Sprintf("int a%d __attribute__((cleanup(f))) = 1; if (a%[1]d) return 1;\n", i)
		}))
	}, false},
	{"allocations and copies of 2^40 bytes", "c", func() string {
		return program("void *malloc(unsigned long); char a[9];",
			"char *p = __builtin_alloca(1ul << 31); char *q = malloc(1ul << 32); __builtin_memset(q, 1, 1ul << 31); __builtin_memcpy(p, q, 1ul << 31); return p[77];")
	}, false},

	// Initialisers.
	{"a range of 2^24 structures", "c", func() string {
		return program(`struct S { int n; char s[60]; } a[1 << 24] = {[0 ... (1 << 24) - 1] = {1, "x"}};`, "")
	}, false},
	{"a range of 2^20 structures", "c", func() string {
		return program(`struct S { int n; char s[60]; } a[1 << 20] = {[0 ... (1 << 20) - 1] = {1, "x"}};`, "")
	}, false},
	{"a range of 2^30 integers", "c", func() string {
		return program("int a[1 << 30] = {[0 ... (1 << 30) - 1] = 1};",
			"")
	}, false},
	{"a range of 2^30 integers in a function", "c", func() string {
		return program("", "static int b[1 << 30]; int a[1 << 29] = {[0 ... (1 << 29) - 1] = 1}; return a[5] + b[5];")
	}, false},
	{"ranges in ranges in ranges", "c", func() string {
		return program("int a[1000][1000][1000] = {[0 ... 999] = {[0 ... 999] = {[0 ... 999] = 1}}};", "")
	}, false},
	{"ranges that replace each other, 100,000", "c", func() string {
		return program("int a[1 << 20] = {"+strings.Repeat("[0 ... (1 << 20) - 1] = 1,", 100_000)+"};", "")
	}, false},
	{"designators in the wrong order, 200,000", "c", func() string {
		return program("int a[200000] = {"+times(200_000, func(i int) string {
			return fmt.Sprintf("[%d] = 1,", 199_999-i)
		})+"};", "")
	}, false},
	{"designators of one place, 300,000", "c", func() string {
		return program("int a[9] = {"+strings.Repeat("[3] = 1,", 300_000)+"};", "")
	}, false},
	{"initialisers in each other, 3,000", "c", func() string {
		return program("int a"+strings.Repeat("[1]", 3000)+" = "+around(3000, "{", "1", "}")+";", "")
	}, false},
	{"an array of 2^31 bytes with a string", "c", func() string {
		return program(`char a[1u << 31] = "x"; struct { char b[1 << 30]; } c[2] = {"x", "y"};`, "")
	}, false},
	{"constant objects that double", "c", func() string {
		return program("static const int a0 = 1;\n"+doubled(40, "static const int a%[1]d = a%[2]d + a%[2]d;"),
			"return a40;")
	}, false},
	{"a constant array read by an initialiser, 100,000", "c", func() string {
		return program("static const int a[100000] = {1, 2, 3}; int b[] = {"+times(100_000, func(i int) string {
			return fmt.Sprintf("a[%d],", i)
		})+"};", "")
	}, false},
	{"addresses of elements, 100,000", "c", func() string {
		return program(times(1000, func(i int) string {
			return fmt.Sprintf("int v%d[9];\n",
				i)
		})+"int *b[] = {"+times(100_000, func(i int) string { return fmt.Sprintf("&v%d[3],", i%1000) })+"};", "")
	}, false},
	{"compound literals, 20,000", "c", func() string {
		return program("struct s { int a, b; }; int f(struct s x);", strings.Repeat("f((struct s){1, 2});\n", 20_000))
	}, false},
	{"compound literals in each other, 500", "c", func() string {
		return program("struct s { struct s *p; };", "struct s *x = "+around(500, "&(struct s){", "0", "}")+";")
	}, false},

	// Literals.
	{"an integer of 16,000,000 digits", "c", func() string {
		return program("int x = "+strings.Repeat("9", 16_000_000)+";", "")
	}, false},
	{"an integer of 16,000,000 hexadecimal digits", "c", func() string {
		return program("int x = 0x"+strings.Repeat("f", 16_000_000)+";", "")
	}, false},
	{"an integer of 16,000,000 zeros", "c", func() string {
		return program("int x = "+strings.Repeat("0", 16_000_000)+";", "")
	}, false},
	{"an integer of 16,000,000 digits in #if", "c", func() string {
		return program("#if "+strings.Repeat("9", 16_000_000)+"\n#endif\n", "")
	}, false},
	{"a floating number of 16,000,000 digits", "c", func() string {
		return program("double x = 0."+strings.Repeat("9", 16_000_000)+";", "")
	}, false},
	{"floating numbers of 60,000 digits, 200", "c", func() string {
		return program("long double x[] = {"+strings.Repeat("0."+strings.Repeat("9", 60_000)+"L,", 200)+"};", "")
	}, false},
	{"floating numbers with large exponents, 300,000", "c", func() string {
		return program("double x[] = {"+strings.Repeat("1e-307,", 300_000)+"1e999999999, 0x1p999999999};", "")
	}, false},
	{"extended numbers with large exponents, 100,000", "c", func() string {
		return program("long double x[] = {"+strings.Repeat("1e-4900L,1e40000L,", 50_000)+"};", "")
	}, false},
	{"sums of extended numbers, 1,000", "c", func() string {
		return program("long double x = 0"+strings.Repeat("+1e-4900L*1e4900L",
			1000)+";"+strings.Repeat("long double y[] = {1e4900L*3+1e-4900L};", 1), "")
	}, false},
	{"products of complex numbers, 50,000", "c", func() string {
		return program("_Complex long double x[] = {"+strings.Repeat("1e4900iL*1e-4900iL,", 50_000)+"};", "")
	}, false},
	{"a character of 8,000,000 characters", "c", func() string {
		return program("int x = '"+strings.Repeat("a", 8_000_000)+"';", "")
	}, false},
	{"a string of 16,000,000 characters", "c", func() string {
		return program(`char *x = "`+strings.Repeat("a", 16_000_000)+`";`, "")
	}, false},
	{"a string of 5,000,000 escapes", "c", func() string {
		return program(`char *x = "`+strings.Repeat(`\a`, 5_000_000)+`"; char y[] = L"`+strings.Repeat(`\xff`,
			1_000_000)+`";`, "")
	}, false},
	{"strings in a row, 200,000", "c", func() string {
		return program("char *x = "+strings.Repeat(`"abc" `, 200_000)+";", "")
	}, false},
	{"strings of a macro in a row, 100 GB", "c", func() string {
		return program(`#define S "`+strings.Repeat("a", 1<<20)+"\"\nchar *x = "+strings.Repeat("S ", 100_000)+";", "")
	}, false},
	{"characters of a long string, 100,000", "c", func() string {
		return program(`#define S "`+strings.Repeat("a", 1<<20)+"\"\nint x[] = {"+strings.Repeat("S[3],", 100_000)+"};",
			"")
	}, false},
	{"a shift by 2^60", "c", func() string {
		return program("int x = 1 << 1152921504606846976; long y = 1l << 62 << 62; unsigned __int128 z = (unsigned __int128)1 << 127 << 127;",
			"")
	}, false},

	// The preprocessor.
	{"a macro that doubles", "c", func() string {
		return program("#define M0 1 +\n"+doubled(40, "#define M%[1]d M%[2]d M%[2]d"), "return M40 1;")
	}, false},
	{"a macro with as many tokens as allowed", "c", func() string {
		return program("#define M0 1,\n"+doubled(21, "#define M%[1]d M%[2]d M%[2]d")+"int a[] = { M21 };", "")
	}, false},
	{"arguments that double", "c", func() string {
		return program("#define D(x) x x\nint x = "+around(60, "D(", "1", ")")+";", "")
	}, false},
	{"names that double by pasting", "c", func() string {
		return program("#define P(a, b) a##b\n#define Q(a, b) P(a, b)\n#define N0 x\n"+doubled(34,
			"#define N%[1]d Q(N%[2]d, N%[2]d)")+"int N34;", "")
	}, true},
	{"strings that double by quoting", "c", func() string {
		return program("#define S(a) #a\n#define T(a) S(a)\n"+"char *x = "+around(40, "T(", `"\"`, ")")+";", "")
	}, true},
	{"arguments of a macro, 1,000,000", "c", func() string {
		return program("#define F(...) 0\nint x = F("+strings.Repeat("1,", 1_000_000)+"1);", "")
	}, false},
	{"parameters of a macro, 20,000", "c", func() string {
		return program("#define F("+names(20_000)+") a7\nint x = F("+strings.Repeat("1,", 19_999)+"1);", "")
	}, false},
	{"calls of a macro in each other, 3,000", "c", func() string {
		return program("#define F(x) (x)\nint x = "+around(3000, "F(", "1", ")")+";", "")
	}, false},
	{"macros that call each other", "c", func() string {
		return program("#define A B B\n#define B A A\n#define f(x) f(f(x)) g(x)\n#define g(x) f(x)\nint A = f(f(f(f(g(g(1))))));",
			"")
	}, false},
	{"a chain of macros, 100,000", "c", func() string {
		return program("#define M0 1\n"+doubled(100_000, "#define M%[1]d M%[2]d")+"int x = M100000;", "")
	}, true},
	{"macros, 300,000", "c", func() string { return each(300_000, "", "#define M%d 1\n", "", "") }, false},
	{"macros redefined, 300,000", "c", func() string {
		return program(strings.Repeat("#define M 1\n#undef M\n", 300_000), "")
	}, false},
	{"__COUNTER__, 300,000", "c", func() string {
		return program("int x[] = {"+strings.Repeat("__COUNTER__,", 300_000)+"};", "")
	}, false},
	{"conditions in each other, 100,000", "c", func() string {
		return program(around(100_000, "#if 1\n", "", "#endif\n"), "")
	}, false},
	{"conditions that skip, 500,000", "c", func() string {
		return program(strings.Repeat("#if 0\n#else\n#endif\n", 500_000), "")
	}, false},
	{"a condition of 1,000,000 terms", "c", func() string {
		return program("#if 1"+strings.Repeat("+1", 1_000_000)+"\n#endif\n", "")
	}, false},
	{"a file that includes itself, with 10 kB", "c", func() string {
		return strings.Repeat("extern int x;\n", 700) + "#include \"attack.c\"\nint main(void) { return 0; }\n"
	}, false},
	{"a file that includes itself, with brackets", "c", func() string {
		return "int x = " + strings.Repeat("(", 4000) + "\n#include \"attack.c\"\n"
	}, false},
	{"names of files by #line, 200,000", "c", func() string {
		return program(times(200_000, func(i int) string { return fmt.Sprintf("#line 1 \"f%d\"\nint x%[1]d;\n", i) }),
			"")
	}, false},
	{"numbers of lines by a macro, 100,000", "c", func() string {
		return program("#define N 7\n"+strings.Repeat("#line N\n", 100_000), "")
	}, false},
	{"#pragma pack, 200,000, and structures", "c", func() string {
		return each(100_000, "", "#pragma pack(push, 1)\nstruct s%d { int a; };\n#pragma pack(push, 2)\n", "", "")
	}, false},
	{"#pragma, 500,000", "c", func() string {
		return program(strings.Repeat("#pragma once upon a time\n", 500_000),
			"")
	}, false},
	{"_Pragma, 200,000", "c", func() string { return program(strings.Repeat("_Pragma(\"x\")\n", 200_000), "") }, false},

	// Characters.
	{"backslashes at the ends of lines, 5,000,000", "c", func() string {
		return program("int x = 1"+strings.Repeat("\\\n", 5_000_000)+";", "")
	}, false},
	{"trigraphs, 2,000,000", "c", func() string { return program("int x = 1;"+strings.Repeat("??/\n", 2_000_000), "") },
		false},
	{"comments, 5,000,000", "c", func() string { return program(strings.Repeat("/**/", 5_000_000), "") }, false},
	{"a comment of 30 MB", "c", func() string { return program("/*"+strings.Repeat("*", 30_000_000)+"*/", "") }, false},
	{"a comment without an end", "c", func() string { return program("/*"+strings.Repeat("/*", 10_000_000), "") },
		false},
	{"strings without ends, 1,000,000", "c", func() string { return program(strings.Repeat("\"\n", 1_000_000), "") },
		false},
	{"NUL bytes, 10,000,000", "c", func() string { return program(strings.Repeat("\x00", 10_000_000), "") }, false},
	{"bytes that are no UTF-8, 10,000,000", "c", func() string {
		return program("int x"+strings.Repeat("\xff\xfe", 5_000_000)+";", "")
	}, false},
	{"carriage returns only, 10,000,000", "c", func() string { return program(strings.Repeat("\r", 10_000_000), "") },
		false},
	{"line ends, 30,000,000", "c", func() string { return program(strings.Repeat("\n", 30_000_000), "") }, false},
	{"# alone, 2,000,000", "c", func() string { return program(strings.Repeat("#\n", 2_000_000), "") }, false},
	{"wide characters, 5,000,000", "c", func() string {
		return program("char *x = u8\""+strings.Repeat("é", 5_000_000)+"\";", "")
	}, false},

	// Names and scopes.
	{"a name of 16,000,000 letters", "c", func() string {
		return program("int "+strings.Repeat("a", 16_000_000)+";",
			"")
	}, false},
	{"names of 1,000 letters, 10,000", "c", func() string {
		return each(10_000, "",
			"int "+strings.Repeat("a", 1000)+"%d;\n", "", "")
	}, false},
	{"a long name that is used, 15,000 times", "c", func() string {
		return program("int "+strings.Repeat("a", 1000)+";",
			strings.Repeat(strings.Repeat("a", 1000)+" = 1;\n", 15_000))
	}, false},
	{"declarations of one name, 100,000, and uses", "c", func() string {
		return program(strings.Repeat("extern int x;\n", 100_000)+"int x;", strings.Repeat("x = 1;\n", 100_000))
	}, false},
	{"errors outside of functions, 200,000, and a use", "c", func() string {
		return each(200_000, "", "int broken_declaration_%06d(foo x);\n", "", "") +
			"int use(void) { return broken_declaration_199999(1); }"
	}, true},
	{"errors outside of functions, 200,000, between which main needs one", "c", func() string {
		return program(times(100_000, func(i int) string { return fmt.Sprintf("int x%06d[3] = { 1, 2 + };\n", i) }),
			"return x000003[1];") +
			times(100_000, func(i int) string { return fmt.Sprintf("int broken_%06d(foo x) { return x; }\n", i) })
	}, true},
	{"references to one tag, 200,000", "c", func() string {
		return each(200_000, "struct s { int a; };",
			"struct s *p%d;\n", "", "")
	}, false},
	{"references to an enumeration, 200,000", "c", func() string {
		return each(200_000, "enum e { A };", "enum e p%d;\n", "", "")
	}, false},
	{"blocks in each other, 2,000, and names", "c", func() string {
		return program("int x;", around(2000, "{", strings.Repeat("x = 1;", 50_000), "}"))
	}, false},
	{"structures of no size that double, a copy", "c", func() string {
		return program("struct { int a[0]; } x0;\n"+doubled(100, "struct { typeof(x%[2]d) a, b; } x%[1]d;"),
			"x100 = x100;")
	}, false},
	{"structures that double, a call with what leads to one", "c", func() string {
		return program("typedef struct { int a; } t0;\n"+doubled(25,
			"typedef struct { t%[2]d a, b; } t%[1]d;")+"int f(t25 *); t25 x;", "return f(&x);")
	}, false},
	{"typedefs of each other, 100,000", "c", func() string {
		return program("typedef int t0;\n"+doubled(100_000, "typedef t%[2]d t%[1]d;")+"t100000 x;", "")
	}, false},
	{"pointers to each other, 100,000", "c", func() string {
		return program("typedef int t0;\n"+doubled(100_000, "typedef t%[2]d *t%[1]d;")+"t100000 x, y;",
			"x = y; return *x == *y;")
	}, true},
	{"types of functions that double", "c", func() string {
		return program("typedef int a0(int); typedef int b0(int);\n"+doubled(60,
			"typedef a%[2]d *a%[1]d(a%[2]d, a%[2]d); typedef b%[2]d *b%[1]d(b%[2]d, b%[2]d);")+"a60 f; b60 f;", "")
	}, false},
	{"types of functions that double, in a message", "c", func() string {
		return program("typedef int a0(int);\n"+doubled(60, "typedef a%[2]d *a%[1]d(a%[2]d, a%[2]d);")+"a60 f; int f;",
			"")
	}, false},
	{"a function of 10,000 parameters, declared 10,000 times", "c", func() string {
		return program("typedef int t("+strings.TrimSuffix(strings.Repeat("int,", 10_000),
			",")+");\n"+strings.Repeat("t f;\n", 10_000), "")
	}, false},
	{"enumerators, 300,000", "c", func() string { return each(300_000, "enum e {", "A%d,\n", "};", "") }, false},
	{"enumerators of each other, 100,000", "c", func() string {
		return program("enum e { A0 = 1,\n"+doubled(100_000, "A%[1]d = A%[2]d + 1,")+"};", "return A100000;")
	}, false},
	{"attributes, 300,000", "c", func() string {
		return program("int x "+strings.Repeat("__attribute__((unused))",
			100_000)+"; int y __attribute__(("+strings.Repeat("unused,", 100_000)+"unused));", "")
	}, false},
	{"designators without =, 100,000, on a line", "c", func() string {
		return program("int y[] = {"+times(100_000, func(i int) string { return fmt.Sprintf("[%d] 7, ", i) })+"};",
			"return y[5] - 7;")
	}, false},
	{"attributes of enumerations, 20,000, on a line", "c", func() string {
		return program(times(20_000, func(i int) string {
			return fmt.Sprintf("enum __attribute__((unused, used, packed)) e%d { A%d }; ", i, i)
		}), "")
	}, false},
	{"lists of attributes, 30,000", "c", func() string {
		return each(30_000, "",
			"int x%d __attribute__((unused, used, aligned(4)));\n", "", "")
	}, false},
	{"functions in files of C89, with 10,000 parameters", "c", func() string {
		return program("int f("+names(10_000)+") int "+names(10_000)+"; { return a7; }", "")
	}, false},

	// Expressions and statements.
	{"a sum of 5,000,000 terms", "c", func() string {
		return program("",
			"return 0"+strings.Repeat("+1", 5_000_000)+";")
	}, false},
	{"commas, 300,000", "c", func() string { return program("int x;", "return "+strings.Repeat("x,", 300_000)+"0;") },
		false},
	{"conditions in a row, 6,000", "c", func() string {
		return program("int x;", "return x"+strings.Repeat("&& x", 6000)+strings.Repeat("|| x", 6000)+";")
	}, false},
	{"sizes in sizes, 800", "c", func() string {
		return program("int x["+around(800, "sizeof(char[", "1", "])")+"];",
			"")
	}, false},
	{"sizes of arrays by casts, 800", "c", func() string {
		return program("int x["+around(800, "(1 ? 1 : (int)sizeof(char[", "1", "]))")+"];", "")
	}, false},
	{"typeof in typeof, 1,000", "c", func() string {
		return program("int y; "+around(1000, "typeof(", "y", ")")+" x;",
			"")
	}, false},
	{"statement expressions in each other, 800", "c", func() string {
		return program("int y;", "return "+around(800, "({ int x = ", "y", "; x; })")+";")
	}, false},
	{"nested functions, 300", "c", func() string {
		return program("", "int x = 1;"+times(300, func(i int) string {
			return fmt.Sprintf("int f%d(void) { ", i)
		})+"return x;"+times(300, func(i int) string { return fmt.Sprintf("} x += f%d();\n", 299-i) }))
	}, false},
	{"_Generic with 30,000 types", "c", func() string {
		return program(times(30_000, func(i int) string { return fmt.Sprintf("struct s%d { int a; };\n", i) }),
			"return _Generic(1, "+times(30_000, func(i int) string {
				return fmt.Sprintf("struct s%d: 1,\n", i)
			})+"int: 0);")
	}, false},
	{"_Generic in _Generic, 500", "c", func() string {
		return program("",
			"return "+around(500, "_Generic(", "1", ", int: 1, long: 2)")+";")
	}, false},
	{"a switch with 100,000 cases", "c", func() string {
		return program("int x;", "switch (x) {"+times(100_000, func(i int) string {
			return fmt.Sprintf("case %d: x = 1;\n", i*3)
		})+"}")
	}, false},
	{"a switch with ranges of 2^31", "c", func() string {
		return program("long x;",
			"switch (x) { case -9223372036854775807 ... -1: x = 1; case 0 ... 9223372036854775807: x = 2; }")
	}, false},
	{"switches in each other, 500", "c", func() string {
		return program("int x;",
			around(500, "switch (x) { case 1: ", "x = 1;", "}"))
	}, false},
	{"cases of one statement, 4,000", "c", func() string {
		return program("int x;", "switch (x) {"+times(4000, func(i int) string {
			return fmt.Sprintf("case %d: ", i)
		})+"x = 1; }")
	}, false},
	{"labels and jumps, 100,000", "c", func() string {
		return program("int x;", times(100_000, func(i int) string {
			return fmt.Sprintf("l%d: if (x) goto l%d;\n", i, 99_999-i)
		}))
	}, false},
	{"computed jumps, 2,000, to 2,000 labels", "c", func() string {
		return program("void *p;", times(2000, func(i int) string {
			return fmt.Sprintf("l%d:; { int a[2]; p = &&l%[1]d; if (a == p) goto *p; }\n", i)
		}))
	}, false},
	{"loops in each other, 2,000", "c", func() string {
		return program("int x;",
			strings.Repeat("while (x) ", 2000)+"x = 0;")
	}, false},
	{"static assertions, 200,000", "c", func() string {
		return program(strings.Repeat("_Static_assert(1 + 1 == 2, \"\");\n", 200_000), "")
	}, false},
	{"calls with 20,000 arguments", "c", func() string {
		return program("int f();", strings.Repeat("f("+strings.Repeat("1,", 20_000)+"1);\n", 10))
	}, false},
	{"wrong programs with 200,000 errors", "c", func() string {
		return program(strings.Repeat("int f(void) { return x + y; }\n", 50_000), strings.Repeat("z = 1;\n", 100_000))
	}, false},
	{"asm with 10 MB", "c", func() string { return program("", "__asm__(\""+strings.Repeat("nop;", 2_500_000)+"\");") },
		false},
	{"functions, 200,000", "c", func() string {
		return each(200_000, "", "int f%d(int x) { return x + 1; }\n", "",
			"")
	}, false},
	{"a table of 350,000 numbers", "c", func() string {
		return program("static const unsigned short t[] = {"+times(350_000, func(i int) string {
			return fmt.Sprintf("%d,\n", i*7919%65536)
		})+"};", "return t[5];")
	}, false},

	// Other languages.
	{"an integer of 7,000,000 digits, in IMP", "imp", func() string {
		return "x = " + strings.Repeat("9", 7_000_000) + "\n"
	}, false},
	{"integers of 100,000 digits, in IMP, 140", "imp", func() string {
		return strings.Repeat("x = "+strings.Repeat("9", 100_000)+"\n", 140)
	}, false},
	{"an integer of 7,000,000 digits, in the core", "core", func() string {
		return "core 1\nentry f\n\nfunc f()\n  slot x int\n  0: set x " + strings.Repeat("9", 7_000_000) +
			"\n  1: return\n"
	}, false},
	{"integers of 10,000 digits, in the core, 1,000", "core", func() string {
		return "core 1\nentry f\n\nfunc f()\n  slot x int\n" +
			times(1000, func(i int) string { return fmt.Sprintf("  %d: set x %s\n", i, strings.Repeat("9", 10_000)) }) +
			"  1000: return\n"
	}, false},
}
