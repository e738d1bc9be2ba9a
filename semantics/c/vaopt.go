package c

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// This file defines __VA_OPT__, which package cc does not know. A macro
//
//	#define F(x, ...) f(x __VA_OPT__(,) __VA_ARGS__)
//
// is read as one that has two texts, and chooses by its variable arguments once they are expanded:
//
//	#define F(x, ...) \
//	  __vouch_choose(__vouch_choose_F_, __vouch_some(__VA_ARGS__))(,(,f(x __VA_ARGS__)),(,f(x , __VA_ARGS__)))
//
// Of __vouch_choose and its arguments comes __vouch_choose_F_1 if there are some. It is a macro that takes what
// follows, and leaves one of the texts. Nobody expands the other one. A macro with F in its name belongs to F, because
// cc expands no macro in what came out of it.

// optional is the word that has a meaning in macros with variable arguments.
const optional = "__VA_OPT__"

// refusedOptional begins the name that stands for the text of a macro in which we do not support the word.
const refusedOptional = "__vouch_va_opt_"

// refusedMacro returns the macro of which a text has a refused one; "" if it has none.
func refusedMacro(text string) string {
	_, name, ok := strings.Cut(text, refusedOptional)
	if !ok {
		return ""
	}
	n := 0
	for n < len(name) && (isLetter(name[n]) || isDigit(name[n])) {
		n++
	}
	return name[:n]
}

// refusedOptionalIn says what is not supported in a macro.
func refusedOptionalIn(macro string) string {
	return fmt.Sprintf("found %s in the macro %s, which is not supported", optional, clipped(macro))
}

// refusesOptional matches the definition of a macro that is refused, as cc sees it.
func refusesOptional(macro string) *regexp.Regexp {
	return regexp.MustCompile(`\b` + refusedOptional + regexp.QuoteMeta(macro) + `\b`)
}

// withoutOptional returns a text in which macros with variable arguments do without __VA_OPT__.
func withoutOptional(text []byte) []byte {
	if !bytes.Contains(text, []byte(optional)) {
		return text
	}
	list := lexemes(text)
	var edits []edit
	for i := range list {
		if i > 0 && list[i].directive && string(text[list[i].start:list[i].end]) == "define" &&
			text[list[i-1].start] == '#' {
			edits = append(edits, optionalIn(text, list, i)...)
		}
	}
	return applied(text, edits)
}

// optionalIn returns the edit of the #define at list[i]; nil if it needs none.
func optionalIn(text []byte, list []lexeme, i int) []edit {
	word := func(k int) string { return string(text[list[k].start:list[k].end]) }
	end := i
	for end < len(list) && list[end].directive && list[end].first == list[i].first {
		end++
	}
	if i+2 >= end || word(i+2) != "(" || list[i+2].start != list[i+1].end {
		return nil
	}
	m := optionalMacro{name: word(i + 1), arguments: "__VA_ARGS__", parameters: map[string]bool{"__VA_ARGS__": true}}
	k, variadic := i+3, false
	for ; k < end && word(k) != ")"; k++ {
		switch {
		case word(k) != ".":
			m.parameters[word(k)] = true
		case !variadic:
			variadic = true
			if isLetter(text[list[k-1].start]) {
				m.arguments = word(k - 1)
			}
		}
	}
	if k++; !variadic || k >= end {
		return nil
	}
	for ; k < end; k++ {
		m.tokens = append(m.tokens, optionalToken{word(k), list[k].start > list[k-1].end})
	}
	if !slices.ContainsFunc(m.tokens, func(t optionalToken) bool { return t.text == optional }) {
		return nil
	}
	begin, last := list[end-len(m.tokens)].start, list[end-1].end
	lines := strings.Repeat("\\\n", bytes.Count(text[begin:last], []byte("\n")))
	body := refusedOptional + m.name + ` "" `
	if empty, full, ok := m.texts(); ok {
		body = fmt.Sprintf("__vouch_choose(__vouch_choose_%s_, __vouch_some(%s))(,(,%s),(,%s))", m.name, m.arguments,
			empty, full)
	}
	return []edit{{begin, last, " " + body + lines}}
}

// optionalMacro is a macro with variable arguments.
type optionalMacro struct {
	name       string
	arguments  string          // the name of its variable arguments
	parameters map[string]bool // with that name
	tokens     []optionalToken // of its text
}

// optionalToken is a token of a macro.
type optionalToken struct {
	text  string
	blank bool // whether a blank is in front of it
}

// texts returns the two texts of a macro: without variable arguments, and with some. They are not ok if gcc refuses the
// macro, if a bracket of it has no partner, or if it pastes in a way that cc cannot be told.
func (m *optionalMacro) texts() (empty, full string, ok bool) {
	e, ok1 := m.text(m.tokens, false)
	f, ok2 := m.text(m.tokens, true)
	return e, f, ok1 && ok2
}

