package coresym_test

import "testing"

// This file has a program for each instruction and operator, and what becomes of it for 99 values of its inputs: how
// many end how. Sim holds at each step of each, so what they end with is not here.

// drawn draws a from -1 to 9 and b from 0 to 8.
const drawn = `
	slot x int
	slot y int
	draw x a -1 .. 9
	draw y b 0 .. 8
`

var programs = []struct{ title, text, want string }{
	{"set takes what is undefined", "slot u int\nslot v int\n set v u\n set u 3\n set v u\n return v!", "99 end"},
	{"def of what is undefined", "slot u int\n set u (def u \"unbound variable\")\n return 0", "99 unbound variable"},
	{"def of what is undefined on one way",
		drawn + "slot u int\n branch (lt x! y!) then 3 else 4\n set u 1\n return (def u \"unbound variable\")",
		"45 end, 54 unbound variable"},
	{"in", drawn + "set x (in (mul x! y!) 0 .. 20 \"overflow\")\n return x!", "40 overflow, 59 end"},
	{"in, without an end", drawn + "set x (in (sub x! y!) 0 .. \"overflow\")\n return x!", "45 overflow, 54 end"},
	{"in, assumed", drawn + "set x (in (sub x! y!) 0 .. \"assume\")\n return x!", "45 assumption violated, 54 end"},
	{"given", drawn + "return (given (lt x! y!) (div 6 (sub y! x!) \"division by zero\") \"overflow\")",
		"45 end, 54 overflow"},
	{"the faults of both operands, in order",
		drawn + "return (add (div 6 x! \"division by zero\") (in y! 0 .. 5 \"overflow\"))",
		"30 overflow, 60 end, 9 division by zero"},
	{"the second operand of and",
		drawn + "branch (and (lt 0 x!) (lt 1 (div 6 x! \"division by zero\"))) then 3 else 4\n return 1\n return 2",
		"99 end"},
	{"the second operand of or",
		drawn + "branch (or (le x! 0) (lt 1 (div 6 x! \"division by zero\"))) then 3 else 4\n return 1\n return 2",
		"99 end"},
	{"a fault in an operand of or",
		drawn + "branch (or (le x! y!) (lt 1 (div 6 x! \"division by zero\"))) then 3 else 4\n return 1\n return 2",
		"99 end"},
	{"not", drawn + "branch (not (lt x! y!)) then 3 else 4\n return 1\n return 2", "99 end"},
	{"all comparisons", drawn + `branch (and (le x! y!) (not (gt x! y!))) then 4 else 3
		branch (and (ge x! y!) (ne x! y!)) then 5 else 6
		branch (or (lt x! y!) (eq x! y!)) then 6 else 5
		return 1
		fail "assertion"`, "45 end, 54 assertion"},
	{"division that rounds down",
		drawn + "return (add (mul 100 (div x! (sub y! 4) \"division by zero\")) (mod x! (sub y! 4) \"division by zero\"))",
		"11 division by zero, 88 end"},
	{"division towards zero",
		drawn + "return (add (mul 100 (quo x! (sub y! 4) \"division by zero\")) (rem x! (sub y! 4) \"division by zero\"))",
		"11 division by zero, 88 end"},
	{"division of constants",
		"return (add (add (div -7 2 \"overflow\") (mod -7 2 \"overflow\")) (add (quo -7 2 \"overflow\") (rem -7 2 \"overflow\")))",
		"99 end"},
	{"bits", drawn + "return (add (bitand x! y!) (add (mul 100 (bitor x! y!)) (mul 10000 (bitxor x! (neg y!)))))",
		"99 end"},
	{"shifts", drawn + "return (add (shl x! (in y! 0 .. 5 \"shift out of range\")) (shr (neg x!) (in y! 0 .. 5 \"shift out of range\")))",
		"33 shift out of range, 66 end"},
	{"a loop", drawn + `slot i int
		set i 0
		enter 0
		loop: branch (lt i! x!) then body else end loop 0
		body: set i (add i! 1)
		jump loop
		end: return i!`, "99 end"},
	{"a loop in a loop, entered anew", drawn + `slot i int
		slot j int
		set i 0
		enter 0
		outer: branch (lt i! 3) then one else end loop 0
		one: set j 0
		enter 1
		inner: branch (lt j! (bitand x! 3)) then two else three loop 1
		two: set j (add j! 1)
		jump inner
		three: set i (add i! 1)
		jump outer
		end: return (add i! j!)`, "99 end"},
	{"an input is drawn again",
		"slot x int\nslot s int\n draw x a 0 .. 9\n set s x!\n draw x a 0 .. 9\n draw x a 0 .. 9\n branch (lt x! 1) then 5 else 6\n jump 6\n return (sub (mul 2 x!) s!)\n",
		"9 no input, 90 end"},
	{"assume", drawn + "assume (lt x! y!)\n assume (ne (mod x! 2 \"division by zero\") 0)\n return x!",
		"25 end, 74 assumption violated"},
	{"assume what has no value", drawn + "assume (lt 0 (div 6 x! \"assume\"))\n return x!",
		"45 assumption violated, 54 end"},
	{"fail", drawn + "branch (eq x! y!) then 3 else 4\n fail \"fail\"\n halt x!", "9 fail, 90 end"},
	{"output", drawn + "output 1 (div x! y! \"division by zero\")\n return 0", "11 division by zero, 88 end"},
	{"unsupported", drawn + "branch (eq x! 3) then 3 else 4\n unsupported \"a thing\"\n return 0",
		"9 unsupported: a thing, 90 end"},
	{"a call", drawn + "call x (func f) x! y!\n return x!\n func f(u int, v int) int\n slot w int\n set w (sub u! v!)\n return (in w! 0 .. \"overflow\")",
		"45 overflow, 54 end"},
	{"recursion", drawn + "call x (func f) x!\n return x!\n func f(n int) int\n slot w int\n branch (le n! 0) then 1 else 2\n return 0\n call w (func f) (sub n! 1)\n return (add n! w!)",
		"99 end"},
	{"a call through a pointer",
		drawn + "slot f ptr\n set f (func f)\n branch (lt x! y!) then 4 else 5\n set f (func g)\n call x f! x!\n return x!\n func f(u int) int\n return (neg u!)\n func g(u int) int\n return u!",
		"99 end"},
	{"a call of another function",
		drawn + "slot f ptr\n set f (func f)\n branch (lt x! y!) then 4 else 5\n set f (func g)\n call x f! x!\n return x!\n func f(u int) int\n return (neg u!)\n func g(u ptr) int\n return 1",
		"45 invalid call, 54 end"},
	{"a call of no function", drawn + "slot f ptr\n set f (null)\n call x f! x!\n return x!", "99 invalid call"},
	{"pointers that are compared", drawn + `slot p ptr
		slot q ptr
		alloc p heap 8
		set q (move p! x!)
		branch (same q! (move p! y!)) then 5 else 6
		return 1
		branch (below p! q! "unrelated pointers") then 7 else 8
		return (add 100 (diff q! p! "unrelated pointers"))
		return 3`, "99 end"},
	{"pointers that are moved",
		drawn + "slot p ptr\n alloc p heap 4\n set p (move p! x! \"pointer arithmetic\")\n set p (move p! (neg y!) \"pointer arithmetic\")\n return 1",
		"15 end, 84 pointer arithmetic"},
	{"pointers that are not related",
		drawn + "slot p ptr\n alloc p heap 4\n branch (and (lt x! y!) (below p! (func main) \"unrelated pointers\")) then 4 else 5\n return 1\n return (diff (toptr x!) (toptr y!) \"unrelated pointers\")",
		"45 unrelated pointers, 54 end"},
	{"null is before objects",
		drawn + "slot p ptr\n alloc p heap 4\n branch (and (below (null) (move p! x!) \"unrelated pointers\") (not (below p! (null) \"unrelated pointers\"))) then 4 else 5\n return (div x! y! \"division by zero\")\n return 2",
		"11 division by zero, 88 end"},
	{"an address that may be null before objects",
		drawn + "slot p ptr\n alloc p heap 4\n branch (below p! (toptr x!) \"unrelated pointers\") then 4 else 4\n return 2",
		"9 end, 90 unrelated pointers"},
	{"bare addresses", drawn +
		"slot p ptr\n set p (toptr (mul 16 x!))\n branch (same p! (null)) then 4 else 5\n return 1\n return (toint (move p! y!))",
		"99 end"},
	{"an address as a number", drawn + "slot p ptr\n alloc p heap 4\n set x (toint p!)\n return (add 1 x!)", "99 end"},
	{"an address that is compared",
		drawn + "slot p ptr\n alloc p heap 4\n branch (same (toptr (toint p!)) p!) then 4 else 5\n return 1\n return 2",
		"99 end"},
	{"floats", drawn + "slot f f64\n slot g f32\n set f (fdiv (inttof64 6) (f64 4))\n set g (narrow (fmul f! (f64 2)))\n branch (fle (widen g!) (fneg f!)) then 5 else 6\n return 1\n return (ftoint (fadd f! (widen g!)) \"invalid conversion\")",
		"99 end"},
	{"a float of an integer without bounds",
		"slot x int\n slot p ptr\n slot f f64\n draw x a ..\n alloc p heap 8\n store u64 p! (add 9218868437227405307 x!)\n load f f64 p!\n return (ftoint f! \"invalid conversion\")",
		"45 invalid conversion, 54 end"},
	{"a float that is no number",
		"slot f f64\n set f (fdiv (f64 0) (f64 0))\n return (ftoint f! \"invalid conversion\")",
		"99 invalid conversion"},
	{"a float that depends on the input",
		drawn + "slot f f64\n set f (fdiv (inttof64 x!) (f64 4))\n set f (fadd f! f!)\n branch (lt x! y!) then 5 else 6\n return 1\n return (ftoint f! \"invalid conversion\")",
		"99 end"},
	{"a float that is compared",
		drawn + "branch (and (lt x! y!) (flt (inttof64 x!) (f64 3))) then 3 else 4\n fail \"assertion\"\n return 2",
		"30 assertion, 69 end"},
	{"a float that falls", drawn +
		"slot f f32\n set f (fsub (f32 10) (fmul (inttof32 (mul 1000 x!)) (f32 0.25)))\n branch (fle f! (f32 -990)) then 4 else 5\n fail \"assertion\"\n return 2",
		"45 end, 54 assertion"},
	{"floats of two numbers that are exact",
		drawn + "branch (fle (fadd (inttof64 x!) (inttof64 y!)) (fmul (widen (inttof32 y!)) (f64 2))) then 3 else 4\n fail \"assertion\"\n return 2",
		"45 end, 54 assertion"},
	{"a float of a number with few values",
		drawn + "slot f f64\n set f (fmul (inttof64 x!) (inttof64 x!))\n set f (fdiv (f64 1) (fsub f! (f64 4)))\n branch (flt f! (f64 0)) then 5 else 6\n fail \"assertion\"\n return (ftoint f! \"invalid conversion\")",
		"27 assertion, 63 end, 9 invalid conversion"},
	{"a number that an assumption leaves few values",
		"slot x int\n draw x a -1000 .. 1000\n assume (le -5 x!)\n assume (lt x! 5)\n branch (flt (fsqrt (inttof64 x!)) (f64 2)) then 4 else 5\n fail \"assertion\"\n return 0",
		"18 end, 36 assertion, 45 assumption violated"},
	{"what is no number", drawn +
		"slot p ptr\n slot f f32\n alloc p heap 4\n store u32 p! (add 2139095038 y!)\n load f f32 p!\n branch (feq f! f!) then 6 else 7\n return 0\n fail \"assertion\"",
		"33 end, 66 assertion"},
	{"the order of floats", drawn +
		"slot p ptr\n slot f f32\n slot g f32\n alloc p heap 8\n store u32 p! (mul 2147483645 (bitand x! 1))\n store u32 p! (add 2147483645 y!)\n store u32 (move p! 4) (add 2 (bitand x! 3))\n load f f32 p!\n load g f32 (move p! 4)\n branch (flt f! g!) then 9 else 10\n return 0\n fail \"assertion\"",
		"33 assertion, 66 end"},
	{"the negation of a float from numbers, in memory", drawn +
		"slot p ptr\n slot f f64\n alloc p heap 8\n store u64 p! (add 9223372036854775803 y!)\n load f f64 p!\n store f64 p! (fneg f!)\n load x u64 p!\n branch (lt x! 5) then 8 else 9\n fail \"assertion\"\n return 0",
		"44 assertion, 55 end"},
	{"a conversion of a float from numbers",
		drawn + "slot p ptr\n slot f f64\n alloc p heap 8\n store u64 p! (add 9218868437227405307 x!)\n load f f64 p!\n return (ftoint f! \"invalid conversion\")",
		"45 invalid conversion, 54 end"},
	{"floats of two numbers that are too large to be exact",
		drawn + "branch (feq (inttof32 (add 16777216 x!)) (inttof32 (add 16777216 y!))) then 3 else 4\n return 1\n return 2",
		"99 end"},
	{"a float of both zeros",
		drawn + "slot p ptr\n slot f f64\n alloc p heap 8\n store u64 p! (add 9223372036854775808 y!)\n load f f64 p!\n branch (flt (fdiv (f64 1) f!) (f64 0)) then 6 else 7\n return 1\n return 2",
		"99 end"},
	{"floats of two numbers that are rounded",
		drawn + "branch (flt (fdiv (inttof64 x!) (f64 3)) (fdiv (inttof64 y!) (f64 7))) then 3 else 4\n return 1\n return 2",
		"99 end"},
	{"a sum of zeros", drawn +
		"slot f f64\n set f (fadd (fneg (inttof64 x!)) (fneg (inttof64 y!)))\n branch (flt (fdiv (f64 1) f!) (f64 0)) then 5 else 4\n return 1\n return 2",
		"99 end"},
	{"a product that is either zero",
		drawn + "slot f f64\n set f (fmul (inttof64 x!) (inttof64 y!))\n branch (flt (fdiv (f64 1) f!) (f64 0)) then 5 else 4\n return 1\n return 2",
		"99 end"},
	{"zeros of both signs", drawn +
		"slot p ptr\n slot f f64\n slot g f64\n alloc p heap 8\n store u64 p! (mul 9223372036854775808 (bitand x! 1))\n load f f64 p!\n store u64 p! (mul 9223372036854775808 (bitand y! 1))\n load g f64 p!\n branch (flt f! g!) then 8 else 9\n return 1\n return 2",
		"99 end"},
	{"a float of many operators",
		drawn + "slot f f64\n slot i int\n set f (inttof64 (mul 100 x!))\n set i 0\n enter 0\n loop: branch (lt i! 70) then body else end loop 0\n body: set f (fmul f! (f64 1.5))\n set i (add i! 1)\n jump loop\n end: branch (flt f! (f64 3)) then 10 else 11\n return 1\n return 2",
		"99 end"},

	{"alloc of a size", drawn + "slot p ptr\n alloc p heap x!\n store u8 (move p! y!) 1\n return 1",
		"45 end, 45 out of bounds write, 9 invalid size"},
	{"alloc of what is too large", drawn + "slot p ptr\n alloc p heap (add 4294901760 (sub y! 4))\n return 1",
		"44 invalid size, 55 end"},
	{"free", drawn + "slot p ptr\n alloc p heap 4\n free (move p! (sub x! y!))\n return 1", "9 end, 90 invalid free"},
	{"free again", drawn + "slot p ptr\n alloc p heap 4\n free p!\n free p!\n return 1", "99 double free"},
	{"free null", "free (null)\n return 1", "99 invalid free"},
	{"free what is local", "slot p ptr\n alloc p local 4\n free p!\n return 1", "99 invalid free"},
	{"free a global", "global g size 4\n free (global g)\n return 1", "99 invalid free"},
	{"use after free", "slot p ptr\n slot x int\n alloc p heap 4\n store i32 p! 7\n free p!\n load x i32 p!\n return 1",
		"99 use after free"},
	{"extent", drawn + "slot p ptr\n alloc p heap y!\n extent x (move p! (sub x! y!))\n return x!",
		"9 end, 90 invalid free"},
	{"extent of what was freed", "slot p ptr\n slot x int\n alloc p heap 4\n free p!\n extent x p!\n return 1",
		"99 double free"},
	{"room", drawn + "slot p ptr\n alloc p heap y!\n room x (move p! (sub x! 2))\n branch (lt x! 1) then 5 else 6\n fail \"assertion\"\n return x!",
		"36 end, 63 assertion"},
	{"room of what may not be written",
		drawn + "slot p ptr\n alloc p local 4\n protect p!\n room x (move p! x!)\n branch (lt x! 1) then 6 else 7\n return x!\n fail \"assertion\"",
		"99 end"},
	{"room of what was freed",
		drawn + "slot p ptr\n alloc p heap 4\n free p!\n room x p!\n branch (lt x! 1) then 6 else 7\n return x!\n fail \"assertion\"",
		"99 end"},
	{"room of a number", drawn + "room x (toptr (mul 4294967296 x!))\n return x!",
		"99 unsupported: a pointer made of a number that depends on inputs"},
	{"extent of what is local", "slot p ptr\n slot x int\n alloc p local 4\n extent x p!\n return 1",
		"99 invalid free"},
	{"use after scope", drawn +
		"slot p ptr\n alloc p local 4\n store i32 p! x!\n branch (lt x! y!) then 5 else 6\n end p!\n load x i32 p!\n return x!",
		"45 use after scope, 54 end"},
	{"end, at an offset", drawn + "slot p ptr\n alloc p local 4\n end (move p! y!)\n return 1",
		"11 end, 88 invalid free"},
	{"end again", "slot p ptr\n alloc p local 4\n end p!\n end p!\n return 1", "99 invalid free"},
	{"end of what is on the heap", "slot p ptr\n alloc p heap 4\n end p!\n return 1", "99 invalid free"},
	{"end of nothing", "end (null)\n return 1", "99 invalid free"},
	{"end of a local object of the caller",
		"slot p ptr\n alloc p local 4\n call - (func f) p!\n return 1\n func f(p ptr)\n end p!\n return",
		"99 invalid free"},
	{"end of objects of a loop", drawn + `slot p ptr
		slot q ptr
		slot i int
		set i 0
		alloc q local 4
		enter 0
		head: branch (lt i! x!) then body else out loop 0
		body: alloc p local 4
		store i32 p! i!
		end p!
		set i (add i! 1)
		jump head
		out: end q!
		return i!`, "99 end"},
	{"protect", drawn + "slot p ptr\n alloc p heap 4\n store i32 p! x!\n branch (lt x! y!) then 5 else 6\n protect (move p! 100)\n load x i32 p!\n store i32 p! 1\n return 1",
		"45 read-only write, 54 end"},
	{"protect a global", "global g size 4\n protect (global g)\n store u8 (global g) 1\n return 1",
		"99 read-only write"},
	{"protect what is gone", "slot p ptr\n alloc p heap 4\n free p!\n protect p!\n return 1", "99 use after free"},
	{"protect nothing", drawn + "protect (toptr (add 65530 x!))\n return 1", "36 invalid pointer, 63 null dereference"},
	{"leaks of nothing", "slot p ptr\n alloc p heap 4\n leaks\n free p!\n set p (null)\n leaks\n return 1", "99 end"},
	{"leaks", drawn + "slot p ptr\n alloc p heap 4\n branch (lt x! y!) then 4 else 5\n set p (move p! x!)\n branch (lt x! 3) then 6 else 7\n set p (null)\n leaks\n return 1",
		"36 memory leak, 63 end"},
	{"leaks of what memory points to", drawn + `global g size 16
		slot p ptr
		slot q ptr
		alloc p heap 16
		alloc q heap 8
		store ptr (move p! 8) (move q! x!)
		store ptr (global g) p!
		set p (null)
		set q (null)
		leaks
		store u8 (move (global g) y!) 0
		leaks
		return 1`, "11 end, 88 memory leak"},
	{"leaks of what a caller points to",
		"slot p ptr\n alloc p heap 8\n call - (func f)\n return 1\n func f()\n leaks\n return", "99 end"},
	{"leaks of what only the address of is known",
		"slot p ptr\n slot x int\n alloc p heap 8\n set x (toint p!)\n set p (null)\n leaks\n return 1",
		"99 memory leak"},
	{"leaks of what a pointer in parts points to",
		"global g size 16\n slot p ptr\n alloc p heap 8\n store ptr (global g) p!\n copy (move (global g) 8) (global g) 4\n copy (move (global g) 12) (move (global g) 4) 4\n leaks\n store u64 (global g) 0\n load p ptr (move (global g) 8)\n leaks\n set p (null)\n leaks\n return 1",
		"99 memory leak"},
	{"leaks of what was copied",
		"global g size 17\n slot p ptr\n alloc p heap 8\n store ptr (global g) p!\n set p (null)\n copy (move (global g) 9) (global g) 8\n store u64 (global g) 0\n leaks\n fill (move (global g) 16) 0 1\n leaks\n return 1",
		"99 memory leak"},
	{"leaks of what is in a circle",
		"slot p ptr\n slot q ptr\n alloc p heap 8\n alloc q heap 8\n store ptr p! q!\n store ptr q! p!\n set q (null)\n leaks\n set p (null)\n leaks\n return 1",
		"99 memory leak"},
	{"an offset that is not aligned", drawn + "slot p ptr\n alloc p heap 16\n store i16 (move p! y!) 1\n return 1",
		"44 misaligned access, 55 end"},
	{"an offset that is never aligned",
		drawn + "slot p ptr\n alloc p heap 32\n store i16 (move p! (add 1 (mul 2 y!))) 1\n return 1",
		"99 misaligned access"},
	{"an offset that is not aligned, in a load",
		drawn + "slot p ptr\n alloc p heap 32\n fill p! 1 16\n load x u32 (move p! (mul 2 y!))\n return x!",
		"11 uninitialised value, 44 end, 44 misaligned access"},
	{"an offset that is out of bounds and not aligned",
		"slot p ptr\n slot x int\n alloc p heap 4\n load x i32 (move p! 3)\n return x!", "99 out of bounds read"},
	{"freeze", drawn + "slot u int\n slot p ptr\n slot f f64\n branch (lt x! y!) then 3 else 4\n set u x\n branch (same (freeze p) (null)) then 5 else 6\n return (add (freeze u) (ftoint (freeze f) \"invalid conversion\"))\n return 99",
		"99 end"},
	{"the square root", "slot f f64\n slot g f32\n set f (fsqrt (f64 2))\n set g (fsqrt (narrow f!))\n return (ftoint (fmul (f64 1000) (fadd f! (widen g!))) \"invalid conversion\")",
		"99 end"},
	{"a signature", drawn + "slot f ptr\n set f (func f)\n branch (lt x! y!) then 4 else 5\n set f (func g)\n call x f! x! sig \"int(int)\"\n call x f! x!\n return x!\n func f(u int) int\n return u!\n func g(u int) int sig \"int(long)\"\n return u!",
		"45 invalid call, 54 end"},
	{"faults in functions of a library", drawn + `slot p ptr
		alloc p heap 8
		call - (func f) p! x!
		branch (lt y! 3) then 5 else 6
		set p (null)
		call - (func leaky)
		return 1
		func f(p ptr, x int) library
		call - (func g) p! (add x! 1)
		return
		func g(p ptr, x int) library
		slot y int
		set y (in (mul x! 3) 0 .. 29 "overflow")
		load x u8 (move p! x!)
		return
		func leaky() library
		slot p ptr
		alloc p heap 7
		set p (null)
		leaks
		return`, "18 out of bounds read, 72 memory leak, 9 overflow"},
	{"null that is moved", drawn +
		"slot p ptr\n set p (null)\n set p (move p! (sub x! y!) \"pointer arithmetic\")\n return 1",
		"9 end, 90 pointer arithmetic"},
	{"use after return", "slot p ptr\n slot x int\n call p (func f)\n load x i32 p!\n return 1\n func f() ptr\n slot p ptr\n alloc p local 4\n return p!",
		"99 use after return"},
	{"a null dereference", drawn + "load x i32 (null)\n return 1", "99 null dereference"},
	{"an address that may be null", drawn + "load x i32 (toptr x!)\n return 1", "99 null dereference"},
	{"an address that is small, or not", drawn + "load x i32 (toptr (add 65530 x!))\n return 1",
		"36 invalid pointer, 63 null dereference"},
	{"a function that is read", "slot x int\n load x i32 (func main)\n return 1", "99 invalid pointer"},
	{"what is read-only", "global g readonly size 4\n store u8 (global g) 1\n return 1", "99 read-only write"},
	{"a string", drawn + "slot c int\n global g literal readonly size 6\n init 0 bytes \"hello\"\n load c u8 (move (global g) x!)\n return c!",
		"45 out of bounds read, 54 end"},
	{"what was not written",
		drawn + "slot p ptr\n alloc p heap 8\n store i32 (move p! 4) x!\n load y i32 p!\n return y!",
		"99 uninitialised value"},
	{"what was written in part", drawn + "slot p ptr\n alloc p heap 8\n store i32 p! x!\n load y i64 p!\n return y!",
		"99 uninitialised value"},
	{"the same type", drawn +
		"slot p ptr\n alloc p heap 8\n store i32 p! (mul 1000000000 x!)\n load y i32 p!\n return y!", "99 end"},
	{"another sign", drawn + "slot p ptr\n alloc p heap 8\n store i32 p! x!\n load y u32 p!\n return y!", "99 end"},
	{"what the type does not hold, with another sign", drawn +
		"slot p ptr\n alloc p heap 8\n store u16 p! (mul 10000 x!)\n load y i16 p!\n return y!", "99 end"},
	{"bytes of a number", drawn +
		"slot p ptr\n alloc p heap 8\n store i32 p! (mul 100000 x!)\n load y i8 (move p! 1)\n return y!", "99 end"},
	{"a number from two", drawn +
		"slot p ptr\n alloc p heap 8\n store i32 p! x!\n store i32 (move p! 4) y!\n load y i32 loose (move p! 2)\n return y!",
		"99 end"},
	{"a number that is cut",
		drawn + "slot p ptr\n alloc p heap 8\n store i64 p! (mul 100000 x!)\n store u8 (move p! 1) y!\n load y i64 p!\n return y!",
		"99 end"},
	{"a number that is cut and out of range",
		drawn + "slot p ptr\n alloc p heap 8\n store u16 p! (sub 0 (mul 1000 x!))\n store u8 (move p! 1) y!\n load y u16 p!\n return y!",
		"99 end"},
	{"a pointer in memory", drawn +
		"slot p ptr\n slot q ptr\n alloc p heap 24\n store ptr (move p! 8) (move p! x!)\n load q ptr (move p! 8)\n return (diff q! p! \"unrelated pointers\")",
		"99 end"},
	{"a pointer in halves, of an address that may be before its object",
		drawn + "slot p ptr\n alloc p heap 24\n store ptr p! (move p! x!)\n store u8 p! 1\n load p ptr p!\n return 1",
		"99 end"},
	{"a pointer in halves", drawn + `slot p ptr
		slot q ptr
		slot c int
		alloc p heap 24
		store ptr p! (move p! y!)
		load c u32 p!
		store u32 (move p! 8) c
		load c u32 (move p! 4)
		store u32 (move p! 12) c
		load q ptr (move p! 8)
		return (diff q! p! "unrelated pointers")`, "99 end"},
	{"a pointer in the wrong order",
		drawn + "slot p ptr\n slot q ptr\n slot c int\n alloc p heap 24\n store ptr p! p!\n load c u32 p!\n store u32 (move p! 12) c\n load c u32 (move p! 4)\n store u32 (move p! 8) c\n load q ptr (move p! 8)\n return (toint q!)",
		"99 end"},
	{"a pointer and numbers",
		drawn + "slot p ptr\n slot q ptr\n alloc p heap 24\n store ptr p! p!\n store u8 (move p! 3) 1\n load q ptr p!\n return (diff q! p! \"unrelated pointers\")",
		"99 end"},
	{"an address in memory",
		drawn + "slot p ptr\n alloc p heap 24\n store ptr p! (toptr (mul 1000 (add 1 x!)))\n load y i64 p!\n return y!",
		"99 end"},
	{"an address that may be negative",
		drawn + "slot p ptr\n alloc p heap 24\n store ptr p! (toptr x!)\n load y i64 p!\n return y!", "99 end"},
	{"a number as an address",
		drawn + "slot p ptr\n alloc p heap 24\n store i64 p! y!\n load p ptr p!\n return (toint p!)", "99 end"},
	{"a number as an address that may be negative",
		drawn + "slot p ptr\n alloc p heap 24\n store i64 p! x!\n load p ptr p!\n return (toint p!)", "99 end"},
	{"a number as an address in an object",
		drawn + "slot p ptr\n slot q ptr\n alloc p heap 24\n set x (add (toint p!) y!)\n set q (toptr x!)\n store u8 q! 3\n return (diff q! p! \"unrelated pointers\")",
		"99 end"},
	{"a number as an address in one of two objects", drawn +
		"slot p ptr\n slot q ptr\n alloc p heap 24\n alloc q heap 24\n set p (toptr (add (toint p!) (mul y! 1000000000)))\n return 1",
		"99 end"},
	{"a number as an address before and behind objects", drawn +
		"slot p ptr\n alloc p heap 24\n set p (toptr (add 8589934592 y!))\n branch (same p! (toptr (sub (toint p!) y!))) then 5 else 6\n return 1\n return 2",
		"99 end"},
	{"a number as the address of a function",
		"slot f ptr\n slot x int\n set f (toptr (toint (func f)))\n call x f! 4\n return x!\n func f(u int) int\n return (neg u!)",
		"99 end"},
	{"a number near the addresses of functions",
		drawn + "slot f ptr\n set f (toptr (add (toint (func main)) y!))\n return 1", "99 end"},
	{"any number as an address",
		"slot p ptr\n slot x int\n draw x a ..\n set p (toptr x!)\n branch (same p! (null)) then 4 else 3\n return (toint p!)\n load x u8 p!\n return 1",
		"9 null dereference, 90 end"},
	{"an access where any number points",
		"slot p ptr\n slot x int\n draw x a ..\n alloc p heap 8\n store u8 (toptr (add (toint p!) (mul x! 1000000000))) 1\n return 1",
		"45 unsupported: a pointer made of a number that depends on inputs, 54 invalid pointer"},
	{"an access where a number points that a branch tells",
		"slot p ptr\n slot q ptr\n slot x int\n draw x a ..\n alloc p heap 8\n set q (toptr (add x! (toint p!)))\n branch (same q! (move p! 5)) then 4 else 7\n store u8 q! 7\n load x u8 (move p! 5)\n return x!\n return 1",
		"99 end"},
	{"any number in memory, as an address",
		"slot p ptr\n slot q ptr\n slot x int\n draw x a ..\n alloc p heap 24\n store ptr p! (toptr (add x! (toint p!)))\n load x u32 p!\n load q ptr p!\n store ptr (move p! 8) q!\n copy (move p! 16) (move p! 8) 8\n load q ptr (move p! 16)\n return (toint q!)",
		"99 end"},
	{"any number that becomes an address of an object made later",
		"slot p ptr\n slot q ptr\n slot x int\n draw x a ..\n set q (toptr (add (mul x! 4294967296) 8))\n alloc p heap 24\n assume (eq x! 1)\n branch (same q! (move p! 8)) then 5 else 6\n store u8 q! 1\n return 0",
		"9 invalid pointer, 90 assumption violated"},
	{"any number that becomes an address of an object made later, from memory",
		"slot p ptr\n slot q ptr\n slot x int\n global g size 8\n draw x a ..\n store ptr (global g) (toptr (add (mul x! 4294967296) 8))\n alloc p heap 24\n load q ptr (global g)\n assume (eq x! 2)\n store u8 q! 1\n load x u8 (move p! 8)\n return 0",
		"9 end, 90 assumption violated"},
	{"a free of any number",
		"slot p ptr\n slot x int\n draw x a ..\n alloc p heap 8\n free (toptr (add (toint p!) (mul x! 4294967296)))\n return 1",
		"9 unsupported: a pointer made of a number that depends on inputs, 90 invalid free"},
	{"a call of any number",
		"slot x int\n draw x a ..\n call x (toptr (add (toint (func f)) (mul 16 x!))) sig \"a\"\n return x!\n func f() int sig \"a\"\n return 1\n func g() int sig \"b\"\n return 2\n func h() int\n return 3\n func k(u int) int\n return 4",
		"20 end, 79 invalid call"},
	{"a move of any number",
		"slot p ptr\n slot x int\n draw x a ..\n set p (move (toptr (mul 4294967296 x!)) 1)\n return 1",
		"99 unsupported: a pointer made of a number that depends on inputs"},
	{"an order of any number",
		"slot p ptr\n slot x int\n draw x a ..\n alloc p heap 8\n branch (below (toptr (mul 4294967296 x!)) p! \"unrelated pointers\") then 3 else 3\n return 1",
		"99 unsupported: a pointer made of a number that depends on inputs"},
	{"lost memory, where any number may point",
		"slot p ptr\n slot x int\n draw x a ..\n alloc p heap 8\n set p (toptr (mul 4294967296 x!))\n leaks\n return 1",
		"99 unsupported: a pointer made of a number that depends on inputs"},
	{"no lost memory, where any number may point",
		"slot p ptr\n slot q ptr\n slot x int\n draw x a ..\n alloc p heap 8\n set q (toptr (mul 4294967296 x!))\n leaks\n return 1",
		"99 end"},
	{"a pointer that became another object's",
		"slot p ptr\n slot q ptr\n alloc p heap 8\n store ptr p! (toptr 8589934592)\n alloc q heap 8\n load q ptr p!\n store u8 q! 1\n return 0",
		"99 end"},
	{"a function in memory",
		"global g size 8\n init 0 ptr (func f)\n slot f ptr\n slot x int\n load f ptr (global g)\n call x f! 4\n return x!\n func f(u int) int\n return (neg u!)",
		"99 end"},
	{"a float in memory", drawn +
		"slot p ptr\n slot f f64\n alloc p heap 8\n store f64 p! (f64 2.5)\n load f f64 p!\n load y i32 (move p! 4)\n return (add y! (ftoint f! \"invalid conversion\"))",
		"99 end"},
	{"a float from numbers",
		drawn + "slot p ptr\n slot f f32\n alloc p heap 8\n store u32 p! 1075838976\n load f f32 p!\n return (ftoint f! \"invalid conversion\")",
		"99 end"},
	{"a float from the input",
		drawn + "slot p ptr\n slot f f32\n alloc p heap 8\n store u32 p! (add 1075838976 y!)\n load f f32 p!\n store f32 (move p! 4) f!\n load f f32 (move p! 4)\n return 1",
		"99 end"},
	{"the bytes of a float from the input",
		drawn + "slot p ptr\n alloc p heap 8\n store f64 p! (inttof64 x!)\n load y i32 (move p! 4)\n return y!",
		"99 end"},

	{"a load at any offset",
		drawn + "slot p ptr\n global g size 24\n init 0 i32 5\n init 8 i32 -6\n init 20 i32 7\n load y i32 (move (global g) (mul 4 x!))\n return y!",
		"45 out of bounds read, 54 end"},
	{"a load at any offset of what the input is", drawn + `slot p ptr
		alloc p heap 16
		store i32 p! x!
		store i32 (move p! 4) (mul 2 y!)
		store i32 (move p! 8) 3
		load y i32 (move p! (mul 4 y!))
		return y!`, "11 uninitialised value, 33 end, 55 out of bounds read"},
	{"a load at offsets that are apart",
		drawn + "slot p ptr\n alloc p heap 64\n store i8 (move p! 3) x!\n store i8 (move p! 8) y!\n store i8 (move p! 5) 7\n load x i8 (move p! (add 1 y!))\n return x!",
		"33 end, 66 uninitialised value"},
	{"a load at one offset of many",
		drawn + "slot p ptr\n alloc p heap 64\n store i16 (move p! 6) x!\n load x i16 (move p! (mul 2 y!))\n return x!",
		"11 end, 88 uninitialised value"},
	{"a load in parts", drawn +
		"slot p ptr\n alloc p heap 8\n store i16 (move p! 2) (mul 1000 x!)\n load x i16 loose (move p! y!)\n return x!",
		"11 end, 22 out of bounds read, 66 uninitialised value"},
	{"a load of pointers at any offset",
		drawn + "slot p ptr\n slot q ptr\n alloc p heap 24\n store ptr p! (move p! 1)\n store ptr (move p! 8) (null)\n load q ptr (move p! (mul 8 y!))\n branch (same q! (null)) then 7 else 8\n return 1\n return 2",
		"11 uninitialised value, 22 end, 66 out of bounds read"},
	{"a load beyond a size that depends on the input", drawn +
		"slot p ptr\n alloc p heap (add 1 y!)\n store u8 p! 5\n load x u8 (move p! x!)\n return x!",
		"36 uninitialised value, 54 out of bounds read, 9 end"},
	{"a store at any offset",
		drawn + "slot p ptr\n alloc p heap 12\n store i32 p! 1\n store i32 (move p! 4) 2\n store i32 (move p! (mul 4 x!)) y!\n load x i32 (move p! 4)\n return x!",
		"27 end, 72 out of bounds write"},
	{"a store at an offset in an object of any size", drawn +
		"slot p ptr\n alloc p heap (add 1 y!)\n store u8 (move p! x!) 5\n return 1", "45 end, 54 out of bounds write"},
	{"a store at too many offsets",
		"slot p ptr\n slot x int\n draw x a 0 .. \n alloc p heap 5000\n store u8 (move p! x!) 5\n return 1",
		"9 no input, 90 unsupported: a store that may reach one of more than 1024 places"},
	{"a load at too many offsets",
		"slot x int\n global g size 70000\n draw x a 0 .. \n load x u8 (move (global g) x!)\n return 1",
		"9 no input, 90 unsupported: a load that may read one of more than 1024 places"},
	{"copy", drawn + "slot p ptr\n alloc p heap 32\n store i32 p! x!\n store ptr (move p! 8) p!\n copy (move p! 16) p! 16\n load x i32 (move p! 16)\n load p ptr (move p! 24)\n return (add x! (diff p! p! \"overflow\"))",
		"99 end"},
	{"copy of what overlaps",
		drawn + "slot p ptr\n alloc p heap 32\n store i64 p! (mul 1000000 x!)\n store i64 (move p! 8) y!\n copy (move p! 3) p! 13\n load x i64 loose (move p! 3)\n load y i32 p!\n return (add x! y!)",
		"99 end"},
	{"copy of a part", drawn +
		"slot p ptr\n alloc p heap 32\n store u16 p! (mul 10000 x!)\n store u16 (move p! 4) 0\n copy (move p! 4) p! 1\n copy (move p! 5) (move p! 1) 1\n load x u16 (move p! 4)\n return x!",
		"99 end"},
	{"copy of what was not written",
		drawn + "slot p ptr\n alloc p heap 32\n store i32 p! x!\n copy p! (move p! 16) 2\n load x u16 (move p! 2)\n load y u16 p!\n return y!",
		"99 uninitialised value"},
	{"copy of what must not overlap",
		drawn + "slot p ptr\n alloc p heap 64\n fill p! 1 64\n copy (move p! (mul 4 y!)) (move p! 8) 8 \"overlapping copy\"\n return 1",
		"33 overlapping copy, 66 end"},
	{"copy of what must not overlap but may be the same", drawn +
		"slot p ptr\n alloc p heap 64\n fill p! 1 64\n copy loose (move p! (mul 4 y!)) (move p! 8) 8 \"overlapping copy\"\n return 1",
		"22 overlapping copy, 77 end"},
	{"copy of a length that must not overlap",
		drawn + "slot p ptr\n alloc p heap 64\n fill p! 1 64\n copy (move p! 4) p! x! \"overlapping copy\"\n return 1",
		"45 end, 45 overlapping copy, 9 invalid size"},
	{"copy of nothing that must not overlap",
		"slot p ptr\n alloc p heap 64\n copy (move p! 4) (move p! 4) 0 \"overlapping copy\"\n copy (move p! 4) p! 4 \"overlapping copy\"\n return 1",
		"99 end"},
	{"copy from another object that must not overlap",
		"slot p ptr\n slot q ptr\n alloc p heap 8\n alloc q heap 8\n copy p! q! 8 \"overlapping copy\"\n return 1",
		"99 end"},
	{"copy of nothing", "slot p ptr\n alloc p heap 4\n copy (move p! 9) (move p! -7) 0\n return 1", "99 end"},
	{"copy of nothing into a number",
		drawn + "slot p ptr\n alloc p heap 8\n store u16 p! (mul 10000 x!)\n copy (move p! 1) (move p! 1) 0\n fill (move p! 1) 7 0\n load x u16 p!\n return x!",
		"99 end"},
	{"copy of nothing from null", "slot p ptr\n alloc p heap 4\n copy p! (null) 0\n return 1", "99 null dereference"},
	{"copy of a length", drawn +
		"slot p ptr\n alloc p heap 4\n store u16 p! 258\n store u16 (move p! 2) 772\n copy (move p! 1) p! x!\n load y u8 (move p! 2)\n return y!",
		"36 end, 45 out of bounds read, 9 invalid size, 9 out of bounds write"},
	{"copy to what is read-only, of a length",
		drawn + "slot p ptr\n global g readonly size 4\n alloc p heap 4\n copy (global g) p! x!\n return 1",
		"36 read-only write, 45 out of bounds read, 9 end, 9 invalid size"},
	{"copy at an offset", drawn +
		"slot p ptr\n alloc p heap 8\n store u16 p! 258\n copy (move p! x!) p! 2\n load y u8 (move p! 3)\n return y!",
		"18 end, 36 out of bounds write, 45 uninitialised value"},
	{"copy from an offset, of a length",
		drawn + "slot p ptr\n alloc p heap 8\n store u64 p! 72623859790382856\n copy p! (move p! (mul 2 y!)) x!\n load x u64 p!\n return x!",
		"29 end, 61 out of bounds read, 9 invalid size"},
	{"copy of an object of a length of both",
		drawn + "slot p ptr\n slot q ptr\n alloc p heap (add 1 x!)\n alloc q heap 8\n fill q! 7 8\n copy p! q! x!\n load y u8 p!\n return y!",
		"72 end, 9 invalid size, 9 out of bounds read, 9 uninitialised value"},
	{"copy of one of many ranges",
		"slot x int\n slot y int\n draw x a 0 .. 40\n draw y b 0 .. 40\n slot p ptr\n alloc p heap 80\n copy (move p! y!) p! x!\n return 1",
		"9 no input, 90 unsupported: a copy or a fill of one of more than 1024 ranges"},
	{"fill of one of many lengths",
		"slot x int\n draw x a 0 .. \n slot p ptr\n alloc p heap 1024\n fill p! 0 x!\n return 1",
		"9 no input, 90 unsupported: a copy or a fill of one of more than 1024 ranges"},
	{"fill of a length that an assumption bounds",
		"slot x int\n draw x a .. \n slot p ptr\n assume (and (le -3 x!) (le x! 5))\n alloc p heap (add 3 x!)\n fill p! 7 (add 3 x!)\n load x u8 (move p! 4)\n return x!",
		"27 out of bounds read, 36 assumption violated, 36 end"},
	{"copy of a length that a sum bounds",
		"slot x int\n slot y int\n draw x a 0 .. \n draw y b 0 .. \n slot p ptr\n slot q ptr\n assume (le (add x! (mul 2 y!)) 9)\n alloc p heap 16\n fill p! 7 16\n alloc q heap (add 1 y!)\n copy q! (move p! x!) y!\n load x u8 q!\n return x!",
		"10 uninitialised value, 20 end, 60 assumption violated, 9 no input"},
	{"store at an offset that a branch bounds",
		"slot x int\n draw x a .. \n slot p ptr\n alloc p heap 5000\n branch (and (le 0 x!) (lt x! 4)) then 3 else 6\n store u8 (move p! (add 2990 (mul 10 x!))) 5\n load x u8 (move p! 3000)\n return x!\n return 0",
		"27 uninitialised value, 72 end"},
	{"load at an offset that an equation gives",
		"slot x int\n slot y int\n draw x a .. \n global g size 5000\n init 4000 u8 5\n assume (eq (mul 2 x!) 8)\n load y u8 (move (global g) (add 3996 x!))\n branch (eq x! 4) then 5 else 4\n fail \"assertion\"\n return x!",
		"9 end, 90 assumption violated"},
	{"store in an object whose size an assumption bounds",
		"slot x int\n slot y int\n draw x a .. \n draw y b .. \n slot p ptr\n assume (le x! 3)\n alloc p heap (mul 4 x!)\n store i32 (move p! (mul 4 y!)) 5\n load y i32 p!\n return y!",
		"3 end, 3 uninitialised value, 30 out of bounds write, 54 assumption violated, 9 invalid size"},
	{"store at an offset that is a remainder",
		"slot x int\n slot y int\n draw x a .. \n slot p ptr\n assume (and (le 8 x!) (le (mul 2 x!) 17))\n alloc p heap 5000\n store u8 (move p! (mod (mul 700 x!) 5000 \"overflow\")) 5\n load y u8 (move p! 600)\n return y!",
		"9 end, 90 assumption violated"},
	{"fill of a length that an assumption bounds too late",
		"slot x int\n draw x a .. \n slot p ptr\n assume (and (le 0 x!) (le x! 5000))\n alloc p heap x!\n fill p! 7 x!\n return 0",
		"9 assumption violated, 90 unsupported: a copy or a fill of one of more than 1024 ranges"},
	{"fill of an object of any size",
		drawn + "slot p ptr\n alloc p heap (mul x! x!)\n fill p! 0 (mul x! x!)\n return 1", "99 end"},
	{"fill", drawn + "slot p ptr\n alloc p heap 32\n fill p! (mul 300 x!) 9\n store u8 (move p! 4) 1\n load x i32 loose (move p! 5)\n return x!",
		"99 end"},
	{"fill of a length", drawn +
		"slot p ptr\n alloc p heap 6\n fill p! 9 6\n fill p! (mul 300 y!) x!\n load y u16 (move p! 2)\n return y!",
		"27 out of bounds write, 63 end, 9 invalid size"},
	{"fill of a global", "global g size 100\n init 4 i32 9\n slot x int\n fill (move (global g) 6) 255 2\n load x i32 (move (global g) 4)\n return x!",
		"99 end"},
	{"a global of which nothing is defined",
		"global g size 4\n slot u int\n slot x int\n store u16 (global g) u\n load x u32 (global g)\n return x!",
		"99 uninitialised value"},
}

func TestPrograms(t *testing.T) {
	for _, test := range programs {
		t.Run(test.title, func(t *testing.T) {
			if got := outcomes(t, body(t, test.text)); got != test.want {
				t.Errorf("found %q, want %q", got, test.want)
			}
		})
	}
}
