package fuzz

import (
	"math/big"
	"slices"
	"strconv"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines which input is changed next, and how inputs are changed.

// nameOf returns the name of an input that is drawn after the given number of others of the same draw.
func nameOf(draw string, before int) string {
	if before == 0 {
		return draw
	}
	return draw + "#" + strconv.Itoa(before+1)
}

// try runs the program on an input, keeps it if it brings anything new, and returns the fault that it meets.
func (f *Fuzzer) try(c candidate) (crash Crash, crashed bool) {
	r := f.run(c, f.most(), f.took)
	if !r.last.Ended() && r.fault == nil && !r.over && r.last.Instr().Op == core.Assume {
		f.cover.took(&r.last, f.index[r.last.Func()], r.last.PC(), semantics.BranchFalse)
	}
	brought, ways := f.cover.end(!r.over && r.fault == nil)
	if brought != nothing || len(f.corpus) == 0 && !r.over && r.fault == nil {
		f.keep(r, ways, c.demands)
		if brought == further && f.Visit != nil {
			f.retrace(r)
		}
	}
	if r.fault == nil || f.told[*r.fault] == mostTold {
		return crash, false
	}
	f.told[*r.fault]++
	crash = Crash{*r.fault, f.before + r.steps, map[string]*big.Int{}}
	for i, s := range r.input {
		for k, v := range s {
			crash.Inputs[nameOf(f.streams[i].name, k)] = f.streams[i].value(v)
		}
	}
	return crash, true
}

// keep adds the input of a run to the corpus.
func (f *Fuzzer) keep(r ran, ways []int32, demands []demand) {
	e := &entry{input: r.input, order: r.order, ways: ways, work: r.work}
	most := 2*r.work + leastWork
	e.demands = f.met(e.input, demands)
	e.colour = f.colour(r.input, e.demands, most)
	f.compared.begin()
	last := f.run(candidate{input: e.colour}, most, func(s *core.State, fn, pc int, _ semantics.Branch) bool {
		f.compared.look(s, f.program.Funcs[fn].Code[pc].Args[0])
		return true
	}).last
	if !last.Ended() {
		for _, e := range last.Instr().Args { // an assumption that does not hold
			f.compared.look(&last, e)
		}
	}
	e.pairs = f.compared.pairs
	if len(e.demands) == 0 {
		e.demands = f.met(e.colour, f.meets(e.colour, f.compared.equal))
	}
	e.plan = f.plan(e.colour, e.pairs)
	f.planned = append(f.planned, e)
	f.longest = max(f.longest, r.work)
	f.corpus = append(f.corpus, e)
	for f.kept += e.words(); f.kept > mostKept || len(f.corpus) > mostEntries; {
		f.drop()
	}
	f.Count.Kept, f.Count.Ways = len(f.corpus), f.cover.known
}

// meets returns the demands that an input meets, as far as it has one place only for a number that its run found equal
// to another one.
func (f *Fuzzer) meets(in input, equal []pair) (list []demand) {
	for _, p := range equal {
		var places []place
		for _, at := range f.places(in, p.a, p.a) {
			if _, ok := f.demand(p, at, false); ok {
				places = append(places, at)
			}
		}
		if len(places) == 1 {
			d, _ := f.demand(p, places[0], false)
			list = append(list, d)
		}
	}
	return list
}

// Among how many entries one is chosen, and how many changes there are of an entry that is new before any other is
// chosen.
const (
	rivals = 4
	fresh  = 64
)

// next returns the change of an entry. Among some at random it takes the one that went the rarest way and was chosen
// least.
func (f *Fuzzer) next() candidate {
	for n := len(f.planned); n > 0 && f.rand.IntN(2) == 0; n = len(f.planned) {
		e := f.planned[n-1]
		if len(e.plan) == 0 {
			f.planned = f.planned[:n-1]
			continue
		}
		in, planned := e.colour.clone(), e.plan[0]
		e.plan = e.plan[1:]
		f.put(in, planned)
		f.mend(in, e.demands)
		return candidate{input: in, demands: append(e.demands[:len(e.demands):len(e.demands)], planned.demands...)}
	}
	e := f.corpus[len(f.corpus)-1]
	if e.chosen >= fresh {
		best := 0.0
		for range rivals {
			i := f.rand.IntN(len(f.corpus))
			if f.rand.IntN(2) == 0 { // one of the younger half
				i = len(f.corpus) - 1 - i/2
			}
			one := f.corpus[i]
			if score := f.score(one); score > best {
				best, e = score, one
			}
		}
	}
	e.chosen++
	in := f.change(e)
	if len(e.demands) > 0 && f.rand.IntN(4) > 0 {
		f.mend(in, e.demands)
	}
	return candidate{input: in, demands: e.demands}
}

// score says how much is to be hoped from changes of an entry.
func (f *Fuzzer) score(e *entry) float64 {
	rarest := uint32(1<<32 - 1)
	for _, w := range e.ways {
		rarest = min(rarest, f.cover.runs[w])
	}
	return 1 / (float64(1+rarest) * float64(1+e.chosen) * float64(runWork+e.work))
}

// change returns a change of an entry: of one place or of several.
func (f *Fuzzer) change(e *entry) input {
	in := e.input.clone()
	if f.rand.IntN(2) == 0 {
		in = e.colour.clone()
	}
	for range 1 << f.rand.IntN(4) {
		if len(e.pairs) > 0 && f.rand.IntN(3) == 0 {
			p := e.pairs[f.rand.IntN(len(e.pairs))]
			if f.rand.IntN(2) == 0 {
				p.a, p.b = p.b, p.a
			}
			if p.order {
				p.b += uint64(f.rand.IntN(3) - 1)
			}
			if list := f.places(in, p.a, p.b); len(list) > 0 {
				f.put(in, edit{place: list[f.rand.IntN(len(list))], word: p.b})
			}
			continue
		}
		if i, ok := f.choose(in); ok {
			f.vary(in, i)
		}
	}
	return in
}

// choose returns a stream of an input, the longer ones more often.
func (f *Fuzzer) choose(in input) (i int, ok bool) {
	total := 0
	for i, s := range in {
		total += f.weight(i, s)
	}
	if total == 0 {
		return 0, false
	}
	at := f.rand.IntN(total)
	for i, s := range in {
		if at -= f.weight(i, s); at < 0 {
			return i, true
		}
	}
	return 0, false
}

// weight says how often a stream is chosen.
func (f *Fuzzer) weight(i int, s []uint64) int {
	if len(s) == 0 {
		return 0
	}
	return 1 + len(s)
}

// vary changes a stream of an input, which is not empty.
func (f *Fuzzer) vary(in input, i int) {
	s, words := f.streams[i], in[i]
	at := f.rand.IntN(len(words))
	switch f.rand.IntN(12) {
	case 0:
		words[at] = s.fit(words[at] ^ 1<<f.rand.IntN(8*s.width))
	case 1:
		words[at] = s.fit(words[at] + uint64(f.rand.IntN(33)-16))
	case 2:
		words[at] = s.fit(f.rand.Uint64())
	case 3:
		words[at] = f.interesting(s)
	case 4:
		words[at] = words[f.rand.IntN(len(words))]
	case 5: // without a block
		n := f.block(len(words) - at)
		in[i] = append(words[:at], words[at+n:]...)
	case 6: // with one more block
		in[i] = insert(words, at, f.some(s, words))
	case 7: // with a block from elsewhere
		from := f.rand.IntN(len(words))
		copy(words[at:], words[from:from+f.block(len(words)-from)])
	case 8: // with a block of another input
		other := f.corpus[f.rand.IntN(len(f.corpus))].input[i]
		if len(other) > 0 {
			from := f.rand.IntN(len(other))
			copy(words[at:], other[from:from+f.block(len(other)-from)])
		}
	case 9: // the end of another input
		other := f.corpus[f.rand.IntN(len(f.corpus))].input[i]
		if at < len(other) {
			in[i] = append(words[:at], other[at:]...)
		}
	case 10: // a number of several bytes
		if width := 2 << f.rand.IntN(2); s.width == 1 && at+width <= len(words) {
			order := f.order()
			n := load(words[at:at+width], order)
			if f.rand.IntN(2) == 0 {
				n += uint64(f.rand.IntN(33) - 16)
			} else {
				n = f.power(8 * width)
			}
			f.store(s, words[at:at+width], n, order)
		}
	case 11: // a text of the program
		if s.width == 1 && len(f.texts) > 0 {
			text := f.texts[f.rand.IntN(len(f.texts))]
			if f.rand.IntN(2) == 0 {
				in[i] = insert(words, at, text)
			} else {
				copy(words[at:], text)
			}
		}
	}
	if len(in[i]) > mostDrawn {
		in[i] = in[i][:mostDrawn]
	}
	for k, v := range in[i] {
		in[i][k] = s.fit(v)
	}
}

// block returns the length of a block: at least 1, at most most, and mostly short.
func (f *Fuzzer) block(most int) int {
	return 1 + f.rand.IntN(min(most, 1<<f.rand.IntN(7)))
}

// some returns a few words to insert: random ones, or those of a place of the stream.
func (f *Fuzzer) some(s *stream, words []uint64) []uint64 {
	if f.rand.IntN(2) == 0 {
		from := f.rand.IntN(len(words))
		return append([]uint64(nil), words[from:from+f.block(len(words)-from)]...)
	}
	list := make([]uint64, f.block(16))
	for i := range list {
		list[i] = s.fit(f.rand.Uint64())
	}
	return list
}

// insert returns words with others before the one at a place.
func insert(words []uint64, at int, others []uint64) []uint64 {
	return append(append(append([]uint64(nil), words[:at]...), others...), words[at:]...)
}

// interesting returns a word at which programs often do something else: an end of the range, a number near 0, or one
// near a power of two.
func (f *Fuzzer) interesting(s *stream) uint64 {
	switch f.rand.IntN(4) {
	case 0:
		return s.lo
	case 1:
		return s.hi
	case 2:
		return s.fit(uint64(f.rand.IntN(5) - 2))
	}
	return s.fit(f.power(8 * s.width))
}

// power returns a number near a power of two, or its negation.
func (f *Fuzzer) power(most int) uint64 {
	n := uint64(1)<<f.rand.IntN(most) + uint64(f.rand.IntN(3)-1)
	if f.rand.IntN(2) == 0 {
		return -n
	}
	return n
}

// places returns where an input has the number a, as a word or as several bytes, so that b can be put there.
func (f *Fuzzer) places(in input, a, b uint64) (list []place) {
	for i, words := range in {
		s := f.streams[i]
		for at, v := range words {
			if v == a || s.width < 8 && s.width > 1 && (v^a)<<(64-8*s.width) == 0 {
				list = append(list, place{i, at, 1, false})
			}
			if s.width > 1 {
				continue
			}
			for width := 2; width <= 8 && at+width <= len(words); width *= 2 {
				if !fits(a, width) || !fits(b, width) {
					continue
				}
				for _, big := range []bool{false, true} {
					if (load(words[at:at+width], big)^a)<<(64-8*width) == 0 {
						list = append(list, place{i, at, width, big})
					}
				}
			}
		}
		if len(list) > mostPlaces {
			break
		}
	}
	return list
}

// mostPlaces is about how many places of a number are looked at.
const mostPlaces = 1 << 12

// fits reports whether so many bytes can have a number, with or without a sign.
func fits(n uint64, width int) bool {
	return width == 8 || n>>(8*width) == 0 || int64(n)>>(8*width-1) == -1
}

// plan returns edits of an input that put one number of a pair in the place of the other one. Those of which the input
// has few places come first.
func (f *Fuzzer) plan(in input, pairs []pair) (plan []edit) {
	type option struct {
		pair
		left   bool // whether b is the left operand
		places []place
	}
	var options []option
	for _, p := range pairs {
		for _, left := range []bool{false, true} {
			if f.tried[wanted{p.at, p.b}] < mostOfOne {
				if places := f.places(in, p.a, p.b); len(places) > 0 {
					options = append(options, option{p, left, places})
				}
			}
			p.a, p.b = p.b, p.a
		}
	}
	slices.SortStableFunc(options, func(a, b option) int { return len(a.places) - len(b.places) })
	for _, o := range options {
		for n := range min(mostOfPair, len(o.places)) {
			if len(plan) >= mostPlanned {
				return plan
			}
			at := o.places[n]
			if len(o.places) > mostOfPair {
				at = o.places[f.rand.IntN(len(o.places))]
			}
			e := edit{place: at, word: o.b}
			if d, ok := f.demand(o.pair, at, o.left); ok {
				e.demands = []demand{d}
			}
			plan = append(plan, e)
			if o.order {
				plan = append(plan, edit{place: at, word: o.b + 1}, edit{place: at, word: o.b - 1})
			}
			if len(f.tried) < mostTried {
				f.tried[wanted{o.at, o.b}]++
			}
		}
	}
	return plan
}

// mostTried bounds the memory of what was wanted.
const mostTried = 1 << 16

// colour returns an input that takes the same path, with random words where these do not matter for that: then the
// numbers of its run say where in the input they come from.
func (f *Fuzzer) colour(in input, demands []demand, most int) input {
	path, ok := f.path(in, most)
	if !ok {
		return in
	}
	type part struct{ stream, from, to int }
	var parts []part
	for i, s := range in {
		if len(s) > 0 {
			parts = append(parts, part{i, 0, len(s)})
		}
	}
	best := in.clone()
	for tries := 0; len(parts) > 0 && tries < mostColours; tries++ {
		p := parts[0]
		parts = parts[1:]
		next := best.clone()
		for k := p.from; k < p.to; k++ {
			if s := f.streams[p.stream]; !s.ends || next[p.stream][k] != s.lo {
				next[p.stream][k] = s.fit(f.rand.Uint64())
			}
		}
		f.mend(next, demands)
		if q, ok := f.path(next, most); ok && q == path {
			best = next
		} else if half := (p.from + p.to) / 2; half > p.from {
			parts = append(parts, part{p.stream, p.from, half}, part{p.stream, half, p.to})
		}
	}
	return best
}

// mostColours is how many runs it may take to find an input of the same path.
const mostColours = 16

// path returns the path of the run of an input; ok is false if the run was cut, or fails.
func (f *Fuzzer) path(in input, most int) (path uint64, ok bool) {
	r := f.run(candidate{input: in}, most, f.took)
	path = f.cover.path()
	f.cover.end(false)
	return path, !r.over && r.fault == nil
}

// order returns whether a number has its highest byte first.
func (f *Fuzzer) order() (big bool) { return f.rand.IntN(2) == 0 }
