package finder

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/internal/load"
	"vouch/semantics/core/coresym"
	"vouch/semantics/fronts"
)

// This file holds the whole finder against brute force, on C programs that compute a number from the bits of an input
// and assert what it is not: sums of constants that conditions choose, numbers of 64 bits that wrap, tables and texts
// of any bytes, values by cases after a merge, stores at an index that depends on the input, nested conditions and
// loops over bits. Each statement comes with a function that does the same in Go.

var (
	chosen     = flag.Int("chosen", 12, "how many random C programs TestChosen tries")
	chosenFrom = flag.Uint64("chosenseed", 1, "the seed of the first of them")
)

// chosenStates is how many states a search may visit. Only some searches have this limit, because it changes how they
// begin.
const chosenStates = 50_000

// memory is what the statements work on.
type memory struct {
	p, s uint64
	a    [4]uint64
}

// chooser makes a program, line by line.
type chooser struct {
	*rand.Rand
	text, before strings.Builder
	steps        []func(*memory)
	bits         int // of the input
	tables       int
}

func (g *chooser) line(step func(*memory), format string, args ...any) {
	fmt.Fprintf(&g.text, "\t"+format+"\n", args...)
	g.steps = append(g.steps, step)
}

// long returns a constant, mostly of many bits. Some bytes of it are characters in UTF-8.
func (g *chooser) long() uint64 {
	switch g.IntN(6) {
	case 0:
		return uint64(g.IntN(40))
	case 1:
		return 1<<g.IntN(64) - uint64(g.IntN(3))
	case 2:
		return 0xb6cea0d9_b6ce97e9>>(8*g.IntN(4)) + uint64(g.IntN(3))
	}
	return g.Uint64() >> g.IntN(40)
}

// table declares n constants of some width.
func (g *chooser) table(n int) (name string, c []uint64) {
	name = fmt.Sprintf("c%d", g.tables)
	g.tables++
	if g.IntN(4) == 0 { // a text
		fmt.Fprintf(&g.before, "static const unsigned char %s[] = \"", name)
		for range n {
			b := byte(g.long())
			c = append(c, uint64(b))
			fmt.Fprintf(&g.before, "\\%03o", b)
		}
		g.before.WriteString("\";\n")
		return name, c
	}
	width := []int{16, 32, 64, 64}[g.IntN(4)]
	fmt.Fprintf(&g.before, "static const uint%d_t %s[%d] = {", width, name, n)
	for range n {
		v := g.long() & (1<<width - 1)
		c = append(c, v)
		fmt.Fprintf(&g.before, "%#xu, ", v)
	}
	g.before.WriteString("};\n")
	return name, c
}

// change is an operator that changes s.
type change struct {
	name  string
	apply func(s, v uint64) uint64
}

var changes = []change{
	{"+=", func(s, v uint64) uint64 { return s + v }},
	{"+=", func(s, v uint64) uint64 { return s + v }},
	{"-=", func(s, v uint64) uint64 { return s - v }},
	{"^=", func(s, v uint64) uint64 { return s ^ v }},
	{"|=", func(s, v uint64) uint64 { return s | v }},
	{"=", func(s, v uint64) uint64 { return v }},
}

// condition is something about the input or about s, in C and in Go.
type condition struct {
	text  string
	holds func(*memory) bool
}

func (g *chooser) condition() condition {
	i, k := g.IntN(g.bits), g.long()
	switch g.IntN(6) {
	case 0:
		n := uint64(g.IntN(1 << g.bits))
		return condition{fmt.Sprintf("p > %d", n), func(m *memory) bool { return m.p > n }}
	case 1:
		return condition{fmt.Sprintf("s < %#xu", k), func(m *memory) bool { return m.s < k }}
	case 2:
		return condition{fmt.Sprintf("(int64_t)s < %d", int32(k)), func(m *memory) bool {
			return int64(m.s) < int64(int32(k))
		}}
	case 3:
		return condition{fmt.Sprintf("(int32_t)(uint32_t)s >= %d", int16(k)), func(m *memory) bool {
			return int32(uint32(m.s)) >= int32(int16(k))
		}}
	}
	return condition{fmt.Sprintf("p >> %d & 1", i), func(m *memory) bool { return m.p>>i&1 != 0 }}
}

