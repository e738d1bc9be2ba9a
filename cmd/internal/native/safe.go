package native

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/checker"
)

// This file defines how an absence is compared with native runs: on inputs that take different ways, no sanitizer may
// report anything, and each run has to take the way that it takes in vouch's semantics.

// Ways is what the native runs of several inputs give.
type Ways struct {
	Agree    int         // how many runs agree
	Branches int         // how many decisions they have together
	LeftOut  int64       // how many decisions are not compared
	Differs  []Disagreed // those that do not agree
	Open     []Disagreed // those that say nothing
	Compiler *Compiler   // nil if there was no run

	Sanitizers  []string
	Confinement Confinement
	Reason      string // why there was no run; "" if there was one
}

// Disagreed is a run that does not agree, or that says nothing.
type Disagreed struct {
	Input []certs.Input
	At    Place // the zero Place if there is none
	Why   string
}

// ErrNoTrace is the error if there is no compiler that builds programs whose runs tell their ways.
var ErrNoTrace = errors.New("found no clang, want it: only what clang builds tells the ways of its runs")

// lenient are the checks that report what is no fault for vouch: a null pointer that is passed with a length of 0, to
// which 0 is added, or the address of whose member is taken, as by offsetof. An access through null is reported without
// them.
var lenient = []string{"nonnull-attribute", "returns-nonnull-attribute", "null", "pointer-overflow"}

// Walk builds the program of an absence that the checker has accepted, and runs it on inputs that it draws. The error
// is that of ctx, or one of the machine.
func Walk(ctx context.Context, v *checker.Verdict, inputs [][]certs.Input, compilers Compilers, limits Limits,
	progress func(string)) (w Ways, err error) {
	if compilers.Clang == nil {
		w.Reason = ErrNoTrace.Error()
		return w, nil
	}
	leaks := "detect_leaks=0"
	if slices.Contains(strings.Split(v.Options["check"], ","), "leaks") {
		leaks = "detect_leaks=1"
	}
	b := compilers.tracing(limits, leaks)
	b.without = lenient
	w.Compiler, w.Sanitizers, w.Confinement = b.Compiler, b.sanitizers, limits.Confinement
	folder, err := os.MkdirTemp("", "vouch-confirm-*")
	if err != nil {
		return w, err
	}
	defer os.RemoveAll(folder)
	if folder, err = filepath.EvalSymlinks(folder); err != nil {
		return w, err
	}
	var t *traced
	for i, drawn := range inputs {
		r, err := NewSafe(v, drawn)
		if err != nil {
			w.Open = append(w.Open, Disagreed{Input: drawn, Why: err.Error()})
			continue
		}
		if t == nil {
			progress("building with " + b.String())
			var reason string
			if t, reason, err = b.trace(ctx, r, folder, limits, inputs...); err != nil || reason != "" {
				w.Reason = reason
				return w, err
			}
		}
		progress(fmt.Sprintf("running what %s built: way %d of %d", b, i+1, len(inputs)))
		if err := w.add(ctx, t, r); err != nil {
			return w, err
		}
	}
	return w, nil
}

// add runs the program on the input of a reproduction.
func (w *Ways) add(ctx context.Context, t *traced, r *Reproduction) error {
	reason, err := t.build(ctx, r)
	if err != nil {
		return err
	}
	if reason != "" {
		w.Open = append(w.Open, Disagreed{Input: r.drawn, Why: reason})
		return nil
	}
	ran, a, err := t.run(ctx, r)
	if err != nil {
		return err
	}
	w.LeftOut += a.LeftOut
	d := Disagreed{Input: r.drawn}
	reports := readReports(ran.said, func(name string) (string, bool) { return r.where(t.program, name) })
	open := false
	switch {
	case a.Reason != "":
		open, d.Why = true, a.Reason
	case a.Differs != nil:
		open = a.Differs.Addresses
		d.At, d.Why = a.Differs.At, a.Differs.Words
		if len(reports) > 0 {
			d.Why += "; the sanitizers report: " + reports[0].Text
		}
	case len(reports) > 0:
		d.At, d.Why = reports[0].At, "the sanitizers report: "+reports[0].Text
	case ran.late:
		open, d.Why = true, fmt.Sprintf("the run takes longer than %v", t.limits.Time)
	case ran.tooLarge():
		open, d.Why = true, fmt.Sprintf("the run takes more than %d MiB", t.limits.Memory)
	case ran.violates() && !a.Violates:
		d.Why = "the native run violates an assumption, that of the certificate does not"
	case ran.asksForMore() && !a.Cut:
		d.Why = "the native run asks for more inputs than that of the certificate"
	case a.Status >= 0 && ran.signal != 0:
		d.Why = fmt.Sprintf("the native run ends by the signal %v, that of the certificate with the status %d",
			ran.signal, a.Status)
	case a.Status >= 0 && ran.status != a.Status:
		d.Why = fmt.Sprintf("the native run ends with the status %d, that of the certificate with %d", ran.status,
			a.Status)
	default:
		w.Agree++
		w.Branches += a.Branches
		return nil
	}
	if open {
		w.Open = append(w.Open, d)
	} else {
		w.Differs = append(w.Differs, d)
	}
	return nil
}
