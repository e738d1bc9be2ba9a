package cluster

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// This file measures what the server, the store and the messages take where many workers do jobs.

// The jobs of the benchmark. A worker waits instead of computing, so as many may work as the machine has no cores for.
const (
	jobTime    = 250 * time.Millisecond
	jobSize    = 1 << 10
	answerSize = 5 << 10
	jobsEach   = 16 // for each worker
)

// waiting is a Shop whose jobs take jobTime and no processor.
type waiting struct{}

// Do implements Shop.
func (waiting) Do(ctx context.Context, job []byte) ([]byte, error) {
	sleep(ctx, jobTime)
	return []byte(strings.Repeat("a", answerSize)), nil
}

// processor returns the time that this process has spent, in user and system mode.
func processor(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkWorkers has jobs done by more and more workers, each with a connection of its own to one server in this
// process. It reports the jobs in a second, the share of the workers' time in which they are at a job, and what a job
// takes of the processor and of the connections, all sides together.
func BenchmarkWorkers(b *testing.B) {
	for _, workers := range []int{1, 4, 16, 64, 128} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			s, err := StartServer()
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			ctx, end := context.WithCancel(b.Context())
			var running sync.WaitGroup
			defer running.Wait()
			defer end()
			for range workers {
				w := newTestWorker(s.Access)
				w.Project = func(context.Context, []byte) (Shop, error) { return waiting{}, nil }
				running.Go(func() { w.Run(ctx) })
			}
			fleet := &Fleet{Access: s.Access, Store: jetstream.MemoryStorage}
			defer fleet.Close()
			var wall, cpu time.Duration
			var bytes int64
			jobs := 0
			for round := range b.N {
				q, err := fleet.Project(ctx, fmt.Appendf(nil, "%d", round))
				if err != nil {
					b.Fatal(err)
				}
				one := func(name string, n int) {
					for i := range n {
						if err := q.Put(fmt.Appendf(nil, "%s %d %s", name, i, strings.Repeat("j", jobSize))); err != nil {
							b.Fatal(err)
						}
					}
					for range n {
						if r, err := q.Next(ctx); err != nil || r.Answer == nil {
							b.Fatalf("found %d bytes, %v, want an answer", len(r.Answer), err)
						}
					}
				}
				one("all are there", 2*workers)
				before, began := processor(b), time.Now()
				moved := s.moved(b)
				one("measured", jobsEach*workers)
				wall, cpu, bytes = wall+time.Since(began), cpu+processor(b)-before, bytes+s.moved(b)-moved
				jobs += jobsEach * workers
				q.Close()
			}
			b.ReportMetric(float64(jobs)/wall.Seconds(), "jobs/s")
			b.ReportMetric(float64(jobs)*jobTime.Seconds()/wall.Seconds()/float64(workers), "busy")
			b.ReportMetric(float64(cpu.Microseconds())/float64(jobs), "cpu-µs/job")
			b.ReportMetric(float64(bytes)/float64(jobs), "B/job")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// moved returns how many bytes the server has received and sent.
func (s *Server) moved(b *testing.B) int64 {
	v, err := s.server.Varz(nil)
	if err != nil {
		b.Fatal(err)
	}
	return v.InBytes + v.OutBytes
}