// statement adds a random statement.
func (g *chooser) statement() {
	op := changes[g.IntN(len(changes)-1)]
	c, k, n := g.condition(), g.long(), g.long()
	switch g.IntN(14) {
	case 0, 1: // a sum of what the bits choose
		name, table := g.table(g.bits)
		g.line(func(m *memory) {
			for i, v := range table {
				if m.p>>i&1 != 0 {
					m.s = op.apply(m.s, v)
				}
			}
		}, "for (int i = 0; i < %d; i++) if (p >> i & 1) s %s %s[i];", g.bits, op.name, name)
	case 2:
		set := changes[g.IntN(len(changes))]
		g.line(func(m *memory) {
			if c.holds(m) {
				m.s = set.apply(m.s, k)
			}
		}, "if (%s) s %s %#xu;", c.text, set.name, k)
	case 3:
		d := g.condition()
		other := changes[g.IntN(len(changes))]
		g.line(func(m *memory) {
			switch {
			case !c.holds(m):
				m.s ^= k
			case d.holds(m):
				m.s = op.apply(m.s, n)
			default:
				m.s = other.apply(m.s, k)
			}
		}, "if (%s) { if (%s) s %s %#xu; else s %s %#xu; } else s ^= %#xu;", c.text, d.text, op.name, n, other.name, k,
			k)
	case 4:
		name, table := g.table(4)
		i := g.IntN(g.bits)
		g.line(func(m *memory) { m.s = op.apply(m.s, table[m.p>>i&3]) }, "s %s %s[p >> %d & 3];", op.name, name, i)
	case 5:
		i := g.IntN(g.bits)
		g.line(func(m *memory) { m.a[m.p>>i&3] += k }, "a[p >> %d & 3] += %#xu;", i, k)
	case 6:
		i := g.IntN(4)
		g.line(func(m *memory) {
			if c.holds(m) {
				m.a[i] = m.s
			}
		}, "if (%s) a[%d] = s;", c.text, i)
	case 7:
		i := g.IntN(4)
		g.line(func(m *memory) { m.s = op.apply(m.s, m.a[i]) }, "s %s a[%d];", op.name, i)
	case 8:
		switch g.IntN(5) {
		case 0:
			g.line(func(m *memory) { m.s = uint64(uint32(m.s)) }, "s = (uint32_t)s;")
		case 1:
			g.line(func(m *memory) { m.s = uint64(int64(int16(m.s))) }, "s = (int16_t)s;")
		case 2:
			i := g.IntN(9)
			g.line(func(m *memory) { m.s <<= i }, "s <<= %d;", i)
		case 3:
			i := g.IntN(9)
			g.line(func(m *memory) { m.s >>= i }, "s >>= %d;", i)
		default:
			d := 1 + g.long()>>1
			g.line(func(m *memory) { m.s %= d }, "s %%= %#xu;", d)
		}
	case 9: // pointers into one object on two ways
		name, table := g.table(5)
		i, j := g.IntN(5), g.IntN(5)
		form := "{ const __typeof__(%[1]s[0]) *q = %[1]s + %[2]d; if (%[3]s) q = %[1]s + %[4]d; s %[5]s *q; }"
		if g.IntN(2) == 0 {
			form = "{ struct { const __typeof__(%[1]s[0]) *q; } r = { %[1]s + %[2]d }, *t = &r; if (%[3]s) t->q = %[1]s + %[4]d; s %[5]s *r.q; }"
		}
		g.line(func(m *memory) {
			if c.holds(m) {
				m.s = op.apply(m.s, table[j])
			} else {
				m.s = op.apply(m.s, table[i])
			}
		}, form, name, i, c.text, j, op.name)
	case 10, 11: // a pointer to what is found, or behind the end
		name, table := g.table(4)
		i := g.IntN(g.bits)
		fmt.Fprintf(&g.before, "static const __typeof__(%[1]s[0]) *in_%[1]s(uint64_t v) { for (const __typeof__(%[1]s[0]) *q = %[1]s;; q++) "+
			"if (q == %[1]s + 4 || *q == v) return q; }\n", name)
		sought := func(m *memory) uint64 { return table[m.p>>i&3] ^ m.p>>i&4 }
		g.line(func(m *memory) {
			at := slices.Index(table, sought(m))
			if at < 0 {
				at = 4
			}
			m.s = op.apply(m.s, uint64(at))
		}, "s %s in_%[2]s(%[2]s[p >> %[3]d & 3] ^ (p >> %[3]d & 4)) - %[2]s;", op.name, name, i)
	case 12: // a number that the condition tells on one way, and that is there on the other one, or a pointer to it
		mask, at := uint64(1)<<min(g.bits, 3)-1, g.IntN(5)
		told := min(uint64(at), mask)
		name, table := g.table(8)
		form := "{ uint64_t d; if ((p & %[1]d) == %[2]d) { d = p & %[1]d; s %[3]s d + %[4]d; } " +
			"else { d = %[2]d; s ^= d; } }"
		there := func(uint64) uint64 { return told }
		if g.IntN(2) == 0 {
			form = "{ const __typeof__(%[5]s[0]) *d; " +
				"if ((p & %[1]d) == %[2]d) { d = %[5]s + (p & %[1]d); s %[3]s *d + %[4]d; } else { d = %[5]s + %[2]d; s ^= *d; } }"
			there = func(i uint64) uint64 { return table[i] }
		}
		g.line(func(m *memory) {
			if m.p&mask == told {
				m.s = op.apply(m.s, there(told)+uint64(at))
			} else {
				m.s ^= there(told)
			}
		}, form, mask, told, op.name, at, name)
	default:
		g.line(func(m *memory) { m.s = min(m.s, k) }, "if (s > %#xu) s = %#xu;", k, k)
	}
}

