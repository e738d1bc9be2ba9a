package load

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"vouch/internal/reduce"
	"vouch/semantics/c"
	"vouch/semantics/core"
	"vouch/semantics/lang"
)

// This file defines which part of the text of a program in C is lowered and goes into certificates: all of a small
// program, and of a large one what a run needs.

// small is the size of a program that is taken whole, in bytes.
var small = 1 << 16

// errLacks is the error of a program that may be something else than the whole.
var errLacks = errors.New("a part of the text is missing")

// lackError is the error of a program that calls something else than the whole would.
type lackError struct{ names []string }

func (e *lackError) Error() string { return errLacks.Error() + ": " + strings.Join(e.names, ", ") }

// lowered lowers a program in C. Of a large one it takes the text that a run needs. It takes all if that has errors, or
// calls something else than the whole would; if main files are left out, it is an error then.
func (o C) lowered(ctx context.Context, sources []c.Source, options map[string]string) (*Program, error) {
	l, _ := lang.Of(".c")
	whole := sourcesOf(sources)
	if !o.whole {
		p, err := o.partly(ctx, l, sources, options)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if err == nil && o.needless != nil {
			err = lacks(p.Core, o.needless.part)
		}
		if err == nil {
			p.sources = whole
			return p, nil
		}
		if o.needless != nil || o.Needed != nil {
			return nil, err
		}
	}
	return SourcesIn(ctx, l, options, whole...)
}

// partly lowers the part of a program that a run needs. If that calls something that was left out, as a model of the
// library may, it takes that too.
func (o C) partly(ctx context.Context, l lang.Language, sources []c.Source, options map[string]string) (*Program,
	error) {
	for part := o.needless.of(sources); ; part = nil {
		if part == nil {
			part = o.partOf(sources, options)
		}
		if part == nil {
			return nil, errLacks
		}
		some := sourcesOf(sources)
		for i := range some {
			some[i].Text = part.Texts[i]
		}
		p, err := SourcesIn(ctx, l, options, some...)
		if err == nil {
			err = lacks(p.Core, part)
		}
		lacking, is := errors.AsType[*lackError](err)
		if !is || o.more != nil {
			return p, err
		}
		o.more = lacking.names
	}
}

// withoutNeed returns the main files of a large program of which no run needs anything, before anybody has read their
// headers; nil if there are none. It follows every #include that it finds, on whatever condition.
func (o C) withoutNeed(ctx context.Context, main []string) *needless {
	if len(main) == 1 {
		return nil
	}
	var sources []c.Source
	seen := map[string]bool{}
	read := func(name string) bool {
		if seen[name] {
			return true
		}
		text, err := o.read(name)
		if err != nil {
			return false
		}
		seen[name] = true
		sources = append(sources, c.Source{Name: name, Text: text})
		return true
	}
	for _, name := range main {
		if Refused(name) != nil || !read(name) {
			return nil
		}
	}
	for i := 0; i < len(sources) && ctx.Err() == nil; i++ {
		for _, name := range o.Common.includes(sources[i].Text).list {
			if filepath.IsAbs(name) {
				read(filepath.Clean(name))
				continue
			}
			for _, dir := range slices.Concat([]string{filepath.Dir(sources[i].Name)}, o.Include) {
				if read(filepath.Join(dir, name)) {
					break
				}
			}
		}
	}
	names := make([]string, len(sources))
	for i, s := range sources {
		names[i] = s.Name
	}
	part := o.partOf(sources, o.options(main, ".", names))
	if part == nil {
		return nil
	}
	n := &needless{files: map[string]bool{}, part: part, texts: map[string]partial{}}
	for i, name := range names {
		n.texts[name] = partial{sources[i].Text, part.Texts[i]}
		if i < len(main) && part.IsBlank(i) {
			n.files[name] = true
		}
	}
	if len(n.files) == 0 {
		return nil
	}
	return n
}

// partOf returns what a run needs of a program; nil if it is small and all of small programs is taken, or if all is
// needed.
func (o C) partOf(sources []c.Source, options map[string]string) *reduce.Result {
	size := 0
	var files []reduce.Text
	main := strings.Split(options["files"], "\n")
	paths := strings.Split(options["paths"], "\n")
	others := map[string]bool{} // of other programs
	for m := range strings.SplitSeq(options["define"], "\n") {
		if file := withoutMain(m); file != "" {
			others[file] = true
		}
	}
	for i, s := range sources {
		size += len(s.Text)
		f := reduce.Text{Path: s.Name, Text: s.Text, Main: options["files"] == "" && isMain(s.Name) ||
			slices.Contains(main, paths[i])}
		if others[paths[i]] {
			f.Without = "main"
		}
		files = append(files, f)
	}
	if size <= small && !o.Part {
		return nil
	}
	entry := options["entry"]
	if entry == "" {
		entry = "main"
	}
	files = append(files, reduce.Text{Known: true, Text: defined(options["define"])})
	for _, text := range ours() {
		files = append(files, reduce.Text{Known: true, Built: true, Text: text})
	}
	part := o.Common.reduced(files, append([]string{entry, "vouch_requires"}, o.more...), o.Needed)
	if part == nil {
		return nil
	}
	part.Texts = part.Texts[:len(sources)]
	return part
}

