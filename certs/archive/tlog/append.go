package tlog

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/transparency-dev/tessera/api/layout"
	"golang.org/x/mod/sumdb/note"
)

// This file defines writing: a log is created, grows, and comes back to order after an appender that died.

// statePath is Tessera's record of how far bundles and tiles are complete; version 1 of its state, as of v1.0.4.
const statePath = ".state/treeState"

// Create makes a log in the folder dir, with its first entry. There must be no such folder, or an empty one. If the
// process dies in the meantime, what it leaves is not a log, and to be removed by hand.
func Create(ctx context.Context, dir string, signer note.Signer, genesis []byte) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := fits([][]byte{genesis}); err != nil {
		return err
	}
	made := os.Mkdir(dir, 0o755)
	if made != nil && !errors.Is(made, fs.ErrExist) {
		return made
	}
	found, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	if len(found) > 0 {
		return fmt.Errorf("%s: found a folder with %q in it, want an empty one, or none", dir, found[0].Name())
	}
	own, err := os.OpenFile(filepath.Join(dir, lockPath), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	own.Close()
	defer func() {
		if err == nil {
			return
		}
		for _, name := range []string{layout.CheckpointPath, ".state", "tile", lockPath} {
			os.RemoveAll(filepath.Join(dir, name))
		}
		if made == nil {
			os.Remove(dir)
		}
	}()
	l := &Log{dir: dir}
	err = sequence(ctx, dir, signer, [][]byte{genesis}, func(uint64) error { return l.publish(1, signer, nil) })
	if err != nil {
		return l.at(err)
	}
	return syncFolder(filepath.Dir(filepath.Clean(dir)))
}

// Append adds entries to the log in the folder dir, under a lock that it waits for.
//
// choose is shown the log with all that is in it, and returns the entries to add: none is fine. They are added in this
// order, one after the other and all or none, even if the process dies. When a signed checkpoint that covers them is in
// its place, done is shown the log anew, with the index of the first of them (of the next one, if there are none). Only
// then may anybody be told that they are in the log. An error of choose or done is returned.
//
// If Append fails once choose has returned, the entries may be in the log: the next choose sees. ctx ends the waiting
// for the lock; once entries are being written, they are written.
func Append(ctx context.Context, dir string, signer note.Signer, v note.Verifier,
	choose func(l *Log) ([][]byte, error), done func(l *Log, first uint64) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if signer.Name() != v.Name() || signer.KeyHash() != v.KeyHash() {
		return fmt.Errorf("found a key %s+%08x to sign with, want that of the log, %s+%08x",
			signer.Name(), signer.KeyHash(), v.Name(), v.KeyHash())
	}
	if _, err := Open(dir, v); err != nil { // a folder that is no log gets no lock
		return err
	}
	own, err := acquire(ctx, dir)
	if err != nil {
		return err
	}
	defer own.release()
	l, err := settle(dir, own, signer, v)
	if err != nil {
		return err
	}
	entries, err := choose(l)
	if err != nil {
		return err
	}
	first := l.size
	if len(entries) > 0 {
		if l, err = l.add(ctx, own, entries, signer, v); err != nil {
			return err
		}
	}
	return done(l, first)
}

// settle opens the log, once what an earlier appender began is brought to its end.
func settle(dir string, own *lock, signer note.Signer, v note.Verifier) (*Log, error) {
	l, err := Open(dir, v)
	if err != nil {
		return nil, err
	}
	if err := l.sound(); err != nil {
		return nil, l.at(err)
	}
	size, err := l.written()
	if err != nil {
		return nil, l.at(err)
	}
	if size > l.size {
		if err := l.publish(size, signer, v); err != nil {
			return nil, l.at(err)
		}
		if l, err = Open(dir, v); err != nil {
			return nil, err
		}
	}
	begun, err := own.begun()
	if err != nil || !begun {
		return l, err
	}
	if err := l.sweep(); err != nil {
		return nil, l.at(err)
	}
	return l, own.end()
}

