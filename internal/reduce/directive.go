package reduce

import (
	"bytes"
	"regexp"
	"slices"
)

// This file reads the directives of the preprocessor.

// directive takes a directive. It is kept, unless it defines a macro that nothing needs, or is never read.
func (s *scanner) directive() {
	s.pause()
	start := s.at
	body := s.logical()
	n := 0
	for n < len(body) && inWord(body[n]) {
		n++
	}
	name, rest := string(body[:n]), bytes.TrimSpace(body[n:])
	switch name {
	case "if", "ifdef", "ifndef":
		c := condition{before: s.clone(), choice: &choice{}}
		truth := known(name, rest)
		c.dead, c.always = truth == no, truth == yes
		s.conditions = append(s.conditions, c)
		s.ask(rest, start)
		s.live(c.dead)
	case "elif", "elifdef", "elifndef", "else":
		s.ask(rest, start)
		s.other(name, rest)
	case "endif":
		s.ask(nil, start)
		s.close()
	default:
		if s.dead > 0 {
			s.blank = append(s.blank, piece{start, s.at})
			return
		}
		s.plainDirective(name, rest, start)
	}
}

// plainDirective takes a directive that is no condition.
func (s *scanner) plainDirective(name string, rest []byte, start int) {
	d := fixed{piece{start, s.at}, -1}
	switch name {
	case "define":
		s.define(rest, start)
		return
	case "undef":
		if words := s.wordsOf(rest); len(words) == 1 {
			d.w = words[0]
		}
	case "include", "include_next", "import":
		if s.include(rest) { // it is a part of the declaration, and goes with it
			s.current.pieces = append(s.current.pieces, d.piece)
			return
		}
	default:
		s.roots = append(s.roots, s.wordsOf(rest)...)
	}
	s.fixed = append(s.fixed, d)
}

// include takes the rest of an #include, and reports whether it is in the middle of a declaration in any case.
func (s *scanner) include(rest []byte) (inside bool) {
	name := "" // if a macro names it
	if file := quoted.FindSubmatch(rest); file == nil {
		s.roots, s.computed = append(s.roots, s.wordsOf(rest)...), true
	} else {
		name = string(file[1])
		s.included = append(s.included, name)
	}
	if s.current == nil || s.ended && s.outside() {
		return false
	}
	m := middle{nil, name, s.onlyWords()}
	if m.after == nil {
		m.item = s.current
	}
	s.inside = append(s.inside, m)
	return m.after == nil
}

var quoted = regexp.MustCompile(`^[<"]([^>"]+)[>"]`)

// logical reads a directive to the end of its line, and returns it without the # and the comments.
func (s *scanner) logical() []byte {
	var body []byte
	for s.at++; s.at < len(s.text) && s.text[s.at] != '\n'; {
		rest := s.text[s.at:]
		switch {
		case rest[0] == '\\' && len(rest) > 1 && rest[1] == '\n':
			s.at += 2
			body = append(body, ' ')
		case rest[0] == '\\' && len(rest) > 2 && rest[1] == '\r' && rest[2] == '\n':
			s.at += 3
			body = append(body, ' ')
		case rest[0] == '/' && len(rest) > 1 && (rest[1] == '/' || rest[1] == '*'):
			s.at += comment(rest)
			body = append(body, ' ')
		default:
			n := length(rest)
			body = append(body, rest[:n]...)
			s.at += n
		}
	}
	return bytes.TrimSpace(body)
}

