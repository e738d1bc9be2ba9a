package term

import (
	"math/big"
	"runtime"
	"testing"

	"vouch/semantics"
)

// This file tests what a pool keeps: the symbols of the terms that there are, and no others; with a meter, all that
// were charged to it.

// TestSymbolsAreLetGo makes many symbols, few of which any term has for long.
func TestSymbolsAreLetGo(t *testing.T) {
	const rounds, each = 30, 1000
	p := NewPool()
	x, y := p.Input("x"), p.Input("y")
	quotient := func(k int64) *Linear { q, _ := p.FloorDiv(p.Add(x, p.Int(big.NewInt(k))), y); return q }
	first := quotient(0)
	var held []*Linear // one of each round
	ids := map[int]bool{}
	for round := range int64(rounds) {
		for i := range int64(each) {
			e := quotient(1 + round*each + i)
			if id := e.Terms[0].Sym.id; ids[id] {
				t.Fatalf("two symbols have the number %d", id)
			} else {
				ids[id] = true
			}
			if i == 0 {
				held = append(held, e)
			}
		}
		runtime.GC()
	}
	if most := 2*firstSweep + each; len(p.known) > most {
		t.Errorf("the pool knows %d symbols after %d were made, want %d at most", len(p.known), p.made, most)
	}
	for i, e := range held {
		if again := quotient(1 + int64(i)*each); again.Terms[0].Sym != e.Terms[0].Sym {
			t.Errorf("%v was made anew though there is a term that has it", e)
		}
	}
	if quotient(0).Terms[0].Sym != first.Terms[0].Sym {
		t.Error("the first symbol was made anew")
	}
	runtime.KeepAlive(x)
}

// TestChargedOnce makes the same symbols again and again, and lets them go: a meter is charged for each once.
func TestChargedOnce(t *testing.T) {
	left := func(collect bool) (words int) {
		p := NewPool()
		p.Use(semantics.NewMeter(semantics.Unlimited, 1<<30))
		x, y := p.Input("x"), p.Input("y")
		for range 3 {
			for i := range int64(2 * firstSweep) {
				p.FloorDiv(p.Add(x, p.Int(big.NewInt(i))), y)
			}
			p.meter.Settle(0)
			if collect {
				runtime.GC()
			}
		}
		for p.meter.Hold(1 << 10) {
			words++
		}
		return words
	}
	if got, want := left(true), left(false); got != want {
		t.Errorf("the meter has %d KiW left if garbage is collected, and %d if it is not", got, want)
	}
}
