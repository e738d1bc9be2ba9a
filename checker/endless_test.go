package checker

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/fronts"
)

// This file tests the certificates of endless loops: programs that hang and programs that do not, and certificates that
// were changed.

// turning is the head of the programs in C.
const turning = "int __VERIFIER_nondet_int(void); unsigned char __VERIFIER_nondet_uchar(void);\n" +
	"void *malloc(unsigned long); void free(void *); int putchar(int); int getchar(void);\n"

// hanging are programs, with the place of the endless loop; "" if they have none.
var hanging = []struct{ title, file, text, at string }{
	{"a loop that does nothing", "a.c", `int main(void) { while (1) {} }`, "3:25"},
	{"a loop by goto", "a.c", `int main(void) { again: goto again; }`, "3:18"},
	{"a goto over two places", "a.c",
		"int main(void) {\n  int n = 0;\none: n = 1 - n; goto two;\ntwo: if (n < 2) goto one;\n  return n; }", "5:1"},
	{"do and while", "a.c", `int main(void) { int n = 3; do { n = 6 - n; } while (n > 0); return n; }`, "3:34"},
	{"two loops in each other", "a.c",
		"int main(void) {\n  int i = 0, s = 0;\n  while (s < 9) {\n    for (i = 0; i < 3; i++) s = 0;\n  }\n  return s; }",
		"5:10"},
	{"the inner loop of two", "a.c",
		"int main(void) {\n  int i = 0;\n  while (i < 9) {\n    while (i == 4) ;\n    i++;\n  }\n  return i; }",
		"6:12"},
	{"a pointer that stays", "a.c",
		"int main(void) {\n  char b[3] = {0};\n  b[0] = __VERIFIER_nondet_uchar();\n  const char *p = b; int n = 0;\n  while (*p) { if (*p != 47) p++; }\n  return n; }",
		"7:10"},
	{"a list in a circle", "a.c",
		"struct n { struct n *next; };\nint main(void) {\n  struct n a, b = {&a}; a.next = &b;\n  struct n *p = &a;\n  if (__VERIFIER_nondet_int() == 7) b.next = 0;\n  while (p) p = p->next;\n  return 0; }",
		"8:10"},
	{"calls with objects of their own", "a.c",
		"static void get(int *to) { *to = 1; }\nint main(void) {\n  int on = 1;\n  while (on) { int x; get(&x); on = x; }\n  return 0; }",
		"6:10"},
	{"memory that is freed in each turn", "a.c",
		"int main(void) {\n  int on = 1;\n  while (on) { int *p = malloc(4); if (!p) return 1; *p = 1; on = *p; free(p); }\n  return 0; }",
		"5:10"},
	{"a counter that wraps around", "a.c",
		"int main(void) {\n  unsigned char c = __VERIFIER_nondet_uchar();\n  if (c % 2 == 0) while (c != 7) c += 2;\n  return 0; }",
		"5:26"},
	{"a cell of an array that changes to and fro", "a.c",
		"int main(void) {\n  int a[2] = {1, 0};\n  while (a[0] + a[1] == 1) { a[0] = 1 - a[0]; a[1] = 1 - a[1]; }\n  return 0; }",
		"5:10"},
	{"a switch that stays in one state", "a.c",
		"int main(void) {\n  int s = __VERIFIER_nondet_int();\n  for (;;) switch (s) { case 0: return 0; case 5: s = 6; break; case 6: s = 5; break; default: return 1; } }",
		"5:3"},
	{"output before the loop", "a.c", "int main(void) {\n  putchar(65);\n  while (1) ;\n}", "5:10"},
	{"an input before the loop", "a.c",
		"int main(void) {\n  int n = __VERIFIER_nondet_int();\n  while (n == 12) ;\n  return 0; }", "5:10"},
	{"a reader that does not look for the end of its input", "a.c",
		"int main(void) {\n  for (;;) { int c = getchar(); if (c == 'q') return 0; } }", "4:3"},
	{"a flag that nobody else sets", "a.c",
		"static int got;\nstatic volatile int other;\nint main(void) {\n  other = 1;\n  while (!got) ;\n  return 0; }",
		"7:11"},
	{"a barrier for registers only", "a.c",
		"static int got;\nint main(void) {\n  while (!got) __asm__ volatile (\"\" : \"+r\" (got));\n  return 0; }",
		"5:11"},
	{"IMP: two states", "a.imp", "x = 5\nif a == 3 { while x > 0 { x = 6 - x } }", "2:13"},
	{"IMP: true", "a.imp", "while true { skip }", "1:1"},
	{"IMP: modulo", "a.imp", "assume x > 100\nwhile y != 9 { y = (y + 1) % 8 }", "2:1"},

	{"a loop that ends", "a.c", `int main(void) { int n = 0; while (n < 300) n++; return 0; }`, ""},
	{"a long loop that ends", "a.c",
		"int main(void) {\n  unsigned n = 1; int k = 0;\n  while (n != 0) { n <<= 1; k++; }\n  return k; }", ""},
	{"a counter that has no bound", "a.imp", "while x >= 0 { x = x + 1 }", "1:1"},
	{"a cell that changes in each turn", "a.c",
		"int main(void) {\n  unsigned a[2] = {0};\n  while (a[0] + 1) a[0]++;\n  return 0; }", ""},
	{"a dead variable that counts", "a.c", "int main(void) {\n  unsigned n = 0;\n  while (1) n++;\n}", "5:10"},
	{"a loop that draws an input", "a.c", `int main(void) { while (__VERIFIER_nondet_int() != 3) ; return 0; }`, ""},
	{"a server", "a.c", "int main(void) {\n  for (;;) { int c = getchar(); if (c < 0) return 0; putchar(c); } }", ""},
	{"a server that draws", "a.c",
		"int main(void) {\n  for (;;) { int c = __VERIFIER_nondet_int(); if (c == 'q') return 0; } }", ""},
	{"a loop that writes", "a.c", "int main(void) {\n  for (;;) putchar(65);\n}", ""},
	{"a loop that takes memory", "a.c",
		"int main(void) {\n  for (;;) { char *p = malloc(8); if (!p) return 0; p[0] = 1; }\n}", ""},
	{"a comparison with memory that was moved", "a.c",
		"int main(void) {\n  char *p = malloc(8), *q;\n  if (!p) return 1;\n  while ((q = realloc(p, 8)) && q != p) p = q;\n  return 0; }",
		""},
	{"a comparison with memory that was freed", "a.c",
		"int main(void) {\n  char *old = malloc(8);\n  free(old);\n  char *n = malloc(8);\n  while (n != old) ;\n  return 0; }",
		""},
	{"a comparison with an object of a call that is over", "a.c",
		"static int *last;\nstatic int same(void) { int x; int *p = &x; int r = p == last; last = p; return r; }\nint main(void) {\n  while (!same()) ;\n  return 0; }",
		""},
	{"a loop that waits for something outside", "a.c", "int pause(void);\nint main(void) {\n  for (;;) pause();\n}",
		""},
	{"a flag of a signal", "a.c", "static volatile int got;\nint main(void) {\n  while (!got) ;\n  return 0; }", ""},
	{"an atomic flag", "a.c", "static _Atomic int got;\nint main(void) {\n  while (!got) ;\n  return 0; }", ""},
	{"an atomic operation", "a.c",
		"static int got;\nint main(void) {\n  while (!__atomic_load_n(&got, 5)) ;\n  return 0; }", ""},
	{"a register of a device", "a.c",
		"struct d { volatile unsigned status; };\nstatic struct d d;\nint main(void) {\n  struct d *p = &d;\n  while (!(p->status & 1)) ;\n  return 0; }",
		""},
	{"a number that is read as volatile", "a.c",
		"static int got;\nint main(void) {\n  while (!*(volatile int *)&got) ;\n  return 0; }", ""},
	{"a barrier", "a.c", "static int got;\nint main(void) {\n  while (!got) __asm__ volatile (\"\" ::: \"memory\");\n  return 0; }",
		""},
	{"a process that cannot be made", "a.c", "int fork(void);\nint main(void) {\n  while (fork() < 0) ;\n  return 0; }",
		""},
	{"a parent that may end", "a.c", "int getppid(void);\nint main(void) {\n  while (getppid() != 1) ;\n  return 0; }",
		""},
	{"a wait", "a.c", "unsigned sleep(unsigned);\nstatic int got;\nint main(void) {\n  while (!got) sleep(1);\n  return 0; }",
		""},
	{"a file of another process", "a.c",
		"int access(const char *, int);\nint main(void) {\n  while (access(\"x\", 0)) ;\n  return 0; }", ""},
	{"a lock of another process", "a.c",
		"int open(const char *, int, ...);\nint main(void) {\n  open(\"x\", 0302, 0600);\n  while (open(\"x\", 0302, 0600) < 0) ;\n  return 0; }",
		""},
	{"a recursion without end", "a.c", "static int f(int n) { return f(n) + 1; }\nint main(void) { return f(0); }", ""},
	{"a loop that looks at addresses", "a.c",
		"int main(void) {\n  unsigned long last = 0;\n  for (;;) { char *p = malloc(1); if (!p || (unsigned long)p == last + 1) return 0; free(p); }\n}",
		""},
	{"a state that comes back after many turns, among others that would leave the loop", "a.c",
		"int main(void) {\n  int x = 2;\n  while (x != 400) x = (x * x + 1) % 1009;\n  return 0; }", "5:10"},
	{"a fault in the second turn", "a.c",
		"int main(void) {\n  int a[2] = {1, 0}, i = 0;\n  while (i < 9) { a[i] = 0; i++; }\n  return 0; }", ""},
}

