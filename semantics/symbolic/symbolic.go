// Package symbolic says what it means to run a program on all inputs at once: a symbolic transition relation, the
// conditions under which a symbolic state is at fault, and the relation between symbolic and concrete states.
//
// A [Machine] is such a semantics; package coresym has the one of the core. A [PathCondition] is what a run has assumed
// about its inputs. [Sim] relates a symbolic state to the concrete states for which it stands; theorems about the two
// semantics are stated with it.
package symbolic

import (
	"cmp"
	"math/big"

	"vouch/semantics"
	"vouch/semantics/source"
	"vouch/semantics/term"
)

// Machine is a symbolic semantics, definition 3.8 of the thesis, over symbolic states Y. S are the states of the
// corresponding concrete semantics.
//
// Expressions may have no value, so a state is at fault under a condition. For every input that satisfies its path
// condition, a symbolic state that is not done has exactly one of these: a successor whose path condition the input
// satisfies, a fault whose guard it satisfies, or a violated assumption. If the state needs something that is not
// supported, it has only that and faults.
type Machine[S, Y any] interface {
	// Expand returns the successors of y, with the rule that leads to each, in the order of the rules.
	Expand(y Y) []Successor[Y]
	// Step returns what Expand and Faults return, for the cost of one of them, without the successors that canonical
	// form rules out.
	Step(y Y) Step[Y]
	// Faults returns the faults of y, each with the condition, in addition to the path condition, under which y is
	// stuck on it. No input satisfies two of these guards.
	Faults(y Y) []GuardedFault
	// Run takes at most most steps from y, as long as Step returns Only, and returns the last state and the number of
	// steps.
	Run(y Y, most int64) (last Y, steps int64)
	// Done reports whether y has run to its end.
	Done(y Y) bool
	// Path returns the path condition of y.
	Path(y Y) *PathCondition
	// Site returns a value that stands for the place of y in the program. Two sites can be compared.
	Site(y Y) any
	// Iteration returns how many iterations of a loop have begun since it was entered, if the step to y began one;
	// otherwise 0.
	Iteration(y Y) int
	// Concretize returns the concrete state for which y stands when the inputs are m0, M0 . M^ of definition 3.9; ok is
	// false if there is none.
	Concretize(y Y, m0 Inputs) (s S, ok bool)
	// Equal reports whether two concrete states are the same.
	Equal(s, t S) bool
	// Pool returns the pool in which the terms of this machine live.
	Pool() *term.Pool
	// Share returns the same machine for another goroutine. States and terms of both may be mixed.
	Share() Machine[S, Y]
}

// Inputs gives each input its value, by name.
type Inputs map[string]*big.Int

// Mapper is a Machine that knows which places of its program may follow each other.
type Mapper interface {
	// Next returns the places to which a step may lead from a place that Machine.Site returned; it may return others
	// too.
	Next(site any) []any
}

// Tracer is a Machine that records where a search comes, the states that its method Run passes among them.
type Tracer[Y any] interface {
	// Follow begins with a path: the methods below speak of it next. Certain says whether an input is known that takes
	// it. If so, that holds for all of its trail.
	Follow(certain bool, trail Trail)
	// Visit records that the path is in y.
	Visit(y Y)
	// Took records which way the path goes on from y.
	Took(y Y, way semantics.Branch)
	// Trail returns what was noted of the path since an input was known.
	Trail() Trail
}

// Trail is what a Tracer has noted of a path; nil is none.
type Trail any

// Merger is a Machine whose states may become one where paths meet.
type Merger[Y any] interface {
	// Join returns where the paths from y meet again, if merging them there pays. Before that place, they change
	// nothing but variables and memory. So each of them ends at the join or at a fault, or is impossible. If loops is
	// true, there may be loops before that place, so a path may also not end.
	Join(y Y, loops bool) (at Join, ok bool)
	// Arrived reports whether y is at a join.
	Arrived(y Y, at Join) bool
	// Merge returns a state that stands for yes if f holds and otherwise for no, for all inputs that satisfy path. F
	// has a value for all of them. If there is no such state, or it does not pay, ok is false.
	Merge(path *PathCondition, f *term.Formula, yes, no Y) (merged Y, ok bool)
}

