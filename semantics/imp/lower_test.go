package imp

import (
	"strings"
	"testing"

	"vouch/semantics"
)

// TestLower: a program with every command, as it is lowered.
func TestLower(t *testing.T) {
	p, err := Load("test.imp", []byte(`option division truncate
input x, y
assume x > 0 and y != 0
macro m(a, n) { local t = n; while t > 0 { a = a + t * 2; t = t - 1 } }
z = -x
while x != y {
	if x < y < 2 * x { y = y % x; skip } else { assert x / y >= -(y + 1); m(z, x) }
}
if y > 0 { skip } else { fail }
assume z > 0 or not true; while true {}`))
	if err != nil {
		t.Fatal(err)
	}
	const want = `core 1
source "test.imp"
entry main

func main() loops 3
  slot m.t int
  slot x int
  slot y int
  slot z int
  0: draw x x ..
  1: draw y y ..
  2: assume (gt (def x "assume" @3:8-3:9) 0) @3:8-3:13
  3: assume (ne (def y "assume" @3:18-3:19) 0) @3:18-3:24
  4: set z (neg (def x "unbound variable" @5:6-5:7)) @5:1-5:7
  5: enter 0 @6:1-6:13
  6: branch (ne (def x "unbound variable" @6:7-6:8) (def y "unbound variable" @6:12-6:13)) then 7 else 18 loop 0 @6:1-6:13
  7: branch (and (lt (def x "unbound variable" @7:5-7:6) (def y "unbound variable" @7:9-7:10)) (lt (def y "unbound variable" @7:9-7:10) (mul 2 (def x "unbound variable" @7:17-7:18)))) then 8 else 10 @7:2-7:18
  8: set y (rem (def y "unbound variable" @7:25-7:26) (def x "unbound variable" @7:29-7:30) "division by zero" @7:27-7:28) @7:21-7:30
  9: jump 6 @7:30-7:30
  10: branch (ge (quo (def x "unbound variable" @7:53-7:54) (def y "unbound variable" @7:57-7:58) "division by zero" @7:55-7:56) (neg (add (def y "unbound variable" @7:64-7:65) 1))) then 12 else 11 @7:46-7:70
  11: fail "assertion" @7:46-7:70
  12: set m.t (def x "unbound variable" @7:77-7:78) @4:17-4:28
  13: enter 1 @4:30-4:41
  14: branch (gt (def m.t "unbound variable" @4:36-4:37) 0) then 15 else 6 loop 1 @4:30-4:41
  15: set z (add (def z "unbound variable" @7:74-7:75) (mul (def m.t "unbound variable" @4:52-4:53) 2)) @4:44-4:57
  16: set m.t (sub (def m.t "unbound variable" @4:63-4:64) 1) @4:59-4:68
  17: jump 14 @4:68-4:68
  18: branch (gt (def y "unbound variable" @9:4-9:5) 0) then 20 else 19 @9:1-9:9
  19: fail "fail" @9:26-9:30
  20: assume (or (gt (def z "unbound variable" @10:8-10:9) 0) (not (truth 1))) @10:1-10:25
  21: enter 2 @10:27-10:37
  22: branch (truth 1) then 22 else 23 loop 2 @10:27-10:37
  23: return @10:40-10:40
`
	if found := string(Lower(p).Text()); found != want {
		t.Errorf("found\n%s", found)
	}
}

// TestLowerDeep: a program as deep as programs may be passes the sanity check.
func TestLowerDeep(t *testing.T) {
	for title, src := range map[string]string{
		"an expression": "x = " + strings.Repeat("-(", MaxDepth/2-2) + "y" + strings.Repeat(")", MaxDepth/2-2),
		"a condition":   "assert " + strings.Repeat("not ", MaxDepth-4) + "x < y",
		"a chain":       "assert x" + strings.Repeat(" < y", MaxDepth-2),
		"blocks": strings.Repeat("if x < y {", MaxDepth/2-2) + strings.Repeat("while x < y {", MaxDepth/2-2) +
			"x = 1" + strings.Repeat("}", MaxDepth-4),
	} {
		p, err := Load("test.imp", []byte(src))
		if err != nil {
			t.Fatalf("%s: %v", title, err)
		}
		if err := Lower(p).Check(); err != nil {
			t.Errorf("%s: %v", title, err)
		}
	}
}

// TestLowerWithin: what is too large is an error whatever is refused, and what is made is held.
func TestLowerWithin(t *testing.T) {
	p, err := Load("test.imp", []byte(`input x, y
assume x > 0 and y > 0
macro m(a, n) { local t = n; while t > 0 { a = a + t * 2; t = t - 1 } }
while x != y {
	if x < y < 2 * x { y = y % x; skip } else { assert x / y >= -(y + 1); m(z, x) }
}
assume z > 0; fail`))
	if err != nil {
		t.Fatal(err)
	}
	const enough = 100_000
	m := semantics.NewMeter(enough, enough)
	if _, err := LowerWithin(m, p); err != nil {
		t.Fatal(err)
	}
	words := 0
	for m.Hold(1) {
		words++
	}
	words = enough - words
	if words < 1000 || words > 6000 {
		t.Errorf("found %d words held", words)
	}
	for n := range words {
		for title, m := range map[string]*semantics.Meter{"work": semantics.NewMeter(int64(n), enough),
			"memory": semantics.NewMeter(enough, int64(n))} {
			q, err := LowerWithin(m, p)
			if q != nil || err == nil || !strings.HasPrefix(err.Error(),
				"test.imp: the program is too large to lower: it takes more than ") {
				t.Fatalf("%d of %s: found the error %v", n, title, err)
			}
		}
	}
}
