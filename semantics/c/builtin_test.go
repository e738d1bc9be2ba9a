package c

import (
	"regexp"
	"slices"
	"testing"

	"vouch/semantics/core"
)

// TestBuiltins: functions of GNU C that need no declaration.
func TestBuiltins(t *testing.T) { runPrograms(t, "builtin.c") }

// TestHarness: functions of the harnesses of other tools are inputs, assumptions and assertions.
func TestHarness(t *testing.T) { runPrograms(t, "harness.c") }

// TestEntry: the arguments of a function with which a program begins, those of main, and standard input are inputs.
func TestEntry(t *testing.T) { runPrograms(t, "entry.c") }

// TestSymbolicTypes: a function of vouch.h that returns an input returns any value of its type, with the header and
// without it.
func TestSymbolicTypes(t *testing.T) {
	declared := regexp.MustCompile(`(?m)^(.*?)\bvouch_symbolic_(\w+)\(`).FindAllStringSubmatch(HarnessHeaders()["vouch.h"],
		-1)
	if len(declared) < 30 {
		t.Fatalf("found %d functions, want 30 at least", len(declared))
	}
	for _, m := range declared {
		for _, header := range []string{"#include <vouch.h>\n", "#include <stddef.h>\n"} {
			text := header + "int main(void) { _Static_assert(_Generic(vouch_symbolic_" + m[2] + "(\"n\"), " + m[1] +
				": 1), \"\"); vouch_symbolic_" + m[2] + "(\"n\"); return 0; }"
			p, _, err := Lower(nil, []Source{{Name: "a.c", Text: []byte(text)}}, nil)
			if err != nil {
				t.Errorf("%s: %v", m[2], err)
				continue
			}
			drawn := slices.ContainsFunc(p.Funcs, func(f *core.Func) bool {
				return slices.ContainsFunc(f.Code, func(in core.Instr) bool {
					return in.Op == core.Draw && in.Name == "n"
				})
			})
			if !drawn {
				t.Errorf("%s: found no input n, want one", m[2])
			}
		}
	}
}
