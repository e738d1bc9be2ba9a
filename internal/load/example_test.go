package load_test

import (
	"fmt"

	"vouch/internal/load"
)

// A file becomes a program, with what certificates say of it: only the base name of the file, for one.
func ExampleFile() {
	p, err := load.File("work/ratio.imp", []byte("y := 10 / x\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	about := p.About
	fmt.Println(about.Language, about.Version, about.Options, about.Sources[0].Name)
	fmt.Println(len(p.Core.Funcs), "function")
	// Output:
	// imp 1 map[division:floor] ratio.imp
	// 1 function
}

// What is not a program is refused in the words of its language.
func ExampleFile_error() {
	_, err := load.File("ratio.imp", []byte("y := 10 /\n"))
	fmt.Println(err)
	// Output:
	// ratio.imp:2:1: found end of file, want an expression
}
