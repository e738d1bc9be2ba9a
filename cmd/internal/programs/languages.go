package programs

import (
	"errors"
	"fmt"

	"vouch/internal/load"
	"vouch/semantics/core"
	"vouch/semantics/imp/impfmt"
	"vouch/semantics/lang"
	"vouch/semantics/source"
)

// This file defines what the commands do for the people who write in a language.

// service is what there is for a language beyond running its programs. What it has not is nil.
type service struct {
	layout func(name string, src []byte) ([]byte, error) // the program in canonical layout
	errors func(name string, src []byte) error           // everything that is wrong with a program, where lowering names the first
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
	l := load.Language(name)
	if services[l.Name].layout == nil {
		return nil, fmt.Errorf("%s: the language %s has no canonical layout", name, l.Name)
	}
	return services[l.Name].layout(name, src)
}

// Load reads a program. The error says everything that is wrong with it.
func Load(name string, src []byte) (*load.Program, error) {
	p, err := load.File(name, src)
	if _, wrong := errors.AsType[source.ErrorList](err); wrong {
		if all := services[load.Language(name).Name].errors; all != nil {
			if more := all(name, src); more != nil {
				err = more
			}
		}
	}
	return p, err
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
