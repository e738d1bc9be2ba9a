package front_test

import (
	"fmt"

	"vouch/semantics/front"
	"vouch/semantics/lang"
	"vouch/semantics/source"
)

// The extension of a file says in which language it is written; the row of the language makes its text a program of the
// core.
func ExampleEnds() {
	text := []byte("func main() {\n  input x in 0 .. 9\n  assert x != 7\n}\n")
	l, ok := lang.Of("seven.peb")
	if !ok {
		fmt.Println("no language has files of that name")
		return
	}
	p, options, err := front.Own.Sources(nil, l, []source.File{{Name: "seven.peb", Text: text}}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(l, options)
	fmt.Printf("%s", p.Text())
	// Output:
	// pebble 1 map[]
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
