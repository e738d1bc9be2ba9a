package core

import (
	"fmt"
	"math/big"
	"math/rand"
	"regexp"
	"strings"
	"testing"

	"vouch/semantics"
)

// inputs returns an Input that gives the values in their order.
func inputs(values ...int64) func(int, string) (*big.Int, bool) {
	return func(n int, _ string) (*big.Int, bool) {
		if n >= len(values) {
			return nil, false
		}
		return big.NewInt(values[n]), true
	}
}

// header declares what the programs of TestInstructions use.
const header = `core 1
entry main

global buf size 16
init 0 bytes "abcdefgh"
global lit literal readonly size 4
init 0 bytes "lit"
global table size 24
init 0 ptr (global buf)
init 8 ptr (func add)
init 16 ptr (null)

func add(a int, b int) int
return (add (def a "uninitialised value") (def b "uninitialised value"))

func nothing()
return

func local() ptr
slot $p ptr
alloc $p local 8
store u8 $p! 1
return $p

func blocks() library
slot $p ptr
slot $q ptr
slot $r ptr
alloc $p local 8
alloc $q local 9
alloc $r local 8
store ptr $p! $q!
end $q!
end $p!
return

func typed(n int) sig "void (int)"
return

func watch(n int)
leaks
return

func ends(p ptr)
end p!
return

func deep(n int) int
slot r int
call r (func deep) (add n! 1)
return r

func main() int loops 2
slot i int
slot j int
slot k int
slot p ptr
slot q ptr
slot r ptr
slot f f32
slot d f64
`

// ended says how a program ends: its status or what stops it, and where, then the values of its slots.
func ended(text string, m *Machine, s State, out semantics.Outcome) string {
	var w strings.Builder
	switch {
	case out.Done:
		fmt.Fprintf(&w, "done %s", s.Status())
	case out.Fault != nil:
		fmt.Fprintf(&w, "%s at %s", out.Fault.Kind, at(text, *out.Fault))
	default:
		fmt.Fprint(&w, string(out.Blocked))
	}
	for _, x := range s.Shown() {
		fmt.Fprintf(&w, " %s=%s", x.Name, s.Format(x.Value))
	}
	return w.String()
}

