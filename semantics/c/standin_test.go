package c

import (
	"fmt"
	"strings"
	"testing"

	"vouch/semantics"
)

// TestStandIns: identifiers may have characters that are no letters, and every output has the characters of the
// program.
func TestStandIns(t *testing.T) { runPrograms(t, "annexd.c") }

// TestAnnexD: gcc takes the characters at both ends of each range of annex D inside of an identifier, and all but
// combining ones as the first.
func TestAnnexD(t *testing.T) {
	for _, r := range strings.Fields(`a8 aa ad af b2-b5 b7-ba bc-be c0-d6 d8-f6 f8-ff 100-2ff 300-36f! 370-167f 1681-180d 180f-1dbf 1dc0-1dff! 1e00-1fff 200b-200d 202a-202e
		203f-2040 2054 2060-206f 2070-20cf 20d0-20ff! 2100-218f 2460-24ff 2776-2793 2c00-2dff 2e80-2fff 3004-3007 3021-302f 3031-303f 3040-d7ff f900-fd3d fd3e-fd3f fd40-fdcf
		fdf0-fe1f fe20-fe2f! fe30-fe44 fe47-fffd 10000-1fffd 20000-2fffd 30000-3fffd 40000-4fffd 50000-5fffd 60000-6fffd 70000-7fffd 80000-8fffd 90000-9fffd a0000-afffd
		b0000-bfffd c0000-cfffd d0000-dfffd e0000-efffd
		a0-a7? a9? ab-ac? ae? b0-b1? b6? bb? bf? d7? f7? 1680? 180e? 2000-200a? 200e-2029? 202f-203e? 2041-2053? 2055-205f? 2190-245f? 2500-2775? 2794-2bff? 2e00-2e7f?
		3000-3003? 3008-3020? 3030? e000-f8ff? fdd0-fdef? fe45-fe46? fffe-ffff? 1fffe-1ffff? efffe-effff? f0000-10ffff?`) {
		from, to, _ := strings.Cut(strings.TrimRight(r, "!?"), "-")
		for _, end := range strings.Fields(from + " " + to) {
			var c rune
			fmt.Sscanf(end, "%x", &c)
			for _, spelling := range []string{string(c), fmt.Sprintf(`\U%08x`, c)} {
				for i, name := range []string{"a" + spelling + "b", "a" + spelling, spelling + "b", spelling} {
					want := !strings.HasSuffix(r, "?") && (i < 2 || !strings.HasSuffix(r, "!"))
					_, _, err := Lower(nil, []Source{{Name: "a.c",
						Text: []byte("int main(void) { int " + name + " = 3; return " + name + "; }")}}, nil)
					if (err == nil) != want {
						t.Errorf("%x in %s: found error %v, want one: %v", c, name, err, !want)
					}
				}
			}
		}
	}
}

// TestStandInNames: what leaves the front end has the characters of the program.
func TestStandInNames(t *testing.T) {
	text := "struct s\u0301 { int \u00b2x; }; int f\U0001f600(int *p\u0301, struct s\u0301 *q) { int \\u00b2 = 1; return *p\u0301 / \u00b2 + q->\u00b2x; }" +
		"static int g\u0301(void) { return h\u0301(); } int main(void) { return 0; }"
	sources := []Source{{Name: "a.c", Text: []byte(text)}}
	options := map[string]string{"entry": "f\U0001f600", "array": "p\u0301=3"}
	p, effective, err := Lower(nil, sources, options)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	printed := string(p.Text())
	for _, name := range []string{`f\U0001f600`, `p\u0301[0]`, `q[0].\u00b2x`, `\u00b2`} {
		if !strings.Contains(printed, name) {
			t.Errorf("found no name %s in %s", name, printed)
		}
	}
	for name, value := range options {
		if effective[name] != value {
			t.Errorf("option %s: found %q, want %q", name, effective[name], value)
		}
	}
	e, err := EntryOf(nil, sources, options)
	if err != nil {
		t.Fatal(err)
	}
	if q := e.Parameters[1]; e.Name != "f\U0001f600" || e.Parameters[0].Name != "p\u0301" ||
		q.Type != "struct s\u0301 *" || q.Of.Elem.Record.Fields[0].Name != "\u00b2x" {
		t.Errorf("found %+v", e)
	}
	all, _, err := Functions(nil, sources, nil)
	if err != nil || all[0].Name != "f\U0001f600" || all[1].Name != "g\u0301" {
		t.Errorf("found %+v, %v", all, err)
	}
	if !strings.Contains(fmt.Sprint(all[1].Refused, all[1].Parts), "h\u0301") {
		t.Errorf("found %v %v", all[1].Refused, all[1].Parts)
	}
}

