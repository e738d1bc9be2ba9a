// Package screen gives tests the text on the screen of a terminal after a program has written to it.
package screen

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rivo/uniseg"
)

// Screen is a terminal with lines without end, of a width that may change: then it breaks its lines anew, as most
// terminals do. It obeys line ends, carriage returns, and of ECMA-48 cursor up (CUU), erase to the end (ED 0, EL 0) and
// colours (SGR).
type Screen struct {
	Wraps int      // how often a text was too long for its line
	Odd   []string // sequences that it does not obey

	width int
	lines [][]string // of cells; one that a character of two cells begins has the next one empty
	row   int        // the line of the cursor
	at    int        // its cell in the line
	full  bool       // the row before that cell is full, and the cursor in it still
	rest  string     // of what was written, the begin of a sequence
}

// New returns an empty screen of a width in cells.
func New(width int) *Screen { return &Screen{width: width, lines: [][]string{nil}} }

// Resize changes the width.
func (s *Screen) Resize(width int) {
	s.width = width
	s.full = s.at > 0 && s.at%width == 0 && s.at == len(s.lines[s.row])
}

// sequence matches the controls that a screen obeys.
var sequence = regexp.MustCompile("^\x1b\\[([0-9;]*)([AJKm])")

// unfinished matches what may become a sequence.
var unfinished = regexp.MustCompile("^\x1b(\\[[0-9;?]*)?$")

// Write shows text. It never fails.
func (s *Screen) Write(data []byte) (int, error) {
	text := s.rest + string(data)
	s.rest = ""
	for text != "" {
		if m := sequence.FindStringSubmatch(text); m != nil {
			s.control(m[1], m[2])
			text = text[len(m[0]):]
			continue
		}
		if unfinished.MatchString(text) {
			s.rest = text
			break
		}
		c, rest, cells, _ := uniseg.FirstGraphemeClusterInString(text, -1)
		switch {
		case c == "\n" || c == "\r\n":
			s.row, s.at, s.full = s.row+1, 0, false
			if s.row == len(s.lines) {
				s.lines = append(s.lines, nil)
			}
		case c == "\r":
			s.at, s.full = s.start(), false
		case c[0] < ' ':
			s.Odd = append(s.Odd, strconv.Quote(text[:min(8, len(text))]))
		default:
			s.put(c, cells)
		}
		text = rest
	}
	return len(data), nil
}

// put shows a character where the cursor is.
func (s *Screen) put(c string, cells int) {
	line := s.lines[s.row]
	if s.full || s.at%s.width+cells > s.width {
		s.Wraps++
	}
	for len(line) < s.at+cells {
		line = append(line, " ")
	}
	line[s.at] = c
	for i := 1; i < cells; i++ {
		line[s.at+i] = ""
	}
	s.lines[s.row], s.at = line, s.at+cells
	s.full = s.at%s.width == 0
}

// control obeys a sequence.
func (s *Screen) control(argument, final string) {
	n, err := strconv.Atoi(argument)
	switch final {
	case "A":
		for range max(1, n) {
			s.up()
		}
	case "J", "K":
		if err == nil && n != 0 {
			s.Odd = append(s.Odd, final+argument)
		}
		s.lines[s.row] = slices.Clip(s.lines[s.row][:min(s.at, len(s.lines[s.row]))])
		if final == "J" {
			s.lines = s.lines[:s.row+1]
		}
	}
}

// start returns the first cell of the row in which the cursor is.
func (s *Screen) start() int {
	if s.full {
		return s.at - s.width
	}
	return s.at - s.at%s.width
}

// up moves the cursor to the same column of the row above.
func (s *Screen) up() {
	start := s.start()
	column := min(s.at-start, s.width-1)
	switch {
	case start > 0:
		s.at, s.full = start-s.width+column, false
	case s.row > 0:
		s.row--
		last := max(0, len(s.lines[s.row])-1)
		s.at, s.full = last-last%s.width+column, false
	}
}

// String returns the lines, without blanks at their ends and without empty ones at the end.
func (s *Screen) String() string {
	var b strings.Builder
	for _, line := range s.lines {
		b.WriteString(strings.TrimRight(strings.Join(line, ""), " ") + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}
