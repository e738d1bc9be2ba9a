package native

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"vouch/semantics"
)

// This file defines how a reproduction is confirmed: it is built and run, and the reports of the sanitizers are compared with the bug.

// Verdict is what a native run says about a bug.
type Verdict string

// The verdicts.
const (
	Confirmed    Verdict = "confirmed"    // a sanitizer reports the same kind in the same line
	OtherLine    Verdict = "other line"   // a sanitizer reports the same kind in another line
	OtherKind    Verdict = "other kind"   // a sanitizer reports something else
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

	Confinement Confinement // of the compilers and the run
}

// decided orders the verdicts by how much they say; the first says most.
var decided = []Verdict{Confirmed, OtherLine, OtherKind, NotVisible, NotReported, Inconclusive}

// Confirm builds the reproduction in a folder of its own and runs it, with one compiler after the other until one confirms the bug. Then it removes
// the folder. The error is that of ctx, or one of the machine.
func (r *Reproduction) Confirm(ctx context.Context, compilers Compilers, limits Limits, progress func(doing string)) (Result, error) {
	var best Result
	builds, why := r.builds(compilers, limits)
	if len(builds) == 0 {
		return Result{Verdict: NotVisible, Reason: why}, nil
	}
	for i, b := range builds {
		result, err := r.try(ctx, b, limits, progress)
		if err != nil {
			return result, err
		}
		if i == 0 || slices.Index(decided, result.Verdict) < slices.Index(decided, best.Verdict) {
			best = result
		}
		if best.Verdict == Confirmed {
			break
		}
	}
	return best, nil
}

// builds returns the ways to build the program that may show its bug. If there are none, it says why.
func (r *Reproduction) builds(c Compilers, limits Limits) (all []build, why string) {
	rss := fmt.Sprintf("hard_rss_limit_mb=%d", limits.Memory)
	if r.Kind == semantics.UninitialisedValue {
		if c.Clang == nil {
			return nil, "only clang has a sanitizer for uninitialised values, and there is no clang"
		}
		return []build{{c.Clang, []string{memory}, []string{rss}}}, ""
	}
	leaks := "detect_leaks=0"
	if r.Kind == semantics.MemoryLeak {
		leaks = "detect_leaks=1"
	}
	if c.GCC != nil {
		b := build{c.GCC, []string{address, undefined, "float-cast-overflow", "bounds-strict"}, []string{rss, leaks}}
		if r.Kind == semantics.UnrelatedPointers {
			b.sanitizers = append(b.sanitizers, "pointer-compare", "pointer-subtract")
			b.run = append(b.run, "detect_invalid_pointer_pairs=2")
		}
		all = append(all, b)
	}
	if c.Clang != nil && r.Kind != semantics.UnrelatedPointers {
		all = append(all, build{c.Clang, []string{address, undefined, "float-cast-overflow"}, []string{rss, leaks}})
	}
	if len(all) == 0 {
		why = "only gcc has a sanitizer for pointers to different objects, and it was not found"
	}
	return all, why
}

// try builds and runs the program in one way.
func (r *Reproduction) try(ctx context.Context, b build, limits Limits, progress func(string)) (Result, error) {
	result := Result{Compiler: b.Compiler, Sanitizers: b.sanitizers, Verdict: Inconclusive, Confinement: limits.Confinement}
	folder, err := os.MkdirTemp("", "vouch-confirm-*")
	if err != nil {
		return result, err
	}
	defer os.RemoveAll(folder)
	if folder, err = filepath.EvalSymlinks(folder); err != nil {
		return result, err
	}
	program := filepath.Join(folder, programFolder)
	if err := r.write(folder); err != nil {
		return result, err
	}
	progress("building with " + b.String())
	out := filepath.Join(folder, "reproduce")
	missing, reason, err := b.make(ctx, r, program, out, limits)
	if err != nil || reason != "" {
		result.Reason = reason
		return result, err
	}
	empty := filepath.Join(folder, "empty")
	if err := os.Mkdir(empty, 0o700); err != nil {
		return result, err
	}
	progress("running what " + b.String() + " built")
	ran, err := process{
		folder: empty, line: append([]string{out}, r.args...), env: append([]string{"PWD=/"}, b.environment()...), stdin: r.stdin, time: limits.Time,
		confinement: limits.Confinement, writable: empty,
	}.start(ctx)
	if err != nil {
		return result, err
	}
	r.judge(&result, readReports(ran.said, func(name string) (string, bool) { return r.where(program, name) }), ran, limits)
	if missing != "" && result.Verdict != Confirmed {
		result.Verdict, result.Reason = Inconclusive, fmt.Sprintf("%s finds no definition of %s", b, missing)
	}
	if len(r.unset) > 0 && result.Verdict != Confirmed {
		names := strings.Join(r.unset, ", ")
		result.Verdict, result.Reason = Inconclusive, "functions without a body set what their arguments lead to in the run with the bug, and nothing in this one: "+names
	}
	return result, nil
}

