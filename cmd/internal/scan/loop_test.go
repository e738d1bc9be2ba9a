package scan

import "testing"

// This file tests what becomes of endless loops in functions.

func TestLoops(t *testing.T) {
	checkVerdicts(t, withLoops, func(o *Options) { o.Find.Search.Hangs = true })
}

var withLoops = []verdictRow{
	{"a text in which a character is not passed", "int f(const char *s) { int n = 0; if (!s) return 0; while (*s) { if (*s == '/') continue; n = 1; s++; } return n; }", Bug, []string{"endless loop"}},
	{"a text in which each character is passed", "int f(const char *s) { int n = 0; if (!s) return 0; while (*s) { if (*s == '/') { s++; continue; } n = 1; s++; } return n; }", Safe, nil},
	{"a step that a caller chooses", "int f(unsigned char step) { int n = 0; for (unsigned char i = 0; i < 8; i += step) n = 1; return n; }", Latent, []string{`"requires":"step to be another one"`}},
	{"a step in a structure", "struct s { unsigned char step; }; int f(struct s *s) { int n = 0; if (!s) return 0; for (unsigned char i = 0; i < 8; i += s->step) n = 1; return n; }", Latent, []string{"to be another one"}},
	{"a number that nothing stops", "int f(void) { unsigned char i = 0; int n = 0; while (i < 250) { i = i < 4 ? i + 1 : 0; n = 1; } return n; }", Bug, []string{"endless loop"}},
	{"a loop that is meant", "int f(int n) { if (n == 3) for (;;) ; return n; }", Unknown, nil},
	{"a global that something else sets", "static int ready; void set(void) { ready = 1; } int f(void) { while (!ready) ; return 1; }", Latent, []string{`"requires":"something else to change what it reads"`}},
	{"a global that the loop sets", "static int state; void set(int n) { state = n; } int f(void) { state = 1; while (state) { state = 3 - state; } return 1; }", Bug, []string{"endless loop"}},
	{"a volatile text", "int f(const volatile char *s) { if (!s) return 0; while (*s == '/') ; return 1; }", Unknown, nil},
	{"a volatile word, and a text that is none", "static volatile int seen; int f(const char *s) { seen = 1; if (!s) return 0; while (*s == '/') ; return 1; }", Bug, []string{"endless loop"}},
	{"an atomic number", "static _Atomic int ready; void set(void) { ready = 1; } int f(void) { while (!ready) ; return 1; }", Unknown, nil},
	{"a number that is read as volatile", "static int ready; void set(void) { ready = 1; } int f(void) { while (!*(volatile int *)&ready) ; return 1; }", Unknown, nil},
	{"a barrier in the loop", "static int ready; void set(void) { ready = 1; } int f(void) { while (!ready) __asm__ volatile (\"\" ::: \"memory\"); return 1; }", Unknown, nil},
	{"a wait in the loop", "unsigned sleep(unsigned); static int ready; void set(void) { ready = 1; } int f(void) { while (!ready) sleep(1); return 1; }", Unknown, nil},
	{"a register of a device", "struct uart { volatile unsigned status, data; }; int f(struct uart *u) { if (!u) return 0; while (!(u->status & 1)) ; return u->data & 255; }", Unknown, nil},
	{"the same text, which nothing else changes", "int f(const char *s) { if (!s) return 0; while (*s == '/') ; return 1; }", Bug, []string{"endless loop"}},
	{"a function without a body in the loop", "int more(void); int f(void) { while (more()) ; return 1; }", Unknown, nil},
	{"a function that is given, which may do more", "int f(void (*more)(int *)) { int done = 0; if (!more) return 0; while (!done) more(&done); return 1; }", Latent, nil},
	{"a global beside one that the loop sets", "static struct { int stop, busy; } g; void set(void) { g.stop = 1; } int f(void) { while (!g.stop) { g.busy = 1; g.busy = 0; } return 1; }", Latent, []string{"something else to change"}},
	{"a loop that is meant, with another inside", "static int led; static void wait(int n) { for (int i = 0; i < n; i++) ; } int f(int n) { if (n == 3) for (;;) { led = 1; wait(10); led = 0; wait(10); } return n; }", Unknown, nil},
	{"a declared function without a body", "void tick(void); static int done; int f(void) { done = 0; while (!done) tick(); return 1; }", Unknown, nil},
}
