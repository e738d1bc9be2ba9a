package cluster

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"vouch/certs"
	"vouch/checker"
	"vouch/cmd/internal/scan"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics/fronts"
)

// This file tests that a search comes to the same over a cluster as without one, whatever workers, store and server do.

// TestMain makes the test program a worker or a server if its first argument says so. In the environment VOUCH_DIE
// names a file: the worker dies in its first job, unless the file is there.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) == 2 && os.Args[1] == "server":
		serve(os.Stdin)
	case len(os.Args) < 2 || os.Args[1] != "worker":
		ackWait, backWithin, patience, lostAfter = time.Second, 5*time.Second, slow, time.Second
		os.Exit(m.Run())
	}
	ackWait = time.Second
	var a struct {
		Access
		File bool // whether the cluster stores in files
	}
	if err := json.NewDecoder(os.Stdin).Decode(&a); err != nil {
		panic(err)
	}
	go func() {
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	w := newTestWorker(a.Access)
	if a.File {
		w.Store = jetstream.FileStorage
	}
	once := os.Getenv("VOUCH_DIE")
	w.Do = func(ctx context.Context, work func(context.Context)) {
		if f, err := os.OpenFile(once, os.O_CREATE|os.O_EXCL, 0o600); err == nil {
			f.Close()
			os.Exit(1)
		}
		work(ctx)
	}
	w.Run(context.Background())
}

// slow is how long tests wait for what comes soon, on a machine that is not loaded.
const slow = time.Minute

// until waits until is holds.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for began := time.Now(); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > slow {
			t.Fatalf("after %s: found not that %s", slow, what)
		}
	}
}

func newTestWorker(a Access) *Worker {
	return &Worker{Access: a, Jobs: 1, Lower: fronts.All.Lower, Store: jetstream.MemoryStorage,
		Project: func(ctx context.Context, project []byte) (Shop, error) { return scan.NewShop(ctx, project) },
		Do:      func(ctx context.Context, work func(context.Context)) { work(ctx) }}
}

const (
	forks = `input a, b, c, d, e, k
assume 0 <= k and k <= 4
i = 0
s = 0
while i < k {
  if a > i { if b > i { s = s + 1 } else { s = s + 2 } } else { s = s + 3 }
  if i = 2 { if c > d { t = 1 } else { t = 2 } }
  i = i + 1
}
assert s <= 20
`
	fails = `input a, b, c
s = 0
if a > 0 { s = s + 1 }
if b > s { s = s + 1 }
if c > b { s = s + 2 }
assert s < 4 or a < 7
`
	wide = `input a, b, c, d, e, f, g, h
s = 0
if a > b { s = s + 1 }
if b > c { s = s + 1 }
if c > d { s = s + 1 }
if d > e { s = s + 1 }
if e > f { s = s + 1 }
if f > g { s = s + 1 }
if g > h { s = s + 1 }
assert s < 8
`
)

// program returns a program of IMP.
func program(t *testing.T, source string) finder.Program {
	t.Helper()
	p, err := load.File("t.imp", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	return finder.Program{Core: p.Core, About: p.About}
}

// judged has the checker judge a certificate. It returns how many entries it read.
func judged(c *certs.Absence) (entries int, err error) {
	count := func(v checker.Visit) {
		for _, w := range v.Ways {
			if w.Decided {
				entries++
			}
		}
	}
	_, err = checker.Check(certs.Encode(c), checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower,
		Visit: count})
	return entries, err
}

// search searches a program, and returns the certificate.
func search(t *testing.T, p finder.Program, q finder.Queue) []byte {
	t.Helper()
	return searchBy(t, p, q, 300)
}

