package checker

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/finder"
	"vouch/internal/bigcore"
	"vouch/internal/effort"
	"vouch/internal/load"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/fronts"
	"vouch/semantics/lang"
	"vouch/semantics/term"
)

// This file tampers with certificates of C programs, which the finder made: it changes the certificate or the program,
// gives it a fresh digest, and holds what the checker then still accepts against the recursive evaluator of the core,
// on all inputs if they are few.

var (
	tamperings = flag.Int("n", effort.Of(700), "tamper with so many certificates of C programs")
	tamperSeed = flag.Uint64("seed", 1, "the seed of what is changed in them")
)

// The head of all programs: how a range of integers is drawn, without its end.
const drawing = "int klee_range(int, int, const char *);\nvoid *malloc(unsigned long); void free(void *);\n"

// cPrograms are programs in C with a bug, or safe, whose certificates have all that certificates have.
var cPrograms = []struct {
	title, text string
	kind        semantics.Kind // of a fault; "" if it is safe
}{
	{"a quotient", `int main(void) {
	int x = klee_range(-4, 5, "x"), y = klee_range(0, 4, "y");
	return x > 2 ? x / y : 0;
}`, semantics.DivisionByZero},
	{"a quotient that is guarded", `int main(void) {
	int x = klee_range(-4, 5, "x"), y = klee_range(0, 4, "y");
	return y != 0 ? x / y : 0;
}`, ""},
	{"a sum", `int main(void) {
	int x = klee_range(2147483640, 2147483647, "x"), y = klee_range(0, 9, "y");
	return x + y < 0;
}`, semantics.Overflow},
	{"a sum that stays in range", `int main(void) {
	int x = klee_range(2147483600, 2147483620, "x"), y = klee_range(0, 9, "y");
	return x + y < 0;
}`, ""},
	{"an element behind the end", `int main(void) {
	int a[4] = {1, 2, 3, 4}, i = klee_range(0, 6, "i");
	return a[i];
}`, semantics.OutOfBoundsRead},
	{"an element", `int main(void) {
	int a[4] = {1, 2, 3, 4}, i = klee_range(0, 4, "i");
	return 12 / a[i];
}`, ""},
	{"bytes of an integer", `int main(void) {
	unsigned x = klee_range(0, 600, "x");
	unsigned char *p = (unsigned char *)&x;
	return 8 / (p[1] - 2 + p[0]);
}`, semantics.DivisionByZero},
	{"bytes of an integer that agree", `int main(void) {
	unsigned x = klee_range(0, 600, "x");
	unsigned char *p = (unsigned char *)&x;
	return 8 / (p[0] + 256 * p[1] - x + 1);
}`, ""},
	{"what was freed", `int main(void) {
	int *p = malloc(8), x = klee_range(0, 5, "x");
	if (!p) return 1;
	p[0] = x;
	if (x == 3) free(p);
	return p[0];
}`, semantics.UseAfterFree},
	{"what is freed at last", `int main(void) {
	int *p = malloc(8), x = klee_range(0, 5, "x"), y;
	if (!p) return 1;
	p[x % 2] = x;
	y = p[x % 2];
	free(p);
	return 7 / (y - x + 1);
}`, ""},
	{"an object of a size that is drawn", `int main(void) {
	int n = klee_range(1, 6, "n");
	char *p = malloc(n);
	if (!p) return 1;
	p[3] = n;
	free(p);
	return 0;
}`, semantics.OutOfBoundsWrite},
	{"a value that is missing", `int main(void) {
	int x, y = klee_range(0, 7, "y");
	if (y != 5) x = y;
	return x ? 1 : 0;
}`, semantics.UninitialisedValue},
	{"a table of functions", `static int one(int x) { return x + 1; }
static int two(int x) { return 6 / x; }
int main(void) {
	int (*f[2])(int) = {one, two}, i = klee_range(0, 2, "i"), x = klee_range(0, 3, "x");
	return f[i](x);
}`, semantics.DivisionByZero},
	{"a list of pointers", `struct node { struct node *next; int v; };
int main(void) {
	struct node a = {0, 1}, b = {&a, 2}, c = {&b, 3}, *p = &c;
	int n = klee_range(0, 3, "n");
	while (n-- > 0) p = p->next;
	return 6 / p->v;
}`, ""},
	{"the end of a list", `struct node { struct node *next; int v; };
int main(void) {
	struct node a = {0, 1}, b = {&a, 2}, *p = &b;
	int n = klee_range(0, 3, "n");
	while (n-- > 0) p = p->next;
	return p->v;
}`, semantics.NullDereference},
	{"bits", `int main(void) {
	unsigned x = klee_range(0, 16, "x"), y = klee_range(0, 16, "y");
	return 5 / ((x ^ y) + 2 * (x & y) - x - y + 1);
}`, ""},
	{"bits that meet", `int main(void) {
	unsigned x = klee_range(0, 16, "x"), y = klee_range(0, 16, "y");
	return 5 / ((x | y) - 13 + (x & 2));
}`, semantics.DivisionByZero},
	{"a prime", `int main(void) {
	int x = klee_range(2, 13, "x"), y = klee_range(2, 13, "y");
	return 9 / (x * y - 13);
}`, ""},
	{"factors", `int main(void) {
	int x = klee_range(2, 13, "x"), y = klee_range(2, 13, "y");
	return 9 / (x * y - 35);
}`, semantics.DivisionByZero},
	{"squares", `int main(void) {
	int x = klee_range(-9, 9, "x"), y = klee_range(-9, 9, "y");
	return 9 / (x * x - 2 * x * y + y * y + 1);
}`, ""},
	{"a loop", `int main(void) {
	int n = klee_range(0, 5, "n"), s = 0;
	for (int i = 1; i <= n; i++) s += i;
	return 7 / (s - 11);
}`, ""},
	{"a switch", `int main(void) {
	int x = klee_range(0, 6, "x"), y = 1;
	switch (x) {
	case 0: case 1: y = 2; break;
	case 2: y = 3;
	case 3: y -= 3; break;
	default: y = x;
	}
	return 4 / y;
}`, semantics.DivisionByZero},
	{"a string", `unsigned long strlen(const char *);
int main(void) {
	char s[4] = {0};
	s[0] = klee_range(0, 3, "a"); s[1] = klee_range(0, 3, "b"); s[2] = klee_range(0, 3, "c");
	return 3 / (4 - (int)strlen(s));
}`, ""},
}

