package scan

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"sync"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/find"
	"vouch/internal/load"
)

// This file defines how functions are looked at by workers, whom nobody has to trust. Each function is a job. What is
// told is the same whoever does it: a job is counted work, and depends on nothing but the project.

// mostPut is how many jobs wait for workers at a time.
const mostPut = 1 << 9

// oneOf is of how many answers one is compared with what is found here.
const oneOf = 8

// crew looks at functions with the help of workers.
type crew struct {
	o       Options
	session *find.Session
	all     []*function
	done    func(i int, out *Outcome)

	mu    sync.Mutex
	heard map[string]int  // by worker: how many answers it gave that can be believed
	lied  map[string]bool // the workers whose answers were wrong
	by    []string        // by function: the worker whose answer was believed; "" if none was
	outs  []*Outcome
}

// reply is an answer about a function; one without data was not given.
type reply struct {
	function int
	data     []byte
	by       string
}

// into returns files that are read by t.
func (t *snapshot) into(files []Source) []Source {
	files = slices.Clone(files)
	for i := range files {
		f := &files[i]
		linked := f.Linked
		f.C.Read, f.Linked = t.read, func(harness string) (load.C, []string, error) {
			c, main, err := linked(harness)
			c.Read = t.read
			return c, main, err
		}
	}
	return files
}

// spread has workers look at functions of a project, and gives what became of each to its result. What they cannot do
// is done here.
func spread(ctx context.Context, o Options, session *find.Session, known *cache, read *snapshot, files []Source,
	project, all []*function, results []chan *Outcome, seen func(int, *Outcome)) {
	outs := make([]*Outcome, len(all))
	var some, numbers []int
	for i, f := range all {
		if outs[i] = f.recalled(ctx, o, session, known); outs[i] == nil {
			some = append(some, i)
		} else {
			seen(i, outs[i])
		}
		numbers = append(numbers, slices.Index(project, f))
	}
	known.lacks() // of the project as a whole, which was not read by the cache
	w := &crew{o: o, session: session, all: all, done: seen}
	var queue Queue
	data, err := ship(o, read, files, numbers)
	if err == nil && len(some) > 0 {
		queue, err = o.Crew(ctx, data)
	}
	if err != nil {
		if queue = nil; o.Complain != nil {
			o.Complain(fmt.Sprintf("functions were looked at in this process: %v", err))
		}
	}
	looked := w.look(ctx, queue, data, some)
	if queue != nil {
		queue.Close()
	}
	if o.Complain != nil && len(w.lied) > 0 {
		o.Complain(fmt.Sprintf("%s gave wrong answers: what they said was looked at in this process",
			checkcmd.Count(int64(len(w.lied)), "worker")))
	}
	for _, i := range some {
		outs[i] = looked[i]
		all[i].asked = true // perhaps, by who looked at it
		// not mere words of a worker
		all[i].remember(ctx, o, known, outs[i])
	}
	for i, out := range outs {
		results[i] <- out
	}
}

// look looks at those functions that have a number in some, and returns what became of each; nil if there was no time
// for it. Workers look at as many as they can.
func (w *crew) look(ctx context.Context, queue Queue, project []byte, some []int) []*Outcome {
	w.heard, w.lied, w.by, w.outs = map[string]int{}, map[string]bool{}, make([]string, len(w.all)),
		make([]*Outcome, len(w.all))
	replies := make(chan reply, len(some))
	go w.ask(ctx, queue, project, some, replies)
	var work sync.WaitGroup
	for range w.o.Jobs {
		work.Go(func() {
			for r := range replies {
				w.take(ctx, r)
				w.done(r.function, w.outs[r.function])
			}
		})
	}
	work.Wait()
	var again []int
	for _, i := range some {
		if w.lied[w.by[i]] {
			again = append(again, i)
		}
	}
	todo := make(chan int, len(again))
	for _, i := range again {
		todo <- i
	}
	close(todo)
	for range min(w.o.Jobs, len(again)) {
		work.Go(func() {
			for i := range todo {
				if out := w.outs[i]; out.result != nil {
					out.result.Drop()
				}
				w.here(ctx, i)
			}
		})
	}
	work.Wait()
	return w.outs
}

