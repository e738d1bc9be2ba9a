// Package load reads programs of any language for those who look for bugs in them or run them.
//
// [File] takes the text of a file and returns a [Program]: what the text is in the core, and what certificates say of
// it. The core program
// runs on a core.Machine; both together are what finder.Find wants.
package load

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/fronts"
	"vouch/semantics/lang"
	"vouch/semantics/source"
)

// Program is a program, lowered to the core, as certificates speak of it.
type Program struct {
	Language lang.Language
	Core     *core.Program
	About    certs.Program
	sources  []lang.Source // with their whole texts
	// reads the program with the files that are left out; nil if there are none
	again func(context.Context) (*Program, error)
}

// Language returns the language of a file, which follows from the extension of its name. Files with an extension that
// no language has are taken for IMP, unless Foreign knows them: these are refused when they are read.
func Language(file string) lang.Language {
	l, known := lang.Of(file)
	if !known {
		l = lang.Table[0]
	}
	return l
}

// File reads the source of a program, whose language Language tells. The error says what is wrong with it, in the words
// of that language.
func File(name string, text []byte) (*Program, error) {
	return FileIn(context.Background(), name, text)
}

// FileIn is File until a context ends: then the error is the context's cause.
func FileIn(ctx context.Context, name string, text []byte) (*Program, error) {
	if err := Refused(name); err != nil {
		return nil, err
	}
	return SourcesIn(ctx, Language(name), nil, lang.Source{Name: name, Text: text})
}

// Sources reads the sources of a program in a language, with the options chosen.
func Sources(l lang.Language, options map[string]string, sources ...lang.Source) (*Program, error) {
	return SourcesIn(context.Background(), l, options, sources...)
}

// SourcesIn is Sources until a context ends: then the error is the context's cause.
func SourcesIn(ctx context.Context, l lang.Language, options map[string]string, sources ...lang.Source) (*Program,
	error) {
	p, err := within(ctx, l, options, sources)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return p, err
}

// Meter returns a meter that bounds nothing until a context ends, and then refuses everything.
func Meter(ctx context.Context) *semantics.Meter {
	m := semantics.NewMeter(semantics.Unlimited, semantics.Unlimited)
	m.Until(func() string {
		if ctx.Err() != nil {
			return "longer than there is time"
		}
		return ""
	})
	return m
}

// Spent counts the work of those who lower programs, in units of a meter; a byte of text is one, too.
type Spent struct{ units atomic.Int64 }

// Units returns how much work was counted.
func (s *Spent) Units() int64 { return s.units.Load() }

type spentKey struct{}

// Counting returns a context in which the work of lowering programs is counted, also of those that are wrong.
func Counting(ctx context.Context, s *Spent) context.Context {
	return context.WithValue(ctx, spentKey{}, s)
}

// within is SourcesIn, with an error that means nothing if the context has ended.
func within(ctx context.Context, l lang.Language, options map[string]string, sources []lang.Source) (*Program, error) {
	meter := Meter(ctx)
	p, effective, err := fronts.All.Sources(meter, l, sources, options)
	if s, ok := ctx.Value(spentKey{}).(*Spent); ok {
		s.units.Add(meter.Spent())
		for _, text := range sources {
			s.units.Add(int64(len(text.Text)))
		}
	}
	if err != nil {
		return nil, err
	}
	var names []string
	for _, s := range sources {
		names = append(names, s.Name)
	}
	about := certs.Program{Language: l.Name, Version: l.Version, Options: effective}
	for i, name := range certs.BaseNames(names...) {
		about.Sources = append(about.Sources, certs.Source{Name: name, Text: sources[i].Text})
		if name != names[i] {
			rename(p, names[i], name)
		}
	}
	if err := p.CheckWithin(meter); err != nil {
		if list, ok := errors.AsType[source.ErrorList](err); ok {
			list[0].Hint = fmt.Sprintf("the front end of %s breaks a rule of the core here: it is wrong, or should refuse this program itself",
				l.Name)
		}
		return nil, err
	}
	digest := p.Digest(meter)
	about.Lowered = digest[:]
	return &Program{Language: l, Core: p, About: about, sources: sources}, nil
}

// rename gives a file of a program another name, so that the program says nothing of where the files are, as
// certificates do not.
func rename(p *core.Program, name, to string) {
	for k := range p.Sources {
		if p.Sources[k] == name {
			p.Sources[k] = to
		}
	}
	var place *regexp.Regexp // in a message
	for _, f := range p.Funcs {
		for i := range f.Code {
			if in := &f.Code[i]; in.Op == core.Unsupported && strings.Contains(in.Name, name) {
				if place == nil {
					place = regexp.MustCompile(`(^| )` + regexp.QuoteMeta(name) + `(:[0-9])`)
				}
				in.Name = place.ReplaceAllString(in.Name, "${1}"+strings.ReplaceAll(to, "$", "$$")+"${2}")
			}
		}
	}
}

// Without says of an error that the program goes without what has it.
func Without(e *source.Error) string {
	return e.Msg + "; what is declared there is refused where a run needs it"
}

// Foreign reports whether a program in C was read with the headers of the machine.
func (p *Program) Foreign() bool { return p.About.Options["system"] != "" }

// Files returns the names of the files from which the program was read.
func (p *Program) Files() (names []string) {
	for _, s := range p.sources {
		names = append(names, s.Name)
	}
	return names
}

// Texts returns the files from which the program was read, with their whole texts.
func (p *Program) Texts() []lang.Source { return slices.Clone(p.sources) }

// Place returns the name of the file in which a region of the program lies, as the user named it, and its text; nil if
// that is not at hand, as where the core's text form speaks of the sources that it was made of. The name is empty if
// the region is in no file of the program, as a model of the library is that only an uncalled function needs.
func (p *Program) Place(s source.Span) (file string, text []byte) {
	switch i := p.Source(s); {
	case i >= 0:
		return p.sources[i].Name, p.sources[i].Text
	case s.File >= 0 && int(s.File) < len(p.Core.Sources):
		return p.Core.Sources[s.File], nil
	}
	return "", nil
}

// Source returns which of the program's sources a region lies in, counted from 0; -1 if its text is not at hand.
func (p *Program) Source(s source.Span) int {
	i := max(int(s.File), 0)
	if i >= len(p.sources) {
		return -1
	}
	if s.File >= 0 && i < len(p.Core.Sources) && (i >= len(p.About.Sources) ||
		p.Core.Sources[i] != p.About.Sources[i].Name) {
		return -1
	}
	return i
}
