package scan

import (
	"cmp"
	"os"
	"path/filepath"
	"time"

	"vouch/cmd/internal/find"
	"vouch/cmd/internal/outfile"
	"vouch/internal/load"
	"vouch/semantics/source"
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
)

// Outcome is what became of a function.
type Outcome struct {
	Name    string
	Where   source.Error
	Verdict Verdict
	Why     string // of an unknown or refused function
	Time    time.Duration
	faults  []fault // latent ones
	result  *find.Result
	load    *load.Program
	harness string
	text    []byte
	files   []string // of the program
	slow    bool     // whether time ran out
	kept    *kept    // from an earlier run
}

// kept is an outcome without a bug.
type kept struct {
	Verdict     Verdict
	Why         string
	JSON        string   // as it is printed for programs
	Lines       []string // about latent faults, for people
	Certificate string   // of a safe function
	Sum         string   // its digest
}

// Project is what became of the functions of a project.
type Project struct {
	Functions []*Outcome
	Unread    []error // files that could not be read
	Stopped   error   // why not all functions were looked at; nil if they were
	Time      time.Duration
}

// judge takes the verdict from the result; why says what was left open before.
func (f *Outcome) judge(why string) {
	switch {
	case f.result.Bugs() > 0:
		f.Verdict = Bug
	case f.result.Claimed() != "":
		f.Verdict = Safe
	default:
		f.Verdict, f.Why = Unknown, cmp.Or(f.result.Why(), why, "a fault that was found is not found again")
	}
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
