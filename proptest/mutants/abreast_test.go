package mutants

// This file defines the mutants of what threads do abreast: which results count, and who is told to stop.

const (
	abreast       = "finder/abreast.go"
	checksAbreast = "checker/abreast.go"
)

var besideEachOther = []Mutant{
	{
		"abreast: the good try that ends first counts", abreast,
		`			r.end = min(r.end, i+1)
			r.stop(i + 1)`,
		`			r.tries[0].result, r.tries[0].done, r.end = result, true, 1
			r.stop(1)`, "TestAbreast",
	}, {
		"abreast: tries behind a good one go on", abreast,
		`			r.stop(i + 1)
		}
	}
	r.some`,
		`		}
	}
	r.some`, "TestAbreastMakes",
	}, {
		"abreast: the result of a try that was told to stop counts", abreast,
		`case !t.vain:`,
		`case !t.vain || len(r.tries) == 2:`, "TestAbreastNear",
	}, {
		"abreast: nobody heeds that a try is near", abreast,
		`if over = over && t.done; t.near && !t.done {`,
		`if over = over && t.done; t.near && !t.done && i > 0 {`, "TestAbreastNear",
	}, {
		"abreast: a panic is lost", abreast,
		`	if r.broken != nil {
		panic(r.broken)
	}`,
		``, "TestAbreastPanic",
	},
}

// besideTheWalk are those of the checker.
var besideTheWalk = []Mutant{
	{
		"beside the walk: what another goroutine refuses is accepted", checksAbreast,
		`refused = contradict(own, rows, cases, chains) != nil || own.Exhausted()`,
		`refused = contradict(own, rows, cases, chains) != nil && own.Exhausted()`, "TestAbreast",
	}, {
		"beside the walk: a goroutine that panics accepts", checksAbreast,
		`refused := true`,
		`refused := false`, "TestAbreast",
	}, {
		"beside the walk: work of other goroutines does not count", checksAbreast,
		`!m.Charge(int(a.work))`,
		`!m.Charge(0)`, "TestAbreast",
	}, {
		"beside the walk: memory of other goroutines does not count", checksAbreast,
		`a.kept > a.reserve`,
		`a.kept < 0`, "TestAbreast",
	}, {
		"beside the walk: nobody waits for other goroutines", checksAbreast,
		`if a.going.Wait(); a.vain`,
		`if a.vain`, "TestAbreast",
	}, {
		"beside the walk: chains are not followed", resolving,
		`	return c.resolve(chains)`,
		`	return c.err`, "TestBits",
	}, {
		"beside the walk: what goroutines refuse is not decided again", "checker/checker.go",
		`o.threads() > 1 && (err != nil ||`,
		`o.threads() > 1 && (err == nil ||`, "TestThreads",
	}, {
		"beside the walk: a verdict that is decided again has what the first one had", "checker/checker.go",
		`o.Threads, *meter, *v = 1, before, first`,
		`o.Threads, *meter, _ = 1, before, first`, "TestAgain",
	},
}
