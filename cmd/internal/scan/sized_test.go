package scan

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// sizedRow is a verdict with objects whose sizes the user chooses.
type sizedRow struct {
	verdictRow
	arrays, texts []string
	any           []string // the pointers to objects of which it is said that they have any size
}

// sized returns the options of a row.
func (r sizedRow) sized(t *testing.T) func(*Options) {
	t.Helper()
	list, err := Sizes(r.arrays, r.texts)
	if err != nil {
		t.Fatal(err)
	}
	return func(o *Options) { o.Sizes = list }
}

var (
	length  = "unsigned long f(const char *s) { unsigned long n = 0; while (s[n]) n++; return n; }"
	sum     = "unsigned f(const unsigned *p, int n) { unsigned x = 0; for (int i = 0; i < n; i++) x += p[i]; return x; }"
	beyond4 = "int f(const int *p) { return p[4] > 3; }"
	fill    = "void f(int *p, unsigned char n) { for (int i = 0; i < n; i++) p[i] = i; }"
	both    = "void f(unsigned char *to, const unsigned char *from, unsigned long n) { for (unsigned long i = 0; i < n; i++) to[i] = from[i]; }"
	small   = "void f(const char *s) { char b[20]; int i = 0; while (s[i]) { b[i] = s[i]; i++; } }"
	twice   = "void f(char *s) { int n = 0; while (s[n]) n++; s[n + 1] = 0; }"
)

var chosenSizes = []sizedRow{
	{verdictRow{"a text of any length", length, Safe, nil}, nil, []string{"s"}, []string{"s"}},
	{verdictRow{"a text of up to so many characters", length, Safe, nil}, nil, []string{"s=5"}, nil},
	{verdictRow{"an array as long as a number says", sum, Safe, nil}, []string{"p=n"}, nil, []string{"p"}},
	{verdictRow{"two arrays as long as a number says", both, Safe, nil}, []string{"to=n", "from=n"}, nil,
		[]string{"from", "to"}},
	{verdictRow{"an array that is written", fill, Safe, nil}, []string{"p=n"}, nil, []string{"p"}},
	{verdictRow{"as many elements as are read", beyond4, Safe, nil}, []string{"p=5"}, nil, nil},
	{verdictRow{"structures", "struct s { int a[3]; }; int f(struct s *v) { return v[4].a[2] == v[0].a[0]; }", Safe, nil},
		[]string{"v=5"}, nil, nil},
	{verdictRow{"bytes of no type", "int f(const void *p) { const char *c = p; return c[0] == 7 && c[2] == 9; }", Safe, nil},
		[]string{"p=3"}, nil, nil},
	{verdictRow{"bytes of no type, as many as a number says",
		"int f(const void *p, unsigned n) { const char *c = p; return n > 2 && c[0] == 7 && c[n - 1] == 9; }", Safe, nil},
		[]string{"p=n"}, nil, []string{"p"}},
	{verdictRow{"a pointer that is not compared with null", "int f(const char *s) { return s[0]; }", Safe, nil}, nil,
		[]string{"s=0"}, nil},

	{verdictRow{"one element less than is read", beyond4, Bug, []string{"out of bounds read"}}, []string{"p=4"}, nil, nil},
	{verdictRow{"no element", "int f(const int *p) { return p[0]; }", Bug, []string{"out of bounds read"}},
		[]string{"p=0"}, nil, nil},
	{verdictRow{"a read behind the last element",
		"int f(const int *p, int n) { int x = 0; for (int i = 0; i <= n; i++) x ^= p[i]; return x; }", Bug,
		[]string{"out of bounds read"}}, []string{"p=n"}, nil, nil},
	{verdictRow{"a write at the end that another parameter gives", "void f(char *out, char *end) { *end = 0; }", Bug,
		[]string{"out of bounds write"}}, []string{"out"}, nil, nil},
	{verdictRow{"a text that is too long for a local array", small, Bug, []string{"out of bounds write",
		`"vouch_s_length":"21"`}}, nil, []string{"s"}, nil},
	{verdictRow{"the same where it is short enough", small, Safe, nil}, nil, []string{"s=8"}, nil},
	{verdictRow{"a text of one character has no second one", "int f(const char *s) { return s[0] && s[1] ? 1 / (s[0] - s[0]) : 0; }",
		Safe, nil}, nil, []string{"s=1"}, nil},
	{verdictRow{"a write behind a text", twice, Bug, []string{"out of bounds write"}}, nil, []string{"s"}, nil},
	{verdictRow{"a write behind a text of a size that is chosen", twice, Bug, []string{"out of bounds write"}}, nil,
		[]string{"s=3"}, nil},
	{verdictRow{"the end of an array with a length in a static function",
		"static void f(int *p, int n) { p[n] = 0; }", Bug,
		[]string{"out of bounds write"}}, []string{"p=n"}, nil, nil},

	{verdictRow{"a number that has nothing to do with the size", "int f(const int *p, int k) { return k < 0 ? 0 : p[k]; }",
		Latent, []string{"out of bounds read"}}, []string{"p=4"}, nil, nil},
	{verdictRow{"a number that characters make", "int f(const char *s) { unsigned h = 0; for (; *s; s++) h = h * 31 + *s; return h == 12345 ? 1 / (h - 12345) : 0; }",
		Bug, nil}, nil, []string{"s"}, nil},
}

