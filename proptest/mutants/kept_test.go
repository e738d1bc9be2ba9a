package mutants

// This file lists wrong rules of the cache of results.

const keptFile = "cmd/internal/find/kept.go"

// keptRules are those that tests of package find notice.
var keptRules = []Mutant{
	{
		"cache: what the checker refuses is a result", keptFile,
		`	if err != nil || verdict.Vacuous {`, `	if err == nil && verdict.Vacuous {`, "TestPoisonedCache",
	}, {
		"cache: a certificate of any program is a result", keptFile,
		`	if err != nil || !certs.Same(c.About(), r.program.About) {`, `	if err != nil {`, "TestPoisonedCache",
	}, {
		"cache: bounded is safe", keptFile,
		`		if c.LoopLimit != uint64(limits.Loop) {`, `		if c.LoopLimit > certs.MaxBytes {`,
		"TestPoisonedCache",
	}, {
		"cache: the text does not matter", keptFile,
		`fmt.Fprintf(h, "%q %x\n", f.Name, sha256.Sum256(f.Text))`, `fmt.Fprintf(h, "%q\n", f.Name)`, "TestCacheKeys",
	}, {
		"cache: the options of the search do not matter", keptFile,
		`	fmt.Fprintf(h, "%q minimize %t\n", about, o.Minimize)`, `	fmt.Fprintf(h, "minimize %t\n", o.Minimize)`,
		"TestCacheKeys",
	}, {
		"cache: a smaller input does not matter", keptFile,
		`	fmt.Fprintf(h, "%q minimize %t\n", about, o.Minimize)`, `	fmt.Fprintf(h, "%q\n", about)`,
		"TestCacheKeys",
	}, {
		"cache: one bug is all bugs", keptFile,
		`	case len(res.Findings) == 1 && r.asked.ends(`, `	case len(res.Findings) == 1 && r.asked.severe(`,
		"TestNotKept",
	}, {
		"cache: what is vacuous is kept", keptFile,
		`|| res.Coverage.Vacuous:`, `:`, "TestNotKept",
	}, {
		"cache: endless loops are not looked for", keptFile,
		` || o.SeedsOut != "" || o.Search.Hangs {`, ` || o.SeedsOut != "" {`, "TestNotKept",
	}, {
		"cache: nobody asks which lines are reached", keptFile,
		`	if o.Cache == nil || o.traced() || o.Journal`, `	if o.Cache == nil || o.Journal`, "TestNotKept",
	},
}
