package checker

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/core"
)

// This file tests merges in certificates of absence: which the checker accepts, and that it refuses those that would
// forget anything.

// ways returns the entries of a certificate: - for a way that is walked, m and a number for a merge at an instruction,
// l and two numbers for a proof that two rows contradict each other, and z for one that what is not 0, as the first
// case says, is not 0.
func ways(text string) []certs.Proof {
	var entries []certs.Proof
	for word := range strings.FieldsSeq(text) {
		var at, other uint64
		if n, _ := fmt.Sscanf(word, "m%d", &at); n == 1 {
			entries = append(entries, certs.Proof{{Op: certs.RuleMerge, Index: at}})
		} else if n, _ := fmt.Sscanf(word, "l%d.%d", &at, &other); n == 2 {
			entries = append(entries, certs.Proof{{Op: certs.RuleLeaf,
				Rows: []certs.Multiple{{Row: at, Times: one}, {Row: other, Times: one}}}})
		} else if one := big.NewInt(1); word == "z" {
			leaf := func(row uint64) certs.Rule {
				return certs.Rule{Op: certs.RuleLeaf, Rows: []certs.Multiple{{Row: row, Times: one},
					{Row: 2, Times: one}}}
			}
			entries = append(entries, certs.Proof{{Op: certs.RuleCases}, leaf(1), leaf(0)})
		} else {
			entries = append(entries, nil)
		}
	}
	return entries
}

// merging is a program whose ways meet at instructions 5 and 7, and how it ends.
func merging(yes, no, end string) string {
	return text(`
		slot a int
		slot b int
		slot c int
		slot p ptr
		draw a a ..
		draw b b ..
		set c 0
		branch (gt ?a 0) then yes else no
		yes: ` + yes + `
		jump on
		no: ` + no + `
		on: branch (gt ?b 0) then more else last
		more: set c (add ?c 1)
		last: branch ` + end + ` then good else bad
		bad: fail "assertion"
		good: return 0`)
}

// loop is a program whose ways meet at instruction 8, on one of which a loop is run.
var loop = text(`
	slot a int
	slot c int
	draw a a ..
	set c 0
	branch (gt ?a 0) then yes else on
	yes: set c 0
	enter 0
	head: branch (lt ?c 1) then body else on loop 0
	body: set c 1
	jump head
	on: return 0`)

// rounds is a program with a loop that is left after two rounds at most, for instruction 6, where the number of rounds
// is at most as given.
func rounds(most int) string {
	return text(fmt.Sprintf(`
		slot a int
		slot c int
		draw a a ..
		set c 0
		enter 0
		head: branch (and (lt ?c ?a) (lt ?c 2)) then body else out loop 0
		body: set c (add ?c 1)
		jump head
		out: branch (le ?c %d) then good else bad
		bad: fail "assertion"
		good: return 0`, most))
}

