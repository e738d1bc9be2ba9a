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
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// This file holds a law of the packages that say what programs mean, find bugs and judge certificates: the bytes of a
// text are no characters. Where Go would take them for UTF-8, in a range over a string and in a conversion between
// strings and integers, memory would lose bytes.

// characters lists the places that mean characters, by file and expression, with the reason.
var characters = map[string]string{
	"semantics/c/symbols.go: string(rune('0' + size))":              "a digit",
	"semantics/c/identifier.go: name":                               "an identifier of C, which has letters of all alphabets",
	"semantics/c/entry.go: path":                                    "the path of an input, made of names of C",
	"semantics/c/text.go: string(line[at.Column - 1])":              "a prefix, which is a letter",
	"semantics/c/text.go: string(c)":                                "u or U, in a message",
	"semantics/imp/impfmt/doc.go: string(r)":                        "a character of the source",
	"semantics/term/termview/simplify.go: string('0' + byte(f.Op))": "part of a key of a map",
}

// TestBytesAreNoCharacters: no other place in these packages takes bytes for characters.
func TestBytesAreNoCharacters(t *testing.T) {
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,Module",
		"./semantics/...", "./certs", "./checker/...", "./finder/...")
	cmd.Dir, cmd.Stderr = "..", os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	type listed struct {
		ImportPath, Dir, Export string
		GoFiles                 []string
		Module                  *struct{ Main bool }
	}
	var ours []listed
	exports := map[string]string{}
	for d := json.NewDecoder(out); ; {
		var p listed
		if err := d.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if exports[p.ImportPath] = p.Export; p.Module != nil && p.Module.Main {
			ours = append(ours, p)
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	known := importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
	seen := map[string]bool{}
	for _, p := range ours {
		var parsed []*ast.File
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			parsed = append(parsed, f)
		}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
		// what cgo adds is unknown here
		check := types.Config{Importer: known, FakeImportC: true, Error: func(error) {}}
		check.Check(p.ImportPath, files, parsed, info)
		for _, f := range parsed {
			for n := range ast.Preorder(f) {
				x := takesBytesForCharacters(info, n)
				if x == nil {
					continue
				}
				at := files.Position(x.Pos())
				name, _ := filepath.Rel(root, at.Filename)
				key := fmt.Sprintf("%s: %s", filepath.ToSlash(name), types.ExprString(x))
				if seen[key] = true; characters[key] == "" {
					t.Errorf("%s:%d: found %s taken for characters, want its bytes, or a reason in the list", name,
						at.Line, types.ExprString(x))
				}
			}
		}
	}
	for key := range characters {
		if !seen[key] {
			t.Errorf("found no place %q, want it removed from the list", key)
		}
	}
	if len(ours) < 20 {
		t.Errorf("found %d packages, want more", len(ours))
	}
}

// takesBytesForCharacters returns the string over which n ranges, or n if it converts an integer to a string or a
// string to runes; otherwise nil.
func takesBytesForCharacters(info *types.Info, n ast.Node) ast.Expr {
	is := func(t types.Type, what types.BasicInfo) bool {
		if t == nil {
			return false
		}
		b, ok := t.Underlying().(*types.Basic)
		return ok && b.Info()&what != 0
	}
	switch n := n.(type) {
	case *ast.RangeStmt:
		if is(info.TypeOf(n.X), types.IsString) {
			return n.X
		}
	case *ast.CallExpr:
		if to := info.Types[n.Fun]; to.IsType() && len(n.Args) == 1 {
			from := info.TypeOf(n.Args[0])
			s, slice := to.Type.Underlying().(*types.Slice)
			if is(to.Type, types.IsString) && is(from, types.IsInteger) ||
				slice && is(from, types.IsString) && types.Identical(s.Elem().Underlying(), types.Typ[types.Rune]) {
				return n
			}
		}
	}
	return nil
}