// searchBy searches a program by jobs of so much work.
func searchBy(t *testing.T, p finder.Program, q finder.Queue, work uint64) []byte {
	t.Helper()
	r, err := finder.Spread(t.Context(), p, finder.Options{JobWork: work}, q, judged)
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case r.Absence != nil:
		return certs.Encode(r.Absence)
	case len(r.Certain()) > 0:
		return certs.Encode(r.Findings[0].Bug)
	}
	e, why := r.Ended()
	t.Fatalf("found %s, %s: %s, want a certificate", r.Verdict, e, why)
	return nil
}

// cluster starts a server and workers.
func cluster(t *testing.T, workers ...*Worker) *Server {
	t.Helper()
	s, err := StartServer()
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan bool)
	for _, w := range workers {
		w.Access = s.Access
		go func() {
			w.Run(ctx)
			done <- true
		}()
	}
	t.Cleanup(func() {
		stop()
		for range workers {
			<-done
		}
		s.Close()
		if _, err := os.Stat(s.dir); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("found the folder %s of a server that is closed, want none", s.dir)
		}
	})
	until(t, "all workers are there", func() bool {
		status, err := s.Ask(t.Context())
		return err == nil && len(status.Workers) == len(workers)
	})
	return s
}

// told is a queue that knows how far a search was.
type told struct {
	*Queue
	last finder.Spreading
}

// Progress implements finder.Queue.
func (q *told) Progress(s finder.Spreading) { q.last = s }

// open opens a queue over the cluster of a server.
func open(t *testing.T, s *Server, p finder.Program) *Queue {
	t.Helper()
	f := &Fleet{Access: s.Access, Store: jetstream.MemoryStorage}
	t.Cleanup(f.Close)
	q, err := f.Open(t.Context(), p.About)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Close)
	return q
}

