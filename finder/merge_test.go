package finder

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"vouch/checker"
	"vouch/internal/effort"
	"vouch/internal/randcore"
	"vouch/internal/randimp"
	"vouch/semantics/core/coresym"
	"vouch/semantics/fronts"
)

// This file tests merges: that they change no verdict, that what is found through them has certificates of its own, and
// where they are done.

// flags is a program that counts which of its n inputs are positive.
func flags(n int, end string) string {
	var b strings.Builder
	b.WriteString("c = 0\n")
	for i := range n {
		fmt.Fprintf(&b, "if x%d > %d { c = c + 1 }\n", i, i)
	}
	return b.String() + end
}

// sorted is a program that sorts n inputs.
func sorted(n int) string {
	var b strings.Builder
	for last := n - 1; last > 0; last-- {
		for i := range last {
			fmt.Fprintf(&b, "if x%d > x%d { t = x%[1]d x%[1]d = x%[2]d x%[2]d = t }\n", i, i+1)
		}
	}
	for i := range n - 1 {
		fmt.Fprintf(&b, "assert x%d <= x%d\n", i, i+1)
	}
	return b.String()
}

// checked returns the verdict of the checker on what was found, which has to have a certificate that is valid.
func checked(t *testing.T, r *Result) []byte {
	t.Helper()
	var data []byte
	switch {
	case r.Absence != nil:
		data = r.Absence.Seal()
	case len(r.Certain()) > 0:
		data = r.Certain()[0].Bug.Seal()
	default:
		t.Fatalf("found the verdict %s and no certificate: %s", r.Verdict, openIn(r))
	}
	if _, err := checker.Check(data, checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower}); err !=
		nil {
		t.Errorf("the certificate is refused: %v", err)
	}
	return data
}

func TestMerge(t *testing.T) {
	for _, c := range []struct {
		title, src string
		verdict    Verdict
		merged     int64
	}{
		{"branches that count", flags(16, "assert c <= 16"), Safe, 16},
		{"branches that count, and a bug", flags(16, "assert c < 16"), Bug, 16},
		{"branches that count, and a bug behind another branch", flags(6, "if c == 6 { if x0 == 99 { fail } }"), Bug,
			6},
		{"a minimum", "m = x if y < x { m = y } assert m <= x and m <= y and (m == x or m == y)", Safe, 1},
		{"a maximum that is wrong where both are the same", "m = x if y > x { m = y } assert m > x or m > y", Bug, 1},
		{"sorting", sorted(4), Safe, 6},
		{"a flag", "f = 0 if x > 3 and y != 2 { f = 1 } if f == 1 { assert x > 3 and y != 2 } else { assert x <= 3 or y == 2 }",
			Safe, 2},
		{"a chain of conditions",
			"if x < 0 { s = -1 } else { if x == 0 { s = 0 } else { s = 1 } } assert -1 <= s <= 1 and (s == 0 or x != 0)",
			Safe, 2},
		{"branches in a loop", "i = 0 c = 0 while i < 20 { if x > i { c = c + 1 } i = i + 1 } assert c <= 20", Safe,
			20},
		{"a fault on one way", "c = 0 if x > 0 { c = 1 assert x > 0 } assert c <= 1", Safe, 1},
		{"a bug on one way", "c = 0 if x > 0 { c = 1 assert x > 1 } assert c <= 1", Bug, 0},
		{"a value that decides how often a loop is run",
			"n = 1 if x > 0 { n = 2 } i = 0 while i < n { i = i + 1 } assert i <= 2", Safe, 0},
		{"a value that decides that by another one",
			"n = 1 if x > 0 { n = 2 } k = n + 1 i = 0 while i < k { i = i + 1 } assert i <= 3", Safe, 0},
		{"a value that is multiplied", "n = 1 if x > 0 { n = 2 } assert n * y <= 2 * y or y < 0", Safe, 0},
		{"values that differ by an input", "n = x if y > 0 { n = x + z } assert n == x or n == x + z", Safe, 1},
		{"a value that the condition tells", "r = 2 if x == 1 { r = x } if x == 3 { r = x } assert 1 <= r <= 3", Safe,
			2},
		{"a value that is in a range on its way", "r = 0 if 2 <= x <= 9 { r = x } assert r <= 9", Safe, 1},
		{"a variable that is a number on both ways, not read again",
			"if x == 3 { i = x y = i - 1 } else { i = 3 y = i + 1 } assert y <= 4", Safe, 1},
		{"a variable that is a number on both ways, read",
			"if x == 3 { i = x y = i - 1 } else { i = 3 y = i + 1 } assert y <= 4 and i == 3", Safe, 0},
		{"a variable that one way alone gives a value, not read again", "input x if x > 0 { t = 1 } assert x == x",
			Safe, 1},
		{"a variable that one way alone gives a value, read", "input x if x > 0 { t = 1 } assert t == 1", Bug, 0},
	} {
		t.Run(c.title, func(t *testing.T) {
			apart := find(t, c.src, Options{Prove: true, Limits: Limits{States: 3000}})
			var first []byte
			for _, o := range []Options{{}, {Workers: 4}, {Strategy: "dfs"}, {Pruning: Eager}, {Solver: "lia"},
				{Minimize: true}} {
				o.Prove, o.Merge = true, true
				r := find(t, c.src, o)
				if r.Verdict != c.verdict || r.Coverage.Merged != c.merged || apart.Coverage.Merged > 0 {
					t.Errorf("%+v: found %s with %d branches merged, want %s with %d", o, r.Verdict, r.Coverage.Merged,
						c.verdict, c.merged)
				}
				if apart.Verdict != c.verdict && apart.Coverage.Ended != OutOfStates {
					t.Errorf("found %s without merges, want %s", apart.Verdict, c.verdict)
				}
				data := checked(t, r)
				if first == nil {
					first = data
				}
				if o.Workers > 0 && string(data) != string(first) {
					t.Errorf("with several workers there is another certificate")
				}
				if c.verdict == Safe && len(data) > 5000 {
					t.Errorf("the certificate has %d bytes", len(data))
				}
			}
		})
	}
}

