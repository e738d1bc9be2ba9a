package language_test

import (
	"fmt"

	"vouch/examples/language"
)

// A front end is a function from a text to a program of the core.
func ExampleLower() {
	p, err := language.Lower(nil, "seven.peb", []byte("func main() {\n  input x in 0 .. 9\n  assert x != 7\n}\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s", p.Text())
	// Output:
	// core 1
	// source "seven.peb"
	// entry main
	//
	// func main() int @1:1-1:10
	//   slot x int
	//   0: draw x x 0 .. 9 @2:3-2:20
	//   1: branch (ne (def x "uninitialised value" @3:10-3:11) 7) then 3 else 2 @3:10-3:16
	//   2: fail "assertion" @3:3-3:16
	//   3: return 0 @4:1-4:2
}

// It refuses what is not a program, with the place.
func ExampleLower_error() {
	_, err := language.Lower(nil, "seven.peb", []byte("func main() {\n  assert y != 7\n}\n"))
	fmt.Println(err)
	// Output:
	// seven.peb:2:10: found "y", want a variable
}
