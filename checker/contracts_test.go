package checker

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/finder"
)

// This file tests contracts in certificates of absence: which the checker accepts, and that it refuses those that a
// function does not keep, that nobody shows, or that would forget what a call changes.

// Programs with functions that call themselves, for inputs without bounds.
var (
	downward = text(`
		slot n int
		slot r int
		draw n n ..
		branch (lt ?n 0) then out else on
		on: call r (func f) ?n
		branch (eq ?r ?n) then out else bad
		bad: fail "assertion"
		out: return 0
		func f(n int) int
		slot r int
		branch (le ?n 0) then zero else more
		zero: return 0
		more: call r (func f) (sub ?n 1)
		return (add ?r 1)`)
	mutual = text(`
		slot n int
		slot r int
		draw n n 0 ..
		call r (func even) ?n
		branch (eq (mod (add ?r ?n) 2 "division by zero") 1) then out else bad
		bad: fail "assertion"
		out: return 0
		func even(n int) int
		slot r int
		branch (eq ?n 0) then zero else more
		zero: return 1
		more: call r (func odd) (sub ?n 1)
		return r
		func odd(n int) int
		slot r int
		branch (eq ?n 0) then zero else more
		zero: return 0
		more: call r (func even) (sub ?n 1)
		return r`)
	unbounded = text(`
		slot r int
		call r (func f)
		branch (and (ge ?r 0) (le ?r 9)) then on else bad
		bad: fail "assertion"
		on: draw r x ..
		return 0
		func f() int
		slot x int
		slot r int
		draw x x ..
		branch (le ?x 0) then zero else more
		zero: return 0
		more: call r (func f)
		branch (lt ?r 9) then add else keep
		add: return (add ?r 1)
		keep: return r`)
)

// contracted returns the certificate of a core program that the finder makes with contracts, or fails the test.
func contracted(t *testing.T, source string) *certs.Absence {
	t.Helper()
	l, err := program(source)
	if err != nil {
		t.Fatal(err)
	}
	r, err := finder.Find(context.Background(), finder.Program{Core: l.Core, About: l.About},
		finder.Options{Solver: "lia", Prove: true, Engine: finder.EngineInvariants})
	if err != nil || r.Absence == nil || len(r.Absence.Contracts) == 0 {
		t.Fatalf("found %v, %v, want a certificate with contracts, of\n%s", r.Verdict, err, source)
	}
	c := cloned(r.Absence)
	c.Contracts = slices.Clone(c.Contracts)
	for i := range c.Contracts {
		x := &c.Contracts[i]
		x.Ensures = slices.Clone(x.Ensures)
		for k := range x.Ensures {
			x.Ensures[k].Terms = slices.Clone(x.Ensures[k].Terms)
		}
	}
	return c
}

func TestContracts(t *testing.T) {
	for _, source := range []string{downward, mutual, unbounded} {
		if _, err := check(contracted(t, source).Seal(), nil, DefaultLimits); err != nil {
			t.Errorf("%v, of\n%s", err, source)
		}
	}
}

