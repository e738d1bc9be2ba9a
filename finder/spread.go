package finder

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/source"
)

// This file defines a search that is spread over jobs: which jobs there are, and what their answers come to.
//
// The jobs form a tree: what a job leaves becomes further jobs. Which ones follows from the answers, and answers follow
// from jobs. So neither the result nor a byte of its certificate depends on who does which job, or when. The bug that
// counts is that of the first job in the order of the tree, level by level.
//
// Nobody trusts the workers. A bug is run. A certificate goes to the checker; if it refuses an entry, the job that the
// entry came from is done here, then those before it in the order of the walk, until an answer turns out to be another
// one.

// Queue brings jobs to workers, and their answers back.
type Queue interface {
	// Put adds a job. If it is the same as an earlier one, the earlier answer was not right, and it is to be done
	// again.
	Put(job []byte) error
	// Next waits for an answer. An error says that the queue is of no more use: then all jobs are done here.
	Next(ctx context.Context) (Reply, error)
	// Progress is told how the search goes.
	Progress(Spreading)
}

// Reply is what a queue knows of a job: its answer, or that nobody could do it.
type Reply struct {
	Job    []byte // the digest of the job
	Answer []byte // nil if it was not done
	By     string // who says so

	parts []float64 // of an answer that was made here: those of its prefixes
}

// Spreading says how far a search is that is spread.
type Spreading struct {
	// jobs so far, those with an answer, answers that were not right, and jobs that were done here
	Jobs, Answered, Again, Here int
	States, Micros              int64
	Elapsed                     time.Duration
}

// How jobs are made.
const (
	jobWork   = 2_000_000     // of a job, in microseconds as they are counted
	firstWork = jobWork / 128 // of the first one; those of the next level have twice as much, so there soon are many
	// jobs that are made of what one leaves: the last states in the order of the walk get one each, because most
	// follows them
	fanOut   = 4
	maxTries = 3 // answers to a job that are not right, until it is done here
)

// node is a job in the tree.
type node struct {
	job      *Job
	digest   string
	level    int
	answer   *Answer
	sum      []byte // of the encoding of the answer
	bugs     []Finding
	by       string
	here     bool // whether it was done here
	tries    int
	put      bool // whether it is in the queue
	parent   *node
	children []*node
}

// spread is a search that is spread.
type spread struct {
	program Program
	options Options
	queue   Queue // nil if all is done here
	doer    *Doer
	verify  Verify
	root    *node
	jobs    map[string]*node
	waiting []*node         // for an answer, in the order in which they were made
	liars   map[string]bool // whose answers count no more; "" is nobody
	at      Spreading
	began   time.Time
}

// Verify has the checker judge a certificate. If it refuses it, entries says how many entries it had read.
type Verify func(*certs.Absence) (entries int, err error)

// Spread looks for bugs in a program with the help of a queue, in the place of a search that is long. A queue that is
// nil means that all jobs are done here. Of the options, All, JobWork, Limits.Loop, Merge, Minimize, Solver and Workers
// count.
// The result has the verdict Unknown, and says why, if it has neither a bug nor a certificate. The error says that an
// option is wrong, or that vouch is.
func Spread(ctx context.Context, program Program, o Options, q Queue, verify Verify) (*Result, error) {
	s := newSpread(program, o, nil)
	s.queue, s.verify = q, verify
	s.began = time.Now()
	r, err := s.run(ctx)
	if err == nil {
		r.Elapsed = time.Since(s.began)
	}
	return r, err
}

// newSpread returns a spread search of which nothing is done. Parts is what lies below its first prefix, if somebody
// asks how much of it is done.
func newSpread(program Program, o Options, parts []float64) *spread {
	s := &spread{program: program, options: o, doer: NewDoer(program), jobs: map[string]*node{},
		liars: map[string]bool{"": true}}
	s.root = s.add(nil, [][]byte{{}}, parts)
	return s
}

// add adds a job for some prefixes, below which lie some parts of the walk.
func (s *spread) add(parent *node, prefixes [][]byte, parts []float64) *node {
	o, level := s.options, 0
	if parent != nil {
		level = parent.level + 1
	}
	work := min(uint64(firstWork)<<min(level, 32), jobWork)
	n := &node{level: level, parent: parent, job: &Job{
		Program: s.doer.digest, Merge: o.Merge, All: o.All, Minimize: o.Minimize, Loop: uint64(o.Limits.Loop),
		Solver: cmp.Or(o.Solver, Solvers[0]), Work: cmp.Or(o.JobWork, work), Prefixes: prefixes,
		parts: parts,
	}}
	n.digest = string(n.job.Digest())
	s.jobs[n.digest] = n
	s.waiting = append(s.waiting, n)
	return n
}

