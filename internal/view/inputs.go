package view

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"vouch/certs"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file defines inputs as people read them: as numbers, and as texts when several inputs are the bytes of one text.

// Given is an input as people read it, or several inputs that are the bytes of one text.
type Given struct {
	Name    string
	Value   string        // a number, or the text as C writes it: "%41\n"
	Inputs  []certs.Input // the input, or the inputs of the text in the order of the draws
	Matters bool          // whether the path condition depends on one of them
}

// IsText reports whether the inputs are the bytes of a text.
func (g Given) IsText() bool { return g.Value[0] == '"' }

// Numbers lists the inputs of a text as numbers, "s[] = 37, s[]#2 = 0", as many as there is room for; "" if the input
// is no text.
func (g Given) Numbers(room int) string {
	if !g.IsText() {
		return ""
	}
	return termview.List(len(g.Inputs), ", ", "input", room, func(i int) string {
		return termview.Name(g.Inputs[i].Name) + " = " + term.FormatInt(g.Inputs[i].Value)
	})
}

// Read returns the inputs that an execution draws, as people read them, in the order in which they are first drawn.
// Those in the model matter.
//
// A text stands for the inputs NAME, NAME#2, ... in the way in which C initialises an array: its bytes, and then zeros.
// After the text of standard input comes the end of the input. Inputs make a text if they are a string that ends with a
// 0, an argument of main, or standard input; the name of a string is shown without brackets. Several other bytes make a
// text if a person would write them as one. bytes if they are several and a person would write them as a text.
func Read(inputs []certs.Input, model certs.Memory) []Given {
	named := map[string]int{}
	var list []Given
	for _, in := range inputs {
		base, number := cutNumber(in.Name)
		i, seen := named[base]
		if !seen || number != len(list[i].Inputs)+1 {
			i = len(list)
			list = append(list, Given{Name: in.Name})
			if number == 1 {
				named[base] = i
			}
		}
		list[i].Inputs = append(list[i].Inputs, in)
	}
	var read []Given
	for _, g := range list {
		text, ok := literal(g.Name, g.Inputs)
		if !ok {
			for _, in := range g.Inputs {
				one := Given{Name: in.Name, Value: term.FormatInt(in.Value), Inputs: []certs.Input{in},
					Matters: model[in.Name] != nil}
				read = append(read, one)
			}
			continue
		}
		if plain := strings.TrimSuffix(g.Name, "[]"); !slices.ContainsFunc(inputs, func(in certs.Input) bool {
			return in.Name == plain
		}) {
			g.Name = plain
		}
		g.Value = text
		g.Matters = slices.ContainsFunc(g.Inputs, func(in certs.Input) bool { return model[in.Name] != nil })
		read = append(read, g)
	}
	return read
}

// Sentence lists the inputs that matter, with their names: "limit = 1, s = \"%\"". It lists as many as there is room
// for, and says so if none matters.
func Sentence(list []Given, room int) string {
	list = slices.DeleteFunc(slices.Clone(list), func(g Given) bool { return !g.Matters })
	if len(list) == 0 {
		return "every input"
	}
	slices.SortStableFunc(list, func(a, b Given) int { return cmp.Compare(a.Name, b.Name) })
	return termview.List(len(list), ", ", "input", room, func(i int) string {
		return termview.Name(list[i].Name) + " = " + list[i].Value
	})
}

// cutNumber splits the name of an input: x#3 is the third input with the name x.
func cutNumber(name string) (base string, number int) {
	base, digits, ok := strings.Cut(name, "#")
	if !ok {
		return base, 1
	}
	number, err := strconv.Atoi(digits)
	if err != nil {
		return name, 1
	}
	return base, number
}

// maxLiteral is how many bytes of a text are shown.
const maxLiteral = 64

// literal returns the text that the inputs are; ok is false if people would rather read them as numbers.
func literal(name string, inputs []certs.Input) (text string, ok bool) {
	ended := strings.HasSuffix(name, "[]") || strings.HasPrefix(name, "argv[")
	stream := name == "stdin"
	lo := int64(0)
	if stream {
		lo = -1
	}
	var bytes []byte
	for i, in := range inputs {
		if in.Lo == nil || in.Hi == nil || in.Lo.Cmp(big.NewInt(lo)) != 0 || in.Hi.Cmp(big.NewInt(255)) != 0 ||
			in.Value.Cmp(in.Hi) > 0 {
			return "", false
		}
		if in.Value.Sign() < 0 {
			if i < len(inputs)-1 {
				return "", false
			}
			break
		}
		bytes = append(bytes, byte(in.Value.Int64()))
	}
	if !stream {
		bytes = trimmed(bytes)
	}
	if !ended && !stream && (len(inputs) < 2 || !isWritten(bytes)) {
		return "", false
	}
	text = quoted(bytes[:min(len(bytes), maxLiteral)])
	if len(bytes) > maxLiteral {
		text += fmt.Sprintf("... (%d bytes)", len(bytes))
	}
	return text, true
}

// quoted writes bytes as a string literal of C.
func quoted(bytes []byte) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range bytes {
		b.WriteString(escaped(c))
	}
	b.WriteByte('"')
	return b.String()
}

// trimmed returns bytes without the zeros at the end.
func trimmed(bytes []byte) []byte {
	for len(bytes) > 0 && bytes[len(bytes)-1] == 0 {
		bytes = bytes[:len(bytes)-1]
	}
	return bytes
}

// isWritten reports whether people would write bytes as a text: there is at least one byte, and each is printable, a
// line break or a tab.
func isWritten(bytes []byte) bool {
	return len(bytes) > 0 && !slices.ContainsFunc(bytes, func(c byte) bool {
		return (c < ' ' || c > '~') && c != '\n' && c != '\t' && c != '\r'
	})
}

// escaped writes a byte as it stands in a literal of C. It uses three octal digits, because hexadecimal digits would
// run on into the digits that follow.
func escaped(c byte) string {
	if i := strings.IndexByte("\"\\\n\t\r", c); i >= 0 {
		return `\` + `"\ntr`[i:i+1]
	}
	if c < ' ' || c > '~' {
		return fmt.Sprintf(`\%03o`, c)
	}
	return string([]byte{c})
}
