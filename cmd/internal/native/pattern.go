package native

import (
	"regexp"
	"sync"
)

// This file defines regular expressions that cost nothing until somebody uses them.

// pattern returns a function that returns the regular expression. The first call compiles it: so commands that confirm
// nothing start sooner.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
