package proptest

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder"
	"vouch/finder/solver"
	"vouch/semantics"
	"vouch/semantics/fronts"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file states what certificates promise: the checker accepts what the finder proves, and that is true; and the
// checker refuses a certificate that was changed.

// Certificates returns the properties of the finder and the checker together.
func Certificates[S, Y any]() []Property[S, Y] {
	return []Property[S, Y]{
		{
			Name: "certificates",
			Doc:  "What the finder proves the checker accepts, and the certificate's encoding reads back as itself; what was changed it refuses.",
			Floor: map[string]int{"certificates": 990, "a decision": 40, "a conjunct's constant": 40,
				"a model that is a lie": 500},
			Check: certificates[S, Y],
		},
		{
			Name:  "lies to the finder",
			Doc:   "Whatever the solver answers, with whatever proof, no bug is proved that is none, and no absence where there is one.",
			Floor: map[string]int{"bug": 60, "no bug": 200, "absence accepted": 40, "a lie found out": 20},
			Check: lied[S, Y],
		},
		{
			Name:  "forged absence",
			Doc:   "Of a program that fails no certificate of absence is accepted, whatever ways it leaves open.",
			Floor: map[string]int{"forged": 2000},
			Check: forged[S, Y],
		},
		{
			Name:  "minimal witnesses",
			Doc:   "The input of a bug that was made minimal reaches the fault that was found, and no input that one move makes smaller does.",
			Floor: map[string]int{"bugs": 990, "smaller": 80, "moves": 3000},
			Check: minimal[S, Y],
		},
		{
			Name:  "verdicts",
			Doc:   "A certain bug is one; where the finder says safe nothing fails, and where it says bounded nothing within the loop limit; the checker accepts the certificate of it.",
			Floor: map[string]int{"bug": 300, "safe": 150, "bounded": 15, "certified": 150, "impossible ways": 10},
			Check: verdicts[S, Y],
		},
		{
			Name: "merges",
			Doc:  "Where ways meet and are merged, verdicts are what running all inputs says, with certificates that are accepted.",
			Floor: map[string]int{"merged, bug": 200, "merged, safe": 150, "merged, where loops are": 100,
				"merged, where calls are": 50},
			Check: merges[S, Y],
		},
		{
			Name:  "forged merges",
			Doc:   "Of a program that fails no certificate of absence is accepted, whatever ways it merges and leaves open.",
			Floor: map[string]int{"merges suffice": 500, "forged": 2500},
			Check: mergesForged[S, Y],
		},
		{
			Name:  "divided ranges",
			Doc:   "Of programs that fail no certificate that divides ranges is accepted, and of the others the one that has single values is.",
			Share: 4,
			Floor: map[string]int{"accepted": 300, "refused": 300, "forged": 1200, "divided, bug": 10,
				"divided, safe": 20},
			Check: divides[S, Y],
		},
		{
			Name:  "landmarks",
			Doc:   "Of programs that never end a search that compares states says what comes of all runs, with certificates that are accepted.",
			Share: 8,
			Floor: map[string]int{"landmarks, safe": 50, "landmarks, bug": 15},
			Check: landmarks[S, Y],
		},
		{
			Name:  "forged landmarks",
			Doc:   "Of a program that fails no certificate of absence is accepted that was made for a program much like it, or whose landmarks were changed.",
			Share: 8,
			Floor: map[string]int{"forged": 150, "of a program that does not fail": 100},
			Check: landmarksForged[S, Y],
		},
		{
			Name:  "invariants",
			Doc:   "No run that is tried fails of a program with loops that the finder proves with invariants, and the checker accepts the proof.",
			Share: 8,
			Floor: map[string]int{"invariants, safe": 50, "invariants, bug": 15},
			Check: proved[S, Y](withLoops),
		},
		{
			Name:  "endless loops",
			Doc:   "The run of an accepted certificate of an endless loop comes by the same state again and again, or goes on for long, and draws nothing.",
			Share: 8,
			Floor: map[string]int{"endless": 40, "refused": 150, "no endless loop": 15},
			Check: endless[S, Y],
		},
		{
			Name:  "forged invariants",
			Doc:   "Of a program of which a run fails, no certificate is accepted that was made for a program much like it, or whose invariants were changed.",
			Share: 16,
			Floor: map[string]int{"forged": 15, "of a program that does not fail": 50},
			Check: provedForged[S, Y](withLoops),
		},
		{
			Name:  "forged summaries",
			Doc:   "Nor is one accepted of a program in C that fills an array of any size, whose claims about the array were changed.",
			Share: 16,
			Floor: map[string]int{"forged": 15, "of a program that does not fail": 15},
			Check: provedForged[S, Y](withArrays),
		},
		{
			Name:  "contracts",
			Doc:   "No run that is tried fails of a program with functions that call themselves which the finder proves with contracts, and the checker accepts the proof.",
			Share: 32,
			Floor: map[string]int{"contracts, safe": 100, "contracts, bug": 200},
			Check: proved[S, Y](withCalls),
		},
		{
			Name:  "forged contracts",
			Doc:   "Of a program of which a run fails, no certificate is accepted that was made for a program much like it, or whose contracts were changed.",
			Share: 32,
			Floor: map[string]int{"forged": 150, "of a program that does not fail": 150},
			Check: provedForged[S, Y](withCalls),
		},
		{
			Name:  "jobs",
			Doc:   "A search that is spread comes to one certificate, which the checker accepts, in whatever order its jobs are done, and whatever liars say.",
			Share: 4,
			Floor: map[string]int{"bug": 180, "safe": 30, "several jobs": 100, "lies": 60},
			Check: jobs[S, Y],
		},
	}
}

