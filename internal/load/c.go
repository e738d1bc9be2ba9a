package load

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"vouch/internal/bounded"
	"vouch/internal/reduce"
	"vouch/semantics"
	"vouch/semantics/c"
	"vouch/semantics/core"
	"vouch/semantics/lang"
	"vouch/semantics/source"
)

// This file defines how the files of a program in C are collected: the main files are given, and the headers are found.

// C says how a program in C is made of files, as the options of a compiler do.
type C struct {
	Include []string // -I: directories in which #include looks
	// -D: NAME or NAME=VALUE, or FILE:NAME and FILE:NAME=VALUE for one main file; see c.OfFile
	Define   []string
	Undefine []string // -U: NAME or FILE:NAME
	Prelude  []string // --include: files that each main file includes first
	// directories of headers that are taken instead of those of package c; nil: if package c lacks some, those of
	// SystemHeaders
	System  []string
	Options map[string]string // of package c, except for those that follow from the files
	// Read, if set, reads a file instead of the file system, as where an editor has it open. Its error names the file.
	Read func(name string) ([]byte, error)
	// Texts are files that are on no disk, by their clean names, or by their absolute names.
	Texts map[string][]byte
	// Folder, if set, is where relative names begin, instead of the folder in which the process works.
	Folder string
	// Machine are the directories of the headers of the machine that has the files; nil: those of this machine.
	Machine []string
	// Common, if set, keeps what programs that are read one after another have in common. The programs are the same
	// without it.
	Common *Common
	// Part says that of a small program, too, only the part is taken that a run needs.
	Part bool
	// Needed, if set, are the functions that a run needs, beside those of the first file: the bodies of others are left
	// out, also where words lead to them, unless what gives an object a value may have their addresses. It is an error
	// if the rest is no program, or calls one that was left out.
	Needed []string
	// Within, if set, are the only main files beside the first one that are read, though the program has more: those in
	// which the functions and objects are that a run needs.
	Within []string
	// Foreign says that the headers of the machine are taken, without an attempt with those of package c.
	Foreign bool

	added    []string        // main files that nobody named, which may define what others need
	provided map[string]bool // the names that the objects of these files define
	needless *needless       // main files that no run needs; nil if nobody looked
	more     []string        // names of which the part that is taken has all that the text has
	whole    bool            // whether all of the text is taken, because a part of it was no program
}

// errAll says that all main files may be needed.
var errAll = errors.New("all files are needed")

// only returns o for some of the main files: macros of others go.
func (o C) only(main []string) C {
	other := func(option string) bool { return o.isOfOther(option, main) }
	o.Define = slices.DeleteFunc(slices.Clone(o.Define), other)
	o.Undefine = slices.DeleteFunc(slices.Clone(o.Undefine), other)
	return o
}

// isOfOther reports whether an option about a macro is about a file that is none of the main files.
func (o C) isOfOther(option string, main []string) bool {
	file := fileOf(option)
	return file != "" && !slices.ContainsFunc(main, func(name string) bool {
		return o.absolute(name) == o.absolute(file)
	})
}

// Only leaves out the options about macros of files that are none of the main files: a program may have only some of
// those with which a compilation database says that they are compiled.
func (o *C) Only(main []string) {
	other := func(option string) bool { return o.isOfOther(option, main) }
	o.Define = slices.DeleteFunc(slices.Clone(o.Define), other)
	o.Undefine = slices.DeleteFunc(slices.Clone(o.Undefine), other)
}

// Errors returns the sources of a program in C, and the errors of all of its parts, also of those that no run needs.
func (o C) Errors(main ...string) ([]lang.Source, error) {
	_, all, err := with(context.Background(), o, main, func(sources []c.Source, options map[string]string) (struct{},
		int, error) {
		return struct{}{}, 0, c.Errors(nil, sources, options)
	})
	return all, err
}

