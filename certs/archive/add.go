package archive

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"vouch/certs/archive/tlog"
	"vouch/certs/statement"
)

// This file defines what changes an archive: adding to it, and pruning it.

// Item is a statement to be added, with the certificate that it is about; nil if the archive has that.
type Item struct {
	Statement   *statement.Statement
	Certificate []byte
}

// Added says where in the log an item is, and whether it was put there now.
type Added struct {
	Index uint64
	New   bool
}

// Writer adds to an archive. It must not be used by several goroutines; several writers, of several processes too, may
// write at once.
type Writer struct {
	archive *Archive
	key     *statement.PrivateKey
	known   map[gist]uint64 // where the log says what, up to entry read
	read    uint64
}

// NewWriter returns a writer for the archive in the folder dir, whose log signs with key.
func NewWriter(dir string, key *statement.PrivateKey) (*Writer, error) {
	a, err := load(dir)
	if err != nil {
		return nil, err
	}
	if !a.key.Equal(key.Public()) {
		return nil, fmt.Errorf("%s: found a key that is not the log's, want %s", dir, a.key)
	}
	return &Writer{archive: a, key: key, known: map[gist]uint64{}}, nil
}

// gist is equal for statements that say the same: an archive takes in one of them. It is a hash, since an archive has
// many.
type gist [sha256.Size]byte

func gistOf(s *statement.Statement) gist {
	text := fmt.Sprintf("%x %q", s.Digest, s.Issuer)
	if r := s.Review; r != nil {
		text += fmt.Sprintf(" %q %q %x %q", r.Role, r.Checker, r.Binary, r.Verdict)
		if n := r.Native; n != nil {
			text += fmt.Sprintf(" %q %q %q %q", n.Outcome, n.Fault, n.Compiler, n.Sanitizers)
		}
	}
	return sha256.Sum256([]byte(text))
}

// Add adds those items that the archive does not have yet. When it returns without an error, all of them are in the
// log, under a checkpoint that is on disk, as are their certificates and receipts; only then may anybody be told. The
// same certificate by the same issuer, in the same words, is taken in once; Added says where it is. Whether items
// deserve a place is for the caller to know.
func (w *Writer) Add(ctx context.Context, items []Item, now time.Time) ([]Added, error) {
	added := make([]Added, len(items))
	fresh := map[gist]uint64{} // of this call's items, with their place in it
	err := w.append(ctx, now, func(*tlog.Log) ([][]byte, error) {
		var entries [][]byte
		for i, item := range items {
			if err := w.store(item); err != nil {
				return nil, err
			}
			id := gistOf(item.Statement)
			if index, ok := w.known[id]; ok {
				added[i] = Added{Index: index}
				continue
			}
			if place, ok := fresh[id]; ok {
				added[i] = Added{Index: w.read + place}
				continue
			}
			fresh[id] = uint64(len(entries))
			added[i] = Added{w.read + uint64(len(entries)), true}
			entries = append(entries, item.Statement.Entry())
		}
		return entries, nil
	}, nil)
	if err != nil {
		return nil, err
	}
	return added, nil
}

// append adds the entries that choose returns, once the writer knows all that the log has. done may be nil.
func (w *Writer) append(ctx context.Context, now time.Time, choose func(*tlog.Log) ([][]byte, error),
	done func() error) error {
	origin := w.archive.config.Origin
	signer, err := statement.NoteSigner(origin, w.key)
	if err != nil {
		return err
	}
	return tlog.Append(ctx, filepath.Join(w.archive.dir, "log"), signer, statement.NoteVerifier(origin, w.archive.key),
		func(l *tlog.Log) ([][]byte, error) {
			var err error
			if w.archive.receipts, err = listRuns(w.archive.dir); err != nil {
				return nil, err
			}
			if err := w.learn(l); err != nil {
				return nil, err
			}
			if err := w.archive.forgotten(w.read); err != nil {
				return nil, err
			}
			return choose(l)
		},
		func(l *tlog.Log, _ uint64) error {
			if err := w.archive.sign(l, w.key, now); err != nil {
				return err
			}
			if done != nil {
				return done()
			}
			return nil
		})
}

