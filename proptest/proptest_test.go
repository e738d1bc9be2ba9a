package proptest

import (
	"flag"
	"testing"

	"vouch/semantics/imp"
	"vouch/semantics/imp/impsym"
)

// This file tries every property on IMP: `make prop N=200000 SEED=1`, or `go test ./proptest -args -n 200000`.

var (
	cases = flag.Int("n", 1200, "cases of each property")
	seed  = flag.Int64("seed", 1, "seed of the cases")
)

func TestSemantics(t *testing.T) { try(t, Semantics[imp.State, impsym.State]()) }

func TestStreams(t *testing.T) { try(t, Streams[imp.State, impsym.State]()) }

func TestCanonical(t *testing.T) { try(t, Canonical[imp.State, impsym.State]()) }

func TestCertificates(t *testing.T) { try(t, Certificates[imp.State, impsym.State]()) }

// try tries properties on IMP, and prints what was counted.
func try(t *testing.T, ps []Property[imp.State, impsym.State]) {
	for _, p := range ps {
		t.Run(p.Name, func(t *testing.T) {
			r := Try(p, IMP, *cases, *seed)
			t.Logf("%s\n%s", p.Doc, r.Summary())
			if r.Failure != "" {
				t.Errorf("%s\n%s", p.Doc, r.Failure)
			}
		})
	}
}
