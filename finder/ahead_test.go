package finder

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"vouch/certs"
	"vouch/internal/randimp"
	"vouch/semantics/term/termview"
)

// This file defines what is expected of helpers: that nobody can tell from a result that there were any.

// TestWorkers looks for bugs with one goroutine and with several, in the examples and in random programs.
func TestWorkers(t *testing.T) {
	programs := map[string][]byte{}
	files, err := filepath.Glob("../examples/*.imp")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		if programs[filepath.Base(name)], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 60 {
		programs[fmt.Sprint("random ", i)] = randimp.Source(random, randimp.Families[i%len(randimp.Families)])
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

// resultText returns what a search came to, its certificates included, as a text.
func resultText(t *testing.T, name string, source []byte, o Options) string {
	t.Helper()
	r, err := Find(t.Context(), program(t, name, string(source)), o)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %+v %+v %s\n", r.Verdict, r.Coverage, r.Layers, r.Unproved)
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
