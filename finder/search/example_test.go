package search_test

import (
	"fmt"

	"vouch/finder/search"
)

// A frontier decides which state comes next: here of a binary tree, whose nodes are numbered from the top and from the
// left.
func ExampleNew() {
	view := search.View[int]{
		Depth: func(n int) int64 { return int64(len(fmt.Sprintf("%b", n)) - 1) },
		Site:  func(n int) any { return n % 2 },
	}
	for _, strategy := range []string{"bfs", "dfs"} {
		frontier := search.New(strategy, view)
		fmt.Print(strategy, ":")
		frontier.Push(1)
		for n, ok := frontier.Pop(); ok; n, ok = frontier.Pop() {
			fmt.Print(" ", n)
			if n < 4 {
				frontier.Push(2*n, 2*n+1)
			}
		}
		fmt.Println()
	}
	// Output:
	// bfs: 1 2 3 4 5 6 7
	// dfs: 1 2 4 5 3 6 7
}

// The table says of each strategy whether it comes to every state in the end.
func ExampleStrategies() {
	for _, s := range search.Strategies() {
		fmt.Printf("%-8s fair: %-5t %s\n", s.Name, s.Fair, s.Order)
	}
	// Output:
	// bfs      fair: true  breadth first
	// mixed    fair: true  breadth first; while over 256 states wait, also at random to the end of a run
	// dfs      fair: false depth first, which may follow one endless path and no other
	// iddfs    fair: true  depth first down to a bound that grows
	// random   fair: true  at random
	// visits   fair: true  where the fewest states were visited
	// coverage fair: true  where it is nearest to code that was not reached
}
