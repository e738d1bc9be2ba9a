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
	"vouch/semantics"
	"vouch/semantics/fronts"
)

// This file tests summaries in certificates of absence: which the checker accepts, and that it refuses what is not so
// and what nobody shows.

// said returns the summary of an object at the first landmark that a text lists: its type, points, and the ranges
// between them: "u8 0 0..9 8". A point may be a sum of a number and of slots of the running call, which are letters by
// their place in the alphabet: "8+a". If an end of a range is a slot, all ends are sums: "0..a".
func said(object uint64, text string) certs.Summary {
	words := strings.Fields(text)
	s := certs.Summary{Landmark: 1, Object: object, Type: uint64(1 +
		slices.Index([]string{"u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64"}, words[0]))}
	slopes := false
	for i, w := range words[1:] {
		slopes = slopes || i%2 == 1 && strings.ContainsAny(w, "abc")
	}
	add := func(w string) {
		sum := []certs.Product{}
		for t := range strings.SplitSeq(w, "+") {
			if p := (certs.Product{Times: one}); t[0] >= 'a' && t[0] <= 'z' {
				p.Of = []certs.Place{{At: uint64(t[0] - 'a')}}
				sum = append(sum, p)
			} else if n := numeral(t); n.Sign() != 0 {
				sum = append(sum, certs.Product{Times: n})
			}
		}
		s.Points = append(s.Points, sum)
	}
	for i, w := range words[1:] {
		lo, hi, _ := strings.Cut(w, "..")
		switch {
		case i%2 == 0:
			add(w)
		case slopes:
			add(lo)
			add(hi)
		default:
			s.Within = append(s.Within, certs.Range{Lo: numeral(lo), Hi: numeral(hi)})
		}
	}
	return s
}

func numeral(text string) *big.Int {
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		panic(text)
	}
	return n
}

// around is the certificate of a program with an endless loop: first some code, and in each turn some more, behind the
// draw of a number from 0 to 9. The certificate has a landmark at its head, where a, b and f have no values, and one
// behind a turn.
func around(t *testing.T, first, turn string) *certs.Absence {
	t.Helper()
	lines := func(s string) uint64 { return uint64(len(strings.Split(strings.TrimSpace(s), "\n"))) }
	global := ""
	if strings.Contains(first, "global") {
		global = "global g size 8"
	}
	p, err := program(text(global + `
		slot a int
		slot b int
		slot c int
		slot f f32
		slot p ptr
		slot q ptr
		slot none int
		` + first + `
		enter 0
		head: branch (truth 1) then body else out loop 0
		body: draw a a 0 .. 9
		` + turn + `
		jump head
		out: return 0`))
	if err != nil {
		t.Fatal(err, first, turn)
	}
	steps := lines(first) + 1
	lost := [][]uint64{{0, 1, 3}}
	return &certs.Absence{Kind: certs.KindSafe, Program: p.About,
		Landmarks: []certs.Landmark{{Steps: steps, Lost: lost}, {Steps: steps + 3 + lines(turn), Same: 1}}}
}

