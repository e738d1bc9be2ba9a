package mutants

import (
	"errors"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"vouch/internal/effort"
)

// This file defines the mutants that are tried by tests of one package, and how.

// tested are packages with the mutants that their own tests notice. Of these mutants Lemma is the test that has to.
var tested = []struct {
	Folder  string
	Mutants []Mutant
	Args    []string // of its tests
}{
	{"semantics/c", slices.Concat(cMutants, bitFieldsInC), []string{"-n", cExpressions}},
	{"finder", slices.Concat(agreementRules,
		transfers, hardness, fuzzing, inductionRules, anySizeRules, productRules, paceRules, phaseRules,
		askedRules, firstRules, spreadRules,
		patient, keeping, besideEachOther, lasting, legs),
		nil},
	{"finder/invariant", guessRules, nil},
	{"finder/horn", hornRules, nil},
	{"finder/solver", order, nil},
	{"finder/solver/lia", inPieces, nil},
	{"finder/solver/bits", slices.Concat(goesOn, remembered), nil},
	{"finder/solver/sat", supposing, nil},
	{"checker", slices.Concat(rules, judged, judging, mergeRules, landmarkRules, invariantRules, summaryRules,
		contractRules,
		endlessRules, turnRules, hangRules, rangesOnTerms, floatsOnTerms, choosing, wildOnTerms, bitFieldsInChecker,
		decisions, besideTheWalk), nil},
	{"cmd/internal/scan", scanRules, nil},
	{"cmd/internal/loops", annotationRules, nil},
	{"cmd/internal/find", slices.Concat(keptRules, openRules), nil},
	{"cmd/internal/cluster", clusterRules, nil},
	{"finder/bounds", boundsKept, nil},
	{"semantics/term", slices.Concat(extremes, remainders, laws, predicates, intervals, floatOperations), nil},
	{"semantics/core/coresym", slices.Concat(ranges, floats, wild, together, bitFieldsOnTerms, lostPointers,
		initialBytes, inOrder, comparing, leaps), nil},
	{"semantics/core", comparedRules, nil},
	{"internal/bigcore", bitFields, nil},
	{"kernel", kernelRules, nil},
}

// always are the packages in which some mutants are planted even where tests do not try all that they can: to build the
// tests of a package takes longer than to run them, so it is those whose mistakes nothing else would notice.
var always = []string{"checker", "semantics/term", "kernel"}

// cExpressions is how many random expressions are tried on a mutant.
const cExpressions = "1200"

// failures finds the tests that failed in what a test binary says.
var failures = regexp.MustCompile(`(?m)^--- FAIL: (Test\w+) \(`)

// TestPackages plants the mutants that the tests of packages notice.
func TestPackages(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	h := &harness{ctx: t.Context(), root: root, dir: dir}
	last := len(tables())
	for _, p := range slices.Backward(tested) {
		from, to := last-len(p.Mutants), last
		last = from
		if !slices.Contains(always, p.Folder) && !effort.All() && !*every && *only == "" {
			continue
		}
		t.Run(p.Folder, func(t *testing.T) {
			t.Parallel()
			built, err := h.plantAll(p.Folder, from, to)
			if err != nil {
				t.Fatal(err)
			}
			for i, m := range p.Mutants {
				if !built.tried[i] {
					continue
				}
				t.Run(m.Title, func(t *testing.T) {
					t.Parallel()
					began := time.Now()
					failed, err := h.tryTest(built.binary(i), from+i+1, p.Folder, m.Lemma, p.Args)
					if err != nil {
						t.Fatal(err)
					}
					if !slices.Contains(failed, m.Lemma) {
						t.Errorf("%s: %s does not notice it; these do: %q", m.File, m.Lemma, failed)
					}
					t.Logf("%.1f s", time.Since(began).Seconds())
				})
			}
		})
	}
}

// tryTest runs a test of a package with the mutant n of a binary in force, and returns the tests that failed.
func (h *harness) tryTest(binary string, n int, folder, test string, args []string) (failed []string, err error) {
	args = append([]string{"-test.timeout", "0", "-test.failfast", "-test.run", "^" + test + "$"}, args...)
	out, err := h.command(h.ctx, filepath.Join(h.root, filepath.FromSlash(folder)), n, binary, args...)
	exit := (*exec.ExitError)(nil)
	if err != nil && (h.ctx.Err() != nil || !errors.As(err, &exit)) {
		return nil, err
	}
	for _, found := range failures.FindAllSubmatch(out, -1) {
		failed = append(failed, string(found[1]))
	}
	if err != nil && len(failed) == 0 && (exit.ExitCode() != 1 || strings.Contains(string(out), "panic: ")) {
		failed = append(failed, test) // a mistake that breaks what is tested, or does not end, is noticed
	}
	return failed, nil
}