// find looks for all bugs of the case's program.
func (c *Case[S, Y]) find(o finder.Options) (*finder.Result, error) {
	o.Pruning, o.Merge, o.All = []finder.Pruning{finder.Auto, finder.Eager}[c.Seed>>9%2], c.Seed>>10%2 == 0, true
	return finder.Find(context.Background(), c.Program, o)
}

func certificates[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	r, err := c.find(finder.Options{
		Limits:    finder.Limits{States: maxStates, Loop: 2},
		NewSolver: func(p *term.Pool) solver.Solver { return c.truthfulOn(p) },
	})
	if err != nil {
		return against("%v", err)
	}
	found := r.Certain()
	if len(found) == 0 {
		return vacuous
	}
	random := c.Rand()
	f := found[random.IntN(len(found))]
	count("certificates")
	data := certs.Encode(f.Bug)
	if _, err := c.check(data); err != nil {
		return against("the checker refuses what the finder proves: %v", err)
	}
	if back, err := certs.Decode(data, checkLimits.MaxBytes); err != nil || !bytes.Equal(certs.Encode(back), data) {
		return against("a certificate reads back as something else: %v", err)
	}
	again := func() *certs.Bug {
		bug, err := certs.Decode(data, checkLimits.MaxBytes)
		if err != nil {
			panic("proptest: a certificate reads back once only: " + err.Error())
		}
		return bug
	}
	for _, i := range random.Perm(len(changes))[:4] {
		bug, change := again(), changes[i]
		if !change.to(bug, random) {
			continue
		}
		count(change.what)
		if _, err := checker.Check(bug.Seal(), checker.Options{Limits: checkLimits, Lower: fronts.All.Lower}); err ==
			nil {
			return against("the checker accepts a certificate in which %s was changed", change.what)
		}
	}
	if bug := again(); incrementInput(bug, random) {
		if _, err := checker.Check(certs.Encode(bug), checker.Options{Limits: checkLimits,
			Lower: fronts.All.Lower}); err == nil {
			return against("the checker accepts a certificate that was changed and not sealed again")
		}
	}
	if _, err := checker.Check(append(slices.Clone(data), 0),
		checker.Options{Limits: checkLimits, Lower: fronts.All.Lower}); err == nil {
		return against("the checker accepts a certificate with a byte more")
	}
	for _, m0 := range c.points()[:min(2, len(c.points()))] {
		bug := again()
		lie := maps.Clone(bug.Model)
		for name := range lie {
			lie[name] = m0[name]
		}
		for i, in := range bug.Inputs {
			if v := lie[in.Name]; v != nil {
				bug.Inputs[i].Value = v
			}
		}
		if fault, faulty := c.fails(fit(drawn(bug.Inputs), c.Inputs), int64(bug.Trace.Steps)); faulty &&
			string(fault.Kind) == bug.Fault.Kind {
			continue
		}
		bug.Model = lie
		count("a model that is a lie")
		if _, err := checker.Check(bug.Seal(), checker.Options{Limits: checkLimits, Lower: fronts.All.Lower}); err ==
			nil {
			return against("the checker believes the lie that %v reaches %v", m0, bug.Fault)
		}
	}
	return ok
}

