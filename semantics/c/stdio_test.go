package c

import (
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vouch/semantics/core"
)

// This file tests the models of input and output: what programs write is what glibc makes them write (testdata/stdio,
// with NAME.in on standard input, NAME.out and NAME.err), and wrong calls are faults.

func TestStdio(t *testing.T) {
	programs, err := filepath.Glob("testdata/stdio/*.c")
	if err != nil || len(programs) == 0 {
		t.Fatalf("found no programs: %v", err)
	}
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return string(text)
	}
	for _, path := range programs {
		name := strings.TrimSuffix(path, ".c")
		t.Run(filepath.Base(name), func(t *testing.T) {
			r := execute(t, read(path), read(name+".in"), nil)
			if r.fault != "" || r.blocked != "" {
				t.Errorf("found %s%s in line %d, want the end", r.fault, r.blocked, r.line)
			}
			sameLines(t, "output", r.out, read(name+".out"))
			sameLines(t, "errors", r.errs, read(name+".err"))
		})
	}
}

// sameLines compares two texts and shows the first line that differs.
func sameLines(t *testing.T, what, found, want string) {
	t.Helper()
	f, w := strings.Split(found, "\n"), strings.Split(want, "\n")
	for i := range w {
		if i >= len(f) || f[i] != w[i] {
			line := "nothing"
			if i < len(f) {
				line = f[i]
			}
			t.Fatalf("%s, line %d:\nfound %q\nwant  %q", what, i+1, line, w[i])
		}
	}
	if len(f) > len(w) {
		t.Fatalf("%s: found %q behind the end", what, f[len(w)])
	}
}

