package scan

import (
	"slices"

	"vouch/certs"
	"vouch/cmd/internal/baseline"
	"vouch/cmd/internal/find"
)

// This file defines how latent faults are compared with a baseline: the known ones are told as such, others count if
// they are told, and those that are no more are told of, too.

// compare looks latent faults up in the baseline. Project has all functions of the files, which may be more than were
// looked at.
func (p *Project) compare(session *find.Session, project []*function, known map[*function]*Outcome) {
	entries, ok := session.Latents()
	if !ok {
		return
	}
	p.compared = true
	for _, out := range p.Functions {
		for i := range out.faults {
			x := &out.faults[i]
			e := session.Excused(out.Where.File, x.Identity)
			if x.Known = new(e != nil); e != nil {
				x.Since, x.Excuse = e.Since, e.Reason
			}
		}
	}
	for _, e := range entries {
		var of []*Outcome // the functions that it may be about
		here, left := false, false
		for _, f := range project {
			if file := f.entry.Where.File; baseline.Name(file) != e.File && certs.BaseName(file) != e.File {
				continue
			}
			if here = true; f.entry.Name != e.Function {
				continue
			}
			if out := known[f]; out != nil {
				of = append(of, out)
			} else {
				left = true
			}
		}
		seen := func(out *Outcome) bool {
			return slices.ContainsFunc(out.faults, func(x latentJSON) bool { return x.Identity == e.Identity })
		}
		if here && (len(of) > 0 || !left) && !slices.ContainsFunc(of, seen) {
			p.gone = append(p.gone, gone{e, !left && !slices.ContainsFunc(of, func(out *Outcome) bool {
				return !out.excludes()
			})})
		}
	}
}

// excludes reports whether a function has no other latent faults than known ones, as far as its harness goes.
func (f *Outcome) excludes() bool {
	return (f.Verdict == Safe || f.Verdict == Latent && f.complete) &&
		!slices.ContainsFunc(f.faults, func(x latentJSON) bool { return !*x.Known })
}
