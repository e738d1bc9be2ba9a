package elaborate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder"
	"vouch/internal/effort"
	"vouch/internal/load"
	"vouch/kernel"
	"vouch/kernel/encode"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/fronts"
)

// This file changes proofs, and the programs that they are about. A proof that was changed may still be one, but only
// of its own claim; no proof of what was true about a program is one of what is false about another.

var mutations = flag.Int("mutations", 0, "how many changed proofs to try; 0 for the usual number")

// proofs of certificates of absence, by the text of the program.
var safeSources = []struct{ title, name, text string }{
	{"nothing to prove", "a.imp", "x := 1\n"},
	{"a guarded division", "a.imp", "if x > 7 then y := 10 / (x - 7) else skip fi\n"},
	{"a division by a square", "a.imp", "y := 10 / (x * x + 1)\n"},
	{"a sum", "a.imp", "assume a <= b; assume b <= c; assert a <= c\n"},
	{"cases", "a.imp", "assume x != 0; assume x <= 1; assume x >= -1; y := x * x; assert y = 1\n"},
	{"a remainder", "a.imp", "y := x % 3; if y = 3 then assert false else skip fi\n"},
	{"branches", "a.imp", "if a < b then m := b else m := a fi; assert m >= a; assert m >= b\n"},
	{"three branches", "a.imp",
		"if a < b then m := b else m := a fi; if m < c then m := c else skip fi; assert m >= a and m >= b and m >= c\n"},
	{"a product", "a.imp", "assume x >= 2; assume y >= 3; z := x * y; assert z >= 6\n"},
	{"a loop of known length", "a.imp", "i := 0; s := 0; while i < 5 do s := s + i; i := i + 1 od; assert s = 10\n"},
	{"a loop of unknown length", "a.imp",
		"assume n >= 0; assume n <= 4; i := 0; while i < n do i := i + 1 od; assert i = n\n"},
	{"a gcd's divisor", "a.imp",
		"assume a > 0; assume b > 0; assume a < 4; assume b < 4; while b > 0 do t := a % b; a := b; b := t od; assert a > 0\n"},
	{"an array", "a.c", "int symb_int(const char *);\nint main(void) { int a[4] = {1, 2, 3, 4}; int i = symb_int(\"i\"); if (i >= 0 && i < 4) return a[i]; return 0; }\n"},
	{"memory", "a.c", "#include <stdlib.h>\nint symb_int(const char *);\nint main(void) { int n = symb_int(\"n\"); if (n < 1 || n > 3) return 0; char *p = malloc(n); if (!p) return 0; p[n - 1] = 1; int r = p[n - 1]; free(p); return r; }\n"},
	{"arithmetic", "a.c", "#include <assert.h>\nint symb_int(const char *);\nint main(void) { int x = symb_int(\"x\"); if (x > -1000 && x < 1000) { int y = x * 3 + 1; assert(y != x * 3); return 7 / (x * 2 + 1); } return 0; }\n"},
	{"bits of two integers", "a.c",
		"#include <assert.h>\nint symb_int(const char *);\nint main(void) { unsigned char x = symb_int(\"x\"), y = symb_int(\"y\"); assert((x ^ y) <= (x | y)); if (x && !(x & (x - 1))) assert(x != 6); return 0; }\n"},
	{"a half of an integer", "a.c",
		"#include <assert.h>\nint symb_int(const char *);\nint main(void) { int x = symb_int(\"x\"); if (x < 0 || x > 100) return 0; double d = x; if (d * 0.5 > 3.0) assert(x > 6); else assert(x <= 6); return 0; }\n"},
	{"a sum of floats", "a.c",
		"#include <assert.h>\nint symb_int(const char *);\nint main(void) { int x = symb_int(\"x\"), y = symb_int(\"y\"); double a = x, b = y, s = a + b; assert((long long)s == (long long)x + y); return 0; }\n"},
	{"floats in order", "a.c",
		"#include <assert.h>\nint symb_int(const char *);\nint main(void) { int x = symb_int(\"x\"), y = symb_int(\"y\"); double a = x, b = y; if (a < b) assert(x < y); else assert(x >= y); return 0; }\n"},
	{"a quotient of floats", "a.c",
		"#include <assert.h>\nint symb_int(const char *);\nint main(void) { int x = symb_int(\"x\"); if (x < 1 || x > 50) return 0; double d = 1.0 / x; assert(d > 0.0 && d <= 1.0); return 0; }\n"},
	{"a product of floats", "a.c",
		"#include <assert.h>\nint symb_int(const char *);\nint main(void) { int x = symb_int(\"x\"); if (x < -100 || x > 100) return 0; float d = x, e = d * 3; assert((int)e == 3 * x); return 0; }\n"},
	{"a NaN", "a.c", "#include <assert.h>\nint symb_int(const char *);\nint main(void) { int x = symb_int(\"x\"); double z = 0.0, d = x * z, n = z / z; assert(n != n); assert(!(n < d)); return 0; }\n"},
	{"an index that was a float", "a.c",
		"#include <assert.h>\nint symb_int(const char *);\nint main(void) { int x = symb_int(\"x\"); if (x < 0 || x > 100) return 0; float f = x / 4.0f; int a[26]; a[(int)f] = 1; return 0; }\n"},
	{"bits", "a.c", "#include <assert.h>\nint symb_int(const char *);\nint main(void) { unsigned x = symb_int(\"x\"); unsigned y = x & 15; assert(y < 16); int a[16]; a[y] = 1; return a[y] / 1; }\n"},
}

