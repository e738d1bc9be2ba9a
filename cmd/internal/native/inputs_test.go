package native

import (
	"math/big"
	"slices"
	"testing"
)

// This file tests what becomes of inputs.

func TestWidth(t *testing.T) {
	n := func(s string) *big.Int {
		v, _ := new(big.Int).SetString(s, 10)
		return v
	}
	for _, c := range []struct {
		title  string
		lo, hi *big.Int
		want   int
	}{
		{"_Bool", n("0"), n("1"), 1},
		{"char", n("-128"), n("127"), 1},
		{"unsigned char", n("0"), n("255"), 1},
		{"one more", n("0"), n("256"), 2},
		{"one less", n("-129"), n("127"), 2},
		{"a negative bound makes it signed", n("-1"), n("255"), 2},
		{"int", n("-2147483648"), n("2147483647"), 4},
		{"unsigned", n("0"), n("4294967295"), 4},
		{"long", n("-9223372036854775808"), n("9223372036854775807"), 8},
		{"unsigned long", n("0"), n("18446744073709551615"), 8},
		{"one more than that", n("0"), n("18446744073709551616"), 0},
		{"one less than long", n("-9223372036854775809"), n("0"), 0},
		{"no bound", nil, n("0"), 0},
		{"no other bound", n("0"), nil, 0},
	} {
		if got := width(c.lo, c.hi); got != c.want {
			t.Errorf("%s: got %d bytes, want %d", c.title, got, c.want)
		}
	}
}

func TestIdentifiers(t *testing.T) {
	for _, c := range []struct {
		title, text string
		want        []string
	}{
		{"a call", "x = klee_int(\"n\") + 1;", []string{"x", "klee_int"}},
		{"in comments", "a /* klee_int */ b // klee_int\nc", []string{"a", "b", "c"}},
		{"in strings", `f("klee_int \" klee_int", 'k', '\'')`, []string{"f"}},
		{"in a macro", "#define N nondet_int()\n", []string{"define", "N", "nondet_int"}},
		{"numbers with letters", "0xabc 1e5f x1", []string{"x1"}},
		{"a quote that does not end", "'x y\nz", []string{"x", "y", "z"}},
	} {
		if got := identifiers([]byte(c.text)); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.title, got, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	for _, c := range [][2]string{{"a", "a"}, {"a#2", "a"}, {"a#12", "a"}, {"a#b", "a#b"}, {"a#2#3", "a#2"},
		{"#2", "#2"}, {"a#", "a#"}} {
		if got := base(c[0]); got != c[1] {
			t.Errorf("%s: got %q, want %q", c[0], got, c[1])
		}
	}
	for _, c := range []struct {
		name string
		want bool
	}{
		{"nondet_int", true}, {"__VERIFIER_nondet_uchar", true}, {"__soteria___nondet_int", true}, {"symb_x", true},
		{"nondet_", false}, {"my_nondet_int", false},
		{"__VERIFIER_nondet_memory", false}, {"nondet", false}, {"klee_int", false},
	} {
		if got := isNondet(c.name); got != c.want {
			t.Errorf("%s: got %t", c.name, got)
		}
	}
	for name, want := range map[string]bool{"vouch_symbolic_ulong": true, "vouch_symbolic_pointer": true,
		"vouch_symbolic": false, "vouch_symbolic_": false, "my_vouch_symbolic_int": false} {
		if got := isSymbolic(name); got != want {
			t.Errorf("%s: got %t", name, got)
		}
	}
	for text, want := range map[string]bool{
		"long n = vouch_symbolic_long(\"n\");": true, "#include <vouch.h>\nlong n = vouch_symbolic_long(\"n\");": false,
		"long vouch_symbolic_long(const char *);\nlong f(void) { return vouch_symbolic_long(\"n\"); }": false,
		"int main(void) { return 0; }": false,
	} {
		if got := undeclared([]file{{"a.c", []byte(text)}}); got != want {
			t.Errorf("%s: got %t", text, got)
		}
	}
	for _, c := range []struct {
		path string
		want bool
	}{
		{"a.c", true}, {"src/a.c", true}, {"..a/b.c", true}, {"", false}, {"../a.c", false}, {"..", false},
		{"/etc/a.c", false}, {"a/../../b.c", false}, {"a//b.c", false},
		{"./a.c", false}, {"-o.c", true}, {"@a.c", true}, {"a\"b.c", false}, {"a\x00.c", false},
	} {
		if got := isInside(c.path); got != c.want {
			t.Errorf("%q: got %t", c.path, got)
		}
	}
	if got := comment("a*/b\n\x1b"); got != "a*?b??" {
		t.Errorf("got %q", got)
	}
}
