package cmd

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"vouch/semantics/lang"
)

// This file tests that only the table of languages knows their names: what a language can do is a column there.

// aboutC are the packages that know how files in C are called, because they are about C, and not about languages.
var aboutC = []string{"semantics/c", "internal/reduce", "internal/load", "cmd/internal/build", "cmd/internal/scan",
	"cmd/vouch/scan.go", "cmd/internal/report/colour.go"}

// TestLanguageNames walks the sources of the module, and refuses a comparison with the name of a language, and one with
// the extension of its files outside of the packages that are about that language.
func TestLanguageNames(t *testing.T) {
	files := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := filepath.ToSlash(strings.TrimPrefix(path, "../"))
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && name != ".." || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") ||
			strings.HasPrefix(name, "semantics/lang/") {
			return nil
		}
		files++
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		about := slices.ContainsFunc(aboutC, func(a string) bool { return strings.HasPrefix(name, a) })
		for _, found := range comparisons(parsed, about) {
			t.Errorf("%s compares with %s; a language's names are compared in semantics/lang only, and what it can do is a column there",
				set.Position(found.Pos()), found.Value)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 500 {
		t.Errorf("found %d files, want those of all packages", files)
	}
}

// comparisons returns the names of languages with which a file compares something, and the extensions of their files
// unless the file is about C.
func comparisons(file *ast.File, aboutC bool) (found []*ast.BasicLit) {
	is := func(e ast.Expr) {
		lit, ok := e.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return
		}
		text, _ := strconv.Unquote(lit.Value)
		if slices.ContainsFunc(lang.Table, func(l lang.Language) bool {
			return l.Name == text || !aboutC && slices.Contains(l.Extensions, text)
		}) {
			found = append(found, lit)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				is(n.X)
				is(n.Y)
			}
		case *ast.SwitchStmt:
			if n.Tag != nil {
				for _, c := range n.Body.List {
					for _, e := range c.(*ast.CaseClause).List {
						is(e)
					}
				}
			}
		}
		return true
	})
	return found
}

// TestComparisons shows what is taken for a comparison with a name of a language.
func TestComparisons(t *testing.T) {
	for _, c := range []struct {
		title, code string
		aboutC      bool
		want        int
	}{
		{"equal", `_ = x == "c"`, false, 1},
		{"not equal, the name first", `_ = "imp" != x`, false, 1},
		{"a case of a switch", "switch x {\ncase \"d\", \"core\":\n}", false, 1},
		{"a case of a switch without a tag", "switch {\ncase x == \"pebble\":\n}", false, 1},
		{"a raw string", "_ = x == `c`", false, 1},
		{"an extension", `_ = x == ".c"`, false, 1},
		{"a name in a package about C", `_ = x == "c"`, true, 1},
		{"an extension in a package about C", `_ = x == ".c" || x == ".i"`, true, 0},
		{"another text", `_ = x == "cc" || x == "C"`, false, 0},
		{"a text that is not compared", `f("c"); _ = x + "c"`, false, 0},
		{"a text in a table", `_ = map[string]int{"c": 1}[x]`, false, 0},
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "a.go", "package p\nfunc f(x string) {\n"+c.code+"\n}",
			parser.SkipObjectResolution)
		if err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		if n := len(comparisons(file, c.aboutC)); n != c.want {
			t.Errorf("%s: found %d comparisons, want %d", c.title, n, c.want)
		}
	}
}
