package c

import (
	"slices"
	"strings"
	"testing"
)

// Programs of several files, each file after a line that begins with ==.
func unpack(text string) (sources []Source) {
	for _, part := range strings.Split(text, "\n== ")[1:] {
		name, body, _ := strings.Cut(part, "\n")
		sources = append(sources, Source{Name: name, Text: []byte(body)})
	}
	return sources
}

// linked are programs of several files, with their status.
var linked = []struct {
	title, text string
	options     map[string]string
	want        int64
}{
	{"a function and an object of another file", `
== a.c
int twice(int); extern int base;
int main(void) { return twice(base); }
== b.c
int base = 21;
int twice(int x) { return 2 * x; }
`, nil, 42},
	{"static names of one file are not those of another", `
== a.c
static int x = 1; static int f(void) { return x; } int g(void);
int main(void) { return 10 * f() + g(); }
== b.c
static int x = 2; static int f(void) { return x; } int g(void) { return f(); }
`, nil, 12},
	{"tentative definitions in two files are one object", `
== a.c
int x; int g(void);
int main(void) { x = 4; return g(); }
== b.c
int x; int g(void) { return x; }
`, nil, 4},
	{"an array whose length only the other file says", `
== a.c
extern int a[];
int main(void) { return a[2]; }
== b.c
int a[] = { 1, 2, 3 };
`, nil, 3},
	{"a header beside the file that includes it", `
== src/a.c
#include "sub/h.h"
int main(void) { return N + M; }
== src/sub/h.h
#include "k.h"
#define N 1
== src/sub/k.h
#define M 2
`, map[string]string{"paths": "a.c\nsub/h.h\nsub/k.h"}, 3},
	{"a header in a directory of headers", `
== a.c
#include <h.h>
int main(void) { return N; }
== h.h
#define N 5
`, map[string]string{"paths": "a.c\nhere/h.h", "include": "here"}, 5},
	{"a header of the program before one of ours", `
== a.c
#include <limits.h>
int main(void) { return N; }
== limits.h
#define N 6
`, map[string]string{"paths": "a.c\nhere/limits.h", "include": "here"}, 6},
	{"a header that is included once", `
== a.c
#include "h.h"
#include "h.h"
int main(void) { return x; }
== h.h
#pragma once
static int x = 7;
`, nil, 7},
	{"macros from outside", `
== a.c
#ifndef A
int main(void) { return B; }
#endif
`, map[string]string{"define": "B=8\nA", "undefine": "A"}, 8},
	{"a file that is included first", `
== a.c
int main(void) { return N; }
== h.h
#define N 9
`, map[string]string{"prelude": "h.h"}, 9},
	{"another entry", `
== a.c
int f(void) { return 10; } int main(void) { return 1; }
`, map[string]string{"entry": "f"}, 10},
	{"main files by name", `
== a.c
#include "b.c"
int main(void) { return f(); }
== b.c
static int f(void) { return 11; }
`, map[string]string{"files": "a.c"}, 11},
	{"a weak definition gives way", `
== a.c
__attribute__((weak)) int f(void) { return 1; }
int main(void) { return f(); }
== b.c
int f(void) { return 12; }
`, nil, 12},
	{"inline definitions in several files", `
== a.c
inline int f(void) { return 5; }
inline int g(void) { return 1; }
extern inline __attribute__((gnu_inline)) int h(void) { return 2; }
int h(void) { return 3; }
int main(void) { return f() + g() + h(); }
== b.c
int g(void) { return 4; }
inline int f(void) { return 5; }
extern inline int f(void);
`, nil, 12},
	{"functions before main, by their priorities", `
== a.c
static int n;
__attribute__((constructor)) static void a(void) { n = 10 * n + 1; }
__attribute__((constructor(200))) static void b(void) { n = 10 * n + 2; }
__attribute__((constructor(101))) static void c(void) { n = 10 * n + 3; }
int main(void) { return n == 321 ? 7 : 0; }
`, nil, 7},
	{"a weak function that is not there", `
== a.c
int f(void) __attribute__((weak));
int main(void) { return f ? f() : 13; }
`, nil, 13},
	{"another name of a function", `
== a.c
int f(void) { return 14; }
int g(void) __attribute__((alias("f")));
int main(void) { return g(); }
`, nil, 14},
	{"functions that run before main and after it", `
== a.c
int x;
__attribute__((constructor)) static void before(void) { x = 15; }
__attribute__((destructor)) static void after(void) { _Exit(x); }
int main(void) { return 1; }
`, nil, 15},
	{"a function of the library that the program defines itself", `
== a.c
#include <string.h>
unsigned long strlen(const char *s) { return 16; }
int main(void) { return strlen("abc"); }
`, nil, 16},
	{"a model does not see a function of the program", `
== a.c
#include <stdio.h>
static int strlen(int x) { return 17; }
int main(void) { char s[8]; snprintf(s, 8, "%s", "abc"); return s[2] == 'c' ? strlen(1) : 0; }
`, nil, 17},
	{"a function that nobody declares", `
== a.c
int main(void) { return f(9); }
int f(int x) { return 2 * x; }
`, nil, 18},
	{"a parameter without a type", `
== a.c
int f(a, b) char *b; { return a + b[0]; }
int main(void) { return f(18, "\1"); }
`, nil, 19},
	{"an extern in a block", `
== a.c
int x = 20;
int main(void) { int x = 1; { extern int x; return x; } }
`, nil, 20},
	{"a static that is declared without static later", `
== a.c
static int f(void); int f(void); int main(void) { return f(); } int f(void) { return 21; }
`, nil, 21},
	{"predefined macros", `
== a.c
#define CAT(a, b) a##b
int main(void) { return CAT(__SIZEOF_, LONG__) + __GNUC__ + (sizeof __DATE__ == 12); }
`, nil, 21},
	{"a line marker of a preprocessor", `
== a.c
# 1 "other.c"
# 30 "other.c" 2 3
int main(void) { return __LINE__; }
`, nil, 30},
	{"a byte order mark, and line ends of Windows",
		"\n== a.c\n\xef\xbb\xbfint x = 31;\r\n#define N \\\r\n x\r\nint main(void) { return N; }\r\n", nil, 31},
}