func TestForgedContracts(t *testing.T) {
	const any, nothing = "invalid: ", "nothing shows it"
	number := func(n int64) certs.Product { return certs.Product{Times: big.NewInt(n)} }
	about := func(n int64, p certs.Place) certs.Product {
		return certs.Product{Times: big.NewInt(n), Of: []certs.Place{p}}
	}
	result := certs.Place{Type: 1}
	say := func(terms ...certs.Product) func(*certs.Absence) {
		return func(c *certs.Absence) {
			c.Contracts[0].Ensures = append(c.Contracts[0].Ensures, certs.Atom{Terms: terms})
		}
	}
	first := func(change func(*certs.Contract)) func(*certs.Absence) {
		return func(c *certs.Absence) { change(&c.Contracts[0]) }
	}
	entry := func(change func(*certs.Landmark)) func(*certs.Absence) {
		return func(c *certs.Absence) { change(&c.Landmarks[c.Contracts[0].Landmark-1]) }
	}
	for _, c := range []struct {
		title, source string
		forge         func(*certs.Absence)
		reason        string // any if the message does not matter; "" if it is right
	}{
		{"no contract", downward, func(c *certs.Absence) { c.Contracts = nil }, any},
		{"one contract of two", mutual, func(c *certs.Absence) { c.Contracts = c.Contracts[:1] }, any},
		{"the other one of two", mutual, func(c *certs.Absence) { c.Contracts = c.Contracts[1:] }, any},
		{"the contract of another function", mutual, func(c *certs.Absence) {
			c.Contracts[0].Ensures, c.Contracts[1].Ensures = c.Contracts[1].Ensures, c.Contracts[0].Ensures
		}, any},
		{"the call of another function", mutual, func(c *certs.Absence) {
			last := &c.Landmarks[len(c.Landmarks)-1]
			last.Same = 3 - last.Same
		}, any},
		{"nothing of the return", downward, first(func(x *certs.Contract) { x.Ensures = nil }), any},
		{"nothing of the return where nothing is needed", unbounded, func(c *certs.Absence) {
			c.Contracts[0].Ensures = append(c.Contracts[0].Ensures, certs.Atom{Terms: []certs.Product{number(-1)}})
		}, ""},
		{"less of the return", unbounded, first(func(x *certs.Contract) { x.Ensures = x.Ensures[1:] }), any},
		{"more of the return", downward, say(about(1, result), number(-5)), any},
		{"more of the return, and false", unbounded, say(about(1, result), number(-8)), any},
		{"a contradiction at the return", downward, say(number(1)), any},
		{"what holds at the return because of the rest", downward, say(number(-1)), ""},
		{"an atom about a result that there is none", downward, say(about(1, certs.Place{At: 1, Type: 1})),
			"found result 1 of a call, want one of 1"},
		{"an atom about the caller of the caller", downward, say(about(1, certs.Place{At: 0, Type: 2})),
			"found slot 0 of call 2"},
		{"an atom about a slot that has no integer at the beginning", downward, say(about(1, certs.Place{At: 1})),
			"without an integer"},
		{"an atom about an object that there is none", downward, say(about(1, certs.Place{Object: 9, Type: 3})),
			"want one of an integer"},
		{"the result where the call begins", downward, entry(func(l *certs.Landmark) {
			l.Holds = append(l.Holds, certs.Atom{Terms: []certs.Product{about(1, result)}})
		}), "found slot 0 of call 1"},
		{"the caller's slot where the call begins", downward, entry(func(l *certs.Landmark) {
			l.Any = append(l.Any, certs.Place{Type: 1})
		}), "found slot 0 of call 1"},
		{"slots of the caller that are lost", downward, entry(func(l *certs.Landmark) {
			l.Lost = [][]uint64{{1}, {1}}
		}), "found more calls than there are"},
		{"more where the call begins, which a call does not keep", downward, entry(func(l *certs.Landmark) {
			l.Holds = append(l.Holds, certs.Atom{Terms: []certs.Product{about(-1, certs.Place{}), number(1)}})
		}), any},
		{"less where the call begins", downward, entry(func(l *certs.Landmark) { l.Holds, l.Within = nil, nil }), any},
		{"a parameter that changes, left out", downward, entry(func(l *certs.Landmark) {
			l.Any, l.Within = nil, nil
		}), any},
		{"facts that are not forgotten", downward, entry(func(l *certs.Landmark) { l.Facts = nil }), any},
		{"a call that is not covered", downward, func(c *certs.Absence) {
			c.Landmarks = c.Landmarks[:len(c.Landmarks)-1]
		}, any},
		{"the contract of a landmark that is covered", downward, first(func(x *certs.Contract) { x.Landmark++ }),
			any},
		{"the contract of no landmark", downward, first(func(x *certs.Contract) { x.Landmark = 9 }), any},
		{"a contract twice", downward, func(c *certs.Absence) {
			c.Contracts = append(c.Contracts, c.Contracts[0])
		}, "in ascending order"},
		{"contracts in another order", mutual, func(c *certs.Absence) { slices.Reverse(c.Contracts) },
			any},
		{"a contract elsewhere than at a call", downward, entry(func(l *certs.Landmark) { l.Steps-- }),
			"elsewhere than at the beginning of a call"},
		{"a contract later in the call", downward, entry(func(l *certs.Landmark) { l.Steps++ }), any},
		{"a slot that the call changes", downward, first(func(x *certs.Contract) {
			x.Changes = []certs.Place{{At: 0}}
		}), "found a slot among the places that a call changes"},
		{"memory that the call changes, of which there is none", downward, first(func(x *certs.Contract) {
			x.Changes = []certs.Place{{Object: 1, Type: 3}}
		}), "want one of an integer"},
		{"a summary where the call begins", downward, func(c *certs.Absence) {
			c.Summaries = []certs.Summary{{Landmark: 1, Object: 1, Type: 1}}
		}, "found a contract and a summary"},
		{"a proof of the return that is left out", downward, func(c *certs.Absence) {
			c.Ways = slices.Delete(c.Ways, lastProof(c), lastProof(c)+1)
		}, any},
		{"a proof of the return that is empty", unbounded, func(c *certs.Absence) { c.Ways[lastProof(c)] = nil }, any},
		{"a proof too many", downward, func(c *certs.Absence) { c.Ways = append(c.Ways, c.Ways[lastProof(c)]) },
			"ways: found"},
		{"a loop limit", downward, func(c *certs.Absence) { c.Kind, c.LoopLimit = certs.KindBounded, 3 },
			"below a loop limit"},
	} {
		forged := contracted(t, c.source)
		c.forge(forged)
		if _, err := check(forged.Seal(), nil, DefaultLimits); !says(err, c.reason) {
			t.Errorf("%s: found %v, want %q", c.title, err, c.reason)
		}
	}
}

