package c

import (
	"encoding/binary"
	"strconv"
	"strings"
	"unicode/utf8"

	"modernc.org/cc/v4"
)

// This file defines the values of string literals (C11 6.4.5), exactly.

// isHex reports whether c is a hexadecimal digit.
func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// text returns the elements of a string literal as bytes, without the final 0, and the type of an element.
func (u *unit) text(n *cc.PrimaryExpression) (bytes string, elem *Type) {
	text := u.spelling(n)
	if !u.p.pass(nodeWork + len(text)) {
		return "", charType
	}
	if macro := refusedMacro(text); macro != "" {
		u.errorf(n, "%s", refusedOptionalIn(macro))
	}
	for _, p := range prefixes {
		if !strings.HasPrefix(text, p.text+`"`) {
			continue
		}
		body := text[len(p.text)+1:]
		if !strings.HasSuffix(body, `"`) {
			break
		}
		units, why := []uint32(nil), ""
		if body != `"` {
			units, why = elements(body[:len(body)-1], p.elem)
		}
		if why != "" {
			u.errorf(n, "found %s, %s", text, why)
		}
		var b []byte
		for _, x := range units {
			b = binary.LittleEndian.AppendUint32(b, x)[:len(b)+int(p.elem.Size)]
		}
		return string(b), p.elem
	}
	u.errorf(n, "found %s, want a string", text)
	return "", charType
}

// spelling returns a literal as the program spells it: for cc, L may stand for another prefix.
func (u *unit) spelling(n *cc.PrimaryExpression) string {
	text := u.p.options.standIns.original(n.Token.SrcStr()) // # makes literals of names
	if n.Case != cc.PrimaryExpressionLString && n.Case != cc.PrimaryExpressionLChar || !u.p.files.utf() {
		return text
	}
	at := n.Token.Position()
	if f := u.p.files.text[at.Filename]; f != nil {
		if line := u.p.line(int32(f.index), at.Line); at.Column >= 1 && at.Column < len(line) &&
			(line[at.Column] == '"' || line[at.Column] == '\'') {
			return string(line[at.Column-1]) + text[1:]
		}
	}
	u.errorf(n, "found a literal with a prefix from a macro, beside ones with u or U, which is not supported")
	return text
}

// elements returns the text between quotes as elements of a type. A character that takes several elements is encoded in
// UTF-8 or UTF-16.
func elements(s string, elem *Type) (units []uint32, why string) {
	top := uint64(1)<<(8*elem.Size) - 1
	for len(s) > 0 {
		if s[0] != '\\' {
			if elem.Size == 1 {
				units = append(units, uint32(s[0]))
				s = s[1:]
				continue
			}
			r, n := utf8.DecodeRuneInString(s)
			if r == utf8.RuneError && n <= 1 {
				return nil, "which is no UTF-8"
			}
			units = encode(units, r, elem)
			s = s[n:]
			continue
		}
		if len(s) < 2 {
			return nil, "want a character after \\"
		}
		c := s[1]
		s = s[2:]
		if i := strings.IndexByte(`abtnvfreE'"?\`, c); i >= 0 {
			units = append(units, uint32("\a\b\t\n\v\f\r\x1b\x1b'\"?\\"[i]))
			continue
		}
		switch {
		case c >= '0' && c <= '7':
			v := uint64(c - '0')
			for i := 0; i < 2 && len(s) > 0 && s[0] >= '0' && s[0] <= '7'; i++ {
				v = 8*v + uint64(s[0]-'0')
				s = s[1:]
			}
			if v > top {
				return nil, "where an escape is too large"
			}
			units = append(units, uint32(v))
		case c == 'x':
			n := 0
			for n < len(s) && isHex(s[n]) && (elem.Size > 1 || n < 2) { // cc joins "\x1" and "2" as \x012
				n++
			}
			v, err := strconv.ParseUint(s[:n], 16, 64)
			if n == 0 {
				return nil, "want digits after \\x"
			}
			if err != nil || v > top {
				return nil, "where an escape is too large"
			}
			units = append(units, uint32(v))
			s = s[n:]
		case c == 'u' || c == 'U':
			n := 4
			if c == 'U' {
				n = 8
			}
			if len(s) < n {
				return nil, "want " + strconv.Itoa(n) + " digits after \\" + string(c)
			}
			v, err := strconv.ParseUint(s[:n], 16, 32)
			if err != nil || v > utf8.MaxRune || v >= 0xd800 && v < 0xe000 {
				return nil, "where an escape is no character"
			}
			units = encode(units, rune(v), elem)
			s = s[n:]
		default: // gcc takes the character itself
			units = append(units, uint32(c))
		}
	}
	if len(units) == 0 {
		return nil, "want a character"
	}
	return units, ""
}

// encode appends a character in the encoding of elements of a type.
func encode(units []uint32, r rune, elem *Type) []uint32 {
	switch {
	case elem.Size == 1:
		for _, b := range utf8.AppendRune(nil, r) {
			units = append(units, uint32(b))
		}
		return units
	case elem.Size == 2 && r > 0xffff:
		r -= 0x10000
		return append(units, uint32(0xd800+r>>10), uint32(0xdc00+r&0x3ff))
	}
	return append(units, uint32(r))
}

// prefixes are the prefixes of characters and strings, with the type of a character constant and of an element.
var prefixes = []struct {
	text            string
	character, elem *Type
}{{"u8", nil, charType}, {"L", intType, intType}, {"u", ushortType, ushortType}, {"U", uintType, uintType},
	{"", intType, charType}}
