package finder

import (
	"context"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/internal/load"
	"vouch/semantics/fronts"
)

// This file tests which contracts of functions are found.

func TestContractsFound(t *testing.T) {
	const head = "#include <assert.h>\nint __VERIFIER_nondet_int(void);\n"
	calling := func(functions, entry string) string {
		return head + functions + "\nint main(void) {\n  int n = __VERIFIER_nondet_int();\n  if (n < 0 || n > 1000) return 0;\n  " +
			entry + "\n  return 0;\n}\n"
	}
	for _, c := range []struct {
		title, text string
		contracts   int // how many there are in the certificate; 0 if there is none
		verdict     Verdict
	}{
		{"a result that equals the argument", calling("int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); }",
			"assert(f(n) == n);"), 1, Safe},
		{"a result of degree 2", calling("int f(int n) { return n <= 0 ? 0 : n + f(n - 1); }",
			"assert(2 * f(n) == n * (n + 1));"), 1, Safe},
		{"two arguments", calling("int f(int n, int k) { return n <= 0 ? k : f(n - 1, k + 1); }",
			"assert(f(n, 5) == n + 5);"), 1, Safe},
		{"two functions", calling("int g(int n);\nint f(int n) { return n == 0 ? 1 : g(n - 1); }\nint g(int n) { return n == 0 ? 0 : f(n - 1); }",
			"assert((f(n) + n) % 2 == 1);"), 2, Safe},
		{"a result within bounds", calling("int f(int n) { return n < 2 ? n : (f(n - 1) + f(n - 2)) % 100; }",
			"assert(f(n) < 100);"), 1, Safe},
		{"a global variable", calling("static int k;\nvoid f(int n) { if (n > 0) { if (k < 70) k++; f(n - 1); } }",
			"k = 3; f(n); assert(3 <= k && k <= 70);"), 1, Safe},
		{"a global variable that is as before at the return", calling("static int k; static long s;\nvoid f(int n) { if (n > 0) { k++; f(n - 1); s += 2; k--; } }",
			"f(n); assert(k == 0 && s == 2 * n);"), 1, Safe},
		{"a member of a structure", calling("static struct { char c; short m; } s;\nint f(int n) { if (n <= 0) return 0; s.m = 5; return 1 + f(n - 1); }",
			"assert(f(n) == n && (s.m == 5 || n == 0) && s.c == 0);"), 1, Safe},
		{"a global variable that gets the value it has", calling("static unsigned char g;\nvoid f(int n) { if (n > 0) { g = g; f(n - 1); f(n - 2); g = g; } }",
			"f(n); assert(g == 0);"), 1, Safe},
		{"a global variable that the other function changes", calling("static int k;\nvoid g(int n);\nvoid f(int n) { if (n > 0) g(n - 1); }\nvoid g(int n) { k = 4; f(n); }",
			"f(n); assert(k == 0 || k == 4);"), 2, Safe},
		{"a global variable that is wrong after some calls", calling("static int k;\nvoid f(int n) { if (n > 0) { k++; f(n - 1); } }",
			"f(n); assert(k < 7);"), 0, Bug},
		{"what is not named where it is written", calling("static int a[4];\nint f(int n) { if (n <= 0) return 0; a[n % 4] = 0; return 1 + f(n - 1); }",
			"assert(f(n) == n);"), 0, Unknown},
		{"a local array", calling("int f(int n) { char a[2]; return n <= 0 ? 0 : (a != 0) + f(n - 1); }",
			"assert(f(n) == n);"), 0, Unknown},
		{"a result that is wrong for one argument", calling("int f(int n) { return n <= 0 ? 0 : n == 4 ? 5 : 1 + f(n - 1); }",
			"assert(f(n) == n);"), 0, Bug},
		{"a result that no return gives", calling("int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); }",
			"assert(f(n) < 7);"), 0, Bug},
		{"a function that never returns", calling("int f(unsigned n) { return f(n + 1); }", "f(n);"), 0, Unknown},
	} {
		l, err := load.File("calls.c", []byte(c.text))
		if err != nil {
			t.Fatal(c.title, err)
		}
		r, err := Find(context.Background(), Program{Core: l.Core, About: l.About}, Options{Solver: "lia", Prove: true,
			Engine: EngineInvariants, Limits: Limits{States: 500}})
		if err != nil || r.Verdict != c.verdict || r.Contracts != c.contracts {
			t.Errorf("%s: found %v with %d contracts, %v, want %v with %d", c.title, r.Verdict, r.Contracts, err, c.verdict,
				c.contracts)
		}
		if r.Absence != nil {
			if _, err := checker.Check(certs.Encode(r.Absence), checker.Options{Limits: checker.DefaultLimits,
				Lower: fronts.All.Lower}); err != nil {
				t.Errorf("%s: %v", c.title, err)
			}
		}
	}
}
