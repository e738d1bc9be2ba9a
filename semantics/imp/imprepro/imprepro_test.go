package imprepro_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"vouch/internal/effort"
	"vouch/internal/randimp"
	"vouch/semantics"
	"vouch/semantics/imp"
	"vouch/semantics/imp/imprepro"
)

// This file runs translations, with the compilers and interpreters of their languages, and compares how they end with
// what the semantics says.

// maxSteps bounds the runs that are translated.
const maxSteps = 200_000

// A scenario is a program with an input and how it has to end; the line is what it writes to standard error.
type scenario struct {
	title  string
	run    imprepro.Run
	line   string
	status int
}

// newScenario returns the scenario of a run, or false if the run does not end.
func newScenario(title string, p *imp.Program, input map[string]*big.Int) (scenario, bool) {
	c := scenario{title: title, run: imprepro.Run{
		Program: p, Input: input, Steps: maxSteps, Describe: func(k semantics.Kind) string {
			return "it is " + string(k)
		},
	}}
	m0, err := imp.NewStore(p, input)
	if err != nil {
		panic(err)
	}
	m := &imp.Machine{Program: p, Meter: semantics.NewMeter(1<<24, semantics.Unlimited)}
	if at, ok := m.Assumed(m0); !ok {
		c.line, c.status = fmt.Sprintf("%s:%s: the input violates the assumption", p.Name, at), 3
		return c, true
	}
	s, out := semantics.Run(semantics.Machine[imp.State](m), m.Start(m0), maxSteps, nil)
	switch {
	case out.Done:
	case out.Fault != nil:
		c.line, c.status = fmt.Sprintf("%s:%d:%d: it is %s", p.Name, out.Fault.Line, out.Fault.Column, out.Fault.Kind),
			1
	case out.Blocked == semantics.AssumptionViolated:
		c.line, c.status = fmt.Sprintf("%s:%s: assumption violated", p.Name, s.Pos()), 3
	default:
		return c, false
	}
	return c, true
}

// load returns the scenario of a program with an input as in "x=1 y=2"; what is not given is 0.
func load(t *testing.T, title, name, source, input string) scenario {
	t.Helper()
	p, err := imp.Load(name, []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]*big.Int{}
	for _, n := range p.Inputs() {
		values[n] = new(big.Int)
	}
	for _, part := range strings.Fields(input) {
		n, v, _ := strings.Cut(part, "=")
		values[n].SetString(v, 10)
	}
	c, ok := newScenario(title, p, values)
	if !ok {
		t.Fatalf("%s: the run does not end", title)
	}
	return c
}

// python returns the interpreter behind the name python3, which may be a program that takes long to look for it.
var python = sync.OnceValue(func() string {
	out, err := exec.Command("python3", "-c", "import sys; print(sys.executable, end='')").Output()
	if err != nil || len(out) == 0 {
		return "python3"
	}
	return string(out)
})

// all runs the cases in each language. Where tests do not try all that they can, each case runs in one, and those that
// follow each other in different ones.
func all(t *testing.T, every []scenario) {
	t.Helper()
	for n, l := range imprepro.Languages {
		var cases []scenario
		for i, c := range every {
			if effort.All() || i%len(imprepro.Languages) == n {
				cases = append(cases, c)
			}
		}
		t.Run(l.Name, func(t *testing.T) {
			dir := t.TempDir()
			write := func(name string, text []byte) string {
				file := filepath.Join(dir, filepath.FromSlash(name))
				if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, text, 0o644)); err !=
					nil {
					t.Fatal(err)
				}
				return file
			}
			texts, refused := make([][]byte, len(cases)), 0
			for i, c := range cases {
				text, err := l.Write(c.run)
				again, _ := l.Write(c.run)
				switch {
				case err != nil && l.Name == "c" && strings.Contains(err.Error(), ", want one that fits int64_t"):
					refused++
					continue
				case err != nil:
					t.Fatalf("%s: %v", c.title, err)
				case !bytes.Equal(text, again):
					t.Errorf("%s: found two translations, want one", c.title)
				}
				texts[i] = text
			}
			if l.Name == "go" { // built at once, which is faster
				write("go.mod", []byte("module reproduced\n"))
				for i, text := range texts {
					write(fmt.Sprintf("p%d/main.go", i), text)
				}
				build := exec.Command("go", "build", "-o", "bin/", "./...")
				build.Dir, build.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod -ldflags=-w -trimpath",
					"CGO_ENABLED=0")
				os.Mkdir(filepath.Join(dir, "bin"), 0o755)
				if out, err := build.CombinedOutput(); err != nil {
					t.Fatalf("%v\n%.4000s", err, out)
				}
			}
			for i, c := range cases {
				if texts[i] == nil {
					continue
				}
				var cmd *exec.Cmd
				switch l.Name {
				case "go":
					cmd = exec.Command(filepath.Join(dir, "bin", fmt.Sprintf("p%d", i)))
				case "c":
					file := write(fmt.Sprintf("p%d.c", i), texts[i])
					if out, err := exec.Command("gcc", "-Werror", "-O0", "-o", file+".out",
						file).CombinedOutput(); err != nil {
						t.Errorf("%s: %v\n%.2000s\n%.2000s", c.title, err, out, texts[i])
						continue
					}
					cmd = exec.Command(file + ".out")
				case "python":
					cmd = exec.Command(python(), "-I", write(fmt.Sprintf("p%d.py", i), texts[i]))
				default:
					t.Fatalf("found the language %s, want one that this test can run", l.Name)
				}
				var stdout, stderr bytes.Buffer
				cmd.Stdout, cmd.Stderr = &stdout, &stderr
				cmd.Run()
				want := c.line
				if want != "" {
					want += "\n"
				}
				if status := cmd.ProcessState.ExitCode(); status != c.status || stderr.String() != want ||
					stdout.Len() > 0 {
					t.Errorf("%s: found status %d and %.500q, want %d and %q, of\n%.3000s", c.title, status, &stderr,
						c.status, want, texts[i])
				}
			}
			if l.Name == "c" {
				t.Logf("%d of %d runs are refused", refused, len(cases))
			}
		})
	}
}

