// Package search decides in which order states are explored. A Frontier holds the states that are still to be visited; each
// strategy is a file.
package search

// Frontier holds states of type Y in the order of a strategy.
type Frontier[Y any] interface {
	// Push adds the successors of a state, in the order of the rules.
	Push(ys ...Y)
	// Pop takes the next state; ok is false if there is none.
	Pop() (y Y, ok bool)
	// Len returns the number of states held.
	Len() int
}

// Strategies lists the strategies by name; the first is the default.
var Strategies = []string{"bfs"}

// Fair reports whether a strategy visits every state in the end, however many others there are.
func Fair(name string) bool { return name == "bfs" }

// New returns the empty frontier of a strategy, or nil if there is none of that name.
func New[Y any](name string) Frontier[Y] {
	if name == "bfs" {
		return &BFS[Y]{}
	}
	return nil
}