// TestInstructions has the instructions in the order of doc.go, with everything at which no rule applies.
func TestInstructions(t *testing.T) {
	for _, c := range []struct{ title, code, want string }{
		{"set", "set i 3", "done 0 i=3"},
		{"set to what is undefined", "set i 3; set i j", "done 0"},
		{"set to what has no value", `set i 3; set i (div 1 0 "division by zero")`, "division by zero at (div i=3"},
		{"branch where the condition holds", "branch (lt 1 2) then a else b; a: return 1; b: return 2", "done 1"},
		{"branch where it does not", "branch (lt 2 1) then a else b; a: return 1; b: return 2", "done 2"},
		{"branch on what has no value", "branch (lt i! 1) then a else a; a: return 1", "uninitialised value at i!"},
		{"jump", "jump a; return 1; a: return 2", "done 2"},
		{"draw", "draw i x 0 .. 9; draw j y 10 .. ", "done 0 i=5 j=17"},
		{"draw at the ends of ranges", "draw i x 5 .. 5; draw j y 17 .. 17", "done 0 i=5 j=17"},
		{"draw below the range", "draw i x 6 .. ", "an input is missing"},
		{"draw above the range", "draw i x  .. 4", "an input is missing"},
		{"draw of an input too many", "draw i x ..; draw i x ..; draw i x ..", "an input is missing i=17"},
		{"assume what holds", "assume (lt 1 2); set i 1", "done 0 i=1"},
		{"assume what does not hold", "assume (lt 2 1); set i 1", "assumption violated"},
		{"assume what has no value", "assume (lt j! 1); set i 1", "uninitialised value at j!"},
		{"assume what is assumed to have a value", `assume (lt (def j "assume") 1); set i 1`, "assumption violated"},
		{"fail", `fail "assertion"`, "assertion at fail"},
		{"unsupported", `unsupported "signals"`, "unsupported: signals"},

		{"alloc", "alloc p heap 8; alloc q local 0", "done 0 p=&p q=&q"},
		{"alloc of less than nothing", "alloc p heap -1", "invalid size at alloc"},
		{"alloc of the most", "alloc p heap 4294901760; store u8 (move p! 4294901759) 7; load i u8 (move p! 4294901759); load j u8 p!",
			"done 0 i=7 p=&p"},
		{"alloc of more", "alloc p heap 4294901761", "invalid size at alloc"},
		{"alloc of much more", "alloc p heap (shl 1 60)", "invalid size at alloc"},
		{"alloc of far more", "alloc p heap (shl 1 64)", "invalid size at alloc"},

		{"free", "alloc p heap 8; free p!", "done 0 p=&p"},
		{"free of null", "free (null)", "invalid free at free"},
		{"free of a function", "free (func add)", "invalid free at free"},
		{"free of an address", "free (toptr 8)", "invalid free at free"},
		{"free of a global", "free (global buf)", "invalid free at free"},
		{"free of a local object", "alloc p local 8; free p!", "invalid free at free p=&p"},
		{"free of a local object that is dead", "call p (func local); free p!", "invalid free at free p=&4"},
		{"free of the inside", "alloc p heap 8; free (move p! 1)", "invalid free at free p=&p"},
		{"free of far outside", "alloc p heap 8; free (move p! (shl 1 64))", "invalid free at free p=&p"},
		{"free twice", "alloc p heap 8; free p!; free p!", "double free at free p=&p"},
		{"free twice, the second time inside", "alloc p heap 8; free p!; free (move p! 1)", "double free at free p=&p"},

		{"extent", "alloc p heap 12; extent i p!", "done 0 i=12 p=&p"},
		{"extent of null", "extent i (null)", "invalid free at extent"},
		{"extent of a global", "extent i (global buf)", "invalid free at extent"},
		{"extent of a local object", "alloc p local 8; extent i p!", "invalid free at extent p=&p"},
		{"extent of the inside", "alloc p heap 8; extent i (move p! 1)", "invalid free at extent p=&p"},
		{"extent of what was freed", "alloc p heap 8; free p!; extent i p!", "double free at extent p=&p"},

		{"room", "alloc p heap 12; room i p!; room j (move p! 5)", "done 0 i=12 j=7 p=&p"},
		{"room of a local object", "alloc p local 8; room i p!", "done 0 i=8 p=&p"},
		{"room of a global", "room i (move (global buf) 1)", "done 0 i=15"},
		{"room at the end", "set i 3; alloc p heap 12; room i (move p! 12)", "done 0 i=0 p=&p"},
		{"room behind the end", "alloc p heap 12; room i (move p! 13)", "done 0 i=0 p=&p"},
		{"room before the start", "alloc p heap 12; room i (move p! -1)", "done 0 i=0 p=&p"},
		{"room far outside", "alloc p heap 8; room i (move p! (shl 1 64))", "done 0 i=0 p=&p"},
		{"room of null", "room i (null)", "done 0 i=0"},
		{"room of a function", "room i (func local)", "done 0 i=0"},
		{"room of what was freed", "alloc p heap 8; free p!; room i p!", "done 0 i=0 p=&p"},
		{"room of what may not be written", "alloc p local 8; protect p!; room i p!", "done 0 i=0 p=&p"},
		{"room of what has no value", "room i p!", "uninitialised value at p!"},

		{"end", "alloc p local 8; end p!", "done 0 p=&p"},
		{"end, then an access", "alloc p local 8; end p!; load i u8 p!", "use after scope at load p=&p"},
		{"end, then a copy of nothing", "alloc p local 8; end p!; copy p! p! 0", "use after scope at copy p=&p"},
		{"end of the first of three",
			"alloc p local 8; alloc q local 8; alloc r local 8; end p!; store u8 q! 1; store u8 r! 1; end r!; end q!; load i u8 r!",
			"use after scope at load p=&p q=&q r=&r"},
		{"end of null", "end (null)", "invalid free at end"},
		{"end of a function", "end (func add)", "invalid free at end"},
		{"end of a global", "end (global buf)", "invalid free at end"},
		{"end of an object on the heap", "alloc p heap 8; end p!", "invalid free at end p=&p"},
		{"end of the inside", "alloc p local 8; end (move p! 1)", "invalid free at end p=&p"},
		{"end of far outside", "alloc p local 8; end (move p! (shl 1 64))", "invalid free at end p=&p"},
		{"end twice", "alloc p local 8; end p!; end p!", "invalid free at end p=&p"},
		{"end of what has returned", "call p (func local); end p!", "invalid free at end p=&4"},
		{"end of a local object of the caller", "alloc p local 8; call - (func ends) p!", "invalid free at end p=&p"},
		{"free of what has ended", "alloc p local 8; end p!; free p!", "invalid free at free p=&p"},

		{"protect", "alloc p local 8; store u8 p! 3; protect (move p! 4); load i u8 p!", "done 0 i=3 p=&p"},
		{"protect, then a store", "alloc p local 8; protect p!; store u8 p! 3", "read-only write at store p=&p"},
		{"protect, then a fill of nothing", "alloc p heap 8; protect p!; fill p! 1 0; fill p! 1 1",
			"read-only write at fill p=&p"},
		{"protect again, of a literal, outside", "protect (move (global lit) 99); protect (global lit)", "done 0"},
		{"protect, then free", "alloc p heap 8; protect p!; free p!", "done 0 p=&p"},
		{"protect of null", "protect (null)", "null dereference at protect"},
		{"protect of an address", "protect (toptr 65536)", "invalid pointer at protect"},
		{"protect of the dead", "alloc p heap 8; free p!; protect p!", "use after free at protect p=&p"},

		{"load through null", "load i u8 (null)", "null dereference at load"},
		{"load of the address of an object that is made later",
			"store ptr (global buf) (toptr 21474836484); load p ptr (global buf); alloc r heap 1; alloc r heap 1; " +
				"load q ptr (global buf)", "done 0 p=0x500000004 q=&r+4 r=&r"},
		{"load through an address", "load i u8 (toptr 65536)", "invalid pointer at load"},
		{"load through null with an offset", "load i u8 (move (null) 65535)", "null dereference at load"},
		{"load before null", "load i u8 (move (null) -1)", "null dereference at load"},
		{"load through a long address", "load i u8 (toptr (shl 1 64))", "invalid pointer at load"},
		{"load of a function", "load i u8 (func add)", "invalid pointer at load"},
		{"load at the end of a type", "load i u16 (move (global buf) 14)", "done 0 i=0"},
		{"load at an odd offset", "load i u16 (move (global buf) 3)", "misaligned access at load"},
		{"load at half of a type", "load d f64 (move (global buf) 4)", "misaligned access at load"},
		{"load of a pointer at half of one", "load p ptr (move (global table) 4)", "misaligned access at load"},
		{"load at any offset", "load i u16 loose (move (global buf) 3)", "done 0 i=25956"},
		{"load out of bounds and at an odd offset", "load i u16 (move (global buf) 15)", "out of bounds read at load"},
		{"load at any offset out of bounds", "load i u16 loose (move (global buf) 15)", "out of bounds read at load"},
		{"store at an odd offset", "store u32 (move (global buf) 2) 1", "misaligned access at store"},
		{"store at an odd offset of a literal", "store u16 (move (global lit) 1) 1", "read-only write at store"},
		{"store at any offset", "store u32 loose (move (global buf) 2) 1; load i u16 (move (global buf) 2)",
			"done 0 i=1"},
		{"load of what was freed", "alloc p heap 8; free p!; load i u8 (move p! 9)", "use after free at load p=&p"},
		{"load of what has returned", "call p (func local); load i u8 p!", "use after return at load p=&4"},
		{"load at the end", "load i u8 (move (global buf) 15); load j u16 (move (global buf) 14)", "done 0 i=0 j=0"},
		{"load over the end", "load i u16 (move (global buf) 15)", "out of bounds read at load"},
		{"load before the start", "load i u8 (move (global buf) -1)", "out of bounds read at load"},
		{"load far away", "load i u8 (move (global buf) (shl 1 64))", "out of bounds read at load"},
		{"load from what is too small", "alloc p heap 0; load i u8 p!", "out of bounds read at load p=&p"},
		{"load of what was never written", "alloc p heap 8; store u8 p! 1; set i 1; load i u16 p!; load j u8 p!",
			"done 0 j=1 p=&p"},
		{"load by a pointer without value", "load i u8 p!", "uninitialised value at p!"},
		{"load of initial values",
			"load i u16 (global buf); load j u8 (move (global lit) 3); load p ptr (global table); load q ptr (move (global table) 8)",
			"done 0 i=25185 j=0 p=&buf q=&add"},
		{"load of an initial null", "load p ptr (move (global table) 16)", "done 0 p=null"},

		{"store and load", "store i32 (global buf) -2; load i i32 (global buf); load j u8 (move (global buf) 3); load k u32 (global buf)",
			"done 0 i=-2 j=255 k=4294967294"},
		{"store through null", "store u8 (null) 1", "null dereference at store"},
		{"store to a literal", "store u8 (global lit) 1", "read-only write at store"},
		{"store out of a literal", "store u8 (move (global lit) 9) 1", "read-only write at store"},
		{"store over the end", "store u32 (move (global buf) 13) 1", "out of bounds write at store"},
		{"store to what was freed", "alloc p heap 8; free p!; store u8 p! 1", "use after free at store p=&p"},
		{"store of what has no value", "store u8 (null) j!", "uninitialised value at j!"},

		{"copy", "copy (move (global buf) 8) (global buf) 4; load i u32 (move (global buf) 8)", "done 0 i=1684234849"},
		{"copy of nothing", "copy (move (global buf) 99) (move (global buf) -9) 0", "done 0"},
		{"copy of nothing to a literal", "copy (global lit) (global buf) 0", "done 0"},
		{"copy of nothing from null", "copy (global buf) (null) 0", "null dereference at copy"},
		{"copy of nothing to the dead", "alloc p heap 8; free p!; copy p! (global buf) 0",
			"use after free at copy p=&p"},
		{"copy of less than nothing", "copy (null) (null) -1", "invalid size at copy"},
		{"copy of too much", "copy (null) (null) (shl 1 57)", "invalid size at copy"},
		{"copy from outside to a literal", "copy (global lit) (move (global buf) 9) 8", "out of bounds read at copy"},
		{"copy to a literal", "copy (global lit) (global buf) 4", "read-only write at copy"},
		{"copy to outside", "copy (move (global buf) 13) (global buf) 4", "out of bounds write at copy"},
		{"copy from a function", "copy (null) (func add) 4", "invalid pointer at copy"},
		{"copy between ranges that must not overlap",
			`copy (move (global buf) 4) (global buf) 4 "overlapping copy"; load i u8 (move (global buf) 4)`,
			"done 0 i=97"},
		{"copy to itself that must not overlap", `copy (global buf) (global buf) 1 "overlapping copy"`,
			"overlapping copy at copy"},
		{"loose copy to itself",
			`copy loose (global buf) (global buf) 4 "overlapping copy"; load i u8 (move (global buf) 1)`,
			"done 0 i=98"},
		{"loose copy over its end", `copy loose (move (global buf) 3) (global buf) 4 "overlapping copy"`,
			"overlapping copy at copy"},
		{"loose copy from behind its start", `copy loose (global buf) (move (global buf) 3) 4 "overlapping copy"`,
			"overlapping copy at copy"},
		{"loose copy to what is next",
			`copy loose (move (global buf) 4) (global buf) 4 "overlapping copy"; load i u8 (move (global buf) 4)`,
			"done 0 i=97"},
		{"copy forward that must not overlap", `copy (move (global buf) 3) (global buf) 4 "overlapping copy"`,
			"overlapping copy at copy"},
		{"copy back that must not overlap", `copy (global buf) (move (global buf) 3) 4 "invalid argument"`,
			"invalid argument at copy"},
		{"copy of nothing to itself that must not overlap", `copy (global buf) (global buf) 0 "overlapping copy"`,
			"done 0"},
		{"copy over the end that must not overlap", `copy (move (global buf) 8) (global buf) 9 "overlapping copy"`,
			"out of bounds write at copy"},
		{"copy between two objects at the same place",
			`alloc p heap 8; copy p! (global buf) 8 "overlapping copy"; load i u8 p!`, "done 0 i=97 p=&p"},
		{"fill", "fill (move (global buf) 1) -1 2; load i u32 (global buf)", "done 0 i=1694498657"},
		{"fill of nothing", "fill (move (global lit) 99) 1 0", "done 0"},
		{"fill of less than nothing", "fill (global lit) 1 -1", "invalid size at fill"},
		{"fill of a literal", "fill (global lit) 1 4", "read-only write at fill"},
		{"fill over the end", "fill (global buf) 1 17", "out of bounds write at fill"},

		{"leaks where all is free", "alloc p heap 8; free p!; set p (null); leaks", "done 0 p=null"},
		{"leaks where a slot points", "alloc p heap 8; leaks", "done 0 p=&p"},
		{"leaks where nothing points", "alloc p heap 8; set p (null); leaks", "memory leak at alloc p=null"},
		{"leaks where a slot points to the end", "alloc p heap 8; set p (move p! 99); leaks", "done 0 p=&p+99"},
		{"leaks where a number is left", "alloc p heap 8; set i (toint p!); set p (null); leaks",
			"memory leak at alloc i=17179869184 p=null"},
		{"leaks where a global points", "alloc p heap 8; store ptr (global buf) p!; set p (null); leaks",
			"done 0 p=null"},
		{"leaks where a global points from an odd place",
			"alloc p heap 8; store ptr loose (move (global buf) 3) p!; set p (null); leaks", "done 0 p=null"},
		{"leaks where a pointer has moved",
			"alloc p heap 8; store ptr (global buf) p!; copy (move (global buf) 7) (global buf) 8; store u8 (global buf) 0; set p (null); leaks",
			"done 0 p=null"},
		{"leaks where a pointer is cut",
			"alloc p heap 8; store ptr (global buf) p!; store u8 (move (global buf) 7) 0; set p (null); leaks",
			"memory leak at alloc p=null"},
		{"leaks where the bytes of a pointer are left",
			"alloc p heap 8; store u64 (global buf) (toint p!); set p (null); leaks", "memory leak at alloc p=null"},
		{"leaks where an object points on",
			"alloc p heap 8; alloc q heap 600; store ptr (move q! 592) p!; set p (null); leaks", "done 0 p=null q=&q"},
		{"leaks in a ring", "alloc p heap 8; alloc q heap 8; store ptr (move q! 0) p!; store ptr p! q!; set p (null); set q (null); leaks",
			"memory leak at alloc p=null q=null"},
		{"leaks where a dead object pointed",
			"alloc p heap 8; alloc q heap 8; store ptr q! p!; free q!; set p (null); leaks",
			"memory leak at alloc p=null q=&q"},
		{"leaks where a caller's slot points", "alloc p heap 8; call - (func watch) 1", "done 0 p=&p"},
		{"leaks where only a lost local object points",
			"alloc q local 8; alloc p heap 8; store ptr q! p!; set p (null); leaks; set q (null); leaks",
			"memory leak at alloc p=null q=null"},
		{"leaks, the first of several",
			"alloc p heap 8; alloc q heap 9; free p!; alloc p heap (div 10 1 \"fail\"); set q (null); set p (null); leaks",
			"memory leak at alloc p=null q=null"},

		{"call", "call i (func add) 3 4", "done 0 i=7"},
		{"call with a signature",
			"set p (func typed); call - p! 1 sig \"void (int)\"; call - p! 1; set p (func add); call i p! 3 4 sig \"x\"",
			"done 0 i=7 p=&add"},
		{"call with another signature", "set p (func typed); call - p! 1 sig \"void (long)\"",
			"invalid call at call p=&typed"},
		{"call of a function by its name with another signature", "call - (func typed) 1 sig \"void (long)\"",
			"invalid call at call"},
		{"call without a result", "call - (func nothing); call - (func add) 1 2", "done 0"},
		{"call through a pointer", "load p ptr (move (global table) 8); call i p! 3 4", "done 0 i=7 p=&add"},
		{"call with what is undefined", "call i (func add) 3 j", `uninitialised value at (def a=3`},
		{"call of null", "call i (null)", "invalid call at call"},
		{"call of an object", "call i (global buf)", "invalid call at call"},
		{"call with an argument too few", "set p (func add); call i p! 3", "invalid call at call p=&add"},
		{"call with an argument too many", "set p (func add); call i p! 3 4 5", "invalid call at call p=&add"},
		{"call with an argument of another type", "set p (func add); call i p! 3 (null)",
			"invalid call at call p=&add"},
		{"call for a result of another type", "set p (func add); call q p! 3 4", "invalid call at call p=&add"},
		{"call for a result that there is not", "set p (func nothing); call i p!", "invalid call at call p=&nothing"},
		{"calls without end", "call i (func deep) 2", "unsupported: calls nest deeper than 65536 n=65536"},
		{"return of a pointer to a local object", "call p (func local); set q p", "done 0 p=&4 q=&4"},
		{"return of what is undefined", "return i", "done 0"},
		{"return of no number", "return (toint (global buf))", "done 4294967296"},
		{"return", "return 3", "done 3"},
		{"halt", "halt 3", "done 3"},
		{"halt with a long number", "halt (shl 1 64)", "done 18446744073709551616"},
		{"output", "output 1 65; output 1 321; output 2 -1", "done 0"},
	} {
		text := header + strings.ReplaceAll(c.code, "; ", "\n") + "\nreturn 0\n"
		m := &Machine{Program: load(t, text), Input: inputs(5, 17), Meter: semantics.NewMeter(1<<30, 1<<24)}
		start := m.Start()
		start.Hold(m.Meter)
		s, out := semantics.Run(m, start, 1<<20, nil)
		start.Replace(s, m.Meter)
		if got := ended(text, m, s, out); got != c.want {
			t.Errorf("%s: got %s, want %s", c.title, got, c.want)
		}
		if !m.Meter.Hold(1<<24-int(s.Words())) || m.Meter.Hold(1) {
			t.Errorf("%s: the meter does not hold the %d words of the last state", c.title, s.Words())
		}
		agrees(t, c.title, m.Program, inputs(5, 17), out.Steps)
	}
}