// add appends entries, publishes a checkpoint, and opens the log anew.
func (l *Log) add(ctx context.Context, own *lock, entries [][]byte, signer note.Signer, v note.Verifier) (*Log, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := fits(entries); err != nil {
		return nil, err
	}
	if err := own.begin(); err != nil {
		return nil, err
	}
	if err := l.clear(l.size + uint64(len(entries))); err != nil {
		return nil, l.at(err)
	}
	err := sequence(ctx, l.dir, keyless{signer}, entries, func(first uint64) error {
		if first != l.size {
			return fmt.Errorf("found the entries at %d, want them at %d: somebody appends without the lock", first,
				l.size)
		}
		return l.publish(first+uint64(len(entries)), signer, v)
	})
	if err != nil {
		l.sweep() // what it cannot remove, the next appender will
		return nil, l.at(err)
	}
	grown, err := Open(l.dir, v)
	if err != nil {
		return nil, err
	}
	if err := grown.tidy(l.size); err != nil {
		return nil, l.at(err)
	}
	return grown, own.end()
}

// fits reports an entry that is too long.
func fits(entries [][]byte) error {
	for i, e := range entries {
		if len(e) > MaxEntry {
			return fmt.Errorf("entry %d: found %d bytes, want at most %d", i, len(e), MaxEntry)
		}
	}
	return nil
}

// sound establishes what appending relies on: the tiles have the root of the checkpoint, and the bundle that is to be
// filled up has the entries of its tile.
func (l *Log) sound() error {
	tree, err := l.cover()
	if err != nil {
		return err
	}
	if r := root(tree); !bytes.Equal(r, l.root) {
		return fmt.Errorf("found tiles with the root %x, want the checkpoint's %x", r, l.root)
	}
	index := (l.size - 1) / perTile
	entries, err := l.bundle(index)
	if err != nil {
		return err
	}
	tile, err := l.tile(0, index)
	if err != nil {
		return err
	}
	for n, e := range entries {
		if f, w := LeafHash(e), hash(tile, uint64(n)); !bytes.Equal(f, w) {
			return fmt.Errorf("entry %d: found the hash %x, want %x", index*perTile+uint64(n), f, w)
		}
	}
	return nil
}

// written returns how many entries are complete in bundles and tiles. A checkpoint need not cover them yet.
func (l *Log) written() (uint64, error) {
	raw, err := l.read(statePath, maxCheckpoint)
	if err != nil {
		return 0, err
	}
	var state struct {
		Size *uint64 `json:"size"`
	}
	if err := json.Unmarshal(raw, &state); err != nil || state.Size == nil {
		return 0, fmt.Errorf("%s: found %q, want the size of the log in JSON", statePath, raw)
	}
	if *state.Size < l.size {
		return 0, fmt.Errorf("%s: found %d entries, want at least the checkpoint's %d", statePath, *state.Size, l.size)
	}
	return *state.Size, nil
}

// publish signs a checkpoint for the first size entries, and puts it in its place. The root is that of the log with the
// entries that were added, as they are in the bundles now, and that of the tiles.
func (l *Log) publish(size uint64, signer note.Signer, v note.Verifier) error {
	grown := &Log{dir: l.dir, size: size}
	tree, err := l.cover()
	if err != nil {
		return err
	}
	err = grown.Entries(l.size, size, func(_ uint64, entry []byte) error { return tree.Append(LeafHash(entry), nil) })
	if err != nil {
		return err
	}
	tiles, err := grown.cover()
	if err != nil {
		return err
	}
	r := root(tree)
	if t := root(tiles); !bytes.Equal(t, r) {
		return fmt.Errorf("found tiles with the root %x, want the entries' %x", t, r)
	}
	raw, err := note.Sign(&note.Note{Text: text(signer.Name(), size, r)}, signer)
	if err != nil {
		return fmt.Errorf("cannot sign the checkpoint: %w", err)
	}
	if v != nil {
		if _, _, err := parse(raw, v); err != nil {
			return fmt.Errorf("cannot sign the checkpoint: %w", err)
		}
	}
	return replace(filepath.Join(l.dir, layout.CheckpointPath), raw)
}
