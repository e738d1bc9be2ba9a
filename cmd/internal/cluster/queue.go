package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"vouch/certs"
	"vouch/finder"
)

// This file defines what a search sees of a cluster.

// Queue brings the jobs of a search, or of a scan, to workers. It is a finder.Queue.
type Queue struct {
	fleet   *Fleet
	store   *store
	kind    *kind
	about   []byte // the program, or the project
	program []byte // its digest
	watch   jetstream.KeyWatcher
	asked   map[string]int    // how often a job was put
	open    map[string][]byte // jobs without an answer, by their digests
	order   []string          // their digests, in the order in which they were put
	ready   []finder.Reply    // answers that need no waiting
	looked  time.Time         // when it was last seen whether anybody works
	asleep  time.Time         // since when nothing has come
	stuck   int               // how often in a row an answer was missed, while nobody was at a job
	mu      sync.Mutex
	counts  Counts
}

// mostStuck is how often in a row an answer may be missed while nobody is at a job, before jobs are done here.
const mostStuck = 3

// How long a search waits.
const lookEvery = time.Second / 2 // before it looks whether anybody works, and what became of its jobs

var (
	patience   = 6 * time.Second  // before it does a job itself, if nobody works
	lostAfter  = 10 * time.Second // for an answer, before it looks for answers that it did not hear of
	backWithin = 20 * time.Second // for a server to come back
)

// Open returns a queue for the search of a program.
func (f *Fleet) Open(ctx context.Context, about certs.Program) (*Queue, error) {
	return f.open(ctx, &searches, certs.Encode(about), finder.ProgramDigest(about))
}

// Project returns a queue for jobs about a project, which is what Worker.Project reads. Nothing is known here of these
// jobs but their bytes, of which the digest is the SHA-256.
func (f *Fleet) Project(ctx context.Context, project []byte) (*Queue, error) {
	digest := sha256.Sum256(project)
	return f.open(ctx, &scans, project, digest[:])
}

// open returns a queue for jobs about something that has a digest.
func (f *Fleet) open(ctx context.Context, k *kind, about, digest []byte) (*Queue, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*requestTime)
	defer cancel()
	s, err := f.start(ctx)
	if err != nil {
		f.complain(err)
		return nil, err
	}
	q := &Queue{fleet: f, kind: k, about: about, program: digest, asked: map[string]int{}, open: map[string][]byte{},
		asleep: time.Now(), looked: time.Now()}
	if err := q.attach(ctx, s); err != nil {
		f.complain(err)
		return nil, err
	}
	return q, nil
}

// attach has the queue use a store.
func (q *Queue) attach(ctx context.Context, s *store) error {
	if err := s.putSubject(ctx, q.kind, q.program, q.about); err != nil {
		return err
	}
	w, err := s.answers.Watch(context.WithoutCancel(ctx), hex.EncodeToString(q.program)+".*", jetstream.UpdatesOnly())
	if err != nil {
		return err
	}
	if q.watch != nil {
		q.watch.Stop()
	}
	q.store, q.watch = s, w
	return nil
}

// Put implements finder.Queue.
func (q *Queue) Put(job []byte) error {
	digest, err := q.kind.digest(job)
	if err != nil {
		return err
	}
	name, key := string(digest), key(q.program, digest)
	again := q.asked[name] > 0
	q.asked[name]++
	if len(job) > maxInline || q.stuck >= mostStuck {
		q.answered(digest, answer{Failed: "no message holds it, or nobody takes it"})
		return nil
	}
	err = q.patiently(func(ctx context.Context) error {
		if again {
			if err := q.store.answers.Purge(ctx, key); err != nil {
				return err
			}
		} else if e, err := q.store.answers.Get(ctx, key); err == nil { // from an earlier search
			if a, err := q.store.read(ctx, e.Value()); err == nil && a.Failed == "" {
				q.answered(digest, a)
				return nil
			}
		}
		if q.open[name] == nil {
			q.order = append(q.order, name)
		}
		q.open[name] = job
		return q.store.publish(ctx, q.kind, q.program, job, again)
	})
	if err != nil {
		q.fleet.complain(err)
	}
	return err
}

// patiently calls do until it has no error, for as long as a server may take to come back. If that has lost what was
// stored, it is made again.
func (q *Queue) patiently(do func(context.Context) error) (err error) {
	for began := time.Now(); time.Since(began) < backWithin; time.Sleep(backWithin / 100) {
		ctx, cancel := context.WithTimeout(context.Background(), backWithin/10)
		if err = do(ctx); err == nil {
			cancel()
			return nil
		}
		if !q.store.conn.IsConnected() {
			cancel()
			continue
		}
		if again, e := openStore(ctx, q.store.conn, q.store.where); e == nil {
			if _, e := again.consumer(ctx); e == nil {
				q.attach(ctx, again)
			}
		}
		cancel()
	}
	return err
}