func TestLinked(t *testing.T) {
	for _, c := range linked {
		t.Run(c.title, func(t *testing.T) {
			p, _, err := Lower(nil, unpack(c.text), c.options)
			if err != nil {
				t.Fatal(err)
			}
			if r := executeProgram(t, p, ""); r.fault != "" || r.blocked != "" || r.status != c.want {
				t.Errorf("found %+v, want status %d", r, c.want)
			}
		})
	}
}

// What several programs that are refused have, and what they say.
const (
	functions = `
== a.c
int declared(int n); int f(int *p) { return *p; } int main(void) { return 0; }
`
	parameters = `
== a.c
struct pair { int a, b; };
int f(int *p, double *d, int **m, struct pair *q, int n, long double x, void (*g)(void)) { return *p; }
`
	wantArray = ", want NAME=SIZE with a size from 0 to 65536, NAME=PARAMETER for as many as that says, or NAME for any size"
)

// unlinked are programs of several files that are refused.
var unlinked = []struct {
	title, text string
	options     map[string]string
	want        string
}{
	{"a function in two files", `
== a.c
int f(void) { return 1; } int main(void) { return f(); }
== b.c
int f(void) { return 2; }
`, nil, "b.c:1:5: found another definition of f, want only the one at a.c:1:5"},
	{"an object in two files", `
== a.c
int x = 1; int main(void) { return x; }
== b.c
int x = 1;
`, nil, "b.c:1:5: found another definition of x, want only the one at a.c:1:5"},
	{"a function of two types", `
== a.c
int f(int); int main(void) { return f(1); }
== b.c
int f(char *p) { return *p; }
`, nil, "a.c:1:5: found f declared as int (int), want int (char *) as at b.c:1:5"},
	{"an object of two types", `
== a.c
extern char x; int main(void) { return x; }
== b.c
int x = 1;
`, nil, "a.c:1:13: found x declared as char, want int as at b.c:1:5"},
	{"an object of no size", `
== a.c
struct s; struct s x; int main(void) { return &x == 0; }
`, nil, "a.c:1:20: found x of type struct s, want a type that is complete"},
	{"no file that is translated", `
== a.h
int x;
`, nil, "a.h: found no file that ends in .c, want one"},
	{"two files of one name", `
== x/a.c
int x;
== y/a.c
int x;
`, nil, "y/a.c: found two sources of this name, want one"},
	{"a main file that is not there", `
== a.c
int main(void) { return 0; }
`, map[string]string{"files": "b.c"}, `option files: found no source "b.c"`},
	{"an option that is none", `
== a.c
int main(void) { return 0; }
`, map[string]string{"color": "red"},
		`found option "color", want one of files, paths, root, include, system, define, undefine, prelude, entry, malloc, rand, check, undefined, disk, args, stdin, array, string, void-bytes, pointer-depth`},
	{"a value that is none", `
== a.c
int main(void) { return 0; }
`, map[string]string{"malloc": "never"}, `option malloc: found "never", want succeeds or may-fail`},
	{"no random numbers", `
== a.c
int main(void) { return 0; }
`, map[string]string{"rand": "none"}, `option rand: found "none", want any or sequence`},
	{"arguments that are none", `
== a.c
int main(void) { return 0; }
`, map[string]string{"args": "2x-8"},
		`option args: found "2x-8", want COUNTxBYTES, such as 2x8, with 1 to 1024 arguments of up to 65536 bytes`},
	{"a macro that is no name", `
== a.c
int main(void) { return 0; }
`, map[string]string{"define": "3=4"},
		`option define: found "3=4", want NAME or NAME=VALUE, or FILE:NAME and so on for one file`},
	{"paths that are too few", `
== a.c
int main(void) { return 0; }
== h.h
int x;
`, map[string]string{"paths": "a.c"}, `option paths: found 1 paths, want one for each of 2 sources`},
	{"a path with a quote", `
== a.c
int main(void) { return 0; }
`, map[string]string{"paths": `a".c`}, `found the file name "a\".c", want one without quotes and backslashes`},
	{"an error in a header", `
== a.c
#include "h.h"
int main(void) { return x; }
== h.h
int x = ;
`, nil, `h.h:1:9: found ";", want an expression`},
	{"an entry that is not there", `
== a.c
int main(void) { return 0; }
`, map[string]string{"entry": "start"}, "a.c: found no function start, want one to begin with"},
	{"a constructor with an argument", `
== a.c
__attribute__((constructor)) void f(int x) {} int main(void) { return 0; }
`, nil, "a.c:1:35: found a function of type void (int) that runs before or after main, want one of type void (void)"},
	{"an entry that is not there", functions, map[string]string{"entry": "g"}, `a.c: found no function g, want one to begin with`},
	{"an entry without a body", functions, map[string]string{"entry": "declared"}, `a.c: found no function declared, want one to begin with`},
	{"inputs of main", functions, map[string]string{"array": "p=3"},
		`option array: found "p=3" for the function main, want it with another entry function`},
	{"strings of main", functions, map[string]string{"entry": "main", "string": "p=3"},
		`option string: found "p=3" for the function main, want it with another entry function`},
	{"pointers of main", functions, map[string]string{"pointer-depth": "1"},
		`option pointer-depth: found "1" for the function main, want it with another entry function`},
	{"an array without a size", functions, map[string]string{"entry": "f", "array": "p="},
		`option array: found "p="` + wantArray},
	{"an array without a name", functions, map[string]string{"entry": "f", "array": "=1"},
		`option array: found "=1"` + wantArray},
	{"an array that is too long", functions, map[string]string{"entry": "f", "array": "p=65537"},
		`option array: found "p=65537"` + wantArray},
	{"a string of a negative length", functions, map[string]string{"entry": "f", "string": "p=-1"},
		`option string: found "p=-1", want NAME=SIZE with a size from 0 to 65536, or NAME for any size`},
	{"a size with a sign", functions, map[string]string{"entry": "f", "string": "p=+1"},
		`option string: found "p=+1", want NAME=SIZE with a size from 0 to 65536, or NAME for any size`},
	{"as many elements as a parameter says that is not there", parameters, map[string]string{"entry": "f", "array": "p=k"},
		`a.c:2:11: found the option array with k as the number of elements of p, want a parameter of f that is an integer`},
	{"as many elements as a pointer says", parameters, map[string]string{"entry": "f", "array": "p=d"},
		`a.c:2:22: found the option array with the parameter d of type double * as a number of elements, want an integer`},
	{"as many elements as the pointer to them says", parameters, map[string]string{"entry": "f", "array": "p=p"},
		`a.c:2:11: found the option array with the parameter p of type int * as a number of elements, want an integer`},
	{"as many elements as a floating number says", parameters, map[string]string{"entry": "f", "array": "p=x"},
		`a.c:2:70: found the option array with the parameter x of type long double as a number of elements, want an integer`},
	{"as many structures as a parameter says", parameters, map[string]string{"entry": "f", "array": "q=n"},
		`a.c:2:47: found the option array without a known number for q of type struct pair *, want a pointer to numbers`},
	{"as many pointers as a parameter says", parameters, map[string]string{"entry": "f", "array": "m=n"},
		`a.c:2:30: found the option array without a known number for m of type int **, want a pointer to numbers`},
	{"a number of elements for a number", parameters, map[string]string{"entry": "f", "array": "n=n"},
		`a.c:2:5: found the option array for "n", want a pointer among the inputs of f`},
	{"a number of elements for no input", parameters, map[string]string{"entry": "f", "array": "k=n"},
		`a.c:2:5: found the option array for "k", want a pointer among the inputs of f`},
	{"as many elements as a member says", parameters, map[string]string{"entry": "f", "array": "p=q.a"},
		`option array: found "p=q.a"` + wantArray},
	{"as many elements as a word with a digit first says", parameters, map[string]string{"entry": "f", "array": "p=3n"},
		`option array: found "p=3n"` + wantArray},
	{"a number and a parameter", parameters, map[string]string{"entry": "f", "array": "p=3\np=n"},
		`option array: found "p" twice, want it once`},
	{"a string of as many characters as a parameter says", `
== a.c
int f(char *s, int n) { return *s; }
`, map[string]string{"entry": "f", "string": "s=n"},
		`option string: found "s=n", want NAME=SIZE with a size from 0 to 65536, or NAME for any size`},
	{"as many elements as a parameter says, behind what an unknown function returns", `
== a.c
int f(int *(*g)(void), int n) { return *g(); }
`, map[string]string{"entry": "f", "array": "g.result=n"},
		`a.c:1:5: found the option array for "g.result", want a pointer among the inputs of f`},
	{"two sizes", functions, map[string]string{"entry": "f", "array": "p=1\np=2"}, `option array: found "p" twice, want it once`},
	{"functions without a body that do nothing", `
== a.c
int main(void) { return 0; }
`, map[string]string{"undefined": "nothing"}, `option undefined: found "nothing", want refused, direct or any`},
	{"too few bytes behind pointers", functions, map[string]string{"entry": "f", "void-bytes": "-1"}, `option void-bytes: found "-1", want a number from 0 to 65536`},
	{"bytes behind pointers for main", `
== a.c
int main(void) { return 0; }
`, map[string]string{"void-bytes": "1"},
		`option void-bytes: found "1" for the function main, want it with another entry function`},
	{"pointers that are too deep", `
== a.c
int f(void) { return 0; }
`, map[string]string{"entry": "f", "pointer-depth": "17"},
		`option pointer-depth: found "17", want a number from 0 to 16`},
	{"standard input without a number", functions, map[string]string{"stdin": "many"}, `option stdin: found "many", want a number from 0 to 65536`},
	{"standard input that is too long", functions, map[string]string{"stdin": "65537"}, `option stdin: found "65537", want a number from 0 to 65536`},
	{"arguments that are too many", functions, map[string]string{"args": "1025x1"},
		`option args: found "1025x1", want COUNTxBYTES, such as 2x8, with 1 to 1024 arguments of up to 65536 bytes`},
	{"a macro of a file that is none", `
== a.c
int main(void) { return 0; }
`, map[string]string{"define": "b.c:N=1"},
		`option define: found "b.c:N=1", want a macro, or one of the files of the program and a colon before it`},
	{"no macro of a file that is none", `
== a.c
int main(void) { return 0; }
`, map[string]string{"undefine": "b.c:N"},
		`option undefine: found "b.c:N", want a macro, or one of the files of the program and a colon before it`},
	{"a macro of one file that is no name", `
== a.c
int main(void) { return 0; }
`, map[string]string{"define": "a.c:1"},
		`option define: found "a.c:1", want NAME or NAME=VALUE, or FILE:NAME and so on for one file`},
	{"another name of nothing", `
== a.c
int g(void) __attribute__((alias("f"))); int main(void) { return g(); }
`, nil, "a.c:1:5: found no definition of f, want one, as g is another name of it"},
}

