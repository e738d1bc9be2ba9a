package native

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// This file defines how a program is built and run, and what compilers say about it.

// undefinedIn returns the names that a linker does not find, from its messages.
func undefinedIn(said string) (names []string) {
	for _, m := range reference().FindAllStringSubmatch(said, -1) {
		if !slices.Contains(names, m[1]) {
			names = append(names, m[1])
		}
	}
	return names
}

var reference = pattern("undefined (?:reference to|symbol:) [`']?([A-Za-z_][A-Za-z_0-9]*)")

// make builds the program. If a function is missing, the run may never call it: then make builds the program without
// it, and missing names it. If there is no program, reason says why.
func (b build) make(ctx context.Context, lines [][]string, folder, writable string, limits Limits) (missing,
	reason string, err error) {
	p := process{folder: folder, env: variables(), time: limits.Build, memory: 4096, confinement: limits.Confinement,
		writable: writable}
	if last := len(lines) - 1; last > 0 { // one confinement for all; if one fails, the loop below finds which
		all := p
		all.time *= time.Duration(len(lines))
		all.before, all.line = b.called(lines[:last]), b.called(lines[last:])[0]
		if made, err := all.start(ctx); err != nil || made.status == 0 && !made.late {
			return "", "", err
		}
	}
	for _, line := range b.called(lines) {
		p.line = line
		made, err := p.start(ctx)
		if absent := undefinedIn(made.said); err == nil && made.status > 0 && absent != nil {
			missing = strings.Join(absent, ", ")
			p.line = append(p.line, "-fgnu89-inline") // this gives inline functions bodies
			if made, err = p.start(ctx); err == nil && made.status > 0 {
				for _, name := range undefinedIn(made.said) {
					p.line = append(p.line, "-Wl,--defsym="+name+"=0")
				}
				made, err = p.start(ctx)
			} else {
				missing = ""
			}
		}
		switch {
		case err != nil:
			return "", "", err
		case made.late:
			return "", fmt.Sprintf("%s takes longer than %v", b, limits.Build), nil
		case made.status != 0:
			return "", fmt.Sprintf("%s does not build it: %s", b, complaint(made.said)), nil
		}
	}
	return missing, "", nil
}

// called returns the commands that call the compiler with some lists of arguments.
func (b build) called(lines [][]string) (commands [][]string) {
	for _, line := range lines {
		commands = append(commands, append([]string{b.Path}, line...))
	}
	return commands
}

// complaint returns the first error in the output of a compiler.
func complaint(said string) string {
	first := ""
	for line := range strings.Lines(said) {
		line = strings.TrimSpace(line)
		if strings.Contains(line, "error: ") || strings.Contains(line, "undefined reference") ||
			strings.Contains(line, "multiple definition") || strings.Contains(line, "cannot find") {
			return line
		}
		if first == "" {
			first = line
		}
	}
	if first == "" {
		return "it says nothing"
	}
	return first
}

func noDefinition(b build, names string) string {
	return fmt.Sprintf("%s finds no definition of %s", b, names)
}

// sets says that functions without a body do less natively.
func (r *Reproduction) sets() string {
	return "functions without a body set what their arguments lead to in the certificate's run, and nothing in this one: " + strings.Join(r.unset,
		", ")
}

// ran runs a program in an empty folder.
func (b build) ran(ctx context.Context, r *Reproduction, program, empty string, limits Limits) (ended, error) {
	return process{
		folder: empty, line: append([]string{program}, r.args...), env: append([]string{"PWD=/"}, b.environment()...),
		stdin: r.stdin, time: limits.Time, watched: r.watched(),
		confinement: limits.Confinement, writable: empty,
	}.start(ctx)
}

// where returns the file of the program to which a path in a compiler's output leads; ok is false if it leads to no
// such file.
func (r *Reproduction) where(folder, name string) (string, bool) {
	if base, ok := strings.CutPrefix(name, "../"); ok { // as the file that calls a function includes it
		name = filepath.Join(filepath.Dir(folder), base)
	} else if r.entry != nil {
		if rel, ok := strings.CutPrefix(name, programFolder+"/"); ok {
			name = rel
		}
	}
	if rel, err := filepath.Rel(folder, name); filepath.IsAbs(name) && err == nil && rel != ".." &&
		!strings.HasPrefix(rel, "../") {
		name = rel
	}
	name = filepath.ToSlash(filepath.Clean(name))
	for _, f := range r.files {
		if f.path == name {
			return name, true
		}
	}
	if slices.Contains(r.known, name) { // line markers say so
		return name, true
	}
	return "", false
}
