package report

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"vouch/semantics/imp"
	"vouch/semantics/imp/impview"
)

// This file draws the variables over the steps of a run, a row each. Integers of any size fit: where a variable's values are far
// apart its row is by sign and logarithm.

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
	p     *imp.Program
	steps int64
	vars  [][]span // by slot; nil if never bound
	now   []*big.Int
	moved []bool

	tracked int
}

// span is the least and the greatest value in a column, and the last; nil where the variable is unbound.
type span struct{ low, high, last *big.Int }

func newPlotter(p *imp.Program, steps int64) *plotter {
	return &plotter{p: p, steps: steps, vars: make([][]span, len(p.Vars)), now: make([]*big.Int, len(p.Vars)), moved: make([]bool, len(p.Vars))}
}

func (q *plotter) columns() int { return int(min(q.steps, plotColumns-1)) + 1 }

// column returns the column of the state after n steps.
func (q *plotter) column(n int64) int {
	if q.steps < plotColumns {
		return int(n)
	}
	return int(float64(n) / float64(q.steps) * (plotColumns - 1))
}

func (q *plotter) start(m0 imp.Store) {
	for i := range q.now {
		q.now[i] = m0.Get(i)
	}
}

// assigned notes that a variable has a value after n steps.
func (q *plotter) assigned(n int64, slot int, v *big.Int) {
	if !q.moved[slot] {
		q.tracked++
	}
	q.moved[slot] = true
	if q.vars[slot] == nil && q.tracked > maxTracked {
		return // it has no row
	}
	c := q.column(n)
	q.fill(slot, c)
	old := q.now[slot]
	q.now[slot] = v
	s := &q.vars[slot]
	if len(*s) == c { // nothing else happened in this column
		*s = append(*s, span{v, v, v})
		if c > 0 || old == nil { // else the initial value is in this column, too
			return
		}
		(*s)[c] = span{old, old, v}
	}
	x := &(*s)[c]
	if x.low == nil || v.Cmp(x.low) < 0 {
		x.low = v
	}
	if x.high == nil || v.Cmp(x.high) > 0 {
		x.high = v
	}
	x.last = v
}

// fill gives a variable its value in all columns before c that it has none in.
func (q *plotter) fill(slot, c int) {
	for len(q.vars[slot]) < c {
		v := q.now[slot]
		q.vars[slot] = append(q.vars[slot], span{v, v, v})
	}
}

// plot returns the drawing: of the variables that the run changed or the statement at fault reads.
func (q *plotter) plot(last imp.Store, culprit imp.Stmt) *Plot {
	read := impview.Reads(culprit)
	d := &Plot{Width: plotLeft + plotArea + plotRight, Left: plotLeft, Right: plotLeft + plotArea}
	var slots []int
	for rank := range 3 { // what the fault reads, what has several values, and the rest
		for slot := range q.now {
			switch {
			case q.rank(slot, read) != rank || rank > 0 && !q.moved[slot] || last.Get(slot) == nil:
			case q.moved[slot] && q.vars[slot] == nil:
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
		q.fill(slot, q.columns())
		d.Rows = append(d.Rows, q.row(slot, i*rowHeight+8))
	}
	d.Height = len(slots)*rowHeight + 8
	return d
}

// rank says how soon a variable gets a row, 0 being the soonest.
func (q *plotter) rank(slot int, read []int) int {
	switch {
	case slices.Contains(read, slot):
		return 0
	case slices.ContainsFunc(q.vars[slot], func(s span) bool { return s.low != nil && (s.low.Cmp(s.high) != 0 || s.low.Cmp(q.now[slot]) != 0) }):
		return 1
	}
	return 2
}

func (q *plotter) row(slot, top int) PlotRow {
	spans := q.vars[slot]
	var low, high *big.Int
	for _, s := range spans {
		if s.low != nil && (low == nil || s.low.Cmp(low) < 0) {
			low = s.low
		}
		if s.high != nil && (high == nil || s.high.Cmp(high) > 0) {
			high = s.high
		}
	}
	r := PlotRow{Name: label(q.p.Vars[slot], 8), Y: top, Low: little(low), High: little(high), Last: little(q.now[slot])}
	r.Log = new(big.Int).Sub(high, low).BitLen() > 40
	scale := func(v *big.Int) float64 { // which is in float64's range, whatever the integer
		if !r.Log {
			return float64(new(big.Int).Sub(v, low).Int64())
		}
		return symlog(v)
	}
	bottom, span := scale(low), scale(high)-scale(low)
	y := func(v *big.Int) string {
		at := 0.5
		if span > 0 {
			at = (scale(v) - bottom) / span
		}
		return short1(float64(top+rowArea) - at*rowArea)
	}
	x := func(c int) string { return short1(plotLeft + float64(c)*plotArea/float64(max(1, len(spans)-1))) }
	var path strings.Builder
	pen := "" // the height of the pen; "" if it is lifted
	for c, s := range spans {
		switch {
		case s.last == nil:
			pen = ""
			continue
		case pen == "":
			fmt.Fprintf(&path, "M%s %s", x(c), y(s.last))
		case s.low == s.high && y(s.last) == pen:
			if c+1 < len(spans) {
				continue
			}
			fmt.Fprintf(&path, "H%s", x(c))
		case s.low == s.high:
			fmt.Fprintf(&path, "H%sV%s", x(c), y(s.last))
		default:
			fmt.Fprintf(&path, "H%sV%sV%sV%s", x(c), y(s.low), y(s.high), y(s.last))
		}
		pen = y(s.last)
	}
	r.Path, r.LastX, r.LastY = path.String(), x(len(spans)-1), pen
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
	if len(s) > most {
		return s[:most-1] + "…"
	}
	return s
}