// Each of these is the body of main in line 10 of a program; arrays are local.
var wrongCalls = []struct{ title, body, stdin, kind string }{
	{"a double for %d", `printf("%d\n", 1.0);`, "", "format mismatch"},
	{"a long for %d", `printf("%d\n", 1l);`, "", "format mismatch"},
	{"an int for %ld", `printf("%ld\n", 1);`, "", "format mismatch"},
	{"an int for %zu", `printf("%zu\n", 1);`, "", "format mismatch"},
	{"an int for %f", `printf("%f\n", 1);`, "", "format mismatch"},
	{"an int for %s", `printf("%s\n", 1);`, "", "format mismatch"},
	{"a pointer for %d", `printf("%d\n", "a");`, "", "format mismatch"},
	{"a pointer for %c", `printf("%c\n", "a");`, "", "format mismatch"},
	{"an int for %p", `printf("%p\n", 0);`, "", "format mismatch"},
	{"no argument for %d", `printf("%d\n");`, "", "format mismatch"},
	{"no second argument", `printf("%d %s\n", 1);`, "", "format mismatch"},
	{"a long as width", `printf("%*d\n", 1l, 2);`, "", "format mismatch"},
	{"a long as precision", `printf("%.*d\n", 1l, 2);`, "", "format mismatch"},
	{"an int for %n", `int n = 0; printf("%n", n);`, "", "format mismatch"},
	{"a conversion that is none", `printf("%k\n", 1);`, "", "format mismatch"},
	{"a format that ends in a conversion", `printf("12%");`, "", "format mismatch"},
	{"a struct", `struct { int a; } s = {1}; printf("%d", s);`, "", "format mismatch"},
	{"null for %s", `char *s = NULL; printf("%s", s);`, "", "null dereference"},
	{"null as a format", `char *s = NULL; printf(s);`, "", "null dereference"},
	{"a string without end", `char s[2] = "ab"; printf("%s", s);`, "", "out of bounds read"},
	{"a precision beyond the array", `char s[2] = "ab"; printf("%.3s", s);`, "", "out of bounds read"},
	{"a string that is not initialised", `char s[2]; printf("%s", s);`, "", "uninitialised value"},
	{"an int that is not initialised", `int n; printf("%d", n);`, "", "uninitialised value"},
	{"a format without end", `char s[2] = "ab"; printf(s);`, "", "out of bounds read"},
	{"sprintf beyond the array", `char s[4]; sprintf(s, "%d", 12345);`, "", "out of bounds write"},
	{"sprintf of a text beyond the array", `char s[4]; sprintf(s, "%s", "1234");`, "", "out of bounds write"},
	{"sprintf, the zero beyond the array", `char s[4]; sprintf(s, "1234");`, "", "out of bounds write"},
	{"snprintf with a size that is wrong", `char s[4]; snprintf(s, 5, "12345");`, "", "out of bounds write"},
	{"sprintf of an array into itself", `char s[40] = "text"; sprintf(s, "%s!", s);`, "", "overlapping copy"},
	{"sprintf to a literal", `char *s = "text"; sprintf(s, "a");`, "", "read-only write"},
	{"sprintf to freed memory", `char *s = malloc(9); free(s); sprintf(s, "a");`, "", "use after free"},
	{"puts of null", `char *s = NULL; puts(s);`, "", "null dereference"},
	{"puts without end", `char s[2] = "ab"; puts(s);`, "", "out of bounds read"},
	{"fputs to null", `FILE *f = NULL; fputs("a", f);`, "", "null dereference"},
	{"fwrite beyond the array", `char s[2] = "a"; fwrite(s, 1, 3, stdout);`, "", "out of bounds read"},
	{"write beyond the array", `char s[2] = "a"; write(1, s, 3);`, "", "out of bounds read"},
	{"output to a stream that is closed", `fclose(stdout); puts("a");`, "", "invalid argument"},
	{"scanf into an int", `int n = 0; scanf("%d", n);`, "1", "format mismatch"},
	{"scanf without argument", `scanf("%d");`, "1", "format mismatch"},
	{"scanf into null", `scanf("%d", (int *)NULL);`, "1", "null dereference"},
	{"scanf beyond an array", `char s[4]; scanf("%s", s);`, "abcd", "out of bounds write"},
	{"scanf of a set beyond an array", `char s[4]; scanf("%[a-z]", s);`, "abcd", "out of bounds write"},
	{"scanf of a long into an int", `int n; scanf("%ld", (long *)&n);`, "1", "out of bounds write"},
	{"scanf of a conversion that is none", `int n; scanf("%k", &n);`, "1", "format mismatch"},
	{"scanf of a set without end", `char s[9]; scanf("%[a", s);`, "1", "format mismatch"},
	{"use of what scanf did not set", `int n; scanf("%d", &n); if (n) return 1;`, "x", "uninitialised value"},
	{"sscanf of a string without end", `char s[2] = "12"; int n; sscanf(s, "%d", &n);`, "", "out of bounds read"},
	{"fgets with a size that is wrong", `char s[4]; fgets(s, 8, stdin);`, "abcdefg\n", "out of bounds write"},
	{"gets beyond the array", `char s[4]; gets(s);`, "abcd\n", "out of bounds write"},
	{"fread beyond the array", `char s[4]; fread(s, 1, 5, stdin);`, "abcdefg\n", "out of bounds write"},
	{"read beyond the array", `char s[4]; read(0, s, 5);`, "abcdefg\n", "out of bounds write"},
	{"getline with a pointer that is not initialised", `char *s; size_t n; getline(&s, &n, stdin);`, "a\n",
		"uninitialised value"},
	{"reading from null", `FILE *f = fopen("missing", "r"); fgetc(f);`, "", "null dereference"},
	{"fclose twice", `FILE *f = tmpfile(); fclose(f); fclose(f);`, "", "use after free"},
	{"reading a stream that is closed", `FILE *f = tmpfile(); fclose(f); fgetc(f);`, "", "use after free"},
	{"printing to a stream that is closed", `FILE *f = tmpfile(); fclose(f); fprintf(f, "a");`, "", "use after free"},
	{"reading behind writing", `FILE *f = tmpfile(); fputs("ab", f); fgetc(f);`, "", "invalid argument"},
	{"writing behind reading", `FILE *f = tmpfile(); fputs("ab", f); rewind(f); fgetc(f); fputc('c', f);`, "",
		"invalid argument"},
	{"fopen of null", `char *s = NULL; fopen(s, "r");`, "", "null dereference"},
	{"atoi of null", `char *s = NULL; atoi(s);`, "", "null dereference"},
	{"strtol without end", `char s[2] = "12"; strtol(s, NULL, 10);`, "", "out of bounds read"},
	{"strtod without end", `char s[2] = "12"; strtod(s, NULL);`, "", "out of bounds read"},
	{"more arguments than a caller of vprintf gives", `print("%d %d", 1);`, "", "format mismatch"},
}

