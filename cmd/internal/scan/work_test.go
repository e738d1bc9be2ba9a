package scan

import (
	"testing"
	"time"
)

// TestWork: the work on a function is counted, the same each time, and ends the rounds where it is too much.
func TestWork(t *testing.T) {
	const (
		hard = "int f(unsigned long a, unsigned long b) { unsigned long x = a * b; int n = 0; for (int i = 0; i < 200; i++) { x = x * x + b; if (x % 1000003 == a % 7919) n ^= i; } return n; }"
		list = "struct n { struct n *next; int *at; }; int f(struct n *p, unsigned long i) { int s = 0; for (; p; p = p->next) if (p->at) s ^= p->at[i]; return s; }"
		same = "int f(int *x, int n) { int s = 0; for (int i = 0; x && i < 9; i++) if (n & 1 << i) s ^= x[i]; return s; }"
	)
	for _, row := range []struct {
		title       string
		text        string
		most        time.Duration // that is allowed; 0 means no limit
		least, done time.Duration // what is counted, at least and at most
		why         string
	}{
		{"little", "int f(int x) { return x == 3; }", time.Second, roundWork, 2 * roundWork, ""},
		{"many ways to one place that ask for one object", same, time.Second, roundWork, 8 * roundWork, ""},
		{"hard conditions", hard, 200 * time.Millisecond, 200 * time.Millisecond, 600 * time.Millisecond, errWork.Error()},
		{"several rounds", list, 4 * roundWork, 4 * roundWork, 8 * roundWork, errWork.Error()},
	} {
		var before time.Duration
		for range 2 {
			f, o := alone(t, row.text)
			w := newWork(row.most)
			o.work = w
			x := f.sized(t.Context(), "scan_f.c", start(f.entry), o)
			if w.done < row.least || w.done > row.done || x.why() != row.why {
				t.Errorf("%s: found the work %v and %q, want %v to %v and %q", row.title, w.done, x.why(), row.least, row.done, row.why)
			}
			if before != 0 && before != w.done {
				t.Errorf("%s: found the work %v and then %v", row.title, before, w.done)
			}
			before = w.done
		}
	}
}
