package archive

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"vouch/certs/statement"
)

// This file tests adding and reading, by one process and by several, also such as are killed.

const (
	origin = "example.org/evidence"
	issuer = "https://example.org/ci"
)

var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

// keys are those of the log and of the issuer.
type keys struct{ log, issuer *statement.PrivateKey }

func newKeys(t *testing.T) keys {
	t.Helper()
	return keys{generate(t), generate(t)}
}

func generate(t *testing.T) *statement.PrivateKey {
	t.Helper()
	k, err := statement.Generate("ed25519")
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func (k keys) trust(t *testing.T) *statement.Trust {
	t.Helper()
	trust, err := statement.ParseTrust("trust", fmt.Appendf(nil, "log %s %s\nissuer %s %s\n", origin, k.log.Public(),
		issuer, k.issuer.Public()))
	if err != nil {
		t.Fatal(err)
	}
	return trust
}

// certificate returns bytes that stand for a certificate: this package does not look into them.
func certificate(i int) []byte { return fmt.Appendf(nil, "certificate %d", i) }

// known is what a checker would say of such a certificate.
func known(cert []byte) (statement.Finding, error) {
	if !bytes.HasPrefix(cert, []byte("certificate ")) {
		return statement.Finding{}, errors.New("invalid: no certificate of this test")
	}
	sum := sha256.Sum256(cert)
	return statement.Finding{Digest: sum, Subject: "urn:test:" + hex.EncodeToString(sum[:4]), Verdict: "valid bug"}, nil
}

func (k keys) item(t *testing.T, i int, change ...func(*statement.Statement)) Item {
	t.Helper()
	cert := certificate(i)
	f, err := known(cert)
	if err != nil {
		t.Fatal(err)
	}
	s := statement.Statement{Issuer: issuer, Subject: f.Subject, Issued: noon, Digest: f.Digest}
	for _, c := range change {
		c(&s)
	}
	signed, err := statement.Sign(s, k.issuer)
	if err != nil {
		t.Fatal(err)
	}
	return Item{signed, cert}
}

func (k keys) items(t *testing.T, from, to int) []Item {
	var items []Item
	for i := from; i < to; i++ {
		items = append(items, k.item(t, i))
	}
	return items
}

func (k keys) init(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "archive")
	if err := Init(t.Context(), dir, origin, k.log, noon); err != nil {
		t.Fatal(err)
	}
	return dir
}

