package scan

import "testing"

// This file tests calls of functions that share variables of their file with the one that is looked at.

const stackOfFile = "static int names[3];\nstatic int depth, unused;\n"

const keeper = "#include <stdlib.h>\n#include <string.h>\nstatic char *last;\n" +
	"void keep(const char *text) { free(last); last = malloc(strlen(text) + 1); if (last) strcpy(last, text); }\n"

const lines = "#include <stdlib.h>\nstatic int *at;\nstatic int most = 100, n;\n"

// moduleRows are the verdicts on functions that others were called before.
var moduleRows = []verdictRow{
	{"a table that the function itself has filled",
		stackOfFile + "void f(int n) { if (depth > 3) return; names[depth++] = n; }", Bug, []string{"out of bounds write"}},
	{"the same that looks how full it is",
		stackOfFile + "void f(int n) { if (depth >= 3) return; names[depth++] = n; }", Safe, nil},
	{"a table in a structure that has no name",
		"static struct {\n\tint count;\n\tstruct { int fd, level; } sinks[4];\n} log;\nint f(int fd, int level) { if (log.count > 4) return -1; log.sinks[log.count].fd = fd; log.sinks[log.count++].level = level; return 0; }",
		Bug, []string{"out of bounds write"}},
	{"a table that another function has filled",
		stackOfFile + "void push(int n) { if (depth < 3) names[depth++] = n; } int f(void) { return names[depth]; }", Bug,
		[]string{"out of bounds read"}},
	{"the same that asks for the last one",
		stackOfFile + "void push(int n) { if (depth < 3) names[depth++] = n; } int f(void) { return depth ? names[depth - 1] : 0; }",
		Safe, nil},
	{"a variable that a function has of its own by the name of another one",
		stackOfFile + "void push(int n) { int depth = n; if (depth < 3) names[0] = depth++; } int f(void) { return names[depth]; }", Safe, nil},
	{"what another function took out and freed",
		keeper + "void drop(void) { free(last); }\nint f(void) { return last ? last[0] : 0; }", Bug, []string{"use after free"}},
	{"the same after which nothing is left",
		keeper + "void drop(void) { free(last); last = NULL; }\nint f(void) { return last ? last[0] : 0; }", Safe, nil},
	{"what a function freed that ends everything",
		keeper + "void finish(void) { free(last); }\nint f(void) { return last ? last[0] : 0; }", Safe, nil},
	{"a function that begins everything comes first",
		"#include <stdlib.h>\nstatic int *at;\nstatic int n;\nvoid begin(void) { if (!at) at = malloc(2 * sizeof *at); n = 0; }\n" +
			"int f(int v) { if (!at || n > 2) return 0; at[n++] = v; return n; }", Bug, []string{"out of bounds write"}},
	{"and only once",
		"#include <stdlib.h>\nstatic int *at;\nvoid begin(void) { if (at) free(at); else at = malloc(2 * sizeof *at); }\n" +
			"int f(int v) { if (!at) return 0; at[0] = v; return 1; }", Safe, nil},
	{"a number that another function takes as it is",
		stackOfFile + "void seek(int n) { depth = n; } int f(void) { return names[depth]; }", Safe, nil},
	{"how far somebody else has written, whatever the numbers are",
		"static unsigned char at[8];\nstatic unsigned n;\nvoid mark(unsigned char by) { n += by + 1u; } void f(int c) { if (8 - n >= 1) at[n++] = c; }",
		Safe, nil},
	{"an object that another function keeps, as large as its caller makes it",
		"static const int *at;\nstatic int n;\nvoid give(const int *p, int size) { if (size > 0) { at = p; n = size; } } int f(int i) { return i >= 0 && i <= 70 && n > 1 ? at[i] : 0; }",
		Safe, nil},
	{"a number that another function checks before it takes it",
		lines + "void limit(int n) { if (n < 1) return; if (at && n > most) at = realloc(at, n * sizeof *at); most = n; }\n" +
			"int f(int v) { if (!at) at = malloc(most * sizeof *at); if (!at || n > most) return 0; at[n++] = v; return 1; }",
		Bug, []string{"out of bounds write"}},
	{"a number at which another function does not look, though at something else",
		"static int two[2];\nstatic int most = 2, n, off;\nvoid limit(int more) { if (off) return; most = 2 + more; }\n" +
			"int f(int v) { if (n >= most) return 0; two[n++] = v; return 1; }", Safe, nil},
	{"a static function, of which callers know what comes before",
		stackOfFile + "static int f(void) { return names[depth]; } void push(int n) { if (depth < 3) names[depth++] = n; } int last(void) { return depth < 3 ? f() : 0; }",
		Safe, nil},
}

func TestModules(t *testing.T) { checkVerdicts(t, moduleRows, nil) }
