package cluster

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"vouch/certs"
	"vouch/finder"
	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines a worker.

// Worker does jobs.
type Worker struct {
	Access
	Jobs  int // how many at a time
	Lower func(m *semantics.Meter, about certs.Program) (*core.Program, map[string]string, error)
	// Project reads a project that somebody sent, for jobs about it; nil for a worker that does no such jobs.
	Project func(ctx context.Context, project []byte) (Shop, error)
	// Do calls work with a context that ends with ctx, or when there is no more memory.
	Do      func(ctx context.Context, work func(context.Context))
	Store   jetstream.StorageType // of what is not there yet
	Log     func(text string)     // nil if nobody listens
	Metrics *Metrics              // nil if nobody counts

	name     string
	reading  sync.Mutex
	programs map[string]*subject
	projects []project // those that were used last, the last one at the end
	mu       sync.Mutex
	at       Working
}

// subject is a program that a worker has read.
type subject struct {
	finder.Program
	used time.Time
	mu   sync.Mutex
	idle []*finder.Doer
}

// Shop does jobs about a project. Several goroutines use it.
type Shop interface {
	Do(ctx context.Context, job []byte) (answer []byte, err error)
}

// project is a project that a worker has read.
type project struct {
	digest string
	shop   Shop
}

// How many programs and projects a worker keeps.
const (
	mostPrograms = 8
	mostProjects = 2
)

// Run does jobs until ctx ends. The error says that the cluster refuses the worker.
func (w *Worker) Run(ctx context.Context) error {
	host, _ := os.Hostname()
	w.name, w.programs = fmt.Sprintf("%.40s-%d-%.8s", host, os.Getpid(), rand.Text()), map[string]*subject{}
	w.at = Working{Name: w.name, Host: host, PID: os.Getpid(), Version: version(), Since: time.Now().UTC(),
		Slots: max(w.Jobs, 1)}
	var lacks atomic.Pointer[error] // why there is no connection
	conn, err := w.connectPatiently("vouch worker", func(err error) { lacks.Store(&err) })
	if err != nil {
		return err
	}
	defer conn.Close()
	var said string // what is said again once a minute
	var when time.Time
	for ctx.Err() == nil {
		err := w.serve(ctx, conn.IsClosed, func(ctx context.Context) (*store, error) {
			return openStore(ctx, conn, w.Store)
		})
		if conn.IsClosed() {
			return cmp.Or(conn.LastError(), errors.New("the connection was closed"))
		}
		if why := lacks.Load(); why != nil && !conn.IsConnected() {
			err = *why
		}
		if err != nil && ctx.Err() == nil {
			if text := err.Error(); text != said || time.Since(when) >= time.Minute {
				w.log("%s; trying again", text)
				said, when = text, time.Now()
			}
			sleep(ctx, time.Second)
		}
	}
	return nil
}

// serve does jobs until something is wrong with the store.
func (w *Worker) serve(ctx context.Context, closed func() bool, open func(context.Context) (*store, error)) error {
	opening, cancel := context.WithTimeout(ctx, requestTime)
	defer cancel()
	s, err := open(opening)
	if err != nil {
		return err
	}
	c, err := s.consumer(opening)
	if err != nil {
		return err
	}
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	var working sync.WaitGroup
	for range max(w.Jobs, 1) {
		working.Go(func() {
			for ctx.Err() == nil {
				waiting, cancel := context.WithTimeout(ctx, 2*time.Second)
				m, err := c.Next(jetstream.FetchContext(waiting))
				cancel()
				switch {
				case err == nil:
					w.job(ctx, s, m)
				case ctx.Err() == nil && !isIdle(err):
					end(err)
				}
			}
		})
	}
	working.Go(func() {
		for ctx.Err() == nil {
			w.enrol(ctx, s)
			sleep(ctx, alive/5)
		}
	})
	working.Wait()
	return context.Cause(ctx)
}

// isIdle reports whether an error says that there are no jobs.
func isIdle(err error) bool {
	return errors.Is(err, jetstream.ErrNoMessages) || errors.Is(err, jetstream.ErrMsgIteratorClosed) ||
		errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout)
}

