package tlog

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// This file defines the tests of reading and proving, and what all tests share. The oracle is the tree of Go's checksum
// database.

// key returns a key by its seed: the same in every process.
func key(t testing.TB, name string, seed int64) (note.Signer, note.Verifier) {
	t.Helper()
	sk, vk, err := note.GenerateKey(rand.New(rand.NewSource(seed)), name)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := note.NewSigner(sk)
	if err != nil {
		t.Fatal(err)
	}
	v, err := note.NewVerifier(vk)
	if err != nil {
		t.Fatal(err)
	}
	return signer, v
}

const origin = "example.org/vouch"

// create makes a log with its genesis entry.
func create(t testing.TB) (dir string, signer note.Signer, v note.Verifier) {
	t.Helper()
	signer, v = key(t, origin, 1)
	dir = filepath.Join(t.TempDir(), "log")
	if err := Create(t.Context(), dir, signer, []byte("genesis")); err != nil {
		t.Fatal(err)
	}
	return dir, signer, v
}

// grow appends n entries: entry i says so.
func grow(t testing.TB, dir string, n int) {
	t.Helper()
	signer, v := key(t, origin, 1)
	first, err := numbered(t.Context(), dir, signer, v, n, "")
	if err != nil {
		t.Fatal(err)
	}
	if l := open(t, dir); l.size != first+uint64(n) {
		t.Fatalf("found %d entries, want %d", l.size, first+uint64(n))
	}
}

// numbered appends n entries, each with its index and a word.
func numbered(ctx context.Context, dir string, signer note.Signer, v note.Verifier, n int, word string) (first uint64,
	err error) {
	err = Append(ctx, dir, signer, v, func(l *Log) ([][]byte, error) {
		entries := make([][]byte, n)
		for i := range entries {
			entries[i] = fmt.Appendf(nil, "entry %d %s", l.size+uint64(i), word)
		}
		return entries, nil
	}, func(l *Log, at uint64) error {
		first = at
		return nil
	})
	return first, err
}

