package checker

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/term"
)

// This file defines when a bug certificate is right. It establishes two things, theorem 24 of the thesis: this input fails, and
// every input that satisfies the path condition takes the same decisions to the same fault.

// checkBug checks everything that c says about its program p, and enters in v what that establishes.
func checkBug[S, Y any](c *certs.Bug, p program[S, Y], maxSteps int64, v *Verdict) error {
	s, err := p.Start(c.Input)
	if err != nil {
		return fmt.Errorf("input: %s", strings.ReplaceAll(err.Error(), "\n", " ")) // it may hold any name
	}
	fault, conjuncts, err := replay(c, p, s, maxSteps)
	if err != nil {
		return err
	}
	err = checkPath(c, p.Pool(), conjuncts)
	v.Input, v.Model, v.Steps, v.Fault, v.Path = c.Input, c.Model, int64(c.Trace.Steps), fault, conjuncts
	return err
}

// replay runs the program from s beside the certificate's trace and returns the fault in which it ends, with the conditions
// collected along the way.
func replay[S, Y any](c *certs.Bug, p program[S, Y], s S, maxSteps int64) (semantics.Fault, []*term.Formula, error) {
	t := c.Trace
	fail := func(format string, args ...any) (semantics.Fault, []*term.Formula, error) {
		return semantics.Fault{}, nil, fmt.Errorf(format, args...)
	}
	if t.Steps > uint64(maxSteps) {
		return fail("trace: found %d steps, want at most %d, the step limit", t.Steps, maxSteps)
	}
	at := certs.CheckpointSteps(t.Steps, len(c.Input))
	if len(t.Checkpoints) != len(at) {
		return fail("trace: found %d checkpoints, want %d", len(t.Checkpoints), len(at))
	}
	for i, want := range at {
		if found := t.Checkpoints[i].Step; found != want {
			return fail("trace: checkpoint %d: found step %d, want %d", i+1, found, want)
		}
	}

	var conjuncts []*term.Formula
	for _, a := range p.Assume() {
		conjuncts = append(conjuncts, a.Cond)
	}
	checkpoints := t.Checkpoints
	decided := certs.Bits{Bytes: t.Decisions, Len: t.Branches}
	var branches uint64
	for n := uint64(0); n < t.Steps; n++ {
		if len(checkpoints) > 0 && checkpoints[0].Step == n {
			if !p.Same(s, checkpoints[0].Memory) {
				return fail("trace: step %d: found a checkpoint that is not the memory there", n)
			}
			checkpoints = checkpoints[1:]
		}
		next, rule, ok := p.Step(s)
		if !ok {
			if b := p.Blocked(s); b != semantics.NotBlocked {
				return fail("trace: step %d: %s", n, b)
			}
			return fail("trace: found %d steps, but execution ends after %d", t.Steps, n)
		}
		if rule.Branch != semantics.NoBranch {
			taken := rule.Branch == semantics.BranchTrue
			if branches >= t.Branches || decided.At(branches) != taken {
				return fail("trace: step %d: decision %d is not the one that execution takes, %t", n, branches+1, taken)
			}
			branches++
		}
		for _, f := range p.Follow(s, next, rule.Branch) {
			p.Pool().Meter().Hold(f.Words())
			conjuncts = append(conjuncts, f)
		}
		if p.Pool().Exhausted() {
			return fail("trace: step %d: %w", n, errExhausted)
		}
		if len(conjuncts) > len(c.Path.Conjuncts) { // before they take more memory than the certificate
			return fail("path: found %d conjuncts, want more: there are %d after step %d", len(c.Path.Conjuncts), len(conjuncts), n+1)
		}
		s = next
	}
	if branches != t.Branches || uint64(len(t.Decisions)) != (branches+7)/8 || branches%8 != 0 && t.Decisions[branches/8]<<(branches%8) != 0 {
		return fail("trace: found %d decisions in %d bytes, but execution takes %d, in as few bytes as possible", t.Branches, len(t.Decisions), branches)
	}
	if !p.Same(s, t.Final) {
		return fail("trace: found a final memory that is not the one in which execution ends")
	}

	fault, ok := p.Fault(s)
	if !ok {
		return fail("fault: no fault after %d steps", t.Steps)
	}
	if found := c.Fault; found.Kind != string(fault.Kind) || found.Line != uint64(fault.Line) || found.Column != uint64(fault.Column) {
		return fail("fault: found %.40q at %d:%d, want %q at %d:%d", found.Kind, found.Line, found.Column, fault.Kind, fault.Line, fault.Column)
	}
	if !semantics.Stuck(semantics.Machine[S](p), s) {
		return fail("fault: the state after %d steps is not stuck", t.Steps)
	}
	v := p.Pool().Valuation(func(name string) *big.Int { return c.Input[name] })
	holds := func(f *term.Formula) bool {
		truth, ok := v.Formula(f)
		return ok && truth
	}
	return fault, append(conjuncts, p.FollowFault(s, fault, holds)...), nil
}

// checkPath compares the path condition and the model with the conditions collected on the way.
func checkPath(c *certs.Bug, pool *term.Pool, conjuncts []*term.Formula) error {
	p := comparer{pool.Table(conjuncts), pool.Meter()}
	if pool.Exhausted() {
		return errExhausted
	}
	if len(c.Path.Conjuncts) != len(conjuncts) {
		return fmt.Errorf("path: found %d conjuncts, want %d", len(c.Path.Conjuncts), len(conjuncts))
	}
	for i, f := range conjuncts {
		if rest, same := p.formula(c.Path.Conjuncts[i], f); !same || len(rest) > 0 {
			return fmt.Errorf("path: conjunct %d is not the condition collected there, %s", i+1, f)
		}
	}
	occurs := p.table.Inputs()
	if !slices.Equal(c.Path.Inputs, occurs) || !p.opaque(c.Path.Opaque) {
		return errors.New("path: found symbols other than those that the conjuncts need")
	}
	if found := slices.Sorted(maps.Keys(c.Model)); !slices.Equal(found, occurs) {
		return fmt.Errorf("model: found values of %.40q, want of %.40q, which occur in the path", found, occurs)
	}
	for _, name := range slices.Sorted(maps.Keys(c.Input)) {
		want := c.Model[name]
		if want == nil {
			want = new(big.Int) // the path says nothing of it
		}
		if found := c.Input[name]; found.Cmp(want) != 0 {
			return fmt.Errorf("input: found %s = %s, want %s as in the model, or 0 where that has no value", name, term.FormatInt(found), term.FormatInt(want))
		}
	}
	v := pool.Valuation(func(name string) *big.Int { return c.Model[name] })
	for i, f := range conjuncts {
		if holds, ok := v.Formula(f); !ok || !holds {
			return fmt.Errorf("model: it does not satisfy conjunct %d, %s", i+1, f)
		}
	}
	return nil
}
