package keyfile

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"filippo.io/age"
	"filippo.io/age/armor"
)

// This file tests what must be refused on reading and on writing, and that no error repeats a secret.

const (
	secret = "PLAINTEXT-of-a-private-key"
	phrase = "correct horse battery staple"
)

// asker returns a function that answers with a passphrase, and the number of times that it was called.
func asker(answer string) (func() ([]byte, error), *int) {
	asked := new(int)
	return func() ([]byte, error) { *asked++; return []byte(answer), nil }, asked
}

// sealed returns the content of a key file, with little work.
func sealed(t testing.TB) []byte {
	t.Helper()
	b, err := seal([]byte(secret), []byte(phrase), minWork)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// put writes a file of mode 0600 as it is, and returns its path.
func put(t testing.TB, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// binary returns the age file inside of an armor; armored is the inverse.
func binary(t testing.TB, file []byte) []byte {
	t.Helper()
	b, err := io.ReadAll(armor.NewReader(bytes.NewReader(file)))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func armored(t testing.TB, file []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := armor.NewWriter(&b)
	if _, err := w.Write(file); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// leaks fails the test if an error repeats a secret.
func leaks(t testing.TB, title string, err error) {
	t.Helper()
	for _, s := range []string{secret, secret[:9], phrase, "horse"} {
		if strings.Contains(err.Error(), s) {
			t.Errorf("%s: the error %q repeats %q", title, err, s)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	for _, c := range []struct {
		title, plaintext, passphrase string
		work                         int
	}{
		{"a key", secret, phrase, minWork},
		{"nothing", "", phrase, minWork},
		{"40 KiB", strings.Repeat("k", 40<<10), phrase, minWork},
		{"bytes of all kinds", "\x00\xff\n", "\x00\xff\n ", minWork + 1},
	} {
		path := filepath.Join(t.TempDir(), "key")
		if err := Write(path, []byte(c.plaintext), []byte(c.passphrase), c.work); err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		info, err := os.Lstat(path)
		if err != nil || info.Mode() != 0o600 {
			t.Errorf("%s: found the mode %v, want 0600", c.title, info.Mode())
		}
		ask, asked := asker(c.passphrase)
		found, err := Read(path, ask)
		if err != nil || string(found) != c.plaintext || *asked != 1 {
			t.Errorf("%s: found %.40q and %v after %d questions, want %.40q after one", c.title, found, err, *asked,
				c.plaintext)
		}
		if left := list(t, filepath.Dir(path)); len(left) != 1 {
			t.Errorf("%s: found the files %v, want the key file alone", c.title, left)
		}
	}
}

// TestInterchange establishes that age opens what this package writes, and this package what another implementation
// does.
func TestInterchange(t *testing.T) {
	id, err := age.NewScryptIdentity(phrase)
	if err != nil {
		t.Fatal(err)
	}
	r, err := age.Decrypt(bytes.NewReader(binary(t, sealed(t))), id)
	if err != nil {
		t.Fatal(err)
	}
	if found, err := io.ReadAll(r); err != nil || string(found) != secret {
		t.Errorf("found %q and %v, want the plaintext", found, err)
	}
	ask, _ := asker("a passphrase of age")
	if found, err := Read(put(t, []byte(fromAnother)), ask); err != nil || string(found) != "made by another age\n" {
		t.Errorf("found %q and %v, want what was encrypted", found, err)
	}
}

// fromAnother was made by the npm package age-encryption 0.3.1, with the work factor 10.
const fromAnother = `-----BEGIN AGE ENCRYPTED FILE-----
YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCBRZU04aVg5WjEwNmZBV2FF
YVVLelF3IDEwCmt5VzEvaitSUjJkbGo1dXBBcmxqM2RQWUNDZ2l2UXNaSm5Pb1ll
ekYzbk0KLS0tIHVtc21XSG5maUp6VmhseFowYW9kcG1WUUtXYTNnMzZueXRZY0Fj
K1BPb0kKpD1HO1iEufZniwKnDMb8BfkADTxsO9mEiNK/4Et+0rOAMopRny0AP1L5
7YX1GRMSkmsQWA==
-----END AGE ENCRYPTED FILE-----
`

func TestReadRejects(t *testing.T) {
	good := sealed(t)
	mode := func(m os.FileMode) func(*testing.T) string {
		return func(t *testing.T) string {
			path := put(t, good)
			if err := os.Chmod(path, m); err != nil {
				t.Fatal(err)
			}
			return path
		}
	}
	content := func(b []byte) func(*testing.T) string {
		return func(t *testing.T) string { return put(t, b) }
	}
	with := func(old, new string) func(*testing.T) string {
		return content(armored(t, bytes.Replace(binary(t, good), []byte(old), []byte(new), 1)))
	}
	for _, c := range []struct {
		title string
		file  func(*testing.T) string
		asked int // how often the passphrase is asked for
		want  string
	}{
		{"no file", func(t *testing.T) string { return filepath.Join(t.TempDir(), "key") }, 0, "no such file"},
		{"mode 0644", mode(0o644), 0, "has mode 0644, want 0600"},
		{"mode 0640", mode(0o640), 0, "has mode 0640, want 0600"},
		{"mode 0604", mode(0o604), 0, "has mode 0604, want 0600"},
		{"mode 0620", mode(0o620), 0, "has mode 0620, want 0600"},
		{"mode 0602", mode(0o602), 0, "has mode 0602, want 0600"},
		{"mode 0610", mode(0o610), 0, "has mode 0610, want 0600"},
		{"mode 0777", mode(0o777), 0, "has mode 0777, want 0600"},
		{"a link to mode 0644", func(t *testing.T) string { return link(t, mode(0o644)(t)) }, 0,
			"has mode 0644, want 0600"},
		{"a link to nothing", func(t *testing.T) string { return link(t, "nothing") }, 0, "no such file"},
		{"a folder", func(t *testing.T) string { return t.TempDir() }, 0, "want a regular file"},
		{"a pipe", pipe, 0, "want a regular file"},
		{"a device", func(*testing.T) string { return os.DevNull }, 0, "want a regular file"},
		{"an empty file", content(nil), 0, "no armored age file"},
		{"garbage", content([]byte("garbage\n")), 0, "no armored age file"},
		{"a key in the clear", content([]byte(secret)), 0, "no armored age file"},
		{"a key in the clear after the first line", content([]byte(armor.Header + "\n" + secret + "\n")), 0,
			"damaged or no age file"},
		{"a key in the clear, armored", content(armored(t, []byte(secret))), 0, "damaged or no age file"},
		{"a key in the clear, as an age header", content(armored(t, []byte("age-encryption.org/v1\n"+secret+"\n"))), 0,
			"damaged"},
		{"an age file without armor", content(binary(t, good)), 0, "no armored age file"},
		{"text before the armor", content(append([]byte("key:\n"), good...)), 0, "no armored age file"},
		{"text after the armor", content(append(bytes.Clone(good), "key\n"...)), 1, "damaged"},
		{"two files", content(append(bytes.Clone(good), good...)), 1, "damaged"},
		{"just over 64 KiB", content(append(bytes.Clone(good), bytes.Repeat([]byte("\n"), maxSize+1-len(good))...)), 0,
			"found more than 65536 bytes"},
		{"no last line", content(good[:bytes.LastIndex(good, []byte("-----END"))]), 1, "damaged"},
		{"the ciphertext cut short", content(armored(t, binary(t, good)[:len(binary(t, good))-1])), 1, "damaged"},
		{"no ciphertext", content(armored(t, binary(t, good)[:len(binary(t, good))-len(secret)-16])), 1, "damaged"},
		{"the work factor 23", with(" 10\n", " 23\n"), 0, "no number up to 22"},
		{"the work factor 2^64", with(" 10\n", " 18446744073709551616\n"), 0, "no number up to 22"},
		{"the work factor x", with(" 10\n", " x\n"), 0, "no number up to 22"},
		{"the work factor 11 in a file of 10", with(" 10\n", " 11\n"), 1, ErrPassphrase.Error()},
		{"no work factor", with(" 10\n", "\n"), 0, "is damaged"},
		{"a work factor too many", with(" 10\n", " 10 10\n"), 0, "is damaged"},
		{"a recipient of another kind", content(otherRecipients(t)), 0, "another way than with one passphrase"},
		{"a recipient of an unknown kind", with("-> scrypt", "-> tcyrps"), 0, "another way than with one passphrase"},
		{"a second recipient", with("\n---", "\n-> X25519 abc\n\n---"), 0, "another way than with one passphrase"},
	} {
		t.Run(c.title, func(t *testing.T) {
			path := c.file(t)
			ask, asked := asker(phrase)
			found, err := Read(path, ask)
			if err == nil || found != nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("found %q and %v, want an error with %q", found, err, c.want)
			}
			if *asked != c.asked {
				t.Errorf("the passphrase was asked for %d times, want %d", *asked, c.asked)
			}
			leaks(t, c.title, err)
		})
	}
}

func TestPassphrase(t *testing.T) {
	path := put(t, sealed(t))
	for _, c := range []struct{ title, answer string }{
		{"another", "correct horse battery stapler"},
		{"a part", phrase[:len(phrase)-1]},
		{"with a newline", phrase + "\n"},
		{"in other letters", strings.ToUpper(phrase)},
		{"empty", ""},
	} {
		ask, _ := asker(c.answer)
		found, err := Read(path, ask)
		if found != nil || !errors.Is(err, ErrPassphrase) {
			t.Errorf("%s: found %q and %v, want ErrPassphrase", c.title, found, err)
			continue
		}
		leaks(t, c.title, err)
	}
	refusal := errors.New("no terminal")
	_, err := Read(path, func() ([]byte, error) { return nil, refusal })
	if !errors.Is(err, refusal) || errors.Is(err, ErrPassphrase) {
		t.Errorf("found %v, want the error of the question", err)
	}
	answer := []byte(phrase)
	_, err = Read(path, func() ([]byte, error) { return answer, nil })
	if err != nil || !bytes.Equal(answer, make([]byte, len(phrase))) {
		t.Errorf("found the passphrase %q after use and %v, want zeros", answer, err)
	}
}

// TestLink establishes that a link to a key file is as good as the file.
func TestLink(t *testing.T) {
	ask, _ := asker(phrase)
	if found, err := Read(link(t, put(t, sealed(t))), ask); err != nil || string(found) != secret {
		t.Errorf("found %q and %v, want the plaintext", found, err)
	}
}

// TestDamage flips one bit in each byte, and cuts the file at each length: what is not the file is refused, or holds
// the same.
func TestDamage(t *testing.T) {
	good := sealed(t)
	check := func(title string, i int, file []byte) {
		ask, _ := asker(phrase)
		found, err := Read(put(t, file), ask)
		if err == nil && bytes.Equal(bytes.TrimSpace(file), bytes.TrimSpace(good)) && string(found) == secret {
			return // age ignores white space after the armor
		}
		if err == nil || found != nil {
			t.Errorf("%s %d: found %q and %v, want an error", title, i, found, err)
			return
		}
		leaks(t, title, err)
	}
	for i := range good {
		file := bytes.Clone(good)
		file[i] ^= 1
		check("flip", i, file)
		check("cut", i, good[:i])
	}
}

func TestWriteRejects(t *testing.T) {
	folder := t.TempDir()
	taken := filepath.Join(folder, "taken")
	if err := os.WriteFile(taken, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", filepath.Join(folder, "dangling")); err != nil {
		t.Fatal(err)
	}
	before := list(t, folder)
	for _, c := range []struct {
		title, path string
		plaintext   []byte
		passphrase  string
		work        int
		is          error
		want        string
	}{
		{"an existing file", taken, nil, phrase, minWork, fs.ErrExist, "want no file there"},
		{"a dangling link", filepath.Join(folder, "dangling"), nil, phrase, minWork, fs.ErrExist, "want no file there"},
		{"a folder", folder, nil, phrase, minWork, fs.ErrExist, "want no file there"},
		{"in no folder", filepath.Join(folder, "none", "key"), nil, phrase, minWork, fs.ErrNotExist, "no such file"},
		{"in a file", filepath.Join(taken, "key"), nil, phrase, minWork, syscall.ENOTDIR, "not a directory"},
		{"an empty passphrase", filepath.Join(folder, "key"), nil, "", minWork, nil, "empty passphrase"},
		{"too little work", filepath.Join(folder, "key"), nil, phrase, 9, nil,
			"the work factor 9, want one from 10 to 22"},
		{"too much work", filepath.Join(folder, "key"), nil, phrase, 23, nil,
			"the work factor 23, want one from 10 to 22"},
		{"no work", filepath.Join(folder, "key"), nil, phrase, 0, nil, "the work factor 0"},
		{"negative work", filepath.Join(folder, "key"), nil, phrase, -1, nil, "the work factor -1"},
		{"too much to read again", filepath.Join(folder, "key"), make([]byte, 50<<10), phrase, minWork, nil,
			"want at most 65536"},
	} {
		err := Write(c.path, append([]byte(secret), c.plaintext...), []byte(c.passphrase), c.work)
		if err == nil || !strings.Contains(err.Error(), c.want) || c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%s: found %v, want an error with %q", c.title, err, c.want)
			continue
		}
		leaks(t, c.title, err)
	}
	if after := list(t, folder); strings.Join(after, " ") != strings.Join(before, " ") {
		t.Errorf("found the files %v, want %v", after, before)
	}
	if old, err := os.ReadFile(taken); err != nil || string(old) != "old" {
		t.Errorf("found %q and %v in the existing file, want what was there", old, err)
	}
}

// TestPlaceRace establishes that a file that appears during the work is not overwritten either, and that nothing else
// stays.
func TestPlaceRace(t *testing.T) {
	path := put(t, []byte("old"))
	if err := place(path, sealed(t)); !errors.Is(err, fs.ErrExist) {
		t.Errorf("found %v, want fs.ErrExist", err)
	}
	if old, err := os.ReadFile(path); err != nil || string(old) != "old" {
		t.Errorf("found %q and %v, want what was there", old, err)
	}
	if left := list(t, filepath.Dir(path)); len(left) != 1 {
		t.Errorf("found the files %v, want one", left)
	}
}

// list returns the names in a folder.
func list(t testing.TB, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// link returns the path of a symbolic link.
func link(t *testing.T, target string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
	return path
}

// pipe returns the path of a named pipe of mode 0600, into which nobody writes.
func pipe(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// otherRecipients returns an armored age file for an X25519 key.
func otherRecipients(t *testing.T) []byte {
	t.Helper()
	id, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w, err := age.Encrypt(&b, id.Recipient())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, secret); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return armored(t, b.Bytes())
}

func BenchmarkRead(b *testing.B) {
	path := filepath.Join(b.TempDir(), "key")
	if err := Write(path, []byte(secret), []byte(phrase), DefaultWork); err != nil {
		b.Fatal(err)
	}
	ask, _ := asker(phrase)
	for b.Loop() {
		if _, err := Read(path, ask); err != nil {
			b.Fatal(err)
		}
	}
}