// TestMergeLoops fixes what becomes of states that leave loops after different numbers of rounds.
func TestMergeLoops(t *testing.T) {
	const bounded, loop = "input k, n, m assume 0 <= k <= 9 and 0 <= n <= 9 ",
		"s = 0 i = 0 while i < k { i = i + 1 s = s + 1 } "
	second := "j = 0 while j < n { j = j + 1 s = s + 2 } "
	for _, c := range []struct {
		title, src string
		limit      int
		verdict    Verdict
		merged     int64
	}{
		{"two loops, one after the other", bounded + loop + second + "assert s <= 27", 0, Safe, 18},
		{"two loops, and what they count exactly", bounded + loop + second + "assert s == k + 2 * n", 0, Safe, 18},
		{"two loops, and a bug", bounded + loop + second + "assert s < 27", 0, Bug, 18},
		{"a loop in a loop", bounded +
			"s = 0 i = 0 while i < k { i = i + 1 j = 0 while j < 3 { j = j + 1 s = s + 1 } } assert s <= 27", 0, Safe,
			9},
		{"a branch with a loop on one way",
			bounded + "s = 0 if n > 4 { j = 0 while j < 3 { j = j + 1 s = s + 1 } } assert s <= 3", 0, Safe, 1},
		{"a bug in a loop", bounded + loop + "j = 0 while j < n { j = j + 1 assert j < 9 } assert s <= 9", 0, Bug, 9},
		{"a loop that decides how often another one is run",
			bounded + loop + "j = 0 while j < s { j = j + 1 } assert j == s", 0, Safe, 0},
		{"a loop that adds an input",
			bounded + "s = 0 i = 0 while i < k { i = i + 1 s = s + m } assert i == k or s == 0", 0, Safe, 9},
		{"a loop that never ends", "input k s = 0 while true { s = s + 1 assert s < 50 }", 0, Bug, 0},
		{"a loop that may never end", "input k s = 0 i = 0 while i < k { i = i + 1 s = s + 1 } assert s < 20", 0, Bug,
			0},
		{"a loop that may never end behind one that does", bounded + loop +
			"j = 0 while j < m { j = j + 1 assert j + s < 40 }", 0, Bug, 9},
		{"a loop that an input without bounds decides, and that ends",
			"input k s = 0 i = 0 while i < 3 and i < k { i = i + 1 s = s + 1 } assert s <= 3", 0, Safe, 0},
		{"loops below a limit that they do not reach", bounded + loop + second + "assert s <= 27", 9, Safe, 18},
		{"loops that a limit cuts", bounded + loop + second + "assert s <= 12", 4, Bounded, 8},
		{"a loop that a limit cuts, and a bug", bounded + loop + second + "assert s < 12", 4, Bug, 8},
		{"a loop that is too long",
			"input k assume 0 <= k <= 300 s = 0 i = 0 while i < k { i = i + 1 s = s + 1 } assert s <= 300", 0, Safe, 0},
	} {
		t.Run(c.title, func(t *testing.T) {
			var first []byte
			for _, o := range []Options{{}, {Workers: 3}, {Strategy: "iddfs"}, {Pruning: Eager, Minimize: true}} {
				o.Prove, o.Merge, o.MergeLoops, o.Limits.Loop = true, true, true, c.limit
				r := find(t, c.src, o)
				if r.Verdict != c.verdict || r.Coverage.Merged != c.merged {
					t.Errorf("%+v: found %s with %d branches merged, want %s with %d", o, r.Verdict, r.Coverage.Merged,
						c.verdict, c.merged)
				}
				data := checked(t, r)
				if first == nil {
					first = data
				}
				if o.Workers > 0 && string(data) != string(first) {
					t.Error("with several workers there is another certificate")
				}
			}
		})
	}
}

