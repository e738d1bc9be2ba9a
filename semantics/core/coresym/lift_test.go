package coresym_test

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"vouch/internal/effort"
	"vouch/internal/randcore"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
)

// TestLift: a lifted state stands for the state that was lifted, and leads on as that does.
func TestLift(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 62))
	objects, calls, ended := 0, 0, 0
	families := slices.Concat(randcore.Families, randcore.BitFields)
	for i := range effort.Of(3000) {
		p := randcore.Program(r, families[i%len(families)])
		for _, f := range p.Funcs { // what is drawn becomes a constant
			for i := range f.Code {
				if in := &f.Code[i]; in.Op == core.Draw {
					f.Code[i] = core.Instr{Op: core.Set, Dst: in.Dst, Span: in.Span, Loop: in.Loop, Args: []*core.Expr{
						{Op: core.Const, Type: core.Int, Int: big.NewInt(r.Int64N(10))}}}
				}
			}
		}
		if err := p.Check(); err != nil {
			t.Fatal(err)
		}
		m, y := &core.Machine{Program: p}, coresym.New(p)
		s, steps := m.Run(m.Start(), int64(r.IntN(200)))
		for range 30 {
			lifted := y.Lift(s)
			found, ok := y.Concretize(lifted, nil)
			if !ok || !found.Equal(s) {
				t.Fatalf("the state after %d steps is another one lifted:\n%s", steps, p.Text())
			}
			objects, calls = max(objects, s.Objects()), max(calls, s.Depth())
			next, _, ok := m.Step(s)
			step := y.Step(lifted)
			if !ok {
				if s.Ended() {
					ended++
				}
				break
			}
			if !step.Only && len(step.Successors) != 1 {
				t.Fatalf("%d ways lead on from the state after %d steps, want one:\n%s", len(step.Successors), steps,
					p.Text())
			}
			if !step.Only {
				step.Next = step.Successors[0]
			}
			if found, ok := y.Concretize(step.Next.State, nil); !ok || !found.Equal(next) {
				t.Fatalf("the step after %d steps leads elsewhere when lifted:\n%s", steps, p.Text())
			}
			s, steps = next, steps+1
		}
	}
	if objects < 5 || calls < 2 || ended < 20 {
		t.Errorf("found %d objects, %d calls and %d ends, want more", objects, calls, ended)
	}
}