// TestLibrary: what happens in a library function is at the place of the call by the innermost caller that is none.
func TestLibrary(t *testing.T) {
	const text = `core 1
entry main

func main()
slot p ptr
call p (func own) 3
return

func own(n int) ptr
slot p ptr
call p (func outer) n
return p

func outer(n int) ptr library
slot p ptr
call p (func inner) n
return p

func inner(n int) ptr library
slot p ptr
CODE
return p
`
	for _, c := range []struct{ title, code, entry, own, want string }{
		{"a fault of an instruction", "free (null)", "", "", "invalid free at 11:1"},
		{"a fault of an expression", `set n (div 1 0 "division by zero")`, "", "", "division by zero at 11:1"},
		{"a fault of a call", "call p (null)", "", "", "invalid call at 11:1"},
		{"a failure", `fail "abort"`, "", "", "abort at 11:1"},
		{"a fault in a function that is called back", "call - (func back)", "", "", "abort at 25:1"},
		{"a leak", "alloc p heap n!; set p (null); leaks", "", "", "memory leak at 11:1"},
		{"a fault where the caller is a library function too", "free (null)", "", " library", "invalid free at 6:1"},
		{"a fault where all are library functions", "free (null)", " library", " library", "invalid free at 21:1"},
		{"a leak where all are library functions", "alloc p heap n!; set p (null); leaks", " library", " library",
			"memory leak at 21:1"},
	} {
		code := strings.Replace(text, "CODE", c.code, 1) + "\nfunc back()\nfail \"abort\"\n"
		if c.entry != "" {
			code = strings.Replace(code, "func main()", "func main()"+c.entry, 1)
		}
		code = strings.Replace(code, "func own(n int) ptr", "func own(n int) ptr"+c.own, 1)
		m := &Machine{Program: load(t, strings.ReplaceAll(code, "; ", "\n"))}
		_, out := semantics.Run(m, m.Start(), 100, nil)
		got := string(out.Blocked)
		if out.Fault != nil {
			got = fmt.Sprintf("%s at %d:%d", out.Fault.Kind, out.Fault.Line, out.Fault.Column)
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.title, got, c.want)
		}
	}
	m := &Machine{Program: load(t, strings.Replace(text, "CODE", "alloc p heap 8\nfree p!", 1))}
	s, _ := semantics.Run(m, m.Start(), 100, nil)
	if o, _ := s.Object(1); o.Made.Line != 11 || o.Ended.Line != 11 {
		t.Errorf("an object of a library function was made at %v and ended at %v, want line 11", o.Made, o.Ended)
	}
}