// run asks for jobs until nothing is open.
func (s *spread) run(ctx context.Context) (*Result, error) {
	for ctx.Err() == nil && !s.decided() {
		var err error
		switch {
		case len(s.waiting) == 0:
			var done bool
			if done, err = s.verified(ctx); done {
				return s.result(ctx)
			}
		case s.queue == nil:
			_, err = s.doAbreast(ctx, math.MaxInt64)
		default:
			if s.fill(); s.queue != nil {
				err = s.await(ctx)
			}
		}
		if wrong, ok := errors.AsType[*misled](err); ok {
			err = s.mend(ctx, wrong)
		}
		if err != nil && ctx.Err() == nil {
			return nil, err
		}
		if s.queue != nil {
			s.at.Jobs, s.at.Answered, s.at.Elapsed = len(s.jobs), len(s.jobs)-len(s.waiting), time.Since(s.began)
			s.queue.Progress(s.at)
		}
	}
	return s.result(ctx)
}

// fill puts what waits into the queue, up to the level of the first bug.
func (s *spread) fill() {
	last := math.MaxInt
	for _, n := range s.inOrder() {
		if len(n.bugs) > 0 && !s.options.All {
			last = n.level
			break
		}
	}
	for _, n := range s.waiting {
		if n.put || n.level > last || s.queue == nil {
			continue
		}
		if n.put = true; s.queue.Put(n.job.Encode()) != nil {
			s.queue = nil
		}
	}
}

// await waits for a reply. If the queue is of no more use, all is done here.
func (s *spread) await(ctx context.Context) error {
	reply, err := s.queue.Next(ctx)
	if err != nil {
		s.queue = nil
		return nil
	}
	return s.take(ctx, reply)
}

// take takes a reply.
func (s *spread) take(ctx context.Context, r Reply) error {
	n := s.jobs[string(r.Job)]
	switch {
	case n == nil:
		return nil
	case n.answer != nil && (n.here || r.Answer == nil || s.liars[r.By] || bytes.Equal(n.sum, digestOf(r.Answer))):
		return nil
	case n.answer != nil: // two answers to one job: one of them is wrong
		err := s.redo(ctx, n)
		if err == nil && !bytes.Equal(n.sum, digestOf(r.Answer)) {
			s.distrust(r.By)
		}
		return err
	case r.Answer != nil && !s.liars[r.By] && s.accept(ctx, n, r) == nil:
		return nil
	}
	s.at.Again++
	if n.tries++; n.tries >= maxTries || r.Answer == nil {
		return s.doHere(ctx, n)
	}
	n.put = false
	return nil
}

// accept makes a reply the answer of n, unless it cannot be right.
func (s *spread) accept(ctx context.Context, n *node, r Reply) error {
	a, err := DecodeAnswer(r.Answer, n.job)
	if err != nil {
		return err
	}
	bugs, err := s.ran(ctx, a)
	if err != nil {
		return err
	}
	a.parts = r.parts
	n.answer, n.sum, n.bugs, n.by = a, digestOf(r.Answer), bugs, r.By
	s.waiting = slices.DeleteFunc(s.waiting, func(w *node) bool { return w == n })
	s.expand(n)
	s.at.States += int64(a.States)
	s.at.Micros += int64(a.Micros)
	return nil
}

// What a run with the inputs of a bug may take, as a meter counts it: about what the checker grants a run.
const (
	ranWork  = 1 << 31
	ranWords = 1 << 26
)

// ran runs the bugs of an answer.
func (s *spread) ran(ctx context.Context, a *Answer) (bugs []Finding, err error) {
	meter := semantics.NewMeter(ranWork, ranWords)
	meter.Until(func() string {
		if ctx.Err() != nil {
			return context.Cause(ctx).Error()
		}
		return ""
	})
	for _, b := range a.Bugs {
		f, ok := within(s.program, b.Inputs, int64(b.Steps)+1, meter)
		if !ok {
			return nil, fmt.Errorf("answer: found inputs that lead to no fault within %d steps, want a bug", b.Steps)
		}
		bugs = append(bugs, f)
	}
	return bugs, nil
}

// doAbreast does the first jobs that wait in this process, several at a time, and takes their answers in the order of
// the tree. Together they have at most so much work, unless it is one. It returns the jobs. The very first job is done
// alone: the others begin where it found that the first input is drawn.
func (s *spread) doAbreast(ctx context.Context, most int64) ([]*node, error) {
	batch := s.first(most)
	if batch[0] == s.root {
		return batch, s.doHere(ctx, s.root)
	}
	type done struct {
		answer *Answer
		err    error
	}
	var tries []try[done]
	for _, n := range batch {
		doer := *s.doer
		tries = append(tries, func(ctx context.Context, _ func()) done {
			a, err := doer.Do(ctx, n.job)
			return done{a, err}
		})
	}
	last := func(d done) bool { return d.err != nil || len(d.answer.Bugs) > 0 && !s.options.All }
	for i, d := range abreast(ctx, s.options.Workers, last, func(int, bool) {}, tries...) {
		if err := s.did(ctx, batch[i], d.answer, d.err); err != nil {
			return batch, err
		}
	}
	return batch, nil
}

