package c

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"modernc.org/cc/v4"

	"vouch/semantics"
)

// This file defines tests of layouts: gcc must have every member of random records where we have it.

// unitOf returns a text as a unit of a program.
func unitOf(t *testing.T, text string) *unit {
	t.Helper()
	sources := []Source{{Name: "a.c", Text: []byte(text)}}
	o, err := readOptions(sources, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := newProgram(semantics.NewMeter(1<<30, 1<<30), o)
	p.core.Sources = []string{"a.c"}
	p.files = newFiles(sources, o)
	if err := p.add(0); err != nil {
		t.Fatal(err)
	}
	return p.units[0]
}

// variableType returns the type of the object with a name.
func (u *unit) variableType(t *testing.T, name string) *Type {
	t.Helper()
	for _, n := range u.ast.Scope.Nodes[name] {
		if d, ok := n.(*cc.Declarator); ok {
			return u.declared(nil, d)
		}
	}
	t.Fatalf("found no declaration of %s", name)
	return nil
}

// recordWriter writes random records.
type recordWriter struct {
	*rand.Rand
	text  strings.Builder
	names int
}

func (w *recordWriter) pick(list ...string) string { return list[w.IntN(len(list))] }

func (w *recordWriter) oneIn(n int) bool { return w.IntN(n) == 0 }

// attributes returns random attributes of a record, a member or a type.
func (w *recordWriter) attributes(rate int, packed bool) string {
	if w.IntN(rate) > 0 {
		return ""
	}
	list := []string{"aligned(2)", "aligned(4)", "aligned(8)", "aligned(16)", "aligned(32)", "aligned", "aligned(1)"}
	if packed {
		list = append(list, "packed", "packed", "packed", "packed", "packed, aligned(2)", "packed, aligned(4)",
			"__packed__")
	}
	return " __attribute__((" + w.pick(list...) + "))"
}

// scalars are the types of members.
var scalars = []string{"char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long",
	"unsigned long", "long long", "_Bool", "enum small", "enum wide",
	"enum tiny", "low", "high", "__int128"}

// elementTypes are those that may be in arrays: no alignment is more than the size.
var elementTypes = []string{"char", "unsigned short", "int", "long", "_Bool", "enum small", "enum wide", "enum tiny",
	"low", "__int128", "double"}

// member writes a member, and the ones inside it where it has no name, and returns how they are reached.
func (w *recordWriter) member(depth int, last bool) (paths []string) {
	w.names++
	name := fmt.Sprintf("m%d", w.names)
	switch k := w.IntN(16); {
	case k < 7: // a bit-field
		i := w.IntN(len(scalars) - 1)
		most := map[string]int{"char": 8, "signed char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16,
			"_Bool": 1, "long": 64, "unsigned long": 64, "long long": 64, "enum wide": 64,
			"enum tiny": 8, "high": 16}[scalars[i]]
		if most == 0 {
			most = 32
		}
		bits := 1 + w.IntN(most)
		if w.oneIn(4) {
			bits = most
		}
		if w.oneIn(7) && !strings.HasPrefix(scalars[i], "enum") {
			name = ""
			if w.oneIn(2) {
				bits = 0
			}
		}
		fmt.Fprintf(&w.text, "%s %s : %d%s; ", scalars[i], name, bits, w.attributes(10, true))
		if name == "" {
			return nil
		}
		return []string{name}
	case k < 11:
		fmt.Fprintf(&w.text, "%s %s%s; ", w.pick(append(scalars, "double", "float", "long double", "void *", "vec")...),
			name, w.attributes(8, true))
	case k < 12:
		fmt.Fprintf(&w.text, "%s %s[%d]%s; ", w.pick(elementTypes...), name, w.IntN(5), w.attributes(10, true))
	case k < 13 && last:
		fmt.Fprintf(&w.text, "%s %s[]; ", w.pick(elementTypes...), name)
	case k < 14:
		fmt.Fprintf(&w.text, "_Alignas(%s) %s %s; ", w.pick("16", "int", "8", "64"), w.pick("char", "short", "int"),
			name)
	case depth < 2:
		inner := w.record("", depth+1)
		if w.oneIn(2) {
			fmt.Fprintf(&w.text, "; ")
			return inner
		}
		fmt.Fprintf(&w.text, " %s%s; ", name, w.attributes(8, true))
	default:
		fmt.Fprintf(&w.text, "char %s; ", name)
	}
	return []string{name}
}

// record writes a specifier of a structure or union and returns how its members are reached.
func (w *recordWriter) record(tag string, depth int) (paths []string) {
	word := "struct"
	if w.oneIn(4) {
		word = "union"
	}
	before, after := "", w.attributes(4, true)
	if w.oneIn(4) {
		after += " __attribute__((ms_struct))"
	}
	if w.oneIn(3) {
		before, after = after, ""
	}
	fmt.Fprintf(&w.text, "%s%s %s { ", word, before, tag)
	n := 1 + w.IntN(7)
	for i := range n {
		paths = append(paths, w.member(depth, i == n-1 && i > 0 && depth == 0 && word == "struct")...)
	}
	fmt.Fprintf(&w.text, "}%s", after)
	return paths
}

const recordPrelude = `
enum small { S0, S1 = 9 };
enum wide { W0, W1 = 0x1ffffffff };
enum tiny { T0, T1 = 200 } __attribute__((packed));
typedef int low __attribute__((aligned(1)));
typedef short high __attribute__((aligned(8)));
typedef int vec __attribute__((vector_size(8)));
`

// TestLayouts compares several hundred random records with gcc.
func TestLayouts(t *testing.T) {
	w := &recordWriter{Rand: rand.New(rand.NewPCG(1, 8))}
	w.text.WriteString(recordPrelude)
	const records = 500
	var paths [records][]string
	for i := range records {
		limit := 0
		if w.oneIn(5) {
			limit = 1 << w.IntN(5)
			fmt.Fprintf(&w.text, "#pragma pack(push, %d)\n", limit)
		}
		paths[i] = w.record(fmt.Sprintf("s%d", i), 0)
		fmt.Fprintf(&w.text, " v%d;\n", i)
		if limit > 0 {
			fmt.Fprintf(&w.text, "#pragma pack(pop)\n")
		}
	}
	text := w.text.String()

	u := unitOf(t, text)
	var found strings.Builder
	for i := range records {
		of := u.variableType(t, fmt.Sprintf("v%d", i))
		fmt.Fprintf(&found, "s%d %d %d\n", i, of.Size, of.Align)
		for _, name := range paths[i] {
			path, ok := u.p.member(of.Record, name)
			if !ok {
				t.Fatalf("s%d has no member %s: %v", i, name, u.p.found())
			}
			at := int64(0)
			for _, m := range path {
				at += m.Offset
			}
			if m := path[len(path)-1]; m.Bits > 0 {
				fmt.Fprintf(&found, "%s %d %d\n", name, 8*at+int64(m.Shift), m.Bits)
			} else {
				fmt.Fprintf(&found, "%s %d\n", name, at)
			}
		}
	}
	if err := u.p.found(); err != nil {
		t.Fatal(err)
	}

	want := gccOutput(t, text+measure(u, paths[:], t))
	lines, wanted := strings.Split(found.String(), "\n"), strings.Split(want, "\n")
	record, wrong := "", 0
	for i := range min(len(lines), len(wanted)) {
		if strings.HasPrefix(wanted[i], "s") {
			record = strings.Fields(wanted[i])[0]
		}
		if lines[i] != wanted[i] {
			wrong++
			start := strings.Index(text, " "+record+" {")
			t.Errorf("found %s, want %s, in %s", lines[i], wanted[i],
				text[max(0, start-60):start+strings.Index(text[start:], "\n")])
		}
		if wrong > 5 {
			break
		}
	}
	if len(lines) != len(wanted) {
		t.Errorf("found %d lines, want %d", len(lines), len(wanted))
	}
}

// measure returns a main function that writes sizes, alignments and places.
func measure(u *unit, paths [][]string, t *testing.T) string {
	var b strings.Builder
	b.WriteString("#include <stdio.h>\n#include <string.h>\n#include <stddef.h>\nstatic void bits(const char *name, const unsigned char *p, int n) { int first = -1, count = 0;\n" +
		"for (int i = 0; i < 8 * n; i++) if (p[i / 8] >> i % 8 & 1) { if (first < 0) first = i; count++; }\nprintf(\"%s %d %d\\n\", name, first, count); }\nint main(void) {\n")
	for i, list := range paths {
		of := u.variableType(t, fmt.Sprintf("v%d", i))
		fmt.Fprintf(&b, "printf(\"s%d %%zu %%zu\\n\", sizeof v%d, _Alignof(__typeof__(v%d)));\n", i, i, i)
		for _, name := range list {
			path, _ := u.p.member(of.Record, name)
			if path[len(path)-1].Bits > 0 {
				fmt.Fprintf(&b, "memset(&v%d, 0, sizeof v%d); v%d.%s = -1; bits(\"%s\", (void *)&v%d, sizeof v%d);\n",
					i, i, i, name, name, i, i)
			} else {
				fmt.Fprintf(&b, "printf(\"%s %%zu\\n\", offsetof(__typeof__(v%d), %s));\n", name, i, name)
			}
		}
	}
	b.WriteString("return 0; }\n")
	return b.String()
}

// gccOutput returns what a program writes that gcc compiles.
func gccOutput(t *testing.T, text string, flags ...string) string {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "a.c")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"-w", "-O0", "-o", filepath.Join(dir, "a"), file}, flags...)
	if out, err := exec.Command("gcc", append(args, "-lm")...).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	out, err := exec.Command(filepath.Join(dir, "a")).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// family writes records with random tags that refer to each other: by value to those that are complete already, and in
