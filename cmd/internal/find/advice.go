package find

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/claim"
	"vouch/finder"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
	"vouch/semantics/source"
	"vouch/semantics/term/termview"
)

// This file defines the hints below a verdict that claims little: what to try next if it is unknown, and which
// assumptions contradict each other if it is vacuous.

// advices has a row for each ending that an unknown verdict may have: what to try next.
var advices = map[finder.Ending]func(r *fileResult) string{
	finder.OutOfTime: func(r *fileResult) string {
		return r.bounding(fmt.Sprintf("--timeout %s", brisk(5*max(r.asked.Timeout, time.Second))))
	},
	finder.OutOfStates: func(r *fileResult) string {
		return r.bounding(fmt.Sprintf("--max-states %d", 10*max(r.result.Limits.States, 1000)))
	},
	finder.OutOfMemory: func(r *fileResult) string { return r.bounding("a larger --memory") },
	finder.OutOfTerms: func(r *fileResult) string {
		return r.bounding("assumptions that bound the inputs, so that numbers and formulas stay small")
	},
	finder.Interrupted: func(r *fileResult) string {
		if r.asked.Journal != "" {
			return "the same command again, which resumes from the journal"
		}
		if r.asked.Crew != nil {
			return "the same command again, which takes up the answers that a --cluster has; with --workers it begins anew"
		}
		return "--journal FILE: the same command then resumes an interrupted search"
	},
	finder.Stopped: func(*fileResult) string { return "the same command again" },
	finder.Undecided: func(r *fileResult) string {
		switch {
		case r.asked.Search.Pruning == finder.Unasked:
			return fmt.Sprintf("--pruning %s, which asks a solver", finder.Prunings[0])
		case r.asked.Search.Solver == "lia" && finder.Available("z3"):
			return "--solver auto, which asks z3 when lia cannot decide"
		case !finder.Available("z3"):
			return "a vouch that is built with z3, which decides more products and divisions by variables"
		}
		return boundFactors
	},
	finder.Unproved: func(r *fileResult) string {
		if r.asked.TrustSolver {
			return boundFactors
		}
		return boundFactors + "; --trust-solver exits with 0 all the same"
	},
	finder.TooLarge: func(r *fileResult) string {
		if r.large() {
			return "--entry of a function that calls few others: the checker lowers every function to which the program refers"
		}
		return r.bounding("assumptions that leave fewer paths")
	},
	finder.NotSupported: func(r *fileResult) string {
		return lacking(r.result.Coverage.Unsupported)
	},
	finder.Contradiction: func(r *fileResult) string {
		if r.asked.Journal != "" {
			return "the same command with another --journal, or without one"
		}
		return "--solver lia, and please report it"
	},
}

// boundFactors advises what helps solvers and proofs with what is not linear.
const boundFactors = "assumptions that bound the inputs in products and divisors, such as assume 0 <= x <= 1000"

// large reports whether the program is what makes a proof too large, not its paths: it has much code, and the search
// visited fewer states than that has instructions.
func (r *fileResult) large() bool {
	const much = 20_000
	if r.program == nil || r.program.Core == nil {
		return false
	}
	var code int64
	for _, f := range r.program.Core.Funcs {
		code += int64(len(f.Code))
	}
	return code >= max(much, r.result.Coverage.States)
}

// bounding advises to bound standard input if it has no bound, or else to bound a loop that was still running. If
// neither applies, it returns the other advice.
func (r *fileResult) bounding(otherwise string) string {
	if r.lacks("stdin", r.readsInput) {
		return "--stdin 16 (without it, standard input has no limit), or " + otherwise
	}
	l, limit := r.result.Loop, r.result.Limits.Loop
	const usual = 20
	try := min(usual, l.Iterations/2)
	if limit > 0 {
		try = min(try, limit/2)
	}
	if try < 2 {
		return otherwise
	}
	still := ""
	if !r.unfinished().Span.IsValid() { // else a line says so
		still = fmt.Sprintf(" (%s was still running after %s)", r.loopAt(l.Span),
			checkcmd.Count(int64(l.Iterations), "iteration"))
	}
	return fmt.Sprintf("--loop-limit %d%s, or %s", try, still, otherwise)
}

// readsInput reports whether the search saw f read standard input. What reads a text may be able to read that, too.
func (r *fileResult) readsInput(f *core.Func) bool {
	var marks []coresym.Mark
	if r.result.Reach != nil {
		marks = r.result.Reach.Marks(f)
	}
	for i, in := range f.Code {
		if in.Op == core.Draw && in.Name == "stdin" && (marks == nil || marks[i] != 0) {
			return true
		}
	}
	return false
}

// lacks reports whether the program is in C and was searched without this option, though the option matters to one of
// its functions.
func (r *fileResult) lacks(option string, matters func(*core.Func) bool) bool {
	return r.program != nil && r.program.Language.Compiled && r.program.About.Options[option] == "" &&
		slices.ContainsFunc(r.program.Core.Funcs, matters)
}

