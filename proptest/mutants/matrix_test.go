package mutants

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vouch/internal/effort"
)

// This file defines how mutants are tried, and the matrix of which property notices which mutant.

var (
	only  = flag.String("only", "", "try only the mutants with this `text` in their title, or one of TEXT|TEXT")
	every = flag.Bool("all", false,
		"try every property on every mutant, and print the matrix; else only the one that has to notice it")
)

// What is tried on each mutant: so many cases of properties, the same ones always. From 1,000 cases on properties would
// also fail because something is rare.
const (
	cases = "400" // of the property that has to notice
	few   = "40"  // of the others
	seed  = "1"
	// A program that takes seconds and comes to one of these loops, and that is noticed. The limit is of processor
	// time, so that it does not depend on what else runs; the watchdog is for one that sleeps.
	limit    = 2 * time.Minute
	watchdog = 30 * time.Minute
)

// Component is a part of vouch with the mistakes that are planted in it.
type Component struct {
	Name    string
	Chapter string // of properties, as a regular expression: only these use the component; "" if all may
	Mutants []Mutant
}

// Mutant is a mistake: in File, whose path starts at the root of the module, New stands instead of Old, which occurs
// there once, up to white space. Lemma is the property that has to notice it.
type Mutant struct {
	Title, File, Old, New, Lemma string
}

// components are all mutants, from the inside out.
var components = []Component{
	{"lowering", "Lowering$", lowering},
	{"the steps of IMP", "Lowering$", impSteps},
	{"the lowering of C", "LoweringOfC$", loweringOfC},
	{"the symbolic stepper", "", symbolicStepper},
	{"evaluation on terms", "", symbolicEvaluation},
	{"memory on terms", "", symbolicMemory},
	{"the concrete stepper", "", concreteStepper},
	{"evaluation", "", concreteEvaluation},
	{"memory", "", concreteMemory},
	{"terms", "", terms},
	{"search strategies", "Streams", strategies},
	{"the exploration", "", exploration},
	{"bounds", "(Streams|Solvers|Certificates)", alongPaths},
	{"the solver's links", "", solverLinks},
	{"merges and divided ranges", "Certificates", merges},
	{"searches that are spread", "Certificates", jobsBelieved},
	{"minimal witnesses", "Certificates", minimizing},
	{"certificates and their checker", "Certificates", certificates},
	{"proofs", "(Solvers|Certificates)", proofs},
	{"the kernel beside the checker", "Kernel", agreeing},
}

// TestTable establishes, before anything is built, that every mutant can be planted.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	see := func(mutants []Mutant) {
		for _, m := range mutants {
			if seen[m.Title] {
				t.Errorf("two mutants have the title %q", m.Title)
			}
			seen[m.Title] = true
			if _, err := m.plant(filepath.Join("../..", filepath.FromSlash(m.File))); err != nil {
				t.Errorf("%s: %s: %v", m.Title, m.File, err)
			}
		}
	}
	for _, c := range components {
		see(c.Mutants)
	}
	for _, p := range tested {
		see(p.Mutants)
	}
}

// dir is the folder for what is made.
var dir string

