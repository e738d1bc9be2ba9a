package c

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// This file rewrites texts that package cc does not read as gcc does: lists of more than two attributes, attributes
// between enum and a tag, literals with the prefixes u and U, a comma that a macro pastes to its variable arguments,
// universal character names in identifiers, __VA_OPT__ (vaopt.go), [*] and [static N], designators without =, and
// attributes in [[ ]]. The rest of the text keeps its lines and, outside of directives, its columns.

// rewritten returns a text that cc reads as gcc reads the original. It also reports whether it changed the prefix u or
// U of a literal to L.
func rewritten(text []byte) (out []byte, utf bool) {
	if !triggers(text) {
		return text, false
	}
	text = withoutOptional(text)
	list := lexemes(text)
	w := &rewriter{text: text, list: list}
	var edits []edit
	universal := universalNames(text, list)
	if len(universal) > 0 { // the other edits are about a text with the letters themselves
		out, utf = rewritten(applied(text, universal))
		return out, utf
	}
	condition := false // whether the directive is a condition
	for i := range list {
		switch word := string(text[list[i].start:list[i].end]); {
		case word == "#" && list[i].directive && (i == 0 || !list[i-1].directive || list[i-1].first != list[i].first):
			condition = i+1 < len(list) && slices.Contains([]string{"if", "elif"},
				string(text[list[i+1].start:list[i+1].end]))
		case strings.HasPrefix(word, `u8"`):
			edits = append(edits, edit{list[i].start, list[i].start + 2, "  "})
		case len(word) > 1 && (word[0] == 'u' || word[0] == 'U') && (word[1] == '"' || word[1] == '\''):
			edits = append(edits, edit{list[i].start, list[i].start + 1, "L"})
			utf = true
		case isAttribute(word):
			edits = append(edits, w.splitAttributes(i)...)
		case word == "[":
			edits = append(edits, w.bracket(i)...)
		case word == "enum":
			edits = append(edits, w.enumAttributes(i)...)
		case word == ":" && list[i].directive && condition:
			edits = append(edits, w.scoped(i)...)
		case word == "define" && list[i].directive:
			edits = append(edits, pastedCommas(text, list, i)...)
		}
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return a.start - b.start })
	return applied(text, edits), utf
}

// rewriter finds edits of a text.
type rewriter struct {
	text    []byte
	list    []lexeme
	markers *bool // whether the text has line markers; nil until something asks
	padding int   // blanks that keep columns
	line    int   // the last line of which the start was looked for; 0 if none was
	start   int   // of that line
}

// triggers reports whether a text may need edits.
func triggers(text []byte) bool {
	for _, s := range []string{`u"`, `U"`, `u'`, `U'`, `u8"`} {
		for rest := text; ; {
			i := bytes.Index(rest, []byte(s))
			if i < 0 {
				break
			}
			if i == 0 || !isLetter(rest[i-1]) && !isDigit(rest[i-1]) {
				return true
			}
			rest = rest[i+1:]
		}
	}
	for i, c := range text {
		if c == '[' {
			if before := bytes.TrimRight(text[:i], " \t\r\n"); len(before) > 0 &&
				bytes.IndexByte([]byte("{,/"), before[len(before)-1]) >= 0 {
				return true
			}
		}
	}
	return slices.ContainsFunc([]string{`\u`, `\U`, optional, "__attribute", "##", "[*", "[ *", "[static", "[ static",
		"[[", "::", ": :"},
		func(s string) bool { return bytes.Contains(text, []byte(s)) })
}

func isAttribute(word string) bool { return word == "__attribute__" || word == "__attribute" }

// longestAttribute is how many tokens an attribute in [[ ]] has at most, so that many that do not end take no time that
// is quadratic.
const longestAttribute = 64

// bracket rewrites what cc does not read behind a [: the star of [*] and the word static go, and attributes in [[ ]].
func (w *rewriter) bracket(i int) []edit {
	word := func(k int) string {
		if k >= len(w.list) {
			return ""
		}
		return string(w.text[w.list[k].start:w.list[k].end])
	}
	blank := func(from, to int) []edit {
		return []edit{{w.list[from].start, w.list[to].end, blanked(w.text[w.list[from].start:w.list[to].end])}}
	}
	star := i + 1 // of [*], perhaps with qualifiers before it
	for slices.Contains([]string{"const", "restrict", "volatile", "__restrict", "__restrict__"}, word(star)) {
		star++
	}
	if i > 0 && (word(i-1) == "{" || word(i-1) == ",") {
		if e := w.designator(i); e != nil {
			return e
		}
	}
	switch next := word(i + 1); {
	case word(star) == "*" && word(star+1) == "]":
		return blank(i+1, star)
	case next == "static":
		return blank(i+1, i+1)
	case next == "[":
		return w.attributes(i)
	}
	return nil
}

