package terminal

import (
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

// This file defines the line that shows how far a command is. Each text replaces the one before.

// pause is how long a text stays at least. A command that takes less time than this shows none.
const pause = 200 * time.Millisecond

// Line is a line on a terminal. It may be used by several goroutines. A nil Line shows nothing.
type Line struct {
	mu    sync.Mutex
	w     io.Writer
	now   func() time.Time
	width func() int // the width of the terminal, in cells, at the moment
	next  time.Time  // when the next text may be shown
	cells int        // the width of the text that is shown
}

// NewLine returns a line on w. It returns nil if there is nothing to show, or if w is no terminal that can replace a
// line.
func NewLine(w io.Writer, quiet bool) *Line {
	if quiet || !Is(w) {
		return nil
	}
	l := &Line{w: w, now: time.Now, width: func() int { return Width(w) }}
	l.next = l.now().Add(pause)
	return l
}

// Show shows a text: a name, and as many of the parts as fit, the first ones first. It never takes more than one line.
// It shows a few texts a second, and drops the others.
func (l *Line) Show(about string, parts ...string) {
	if l == nil {
		return
	}
	if !l.mu.TryLock() {
		return // something else is being printed, and nobody should wait for that
	}
	defer l.mu.Unlock()
	now := l.now()
	if now.Before(l.next) {
		return
	}
	l.next = now.Add(pause)
	l.clear()
	text := fit(about, parts, l.width()-1) // in the last cell some terminals move the cursor to the next line
	l.cells = Cells(text)
	io.WriteString(l.w, text)
}

// Print removes the text and calls print, which may write to the terminal.
func (l *Line) Print(print func()) {
	if l != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.clear()
	}
	print()
}

// Clear removes the text.
func (l *Line) Clear() { l.Print(func() {}) }

// clear removes the text, and leaves the cursor at its start. If the terminal became narrower, the text takes more
// lines now, except on xterm, which cuts lines.
func (l *Line) clear() {
	if l.cells == 0 {
		return
	}
	rows := (l.cells - 1) / max(1, l.width())
	if os.Getenv("XTERM_VERSION") != "" {
		rows = 0
	}
	// row by row, because some terminals keep a copy of a screen that is cleared as a whole
	io.WriteString(l.w, "\r\x1b[K"+strings.Repeat("\x1b[A\x1b[K", rows))
	l.cells = 0
}

// fit returns "about: part, part" with as many parts as fit into the given number of cells. It shortens about if need
// be and keeps its end, because the names of files differ at their ends.
func fit(about string, parts []string, cells int) string {
	if len(parts) == 0 {
		return clipStart(about, cells)
	}
	first := ": " + parts[0]
	text := clipStart(about, max(cells/3, cells-Cells(first))) + first
	for i := 1; i < len(parts); i++ {
		longer := text + ", " + parts[i]
		if Cells(longer) > cells {
			break
		}
		text = longer
	}
	return strings.TrimRight(clip(text, cells), " ")
}
