package checker

import (
	"fmt"
	"strings"
	"testing"

	"vouch/certs"
)

// This file tests landmarks in certificates of absence: which the checker accepts, and that it refuses those that would
// forget a run.

// marks returns the landmarks that a text lists, separated by semicolons: after how many steps, and then =n for one
// that landmark n covers, -n for a fact that is forgotten, letters for slots that are lost, by their place in the
// alphabet, with / before those of the next call around, and @o+n:t for place n of object o that may hold any integer
// of type t.
func marks(text string) (list []certs.Landmark) {
	for entry := range strings.SplitSeq(text, ";") {
		var l certs.Landmark
		for word := range strings.FieldsSeq(entry) {
			var n uint64
			switch first := word[0]; {
			case first == '=' && scan(word, "=%d", &n):
				l.Same = n
			case first == '-' && scan(word, "-%d", &n):
				l.Facts = append(l.Facts, n)
			case first == '@':
				var p certs.Place
				if found, err := fmt.Sscanf(word, "@%d+%d:%d", &p.Object, &p.At, &p.Type); found < 3 || err != nil {
					panic(word)
				}
				l.Any = append(l.Any, p)
			case scan(word, "%d", &n):
				l.Steps = n
			default:
				for calls := range strings.SplitSeq(word, "/") {
					var slots []uint64
					for _, c := range calls {
						slots = append(slots, uint64(c-'a'))
					}
					l.Lost = append(l.Lost, slots)
				}
			}
		}
		list = append(list, l)
	}
	return list
}

func scan(text, form string, n *uint64) bool {
	found, err := fmt.Sscanf(text, form, n)
	return found == 1 && err == nil
}

// endless is a program that draws for ever, between which it runs some code: at the start, and in each round where the
// input is 7 or where it is not. The head of its loop comes after 2 steps, after 7, behind an input of 7, and after 10,
// behind another one.
func endless(first, seven, other string) string {
	return text(`
		slot a int
		slot b int
		slot c int
		slot p ptr
		` + first + `
		enter 0
		head: branch (truth 1) then body else out loop 0
		body: draw a a 0 .. 9
		branch (eq ?a 7) then yes else no
		yes: ` + seven + `
		jump head
		no: ` + other + `
		jump head
		out: return 0`)
}

