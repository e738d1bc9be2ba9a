package checker

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/internal/bigcore"
	"vouch/internal/effort"
	"vouch/internal/randcore"
	"vouch/semantics/fronts"
)

// This file tests certificates about programs of the core that IMP programs do not lower to: memory, calls, draws and
// ranges.

// text returns a program of the core whose function main has these lines, behind others. A line is a slot, a global, an
// instruction or a function that follows main; `?x` stands for the value of slot x, which must be defined.
func text(lines string) string {
	var globals, slots, code, funcs []string
	loops := 0
	for line := range strings.Lines(lines) {
		line = defined.ReplaceAllString(strings.TrimSpace(line), `(def $1 "uninitialised value")`)
		switch {
		case line == "":
		case len(funcs) > 0 || strings.HasPrefix(line, "func "):
			funcs = append(funcs, line)
		case strings.HasPrefix(line, "global "), strings.HasPrefix(line, "init "):
			globals = append(globals, line)
		case strings.HasPrefix(line, "slot "):
			slots = append(slots, line)
		default:
			if strings.HasPrefix(line, "enter") {
				loops++
			}
			code = append(code, line)
		}
	}
	head := "func main() int"
	if loops > 0 {
		head += fmt.Sprint(" loops ", loops)
	}
	return strings.Join(slices.Concat([]string{"core 1", "entry main"}, globals, []string{head}, slots, code, funcs),
		"\n") + "\n"
}

var defined = regexp.MustCompile(`\?([a-z]+)`)