func TestSummaries(t *testing.T) {
	const (
		bytes   = "alloc p heap 8\nset q ?p\nset c 0\nfill ?p 3 8"
		words   = "alloc p heap 8\nset q ?p\nset c 0\nstore i32 ?p -3\nstore i32 (move ?p 4) 4"
		below   = "alloc p heap 8\nset q ?p\ndraw c c 9 .. 20\nfill ?p 3 8"
		nothing = "nothing shows it"
		beyond  = "nothing is claimed beyond"
		initial = `nothing excludes the fault "uninitialised value"`
		noValue = `for a way to the fault "uninitialised value"`
		other   = `for a way to the fault "overflow"`
	)
	for _, c := range []struct{ title, first, turn, said, reason string }{
		{"a range up to a slot", below, "store u8 (move ?p 2) ?a\nstore u8 (move ?p 6) 3", "u8 0 0..c 8", ""},
		{"contents that are beyond the slot for some input",
			"alloc p heap 8\nset q ?p\ndraw c c 9 .. 20\nfill ?p 12 8", "set b 0", "u8 0 0..c 8",
			"contents that are not what range 1 says"},
		{"a store that may be above the slot", "alloc p heap 8\nset q ?p\ndraw c c 5 .. 20\nfill ?p 3 8",
			"store u8 (move ?p 2) ?a\nstore u8 (move ?p 6) 3", "u8 0 0..c 8", nothing},
		{"a store above it, and another one", below, "store u8 (move ?p 2) 99\nstore u8 (move ?p 6) 3", "u8 0 0..c 8",
			nothing},
		{"a store above it, where there are many points", below,
			"store u8 (move ?p 1) 0\nstore u8 (move ?p 3) 0\nstore u8 (move ?p 5) 99\nstore u8 (move ?p 3) 0",
			"u8 0 0..c 8", nothing},
		{"a fill above it", below, "fill ?p 99 3", "u8 0 0..c 8", nothing},
		{"seven points with ends of ranges", below, "set b 0",
			"u8 0 0..c 1 0..c 2 0..c 3 0..c 4 0..c 5 0..c 6", "found 19 points and 0 ranges"},
		{"all bytes of an object", bytes, "load b u8 ?p", "u8 0 3..3 8", ""},
		{"some of them", bytes, "load b u8 (move ?p 3)", "u8 2 0..9 4", ""},
		{"none of them", bytes, "set b 0", "u8 5 0..9 5", ""},
		{"nothing at all", bytes, "store u8 ?p ?a", "u8", ""},
		{"integers of 4 bytes", words, "load b i32 (move ?p 4)", "i32 0 -3..4 8", ""},
		{"each of them in a range of its own", words, "load b i32 (move ?p 4)", "i32 0 -3..-3 4 4..4 8", ""},
		{"a global", "alloc q heap 1\nset c 0\nset p (global g)", "load b i16 ?p", "i16 0 0..0 8", ""},
		{"a store in the range", bytes, "store u8 (move ?p 2) ?a", "u8 0 0..9 8", ""},
		{"a store that goes on", bytes, "store u8 (move ?p 4) ?a", "u8 0 0..9 4", ""},
		{"a store of one more, of which the landmark says nothing", bytes, "store u8 (move ?p 4) 99", "u8 0 3..9 4",
			""},
		{"a store in the second part", bytes, "store u8 (move ?p 5) ?a", "u8 0 3..3 4 0..9 8", ""},
		{"a fill", bytes, "fill ?p ?a 5", "u8 0 0..9 8", ""},
		{"a fill of what is not known", bytes, "fill ?p ?a 5", "u8", ""},
		{"a copy of a part", bytes, "copy ?p (move ?p 4) 2", "u8 0 3..3 8", ""},
		{"a store of four bytes", bytes, "store u32 ?p 0", "u8 0 0..255 8", ""},
		{"a store of a part of an integer", words, "store u8 ?p 0", "i32 0 -2147483648..2147483647 8", ""},
		{"a load of four bytes", bytes, "load b u32 ?p", "u8 0 3..3 8", ""},
		{"a load of bytes with a sign", bytes, "load b i8 ?p", "u8 0 3..3 8", ""},
		{"a load of a part of an integer", words, "load b u16 (move ?p 6)", "i32 0 -3..4 8", ""},
		{"the contents differ, and are what is claimed", "alloc p heap 8\nset q ?p\nset c 0\nfill ?p 0 8",
			"fill ?p 7 8", "u8 0 0..9 8", ""},

		{"the integer that was stored last joins what is behind it", bytes,
			"store u8 (move ?p 3) 99\nload b u8 (move ?p 5)\nset b (in ?b 0 .. 9 \"overflow\")\nstore u8 (move ?p 3) 3",
			"u8 3 0..9 8", ""},
		{"it joins what is before it", bytes,
			"store u8 (move ?p 3) 99\nload b u8 (move ?p 1)\nset b (in ?b 0 .. 9 \"overflow\")\nstore u8 (move ?p 3) 3",
			"u8 0 0..9 4", ""},
		{"it is alone", bytes, "store u8 (move ?p 3) 99\nstore u8 (move ?p 3) 3", "u8 3 0..9 4", ""},
		{"it is an integer of four bytes", words, "store i32 (move ?p 4) 99\nstore i32 (move ?p 4) 4", "i32 0 -3..4 8",
			""},
		{"what is stored is loaded", bytes,
			"store u8 (move ?p 3) ?a\nload b u8 (move ?p 3)\nset b (in (sub ?a ?b) 0 .. 0 \"overflow\")",
			"u8 0 0..9 8", ""},

		{"the integer that was stored last is too large", bytes, "store u8 (move ?p 3) 99\nstore u8 (move ?p 3) 10",
			"u8 3 0..9 8", nothing},
		{"it is too small", bytes, "store u8 (move ?p 3) 99\nstore u8 (move ?p 3) 0", "u8 3 1..9 8", nothing},
		{"it is elsewhere", bytes, "store u8 (move ?p 3) 99\nstore u8 (move ?p 5) 3", "u8 3 0..9 8", nothing},
		{"it is behind a gap", bytes, "store u8 (move ?p 3) 99\nstore u8 (move ?p 4) 3", "u8 0 0..9 5", nothing},
		{"it is before a gap", bytes, "store u8 (move ?p 4) 99\nstore u8 (move ?p 3) 3", "u8 3 0..9 8", nothing},
		{"another store comes behind it", bytes,
			"store u8 (move ?p 3) 99\nstore u8 (move ?p 3) 3\nstore u8 (move ?p 6) 3", "u8 3 0..9 8", nothing},
		{"a fill comes behind it", bytes, "store u8 (move ?p 3) 99\nstore u8 (move ?p 3) 3\nfill ?p 3 1", "u8 3 0..9 8",
			nothing},
		{"a part of an integer was loaded last", words, "store i32 (move ?p 4) -1\nload b u8 (move ?p 4)",
			"i32 0 -3..4 4 0..255 8", nothing},
		{"it splits a part of which any integer is loaded", "alloc p heap 10\nset q ?p\nset c 0\nfill ?p 3 10",
			"store u8 (move ?p 3) 99\nload b u8 (move ?p ?a)\nset b (in ?b 0 .. 9 \"overflow\")", "u8 0 0..9 10",
			"want another one"},
		{"what is stored is loaded, and another place", bytes,
			"store u8 (move ?p 3) ?a\nload b u8 (move ?p 4)\nset b (in (sub ?a ?b) 0 .. 0 \"overflow\")",
			"u8 0 0..9 8", other},
		{"what is stored is loaded with a sign", bytes,
			"store u8 (move ?p 3) 200\nload b i8 (move ?p 3)\nset b (in ?b 0 .. 255 \"overflow\")", "u8 0 0..255 8",
			other},

		{"a load with a sign is converted", "alloc p heap 8\nset q ?p\nset c 0\nfill ?p 200 8",
			"load b i8 ?p\nset b (in ?b -56 .. -56 \"overflow\")", "u8 0 200..200 8", ""},
		{"a store with a sign is converted", bytes,
			"store i8 (move ?p 4) -1\nload b u8 (move ?p 4)\nset b (in ?b 255 .. 255 \"overflow\")", "u8 0 3..3 4", ""},
		{"what is stored behind the rest is known", bytes,
			"store u8 (move ?p 4) 99\nload b u8 (move ?p 4)\nset b (in ?b 99 .. 99 \"overflow\")", "u8 0 3..3 4", ""},
		{"what is filled behind the rest is known", bytes,
			"fill (move ?p 4) 99 3\nload b u8 (move ?p 6)\nset b (in ?b 99 .. 99 \"overflow\")", "u8 0 3..3 4", ""},

		{"a range without what is there", bytes, "set b 0", "u8 0 4..9 8", "what range 1 says"},
		{"a range that is too small on one side", words, "set b 0", "i32 0 -2..4 8", "what range 1 says"},
		{"the second range", words, "set b 0", "i32 0 -3..4 4 -3..3 8", "what range 2 says"},
		{"one byte more than there are", bytes, "set b 0", "u8 0 3..3 9", "what range 1 says"},
		{"bytes before the object", bytes, "set b 0", "u8 -1 3..3 8", "what range 1 says"},
		{"a byte that was never written", "alloc p heap 8\nset q ?p\nset c 0\nfill ?p 3 7", "set b 0", "u8 0 0..255 8",
			"what range 1 says"},
		{"more than a global has", "alloc q heap 1\nset c 0\nset p (global g)", "set b 0", "i16 0 0..0 10",
			"what range 1 says"},
		{"a fill of the second part", bytes, "fill (move ?p 5) 99 2", "u8 0 0..255 4 3..9 8", nothing},
		{"a fill across two parts", bytes, "fill (move ?p 2) 0 4", "u8 0 0..9 4 3..3 8", nothing},
		{"a store behind a gap, and a load from that", bytes, "store u8 (move ?p 6) 3\nload b u8 (move ?p 5)",
			"u8 0 0..9 4", initial},
		{"a global, with another value", "alloc q heap 1\nset c 0\nset p (global g)", "set b 0", "i16 0 1..9 8",
			"what range 1 says"},
		{"another type than was stored", words, "set b 0", "u64 0 0..9 8", "what range 1 says"},
		{"a type without a sign", words, "set b 0", "u32 0 0..9 8", "what range 1 says"},
		{"points in another order", bytes, "set b 0", "u8 8 3..3 0", nothing},
		{"points that are no multiples", words, "set b 0", "i32 2 -3..4 6", "what range 1 says"},
		{"points that are no multiples, with nothing between", words, "set b 0", "i32 1 -3..4 1", nothing},
		{"an integer before the first multiple", words, "set b 0", "i32 1 -3..4 5", "what range 1 says"},
		{"a store beyond the range", bytes, "store u8 (move ?p 2) (add ?a 1)", "u8 0 0..9 8", nothing},
		{"a store through another pointer", bytes, "store u8 (move ?q 2) 99", "u8 0 0..9 8", nothing},
		{"a store below the range", bytes, "store u8 (move ?p 2) 0", "u8 0 1..9 8", nothing},
		{"a store in the first part", bytes, "store u8 (move ?p 3) ?a", "u8 0 3..3 4 0..9 8", nothing},
		{"a store of a negative number, as bytes", bytes, "store i8 (move ?p 2) -1", "u8 0 0..9 8", nothing},
		{"a store of four bytes at once", bytes, "store u32 ?p 0", "u8 0 0..9 8", nothing},
		{"a store of a part", words, "store u8 ?p 0", "i32 0 -3..4 8", nothing},
		{"a fill with another byte", bytes, "fill ?p 10 2", "u8 0 0..9 8", nothing},
		{"a fill of a part of an integer", words, "fill ?p 0 2", "i32 0 -3..4 8", nothing},
		{"a fill of integers", words, "fill ?p 1 4", "i32 0 -3..4 8", nothing},
		{"a copy that shifts integers", words, "copy ?p (move ?p 2) 4", "i32 0 -3..4 8", nothing},
		{"a copy of what may be anything", "alloc p heap 8\nfill ?p 3 8\nset c 0\nalloc q heap 1\nstore u8 ?q 77",
			"copy ?p ?q 1", "u8 0 0..9 8", nothing},
		{"a copy of what is not there", "alloc p heap 8\nfill ?p 3 8\nset c 0\nalloc q heap 1", "copy ?p ?q 1",
			"u8 0 0..255 8", beyond},
		{"a copy of a pointer", "alloc p heap 8\nfill ?p 3 8\nset c 0\nalloc q heap 8\nstore ptr ?q ?q", "copy ?p ?q 8",
			"u8 0 0..255 8", beyond},
		{"a copy to an object with a pointer", "alloc p heap 8\nfill ?p 3 8\nset c 0\nalloc q heap 8\nstore ptr ?q ?q",
			"copy ?q ?p 1", "u8 0 0..255 8", beyond},
		{"a copy from beyond what is known", bytes, "copy ?p (move ?p 4) 2", "u8 0 3..3 5", initial},
		{"a load of what is not known", bytes, "load b u8 (move ?p 4)", "u8 0 3..3 4", initial},
		{"a load before what is known", bytes, "load b u8 (move ?p 1)", "u8 2 3..3 4", initial},
		{"a load of more than is known", bytes, "load b u16 (move ?p 4)", "u8 0 3..3 5", initial},
		{"a load where nothing is known", bytes, "load b u8 ?p", "u8", initial},
		{"a load out of bounds", bytes, "load b u8 (move ?p 8)", "u8 0 3..3 8", "out of bounds read"},
		{"a store out of bounds", bytes, "store u8 (move ?p 8) 3", "u8 0 3..3 8", "out of bounds write"},
		{"a load that is not aligned", words, "load b i32 (move ?p 2)", "i32 0 -3..4 8", "misaligned"},
		{"a loose one", words, "load b i32 loose (move ?p (add (mul 3 ?a) 1))", "i32 0 -3..4 8", beyond},
		{"a store of a pointer", bytes, "store ptr ?p ?p", "u8 0 0..255 8", beyond},
		{"a load of a pointer", bytes, "load q ptr ?p", "u8 0 0..255 8", beyond},
		{"a load of a float", bytes, "load f f32 ?p", "u8 0 0..255 8", beyond},
		{"a store of a float", bytes, "store f32 ?p (f32 1)", "u8 0 0..255 8", beyond},
		{"a store of a bit-field", bytes, "store u3@2 loose ?p 1", "u8 0 0..255 8", beyond},
		{"a load of a bit-field", bytes, "load b u3@2 loose ?p", "u8 0 0..255 8", beyond},
		{"a store of what has no value", bytes, "store u8 ?p none", "u8 0 0..255 8", beyond},
		{"a store of an integer that does not fit", bytes, "store u8 ?p (add ?a 250)", "u8 0 0..255 8", noValue},
		{"one of four bytes that does not fit", bytes, "store u32 ?p (mul ?a 4294967296)", "u8 0 0..255 8", noValue},
		{"one with a sign that does not fit", bytes, "store i8 ?p (add ?a 125)", "u8 0 0..255 8", noValue},
		{"a pointer in the object", "alloc p heap 16\nset q ?p\nset c 0\nstore ptr (move ?p 8) ?p", "set b 0",
			"u8 0 0..255 0", "dead or has pointers"},
		{"a pointer in it that depends on inputs",
			"alloc p heap 16\nset q ?p\ndraw c c 0 .. 3\nstore ptr (move ?p 8) (move ?p ?c)", "set b 0",
			"u8 0 0..255 0", "dead or has pointers"},
		{"a pointer in it that is made of a number",
			"alloc p heap 16\nset q ?p\ndraw c c 0 .. 3\nstore ptr (move ?p 8) (toptr ?c)", "set b 0", "u8 0 0..255 0",
			"dead or has pointers"},
		{"an object that is dead", "alloc p heap 8\nset q ?p\nset c 0\nfill ?p 3 8\nfree ?p", "set b 0", "u8 0 3..3 8",
			"dead or has pointers"},
		{"an object that ends", bytes, "free ?p\nalloc p heap 8\nfill ?p 3 8\nset q ?p", "u8 0 3..3 8", "other values"},
		{"an object that another one replaces", bytes, "alloc p heap 8\nfill ?p 3 8\nset q ?p", "u8 0 3..3 8",
			"other values"},
		{"a range beyond the type", bytes, "set b 0", "u8 0 3..256 8", "beyond the type"},
		{"a range below the type", bytes, "set b 0", "u8 0 -1..3 8", "beyond the type"},
		{"a range with nothing in it", bytes, "set b 0", "u8 0 3..2 0", "no integer"},
		{"one point", bytes, "set b 0", "u8 0", "found 1 points"},
		{"two points without a range", bytes, "set b 0", "u8 0 3..3 4 3..3", "2 ranges"},
		{"too many points", bytes, "set b 0", "u8 0 3..3 1 3..3 2 3..3 3 3..3 4 3..3 5 3..3 6", "7 points"},
		{"a point that is no integer", bytes, "set b 0", "u8 0 3..3 d", "without an integer"},
		{"a point that is lost", bytes, "set b 0", "u8 0 3..3 b", "without an integer"},
		{"two loads are one", bytes, "load b u8 ?p\nload a u8 ?p\nset b (in (sub ?a ?b) 0 .. 0 \"overflow\")",
			"u8 0 0..9 8", ""},
		{"two loads through two pointers", bytes,
			"load b u8 ?p\nload a u8 (move ?q 0)\nset b (in (sub ?a ?b) 0 .. 0 \"overflow\")", "u8 0 0..9 8", ""},
		{"three loads", words, "load b i32 (move ?p 4)\nload b i32 (move ?p 4)\nload a i32 (move ?p 4)\nset b (in (sub ?a ?b) 0 .. 0 \"overflow\")",
			"i32 0 -3..4 8", ""},
		{"two loads of a part", words, "load b u16 ?p\nload a u16 ?p\nset b (in (sub ?a ?b) 0 .. 0 \"overflow\")",
			"i32 0 -3..4 8", ""},
		{"two loads of two places", bytes,
			"load b u8 ?p\nload a u8 (move ?p 1)\nset b (in (sub ?a ?b) 0 .. 0 \"overflow\")", "u8 0 0..9 8", other},
		{"two loads, and one of another place between", bytes,
			"load b u8 ?p\nload a u8 (move ?p 1)\nload a u8 ?p\nset b (in (sub ?a ?b) 0 .. 0 \"overflow\")",
			"u8 0 0..9 8", other},
		{"two loads as two types", bytes, "load b u8 ?p\nload a i8 ?p\nset b (in (sub ?a ?b) 0 .. 0 \"overflow\")",
			"u8 0 0..255 8", other},
		{"two loads of two widths", bytes, "load b u8 ?p\nload a u16 ?p\nset b (in (sub ?a ?b) 0 .. 0 \"overflow\")",
			"u8 0 0..9 8", other},
		{"two loads, and a store between", bytes,
			"load b u8 ?p\nstore u8 ?p 3\nload a u8 ?p\nset b (in (sub ?a ?b) 0 .. 0 \"overflow\")", "u8 0 0..9 8",
			other},
		{"two loads, and a store elsewhere between", bytes,
			"load b u8 ?p\nstore u8 (move ?q 1) 3\nload a u8 ?p\nset b (in (sub ?a ?b) 0 .. 0 \"overflow\")",
			"u8 0 0..9 8", other},
		{"two loads, and a store of a part between", words,
			"load b i32 ?p\nstore u8 ?p 3\nload a i32 ?p\nset b (in (sub ?a ?b) 0 .. 0 \"overflow\")",
			"i32 0 -2147483648..2147483647 8", other},
		{"two loads, and a fill between", bytes,
			"load b u8 ?p\nfill ?p ?a 3\nload a u8 ?p\nset b (in (sub ?a ?b) 0 .. 0 \"overflow\")", "u8 0 0..9 8",
			other},
		{"two loads, and a copy between", bytes,
			"load b u8 ?p\ncopy ?p (move ?p 4) 2\nload a u8 ?p\nset b (in (sub ?a ?b) 0 .. 0 \"overflow\")",
			"u8 0 0..9 8", other},
	} {
		cert := around(t, c.first, c.turn)
		cert.Summaries = []certs.Summary{said(1, c.said)}
		_, err := check(cert.Seal(), nil, DefaultLimits)
		if !says(err, c.reason) {
			t.Errorf("%s: found %v, want %q", c.title, err, c.reason)
		}
	}
}

