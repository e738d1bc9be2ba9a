// Package find is what `vouch find` does: it searches programs for bugs, writes the certificates that the checker
// accepts, and publishes the results for people, for tools and for build servers.
package find

import (
	"context"
	"time"

	"vouch/certs"
	"vouch/checker"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/memory"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics"
)

// This file defines what the user can choose.

// Options says what to look for, and what to do with the results.
type Options struct {
	Search  finder.Options
	C       load.C        // how programs in C find their headers
	Timeout time.Duration // for each file; 0 means no limit
	Watch   *memory.Watch // over the memory of the search
	// number of goroutines: as many files at a time, or several goroutines for each file if there are fewer files
	Jobs    int
	Cache   Shelf  // where the certificates of results are kept, and looked for; nil for nowhere
	Journal string // a file that records the answers of the solver; "" for none
	// Crew, if it is set, returns what brings the jobs of a long search to workers.
	Crew func(ctx context.Context, about certs.Program) (Crew, error)
	// Complaint, if it is set, says what was wrong with workers; "" if nothing was.
	Complaint func() string

	Certificates  string // the folder for certificates
	NoCertificate bool   // write no certificates
	TrustSolver   bool   // exit with 0 if only proofs of what solvers refuted are missing
	// the flags that say what is searched and how, as the user gave them, without those that name files
	Given []string

	keep  func(*load.Program, finder.Finding) bool // says which findings count; nil if all do
	read  *load.Program                            // what the file was read to; nil if nobody has read it
	brief bool                                     // with the format text: print findings only
	check judging                                  // nil stands for the checker

	Format       string // one of Formats()
	Stats        bool   // with the format text: also print what decided whether states are reached
	JUnitUnknown string // one of JUnitUnknowns
	Progress     string // one of Progresses
	SARIF        string // the file for the log; "" for none
	Coverage     string // the file for the lines that were reached; "" for none

	Annotate string // the file for the program with the invariants of its loops; "" for none
	Hints    string // a witness with hints for the search; "" for none
	Witness  string // the file for a witness of SV-COMP; "" for none
	SeedsOut string // the folder for the inputs that the fuzzer keeps; "" for none

	Severity faults.Severity // findings that are less severe neither fail a build nor end a search
	Baseline string          // the file of the known bugs; "" for none
	Strict   bool            // a file with known bugs only is inconclusive if its search was not complete
}

// Crew is what brings the jobs of a search to workers.
type Crew interface {
	finder.Queue
	Sees() (workers, waiting, running, restarts int)
	Close()
}

// judging is what judges a certificate, with so many goroutines at most. Shown, if it is not nil, hears why invariants
// hold.
type judging func(data []byte, threads int, shown func(checker.Shown)) (*checker.Verdict, error)

// severe reports whether a kind of fault is as severe as the user wants for a build to fail.
func (o *Options) severe(k semantics.Kind) bool {
	return o.Severity == "" || faults.SeverityOf(k).AtLeast(o.Severity)
}

// traced reports whether the user asked which lines are reached.
func (o *Options) traced() bool { return o.Stats || o.Coverage != "" }