func open(t testing.TB, dir string) *Log {
	t.Helper()
	_, v := key(t, origin, 1)
	l, err := Open(dir, v)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// fsck establishes that a log is good, and returns it.
func fsck(t testing.TB, dir string) *Log {
	t.Helper()
	l := open(t, dir)
	if err := l.Fsck(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return l
}

// all returns the entries of a log.
func all(t testing.TB, l *Log) [][]byte {
	t.Helper()
	var entries [][]byte
	err := l.Entries(0, l.size, func(index uint64, entry []byte) error {
		if index != uint64(len(entries)) {
			t.Fatalf("found entry %d, want %d", index, len(entries))
		}
		entries = append(entries, entry)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

// oracle holds the hashes of a tree, in Go's order.
type oracle []tlog.Hash

func (o *oracle) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	hashes := make([]tlog.Hash, len(indexes))
	for i, n := range indexes {
		hashes[i] = (*o)[n]
	}
	return hashes, nil
}

func (o *oracle) add(t *testing.T, n int, entry []byte) {
	stored, err := tlog.StoredHashes(int64(n), entry, o)
	if err != nil {
		t.Fatal(err)
	}
	*o = append(*o, stored...)
}

func (o *oracle) root(t *testing.T, size uint64) tlog.Hash {
	h, err := tlog.TreeHash(int64(size), o)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func theirs(path [][]byte) []tlog.Hash {
	hashes := make([]tlog.Hash, len(path))
	for i, h := range path {
		hashes[i] = tlog.Hash(h)
	}
	return hashes
}

func TestLeafHash(t *testing.T) {
	for _, entry := range []string{"", "x", strings.Repeat("long", 1000)} {
		want := sha256.Sum256([]byte("\x00" + entry))
		if h := LeafHash([]byte(entry)); !bytes.Equal(h, want[:]) {
			t.Errorf("found %x, want %x", h, want)
		}
	}
}

// TestGrow establishes, at sizes about the borders of tiles, that root, entries and paths are those of another
// implementation.
func TestGrow(t *testing.T) {
	dir, _, _ := create(t)
	var o oracle
	o.add(t, 0, []byte("genesis"))
	known := 1
	sizes := []uint64{1}
	for _, n := range []int{1, 1, 4, 247, 1, 1, 1, 254, 1, 3, 1533, 500} {
		grow(t, dir, n)
		l := fsck(t, dir)
		sizes = append(sizes, l.size)
		entries := all(t, l)
		for ; known < len(entries); known++ {
			if want := fmt.Sprintf("entry %d ", known); string(entries[known]) != want {
				t.Fatalf("found the entry %q, want %q", entries[known], want)
			}
			o.add(t, known, entries[known])
		}
		if h := o.root(t, l.size); !bytes.Equal(h[:], l.root) {
			t.Fatalf("size %d: found the root %x, want %x", l.size, l.root, h)
		}
	}
	l := open(t, dir)
	at := slices.Concat(sizes, []uint64{254, 255, 256, 257, 300, 511, 512, 513, 1023, 2047})
	for _, size := range at {
		root := o.root(t, size)
		for _, index := range append([]uint64{0, size / 2, size - 1}, at...) {
			if index >= size {
				continue
			}
			path, err := l.Inclusion(index, size)
			if err != nil {
				t.Fatal(err)
			}
			leaf := tlog.RecordHash(all(t, l)[index])
			if err := tlog.CheckRecord(theirs(path), int64(size), root, int64(index), leaf); err != nil {
				t.Errorf("entry %d of %d: %v", index, size, err)
			}
		}
		for _, old := range at {
			if old > size {
				continue
			}
			path, err := l.Consistency(old, size)
			if err != nil {
				t.Fatal(err)
			}
			if err := tlog.CheckTree(theirs(path), int64(size), root, int64(old), o.root(t, old)); err != nil {
				t.Errorf("%d after %d: %v", size, old, err)
			}
		}
	}
}

func TestRanges(t *testing.T) {
	dir, _, _ := create(t)
	grow(t, dir, 299)
	l := open(t, dir)
	stop := errors.New("enough")
	no := func(uint64, []byte) error { return nil }
	const maximum = 1<<64 - 1
	inclusion := func(index, size uint64) error { _, err := l.Inclusion(index, size); return err }
	consistency := func(old, size uint64) error { _, err := l.Consistency(old, size); return err }
	for _, c := range []struct {
		title string
		err   error
		want  string
	}{
		{"no entries", l.Entries(300, 300, no), ""},
		{"some within a bundle", l.Entries(3, 5, no), ""},
		{"entries descending", l.Entries(5, 4, no), "found the range 5 to 4, want one within the log's 300 entries"},
		{"entries beyond the end", l.Entries(0, 301, no), "found the range 0 to 301"},
		{"entries far beyond the end", l.Entries(maximum-1, maximum, no), "want one within the log's 300 entries"},
		{"a callback's error", l.Entries(0, 300, func(i uint64, _ []byte) error { return stop }), "enough"},
		{"the last entry", inclusion(299, 300), ""},
		{"an entry beyond its tree", inclusion(20, 20), "found the entry 20 of 20"},
		{"a tree beyond the log", inclusion(20, 301), "want one within the log's 300 entries"},
		{"a tree far beyond the log", inclusion(20, maximum), "want one within the log's 300 entries"},
		{"a tree and itself", consistency(300, 300), ""},
		{"an empty tree", consistency(0, 300), "found the sizes 0 and 300"},
		{"trees descending", consistency(20, 19), "found the sizes 20 and 19"},
		{"a later tree beyond the log", consistency(20, 301), "found the sizes 20 and 301"},
	} {
		if (c.err == nil) != (c.want == "") || c.err != nil && !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%s: found the error %v, want %q", c.title, c.err, c.want)
		}
	}
	var seen []uint64
	if err := l.Entries(254, 258, func(i uint64, _ []byte) error { seen = append(seen, i); return nil }); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(seen, []uint64{254, 255, 256, 257}) {
		t.Errorf("found the entries %v, want 254 to 257", seen)
	}
}

// snapshot describes every file of a folder: what it holds, and when it was written.
func snapshot(t *testing.T, dir string) string {
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		fmt.Fprintln(&b, path, info.Mode(), info.ModTime().UnixNano())
		if d.Type().IsRegular() {
			data, err := os.ReadFile(path)
			fmt.Fprintf(&b, "%x\n", sha256.Sum256(data))
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestReadingWritesNothing also establishes that a copy without the appender's own files can be read.
func TestReadingWritesNothing(t *testing.T) {
	dir, _, _ := create(t)
	grow(t, dir, 299)
	for _, own := range []string{".state", "lock"} {
		if err := os.RemoveAll(filepath.Join(dir, own)); err != nil {
			t.Fatal(err)
		}
	}
	before := snapshot(t, dir)
	l := fsck(t, dir)
	all(t, l)
	if _, err := l.Inclusion(7, 299); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Consistency(7, 299); err != nil {
		t.Fatal(err)
	}
	if after := snapshot(t, dir); after != before {
		t.Errorf("found the folder changed:\n%s\nwant\n%s", after, before)
	}
}

// TestEarlierReader establishes that who opened a log reads on while it grows, and what was partial is removed.
func TestEarlierReader(t *testing.T) {
	dir, _, _ := create(t)
	grow(t, dir, 199)
	l := open(t, dir)
	for range 5 {
		grow(t, dir, 100)
	}
	if _, err := os.Stat(filepath.Join(dir, "tile/entries/000.p")); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("found the partial forms of a full bundle, want them removed (%v)", err)
	}
	if n := len(all(t, l)); n != 200 {
		t.Errorf("found %d entries, want 200", n)
	}
	if err := l.Fsck(t.Context(), nil); err != nil {
		t.Error(err)
	}
	if _, err := l.Inclusion(199, 200); err != nil {
		t.Error(err)
	}
}

func TestProgressAndCancel(t *testing.T) {
	dir, _, _ := create(t)
	grow(t, dir, 599)
	var seen []uint64
	ctx, cancel := context.WithCancel(t.Context())
	progress := func(done, total uint64) { seen = append(seen, done, total) }
	if err := open(t, dir).Fsck(ctx, progress); err != nil {
		t.Fatal(err)
	}
	if want := []uint64{256, 600, 512, 600, 600, 600}; !slices.Equal(seen, want) {
		t.Errorf("found progress %v, want %v", seen, want)
	}
	err := open(t, dir).Fsck(ctx, func(uint64, uint64) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("found the error %v, want %v", err, context.Canceled)
	}
}

// sign returns a note.
func sign(t *testing.T, signer note.Signer, text string) []byte {
	t.Helper()
	raw, err := note.Sign(&note.Note{Text: text}, signer)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// edit changes a file.
func edit(t *testing.T, dir, name string, f func(data []byte) []byte) {
	t.Helper()
	path := filepath.Join(dir, name)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	put(t, path, f(data))
}

func put(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, dir, name string) {
	t.Helper()
	if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
		t.Fatal(err)
	}
}

// flip changes a bit of the byte at i, or at -i from the end.
func flip(i int) func([]byte) []byte {
	return func(data []byte) []byte {
		if i < 0 {
			i += len(data)
		}
		data[i] ^= 4
		return data
	}
}

// TestTampered changes a log of 600 entries, and wants one clear reason from Open or Fsck.
func TestTampered(t *testing.T) {
	base, signer, _ := create(t)
	for _, n := range []int{255, 1, 43, 300} {
		grow(t, base, n)
	}
	good := fsck(t, base)
	root := good.root
	other, _ := key(t, origin, 2)
	stranger, _ := key(t, "example.com/other", 1)
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	put(t, elsewhere, good.raw)
	zero := make([]byte, 32)
	cut := func(n int) func([]byte) []byte { return func(data []byte) []byte { return data[:len(data)-n] } }
	surplus := func(s string) func([]byte) []byte { return func(data []byte) []byte { return append(data, s...) } }
	checkpoint := func(s note.Signer, text string) func(*testing.T, string) {
		return func(t *testing.T, dir string) { put(t, filepath.Join(dir, "checkpoint"), sign(t, s, text)) }
	}
	change := func(name string, f func([]byte) []byte) func(*testing.T, string) {
		return func(t *testing.T, dir string) { edit(t, dir, name, f) }
	}
	without := func(names ...string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			for _, name := range names {
				remove(t, dir, name)
			}
		}
	}
	instead := func(name string, make func(path string) error) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			remove(t, dir, name)
			if err := make(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	link := func(path string) error { return os.Symlink(elsewhere, path) }
	folder := func(path string) error { return os.Mkdir(path, 0o755) }
	pipe := func(path string) error { return syscall.Mkfifo(path, 0o644) }
	sparse := func(path string) error {
		return errors.Join(os.WriteFile(path, nil, 0o644), os.Truncate(path, 1<<40))
	}
	wrongRoot := "found entries with the root "
	for _, c := range []struct {
		title  string
		change func(t *testing.T, dir string)
		want   string // a part of the error; empty if the log is to be accepted
	}{
		{"nothing changed", func(*testing.T, string) {}, ""},
		{"back to 300 entries", func(t *testing.T, dir string) {
			var o oracle
			for n, e := range all(t, good)[:300] {
				o.add(t, n, e)
			}
			h := o.root(t, 300)
			checkpoint(signer, text(origin, 300, h[:]))(t, dir)
		}, ""},
		{"a signature of somebody else also", func(t *testing.T, dir string) {
			raw, err := note.Sign(&note.Note{Text: text(origin, 600, root)}, signer, stranger)
			if err != nil {
				t.Fatal(err)
			}
			put(t, filepath.Join(dir, "checkpoint"), raw)
		}, ""},
		{"a surplus tile", func(t *testing.T, dir string) { put(t, filepath.Join(dir, "tile/0/007"), zero) }, ""},

		{"an entry's byte", change("tile/entries/000", flip(400)), wrongRoot},
		{"an entry's byte in the last bundle", change("tile/entries/002.p/88", flip(-2)),
			"first, tile/0/002.p/88: found hash 87 to be"},
		{"an entry's length", change("tile/entries/001", flip(1)), "tile/entries/001: found"},
		{"the bundles in another order", func(t *testing.T, dir string) {
			a, b := filepath.Join(dir, "tile/entries/000"), filepath.Join(dir, "tile/entries/001")
			if err := errors.Join(os.Rename(a, a+"x"), os.Rename(b, a), os.Rename(a+"x", b)); err != nil {
				t.Fatal(err)
			}
		}, "first, tile/0/000: found hash 0 to be"},
		{"a bundle without its last byte", change("tile/entries/001", cut(1)),
			"tile/entries/001: found it to end within entry 255, want 256"},
		{"a bundle without its last entry", change("tile/entries/002.p/88", cut(2+len("entry 599 "))),
			"tile/entries/002.p/88: found it to end within entry 87, want 88 entries"},
		{"an empty bundle", change("tile/entries/001", func([]byte) []byte { return nil }),
			"found it to end within entry 0"},
		{"a bundle with a surplus byte", change("tile/entries/000", surplus("x")),
			"found 1 bytes after its 256 entries, want none"},
		{"a bundle with a surplus entry", change("tile/entries/002.p/88", surplus("\x00\x01x")),
			"found 3 bytes after its 88 entries"},
		{"a bundle with an empty surplus entry", change("tile/entries/002.p/88", surplus("\x00\x00")),
			"found 2 bytes after its 88"},
		{"no bundle", without("tile/entries/001"), "tile/entries/001: file does not exist"},
		{"no last bundle", without("tile/entries/002.p"), "tile/entries/002.p/88: file does not exist"},
		{"a bundle that is a folder", instead("tile/entries/001", folder),
			"tile/entries/001: found a folder, want a regular file"},
		{"a bundle that is a pipe", instead("tile/entries/001", pipe),
			"tile/entries/001: found a pipe, want a regular file"},
		{"a bundle of a terabyte", instead("tile/entries/001", sparse), "found more than 16777472 bytes"},

		{"a hash on level 0", change("tile/0/000", flip(8000)), "tile/0/000: found hash 250 to be"},
		{"a hash on level 0, partial", change("tile/0/002.p/88", flip(-1)), "tile/0/002.p/88: found hash 87 to be"},
		{"a hash on level 1", change("tile/1/000.p/2", flip(3)), "tile/1/000.p/2: found hash 0 to be"},
		{"a tile without a byte", change("tile/0/001", cut(1)), "tile/0/001: found 8191 bytes, want 256 hashes of 32"},
		{"a tile without a hash", change("tile/1/000.p/2", cut(32)),
			"tile/1/000.p/2: found 32 bytes, want 2 hashes of 32"},
		{"a tile with a surplus hash", change("tile/1/000.p/2", surplus(string(zero))),
			"found 96 bytes, want 2 hashes of 32"},
		{"a full tile with a surplus hash", change("tile/0/000", surplus(string(zero))), "found more than 8192 bytes"},
		{"no tile", without("tile/0/001"), "tile/0/001: file does not exist"},
		{"no tile on level 1", without("tile/1"), "tile/1/000.p/2: file does not exist"},
		{"no tiles at all", without("tile"), "tile/entries/000: file does not exist"},
		{"a tile of a terabyte", instead("tile/0/001", sparse), "tile/0/001: found more than 8192 bytes"},
		{"an entry and its hash", func(t *testing.T, dir string) {
			edit(t, dir, "tile/entries/002.p/88", flip(-2))
			entries := all(t, open(t, dir))
			edit(t, dir, "tile/0/002.p/88", func(data []byte) []byte {
				return append(data[:87*32], LeafHash(entries[599])...)
			})
		}, "found entries and tiles with the root "},

		{"no checkpoint", without("checkpoint"), "found no log, want its checkpoint: file does not exist"},
		{"an empty checkpoint", change("checkpoint", func([]byte) []byte { return nil }),
			"checkpoint: found no signed note"},
		{"a checkpoint of garbage", change("checkpoint", func([]byte) []byte {
			return bytes.Repeat([]byte("\x00\xffno"), 99)
		}),
			"checkpoint: found no signed note, want one by \"example.org/vouch+"},
		{"a checkpoint without its signature", change("checkpoint", func(data []byte) []byte {
			return data[:bytes.Index(data, []byte("\n\n"))+2]
		}), "found no signed note"},
		{"a byte in the checkpoint", change("checkpoint", flip(len(origin)+2)),
			"found a false signature by \"example.org/vouch+"},
		{"a byte in the signature", change("checkpoint", flip(-9)), "found a false signature by"},
		{"another key of that name", checkpoint(other, text(origin, 600, root)),
			"found signatures by [\"example.org/vouch+"},
		{"another log's checkpoint", checkpoint(stranger, text(stranger.Name(), 600, root)),
			"found signatures by [\"example.com/other+"},
		{"another origin under the log's key", checkpoint(signer, text("example.com/other", 600, root)),
			"found the origin \"example.com/other\", want \"example.org/vouch\""},
		{"another root", checkpoint(signer, text(origin, 600, zero)),
			"found entries and tiles with the root " + hex.EncodeToString(root)},
		{"fewer entries under the same root", checkpoint(signer, text(origin, 512, root)),
			"want the checkpoint's " + hex.EncodeToString(root)},
		{"a size that the log never had", checkpoint(signer, text(origin, 599, root)),
			"tile/entries/002.p/87: file does not exist"},
		{"more entries than there are", checkpoint(signer, text(origin, 601, root)),
			"tile/entries/002.p/89: file does not exist"},
		{"many more entries than there are", checkpoint(signer, text(origin, 1<<63, root)),
			"tile/entries/002: file does not exist"},
		{"no entries", checkpoint(signer, text(origin, 0, LeafHash(nil))), "found no entries, want one at least"},
		{"a size with a zero before", checkpoint(signer, fmt.Sprintf("%s\n0600\n%s", origin, text("", 0, root)[3:])),
			"want an origin, a decimal"},
		{"a negative size", checkpoint(signer, fmt.Sprintf("%s\n-1\n%s", origin, text("", 0, root)[3:])),
			"want an origin, a decimal size"},
		{"a root of 31 bytes", checkpoint(signer, text(origin, 600, root[:31])), "a root of 32 bytes"},
		{"a line too few", checkpoint(signer, origin+"\n600\n"), "found 2 lines, want an origin, a size and a root"},
		{"a line too many", checkpoint(signer, text(origin, 600, root)+"more\n"),
			"want an origin, a decimal size and a root"},
		{"a checkpoint that is a folder", instead("checkpoint", folder),
			"checkpoint: found a folder, want a regular file"},
		{"a checkpoint that is a pipe", instead("checkpoint", pipe), "checkpoint: found a pipe, want a regular file"},
		{"a checkpoint outside of the folder", instead("checkpoint", link), "checkpoint: path escapes from parent"},
		{"a checkpoint of a terabyte", instead("checkpoint", sparse), "checkpoint: found more than 65536 bytes"},
		{"an empty folder", without("checkpoint", "tile", "lock", ".state"), "found no log, want its checkpoint"},
		{"no folder", func(t *testing.T, dir string) { remove(t, dir, "") }, "found no log, want its checkpoint"},
		{"a file in the folder's place", func(t *testing.T, dir string) { remove(t, dir, ""); put(t, dir, nil) },
			"not a directory"},
	} {
		t.Run(c.title, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "copy")
			if err := os.CopyFS(dir, os.DirFS(base)); err != nil {
				t.Fatal(err)
			}
			c.change(t, dir)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, v := key(t, origin, 1)
			l, err := Open(dir, v)
			if err == nil {
				err = l.Fsck(t.Context(), nil)
			}
			runtime.ReadMemStats(&after)
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("found the error %v, want %q", err, c.want)
			}
			if err != nil && strings.Contains(err.Error(), "\n") {
				t.Errorf("found the error %q, want one line", err)
			}
			if n := after.TotalAlloc - before.TotalAlloc; n > 4<<20 {
				t.Errorf("found %d bytes allocated, want at most 4 MiB", n)
			}
		})
	}
}

// TestThreeLevels establishes that a log with a third level of tiles is checked there too.
func TestThreeLevels(t *testing.T) {
	dir, _, _ := create(t)
	grow(t, dir, 200)
	grow(t, dir, 65700)
	l := fsck(t, dir)
	for _, c := range []struct {
		name string
		at   int
		want string
	}{
		{"tile/2/000.p/1", 5, "tile/2/000.p/1: found hash 0 to be"},
		{"tile/1/000", 8190, "tile/1/000: found hash 255 to be"},
		{"tile/1/001.p/1", 0, "tile/1/001.p/1: found hash 0 to be"},
		{"tile/0/256", 0, "tile/0/256: found hash 0 to be"},
		{"tile/0/257.p/109", 0, "tile/0/257.p/109: found hash 0 to be"},
	} {
		edit(t, dir, c.name, flip(c.at))
		if err := l.Fsck(t.Context(), nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: found the error %v, want %q", c.name, err, c.want)
		}
		edit(t, dir, c.name, flip(c.at))
	}
}

// TestReplaced establishes that another log of the same key and size is told from the first by an earlier checkpoint
// only.
func TestReplaced(t *testing.T) {
	dir, _, v := create(t)
	grow(t, dir, 20)
	early := open(t, dir)
	grow(t, dir, 20)
	consistent := func(l *Log) error {
		path, err := l.Consistency(early.size, l.size)
		if err != nil {
			t.Fatal(err)
		}
		return tlog.CheckTree(theirs(path), int64(l.size), tlog.Hash(l.root), int64(early.size), tlog.Hash(early.root))
	}
	if err := consistent(fsck(t, dir)); err != nil {
		t.Error(err)
	}
	signer, _ := key(t, origin, 1)
	forged := filepath.Join(t.TempDir(), "forged")
	if err := Create(t.Context(), forged, signer, []byte("genesis")); err != nil {
		t.Fatal(err)
	}
	if _, err := numbered(t.Context(), forged, signer, v, 40, "forged"); err != nil {
		t.Fatal(err)
	}
	if err := consistent(fsck(t, forged)); err == nil {
		t.Error("found the forged log to be consistent, want it not to be")
	}
}

func TestCreateRefuses(t *testing.T) {
	signer, _ := key(t, origin, 1)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		title   string
		ctx     context.Context
		prepare func(t *testing.T, dir string)
		genesis []byte
		signer  note.Signer
		want    string
		left    bool // whether there is something in the folder's place afterwards
	}{
		{"a file in it", t.Context(), func(t *testing.T, dir string) {
			os.Mkdir(dir, 0o755)
			put(t, filepath.Join(dir, "mine"), nil)
		}, nil, signer, `found a folder with "mine" in it, want an empty one, or none`, true},
		{"a log", t.Context(), func(t *testing.T, dir string) {
			if err := Create(t.Context(), dir, signer, nil); err != nil {
				t.Fatal(err)
			}
		}, nil, signer, `found a folder with ".state" in it`, true},
		{"a file in its place", t.Context(), func(t *testing.T, dir string) { put(t, dir, nil) }, nil, signer,
			"not a directory", true},
		{"no folder to make it in", t.Context(), func(t *testing.T, dir string) { remove(t, dir, "..") }, nil, signer,
			"no such file", false},
		{"a genesis too long", t.Context(), nil, make([]byte, MaxEntry+1), signer,
			"found 65536 bytes, want at most 65535", false},
		{"cancelled", cancelled, nil, nil, signer, "context canceled", false},
		{"a key that fails", t.Context(), nil, nil, keyless{signer}, "checkpoints are not signed here", false},
	} {
		t.Run(c.title, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "in", "log")
			if err := os.Mkdir(filepath.Dir(dir), 0o755); err != nil {
				t.Fatal(err)
			}
			if c.prepare != nil {
				c.prepare(t, dir)
			}
			err := Create(c.ctx, dir, c.signer, c.genesis)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("found the error %v, want %q", err, c.want)
			}
			if _, err := os.Stat(dir); (err == nil) != c.left {
				t.Errorf("found the folder to be there: %v, want %v", err == nil, c.left)
			}
		})
	}
	dir := t.TempDir()
	if err := Create(t.Context(), dir, signer, nil); err != nil {
		t.Errorf("in an empty folder: %v", err)
	}
	if l := fsck(t, dir); l.size != 1 {
		t.Errorf("found %d entries, want 1", l.size)
	}
}

