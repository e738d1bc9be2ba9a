package finder

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"maps"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder/search"
	"vouch/internal/load"
	"vouch/internal/randc"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/fronts"
)

// This file holds the finder against random C programs that gcc and, where it is installed, clang have compiled with
// their sanitizers, and that have run on all inputs.

var (
	programs = flag.Int("n", 5, "how many random C programs TestNative tries")
	seed     = flag.Uint64("seed", 1084, "the seed of the first of them")
	others   = flag.Int("others", 2, "in how many ways TestNative searches a program, beside the default")
	withMSan = flag.Bool("msan", true, "whether TestNative asks clang's memory sanitizer, where clang is installed")
	keep     = flag.String("keep", "",
		"the `folder` for programs of which something is wrong or open; none are kept without it")
)

// harness is what the native programs have instead of the functions that draw inputs, and the loop over all inputs. A
// process tries them one by one, until one ends it.
const harness = `#include <assert.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
static const struct draw { const char *name; int lo, hi; } *draws;
static int values[16], used[16], *begun; // begun is how many inputs were begun, in memory that the processes share
static int next(const char *name) {
	for (int i = 0; draws[i].name; i++)
		if (!used[i] && strcmp(draws[i].name, name) == 0) {
			used[i] = 1;
			return values[i];
		}
	dprintf(1, "\n@missing %s\n", name);
	_exit(78);
}
void __sanitizer_symbolize_pc(void *, const char *, char *, unsigned long);
int klee_range(int lo, int hi, const char *name) { return next(name); }
int symb_int(const char *name) { return next(name); }
int __VERIFIER_nondet_int(void) { return next(__func__); }
unsigned char __VERIFIER_nondet_uchar(void) { return next(__func__); }
void klee_make_symbolic(void *p, unsigned long n, const char *name) {
	for (unsigned long i = 0; i < n; i++)
		((char *)p)[i] = next(name);
}
void klee_assume(unsigned long x) { if (!x) _exit(77); }
void __VERIFIER_assume(int x) { if (!x) _exit(77); }
static jmp_buf ended;
static const struct itimerval limit = { .it_value.tv_usec = 300000 };
static void leave(int status) { longjmp(ended, status + 1); }
#define exit leave
static void try(int k, int (*program)(void), void (*globals)(int), const struct draw *d, const char *left) {
	draws = d;
	globals(0);
	for (int v = 0; left[v]; v++) {
		int rest = v, n = 0, status;
		while (d[n].name)
			n++;
		while (n--) {
			int size = d[n].hi - d[n].lo + 1;
			values[n] = d[n].lo + rest % size;
			rest /= size;
		}
		if (v < *begun || left[v] == '0')
			continue;
		globals(1);
		memset(used, 0, sizeof used);
		setitimer(ITIMER_VIRTUAL, &limit, 0);
		dprintf(1, "\n@run %d %d\n", k, v);
		*begun = v + 1;
		if ((status = setjmp(ended)) == 0)
			status = program() + 1;
		fflush(stdout);
		dprintf(1, "\n@end %d\n", status - 1);
	}
	*begun = strlen(left);
}
`

// ran is how a native run on one input ended.
type ran struct {
	kinds  []semantics.Kind // what the sanitizer's message may stand for; nil if there is none
	line   int
	said   string // by the sanitizer
	status int
	output string
}

// messages has for each message of the sanitizers the kinds of faults that it stands for, in the order in which they
// are looked for.
var messages = []struct {
	text  string
	kinds []semantics.Kind
}{
	{"signed integer overflow", []semantics.Kind{semantics.Overflow}},
	{"by -1 cannot be represented", []semantics.Kind{semantics.Overflow}},
	{"division by zero", []semantics.Kind{semantics.DivisionByZero}},
	{"shift exponent", []semantics.Kind{semantics.ShiftOutOfRange}},
	{"left shift of negative", []semantics.Kind{semantics.ShiftOutOfRange}},
	{"left shift of", []semantics.Kind{semantics.Overflow}},
	{"out of bounds for type", outside},
	{"insufficient space", outside},
	{"variable length array bound", []semantics.Kind{semantics.InvalidSize}},
	{"null pointer", []semantics.Kind{semantics.NullDereference}},
	{"Assertion `", []semantics.Kind{semantics.AssertionFailed}},
	{"attempting double-free", []semantics.Kind{semantics.DoubleFree}},
	{"attempting free on", []semantics.Kind{semantics.InvalidFree}},
	{"heap-use-after-free", []semantics.Kind{semantics.UseAfterFree}},
	{"stack-use-after-scope", []semantics.Kind{semantics.UseAfterScope}},
	{"stack-use-after-return", []semantics.Kind{semantics.UseAfterReturn}},
	{"negative-size-param", append(outside, semantics.InvalidSize)},
	{"param-overlap", []semantics.Kind{semantics.OverlappingCopy}},
	{"buffer-overflow", outside},
	{"buffer-underflow", outside},
	{"SEGV on unknown address 0x000000000000", []semantics.Kind{semantics.NullDereference}},
	{"use-of-uninitialized-value", []semantics.Kind{semantics.UninitialisedValue}},
}