// TestContractsInMemory establishes what a call may change in memory, and read there.
func TestContractsInMemory(t *testing.T) {
	// the first call begins after 8 steps, and the call in it after 14, or 15 with a step more before it
	calling := func(body, then string) string {
		return text(`
			global g size 4
			slot n int
			slot r int
			slot p ptr
			slot q ptr
			store i32 (global g) 1
			alloc p heap 4
			store i32 ?p 7
			draw n n ..
			set q ?p
			set r 0
			set r 0
			call r (func f) ?n ?p
			` + then + `
			return 0
			func f(n int, p ptr) int
			slot r int
			branch (le ?n 0) then zero else more
			zero: return 0
			more: ` + body + `
			call r (func f) (sub ?n 1) p
			return r`)
	}
	load := func(what, want string) string {
		return "load r i32 " + what + "\nbranch (eq ?r " + want + ") then on else bad\nbad: fail \"assertion\"\non: set r 0"
	}
	const any, p = "invalid: ", `?p`
	store := func(at, what string) string { return "store i32 " + at + " " + what }
	global, heap := certs.Place{Object: 1, Type: 6}, certs.Place{Object: 2, Type: 6}
	is := func(result uint64, n int64) certs.Atom {
		return certs.Atom{Terms: []certs.Product{{Times: one, Of: []certs.Place{{At: result, Type: 1}}},
			{Times: big.NewInt(-n)}}, Mod: zero}
	}
	for _, c := range []struct {
		title, body, then string
		ways              string
		changes           []certs.Place
		ensures           []certs.Atom
		reason            string
	}{
		{"nothing that changes", "set r 0", load("(global g)", "1"), "- -", nil, nil, ""},
		{"nothing that is said to change, but does", store("(global g)", "1"), "set r 0", "- -", nil, nil,
			"changes what the contract of its call keeps"},
		{"memory on the heap that changes, left out", store(p, "1"), "set r 0", "- -", nil, nil,
			"changes what the contract of its call keeps"},
		{"another place that changes", store(p, "1"), "set r 0", "- -", []certs.Place{global}, nil,
			"changes what the contract of its call keeps"},
		{"a place that changes", store(p, "1"), "set r 0", "- -", []certs.Place{heap}, nil, ""},
		{"a place that may change, but does not", "set r 0", "set r 0", "- -", []certs.Place{global, heap}, nil, ""},
		{"places in another order", "set r 0", "set r 0", "- -", []certs.Place{heap, global}, nil, ""},
		{"a place twice", "set r 0", "set r 0", "- -", []certs.Place{heap, heap}, nil, ""},
		{"a place of another type", store(p, "1"), "set r 0", "- -", []certs.Place{{Object: 2, Type: 5}}, nil,
			"changes what the contract of its call keeps"},
		{"a part of a place", store(p, "1"), "set r 0", "- -", []certs.Place{{Object: 2, Type: 1}}, nil, any},
		{"a place behind its object", store(p, "1"), "set r 0", "- -", []certs.Place{{Object: 2, At: 4, Type: 6}}, nil,
			"want one of an integer"},
		{"the size of an object", store(p, "1"), "set r 0", "- -", []certs.Place{{Object: 2}}, nil,
			"found the size of object 2"},
		{"what changed and is read afterwards", store(p, "1"), load(p, "7"), "- - - -", []certs.Place{heap}, nil,
			`nothing excludes the fault "assertion"`},
		{"what changed, through an alias", store(p, "1"), load("?q", "7"), "- - - -", []certs.Place{heap}, nil,
			`nothing excludes the fault "assertion"`},
		{"what did not change", store(p, "1"), load("(global g)", "1"), "- -", []certs.Place{heap}, nil, ""},
		{"a part of a place that changes", "store i8 " + p + " 1", "set r 0", "- -", []certs.Place{heap}, nil,
			"changes what the contract of its call keeps"},
		{"an object that dies", "free " + p, "set r 0", "- -", []certs.Place{heap}, nil, any},
		{"an object that is made", "alloc p heap 4", "set r 0", "- -", nil, nil, any},
		{"a local object", "alloc p local 4", "set r 0", "- -", nil, nil, any},
		{"an object that is protected", "protect " + p, "set r 0", "- -", nil, nil, any},
		{"a fill", "fill " + p + " 0 4", "set r 0", "- -", []certs.Place{heap}, nil,
			"changes what the contract of its call keeps"},
		{"a copy", "copy " + p + " (global g) 4", "set r 0", "- -", []certs.Place{heap}, nil,
			"changes what the contract of its call keeps"},
		{"a pointer that is stored", "store ptr " + p + " " + p, "set r 0", "- -", []certs.Place{heap}, nil, any},
		{"a result that is not 0 for the first call", "set r 0", "set r 0", "- -", nil, []certs.Atom{is(0, 1)}, any},
		{"a result that is 0", "set r 0", "branch (eq ?r 0) then on else bad\nbad: fail \"assertion\"\non: set r 0",
			"- -", nil, []certs.Atom{is(0, 0)}, any},
		{"a result of which nothing is known", "set r 0",
			"branch (eq ?r 0) then on else bad\nbad: fail \"assertion\"\non: set r 0", "- - - -", nil, nil,
			`nothing excludes the fault "assertion"`},
		{"a wrong integer of what changes", store(p, "1"), "set r 0", "- -", []certs.Place{heap},
			[]certs.Atom{is(1, 7)}, any},
		{"an integer that does not fit its type", store(p, "99999999999"), "set r 0", "- -", []certs.Place{heap}, nil,
			any},
		{"an integer that may not fit its type", store(p, "?n"), "set r 0", "- -", []certs.Place{heap}, nil, any},
		{"an object of which the program looks for lost ones", "set r 0", "leaks", "- -", nil, nil,
			"looks for lost objects"},
		{"a program that looks for lost objects in the call", "leaks", "set r 0", "- -", nil, nil,
			"looks for lost objects"},
		{"other facts", "set r 0", "set r 0", "-", nil, nil, "ways: found"},
		{"the address of an object", "set r (toint ?p)", "set r 0", "- -", nil, nil, ""},
	} {
		l, err := program(calling(c.body, c.then))
		if err != nil {
			t.Fatal(c.title, err)
		}
		cert := &certs.Absence{Kind: certs.KindSafe, Program: l.About, Ways: ways(c.ways), Landmarks: []certs.Landmark{
			{Steps: 8, Lost: [][]uint64{{2}}, Any: append([]certs.Place{{At: 0}}, c.changes...)}, {Same: 1},
		}, Contracts: []certs.Contract{{Landmark: 1, Changes: c.changes, Ensures: c.ensures}}}
		var found []string
		for n := uint64(9); n < 30; n++ { // wherever the call in the call begins
			cert.Landmarks[1].Steps = n
			if _, err = check(cert.Seal(), nil, DefaultLimits); err == nil {
				found = nil
				break
			}
			found = append(found, err.Error())
		}
		has := func(text string) bool { return strings.Contains(text, c.reason) }
		if (c.reason == "") != (found == nil) || c.reason != "" && !slices.ContainsFunc(found, has) {
			t.Errorf("%s: found %q, want %q", c.title, found, c.reason)
		}
	}
}

