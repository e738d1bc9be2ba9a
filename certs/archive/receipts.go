package archive

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/fxamacker/cbor/v2"

	"vouch/certs/archive/tlog"
	"vouch/certs/statement"
	"vouch/internal/bounded"
)

// This file defines the receipts of an archive. A file holds those for a run of entries, as a CBOR array.

// maxReceipts is the size of the largest file of receipts, in bytes.
const maxReceipts = 64 << 20

// run is a file of receipts, for count entries from the first on.
type run struct{ first, count uint64 }

// runs are the files of receipts of an archive, in order. No entry is in two of them.
type runs []run

// listRuns returns the files of receipts of the archive in dir.
func listRuns(dir string) (runs, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	folder, err := root.OpenFile("receipts", os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, "receipts"), reason(err))
	}
	defer folder.Close()
	var found runs
	for {
		names, err := folder.Readdirnames(1000) // of which there may be any number
		for _, name := range names {
			if first, count, ok := runOf(name); ok { // else it is being written, or a stranger's
				found = append(found, run{first, count})
			}
		}
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(found, func(a, b run) int { return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.count, b.count)) })
	for i, r := range found[min(1, len(found)):] {
		if before := found[i]; r.first < before.first+before.count {
			return nil, fmt.Errorf("%s: found receipts for entry %d, which are in %s too", filepath.Join(dir, r.path()), r.first, before.path())
		}
	}
	return found, nil
}

func (r run) path() string { return "receipts/" + runName(r.first, r.count) }

// of returns the file that has the receipt for an entry, if there is one.
func (rs runs) of(index uint64) (run, bool) {
	after, _ := slices.BinarySearchFunc(rs, index, func(r run, index uint64) int {
		if r.first <= index {
			return -1
		}
		return 1
	})
	if after == 0 || index-rs[after-1].first >= rs[after-1].count {
		return run{}, false
	}
	return rs[after-1], true
}

// receiptReader reads receipts, one file at a time.
type receiptReader struct {
	dir  string
	runs runs
	held run // whose receipts these are
	data [][]byte
}

// of returns the receipt for an entry, or nil if there is none.
func (r *receiptReader) of(index uint64) ([]byte, error) {
	wanted, ok := r.runs.of(index)
	if !ok {
		return nil, nil
	}
	if r.held != wanted {
		data, err := readRun(r.dir, wanted)
		if err != nil {
			return nil, err
		}
		r.held, r.data = wanted, data
	}
	return r.data[index-wanted.first], nil
}

// readRun returns the receipts in a file.
func readRun(dir string, r run) ([][]byte, error) {
	name := filepath.Join(dir, r.path())
	data, err := bounded.ReadIn(dir, r.path(), maxReceipts)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, reason(err))
	}
	var found [][]byte
	if err := cbor.Unmarshal(data, &found); err != nil || uint64(len(found)) != r.count || !bytes.Equal(encodeRun(found), data) {
		return nil, fmt.Errorf("%s: found a content that is not %d receipts", name, r.count)
	}
	return found, nil
}

// encodeRun returns the one encoding of a file of receipts.
func encodeRun(receipts [][]byte) []byte {
	data, err := cbor.Marshal(receipts)
	if err != nil {
		panic("archive: " + err.Error())
	}
	return data
}

// runOf returns which entries a file of the given name has receipts for.
func runOf(name string) (first, count uint64, ok bool) {
	a, b, _ := strings.Cut(strings.TrimSuffix(name, ".cbor"), "-")
	first, err := strconv.ParseUint(a, 10, 63)
	if err == nil {
		count, err = strconv.ParseUint(b, 10, 32)
	}
	return first, count, err == nil && count > 0 && runName(first, count) == name
}

func runName(first, count uint64) string { return fmt.Sprintf("%010d-%d.cbor", first, count) }

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
			r, err := statement.SignReceipt(statement.Receipt{Origin: a.config.Origin, Issued: now, Size: size, Index: index, Path: path}, entry, key)
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

// maxRun is the number of receipts in a file.
const maxRun = 10_000

// errEnd ends a walk over entries that has seen enough.
var errEnd = errors.New("end")

// Statements returns all that the log has on the certificate with the given digest, the archive's own statements left out.
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
			return nil, fmt.Errorf("entry %d has no receipt, because an addition was interrupted; the next one makes up for it", r.Index)
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

// rolledBack is the error of a log that has signed for more entries than it has.
func rolledBack(before, now uint64) error {
	return fmt.Errorf("the log was rolled back: it has signed for %d entries, and has only %d", before, now)
}
