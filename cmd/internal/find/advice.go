package find

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"vouch/cmd/internal/checkcmd"
	"vouch/finder"
	"vouch/semantics/core"
	"vouch/semantics/source"
	"vouch/semantics/term/termview"
)

// This file defines what find says beside a verdict that claims little: what to try next where it is unknown, and which assumptions
// contradict each other where it is vacuous.

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
		return r.bounding("assumptions that bound the inputs, so that numbers and terms stay smaller")
	},
	finder.Interrupted: func(r *fileResult) string {
		if r.asked.Journal != "" {
			return "the same command, which goes on from the journal"
		}
		return "--journal FILE, so that a search that is interrupted can go on"
	},
	finder.Stopped: func(*fileResult) string { return "the same command" },
	finder.Undecided: func(r *fileResult) string {
		switch {
		case r.asked.Search.Pruning == finder.Unasked:
			return fmt.Sprintf("--pruning %s: no solver was asked", finder.Prunings[0])
		case r.asked.Search.Solver == "lia" && finder.Available("z3"):
			return "--solver auto, which asks z3 where lia does not know"
		case !finder.Available("z3"):
			return "a vouch that was built with z3, which knows more of products and of divisions by variables"
		}
		return "assumptions that bound the inputs in products and divisors, as in assume 0 <= x <= 1000"
	},
	finder.NotSupported: func(r *fileResult) string {
		return "the program without what is not supported; the paths that do not need it were explored"
	},
	finder.Contradiction: func(r *fileResult) string {
		if r.asked.Journal != "" {
			return "the same command with another --journal, or without one"
		}
		return "--solver lia, and please report it"
	},
}

// bounding returns the advice to bound standard input, if it has no bound, or a loop that was still running, if one was, or else the given one.
func (r *fileResult) bounding(otherwise string) string {
	if r.lacks("stdin", func(f *core.Func) bool {
		return slices.ContainsFunc(f.Code, func(in core.Instr) bool { return in.Op == core.Draw && in.Name == "stdin" })
	}) {
		return "--stdin 16 (standard input may have any number of bytes), or " + otherwise
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
	return fmt.Sprintf("--loop-limit %d (the loop at %s was still running after %s), or %s",
		try, l.Span, checkcmd.Count(int64(l.Iterations), "iteration"), otherwise)
}

// lacks reports whether the program, which is in C, was searched without an option that matters to a function that it has.
func (r *fileResult) lacks(option string, matters func(*core.Func) bool) bool {
	return r.program != nil && r.program.About.Language == "c" && r.program.About.Options[option] == "" && slices.ContainsFunc(r.program.Core.Funcs, matters)
}

// unasked says which inputs a claim is not about; "" if it is about all.
func (r *fileResult) unasked() string {
	claimed := r.result.Verdict == finder.Safe || r.result.Verdict == finder.Bounded
	if claimed && r.lacks("args", func(f *core.Func) bool { return f.Library && f.Name == "__vouch_start_args" }) {
		return "main gets no arguments here; --args 2x8 looks at all that are two of up to eight bytes"
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

// next says what to try next where the verdict is unknown; "" elsewhere.
func (r *fileResult) next() string {
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

// warning says which assumptions contradict each other, and the place of the last of them; "" if none do.
func (r *fileResult) warning() (text string, at source.Span) {
	set := r.result.Conflict
	if !r.result.Coverage.Vacuous || len(set) == 0 {
		return "", source.Span{}
	}
	last := set[len(set)-1]
	if len(set) == 1 {
		return fmt.Sprintf("no input satisfies the assumption %s, so nothing is claimed", termview.Clip(r.text(last.Span))), last.Span
	}
	var parts []string
	for i, a := range set {
		if i == maxConflict && len(set) > maxConflict+1 {
			parts = append(parts, fmt.Sprintf("and %d more", len(set)-i))
			break
		}
		parts = append(parts, fmt.Sprintf("%s (%s)", termview.Clip(r.text(a.Span)), a.Span))
	}
	return fmt.Sprintf("these assumptions contradict each other, so nothing is claimed: %s", strings.Join(parts, ", ")), last.Span
}

// text returns the text of a region of the program, on one line.
func (r *fileResult) text(s source.Span) string {
	return strings.Join(strings.Fields(s.Text(strings.TrimPrefix(string(r.source), "\ufeff"))), " ")
}

// maxConflict is how many assumptions a warning lists.
const maxConflict = 10

// qualified returns the word of the verdict with what qualifies it, as in safe (vacuous, uncertified).
func (r *fileResult) qualified() string {
	var notes []string
	claimed := r.result.Verdict == finder.Safe || r.result.Verdict == finder.Bounded
	if claimed && r.result.Coverage.Vacuous {
		notes = append(notes, "vacuous")
	}
	if claimed && r.absence == "" {
		notes = append(notes, "uncertified")
	}
	if r.program != nil {
		if chosen := checkcmd.Chosen(r.program.About.Options); chosen != "" {
			notes = append(notes, chosen)
		}
	}
	if len(notes) == 0 {
		return string(r.result.Verdict)
	}
	return fmt.Sprintf("%s (%s)", r.result.Verdict, strings.Join(notes, ", "))
}
