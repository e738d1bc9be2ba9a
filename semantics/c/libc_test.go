package c

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// This file tests the models of the library but for input and output: what programs write is what glibc makes them
// write (testdata/libc, with NAME.out), and wrong calls are faults of their line.

func TestLibc(t *testing.T) {
	programs, err := filepath.Glob("testdata/libc/*.c")
	if err != nil || len(programs) == 0 {
		t.Fatalf("found no programs: %v", err)
	}
	for _, path := range programs {
		name := strings.TrimSuffix(path, ".c")
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(name + ".out")
			if err != nil {
				t.Fatal(err)
			}
			r := execute(t, string(text), "", map[string]string{"rand": "sequence"})
			if r.fault != "" || r.blocked != "" || r.status != 0 {
				t.Errorf("found %s%s in line %d, status %d, want the end with status 0", r.fault, r.blocked, r.line,
					r.status)
			}
			sameLines(t, "output", r.out, string(want))
		})
	}
}

// TestLibrary runs programs that depend on options and inputs.
func TestLibrary(t *testing.T) { runPrograms(t, "library.c") }

// Each of these is the body of main in a program.
var wrongLibcCalls = []struct{ title, body, kind string }{
	{"strlen of null", `char *s = NULL; return (int)strlen(s);`, "null dereference"},
	{"strlen without an end", `char s[2] = {'a', 'b'}; return (int)strlen(s);`, "out of bounds read"},
	{"strlen of what was not written", `char s[4]; return (int)strlen(s);`, "uninitialised value"},
	{"strlen of the dead", `char *s = strdup("x"); free(s); return (int)strlen(s);`, "use after free"},
	{"strcpy into too little", `char s[5]; strcpy(s, "hello");`, "out of bounds write"},
	{"strcpy into a literal", `strcpy("hello", "bye");`, "read-only write"},
	{"strcpy onto itself, moved", `char s[20] = "hello"; strcpy(s + 1, s);`, "overlapping copy"},
	{"stpcpy into too little", `char s[2]; stpcpy(s, "ab");`, "out of bounds write"},
	{"strncpy pads beyond the end", `char s[5]; strncpy(s, "ab", 6);`, "out of bounds write"},
	{"strncpy without a zero, then read", `char s[3]; strncpy(s, "hello", 3); puts(s);`, "out of bounds read"},
	{"strcat into too little", `char s[8] = "hello"; strcat(s, "you");`, "out of bounds write"},
	{"strcat to what was not written", `char s[8]; strcat(s, "you");`, "uninitialised value"},
	{"strcat to itself", `char s[20] = "hello"; strcat(s, s);`, "overlapping copy"},
	{"strncat needs room for the zero", `char s[8] = "hello"; strncat(s, "you", 3);`, "out of bounds write"},
	{"strcmp with what has no end", `char s[2] = {'a', 'b'}; return strcmp(s, "abc");`, "out of bounds read"},
	{"strncmp beyond the end", `char s[2] = {'a', 'b'}; return strncmp(s, "abc", 3);`, "out of bounds read"},
	{"strchr does not find before the end", `char s[2] = {'a', 'b'}; return strchr(s, 'c') != NULL;`,
		"out of bounds read"},
	{"strtok of a literal", `strtok("a b", " ");`, "read-only write"},
	{"strdup of null", `strdup(NULL);`, "null dereference"},
	{"memcpy beyond the source", `char s[4] = "abc", d[9]; memcpy(d, s, 5);`, "out of bounds read"},
	{"memcpy beyond the target", `char s[9] = "abc", d[4]; memcpy(d, s, 5);`, "out of bounds write"},
	{"memcpy that overlaps", `char s[9] = "abcdefg"; memcpy(s + 2, s, 4);`, "overlapping copy"},
	{"memcpy of a byte from null", `char d[4]; memcpy(d, NULL, 1);`, "null dereference"},
	{"memmove beyond the target", `char s[9] = "abcdefg"; memmove(s + 3, s, 7);`, "out of bounds write"},
	{"memset beyond the end", `int v[3]; memset(v, 0, 13);`, "out of bounds write"},
	{"memset before the beginning", `int v[3]; char *p = (char *)v; memset(p - 1, 0, 2);`, "pointer arithmetic"},
	{"memset of a negative size", `int v[3], n = -1; memset(v, 0, n);`, "invalid size"},
	{"memcmp of all, though they differ early", `return memcmp("abc", "xyz1", 5);`, "out of bounds read"},
	{"memcmp of what was not written", `char s[4], z[4] = {0}; return memcmp(s, z, 4);`, "uninitialised value"},
	{"memchr does not find before the end", `return memchr("abc", 'x', 5) != NULL;`, "out of bounds read"},
	{"free twice", `char *p = malloc(3); free(p); free(p);`, "double free"},
	{"free of a local", `int x = 1; free(&x);`, "invalid free"},
	{"free inside an object", `char *p = malloc(3); free(p + 1);`, "invalid free"},
	{"realloc of the dead", `char *p = malloc(3); free(p); p = realloc(p, 8);`, "double free"},
	{"realloc of a local", `char s[4]; realloc(s, 8);`, "invalid free"},
	{"the old address after realloc", `char *p = malloc(3), *q = p; p = realloc(p, 90); *q = 1;`, "use after free"},
	{"what realloc adds is not written", `char *p = calloc(2, 1); p = realloc(p, 4); return p[3] ? 1 : 2;`,
		"uninitialised value"},
	{"behind what malloc gave", `char *p = malloc(3); p[3] = 0;`, "out of bounds write"},
	{"an object of no bytes", `char *p = malloc(0); *p = 0;`, "out of bounds write"},
	{"malloc may give null, here by size", `char *p = malloc(-1); *p = 0;`, "null dereference"},
	{"behind what calloc gave", `int *p = calloc(3, 4); return p[3];`, "out of bounds read"},
	{"qsort of more than there is", `int v[3] = {3, 2, 1}; qsort(v, 4, sizeof *v, equal);`, "out of bounds read"},
	{"qsort of what is constant", `static const int v[3] = {3, 2, 1}; qsort((int *)v, 3, sizeof *v, compare);`,
		"read-only write"},
	{"qsort by nothing", `int v[3] = {3, 2, 1}; qsort(v, 3, sizeof *v, NULL);`, "null dereference"},
	{"qsort of null", `qsort(NULL, 2, 4, compare);`, "null dereference"},
	{"bsearch in null", `int k = 1; bsearch(&k, NULL, 1, 4, compare);`, "null dereference"},
	{"bsearch in more than there is", `int v[3] = {1, 2, 3}, k = 1; bsearch(&k, v, 9, 4, compare);`,
		"out of bounds read"},
	{"strncpy onto itself", `char s[9] = "ab"; strncpy(s, s, 5);`, "overlapping copy"},
	{"strncat of null", `char s[9] = "ab"; strncat(s, NULL, 1);`, "null dereference"},
	{"wcsncpy pads beyond the end", `wchar_t w[5]; wcsncpy(w, L"ab", 6);`, "out of bounds write"},
	{"fmod into an integer that has no such number", `double x = 3e10; return (int)fmod(x, 2e10);`,
		"invalid conversion"},
	{"abs of the least integer", `int x = INT_MIN; return abs(x);`, "overflow"},
	{"div by zero", `int z = 0; return div(1, z).quot;`, "division by zero"},
	{"the least integer by -1", `long m = -1; return (int)ldiv(LONG_MIN, m).rem;`, "overflow"},
	{"isdigit of a negative character", `char c = -3; return isdigit(c);`, "invalid argument"},
	{"toupper of too large a number", `return toupper(256);`, "invalid argument"},
	{"unlock of a lock that is free",
		`pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; return pthread_rwlock_unlock(&l);`, "invalid argument"},
	{"unlock of a free lock that spins", `pthread_spinlock_t l = 0; return pthread_spin_unlock(&l);`,
		"invalid argument"},
	{"isalpha of what was not written", `char c[1]; return isalpha(*c);`, "uninitialised value"},
	{"assert", `int x = 3; assert(x == 4);`, "assertion"},
	{"abort", `abort();`, "abort"},
	{"raise of SIGABRT", `raise(SIGABRT);`, "abort"},
	{"wcscpy into too little", `wchar_t w[4]; wcscpy(w, L"wide");`, "out of bounds write"},
	{"wcslen without an end", `wchar_t w[2] = {L'a', L'b'}; return (int)wcslen(w);`, "out of bounds read"},
	{"wmemset beyond the end", `wchar_t w[2]; wmemset(w, L'a', 3);`, "out of bounds write"},
	{"wmemcpy that overlaps", `wchar_t w[9] = L"abcdefg"; wmemcpy(w + 1, w, 3);`, "overlapping copy"},
	{"asctime of no month", `struct tm tm = {.tm_mon = 12, .tm_mday = 1}; asctime(&tm);`, "invalid argument"},
	{"strftime of no conversion", `char s[9]; struct tm tm = {0}; strftime(s, 9, "%!", &tm);`, "invalid argument"},
	{"strftime of a member without a value", `char s[9]; struct tm tm; tm.tm_year = 100; strftime(s, 9, "%Y%I", &tm);`,
		"uninitialised value"},
	{"wcsftime into less than it is told",
		`wchar_t s[4]; struct tm tm = {.tm_year = 100}; wcsftime(s, 9, L"%Y!", &tm);`, "out of bounds write"},
	{"wcsftime of a member without a value",
		`wchar_t s[9]; struct tm tm; tm.tm_year = 100; wcsftime(s, 9, L"%Y%I", &tm);`, "uninitialised value"},
	{"strftime into less than it is told", `char s[4]; struct tm tm = {.tm_year = 100}; strftime(s, 9, "%Y!", &tm);`,
		"out of bounds write"},
	{"modf without a place", `double *p = NULL; return modf(1.5, p) > 1;`, "null dereference"},
	{"floor of what was not written", `double v[1]; return floor(*v) > 1;`, "uninitialised value"},
	{"inet_addr of null", `return inet_addr(NULL) == 1;`, "null dereference"},
	{"inet_aton without an end", `char s[1] = {'1'}; return inet_aton(s, NULL);`, "out of bounds read"},
	{"inet_pton into too little", `char b[3]; inet_pton(AF_INET, "1.2.3.4", b);`, "out of bounds write"},
	{"inet_ntop into less than it is told", `char s[7]; struct in_addr a = {0}; inet_ntop(AF_INET, &a, s, 16);`,
		"out of bounds write"},
	{"htonl of what was not written", `unsigned v[1]; return htonl(*v) == 1;`, "uninitialised value"},
	{"mkstemp of a literal", `mkstemp("XXXXXX");`, "read-only write"},
	{"getcwd into less than it is told", `char s[1]; getcwd(s, 2);`, "out of bounds write"},
}

