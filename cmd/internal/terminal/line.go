package terminal

import (
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

// This file defines the line that says how far a command is: each text takes the place of the one before.

// pause is how long a text stays at least, and how long a command may take without showing any.
const pause = 200 * time.Millisecond

// Line is a line on a terminal. It may be used by several goroutines. A nil Line shows nothing.
type Line struct {
	mu    sync.Mutex
	w     io.Writer
	now   func() time.Time
	width func() int // of the terminal, in cells, as it is now
	next  time.Time  // when another text may be shown
	cells int        // of the text that is shown
}

// NewLine returns a line on w, nil if nothing is to be shown, or if that is no terminal on which a line can be replaced.
func NewLine(w io.Writer, quiet bool) *Line {
	if quiet || !Is(w) {
		return nil
	}
	l := &Line{w: w, now: time.Now, width: func() int { return Width(w) }}
	l.next = l.now().Add(pause)
	return l
}

// Show shows a text: about what, and parts, of which the first ones are shown that fit. What is shown never takes more than one line.
// A few texts a second are shown, the others are not.
func (l *Line) Show(about string, parts ...string) {
	if l == nil {
		return
	}
	if !l.mu.TryLock() {
		return // something is printed, and nobody is to wait for that
	}
	defer l.mu.Unlock()
	now := l.now()
	if now.Before(l.next) {
		return
	}
	l.next = now.Add(pause)
	l.clear()
	text := fit(about, parts, l.width()-1) // in the last cell the cursor would be in the next line on some terminals
	l.cells = Cells(text)
	io.WriteString(l.w, text)
}

// Print removes the text, and calls print, which may write to the terminal meanwhile.
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

// clear removes the text, and leaves the cursor at its start. On a terminal that became narrower the text takes more lines now, except for
// xterm, which cuts lines.
func (l *Line) clear() {
	if l.cells == 0 {
		return
	}
	rows := (l.cells - 1) / max(1, l.width())
	if os.Getenv("XTERM_VERSION") != "" {
		rows = 0
	}
	io.WriteString(l.w, "\r\x1b[K"+strings.Repeat("\x1b[A\x1b[K", rows)) // by rows: some terminals keep a screen that is cleared as a whole
	l.cells = 0
}

// fit returns "about: part, part" with as many parts as fit into so many cells. What it is about is shortened if need be: its end is what
// differs between files.
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
