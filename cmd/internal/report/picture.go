package report

import (
	"fmt"
	"slices"

	"vouch/internal/view"
	"vouch/semantics/source"
	"vouch/semantics/term/termview"
)

// This file draws memory at a step of a run: calls with their variables, objects with their cells, and pointers as
// arrows.

// Picture is a drawing of memory, in pixels.
type Picture struct {
	Width  int     `json:"w"`
	Height int     `json:"h"`
	Boxes  []Box   `json:"boxes"`
	Arrows []Arrow `json:"arrows"`
}

// Fits reports whether the drawing is made smaller where a column is narrower, which leaves it legible.
func (p *Picture) Fits() bool { return p.Width <= 760 }

// Box is a call or an object.
type Box struct {
	X     int      `json:"x"`
	Y     int      `json:"y"`
	W     int      `json:"w"`
	H     int      `json:"h"`
	Title string   `json:"t"`
	Class string   `json:"c"` // frame, object or dead
	Fault bool     `json:"-"`
	Notes []Note   `json:"notes,omitempty"`
	Rows  []BoxRow `json:"rows,omitempty"`

	first int // the rows before the cells
}

// Note is a line below the title of a box.
type Note struct {
	Text string `json:"t"`
	Y    int    `json:"y"`
	Line *Spot  `json:"l,omitempty"` // that it links to; nil if that is not on the page
}

// BoxRow is a variable or a cell.
type BoxRow struct {
	Y     int    `json:"y"`
	Left  string `json:"l"`
	Right string `json:"r,omitempty"`
	Class string `json:"c,omitempty"` // fault, or ghost where an access is outside of the object
}

// Right is where text ends in a box, and Dot where the arrow of a row begins.
func (b Box) Right() int { return b.X + b.W }
func (b Box) Dot() int   { return b.X + b.W - 10 }

// Middle is the middle of a row.
func (r BoxRow) Middle() int { return r.Y + boxRow/2 }

// Arrow is a pointer.
type Arrow struct {
	Path string `json:"d"`
}

// The sizes of the drawing, and how much it has.
const (
	charWidth   = 7
	boxRow      = 20
	boxHead     = 24
	noteHeight  = 16
	columnGap   = 44
	boxGap      = 16
	minBox      = 96
	maxLeft     = 14 // characters
	maxRight    = 26
	maxCallsIn  = 6
	maxVars     = 12
	maxBoxesIn  = 24
	maxPictureW = 4000
)

// arrow is a pointer before the boxes have their places.
type arrow struct {
	box, row int
	to       int // the object
	into     int64
}

// picture draws a state; nil if there is no object. About are the objects at fault, and accesses what fails there.
func (p *listing) picture(objects []view.Object, about []int, accesses []view.Access, calls []view.Call) *Picture {
	if len(objects) == 0 {
		return nil
	}
	var boxes []*Box
	var arrows []arrow
	for _, c := range calls[:min(len(calls), maxCallsIn)] {
		b := &Box{Title: legible(c.Func + "()"), Class: "frame"}
		b.Notes = append(b.Notes, p.note("at ", c.At))
		for i, x := range c.Vars {
			if i == maxVars {
				b.Rows = append(b.Rows, BoxRow{Left: "...", Right: fmt.Sprintf("%d more", len(c.Vars)-i)})
				break
			}
			if x.To != 0 {
				arrows = append(arrows, arrow{len(boxes), len(b.Rows), x.To, x.Into})
				if slices.ContainsFunc(objects, func(o view.Object) bool { return o.ID == x.To }) {
					x.Value = "" // the arrow says it
				}
			}
			b.Rows = append(b.Rows, BoxRow{Left: legible(label(x.Name, maxLeft)),
				Right: legible(label(x.Value, maxRight))})
		}
		boxes = append(boxes, b)
	}
	frames := len(boxes)
	at := map[int]int{} // the boxes of the objects
	for _, o := range objects[:min(len(objects), maxBoxesIn)] {
		at[o.ID] = len(boxes)
		b := &Box{Title: fmt.Sprintf("%s · %d %s", legible(label(o.Name, maxRight)), o.Size,
			map[bool]string{true: "byte", false: "bytes"}[o.Size == 1]), Class: "object"}
		made, ended := "declared at ", "ended at "
		if o.Heap {
			made, ended = "allocated at ", "freed at "
		}
		if o.Made.IsValid() && p.line(o.Made) != nil {
			b.Notes = append(b.Notes, p.note(made, o.Made))
		}
		if o.Ended.IsValid() {
			b.Class = "dead"
			b.Notes = append(b.Notes, p.note(ended, o.Ended))
		}
		for _, a := range about {
			b.Fault = b.Fault || a == o.ID
		}
		for _, c := range o.Cells {
			if c.To != 0 {
				arrows = append(arrows, arrow{len(boxes), len(b.Rows), c.To, c.Into})
			}
			row := BoxRow{Left: cellPlace(c), Right: legible(label(termview.Name(c.Value), maxRight))}
			if c.Value == "" {
				row.Right = "no value"
				row.Class = "blank"
			}
			b.Rows = append(b.Rows, row)
		}
		if o.Hidden > 0 {
			b.Rows = append(b.Rows, BoxRow{Left: "...", Right: fmt.Sprintf("%d more bytes", o.Hidden), Class: "blank"})
		}
		for _, a := range accesses {
			if a.ID == o.ID {
				b.mark(o, a)
			}
		}
		boxes = append(boxes, b)
	}
	// Objects stand right of what points to them.
	depth := make([]int, len(boxes))
	for i := frames; i < len(boxes); i++ {
		depth[i] = -1
	}
	spread := func() {
		for d, again := 0, true; again || d < 2; d++ {
			again = false
			for _, a := range arrows {
				if to, ok := at[a.to]; ok && depth[a.box] == d && depth[to] < 0 {
					depth[to], again = d+1, true
				}
			}
		}
	}
	spread()
	columns := 0
	for i := range depth {
		if depth[i] < 0 { // nothing that is drawn points to it
			depth[i] = 1
			spread()
		}
		columns = max(columns, depth[i]+1)
	}
	pic := &Picture{}
	x := 4
	for c := range columns {
		width, y := 0, 4
		for i, b := range boxes {
			if depth[i] == c {
				width = max(width, b.width())
			}
		}
		if width == 0 {
			continue
		}
		for i, b := range boxes {
			if depth[i] == c {
				b.place(x, y, width)
				y += b.H + boxGap
			}
		}
		x += width + columnGap
		pic.Height = max(pic.Height, y)
	}
	pic.Width = min(x-columnGap+28, maxPictureW)
	for _, a := range arrows {
		to, ok := at[a.to]
		if !ok {
			continue
		}
		if from := boxes[a.box]; a.row+from.first < len(from.Rows) {
			from.Rows[a.row+from.first].Right = ""
			pic.Arrows = append(pic.Arrows, connect(from, a.row, boxes[to], rowAt(objects, a, boxes[to]),
				depth[a.box] < depth[to]))
		}
	}
	for _, b := range boxes {
		pic.Boxes = append(pic.Boxes, *b)
	}
	return pic
}

