package native

import (
	"bytes"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"vouch/certs"
	"vouch/checker"
	"vouch/cmd/internal/claim"
)

// This file defines how a native run gets the inputs of an execution: as arguments, as standard input, and through a
// file that hands out the others.

// draw prepares the inputs that are for no parameter.
func (r *Reproduction) draw(v *checker.Verdict, inputs []certs.Input) error {
	var rows []string
	asked := map[string][]string{}
	words := map[string][]byte{}
	for _, in := range inputs {
		name := base(in.Name)
		size := width(in.Lo, in.Hi)
		if size == 0 {
			return fmt.Errorf("found the input %s of more than 8 bytes", name)
		}
		switch {
		case name == "stdin":
			if in.Value.Sign() >= 0 {
				r.stdin = append(r.stdin, byte(in.Value.Int64()))
			}
		case strings.HasPrefix(name, "argv["):
			words[name] = append(words[name], byte(in.Value.Int64()))
		case slices.ContainsFunc(lists, func(l list) bool { return l.name == name }):
			asked[name] = append(asked[name], in.Value.String())
		default:
			rows = append(rows, fmt.Sprintf("\t{%s, %d, 0x%xull, 0},\n", strconv.QuoteToASCII(name), size,
				new(big.Int).And(in.Value, mask)))
		}
	}
	var err error
	if r.args, err = arguments(v.Options["args"], words); err != nil {
		return err
	}
	used := map[string]bool{}
	for _, f := range r.files {
		for _, name := range identifiers(f.text) {
			used[name] = true
		}
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "/* The inputs of %s %s, and the functions that hand them out. Written by vouch reproduce. */\n",
		comment(r.Name), r.leading("with the bug"))
	fmt.Fprintf(&b, "/* This holds with %s. */\n", comment(claim.Proved(v).String()))
	b.WriteString(opening)
	b.WriteString("static struct input vouch_inputs[] = {\n")
	for _, row := range rows {
		b.WriteString(row)
	}
	b.WriteString("\t{0, 0, 0, 0},\n};\n")
	b.WriteString(handing)
	if r.watched() {
		b.WriteString(watching)
	}
	for _, d := range definitions() {
		switch {
		case d.name == r.mark:
			b.WriteString(strings.Replace(d.text, "weak ", "", 1))
		case used[d.name]:
			b.WriteString(d.text)
		}
	}
	for _, name := range claim.Undefined(v.Lowered) {
		text, sets, err := bodiless(name, inputs)
		if err != nil {
			return err
		}
		if sets {
			r.unset = append(r.unset, name)
		}
		b.WriteString(text)
	}
	for _, name := range slices.Sorted(maps.Keys(used)) {
		if isNondet(name) {
			fmt.Fprintf(&b, "\nweak struct value %s() { return vouch_any(%q); }\n", name, name)
		}
		if isSymbolic(name) {
			fmt.Fprintf(&b, "\nweak struct value %s(const char *name) { return vouch_any(name); }\n", name)
		}
	}
	for _, l := range lists {
		if values := asked[l.name]; values != nil {
			fmt.Fprintf(&b, "\nstatic long vouch_%s_values[] = {%s}, vouch_%s_count = %d, vouch_%s_next;\n%s", l.name,
				strings.Join(values, ", "), l.name, len(values), l.name, l.text)
			r.wraps = append(r.wraps, l.wraps...)
		}
	}
	if r.entry != nil {
		calloc := "calloc"
		if slices.Contains(r.wraps, calloc) {
			calloc = "__real_calloc"
		}
		fmt.Fprintf(&b, fresh, calloc)
	}
	r.inputs = b.Bytes()
	return nil
}

// leading says in a comment of C where the inputs lead: how is what comes before the bug.
func (r *Reproduction) leading(how string) string {
	if r.Kind == "" {
		return "of a way on which nothing fails"
	}
	return fmt.Sprintf("%s %q at %s", how, r.Kind, comment(r.At.String()))
}

// bodiless returns a definition for a function of the program that has no body: it returns its inputs, call by call. It
// sets nothing; sets reports whether the function set something in the run of the bug.
func bodiless(name string, inputs []certs.Input) (text string, sets bool, err error) {
	result, body := "void", ""
	for _, in := range inputs {
		switch part, ok := strings.CutPrefix(base(in.Name), name+"."); {
		case !ok:
		case strings.HasPrefix(part, "argument"):
			sets = true
		case part != "result":
			return "", false, fmt.Errorf("found the function %s without a body, which returns more than a number", name)
		default:
			result, body = "struct value", fmt.Sprintf(" return vouch_any(\"%s.result\"); ", name)
		}
	}
	if sets {
		text = fmt.Sprintf("\n/* In the run with the bug, %s sets what its arguments lead to. Here it sets nothing. */",
			name)
	}
	// The name for the compiler is another one than that for the linker, since the functions of the generated file have
	// names too.
	return text + fmt.Sprintf("\nweak %s vouch_of_%s() __asm__(\"%[2]s\");\nweak %[1]s vouch_of_%[2]s() {%[3]s}\n",
		result, name, body), sets, nil
}

// mask covers the bits of the numbers that are handed out.
var mask = new(big.Int).SetUint64(1<<64 - 1)

// base returns the name of an input without its number.
func base(name string) string {
	if i := strings.LastIndexByte(name, '#'); i > 0 {
		if _, err := strconv.Atoi(name[i+1:]); err == nil {
			return name[:i]
		}
	}
	return name
}

// width returns the size in bytes of the narrowest type of C that has all numbers from lo to hi; 0 if there is none.
func width(lo, hi *big.Int) int {
	if lo == nil || hi == nil {
		return 0
	}
	for size := 1; size <= 8; size *= 2 {
		if lo.Sign() >= 0 && hi.BitLen() <= 8*size || lo.Sign() < 0 &&
			max(new(big.Int).Not(lo).BitLen(), hi.BitLen()) < 8*size {
			return size
		}
	}
	return 0
}

// arguments returns the arguments of a program from their bytes. A byte 0 ends an argument early. Option says how many
// arguments there are.
func arguments(option string, words map[string][]byte) ([]string, error) {
	if option == "" {
		return nil, nil
	}
	var count, length int
	if n, err := fmt.Sscanf(option, "%dx%d", &count, &length); n != 2 || err != nil {
		return nil, fmt.Errorf("found the option args %q, want COUNTxBYTES", option)
	}
	args := make([]string, count)
	for i := range args {
		text, _, _ := bytes.Cut(words[fmt.Sprintf("argv[%d]", i+1)], []byte{0})
		args[i] = string(text)
	}
	return args, nil
}

// tokens finds the identifiers in a text of C, and what can hide one, such as a string.
var tokens = pattern(`(?s)/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[A-Za-z_$][A-Za-z_$0-9]*|[0-9][A-Za-z_0-9.]*`)

// identifiers returns the identifiers in a text of C, with those in directives.
func identifiers(text []byte) []string {
	var names []string
	for _, t := range tokens().FindAll(text, -1) {
		if c := t[0]; c == '_' || c == '$' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
			names = append(names, string(t))
		}
	}
	return names
}

// comment makes a text fit for a comment of C.
func comment(text string) string {
	return strings.ReplaceAll(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '?'
		}
		return r
	}, text), "*/", "*?")
}
