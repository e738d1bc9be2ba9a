package cmd

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// This file tests that the files of each package below cmd/ form a line: no file needs another one that needs it in turn.

// TestFilesFormALine looks at what the files of a package use of each other: a file that uses a name of another, a type, a function or a
// method, needs it.
func TestFilesFormALine(t *testing.T) {
	list := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,GoFiles,Export", "vouch/cmd/...")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	type built struct {
		ImportPath, Dir, Export string
		GoFiles                 []string
	}
	packages := map[string]built{}
	for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); {
		var p built
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		packages[p.ImportPath] = p
	}
	fset := token.NewFileSet()
	imported := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(packages[path].Export) })
	files := 0
	for _, path := range slices.Sorted(maps.Keys(packages)) {
		if !strings.HasPrefix(path, module+"cmd/") {
			continue
		}
		var parsed []*ast.File
		for _, name := range packages[path].GoFiles {
			f, err := parser.ParseFile(fset, filepath.Join(packages[path].Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			parsed = append(parsed, f)
		}
		files += len(parsed)
		uses, err := usesBetween(path, fset, parsed, imported)
		if err != nil {
			t.Fatal(err)
		}
		if c := circle(uses); c != nil {
			t.Errorf("the files of %s use each other in a circle:\n  %s", path, strings.Join(c, "\n  "))
		}
	}
	if files < 50 {
		t.Errorf("found %d files, want those of all packages", files)
	}
}

// usesBetween returns which files of a package use which others, each with an example.
func usesBetween(path string, fset *token.FileSet, files []*ast.File, imported types.Importer) (map[string]map[string]string, error) {
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: imported}
	p, err := conf.Check(path, fset, files, &info)
	if err != nil {
		return nil, err
	}
	uses := map[string]map[string]string{}
	for id, o := range info.Uses {
		if f, ok := o.(*types.Func); ok {
			o = f.Origin()
		}
		if o.Pkg() != p {
			continue
		}
		from, to := filepath.Base(fset.Position(id.Pos()).Filename), filepath.Base(fset.Position(o.Pos()).Filename)
		if from == to {
			continue
		}
		if uses[from] == nil {
			uses[from] = map[string]string{}
		}
		if old := uses[from][to]; old == "" || o.Name() < old {
			uses[from][to] = o.Name()
		}
	}
	return uses, nil
}

// circle returns a shortest circle, a line for each use in it; nil if there is none.
func circle(uses map[string]map[string]string) []string {
	var best []string
	for _, start := range slices.Sorted(maps.Keys(uses)) {
		before := map[string]string{}
		for queue := []string{start}; len(queue) > 0; queue = queue[1:] {
			for _, to := range slices.Sorted(maps.Keys(uses[queue[0]])) {
				if before[to] == "" {
					before[to] = queue[0]
					queue = append(queue, to)
				}
			}
		}
		if before[start] == "" {
			continue
		}
		var c []string
		for to := start; len(c) == 0 || to != start; to = before[to] {
			c = append(c, fmt.Sprintf("%s uses %s of %s", before[to], uses[before[to]][to], to))
		}
		if slices.Reverse(c); best == nil || len(c) < len(best) {
			best = c
		}
	}
	return best
}

// TestCircle shows which uses are taken for circles.
func TestCircle(t *testing.T) {
	for _, c := range []struct {
		title string
		files map[string]string
		want  string
	}{
		{"no uses", map[string]string{"a.go": "func f() {}", "b.go": "func g() {}"}, ""},
		{"a line", map[string]string{"a.go": "func f() { g() }", "b.go": "func g() { h() }", "c.go": "func h() { g := 1; _ = g }"}, ""},
		{"a file that uses itself", map[string]string{"a.go": "func f() { f() }"}, ""},
		{"names of the same spelling", map[string]string{"a.go": "func f() { g() }", "b.go": "func g() { f := 1; _ = f }"}, ""},
		{"functions", map[string]string{"a.go": "func f() { g() }", "b.go": "func g() { f() }"}, "a.go uses g of b.go, b.go uses f of a.go"},
		{"a method beside its type's file", map[string]string{"a.go": "type T int\nfunc f(t T) { t.m() }", "b.go": "func (T) m() {}"}, "a.go uses m of b.go, b.go uses T of a.go"},
		{"a method of a generic type", map[string]string{"a.go": "type T[X any] struct{}\nfunc f(t T[int]) { t.m() }", "b.go": "func (T[X]) m() {}"}, "a.go uses m of b.go, b.go uses T of a.go"},
		{"a field", map[string]string{"a.go": "type T struct { x U }", "b.go": "type U int\nfunc f(t *T) { _ = t.x }"}, "a.go uses U of b.go, b.go uses T of a.go"},
		{"three files", map[string]string{"a.go": "var x = y", "b.go": "var y = f", "c.go": "func f() { g() }\nfunc g()", "d.go": "func h() { _ = x }"}, ""},
		{"a circle of three, and a longer one", map[string]string{
			"a.go": "func f() { g(); k() }", "b.go": "func g() { h() }", "c.go": "func h() { f() }", "d.go": "func k() { g() }",
		}, "a.go uses g of b.go, b.go uses h of c.go, c.go uses f of a.go"},
	} {
		fset := token.NewFileSet()
		var parsed []*ast.File
		for _, name := range slices.Sorted(maps.Keys(c.files)) {
			f, err := parser.ParseFile(fset, name, "package p\n"+c.files[name], parser.SkipObjectResolution)
			if err != nil {
				t.Fatalf("%s: %v", c.title, err)
			}
			parsed = append(parsed, f)
		}
		uses, err := usesBetween("p", fset, parsed, nil)
		if err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		if found := strings.Join(circle(uses), ", "); found != c.want {
			t.Errorf("%s: found %q, want %q", c.title, found, c.want)
		}
	}
}