// TestMergeInMemory does the same for programs in C, whose variables are in memory where a pointer leads to them.
func TestMergeInMemory(t *testing.T) {
	const input = "#include <assert.h>\nint klee_range(int, int, const char *);\nint n, flags[9], *p = &n; char small; struct { int a, b; } s;\n"
	each := func(body string) string {
		return "int main(void) { for (int i = 0; i < 9; i++) { int x = klee_range(-5, 30, \"x\"); " + body + " } "
	}
	for _, c := range []struct {
		title, src string
		verdict    Verdict
		merged     int64
	}{
		{"a counter", each("if (x > i) n++;") + "assert(n <= 9); }", Safe, 9},
		{"a counter that comes too far", each("if (x > i) n++;") + "assert(n < 9); }", Bug, 9},
		{"an array that was not written to before", each("if (x > i) flags[i] = 1;") +
			"for (int i = 0; i < 9; i++) assert(flags[i] <= 1); }", Safe, 9},
		{"a member", each("if (x > i) s.b += 2; else s.a += 2;") + "assert(s.a + s.b == 18); }", Safe, 9},
		{"what a pointer leads to", each("if (x > i) *p += 1;") + "assert(n <= 9); }", Safe, 9},
		{"a byte", each("if (x > i) small++;") + "assert(small <= 9); }", Safe, 9},
		{"sorting", `int main(void) { int a[4]; for (int i = 0; i < 4; i++) a[i] = klee_range(-9, 9, "a");
			for (int n = 4; n > 1; n--) for (int i = 0; i + 1 < n; i++) if (a[i] > a[i + 1]) { int t = a[i]; a[i] = a[i + 1]; a[i + 1] = t; }
			for (int i = 0; i < 3; i++) assert(a[i] <= a[i + 1]); }`, Safe, 6},
		{"bytes that one way leaves undefined",
			"int main(void) { int t, *q = &t; if (klee_range(0, 9, \"x\") > 3) *q = 1; return *q; }", Bug, 0},
		{"pointers that differ", each("if (x > i) p = &s.a;") + "assert(p == &n || p == &s.a); }", Safe, 0},
		{"an access beyond the end on one way", each("if (x > i) flags[x] = 1;") + "}", Bug, 0},
	} {
		t.Run(c.title, func(t *testing.T) {
			for _, o := range []Options{{Merge: true}, {Merge: true, Workers: 2, Strategy: "dfs"}, {}} {
				o.Prove = true
				r, err := Find(t.Context(), program(t, "t.c", input+c.src), o)
				if err != nil {
					t.Fatal(err)
				}
				checked(t, r)
				if want := c.merged; r.Verdict != c.verdict || o.Merge && r.Coverage.Merged != want {
					t.Errorf("%+v: found %s with %d branches merged, want %s with %d", o, r.Verdict, r.Coverage.Merged,
						c.verdict, want)
				}
			}
		})
	}
}

