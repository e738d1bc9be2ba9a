// Package find is what `vouch find` does: it searches programs for bugs, writes the certificates that the checker accepts, and publishes what
// was found, for people, for tools and for build servers.
package find

import (
	"time"

	"vouch/cmd/internal/memory"
	"vouch/finder"
	"vouch/internal/load"
)

// This file defines what the user may ask for.

// Options says what to find, and what to do with it.
type Options struct {
	Search  finder.Options
	C       load.C        // how programs in C find their headers
	Timeout time.Duration // for each file; 0 means no limit
	Watch   *memory.Watch // over the memory of the search
	Jobs    int           // goroutines: as many files at a time, and several for each if there are fewer files
	Journal string        // a file that remembers what the solver answers; "" if none does

	Certificates       string // the folder into which they are written
	NoCertificate      bool   // none are written
	RequireCertificate bool   // a verdict without one is inconclusive

	Format       string // one of Formats()
	Stats        bool   // in the format text: what decided which states are reached
	JUnitUnknown string // one of JUnitUnknowns
	Progress     string // one of Progresses
	SARIF        string // the file for the log; "" if there is to be none
	Coverage     string // the file for the lines that were reached; "" if there is to be none

	Baseline string // the file of the known bugs; "" if there is none
	Strict   bool   // a file with known bugs only that was not explored to its end is inconclusive
}

// traced reports whether the user asked what was reached.
func (o *Options) traced() bool { return o.Stats || o.Coverage != "" }
