package report

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file defines how source text is shown: lines with numbers, and everything made visible that is not seen or could
// mislead.

// Piece is a part of a text. A part that is Special stands for a character that is not shown itself, or for
// several of the same; Text is its code point.
type Piece struct {
	Text    string
	Special bool
	Marked  bool   // it is where the fault is
	Class   string // of its colour
}

// maxLine is how much of a line of source is shown, in bytes, before and after a fault each.
const maxLine = 2000

// visible takes a text apart. What is not printable, in particular control characters and those that change the writing
// direction, becomes a Special piece.
func visible(s string) []Piece {
	var pieces []Piece
	plain := 0
	for i, w := 0, 0; i < len(s); i += w {
		var r rune
		r, w = utf8.DecodeRuneInString(s[i:])
		if r == '\t' || unicode.IsPrint(r) && (r != utf8.RuneError || w > 1) {
			continue
		}
		if plain < i {
			pieces = append(pieces, Piece{Text: s[plain:i]})
		}
		plain = i + w
		text := fmt.Sprintf("U+%04X", r)
		if r == utf8.RuneError && w == 1 {
			text = fmt.Sprintf("0x%02X", s[i])
		}
		again := 1
		for plain < len(s) && strings.HasPrefix(s[plain:], s[i:i+w]) {
			plain += w
			again++
		}
		if again > 1 {
			text += fmt.Sprintf(" × %d", again)
		}
		w = plain - i
		pieces = append(pieces, Piece{Text: text, Special: true})
	}
	if plain < len(s) {
		pieces = append(pieces, Piece{Text: s[plain:]})
	}
	return pieces
}

// coloured takes a part of a line apart, from one byte to another, as visible does, with the colours of the tokens that
// lie there.
func coloured(line string, from, to int, tokens []token) []Piece {
	var pieces []Piece
	add := func(end int, class string) {
		end = min(end, to)
		if end <= from {
			return
		}
		for _, p := range visible(line[from:end]) {
			if !p.Special {
				p.Class = class
			}
			pieces = append(pieces, p)
		}
		from = end
	}
	for _, t := range tokens {
		if from >= to {
			break
		}
		add(t.from, "")
		if t.to > from {
			add(t.to, t.class)
		}
	}
	add(to, "")
	return pieces
}

// legible returns a text for a drawing, with the code points of what is not shown itself.
func legible(s string) string {
	var b strings.Builder
	for _, p := range visible(s) {
		b.WriteString(p.Text)
	}
	return b.String()
}

// Line is a line of source.
type Line struct {
	N       int
	Anchor  string
	Left    int      // lines left out before it
	Holds   []string // invariants of loops on it
	Pieces  []Piece
	Command bool  // a command begins on it
	Count   int64 // how often a command on it ran; of an absence, 1 if the walk comes to one
	Fault   bool
}

// How many lines of source are shown, and how much of the page they take, in bytes, about: those that ran come first,
// then the first of the others.
const (
	maxLines  = 2000
	maxSource = 1 << 20
)

// weight returns about how many bytes of a page a line takes.
func weight(line string, tokens []token) int {
	n := 250
	for _, p := range part(line, 0, len(line), tokens, false) {
		n += len(template.HTMLEscapeString(p.Text))
		switch {
		case p.Special:
			n += 80
		case p.Class != "":
			n += len(`<span class="kw"></span>`)
		}
	}
	return n
}

// part shows a part of a line, in its colours; of a long one the beginning or the end.
func part(line string, from, to int, tokens []token, end bool) []Piece {
	switch {
	case to-from <= maxLine:
		return coloured(line, from, to, tokens)
	case end:
		for from = to - maxLine; from < to && !utf8.RuneStart(line[from]); from++ {
		}
		return append([]Piece{{Text: "..."}}, coloured(line, from, to, tokens)...)
	}
	for to = from + maxLine; to > from && !utf8.RuneStart(line[to]); to-- {
	}
	return append(coloured(line, from, to, tokens), Piece{Text: "..."})
}

func has(counts map[int]int64, n int) bool { _, ok := counts[n]; return ok }

// grouped writes a number with a thin space between groups of three digits.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "\u202f" + s[i:]
	}
	return s
}
