package report

import (
	"path/filepath"
	"slices"
	"strings"
)

// This file defines the colours of source text: which parts are comments, keywords, literals and directives. It reads
// no program: on a text that is none, colours are wrong and nothing else.

// syntax is what colours depend on in a language.
type syntax struct {
	line       []string  // what begins a comment to the end of the line
	block      [2]string // what begins and ends a comment
	quotes     string    // characters that begin and end a literal
	directives string    // the character that makes a directive of a line that begins with it; "" if there are none
	keywords   string    // in alphabetical order
}

// syntaxes are the languages by the extensions of their files.
var syntaxes = map[string]syntax{
	".c": cSyntax,
	".h": cSyntax,
	".imp": {line: []string{"#", "//"}, block: [2]string{"(*", "*)"},
		keywords: "and assert assume begin do else end fail false fi if input local loop macro not od option or skip then true while"},
	".core": {line: []string{"#"}, quotes: `"`,
		keywords: "alloc branch call copy draw end enter entry extent fail fill free func global halt jump leaks load protect return room set slot store unsupported"},
}

var cSyntax = syntax{
	line: []string{"//"}, block: [2]string{"/*", "*/"}, quotes: `"'`, directives: "#",
	keywords: "_Alignas _Alignof _Atomic _Bool _Complex _Generic _Noreturn _Static_assert _Thread_local auto bool break case char const continue default do double else enum " +
		"extern false float for goto if inline int long register restrict return short signed sizeof static struct switch true typedef typeof union unsigned void volatile while",
}

// token is a part of a line that has a colour, by bytes.
type token struct {
	from, to int
	class    string
}

// The classes of tokens.
const (
	comment   = "cm"
	keyword   = "kw"
	literal   = "st"
	number    = "nu"
	directive = "pp"
)

// colours returns the tokens of lines of a file.
func colours(name string, lines []string) [][]token {
	s, known := syntaxes[strings.ToLower(filepath.Ext(name))]
	list := make([][]token, len(lines))
	if !known {
		return list
	}
	keywords := strings.Fields(s.keywords)
	inside := false // a comment that goes over the end of its line
	for i, line := range lines {
		list[i], inside = s.tokens(strings.TrimSuffix(line, "\r"), inside, keywords)
	}
	return list
}

// tokens returns those of a line. Inside says whether it begins in a comment, and whether it ends in one.
func (s syntax) tokens(line string, inside bool, keywords []string) (list []token, still bool) {
	i := 0
	add := func(to int, class string) {
		if to > i {
			list = append(list, token{i, to, class})
		}
		i = to
	}
	rest := func(open int) { // of a comment whose first characters on this line were looked at
		to := len(line)
		if end := strings.Index(line[i+open:], s.block[1]); end >= 0 {
			to, inside = i+open+end+len(s.block[1]), false
		}
		add(to, comment)
	}
	if inside {
		rest(0)
	}
	first := true // whether only blanks came before
	for i < len(line) {
		c := line[i]
		switch {
		case slices.ContainsFunc(s.line, func(begin string) bool { return strings.HasPrefix(line[i:], begin) }):
			add(len(line), comment)
		case s.block[0] != "" && strings.HasPrefix(line[i:], s.block[0]):
			inside = true
			rest(len(s.block[0]))
		case first && s.directives != "" && c == s.directives[0]:
			end := i + 1
			for end < len(line) && (line[end] == ' ' || line[end] == '\t' || isWord(line[end])) &&
				(line[end] != ' ' || !isWord(line[end-1])) {
				end++
			}
			add(end, directive)
		case strings.IndexByte(s.quotes, c) >= 0:
			end := i + 1
			for end < len(line) && line[end] != c {
				if line[end] == '\\' {
					end++
				}
				end++
			}
			add(min(end+1, len(line)), literal)
		case '0' <= c && c <= '9':
			end := i + 1
			for end < len(line) && (isWord(line[end]) || line[end] == '.') {
				end++
			}
			add(end, number)
		case isWord(c):
			end := i + 1
			for end < len(line) && isWord(line[end]) {
				end++
			}
			if _, found := slices.BinarySearch(keywords, line[i:end]); found {
				add(end, keyword)
			}
			i = end
		default:
			first = first && (c == ' ' || c == '\t')
			i++
			continue
		}
		first = false
	}
	return list, inside
}

// isWord reports whether a character may be in a name.
func isWord(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}