func TestUnclaimedSummaries(t *testing.T) {
	const large = "alloc p heap 100000\nfill ?p 7 8\ndraw c c 0 .. 99999\nstore u8 (move ?p ?c) 5"
	const object, different, initial = "alloc q heap 1\ndraw c c 0 .. 100000\nalloc p heap (add ?c 2)",
		"found a landmark with other values", `nothing excludes the fault "uninitialised value"`
	const loaded = "draw a a 0 .. 9\nalloc q heap 1\ndraw c c 0 .. 100000\nalloc p heap (add ?c 2)\nstore u8 (move ?p ?c) ?a\nload none u8 (move ?p ?c)"
	const again, overflow = "load b u8 (move ?p ?c)\nset b (in (sub ?b ?none) 0 .. 0 \"overflow\")",
		`for a way to the fault "overflow"`
	seven := []certs.Atom{{Terms: []certs.Product{{Times: one, Of: []certs.Place{{Object: 1, Type: 1}}},
		{Times: big.NewInt(-7)}}, Mod: zero}}
	for _, c := range []struct {
		title, first, turn, reason string
		holds                      []certs.Atom
		said                       string // of object 2
	}{
		{"an atom about what is summarised", large, "set b 0", "no integer of its type", seven, ""},
		{"an atom about what is not", "alloc p heap 8\nfill ?p 7 8\ndraw c c 0 .. 9", "set b 0", "", seven, ""},
		{"a claim of a part", object + "\nfill ?p 1 (add ?c 1)", "set b 0", "", nil, "u8 0 1..1 1"},
		{"a claim of bytes as integers", object + "\nfill ?p 1 (add ?c 1)", "set b 0", "nothing shows it", nil,
			"i8 0 1..1 1"},
		{"a claim that begins before",
			"alloc q heap 1\ndraw c c 0 .. 100000\nalloc p heap (add ?c 2)\nfill (move ?p 1) 1 (add ?c 1)", "set b 0",
			"nothing shows it", nil, "u8 0 1..1 2"},
		{"a claim that ends behind", object + "\nfill ?p 1 (add ?c 1)", "set b 0", "nothing shows it", nil,
			"u8 0 1..1 2"},
		{"the same", object + "\nstore u8 (move ?p ?c) 5", "set b 0", "", nil, ""},
		{"the same after a load", object + "\nstore u8 (move ?p ?c) 5", "load b u8 (move ?p ?c)", "", nil, ""},
		{"the same after a store", object + "\nstore u8 (move ?p ?c) 5", "store u8 (move ?p ?c) 5", "", nil, ""},
		{"a load before the landmark, and one behind it", loaded, again, overflow, nil, ""},
		{"the same, and a store behind that", loaded, again + "\nstore u8 (move ?p ?c) ?a", overflow, nil, ""},
		{"another range", object + "\nstore u8 (move ?p ?c) 5", "store u8 (move ?p ?c) ?a", different, nil, ""},
		{"another range of the same part", object + "\nstore u8 (move ?p ?c) 5", "fill (move ?p ?c) ?a 1", different, nil,
			""},
		{"another point", object + "\nstore u8 (move ?p ?c) 5", "store u8 (move ?p (add ?c 1)) 5", different, nil, ""},
		{"a summary instead of contents", object, "store u8 (move ?p ?c) 5", different, nil, ""},
		{"a fill, too", object + "\nfill ?p 1 ?c", "set b 0", "", nil, ""},
		{"after another one", object + "\nfill ?p 1 ?c", "fill ?p 0 ?c", "want another one", nil, ""},
		{"a load of what a fill leaves", object + "\nfill ?p 1 ?c", "load b u8 (move ?p ?c)", initial, nil, ""},
	} {
		cert := around(t, c.first, c.turn)
		if cert.Landmarks[0].Holds = c.holds; c.said != "" {
			cert.Summaries = []certs.Summary{said(2, c.said)}
		}
		_, err := check(cert.Seal(), nil, DefaultLimits)
		if !says(err, c.reason) {
			t.Errorf("%s: found %v, want %q", c.title, err, c.reason)
		}
	}
}