// mostAbreast is how many jobs are done in this process until their answers are taken.
const mostAbreast = 64

// first returns the first jobs in the order of the tree that wait: one, and as many more as have at most so much work
// together.
func (s *spread) first(most int64) (list []*node) {
	for _, n := range s.inOrder() {
		if n.answer != nil {
			continue
		}
		if most -= int64(n.job.Work); len(list) == mostAbreast || len(list) > 0 && most < 0 {
			break
		}
		list = append(list, n)
	}
	return list
}

// doHere does a job in this process.
func (s *spread) doHere(ctx context.Context, n *node) error {
	a, err := s.doer.Do(ctx, n.job)
	return s.did(ctx, n, a, err)
}

// did takes what a job that was done in this process came to.
func (s *spread) did(ctx context.Context, n *node, a *Answer, err error) error {
	if err != nil && ctx.Err() == nil && n != s.root { // the prefix came from a worker who was wrong
		return &misled{n, err}
	}
	if err != nil {
		return err
	}
	s.at.Here++
	if data := a.Encode(); n.answer == nil || !bytes.Equal(n.sum, digestOf(data)) {
		s.drop(n)
		if err := s.accept(ctx, n, Reply{Answer: data, parts: a.parts}); err != nil {
			return fmt.Errorf("finder: a job that was done here: %w", err)
		}
	}
	n.by, n.here = "", true
	return nil
}

// misled is the error of a job that comes from a wrong answer.
type misled struct {
	*node
	error
}

// mend does again what a job comes from that does not fit the program. If that was right, the error says that vouch is
// wrong.
func (s *spread) mend(ctx context.Context, wrong *misled) error {
	for n := wrong.parent; ; n = n.parent {
		err := s.redo(ctx, n)
		if _, ok := errors.AsType[*misled](err); ok {
			continue
		}
		if err == nil && s.jobs[wrong.digest] == wrong.node {
			return fmt.Errorf("finder: a job that was made here: %w", wrong.error)
		}
		return err
	}
}

// expand makes jobs of what n left.
func (s *spread) expand(n *node) {
	left, parts := n.answer.Left, n.answer.parts
	for len(left) > 0 {
		next := left[:1]
		if len(n.children) == 0 && len(left) > fanOut {
			next = left[:len(left)-fanOut+1]
		}
		var its []float64
		if parts != nil {
			its, parts = parts[:len(next)], parts[len(next):]
		}
		n.children = append(n.children, s.add(n, next, its))
		left = left[len(next):]
	}
}

// inOrder returns the jobs in the order of the tree, level by level.
func (s *spread) inOrder() (list []*node) {
	for level := []*node{s.root}; len(level) > 0; {
		list = append(list, level...)
		var next []*node
		for _, n := range level {
			next = append(next, n.children...)
		}
		level = next
	}
	return list
}

// walked returns the jobs in the order of the walk.
func (s *spread) walked() (list []*node) {
	var visit func(*node)
	visit = func(n *node) {
		list = append(list, n)
		for _, c := range n.children {
			visit(c)
		}
	}
	visit(s.root)
	return list
}

// decided reports whether the bug that counts is known.
func (s *spread) decided() bool {
	if s.options.All {
		return false
	}
	for _, n := range s.inOrder() {
		if n.answer == nil || len(n.bugs) > 0 {
			return n.answer != nil
		}
	}
	return false
}

// joined returns the certificate of all answers; nil if they leave something open.
func (s *spread) joined() *certs.Absence {
	c := &certs.Absence{Kind: certs.KindSafe, Program: s.program.About}
	cuts, size := uint64(0), 0
	for _, n := range s.walked() {
		if len(n.answer.Bugs)+len(n.answer.Open) > 0 {
			return nil
		}
		c.Ways = append(c.Ways, n.answer.Ways...)
		for _, p := range n.answer.Ways {
			size += leastBytes(p)
		}
		cuts += n.answer.Cuts
	}
	if size > certs.MaxBytes || len(c.Ways) > mostWays {
		return nil
	}
	if cuts > 0 {
		c.Kind, c.LoopLimit = certs.KindBounded, uint64(s.options.Limits.Loop)
	}
	c.Seal()
	return c
}

