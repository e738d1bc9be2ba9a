package find

import (
	"context"
	"errors"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics/fronts"
)

// This file defines how a search that has become long is spread over workers.

// watched shows how a queue gets on.
type watched struct {
	Crew
	tell func(finder.Spreading)
}

// Progress implements finder.Queue.
func (w watched) Progress(s finder.Spreading) {
	w.Crew.Progress(s)
	w.tell(s)
}

// spread searches a program with the help of workers, and tells how it gets on. It returns nil if there are none, or if
// the search is to go on here for another reason.
func spread(ctx context.Context, crew func(context.Context, certs.Program) (Crew, error), p *load.Program,
	o finder.Options, tell func(*crewed, finder.Spreading)) *finder.Result {
	q, err := crew(ctx, p.About)
	if err != nil {
		return nil
	}
	defer q.Close()
	r, err := finder.Spread(ctx, finder.Program{Core: p.Core, About: p.About}, o,
		watched{q, func(s finder.Spreading) { tell(crewOf(q, s), s) }}, verify)
	if err != nil {
		return nil
	}
	for _, f := range r.Certain() {
		if o.Found != nil {
			o.Found(f)
		}
	}
	return r
}

// crewOf says how far a search is that is spread.
func crewOf(q Crew, s finder.Spreading) *crewed {
	c := &crewed{Answered: s.Answered, Again: s.Again, Here: s.Here}
	c.Workers, c.Waiting, c.Running, c.Restarts = q.Sees()
	if ms := s.Elapsed.Milliseconds(); ms > 0 {
		c.Rate = s.States * 1000 / ms
	}
	return c
}

// verify has the checker judge a certificate whose parts come from workers. If it refuses the certificate, entries says
// how many entries it had read. If it only comes to a limit, that is nobody's fault.
func verify(c *certs.Absence) (entries int, err error) {
	read := func(v checker.Visit) {
		for _, way := range v.Ways {
			if way.Decided {
				entries++
			}
		}
	}
	data := certs.Encode(c)
	_, err = checker.Check(data, checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower, Visit: read})
	if errors.Is(err, checker.ErrLimit) || isLimit(err, data) {
		return entries, nil
	}
	return entries, err
}
