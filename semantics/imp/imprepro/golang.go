package imprepro

import (
	"fmt"
	"go/format"
	"math/big"
	"strconv"
	"strings"

	"vouch/semantics/imp"
)

// This file writes Go: with int64 where every value of the run fits, else with math/big.

// goReserved are the words that no variable may be called: keywords, predeclared names, and what the program calls its
// own.
const goReserved = `
break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select
struct switch type var
any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32
uint64 uintptr true false iota nil append cap clear close complex copy delete imag len make max min new panic print println real
recover
main init big fmt os _ left assuming number add subtract multiply divide modulo read fault violated
`

// goHelpers are the functions for int64.
var goHelpers = []struct{ name, text string }{
	{"read", `
func read(value int64, isSet bool, at string) int64 {
	if !isSet {
		fault(at, UNBOUND)
	}
	return value
}`}, {"divide", `
func divide(x, y int64, at string) int64 {
	if y == 0 {
		fault(at, DIVISION)
	}
	FLOORDIV
}`}, {"modulo", `
func modulo(x, y int64, at string) int64 {
	if y == 0 {
		fault(at, DIVISION)
	}
	FLOORMOD
}`},
}

// goBigHelpers are the functions for math/big.
var goBigHelpers = []struct{ name, text string }{
	{"number", `
func number(digits string) *big.Int {
	v, _ := new(big.Int).SetString(digits, 0)
	return v
}`},
	{"add", `
func add(x, y *big.Int) *big.Int { return new(big.Int).Add(x, y) }`},
	{"subtract", `
func subtract(x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) }`},
	{"multiply", `
func multiply(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) }`},
	{"read", `
func read(value *big.Int, at string) *big.Int {
	if value == nil {
		fault(at, UNBOUND)
	}
	return value
}`}, {"divide", `
func divide(x, y *big.Int, at string) *big.Int {
	if y.Sign() == 0 {
		fault(at, DIVISION)
	}
	FLOORDIV
}`}, {"modulo", `
func modulo(x, y *big.Int, at string) *big.Int {
	if y.Sign() == 0 {
		fault(at, DIVISION)
	}
	FLOORMOD
}`},
}

// goDivision are the ends of divide and modulo: for int64 and math/big, for both roundings.
var goDivision = map[bool]map[imp.Division][2]string{
	false: {
		imp.Truncate: {"return x / y", "return x % y"},
		imp.Floor: {`q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q`, `r := x % y
	if r != 0 && (r < 0) != (y < 0) {
		r += y
	}
	return r`},
	},
	true: {
		imp.Truncate: {"return new(big.Int).Quo(x, y)", "return new(big.Int).Rem(x, y)"},
		imp.Floor: {`q, r := new(big.Int).QuoRem(x, y, new(big.Int))
	if r.Sign() != 0 && r.Sign() != y.Sign() {
		q.Sub(q, big.NewInt(1))
	}
	return q`, `r := new(big.Int).Rem(x, y)
	if r.Sign() != 0 && r.Sign() != y.Sign() {
		r.Add(r, y)
	}
	return r`},
	},
}