// with collects a program, and returns what read makes of it, and the sources as far as they could be read. It begins
// with the headers of package c. If one is missing that the machine has, or if there are errors, it takes the headers
// of the machine instead, unless these make it worse.
func with[T any](ctx context.Context, o C, main []string, read reader[T]) (made T, sources []lang.Source, err error) {
	if o.Foreign && o.System == nil {
		o.System = o.machine()
	}
	chosen := o.System != nil
	var lacks func(missing []string) bool
	if !chosen {
		lacks = o.machineHas
	}
	all, err := o.collect(ctx, main, lacks)
	if err != nil {
		return made, nil, err
	}
	if !chosen && o.machineHas(all.missing) {
		o.System, chosen = o.machine(), true
		if all, err = o.collect(ctx, main, nil); err != nil {
			return made, nil, err
		}
	}
	r := attempt(all, read)
	if chosen || r.refused == 0 && r.errors == nil || !includes(all.sources) || o.machine() == nil || ctx.Err() != nil {
		return r.made, r.sources, r.err
	}
	o.System = o.machine()
	if all, err := o.collect(ctx, main, nil); err == nil && !areMissing(r.errors, all.missing) {
		again := attempt(all, read)
		inHeader := slices.ContainsFunc(again.errors, func(e *source.Error) bool { return o.isSystem(e.File) })
		if r.errors != nil && !inHeader || again.errors == nil && again.refused < r.refused {
			r = again
		}
	}
	return r.made, r.sources, r.err
}

// areMissing reports whether errors say of one of some files that it is missing. If these are missing with the headers
// of the machine, too, another attempt finds the same.
func areMissing(errs source.ErrorList, names []string) bool {
	return slices.ContainsFunc(errs, func(e *source.Error) bool {
		return strings.HasPrefix(e.Msg, "found no file ") && slices.ContainsFunc(names, func(name string) bool {
			return strings.Contains(e.Msg, name)
		})
	})
}

// attempt reads a program that was collected.
func attempt[T any](all collected, read reader[T]) (r reading[T]) {
	r.made, r.refused, r.err = read(all.sources, all.options)
	r.sources, r.err = sourcesOf(all.sources), because(named(r.err), all.unread)
	r.errors, _ = errors.AsType[source.ErrorList](r.err)
	return r
}

// machine returns the directories of the headers of the machine that has the files.
func (o C) machine() []string {
	if o.Machine != nil {
		return o.Machine
	}
	return onMachine()
}

// machineHas reports whether the machine has one of the headers with the given names.
func (o C) machineHas(names []string) bool {
	for _, name := range names {
		for _, dir := range o.machine() {
			if _, err := o.read(filepath.Join(dir, name)); err == nil {
				return true
			}
		}
	}
	return false
}

// sourcesOf returns sources of C as those of any language.
func sourcesOf(sources []c.Source) []lang.Source {
	var all []lang.Source
	for _, s := range sources {
		all = append(all, lang.Source(s))
	}
	return all
}

// Entry reads a program in C as Files does, and returns the function that the option entry names.
func (o C) Entry(main ...string) (entry *c.Entry, all []lang.Source, err error) {
	return with(context.Background(), o, main, func(sources []c.Source, options map[string]string) (*c.Entry, int,
		error) {
		entry, err := c.EntryOf(nil, sources, options)
		return entry, 0, err
	})
}

// Uncalled returns the functions of the program to which nothing refers; in languages other than C there are none, and
// none are told of when the context has ended. It reads files again that were left out, and does not tell of their
// functions if there are errors in them.
func (p *Program) Uncalled(ctx context.Context) []*core.Func { return ofWhole(ctx, p, c.Uncalled) }

// Undefined returns the functions without a body that the program calls anywhere, but for those that a header of the
// machine or of package c declares. It works as Uncalled does.
func (p *Program) Undefined(ctx context.Context) []*c.Entry {
	return slices.DeleteFunc(ofWhole(ctx, p, c.Undefined), func(e *c.Entry) bool {
		return e.Where.File == "" || C{}.isForeign(e.Where.File)
	})
}

// ofWhole returns what is said of a program in C with all that was left out of it; nothing if that has errors, or if
// the context has ended.
func ofWhole[T any](ctx context.Context, p *Program, of func(*semantics.Meter, []c.Source, map[string]string) ([]T,
	error)) []T {
	if !p.Language.Compiled || ctx.Err() != nil {
		return nil
	}
	part := false
	if p.again != nil {
		whole, err := p.again(ctx)
		if err != nil {
			return nil
		}
		p, part = whole, true
	}
	var sources []c.Source
	for i, s := range p.About.Sources {
		part = part || !bytes.Equal(s.Text, p.sources[i].Text)
		sources = append(sources, c.Source{Name: s.Name, Text: p.sources[i].Text})
	}
	list, err := of(Meter(ctx), sources, p.About.Options)
	if ctx.Err() != nil {
		return nil
	}
	if err != nil && !part {
		panic("load: a program that was lowered cannot be lowered again: " + err.Error())
	}
	return list
}

