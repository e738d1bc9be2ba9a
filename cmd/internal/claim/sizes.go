package claim

import "strings"

// This file defines what the options array and string of C say of the sizes of objects. Who lowers a program refuses
// those that say nothing.

// Size is how large the object is to which a pointer among the inputs points.
type Size struct {
	Pointer string // as options name it: v[] stands for v[0], v[1] and so on
	Chosen  Choice
	Text    string // the number, or the name of the parameter
}

// Choice is how the size of an object is chosen.
type Choice int

// The ways to choose a size.
const (
	AnySize     Choice = iota // NAME
	ByNumber                  // NAME=3
	ByParameter               // NAME=n
)

// Sizes returns what the value of an option says, line by line.
func Sizes(option string) (list []Size) {
	for line := range strings.SplitSeq(option, "\n") {
		if line == "" {
			continue
		}
		s := Size{}
		var bounded bool
		s.Pointer, s.Text, bounded = strings.Cut(line, "=")
		switch {
		case bounded && s.Text != "" && s.Text[0] >= '0' && s.Text[0] <= '9':
			s.Chosen = ByNumber
		case bounded:
			s.Chosen = ByParameter
		}
		list = append(list, s)
	}
	return list
}

// String returns a size as the option has it.
func (s Size) String() string {
	if s.Chosen == AnySize {
		return s.Pointer
	}
	return s.Pointer + "=" + s.Text
}
