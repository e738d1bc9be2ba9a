package finder

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
)

// This file defines what is expected of searches by several threads, for programs of each kind: nobody can tell from a
// result how many there were.

// threaded are programs, each with a reason why threads may make a difference, and the verdict.
var threaded = []struct {
	title, name, source string
	want                Verdict
	engine              Engine
}{
	{"a bug on a way of many", "t.imp", "input a, b, c\nassume 0 <= a <= 9 and 0 <= b <= 9 and 0 <= c <= 9\n" +
		"n = 0\nif a > b { n = n + a } else { n = n + b }\nif 3 * b > c + n { n = n + 1 }\nassert n != 7 or c != 5\n", Bug, EngineAuto},
	{"a bug deep in a loop", "t.imp", "input s\nassume 0 <= s <= 1\nx = s\nwhile x < 3000 { x = x + 1 }\nfail\n", Bug, EngineAuto},
	{"branches on sums", "t.imp", "input a, b, c\nassume 0 <= a <= 30 and 0 <= b <= 30 and 0 <= c <= 30\nn = 0\n" +
		"if 3 * a + 5 * b > 7 * c { n = n + 1 }\nif 2 * a - 3 * b > c { n = n + 1 }\nif 5 * a + b + c > 60 { n = n + 1 }\n" +
		"assert n <= 3\n", Safe, EngineAuto},
	{"all ways up to a bound", "t.imp", "input a, b\nassume 0 < a <= 9 and 0 < b <= 9\n" +
		"while a != b { if a > b { a = a - b } else { b = b - a } }\nassert a >= 1\n", Safe, EngineAuto},
	{"an invariant that is guessed first", "t.imp",
		"input n\nassume n >= 0\ni = 0\ns = 0\nwhile i < n { s = s + 2 * i + 1 i = i + 1 }\nassert s == i * i\n", Safe, EngineAuto},
	{"an invariant that is guessed second", "t.imp",
		"input n\nassume n >= 0\nx = 0\ny = 0\nwhile x < n { x = x + 1 y = y + 2 }\nassert y == 2 * n\n", Safe, EngineAuto},
	{"an invariant of the ways of a turn", "t.c", `extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, old = 0, locked = 0, n = __VERIFIER_nondet_int();
  do {
    if (locked) return 1 / 0;
    locked = 1; old = x;
    if (__VERIFIER_nondet_int()) { locked = 0; x = x == 1000 ? 0 : x + 1; }
  } while (x != old);
  if (!locked) return 1 / 0;
  return 0; }`, Safe, EngineAuto},
	{"states that come again", "t.c", words(4, 5), Safe, EngineExplore},
	{"states that come again, and a bug", "t.c", words(4, 4), Bug, EngineExplore},
	{"calls whose ways meet", "t.c", `extern int __VERIFIER_nondet_int(void);
static int f(int x, int y) { if (x > 3) { if (y > 5) return 1; return 2; } if (y == 7) return 3; return 4; }
int main(void) {
  int x[9], s = 0;
  for (int i = 0; i < 9; i++) x[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 8; i++) s += f(x[i], x[i + 1]);
  static char t[33]; t[s] = 1; return 0; }`, Safe, EngineAuto},
	{"a fault that the fuzzer meets while the search goes on", "t.c", fuzzed + `int main(void) {
  unsigned char in[16]; klee_make_symbolic(in, 16, "in"); unsigned h = 7;
  for (int i = 0; i < 16; i++) { h = h * 31 + in[i]; if (in[i] > 200 && h % 7 == 3) h ^= in[(h >> 3) % 16]; }
  char b[4] = {0}; if (h % 1009 == 5) return b[in[3] % 16]; return 0; }`, Bug, EngineExplore},
}

// TestThreads searches programs of each kind with 1, 2, 3 and 8 threads.
func TestThreads(t *testing.T) {
	for _, c := range threaded {
		o := Options{Engine: c.engine, Prove: true, Merge: true, Pruning: Auto, LookBack: 300, Fuzz: FuzzAuto,
			Limits: Limits{States: 4000}, Supposed: map[string]*big.Int{"nobody": big.NewInt(1)}} // the fuzzer is early
		want := resultText(t, c.name, []byte(c.source), o)
		if !strings.HasPrefix(want, fmt.Sprint(c.want)+" ") {
			t.Errorf("%s: found %.200s, want %s", c.title, want, c.want)
		}
		for _, n := range []int{2, 3, 8} {
			o.Workers = n
			if got := resultText(t, c.name, []byte(c.source), o); got != want {
				t.Errorf("%s, %d threads: found\n%s\nwant, as with one,\n%s", c.title, n, got, want)
			}
		}
	}
}