func TestMain(m *testing.M) {
	flag.Parse()
	if !slices.ContainsFunc(titles(), chosen) {
		fmt.Fprintf(os.Stderr, "-only: found %q, want a text in the title of a mutant\n", *only)
		os.Exit(2)
	}
	var err error
	if dir, err = os.MkdirTemp("", "mutants"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// titles returns the titles of all mutants.
func titles() (list []string) {
	for _, c := range components {
		for _, m := range c.Mutants {
			list = append(list, m.Title)
		}
	}
	for _, p := range tested {
		for _, m := range p.Mutants {
			list = append(list, m.Title)
		}
	}
	return list
}

func TestMatrix(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	h := &harness{ctx: t.Context(), root: root, dir: dir}
	planted := 0
	for _, c := range components {
		planted += len(c.Mutants)
	}
	built, err := h.plantAll("proptest", 0, planted)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(built.tried, true) { // -only names mutants that tests of packages notice
		return
	}
	count := few // the tests of the properties try more without any mutant
	if effort.All() {
		count = cases
	}
	names, failed, err := h.try(built.all, 0, "", "", count)
	if err != nil {
		t.Fatal(err)
	}
	if len(failed) > 0 {
		t.Fatalf("without any mutant these fail: %q", failed)
	}

	m := &matrix{names: names, killers: map[string][]string{}}
	rows := *every || *only != ""
	var mu sync.Mutex
	t.Run("mutants", func(t *testing.T) {
		i := 0
		for _, c := range components {
			for _, mutant := range c.Mutants {
				k := i
				if i++; !built.tried[k] {
					continue
				}
				t.Run(mutant.Title, func(t *testing.T) {
					t.Parallel()
					killers := h.kill(t, mutant, built.binary(k), k+1, c.Chapter, names, rows)
					mu.Lock()
					defer mu.Unlock()
					m.killers[mutant.Title] = killers
				})
			}
		}
	})
	t.Logf("%d binaries were built; %.0f s of processor time", h.made, h.used.Seconds())
	if t.Failed() || !*every || *only != "" {
		return
	}
	for _, name := range names {
		if !slices.ContainsFunc(m.all(), func(killers []string) bool { return slices.Contains(killers, name) }) {
			t.Errorf("%s notices no mutant", name)
		}
	}
	t.Log("\n" + m.String())
}

// chosen reports whether the mutant with a title is to be tried, for all that -only says.
func chosen(title string) bool {
	return slices.ContainsFunc(strings.Split(*only, "|"), func(part string) bool {
		return strings.Contains(title, part)
	})
}

// harness builds and runs the tests of mutated programs.
type harness struct {
	ctx  context.Context
	root string // of the module
	dir  string // for what is made
	mu   sync.Mutex
	made int
	used time.Duration // by the programs that were run, on the processor
}

// kill returns the properties that notice m, the mutant n of a binary: of all in a chapter, or it asks only the one
// that has to. It is an error if that is not among them.
func (h *harness) kill(t *testing.T, m Mutant, binary string, n int, chapter string, names []string,
	all bool) []string {
	if !slices.Contains(names, m.Lemma) {
		t.Fatalf("found the property %q in the table, want one of %q", m.Lemma, names)
	}
	began := time.Now()
	count := cases
	switch m.Lemma {
	case "memory", "forged merges": // of which few cases are about a use, and a case takes little
		count = "900"
	case "kernel runs": // of which few come to an instruction that is rare
		count = "600"
	case "lowering of C": // of which few are about a kind of fault
		count = "500"
	case "merges": // what a wrong merge leaves open, a search with fewer merges decides
		count = "800"
	case "divided ranges": // which few cases need
		count = "2400"
	}
	_, killers, err := h.try(binary, n, chapter, m.Lemma, count)
	if err != nil {
		t.Fatalf("%s: %v", m.File, err)
	}
	if all {
		tried, others, err := h.try(binary, n, chapter, "", few)
		if errors.Is(err, errBroken) { // and which property notices that, each has to say itself
			tried = names
			others, err = h.each(binary, n, chapter, names)
		}
		if err != nil {
			t.Fatalf("%s: %v", m.File, err)
		}
		if chapter == "" && !slices.Equal(tried, names) {
			t.Errorf("found only the properties %q, want %q", tried, names)
		}
		for _, name := range others {
			if !slices.Contains(killers, name) {
				killers = append(killers, name)
			}
		}
	}
	if !slices.Contains(killers, m.Lemma) {
		t.Errorf("%s: %s does not notice it; these do: %q", m.File, m.Lemma, killers)
	}
	t.Logf("%.1f s, noticed by %q", time.Since(began).Seconds(), killers)
	return killers
}

// errBroken says that the program which tries properties did not come to its end, and errNothing that it had none to
// try.
var (
	errBroken  = errors.New("the properties do not end, or end everything")
	errNothing = errors.New("the properties say nothing")
)

// each tries properties one by one, those of a chapter or all, and returns the names of those that fail, or do not end.
func (h *harness) each(binary string, n int, chapter string, names []string) (failed []string, err error) {
	for _, name := range names {
		_, killers, err := h.try(binary, n, chapter, name, few)
		if err != nil && !errors.Is(err, errNothing) { // which a property of another chapter says
			return nil, err
		}
		failed = append(failed, killers...)
	}
	return failed, nil
}

// try runs the property tests with the mutant n of a binary in force, those of a chapter, or all, or only one property,
// and returns the names of the properties tried, and of those that failed. Only one that breaks the program fails.
func (h *harness) try(binary string, n int, chapter, property, count string) (tried, failed []string, err error) {
	skip := "Shrinking|Failures|Workers|Interrupted|JUnit|Examples"
	if property == "" {
		skip += "|SecondOpinion" // which takes long
	}
	out, err := h.command(h.ctx, filepath.Join(h.root, "proptest"), n, binary,
		"-test.v", "-test.timeout", "0", "-test.run", "^Test"+chapter, "-test.skip", "^Test("+skip+")$",
		"-n", count, "-seed", seed, "-shrink=false", "-property", property)
	switch exit := (*exec.ExitError)(nil); {
	case err != nil && (h.ctx.Err() != nil || !errors.As(err, &exit)):
		return nil, nil, err
	case err != nil && exit.ExitCode() != 1 && property == "": // 1 is that tests fail
		return nil, nil, errBroken
	case err != nil && exit.ExitCode() != 1:
		return []string{property}, []string{property}, nil
	}
	for _, verdict := range verdicts.FindAllSubmatch(out, -1) {
		property := strings.ReplaceAll(string(verdict[2]), "_", " ")
		tried = append(tried, property)
		if string(verdict[1]) == "FAIL" {
			failed = append(failed, property)
		}
	}
	const opinion = "second opinion"
	if opinions.Match(out) && slices.Contains(tried, opinion) && !slices.Contains(failed, opinion) {
		failed = append(failed, opinion)
	}
	if len(tried) == 0 || err != nil && len(failed) == 0 {
		return nil, nil, fmt.Errorf("%w: %v\n%.4000s", errNothing, err, out)
	}
	return tried, failed, nil
}

// verdicts finds what a test binary says of the subtests that properties are.
var verdicts = regexp.MustCompile(`(?m)^    --- (PASS|FAIL): Test\w+/([^/\n]+) \(`)

// opinions finds that the property "second opinion" fails on more programs than it has cases.
var opinions = regexp.MustCompile(`(?m)^--- FAIL: TestSecondOpinion \(`)

// plant returns the text of a file with the mutant in it.
func (m *Mutant) plant(file string) ([]byte, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	at := m.places(string(text))
	if len(at) != 1 || m.Old == m.New {
		return nil, fmt.Errorf("found the old text %d times, want it once, and another new one\n%s", len(at), m.Old)
	}
	return slices.Concat(text[:at[0][0]], []byte(m.New), text[at[0][1]:]), nil
}

// places says where a text has the old text of a mutant, from where to where: a few of them. White space between words
// stands for any white space, so it does not matter where lines end.
func (m *Mutant) places(text string) [][]int {
	words := strings.Trim(m.Old, "\n\t")
	before, after, _ := strings.Cut(m.Old, words)
	inner := regexp.MustCompile(`\s+`).ReplaceAllString(regexp.QuoteMeta(words), `\s+`)
	return regexp.MustCompile(before+inner+after).FindAllStringIndex(text, 3)
}

// command runs a program on one processor, because as many of them run at a time as there are processors, with the
// mutant n in force. Tests try all that they can: most notice the mutant soon. At its limit, the system ends a program
// with a signal.
func (h *harness) command(ctx context.Context, dir string, n int, name string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, watchdog)
	defer cancel()
	limited := fmt.Sprintf(`ulimit -t %d && exec "$0" "$@"`, int(limit.Seconds()))
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", limited, name}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", fmt.Sprintf("%s=%d", variable, n), effort.Variable+"=1")
	out, err := cmd.CombinedOutput()
	h.mu.Lock()
	defer h.mu.Unlock()
	if p := cmd.ProcessState; p != nil {
		h.used += p.UserTime() + p.SystemTime()
	}
	return out, err
}