var outside = []semantics.Kind{semantics.OutOfBoundsRead, semantics.OutOfBoundsWrite, semantics.PointerArithmetic}

// unseen are the kinds of faults that the sanitizers need not see: a pointer that is outside of its object and not
// used, a value that was never written and decides nothing.
var unseen = []semantics.Kind{semantics.PointerArithmetic, semantics.UninitialisedValue}

// reported matches where a sanitizer's message begins, place matches a line of a program.
var (
	reported = regexp.MustCompile(`ERROR: AddressSanitizer|WARNING: MemorySanitizer|runtime error:|Assertion .* failed`)
	place    = regexp.MustCompile(`\bp\d+\.c:(\d+)`)
)

// ending returns how a run ended of which this was printed.
func ending(t *testing.T, text string, status int) ran {
	r := ran{status: status}
	if at := reported.FindStringIndex(text); at != nil {
		from := text[strings.LastIndexByte(text[:at[0]], '\n')+1:]
		r.said, _, _ = strings.Cut(from, "\n")
		if m := place.FindStringSubmatch(from); m != nil {
			r.line, _ = strconv.Atoi(m[1])
		}
		for _, m := range messages {
			if strings.Contains(r.said, m.text) {
				r.kinds = m.kinds
				return r
			}
		}
		t.Fatalf("found the message %q, which stands for no kind of fault:\n%.1500s", r.said, text)
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "=") {
			r.output += line
		}
	}
	return r
}

// natively compiles programs and returns how each ends on each of its inputs. Faulty, if not nil, says which inputs are
// known to lead to faults: those are not tried.
//
// What a run costs is starting processes and, by far the most, reading the program's tables of lines for a report: so
// the process that forks has read them.
func natively(t *testing.T, ps []*randc.WithInputs, faulty [][]ran, compiler string, flags ...string) [][]ran {
	t.Helper()
	var text, calls strings.Builder
	all, want := make([][]ran, len(ps)), 0
	text.WriteString(harness)
	for k, p := range ps {
		fmt.Fprintf(&text, "#define main main_%d\n#line 1 \"p%d.c\"\n%s#undef main\nstatic void globals_%d(int back) {\n",
			k, k, p.Text, k)
		for _, name := range p.Globals {
			fmt.Fprintf(&text, "\tstatic char %s_[sizeof %s];\n\tmemcpy(back ? (char *)%s : %s_, back ? %s_ : (char *)%s, sizeof %s);\n",
				name, name, name, name, name, name, name)
		}
		fmt.Fprintf(&text, "}\nstatic const struct draw draws_%d[] = {", k)
		for _, d := range p.Draws {
			fmt.Fprintf(&text, " { %q, %d, %d },", d.Name, d.Lo, d.Hi)
		}
		text.WriteString(" { 0 } };\n")
		left := make([]byte, len(p.Vectors()))
		for v := range left {
			left[v] = '1'
			if faulty != nil && faulty[k][v].kinds != nil {
				left[v] = '0'
			}
		}
		all[k] = make([]ran, len(left))
		want += bytes.Count(left, []byte("1"))
		fmt.Fprintf(&calls, "\tfor (*begun = 0; *begun < %d; wait(&status)) {\n\t\tif (fork() == 0) {\n\t\t\ttry(%d, main_%d, globals_%d, draws_%d, %q);\n\t\t\t_exit(0);\n\t\t}\n\t}\n",
			len(left), k, k, k, k, left)
	}
	fmt.Fprintf(&text, "int main(void) {\n\tint status;\n\tchar place[256];\n\t__sanitizer_symbolize_pc((void *)main, \"%%S\", place, sizeof place);\n\tbegun = mmap(0, sizeof *begun, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);\n%s\treturn 0;\n}\n",
		calls.String())
	dir := t.TempDir()
	file, program := filepath.Join(dir, "all.c"), filepath.Join(dir, "all")
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"-std=gnu11", "-w", "-O0", "-g1", "-fno-omit-frame-pointer", "-fno-sanitize-recover=all",
		"-o", program, file}, flags...)
	if out, err := exec.Command(compiler, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%.3000s", compiler, err, out)
	}
	run := exec.Command(program)
	run.Env = append(os.Environ(),
		"ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1",
		"MSAN_OPTIONS=allocator_may_return_null=1:symbolize=0")
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, part := range strings.Split(string(out), "\n@run ")[1:] {
		var k, v, status int
		body, end, ok := strings.Cut(part, "\n@end ")
		if _, err := fmt.Sscanf(body, "%d %d", &k, &v); err != nil {
			t.Fatalf("found %.500q of the run of program %d on its input %d", part, k, v)
		}
		if _, err := fmt.Sscanf(end, "%d", &status); (err != nil || !ok) && !reported.MatchString(body) {
			t.Fatalf("found that program %d ends without a status on its input %d:\n%s\n%s", k, v, body, ps[k].Text)
		}
		all[k][v] = ending(t, body, status)
		tried++
	}
	if tried != want {
		t.Fatalf("found %d runs, want %d", tried, want)
	}
	return all
}

