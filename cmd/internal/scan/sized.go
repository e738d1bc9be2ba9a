package scan

import (
	"fmt"
	"slices"
	"strconv"

	"vouch/cmd/internal/claim"
	"vouch/cmd/internal/harness"
	"vouch/cmd/internal/terminal"
	"vouch/semantics/c"
)

// This file defines what the user says of the sizes of objects, in the words of the options array and string of a
// program, and about which functions that is.

// mostChosen is how many elements, or characters, an object whose size the user chooses has at most.
const mostChosen = 1 << 12

// Size is how large the object is to which a parameter points, as the user says.
type Size struct {
	claim.Size
	text  bool // whether it is a text
	count int  // of a size by a number
}

// option returns the flag that says so.
func (s Size) option() string {
	if s.text {
		return "--string"
	}
	return "--array"
}

// value returns what the flag says.
func (s Size) value() string {
	if s.Text == "" {
		return s.Pointer
	}
	return s.Pointer + "=" + s.Text
}

// Sizes returns what the flags array and string say. The error is one of a flag.
func Sizes(arrays, texts []string) (list []Size, err error) {
	for i, values := range [][]string{arrays, texts} {
		for _, value := range values {
			s := Size{text: i == 1}
			wrong := func(format string, args ...any) error {
				return fmt.Errorf("%s: found %s, want %s", s.option(), terminal.Shown(strconv.Quote(value)),
					fmt.Sprintf(format, args...))
			}
			parsed := claim.Sizes(value)
			want := fmt.Sprintf("NAME=SIZE with a size from 0 to %d, or NAME for any size", mostChosen)
			if !s.text {
				want += ", or NAME=PARAMETER for as many as that says"
			}
			if len(parsed) != 1 || !isName(parsed[0].Pointer) {
				return nil, wrong("%s; NAME is that of a parameter", want)
			}
			switch s.Size = parsed[0]; s.Chosen {
			case claim.ByNumber:
				if s.count, err = strconv.Atoi(s.Text); err != nil || s.count > mostChosen ||
					s.Text != strconv.Itoa(s.count) {
					return nil, wrong("%s", want)
				}
			case claim.ByParameter:
				if s.text || !isName(s.Text) {
					return nil, wrong("%s", want)
				}
			}
			if slices.ContainsFunc(list, func(t Size) bool { return t.Pointer == s.Pointer }) {
				return nil, wrong("one size of %s", s.Pointer)
			}
			list = append(list, s)
		}
	}
	return list, nil
}

// isName reports whether a text is a name in C.
func isName(text string) bool { return word.FindString(text) == text && text != "" }

// fits says whether a function has the parameter, and why the size says nothing about it; "" if it does.
func (s Size) fits(e *c.Entry) (has bool, why string) {
	i := slices.IndexFunc(e.Parameters, func(p c.EntryParameter) bool { return p.Name == s.Pointer })
	if i < 0 {
		return false, fmt.Sprintf("found the function %s without a parameter %s, want one that has it", e.Name, s.Pointer)
	}
	p := e.Parameters[i]
	found := func(want string) (bool, string) {
		return true, fmt.Sprintf("found the parameter %s of type %s of the function %s, want %s", p.Name, p.Type, e.Name,
			want)
	}
	if p.Of.Class != c.Pointer || p.Of.Elem.Class == c.Function {
		return found("a pointer to an object")
	}
	elem := p.Of.Elem
	number := (elem.Class == c.Integer || elem.Class == c.Float) && elem.Size <= 8
	switch {
	case s.text && (elem.Class != c.Integer || elem.Size != 1):
		return found("a pointer to characters")
	case s.text:
	case s.Chosen == claim.ByNumber && s.count*harness.Parts(elem) > harness.MostParts:
		return found(fmt.Sprintf("a pointer to objects of which %d have at most %d parts", s.count, harness.MostParts))
	case s.Chosen != claim.ByNumber && !number && elem.Size > 0:
		return found("a pointer to numbers, or a size that is a number")
	case s.Chosen == claim.ByParameter && !slices.ContainsFunc(e.Parameters, func(n c.EntryParameter) bool {
		return n.Name == s.Text && n.Of.Class == c.Integer
	}):
		return found(fmt.Sprintf("a parameter %s beside it that is an integer", s.Text))
	}
	return true, ""
}
