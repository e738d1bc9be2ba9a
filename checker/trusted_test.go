package checker

import (
	"bytes"
	"flag"
	"os"
	"slices"
	"testing"

	"vouch/internal/trusted"
)

// This file fixes the trusted base: whoever makes it larger has to say so.

var update = flag.Bool("update", false, "rewrite golden files")

func TestTrustedBase(t *testing.T) {
	const golden = "testdata/trusted.golden"
	found, err := trusted.Report("..")
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(golden, []byte(found), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if found != string(want) {
		t.Errorf("the trusted base has changed; run make golden and review the difference\nfound\n%s\nwant\n%s", found,
			want)
	}
}

// TestAudit: the table for auditors says what the code is.
func TestAudit(t *testing.T) {
	const page, begin, end = "../docs/how-it-works.md", "<!-- from make trusted -->\n\n", "\n<!-- end -->"
	table, err := trusted.Audit("..")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begun := bytes.Cut(text, []byte(begin))
	found, after, ended := bytes.Cut(rest, []byte(end))
	if !begun || !ended {
		t.Fatalf("found no table in %s, want one between %q and %q", page, begin, end)
	}
	if *update {
		if err := os.WriteFile(page, slices.Concat(before, []byte(begin), []byte(table), []byte(end), after),
			0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(found) != table {
		t.Errorf("%s says\n%s\nwant\n%s\nrun make golden", page, found, table)
	}
}
