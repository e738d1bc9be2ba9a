package termview

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// This file defines how names and texts of programs are shown in little room: what is missing is said, and nothing is
// cut inside a word.

// maxName is the length of the longest name that is shown as it is, in bytes.
const maxName = 60

// Name returns the name of an input or a variable; of a long one it shows the beginning and the end, and how long it
// is. Numbers in the text of a program are shown in the same way.
func Name(s string) string {
	if len(s) <= maxName {
		return s
	}
	of := "letters"
	if '0' <= s[0] && s[0] <= '9' {
		of = "digits"
	}
	return fmt.Sprintf("%s...(%d %s)...%s", strings.ToValidUTF8(s[:24], ""), utf8.RuneCountInString(s), of,
		strings.ToValidUTF8(s[len(s)-12:], ""))
}

// maxClip is how much of a program's text is shown in a line about it, in bytes.
const maxClip = 100

// Clip returns a text of a program without its end if it is long.
func Clip(s string) string {
	if len(s) <= maxClip {
		return s
	}
	end := maxClip
	for end > 0 && inWord(s, end) {
		end--
	}
	next := maxClip
	for next < len(s) && inWord(s, next) {
		next++
	}
	if next-end <= maxName {
		return s[:end] + "..."
	}
	word := s[:end] + Name(s[end:next])
	if next == len(s) {
		return word
	}
	return word + "..."
}

// ClipStart returns a text of a program without its start if it is long.
func ClipStart(s string) string {
	if len(s) <= maxClip {
		return s
	}
	start := len(s) - maxClip
	for start < len(s) && inWord(s, start) {
		start++
	}
	return "..." + s[start:]
}

// inWord reports whether s has a letter or a digit both before and at i.
func inWord(s string, i int) bool {
	word := func(c byte) bool {
		return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= utf8.RuneSelf
	}
	return word(s[i-1]) && word(s[i])
}
