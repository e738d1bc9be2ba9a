package imprepro

import (
	"fmt"
	"math/big"
	"strings"

	"vouch/semantics/imp"
)

// This file writes Python 3, whose integers have any size.

const pythonReserved = `
False None True and as assert async await break class continue def del elif else except finally for from global if import in is
lambda nonlocal not or pass raise return try while with yield _ case match type
abs print sys left assuming divide modulo read fault violated
`

var pythonHelpers = []struct{ name, text string }{
	{"read", `
def read(value, at):
    if value is None:
        fault(at, UNBOUND)
    return value
`}, {"divide", `
def divide(x, y, at):
    if y == 0:
        fault(at, DIVISION)
    FLOORDIV
`}, {"modulo", `
def modulo(x, y, at):
    if y == 0:
        fault(at, DIVISION)
    FLOORMOD
`},
}

// pythonDivision are the ends of divide and modulo.
var pythonDivision = map[imp.Division][2]string{
	imp.Floor: {"return x // y", "return x % y"},
	imp.Truncate: {`q = abs(x) // abs(y)
    return q if (x < 0) == (y < 0) else -q`, `r = abs(x) % abs(y)
    return r if x >= 0 else -r`},
}

func writePython(r *replay, _ bool) ([]byte, bool, error) {
	n := newNames(pythonReserved)
	d := dialect{
		mark: "#", indent: "    ", openIf: "if %s:", openElif: "elif %s:", openElse: "else:", openLoop: "while %s:",
		pass: "pass",
		yes:  "True", no: "False", and: " and ", or: " or ", not: "not (%s)", chains: true,
		number: func(v *big.Int, _ string) string { return literal(v) }, infix: true,
		read: func(name, at string) string { return fmt.Sprintf("read(%s, %s)", name, at) },
		bind: func(string) string { return "" },
		part: func(name, result, text string, assigned []string) string {
			if result != "" {
				return fmt.Sprintf("def %s():\n    return %s\n", name, text)
			}
			for _, v := range assigned {
				text = fmt.Sprintf("    global %s\n", v) + text
			}
			return fmt.Sprintf("def %s():\n%s", name, text)
		},
		call:        func(name string) string { return name + "()" },
		deepestExpr: 30, deepestBlock: 15,
	}
	w := r.writer(d, n, func(name string) bool { return strings.HasPrefix(name, "__") })
	w.program()

	var b strings.Builder
	b.WriteString(r.head("#", "Its integers have any size."))
	b.WriteString("\nimport sys\n")
	division := pythonDivision[r.Program.Division]
	fill := r.filler("FLOORDIV", division[0], "FLOORMOD", division[1])
	assuming := ""
	if w.used["assuming"] {
		assuming = "    if assuming:  # the place of the assumption that what has no value violates\n" +
			"        violated(assuming, \"" + inputViolates + "\")\n"
	}
	const exit = "    print(NAME + at + \": \" + what, file=sys.stderr)\n    sys.exit(%d)\n"
	if w.used["fault"] {
		b.WriteString(fill.Replace("\n\ndef fault(at, what):\n" + assuming + fmt.Sprintf(exit, 1)))
	}
	if w.used["violated"] {
		b.WriteString(fill.Replace("\n\ndef violated(at, what):\n" + fmt.Sprintf(exit, 3)))
	}
	for _, h := range pythonHelpers {
		if w.used[h.name] {
			b.WriteString("\n" + fill.Replace(h.text))
		}
	}
	if len(w.parts) > 0 {
		b.WriteString("\n\nsys.setrecursionlimit(100000)\n")
	}
	for _, p := range w.parts {
		b.WriteString("\n\n" + p)
	}
	b.WriteString("\n")
	var given, unbound string
	for slot, name := range w.vars {
		if r.Program.Input[slot] {
			given += fmt.Sprintf("%s = %s\n", name, literal(r.Input[r.Program.Vars[slot]]))
		} else if r.unbound[slot] {
			unbound += fmt.Sprintf("%s = None\n", name)
		}
	}
	if given != "" {
		b.WriteString("\n# The input.\n" + given)
	}
	if unbound != "" {
		b.WriteString("\n# What has no value at first.\n" + unbound)
	}
	b.WriteString("\n" + w.body.String())
	return []byte(b.String()), false, nil
}