// accesses matches the beginning of a load or a store in the text.
var accesses = regexp.MustCompile(`\b(load \w+ \w+|store \w+)\b`)

// TestMemory is about what stores leave in memory: bytes, cells, what is cut of them, and what copies make of it. The
// slots are written first.
func TestMemory(t *testing.T) {
	const far = "(shl 1 70)" // which no scalar type has
	for _, c := range []struct{ title, code, want string }{
		{"the widths", "store u8 P 255; load i i8 P; store u16 P 65535; load j i16 P; store u64 P 18446744073709551615; load k i64 P",
			"done 0 i=-1 j=-1 k=-1"},
		{"long unsigned", "store i64 P -1; load i u64 P; load j u32 P; load k i32 (move P 4)",
			"done 0 i=18446744073709551615 j=4294967295 k=-1"},
		{"little endian", "store u32 P 16909060; load i u8 P; load j u16 (move P 2)", "done 0 i=4 j=258"},
		{"over the end of a page",
			"store u64 (move P 60) 72623859790382856; load i u64 (move P 60); load j u8 (move P 63); load k u8 (move P 64)",
			"done 0 i=72623859790382856 j=5 k=4"},
		{"a store over part of another", "store u32 P 0; store u16 (move P 1) -1; load i u16 (move P 1); load j u32 P",
			"done 0 i=-1 j=16776960"},
		{"undefined over part", "store u32 P 1; store u16 (move P 2) j; load i u16 P; load k u32 P", "done 0 i=1"},
		{"undefined over what was never written", "store u32 P j; load i u8 P", "done 0"},

		{"a number that its type does not have", "store u8 P 256; load i u8 P; load j i8 P", "done 0 i=256 j=0"},
		{"a negative one", "store u16 P -1; load i u16 P; load j i16 P", "done 0 i=-1 j=-1"},
		{"a long one", "store i32 P (add F 5); load i i32 P; load j u32 P; load k u8 P",
			"done 0 i=1180591620717411303429 j=5 k=5"},
		{"a long negative one", "store i32 P (sub 5 F); load i u32 P; load j u8 (move P 1)", "done 0 i=5 j=0"},
		{"one over the end of a page",
			"store i32 (move P 62) (add F -2); load i i32 (move P 62); load j u32 (move P 62); load k u16 (move P 64)",
			"done 0 i=1180591620717411303422 j=4294967294 k=65535"},
		{"one that is cut at its start", "store i32 P F; store u8 P 1; load i i32 P; load j u8 P", "done 0 i=1 j=1"},
		{"one that is cut at its end", "store i32 P F; store u8 (move P 3) 0; load i i32 P", "done 0 i=0"},
		{"one that is cut in the middle by the same", "store u64 P F; store u8 (move P 4) 0; load i u64 P",
			"done 0 i=0"},
		{"one that is cut by another",
			"store i32 P F; store i32 (move P 2) (add F 7); load i i32 (move P 2); load j u16 P",
			"done 0 i=1180591620717411303431 j=0"},
		{"one that is cut by a fill", "store i32 P (add F 1); fill (move P 1) 0 9; load i i32 P; load j u8 (move P 9)",
			"done 0 i=1 j=0"},
		{"one that is undefined again", "store i32 P F; store i32 P j; load i i32 P; load k u8 (move P 1)", "done 0"},
		{"one in place of another", "store i32 P F; store i32 P (add F 1); load i i32 P",
			"done 0 i=1180591620717411303425"},
		{"one at another offset", "store i16 P F; store i16 (move P 2) F; load i i16 (move P 1); load j i32 P",
			"done 0 i=0 j=0"},
		{"one that moves", "store i32 P (add F 1); copy (move P 8) P 4; load i i32 (move P 8)",
			"done 0 i=1180591620717411303425"},
		{"one that moves over the end of a page", "store i32 P (add F 1); copy (move P 62) P 4; load i i32 (move P 62)",
			"done 0 i=1180591620717411303425"},
		{"one that moves in part, the first bytes",
			"store i32 P (add F 1); copy (move P 8) P 3; store u8 (move P 11) 0; load i i32 (move P 8)", "done 0 i=1"},
		{"one that moves in part, the last bytes",
			"store u8 (move P 8) 9; store i32 P (add F 256); copy (move P 9) (move P 1) 3; load i i32 (move P 8)",
			"done 0 i=265"},
		{"one that moves in two parts",
			"store i32 P (add F 1); copy (move P 8) P 2; copy (move P 10) (move P 2) 2; load i i32 (move P 8)",
			"done 0 i=1"},
		{"one that moves over itself",
			"store i32 P (add F 1); copy (move P 2) P 4; load i i32 (move P 2); load j u16 P",
			"done 0 i=1180591620717411303425 j=1"},
		{"one that moves back over itself",
			"store i32 (move P 2) (add F 1); copy P (move P 2) 4; load i i32 P; load j u16 (move P 4)",
			"done 0 i=1180591620717411303425 j=0"},
		{"one of another type at the same place", "store i32 P F; load i u32 P; load j i32 P",
			"done 0 i=0 j=1180591620717411303424"},

		{"a pointer", "store ptr P (move (global buf) 3); load q ptr P", "done 0 q=&buf+3"},
		{"a function", "store ptr P (func add); load q ptr P; call i q! 1 2", "done 0 i=3 q=&add"},
		{"null", "store ptr P (null); load q ptr P; load i u64 P; load j u8 (move P 7)", "done 0 i=0 j=0 q=null"},
		{"an address", "store ptr P (toptr 258); load q ptr P; load i u8 (move P 1)", "done 0 i=1 q=0x102"},
		{"a long address", "store ptr P (toptr 18446744073709551615); load q ptr P; load i i64 P",
			"done 0 i=-1 q=0xffffffffffffffff"},
		{"an address from bytes", "store u64 P 258; load q ptr P", "done 0 q=0x102"},
		{"an address that is too long", "store ptr P (toptr F); load q ptr P; load i u8 P",
			"done 0 i=0 q=0x400000000000000000"},
		{"a negative address", "store ptr P (toptr -1); load q ptr P; load i u64 P",
			"done 0 i=18446744073709551615 q=-0x1"},
		{"bytes of a pointer", "store ptr P (move (global lit) 770); load i u8 (move P 4); load j i32 P; load k u64 P",
			"done 0 i=2 j=770 k=8589935362"},
		{"bytes of a pointer out of its object",
			"store ptr P (move (global lit) -1); load j i32 P; load i i32 (move P 4); load q ptr P",
			"done 0 i=1 j=-1 q=&lit-1"},
		{"a pointer out of its object, in pieces",
			"store ptr P (move (global lit) -1); load k u64 P; store u64 P k; load q ptr P",
			"done 0 k=8589934591 q=&buf+4294967295"},
		{"bytes of a function", "store ptr P (func add); load k u64 P", "done 0 k=4611686018427387904"},
		{"a pointer, byte by byte",
			"store ptr P (global buf); load i u32 P; load j u16 (move P 4); load k i16 (move P 6); " +
				"store u32 (move P 20) i; store u16 (move P 24) j; store i16 (move P 26) k; load q ptr (move P 20)",
			"done 0 i=0 j=1 k=0 q=&buf"},
		{"a pointer out of order",
			"store ptr P (move (global buf) 5); load i u32 P; store u32 (move P 4) i; load q ptr P",
			"done 0 i=5 q=0x500000005"},
		{"pieces of two pointers",
			"store ptr P (move (global buf) 5); store ptr (move P 8) (move (global lit) 6); copy P (move P 8) 4; load q ptr P",
			"done 0 q=&buf+6"},
		{"pieces of two equal pointers",
			"store ptr P (global buf); store ptr (move P 8) (global buf); copy P (move P 8) 4; load q ptr P",
			"done 0 q=&buf"},
		{"a pointer with a hole", "store ptr P (global buf); store u8 (move P 3) j; load q ptr P", "done 0"},
		{"a pointer with a number in it", "store ptr P (global buf); store u8 (move P 3) 1; load q ptr P",
			"done 0 q=&buf+16777216"},
		{"a number with a piece of a pointer in it",
			"store ptr P (global buf); store u8 (move P 3) 2; load i u16 (move P 3)", "done 0 i=258"},
		{"a pointer as a float", "store ptr P (func add); load d f64 P", "done 0 d=2"},
		{"half a pointer as a float", "store ptr P (move (global buf) 1069547520); load f f32 P", "done 0 f=1.5"},
		{"a pointer with an undefined byte as a float", "store ptr P (global buf); store u8 P j; load d f64 P",
			"done 0"},
		{"a pointer that is cut",
			"store ptr P (move (global buf) 772); store u8 P 1; load i u16 (move P 1); load q ptr P",
			"done 0 i=3 q=&buf+769"},
		{"a pointer at any offset",
			"store ptr (move P 3) (move (global buf) 7); load q ptr (move P 3); load i u8 (move P 3); load j u8 (move P 7)",
			"done 0 i=7 j=1 q=&buf+7"},
		{"a pointer over the end of a page",
			"store ptr (move P 59) (func add); load q ptr (move P 59); load i u64 (move P 59)",
			"done 0 i=4611686018427387904 q=&add"},
		{"a pointer at any offset that is cut",
			"store ptr (move P 3) (move (global buf) 7); store u16 (move P 9) 0; load q ptr (move P 3)",
			"done 0 q=&buf+7"},
		{"a pointer that moves to another alignment in two pages",
			"store ptr P (move (global buf) 7); copy (move P 57) P 8; copy (move P 200) (move P 57) 8; " +
				"load q ptr (move P 200)", "done 0 q=&buf+7"},
		{"a pointer that moves in part",
			"store ptr P (move (global buf) 7); store u64 (move P 8) 0; copy (move P 8) P 7; load q ptr (move P 8)",
			"done 0 q=&buf+7"},
		{"a pointer that moves over the end of a page",
			"store ptr P (global buf); copy (move P 60) P 8; load q ptr (move P 60)", "done 0 q=&buf"},
		{"a pointer that moves over itself",
			"store ptr P (global buf); copy (move P 4) P 8; load q ptr (move P 4); load i u32 (move P 8)",
			"done 0 i=1 q=&buf"},
		{"a pointer that is filled", "store ptr P (global buf); fill P 0 8; load q ptr P", "done 0 q=null"},
		{"a pointer with a long offset",
			"store ptr P (move (global buf) F); load q ptr P; store ptr P (null); load q ptr P", "done 0 q=null"},
		{"numbers in pieces that no store left",
			"store u8 P 300; copy (move P 8) P 1; load i u8 (move P 8); store u16 (move P 8) 0; load j u8 (move P 8)",
			"done 0 i=300 j=0"},

		{"binary32", "store f32 P (f32 1.5); load f f32 P; load i u32 P", "done 0 i=1069547520 f=1.5"},
		{"binary64", "store f64 P (f64 -2.5); load d f64 P; load i u8 (move P 7)", "done 0 i=192 d=-2.5"},
		{"a float from bytes", "store u32 P 1069547520; load f f32 P", "done 0 f=1.5"},
		{"a float that is no number", "store u32 P 2143289345; load f f32 P; store f32 P f; load i u32 P",
			"done 0 i=2143289345 f=NaN"},
		{"no number of numbers",
			"store f64 P (fsub (f64 inf) (f64 inf)); load i u64 P; store f32 P (fmul (f32 0) (f32 -inf)); load j u32 P; " +
				"store f64 P (fsqrt (f64 -1)); load k u64 P",
			"done 0 i=18444492273895866368 j=4290772992 k=18444492273895866368"},
		{"no number of two", "store f64 P (fadd (f64 0x7ff0000000000005) (f64 0xfff8000000000006)); load i u64 P; store f32 P (fdiv (f32 1) (f32 0xff800007)); load j u32 P; " +
			"store f64 P (fsqrt (f64 0x7ff0000000000008)); load k u64 P",
			"done 0 i=9221120237041090565 j=4290772999 k=9221120237041090568"},
		{"no number of another width",
			"store f32 P (narrow (f64 0xfff0000020000001)); load i u32 P; store f64 P (widen (f32 0xff800001)); load j u64 P; " +
				"store f32 P (narrow (f64 0x7ff0000000000001)); load k u32 P",
			"done 0 i=4290772993 j=18444492274432737280 k=2143289344"},
		{"no number with its sign turned", "store f64 P (fneg (f64 0x7ff8000000000001)); load i u64 P",
			"done 0 i=18444492273895866369"},
		{"a float of a number that its type does not have", "store i32 P F; load f f32 P", "done 0 f=0"},

		{"a copy of undefined bytes", "store u32 P 1; copy P (move P 8) 2; load i u32 P; load j u16 (move P 2)",
			"done 0 j=0"},
		{"a copy of what was never written to the same", "copy P (move P 8) 2; load i u8 P", "done 0"},
		{"a copy of zeros of a global", "copy P (move (global buf) 8) 4; load i u32 P", "done 0 i=0"},
		{"a copy forward over itself", "store u64 P 578437695752307201; copy (move P 2) P 6; load i u64 P",
			"done 0 i=433757350076154369"},
		{"a copy back over itself", "store u64 P 578437695752307201; copy P (move P 2) 6; load i u64 P",
			"done 0 i=578439903399183363"},
		{"a copy to itself", "store u64 P 5; store ptr (move P 8) P; copy P P 16; load i u64 P; load q ptr (move P 8)",
			"done 0 i=5 q=&big"},
		{"a copy of pages", "fill P 7 300; copy (move P 500) (move P 1) 299; load i u8 (move P 500); load j u8 (move P 798); load k u8 (move P 799)",
			"done 0 i=7 j=7"},
		{"a fill of pages", "fill (move P 5) 1 200; load i u64 (move P 5); load j u8 (move P 204); load k u8 (move P 4)",
			"done 0 i=72340172838076673 j=1"},
	} {
		text := strings.Replace(header, "slot i int\nslot j int\nslot k int\nslot p ptr\n",
			"slot big ptr\nslot i int\nslot j int\nslot k int\n", 1)
		code := strings.NewReplacer("; ", "\n", "P", "big!", "F", far).Replace(c.code)
		code = accesses.ReplaceAllString(code, "$1 loose") // what is aligned, TestInstructions says
		text += "alloc big heap 5000\n" + code + "\nfree big!\nset big (null)\nreturn 0\n"
		m := &Machine{Program: load(t, text), Meter: semantics.NewMeter(1<<30, 1<<24)}
		s := m.Start()
		empty := s.Words()
		s.Hold(m.Meter)
		s, out := semantics.Run(m, s, 1<<20, nil)
		got := strings.NewReplacer(" big=null", "", " big=&big", "").Replace(ended(text, m, s, out))
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.title, got, c.want)
		}
		if out.Done && s.Words() > empty+wordsPerObject+3*wordsPerNode+8 {
			t.Errorf("%s: %d words are left, want about %d", c.title, s.Words(), empty)
		}
		agrees(t, c.title, m.Program, nil, out.Steps)
	}
}

