// Package imprepro translates an IMP program with one input into a small stand-alone program of another language, which
// ends as the IMP program does on that input: it fails in the same place.
//
// The translation keeps loops and names, so that a person can read it and a debugger can step through it. Nothing rests
// on it: a bug is proved by its certificate.
package imprepro

import (
	"fmt"
	"strings"

	"vouch/semantics"
	"vouch/semantics/imp"
)

// Read returns the program in a source, for a Run.
func Read(name string, source []byte) (*imp.Program, error) { return imp.Load(name, source) }

// Language is a row of the table of target languages.
type Language struct {
	Name      string // on the command line
	Extension string // of file names
	Try       string // how to run the file %s
	// write returns the program. Again asks to be called once more with plain false, for a language in which variables
	// have to be global, and called otherwise, where there is more than one function.
	write func(r *replay, plain bool) (text []byte, again bool, err error)
}

// Write returns the program in the language. It writes one line about a fault or a violated assumption to its standard
// error and ends with status 1 or 3, with 0 otherwise. An error says which value does not fit the language's integers.
func (l *Language) Write(run Run) ([]byte, error) {
	r, err := newReplay(run)
	if err != nil {
		return nil, err
	}
	text, again, err := l.write(r, true)
	if again {
		text, _, err = l.write(r, false)
	}
	return text, err
}

// what says how the run ends, for the head of the program.
func (r *replay) what() string {
	o := r.outcome
	switch {
	case o.Fault != nil:
		return fmt.Sprintf("fails at %d:%d: %s", o.Fault.Line, o.Fault.Column, r.Describe(o.Fault.Kind))
	case o.Done:
		return "runs to its end"
	case o.Blocked == semantics.AssumptionViolated:
		return "violates an assumption"
	}
	return fmt.Sprintf("does not end within %d steps", o.Steps)
}

// head returns the comment at the head of a program, each line after mark.
func (r *replay) head(mark, integers string) string {
	lines := []string{
		fmt.Sprintf("The program %s, translated by vouch with an input on which it %s.", inert(r.Program.Name),
			r.what()),
		integers,
		"Exit status: 0 the program ran to its end; 1 it failed; 3 it violated an assumption.",
	}
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(strings.TrimRight(mark+" "+line, " ") + "\n")
	}
	return b.String()
}

// inert returns a name as it may stand in a comment of any language.
func inert(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', strings.ContainsRune("._-+", r):
			return r
		}
		return '_'
	}, name)
}