func writeGo(r *replay, _ bool) ([]byte, bool, error) {
	large := r.large != nil || r.wide
	kind, helpers, integers := "int64", goHelpers,
		"Every value of this run fits an int64; those of other inputs may not."
	if large {
		kind, helpers, integers = "*big.Int", goBigHelpers, "Its integers have any size."
	}
	n := newNames(goReserved)
	set := map[string]string{} // names of what says whether a variable is bound
	d := dialect{
		mark: "//", indent: "\t", openIf: "if %s {", openElif: "} else if %s {", openElse: "} else {",
		openLoop: "for %s {", close: "}",
		yes: "true", no: "false", and: " && ", or: " || ", not: "!(%s)",
		number: func(v *big.Int, _ string) string { return v.String() }, infix: true,
		compare: func(x, op, y string) string { return x + " " + op + " " + y },
		read:    func(name, at string) string { return fmt.Sprintf("read(%s, %s, %s)", name, set[name], at) },
		bind:    func(name string) string { return set[name] + " = true" },
		part: func(name, result, text string, _ []string) string {
			switch result {
			case "int":
				return fmt.Sprintf("func %s() %s { return %s }\n", name, kind, text)
			case "bool":
				return fmt.Sprintf("func %s() bool { return %s }\n", name, text)
			}
			return fmt.Sprintf("func %s() {\n%s}\n", name, text)
		},
		call:        func(name string) string { return name + "()" },
		deepestExpr: 60, deepestBlock: 40,
	}
	w := r.writer(d, n, func(string) bool { return false })
	for slot, name := range w.vars {
		if r.unbound[slot] {
			set[name] = n.fresh(name + "IsSet")
		}
	}
	if large {
		w.infix = false
		w.number = func(v *big.Int, _ string) string {
			if v.IsInt64() {
				return fmt.Sprintf("big.NewInt(%d)", v)
			}
			return w.use("number") + "(" + strconv.Quote(literal(v)) + ")"
		}
		w.compare = func(x, op, y string) string { return fmt.Sprintf("%s.Cmp(%s) %s 0", x, y, op) }
		w.read = func(name, at string) string { return fmt.Sprintf("read(%s, %s)", name, at) }
		w.bind = func(string) string { return "" }
	}
	w.level = 1
	w.program()

	var b strings.Builder
	b.WriteString(r.head("//", integers))
	b.WriteString("package main\n\nimport (\n")
	if w.used["fault"] || w.used["violated"] {
		b.WriteString("\t\"fmt\"\n\t\"os\"\n")
	}
	if large {
		b.WriteString("\t\"math/big\"\n")
	}
	b.WriteString(")\n")
	if large && len(w.vars) == 0 {
		b.WriteString("\nvar _ *big.Int // there may be no other use of it\n")
	}
	var given, others string
	for slot, name := range w.vars {
		if r.Program.Input[slot] {
			given += fmt.Sprintf("\t%s %s = %s\n", name, kind, w.number(r.Input[r.Program.Vars[slot]], ""))
		} else {
			others += fmt.Sprintf("\t%s %s\n", name, kind)
			if r.unbound[slot] && !large {
				others += fmt.Sprintf("\t%s bool\n", set[name])
			}
		}
	}
	if given != "" {
		b.WriteString("\n// The input.\nvar (\n" + given + ")\n")
	}
	if others != "" {
		b.WriteString("\n// The other variables.\nvar (\n" + others + ")\n")
	}
	b.WriteString("\nfunc main() {\n" + w.body.String() + "}\n")
	for _, p := range w.parts {
		b.WriteString("\n" + p)
	}
	division := goDivision[large][r.Program.Division]
	fill := r.filler("FLOORDIV", division[0], "FLOORMOD", division[1])
	for _, h := range helpers {
		if w.used[h.name] {
			b.WriteString(fill.Replace(h.text) + "\n")
		}
	}
	b.WriteString(fill.Replace(w.goEnds()))
	text := []byte(b.String())
	if tidy, err := format.Source(text); err == nil {
		text = tidy
	}
	return text, false, nil
}

// goEnds returns the functions that end the program.
func (w *writer) goEnds() string {
	test, text := "", ""
	if w.used["assuming"] {
		text = "\n// assuming is the place of the assumption that what has no value violates.\nvar assuming string\n"
		test = "\tif assuming != \"\" {\n\t\tviolated(assuming, \"" + inputViolates + "\")\n\t}\n"
	}
	if w.used["fault"] {
		text += "\nfunc fault(at, what string) {\n" + test +
			"\tfmt.Fprintln(os.Stderr, NAME+at+\": \"+what)\n\tos.Exit(1)\n}\n"
	}
	if w.used["violated"] {
		text += "\nfunc violated(at, what string) {\n\tfmt.Fprintln(os.Stderr, NAME+at+\": \"+what)\n\tos.Exit(3)\n}\n"
	}
	return text
}

// literal returns an integer in the base in which a compiler reads long ones quickly, and at any length.
func literal(v *big.Int) string {
	if v.BitLen() <= 4096 {
		return v.String()
	}
	sign := ""
	if v.Sign() < 0 {
		sign = "-"
	}
	return sign + "0x" + new(big.Int).Abs(v).Text(16)
}
