package imp_test

import (
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"vouch/internal/bigstep"
	"vouch/internal/randimp"
	"vouch/semantics"
	"vouch/semantics/imp"
	"vouch/semantics/imp/impfmt"
)

// This file holds the small-step semantics against the big-step semantics of package bigstep.

// smallStep runs p as bigstep.Run does, on the machine under test.
func smallStep(p *imp.Program, input map[string]*big.Int, fuel int) bigstep.Outcome {
	m := &imp.Machine{Program: p}
	m0, err := imp.NewStore(p, input)
	if err != nil {
		panic(err)
	}
	if at, ok := m.Assumed(m0); !ok {
		return bigstep.Outcome{End: bigstep.Violated, At: at, Memory: m0.Map(p)}
	}
	s, end := semantics.Run(m, m.Start(m0), int64(fuel), nil)
	out := bigstep.Outcome{Steps: int(end.Steps), Memory: s.Store.Map(p)}
	switch {
	case end.Done:
		out.End = bigstep.Halted
	case end.Fault != nil:
		out.End, out.Fault = bigstep.Faulted, *end.Fault
	case end.Blocked == semantics.AssumptionViolated:
		out.End, out.At = bigstep.Violated, s.Now.Pos()
	case end.Blocked == semantics.NotBlocked && out.Steps == fuel:
		out.End = bigstep.OutOfFuel
	default:
		out.End = bigstep.End(fmt.Sprintf("%+v", end))
	}
	return out
}

func sameOutcome(a, b bigstep.Outcome) bool {
	return a.End == b.End && a.Fault == b.Fault && a.At == b.At && a.Steps == b.Steps &&
		maps.EqualFunc(a.Memory, b.Memory, func(v, w *big.Int) bool { return v.Cmp(w) == 0 })
}

// TestSmallStepAgreesWithBigStep compares how runs end: with the same fault at the same place or in the same memory,
// after the same number of steps, also where that is the limit.
func TestSmallStepAgreesWithBigStep(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	count := map[string]int{}
	const programs, inputs = 800, 5
	for _, f := range randimp.Families {
		for range programs {
			p := randimp.Program(r, f)
			for range inputs {
				input := randimp.Input(r, p)
				fuel := 300
				want := bigstep.Run(p, input, fuel)
				if r.IntN(4) == 0 && want.End != bigstep.TooLarge {
					fuel = r.IntN(want.Steps + 2) // about where the run ends
					want = bigstep.Run(p, input, fuel)
				}
				count[string(want.End)]++
				switch want.End {
				case bigstep.TooLarge:
					continue
				case bigstep.Faulted:
					count[string(want.Fault.Kind)]++
				case bigstep.Violated:
					if want.Steps == 0 {
						count["violated at the start"]++
					}
				case bigstep.OutOfFuel:
					if fuel < 300 {
						count["stopped early"]++
					}
				}
				if want.Steps >= 20 {
					count["20 steps"]++
				}
				if got := smallStep(p, input, fuel); !sameOutcome(got, want) {
					t.Fatalf("%s, input %v, fuel %d:\n got %v\nwant %v\n%s", f.Name, input, fuel, got, want, listing(p))
				}
			}
		}
	}
	t.Log(count)
	if n := count[string(bigstep.TooLarge)]; n > 100 {
		t.Errorf("%d runs were given up", n)
	}
	for what, least := range map[string]int{
		"halted": 10_000, "faulted": 5000, "assumption violated": 1500, "violated at the start": 1000,
		"out of fuel":   3000,
		"stopped early": 3000, "fail": 600, "assertion": 400, "division by zero": 1000, "unbound variable": 2500,
		"20 steps": 1200,
	} {
		if count[what] < least {
			t.Errorf("%s: %d runs, want %d at least", what, count[what], least)
		}
	}
}

// listing shows a program, macros expanded.
func listing(p *imp.Program) string {
	var b strings.Builder
	fmt.Fprintf(&b, "option division %v\ninputs %v\n", p.Division, p.Inputs())
	for _, psi := range p.Assumptions {
		fmt.Fprintf(&b, "assume %s\n", impfmt.Condition(psi))
	}
	b.Write(impfmt.Print(&imp.File{Body: p.Body}))
	return b.String()
}
