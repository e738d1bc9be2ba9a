package native

import (
	"bytes"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/checker"
	"vouch/semantics/c"
	"vouch/semantics/lang"
)

// This file defines how a checked certificate becomes a reproduction.

// New returns the reproduction of a bug that the checker has accepted. The error says which part of it has no native
// counterpart.
func New(v *checker.Verdict) (*Reproduction, error) {
	r := &Reproduction{Kind: v.Fault.Kind}
	at := v.Fault.Span
	if !at.IsValid() || int(at.File) >= len(v.Lowered.Sources) {
		return nil, fmt.Errorf("found a %s without a place, want one in a file", v.Fault.Kind)
	}
	r.At = Place{places(v)[at.File], int(at.Line), int(max(at.Line, at.EndLine)), int(at.Column)}
	if name, private := mark(v); !private {
		r.mark = name
	}
	if err := r.prepare(v, v.Inputs); err != nil {
		return nil, err
	}
	r.hidden = hidden(v)
	return r, nil
}

// NewSafe returns the program of an absence that the checker has accepted, with an input that it draws.
func NewSafe(v *checker.Verdict, drawn []certs.Input) (*Reproduction, error) {
	r := &Reproduction{}
	return r, r.prepare(v, drawn)
}

// prepare prepares the program with its input.
func (r *Reproduction) prepare(v *checker.Verdict, drawn []certs.Input) error {
	r.Name, r.known, r.program, r.places, r.drawn = v.Program, v.Lowered.Sources, v.Lowered, places(v), drawn
	if err := r.take(v); err != nil {
		return err
	}
	inputs, err := r.begin(v, drawn)
	if err != nil {
		return err
	}
	return r.draw(v, inputs)
}

// places returns the paths of the files to which the places of a program refer.
func places(v *checker.Verdict) []string {
	all := slices.Clone(v.Lowered.Sources)
	copy(all, paths(v))
	return all
}

// paths returns the paths of a program's sources.
func paths(v *checker.Verdict) []string {
	if list := elements(v.Options["paths"]); len(list) == len(v.Sources) {
		return list
	}
	var names []string
	for _, s := range v.Sources {
		names = append(names, s.Name)
	}
	return names
}

// take takes the files of the program and its flags. It leaves out the headers of the machine on which the certificate
// was made, because the compiler has its own.
func (r *Reproduction) take(v *checker.Verdict) error {
	system := elements(v.Options["system"])
	isSystem := func(name string) bool {
		return slices.ContainsFunc(system, func(dir string) bool {
			return name == dir || strings.HasPrefix(name, dir+"/")
		})
	}
	var all []string
	for i, name := range paths(v) {
		if isSystem(name) {
			continue
		}
		if !isInside(name) {
			return fmt.Errorf("found a file with the path %q, want one inside of the program's folder", name)
		}
		all = append(all, name)
		r.files = append(r.files, file{name, relative([]byte(v.Sources[i].Text), name, v.Options["root"])})
	}
	for name, text := range c.HarnessHeaders() {
		mentions := func(f file) bool { return bytes.Contains(f.text, []byte(name)) }
		if !slices.Contains(all, name) && slices.ContainsFunc(r.files, mentions) {
			r.headers = append(r.headers, file{name, []byte(text)})
		}
	}
	if undeclared(r.files) { // C would take each for a function that returns an int
		const name = "vouch.h"
		r.headers = append(r.headers, file{name, []byte(c.HarnessHeaders()[name])})
		r.flags = append(r.flags, "-include", "../"+headersFolder+"/"+name)
	}
	if r.headers != nil {
		r.flags = append(r.flags, "-idirafter", "../"+headersFolder)
	}
	r.main = elements(v.Options["files"])
	for _, name := range r.main {
		if !slices.Contains(all, path.Clean(name)) {
			return fmt.Errorf("found no text of the file %q", name)
		}
	}
	if r.main == nil {
		r.main = slices.DeleteFunc(all, func(name string) bool { return !lang.IsUnit(name) })
	}
	for _, dir := range elements(v.Options["include"]) {
		if dir == "." || isInside(dir) { // no path of a file leads into another file
			r.flags = append(r.flags, "-I"+dir)
		}
	}
	r.own = map[string][]string{}
	for _, m := range []struct{ flag, option string }{{"-D", "define"}, {"-U", "undefine"}} {
		for _, macro := range elements(v.Options[m.option]) {
			if file, macro := c.OfFile(macro); file != "" {
				r.own[path.Clean(file)] = append(r.own[path.Clean(file)], m.flag+macro)
			} else {
				r.flags = append(r.flags, m.flag+macro)
			}
		}
	}
	for _, name := range elements(v.Options["prelude"]) {
		r.flags = append(r.flags, "-include", noFlag(name))
	}
	if groups := v.Options["check"]; groups != "" && !slices.Contains(strings.Split(groups, ","), "overflow") {
		r.flags = append(r.flags, "-fwrapv")
	}
	return nil
}

// relative returns the text of a file that includes others by names that begin with the directory root, with names from
// its own directory on.
func relative(text []byte, name, root string) []byte {
	if root == "" {
		return text
	}
	named := regexp.MustCompile(`((?:\b|__has_)include(?:_next)?[ \t]*\(?[ \t]*)["<]` +
		regexp.QuoteMeta(strings.TrimSuffix(root, "/")) + `/([^">\n]+)[">]`)
	return named.ReplaceAllFunc(text, func(found []byte) []byte {
		m := named.FindSubmatch(found)
		to, err := filepath.Rel(path.Dir(name), string(m[2]))
		if err != nil {
			return found
		}
		return []byte(string(m[1]) + `"` + filepath.ToSlash(to) + `"`)
	})
}

// undeclared reports whether a program calls functions of vouch that return inputs, and neither declares them nor
// includes our header.
func undeclared(files []file) bool {
	calls := false
	for _, f := range files {
		if bytes.Contains(f.text, []byte("vouch.h")) || declaresInput().Match(f.text) {
			return false
		}
		calls = calls || bytes.Contains(f.text, []byte("vouch_symbolic_"))
	}
	return calls
}

// declaresInput matches a declaration of a function of vouch.
var declaresInput = pattern(`\bvouch_\w+\s*\(\s*(?:const|char|void|size_t|unsigned|_Bool|bool|int)\b`)

// isInside reports whether a path is relative and does not lead to a parent folder.
func isInside(name string) bool {
	return name != "" && name == path.Clean(name) && !path.IsAbs(name) && name != ".." &&
		!strings.HasPrefix(name, "../") &&
		!strings.ContainsAny(name, "\x00\\\"")
}