func TestMerges(t *testing.T) {
	plain := merging("set c 1", "set c 3", "(and (le 1 ?c) (le ?c 4))")
	memory := func(yes, no string) string {
		return text(`
			slot a int
			slot p ptr
			draw a a ..
			alloc p heap 8
			branch (gt ?a 0) then yes else no
			yes: ` + yes + `
			jump on
			no: ` + no + `
			on: return 0`)
	}
	stores := func(before, yes, no, end string) string { // to an object whose second half is undefined at first
		return text(`
			slot a int
			slot c int
			slot p ptr
			draw a a ..
			alloc p heap 16
			store i32 ?p 0
			store i32 (move ?p 4) 7
			` + before + `
			branch (gt ?a 0) then yes else no
			yes: ` + yes + `
			jump on
			no: ` + no + `
			on: ` + end + `
			branch (and (le 0 ?c) (le ?c 2)) then good else bad
			bad: fail "assertion"
			good: return 0`)
	}
	float := func(yes, no string) string {
		return text(`
			slot a int
			slot f f64
			draw a a 0 .. 9
			set f (inttof64 ?a)
			branch (gt ?a 5) then yes else no
			yes: ` + yes + `
			jump on
			no: ` + no + `
			on: branch (fle ?f (f64 9)) then good else bad
			bad: fail "assertion"
			good: return 0`)
	}
	wildly := func(yes, no string) string {
		return text(`
			slot a int
			slot b int
			slot p ptr
			slot q ptr
			draw b b ..
			set p (toptr ?b)
			alloc q heap 8
			branch (gt ?b 5) then yes else no
			yes: ` + yes + `
			jump on
			no: ` + no + `
			on: set a (toint ?p)
			branch (eq ?a ?b) then good else bad
			bad: fail "assertion"
			good: return 0`)
	}
	told := func(slot, yes, no, read string) string { // the condition tells which number a is
		return text(`
			slot a int
			slot c ` + slot + `
			slot p ptr
			draw a a ..
			alloc p heap 8
			branch (eq ?a 3) then yes else no
			yes: set c ` + yes + `
			jump on
			no: set c ` + no + `
			on: branch (eq ` + read + ` ` + read + `) then good else bad
			bad: fail "assertion"
			good: return 0`)
	}
	const read, merged, none = "load c i32 ?p", "found stores of what has no common value", "set c 0"
	for _, c := range []struct {
		title, source, ways, reason string // the reason is "" if the certificate is valid
	}{
		{"ways that meet twice", plain, "m7 - m9 -", ""},
		{"ways that meet once", plain, "m7 - - -", ""},
		{"ways that meet only behind the second branch", plain, "m9 - m9 - m9 -", ""},
		{"the same value on both ways", merging("set c 2", "set c 2", "(eq ?c ?c)"), "m7 - m9 -", ""},
		{"what is set on one way only, and not read again", merging("set a 2", "set c 0", "(le ?c 1)"), "m7 - m9 -",
			""},
		{"one number on both ways, not read again", told("int", "?a", "3", "?a"), "m6 -", ""},
		{"one number on both ways", told("int", "?a", "3", "?c"), "m6 -", lostValue},
		{"one number on both ways, each a constant", told("int", "3", "3", "?c"), "m6 -", ""},
		{"a pointer to one place on both ways, not read again",
			told("ptr", "(move ?p ?a)", "(move ?p 3)", "?a"), "m6 -", ""},
		{"a pointer to one place on both ways",
			told("ptr", "(move ?p ?a)", "(move ?p 3)", "(toint ?c)"), "m6 -", lostValue},
		{"a float that is the same on both ways", float("set a 1", "set a 0"), "m6 -", ""},
		{"a float that is not", float("set f (fmul ?f (f64 2))", "set a 0"), "m6 -", lostValue},
		{"a float that does not depend on the input on one way", float("set f (f64 2)", "set a 0"), "m6 -", lostValue},
		{"a wild pointer that is the same on both ways", wildly("set a 1", "set a 0"), "m7 -", ""},
		{"a wild pointer that was made with other objects", wildly("set p (toptr ?b)", "set a 0"), "m7 -", lostValue},
		{"a float that is set and not read", float("set f (fneg ?f)\nset f (f64 2)", "set f (f64 2)"), "m7 -", ""},
		{"a merge that hides a fault", merging("set c 1", "set c 3", "(le ?c 3)"), "m7 - m9 - - -",
			`nothing excludes the fault "assertion"`},
		{"a merge that hides a fault of the second value", merging("set c 1", "set c 5", "(le ?c 4)"), "m7 - m9 - - -",
			`nothing excludes the fault "assertion"`},
		{"a merge where no way ever is", plain, "m100 - - -", "found no state at the end of a way"},
		{"a merge where one way never is", plain, "m6 - - -", "found no state at the end of a way"},
		{"a merge where the branch itself is", plain, "m3 - - - - -", "found no state at the end of a way"},
		{"a merge behind the end of both ways", plain, "m10 - m9 -", "found no state at the end of a way"},
		{"a merge on the way where the condition is false", plain, "- m7 - -",
			`found "merge", want the name of a rule`},
		{"a merge on both ways", plain, "m7 m7 m9 -", `found "merge", want the name of a rule`},
		{"no entry for the second way", plain, "m7", "want another one"},
		{"no entries behind the merged state", plain, "m7 -", "want another one"},
		{"an entry too many", plain, "m7 - m9 - -", "found 5 entries, want 4"},
		{"the ways of the second branch before those of the first meet", plain, "m9 - - - - -",
			"found another state at the end of a way"},
		{"an inner merge where the outer one is", text(`
			slot a int
			slot c int
			draw a a ..
			set c 0
			branch (gt ?a 0) then yes else on
			yes: branch (gt ?a 5) then more else on
			more: set c 1
			on: branch (le ?c 1) then good else bad
			bad: fail "assertion"
			good: return 0`), "m5 - m5 -", ""},
		{"an outer merge where only the inner one is", text(`
			slot a int
			slot c int
			draw a a ..
			set c 0
			branch (gt ?a 0) then yes else on
			yes: branch (gt ?a 5) then more else over
			more: set c 1
			over: set c (add ?c 1)
			on: branch (le ?c 2) then good else bad
			bad: fail "assertion"
			good: return 0`), "m5 - m5 -", "found no state at the end of a way"},
		{"different drawn inputs", text(`
			slot a int
			slot c int
			draw a a ..
			branch (gt ?a 0) then yes else no
			yes: draw c x ..
			jump on
			no: draw c y ..
			on: return 0`), "m5 -", "differ in more than slots"},
		{"undefined memory that is stored to on one way", memory("store i32 ?p 1", "set a 0"), "m6 -", merged},
		{"memory that is stored to on both ways", memory("store i32 ?p 1", "store i32 ?p ?a"), "m6 -", ""},
		{"an object that is made on one way", memory("alloc p heap 8", "set a 0"), "m6 -", merged},
		{"an object that is freed on one way", memory("free ?p", "set a 0"), "m6 -", merged},
		{"stores of two values", stores(none, "store i32 ?p 1", "store i32 ?p 2", read), "m9 -", ""},
		{"a store on the way on which the condition is true", stores(none, "store i32 ?p 1", none, read), "m9 -", ""},
		{"a store on the way on which it is false", stores(none, none, "store i32 ?p 2", read), "m9 -", ""},
		{"stores to two places", stores(none, "store i32 ?p 1", "store i32 (move ?p 4) 2", read), "m9 -", ""},
		{"a store of an input", stores("store i32 ?p ?a", none, "store i32 ?p 1",
			"load c i32 (move ?p 4)\nset c (sub ?c 5)"), "m9 -", ""},
		{"a merge that hides a fault of what is stored", stores(none, "store i32 ?p 3", none, read), "m9 - - -",
			`nothing excludes the fault "assertion"`},
		{"a merge that hides a fault of what is not stored", stores("store i32 ?p 3", "store i32 ?p 1", none, read),
			"m9 - - -", `nothing excludes the fault "assertion"`},
		{"a merge that hides a fault of the second of two stores",
			stores(none, "store i32 ?p 1\nstore i32 ?p 3", "store i32 ?p 2", read),
			"m10 - - -", `nothing excludes the fault "assertion"`},
		{"a part of what is stored to", stores("store i32 ?p 770", "store u8 ?p 1", none, "load c u8 ?p"), "m9 -", ""},
		{"a merge that hides a fault of the other part", stores(none, "store i32 ?p 770\nstore u8 ?p 1",
			"store i32 ?p 2", "load c u8 (move ?p 1)"),
			"m10 - - -", `nothing excludes the fault "assertion"`},
		{"a merge that hides a fault of what is beside a part",
			stores("store i32 ?p 770", "store i32 ?p 1\nstore u8 ?p 1", none, "load c u8 (move ?p 1)"),
			"m10 - - -", `nothing excludes the fault "assertion"`},
		{"a merge that hides a fault of what is before a part",
			stores("store i32 ?p 3", "store u8 ?p 1\nstore u8 (move ?p 1) 1", none, "load c u8 ?p"),
			"m10 - - -", `nothing excludes the fault "assertion"`},
		{"a merge that hides a fault of another object", stores("slot q ptr\nalloc q heap 8\nstore i32 ?q 3",
			"store i32 ?q 1\nstore i32 ?p 1", none, "load c i32 ?q"),
			"m11 - - -", `nothing excludes the fault "assertion"`},
		{"a part of what depends on an input", stores("store i32 ?p ?a", "store u8 ?p 1", none, "set c 0"), "m9 -",
			merged},
		{"integers of different kinds", stores("store i32 ?p ?a", "store u32 ?p 1", none, "set c 0"), "m9 -", merged},
		{"a value that its bytes do not hold", stores("store i32 ?p 5000000000", none, "store i32 ?p 1", "set c 0"),
			"m9 -", merged},
		{"pointers that are stored", stores(none, "store ptr ?p ?p", "store ptr ?p (null)", "set c 0"), "m9 -", merged},
		{"the same pointer", stores(none, "store ptr ?p ?p", "store ptr ?p ?p", "set c 0"), "m9 -", ""},
		{"a part of a pointer", stores("store ptr ?p ?p", "store u8 (move ?p 1) 1", none, "set c 0"), "m9 -", merged},
		{"a bit-field", stores(none, "store u3@0 loose ?p 1", "store u3@0 loose ?p 2", read), "m9 -", ""},
		{"two bit-fields of a byte", stores(none, "store u1@0 loose ?p 1", "store u1@1 loose ?p 1", read), "m9 -", ""},
		{"a bit-field beside one of an input", stores("store u5@3 loose ?p ?a", "store u3@0 loose ?p 1",
			"store u3@0 loose ?p 2", "set c 0"), "m9 -", ""},
		{"a merge that hides a fault of the bits beside a bit-field",
			stores("store u5@3 loose ?p 1", "store u3@0 loose ?p 1", none, read),
			"m9 - - -", `nothing excludes the fault "assertion"`},
		{"a merge that hides a fault of a bit-field", stores(none, "store u3@0 loose ?p 1", "store u3@0 loose ?p 3",
			read), "m9 - - -", `nothing excludes the fault "assertion"`},
		{"a byte that is defined in part on one way", stores(none, "store u3@0 loose (move ?p 8) 1", none,
			"load c u3@0 loose (move ?p 8)"), "m9 -", merged},
		{"a byte that is defined in part on both ways", stores(none, "store u3@0 loose (move ?p 8) 1",
			"store u3@0 loose (move ?p 8) 2",
			"load c u3@0 loose (move ?p 8)"), "m9 -", merged},
		{"a byte that is defined in part, beside a store", stores(none, "store u8 (move ?p 7) 1",
			"store u3@0 loose (move ?p 8) ?a", "set c 0"), "m9 -", merged},
		{"a bit-field that is undefined on one way", stores("store u3@0 loose ?p 1", "store u3@0 loose ?p c", "set c 0",
			"load c u3@0 loose ?p"), "m9 -", merged},
		{"a float", stores(none, "store f32 ?p (f32 0)", none, "set c 0"), "m9 -", merged},
		{"an object that is read only on one way", stores(none, "protect ?p", none, "set c 0"), "m9 -", merged},
		{"bytes that are filled on one way", stores(none, "fill ?p 1 4", none, read), "m9 -", merged},
		{"bytes that are copied on one way", stores(none, "copy ?p (move ?p 4) 4", none, read), "m9 -", merged},
		{"a copy behind a store", stores(none, "store i32 ?p 1\ncopy ?p (move ?p 4) 4", "store i32 ?p 1", read),
			"m10 -", merged},
		{"a store behind an inner merge", stores(none, `branch (gt ?a 5) then more else less
			more: store i32 ?p 2
			jump over
			less: store i32 ?p 1
			over: set c 0`, none, read), "m13 - m10 -", ""},
		{"an inner merge of what the outer one does not have", stores(none, `branch (gt ?a 5) then more else less
			more: store i32 (move ?p 8) 1
			jump over
			less: store i32 (move ?p 8) 2
			over: set c 0`, none, read), "m13 - m10 -", merged},
		{"output on one way", memory("output 1 65", "set a 0"), "m6 -", "differ in more than slots"},
		{"pointers that differ", memory("set p (move ?p 4)", "set a 0"), "m6 -", ""},
		{"a pointer and none", merging("set p (null)", "set c 0", "(le ?c 1)"), "m7 - m9 -", ""},
		{"pointers into one object that differ, read", stores("store i32 (move ?p 4) 2", "set p (move ?p 4)", none, read),
			"m9 -", ""},
		{"a merge that hides a fault of one of two pointers", stores(none, "set p (move ?p 4)", none, read), "m9 - - -",
			`nothing excludes the fault "assertion"`},
		{"a merge that hides an access by one of two pointers", stores(none, "set p (move ?p 14)", none, read),
			"m9 - - -", `nothing excludes the fault "out of bounds read"`},
		{"pointers into one object that are stored", stores("store ptr (move ?p 8) ?p", "store ptr (move ?p 8) (move ?p 4)",
			none, "load p ptr (move ?p 8)\nload c i32 ?p\nset c (div ?c 4 \"division by zero\")"), "m9 -", ""},
		{"a merge that hides a fault of a pointer that is stored", stores("store ptr (move ?p 8) ?p",
			"store ptr (move ?p 8) (move ?p 4)", none, "load p ptr (move ?p 8)\nload c i32 ?p"), "m9 - - -",
			`nothing excludes the fault "assertion"`},
		{"pointers into two objects that are stored", stores("slot q ptr\nalloc q heap 8\nstore ptr (move ?p 8) ?q",
			"store ptr (move ?p 8) ?p", none, "set c 0"), "m10 -", merged},
		{"a pointer that is stored where none is on the other way", stores(none, "store ptr (move ?p 8) ?p", none,
			"set c 0"), "m9 -", merged},
		{"a pointer that is stored where an integer is on the other way", stores("store i64 (move ?p 8) 1",
			"store ptr (move ?p 8) ?p", none, "set c 0"), "m9 -", merged},
		{"a pointer that is stored behind the start of another one", stores("store ptr (move ?p 8) ?p",
			"store ptr loose (move ?p 4) ?p", none, "set c 0"), "m9 -", merged},
		{"a pointer that is stored without its last byte", stores("store ptr (move ?p 8) ?p\nstore u8 (move ?p 15) 0",
			"store ptr (move ?p 8) (move ?p 4)", none, "set c 0"), "m10 -", merged},
		{"pointers to two objects, at the same place that depends on an input", text(`
			slot a int
			slot p ptr
			slot q ptr
			draw a a 0 .. 9
			alloc p heap 10
			fill ?p 0 10
			alloc q heap 10
			fill ?q 0 10
			branch (gt ?a 5) then yes else no
			yes: set p (move ?p ?a)
			jump on
			no: set p (move ?q ?a)
			on: store u8 ?p 1
			return 0`), "m9 -", lostValue},
		{"pointers to one object, at the same place that depends on an input", text(`
			slot a int
			slot p ptr
			draw a a 0 .. 9
			alloc p heap 10
			fill ?p 0 10
			branch (gt ?a 5) then yes else no
			yes: set p (move ?p ?a)
			jump on
			no: set p (move ?p ?a)
			on: store u8 ?p 1
			return 0`), "m7 -", ""},
		{"pointers into one object, where leaks are looked for", stores(none, "set p (move ?p 4)", none, "leaks"), "m9 -",
			""},
		{"pointers to two objects, where leaks are looked for", stores("slot q ptr\nalloc q heap 8", "set p ?q", none,
			"leaks"), "m9 -", "found p with values that have no common one"},
		{"rounds of a loop that differ", loop, "m8 -", ""},
		{"what leaves a loop after each round", rounds(2), "m6 - m6 -", ""},
		{"what leaves a loop, and hides a fault", rounds(1), "m6 - m6 - - -", `nothing excludes the fault "assertion"`},
		{"what leaves a loop after the second round is not merged", rounds(2), "m6 - - -",
			"found another state at the end of a way"},
		{"what leaves a loop after the first round is not merged", rounds(2), "- - m6 -", ""},
		{"another call", text(`
			slot a int
			slot c int
			draw a a ..
			call c (func same) ?a
			return 0
			func same(x int) int
			branch (gt ?x 0) then yes else no
			yes: return 1
			no: return 0`), "m2 -", "found no state at the end of a way"},
		{"a value that is there on one way only, and read", text(`
			slot a int
			slot c int
			draw a a ..
			branch (gt ?a 0) then yes else on
			yes: set c 1
			on: set a (freeze c)
			return 0`), "m3 -", "a variable that has no value where two ways meet"},
		{"a value that an inner merge loses, read", text(`
			slot a int
			slot b int
			slot c int
			draw a a ..
			branch (gt ?a 0) then yes else no
			yes: branch (gt ?a 5) then more else over
			more: set c 1
			over: set b 0
			jump on
			no: set c 3
			on: set b (freeze c)
			return 0`), "m7 - m4 -", "a variable that has no value where two ways meet"},
		{"a value that is there on one way only", text(`
			slot a int
			slot c int
			draw a a ..
			branch (gt ?a 0) then yes else on
			yes: set c 1
			on: return 0`), "m3 -", ""},
		{"a quotient that its way alone lets have a value", text(`
			slot a int
			slot c int
			draw a a ..
			set c 0
			branch (ne ?a 0) then yes else on
			yes: set c (div 10 ?a "division by zero")
			on: set a ?c
			return 0`), "m4 - z -", "a variable that has no value where two ways meet"},
	} {
		t.Run(c.title, func(t *testing.T) { judged(t, c.source, c.ways, c.reason) })
	}
}

