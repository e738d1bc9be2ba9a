package native

import (
	"regexp"
	"sync"
)

// This file defines regular expressions that cost nothing before they are used.

// pattern returns what returns the regular expression, compiled when it is asked for first: commands that confirm nothing start sooner without it.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