// unasked says what a verdict does not cover, though the user may think so: one hint for inputs and one for faults.
func (r *fileResult) unasked() (hints []string) {
	claimed := r.claimed()
	if claimed && r.lacks("args", func(f *core.Func) bool { return f.Library && f.Name == "__vouch_start_args" }) {
		hints = append(hints, "main got no arguments; --args 2x8 tries all runs with two arguments of up to eight bytes")
	}
	if name := r.single(); name != "" {
		hints = append(hints, fmt.Sprintf("%s points to one character here; --string %[1]s=8 tries all strings of up to eight, --array %[1]s=8 all arrays of eight",
			name))
	}
	if claimed && r.lacks("check", r.allocates) {
		hints = append(hints, "memory that is never freed is no fault here; --leaks makes it one")
	}
	return hints
}

// allocates reports whether f belongs to the user and calls a function of the library that makes an object on the heap,
// such as malloc.
func (r *fileResult) allocates(f *core.Func) bool {
	return !f.Library && slices.ContainsFunc(f.Code, func(in core.Instr) bool {
		if in.Op != core.Call || in.Args[0].Op != core.Function {
			return false
		}
		callee := r.program.Core.Funcs[in.Args[0].Ref]
		return callee.Library && slices.ContainsFunc(callee.Code, func(in core.Instr) bool {
			return in.Op == core.Alloc && in.Life == core.Heap
		})
	})
}

// single returns the first parameter of --entry that points to a single character because no option says more; "" if
// there is none.
func (r *fileResult) single() string {
	if r.program == nil || !r.program.Language.Compiled || r.program.About.Options["entry"] == "" {
		return ""
	}
	for _, f := range r.program.Core.Funcs {
		for _, in := range f.Code {
			if in.Op != core.Draw || in.Lo == nil || in.Hi == nil || in.Hi.Int64()-in.Lo.Int64() != 255 {
				continue
			}
			if name, ok := strings.CutSuffix(in.Name, "[0]"); ok && !strings.ContainsAny(name, ".[") &&
				!slices.ContainsFunc(claim.Sizes(r.program.About.Options["array"]), func(s claim.Size) bool {
					return s.Pointer == name
				}) {
				return name
			}
		}
	}
	return ""
}

// brisk shows a duration in its largest whole unit.
func brisk(d time.Duration) string {
	switch {
	case d%time.Hour == 0:
		return fmt.Sprintf("%dh", d/time.Hour)
	case d%time.Minute == 0:
		return fmt.Sprintf("%dm", d/time.Minute)
	}
	return fmt.Sprintf("%ds", (d+time.Second-1)/time.Second)
}

// next says what to do after a contradiction, or what to try after an unknown verdict; "" after any other.
func (r *fileResult) next() string {
	if len(r.contradictions) > 0 {
		return r.reporting()
	}
	if r.result.Verdict != finder.Unknown {
		return ""
	}
	e, _ := r.result.Ended()
	advice := advices[e]
	if advice == nil {
		panic(fmt.Sprintf("find: no advice for the ending %q", e))
	}
	return "try " + advice(r)
}

// reporting asks for a report of contradictions.
func (r *fileResult) reporting() string {
	var files []string
	for _, c := range r.contradictions {
		if c.File != "" {
			files = append(files, c.File)
		}
	}
	switch {
	case len(files) > 0:
		return fmt.Sprintf("please report it, with everything that repeats it: %s", strings.Join(files, ", "))
	case r.asked.NoCertificate:
		return "please report it; without --no-certificate, vouch writes a file with everything that repeats it"
	}
	return "please report it"
}

// vacuity says which assumptions contradict each other, and where the last of them stands; "" if none do.
func (r *fileResult) vacuity() (text string, at source.Span) {
	set := r.result.Conflict
	if !r.result.Coverage.Vacuous || len(set) == 0 {
		return "", source.Span{}
	}
	last := set[len(set)-1]
	if len(set) == 1 {
		return fmt.Sprintf("no input satisfies the assumption %s, so nothing is claimed",
			termview.Clip(r.text(last.Span))), last.Span
	}
	var parts []string
	for i, a := range set {
		if i == maxConflict && len(set) > maxConflict+1 {
			parts = append(parts, fmt.Sprintf("and %d more", len(set)-i))
			break
		}
		parts = append(parts, fmt.Sprintf("%s (%s)", termview.Clip(r.text(a.Span)), a.Span))
	}
	return fmt.Sprintf("these assumptions contradict each other, so nothing is claimed: %s", strings.Join(parts, ", ")),
		last.Span
}

// text returns the text of a region of the program, on one line.
func (r *fileResult) text(s source.Span) string {
	return strings.Join(strings.Fields(s.Text(strings.TrimPrefix(string(r.source), "\ufeff"))), " ")
}

// maxConflict is how many assumptions a warning lists.
const maxConflict = 10

// qualified returns the word of the verdict with its qualifiers, as in safe (vacuous).
func (r *fileResult) qualified() string {
	var notes []string
	if r.claimed() && r.result.Coverage.Vacuous {
		notes = append(notes, "vacuous")
	}
	if about := r.about().String(); about != "" {
		notes = append(notes, about)
	}
	if len(notes) == 0 {
		return string(r.result.Verdict)
	}
	return fmt.Sprintf("%s (%s)", r.result.Verdict, strings.Join(notes, ", "))
}