func lied[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	limits := finder.Limits{States: maxStates, Loop: 2}
	r, err := c.find(finder.Options{
		Limits: limits, Prove: true,
		NewSolver: func(*term.Pool) solver.Solver { return c.liar(c.Rand()) },
	})
	if err != nil {
		return against("%v", err)
	}
	for _, f := range r.Certain() {
		count("bug")
		if _, err := c.check(certs.Encode(f.Bug)); err != nil {
			return against("the checker refuses what the finder proves: %v", err)
		}
		if e := c.concretely(fit(drawn(f.Inputs), c.Inputs), 10*MaxPosition); e.Fault != f.Fault {
			return against("%v is proved for %v, but the run ends %v", f.Fault, f.Inputs, e)
		}
	}
	if len(r.Certain()) == 0 {
		count("no bug")
	}
	if r.Absence == nil {
		if r.Wrong != "" {
			count("a lie found out")
		}
		return ok
	}
	if _, err := c.check(certs.Encode(r.Absence)); err != nil {
		return against("the checker refuses what the finder proves: %v", err)
	}
	count("absence accepted")
	if r.Verdict == finder.Bounded {
		return c.harmless(r.Verdict, true, limits.Loop)
	}
	for _, m0 := range append(c.cube(), c.M0) {
		if e := c.concretely(m0, 10*MaxPosition); e.Fault.Kind != "" {
			return against("the absence of faults is accepted, but from %v the run ends %v", m0, e)
		}
	}
	return ok
}

// forged tries to pass off a program that fails for some input as safe, by certificates that prove no way impossible.
func forged[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	m0, fails := c.M0, c.concretely(c.M0, MaxPosition).Fault.Kind != ""
	for i := 0; i < len(c.cube()) && !fails; i++ {
		m0 = c.cube()[i]
		fails = c.concretely(m0, MaxPosition).Fault.Kind != ""
	}
	if !fails {
		return vacuous
	}
	for _, n := range c.Rand().Perm(12)[:4] {
		count("forged")
		forgery := &certs.Absence{Kind: certs.KindSafe, Program: c.About, Ways: make([]certs.Proof, n)}
		if _, err := checker.Check(forgery.Seal(), checker.Options{Limits: checkLimits,
			Lower: fronts.All.Lower}); err == nil {
			return against("the absence of faults is accepted with %d ways open, but %v fails", n, m0)
		}
	}
	return ok
}

// harmless looks for an input that fails within the loop limit, though the verdict says that there is none, or what is
// held says so. Inputs may go beyond the limit only if ways were cut there.
func (c *Case[S, Y]) harmless(verdict any, cut bool, loop int) Outcome {
	for _, m0 := range append(c.cube(), c.M0) {
		switch _, _, behaviour := c.limited(m0, loop); {
		case behaviour == normal || behaviour == violated:
		case behaviour == "LoopLimit" && cut:
		default:
			return against("the verdict is %v, but the behaviour of %v within the loop limit is %s", verdict, m0,
				behaviour)
		}
	}
	return ok
}

func verdicts[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	limits := finder.Limits{States: 2 * maxStates, Loop: c.loopLimit()}
	if c.Seed%4 == 0 {
		limits.States = 1 + int64(c.Seed>>2%12)
	}
	o := finder.Options{Limits: limits, Solver: "lia", Prove: true}
	if c.Seed%5 == 0 {
		o.NewSolver = func(p *term.Pool) solver.Solver { return c.forgetfulOn(p) }
	}
	r, err := c.find(o)
	if err != nil {
		return against("%v", err)
	}
	count(string(r.Verdict))
	for _, f := range r.Findings {
		if strings.Contains(f.Reason, "contradicts itself") {
			return against("%v: %s", f.Fault, f.Reason)
		}
	}
	for _, f := range r.Certain() {
		m0 := fit(drawn(f.Inputs), c.Inputs)
		if _, out := semantics.Run(c.Concrete(m0), c.Begin, 10_000, nil); out.Fault == nil || *out.Fault != f.Fault {
			return against("%v is certain for %v, but the execution ends with %v", f.Fault, f.Inputs, out.Fault)
		}
	}
	if r.Held != nil {
		count("unproved")
		return c.harmless(r.Held, r.Coverage.Cut > 0, limits.Loop)
	}
	if r.Verdict != finder.Safe && r.Verdict != finder.Bounded {
		return ok
	}
	count("certified")
	v, err := c.check(certs.Encode(r.Absence))
	if err != nil {
		return against("the checker refuses the certificate that the verdict is %s: %v", r.Verdict, err)
	}
	if v.Closed > 0 {
		count("impossible ways")
	}
	return c.harmless(r.Verdict, r.Verdict == finder.Bounded, limits.Loop)
}

