package mutants

import (
	"cmp"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"vouch/internal/effort"
)

// This file defines how many mutants are planted in one program: each is a copy of the function that it changes, and
// the function itself begins by asking whether the copy is to run instead. The environment says which mutant that is,
// so that what takes long, compiling, is done once. (Untch, Offutt and Harrold: Mutation analysis using mutant
// schemata, 1993.)

// variable names the variable of the environment that has the number of the mutant in force.
const variable = "MUTANT"

// edit is a change of a text: what stands there instead of its bytes from from to to.
type edit struct {
	from, to int
	text     string
}

// apply returns a text with changes that do not overlap; those at one place come in order.
func apply(text string, edits []edit) string {
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
	var b strings.Builder
	at := 0
	for _, e := range edits {
		b.WriteString(text[at:e.from] + e.text)
		at = e.to
	}
	return b.String() + text[at:]
}

// switched returns the texts of files in which all mutants are, by path, and which of them are not, because what they
// change is no part of a function. The number of a mutant is its index and 1.
func switched(root string, all []Mutant) (files map[string]string, apart []int, err error) {
	files = map[string]string{}
	edits, copies, parsed := map[string][]edit{}, map[string]string{}, map[string]*ast.File{}
	set := token.NewFileSet()
	for i, m := range all {
		path := filepath.Join(root, filepath.FromSlash(m.File))
		if parsed[path] == nil {
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, nil, err
			}
			if parsed[path], err = parser.ParseFile(set, path, text, parser.SkipObjectResolution); err != nil {
				return nil, nil, err
			}
			files[path] = string(text)
			files[filepath.Join(filepath.Dir(path), "planted_mutant.go")] = fmt.Sprintf(`package %s

import (
	plantedOS "os"
	plantedStrconv "strconv"
)

var plantedMutant, _ = plantedStrconv.Atoi(plantedOS.Getenv(%q))
`, parsed[path].Name.Name, variable)
		}
		text := files[path]
		places := m.places(text)
		if len(places) == 0 {
			return nil, nil, fmt.Errorf("%s: %s: found no text %q, want it once", m.Title, m.File, m.Old)
		}
		at := places[0]
		f := function(set, parsed[path], at[0], at[1])
		if f == nil {
			apart = append(apart, i)
			continue
		}
		again, change := mutated(set, f, text, i+1, edit{at[0], at[1], m.New})
		copies[path] += again
		for _, e := range change {
			if !slices.Contains(edits[path], e) { // names of parameters, given once
				edits[path] = append(edits[path], e)
			}
		}
	}
	for path := range parsed {
		files[path] = apply(files[path], edits[path]) + copies[path]
	}
	return files, apart, nil
}

// function returns the function whose body has the bytes from from to to, or nil.
func function(set *token.FileSet, file *ast.File, from, to int) *ast.FuncDecl {
	for _, d := range file.Decls {
		f, is := d.(*ast.FuncDecl)
		if is && f.Body != nil && set.Position(f.Body.Lbrace).Offset < from &&
			to <= set.Position(f.Body.Rbrace).Offset {
			return f
		}
	}
	return nil
}

// mutated returns a copy of f with a change, and the edits of the text that make f call it if the mutant n is in force.
func mutated(set *token.FileSet, f *ast.FuncDecl, text string, n int, change edit) (again string, edits []edit) {
	offset := func(p token.Pos) int { return set.Position(p).Offset }
	// What a function does not use has no name. It gets one, to be handed on.
	names := func(fields *ast.FieldList, spare string) (all []string) {
		for i, field := range fields.List {
			if len(field.Names) == 0 {
				name := fmt.Sprintf("%s%d", spare, i)
				edits = append(edits, edit{offset(field.Type.Pos()), offset(field.Type.Pos()), name + " "})
				all = append(all, name)
			}
			for k, id := range field.Names {
				name := id.Name
				if name == "_" {
					name = fmt.Sprintf("%s%d%c", spare, i, 'a'+k)
					edits = append(edits, edit{offset(id.Pos()), offset(id.End()), name})
				}
				if _, variadic := field.Type.(*ast.Ellipsis); variadic {
					name += "..."
				}
				all = append(all, name)
			}
		}
		return all
	}
	call := fmt.Sprintf("%s__%d", f.Name.Name, n)
	from, to := offset(f.Pos()), offset(f.End())
	again = "\n\n" + apply(text[from:to], []edit{
		{offset(f.Name.Pos()) - from, offset(f.Name.End()) - from, call},
		{change.from - from, change.to - from, change.text},
	}) + "\n"
	if f.Recv != nil {
		call = names(f.Recv, "plantedReceiver")[0] + "." + call
	}
	call += "(" + strings.Join(names(f.Type.Params, "planted"), ", ") + ")"
	if f.Type.Results == nil {
		call += "; return"
	} else {
		call = "return " + call
	}
	body := offset(f.Body.Lbrace) + 1
	return again, append(edits, edit{body, body, fmt.Sprintf(" if plantedMutant == %d { %s };", n, call)})
}

