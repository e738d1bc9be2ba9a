package lang_test

import (
	"fmt"

	"vouch/semantics/lang"
)

// The extension of a file says in which language it is written; the row of the language makes its text a program of the core.
func ExampleOf() {
	text := []byte("func main() {\n  input x in 0 .. 9\n  assert x != 7\n}\n")
	l, ok := lang.Of("seven.peb")
	if !ok {
		fmt.Println("no language has files of that name")
		return
	}
	p, options, err := l.Lower(nil, []lang.Source{{Name: "seven.peb", Text: text}}, nil)
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

// Certificates name a language and its version.
func ExampleFind() {
	for _, version := range []uint64{1, 99} {
		l, ok := lang.Find("imp", version)
		fmt.Println(version, ok, l.Extensions)
	}
	// Output:
	// 1 true [.imp .bug]
	// 99 false []
}
