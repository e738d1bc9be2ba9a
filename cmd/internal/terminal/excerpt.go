package terminal

import "strings"

// This file defines how a place in a line of text is shown: the line, or as much of it as fits, and marks below.

// The numbers of cells that excerpts are made for: no text is readable in fewer, and in more its place is hard to find.
const (
	narrowest = 40
	widest    = 120
)

// tab is the distance between the stops of tabs, in cells.
const tab = 8

// Excerpt returns a line of text after a label, and a line that marks part of it. The text is what stands before that part, the part,
// and what stands after it. Both lines take less than so many cells, but not fewer than the narrowest; what is left out is replaced by
// dots. Tabs become blanks, and escape makes visible what is not seen.
func Excerpt(label, before, marked, after string, escape func(string) string, cells int) (line, marks string) {
	room := min(max(cells, narrowest), widest) - 1 - Cells(label)
	before = visible(lastBytes(before, tab*widest), 0, escape)
	marked = clip(visible(firstBytes(marked, tab*widest), Cells(before), escape), room/2)
	if most := room * 3 / 4; Cells(before)+Cells(marked) > most {
		before = clipStart(before, most-Cells(marked))
	}
	after = clip(visible(firstBytes(after, tab*widest), Cells(before)+Cells(marked), escape), room-Cells(before)-Cells(marked))
	return strings.TrimRight(label+before+marked+after, " "),
		strings.Repeat(" ", Cells(label)+Cells(before)) + strings.Repeat("^", max(1, Cells(marked)))
}

// visible returns a text that begins at the given cell of its line, with blanks for tabs, and all else escaped.
func visible(s string, cell int, escape func(string) string) string {
	var b strings.Builder
	for i, part := range strings.Split(s, "\t") {
		if i > 0 {
			n := tab - cell%tab
			b.WriteString(strings.Repeat(" ", n))
			cell += n
		}
		part = escape(part)
		b.WriteString(part)
		cell += Cells(part)
	}
	return b.String()
}

// firstBytes and lastBytes return what of a long text can fit, so that the rest costs nothing.
func firstBytes(s string, n int) string { return s[:min(n, len(s))] }

func lastBytes(s string, n int) string { return s[max(0, len(s)-n):] }
