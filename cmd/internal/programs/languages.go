package programs

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"vouch/cmd/internal/checkcmd"
	"vouch/internal/load"
	"vouch/semantics/core"
	"vouch/semantics/imp/impfmt"
	"vouch/semantics/lang"
	"vouch/semantics/source"
)

// This file defines what the commands offer for each language.

// service is what a language has beyond running its programs. A field that it lacks is nil.
type service struct {
	layout func(name string, src []byte) ([]byte, error) // the program in canonical layout
	errors func(name string, src []byte) error           // all errors of a program; lowering names only the first one
}

// services has a row for each language that has any.
var services = map[string]service{
	"imp":  {impfmt.Canonical, impfmt.Errors},
	"core": {coreLayout, nil},
}

func coreLayout(name string, src []byte) ([]byte, error) {
	p, err := core.ParseLoose(name, src)
	if err != nil {
		return nil, err
	}
	return p.Text(), nil
}

// Canonical returns the program in src in the canonical layout of its language.
func Canonical(name string, src []byte) ([]byte, error) {
	if err := load.Refused(name); err != nil {
		return nil, err
	}
	l := load.Language(name)
	if services[l.Name].layout == nil {
		return nil, fmt.Errorf("%s: the language %s has no canonical layout", name, l.Name)
	}
	return services[l.Name].layout(name, src)
}

// Open reads the program in a file and the files with it. The sources are what was read, even if the program is wrong;
// the error names everything that is wrong. For a program in C, c says where its headers are. If the context ends
// before the program is read, the error is its cause.
func Open(ctx context.Context, file checkcmd.File, c load.C) (*load.Program, []lang.Source, error) {
	if err := load.Refused(file.Name); err != nil {
		return nil, nil, err
	}
	if load.Language(file.Name).Compiled {
		return c.FilesIn(ctx, append([]string{file.Name}, checkcmd.Names(file.With)...)...)
	}
	if len(file.With) > 0 {
		return nil, nil, fmt.Errorf("%s: found another file beside it, want one: only a program in C is made of several",
			file.Name)
	}
	src, err := Read(file)
	if err != nil {
		return nil, nil, err
	}
	p, err := Load(ctx, file.Name, src)
	return p, []lang.Source{{Name: file.Name, Text: src}}, err
}

// Linked makes one program of the C files that people named. Each C file of a folder is a program of its own.
func Linked(files []checkcmd.File) []checkcmd.File {
	var all []checkcmd.File
	first := -1 // of the files in C
	for _, f := range files {
		switch {
		case f.Found || !load.Language(f.Name).Compiled:
			all = append(all, f)
		case first < 0:
			first = len(all)
			all = append(all, f)
		default:
			all[first].With = append(all[first].With, f)
		}
	}
	return all
}

// Load reads a program of one file. The error says everything that is wrong with it, or is the cause of the context's
// end.
func Load(ctx context.Context, name string, src []byte) (*load.Program, error) {
	if err := load.Refused(name); err != nil {
		return nil, err
	}
	p, err := load.FileIn(ctx, name, src)
	if _, wrong := errors.AsType[source.ErrorList](err); wrong {
		if all := services[load.Language(name).Name].errors; all != nil {
			if more := all(name, src); more != nil {
				err = more
			}
		}
		if list, ok := errors.AsType[source.ErrorList](err); ok {
			if _, known := lang.Of(name); !known {
				list[len(list)-1].Hint = name +
					" was read as a program in IMP; a program in C needs a name that ends in .c, and vouch does not read C++"
			}
		}
	}
	return p, err
}

// Other reports whether a file is a program in a language that vouch does not read, as its name says.
func Other(name string) bool {
	what, _ := load.Foreign(name)
	return strings.HasPrefix(what, "a program")
}

// Extensions returns the extensions of programs of all languages.
func Extensions() []string { return extensions(func(lang.Language) bool { return true }) }

// Formatted returns the extensions of programs of the languages that have a canonical layout.
func Formatted() []string {
	return extensions(func(l lang.Language) bool { return services[l.Name].layout != nil })
}

func extensions(of func(lang.Language) bool) []string {
	var all []string
	for _, l := range lang.Table {
		if of(l) {
			all = append(all, l.Extensions...)
		}
	}
	return all
}
