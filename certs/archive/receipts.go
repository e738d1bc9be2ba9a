package archive

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fxamacker/cbor/v2"

	"vouch/certs/archive/tlog"
	"vouch/certs/statement"
)

// This file defines the receipts of an archive. A file holds those for a run of entries, as a CBOR array.

// maxReceipts is the size of the largest file of receipts, in bytes.
const maxReceipts = 64 << 20

// readReceipts returns the receipts of the archive in dir, by the index of their entries.
func readReceipts(dir string) (map[uint64][]byte, error) {
	receipts := map[uint64][]byte{}
	files, err := os.ReadDir(filepath.Join(dir, "receipts"))
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		first, count, ok := runOf(f.Name())
		if !ok {
			continue // being written, or a stranger's
		}
		name := filepath.Join(dir, "receipts", f.Name())
		data, err := readFile(name, maxReceipts)
		if err != nil {
			return nil, err
		}
		var run [][]byte
		if err := cbor.Unmarshal(data, &run); err != nil || uint64(len(run)) != count {
			return nil, fmt.Errorf("%s: found a content that is not %d receipts", name, count)
		}
		for i, r := range run {
			receipts[first+uint64(i)] = r
		}
	}
	return receipts, nil
}

// runOf returns which entries a file of the given name has receipts for.
func runOf(name string) (first, count uint64, ok bool) {
	a, b, _ := strings.Cut(strings.TrimSuffix(name, ".cbor"), "-")
	first, err := strconv.ParseUint(a, 10, 63)
	if err == nil {
		count, err = strconv.ParseUint(b, 10, 32)
	}
	return first, count, err == nil && runName(first, count) == name
}

func runName(first, count uint64) string { return fmt.Sprintf("%010d-%d.cbor", first, count) }

// sign makes the receipts that are missing, for the log as it is.
func (a *Archive) sign(log *tlog.Log, key *statement.PrivateKey, now time.Time) error {
	_, size, _ := log.Checkpoint()
	if size < 2 {
		return nil // RFC 9942 wants a proof of one hash at least
	}
	for first := uint64(0); first < size; {
		if a.receipts[first] != nil {
			first++
			continue
		}
		var run [][]byte
		err := log.Entries(first, size, func(index uint64, entry []byte) error {
			if a.receipts[index] != nil || len(run) == maxRun {
				return errEnd
			}
			path, err := log.Inclusion(index, size)
			if err != nil {
				return err
			}
			r, err := statement.SignReceipt(statement.Receipt{Origin: a.config.Origin, Issued: now, Size: size, Index: index, Path: path}, entry, key)
			run = append(run, r)
			return err
		})
		if err != nil && !errors.Is(err, errEnd) {
			return err
		}
		data, err := cbor.Marshal(run)
		if err != nil {
			panic("archive: " + err.Error())
		}
		if err := save(filepath.Join(a.dir, "receipts", runName(first, uint64(len(run)))), data); err != nil {
			return err
		}
		for i, r := range run {
			a.receipts[first+uint64(i)] = r
		}
		first += uint64(len(run))
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

// Bundle returns all the evidence about the certificate with the given digest.
func (a *Archive) Bundle(d statement.Digest) (*statement.Bundle, error) {
	cert, err := a.Certificate(d)
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

// rolledBack is the error of a log that has signed for more entries than it has.
func rolledBack(before, now uint64) error {
	return fmt.Errorf("the log was rolled back: it has signed for %d entries, and has only %d", before, now)
}
