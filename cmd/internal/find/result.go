package find

import (
	"cmp"
	"fmt"
	"slices"

	"vouch/certs"
	"vouch/checker"
	"vouch/cmd/internal/baseline"
	"vouch/cmd/internal/claim"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/report"
	"vouch/cmd/internal/terminal"
	"vouch/cmd/internal/witness"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
	"vouch/semantics/fronts"
	"vouch/semantics/lang"
	"vouch/semantics/source"
)

// This file defines what find knows about a file.

// marks says what was reached of each function.
type marks map[*core.Func][]coresym.Mark

// fileResult is what find knows about one file.
type fileResult struct {
	file         string
	source       []byte         // of the first file; nil if it could not be read
	sources      []lang.Source  // the sources of the program, as far as they could be read
	program      *load.Program  // nil if the source is no program
	lenient      *load.Program  // the program in which pointers may leave their objects; nil if nobody needs it
	asked        *Options       // the options of the user
	result       *finder.Result // nil if the input was bad
	err          error          // bad input, or a certificate that could not be written
	check        judging
	threads      int                        // with how many goroutines
	accepted     map[semantics.Fault]bool   // the bugs whose certificates the checker accepted
	refused      map[semantics.Fault]bool   // those whose certificates it refused, which are no bugs
	certificates map[semantics.Fault]string // names of the certificates written
	// why other bugs have none: it would be too large to check, or could not be written
	missing        map[semantics.Fault]error
	absence        string             // the name of the certificate of absence
	invariants     []report.Invariant // on which that rests
	proved         []byte             // the certificate of absence, if the program is to be annotated
	unwritten      error              // why there is no such file, though the checker accepted the certificate
	contradictions []contradiction
	identities     map[semantics.Fault]string // the identities of the bugs, if the log or the baseline needs them
	compared       *compared                  // with a baseline; nil if there is none
	stopped        string                     // why the search ended, if that is not what it says itself
	late           finder.Ending              // why the work on the file was given up; "" if it was not
	// of work that was given up: what was reached before; nil if nobody noted that
	marks marks
	kept  bool // whether it was taken from the cache
	// the functions that the program cannot call, if the user asked which lines are reached
	uncalled  []*core.Func
	hints     *witness.Hints // of a witness of another tool; nil if there are none
	witness   testimony      // what its witness says, if the user wants one
	retelling retelling      // of its bugs
}

func newFileResult(file string, asked *Options) *fileResult {
	r := &fileResult{
		file: file, asked: asked, check: checked, threads: 1, accepted: map[semantics.Fault]bool{},
		refused:      map[semantics.Fault]bool{},
		certificates: map[semantics.Fault]string{}, missing: map[semantics.Fault]error{},
	}
	if asked.check != nil {
		r.check = asked.check
	}
	return r
}

// checked has the checker judge a certificate, as vouch-check does without options but -j.
func checked(data []byte, threads int, shown func(checker.Shown)) (*checker.Verdict, error) {
	return checker.Check(data, checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower,
		Threads: threads, Shown: shown})
}

// mostKnown is how large the sources of a program are, in bytes, of which nobody asks whether the checker could lower
// them within its limits.
const mostKnown = 1 << 20

// checkedAs returns what has the checker judge certificates of a program that this process has just lowered: if a
// certificate is about the same sources, with the same options, the checker gets that program instead of lowering them
// again. It compares the digest of the lowered program all the same.
func checkedAs(p *load.Program) judging {
	size := 0
	for _, s := range p.About.Sources {
		size += len(s.Text)
	}
	if size > mostKnown {
		return checked
	}
	lower := func(m *semantics.Meter, about certs.Program) (*core.Program, map[string]string, error) {
		if certs.Same(about, p.About) {
			return p.Core, p.About.Options, nil
		}
		return fronts.All.Lower(m, about)
	}
	return func(data []byte, threads int, shown func(checker.Shown)) (*checker.Verdict, error) {
		return checker.Check(data, checker.Options{Limits: checker.DefaultLimits, Lower: lower, Threads: threads,
			Shown: shown})
	}
}

// contradiction says that the checker refuses a certificate that the finder made.
type contradiction struct {
	About  string `json:"about"`          // what the certificate is of
	Reason string `json:"reason"`         // what the checker says
	File   string `json:"file,omitempty"` // what repeats it; "" if nothing was written
}

func (c contradiction) String() string {
	return fmt.Sprintf("the checker refuses the certificate of %s: %s", c.About, c.Reason)
}

