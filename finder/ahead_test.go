package finder

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"vouch/certs"
	"vouch/finder/search"
	"vouch/internal/randcore"
	"vouch/internal/randimp"
	"vouch/semantics/term/termview"
)

// This file defines what is expected of helpers: that nobody can tell from a result that there were any.

// TestWorkers looks for bugs with one goroutine and with several, in the examples and in random programs.
func TestWorkers(t *testing.T) {
	programs := map[string][]byte{}
	for _, name := range examples(t) {
		var err error
		if programs[filepath.Base(name)], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 60 {
		programs[fmt.Sprint("random ", i)] = randimp.Source(random, randimp.Families[i%len(randimp.Families)])
	}
	for i, f := range slices.Concat(randcore.Families, randcore.Families) {
		programs[fmt.Sprint("random ", i, ".core")] = randcore.Program(random, f).Text()
	}
	for name, source := range programs {
		for _, pruning := range Prunings {
			o := Options{Pruning: pruning, All: true, Prove: true, Limits: Limits{States: 1500}}
			want := resultText(t, name, source, o)
			for _, workers := range []int{2, 3} {
				o.Workers = workers
				if got := resultText(t, name, source, o); got != want {
					t.Errorf("%s, %s, %d workers: found\n%s\nwant, as with one,\n%s", name, pruning, workers, got, want)
				}
			}
		}
	}
}

// TestWorkersDive: the order of a mixed search, which goes by what answers cost, does not depend on the number of
// goroutines either.
func TestWorkersDive(t *testing.T) {
	source := "n = 0\n"
	for i := range 10 {
		source += fmt.Sprintf("input x%d\nassume 0 <= x%d <= 9\nif (3 * x%d + x%d + 5 * n) %% 7 < 3 { n = n + x%d } else { skip }\n",
			i, i, i, max(i-1, 0), i)
	}
	source += "assert n != 555\n"
	o := Options{Strategy: "mixed", All: true, Limits: Limits{States: 1100}, Pruning: Eager}
	want := resultText(t, "dive.imp", []byte(source), o)
	r, err := Find(t.Context(), program(t, "dive.imp", source), o)
	if err != nil || r.Coverage.Frontier <= search.Crowd {
		t.Fatalf("%d states wait (%v), want more than %d: no dive was tried", r.Coverage.Frontier, err, search.Crowd)
	}
	for _, workers := range []int{2, 3} {
		o.Workers = workers
		if got := resultText(t, "dive.imp", []byte(source), o); got != want {
			t.Errorf("%d workers: found\n%s\nwant, as with one,\n%s", workers, got, want)
		}
	}
}

// examples returns the names of the files of the examples, in all languages.
func examples(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"../examples/*.imp", "../examples/language/*.peb"} {
		more, err := filepath.Glob(pattern)
		if err != nil || len(more) == 0 {
			t.Fatalf("found no examples %s (%v)", pattern, err)
		}
		files = append(files, more...)
	}
	return files
}

// resultText returns what a search came to, its certificates included, as a text.
func resultText(t *testing.T, name string, source []byte, o Options) string {
	t.Helper()
	r, err := Find(t.Context(), program(t, name, string(source)), o)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %+v %+v %s\n", r.Verdict, r.Coverage, r.Layers, openIn(r))
	if r.Fuzz != nil {
		fmt.Fprintf(&b, "%+v %q\n", *r.Fuzz, r.Kept)
	}
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "%v %v %s %s\n", f.Fault, f.Inputs, termview.Full(f.Path), f.Reason)
		if f.Certain() {
			fmt.Fprintf(&b, "%x\n", sha256.Sum256(certs.Encode(f.Bug)))
		}
	}
	if r.Absence != nil {
		fmt.Fprintf(&b, "%x\n", sha256.Sum256(certs.Encode(r.Absence)))
	}
	return b.String()
}