// agrees tests that one step after the other leads where a stride does, that a step changes nothing in the state from
// which it leads, and that the words of a state are what it takes.
func agrees(t *testing.T, title string, p *Program, input func(int, string) (*big.Int, bool), most int64) {
	t.Helper()
	m := &Machine{Program: p, Input: input}
	most = min(most, 400)
	s := m.Start()
	for n := int64(0); n <= most; n++ {
		before := s.Digest(nil)
		next, _, ok := m.Step(s)
		if s.Digest(nil) != before {
			t.Fatalf("%s: step %d changed the state from which it leads", title, n)
		}
		if n%7 == 0 || n == most || !ok {
			last, steps := m.Run(m.Start(), n)
			if steps != n || last.Digest(nil) != before || last.WithoutOutput().words != s.WithoutOutput().words {
				t.Fatalf("%s: a stride of %d steps took %d; the same state: %v; words %d, want %d", title, n, steps,
					last.Digest(nil) == before, last.words, s.words)
			}
			if further, _ := m.Run(s, 50); s.Digest(nil) != before || !further.Equal(from(m, n, 50)) {
				t.Fatalf("%s: a stride from step %d", title, n)
			}
		}
		if !ok {
			if n < most {
				t.Fatalf("%s: stuck after %d steps, want %d", title, n, most)
			}
			return
		}
		s = next
	}
}

