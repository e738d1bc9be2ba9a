package c

import (
	"strings"
	"testing"
)

// Programs that are refused, each with its message. The first line of a program is line 1.
var refused = []struct {
	title, text, want string
}{
	{"an expression is missing", "int main(void) { return 1 + ; }", `a.c:1:29: found ";", want an expression`},
	{"a semicolon is missing", "int main(void) { return 1 }", `a.c:1:27: found "}", want ";"`},
	{"a bracket is missing", "int main(void) { return (1; }", `a.c:1:27: found ";", want ")"`},
	{"the end is missing", "int main(void) { return 1;", `a.c:1:27: found end of file, want "}"`},
	{"a brace too many", "int main(void) { return 1; } }", `a.c:1:30: found "}", want a declarator`},
	{"no name declared", "int main(void) { int = 3; }", `a.c:1:22: found "=", want a declarator`},
	{"no declaration", "main is here;", `a.c:1:6: found "is", want a declaration`},
	{"an accent before a name", "int \u0300a;", `a.c:1:5: found the character U+0300, want a letter or a digit of some alphabet in a name`},
	{"an accent before a name, by its universal name", `int \u0300a;`, `a.c:1:5: found the character U+0300, want a letter or a digit of some alphabet in a name`},
	{"a sign as a name", "int \u00d7;", `a.c:1:5: found the character U+00D7, want a letter or a digit of some alphabet in a name`},
	{"a name of another alphabet too many", "int a \u00e9;", `a.c:1:7: found "é", want a declaration`},
	{"a backslash", `int \ a;`, `a.c:1:5: found "\", want a declarator`},
	{"a name that nobody declared", "int main(void) { return y; }", `a.c:1:25: found y, want a name that is declared`},
	{"a type that nobody declared", "int main(void) { foo x; return 0; }", `a.c:1:22: found "x", want ";"`},
	{"a label that is not there", "int main(void) { goto out; }", `a.c:1:23: found goto out, want a label of the function`},
	{"a label twice", "int main(void) { a: ; a: ; return 0; }", `a.c:1:23: found another label a, want another name`},
	{"break outside of a loop", "int main(void) { break; }", `a.c:1:18: found break outside of loops and switches, want it inside`},
	{"continue outside of a loop", "int main(void) { continue; }", `a.c:1:18: found continue outside of loops, want it inside`},
	{"case outside of a switch", "int main(void) { case 1: ; }", `a.c:1:18: found a case outside of switches, want it inside`},
	{"a member that is not there", "struct s { int a; }; int main(void) { struct s x; return x.b; }", `a.c:1:58: found b, which is no member of struct s, want one`},
	{"a member of an integer", "int main(void) { int x; return x.b; }", `a.c:1:32: found the member b of what has type int, want a structure or union`},
	{"an integer as a pointer", "int main(void) { int x = 0; return *x; }", `a.c:1:36: found * of type int, want a pointer`},
	{"the address of a register", "int f(register int n) { return n; } int main(void) { register int x = 0; return f(x) + *&x; }", `a.c:1:89: found & of x, which is declared register, want a variable that has an address`},
	{"the address of a parameter in a register", "int f(register int n) { int *p = &(n); return *p; } int main(void) { return f(0); }", `a.c:1:34: found & of n, which is declared register, want a variable that has an address`},
	{"a call of an integer", "int main(void) { int x = 0; return x(); }", `a.c:1:36: found a call of what has type int, want a function`},
	{"too many arguments", "int f(int x) { return x; } int main(void) { return f(1, 2); }", `a.c:1:52: found a call with 2 arguments, want 1`},
	{"too few arguments", "int f(int x) { return x; } int main(void) { return f(); }", `a.c:1:52: found a call with 0 arguments, want 1`},
	{"an assignment to a constant", "int main(void) { 1 = 2; return 0; }", `a.c:1:18: found a value of type int, want what can be assigned to`},
	{"an assignment to a const object", "int main(void) { const int x = 1; x = 2; return x; }", `a.c:1:35: found what has the type const int, want what can be assigned to`},
	{"an assignment to an array", "int main(void) { int a[2], b[2]; a = b; return 0; }", `a.c:1:34: found an array, of type int [2], want what can be assigned to`},
	{"a struct as a condition", "struct s { int a; } x; int main(void) { if (x) return 1; return 0; }", `a.c:1:45: found a value of type struct s, want a number or a pointer`},
	{"a struct for an integer", "struct s { int a; } x; int main(void) { int y = x; return y; }", `a.c:1:49: found a value of type struct s, want one of type int`},
	{"structures of two types", "struct s { int a; } x; struct t { int a; } y; int main(void) { x = y; return 0; }", `a.c:1:64: found a value of type struct t, want one of type struct s`},
	{"a sum of pointers", "int main(void) { int a, *p = &a; return p + p == p; }", `a.c:1:41: found int * + int *, want numbers`},
	{"a pointer times two", "int main(void) { int a, *p = &a; return p * 2 == p; }", `a.c:1:41: found int * * int, want numbers`},
	{"a remainder of a double", "int main(void) { return 1.5 % 2; }", `a.c:1:25: found double % int, want integers`},
	{"a complement of a double", "int main(void) { return ~1.5; }", `a.c:1:25: found ~ of type double, want an integer`},
	{"an address of a constant", "int main(void) { int *p = &1; return *p; }", `a.c:1:28: found a value of type int, want what has an address`},
	{"an address of a bit-field", "struct s { int a : 3; } x; int main(void) { return &x.a != 0; }", `a.c:1:53: found the address of a bit-field, want that of an object`},
	{"a variable twice", "int main(void) { int x = 1; int x = 2; return x; }", `a.c:1:33: found another declaration of x, want only the one at a.c:1:22`},
	{"a variable of two types", "int x; char x; int main(void) { return 0; }", `a.c:1:13: found x declared as char, want int as at a.c:1:5`},
	{"a function of two types", "int f(int); int f(char *); int main(void) { return f(0); }", `a.c:1:17: found f declared as int (char *), want int (int) as at a.c:1:5`},
	{"a function twice", "int f(void) { return 1; } int f(void) { return 2; } int main(void) { return f(); }", `a.c:1:31: found another definition of f, want only the one at a.c:1:5`},
	{"an object initialized twice", "int x = 1; int x = 2; int main(void) { return x; }", `a.c:1:16: found another definition of x, want only the one at a.c:1:5`},
	{"a structure twice", "struct s { int a; }; struct s { int b; }; int main(void) { return 0; }", `a.c:1:29: found another declaration of struct s, want only the one at a.c:1:1`},
	{"an enumerator twice", "enum { A, A }; int main(void) { return A; }", `a.c:1:11: found another declaration of A, want only the one at a.c:1:8`},
	{"a case inside a range, and one with more", "int main(void) { switch (1) { case 5: case 7 ... 9: case 1 ... 4: case 8: case 3 ... 6: return 1; } return 0; }",
		`a.c:1:67: found another case for 8, want another value`},
	{"a case twice", "int main(void) { switch (1) { case 1: case 1: return 1; } return 0; }", `a.c:1:39: found another case for 1, want another value`},
	{"a case that is no constant", "int main(void) { int x = 1; switch (1) { case x: return 1; } return 0; }", `a.c:1:47: found a case that is no integer constant, want one: it has the variable x`},
	{"two defaults", "int main(void) { switch (1) { default: default: return 1; } }", `a.c:1:31: found another default in a switch, want one at most`},
	{"a void variable", "int main(void) { void x; return 0; }", `a.c:1:23: found the variable x of the incomplete type void, want a complete type`},
	{"an incomplete variable", "struct s; int main(void) { struct s x; return 0; }", `a.c:1:37: found the variable x of the incomplete type struct s, want a complete type`},
	{"an array of negative length", "int a[-1]; int main(void) { return 0; }", `a.c:1:7: found an array of -1 elements, want at least none`},
	{"an array of functions", "int a[3](void); int main(void) { return 0; }", `a.c:1:5: found an array of int (void), want elements of a complete type`},
	{"a function that returns an array", "int f(void)[3]; int main(void) { return 0; }", `a.c:1:5: found a function that returns int [3]`},
	{"an initializer that is no constant", "int f(void); int x = f(); int main(void) { return x; }", `a.c:1:22: found an initializer that is not constant: it has a call`},
	{"a value of void", "void f(void) {} int main(void) { return f() + 1; }", `a.c:1:41: found void + int, want numbers`},
	{"nothing returned as a struct", "struct s { int a; }; struct s f(void) { return 1; } int main(void) { f(); return 0; }", `a.c:1:48: found a value of type int, want one of type struct s`},
	{"a file that is not there", "#include \"nothere.h\"\nint main(void) { return 0; }", `a.c:1:10: found no file "nothere.h", want one`},
	{"a header that is not there", "#include <nothere.h>\nint main(void) { return 0; }", `a.c:1:10: found no file <nothere.h>, want one`},
	{"#error", "#error this is not good\nint main(void) { return 0; }", `a.c:1:2: this is not good`},
	{"#if without #endif", "#if 1\nint main(void) { return 0; }", `a.c:2:30: found end of file, want #endif`},
	{"#endif without #if", "#endif\nint main(void) { return 0; }", `a.c:1:1: found #endif, want #if before it`},
	{"a macro call that does not end", "#define A(x) x\nint main(void) { return A(1; }", `a.c:2:25: found end of file in the arguments of "A", want )`},
	{"a string that does not end", "char *s = \"abc\nint main(void) { return 0; }", `a.c:1:11: found the end of the line, want " at the end of the string`},
	{"a character without content", "int main(void) { return ''; }", `a.c:1:25: found '', want a closing '`},
	{"a comment that does not end", "int main(void) { return 0; } /* abc", `a.c:1:30: found end of file in a comment, want */`},
	{"an octal number with an 8", "int main(void) { return 08; }", `a.c:1:25: found 08, want digits of base 8`},
	{"a number with a tail", "int main(void) { return 12abc; }", `a.c:1:25: found 12abc, want digits of base 10`},
	{"a static assertion", "_Static_assert(1 == 2, \"no\");\nint main(void) { return 0; }", `a.c:1:1: found a static assertion that does not hold: "no"`},
	{"a static assertion without a message", "_Static_assert(1 == 2);\nint main(void) { return 0; }", `a.c:1:1: found a static assertion that does not hold`},
	{"a static assertion of assert.h without a message", "#include <assert.h>\nstruct s { static_assert(sizeof(int[2]) == 4); };\nint main(void) { return 0; }", `a.c:2:12: found a static assertion that does not hold`},
	{"a static assertion with two messages", "_Static_assert(1 == 1, \"a\", \"b\");\nint main(void) { return 0; }", `a.c:1:1: found ",", want ")"`},
	{"a static assertion in a function", "int main(void) { _Static_assert(sizeof(int) == 2, \"no\"); return 0; }", `a.c:1:18: found a static assertion that does not hold: "no"`},
	{"a parameter declared again", "int f(int x) { int x = 1; return x; } int main(void) { return f(1); }", `a.c:1:20: found another declaration of x, want only the one at a.c:1:11`},
	{"a typedef used as a variable", "typedef int t; int main(void) { return t; }", `a.c:1:40: found "t", want an expression`},
	{"a variable named as a typedef", "typedef int t; int t; int main(void) { return 0; }", `a.c:1:20: found another declaration of t, want only the one at a.c:1:13`},
	{"a struct as a union", "struct s { int a; }; union s x; int main(void) { return 0; }", `a.c:1:22: found union s, which is a struct`},
	{"a structure in itself", "struct s { struct s x; } y; int main(void) { return 0; }", `a.c:1:21: found member x of type struct s, want a complete type`},
	{"a static name after another", "int f(void); static int f(void) { return 1; } int main(void) { return f(); }", `a.c:1:25: found static f, want no static as at a.c:1:5`},
	{"two arguments for one of a macro", "#define A(x) x\nint main(void) { return A(1, 2); }", `a.c:2:31: found too many arguments of a macro`},
	{"an argument of another type", "struct s { int a; } x; int f(int x) { return x; } int main(void) { return f(x); }", `a.c:1:77: found a value of type struct s, want one of type int`},
	{"a comparison of a struct", "struct s { int a; } x, y; int main(void) { return x == y; }", `a.c:1:51: found struct s == struct s, want pointers or numbers`},
	{"an index of an integer", "int main(void) { int x = 1, y = 2; return x[y]; }", `a.c:1:43: found a subscript of type int of what has type int, want an integer and a pointer or array`},
	{"a goto into nothing", "int main(void) { goto *1.5; }", `a.c:1:18: found goto * with a value of type double, want a pointer`},
	{"an error in what nothing refers to", "int main(void) { return 0; } static int f(void) { return nothing; }", `a.c:1:58: found nothing, want a name that is declared`},
	{"a type that is none", "int main(void) { unsigned double x; return 0; }", `a.c:1:34: found double unsigned, want a type`},
	{"a flexible array in the middle", "struct s { int a[]; int b; } x; int main(void) { return 0; }", `a.c:1:16: found member a of type int [], want a complete type`},
	{"sizeof an incomplete type", "struct s; int main(void) { return sizeof(struct s); }", `a.c:1:35: found sizeof of the incomplete type struct s, want a complete one`},
	{"a bit-field that is too wide", "struct s { int a : 40; } x; int main(void) { return 0; }", `a.c:1:16: found a bit-field of 40 bits in int, which has 32`},
	{"a file that includes itself", "#include \"a.c\"\n", `a.c: found more than 4096 inclusions of files, want fewer`},
	{"no main", "int f(void) { return 0; }", `a.c: found no function main, want one to begin with`},
	{"a place in another file by #line", "#line 7 \"b.c\"\nint main(void) { return y; }", `b.c:7:25: found y, want a name that is declared`},
	{"a place by a line marker", "# 7 \"b.c\" 2\nint main(void) { return y; }", `b.c:7:25: found y, want a name that is declared`},
	{"a parameter of the function that a function returns", "int (*f(void))(int v) { return v; } int main(void) { return f() != 0; }", `a.c:1:32: found v, want a name that is declared`},
	{"a parameter twice, in a function that returns one", "int (*f(int a, int a))(int b) { return 0; } int main(void) { return f(1, 2) != 0; }", `a.c:1:20: found another declaration of a, want only the one at a.c:1:13`},
	{"a name in a macro", "#define A y + 1\nint main(void) { return A; }", `a.c:2:25: found y, want a name that is declared`},
}

