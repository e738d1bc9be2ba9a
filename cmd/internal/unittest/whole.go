package unittest

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"vouch/checker"
	"vouch/semantics/c"
	"vouch/semantics/core"
)

// This file defines a whole harness as a test: where the fault is in the harness, as an assertion about what a function
// returned, or where the call gets inputs of its own.

// harnessed is a harness of people with the inputs of a bug.
type harnessed struct {
	v       *checker.Verdict
	inputs  []string // the rows of the table of inputs
	symbols []symbol
}

// symbol is a function of harnesses that returns an input.
type symbol struct{ name, result string }

// usual are the declarations of the functions of harnesses that return inputs.
var usual = regexp.MustCompile(`(?m)^(.*[ *])(vouch_symbolic_\w+)\(const char \*name\);$`)

// used finds their names in a program.
var used = regexp.MustCompile(`\bvouch_symbolic(_\w+)?\b`)

// whole returns the harness of a certificate; the error says why it is none.
func whole(v *checker.Verdict) (*harnessed, error) {
	h := &harnessed{v: v}
	results := map[string]string{"vouch_symbolic_int128": "__int128 ", "vouch_symbolic_uint128": "unsigned __int128 "}
	for _, m := range usual.FindAllStringSubmatch(c.HarnessHeaders()["vouch.h"], -1) {
		results[m[2]] = m[1]
	}
	var text bytes.Buffer
	for i, s := range v.Sources {
		if !strings.HasSuffix(pathOf(v, i), "vouch.h") {
			text.WriteString(string(s.Text) + "\n")
		}
	}
	for _, name := range used.FindAllString(text.String(), -1) {
		if r := results[name]; r != "" && !slices.Contains(h.symbols, symbol{name, r}) {
			h.symbols = append(h.symbols, symbol{name, r})
		}
	}
	draws := map[string]*core.Instr{}
	params := false
	for _, f := range v.Lowered.Funcs {
		params = params || f.Name == "main" && f.Params > 0
		for i := range f.Code {
			if in := &f.Code[i]; in.Op == core.Draw {
				draws[in.Name] = in
			}
		}
	}
	if params {
		return nil, errors.New("found a main with arguments, want a harness")
	}
	for _, in := range v.Inputs {
		name, _, _ := strings.Cut(in.Name, "#")
		if !strings.Contains(text.String(), `"`+name+`"`) {
			return nil, fmt.Errorf("found the input %s, want inputs that functions of harnesses return, vouch_symbolic_int and others",
				in.Name)
		}
		d := draws[name]
		size := 0
		for n := 1; n <= 8 && size == 0 && d != nil && d.Lo != nil && d.Hi != nil; n *= 2 {
			lo, hi := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(8*n))
			if d.Lo.Sign() < 0 {
				hi.Rsh(hi, 1)
				lo.Neg(hi)
			}
			if d.Lo.Cmp(lo) >= 0 && d.Hi.Cmp(hi) < 0 {
				size = n
			}
		}
		if size == 0 {
			return nil, fmt.Errorf("found the input %s of a type with more than 64 bits, want a smaller one", in.Name)
		}
		h.inputs = append(h.inputs, fmt.Sprintf("\t{ %q, %d, %s },", name, size,
			number(in.Value, &c.Type{Class: c.Integer, Size: 8, Signed: d.Lo.Sign() < 0})))
	}
	return h, nil
}

// handing are the functions that hand the inputs out.
const handing = `static unsigned next_input;

/* The bytes of the next inputs. */
static void take(void *object, size_t bytes)
{
	unsigned char *to = object;
	while (bytes > 0 && next_input < sizeof inputs / sizeof *inputs) {
		size_t n = inputs[next_input].bytes < bytes ? inputs[next_input].bytes : bytes;
		__builtin_memcpy(to, &inputs[next_input++].value, n);
		to += n;
		bytes -= n;
	}
}

void vouch_symbolic(void *object, size_t bytes, const char *name) { (void)name; take(object, bytes); }
void vouch_assume(_Bool condition) { if (!condition) __builtin_exit(0); /* the inputs are no inputs any more */ }
void vouch_assert(_Bool condition);
`

// text returns the file with the test, for a harness in a file that the file includes.
func (h *harnessed) text(s *Suite) []byte {
	var b strings.Builder
	s.head(&b)
	b.WriteString("#include <stddef.h>\n\n/* The inputs, in the order in which the harness asks for them. */\n")
	b.WriteString("static const struct { const char *name; size_t bytes; unsigned long long value; } inputs[] = {\n")
	b.WriteString(strings.Join(h.inputs, "\n") + "\n};\n" + handing)
	for _, f := range h.symbols {
		fmt.Fprintf(&b, "%s%s(const char *name) { %sx = 0; (void)name; take(&x, sizeof x); return x; }\n", f.result,
			f.name, f.result)
	}
	s.include(&b, "main_of_the_harness")
	fmt.Fprintf(&b, "void vouch_assert(_Bool condition) { %s }\n\n", fmt.Sprintf(s.Framework.holds, "condition"))
	fmt.Fprintf(&b, "static void test_harness(%s)\n{\n%s\tmain_of_the_harness();\n}\n\n", s.Framework.argument,
		s.Framework.first)
	b.WriteString(s.Framework.main([]string{"test_harness"}))
	return []byte(b.String())
}