// evidence is a proof in its parts.
type evidence struct {
	title    string
	p        *core.Program
	claim    kernel.Claim
	program  []byte
	commands [][]byte
}

func (e *evidence) with(program []byte, c kernel.Claim, commands [][]byte) error {
	b := encode.Item(nil).Text(string(program)).About(c)
	for _, command := range commands {
		b = append(b, command...)
	}
	t, err := kernel.Check(bytes.NewReader(b))
	if err == nil && (t.Claim().String() != c.String() || t.Program() != sha256.Sum256(program)) {
		panic("a theorem about something else")
	}
	return err
}

// skip returns what follows the first item of b.
func skip(b []byte) []byte {
	major, n, rest := b[0]>>5, uint64(b[0]&31), b[1:]
	if n >= 24 && b[0] != 0xf6 {
		width := 1 << (n - 24)
		var raw [8]byte
		copy(raw[8-width:], rest[:width])
		n, rest = binary.BigEndian.Uint64(raw[:]), rest[width:]
	}
	switch major {
	case 2:
		return rest[n:]
	case 4:
		for ; n > 0; n-- {
			rest = skip(rest)
		}
	case 6:
		return skip(rest)
	}
	return rest
}

// proofOf returns the proof of a certificate.
func proofOf(t *testing.T, title string, cert []byte) *evidence {
	t.Helper()
	o := checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower}
	v, err := checker.Check(cert, o)
	if err != nil {
		t.Fatalf("%s: %v", title, err)
	}
	var out bytes.Buffer
	if _, err := Write(t.Context(), &out, cert, o, nil); err != nil {
		t.Logf("%s: %v", title, err)
		return nil
	}
	theorem, err := kernel.Check(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatalf("%s: the kernel refuses the proof: %v", title, err)
	}
	e := &evidence{title: title, p: v.Lowered, claim: theorem.Claim(), program: encode.Program(v.Lowered)}
	if theorem.Program() != sha256.Sum256(e.program) {
		t.Fatalf("%s: a theorem about another program", title)
	}
	for b := skip(skip(out.Bytes())); len(b) > 0; {
		rest := skip(b)
		e.commands = append(e.commands, b[:len(b)-len(rest)])
		b = rest
	}
	return e
}

// allEvidence returns the proofs of the certificates of the corpus, and of the sources.
func allEvidence(t *testing.T) (all []*evidence) {
	t.Helper()
	files, err := filepath.Glob("../checker/testdata/corpus/*.cbor")
	if err != nil || len(files) < 50 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := checker.Check(data, checker.Options{Limits: checker.DefaultLimits,
			Lower: fronts.All.Lower}); err != nil {
			continue
		}
		if e := proofOf(t, filepath.Base(file), data); e != nil {
			all = append(all, e)
		}
	}
	for _, s := range safeSources {
		p, err := load.File(s.name, []byte(s.text))
		if err != nil {
			t.Fatalf("%s: %v", s.title, err)
		}
		r, err := finder.Find(context.Background(), finder.Program{Core: p.Core, About: p.About},
			finder.Options{Pruning: finder.Auto, Prove: true})
		if err != nil || r.Absence == nil {
			t.Fatalf("%s: %v, %v", s.title, r.Verdict, err)
		}
		if e := proofOf(t, s.title, certs.Encode(r.Absence)); e != nil {
			all = append(all, e)
		}
	}
	return all
}

// changed returns commands with a few changes: some are gone, come twice, in another order, from elsewhere, or with
// another byte.
func changed(rnd *rand.Rand, commands, others [][]byte) [][]byte {
	next := slices.Clone(commands)
	for range 1 + rnd.IntN(3) {
		if len(next) == 0 {
			return next
		}
		i := rnd.IntN(len(next))
		switch rnd.IntN(7) {
		case 0:
			next = slices.Delete(next, i, i+1)
		case 1:
			next = slices.Insert(next, i, next[i])
		case 2:
			j := rnd.IntN(len(next))
			next[i], next[j] = next[j], next[i]
		case 3:
			next = slices.Insert(next, i, others[rnd.IntN(len(others))])
		default:
			b := bytes.Clone(next[i])
			switch at := rnd.IntN(len(b)); rnd.IntN(3) {
			case 0:
				b[at] ^= 1 << rnd.IntN(8)
			case 1:
				b[at]++
			case 2:
				b[at]--
			}
			next[i] = b
		}
	}
	return next
}

