package c

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"modernc.org/cc/v4"

	"vouch/semantics/source"
)

// This file defines where errors of a program in C are: in a function, which is refused, or outside. It makes errors of
// cc ours.

// errorf records an error at a node, and returns it. An error in the body of a function is one of that function, which
// is refused where it is called. A program with any other error does not run.
func (u *unit) errorf(n cc.Node, format string, args ...any) *source.Error {
	at := placed(n)
	pos := at.Position()
	e := &source.Error{File: u.display(pos.Filename), Pos: source.Pos{Line: pos.Line, Column: pos.Column},
		Msg: fmt.Sprintf(format, args...)}
	last := lastToken(at)
	if def := u.functionAt(last.Seq()); def != nil {
		u.p.hold(wordsPerOperator)
		u.p.wrong[def] = noted(u.p.wrong[def], e)
	} else {
		u.p.errors = noted(u.p.errors, e)
		u.p.places[e] = u
	}
	return e
}

// functionAt returns the function in whose body a token is, by the token's number; nil if it is in none.
func (u *unit) functionAt(seq int) *cc.FunctionDefinition {
	if u.ast == nil {
		return nil
	}
	if u.bodies == nil {
		for l := u.ast.TranslationUnit; l != nil; l = l.TranslationUnit {
			if x := l.ExternalDeclaration; x != nil && x.FunctionDefinition != nil {
				u.bodies = append(u.bodies, x.FunctionDefinition)
			}
		}
	}
	i, _ := slices.BinarySearchFunc(u.bodies, seq, func(n *cc.FunctionDefinition, seq int) int {
		return cmp.Compare(n.CompoundStatement.Token2.Seq(), seq)
	})
	if i < len(u.bodies) && u.bodies[i].CompoundStatement.Token.Seq() < seq {
		return u.bodies[i]
	}
	return nil
}

// found returns the errors that are in no function, in the order in which they were found.
func (p *program) found() error { return p.options.standIns.errors(p.errors).Err() }

// reword turns an error of cc into one of ours. If it has several lines, only the first is reported: the others mostly
// follow from it.
func (u *unit) reword(err error) error {
	line, _, _ := strings.Cut(err.Error(), "\n")
	line = origin().ReplaceAllString(line, "")
	e := &source.Error{File: u.name}
	if m := position().FindStringSubmatch(line); m != nil {
		e.File = u.display(m[1])
		e.Pos.Line, _ = strconv.Atoi(m[2])
		e.Pos.Column, _ = strconv.Atoi(m[3])
		line = line[len(m[0]):]
	}
	if e.File == theEnd {
		e.File, e.Pos = u.name, u.end()
		line = foundWhat().ReplaceAllString(line, "unexpected <EOF>, ")
	}
	if e.Msg = rewordMessage(line, u.tokenAt(e)); len(e.Msg) > maxMessage { // it may quote a long token
		e.Msg = e.Msg[:maxMessage] + "..."
	}
	if r := u.strangeAt(e); unexpected().MatchString(line) && r != 0 {
		e.Msg = fmt.Sprintf("found the character U+%04X, want a letter or a digit of some alphabet in a name", r)
	} else if why := u.unreadAt(e); unexpected().MatchString(line) && why != "" {
		e.Msg = why
	} else if name := u.wordBefore(e); unexpected().MatchString(line) && name != "" {
		e.Hint = fmt.Sprintf("if %s is a type or a macro, a header or a -D is missing; vouch build -- make records the flags of a build",
			name)
	}
	return source.ErrorList{e}
}

// unreadAt says what at the place of an error GNU C has and we do not; "" if there is nothing of this kind.
func (u *unit) unreadAt(e *source.Error) string {
	token := u.tokenAt(e)
	switch {
	case token == ";" && inFront().Match(u.textAt(e)[:e.Pos.Column-1]):
		return "found a parameter in front of the others, which is not supported"
	case token == "" || !isLetter(token[0]):
		return ""
	}
	if token == optional {
		return "found " + optional + " outside of a macro with variable arguments"
	}
	for _, f := range u.p.files.text {
		if bytes.Contains(f.text, []byte(optional)) && refusesOptional(token).Match(f.seen()) {
			return refusedOptionalIn(token)
		}
	}
	return ""
}

// inFront matches what stands before the semicolon in f(int n; int a[n], int n).
var inFront = pattern(`[A-Za-z0-9_$]\s*\(\s*(?:(?:const|unsigned|signed|struct|union|enum)\s+)*[A-Za-z_$][A-Za-z0-9_$]*[\s*]+[A-Za-z_$][A-Za-z0-9_$]*\s*$`)

// wordBefore returns the name right before the place of an error, if a name or a pointer to what it names begins there,
// as after a type that nothing declares; "" if there is none.
func (u *unit) wordBefore(e *source.Error) string {
	token := u.tokenAt(e)
	if token == "" || !isLetter(token[0]) && token != "*" {
		return ""
	}
	line := u.textAt(e)
	before := strings.TrimRight(string(line[:e.Pos.Column-1]), " \t*")
	name := before[strings.LastIndexFunc(before, func(r rune) bool {
		return r < utf8.RuneSelf && !isLetter(byte(r)) && !isDigit(byte(r))
	})+1:]
	if name == "" || isDigit(name[0]) || len(name) > maxShown || strings.HasPrefix(name, "__") ||
		slices.Contains(reserved, name) {
		return ""
	}
	return name
}

// reserved are the keywords of C11, and those of GNU C without underscores.
var reserved = strings.Fields(`_Alignas _Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn _Static_assert _Thread_local asm auto break case char const
	continue default do double else enum extern float for goto if inline int long register restrict return short signed sizeof static struct switch typedef typeof
	union unsigned void volatile while`)

// maxMessage bounds a message of cc in our words, in bytes.
const maxMessage = 1 << 9

// textAt returns the line of an error, if the text is at hand and has its column; nil otherwise.
func (u *unit) textAt(e *source.Error) []byte {
	i := slices.Index(u.p.core.Sources, e.File)
	if i < 0 {
		return nil
	}
	line := u.p.line(int32(i), e.Pos.Line)
	if e.Pos.Column < 1 || e.Pos.Column > len(line) {
		return nil
	}
	return line
}

// tokenAt returns the name, the number or the sign at the place of an error, if the text is at hand.
func (u *unit) tokenAt(e *source.Error) string {
	line := u.textAt(e)
	if line == nil {
		return ""
	}
	line = line[e.Pos.Column-1:]
	n := 0
	for n < len(line) && (isLetter(line[n]) || isDigit(line[n])) {
		n++
	}
	return string(line[:max(n, 1)])
}

// strangeAt returns the character at the place of an error, as it is or by its universal character name, if it is not
// ASCII and cannot be in a name; 0 otherwise.
func (u *unit) strangeAt(e *source.Error) rune {
	line := u.textAt(e)
	if line == nil {
		return 0
	}
	word := string(line[e.Pos.Column-1:])
	r, _ := utf8.DecodeRuneInString(word)
	if name, ok := strings.CutPrefix(word, `\`); ok {
		r, _ = universal(name)
	}
	if r < utf8.RuneSelf || isNameLetter(r, false) {
		return 0
	}
	return r
}

// end returns the place after the last character of the file.
func (u *unit) end() source.Pos {
	f := u.p.files.text[u.path]
	if f == nil {
		return source.Pos{}
	}
	text := bytes.TrimRight(f.text, " \t\r\n")
	last := bytes.LastIndexByte(text, '\n')
	return source.Pos{Line: bytes.Count(text, []byte("\n")) + 1, Column: len(text) - last}
}
