package native

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"vouch/semantics"
)

// This file defines how a reproduction is confirmed: it is built and run, and the reports of the sanitizers are
// compared with the bug.

// Verdict is what a native run says about a bug.
type Verdict string

// The verdicts.
const (
	Confirmed Verdict = "confirmed"  // a sanitizer reports the same kind in the same line
	OtherLine Verdict = "other line" // a sanitizer reports the same kind in another line
	OtherKind Verdict = "other kind" // a sanitizer reports something else
	// the run of an endless loop took its whole time, which supports the claim and proves nothing
	DidNotEnd    Verdict = "did not end"
	NotReported  Verdict = "not reported" // the run ends without any report
	NotVisible   Verdict = "not visible"  // no sanitizer of this machine can see the bug
	Inconclusive Verdict = "inconclusive" // the program was not built, or the run did not end
)

// Result is the result for a reproduction. Of several runs, the one that says most counts.
type Result struct {
	Verdict    Verdict
	Reason     string    // why the bug is not confirmed; "" if it is
	Compiler   *Compiler // the compiler of the run; nil if there was no run
	Sanitizers []string
	Report     *Report // the report that counts; nil if there is none
	Before     int     // how many reports came before that report

	Way         *Agreement  // of the native run with that of the certificate; nil if clang built nothing
	Confinement Confinement // of the compilers and the run
}

// decided orders the verdicts by how much they say; the first says most.
var decided = []Verdict{Confirmed, OtherLine, OtherKind, DidNotEnd, NotVisible, NotReported, Inconclusive}

// Confirm builds the reproduction in a folder of its own and runs it, with one compiler after the other until one
// confirms the bug. Then it removes the folder. The error is that of ctx, or one of the machine.
func (r *Reproduction) Confirm(ctx context.Context, compilers Compilers, limits Limits,
	progress func(doing string)) (Result, error) {
	var best Result
	builds, why := r.builds(compilers, limits)
	if len(builds) == 0 {
		return Result{Verdict: NotVisible, Reason: why}, nil
	}
	var agreement *Agreement
	for i, b := range builds {
		result, err := r.try(ctx, b, limits, progress)
		if err != nil {
			return result, err
		}
		if agreement == nil {
			agreement = result.Way
		}
		if i == 0 || slices.Index(decided, result.Verdict) < slices.Index(decided, best.Verdict) {
			best = result
		}
		if best.Verdict == Confirmed {
			break
		}
	}
	if agreement == nil && compilers.Clang != nil && r.ends() {
		result, err := r.try(ctx, compilers.tracing(limits, "detect_leaks=0"), limits, progress)
		if err != nil {
			return result, err
		}
		agreement = result.Way
	}
	best.Way = agreement
	return best, nil
}

// ends reports whether a run of the program should end, so that the way that it tells has an end.
func (r *Reproduction) ends() bool { return r.Kind != semantics.EndlessLoop }

// tracing returns the build whose runs tell their ways.
func (c Compilers) tracing(limits Limits, leaks string) build {
	return build{Compiler: c.Clang, sanitizers: []string{address, undefined, "float-cast-overflow"},
		run: []string{fmt.Sprintf("hard_rss_limit_mb=%d", limits.Memory), leaks}}
}

// builds returns the ways to build the program that may show its bug. If there are none, it says why.
func (r *Reproduction) builds(c Compilers, limits Limits) (all []build, why string) {
	rss := fmt.Sprintf("hard_rss_limit_mb=%d", limits.Memory)
	if r.Kind == semantics.UninitialisedValue {
		if c.Clang == nil {
			return nil, "only clang has a sanitizer for uninitialised values, and there is no clang"
		}
		return []build{{Compiler: c.Clang, sanitizers: []string{memory}, run: []string{rss}}}, ""
	}
	leaks := "detect_leaks=0"
	if r.Kind == semantics.MemoryLeak {
		leaks = "detect_leaks=1"
	}
	if c.GCC != nil {
		b := build{Compiler: c.GCC, sanitizers: []string{address, undefined, "float-cast-overflow", "bounds-strict"},
			run: []string{rss, leaks}}
		if r.Kind == semantics.UnrelatedPointers {
			b.sanitizers = append(b.sanitizers, "pointer-compare", "pointer-subtract")
			b.run = append(b.run, "detect_invalid_pointer_pairs=2")
		}
		all = append(all, b)
	}
	if c.Clang != nil && r.Kind != semantics.UnrelatedPointers {
		all = append(all, c.tracing(limits, leaks))
	}
	if len(all) == 0 {
		why = "only gcc has a sanitizer for pointers to different objects, and it was not found"
	}
	return all, why
}

