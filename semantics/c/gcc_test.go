package c

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"vouch/internal/effort"
	"vouch/internal/randc"
	"vouch/semantics"
	"vouch/semantics/core"
)

// This file compares the lowering of expressions with gcc: random expressions have the same values, and where gcc's
// sanitizer finds undefined behaviour, there is a fault of the same kind, and nowhere else.

var (
	expressions = flag.Int("n", effort.Of(400), "how many random expressions TestExpressions compares")
	seed        = flag.Uint64("seed", 1, "the seed of the first of them")
)

// native is the main function of the program that gcc compiles: each function runs in a process of its own, because
// some end it.
const native = `
#ifdef NATIVE
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
#define main unused
#define K(x) ({ __auto_type k = (x); k; })
#endif
`

// reports has for each message of the sanitizer the kinds of faults that it stands for, in the order in which they are
// looked for.
var reports = []struct {
	message string
	kinds   []semantics.Kind
}{
	{"signed integer overflow", []semantics.Kind{semantics.Overflow}},
	{"negation of", []semantics.Kind{semantics.Overflow}},
	{"by -1 cannot be represented", []semantics.Kind{semantics.Overflow}},
	{"division by zero", []semantics.Kind{semantics.DivisionByZero}},
	{"shift exponent", []semantics.Kind{semantics.ShiftOutOfRange}},
	{"left shift of negative", []semantics.Kind{semantics.ShiftOutOfRange}},
	{"left shift of", []semantics.Kind{semantics.Overflow}},
	{"outside the range of representable values", []semantics.Kind{semantics.InvalidConversion}},
	{"out of bounds", []semantics.Kind{semantics.OutOfBoundsRead, semantics.OutOfBoundsWrite,
		semantics.PointerArithmetic}},
	{"load of value", nil},
	{"insufficient space", []semantics.Kind{semantics.OutOfBoundsRead, semantics.OutOfBoundsWrite}},
}

// compiled is what gcc says of a program.
type compiled struct {
	values map[int]string           // of each function: what it prints
	ended  map[int]bool             // of those that ended the process: it did not come to all faults
	faults map[int][]semantics.Kind // of those that have undefined behaviour: its kinds
}

// compile runs the functions of a program that gcc has compiled.
func compile(t *testing.T, p *randc.Program) compiled {
	t.Helper()
	dir := t.TempDir()
	var text strings.Builder
	text.WriteString(native + "#line 1 \"r.c\"\n" + p.Text + "#undef main\nint main(void) {\nint status;\n")
	for i, f := range p.Functions {
		fmt.Fprintf(&text, "fflush(stdout); fprintf(stderr, \"@%d\\n\"); if (fork() == 0) { %s(); return 0; } wait(&status); if (status) fprintf(stderr, \"!\\n\");\n",
			i, f)
	}
	text.WriteString("return 0; }\n")
	file := filepath.Join(dir, "r.c")
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "r")
	gcc := exec.Command("gcc", "-std=gnu11", "-w", "-O0", "-DNATIVE", "-fsanitize=undefined,float-cast-overflow", "-o",
		program, file)
	if out, err := gcc.CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%.2000s", err, out)
	}
	run := exec.Command(program)
	var stdout, stderr bytes.Buffer
	run.Stdout, run.Stderr = &stdout, &stderr
	if err := run.Run(); err != nil {
		t.Fatal(err)
	}
	c := compiled{values: valuesOf(stdout.String()), ended: map[int]bool{}, faults: map[int][]semantics.Kind{}}
	i := -1
	for lines := bufio.NewScanner(&stderr); lines.Scan(); {
		line := lines.Text()
		if n, ok := strings.CutPrefix(line, "@"); ok {
			i, _ = strconv.Atoi(n)
			continue
		}
		if line == "!" {
			c.ended[i] = true
		}
		if !strings.Contains(line, "runtime error:") {
			continue // what it says of the memory around
		}
		for _, r := range reports {
			if strings.Contains(line, r.message) {
				c.faults[i] = append(c.faults[i], r.kinds...)
				line = ""
			}
		}
		if line != "" {
			t.Fatalf("the sanitizer says %q, which stands for no kind of fault", line)
		}
	}
	return c
}

// valuesOf returns what each function printed, from lines that begin with its number.
func valuesOf(out string) map[int]string {
	values := map[int]string{}
	for _, line := range strings.Split(out, "\n") {
		if n, value, ok := strings.Cut(line, " "); ok {
			i, _ := strconv.Atoi(n)
			values[i] += value + " "
		}
	}
	return values
}

// lowered runs the functions of a program that Lower made, each from its own entry.
type lowered struct {
	p     *core.Program
	entry map[string]int
}

func lower(t *testing.T, p *randc.Program) lowered {
	t.Helper()
	defines := make([]string, len(p.Functions))
	for i, f := range p.Functions {
		defines[i] = "CALL_" + f
	}
	l := lowered{entry: map[string]int{}}
	var err error
	if l.p, _, err = Lower(nil, []Source{{Name: "r.c", Text: []byte("#define K(x) (x)\n#line 1\n" + p.Text)}},
		map[string]string{"define": List(defines...)}); err != nil {
		t.Fatal(err)
	}
	if err := l.p.Check(); err != nil {
		t.Fatal(err)
	}
	for i, f := range l.p.Funcs {
		l.entry[f.Name] = i
	}
	return l
}

// run returns what a function prints, and the fault or what else ended it.
func (l lowered) run(name string) (value string, out semantics.Outcome) {
	p := *l.p
	p.Entry = l.entry[name]
	m := &core.Machine{Program: &p}
	s, out := semantics.Run[core.State](m, m.Start(), 10_000_000, nil)
	var b []byte
	for w := s.Output(); w != nil; w = w.Before {
		b = append(slices.Clone(w.Bytes), b...)
	}
	for _, v := range valuesOf(string(b)) {
		value = v
	}
	return value, out
}

func TestExpressions(t *testing.T) {
	const most = 1000 // in one program
	for first, n := *seed, *expressions; n > 0; first, n = first+1, n-most {
		p := randc.Expressions(first, min(n, most))
		c, l := compile(t, p), lower(t, p)
		wrong := 0
		for i, f := range p.Functions {
			got, out := l.run(f)
			what := ""
			switch kinds := c.faults[i]; {
			case out.Blocked != "" || !out.Done && out.Fault == nil:
				what = fmt.Sprintf("found that it does not end: %s", out.Blocked)
			case len(kinds) > 0 && out.Fault == nil:
				what = fmt.Sprintf("found no fault, want one of %v", kinds)
			case c.ended[i] && out.Fault != nil:
			case len(kinds) > 0 && (!slices.Contains(kinds, out.Fault.Kind) || int(out.Fault.Line) != p.Lines[i]):
				what = fmt.Sprintf("found %v, want one of %v", out.Fault, kinds)
			case len(kinds) == 0 && out.Fault != nil:
				what = fmt.Sprintf("found %v, want no fault", out.Fault)
			case len(kinds) == 0 && got != c.values[i]:
				what = fmt.Sprintf("found the values %s, want %s", got, c.values[i])
			}
			if what != "" {
				t.Errorf("seed %d: %s\n%s", first, what, strings.Split(p.Text, "\n")[p.Lines[i]-1])
				if wrong++; wrong == 10 {
					t.FailNow()
				}
			}
		}
		t.Logf("seed %d: %d expressions, of which %d have undefined behaviour", first, len(p.Functions), len(c.faults))
	}
}
