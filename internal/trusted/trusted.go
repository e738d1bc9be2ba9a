// Package trusted lists the trusted base: the code that has to be right for the checker's verdicts to be right.
package trusted

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/scanner"
	"go/token"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
)

// pkg is the part of the output of `go list -json` for a package that the report needs.
type pkg struct {
	ImportPath string
	Dir        string
	Standard   bool
	GoFiles    []string
	EmbedFiles []string
	Imports    []string
	Module     *struct {
		Path, Version string
		Main          bool
	}
}

// The parts of the report. An unread file is in a package of the judge but belongs to a front end: it reads programs of the core, and the
// program is printed again and compared. A file of speed says nothing about what programs mean: it makes the judge fast, and has to be right all the same.
var (
	judge     = "./checker"
	languages = "./semantics/lang" // each package that it imports, and the judge does not need, is a front end
	unread    = []string{"semantics/core/scan.go", "semantics/core/parse.go"}
	speed     = []string{"semantics/core/vector.go", "semantics/core/pool.go", "semantics/core/sharing.go", "semantics/core/prepare.go", "semantics/core/fast.go"}
	evidence  = []string{"./certs/statement", "./certs/identity"}
	small     = "./kernel"
	encoding  = "./kernel/encode" // what the kernel is given for a program and a verdict
)

// part is a part of the trusted base.
type part struct {
	title string
	pkgs  []pkg
	files func(name string) bool // reports whether a file is in the part
}

// Report describes the trusted base of the module at dir in parts: the judge, which decides about programs of the core; each front end, which
// makes such a program of sources; and the evidence, which verifying signatures adds and plain checking does without. Of each it lists the files of
// this module, with the number of their lines and of those that carry code (neither blank nor comment), the modules of others, and the
// size of the part taken from the standard library, as far as they are in no part before. It is the closure for linux/amd64
// without cgo on every machine, so that it changes with the code and the release of Go only.
func Report(dir string) (string, error) {
	whole, err := closure(dir, judge)
	if err != nil {
		return "", err
	}
	var fronts []string
	for _, p := range whole {
		if strings.HasSuffix(p.ImportPath, strings.TrimPrefix(languages, ".")) {
			fronts = p.Imports
		}
	}
	needed := map[string]bool{} // by the judge itself
	var need func(path string)
	need = func(path string) {
		i := slices.IndexFunc(whole, func(p pkg) bool { return p.ImportPath == path })
		if i < 0 || needed[path] {
			return
		}
		needed[path] = true
		for _, q := range whole[i].Imports {
			if !slices.Contains(fronts, q) || !strings.HasSuffix(path, strings.TrimPrefix(languages, ".")) {
				need(q)
			}
		}
	}
	module := whole[slices.IndexFunc(whole, func(p pkg) bool { return p.Module != nil && p.Module.Main })].Module.Path
	need(module + strings.TrimPrefix(judge, "."))
	isUnread := func(name string) bool { return slices.Contains(unread, name) }
	isSpeed := func(name string) bool { return slices.Contains(speed, name) }
	parts := []part{
		{"the judge, which decides about programs of the core", within(whole, needed), func(name string) bool { return !isUnread(name) && !isSpeed(name) }},
		{"what makes the judge fast, and says nothing about meaning", within(whole, map[string]bool{module + "/semantics/core": true}), isSpeed},
		{"the front end of the core's text form", within(whole, map[string]bool{module + "/semantics/core": true}), isUnread},
	}
	all := func(string) bool { return true }
	for _, front := range fronts {
		if needed[front] || !strings.HasPrefix(front, module+"/") {
			continue
		}
		more, err := closure(dir, front)
		if err != nil {
			return "", err
		}
		parts = append(parts, part{"the front end " + strings.TrimPrefix(front, module+"/"), without(more, needed), all})
		mark(needed, more)
	}
	more, err := closure(dir, evidence...)
	if err != nil {
		return "", err
	}
	parts = append(parts, part{"to believe who vouches for a certificate, besides", without(more, needed), all})
	more, err = closure(dir, small)
	if err != nil {
		return "", err
	}
	for _, p := range more {
		needed[p.ImportPath] = true
	}
	kernel := part{"the kernel, which is instead of the judge for who asks for a long proof", more, all}
	if more, err = closure(dir, encoding); err != nil {
		return "", err
	}
	needed[module+strings.TrimPrefix(encoding, ".")] = false
	given := part{"to believe that the kernel was given that program and that claim, besides", without(more, needed), all}
	parts = append(parts, kernel, given)
	var out strings.Builder
	if err := claims(&out, parts[0], kernel); err != nil {
		return "", err
	}
	for i, p := range parts {
		if i > 0 {
			fmt.Fprintln(&out)
		}
		fmt.Fprintf(&out, "%s:\n", p.title)
		if err := describe(&out, p); err != nil {
			return "", err
		}
	}
	return out.String(), nil
}

