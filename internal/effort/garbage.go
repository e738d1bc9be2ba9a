package effort

import (
	"os"
	"runtime/debug"

	"vouch/internal/pages"
)

// This file makes the packages whose tests import this one collect garbage less often, as the commands do, and still
// less often while little is live. Tests make much garbage and keep little, so its collection took a fifth to a third
// of their time.

// garbage is how much garbage there may be, in percent of what is live.
const garbage = 400

// standing counts as live and is never touched, so it takes no memory: garbage is collected for the first time at 240
// MB, not at 16. Memory that is new costs more than a collection, so it is not more.
var standing []byte

const inStanding = 48 << 20

func init() {
	if os.Getenv("GOGC") == "" {
		pages.Large((1 + garbage/100) * inStanding)
		debug.SetGCPercent(garbage)
		standing = make([]byte, inStanding)
	}
}

// Frugal lets garbage be collected as often as in a program that says nothing of it, until somebody calls what it
// returns. It is for tests that measure what each collection leaves.
func Frugal() (end func()) {
	before, bytes := debug.SetGCPercent(100), len(standing)
	standing = nil
	return func() {
		standing = make([]byte, bytes)
		debug.SetGCPercent(before)
	}
}
