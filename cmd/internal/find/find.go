package find

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/memory"
	"vouch/cmd/internal/output"
	"vouch/finder"
)

// This file defines a run of find: results are published as they come, and the exit status sums them up.

// Run looks for bugs in all files and publishes the results in the order of the files. A context that ends with the
// cause finder.Interrupted ends the search; the results are published all the same. Its error is an exit status, or
// says what went wrong.
func Run(ctx context.Context, o Options, files []checkcmd.File, stdout, stderr io.Writer) error {
	p, err := newPublisher(o, checkcmd.Names(files))
	if err != nil {
		return err
	}
	var certificates *folder
	if !o.NoCertificate {
		if certificates, err = openFolder(o.Certificates); err != nil {
			return err
		}
		defer certificates.close()
	}
	var seeds *folder
	if o.SeedsOut != "" {
		if seeds, err = openSeeds(o.SeedsOut); err != nil {
			return err
		}
		defer seeds.close()
	}
	memory.Garbage(Garbage)
	show := newProgress(stderr, o.Progress)
	s := &search{options: o, files: files, certificates: certificates, seeds: seeds, cache: newCache(o), show: show,
		compare: p.compare}
	status := exit.OK
	var lost error // the first error in printing; everything else is written all the same
	for _, result := range s.start(ctx) {
		r := <-result
		show.print(func() { lost = cmp.Or(lost, p.publish(r, stdout, stderr)) })
		status = worse(status, r.status())
	}
	show.clear()
	if text := s.cache.complaint(); text != "" {
		fmt.Fprintln(stderr, p.format.line(text))
	}
	if o.Complaint != nil && o.Complaint() != "" {
		fmt.Fprintln(stderr, p.format.line(o.Complaint()))
	}
	interrupted := context.Cause(ctx) == finder.Interrupted
	if interrupted {
		status = exit.Inconclusive
	}
	if e, ok := errors.AsType[*output.LostError](cmp.Or(lost, p.finish(stdout))); ok {
		status = e.Status()
	}
	if err := cmp.Or(p.writeWitness(), p.writeCoverage(), p.writeLog(status, interrupted)); err != nil {
		return err
	}
	if status != exit.OK {
		return exit.Status(status)
	}
	return nil
}

// worse returns the exit status of a run in which both occurred.
func worse(a, b int) int {
	for _, s := range []int{exit.BadInput, exit.Bug, exit.Inconclusive} {
		if a == s || b == s {
			return s
		}
	}
	return exit.OK
}
