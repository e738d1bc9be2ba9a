package mutants

// This file defines the mutants of tries that threads make abreast: which results count, and who is told to stop.

const abreast = "finder/abreast.go"

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
