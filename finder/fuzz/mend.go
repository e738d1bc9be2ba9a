package fuzz

import (
	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines how inputs are mended: an input that has to have a number which the program computes of the rest,
// such as a checksum, gets the right one after each change.

// demand returns the demand for the left or the right number of a pair at a place; ok is false if the program does not
// compute it, or if it is only a byte, which chance may find, and texts have many.
func (f *Fuzzer) demand(p pair, at place, left bool) (d demand, ok bool) {
	ok = at.width*f.streams[at.stream].width > 1 && !p.order && p.at.X.Op != core.Const && p.at.Y.Op != core.Const
	return demand{at, p.condition, p.nth, p.at, left}, ok
}

// mend gives an input the numbers that its run demands, one after the other. Of two numbers that are compared, the
// input has one, and gets the other one.
func (f *Fuzzer) mend(in input, demands []demand) {
	for _, d := range demands {
		if d.at+d.width > len(in[d.stream]) {
			return
		}
		n, found, ok := f.demanded(in, d)
		if n == f.at(in, d.place) {
			n = found
		}
		if !ok {
			return
		}
		f.put(in, edit{place: d.place, word: n})
	}
}

// at returns the number that an input has at a place.
func (f *Fuzzer) at(in input, at place) uint64 {
	words := in[at.stream][at.at : at.at+at.width]
	if at.width == 1 {
		return words[0]
	}
	return load(words, at.big)
}

// demanded returns the number that the run of an input demands, and the one that it has instead; ok is false if the run
// does not come there.
func (f *Fuzzer) demanded(in input, d demand) (want, found uint64, ok bool) {
	before := 0
	f.run(candidate{input: in}, f.most(), func(s *core.State, fn, pc int, _ semantics.Branch) bool {
		if f.program.Funcs[fn].Code[pc].Args[0] != d.condition {
			return true
		}
		if before++; before <= d.nth {
			return true
		}
		x, first := f.compared.number(s, d.comparison.X)
		y, second := f.compared.number(s, d.comparison.Y)
		if want, found, ok = y, x, first && second; d.left {
			want, found = x, y
		}
		return false
	})
	return want, found, ok
}

// met returns those of the demands that an input meets, up to the first one that it does not.
func (f *Fuzzer) met(in input, demands []demand) []demand {
	for i, d := range demands {
		want, found, ok := f.demanded(in, d)
		if !ok || want != found || i == mostDemands || d.at+d.width > len(in[d.stream]) {
			return demands[:i:i]
		}
	}
	return demands
}