func TestUnlinked(t *testing.T) {
	for _, c := range unlinked {
		t.Run(c.title, func(t *testing.T) {
			p, _, err := Lower(nil, unpack(c.text), c.options)
			if err == nil {
				err = p.Removed.Err()
			}
			if err == nil {
				t.Fatal("it is accepted")
			}
			if got, _, _ := strings.Cut(err.Error(), "\n"); got != c.want {
				t.Errorf("\ngot  %s\nwant %s", got, c.want)
			}
		})
	}
}

// The effective options are those that differ from what holds where nothing is said.
func TestEffectiveOptions(t *testing.T) {
	source := []Source{{Name: "dir/a.c", Text: []byte("int main(void) { return 0; }")}}
	chosen := map[string]string{"paths": "a.c", "entry": "main", "malloc": "succeeds", "check": "all"}
	if _, o, err := Lower(nil, source, chosen); err != nil || len(o) != 0 {
		t.Errorf("found %v, %v, want nothing", o, err)
	}
	if _, o, err := Lower(nil, source, map[string]string{"rand": "sequence"}); err != nil || len(o) != 0 {
		t.Errorf("found %v, %v, want nothing: the program asks for no random numbers", o, err)
	}
	asks := []Source{{Name: "a.c", Text: []byte("#include <stdlib.h>\nint main(void) { return rand() > 5; }")}}
	if _, o, err := Lower(nil, asks, map[string]string{"rand": "sequence"}); err != nil || o["rand"] != "sequence" {
		t.Errorf("found %v, %v, want rand=sequence", o, err)
	}
	chosen = map[string]string{"malloc": "may-fail", "check": "leaks,overflow,memory", "args": "2x8", "define": "A=1"}
	_, o, err := Lower(nil, source, chosen)
	if err != nil || len(o) != len(chosen) {
		t.Errorf("found %v, %v, want %v", o, err, chosen)
	}
	if _, again, err := Lower(nil, source, o); err != nil || len(again) != len(o) {
		t.Errorf("found %v, %v, want the same once more", again, err)
	}
}

