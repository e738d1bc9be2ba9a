package source_test

import (
	"fmt"

	"vouch/semantics/source"
)

// A span is a region of a text, from its first character up to directly after its last.
func ExampleSpan() {
	text := "x = 1\ny = x / 0\n"
	x := source.Over(0, source.Pos{Line: 2, Column: 5}, source.Pos{Line: 2, Column: 6})
	zero := source.Over(0, source.Pos{Line: 2, Column: 9}, source.Pos{Line: 2, Column: 10})
	both := x.Join(zero)
	fmt.Println(both, both.Text(text))
	// Output:
	// 2:5 x / 0
}

// What is wrong with a text is a list of errors, each with its place and perhaps with advice.
func ExampleErrorList() {
	var list source.ErrorList
	list = append(list, &source.Error{File: "a.peb", Pos: source.Pos{Line: 3, Column: 7}, Msg: `found "=", want "=="`,
		Hint: "= assigns, == compares"})
	list = append(list, &source.Error{File: "a.peb", Pos: source.Pos{Line: 9, Column: 1},
		Msg: `found the end of the file, want "}"`})
	fmt.Println(list.Err())
	// Output:
	// a.peb:3:7: found "=", want "=="
	//   hint: = assigns, == compares
	// a.peb:9:1: found the end of the file, want "}"
}