// verified reports whether what the answers come to is right, as far as the checker can say. If it is not, some jobs
// are done anew.
func (s *spread) verified(ctx context.Context) (bool, error) {
	c := s.joined()
	if c == nil || s.verify == nil {
		return true, nil
	}
	entries, err := s.verify(c)
	if err == nil {
		return true, nil
	}
	list := s.walked()
	at := len(list) - 1
	for i, n := range list {
		if entries -= len(n.answer.Ways); entries <= 0 && len(n.answer.Ways) > 0 {
			at = i
			break
		}
	}
	for _, n := range slices.Backward(list[:at+1]) {
		if n.here {
			continue
		}
		before := n.sum
		if err := s.redo(ctx, n); err != nil || !bytes.Equal(n.sum, before) {
			return false, err
		}
	}
	for _, n := range list[at+1:] { // the checker did not come there, but what it read may have been meant for these
		if !n.here {
			return false, s.redo(ctx, n)
		}
	}
	return true, nil
}

// redo does a job here that a worker has done. If its answer is another one, all answers of that worker count no more.
func (s *spread) redo(ctx context.Context, n *node) error {
	before, by := n.sum, n.by
	if err := s.doHere(ctx, n); err != nil || bytes.Equal(n.sum, before) || by == "" {
		return err
	}
	s.distrust(by)
	return nil
}

// distrust has all answers of a worker count no more.
func (s *spread) distrust(by string) {
	s.at.Again++
	s.liars[by] = true
	for _, m := range s.inOrder() {
		if m.answer != nil && m.by == by && s.jobs[m.digest] == m {
			s.drop(m)
			m.answer, m.bugs, m.sum, m.by, m.put = nil, nil, nil, "", false
			s.waiting = append(s.waiting, m)
		}
	}
}

// drop forgets all jobs below n.
func (s *spread) drop(n *node) {
	for _, c := range n.children {
		s.drop(c)
		delete(s.jobs, c.digest)
		s.waiting = slices.DeleteFunc(s.waiting, func(w *node) bool { return w == c })
	}
	n.children = nil
}

// result returns what the answers come to.
func (s *spread) result(ctx context.Context) (*Result, error) {
	r := &Result{Program: s.program.About, Limits: s.options.Limits, Verdict: Unknown}
	known := map[semantics.Fault]bool{}
	whole := true
	for _, n := range s.inOrder() {
		if n.answer == nil {
			whole = false
			r.Coverage.Frontier += len(n.job.Prefixes)
			continue
		}
		r.Coverage.States += int64(n.answer.States)
		r.Coverage.Cut += int64(n.answer.Cuts)
		r.Coverage.Depth = max(r.Coverage.Depth, int64(n.answer.Depth))
		for _, f := range n.bugs {
			if !known[f.Fault] && (s.options.All || len(r.Findings) == 0) {
				known[f.Fault] = true
				r.Findings = append(r.Findings, f)
			}
		}
	}
	if len(r.Findings) > 0 {
		if r.Verdict = Bug; !s.options.All {
			r.Coverage.Ended, r.Coverage.Why = FirstBug, FirstBug.Error()
			return r, nil
		}
	}
	switch {
	case ctx.Err() != nil:
		r.Coverage.Ended, r.Coverage.Why = endingOf(ctx)
	case !whole:
		r.Coverage.Ended, r.Coverage.Why = Stopped, Stopped.Error()
	default:
		s.conclude(r, known)
	}
	return r, nil
}

// conclude says of a result for which all jobs were done what they leave open.
func (s *spread) conclude(r *Result, known map[semantics.Fault]bool) {
	for _, n := range s.inOrder() {
		for _, o := range n.answer.Open {
			at := source.Span{File: int32(o.File), Line: int32(o.Line), Column: int32(o.Column),
				EndLine: int32(o.EndLine), EndColumn: int32(o.EndColumn)}
			switch o.What {
			case NotSupported:
				r.Coverage.unsupported(Unsupported{o.Reason, at, 1})
			case Undecided:
				if f := (semantics.Fault{Kind: semantics.Kind(o.Kind), Span: at}); !known[f] {
					r.add(Finding{Fault: f, Reason: o.Reason})
				}
			case Contradiction:
				r.Wrong = o.Reason
			case Unproved:
				if r.Held == nil {
					r.Held = &Held{By: []string{holder}, Ways: 1, Reason: o.Reason}
				}
				r.Held.More = true
			default:
				r.Coverage.Ended, r.Coverage.Why = o.What, o.Reason
			}
		}
	}
	if r.Verdict == Bug {
		return
	}
	if r.Absence = s.joined(); r.Absence != nil {
		r.Verdict = Verdict(r.Absence.Kind)
		return
	}
	if len(r.Findings) == 0 && r.Coverage.Exhausted() && r.Held == nil && r.Wrong == "" {
		r.Coverage.Ended, r.Coverage.Why = TooLarge, TooLarge.Error()
	}
}
