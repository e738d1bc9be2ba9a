package trusted

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestReach shows which declarations a function reaches. Each stands on a line of its own, which ends in its name.
func TestReach(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{
		"go.mod": "module m\n\ngo 1.26\n",
		"a/a.go": `package a
import ("fmt"; "m/b")
func Direct() { b.Used() } // Direct
func Value() any { return b.Used } // Value
func Method() { var t b.T; t.Called() } // Method
func Interface(i b.I) { i.Called() } // Interface
func Both() { Interface(b.T{}) } // Both
func Foreign() { fmt.Println(b.T{}) } // Foreign
func Generic() { b.Of[int]{}.Get() } // Generic
func Constant() int { return b.N } // Constant
func Shadow() { Used := 1; _ = Used } // Shadow
func Itself() { Itself() } // Itself
`,
		"b/b.go": `package b
func Used() { helper() } // Used
func helper() {} // helper
func unused() { helper() } // unused
type T struct{ x field } // T
type field int // field
func (T) Called() {} // T.Called
func (T) String() string { return "" } // T.String
func (T) Other() { unused() } // T.Other
type U struct{} // U
func (U) Called() {} // U.Called
type I interface { Called() } // I
type Of[X any] struct{} // Of
func (Of[X]) Get() {} // Of.Get
const ( // N
	M = 1 // M
	N = M // N
)
var registered = 1 // registered
func init() { registered++ } // init
`,
	}
	for name, text := range files {
		if err := os.MkdirAll(dir+"/"+strings.TrimSuffix(name, name[strings.LastIndex(name, "/")+1:]), 0o755); err !=
			nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(dir+"/"+name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c, err := read(dir, "./a")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		from    string
		without []string
		want    string // of package b, with what a package always runs
	}{
		{"Direct", nil, "Used helper"},
		{"Direct", []string{"m/b.helper"}, "Used"},
		{"Direct", []string{"m/b.Used"}, "NONE"},
		{"Value", nil, "Used helper"},
		{"Method", nil, "T T.Called T.String field"},
		{"Interface", nil, "I"},
		{"Both", nil, "I T T.Called T.String field"},
		{"Foreign", nil, "T T.String field"},
		{"Generic", nil, "Of Of.Get"},
		{"Constant", nil, "M N"},
		{"Shadow", nil, "NONE"},
		{"Itself", nil, "NONE"},
	} {
		t.Run(fmt.Sprint(test.from, test.without), func(t *testing.T) {
			lines, err := c.reached([]string{"m/a." + test.from}, test.without)
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]bool{}
			for name := range strings.FieldsSeq(strings.TrimPrefix(test.want, "NONE")) {
				want[name] = true
			}
			if len(want) > 0 {
				want["registered"], want["init"] = true, true
			}
			found := map[string]bool{}
			for i, line := range strings.Split(files["b/b.go"], "\n") {
				if _, name, ok := strings.Cut(line, " // "); ok && lines["b/b.go"][i+1] &&
					!strings.HasPrefix(line, "const") {
					found[name] = true
				}
			}
			if !maps.Equal(found, want) {
				t.Errorf("found %q, want %q", slices.Sorted(maps.Keys(found)), slices.Sorted(maps.Keys(want)))
			}
		})
	}
	if _, err := c.reach([]string{"m/a.Nothing"}, nil); err == nil {
		t.Error("found no error for a function that does not exist")
	}
	if _, err := c.reach([]string{"m/a.Direct"}, []string{"m/b.Nothing"}); err == nil {
		t.Error("found no error for a function left out that does not exist")
	}
}
