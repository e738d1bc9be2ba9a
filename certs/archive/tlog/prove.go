package tlog

import (
	"bytes"
	"fmt"

	"github.com/transparency-dev/merkle/compact"
	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
	"github.com/transparency-dev/tessera/api/layout"
)

// This file defines the paths that prove: that an entry is in a tree, and that a tree goes on from another.

var ranges = &compact.RangeFactory{Hash: rfc6962.DefaultHasher.HashChildren}

// Inclusion returns the path from the entry at index to the root of the tree of the first size entries: RFC 9162,
// section 2.1.3.1.
func (l *Log) Inclusion(index, size uint64) ([][]byte, error) {
	if index >= size || size > l.size {
		return nil, fmt.Errorf("found the entry %d of %d, want one within the log's %d entries", index, size, l.size)
	}
	nodes, err := proof.Inclusion(index, size)
	if err != nil {
		panic("tlog: " + err.Error())
	}
	return l.path(nodes)
}

// Consistency returns the proof that the tree of the first size entries goes on from that of the first old: RFC 9162,
// section 2.1.4.1.
func (l *Log) Consistency(old, size uint64) ([][]byte, error) {
	if old == 0 || old > size || size > l.size {
		return nil, fmt.Errorf("found the sizes %d and %d, want 1 to the log's %d entries, ascending", old, size,
			l.size)
	}
	nodes, err := proof.Consistency(old, size)
	if err != nil {
		panic("tlog: " + err.Error())
	}
	return l.path(nodes)
}

// path returns the hashes of nodes. All are roots of full subtrees, which do not change as the log grows.
func (l *Log) path(nodes proof.Nodes) ([][]byte, error) {
	hashes, err := l.nodes(nodes.IDs)
	if err != nil {
		return nil, l.at(err)
	}
	hashes, err = nodes.Rehash(hashes, rfc6962.DefaultHasher.HashChildren)
	if err != nil {
		panic("tlog: " + err.Error())
	}
	return hashes, nil
}

// cover returns the hashes that stand for the whole tree, as a range that can grow.
func (l *Log) cover() (*compact.Range, error) {
	hashes, err := l.nodes(compact.RangeNodes(0, l.size, nil))
	if err != nil {
		return nil, err
	}
	r, err := ranges.NewRange(0, l.size, hashes)
	if err != nil {
		panic("tlog: " + err.Error())
	}
	return r, nil
}

// maxNodes bounds how many hashes are remembered: paths of neighbours are mostly the same.
const maxNodes = 1 << 12

// nodes returns the hashes of full subtrees.
func (l *Log) nodes(ids []compact.NodeID) ([][]byte, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	hashes := make([][]byte, len(ids))
	for i, id := range ids {
		h, known := l.known[id]
		if !known {
			var err error
			if h, err = l.node(id); err != nil {
				return nil, err
			}
			if l.known == nil || len(l.known) == maxNodes {
				l.known = map[compact.NodeID][]byte{}
			}
			l.known[id] = h
		}
		hashes[i] = bytes.Clone(h)
	}
	return hashes, nil
}

// node returns the hash of a full subtree, from the tile that has it.
func (l *Log) node(id compact.NodeID) ([]byte, error) {
	level, index, height, at := layout.NodeCoordsToTileAddress(uint64(id.Level), id.Index)
	tile, err := l.tile(level, index)
	if err != nil {
		return nil, err
	}
	r := ranges.NewEmptyRange(0)
	for n := at << height; n < (at+1)<<height; n++ {
		if err := r.Append(hash(tile, n), nil); err != nil {
			panic("tlog: " + err.Error())
		}
	}
	return bytes.Clone(root(r)), nil
}

// hash returns the nth hash of a tile.
func hash(tile []byte, n uint64) []byte {
	return tile[n*uint64(hashSize) : (n+1)*uint64(hashSize)]
}

// root returns the root hash of a tree.
func root(r *compact.Range) []byte {
	h, err := r.GetRootHash(nil)
	if err != nil {
		panic("tlog: " + err.Error())
	}
	return h
}
