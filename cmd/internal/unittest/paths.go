package unittest

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"vouch/checker"
	"vouch/semantics/c"
)

// This file defines the paths of the files of a program, and how a compiler is called for them.

// pathOf returns the path of a source of a certificate.
func pathOf(v *checker.Verdict, i int) string {
	switch list := strings.Split(v.Options["paths"], "\n"); {
	case i < 0:
	case v.Options["paths"] != "" && i < len(list) && len(list) == len(v.Sources):
		return path.Clean(list[i])
	case i < len(v.Sources):
		return v.Sources[i].Name
	}
	if i >= 0 && i < len(v.Lowered.Sources) {
		return v.Lowered.Sources[i]
	}
	return "?"
}

// Flags returns how a compiler is called for the file of a program.
func Flags(options map[string]string, file string) string {
	var list []string
	for _, o := range []struct{ option, flag string }{{"include", "-I"}, {"define", "-D"}, {"undefine", "-U"},
		{"prelude", "-include "}} {
		for _, value := range strings.Split(options[o.option], "\n") {
			if value == "" {
				continue
			}
			if of, macro := c.OfFile(value); o.option != "include" && o.option != "prelude" && of != "" {
				if path.Clean(of) != file {
					continue
				}
				value = macro
			}
			list = append(list, quoted(o.flag+value))
		}
	}
	if groups := options["check"]; groups != "" && !slices.Contains(strings.Split(groups, ","), "overflow") {
		list = append(list, "-fwrapv")
	}
	if list == nil {
		return ""
	}
	return " " + strings.Join(list, " ")
}

// Relative returns the path of a file as one in a folder includes it.
func Relative(from, file string) string {
	a, err := filepath.Abs(filepath.Dir(from))
	if err != nil {
		return file
	}
	b, err := filepath.Abs(file)
	if err != nil {
		return file
	}
	if p, err := filepath.Rel(a, b); err == nil {
		return filepath.ToSlash(p)
	}
	return b
}
