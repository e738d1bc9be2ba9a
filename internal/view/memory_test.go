package view

import (
	"math/big"
	"testing"

	"vouch/semantics/core"
)

// This file tests slices of programs with calls and memory.

func TestSliceOfCore(t *testing.T) {
	for _, c := range []struct{ title, program, want string }{
		{"a byte that was copied, and others that were not read", `core 1
entry main
global buf size 8
func main() int
  slot $1 ptr
  slot x int
  slot y int
  0: draw x x 0 .. 9
  1: draw y y 0 .. 9
  2: alloc $1 heap 8
  3: store u8 (def $1 "uninitialised value") x
  4: store u8 (move (def $1 "uninitialised value") 1) y
  5: copy (global buf) (def $1 "uninitialised value") 2
  6: store u8 (move (global buf) 1) 7
  7: load y u8 (global buf)
  8: branch (ne (def y "uninitialised value") 0) then 9 else 10
  9: return 0
  10: fail "assertion"
`, `1 input x in 0..9
2 $1 = alloc heap 8
3 store u8 $1, x
4 copy &buf, $1, 2
5 y = load u8 &buf
6 if y != 0  # false
7   fail  # 6 false; assertion
`},
		{"the initial contents of an object", `core 1
entry main
global table size 8
  init 0 u8 3
func main() int
  slot x int
  0: load x u8 (move (global table) 4)
  1: return (div 1 (def x "uninitialised value") "division by zero")
`, `1 table holds 0: u8 3
2 x = load u8 &table + 4
3 return [1 / x]  # division by zero
`},
		{"an object that was freed", `core 1
entry main
func main() int
  slot p ptr
  slot q ptr
  slot n int
  0: alloc p heap 4
  1: alloc q heap 4
  2: free (def q "uninitialised value")
  3: free (def p "uninitialised value")
  4: load n i32 (def p "uninitialised value")
  5: return n
`, `1 p = alloc heap 4
2 free p
3 n = load i32 p  # use after free
`},
		{"a leak", `core 1
entry main
func main() int
  slot p ptr
  slot q ptr
  slot n int
  0: draw n k 1 .. 9
  1: alloc p heap 4
  2: alloc q heap (def n "uninitialised value")
  3: set q (null)
  4: store u8 (def p "uninitialised value") 1
  5: leaks
  6: return 0
`, `1 n = input k in 1..9
2 q = alloc heap n
3 leaks  # memory leak
`},
		{"a size", `core 1
entry main
func main() int
  slot p ptr
  slot n int
  0: draw n k 1 .. 9
  1: alloc p heap (def n "uninitialised value")
  2: set n 0
  3: extent n (def p "uninitialised value")
  4: return (in (def n "uninitialised value") 0 .. 0 "overflow")
`, `1 n = input k in 1..9
2 p = alloc heap n
3 n = extent p
4 return [n in 0..0]  # overflow
`},
		{"how many bytes may be written", `core 1
entry main
func main() int
  slot p ptr
  slot q ptr
  slot n int
  slot m int
  0: alloc p heap 4
  1: alloc q local 8
  2: protect (def q "uninitialised value")
  3: room n (def q "uninitialised value")
  4: free (def p "uninitialised value")
  5: room m (def p "uninitialised value")
  6: return (in (add (def n "uninitialised value") (def m "uninitialised value")) 1 .. "overflow")
`, `1 p = alloc heap 4
2 q = alloc local 8
3 protect q
4 n = room q
5 free p
6 m = room p
7 return [n + m in 1..]  # overflow
`},
		{"an object whose block is over", `core 1
entry main
func main() int
  slot p ptr
  slot q ptr
  slot n int
  0: alloc p local 4
  1: alloc q local 4
  2: protect (def p "uninitialised value")
  3: end (def q "uninitialised value")
  4: end (def p "uninitialised value")
  5: load n i32 loose (def p "uninitialised value")
  6: return 0
`, `1 p = alloc local 4
2 end p
3 n = load i32 loose p  # use after scope
`},
		{"an object that must not be written", `core 1
entry main
func main() int
  slot p ptr
  slot n int
  0: alloc p heap 4
  1: store u32 (def p "uninitialised value") 1
  2: protect (def p "uninitialised value")
  3: store u32 (def p "uninitialised value") 1
  4: return 0
`, `1 p = alloc heap 4
2 protect p
3 store u32 p, 1  # read-only write
`},
		{"a call, of the arguments only what matters, and which call is under way", `core 1
entry main
func main() int
  slot x int
  slot r int
  0: draw x x ..
  1: call r (func half) 1 x
  2: call r (func half) x 8
  3: return r
func half(n int, d int) int
  0: return (div (def n "uninitialised value") (def d "uninitialised value") "division by zero")
`, `1 input x
2 r = call &half  # under way
3   argument 2 = x  # 2
4   return [n / d]  # 2; division by zero
`},
		{"a loop that is left in its middle", `core 1
entry main
func main() int loops 1
  slot i int
  slot k int
  slot t int
  0: draw k k 0 .. 9
  1: set i 0
  2: enter 0
  3: branch (lt (def i "uninitialised value") 10) then 4 else 8 loop 0
  4: branch (ge (def i "uninitialised value") (def k "uninitialised value")) then 8 else 5
  5: set t (add (def i "uninitialised value") 1)
  6: set i (add (def i "uninitialised value") 1)
  7: jump 3
  8: branch (eq (def i "uninitialised value") (def k "uninitialised value")) then 9 else 10
  9: fail "assertion"
  10: return 0
`, `1 input k in 0..9
2 i = 0
3 while i < 10  # true
4   if i >= k  # 3 true; true, false
5     i = i + 1  # 4 false
6 if i == k  # true
7   fail  # 6 true; assertion
`},
	} {
		p, err := core.ParseLoose("test.core", []byte(c.program))
		if err != nil {
			t.Errorf("%s: %v", c.title, err)
			continue
		}
		f, ok := fail(p, map[string]*big.Int{"k": big.NewInt(3)})
		if !ok {
			t.Errorf("%s: found no fault", c.title)
		} else if text := f.slice(t); text != c.want {
			t.Errorf("%s: found\n%s\nwant\n%s", c.title, text, c.want)
		}
	}
}
