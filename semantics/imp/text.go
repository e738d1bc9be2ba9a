package imp

import (
	"bytes"
	"fmt"
	"iter"
	"unicode"
	"unicode/utf8"

	"vouch/semantics/source"
)

// This file defines which bytes are a source text. What a reader sees must be what runs.

// MaxSource is the size of the largest source text, in bytes.
const MaxSource = 16 << 20

// Text returns src, the content of the file that the user calls name, as text without a byte order mark. If it cannot
// be the text of a program, the error is a source.ErrorList.
func Text(name string, src []byte) (string, error) {
	text := bytes.TrimPrefix(src, []byte("\ufeff"))
	refuse := func(off int, msg, hint string) (string, error) {
		before := text[:off]
		at := Pos{Line: 1 + bytes.Count(before, []byte("\n")), Column: off - bytes.LastIndexByte(before, '\n')}
		return "", source.ErrorList{{File: name, Pos: at, Msg: msg, Hint: hint}}
	}
	if len(src) > MaxSource {
		return "", source.ErrorList{{File: name,
			Msg: fmt.Sprintf("found more than %d bytes, the limit on the size of a program", MaxSource)}}
	}
	if off := bytes.IndexByte(text, 0); off >= 0 {
		return refuse(off, "found a NUL byte, want text", "the file looks binary")
	}
	for off := 0; off < len(text); {
		r, n := utf8.DecodeRune(text[off:])
		if r == utf8.RuneError && n == 1 {
			return refuse(off, fmt.Sprintf("found the byte 0x%02x, want UTF-8", text[off]),
				"source text must be UTF-8, comments included")
		}
		off += n
	}
	for off, r := range Misleading(text) {
		return refuse(off, fmt.Sprintf("found %s, want text without control characters", nameOf(r)),
			"vouch fmt -w puts blanks in its place")
	}
	return string(text), nil
}

// Misleading yields the characters of src that have no place in a source text, each with its offset: control characters
// but tab, line feed and the carriage return before one; U+2028 and U+2029, where many programs show a new line;
// characters that change the direction of writing, so that code is shown in another order; and U+FEFF. Zero-width
// joiners may stand: writing systems need them, and no code can hide in a comment behind them, as code is ASCII.
func Misleading(src []byte) iter.Seq2[int, rune] {
	return func(yield func(int, rune) bool) {
		for at := 0; at < len(src); {
			c, n := rune(src[at]), 1
			if c >= utf8.RuneSelf {
				c, n = utf8.DecodeRune(src[at:])
			}
			lineEnd := c == '\n' || c == '\r' && at+1 < len(src) && src[at+1] == '\n'
			if c != '\t' && !lineEnd && (c == 0xfeff || unicode.In(c, unicode.Cc, unicode.Zl, unicode.Zp,
				unicode.Bidi_Control)) && !yield(at, c) {
				return
			}
			at += n
		}
	}
}

// names are the names in Unicode of the misleading characters that one meets.
var names = map[rune]string{
	'\a': "BELL", '\b': "BACKSPACE", '\v': "LINE TABULATION", '\f': "FORM FEED", '\r': "CARRIAGE RETURN",
	0x1b: "ESCAPE", 0x7f: "DELETE",
	0x85: "NEXT LINE", 0x61c: "ARABIC LETTER MARK", 0x200e: "LEFT-TO-RIGHT MARK", 0x200f: "RIGHT-TO-LEFT MARK",
	0x2028: "LINE SEPARATOR", 0x2029: "PARAGRAPH SEPARATOR", 0x202a: "LEFT-TO-RIGHT EMBEDDING",
	0x202b: "RIGHT-TO-LEFT EMBEDDING",
	0x202c: "POP DIRECTIONAL FORMATTING", 0x202d: "LEFT-TO-RIGHT OVERRIDE", 0x202e: "RIGHT-TO-LEFT OVERRIDE",
	0x2066: "LEFT-TO-RIGHT ISOLATE", 0x2067: "RIGHT-TO-LEFT ISOLATE", 0x2068: "FIRST STRONG ISOLATE",
	0x2069: "POP DIRECTIONAL ISOLATE",
	0xfeff: "BYTE ORDER MARK",
}

func nameOf(r rune) string {
	if n := names[r]; n != "" {
		return fmt.Sprintf("%U %s", r, n)
	}
	return fmt.Sprintf("the control character %U", r)
}
