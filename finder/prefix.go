package finder

import (
	"context"
	"encoding/binary"
	"errors"
	"slices"

	"vouch/semantics"
	"vouch/semantics/symbolic"
)

// This file defines prefixes: the decisions that lead to the state at which a part of the walk begins.
//
// A prefix is a list of numbers, as package encoding/binary writes them. At a state from which several ways lead on, it
// says which one is taken; states from which one way leads that assumes something are counted if the prefix ends behind
// them. Where ways meet and become one, nothing is taken: then the prefix says of each state up to that place which
// ways are open, because solvers decided that, and whether these meet. So to follow a prefix takes no solver, and what
// it leads to depends on the program alone.

// errPrefix is the error of a prefix that does not fit the program.
var errPrefix = errors.New("the prefix leads to no state of the program")

// decision is the last decision on the way to a state, behind those before it.
type decision struct {
	before *decision
	text   []byte
}

// prefix returns the decisions up to d.
func (d *decision) prefix() []byte {
	var texts [][]byte
	for ; d != nil; d = d.before {
		texts = append(texts, d.text)
	}
	slices.Reverse(texts)
	return slices.Concat(texts...)
}

// walker is a state on the walk.
type walker[Y any] struct {
	Node[Y]
	refuted *refuted // why there is no proof, if only a solver says that no input reaches this state
	number  int      // of the way that leads here, among those from the state before
	taken   *decision
	passed  int     // states from which one way led, since that decision
	part    float64 // of the walk that lies behind it, if each way from a state leads to as much
}

// prefix returns the decisions that lead to n.
func (n *walker[Y]) prefix() []byte {
	p := n.taken.prefix()
	if n.passed > 0 {
		p = append(p, passes(n.passed)...)
	}
	return p
}

// takes returns the decision for the way of a number.
func takes(way int) []byte { return binary.AppendUvarint(nil, uint64(way)<<1) }

// passes returns the decision that is none: to pass some states from which one way leads.
func passes(states int) []byte { return binary.AppendUvarint(nil, uint64(states)<<2|1) }

// opens adds to b that the ways of some numbers are open, and whether they meet.
func opens(b []byte, ways []int, meet bool) []byte {
	n := uint64(len(ways))<<2 | 1
	if meet {
		n |= 2
	}
	b = binary.AppendUvarint(b, n)
	for _, way := range ways {
		b = binary.AppendUvarint(b, uint64(way))
	}
	return b
}

// script is what is left of a prefix.
type script []byte

// number returns the next number.
func (s *script) number() (uint64, error) {
	n, size := binary.Uvarint(*s)
	if size <= 0 {
		return 0, errPrefix
	}
	*s = (*s)[size:]
	return n, nil
}

// decision returns the numbers of the ways that are followed from the next state, of which there may be most, and
// whether they meet. Within merges, all open ways are.
func (s *script) decision(most int, within bool) (ways []int, meet bool, err error) {
	n, err := s.number()
	switch {
	case err != nil:
		return nil, false, err
	case n&1 == 0 && within || n&3 == 1 && !within || n&1 == 1 && n>>2 > uint64(most):
		return nil, false, errPrefix
	case n&1 == 0:
		return []int{int(min(n>>1, 1<<30))}, false, nil
	}
	for range n >> 2 {
		way, err := s.number()
		if err != nil {
			return nil, false, err
		}
		ways = append(ways, int(min(way, 1<<30)))
	}
	return ways, n&2 != 0, nil
}

// segment makes a walk a part of a larger one: it begins behind a prefix, looks for bugs on its way, and ends when its
// work is done.
type segment[Y any] struct {
	script script // what is left of the prefix
	along  bool   // whether the walk follows it
	meet   bool   // whether the ways from the present state meet, as it says
	pass   uint64 // how many states it passes now
	log    []byte // what was decided since the outermost merge began
	over   func() bool
	plain  int64 // plain steps that were taken outside of merges
	walked int64 // other states
	deep   int64 // steps to the deepest of these
	// of these: states from which several ways led on, and places where two ways met
	branches, merges int64
	since            int64                      // of these, when the outermost merge began
	from             int64                      // the work before the prefix
	far              int64                      // how much work behind that the walk follows it
	lacks            func(symbolic.Unsupported) // is told what a state needs and vouch does not support
	// met is told of each fault that nothing refutes: the state, where what is known is with the fault, and the path to
	// the fault.
	met func(ctx context.Context, n walker[Y], path *symbolic.PathCondition, f *semantics.Fault) error
}

// work returns how much was done, in nanoseconds as they are counted, without what solvers do.
func (p *segment[Y]) work() int64 { return p.walked*stateNanos + p.plain*strideNanos }

// beyond reports whether the walk has come further from the first state than a prefix may lead.
func (p *segment[Y]) beyond() bool { return p.work()-p.from > p.far }

// done reports whether the prefix ends here, outside of merges.
func (p *segment[Y]) done() (bool, error) {
	if p.pass == 0 && len(p.script) > 0 {
		rest := p.script
		if n, err := rest.number(); err != nil || n == 1 {
			return false, errPrefix
		} else if n&3 == 1 {
			p.pass, p.script = n>>2, rest
		}
	}
	return p.pass == 0 && len(p.script) == 0, nil
}

// choose returns the states to which a prefix leads from one whose ways lead to all. Counts says whether the state
// counts if there is one of these.
func (p *segment[Y]) choose(all []walker[Y], counts, within bool) (on []walker[Y], err error) {
	p.meet = false
	switch {
	case p.beyond():
		return nil, errPrefix
	case len(all) == 0 || len(all) == 1 && !counts:
		return all, nil
	case len(all) == 1 && !within:
		p.pass -= min(p.pass, 1)
		return all, nil
	case p.pass > 0:
		return nil, errPrefix
	}
	ways, meet, err := p.script.decision(len(all), within)
	if err != nil {
		return nil, err
	}
	for _, number := range ways {
		i := slices.IndexFunc(all, func(n walker[Y]) bool { return n.number == number })
		if i < 0 || len(on) > 0 && on[len(on)-1].number >= number {
			return nil, errPrefix
		}
		on = append(on, all[i])
	}
	if p.meet = meet; meet && len(on) != 2 {
		return nil, errPrefix
	}
	return on, nil
}

// decided records which ways are open at a state from which ways lead to all. Counts says whether the state counts if
// there is one of these, and within whether the state lies within a merge; meet says whether the open ways meet.
func (p *segment[Y]) decided(all, open []walker[Y], counts, within, meet bool) {
	if !within && meet {
		p.log, p.since = nil, p.walked
	}
	if meet || within && (len(all) > 1 || len(all) == 1 && counts) {
		p.log = opens(p.log, numbersOf(open), meet)
	}
}

// numbersOf returns the numbers of the ways that lead to some states.
func numbersOf[Y any](list []walker[Y]) (numbers []int) {
	for _, n := range list {
		numbers = append(numbers, n.number)
	}
	return numbers
}
