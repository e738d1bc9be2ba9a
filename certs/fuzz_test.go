package certs

import (
	"bytes"
	"embed"
	"flag"
	"maps"
	"os"
	"path"
	"slices"
	"testing"
)

// This file fuzzes the encoding, from a corpus that is part of the test: what decodes encodes back to the same bytes.

//go:embed testdata/corpus/*.cbor
var corpus embed.FS

const corpusDir = "testdata/corpus"

var update = flag.Bool("update", false, "rewrite golden files")

// corpusFiles returns the files of the corpus by name. An empty one is an error, since nothing would be tested with it.
func corpusFiles(t testing.TB) map[string][]byte {
	t.Helper()
	entries, err := corpus.ReadDir(corpusDir)
	if err != nil || len(entries) == 0 {
		t.Fatalf("the corpus is empty: %v", err)
	}
	files := map[string][]byte{}
	for _, e := range entries {
		if files[e.Name()], err = corpus.ReadFile(path.Join(corpusDir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// TestCorpus fixes the bytes of some certificates: whatever changes them changes the format.
func TestCorpus(t *testing.T) {
	want := map[string][]byte{}
	for name, c := range samples() {
		want[name+".cbor"] = c.Seal()
	}
	if *update {
		for name, data := range want {
			if err := os.WriteFile(path.Join(corpusDir, name), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	found := corpusFiles(t)
	if a, b := slices.Sorted(maps.Keys(found)), slices.Sorted(maps.Keys(want)); !slices.Equal(a, b) {
		t.Fatalf("found the files %q, want %q; run make golden", a, b)
	}
	for name, data := range want {
		if !bytes.Equal(found[name], data) {
			t.Errorf("%s is not what its certificate encodes to: either it is damaged or the format has changed; run make golden",
				name)
		}
		if _, err := Open(found[name], MaxBytes); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzDecode establishes that there is one encoding for each certificate, whatever the bytes.
func FuzzDecode(f *testing.F) {
	for _, data := range corpusFiles(f) {
		f.Add(data)
		f.Add(data[:len(data)/2])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Open(data, 1<<20)
		if err != nil {
			// The digest keeps almost every mutation from being accepted, so go on with the content if there is one.
			for _, c := range []sealed{new(Bug), new(Absence)} {
				if decMode.Unmarshal(data, c) != nil || c.complete() != nil {
					continue
				}
				if a, ok := c.(*Absence); ok && a.Kind != KindSafe {
					a.Kind = KindBounded
				}
				again, err := Open(c.Seal(), MaxBytes)
				if err != nil {
					t.Fatalf("what the decoder reads, sealed, is no certificate: %v", err)
				}
				if !Same(again, c) {
					t.Fatalf("found %+v\nwant %+v", again, c)
				}
			}
			return
		}
		if found := Encode(c); !bytes.Equal(found, data) {
			t.Fatalf("decoded and encoded again: found %x\nwant %x", found, data)
		}
		if found := c.Seal(); !bytes.Equal(found, data) {
			t.Fatalf("sealed again: found %x\nwant %x", found, data)
		}
	})
}
