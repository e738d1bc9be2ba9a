package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// This file defines a fleet: the workers of a process that asks, and how it comes to them. It begins when the first
// search needs it, since most need none.

// Fleet is how a process comes to workers.
type Fleet struct {
	Access      // of a cluster; with no URL, the fleet has a server and workers of its own
	Workers int // processes that it starts, if it has a server of its own
	// of a worker, which reads the Access as a line of JSON from its standard input, and ends when that ends
	Arguments []string
	Metrics   *Metrics              // nil if nobody counts
	Store     jetstream.StorageType // of what is not there yet, in a cluster

	mu       sync.Mutex
	server   *Server
	store    *store
	err      error // the first thing that was wrong
	down     error // why the workers are of no more use
	again    int
	last     error // why a worker ended
	closed   bool
	stop     context.CancelFunc
	running  sync.WaitGroup
	children int
}

// mostRestarts is how often a worker is started again for each worker that there is to be.
const mostRestarts = 5

// start starts what the fleet needs, unless that has begun.
func (f *Fleet) start(ctx context.Context) (*store, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.store != nil {
		return f.store, nil
	}
	if f.err != nil {
		return nil, f.err
	}
	access, where := f.Access, f.Store
	if f.URL == "" {
		s, err := StartServer()
		if err != nil {
			return nil, err
		}
		f.server, access, where = s, s.Access, jetstream.MemoryStorage
	}
	conn, err := access.connect("vouch find")
	if err != nil {
		return nil, err
	}
	s, err := openStore(ctx, conn, where)
	if err != nil {
		conn.Close()
		return nil, err
	}
	if _, err := s.consumer(ctx); err != nil {
		conn.Close()
		return nil, err
	}
	f.store = s
	if f.server != nil {
		all, stop := context.WithCancel(context.Background())
		f.stop = stop
		for range f.Workers {
			f.children++
			f.running.Go(func() { f.keep(all, access) })
		}
	}
	return s, nil
}

// keep keeps a worker running.
func (f *Fleet) keep(ctx context.Context, a Access) {
	var err error
	for range mostRestarts {
		err = f.child(ctx, a)
		if ctx.Err() != nil {
			return
		}
		f.mu.Lock()
		f.again, f.last = f.again+1, err
		f.mu.Unlock()
		sleep(ctx, time.Second/4)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.children--; f.children == 0 {
		f.down = fmt.Errorf("no worker stays: %w", err)
	}
}

// child runs a worker until it ends.
func (f *Fleet) child(ctx context.Context, a Access) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	c := exec.CommandContext(ctx, self, f.Arguments...)
	c.Stderr = io.Discard
	in, err := c.StdinPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return err
	}
	line, _ := json.Marshal(a)
	in.Write(append(line, '\n'))
	defer in.Close()
	if err := c.Wait(); err != nil {
		return err
	}
	return errors.New("it ended")
}

// lacks returns why nobody works; nil if workers of its own have not begun yet.
func (f *Fleet) lacks() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.server == nil:
		return errors.New("for a time, no worker was there")
	case f.last != nil:
		return fmt.Errorf("no worker stays: %w", f.last)
	}
	return nil
}

// broken returns why the workers are of no more use; nil if they are of use.
func (f *Fleet) broken() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.down != nil && f.err == nil {
		f.err = f.down
	}
	return f.down
}

// complain keeps the first thing that was wrong.
func (f *Fleet) complain(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		f.err = err
	}
}

// Complaint says what was wrong with the workers, so that a search went on without them; "" if nothing was.
func (f *Fleet) Complaint() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		return ""
	}
	flag := "--workers"
	if f.URL != "" {
		flag = "--cluster"
	}
	return fmt.Sprintf("%s: the search went on in this process: %v", flag, f.err)
}

// restarts returns how many workers were started again.
func (f *Fleet) restarts() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.again
}

// Close ends the workers and the server, and removes what they have written.
func (f *Fleet) Close() {
	f.mu.Lock()
	if f.closed {
		f.mu.Unlock()
		return
	}
	f.closed = true
	stop, s, server := f.stop, f.store, f.server
	f.mu.Unlock()
	if stop != nil {
		stop()
		f.running.Wait()
	}
	if s != nil {
		s.conn.Close()
	}
	if server != nil {
		server.Close()
	}
}