// tamperedProgram is a program in C with a certificate.
type tamperedProgram struct {
	cert certs.Certificate
	data []byte
}

// cCertificates returns the certificates of cPrograms: of a bug one, its fault being the one that is wanted, or that
// there is none.
func cCertificates(t *testing.T) (all []tamperedProgram) {
	rules := map[string]int{}
	for _, c := range cPrograms {
		l, _ := lang.Of(".c")
		p, err := load.Sources(l, nil, lang.Source{Name: "test.c", Text: []byte(drawing + c.text)})
		if err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		r, err := finder.Find(t.Context(), finder.Program{Core: p.Core, About: p.About},
			finder.Options{Merge: true, Prove: true, Solver: finder.Solvers[0], Limits: finder.Limits{States: 20_000}})
		if err != nil {
			t.Fatal(err)
		}
		var cert certs.Certificate
		switch found := r.Certain(); {
		case c.kind == "" && r.Absence != nil:
			cert = r.Absence
			for _, way := range r.Absence.Ways {
				for _, rule := range way {
					rules[rule.Op]++
				}
			}
		case c.kind != "" && len(found) > 0 && found[0].Bug.Fault.Kind == string(c.kind):
			cert = found[0].Bug
		default:
			t.Errorf("%s: found %s, %+v, %s, %+v", c.title, r.Verdict, r.Findings, r.Held, r.Coverage)
			continue
		}
		data := cert.Seal()
		if _, err := check(data, nil, tamperLimits); err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		all = append(all, tamperedProgram{cert: cert, data: data})
	}
	for _, rule := range []string{certs.RuleLeaf, certs.RuleCut, certs.RuleBits, certs.RuleCases} {
		if rules[rule] == 0 {
			t.Errorf("no proof has the rule %s, but %v", rule, rules)
		}
	}
	return all
}

// tamperLimits are limits with which no mutated program runs long.
var tamperLimits = Limits{MaxSteps: 50_000, MaxBytes: 1 << 20, MaxMemory: DefaultLimits.MaxMemory}

