package reduce

import (
	"bytes"
	"slices"
)

// This file defines what a text looks like of which pieces are left out: its lines and columns stay.

// Blank returns the lines of a text without what is on them.
func Blank(text []byte) []byte { return blank(bytes.Count(text, []byte("\n"))) }

// manyLines are so many lines that they become a comment, which a preprocessor reads faster than empty lines.
const manyLines = 16

// blank returns lines with nothing on them, or with a comment.
func blank(lines int) []byte {
	if lines < manyLines {
		return bytes.Repeat([]byte("\n"), lines)
	}
	return slices.Concat(opening, bytes.Repeat([]byte("\n"), lines-1), closing, []byte("\n"))
}

var opening, closing = []byte("/*"), []byte("*/")

// IsPart reports whether a text is another one in which some pieces are blank, or are comments of empty lines, or a ;
// instead of a brace, as Texts makes them.
func IsPart(part, whole []byte) bool {
	for len(part) > 0 || len(whole) > 0 {
		p, w := part, whole
		i, j := bytes.IndexByte(part, '\n'), bytes.IndexByte(whole, '\n')
		if (i < 0) != (j < 0) {
			return false
		}
		if i >= 0 {
			p, w = part[:i], whole[:j]
		}
		if !bytes.Equal(p, opening) && !bytes.Equal(p, closing) {
			if len(p) > len(w) {
				return false
			}
			for k, c := range p {
				if c != ' ' && c != w[k] && (c != ';' || w[k] != '{') {
					return false
				}
			}
		}
		part, whole = part[min(len(p)+1, len(part)):], whole[min(len(w)+1, len(whole)):]
	}
	return true
}

// declaring returns a text in which a ; takes the place of each body of which only the head is kept.
func (s *scanned) declaring(text []byte) []byte {
	own := false
	for _, d := range s.items {
		if d.head && !d.keep {
			if !own {
				text, own = bytes.Clone(text), true
			}
			text[d.brace] = ';'
		}
	}
	return text
}

// without returns a text in which some pieces are blank, and what is between them if that is blank too. Their lines
// stay; blanks stay only before what is left of a line.
func without(text []byte, gone []piece) []byte {
	slices.SortFunc(gone, func(a, b piece) int { return a.start - b.start })
	out := make([]byte, 0, len(text)/2)
	at, pending := 0, 0 // pending blanks belong before what comes next on the line
	put := func(part []byte) {
		for len(part) > 0 {
			line := part
			if i := bytes.IndexByte(part, '\n'); i >= 0 {
				line = part[:i]
			}
			if len(line) > 0 {
				out = append(out, bytes.Repeat([]byte(" "), pending)...)
				out, pending = append(out, line...), 0
			}
			if part = part[len(line):]; len(part) > 0 {
				out, part, pending = append(out, '\n'), part[1:], 0
			}
		}
	}
	for len(gone) > 0 {
		g := piece{max(gone[0].start, at), max(gone[0].end, at)}
		for gone = gone[1:]; len(gone) > 0 && len(bytes.TrimSpace(text[g.end:max(gone[0].start, g.end)])) ==
			0; gone = gone[1:] {
			g.end = max(g.end, gone[0].end)
		}
		put(text[at:g.start])
		if lines := bytes.Count(text[g.start:g.end], []byte("\n")); lines > 0 {
			out, pending = append(append(out, '\n'), blank(lines-1)...), g.end-1-bytes.LastIndexByte(text[:g.end], '\n')
		} else {
			pending += g.end - g.start
		}
		at = g.end
	}
	put(text[at:])
	return out
}