// TestLoadsUpToEnds: a way behind a load from a range that ends at a slot assumes that the integer lies in that, and no
// more.
func TestLoadsUpToEnds(t *testing.T) {
	for _, c := range []struct {
		title, fill, within, least string
		valid                      bool
	}{
		{"at most the slot", "3", "0..c", "(sub ?c ?b) 0", true},
		{"less than the slot", "3", "0..c", "(sub ?c ?b) 1", false},
		{"at least the slot", "9", "c..255", "(sub ?b ?c) 0", true},
		{"more than the slot", "9", "c..255", "(sub ?b ?c) 1", false},
	} {
		p, err := program(text(`
			slot a int
			slot b int
			slot c int
			slot p ptr
			set b 0
			draw c c 3 .. 9
			alloc p heap 8
			fill ?p ` + c.fill + ` 8
			load b u8 ?p
			set b (in ` + c.least + ` .. 300 "overflow")
			return 0`))
		if err != nil {
			t.Fatal(err)
		}
		rows := []certs.Multiple{{Row: 4, Times: one}, {Row: 5, Times: one}}
		opposites := certs.Proof{{Op: certs.RuleLeaf, Rows: rows}}
		cert := &certs.Absence{
			Kind: certs.KindSafe, Program: p.About, Ways: []certs.Proof{{}, opposites, {}},
			Landmarks: []certs.Landmark{{Steps: 4, Lost: [][]uint64{{0}}}},
			Summaries: []certs.Summary{said(1, "u8 0 "+c.within+" 8")},
		}
		_, err = check(cert.Seal(), nil, DefaultLimits)
		if c.valid && err != nil || !c.valid && (err == nil || !strings.Contains(err.Error(), "found the combination 0")) {
			t.Errorf("%s: found %v, want that it is valid: %t", c.title, err, c.valid)
		}
	}
}

