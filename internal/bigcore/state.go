package bigcore

import (
	"math/big"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines what a run consists of: frames, objects, and how it ends.

// Outcome is the end of a run.
type Outcome struct {
	Fault   semantics.Fault   // if it ended in one
	Blocked semantics.Blocked // if that kept it
	Done    bool              // whether it came to its end; else it ran out of fuel
	Status  *big.Int          // if Done
	TooLong bool              // whether it was given up because an integer has more than MaxBits bits
	Steps   int
	Depth   int // of the frames there are at the end
	// of the last frame, by name: *big.Int, Pointer, float32 or float64; the undefined ones are missing
	Slots  map[string]any
	Output []byte

	placed bool // whether Fault has the place that people see
}

// MaxBits is the length of the longest integers with which a run goes on.
const MaxBits = 1 << 14

// run is a run under way.
type run struct {
	program     *core.Program
	input       map[string]*big.Int
	fuel, steps int
	objects     []*object // by identity
	stores      int       // so far
	frames      []*frame
	drawn       map[string]int // how often, by name
	output      []byte
}

// frame is a call that has not returned.
type frame struct {
	f      *core.Func
	at     *core.Instr // that runs
	slots  []any       // nil where undefined
	locals []*object
}

// unwind is the end of a run, as a panic.
type unwind Outcome

func fault(k semantics.Kind, at source.Span) {
	if k == core.Discard {
		panic(unwind{Blocked: semantics.AssumptionViolated})
	}
	panic(unwind{Fault: semantics.Fault{Kind: k, Span: at}})
}

// power returns 2^y.
func power(y *big.Int) *big.Int {
	return new(big.Int).Exp(big.NewInt(2), y, nil)
}

// object is an object.
type object struct {
	id       int
	size     int64
	heap     bool
	readOnly bool
	dead     bool
	scoped   bool // whether its scope has ended it
	made     source.Span
	bytes    map[int64]part // those that were written
}

// part is a byte in memory: byte k of what a store has put there.
type part struct {
	store int // which one; each has its number
	t     core.Scalar
	value any
	k     int64
	lacks byte // the bits that are undefined, if others are not; then it is a byte of its own
}