// nodes returns all expressions of a program.
func nodes(p *core.Program) (all []*core.Expr) {
	var walk func(e *core.Expr)
	walk = func(e *core.Expr) {
		if e != nil {
			all = append(all, e)
			walk(e.X)
			walk(e.Y)
		}
	}
	for _, f := range p.Funcs {
		for i := range f.Code {
			for _, e := range f.Code[i].Args {
				walk(e)
			}
		}
	}
	return all
}

// another are the operators that replace others.
var another = map[core.Op][]core.Op{
	core.Lt: {core.Le, core.Gt}, core.Le: {core.Lt, core.Ge}, core.Gt: {core.Ge, core.Lt}, core.Ge: {core.Gt, core.Le},
	core.Eq: {core.Ne, core.Le},
	core.Ne: {core.Eq, core.Lt}, core.And: {core.Or}, core.Or: {core.And}, core.Add: {core.Sub, core.Mul},
	core.Sub: {core.Add}, core.Mul: {core.Add},
	core.FLt: {core.FLe}, core.FLe: {core.FLt, core.FEq}, core.FEq: {core.FLe}, core.FAdd: {core.FSub, core.FMul},
	core.FSub: {core.FAdd}, core.FMul: {core.FAdd, core.FDiv},
	core.FDiv:   {core.FMul},
	core.BitAnd: {core.BitOr}, core.Div: {core.Mod}, core.Mod: {core.Div}, core.Quo: {core.Rem}, core.Rem: {core.Quo},
}

// tweak changes one expression, and returns how to change it back; it is nil if there was nothing to change.
func tweak(rnd *rand.Rand, e *core.Expr) (undo func()) {
	before := *e
	switch ops := another[e.Op]; {
	case e.Op == core.Const:
		e.Int = new(big.Int).Add(e.Int, big.NewInt([]int64{1, -1, 2, -7}[rnd.IntN(4)]))
	case e.Op == core.Double && rnd.IntN(2) == 0: // the number beside it, or half of it
		e.Bits++
	case e.Op == core.Double:
		e.Bits -= 1 << 52
	case e.Op == core.Truth:
		e.Bits ^= 1
	case e.Op == core.Within && e.Hi != nil && rnd.IntN(2) == 0:
		e.Hi = new(big.Int).Sub(e.Hi, big.NewInt(int64(1+rnd.IntN(8))))
	case e.Op == core.Within && e.Lo != nil:
		e.Lo = new(big.Int).Add(e.Lo, big.NewInt(int64(1+rnd.IntN(8))))
	case len(ops) > 0:
		e.Op = ops[rnd.IntN(len(ops))]
	default:
		return nil
	}
	return func() { *e = before }
}

// failing looks for inputs on which a program fails, within a limit for loops.
func failing(rnd *rand.Rand, p *core.Program, limit int) (inputs []*big.Int, f semantics.Fault, ok bool) {
	for range 40 {
		r := runOf(p, func(int, string) (*big.Int, bool) { return big.NewInt(int64(rnd.IntN(20) - 6)), true })
		within := true
		for _, s := range r.states {
			for _, n := range s.Loops() {
				within = within && (limit == 0 || int(n) <= limit)
			}
		}
		if r.fails && within {
			return r.inputs, r.fault, true
		}
	}
	return nil, f, false
}

// runOn runs a program on so many inputs.
func runOn(p *core.Program, inputs []*big.Int) *ran {
	return runOf(p, func(n int, _ string) (*big.Int, bool) {
		if n >= len(inputs) {
			return nil, false
		}
		return inputs[n], true
	})
}

