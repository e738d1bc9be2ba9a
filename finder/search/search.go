// Package search decides in which order states are explored. A [Frontier] holds the states that are not visited yet.
//
// [New] makes the frontier of a strategy, by name; [Strategies] says what each strategy promises. Each strategy is a
// file, and a row of one table. It sees of a state only what a [View] shows.
package search

import "fmt"

// This file defines frontiers, and the table of the strategies.

// Frontier holds states of type Y in the order of a strategy. It keeps no reference to a state that was taken.
type Frontier[Y any] interface {
	// Push adds the successors of a state, in the order of the rules.
	Push(ys ...Y)
	// Pop takes the next state; ok is false if there is none.
	Pop() (y Y, ok bool)
	// Len returns the number of states held.
	Len() int
}

// Strategy describes a strategy.
type Strategy struct {
	Name  string
	Order string // its order, in words
	Fair  bool   // whether it visits every state in the end, however many others there are
	// Delay is a promise. A state that is pushed while n others wait is taken with the next Delay * (n + 1) states at
	// the latest. 0 means that there is no such promise.
	Delay int
}

// row is a strategy with the function that makes its empty frontier.
type row[Y any] struct {
	Strategy
	frontier func(View[Y]) Frontier[Y]
}

// table has a row for each strategy; the first is the default.
func table[Y any]() []row[Y] {
	return []row[Y]{
		{Strategy{"bfs", "breadth first", true, 1},
			func(View[Y]) Frontier[Y] { return &BFS[Y]{} }},
		{Strategy{"mixed", fmt.Sprintf("breadth first; while over %d states wait, also at random to the end of a run",
			Crowd), true, Ratio * (Pass + 1)},
			func(v View[Y]) Frontier[Y] { return newMixed(v) }},
		{Strategy{"dfs", "depth first, which may follow one endless path and no other", false, 0},
			func(View[Y]) Frontier[Y] { return &DFS[Y]{} }},
		{Strategy{"iddfs", "depth first down to a bound that grows", true, 0},
			func(v View[Y]) Frontier[Y] { return &IDDFS[Y]{depth: v.Depth, bound: FirstBound} }},
		{Strategy{"random", "at random", true, Ratio},
			func(View[Y]) Frontier[Y] { return interleave[Y](newRandom[Y]()) }},
		{Strategy{"visits", "where the fewest states were visited", true, Ratio},
			func(v View[Y]) Frontier[Y] { return interleave[Y](newVisits(v.Site)) }},
		{Strategy{"coverage", "where it is nearest to code that was not reached", true, Ratio},
			func(v View[Y]) Frontier[Y] { return interleave[Y](newCoverage(v.Site, v.Next)) }},
	}
}

// Strategies returns the strategies; the first is the default.
func Strategies() []Strategy {
	var list []Strategy
	for _, r := range table[struct{}]() {
		list = append(list, r.Strategy)
	}
	return list
}

// Names returns the names of the strategies, the default's first.
func Names() []string {
	var names []string
	for _, s := range Strategies() {
		names = append(names, s.Name)
	}
	return names
}

// New returns the empty frontier of a strategy, or nil if there is none of that name.
func New[Y any](name string, view View[Y]) Frontier[Y] {
	for _, r := range table[Y]() {
		if r.Name == name {
			return r.frontier(view)
		}
	}
	return nil
}