// changes has a row for each field of a certificate that has a meaning, with a way to change it. The function reports
// whether there was something to change.
var changes = []struct {
	what string
	to   func(b *certs.Bug, r *rand.Rand) bool
}{
	{"the language", func(b *certs.Bug, _ *rand.Rand) bool { b.Program.Language += "2"; return true }},
	{"the language's version", func(b *certs.Bug, _ *rand.Rand) bool { b.Program.Version++; return true }},
	{"the division", func(b *certs.Bug, _ *rand.Rand) bool { b.Program.Options["division"] += "ed"; return true }},
	{"the source", func(b *certs.Bug, _ *rand.Rand) bool {
		b.Program.Sources[0].Text = append([]byte("\n"), b.Program.Sources[0].Text...) // and so the fault's place
		return true
	}},
	{"the lowered program", func(b *certs.Bug, r *rand.Rand) bool { return flip(b.Program.Lowered, r) }},
	{"an input", incrementInput},
	{"the range of an input", func(b *certs.Bug, r *rand.Rand) bool {
		if len(b.Inputs) == 0 {
			return false
		}
		in := &b.Inputs[r.IntN(len(b.Inputs))]
		if in.Lo == nil {
			in.Lo = in.Value
		} else {
			in.Lo = nil
		}
		return true
	}},
	{"the number of inputs", func(b *certs.Bug, r *rand.Rand) bool {
		n := len(b.Inputs)
		b.Inputs = b.Inputs[:max(0, n-1)]
		return n > 0
	}},
	{"the order of the inputs", func(b *certs.Bug, r *rand.Rand) bool {
		if len(b.Inputs) < 2 {
			return false
		}
		b.Inputs[0], b.Inputs[1] = b.Inputs[1], b.Inputs[0]
		return true
	}},
	{"the model", func(b *certs.Bug, r *rand.Rand) bool { return increment(b.Model, r) }},
	{"a value that the model has too much", func(b *certs.Bug, _ *rand.Rand) bool {
		b.Model["unheard of"] = new(big.Int)
		return true
	}},
	{"a value that the input has too much", func(b *certs.Bug, _ *rand.Rand) bool {
		b.Inputs = append(b.Inputs, certs.Input{Name: "unheard of", Value: new(big.Int)})
		return true
	}},
	{"the names of the model", func(b *certs.Bug, r *rand.Rand) bool {
		return remove(map[string]*big.Int(b.Model), r)
	}},
	{"the number of steps, by one more", func(b *certs.Bug, _ *rand.Rand) bool { b.Trace.Steps++; return true }},
	{"the number of steps, by one less", func(b *certs.Bug, _ *rand.Rand) bool { b.Trace.Steps--; return true }},
	{"a decision", func(b *certs.Bug, r *rand.Rand) bool {
		if b.Trace.Branches == 0 {
			return false
		}
		i := r.Uint64N(b.Trace.Branches)
		b.Trace.Decisions[i/8] ^= 0x80 >> (i % 8)
		return true
	}},
	{"a bit behind the decisions", func(b *certs.Bug, _ *rand.Rand) bool {
		if b.Trace.Branches%8 == 0 {
			return false
		}
		b.Trace.Decisions[len(b.Trace.Decisions)-1] ^= 1
		return true
	}},
	{"the number of decisions", func(b *certs.Bug, _ *rand.Rand) bool { b.Trace.Branches++; return true }},
	{"one checkpoint more", func(b *certs.Bug, _ *rand.Rand) bool {
		b.Trace.Checkpoints = append(b.Trace.Checkpoints, certs.Checkpoint{Step: b.Trace.Steps,
			Digest: b.Trace.Final.Digest, Values: b.Trace.Final.Values})
		return true
	}},
	{"the final state", func(b *certs.Bug, r *rand.Rand) bool { return incrementValue(b.Trace.Final.Values, r) }},
	{"what the final state shows", func(b *certs.Bug, r *rand.Rand) bool {
		return remove(map[string]certs.Value(b.Trace.Final.Values), r)
	}},
	{"the digest of the final state", func(b *certs.Bug, r *rand.Rand) bool { return flip(b.Trace.Final.Digest, r) }},
	{"the fault's kind", func(b *certs.Bug, _ *rand.Rand) bool {
		i := slices.Index(semantics.Kinds, semantics.Kind(b.Fault.Kind))
		b.Fault.Kind = string(semantics.Kinds[(i+1)%len(semantics.Kinds)])
		return true
	}},
	{"the fault's file", func(b *certs.Bug, _ *rand.Rand) bool { b.Fault.File++; return true }},
	{"the fault's line", func(b *certs.Bug, _ *rand.Rand) bool { b.Fault.Line++; return true }},
	{"the fault's column", func(b *certs.Bug, _ *rand.Rand) bool { b.Fault.Column++; return true }},
	{"a conjunct's constant", func(b *certs.Bug, r *rand.Rand) bool {
		for _, i := range r.Perm(len(b.Path.Conjuncts)) {
			if e := b.Path.Conjuncts[i][0].E; e != nil {
				e.Const = new(big.Int).Add(e.Const, big.NewInt(1))
				return true
			}
		}
		return false
	}},
	{"the number of conjuncts", func(b *certs.Bug, r *rand.Rand) bool {
		k := len(b.Path.Conjuncts)
		if k > 0 {
			i := r.IntN(k)
			b.Path.Conjuncts = slices.Delete(b.Path.Conjuncts, i, i+1)
		}
		return k > 0
	}},
	{"a connective or comparison", func(b *certs.Bug, r *rand.Rand) bool {
		if len(b.Path.Conjuncts) == 0 {
			return false
		}
		node := &b.Path.Conjuncts[r.IntN(len(b.Path.Conjuncts))][0]
		other := map[string]string{"<=": "=", "=": "!=", "!=": "<=", "and": "or", "or": "and"}[node.Op]
		node.Op = other
		return other != ""
	}},
}

