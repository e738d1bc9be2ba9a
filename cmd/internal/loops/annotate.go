package loops

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/checker"
	"vouch/semantics/lang"
)

// This file defines a program's text with what holds at its loops, as comments: in C as annotations of ACSL, which
// Frama-C reads, and elsewhere as lines before a loop. In C, functions that call themselves have contracts, too.

// Note says what an annotated text leaves out.
type Note struct {
	checker.Place
	Text string
}

// insertion is a text that comes before a place.
type insertion struct {
	at   int // in bytes
	text string
}

// Annotated returns the text of the first file of a program with what a certificate shows at its loops and of its
// functions. Text is that
// file, of which the certificate may have a part. The lines of a text in C stay where they are, since a program can ask
// for their numbers. It is an error if the annotated program would be another one.
func Annotated(v *checker.Verdict, list []Loop, contracts []Contract, text []byte,
	lower checker.Lower) (annotated []byte, notes []Note, err error) {
	l := lang.Named(v.Language)
	if !l.Compiled && l.Comment == "" {
		return nil, nil, fmt.Errorf("found a program in %s, want one in a language with comments",
			cmp.Or(l.Title, "another language"))
	}
	about := certs.Program{Language: l.Name, Version: l.Version, Options: v.Options, Sources: slices.Clone(v.Sources)}
	about.Sources[0].Text, _ = insert(l, v.Sources[0].Text, list, contracts)
	same, _, err := lower(nil, about)
	if err != nil {
		return nil, nil, fmt.Errorf("the annotated program has errors: %w", err)
	}
	if !bytes.Equal(placeless(same.Text()), placeless(v.Lowered.Text())) {
		return nil, nil, errors.New("the program with comments is another one, because it depends on where its text stands")
	}
	annotated, notes = insert(l, text, list, contracts)
	return annotated, notes, nil
}

// places finds the places in the text of a core program.
var places = regexp.MustCompile(`@(\d+/)?\d+:\d+(-\d+:\d+)?`)

func placeless(core []byte) []byte { return places.ReplaceAll(core, []byte("@")) }

// insert inserts what holds at loops and of functions into a text.
func insert(l lang.Language, text []byte, list []Loop, contracts []Contract) (annotated []byte, notes []Note) {
	var all []insertion
	note := func(at Loop, format string, args ...any) {
		notes = append(notes, Note{at.Place, fmt.Sprintf(format, args...)})
	}
	for _, x := range contracts {
		noted := func(format string, args ...any) {
			notes = append(notes, Note{x.Place, fmt.Sprintf(format, args...)})
		}
		at, ok := offset(text, x.Place)
		switch {
		case x.File > 0:
			noted("the contract of %s is left out: found it in another file, want functions of the first one", x.Function)
			continue
		case !ok:
			noted("the contract of %s is left out: the text has no such function there", x.Function)
			continue
		}
		for _, g := range x.Gaps {
			noted("%v", g)
		}
		for _, comment := range x.comments() {
			all = append(all, insertion{at, comment + " "})
		}
	}
	for _, loop := range list {
		at, ok := offsetOf(text, loop)
		switch {
		case loop.File > 0:
			note(loop, "the loop is left out: found it in another file, want loops of the first one")
			continue
		case !ok:
			note(loop, "the loop is left out: the text has none there")
			continue
		}
		lines, gaps := loop.comments(l.Compiled)
		for _, g := range gaps {
			note(loop, "%v", g)
		}
		if len(lines) == 0 {
			continue
		}
		if l.Compiled {
			all = append(all, insertion{at, strings.Join(lines, " ") + " "})
			continue
		}
		start := max(bytes.LastIndexByte(text[:at], '\n')+1, begin(text))
		indent := string(text[start : start+len(text[start:at])-len(bytes.TrimLeft(text[start:at], " \t"))])
		which := ""
		if start+len(indent) < at {
			which = fmt.Sprintf(" (of the loop at column %d)", loop.Column)
		}
		end := "\n"
		if bytes.Contains(text, []byte("\r\n")) {
			end = "\r\n"
		}
		for _, line := range lines {
			all = append(all, insertion{start, indent + l.Comment + " " + line + which + end})
		}
	}
	slices.SortStableFunc(all, func(a, b insertion) int { return a.at - b.at })
	from := 0
	for _, i := range all {
		annotated = append(append(annotated, text[from:i.at]...), i.text...)
		from = i.at
	}
	return append(annotated, text[from:]...), notes
}

// comments returns what holds at a loop, as comments in C or else as lines of text, and what is left out.
func (l Loop) comments(compiled bool) (lines []string, gaps []Gap) {
	gaps = slices.Clone(l.Gaps)
	syntax := IMP
	if compiled {
		syntax = ACSL
	}
	text, left := l.Text(syntax, nil)
	gaps = append(gaps, left...)
	switch {
	case text == "":
	case !compiled:
		lines = append(lines, "invariant: "+harmless(text))
	case l.Body:
		lines = append(lines, "/* vouch: wherever the body of this loop begins: "+harmless(text)+" */")
	case l.Word == "do": // in ACSL, an invariant of do holds before its body, too
		lines = append(lines, "/* vouch: wherever the condition of this loop is evaluated: "+harmless(text)+" */")
	default:
		parts := []string{text}
		if len(l.Any) == 1 {
			parts, _ = Conditions(l.Any[0], syntax, nil)
		}
		lines = append(lines, "/*@ loop invariant "+strings.Join(parts, "; loop invariant ")+"; */")
	}
	for _, g := range gaps {
		if compiled {
			lines = append(lines, "/* vouch: "+harmless(g.String())+" */")
		} else {
			lines = append(lines, harmless(g.String()))
		}
	}
	return lines, gaps
}

// begin returns where a text begins, behind a byte order mark.
func begin(text []byte) int { return len(text) - len(bytes.TrimPrefix(text, []byte("\ufeff"))) }

// offsetOf returns where a loop is in a text, in bytes; ok is false if it is not there.
func offsetOf(text []byte, l Loop) (at int, ok bool) {
	at, ok = offset(text, l.Place)
	return at, ok && bytes.HasPrefix(text[at:], []byte(l.Word))
}

// offset returns where a place is in a text, in bytes; ok is false if the text has no such place.
func offset(text []byte, p checker.Place) (at int, ok bool) {
	at = begin(text)
	for line := 1; line < p.Line; line++ {
		end := bytes.IndexByte(text[at:], '\n')
		if end < 0 {
			return 0, false
		}
		at += end + 1
	}
	at += p.Column - 1
	return at, p.Line > 0 && p.Column > 0 && at <= len(text) && bytes.IndexByte(text[at-p.Column+1:at], '\n') < 0
}
