package proptest

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"vouch/internal/effort"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
)

// This file tries every property on programs of all languages: `make prop N=200000 SEED=1`, or `go test ./proptest
// -args -n 200000`.

var (
	cases  = flag.Int("n", effort.Of(1200), "cases of each property")
	seed   = flag.Int64("seed", 1, "seed of the cases")
	shrink = flag.Bool("shrink", true, "make counterexamples smaller")
	single = flag.String("property", "", "try only the property of this `name`")
	report = flag.String("junit", "", "also write the results to this `file`, as JUnit XML")
)

// tried are the results so far, by chapter.
var tried []Tried

func TestMain(m *testing.M) {
	flag.Parse()
	status := m.Run()
	if *report != "" {
		if err := writeJUnit(*report); err != nil {
			fmt.Fprintln(os.Stderr, err)
			status = 1
		}
	}
	os.Exit(status)
}

func writeJUnit(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := WriteJUnit(f, *seed, tried); err != nil {
		return err
	}
	return f.Close()
}

func TestSemantics(t *testing.T) { tryChapter(t, "Semantics") }

func TestStreams(t *testing.T) { tryChapter(t, "Streams") }

func TestCanonical(t *testing.T) { tryChapter(t, "Canonical") }

func TestSolvers(t *testing.T) { tryChapter(t, "Solvers") }

func TestCertificates(t *testing.T) { tryChapter(t, "Certificates") }

func TestKernel(t *testing.T) { tryChapter(t, "Kernel") }

func TestLowering(t *testing.T) { tryChapter(t, "Lowering") }

func TestLoweringOfC(t *testing.T) { tryChapter(t, "LoweringOfC") }

// TestChapters: every chapter has its test.
func TestChapters(t *testing.T) {
	names := map[string]bool{"Semantics": true, "Streams": true, "Canonical": true, "Solvers": true,
		"Certificates": true, "Kernel": true, "Lowering": true, "LoweringOfC": true}
	for _, c := range Chapters[core.State, coresym.State]() {
		if !names[c.Name] {
			t.Errorf("the chapter %s is not tried", c.Name)
		}
	}
}

// tryChapter tries the properties of a chapter on programs of all languages, and prints what was counted.
func tryChapter(t *testing.T, chapter string) {
	for _, c := range Chapters[core.State, coresym.State]() {
		if c.Name != chapter {
			continue
		}
		t.Logf("%d cases of each property, seed %d", *cases, *seed)
		ps := slices.DeleteFunc(c.Properties, func(p property) bool { return *single != "" && p.Name != *single })
		if len(ps) == 0 {
			return
		}
		rs := Run(t.Context(), ps, Programs(chapter), Options{Cases: *cases, Seed: *seed, Whole: !*shrink,
			Progress: progress(chapter)})
		tried = append(tried, Tried{c.Name, rs})
		for _, r := range rs {
			t.Run(r.Name, func(t *testing.T) {
				t.Logf("%s\n%s, in %s", r.Doc, r.Summary(), r.Elapsed.Round(time.Millisecond))
				if r.Failure != "" {
					t.Errorf("%s\n%s", r.Doc, r.Failure)
				}
			})
		}
	}
}

// progress returns a function that says now and then, in a long run, how far it is.
func progress(chapter string) func(done int) {
	began := time.Now()
	last := began
	return func(done int) {
		if time.Since(last) < 10*time.Second {
			return
		}
		last = time.Now()
		left := time.Duration(float64(time.Since(began)) * float64(*cases-done) / float64(done))
		fmt.Fprintf(os.Stderr, "%s: %d of %d cases, %s left\n", chapter, done, *cases, left.Round(time.Second))
	}
}
