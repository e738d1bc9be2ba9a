package effort

import (
	"os"
	"runtime/debug"
)

// This file makes the packages whose tests import this one collect garbage less often, as the commands do. Tests make
// much garbage and keep little, so its collection took a fifth to a third of their time.

// garbage is how much garbage there may be, in percent of what is live.
const garbage = 400

func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
}

// Frugal lets garbage be collected as often as in a program that says nothing of it, until somebody calls what it
// returns. It is for tests that measure what each collection leaves.
func Frugal() (end func()) {
	before := debug.SetGCPercent(100)
	return func() { debug.SetGCPercent(before) }
}
