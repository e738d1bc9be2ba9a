package impfmt_test

import (
	"fmt"

	"vouch/semantics/imp"
	"vouch/semantics/imp/impfmt"
)

func ExampleCanonical() {
	text, err := impfmt.Canonical("a.imp", []byte("if (x<0) then x := -x; fi // now positive\nassert x>=0"))
	fmt.Printf("%s%v\n", text, err)
	// Output:
	// if x < 0 {
	//   x = -x
	// } // now positive
	// assert x >= 0
	// <nil>
}

func ExampleErrors() {
	src := []byte("x = )\nwhile x { y = 1 + ? }")
	_, first := imp.Load("a.imp", src)
	fmt.Println(first)
	fmt.Println()
	fmt.Println(impfmt.Errors("a.imp", src))
	// Output:
	// a.imp:1:5: found ")", want an expression
	//
	// a.imp:1:5: found ")", want an expression
	// a.imp:2:7: found an integer expression, want a condition
	// a.imp:2:19: found "?", which has no meaning here
}