// define takes the definition of a macro.
func (s *scanner) define(rest []byte, start int) {
	n := 0
	for n < len(rest) && inWord(rest[n]) {
		n++
	}
	if n == 0 {
		return
	}
	d := &item{define: true, local: true, declares: []word{s.word(rest[:n])}, pieces: []piece{{start, s.at}}}
	body := rest[n:]
	params := map[word]bool{}
	if len(body) > 0 && body[0] == '(' {
		if end := bytes.IndexByte(body, ')'); end >= 0 {
			for _, w := range s.wordsOf(body[:end]) {
				params[w] = true
			}
			body = body[end+1:]
		}
	}
	var open []byte
	skip := -1 // how many brackets are open around an attribute; -1 outside
	var before, previous []byte
	for i := 0; i < len(body); {
		token := body[i : i+length(body[i:])]
		i += len(token)
		switch c := token[0]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			continue
		case isDigit(c):
			d.words, d.expr = append(d.words, s.word(token)), d.expr || skip < 0
		case inWord(c):
			w := s.word(token)
			if params[w] {
				d.args = d.args || skip < 0
				break
			}
			d.words, d.sets = append(d.words, w), d.sets || linking[string(token)]
			switch {
			case skip >= 0 || attributes[string(token)]:
			case previous == nil && bytes.HasPrefix(bytes.TrimSpace(body[i:]), []byte("(")):
				d.calls = append(d.calls, w)
			default:
				d.gives = append(d.gives, w)
			}
		case c == ';':
			d.whole = true
		case bytes.IndexByte([]byte("+-/%&|!<>=?~."), c) >= 0:
			d.expr, d.sets = d.expr || skip < 0, d.sets || c == '=' && len(open) == 0
		case c == '(' || c == '[' || c == '{':
			d.whole, d.sets = d.whole || c == '{', d.sets || c == '{'
			if skip < 0 && attributes[string(previous)] {
				skip = len(open)
			}
			open = append(open, c)
		case c == ')' || c == ']' || c == '}':
			if len(open) == 0 || open[len(open)-1] != map[byte]byte{')': '(', ']': '[', '}': '{'}[c] {
				s.odd[d] = true
				i = len(body)
				break
			}
			if open = open[:len(open)-1]; len(open) == skip {
				skip = -1
			}
		}
		before, previous = previous, token
	}
	if len(open) > 0 {
		s.odd[d] = true
	}
	// as extern int x: it is no use of x
	if n := len(d.words); n > 0 && arithmetic[string(before)] && s.words[d.words[n-1]] == string(previous) {
		d.words = d.words[:n-1]
	}
	switch {
	case s.odd[d]:
	case d.whole:
		d.expr = false
		s.declarations(d, body)
	case d.expr:
		d.gives, d.calls, d.args = nil, nil, false
	}
	if s.odd[d] {
		d.words, d.sets = append(d.words, s.wordsOf(body)...), true
	}
	d.bare = bareBody.Match(body)
	if bytes.Contains(body, []byte("##")) {
		d.pastes, d.sets = s.pastes(body, params), true
	}
	s.items = append(s.items, d)
}

// bareBody matches the bodies of macros that may stand for nothing that a program means.
var bareBody = regexp.MustCompile(`^(?:\s|\w|_Pragma\s*\(\s*"GCC diagnostic (?:[^"\\]|\\.)*"\s*\))*$`)

// anything is a part of what is pasted that is an argument.
const anything word = -1

// pastes returns what the body of a macro pastes to words: the parts of each, in order.
func (s *scanner) pastes(body []byte, params map[word]bool) (list [][]word) {
	var parts []word
	joined, good := false, false // whether ## came last, and whether all parts are words so far
	flush := func() {
		if len(parts) > 1 && good {
			list = append(list, parts)
		}
		parts = nil
	}
	for i := 0; i < len(body); {
		token := body[i : i+length(body[i:])]
		i += len(token)
		switch {
		case len(bytes.TrimSpace(token)) == 0:
			continue
		case string(token) == "##":
			joined = true
			continue
		case !joined:
			flush()
			good = true
		}
		joined = false
		switch {
		case !inWord(token[0]):
			parts, good = append(parts, anything), false
		case params[s.word(token)] || string(token) == "__VA_ARGS__":
			parts = append(parts, anything)
		default:
			parts = append(parts, s.word(token))
		}
	}
	flush()
	return list
}

// declarations finds what the body of a macro may declare, if it is made of declarations.
func (s *scanner) declarations(d *item, body []byte) {
	sub := newScanner(s.reducer, body, firstBranch, &s.inMacros)
	sub.line = false // a # in it is no directive
	if sub.run(); sub.broken {
		return
	}
	d.gives, d.calls = nil, nil
	for _, x := range sub.items {
		d.gives = append(d.gives, x.declares...)
		for _, run := range x.runs {
			d.gives = append(d.gives, run[min(1, len(run)-1):]...) // the first of several is a type
		}
		for _, g := range x.groups {
			d.gives = append(d.gives, g.words...)
		}
	}
}

// run reads the text to its end. Where brackets do not match it goes on, for those who count.
func (s *scanner) run() {
	for s.at < len(s.text) {
		s.next()
	}
	if s.current != nil {
		s.rest = s.onlyWords()
		s.whole = s.rest == nil
		s.end()
	}
	s.whole = s.whole || s.broken || len(s.conditions) > 0
}