// note returns a line that links to a place.
func (p *listing) note(what string, at source.Span) Note {
	return Note{Text: legible(what + p.texts.InLine(at)), Line: p.line(at)}
}

// cellPlace names the offset of a cell.
func cellPlace(c view.Cell) string {
	if c.Value == "" && c.Size > 1 || c.Value == "0" && c.Size > 8 {
		return fmt.Sprintf("%d–%d", c.Offset, c.Offset+c.Size-1)
	}
	return fmt.Sprint(c.Offset)
}

// mark marks the cells that an access meets, and adds one for what is outside of the object.
func (b *Box) mark(o view.Object, a view.Access) {
	verb := map[string]string{"reads": "read", "writes": "write"}[a.How]
	what := fmt.Sprintf("%s %d %s", verb, a.Size, map[bool]string{true: "byte", false: "bytes"}[a.Size == 1])
	for i, c := range o.Cells {
		if c.Offset < a.Offset+a.Size && a.Offset < c.Offset+c.Size {
			b.Rows[i+b.first].Class = "fault"
		}
	}
	ghost := BoxRow{Left: fmt.Sprint(a.Offset), Right: what, Class: "ghost"}
	switch {
	case a.Offset < 0:
		b.Rows = append([]BoxRow{ghost}, b.Rows...)
		b.first++
	case a.Offset+a.Size > o.Size || o.Ended.IsValid():
		b.Rows = append(b.Rows, ghost)
	}
}

// width returns the width that a box needs.
func (b *Box) width() int {
	w := minBox
	w = max(w, (runes(b.Title)+2)*charWidth)
	for _, n := range b.Notes {
		w = max(w, (runes(n.Text)+2)*charWidth*6/7)
	}
	for _, r := range b.Rows {
		w = max(w, (runes(r.Left)+runes(r.Right)+5)*charWidth)
	}
	return w
}

func runes(s string) int { return len([]rune(s)) }

// place gives a box its place.
func (b *Box) place(x, y, w int) {
	b.X, b.Y, b.W = x, y, w
	at := y + boxHead
	for i := range b.Notes {
		b.Notes[i].Y = at + 8
		at += noteHeight
	}
	for i := range b.Rows {
		b.Rows[i].Y = at
		at += boxRow
	}
	b.H = at - y
}

// rowAt returns the row of a box at which an arrow ends; -1 for the box itself.
func rowAt(objects []view.Object, a arrow, b *Box) int {
	if a.into == 0 {
		return -1
	}
	for _, o := range objects {
		if o.ID != a.to {
			continue
		}
		for i, c := range o.Cells {
			if c.Offset <= a.into && a.into < c.Offset+c.Size {
				return i + b.first
			}
		}
		return len(b.Rows) - 1
	}
	return -1
}

// connect draws an arrow from a row to a box, or to one of its rows. Where the box is not right of the row it comes
// from the right, too.
func connect(from *Box, row int, to *Box, into int, right bool) Arrow {
	row += from.first
	x1, y1 := from.X+from.W-10, from.Rows[row].Y+boxRow/2
	x2, y2 := to.X, to.Y+boxHead/2
	if into >= 0 {
		y2 = to.Rows[into].Y + boxRow/2
	}
	if right {
		bend := max(24, (x2-x1)/2)
		return Arrow{fmt.Sprintf("M%d %dC%d %d %d %d %d %d", x1, y1, x1+bend, y1, x2-bend, y2, x2-2, y2)}
	}
	x2 += to.W
	out := max(x1, x2) + 22
	return Arrow{fmt.Sprintf("M%d %dC%d %d %d %d %d %d", x1, y1, out, y1, out, y2, x2+2, y2)}
}
