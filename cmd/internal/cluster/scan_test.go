package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"vouch/cmd/internal/find"
	"vouch/cmd/internal/scan"
	"vouch/finder"
	"vouch/internal/load"
)

// This file tests that a scan tells the same over a cluster as without one, whatever workers suffer and say.

// functions is the text of a project with functions of several verdicts.
func functions(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "int safe%d(int n) { return n & %d; }\n", i, i+1)
		fmt.Fprintf(&b, "int bug%d(int n) { int a[%d] = { 0 }; return n == %d ? a[n] : 0; }\n", i, i+1, i+1)
		fmt.Fprintf(&b, "struct s%d { int v; }; int latent%d(struct s%d *p) { return p->v; }\n", i, i, i)
		fmt.Fprintf(&b, "int calls%d(int n) { struct s%d s = { n }; return latent%d(n ? &s : 0); }\n", i, i, i)
	}
	return b.String()
}

// scanned returns what a scan of a.c prints as JSON, without what was measured, and what it writes.
func scanned(t *testing.T, crew func(ctx context.Context, project []byte) (scan.Queue, error)) string {
	t.Helper()
	defer os.RemoveAll("evidence")
	c := load.C{Options: map[string]string{"undefined": "direct", "check": "memory,overflow"}}
	linking := &load.Linking{C: c.Flags()}
	o := scan.Options{States: 1 << 12, Harness: "evidence", Jobs: 2, Callers: 2, Crew: crew,
		Find: find.Options{Format: "json", Certificates: "evidence", Progress: "none",
			Search: finder.Options{Merge: true, Strategy: "mixed", Solver: "auto", Pruning: finder.Auto}}}
	var out, complaints bytes.Buffer
	_ = scan.Run(t.Context(), o, []scan.Source{{Unit: load.Unit{File: "a.c", C: c}, Linking: linking,
		Linked: linking.With}}, &out, &complaints) // its error is an exit status
	var text strings.Builder
	for line := range strings.Lines(out.String()) {
		var object map[string]any
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		delete(object, "seconds")
		for _, part := range []struct{ of, what string }{{"summary", "seconds"}, {"result", "stats"}} {
			if of, ok := object[part.of].(map[string]any); ok {
				delete(of, part.what)
			}
		}
		data, _ := json.Marshal(object)
		text.Write(append(data, '\n'))
	}
	names, _ := filepath.Glob("evidence/*")
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, "%s %x\n", name, data)
	}
	return text.String() + complaints.String()
}

// liesOf are what a worker may say of a function instead of what it found.
var liesOf = []func(data []byte) []byte{
	func([]byte) []byte { return []byte("garbage") },
	func(data []byte) []byte {
		return bytes.ReplaceAll(data, []byte(`"Verdict":"bug"`), []byte(`"Verdict":"safe"`))
	},
	func(data []byte) []byte {
		return bytes.ReplaceAll(data, []byte(`"Verdict":"safe"`), []byte(`"Verdict":"bug"`))
	},
	func(data []byte) []byte { return bytes.ReplaceAll(data, []byte(`"Proof":"`), []byte(`"Proof":"AAAA`)) },
	func(data []byte) []byte { return data[:len(data)/2] },
}

// teller does jobs about projects, and lies about every other one.
func teller(ctx context.Context, a Access, lie func([]byte) []byte) error {
	w := newTestWorker(a)
	n := 0
	w.Project = func(ctx context.Context, project []byte) (Shop, error) {
		s, err := scan.NewShop(ctx, project)
		return lying{s, func(data []byte) []byte {
			if n++; n%2 == 0 {
				return data
			}
			return lie(data)
		}}, err
	}
	return w.Run(ctx)
}

type lying struct {
	Shop
	lie func([]byte) []byte
}

func (l lying) Do(ctx context.Context, job []byte) ([]byte, error) {
	data, err := l.Shop.Do(ctx, job)
	if err != nil {
		return nil, err
	}
	return l.lie(data), nil
}

// TestScan: whatever workers suffer and say, a scan prints and writes the same to the byte.
func TestScan(t *testing.T) {
	const n = 6
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.c", []byte(functions(n)), 0o644); err != nil {
		t.Fatal(err)
	}
	want := scanned(t, nil)
	for _, v := range []string{"bug", "safe", "latent"} {
		if !strings.Contains(want, `"verdict":"`+v+`"`) {
			t.Fatalf("found %s, want a function that is %s", want, v)
		}
	}
	for round := range *rounds {
		random := rand.New(rand.NewPCG(uint64(round), 20))
		f := &Fleet{Workers: 2, Arguments: []string{"worker"}}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		var c *chaos
		got := scanned(t, func(asking context.Context, project []byte) (scan.Queue, error) {
			q, err := f.Project(asking, project)
			if err != nil {
				return nil, err
			}
			go func() { ended <- teller(ctx, f.server.Access, liesOf[round%len(liesOf)]) }()
			c = &chaos{Queue: q, after: map[int]func(){}}
			stopped := 0
			for range 2 {
				c.after[1+random.IntN(4*n-4)] = func() { c.signal(t, random, syscall.SIGKILL) }
			}
			at := 1 + random.IntN(2*n)
			c.after[at] = func() { stopped = c.signal(t, random, syscall.SIGSTOP) }
			c.after[at+n] = func() {
				if stopped > 0 {
					syscall.Kill(stopped, syscall.SIGCONT)
				}
			}
			return c, nil
		})
		if got != want {
			t.Errorf("round %d: found\n%s\nwant\n%s", round, got, want)
		}
		if c == nil || c.taken != 4*n {
			t.Errorf("round %d: found not %d answers", round, 4*n)
		}
		stop()
		if err := <-ended; err != nil {
			t.Errorf("round %d: %v", round, err)
		}
		f.Close()
	}
}

// TestScanAlone: without workers, and without a server, a scan is done in the process that asks.
func TestScanAlone(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.c", []byte(functions(1)), 0o644); err != nil {
		t.Fatal(err)
	}
	want := scanned(t, nil)
	before := patience
	defer func() { patience = before }()
	patience = 0
	for title, f := range map[string]*Fleet{
		"no server":  {Access: Access{URL: "nats://127.0.0.1:1"}},
		"no workers": {Workers: 0, Store: jetstream.MemoryStorage},
	} {
		if got := scanned(t, func(ctx context.Context, project []byte) (scan.Queue, error) {
			return f.Project(ctx, project)
		}); got != want {
			t.Errorf("%s: found\n%s\nwant\n%s", title, got, want)
		}
		f.Close()
	}
}