// concretely runs a program on one input, by the semantics.
func concretely(p *load.Program, w *randc.WithInputs, vector []int) (out semantics.Outcome, status int64,
	output string) {
	inputs, draws := map[string]*big.Int{}, map[string]int{}
	for i, d := range w.Draws {
		name := d.Name
		if draws[d.Name]++; draws[d.Name] > 1 {
			name += "#" + strconv.Itoa(draws[d.Name])
		}
		inputs[name] = big.NewInt(int64(vector[i]))
	}
	m := &core.Machine{Program: p.Core, Input: func(_ int, name string) (*big.Int, bool) {
		n, ok := inputs[name]
		return n, ok
	}}
	s, out := semantics.Run[core.State](m, m.Start(), 10_000_000, nil)
	for w := s.Output(); w != nil; w = w.Before {
		output = string(w.Bytes) + output
	}
	if n, ok := s.Status().Integer(); ok {
		status = n.Int64()
	}
	return out, status, output
}

// comparison compares what is said of one program.
type comparison struct {
	*testing.T
	seed   uint64
	counts map[string]int
	p      *load.Program
	w      *randc.WithInputs
	wrong  bool
	open   bool
}

func (c *comparison) differs(format string, args ...any) {
	c.Helper()
	if !c.wrong { // one difference leads to others
		c.Errorf("seed %d: %s", c.seed, fmt.Sprintf(format, args...))
	}
	c.wrong = true
}

// run compares the runs on one input, and returns the fault.
func (c *comparison) run(vector []int, gcc ran, clang *ran) *semantics.Fault {
	out, status, output := concretely(c.p, c.w, vector)
	if out.Blocked != "" || !out.Done && out.Fault == nil {
		c.differs("found that the run on %v is %q after %d steps, want an end", vector, out.Blocked, out.Steps)
		return nil
	}
	f := out.Fault
	said := func(r ran) bool { return slices.Contains(r.kinds, f.Kind) && r.line == int(f.Line) }
	switch {
	case f == nil && gcc.kinds != nil:
		c.differs("found no fault on %v, but gcc's sanitizer says in line %d: %s", vector, gcc.line, gcc.said)
	case f == nil && clang != nil && clang.kinds != nil:
		c.differs("found no fault on %v, but clang's sanitizer says in line %d: %s", vector, clang.line, clang.said)
	case f == nil && (status != int64(gcc.status) || output != gcc.output):
		c.differs("found status %d and output %q on %v, want %d and %q", status, output, vector, gcc.status, gcc.output)
	case f == nil:
		c.counts["runs without a fault"]++
	case said(gcc), clang != nil && f.Kind == semantics.UninitialisedValue && clang.kinds != nil:
		c.counts["runs with a fault that a sanitizer sees"]++
	case slices.Contains(unseen, f.Kind):
		c.counts["runs with a fault that no sanitizer sees: "+string(f.Kind)]++
	default:
		c.differs("found %v on %v, but gcc's sanitizer says in line %d: %q", f, vector, gcc.line, gcc.said)
	}
	return f
}