// run returns what the statements compute from an input.
func (g *chooser) run(p uint64) uint64 {
	m := &memory{p: p}
	for _, step := range g.steps {
		step(m)
	}
	return m.s
}

// choosing returns a random program, the bits of its input that it uses, and the inputs for which it fails.
func choosing(seed uint64) (text string, used uint64, failing []uint64) {
	g := &chooser{Rand: rand.New(rand.NewPCG(seed, 2))}
	g.bits = 2 + g.IntN(7)
	for range 1 + g.IntN(5) {
		g.statement()
	}
	all, last := 1<<g.bits, ""
	target := g.run(uint64(g.IntN(all)))
	if g.IntN(3) == 0 {
		target += uint64(g.IntN(3)) - 1
	}
	fails := func(s uint64) bool { return s == target }
	switch g.IntN(6) {
	case 0:
		last, fails = fmt.Sprintf("klee_assert(s <= %#xu);", target), func(s uint64) bool { return s > target }
	case 1:
		last = fmt.Sprintf("klee_assert((int64_t)s > (int64_t)%#xu);", target)
		fails = func(s uint64) bool { return int64(s) <= int64(target) }
	case 2:
		last = fmt.Sprintf("return 1 / (s - %#xu) > 1;", target)
	case 3:
		last = fmt.Sprintf("return a[s == %#xu ? 4 : 0] != 0;", target)
	default:
		last = fmt.Sprintf("klee_assert(s != %#xu);", target)
	}
	for p := range uint64(all) {
		if fails(g.run(p)) {
			failing = append(failing, p)
		}
	}
	limit := fmt.Sprintf("p &= %d;", all-1)
	if g.IntN(2) == 0 {
		limit = fmt.Sprintf("klee_assume(p < %d);", all)
	}
	text = fmt.Sprintf(`#include <stdint.h>
%sint main(void) {
	uint32_t p;
	uint64_t s = 0, a[4] = {0};
	klee_make_symbolic(&p, sizeof p, "p");
	%s
%s	%s
	return 0;
}
`, g.before.String(), limit, g.text.String(), last)
	return text, uint64(all - 1), failing
}

