package core

import (
	"fmt"
	"testing"

	"vouch/semantics"
)

// load returns the program that a text written by hand is.
func load(t testing.TB, text string) *Program {
	t.Helper()
	p, err := ParseLoose("t.core", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// counting is the loop i = i + 1; s = s + i * 3 on ints of C.
const counting = `core 1
entry main

func main() loops 1
slot i int
slot s int
set i 0
set s 0
enter 0
head: branch (lt (def i "uninitialised value") 1000000000000) then body else end loop 0
body: set i (add (def i "uninitialised value") 1)
set s (rem (add (def s "uninitialised value") (in (mul (def i "uninitialised value") 3) -9223372036854775808 .. 9223372036854775807 "overflow")) 1000000007 "division by zero")
jump head
end: return
`

// sweeping is a loop over an array of 1000 ints: a[i] = a[i] + i.
const sweeping = `core 1
entry main

func main() loops 2
slot a ptr
slot i int
slot $p ptr
slot $v int
alloc a heap 4000
fill (def a "uninitialised value") 0 4000
enter 0
outer: branch (truth 1) then round else end loop 0
round: set i 0
enter 1
head: branch (lt (def i "uninitialised value") 1000) then body else outer loop 1
body: set $p (move (def a "uninitialised value") (mul (def i "uninitialised value") 4) "pointer arithmetic")
load $v i32 (def $p "uninitialised value")
store i32 (def $p "uninitialised value") (rem (add (def $v "uninitialised value") (def i "uninitialised value")) 1000000 "division by zero")
set i (in (add (def i "uninitialised value") 1) -2147483648 .. 2147483647 "overflow")
jump head
end: return
`

// wrapping is a loop on numbers that wrap at 2^64.
const wrapping = `core 1
entry main

func main() loops 1
slot i int
slot s int
set s 0
set i 0
enter 0
head: branch (truth 1) then body else head loop 0
body: set i (mod (add (def i "fail") 1) 18446744073709551616 "fail")
set s (mod (add (def s "fail") (mul (def i "fail") 4)) 18446744073709551616 "fail")
jump head
`

// calling is a loop of calls.
const calling = `core 1
entry main

func main() loops 1
slot i int
slot r int
enter 0
set i 0
head: branch (truth 1) then body else end loop 0
body: call r (func f) (def i "fail")
set i (def r "fail")
jump head
end: return

func f(n int) int
return (add (def n "fail") 1)
`

func BenchmarkRun(b *testing.B) {
	for _, c := range []struct{ title, program string }{{"counting", counting}, {"sweeping", sweeping}, {"calling", calling}, {"wrapping", wrapping}} {
		for _, metered := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/meter=%v", c.title, metered), func(b *testing.B) {
				m := &Machine{Program: load(b, c.program)}
				if metered {
					m.Meter = semantics.NewMeter(semantics.Unlimited, 1<<27)
				}
				s := m.Start()
				b.ResetTimer()
				if _, out := semantics.Run(m, s, int64(b.N), nil); out.Steps != int64(b.N) {
					b.Fatalf("%+v", out)
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "M/s")
			})
		}
	}
}

func BenchmarkStep(b *testing.B) {
	for _, c := range []struct{ title, program string }{{"counting", counting}, {"sweeping", sweeping}} {
		b.Run(c.title, func(b *testing.B) {
			m := &Machine{Program: load(b, c.program)}
			s := m.Start()
			b.ReportAllocs()
			for b.Loop() {
				s, _, _ = m.Step(s)
			}
		})
	}
}

// BenchmarkDigest is about a state of 16 MB.
func BenchmarkDigest(b *testing.B) {
	m := &Machine{Program: load(b, header+"alloc p heap 16777216\nfill p! 1 16777216\nreturn 0\n")}
	s, _ := m.Run(m.Start(), 2)
	b.SetBytes(16777216)
	for b.Loop() {
		s.Digest(nil)
	}
}
