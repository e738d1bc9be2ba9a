package c

import (
	"math/big"
	"strconv"
	"strings"

	"modernc.org/cc/v4"
)

// This file defines the values of numbers and characters (C11 6.4.4), exactly.

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

// integerLiteral returns the value of an integer literal and its type by C11 6.4.4.1. As in gcc, __int128 follows the
// standard types.
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

// floatLiteral returns the value of a floating literal: the nearest number of its type. If two are equally near, it is
// the even one.
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
	// these suffixes contain digits
	if strings.HasSuffix(s, "f64x") || strings.HasSuffix(s, "f32x") || strings.HasSuffix(s, "f64") ||
		strings.HasSuffix(s, "f32") {
		end = strings.LastIndexByte(s, 'f')
	}
	body, suffix := s[:end], s[end:]
	if strings.Contains(body, "_") || len(body) > 1<<16 {
		return c, "want digits"
	}
	// an imaginary number: x is its imaginary part
	if i := strings.IndexAny(suffix, "ij"); i >= 0 && !strings.ContainsAny(suffix[i+1:], "ij") {
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
			return constant{t: p.character, x: bigInteger(wrap(new(big.Int).SetUint64(uint64(units[len(units)-1])),
				p.character))}, ""
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