// coreBugs are programs with inputs that drive them to a fault.
var coreBugs = []struct{ title, lines, input, fault string }{
	{"an index out of bounds", `
		slot a ptr
		slot i int
		slot x int
		alloc a local 40
		draw i i 0 .. 20
		load x i32 (move ?a (mul 4 ?i))
		return 0`, "i=15", "out of bounds read"},
	{"a table that is read at an input", `
		global table size 32
		init 0 i32 7
		init 4 i32 9
		init 8 i32 -3
		slot i int
		slot x int
		draw i i 0 .. 7
		load x i32 (move (global table) (mul 4 ?i))
		branch (eq ?x -3) then bad else good
		bad: fail "assertion"
		good: return 0`, "i=2", "assertion"},
	{"a table with pieces that were never written", `
		slot a ptr
		slot i int
		slot x int
		alloc a heap 64
		draw i i ..
		store i32 ?a 5
		store i32 (move ?a 8) 6
		store i32 (move ?a 40) 7
		load x i32 (move ?a ?i)
		branch (gt ?x 6) then bad else good
		bad: fail "assertion"
		good: return 0`, "i=40", "assertion"},
	{"what was never written, at an input", `
		slot a ptr
		slot i int
		slot x int
		alloc a heap 64
		draw i i ..
		store i32 ?a 5
		store i32 (move ?a 8) 6
		load x i32 (move ?a (mul 4 ?i))
		return ?x`, "i=7", "uninitialised value"},
	{"what was partly written, at an input", `
		slot a ptr
		slot i int
		slot x int
		alloc a heap 64
		draw i i ..
		store i32 ?a 5
		load x i32 loose (move ?a ?i)
		return ?x`, "i=3", "uninitialised value"},
	{"an offset that the type does not allow, at an input", `
		slot a ptr
		slot i int
		slot x int
		alloc a heap 64
		draw i i ..
		store i32 ?a 5
		load x i32 (move ?a ?i)
		return ?x`, "i=3", "misaligned access"},
	{"a store at an input of what is no integer", `
		slot a ptr
		slot i int
		slot x f64
		alloc a heap 32
		fill ?a 0 32
		draw i i 0 .. 3
		store f64 (move ?a (mul 8 ?i)) (f64 1)
		load x f64 (move ?a 16)
		branch (feq ?x (f64 1)) then bad else good
		bad: fail "assertion"
		good: return 0`, "i=2", "assertion"},
	{"a store at an input", `
		slot a ptr
		slot i int
		slot x int
		alloc a heap 16
		fill ?a 0 16
		draw i i ..
		store i32 (move ?a (mul 4 ?i)) 99
		load x i32 (move ?a 8)
		branch (eq ?x 99) then bad else good
		bad: fail "assertion"
		good: return 0`, "i=2", "assertion"},
	{"a store at an input, where another one was stored", `
		slot a ptr
		slot i int
		slot j int
		slot x int
		alloc a heap 8
		draw j j 1 .. 9
		store i32 ?a ?j
		store i32 (move ?a 4) 5
		draw i i 0 .. 1
		store i32 (move ?a (mul 4 ?i)) 99
		load x i32 ?a
		branch (eq ?x 7) then bad else good
		bad: fail "assertion"
		good: return 0`, "i=1 j=7", "assertion"},
	{"a store at an input, into another one", `
		slot a ptr
		slot i int
		slot j int
		slot x int
		alloc a heap 8
		draw j j 1 .. 9
		store u32 ?a ?j
		store u32 (move ?a 4) ?j
		draw i i 0 .. 1
		store u8 (move ?a (mul 4 ?i)) 3
		load x u32 ?a
		branch (eq ?x 3) then bad else good
		bad: fail "assertion"
		good: return 0`, "i=0 j=1", "assertion"},
	{"bytes of an input", `
		slot a ptr
		slot n int
		slot x int
		alloc a heap 16
		draw n n -100 .. 100000
		store i32 ?a ?n
		load x u8 (move ?a 1)
		branch (eq ?x 3) then bad else good
		bad: load x i16 loose (move ?a 1)
		branch (ge ?x 0) then worse else good
		worse: fail "assertion"
		good: return 0`, "n=800", "assertion"},
	{"bytes of an input without a range, over which one is written", `
		slot a ptr
		slot n int
		slot x int
		alloc a heap 16
		draw n n ..
		store i32 ?a ?n
		store u8 (move ?a 1) 7
		load x i32 ?a
		branch (eq ?x 1800) then bad else good
		bad: fail "assertion"
		good: return 0`, "n=8", "assertion"},
	{"the same bytes as another type", `
		slot a ptr
		slot n int
		slot x int
		alloc a heap 16
		draw n n ..
		store i32 ?a ?n
		load x u32 ?a
		branch (gt ?x 4000000000) then bad else good
		bad: fail "assertion"
		good: return 0`, "n=-5", "assertion"},
	{"an input that is copied", `
		slot a ptr
		slot b ptr
		slot n int
		slot x int
		alloc a heap 16
		alloc b local 16
		draw n n ..
		store i64 loose (move ?a 4) ?n
		copy (move ?b 1) (move ?a 2) 12
		load x i64 loose (move ?b 3)
		branch (eq ?x 77) then bad else good
		bad: fail "assertion"
		good: return 0`, "n=77", "assertion"},
	{"an input of which half is copied", `
		slot a ptr
		slot n int
		slot x int
		alloc a heap 16
		fill ?a 1 16
		draw n n ..
		store i32 (move ?a 4) ?n
		copy (move ?a 8) (move ?a 6) 4
		load x i32 (move ?a 8)
		branch (eq ?x 16842757) then bad else good
		bad: fail "assertion"
		good: return 0`, "n=327680", "assertion"},
	{"ranges of an input", `
		slot a ptr
		slot n int
		slot x int
		alloc a heap 16
		draw n n ..
		fill ?a ?n 16
		load x i16 loose (move ?a 3)
		branch (eq ?x -1) then bad else good
		bad: load x i8 (move ?a 3)
		fail "assertion"
		good: return 0`, "n=511", "assertion"},
	{"an object whose size is an input", `
		slot a ptr
		slot n int
		slot x int
		draw n n ..
		alloc a heap ?n
		store i32 (move ?a 12) 1
		free ?a
		return 0`, "n=13", "out of bounds write"},
	{"a size that is no size", `
		slot a ptr
		slot n int
		draw n n ..
		alloc a heap ?n
		return 0`, "n=-1", "invalid size"},
	{"a pointer that an input moves out of its object", `
		slot a ptr
		slot n int
		draw n n ..
		alloc a heap 8
		set a (move ?a ?n "pointer arithmetic")
		return 0`, "n=9", "pointer arithmetic"},
	{"a free of what an input moves", `
		slot a ptr
		slot n int
		draw n n ..
		alloc a heap 8
		free (move ?a ?n)
		return 0`, "n=3", "invalid free"},
	{"a pointer with an input, through memory", `
		global cell size 8
		slot a ptr
		slot b ptr
		slot n int
		slot x int
		draw n n 0 .. 100
		alloc a heap 8
		store ptr (global cell) (move ?a ?n)
		load b ptr (global cell)
		load x i64 (global cell)
		store i64 (global cell) x
		load b ptr (global cell)
		branch (lt (diff ?b ?a "unrelated pointers") 5) then good else bad
		bad: store u8 ?b 1
		good: return 0`, "n=8", "out of bounds write"},
	{"a null pointer for one input", `
		slot n int
		slot x int
		draw n n 0 .. 10
		load x u8 (toptr (mul 30000 ?n))
		return 0`, "n=2", "null dereference"},
	{"a bare address for another", `
		slot n int
		slot x int
		draw n n 0 .. 10
		load x u8 (toptr (mul 30000 ?n))
		return 0`, "n=3", "invalid pointer"},
	{"an address that is a number, and back", `
		slot a ptr
		slot b ptr
		slot n int
		slot x int
		alloc b heap 8
		alloc a heap 24
		draw n n 0 .. 30
		set x (add (toint ?a) ?n)
		store u64 (move ?a 16) ?x
		load b ptr (move ?a 16)
		store u8 ?b 0
		return 0`, "n=24", "out of bounds write"},
	{"an address as two halves", `
		slot a ptr
		slot b ptr
		slot n int
		slot x int
		alloc a heap 24
		draw n n 0 .. 30
		store ptr ?a (move ?a ?n)
		load x u32 ?a
		store u32 (move ?a 8) ?x
		copy (move ?a 12) (move ?a 4) 4
		load b ptr (move ?a 8)
		branch (same ?b (move ?a 5)) then bad else good
		bad: fail "assertion"
		good: return 0`, "n=5", "assertion"},
	{"a null pointer that an input moves", `
		slot n int
		slot a ptr
		draw n n ..
		set a (move (null) ?n "pointer arithmetic")
		return 0`, "n=1", "pointer arithmetic"},
	{"the size of an object that an input has", `
		slot a ptr
		slot n int
		slot x int
		draw n n 0 .. 99
		alloc a heap (mul 3 ?n)
		extent x ?a
		branch (eq ?x 21) then bad else good
		bad: extent x (move ?a ?n)
		good: return 0`, "n=7", "invalid free"},
	{"how many bytes may be written, for an input", `
		slot a ptr
		slot n int
		slot x int
		draw n n 0 .. 99
		alloc a heap 12
		room x (move ?a ?n)
		branch (eq ?x 3) then bad else good
		bad: fail "assertion"
		good: return 0`, "n=9", "assertion"},
	{"how many bytes may be written behind an object whose size an input has", `
		slot a ptr
		slot n int
		slot x int
		draw n n 0 .. 99
		alloc a heap (mul 3 ?n)
		room x (move ?a 20)
		branch (eq ?x 1) then bad else good
		bad: fail "assertion"
		good: return 0`, "n=7", "assertion"},
	{"no bytes of an object that is read-only may be written, for an input", `
		slot a ptr
		slot n int
		slot x int
		draw n n 0 .. 9
		alloc a local 12
		protect ?a
		room x (move ?a ?n)
		branch (eq ?x 0) then bad else good
		bad: fail "assertion"
		good: return 0`, "n=9", "assertion"},
	{"a local object whose block is over for an input", `
		slot a ptr
		slot n int
		slot x int
		draw n n ..
		alloc a local 4
		store i32 ?a ?n
		branch (gt ?n 3) then over else still
		over: end ?a
		still: load x i32 ?a
		return ?x`, "n=5", "use after scope"},
	{"an end of what an input moves", `
		slot a ptr
		slot n int
		draw n n ..
		alloc a local 4
		end (move ?a ?n)
		return 0`, "n=2", "invalid free"},
	{"a write to what an input has made a constant", `
		slot a ptr
		slot n int
		draw n n ..
		alloc a heap 4
		branch (gt ?n 3) then fix else write
		fix: protect (move ?a ?n)
		write: store u8 ?a ?n
		return 0`, "n=5", "read-only write"},
	{"a leak for an input", `
		global cell size 8
		slot a ptr
		slot n int
		draw n n ..
		alloc a heap 8
		store ptr (global cell) (move ?a ?n)
		set a (null)
		leaks
		branch (gt ?n 3) then lose else keep
		lose: store u8 (move (global cell) 3) ?n
		keep: leaks
		return 0`, "n=5", "memory leak"},
	{"a copy of ranges that overlap for an input", `
		slot a ptr
		slot n int
		alloc a heap 16
		fill ?a 0 16
		draw n n 0 .. 10
		copy (move ?a ?n) (move ?a 4) 2 "overlapping copy"
		return 0`, "n=5", "overlapping copy"},
	{"a copy that may be to itself, but overlaps for an input", `
		slot a ptr
		slot n int
		alloc a heap 16
		fill ?a 0 16
		draw n n 0 .. 10
		copy loose (move ?a ?n) (move ?a 4) 2 "overlapping copy"
		return 0`, "n=5", "overlapping copy"},
	{"a copy to itself for an input", `
		slot a ptr
		slot n int
		alloc a heap 16
		fill ?a 0 16
		draw n n 0 .. 10
		copy loose (move ?a ?n) (move ?a 4) 2 "overlapping copy"
		branch (eq ?n 4) then lose else keep
		lose: fail "assertion"
		keep: return 0`, "n=4", "assertion"},
	{"a copy of a length from an offset, both inputs", `
		slot a ptr
		slot n int
		slot k int
		alloc a heap 16
		fill ?a 1 8
		fill (move ?a 8) 2 8
		draw n n 0 .. 10
		draw k k 0 .. 5
		copy (move ?a 12) (move ?a ?k) ?n
		load n u8 (move ?a 13)
		branch (eq ?n 1) then bad else good
		bad: fail "assertion"
		good: return 0`, "n=3 k=2", "assertion"},
	{"a fill of a length", `
		slot a ptr
		slot n int
		alloc a heap 16
		fill ?a 1 16
		draw n n 0 .. 10
		fill (move ?a 2) ?n ?n
		load n u8 (move ?a 4)
		branch (eq ?n 3) then bad else good
		bad: fail "assertion"
		good: return 0`, "n=3", "assertion"},
	{"a copy of no bytes, for an input", `
		slot a ptr
		slot n int
		alloc a heap 16
		draw n n 0 .. 10
		fill (move ?a (sub 20 ?n)) 1 (mul 2 ?n)
		branch (eq ?n 0) then bad else good
		bad: fail "assertion"
		good: return 0`, "n=0", "assertion"},
	{"a fault in a function of a library", `
		slot a ptr
		slot n int
		draw n n 0 .. 10
		alloc a heap 4
		call - (func clear) ?a ?n
		return 0
		func clear(a ptr, n int) library
		slot i int
		call - (func set) (move ?a ?n)
		return
		func set(a ptr) library
		store u8 ?a 0
		return`, "n=9", "out of bounds write"},
	{"a call of a function of another type for an input", `
		slot f ptr
		slot n int
		set f (func f)
		draw n n 0 .. 10
		branch (gt ?n 3) then other else same
		other: set f (func g)
		same: call n ?f ?n sig "int(int)"
		return ?n
		func f(n int) int sig "int(int)"
		return ?n
		func g(n int) int sig "int(char)"
		return ?n`, "n=5", "invalid call"},
	{"what has no value and is frozen", `
		slot n int
		slot x int
		draw n n 0 .. 10
		branch (gt ?n 3) then set else done
		set: set x ?n
		done: set x (freeze x)
		branch (eq ?x 7) then bad else good
		bad: fail "assertion"
		good: return ?x`, "n=7", "assertion"},
	{"an input that is drawn again and again", `
		slot i int
		slot n int
		slot s int
		set i 0
		set s 0
		enter 0
		head: branch (lt ?i 3) then body else end loop 0
		body: draw n n 1 .. 9
		set s (add ?s (mul ?n ?i))
		set i (add ?i 1)
		jump head
		end: branch (eq ?s 20) then bad else good
		bad: fail "assertion"
		good: return 0`, "n=1 n#2=2 n#3=9", "assertion"},
	{"a function of an input", `
		slot n int
		slot r int
		draw n n 0 .. 4
		call r (func factorial) ?n
		branch (eq ?r 6) then bad else good
		bad: fail "assertion"
		good: return ?r
		func factorial(n int) int
		slot r int
		branch (le ?n 1) then one else more
		one: return 1
		more: call r (func factorial) (sub ?n 1)
		return (mul ?n ?r)`, "n=3", "assertion"},
	{"a local object of a call that is over", `
		slot p ptr
		slot n int
		slot x int
		draw n n ..
		call p (func f) ?n
		load x i32 ?p
		return ?x
		func f(n int) ptr
		slot a ptr
		alloc a local 4
		store i32 ?a ?n
		return ?a`, "n=3", "use after return"},
	{"an obligation behind a condition of an input", `
		slot n int
		draw n n ..
		branch (and (ne ?n 0) (eq (div 100 ?n "division by zero") 7)) then bad else good
		bad: fail "assertion"
		good: return 0`, "n=13", "assertion"},
	{"a discarded execution, and one that is not", `
		slot n int
		draw n n ..
		set n (div 100 ?n "assume")
		branch (eq ?n 7) then bad else good
		bad: fail "assertion"
		good: return 0`, "n=13", "assertion"},
	{"a float that is known", `
		slot n int
		slot x f64
		draw n n 0 .. 9
		set x (fdiv (inttof64 3) (f64 2))
		branch (and (flt (f64 1) ?x) (gt ?n 3)) then bad else good
		bad: fail "assertion"
		good: return 0`, "n=4", "assertion"},
	{"a float of an integer without bounds", `
		slot n int
		slot p ptr
		slot f f64
		draw n n ..
		alloc p heap 8
		store u64 ?p ?n
		load f f64 ?p
		return (ftoint ?f "invalid conversion")`, "n=9218868437227405312", "invalid conversion"},
	{"a float of an input that nobody compares", `
		slot n int
		slot x f64
		draw n n 0 .. 9
		set x (inttof64 ?n)
		set x (fneg ?x)
		branch (gt ?n 3) then bad else good
		bad: fail "assertion"
		good: return 0`, "n=4", "assertion"},
	{"an object of a size that a branch bounds", `
		slot n int
		slot k int
		slot a ptr
		draw n n ..
		branch (and (gt ?n 2) (lt ?n 6)) then go else good
		go: alloc a heap (mul 2 ?n)
		fill ?a 1 (mul 2 ?n)
		fill (move ?a 1) 2 (sub ?n 2)
		load k u8 (move ?a 3)
		branch (eq ?k 2) then bad else good
		bad: fail "assertion"
		good: return 0`, "n=5", "assertion"},
	{"a call of what no function is", `
		slot n int
		slot m int
		draw n n ..
		call m (toptr (add (toint (func f)) ?n)) sig "a"
		return 0
		func f() int sig "a"
		return 1`, "n=1", "invalid call"},
	{"an access where an object is that was made later", `
		slot n int
		slot p ptr
		slot q ptr
		draw n n ..
		set p (toptr ?n)
		alloc q heap 8
		branch (same ?p ?q) then bad else good
		bad: load n u8 ?p
		good: return 0`, "n=4294967296", "invalid pointer"},
	{"an access where no object is", `
		slot n int
		slot p ptr
		draw n n ..
		set p (toptr ?n)
		branch (same ?p (null)) then good else bad
		bad: load n u8 ?p
		good: return 0`, "n=70000", "invalid pointer"},
	{"an access where a number points that a branch bounds", `
		slot n int
		slot p ptr
		slot q ptr
		draw n n ..
		alloc p heap 16
		set q (toptr (add (toint ?p) ?n))
		branch (and (lt 10 ?n) (lt ?n 20)) then bad else good
		bad: load n u32 ?q
		good: return 0`, "n=14", "out of bounds read"},
	{"bits of inputs", `
		slot n int
		slot m int
		draw n n 0 .. 255
		draw m m 0 .. 255
		branch (eq (bitxor (bitand ?n 12) (bitor ?m 1)) 5) then bad else good
		bad: branch (eq (shl ?n (in ?m 0 .. 8 "shift out of range")) 1) then good else worse
		worse: fail "overflow"
		good: return 0`, "n=0 m=5", "overflow"},
}