// TestTamperedC tampers with certificates of C programs. `make tamper N=300000` does so more often.
func TestTamperedC(t *testing.T) {
	originals := cCertificates(t)
	r := rand.New(rand.NewPCG(*tamperSeed, 11))
	accepted, rejected := map[string]int{}, map[string]int{}
	for i := range *tamperings {
		var data []byte
		var changed certs.Certificate
		switch original := originals[i%len(originals)]; c := original.cert.(type) {
		case *certs.Bug:
			bug, err := certs.Decode(original.data, certs.MaxBytes)
			if err != nil {
				t.Fatal(err)
			}
			if r.IntN(12) == 0 {
				mutateOptions(&bug.Program, r)
			}
			mutate(bug, r)
			changed, data = bug, bug.Seal()
		case *certs.Absence:
			absence := *c
			absence.Ways = slices.Clone(c.Ways)
			other := originals[r.IntN(len(originals))].cert
			for range 1 + r.IntN(2) {
				mutateAbsence(&absence, other, r)
			}
			changed, data = &absence, absence.Seal()
		}
		if slices.ContainsFunc(originals, func(o tamperedProgram) bool { return bytes.Equal(o.data, data) }) {
			continue
		}
		v, err := check(data, nil, tamperLimits)
		if err != nil {
			word, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), ErrInvalid.Error()+": "), ":")
			rejected[word]++
			continue
		}
		var why string
		switch c := changed.(type) {
		case *certs.Bug:
			accepted["bugs"]++
			why = untrueBug(c, v)
		case *certs.Absence:
			accepted["absences"]++
			why = untrueAbsence(t, c, v, data, r)
		}
		if why != "" {
			t.Fatalf("number %d with the seed %d was accepted, but %s\n%s\n%+v", i, *tamperSeed, why,
				changed.About().Sources[0].Text, changed)
		}
	}
	t.Logf("%v accepted, rejected %v", accepted, rejected)
	if accepted["bugs"] < *tamperings/200 || accepted["absences"] < *tamperings/80 {
		t.Errorf("only %v of %d were accepted", accepted, *tamperings)
	}
	for _, word := range []string{"program", "inputs", "trace", "fault", "path", "model", "ways"} {
		if rejected[word] < *tamperings/200 {
			t.Errorf("only %d of %d were rejected for their %s", rejected[word], *tamperings, word)
		}
	}
}

// mutateOptions changes the options of a program in C.
func mutateOptions(c *certs.Program, r *rand.Rand) {
	c.Options = maps.Clone(c.Options)
	name := pick(r, append(slices.Sorted(maps.Keys(c.Options)), "more"))
	if r.IntN(2) == 0 {
		delete(c.Options, name)
		return
	}
	c.Options[name] = pick(r, []string{"", "0", "1", "leaks", "bounds", "gnu", "none"})
}

// mutateAbsence changes a certificate of absence, in its program, its entries, its proofs or its claim. It may take
// something from another one.
func mutateAbsence(c *certs.Absence, other certs.Certificate, r *rand.Rand) {
	switch k := r.IntN(20); {
	case k < 4:
		bug := &certs.Bug{Program: c.Program}
		mutateSource(bug, r)
		c.Program = bug.Program
	case k < 7:
		c.Ways = edit(c.Ways, r, nil)
	case k < 8:
		c.LoopLimit += r.Uint64N(3) - 1
		c.Kind = pick(r, []string{certs.KindSafe, certs.KindBounded})
	case k < 9:
		bug := &certs.Bug{Program: c.Program}
		mutateOptions(&bug.Program, r)
		c.Program = bug.Program
	case k < 10:
		c.Program = other.About()
	case k < 12:
		if o, ok := other.(*certs.Absence); ok && len(o.Ways) > 0 && len(c.Ways) > 0 {
			c.Ways[r.IntN(len(c.Ways))] = pick(r, o.Ways)
		}
	default:
		var proofs []int
		for i, p := range c.Ways {
			if len(p) > 0 {
				proofs = append(proofs, i)
			}
		}
		if len(proofs) > 0 {
			i := pick(r, proofs)
			c.Ways[i] = mutateProof(c.Ways[i], r)
		}
	}
}