// widened returns the claim of e about a class with a condition less or another one, if some of its inputs do not fail
// so.
func widened(rnd *rand.Rand, e *evidence) (c kernel.Claim, ok bool) {
	c = e.claim
	if c.Kind != kernel.Class || len(c.Where) == 0 {
		return c, false
	}
	i := rnd.IntN(len(c.Where))
	c.Where = slices.Clone(c.Where)
	if f := c.Where[i]; f.Op == kernel.AtMost && rnd.IntN(2) == 0 {
		c.Where[i] = kernel.AtMostZero(f.E.Plus(kernel.Number(big.NewInt(-1))))
	} else {
		c.Where = slices.Delete(c.Where, i, i+1)
	}
	for range 30 {
		var m model
		for _, n := range c.Inputs {
			m = append(m, new(big.Int).Add(n, big.NewInt(int64(rnd.IntN(9)-4))))
		}
		inputs := m[:len(m):len(m)]
		for _, q := range c.Quotients {
			m = append(m, floor(m.of(q.Of), q.By))
		}
		in := true
		for _, f := range c.Where {
			in = in && m.holds(f)
		}
		if !in {
			continue
		}
		r := runOn(e.p, inputs)
		last := r.states[len(r.states)-1]
		if r.m.Blocked(last) == semantics.NoInput && len(r.inputs) < len(inputs) || len(r.states) > maxSteps {
			continue // an input is not in its range
		}
		if !r.fails || encode.Fault(r.fault) != c.Fault || len(r.inputs) != len(inputs) {
			return c, true
		}
	}
	return c, false
}

func TestChangedProofs(t *testing.T) {
	rnd := rand.New(rand.NewPCG(41, 42))
	all := allEvidence(t)
	var others [][]byte
	var safe []*evidence
	for _, e := range all {
		others = append(others, e.commands[:min(30, len(e.commands))]...)
		if e.claim.Kind == kernel.Safe {
			safe = append(safe, e)
		}
	}
	if len(all) < 50+len(safeSources)*3/4 || len(safe) < len(safeSources)*3/4 {
		t.Errorf("%d proofs, %d of absence", len(all), len(safe))
	}
	most := *mutations
	if most == 0 {
		most = effort.Of(40000)
	}
	kinds := map[string]int{}
	tried := 0
	for i := 0; tried < most; i++ {
		e := all[i%len(all)]
		if i%4 > 0 {
			e = safe[rnd.IntN(len(safe))]
		}
		if e.claim.Kind != kernel.Safe {
			// Of a run, the commands say little, and the claim all.
			c := kernel.Claim{Kind: kernel.Fails, Inputs: slices.Clone(e.claim.Inputs), Fault: e.claim.Fault}
			switch n := len(c.Inputs); {
			case n > 0 && rnd.IntN(2) == 0:
				c.Inputs[rnd.IntN(n)] = big.NewInt(int64(rnd.IntN(30) - 10))
			case n > 0 && rnd.IntN(2) == 0:
				c.Inputs = c.Inputs[:n-1]
			default:
				c.Inputs = append(c.Inputs, big.NewInt(int64(rnd.IntN(9))))
			}
			r := runOn(e.p, c.Inputs)
			if want := r.fails && encode.Fault(r.fault) == c.Fault &&
				len(r.inputs) == len(c.Inputs); (e.with(e.program, c, [][]byte{runAll}) == nil) != want {
				t.Fatalf("%s: on %v the kernel says %v, want %v, %v\n%s", e.title, c.Inputs,
					e.with(e.program, c, [][]byte{runAll}), r.fault, c, e.p.Text())
			}
			tried++
			kinds["other inputs"]++
			wider, found := widened(rnd, e)
			if found {
				if e.with(e.program, wider, changed(rnd, e.commands, others)) == nil ||
					e.with(e.program, wider, e.commands) == nil {
					t.Fatalf("%s: accepted for another class: %v\n%s", e.title, wider, e.p.Text())
				}
				tried += 2
				kinds["a wider class"] += 2
			}
			continue
		}
		if err := e.with(e.program, e.claim, changed(rnd, e.commands, others)); err == nil {
			kinds["still a proof"]++
		} else {
			kinds["no proof any more"]++
		}
		tried++
		ns := nodes(e.p)
		if len(ns) == 0 {
			continue
		}
		undo := tweak(rnd, ns[rnd.IntN(len(ns))])
		if undo == nil {
			continue
		}
		program := encode.Program(e.p)
		if inputs, fault, ok := failing(rnd, e.p, e.claim.LoopLimit); ok {
			for k := range 8 {
				commands := e.commands
				if k > 0 {
					commands = changed(rnd, e.commands, others)
				}
				if e.with(program, e.claim, commands) == nil {
					t.Fatalf("%s: accepted, but on %v there is %v\n%s", e.title, inputs, fault, e.p.Text())
				}
				tried++
				kinds["a proof about a program that fails"]++
			}
		}
		undo()
	}
	t.Logf("%d proofs, %d changed ones: %v", len(all), tried, kinds)
	for _, kind := range strings.Split("other inputs,a wider class,still a proof,no proof any more,a proof about a program that fails",
		",") {
		if kinds[kind] < most/60 {
			t.Errorf("%s: only %d", kind, kinds[kind])
		}
	}
}

var runAll = encode.Item(nil).Array(2).Index(kernel.DoRun).Index(1 << 40)
