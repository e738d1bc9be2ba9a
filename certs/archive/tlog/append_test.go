package tlog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"
)

// This file defines the tests of appending in one process: what is refused, and what an appender finds that another one
// left.

// TestAppendRefuses spoils a log of 266 entries in ways that bind root also, appends two, and wants one clear reason
// and nothing acknowledged. With the cause gone the log must be good, and grow.
func TestAppendRefuses(t *testing.T) {
	signer, v := key(t, origin, 1)
	other, otherV := key(t, origin, 2)
	base, _, _ := create(t)
	grow(t, base, 256)
	grow(t, base, 9)
	folder := func(name string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			remove(t, dir, name)
			if err := os.MkdirAll(filepath.Join(dir, name, "in", "it"), 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	file := func(name string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			remove(t, dir, name)
			put(t, filepath.Join(dir, name), nil)
		}
	}
	change := func(name string, f func([]byte) []byte) func(*testing.T, string) {
		return func(t *testing.T, dir string) { edit(t, dir, name, f) }
	}
	state := func(s string) func(*testing.T, string) {
		return change(".state/treeState", func([]byte) []byte { return []byte(s) })
	}
	nothing := func(*testing.T, string) {}
	for _, c := range []struct {
		title   string
		spoil   func(t *testing.T, dir string)
		signer  note.Signer
		v       note.Verifier
		entries []string
		want    string
		// of the log afterwards, with the cause gone: 266, or 268 if the entries are in it yet not acknowledged
		size uint64
	}{
		{"a folder for the lock", folder("lock"), signer, v, nil, "lock: is a directory", 266},
		{"no log", func(t *testing.T, dir string) { remove(t, dir, "checkpoint") }, signer, v, nil, "found no log",
			266},
		{"no folder", func(t *testing.T, dir string) { remove(t, dir, "") }, signer, v, nil,
			"found no log, want its checkpoint", 266},
		{"a file for the tiles", file("tile"), signer, v, nil, "tile/1/000.p/1: not a directory", 266},
		{"a file for the bundles", file("tile/entries"), signer, v, nil, "tile/entries/001.p/10: not a directory", 266},
		{"a file for the level", file("tile/1"), signer, v, nil, "tile/1/000.p/1: not a directory", 266},
		{"no state", func(t *testing.T, dir string) { remove(t, dir, ".state") }, signer, v, nil,
			".state/treeState: file does not exist", 266},
		{"a file for the state", file(".state"), signer, v, nil, ".state/treeState: not a directory", 266},
		{"a state that is a folder", folder(".state/treeState"), signer, v, nil, ".state/treeState: found a folder",
			266},
		{"a state of garbage", state("{"), signer, v, nil,
			`.state/treeState: found "{", want the size of the log in JSON`, 266},
		{"a state without a size", state("{}"), signer, v, nil, `found "{}", want the size of the log in JSON`, 266},
		{"a state behind the checkpoint", state(`{"size":265}`), signer, v, nil,
			"found 265 entries, want at least the checkpoint's 266", 266},
		{"a state before what is there", state(`{"size":267}`), signer, v, nil,
			"tile/entries/001.p/11: file does not exist", 266},
		{"a folder for the state's lock", folder(".state/treeState.lock"), signer, v, nil,
			"cannot lock the log's state", 266},
		{"a state of another version", change(".state/version", func([]byte) []byte { return []byte("7") }), signer, v,
			nil,
			"wanted version 1 but found 7", 266},
		{"a folder for the new bundle", folder("tile/entries/001.p/12"), signer, v, nil,
			"tile/entries/001.p/12: directory not empty", 266},
		{"a folder for the new tile, above", folder("tile/1/000.p/1"), signer, v, nil, "tile/1/000.p/1: found a folder",
			266},
		{"a folder for the new tile", folder("tile/0/001.p/12"), signer, v, nil, "tile/0/001.p/12", 266},
		{"a folder for the new checkpoint", folder("checkpoint.new"), signer, v, nil, "checkpoint.new: is a directory",
			268},

		{"a byte in the bundle that grows", change("tile/entries/001.p/10", flip(4)), signer, v, nil,
			"entry 256: found the hash", 266},
		{"a bundle that grows cut off", change("tile/entries/001.p/10", func(b []byte) []byte { return b[:9] }), signer,
			v, nil,
			"tile/entries/001.p/10: found it to end within entry 0", 266},
		{"a byte in the tile that grows", change("tile/0/001.p/10", flip(4)), signer, v, nil,
			"found tiles with the root", 266},
		{"a byte in the tile above", change("tile/1/000.p/1", flip(4)), signer, v, nil, "found tiles with the root",
			266},

		{"another key", nothing, other, otherV, nil, "found signatures by", 266},
		{"another key to sign", nothing, other, v, nil, "found a key example.org/vouch+", 266},
		{"another key to verify", nothing, signer, otherV, nil, "to sign with, want that of the log", 266},
		{"a key that fails", nothing, keyless{signer}, v, nil,
			"cannot sign the checkpoint: checkpoints are not signed here", 268},
		{"a key whose signatures are false", nothing, liar{signer}, v, nil,
			"cannot sign the checkpoint: found a false signature", 268},
		{"an entry too long", nothing, signer, v, []string{"", strings.Repeat("x", MaxEntry+1)},
			"entry 1: found 65536 bytes, want at most 65535", 266},
	} {
		t.Run(c.title, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "copy")
			if err := os.CopyFS(dir, os.DirFS(base)); err != nil {
				t.Fatal(err)
			}
			c.spoil(t, dir)
			if c.entries == nil {
				c.entries = []string{"one", "two"}
			}
			err := Append(t.Context(), dir, c.signer, c.v, func(l *Log) ([][]byte, error) {
				return [][]byte{[]byte(c.entries[0]), []byte(c.entries[1])}, nil
			}, func(*Log, uint64) error {
				t.Error("found the entries acknowledged, want them not to be")
				return nil
			})
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("found the error %v, want %q", err, c.want)
			}

			restore(t, dir, base, c.size == 266)
			first, err := numbered(t.Context(), dir, signer, v, 3, "after")
			if err != nil {
				t.Fatal(err)
			}
			if first != c.size {
				t.Errorf("found the log to have had %d entries, want %d", first, c.size)
			}
			fsck(t, dir)
		})
	}
}

