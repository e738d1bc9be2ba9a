package native

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/cmd/internal/native/way"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines how a program is built such that its runs tell their ways, and how one is run.

// Agreement is what the comparison of two ways gives.
type Agreement struct {
	Branches int         // how many decisions agree
	LeftOut  int64       // how many decisions of vouch's run are not compared
	Cut      bool        // whether only the beginning of the way was compared, because it is long
	Differs  *Difference // nil if the ways agree
	Reason   string      // why nothing was compared; "" if something was
	Violates bool        // whether vouch's run violates an assumption
	Status   int         // with which vouch's run ends; -1 if it has no status that a program can have
}

// String says what the comparison gives, in a line.
func (a *Agreement) String() string {
	switch {
	case a.Reason != "":
		return "the way is not compared: " + a.Reason
	case a.Differs != nil:
		return fmt.Sprintf("%s; before that it agrees on %s", a.Differs.Words, counted(a.Branches))
	}
	text := fmt.Sprintf("way agrees on %d of %s", a.Branches, counted(a.Branches))
	if a.LeftOut > 0 {
		text += fmt.Sprintf(" (%d more are not compared)", a.LeftOut)
	}
	if a.Cut {
		text += ", the first of a long way"
	}
	return text
}

// counted returns a number of branches in words.
func counted(n int) string {
	if n == 1 {
		return "1 branch"
	}
	return fmt.Sprintf("%d branches", n)
}

// Difference is where the native run leaves the way of the certificate.
type Difference struct {
	At        Place
	Words     string
	Addresses bool // whether it may come from other addresses of objects, and not from another meaning of the program
}

// traced is a program that was built such that its runs tell their ways.
type traced struct {
	b               build
	limits          Limits
	folder, program string // the folder of all, and that of the program's files
	out             string
	sites           *way.Sites
	objects         []string
	unmade          [][]string   // what the compiler gets to make these; nil if they are made
	callers         *way.Callers // of the program's functions by the library
	entry           string       // the text of the file that calls a function, as it was compiled
	undeclared      string       // why compilers take a function for another one; "" if they do not
	missing         string       // names that the linker did not find
}

// trace writes the files of a reproduction into a folder and compiles all but the generated file to LLVM's text. More
// are the inputs of other runs of the program: what the library calls in one run is compared in none. If there is no
// program, reason says why.
func (b build) trace(ctx context.Context, r *Reproduction, folder string, limits Limits,
	more ...[]certs.Input) (t *traced, reason string, err error) {
	t = &traced{b: b, limits: limits, folder: folder, program: filepath.Join(folder, programFolder),
		out: filepath.Join(folder, "reproduce"), callers: &way.Callers{}}
	if err := r.write(folder); err != nil {
		return nil, "", err
	}
	if err := os.WriteFile(filepath.Join(folder, "way.c"), []byte(way.Runtime), 0o644); err != nil {
		return nil, "", err
	}
	for _, drawn := range append(more, r.drawn) {
		r.replay(drawn, t.callers)
	}
	t.objects = []string{t.out + ".way.o"}
	t.unmade = [][]string{{"-O1", "-c", "../way.c", "-o", t.objects[0]}}
	reason, err = t.units(ctx, r)
	return t, reason, err
}

// units compiles the program's files to LLVM's text and adds the trace; link makes objects of that.
func (t *traced) units(ctx context.Context, r *Reproduction, more ...string) (reason string, err error) {
	if r.entry != nil {
		t.entry = string(r.entry.text)
	}
	var modules []*way.Module
	var names []string
	lines := t.unmade
	for i := range r.main {
		name, own := r.unit(i)
		names = append(names, fmt.Sprintf("%s.%d.ll", t.out, i+1))
		line := append(append(t.b.flags(r), own...), "-fno-discard-value-names", "-Xclang", "-disable-llvm-passes",
			"-S", "-emit-llvm", name, "-o", names[i])
		lines = append(lines, append(line, more...))
	}
	if _, reason, err := t.b.make(ctx, lines, t.program, t.folder, t.limits); err != nil || reason != "" {
		return reason, err
	}
	t.unmade = nil
	for _, text := range names {
		data, err := os.ReadFile(text)
		if err != nil {
			return "", err
		}
		m, err := way.Read(string(data), func(name string) (string, bool) { return r.where(t.program, name) })
		if err != nil {
			return err.Error(), nil
		}
		for _, name := range m.Undeclared() {
			if !r.returnsMore(name) {
				continue
			}
			// compilers know the types of most of the library's functions, unless the flags say otherwise
			if !slices.Contains(more, builtin) {
				return t.units(ctx, r, append(more, builtin)...)
			}
			t.undeclared = fmt.Sprintf("the program does not declare %s, and %s takes it for a function that returns an int",
				name, t.b)
		}
		modules = append(modules, m)
	}
	t.sites = way.Matched(r.program, r.places, modules, t.callers.Leave(r.program))
	t.objects = t.objects[:1]
	for i, m := range modules {
		if err := os.WriteFile(names[i], t.sites.Traced(m), 0o644); err != nil {
			return "", err
		}
		object := strings.TrimSuffix(names[i], ".ll") + ".o"
		t.unmade = append(t.unmade, append(t.b.sanitized(), "-c", names[i], "-o", object))
		t.objects = append(t.objects, object)
	}
	return "", nil
}