// learn reads what has been added to the log since.
func (w *Writer) learn(l *tlog.Log) error {
	w.archive.log = l
	err := w.archive.Records(w.read, func(r Record) error {
		if w.archive.Pruned(r) {
			return nil
		}
		id := gistOf(r.Statement)
		if _, ok := w.known[id]; !ok {
			w.known[id] = r.Index
		}
		return nil
	})
	_, w.read = w.archive.Checkpoint()
	return err
}

// maxCertificate is the size of the largest certificate that is read to see whether it is there, in bytes.
const maxCertificate = 1 << 30

// store writes the certificate of an item, unless it is there. One that was pruned comes back so.
func (w *Writer) store(item Item) error {
	d := item.Statement.Digest
	limit := int64(maxCertificate)
	if item.Certificate != nil {
		limit = int64(len(item.Certificate))
	}
	if _, err := w.archive.Certificate(d, limit); err == nil {
		return nil
	}
	if item.Certificate == nil {
		return fmt.Errorf("found a statement about certificate %x, which is not in the archive, and not given", d)
	}
	if sha256.Sum256(item.Certificate) != d {
		return errors.New("found a statement about another certificate than the one given with it")
	}
	name := w.archive.CertificateFile(d)
	if err := os.Mkdir(filepath.Dir(name), 0o755); err == nil {
		if err := syncFolder(filepath.Dir(filepath.Dir(name))); err != nil {
			return err
		}
	} else if !errors.Is(err, fs.ErrExist) {
		return err
	}
	return save(name, item.Certificate)
}

// Prune drops the certificates with the given digests, of which the log goes on to know everything but the content: for
// each, the archive signs a statement that says so. It also removes what interrupted additions have left behind:
// certificates that no statement is about, and files that were never finished. It returns the names of the files
// removed.
func (w *Writer) Prune(ctx context.Context, digests []statement.Digest, by statement.Review,
	now time.Time) (removed []string, err error) {
	by.Role, by.Verdict = "archive", pruned
	err = w.append(ctx, now, func(*tlog.Log) ([][]byte, error) {
		var entries [][]byte
		for _, d := range digests {
			if _, err := os.Lstat(w.archive.CertificateFile(d)); err != nil {
				return nil, fmt.Errorf("certificate %x: %w", d, err)
			}
			s, err := w.archive.Statements(d)
			if err != nil {
				return nil, err
			}
			if len(s) == 0 {
				return nil, fmt.Errorf("certificate %x: found no statement about it", d)
			}
			own := Issuer(w.archive.config.Origin)
			signed, err := statement.Sign(statement.Statement{Issuer: own, Subject: s[0].Subject, Issued: now,
				Review: &by, Digest: d}, w.key)
			if err != nil {
				return nil, err
			}
			entries = append(entries, signed.Entry())
		}
		return entries, nil
	}, func() error {
		var err error
		removed, err = w.sweep(digests)
		return err
	})
	return removed, err
}

// sweep removes the certificates with the given digests, and what nobody needs.
func (w *Writer) sweep(digests []statement.Digest) (removed []string, err error) {
	keep := map[string]bool{}
	if err := w.archive.Records(0, func(r Record) error {
		keep[w.archive.CertificateFile(r.Digest)] = true
		return nil
	}); err != nil {
		return nil, err
	}
	for _, d := range digests {
		delete(keep, w.archive.CertificateFile(d))
	}
	for _, sub := range []string{"certificates", "receipts"} {
		err := filepath.WalkDir(filepath.Join(w.archive.dir, sub), func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			unfinished := strings.HasPrefix(e.Name(), temporary)
			if !unfinished && (sub == "receipts" || keep[name] || filepath.Ext(name) != ".cbor") {
				return nil
			}
			removed = append(removed, name)
			return os.Remove(name)
		})
		if err != nil {
			return removed, err
		}
	}
	return removed, nil
}