// increment changes the value of a variable of m.
func increment(m certs.Memory, r *rand.Rand) bool {
	if len(m) == 0 {
		return false
	}
	names := slices.Sorted(maps.Keys(m))
	name := names[r.IntN(len(names))]
	m[name] = new(big.Int).Add(m[name], big.NewInt(1))
	return true
}

// incrementInput changes the value of an input of b.
func incrementInput(b *certs.Bug, r *rand.Rand) bool {
	if len(b.Inputs) == 0 {
		return false
	}
	in := &b.Inputs[r.IntN(len(b.Inputs))]
	in.Value = new(big.Int).Add(in.Value, big.NewInt(1))
	return true
}

// incrementValue changes a value.
func incrementValue(m certs.Values, r *rand.Rand) bool {
	if len(m) == 0 {
		return false
	}
	names := slices.Sorted(maps.Keys(m))
	name := names[r.IntN(len(names))]
	if v := m[name]; v.Int != nil {
		m[name] = certs.Value{Int: new(big.Int).Add(v.Int, big.NewInt(1))}
	} else {
		m[name] = certs.Value{Text: v.Text + "+1"}
	}
	return true
}

// flip changes a bit.
func flip(data []byte, r *rand.Rand) bool {
	data[r.IntN(len(data))] ^= 1 << r.IntN(8)
	return true
}

// drawn returns the values of inputs by name.
func drawn(list []certs.Input) symbolic.Inputs {
	m := symbolic.Inputs{}
	for _, in := range list {
		m[in.Name] = in.Value
	}
	return m
}

// remove removes a variable from m.
func remove[V any](m map[string]V, r *rand.Rand) bool {
	if len(m) == 0 {
		return false
	}
	names := slices.Sorted(maps.Keys(m))
	delete(m, names[r.IntN(len(names))])
	return true
}