// TestCertifiesCore holds finder, checker and package bigcore together on them.
func TestCertifiesCore(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	for _, c := range coreBugs {
		t.Run(c.title, func(t *testing.T) {
			source := text(c.lines)
			bug := mustCertify(t, source, c.input)
			if bug.Fault.Kind != c.fault {
				t.Fatalf("found the fault %v, want %s", bug.Fault, c.fault)
			}
			v, err := check(certs.Encode(bug), nil, DefaultLimits)
			if err != nil {
				t.Fatal(err)
			}
			if path, _ := pathOf(t, v.Lowered, inputsOf(bug), bug.Trace.Steps, bug.Fault); !certs.Same(path, bug.Path) {
				t.Fatalf("found the path\n%s\nwant\n%s", show(bug.Path), show(path))
			}
			for range effort.Of(300) { // others of the class
				other := certs.Memory{}
				for _, in := range bug.Inputs {
					other[in.Name] = new(big.Int).Add(in.Value, big.NewInt(r.Int64N(41)-20))
					if in.Lo != nil && other[in.Name].Cmp(in.Lo) < 0 || in.Hi != nil && other[in.Name].Cmp(in.Hi) > 0 {
						other[in.Name] = in.Value
					}
				}
				if !satisfies(bug.Path, other) {
					continue
				}
				if out := bigcore.Run(v.Lowered, other, 10_000); string(out.Fault.Kind) != bug.Fault.Kind ||
					uint64(out.Fault.Line) != bug.Fault.Line {
					t.Fatalf("%v is in the class of %v, but ends so: %+v\n%s", other, inputsOf(bug), out,
						show(bug.Path))
				}
			}
		})
	}
}