// enrol says that the worker is there.
func (w *Worker) enrol(ctx context.Context, s *store) {
	w.mu.Lock()
	data, _ := json.Marshal(w.at)
	w.mu.Unlock()
	s.workers.Put(ctx, w.name, data)
}

// job does the job in a message.
func (w *Worker) job(ctx context.Context, s *store, m jetstream.Msg) {
	w.count(func(at *Working) { at.Running++ })
	defer w.count(func(at *Working) { at.Running-- })
	t, err := w.task(m)
	if err != nil {
		w.log("a message that is no job: %v", err)
		m.Term()
		return
	}
	key := key(t.about, t.digest)
	if meta, err := m.Metadata(); err == nil && meta.NumDelivered > maxDeliver {
		w.failed()
		if s.put(ctx, key, answer{By: w.name, Failed: fmt.Sprintf("%d workers did not come to its end", maxDeliver)}) ==
			nil {
			m.Ack()
		}
		return
	}
	if m.Headers().Get(againHeader) == "" && s.known(ctx, key) {
		m.Ack()
		return
	}
	stop := w.beat(ctx, m)
	var data []byte
	var done finder.Answer // what was done for it
	w.Do(ctx, func(ctx context.Context) {
		defer func() {
			if e := recover(); e != nil {
				err = fmt.Errorf("it panics: %v", e)
			}
		}()
		data, done, err = t.do(ctx, s)
	})
	stop()
	if data == nil && err == nil {
		err = errors.New("there is no memory for it")
	}
	if err == nil {
		err = s.put(ctx, key, answer{By: w.name, Data: data})
	}
	if err != nil {
		w.failed()
		if ctx.Err() == nil {
			w.log("job %.8x: %v", t.digest, err)
		}
		m.Nak()
		return
	}
	m.Ack()
	w.count(func(at *Working) { at.Done, at.States = at.Done+1, at.States+int64(done.States) })
	w.Metrics.did(&done)
}

// known reports whether there is an answer under a key.
func (s *store) known(ctx context.Context, key string) bool {
	e, err := s.answers.Get(ctx, key)
	if err != nil {
		return false
	}
	a, err := s.read(ctx, e.Value())
	return err == nil && a.Failed == ""
}

// beat tells the server that the job is being done, until stop is called.
func (w *Worker) beat(ctx context.Context, m jetstream.Msg) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		for tick := time.Tick(ackWait / 4); ; {
			select {
			case <-ctx.Done():
				return
			case <-tick:
				m.InProgress()
			}
		}
	}()
	return cancel
}

// task is a job as a worker does it.
type task struct {
	about, digest []byte // of what it is about, and of the job
	// do does it, and returns the encoded answer, and with the other one what was counted
	do func(ctx context.Context, s *store) ([]byte, finder.Answer, error)
}

// task returns the job in a message.
func (w *Worker) task(m jetstream.Msg) (*task, error) {
	if about := projectOf(m.Subject()); about != nil {
		digest, err := scans.digest(m.Data())
		return &task{about, digest, func(ctx context.Context, s *store) (data []byte, _ finder.Answer, err error) {
			shop, err := w.shop(ctx, s, about)
			if err == nil {
				data, err = shop.Do(ctx, m.Data())
			}
			if err == nil && len(data) > finder.MaxMessage {
				err = fmt.Errorf("found an answer of %d bytes, want at most %d", len(data), finder.MaxMessage)
			}
			return data, finder.Answer{}, err
		}}, err
	}
	j, err := finder.DecodeJob(m.Data())
	if err != nil {
		return nil, err
	}
	return &task{j.Program, j.Digest(), func(ctx context.Context, s *store) ([]byte, finder.Answer, error) {
		p, err := w.program(ctx, s, j.Program)
		if err != nil {
			return nil, finder.Answer{}, err
		}
		d := p.doer()
		a, err := d.Do(ctx, j)
		if err != nil {
			return nil, finder.Answer{}, err
		}
		p.mu.Lock()
		p.idle = append(p.idle, d)
		p.mu.Unlock()
		return a.Encode(), *a, nil
	}}, nil
}

