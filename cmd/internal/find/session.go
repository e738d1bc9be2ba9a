package find

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"vouch/cmd/internal/baseline"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/output"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics"
)

// This file defines how other commands search programs and publish the results as find does.

// Session is a run of another command, which says what is searched and which findings count.
type Session struct {
	options      Options
	publisher    *publisher
	certificates *folder
	status       int
	lost         error           // the first error in printing
	told         map[string]bool // the faults that were published, by kind and place
}

// Result is what was found in a program.
type Result struct{ *fileResult }

// Open begins a session. Names are those of the files on which the results depend.
func Open(o Options, names []string) (*Session, error) {
	p, err := newPublisher(o, names)
	if err != nil {
		return nil, err
	}
	s := &Session{options: o, publisher: p, status: exit.OK, told: map[string]bool{}}
	if !o.NoCertificate {
		if s.certificates, err = openFolder(o.Certificates); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Search searches a program with these options. Only findings that keep accepts count; the search looks for other ways
// to the faults of the others. Read, if it is not nil, is what the file and the others with it were read to.
func (s *Session) Search(ctx context.Context, file checkcmd.File, c load.C, read *load.Program, how finder.Options,
	keep func(*load.Program, finder.Finding) bool) *Result {
	o := s.options
	o.C, o.Search, o.keep, o.brief, o.read = c, how, keep, true, read
	if o.check == nil && read != nil {
		o.check = checkedAs(read)
	}
	one := &search{options: o, certificates: s.certificates, show: newProgress(io.Discard, "none")}
	// so that what panics does so here, and other programs can be searched
	one.found = func(*fileResult, finder.Finding) {}
	r := one.file(ctx, file, 1)
	s.publisher.compare(r)
	return &Result{r}
}

// Bugs returns how many bugs there are.
func (r *Result) Bugs() int {
	if r.result == nil {
		return 0
	}
	return len(r.result.Certain())
}

// Certain returns the bugs.
func (r *Result) Certain() []finder.Finding { return r.result.Certain() }

// Claimed returns the verdict safe or bounded if the checker accepted it; else "".
func (r *Result) Claimed() finder.Verdict {
	if r.result != nil && r.claimed() {
		return r.result.Verdict
	}
	return ""
}

// Contradicts reports whether vouch and its checker contradict each other.
func (r *Result) Contradicts() bool { return len(r.contradictions) > 0 }

// Why says what was left open; "" if nothing was.
func (r *Result) Why() string {
	if r.err != nil {
		return r.err.Error()
	}
	ended, why := r.result.Ended()
	if lacking := r.result.Coverage.Unsupported; ended == finder.NotSupported && len(lacking) > 0 {
		return NotSupported(r.program, lacking[0])
	}
	return why
}

// NotSupported says what a program needs that vouch does not support, and where.
func NotSupported(p *load.Program, u finder.Unsupported) string {
	file, _ := p.Place(u.Span)
	return fmt.Sprintf("not supported: %s at %s:%s", u.Reason, file, u.Span)
}

// Keep leaves only those findings of a program that keep accepts. The certificates of the others are removed.
func (r *Result) Keep(keep func(*load.Program, finder.Finding) bool) {
	r.result.Findings = slices.DeleteFunc(r.result.Findings, func(f finder.Finding) bool {
		if keep(r.program, f) {
			return false
		}
		if name := r.certificates[f.Fault]; name != "" {
			os.Remove(name)
		}
		return true
	})
}

// News leaves only those bugs of a result that were not published yet, and returns how many there are. The certificates
// of the others are removed.
func (s *Session) News(r *Result) int {
	r.Keep(func(_ *load.Program, f finder.Finding) bool {
		place := r.place(f.Fault.Span)
		if path, err := filepath.Abs(place); err == nil { // programs name a file in more than one way
			place = path
		}
		key := string(f.Fault.Kind) + " " + place
		old := s.told[key]
		s.told[key] = true
		return !old
	})
	return r.Bugs()
}

// Certificate returns the name of the certificate of a safe or bounded verdict; "" if none was written.
func (r *Result) Certificate() string { return r.absence }

// Certificates returns the names of all its certificates.
func (r *Result) Certificates() (names []string) {
	if r.absence != "" {
		names = append(names, r.absence)
	}
	for _, f := range r.result.Findings {
		if name := r.certificates[f.Fault]; name != "" {
			names = append(names, name)
		}
	}
	return names
}

// JSON returns the result as find prints it for programs.
func (r *Result) JSON() any { return r.json() }

// Publish prints a result.
func (s *Session) Publish(r *Result, stdout, stderr io.Writer) {
	s.lost = cmp.Or(s.lost, s.publisher.publish(r.fileResult, stdout, stderr))
	if status := r.status(); status == exit.Bug || status == exit.BadInput {
		s.status = worse(s.status, status)
	}
}

// Latents returns what the baseline has of latent faults; ok is false if there is no baseline.
func (s *Session) Latents() (known []*baseline.Entry, ok bool) {
	if s.publisher.known == nil {
		return nil, false
	}
	return slices.DeleteFunc(s.publisher.known.Entries(), func(e *baseline.Entry) bool { return !e.Latent() }), true
}

// Excused returns what the baseline says of a latent fault in a file; nil if it does not know the fault, or there is
// none.
func (s *Session) Excused(file, identity string) *baseline.Entry {
	if s.publisher.known == nil {
		return nil
	}
	return s.publisher.known.Find(file, identity)
}

// Latent publishes a latent fault in the format, if that does not leave it to the command, and in the log.
func (s *Session) Latent(x Latent, stdout io.Writer) error {
	if s.publisher.target != "" {
		s.publisher.log.Latent = append(s.publisher.log.Latent, x.logged())
	}
	if s.publisher.format.latent == nil {
		return nil
	}
	return s.publisher.format.latent(s.publisher, x, stdout)
}

// Severe reports whether a kind of fault is as severe as the user wants for a build to fail.
func (s *Session) Severe(k semantics.Kind) bool { return s.options.severe(k) }

// Close prints what concerns all results together, and writes the log. The status is that of the rest of the run. Its
// error is an exit status, or says what went wrong.
func (s *Session) Close(ctx context.Context, status int, stdout io.Writer) error {
	if s.certificates != nil {
		defer s.certificates.close()
	}
	interrupted := context.Cause(ctx) == finder.Interrupted
	if status = worse(s.status, status); interrupted {
		status = exit.Inconclusive
	}
	if e, ok := errors.AsType[*output.LostError](cmp.Or(s.lost, s.publisher.finish(stdout))); ok {
		status = e.Status()
	}
	if err := s.publisher.writeLog(status, interrupted); err != nil {
		return err
	}
	if status != exit.OK {
		return exit.Status(status)
	}
	return nil
}
