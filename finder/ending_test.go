package finder

import (
	"testing"

	"vouch/finder/search"
	"vouch/semantics/source"
)

// TestBusiest counts the states that a search which has ended looks at for advice, however many it left.
func TestBusiest(t *testing.T) {
	inner, outer := source.Span{Line: 5}, source.Span{Line: 1}
	for _, row := range []struct {
		title                string
		left, waiting, calls int
		want                 int // iterations
	}{
		{"none", 0, 0, 0, 0},
		{"a few", 2, 3, 5, 7},
		{"many that were left", 3 * maxLeft, 1, maxLeft + 1, 7},
		{"many that wait", 1, 3 * maxLeft, maxLeft + 1, 7},
	} {
		t.Run(row.title, func(t *testing.T) {
			x := &Exploration[int, int]{Frontier: search.New("dfs", search.View[Node[int]]{}),
				left: make([]int, row.left)}
			for range row.waiting {
				x.Frontier.Push(Node[int]{})
			}
			calls := 0
			l := busiest(x, func(int) []Loop {
				calls++
				return []Loop{{outer, 2}, {inner, 7}}
			})
			if calls != row.calls || l.Iterations != row.want {
				t.Errorf("found %d states looked at, and %d iterations, want %d and %d", calls, l.Iterations, row.calls,
					row.want)
			}
		})
	}
}
