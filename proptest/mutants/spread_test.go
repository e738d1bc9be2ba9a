package mutants

// This file defines the mutants of searches that are spread over jobs.

const (
	spreading = "finder/spread.go"
	doing     = "finder/doer.go"
	prefixes  = "finder/prefix.go"
	messages  = "finder/job.go"
	relaying  = "finder/relay.go"
)

// jobsBelieved are those that the property of jobs notices.
var jobsBelieved = []Mutant{
	{
		"jobs: whatever the checker says of a certificate, it is right", spreading,
		`	entries, err := s.verify(c)
	if err == nil {`,
		`	entries, err := s.verify(c)
	if err == nil || entries >= 0 {`, "jobs",
	}, {
		"jobs: what is left is nothing", spreading,
		`	s.waiting = slices.DeleteFunc(s.waiting, func(w *node) bool { return w == n })
	s.expand(n)`,
		`	s.waiting = slices.DeleteFunc(s.waiting, func(w *node) bool { return w == n })`, "jobs",
	},
}

// legs are those of walks that take turns with explorations.
var legs = []Mutant{
	{
		"relay: a bug of any kind ends a search", "finder/options.go",
		`return len(found) == 0 || o.Enough == nil ||`,
		`return len(found) >= 0 || o.Enough == nil ||`, "TestRelayEnough",
	}, {
		"relay: a walk takes turns with a search that is never to look aside", relaying,
		`len(o.Guide) == 0 && o.LookBack >= 0`,
		`len(o.Guide) == 0 && o.LookBack >= -1`, "TestTakesLegs",
	}, {
		"relay: a leg is as long as it likes", relaying,
		`w.goOn(ctx, spent/legShare, o, seen)`,
		`w.goOn(ctx, legShare*spent, o, seen)`, "TestRelayInVain",
	}, {
		"relay: every way is all of the walk", "finder/absence.go",
		`next[i].part = n.part / float64(len(next))`,
		`next[i].part = n.part`, "TestRelay",
	}, {
		"relay: what the walk reaches is lost", doing,
		`	a.reach.Add(t.symbolic.Reach())
`,
		``, "TestRelay",
	}, {
		"relay: the walk goes on behind what it leaves open", relaying,
		`w.over = w.over || len(n.answer.Open) > 0 ||`,
		`w.over = w.over ||`, "TestRelayOpen",
	},
}