// TestContractsOfOtherObjects establishes what a contract says of calls before which further objects were made: it says
// nothing of integers in memory, and nothing if a step depends on addresses.
func TestContractsOfOtherObjects(t *testing.T) {
	heap := []certs.Place{{Object: 2, Type: 6}} // the first object is the global
	about := []certs.Atom{{Terms: []certs.Product{{Times: big.NewInt(-1)}, {Times: zero, Of: heap}}}}
	for _, c := range []struct {
		title, body, between string
		changes              []certs.Place
		ensures              []certs.Atom
		reason               string
	}{
		{"the same objects", "set n 0", "set r 0", nil, nil, ""},
		{"the same objects, one of which changes", "store i32 ?p 1", "set r 0", heap, nil, ""},
		{"a further object", "set n 0", "alloc q heap 4", nil, nil, ""},
		{"a further object, and one that changes", "store i32 ?p 1", "alloc q heap 4", heap, nil,
			"objects with other numbers"},
		{"a further object, and an atom about memory", "set n 0", "alloc q heap 4", nil, about,
			"objects with other numbers"},
		{"a further object, and a look at an address", "set n (toint ?p)", "alloc q heap 4", nil, nil,
			"in a program that looks at their addresses"},
		{"a number that becomes a pointer", "set p (toptr 99999999999)", "alloc q heap 4", nil, nil,
			"in a program that looks at their addresses"},
		{"another object in a parameter", "set n 0", "alloc p heap 4\nstore i32 ?p 7", nil, nil, ""},
		{"another object with another integer in a parameter", "set n 0", "alloc p heap 4\nstore i32 ?p 8", nil, nil,
			"with other values"},
		{"another object with another size in a parameter", "set n 0", "alloc p heap 8\nstore i32 ?p 7", nil, nil,
			"with other values"},
		{"another offset of a pointer", "set n 0", "set p (move ?p 4)", nil, nil, "with other values"},
		{"an object that has died", "set n 0", "free ?p", nil, nil, "with other values"},
		{"another integer in a global", "set n 0", "store i32 (global g) 5", nil, nil, "with other values"},
		{"another integer in an object that the call does not reach", "set n 0", "store i32 ?q 5", nil, nil, ""},
	} {
		l, err := program(text(`
			global g size 4
			slot r int
			slot p ptr
			slot q ptr
			alloc p heap 4
			store i32 ?p 7
			alloc q heap 4
			store i32 ?q 7
			call r (func f) 3 ?p
			` + c.between + `
			call r (func f) 3 ?p
			return 0
			func f(n int, p ptr) int
			` + c.body + `
			return 0`))
		if err != nil {
			t.Fatal(c.title, err)
		}
		cert := &certs.Absence{Kind: certs.KindSafe, Program: l.About, Landmarks: []certs.Landmark{
			{Steps: 5, Any: c.changes}, {Same: 1},
		}, Contracts: []certs.Contract{{Landmark: 1, Changes: c.changes, Ensures: c.ensures}}}
		var found []string
		for n := uint64(6); n < 14; n++ { // wherever the second call begins
			cert.Landmarks[1].Steps = n
			if _, err = check(cert.Seal(), nil, DefaultLimits); err == nil {
				found = nil
				break
			}
			found = append(found, err.Error())
		}
		has := func(text string) bool { return strings.Contains(text, c.reason) }
		if (c.reason == "") != (found == nil) || c.reason != "" && !slices.ContainsFunc(found, has) {
			t.Errorf("%s: found %q, want %q", c.title, found, c.reason)
		}
	}
}

