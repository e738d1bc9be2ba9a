package c

import (
	"embed"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines how the programs of testdata are tests. A file has many, each behind a line that gives its title:
// "//// title". Comments at the ends of lines say what is expected:
//
//	//> text         the program writes this line
//	//exit 3         it ends with this status; 0 if nothing is said
//	//in 1 -2        its inputs
//	//option K=V     an option; one that is a list may have several
//	// want: KIND    it stops with this fault on this line
//	// refused: TEXT what this line does is not supported: the reason has this text
//	// wrong: TEXT   it is not a program: the message for this line has this text

//go:embed testdata
var testdata embed.FS

// program is a test.
type testProgram struct {
	title, text string
	line        int // of the first line in the file
	output      string
	exit        string
	inputs      []*big.Int
	want, on    string // "want", "refused" or "wrong", and what
	wantLine    int
	options     map[string]string
}

// programsOf returns the tests of a file.
func programsOf(t *testing.T, name string) (all []*testProgram) {
	t.Helper()
	text, err := testdata.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var p *testProgram
	for i, line := range strings.SplitAfter(string(text), "\n") {
		if title, ok := strings.CutPrefix(line, "//// "); ok {
			p = &testProgram{title: strings.TrimSpace(title), line: i + 1, exit: "0", options: map[string]string{}}
			all = append(all, p)
			continue
		}
		if p == nil {
			continue
		}
		p.text += line
		line = strings.TrimSuffix(line, "\n")
		if _, shown, ok := strings.Cut(line, "//> "); ok {
			p.output += shown + "\n"
		}
		if _, status, ok := strings.Cut(line, "//exit "); ok {
			p.exit = status
		}
		if _, option, ok := strings.Cut(line, "//option "); ok {
			k, v, _ := strings.Cut(option, "=")
			if before, ok := p.options[k]; ok {
				v = List(before, v)
			}
			p.options[k] = v
		}
		if _, in, ok := strings.Cut(line, "//in "); ok {
			for _, word := range strings.Fields(in) {
				n, ok := new(big.Int).SetString(word, 10)
				if !ok {
					t.Fatalf("%s:%d: found %q, want an integer", name, i+1, word)
				}
				p.inputs = append(p.inputs, n)
			}
		}
		for _, on := range []string{"want", "refused", "wrong"} {
			if _, what, ok := strings.Cut(line, "// "+on+": "); ok {
				p.on, p.want, p.wantLine = on, what, i+1-p.line
			}
		}
	}
	if len(all) == 0 {
		t.Fatalf("%s: found no program, want one", name)
	}
	return all
}

// runPrograms runs the tests of a file.
func runPrograms(t *testing.T, name string) {
	for _, p := range programsOf(t, name) {
		t.Run(p.title, func(t *testing.T) {
			if got, want := p.run(), p.expected(); got != want {
				t.Errorf("%s:%d: %s\nfound:\n%s\nwant:\n%s", name, p.line, p.title, got, want)
			}
		})
	}
}

// expected returns what run is to return.
func (p *testProgram) expected() string {
	switch p.on {
	case "want", "refused", "wrong":
		return fmt.Sprintf("%s%s on line %d: %s", p.output, p.on, p.wantLine, p.want)
	}
	return p.output + "exit " + p.exit
}

// run returns what the program does.
func (p *testProgram) run() (result string) {
	defer func() {
		if r := recover(); r != nil {
			result = fmt.Sprintf("panic: %v", r)
		}
	}()
	meter := semantics.NewMeter(1<<30, 1<<30)
	sources := []Source{{Name: "p.c", Text: []byte(p.text)}}
	out, _, err := Lower(meter, sources, p.options)
	if p.on == "wrong" { // what has the error may be called nowhere
		err = Errors(meter, sources, p.options)
	}
	if err != nil {
		return p.refusal("wrong", p.lineOf(err.Error()), err.Error())
	}
	if err := out.Check(); err != nil {
		return "no core program: " + err.Error()
	}
	m := &core.Machine{Program: out, Input: func(n int, name string) (*big.Int, bool) {
		if n < len(p.inputs) {
			return p.inputs[n], true
		}
		return nil, false
	}}
	s, end := semantics.Run(m, m.Start(), 1<<26, nil)
	text := ""
	for w := s.Output(); w != nil; w = w.Before {
		if w.Stream == 1 {
			text = string(w.Bytes) + text
		}
	}
	switch {
	case end.Fault != nil:
		return fmt.Sprintf("%swant on line %d: %s", text, end.Fault.Line, end.Fault.Kind)
	case end.Done:
		return fmt.Sprintf("%sexit %v", text, s.Status())
	}
	return text + p.refusal("refused", s.Place(s.Instr().Span).Line, string(end.Blocked))
}

// refusal returns what is said of a program that is refused: what is wanted, if the message has that, else all.
func (p *testProgram) refusal(on string, line int32, message string) string {
	if p.on == on && int(line) == p.wantLine && strings.Contains(message, p.want) {
		message = p.want
	}
	return fmt.Sprintf("%s on line %d: %s", on, line, message)
}

// lineOf returns the line that an error names first.
func (p *testProgram) lineOf(message string) (line int32) {
	_, rest, _ := strings.Cut(message, "p.c:")
	fmt.Sscanf(rest, "%d", &line)
	return line
}