// matrix says which properties notice which mutants.
type matrix struct {
	names   []string            // of the properties
	killers map[string][]string // by the mutant's title
}

func (m *matrix) all() [][]string {
	var all [][]string
	for _, c := range components {
		for _, mutant := range c.Mutants {
			all = append(all, m.killers[mutant.Title])
		}
	}
	return all
}

// letters stand for the properties in the columns of the matrix.
const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// String returns the matrix as it is written down: first what each property notices, then what each mutant is noticed
// by.
func (m *matrix) String() string {
	var b strings.Builder
	all, width := m.all(), titleWidth()
	fmt.Fprintf(&b, "%d mutants, %d properties; %s cases of the one that has to notice, %s of the others, seed %s.\n\n",
		len(all), len(m.names), cases, few, seed)
	b.WriteString("Of each property: its letter below, how many mutants it notices, and how many no other one does.\n\n")
	for i, name := range m.names {
		noticed, alone := 0, 0
		for _, killers := range all {
			if slices.Contains(killers, name) {
				noticed++
				if len(killers) == 1 {
					alone++
				}
			}
		}
		fmt.Fprintf(&b, "%c  %-*s %3d %3d\n", letters[i], width, name, noticed, alone)
	}
	b.WriteString("\nOf each mutant: how many properties notice it, which ones, and which one has to.\n")
	for _, c := range components {
		fmt.Fprintf(&b, "\n%s\n\n", c.Name)
		for _, mutant := range c.Mutants {
			b.WriteString(m.row(mutant) + "\n")
		}
	}
	return b.String()
}

// row returns the line of the matrix for a mutant.
func (m *matrix) row(mutant Mutant) string {
	killers := m.killers[mutant.Title]
	columns := []byte(strings.Repeat(".", len(m.names)))
	for i, name := range m.names {
		if slices.Contains(killers, name) {
			columns[i] = letters[i]
		}
	}
	return fmt.Sprintf("%-*s %3d  %s  %s", titleWidth()+3, mutant.Title, len(killers), columns, mutant.Lemma)
}

// titleWidth is the length of the longest title.
func titleWidth() int {
	width := 0
	for _, c := range components {
		for _, mutant := range c.Mutants {
			width = max(width, len(mutant.Title))
		}
	}
	return width
}
