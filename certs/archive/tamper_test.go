package archive

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"vouch/certs/archive/tlog"
	"vouch/certs/statement"
)

// This file tests that an archive which somebody has changed is found to be.

// glob returns the files of an archive whose names match a pattern.
func glob(dir, pattern string) ([]string, error) {
	found, err := fs.Glob(os.DirFS(dir), pattern)
	for i, name := range found {
		found[i] = filepath.Join(dir, name)
	}
	return found, err
}

// edit changes a file of an archive.
func edit(name string, change func([]byte) []byte) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		t.Helper()
		found, err := glob(dir, name)
		if err != nil || len(found) == 0 {
			t.Fatalf("found no %s", name)
		}
		data, err := os.ReadFile(found[0])
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(found[0], change(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func remove(name string) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		t.Helper()
		found, err := glob(dir, name)
		if err != nil || len(found) == 0 {
			t.Fatalf("found no %s", name)
		}
		if err := os.RemoveAll(found[0]); err != nil {
			t.Fatal(err)
		}
	}
}

// flip changes a bit of the byte at offset at, from the end if at is negative.
func flip(at int) func([]byte) []byte {
	return func(data []byte) []byte {
		i := at
		if i < 0 {
			i += len(data)
		}
		data[i] ^= 1
		return data
	}
}

func cut(n int) func([]byte) []byte {
	return func(data []byte) []byte { return data[:len(data)-n] }
}

func replaced(name, old, new string) func(*testing.T, string) {
	return edit(name, func(b []byte) []byte { return bytes.Replace(b, []byte(old), []byte(new), 1) })
}

func more(data []byte) []byte { return append(data, 'x') }

// swap exchanges the first two entries of equal length after entry 0 in a bundle of entries.
func swap(data []byte) []byte {
	var at [][2]int
	for i := 0; i < len(data); {
		n := int(binary.BigEndian.Uint16(data[i:]))
		at = append(at, [2]int{i + 2, n})
		i += 2 + n
	}
	for i := 1; i < len(at); i++ {
		for j := i + 1; j < len(at); j++ {
			if at[i][1] == at[j][1] {
				a, b := data[at[i][0]:at[i][0]+at[i][1]], data[at[j][0]:at[j][0]+at[j][1]]
				c := bytes.Clone(a)
				copy(a, b)
				copy(b, c)
				return data
			}
		}
	}
	panic("no entries to swap")
}

