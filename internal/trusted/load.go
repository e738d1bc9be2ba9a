package trusted

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// This file defines which packages the report is about, and what they are made of, as the Go tool says it.

// The parts of the report. An unread file is in a package of the judge but belongs to a front end: it reads programs of
// the core, and the program is printed again and compared. A file of speed says nothing about what programs mean: it
// makes the judge fast, and has to be right all the same.
var (
	judge     = "./checker"
	languages = "./semantics/fronts"
	fronts    = []string{"./examples/language", "./semantics/imp", "./semantics/c"}
	unread    = []string{"semantics/core/scan.go", "semantics/core/parse.go"}
	speed     = []string{"semantics/core/vector.go", "semantics/core/pool.go", "semantics/core/sharing.go",
		"semantics/core/prepare.go", "semantics/core/fast.go"}
	evidence = []string{"./certs/statement", "./certs/identity"}
	small    = "./kernel"
	encoding = "./kernel/encode" // what the kernel is given for a program and a verdict
)

// pkg is the part of the output of `go list -json` for a package that the report needs.
type pkg struct {
	ImportPath string
	Dir        string
	Export     string // the file of its types, if that was asked for
	Standard   bool
	GoFiles    []string
	EmbedFiles []string
	Imports    []string
	Module     *struct {
		Path, Version string
		Main          bool
	}
}

// ours reports whether a package is one of this module.
func (p pkg) ours() bool { return !p.Standard && p.Module.Main }

// folder returns the folder of a package in its module.
func (p pkg) folder() string {
	return strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, p.Module.Path), "/")
}

// closure returns what the given packages are built from, themselves included, in the order of the import paths.
func closure(dir string, roots ...string) ([]pkg, error) {
	pkgs, err := list(dir, "-json=ImportPath,Dir,Standard,GoFiles,EmbedFiles,Imports,Module", roots...)
	slices.SortFunc(pkgs, func(a, b pkg) int { return strings.Compare(a.ImportPath, b.ImportPath) })
	return pkgs, err
}

// list returns what the given packages are built from, themselves included, each after those that it imports. It is
// what is built for linux/amd64 without cgo on every machine, so that it changes with the code and the release of Go
// only.
func list(dir, fields string, roots ...string) ([]pkg, error) {
	args := []string{"list", "-deps", fields}
	if strings.Contains(fields, "Export") {
		args = append(args, "-export")
	}
	cmd := exec.Command("go", append(args, roots...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, &stderr)
	}
	var pkgs []pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var p pkg
		if err := dec.Decode(&p); err != nil {
			return nil, err
		}
		pkgs = append(pkgs, p)
	}
	return pkgs, nil
}
