package proptest

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder"
	"vouch/semantics/fronts"
)

// This file states what a search promises that is spread over jobs: the same certificate whoever does them, in whatever
// order, and whatever liars say.

// mostJobs is how many jobs a search may have.
const mostJobs = 300

// jobLimits bound the checking of joined certificates. A walk that does not end comes to them soon.
var jobLimits = checker.Limits{MaxSteps: 2000, MaxBytes: 1 << 20, MaxMemory: 64 << 20}

// crowd does jobs in any order. Liars are among those who do them.
type crowd struct {
	doer    *finder.Doer
	random  *rand.Rand
	honest  bool
	waiting [][]byte
	jobs    int
	lies    int
	end     context.CancelFunc
}

// search searches a program with the help of a crowd.
func (c *crowd) search(p finder.Program, o finder.Options) (*finder.Result, error) {
	ctx, end := context.WithCancel(context.Background())
	defer end()
	c.doer, c.end = finder.NewDoer(p), end
	return finder.Spread(ctx, p, o, c, joined)
}

// Put implements finder.Queue.
func (c *crowd) Put(job []byte) error {
	if c.jobs++; c.jobs > mostJobs {
		c.end()
	}
	c.waiting = append(c.waiting, job)
	return nil
}

// Progress implements finder.Queue.
func (c *crowd) Progress(finder.Spreading) {}

// Next implements finder.Queue.
func (c *crowd) Next(ctx context.Context) (finder.Reply, error) {
	if len(c.waiting) == 0 {
		return finder.Reply{}, errors.New("nothing waits, and an answer is wanted")
	}
	i := c.random.IntN(len(c.waiting))
	j, err := finder.DecodeJob(c.waiting[i])
	if err != nil {
		return finder.Reply{}, err
	}
	c.waiting = slices.Delete(c.waiting, i, i+1)
	a, err := c.doer.Do(ctx, j)
	if err != nil {
		return finder.Reply{Job: j.Digest(), By: "honest"}, nil
	}
	data := a.Encode()
	if c.honest || c.random.IntN(4) > 0 {
		return finder.Reply{Job: j.Digest(), Answer: data, By: "honest"}, nil
	}
	c.lies++
	switch c.random.IntN(5) {
	case 0:
		a.Ways, a.Left, a.Bugs = nil, nil, nil
	case 1:
		a.Left = nil
	case 2:
		a.Ways = a.Ways[:len(a.Ways)/2]
	case 3:
		a.Bugs = append(a.Bugs, finder.Lead{Steps: uint64(c.random.IntN(50))})
	default:
		data[c.random.IntN(len(data))]++
		return finder.Reply{Job: j.Digest(), Answer: data, By: "liar"}, nil
	}
	return finder.Reply{Job: j.Digest(), Answer: a.Encode(), By: "liar"}, nil
}

// isLimit reports whether the checker does not come to the end of a certificate.
func isLimit(c *certs.Absence) bool {
	_, err := checker.Check(certs.Encode(c), checker.Options{Limits: jobLimits, Lower: fronts.All.Lower})
	return errors.Is(err, checker.ErrLimit)
}

// joined has the checker judge a certificate that was joined. It returns how many entries it read.
func joined(c *certs.Absence) (entries int, err error) {
	_, err = checker.Check(certs.Encode(c), checker.Options{Limits: jobLimits, Lower: fronts.All.Lower,
		Visit: func(v checker.Visit) {
			for _, w := range v.Ways {
				if w.Decided {
					entries++
				}
			}
		}})
	if errors.Is(err, checker.ErrLimit) {
		return entries, nil
	}
	return entries, err
}

func jobs[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	random := c.Rand()
	o := finder.Options{Limits: finder.Limits{Loop: 2}, Solver: "lia", Merge: c.Seed>>10%2 == 0,
		JobWork: uint64(5 + random.IntN(60))}
	one := &crowd{random: random, honest: true}
	alone, err := one.search(c.Program, o)
	if err != nil {
		return against("%v", err)
	}
	q := &crowd{random: random, honest: c.Seed>>11%2 == 0}
	r, err := q.search(c.Program, o)
	if err != nil {
		return against("%v", err)
	}
	count(string(alone.Verdict))
	if q.jobs > 3 {
		count("several jobs")
	}
	if q.lies > 0 {
		count("lies")
	}
	if alone.Verdict == finder.Unknown {
		return vacuous
	}
	switch {
	case q.lies == 0 && !bytes.Equal(certificateOf(r), certificateOf(alone)):
		return against("found %s by jobs in another order, want the certificate of %s", r.Verdict, alone.Verdict)
	case r.Verdict == finder.Unknown || r.Absence != nil && isLimit(r.Absence):
		count("kept from its end")
		return ok
	}
	// A lie may hide a bug where there is another one, and that a loop goes on, but not from the checker.
	if _, err := c.check(certificateOf(r)); err != nil {
		return against("the checker refuses the certificate of %s: %v", r.Verdict, err)
	}
	if r.Verdict != finder.Safe {
		return ok
	}
	for _, m0 := range append(c.cube(), c.M0) {
		if e := c.concretely(m0, 10*MaxPosition); e.Fault.Kind != "" {
			return against("the verdict is safe, but from %v the run ends %v", m0, e)
		}
	}
	return ok
}

// certificateOf returns the certificate of a result; nil if it has none.
func certificateOf(r *finder.Result) []byte {
	switch certain := r.Certain(); {
	case r.Absence != nil:
		return certs.Encode(r.Absence)
	case len(certain) > 0:
		return certs.Encode(certain[0].Bug)
	}
	return nil
}