func TestLandmarks(t *testing.T) {
	plain := endless("set c 0", "set c 1", "set c 0")
	same := endless("set c 0", "set c 0", "set c 0")
	overflow := `set c (in (add ?c 1) 0 .. 1 "overflow")`
	memory := func(first, seven, other string) string { return endless("alloc p heap 8\n"+first, seven, other) }
	sevens := text(`
		slot a int
		slot b int
		draw b b 0 .. 9
		branch (lt ?b 5) then on else out
		on: set a 0
		enter 0
		head: branch (truth 1) then body else out loop 0
		body: draw a a 0 .. 9
		branch (lt ?b 5) then head else bad
		bad: fail "assertion"
		out: return 0`)
	counted := text(`
		slot a int
		slot c int
		set c 0
		enter 0
		head: branch (lt ?c 3) then body else out loop 0
		body: draw a a 0 .. 9
		set c (add ?c 1)
		jump head
		out: branch (lt ?c 3) then good else bad
		bad: fail "assertion"
		good: return 0`)
	meets := text(`
		slot a int
		slot c int
		draw a a ..
		set c 0
		branch (gt ?a 0) then yes else no
		yes: set c 1
		jump on
		no: set c 1
		on: branch (lt ?c 2) then good else bad
		bad: fail "assertion"
		good: return 0`)
	calling := func(value string) string {
		return text(`
		slot a int
		slot b int
		set b 0
		enter 0
		head: branch (truth 1) then body else out loop 0
		body: draw a a 0 .. 9
		set b ` + value + `
		call - (func g)
		jump head
		out: return 0
		func g() sig "v()"
		slot x int
		set x 0
		return`)
	}
	called := calling("(sub ?a 3)")
	const four, values, facts, earlier = "- - - -", "with other values, or at another place", "with other facts",
		"want an earlier one that is not covered itself"
	for _, c := range []struct {
		title, source, ways, marks, reason string // the reason is "" if the certificate is valid
	}{
		{"an endless loop over two states", plain, four, "2 a; 7 a; 10 =1; 15 =2; 18 =1", ""},
		{"an endless loop over one state", same, "- -", "2 a; 7 =1; 10 =1", ""},
		{"a state that covers what comes behind it", same, four, "7 a -0; 10 =1; 15 =1; 18 =1", ""},
		{"facts that stay", plain, four, "2 a; 7 a; 10 =1; 15 =2; 18 =1", ""},
		{"facts that are forgotten", plain, four, "2 a; 7 a -0; 10 =1; 15 =2; 18 =1", ""},
		{"landmarks elsewhere than at the head of a loop", same, "- -", "3 a; 8 =1; 12 =1", ""},
		{"output does not count", endless("set c 0", "output 1 ?a", "set c 0"), "- -", "2 a; 7 =1; 10 =1", ""},
		{"no landmarks", plain, strings.Repeat("- ", 60), "", "want another one"},
		{"a landmark too few", plain, four, "2 a; 7 a; 10 =1; 15 =2", "want another one"},
		{"a landmark too many", plain, four, "2 a; 7 a; 10 =1; 15 =2; 18 =1; 22 =1", "found 6, want 5"},
		{"landmarks in another order", same, "- -", "2 a; 10 =1; 7 =1", "want another one"},
		{"two landmarks at one step", same, "- -", "2 a; 2 =1; 7 =1; 10 =1", "want another one"},
		{"a landmark behind all steps", same, "- -", "2 a; 7 =1; 10 =1; 9999999999999999999 =1", "found 4, want 3"},
		{"a state that covers itself", same, "- -", "2 =1; 7 =1; 10 =1", earlier},
		{"a state that a later one covers", same, four, "2 a; 7 =3; 10 a; 15 =3; 18 =3", earlier},
		{"a state that a covered one covers", same, "- -", "2 a; 7 =1; 10 =2", earlier},
		{"a landmark that there is none", same, "- -", "2 a; 7 =9; 10 =1", earlier},
		{"another value of a slot", plain, "- -", "2 a; 7 =1; 10 =1", values},
		{"a slot that is not lost", same, "- -", "2; 7 =1; 10 =1", values},
		{"a slot that is lost behind the landmark only", same, four, "2; 7 a; 10 a =1", "forgets something"},
		{"another instruction", same, "- -", "2 a; 8 =1; 11 =1", values},
		{"other facts", same, "- - - -", "7 a; 10 =1; 15 =1; 18 =1", facts},
		{"a value that depends on an input, and a constant", endless("set c 3", "set c ?a", "set c 3"), "- -",
			"2 a; 7 =1; 10 =1", values},
		{"a constant, and a value that depends on an input", endless("set c 3", "set c ?a", "set c 3"), four,
			"7 a -0; 10 =1; 15 =1; 18 =1", values},
		{"a value that depends on another input", endless("set c 3", "set c ?a", "set c ?a"), four,
			"7 a -0; 10 =1; 15 =1; 18 =1", ""},
		{"a fault behind a landmark", endless("set c 0", overflow, "set c 0"), "- - - - - -",
			"2 a; 7 a; 10 =1; 15 =2; 18 =1", `nothing excludes the fault "overflow"`},
		{"a fault that a lost slot hides", endless("set c 0", overflow, "set c 0"), "- - - -", "2 ac; 7 =1; 10 =1",
			lostValue},
		{"a lost slot that is read", endless("set c 0", "set c (add ?c 0)", "set c 0"), "- -", "2 ac; 7 =1; 10 =1",
			lostValue},
		{"a lost slot that is set", endless("set c 0", "set c 5", "set c 0"), "- -", "2 ac; 7 =1; 10 =1", ""},
		{"a lost slot that the other state has lost, too, and another one", same, four,
			"2 a; 7 abc; 10 =1; 15 =2; 18 =2", ""},
		{"a slot that only the covered state has lost", same, four, "2 ac; 7 a; 10 =1; 15 =2; 18 =2", ""},
		{"memory that is the same", memory("store i32 ?p 5", "store i32 ?p 5", "store i32 ?p 5"), "- -",
			"3 a; 8 =1; 11 =1", ""},
		{"memory that is written elsewhere", memory("store i32 ?p 5", "store i32 (move ?p 4) 5", "set a 0"), "- -",
			"3 a; 8 =1; 11 =1", values},
		{"memory with another value", memory("store i32 ?p 5", "store i32 ?p 6", "set a 0"), "- -", "3 a; 8 =1; 11 =1",
			values},
		{"memory with a value that depends on an input", memory("store i32 ?p 5", "store i32 ?p ?a", "set a 0"), "- -",
			"3 a; 8 =1; 11 =1", values},
		{"memory with a value of another type", memory("store i32 ?p 5", "store ptr ?p ?p", "set a 0"), "- -",
			"3 a; 8 =1; 11 =1", values},
		{"memory with another pointer", memory("store ptr ?p ?p", "store ptr ?p (move ?p 4)", "set a 0"), "- -",
			"3 a; 8 =1; 11 =1", values},
		{"memory that is defined, and was not", memory("set c 0", "store i32 ?p 0", "set a 0"), "- -",
			"3 a; 8 =1; 11 =1", values},
		{"an object that has ended", memory("set c 0", "free ?p", "set a 0"), "- -", "3 a; 8 =1; 11 =1", values},
		{"an object that must not be written any more", memory("set c 0", "protect ?p", "set a 0"), "- -",
			"3 a; 8 =1; 11 =1", values},
		{"another object", endless("set c 0", "alloc p heap 4", "set c 0"), "- -", "2 ad; 7 =1; 10 =1", ""},
		{"facts that exclude a fault", sevens, "- - - l2.3", "4 a; 9 =1", ""},
		{"facts that exclude a fault, forgotten", sevens, "- - - -", "4 a -0; 9 =1",
			`nothing excludes the fault "assertion"`},
		{"a fact that is none", sevens, "- - - -", "4 a -1; 9 =1", "want less than 1"},
		{"a fact that is forgotten twice", sevens, "- - - -", "4 a -0 -0; 9 =1", "want less than 1"},
		{"a slot that is none", same, "- -", "2 ae; 7 =1; 10 =1", "found slot 4"},
		{"slots in another order", same, "- -", "2 ba; 7 =1; 10 =1", ""},
		{"a slot that is lost twice", same, "- -", "2 aa; 7 =1; 10 =1", ""},
		{"slots of a call that there is none", same, "- -", "2 a/a; 7 =1; 10 =1", "found more calls"},
		{"a call with no lost slot", called, "", "6 a/; 13 =1", ""},
		{"a pointer that is lost where leaks are looked for", endless("alloc p heap 4", "set c 0", "leaks"), "- -",
			"2 ad; 7 =1; 10 =1", "which must not be lost"},
		{"slots of the call around", called, "", "6 a/ab; 13 =1", ""},
		{"slots of the call around that are not lost", called, "", "6 a; 13 =1", ""},
		{"another value in the call around", calling("(sub 1 ?b)"), "", "6 a/a; 13 =1", values},
		{"the head of a loop that counts", counted, "", "2 a; 6 =1", values},
		{"a landmark at the start", sevens, "- - - -", "0; 6 =1", "at the start or at the end"},
		{"a landmark at the end", meets, "- -", "7", "at the start or at the end"},
		{"a landmark before ways meet", meets, "m6 -", "4", "between a branch and the place where its ways meet"},
		{"a landmark where ways meet", meets, "m6 -", "5", "found 1, want 0"},
		{"a landmark behind the place where ways meet", meets, "m6 -", "8 a", ""},
		{"a fact that is no fact behind the place where ways meet", meets, "m6 -", "8 a -0", "want less than 0"},
	} {
		p, err := program(c.source)
		if err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		cert := &certs.Absence{Kind: certs.KindSafe, Program: p.About, Ways: ways(c.ways)}
		if c.marks != "" {
			cert.Landmarks = marks(c.marks)
		}
		limits := DefaultLimits
		limits.MaxSteps = 10_000
		_, err = check(cert.Seal(), nil, limits)
		switch {
		case c.reason == "" && err != nil:
			t.Errorf("%s: %v", c.title, err)
		case c.reason != "" && (err == nil || !strings.Contains(err.Error(), c.reason)):
			t.Errorf("%s: found %v, want %q", c.title, err, c.reason)
		}
	}
}

