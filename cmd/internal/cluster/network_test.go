package cluster

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"
)

// This file tries random faults of a cluster whose server and workers are processes: the server is killed and started
// again, its disk is full, and the network between it and half of the workers is cut.

// place is where a server of a test listens and stores.
type place struct {
	Dir  string
	Port int   // 0 for any
	Room int64 // bytes that it stores at most; 0 for all that there is
}

// serve is the process of a server: it reads its place from standard input, says its address, and ends with that input.
func serve(in io.Reader) {
	var at place
	lines := bufio.NewReader(in)
	if err := json.NewDecoder(lines).Decode(&at); err != nil {
		panic(err)
	}
	if at.Port == 0 {
		at.Port = server.RANDOM_PORT
	}
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: at.Port, JetStream: true, StoreDir: at.Dir,
		JetStreamMaxStore: at.Room, JetStreamMaxMemory: 1 << 26, NoLog: true, NoSigs: true})
	if err != nil {
		panic(err)
	}
	s.Start()
	if !s.ReadyForConnections(slow) {
		panic("the server does not come up")
	}
	fmt.Println(s.Addr().(*net.TCPAddr).Port)
	io.Copy(io.Discard, lines)
	os.Exit(0)
}

// child starts this test program as a process, with a value on its standard input. It is killed at the end of the test.
func child(t *testing.T, what string, input any) (c *exec.Cmd, out io.Reader) {
	t.Helper()
	c = exec.Command(os.Args[0], what)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if out, err = c.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if err := json.NewEncoder(in).Encode(input); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kill(c) })
	return c, out
}

// kill kills a process, and waits for its end.
func kill(c *exec.Cmd) {
	c.Process.Kill()
	c.Wait()
}

// started starts a server as a process, and notes its port.
func (at *place) started(t *testing.T) *exec.Cmd {
	t.Helper()
	c, out := child(t, "server", *at)
	if _, err := fmt.Fscan(out, &at.Port); err != nil {
		t.Fatal("the server does not come up")
	}
	return c
}

// hand starts a worker as a process, for a server that stores in files.
func hand(t *testing.T, a Access) *exec.Cmd {
	t.Helper()
	c, _ := child(t, "worker", struct {
		Access
		File bool
	}{a, true})
	return c
}

// access returns how one comes to a port of this machine.
func access(port int) Access { return Access{URL: fmt.Sprintf("nats://127.0.0.1:%d", port)} }

// cable carries connections to a port. While it is cut, nothing that is sent arrives, and nobody is told.
type cable struct {
	net.Listener
	mu    sync.Mutex
	whole *sync.Cond
	cut   bool
}

// lay lays a cable to a port.
func lay(t *testing.T, port int) *cable {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cable{Listener: l}
	c.whole = sync.NewCond(&c.mu)
	t.Cleanup(func() {
		l.Close()
		c.set(false)
	})
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
			if err != nil {
				near.Close()
				continue
			}
			go c.carry(near, far)
			go c.carry(far, near)
		}
	}()
	return c
}

// carry carries what comes from one end to the other.
func (c *cable) carry(from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	for data := make([]byte, 1<<16); ; {
		n, err := from.Read(data)
		c.mu.Lock()
		for c.cut {
			c.whole.Wait()
		}
		c.mu.Unlock()
		if _, e := to.Write(data[:n]); err != nil || e != nil {
			return
		}
	}
}

// set cuts or mends the cable.
func (c *cable) set(cut bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cut = cut
	c.whole.Broadcast()
}

// TestNetwork: whatever becomes of the server and of the network, the certificate is the same to the byte.
func TestNetwork(t *testing.T) {
	p := program(t, wide)
	want := searchBy(t, p, nil, littleWork)
	for round := range *rounds {
		random := rand.New(rand.NewPCG(uint64(round), 19))
		at := &place{Dir: t.TempDir()}
		running := at.started(t)
		near := lay(t, at.Port)
		workers := []Access{access(at.Port), access(near.Addr().(*net.TCPAddr).Port)}
		var crew []*exec.Cmd
		for _, a := range workers {
			crew = append(crew, hand(t, a))
		}
		f := &Fleet{Access: access(at.Port), Store: jetstream.FileStorage}
		queue, err := f.Open(t.Context(), p.About)
		if err != nil {
			t.Fatal(err)
		}
		until(t, "both workers are there", func() bool {
			list, err := queue.store.roll(t.Context())
			return err == nil && len(list) == 2
		})
		c := &chaos{Queue: queue, after: map[int]func(){}}
		cutAt := 1 + random.IntN(50)
		c.after[cutAt] = func() { near.set(true) }
		c.after[cutAt+1+random.IntN(20)] = func() { near.set(false) }
		c.after[80+random.IntN(30)] = func() {
			kill(running)
			running = at.started(t)
		}
		c.after[110+random.IntN(40)] = func() {
			n := random.IntN(len(crew))
			kill(crew[n])
			crew[n] = hand(t, workers[n])
		}
		if got := searchBy(t, p, c, littleWork); !bytes.Equal(got, want) {
			t.Errorf("round %d: found another certificate", round)
		}
		if c.taken < 150 {
			t.Errorf("round %d: found %d answers, want some after all faults", round, c.taken)
		}
		queue.Close()
		f.Close()
		for _, w := range append(crew, running) {
			kill(w)
		}
	}
}

// TestFull: if the server has no more room, the search ends, with the same certificate.
func TestFull(t *testing.T) {
	p := program(t, forks)
	want := search(t, p, nil)
	for _, room := range []int64{1 << 8, 1 << 10, 1 << 12} {
		at := &place{Dir: t.TempDir(), Room: room}
		running := at.started(t)
		w := hand(t, access(at.Port))
		f := &Fleet{Access: access(at.Port), Store: jetstream.FileStorage}
		q, err := f.Open(t.Context(), p.About)
		if err == nil {
			if got := search(t, p, &chaos{Queue: q}); !bytes.Equal(got, want) {
				t.Errorf("room for %d bytes: found another certificate", room)
			}
			q.Close()
		}
		if f.Complaint() == "" {
			t.Errorf("room for %d bytes: found no complaint", room)
		}
		f.Close()
		kill(w)
		kill(running)
	}
}
