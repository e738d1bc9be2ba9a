package c

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"modernc.org/cc/v4"

	"vouch/semantics/source"
)

// This file defines errors of programs in C: our own, and those of cc in our words.

// errorf records an error at a node, and returns it. An error in the body of a function is one of that function, which is refused where it is called. A program with
// any other error does not run.
func (u *unit) errorf(n cc.Node, format string, args ...any) *source.Error {
	at := placed(n)
	pos := at.Position()
	e := &source.Error{File: u.display(pos.Filename), Pos: source.Pos{Line: pos.Line, Column: pos.Column}, Msg: fmt.Sprintf(format, args...)}
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
	i, _ := slices.BinarySearchFunc(u.bodies, seq, func(n *cc.FunctionDefinition, seq int) int { return cmp.Compare(n.CompoundStatement.Token2.Seq(), seq) })
	if i < len(u.bodies) && u.bodies[i].CompoundStatement.Token.Seq() < seq {
		return u.bodies[i]
	}
	return nil
}

// noted returns a list with one more error, unless there is one at its place.
func noted(list source.ErrorList, e *source.Error) source.ErrorList {
	for _, f := range list {
		if f.File == e.File && f.Pos == e.Pos {
			return list
		}
	}
	if len(list) < maxErrors {
		list = append(list, e)
	}
	return list
}

// maxErrors is the greatest number of errors in one report.
const maxErrors = 20

// found returns the errors that are in no function, in the order in which they were found.
func (p *program) found() error { return p.options.standIns.errors(p.errors).Err() }

// reword turns an error of cc into one of ours. If it has several lines, only the first is reported: the others mostly follow from it.
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
		e.Hint = fmt.Sprintf("if %s is a type or a macro, a header or a -D is missing; vouch build -- make records the flags of a build", name)
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

