package sarif

import (
	"fmt"
	"unicode/utf16"
)

// This file defines the hash of a line by which code scanning recognises an alert in a later version of a file, as the
// upload action of GitHub computes it: function hash in src/fingerprints.ts of https://github.com/github/codeql-action.
// A log that brings these hashes is understood without the files, and where the action computes them again they have to
// be the same.

// LineHash is the key of the hash of a result's line among its partial fingerprints.
const LineHash = "primaryLocationLineHash"

// The parameters of the hash.
const (
	hashBlock = 100    // characters in the hash of a line, counted from its start, without blanks and tabs
	hashBase  = 37     //
	hashEnd   = 0xffff // stands behind the last character
)

// lineHashes returns the hash of each line, the first one at index 0: that of the characters that follow from its start
// on, as UTF-16 code units, and how often that hash has occurred so far. It is a rolling hash modulo 2^64.
func lineHashes(source []byte) []string {
	power := uint64(1) // hashBase to the power of hashBlock
	for range hashBlock {
		power *= hashBase
	}
	var (
		hashes []string
		seen   = map[uint64]int{}
		window [hashBlock]uint64
		starts [hashBlock]bool // whether a line starts at that place of the window, whose hash is due
		at     int             // in the window
		hash   uint64
	)
	due := func() {
		if starts[at] {
			starts[at] = false
			seen[hash]++
			hashes = append(hashes, fmt.Sprintf("%x:%d", hash, seen[hash]))
		}
	}
	put := func(c uint64) {
		hash = hashBase*hash + c - power*window[at]
		window[at] = c
		at = (at + 1) % hashBlock
	}
	start, afterCR := true, false
	take := func(c uint16) {
		if c == ' ' || c == '\t' || c == '\n' && afterCR {
			afterCR = false
			return
		}
		if afterCR = c == '\r'; afterCR {
			c = '\n'
		}
		due()
		starts[at], start = start, c == '\n'
		put(uint64(c))
	}
	for _, r := range string(source) {
		for _, c := range utf16.AppendRune(nil, r) {
			take(c)
		}
	}
	take(hashEnd)
	for range hashBlock {
		due()
		put(0)
	}
	return hashes
}
