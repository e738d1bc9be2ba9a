package coresym

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"vouch/internal/effort"
	"vouch/semantics/core"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file tests the formulas of single steps, which the checker makes too, and the maps and sequences of states.

// at returns the program with the given lines, and the state behind its first so many instructions, which have a way
// each.
func at(t *testing.T, lines string, steps int) (*Machine, State) {
	t.Helper()
	text := "core 1\nsource \"text\"\nentry main\n"
	if i := strings.Index(lines, "slot"); i > 0 {
		text, lines = text+lines[:i], lines[i:]
	}
	p, err := core.ParseLoose("test.core", []byte(text+"func main() int loops 1\n"+lines+"\nreturn 0\n"))
	if err != nil {
		t.Fatal(err)
	}
	m := New(p)
	s := m.Start()
	for range steps {
		next := m.Step(s)
		if !next.Only {
			t.Fatalf("found the successors %v, want only one", next.Successors)
		}
		s = next.Next.State
	}
	return m, s
}

// describe returns what a step says: the faults with their guards, and the successors with what they assume and what
// slot x is.
func describe(m *Machine, s State) string {
	step := m.Step(s)
	if step.Only {
		step.Successors = []successor{step.Next}
	}
	var list []string
	for _, f := range step.Faults {
		list = append(list, fmt.Sprint(f.Fault.Kind, " if ", f.Guard))
	}
	for _, n := range step.Successors {
		x := "undefined"
		if n := n.State.slots.get(0); n != nil {
			x = n.String()
		}
		list = append(list, x+" if "+termview.Full(n.State.cond.Since(s.cond)))
	}
	if step.Unsupported.Reason != "" {
		list = append(list, "unsupported: "+step.Unsupported.Reason)
	}
	return strings.Join(list, "; ")
}