func TestSizes(t *testing.T) {
	for _, row := range chosenSizes {
		if row.any != nil {
			row.words = append(row.words, fmt.Sprintf(`"any":["%s"]`, strings.Join(row.any, `","`)))
		}
		checkVerdicts(t, []verdictRow{row.verdictRow}, row.sized(t))
	}
}

// TestShort: an unknown verdict on objects of any size says that small ones show no fault.
func TestShort(t *testing.T) {
	row := sizedRow{texts: []string{"s"}}
	f := scanned(t, "int f(const char *s) { unsigned long n = 0, x = 0; for (; *s; s++) { x += 3 * n * n + 3 * n + 1; n++; } return 1 / (x == n * n * n); }",
		row.sized(t))["f"]
	if want := "; nothing fails while the size of s is at most 8"; f.Verdict != Unknown || !strings.HasSuffix(f.Why, want) {
		t.Errorf("found %s, %s, want an unknown verdict that ends in %q", f.Verdict, f.Why, want)
	}
}

func TestWrongSizes(t *testing.T) {
	for _, row := range []struct {
		title         string
		arrays, texts []string
		err           string
	}{
		{"nothing", []string{""}, nil, `--array: found "", want NAME=SIZE with a size from 0 to 4096, or NAME for any size, or NAME=PARAMETER for as many as that says; NAME is that of a parameter`},
		{"no name", []string{"=3"}, nil, `--array: found "=3", want NAME=SIZE`},
		{"no size", []string{"p="}, nil, `--array: found "p=", want NAME=SIZE`},
		{"below 0", []string{"p=-1"}, nil, `--array: found "p=-1", want NAME=SIZE`},
		{"a number that is written in another way", []string{"p=03"}, nil, `--array: found "p=03", want NAME=SIZE`},
		{"too large a number", []string{"p=4097"}, nil, `--array: found "p=4097", want NAME=SIZE with a size from 0 to 4096`},
		{"a number that is no integer", nil, []string{"s=99999999999999999999"}, `--string: found "s=99999999999999999999", want NAME=SIZE`},
		{"a text as long as a parameter says", nil, []string{"s=n"}, `--string: found "s=n", want NAME=SIZE with a size from 0 to 4096, or NAME for any size`},
		{"the inside of an object", []string{"v[]=3"}, nil, `--array: found "v[]=3", want NAME=SIZE with a size from 0 to 4096, or NAME for any size, or NAME=PARAMETER for as many as that says; NAME is that of a parameter`},
		{"two lines", []string{"p=3\nq=4"}, nil, `--array: found "p=3\nq=4", want NAME=SIZE`},
		{"one pointer twice", []string{"p=3", "p=4"}, nil, `--array: found "p=4", want one size of p`},
		{"an array and a text", []string{"p=3"}, []string{"p=4"}, `--string: found "p=4", want one size of p`},
	} {
		if list, err := Sizes(row.arrays, row.texts); err == nil || !strings.HasPrefix(err.Error(), row.err) {
			t.Errorf("%s: found %v and the error %v, want %s", row.title, list, err, row.err)
		}
	}
}

