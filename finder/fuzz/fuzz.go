// Package fuzz runs a program on many inputs. Each is a change of an earlier one, and those that take the program a way
// that no other took are kept and changed again. So it comes to faults where solvers do not get far: behind tables,
// checksums and long loops.
//
// A [Fuzzer] does nothing by chance, and does not look at the clock: it counts the work of its runs, and its numbers
// are the same in every run. What it finds is a run on an input, for others to judge.
package fuzz

import (
	"math"
	"math/big"
	"math/rand/v2"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines the fuzzer, and how it runs a program.

// The bounds of a fuzzer.
const (
	mostWork    = 1 << 22 // work of a run
	leastWork   = 1 << 16 // which every run may take
	slower      = 16      // a run may take so many times the work of those that were kept
	mostWords   = 1 << 22 // memory of a run, in words of 8 bytes, beyond that at its start
	mostDrawn   = 1 << 13 // inputs of a run
	mostEntries = 1 << 12 // inputs that are kept
	mostKept    = 1 << 21 // words of all inputs that are kept, with the ways and the comparisons of their runs
	mostSeeds   = 1 << 6  // inputs that wait
	mostTold    = 4       // how often a fault is told
	runWork     = 2000    // what it takes to begin and to end a run
	stepWork    = 100     // what it takes to take a step of a run alone
)

// Rate is how much work is done in about a microsecond.
const Rate = 100

// Fuzzer runs a program on inputs. Only one goroutine may use it.
type Fuzzer struct {
	program  *core.Program
	index    map[*core.Func]int
	start    core.State // before the first input
	before   int64      // the number of steps to start
	streams  []*stream
	numbers  map[string]int32 // of the streams
	texts    [][]uint64       // that the program has
	rand     *rand.Rand
	cover    *cover
	compared *comparisons

	corpus  []*entry
	planned []*entry    // the entries that may have plans, the last one first
	kept    int         // words of the corpus
	waiting []candidate // inputs to run before others
	longest int         // work of a run that was kept
	told    map[semantics.Fault]int
	tried   map[wanted]int

	// Visit, if it is set, is called with each step of some runs that go further than all before: with the state and
	// the way that the step takes.
	Visit func(s core.State, way semantics.Branch)
	Count Count
}

// put applies an edit.
func (f *Fuzzer) put(in input, e edit) {
	s, words := f.streams[e.stream], in[e.stream][e.at:e.at+e.width]
	if e.width == 1 {
		words[0] = s.fit(e.word)
		return
	}
	f.store(s, words, e.word, e.big)
}

// store makes words the bytes of a number.
func (f *Fuzzer) store(s *stream, words []uint64, n uint64, big bool) {
	for k := range words {
		at := k
		if big {
			at = len(words) - 1 - k
		}
		words[at] = s.fit(n >> (8 * k) & 0xff)
	}
}

// Count counts what a fuzzer did.
type Count struct {
	Runs int64
	Work int64 // a unit is about an operation on a machine word
	Kept int   // inputs
	Ways int   // that runs took from branches
}

// entry is an input that is kept.
type entry struct {
	input   input
	order   []drawn  // as the program draws it
	ways    []int32  // that its run takes
	demands []demand // that it meets
	colour  input    // that takes the same path
	pairs   []pair   // what the run of that compares
	plan    []edit   // of that, to be tried
	work    int
	chosen  int // how often it was changed
}

// candidate is an input that waits, by its words, or as a file.
type candidate struct {
	input   input
	file    []byte
	demands []demand // that it may meet
}

// Crash is an input that leads to a fault.
type Crash struct {
	Fault  semantics.Fault
	Steps  int64
	Inputs map[string]*big.Int
}

// New returns a fuzzer for a program; nil if the program draws no input, or none within 2^25 steps. The start of the
// program is run once; meanwhile goesOn is asked now and then whether that may go on.
func New(p *core.Program, seed uint64, goesOn func() bool) *Fuzzer {
	f := &Fuzzer{
		program: p, index: map[*core.Func]int{}, numbers: map[string]int32{}, rand: rand.New(rand.NewPCG(seed, 0)),
		told: map[semantics.Fault]int{}, tried: map[wanted]int{}, compared: newComparisons(p),
	}
	for i, fn := range p.Funcs {
		f.index[fn] = i
		for i := range fn.Code {
			if in := &fn.Code[i]; in.Op == core.Draw {
				if _, known := f.numbers[in.Name]; !known {
					f.numbers[in.Name] = int32(len(f.streams))
					f.streams = append(f.streams, newStream(in))
				}
			}
		}
	}
	if len(f.streams) == 0 {
		return nil
	}
	m := &core.Machine{Program: p}
	f.start = m.Start()
	for steps := int64(1); steps > 0; f.before += steps {
		if f.before > mostBefore || !goesOn() {
			return nil
		}
		f.start, steps = m.Run(f.start, stretch)
		f.start = f.start.WithoutOutput()
	}
	if m.Blocked(f.start) != semantics.NoInput {
		return nil
	}
	f.cover = newCover(p)
	for _, g := range p.Globals {
		f.texts = append(f.texts, textsOf(g)...)
	}
	f.waiting = append(f.waiting, candidate{input: make(input, len(f.streams))})
	return f
}

// mostBefore is how many steps there may be before the first input.
const mostBefore = 1 << 25

// stretch is how many steps are taken between two looks at whether to go on.
const stretch = 1 << 16

// Seed adds an input, by the names of its values. Values that are missing are those nearest to 0.
func (f *Fuzzer) Seed(values map[string]*big.Int) {
	if len(f.waiting) >= mostSeeds {
		return
	}
	in := make(input, len(f.streams))
	for name, n := range values {
		draw, before, ok := split(name)
		i, known := f.numbers[draw]
		if !ok || !known || before >= mostDrawn {
			continue
		}
		for len(in[i]) <= before {
			in[i] = append(in[i], f.streams[i].nearest())
		}
		if v, ok := f.streams[i].word(n); ok {
			in[i][before] = v
		}
	}
	f.waiting = append(f.waiting, candidate{input: in})
}

// File adds an input as a file: its bytes are the values that the program draws, one after the other, the lowest byte
// of each value first. A value takes as many bytes as its range needs: 1, 2, 4 or 8.
func (f *Fuzzer) File(data []byte) {
	f.waiting = append(f.waiting, candidate{input: make(input, len(f.streams)), file: append([]byte{}, data...)})
}

// Files returns the inputs that are kept, as File takes them.
func (f *Fuzzer) Files() (files [][]byte) {
	for _, e := range f.corpus {
		var file []byte
		for _, d := range e.order {
			file = f.streams[d.stream].put(file, d.word)
		}
		files = append(files, file)
	}
	return files
}

// ran is how a run ended.
type ran struct {
	last  core.State
	steps int64
	work  int
	over  bool    // whether it was cut
	order []drawn // what it drew
	fault *semantics.Fault
	input input // what it drew, by streams
}

// most returns how much work a run may take.
func (f *Fuzzer) most() int {
	if f.longest == 0 {
		return mostWork
	}
	return min(max(slower*f.longest, leastWork), mostWork)
}

// took counts a way that a run took.
func (f *Fuzzer) took(s *core.State, fn, pc int, way semantics.Branch) bool {
	f.cover.took(s, fn, pc, way)
	return true
}

// run runs the program on an input.
func (f *Fuzzer) run(c candidate, most int, see func(s *core.State, fn, pc int, way semantics.Branch) bool) ran {
	r := ran{input: make(input, len(f.streams))}
	meter := semantics.NewMeter(int64(most), f.start.Words()+mostWords)
	f.start.Hold(meter)
	file := c.file
	m := &core.Machine{Program: f.program, Meter: meter, Input: func(n int, name string) (*big.Int, bool) {
		if n == len(r.order) {
			if n == mostDrawn {
				return nil, false
			}
			draw, k, _ := split(name)
			i := f.numbers[draw]
			s := f.streams[i]
			var v uint64
			switch {
			case c.file != nil:
				v, file = s.get(file)
			case k < len(c.input[i]):
				v = c.input[i][k]
			default:
				v = s.missing()
			}
			r.order, r.input[i] = append(r.order, drawn{i, v}), append(r.input[i], v)
		}
		d := r.order[n]
		return f.streams[d.stream].value(d.word), true // asked again, a state draws the same
	}}
	branches := func(s *core.State, fn, pc int, way semantics.Branch) bool {
		return way == semantics.NoBranch || see(s, fn, pc, way)
	}
	r.last, r.steps = m.Watch(f.start, math.MaxInt64, branches)
	if fault, ok := m.Fault(r.last); ok {
		r.fault = &fault
	}
	r.work = int(meter.Spent())
	r.over = meter.Exhausted() || len(r.order) == mostDrawn
	f.Count.Runs++
	f.Count.Work += int64(r.work) + runWork
	return r
}

// retrace takes the steps of a run once more, for Visit.
func (f *Fuzzer) retrace(r ran) {
	m := &core.Machine{Program: f.program, Input: func(n int, _ string) (*big.Int, bool) {
		if n >= len(r.order) {
			return nil, false
		}
		d := r.order[n]
		return f.streams[d.stream].value(d.word), true
	}}
	for s, left := f.start, r.steps; left >= 0; left-- {
		next, rule, _ := m.Step(s)
		if !s.Ended() {
			f.Visit(s, rule.Branch)
		}
		s = next
	}
	f.Count.Work += r.steps * stepWork
}

// words returns the memory of an entry.
func (e *entry) words() int {
	return 2*e.input.size() + len(e.order)*2 + len(e.ways)/2 + 4*len(e.pairs) + 5*mostPlanned
}

// drop removes the largest entry.
func (f *Fuzzer) drop() {
	worst := 0
	for i, e := range f.corpus {
		if e.words() > f.corpus[worst].words() {
			worst = i
		}
	}
	f.kept -= f.corpus[worst].words()
	f.corpus = append(f.corpus[:worst], f.corpus[worst+1:]...)
}