func TestWays(t *testing.T) {
	const a = "slot x int\nslot p ptr\ndraw x a -1 .. 9\n"
	const gh = "global g size 16\nglobal h size 8\nslot x int\nslot q ptr\ndraw x a 0 .. 1\nstore ptr (global g) (global h)\n"
	const g = "global g size 3\nslot x int\nslot y int\ndraw x a 0 .. 2\n"
	for _, test := range []struct {
		title string
		steps int
		lines string
		want  string
	}{
		{"in, with both bounds", 1, a + `set x (in (mul 2 x!) 0 .. 9 "overflow")`,
			"overflow if a <= -1 or a >= 5; 2 * a if a >= 0 and a <= 4"},
		{"a part behind and", 1,
			a + `branch (and (lt 0 x!) (lt 1 (div 6 (sub x! 5) "division by zero"))) then 2 else 2`,
			"division by zero if a >= 1 and a = 5; a if (a <= 0 or a != 5) and a >= 1 and (6 / (a - 5)) >= 2; a if (a <= 0 or a != 5) and (a <= 0 or (6 / (a - 5)) <= 1)"},
		{"an assumed obligation", 1, a + `set x (in x! 0 .. "assume")`, "a if a >= 0"},
		{"a move", 2, a + "alloc p heap 8\n" + `set p (move p! x! "pointer arithmetic")`,
			"pointer arithmetic if a <= -1 or a >= 9; a if a >= 0 and a <= 8"},
		{"an access", 2, "global g size 8\n" + a + "set p (move (global g) x!)\nstore i32 p! 1",
			"out of bounds write if a <= -1 or a >= 5; misaligned access if a >= 0 and a <= 4 and (a % 4) != 0; a if a >= 0 and a <= 4 and (a % 4) = 0"},
		{"an access at any offset", 2, "global g size 8\n" + a + "set p (move (global g) x!)\nstore i32 loose p! 1",
			"out of bounds write if a <= -1 or a >= 5; a if a >= 0 and a <= 4 and a = 0; a if a >= 0 and a <= 4 and a = 1; a if a >= 0 and a <= 4 and a = 2; a if a >= 0 and a <= 4 and a = 3; a if a >= 0 and a <= 4 and a = 4"},
		{"an access that is never aligned", 1, "global g size 8\n" + a +
			"store i32 (move (global g) (add 1 (mul 2 x!))) 1",
			"out of bounds write if a <= -1 or a >= 2; misaligned access if a >= 0 and a <= 1 and ((2 * a + 1) % 4) != 0"},
		{"places that are aligned", 2, a + "alloc p heap 24\nstore u32 (move p! (add 4 (mul 6 x!))) 1",
			"out of bounds write if a <= -1 or a >= 3; misaligned access if a >= 0 and a <= 2 and ((2 * a) % 4) != 0; a if a >= 0 and a <= 2 and ((2 * a) % 4) = 0 and a = 0; a if a >= 0 and a <= 2 and ((2 * a) % 4) = 0 and a = 2"},
		{"an address", 1, a + "load x u8 (toptr (mul 10000 x!))",
			"null dereference if a <= 6; invalid pointer if a >= 7"},
		{"all places", 1, "global g size 12\ninit 0 i32 5\ninit 4 i32 6\n" + a +
			"load x i32 (move (global g) (mul 4 x!))",
			"out of bounds read if a <= -1 or a >= 3; (case 4 * a of 0: 5, 4: 6, 8: 0) if a >= 0 and a <= 2"},
		{"places g apart", 3, a + "alloc p heap 64\nfill (move p! 4) 7 12\nload x i32 (move p! (mul 4 x!))",
			"out of bounds read if a <= -1; 117901063 if a >= 0 and a >= 1 and a <= 3; undefined if a >= 0 and a != 1 and a != 2 and a != 3"},
		{"places apart", 4, a + "alloc p heap 64\nstore u8 (move p! 2) 7\nstore u8 (move p! 5) 8\nload x u8 (move p! x!)",
			"out of bounds read if a <= -1; (case a of 2: 7, 5: 8) if a >= 0 and (a = 2 or a = 5); undefined if a >= 0 and a != 2 and a != 5"},
		{"one place", 3, a + "alloc p heap 64\nstore u8 (move p! 2) x!\nload x u8 (move p! x!)",
			"out of bounds read if a <= -1; 2 if a >= 0 and a = 2; undefined if a >= 0 and a != 2"},
		{"no place", 2, a + "alloc p heap 64\nload x u8 (move p! x!)",
			"out of bounds read if a <= -1; undefined if a >= 0"},
		{"places that are touched", 3, a + "alloc p heap 64\nstore u16 (move p! 4) 7\nload x u16 loose (move p! x!)",
			"out of bounds read if a <= -1; 7 if a >= 0 and a = 4; undefined if a >= 0 and a = 3; undefined if a >= 0 and a = 5; undefined if a >= 0 and a != 3 and a != 4 and a != 5"},
		{"a pointer and a number", 4,
			a + "alloc p heap 24\nstore ptr p! p!\nstore u64 (move p! 8) 5\nload x u64 (move p! (mul 8 x!))",
			"out of bounds read if a <= -1 or a >= 3; (case 8 * a of 0: 4294967296, 8: 5) if a >= 0 and a <= 2 and a >= 0 and a <= 1; undefined if a >= 0 and a <= 2 and a != 0 and a != 1"},
		{"a store", 2, a + "alloc p heap 4\nstore u16 (move p! (mul 2 x!)) 1",
			"out of bounds write if a <= -1 or a >= 2; a if a >= 0 and a <= 1 and a = 0; a if a >= 0 and a <= 1 and a = 1"},
		{"a store in places that hold integers", 2,
			g + "store u8 (move (global g) x!) 7\nload x u8 (move (global g) 2)", "7 * (a = 2) if true"},
		{"a store, and a load at its offset", 2, g + "store u8 (move (global g) x!) 7\nload x u8 (move (global g) x!)",
			"7 if true"},
		{"a store of what was there, and more", 5,
			g + "load y u8 (move (global g) x!)\nset y (add y! 1)\nstore u8 (move (global g) x!) y!\ndraw x b 0 .. 2\nload x u8 (move (global g) x!)",
			"(case b of 0: (a = 0), 1: (a = 1), 2: (a = 2)) if true"},
		{"two stores at one offset", 3,
			g + "store u8 (move (global g) x!) 7\nstore u8 (move (global g) x!) 8\nload x u8 (move (global g) 1)",
			"8 * (a = 1) if true"},
		{"a store in places of structures", 2,
			"global g size 32\nslot x int\ndraw x a 0 .. 1\nstore i32 (move (global g) (add 4 (mul 16 x!))) x!\nload x i32 (move (global g) 20)",
			"(a = 1) if true"},
		{"a store in places that hold numbers of inputs", 4,
			"global g size 4\nslot x int\ndraw x a 0 .. 1\nstore u16 (global g) x!\nstore u16 (move (global g) (mul 2 x!)) 9\nload x u16 (global g)",
			"(case (a = 0) of 0: a, 1: 9) if true"},
		{"a store of a part of such numbers", 3,
			"global g size 4\nslot x int\ndraw x a 0 .. 1\nstore u16 (global g) x!\nstore u16 (move (global g) 2) x!\nstore u8 (move (global g) (mul 2 x!)) 9",
			"a if true"},
		{"a store of a byte in such numbers", 3,
			"global g size 2\nslot x int\nslot y int\ndraw y a 0 .. 1\nstore u16 (global g) (add 256 y!)\nstore u8 (move (global g) y!) 9\nload x u8 (global g)",
			"(case (a = 0) of 0: a, 1: 9) if true"},
		{"a store in places that overlap", 1,
			"global g size 3\nslot x int\ndraw x a 0 .. 1\nstore u16 loose (move (global g) x!) 9",
			"a if a = 0; a if a = 1"},
		{"a store over a pointer", 2,
			"global g size 16\nslot x int\ndraw x a 0 .. 1\nstore ptr (global g) (global g)\nstore u64 (move (global g) (mul 8 x!)) 9",
			"a if a = 0; a if a = 1"},
		{"a store over null", 2,
			"global g size 16\nslot x int\ndraw x a 0 .. 1\nstore ptr (global g) (null)\nstore u64 (move (global g) (mul 8 x!)) 9",
			"a if true"},
		{"a store over an integer that does not fit", 2,
			"global g size 2\nslot x int\ndraw x a 0 .. 1\nstore u8 (global g) 300\nstore u8 (move (global g) x!) 9",
			"a if a = 0; a if a = 1"},
		{"a store of a pointer", 1,
			"global g size 16\nslot x int\ndraw x a 0 .. 1\nstore ptr (move (global g) (mul 8 x!)) (global g)",
			"a if a = 0; a if a = 1"},
		{"a store over pointers into the same object", 5, gh +
			"store ptr (move (global g) 8) (global h)\nstore ptr (move (global g) (mul 8 x!)) (move (global h) 4)\nload q ptr (move (global g) 8)\nset x (diff q! (global h) \"pointer arithmetic\")",
			"4 * (a = 1) if true"},
		{"a store over pointers into another object", 3, gh +
			"store ptr (move (global g) 8) (global g)\nstore ptr (move (global g) (mul 8 x!)) (move (global h) 4)",
			"a if a = 0; a if a = 1"},
		{"a store of null over pointers", 3,
			gh + "store ptr (move (global g) 8) (global h)\nstore ptr (move (global g) (mul 8 x!)) (null)",
			"a if a = 0; a if a = 1"},
		{"a store over a part of a pointer", 4,
			gh + "store ptr (move (global g) 8) (global h)\nstore u8 (move (global g) 9) 0\nstore ptr (move (global g) (mul 8 x!)) (global h)",
			"a if a = 0; a if a = 1"},
		{"a load of pointers into one object", 4,
			gh + "store ptr (move (global g) 8) (move (global h) 4)\nload q ptr (move (global g) (mul 8 x!))\nset x (diff q! (global h) \"pointer arithmetic\")",
			"(case 8 * a of 0: 0, 8: 4) if true"},
		{"a load of pointers into two objects", 3,
			gh + "store ptr (move (global g) 8) (global g)\nload q ptr (move (global g) (mul 8 x!))",
			"a if a = 0; a if a = 1"},
		{"a load of a pointer and null", 2, gh + "load q ptr (move (global g) (mul 8 x!))", "a if a = 0; a if a = 1"},
		{"a store of a float", 1,
			"global g size 8\nslot x int\ndraw x a 0 .. 1\nstore f32 (move (global g) (mul 4 x!)) (f32 1)",
			"a if a = 0; a if a = 1"},
		{"a copy of a length", 2, a + "alloc p heap 2\ncopy p! p! x!",
			"invalid size if a <= -1; out of bounds read if a >= 0 and a != 0 and a >= 3; out of bounds write if a >= 0 and (a = 0 or a <= 2) and a != 0 and a >= 3; a if a >= 0 and (a = 0 or a <= 2) and (a = 0 or a <= 2) and a = 0; a if a >= 0 and (a = 0 or a <= 2) and (a = 0 or a <= 2) and a = 1; a if a >= 0 and (a = 0 or a <= 2) and (a = 0 or a <= 2) and a = 2"},
		{"a fill of a length at an offset", 2, a + "alloc p heap 2\nfill (move p! x!) 7 (sub 1 x!)",
			"invalid size if a >= 2; out of bounds write if a <= 1 and a != 1 and a <= -1; a if a <= 1 and (a = 1 or a >= 0) and a = 1; a if a <= 1 and (a = 1 or a >= 0) and a = 0 and a = 0; a if a <= 1 and (a = 1 or a >= 0) and a = 0 and a = 1; a if a <= 1 and (a = 1 or a >= 0) and a = -1 and a = 0"},
		{"a fill of a length, in what holds integers", 2, g + "fill (global g) 7 x!\nload x u8 (move (global g) 1)",
			"-7 * (a <= 1) + 7 if true"},
		{"a fill at an offset, in what holds integers", 2, g +
			"fill (move (global g) x!) 7 1\nload x u8 (move (global g) 1)", "-7 * (a <= 0) + 7 * (a <= 1) if true"},
		{"a copy of a length, in what holds integers", 3, g +
			"store u8 (move (global g) 2) 5\ncopy (global g) (move (global g) 2) (sub 1 (div x! 2 \"division by zero\"))\nload x u8 (global g)",
			"5 * ((a / 2) <= 0) if true"},
		{"a copy from an offset, in what holds integers", 4,
			g + "store u8 (move (global g) 1) 5\nstore u8 (move (global g) 2) x!\ncopy (global g) (move (global g) x!) 1\nload x u8 (global g)",
			"(case a of 0: 0, 1: 5, 2: 2) if true"},
		{"a copy of integers of two bytes", 4,
			"global g size 4\nslot x int\ndraw x a 0 .. 1\nstore u16 (global g) x!\ncopy (move (global g) 2) (global g) (mul 2 x!)\nload x u16 (move (global g) 2)",
			"(case -(a <= 0) + 1 of 0: 0, 1: a) if true"},
		{"a copy of a part of integers of two bytes", 2,
			"global g size 4\nslot x int\ndraw x a 0 .. 1\nstore u16 (global g) x!\ncopy (move (global g) 2) (global g) x!",
			"a if a = 0; a if a = 1"},
		{"a copy over a pointer", 2,
			"global g size 24\nslot x int\ndraw x a 0 .. 1\nstore ptr (global g) (global g)\ncopy (global g) (move (global g) 8) x!",
			"a if a = 0; a if a = 1"},
		{"a copy of a pointer", 2,
			"global g size 24\nslot x int\ndraw x a 0 .. 1\nstore ptr (global g) (global g)\ncopy (move (global g) 8) (global g) x!",
			"a if a = 0; a if a = 1"},
		{"a copy of what is undefined", 2,
			"global g size 4\nslot x int\nslot p ptr\ndraw x a 0 .. 1\nalloc p heap 4\ncopy (global g) p! x!",
			"a if a = 0; a if a = 1"},
		{"a copy over an integer that does not fit", 2,
			"global g size 2\nslot x int\ndraw x a 0 .. 1\nstore u8 (global g) 300\ncopy (global g) (move (global g) 1) x!",
			"a if a = 0; a if a = 1"},
		{"another sign", 3, a + "alloc p heap 4\nstore i32 p! x!\nload x u32 p!", "(a % 4294967296) if true"},
		{"a part", 3, a + "alloc p heap 4\nstore i32 p! x!\nload x i16 loose (move p! 1)", "(a / 256) if true"},
		{"from two", 4, a + "alloc p heap 4\nstore u8 p! x!\nstore u8 (move p! 1) 3\nload x u16 p!",
			"(a % 256) + 768 if true"},
		{"the address of a pointer", 2, a + "alloc p heap 4\nset x (toint (move p! (mul 3 x!)))",
			"3 * a + 4294967296 if true"},
		{"pointers that are equal", 2,
			a + "alloc p heap 4\nbranch (same (move p! x!) (toptr (add 4294967296 3))) then 3 else 3",
			"a if a = 3; a if a != 3"},
		{"a copy of what must not overlap", 2, a + "alloc p heap 9\ncopy p! (move p! x!) 4 \"overlapping copy\"",
			"out of bounds read if a <= -1 or a >= 6; overlapping copy if a >= 0 and a <= 5 and a <= 3; a if a >= 0 and a <= 5 and a >= 4 and a = 0; a if a >= 0 and a <= 5 and a >= 4 and a = 1; a if a >= 0 and a <= 5 and a >= 4 and a = 2; a if a >= 0 and a <= 5 and a >= 4 and a = 3; a if a >= 0 and a <= 5 and a >= 4 and a = 4; a if a >= 0 and a <= 5 and a >= 4 and a = 5"},
		{"a copy of what may be the same", 2, a + "alloc p heap 6\ncopy loose p! (move p! x!) 4 \"overlapping copy\"",
			"out of bounds read if a <= -1 or a >= 3; overlapping copy if a >= 0 and a <= 2 and a <= 3 and a != 0; a if a >= 0 and a <= 2 and (a >= 4 or a = 0) and a = 0; a if a >= 0 and a <= 2 and (a >= 4 or a = 0) and a = 1; a if a >= 0 and a <= 2 and (a >= 4 or a = 0) and a = 2"},
		{"a comparison of a float", 1,
			a + "branch (fle (fneg (fmul (inttof64 (mul 1000 x!)) (f64 0.5))) (f64 -1000.1)) then 2 else 2",
			"a if a >= 3; a if a <= 2"},
		{"a comparison of a float from numbers", 4, "slot f f32\n" + a +
			"alloc p heap 4\nstore i32 p! x!\nload f f32 p!\nbranch (flt f! (f32 0)) then 5 else 5",
			"undefined if (case ((a % 4294967296) / 2147483648) of 0: (a % 4294967296), 1: -(a % 4294967296) + 2147483647) >= -2139095041 and (case ((a % 4294967296) / 2147483648) of 0: (a % 4294967296), 1: -(a % 4294967296) + 2147483647) <= -2; undefined if (case ((a % 4294967296) / 2147483648) of 0: (a % 4294967296), 1: -(a % 4294967296) + 2147483647) <= -2139095042 or (case ((a % 4294967296) / 2147483648) of 0: (a % 4294967296), 1: -(a % 4294967296) + 2147483647) >= -1"},
		{"a comparison of floats that are integers", 1,
			a + "branch (flt (fmul (inttof64 (sub x! 4)) (inttof64 (sub x! 4))) (f64 4)) then 2 else 2",
			"a if (a * a) + 13 <= 8 * a; a if 8 * a <= (a * a) + 12"},
		{"a conversion of a float with few values", 1,
			a + "set x (ftoint (fdiv (f64 12) (inttof64 x!)) \"invalid conversion\")",
			"invalid conversion if a >= 0 and a <= 0; (case a of -1: -12, 1: 12, 2: 6, 3: 4, 4: 3, 5: 2, 6: 2, 7: 1, 8: 1, 9: 1) if a <= -1 or a >= 1"},
		{"unsupported behind a fault", 1,
			a + `set x (add (div 6 x! "division by zero") (toint (move (toptr (mul 4294967296 x!)) 1)))`,
			"division by zero if a = 0; unsupported: a pointer made of a number that depends on inputs"},
		{"a fault behind what is unsupported", 1,
			a + `set x (add (toint (move (toptr (mul 4294967296 x!)) 1)) (div 6 x! "division by zero"))`,
			"unsupported: a pointer made of a number that depends on inputs"},
	} {
		m, s := at(t, test.lines, test.steps)
		if got := describe(m, s); got != test.want {
			t.Errorf("%s: found %q, want %q", test.title, got, test.want)
		}
	}
}

