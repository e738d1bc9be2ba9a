package scan

import (
	"crypto/sha256"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/internal/load"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines the names by which a baseline knows latent faults. A latent fault has no certificate, and which way leads to it changes with the harness. So its name
// says what people would say: the function that wants something, the kind of the fault, the function in which it happens, and the line there. Nothing in it depends on where
// these are, or on what else the files have.

// identity returns the identity of a latent fault of a program, a URN as those of bugs are.
func (f *function) identity(p *load.Program, x fault) string {
	file, _ := p.Place(x.Fault.Span)
	line := f.files.said.of(file).statement(x.Fault.Span.Start())
	words := []string{f.entry.Name, string(x.Fault.Kind), certs.BaseName(file), homeOf(p.Core, x.Fault.Span), line}
	return fmt.Sprintf("urn:vouch:v1:latent:%s:%x", strings.ReplaceAll(words[1], " ", "-"), sha256.Sum256(fmt.Appendf(nil, "latent %q", words)))
}

// homeOf returns the name of the function of a program that may fail at a place; "" if there is none.
func homeOf(p *core.Program, at source.Span) string {
	is := failsAt(func(s source.Span) bool { return s == at })
	for _, fn := range p.Funcs {
		for i := range fn.Code {
			if is(&fn.Code[i]) {
				return plain(fn.Name)
			}
		}
	}
	return ""
}

// token is a name or a number in a text in C, or one other character.
var token = regexp.MustCompile(`\w+|[^\w\s]`)

// repeats is where a text has lines that are alike but for blanks and comments, and where functions end.
type repeats struct {
	lines map[string][]int // the numbers of the lines with some tokens
	ends  []int            // those of the lines that begin with a brace
}

// statement says what is at a place: the tokens of its line, which of them is at the place, and how many lines with the same tokens come before it in its function; "" if
// the text is not known, or has no such place.
func (s *said) statement(at source.Pos) string {
	if s == nil || at.Line < 1 || at.Line > len(s.lines) {
		return ""
	}
	s.once.Do(func() {
		s.repeats.lines = map[string][]int{}
		for n := range s.lines {
			line := s.line(n + 1)
			key := strings.Join(token.FindAllString(line, -1), " ")
			s.repeats.lines[key] = append(s.repeats.lines[key], n+1)
			if strings.HasPrefix(line, "}") {
				s.repeats.ends = append(s.repeats.ends, n+1)
			}
		}
	})
	line := s.line(at.Line)
	key := strings.Join(token.FindAllString(line, -1), " ")
	before := len(token.FindAllString(line[:min(max(at.Column-1, 0), len(line))], -1))
	begin := 0
	if i, _ := slices.BinarySearch(s.repeats.ends, at.Line); i > 0 {
		begin = s.repeats.ends[i-1]
	}
	first, _ := slices.BinarySearch(s.repeats.lines[key], begin)
	own, _ := slices.BinarySearch(s.repeats.lines[key], at.Line)
	return fmt.Sprintf("%s\n%d %d", key, before, own-first)
}

// line returns the line with a number, which the text has.
func (s *said) line(n int) string {
	end := len(s.text)
	if n < len(s.lines) {
		end = s.lines[n]
	}
	return string(s.text[s.lines[n-1]:end])
}
