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

// hashing is FNV-1a over an array of 1000 bytes, on numbers of 64 bits that wrap.
const hashing = `core 1
entry main

func main() loops 2
slot p ptr
slot h int
slot i int
slot $b int
alloc p heap 1000
fill p! 7 1000
outer: enter 1
set h 14695981039346656037
set i 0
head: branch (lt i! 1000) then body else outer loop 1
body: load $b u8 (move p! i! "pointer arithmetic")
set h (bitxor h! $b!)
set h (mod (mul h! 1099511628211) 18446744073709551616 "division by zero")
set i (in (add i! 1) -2147483648 .. 2147483647 "overflow")
jump head
`

// mixing is a generator of random numbers of 32 bits: shifts, and products and sums that wrap.
const mixing = `core 1
entry main

func main() loops 1
slot x int
slot s int
set x 2463534242
set s 1
enter 0
head: branch (ne x! 0) then body else end loop 0
body: set x (bitxor x! (mod (shl x! 13) 4294967296 "division by zero"))
set x (bitxor x! (shr x! 17))
set x (bitxor x! (mod (shl x! 5) 4294967296 "division by zero"))
set s (mod (add (mul s! 1664525) x!) 4294967296 "division by zero")
set s (sub (mod (add s! 2147483648) 4294967296 "division by zero") 2147483648)
set s (mod s! 4294967296 "division by zero")
jump head
end: return
`

// sieving marks the multiples of numbers in an array of 10000 bytes.
const sieving = `core 1
entry main

func main() loops 3
slot a ptr
slot i int
slot j int
slot $v int
alloc a local 10000
again: fill a! 1 10000
set i 2
enter 1
head: branch (lt (in (mul i! i!) -2147483648 .. 2147483647 "overflow") 10000) then test else again loop 1
test: load $v u8 (move a! (in i! 0 .. 9999 "out of bounds read") "pointer arithmetic")
branch (ne $v! 0) then prime else next
prime: set j (in (mul i! i!) -2147483648 .. 2147483647 "overflow")
enter 2
mark: branch (lt j! 10000) then set else next loop 2
set: store u8 (move a! (in j! 0 .. 9999 "out of bounds write") "pointer arithmetic") 0
set j (in (add j! i!) -2147483648 .. 2147483647 "overflow")
jump mark
next: set i (in (add i! 1) -2147483648 .. 2147483647 "overflow")
jump head
`

// recursing computes Fibonacci numbers with calls.
const recursing = `core 1
entry main

func main()
slot r int
again: call r (func fib) 25 sig "int (int)"
jump again

func fib(n int) int sig "int (int)"
slot $a int
slot $b int
branch (lt n! 2) then small else large
small: return n!
large: call $a (func fib) (in (sub n! 1) -2147483648 .. 2147483647 "overflow") sig "int (int)"
call $b (func fib) (in (sub n! 2) -2147483648 .. 2147483647 "overflow") sig "int (int)"
return (in (add $a! $b!) -2147483648 .. 2147483647 "overflow")
`

// lending is a loop of calls that give a pointer to a local object away.
const lending = `core 1
entry main

func main() loops 1
slot i int
slot s ptr
slot $r int
set i 0
enter 0
head: branch (truth 1) then body else head loop 0
body: alloc s local 16
store i32 s! i!
store ptr (move s! 8 "pointer arithmetic") s!
call $r (func next) s!
set i $r!
end s!
jump head

func next(p ptr) int
slot q ptr
slot $v int
slot $q ptr
alloc q local 8
store ptr q! p!
load $q ptr q!
load $v i32 $q!
store i32 $q! (mod (add $v! 1) 2147483648 "division by zero")
load $v i32 $q!
return $v!
`

// linking makes a list of 100 on the heap, walks it and frees it.
const linking = `core 1
entry main

func main() loops 3
slot first ptr
slot p ptr
slot $q ptr
slot i int
slot sum int
slot $v int
again: set first (null)
set i 0
enter 0
make: branch (lt i! 100) then one else walk loop 0
one: alloc p heap 16
store i32 p! i!
store ptr (move p! 8 "pointer arithmetic") first!
set first p!
set i (in (add i! 1) -2147483648 .. 2147483647 "overflow")
jump make
walk: set p first!
set sum 0
enter 1
step: branch (not (same p! (null))) then add else free loop 1
add: load $v i32 p!
set sum (in (add sum! $v!) -2147483648 .. 2147483647 "overflow")
load $q ptr (move p! 8 "pointer arithmetic")
set p $q!
jump step
free: set p first!
enter 2
drop: branch (not (same p! (null))) then gone else again loop 2
gone: load $q ptr (move p! 8 "pointer arithmetic")
free p!
set p $q!
jump drop
`

// multiplying is the inner product of two rows of doubles.
const multiplying = `core 1
entry main

func main() loops 2
slot a ptr
slot i int
slot s f64
slot $x f64
slot $y f64
alloc a heap 16000
fill a! 0 16000
again: set s (f64 0)
set i 0
enter 1
head: branch (lt i! 1000) then body else again loop 1
body: load $x f64 (move a! (mul i! 8) "pointer arithmetic")
load $y f64 (move (move a! 8000 "pointer arithmetic") (mul i! 8) "pointer arithmetic")
set s (fadd s! (fmul $x! $y!))
set i (in (add i! 1) -2147483648 .. 2147483647 "overflow")
jump head
`

func BenchmarkRun(b *testing.B) {
	for _, c := range []struct{ title, program string }{
		{"counting", counting}, {"sweeping", sweeping}, {"calling", calling}, {"wrapping", wrapping},
		{"hashing", hashing}, {"mixing", mixing},
		{"sieving", sieving}, {"recursing", recursing}, {"lending", lending}, {"linking", linking},
		{"multiplying", multiplying},
	} {
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
