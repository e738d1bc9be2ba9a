package terminal

import "strings"

// This file defines how a place in a line of text is shown: the line, or a part of it that fits, with marks below.

// The least and the greatest width of an excerpt, in cells: a narrower one cannot be read, and in a wider one the place
// is hard to find.
const (
	narrowest = 40
	widest    = 120
)

// tab is the distance between the stops of tabs, in cells.
const tab = 8

// Excerpt returns a line of text after a label, and a line that marks a part of it. It takes the text before that part,
// the part, and the text after it. Both lines are narrower than the given number of cells, but not narrower than the
// least width; dots replace what is left out. Tabs become blanks, and escape makes invisible characters visible.
func Excerpt(label, before, marked, after string, escape func(string) string, cells int) (line, marks string) {
	room := min(max(cells, narrowest), widest) - 1 - Cells(label)
	before = visible(lastBytes(before, tab*widest), 0, escape)
	marked = clip(visible(firstBytes(marked, tab*widest), Cells(before), escape), room/2)
	if most := room * 3 / 4; Cells(before)+Cells(marked) > most {
		before = clipStart(before, most-Cells(marked))
	}
	after = clip(visible(firstBytes(after, tab*widest), Cells(before)+Cells(marked), escape),
		room-Cells(before)-Cells(marked))
	return strings.TrimRight(label+before+marked+after, " "),
		strings.Repeat(" ", Cells(label)+Cells(before)) + strings.Repeat("^", max(1, Cells(marked)))
}

// visible returns a text that begins in the given cell of its line. Tabs become blanks, and everything else is escaped.
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

// firstBytes and lastBytes return the ends of a long text, as much as can fit, so that the rest costs nothing.
func firstBytes(s string, n int) string { return s[:min(n, len(s))] }

func lastBytes(s string, n int) string { return s[max(0, len(s)-n):] }
