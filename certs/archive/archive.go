// Package archive keeps signed statements about certificates where nobody can alter or drop one unnoticed: in a
// transparency log, with the certificates beside it.
//
// An archive is a folder:
//
//	archive.json                    origin and public key of the log
//	log/                            the log, whose entries are statements (package tlog)
//	certificates/ab/abcdef….cbor    certificates, named by their SHA-256
//	receipts/0000000042-7.cbor      receipts for 7 entries from entry 42 on
//
// Entry 0 is the archive's own statement, so that no proof of inclusion is empty. Everything but the log can be made
// again: receipts by whoever has the log's key, certificates from whoever has them, as their digests are in the log.
//
// Its files are regular ones. A link in an archive may lead to another place in it, and nowhere else.
package archive

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"vouch/certs/archive/tlog"
	"vouch/certs/statement"
	"vouch/internal/bounded"
)

// Archive is an archive as it was when it was opened. It may be used by several goroutines.
type Archive struct {
	dir      string
	config   config
	key      *statement.PublicKey
	log      *tlog.Log
	receipts runs
}

// forgotten is an error if there are receipts for entries that the log, of the given size, does not have.
func (a *Archive) forgotten(size uint64) error {
	if len(a.receipts) == 0 {
		return nil
	}
	last := a.receipts[len(a.receipts)-1]
	if last.first+last.count <= size {
		return nil
	}
	if _, err := readRun(a.dir, last); err != nil {
		return err
	}
	return rolledBack(last.first+last.count, size)
}

// config is what archive.json holds.
type config struct {
	Version int    `json:"version"` // 1
	Origin  string `json:"origin"`
	Key     string `json:"key"`
}

const configName = "archive.json"

// maxConfig bounds what is read of archive.json, in bytes.
const maxConfig = 4 << 10

// encode returns the one encoding of c, to whose SHA-256 entry 0 commits.
func (c config) encode() []byte {
	data, err := json.Marshal(c)
	if err != nil {
		panic("archive: " + err.Error())
	}
	return append(data, '\n')
}

// ErrNone is the error, wrapped, of a folder that is no archive.
var ErrNone = errors.New("not an archive")

// Init makes an archive in the folder dir, which must not exist or be empty. The key must be one of Ed25519.
func Init(ctx context.Context, dir, origin string, key *statement.PrivateKey, now time.Time) (err error) {
	if err := statement.CheckOrigin(origin); err != nil {
		return err
	}
	signer, err := statement.NoteSigner(origin, key)
	if err != nil {
		return err
	}
	c := config{1, origin, key.Public().String()}.encode()
	genesis, err := statement.Sign(statement.Statement{
		Issuer: Issuer(origin), Subject: Issuer(origin), Issued: now, Digest: sha256.Sum256(c),
	}, key)
	if err != nil {
		return err
	}
	if found, err := os.ReadDir(dir); err == nil && len(found) > 0 {
		return fmt.Errorf("%s: found a folder with %q in it, want an empty one, or none", dir, found[0].Name())
	}
	_, there := os.Stat(dir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			for _, name := range []string{configName, "log", "certificates", "receipts"} {
				os.RemoveAll(filepath.Join(dir, name))
			}
			if there != nil {
				os.Remove(dir)
			}
		}
	}()
	for _, sub := range []string{"certificates", "receipts"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o755); err != nil {
			return err
		}
	}
	if err := tlog.Create(ctx, filepath.Join(dir, "log"), signer, genesis.Entry()); err != nil {
		return err
	}
	return save(filepath.Join(dir, configName), c) // last: what lacks it is no archive
}

// Issuer returns the issuer of the statements that an archive makes itself.
func Issuer(origin string) string { return "urn:vouch:log:" + origin }

// Open opens the archive in the folder dir for reading. The file of trust must have the log's key; if it is nil, the
// archive's own word is taken for that.
func Open(dir string, trust *statement.Trust) (*Archive, error) {
	a, err := load(dir)
	if err != nil {
		return nil, err
	}
	if trust == nil {
		return a, a.read()
	}
	for _, l := range trust.Logs {
		if l.Name == a.config.Origin && l.Key.Equal(a.key) {
			return a, a.read()
		}
	}
	return nil, fmt.Errorf("%s: %w: found log %q with key %s, which the file of trust does not have", dir,
		statement.ErrUntrusted, a.config.Origin, a.config.Key)
}

