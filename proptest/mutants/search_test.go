package mutants

// This file defines the mutants of the search strategies beside breadth-first search.

const (
	iddfs  = "finder/search/iddfs.go"
	fair   = "finder/search/fair.go"
	random = "finder/search/random.go"
	visits = "finder/search/visits.go"
)

var strategies = []Mutant{
	{
		"iterative deepening forgets a state that waits", iddfs,
		`f.Push(waiting...)`,
		`f.Push(waiting[min(1, len(waiting)-1):]...)`, "finished",
	}, {
		"iterative deepening doubles its bound", iddfs,
		`f.bound+f.bound/4`,
		`f.bound+f.bound`, "fairness",
	}, {
		"a heuristic is never interrupted by the oldest state", fair,
		`f.choices%Ratio != 0`,
		`f.choices > 0`, "fairness",
	}, {
		"a heuristic is interrupted by the oldest state half as often", fair,
		`f.choices%Ratio != 0`,
		`f.choices%(2*Ratio) != 0`, "fairness",
	}, {
		"random choice loses track of a state", random,
		`	h.entries[e.rank].rank = e.rank
`,
		``, "fairness",
	}, {
		"a place is visited often that is not", visits,
		`s.cost++`,
		`s.cost--`, "fairness",
	}, {
		"visits of the oldest state are not counted", visits,
		`if len(h.queue) > 1 ||`,
		`if e == h.best() && len(h.queue) > 1 ||`, "fairness",
	},
}