// Next implements finder.Queue.
func (q *Queue) Next(ctx context.Context) (finder.Reply, error) {
	for tick := time.Tick(lookEvery); ; {
		if time.Since(q.looked) >= lookEvery {
			q.look(ctx)
		}
		if len(q.ready) > 0 {
			r := q.ready[0]
			q.ready = q.ready[1:]
			return r, nil
		}
		if err := q.fleet.broken(); err != nil {
			return finder.Reply{}, err
		}
		select {
		case <-ctx.Done():
			return finder.Reply{}, context.Cause(ctx)
		case e, ok := <-q.watch.Updates():
			if !ok {
				err := errors.New("the answers come no more")
				q.fleet.complain(err)
				return finder.Reply{}, err
			}
			if e != nil && e.Operation() == jetstream.KeyValuePut {
				q.take(ctx, e)
			}
		case <-tick:
		}
	}
}

// take makes a stored answer ready.
func (q *Queue) take(ctx context.Context, e jetstream.KeyValueEntry) {
	_, name, _ := strings.Cut(e.Key(), ".")
	digest, err := hex.DecodeString(name)
	if err != nil {
		return
	}
	if q.asked[string(digest)] == 0 {
		return // of another search
	}
	a, err := q.store.read(ctx, e.Value())
	if err != nil {
		a = answer{By: "the store", Data: []byte{}}
	}
	q.asleep, q.stuck = time.Now(), 0
	q.answered(digest, a)
}

// answered makes an answer ready.
func (q *Queue) answered(digest []byte, a answer) {
	if q.open[string(digest)] != nil {
		delete(q.open, string(digest))
		q.order = slices.DeleteFunc(q.order, func(d string) bool { return d == string(digest) })
	}
	r := finder.Reply{Job: digest, Answer: a.Data, By: a.By}
	if a.Failed != "" {
		r.Answer = nil
	} else if r.Answer == nil {
		r.Answer = []byte{}
	}
	q.ready = append(q.ready, r)
}

// look looks who works. If nobody does, a job becomes ready to be done here; if nothing has come for long, it looks
// what has become of the jobs.
func (q *Queue) look(ctx context.Context) {
	q.looked = time.Now()
	ctx, cancel := context.WithTimeout(ctx, 4*lookEvery)
	defer cancel()
	c := Counts{Restarts: q.fleet.restarts()}
	if list, err := q.store.roll(ctx); err == nil {
		c.Workers = len(list)
	}
	lost := false
	if w, err := q.store.consumer(ctx); err == nil {
		info := w.CachedInfo()
		c.Waiting, c.Running = int(info.NumPending), info.NumAckPending
		lost = c.Waiting+c.Running == 0
	}
	q.mu.Lock()
	q.counts = c
	q.mu.Unlock()
	if len(q.order) == 0 {
		return
	}
	silent := time.Since(q.asleep)
	if silent > patience && c.Workers == 0 {
		if err := q.fleet.lacks(); err != nil {
			q.fleet.complain(err)
		}
		q.answered([]byte(q.order[0]), answer{Failed: "nobody works"})
		return
	}
	if silent > lostAfter {
		q.asleep = time.Now()
		if c.Running == 0 {
			q.stuck++
		}
		q.recover(ctx, lost)
	}
}

// recover takes answers that came while nobody listened. If the cluster has lost the jobs, it gets them once more.
func (q *Queue) recover(ctx context.Context, lost bool) {
	for _, name := range slices.Clone(q.order) {
		if e, err := q.store.answers.Get(ctx, key(q.program, []byte(name))); err == nil {
			if a, err := q.store.read(ctx, e.Value()); err == nil {
				q.stuck = 0
				q.answered([]byte(name), a)
				continue
			}
		}
		if q.stuck >= mostStuck {
			q.fleet.complain(errors.New("for a time, nobody began a job, or could store an answer"))
			q.answered([]byte(name), answer{Failed: "nobody answers"})
		} else if lost {
			q.store.publish(ctx, q.kind, q.program, q.open[name], true)
		}
	}
}

// Progress implements finder.Queue.
func (q *Queue) Progress(s finder.Spreading) { q.fleet.Metrics.search(s, q.Counts()) }

// Counts returns what was last seen of the workers.
func (q *Queue) Counts() Counts {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.counts
}

// Sees returns what was last seen, number by number.
func (q *Queue) Sees() (workers, waiting, running, restarts int) {
	c := q.Counts()
	return c.Workers, c.Waiting, c.Running, c.Restarts
}

// Close takes back the jobs that nobody has begun.
func (q *Queue) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), requestTime)
	defer cancel()
	q.watch.Stop()
	q.store.jobs.Purge(ctx, jetstream.WithPurgeSubject(q.kind.subject(q.program)))
}
