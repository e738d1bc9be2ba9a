package main

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// This file defines what is measured: families of programs with a size, and the programs in examples/.

// family is a kind of program that grows with a size.
type family struct {
	name  string
	size  string // what the size counts
	sizes []int
	want  string   // the verdict of find
	more  []string // commands that are measured beside find and check
	make  func(size int) string
}

// growing are families whose growth is of interest.
var growing = []family{
	{deep, "rounds of a loop before a failure", []int{100, 1_000, 10_000, 30_000, 100_000, 300_000, 1_000_000}, "bug",
		[]string{run}, func(n int) string {
			return fmt.Sprintf("x = 0\nwhile x < %d {\n  x = x + 1\n}\nfail\n", n)
		}},
	{"deep-assert", "rounds of a loop with an assertion, before it fails",
		[]int{100, 1_000, 10_000, 30_000, 100_000, 300_000, 1_000_000}, "bug", []string{run}, deepAssert},
	{unknownStart, "rounds of a loop before a failure, counted from 0 or from 1",
		[]int{100, 1_000, 10_000, 30_000, 100_000}, "bug", []string{run}, func(n int) string {
			return fmt.Sprintf("input s\nassume 0 <= s <= 1\nx = s\nwhile x < %d {\n  x = x + 1\n}\nfail\n", n)
		}},
	{width, "paths: a branch for each input", []int{1 << 4, 1 << 7, 1 << 10, 1 << 12, 1 << 14, widest}, "safe",
		[]string{findJobs}, branches},
	{"variables", "inputs, added up on one path", []int{10, 30, 100, 300, 1_000, 2_000}, "safe", nil,
		func(n int) string {
			return inputs(n) + each(n, "assume x%[1]d >= 0\n") + "s = 0\n" + each(n, "s = s + x%[1]d\n") +
				"assert s >= 0\n"
		}},
	{boundedLoop, "rounds of a loop, at most", []int{10, 100, 1_000, 3_000, 10_000, 30_000}, "safe", nil,
		func(n int) string {
			return fmt.Sprintf("input k\nassume 0 <= k <= %d\ni = 0\nwhile i < k {\n  i = i + 1\n  assert i <= %[1]d\n}\n",
				n)
		}},
	{"turning", "states of a loop that never ends, from each of two inputs", []int{10, 30, 100, 300}, "safe", nil,
		func(n int) string {
			return fmt.Sprintf("input a\nassume 0 <= a <= 1\nx = a\nwhile true {\n  if x < %d {\n    x = x + 1\n  } else {\n    x = 0\n  }\n  assert x >= 0\n}\n",
				n)
		}},
	{"counters", "variables that a loop without a bound counts side by side", []int{1, 2, 4, 6, 8, 10}, "safe", nil,
		func(n int) string {
			return "input n\nassume n >= 0\ni = 0\n" + each(n, "x%[1]d = 0\n") + "while i < n {\n  i = i + 1\n" +
				each(n, "  x%[1]d = x%[1]d + %[1]d\n") + "}\n" + each(n, "assert x%[1]d == %[1]d * n\n")
		}},
	{"loops", "loops without a bound, one after the other", []int{1, 2, 4, 8, 16, 32}, "safe", nil, func(n int) string {
		return "input n\nassume n >= 0\n" + each(n, "x%[1]d = 0\nwhile x%[1]d < n {\n  x%[1]d = x%[1]d + 1\n}\n") +
			each(n, "assert x%[1]d == n\n")
	}},
	{"loops-inside", "loops without a bound, one inside the other", []int{1, 2, 3, 4, 5}, "safe", nil,
		func(n int) string {
			text := "s = s + 1\n"
			for i := n; i > 0; i-- {
				text = fmt.Sprintf("x%[1]d = 0\nwhile x%[1]d < n {\n%sx%[1]d = x%[1]d + 1\n}\n", i, text)
			}
			return "input n\nassume n >= 0\ns = 0\n" + text + "assert s >= 0 and x1 == n\n"
		}},
	{gcd, "largest value of the two inputs", []int{5, 10, 20, 50, 100, 200}, "safe", []string{findJobs},
		func(n int) string {
			return fmt.Sprintf("input a, b\nassume 0 < a <= %d and 0 < b <= %[1]d\n", n) + gcdLoop
		}},
	{systems, "branches on sums of eight inputs, with arbitrary coefficients", []int{2, 4, 6, 8, mostSums, 10, 12},
		"safe", []string{findJobs}, sums},
	{"disjunctions", "gaps in the values of an input, each assumed and asserted", []int{5, 10, 20, 40, 80, 160, 320},
		"safe", nil, func(n int) string {
			return inputs(1) + each(n, "assume x1 <= 10 * %[1]d or x1 >= 10 * %[1]d + 10\n") +
				each(n, "assert x1 != 10 * %[1]d + 5\n")
		}},
	{cases, "cases that a proof tells apart: two values for each input",
		[]int{1 << 2, 1 << 4, 1 << 6, 1 << 8, 1 << 10, 1 << 12, 1 << 13}, "safe", nil, func(ways int) string {
			n := bits.Len(uint(ways)) - 1
			return inputs(n) + each(n, "assume x%[1]d == 0 or x%[1]d == 3\n") + "s = 0\n" +
				each(n, "s = s + x%[1]d\n") +
				"assert s != 1\n"
		}},
	{"division", "decimal digits of an input, taken apart by / and %", []int{3, 6, 10, 20, 30, 40}, "safe", nil,
		func(n int) string {
			return inputs(1) + fmt.Sprintf("assume 0 <= x1 < 1%s\n", strings.Repeat("0", n)) +
				fmt.Sprintf("s = 0\nwhile x1 > 0 {\n  s = s + x1 %% 10\n  x1 = x1 / 10\n}\nassert s <= %d\n", 9*n)
		}},
}