// TestReplacedContents establishes that a landmark says nothing of contents that a summary replaces: a state that it
// covers may have others.
func TestReplacedContents(t *testing.T) {
	p, err := program(text(`
		slot c int
		slot p ptr
		slot q ptr
		slot b int
		draw c c 0 .. 1
		alloc p heap 8
		alloc q heap 1
		branch (eq ?c 1) then one else two
		one: fill ?p 0 8
		store u8 ?q 8
		jump join
		two: fill ?p 0 4
		store u8 ?q 4
		jump join
		join: set b 0
		load b u8 (move ?p 6)
		return 0`))
	if err != nil {
		t.Fatal(err)
	}
	there := certs.Place{Object: 2, Type: 1}
	eight := certs.Atom{Terms: []certs.Product{{Times: one, Of: []certs.Place{there}}, {Times: big.NewInt(-8)}}}
	for _, c := range []struct {
		title string
		point []certs.Product
		forge func(*certs.Landmark)
	}{
		{"a point", []certs.Product{{Times: one, Of: []certs.Place{there}}}, func(*certs.Landmark) {}},
		{"an atom", nil, func(l *certs.Landmark) { l.Holds = []certs.Atom{eight} }},
		{"a place that may hold any integer", nil, func(l *certs.Landmark) { l.Any = []certs.Place{there} }},
	} {
		cert := &certs.Absence{
			Kind: certs.KindSafe, Program: p.About, Ways: []certs.Proof{{}, {}},
			Landmarks: []certs.Landmark{{Steps: 7, Facts: []uint64{0}, Lost: [][]uint64{{0}}}, {Steps: 11, Same: 1}},
			Summaries: []certs.Summary{{Landmark: 1, Object: 2, Type: 1}},
		}
		if c.forge(&cert.Landmarks[0]); c.point != nil {
			cert.Summaries = slices.Insert(cert.Summaries, 0, said(1, "u8 0 0..0 8"))
			cert.Summaries[0].Points[1] = c.point
		}
		if _, err := check(cert.Seal(), nil, DefaultLimits); err == nil ||
			!strings.Contains(err.Error(), "whose contents the landmark summarises") {
			t.Errorf("%s: found %v, want a refusal", c.title, err)
		}
	}
}