// TestStrides: on random programs, a stride is steps, and a step changes no state.
func TestStrides(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	pick := func(from ...string) string { return from[rng.Intn(len(from))] }
	var number func(depth int) string
	number = func(depth int) string {
		if depth == 0 || rng.Intn(3) == 0 {
			return pick("i!", "j!", "1", "-1", "8", "63", "4611686018427387904")
		}
		return fmt.Sprintf("(%s %s %s)", pick("add", "sub", "mul", "bitxor", "bitor"), number(depth-1), number(depth-1))
	}
	offset := func() string {
		return fmt.Sprintf(`(mod %s %s "division by zero")`, number(2), pick("8", "64", "200", "16", "9"))
	}
	place := func() string { return fmt.Sprintf("(move %s %s)", pick("(global buf)", "p!", "q!", "q!"), offset()) }
	long := map[int]int64{}
	for range 400 {
		const length = 40
		var code []string
		target := func() int { return 8 + rng.Intn(length) }
		for range length {
			scalar := pick("u8", "i16", "u32", "i32", "u64", "i64")
			code = append(code, []string{
				"set i " + number(3),
				fmt.Sprintf("set j (rem %s %s \"division by zero\")", number(3), number(1)),
				"set " + pick("p q", "q p", "q "+place(), "i j"),
				fmt.Sprintf("branch (lt %s %s) then %d else %d loop %d", number(2), number(2), target(), target(),
					rng.Intn(2)),
				fmt.Sprintf("branch (and (ge i! 0) (lt i! 99)) then %d else %d", target(), target()),
				fmt.Sprint("jump ", target()),
				"enter " + pick("0", "1"),
				"draw " + pick("i x", "j x", "i y") + " -100 .. 100",
				"alloc " + pick("p", "q") + pick(" heap ", " local ") + pick("16", "100", "300"),
				"free " + pick("p!", "q!"),
				fmt.Sprintf("load %s %s loose %s", pick("i", "j"), scalar, place()),
				fmt.Sprintf("load %s ptr %s %s", pick("p", "q"), pick("", "loose", "loose"), place()),
				fmt.Sprintf("store %s loose %s %s", scalar, place(), number(2)),
				fmt.Sprintf("store %s %s %s %s", scalar, pick("", "loose", "loose"), place(), number(1)),
				fmt.Sprintf("store ptr loose %s %s", place(), pick("p!", "q!")),
				pick("end", "protect", "extent j") + pick(" p!", " q!"),
				pick("end q!", "leaks"),
				"call - (func blocks)",
				fmt.Sprintf("copy %s %s %s", place(), place(), offset()),
				fmt.Sprintf("fill %s %s %s", place(), number(1), offset()),
				"call i (func add) i j",
				"call p (func local)",
				"output 1 " + number(1),
			}[rng.Intn(23)])
		}
		text := header + "set i 1\nset j 2\nalloc p heap 5000\nalloc q heap 5000\nfill p! 0 5000\nfill q! 0 4500\nset k 0\nenter 1\n" +
			strings.Join(code, "\n") + "\nreturn i\n"
		p := load(t, text)
		input := func(n int, name string) (*big.Int, bool) { return big.NewInt(int64(n*7919%201 - 100)), n < 50 }
		_, out := semantics.Run(&Machine{Program: p, Input: input}, (&Machine{Program: p}).Start(), 150, nil)
		agrees(t, text, p, input, out.Steps)
		for _, limit := range []int{10, 30, 100} {
			long[limit] += flag(out.Steps > int64(limit))
		}
	}
	if long[10] < 250 || long[30] < 40 || long[100] < 30 {
		t.Errorf("%v programs that run for so many steps are too few", long)
	}
}

