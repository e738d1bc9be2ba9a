package checker

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"vouch/certs"
	"vouch/internal/effort"
	"vouch/internal/load"
	"vouch/internal/randcore"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
	"vouch/semantics/lang"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file holds the checker's evaluation of the core on terms and the finder's together, on random programs that
// reach every instruction: along executions to a fault they collect the same conditions, and along all executions they
// come by the same ways.

// pathOf returns the path condition on which the finder's semantics reaches a fault from inputs, in so many steps; ok
// is false if that is not supported.
func pathOf(t *testing.T, p *core.Program, inputs certs.Memory, steps uint64, fault certs.Fault) (path certs.Path,
	ok bool) {
	m := coresym.New(p)
	v := m.Pool().Completed(func(name string) *big.Int { return inputs[name] })
	holds := func(path, parent *symbolic.PathCondition) bool {
		for _, f := range path.Since(parent) {
			if truth, ok := v.Formula(f); !ok || !truth {
				return false
			}
		}
		return true
	}
	s := m.Start()
	for range steps {
		next, found := s, false
		for _, successor := range m.Expand(s) {
			if holds(m.Path(successor.State), m.Path(s)) {
				next, found = successor.State, true
				break
			}
		}
		if !found {
			if m.Step(s).Unsupported.Reason == "" {
				t.Fatalf("the finder's semantics has no way on\n%s", p.Text())
			}
			return path, false
		}
		s = next
	}
	for _, f := range m.Faults(s) {
		on := m.Path(s).And(f.Guard)
		if string(f.Fault.Kind) == fault.Kind && uint64(f.Fault.Line) == fault.Line && holds(on, m.Path(s)) {
			fs := on.Conjuncts()
			return writePath(term.NewTable(fs), fs), true
		}
	}
	t.Fatalf("the finder's semantics has not the fault %v\n%s", fault, p.Text())
	return path, false
}

func TestAgreesOnCore(t *testing.T) {
	compared, kinds, conjuncts := agrees(t, effort.Of(3000), randcore.Families)
	if compared < effort.Of(1500) || kinds < 18 || conjuncts < effort.Of(1000) {
		t.Errorf("only %d certificates about %d kinds of faults with %d conjuncts", compared, kinds, conjuncts)
	}
}

func TestAgreesOnBitFields(t *testing.T) {
	compared, kinds, conjuncts := agrees(t, effort.Of(2000), randcore.BitFields)
	if compared < effort.Of(1000) || kinds < 8 || conjuncts < effort.Of(700) {
		t.Errorf("only %d certificates about %d kinds of faults with %d conjuncts", compared, kinds, conjuncts)
	}
}

// agrees compares what both collect on so many random programs of some families. It counts the certificates, the kinds
// of their faults and the conjuncts.
func agrees(t *testing.T, programs int, families []randcore.Family) (compared, faults, conjuncts int) {
	r := rand.New(rand.NewPCG(7, 9))
	core1, _ := lang.Find("core", 1)
	kinds := map[string]int{}
	for i := range programs {
		q := randcore.Program(r, families[i%len(families)])
		inputs := randcore.Inputs(r, q)
		text := q.Text()
		p, err := load.Sources(core1, nil, lang.Source{Name: "test.core", Text: text})
		if err != nil {
			t.Fatal(err)
		}
		c, err := certify(string(text), inputs, 2000)
		if err != nil {
			continue // it ends in no fault
		}
		path, ok := pathOf(t, p.Core, inputsOf(c), c.Trace.Steps, c.Fault)
		if !ok {
			t.Errorf("the checker certifies what the finder's semantics does not support\n%s", text)
			continue
		}
		if !certs.Same(path, c.Path) {
			t.Fatalf("%v: %v\n found the path\n%v\nwant\n%v\n%s", inputs, c.Fault, show(c.Path), show(path), text)
		}
		if _, err := check(certs.Encode(c), nil, DefaultLimits); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		compared++
		kinds[c.Fault.Kind]++
		conjuncts += len(path.Conjuncts)
	}
	return compared, len(kinds), conjuncts
}

func show(p certs.Path) string { return fmt.Sprintf("%+v", p) }