func TestRefused(t *testing.T) {
	for _, c := range refused {
		t.Run(c.title, func(t *testing.T) {
			err := Errors(nil, []Source{{Name: "a.c", Text: []byte(c.text)}}, nil)
			if err == nil {
				t.Fatalf("%s\nis accepted", c.text)
			}
			got, _, _ := strings.Cut(err.Error(), "\n")
			if got != c.want {
				t.Errorf("%s\ngot  %s\nwant %s", c.text, got, c.want)
			}
		})
	}
}

// TestUndeclaredTypes: where a name is right before what does not belong there, the hint says what may declare it. After a keyword, a number or a sign there is no such hint.
func TestUndeclaredTypes(t *testing.T) {
	for _, c := range []struct{ title, text, name string }{
		{"a parameter", "int f(u32 x) { return 0; }", "u32"},
		{"a pointer among parameters", "int f(int a, const u8 *p);", "u8"},
		{"a result", "static inline u32 f(void) { return 0; }", "u32"},
		{"a variable", "int main(void) { u32 x = 0; return 0; }", "u32"},
		{"a variable of the file", "codepoint g;", "codepoint"},
		{"a member", "struct s { int a; u32 b; };", "u32"},
		{"a macro before a type", "API int f(void);", "API"},
		{"a name with a tabulator behind it", "u32\tx;", "u32"},
		{"a name behind other letters", "int é; énorme u;", "énorme"},
		{"a keyword", "int main(void) { if return; }", ""},
		{"a number", "int main(void) { return 1 a; }", ""},
		{"a sign", "int main(void) { return 1 + ; }", ""},
		{"a bracket", "int main(void) { return (1) a; }", ""},
		{"a name at the end of the line before", "int main(void) { int a\nint b; }", ""},
		{"a name of the compiler", "int main(void) { __foo x; }", ""},
		{"a name that is long", "int main(void) { " + strings.Repeat("u", 300) + " x; }", ""},
		{"the end of the file", "int f(u32", ""},
	} {
		t.Run(c.title, func(t *testing.T) {
			err := Errors(nil, []Source{{Name: "a.c", Text: []byte(c.text)}}, nil)
			if err == nil {
				t.Fatalf("%s\nis accepted", c.text)
			}
			_, hint, _ := strings.Cut(err.Error(), "hint: ")
			if want := "if " + c.name + " is a type or a macro, "; strings.HasPrefix(hint, want) != (c.name != "") || c.name == "" && strings.Contains(hint, "is a type or a macro") {
				t.Errorf("%s\nfound %v, want a hint about %q", c.text, err, c.name)
			}
		})
	}
}