// attributes rewrites a list of attributes in [[ ]] that begins at list[i]: those that only warn go, and gnu::a becomes
// __attribute__((a)). With another one in it, the list stays as it is.
func (w *rewriter) attributes(i int) []edit {
	word := func(k int) string {
		if k >= len(w.list) || w.list[k].directive != w.list[i].directive {
			return ""
		}
		return string(w.text[w.list[k].start:w.list[k].end])
	}
	most, k, gnu := i+longestAttribute, i+2, ""
	for ; k < most && word(k) != "]"; k++ {
		scoped := strings.Trim(word(k), "_") == "gnu" && word(k+1) == ":" && word(k+2) == ":"
		if scoped {
			k += 3
		}
		name := word(k)
		if name == "" || !isLetter(name[0]) || !scoped && attributesOfC[strings.Trim(name, "_")] == 0 {
			return nil
		}
		from := k
		if word(k+1) == "(" {
			for depth := 1; depth > 0; {
				switch k++; word(k + 1) {
				case "":
					return nil
				case "(":
					depth++
				case ")":
					depth--
				}
				if k >= most {
					return nil
				}
			}
			k++
		}
		if scoped { // cc reads no list of more than two
			gnu += attributeStart + string(w.text[w.list[from].start:w.list[k].end]) + "))"
		}
		if word(k+1) == "," {
			k++
		}
	}
	if word(k) != "]" || word(k+1) != "]" {
		return nil
	}
	from, to := w.list[i].start, w.list[k+1].end
	if gnu == "" {
		return []edit{{from, to, blanked(w.text[from:to])}}
	}
	if k+2 < len(w.list) {
		if back := w.back(w.list[k+2], w.list[k+1], 0); back != "" {
			gnu, to = gnu+back, w.list[k+2].start
		}
	}
	return []edit{{from, to, gnu}}
}

// blanked returns a text of blanks with the lines of another one.
func blanked(text []byte) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' {
			return r
		}
		return ' '
	}, string(text))
}

// designator puts an = behind a designator that begins at list[i], if it has none, as in { [3] 7 }. A name of an
// operand of asm is no designator, as in [n] "r" (n).
func (w *rewriter) designator(i int) []edit {
	depth := 0
	for k := i; k+1 < min(i+longestAttribute, len(w.list)); k++ {
		switch w.text[w.list[k].start] {
		case '[':
			depth++
		case ']':
			if depth--; depth > 0 {
				continue
			}
			end, next := w.list[k], w.list[k+1]
			if c := w.text[next.start]; bytes.IndexByte([]byte("=[.]},;)"), c) >= 0 ||
				next.directive != end.directive || w.isConstraint(k+1) {
				return nil
			}
			if c := w.text[end.end]; c == ' ' || c == '\t' {
				return []edit{{end.end, end.end + 1, "="}}
			}
			return []edit{{end.end, end.end, "=" + w.back(next, end, 0)}}
		}
	}
	return nil
}

// isConstraint reports whether list[i] is a string in front of a parenthesis.
func (w *rewriter) isConstraint(i int) bool {
	first := i
	for i < min(first+longestAttribute, len(w.list)) && w.text[w.list[i].start] == '"' {
		i++
	}
	return i > first && i < len(w.list) && w.text[w.list[i].start] == '('
}

// scoped makes one name of one like gnu::unused, if list[i] is its first colon. has.go defines macros for it.
func (w *rewriter) scoped(i int) []edit {
	if i < 2 || i+2 >= len(w.list) || w.text[w.list[i+1].start] != ':' {
		return nil
	}
	before, after := w.list[i-1], w.list[i+2]
	if !isLetter(w.text[before.start]) || !isLetter(w.text[after.start]) {
		return nil
	}
	return []edit{{before.end, after.start, "__"}}
}

// splitAttributes splits a list of more than two attributes, which begins at list[i], into a list for each.
func (w *rewriter) splitAttributes(i int) (edits []edit) {
	text, list := w.text, w.list
	end, commas := attributeEnd(text, list, i)
	if end < 0 || len(commas) < 2 {
		return nil
	}
	for _, c := range commas {
		if c+1 < len(list) {
			edits = append(edits, edit{list[c].start, list[c].end,
				"))" + w.back(list[c+1], list[c], len(attributeStart)) + attributeStart})
			if list[c+1].line == list[c].line && edits[len(edits)-1].text != "))"+attributeStart {
				edits[len(edits)-1].end = list[c+1].start
			}
		}
	}
	return edits
}

const attributeStart = "__attribute__(("