// gcdLoop computes the greatest common divisor of a and b, which must be positive.
const gcdLoop = "while a != b {\n  before = a + b\n  if a > b {\n    a = a - b\n  } else {\n    b = b - a\n  }\n  assert a + b < before\n}\n"

// deepAssert is a program whose assertion fails in round n.
func deepAssert(n int) string {
	return fmt.Sprintf("x = 0\nwhile true {\n  x = x + 1\n  assert x < %d\n}\n", n)
}

// branches is a program with so many paths, a power of 2.
func branches(paths int) string {
	n := bits.Len(uint(paths)) - 1
	return inputs(n) + "c = 0\n" + each(n, "if x%[1]d > 0 {\n  c = c + 1\n}\n") + fmt.Sprintf("assert c <= %d\n", n)
}

// extras measures what no family shows: the memory of a frontier, and an exploration that goes on until its time is
// over.
func (l *lab) extras(ctx context.Context) error {
	if _, ok := l.row(width, widest, find); ok {
		s := subject{family: frontier, size: widest, want: "unknown"}
		if err := l.write(&s, branches(widest)); err != nil {
			return err
		}
		// No paths are merged, so there are more than two states for each. Before that the frontier still grows, so
		// that what the last collection of garbage leaves is the frontier's. It comes soon before the end.
		command := fmt.Sprintf("find --merge never --no-certificate --timeout 1m --max-states %d", 2*widest)
		if _, err := l.find(ctx, s, command, "GOGC=10", gctrace); err != nil {
			return err
		}
	}
	s := subject{family: endless, want: "unknown"}
	if err := l.write(&s, "assume a > 0 and b > 0\n"+gcdLoop); err != nil {
		return err
	}
	defer func(runs int) { l.runs = runs }(l.runs)
	l.runs = 1
	for _, budget := range l.budgets() {
		s.size = int(budget.Seconds())
		if _, err := l.find(ctx, s, endlessFind(budget), fmt.Sprintf("GOMEMLIMIT=%d", memory()/2)); err != nil {
			return err
		}
	}
	return nil
}

// sums is a program with n branches, on sums of its inputs that have nothing in common: only a solver knows which paths
// there are.
func sums(n int) string {
	random := rand.New(rand.NewPCG(1, 1))
	const vars = 8
	var b strings.Builder
	b.WriteString(inputs(vars) + each(vars, "assume -100 <= x%[1]d <= 100\n") + "c = 0\n")
	for range n {
		sum := strings.TrimSuffix(each(vars, "%%d * x%d + "), " + ")
		terms := make([]any, vars)
		for i := range terms {
			terms[i] = random.IntN(19) - 9
		}
		fmt.Fprintf(&b, "if "+sum+" > %d {\n  c = c + 1\n}\n", append(terms, random.IntN(201)-100)...)
	}
	fmt.Fprintf(&b, "assert c <= %d\n", n)
	return b.String()
}

// inputs declares the inputs x1 to xn.
func inputs(n int) string {
	return "input " + strings.TrimSuffix(each(n, "x%d, "), ", ") + "\n"
}

// each returns the text of a format for each number from 1 to n.
func each(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i+1)
	}
	return b.String()
}

// start measures the start of the processes, with nothing to do and with a program that does nothing.
func (l *lab) start(ctx context.Context) error {
	for _, name := range []string{vouch, vouchCheck} {
		if _, _, err := l.measure(ctx, row{family: start, command: name + " --version"}, nil, name, "--version"); err !=
			nil {
			return err
		}
	}
	s := subject{family: start, want: "safe"}
	if err := l.write(&s, "skip\n"); err != nil {
		return err
	}
	return l.commands(ctx, s, find, run)
}

// exampleStates bounds the exploration of examples that have infinitely many paths.
const exampleStates = 100_000

var wanted = regexp.MustCompile(`# want: (\w+)`)

// examples measures the programs in examples/, which say themselves what verdict is right.
func (l *lab) examples(ctx context.Context) error {
	files, err := filepath.Glob("examples/*.imp")
	if err != nil || len(files) == 0 {
		return fmt.Errorf("found no examples/*.imp, want the root of the module as the current folder (%v)", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		want := wanted.FindSubmatch(src)
		if want == nil {
			return fmt.Errorf("%s: found no verdict, want a comment # want: ...", file)
		}
		s := subject{family: file, file: file, want: string(want[1])}
		command := find
		if s.want == "unknown" {
			command = fmt.Sprintf("find --max-states %d", exampleStates)
		}
		if err := l.commands(ctx, s, command); err != nil {
			return err
		}
	}
	return nil
}
