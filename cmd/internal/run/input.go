package run

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"vouch/semantics/core"
	"vouch/semantics/term/termview"
)

// This file defines how arguments and files name the inputs.

// maxDigits is the length of the longest value of an input, in bytes.
const maxDigits = 100_000

// MaxFile is the size of the largest file of inputs, in bytes.
const MaxFile = 16 << 20

// Values are inputs by their names; the second input of the name x is called x#2, and so on.
type Values struct {
	draws map[string]*core.Instr // the first draw of each name
	given map[string]*big.Int
}

// NewValues returns no inputs for a program.
func NewValues(p *core.Program) *Values {
	v := &Values{map[string]*core.Instr{}, map[string]*big.Int{}}
	for _, f := range p.Funcs {
		for i := range f.Code {
			if c := &f.Code[i]; c.Op == core.Draw && v.draws[c.Name] == nil {
				v.draws[c.Name] = c
			}
		}
	}
	return v
}

// Gives reports whether arguments of the form NAME=VALUE, or a JSON object as File takes it, give an input of a name.
func Gives(name string, args []string, object []byte) bool {
	for _, arg := range args {
		if given, _, _ := strings.Cut(arg, "="); base(given) == name {
			return true
		}
	}
	members := map[string]any{}
	if json.Unmarshal(object, &members) != nil { // which File says, too
		return false
	}
	for given := range members {
		if base(given) == name {
			return true
		}
	}
	return false
}

// Arguments adds inputs of the form NAME=VALUE. A value is an integer in decimal, or the bytes of the inputs NAME,
// NAME#2 and so on: in hexadecimal after hex:, or in a literal of C.
func (v *Values) Arguments(args []string) error {
	for _, arg := range args {
		name, text, ok := strings.Cut(arg, "=")
		if !ok || name == "" {
			return fmt.Errorf("found argument %.40q, want NAME=VALUE", arg)
		}
		if err := v.text(name, text); err != nil {
			return err
		}
	}
	return nil
}

// text adds the value of an argument.
func (v *Values) text(name, text string) error {
	if digits, ok := strings.CutPrefix(text, "hex:"); ok {
		return v.bytes(name, digits)
	}
	if strings.HasPrefix(text, `"`) {
		return v.literal(name, text)
	}
	n, ok := new(big.Int).SetString(text, 10)
	if !ok || len(text) > maxDigits {
		return fmt.Errorf("found value %.40q for %s, want an integer in decimal, hex: and bytes, or a text in quotes",
			text, termview.Name(name))
	}
	return v.add(name, n)
}

