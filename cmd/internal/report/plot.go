package report

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"vouch/internal/view"
	"vouch/semantics/core"
)

// This file draws the variables over the steps of a run, a row each. Integers of any size fit: where a variable's
// values are far apart its row is by sign and logarithm.

// Plot is a drawing with a row for each of the variables that the run changes or the fault reads.
type Plot struct {
	Width, Height int
	Left, Right   int // of the area of the drawing, horizontally
	Rows          []PlotRow
	Omitted       int // variables without a row
}

// PlotRow is the drawing of a variable.
type PlotRow struct {
	Name         string
	Y            int // of its top
	Path         string
	Low, High    string // the least and the greatest value
	Last         string // the value at the fault
	LastX, LastY string
	Log          bool
}

// The size of the drawing, and how many variables and how many columns it has.
const (
	plotLeft    = 88
	plotArea    = 300
	plotRight   = 92
	rowHeight   = 52
	rowArea     = 36
	plotColumns = 300
	maxRows     = 12
	maxTracked  = 1000 // variables of which values are collected
)

// plotter collects the least and the greatest value of each variable in each column.
type plotter struct {
	steps   int64
	vars    map[variable]*curve
	tracked int
}

// variable is a slot of a function.
type variable struct {
	fn   *core.Func
	slot int
}

// curve is what a variable did. In a function that is called several times it is what its calls did, one after the
// other.
type curve struct {
	spans []span // nil if it never was set
	now   *big.Int
	moved bool // whether it was set after the start
}

// span is the least and the greatest value in a column, and the last; nil where the variable is unbound.
type span struct{ low, high, last *big.Int }

func newPlotter(steps int64) *plotter { return &plotter{steps: steps, vars: map[variable]*curve{}} }

// curve returns that of a variable.
func (q *plotter) curve(fn *core.Func, slot int) *curve {
	x := variable{fn, slot}
	if q.vars[x] == nil {
		q.vars[x] = &curve{}
	}
	return q.vars[x]
}

func (q *plotter) columns() int { return int(min(q.steps, plotColumns-1)) + 1 }

// column returns the column of the state after n steps.
func (q *plotter) column(n int64) int {
	if q.steps < plotColumns {
		return int(n)
	}
	return int(float64(n) / float64(q.steps) * (plotColumns - 1))
}

// begins notes the value that a variable has at the start.
func (q *plotter) begins(fn *core.Func, slot int, v *big.Int) { q.curve(fn, slot).now = v }

// assigned notes that a variable has a value after n steps.
func (q *plotter) assigned(n int64, fn *core.Func, slot int, v *big.Int) {
	x := q.curve(fn, slot)
	if !x.moved {
		q.tracked++
	}
	x.moved = true
	if x.spans == nil && q.tracked > maxTracked {
		return // it has no row
	}
	c := q.column(n)
	x.fill(c)
	old := x.now
	x.now = v
	if len(x.spans) == c { // nothing else happened in this column
		x.spans = append(x.spans, span{v, v, v})
		if c > 0 || old == nil { // else the initial value is in this column, too
			return
		}
		x.spans[c] = span{old, old, v}
	}
	s := &x.spans[c]
	if s.low == nil || v.Cmp(s.low) < 0 {
		s.low = v
	}
	if s.high == nil || v.Cmp(s.high) > 0 {
		s.high = v
	}
	s.last = v
}

// fill gives a variable its value in all columns before c that it has none in.
func (x *curve) fill(c int) {
	for len(x.spans) < c {
		x.spans = append(x.spans, span{x.now, x.now, x.now})
	}
}

// plot returns the drawing: of the variables of the function in which the run ended that it changed or the fault reads.
func (q *plotter) plot(end *view.Ending) *Plot {
	frame := end.Frame()
	read, fn := end.Reads(), frame.Func()
	d := &Plot{Width: plotLeft + plotArea + plotRight, Left: plotLeft, Right: plotLeft + plotArea}
	var slots []int
	for rank := range 3 { // what the fault reads, what has several values, and the rest
		for slot, s := range fn.Slots {
			x := q.curve(fn, slot)
			_, isInt := frame.Slot(slot).Integer()
			switch {
			case x.brief(q.columns()):
			case !view.IsShown(s.Name) || x.rank(slices.Contains(read, slot)) != rank || rank > 0 && !x.moved ||
				!isInt || x.now == nil:
			case x.moved && x.spans == nil:
				d.Omitted++
			default:
				slots = append(slots, slot)
			}
		}
	}
	if len(slots) > maxRows {
		d.Omitted += len(slots) - maxRows
		slots = slots[:maxRows]
	}
	for i, slot := range slots {
		x := q.curve(fn, slot)
		x.fill(q.columns())
		d.Rows = append(d.Rows, x.row(fn.Slots[slot].Name, i*rowHeight+8))
	}
	d.Height = len(slots)*rowHeight + 8
	return d
}

