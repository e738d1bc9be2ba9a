package report

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file defines how source text is shown: lines with numbers, and everything made visible that is not seen or could mislead.

// Piece is a part of a text. A part that is Special stands for a character that is not shown itself, or for
// several of the same; Text is its code point.
type Piece struct {
	Text    string
	Special bool
	Marked  bool // it is where the fault is
}

// maxLine is how much of a line of source is shown, in bytes, before and after a fault each.
const maxLine = 2000

// visible takes a text apart. What is not printable, in particular control characters and those that change the writing direction,
// becomes a Special piece.
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

// Line is a line of source.
type Line struct {
	N       int
	Left    int // lines left out before it
	Pieces  []Piece
	Command bool  // a command begins on it
	Count   int64 // how often a command on it ran
	Fault   bool
}

// How many lines of source are shown, and how much of the page they take, in bytes, about: those that ran come first, then the first of
// the others.
const (
	maxLines  = 2000
	maxSource = 1 << 20
)

// lines shows a source; counts says how often commands on a line ran, and has an entry for every line with a command.
func lines(text []byte, counts map[int]int64, fault func(line int) (column, width int)) []Line {
	all := strings.Split(strings.TrimPrefix(string(text), "\ufeff"), "\n")
	if len(all) > 1 && all[len(all)-1] == "" {
		all = all[:len(all)-1]
	}
	keep := make([]bool, len(all))
	room, bytes := maxLines, maxSource
	for _, want := range []func(n int) bool{
		func(n int) bool { _, w := fault(n); return w > 0 },
		func(n int) bool { return counts[n] > 0 },
		func(int) bool { return true },
	} {
		for i := range all {
			if room > 0 && bytes > 0 && !keep[i] && want(i+1) {
				keep[i] = true
				room--
				bytes -= weight(all[i])
			}
		}
	}
	var shown []Line
	left := 0
	for i, line := range all {
		if !keep[i] {
			left++
			continue
		}
		l := Line{N: i + 1, Left: left}
		left = 0
		l.Count, l.Command = counts[l.N], has(counts, l.N)
		line = strings.TrimSuffix(line, "\r")
		if column, width := fault(l.N); width > 0 && column <= len(line) {
			rest := line[column-1:]
			width = min(width, len(rest))
			l.Fault = true
			l.Pieces = visible(cutStart(line[:column-1]))
			for _, p := range visible(cut(rest[:width])) {
				p.Marked = true
				l.Pieces = append(l.Pieces, p)
			}
			l.Pieces = append(l.Pieces, visible(cut(rest[width:]))...)
		} else {
			l.Pieces = visible(cut(line))
		}
		shown = append(shown, l)
	}
	if left > 0 {
		shown = append(shown, Line{Left: left})
	}
	return shown
}

// weight returns about how many bytes of a page a line takes.
func weight(line string) int {
	n := 250
	for _, p := range visible(cut(line)) {
		if n += len(template.HTMLEscapeString(p.Text)); p.Special {
			n += 80
		}
	}
	return n
}

func has(counts map[int]int64, n int) bool { _, ok := counts[n]; return ok }

func cut(s string) string {
	if len(s) <= maxLine {
		return s
	}
	return strings.ToValidUTF8(s[:maxLine], "") + "..."
}

func cutStart(s string) string {
	if len(s) <= maxLine {
		return s
	}
	return "..." + strings.ToValidUTF8(s[len(s)-maxLine:], "")
}

// grouped writes a number with a thin space between groups of three digits.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "\u202f" + s[i:]
	}
	return s
}