// TestRandom: random programs end alike, those that fail, halt, and violate an assumption.
func TestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	var cases []scenario
	count := map[int]int{}
	for i := 0; len(cases) < effort.Of(120); i++ {
		p := randimp.Program(r, randimp.Families[i%len(randimp.Families)])
		for range 4 {
			c, ok := newScenario(fmt.Sprintf("random program %d", i), p, randimp.Input(r, p))
			if !ok || c.status == 0 && r.IntN(4) > 0 || c.status == 3 && r.IntN(3) > 0 {
				continue
			}
			count[c.status]++
			cases = append(cases, c)
			break
		}
	}
	if count[0] < effort.Of(8) || count[1] < effort.Of(40) || count[3] < effort.Of(6) {
		t.Errorf("found %v of each status, want more of each", count)
	}
	all(t, cases)
}

// TestPrograms runs programs in which a translation may go wrong.
func TestPrograms(t *testing.T) {
	deep := strings.Repeat("(1 + ", 5000) + "x" + strings.Repeat(")", 5000)
	deepLogic := strings.Repeat("(x == 1 or (x != 5 and ", 2000) + "x / x == 1" + strings.Repeat("))", 2000)
	nested := strings.Repeat("if x > 0 { x = x - 1\nwhile x > 3000 { ", 1000) + "assert x > 5000" +
		strings.Repeat("}}", 1000)
	chain := "if x == 0 { fail }" + strings.Repeat(" else if x == 1 { fail }", 1000) + " else { fail }"
	all(t, []scenario{
		load(t, "fail", "a.imp", "fail", ""),
		load(t, "halt", "a.imp", "x = 1", ""),
		load(t, "assertion in a loop", "a.imp", "i = 0 while i < 10 { i = i + 1 assert i < n }", "n=7"),
		load(t, "rounding down", "a.imp",
			"assert -7 / 2 == -4 and -7 % 2 == 1 and 7 % -2 == -1 and 7 / -2 == -4 and x / 3 * 3 + x % 3 == x assert x == 0",
			"x=-8"),
		load(t, "rounding towards zero", "a.imp",
			"option division truncate\nassert -7 / 2 == -3 and -7 % 2 == -1 and 7 % -2 == 1 assert x / 3 == -2 and x % 3 == -2 assert x == 0",
			"x=-8"),
		load(t, "division by zero", "a.imp", "y = 1 + (x - x / (x - 4))", "x=4"),
		load(t, "remainder by zero", "a.imp", "y = 1 % 0", ""),
		load(t, "the left operand fails first", "a.imp", "y = (1 / x) + (2 % x)", ""),
		load(t, "the left side fails first", "a.imp", "if 1 / x < 2 % x < 1 / x { skip }", ""),
		load(t, "the left operand fails first, nested", "a.imp", "y = (1 / z + 1 / x) - (1 / (2 % x) * (1 / x))",
			"z=1"),
		load(t, "no further than needed", "a.imp",
			"if x != 0 and 1 / x > 0 or x == 0 { skip } assert 1 < 0 < 1 / x or x == 1", ""),
		load(t, "unbound in one branch", "a.imp", "input x\nif x > 0 { y = 1 } z = y", ""),
		load(t, "bound in a loop", "a.imp",
			"input n\ni = 0 while i < n { y = i i = i + 1 } assert y == 1 assert y == i", "n=2"),
		load(t, "unbound after a loop", "a.imp", "input n\ni = 0 while i < n { y = i i = i + 1 } assert y == 1", "n=0"),
		load(t, "violated", "a.imp", "assume x > 1\nfail", ""),
		load(t, "an assumption without a value", "a.imp", "assume 1 / x > 1\nfail", ""),
		load(t, "violated later", "a.imp", "y = 1 assume x > y fail", ""),
		load(t, "an assumption later without a value", "a.imp", "y = 1 assume 1 / x > y fail", ""),
		load(t, "large integers", "a.imp",
			"x = 1 i = 0 while i < 200 { x = x * 7 - 1 i = i + 1 } assert x / 3 % 1000007 == y", ""),
		load(t, "long literals", "a.imp", "x = "+strings.Repeat("9", 6000)+" assert x - 1 != "+strings.Repeat("9",
			5999)+"8", ""),
		load(t, "large integers, unbound", "a.imp", "input x\nif x > 0 { y = 1 } assert x < y",
			"x=-99999999999999999999"),
		load(t, "the smallest machine word", "a.imp",
			"assert x != -9223372036854775808 or x - -9223372036854775808 == 1", "x=-9223372036854775808"),
		load(t, "constants that do not fit where they are not reached", "a.imp",
			"if x == 1 { y = x + (9223372036854775807 + 1) z = 99999999999999999999 } fail", ""),
		load(t, "the smallest machine word divided", "a.imp", "y = x / -1 y = x % -1 fail", "x=-9223372036854775808"),
		load(t, "signs", "a.imp", "y = --x - -(-3) - (-x) * -(-2) assert y == 0", "x=2"),
		load(t, "a deep expression", "a.imp", "assert "+deep+" == 5001", "x=2"),
		load(t, "a deep condition", "a.imp", "assert "+deepLogic, "x=5"),
		load(t, "a deep condition without a value", "a.imp", "assert "+deepLogic+" or x == 1", "x=0"),
		load(t, "deep blocks", "a.imp", nested, "x=4500"),
		load(t, "a long chain", "a.imp", chain, "x=2"),
		load(t, "empty blocks", "a.imp", "if x > 1 { } else { } while x > 1 { } if true { skip } fail", ""),
		load(t, "a hostile name", "*/ \"); 'x' # %s ??/ $(ls) é ☃ `.imp", "fail", ""),
		load(t, "large constants, no variables", "*big.Int.imp", "assert 99999999999999999999 < 1", ""),
		load(t, "no variables, in a branch", "a.imp", "if false { assert 99999999999999999999 / 2 < 1 }", ""),
		load(t, "comments", "a.imp", "(* */ \"\"\" *) # \\\n// */ \\\nfail # */ \"", ""),
		load(t, "names", "a.imp", names(), ""),
		load(t, "names, nested", "a.imp", names()+strings.ReplaceAll(nested, "x", "int"), "int=4000"),
		load(t, "names, unbound", "a.imp", "input main\n"+strings.ReplaceAll(names(), "fail",
			"if main > 3 { nil = 1 _ = nil } assert nil == 0"), ""),
	})
}