// TestMergeNoValue: what has no value may be stored on one way where nothing had one before, and the checker follows.
func TestMergeNoValue(t *testing.T) {
	for to, merged := range map[int]int64{0: 1, 16: 0} { // where nothing has a value, and where something has
		r, err := Find(t.Context(), written(t, fmt.Sprintf("draw x a ..; alloc p heap 24; store i64 (move p! 16) 7; branch (eq x! 3) then 4 else 6; load y i64 (move p! 8); store i64 (move p! %d) y; return 0", to)),
			Options{Merge: true, Prove: true})
		if err != nil {
			t.Fatal(err)
		}
		checked(t, r)
		if r.Verdict != Safe || r.Coverage.Merged != merged {
			t.Errorf("%d: found %s with %d branches merged, want %s with %d", to, r.Verdict, r.Coverage.Merged, Safe, merged)
		}
	}
}

// TestMergeCalls does the same for ways that part in a function and meet behind its call, or that lead through calls.
func TestMergeCalls(t *testing.T) {
	const input = "#include <assert.h>\nint klee_range(int, int, const char *);\n"
	each := func(functions, body, end string) string {
		return functions + "int main(void) { int s = 0; for (int i = 0; i < 9; i++) { int x = klee_range(-50, 50, \"x\"); " + body + " } " + end + " }"
	}
	const sign = "static int f(int x) { if (x < 0) return -1; if (x > 0) return 1; return 0; }\n"
	for _, c := range []struct {
		title, src string
		verdict    Verdict
		merged     int64
	}{
		{"several returns", each(sign, "s += f(x);", "assert(-9 <= s && s <= 9);"), Safe, 18},
		{"several returns, and a bug", each(sign, "s += f(x);", "assert(s < 9);"), Bug, 18},
		{"returns of an argument", each("static int f(int x) { if (x < 0) return 0; if (x > 9) return 9; return x; }\n",
			"s += f(x);", "assert(0 <= s && s <= 81);"), Safe, 18},
		{"a call in a return", each(sign+"static int g(int x) { if (x == 7) return 3; return f(x); }\n", "s += g(x);",
			"assert(-9 <= s && s <= 27);"), Safe, 27},
		{"a chain of calls", each(sign+"static int g(int x) { return 2 * f(x); } static int h(int x) { return g(x) + f(x - 1); }\n",
			"s += h(x);", "assert(-27 <= s && s <= 27);"),
			Safe, 36},
		{"a call on one way", each(sign, "if (x > 10) s += f(x);", "assert(0 <= s && s <= 9);"), Safe, 9},
		{"a call that the branch is about", each(sign, "if (f(x)) s++; else s += 2;", "assert(9 <= s && s <= 18);"),
			Safe, 27},
		{"a result through a pointer",
			each("static int f(int x, int *r) { if (x < 0) { *r = 0; return 1; } *r = x; return 0; }\n",
				"int r; s += f(x, &r) + r;", "assert(0 <= s && s <= 450);"), Safe, 9},
		{"members of a struct", each("struct p { int a, b; }; static void f(struct p *p, int x) { if (x < 0) { p->a = 1; return; } p->b = 2; }\n",
			"struct p p = {0, 0}; f(&p, x); s += p.a + p.b;", "assert(9 <= s && s <= 18);"), Safe, 9},
		{"a result whose bits are taken",
			each("static int f(int x) { if (x < 0) return 4; if (x > 9) return 1; return 0; }\n", "s |= f(x);",
				"assert(0 <= s && s <= 5);"), Safe, 18},
		{"a result that decides how often a loop is run", each(sign,
			"for (int k = -1; k <= f(x); k++) s++; if (i) return 0;", ""), Safe, 0},
		{"a result that is an index", each(sign+"static const int t[3] = {1, 2, 3};\n",
			"s += t[f(x) + 1]; if (i) return 0;", ""), Safe, 0},
		{"an argument that is an index",
			each("static const int t[3] = {1, 2, 3}; static int g(int k) { return t[k]; }\n",
				"int k = 0; if (x > 0) k = 1; s += g(k); if (i) return 0;", ""), Safe, 0},
		{"results that are pointers",
			each("static int a, b; static int *f(int x) { if (x < 0) return &a; return &b; }\n",
				"s += *f(x); if (i) return 0;", ""), Safe, 0},
		{"a function with a local object",
			each("static void set(int *p) { *p = 1; } static int f(int x) { int k; set(&k); if (x < 0) return k; return 2; }\n",
				"s += f(x); if (i) return 0;", ""),
			Safe, 0},
		{"a call of a pointer", each(sign+"static int (*volatile p)(int) = f;\n",
			"if (x > 10) s += p(x); if (i) return 0;", ""), Safe, 0},
		{"a call that calls itself", each("static int f(int x) { return x <= 0 ? 0 : 1 + f(x - 25); }\n",
			"s += f(x); if (i) return 0;", ""), Safe, 0},
		{"a loop in a call", each("static int f(int n) { int s = 0; for (int i = 0; i < 2; i++) s += n; return s; }\n",
			"if (x > 10) s += f(1); if (i) return 0;", ""), Safe, 0},
		{"a call that may fail", each("static int f(int x) { if (x == 49) assert(0); return 1; }\n",
			"if (x > 10) s += f(x);", ""), Bug, 0},
	} {
		t.Run(c.title, func(t *testing.T) {
			for _, o := range []Options{{Merge: true}, {Merge: true, Workers: 2, Strategy: "dfs"}} {
				o.Prove = true
				r, err := Find(t.Context(), program(t, "t.c", input+c.src), o)
				if err != nil {
					t.Fatal(err)
				}
				checked(t, r)
				if r.Verdict != c.verdict || r.Coverage.Merged != c.merged {
					t.Errorf("%+v: found %s with %d branches merged, want %s with %d", o, r.Verdict, r.Coverage.Merged,
						c.verdict, c.merged)
				}
			}
		})
	}
}