// named returns an error of an option as one of its flag.
func named(err error) error {
	if e, ok := errors.AsType[*c.OptionError](err); ok {
		return fmt.Errorf("%s: %s", flagOf(e.Option), e.Msg)
	}
	return err
}

// because gives the errors of missing files the reasons why files of these names were not read.
func because(err error, unread []error) error {
	list, _ := errors.AsType[source.ErrorList](err)
	for _, e := range list {
		for _, why := range unread {
			file, _, _ := strings.Cut(why.Error(), ": ")
			if strings.HasPrefix(e.Msg, "found no file ") &&
				strings.Contains(e.Msg, strconv.Quote(filepath.Base(file))) {
				e.Hint = why.Error()
			}
		}
	}
	return err
}

// collected is a program in C as package c wants it.
type collected struct {
	sources []c.Source
	options map[string]string
	missing []string // the headers that are not there, by their names in #include
	unread  []error  // why headers that are there could not be read
}

// collect reads the main files and the headers that they include. It may leave headers out once enough, which may be
// nil, says that those that are missing suffice.
func (o C) collect(ctx context.Context, main []string, enough func(missing []string) bool) (all collected, err error) {
	for i, m := range slices.Concat(o.Define, o.Undefine) {
		if o.isOfOther(m, main) {
			flag := "-D"
			if i >= len(o.Define) {
				flag = "-U"
			}
			return all, fmt.Errorf("%s: found %q, want a macro, or one of the files of the program and a colon before it",
				flag, m)
		}
	}
	sources := make([]c.Source, len(main))
	for i, name := range main {
		if err := Refused(name); err != nil {
			return all, err
		}
		text, err := o.read(name)
		if err != nil {
			return all, err
		}
		if o.needless.has(name) {
			text = reduce.Blank(text)
		}
		sources[i] = c.Source{Name: name, Text: text}
	}
	read := func(path string) ([]byte, bool) {
		text, err := o.read(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
			all.unread = append(all.unread, err)
		}
		return text, err == nil
	}
	options := o.options(main, ".", main)
	options["root"] = filepath.ToSlash(o.absolute("."))
	headers, missing := o.Common.headers(sources, options, enough, read, func(main c.Source,
		options map[string]string) ([]c.Source, []string) {
		return c.Headers(Meter(ctx), []c.Source{main}, options, read)
	}, func() bool { return len(all.unread) > 0 || ctx.Err() != nil })
	is := map[string]bool{} // headers by their absolute names: some files may be named otherwise than main[0]
	for _, h := range headers {
		if path := o.absolute(h.Name); !o.isSystem(h.Name) {
			if is[path] {
				continue
			}
			if is[path] = true; filepath.IsAbs(main[0]) { // as the user names files
				h.Name = path
			}
		}
		sources = append(sources, h)
	}
	names := make([]string, len(sources))
	for i, s := range sources {
		names[i] = s.Name
	}
	all.sources, all.options, all.missing = sources, o.options(main, o.root(names), names), missing
	if slices.ContainsFunc(sources, func(s c.Source) bool { return o.Common.includes(s.Text).root }) {
		all.options["root"] = filepath.ToSlash(o.root(names))
	}
	return all, nil
}

// flagOf returns the flag by which an option of package c is given.
func flagOf(option string) string {
	switch option {
	case "include":
		return "-I"
	case "define":
		return "-D"
	case "undefine":
		return "-U"
	case "prelude":
		return "--include"
	}
	return "--" + option
}

// read reads a regular file. What is named in a program may be anything: a pipe would hold up the reader, and a device
// may never end.
func (o C) read(name string) ([]byte, error) {
	if text, ok := o.text(name); ok {
		return text, nil
	}
	if o.Read != nil {
		return o.Read(name)
	}
	text, err := regular(name, lang.MaxSource)
	return o.Common.one(name, text), err
}

// text returns a file that is on no disk.
func (o C) text(name string) (text []byte, ok bool) {
	if len(o.Texts) == 0 {
		return nil, false
	}
	if text, ok = o.Texts[filepath.Clean(name)]; !ok {
		text, ok = o.Texts[o.absolute(name)]
	}
	return text, ok
}

// WithText returns o with one more file that is on no disk.
func (o C) WithText(name string, text []byte) C {
	texts := maps.Clone(o.Texts)
	if texts == nil {
		texts = map[string][]byte{}
	}
	texts[filepath.Clean(name)] = text
	o.Texts = texts
	return o
}