// TestSummariesAtTheLimit establishes that a check ends in order, wherever its work is used up.
func TestSummariesAtTheLimit(t *testing.T) {
	p, err := program(text(`
		slot c int
		slot b int
		slot p ptr
		draw c c 0 .. 100000
		draw b b -100 .. 100
		alloc p heap (add ?c 4)
		store u8 (move ?p ?c) 5
		enter 0
		head: branch (truth 1) then body else out loop 0
		body: store i8 (move ?p ?c) ?b
		jump head
		out: return 0`))
	if err != nil {
		t.Fatal(err)
	}
	cert := &certs.Absence{Kind: certs.KindSafe, Program: p.About, Ways: []certs.Proof{}}
	limited := 0
	for n := range int64(500) {
		meter := semantics.NewMeter(60_000+21*n, DefaultLimits.MaxMemory/8)
		q, err := programOf(p.About, meter, Options{Lower: fronts.All.Lower})
		if err != nil {
			continue
		}
		if err := checkAbsence(cert, newFollower(q, meter), 1<<30, Options{}, &Verdict{}); err == nil {
			t.Error("a walk that does not end is accepted")
		}
		limited++
	}
	if limited < 100 {
		t.Errorf("found %d checks that begin, want 100", limited)
	}
}

// summed returns the certificate of a program in the core that the finder makes with invariants, or fails the test.
func summed(t *testing.T, source string) *certs.Absence {
	t.Helper()
	p, err := program(source)
	if err != nil {
		t.Fatal(err)
	}
	r, err := finder.Find(context.Background(), finder.Program{Core: p.Core, About: p.About},
		finder.Options{Solver: "lia", Prove: true, Engine: finder.EngineInvariants})
	if err != nil || r.Absence == nil || len(r.Absence.Summaries) == 0 {
		t.Fatalf("found %v, %v, want a certificate with summaries, of\n%s", r.Verdict, err, source)
	}
	return r.Absence
}

// filling is a program that fills an object of any size, and reads all of it; text is a program that makes a string and
// looks for its end.
var (
	filling = text(`
		slot n int
		slot i int
		slot v int
		slot p ptr
		draw n n 0 .. 1000000
		alloc p heap (mul 4 ?n)
		set i 0
		enter 0
		head: branch (lt ?i ?n) then body else over loop 0
		body: draw v v -5 .. 9
		store i32 (move ?p (mul 4 ?i)) ?v
		set i (add ?i 1)
		jump head
		over: set i 0
		enter 1
		again: branch (lt ?i ?n) then look else out loop 1
		look: load v i32 (move ?p (mul 4 ?i))
		branch (gt ?v 9) then bad else ok
		bad: fail "assertion"
		ok: branch (lt ?v -5) then bad else next
		next: set i (add ?i 1)
		jump again
		out: free ?p
		return 0`)
	ending = text(`
		slot n int
		slot i int
		slot v int
		slot p ptr
		draw n n 0 .. 1000000
		alloc p heap (add ?n 1)
		set i 0
		enter 0
		head: branch (lt ?i ?n) then body else over loop 0
		body: draw v v 1 .. 255
		store u8 (move ?p ?i) ?v
		set i (add ?i 1)
		jump head
		over: store u8 (move ?p ?i) 0
		set i 0
		enter 1
		again: load v u8 (move ?p ?i)
		branch (ne ?v 0) then next else out loop 1
		next: set i (add ?i 1)
		jump again
		out: return ?i`)
)

