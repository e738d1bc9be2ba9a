package lang_test

import (
	"fmt"

	"vouch/semantics/lang"
)

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