// untrueBug says what is wrong about an accepted certificate of a bug, or nothing. What is right ends as it says, and
// is certified anew to the same bytes.
func untrueBug(c *certs.Bug, v *Verdict) string {
	inputs := inputsOf(c)
	out := bigcore.Run(v.Lowered, inputs, 2*int(c.Trace.Steps)+100)
	if f := out.Fault; string(f.Kind) != c.Fault.Kind || uint64(f.File) != c.Fault.File ||
		uint64(f.Line) != c.Fault.Line || uint64(f.Column) != c.Fault.Column ||
		uint64(out.Steps) != c.Trace.Steps {
		return fmt.Sprintf("the program ends so: %+v", out)
	}
	if !harmless(c) {
		return "it is not what its inputs are certified to"
	}
	return ""
}

// untrueAbsence says what is wrong about an accepted certificate of absence, or nothing: no inputs lead to a fault, and
// none take a way that is closed.
func untrueAbsence(t *testing.T, c *certs.Absence, v *Verdict, data []byte, r *rand.Rand) string {
	cited := [][]Assumed{}
	if _, err := Check(data, Options{Limits: tamperLimits, Lower: fronts.All.Lower, See: func(way Closed) {
		cited = append(cited, way.Cited)
	}}); err != nil {
		t.Fatal(err)
	}
	ranges := map[string]core.Instr{}
	var all []certs.Memory
	for drawn := range draws(v.Lowered, r) {
		out := bigcore.Run(v.Lowered, drawn.values, 5_000)
		if out.Fault.Kind != "" && c.Kind == certs.KindSafe {
			return fmt.Sprintf("with %v the program ends so: %+v", drawn.values, out)
		}
		maps.Copy(ranges, drawn.ranges)
		all = append(all, drawn.values)
	}
	for _, inputs := range all {
		value := term.NewPool().Valuation(func(name string) *big.Int {
			if inputs[name] == nil { // it is not drawn with these
				in, drawn := ranges[name]
				if !drawn {
					return nil
				}
				inputs[name] = within(in, r)
			}
			return inputs[name]
		})
		for _, facts := range cited {
			if !slices.ContainsFunc(facts, func(a Assumed) bool {
				truth, ok := value.Formula(a.Cond)
				return ok && !truth
			}) {
				return fmt.Sprintf("all that is cited for a way that is closed holds of %v: %v", inputs, facts)
			}
		}
	}
	return ""
}

// within returns a value of the range from which an instruction draws.
func within(in core.Instr, r *rand.Rand) *big.Int {
	size := new(big.Int).Sub(in.Hi, in.Lo)
	if !size.IsInt64() || size.Int64() > 1<<20 {
		return in.Lo
	}
	return new(big.Int).Add(in.Lo, big.NewInt(r.Int64N(size.Int64()+1)))
}

// drawn is what an execution draws.
type drawn struct {
	values certs.Memory
	ranges map[string]core.Instr
}

// draws returns what executions draw: all of it, or as much as a few thousand executions do, of ranges that are long a
// few values.
func draws(p *core.Program, r *rand.Rand) func(yield func(drawn) bool) {
	return func(yield func(drawn) bool) {
		left := 3000
		for todo := [][]*big.Int{nil}; len(todo) > 0 && left > 0; left-- {
			given := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			d := drawn{certs.Memory{}, map[string]core.Instr{}}
			var more *core.Instr
			var now core.State
			m := &core.Machine{Program: p}
			m.Input = func(n int, name string) (*big.Int, bool) {
				in := now.Instr()
				if d.ranges[name] = *in; n >= len(given) {
					more = in
					return nil, false
				}
				d.values[name] = given[n]
				return given[n], true
			}
			semantics.Run(m, m.Start(), 5_000, func(_ int64, _ semantics.Rule, s core.State) bool {
				now = s
				return true
			})
			if more == nil {
				if !yield(d) {
					return
				}
				continue
			}
			lo, hi := more.Lo, more.Hi
			for k := range int64(20) {
				v := new(big.Int).Add(lo, big.NewInt(k))
				if k >= 10 && new(big.Int).Sub(hi, lo).Cmp(big.NewInt(20)) >= 0 {
					v = within(*more, r)
				}
				if v.Cmp(hi) <= 0 {
					todo = append(todo, append(slices.Clone(given), v))
				}
			}
		}
	}
}