// compared is the result of comparing with a baseline.
type compared struct {
	known map[semantics.Fault]*baseline.Entry
	gone  []baseline.Gone
}

// status returns the exit status that the result alone would give.
func (r *fileResult) status() int {
	switch {
	case r.err != nil:
		return exit.BadInput
	case r.result.Verdict == finder.Bug:
		return r.statusOfBugs()
	case r.result.Verdict == finder.Unknown && !r.trusted():
		return exit.Inconclusive
	}
	return exit.OK
}

// trusted reports whether the user trusts solvers, and only proofs of what they refuted are missing.
func (r *fileResult) trusted() bool {
	e, _ := r.result.Ended()
	return r.asked.TrustSolver && r.result.Verdict == finder.Unknown && e == finder.Unproved
}

// about returns what the verdict is about.
func (r *fileResult) about() claim.Claim {
	if r.program == nil {
		return nil
	}
	limit := 0
	if r.result != nil && r.result.Verdict == finder.Bounded {
		limit = r.result.Limits.Loop
	}
	return claimOf(r.program, limit).Nesting(r.result != nil && r.result.Contracts > 0)
}

func claimOf(p *load.Program, loopLimit int) claim.Claim {
	return claim.Of(p.About.Language, p.About.Options, p.Core, uint64(loopLimit))
}

// claimed reports whether the verdict says that there is no bug.
func (r *fileResult) claimed() bool {
	return r.result.Verdict == finder.Safe || r.result.Verdict == finder.Bounded
}

// certified reports whether the checker accepted a certificate for everything that the verdict says.
func (r *fileResult) certified() bool {
	certain := len(r.result.Certain())
	return r.claimed() || certain > 0 && len(r.accepted) == certain
}

// isKnown reports whether a finding is in the baseline.
func (r *fileResult) isKnown(f finder.Finding) bool {
	return r.compared != nil && r.compared.known[f.Fault] != nil
}

// explored reports whether the search left nothing out.
func (r *fileResult) explored() bool {
	if r.result == nil {
		return false
	}
	c := r.result.Coverage
	return c.Exhausted() && !c.Vacuous && c.Cut == 0 && r.result.Verdict != finder.Unknown &&
		len(r.result.Findings) == len(r.result.Certain())
}

// fresh returns how many bugs are not known.
func (r *fileResult) fresh() int {
	n := len(r.result.Certain())
	if r.compared != nil {
		n -= len(r.compared.known)
	}
	return n
}

// fails reports whether a certain finding fails a build: it is not known, and severe enough.
func (r *fileResult) fails(f finder.Finding) bool {
	return !r.isKnown(f) && r.asked.severe(f.Fault.Kind)
}

// statusOfBugs returns the exit status of a result with bugs. Those that are known are no news, and with --severity
// those that are less severe do not count. If no others are left, the status says whether there may be one: a potential
// bug is not known, and may be of any severity. For bugs that are less severe the search must be complete; for known
// ones only with --baseline-strict.
func (r *fileResult) statusOfBugs() int {
	certain := r.result.Certain()
	if slices.ContainsFunc(certain, r.fails) {
		return exit.Bug
	}
	mild := slices.ContainsFunc(certain, func(f finder.Finding) bool { return !r.isKnown(f) })
	if len(r.result.Findings) > len(certain) || (mild || r.asked.Strict) && !r.result.Coverage.Exhausted() {
		return exit.Inconclusive
	}
	return exit.OK
}

// sort puts the findings in the order in which they are told: the certain ones first, the most severe of these first,
// and then by their places.
func (r *fileResult) sort() {
	if r.result == nil {
		return
	}
	potential := func(f finder.Finding) int {
		if f.Certain() {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(r.result.Findings, func(a, b finder.Finding) int {
		return cmp.Or(potential(a)-potential(b),
			faults.SeverityOf(a.Fault.Kind).Compare(faults.SeverityOf(b.Fault.Kind)),
			cmp.Compare(a.Fault.File, b.Fault.File), cmp.Compare(a.Fault.Line, b.Fault.Line),
			cmp.Compare(a.Fault.Column, b.Fault.Column))
	})
}

// place returns a place in the program, as people read it. The core's text form may name other files.
func (r *fileResult) place(s source.Span) string {
	file := r.file
	if r.program != nil {
		file, _ = r.program.Place(s)
	}
	return fmt.Sprintf("%s:%s", terminal.Shown(file), s)
}
