package view_test

import (
	"fmt"
	"math/big"

	"vouch/internal/load"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/core"
)

// story is a listener that prints what happens.
type story struct{ texts *view.Texts }

func (story) Begin(*core.Machine, core.State) {}

func (l story) Step(s *view.Step) {
	if s.Told() {
		fmt.Println(l.texts.Event(s).Sentence())
	}
}

func (story) End(_ core.State, out semantics.Outcome) { fmt.Println(out.Fault) }

// One replay tells all that listen to it what happens: here a story, and what the fault reads.
func ExampleRun_Replay() {
	p, err := load.File("ratio.imp", []byte("y := x - 7;\nif x > 5 then y := 10 / y else skip fi\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	run := view.Run{Program: p.Core, Steps: 1000, Input: func(int, string) (*big.Int, bool) {
		return big.NewInt(7), true
	}}
	var ending view.Ending
	run.Replay(story{view.ReadTexts(p.Core, p.About.Sources)}, &ending)
	fmt.Println(ending.Values())
	// Output:
	// x = 7
	// y = 7
	// y = 0, was 7
	// if x > 5 is true
	// division by zero at 2:23
	// y = 0
}