func TestTamper(t *testing.T) {
	k := newKeys(t)
	dir := k.init(t)
	k.add(t, dir, k.items(t, 0, 20)...)
	early, err := os.ReadFile(filepath.Join(dir, "log", "checkpoint"))
	if err != nil {
		t.Fatal(err)
	}
	k.add(t, dir, k.items(t, 20, 40)...)
	k.sound(t, dir, 40)

	// Another archive of the same log, of the same size and of one less: what an operator who lies may make.
	forked, shorter := k.init(t), k.init(t)
	k.add(t, forked, k.items(t, 100, 140)...)
	k.add(t, shorter, k.items(t, 0, 20)...)
	k.add(t, shorter, k.items(t, 20, 39)...)
	other := newKeys(t)
	stranger := other.init(t)
	other.add(t, stranger, other.items(t, 0, 40)...)

	from := func(source string, names ...string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			for _, name := range names {
				os.RemoveAll(filepath.Join(dir, name))
				if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(filepath.Join(source, name))); err != nil {
					// a file
					data, err := os.ReadFile(filepath.Join(source, name))
					if err == nil {
						os.RemoveAll(filepath.Join(dir, name))
						err = os.WriteFile(filepath.Join(dir, name), data, 0o644)
					}
					if err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
	bad := func(items ...Item) func(*testing.T, string) { // what a log operator may let in
		return func(t *testing.T, dir string) { k.add(t, dir, items...) }
	}
	changed := func(change func(*statement.Statement)) func(*testing.T, string) { return bad(k.item(t, 50, change)) }
	notChecked := k.item(t, 51, func(s *statement.Statement) { s.Subject = "urn:test:00" })
	notChecked.Certificate = []byte("no certificate")
	notChecked.Statement = resign(t, k, *notChecked.Statement, sumOf(notChecked.Certificate))

	for _, c := range []struct {
		title  string
		tamper func(*testing.T, string)
		verify func(*Verification)
		want   string // in what is found
	}{
		{"a byte of an entry", edit("log/tile/entries/000.p/41", flip(100)), nil, "checkpoint"},
		{"the last byte of the entries", edit("log/tile/entries/000.p/41", flip(-1)), nil, "checkpoint"},
		{"two entries change places", edit("log/tile/entries/000.p/41", swap), nil, "checkpoint"},
		{"the entries are cut off", edit("log/tile/entries/000.p/41", cut(1)), nil, "41"},
		{"surplus bytes after the entries", edit("log/tile/entries/000.p/41", more), nil, "found"},
		{"the entries are gone", remove("log/tile/entries"), nil, "entries"},
		{"a byte of a tile", edit("log/tile/0/000.p/41", flip(40)), nil, "tile/0"},
		{"a tile is cut off", edit("log/tile/0/000.p/41", cut(32)), nil, "tile/0"},
		{"a tile is gone", remove("log/tile/0"), nil, "tile/0"},
		{"the checkpoint's size", edit("log/checkpoint", func(b []byte) []byte {
			return bytes.Replace(b, []byte("\n41\n"), []byte("\n40\n"), 1)
		}), nil, "checkpoint"},
		{"the checkpoint's signature", edit("log/checkpoint", flip(-6)), nil, "checkpoint"},
		{"the checkpoint is gone", remove("log/checkpoint"), nil, "checkpoint"},
		{"the checkpoint is empty", edit("log/checkpoint", func([]byte) []byte { return nil }), nil, "checkpoint"},
		{"the checkpoint of another log", from(stranger, "log/checkpoint"), nil, "checkpoint"},
		{"another log", from(stranger, "log"), nil, "checkpoint"},
		{"another archive", from(stranger, "log", "receipts", "archive.json"), nil, "not trusted"},
		{"archive.json names another log", edit("archive.json", func(b []byte) []byte {
			return bytes.Replace(b, []byte("example.org"), []byte("example.net"), 1)
		}), nil, "not trusted"},
		{"archive.json has surplus parts", edit("archive.json", func(b []byte) []byte {
			return bytes.Replace(b, []byte("{"), []byte(`{"more":1,`), 1)
		}), nil, "not an archive"},
		{"archive.json has another value after it", edit("archive.json", func(b []byte) []byte {
			return append(b, "{}"...)
		}), nil, "not an archive"},
		{"archive.json has white space after it", edit("archive.json", func(b []byte) []byte { return append(b, ' ') }),
			nil, "not an archive: archive.json: found"},
		{"archive.json has no end of its line", edit("archive.json", cut(1)), nil,
			"not an archive: archive.json: found"},
		{"archive.json has white space in it", replaced("archive.json", `":`, `": `), nil,
			"not an archive: archive.json: found"},
		{"archive.json has a key in other letters", replaced("archive.json", `"key"`, `"KEY"`), nil,
			"not an archive: archive.json: found"},
		{"archive.json has a key twice", replaced("archive.json", `{`, `{"version":1,`), nil,
			"not an archive: archive.json: found"},
		{"archive.json says what it is escaped", replaced("archive.json", `example`, `\u0065xample`), nil,
			"not an archive: archive.json: found"},
		{"archive.json is null", edit("archive.json", func([]byte) []byte { return []byte("null\n") }), nil,
			"found version 0, want 1"},
		{"archive.json is gone", remove("archive.json"), nil, "not an archive"},

		{"a log that was rolled back", from(shorter, "log"), nil,
			"rolled back: it has signed for 41 entries, and has only 40"},
		{"an earlier checkpoint put back", func(t *testing.T, dir string) {
			os.WriteFile(filepath.Join(dir, "log/checkpoint"), early, 0o644)
		}, nil, "rolled back"},
		{"a log that was rolled back, receipts and all", from(shorter, "log", "receipts"),
			func(v *Verification) { v.Earlier = checkpointOf(t, dir) },
			"rolled back: it has signed for 41 entries, and has only 40"},
		{"a log that forked", from(forked, "log"), nil, "entry 1"},
		{"a log that forked, receipts and all", from(forked, "log", "receipts", "certificates"),
			func(v *Verification) { v.Earlier = checkpointOf(t, dir) },
			"forked: the two checkpoints of 41 entries differ"},
		{"a log that forked before", from(forked, "log", "receipts", "certificates"),
			func(v *Verification) { v.Earlier = early }, "forked or changed: of the first 21 entries"},
		{"an earlier checkpoint of another log", nil, func(v *Verification) { v.Earlier = checkpointOf(t, stranger) },
			"earlier checkpoint"},
		{"an earlier checkpoint that is none", nil, func(v *Verification) { v.Earlier = []byte("nothing\n") },
			"earlier checkpoint"},

		{"a byte of a certificate", edit("certificates/*/*.cbor", flip(3)), nil, "another SHA-256"},
		{"a certificate is cut off", edit("certificates/*/*.cbor", cut(1)), nil, "another SHA-256"},
		{"a certificate is empty", edit("certificates/*/*.cbor", func([]byte) []byte { return nil }), nil,
			"another SHA-256"},
		{"a certificate is gone", remove("certificates/*/*.cbor"), nil, "is missing"},
		{"a folder of certificates is gone", remove("certificates/*"), nil, "is missing"},

		{"a byte of a receipt", edit("receipts/0000000000-21.cbor", flip(60)), nil, "receipt"},
		{"the last receipt's signature", edit("receipts/0000000000-21.cbor", flip(-1)), nil, "signature"},
		{"receipts for other entries", func(t *testing.T, dir string) {
			os.Rename(filepath.Join(dir, "receipts/0000000021-20.cbor"),
				filepath.Join(dir, "receipts/0000000022-20.cbor"))
		}, nil, "entry 22: receipt: found it for entry 21"},
		{"receipts for entries that others are for", func(t *testing.T, dir string) {
			os.Rename(filepath.Join(dir, "receipts/0000000000-21.cbor"),
				filepath.Join(dir, "receipts/0000000005-21.cbor"))
		}, nil, "0000000021-20.cbor: found receipts for entry 21, which are in receipts/0000000005-21.cbor too"},
		{"surplus bytes after receipts", edit("receipts/0000000000-21.cbor", more), nil, "not 21 receipts"},
		{"receipts in another encoding", edit("receipts/0000000000-21.cbor", func(b []byte) []byte {
			return append(append([]byte{0x9f}, b[1:]...), 0xff) // an array of indefinite length
		}), nil, "not 21 receipts"},
		{"receipts of another log", from(stranger, "receipts"), nil, "receipt: found key ID"},
		{"receipts are cut off", edit("receipts/0000000000-21.cbor", cut(1)), nil, "not 21 receipts"},

		{"an entry by an issuer who is not trusted", changed(func(s *statement.Statement) {
			s.Issuer = "https://example.net"
		}), nil, "not trusted"},
		{"an entry with another subject", changed(func(s *statement.Statement) { s.Subject = "urn:test:other" }), nil,
			"found subject"},
		{"an entry of the future", changed(func(s *statement.Statement) { s.Issued = noon.Add(24 * time.Hour) }), nil,
			"not trusted"},
		{"an entry about what is no certificate", bad(notChecked), nil, "invalid"},
		{"an entry that another verdict is in", changed(func(s *statement.Statement) {
			s.Review = &statement.Review{Role: "auditor", Checker: "c", Binary: make([]byte, 32), Verdict: "valid safe"}
		}), nil, "found verdict"},
		{"an entry in the log's name, not by its key", changed(func(s *statement.Statement) {
			s.Issuer = Issuer(origin)
		}), nil, "key ID"},
		{"the key of the issuer is not trusted any more", nil, func(v *Verification) {
			v.Trust = trustLines(t, fmt.Sprintf("log %s %s\nissuer %s %s until=2026-05-04", origin, k.log.Public(),
				issuer, k.issuer.Public()))
		}, "trusted until"},
	} {
		t.Run(c.title, func(t *testing.T) {
			copied := filepath.Join(t.TempDir(), "archive")
			if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
				t.Fatal(err)
			}
			if c.tamper != nil {
				c.tamper(t, copied)
			}
			var change []func(*Verification)
			if c.verify != nil {
				change = append(change, c.verify)
			}
			faults, _ := k.verify(t, copied, change...)
			if len(faults) == 0 {
				t.Fatalf("found nothing wrong, want %q", c.want)
			}
			if !strings.Contains(strings.Join(faults, "\n"), c.want) {
				t.Errorf("found %.1000q, want %q", faults, c.want)
			}
		})
	}
}

func checkpointOf(t *testing.T, dir string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "log", "checkpoint"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func trustLines(t *testing.T, text string) *statement.Trust {
	t.Helper()
	trust, err := statement.ParseTrust("trust", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return trust
}

func sumOf(cert []byte) statement.Digest {
	return sha256.Sum256(cert)
}

// resign returns s signed anew, about another digest.
func resign(t *testing.T, k keys, s statement.Statement, d statement.Digest) *statement.Statement {
	t.Helper()
	s.Digest = d
	signed, err := statement.Sign(s, k.issuer)
	if err != nil {
		t.Fatal(err)
	}
	return signed
}

// TestVerifyEnds shows that verification stops at an interrupt, and tells how far it is.
func TestVerifyEnds(t *testing.T) {
	k := newKeys(t)
	dir := k.init(t)
	k.add(t, dir, k.items(t, 0, 300)...)
	a, err := Open(dir, k.trust(t))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var told []string
	_, err = a.Verify(ctx, Verification{
		Trust: k.trust(t), Now: noon, Jobs: 2, MaxBytes: maxCertificate, Check: known, Fault: func(err error) {
			t.Error(err)
		},
		Progress: func(what string, done, total uint64) {
			told = append(told, fmt.Sprintf("%s %d/%d", what, done, total))
			if what == "certificates" && done == 10 {
				cancel()
			}
		},
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("found error %v, want that of the interrupt", err)
	}
	if len(told) < 12 || told[0] != "log 256/301" || told[2] != "certificates 1/300" || len(told) > 100 {
		t.Errorf("found progress %q", told)
	}
}

func TestBundle(t *testing.T) {
	k := newKeys(t)
	dir := k.init(t)
	k.add(t, dir, k.items(t, 0, 5)...)
	k.add(t, dir, k.items(t, 5, 9)...) // so that receipts are of two sizes
	review := k.item(t, 2, func(s *statement.Statement) {
		s.Review = &statement.Review{Role: "auditor", Checker: "c", Binary: make([]byte, 32), Verdict: "valid bug"}
	})
	k.add(t, dir, review)
	a, err := Open(dir, k.trust(t))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range map[int]int{0: 1, 2: 2, 8: 1} {
		f, _ := known(certificate(i))
		b, err := a.Bundle(f.Digest, maxCertificate)
		if err != nil {
			t.Fatal(err)
		}
		again, err := statement.ParseBundle(b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		vouchers, c, err := again.Verify(k.trust(t), f, noon)
		if err != nil || len(vouchers) != want || c.Size != 11 {
			t.Errorf("item %d: found %d vouchers, checkpoint %+v, error %v, want %d and 11 entries", i, len(vouchers),
				c, err, want)
		}
	}
	if _, err := a.Bundle(statement.Digest{}, maxCertificate); err == nil {
		t.Error("found a bundle of what is not there")
	}
	if err := os.Remove(filepath.Join(dir, "receipts", "0000000000-6.cbor")); err != nil {
		t.Fatal(err)
	}
	if a, err = Open(dir, k.trust(t)); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Bundle(sumOf(certificate(0)), maxCertificate); err == nil ||
		!strings.Contains(err.Error(), "has no receipt") {
		t.Errorf("found error %v for an entry without a receipt", err)
	}
	if r := k.sound(t, dir, 10); r != nil && r.NoReceipt != 6 {
		t.Errorf("found %d entries without a receipt, want 6", r.NoReceipt)
	}
	k.add(t, dir, k.item(t, 9))
	if r := k.sound(t, dir, 11); r != nil && r.NoReceipt != 0 {
		t.Errorf("found %d entries without a receipt after the next addition, want none", r.NoReceipt)
	}
}

// TestIrregular puts what is no regular file, leads out of the archive, or is huge in the place of each sort of file.
func TestIrregular(t *testing.T) {
	k := newKeys(t)
	dir := k.init(t)
	k.add(t, dir, k.items(t, 0, 3)...)
	for _, file := range []string{"archive.json", "certificates/*/*.cbor", "receipts/0000000000-4.cbor",
		"log/checkpoint", "log/tile/entries/000.p/4", "log/tile/0/000.p/4"} {
		for _, c := range []struct {
			title string
			put   func(name string) error
			want  string
		}{
			{"a pipe", func(name string) error { return syscall.Mkfifo(name, 0o644) },
				"found a pipe, want a regular file"},
			{"a folder", func(name string) error { return os.Mkdir(name, 0o755) },
				"found a folder, want a regular file"},
			{"a link to an endless device", func(name string) error { return os.Symlink("/dev/zero", name) },
				"path escapes from parent"},
			{"a link out of the archive", func(name string) error {
				return errors.Join(os.WriteFile(filepath.Join(dir, "../outside"), nil, 0o644),
					os.Symlink(filepath.Join(dir, "../outside"), name))
			}, "path escapes from parent"},
			{"a link to itself", func(name string) error { return os.Symlink(filepath.Base(name), name) },
				"too many levels of symbolic links"},
			{"a terabyte", func(name string) error {
				return errors.Join(os.WriteFile(name, nil, 0o644),
					os.Truncate(name, 1<<40))
			}, "found more than "},
		} {
			t.Run(file+" is "+c.title, func(t *testing.T) {
				copied := filepath.Join(t.TempDir(), "archive")
				if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
					t.Fatal(err)
				}
				found, err := glob(copied, file)
				if err != nil || len(found) == 0 {
					t.Fatalf("found no %s", file)
				}
				if err := errors.Join(os.Remove(found[0]), c.put(found[0])); err != nil {
					t.Fatal(err)
				}
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				faults, _ := k.verify(t, copied)
				runtime.ReadMemStats(&after)
				if !strings.Contains(strings.Join(faults, "\n"), c.want) {
					t.Errorf("found %.1000q, want %q", faults, c.want)
				}
				if n := after.TotalAlloc - before.TotalAlloc; n > 8<<20 {
					t.Errorf("found %d bytes allocated, want at most 8 MiB", n)
				}
			})
		}
	}
}

// TestLinkWithin shows that a link to another place in the archive is followed.
func TestLinkWithin(t *testing.T) {
	k := newKeys(t)
	dir := k.init(t)
	k.add(t, dir, k.items(t, 0, 3)...)
	if err := errors.Join(os.Rename(filepath.Join(dir, "receipts"), filepath.Join(dir, "elsewhere")),
		os.Symlink("elsewhere", filepath.Join(dir, "receipts"))); err != nil {
		t.Fatal(err)
	}
	k.sound(t, dir, 3)
	k.add(t, dir, k.items(t, 2, 5)...)
	k.sound(t, dir, 5)
}

func TestReceiptsAreNoFolder(t *testing.T) {
	k := newKeys(t)
	dir := k.init(t)
	name := filepath.Join(dir, "receipts")
	for want, put := range map[string]func() error{
		"not a directory":          func() error { return syscall.Mkfifo(name, 0o644) },
		"path escapes from parent": func() error { return os.Symlink(t.TempDir(), name) },
		"no such file":             func() error { return nil },
	} {
		if err := errors.Join(os.RemoveAll(name), put()); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(dir, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("found the error %v, want %q", err, want)
		}
	}
}

// TestStrangersReceipts lists a folder of receipts with many files that are none.
func TestStrangersReceipts(t *testing.T) {
	k := newKeys(t)
	dir := k.init(t)
	k.add(t, dir, k.items(t, 0, 3)...)
	for i := range 2500 {
		for _, form := range []string{"%d", "%010d-0.cbor", "%d-1.cbor", "%010d-1", temporary + "%010d-1.cbor"} {
			if err := os.WriteFile(filepath.Join(dir, "receipts", fmt.Sprintf(form, i)), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	k.sound(t, dir, 3)
}

// TestOtherFirstEntry shows that entry 0 must be about archive.json: here it is about another one.
func TestOtherFirstEntry(t *testing.T) {
	k := newKeys(t)
	dir := k.init(t)
	signer, err := statement.NoteSigner(origin, k.log)
	if err != nil {
		t.Fatal(err)
	}
	for title, change := range map[string]func(*statement.Statement){
		"another archive.json": func(s *statement.Statement) { s.Digest = sumOf(nil) },
		"by somebody else":     func(s *statement.Statement) { s.Issuer = issuer },
		"one that was dropped": func(s *statement.Statement) {
			s.Review = &statement.Review{Role: "archive", Checker: "c", Binary: make([]byte, 32), Verdict: pruned}
		},
	} {
		first := statement.Statement{Issuer: Issuer(origin), Subject: Issuer(origin), Issued: noon,
			Digest: sumOf(config{1, origin, k.log.Public().String()}.encode())}
		change(&first)
		signed, err := statement.Sign(first, k.log)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.RemoveAll(filepath.Join(dir, "log")); err != nil {
			t.Fatal(err)
		}
		if err := tlog.Create(t.Context(), filepath.Join(dir, "log"), signer, signed.Entry()); err != nil {
			t.Fatal(err)
		}
		if faults, _ := k.verify(t, dir); !strings.Contains(strings.Join(faults, "\n"),
			"entry 0: found it to be about another archive.json") {
			t.Errorf("%s: found %q", title, faults)
		}
	}
}
