package fuzz

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"vouch/semantics/core"
)

// This file tests how inputs are read from files and written to them.

// ranges are ranges of draws of all kinds; "" is an open end.
var ranges = []struct {
	lo, hi string
	width  int
}{
	{"0", "255", 1}, {"-128", "127", 1}, {"-1", "255", 1}, {"0", "1", 1}, {"7", "7", 1}, {"-5", "250", 1},
	{"1000", "1100", 1}, {"0", "65535", 2},
	{"-32768", "32767", 2}, {"0", "4294967295", 4}, {"-2147483648", "2147483647", 4}, {"1048576", "1099511627776", 8},
	{"-9223372036854775808", "9223372036854775807", 8},
	{"0", "18446744073709551615", 8}, {"", "", 8}, {"3", "", 8}, {"", "-4", 8},
	{"100000000000000000000", "100000000000000000009", 1}, {"", "100000000000000000000", 8},
	{"-100000000000000000000", "-99999999999999999000", 2}, {"-1", "18446744073709551615", 8},
}

// TestRanges: every word is fitted to a value of the range, values and words go with each other, and a file says what
// was written to it.
func TestRanges(t *testing.T) {
	number := func(s string) *big.Int {
		n, _ := new(big.Int).SetString(s, 10)
		return n
	}
	for _, r := range ranges {
		in := &core.Instr{Name: "x", Lo: number(r.lo), Hi: number(r.hi)}
		s := newStream(in)
		if s.width != r.width {
			t.Errorf("%s to %s: found %d bytes, want %d", r.lo, r.hi, s.width, r.width)
		}
		allowed := func(n *big.Int) bool {
			return (in.Lo == nil || in.Lo.Cmp(n) <= 0) && (in.Hi == nil || n.Cmp(in.Hi) <= 0)
		}
		for _, v := range []uint64{0, 1, 7, 42, 127, 128, 255, 256, 1000, 1050, 1100, 1 << 31, 1 << 40, math.MaxInt64,
			1 << 63, math.MaxUint64, math.MaxUint64 - 7, s.lo, s.hi, s.nearest(), s.missing()} {
			w := s.fit(v)
			n := s.value(w)
			if back, ok := s.word(n); !s.has(w) || !allowed(n) || !ok || back != w || s.has(v) && w != v {
				t.Errorf("%s to %s: %d becomes %d, which stands for %s, which becomes %d, %t", r.lo, r.hi, v, w, n,
					back, ok)
			}
			file := s.put(nil, w)
			if got, rest := s.get(file); got != w || len(rest) > 0 {
				t.Errorf("%s to %s: %d is written as % x and read as %d", r.lo, r.hi, w, file, got)
			}
		}
	}
}

// TestShort: a file that ends within a value, or before one.
func TestShort(t *testing.T) {
	s := newStream(&core.Instr{Name: "x", Lo: big.NewInt(0), Hi: big.NewInt(math.MaxUint32)})
	for _, c := range []struct {
		title, file string
		want        uint64
		rest        string
	}{
		{"whole", "\x01\x02\x03\x04", 0x04030201, ""},
		{"longer", "\x01\x02\x03\x04\x05", 0x04030201, "\x05"},
		{"shorter", "\x01\x02", 0x0201, ""},
		{"empty", "", 0, ""},
	} {
		if v, rest := s.get([]byte(c.file)); v != c.want || string(rest) != c.rest {
			t.Errorf("%s: found %#x and %q, want %#x and %q", c.title, v, rest, c.want, c.rest)
		}
	}
	if v, _ := newStream(&core.Instr{Lo: big.NewInt(-1), Hi: big.NewInt(255)}).get(nil); v != math.MaxUint64 {
		t.Errorf("behind the end of a text there is %d, want the end", v)
	}
}

// TestClasses: counts up to 8 have classes of their own, and others share theirs, in order.
func TestClasses(t *testing.T) {
	var classes []uint16
	for n := 1; n <= 255; n++ {
		if c := class(uint8(n)); len(classes) == 0 || classes[len(classes)-1] != c {
			classes = append(classes, c)
		}
	}
	if len(classes) != 16 || !slices.IsSorted(classes) || class(8) == class(9) || class(9) != class(12) ||
		class(12) == class(13) {
		t.Errorf("found the classes %v", classes)
	}
}

// TestSplit: the names of inputs.
func TestSplit(t *testing.T) {
	for _, c := range []struct {
		name, draw string
		before     int
		ok         bool
	}{{"x", "x", 0, true}, {"x#2", "x", 1, true}, {"x#10", "x", 9, true}, {"x#1", "x", 0, false},
		{"x#0", "x", -1, false}, {"x#y", "x", -1, false}, {"x#-4", "x", -5, false}} {
		if draw, before, ok := split(c.name); draw != c.draw || ok != c.ok || ok &&
			(before != c.before || nameOf(draw, before) != c.name) {
			t.Errorf("%s: found %s, %d, %t", c.name, draw, before, ok)
		}
	}
}