// TestUnfitSizes: sizes are refused that are about no function, or about none that is named.
func TestUnfitSizes(t *testing.T) {
	const text = "int f(const char *s, int n, struct q *o) { return s[0]; }\nint g(int *p, int s, int (*go)(void)) { return *p; }\n" +
		"struct big { int a[8]; }; int h(struct big *v, float *x, char c) { return v[0].a[0]; }"
	for _, row := range []struct {
		title         string
		arrays, texts []string
		only          []string
		err           string
	}{
		{"a name that no function has", []string{"nobody=3"}, nil, nil, "--array: found no function with a parameter nobody, want one"},
		{"a name that the function does not have", []string{"p=3"}, nil, []string{"f"},
			"--array: a.c:1:5: found the function f without a parameter p, want one that has it"},
		{"a name that one of the functions does not have", []string{"p=3"}, nil, []string{"g", "f"},
			"--array: a.c:1:5: found the function f without a parameter p, want one that has it"},
		{"a number", []string{"n=3"}, nil, nil,
			"--array: a.c:1:5: found the parameter n of type int of the function f, want a pointer to an object"},
		{"a number in the function that is named", nil, []string{"s=3"}, []string{"g"},
			"--string: a.c:2:5: found the parameter s of type int of the function g, want a pointer to an object"},
		{"a function", []string{"go=3"}, nil, nil,
			"--array: a.c:2:5: found the parameter go of type int (*)(void) of the function g, want a pointer to an object"},
		{"a text of integers", nil, []string{"p=3"}, nil,
			"--string: a.c:2:5: found the parameter p of type int * of the function g, want a pointer to characters"},
		{"structures of any number", []string{"v"}, nil, nil,
			"--array: a.c:3:31: found the parameter v of type struct big * of the function h, want a pointer to numbers, or a size that is a number"},
		{"too many parts", []string{"v=4096"}, nil, nil,
			"--array: a.c:3:31: found the parameter v of type struct big * of the function h, want a pointer to objects of which 4096 have at most 16384 parts"},
		{"as many as no parameter says", []string{"s=m"}, nil, []string{"f"},
			"--array: a.c:1:5: found the parameter s of type const char * of the function f, want a parameter m beside it that is an integer"},
		{"as many as a pointer says", []string{"s=o"}, nil, []string{"f"},
			"--array: a.c:1:5: found the parameter s of type const char * of the function f, want a parameter o beside it that is an integer"},
	} {
		sized := sizedRow{arrays: row.arrays, texts: row.texts}
		o, files := prepared(t, []string{text}, nil, func(o *Options) {
			sized.sized(t)(o)
			o.Only = row.only
		})
		if err := Run(t.Context(), o, files, io.Discard, io.Discard); err == nil || err.Error() != row.err {
			t.Errorf("%s: found the error %v, want %s", row.title, err, row.err)
		}
	}
}

// TestOthersKeepSizes: functions without the parameter are looked at as ever.
func TestOthersKeepSizes(t *testing.T) {
	row := sizedRow{texts: []string{"s"}}
	all := scanned(t, "char f(const char *s) { return s[0]; } char g(const char *t) { return t[0]; } int h(int s) { return 10 / (s == 3 ? 2 : 1); }",
		row.sized(t))
	for name, want := range map[string]Verdict{"f": Safe, "g": Latent, "h": Safe} {
		if f := all[name]; f.Verdict != want || (f.Any != nil) != (name == "f") {
			t.Errorf("%s: found %s, and %q of any size, want %s", name, f.Verdict, f.Any, want)
		}
	}
}