// TestStandInMessages: messages have the characters of the program.
func TestStandInMessages(t *testing.T) {
	for text, want := range map[string]string{
		"int main(void) { return a\u0301; }":                     "a\u0301",
		"int main(void) { struct s\u0301 x; return 0; }":         "struct s\u0301",
		"int main(void) { int x\u0301; int x\u0301; return 0; }": "x\u0301",
		"#error a\u0301 is wrong\n":                              "a\u0301 is wrong",
		"#include <a\u0301.h>\n":                                 "a\u0301.h",
		"int a\u0301 = 1; int b = 3 x\u0301;":                    "x\u0301",
	} {
		if _, _, err := Lower(nil, []Source{{Name: "a.c", Text: []byte(text)}}, nil); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: found %v, want %s in it", text, err, want)
		}
	}
}

// TestStandInsAreFree: no letter of the program is a stand-in, whether the program has it as it is, by its universal
// character name or in an option; characters for which no letter is free are left alone.
func TestStandInsAreFree(t *testing.T) {
	first := newStandIns([]Source{{Name: "a.c", Text: []byte("int a\u0301;")}}, nil).of(0x301)
	for _, more := range []string{string(first), fmt.Sprintf(`"\u%04x"`, first), fmt.Sprintf(`\U%08X`, first)} {
		for _, s := range []*standIns{
			newStandIns([]Source{{Name: "a.c", Text: []byte("int a\u0301;")}, {Name: "b.h", Text: []byte(more)}}, nil),
			newStandIns([]Source{{Name: "a.c", Text: []byte("int a\u0301;")}}, map[string]string{"args": more}),
		} {
			if got := s.of(0x301); got == first || got == 0x301 {
				t.Errorf("%s: found %x", more, got)
			}
		}
	}
	var all strings.Builder
	for r := rune(0x80); r < 0x800; r++ {
		all.WriteRune(r)
	}
	if got := newStandIns([]Source{{Name: "a.c", Text: []byte(all.String())}}, nil).of(0x301); got != 0x301 {
		t.Errorf("found %x, want no stand-in", got)
	}
}

// TestManyStandIns: the work for a large text of such characters grows with its length, as each letter is looked for
// once.
func TestManyStandIns(t *testing.T) {
	for _, name := range []func(i int) string{
		func(i int) string { return string(rune(0x30000 + i%0x70000/0x10000*0x10000 + i%0xfffe)) },
		func(i int) string { return "a\u0301" },
		func(i int) string { return fmt.Sprintf(`\U%08x`, 0x50000+i%0xfffe) },
	} {
		var b strings.Builder
		for i := 0; b.Len() < 1<<20; i++ {
			b.WriteString(name(i))
			if i%100 == 0 {
				b.WriteByte(' ')
			}
		}
		m := semantics.NewMeter(1<<32, 1<<32)
		if _, _, err := Lower(m, []Source{{Name: "a.c", Text: []byte(b.String())}}, nil); err == nil {
			t.Error("found no error in names without a type")
		}
	}
}

// TestStandInsNameNoFiles: the name of a file in #include is no identifier.
func TestStandInsNameNoFiles(t *testing.T) {
	sources := []Source{{Name: "a.c", Text: []byte("#include <a\u0301.h>\nint main(void) { return x\u0301; }")},
		{Name: "a\u0301.h", Text: []byte("static int x\\u0301;\n")}}
	if _, _, err := Lower(nil, sources, map[string]string{"include": "."}); err != nil {
		t.Error(err)
	}
}