// load reads archive.json.
func load(dir string) (*Archive, error) {
	data, err := bounded.ReadIn(dir, configName, maxConfig)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
			return nil, fmt.Errorf("%s: %w: found no %s in it", dir, ErrNone, configName)
		}
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, configName), reason(err))
	}
	a := &Archive{dir: dir}
	if err := json.Unmarshal(data, &a.config); err != nil {
		return nil, fmt.Errorf("%s: %w: %s: %w", dir, ErrNone, configName, err)
	}
	if a.config.Version != 1 {
		return nil, fmt.Errorf("%s: %w: found version %d, want 1", dir, ErrNone, a.config.Version)
	}
	if want := a.config.encode(); !bytes.Equal(data, want) {
		return nil, fmt.Errorf("%s: %w: %s: found %.300q, want %q", dir, ErrNone, configName, data, want)
	}
	if err := statement.CheckOrigin(a.config.Origin); err != nil {
		return nil, fmt.Errorf("%s: %w: %w", dir, ErrNone, err)
	}
	if a.key, err = statement.ParseKey(a.config.Key); err != nil {
		return nil, fmt.Errorf("%s: %w: %w", dir, ErrNone, err)
	}
	if a.key.Algorithm() != statement.Ed25519 {
		return nil, fmt.Errorf("%s: %w: found a key of type %s, want ed25519", dir, ErrNone, a.key.Type())
	}
	return a, nil
}

// read reads the receipts and opens the log, in this order: receipts are written last, so that the log has their
// entries also where somebody adds in the meantime.
func (a *Archive) read() (err error) {
	if a.receipts, err = listRuns(a.dir); err != nil {
		return err
	}
	a.log, err = tlog.Open(filepath.Join(a.dir, "log"), statement.NoteVerifier(a.config.Origin, a.key))
	return err
}

// Checkpoint returns the signed checkpoint of the log, and how many entries it has.
func (a *Archive) Checkpoint() (raw []byte, size uint64) {
	raw, size, _ = a.log.Checkpoint()
	return raw, size
}

// Record is an entry of the log.
type Record struct {
	Index uint64
	*statement.Statement
}

// Own reports whether r is a statement of the archive itself.
func (a *Archive) Own(r Record) bool { return r.Issuer == Issuer(a.config.Origin) }

// pruned is the verdict of the archive's own statement that it has dropped a certificate.
const pruned = "pruned"

// Pruned reports whether r says that the archive has dropped the certificate.
func (a *Archive) Pruned(r Record) bool {
	return a.Own(r) && r.Review != nil && r.Review.Verdict == pruned
}

// Records calls f for the entries from the given one on, in order, until it returns an error. Each has its receipt, if
// there is one.
func (a *Archive) Records(from uint64, f func(Record) error) error {
	_, size := a.Checkpoint()
	read := receiptReader{dir: a.dir, runs: a.receipts}
	return a.log.Entries(from, size, func(index uint64, entry []byte) error {
		s, err := statement.Parse(entry)
		if err != nil {
			return fmt.Errorf("entry %d: %w", index, err)
		}
		if !bytes.Equal(s.Entry(), entry) {
			return fmt.Errorf("entry %d: found a statement that is not as it is logged", index)
		}
		if r, err := read.of(index); err != nil {
			return err
		} else if r != nil {
			s.Receipts = [][]byte{r}
		}
		return f(Record{index, s})
	})
}

// Statements returns all that the log has on the certificate with the given digest, the archive's own statements left
// out.
func (a *Archive) Statements(d statement.Digest) ([]Record, error) {
	var found []Record
	err := a.Records(0, func(r Record) error {
		if r.Digest == d && !a.Own(r) {
			found = append(found, r)
		}
		return nil
	})
	return found, err
}

// Certificate returns the certificate with the given digest, if its file has at most limit bytes. The error wraps
// fs.ErrNotExist if there is none.
func (a *Archive) Certificate(d statement.Digest, limit int64) ([]byte, error) {
	data, err := bounded.ReadIn(a.dir, certificatePath(d), limit)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.CertificateFile(d), reason(err))
	}
	if sha256.Sum256(data) != d {
		return nil, fmt.Errorf("%s: found a content with another SHA-256: the file was changed", a.CertificateFile(d))
	}
	return data, nil
}

