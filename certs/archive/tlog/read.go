package tlog

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"

	"github.com/transparency-dev/merkle/rfc6962"
	"github.com/transparency-dev/tessera/api/layout"
)

// This file defines reading: files, bundles of entries, and tiles of hashes. None is taken on trust, and one is held at
// a time.

const (
	perTile   = layout.TileWidth // the hashes of a full tile, and the entries of a full bundle
	maxBundle = perTile * (2 + MaxEntry)
)

var hashSize = rfc6962.DefaultHasher.Size()

// Entries calls f for the entries from (included) to (excluded), in order, until it returns an error. They are as they
// stand in the folder: Fsck, or an inclusion path for the LeafHash, ties them to the checkpoint. f may keep the entry.
func (l *Log) Entries(from, to uint64, f func(index uint64, entry []byte) error) error {
	if from > to || to > l.size {
		return fmt.Errorf("found the range %d to %d, want one within the log's %d entries", from, to, l.size)
	}
	for from < to {
		entries, err := l.bundle(from / perTile)
		if err != nil {
			return l.at(err)
		}
		for _, e := range entries[from%perTile:] {
			if from == to {
				break
			}
			if err := f(from, e); err != nil {
				return err
			}
			from++
		}
	}
	return nil
}

// bundle returns the entries of a bundle that are in the log.
func (l *Log) bundle(index uint64) ([][]byte, error) {
	width := l.width(0, index)
	data, name, found, err := l.either(func(p uint8) string { return layout.EntriesPath(index, p) }, width, maxBundle)
	if err != nil {
		return nil, err
	}
	entries := make([][]byte, 0, found)
	for range found {
		if len(data) < 2 || len(data)-2 < int(binary.BigEndian.Uint16(data)) {
			return nil, fmt.Errorf("%s: found it to end within entry %d, want %d entries", name, len(entries), found)
		}
		end := 2 + int(binary.BigEndian.Uint16(data))
		entries, data = append(entries, data[2:end:end]), data[end:]
	}
	if len(data) > 0 {
		return nil, fmt.Errorf("%s: found %d bytes after its %d entries, want none", name, len(data), found)
	}
	return entries[:width], nil
}

// tile returns the hashes of a tile that are in the log, one after the other.
func (l *Log) tile(level, index uint64) ([]byte, error) {
	width := l.width(level, index)
	data, name, found, err := l.either(func(p uint8) string { return layout.TilePath(level, index, p) }, width,
		perTile*hashSize)
	if err != nil {
		return nil, err
	}
	if len(data) != found*hashSize {
		return nil, fmt.Errorf("%s: found %d bytes, want %d hashes of %d", name, len(data), found, hashSize)
	}
	return data[:width*hashSize], nil
}

// width returns how many hashes the tile, or entries the bundle, has in the log.
func (l *Log) width(level, index uint64) int {
	n := l.size>>(layout.TileHeight*level) - index*perTile
	return int(min(n, perTile))
}

// either reads the file that has width hashes or entries, or, as the log may have grown since the checkpoint was read,
// the full one. It returns the file's name and how many it is to have, also.
func (l *Log) either(path func(uint8) string, width, limit int) (data []byte, name string, found int, err error) {
	name = path(uint8(width)) // of the full one, 256, this is 0, as the layout has it
	data, err = l.read(name, limit)
	if width == perTile || !errors.Is(err, fs.ErrNotExist) {
		return data, name, width, err
	}
	data, full := l.read(path(0), limit)
	if full != nil {
		return nil, name, width, err
	}
	return data, path(0), perTile, nil
}
