package search

// This file defines breadth-first search, under which every reachable state is visited in the end: theorem 17 of the
// thesis.

// BFS is a first-in first-out frontier. The zero value is empty and ready for use. It keeps states in chunks, so that
// it needs little more memory than the states themselves.
type BFS[Y any] struct {
	chunks [][]Y // all are full except for the last one
	next   int   // the index in the first chunk of the next state to take
	held   int
}

// chunk is how many states a chunk has room for.
const chunk = 256

// Push implements Frontier.
func (f *BFS[Y]) Push(ys ...Y) {
	for _, y := range ys {
		last := len(f.chunks) - 1
		if last < 0 || len(f.chunks[last]) == chunk {
			last++
			f.chunks = append(f.chunks, make([]Y, 0, min(chunk, 4+f.held))) // enough for a frontier that stays narrow
		}
		f.chunks[last] = append(f.chunks[last], y)
	}
	f.held += len(ys)
}

// Pop implements Frontier.
func (f *BFS[Y]) Pop() (y Y, ok bool) {
	if f.held == 0 {
		return y, false
	}
	var taken Y
	first := f.chunks[0]
	y, first[f.next] = first[f.next], taken // free what the state holds
	f.next++
	f.held--
	switch {
	case f.held == 0:
		f.chunks[0], f.next = first[:0], 0
		f.chunks = f.chunks[:1]
	case f.next == chunk:
		f.chunks[0], f.chunks, f.next = nil, f.chunks[1:], 0
	}
	return y, true
}

// at returns the state before which i older ones are held.
func (f *BFS[Y]) at(i int) Y { return f.chunks[(f.next+i)/chunk][(f.next+i)%chunk] }

// take takes the state before which i older ones are held, and puts the newest state in its place.
func (f *BFS[Y]) take(i int) Y {
	var taken Y
	at, last := f.next+i, f.next+f.held-1
	newest := f.chunks[last/chunk]
	y := f.chunks[at/chunk][at%chunk]
	f.chunks[at/chunk][at%chunk] = newest[last%chunk]
	newest[last%chunk] = taken
	f.chunks[last/chunk] = newest[:last%chunk]
	f.held--
	switch {
	case f.held == 0:
		f.chunks, f.next = f.chunks[:1], 0
		f.chunks[0] = f.chunks[0][:0]
	case last%chunk == 0:
		f.chunks[last/chunk], f.chunks = nil, f.chunks[:last/chunk]
	}
	return y
}

// Len implements Frontier.
func (f *BFS[Y]) Len() int { return f.held }
