package mutants

// This file lists wrong rules of the cache of results, and of which certificates the program at hand is for.

const (
	keptFile   = "cmd/internal/find/kept.go"
	resultFile = "cmd/internal/find/result.go"
)

// keptRules are those that tests of package find notice.
var keptRules = []Mutant{
	{
		"at hand: the certificate of any program of a language is one of the program at hand", resultFile,
		`certs.Same(about, p.About)`, `about.Language == p.About.Language`, "TestCheckedAs",
	}, {
		"at hand: options do not matter", resultFile,
		`certs.Same(about, p.About)`, `certs.Same(about.Sources, p.About.Sources)`, "TestCheckedAs",
	}, {
		"at hand: sources do not matter", resultFile,
		`certs.Same(about, p.About)`, `certs.Same(about.Options, p.About.Options)`, "TestCheckedAs",
	}, {
		"at hand: no certificate is one of the program at hand", resultFile,
		`certs.Same(about, p.About)`, `certs.Same(about.Sources, p.About)`, "TestCheckedAs",
	}, {
		"at hand: the limits of the checker do not matter", resultFile,
		`	if size > mostKnown {`, `	if size > 2*mostKnown {`, "TestCheckedAs",
	}, {
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