func TestAssumptions(t *testing.T) {
	lines := `slot x int
		slot y int
		draw x a 0 ..
		assume (lt X 5) @3:1-3:9
		assume (and (or (lt 1 X) (eq X 0)) (lt X 9)) @3:2-3:9
		assume (lt 0 (div 6 X "assume" @3:7-3:9)) @3:6-3:9
		draw y b ..
		assume (lt X Y) @4:5-4:10
		set x 1
		assume (lt 3 Y)`
	m, _ := at(t, strings.NewReplacer("X", `(def x "assume" @3:4-3:5)`, "Y",
		`(def y "assume" @4:5-4:6)`).Replace(lines), 0)
	var got []string
	for _, a := range m.Assumptions() {
		got = append(got, fmt.Sprint(a.Span, " ", termview.Full(a.Path.Conjuncts())))
	}
	want := []string{"3:1 a <= 4", "3:2 (a >= 2 or a = 0) and a <= 8", "3:6 a != 0 and (6 / a) >= 1", "4:5 a < b"}
	if !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

func TestLoops(t *testing.T) {
	p, err := core.ParseLoose("test.core", []byte(`core 1
source "text"
entry main
func main() int loops 2
slot i int
slot j int
set i 0
enter 0
outer: branch (lt i! 9) then one else end loop 0 @1:1-1:2
one: set j 0
enter 1
inner: branch (lt j! 2) then two else three loop 1 @2:1-2:2
two: set j (add j! 1)
jump inner
three: set i (add i! 1)
branch (lt i! 9) then four else last
four: jump outer
last: set j 7
jump end
end: call i (func f)
return 0
func f() int loops 1
enter 0
head: branch (truth 1) then head else out loop 0 @3:1-3:2
out: return 0
`))
	if err != nil {
		t.Fatal(err)
	}
	m := New(p)
	s := m.Start()
	seen := map[string]int{}
	iterations := map[int]int{}
	for range 200 {
		var list []string
		for _, l := range m.Loops(s) {
			list = append(list, fmt.Sprint(l.Span.Line, ":", l.Iterations))
		}
		if site := m.Site(s); site != any(&s.fn.Code[s.pc]) {
			t.Fatalf("found the site %v", site)
		}
		seen[fmt.Sprint(s.pc, " ", list)]++
		step := m.Step(s)
		if !step.Only {
			t.Fatal("want only one step")
		}
		s = step.Next.State
		if n := m.Iteration(s); (n > 0) != (step.Next.Rule == ruleLoopTrue) {
			t.Fatalf("after %s, %d iterations have begun", step.Next.Rule.Name, n)
		} else if n > 0 {
			iterations[n]++
		}
	}
	for _, want := range []string{"0 []", "2 [1:0]", "3 [1:1]", "5 [2:0 1:1]", "6 [2:2 1:9]", "5 [2:2 1:9]", "8 [1:9]",
		"2 [1:8]", "11 []", "12 []", "13 []", "1 [3:5]"} {
		if seen[want] == 0 {
			t.Errorf("no state has the loops %s", want)
		}
	}
	if iterations[1] != 11 || iterations[2] != 11 || iterations[3] != 2 {
		t.Errorf("found the iterations %v", iterations)
	}
}

// parted returns a machine that merges everywhere, and what becomes of the two ways from a branch where a > 0, each of
// which takes one instruction: with pointers q and r to an object each, and a slot p of a kind. It also returns the
// path condition of the branch, and what the first way assumes.
func parted(t *testing.T, kind, yes, no, end string) (m *Machine, path *symbolic.PathCondition, f *term.Formula, one,
	other State) {
	t.Helper()
	m, s := at(t, `slot a int
		slot q ptr
		slot r ptr
		slot p `+kind+`
		draw a a ..
		alloc q heap 4
		alloc r heap 8
		branch (gt a! 0) then yes else no
		yes: `+yes+`
		jump on
		no: `+no+`
		on: set a 0
		`+end, 3)
	m.MergeAs(Everywhere)
	ways := m.Step(s).Successors
	if len(ways) != 2 {
		t.Fatalf("%s, %s: found %d ways, want two", yes, no, len(ways))
	}
	one, other = m.Step(m.Step(ways[0].State).Next.State).Next.State, m.Step(ways[1].State).Next.State
	return m, s.cond, ways[0].State.cond.Since(s.cond)[0], one, other
}

// TestMergeOfPointers establishes that pointers into one object become one with an offset by cases, that others are not
// merged, and that a merge may lose what a slot holds, if that is not read again, unless the program looks for memory
// that is lost and the slot may have a pointer.
func TestMergeOfPointers(t *testing.T) {
	for _, c := range []struct {
		title, kind, yes, no, end string
		same                      bool
	}{
		{"pointers", "ptr", "set p (move q! 1)", "set p q!", "", true},
		{"pointers into one object, where leaks are looked for", "ptr", "set p (move q! 1)", "set p q!", "leaks", true},
		{"pointers into two objects, where leaks are looked for", "ptr", "set p r!", "set p q!", "leaks", false},
		{"pointers into one object, read", "ptr", "set p (move q! 1)", "set p q!", "set a (toint p!)", true},
		{"pointers into two objects, read", "ptr", "set p r!", "set p q!", "set a (toint p!)", false},
		{"a pointer into an object and none, read", "ptr", "set p (null)", "set p q!", "set a (toint p!)", false},
		{"a pointer and nothing, where leaks are looked for", "ptr", "set p q!", "set a 1", "leaks", false},
		{"nothing and a pointer, where leaks are looked for", "ptr", "set a 1", "set p q!", "leaks", false},
		{"the same pointer, where leaks are looked for", "ptr", "set p q!", "set p q!", "leaks", true},
		{"an integer and nothing, where leaks are looked for", "int", "set p 1", "set a 1", "leaks", true},
		{"integers, where leaks are looked for", "int", "set p 1", "set p 2", "leaks", true},
	} {
		m, path, f, yes, no := parted(t, c.kind, c.yes, c.no, c.end)
		if _, ok := m.Merge(path, f, yes, no); ok != c.same {
			t.Errorf("%s: merged: %v, want %v", c.title, ok, c.same)
		}
	}
}

// TestStoredPointers establishes that a merge of all there is makes one of pointers into one object that are stored,
// and of no others.
func TestStoredPointers(t *testing.T) {
	for _, c := range []struct {
		title, yes, no, is string // what the first bytes of r are read as, if the states are merged
	}{
		{"into one object", "store ptr r! (move q! 1)", "store ptr r! (move q! 3)", "2 * (a <= 0) + 1"},
		{"into two objects", "store ptr r! r!", "store ptr r! q!", ""},
		{"a pointer and none", "store ptr r! q!", "store ptr r! (null)", ""},
		{"a pointer and an integer", "store ptr r! q!", "store i64 r! 7", ""},
		{"a pointer and nothing", "store ptr r! q!", "set a a!", ""},
	} {
		m, path, f, yes, no := parted(t, "int", c.yes, c.no, "")
		merged, ok := m.Merge(path, f, yes, no)
		if is := c.is != ""; ok != is {
			t.Errorf("%s: merged: %v, want %v", c.title, ok, is)
		} else if ok {
			o, _ := merged.rest.objects.get(2)
			l := m.lift(&merged)
			if v := l.load(o.cells, 0, core.Pointer); v.class != inObject || v.ref != 1 || v.n.String() != c.is {
				t.Errorf("%s: found a pointer to %s in object %d, want %s in object 1", c.title, v.n, v.ref, c.is)
			}
		}
		m.MergeAs(Wide)
		if _, ok := m.Merge(path, f, yes, no); ok {
			t.Errorf("%s: merged where it matters what values are used for", c.title)
		}
	}
}

// TestTree compares maps with those of Go.
func TestTree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	type version struct {
		tree *tree[int]
		want map[int64]int
	}
	versions := []version{{nil, map[int64]int{}}}
	for i := range effort.Of(3000) {
		v := versions[r.IntN(len(versions))]
		next := version{v.tree, maps.Clone(v.want)}
		if key := r.Int64N(60); r.IntN(3) > 0 {
			next.tree, next.want[key] = v.tree.with(key, i), i
		} else {
			next.tree = v.tree.without(key)
			delete(next.want, key)
		}
		versions = append(versions[max(0, len(versions)-20):], next)
	}
	for _, v := range versions {
		if got := maps.Collect(v.tree.all()); !maps.Equal(got, v.want) {
			t.Fatalf("found %v, want %v", got, v.want)
		}
		keys := slices.Sorted(maps.Keys(v.want))
		for key := int64(-1); key < 62; key++ {
			i, has := slices.BinarySearch(keys, key)
			if got, ok := v.tree.get(key); ok != has || got != v.want[key] {
				t.Fatalf("at %d found %d, %v", key, got, ok)
			}
			if x := v.tree.from(key); (x == nil) != (i == len(keys)) || x != nil && x.key != keys[i] {
				t.Fatalf("from %d on found %v", key, x)
			}
			if x := v.tree.before(key); (x == nil) != (i == 0) || x != nil && x.key != keys[i-1] {
				t.Fatalf("before %d found %v", key, x)
			}
		}
		if height := v.tree.balanced(t); height > 8 {
			t.Fatalf("a tree of %d has the height %d", len(keys), height)
		}
	}
}