// tables returns all mutants: those that the property tests have to notice, by component, and those of the tests of
// packages.
func tables() []Mutant {
	var all []Mutant
	for _, c := range components {
		all = append(all, c.Mutants...)
	}
	for _, p := range tested {
		all = append(all, p.Mutants...)
	}
	return all
}

// build makes the test binary of the package in a folder, with these texts instead of files, and returns its name. All
// binaries that are made under one name have the same texts.
func (h *harness) build(files map[string]string, name, folder string) (string, error) {
	h.mu.Lock()
	h.made++
	binary := fmt.Sprintf("%s-%d.test", name, h.made)
	err := overlay(files, name)
	h.mu.Unlock()
	if err != nil {
		return "", err
	}
	out, err := h.command(h.ctx, h.root, 0, "go", "test", "-c", "-vet=off", "-ldflags=-s -w -linkmode=internal",
		"-overlay", name+".json", "-o", binary, "./"+folder)
	if err != nil {
		return "", fmt.Errorf("it does not build: %w\n%s", err, out)
	}
	return binary, nil
}

// overlay writes texts for the go command, and name.json, which says for which files they stand, unless that is there.
func overlay(files map[string]string, name string) error {
	if _, err := os.Stat(name + ".json"); err == nil {
		return nil
	}
	replace := map[string]string{}
	for path, text := range files {
		replace[path] = fmt.Sprintf("%s-%d.go", name, len(replace))
		if err := os.WriteFile(replace[path], []byte(text), 0o644); err != nil {
			return err
		}
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	return os.WriteFile(name+".json", data, 0o644)
}

// plants are the test binaries of a package in which mutants are planted.
type plants struct {
	all   string         // has all of them that are part of a function
	apart map[int]string // one for each other one, by its index
	tried []bool         // which of them are tried
}

// plantAll builds the tests of the package in a folder, for those mutants of the tables that are numbered from one to
// another, of which sample chooses. All mutants of all tables are in each binary, so that a package is compiled once
// for all of them. A mutant that is no part of a function has a binary of its own.
func (h *harness) plantAll(folder string, from, to int) (*plants, error) {
	all := tables()
	files, apart, err := switched(h.root, all)
	if err != nil {
		return nil, err
	}
	p := &plants{apart: map[int]string{}, tried: sample(all[from:to], func(i int) bool {
		return slices.Contains(apart, from+i)
	})}
	if !slices.Contains(p.tried, true) {
		return p, nil
	}
	if p.all, err = h.build(files, filepath.Join(h.dir, "all"), folder); err != nil {
		return nil, err
	}
	for i, m := range all[from:to] {
		if !slices.Contains(apart, from+i) || !p.tried[i] {
			continue
		}
		path := filepath.Join(h.root, filepath.FromSlash(m.File))
		text, err := m.plant(path)
		if err != nil {
			return nil, err
		}
		name := filepath.Join(h.dir, fmt.Sprint(from+i))
		if p.apart[i], err = h.build(map[string]string{path: string(text)}, name, folder); err != nil {
			return nil, fmt.Errorf("%s: %w", m.Title, err)
		}
	}
	return p, nil
}

// binary returns the binary that has the mutant with an index.
func (p *plants) binary(i int) string { return cmp.Or(p.apart[i], p.all) }

// spread is how the mutants of a file are chosen where not all are tried: one of so many.
const spread = 30

// sample says which mutants are tried: all in a long run, and those that -only names. Otherwise it is the first one of
// each file, and then one of spread. A mutant that needs a binary of its own is among them only if its file has no
// others.
func sample(all []Mutant, apart func(i int) bool) []bool {
	tried, seen := make([]bool, len(all)), map[string]int{}
	choose := func(of func(i int) bool) {
		for i, m := range all {
			if of(i) {
				tried[i] = seen[m.File]%spread == 0
				seen[m.File]++
			}
		}
	}
	if !effort.All() && !*every && *only == "" {
		choose(func(i int) bool { return !apart(i) })
		choose(func(i int) bool { return apart(i) && (seen[all[i].File] == 0) })
		return tried
	}
	for i, m := range all {
		tried[i] = chosen(m.Title)
	}
	return tried
}
