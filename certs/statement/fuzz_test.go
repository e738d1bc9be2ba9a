package statement

import (
	"bytes"
	"embed"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// This file fuzzes what is read from strangers, from a corpus that is part of the test: nothing panics, and what is
// understood is written as it was, or in a normal form that is.

//go:embed testdata/corpus/*
var corpus embed.FS

const corpusDir = "testdata/corpus"

// corpusFiles returns the files of the corpus with an extension, by name. None is an error, since nothing would be
// tested with them.
func corpusFiles(t testing.TB, ext string) map[string][]byte {
	t.Helper()
	entries, err := corpus.ReadDir(corpusDir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, e := range entries {
		if path.Ext(e.Name()) == ext {
			if files[e.Name()], err = corpus.ReadFile(path.Join(corpusDir, e.Name())); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(files) == 0 {
		t.Fatalf("the corpus has no file %s", ext)
	}
	return files
}

// samples returns what the corpus holds.
func samples(t testing.TB) map[string][]byte {
	t.Helper()
	log := named(t, "ed25519", "log")
	files := map[string][]byte{}
	for _, kind := range kinds() {
		k := named(t, kind, "issuer")
		said := plain()
		files[kind+".statement"] = signedWith(t, said, k).Bytes()
		said.Review = review()
		s := signedWith(t, said, k)
		d := append(entries(5), s.Entry())
		s.Receipts = [][]byte{d.receipt(t, 5, origin, day, log)}
		files[kind+"-full.statement"] = s.Bytes()
		files[kind+".text.key"] = []byte(k.Public().String() + "\n")
		files[kind+".cose.key"] = k.Public().COSE()
		files[kind+".pem.key"] = k.Public().PEM()
		files[kind+".private.key"] = k.PEM()
	}
	said := plain()
	said.Review = seen()
	files["native.statement"] = signedWith(t, said, named(t, "ed25519", "issuer")).Bytes()
	older := handmade(named(t, "ed25519", "issuer"))
	older.protected[0][1] = cInt(-8)
	files["eddsa.statement"] = older.seal(named(t, "ed25519", "issuer"))
	d := entries(7)
	files["log.receipt"] = d.receipt(t, 3, origin, day, log)
	files["long.receipt"] = entries(200).receipt(t, 100, origin, day, log)
	files["alone.receipt"] = entries(1).receipt(t, 0, origin, day, log)
	files["log.checkpoint"] = d.checkpoint(t, origin, log)
	all, _ := auditors(t, 3)
	files["three.aggregate"] = joined(t, all).Bytes()
	files["one.aggregate"] = joined(t, all[:1]).Bytes()
	files["log.bundle"] = evidenceFor(t).bundle(t, 7).Bytes()
	files["all.trust"] = []byte("# whom to trust\n" +
		"issuer " + issuerURI + " " + named(t, "es256k", "issuer").Public().String() +
		" from=2026-01-01 until=2026-12-31T23:59:59Z\n\n" +
		"issuer https://example.org/#ci " + named(t, "bls12-381", "issuer").Public().String() + " # an auditor\n" +
		"log " + origin + " " + log.Public().String() + "\n")
	return files
}

// random says that a file of the corpus has a signature that is another one each time.
func random(name string) bool {
	return name == "log.bundle" || strings.HasPrefix(name, "es256k") && strings.HasSuffix(name, ".statement")
}

// TestCorpus fixes the bytes of all formats: whatever changes them changes a format.
func TestCorpus(t *testing.T) {
	found := map[string][]byte{}
	entries, err := os.ReadDir(corpusDir) // not the embedded ones, which -update does not change
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if found[e.Name()], err = os.ReadFile(path.Join(corpusDir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	want := samples(t)
	for name, data := range want {
		same := bytes.Equal(found[name], data) || random(name) && len(found[name]) == len(data) &&
			good(t, name, found[name])
		if same {
			continue
		}
		if !*update {
			t.Errorf("%s is not what is written now: either it is damaged or a format has changed; run make golden",
				name)
		} else if err := os.WriteFile(path.Join(corpusDir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if a, b := slices.Sorted(maps.Keys(found)), slices.Sorted(maps.Keys(want)); !*update && !slices.Equal(a, b) {
		t.Errorf("found the files %q, want %q", a, b)
	}
}

// good verifies a file whose bytes are not always the same.
func good(t *testing.T, name string, data []byte) bool {
	if name == "log.bundle" {
		e := evidenceFor(t)
		b, err := ParseBundle(data)
		if err == nil {
			_, _, err = b.Verify(e.trust, known(), day)
		}
		return err == nil
	}
	return judge(trusting(t, "issuer "+issuerURI+" %es256k", "log "+origin+" %log"), data) == nil
}

func seed(f *testing.F, exts ...string) {
	for _, ext := range exts {
		for _, data := range corpusFiles(f, ext) {
			f.Add(data)
			f.Add(data[:len(data)/2])
		}
	}
}

func FuzzParse(f *testing.F) {
	seed(f, ".statement", ".receipt")
	trust := trusting(f, "issuer "+issuerURI+" %ed25519", "log "+origin+" %log")
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Parse(data)
		if err != nil {
			return
		}
		trust.Vouch(s, known(), day)
		again, err := Parse(s.Bytes())
		if err != nil || !bytes.Equal(again.Bytes(), s.Bytes()) {
			t.Fatalf("found %x and error %v, want %x", again.Bytes(), err, s.Bytes())
		}
		if s.Algorithm != ES256K && !bytes.Equal(s.Bytes(), data) {
			t.Fatalf("found %x, want %x", s.Bytes(), data)
		}
		if n := len(data) - 32; !bytes.Equal(s.Bytes()[:n], data[:n]) { // all but s of ECDSA
			t.Fatalf("found %x, want %x", s.Bytes(), data)
		}
		if !bytes.Equal(encode(s.header()), s.protected) {
			t.Fatalf("found a header that does not say what the statement says")
		}
	})
}

func FuzzReceipt(f *testing.F) {
	seed(f, ".receipt", ".statement")
	log := named(f, "ed25519", "log").Public()
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := ParseReceipt(data)
		if err != nil {
			return
		}
		r.Verify([]byte("entry 3"), log)
		if found := r.seal(r.protected, r.signature); !bytes.Equal(found, data) {
			t.Fatalf("found %x, want %x", found, data)
		}
	})
}

func FuzzCheckpoint(f *testing.F) {
	seed(f, ".checkpoint")
	trust := trusting(f, "log "+origin+" %log")
	f.Fuzz(func(t *testing.T, data []byte) {
		if c, err := trust.Checkpoint(data); err == nil && (c.Size != 7 || !bytes.Equal(c.Root, entries(7).root())) {
			t.Fatalf("found %+v, which the log has not signed", c)
		}
	})
}

func FuzzAggregate(f *testing.F) {
	seed(f, ".aggregate", ".bundle")
	_, trust := auditors(f, 3)
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := ParseAggregate(data)
		if err != nil {
			return
		}
		if !bytes.Equal(a.Bytes(), data) {
			t.Fatalf("found %x, want %x", a.Bytes(), data)
		}
		if len(a.Statements) <= 3 {
			trust.VouchAll(a, known(), day)
		}
	})
}

func FuzzBundle(f *testing.F) {
	seed(f, ".bundle", ".aggregate")
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := ParseBundle(data)
		if err != nil {
			return
		}
		if !bytes.Equal(b.Bytes(), data) {
			t.Fatalf("found %x, want %x", b.Bytes(), data)
		}
		if bytes.Equal(b.Certificate, cert) {
			b.Verify(evidenceFor(t).trust, known(), day)
		}
	})
}

func FuzzTrust(f *testing.F) {
	seed(f, ".trust")
	f.Fuzz(func(t *testing.T, data []byte) {
		trust, err := ParseTrust("trust", data)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "trust:") {
				t.Fatalf("found error %q, want one that begins with the file's name", err)
			}
			return
		}
		var lines []string
		for kind, list := range map[string][]Trusted{"issuer": trust.Issuers, "log": trust.Logs} {
			for _, k := range list {
				line := kind + " " + k.Name + " " + k.Key.String()
				if !k.From.IsZero() {
					line += " from=" + stamp(k.From)
				}
				if !k.Until.IsZero() {
					line += " until=" + stamp(k.Until)
				}
				lines = append(lines, line)
			}
		}
		again, err := ParseTrust("trust", []byte(strings.Join(lines, "\n")))
		if err != nil || len(again.Issuers) != len(trust.Issuers) || len(again.Logs) != len(trust.Logs) {
			t.Fatalf("found %+v and error %v, want %+v", again, err, trust)
		}
		for i, k := range again.Issuers {
			if w := trust.Issuers[i]; k.Name != w.Name || !k.Key.Equal(w.Key) || !k.From.Equal(w.From) ||
				!k.Until.Equal(w.Until) {
				t.Fatalf("found %+v, want %+v", k, w)
			}
		}
	})
}

func FuzzKeys(f *testing.F) {
	seed(f, ".key")
	f.Fuzz(func(t *testing.T, data []byte) {
		if k, err := ParseAny(data); err == nil {
			for _, form := range [][]byte{k.COSE(), k.PEM(), []byte(k.String())} {
				if again, err := ParseAny(form); err != nil || !again.Equal(k) {
					t.Fatalf("found %v and error %v, want %v", again, err, k)
				}
			}
			if s := strings.TrimSuffix(string(data), "\n"); strings.HasPrefix(s, k.Type()+":") && s != k.String() {
				t.Fatalf("found the text %q, want %q", s, k)
			}
		}
		if k, err := ParsePrivatePEM(data); err == nil {
			again, err := ParsePrivatePEM(k.PEM())
			if err != nil || !again.Public().Equal(k.Public()) {
				t.Fatalf("found %v and error %v, want %v", again, err, k)
			}
			if _, err := ParseAny(k.Public().PEM()); err != nil {
				t.Fatal(err)
			}
		}
	})
}