// judged checks a certificate that a program has no fault, with the given ways, and wants it to be valid, or refused
// for a reason if there is one.
func judged(t *testing.T, source, entries, reason string) {
	t.Helper()
	p, err := program(source)
	if err != nil {
		t.Fatal(err)
	}
	cert := &certs.Absence{Kind: certs.KindSafe, Program: p.About, Ways: ways(entries)}
	_, err = check(cert.Seal(), nil, DefaultLimits)
	switch {
	case reason == "" && err != nil:
		t.Errorf("found %v, want a valid certificate", err)
	case reason != "" && (err == nil || !strings.Contains(err.Error(), reason)):
		t.Errorf("found %v, want a refusal: %s", err, reason)
	}
}

// TestMergesBehindCalls: ways may meet behind the call of the function in which they part, which the number of its
// instructions stands for.
func TestMergesBehindCalls(t *testing.T) {
	calls := func(result, yes, no, end string) string {
		return text(`
			slot a int
			slot c ` + result + `
			slot p ptr
			draw a a ..
			alloc p heap 8
			store i32 ?p 0
			call c (func f) ?a ?p
			` + end + `
			branch (and (le 1 ?a) (le ?a 4)) then good else bad
			bad: fail "assertion"
			good: return 0
			func f(x int, q ptr) ` + result + `
			slot y int
			slot r ptr
			branch (gt ?x 0) then yes else no
			yes: ` + yes + `
			no: ` + no + `
			func g(x int) int
			return (add ?x 1)`)
	}
	const (
		take    = "set a ?c"
		unset   = "load y i32 (move ?q 4)\nstore i32 (move ?q 4) y\nreturn 1" // where nothing has a value
		unmakes = "load y i32 (move ?q 4)\nstore i32 ?q y\nreturn 1"
		differ  = "found stores of what has no common value"
	)
	for _, c := range []struct {
		title, source, ways, reason string // the reason is "" if the certificate is valid
	}{
		{"bytes that have no value before and after", calls("int", unset, "return 3", take), "m5 -", ""},
		{"bytes that have no value on one way", calls("int", unset, "store i32 (move ?q 4) 7\nreturn 3", take), "m6 -",
			differ},
		{"bytes that have no value on one way, and an input on the other",
			calls("int", unset, "store i32 (move ?q 4) ?x\nreturn 3", take), "m6 -", differ},
		{"bytes of which one has a value on one way", calls("int", unset, "store u8 (move ?q 7) 7\nreturn 3", take),
			"m6 -", differ},
		{"bytes that lose their value on one way", calls("int", unmakes, "return 3", take), "m5 -", differ},
		{"bytes of which some lose their value on one way",
			calls("int", "load y i64 ?q\nstore i64 ?q y\nreturn 1", "return 3", take), "m5 -", differ},
		{"bytes that lose their value on both ways", calls("int", unmakes, unmakes, take), "m7 -", ""},
		{"two results", calls("int", "return 1", "return 3", take), "m3 -", ""},
		{"two results that are not merged", calls("int", "return 1", "return 3", take), "- -", ""},
		{"the same result", calls("int", "return 2", "return 2", take), "m3 -", ""},
		{"a call on one way", calls("int", "call y (func g) 1\nreturn ?y", "return 1", take), "m4 -", ""},
		{"stores to an object of the caller", calls("int", "store i32 ?q 1\nreturn 1", "store i32 ?q 3\nreturn 4",
			"load a i32 ?p"), "m5 -", ""},
		{"a third way", calls("int", "branch (gt ?x 9) then more else less\nmore: return 4\nless: return 2", "return 1",
			take), "m5 - m5 -", ""},
		{"a merge that hides a fault", calls("int", "return 1", "return 5", take), "m3 - - -",
			`nothing excludes the fault "assertion"`},
		{"a merge that hides a fault of the first result", calls("int", "return 0", "return 3", take), "m3 - - -",
			`nothing excludes the fault "assertion"`},
		{"a merge that hides a fault of what is stored", calls("int", "store i32 ?q 7\nreturn 1",
			"store i32 ?q 3\nreturn 4", "load a i32 ?p"), "m5 - - -", `nothing excludes the fault "assertion"`},
		{"a merge two instructions behind", calls("int", "return 1", "return 3", take), "m4 -",
			"found no state at the end of a way"},
		{"the number of the instruction behind the call", calls("int", "return 1", "return 3", take), "m5 -",
			"found no state at the end of a way"},
		{"the instruction of one way", calls("int", "return 1", "return 3", take), "m2 -",
			"found no state at the end of a way"},
		{"a way that ends the program", calls("int", "halt 0", "return 3", take), "m3 -",
			"found no state at the end of a way"},
		{"a third way that is not merged",
			calls("int", "branch (gt ?x 9) then more else less\nmore: return 4\nless: return 2", "return 1", take),
			"m5 - - -", "found another state at the end of a way"},
		{"no entries behind the call", calls("int", "return 1", "return 5", take), "m3 -", "want another one"},
		{"an input that is drawn on one way", calls("int", "draw y y 1 .. 2\nreturn ?y", "return 3", take), "m4 -",
			"differ in more than slots"},
		{"an object that is made on one way", calls("int", "alloc r heap 8\nreturn 1", "return 3", take), "m4 -",
			"found stores of what has no common value"},
		{"a local object, which ends with the call", calls("int", "alloc r local 8\nreturn 1",
			"alloc r local 8\nreturn 3", take), "m5 -", "found stores of what has no common value"},
		{"an object that is freed on one way", calls("int", "free ?q\nreturn 1", "return 3", take), "m4 -",
			"found stores of what has no common value"},
		{"output on one way", calls("int", "output 1 65\nreturn 1", "return 3", take), "m4 -",
			"differ in more than slots"},
		{"pointers that differ, not read", calls("ptr", "return ?q", "return (move ?q 4)", "set a 1"), "m3 -", ""},
		{"pointers into one object that differ, read", calls("ptr", "return ?q", "return (move ?q 4)",
			"store i32 ?p 1\nstore i32 (move ?p 4) 4\nload a i32 ?c"), "m3 -", ""},
		{"a merge that hides a fault of one of two pointers", calls("ptr", "return ?q", "return (move ?q 4)",
			"store i32 ?p 1\nstore i32 (move ?p 4) 5\nload a i32 ?c"), "m3 - - -", `nothing excludes the fault "assertion"`},
		{"a pointer and none, compared", calls("ptr", "return ?q", "return (null)",
			"branch (same ?c (null)) then good else bad"), "m3 -", "a variable that has no value where two ways meet"},
		{"a result that one way does not define", calls("int", "return 1", "return y", take), "m3 -",
			"a variable that has no value where two ways meet"},
		{"the end of the program", text(`
			slot a int
			draw a a ..
			branch (gt ?a 0) then yes else no
			yes: return 1
			no: return 0`), "m4 -", "a merge behind the call of the entry function"},
	} {
		t.Run(c.title, func(t *testing.T) { judged(t, c.source, c.ways, c.reason) })
	}
}