// restore puts in order what a case of TestAppendRefuses spoiled, and leaves what the appender did; also its state, if
// told so.
func restore(t *testing.T, dir, base string, state bool) {
	for _, name := range []string{"checkpoint.new", "tile/entries/001.p/12", "tile/0/001.p/12"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.IsDir() {
			remove(t, dir, name)
		}
	}
	err := filepath.WalkDir(base, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(base, path)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, name)
		if info, err := os.Stat(to); err == nil && info.IsDir() != d.IsDir() {
			remove(t, dir, name)
		}
		if d.IsDir() {
			return os.MkdirAll(to, 0o755)
		}
		if name == ".state/treeState" && !state {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(to, data, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// liar signs falsely.
type liar struct{ note.Signer }

func (liar) Sign([]byte) ([]byte, error) { return make([]byte, 64), nil }

// impatient is a context that ends when somebody begins to wait for its end.
type impatient struct {
	context.Context
	ended atomic.Bool
}

func (c *impatient) Done() <-chan struct{} {
	c.ended.Store(true)
	done := make(chan struct{})
	close(done)
	return done
}

func (c *impatient) Err() error {
	if c.ended.Load() {
		return context.DeadlineExceeded
	}
	return nil
}

func TestCallbacks(t *testing.T) {
	dir, signer, v := create(t)
	no := errors.New("no")
	one := func(*Log) ([][]byte, error) { return [][]byte{[]byte("one")}, nil }
	never := func(*Log, uint64) error { t.Error("found done called, want it not to be"); return nil }

	err := Append(t.Context(), dir, signer, v, func(*Log) ([][]byte, error) { return nil, no }, never)
	if err != no {
		t.Errorf("choose: found the error %v, want %v", err, no)
	}
	if n := fsck(t, dir).size; n != 1 {
		t.Errorf("choose: found %d entries, want 1", n)
	}

	err = Append(t.Context(), dir, signer, v, one, func(l *Log, first uint64) error {
		if _, size, _ := l.Checkpoint(); first != 1 || size != 2 || open(t, dir).size != 2 {
			t.Errorf("done: found the entry %d of %d, want 1 of 2, published", first, size)
		}
		if err := Append(&impatient{Context: t.Context()}, dir, signer, v, one, never); !errors.Is(err,
			context.DeadlineExceeded) ||
			!strings.Contains(err.Error(), "lock: found it held by another appender") {
			t.Errorf("while done: found the error %v, want the lock to be held", err)
		}
		return no
	})
	if err != no {
		t.Errorf("done: found the error %v, want %v", err, no)
	}

	before := snapshot(t, dir)
	called := false
	err = Append(t.Context(), dir, signer, v, func(*Log) ([][]byte, error) { return nil, nil },
		func(l *Log, first uint64) error {
			called = first == 2 && l.size == 2
			return nil
		})
	if err != nil || !called {
		t.Errorf("nothing to add: found the error %v, done called: %v", err, called)
	}
	if after := snapshot(t, dir); after != before {
		t.Errorf("nothing to add: found the folder changed:\n%s\nwant\n%s", after, before)
	}

	ctx, cancel := context.WithCancel(t.Context())
	err = Append(ctx, dir, signer, v, func(*Log) ([][]byte, error) { cancel(); return one(nil) }, never)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled in choose: found the error %v, want %v", err, context.Canceled)
	}
	if n := fsck(t, dir).size; n != 2 {
		t.Errorf("cancelled in choose: found %d entries, want 2", n)
	}
}

// TestLockReplaced establishes that who waited for a lock that was removed in the meantime does not hold it beside
// somebody else.
func TestLockReplaced(t *testing.T) {
	dir := t.TempDir()
	a, err := acquire(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	waiting := make(chan *lock)
	go func() {
		b, err := acquire(t.Context(), dir)
		if err != nil {
			t.Error(err)
		}
		waiting <- b
	}()
	time.Sleep(20 * time.Millisecond) // to wait at the first file; if it does not, the test is weaker
	remove(t, dir, "lock")
	c, err := acquire(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	a.release()
	select {
	case <-waiting:
		t.Fatal("found two to hold the lock, want one")
	case <-time.After(50 * time.Millisecond):
	}
	c.release()
	(<-waiting).release()
}

// TestEntriesOfAllLengths establishes that entries come back as they were, also twice the same.
func TestEntriesOfAllLengths(t *testing.T) {
	dir, signer, v := create(t)
	var want []string
	for range 2 {
		err := Append(t.Context(), dir, signer, v, func(*Log) (entries [][]byte, err error) {
			for _, n := range []int{0, 1, 255, 256, 65534, MaxEntry, 0} {
				entries = append(entries, []byte(strings.Repeat("\xff", n)))
				want = append(want, string(entries[len(entries)-1]))
			}
			return entries, nil
		}, func(*Log, uint64) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, e := range all(t, fsck(t, dir))[1:] {
		if string(e) != want[i] {
			t.Errorf("entry %d: found %d bytes, want %d", i, len(e), len(want[i]))
		}
	}
}

// TestUnpublished sets a log back to where an appender died: entries in bundles, tiles and state, not in the
// checkpoint.
func TestUnpublished(t *testing.T) {
	for _, n := range []int{1, 20, 255, 300, 1000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			dir, signer, v := create(t)
			old, err := os.ReadFile(filepath.Join(dir, "checkpoint"))
			if err != nil {
				t.Fatal(err)
			}
			grow(t, dir, n)
			put(t, filepath.Join(dir, "checkpoint"), old)
			err = Append(t.Context(), dir, signer, v, func(l *Log) ([][]byte, error) {
				if l.size != uint64(1+n) || open(t, dir).size != l.size {
					t.Errorf("found %d entries, want %d, published", l.size, 1+n)
				}
				return nil, nil
			}, func(*Log, uint64) error { return nil })
			if err != nil {
				t.Fatal(err)
			}
			grow(t, dir, 5)
			fsck(t, dir)
		})
	}
	t.Run("with an entry changed", func(t *testing.T) {
		dir, signer, v := create(t)
		old, err := os.ReadFile(filepath.Join(dir, "checkpoint"))
		if err != nil {
			t.Fatal(err)
		}
		grow(t, dir, 20)
		put(t, filepath.Join(dir, "checkpoint"), old)
		edit(t, dir, "tile/entries/000.p/21", flip(-3))
		_, err = numbered(t.Context(), dir, signer, v, 1, "")
		if err == nil || !strings.Contains(err.Error(), "found tiles with the root") {
			t.Errorf("found the error %v, want no such checkpoint signed", err)
		}
	})
}

// TestLeftovers plants what an appender leaves who dies in the middle of a batch, at sizes where a tile begins and
// where none does.
func TestLeftovers(t *testing.T) {
	for _, size := range []int{1, 200, 256, 257, 512} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			dir, _, _ := create(t)
			if size > 1 {
				grow(t, dir, size-1)
			}
			junk := []byte(strings.Repeat("\x00\x1ejunk of somebody who has died ", 256))
			names := []string{"tile/entries/000123456", ".state/treeState987654", "tile/0/001.p/171234567"}
			for _, name := range names {
				os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755)
				put(t, filepath.Join(dir, name), junk)
			}
			for index := size / 256; index < 4; index++ {
				for _, where := range []string{"entries", "0"} {
					put(t, filepath.Join(dir, fmt.Sprintf("tile/%s/%03d", where, index)), junk)
				}
			}
			os.MkdirAll(filepath.Join(dir, "tile/1"), 0o755)
			put(t, filepath.Join(dir, "tile/1/000"), junk)
			if size >= 256 {
				names = append(names, "tile/entries/000.p/9", "tile/0/000.p/9")
				for _, name := range names[3:] {
					os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755)
					put(t, filepath.Join(dir, name), junk)
				}
			}
			put(t, filepath.Join(dir, "lock"), []byte("appending\n"))
			for _, n := range []int{3, 1, 300, 700} {
				grow(t, dir, n)
				fsck(t, dir)
			}
			for _, name := range append(names, "tile/entries/000.p", "tile/0/000.p", "tile/0/002.p") {
				if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
					t.Errorf("found %s, want it removed", name)
				}
			}
		})
	}
}

// TestNothingRuns establishes that no goroutine outlives Append by much, whether it succeeds or not.
func TestNothingRuns(t *testing.T) {
	dir, signer, v := create(t)
	base := runtime.NumGoroutine()
	for range 10 {
		grow(t, dir, 3)
		numbered(t.Context(), dir, keyless{signer}, v, 1, "")
	}
	for end := time.Now().Add(10 * time.Minute); runtime.NumGoroutine() > base; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			stacks := make([]byte, 1<<16)
			t.Fatalf("found %d goroutines, want %d\n%s", runtime.NumGoroutine(), base,
				stacks[:runtime.Stack(stacks, true)])
		}
	}
}