// try builds and runs the program in one way.
func (r *Reproduction) try(ctx context.Context, b build, limits Limits, progress func(string)) (Result, error) {
	result := Result{Compiler: b.Compiler, Sanitizers: b.sanitizers, Verdict: Inconclusive,
		Confinement: limits.Confinement}
	folder, err := os.MkdirTemp("", "vouch-confirm-*")
	if err != nil {
		return result, err
	}
	defer os.RemoveAll(folder)
	if folder, err = filepath.EvalSymlinks(folder); err != nil {
		return result, err
	}
	progress("building with " + b.String())
	var ran ended
	var missing string
	program := filepath.Join(folder, programFolder)
	if b.clang && r.ends() {
		ran, missing, err = r.follow(ctx, b, folder, limits, progress, &result)
	} else {
		ran, missing, err = r.run(ctx, b, folder, limits, progress, &result)
	}
	if err != nil || result.Reason != "" {
		return result, err
	}
	where := func(name string) (string, bool) { return r.where(program, name) }
	r.judge(&result, readReports(ran.said, where), ran, limits, where)
	if missing != "" && result.Verdict != Confirmed {
		result.Verdict, result.Reason = Inconclusive, noDefinition(b, missing)
	}
	if len(r.unset) > 0 && result.Verdict != Confirmed {
		result.Verdict, result.Reason = Inconclusive, r.sets()
	}
	return result, nil
}

// run builds the program as its files are, and runs it. If there is no program, it says why in the result.
func (r *Reproduction) run(ctx context.Context, b build, folder string, limits Limits, progress func(string),
	result *Result) (ran ended, missing string, err error) {
	if err := r.write(folder); err != nil {
		return ran, "", err
	}
	out := filepath.Join(folder, "reproduce")
	missing, result.Reason, err = b.make(ctx, b.commands(r, out), filepath.Join(folder, programFolder), folder, limits)
	if err != nil || result.Reason != "" {
		return ran, missing, err
	}
	empty := filepath.Join(folder, "empty")
	if err := os.Mkdir(empty, 0o700); err != nil {
		return ran, missing, err
	}
	progress("running what " + b.String() + " built")
	ran, err = b.ran(ctx, r, out, empty, limits)
	return ran, missing, err
}

// follow builds the program such that its run tells its way, and runs it. If there is no program, it says why in the
// result.
func (r *Reproduction) follow(ctx context.Context, b build, folder string, limits Limits, progress func(string),
	result *Result) (ran ended, missing string, err error) {
	t, reason, err := b.trace(ctx, r, folder, limits)
	if err == nil && reason == "" {
		reason, err = t.build(ctx, r)
	}
	if result.Reason = reason; err != nil || reason != "" {
		return ran, "", err
	}
	progress("running what " + b.String() + " built")
	ran, a, err := t.run(ctx, r)
	result.Way = &a
	return ran, t.missing, err
}

// judge compares the reports of a run with the bug.
func (r *Reproduction) judge(result *Result, reports []Report, ran ended, limits Limits,
	where func(string) (string, bool)) {
	best := -1
	for i := range reports {
		verdict := OtherKind
		if slices.Contains(reports[i].Kinds(), r.Kind) {
			verdict = OtherLine
			if at := reports[i].At; at.File == r.At.File && r.At.Line <= at.Line && at.Line <= r.At.End {
				verdict = Confirmed
			}
		}
		if best < 0 || slices.Index(decided, verdict) < slices.Index(decided, result.Verdict) {
			best, result.Verdict = i, verdict
		}
	}
	if best >= 0 {
		result.Report, result.Before = &reports[best], best
	}
	at, goesOn := ran.goesOn(where)
	switch {
	case result.Verdict == Confirmed:
	case r.watched() && goesOn:
		result.Verdict = DidNotEnd
		result.Reason = fmt.Sprintf("the run did not end within %v of the processor", limits.Time)
		if at != "" {
			result.Reason += ", and was in " + at
		}
	case r.hidden != "":
		result.Verdict, result.Reason = NotVisible, r.hidden
	case result.Verdict == OtherLine:
		result.Reason = "the line is another one"
	case result.Verdict == OtherKind:
		result.Reason = "the kind is another one"
	case ran.late && r.Kind == semantics.EndlessLoop:
		result.Verdict, result.Reason = DidNotEnd, fmt.Sprintf("the run did not end within %v", limits.Time)
	case ran.late:
		result.Reason = fmt.Sprintf("the run takes longer than %v", limits.Time)
	case ran.tooLarge():
		result.Reason = fmt.Sprintf("the run takes more than %d MiB", limits.Memory)
	case ran.violates():
		result.Reason = "the run goes another way: it violates an assumption"
	case ran.asksForMore():
		result.Verdict, result.Reason = NotReported, "the run goes on behind the bug, and asks for more inputs"
	case ran.signal != 0:
		result.Reason = fmt.Sprintf("the run ends by the signal %v, without a report", ran.signal)
	default:
		result.Verdict, result.Reason = NotReported, "the run ends without a report"
	}
}