// TestMergeFewer: where the solver takes much after merges, the search begins anew with merges of what is near.
func TestMergeFewer(t *testing.T) {
	const squares = "input x, y, z, w assume 0 <= x <= 40 and 0 <= y <= 40 and 0 <= z <= 9 and 0 <= w <= 9 "
	far := squares + "n = x if y > 3 { n = z } m = x if w > 3 { m = z } if x * y > 300 { assert x > 7 } assert n + m "
	for _, c := range []struct {
		title, src   string
		most         int64
		verdict      Verdict
		merged, near int64
	}{
		{"the solver takes little", far + "<= 80", 1 << 40, Safe, 3, 2},
		{"the solver takes much", far + "<= 80", 1, Safe, 2, 2},
		{"the solver takes much, and there is a bug", far + "< 80", 1, Bug, 2, 2},
		{"nothing but near ways is merged", squares + "if x * y > 300 { assert x > 7 }", 1, Safe, 1, 1},
	} {
		o := Options{Prove: true, Merge: true, Pruning: Eager, most: c.most}
		r := find(t, c.src, o)
		checked(t, r)
		o.merging = coresym.Near
		near := find(t, c.src, o)
		if r.Verdict != c.verdict || near.Verdict != c.verdict || r.Coverage.Merged != c.merged ||
			near.Coverage.Merged != c.near {
			t.Errorf("%s: found %s with %d branches merged, and near %s with %d, want %s with %d and %d", c.title,
				r.Verdict, r.Coverage.Merged, near.Verdict, near.Coverage.Merged, c.verdict, c.merged, c.near)
		}
	}
}

