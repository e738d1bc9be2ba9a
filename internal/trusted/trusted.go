// Package trusted lists the trusted base: the code that has to be right for the checker's verdicts to be right.
package trusted

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/scanner"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
)

// pkg is what `go list -json` says about a package, as far as the report needs it.
type pkg struct {
	ImportPath string
	Dir        string
	Standard   bool
	GoFiles    []string
	Module     *struct {
		Path, Version string
		Main          bool
	}
}

// base is the trusted base; bundles is what else has to be right to believe who vouches for a certificate.
var (
	base    = []string{"./checker"}
	bundles = []string{"./certs/statement", "./certs/identity"}
)

// Report describes the closure of the package ./checker in the module at dir: the files of this module, each with the number of
// its lines and of those that carry code (neither blank nor comment), the modules of others, and the size of the part taken
// from the standard library. Below that it describes what verifying signatures adds, which plain checking does without. It is the
// closure for linux/amd64 without cgo on every machine, so that it changes with the code and the release of Go only.
func Report(dir string) (string, error) {
	trusted, err := closure(dir, base)
	if err != nil {
		return "", err
	}
	known := map[string]bool{}
	for _, p := range trusted {
		known[p.ImportPath] = true
	}
	more, err := closure(dir, bundles)
	if err != nil {
		return "", err
	}
	more = slices.DeleteFunc(more, func(p pkg) bool { return known[p.ImportPath] })
	var out strings.Builder
	if err := describe(&out, trusted); err != nil {
		return "", err
	}
	fmt.Fprintf(&out, "\nto believe who vouches for a certificate, besides:\n")
	err = describe(&out, more)
	return out.String(), err
}

// describe prints what packages consist of.
func describe(out *strings.Builder, pkgs []pkg) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "lines\tcode\t")
	others := map[string]int{} // packages by module
	lines, code, standard := 0, 0, 0
	for _, p := range pkgs {
		if p.Standard {
			standard++
			continue
		}
		if !p.Module.Main {
			others[p.Module.Path+" "+p.Module.Version]++
			continue
		}
		folder := strings.TrimPrefix(p.ImportPath, p.Module.Path+"/")
		for _, name := range p.GoFiles {
			src, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				return err
			}
			l, c := count(src)
			fmt.Fprintf(table, "%d\t%d\t  %s\n", l, c, path.Join(folder, name))
			lines += l
			code += c
		}
	}
	fmt.Fprintf(table, "%d\t%d\t  total\n", lines, code)
	table.Flush()
	for _, m := range slices.Sorted(maps.Keys(others)) {
		fmt.Fprintf(out, "module %s, packages: %d\n", m, others[m])
	}
	fmt.Fprintf(out, "standard library, packages: %d\n", standard)
	return nil
}

// closure returns what the given packages are built from, themselves included, in the order of the import paths.
func closure(dir string, roots []string) ([]pkg, error) {
	cmd := exec.Command("go", append([]string{"list", "-deps", "-json=ImportPath,Dir,Standard,GoFiles,Module"}, roots...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	list, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, &stderr)
	}
	var pkgs []pkg
	for dec := json.NewDecoder(bytes.NewReader(list)); dec.More(); {
		var p pkg
		if err := dec.Decode(&p); err != nil {
			return nil, err
		}
		pkgs = append(pkgs, p)
	}
	slices.SortFunc(pkgs, func(a, b pkg) int { return strings.Compare(a.ImportPath, b.ImportPath) })
	return pkgs, nil
}

// count returns the number of lines of a Go file, and of those on which there is a token.
func count(src []byte) (lines, code int) {
	file := token.NewFileSet().AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, 0)
	last := 0 // the last line counted
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return bytes.Count(src, []byte("\n")), code
		}
		if tok == token.SEMICOLON && text == "\n" {
			continue // inserted by the scanner
		}
		first := file.Line(pos)
		end := first + strings.Count(text, "\n") // a raw string may span lines
		code += end - max(first-1, last)
		last = end
	}
}