// TestMergeBelowLimit establishes that where a loop limit is claimed, loops have begun as many iterations on both ways:
// else the merged state, whose iterations are those of the first way, could be beyond the limit where an input of the
// second way is not.
func TestMergeBelowLimit(t *testing.T) {
	counting := text(`
		slot a int
		slot c int
		draw a a ..
		set c 0
		branch (gt ?a 0) then yes else on
		yes: set c 1
		on: set c ?c
		enter 0
		again: branch (gt ?a ?c) then more else out loop 0
		more: set c (add ?c 1)
		jump again
		out: return 0`)
	for _, c := range []struct{ title, source, ways, reason string }{
		{"a loop behind the place", counting, "m4 - - - -", ""},
		{"a loop on one way", loop, "m8 -", "begun different numbers of iterations"},
		{"the head of the loop", counting, "- - m6 - - - -", "found no state at the end of a way"},
		{"the rounds of a loop", counting, "- - m8 - - - -", "found no state at the end of a way"},
	} {
		p, err := program(c.source)
		if err != nil {
			t.Fatal(err)
		}
		cert := &certs.Absence{Kind: certs.KindBounded, LoopLimit: 1, Program: p.About, Ways: ways(c.ways)}
		_, err = check(cert.Seal(), nil, DefaultLimits)
		if !says(err, c.reason) {
			t.Errorf("%s: found %v, want a refusal: %s", c.title, err, c.reason)
		}
	}
}

