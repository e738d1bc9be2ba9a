// Package ways looks for inputs of the ways of a program in C of which a certificate says that nothing fails, and
// compares native runs on them with vouch's.
package ways

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"strings"

	"vouch/certs"
	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/claim"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/native"
	"vouch/cmd/internal/terminal"
	"vouch/finder"
	"vouch/internal/view"
	"vouch/semantics/core"
	"vouch/semantics/term/termview"
)

// This file defines how inputs are found, and what is said of the runs.

// Result is the result for a certificate of absence.
type Result struct {
	native.Ways
	found   int    // for how many ways an input was found
	unmet   int64  // for how many none was found
	stopped string // why not all ways were looked for; "" if they were
}

// The limits of the search for ways.
const (
	mostWays   = 1 << 10
	wayStates  = 1 << 13
	wayDecided = 1 << 24 // steps of a run
)

// Run looks for ways of the program of an absence that the checker has accepted, and runs it on the inputs of at most
// n.
func Run(ctx context.Context, v *checker.Verdict, n int, compilers native.Compilers, limits native.Limits,
	progress func(string)) (w *Result, err error) {
	w = &Result{}
	if compilers.Clang == nil {
		w.Reason = native.ErrNoTrace.Error()
		return w, nil
	}
	progress("looking for ways")
	var found []finder.Input
	o := finder.Options{Strategy: "mixed", Solver: finder.Solvers[0], Pruning: finder.Prunings[0]}
	o.Limits.States = wayStates
	coverage, err := finder.Ways(ctx, finder.Program{Core: v.Lowered}, o, nil, func(way finder.Way) bool {
		found = append(found, way.Input)
		return len(found) < mostWays
	})
	if err != nil || ctx.Err() != nil {
		return w, err
	}
	w.found, w.unmet, w.stopped = len(found), coverage.Unmet, coverage.Why
	if len(found) == mostWays {
		w.stopped = fmt.Sprintf("the first %d were found", mostWays)
	}
	var inputs [][]certs.Input
	for _, input := range spread(found, n) {
		inputs = append(inputs, drawnOn(v.Lowered, input))
	}
	if len(inputs) == 0 {
		w.Reason = "no input was found for any way"
		return w, nil
	}
	w.Ways, err = native.Walk(ctx, v, inputs, compilers, limits, progress)
	return w, err
}

// spread returns at most n of a list, evenly spread, the first and the last among them.
func spread[T any](list []T, n int) []T {
	if len(list) <= n {
		return list
	}
	chosen := make([]T, n)
	for i := range chosen {
		chosen[i] = list[i*(len(list)-1)/max(1, n-1)]
	}
	return chosen
}

// drawnOn returns what a program draws on an input.
func drawnOn(p *core.Program, input finder.Input) (drawn []certs.Input) {
	ranges := map[string]*core.Instr{}
	for _, f := range p.Funcs {
		for i := range f.Code {
			if f.Code[i].Op == core.Draw {
				ranges[f.Code[i].Name] = &f.Code[i]
			}
		}
	}
	run := view.Run{Program: p, Steps: wayDecided, Input: func(n int, name string) (*big.Int, bool) {
		v, ok := input(n, name)
		if base, _, _ := strings.Cut(name, "#"); ok && n == len(drawn) && ranges[base] != nil {
			drawn = append(drawn, certs.Input{Name: name, Value: v, Lo: ranges[base].Lo, Hi: ranges[base].Hi})
		}
		return v, ok
	}}
	run.Replay()
	return drawn
}

// Verdict returns the word for the result.
func (w *Result) Verdict() string {
	switch {
	case len(w.Differs) > 0:
		return "disagrees"
	case w.Agree == 0 || len(w.Open) > 0:
		return string(native.Inconclusive)
	}
	return "agrees"
}

// Status returns the exit status for the result.
func (w *Result) Status() int {
	switch w.Verdict() {
	case "agrees":
		return exit.OK
	case "disagrees":
		return exit.Disagreement
	}
	return exit.Inconclusive
}

// tried returns how many ways were run.
func (w *Result) tried() int { return w.Agree + len(w.Differs) + len(w.Open) }

// words says what the result is.
func (w *Result) words() string {
	if w.Reason != "" {
		return w.Reason
	}
	text := fmt.Sprintf("%s agrees on %d of %s, with %s", w.Compiler, w.Agree, checkcmd.Count(int64(w.tried()), "way"),
		checkcmd.Plural(uint64(w.Branches), "branch", "branches"))
	if w.LeftOut > 0 {
		text += fmt.Sprintf(" (%d more are not compared)", w.LeftOut)
	}
	if w.found > w.tried() {
		text += fmt.Sprintf("; inputs were found for %s", checkcmd.Count(int64(w.found), "way"))
	}
	if w.unmet > 0 {
		text += fmt.Sprintf("; for %s none was found", checkcmd.Count(w.unmet, "way"))
	}
	if w.stopped != "" {
		text += "; not all ways were looked for: " + w.stopped
	}
	return text
}

// shownInput says on which input a run was.
func shownInput(drawn []certs.Input) string {
	all := certs.Memory{}
	for _, in := range drawn {
		all[in.Name] = in.Value
	}
	if text := view.Sentence(view.Read(drawn, all), termview.Line); text != "" {
		return "for " + text + ": "
	}
	return ""
}

// Print prints the result for a certificate.
func (w *Result) Print(name string, v *checker.Verdict, out io.Writer) error {
	text := fmt.Sprintf("%-13s %s  %s %s; %s", w.Verdict(), name, v.Kind, v.Program, w.words())
	text += claim.Proved(v).With("; with ") + "\n"
	for _, list := range [][]native.Disagreed{w.Differs, w.Open} {
		for _, d := range list {
			at := ""
			if d.At.File != "" && !strings.HasPrefix(d.Why, "way differs at ") {
				at = d.At.String() + ": "
			}
			text += fmt.Sprintf("  %s%s%s\n", shownInput(d.Input), at, terminal.Shown(d.Why))
		}
	}
	_, err := io.WriteString(out, text)
	return err
}

// JSON is the machine-readable form of a result.
type JSON struct {
	Agree     int       `json:"agree"`
	Tried     int       `json:"tried"`
	Branches  int       `json:"branches"` // of the ways that agree
	LeftOut   int64     `json:"left_out,omitempty"`
	Found     int       `json:"found"`
	NoInput   int64     `json:"no_input,omitempty"`
	Stopped   string    `json:"stopped,omitempty"`
	Disagree  []ranJSON `json:"disagree,omitempty"`
	Undecided []ranJSON `json:"undecided,omitempty"`
}

// ranJSON is a run that does not agree, or that says nothing.
type ranJSON struct {
	Input  map[string]string `json:"input"`
	File   string            `json:"file,omitempty"`
	Line   int               `json:"line,omitempty"`
	Column int               `json:"column,omitempty"`
	Why    string            `json:"why"`
}

// JSON returns the machine-readable form.
func (w *Result) JSON() *JSON {
	j := &JSON{Agree: w.Agree, Tried: w.tried(), Branches: w.Branches, LeftOut: w.LeftOut, Found: w.found,
		NoInput: w.unmet, Stopped: w.stopped}
	ran := func(list []native.Disagreed) (all []ranJSON) {
		for _, d := range list {
			all = append(all, ranJSON{checkcmd.Strings(checkcmd.Drawn(d.Input)), d.At.File, d.At.Line, d.At.Column,
				d.Why})
		}
		return all
	}
	j.Disagree, j.Undecided = ran(w.Differs), ran(w.Open)
	return j
}
