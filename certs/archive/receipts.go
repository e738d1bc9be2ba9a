package archive

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/fxamacker/cbor/v2"

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
	slices.SortFunc(found, func(a, b run) int {
		return cmp.Or(cmp.Compare(a.first, b.first),
			cmp.Compare(a.count, b.count))
	})
	for i, r := range found[min(1, len(found)):] {
		if before := found[i]; r.first < before.first+before.count {
			return nil, fmt.Errorf("%s: found receipts for entry %d, which are in %s too", filepath.Join(dir, r.path()),
				r.first, before.path())
		}
	}
	return found, nil
}

// reason returns what is wrong with a file, without its name.
func reason(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
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
	if err := cbor.Unmarshal(data, &found); err != nil || uint64(len(found)) != r.count ||
		!bytes.Equal(encodeRun(found), data) {
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

// maxRun is the number of receipts in a file.
const maxRun = 10_000

// errEnd ends a walk over entries that has seen enough.
var errEnd = errors.New("end")

// rolledBack is the error of a log that has signed for more entries than it has.
func rolledBack(before, now uint64) error {
	return fmt.Errorf("the log was rolled back: it has signed for %d entries, and has only %d", before, now)
}
