package view

import (
	"fmt"
	"math/big"
	"os"
	"strings"
	"testing"

	"vouch/semantics"
	"vouch/semantics/c"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// formatFaults has a row for each way in which a format and its arguments can be wrong.
var formatFaults = []struct {
	title, code string // the body of main
	kind        semantics.Kind
	want        string // the line about the format; "" if there is none
}{
	{"a text that is a number", `printf("%d and %s", 1, 2);`, semantics.FormatMismatch,
		`conversion 2 ("%s") wants a char *, argument 3 is an int: 2`},
	{"a number that is a text", `printf("%s %d", "a", "b");`, semantics.FormatMismatch,
		`conversion 2 ("%d") wants an int, argument 3 is a pointer: "b"`},
	{"a number that is a float", `printf("%5d", 2.5);`, semantics.FormatMismatch,
		`conversion 1 ("%5d") wants an int, argument 2 is a double: 2.5`},
	{"a long number that is short", `printf("%ld", 5);`, semantics.FormatMismatch,
		`conversion 1 ("%ld") wants a long, argument 2 is an int: 5`},
	{"a long number that is a pointer", `int x; printf("%lx", &x);`, semantics.FormatMismatch,
		`conversion 1 ("%lx") wants an unsigned long, argument 2 is a pointer: &x`},
	{"a short number that is long", `printf("%u", 5l);`, semantics.FormatMismatch,
		`conversion 1 ("%u") wants an unsigned int, argument 2 is a long: 5`},
	{"a byte that is long", `printf("%hhu", -5l);`, semantics.FormatMismatch,
		`conversion 1 ("%hhu") wants an unsigned char, argument 2 is a long: -5`},
	{"a size that is short", `printf("%zu", 5u);`, semantics.FormatMismatch,
		`conversion 1 ("%zu") wants an unsigned long, argument 2 is an unsigned int: 5`},
	{"a character that is a text", `printf("%c", "x");`, semantics.FormatMismatch,
		`conversion 1 ("%c") wants an int, argument 2 is a pointer: "x"`},
	{"a pointer that is a number", `printf("%p", 7ul);`, semantics.FormatMismatch,
		`conversion 1 ("%p") wants a void *, argument 2 is an unsigned long: 7`},
	{"a float that is a number", `printf("%.2f", 7);`, semantics.FormatMismatch,
		`conversion 1 ("%.2f") wants a double, argument 2 is an int: 7`},
	{"a long float that is none", `printf("%Lg", 7.5);`, semantics.FormatMismatch,
		`conversion 1 ("%Lg") wants a long double, argument 2 is a double: 7.5`},
	{"a float that is long", `printf("%g", 7.5L);`, semantics.FormatMismatch,
		`conversion 1 ("%g") wants a double, argument 2 is a long double`},
	{"a place to count that is a number", `printf("ab%n", 7);`, semantics.FormatMismatch,
		`conversion 1 ("%n") wants an int *, argument 2 is an int: 7`},
	{"a record", `struct { int a[5]; } s = {0}; printf("%d", s);`, semantics.FormatMismatch,
		`conversion 1 ("%d") wants an int, argument 2 is a struct, union or wide number of 20 bytes`},
	{"a width that is long", `printf("%*d", 3l, 4);`, semantics.FormatMismatch,
		`conversion 1 ("%*d") wants an int for its *, argument 2 is a long: 3`},
	{"a precision that is a text", `printf("%.*s", "x", "y");`, semantics.FormatMismatch,
		`conversion 1 ("%.*s") wants an int for its *, argument 2 is a pointer: "x"`},
	{"a value behind a width", `printf("%*d", 3, "x");`, semantics.FormatMismatch,
		`conversion 1 ("%*d") wants an int, argument 3 is a pointer: "x"`},
	{"no argument", `printf("%d %d", 1);`, semantics.FormatMismatch,
		`conversion 2 ("%d") wants an int, and there is no argument 3: the call gives 2`},
	{"no argument behind two fixed ones", `char b[9]; sprintf(b, "%s");`, semantics.FormatMismatch,
		`conversion 1 ("%s") wants a char *, and there is no argument 3: the call gives 2`},
	{"an argument without a value", `int x; printf("%%%5d", x);`, semantics.UninitialisedValue,
		`this is at conversion 2 ("%5d"), which wants an int; argument 2 is an int without a value`},
	{"an unknown letter", `printf("%d %y", 1);`, semantics.FormatMismatch,
		`conversion 2 ("%y") has a letter that is none of a conversion`},
	{"no letter", `printf("%d %-5l", 1);`, semantics.FormatMismatch,
		`conversion 2 ("%-5l") ends without a letter that says what to convert`},
	{"a text without end", `char t[2] = {'a', 'b'}; printf("%s", t);`, semantics.OutOfBoundsRead,
		`this is at conversion 1 ("%s"), which wants a char * to a text with a zero at its end; argument 2 is a pointer: &t`},
	{"a text shorter than the precision", `char t[2] = {'a', 'b'}; printf("%.3s", t);`, semantics.OutOfBoundsRead,
		`this is at conversion 1 ("%.3s"), which wants a char * to a text of this length or with a zero at its end; argument 2 is a pointer: &t`},
	{"a null text", `printf("%s", (char *)0);`, semantics.NullDereference,
		`this is at conversion 1 ("%s"), which wants a char * to a text with a zero at its end; argument 2 is a pointer: null`},
	{"a wide text that is a float", `wprintf(L"%ls", 3.5);`, semantics.FormatMismatch,
		`conversion 1 ("%ls") wants a wchar_t *, argument 2 is a double: 3.5`},
	{"a target that is too short", `char b[4]; sprintf(b, "%d%s", 3, "abcdef");`, semantics.OutOfBoundsWrite,
		`this is at conversion 2 ("%s"), which wants a char * to a text with a zero at its end; argument 4 is a pointer: "abcdef"`},
	{"a target that is printed", `char b[9] = "ab"; sprintf(b, "%d%s", 3, b);`, semantics.OverlappingCopy,
		`this is at conversion 2 ("%s"), which wants a char * to a text with a zero at its end; argument 4 is a pointer: &b`},
	{"a place to count that is too short", `char b; printf("%n", &b);`, semantics.OutOfBoundsWrite,
		`this is at conversion 1 ("%n"), which wants an int *; argument 2 is a pointer: &b`},
	{"a format without end", `char f[2] = {'%', 'd'}; printf(f, 1);`, semantics.OutOfBoundsRead,
		"the format has no zero byte at its end"},
	{"a function that passes its arguments on", `note(1, "%s", 5);`, semantics.FormatMismatch,
		`conversion 1 ("%s") wants a char *, argument 3 of note is an int: 5`},
	{"a fault between two conversions", `char b[2]; sprintf(b, "%d, %d", 1, 2);`, semantics.OutOfBoundsWrite, ""},
	{"a target that is a number", `int x = 4; sscanf("1", "%d", x);`, semantics.FormatMismatch,
		`conversion 1 ("%d") wants an int *, argument 3 is an int: 4`},
	{"no target", `sscanf("1", "%*d%lu");`, semantics.FormatMismatch,
		`conversion 2 ("%lu") wants an unsigned long *, and there is no argument 3: the call gives 2`},
	{"a target of another size", `char x; sscanf("1", "%hd", &x);`, semantics.OutOfBoundsWrite,
		`this is at conversion 1 ("%hd"), which wants a short *; argument 3 is a pointer: &x`},
	{"a target for a float", `float x; sscanf("1", "%lf", &x);`, semantics.OutOfBoundsWrite,
		`this is at conversion 1 ("%lf"), which wants a double *; argument 3 is a pointer: &x`},
	{"a null target", `sscanf("1", "%d", (int *)0);`, semantics.NullDereference,
		`this is at conversion 1 ("%d"), which wants an int *; argument 3 is a pointer: null`},
	{"a target for a text that is too short", `char x[3]; sscanf("abcd", "%4s", x);`, semantics.OutOfBoundsWrite,
		`this is at conversion 1 ("%4s"), which wants a char *; argument 3 is a pointer: &x`},
	{"a set without end", `char x[3]; sscanf("abcd", "%2[ab", x);`, semantics.FormatMismatch,
		`conversion 1 ("%2[ab") has no ] at its end`},
	{"an unknown letter of scanf", `int x; sscanf("1", "%b", &x);`, semantics.FormatMismatch,
		`conversion 1 ("%b") has a letter that is none of a conversion`},
	{"an unknown letter of strftime", `char b[9]; struct tm d = {0}; strftime(b, 9, "%Y%Q", &d);`,
		semantics.InvalidArgument, `conversion 2 ("%Q") has a letter that is none of a conversion`},
	{"no letter for strftime", `char b[9]; struct tm d = {0}; strftime(b, 9, "%m%-", &d);`, semantics.InvalidArgument,
		`conversion 2 ("%-") ends without a letter that says what to convert`},
	{"a member without a value", `char b[9]; struct tm d; d.tm_year = 100; strftime(b, 9, "%Y %-H", &d);`,
		semantics.UninitialisedValue,
		`this is at conversion 2 ("%-H"), which reads tm_hour of argument 4`},
	{"members without a value", `char b[20]; struct tm d; d.tm_hour = 1; strftime(b, 20, "%T", &d);`,
		semantics.UninitialisedValue,
		`this is at conversion 1 ("%T"), which reads tm_hour, tm_min and tm_sec of argument 4`},
	{"no date", `char b[9]; strftime(b, 9, "a%e", (struct tm *)0);`, semantics.NullDereference,
		`this is at conversion 1 ("%e"), which reads tm_mday of argument 4`},
	{"a date in a place that is too short", `char b[3]; struct tm d = {0}; strftime(b, 9, "%m%d", &d);`,
		semantics.OutOfBoundsWrite,
		`this is at conversion 2 ("%d"), which reads tm_mday of argument 4`},
	{"a sign in a place that is too short", `char b[1]; struct tm d = {0}; strftime(b, 9, "x%%", &d);`,
		semantics.OutOfBoundsWrite, `this is at conversion 1 ("%%")`},
	{"a character behind a conversion of strftime", `char b[2]; struct tm d = {0}; strftime(b, 9, "%mx", &d);`,
		semantics.OutOfBoundsWrite, ""},
	{"no letter for scanf", `int x; sscanf("1", "%5", &x);`, semantics.FormatMismatch,
		`conversion 1 ("%5") ends without a letter that says what to convert`},
}

// takenFaults has a row for each way in which va_arg fails; the function sum takes as many as its first argument says.
var takenFaults = []struct{ title, code, want string }{
	{"one too few", `sum(3, 1, 2);`, "va_arg takes argument 4 of sum, and the call gives 3"},
	{"none", `sum(1);`, "va_arg takes argument 2 of sum, and the call gives 1"},
	{"a float", `sum(2, 1, 2.5);`,
		"va_arg asks for another type than that of argument 3 of sum, which is a double: 2.5"},
	{"a long number", `sum(2, 7l, 2);`,
		"va_arg asks for another type than that of argument 2 of sum, which is a long: 7"},
	{"a text", `sum(2, 1, "x");`,
		`va_arg asks for another type than that of argument 3 of sum, which is a pointer: "x"`},
	{"an unsigned number that does not fit", `sum(1, 3000000000u);`,
		"va_arg asks for another type than that of argument 2 of sum, which is an unsigned int: 3000000000"},
	{"a record", `struct { int a[5]; } s = {0}; sum(1, s);`,
		"va_arg asks for another type than that of argument 2 of sum, which is a struct, union or wide number of 20 bytes"},
	{"a list that is passed on", `pass(1, 2, 1, 2.5);`,
		"va_arg asks for another type than that of argument 4 of pass, which is a double: 2.5"},
	{"a type that no argument has", `narrow(1, 2);`,
		"va_arg asks for another type than that of argument 2 of narrow, which is an int: 2"},
	{"another fault behind one", `int x[1]; x[sum(1, 2)] = 1;`, ""},
}

func TestTakenFaults(t *testing.T) {
	for _, row := range takenFaults {
		text := `#include <stdarg.h>
static int all(int n, va_list ap) { int s = 0; for (int i = 0; i < n; i++) s += va_arg(ap, int); return s; }
static int sum(int n, ...) { va_list ap; va_start(ap, n); int s = 0; for (int i = 0; i < n; i++) s += va_arg(ap, int); va_end(ap); return s; }
static int pass(int level, int n, ...) { va_list ap; va_start(ap, n); int s = all(n, ap); va_end(ap); return s; }
static int narrow(int n, ...) { va_list ap; va_start(ap, n); int s = va_arg(ap, short); va_end(ap); return s; }
int main(void) { ` + row.code + ` return 0; }
`
		p, _, err := c.Lower(nil, []c.Source{{Name: "t.c", Text: []byte(text)}}, nil)
		if err != nil {
			t.Errorf("%s: %v", row.title, err)
			continue
		}
		r := Run{Program: p, Steps: 1 << 20, Input: func(int, string) (*big.Int, bool) { return nil, false }}
		last, out := r.Fast(func(int64, core.State) bool { return true }, func(*core.Written) {})
		if out.Fault == nil {
			t.Errorf("%s: found %+v, want a fault", row.title, out)
			continue
		}
		found := ""
		for _, line := range FaultStory(&core.Machine{Program: p, Input: r.Input}, last, *out.Fault,
			source.Span.String) {
			if strings.Contains(line, "va_arg") {
				found += line
			}
		}
		if found != row.want {
			t.Errorf("%s: found %q, want %q", row.title, found, row.want)
		}
	}
}

func TestFormatFaults(t *testing.T) {
	met := map[string]bool{} // the places of the library at which they fail
	for _, row := range formatFaults {
		text := "#include <stdio.h>\n#include <stdarg.h>\n#include <wchar.h>\n#include <time.h>\n" +
			"static void note(int level, const char *f, ...) { va_list ap; va_start(ap, f); vprintf(f, ap); va_end(ap); }\nint main(void) { " + row.code + " return 0; }\n"
		p, _, err := c.Lower(nil, []c.Source{{Name: "t.c", Text: []byte(text)}}, nil)
		if err != nil {
			t.Errorf("%s: %v", row.title, err)
			continue
		}
		r := Run{Program: p, Steps: 1 << 20, Input: func(int, string) (*big.Int, bool) { return nil, false }}
		last, out := r.Fast(func(int64, core.State) bool { return true }, func(*core.Written) {})
		if out.Fault == nil || out.Fault.Kind != row.kind {
			t.Errorf("%s: found %+v, want the fault %s", row.title, out, row.kind)
			continue
		}
		at := last.Instr().Span
		met[fmt.Sprintf("%s:%d", p.Sources[at.File], at.Line)] = true
		found := ""
		for _, line := range FaultStory(&core.Machine{Program: p, Input: r.Input}, last, *out.Fault,
			source.Span.String) {
			if strings.Contains(line, "conversion ") || strings.Contains(line, "the format") {
				found += line
			}
		}
		if found != row.want {
			t.Errorf("%s: found %q, want %q", row.title, found, row.want)
		}
	}
	for _, name := range []string{"printf.c", "scanf.c"} {
		text, err := os.ReadFile("../../semantics/c/libc/" + name)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if at := fmt.Sprintf("<libc/%s>:%d", name, i+1); strings.Contains(line,
				`__vouch_fail("format mismatch")`) && !met[at] {
				t.Errorf("no row fails at %s", at)
			}
		}
	}
}

func TestFormatsOfStrangers(t *testing.T) {
	for _, c := range []struct {
		title, format string
		at            int
		scan          bool
		want          string
	}{
		{"nothing", "", 0, false, "0 false"},
		{"before a conversion", "a%d", 1, false, "0 false"},
		{"behind one", "%d b", 3, false, "%d 1 false"},
		{"flags of printf are none of scanf", "%-d", 3, true, "%- 1 false"},
		{"two signs", "%%%d", 4, false, "%d 2 true"},
		{"a set with a bracket", "%[]a]x", 5, true, "%[]a] 1 true"},
		{"a set of everything else", "%[^]a]x", 6, true, "%[^]a] 1 true"},
		{"a set that does not end", "%[^", 3, true, "%[^ 1 true"},
	} {
		last, inside := conversions(c.format, c.at, c.scan)
		if got := strings.TrimSpace(fmt.Sprintf("%s %d %t", last.text, last.number, inside)); got != c.want {
			t.Errorf("%s: found %q, want %q", c.title, got, c.want)
		}
	}
}
