package c

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"vouch/semantics"
)

// This file runs the programs of docs/faults.md, each of which has the fault that its heading names, in the line that
// says so.

// example is a heading of the third level and the program that follows it before the next one.
var example = regexp.MustCompile("(?s)\n### ([a-z -]+)\n(?:[^#]|#[a-z])*?```c\n(.*?)```")

func TestDocs(t *testing.T) {
	text, err := os.ReadFile("../../docs/faults.md")
	if err != nil {
		t.Fatal(err)
	}
	told := map[semantics.Kind]bool{}
	for _, found := range example.FindAllStringSubmatch(string(text), -1) {
		kind, program := found[1], found[2]
		told[semantics.Kind(kind)] = true
		if strings.HasPrefix(program, "// flags: --hangs\n") {
			continue // a test of the checker runs it
		}
		t.Run(kind, func(t *testing.T) {
			options := map[string]string{}
			if strings.HasPrefix(program, "// flags: --leaks\n") {
				options["check"] = "all,leaks"
			}
			line := strings.Count(program[:strings.Index(program, "// fault")], "\n") + 1
			if r := execute(t, program, "", options); r.fault != kind || r.line != line {
				t.Errorf("found %+v, want %s in line %d", r, kind, line)
			}
		})
	}
	for _, kind := range semantics.Kinds {
		if !told[kind] && kind != semantics.Failed && kind != semantics.UnboundVar {
			t.Errorf("docs/faults.md has no program for the kind %q", kind)
		}
	}
}
