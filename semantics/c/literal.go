package c

import (
	"encoding/binary"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file defines the values of literals (C11 6.4.4 and 6.4.5), exactly.

// literal returns the exact value of a number or a character.
func (u *unit) literal(n *cc.PrimaryExpression) constant {
	text := u.spelling(n)
	u.p.charge(nodeWork + len(text))
	var c constant
	var why string
	switch n.Case {
	case cc.PrimaryExpressionInt:
		c, why = integerLiteral(text)
	case cc.PrimaryExpressionFloat:
		if strings.ContainsAny(text, "lLwW") { // an extended number, which is a fraction of large integers on the way
			u.p.charge(4*extendedWork + len(text)*len(text)/16)
		}
		c, why = floatLiteral(text)
	case cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		c, why = characterLiteral(text)
	default:
		panic("c: no literal")
	}
	if why != "" {
		if len(text) > 40 {
			text = text[:40] + "..."
		}
		u.errorf(n, "found %s, %s", text, why)
		c = constant{t: intType, x: integer(0)}
	}
	return c
}

// extendedWork is about how much work an operation on long double takes.
const extendedWork = 1 << 14

// spelling returns a literal as the program spells it: for cc, L may stand for another prefix.
func (u *unit) spelling(n *cc.PrimaryExpression) string {
	text := u.p.options.standIns.original(n.Token.SrcStr()) // # makes literals of names
	if n.Case != cc.PrimaryExpressionLString && n.Case != cc.PrimaryExpressionLChar || !u.p.files.utf() {
		return text
	}
	at := n.Token.Position()
	if f := u.p.files.text[at.Filename]; f != nil {
		if line := u.p.line(int32(f.index), at.Line); at.Column >= 1 && at.Column < len(line) && (line[at.Column] == '"' || line[at.Column] == '\'') {
			return string(line[at.Column-1]) + text[1:]
		}
	}
	u.errorf(n, "found a literal with a prefix from a macro, beside ones with u or U, which is not supported")
	return text
}

// integerLiteral returns the value of an integer literal and its type by C11 6.4.4.1. As in gcc, __int128 follows the standard types.
func integerLiteral(text string) (c constant, why string) {
	s := strings.ToLower(text)
	if i := strings.IndexAny(s, "ij"); i > 0 && !strings.ContainsAny(s[i+1:], "ij") {
		c, why := integerLiteral(text[:i] + text[i+1:])
		return imaginary(c), why
	}
	digits := strings.TrimRight(s, "ul")
	unsigned, long, ok := integerSuffix(text[len(digits):])
	if !ok {
		return c, "want a suffix of u and l or ll"
	}
	base, body := 10, digits
	switch {
	case strings.HasPrefix(digits, "0x"):
		base, body = 16, digits[2:]
	case strings.HasPrefix(digits, "0b"):
		base, body = 2, digits[2:]
	case len(digits) > 1 && digits[0] == '0':
		base, body = 8, digits[1:]
	}
	if body = strings.TrimLeft(body, "0"); body == "" {
		body = "0"
	}
	if len(body) > maxDigits {
		return c, "which is too large for its type"
	}
	v, ok := new(big.Int).SetString(body, base)
	if !ok || strings.ContainsAny(body, "_+-") {
		return c, "want digits of base " + strconv.Itoa(base)
	}
	types := [...][2]*Type{{intType, uintType}, {longType, ulongType}, {llongType, ullongType}}
	for _, t := range types[long:] {
		if !unsigned && fits(v, t[0]) {
			return constant{t: t[0], x: bigInteger(v)}, ""
		}
		if (unsigned || base != 10) && fits(v, t[1]) {
			return constant{t: t[1], x: bigInteger(v)}, ""
		}
	}
	return c, "which is too large for its type"
}

// maxDigits is the number of binary digits of the largest integer type.
const maxDigits = 128

// integerSuffix reads the suffix of an integer literal: whether it has u, and how many times it has l.
func integerSuffix(s string) (unsigned bool, long int, ok bool) {
	rest := strings.TrimLeft(s, "uU")
	n := len(s) - len(rest)
	if n == 0 {
		rest = strings.TrimRight(s, "uU")
		n = len(s) - len(rest)
	}
	switch rest {
	case "":
	case "l", "L":
		long = 1
	case "ll", "LL":
		long = 2
	default:
		return false, 0, false
	}
	return n == 1, long, n <= 1
}

// floatLiteral returns the value of a floating literal: the nearest number of its type. If two are equally near, it is the even one.
func floatLiteral(text string) (c constant, why string) {
	s := strings.ToLower(text)
	hex := strings.HasPrefix(s, "0x")
	end := len(s)
	for end > 0 && !(s[end-1] >= '0' && s[end-1] <= '9' || s[end-1] == '.') {
		end--
	}
	if hex && !strings.Contains(s, "p") {
		return c, "want an exponent that begins with p"
	}
	if strings.HasSuffix(s, "f64x") || strings.HasSuffix(s, "f32x") || strings.HasSuffix(s, "f64") || strings.HasSuffix(s, "f32") { // these suffixes contain digits
		end = strings.LastIndexByte(s, 'f')
	}
	body, suffix := s[:end], s[end:]
	if strings.Contains(body, "_") || len(body) > 1<<16 {
		return c, "want digits"
	}
	if i := strings.IndexAny(suffix, "ij"); i >= 0 && !strings.ContainsAny(suffix[i+1:], "ij") { // an imaginary number: x is its imaginary part
		c, why := floatLiteral(body + suffix[:i] + suffix[i+1:])
		return imaginary(c), why
	}
	switch suffix {
	case "f", "f32":
		v, err := strconv.ParseFloat(body, 32)
		if err != nil && !isRange(err) {
			return c, "want a floating number"
		}
		return single(float32(v)), ""
	case "", "d", "f64", "f32x":
		v, err := strconv.ParseFloat(body, 64)
		if err != nil && !isRange(err) {
			return c, "want a floating number"
		}
		return double(v), ""
	case "l", "w", "f64x":
		v, ok := parseExtended(body)
		if !ok {
			return c, "want a floating number"
		}
		return extendedConstant(v), ""
	}
	return c, "want the suffix f or l, or none"
}

// imaginary returns the complex number whose imaginary part is a number, and whose real part is 0.
func imaginary(c constant) constant {
	if c.t == nil {
		return c
	}
	e := &folding{}
	return complexConstant(complexOf(c.t), e.convert(constant{t: intType, x: integer(0)}, c.t), c)
}

// isRange reports whether a number was too large, and thus is infinite.
func isRange(err error) bool {
	e, ok := err.(*strconv.NumError)
	return ok && e.Err == strconv.ErrRange
}

// single and double return constants of the floating types.
func single(v float32) constant {
	return constant{t: floatType, x: &core.Expr{Op: core.Single, Type: core.F32, Bits: uint64(math.Float32bits(v))}}
}

func double(v float64) constant {
	return constant{t: doubleType, x: &core.Expr{Op: core.Double, Type: core.F64, Bits: math.Float64bits(v)}}
}

// prefixes are the prefixes of characters and strings, with the type of a character constant and of an element.
var prefixes = []struct {
	text            string
	character, elem *Type
}{{"u8", nil, charType}, {"L", intType, intType}, {"u", ushortType, ushortType}, {"U", uintType, uintType}, {"", intType, charType}}

// characterLiteral returns the value of a character constant.
func characterLiteral(text string) (c constant, why string) {
	for _, p := range prefixes {
		if p.character == nil || !strings.HasPrefix(text, p.text+"'") {
			continue
		}
		body := text[len(p.text)+1:]
		if !strings.HasSuffix(body, "'") || len(body) < 2 {
			return c, "want a closing '"
		}
		units, why := elements(body[:len(body)-1], p.elem)
		if why != "" {
			return c, why
		}
		if p.text != "" { // gcc takes the last of several characters
			return constant{t: p.character, x: bigInteger(wrap(new(big.Int).SetUint64(uint64(units[len(units)-1])), p.character))}, ""
		}
		all := uint32(0) // gcc takes the last four of several characters
		for _, b := range units {
			all = all<<8 | b
		}
		v := big.NewInt(int64(all))
		if len(units) == 1 {
			v = wrap(v, charType)
		}
		return constant{t: intType, x: bigInteger(wrap(v, intType))}, ""
	}
	return c, "want a character"
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

// elements returns the text between quotes as elements of a type. A character that takes several elements is encoded in UTF-8 or UTF-16.
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

// isHex reports whether c is a hexadecimal digit.
func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// wrap returns the value of an integer type that is equal to v modulo the number of its values. For _Bool it returns 1 if v is not 0, else 0.
func wrap(v *big.Int, t *Type) *big.Int {
	if t.Class == Bool {
		return big.NewInt(int64(v.CmpAbs(new(big.Int)) & 1))
	}
	n := uint(t.width())
	m := new(big.Int).And(v, new(big.Int).Sub(new(big.Int).Lsh(one, n), one))
	if t.Signed && m.Bit(int(n)-1) == 1 {
		m.Sub(m, new(big.Int).Lsh(one, n))
	}
	return m
}