// TestCallsInCalls establishes what is known in a call of which a contract is known: of other calls, of loops, and
// where ways meet.
func TestCallsInCalls(t *testing.T) {
	never := []certs.Atom{{Terms: []certs.Product{{Times: one}}}}
	result := func(times, n int64) certs.Product {
		p := certs.Product{Times: big.NewInt(times), Of: []certs.Place{{Type: 1}}}
		if n >= 0 {
			p.Of[0] = certs.Place{At: uint64(n)}
		}
		return p
	}
	atLeast := func(n int64) []certs.Atom {
		return []certs.Atom{{Terms: []certs.Product{result(-1, -1), {Times: big.NewInt(n)}}}}
	}
	same := []certs.Atom{{Terms: []certs.Product{result(1, -1), result(-1, 0)}, Mod: zero}}
	heap := []certs.Place{{Object: 1, Type: 6}}
	main := "slot n int\nslot r int\nslot p ptr\n"
	looping := main + `
		draw n n ..
		call r (func f) ?n
		return 0
		func f(n int) int loops 1
		slot x int
		set x n
		enter 0
		head: branch (lt ?x 5) then body else out loop 0
		body: draw x x ..
		jump head
		out: return x`
	twice := main + `
		call r (func f) 1
		call r (func f) 2
		return 0
		func f(n int) int loops 1
		slot x int
		draw x x ..
		enter 0
		head: branch (lt ?x 5) then body else out loop 0
		body: draw x x ..
		jump head
		out: return 0`
	inner := main + `
		alloc p heap 4
		store i32 ?p 7
		call - (func f) ?p
		return 0
		func f(p ptr)
		call - (func g) ?p
		return
		func g(p ptr)
		store i32 ?p 1
		return`
	meeting := main + `
		draw n n ..
		call r (func f) ?n
		return 0
		func f(n int) int
		slot x int
		branch (gt ?n 0) then yes else no
		yes: set x 1
		jump on
		no: set x 2
		on: return x`
	nothing := main + `
		call r (func f)
		return 0
		func f() int
		slot x int
		return x`
	pointing := main + `
		alloc p heap 4
		call p (func f) ?p
		return 0
		func f(p ptr) ptr
		return p`
	at := func(steps uint64, same uint64, lost ...uint64) certs.Landmark {
		l := certs.Landmark{Steps: steps, Same: same}
		if len(lost) > 0 {
			l.Lost = [][]uint64{lost}
		}
		return l
	}
	any := func(l certs.Landmark, places ...certs.Place) certs.Landmark {
		l.Any = places
		return l
	}
	for _, c := range []struct {
		title, source, ways string
		marks               []certs.Landmark
		contracts           []certs.Contract
		reason              string
	}{
		{"a loop in a call", looping, "- - l0.1", []certs.Landmark{any(at(2, 0), certs.Place{}),
			any(at(6, 0, 0), certs.Place{At: 1}), at(9, 2)}, []certs.Contract{{Landmark: 1, Ensures: atLeast(5)}}, ""},
		{"a loop in a call, and more than holds behind it", looping, "- - l0.1", []certs.Landmark{
			any(at(2, 0), certs.Place{}), any(at(6, 0, 0), certs.Place{At: 1}), at(9, 2)},
			[]certs.Contract{{Landmark: 1, Ensures: atLeast(6)}}, "entry 3 of ways"},
		{"a loop in a call, without a proof of what holds behind it", looping, "- -", []certs.Landmark{
			any(at(2, 0), certs.Place{}), any(at(6, 0, 0), certs.Place{At: 1}), at(9, 2)},
			[]certs.Contract{{Landmark: 1, Ensures: atLeast(5)}}, "nothing shows it"},
		{"a loop that changes what is like the integer at the beginning", looping, "- -", []certs.Landmark{
			any(at(2, 0), certs.Place{}), at(6, 0, 0), at(9, 2)}, []certs.Contract{{Landmark: 1, Ensures: same}},
			"with other values"},
		{"two contracts of a function", twice, "- - - -", []certs.Landmark{at(1, 0, 0), at(3, 0, 0), at(7, 0), at(9, 0),
			at(12, 3), at(16, 4)}, []certs.Contract{{Landmark: 1}, {Landmark: 2}}, ""},
		{"a loop in another call of the same function", twice, "- -", []certs.Landmark{at(1, 0, 0), at(3, 0, 0), at(7, 0),
			at(9, 3), at(12, 3)}, []certs.Contract{{Landmark: 1}, {Landmark: 2, Ensures: never}},
			"found a landmark of another call"},
		{"a call that changes something", inner, "", []certs.Landmark{at(3, 0), at(6, 0)},
			[]certs.Contract{{Landmark: 1, Changes: heap}, {Landmark: 2, Changes: heap}}, ""},
		{"a call that changes something in one that does not", inner, "", []certs.Landmark{at(3, 0), at(6, 0)},
			[]certs.Contract{{Landmark: 1}, {Landmark: 2, Changes: heap}}, "a call that changes what the contract"},
		{"a call that does not, but does", inner, "", []certs.Landmark{at(3, 0), at(6, 0)},
			[]certs.Contract{{Landmark: 1, Changes: heap}, {Landmark: 2}}, "a step that changes what the contract"},
		{"ways that meet in a call", meeting, "m4 -", []certs.Landmark{any(at(2, 0), certs.Place{})},
			[]certs.Contract{{Landmark: 1}}, ""},
		{"ways that meet in a call, and more than holds behind them", meeting, "m4 -", []certs.Landmark{
			any(at(2, 0), certs.Place{})}, []certs.Contract{{Landmark: 1, Ensures: never}}, "nothing shows it"},
		{"ways that meet behind a call", meeting, "m5 -", []certs.Landmark{any(at(2, 0), certs.Place{})},
			[]certs.Contract{{Landmark: 1}}, "behind the call of the entry function"},
		{"a contract that is read before its landmark", twice, "- -", []certs.Landmark{at(1, 0, 0), at(3, 3)},
			[]certs.Contract{{Landmark: 1}}, "want an earlier one"},
		{"a result that is no integer", nothing, "", []certs.Landmark{at(1, 0)}, []certs.Contract{{Landmark: 1}},
			"found a return without an integer"},
		{"a result that is a pointer", pointing, "", []certs.Landmark{at(2, 0)}, []certs.Contract{{Landmark: 1}},
			"gives neither an integer nor nothing"},
		{"a contract of the entry function", nothing, "", []certs.Landmark{at(0, 0)}, []certs.Contract{{Landmark: 1}},
			"elsewhere than at the beginning of a call"},
		{"a contract behind the first step of a call", strings.Replace(nothing, "return x", "set x 1\nreturn x", 1), "",
			[]certs.Landmark{at(2, 0)}, []certs.Contract{{Landmark: 1}}, "elsewhere than at the beginning of a call"},
		{"a call that leaves an integer that may be of another type", strings.Replace(inner, "store i32 ?p 1",
			"slot x int\ndraw x x ..\nstore i32 ?p ?x", 1), "", []certs.Landmark{at(3, 0), at(6, 0)},
			[]certs.Contract{{Landmark: 1, Changes: heap}, {Landmark: 2, Changes: heap}}, "with no integer of its type"},
		{"a call that leaves an integer of another type", strings.Replace(inner, "store i32 ?p 1", "store i32 ?p 99999999999",
			1), "", []certs.Landmark{at(3, 0), at(6, 0)}, []certs.Contract{{Landmark: 1, Changes: heap},
			{Landmark: 2, Changes: heap}}, "with no integer of its type"},
	} {
		l, err := program(text(c.source))
		if err != nil {
			t.Fatal(c.title, err)
		}
		cert := &certs.Absence{Kind: certs.KindSafe, Program: l.About, Ways: ways(c.ways), Landmarks: c.marks,
			Contracts: c.contracts}
		_, err = check(cert.Seal(), nil, DefaultLimits)
		if !says(err, c.reason) {
			t.Errorf("%s: found %v, want %q", c.title, err, c.reason)
		}
	}
}