// builtin is the flag with which a function of the library has its type although the program does not declare it.
const builtin = "-fbuiltin"

// link compiles the generated file of a reproduction of the same program, and makes a program that runs.
func (t *traced) link(ctx context.Context, r *Reproduction) (reason string, err error) {
	if err := os.WriteFile(filepath.Join(t.folder, inputsName), r.inputs, 0o644); err != nil {
		return "", err
	}
	lines := append(t.unmade, t.b.inputs(t.out), append(append(append(t.b.sanitized(), "-o", t.out), t.objects...),
		r.linked(t.out)...))
	if t.missing, reason, err = t.b.make(ctx, lines, t.program, t.folder, t.limits); err == nil && reason == "" {
		t.unmade = nil
	}
	return reason, err
}

// build makes the program for a reproduction.
func (t *traced) build(ctx context.Context, r *Reproduction) (reason string, err error) {
	if r.entry != nil && string(r.entry.text) != t.entry {
		if err := os.WriteFile(filepath.Join(t.folder, entryName), r.entry.text, 0o644); err != nil {
			return "", err
		}
		t.unmade = nil
		if reason, err = t.units(ctx, r); err != nil || reason != "" {
			return reason, err
		}
	}
	if reason, err = t.link(ctx, r); err != nil || reason != "" || t.missing == "" {
		return reason, err
	}
	// this gives inline functions bodies
	if reason, err = t.units(ctx, r, "-fgnu89-inline"); err != nil || reason != "" {
		return reason, err
	}
	return t.link(ctx, r)
}

// run runs the program and compares the ways.
func (t *traced) run(ctx context.Context, r *Reproduction) (ran ended, a Agreement, err error) {
	empty, err := os.MkdirTemp(t.folder, "run-*")
	if err != nil {
		return ran, a, err
	}
	defer os.RemoveAll(empty)
	file, err := way.NewFile(filepath.Join(empty, way.File))
	if err != nil {
		return ran, a, err
	}
	defer file.Close()
	if ran, err = t.b.ran(ctx, r, t.out, empty, t.limits); err != nil {
		return ran, a, err
	}
	switch {
	case t.undeclared != "":
		a.Reason = t.undeclared
	case t.missing != "":
		a.Reason = noDefinition(t.b, t.missing)
	case len(r.unset) > 0:
		a.Reason = r.sets()
	}
	if a.Reason != "" {
		return ran, a, nil
	}
	native, n, err := way.ReadFile(file, len(t.sites.List))
	if err != nil {
		a.Reason = err.Error()
		return ran, a, nil
	}
	walk := &way.Walk{Sites: t.sites}
	last, out := r.replay(r.drawn, walk)
	a.Status = -1
	if n, ok := last.Status().Integer(); out.Done && ok && r.entry == nil && !r.mainIsVoid() {
		a.Status = int(n.Int64() & 0xff)
	}
	a.LeftOut, a.Cut = walk.LeftOut, walk.Cut || n > way.Most || ran.late || !out.Done && out.Fault == nil
	a.Violates = out.Blocked == semantics.AssumptionViolated
	vouch := walk.Events
	if a.Cut {
		least := min(len(vouch), len(native))
		vouch, native = vouch[:least], native[:least]
	}
	d := way.Compare(vouch, native, out.Fault != nil)
	if a.Branches = len(vouch); d != nil {
		a.Branches = d.After
		at := d.Place(t.sites.List)
		shown := func(s source.Span) string { return r.place(s).String() }
		a.Differs = &Difference{At: r.place(at), Words: d.Words(t.sites.List, shown)}
		if walk.Address.IsValid() && walk.Since <= d.After {
			a.Differs.Addresses = true
			a.Differs.Words += fmt.Sprintf("; the program computes with an address at %s, and machines choose other addresses",
				shown(walk.Address))
		}
	}
	return ran, a, nil
}

// returnsMore reports whether a function of the library or of a harness returns something else than an int.
func (r *Reproduction) returnsMore(name string) bool {
	if isNondet(name) {
		return wide().MatchString(name)
	}
	return slices.ContainsFunc(r.program.Funcs, func(f *core.Func) bool {
		return f.Library && f.Name == name && f.Result != core.NoType && f.Result != core.Int
	})
}

// wide matches the names of functions of harnesses that return more than an int.
var wide = pattern(`_(?:long|ulong|longlong|ulonglong|float|double|pointer|pchar|charp|size_t|loff_t|u?int64(?:_t)?|u?int128|u64)$`)

// mainIsVoid reports whether main returns nothing, so that a program may have any status.
func (r *Reproduction) mainIsVoid() bool {
	return slices.ContainsFunc(r.program.Funcs, func(f *core.Func) bool {
		return f.Name == "main" && f.Result == core.NoType
	})
}

// place returns a place in the program.
func (r *Reproduction) place(s source.Span) Place {
	if int(s.File) >= len(r.places) {
		return Place{}
	}
	return Place{r.places[s.File], int(s.Line), int(s.EndLine), int(s.Column)}
}

// mostSteps bounds a run in vouch's semantics.
const mostSteps = 1 << 26

// replay runs the program in vouch's semantics.
func (r *Reproduction) replay(drawn []certs.Input, listener view.Listener) (core.State, semantics.Outcome) {
	run := view.Run{Program: r.program, Input: view.Inputs(drawn), Steps: mostSteps}
	return run.Replay(listener)
}
