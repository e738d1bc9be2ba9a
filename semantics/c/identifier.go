package c

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file defines identifiers with letters of other alphabets (C11 6.4.2.1). A text has them as they are, or as
// universal character names: \u00e9 is é. Package cc reads letters only. The core, whose names are ASCII, has universal
// character names.

// coreName returns an identifier as a name of the core.
func coreName(name string) string {
	if strings.IndexFunc(name, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return name
	}
	var b strings.Builder
	for _, r := range name {
		switch {
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	return b.String()
}

// universalNames returns the edits that put letters in place of the universal character names in the identifiers of a
// text. Each identifier keeps its length: blanks fill it.
func universalNames(text []byte, list []lexeme) (edits []edit) {
	for i := 0; i < len(list); i++ {
		first, changed := i, false
		var name strings.Builder
		for ; i < len(list) && (i == first || list[i].start == list[i-1].end); i++ {
			word := string(text[list[i].start:list[i].end])
			if word == `\` && i+1 < len(list) && list[i+1].start == list[i].end {
				next := string(text[list[i+1].start:list[i+1].end])
				r, length := universal(next)
				if length == 0 || !isNameLetter(r, name.Len() == 0) {
					break
				}
				name.WriteRune(r)
				name.WriteString(next[length:])
				changed = true
				i++
			} else if isLetter(word[0]) && !strings.ContainsAny(word, `"'`) && (i == first || changed) {
				name.WriteString(word)
			} else {
				break
			}
		}
		if changed {
			last := list[i-1]
			blanks := strings.Repeat(" ", last.end-list[first].start-name.Len())
			out := name.String() + blanks
			// the parameters of a macro follow its name at once
			if last.directive && last.end < len(text) && text[last.end] == '(' {
				out = blanks + name.String()
			}
			edits = append(edits, edit{list[first].start, last.end, out})
		}
		if i > first {
			i--
		}
	}
	return edits
}

// universal returns the character that a word begins to name behind a backslash, and how many bytes of the word do; 0
// if it does not.
func universal(word string) (r rune, length int) {
	switch {
	case strings.HasPrefix(word, "u"):
		length = 5
	case strings.HasPrefix(word, "U"):
		length = 9
	}
	if length == 0 || len(word) < length {
		return 0, 0
	}
	n, err := strconv.ParseUint(word[1:length], 16, 32)
	if err != nil || n > unicode.MaxRune {
		return 0, 0
	}
	return rune(n), length
}

// isNameLetter reports whether a character that is not ASCII may be in an identifier, or begin one (C11 annex D).
// Package cc knows letters and digits; standin.go makes the others letters.
func isNameLetter(r rune, first bool) bool {
	return r >= 0xa8 && (unicode.IsLetter(r) || unicode.IsDigit(r) && !first)
}
