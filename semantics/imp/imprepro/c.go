package imprepro

import (
	"fmt"
	"math/big"
	"strings"

	"vouch/semantics"
	"vouch/semantics/imp"
)

// This file writes C for gcc and clang, with int64_t. It refuses runs whose values do not fit, and every operation is
// checked.

const cReserved = `
auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return
short signed sizeof static struct switch typedef typeof union unsigned void volatile while asm fortran bool true false nullptr
constexpr alignas alignof thread_local static_assert
main stdin stdout stderr linux unix i386 errno alloca
left assuming too_large add subtract multiply divide modulo read fault violated
`

var cHelpers = []struct{ name, text string }{
	{"too_large", `
static int64_t too_large(const char *at) {
    fprintf(stderr, "%s:%s: a value does not fit int64_t\n", NAME, at);
    exit(2);
}`}, {"read", `
static int64_t read(int64_t value, int is_set, const char *at) {
    if (!is_set)
        fault(at, UNBOUND);
    return value;
}`},
	{"add", cChecked("add", "add")}, {"subtract", cChecked("subtract", "sub")},
	{"multiply", cChecked("multiply", "mul")},
	{"divide", `
static int64_t divide(int64_t x, int64_t y, const char *at) {
    if (y == 0)
        fault(at, DIVISION);
    if (x == INT64_MIN && y == -1)
        return too_large(at);
    FLOORDIV
}`}, {"modulo", `
static int64_t modulo(int64_t x, int64_t y, const char *at) {
    if (y == 0)
        fault(at, DIVISION);
    if (y == -1) // for which INT64_MIN % y is not defined
        return 0;
    FLOORMOD
}`},
}

// cChecked returns the function of an operator that is checked.
func cChecked(name, builtin string) string {
	return fmt.Sprintf(`
static int64_t %s(int64_t x, int64_t y, const char *at) {
    int64_t z;
    return __builtin_%s_overflow(x, y, &z) ? too_large(at) : z;
}`, name, builtin)
}

// cDivision are the ends of divide and modulo.
var cDivision = map[imp.Division][2]string{
	imp.Truncate: {"return x / y;", "return x % y;"},
	imp.Floor: {"return x / y - (x % y != 0 && (x < 0) != (y < 0));",
		"return x % y + (x % y != 0 && (x < 0) != (y < 0) ? y : 0);"},
}

func writeC(r *replay, plain bool) (text []byte, again bool, err error) {
	if r.large != nil {
		return nil, false, r.large
	}
	n := newNames(cReserved)
	set := map[string]string{}
	var w *writer
	d := dialect{
		mark: "//", indent: "    ", openIf: "if (%s) {", openElif: "} else if (%s) {", openElse: "} else {",
		openLoop: "while (%s) {",
		close:    "}", end: ";", yes: "1", no: "0", and: " && ", or: " || ", not: "!(%s)", sites: true,
		number: func(v *big.Int, at string) string {
			switch {
			case !v.IsInt64(): // nowhere in the run
				return w.use("too_large") + "(" + at + ")"
			case v.Cmp(minInt64) == 0:
				return "INT64_MIN"
			}
			return v.String()
		},
		compare: func(x, op, y string) string { return x + " " + op + " " + y },
		hoist:   func(left, x, in string) string { return fmt.Sprintf("({ int64_t %s = %s; %s; })", left, x, in) },
		read:    func(name, at string) string { return fmt.Sprintf("read(%s, %s, %s)", name, set[name], at) },
		bind:    func(name string) string { return set[name] + " = 1" },
		part: func(name, result, text string, _ []string) string {
			switch result {
			case "int":
				return fmt.Sprintf("static int64_t %s(void) { return %s; }\n", name, text)
			case "bool":
				return fmt.Sprintf("static int %s(void) { return %s; }\n", name, text)
			}
			return fmt.Sprintf("static void %s(void) {\n%s}\n", name, text)
		},
		call:        func(name string) string { return name + "()" },
		deepestExpr: 60, deepestBlock: 40,
	}
	// Variables are those of main, where they may be called what they like, except for macros. Parts need global ones.
	w = r.writer(d, n, func(name string) bool { return !plain || cMacro(name) })
	for slot, name := range w.vars {
		if r.unbound[slot] {
			set[name] = n.fresh(name + "_is_set")
		}
	}
	w.level = 1
	w.program()
	if plain && len(w.parts) > 0 {
		return nil, true, nil
	}

	indent, static := "    ", ""
	if !plain {
		indent, static = "", "static "
	}
	var given, others string
	for slot, name := range w.vars {
		if r.Program.Input[slot] {
			given += fmt.Sprintf("%s%sint64_t %s = %s;\n", indent, static, name,
				w.number(r.Input[r.Program.Vars[slot]], ""))
		} else {
			others += fmt.Sprintf("%s%sint64_t %s = 0;\n", indent, static, name)
			if r.unbound[slot] {
				others += fmt.Sprintf("%s%sint %s = 0;\n", indent, static, set[name])
			}
		}
	}
	if given != "" {
		given = indent + "// The input.\n" + given + "\n"
	}
	if others != "" {
		others = indent + "// The other variables.\n" + others + "\n"
	}

	var b strings.Builder
	b.WriteString(r.head("//",
		"Every value of this run fits an int64_t; where one does not, the program ends with status 2."))
	b.WriteString("#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n")
	division := cDivision[r.Program.Division]
	fill := strings.NewReplacer("FLOORDIV", division[0], "FLOORMOD", division[1],
		"NAME", cString(r.Program.Name), "UNBOUND", cString(r.Describe(semantics.UnboundVar)),
		"DIVISION", cString(r.Describe(semantics.DivisionByZero)))
	test := ""
	if w.used["assuming"] {
		b.WriteString("\n// assuming is the place of the assumption that what has no value violates.\n")
		b.WriteString("static const char *assuming = \"\";\n")
		test = "    if (*assuming)\n        violated(assuming, \"" + inputViolates + "\");\n"
	}
	end := func(helper, test string, status int) {
		if w.used[helper] {
			text := "\n__attribute__((noreturn)) static void %s(const char *at, const char *what) {\n%s" +
				"    fprintf(stderr, \"%%s:%%s: %%s\\n\", NAME, at, what);\n    exit(%d);\n}\n"
			b.WriteString(fill.Replace(fmt.Sprintf(text, helper, test, status)))
		}
	}
	end("violated", "", 3)
	end("fault", test, 1)
	for _, helper := range []string{"add", "subtract", "multiply", "divide"} {
		w.used["too_large"] = w.used["too_large"] || w.used[helper]
	}
	for _, h := range cHelpers {
		if w.used[h.name] {
			b.WriteString(fill.Replace(h.text) + "\n")
		}
	}
	b.WriteString("\n")
	if !plain {
		b.WriteString(given + others)
		given, others = "", ""
	}
	for _, p := range w.parts {
		b.WriteString(p + "\n")
	}
	b.WriteString("int main(void) {\n" + given + others + w.body.String() + "    return 0;\n}\n")
	return []byte(b.String()), false, nil
}

var minInt64 = new(big.Int).Lsh(big.NewInt(-1), 63)

// cMacro reports whether a name may be one of a macro, or of something else that is the implementation's.
func cMacro(name string) bool {
	return strings.HasPrefix(name, "_") || strings.HasSuffix(name, "_t") || len(name) > 1 &&
		name == strings.ToUpper(name)
}

// cString returns a string literal of bytes that mean nothing to the compiler.
func cString(s string) string {
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte(" ._-+,", c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "\\%03o", c)
		}
	}
	return `"` + b.String() + `"`
}
