package native

import (
	"math/big"
	"regexp"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/semantics/c"
)

// This file tests what inputs set a pointer to.

// pointed finds what a line sets.
var pointed = regexp.MustCompile(`^\s*(?:\w+\()?([^ ,]+)`)

func TestSet(t *testing.T) {
	integer := func(size int64, signed bool) *c.Type { return &c.Type{Class: c.Integer, Size: size, Signed: signed} }
	to := func(t *c.Type) *c.Type { return &c.Type{Class: c.Pointer, Size: 8, Elem: t} }
	char, number, ulong := integer(1, true), integer(4, true), integer(8, false)
	type given struct {
		name  string
		value string
	}
	for _, x := range []struct {
		title         string
		params        []c.EntryParameter
		array, string string
		inputs        []given
		want          []string // what each parameter is set to in the end
	}{
		{"integers of eight bytes, the sign bit set", []c.EntryParameter{{Name: "p", Of: to(ulong)}}, "p", "",
			[]given{{"p.length", "2"}, {"p[]", "18446744073709551611"}, {"p[]", "258"}},
			[]string{`vouch_bytes(p, "\373\377\377\377\377\377\377\377\002\001\000\000\000\000\000\000", 16);`}},
		{"a negative integer of four bytes", []c.EntryParameter{{Name: "p", Of: to(number)}}, "p", "",
			[]given{{"p.length", "1"}, {"p[]", "-70000"}}, []string{`vouch_bytes(p, "\220\356\376\377", 4);`}},
		{"no integers", []c.EntryParameter{{Name: "p", Of: to(number)}}, "p", "",
			[]given{{"p.length", "0"}}, []string{`p = vouch_fresh(0);`}},
		{"an empty text", []c.EntryParameter{{Name: "s", Of: to(char)}}, "", "s",
			[]given{{"s.length", "0"}}, []string{`vouch_bytes(s, "", 1);`}},
		{"characters that are no text have no 0 behind them", []c.EntryParameter{{Name: "p", Of: to(char)}}, "p", "",
			[]given{{"p.length", "1"}, {"p[]", "120"}}, []string{`vouch_bytes(p, "\170", 1);`}},
		{"integers beside a text", []c.EntryParameter{{Name: "p", Of: to(number)}, {Name: "s", Of: to(char)}}, "p", "s",
			[]given{{"p.length", "1"}, {"p[]", "-7"}, {"s.length", "1"}, {"s[]", "120"}},
			[]string{`vouch_bytes(p, "\371\377\377\377", 4);`, `vouch_bytes(s, "\170\000", 2);`}},
		{"a text behind a pointer", []c.EntryParameter{{Name: "v", Of: to(to(char))}}, "", "v[]",
			[]given{{"v[0]", "1"}, {"v[0].length", "1"}, {"v[0][]", "113"}},
			[]string{`vouch_bytes(v[0], "\161\000", 2);`}},
		{"an empty text behind a pointer", []c.EntryParameter{{Name: "v", Of: to(to(char))}}, "", "v[]",
			[]given{{"v[0]", "1"}, {"v[0].length", "0"}}, []string{`vouch_bytes(v[0], "", 1);`}},
		{"a text of a size, with its 0", []c.EntryParameter{{Name: "s", Of: to(char)}}, "", "s=3",
			[]given{{"s[]", "120"}, {"s[]", "0"}}, []string{`vouch_bytes(s, "\170\000", 2);`}},
		{"as many integers as a parameter says", []c.EntryParameter{{Name: "p", Of: to(number)}, {Name: "n", Of: number}},
			"p=n", "", []given{{"n", "2"}, {"p[]", "-1"}, {"p[]", "3"}},
			[]string{`vouch_bytes(p, "\377\377\377\377\003\000\000\000", 8);`, `vouch_set(n, 0x2ull, 1);`}},
		{"none of them", []c.EntryParameter{{Name: "p", Of: to(number)}, {Name: "n", Of: number}}, "p=n", "",
			[]given{{"n", "0"}}, []string{`p = vouch_fresh(0);`}},
		{"none behind a pointer", []c.EntryParameter{{Name: "v", Of: to(to(number))}, {Name: "n", Of: number}}, "v[]=n",
			"", []given{{"n", "0"}, {"v[0]", "1"}}, []string{`v[0] = vouch_fresh(0);`}},
		{"as many floating numbers", []c.EntryParameter{{Name: "p", Of: to(&c.Type{Class: c.Float, Size: 8})}}, "p=n", "",
			[]given{{"p[]", "258"}}, []string{`vouch_bytes(p, "\002\001\000\000\000\000\000\000", 8);`}},
		{"rows of integers", []c.EntryParameter{{Name: "p", Of: to(&c.Type{Class: c.Array, Len: 2, Size: 8, Elem: number})}},
			"p=n", "", []given{{"p[]", "1"}, {"p[]", "2"}}, []string{`vouch_bytes(p, "\001\000\000\000\002\000\000\000", 8);`}},
		{"a fixed number of integers", []c.EntryParameter{{Name: "p", Of: to(number)}}, "p=3", "",
			[]given{{"p[1]", "9"}}, []string{`vouch_set(p, 1, 3);`, `vouch_set(p[1], 0x9ull, 1);`}},
		{"bytes of no type", []c.EntryParameter{{Name: "p", Of: to(&c.Type{Class: c.Void})}}, "", "",
			[]given{{"p.size", "2"}, {"p[]", "144"}, {"p[]", "255"}}, []string{`vouch_bytes(p, "\220\377", 2);`}},
		{"bytes of an enumeration that is not defined", []c.EntryParameter{
			{Name: "p", Of: to(&c.Type{Class: c.Integer, Size: 4, Enum: true, Unknown: true})}}, "", "",
			[]given{{"p.size", "2"}, {"p[]", "144"}, {"p[]", "255"}}, []string{`vouch_bytes(p, "\220\377", 2);`}},
	} {
		w := &caller{params: x.params, arrays: sizes(x.array), texts: sizes(x.string), unknown: map[string]*callee{}}
		var inputs []certs.Input
		for _, in := range x.inputs {
			v, _ := new(big.Int).SetString(in.value, 10)
			inputs = append(inputs, certs.Input{Name: in.name, Value: v})
		}
		rest, err := w.take(inputs)
		if err != nil || len(rest) > 0 {
			t.Errorf("%s: found %v and the error %v, want no input that is left", x.title, rest, err)
		}
		set := map[string]string{} // what sets a parameter last
		for line := range strings.Lines(w.text.String()) {
			set[pointed.FindStringSubmatch(line)[1]] = strings.TrimSpace(line)
		}
		for _, want := range x.want {
			if got := set[pointed.FindStringSubmatch(want)[1]]; got != want {
				t.Errorf("%s: found %q, want %q", x.title, got, want)
			}
		}
	}
}
