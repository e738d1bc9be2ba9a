package c

import (
	"testing"

	"vouch/semantics/core"
)

// TestSwitchBranches: a switch has one branch for each of few places where it may go, so that there is one path to each
// and one to its default.
func TestSwitchBranches(t *testing.T) {
	for _, c := range []struct {
		title, text string
		want        int
	}{
		{"a case", "case 1: return 1;", 1},
		{"cases one behind the other", "case 1: case 3: case 5 ... 7: case 9: return 1;", 1},
		{"cases with the default", "case 1: default: return 1; case 2: return 2;", 1},
		{"the default alone", "case 1: case 2: default: return 1;", 0},
		{"cases with a label between them, which is a loop", "case 1: l: case 2: return 1; case 3: goto l;", 4},
		{"cases with a statement between them", "case 1: x++; case 2: return 1;", 2},
		{"cases into a block with an object", "case 1: case 3: { int a; case 5: case 7: a = 1; return a; }", 2},
		{"a switch inside", "case 1: case 2: switch (x + 1) { case 2: case 4: return 1; case 3: return 2; } case 5: return 3;",
			4},
		{"eight places", "case 1: case 11: return 1; case 2: return 2; case 3: return 3; case 4: return 4; case 5: return 5; case 6: return 6; case 7: return 7; case 8: case 18: return 8;",
			8},
		{"nine places, in two halves",
			"case 1: return 1; case 2: return 2; case 3: return 3; case 4: return 4; case 5: return 5; case 6: return 6; case 7: return 7; case 8: return 8; case 9: return 9;",
			10},
	} {
		t.Run(c.title, func(t *testing.T) {
			p, _, err := Lower(nil, []Source{{Name: "a.c", Text: []byte("int f(int x) { switch (x) { " + c.text +
				" } return 0; } int main(int n, char **v) { return f(n); }")}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			got := 0
			for _, f := range p.Funcs {
				for i := range f.Code {
					if f.Name == "f" && f.Code[i].Op == core.Branch {
						got++
					}
				}
			}
			if got != c.want {
				t.Errorf("found %d branches, want %d", got, c.want)
			}
		})
	}
}
