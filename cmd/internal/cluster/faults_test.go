package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"syscall"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"vouch/certs"
	"vouch/finder"
)

// This file tries random faults: workers that are killed, or stopped and resumed, and workers that lie, while a search
// goes on.

var rounds = flag.Int("rounds", 3, "`how many` rounds of random faults are tried")

// littleWork is so little work for a job that the search of a small program has about two hundred.
const littleWork = 20

// chaos is a queue that does something after some answers.
type chaos struct {
	*Queue
	taken int
	after map[int]func()
}

// Next implements finder.Queue. A search that waits for long has failed.
func (c *chaos) Next(ctx context.Context) (finder.Reply, error) {
	ctx, cancel := context.WithTimeout(ctx, slow)
	defer cancel()
	r, err := c.Queue.Next(ctx)
	c.taken++
	if act := c.after[c.taken]; act != nil {
		act()
	}
	return r, err
}

// signal sends a signal to one of the workers of a fleet, which are processes.
func (c *chaos) signal(t *testing.T, random *rand.Rand, s syscall.Signal) (pid int) {
	t.Helper()
	list, err := c.store.roll(t.Context())
	if err != nil || len(list) == 0 {
		return 0
	}
	var w Working
	if err := json.Unmarshal(list[random.IntN(len(list))], &w); err != nil || w.PID == os.Getpid() {
		return 0
	}
	syscall.Kill(w.PID, s)
	return w.PID
}

// lies are what a worker may say instead of a right answer.
var lies = map[string]func(random *rand.Rand, a *finder.Answer, job *finder.Job) []byte{
	"garbage": func(*rand.Rand, *finder.Answer, *finder.Job) []byte { return []byte("garbage") },
	"a forged safe": func(_ *rand.Rand, a *finder.Answer, _ *finder.Job) []byte {
		a.Ways, a.Left, a.Bugs = nil, nil, nil
		return a.Encode()
	},
	"a proof less": func(_ *rand.Rand, a *finder.Answer, _ *finder.Job) []byte {
		a.Ways = a.Ways[:max(0, len(a.Ways)-1)]
		return a.Encode()
	},
	"a proof of something else": func(random *rand.Rand, a *finder.Answer, _ *finder.Job) []byte {
		if len(a.Ways) > 0 {
			a.Ways[random.IntN(len(a.Ways))] = certs.Proof{{Op: certs.RuleLeaf}}
		}
		return a.Encode()
	},
	"a bug that is none": func(_ *rand.Rand, a *finder.Answer, _ *finder.Job) []byte {
		a.Bugs = []finder.Lead{{Steps: 3}}
		return a.Encode()
	},
	"an answer to another job": func(_ *rand.Rand, a *finder.Answer, _ *finder.Job) []byte {
		a.Job = make([]byte, 32)
		return a.Encode()
	},
	"a way that is left twice": func(_ *rand.Rand, a *finder.Answer, _ *finder.Job) []byte {
		if len(a.Left) > 0 {
			a.Left = append(a.Left, a.Left[len(a.Left)-1])
		}
		return a.Encode()
	},
}

// liar does jobs of a cluster, and lies about every other one.
func liar(ctx context.Context, a Access, p finder.Program, lie func(*rand.Rand, *finder.Answer, *finder.Job) []byte,
	random *rand.Rand) error {
	conn, err := a.connect("liar")
	if err != nil {
		return err
	}
	defer conn.Close()
	s, err := openStore(ctx, conn, jetstream.MemoryStorage)
	if err != nil {
		return err
	}
	c, err := s.consumer(ctx)
	if err != nil {
		return err
	}
	d := finder.NewDoer(p)
	for n := 0; ctx.Err() == nil; n++ {
		m, err := c.Next(jetstream.FetchContext(ctx))
		if err != nil {
			continue
		}
		j, err := finder.DecodeJob(m.Data())
		if err != nil {
			return err
		}
		answered, err := d.Do(ctx, j)
		if err != nil {
			m.Nak()
			continue
		}
		data := answered.Encode()
		if n%2 == 0 {
			data = lie(random, answered, j)
		}
		s.put(ctx, key(j.Program, j.Digest()), answer{By: "liar", Data: data})
		m.Ack()
	}
	return nil
}

// TestFaults: whatever workers suffer and say, the certificate is the same to the byte.
func TestFaults(t *testing.T) {
	p := program(t, wide)
	want := searchBy(t, p, nil, littleWork)
	names := slices.Sorted(maps.Keys(lies))
	for round := range *rounds {
		random := rand.New(rand.NewPCG(uint64(round), 17))
		f := &Fleet{Workers: 2, Arguments: []string{"worker"}}
		queue, err := f.Open(t.Context(), p.About)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		lie := names[round%len(names)]
		go func() { ended <- liar(ctx, f.server.Access, p, lies[lie], rand.New(rand.NewPCG(uint64(round), 18))) }()
		c := &chaos{Queue: queue, after: map[int]func(){}}
		stopped := 0
		for range 3 {
			c.after[1+random.IntN(150)] = func() { c.signal(t, random, syscall.SIGKILL) }
		}
		at := 1 + random.IntN(100)
		c.after[at] = func() { stopped = c.signal(t, random, syscall.SIGSTOP) }
		c.after[at+20] = func() {
			if stopped > 0 {
				syscall.Kill(stopped, syscall.SIGCONT)
			}
		}
		if got := searchBy(t, p, c, littleWork); !bytes.Equal(got, want) {
			t.Errorf("round %d, %s: found another certificate", round, lie)
		}
		if c.taken < 150 {
			t.Errorf("round %d: found %d answers, want some after all faults", round, c.taken)
		}
		if stopped > 0 {
			syscall.Kill(stopped, syscall.SIGCONT)
		}
		stop()
		if err := <-ended; err != nil {
			t.Errorf("round %d: %v", round, err)
		}
		queue.Close()
		f.Close()
	}
}