// find looks for all faults with some options, and compares the verdict with all runs.
func (c *comparison) find(what string, o Options, want map[semantics.Fault]int) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute) // only for what would never end
	defer cancel()
	r, err := Find(ctx, Program{Core: c.p.Core, About: c.p.About}, o)
	if err != nil {
		c.Fatal(err)
	}
	found := map[semantics.Fault]int{}
	open := r.Coverage.Ended != "" || len(r.Coverage.Unsupported) > 0 || r.Verdict == Unknown
	for _, f := range r.Findings {
		if !f.Certain() || f.Missing != nil {
			open = true
			continue
		}
		found[f.Fault]++
		if want[f.Fault] == 0 {
			c.differs("%s: found %v on %v, which is on no input", what, f.Fault, f.Inputs)
		}
		if _, err := checker.Check(certs.Encode(f.Bug), checker.Options{Limits: checker.DefaultLimits,
			Lower: fronts.All.Lower}); err != nil {
			c.differs("%s: the checker refuses the certificate of %v: %v", what, f.Fault, err)
		}
	}
	switch {
	case r.Verdict == Safe && len(want) > 0:
		c.differs("%s: found safe, want %v", what, slices.Collect(maps.Keys(want)))
	case r.Verdict == Bug && len(want) == 0 && !open:
		c.differs("%s: found a bug, want safe", what)
	case r.Verdict == Bounded:
		c.differs("%s: found bounded without a bound", what)
	case !open && len(found) != len(want):
		c.differs("%s: found %v, want %v", what, slices.Collect(maps.Keys(found)), want)
	}
	if r.Verdict == Safe && o.Prove {
		if _, err := checker.Check(certs.Encode(r.Absence), checker.Options{Limits: checker.DefaultLimits,
			Lower: fronts.All.Lower}); err != nil {
			c.differs("%s: the checker refuses the certificate of absence: %v", what, err)
		}
	}
	if open {
		c.open = c.open || what == "default"
		why := fmt.Sprint(r.Coverage.Unsupported, openIn(r))
		for _, f := range r.Findings {
			if !f.Certain() || f.Missing != nil {
				why += fmt.Sprintf("; %v: %s %v", f.Fault, f.Reason, f.Missing)
			}
		}
		c.Logf("seed %d: %s: %s is open: %s", c.seed, what, r.Verdict, why)
		c.counts[what+": open"]++
	} else {
		c.counts[what+": "+string(r.Verdict)]++
	}
}

// variants are the ways to search that are compared.
func variants() map[string]Options {
	all := map[string]Options{
		"default":        {Merge: true, Minimize: true, Prove: true},
		"without merges": {},
		"lia":            {Merge: true, Solver: "lia", Prove: true},
		"two workers":    {Merge: true, Workers: 2},
		"eager":          {Merge: true, Pruning: Eager},
	}
	if Available("z3") {
		all["z3"] = Options{Solver: "z3"}
	}
	for _, name := range search.Names() {
		all["strategy "+name] = Options{Merge: true, Strategy: name}
	}
	for name, o := range all {
		o.All = true
		if o.Pruning == "" {
			o.Pruning = Auto
		}
		all[name] = o
	}
	return all
}

// numbered returns the function main of a program, with the numbers of its lines.
func numbered(text string) string {
	var b strings.Builder
	shown := false
	for i, line := range strings.Split(text, "\n") {
		if shown = shown || strings.HasPrefix(line, "int main"); shown {
			fmt.Fprintf(&b, "%3d %s\n", i+1, line)
		}
	}
	return b.String()
}

