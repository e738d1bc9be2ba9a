// Package search decides in which order states are explored. A Frontier holds the states that are still to be visited; each
// strategy is a file.
package search

// This file defines frontiers, and lists the strategies.

// Frontier holds states of type Y in the order of a strategy. A state that was taken is not held on to.
type Frontier[Y any] interface {
	// Push adds the successors of a state, in the order of the rules.
	Push(ys ...Y)
	// Pop takes the next state; ok is false if there is none.
	Pop() (y Y, ok bool)
	// Len returns the number of states held.
	Len() int
}

// View is what strategies look at in a state.
type View[Y any] struct {
	Depth func(Y) int64 // steps from the start
	Site  func(Y) any   // the place in the program at which it is, in a form that can be compared
}

// Strategies lists the strategies by name; the first is the default.
var Strategies = []string{"bfs", "dfs", "iddfs", "random", "visits"}

// Descriptions says of each strategy what its order is.
var Descriptions = map[string]string{
	"bfs":    "breadth first",
	"dfs":    "depth first, which may follow one endless path and no other",
	"iddfs":  "depth first down to a bound that grows",
	"random": "at random",
	"visits": "where the fewest states were visited",
}

// Fair reports whether a strategy visits every state in the end, however many others there are.
func Fair(name string) bool { return name != "dfs" }

// Delay returns the least k for which the strategy promises that a state that is pushed while n others are held is taken with the
// next k * (n + 1) states at the latest; 0 if it promises it for none.
func Delay(name string) int {
	switch name {
	case "bfs":
		return 1
	case "random", "visits":
		return Ratio
	}
	return 0
}

// New returns the empty frontier of a strategy, or nil if there is none of that name.
func New[Y any](name string, view View[Y]) Frontier[Y] {
	switch name {
	case "bfs":
		return &BFS[Y]{}
	case "dfs":
		return &DFS[Y]{}
	case "iddfs":
		return &IDDFS[Y]{depth: view.Depth, bound: FirstBound}
	case "random":
		return interleave[Y](newRandom[Y]())
	case "visits":
		return interleave[Y](newVisits(view.Site))
	}
	return nil
}
