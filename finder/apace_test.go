package finder

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// This file tests that attempts beside a search keep its pace.

// TestApace: tries take what they are allowed, and what becomes of them, and when, does not depend on threads.
func TestApace(t *testing.T) {
	for _, c := range []struct {
		title string
		tries []int64 // what each takes, in steps of 10
		good  int     // which one is good; -1 if none is
		allow []int64
		free  []int
		over  string // after each call of allow
	}{
		{"nothing is allowed", []int64{30}, 0, []int64{0, 9, 10, 29}, nil, "0000"},
		{"all that it takes", []int64{30}, 0, []int64{30}, nil, "1"},
		{"less, and then all", []int64{30, 20}, 1, []int64{20, 40, 49, 50}, nil, "0001"},
		{"none is good", []int64{30, 20}, -1, []int64{49, 50}, nil, "01"},
		{"the first is good", []int64{30, 1000}, 0, []int64{29, 30}, nil, "01"},
		{"less does not count", []int64{30}, 0, []int64{30, 10}, nil, "11"},
		{"the first need not ask", []int64{30, 30, 30}, 2, []int64{0, 59, 60, 89, 90}, []int{1, 1, 1, 1, 1}, "00001"},
		{"none needs to ask", []int64{30, 30, 30}, 2, []int64{0}, []int{3}, "1"},
		{"later none needs to ask", []int64{30, 30, 30}, 2, []int64{20, 20}, []int{0, 3}, "01"},
		{"one takes nothing", []int64{0, 30}, 1, []int64{0, 30}, nil, "01"},
	} {
		for threads := range 4 {
			a := newApace(len(c.tries))
			var mu sync.Mutex
			took := int64(0)
			a.start(t.Context(), func(ctx context.Context) []inducted {
				var list []try[inducted]
				for i, work := range c.tries {
					list = append(list, func(ctx context.Context, near func()) inducted {
						pay := a.pays(ctx, i)
						for n := int64(0); n < work && ctx.Err() == nil; {
							n += 10
							mu.Lock()
							took += 10
							mu.Unlock()
							pay(n)
							runtime.Gosched()
						}
						if i == c.good {
							return inducted{proved: &Result{}}
						}
						return inducted{}
					})
				}
				return abreast(ctx, threads, func(i inducted) bool { return i.proved != nil }, a.ends, list...)
			})
			var over strings.Builder
			for i, micros := range c.allow {
				free := 0
				if c.free != nil {
					free = c.free[i]
				}
				is := a.allow(micros, free)
				fmt.Fprint(&over, map[bool]int{true: 1}[is])
				for range 100 { // those that do not wait go on now
					runtime.Gosched()
				}
				mu.Lock()
				// each may take one step too many
				if most := a.allowed + 10*int64(max(1, threads)); took > 2*most && free == 0 {
					t.Errorf("%s, %d threads: found %d taken, want %d at most", c.title, threads, took, 2*most)
				}
				mu.Unlock()
			}
			if over.String() != c.over {
				t.Errorf("%s, %d threads: found that they were over %s, want %s", c.title, threads, over.String(), c.over)
			}
			a.stop()
			if !a.over {
				t.Errorf("%s, %d threads: found tries that go on after the end", c.title, threads)
			}
		}
	}
	(*apace)(nil).stop()
}

// TestApacePanic: what a try panics with comes to the search.
func TestApacePanic(t *testing.T) {
	a := newApace(1)
	a.start(t.Context(), func(context.Context) []inducted { panic("broken") })
	defer func() {
		if e := recover(); e != "broken" {
			t.Errorf("found the panic %v, want that of the try", e)
		}
	}()
	for !a.allow(0, 1) {
	}
}

// TestPace: on programs that exploration decides, the attempts at invariants take at most a fifth of what it takes,
// and something of that; and it takes as much as without them.
func TestPace(t *testing.T) {
	const lumps = 20_000 // what they may take in one piece, in microseconds
	table := func(keys int) string {
		return fmt.Sprintf(`extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char key[8]; static int used[8];
static void put(unsigned char k) {
  for (unsigned i = k %% 8, n = 0; n < 8; n++, i = (i + 1) %% 8) {
    if (!used[i]) { used[i] = 1; key[i] = k; return; }
    if (key[i] == k) return; } }
int main(void) { for (int i = 0; i < %d; i++) put(__VERIFIER_nondet_uchar());
  int n = 0; for (int i = 0; i < 8; i++) n += used[i]; return 1 / (n < 7); }`, keys)
	}
	some := 0
	for _, c := range []struct {
		title, name, source string
		want                Verdict
		states              int64 // of the search, at least
	}{
		{"an unknown start", "t.imp", "input s\nassume 0 <= s <= 1\nx = s\nwhile x < 30000 { x = x + 1 }\nfail\n", Bug, 60_000},
		{"a known start", "t.imp", "x = 0\nwhile x < 400000 { x = x + 1 }\nfail\n", Bug, 1_000_000},
		{"turns up to a bound", "t.imp", "input a, b\nassume 0 < a <= 30 and 0 < b <= 30\n" +
			"while a != b { if a > b { a = a - b } else { b = b - a } }\nassert a != 29\n", Bug, 1},
		{"divisors", "t.imp", "input n\nassume 2 <= n <= 60\nd = 2\nwhile n % d != 0 { d = d + 1 }\nassert d < 59\n", Bug, 100},
		{"a table of two keys", "t.c", table(2), Safe, 200},
		{"a table of three keys", "t.c", table(3), Safe, 800},
		{"words", "t.c", words(4, 5), Safe, 2000},
		{"a text", "t.c", `extern char __VERIFIER_nondet_char(void);
int main(void) {
  char s[9]; for (int i = 0; i < 8; i++) s[i] = __VERIFIER_nondet_char();
  s[8] = 0; int words = 0, in = 0;
  for (char *p = s; *p; p++) { if (*p == ' ') in = 0; else if (!in) { in = 1; words++; } }
  return 1 / (words < 5); }`, Safe, 1500},
	} {
		taken := func(e Engine) (*subject, *Result) {
			o := Options{Engine: e, Prove: true, Merge: true, Pruning: Auto, Solver: "lia"}
			p := newSubject(program(t, c.name, c.source))
			r, err := p.find(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			return p, r
		}
		alone, _ := taken(EngineExplore)
		p, r := taken(EngineAuto)
		attempts := int64(0)
		if a := p.attempts; a != nil {
			attempts = a.all
		}
		if r.Verdict != c.want || r.Invariants > 0 || r.Coverage.States < c.states {
			t.Errorf("%s: found the verdict %s after %d states, with %d invariants, want %s after %d or more, with none",
				c.title, r.Verdict, r.Coverage.States, r.Invariants, c.want, c.states)
		}
		// where strides end is a matter of time, and so is what is counted for their ends
		if c.states < 1_000_000 && p.searched > alone.searched+alone.searched/100 || attempts > p.searched/5+lumps {
			t.Errorf("%s: found %d microseconds of the search and %d of attempts, want %d at most and a fifth of that",
				c.title, p.searched, attempts, alone.searched)
		}
		if attempts > 0 {
			some++
		}
	}
	if some < 3 {
		t.Errorf("found attempts beside %d searches, want 3 at least", some)
	}
}
