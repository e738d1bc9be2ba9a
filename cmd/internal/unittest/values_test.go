package unittest

import (
	"math/big"
	"testing"

	"vouch/semantics"
	"vouch/semantics/c"
	"vouch/semantics/core"
)

// TestNumber: integers as C has them, by their types.
func TestNumber(t *testing.T) {
	char, schar := &c.Type{Class: c.Integer, Name: "char", Size: 1, Signed: true},
		&c.Type{Class: c.Integer, Name: "signed char", Size: 1, Signed: true}
	long, ulong := &c.Type{Class: c.Integer, Size: 8, Signed: true}, &c.Type{Class: c.Integer, Size: 8}
	huge := &c.Type{Class: c.Integer, Size: 16, Signed: true}
	for _, x := range []struct {
		title, n string
		t        *c.Type
		want     string
	}{
		{"a letter", "97", char, "'a'"},
		{"a quote", "39", char, `'\''`},
		{"a backslash", "92", char, `'\\'`},
		{"no letter", "10", char, "10"},
		{"a byte that is no character", "97", schar, "97"},
		{"the least int", "-2147483648", long, "(-2147483647 - 1)"},
		{"the least long", "-9223372036854775808", long, "(-9223372036854775807 - 1)"},
		{"below int", "-2147483649", long, "-2147483649"},
		{"unsigned", "7", ulong, "7"},
		{"unsigned, beyond int", "2147483648", ulong, "2147483648u"},
		{"the greatest of 64 bits", "18446744073709551615", ulong, "18446744073709551615u"},
		{"beyond 64 bits", "18446744073709551617", huge, "((unsigned __int128)1u << 64 | 1u)"},
		{"below 64 bits", "-18446744073709551616", huge, "((unsigned __int128)18446744073709551615u << 64 | 0u)"},
	} {
		n, _ := new(big.Int).SetString(x.n, 10)
		if got := number(n, x.t); got != x.want {
			t.Errorf("%s: found %s, want %s", x.title, got, x.want)
		}
	}
}

// TestFloating: floating numbers as C has them.
func TestFloating(t *testing.T) {
	float, double := &c.Type{Class: c.Float, Size: 4}, &c.Type{Class: c.Float, Size: 8}
	for _, x := range []struct {
		title string
		v     core.Value
		t     *c.Type
		want  string
	}{
		{"a whole number", core.MakeFloat64(0x4008000000000000), double, "3.0"},
		{"minus zero", core.MakeFloat64(1 << 63), double, "-0.0"},
		{"small", core.MakeFloat64(1), double, "5e-324"},
		{"a float", core.MakeFloat32(0x3dcccccd), float, "0.1f"},
		{"infinite", core.MakeFloat32(0xff800000), float, "-__builtin_inff()"},
		{"no number", core.MakeFloat64(0x7ff8000000000000), double, `__builtin_nan("")`},
	} {
		if got := floating(x.v, x.t); got != x.want {
			t.Errorf("%s: found %s, want %s", x.title, got, x.want)
		}
	}
}

// TestLiteral: bytes as string literals.
func TestLiteral(t *testing.T) {
	for _, x := range []struct{ title, text, want string }{
		{"nothing", "", `""`},
		{"words", "a b", `"a b"`},
		{"what has a meaning in a literal", "\"\\\n\t", `"\"\\\n\t"`},
		{"a trigraph", "??/", `"\?\?/"`},
		{"a digit behind a byte", "\x001\xff9", `"\0001\3779"`},
	} {
		if got := literal([]byte(x.text)); got != x.want {
			t.Errorf("%s: found %s, want %s", x.title, got, x.want)
		}
	}
}

// TestArrow: members of what a pointer leads to.
func TestArrow(t *testing.T) {
	for _, x := range []struct{ title, lvalue, want string }{
		{"a variable", "p.x", "p.x"},
		{"a member", "(*p).x.y", "p->x.y"},
		{"all of it", "(*p)", "*p"},
		{"an element", "(*p)[2]", "(*p)[2]"},
		{"behind two pointers", "(*(*p)).x", "(*(*p)).x"},
		{"of another pointer", "(*out)->x", "(*out)->x"},
	} {
		if got := arrow(x.lvalue); got != x.want {
			t.Errorf("%s: found %s, want %s", x.title, got, x.want)
		}
	}
}

// TestSmallest: which candidates are chosen.
func TestSmallest(t *testing.T) {
	of := func(lines ...int) candidate {
		points := map[point]bool{}
		for _, l := range lines {
			points[point{line: l}] = true
			points[point{pc: l, way: semantics.BranchTrue}] = true
		}
		return candidate{points: points}
	}
	for _, x := range []struct {
		title string
		list  []candidate
		want  []int // lines of the first point of each
	}{
		{"nothing", nil, nil},
		{"one that has all", []candidate{of(1), of(1, 2, 3), of(2)}, []int{3}},
		{"two of three", []candidate{of(1, 2), of(2, 3), of(3, 4)}, []int{2, 2}},
		{"the same twice", []candidate{of(1), of(1)}, []int{1}},
	} {
		want := map[point]bool{}
		for _, c := range x.list {
			for p := range c.points {
				want[p] = true
			}
		}
		chosen := smallest(x.list, want)
		var got []int
		for _, c := range chosen {
			got = append(got, count(c.points, nil).Lines)
			for p := range c.points {
				delete(want, p)
			}
		}
		if len(want) > 0 || len(got) != len(x.want) {
			t.Errorf("%s: found candidates with %d lines that leave %d points, want %d", x.title, got, len(want),
				x.want)
			continue
		}
		for i := range got {
			if got[i] != x.want[i] {
				t.Errorf("%s: found candidates with %d lines, want %d", x.title, got, x.want)
			}
		}
	}
}