// TestMany is the measurement of a log of 10,000 entries, of the length of a signed statement.
func TestMany(t *testing.T) {
	dir, signer, v := create(t)
	word := strings.Repeat("x", 220)
	start := time.Now()
	lap := func(title string) {
		t.Logf("%-45s %v", title, time.Since(start).Round(10*time.Microsecond))
		start = time.Now()
	}
	add := func(n int) {
		if _, err := numbered(t.Context(), dir, signer, v, n, word); err != nil {
			t.Fatal(err)
		}
	}
	for range 100 {
		add(1)
	}
	lap("100 entries, one at a time:")
	add(1000)
	lap("1,000 entries at once:")
	add(8899)
	lap("8,899 entries at once:")
	l := fsck(t, dir)
	lap("fsck:")
	if l.size != 10000 {
		t.Errorf("found %d entries, want 10,000", l.size)
	}
	for i := range l.size {
		if _, err := l.Inclusion(i, l.size); err != nil {
			t.Fatal(err)
		}
	}
	lap("10,000 inclusion paths:")
	if len(l.known) > maxNodes {
		t.Errorf("found %d hashes remembered, want at most %d", len(l.known), maxNodes)
	}
	var files, size, blocks int64
	filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		info, err := d.Info()
		if err == nil && d.Type().IsRegular() {
			files, size, blocks = files+1, size+info.Size(), blocks+info.Sys().(*syscall.Stat_t).Blocks*512
		}
		return err
	})
	t.Logf("%d files, %d bytes, on disk %d", files, size, blocks)
}