// TestFarContracts establishes that the walk goes step by step through a call with a contract, also if nothing there
// depends on inputs.
func TestFarContracts(t *testing.T) {
	l, err := program(text(`
		slot c int
		slot r int
		set c 0
		enter 0
		head: branch (lt ?c 25000) then body else out loop 0
		body: set c (add ?c 1)
		jump head
		out: call r (func f)
		return 0
		func f() int
		slot x int
		set x 1
		return 0`))
	if err != nil {
		t.Fatal(err)
	}
	for n, reason := range []string{"", "nothing shows it"} {
		cert := &certs.Absence{Kind: certs.KindSafe, Program: l.About, Landmarks: []certs.Landmark{{Steps: 75_004}},
			Contracts: []certs.Contract{{Landmark: 1, Ensures: []certs.Atom{{Terms: []certs.Product{
				{Times: big.NewInt(int64(n)), Of: nil}, {Times: one, Of: []certs.Place{{Type: 1}}}}}}}}}
		_, err = check(cert.Seal(), nil, DefaultLimits)
		if reason == "" && err != nil || reason != "" && (err == nil || !strings.Contains(err.Error(), reason)) {
			t.Errorf("found %v, want %q", err, reason)
		}
	}
}

// TestPlantedContracts establishes that no certificate with contracts is one of a program with a bug that is otherwise
// the same, whatever is changed in it.
func TestPlantedContracts(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	for _, c := range []struct{ source, old, bug string }{
		{downward, "zero: return 0", "zero: return 1"},
		{downward, `(def r "uninitialised value") 1`, `(def r "uninitialised value") 2`},
		{downward, `(def n "uninitialised value") 1`, `(def n "uninitialised value") 2`},
		{downward, "then out else bad", "then bad else out"},
		{mutual, "zero: return 0", "zero: return 1"},
		{mutual, "zero: return 1", "zero: return 2"},
		{mutual, `2 "division`, `4 "division`},
		{unbounded, "9) then add", "10) then add"},
		{unbounded, `"uninitialised value") 9))`, `"uninitialised value") 8))`},
		{unbounded, "zero: return 0", "zero: return x"},
	} {
		buggy := strings.Replace(c.source, c.old, c.bug, 1)
		l, err := program(buggy)
		if buggy == c.source || err != nil {
			t.Errorf("%s: %v", c.old, err)
			continue
		}
		whole := contracted(t, c.source)
		for range *forgeries / 20 {
			forged := cloned(whole)
			forged.Contracts = slices.Clone(whole.Contracts)
			forged.Program = l.About
			for range random.IntN(4) {
				if random.IntN(2) == 0 {
					alter(random, forged)
				} else {
					alterContract(random, forged)
				}
			}
			if _, err := check(forged.Seal(), nil, DefaultLimits); err == nil {
				t.Errorf("a certificate is accepted with the landmarks %v and the contracts %v, of\n%s",
					forged.Landmarks, forged.Contracts, buggy)
			}
		}
	}
}