// TestAcceptsAbsencesOfCore holds the walks of finder and checker together on random programs, and what is accepted
// against package bigcore.
func TestAcceptsAbsencesOfCore(t *testing.T) {
	accepted, closed := acceptsAbsences(t, effort.Of(4800), randcore.Families)
	if accepted < effort.Of(300) || closed < effort.Of[int64](100) {
		t.Errorf("only %d certificates were accepted, with %d ways closed", accepted, closed)
	}
}

// TestAcceptsAbsencesOfBitFields is the same for programs about bit-fields.
func TestAcceptsAbsencesOfBitFields(t *testing.T) {
	accepted, closed := acceptsAbsences(t, effort.Of(1500), randcore.BitFields)
	if accepted < effort.Of(100) || closed < effort.Of[int64](3) {
		t.Errorf("only %d certificates were accepted, with %d ways closed", accepted, closed)
	}
}

// acceptsAbsences is the same for so many programs of some families. It counts the accepted certificates, and the ways
// that they close.
func acceptsAbsences(t *testing.T, programs int, families []randcore.Family) (accepted int, closed int64) {
	r := rand.New(rand.NewPCG(33, 34))
	for i := range programs {
		p := randcore.Program(r, families[i%len(families)])
		c, err := produce(string(p.Text()), i%3, 200)
		if err != nil {
			continue
		}
		v, err := check(c.Seal(), nil, DefaultLimits)
		if err != nil {
			if c.Kind == certs.KindBounded && strings.Contains(err.Error(), "no loop reaches it") {
				continue
			}
			t.Fatalf("%v\n%s", err, p.Text())
		}
		accepted, closed = accepted+1, closed+v.Closed
		for range 20 {
			inputs := randcore.Inputs(r, p)
			if out := bigcore.Run(p, inputs, 3000); out.Fault.Kind != "" && c.Kind == certs.KindSafe {
				t.Fatalf("accepted, but with %v the program ends so: %+v\n%s", inputs, out, p.Text())
			}
		}
	}
	return accepted, closed
}

// leftover is a program that fails unless a place holds a number. Two stores at the same input, and a copy between
// them, leave 3 there.
const leftover = `
	slot a ptr
	slot b ptr
	slot i int
	slot x int
	alloc a heap 8
	alloc b heap 8
	store i32 ?a 7
	store i32 (move ?a 4) 7
	store i32 ?b 3
	store i32 (move ?b 4) 3
	draw i i 0 .. 1
	store i32 (move ?b (mul 4 ?i)) 5
	load x i32 (move ?b 4)
	store i32 (move ?a 4) ?x
	store i32 (move ?a (mul 4 ?i)) 3
	load x i32 (move ?a 4)
	branch (eq ?x %d) then good else bad
	bad: fail "assertion"
	good: return 0`

// filled is a program that fills bytes that hold 1 with 7, of an input's number, and fails unless conditions hold for
// those and for the others.
const filled = `
	slot a ptr
	slot n int
	slot k int
	slot x int
	draw n n 0 .. 2
	draw k k 0 .. 1
	alloc a heap 2
	fill ?a 1 2
	fill ?a 7 ?n
	load x u8 (move ?a ?k)
	branch (lt ?k ?n) then first else others
	first: branch %s then good else bad
	others: branch %s then good else bad
	bad: fail "assertion"
	good: return 0`

// copied is a program that copies words from a place, as many as are said, to the place 4, and fails unless a condition
// holds for one that is there, x, where another one, y, was.
const copied = `
	slot a ptr
	slot i int
	slot n int
	slot x int
	slot y int
	alloc a heap 10
	draw y y 0 .. 9
	store i16 ?a ?y
	store i16 (move ?a 2) (add ?y 1)
	store i16 (move ?a 4) ?y
	store i16 (move ?a 6) ?y
	store i16 (move ?a 8) ?y
	draw i i 0 .. 1
	draw n n 1 .. 2
	copy (move ?a 4) %s %s
	load x i16 (move ?a 4)
	assume (eq ?i 1)
	branch %s then good else bad
	bad: fail "assertion"
	good: return 0`

