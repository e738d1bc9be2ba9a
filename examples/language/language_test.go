package language

import (
	"strings"
	"testing"
)

// TestRefused fixes what is not a program and what the message says.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ title, text, want string }{
		{"nothing", ``, `t.peb:1:1: found the end of the file, want func main()`},
		{"no main", `func f() { }`, `t.peb:1:13: found the end of the file, want func main()`},
		{"main with parameters", `func main(x) { }`, `found the end of the file, want func main()`},
		{"a statement outside", `var x = 1`, `t.peb:1:1: found "var", want "func"`},
		{"a character that is none", `func main() { x ? }`, `t.peb:1:17: found "? }", want a word, a mark or a number`},
		{"a number too long", `func main() { var x = ` + strings.Repeat("1", 1001) + ` }`, `of at most 1000 digits`},
		{"no brace at the end", `func main() { var x = 1`, `found the end of the file, want "}"`},
		{"a keyword as a name", `func main() { var while = 1 }`, `found "while", want a name`},
		{"a variable that is not declared", `func main() { x = 1 }`, `t.peb:1:15: found "x", want a variable`},
		{"a variable twice", `func main() { var x = 1 var x = 2 }`,
			`t.peb:1:29: found "x", want a name that the function does not have yet`},
		{"a function twice", `func main() { } func main() { }`, `found "main", want a name that no function has yet`},
		{"an array as a number", `func main() { array a[1] var x = a }`, `found "a", want a variable`},
		{"a number as an array", `func main() { var x = 1 x[0] = 1 }`, `found "x", want an array`},
		{"a function that is not there", `func main() { f() }`, `t.peb:1:15: found "f", want a function`},
		{"too few arguments", `func f(x) { } func main() { f() }`, `found "f", want a function with such parameters`},
		{"a number for an array", `func f(a[]) { } func main() { f(1) }`,
			`found "f", want a function with such parameters`},
		{"an array for a number", `func f(x) { } func main() { array a[1] f(a) }`,
			`found "f", want a function with such parameters`},
		{"no comparison", `func main() { assert 1 }`, `found "}", want a comparison`},
		{"a range without an end", `func main() { input x in 1 }`, `found "}", want ".."`},
		{"an empty range", `func main() { input x in 9 .. 3 }`,
			`t.peb:1:31: found "3", want a range that is not empty`},
		{"an input with two ranges", `func f() { input x in 0 .. 5 } func main() { input x }`,
			`found "x", want the range that this input has elsewhere`},
		{"a range of names", `func main() { input x in a .. b }`, `found "a", want an integer`},
		{"nested too deep", `func main() { var x = ` + strings.Repeat("(", 2000) + `1`,
			`want at most 500 levels of nesting`},
		{"too many operators", `func main() { var x = 1` + strings.Repeat("+1", 2000),
			`want at most 500 operators in a row`},
		{"blocks nested too deep", `func main() { ` + strings.Repeat("while 0 < 1 {", 2000),
			`want at most 500 levels of nesting`},
	} {
		if _, err := Lower(nil, "t.peb", []byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got the error %v, want %s", c.title, err, c.want)
		}
	}
}