// HasPart reports whether a text begins with what is left of a part of it, as the sources of a program have it. What is
// blank at the end of that may be shorter, or longer.
func HasPart(text, part []byte) bool {
	part = bytes.TrimRight(part, "/*\n")
	lines := bytes.SplitAfterN(text, []byte("\n"), bytes.Count(part, []byte("\n"))+2)
	lines = lines[:min(len(lines), bytes.Count(part, []byte("\n"))+1)]
	return reduce.IsPart(part, bytes.TrimSuffix(bytes.Join(lines, nil), []byte("\n")))
}

// ours are the headers of package c.
var ours = sync.OnceValue(c.Include)

// WithoutMain makes a main file one of a program that begins with another main: that of the file gets another name.
func (o *C) WithoutMain(file string) {
	o.Define = append(slices.Clip(o.Define), c.ForFile(file, otherMain+notWord.ReplaceAllString(file, "_")))
}

// otherMain begins the macro that gives the main of a file another name.
const otherMain = "main=main_of_"

var notWord = regexp.MustCompile(`\W`)

// withoutMain returns the file whose main has another name by an option about a macro; "" if it is about something
// else.
func withoutMain(option string) string {
	if file, macro := c.OfFile(option); strings.HasPrefix(macro, otherMain) {
		return file
	}
	return ""
}

// defined returns the macros of the option define, as they are written in a file.
func defined(option string) []byte {
	text := ""
	for m := range strings.SplitSeq(option, "\n") {
		if withoutMain(m) != "" { // a name of one file
			continue
		}
		_, m = c.OfFile(m)
		if name, value, ok := strings.Cut(m, "="); ok {
			text += "#define " + name + " " + value + "\n"
		}
	}
	return []byte(text)
}

// lacks returns an error if a program calls functions that were left out of its text: such a one has no body now, or a
// model of the library has taken its place. Or something was taken out of the program, which may be the fault of the
// text.
func lacks(p *core.Program, part *reduce.Result) error {
	var names []string
	for _, f := range p.Funcs {
		name, _, _ := strings.Cut(f.Name, "~")
		if f.Library && part.Dropped(name) || len(f.Code) == 1 && f.Code[0].Op == core.Unsupported &&
			part.Defined(name) {
			names = append(names, name)
		}
	}
	switch {
	case len(p.Removed) > 0:
		return errLacks
	case len(names) > 0:
		return &lackError{names}
	}
	return nil
}

// lacksProvided reports whether a program calls a function without a body that one of the added files defines, as their
// objects say: it was left out, because a macro gives it another name.
func (o C) lacksProvided(p *core.Program) bool {
	return slices.ContainsFunc(p.Funcs, func(f *core.Func) bool {
		name, _, _ := strings.Cut(f.Name, "~")
		return o.provided[name] && len(f.Code) == 1 && f.Code[0].Op == core.Unsupported
	})
}

// Files reads a program in C. The main files are given by name, and their headers are read as they are included. The
// sources are returned even where the program is wrong, as far as they could be read.
func (o C) Files(main ...string) (*Program, []lang.Source, error) {
	return o.FilesIn(context.Background(), main...)
}

// FilesIn is Files until a context ends: then the error is the context's cause.
func (o C) FilesIn(ctx context.Context, main ...string) (*Program, []lang.Source, error) {
	if o.Within != nil {
		return o.within(ctx, main)
	}
	p, sources, err := o.withoutRest(ctx, main)
	if lacking, is := errors.AsType[*lackError](err); is {
		some := o
		some.more = lacking.names
		p, sources, err = some.withoutRest(ctx, main)
	}
	if err == nil {
		p.again = func(ctx context.Context) (*Program, error) {
			o.whole, o.Needed = true, nil
			whole, _, err := o.files(ctx, main)
			return whole, err
		}
		return p, sources, nil
	}
	o.whole = err != errAll && o.Needed == nil
	if o.Needed != nil && err != errAll {
		return nil, nil, err
	}
	return o.files(ctx, main)
}

// within is FilesIn for those of the main files that are wanted.
func (o C) within(ctx context.Context, main []string) (*Program, []lang.Source, error) {
	some := slices.Concat(main[:1], slices.DeleteFunc(slices.Clone(main[1:]), func(name string) bool {
		return !slices.Contains(o.Within, name)
	}))
	o.Within = nil
	p, sources, err := o.only(some).FilesIn(ctx, some...)
	if err == nil && len(some) < len(main) {
		p.again = func(ctx context.Context) (*Program, error) {
			o.whole, o.Needed = true, nil
			whole, _, err := o.files(ctx, main)
			return whole, err
		}
	}
	return p, sources, err
}

// withoutRest reads only the main files that a run needs.
func (o C) withoutRest(ctx context.Context, main []string) (*Program, []lang.Source, error) {
	if o.needless = o.withoutNeed(ctx, main); o.needless == nil {
		return nil, nil, errAll
	}
	needed := slices.DeleteFunc(slices.Clone(main), func(name string) bool {
		return o.needless.has(name) && slices.Contains(o.added, name)
	})
	p, sources, err := o.only(needed).files(ctx, needed)
	if err == nil && o.lacksProvided(p.Core) {
		err = errLacks
	}
	return p, sources, err
}

func (o C) files(ctx context.Context, main []string) (*Program, []lang.Source, error) {
	return with(ctx, o, main, func(sources []c.Source, options map[string]string) (p *Program, refused int, err error) {
		if p, err = o.lowered(ctx, sources, options); err != nil {
			return nil, 0, err
		}
		refused = len(p.Core.Removed)
		for _, f := range p.Core.Funcs {
			if c.IsRefused(f) {
				refused++
			}
		}
		return p, refused, nil
	})
}