const around = `#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
void print(const char *format, ...) {
	va_list ap; va_start(ap, format);
	vprintf(format, ap);
	va_end(ap);
}
int main(void) { `

func TestStdioFaults(t *testing.T) {
	for _, c := range wrongCalls {
		t.Run(c.title, func(t *testing.T) {
			r := execute(t, around+c.body+" return 0; }\n", c.stdin, nil)
			line := 10
			if c.body[:5] == "print" && c.body[5] == '(' {
				line = 7
			}
			if r.fault != c.kind || r.line != line {
				t.Errorf("found %q %s in line %d, want %q in line %d", r.fault, r.blocked, r.line, c.kind, line)
			}
		})
	}
}

// Not supported, and so neither a fault nor an output.
func TestStdioUnsupported(t *testing.T) {
	for _, c := range []struct{ title, body, reason string }{
		{"positions of arguments", `printf("%2$d %1$d", 1, 2);`, "unsupported: printf with positions of arguments"},
		{"a conversion of the last error", `printf("%m");`, "unsupported: printf of %m"},
		{"a process", `popen("ls", "r");`, "unsupported"},
		{"a command", `system("ls");`, "unsupported"},
	} {
		t.Run(c.title, func(t *testing.T) {
			r := execute(t, around+c.body+" return 0; }\n", "", nil)
			if !strings.HasPrefix(r.blocked, c.reason) {
				t.Errorf("found %q %q, want %q", r.fault, r.blocked, c.reason)
			}
		})
	}
}

// TestDescriptorsRelease: what closes a descriptor, in whatever way, gives the memory of its file back.
func TestDescriptorsRelease(t *testing.T) {
	const begin = "#include <fcntl.h>\n#include <stdio.h>\n#include <unistd.h>\nint main(void) { int b = open(\"other\", O_CREAT | O_RDWR, 0600);\nfor (int i = 0; i < N; i++) {\n" +
		"int a = open(\"file\", O_CREAT | O_RDWR, 0600), d; FILE *f; write(a, \"x\", 1); unlink(\"file\");\n"
	for _, way := range []string{
		"close(a);", "d = dup(a); close(a); close(d);", "dup2(b, a); close(a);", "dup3(b, a, O_CLOEXEC); close(a);",
		"d = dup(b); dup2(a, d); dup2(b, d); close(a); close(d);",
		"d = fcntl(a, F_DUPFD, 9); dup2(d, a); close(d); close(a);", "closefrom(a);",
		"f = fdopen(a, \"r\"); fclose(f);", "f = fdopen(a, \"r\"); f = freopen(\"other\", \"r\", f); fclose(f);",
	} {
		few, many := liveObjects(t, strings.Replace(begin, "N", "3", 1)+way+"}\nreturn 0; }\n"),
			liveObjects(t, strings.Replace(begin, "N", "30", 1)+way+"}\nreturn 0; }\n")
		if few != many {
			t.Errorf("%s found %d objects after 3 times and %d after 30", way, few, many)
		}
	}
}

// liveObjects returns how many objects are there at the end of a program.
func liveObjects(t *testing.T, text string) (n int) {
	t.Helper()
	p, _, err := Lower(nil, []Source{{Name: "a.c", Text: []byte(text)}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := &core.Machine{Program: p, Input: func(int, string) (*big.Int, bool) { return nil, false }}
	last, _ := m.Run(m.Start(), mostSteps)
	if !m.Done(last) {
		t.Fatalf("%s\nfound no end: %s", text, m.Blocked(last))
	}
	for id := 1; id <= last.Objects(); id++ {
		if o, ok := last.Object(id); ok && !o.Dead {
			n++
		}
	}
	return n
}
