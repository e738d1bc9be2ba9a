package finder

import (
	"os"
	"path/filepath"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/internal/load"
	"vouch/semantics/fronts"
	"vouch/semantics/lang"
)

// This file tests what is found of loops over objects of any size.

func TestObjectsOfAnySize(t *testing.T) {
	for _, c := range []struct {
		file    string
		options map[string]string
	}{
		{"counters.c", map[string]string{"entry": "most", "array": "p=n"}},        // written at places that inputs say
		{"runs.c", map[string]string{"entry": "encode", "array": "p=n"}},          // a loop inside that starts anywhere
		{"trim.c", map[string]string{"entry": "trim", "string": "s"}},             // a sum of three, of which one changes
		{"percent.c", map[string]string{"entry": "decode", "string": "s"}},        // a 0 that is last
		{"join.c", map[string]string{"entry": "join", "string": "s\nt"}},          // what is written goes on
		{"checked.c", map[string]string{"entry": "checked", "array": "a=n"}},      // what is read is known
		{"limit.c", map[string]string{"entry": "limit", "array": "a=n"}},          // what is read or written is known
		{"suffix.c", map[string]string{"entry": "greatest", "array": "a=n"}},      // it goes on towards the front
		{"lines.c", map[string]string{"entry": "lines", "array": "text=n"}},       // one is written before the loop
		{"gather.c", map[string]string{"entry": "gather", "array": "in=n\nat=m"}}, // what is read is below a number
		{"histogram.c", map[string]string{"entry": "histogram", "array": "a=n"}},  // it is no more than what is counted
		{"turned.c", map[string]string{"entry": "turned", "array": "from=n"}},     // it begins where a number of turns says
		{"slash.c", map[string]string{"entry": "base", "string": "s"}},            // a pointer that is null at first
		{"pairs.c", map[string]string{"entry": "pairs", "array": "a=n\nb=n"}},     // it ends at twice what is counted
		{"sums.c", map[string]string{"entry": "sums", "array": "a=n"}},            // it ends beside what is counted
		{"merge.c", map[string]string{"entry": "merge", "array": "a=n\nb=m"}},     // three loops, and little is guessed of each
		{"escape.c", map[string]string{"entry": "escape", "string": "s"}},         // what few runs do is in no run
		{"mean.c", map[string]string{"entry": "mean", "array": "p=n"}},            // what is added is between two numbers
		{"average.c", map[string]string{"entry": "average", "array": "p=n"}},      // its sum has no sign, and is divided
		{"wheel.c", map[string]string{"entry": "pass", "array": "w=m\nin=n"}},     // a remainder is below the size
		{"countdown.c", map[string]string{"entry": "total", "array": "p=n"}},      // a fault has alternatives
		{"waiting.c", map[string]string{"entry": "waiting"}},                      // of two counters, one says more
		{"level.c", map[string]string{"entry": "level", "array": "p=n"}},          // a quotient of a wide integer
		{"rotate.c", map[string]string{"entry": "rotate", "array": "a=n"}},        // a remainder of what has a sign
		{"running.c", map[string]string{"entry": "between", "array": "a=n"}},      // it grows by as much in each turn
		{"inverse.c", map[string]string{"entry": "inverse", "array": "p=n"}},      // all is 0 at first
		{"letters.c", map[string]string{"entry": "letters", "string": "s"}},       // any of many is no more than a count
		{"loads.c", map[string]string{"entry": "loads", "array": "job=n"}},        // many sums are asked about before
	} {
		t.Run(c.file, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("../examples/c/any-length", c.file))
			if err != nil {
				t.Fatal(err)
			}
			l, err := load.Sources(load.Language(c.file), c.options, lang.Source{Name: c.file, Text: text})
			if err != nil {
				t.Fatal(err)
			}
			r, err := Find(t.Context(), Program{Core: l.Core, About: l.About},
				Options{Solver: "lia", Prove: true, Engine: EngineInvariants, Limits: Limits{States: 100}})
			if err != nil || r.Absence == nil {
				t.Fatalf("found %+v, %v, want a proof", r, err)
			}
			if _, err := checker.Check(certs.Encode(r.Absence), checker.Options{Limits: checker.DefaultLimits,
				Lower: fronts.All.Lower}); err != nil {
				t.Errorf("the checker refuses the proof: %v", err)
			}
		})
	}
}
