package scan

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"vouch/cmd/internal/baseline"
	"vouch/cmd/internal/find"
	"vouch/cmd/internal/outfile"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics"
	"vouch/semantics/source"
	"vouch/semantics/term/termview"
)

// This file defines what became of a function, and of a project.

// Verdict is what is said about a function.
type Verdict string

// The verdicts on functions.
const (
	Bug     Verdict = "bug"     // a fault is manifest
	Latent  Verdict = "latent"  // it wants something of its callers, which faults say
	Safe    Verdict = "safe"    // with a certificate, about the inputs of the harness
	Unknown Verdict = "unknown" // something was left open
	Refused Verdict = "refused" // it could not be looked at
	Refuted Verdict = "refuted" // of a fault in a caller: it does not happen within the caller's harness
)

// Outcome is what became of a function.
type Outcome struct {
	Name     string
	Where    source.Error
	Verdict  Verdict
	Why      string // of an unknown or refused function
	Time     time.Duration
	faults   []latentJSON // latent ones
	complete bool         // of a function with latent faults: whether nothing else was left open
	// the same: whether nothing else was left open but what follows something that nobody knows
	hidden bool
	// its bugs about which its callers are asked, as latent faults are told: all of a static function, of another one
	// those that are due to a length alone
	own     []latentJSON
	bugs    map[target]bool // the faults that are bugs
	result  *find.Result    // until it is published
	said    any             // of a result that was published: what programs are told
	load    *load.Program   // until it is kept
	last    *explored       // with the harness of the result; until it is kept
	harness string
	text    []byte
	files   []string       // of the program
	slow    bool           // whether time ran out
	proved  bool           // whether it was looked at with invariants alone, after a search that did not end
	cut     bool           // whether the limit of work ended a search of it
	kept    *kept          // from an earlier run
	asleep  *kept          // of a function with bugs: what is known of them from an earlier run, until it is wanted
	told    bool           // whether the result is published
	more    bool           // whether it is more bugs of a function whose outcome is told
	open    *find.Obstacle // of an unknown one: what could not be proved or finished; nil if nobody knows
	any     []string       // the pointers to the objects that have any size in the harness of the result
	written []string       // the certificates of what was published, and the harness
}

// kept is an outcome as the cache has it.
type kept struct {
	Verdict     Verdict
	Why         string
	JSON        string // of a safe function: as it is printed for programs
	Latent      []latentJSON
	Complete    bool
	Hidden      bool
	Cut         bool
	Any         []string
	Open        *find.Obstacle
	Certificate string // of a safe function
	Sum         string // its digest
	// Of a function with bugs: the bugs, how far the search went, and the harness.
	Bugs    []find.Known
	Targets []target // the same
	Own     []latentJSON
	Far     finder.Coverage
	Harness string
	Text    []byte
	// See function.needed: with them the program is read again, so that it has the same text.
	Needed, Within []string
	Foreign        bool
}

// latentJSON is a latent fault.
type latentJSON struct {
	Kind     semantics.Kind `json:"kind"`
	Place    string         `json:"place"`
	Input    string         `json:"input"`
	Requires string         `json:"requires"` // what the function wants of its callers
	Callers  []Caller       `json:"callers"`  // what became of it there
	Rank     rank           `json:"rank"`
	Identity string         `json:"identity"`
	// With a baseline:
	Known  *bool  `json:"known,omitempty"`
	Since  string `json:"since,omitempty"`
	Excuse string `json:"excuse,omitempty"` // the baseline's reason

	function string
}

// Caller is what became of a latent fault in a function that calls the one with the fault, or calls one that does.
type Caller struct {
	Function string  `json:"function"`
	File     string  `json:"file"`
	Line     int     `json:"line"`
	Verdict  Verdict `json:"verdict"` // Bug, Latent, Refuted or Unknown
	Why      string  `json:"why,omitempty"`

	of *function
}

// rank says why a latent fault matters, or not.
type rank string

// The ranks.
const (
	passed   rank = "passed"   // a caller can pass what leads there
	checked  rank = "checked"  // the argument is tested elsewhere
	unjudged rank = "unjudged" // nothing is known
	refuted  rank = "refuted"  // no caller leads there
	asserted rank = "asserted" // the function asserts that it is not so
)

// ranks are the ranks in their order, with what the summary says of each.
var ranks = []struct {
	rank
	words string
}{
	{passed, "a caller in the project can lead there"},
	{checked, "the project tests the same argument elsewhere"},
	{unjudged, "nothing in the project says whether it can happen"},
	{refuted, "no caller in the project leads there"},
	{asserted, "the function asserts that it does not happen"},
}

// order returns the place of a rank among all.
func (r rank) order() int {
	for i := range ranks {
		if ranks[i].rank == r {
			return i
		}
	}
	return len(ranks)
}

// target returns the fault as other programs have it.
func (x *latentJSON) target() target {
	return target(string(x.Kind) + "\t" + absolute(x.Place))
}

// answer is what is known of a fault in one caller.
type answer struct {
	Verdict Verdict
	Why     string
}

// Project is what became of the functions of a project.
type Project struct {
	Functions []*Outcome
	Unread    []error       // files that could not be read
	Broken    []error       // of files of which something does not parse: the first of it
	Parts     []string      // files that are read within others alone; see wholes
	Each      time.Duration // how much work a function may take at first; 0 means no limit
	Stopped   error         // why not all functions were looked at; nil if they were
	Time      time.Duration
	compared  bool   // whether latent faults were compared with a baseline
	gone      []gone // those of the baseline that were not found again
}

// gone is a latent fault of the baseline that was not found again.
type gone struct {
	*baseline.Entry
	fixed bool // its function was looked at to the end, and wants nothing new; otherwise it may still be there
}

// judge takes the verdict from the result; why says what was left open before.
func (f *Outcome) judge(why string) {
	switch {
	case f.result.Bugs() > 0:
		f.Verdict = Bug
		return
	case f.result.Claimed() != "":
		f.Verdict = Safe
	default:
		if f.Verdict = Unknown; f.open == nil {
			f.open = f.result.Obstacle()
		}
		f.Why = cmp.Or(f.result.Why(), why, "a fault that was found is not found again")
	}
	f.bugs = nil
}

// short says of a function whose objects have any size what that means for its verdict. Why is what was left open with
// small ones; "" if nothing was.
func (f *Outcome) short(why string) {
	if f.any != nil && f.Verdict == Unknown && why == "" {
		f.Why += fmt.Sprintf("; nothing fails while the size of %s is at most %d", f.anyText(), sizes[len(sizes)-1])
	}
}

// anyText lists the pointers to objects of any size.
func (f *Outcome) anyText() string {
	return termview.List(len(f.any), " and ", "pointer", termview.Line, func(i int) string { return f.any[i] })
}

// write writes the harness of a function, if it has one.
func (f *Outcome) write() error {
	if f.text == nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(f.harness), 0o755); err != nil {
		return err
	}
	return outfile.Write(f.harness, f.text, 0o644)
}
