package proptest

import (
	"bytes"
	"context"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder"
	"vouch/semantics"
	"vouch/semantics/symbolic"
)

// This file states what certificates promise: what the finder proves is so, the checker accepts it, and it refuses whatever has
// been changed since.

// Certificates returns the properties of the finder and the checker together. They ask a real solver, which takes time.
func Certificates[S, Y any]() []Property[S, Y] {
	return []Property[S, Y]{
		{
			Name:  "certificates",
			Doc:   "What the finder proves the checker accepts, and the certificate's encoding reads back as itself.",
			Share: 10,
			Floor: map[string]int{"certificates": 300, "a decision": 100, "a checkpoint": 100, "a model that is a lie": 1000},
			Check: certificates[S, Y],
		},
		{
			Name:  "verdicts",
			Doc:   "A certain bug is one; where the finder says safe nothing fails, and where it says bounded nothing within the loop limit.",
			Share: 10,
			Floor: map[string]int{"bug": 300, "safe": 300, "bounded": 5},
			Check: verdicts[S, Y],
		},
	}
}

// find looks for the bugs of the case's program.
func (c *Case[S, Y]) find(limits finder.Limits) (*finder.Result, error) {
	return finder.Find(context.Background(), "random.imp", c.Text, finder.Options{Pruning: finder.Eager, Limits: limits, All: true})
}

// checkLimits bounds the checking of certificates.
var checkLimits = checker.Limits{MaxSteps: 10_000, MaxBytes: 1 << 20}

func certificates[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	r, err := c.find(finder.Limits{States: maxStates, Loop: 2})
	if err != nil {
		return against("%v", err)
	}
	found := r.Certain()
	if len(found) == 0 {
		return vacuous
	}
	for _, f := range found[:min(2, len(found))] {
		count("certificates")
		data := certs.Encode(f.Bug)
		if _, err := checker.Check(data, c.Text, checkLimits); err != nil {
			return against("the checker refuses what the finder proves: %v", err)
		}
		back, err := certs.Decode(data, checkLimits.MaxBytes)
		if err != nil || !certs.Same(back, f.Bug) || !bytes.Equal(certs.Encode(back), data) {
			return against("a certificate reads back as something else: %v", err)
		}
		for _, change := range changes {
			bug, err := certs.Decode(data, checkLimits.MaxBytes)
			if err != nil {
				return against("a certificate reads back once only: %v", err)
			}
			if !change.to(bug, c.Rand()) {
				continue
			}
			count(change.what)
			if _, err := checker.Check(bug.Seal(), nil, checkLimits); err == nil {
				return against("the checker accepts a certificate in which %s was changed", change.what)
			}
		}
		for _, m0 := range c.points() {
			bug, _ := certs.Decode(data, checkLimits.MaxBytes)
			lie := maps.Clone(bug.Model)
			for name := range lie {
				lie[name] = m0[name]
				bug.Input[name] = m0[name]
			}
			if fault, faulty := c.fails(fit(symbolic.Inputs(bug.Input), c.Inputs), int64(bug.Trace.Steps)); faulty && string(fault.Kind) == bug.Fault.Kind {
				continue
			}
			bug.Model = lie
			count("a model that is a lie")
			if _, err := checker.Check(bug.Seal(), nil, checkLimits); err == nil {
				return against("the checker believes the lie that %v reaches %v", m0, bug.Fault)
			}
		}
	}
	return ok
}

func verdicts[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	limits := finder.Limits{States: 2 * maxStates, Loop: c.loopLimit()}
	r, err := c.find(limits)
	if err != nil {
		return against("%v", err)
	}
	count(string(r.Verdict))
	for _, f := range r.Certain() {
		s, assumed := c.Begin(symbolic.Inputs(f.Input))
		if _, out := semantics.Run(c.Concrete, s, 10_000, nil); !assumed || out.Fault == nil || *out.Fault != f.Fault {
			return against("%v is certain for %v, but the execution ends with %v, %t", f.Fault, f.Input, out.Fault, assumed)
		}
	}
	if r.Verdict != finder.Safe && r.Verdict != finder.Bounded {
		return ok
	}
	for _, m0 := range append(c.cube(), c.M0) {
		switch _, _, behaviour := c.limited(m0, limits.Loop); {
		case behaviour == "Normal" || behaviour == "violated":
		case behaviour == "LoopLimit" && r.Verdict == finder.Bounded:
		default:
			return against("the verdict is %s, but the behaviour of %v within the loop limit is %s", r.Verdict, m0, behaviour)
		}
	}
	return ok
}

// changes are the semantic fields of a certificate with a way to change each; to reports whether there was something to change.
var changes = []struct {
	what string
	to   func(b *certs.Bug, r *rand.Rand) bool
}{
	{"the language", func(b *certs.Bug, _ *rand.Rand) bool { b.Program.Language += "2"; return true }},
	{"the language's version", func(b *certs.Bug, _ *rand.Rand) bool { b.Program.Version++; return true }},
	{"the division", func(b *certs.Bug, _ *rand.Rand) bool { b.Program.Options["division"] += "ed"; return true }},
	{"the source", func(b *certs.Bug, _ *rand.Rand) bool {
		b.Program.Source = append([]byte("\n"), b.Program.Source...) // and so the fault's place
		return true
	}},
	{"an input", func(b *certs.Bug, r *rand.Rand) bool { return increment(b.Input, r) }},
	{"the names of the inputs", func(b *certs.Bug, r *rand.Rand) bool { return remove(b.Input, r) }},
	{"the model", func(b *certs.Bug, r *rand.Rand) bool { return increment(b.Model, r) }},
	{"the names of the model", func(b *certs.Bug, r *rand.Rand) bool { return remove(b.Model, r) }},
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
	{"the number of decisions", func(b *certs.Bug, _ *rand.Rand) bool { b.Trace.Branches++; return true }},
	{"a checkpoint", func(b *certs.Bug, r *rand.Rand) bool {
		k := len(b.Trace.Checkpoints)
		return k > 0 && increment(b.Trace.Checkpoints[r.IntN(k)].Memory, r)
	}},
	{"the number of checkpoints", func(b *certs.Bug, _ *rand.Rand) bool {
		k := len(b.Trace.Checkpoints)
		b.Trace.Checkpoints = b.Trace.Checkpoints[:max(0, k-1)]
		return k > 0
	}},
	{"the final memory", func(b *certs.Bug, r *rand.Rand) bool { return increment(b.Trace.Final, r) }},
	{"what the final memory binds", func(b *certs.Bug, r *rand.Rand) bool { return remove(b.Trace.Final, r) }},
	{"the fault's kind", func(b *certs.Bug, _ *rand.Rand) bool {
		i := slices.Index(semantics.Kinds, semantics.Kind(b.Fault.Kind))
		b.Fault.Kind = string(semantics.Kinds[(i+1)%len(semantics.Kinds)])
		return true
	}},
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

// remove removes a variable from m.
func remove(m certs.Memory, r *rand.Rand) bool {
	if len(m) == 0 {
		return false
	}
	names := slices.Sorted(maps.Keys(m))
	delete(m, names[r.IntN(len(names))])
	return true
}