// names returns a program whose variables are called what languages call something else.
func names() string {
	var b strings.Builder
	for _, name := range strings.Fields(`
		_ __ ___ __debug__ __name__ __builtins__ __file__ __LINE__ __func__ _Bool NULL EOF INT64_MAX INT64_MIN INT64_C BUFSIZ RAND_MAX I
		main init int int64 int64_t size_t long char void nil fmt os big string error iota append len make new print println printf exit
		stdin stdout stderr linux unix i386 errno return break continue for func go var range select switch case default defer struct
		union type package import interface map chan goto const static extern typedef volatile register auto double float signed short
		def lambda class None True False is in del global nonlocal pass raise try except finally with yield as from async await match
		sys abs add subtract multiply divide modulo read fault violated too_large number assuming left part part1 part2 part80 v_main v__
		y0 y1 j1 exp index div rand select remove __init__ self quit setrecursionlimit mainIsSet x_is_set alignas thread_local nullptr
		inline restrict asm bool byte rune uint any real imag cap max min copy clear panic recover complex NAME DIVISION UNBOUND FLOORDIV`) {
		fmt.Fprintf(&b, "%s = %d + 1\nassert %s == %d / 1\n", name, b.Len(), name, b.Len()+1)
	}
	return b.String() + "fail\n"
}
