package finder

import (
	"slices"

	"vouch/semantics/source"
)

// This file defines why a search ends before everything is decided.

// dividing is the ending of a search that is followed by one with divided ranges. It is never reported.
const dividing Ending = "dividing"

// maxLeft bounds how many of the states that are left busiest looks at. They take about 15 microseconds each, and a
// search that ends has no time for more.
const maxLeft = 1 << 12

// busiest returns the loop with the most iterations among the states that x left; of two such loops it returns the
// outer one. A loop has as many iterations as the middle one of the states that are in it: a few states that went deep
// do not say how far the search came. It takes states from the frontier.
func busiest[S, Y any](x *Exploration[S, Y], loops func(Y) []Loop) Loop {
	var order []source.Span // outer loops first
	iterations := map[source.Span][]int{}
	see := func(y Y) {
		for _, l := range loops(y) {
			if l.Iterations > 0 {
				if iterations[l.Span] == nil {
					order = append(order, l.Span)
				}
				iterations[l.Span] = append(iterations[l.Span], l.Iterations)
			}
		}
	}
	for _, y := range x.left[:min(len(x.left), maxLeft)] {
		see(y)
	}
	for range maxLeft {
		n, ok := x.Frontier.Pop()
		if !ok {
			break
		}
		see(n.state)
	}
	var most Loop
	for _, at := range order {
		all := iterations[at]
		slices.Sort(all)
		if middle := all[len(all)/2]; middle >= most.Iterations {
			most = Loop{at, middle}
		}
	}
	return most
}