func (x *tree[T]) balanced(t *testing.T) int {
	if x == nil {
		return 0
	}
	l, r := x.left.balanced(t), x.right.balanced(t)
	if l > r+1 || r > l+1 || x.height != 1+max(l, r) {
		t.Fatalf("found the height %d over %d and %d", x.height, l, r)
	}
	return x.height
}

// TestVector compares sequences with slices, with owners that come and go.
func TestVector(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	for _, n := range []int{1, 16, 17, 300, 5000} {
		v, want := makeVector[int](n), make([]int, n)
		old, before := v, slices.Clone(want)
		var own *owner[int]
		for i := range effort.Of(2000) {
			if r.IntN(9) == 0 {
				if own = nil; r.IntN(4) > 0 {
					own = new(owner[int])
				}
				old, before = v, slices.Clone(want)
			}
			at := r.IntN(n)
			v, want[at] = v.with(own, at, i), i
			for _, k := range []int{at, r.IntN(n)} {
				if v.get(k) != want[k] || old.get(k) != before[k] {
					t.Fatalf("of %d: at %d found %d and %d, want %d and %d", n, k, v.get(k), old.get(k), want[k],
						before[k])
				}
			}
		}
	}
}

// TestMostCases: up to MaxEntries places are one way of a load, and up to MaxPlaces of a store; one more is not
// supported.
func TestMostCases(t *testing.T) {
	for _, c := range []struct{ places, loads, stores int }{
		{64, 1, 1}, {MaxCases, 1, 1}, {MaxCases + 1, 1, 1}, {MaxPlaces, 1, 1}, {MaxPlaces + 1, 1, 0},
		{MaxEntries, 1, 0}, {MaxEntries + 1, 0, 0},
	} {
		lines := fmt.Sprintf("slot x int\nslot p ptr\ndraw x a 0 .. %d\nalloc p heap %d\nfill (move p! 0) 7 %[2]d\n",
			c.places-1, c.places)
		for access, want := range map[string]int{"load x u8 (move p! x!)": c.loads,
			"store u8 (move p! x!) 9": c.stores} {
			m, s := at(t, lines+access, 3)
			step := m.Step(s)
			if n := len(step.Successors); step.Only && want != 1 || !step.Only && n != want {
				t.Errorf("%s, %d places: found %d ways, want %d", access, c.places, n, want)
			}
		}
	}
}

// TestLoadOfData: a load of bytes of the program's data is the number that they are in little endian, also where bytes
// side by side are a character in UTF-8.
func TestLoadOfData(t *testing.T) {
	m, _ := at(t, "slot x int", 0)
	l := m.lift(nil)
	try := func(data []byte, as core.Scalar) {
		t.Helper()
		want := uint64(0)
		for i, b := range data {
			want += uint64(b) << (8 * i)
		}
		v := l.load(put(nil, 0, cell{int64(len(data)), 0, &content{data: string(data)}}), 0, as)
		if v.class != integer || !v.n.IsConst() || v.n.Const.Uint64() != want {
			t.Fatalf("% x: found %v, want %d", data, v.n, want)
		}
	}
	for n := range 1 << 16 {
		try([]byte{byte(n), byte(n >> 8)}, core.U16)
	}
	r := rand.New(rand.NewPCG(71, 72))
	for range effort.Of(4000) {
		var data []byte
		for len(data) < 8 {
			if data = append(data, byte(r.Uint32())); r.IntN(2) == 0 {
				data = utf8.AppendRune(data, rune(r.IntN(utf8.MaxRune)))
			}
		}
		try(data[:4], core.U32)
		try(data[:8], core.U64)
	}
}