// large is a program that reads an entry of a table, of which the last is given.
const large = `
	global table size 65537
	init 9 i32 9
	slot i int
	slot x int
	draw i i 0 .. %d
	load x u8 (move (global table) ?i)
	branch (le ?x 9) then good else bad
	bad: fail "assertion"
	good: return 0`

// TestWalksCore looks at what absences about programs of the core establish, and at why they do not.
func TestWalksCore(t *testing.T) {
	for _, c := range []struct {
		title, lines, reason string // the reason is "" if the certificate is valid
		verdict              Verdict
	}{
		{"a table that is read inside its bounds", `
			global table size 32
			init 4 i32 9
			slot i int
			slot x int
			draw i i 0 .. 7
			load x i32 (move (global table) (mul 4 ?i))
			branch (le ?x 9) then good else bad
			bad: fail "assertion"
			good: return 0`, "", Verdict{Ways: 1}},
		{"a place in which stores at an input leave what depends on no input", fmt.Sprintf(leftover, 3), "",
			Verdict{Ways: 1}},
		{"a table of very many entries", fmt.Sprintf(large, 65535), "", Verdict{Ways: 1}},
		{"a table of too many entries", fmt.Sprintf(large, 65536), "a load that may read one of more than 1024 places",
			Verdict{}},
		{"what the concrete machine has in such a place", fmt.Sprintf(leftover, 0),
			`nothing excludes the fault "assertion"`, Verdict{}},
		{"bit-fields beside each other, one of an input", `
			slot a ptr
			slot x int
			draw x x 0 .. 999
			alloc a heap 4
			store u5@0 loose ?a 21
			store i9@5 loose ?a ?x
			load x u5@0 loose ?a
			branch (eq ?x 21) then good else bad
			bad: fail "assertion"
			good: return 0`, "", Verdict{Ways: 1}},
		{"bits of an input that other bits take the place of", `
			slot a ptr
			slot x int
			draw x x 8 .. 15
			alloc a heap 1
			store u8 loose ?a ?x
			store u3@0 loose ?a 5
			load x u8 loose ?a
			branch (eq ?x 13) then good else bad
			bad: fail "assertion"
			good: return 0`, "", Verdict{Ways: 1}},
		{"what the concrete machine has in such bits", `
			slot a ptr
			slot x int
			draw x x 8 .. 15
			alloc a heap 1
			store u8 loose ?a ?x
			store u3@0 loose ?a 5
			load x u8 loose ?a
			branch (eq ?x 5) then good else bad
			bad: fail "assertion"
			good: return 0`, `nothing excludes the fault "assertion"`, Verdict{}},
		{"a bit-field that is undefined, beside one of an input", `
			slot a ptr
			slot x int
			draw x x ..
			alloc a heap 1
			store u3@0 loose ?a ?x
			load x u4@3 loose ?a
			return ?x`, `nothing excludes the fault "uninitialised value"`, Verdict{}},
		{"a byte that is defined in part", `
			slot a ptr
			slot x int
			draw x x ..
			alloc a heap 1
			store u7@0 loose ?a ?x
			load x u8 loose ?a
			return ?x`, `nothing excludes the fault "uninitialised value"`, Verdict{}},
		{"a copy of bit-fields", `
			slot a ptr
			slot b ptr
			slot x int
			draw x x 0 .. 1
			alloc a heap 1
			store u3@0 loose ?a 2
			store u5@3 loose ?a ?x
			alloc b heap 1
			store u3@0 loose ?b 2
			copy ?b ?a 1
			load x u8 loose ?b
			branch (eq (mod ?x 8 "assume") 2) then good else bad
			bad: fail "assertion"
			good: return 0`, "", Verdict{Ways: 1}},
		{"what was freed", `
			slot n int
			slot a ptr
			draw n n 0 .. 7
			alloc a heap 8
			free ?a
			store u8 (move ?a ?n) 1
			return 0`, `nothing excludes the fault "use after free"`, Verdict{}},
		{"a discarded execution", `
			slot n int
			draw n n ..
			set n (div 100 ?n "assume")
			return ?n`, "", Verdict{Ways: 1}},
		{"an assumption behind a discarded execution", `
			slot n int
			draw n n ..
			assume (gt (div 100 ?n "assume") 3)
			branch (eq ?n 0) then bad else good
			bad: fail "assertion"
			good: return 0`, "", Verdict{Ways: 1, Closed: 1}},
		{"a range that an assumption contradicts", `
			slot n int
			draw n n 0 .. 9
			assume (gt (def n "assume") 9)
			fail "assertion"`, "", Verdict{Ways: 1, Vacuous: true}},
		{"assumptions that contradict each other", `
			slot n int
			draw n n ..
			assume (gt (def n "assume") 9)
			assume (lt (def n "assume") 9)
			fail "assertion"`, "", Verdict{Ways: 1, Closed: 1, Vacuous: true}},
		{"something that is not supported, on no way", `
			slot n int
			draw n n 0 .. 9
			branch (gt ?n 9) then bad else good
			bad: unsupported "inline assembly"
			good: return 0`, "", Verdict{Ways: 1}},
		{"something that is not supported", `
			slot n int
			draw n n 0 .. 9
			branch (gt ?n 8) then bad else good
			bad: unsupported "inline assembly"
			good: return 0`, "ways: nothing is claimed beyond 8:6: unsupported: inline assembly", Verdict{}},
		{"a float of an input that is compared", `
			slot n int
			slot x f64
			draw n n 0 .. 9
			set x (fmul (inttof64 ?n) (f64 0.5))
			branch (flt ?x (f64 5)) then good else bad
			bad: fail "assertion"
			good: return 0`, "", Verdict{Ways: 1}},
		{"a float of two inputs that is compared", `
			slot n int
			slot m int
			slot x f64
			draw n n 0 .. 9
			draw m m 0 .. 9
			set x (fdiv (inttof64 ?n) (inttof64 ?m))
			branch (flt ?x (f64 5)) then good else good
			good: return 0`, "", Verdict{Ways: 2}},
		{"a float whose bits are an input", `
			slot n int
			slot a ptr
			slot x f32
			draw n n 0 .. 4294967295
			alloc a heap 4
			store u32 ?a ?n
			load x f32 ?a
			assume (flt (f32 0.5) ?x)
			branch (flt (f64 0.49) (widen ?x)) then good else bad
			bad: fail "assertion"
			good: return 0`, "", Verdict{Ways: 1, Closed: 1}},
		{"a store that may go anywhere", `
			slot a ptr
			slot n int
			draw n n 0 .. 3000
			alloc a heap 4000
			store u8 (move ?a ?n) 1
			return 0`, "", Verdict{Ways: 1}},
		{"a fill of too many lengths", `
			slot a ptr
			slot n int
			draw n n 0 .. 1024
			alloc a heap 2000
			fill ?a 0 ?n
			return 0`, "", Verdict{Ways: 1}},
		{"a copy of too many ranges", `
			slot a ptr
			slot n int
			draw n n 1 .. 33
			alloc a heap 65
			fill ?a 0 65
			store ptr loose (move ?a 30) ?a
			copy ?a (move ?a ?n) ?n
			return 0`, "a copy or a fill of one of more than 1024 ranges", Verdict{}},
		{"a fill of an input's length, in what holds integers", fmt.Sprintf(filled, "(eq ?x 7)", "(eq ?x 1)"), "",
			Verdict{Ways: 2, Closed: 2}},
		{"a fill of an input's length, one byte less", fmt.Sprintf(filled, "(eq ?x 7)", "(eq ?x 7)"),
			`nothing excludes the fault "assertion"`, Verdict{}},
		{"a fill of an input's length, one byte more", fmt.Sprintf(filled, "(eq ?x 1)", "(eq ?x 1)"),
			`nothing excludes the fault "assertion"`, Verdict{}},
		{"a copy of inputs, of an input's length and from an input's place",
			fmt.Sprintf(copied, "(move ?a (mul 2 ?i))", "(mul 2 ?n)", "(eq ?x (add ?y 1))"), "",
			Verdict{Ways: 1, Closed: 1}},
		{"a copy of inputs, of another length", fmt.Sprintf(copied, "(move ?a (mul 2 ?i))", "(sub (mul 2 ?n) 2)",
			"(eq ?x (add ?y 1))"), `nothing excludes the fault "assertion"`, Verdict{}},
		{"a copy of inputs, from another place", fmt.Sprintf(copied, "(move ?a (sub 2 (mul 2 ?i)))", "(mul 2 ?n)",
			"(eq ?x (add ?y 1))"), `nothing excludes the fault "assertion"`, Verdict{}},
		{"a fill of one byte at an input's place, and the byte before", `
			slot a ptr
			slot b ptr
			slot i int
			slot x int
			slot y int
			draw i i 0 .. 1
			draw y y 0 .. 9
			alloc a heap 8
			fill ?a 1 8
			fill (move ?a ?i) 7 1
			load x u8 ?a
			branch (or (eq ?i 0) (eq ?x 1)) then good else bad
			bad: fail "assertion"
			good: return 0`, "", Verdict{Ways: 1, Closed: 1}},
		{"a copy of words, the second one", `
			slot a ptr
			slot b ptr
			slot i int
			slot x int
			slot y int
			draw i i 0 .. 1
			draw y y 0 .. 9
			alloc a heap 8
			fill ?a 1 8
			store i16 ?a ?y
			store i16 (move ?a 2) 5
			copy (move ?a 4) ?a (mul 2 (add ?i 1))
			load x i16 (move ?a 6)
			branch (or (eq ?i 0) (eq ?x 5)) then good else bad
			bad: fail "assertion"
			good: return 0`, "", Verdict{Ways: 1, Closed: 1}},
		{"a copy up to the end of an object", `
			slot a ptr
			slot b ptr
			slot i int
			slot x int
			slot y int
			draw i i 0 .. 1
			draw y y 0 .. 9
			alloc a heap 8
			fill ?a 1 8
			store i16 ?a ?y
			copy ?a (move ?a (sub 6 (mul 2 ?i))) (mul 2 (add ?i 1))
			load x i16 (move ?a 2)
			branch (eq ?x 257) then good else bad
			bad: fail "assertion"
			good: return 0`, "", Verdict{Ways: 1}},
		{"a copy of a part of words", `
			slot a ptr
			slot b ptr
			slot i int
			slot x int
			slot y int
			draw i i 0 .. 1
			draw y y 0 .. 9
			alloc a heap 8
			fill ?a 1 8
			store i16 ?a ?y
			copy (move ?a 2) ?a ?i
			load x u8 (move ?a 2)
			branch (or (eq ?i 1) (eq ?x 1)) then good else bad
			bad: fail "assertion"
			good: return 0`, "", Verdict{Ways: 2, Closed: 1}},
		{"a copy behind a part of a word", `
			slot a ptr
			slot b ptr
			slot i int
			slot x int
			slot y int
			draw i i 0 .. 1
			draw y y 0 .. 9
			alloc a heap 8
			fill ?a 1 8
			store i32 ?a ?y
			store u8 ?a 3
			copy (move ?a 6) (move ?a 4) ?i
			load x u8 (move ?a 6)
			branch (eq ?x 1) then good else bad
			bad: fail "assertion"
			good: return 0`, "", Verdict{Ways: 1}},
		{"what the concrete machine has where a copy leaves what depends on no input", `
			slot a ptr
			slot i int
			slot x int
			draw i i 0 .. 1
			alloc a heap 3
			fill ?a 3 3
			store u8 (move ?a 1) 9
			copy (move ?a 1) ?a (add 1 ?i)
			load x u8 (move ?a 1)
			branch (eq ?x 9) then good else bad
			bad: fail "assertion"
			good: return 0`, `nothing excludes the fault "assertion"`, Verdict{}},
		{"a copy that leaves what depends on no input", `
			slot a ptr
			slot i int
			slot x int
			draw i i 0 .. 1
			alloc a heap 3
			fill ?a 3 3
			store u8 (move ?a 1) 9
			copy (move ?a 1) ?a (add 1 ?i)
			load x u8 (move ?a 1)
			branch (eq ?x 3) then good else bad
			bad: fail "assertion"
			good: return 0`, "", Verdict{Ways: 1}},
		{"a byte in a word of an input, at an input's place", `
			slot a ptr
			slot i int
			slot x int
			draw i i 0 .. 3
			draw x x 0 .. 255
			alloc a heap 4
			store i32 ?a ?x
			store u8 (move ?a ?i) 1
			load x i32 ?a
			branch (or (and (eq ?i 0) (eq ?x 1)) (le 256 ?x)) then good else bad
			bad: fail "assertion"
			good: return 0`, "", Verdict{Ways: 1, Closed: 1}},
		{"a byte in words that hold what depends on no input", `
			slot a ptr
			slot i int
			slot x int
			draw i i 0 .. 1
			alloc a heap 8
			fill ?a 0 8
			store i32 (move ?a (mul 4 ?i)) 0
			store u8 (move ?a ?i) 1
			load x i32 (move ?a 4)
			branch (eq ?x 0) then good else bad
			bad: fail "assertion"
			good: return 0`, "", Verdict{Ways: 1}},
		{"a copy of a length in objects without an end", `
			slot a ptr
			slot n int
			draw n n 0 .. 5000000
			alloc a heap ?n
			copy ?a ?a ?n
			return 0`, "such a copy or a fill of an object of which only a summary is known", Verdict{}},
		{"a fill of a length that an assumption bounds", `
			slot a ptr
			slot n int
			draw n n ..
			assume (and (le 1 ?n) (le ?n 4))
			alloc a heap ?n
			fill ?a 0 ?n
			return 0`, "", Verdict{Ways: 4, Closed: 2}},
		{"a fill of a length that an assumption bounds too far away", `
			slot a ptr
			slot n int
			draw n n 0 .. 3000
			assume (le ?n 2000)
			alloc a heap 3000
			fill ?a 0 ?n
			return 0`, "", Verdict{Ways: 1}},
		{"a copy in an object whose size an assumption bounds", `
			slot a ptr
			slot n int
			draw n n ..
			assume (and (le 1 ?n) (le ?n 2))
			alloc a heap (mul 2 ?n)
			fill ?a 0 (mul 2 ?n)
			copy ?a (move ?a ?n) ?n
			return 0`, "", Verdict{Ways: 2, Closed: 8}},
		{"a store at an offset that a sum of inputs bounds", `
			slot a ptr
			slot n int
			slot m int
			draw n n 0 ..
			draw m m 0 ..
			alloc a heap 3000
			assume (le (add ?n ?m) 3)
			store u8 (move ?a (add ?n (mul 700 ?m))) 1
			return 0`, `nothing excludes the fault "out of bounds write"`, Verdict{}},
		{"a store at an offset that one of two inputs bounds", `
			slot a ptr
			slot n int
			slot m int
			draw n n 0 ..
			draw m m 0 ..
			alloc a heap 3000
			assume (le (add ?n (mul 2 ?m)) 3)
			store u8 (move ?a (add ?n ?m)) 1
			return 0`, "", Verdict{Ways: 4, Closed: 2}},
		{"a load at an offset that an assumption bounds", `
			slot a ptr
			slot n int
			draw n n 0 .. 1124
			alloc a heap 9000
			fill ?a 0 9000
			store ptr (move ?a 8992) ?a
			assume (le 1124 ?n)
			load a ptr (move ?a (mul 8 ?n))
			return 0`, "", Verdict{Ways: 1}},
		{"a store where nothing can be", `
			slot a ptr
			slot n int
			draw n n ..
			alloc a heap 3000
			assume (le 5 ?n)
			assume (le ?n 3)
			store u8 (move ?a ?n) 1
			return 0`, "", Verdict{Ways: 1, Closed: 1}},
		{"how many bytes may be written, from each place", `
			slot a ptr
			slot n int
			slot x int
			draw n n -1 .. 9
			alloc a heap 8
			room x (move ?a ?n)
			branch (or (eq ?x 0) (eq ?x (sub 8 ?n))) then good else bad
			bad: fail "assertion"
			good: return 0`, "", Verdict{Ways: 2}},
		{"how many bytes may be written of a size that an input has", `
			slot a ptr
			slot n int
			slot x int
			draw n n 0 .. 9
			alloc a heap ?n
			room x ?a
			branch (eq ?x ?n) then good else bad
			bad: fail "assertion"
			good: return 0`, "", Verdict{Ways: 1}},
		{"how many bytes may be written of what was freed, from each place", `
			slot a ptr
			slot n int
			slot x int
			draw n n 0 .. 9
			alloc a heap 8
			free ?a
			room x (move ?a ?n)
			branch (eq ?x 0) then good else bad
			bad: fail "assertion"
			good: return 0`, "", Verdict{Ways: 1}},
		{"how many bytes may be written where any number points", `
			slot a ptr
			slot n int
			draw n n ..
			alloc a heap 16
			room n (toptr ?n)
			return 0`, "a pointer made of a number that depends on inputs", Verdict{}},
		{"how many bytes may be written where a number points that an assumption bounds", `
			slot a ptr
			slot n int
			draw n n ..
			alloc a heap 16
			set a (toptr ?n)
			assume (and (le 4294967297 ?n) (le ?n 4294967299))
			room n ?a
			branch (le 13 ?n) then good else bad
			bad: fail "assertion"
			good: return 0`, "", Verdict{Ways: 1, Closed: 2}},
		{"calls without an end", `
			call - (func again)
			return 0
			func again()
			call - (func again)
			return`, "calls nest deeper than 65536", Verdict{}},
		{"a pointer made of any number", `
			slot a ptr
			slot n int
			draw n n ..
			alloc a heap 16
			set a (toptr ?n)
			return 0`, "", Verdict{Ways: 1}},
		{"a move of a pointer made of any number", `
			slot a ptr
			slot n int
			draw n n ..
			alloc a heap 16
			set a (move (toptr ?n) 1)
			return 0`, "a pointer made of a number that depends on inputs", Verdict{}},
		{"an access where any number in an object points", `
			slot a ptr
			slot n int
			draw n n 4294967296 .. 8589934592
			alloc a heap 16
			alloc a heap 16
			store u8 (toptr ?n) 1
			return 0`, "a pointer made of a number that depends on inputs", Verdict{}},
		{"an access where a number points that an assumption bounds", `
			slot a ptr
			slot n int
			draw n n ..
			alloc a heap 16
			set a (toptr ?n)
			assume (and (le 4294967297 ?n) (le ?n 4294967299))
			store u8 ?a 1
			return 0`, "", Verdict{Ways: 3, Closed: 14}},
		{"a call of one of two functions", `
			slot n int
			slot f ptr
			draw n n ..
			set f (toptr ?n)
			assume (or (same ?f (func one)) (same ?f (func two)))
			call n ?f sig "a"
			branch (le ?n 2) then good else bad
			bad: fail "assertion"
			good: return 0
			func one() int sig "a"
			return 1
			func two() int sig "a"
			return 2
			func three() int sig "b"
			return 3`, "", Verdict{Ways: 2, Closed: 2}},
		{"a pointer made of a number that is in two objects", `
			slot a ptr
			slot n int
			draw n n 4294967296 .. 8589934592
			alloc a heap 16
			alloc a heap 16
			set a (toptr ?n)
			return (diff ?a ?a "unrelated pointers")`, "a pointer made of a number that depends on inputs", Verdict{}},
		{"a pointer made of a number that is in one object", `
			slot a ptr
			slot n int
			draw n n 4294967296 .. 4294967311
			alloc a heap 16
			alloc a heap 16
			store u8 (toptr ?n) 1
			return 0`, "", Verdict{Ways: 16}},
		{"offsets that are aligned", `
			slot a ptr
			slot n int
			draw n n 0 .. 5
			alloc a heap 20
			store u32 (move ?a (mul 4 (in (bitand ?n 3) 0 .. 3 "overflow"))) 1
			return 0`, "", Verdict{Ways: 4}},
		{"leaks of nothing", `
			slot a ptr
			slot n int
			draw n n 0 .. 5
			alloc a heap 20
			branch (gt ?n 3) then one else two
			one: free ?a
			leaks
			return 0
			two: leaks
			return 0`, "", Verdict{Ways: 2}},
	} {
		t.Run(c.title, func(t *testing.T) {
			source := text(c.lines)
			cert, err := produce(source, 0, 100_000)
			if err != nil { // then the finder's half says no, and the checker has to
				p, err := program(source)
				if err != nil {
					t.Fatal(err)
				}
				cert = &certs.Absence{Kind: certs.KindSafe, Program: p.About, Ways: make([]certs.Proof, 20)}
				// or yes, with a summary; the finder has these where it looks for invariants
				for n := 0; c.reason == "" && n < 20; n++ {
					cert.Ways = make([]certs.Proof, n)
					if _, err := check(cert.Seal(), nil, DefaultLimits); err == nil {
						break
					}
				}
			}
			v, err := check(cert.Seal(), nil, DefaultLimits)
			if c.reason != "" {
				if err == nil || !strings.Contains(err.Error(), c.reason) {
					t.Errorf("found %v, want %q", err, c.reason)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if v.Ways != c.verdict.Ways || v.Closed != c.verdict.Closed || v.Vacuous != c.verdict.Vacuous {
				t.Errorf("found %d ways, %d closed, vacuous %t; want %+v", v.Ways, v.Closed, v.Vacuous, c.verdict)
			}
		})
	}
}

// TestLowered judges the lowered program instead of the sources.
func TestLowered(t *testing.T) {
	const source = "input a\nassert a != 7\n"
	bug := mustCertify(t, source, "a=7")
	p := must(program(source)).Core
	other := must(program("input a\nassert a != 8\n")).Core
	lie := *bug
	lie.Program.Language, lie.Program.Sources = "cobol", []certs.Source{{Name: "a.cob", Text: []byte("STOP RUN.")}}
	for _, c := range []struct {
		title   string
		bug     *certs.Bug
		lowered []byte
		reason  string
	}{
		{"none", bug, nil, ""},
		{"the lowered program", bug, p.Text(), ""},
		{"the lowered program, of a language that nobody knows", &lie, p.Text(), ""},
		{"none, of a language that nobody knows", &lie, nil, `found language "cobol" version 1`},
		{"another program", bug, other.Text(), "program: found the digest"},
		{"nothing", bug, []byte{}, "program: "},
		{"the source", bug, []byte(source), "program: lowered:1:1"},
		{"the lowered program in another layout", bug, append([]byte("\n"), p.Text()...), "program: lowered:1:1"},
	} {
		v, err := Check(c.bug.Seal(), Options{Limits: DefaultLimits, Lower: fronts.All.Lower, Lowered: c.lowered})
		if c.reason == "" && (err != nil || v.Lowered == nil) || c.reason != "" &&
			(err == nil || !strings.Contains(err.Error(), c.reason)) {
			t.Errorf("%s: found %v, want %q", c.title, err, c.reason)
		}
	}
}

// TestDrawnInputs tampers with the inputs of a program that draws them from ranges.
func TestDrawnInputs(t *testing.T) {
	source := text(`
		slot n int
		slot m int
		draw n n 5 .. 9
		draw m m .. -3
		draw n n 5 .. 9
		branch (eq ?n 8) then bad else good
		bad: fail "assertion"
		good: return 0`)
	for _, c := range []struct {
		title  string
		edit   func(*certs.Bug)
		reason string
	}{
		{"nothing", func(*certs.Bug) {}, ""},
		{"a value that does not matter and is not the nearest to 0", func(c *certs.Bug) {
			c.Inputs[0].Value = big.NewInt(6)
		}, "inputs: found n = 6, want 5"},
		{"a value out of its range", func(c *certs.Bug) { c.Inputs[2].Value = big.NewInt(10) },
			"inputs: n#2: found 10, which is not in its range"},
		{"a value below its range", func(c *certs.Bug) { c.Inputs[0].Value = big.NewInt(4) },
			"inputs: n: found 4, which is not in its range"},
		{"a value above a range without a lower end", func(c *certs.Bug) { c.Inputs[1].Value = big.NewInt(-2) },
			"inputs: m: found -2"},
		{"another lower end", func(c *certs.Bug) { c.Inputs[0].Lo = big.NewInt(4) }, "inputs: n: found another range"},
		{"another upper end", func(c *certs.Bug) { c.Inputs[1].Hi = big.NewInt(-4) }, "inputs: m: found another range"},
		{"no lower end", func(c *certs.Bug) { c.Inputs[2].Lo = nil }, "inputs: n#2: found another range"},
		{"a lower end where there is none", func(c *certs.Bug) { c.Inputs[1].Lo = big.NewInt(-100) },
			"inputs: m: found another range"},
		{"a name without its number", func(c *certs.Bug) { c.Inputs[2].Name = "n" },
			`inputs: number 3: found "n", want "n#2"`},
		{"an input less", func(c *certs.Bug) { c.Inputs = c.Inputs[:2] },
			"inputs: found 2, but execution draws another one, n#2"},
		{"an input more", func(c *certs.Bug) {
			c.Inputs = append(c.Inputs,
				certs.Input{Name: "n#3", Value: big.NewInt(5)})
		}, "inputs: found 4, but execution draws 3"},
	} {
		bug := mustCertify(t, source, "n=9 m=-7 n#2=8")
		if c.edit(bug); c.reason == "" {
			if got := fmt.Sprint(inputsOf(bug)); got != "map[m:-3 n:5 n#2:8]" {
				t.Errorf("found the inputs %s, of which those that do not matter are not near 0", got)
			}
		}
		if _, err := check(bug.Seal(), nil, DefaultLimits); !says(err, c.reason) {
			t.Errorf("%s: found %v, want %q", c.title, err, c.reason)
		}
	}
}
