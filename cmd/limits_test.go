package cmd

import (
	"fmt"
	"go/constant"
	"go/types"
	"os"
	"regexp"
	"strings"
	"testing"

	"vouch/checker"
)

// This file tests that docs/certificate.md has each limit of the judge, with the value that it has in the code.

// noLimits are constants that are called like limits and decide no verdict, each with the reason.
var noLimits = map[string]string{
	"checker.maxReason":    "a longer reason is cut",
	"core.maxErrors":       "further errors are not told",
	"core.maxSize":         "it keeps a count of work from overflowing",
	"core.mostParts":       "what is beyond is made anew",
	"term.maxText":         "a longer text is cut for people",
	"term.maxKnown":        "what is beyond is computed again",
	"certs.maxCheckpoints": "it says which checkpoints there are",
	"certs.maxValues":      "it says which checkpoints there are",
}

// limit matches the names of constants that are taken for limits.
var limit = regexp.MustCompile(`^([mM]ax|most|baseWork$|workPerStep$|stepsPerWalkStep$)`)

// row matches a row of the table of limits.
var row = regexp.MustCompile("(?m)^\\| `([a-z]+\\.[A-Za-z.]+)` \\| ([0-9,]+) \\|")

func TestLimits(t *testing.T) {
	text, err := os.ReadFile("../docs/certificate.md")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, m := range row.FindAllStringSubmatch(string(text), -1) {
		if want[m[1]] != "" {
			t.Errorf("the table has %s twice", m[1])
		}
		want[m[1]] = strings.ReplaceAll(m[2], ",", "")
	}
	found := map[string]string{
		"checker.DefaultLimits.MaxSteps":  fmt.Sprint(checker.DefaultLimits.MaxSteps),
		"checker.DefaultLimits.MaxMemory": fmt.Sprint(checker.DefaultLimits.MaxMemory),
	}
	packages, fset, imported := built(t, "vouch/checker")
	for _, path := range []string{"checker", "certs", "semantics", "semantics/core", "semantics/term"} {
		conf := types.Config{Importer: imported}
		p, err := conf.Check(module+path, fset, packages[module+path].sources(t, fset), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range p.Scope().Names() {
			if c, ok := p.Scope().Lookup(name).(*types.Const); ok && limit.MatchString(name) &&
				noLimits[p.Name()+"."+name] == "" && c.Val().Kind() == constant.Int {
				found[p.Name()+"."+name] = c.Val().ExactString()
			}
		}
	}
	for name, value := range found {
		if want[name] != value {
			t.Errorf("%s is %s, and docs/certificate.md says %q", name, value, want[name])
		}
	}
	for name := range want {
		if found[name] == "" {
			t.Errorf("docs/certificate.md has %s, which is no limit in the code", name)
		}
	}
}