// spreadRules are those that the finder's own tests notice.
var spreadRules = []Mutant{
	{
		"spread: a proof has as many entries as it likes", spreading,
		`size > certs.MaxBytes || len(c.Ways) > mostWays {`,
		`size > certs.MaxBytes || len(c.Ways) > 1<<40 {`, "TestTooMany",
	}, {
		"absence: a proof has as many entries as it likes", "finder/absence.go",
		`case len(a.ways) > mostWays:`,
		`case len(a.ways) > 1<<40:`, "TestTooMany",
	}, {
		"jobs: what one leaves is a job only in part", spreading,
		`next = left[:len(left)-fanOut+1]`,
		`next = left[1 : len(left)-fanOut+1]`, "TestSpreadLong",
	}, {
		"jobs: the bug that comes first counts", spreading,
		`if n.answer == nil || len(n.bugs) > 0 {`,
		`if n.answer != nil && len(n.bugs) > 0 {`, "TestSpreadLong",
	}, {
		"jobs: entries are joined in the order of the tree", spreading,
		`	for _, n := range s.walked() {
		if len(n.answer.Bugs)+len(n.answer.Open) > 0 {`,
		`	for _, n := range s.inOrder() {
		if len(n.answer.Bugs)+len(n.answer.Open) > 0 {`, "TestSpreadLong",
	}, {
		"jobs: bugs of workers are believed", spreading,
		`		if !ok {
			return nil, fmt.Errorf("answer: found inputs that lead to no fault`,
		`		if !ok && b.Steps == 0 {
			return nil, fmt.Errorf("answer: found inputs that lead to no fault`, "TestSpreadFaults",
	}, {
		"jobs: proofs of workers are believed", spreading,
		`	entries, err := s.verify(c)
	if err == nil {`,
		`	entries, err := s.verify(c)
	if err == nil || entries > 0 {`, "TestSpreadFaults",
	}, {
		"jobs: the job with the entry that is refused is never at fault", spreading,
		`	for _, n := range slices.Backward(list[:at+1]) {`,
		`	for _, n := range slices.Backward(list[:at]) {`, "TestSpreadFaults",
	}, {
		"jobs: whose answer is wrong where there are two is not seen", spreading,
		`if err == nil && !bytes.Equal(n.sum, digestOf(r.Answer)) {`,
		`if err == nil && bytes.Equal(n.sum, digestOf(r.Answer)) {`, "TestSpreadFaults",
	}, {
		"jobs: answers of nobody count", spreading,
		`liars: map[string]bool{"": true}}`,
		`liars: map[string]bool{}}`, "TestSpreadFaults",
	}, {
		"jobs: all that a liar has said counts on", spreading,
		`if m.answer != nil && m.by == by && s.jobs[m.digest] == m {`,
		`if m.answer == nil && m.by == by && s.jobs[m.digest] == m {`, "TestSpreadFaults",
	}, {
		"jobs: what fits no right answer is done again for ever", spreading,
		`if err == nil && s.jobs[wrong.digest] == wrong.node {`,
		`if err == nil && s.jobs[wrong.digest] != wrong.node {`, "TestMend",
	}, {
		"jobs: a bug is run although the search has ended", spreading,
		`		if ctx.Err() != nil {
			return context.Cause(ctx).Error()`,
		`		if ctx.Err() == nil && s.at.Jobs < 0 {
			return context.Cause(ctx).Error()`, "TestRan",
	}, {
		"jobs: a prefix leads as far as it says", prefixes,
		`	case p.beyond():
		return nil, errPrefix`,
		`	case p.beyond() && p.pass == 0:
		return nil, errPrefix`, "TestFarthest",
	}, {
		"jobs: a job leaves what is too far", doing,
		`if err == nil && len(left) > 0 && a.part.beyond() {`,
		`if err == nil && len(left) == 0 && a.part.beyond() {`, "TestFarthest",
	}, {
		"jobs: a state that is passed does not count", prefixes,
		`p.pass -= min(p.pass, 1)`,
		`p.pass = 0`, "TestSpreadLong",
	}, {
		"jobs: a prefix does not say where ways meet", meeting,
		`if merged.taken = r.branch.taken; len(a.regions) == 1 {`,
		`if merged.taken = r.branch.taken; len(a.regions) == 0 {`, "TestSpreadLong",
	}, {
		"jobs: to follow a prefix counts as work", doing,
		`			t.begun, t.walked = t.spent(), a.part.walked`,
		`			t.begun, t.walked = 0, 0`, "TestSpreadLong",
	}, {
		"jobs: below a loop limit they begin with a run that has none", doing,
		`if j.Loop == 0 {`,
		`if j.Loop >= 0 {`, "TestSpreadAgrees",
	}, {
		"jobs: an answer may lead anywhere", messages,
		`		if at == len(j.Prefixes) {`,
		`		if at > len(j.Prefixes) {`, "TestMessages",
	}, {
		"jobs: a job may come to nothing for ever", messages,
		`if slices.EqualFunc(left, j.Prefixes, bytes.Equal) {`,
		`if slices.EqualFunc(left, j.Prefixes, bytes.Equal) && len(left) == 0 {`, "TestMessages",
	}, {
		"jobs: a way may belong to two jobs", messages,
		`case i > 0 && bytes.HasPrefix(p, sorted[i-1]):`,
		`case i > 0 && bytes.Equal(p, sorted[i-1]):`, "TestMessages",
	},
}
