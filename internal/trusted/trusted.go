// Package trusted lists the trusted base: the code that has to be right for the checker's verdicts to be right.
package trusted

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
)

// part is a part of the trusted base.
type part struct {
	title string
	pkgs  []pkg
	files func(name string) bool // reports whether a file is in the part
}

// Report describes the trusted base of the module at dir in parts: the judge, which decides about programs of the core;
// each front end, which makes such a program of sources; and the evidence, which verifying signatures adds and plain
// checking does without. Of each it lists the files of this module, with the number of their lines and of those that
// carry code (neither blank nor comment), the modules of others, and the size of the part taken from the standard
// library, as far as they are in no part before. It is the closure for linux/amd64 without cgo on every machine, so
// that it changes with the code and the release of Go only.
func Report(dir string) (string, error) {
	whole, err := closure(dir, judge)
	if err != nil {
		return "", err
	}
	needed := map[string]bool{} // by the parts before
	mark(needed, whole)
	module := whole[slices.IndexFunc(whole, pkg.ours)].Module.Path
	isUnread := func(name string) bool { return slices.Contains(unread, name) }
	isSpeed := func(name string) bool { return slices.Contains(speed, name) }
	parts := []part{
		{"the judge, which decides about programs of the core", whole, func(name string) bool {
			return !isUnread(name) && !isSpeed(name)
		}},
		{"what makes the judge fast, and says nothing about meaning",
			within(whole, map[string]bool{module + "/semantics/core": true}), isSpeed},
		{"the front end of the core's text form", within(whole, map[string]bool{module + "/semantics/core": true}),
			isUnread},
	}
	all := func(string) bool { return true }
	for _, front := range fronts {
		more, err := closure(dir, front)
		if err != nil {
			return "", err
		}
		parts = append(parts, part{"the front end " + strings.TrimPrefix(front, "./"), without(more, needed), all})
		mark(needed, more)
	}
	more, err := closure(dir, languages)
	if err != nil {
		return "", err
	}
	parts = append(parts, part{"which front end a program gets", without(more, needed), all})
	mark(needed, more)
	more, err = closure(dir, evidence...)
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
	given := part{"to believe that the kernel was given that program and that claim, besides", without(more, needed),
		all}
	parts = append(parts, kernel, given)
	var out strings.Builder
	if err := claims(&out, dir); err != nil {
		return "", err
	}
	fmt.Fprintln(&out, "\nThe same packages, file by file, with all that is in them.")
	for _, p := range parts {
		fmt.Fprintln(&out)
		fmt.Fprintf(&out, "%s:\n", p.title)
		if err := describe(&out, p); err != nil {
			return "", err
		}
	}
	return out.String(), nil
}

// counted calls see with each file of Go of a package that is in a part, and with the numbers of its lines and of those
// that carry code.
func counted(q pkg, in func(name string) bool, see func(name string, lines, code int)) error {
	for _, name := range q.GoFiles {
		at := path.Join(q.folder(), name)
		if !in(at) {
			continue
		}
		src, err := os.ReadFile(filepath.Join(q.Dir, name))
		if err != nil {
			return err
		}
		l, c := count(src)
		see(at, l, c)
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
	type other struct{ packages, code int }
	others := map[string]other{} // by module
	lines, code, standard := 0, 0, 0
	for _, p := range part.pkgs {
		if p.Standard {
			standard++
			continue
		}
		if !p.ours() {
			o := others[p.Module.Path+" "+p.Module.Version]
			o.packages++
			if err := counted(p, func(string) bool { return true }, func(_ string, _, c int) { o.code += c }); err !=
				nil {
				return err
			}
			others[p.Module.Path+" "+p.Module.Version] = o
			continue
		}
		err := counted(p, part.files, func(name string, l, c int) {
			fmt.Fprintf(table, "%d\t%d\t  %s\n", l, c, name)
			lines += l
			code += c
		})
		if err != nil {
			return err
		}
		folders, err := part.embedded(p)
		if err != nil {
			return err
		}
		for _, folder := range slices.Sorted(maps.Keys(folders)) {
			n := folders[folder]
			fmt.Fprintf(table, "%d\t%d\t  %s/\n", n, n, folder)
			lines += n
			code += n
		}
	}
	fmt.Fprintf(table, "%d\t%d\t  total\n", lines, code)
	table.Flush()
	for _, m := range slices.Sorted(maps.Keys(others)) {
		fmt.Fprintf(out, "module %s, packages: %d, lines of code: %d\n", m, others[m].packages, others[m].code)
	}
	if standard > 0 {
		fmt.Fprintf(out, "standard library, packages: %d\n", standard)
	}
	return nil
}

// embedded returns how many lines the files have which are in a package and are not Go, by folder; blank ones do not
// count.
func (p part) embedded(q pkg) (lines map[string]int, err error) {
	lines = map[string]int{}
	for _, name := range q.EmbedFiles {
		if !p.files(path.Join(q.folder(), name)) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(q.Dir, name))
		if err != nil {
			return nil, err
		}
		for line := range bytes.Lines(text) {
			if len(bytes.TrimSpace(line)) > 0 {
				lines[path.Join(q.folder(), path.Dir(name))]++
			}
		}
	}
	return lines, nil
}
