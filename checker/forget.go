package checker

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"strconv"

	"vouch/certs"
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines what a state forgets: the values of slots, and which integers are in places.

// lose returns the cells of y in which slots have lost their values.
func (w *walk) lose(y pending, lost [][]uint64) (*cells, error) {
	f, c := y.state.Frame, y.cells
	for i, slots := range lost {
		if i > 0 {
			var ok bool
			if f, ok = f.Caller(); !ok {
				return nil, errors.New("found more calls than there are")
			}
		}
		for _, slot := range slots {
			if slot >= uint64(len(f.Func().Slots)) {
				return nil, fmt.Errorf("found slot %d, want one of %s", slot, f.Func().Name)
			}
			v := f.Slot(int(slot))
			if t := v.Type(); w.leaks && t != core.Int && t != core.NoType {
				return nil, fmt.Errorf("found a pointer in the slot %s, which must not be lost",
					f.Func().Slots[slot].Name)
			}
			c = w.assign(c, -1-int64(f.Depth()), int64(slot), value{Value: v, lost: true})
		}
	}
	return c, nil
}

// anything puts a new input into each of some places, and returns these inputs. No program draws inputs with such
// names.
func (w *walk) anything(y *pending, l certs.Landmark) (fresh map[*term.Sym]bool, err error) {
	fresh = map[*term.Sym]bool{}
	for i, p := range l.Any {
		c, err := w.at(*y, p)
		if err == nil && c.in == sizes {
			err = fmt.Errorf("found the size of object %d among places, want one of an integer", p.Object)
		}
		if err != nil {
			return nil, err
		}
		var bounds [2]*big.Int
		if c.in > 0 {
			if !w.fits(c.value, c.as) {
				return nil, fmt.Errorf("found place %d of object %d with no integer of its type", p.At, p.Object)
			}
			bounds = rangeOf(c.as)
		}
		lo, hi := bounds[0], bounds[1]
		if i < len(l.Within) {
			lo, hi = cmp.Or(l.Within[i].Lo, lo), cmp.Or(l.Within[i].Hi, hi)
		}
		switch {
		case lo != nil && hi != nil && lo.Cmp(hi) >= 0:
			return nil, fmt.Errorf("found no more than one integer for place %d of object %d, want more", p.At,
				p.Object)
		case c.in > 0 && !(c.as.Holds(lo) && c.as.Holds(hi)):
			return nil, fmt.Errorf("found a range beyond the type of place %d of object %d", p.At, p.Object)
		}
		w.fresh++
		n := w.pool.Draw("#"+strconv.Itoa(w.fresh), lo, hi)
		fresh[n.Symbol()] = true
		c.value = withNumber(c.value.Value, n)
		y.cells, _ = w.cut(y.cells, c.in, c.at, c.at+c.width)
		y.cells = w.put(y.cells, c)
		w.meter.Hold(wordsPerCell)
	}
	return fresh, nil
}
