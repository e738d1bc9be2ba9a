package finder

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vouch/finder/solver"
)

// This file tests searches that are resumed from a journal: from a good one nothing changes, and one that was changed,
// with checksums that are right, never leads to a wrong verdict.

// journaled finds with the journal in a file.
func journaled(t *testing.T, file, source string, o Options) (*Result, error) {
	t.Helper()
	j, err := OpenJournal(file, "a test")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	}()
	o.Journal, o.All = j, true
	r, err := Find(t.Context(), program(t, "t.imp", source), o)
	if err != nil {
		t.Fatal(err)
	}
	return r, nil
}

var journalPrograms = []struct{ title, source string }{
	{"a bug", "input a, b, c if 3 * a - 5 * b > c { x = 1 } else { x = 2 } if a + b + c = 100 and x = 1 { fail }"},
	{"safe", "input a, b assume 0 <= a + 2 * b <= 90 s = a + b d = a - b if s > 3 * d and 2 * s < d { x = 0 } if 7 * a > 5 * b { assert 12 * a >= 5 * s }"},
	{"contradictory assumptions", "input a, b assume a + b > 2 and 2 * a + 2 * b < 4 fail"},
	{"assumptions of sums", "input a, b assume a + b > 2 and a - b < 4 if a + 3 * b = 7 { fail }"},
	{"products", "input x, y assume x * y = 6 and x + y = 7 if x > y { assert x = 6 } else { assert x * x = 2 }"},
	{"a fault that only z3 refutes", "input x assert x * x != 2"},
	{"a loop", "input n, m assume 0 <= n + m <= 6 and 0 <= n - m <= 4 i = 0 while i < n { i = i + 1 if i + m = 9 { fail } }"},
	{"a division", "input a, b if a + b > 3 and a - b < 2 { x = 7 / (a + 2 * b - 5) }"},
}

// TestJournalChanged changes each record of a journal in turn, and all that say the same at once.
func TestJournalChanged(t *testing.T) {
	for _, limit := range []int{0, 2} {
		for _, c := range journalPrograms {
			o := Options{Pruning: Eager, Prove: true, Limits: Limits{Loop: limit}}
			file := filepath.Join(t.TempDir(), "journal")
			truth, err := journaled(t, file, c.source, o)
			if err != nil {
				t.Fatal(err)
			}
			good, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			try := func(how string, lines []string, want ...Verdict) {
				if err := os.WriteFile(file, []byte(strings.Join(lines, "")), 0o644); err != nil {
					t.Fatal(err)
				}
				for _, prove := range []bool{true, false} {
					o.Prove = prove
					r, err := journaled(t, file, c.source, o)
					if err != nil {
						t.Errorf("%s, limit %d, %s: %v", c.title, limit, how, err)
						continue
					}
					if !prove && truth.Held != nil {
						want = append(want, Safe) // what only the solver says
					}
					if !slices.Contains(want, r.Verdict) || (r.Wrong != "") !=
						(r.Verdict == Unknown && r.Coverage.Exhausted() && len(r.Findings) == 0 && r.Held == nil) {
						t.Errorf("%s, limit %d, %s: found %s (%s), want one of %s", c.title, limit, how, r.Verdict,
							r.Wrong, want)
					}
				}
			}
			lines := slices.Collect(strings.Lines(string(good)))
			try("unchanged", lines, truth.Verdict)
			for _, status := range []solver.Status{solver.Unknown, solver.Sat, solver.Unsat} {
				all := slices.Clone(lines)
				for i := 1; i < len(lines); i++ {
					one := slices.Clone(lines)
					one[i] = forge(t, lines[i], status)
					all[i] = one[i]
					try(fmt.Sprintf("record %d is %s", i, status), one, truth.Verdict, Unknown)
				}
				try(fmt.Sprintf("all are %s", status), all, truth.Verdict, Unknown)
			}
		}
	}
}

// forge returns a record with another answer, and the checksum of that.
func forge(t *testing.T, line string, status solver.Status) string {
	var r map[string]any
	if err := json.Unmarshal([]byte(line[9:]), &r); err != nil {
		t.Fatal(err)
	}
	r["s"] = status
	delete(r, "m")
	if status == solver.Sat {
		r["m"] = map[string]any{"a": 1, "x": nil, "nobody": 5}
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%08x %s\n", crc32.ChecksumIEEE(text), text)
}

// TestJournalCollision: two branches that differ in the middle of a long integer only are two queries.
func TestJournalCollision(t *testing.T) {
	const source = `input x, y, z assume x = 2 * y
if z > 0 { if x + y = 1000000000000000000000000000000000000003000000000000000000000000000000 { skip } }
else { if x + y = 1000000000000000000000000000000000000002000000000000000000000000000000 { fail } }`
	o := Options{Pruning: Eager, Prove: true}
	file := filepath.Join(t.TempDir(), "journal")
	if r, err := journaled(t, file, source, o); err != nil || r.Verdict != Bug {
		t.Fatalf("found %v (%v), want a bug", r, err)
	}
	all, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.Collect(strings.Lines(string(all)))
	for n := range lines { // as if the search had been stopped after so many answers
		if err := os.WriteFile(file, []byte(strings.Join(lines[:n], "")), 0o644); err != nil {
			t.Fatal(err)
		}
		if r, err := journaled(t, file, source, o); err != nil || r.Verdict != Bug {
			t.Errorf("resumed after %d records: found %s (%v), want a bug", n, r.Verdict, err)
		}
	}
}

// TestJournalFormat: journals of a format in which queries could be taken for others are refused.
func TestJournalFormat(t *testing.T) {
	file := filepath.Join(t.TempDir(), "journal")
	text := "vouch journal 1, a test"
	old := fmt.Sprintf("%08x %s\n", crc32.ChecksumIEEE([]byte(text)), text)
	if err := os.WriteFile(file, []byte(old), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenJournal(file, "a test"); err == nil || !strings.Contains(err.Error(),
		`a format that is no longer read, "vouch journal 1,", want "vouch journal 2, ": remove it`) {
		t.Errorf("found %v", err)
	}
	if found, err := os.ReadFile(file); err != nil || string(found) != old {
		t.Errorf("the journal is now %q (%v)", found, err)
	}
}