// TestMergeOfCells establishes that the cells of two states have to be the same wherever no step stored, whatever the
// steps before did: the merged state has those of the first one.
func TestMergeOfCells(t *testing.T) {
	p, err := program(text(`
		slot a int
		draw a a ..
		return 0`))
	if err != nil {
		t.Fatal(err)
	}
	f := newFollower(p.Core, semantics.NewMeter(semantics.Unlimited, semantics.Unlimited))
	w := &walk{follower: f, c: &certs.Absence{}, facts: f.pool.NewFacts()}
	a, b := value{Value: core.MakeInt(0), n: f.pool.Input("a")}, value{Value: core.MakeInt(0), n: f.pool.Input("b")}
	start := w.Start()
	state := func(v value, of ...cell) pending {
		y := pending{state: start}
		for _, c := range of {
			c.value = v
			y.cells = w.put(y.cells, c)
		}
		return y
	}
	here, there := cell{in: 1, at: 4, width: 4, as: core.I32}, cell{in: 1, at: 8, width: 4, as: core.I32}
	running, caller := cell{in: frameOf(start), width: 1}, cell{in: frameOf(start) - 1, width: 1}
	part, other := here, here
	part.first, other.as = 4, core.U32
	for _, c := range []struct {
		title   string
		yes, no pending
		same    bool
	}{
		{"no cells", state(a), state(a), true},
		{"the same cells", state(a, here, there), state(a, here, there), true},
		{"another value of a slot of the running call", state(a, here, running), state(b, running), false},
		{"another value of a slot of the running call alone", state(a, running), state(b, running), true},
		{"another value of bytes", state(a, here), state(b, here), false},
		{"another value of a slot of another call", state(a, caller), state(b, caller), false},
		{"a cell less", state(a, here, there), state(a, here), false},
		{"a cell more", state(a, here), state(a, here, there), false},
		{"another place", state(a, here), state(a, there), false},
		{"another part of a value", state(a, here), state(a, part), false},
		{"another type", state(a, here), state(a, other), false},
	} {
		r := &region{pending: pending{cond: w.pool.Le(a.n, b.n)}, waiting: []pending{c.yes, c.no}}
		if _, err := w.merge(r); (err == nil) != c.same {
			t.Errorf("%s: found %v, want the states to be merged: %v", c.title, err, c.same)
		}
	}
}

