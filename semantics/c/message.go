package c

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// This file defines messages to people: how they quote a text, and those of cc in our words.

// clipped returns a text without its end if it is long, as a name or a number of a program may be.
func clipped(s string) string {
	if len(s) <= maxShown {
		return s
	}
	return strings.ToValidUTF8(s[:maxShown], "") + "..."
}

// pattern returns a regular expression that is compiled at its first use: few programs need one.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// maxShown is how many bytes of a name, a number or a type a message has.
const maxShown = 200

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
	{`^conflicting types for '(.*)', previous declaration at (.*?):, (.*) and (.*)$`,
		"found %[1]s declared as %[4]s, want %[3]s as at %[2]s"},
	{`^redeclaration of '(.*)' at (.*):$`, "found %s declared again at %s, want one declaration in a block"},
	{`^(\S+) redeclared, previous declaration at (.*):$`, "found %s declared again, want only the declaration at %s"},
	{`^multiple definitions of '(.*)', first definition at (.*):$`,
		"found another definition of %s, want only the one at %s"},
	{`^incompatible redeclaration of (?:enumerator )?'(.*)' at (.*):$`, "found %s declared otherwise than at %s"},
	{`^type (.*) has no member (?:named )?(.*)$`, "found %[2]s, want a member of %[1]s"},
	{`^assertion failed: (.*)$`, "found a static assertion that fails: %s"},
	{`^case label not within a switch statement$`, "found case outside of a switch"},
	{`^default label not within a switch statement$`, "found default outside of a switch"},
	{`^continue statement not within a loop$`, "found continue outside of a loop"},
	{`^break statement not within loop or switch$`, "found break outside of a loop or switch"},
	{`^operands? shall (?:be|have) (?:a |an )?(.*?)(?: types?)?: (.*)$`, "found %[2]s, want %[1]s"},
	{`^left operand shall be a modifiable lvalue$`,
		"found what cannot be assigned to, want an lvalue that is not const"},
	{`^invalid operands?: (.*)$`, "found operands of types %s, which do not fit the operator"},
	{`^one of the expressions shall be a pointer and the other shall have integer type: (.*)$`,
		"found operands of types %s, want a pointer and an integer"},
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
	{`^strconv\.Parse\w+: parsing "(.{0,40}).*": value out of range$`,
		"found the number %s in #if, which is too large"},
	{`^division by zero$`, "found a division by zero in #if"},
}

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
	for _, w := range []struct{ suffix, ours string }{{"expression", "an expression"}, {"declarator", "a declarator"},
		{"statement", "a statement"}, {"specifier", "a type"}, {"qualifier", "a type"}} {
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

var unexpected = pattern(`^unexpected (.*?), expected (.*)$`)

var (
	foundWhat = pattern(`^unexpected .*?(?:$|(?:, ))`)
	origin    = pattern(` *\((?:[a-z0-9_]+\.go:\d+:[^)]*)\)`)
	position  = pattern(`^(.*?):(\d+):(\d+): ?`)
)

// theEnd is the name of a text after the file. Without it, cc waits for ever for more tokens after a pointer at the end
// of the file.
const theEnd = "<end>"
