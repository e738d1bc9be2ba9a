package checker

import (
	"strings"
	"testing"

	"vouch/certs"
	"vouch/semantics"
)

// This file tests rules that would close a way where an input takes it: each program has a fault for some input, and no
// certificate says that it has none.

// TestRules tries certificates of all lengths that leave every way open. The reason is one that is given for one of
// them at least.
func TestRules(t *testing.T) {
	for _, c := range []struct{ title, lines, reason string }{
		{"places of a store that overlap", `
			slot a ptr
			slot i int
			slot x int
			alloc a heap 8
			fill ?a 0 8
			draw i i 0 .. 1
			store u16 loose (move ?a ?i) 256
			load x u8 (move ?a 1)
			branch (eq ?x 0) then good else bad
			bad: fail "assertion"
			good: return 0`, `nothing excludes the fault "assertion"`},
		{"an address that is compared with an object", `
			slot a ptr
			slot n int
			draw n n 0 .. 1
			alloc a heap 8
			branch (below (toptr ?n) ?a "unrelated pointers") then good else good
			good: return 0`, `nothing excludes the fault "unrelated pointers"`},
		{"an object that is compared with an address", `
			slot a ptr
			slot n int
			draw n n 0 .. 1
			alloc a heap 8
			branch (below ?a (toptr ?n) "unrelated pointers") then good else good
			good: return 0`, `nothing excludes the fault "unrelated pointers"`},
		{"null before an offset that depends on an input", `
			slot a ptr
			slot n int
			draw n n 0 .. 7
			alloc a heap 8
			branch (below (null) (move ?a ?n) "unrelated pointers") then bad else good
			bad: fail "assertion"
			good: return 0`, `nothing excludes the fault "assertion"`},
		{"objects that are compared", `
			slot a ptr
			slot b ptr
			slot n int
			draw n n 0 .. 7
			alloc a heap 8
			alloc b heap 8
			branch (below (move ?a ?n) ?b "unrelated pointers") then good else good
			good: return 0`, `nothing excludes the fault "unrelated pointers"`},
		{"the distance of two objects", `
			slot a ptr
			slot b ptr
			slot n int
			draw n n 0 .. 7
			alloc a heap 8
			alloc b heap 8
			set n (diff (move ?a ?n) ?b "unrelated pointers")
			return 0`, `nothing excludes the fault "unrelated pointers"`},
		{"two functions of one number, with other operators", `
			slot a int
			draw a a 1 .. 9
			branch (flt (fsub (inttof64 ?a) (f64 0.5)) (fadd (inttof64 ?a) (f64 0.5))) then bad else good
			bad: fail "assertion"
			good: return 0`, `nothing excludes the fault "assertion"`},
		{"two functions of one number, with other constants", `
			slot a int
			draw a a 1 .. 9
			branch (flt (fmul (inttof64 ?a) (f64 0.25)) (fmul (inttof64 ?a) (f64 0.5))) then bad else good
			bad: fail "assertion"
			good: return 0`, `nothing excludes the fault "assertion"`},
		{"a bit-field beside an integer that does not fit its type", `
			slot p ptr
			slot a int
			slot i int
			alloc p heap 8
			fill ?p 0 8
			draw a a 0 .. 4294967296
			draw i i 0 .. 1
			store i32 ?p ?a
			store u3@0 loose (move ?p (mul 4 ?i)) 1
			load a i32 ?p
			branch (lt ?a 2147483648) then good else bad
			bad: fail "assertion"
			good: return 0`, `nothing excludes the fault "assertion"`},
		{"a product that is either zero", `
			slot a int
			slot b int
			slot p f64
			draw a a 0 .. 1
			draw b b -2 .. -1
			set p (fmul (inttof64 ?a) (inttof64 ?b))
			branch (flt (f64 -100) (fdiv (f64 1) ?p)) then good else bad
			bad: fail "assertion"
			good: return 0`, `nothing excludes the fault "assertion"`},
	} {
		t.Run(c.title, func(t *testing.T) {
			p, err := program(text(c.lines))
			if err != nil {
				t.Fatal(err)
			}
			var reasons []string
			for n := range 12 {
				cert := &certs.Absence{Kind: certs.KindSafe, Program: p.About, Ways: make([]certs.Proof, n)}
				_, err := check(cert.Seal(), nil, DefaultLimits)
				if err == nil {
					t.Fatalf("accepted with %d open entries", n)
				}
				reasons = append(reasons, err.Error())
			}
			if all := strings.Join(reasons, "\n"); !strings.Contains(all, c.reason) {
				t.Errorf("found these reasons, want %q\n%s", c.reason, all)
			}
		})
	}
}

// TestCellsEnd establishes that what depends on inputs ends with its object and with its call: else walks would hold
// more and more.
func TestCellsEnd(t *testing.T) {
	for _, c := range []struct{ title, lines string }{
		{"a free", `
			slot a ptr
			slot n int
			draw n n 0 .. 7
			alloc a heap (add 8 ?n)
			store i32 ?a ?n
			free ?a
			set n 0
			fail "assertion"`},
		{"a return", `
			slot n int
			draw n n 0 .. 7
			call n (func f) ?n
			set n 0
			fail "assertion"
			func f(x int) int
			slot a ptr
			alloc a local 8
			store i32 ?a ?x
			return 1`},
	} {
		t.Run(c.title, func(t *testing.T) {
			bug := mustCertify(t, text(c.lines), "n=3")
			p, err := program(text(c.lines))
			if err != nil {
				t.Fatal(err)
			}
			r := newReplay(bug, newFollower(p.Core, semantics.NewMeter(1<<26, 1<<26)))
			if err := r.run(); err != nil {
				t.Fatal(err)
			}
			if r.cells != nil {
				t.Errorf("found cells of %d words at the end, want none", r.cells.size())
			}
		})
	}
}