// TestMergeEverywhere: a search whose ways multiply, because results of calls decide what later instructions are wary
// of, merges them all the same once it has become long.
func TestMergeEverywhere(t *testing.T) {
	const ways = "if (x > 3) { if (y > 5) return 1; return 2; } if (y == 7) return 3; return 4; }\n"
	four := "static int f(int x, int y) { " + ways
	each := "int s = 0; for (int i = 0; i < 12; i++) s += f(a[i], a[i + 1]); "
	chain := ""
	for i := 11; i >= 0; i-- {
		next := "0"
		if i < 11 {
			next = fmt.Sprintf("g%d(a)", i+1)
		}
		chain += fmt.Sprintf("static int g%d(int *a) { return f(a[%[1]d], a[%[1]d + 1]) + %s; }\n", i, next)
	}
	errors := ""
	for i := 11; i >= 0; i-- {
		next := "0"
		if i < 11 {
			next = fmt.Sprintf("e%d(a, out)", i+1)
		}
		errors += fmt.Sprintf("static int e%d(int *a, int *out) { if (a[%[1]d] == 0) return -1; int r = %s; if (r < 0) return r; if (a[%[1]d] > 9) { out[%[1]d] = r + 1; return r + 1; } out[%[1]d] = 7; return r; }\n",
			i, next)
	}
	for _, c := range []struct {
		title, functions, do string
		verdict              Verdict
	}{
		{"a divisor", four, each + "return 100 / s;", Safe},
		{"a divisor that is 0", four, each + "return 100 / (s - 48);", Bug},
		{"an index", four, each + "char t[49]; t[s] = 1;", Safe},
		{"an index behind the end", four, each + "char t[48]; t[s] = 1;", Bug},
		{"a factor", four, each + "int q = s * s; assert(q >= 144);", Safe},
		{"how often a loop is run", four, each + "int k = 0; while (k < s) k++; assert(k >= 12 && k <= 48);", Safe},
		{"a branch, from a chain of calls", four + chain, "int s = g0(a); assert(12 <= s && s <= 48);", Safe},
		{"a divisor, from a chain of calls", four + chain, "int s = g0(a); return 100 / (s - 11);", Safe},
		{"a divisor that is 0, from a chain of calls", four + chain, "int s = g0(a); return 100 / (s - 31);", Bug},
		{"a divisor, from a call that calls itself",
			"static int r(int *a, int n) { int s; if (n == 0) return 0; if (a[n] > 3) s = a[n - 1] > 5 ? 1 : 2; else s = a[n - 1] == 7 ? 3 : 4; return r(a, n - 1) + s; }\n",
			"return 100 / r(a, 12);", Safe},
		{"errors that callers hand on", errors,
			"int out[12]; int r = e0(a, out); assert(r <= 12); if (r >= 0) return out[11] / (r + 1);", Safe},
		{"errors that callers hand on, and a divisor that is 0", errors,
			"int out[12]; int r = e0(a, out); if (r >= 0) return out[11] / (12 - r);", Bug},
		{"an index that is stored",
			"static int f(int x, int y, int *to) { if (x < 0) { *to = 1; return 1; } if (x > 9) { *to = 2; return 1; } *to = y == x ? 3 : 4; return 0; }\n",
			"int s = 0, e = 0; for (int i = 0; i < 12; i++) { int v; e += f(a[i], a[i + 1], &v); s += v; } char t[49]; t[s] = e / s;",
			Safe},
		{"an index that is a member",
			"struct p { int n; short k; }; static void f(struct p *p, int x, int y) { if (x < 0) p->n++; else if (x > 9) p->n += 2; else if (y == 3) { p->n += 3; p->k = 1; } else p->n += 4; }\n",
			"struct p p = {0, 0}; for (int i = 0; i < 12; i++) f(&p, a[i], a[i + 1]); char t[48]; t[p.n - 1] = p.k; t[p.n] = p.k;",
			Bug},
	} {
		t.Run(c.title, func(t *testing.T) {
			src := "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n" + c.functions +
				"int main(void) { int a[13]; for (int i = 0; i < 13; i++) a[i] = __VERIFIER_nondet_int(); " + c.do +
				" return 0; }\n"
			p := program(t, "t.c", src)
			for _, o := range []Options{
				{LookBack: 2000, Limits: Limits{States: 60_000}}, // 4^12 is 16,777,216
				{LookBack: -1, Limits: Limits{States: 60_000}, merging: coresym.Everywhere},
				{LookBack: -1, Limits: Limits{States: 4096}, All: true}, // which is the limit for a function in a scan
			} {
				o.Prove, o.Merge = true, true
				r, err := Find(t.Context(), p, o)
				if err != nil {
					t.Fatal(err)
				}
				checked(t, r)
				if r.Verdict != c.verdict {
					t.Errorf("%+v: found %s, want %s: %+v", o, r.Verdict, c.verdict, r.Coverage)
				}
			}
		})
	}
}

