package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// This file tests what is made of the answers of the programs measured, with shell scripts in their place.

// fake returns a lab whose commands are scripts.
func fake(t *testing.T, script string) *lab {
	l := &lab{bin: t.TempDir(), dir: t.TempDir(), runs: 3, limit: time.Hour, spend: time.Hour, log: io.Discard}
	for _, name := range []string{vouch, vouchCheck} {
		if err := os.WriteFile(filepath.Join(l.bin, name), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		title, script string
		verdict       string
		wrong, late   bool
		runs          int
	}{
		{"the right verdict", `echo '{"verdict":"bug","stats":{"states":7}}'; exit 1`, "bug (no certificate)", false,
			false, 3},
		{"a wrong one", `echo '{"verdict":"safe"}'`, "safe", true, false, 3},
		{"not known, for a budget ran out", `echo '{"verdict":"unknown","ended":"timeout"}'; exit 3`, "unknown", false,
			true, 3},
		{"not known, for another reason", `echo '{"verdict":"unknown"}'; exit 3`, "unknown", true, false, 3},
		{"bad input", `echo '{"verdict":"unknown","error":"no such file"}'; exit 2`, "unknown", true, false, 3},
		{"no end", `exec sleep 600`, "", false, true, 1},
	} {
		l := fake(t, c.script)
		if c.runs == 1 {
			l.limit = time.Second
		}
		if _, err := l.find(t.Context(), subject{family: deep, want: "bug"}, find); err != nil {
			t.Errorf("%s: found the error %v", c.title, err)
			continue
		}
		r := l.rows[0]
		if r.verdict != c.verdict || r.late != c.late || len(l.wrong) > 0 != c.wrong || len(r.wall) != c.runs {
			t.Errorf("%s: found verdict %q, late %v, %d runs, wrong %v; want %q, %v, %d, %v", c.title, r.verdict,
				r.late, len(r.wall), l.wrong, c.verdict, c.late, c.runs, c.wrong)
		}
	}
}

func TestFindNoAnswer(t *testing.T) {
	for _, script := range []string{"exit 2", "echo no JSON"} {
		if _, err := fake(t, script).find(t.Context(), subject{family: deep, want: "bug"}, find); err == nil {
			t.Errorf("%s: found no error, want one", script)
		}
	}
}

func TestCheckAndRun(t *testing.T) {
	s := subject{family: deep, want: "bug"}
	for _, c := range []struct {
		title, script string
		wrong         int
	}{
		{"valid, and the program fails",
			`if [ "$1" = run ]; then echo "x.imp:1:1: fail is reached"; exit 1; fi; echo '{"verdict":"valid","steps":9}'`,
			0},
		{"invalid, and the program halts",
			`if [ "$1" = run ]; then echo "x.imp: halted"; exit; fi; echo '{"verdict":"invalid"}'; exit 1`, 2},
	} {
		l := fake(t, c.script)
		if err := l.check(t.Context(), s, "x.cbor"); err != nil {
			t.Error(err)
		}
		if err := l.run(t.Context(), s); err != nil {
			t.Error(err)
		}
		if len(l.wrong) != c.wrong {
			t.Errorf("%s: found %v, want %d wrong answers", c.title, l.wrong, c.wrong)
		}
	}
}