// hang looks for the endless loop of a program; nil if it finds none.
func hang(t *testing.T, file, text string) *certs.Bug {
	t.Helper()
	if strings.HasSuffix(file, ".c") {
		text = turning + text
	}
	p, err := load.File(file, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	r, err := finder.Find(context.Background(), finder.Program{Core: p.Core, About: p.About},
		finder.Options{Hangs: true, All: true, Limits: finder.Limits{States: 5000}})
	if err != nil {
		t.Fatal(err)
	}
	var found *certs.Bug
	for _, f := range r.Findings {
		if f.Fault.Kind != semantics.EndlessLoop {
			continue
		}
		if !f.Certain() || found != nil {
			t.Fatalf("found %+v, want one endless loop that is certain", f)
		}
		found = f.Bug
	}
	return found
}

// verdictOf checks a certificate.
func verdictOf(c *certs.Bug) (*Verdict, error) {
	return Check(c.Seal(), Options{Limits: DefaultLimits, Lower: fronts.All.Lower})
}

func TestHanging(t *testing.T) {
	for _, c := range hanging {
		t.Run(c.title, func(t *testing.T) {
			bug := hang(t, c.file, c.text)
			if bug == nil {
				if c.at != "" {
					t.Fatalf("found no endless loop, want one at %s", c.at)
				}
				return
			}
			v, err := verdictOf(bug)
			if err != nil {
				t.Fatal(err)
			}
			if at := fmt.Sprintf("%d:%d", v.Fault.Line, v.Fault.Column); at != c.at ||
				(v.Period < 1) != (bug.Turns != nil) || v.Steps < v.Period || len(v.Path) > len(v.Inputs) {
				t.Errorf("found an endless loop at %s with a period of %d of %d steps, want it at %q", at, v.Period,
					v.Steps, c.at)
			}
		})
	}
}

// recorded runs a program on an input for so many steps, or until it stops. It returns the certificate of the run, but
// for its fault, which says of each input that it has its value, and the last state.
func recorded(t *testing.T, lines, input string, steps int64) (c *certs.Bug, m *core.Machine, s core.State) {
	t.Helper()
	p, err := program(text(lines))
	if err != nil {
		t.Fatal(err)
	}
	given := memory(input)
	c, m = &certs.Bug{Program: p.About, Model: certs.Memory{}}, &core.Machine{Program: p.Core}
	s = m.Start()
	m.Input = func(n int, name string) (*big.Int, bool) {
		if in := s.Instr(); n == len(c.Inputs) {
			c.Inputs = append(c.Inputs, certs.Input{Name: name, Value: given[name], Lo: in.Lo, Hi: in.Hi})
			c.Model[name] = given[name]
		}
		return given[name], true
	}
	var bits certs.Bits
	for c.Trace.Steps < uint64(steps) {
		next, rule, ok := m.Step(s)
		if !ok {
			break
		}
		if rule.Branch != semantics.NoBranch {
			bits.Append(rule.Branch == semantics.BranchTrue)
		}
		s = next
		c.Trace.Steps++
	}
	digest, values := s.Digest(nil), certs.Values{}
	for _, x := range s.Shown() {
		values[x.Name] = certs.Value{Text: x.Text}
		if n, ok := x.Value.Integer(); ok {
			values[x.Name] = certs.Value{Int: n}
		}
	}
	c.Trace.Branches, c.Trace.Decisions = bits.Len, bits.Bytes
	c.Trace.Final = certs.State{Digest: digest[:], Values: values}
	c.Path.Inputs = slices.Sorted(maps.Keys(c.Model))
	for _, in := range c.Inputs {
		c.Path.Conjuncts = append(c.Path.Conjuncts, atom("=",
			&certs.Linear{Const: new(big.Int).Neg(in.Value),
				Terms: []certs.Term{{Sym: uint64(slices.Index(c.Path.Inputs, in.Name)), Coef: big.NewInt(1)}}}))
	}
	return c, m, s
}

// loopOf certifies that the run of a program on an input is in the same state after so many steps as some steps before,
// whether it is or not.
func loopOf(t *testing.T, lines, input string, steps, period int64) *certs.Bug {
	t.Helper()
	c, _, s := recorded(t, lines, input, steps)
	if c.Trace.Steps < uint64(steps) {
		t.Fatalf("found a run that ends before step %d", steps)
	}
	c.Trace.Period = uint64(period)
	at := s.Place(s.Instr().Span)
	c.Fault = certs.Fault{Kind: string(semantics.EndlessLoop), File: uint64(at.File), Line: uint64(at.Line),
		Column: uint64(at.Column)}
	return c
}

// toAndFro is a program that draws an input, writes a byte, and goes to and fro between two states: five steps, then
// four for each turn.
const toAndFro = `
	slot x int
	slot y int
	draw x x -9 .. 9
	output 1 65
	set y 5
	again: set y (sub 6 ?y)
	branch (gt ?y 0) then more else done
	more: set x ?x
	jump again
	done: return ?y`

func TestEndless(t *testing.T) {
	for _, c := range []struct {
		title, lines, input string
		steps, period       int64
		reason              string // "" if it is accepted
	}{
		{"the first time", toAndFro, "x=3", 12, 8, ""},
		{"two periods", toAndFro, "x=3", 20, 16, ""},
		{"later, and in the middle of a turn", toAndFro, "x=-4", 17, 8, ""},
		{"half a period", toAndFro, "x=3", 12, 4, "another state after 12 steps than after 8"},
		{"another instruction", toAndFro, "x=3", 12, 7, "another state"},
		{"no period", toAndFro, "x=3", 12, 0, "a period of 0 steps, want one for an endless loop"},
		{"a period that is longer than the run", toAndFro, "x=3", 12, 13, "a period of 13 steps, want at most 12"},
		{"output in between", toAndFro, "x=3", 9, 8, "step 1: found output"},
		{"an input in between", toAndFro, "x=3", 8, 8, "step 0: found an input"},
		{"a loop that writes", `
			again: output 1 65
			jump again`, "", 4, 2, "step 2: found output"},
		{"something outside that may act", `
			again: output -1 0
			jump again`, "", 4, 2, "step 2: found output"},
		{"output to nowhere", `
			again: output 0 65
			jump again`, "", 4, 2, ""},
		{"a loop that draws", `
			slot x int
			again: draw x x 3 .. 3
			jump again`, "x=3 x#2=3", 4, 2, "step 2: found an input"},
		{"a slot that nobody reads", `
			slot x int
			slot y int
			set x 0
			again: set x (mod (add ?x 1) 4 "division by zero")
			jump again`, "", 5, 2, "another state"},
		{"four turns of it", `
			slot x int
			set x 0
			again: set x (mod (add ?x 1) 4 "division by zero")
			jump again`, "", 9, 8, ""},
		{"a byte in memory", `
			slot a ptr
			slot x int
			alloc a heap 200
			fill ?a 0 200
			again: load x u8 (move ?a 199)
			store u8 (move ?a 199) (mod (add ?x 1) 256 "division by zero")
			jump again`, "", 8, 3, "another state"},
		{"a byte in an object that nobody reaches, and addresses", `
			slot a ptr
			slot x int
			set x 0
			again: alloc a heap 8
			set x (mul 0 (toint ?a))
			free ?a
			jump again`, "", 9, 4, "a step that depends on numbers"},
		{"an object that is freed in each turn", `
			slot a ptr
			again: alloc a heap 8
			free ?a
			jump again`, "", 7, 3, ""},
		{"an object that is lost in each turn", `
			slot a ptr
			again: alloc a heap 8
			jump again`, "", 5, 2, "found more objects"},
		{"an object that is dead in one of the states", `
			slot a ptr
			alloc a heap 8
			jump next
			next: free ?a
			again: jump again`, "", 3, 1, "another state"},
		{"a comparison with an object that is dead", `
			slot a ptr
			slot b ptr
			alloc a heap 8
			free ?a
			alloc b heap 8
			again: branch (same ?a ?b) then again else again`, "", 5, 1,
			"a comparison with a pointer to a dead object"},
		{"the dead one is the second", `
			slot a ptr
			slot b ptr
			alloc a heap 8
			free ?a
			alloc b heap 8
			again: branch (not (same ?b ?a)) then again else again`, "", 5, 1,
			"a comparison with a pointer to a dead object"},
		{"a comparison with an object that is alive", `
			slot a ptr
			slot b ptr
			alloc a heap 8
			alloc b heap 8
			again: branch (same ?a ?b) then again else again`, "", 4, 1, ""},
		{"a loop that is left", `
			slot n int
			set n 3
			again: set n (sub ?n 1)
			branch (gt ?n 0) then again else done
			done: return ?n`, "", 5, 2, "another state"},
		{"a call in the loop", `
			again: call - (func callee)
			jump again
			func callee() int
			slot a ptr
			alloc a local 8
			return 0`, "", 9, 4, ""},
		{"deeper by a call", `
			call - (func main)
			return 0`, "", 4, 1, "another state"},
	} {
		_, err := verdictOf(loopOf(t, c.lines, c.input, c.steps, c.period))
		switch {
		case c.reason == "" && err != nil:
			t.Errorf("%s: %v", c.title, err)
		case c.reason != "" && (err == nil || !strings.Contains(err.Error(), c.reason)):
			t.Errorf("%s: found %v, want %q", c.title, err, c.reason)
		}
	}
}

// TestForgedEndless shows that a certificate of an endless loop that was changed anywhere is refused.
func TestForgedEndless(t *testing.T) {
	for _, c := range []struct {
		title  string
		edit   func(*certs.Bug)
		reason string
	}{
		{"another period", func(c *certs.Bug) { c.Trace.Period++ }, "another state"},
		{"a huge period", func(c *certs.Bug) { c.Trace.Period = 1 << 63 }, "want at most"},
		{"the period of all steps", func(c *certs.Bug) { c.Trace.Period = c.Trace.Steps }, "found an input"},
		{"another kind", func(c *certs.Bug) { c.Fault.Kind = "assertion" },
			"for an endless loop and for no other fault"},
		{"another kind, without a period", func(c *certs.Bug) { c.Fault.Kind, c.Trace.Period = "assertion", 0 },
			"no fault after"},
		{"another line", func(c *certs.Bug) { c.Fault.Line++ }, "where the run comes back"},
		{"another column", func(c *certs.Bug) { c.Fault.Column++ }, "where the run comes back"},
		{"another file", func(c *certs.Bug) { c.Fault.File++ }, "where the run comes back"},
		{"a step more", func(c *certs.Bug) { c.Trace.Steps++ }, "decision 3"},
		{"huge steps", func(c *certs.Bug) { c.Trace.Steps = 1 << 62 }, "the step limit"},
		{"steps to the limit", func(c *certs.Bug) { c.Trace.Steps = uint64(DefaultLimits.MaxSteps) }, "checkpoints"},
		{"another input", func(c *certs.Bug) { c.Inputs[0].Value, c.Model["x"] = big.NewInt(4), big.NewInt(4) },
			"final state"},
		{"no input", func(c *certs.Bug) { c.Inputs = nil }, "execution draws another one"},
		{"an input more", func(c *certs.Bug) { c.Inputs = append(c.Inputs, c.Inputs[0]) }, "inputs: found 2"},
		{"the digest of another state", func(c *certs.Bug) { c.Trace.Final.Digest[3] ^= 1 }, "final state"},
		{"another value of a variable", func(c *certs.Bug) {
			c.Trace.Final.Values["y"] = certs.Value{Int: big.NewInt(4)}
		}, "final state"},
		{"a decision", func(c *certs.Bug) { c.Trace.Decisions[0] ^= 0x80 }, "decision 1"},
		{"all inputs", func(c *certs.Bug) { c.Path, c.Model = certs.Path{}, certs.Memory{} },
			"found 0 conjuncts, want 1"},
		{"more inputs than one", func(c *certs.Bug) { c.Path.Conjuncts[0][0].Op = "<=" },
			"conjunct 1 is not the condition"},
		{"a conjunct more", func(c *certs.Bug) { c.Path.Conjuncts = append(c.Path.Conjuncts, c.Path.Conjuncts[0]) },
			"found 2 conjuncts, want 1"},
		{"another value in the path", func(c *certs.Bug) { c.Path.Conjuncts[0][0].E.Const = big.NewInt(-4) },
			"conjunct 1 is not the condition"},
	} {
		bug := loopOf(t, toAndFro, "x=3", 12, 8)
		c.edit(bug)
		if _, err := verdictOf(bug); err == nil || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%s: found %v, want %q", c.title, err, c.reason)
		}
	}
	bug := mustCertify(t, "assert x != 42", "x=42")
	bug.Trace.Period = 1
	if _, err := verdictOf(bug); err == nil || !strings.Contains(err.Error(),
		"for an endless loop and for no other fault") {
		t.Errorf("a fault with a period: found %v, want it refused", err)
	}
}