// Bundle returns all the evidence about the certificate with the given digest, of at most limit bytes.
func (a *Archive) Bundle(d statement.Digest, limit int64) (*statement.Bundle, error) {
	cert, err := a.Certificate(d, limit)
	if err != nil {
		return nil, err
	}
	records, err := a.Statements(d)
	if err != nil {
		return nil, err
	}
	raw, size := a.Checkpoint()
	b := &statement.Bundle{Certificate: cert, Checkpoint: slices.Clone(raw)}
	for _, r := range records {
		if len(r.Receipts) == 0 {
			return nil, fmt.Errorf("entry %d has no receipt, because an addition was interrupted; the next one makes up for it",
				r.Index)
		}
		receipt, err := statement.ParseReceipt(r.Receipts[0])
		if err != nil {
			return nil, fmt.Errorf("entry %d: %w", r.Index, err)
		}
		if receipt.Size > size {
			return nil, fmt.Errorf("entry %d: %w", r.Index, rolledBack(receipt.Size, size))
		}
		l := statement.Logged{Statement: r.Bytes()}
		if l.Inclusion, err = a.log.Inclusion(r.Index, size); err != nil {
			return nil, err
		}
		if l.Consistency, err = a.log.Consistency(receipt.Size, size); err != nil {
			return nil, err
		}
		b.Statements = append(b.Statements, l)
	}
	if len(b.Statements) == 0 {
		return nil, errors.New("found no statement about the certificate")
	}
	return b, nil
}

// CertificateFile returns the name of the file that holds the certificate with the given digest.
func (a *Archive) CertificateFile(d statement.Digest) string {
	return filepath.Join(a.dir, certificatePath(d))
}

func certificatePath(d statement.Digest) string {
	name := hex.EncodeToString(d[:])
	return "certificates/" + name[:2] + "/" + name + ".cbor"
}

// temporary is how the names of files begin that are being written.
const temporary = ".new-"

// save writes a file, all of it or nothing, so that it is still there after a loss of power.
func save(name string, data []byte) error {
	dir := filepath.Dir(name)
	tmp, err := os.CreateTemp(dir, temporary+"*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // fails once the file is renamed
	_, err = tmp.Write(data)
	if err == nil {
		err = tmp.Chmod(0o644)
	}
	if err == nil {
		err = tmp.Sync()
	}
	if closed := tmp.Close(); err == nil {
		err = closed
	}
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = fmt.Errorf("%s: %w", name, e.Err) // nobody knows the other name
	}
	if err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	if err == nil {
		err = syncFolder(dir)
	}
	return err
}

// sign makes the receipts that are missing, for the log as it is.
func (a *Archive) sign(log *tlog.Log, key *statement.PrivateKey, now time.Time) error {
	_, size, _ := log.Checkpoint()
	if size < 2 {
		return nil // RFC 9942 wants a proof of one hash at least
	}
	for first := uint64(0); first < size; {
		if r, ok := a.receipts.of(first); ok {
			first = r.first + r.count
			continue
		}
		var receipts [][]byte
		err := log.Entries(first, size, func(index uint64, entry []byte) error {
			if _, ok := a.receipts.of(index); ok || len(receipts) == maxRun {
				return errEnd
			}
			path, err := log.Inclusion(index, size)
			if err != nil {
				return err
			}
			r, err := statement.SignReceipt(statement.Receipt{Origin: a.config.Origin, Issued: now, Size: size,
				Index: index, Path: path}, entry, key)
			receipts = append(receipts, r)
			return err
		})
		if err != nil && !errors.Is(err, errEnd) {
			return err
		}
		r := run{first, uint64(len(receipts))}
		if err := save(filepath.Join(a.dir, r.path()), encodeRun(receipts)); err != nil {
			return err
		}
		at, _ := slices.BinarySearchFunc(a.receipts, r, func(x, y run) int { return cmp.Compare(x.first, y.first) })
		a.receipts = slices.Insert(a.receipts, at, r)
		first += r.count
	}
	return nil
}

func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