// every way that needs no complete type to all. It returns their names. The order in which they are asked for is up to
// the caller.
func (w *recordWriter) family(prefix string) (names []string) {
	const members = 8
	for i := range members {
		name := fmt.Sprintf("%s%d", prefix, i)
		word := w.pick("struct", "struct", "union")
		names = append(names, name)
		fmt.Fprintf(&w.text, "typedef %s %s %s;\n", word, name, name)
	}
	for i, name := range names {
		word := "struct"
		if strings.Contains(w.text.String(), "typedef union "+name+" ") {
			word = "union"
		}
		any := func() string { return w.pick(names...) + w.pick("", " const", " volatile") }
		if i > 0 {
			fmt.Fprintf(&w.text, "typedef %s %sA[2]; typedef %s *%sP; typedef %s (*%sF)(%s *, %s, __typeof__(%s) *);\n",
				names[i-1], name, any(), name, any(), name, any(), any(), any())
			fmt.Fprintf(&w.text, "typedef %s %sL __attribute__((aligned(2))); extern %s %sE;\n", any(), name, any(),
				name)
		}
		fmt.Fprintf(&w.text, "%s %s { char c%d;\n", word, name, i)
		for m := range 1 + w.IntN(4) {
			whole := name
			if i > 0 {
				whole = names[w.IntN(i)]
			}
			switch k := w.IntN(11); {
			case i == 0 || k < 2:
				fmt.Fprintf(&w.text, "%s *m%d; ", any(), m)
			case k < 4:
				fmt.Fprintf(&w.text, "%s m%d[%d]; ", whole, m, 1+w.IntN(2))
			case k == 4:
				fmt.Fprintf(&w.text, "%sA m%d; ", names[1+w.IntN(i)], m)
			case k == 5:
				fmt.Fprintf(&w.text, "%sF m%d; %sP p%d; ", names[1+w.IntN(i)], m, names[1+w.IntN(i)], m)
			case k == 6:
				fmt.Fprintf(&w.text, "%s (*m%d)(%s, %s (*)(%s)); ", any(), m, any(), any(), any())
			case k == 7:
				fmt.Fprintf(&w.text, "short m%d[sizeof(%s) %% 5 + 1]; ", m, whole)
			case k == 8:
				fmt.Fprintf(&w.text, "%sL *m%d; __typeof__(&%sE) t%d; ", names[1+w.IntN(i)], m, names[1+w.IntN(i)], m)
			case k == 9:
				fmt.Fprintf(&w.text, "struct { const %s a; %s *b; } m%d; ", whole, any(), m)
			default:
				fmt.Fprintf(&w.text, "_Atomic(%s *) m%d; int n%d[sizeof ((%s *)0)->c%s]; ", any(), m, m, whole,
					whole[len(prefix):])
			}
		}
		fmt.Fprintf(&w.text, "};\n")
	}
	for range members { // several declarations of one function are compared
		name := w.pick(names...)
		fmt.Fprintf(&w.text, "extern void f%s(%s *, %sF); extern void f%s(%s *p, %sF f);\n", name, name, names[1], name,
			name, names[1])
	}
	for _, i := range w.Perm(members) {
		fmt.Fprintf(&w.text, "%s v%s; ", names[i], names[i])
	}
	w.text.WriteByte('\n')
	return names
}

// TestFamilies compares the sizes of records that refer to each other with gcc, whichever is asked for first.
func TestFamilies(t *testing.T) {
	w := &recordWriter{Rand: rand.New(rand.NewPCG(5, 8))}
	var all, found strings.Builder
	print := "#include <stdio.h>\nint main(void) {\n"
	for i := range 60 {
		w.text.Reset()
		names := w.family(fmt.Sprintf("%c%c", 'a'+i/26, 'a'+i%26))
		text := w.text.String()
		u := unitOf(t, text)
		if err := u.p.found(); err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		for _, name := range names {
			of := u.variableType(t, "v"+name)
			fmt.Fprintf(&found, "%s %d %d\n", name, of.Size, of.Align)
			print += fmt.Sprintf("printf(\"%s %%zu %%zu\\n\", sizeof v%s, _Alignof(%s));\n", name, name, name)
		}
		all.WriteString(text)
	}
	if got, want := found.String(), gccOutput(t, all.String()+print+"return 0; }\n"); got != want {
		for i, line := range strings.Split(want, "\n") {
			if at := strings.Split(got, "\n")[i]; at != line {
				t.Errorf("found %s, want %s", at, line)
			}
		}
	}
}