// doer returns a doer that nobody uses.
func (p *subject) doer() *finder.Doer {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.idle); n > 0 {
		d := p.idle[n-1]
		p.idle = p.idle[:n-1]
		return d
	}
	return finder.NewDoer(p.Program)
}

// program returns the program of a digest. What is stored under a name is not believed: its digest is computed, and
// that of what it is lowered to.
func (w *Worker) program(ctx context.Context, s *store, digest []byte) (*subject, error) {
	w.reading.Lock()
	defer w.reading.Unlock()
	name := string(digest)
	if p := w.programs[name]; p != nil {
		p.used = time.Now()
		return p, nil
	}
	data, err := s.about(ctx, &searches, digest)
	if err != nil {
		return nil, fmt.Errorf("program %.8x: %w", digest, err)
	}
	var about certs.Program
	if err := certs.Read(data, &about); err != nil {
		return nil, fmt.Errorf("program %.8x: %w", digest, err)
	}
	if got := finder.ProgramDigest(about); !bytes.Equal(got, digest) {
		return nil, fmt.Errorf("program %.8x: found one with the digest %.8x", digest, got)
	}
	meter := semantics.NewMeter(semantics.Unlimited, semantics.Unlimited)
	meter.Until(func() string {
		if ctx.Err() != nil {
			return context.Cause(ctx).Error()
		}
		return ""
	})
	p, _, err := w.Lower(meter, about)
	if err != nil {
		return nil, fmt.Errorf("program %.8x: %w", digest, err)
	}
	if got := p.Digest(nil); !bytes.Equal(got[:], about.Lowered) {
		return nil, fmt.Errorf("program %.8x: this vouch lowers it to another program than the one that asks; they must be of one version",
			digest)
	}
	if len(w.programs) >= mostPrograms {
		oldest := ""
		for k, p := range w.programs {
			if oldest == "" || p.used.Before(w.programs[oldest].used) {
				oldest = k
			}
		}
		delete(w.programs, oldest)
	}
	w.programs[name] = &subject{Program: finder.Program{Core: p, About: about}, used: time.Now()}
	return w.programs[name], nil
}

// shop returns what does jobs about the project of a digest, which is computed.
func (w *Worker) shop(ctx context.Context, s *store, digest []byte) (Shop, error) {
	w.reading.Lock()
	defer w.reading.Unlock()
	is := func(p project) bool { return p.digest == string(digest) }
	if i := slices.IndexFunc(w.projects, is); i >= 0 {
		p := w.projects[i]
		w.projects = append(slices.Delete(w.projects, i, i+1), p)
		return p.shop, nil
	}
	if w.Project == nil {
		return nil, errors.New("this worker does not look at projects")
	}
	data, err := s.about(ctx, &scans, digest)
	if err != nil {
		return nil, fmt.Errorf("project %.8x: %w", digest, err)
	}
	if got := sha256.Sum256(data); !bytes.Equal(got[:], digest) {
		return nil, fmt.Errorf("project %.8x: found one with the digest %.8x", digest, got)
	}
	shop, err := w.Project(ctx, data)
	if err != nil {
		return nil, fmt.Errorf("project %.8x: %w", digest, err)
	}
	if w.projects = append(w.projects, project{string(digest), shop}); len(w.projects) > mostProjects {
		w.projects = slices.Delete(w.projects, 0, 1)
	}
	return shop, nil
}

// count changes what is said of the worker.
func (w *Worker) count(change func(*Working)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change(&w.at)
	w.Metrics.working(w.at)
}

// failed counts a job that could not be done.
func (w *Worker) failed() {
	w.count(func(at *Working) { at.Failed++ })
	w.Metrics.missed()
}

func (w *Worker) log(format string, args ...any) {
	if w.Log != nil {
		w.Log(fmt.Sprintf(format, args...))
	}
}

// version returns what the build says of itself.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return strconv.QuoteToASCII(s.Value[:min(len(s.Value), 12)])
		}
	}
	return info.Main.Version
}

// sleep waits for a time, or until ctx ends.
func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