// checking is a program that looks at each integer of an object of any size, and then takes them for numbers below 64;
// backward is one that writes an object from behind, and reads all of it.
var (
	checking = text(`
		slot n int
		slot i int
		slot v int
		slot p ptr
		draw n n 0 .. 1000000
		alloc p heap ?n
		set i 0
		enter 0
		head: branch (lt ?i ?n) then body else over loop 0
		body: draw v v 0 .. 255
		store u8 (move ?p ?i) ?v
		set i (add ?i 1)
		jump head
		over: set i 0
		enter 1
		again: branch (lt ?i ?n) then look else use loop 1
		look: load v u8 (move ?p ?i)
		branch (gt ?v 63) then out else next
		next: set i (add ?i 1)
		jump again
		use: set i 0
		enter 2
		third: branch (lt ?i ?n) then takes else out loop 2
		takes: load v u8 (move ?p ?i)
		branch (gt ?v 63) then bad else good
		bad: fail "assertion"
		good: set i (add ?i 1)
		jump third
		out: return 0`)
	backward = text(`
		slot n int
		slot i int
		slot v int
		slot p ptr
		draw n n 0 .. 1000000
		alloc p heap (mul 2 ?n)
		set i ?n
		enter 0
		head: branch (gt ?i 0) then body else over loop 0
		body: draw v v 0 .. 9
		set i (sub ?i 1)
		store u16 (move ?p (mul 2 ?i)) ?v
		jump head
		over: set i 0
		enter 1
		again: branch (lt ?i ?n) then look else out loop 1
		look: load v u16 (move ?p (mul 2 ?i))
		branch (gt ?v 9) then bad else next
		bad: fail "assertion"
		next: set i (add ?i 1)
		jump again
		out: return 0`)
)

func TestForgedSummaries(t *testing.T) {
	add := func(sum *[]certs.Product, n int64) {
		*sum = append(slices.Clone(*sum), certs.Product{Times: big.NewInt(n)})
	}
	const any = ""
	for _, c := range []struct {
		title  string
		forge  func(c *certs.Absence)
		reason string
	}{
		{"one integer more at the end", func(c *certs.Absence) { add(&c.Summaries[0].Points[1], 4) }, any},
		{"one more at the start", func(c *certs.Absence) { add(&c.Summaries[0].Points[0], -4) }, any},
		{"one byte more", func(c *certs.Absence) { add(&c.Summaries[0].Points[1], 1) }, any},
		{"one less", func(c *certs.Absence) { add(&c.Summaries[0].Points[1], -4) }, any},
		{"the second landmark, one more", func(c *certs.Absence) { add(&c.Summaries[len(c.Summaries)-1].Points[1], 4) },
			any},
		{"a range that is too small", func(c *certs.Absence) { c.Summaries[0].Within[0].Hi = big.NewInt(8) }, any},
		{"a range that is too small below", func(c *certs.Absence) { c.Summaries[0].Within[0].Lo = big.NewInt(-4) },
			any},
		{"a range that is too large", func(c *certs.Absence) { c.Summaries[0].Within[0].Hi = big.NewInt(10) }, any},
		{"another type", func(c *certs.Absence) { c.Summaries[0].Type = 5 }, any},
		{"bytes", func(c *certs.Absence) { c.Summaries[0].Type = 1 }, any},
		{"no type", func(c *certs.Absence) { c.Summaries[0].Type = 0 }, "a type of no integer"},
		{"a type beyond all", func(c *certs.Absence) { c.Summaries[0].Type = 1 << 40 }, "a type of no integer"},
		{"another object", func(c *certs.Absence) { c.Summaries[0].Object = 2 }, "dead or has pointers"},
		{"no object", func(c *certs.Absence) { c.Summaries[0].Object = 0 }, "dead or has pointers"},
		{"an object beyond all", func(c *certs.Absence) { c.Summaries[0].Object = 1 << 60 }, "dead or has pointers"},
		{"one summary missing", func(c *certs.Absence) { c.Summaries = c.Summaries[1:] }, any},
		{"all missing", func(c *certs.Absence) { c.Summaries = nil }, any},
		{"one twice", func(c *certs.Absence) { c.Summaries = append(c.Summaries[:1:1], c.Summaries...) }, any},
		{"a landmark that there is none", func(c *certs.Absence) { c.Summaries[0].Landmark = 0 }, any},
		{"a landmark beyond all", func(c *certs.Absence) { c.Summaries[len(c.Summaries)-1].Landmark = 99 }, any},
		{"a summary that the walk does not come to", func(c *certs.Absence) {
			c.Summaries = append(slices.Clone(c.Summaries), c.Summaries[0])
			c.Summaries[len(c.Summaries)-1].Landmark = 99
		}, "ascending order"},
		{"a landmark that is covered", func(c *certs.Absence) {
			c.Summaries[len(c.Summaries)-1].Landmark = uint64(1 +
				slices.IndexFunc(c.Landmarks, func(l certs.Landmark) bool { return l.Same > 0 }))
		}, any},
		{"the other landmark", func(c *certs.Absence) { c.Summaries[0].Landmark, c.Summaries = 2, c.Summaries[:1] },
			any},
		{"a point in memory that is summarised", func(c *certs.Absence) {
			c.Summaries[0].Points[1] = []certs.Product{{Times: one, Of: []certs.Place{{Object: 1, At: 0, Type: 6}}}}
		}, any},
		{"the size of an object that there is none", func(c *certs.Absence) {
			c.Summaries[0].Points[1] = []certs.Product{{Times: one, Of: []certs.Place{{Object: 7}}}}
		}, "want one of an integer"},
		{"the whole object from the start", func(c *certs.Absence) {
			c.Summaries[0].Points[1] = []certs.Product{{Times: one, Of: []certs.Place{{Object: 1}}}}
		}, any},
		{"the size of an object among places", func(c *certs.Absence) {
			c.Landmarks[0].Any = append(slices.Clone(c.Landmarks[0].Any), certs.Place{Object: 1})
		}, "want one of an integer"},
		{"a place in the object", func(c *certs.Absence) {
			i := slices.IndexFunc(c.Landmarks, func(l certs.Landmark) bool {
				return l.Same == 0 && l.Steps > c.Landmarks[0].Steps
			})
			c.Landmarks[i].Any = append(slices.Clone(c.Landmarks[i].Any), certs.Place{Object: 1, At: 0, Type: 6})
		}, "no integer of its type"},
	} {
		cert := summed(t, filling)
		forged := cloned(cert)
		forged.Summaries = slices.Clone(cert.Summaries)
		for i := range forged.Summaries {
			s := &forged.Summaries[i]
			s.Points, s.Within = slices.Clone(s.Points), slices.Clone(s.Within)
		}
		c.forge(forged)
		if _, err := check(forged.Seal(), nil, DefaultLimits); err == nil || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%s: found %v, want %q", c.title, err, c.reason)
		}
	}
}

