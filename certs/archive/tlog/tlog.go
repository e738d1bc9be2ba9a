// Package tlog keeps an append-only log of entries in a folder, under a checkpoint signed with the log's key.
//
// An entry is a string of at most MaxEntry bytes, and what it means is its owner's affair: this package neither reads
// entries nor drops those that it has. The folder is laid out as C2SP tlog-tiles says, so that other programs can read
// it:
//
//	checkpoint                  origin, size and Merkle tree root, a signed note (C2SP tlog-checkpoint)
//	tile/entries/000.p/17       bundles of up to 256 entries, each after its length in two bytes
//	tile/0/000.p/17             tiles of up to 256 hashes: of entries, and on level n+1 of the tiles of level n
//	.state, lock                the appender's own; readers need neither
//
// The tree is that of RFC 9162, section 2.1. The origin is the name of the key. The parts are:
//
//	Open, Entries               read, and never write; the folder may be a stranger's
//	Inclusion, Consistency      make the paths of RFC 9162; who verifies them needs no folder
//	Fsck                        recomputes all that the checkpoint stands for
//	Create, Append              write, through Tessera's POSIX driver
//
// Only a checkpoint whose root was recomputed from the entries in the folder is signed. Against a folder that was set
// back to an earlier state, entries and checkpoint alike, it is no defence: who cares keeps a checkpoint elsewhere, and
// asks for Consistency.
package tlog

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"vouch/internal/bounded"

	"github.com/transparency-dev/merkle/compact"
	"github.com/transparency-dev/merkle/rfc6962"
	"github.com/transparency-dev/tessera/api/layout"
	"golang.org/x/mod/sumdb/note"
)

// MaxEntry is the greatest length of an entry, in bytes: the layout has two bytes for it.
const MaxEntry = 1<<16 - 1

// maxCheckpoint bounds what is read as a checkpoint, in bytes. Ours have some 200; witnesses may have added signatures.
const maxCheckpoint = 1 << 16

// Log is a log as of the checkpoint that was read when it was opened. It may be used by several goroutines.
type Log struct {
	dir  string
	raw  []byte
	size uint64
	root []byte

	mu    sync.Mutex
	known map[compact.NodeID][]byte // hashes of full subtrees
}

// Open opens the log in the folder dir for reading. The checkpoint must bear a signature that v verifies.
func Open(dir string, v note.Verifier) (*Log, error) {
	l := &Log{dir: dir}
	raw, err := l.read(layout.CheckpointPath, maxCheckpoint)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, l.at(fmt.Errorf("found no log, want its %s: %w", layout.CheckpointPath, fs.ErrNotExist))
	} else if err != nil {
		return nil, l.at(err)
	}
	if l.size, l.root, err = parse(raw, v); err != nil {
		return nil, l.at(fmt.Errorf("%s: %w", layout.CheckpointPath, err))
	}
	l.raw = raw
	return l, nil
}

// read returns a file of the log, of at most limit bytes.
func (l *Log) read(name string, limit int) ([]byte, error) {
	data, err := bounded.ReadIn(l.dir, name, int64(limit))
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	case errors.As(err, &path):
		return nil, fmt.Errorf("%s: %w", name, path.Err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return data, nil
}

// Checkpoint returns the signed checkpoint, and the size of the log and the root hash of its tree, which it states.
func (l *Log) Checkpoint() (raw []byte, size uint64, root []byte) { return l.raw, l.size, l.root }

// LeafHash returns the hash of an entry as a leaf of the tree: SHA-256(0x00 || entry), RFC 9162, section 2.1.1.
func LeafHash(entry []byte) []byte { return rfc6962.DefaultHasher.HashLeaf(entry) }

// text returns what a checkpoint states, as it is signed.
func text(origin string, size uint64, root []byte) string {
	return fmt.Sprintf("%s\n%d\n%s\n", origin, size, base64.StdEncoding.EncodeToString(root))
}

// parse returns what a checkpoint states. It has one encoding, except for the signatures of others.
func parse(raw []byte, v note.Verifier) (size uint64, root []byte, err error) {
	n, err := note.Open(raw, note.VerifierList(v))
	var others *note.UnverifiedNoteError
	var invalid *note.InvalidSignatureError
	switch key := fmt.Sprintf("%s+%08x", v.Name(), v.KeyHash()); {
	case errors.As(err, &others):
		by := make([]string, len(others.Note.UnverifiedSigs))
		for i, s := range others.Note.UnverifiedSigs {
			by[i] = fmt.Sprintf("%s+%08x", s.Name, s.Hash)
		}
		return 0, nil, fmt.Errorf("found signatures by %q, want one by %q", by, key)
	case errors.As(err, &invalid):
		return 0, nil, fmt.Errorf("found a false signature by %q, want a true one", key)
	case err != nil:
		return 0, nil, fmt.Errorf("found no signed note, want one by %q", key)
	}
	lines := strings.Split(n.Text, "\n")
	if len(lines) < 4 {
		return 0, nil, fmt.Errorf("found %d lines, want an origin, a size and a root", len(lines)-1)
	}
	if lines[0] != v.Name() {
		return 0, nil, fmt.Errorf("found the origin %q, want %q", lines[0], v.Name())
	}
	size, err1 := strconv.ParseUint(lines[1], 10, 64)
	root, err2 := base64.StdEncoding.DecodeString(lines[2])
	if err1 != nil || err2 != nil || len(root) != rfc6962.DefaultHasher.Size() || text(lines[0], size, root) != n.Text {
		return 0, nil, fmt.Errorf("found %q, want an origin, a decimal size and a root of 32 bytes in base64", n.Text)
	}
	if size == 0 {
		return 0, nil, errors.New("found no entries, want one at least: the log was never finished")
	}
	return size, root, nil
}

// at puts the folder's name before an error that does not have it.
func (l *Log) at(err error) error {
	if dir := filepath.Clean(l.dir); !strings.Contains(err.Error(), dir) {
		return fmt.Errorf("%s: %w", dir, err)
	}
	return err
}
