package report

// This file defines lists that are shown from both ends.

// Excerpt is a list of which only the first Keep items and the last Keep items are kept.
type Excerpt[T any] struct {
	Keep  int
	Total int64 // items added

	first, last []T
}

// Add adds an item at the end.
func (e *Excerpt[T]) Add(x T) {
	e.Total++
	if len(e.first) < e.Keep {
		e.first = append(e.first, x)
		return
	}
	if len(e.last) == 2*e.Keep { // amortised: drop the older half
		e.last = append(e.last[:0], e.last[e.Keep:]...)
	}
	e.last = append(e.last, x)
}

// Each calls show for every item kept, in order, and elided where n items are left out.
func (e *Excerpt[T]) Each(show func(T), elided func(n int64)) {
	last := e.last[max(0, len(e.last)-e.Keep):]
	for _, x := range e.first {
		show(x)
	}
	if n := e.Total - int64(len(e.first)+len(last)); n > 0 {
		elided(n)
	}
	for _, x := range last {
		show(x)
	}
}
