package checker

import (
	"math/big"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/semantics"
)

// This file tests certificates of the run of one input: where a run does what cannot be followed on terms.

// unfollowed is a program whose fill cannot be followed on terms, and that fails for n = 5.
const unfollowed = `
	slot n int
	slot m int
	slot a ptr
	draw n n 0 .. 100000
	alloc a heap 100000
	fill ?a 0 ?n
	draw m m 0 .. 9
	branch (le ?m 7) then more else done
	more: branch (eq ?n 5) then bad else done
	bad: fail "assertion"
	done: return 0`

// followed is the same with a fill of few lengths.
var followed = strings.Replace(unfollowed, "fill ?a 0 ?n", "fill ?a 0 5", 1)

// longer is one with more conditions than inputs.
var longer = strings.Replace(followed, "more: branch", "more: branch (le ?m 8) then next else done\n\tnext: branch", 1)

// oneRun certifies that the run of a program on an input ends with a fault, and says of each input that it has its
// value. It does not ask whether the run could be followed.
func oneRun(t *testing.T, lines, input string) *certs.Bug {
	t.Helper()
	c, m, s := recorded(t, lines, input, 1<<20)
	fault, ok := m.Fault(s)
	if !ok {
		t.Fatal("found no fault")
	}
	c.Fault = certs.Fault{Kind: string(fault.Kind), File: uint64(fault.File), Line: uint64(fault.Line),
		Column: uint64(fault.Column)}
	return c
}

func TestSingle(t *testing.T) {
	const lacking = "path: step 2: unsupported: a copy or a fill of one of more than 1024 ranges"
	set := func(c *certs.Bug, i int, k int64) { c.Path.Conjuncts[i][0].E.Const = big.NewInt(k) }
	for _, x := range []struct {
		title, lines string
		change       func(c *certs.Bug)
		reason       string // "" if it is accepted
	}{
		{"every input has its value", unfollowed, func(c *certs.Bug) {}, ""},
		{"a conjunct is left out", unfollowed, func(c *certs.Bug) { c.Path.Conjuncts = c.Path.Conjuncts[:1] }, lacking},
		{"the first one is", unfollowed, func(c *certs.Bug) { c.Path.Conjuncts = c.Path.Conjuncts[1:] }, "path: "},
		{"there is one more", unfollowed, func(c *certs.Bug) {
			c.Path.Conjuncts = append(c.Path.Conjuncts, c.Path.Conjuncts[0])
		}, lacking},
		{"one of them twice", unfollowed, func(c *certs.Bug) { c.Path.Conjuncts[1] = c.Path.Conjuncts[0] }, lacking},
		{"in another order", unfollowed, func(c *certs.Bug) {
			c.Path.Conjuncts[0], c.Path.Conjuncts[1] = c.Path.Conjuncts[1], c.Path.Conjuncts[0]
		}, lacking},
		{"another value of what a branch asks for", unfollowed, func(c *certs.Bug) { set(c, 0, -6) }, lacking},
		{"another value of what no branch asks for", unfollowed, func(c *certs.Bug) { set(c, 1, -4) }, lacking},
		{"another value, of the model and the input, too", unfollowed, func(c *certs.Bug) {
			set(c, 0, -6)
			c.Model["n"], c.Inputs[0].Value = big.NewInt(6), big.NewInt(6)
		}, "trace: "},
		{"at most the value", unfollowed, func(c *certs.Bug) { c.Path.Conjuncts[0][0].Op = "<=" }, lacking},
		{"another fault", unfollowed, func(c *certs.Bug) { c.Fault.Kind = "overflow" }, `fault: found "overflow"`},
		{"fewer steps", unfollowed, func(c *certs.Bug) { c.Trace.Steps-- }, "trace: "},
		{"a run with more conditions than inputs", longer, func(c *certs.Bug) {}, ""},
		{"such a run, for another value", longer, func(c *certs.Bug) { set(c, 1, -4) }, "path: found 2 conjuncts, want more"},
		{"a run that can be followed, with as many conditions", followed, func(c *certs.Bug) {}, "path: conjunct 1"},
	} {
		c := oneRun(t, x.lines, "n=5 m=3")
		x.change(c)
		v, err := verdictOf(c)
		switch {
		case x.reason == "" && (err != nil || len(v.Path) != 2 || v.Fault.Kind != semantics.AssertionFailed):
			t.Errorf("%s: found %+v, %v, want it accepted", x.title, v, err)
		case x.reason != "" && (err == nil || !strings.Contains(err.Error(), x.reason)):
			t.Errorf("%s: found %v, want %q", x.title, err, x.reason)
		}
	}
}
