package search

// This file makes an exhaustive search of any heuristic by interleaving it with breadth-first search. The conclusion of
// the thesis asks for that.

// Ratio is how often an interleaved order chooses before it takes the oldest state instead.
const Ratio = 4

// Interleaved is a frontier in the order of a heuristic. But of every Ratio choices, one takes the oldest state. So it
// is fair, whatever the heuristic prefers. A state that is pushed while n others wait is taken with the next Ratio * (n
// + 1) states at the latest, because every choice of the oldest takes this state or one of the n.
//
// A state that waits alone is taken without a choice. So the order does not depend on how many steps a state takes at
// once while it is alone.
type Interleaved[Y any] struct {
	heuristic heuristic[Y]
	ages      entry[Y] // stands between the youngest and the oldest entry of a ring
	held      int
	choices   int
}

// heuristic chooses among entries.
type heuristic[Y any] interface {
	push(*entry[Y])
	// best returns the entry to take; the heuristic has at least one.
	best() *entry[Y]
	// remove removes the best entry or the oldest one.
	remove(*entry[Y])
}

// entry is a state, as both orders hold it.
type entry[Y any] struct {
	y              Y
	older, younger *entry[Y]
	rank           int // its rank and place in the order of the heuristic
}

func interleave[Y any](h heuristic[Y]) *Interleaved[Y] {
	f := &Interleaved[Y]{heuristic: h}
	f.ages.older, f.ages.younger = &f.ages, &f.ages
	return f
}

// Push implements Frontier.
func (f *Interleaved[Y]) Push(ys ...Y) {
	for _, y := range ys {
		e := &entry[Y]{y: y, older: f.ages.older, younger: &f.ages}
		e.older.younger, e.younger.older = e, e
		f.heuristic.push(e)
	}
	f.held += len(ys)
}

// Pop implements Frontier.
func (f *Interleaved[Y]) Pop() (y Y, ok bool) {
	if f.held == 0 {
		return y, false
	}
	e := f.ages.younger
	if f.held > 1 {
		if f.choices++; f.choices%Ratio != 0 {
			e = f.heuristic.best()
		}
	}
	f.heuristic.remove(e)
	e.older.younger, e.younger.older = e.younger, e.older
	f.held--
	return e.y, true
}

// Len implements Frontier.
func (f *Interleaved[Y]) Len() int { return f.held }

// View is what a strategy sees of a state.
type View[Y any] struct {
	Depth   func(Y) int64        // steps from the start
	Decided func(Y) int64        // steps from the start to the last branch of which more than one way stayed
	Work    func(Y) int64        // what it took to decide the branches on its path, in microseconds
	Site    func(Y) any          // the place of the state in the program, in a form that can be compared
	Next    func(site any) []any // the places to which one step from a place may lead; nil if nobody knows
}
