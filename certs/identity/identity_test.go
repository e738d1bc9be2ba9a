package identity_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/certs/identity"
	"vouch/finder"
)

// This file tests which edits of a program leave the identity of a bug as it is, and which make it another one.

var update = flag.Bool("update", false, "rewrite golden files")

// find returns the certificates of the faults of a program, in the order in which they are found.
func find(t testing.TB, name, source string, all bool) []*certs.Bug {
	t.Helper()
	r, err := finder.Find(context.Background(), name, []byte(source), finder.Options{
		All: all, Limits: finder.Limits{States: 20_000},
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	var bugs []*certs.Bug
	for _, f := range r.Certain() {
		bugs = append(bugs, f.Bug)
	}
	return bugs
}

func skeleton(t testing.TB, c certs.Certificate) string {
	t.Helper()
	text, err := identity.Skeleton(c)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func urn(t testing.TB, c certs.Certificate) string {
	t.Helper()
	name, err := identity.Of(c)
	if err != nil {
		t.Fatal(err)
	}
	return name
}

func TestExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.imp")
	if err != nil || len(files) == 0 {
		t.Fatalf("found no examples (%v)", err)
	}
	var b strings.Builder
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(string(source), "# want:") {
			continue // no bug
		}
		for _, c := range find(t, file, string(source), false) {
			urn, err := identity.Of(c)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "%s\n%s\n%s\n", filepath.Base(file), urn, skeleton(t, c))
		}
	}
	golden(t, "testdata/examples.golden", b.String())
}

// golden compares a text with the one in a file.
func golden(t *testing.T, file, text string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || text != string(want) {
		t.Errorf("%s: found\n%s\nwant (%v)\n%s\nrun make golden if that is meant: it makes other bugs of those that people know", file, text, err, want)
	}
}