// wordBefore returns the name right before the place of an error, if a name or a pointer to what it names begins there, as after a type that nothing declares;
// "" if there is none.
func (u *unit) wordBefore(e *source.Error) string {
	token := u.tokenAt(e)
	if token == "" || !isLetter(token[0]) && token != "*" {
		return ""
	}
	line := u.textAt(e)
	before := strings.TrimRight(string(line[:e.Pos.Column-1]), " \t*")
	name := before[strings.LastIndexFunc(before, func(r rune) bool { return r < utf8.RuneSelf && !isLetter(byte(r)) && !isDigit(byte(r)) })+1:]
	if name == "" || isDigit(name[0]) || len(name) > maxShown || strings.HasPrefix(name, "__") || slices.Contains(reserved, name) {
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

// strangeAt returns the character at the place of an error, as it is or by its universal character name, if it is not ASCII and cannot be in a name;
// 0 otherwise.
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

// pattern returns a regular expression that is compiled at its first use: few programs need one.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

var (
	foundWhat = pattern(`^unexpected .*?(?:$|(?:, ))`)
	origin    = pattern(` *\((?:[a-z0-9_]+\.go:\d+:[^)]*)\)`)
	position  = pattern(`^(.*?):(\d+):(\d+): ?`)
)

// rewordMessage turns a message of cc into one of ours; token is the token at its place.
func rewordMessage(msg, token string) string {
	if strings.Contains(msg, "TODO") || strings.Contains(msg, "internal error") || strings.Contains(msg, ".go:") {
		return "found what the parser does not understand, want C11 or an extension of GNU C that it knows"
	}
	if m := unexpected().FindStringSubmatch(msg); m != nil {
		return "found " + tokenName(m[1], token) + ", want " + wanted(m[2])
	}
	for _, r := range rewordings {
		if m := regexp.MustCompile(r.pattern).FindStringSubmatch(msg); m != nil {
			args := make([]any, len(m)-1)
			for i, arg := range m[1:] {
				args[i] = clipped(arg)
			}
			return fmt.Sprintf(r.ours, args...)
		}
	}
	return clipped(msg)
}

// clipped returns a text without its end if it is long, as a name or a number of a program may be.
func clipped(s string) string {
	if len(s) <= maxShown {
		return s
	}
	return strings.ToValidUTF8(s[:maxShown], "") + "..."
}

// maxShown is how many bytes of a name, a number or a type a message has.
const maxShown = 200

var unexpected = pattern(`^unexpected (.*?), expected (.*)$`)

// tokenName returns the token itself if it is known; otherwise cc's name for the sort of token.
func tokenName(name, token string) string {
	switch {
	case name == "<EOF>":
		return "end of file"
	case strings.HasPrefix(name, "'"):
		return quoted(name)
	case token != "":
		return strconv.Quote(clipped(token))
	}
	return name
}

// quoted returns a name with double quotes instead of single ones.
func quoted(name string) string {
	if len(name) > 2 && name[0] == '\'' && name[len(name)-1] == '\'' {
		if name == `'\\'` {
			return `"\"`
		}
		return strconv.Quote(name[1 : len(name)-1])
	}
	return name
}

// wanted returns the usual name of what the parser of cc expects.
func wanted(what string) string {
	if strings.HasPrefix(what, "'") {
		return strings.ReplaceAll(strings.ReplaceAll(what, "' or '", "\" or \""), "'", "\"")
	}
	if ours, ok := wants[what]; ok {
		return ours
	}
	for _, w := range []struct{ suffix, ours string }{{"expression", "an expression"}, {"declarator", "a declarator"}, {"statement", "a statement"}, {"specifier", "a type"}, {"qualifier", "a type"}} {
		if strings.HasSuffix(what, w.suffix) {
			return w.ours
		}
	}
	return what
}

var wants = map[string]string{
	"EOF":                             "end of file",
	"asm expression":                  "an operand of asm",
	"asm qualifier":                   "a qualifier of asm",
	"attribute value":                 "an attribute",
	"block item":                      "a statement",
	"designation or initializer":      "an initializer",
	"designator":                      "a designator",
	"enumerator":                      "a name",
	"external declaration":            "a declaration",
	"identifier":                      "a name",
	"parameter declaration":           "a parameter",
	"string literal":                  "a string literal",
	"struct declarator list":          "a member",
	"type pointer":                    "a pointer",
	"unary expression or (type name)": "an expression or a type in parentheses",
	"integer constant":                "an integer",
	"type name":                       "a type",
	"character constant":              "a character",
}

// rewordings are the other messages of cc that people may see.
var rewordings = []struct {
	pattern string // a regular expression, compiled at its first use: there are many, and most programs have no error
	ours    string
}{
	{`^LHS must be unary-expression$`, "found a value before an assignment, want what can be assigned to"},
	{`^unexpected EOF$`, "found end of file in the middle of a declaration"},
	{`^unexpected rune: (.*?)(?: \(.*)?$`, "found %s, which begins no token"},
	{`^unexpected #(.*)$`, "found #%s, want #if before it"},
	{`^unexpected (.*)$`, "found %s, which does not belong here"},
	{`^expected #endif$`, "found end of file, want #endif"},
	{`^comment not terminated$`, "found end of file in a comment, want */"},
	{`^expected (.*)$`, "found something else, want %s"},
	{`^include file not found: (.*)$`, "found no file %s, want one"},
	{`^too many include levels$`, "found files that include each other too deep"},
	{`^undefined: (.*)$`, "found %s, want a name that is declared"},
	{`^undefined type name: (.*)$`, "found %s, want a type"},
	{`^(?:undefined label|label undefined): (.*)$`, "found goto %s, want a label of the function"},
	{`^conflicting types for '(.*)', previous declaration at (.*?):, (.*) and (.*)$`, "found %[1]s declared as %[4]s, want %[3]s as at %[2]s"},
	{`^redeclaration of '(.*)' at (.*):$`, "found %s declared again at %s, want one declaration in a block"},
	{`^(\S+) redeclared, previous declaration at (.*):$`, "found %s declared again, want only the declaration at %s"},
	{`^multiple definitions of '(.*)', first definition at (.*):$`, "found another definition of %s, want only the one at %s"},
	{`^incompatible redeclaration of (?:enumerator )?'(.*)' at (.*):$`, "found %s declared otherwise than at %s"},
	{`^type (.*) has no member (?:named )?(.*)$`, "found %[2]s, want a member of %[1]s"},
	{`^assertion failed: (.*)$`, "found a static assertion that fails: %s"},
	{`^case label not within a switch statement$`, "found case outside of a switch"},
	{`^default label not within a switch statement$`, "found default outside of a switch"},
	{`^continue statement not within a loop$`, "found continue outside of a loop"},
	{`^break statement not within loop or switch$`, "found break outside of a loop or switch"},
	{`^operands? shall (?:be|have) (?:a |an )?(.*?)(?: types?)?: (.*)$`, "found %[2]s, want %[1]s"},
	{`^left operand shall be a modifiable lvalue$`, "found what cannot be assigned to, want an lvalue that is not const"},
	{`^invalid operands?: (.*)$`, "found operands of types %s, which do not fit the operator"},
	{`^one of the expressions shall be a pointer and the other shall have integer type: (.*)$`, "found operands of types %s, want a pointer and an integer"},
	{`^cannot evaluate constant expression: (.*)$`, "found %s, want a constant expression"},
	{`^sizeof incomplete type: (.*)$`, "found the incomplete type %s, want one of known size"},
	{`^character constant not terminated$`, "found the end of the line, want ' at the end of the character"},
	{`^string literal not terminated$`, "found the end of the line, want \" at the end of the string"},
	{`^unterminated argument list invoking macro (.*)$`, "found end of file in the arguments of %s, want )"},
	{`^macro paramater list is missing final '\)'$`, "found the end of the line in the parameters of a macro, want )"},
	{`^operator "defined" requires an identifier$`, "found something else behind defined, want a name"},
	{`^too many macro arguments$`, "found too many arguments of a macro"},
	{`^typedef '(.*)' is initialized$`, "found an initializer of the type name %s"},
	{`^invalid (.*)$`, "found an invalid %s"},
	{`^macro expansion limit exceeded`, "found more than 8388608 tokens where macros are expanded"},
	{`^strconv\.Parse\w+: parsing "(.{0,40}).*": value out of range$`, "found the number %s in #if, which is too large"},
	{`^division by zero$`, "found a division by zero in #if"},
}