// ask brings the functions to workers, and what they answer to replies. What nobody answers has a reply without data.
func (w *crew) ask(ctx context.Context, queue Queue, project []byte, some []int, replies chan<- reply) {
	defer close(replies)
	sum := sha256.Sum256(project)
	name := hex.EncodeToString(sum[:])
	waiting := map[[sha256.Size]byte]int{}
	var jobs []int
	for _, i := range some {
		if w.all[i].entry.Refused != nil || w.all[i].entry.Name == "main" { // of which the process knows already
			replies <- reply{function: i}
		} else {
			jobs = append(jobs, i)
		}
	}
	broken := queue == nil
	for len(jobs)+len(waiting) > 0 && !broken {
		for len(waiting) < mostPut && len(jobs) > 0 && !broken {
			i := jobs[0]
			job, err := json.Marshal(task{name, i})
			if err != nil {
				panic("scan: cannot write a job: " + err.Error())
			}
			if err = queue.Put(job); err != nil {
				broken = true
				continue
			}
			jobs = jobs[1:]
			waiting[sha256.Sum256(job)] = i
		}
		if broken {
			break
		}
		r, err := queue.Next(ctx)
		if err != nil {
			break
		}
		if len(r.Job) != sha256.Size {
			continue
		}
		job := [sha256.Size]byte(r.Job)
		if i, ok := waiting[job]; ok {
			delete(waiting, job)
			replies <- reply{i, r.Answer, r.By}
		}
	}
	left := append(slices.Collect(maps.Values(waiting)), jobs...)
	slices.Sort(left)
	for _, i := range left {
		replies <- reply{function: i}
	}
}

// take makes an answer an outcome, or looks at the function here.
func (w *crew) take(ctx context.Context, r reply) {
	f := w.all[r.function]
	w.mu.Lock()
	liar := w.lied[r.by]
	w.mu.Unlock()
	if r.data == nil || liar {
		w.here(ctx, r.function)
		return
	}
	s, err := f.received(r.data)
	if errors.Is(err, errAlone) || err == nil && strange(s.Unknown) {
		w.here(ctx, r.function)
		return
	}
	var out *Outcome
	if err == nil {
		if w.confirms(r.by) {
			w.compare(ctx, r, s)
			return
		}
		out, err = f.believe(ctx, w.o, w.session, s)
	}
	if err != nil && err != errBlame && ctx.Err() == nil {
		w.lies(r.by)
	}
	if err != nil {
		w.here(ctx, r.function)
		return
	}
	w.outs[r.function], w.by[r.function] = out, r.by
}

// here looks at a function in this process.
func (w *crew) here(ctx context.Context, i int) {
	f := w.all[i]
	f.shape, f.answers = nil, nil
	w.outs[i], w.by[i] = f.outcome(ctx, w.o, w.session), ""
}

// confirms reports whether an answer of a worker is to be compared with what is found here: the first one, and some of
// the others, which the worker cannot foresee.
func (w *crew) confirms(by string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.heard[by]++
	if w.o.confirmed != nil {
		return w.o.confirmed(w.heard[by])
	}
	return w.heard[by] == 1 || rand.IntN(oneOf) == 0
}

// compare looks at a function here, and notes whether a worker says the same. Where time ends a search, nobody knows.
func (w *crew) compare(ctx context.Context, r reply, s *sent) {
	w.here(ctx, r.function)
	out := w.outs[r.function]
	if out == nil || out.slow || s.Slow {
		return
	}
	if own := w.all[r.function].send(out); own.Alone || !bytes.Equal(own.compared(), s.compared()) {
		w.lies(r.by)
	}
}

// lies notes that a worker is not to be believed.
func (w *crew) lies(by string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lied[by] = true
}

// strange reports whether there are files of which a worker did not know whether they are there.
func strange(names []string) bool {
	return len(names) > mostUnknown || slices.ContainsFunc(names, func(name string) bool {
		_, err := os.Stat(name)
		return err == nil
	})
}