// TextSums tells files that are on no disk from others, by their names and digests.
func (o C) TextSums() (sums []string) {
	for _, name := range slices.Sorted(maps.Keys(o.Texts)) {
		sums = append(sums, fmt.Sprintf("%s %x", name, sha256.Sum256(o.Texts[name])))
	}
	return sums
}

// IsText reports whether a file is on no disk.
func (o C) IsText(name string) bool {
	_, ok := o.text(name)
	return ok
}

// regular reads a regular file up to a limit in bytes. The error names the file.
func regular(name string, limit int64) ([]byte, error) {
	text, err := bounded.ReadFile(name, limit)
	if err == nil {
		return text, nil
	}
	if e, ok := errors.AsType[*os.PathError](err); ok {
		err = e.Err
	}
	return nil, fmt.Errorf("%s: %w", name, err)
}

// options returns the options of package c for files with the given names, of which some are main files. Paths are
// relative to the directory root, so that they say nothing of where that is; those of the machine's headers are as they
// are.
func (o C) options(main []string, root string, names []string) map[string]string {
	options := map[string]string{}
	set := func(name string, elements []string) {
		if len(elements) > 0 {
			options[name] = c.List(elements...)
		}
	}
	within := func(names []string) []string {
		var paths []string
		for _, name := range names {
			if o.isSystem(name) {
				paths = append(paths, name)
				continue
			}
			path, err := filepath.Rel(o.absolute(root), o.absolute(name))
			if err != nil {
				path = filepath.Clean(name)
			}
			paths = append(paths, filepath.ToSlash(path))
		}
		return paths
	}
	for name, value := range o.Options {
		options[name] = value
	}
	set("paths", within(names))
	if others := slices.ContainsFunc(names[len(main):], isMain); others || !slices.ContainsFunc(main, isMain) {
		set("files", within(main))
	}
	set("include", within(o.folders()))
	set("prelude", within(o.Prelude))
	set("system", o.System)
	ofFiles := func(macros []string) (list []string) {
		for _, m := range macros {
			if file, rest := c.OfFile(m); file != "" {
				m = c.ForFile(within([]string{file})[0], rest)
			}
			list = append(list, m)
		}
		return list
	}
	set("define", ofFiles(o.Define))
	set("undefine", ofFiles(o.Undefine))
	return options
}

// folders returns the directories of Include in which #include looks, as gcc does: each once, and none that the machine
// has for its own headers. If one were there twice, a header that asks for the next one of its name would get itself.
func (o C) folders() (dirs []string) {
	if len(o.Include) == 0 {
		return nil
	}
	seen := map[string]bool{}
	for _, dir := range o.machine() {
		seen[dir] = true
	}
	for _, dir := range o.Include {
		if path := o.absolute(dir); !seen[path] {
			seen[path] = true
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// isMain reports whether package c takes a file for a main file where nobody says which are.
func isMain(name string) bool { return lang.IsUnit(name) }

// root returns the innermost directory that has all files, and all directories in which one of them was found.
func (o C) root(names []string) string {
	var dirs []string
	for _, name := range names {
		if o.isSystem(name) {
			continue
		}
		dirs = append(dirs, filepath.Dir(o.absolute(name)))
	}
	for _, dir := range o.Include {
		if slices.ContainsFunc(names, func(name string) bool { return under(o.absolute(dir), o.absolute(name)) }) {
			dirs = append(dirs, o.absolute(dir))
		}
	}
	root := dirs[0]
	for _, dir := range dirs[1:] {
		for !under(root, dir) && filepath.Dir(root) != root {
			root = filepath.Dir(root)
		}
	}
	return root
}

// absolute returns the path of a file of the program.
func (o C) absolute(path string) string {
	if o.Folder != "" && !filepath.IsAbs(path) {
		path = filepath.Join(o.Folder, path)
	}
	return absolute(path)
}

// isSystem reports whether a file is a header of the machine.
func (o C) isSystem(name string) bool {
	return slices.ContainsFunc(o.System, func(dir string) bool { return under(dir, o.absolute(name)) })
}

// under reports whether a file or directory is dir, or in it. Both are absolute.
func under(dir, name string) bool {
	rel, err := filepath.Rel(dir, name)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// isForeign reports whether a file belongs to vouch or to the machine, and not to the project.
func (o C) isForeign(file string) bool {
	machine := C{System: o.machine()}
	return strings.HasPrefix(file, "<") || filepath.IsAbs(file) && machine.isSystem(file)
}