// brief reports whether a variable has values in so few columns that its curve is not seen.
func (x *curve) brief(columns int) bool {
	n := 0
	for _, s := range x.spans {
		if s.last != nil {
			n++
		}
	}
	return x.spans != nil && columns > 20 && n+columns-len(x.spans) < 3
}

// rank says how soon a variable gets a row, 0 being the soonest.
func (x *curve) rank(read bool) int {
	switch {
	case read:
		return 0
	case slices.ContainsFunc(x.spans, func(s span) bool {
		return s.low != nil &&
			(s.low.Cmp(s.high) != 0 || s.low.Cmp(x.now) != 0)
	}):
		return 1
	}
	return 2
}

func (x *curve) row(name string, top int) PlotRow {
	spans := x.spans
	var low, high *big.Int
	for _, s := range spans {
		if s.low != nil && (low == nil || s.low.Cmp(low) < 0) {
			low = s.low
		}
		if s.high != nil && (high == nil || s.high.Cmp(high) > 0) {
			high = s.high
		}
	}
	r := PlotRow{Name: label(name, 8), Y: top, Low: little(low), High: little(high), Last: little(x.now)}
	r.Log = new(big.Int).Sub(high, low).BitLen() > 40
	scale := func(v *big.Int) float64 { // which is in float64's range, whatever the integer
		if !r.Log {
			return float64(new(big.Int).Sub(v, low).Int64())
		}
		return symlog(v)
	}
	bottom, span := scale(low), scale(high)-scale(low)
	y := func(v *big.Int) string {
		part := 0.5
		if span > 0 {
			part = (scale(v) - bottom) / span
		}
		return short1(float64(top+rowArea) - part*rowArea)
	}
	at := func(c int) string { return short1(plotLeft + float64(c)*plotArea/float64(max(1, len(spans)-1))) }
	var path strings.Builder
	pen := "" // the height of the pen; "" if it is lifted
	for c, s := range spans {
		switch {
		case s.last == nil:
			pen = ""
			continue
		case pen == "":
			fmt.Fprintf(&path, "M%s %s", at(c), y(s.last))
		case s.low == s.high && y(s.last) == pen:
			if c+1 < len(spans) {
				continue
			}
			fmt.Fprintf(&path, "H%s", at(c))
		case s.low == s.high:
			fmt.Fprintf(&path, "H%sV%s", at(c), y(s.last))
		default:
			fmt.Fprintf(&path, "H%sV%sV%sV%s", at(c), y(s.low), y(s.high), y(s.last))
		}
		pen = y(s.last)
	}
	r.Path, r.LastX, r.LastY = path.String(), at(len(spans)-1), pen
	return r
}

// symlog is the logarithm of an integer's magnitude with the integer's sign; it is 0 for 0.
func symlog(v *big.Int) float64 {
	if v.Sign() == 0 {
		return 0
	}
	f := new(big.Float).SetPrec(64).SetInt(new(big.Int).Abs(v))
	m, e := new(big.Float), 0
	e = f.MantExp(m)
	x, _ := m.Float64()
	return float64(v.Sign()) * (1 + float64(e) + math.Log2(x))
}

// short1 writes a coordinate with one digit after the point at most.
func short1(f float64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", f), ".0")
}

// little shows a value in little room.
func little(v *big.Int) string {
	if v == nil {
		return ""
	}
	if v.BitLen() > 1<<12 {
		return fmt.Sprintf("%s2^%d", [...]string{"-", "", ""}[v.Sign()+1], v.BitLen()-1) // about
	}
	s := v.String()
	if len(s) > 10 {
		return s[:3] + "…" + s[len(s)-3:]
	}
	return s
}

func label(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}