// Headers finds the files that are included, and no others.
func TestHeaders(t *testing.T) {
	disk := map[string]string{"src/h.h": "#include \"k.h\"\n", "src/k.h": "#ifdef __GNUC__\n#include <sys.h>\n#endif\n",
		"inc/sys.h": "", "src/unused.h": ""}
	main := []Source{{Name: "src/a.c",
		Text: []byte("#include \"h.h\"\n#include <stdio.h>\n#include <sys/none.h>\n#if 0\n#include \"unused.h\"\n#endif\nint main(void) { return 0; }")}}
	found, missing := Headers(nil, main, map[string]string{"paths": "src/a.c", "include": "inc"},
		func(path string) ([]byte, bool) {
			text, ok := disk[path]
			return []byte(text), ok
		})
	var names []string
	for _, s := range found {
		names = append(names, s.Name)
	}
	if want := []string{"src/h.h", "src/k.h", "inc/sys.h"}; !slices.Equal(names, want) {
		t.Errorf("found %v, want %v", names, want)
	}
	if want := []string{"sys/none.h"}; !slices.Equal(missing, want) {
		t.Errorf("found %v missing, want %v", missing, want)
	}
}

// Every function of the library has one model, which the table finds.
func TestModelFiles(t *testing.T) {
	for name, file := range map[string]string{"strlen": "strlen.c", "abort": "abort.c",
		"__vouch_start_plain": "start.c"} {
		if got := modelFiles()[name]; got != file {
			t.Errorf("%s: found %q, want %q", name, got, file)
		}
	}
	for line, want := range map[string]string{
		"int f(int x) {":                     "f",
		"static int f(int x) {":              "",
		"extern int f(int x);":               "",
		"int f(int x);":                      "",
		"struct tm *gmtime(const long *t) {": "gmtime",
		"struct tm {":                        "",
		"typedef struct x x;":                "",
		"FILE *stdout = &a;":                 "stdout",
		"int a[10];":                         "a",
		"\treturn f(x);":                     "",
		"#define f(x)":                       "",
		"}":                                  "",
	} {
		if got := definition(line); got != want {
			t.Errorf("%q: found %q, want %q", line, got, want)
		}
	}
}
