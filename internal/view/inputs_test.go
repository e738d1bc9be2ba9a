package view

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"vouch/certs"
)

// This file tests which inputs are shown as texts, and that a text says what they are.

// bytesOf returns inputs of a name and their values, from a range.
func bytesOf(name string, lo, hi int64, values ...int64) []certs.Input {
	var list []certs.Input
	for i, v := range values {
		in := certs.Input{Name: name, Value: big.NewInt(v), Lo: big.NewInt(lo), Hi: big.NewInt(hi)}
		if i > 0 {
			in.Name = fmt.Sprintf("%s#%d", name, i+1)
		}
		list = append(list, in)
	}
	return list
}

func TestRead(t *testing.T) {
	long := make([]int64, 1000)
	for i := range long {
		long[i] = 'a'
	}
	join := func(lists ...[]certs.Input) (all []certs.Input) {
		for _, l := range lists {
			all = append(all, l...)
		}
		return all
	}
	open := bytesOf("x", 0, 255, 65, 66)
	open[1].Hi = nil
	for _, c := range []struct {
		title  string
		inputs []certs.Input
		want   string
	}{
		{"a string", bytesOf("s[]", 0, 255, '%', 0), `s = "%"`},
		{"an empty string", bytesOf("s[]", 0, 255, 0), `s = ""`},
		{"a string as long as may be, without a 0", bytesOf("s[]", 0, 255, 'a', 'b'), `s = "ab"`},
		{"a string in an object, whose pointer is an input",
			join(bytesOf("l[0].s", 0, 1, 1), bytesOf("l[0].s[]", 0, 255, 'a', 0)), `l[0].s = 1, l[0].s[] = "a"`},
		{"digits behind an octal escape", bytesOf("s[]", 0, 255, 1, '1', 0), `s = "\0011"`},
		{"escapes", bytesOf("s[]", 0, 255, '"', '\\', '\n', '\t', '\r', 127, 128, 255, 0),
			`s = "\"\\\n\t\r\177\200\377"`},
		{"an argument", bytesOf("argv[1]", 0, 255, 1, 0), `argv[1] = "\001"`},
		{"standard input and its end", bytesOf("stdin", -1, 255, '?', -1), `stdin = "?"`},
		{"standard input with a 0 at its end", bytesOf("stdin", -1, 255, '?', 0, -1), `stdin = "?\000"`},
		{"standard input that is not read to its end", bytesOf("stdin", -1, 255, '?'), `stdin = "?"`},
		{"standard input that is empty", bytesOf("stdin", -1, 255, -1), `stdin = ""`},
		{"standard input that goes on behind its end", bytesOf("stdin", -1, 255, -1, 65), `stdin = -1, stdin#2 = 65`},
		{"an array with a text", bytesOf("buf", 0, 255, 'h', 'i', '\n', 0, 0), `buf = "hi\n"`},
		{"an array of numbers", bytesOf("buf", 0, 255, 'h', 1), `buf = 104, buf#2 = 1`},
		{"an array of zeros", bytesOf("buf", 0, 255, 0, 0), `buf = 0, buf#2 = 0`},
		{"a text behind a 0", bytesOf("buf", 0, 255, 'a', 0, 'b'), `buf = 97, buf#2 = 0, buf#3 = 98`},
		{"one byte", bytesOf("c", 0, 255, 'h'), `c = 104`},
		{"numbers of another range", bytesOf("n", 0, 65535, 'h', 'i'), `n = 104, n#2 = 105`},
		{"signed numbers", bytesOf("n", -128, 127, 'h', 'i'), `n = 104, n#2 = 105`},
		{"numbers without a bound", open, `x = 65, x#2 = 66`},
		{"a value out of its range", bytesOf("s[]", 0, 255, 300), `s[] = 300`},
		{"a name with a number, and no other", bytesOf("s[]#2", 0, 255, 65), `s[]#2 = 65`},
		{"no number behind the sign", bytesOf("a#b", 0, 255, 65, 66), `a#b = 65, a#b#2 = 66`},
		{"two texts, drawn in turns", join(bytesOf("a[]", 0, 255, 65), bytesOf("b[]", 0, 255, 66),
			bytesOf("a[]", 0, 255, 65, 67)[1:]), `a = "AC", b = "B"`},
		{"a long text", bytesOf("s[]", 0, 255, long...), `s = "` + strings.Repeat("a", maxLiteral) +
			`"... (1000 bytes)`},
		{"none", nil, "every input"},
	} {
		model := certs.Memory{}
		for _, in := range c.inputs {
			model[in.Name] = in.Value
		}
		if found := Sentence(Read(c.inputs, model), 200); found != c.want {
			t.Errorf("%s: found %s, want %s", c.title, found, c.want)
		}
	}
}

// TestReadMatters: a text matters if one of its bytes does, and what does not matter is in no sentence.
func TestReadMatters(t *testing.T) {
	inputs := append(bytesOf("s[]", 0, 255, 'a', 'b', 0), bytesOf("t[]", 0, 255, 'c', 0)...)
	list := Read(inputs, certs.Memory{"s[]#2": big.NewInt('b')})
	if found := Sentence(list, 200); found != `s = "ab"` || list[1].Matters {
		t.Errorf("found %s", found)
	}
	if found := list[0].Numbers(200); found != "s[] = 97, s[]#2 = 98, s[]#3 = 0" {
		t.Errorf("found %s", found)
	}
}
