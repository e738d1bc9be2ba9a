package tlog

import (
	"bytes"
	"context"
	"fmt"

	"github.com/transparency-dev/merkle/compact"
	"github.com/transparency-dev/tessera/api/layout"
)

// This file defines the check of a whole log. It is not Tessera's, which panics on a bundle that lacks entries, accepts
// one that has some too many, and waits forever once a tile is found wrong.

// Fsck recomputes the tree from the entries, and compares every tile of it, also the partial ones, and the root. It
// calls progress, if it is not nil, with the number of entries done, of total.
func (l *Log) Fsck(ctx context.Context, progress func(done, total uint64)) error {
	c := checker{log: l}
	tree := ranges.NewEmptyRange(0)
	for tree.End() < l.size {
		if err := ctx.Err(); err != nil {
			return err
		}
		entries, err := l.bundle(tree.End() / perTile)
		if err != nil {
			return l.at(err)
		}
		for _, e := range entries {
			if err := tree.Append(LeafHash(e), c.node); err != nil {
				panic("tlog: " + err.Error())
			}
		}
		if progress != nil {
			progress(tree.End(), l.size)
		}
	}
	for level := range c.tiles {
		if len(c.tiles[level]) > 0 {
			c.tile(level)
		}
	}
	switch found := root(tree); {
	case !bytes.Equal(found, l.root) && c.fault != nil:
		return l.at(fmt.Errorf("found entries with the root %x, want the checkpoint's %x; first, %w", found, l.root,
			c.fault))
	case !bytes.Equal(found, l.root):
		return l.at(fmt.Errorf("found entries and tiles with the root %x, want the checkpoint's %x", found, l.root))
	case c.fault != nil:
		return l.at(c.fault)
	}
	return nil
}

// checker compares tiles as their hashes become known. A fault is kept rather than reported at once, as only the root
// tells whether it is the entries or the tile that was changed.
type checker struct {
	log   *Log
	tiles [][]byte // by level, the hashes since the last full tile
	full  []uint64 // by level, the number of full tiles
	fault error    // the first
}

// node takes the hash of a full subtree.
func (c *checker) node(id compact.NodeID, h []byte) {
	if id.Level%layout.TileHeight != 0 {
		return
	}
	level := int(id.Level / layout.TileHeight)
	if level == len(c.tiles) {
		c.tiles, c.full = append(c.tiles, nil), append(c.full, 0)
	}
	c.tiles[level] = append(c.tiles[level], h...)
	if len(c.tiles[level]) == perTile*hashSize {
		c.tile(level)
		c.tiles[level] = c.tiles[level][:0]
		c.full[level]++
	}
}

// tile compares a tile with its hashes.
func (c *checker) tile(level int) {
	if c.fault != nil {
		return
	}
	index, want := c.full[level], c.tiles[level]
	found, err := c.log.tile(uint64(level), index)
	if err != nil {
		c.fault = err
		return
	}
	for n := range uint64(len(want) / hashSize) {
		if f, w := hash(found, n), hash(want, n); !bytes.Equal(f, w) {
			name := layout.TilePath(uint64(level), index, uint8(len(want)/hashSize))
			c.fault = fmt.Errorf("%s: found hash %d to be %x, want %x", name, n, f, w)
			return
		}
	}
}