// TestMergeWhatIsFound: a long search merges what loops find that return a pointer, wherever it is used.
func TestMergeWhatIsFound(t *testing.T) {
	p := program(t, "t.c", `extern unsigned char __VERIFIER_nondet_uchar(void);
static const char digits[] = "0123456789abcdef";
static const char *find(char c) { for (const char *p = digits;; p++) if (*p == c) return p; }
int main(void) {
  unsigned char in[3]; char text[6];
  for (int i = 0; i < 3; i++) { in[i] = __VERIFIER_nondet_uchar(); text[2 * i] = digits[in[i] >> 4]; text[2 * i + 1] = digits[in[i] & 15]; }
  for (int i = 0; i < 3; i++) if (in[i] != ((find(text[2 * i]) - digits) << 4 | (find(text[2 * i + 1]) - digits))) return 1 / 0;
  return 0; }`)
	r, err := Find(t.Context(), p, Options{Merge: true, Prove: true, LookBack: 1000, Engine: EngineExplore,
		Limits: Limits{States: 100_000}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != Safe || r.Coverage.Merged == 0 {
		t.Errorf("found %s after %d states with %d branches merged, want safe with some", r.Verdict, r.Coverage.States,
			r.Coverage.Merged)
	}
	if r.Absence != nil {
		checked(t, r)
	}
}

// TestMergeInVain: a search that merges everywhere gives up if few ways meet, or if many states wait all the same. It
// does not if ways are long, or if few states wait for as long as it has taken.
func TestMergeInVain(t *testing.T) {
	const begin = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) { int a[13], b[2], s = 0; for (int i = 0; i < 13; i++) a[i] = __VERIFIER_nondet_int(); "
	for _, c := range []struct {
		title, do string
		vain      int64
		verdict   Verdict
		states    [2]int64
	}{
		{"ways meet", "for (int i = 0; i < 12; i++) { if (a[i] > 3) s++; if (a[i + 1] == 7) s += 2; } assert(s <= 36);",
			100, Safe, [2]int64{150, 500}},
		{"no ways meet", "int *p = b; for (int i = 0; i < 12; i++) { if (a[i] > 3) p = a; else p = b; } assert(p == a || p == b);",
			100, Unknown, [2]int64{100, 120}},
		{"many states wait, and no ways meet", "int *p = b; for (int i = 0; i < 12; i++) { if (a[i] > 3) p = a; else p = b; } assert(p == a || p == b);",
			10_000, Unknown, [2]int64{2500, 2600}},
		{"ways meet, and states wait",
			"int *p = b; for (int i = 0; i < 12; i++) { if (a[i] > 3) p = a; else p = b; if (a[i] == 5) s++; if (a[i] == 7) s++; if (a[i] == 9) s++; } assert(p == a || p == b);",
			100, Unknown, [2]int64{100, 3000}},
		{"errors are handed on, and leave elements undefined",
			"int x[120], out[120]; for (int i = 0; i < 120; i++) x[i] = __VERIFIER_nondet_int(); int r = f1(x, out); assert(r <= 120); if (r >= 0) return out[119] / (r + 1) == 0;",
			longStates / quarter, Safe, [2]int64{20_000, 30_000}},
	} {
		r, err := Find(t.Context(), program(t, "t.c", handingOn(120)+begin+c.do+" return 0; }\n"),
			Options{Merge: true, LookBack: -1, merging: coresym.Everywhere, vain: c.vain,
				Limits: Limits{States: 100_000}})
		if err != nil {
			t.Fatal(err)
		}
		if n := r.Coverage.States; r.Verdict != c.verdict || n < c.states[0] || n > c.states[1] {
			t.Errorf("%s: found %s after %d states, want %s after %v", c.title, r.Verdict, n, c.verdict, c.states)
		}
	}
}

// handingOn returns functions in C, as many as n says, each of which calls the next one and hands on its error.
func handingOn(n int) string {
	var b strings.Builder
	for i := n; i >= 1; i-- {
		more := "0"
		if i < n {
			more = fmt.Sprintf("f%d(x, out)", i+1)
		}
		fmt.Fprintf(&b, "static int f%[1]d(const int *x, int *out) { if (x[%[2]d] == 0) return -1; int r = %[3]s; if (r < 0) return r; if (x[%[2]d] > 9) { out[%[2]d] = r + 1; return r + 1; } out[%[2]d] = 7; return r; }\n",
			i, i-1, more)
	}
	return b.String()
}

func find(t *testing.T, src string, o Options) *Result {
	t.Helper()
	r, err := Find(t.Context(), program(t, "test.imp", src), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestMergesAgree holds verdicts with merges against those without, on random programs, and has all certificates
// checked.
func TestMergesAgree(t *testing.T) {
	random := rand.New(rand.NewPCG(61, 62))
	merged, absences, bugs := int64(0), 0, 0
	for i := range effort.Of(3600) {
		name, src := "test.imp", randimp.Source(random, randimp.Families[i%len(randimp.Families)])
		if i%3 == 2 {
			name, src = "test.core", randcore.Program(random, randcore.Families[i%len(randcore.Families)]).Text()
		}
		o := Options{Prove: true, Solver: "lia", Limits: Limits{States: 300, Loop: i % 4}}
		p := program(t, name, string(src))
		apart, err := Find(t.Context(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Merge, o.merging = true, []coresym.Merging{coresym.Wide, coresym.Near,
			coresym.Everywhere}[i/len(randcore.Families)%3]
		r, err := Find(t.Context(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Coverage.Merged == 0 {
			continue
		}
		merged += r.Coverage.Merged
		if r.Verdict != apart.Verdict && r.Coverage.Ended == "" && apart.Coverage.Ended == "" || r.Wrong != "" {
			t.Errorf("found %s with merges, %s without %s\n%s", r.Verdict, apart.Verdict, r.Wrong, src)
		}
		for _, f := range r.Certain() {
			bugs++
			if _, err := checker.Check(f.Bug.Seal(), checker.Options{Limits: checker.DefaultLimits,
				Lower: fronts.All.Lower}); err != nil {
				t.Errorf("the certificate of a bug is refused: %v\n%s", err, src)
			}
		}
		if r.Absence == nil {
			continue
		}
		absences++
		if _, err := checker.Check(r.Absence.Seal(), checker.Options{Limits: checker.DefaultLimits,
			Lower: fronts.All.Lower}); err != nil {
			t.Errorf("the certificate of absence is refused: %v\n%s", err, src)
		}
	}
	t.Log(merged, absences, bugs)
	if merged < effort.Of[int64](100) || absences < effort.Of(50) || bugs < effort.Of(15) {
		t.Errorf("%d branches were merged in programs with %d absences and %d bugs, want more", merged, absences, bugs)
	}
}