// alterContract changes something of a contract.
func alterContract(random *rand.Rand, c *certs.Absence) {
	if len(c.Contracts) == 0 {
		return
	}
	i := random.IntN(len(c.Contracts))
	x := &c.Contracts[i]
	small := func() certs.Product { return certs.Product{Times: big.NewInt(int64(random.IntN(7) - 3))} }
	result := small()
	result.Of = []certs.Place{{Type: 1}}
	x.Ensures = slices.Clone(x.Ensures)
	switch k := random.IntN(8); {
	case k == 0:
		x.Ensures = append(x.Ensures, certs.Atom{Terms: []certs.Product{result, small()}})
	case k == 1:
		x.Ensures = append(x.Ensures, certs.Atom{Terms: []certs.Product{result, small()}, Mod: zero})
	case k == 2 && len(x.Ensures) > 0:
		x.Ensures = slices.Delete(x.Ensures, 0, 1+random.IntN(len(x.Ensures)))
	case k == 3 && len(x.Ensures) > 0:
		a := &x.Ensures[random.IntN(len(x.Ensures))]
		a.Terms = append(slices.Clone(a.Terms), small())
	case k == 4:
		c.Contracts = slices.Delete(c.Contracts, i, i+1)
	case k == 5:
		x.Changes = append(x.Changes, certs.Place{Object: 1, Type: 6})
	case k == 6:
		x.Landmark = uint64(random.IntN(4))
	case k == 7 && len(c.Landmarks) > 1:
		c.Landmarks[random.IntN(len(c.Landmarks))].Same = uint64(random.IntN(3))
	}
}
