package search

// This file defines how a heuristic becomes fair, and with that a search by it exhaustive: by interleaving it with breadth-first search.

// Ratio is of how many states that a fair heuristic takes one is the oldest. So a state that is pushed while n others are held is
// taken with the next Ratio * (n + 1) states at the latest, whatever the heuristic prefers.
const Ratio = 4

// Fairly is a frontier in the order of a heuristic, except that every Ratio-th state taken is the oldest one.
type Fairly[Y any] struct {
	heuristic heuristic[Y]
	oldest    BFS[*entry[Y]]
	held      int
	pops      int
}

// heuristic orders entries. It may return entries that were taken, which are skipped.
type heuristic[Y any] interface {
	push(*entry[Y])
	pop() *entry[Y] // if there is any
}

// entry is a state in both orders, until one of them takes it.
type entry[Y any] struct {
	y     Y
	taken bool
}

func interleave[Y any](h heuristic[Y]) *Fairly[Y] { return &Fairly[Y]{heuristic: h} }

// Push implements Frontier.
func (f *Fairly[Y]) Push(ys ...Y) {
	for _, y := range ys {
		e := &entry[Y]{y: y}
		f.heuristic.push(e)
		f.oldest.Push(e)
	}
	f.held += len(ys)
}

// Pop implements Frontier.
func (f *Fairly[Y]) Pop() (y Y, ok bool) {
	if f.held == 0 {
		return y, false
	}
	f.pops++
	for {
		var e *entry[Y]
		if f.pops%Ratio == 0 {
			e, _ = f.oldest.Pop()
		} else {
			e = f.heuristic.pop()
		}
		if e.taken {
			continue
		}
		var taken Y
		y, e.y, e.taken = e.y, taken, true
		f.held--
		f.tidy()
		return y, true
	}
}

// tidy drops what was taken from the order of age, where it may lie behind an old state for long.
func (f *Fairly[Y]) tidy() {
	if f.oldest.Len() < 2*f.held+1024 {
		return
	}
	var held BFS[*entry[Y]]
	for e, ok := f.oldest.Pop(); ok; e, ok = f.oldest.Pop() {
		if !e.taken {
			held.Push(e)
		}
	}
	f.oldest = held
}

// Len implements Frontier.
func (f *Fairly[Y]) Len() int { return f.held }