// Landmarker is a Machine whose states can be compared without their path conditions.
type Landmarker[Y any] interface {
	// Landmark reports whether it pays to compare y with other states at the same place.
	Landmark(y Y) bool
	// Forget returns y without the values of slots that are not read again, and these slots for each call, the running
	// one first.
	Forget(y Y) (rest Y, lost [][]uint64)
	// Under returns y with another path condition, one that is weaker.
	Under(y Y, path *PathCondition) Y
	// Keeps returns the names of the inputs whose values y has.
	Keeps(y Y) map[string]bool
	// Same reports whether y and z, from which Forget has taken what it could, are the same but for their path
	// conditions, the names of inputs, and the numbers of objects. Then every input that both path conditions admit,
	// with these names, leads through the same steps from there on. Where y has an input that is free, z may have any
	// integer. If the match says that they differ, this holds only once the places that it lists may hold any integer
	// in z.
	Same(y, z Y, free map[*term.Sym]bool) (match Match, ok bool)
	// Any returns y with new inputs in some places, which it numbers from first on, and the integers that were in
	// memory there. The bounds of the first of these are in within; a bound that is nil is that of the type of a place
	// in memory, or none.
	Any(y Y, places []Place, within [][2]*big.Int, first int) (any Y, were map[*term.Sym]*term.Linear)
	// Numbered reports whether a step so far depended on the number of an object, or may do so later. Then states with
	// other numbers are not the same.
	Numbered() bool
	// Key returns a number that is the same for all states that are the same.
	Key(y Y) uint64
}

// Last is the integer that was read or written last in an object with a summary: its offset, and a range of it.
type Last struct {
	Object uint64
	At     *term.Linear
	Within [2]*big.Int
}

// Varier is a Landmarker that says how states differ that come to the same place.
type Varier[Y any] interface {
	Landmarker[Y]
	// Vary says that states match that have different integers in any places, slots among them. It must be called
	// before states are compared.
	Vary()
	// Context returns a text that is the same for states at the same instruction of the same calls.
	Context(y Y) string
	// At returns the integer in a place, or the offset of the pointer into an object in a slot; ok is false if there is
	// none.
	At(y Y, p Place) (n *term.Linear, ok bool)
	// Decides returns the conditions of some branches in the loop of which y is the head, as they are for y; nil for
	// one that has none.
	Decides(y Y) []*term.Formula
	// Integers returns the slots with integers, and the sizes of objects that are no constants.
	Integers(y Y) []Place
	// Points returns the object into which the pointer in a slot points; ok is false if there is no such pointer.
	Points(y Y, slot Place) (object uint64, ok bool)
	// Parts returns the points of the summary of an object and the ranges between them, if it has one.
	Parts(y Y, object uint64) (points []*term.Linear, within [][2]*big.Int)
	// Ends returns the ends of the ranges of Parts, some of which may be no numbers.
	Ends(y Y, object uint64) [][2]*term.Linear
	// Known returns ranges of the integers in an object: of those that are known, or of the parts of its summary.
	Known(y Y, object uint64) [][2]*big.Int
	// Lasts returns the integers that were read or written last in objects with summaries.
	Lasts(y Y) []Last
	// Numbers returns some of the integers in an object: the one that was read or written last if it has a summary, and
	// otherwise those that are known.
	Numbers(y Y, object uint64) []*term.Linear
	// Holds returns the type of the integers in an object.
	Holds(y Y, object uint64) (scalar uint64)
	// Claims returns what has to be shown for a claim about y; ok is false if it cannot be.
	Claims(y Y, claim Claim) (fs []*term.Formula, ok bool)
	// Summarise returns y with claims instead of the contents of objects, and what holds of their points.
	Summarise(y Y, claims []Claim) (Y, []*term.Formula)
}

// Caller is a Varier that can go on behind a call as if only what it gives were known.
type Caller[Y any] interface {
	Varier[Y]
	// Begins reports whether y is at the beginning of a call of a function that may call itself.
	Begins(y Y) bool
	// Alone returns y without the callers of the call that runs.
	Alone(y Y) Y
	// Gives reports whether the function that runs returns an integer; ok is false if it returns something else.
	Gives(y Y) (integer, ok bool)
	// Behind returns the state behind the call that begins in y, if the function returns n and changes nothing. N is
	// nil if it returns nothing.
	Behind(y Y, n *term.Linear) Y
	// With returns y, which is alone, with a caller that has results as its slots.
	With(y Y, results []*term.Linear) Y
	// Returns reports whether the only call of y returns, and with which integer; nil if it is none.
	Returns(y Y) (n *term.Linear, ok bool)
}

// Claim says of an object that it has integers of a type between each two neighbours among some points, which ascend,
// and that each of these lies in a range.
type Claim struct {
	Object, Type uint64
	Points       [][]Product // sums
	Within       [][2]*big.Int
	// Ends are sums that take the places of the lower and of the upper ends in Within; where there is none, the number
	// counts.
	Ends [2][][]Product
}

// Sums reports whether an end of a range is a sum.
func (c Claim) Sums() bool { return len(c.Ends[0])+len(c.Ends[1]) > 0 }

// Product is the product of a number and of the integers in some places.
type Product struct {
	Times *big.Int
	Of    []Place
}

// Place is the place of an integer in an object; its type is the number of a scalar type. If the object is 0, it is the
// slot At of a call, of the running one if Type is 0, of its caller if Type is 1, and so on. Of another object, the
// place of type 0 at 0 is its size.
type Place struct{ Object, At, Type uint64 }

