package checker

import (
	"fmt"
	"strings"
	"testing"

	"vouch/certs"
)

// This file tests landmarks that cover states with other numbers of objects, other names of inputs, and other integers
// in memory.

// renamed is endless with a second pointer, and some code that is never reached.
func renamed(first, seven, other, never string) string {
	return strings.NewReplacer("slot p ptr", "slot p ptr\nslot q ptr", "out: return 0",
		"out: "+never+"\nreturn 0").Replace(endless(first, seven, other))
}

// heads puts the steps after which the head of the loop of endless comes in the place of the letters H, S and O.
func heads(marks, first, seven, other string) string {
	lines := func(s string) int { return strings.Count(s, "\n") + 1 }
	h := lines(first) + 1
	s := h + 4 + lines(seven)
	o := s + 2 + lines(other)
	return strings.NewReplacer("H", fmt.Sprint(h), "S", fmt.Sprint(s), "O", fmt.Sprint(o)).Replace(marks)
}

func TestLandmarksRenamed(t *testing.T) {
	const (
		values, facts, numbers = "with other values, or at another place", "with other facts",
			"in a program that looks at their addresses"
		none, place = "no integer of its type", "want one of an integer"
		all         = "H a; S =1; O =1"
		any         = "H a @1+0:6; S =1; O =1"
		cell        = "alloc p heap 8\nstore i32 ?p 5"
		wide        = "alloc p heap 16\nstore ptr ?p ?p"
	)
	for _, c := range []struct {
		title, first, seven, other, marks, reason string // the reason is "" if the certificate is valid
	}{
		{"objects with other numbers", cell, cell, cell, all, ""},
		{"one with another value", cell, "alloc p heap 8\nstore i32 ?p 6", cell, all, values},
		{"one with another size", cell, "alloc p heap 4\nstore i32 ?p 5", cell, all, values},
		{"one of another life", cell, "alloc p local 8\nstore i32 ?p 5", cell, all, values},
		{"one with less", cell, "alloc p heap 8", cell, all, values},
		{"one that has ended", cell, cell + "\nfree ?p", cell, all, values},
		{"all have ended", cell + "\nfree ?p", cell + "\nfree ?p", cell + "\nfree ?p", all, ""},
		{"one that must not be written", cell, cell + "\nprotect ?p", cell, all, values},
		{"another offset", cell, cell + "\nset p (move ?p 4)", cell, all, values},
		{"objects that point to themselves", wide, wide, wide, all, ""},
		{"one that points to another one", wide, "alloc q heap 16\nstore ptr ?q ?p\nset p ?q", wide, all, values},
		{"two pointers to one object", cell + "\nset q ?p", cell + "\nset q ?p", cell + "\nset q ?p", all, ""},
		{"two pointers to two objects", cell + "\nset q ?p", cell + "\nalloc q heap 8\nstore i32 ?q 5",
			cell + "\nset q ?p", all, values},
		{"two pointers to one object, where there were two", cell + "\nalloc q heap 8\nstore i32 ?q 5",
			cell + "\nset q ?p", cell + "\nalloc q heap 8\nstore i32 ?q 5", all, values},
		{"a null pointer", cell, "set p (null)", cell, all, values},
		{"a lost pointer leads nowhere", "alloc q heap 4\nset p (null)", "set p (null)\nset q (null)",
			"alloc q heap 8\nset p (null)", "H ae; S =1; O =1", ""},

		{"addresses as numbers", cell, cell + "\nset c (mul 0 (toint ?p))", cell, "H ac; S =1; O =1", numbers},
		{"addresses that depend on inputs as numbers", cell, cell + "\nset c (mul 0 (toint (move ?p ?a)))", cell,
			"H ac; S =1; O =1", numbers},
		{"addresses as numbers, later", cell, cell, cell + "\nset c (mul 0 (toint ?p))", "H ac; S =1; O =1", numbers},
		{"numbers as addresses", cell, cell + "\nset q (toptr 5)\nset q ?q", cell, "H ae; S =1; O =1", numbers},
		{"a comparison with null", cell, cell + "\nassume (not (same ?p (null)))", cell, all, ""},
		{"a comparison of objects", cell + "\nset q ?p",
			"alloc p heap 8\nstore i32 ?p 5\nassume (not (same ?p ?q))\nset q ?p", cell + "\nset q ?p", all, ""},
		{"a comparison within an object", cell, cell + "\nassume (same (move ?p 4294967296) (move ?p 4294967296))",
			cell, all, ""},
		{"a comparison from far outside", cell, cell + "\nassume (not (same (move ?p 4294967296) (null)))", cell, all,
			numbers},
		{"a comparison from before the start", cell, cell + "\nassume (not (same (move ?p -1) (null)))", cell, all,
			numbers},
		{"a comparison with a far bare address", cell, cell + "\nassume (not (same ?p (move (null) 4294967296)))", cell,
			all, numbers},
		{"a comparison that depends on inputs", cell, cell + "\nassume (not (same (move ?p ?a) (null)))", cell, all,
			""},
		{"a comparison from far outside that depends on inputs", cell,
			cell + "\nassume (not (same (move ?p (mul ?a 4294967296)) (null)))", cell, all, numbers},
		{"a byte of a pointer", wide, wide + "\nload c u8 ?p\nset c 0", wide, "H ac; S =1; O =1", numbers},
		{"another byte of a pointer", wide, wide + "\nload c u8 (move ?p 7)\nset c 0", wide, "H ac; S =1; O =1",
			numbers},
		{"a byte behind a pointer", wide + "\nstore u8 (move ?p 8) 1",
			wide + "\nstore u8 (move ?p 8) 1\nload c u8 (move ?p 8)\nset c 0", wide + "\nstore u8 (move ?p 8) 1",
			"H ac; S =1; O =1", ""},
		{"a pointer", wide, wide + "\nload q ptr ?p", wide, "H ae; S =1; O =1", ""},
		{"a pointer of bytes", wide,
			wide + "\nstore i64 (move ?p 8) 4294967296\nload q ptr (move ?p 8)\nalloc p heap 16\nstore ptr ?p ?p", wide,
			"H ae; S =1; O =1", numbers},
		{"a pointer of bytes that is null", wide,
			wide + "\nstore i64 (move ?p 8) 0\nload q ptr (move ?p 8)\nalloc p heap 16\nstore ptr ?p ?p", wide,
			"H ae; S =1; O =1", ""},
		{"a store over a part of a pointer", wide, wide + "\nstore u8 (move ?p 3) 1\nalloc p heap 16\nstore ptr ?p ?p",
			wide, all, numbers},
		{"a store over the start of a pointer", wide, wide + "\nstore u8 ?p 1\nalloc p heap 16\nstore ptr ?p ?p", wide,
			all, numbers},
		{"a store over a pointer", wide, wide + "\nstore i64 ?p 1\nalloc p heap 16\nstore ptr ?p ?p", wide, all, ""},
		{"a copy of a part of a pointer", wide, wide + "\ncopy (move ?p 8) ?p 4\nalloc p heap 16\nstore ptr ?p ?p",
			wide, all, numbers},
		{"a copy of a pointer", wide, wide + "\ncopy (move ?p 8) ?p 8\nalloc p heap 16\nstore ptr ?p ?p", wide, all,
			""},
		{"a copy over a part of a pointer", wide + "\nstore i64 (move ?p 8) 0",
			wide + "\nstore i64 (move ?p 8) 0\ncopy (move ?p 4) (move ?p 8) 8\nalloc p heap 16\nstore ptr ?p ?p\nstore i64 (move ?p 8) 0",
			wide + "\nstore i64 (move ?p 8) 0", all, numbers},
		{"a fill over a part of a pointer", wide, wide + "\nfill (move ?p 4) 0 8\nalloc p heap 16\nstore ptr ?p ?p",
			wide, all, numbers},
		{"a fill over a pointer", wide, wide + "\nfill ?p 0 16\nalloc p heap 16\nstore ptr ?p ?p", wide, all, ""},
		{"bits of a pointer", wide, wide + "\nload c u3@4 loose ?p\nset c 0", wide, "H ac; S =1; O =1", numbers},
		{"bits over a pointer", wide, wide + "\nstore u3@4 loose ?p 1\nalloc p heap 16\nstore ptr ?p ?p", wide, all,
			numbers},
		{"bits over all of a pointer", wide, wide + "\nstore u60@0 loose ?p 1\nalloc p heap 16\nstore ptr ?p ?p", wide,
			all, numbers},
		{"a byte of a pointer whose offset depends on inputs", wide,
			wide + "\nstore ptr ?p (move ?p ?a)\nload c u8 ?p\nset c 0\nstore ptr ?p ?p", wide, "H ac; S =1; O =1",
			numbers},

		{"another input", "draw b a 0 .. 9\nset c ?b", "set c ?a", "set c ?a", "H ab; S =1; O =1", ""},
		{"an input with another range", "draw b z 0 .. 5\nset c ?b", "set c ?a", "set c ?a", "H ab; S =1; O =1",
			values},
		{"an input in two places", "draw b a 0 .. 9\nset c ?b", "set c ?a\nset b ?a", "set c ?a\nset b ?a", all, ""},
		{"an input in two places, which are different now", "draw b a 0 .. 9\nset c ?b", "set c ?a",
			"set c ?a\nset b ?a", all, values},
		{"two inputs, which are the same now", "draw b a 0 .. 9\ndraw c a 0 .. 9", "set c ?a\nset b ?a", "set c ?a",
			all, values},
		{"a sum of another input", "draw b a 0 .. 9\nset c (add ?b 1)", "set b ?a\nset c (add ?b 1)",
			"set b ?a\nset c (add ?b 1)", all, ""},
		{"a sum of another input than that", "draw b a 0 .. 9\nset c (add ?b 1)", "set c (add ?a 1)",
			"set b ?a\nset c (add ?b 1)", all, values},
		{"a product of another input", "draw b a 0 .. 9\nset c (mul ?b ?b)", "set b ?a\nset c (mul ?b ?b)",
			"set b ?a\nset c (mul ?b ?b)", all, ""},
		{"facts about another input", "draw b a 0 .. 9\nassume (lt ?b 9)", "set b ?a\nassume (lt ?b 9)",
			"set b ?a\nassume (lt ?b 9)", all, ""},
		{"facts that do not hold for another input", "draw b a 0 .. 9\nassume (lt ?b 9)", "set b ?a\nassume (lt ?b 8)",
			"set b ?a\nassume (lt ?b 9)", all, facts},
		{"facts in another order", "draw b a 0 .. 9\nassume (lt ?b 9)\nassume (lt 1 ?b)",
			"set b ?a\nassume (lt 1 ?b)\nassume (lt ?b 9)", "set b ?a\nassume (lt ?b 9)\nassume (lt 1 ?b)", all, ""},
		{"facts about an input that another one takes the name of",
			"draw b a 0 .. 9\nassume (lt ?b 9)\ndraw b a 0 .. 9", "draw c a 0 .. 9\nset b ?c\nset c 0", "set b ?b",
			"H ac; S =1; O =1", ""},

		{"any integer", cell, "store i32 ?p ?a", "store i32 ?p 3", any, ""},
		{"the same one", cell, "store i32 ?p ?a", "store i32 ?p 3", all, values},
		{"any integer of another object", cell, "alloc p heap 8\nstore i32 ?p ?a", "store i32 ?p 3", any, ""},
		{"any integer, made of bytes", cell, "fill ?p 1 4", "store i32 ?p 3", any, ""},
		{"any integer, and there is none", cell, "alloc p heap 8", "store i32 ?p 3", any, values},
		{"any integer, and there is one of another type", cell, "store u32 ?p ?a", "store i32 ?p 3", any, values},
		{"any integer, and there is a pointer", cell, "store ptr ?p ?p", "store i32 ?p 3", any, values},
		{"any integer, and there is one that does not fit", cell, "store i32 ?p 4294967296", "store i32 ?p 3", any,
			values},
		{"any integer, and there may be one that does not fit", cell, "store i32 ?p (mul ?a 4294967296)",
			"store i32 ?p 3", any, values},
		{"any integer, and facts say that it fits", cell,
			"draw b y ..\nassume (lt ?b 9)\nassume (lt 0 ?b)\nstore i32 ?p ?b", "store i32 ?p 3",
			"H ab @1+0:6; S =1; O =1", ""},
		{"any integer, which is read", cell, "load c i32 ?p\nset c (in ?c 0 .. 9 \"overflow\")\nset c 0",
			"store i32 ?p 3", "H ac @1+0:6; S =1; O =1", `nothing excludes the fault "overflow"`},
		{"any integer of another type", cell, "store i32 ?p ?a", "store i32 ?p 3", "H a @1+0:5; S =1; O =1", values},
		{"any integer that does not fit", "alloc p heap 8\nstore i32 ?p 4294967296", "store i32 ?p 1", "store i32 ?p 3",
			any, none},
		{"any integer that may not fit", "alloc p heap 8\ndraw b z 0 .. 9\nstore i32 ?p (mul ?b 4294967296)",
			"store i32 ?p 1", "store i32 ?p 3", "H ab @1+0:6; S =1; O =1", none},
		{"any integer where bytes are undefined", cell, "store i32 ?p ?a", "store i32 ?p 3", "H a @1+4:6; S =1; O =1",
			none},
		{"any integer where some bytes are undefined", cell, "store i32 ?p ?a", "store i32 ?p 3",
			"H a @1+0:8; S =1; O =1", none},
		{"any integer where there is a pointer", wide, "store i64 ?p ?a", "store i64 ?p 3", "H a @1+0:8; S =1; O =1",
			none},
		{"any integer of an object that has ended", cell + "\nfree ?p", "set c ?a", "set c ?a", any, none},
		{"any integer behind the end", cell, "store i32 ?p ?a", "store i32 ?p 3", "H a @1+5:6; S =1; O =1", place},
		{"any integer far behind the end", cell, "store i32 ?p ?a", "store i32 ?p 3",
			"H a @1+18446744073709551615:6; S =1; O =1", place},
		{"any integer of no object", cell, "store i32 ?p ?a", "store i32 ?p 3", "H a @2+0:6; S =1; O =1", place},
		{"any integer of object 0", cell, "store i32 ?p ?a", "store i32 ?p 3", "H a @0+0:6; S =1; O =1",
			"want one that there is"},
		{"any integer of no type", cell, "store i32 ?p ?a", "store i32 ?p 3", "H a @1+0:0; S =1; O =1", place},
		{"any pointer", cell, "store i32 ?p ?a", "store i32 ?p 3", "H a @1+0:9; S =1; O =1", place},
		{"any integer of a type behind all", cell, "store i32 ?p ?a", "store i32 ?p 3", "H a @1+0:65542; S =1; O =1",
			place},
		{"any integer twice", cell, "store i32 ?p ?a", "store i32 ?p 3", "H a @1+0:6 @1+0:6; S =1; O =1", ""},
		{"two integers that overlap", cell, "store i32 ?p ?a", "store i32 ?p 3", "H a @1+0:6 @1+0:2; S =1; O =1",
			"no integer of its type"},
		{"any integer in a covered state", cell, "store i32 ?p 5", "store i32 ?p 5", "H a; S =1 @1+0:6; O =1",
			"forgets something"},
	} {
		p, err := program(renamed(c.first, c.seven, c.other, "set c 0"))
		if err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		cert := &certs.Absence{Kind: certs.KindSafe, Program: p.About,
			Landmarks: marks(heads(c.marks, c.first, c.seven, c.other))}
		// What the ways assume is known once the walk has come there: so their number is tried.
		for n := range 24 {
			if cert.Ways = ways(strings.Repeat("- ", n)); n == 0 {
				cert.Ways = nil
			}
			limits := DefaultLimits
			limits.MaxSteps = 100_000
			if _, err = check(cert.Seal(), nil, limits); err == nil || !strings.Contains(err.Error(), "entries, want") {
				break
			}
		}
		switch {
		case c.reason == "" && err != nil:
			t.Errorf("%s: %v", c.title, err)
		case c.reason != "" && (err == nil || !strings.Contains(err.Error(), c.reason)):
			t.Errorf("%s: found %v, want %q", c.title, err, c.reason)
		}
	}
}

// TestLandmarksLost establishes that a state is not covered if it has lost an object in a program that looks for such.
func TestLandmarksLost(t *testing.T) {
	const cell, again = "alloc p heap 8\nstore i32 ?p 5", "free ?p\nalloc p heap 8\nstore i32 ?p 5"
	for _, c := range []struct{ title, first, seven, other, never, reason string }{
		{"nobody looks", cell, cell, cell, "set c 0", ""},
		{"somebody may look", cell, cell, cell, "leaks", "with other values"},
		{"somebody may look, and nothing is lost", cell, again, again, "leaks", ""},
	} {
		p, err := program(renamed(c.first, c.seven, c.other, c.never))
		if err != nil {
			t.Fatal(err)
		}
		cert := &certs.Absence{Kind: certs.KindSafe, Program: p.About, Ways: ways("- -"),
			Landmarks: marks(heads("H a; S =1; O =1", c.first, c.seven, c.other))}
		_, err = check(cert.Seal(), nil, DefaultLimits)
		if !says(err, c.reason) {
			t.Errorf("%s: found %v, want %q", c.title, err, c.reason)
		}
	}
}
