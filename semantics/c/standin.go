package c

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines stand-ins: package cc knows letters and digits only, while identifiers may have other characters
// (C11 annex D). Each of these is read as a letter that takes as many bytes and that the program has nowhere, and is
// put back in what leaves the front end.

// standIns are the stand-ins of a program.
type standIns struct {
	letter, back map[rune]rune
	used         [utf8.MaxRune/64 + 1]uint64 // a bit for each character of the program
	next         [utf8.UTFMax + 1]rune       // the greatest letter that may be free, by its length
}

// newStandIns returns the stand-ins of a program; nil if it needs none.
func newStandIns(sources []source.File, options map[string]string) *standIns {
	if !slices.ContainsFunc(sources, func(f source.File) bool { return hasOther(f.Text) }) {
		return nil // as for nearly all programs, of which nobody has to note all characters
	}
	s := &standIns{letter: map[rune]rune{}, back: map[rune]rune{}, next: [...]rune{2: 0x7ff, 3: 0xffff, 4: 0x3ffff}}
	some := false
	for _, f := range sources {
		some = s.see(f.Text) || some
	}
	if !some {
		return nil
	}
	for _, value := range options {
		s.see([]byte(value))
	}
	return s
}

// hasOther reports whether a text may have a character other than those of ASCII, as it is or by its universal name.
func hasOther(text []byte) bool {
	for i, c := range text {
		if c >= utf8.RuneSelf || c == '\\' && i+1 < len(text) && text[i+1]|0x20 == 'u' {
			return true
		}
	}
	return false
}

// see takes note of the characters of a text, and reports whether it may need stand-ins.
func (s *standIns) see(text []byte) (some bool) {
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(text[i:])
		} else if r == '\\' {
			r, _ = universal(string(text[i+1 : min(i+10, len(text))]))
		}
		s.used[r/64] |= 1 << (r % 64)
		some = some || isOtherInName(r)
		i += size
	}
	return some
}

// of returns the stand-in of a character, or the character if it needs none, or if no letter is free.
func (s *standIns) of(r rune) rune {
	if l, ok := s.letter[r]; ok {
		return l
	}
	n := utf8.RuneLen(r)
	for isOtherInName(r) && utf8.RuneLen(s.next[n]) == n {
		l := s.next[n]
		s.next[n]--
		if unicode.IsLetter(l) && s.used[l/64]>>(l%64)&1 == 0 {
			s.letter[r], s.back[l] = l, r
			return l
		}
	}
	return r
}

// byteOrderMark is no part of a name at the start of a text.
const byteOrderMark = '\ufeff'

// text returns a text with stand-ins in its identifiers.
func (s *standIns) text(text []byte) []byte {
	if s == nil {
		return text
	}
	out, list := slices.Clone(text), lexemes(text)
	including := 0 // the line of the last #include
	for i, l := range list {
		word := text[l.start:l.end]
		if l.directive && bytes.HasPrefix(word, []byte("include")) && text[list[i-1].start] == '#' {
			including = l.first
		}
		if !isLetter(word[0]) || bytes.ContainsAny(word, `"'`) || l.first == including && l.directive {
			continue
		}
		at := 0
		if i > 0 && list[i-1].end == l.start && text[list[i-1].start] == '\\' {
			inside := i > 1 && list[i-2].end == list[i-1].start && isLetter(text[list[i-2].start])
			r, length := universal(string(word))
			if at = length; at > 0 && (inside || !isCombining(r)) {
				copy(out[l.start+1:], fmt.Sprintf("%0*x", at-1, s.of(r)))
			}
		}
		for at < len(word) {
			r, size := utf8.DecodeRune(word[at:])
			if size > 1 && (at > 0 || !isCombining(r)) && (l.start+at > 0 || r != byteOrderMark) {
				utf8.EncodeRune(out[l.start+at:], s.of(r))
			}
			at += size
		}
	}
	return out
}

// original returns a text without stand-ins, neither as they are nor by their universal character names.
func (s *standIns) original(text string) string {
	if s == nil {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		shown := text[i : i+size]
		if x, ok := s.back[r]; ok {
			shown = string(utf8.AppendRune(nil, x))
		} else if r == '\\' {
			r, length := universal(text[i+1:])
			if x, ok := s.back[r]; ok {
				size += length
				shown = fmt.Sprintf("%s%0*x", text[i:i+2], length-1, x)
			}
		}
		b.WriteString(shown)
		i += size
	}
	return b.String()
}

// restore puts the characters back in names and messages.
func (s *standIns) restore(texts ...*string) {
	for _, t := range texts {
		*t = s.original(*t)
	}
}

// errors puts the characters back in errors, which may be done more than once.
func (s *standIns) errors(list source.ErrorList) source.ErrorList {
	for _, e := range list {
		s.restore(&e.Msg, &e.Hint)
	}
	return list
}

// program puts the characters back in functions and objects of the core. The bytes of objects have them: see spelling.
func (s *standIns) program(funcs []*core.Func, globals []*core.Global) {
	if s == nil {
		return
	}
	for _, g := range globals {
		s.restore(&g.Name)
	}
	for _, f := range funcs {
		s.restore(&f.Name, &f.Signature)
		for i := range f.Slots {
			s.restore(&f.Slots[i].Name)
		}
		for i := range f.Code {
			s.restore(&f.Code[i].Name, &f.Code[i].Signature)
		}
	}
}

// isOtherInName reports whether an identifier may have a character that is no letter (C11 annex D).
func isOtherInName(r rune) bool {
	return r >= 0xa8 && !unicode.IsLetter(r) && (unicode.Is(annexD, r) || 0x10000 <= r && r <= 0xeffff &&
		r&0xffff <= 0xfffd)
}

// isCombining reports whether a character of annex D may not begin an identifier (C11 D.2).
func isCombining(r rune) bool {
	return 0x300 <= r && r <= 0x36f || 0x1dc0 <= r && r <= 0x1dff || 0x20d0 <= r && r <= 0x20ff || 0xfe20 <= r &&
		r <= 0xfe2f
}

// annexD are the characters of C11 D.1 of two bytes in UTF-16, and the two between FD3D and FD40, which gcc takes too.
var annexD = &unicode.RangeTable{R16: []unicode.Range16{
	{0x00a8, 0x00a8, 1}, {0x00aa, 0x00aa, 1}, {0x00ad, 0x00ad, 1}, {0x00af, 0x00af, 1}, {0x00b2, 0x00b5, 1},
	{0x00b7, 0x00ba, 1}, {0x00bc, 0x00be, 1}, {0x00c0, 0x00d6, 1}, {0x00d8, 0x00f6, 1}, {0x00f8, 0x167f, 1},
	{0x1681, 0x180d, 1}, {0x180f, 0x1fff, 1}, {0x200b, 0x200d, 1}, {0x202a, 0x202e, 1}, {0x203f, 0x2040, 1},
	{0x2054, 0x2054, 1}, {0x2060, 0x218f, 1}, {0x2460, 0x24ff, 1}, {0x2776, 0x2793, 1}, {0x2c00, 0x2dff, 1},
	{0x2e80, 0x2fff, 1}, {0x3004, 0x3007, 1}, {0x3021, 0x302f, 1}, {0x3031, 0x303f, 1}, {0x3040, 0xd7ff, 1},
	{0xf900, 0xfdcf, 1}, {0xfdf0, 0xfe44, 1}, {0xfe47, 0xfffd, 1},
}}