// TestMeterOfRuns: a stride leaves in the meter what it has found there.
func TestMeterOfRuns(t *testing.T) {
	const memory = 4000
	m := &Machine{Program: load(t,
		header+"alloc p heap 500\nfill p! 1 500\nset i (shl 1 5000)\nfree p!\nset i (div 1 0 \"fail\")\nreturn 0\n")}
	m.Meter = semantics.NewMeter(semantics.Unlimited, memory)
	full, _ := m.Run(m.Start(), 3)
	for range 100 {
		if _, out := semantics.Run(m, m.Start(), 100, nil); out.Fault == nil {
			t.Fatalf("got %+v", out)
		}
		if _, out := semantics.Run(m, full, 100, nil); out.Fault == nil { // which gives up what nobody holds
			t.Fatalf("got %+v", out)
		}
	}
	if !m.Meter.Hold(memory) {
		t.Error("a stride holds memory when it is over")
	}
}

// TestLimits: a meter stops a stride where it stops one step after the other, and never without saying so.
func TestLimits(t *testing.T) {
	p := load(t, header+"alloc p heap 5000\nfill p! 1 4999\nstore ptr p! p!\nset i (shl 1 500)\nset i (mul i! i!)\ncopy (move p! 90) p! 4500\n"+
		"call p (func local)\noutput 1 65\nload j u8 p!\nreturn 0\n")
	places := map[int64]bool{}
	for limit := int64(0); limit < 12_000; limit += 1 + limit/100 {
		for _, meter := range []func() *semantics.Meter{
			func() *semantics.Meter { return semantics.NewMeter(limit, semantics.Unlimited) },
			func() *semantics.Meter { return semantics.NewMeter(semantics.Unlimited, limit) },
		} {
			m := &Machine{Program: p, Meter: meter()}
			s := m.Start()
			s.Hold(m.Meter)
			_, out := semantics.Run(m, s, 1000, nil)
			if out.Done || (out.Fault != nil) == (out.Blocked == semantics.LimitReached) {
				t.Fatalf("%d: got %+v", limit, out)
			}
			places[out.Steps] = true
			m.Meter = meter()
			last := m.Start()
			last.Hold(m.Meter)
			_, again := semantics.Run(m, last, 1000, func(_ int64, _ semantics.Rule, s State) bool {
				last.Replace(s, m.Meter)
				last = s
				return true
			})
			if again.Steps != out.Steps || again.Blocked != out.Blocked {
				t.Fatalf("%d: got %+v, want %+v", limit, again, out)
			}
		}
	}
	if len(places) < 8 {
		t.Errorf("the meter stopped at only %d places", len(places))
	}
}

// from returns the state after two strides of so many steps.
func from(m *Machine, first, second int64) State {
	s, _ := m.Run(m.Start(), first+second)
	return s
}