func TestWrongLibcCalls(t *testing.T) {
	const head = `#include <arpa/inet.h>
#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
int compare(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;
	return x < y ? -1 : x > y;
}
int equal(const void *a, const void *b) { return 0; }

int main(void)
{
`
	for _, c := range wrongLibcCalls {
		t.Run(c.title, func(t *testing.T) {
			r := execute(t, head+c.body+"\n}\n", "", nil)
			if r.fault != c.kind || r.line != strings.Count(head, "\n")+1 {
				t.Errorf("found %q%s in line %d, want %q in line %d", r.fault, r.blocked, r.line, c.kind,
					strings.Count(head, "\n")+1)
			}
		})
	}
}

// What is not modelled is named.
func TestUnsupportedLibcCalls(t *testing.T) {
	for _, c := range []struct{ title, text, blocked string }{
		{"a function without a model", "#include <stdlib.h>\nint main(void) { return system(\"ls\"); }\n",
			"function system, which has no body"},
		{"a signal that is delivered", "#include <signal.h>\nint main(void) { return raise(SIGINT); }\n",
			"a signal that ends the program"},
		{"a mutex that is locked twice",
			"#include <pthread.h>\nint main(void) { pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&m); return pthread_mutex_lock(&m); }\n",
			"a lock of a mutex that is locked"},
		{"a writer among readers",
			"#include <pthread.h>\nint main(void) { pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; pthread_rwlock_rdlock(&l); return pthread_rwlock_wrlock(&l); }\n",
			"a lock of a rwlock that is locked"},
		{"a lock that spins for ever",
			"#include <pthread.h>\nint main(void) { pthread_spinlock_t l = 0; pthread_spin_lock(&l); return pthread_spin_lock(&l); }\n",
			"a lock of a spinlock that is locked"},
		{"a pthread_once in itself",
			"#include <pthread.h>\npthread_once_t o;\nvoid f(void) { pthread_once(&o, f); }\nint main(void) { return pthread_once(&o, f); }\n",
			"waiting for a pthread_once that has not ended"},
		{"a thread that waits", "#include <pthread.h>\nint main(void) { pthread_cond_t c = PTHREAD_COND_INITIALIZER; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; return pthread_cond_wait(&c, &m); }\n",
			"function pthread_cond_wait, which has no body"},
		{"a thread", "#include <pthread.h>\nint main(void) { pthread_t t; return pthread_create(&t, NULL, NULL, NULL); }\n",
			"function pthread_create, which has no body"},
		{"a rounding mode", "#include <fenv.h>\nint main(void) { return fesetround(FE_TONEAREST) + fesetround(FE_UPWARD); }\n",
			"rounding that is not to nearest"},
		{"a socket", "#include <sys/socket.h>\nint main(void) { return socket(AF_INET, SOCK_STREAM, 0); }\n",
			"function socket, which has no body"},
		{"an address of IPv6", "#include <arpa/inet.h>\nint main(void) { struct in6_addr a; return inet_pton(AF_INET6, \"::1\", &a); }\n",
			"an address of IPv6"},
		{"what stdout has not written yet",
			"#include <stdio.h>\n#include <unistd.h>\nint main(void) { printf(\"x\"); return close(1); }\n",
			"close of the descriptor of a stream"},
		{"what stdout would write to another file",
			"#include <stdio.h>\n#include <unistd.h>\nint main(void) { printf(\"x\"); return dup2(2, 1); }\n",
			"close of the descriptor of a stream"},
		{"what stdout writes nowhere",
			"#include <stdio.h>\n#include <unistd.h>\nint main(void) { close(1); return puts(\"x\"); }\n",
			"writing to a stream whose descriptor is not open for it"},
		{"what stdin may have read ahead",
			"#include <stdio.h>\n#include <unistd.h>\nint main(void) { getchar(); close(0); return getchar() >= 0; }\n",
			"reading from a stream whose descriptor is closed"},
		{"what stdin may have read ahead of another file",
			"#include <stdio.h>\n#include <unistd.h>\nint main(void) { FILE *f = tmpfile(); getchar(); return dup2(fileno(f), 0); }\n",
			"close of the descriptor of a stream"},
		{"a descriptor of a stream with a buffer",
			"#include <stdio.h>\n#include <unistd.h>\nint main(void) { FILE *f = tmpfile(); fputs(\"ab\", f); return write(fileno(f), \"c\", 1); }\n",
			"use of a descriptor while the buffer of a stream"},
		{"a descriptor of a stream that has read ahead",
			"#include <stdio.h>\n#include <unistd.h>\nint main(void) { FILE *f = tmpfile(); fputs(\"ab\", f); rewind(f); getc(f); return lseek(fileno(f), 0, SEEK_CUR); }\n",
			"use of a descriptor while the buffer of a stream"},
		{"two streams with a buffer for one file",
			"#include <stdio.h>\n#include <unistd.h>\nint main(void) { FILE *f = tmpfile(), *g = fdopen(dup(fileno(f)), \"w\"); fputs(\"ab\", f); return fputs(\"cd\", g); }\n",
			"use of a file while the buffer of another stream"},
		{"a file that a closed stream has read ahead",
			"#include <stdio.h>\n#include <unistd.h>\nint main(void) { FILE *f = tmpfile(); int fd = dup(fileno(f)); char c; fputs(\"ab\", f); rewind(f); getc(f); fclose(f); return read(fd, &c, 1); }\n",
			"use of a descriptor while the buffer of a stream"},
		{"what waits in a pipe to somebody else",
			"#include <sys/ioctl.h>\nint main(void) { int n; return ioctl(1, FIONREAD, &n); }\n",
			"the number of bytes that wait in a pipe"},
		{"a long jump", "#include <setjmp.h>\njmp_buf b;\nint main(void) { if (setjmp(b)) return 1; longjmp(b, 1); }\n",
			"a jump from one function into another"},
		{"a long jump with signals",
			"#include <setjmp.h>\nsigjmp_buf b;\nint main(void) { if (sigsetjmp(b, 1)) return 1; siglongjmp(b, 1); }\n",
			"a jump from one function into another"},
		{"a signal that nobody sends", "#include <unistd.h>\nint main(void) { return pause(); }\n",
			"waiting for a signal, which never comes"},
		{"an event that never comes",
			"#include <poll.h>\nint main(void) { struct pollfd f = {1, POLLIN, 0}; return poll(&f, 1, -1); }\n",
			"waiting for an event, which never comes"},
		{"a list of patterns", "#define _GNU_SOURCE\n#include <fnmatch.h>\nint main(void) { return fnmatch(\"+(a)\", \"a\", FNM_EXTMATCH); }\n",
			"fnmatch with lists of patterns"},
	} {
		t.Run(c.title, func(t *testing.T) {
			r := execute(t, c.text, "ab", nil)
			if !strings.Contains(r.blocked, c.blocked) {
				t.Errorf("found %q%s, want unsupported %s", r.blocked, r.fault, c.blocked)
			}
		})
	}
}
