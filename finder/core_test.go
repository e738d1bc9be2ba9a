package finder

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/semantics/core"
	"vouch/semantics/fronts"
)

// This file tests what IMP does not have: memory, calls, inputs that are drawn in mid-run, and what is not supported.

// written returns the program that has the given code, with the slots i, j, x, y and p, q. What follows the code of
// main are other functions.
func written(t testing.TB, code string) Program {
	t.Helper()
	head := fmt.Sprintf("core 1\nentry main\nfunc main() int loops %d\n", strings.Count(code, "enter ")) +
		"slot i int\nslot j int\nslot x int\nslot y int\nslot p ptr\nslot q ptr\n"
	p, err := core.ParseLoose("t.core", []byte(head+strings.ReplaceAll(code, "; ", "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return program(t, "t.core", string(p.Text()))
}

// said looks for bugs in a program, with proofs, and writes what it came to, with the inputs of bugs. The checker must
// accept every certificate, and there must be one for every bug and every absence.
func said(t *testing.T, title string, p Program, o Options) string {
	t.Helper()
	o.Prove = true
	r, err := Find(t.Context(), p, o)
	if err != nil {
		t.Fatalf("%s: %v", title, err)
	}
	accepted := func(c certs.Certificate) {
		t.Helper()
		if _, err := checker.Check(certs.Encode(c), checker.Options{Limits: checker.DefaultLimits,
			Lower: fronts.All.Lower}); err != nil {
			t.Errorf("%s: the checker refuses the certificate: %v", title, err)
		}
	}
	text := string(r.Verdict)
	for _, f := range r.Findings {
		text += ", " + string(f.Fault.Kind)
		if !f.Certain() {
			text += "?"
			continue
		}
		for _, in := range f.Inputs {
			text += fmt.Sprintf(" %s=%s", in.Name, in.Value)
		}
		accepted(f.Bug)
	}
	for _, u := range r.Coverage.Unsupported {
		text += fmt.Sprintf(", %s on %d", u.Reason, u.Paths)
	}
	if e, why := r.Ended(); r.Verdict == Unknown && (e == NotSupported) != (len(r.Coverage.Unsupported) > 0) {
		t.Errorf("%s: found the end %q (%s)", title, e, why)
	}
	switch {
	case r.Absence != nil && (r.Verdict == Safe || r.Verdict == Bounded):
		accepted(r.Absence)
	case r.Absence != nil:
		t.Errorf("%s: the verdict is %s, with a certificate of absence", title, r.Verdict)
	case r.Held != nil:
		text += ", " + openIn(r)
	}
	return text
}

// openIn says why something was left open; "" if nothing was.
func openIn(r *Result) string {
	_, why := r.Ended()
	return why
}

func TestMemory(t *testing.T) {
	for _, c := range []struct{ title, code, want string }{
		{"null", "load x i32 (null); return x!", "bug, null dereference"},
		{"a number near null", "draw x a 1 .. 100; store i32 (toptr x!) 7; return 0", "bug, null dereference a=1"},
		{"a number that is no pointer",
			"draw x a 65530 .. 99999; branch (lt x! 65536) then 2 else 3; return 0; store i32 (toptr x!) 7; return 0",
			"bug, invalid pointer a=65536"},
		{"use after free", "alloc p heap 8; free p!; load x i32 p!; return 0", "bug, use after free"},
		{"use after return", "call p (func f); load x i32 p!; return 0; func f() ptr; slot p ptr; alloc p local 4; return p!",
			"bug, use after return"},
		{"a free that depends on the input",
			"draw x a ..; alloc p heap 8; branch (lt x! 5) then 4 else 3; free p!; store u8 p! 1; return 0",
			"bug, use after free a=5"},
		{"double free", "alloc p heap 8; free p!; free p!; return 0", "bug, double free"},
		{"a free of what is in the middle", "draw x a 0 .. 8; alloc p heap 8; free (move p! x!); return 0",
			"bug, invalid free a=1"},
		{"a free of what is not of the heap", "alloc p local 8; free p!; return 0", "bug, invalid free"},
		{"a write to what is read only", "store u8 (global g) 1; return 0; global g readonly size 4",
			"bug, read-only write"},
		{"a size that is negative", "draw x a -5 .. 5; alloc p heap x!; return 0", "bug, invalid size a=-1"},
		{"a read of what was not written", "alloc p heap 8; load x u16 p!; return x!", "bug, uninitialised value"},
		{"a read beyond an end that depends on the input",
			"draw x a 1 .. 16; alloc p heap x!; fill p! 0 1; load y u8 (move p! 4); return 0",
			"bug, out of bounds read a=1"},
		{"a write beyond it", "draw x a 5 .. 20; draw y b 0 ..; alloc p heap x!; assume (lt y! x!); store u32 p! 0; store u32 (move p! 8) 0; return 0",
			"bug, out of bounds write a=5 b=0"},
		{"an object that is too large", "draw x a 1 ..; alloc p heap x!; return 0", "bug, invalid size a=4294901761"},
		{"a value out of a range",
			"draw x a ..; draw y b ..; alloc p local 8; store i32 p! (in x! -9 .. 9 \"overflow\"); return 0",
			"bug, overflow a=10 b=0"},
		{"a call of what is not a function", "call x (null); return 0", "bug, invalid call"},
		{"pointers into different objects",
			"alloc p heap 4; alloc q heap 4; set x (diff p! q! \"unrelated pointers\"); return 0",
			"bug, unrelated pointers"},
		{"an access that is not aligned", "draw x a 0 .. 9; alloc p heap 16; store u16 (move p! x!) 1; return 0",
			"bug, misaligned access a=1"},
		{"an access at any offset", "draw x a 0 .. 9; alloc p heap 16; store u16 loose (move p! x!) 1; return 0",
			"safe"},
		{"an access at offsets that are aligned",
			"draw x a 0 .. 9; alloc p heap 16; assume (eq (mod x! 2 \"assume\") 0); store u16 (move p! x!) 1; return 0",
			"safe"},
		{"a leak", "draw x a 0 .. 9; alloc p heap 16; branch (lt x! 5) then 4 else 3; set p (null); leaks; return 0",
			"bug, memory leak a=5"},
		{"use after scope", "draw x a 0 .. 9; alloc p local 16; branch (lt x! 5) then 4 else 3; end p!; store u8 p! 1; return 0",
			"bug, use after scope a=5"},
		{"an overlapping copy", "draw x a 0 .. 9; alloc p heap 16; fill p! 0 16; copy (move p! x!) p! 4 \"overlapping copy\"; return 0",
			"bug, overlapping copy a=0"},
		{"a write to what became read-only",
			"draw x a 0 .. 9; alloc p heap 16; branch (lt x! 5) then 4 else 3; protect p!; store u8 p! 1; return 0",
			"bug, read-only write a=5"},
		{"a size that is asked for",
			"draw x a 0 .. 9; alloc p heap x!; extent y p!; branch (eq y! x!) then 5 else 4; fail \"fail\"; return 0",
			"safe"},
		{"a copy to what is too small",
			"draw x a 0 .. 9; alloc p heap 8; alloc q heap 4; fill p! x! 8; copy q! p! 8; return 0",
			"bug, out of bounds write a=0"},

		{"memory that keeps what it is given",
			"draw x a ..; alloc p heap 16; store i64 (move p! 8) x!; load y i64 (move p! 8); branch (eq x! y!) then 6 else 5; fail \"assertion\"; free p!; return 0",
			"safe"},
		{"bytes of a word", "draw x a 0 .. 65535; alloc p local 2; store u16 p! x!; load i u8 p!; load j u8 (move p! 1); branch (eq x! (add i! (mul 256 j!))) then 7 else 6; fail \"assertion\"; return 0",
			"safe"},
		{"a sign", "draw x a 0 .. 255; alloc p local 1; store u8 p! x!; load y i8 p!; branch (and (le -128 y!) (lt y! 128)) then 6 else 5; fail \"assertion\"; return 0",
			"safe"},
		{"a pointer in memory", "draw x a 0 .. 3; alloc p heap 8; alloc q local 4; store u32 q! x!; store ptr p! q!; load q ptr p!; load y u32 q!; branch (eq x! y!) then 9 else 8; fail \"assertion\"; free p!; return 0",
			"safe"},
		{"a function for each sign",
			"draw x a ..; call y (func f) x!; branch (ge y! 0) then 4 else 3; fail \"assertion\"; return 0; func f(n int) int; branch (lt n! 0) then 1 else 2; return (neg n!); return n!",
			"safe"},
		{"a recursion that a range bounds",
			"draw x a 0 .. 4; call y (func f) x!; branch (le y! 10) then 4 else 3; fail \"assertion\"; return 0; " +
				"func f(n int) int; slot r int; branch (le n! 0) then 1 else 2; return 0; call r (func f) (sub n! 1); return (add n! r!)",
			"safe"},
		{"a recursion as deep as an input says",
			"draw x a 0 ..; call y (func f) x!; return 0; func f(n int) int; branch (le n! 0) then 1 else 2; return 0; call n (func f) (sub n! 1); return n!",
			"safe"},
		{"a recursion without end",
			"draw x a 0 ..; call y (func f) x!; return 0; func f(n int) int; call n (func f) (add n! 1); return n!",
			"unknown"},
		{"a free on all ways", "draw x a ..; alloc p heap 4; branch (lt x! 0) then 3 else 5; free p!; jump 6; free p!; return 0",
			"safe"},

		{"an offset that depends on the input",
			"draw x a 0 .. 5; alloc p local 20; fill p! 0 20; load y i32 (move p! (mul 4 x!)); return y!",
			"bug, out of bounds read a=5"},
		{"one in bounds", "draw x a 0 .. 4; alloc p local 20; fill p! 0 20; load y i32 (move p! (mul 4 x!)); branch (eq y! 0) then 6 else 5; fail \"assertion\"; return 0",
			"safe"},
		{"one that is negative",
			"draw x a -3 .. 4; alloc p local 20; fill p! 0 20; load y i32 (move p! (mul 4 x!)); return y!",
			"bug, out of bounds read a=-1"},
		{"one without a range", "draw x a ..; alloc p local 20; store u8 (move p! x!) 1; return 0",
			"bug, out of bounds write a=-1"},
		{"one that hits what was not written",
			"draw x a 0 .. 4; alloc p local 20; fill p! 0 8; load y i32 (move p! (mul 4 x!)); return y!",
			"bug, uninitialised value a=2"},
		{"one value of a table",
			"draw x a 0 .. 3; load y u8 (move (global g) x!); branch (eq y! 30) then 3 else 4; fail \"assertion\"; return 0; global g size 4; init 0 bytes \"\\x0a\\x14\\x1e\\x28\"",
			"bug, assertion a=2"},
		{"a value that a table has not",
			"draw x a 0 .. 3; load y u8 (move (global g) x!); branch (eq y! 31) then 3 else 4; fail \"assertion\"; return 0; global g size 4; init 0 bytes \"\\x0a\\x14\\x1e\\x28\"",
			"safe"},
		{"a store that is read again",
			"draw x a 0 .. 7; alloc p local 8; fill p! 0 8; store u8 (move p! x!) 9; load y u8 (move p! 3); branch (eq y! 9) then 6 else 7; fail \"assertion\"; return 0",
			"bug, assertion a=3"},
		{"one that is read at the same offset",
			"draw x a 0 .. 7; alloc p local 8; store u8 (move p! x!) 9; load y u8 (move p! x!); branch (eq y! 9) then 6 else 5; fail \"assertion\"; return 0",
			"safe"},
	} {
		for _, o := range []Options{{Pruning: Eager}, {Workers: 2}} {
			o.Minimize, o.Limits.States = true, 2000
			if found := said(t, c.title, written(t, c.code), o); found != c.want {
				t.Errorf("%s, %d workers: found %s, want %s", c.title, o.Workers, found, c.want)
			}
		}
	}
}

// TestInputs: inputs have ranges, and may be drawn in mid-run, and again.
func TestInputs(t *testing.T) {
	for _, c := range []struct{ title, code, want string }{
		{"a range above 0", "draw x a 5 .. 9; fail \"assertion\"", "bug, assertion a=5"},
		{"a range below 0", "draw x a -9 .. -5; fail \"assertion\"", "bug, assertion a=-5"},
		{"a range around 0", "draw x a -9 .. 5; fail \"assertion\"", "bug, assertion a=0"},
		{"an open range above 0", "draw x a 5 ..; fail \"assertion\"", "bug, assertion a=5"},
		{"an open range below 0", "draw x a .. -5; fail \"assertion\"", "bug, assertion a=-5"},
		{"what the range excludes", "draw x a 5 .. 9; branch (lt x! 5) then 2 else 3; fail \"assertion\"; return 0",
			"safe"},
		{"the smallest value in a range",
			"draw x a 5 .. 900; branch (gt x! 7) then 2 else 3; fail \"assertion\"; return 0", "bug, assertion a=8"},
		{"a range without 0 in which the smallest value is not the nearest",
			"draw x a -900 .. -2; branch (lt x! -77) then 2 else 3; fail \"assertion\"; return 0",
			"bug, assertion a=-78"},
		{"a sign that the range does not allow",
			"draw x a -20 .. -1; branch (eq (mul x! x!) 49) then 2 else 3; fail \"assertion\"; return 0",
			"bug, assertion a=-7"},
		{"a range of many words",
			"draw x a 123456789012345678901234567890 ..; branch (gt x! 123456789012345678901234567899) then 2 else 3; fail \"assertion\"; return 0",
			"bug, assertion a=123456789012345678901234567900"},
		{"two inputs that have to fit",
			"draw x a 10 .. 20; draw y b 1 .. 5; branch (eq x! (mul 3 y!)) then 3 else 4; fail \"assertion\"; return 0",
			"bug, assertion a=12 b=4"},
		{"what cannot fit in the ranges",
			"draw x a 10 .. 20; draw y b 1 .. 3; branch (eq x! (mul 3 y!)) then 3 else 4; fail \"assertion\"; return 0",
			"safe"},
		{"an assumption in the prelude, between two draws",
			"draw x a ..; assume (gt (def x \"assume\") 3); draw y b 7 ..; fail \"assertion\"",
			"bug, assertion a=4 b=7"},
		{"an assumption that contradicts a range", "draw x a 5 .. 9; assume (lt x! 5); fail \"assertion\"", "safe"},
		{"in mid-run", "set i 1; draw x a 2 .. 3; branch (eq x! i!) then 3 else 4; fail \"assertion\"; return 0",
			"safe"},
		{"in mid-run, on one way only",
			"draw x a ..; branch (gt x! 3) then 2 else 3; draw y b 2 ..; fail \"assertion\"", "bug, assertion a=0"},
		{"the way on which it is drawn",
			"draw x a ..; branch (gt x! 3) then 2 else 4; draw y b 2 ..; fail \"assertion\"; return 0",
			"bug, assertion a=4 b=2"},
		{"one that matters not, before one that does",
			"set i 0; draw x a 3 .. 9; draw y b ..; branch (gt y! 5) then 4 else 5; fail \"assertion\"; return 0",
			"bug, assertion a=3 b=6"},
		{"again", "draw x a 1 .. 9; set i x!; draw x a 1 .. 9; branch (gt x! (add i! 5)) then 4 else 5; fail \"assertion\"; return 0",
			"bug, assertion a=1 a#2=7"},
		{"again in the prelude", "draw x a 1 .. 9; draw y a 1 .. 9; assume (lt x! y!); fail \"assertion\"",
			"bug, assertion a=1 a#2=2"},
		{"again in a loop", "set i 0; enter 0; loop: branch (lt i! 10) then 3 else 6; draw x a 1 .. 9; set i (add i! x!); jump 2; branch (eq i! 18) then 7 else 8; fail \"assertion\"; return 0",
			"bug, assertion a=9 a#2=9"},
		{"in a loop, of which the last counts",
			"set i 0; enter 0; loop: branch (lt i! 3) then 3 else 6; draw x a ..; set i (add i! 1); jump 2; branch (eq x! 8) then 7 else 8; fail \"assertion\"; return 0",
			"bug, assertion a=0 a#2=0 a#3=8"},
		{"by a call", "call x (func f); call y (func f); branch (lt x! y!) then 3 else 4; fail \"assertion\"; return 0; func f() int; slot r int; draw r a 3 .. 4; return r!",
			"bug, assertion a=3 a#2=4"},
		{"of two names in turn",
			"draw x a ..; draw y b ..; draw x a ..; draw y b ..; branch (and (gt x! 1) (lt y! -1)) then 5 else 6; fail \"assertion\"; return 0",
			"bug, assertion a=0 b=0 a#2=2 b#2=-2"},
	} {
		for _, o := range []Options{{Pruning: Eager}, {Pruning: Lazy, Solver: "lia"}, {Workers: 2}} {
			o.Minimize, o.Limits.States = true, 2000
			if found := said(t, c.title, written(t, c.code), o); found != c.want {
				t.Errorf("%s, %s: found %s, want %s", c.title, o.Pruning, found, c.want)
			}
		}
	}
}

// TestLanguages finds what is to be found in a program of each language.
func TestLanguages(t *testing.T) {
	for file, want := range map[string]string{
		"../examples/div_zero.imp":           "bug, division by zero adults=8 children=5",
		"../examples/gcd.imp":                "safe",
		"../examples/language/sort.peb":      "safe",
		"../examples/language/sum.peb":       "bug, out of bounds read n=5",
		"../examples/language/sum_fixed.peb": "safe",
	} {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, workers := range []int{1, 2} {
			o := Options{Minimize: true, Workers: workers, Limits: Limits{States: 3000}}
			if found := said(t, file, program(t, file, string(source)), o); found != want {
				t.Errorf("%s: found %s, want %s", file, found, want)
			}
		}
	}
}

// TestUnsupportedSays: the coverage says what is not supported, where, and on how many paths; and so does the end of
// the search.
func TestUnsupportedSays(t *testing.T) {
	code := "draw x a ..; branch (gt x! 3) then 2 else 4; set i 1; jump 5; set i 2; unsupported \"a thing\""
	p := written(t, code)
	r, err := Find(t.Context(), p, Options{Prove: true})
	if err != nil {
		t.Fatal(err)
	}
	want := Unsupported{"a thing", p.Core.Funcs[0].Code[5].Span, 2}
	if !slices.Equal(r.Coverage.Unsupported, []Unsupported{want}) || r.Coverage.Exhausted() {
		t.Errorf("found the coverage %+v, want %+v", r.Coverage, want)
	}
	if e, why := r.Ended(); e != NotSupported || why != "a path needs what vouch does not support" ||
		!want.Span.IsValid() || r.Verdict != Unknown || r.Absence != nil {
		t.Errorf("found %s, %s, %q and the certificate %v", r.Verdict, e, why, r.Absence)
	}
}

// TestUnsupported: what is not supported ends a path, and the program is not safe; all else is found as if it were not
// there.
func TestUnsupported(t *testing.T) {
	const lack = "; unsupported \"a thing\""
	for _, c := range []struct{ title, code, want string }{
		{"at once", "unsupported \"a thing\"", "unknown, a thing on 1"},
		{"on one of two ways", "draw x a ..; branch (gt x! 3) then 2 else 3" + lack + "; return 0",
			"unknown, a thing on 1"},
		{"on both, in one place", "draw x a ..; branch (gt x! 3) then 2 else 4; set i 1; jump 5; set i 2" + lack,
			"unknown, a thing on 2"},
		{"two things", "draw x a ..; branch (gt x! 3) then 2 else 3; unsupported \"another\"" + lack,
			"unknown, another on 1, a thing on 1"},
		{"one thing in two places", "draw x a ..; branch (gt x! 3) then 2 else 3" + lack + lack,
			"unknown, a thing on 1, a thing on 1"},
		{"where canonical form shows that no input gets", "branch (lt 1 0) then 1 else 2" + lack + "; return 0",
			"safe"},
		{"where bounds show it", "draw x a ..; branch (gt x! 5) then 2 else 4; branch (lt x! 3) then 3 else 4" + lack +
			"; return 0", "safe"},
		{"where a range shows it", "draw x a 0 .. 2; branch (gt x! 5) then 2 else 3" + lack + "; return 0", "safe"},
		{"where a solver shows it",
			"draw x a ..; draw y b ..; branch (gt (add x! y!) 5) then 3 else 5; branch (lt (add x! y!) 3) then 4 else 5" + lack + "; return 0",
			"safe"},
		{"where a solver shows it and has no proof", "draw x a ..; branch (eq (mul x! x!) 2) then 2 else 3" + lack +
			"; return 0",
			"unknown, z3 holds 1 way impossible, and nothing proves it"},
		{"where a product shows it", "draw x a 0 .. 3; draw y b 0 .. 3; branch (gt (mul x! y!) 9) then 3 else 4" +
			lack + "; return 0", "safe"},
		{"behind an assumption that no input satisfies",
			"draw x a 0 .. 3; set i 1; assume (gt x! i!); assume (lt x! 2)" + lack, "safe"},
		{"in a loop", "draw x a 0 .. 3; set i 0; enter 0; loop: branch (lt i! x!) then 4 else 6; set i (add i! 1); jump 3" + lack,
			"unknown, a thing on 4"},
		{"a bug before it", "draw x a ..; branch (gt x! 3) then 2 else 3; fail \"assertion\"" + lack,
			"bug, assertion a=4, a thing on 1"},
		{"a bug elsewhere, found later", "draw x a ..; branch (gt x! 3) then 3 else 2" + lack +
			"; set i 1; branch (gt x! 9) then 5 else 6; fail \"assertion\"; return 0",
			"bug, assertion a=10, a thing on 1"},
		{"a fault of the instruction", "draw x a ..; output 1 (div 1 x! \"division by zero\")" + lack,
			"bug, division by zero a=0, a thing on 1"},
		{"an operand, after a fault",
			"draw x a 0 ..; set x (toint (move (toptr (add x! (div 9 x! \"division by zero\"))) 1)); return 0",
			"bug, division by zero a=0, a pointer made of a number that depends on inputs on 1"},
		{"an assumption at the start",
			"draw x a ..; assume (lt (toint (move (toptr (def x \"assume\")) 1)) 5); return 0",
			"unknown, a pointer made of a number that depends on inputs on 1"},
		{"an assumption at the start, behind one that no input satisfies",
			"draw x a 0 .. 9; assume (lt (def x \"assume\") 0); assume (lt (toint (move (toptr (def x \"assume\")) 1)) 5); return 0",
			"safe"},
		{"a copy of a length that depends on the input",
			"draw x a 0 .. 4; alloc p heap 4; fill p! 0 4; copy p! p! x!; return 0", "safe"},
		{"a copy of too many lengths",
			"draw x a ..; alloc p heap 2000; copy p! p! (in x! 0 .. 2000 \"assume\"); return 0",
			"unknown, a copy or a fill of one of more than 1024 ranges on 1"},
		{"a store to too many places",
			"draw x a 0 .. 5000; alloc p heap 10000; store u8 (move p! x!) 1; free p!; return 0",
			"unknown, a store that may reach one of more than 1024 places on 1"},
		{"a pointer from any number", "draw x a ..; alloc p heap 8; set p (toptr x!); return 0", "safe"},
		{"a store by a pointer from any number", "draw x a ..; alloc p heap 8; store u8 (toptr x!) 1; return 0",
			"bug, null dereference a=0, invalid pointer a=65536, a pointer made of a number that depends on inputs on 1"},
	} {
		for _, o := range []Options{{Pruning: Eager}, {Pruning: Lazy}, {Workers: 2}, {Strategy: "dfs"}} {
			o.All, o.Minimize, o.Limits.States = true, true, 2000
			found := said(t, c.title, written(t, c.code), o)
			if o.Strategy == "dfs" {
				found = strings.Replace(found, "a thing on 1, another on 1", "another on 1, a thing on 1", 1)
			}
			if found != c.want {
				t.Errorf("%s, %+v: found %s, want %s", c.title, o, found, c.want)
			}
		}
	}
}