// attributeEnd returns the indices of the last bracket and of the commas of a list of attributes that begins at
// list[i]; -1 if there is no such list.
func attributeEnd(text []byte, list []lexeme, i int) (end int, commas []int) {
	for depth, k := 0, i+1; k < len(list); k++ {
		switch c := text[list[k].start]; {
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return k, commas
			}
		case depth == 0 || depth == 1 && text[list[k-1].start] == '(' || list[k].directive != list[i].directive:
			return -1, nil
		case c == ',' && depth == 2:
			commas = append(commas, k)
		}
	}
	return -1, nil
}

// enumAttributes moves attributes between enum and its tag behind the enumerators.
func (w *rewriter) enumAttributes(i int) (edits []edit) {
	text, list := w.text, w.list
	k := i + 1
	var moved strings.Builder
	for k < len(list) && isAttribute(string(text[list[k].start:list[k].end])) {
		end, commas := attributeEnd(text, list, k)
		if end < 0 || list[end].line != list[k].line {
			return nil
		}
		from, to := list[k].start, list[end].end
		moved.WriteByte(' ')
		at := from
		for _, c := range commas {
			moved.WriteString(string(text[at:list[c].start]) + "))" + attributeStart)
			at = list[c].end
		}
		moved.Write(text[at:to])
		edits = append(edits, edit{from, to, strings.Repeat(" ", to-from)})
		k = end + 1
	}
	if len(edits) == 0 {
		return nil
	}
	if k < len(list) && isLetter(text[list[k].start]) {
		k++
	}
	if k >= len(list) || text[list[k].start] != '{' {
		return edits // the enumeration is defined elsewhere: its attributes have no meaning here
	}
	for depth := 0; k < len(list); k++ {
		switch text[list[k].start] {
		case '{':
			depth++
		case '}':
			if depth--; depth > 0 {
				continue
			}
			insert := edit{list[k].end, list[k].end, moved.String()}
			if k+1 < len(list) && list[k+1].line == list[k].line {
				insert.text += w.back(list[k+1], list[k], 0)
				if strings.Contains(insert.text, "\n") {
					insert.end = list[k+1].start
				}
			}
			return append(edits, insert)
		}
	}
	return nil
}

// pastedCommas rewrites, in a #define at list[i], each comma that is pasted to the variable arguments. cc wants a blank
// after it, and the usual name of the arguments.
func pastedCommas(text []byte, list []lexeme, i int) (edits []edit) {
	word := func(k int) string {
		if k < 0 || k >= len(list) || !list[k].directive {
			return ""
		}
		return string(text[list[k].start:list[k].end])
	}
	name := ""
	for k := i + 2; word(k) != "" && word(k) != ")" && word(i+2) == "("; k++ {
		if word(k) == "." && word(k-1) != "." && word(k-1) != "," && word(k-1) != "(" {
			name = word(k - 1)
		}
	}
	for k := i + 2; word(k) != "" && list[k].first == list[i].first; k++ {
		if word(k) != "," || word(k+1) != "#" || word(k+2) != "#" || k+3 >= len(list) ||
			list[k+3].line != list[k+1].line {
			continue
		}
		if w := word(k + 3); w == "__VA_ARGS__" || w == name && name != "" {
			edits = append(edits, edit{list[k+1].start, list[k+3].end, " ##__VA_ARGS__"})
		}
	}
	return edits
}

// back returns text that brings cc back to the line and the column of a lexeme; "" if that is impossible. The text has
// before characters in front of the lexeme.
func (w *rewriter) back(to, from lexeme, before int) string {
	if w.markers == nil {
		found := hasMarkers(w.text)
		w.markers = &found
	}
	if to.directive || to.line != from.line {
		return ""
	}
	if w.line != to.line {
		w.line, w.start = to.line, bytes.LastIndexByte(w.text[:to.start], '\n')+1
	}
	start := w.start
	if to.start-start < before || *w.markers {
		return ""
	}
	if w.padding += to.start - start - before; w.padding > mostPadding+2*len(w.text) {
		return ""
	}
	return fmt.Sprintf("\n#line %d\n%s", to.line, strings.Repeat(" ", to.start-start-before))
}

// mostPadding is how many blanks keep columns at most, besides twice the length of the text. In a longer line with more
// edits, what is behind them loses its columns: otherwise the text would grow with the square of the line.
const mostPadding = 1 << 18

// hasMarkers reports whether a text has line markers.
func hasMarkers(text []byte) bool {
	for line := range bytes.Lines(text) {
		if isMarker(line) {
			return true
		}
	}
	return false
}

// isMarker reports whether a line is a line marker.
func isMarker(line []byte) bool {
	rest, ok := bytes.CutPrefix(bytes.TrimLeft(line, " \t"), []byte("#"))
	rest = bytes.TrimLeft(rest, " \t")
	return ok && (len(rest) > 0 && isDigit(rest[0]) || bytes.HasPrefix(rest, []byte("line")))
}
