package cmd

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// This file tests that a reader who follows the calls from `vouch find FILE` to the search passes few files.

// mostFiles is how many files there may be on the way from the command to the search.
const mostFiles = 10

// TestWalk follows the calls through the files that ARCHITECTURE.md names, in their order and through no others: from
// the function that makes the command to the loop of a search.
func TestWalk(t *testing.T) {
	text, err := os.ReadFile("../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	files := wayOf(string(text))
	if len(files) < 3 || len(files) > mostFiles {
		t.Fatalf("ARCHITECTURE.md names %d files on the way from the command to the search, want at most %d: %q",
			len(files), mostFiles, files)
	}
	packages, fset, imported := built(t, "vouch/cmd/vouch")
	calls := map[function][]function{}
	var done []string
	for _, file := range files {
		p := module + path.Dir(file)
		if slices.Contains(done, p) {
			continue
		}
		if done = append(done, p); packages[p].Dir == "" {
			t.Fatalf("ARCHITECTURE.md names %s, and there is no package %s", file, p)
		}
		if err := addCalls(calls, p, fset, packages[p].sources(t, fset), imported); err != nil {
			t.Fatal(err)
		}
	}
	from, to := function{files[0], "newFind"}, function{files[len(files)-1], "Exploration.Run"}
	if at := walk(calls, files, from, to); at != "" {
		t.Errorf("the calls from %s of %s end in %s, want them to reach %s of %s through %q, as ARCHITECTURE.md says",
			from.name, from.file, at, to.name, to.file, files)
	}
}

// wayOf returns the files that the paragraph about the way from the command to the search names. One without a folder
// is in that of the file before.
func wayOf(text string) (files []string) {
	_, paragraph, _ := strings.Cut(text, "**From the command to the search**")
	paragraph, _, _ = strings.Cut(paragraph, "\n\n")
	for _, found := range regexp.MustCompile("`([a-z/]+\\.go)`").FindAllStringSubmatch(paragraph, -1) {
		file := found[1]
		if !strings.Contains(file, "/") && len(files) > 0 {
			file = path.Join(path.Dir(files[len(files)-1]), file)
		}
		files = append(files, file)
	}
	return files
}

// function is a function, or a method with its type before a dot, and its file.
type function struct{ file, name string }

// addCalls adds which functions the functions of a package use, those of other packages too. The path of a package
// begins with that of the module.
func addCalls(calls map[function][]function, pkg string, fset *token.FileSet, files []*ast.File,
	imported types.Importer) error {
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: imported, FakeImportC: true}
	if _, err := conf.Check(pkg, fset, files, &info); err != nil {
		return err
	}
	at := func(pos token.Pos, pkg string) string {
		return strings.TrimPrefix(pkg, module) + "/" + filepath.Base(fset.Position(pos).Filename)
	}
	for _, f := range files {
		for _, d := range f.Decls {
			d, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			from := function{at(d.Pos(), pkg), d.Name.Name}
			if d.Recv != nil {
				from.name = receiver(d.Recv.List[0].Type) + "." + from.name
			}
			ast.Inspect(d, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if !ok {
					return true
				}
				if o, ok := info.Uses[id].(*types.Func); ok && o.Pkg() != nil {
					o = o.Origin()
					to := function{at(o.Pos(), o.Pkg().Path()), o.Name()}
					if r := o.Signature().Recv(); r != nil {
						to.name = named(r.Type()) + "." + to.name
					}
					calls[from] = append(calls[from], to)
				}
				return true
			})
		}
	}
	return nil
}

// receiver returns the name of the type of a receiver.
func receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return ""
}

// named returns the name of a type, or of that to which it points; "" if it has none.
func named(t types.Type) string {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// walk follows calls from one function to another: each stays in its file or goes to the next one. It returns "" if
// that leads to the end, and otherwise the last file to which it leads.
func walk(calls map[function][]function, files []string, from, to function) (end string) {
	seen := map[function]bool{from: true}
	last := 0
	for queue := []function{from}; len(queue) > 0; queue = queue[1:] {
		if queue[0] == to {
			return ""
		}
		i := slices.Index(files, queue[0].file)
		last = max(last, i)
		for _, next := range calls[queue[0]] {
			if k := slices.Index(files, next.file); k >= 0 && (k == i || k == i+1) && !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return files[last]
}

// TestWalkEnds shows where a walk ends.
func TestWalkEnds(t *testing.T) {
	const c = "type T struct{}\nfunc (T) h() {}"
	for _, c := range []struct {
		title string
		files []string // a.go, b.go and so on
		way   string
		want  string
	}{
		{"each calls the next", []string{"func f() { g() }", "func g() { T{}.h() }", c}, "a b c", ""},
		{"a call inside of a file", []string{"func f() { k() }\nfunc k() { g() }", "func g() { T{}.h() }", c}, "a b c",
			""},
		{"a method of a generic type", []string{
			"func f() { g[int]() }", "func g[X any]() { new(T[X]).h() }", "type T[X any] struct{}\nfunc (*T[X]) h() {}",
		}, "a b c", ""},
		{"a function as a value", []string{"func f() { x := g; x() }", "func g() { T.h(T{}) }", c}, "a b c", ""},
		{"nobody calls", []string{"func f() {}", "func g() { T{}.h() }", c}, "a b c", "p/a.go"},
		{"the end is only near", []string{
			"func f() { g() }", "func g() { T{}.k() }", c + "\nfunc (T) k() {}",
		}, "a b c", "p/c.go"},
		{"through a file that is not named", []string{
			"func f() { k() }", "func g() { T{}.h() }", c, "func k() { g() }",
		}, "a b c", "p/a.go"},
		{"over a file that is named", []string{"func f() { T{}.h() }", "func g() {}", c}, "a b c", "p/a.go"},
		{"the wrong order", []string{"func f() { g() }", "func g() { T{}.h() }", c}, "a c b", "p/a.go"},
		{"another type's method", []string{
			"func f() { g() }", "func g() { U{}.h() }", c + "\ntype U struct{}\nfunc (U) h() {}",
		}, "a b c", "p/c.go"},
	} {
		fset := token.NewFileSet()
		var parsed []*ast.File
		for i, text := range c.files {
			f, err := parser.ParseFile(fset, string(byte('a'+i))+".go", "package p\n"+text, parser.SkipObjectResolution)
			if err != nil {
				t.Fatalf("%s: %v", c.title, err)
			}
			parsed = append(parsed, f)
		}
		calls := map[function][]function{}
		if err := addCalls(calls, module+"p", fset, parsed, nil); err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		var files []string
		for _, name := range strings.Fields(c.way) {
			files = append(files, "p/"+name+".go")
		}
		if end := walk(calls, files, function{"p/a.go", "f"}, function{"p/c.go", "T.h"}); end != c.want {
			t.Errorf("%s: the walk ends in %q, want %q", c.title, end, c.want)
		}
	}
}