func TestNative(t *testing.T) {
	const atOnce = 20
	counts := map[string]int{}
	clang := ""
	for _, name := range []string{"clang", "clang-14"} {
		if _, err := exec.LookPath(name); err == nil && *withMSan {
			clang = name
		}
	}
	for first := 0; first < *programs; first += atOnce {
		var ps []*randc.WithInputs
		for k := range min(atOnce, *programs-first) {
			ps = append(ps, randc.Inputs(*seed+uint64(first+k), strconv.Itoa(k)))
		}
		gcc := natively(t, ps, nil, "gcc", "-fsanitize=address,undefined", "-fno-builtin")
		var msan [][]ran
		if clang != "" {
			msan = natively(t, ps, gcc, clang, "-fsanitize=memory")
		}
		for k, w := range ps {
			p, err := load.File(fmt.Sprintf("p%d.c", k), []byte(w.Text))
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", *seed+uint64(first+k), err, w.Text)
			}
			c := &comparison{T: t, seed: *seed + uint64(first+k), counts: counts, p: p, w: w}
			want := map[semantics.Fault]int{}
			for i, vector := range w.Vectors() {
				var other *ran
				if msan != nil {
					other = &msan[k][i]
				}
				if f := c.run(vector, gcc[k][i], other); f != nil {
					want[*f]++
				}
			}
			if all := variants(); !c.wrong {
				for i, name := range slices.Sorted(maps.Keys(all)) {
					if name == "default" || (int(c.seed)+i)%len(all) < *others {
						c.find(name, all[name], want)
					}
				}
			}
			if c.wrong || c.open {
				if c.wrong {
					t.Logf("\n%s", numbered(w.Text))
				}
				if *keep != "" {
					os.WriteFile(filepath.Join(*keep, fmt.Sprintf("p%d.c", *seed+uint64(first+k))), []byte(w.Text),
						0o644)
				}
			}
		}
	}
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(&b, "\n%6d %s", counts[name], name)
	}
	t.Logf("%d programs:%s", *programs, b.String())
	for _, name := range []string{"default: bug", "default: safe", "runs without a fault",
		"runs with a fault that a sanitizer sees"} {
		if counts[name] == 0 {
			t.Errorf("found nothing of the kind %q, want some", name)
		}
	}
}

// TestNumberInText looks at floating numbers in strings that are inputs: each is a constant on its way.
func TestNumberInText(t *testing.T) {
	const text = `#include <assert.h>
#include <stdlib.h>
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
	char s[3];
	klee_make_symbolic(s, sizeof s, "s");
	s[2] = 0;
	assert(strtod(s, NULL) <= %s);
	return 0;
}
`
	for most, want := range map[string]Verdict{"99": Safe, "98": Bug, "98.5": Bug} {
		p, err := load.File("number.c", fmt.Appendf(nil, text, most))
		if err != nil {
			t.Fatal(err)
		}
		r, err := Find(t.Context(), Program{Core: p.Core, About: p.About}, Options{Pruning: Auto, Prove: true})
		switch {
		case err != nil:
			t.Fatal(err)
		case r.Verdict != want || want == Safe && r.Absence == nil:
			t.Errorf("at most %s: found %s, %s, want %s with a certificate", most, r.Verdict, openIn(r), want)
		}
	}
}

// TestExponent looks at powers whose exponent is an input: each whole exponent has a way of its own, on which the power
// is a constant.
func TestExponent(t *testing.T) {
	const text = `#include <assert.h>
#include <math.h>
int klee_int(const char *);
int main(void) {
	int digit = klee_int("digit"), k = klee_int("k");
	if (digit < 0 || digit > 9 || k < -2 || k > 7)
		return 0;
	double x = digit * pow(10.0, k);
	assert(x <= %s);
	return 0;
}
`
	for most, want := range map[string]Verdict{"90000000": Safe, "89999999": Bug, "9e6": Bug} {
		p, err := load.File("power.c", fmt.Appendf(nil, text, most))
		if err != nil {
			t.Fatal(err)
		}
		r, err := Find(t.Context(), Program{Core: p.Core, About: p.About}, Options{Pruning: Auto, Prove: true})
		switch {
		case err != nil:
			t.Fatal(err)
		case r.Verdict != want || want == Safe && r.Absence == nil:
			t.Errorf("at most %s: found %s, %s, want %s with a certificate", most, r.Verdict, openIn(r), want)
		}
	}
}