// TestQueue: two workers come to the same certificate as one process; a second search takes all answers from the store.
func TestQueue(t *testing.T) {
	t.Parallel()
	first, second, metrics := newTestWorker(Access{}), newTestWorker(Access{}), NewMetrics()
	first.Metrics, second.Metrics = metrics, metrics
	s := cluster(t, first, second)
	for _, source := range []string{forks, fails} {
		p := program(t, source)
		want := search(t, p, nil)
		for i := range 2 {
			q := open(t, s, p)
			if got := search(t, p, q); !bytes.Equal(got, want) {
				t.Errorf("search %d: found another certificate than in one process", i)
			}
			if i == 1 && len(q.order) > 0 {
				t.Errorf("search %d: found %d jobs for workers, want all answers in the store", i, len(q.order))
			}
		}
	}
	until(t, "there are many answers, and no jobs", func() bool {
		status, err := s.Ask(t.Context())
		return err == nil && status.Answers >= 10 && status.Waiting+status.Running == 0 && status.Bytes > 0
	})
	address, err := metrics.Serve(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.Get("http://" + address + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if text, err := io.ReadAll(r.Body); err != nil || !strings.Contains(string(text), "vouch_worker_jobs_total ") ||
		strings.Contains(string(text), "vouch_worker_jobs_total 0\n") {
		t.Errorf("found the metrics %s, %v", text, err)
	}
}

// TestPoisoned: what others put into the store changes no result.
func TestPoisoned(t *testing.T) {
	t.Parallel()
	p := program(t, forks)
	want := search(t, p, nil)
	for _, c := range []struct {
		title  string
		poison func(job []byte) []byte // what is stored instead of an answer to a job
		here   bool                    // whether something is done in the process that asks
	}{
		{"garbage", func([]byte) []byte { return []byte("garbage") }, false},
		{"nothing", func([]byte) []byte { return []byte{} }, false},
		{"an answer that is none", func([]byte) []byte {
			return certs.Encode(answer{By: "poison", Data: []byte("garbage")})
		}, false},
		{"an object that there is not", func([]byte) []byte {
			return certs.Encode(answer{By: "poison", Object: "nothing"})
		}, false},
		{"that nobody could do it", func([]byte) []byte {
			return certs.Encode(answer{By: "poison", Failed: "too hard"})
		}, false},
		{"an answer of nobody", func(job []byte) []byte {
			return certs.Encode(answer{Data: (&finder.Answer{Job: job}).Encode()})
		}, false},
		{"all is closed", func(job []byte) []byte {
			return certs.Encode(answer{By: "poison", Data: (&finder.Answer{Job: job}).Encode()})
		}, true},
	} {
		s := cluster(t, newTestWorker(Access{}))
		search(t, p, open(t, s, p))
		q := open(t, s, p)
		keys, err := q.store.answers.Keys(t.Context())
		if err != nil || len(keys) < 4 {
			t.Fatalf("found %d answers, %v", len(keys), err)
		}
		for _, k := range keys {
			_, name, _ := strings.Cut(k, ".")
			job, err := hex.DecodeString(name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := q.store.answers.Put(t.Context(), k, c.poison(job)); err != nil {
				t.Fatal(err)
			}
		}
		again := &told{Queue: open(t, s, p)}
		if got := search(t, p, again); !bytes.Equal(got, want) {
			t.Errorf("%s: found another certificate", c.title)
		}
		if here := again.last.Here > 0; here != c.here {
			t.Errorf("%s: found %+v, want that something is done here: %t", c.title, again.last, c.here)
		}
	}
}

// TestStrangers: what is stored about a job that nobody asked for is not read, and an object of which a part is missing
// is not waited for as long as the search may take.
func TestStrangers(t *testing.T) {
	defer func(d time.Duration) { requestTime = d }(requestTime)
	s := cluster(t)
	p := program(t, forks)
	q := open(t, s, p)
	for _, name := range []string{hex.EncodeToString(make([]byte, 32)), "something"} {
		k := hex.EncodeToString(q.program) + "." + name
		if err := q.store.put(t.Context(), k, answer{By: "stranger", Object: "nothing"}); err != nil {
			t.Fatal(err)
		}
		e, err := q.store.answers.Get(t.Context(), k)
		if err != nil {
			t.Fatal(err)
		}
		if q.take(t.Context(), e); len(q.ready) > 0 {
			t.Errorf("%s: found %+v, want no reply", name, q.ready)
		}
	}
	if _, err := q.store.objects.PutBytes(t.Context(), "parts", make([]byte, 1<<20)); err != nil {
		t.Fatal(err)
	}
	if data, err := q.store.object(t.Context(), "parts"); err != nil || len(data) != 1<<20 {
		t.Fatalf("found %d bytes, %v, want all", len(data), err)
	}
	stream, err := q.store.js.Stream(t.Context(), "OBJ_"+objectBucket)
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.Purge(t.Context(), jetstream.WithPurgeSubject("$O."+objectBucket+".C.>")); err != nil {
		t.Fatal(err)
	}
	requestTime = time.Second
	end := time.Now().Add(slow / 3)
	search, cancel := context.WithDeadline(t.Context(), end)
	defer cancel()
	if _, err := q.store.object(search, "parts"); err == nil || time.Until(end) < time.Second {
		t.Errorf("found %v, %s before the search ends, want an error long before that", err, time.Until(end))
	}
}

// TestResults: a result is what was kept by its name last; what is not there, too large or in part is an error.
func TestResults(t *testing.T) {
	s := cluster(t)
	f := &Fleet{Access: s.Access, Store: jetstream.MemoryStorage}
	defer f.Close()
	r := Results{f}
	name := strings.Repeat("ab", 32)
	if _, err := r.Get(t.Context(), name); err == nil {
		t.Error("found a result that nobody kept")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	for _, data := range [][]byte{[]byte("first"), {}, bytes.Repeat([]byte("x"), 1<<20)} {
		if err := r.Put(ended, name, data); err != nil {
			t.Fatal(err)
		}
		if got, err := r.Get(t.Context(), name); err != nil || !bytes.Equal(got, data) {
			t.Errorf("found %d bytes, %v, want %d", len(got), err, len(data))
		}
	}
	if status, err := s.Ask(t.Context()); err != nil || status.Results != 1 || status.Bytes < 1<<20 {
		t.Errorf("found %+v, %v, want one result", status, err)
	}
	if err := r.Put(t.Context(), name, make([]byte, certs.MaxBytes+1)); err != nil {
		t.Fatal(err)
	}
	if got, err := r.Get(t.Context(), name); err == nil {
		t.Errorf("found %d bytes, want an error", len(got))
	}
	if f.Complaint() != "" {
		t.Errorf("found the complaint %q, want none", f.Complaint())
	}
	nowhere := Results{&Fleet{Access: Access{URL: "nats://127.0.0.1:1"}}}
	for range 2 {
		if _, err := nowhere.Get(t.Context(), name); err == nil || nowhere.Complaint() == "" {
			t.Errorf("found %v and %q, want an error and a complaint", err, nowhere.Complaint())
		}
	}
	if err := nowhere.Put(t.Context(), name, nil); err == nil {
		t.Error("found no error, want that nobody keeps it")
	}
}

// TestKilled: workers are processes. One dies in its first job; the job is done by another, and the worker is started
// again.
func TestKilled(t *testing.T) {
	t.Setenv("VOUCH_DIE", filepath.Join(t.TempDir(), "died"))
	f := &Fleet{Workers: 2, Arguments: []string{"worker"}}
	defer f.Close()
	p := program(t, fails)
	want := search(t, p, nil)
	q, err := f.Open(t.Context(), p.About)
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	if got := search(t, p, q); !bytes.Equal(got, want) {
		t.Error("found another certificate")
	}
	until(t, "a worker was started again", func() bool { return f.restarts() == 1 })
	if f.Complaint() != "" {
		t.Errorf("found the complaint %q, want none", f.Complaint())
	}
}

// TestAlone: if nobody works, all is done in the process that asks, which says why.
func TestAlone(t *testing.T) {
	defer func(d, l time.Duration) { patience, lostAfter = d, l }(patience, lostAfter)
	p := program(t, fails)
	want := search(t, p, nil)
	for _, c := range []struct {
		title, why string
		patience   time.Duration
		fleet      *Fleet
	}{
		{"workers that end", "--workers: the search went on in this process: no worker stays: ", slow,
			&Fleet{Workers: 1, Arguments: []string{"-test.run=^$"}}},
		{"a cluster without workers", "--cluster: the search went on in this process: for a time, no worker was there", 0,
			&Fleet{Access: cluster(t).Access, Store: jetstream.MemoryStorage}},
	} {
		patience, lostAfter = c.patience, max(c.patience, lostAfter) // how long five processes take, load decides
		q, err := c.fleet.Open(t.Context(), p.About)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(search(t, p, q), want) {
			t.Errorf("%s: found another certificate", c.title)
		}
		if why := c.fleet.Complaint(); !strings.HasPrefix(why, c.why) {
			t.Errorf("%s: found the complaint %q, want %q", c.title, why, c.why)
		}
		q.Close()
		c.fleet.Close()
	}
}

// TestRestart: a server is stopped in the middle of a search, and started again; with it come the jobs that it has
// stored. Another one has lost them.
func TestRestart(t *testing.T) {
	t.Parallel()
	for _, keeps := range []bool{true, false} {
		dir, port := t.TempDir(), server.RANDOM_PORT
		start := func() *server.Server {
			s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: dir,
				NoLog: true, NoSigs: true})
			if err != nil {
				t.Fatal(err)
			}
			s.Start()
			if !s.ReadyForConnections(startTime) {
				t.Fatal("the server does not come up")
			}
			port = s.Addr().(*net.TCPAddr).Port
			return s
		}
		running := start()
		access := Access{URL: fmt.Sprintf("nats://127.0.0.1:%d", port)}
		jobs := 0
		w := newTestWorker(access)
		w.Store = jetstream.FileStorage
		w.Do = func(ctx context.Context, work func(context.Context)) {
			if jobs++; jobs == 4 {
				running.Shutdown()
				running.WaitForShutdown()
				if !keeps {
					dir = t.TempDir()
				}
				running = start()
			}
			work(ctx)
		}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan bool)
		go func() {
			w.Run(ctx)
			done <- true
		}()
		p := program(t, forks)
		f := &Fleet{Access: access}
		q, err := f.Open(t.Context(), p.About)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(search(t, p, q), search(t, p, nil)) {
			t.Errorf("keeps %t: found another certificate", keeps)
		}
		stop()
		<-done
		q.Close()
		f.Close()
		running.Shutdown()
	}
}

// TestGivenUp: a job at which workers have no success comes back, and is done in the process that asks.
func TestGivenUp(t *testing.T) {
	var tries atomic.Int64
	bad := newTestWorker(Access{})
	bad.Do = func(context.Context, func(context.Context)) { tries.Add(1) } // as if there were no memory
	s := cluster(t, bad)
	p := program(t, fails)
	if !bytes.Equal(search(t, p, open(t, s, p)), search(t, p, nil)) {
		t.Error("found another certificate")
	}
	if tries.Load() < maxDeliver {
		t.Errorf("found %d tries, want %d for each job", tries.Load(), maxDeliver)
	}
}

// TestAccess: only whoever has the token comes in, and addresses that are none are refused by name.
func TestAccess(t *testing.T) {
	s := cluster(t)
	if _, err := (Access{URL: s.URL}).Ask(t.Context()); err == nil ||
		!strings.Contains(err.Error(), "Authorization Violation") {
		t.Errorf("without the token: found %v, want a refusal", err)
	}
	for _, c := range []struct {
		title string
		a     Access
		want  string
	}{
		{"an address", Access{URL: "nats://host:4222"}, ""},
		{"several", Access{URL: "tls://a:1,nats://b:2"}, ""},
		{"no scheme", Access{URL: "host:4222"}, "--cluster: found "},
		{"another scheme", Access{URL: "http://host"}, `--cluster: found "http://host"`},
		{"a password", Access{URL: "http://me:secret@host"}, `--cluster: found "http://me:xxxxx@host"`},
		{"no file of credentials", Access{URL: "nats://h", Creds: "/nonexistent"}, "--creds: "},
		{"no certificates", Access{URL: "nats://h", CA: "/nonexistent"}, "--tls-ca: "},
		{"a certificate without a key", Access{URL: "nats://h", Cert: os.Args[0]}, "want both"},
	} {
		if err := c.a.Valid(); c.want == "" && err != nil || c.want != "" &&
			(err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: found %v, want %q", c.title, err, c.want)
		}
	}
}

// TestWrongProgram: a worker does no job about a program that is not what its digest says.
func TestWrongProgram(t *testing.T) {
	w := newTestWorker(Access{})
	w.programs = map[string]*subject{}
	s := cluster(t)
	p, other := program(t, fails), program(t, forks)
	q := open(t, s, p)
	lowered := p.About
	lowered.Lowered = make([]byte, 32)
	for _, c := range []struct {
		title string
		asked certs.Program
		data  []byte
		want  string
	}{
		{"another program", p.About, certs.Encode(other.About), "found one with the digest"},
		{"garbage", p.About, []byte("garbage"), "EOF"},
		{"one that is lowered to something else", lowered, certs.Encode(lowered), "they must be of one version"},
	} {
		digest := finder.ProgramDigest(c.asked)
		if _, err := q.store.objects.PutBytes(t.Context(), "program."+hex.EncodeToString(digest), c.data); err != nil {
			t.Fatal(err)
		}
		if _, err := w.program(t.Context(), q.store, digest); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: found %v, want %q", c.title, err, c.want)
		}
	}
}