// TestMergeEntries fixes what an entry must be to announce a merge.
func TestMergeEntries(t *testing.T) {
	p, err := program(merging("set c 1", "set c 3", "(le ?c 4)"))
	if err != nil {
		t.Fatal(err)
	}
	for title, entry := range map[string]certs.Proof{
		"two rules":       {{Op: certs.RuleMerge, Index: 7}, {Op: certs.RuleMerge, Index: 7}},
		"a bound":         {{Op: certs.RuleMerge, Index: 7, K: one}},
		"rows":            {{Op: certs.RuleMerge, Index: 7, Rows: []certs.Multiple{{Times: one}}}},
		"a proof's rules": {{Op: certs.RuleCases}, {Op: certs.RuleMerge, Index: 7}},
		"a large index":   {{Op: certs.RuleMerge, Index: 1<<64 - 1}},
	} {
		cert := &certs.Absence{Kind: certs.KindSafe, Program: p.About,
			Ways: append([]certs.Proof{entry}, ways("- m9 -")...)}
		if _, err := check(cert.Seal(), nil, DefaultLimits); err == nil {
			t.Errorf("%s: accepted", title)
		}
	}
}

// TestMergeMemory establishes that states that wait are counted as memory.
func TestMergeMemory(t *testing.T) {
	var b strings.Builder
	b.WriteString("slot a int\nslot c int\ndraw a a ..\nset c 0\n")
	const deep = 300
	for i := range deep { // each inside the one before; all meet at the end
		fmt.Fprintf(&b, "branch (gt ?a %d) then in%s else out\nin%s: set c (add ?c 1)\n", i, letters(i), letters(i))
	}
	b.WriteString("out: return 0")
	p, err := program(text(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	cert := &certs.Absence{Kind: certs.KindSafe, Program: p.About,
		Ways: ways(strings.Repeat(fmt.Sprintf("m%d - ", 2+2*deep), deep))}
	if _, err := check(cert.Seal(), nil, DefaultLimits); err != nil {
		t.Fatal(err)
	}
	small := DefaultLimits
	small.MaxMemory = 1 << 19
	if _, err := check(cert.Seal(), nil, small); err == nil ||
		!regexp.MustCompile("memory|limit").MatchString(err.Error()) {
		t.Errorf("found %v, want a limit on memory", err)
	}
}

// letters returns a number in letters.
func letters(i int) string {
	return strings.Map(func(r rune) rune { return r - '0' + 'a' }, big.NewInt(int64(i)).String())
}
