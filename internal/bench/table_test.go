package main

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// This file tests what is written: CSV, numbers, targets, tables in a document, plots.

func TestCSV(t *testing.T) {
	r := sample(deep, 1000, find, 0)
	r.wall = []time.Duration{3 * time.Millisecond, time.Millisecond, 2 * time.Millisecond}
	r.verdict, r.states, r.certificate = "bug, found", 3005, 535
	late := sample(deep, 10_000, find, time.Second)
	late.late, late.verdict = true, "unknown"
	name := filepath.Join(t.TempDir(), "results.csv")
	if err := writeCSV(name, []row{r, late}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	found, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		header,
		{"deep", "1000", "find", "3", "0.002000", "0.001000", "0.003000", "0.000000", "20000", "535", "bug, found",
			"3005", "", ""},
		{"deep", "10000", "find", "1", "1.000000", "1.000000", "1.000000", "1.000000", "20000", "", "late", "", "", ""},
	}
	if !slices.EqualFunc(found, want, slices.Equal) {
		t.Errorf("found %q\nwant %q", found, want)
	}
}

func TestNumbers(t *testing.T) {
	ms := time.Millisecond
	for _, c := range []struct{ found, want string }{
		{seconds(0.00123), "1.2 ms"},
		{seconds(0.0123), "12 ms"},
		{seconds(1.234), "1.23 s"},
		{seconds(83.21), "83.2 s"},
		{size(1023), "1023 B"},
		{size(132_400), "132 kB"},
		{size(252_512_000), "252.5 MB"},
		{size(1.5e9), "1.50 GB"},
		{count(0), "0"},
		{count(999), "999"},
		{count(1000), "1,000"},
		{count(1234567), "1,234,567"},
		{spread([]time.Duration{20 * ms, 22 * ms, 31 * ms}), "22 ms (20–31 ms)"},
		{spread([]time.Duration{9 * ms, 11 * ms, 1500 * ms}), "11 ms (9.0 ms–1.50 s)"},
		{spread([]time.Duration{20 * ms, 20 * ms}), "20 ms"},
	} {
		if c.found != c.want {
			t.Errorf("found %q, want %q", c.found, c.want)
		}
	}
}

func TestMet(t *testing.T) {
	none := math.NaN()
	for _, c := range []struct {
		title string
		t     target
		want  string
	}{
		{"below an upper limit", target{limit: 3, reached: 2.9}, "yes"},
		{"above an upper limit", target{limit: 3, reached: 3.1}, "no"},
		{"above a lower limit", target{limit: 3, reached: 3.1, least: true}, "yes"},
		{"below a lower limit", target{limit: 3, reached: 2.9, least: true}, "no"},
		{"nothing measured", target{limit: 3, reached: none}, "no"},
		{"nothing measured against a lower limit", target{limit: 3, reached: none, least: true}, "no"},
		{"no limit", target{limit: none, reached: 2}, "–"},
	} {
		if found := c.t.met(); found != c.want {
			t.Errorf("%s: found %s, want %s", c.title, found, c.want)
		}
	}
}

// TestTargets establishes that the targets find what was measured, and that nothing stands for what was not.
func TestTargets(t *testing.T) {
	l := &lab{endless: time.Minute}
	for _, target := range l.targets() {
		if !math.IsNaN(target.reached) {
			t.Errorf("%s: found %v before anything was measured", target.work, target.reached)
		}
	}
	l.rows = append(l.rows,
		sample(start, 0, vouch+" --version", 3*time.Millisecond), sample(start, 0, vouchCheck+" --version", 0),
		sample(start, 0, find, 10*time.Millisecond))
	for _, f := range families {
		for _, n := range f.sizes {
			for _, command := range f.commands() {
				r := sample(f.name, n, command, time.Second)
				r.steps = 1000
				l.rows = append(l.rows, r)
			}
		}
	}
	for i, budget := range l.budgets() {
		r := sample(endless, int(budget.Seconds()), endlessFind(budget), budget)
		r.states, r.elapsed = []int64{100, 900, 1000}[i], budget
		l.rows = append(l.rows, r)
	}
	r := sample(frontier, widest, "find --max-states 1", time.Second)
	r.liveMB, r.frontier = 2, 2048
	l.rows = append(l.rows, r)

	reached := map[string]float64{}
	for _, target := range l.targets() {
		if math.IsNaN(target.reached) {
			t.Errorf("%s: found nothing, want what was measured", target.work)
		}
		reached[target.work] = target.reached
	}
	for work, want := range map[string]float64{
		"the same in the first 10.0 s":                                10,
		"the same in the last 10.0 s":                                 10,
		"memory for each state in the frontier, 2^16 paths":           1024,
		"steps a second of `check`, a failure after 1,000,000 rounds": 1000,
		"failure after 1,000 rounds, less the start of the process":   0.997,
	} {
		if math.Abs(reached[work]-want) > 1e-9 {
			t.Errorf("%s: found %v, want %v", work, reached[work], want)
		}
	}
}

func TestBetween(t *testing.T) {
	document := "a\n" + beginMark + "old\n" + endMark + "z\n"
	once, err := between(document, "new\n")
	if err != nil || !strings.HasPrefix(once, "a\n"+beginMark) || !strings.HasSuffix(once, endMark+"z\n") ||
		strings.Contains(once, "old") || !strings.Contains(once, "\nnew\n") {
		t.Errorf("found %q, %v", once, err)
	}
	if twice, err := between(once, "new\n"); err != nil || twice != once {
		t.Errorf("the second time: found %q, %v; want %q", twice, err, once)
	}
	for _, bad := range []string{"", "a\n" + beginMark, endMark + beginMark, "a\n" + endMark} {
		if found, err := between(bad, "new\n"); err == nil {
			t.Errorf("%q: found %q, want an error", bad, found)
		}
	}
}

// TestDocument establishes that the document which -update is for has the markers.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile("../../docs/performance.md")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := between(string(text), ""); err != nil {
		t.Error(err)
	}
}

func TestPlots(t *testing.T) {
	l := &lab{}
	for _, n := range []int{100, 1000, 10_000} {
		l.rows = append(l.rows, sample(deep, n, find, time.Duration(n)*time.Millisecond),
			sample(deep, n, check, time.Duration(n)*time.Microsecond))
	}
	dir := t.TempDir()
	if err := l.plots(dir); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 2 {
		t.Fatalf("found %q, %v; want the two plots of the only family with measurements", files, err)
	}
	for _, file := range files {
		if text, err := os.ReadFile(filepath.Join(dir, file.Name())); err != nil ||
			!bytes.Contains(text, []byte("<svg")) || !bytes.Contains(text, []byte("10000")) {
			t.Errorf("%s: found no plot whose axis has 10000 (%v)", file, err)
		}
	}
}
