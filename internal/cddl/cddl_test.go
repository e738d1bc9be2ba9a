package cddl

import (
	"testing"

	"github.com/fxamacker/cbor/v2"
)

// This file tests the interpreter on one small schema.

const small = `
a = #6.18([ x: bytes .cbor m, y: null / uint ]) ; a comment
m = { 1: -47 / "k", ? -2: bytes .size 2, * text => name }
name = text .size (1..3)
l = [ + int ]
`

func TestConforms(t *testing.T) {
	s := Parse(small)
	encoded := func(v any) []byte {
		b, err := cbor.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	message := func(inner, y any) any { return cbor.Tag{Number: 18, Content: []any{encoded(inner), y}} }
	type m = map[any]any
	for _, c := range []struct {
		title, rule string
		value       any
		ok          bool
	}{
		{"a message", "a", message(m{1: -47}, nil), true},
		{"with all that may be", "a", message(m{1: "k", -2: []byte{1, 2}, "n": "abc", "o": "x"}, 7), true},
		{"another tag", "a", cbor.Tag{Number: 19, Content: []any{encoded(m{1: -47}), nil}}, false},
		{"no tag", "a", []any{encoded(m{1: -47}), nil}, false},
		{"a part less", "a", cbor.Tag{Number: 18, Content: []any{encoded(m{1: -47})}}, false},
		{"a part more", "a", cbor.Tag{Number: 18, Content: []any{encoded(m{1: -47}), nil, nil}}, false},
		{"bytes that are no CBOR", "a", cbor.Tag{Number: 18, Content: []any{[]byte{0xff}, nil}}, false},
		{"no bytes", "a", cbor.Tag{Number: 18, Content: []any{m{1: -47}, nil}}, false},
		{"a negative uint", "a", message(m{1: -47}, -1), false},
		{"another literal", "m", m{1: -46}, false},
		{"a key less", "m", m{-2: []byte{1, 2}}, false},
		{"a number that is not in the schema", "m", m{1: -47, 2: 1}, false},
		{"bytes of another size", "m", m{1: -47, -2: []byte{1}}, false},
		{"text that is long", "m", m{1: -47, "n": "abcd"}, false},
		{"text that is empty", "m", m{1: -47, "n": ""}, false},
		{"a list", "l", []any{1, -1}, true},
		{"an empty list", "l", []any{}, false},
		{"a rule that is missing", "z", nil, false},
	} {
		var v any
		if err := cbor.Unmarshal(encoded(c.value), &v); err != nil {
			t.Fatal(err)
		}
		if err := s.Conforms(c.rule, v); (err == nil) != c.ok {
			t.Errorf("%s: found error %v", c.title, err)
		}
	}
}

func TestParsePanics(t *testing.T) {
	for _, text := range []string{"a = [ ? int ]", "a = { b: int }", "a = { 1: int 2: int }", "a int",
		"a = text .cbor int", "a = (int)", "a = bytes .size x"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q: it was read", text)
				}
			}()
			Parse(text)
		}()
	}
}