// TestLandmarksBelowLoopLimit establishes that there are none: states are compared without the iterations of loops,
// which decide there what is claimed.
func TestLandmarksBelowLoopLimit(t *testing.T) {
	p, err := program(endless("set c 0", "set c 0", "set c 0"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ ways, marks, reason string }{
		{"- - - -", "", ""},
		{"- - - -", "2 a", "below a loop limit"},
		{"- -", "2 a; 7 =1; 10 =1", "below a loop limit"},
	} {
		cert := &certs.Absence{Kind: certs.KindBounded, LoopLimit: 2, Program: p.About, Ways: ways(c.ways + " - -")}
		if c.marks != "" {
			cert.Landmarks = marks(c.marks)
		}
		_, err := check(cert.Seal(), nil, DefaultLimits)
		if !says(err, c.reason) {
			t.Errorf("%s: found %v, want %q", c.marks, err, c.reason)
		}
	}
}

// TestLandmarkMemory establishes that landmarks are counted as memory.
func TestLandmarkMemory(t *testing.T) {
	const many = 2000
	p, err := program(text(`
		slot c int
		set c 0
		enter 0
		head: branch (truth 1) then body else out loop 0
		body: set c (add ?c 1)
		jump head
		out: return 0`))
	if err != nil {
		t.Fatal(err)
	}
	cert := &certs.Absence{Kind: certs.KindSafe, Program: p.About}
	for i := range many {
		cert.Landmarks = append(cert.Landmarks, certs.Landmark{Steps: uint64(2 + 3*i)})
	}
	for _, c := range []struct {
		memory int64
		reason string
	}{{1 << 21, "memory"}, {DefaultLimits.MaxMemory, "walking them takes more than 10000 steps"}} {
		limits := DefaultLimits
		limits.MaxMemory, limits.MaxSteps = c.memory, 100_000
		if _, err := check(cert.Seal(), nil, limits); err == nil || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("found %v, want %q", err, c.reason)
		}
	}
}
