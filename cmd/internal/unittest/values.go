package unittest

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"vouch/semantics/c"
	"vouch/semantics/core"
)

// This file defines numbers and texts as C has them.

// number returns a number of an integer type of C.
func number(n *big.Int, t *c.Type) string {
	switch {
	case t.Class == c.Integer && t.Size == 1 && t.Name == "char" && ' ' <= n.Int64() && n.Int64() <= '~':
		return character(byte(n.Int64()))
	case n.IsInt64() && n.Int64() == math.MinInt64:
		return "(-9223372036854775807 - 1)"
	case n.IsInt64() && n.Int64() == math.MinInt32:
		return "(-2147483647 - 1)"
	case n.IsInt64() && (t.Signed || n.Int64() <= math.MaxInt32):
		return n.String()
	case n.IsUint64():
		return n.String() + "u"
	}
	pattern := new(big.Int).And(n, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1)))
	low := new(big.Int).And(pattern, new(big.Int).SetUint64(math.MaxUint64))
	return fmt.Sprintf("((unsigned __int128)%su << 64 | %su)", new(big.Int).Rsh(pattern, 64), low)
}

// character returns a printable character as C has it.
func character(b byte) string {
	if b == '\'' || b == '\\' {
		return `'\` + string(b) + `'`
	}
	return "'" + string(b) + "'"
}

// floating returns an IEEE number of a floating type of C.
func floating(v core.Value, t *c.Type) string { return decimal(v.Float(), t) }

// ofBits writes the floating number of a type that has some bits.
func ofBits(bits *big.Int, t *c.Type) string {
	mask := new(big.Int).SetUint64(math.MaxUint64 >> (64 - 8*t.Size))
	n := new(big.Int).And(bits, mask).Uint64()
	if t.Size == 4 {
		return decimal(float64(math.Float32frombits(uint32(n))), t)
	}
	return decimal(math.Float64frombits(n), t)
}

// decimal writes a floating number of a type.
func decimal(x float64, t *c.Type) string {
	suffix := ""
	if t.Size == 4 {
		suffix = "f"
	}
	switch {
	case math.IsNaN(x):
		return "__builtin_nan" + suffix + `("")`
	case math.IsInf(x, 1):
		return "__builtin_inf" + suffix + "()"
	case math.IsInf(x, -1):
		return "-__builtin_inf" + suffix + "()"
	}
	text := strconv.FormatFloat(x, 'g', -1, int(8*t.Size))
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text + suffix
}

// literal writes bytes as a string literal of C. Behind an octal escape no digit can be mistaken for a part of it.
func literal(text []byte) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range text {
		switch {
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\t':
			b.WriteString(`\t`)
		case c == '"' || c == '\\' || c == '?': // ?? may begin a trigraph
			b.WriteString(`\` + string(rune(c)))
		case ' ' <= c && c <= '~':
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, `\%03o`, c)
		}
	}
	return b.String() + `"`
}

// scalar returns how the core loads a scalar type of C; ok is false if it does not.
func scalar(t *c.Type) (s core.Scalar, ok bool) {
	switch t.Class {
	case c.Pointer:
		return core.Pointer, true
	case c.Float:
		return map[int64]core.Scalar{4: core.Float32, 8: core.Float64}[t.Size], t.Size == 4 || t.Size == 8
	case c.Bool:
		return core.U8, true
	case c.Integer:
		list := map[int64]core.Scalar{1: core.U8, 2: core.U16, 4: core.U32, 8: core.U64}
		if t.Signed {
			list = map[int64]core.Scalar{1: core.I8, 2: core.I16, 4: core.I32, 8: core.I64}
		}
		s, ok = list[t.Size]
		return s, ok
	}
	return core.NoScalar, false
}
