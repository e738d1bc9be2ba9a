package find

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/memory"
	"vouch/finder"
)

// This file attacks the cache of results.

// searched runs find on a program with a cache, and returns what it prints.
func searched(t *testing.T, dir, name string, loopLimit int) string {
	t.Helper()
	return searchedBy(t, caching(dir, loopLimit), name)
}

// caching returns options with a cache.
func caching(dir string, loopLimit int) Options {
	return Options{
		Search: finder.Options{Solver: "lia", Strategy: "bfs", Merge: true, Limits: finder.Limits{Loop: loopLimit}},
		Format: "text", Progress: "none", NoCertificate: true,
		Cache: InFolder(dir), Watch: &memory.Watch{}, Jobs: 1,
	}
}

func searchedBy(t *testing.T, o Options, name string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	_ = Run(t.Context(), o, []checkcmd.File{checkcmd.Named(name)}, &stdout, &stderr)
	return stdout.String() + stderr.String()
}

// only returns the only file of a folder.
func only(t *testing.T, dir string) string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "*.cbor"))
	if err != nil || len(list) != 1 {
		t.Fatalf("found %q, %v, want one file", list, err)
	}
	return list[0]
}

// TestPoisonedCache: whatever lies in the place of a kept certificate, the verdict is the one without a cache, and the
// text says "from the cache" only where it is the kept one.
func TestPoisonedCache(t *testing.T) {
	const (
		safe = "input x\nif x > 3 { assert x > 2 }\n"
		bad  = "input x\nif x > 3 { assert x > 4 }\n"
		loop = "input x\nwhile x > 0 { x = x - 1 }\nassert x <= 0\n"
	)
	kept := func(text string, limit int) []byte { // the certificate that a search of t.imp keeps
		dir := t.TempDir()
		name := filepath.Join(dir, "t.imp")
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		searched(t, filepath.Join(dir, "cache"), name, limit)
		data, err := os.ReadFile(only(t, filepath.Join(dir, "cache")))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	about := func(text string) certs.Program {
		c, err := certs.Open(kept(text, 0), certs.MaxBytes)
		if err != nil {
			t.Fatal(err)
		}
		return c.About()
	}
	absence := func(text string, change func(*certs.Absence)) []byte {
		c, err := certs.Open(kept(text, 0), certs.MaxBytes)
		if err != nil {
			t.Fatal(err)
		}
		a := c.(*certs.Absence)
		change(a)
		return a.Seal()
	}
	bug := func(text string, change func(*certs.Bug)) []byte {
		c, err := certs.Open(kept(text, 0), certs.MaxBytes)
		if err != nil {
			t.Fatal(err)
		}
		b := c.(*certs.Bug)
		change(b)
		return b.Seal()
	}
	cut := func(data []byte) []byte { return data[:len(data)/2] }
	flipped := func(data []byte) []byte { data[len(data)/2] ^= 4; return data }
	for _, c := range []struct {
		title, text string
		limit       int
		poison      []byte // nil for a folder
		hit         bool
	}{
		{"the kept one, safe", safe, 0, kept(safe, 0), true},
		{"the kept one, a bug", bad, 0, kept(bad, 0), true},
		{"the kept one, bounded", loop, 3, kept(loop, 3), true},
		{"nothing", safe, 0, []byte{}, false},
		{"a folder", safe, 0, nil, false},
		{"a text", bad, 0, []byte("safe"), false},
		{"a cut certificate", safe, 0, cut(kept(safe, 0)), false},
		{"a changed byte", safe, 0, flipped(kept(safe, 0)), false},
		{"a changed byte of a bug", bad, 0, flipped(kept(bad, 0)), false},
		{"safe, of another program", bad, 0, kept(safe, 0), false},
		{"a bug, of another program", safe, 0, kept(bad, 0), false},
		{"a forged safe: another program in its place", bad, 0,
			absence(safe, func(a *certs.Absence) { a.Program = about(bad) }), false},
		{"a forged safe: no ways", bad, 0, absence(safe, func(a *certs.Absence) {
			a.Program, a.Ways = about(bad), nil
		}), false},
		{"a forged bug: another program in its place", safe, 0,
			bug(bad, func(b *certs.Bug) { b.Program = about(safe) }), false},
		{"a forged bug: other inputs", bad, 0, bug(bad, func(b *certs.Bug) { b.Inputs = nil }), false},
		{"a forged bug: more steps than any run", bad, 0, bug(bad, func(b *certs.Bug) { b.Trace.Steps = 1 << 40 }),
			false},
		{"bounded by another limit", loop, 3, kept(loop, 2), false},
		{"bounded, where none is asked for", loop, 0, kept(loop, 2), false},
	} {
		t.Run(c.title, func(t *testing.T) {
			dir := t.TempDir()
			name, cache := filepath.Join(dir, "t.imp"), filepath.Join(dir, "cache")
			if err := os.WriteFile(name, []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			want := searched(t, cache, name, c.limit)
			place := only(t, cache)
			if err := os.Remove(place); err != nil {
				t.Fatal(err)
			}
			var err error
			if c.poison == nil {
				err = os.Mkdir(place, 0o755)
			} else {
				err = os.WriteFile(place, c.poison, 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
			found := searched(t, cache, name, c.limit)
			if hit := strings.Contains(found, "from the cache"); hit != c.hit {
				t.Fatalf("found %s, want a search: %t", found, !c.hit)
			}
			// A search says the same to the letter, but that it cannot keep a result where a folder is.
			if first, _, _ := strings.Cut(found, "--cache "); !c.hit && first != want {
				t.Fatalf("found %s, want %s", found, want)
			}
			if verdict := strings.Split(found, ";")[0]; verdict != strings.Split(want, ";")[0] {
				t.Fatalf("found %s, want %s", found, want)
			}
		})
	}
}

// TestCacheKeys: a search that may have another result has another place, and one with other limits of time has the
// same.
func TestCacheKeys(t *testing.T) {
	const text = "input x\nif x > 3 { assert x > 2 }\n"
	for _, c := range []struct {
		title  string
		text   string
		change func(*Options)
		places int
	}{
		{"the same", text, func(*Options) {}, 1},
		{"another limit of time", text, func(o *Options) { o.Timeout = 7e9 }, 1},
		{"another format", text, func(o *Options) { o.Format = "json" }, 1},
		{"another text", text + "# x\n", func(*Options) {}, 2},
		{"another strategy", text, func(o *Options) { o.Search.Strategy = "dfs" }, 2},
		{"all bugs", text, func(o *Options) { o.Search.All = true }, 2},
		{"smaller inputs", text, func(o *Options) { o.Search.Minimize = true }, 2},
		{"a loop limit", text, func(o *Options) { o.Search.Limits.Loop = 5 }, 2},
		{"another solver", text, func(o *Options) { o.Search.Solver = "auto" }, 2},
		{"no merges", text, func(o *Options) { o.Search.Merge = false }, 2},
	} {
		t.Run(c.title, func(t *testing.T) {
			dir := t.TempDir()
			name, cache := filepath.Join(dir, "t.imp"), filepath.Join(dir, "cache")
			o := caching(cache, 0)
			for i, source := range []string{text, c.text} {
				if err := os.WriteFile(name, []byte(source), 0o644); err != nil {
					t.Fatal(err)
				}
				if i == 1 {
					c.change(&o)
				}
				found := searchedBy(t, o, name)
				if hit := strings.Contains(found, "from") &&
					strings.Contains(found, "cache"); hit != (i == 1 && c.places == 1) {
					t.Errorf("found %s", found)
				}
			}
			list, err := filepath.Glob(filepath.Join(cache, "*.cbor"))
			if err != nil || len(list) != c.places {
				t.Errorf("found %d places, want %d (%v)", len(list), c.places, err)
			}
		})
	}
}

// TestNotKept: what no certificate says is not kept, and is searched for again.
func TestNotKept(t *testing.T) {
	for _, c := range []struct {
		title, text string
		change      func(*Options)
	}{
		{"an unknown verdict", "input x\nassume x > 50\nwhile x > 0 { x = x - 1 }\nassert x * x != 1\n",
			func(o *Options) { o.Search.Limits.States, o.Search.Engine = 5, finder.EngineExplore }},
		{"vacuous", "input x\nassume x > 0 and x < 0\nassert x == 5\n", func(*Options) {}},
		{"all bugs", "input x\nassert x > 4\n", func(o *Options) { o.Search.All = true }},
		{"two bugs", "input x\nif x > 4 { assert x < 0 } else { assert x < -5 }\n", func(o *Options) {
			o.Search.All = true
		}},
		{"which lines are reached", "input x\nassert x * 0 == 0\n", func(o *Options) { o.Stats = true }},
		{"endless loops", "input x\nassert x * 0 == 0\n", func(o *Options) { o.Search.Hangs = true }},
		{"a bug that is not severe enough", "input x\nassert x > 4\n", func(o *Options) {
			o.Severity = faults.Corruption
		}},
	} {
		t.Run(c.title, func(t *testing.T) {
			dir := t.TempDir()
			name, cache := filepath.Join(dir, "t.imp"), filepath.Join(dir, "cache")
			if err := os.WriteFile(name, []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			o := caching(cache, 0)
			c.change(&o)
			first := searchedBy(t, o, name)
			if list, err := filepath.Glob(filepath.Join(cache, "*")); err != nil || len(list) > 0 {
				t.Errorf("found %q, want nothing kept (%v)", list, err)
			}
			if again := searchedBy(t, o, name); strings.Contains(again, "cache") ||
				!strings.Contains(again, strings.Split(first, ";")[0]) {
				t.Errorf("found %s, want %s", again, first)
			}
		})
	}
}