// TestPlantedBugsInContents establishes that no certificate of a program that fills an object is one of a program with
// a bug that is otherwise the same.
func TestPlantedBugsInContents(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 7))
	whole := map[string]*certs.Absence{filling: summed(t, filling), ending: summed(t, ending),
		checking: summed(t, checking), backward: summed(t, backward)}
	for source, c := range whole {
		if _, err := check(c.Seal(), nil, DefaultLimits); err != nil {
			t.Errorf("%v, of\n%s", err, source)
		}
	}
	for _, c := range []struct{ source, old, bug string }{
		{filling, "draw v v -5 .. 9", "draw v v -5 .. 10"},
		{filling, "draw v v -5 .. 9", "draw v v -6 .. 9"},
		{filling, ` 9) then bad`, ` 8) then bad`},
		{filling, "store i32 (move", "store i16 (move"},
		{filling, "set i 0\nenter 0", "set i 1\nenter 0"},
		{filling, " 1)\njump head", " 2)\njump head"},
		{filling, "heap (mul 4", "heap (mul 3"},
		{filling, "again: branch (lt", "again: branch (le"},
		{filling, `store i32 (move (def p "uninitialised value") (mul 4`,
			`store i32 (move (def p "uninitialised value") (mul 0`},
		{ending, "draw v v 1 .. 255", "draw v v 1 .. 256"},
		{ending, `(def i "uninitialised value")) 0`, `(def i "uninitialised value")) 1`},
		{ending, `over: store u8 (move (def p "uninitialised value") (def i`,
			`over: store u8 (move (def p "uninitialised value") (sub 0 (def i`},
		{ending, "set i 0\nenter 1", "set i 2\nenter 1"},
		{ending, " 1)\njump again", " 2)\njump again"},
		{checking, `63) then out`, `64) then out`},
		{checking, `63) then out else next`, `63) then next else next`},
		{checking, `63) then bad`, `62) then bad`},
		{checking, " 1)\njump again", " 2)\njump again"},
		{checking, "set i 0\nenter 1", "set i 1\nenter 1"},
		{checking, `again: branch (lt (def i "uninitialised value") (def n "uninitialised value"))`,
			`again: branch (lt (def i "uninitialised value") (sub (def n "uninitialised value") 1))`},
		{checking, `look: load v u8`, `look: load v i8`},
		{checking, `then out else next`, `then use else next`},
		{backward, "draw v v 0 .. 9", "draw v v 0 .. 10"},
		{backward, "heap (mul 2", "heap (mul 3"},
		{backward, "uninitialised value\") 1)\nstore", "uninitialised value\") 2)\nstore"},
		{backward, `(gt (def i "uninitialised value") 0)`, `(gt (def i "uninitialised value") 1)`},
		{backward, "store u16", "store u8"},
	} {
		buggy := strings.Replace(c.source, c.old, c.bug, 1)
		if strings.Contains(c.bug, "(sub 0") {
			buggy = strings.Replace(buggy, `(sub 0 (def i "uninitialised value")) 0`,
				`(sub 0 (def i "uninitialised value"))) 0`, 1)
		}
		p, err := program(buggy)
		if buggy == c.source || err != nil {
			t.Fatal(c.bug, err, c.source)
		}
		for range *forgeries / 27 {
			forged := cloned(whole[c.source])
			forged.Program = p.About
			forged.Summaries = slices.Clone(forged.Summaries)
			for range random.IntN(3) {
				alter(random, forged)
			}
			for range random.IntN(3) {
				alterSummary(random, forged)
			}
			if _, err := check(forged.Seal(), nil, DefaultLimits); err == nil {
				t.Errorf("a certificate is accepted with the summaries %v, of\n%s", forged.Summaries, buggy)
			}
		}
	}
}

// alterSummary changes something in a summary of a certificate.
func alterSummary(random *rand.Rand, c *certs.Absence) {
	if len(c.Summaries) == 0 {
		return
	}
	s := &c.Summaries[random.IntN(len(c.Summaries))]
	s.Points, s.Within = slices.Clone(s.Points), slices.Clone(s.Within)
	small := func() *big.Int { return big.NewInt(int64(random.IntN(17) - 8)) }
	switch k := random.IntN(7); {
	case k == 0 && len(s.Points) > 0:
		i := random.IntN(len(s.Points))
		s.Points[i] = append(slices.Clone(s.Points[i]), certs.Product{Times: small()})
	case k == 1 && len(s.Within) > 0:
		s.Within[random.IntN(len(s.Within))] = certs.Range{Lo: big.NewInt(-5), Hi: big.NewInt(int64(random.IntN(300)))}
	case k == 2:
		s.Type = uint64(random.IntN(9))
	case k == 3:
		s.Points, s.Within = nil, nil
	case k == 4:
		s.Landmark = uint64(1 + random.IntN(4))
	case k == 5 && len(s.Points) > 0:
		s.Points[random.IntN(len(s.Points))] = []certs.Product{{Times: one, Of: []certs.Place{{Object: 1}}}}
	default:
		c.Summaries = slices.Delete(c.Summaries, 0, 1)
	}
}