func (k keys) writer(t *testing.T, dir string) *Writer {
	t.Helper()
	w, err := NewWriter(dir, k.log)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func (k keys) add(t *testing.T, dir string, items ...Item) []Added {
	t.Helper()
	added, err := k.writer(t, dir).Add(t.Context(), items, noon)
	if err != nil {
		t.Fatal(err)
	}
	return added
}

// verify returns what is wrong with an archive, in one line each, and the report.
func (k keys) verify(t *testing.T, dir string, change ...func(*Verification)) ([]string, *Report) {
	t.Helper()
	a, err := Open(dir, k.trust(t))
	if err != nil {
		return []string{err.Error()}, nil
	}
	var faults []string
	v := Verification{Trust: k.trust(t), Now: noon.Add(time.Hour), Jobs: 2, MaxBytes: maxCertificate, Check: known,
		Fault: func(err error) { faults = append(faults, err.Error()) }}
	for _, c := range change {
		c(&v)
	}
	r, err := a.Verify(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	if r.Faults != len(faults) {
		t.Errorf("counted %d faults, and told of %d", r.Faults, len(faults))
	}
	return faults, r
}

// sound fails the test unless the archive is right and has the given statements.
func (k keys) sound(t *testing.T, dir string, statements int) *Report {
	t.Helper()
	faults, r := k.verify(t, dir)
	for _, f := range faults {
		t.Errorf("found fault: %s", f)
	}
	if r != nil && r.Statements != statements {
		t.Errorf("found %d statements, want %d", r.Statements, statements)
	}
	return r
}

func TestAdd(t *testing.T) {
	k := newKeys(t)
	dir := k.init(t)
	review := func(checker string) func(*statement.Statement) {
		return func(s *statement.Statement) {
			s.Review = &statement.Review{Role: "auditor", Checker: checker, Binary: make([]byte, 32),
				Verdict: "valid bug"}
		}
	}
	later := func(s *statement.Statement) { s.Issued = noon.Add(time.Minute) }
	w := k.writer(t, dir)
	for _, c := range []struct {
		title string
		items []Item
		want  []Added
	}{
		{"nothing", nil, []Added{}},
		{"the first", k.items(t, 0, 1), []Added{{1, true}}},
		{"the same again", k.items(t, 0, 1), []Added{{1, false}}},
		{"the same, signed a minute later", []Item{k.item(t, 0, later)}, []Added{{1, false}}},
		{"without the certificate, which is there", []Item{{k.item(t, 0).Statement, nil}}, []Added{{1, false}}},
		{"the issuer says also that a checker was run", []Item{k.item(t, 0, review("vouch 1"))}, []Added{{2, true}}},
		{"and that again", []Item{k.item(t, 0, review("vouch 1"))}, []Added{{2, false}}},
		{"and another checker", []Item{k.item(t, 0, review("vouch 2"))}, []Added{{3, true}}},
		{"new ones and a known one", append(k.items(t, 1, 3), k.item(t, 0)), []Added{{4, true}, {5, true}, {1, false}}},
		{"one twice at once", []Item{k.item(t, 3), k.item(t, 3)}, []Added{{6, true}, {6, false}}},
	} {
		added, err := w.Add(t.Context(), c.items, noon)
		if err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		if fmt.Sprint(added) != fmt.Sprint(c.want) {
			t.Errorf("%s: found %v, want %v", c.title, added, c.want)
		}
	}
	if r := k.sound(t, dir, 6); r != nil && (r.Entries != 7 || r.Certificates != 4 || r.NoReceipt != 0 ||
		r.Issuers != 1) {
		t.Errorf("found report %+v", r)
	}
	other := k.add(t, dir, k.item(t, 3)) // a writer that has just come
	if fmt.Sprint(other) != "[{6 false}]" {
		t.Errorf("found %v from another writer, want entry 6, known", other)
	}
}

func TestAddRejects(t *testing.T) {
	k := newKeys(t)
	dir := k.init(t)
	k.add(t, dir, k.items(t, 0, 3)...)
	if _, err := NewWriter(dir, k.issuer); err == nil || !strings.Contains(err.Error(), "not the log's") {
		t.Errorf("a writer with another key: found %v", err)
	}
	if _, err := NewWriter(t.TempDir(), k.log); !errors.Is(err, ErrNone) {
		t.Errorf("a writer for a folder that is no archive: found %v", err)
	}
	for _, c := range []struct {
		title string
		item  Item
		spoil func(dir string) (mend func())
		want  string
	}{
		{"a statement whose certificate is nowhere", Item{k.item(t, 9).Statement, nil}, nil,
			"not in the archive, and not given"},
		{"a statement with another certificate", Item{k.item(t, 9).Statement, certificate(8)}, nil,
			"another certificate"},
		{"certificates cannot be written", k.item(t, 9), blocked("certificates"), "not a directory"},
		{"receipts cannot be read", k.item(t, 9), blocked("receipts"), "not a directory"},
		{"receipts are damaged", k.item(t, 9), func(dir string) func() {
			name := filepath.Join(dir, "receipts", "0000000099-1.cbor")
			os.WriteFile(name, []byte("nothing"), 0o644)
			return func() { os.Remove(name) }
		}, "not 1 receipts"},
		{"the log has no tiles", k.item(t, 9), blocked("log/tile"), "log"},
		{"the log has no checkpoint", k.item(t, 9), blocked("log/checkpoint"), "checkpoint"},
	} {
		mend := func() {}
		if c.spoil != nil {
			mend = c.spoil(dir)
		}
		_, err := k.writer(t, dir).Add(t.Context(), []Item{k.item(t, 7), c.item}, noon)
		mend()
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: found error %v, want one with %q", c.title, err, c.want)
		}
	}
	// Nothing is lost, and what was refused can be added now.
	faults, r := k.verify(t, dir)
	if len(faults) > 0 || r.Statements < 3 {
		t.Fatalf("after the refusals: found faults %q, report %+v", faults, r)
	}
	k.add(t, dir, k.items(t, 7, 10)...)
	if r := k.sound(t, dir, 6); r != nil && r.NoReceipt != 0 {
		t.Errorf("found %d entries without a receipt, want none", r.NoReceipt)
	}
}

// blocked puts a file in the place of a folder or a folder in the place of a file.
func blocked(name string) func(string) func() {
	return func(dir string) func() {
		path, aside := filepath.Join(dir, name), filepath.Join(dir, "aside")
		info, err := os.Stat(path)
		if err == nil {
			err = os.Rename(path, aside)
		}
		if err == nil && info.IsDir() {
			err = os.WriteFile(path, nil, 0o644)
		} else if err == nil {
			err = os.Mkdir(path, 0o755)
		}
		if err != nil {
			panic(err)
		}
		return func() {
			os.RemoveAll(path)
			os.Rename(aside, path)
		}
	}
}

func TestInitRejects(t *testing.T) {
	k := newKeys(t)
	secp, err := statement.Generate("es256k")
	if err != nil {
		t.Fatal(err)
	}
	full := t.TempDir()
	os.WriteFile(filepath.Join(full, "mine"), []byte("mine"), 0o644)
	file := filepath.Join(t.TempDir(), "file")
	os.WriteFile(file, nil, 0o644)
	for _, c := range []struct {
		title, dir, origin string
		key                *statement.PrivateKey
		want               string
	}{
		{"a folder with something in it", full, origin, k.log, "found a folder with \"mine\" in it"},
		{"an archive that is there", k.init(t), origin, k.log, "found a folder with"},
		{"a file", file, origin, k.log, "not a directory"},
		{"below a file", filepath.Join(file, "archive"), origin, k.log, "not a directory"},
		{"a key of another type", filepath.Join(t.TempDir(), "a"), origin, secp, "want ed25519"},
		{"no origin", filepath.Join(t.TempDir(), "a"), "", k.log, "found no origin"},
		{"an origin with a space", filepath.Join(t.TempDir(), "a"), "my log", k.log, "without spaces"},
		{"an origin of two lines", filepath.Join(t.TempDir(), "a"), "a\nb", k.log, "can be shown"},
	} {
		err := Init(t.Context(), c.dir, c.origin, c.key, noon)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: found error %v, want one with %q", c.title, err, c.want)
		}
	}
	if data, _ := os.ReadFile(filepath.Join(full, "mine")); string(data) != "mine" {
		t.Error("Init has touched a stranger's file")
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	dir := filepath.Join(t.TempDir(), "archive")
	if err := Init(canceled, dir, origin, k.log, noon); err == nil {
		t.Error("Init has gone on after an interrupt")
	}
	if err := Init(t.Context(), dir, origin, k.log, noon); err != nil {
		t.Errorf("after an interrupted Init: %v", err)
	}
}

func TestPrune(t *testing.T) {
	k := newKeys(t)
	dir := k.init(t)
	k.add(t, dir, k.items(t, 0, 4)...)
	a, err := Open(dir, k.trust(t))
	if err != nil {
		t.Fatal(err)
	}
	orphan := filepath.Join(dir, "certificates", "aa", strings.Repeat("a", 64)+".cbor")
	unfinished := filepath.Join(dir, "receipts", temporary+"1")
	stranger := filepath.Join(dir, "certificates", "README")
	os.MkdirAll(filepath.Dir(orphan), 0o755)
	for _, name := range []string{orphan, unfinished, stranger} {
		if err := os.WriteFile(name, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	dropped := k.item(t, 2).Statement.Digest
	by := statement.Review{Checker: "vouch test", Binary: make([]byte, 32)}
	if _, err := k.writer(t, dir).Prune(t.Context(), []statement.Digest{{1}}, by, noon); err == nil {
		t.Error("found no error for a certificate that the archive does not have")
	}
	removed, err := k.writer(t, dir).Prune(t.Context(), []statement.Digest{dropped}, by, noon)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{orphan: true, unfinished: true, a.CertificateFile(dropped): true}
	for _, name := range removed {
		if !want[name] {
			t.Errorf("removed %s", name)
		}
		delete(want, name)
	}
	if len(want) > 0 {
		t.Errorf("not removed: %v", want)
	}
	if _, err := os.Stat(stranger); err != nil {
		t.Errorf("the file of a stranger is gone: %v", err)
	}
	r := k.sound(t, dir, 4)
	if r != nil && (r.Pruned != 1 || r.Certificates != 3 || r.Entries != 6) {
		t.Errorf("found report %+v", r)
	}
	if again := k.add(t, dir, k.item(t, 2)); fmt.Sprint(again) != "[{3 false}]" {
		t.Errorf("found %v for what was pruned, want entry 3, known", again)
	}
	if r := k.sound(t, dir, 4); r != nil && (r.Pruned != 0 || r.Certificates != 4) {
		t.Errorf("the certificate did not come back: %+v", r)
	}
}

// Processes of this test: they add items from a number on, one batch after the other, and print what is acknowledged.
const (
	childDir  = "VOUCH_TEST_ARCHIVE"
	childWork = "VOUCH_TEST_WORK" // "FROM TO BATCH", where BATCH is the greatest size of a batch
	childKeys = "VOUCH_TEST_KEYS" // files with the log's and the issuer's key
)

func TestMain(m *testing.M) {
	if os.Getenv(childDir) != "" {
		child()
		return
	}
	os.Exit(m.Run())
}

func child() {
	t := &testing.T{} // for helpers whose errors end in a panic here
	var from, to, most int
	if _, err := fmt.Sscan(os.Getenv(childWork), &from, &to, &most); err != nil {
		panic(err)
	}
	var k keys
	for i, name := range filepath.SplitList(os.Getenv(childKeys)) {
		data, err := os.ReadFile(name)
		if err != nil {
			panic(err)
		}
		key, err := statement.ParsePrivatePEM(data)
		if err != nil {
			panic(err)
		}
		*[]**statement.PrivateKey{&k.log, &k.issuer}[i] = key
	}
	w, err := NewWriter(os.Getenv(childDir), k.log)
	if err != nil {
		panic(err)
	}
	for from < to {
		n := min(1+rand.IntN(most), to-from)
		added, err := w.Add(context.Background(), k.items(t, from, from+n), noon)
		if err != nil {
			panic(err)
		}
		for i, a := range added {
			fmt.Println(from+i, a.Index, a.New)
		}
		from += n
	}
}

// spawn starts a process that adds the given items to an archive.
func (k keys) spawn(t *testing.T, dir string, from, to, most int) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	var files []string
	for i, key := range []*statement.PrivateKey{k.log, k.issuer} {
		name := filepath.Join(t.TempDir(), strconv.Itoa(i))
		if err := os.WriteFile(name, key.PEM(), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, name)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childDir+"="+dir, fmt.Sprintf("%s=%d %d %d", childWork, from, to, most),
		childKeys+"="+strings.Join(files, string(filepath.ListSeparator)))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, bufio.NewScanner(out)
}

// acknowledged adds what a process prints to what is known: items by the index of their entry.
func acknowledged(t *testing.T, lines *bufio.Scanner, all map[int]uint64) {
	for lines.Scan() {
		var i int
		var index uint64
		var fresh bool
		if n, _ := fmt.Sscan(lines.Text(), &i, &index, &fresh); n < 3 {
			continue // cut off by a kill
		}
		if before, ok := all[i]; ok && before != index {
			t.Errorf("item %d was acknowledged at entry %d, and at %d before", i, index, before)
		}
		all[i] = index
	}
}

// holds fails the test unless every item is at its entry, and no certificate at two.
func (k keys) holds(t *testing.T, dir string, want map[int]uint64) {
	t.Helper()
	a, err := Open(dir, k.trust(t))
	if err != nil {
		t.Fatal(err)
	}
	at := map[statement.Digest]uint64{}
	err = a.Records(1, func(r Record) error {
		if before, ok := at[r.Digest]; ok {
			t.Errorf("a certificate has entries %d and %d", before, r.Index)
		}
		at[r.Digest] = r.Index
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, index := range want {
		if found, ok := at[sha256.Sum256(certificate(i))]; !ok || found != index {
			t.Errorf("item %d: found entry %d (%t), want %d as acknowledged", i, found, ok, index)
		}
	}
}

func TestTwoProcesses(t *testing.T) {
	for _, c := range []struct {
		title  string
		second int // where the second process begins
		total  int
	}{
		{"500 each", 500, 1000},
		{"the same 500", 0, 500},
	} {
		t.Run(c.title, func(t *testing.T) {
			t.Parallel()
			k := newKeys(t)
			dir := k.init(t)
			one, lines1 := k.spawn(t, dir, 0, 500, 60)
			two, lines2 := k.spawn(t, dir, c.second, c.second+500, 60)
			all := map[int]uint64{}
			acknowledged(t, lines1, all)
			acknowledged(t, lines2, all)
			for _, p := range []*exec.Cmd{one, two} {
				if err := p.Wait(); err != nil {
					t.Error(err)
				}
			}
			if len(all) != c.total {
				t.Errorf("found %d items acknowledged, want %d", len(all), c.total)
			}
			k.holds(t, dir, all)
			if r := k.sound(t, dir, c.total); r != nil && (r.Entries != uint64(c.total)+1 || r.NoReceipt != 0) {
				t.Errorf("found report %+v", r)
			}
		})
	}
}

// TestKill kills a process that adds, at random points of its life, and looks whether all that it acknowledged is
// there. On a slow machine processes live longer, until enough of them have come to acknowledge something.
func TestKill(t *testing.T) {
	k := newKeys(t)
	dir := k.init(t)
	all := map[int]uint64{}
	const kills = 50
	life, early := 120*time.Millisecond, 0
	n := 0
	for ; n < kills || n-early < kills/5 || len(all) < kills; n++ {
		from := 0
		for i := range all {
			from = max(from, i+1)
		}
		p, lines := k.spawn(t, dir, max(from-2, 0), from+1000, 7) // again what may be known
		time.AfterFunc(rand.N(life), func() { p.Process.Kill() })
		before := len(all)
		acknowledged(t, lines, all)
		p.Wait()
		if len(all) == before {
			early++
			life += life / 8
		}
		k.holds(t, dir, all)
		if n%10 == 9 {
			if faults, _ := k.verify(t, dir); len(faults) > 0 {
				t.Fatalf("after %d kills: found faults %q", n+1, faults)
			}
		}
		if t.Failed() {
			t.Fatalf("after %d kills", n+1)
		}
	}
	t.Logf("%d items acknowledged; of %d kills %d came before the first acknowledgement of their process", len(all), n,
		early)
	next := k.add(t, dir, k.item(t, 1_000_000))
	if !next[0].New {
		t.Error("a new item is known")
	}
	if faults, r := k.verify(t, dir); len(faults) > 0 || r.NoReceipt > 0 {
		t.Errorf("in the end: found faults %q and %d entries without a receipt", faults, r.NoReceipt)
	}
	if _, err := k.writer(t, dir).Prune(t.Context(), nil, statement.Review{}, noon); err != nil {
		t.Error(err)
	}
	left := 0
	filepath.WalkDir(dir, func(name string, _ fs.DirEntry, _ error) error {
		if strings.Contains(name, temporary) {
			left++
		}
		return nil
	})
	if left > 0 {
		t.Errorf("found %d unfinished files after pruning", left)
	}
}
