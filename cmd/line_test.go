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

// This file tests that the files of each package form a line: no file needs another one that needs it in turn.

// TestFilesFormALine looks at what the files of a package use of each other: a file that uses a name of another, a
// type, a function or a method, needs it. The law has no exceptions. The map of semantics/c is in such an order.
func TestFilesFormALine(t *testing.T) {
	packages, fset, imported := built(t, "vouch/...")
	files, read := 0, false
	for _, path := range slices.Sorted(maps.Keys(packages)) {
		if !strings.HasPrefix(path, module) {
			continue
		}
		parsed := packages[path].sources(t, fset)
		files += len(parsed)
		uses, err := usesBetween(path, fset, parsed, imported)
		if err != nil {
			t.Fatal(err)
		}
		if c := circle(uses); c != nil {
			t.Errorf("%d files of %s use each other in circles, want none; a shortest circle:\n  %s",
				len(circling(uses)), path,
				strings.Join(c, "\n  "))
		}
		if path == module+"semantics/c" {
			read = true
			inReadingOrder(t, packages[path], uses)
		}
	}
	if files < 500 || !read {
		t.Errorf("found %d files, want those of all packages", files)
	}
}

// inReadingOrder shows that the first list of a package comment names each file of the package once, behind those that
// it needs.
func inReadingOrder(t *testing.T, p compiled, uses map[string]map[string]string) {
	t.Helper()
	doc, err := os.ReadFile(filepath.Join(p.Dir, "doc.go"))
	if err != nil {
		t.Fatal(err)
	}
	list, _, _ := strings.Cut(string(doc), "\n//\n// # What becomes")
	place := map[string]int{}
	for row := range strings.Lines(list) {
		row, ok := strings.CutPrefix(row, "//\t")
		for _, file := range strings.Fields(row) {
			if !ok || !strings.HasSuffix(file, ".go") {
				break
			}
			if place[file] > 0 {
				t.Errorf("doc.go lists %s twice, want it once", file)
			}
			place[file] = len(place) + 1
		}
	}
	for _, file := range p.GoFiles {
		if file != "doc.go" && place[file] == 0 {
			t.Errorf("doc.go does not list %s", file)
		}
		for to, name := range uses[file] {
			if place[to] > place[file] {
				t.Errorf("doc.go lists %s before %s, of which it uses %s, want it behind", file, to, name)
			}
		}
	}
	if len(place) != len(p.GoFiles)-1 {
		t.Errorf("doc.go lists %d files, want %d", len(place), len(p.GoFiles)-1)
	}
}

// compiled is what `go list` says of a package that is built.
type compiled struct {
	ImportPath, Dir, Export string
	GoFiles, CgoFiles       []string
}

// built builds packages and returns all that they are made of, with an importer of their types.
func built(t *testing.T, pattern string) (map[string]compiled, *token.FileSet, types.Importer) {
	t.Helper()
	// a program that knows its commit would be compiled for each
	list := exec.Command("go", "list", "-buildvcs=false", "-export", "-deps",
		"-json=ImportPath,Dir,GoFiles,CgoFiles,Export", pattern)
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string]compiled{}
	for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); {
		var p compiled
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		packages[p.ImportPath] = p
	}
	fset := token.NewFileSet()
	return packages, fset, importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(packages[path].Export)
	})
}

// sources parses the files of a package.
func (p compiled) sources(t *testing.T, fset *token.FileSet) (parsed []*ast.File) {
	t.Helper()
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, f)
	}
	return parsed
}

// usesBetween returns which files of a package use which others, each with an example.
func usesBetween(path string, fset *token.FileSet, files []*ast.File,
	imported types.Importer) (map[string]map[string]string, error) {
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: imported, FakeImportC: true}
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

// circling returns the files that are in circles.
func circling(uses map[string]map[string]string) (files []string) {
	for start := range uses {
		reached := map[string]bool{}
		for queue := []string{start}; len(queue) > 0; queue = queue[1:] {
			for to := range uses[queue[0]] {
				if !reached[to] {
					reached[to] = true
					queue = append(queue, to)
				}
			}
		}
		if reached[start] {
			files = append(files, start)
		}
	}
	return files
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
		n     int // files in circles
	}{
		{"no uses", map[string]string{"a.go": "func f() {}", "b.go": "func g() {}"}, "", 0},
		{"a line", map[string]string{"a.go": "func f() { g() }", "b.go": "func g() { h() }",
			"c.go": "func h() { g := 1; _ = g }"}, "", 0},
		{"a file that uses itself", map[string]string{"a.go": "func f() { f() }"}, "", 0},
		{"names of the same spelling", map[string]string{"a.go": "func f() { g() }",
			"b.go": "func g() { f := 1; _ = f }"}, "", 0},
		{"functions", map[string]string{"a.go": "func f() { g() }", "b.go": "func g() { f() }"},
			"a.go uses g of b.go, b.go uses f of a.go", 2},
		{"a method beside its type's file", map[string]string{"a.go": "type T int\nfunc f(t T) { t.m() }",
			"b.go": "func (T) m() {}"}, "a.go uses m of b.go, b.go uses T of a.go", 2},
		{"a method of a generic type", map[string]string{"a.go": "type T[X any] struct{}\nfunc f(t T[int]) { t.m() }",
			"b.go": "func (T[X]) m() {}"}, "a.go uses m of b.go, b.go uses T of a.go", 2},
		{"a field", map[string]string{"a.go": "type T struct { x U }", "b.go": "type U int\nfunc f(t *T) { _ = t.x }"},
			"a.go uses U of b.go, b.go uses T of a.go", 2},
		{"three files", map[string]string{"a.go": "var x = y", "b.go": "var y = f",
			"c.go": "func f() { g() }\nfunc g()", "d.go": "func h() { _ = x }"}, "", 0},
		{"a circle of three, and a longer one", map[string]string{
			"a.go": "func f() { g(); k() }", "b.go": "func g() { h() }", "c.go": "func h() { f() }",
			"d.go": "func k() { g() }",
		}, "a.go uses g of b.go, b.go uses h of c.go, c.go uses f of a.go", 4},
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
		if found, n := strings.Join(circle(uses), ", "), len(circling(uses)); found != c.want || n != c.n {
			t.Errorf("%s: found %q and %d files in circles, want %q and %d", c.title, found, n, c.want, c.n)
		}
	}
}