// claims prints, for each claim, how many lines of code one has to believe that is about a program of the core: without the kernel, and with it.
func claims(out *strings.Builder, judge, kernel part) error {
	without, err := code(judge)
	if err != nil {
		return err
	}
	with, err := code(kernel)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "to believe a claim about a program of the core, in lines of code:")
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "  claim\twithout the kernel\twith it")
	for _, claim := range []string{"these inputs make it fail", "each input of this class makes it fail", "no inputs make it fail"} {
		fmt.Fprintf(table, "  %s\t%d, the judge\t%d, the kernel\n", claim, without, with)
	}
	fmt.Fprintln(table, "  somebody vouches for the certificate\tthe evidence besides\tthe same")
	fmt.Fprintln(table, "  the program is this source\tits front end besides\tthe same, and the encoding for the kernel")
	table.Flush()
	fmt.Fprintln(out)
	return nil
}

// code returns how many lines of code a part has.
func code(p part) (lines int, err error) {
	for _, q := range p.pkgs {
		if err := p.counted(q, func(_ string, _, c int) { lines += c }); err != nil {
			return 0, err
		}
	}
	return lines, nil
}

// counted calls see with each file of this module that a package has in the part, and with the numbers of its lines and of those that carry code.
func (p part) counted(q pkg, see func(name string, lines, code int)) error {
	if q.Standard || !q.Module.Main {
		return nil
	}
	folder := strings.TrimPrefix(q.ImportPath, q.Module.Path+"/")
	for _, name := range q.GoFiles {
		if !p.files(path.Join(folder, name)) {
			continue
		}
		src, err := os.ReadFile(filepath.Join(q.Dir, name))
		if err != nil {
			return err
		}
		l, c := count(src)
		see(path.Join(folder, name), l, c)
	}
	return nil
}

func within(pkgs []pkg, these map[string]bool) []pkg {
	return slices.DeleteFunc(slices.Clone(pkgs), func(p pkg) bool { return !these[p.ImportPath] })
}

func without(pkgs []pkg, these map[string]bool) []pkg {
	return slices.DeleteFunc(slices.Clone(pkgs), func(p pkg) bool { return these[p.ImportPath] })
}

func mark(these map[string]bool, pkgs []pkg) {
	for _, p := range pkgs {
		these[p.ImportPath] = true
	}
}

// describe prints what a part consists of.
func describe(out *strings.Builder, part part) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "lines\tcode\t")
	others := map[string]int{} // packages by module
	lines, code, standard := 0, 0, 0
	for _, p := range part.pkgs {
		if p.Standard {
			standard++
			continue
		}
		if !p.Module.Main {
			others[p.Module.Path+" "+p.Module.Version]++
			continue
		}
		folder := strings.TrimPrefix(p.ImportPath, p.Module.Path+"/")
		err := part.counted(p, func(name string, l, c int) {
			fmt.Fprintf(table, "%d\t%d\t  %s\n", l, c, name)
			lines += l
			code += c
		})
		if err != nil {
			return err
		}
		l, err := embedded(table, p, folder, part.files)
		if err != nil {
			return err
		}
		lines += l
		code += l
	}
	fmt.Fprintf(table, "%d\t%d\t  total\n", lines, code)
	table.Flush()
	for _, m := range slices.Sorted(maps.Keys(others)) {
		fmt.Fprintf(out, "module %s, packages: %d\n", m, others[m])
	}
	if standard > 0 {
		fmt.Fprintf(out, "standard library, packages: %d\n", standard)
	}
	return nil
}

// embedded prints a row for each folder of files that a package has in it, which are not Go, and returns how many lines these have; blank ones do not count.
func embedded(table io.Writer, p pkg, folder string, in func(name string) bool) (total int, err error) {
	lines := map[string]int{} // by folder
	for _, name := range p.EmbedFiles {
		if !in(path.Join(folder, name)) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			return 0, err
		}
		for line := range bytes.Lines(text) {
			if len(bytes.TrimSpace(line)) > 0 {
				lines[path.Join(folder, path.Dir(name))]++
			}
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(lines)) {
		fmt.Fprintf(table, "%d\t%d\t  %s/\n", lines[dir], lines[dir], dir)
		total += lines[dir]
	}
	return total, nil
}

// closure returns what the given packages are built from, themselves included, in the order of the import paths.
func closure(dir string, roots ...string) ([]pkg, error) {
	cmd := exec.Command("go", append([]string{"list", "-deps", "-json=ImportPath,Dir,Standard,GoFiles,EmbedFiles,Imports,Module"}, roots...)...)
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