// undefinedIn returns the names that a linker does not find, from its messages.
func undefinedIn(said string) (names []string) {
	for _, m := range reference().FindAllStringSubmatch(said, -1) {
		if !slices.Contains(names, m[1]) {
			names = append(names, m[1])
		}
	}
	return names
}

var reference = pattern("undefined (?:reference to|symbol:) [`']?([A-Za-z_][A-Za-z_0-9]*)")

// make builds the program. If a function is missing, the run may never call it: then make builds the program without it, and missing names it. If
// there is no program, reason says why.
func (b build) make(ctx context.Context, r *Reproduction, folder, out string, limits Limits) (missing, reason string, err error) {
	for _, line := range b.commands(r, out) {
		p := process{folder: folder, line: append([]string{b.Path}, line...), env: variables(), time: limits.Build, memory: 4096, confinement: limits.Confinement, writable: filepath.Dir(out)}
		made, err := p.start(ctx)
		if absent := undefinedIn(made.said); err == nil && made.status > 0 && absent != nil {
			missing = strings.Join(absent, ", ")
			p.line = append(p.line, "-fgnu89-inline") // this gives inline functions bodies
			if made, err = p.start(ctx); err == nil && made.status > 0 {
				for _, name := range undefinedIn(made.said) {
					p.line = append(p.line, "-Wl,--defsym="+name+"=0")
				}
				made, err = p.start(ctx)
			} else {
				missing = ""
			}
		}
		switch {
		case err != nil:
			return "", "", err
		case made.late:
			return "", fmt.Sprintf("%s takes longer than %v", b, limits.Build), nil
		case made.status != 0:
			return "", fmt.Sprintf("%s does not build it: %s", b, complaint(made.said)), nil
		}
	}
	return missing, "", nil
}

// complaint returns the first error in the output of a compiler.
func complaint(said string) string {
	first := ""
	for line := range strings.Lines(said) {
		line = strings.TrimSpace(line)
		if strings.Contains(line, "error: ") || strings.Contains(line, "undefined reference") || strings.Contains(line, "cannot find") {
			return line
		}
		if first == "" {
			first = line
		}
	}
	if first == "" {
		return "it says nothing"
	}
	return first
}

// judge compares the reports of a run with the bug.
func (r *Reproduction) judge(result *Result, reports []Report, ran ended, limits Limits) {
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
	switch {
	case result.Verdict == Confirmed:
	case r.hidden != "":
		result.Verdict, result.Reason = NotVisible, r.hidden
	case result.Verdict == OtherLine:
		result.Reason = "the line is another one"
	case result.Verdict == OtherKind:
		result.Reason = "the kind is another one"
	case ran.late:
		result.Reason = fmt.Sprintf("the run takes longer than %v", limits.Time)
	case strings.Contains(ran.said, "hard rss limit exhausted"):
		result.Reason = fmt.Sprintf("the run takes more than %d MiB", limits.Memory)
	case strings.Contains(ran.said, "vouch: an assumption is violated"):
		result.Reason = "the run goes another way: it violates an assumption"
	case strings.Contains(ran.said, "vouch: the program asks for more inputs"):
		result.Verdict, result.Reason = NotReported, "the run goes on behind the bug, and asks for more inputs"
	case ran.signal != 0:
		result.Reason = fmt.Sprintf("the run ends by the signal %v, without a report", ran.signal)
	default:
		result.Verdict, result.Reason = NotReported, "the run ends without a report"
	}
}

// where returns the file of the program to which a path in a compiler's output leads; ok is false if it leads to no such file.
func (r *Reproduction) where(folder, name string) (string, bool) {
	if base, ok := strings.CutPrefix(name, "../"); ok { // as the file that calls a function includes it
		name = filepath.Join(filepath.Dir(folder), base)
	} else if r.entry != nil {
		if rel, ok := strings.CutPrefix(name, programFolder+"/"); ok {
			name = rel
		}
	}
	if rel, err := filepath.Rel(folder, name); filepath.IsAbs(name) && err == nil && rel != ".." && !strings.HasPrefix(rel, "../") {
		name = rel
	}
	name = filepath.ToSlash(filepath.Clean(name))
	for _, f := range r.files {
		if f.path == name {
			return name, true
		}
	}
	if slices.Contains(r.known, name) { // line markers say so
		return name, true
	}
	return "", false
}