// text is one of the two texts.
func (m *optionalMacro) text(tokens []optionalToken, some bool) (string, bool) {
	var out []string // tokens, and blanks
	depth := 0
	add := func(text string) {
		if n := len(out); n > 0 && text != "" && merge(out[n-1][len(out[n-1])-1], text[0]) {
			out = append(out, " ")
		}
		if text != "" {
			out = append(out, text)
		}
	}
	for k := 0; k < len(tokens); k++ {
		t := tokens[k]
		if t.blank {
			out = append(out, " ")
		}
		switch t.text {
		case "(":
			depth++
		case ")":
			if depth--; depth < 0 {
				return "", false
			}
		case optional:
			end := closing(tokens, k+1)
			if end < 0 {
				return "", false
			}
			content := tokens[k+2 : end]
			inside, ok := m.content(content, some)
			pasted, pastes := isPaste(tokens, k-2), isPaste(tokens, end+1)
			if !ok {
				return "", false
			}
			switch {
			case k > 0 && tokens[k-1].text == "#" && !pasted: // the content as a string
				if pastes || isPaste(tokens, k-3) {
					return "", false
				}
				out = cutSigns(out, 1)
				inside = "__vouch_text(" + inside + ")"
			case inside == "" && pasted:
				out = cutSigns(out, 2)
			case inside == "":
				if pastes {
					end += 2
				}
			case pasted && m.parameters[content[0].text]:
				if k < 3 || !m.alone(tokens, k-3) || isPaste(tokens, k-5) || pastes || m.severalIn(content) {
					return "", false
				}
				out = cutSigns(out, 2)
				for out[len(out)-1] == " " {
					out = out[:len(out)-1]
				}
				out = out[:len(out)-1]
				inside = "__vouch_left_" + m.name + "(" + tokens[k-3].text + "," + inside + ")"
			case pastes && m.parameters[content[len(content)-1].text]:
				if end+3 >= len(tokens) || !m.alone(tokens, end+3) || isPaste(tokens, end+4) || pasted {
					return "", false
				}
				inside = "__vouch_right_" + m.name + "(," + tokens[end+3].text + "," + inside + ")"
				end += 3
			}
			add(inside)
			k = end
			continue
		}
		if k > 0 && !t.blank && tokens[k-1].text != ")" {
			out = append(out, t.text) // it is not merged with what is in front of it in the macro
		} else {
			add(t.text)
		}
	}
	return strings.TrimSpace(strings.Join(out, "")), depth == 0
}

// cutSigns takes the last signs # away, and what is behind them.
func cutSigns(out []string, n int) []string {
	for n > 0 {
		if out[len(out)-1] == "#" {
			n--
		}
		out = out[:len(out)-1]
	}
	return out
}

// merge reports whether two characters may become part of one token if nothing is between them.
func merge(a, b byte) bool {
	word := func(c byte) bool { return isLetter(c) || isDigit(c) || c == '.' || c == '"' || c == '\'' }
	sign := func(c byte) bool { return strings.IndexByte("+-*/%&|^=<>!#:.", c) >= 0 }
	return word(a) && word(b) || sign(a) && sign(b)
}

// isPaste reports whether tokens[k] and the next are ##.
func isPaste(tokens []optionalToken, k int) bool {
	return k >= 0 && k+1 < len(tokens) && tokens[k].text == "#" && tokens[k+1].text == "#" && !tokens[k+1].blank
}

// alone reports whether a token is a word or a number of its own, and no parameter.
func (m *optionalMacro) alone(tokens []optionalToken, k int) bool {
	word := func(k int) bool {
		return k >= 0 && k < len(tokens) && (isLetter(tokens[k].text[0]) || isDigit(tokens[k].text[0]))
	}
	return word(k) && !m.parameters[tokens[k].text] && !(k > 0 && tokens[k-1].text == ".") &&
		!(k+1 < len(tokens) && tokens[k+1].text == ".")
}

// severalIn reports whether a content may become several arguments.
func (m *optionalMacro) severalIn(content []optionalToken) bool {
	depth := 0
	for _, t := range content {
		switch t.text {
		case "(":
			depth++
		case ")":
			depth--
		case ",", "__VA_ARGS__", m.arguments:
			if depth == 0 {
				return true
			}
		}
	}
	return false
}

// content is what stands for __VA_OPT__ with some content.
func (m *optionalMacro) content(tokens []optionalToken, some bool) (string, bool) {
	if slices.ContainsFunc(tokens, func(t optionalToken) bool { return t.text == optional }) || isPaste(tokens, 0) ||
		isPaste(tokens, len(tokens)-2) {
		return "", false
	}
	if !some {
		return "", true
	}
	return m.text(tokens, some)
}

// closing returns the bracket that closes the one at tokens[k]; -1 if there is none.
func closing(tokens []optionalToken, k int) int {
	for depth, begin := 0, k; k < len(tokens); k++ {
		switch tokens[k].text {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth == 0 {
			if k == begin {
				return -1
			}
			return k
		}
	}
	return -1
}