// next reads a token, a comment or a directive.
func (s *scanner) next() {
	rest, c := s.text[s.at:], s.text[s.at]
	switch {
	case c == '\n':
		s.line = true
		s.at++
	case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
		s.at++
	case c == '\\' || c == '?' && bytes.HasPrefix(rest, []byte("??/")) || c == '<' &&
		bytes.HasPrefix(rest, []byte("<%")) ||
		c == '%' && len(rest) > 1 && (rest[1] == ':' || rest[1] == '>'):
		s.splice(rest)
	case c == '/' && len(rest) > 1 && (rest[1] == '/' || rest[1] == '*'):
		start := s.at
		if s.at += comment(rest); s.current == nil {
			s.blank = append(s.blank, piece{start, s.at})
		}
	case c == '#' && s.line:
		s.directive()
	case s.dead > 0:
		s.line = false
		start := s.at
		s.at += length(rest)
		s.blank = append(s.blank, piece{start, s.at})
	default:
		s.line = false
		s.token(rest[:length(rest)])
	}
}

// truth is what a condition is, as far as it is known without macros.
type truth int

const (
	maybe truth = iota
	yes
	no
)

var (
	// old headers know C++ by two names
	plus    = regexp.MustCompile(`^ *(?:0 *$|defined *\(? *(?:__cplusplus|c_plusplus)\b *\)? *(?:&&|$))`)
	notPlus = regexp.MustCompile(`^(?:1$|! *defined *\(? *__cplusplus\b *\)? *$)`)
)

// known returns what a condition is.
func known(directive string, rest []byte) truth {
	switch directive {
	case "ifdef":
		if string(rest) == "__cplusplus" {
			return no
		}
	case "ifndef":
		if string(rest) == "__cplusplus" {
			return yes
		}
	case "if", "elif":
		parts := bytes.Split(rest, []byte("||"))
		switch {
		case !slices.ContainsFunc(parts, func(part []byte) bool { return !plus.Match(part) }):
			return no
		case notPlus.Match(rest):
			return yes
		}
	}
	return maybe
}

// ask notes a directive of the innermost condition, with its words.
func (s *scanner) ask(rest []byte, start int) {
	if n := len(s.conditions); n > 0 {
		c := s.conditions[n-1].choice
		c.pieces, c.words = append(c.pieces, piece{start, s.at}), append(c.words, s.wordsOf(rest)...)
	}
}

// live notes whether a branch begins that is dead.
func (s *scanner) live(dead bool) {
	if dead {
		s.dead++
	}
}

// leave ends a branch of a condition.
func (s *scanner) leave(c *condition) {
	if c.dead {
		s.dead--
		return
	}
	if now := s.clone(); c.first == nil {
		c.first = &now
	} else if !bytes.Equal(c.first.open, now.open) {
		s.disagree = true
	}
}

// other begins another branch of the innermost condition.
func (s *scanner) other(name string, rest []byte) {
	if len(s.conditions) == 0 {
		s.broken = true
		return
	}
	c := &s.conditions[len(s.conditions)-1]
	s.leave(c)
	s.brackets = c.before.clone()
	truth := known(name, rest)
	c.dead, c.last = c.always || truth == no, c.last || name == "else"
	c.always = c.always || truth == yes
	s.live(c.dead)
	s.split(len(s.conditions) - 1)
}

// split notes that a condition has a directive in the midst of a declaration which is open around that: others in their
// place there may have another head.
func (s *scanner) split(conditions int) {
	if s.base > conditions && s.current != nil {
		s.current.brace = 0
	}
	s.base = min(s.base, conditions)
}

// close ends the innermost condition.
func (s *scanner) close() {
	if len(s.conditions) == 0 {
		s.broken = true
		return
	}
	c := &s.conditions[len(s.conditions)-1]
	s.leave(c)
	last := s.clone()
	if !c.last && !c.always { // there is a branch without text
		if c.first != nil && !bytes.Equal(c.first.open, c.before.open) {
			s.disagree = true
		}
		last = c.before.clone()
	}
	switch {
	case s.policy == firstBranch && c.first != nil:
		s.brackets = *c.first
	case c.dead && c.first != nil:
		s.brackets = *c.first
	default:
		s.brackets = last
	}
	s.choices = append(s.choices, c.choice)
	s.conditions = s.conditions[:len(s.conditions)-1]
	s.split(len(s.conditions))
	if s.current != nil && s.ended && s.outside() && len(s.conditions) <= s.base {
		s.end()
	}
}

// scan takes a text apart. Where the branches of a condition differ in brackets, it has to be the same whichever of
// them counts.
func (r *reducer) scan(text []byte) *scanned {
	s := r.scanBy(text, firstBranch)
	if s.disagree && !s.whole {
		if again := r.scanBy(text, lastBranch); again.whole || !slices.EqualFunc(s.items, again.items, sameItem) {
			s.whole = true
		}
	}
	return s.scanned
}

func (r *reducer) scanBy(text []byte, policy branch) *scanner {
	s := newScanner(r, text, policy, &r.inTexts)
	s.run()
	return s
}