// File adds the inputs of a JSON object. A number, or a number in a string, is an input; an array has those of NAME,
// NAME#2 and so on; any other string has them as bytes in hexadecimal.
func (v *Values) File(text []byte) error {
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.UseNumber()
	object := map[string]any{}
	if err := d.Decode(&object); err != nil {
		return fmt.Errorf("found no JSON object (%v), want one such as {\"n\": 3, \"text\": \"6869\"}", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("found more after the JSON object, want one object")
	}
	names := make([]string, 0, len(object))
	for name := range object {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if err := v.member(name, object[name]); err != nil {
			return err
		}
	}
	return nil
}

// member adds the inputs that a member of a JSON object has.
func (v *Values) member(name string, value any) error {
	switch x := value.(type) {
	case json.Number:
		return v.text(name, x.String())
	case string:
		return v.bytes(name, strings.TrimPrefix(x, "hex:"))
	case []any:
		for i, item := range x {
			n, ok := item.(json.Number)
			if !ok {
				return fmt.Errorf("found an element of %s that is not a number, want numbers", name)
			}
			if err := v.text(numbered(name, i), n.String()); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("found a value for %s that is not a number, a string or an array, want one of these", name)
}

// bytes adds the inputs that digits in hexadecimal are.
func (v *Values) bytes(name, digits string) error {
	text, err := hex.DecodeString(digits)
	if err != nil {
		return fmt.Errorf("found value %.40q for %s, want bytes in hexadecimal", digits, termview.Name(name))
	}
	return v.each(name, text)
}

// each adds bytes as the inputs NAME, NAME#2 and so on.
func (v *Values) each(name string, text []byte) error {
	for i, b := range text {
		if err := v.add(numbered(name, i), big.NewInt(int64(b))); err != nil {
			return err
		}
	}
	return nil
}

// literal adds the inputs that a literal of C is, as bugs are shown with. A string that is a parameter has them under
// its name with brackets.
func (v *Values) literal(name, text string) error {
	bytes, err := unquoted(text)
	if err != nil {
		return fmt.Errorf("found value %.40q for %s, want a text in quotes: %w", text, termview.Name(name), err)
	}
	if string := name + "[]"; v.draws[name] == nil && v.draws[string] != nil {
		name = string
	}
	return v.each(name, bytes)
}

// unquoted returns the bytes of a literal of C, which has no escapes but those for quotes and backslashes, those of one
// letter and those of octal digits.
func unquoted(text string) ([]byte, error) {
	if len(text) < 2 || text[len(text)-1] != '"' {
		return nil, errors.New("found no quote at its end")
	}
	var bytes []byte
	for text = text[1 : len(text)-1]; text != ""; {
		c := text[0]
		text = text[1:]
		if c == '"' {
			return nil, errors.New("found a quote inside of it, want a backslash before it")
		}
		if c == '\\' {
			digits := len(text) - len(strings.TrimLeft(text, "01234567"))
			digits = min(digits, 3)
			switch n, err := strconv.ParseUint(text[:digits], 8, 8); {
			case digits > 0 && err == nil:
				c, text = byte(n), text[digits:]
			case text != "" && strings.IndexByte(letters, text[0]) >= 0:
				c, text = meant[strings.IndexByte(letters, text[0])], text[1:]
			default:
				return nil, fmt.Errorf("found \\%.4s, want one of \\\" \\\\ \\n \\t \\r \\a \\b \\f \\v or up to three octal digits",
					text)
			}
		}
		bytes = append(bytes, c)
	}
	return bytes, nil
}

// The letters that may follow a backslash, and the bytes for which they stand.
const (
	letters = `"'\?ntrabfv`
	meant   = "\"'\\?\n\t\r\a\b\f\v"
)

// numbered returns the name of input i of those that have a name, counted from 0.
func numbered(name string, i int) string {
	if i == 0 {
		return name
	}
	return name + "#" + strconv.Itoa(i+1)
}

// add adds an input.
func (v *Values) add(name string, n *big.Int) error {
	if _, twice := v.given[name]; twice {
		return fmt.Errorf("found two values for %s, want one", termview.Name(name))
	}
	in := v.draws[base(name)]
	if in == nil {
		return fmt.Errorf("found a value for %s, want one for an input of the program%s", termview.Name(name),
			known(v.draws))
	}
	if in.Lo != nil && n.Cmp(in.Lo) < 0 || in.Hi != nil && n.Cmp(in.Hi) > 0 {
		return fmt.Errorf("found value %s for %s, want one from %s to %s", termview.Name(n.String()),
			termview.Name(name), bound(in.Lo), bound(in.Hi))
	}
	v.given[name] = n
	return nil
}

// Draw returns the value of an input. One that was not given has the value of its range that is nearest to 0.
func (v *Values) Draw(_ int, name string) (*big.Int, bool) {
	if n := v.given[name]; n != nil {
		return n, true
	}
	return nearest(v.draws[base(name)]), true
}

// base returns the name by which the program draws an input.
func base(name string) string {
	name, _, _ = strings.Cut(name, "#")
	return name
}

// known lists the inputs of a program, if they are few.
func known(draws map[string]*core.Instr) string {
	var names []string
	for name := range draws {
		names = append(names, name)
	}
	if len(names) == 0 || len(names) > 10 {
		return ""
	}
	slices.Sort(names)
	for i, name := range names {
		names[i] = termview.Name(name)
	}
	return ": " + strings.Join(names, ", ")
}

// nearest returns the value nearest to 0 that may be drawn.
func nearest(in *core.Instr) *big.Int {
	switch zero := new(big.Int); {
	case in.Lo != nil && in.Lo.Sign() > 0:
		return in.Lo
	case in.Hi != nil && in.Hi.Sign() < 0:
		return in.Hi
	default:
		return zero
	}
}

// bound returns the text of a bound.
func bound(v *big.Int) string {
	if v == nil {
		return "any"
	}
	return termview.Name(v.String())
}