// Compare compares places in the order that certificates want: slots first, those of the running call before others.
func (p Place) Compare(q Place) int {
	if p.Object == 0 && q.Object == 0 {
		return cmp.Or(cmp.Compare(p.Type, q.Type), cmp.Compare(p.At, q.At))
	}
	return cmp.Or(cmp.Compare(p.Object, q.Object), cmp.Compare(p.At, q.At))
}

// Match says how two states are the same.
type Match struct {
	Differ     bool    // whether they have different integers in places of the second one that may hold any
	Any        []Place // these places, and those where the first one has free inputs, in ascending order
	Renumbered bool    // whether objects have other numbers in the second one
	Renamed    bool    // whether inputs have other names in the second one
	Names      []Place // the places of inputs with other names that may hold any integer instead, in no order
	// objects whose contents differ in more than integers, where places may hold any; in ascending order
	Sums []uint64
	// Rename gives the inputs of the first state the names that they have in the second one. If ok is false, two inputs
	// would have the same name.
	Rename func(*term.Formula) (renamed *term.Formula, ok bool)
}

// Join is an instruction in a call of a function.
type Join struct {
	Call  int // depth of the call
	Index int
	// the same, as the function of the branch numbers it: the number of its instructions stands for the one behind its
	// call
	Name  int
	Loops bool // whether there are loops before it
	Again bool // whether the paths begin at the head of a loop that has begun iterations
}

// Same reports whether j and k are the same instruction in the same call.
func (j Join) Same(k Join) bool { return j.Call == k.Call && j.Index == k.Index }

// Successor is a symbolic state with the rule that leads to it.
type Successor[Y any] struct {
	Rule  semantics.Rule
	State Y
}

// Step is what may follow a symbolic state.
type Step[Y any] struct {
	Only        bool // whether, for every input, Next follows and nothing else, with the same path condition
	Next        Successor[Y]
	Faults      []GuardedFault
	Successors  []Successor[Y]
	Unsupported Unsupported // if not zero, there are no successors
}

// Unsupported is what a state needs and the semantics does not support, with its place. The zero value stands for
// nothing.
type Unsupported struct {
	Reason string
	source.Span
}

// GuardedFault is a fault with the condition under which it happens.
type GuardedFault struct {
	Guard *term.Formula
	Fault semantics.Fault
}

// Sim reports whether the concrete state s concretizes the symbolic state y for the inputs m0, definition 3.10: m0
// satisfies the path condition of y, and y stands for s. Every lemma about the two semantics is stated with it.
func Sim[S, Y any](m Machine[S, Y], m0 Inputs, s S, y Y) bool {
	v := m.Pool().Valuation(func(name string) *big.Int { return m0[name] })
	for _, f := range m.Path(y).Conjuncts() {
		if truth, ok := v.Formula(f); !ok || !truth {
			return false
		}
	}
	t, ok := m.Concretize(y, m0)
	return ok && m.Equal(s, t)
}

// PathCondition is a conjunction of formulas over the inputs, collected along a path. It is a persistent list: longer
// lists share their prefix. Nil is the empty conjunction, which is true.
type PathCondition struct {
	Prefix *PathCondition
	Last   *term.Formula
	Len    int // number of conjuncts
}

// And returns p with the conjuncts of f added. The constant true adds nothing, and nothing is added to false.
func (p *PathCondition) And(f *term.Formula) *PathCondition {
	if p.IsFalse() {
		return p
	}
	for _, g := range f.Conjuncts() {
		p = &PathCondition{p, g, p.len() + 1}
	}
	return p
}

// Only returns p without the conjuncts behind prefix that keep refuses.
func (p *PathCondition) Only(prefix *PathCondition, keep func(*term.Formula) bool) *PathCondition {
	if p == prefix {
		return p
	}
	rest := p.Prefix.Only(prefix, keep)
	switch {
	case !keep(p.Last):
		return rest
	case rest == p.Prefix:
		return p
	}
	return &PathCondition{rest, p.Last, rest.len() + 1}
}

// IsFalse reports whether canonical form alone shows that nothing satisfies p: its last conjunct is false.
func (p *PathCondition) IsFalse() bool { return p != nil && p.Last.Op == term.False }

func (p *PathCondition) len() int {
	if p == nil {
		return 0
	}
	return p.Len
}

// Conjuncts returns the conjuncts of p in the order in which they were added.
func (p *PathCondition) Conjuncts() []*term.Formula { return p.Since(nil) }

// Common returns the longest prefix that p and q share as the same list.
func (p *PathCondition) Common(q *PathCondition) *PathCondition {
	for p != q {
		if p.len() >= q.len() {
			p = p.Prefix
		} else {
			q = q.Prefix
		}
	}
	return p
}

// Since returns the conjuncts that were added to parent, a prefix of p, in their order.
func (p *PathCondition) Since(parent *PathCondition) []*term.Formula {
	first := parent.len()
	fs := make([]*term.Formula, p.len()-first)
	for ; p != parent; p = p.Prefix {
		fs[p.Len-1-first] = p.Last
	}
	return fs
}