// minimal checks that the finder made the inputs of its bugs as small as it promises.
func minimal[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	found := func(minimize bool) ([]finder.Finding, error) {
		r, err := c.find(finder.Options{
			Limits: finder.Limits{States: maxStates, Loop: 2}, Minimize: minimize,
			Strategy:  []string{"bfs", "dfs"}[c.Seed>>3%2],
			NewSolver: func(p *term.Pool) solver.Solver { return c.truthfulOn(p) },
		})
		if err != nil {
			return nil, err
		}
		return r.Findings, nil
	}
	plain, err := found(false)
	if err != nil {
		return against("%v", err)
	}
	minimized, err := found(true)
	if err != nil {
		return against("%v", err)
	}
	if len(minimized) != len(plain) {
		return against("%d bugs are found, and %d when they are made minimal", len(plain), len(minimized))
	}
	bugs := 0
	for i, f := range minimized {
		if f.Fault != plain[i].Fault || f.Certain() != plain[i].Certain() {
			return against("%v is found, %t, and %v, %t, when it is made minimal (%s)", plain[i].Fault,
				plain[i].Certain(), f.Fault, f.Certain(), f.Reason)
		}
		if !f.Certain() {
			continue
		}
		bugs++
		count("bugs")
		if _, err := c.check(certs.Encode(f.Bug)); err != nil {
			return against("the checker refuses the bug that was made minimal, for %v: %v", f.Inputs, err)
		}
		steps := int64(f.Bug.Trace.Steps)
		if shorter(plain[i].Bug.Model, int64(plain[i].Bug.Trace.Steps), f.Bug.Model, steps) {
			return against("%v for %v becomes larger, %v", f.Fault, plain[i].Bug.Model, f.Bug.Model)
		}
		if shorter(f.Bug.Model, steps, plain[i].Bug.Model, int64(plain[i].Bug.Trace.Steps)) {
			count("smaller")
		}
		if out := c.locallyMinimal(f, steps, count); out != ok {
			return out
		}
	}
	if bugs == 0 {
		return vacuous
	}
	return ok
}

// locallyMinimal tries every move from the input of a bug. The run on that input has the given number of steps.
func (c *Case[S, Y]) locallyMinimal(f finder.Finding, steps int64, count func(string)) Outcome {
	one := big.NewInt(1)
	for _, in := range c.Inputs {
		v, matters := f.Bug.Model[in.Name]
		if !matters {
			continue
		}
		moves := []*big.Int{new(big.Int).Neg(v), new(big.Int).Add(v, one), new(big.Int).Sub(v, one)}
		for k := uint(0); k < uint(v.BitLen()); k++ {
			part := new(big.Int).Rsh(new(big.Int).Abs(v), k)
			if v.Sign() < 0 {
				part.Neg(part)
			}
			moves = append(moves, part.Sub(v, part))
		}
		for _, w := range moves {
			if in.within(w) != w {
				continue
			}
			count("moves")
			input := maps.Clone(f.Bug.Model)
			input[in.Name] = w
			if e := c.concretely(fit(symbolic.Inputs(input), c.Inputs), int(steps)); e.Fault == f.Fault &&
				shorter(input, e.Steps, f.Bug.Model, steps) {
				return against("%v for %v is called minimal, but it is reached with %s = %v too, in %d steps", f.Fault,
					f.Bug.Model, in.Name, w, e.Steps)
			}
		}
	}
	return ok
}

// shorter reports whether an input is smaller than another one that reaches the same fault. The number of steps
// decides, then the sum of the magnitudes, then the number of negative values.
func shorter(a certs.Memory, stepsA int64, b certs.Memory, stepsB int64) bool {
	size := func(m certs.Memory) (sum *big.Int, negative int64) {
		sum = new(big.Int)
		for _, v := range m {
			sum.Add(sum, new(big.Int).Abs(v))
			if v.Sign() < 0 {
				negative++
			}
		}
		return sum, negative
	}
	sumA, negativeA := size(a)
	sumB, negativeB := size(b)
	return cmp.Or(cmp.Compare(stepsA, stepsB), sumA.Cmp(sumB), cmp.Compare(negativeA, negativeB)) < 0
}
