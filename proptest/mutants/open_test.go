package mutants

// This file lists wrong rules of what is said where nothing could be proved.

// openRules are those that tests of package find notice.
var openRules = []Mutant{
	{
		"open: loops of the library are not finished", "cmd/internal/find/obstacle.go",
		`r.result.Loop.Iterations == 0 || r.inModels(r.result.Loop.Span) {`,
		`r.result.Loop.Iterations == 0 {`, "TestEveryFormatSaysTheObstacle",
	}, {
		"open: a loop is not finished in which an invariant was looked for", "cmd/internal/find/obstacle.go",
		`if r.result == nil || r.result.Obstacle != nil || r.result.Verdict`,
		`if r.result == nil || r.result.Verdict`, "TestEveryFormatSaysTheObstacle",
	},
}