// TestChosen: the finder finds the bug exactly if some input fails, and the checker accepts what it says.
func TestChosen(t *testing.T) {
	ways := map[string]Options{
		"default":        {Merge: true, Minimize: true, Prove: true},
		"without merges": {Minimize: true, Prove: true},
		"lia":            {Merge: true, Solver: "lia", Prove: true},
		"loops":          {Merge: true, MergeLoops: true, Prove: true},
		"everywhere":     {Merge: true, MergeLoops: true, merging: coresym.Everywhere, Prove: true},
		"eager":          {Merge: true, Pruning: Eager, Prove: true},
		"two workers":    {Merge: true, Workers: 2, Prove: true},
	}
	if Available("z3") {
		ways["z3"] = Options{Merge: true, Solver: "z3", Prove: true}
	}
	names := slices.Sorted(maps.Keys(ways))
	counts := map[string]int{}
	for i := range *chosen {
		seed := *chosenFrom + uint64(i)
		text, all, failing := choosing(seed)
		p, err := load.File("chosen.c", []byte(text))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		for _, way := range []string{"default", names[int(seed)%len(names)]} {
			o := ways[way]
			if o.Pruning == "" {
				o.Pruning = Auto
			}
			if seed%4 == 0 {
				o.Limits.States = chosenStates
			}
			r, err := Find(context.Background(), Program{Core: p.Core, About: p.About}, o)
			if err != nil {
				t.Fatal(err)
			}
			wrong := func(format string, args ...any) {
				t.Errorf("seed %d, %s: %s; it fails for %v; %s\n%s", seed, way, fmt.Sprintf(format, args...), failing,
					openIn(r), text)
			}
			verdict := string(r.Verdict)
			if r.Coverage.States > chosenStates {
				wrong("found %d states, want at most %d", r.Coverage.States, chosenStates)
			}
			switch {
			case r.Absence != nil && len(failing) > 0:
				_, err := checker.Check(certs.Encode(r.Absence),
					checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower})
				wrong("found safe, with a certificate of which the checker says: %v", err)
			case (r.Verdict == Safe || r.Held != nil) && len(failing) > 0, r.Verdict == Bounded, r.Verdict == Bug &&
				len(failing) == 0, r.Wrong != "":
				wrong("found %s", r.Verdict)
			case r.Verdict == Bug:
				f := r.Certain()[0]
				if _, err := checker.Check(certs.Encode(f.Bug),
					checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower}); err != nil {
					wrong("the checker refuses the certificate: %v", err)
				}
				if len(f.Inputs) != 1 || !slices.Contains(failing, f.Inputs[0].Value.Uint64()&all) {
					wrong("found the input %v", f.Inputs)
				}
			case r.Absence != nil:
				if _, err := checker.Check(certs.Encode(r.Absence),
					checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower}); err != nil {
					wrong("the checker refuses the certificate: %v", err)
				}
			default:
				verdict = "open"
				t.Logf("seed %d, %s: %s, open: %s", seed, way, r.Verdict, openIn(r))
			}
			if way == "default" && seed%4 == 1 {
				bugs, err := Doubt(context.Background(), Program{Core: p.Core, About: p.About}, o, r)
				switch {
				case err != nil || len(bugs) > 0 && len(failing) == 0:
					wrong("the search that doubts found %v, %v", bugs, err)
				case len(bugs) == 0 && len(failing) > 0: // it may visit about twice as many states as the first one
					counts["doubts in vain"]++
				}
				counts["doubts"]++
			}
			counts[way+": "+verdict]++
			counts[verdict]++
		}
	}
	t.Log(counts)
	if n := *chosen; counts["bug"] < n/2 || counts["safe"] < n/8 || counts["open"] > n/8 ||
		counts["doubts in vain"] > counts["doubts"]/8 {
		t.Errorf("of %d searches, found %d bugs, %d safe and %d open, and %d of %d in vain that doubt, want many and few",
			2*n, counts["bug"], counts["safe"], counts["open"], counts["doubts in vain"], counts["doubts"])
	}
}
