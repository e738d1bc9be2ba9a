package imp

import (
	"fmt"
	"maps"
	"math/big"
	"slices"

	"vouch/semantics"
)

// This file defines the states that IMP programs run through: a store and the command left to run.

// Store is a memory, definition 3.2: the value of each variable by slot, nil where a variable is unbound. Stores and
// the integers in them are never changed once made.
type Store struct{ Vector[*big.Int] }

// With returns the store in which the variable at slot has the value v, M[x <- v] in the thesis.
func (s Store) With(slot int, v *big.Int) Store { return Store{s.Vector.With(slot, v)} }

// Map returns the bound variables of s by name.
func (s Store) Map(p *Program) map[string]*big.Int {
	m := make(map[string]*big.Int, s.Len())
	for i, name := range p.Vars {
		if v := s.Get(i); v != nil {
			m[name] = v
		}
	}
	return m
}

// Equal reports whether both stores bind the same variables to the same values.
func (s Store) Equal(t Store) bool {
	if s.Len() != t.Len() {
		return false
	}
	for i := range s.Len() {
		a, b := s.Get(i), t.Get(i)
		if a != b && (a == nil || b == nil || a.Cmp(b) != 0) {
			return false
		}
	}
	return true
}

// NewStore returns the initial memory of p in which the inputs have the given values and every other variable is
// unbound. It is an error if an input has no value or if a value is given for what is not an input.
func NewStore(p *Program, input map[string]*big.Int) (Store, error) {
	values := make([]*big.Int, len(p.Vars))
	for i, name := range p.Vars {
		v, given := input[name]
		switch {
		case p.Input[i] && v == nil:
			return Store{}, fmt.Errorf("no value is given for the input %s", name)
		case !p.Input[i] && given:
			return Store{}, fmt.Errorf("a value is given for %s, which is not an input", name)
		}
		values[i] = v
	}
	for _, name := range slices.Sorted(maps.Keys(input)) {
		if _, ok := p.Slot(name); !ok {
			return Store{}, fmt.Errorf("a value is given for %s, which is not a variable of the program", name)
		}
	}
	return Store{MakeVector(values)}, nil
}

// Slot returns the index of a variable in Vars.
func (p *Program) Slot(name string) (int, bool) { return slices.BinarySearch(p.Vars, name) }

// Inputs returns the names of the variables that have a value at the start, in order.
func (p *Program) Inputs() []string {
	var names []string
	for i, name := range p.Vars {
		if p.Input[i] {
			names = append(names, name)
		}
	}
	return names
}

// Control is the command left to run, in the form "now; the rest of this block; what encloses it". It stands for the
// right-nested sequence of the thesis, so that a step costs the same however long the program is.
type Control struct {
	Now   Stmt   // the statement to run; Skip once it is done
	Iter  int    // if Now is a loop: the iterations it has begun since it was entered
	Block []Stmt // what follows Now in its block
	Rest  *Cont  // what follows the block; nil at the top level
}

// Cont is what follows a block: another iteration of the loop whose body it is, if Loop is set, then the statements of
// Block, then Next. A Cont is never empty.
type Cont struct {
	Loop  *While
	Iter  int // iterations that Loop has begun
	Block []Stmt
	Next  *Cont
}

// Enter returns the control that runs b and then rest.
func Enter(b *Block, rest *Cont) Control {
	if b == nil || len(b.Stmts) == 0 {
		return Control{Now: &Skip{}, Rest: rest}
	}
	return Control{Now: b.Stmts[0], Block: b.Stmts[1:], Rest: rest}
}

// Becomes returns the control in which Now has turned into s.
func (c Control) Becomes(s Stmt) Control {
	c.Now, c.Iter = s, 0
	return c
}

// After returns what follows Now, as the continuation of a block that Now opens; loop, if not nil, comes first, with
// the iteration about to begin counted.
func (c Control) After(loop *While) *Cont {
	switch {
	case loop != nil:
		return &Cont{Loop: loop, Iter: c.Iter + 1, Block: c.Block, Next: c.Rest}
	case len(c.Block) == 0:
		return c.Rest
	}
	return &Cont{Block: c.Block, Next: c.Rest}
}

// Following returns the control that is left when Now is a skip and something follows it.
func (c Control) Following() (next Control, ok bool) {
	switch k := c.Rest; {
	case len(c.Block) > 0:
		return Control{Now: c.Block[0], Block: c.Block[1:], Rest: k}, true
	case k == nil:
		return c, false
	case k.Loop != nil:
		return Control{Now: k.Loop, Iter: k.Iter, Block: k.Block, Rest: k.Next}, true
	default:
		return Control{Now: k.Block[0], Block: k.Block[1:], Rest: k.Next}, true
	}
}

// Done reports whether nothing is left to run.
func (c Control) Done() bool {
	_, skip := c.Now.(*Skip)
	return skip && len(c.Block) == 0 && c.Rest == nil
}

// Pos returns the place of the statement that the next step is about: the one that follows where Now is a skip.
func (c Control) Pos() Pos {
	if _, skip := c.Now.(*Skip); skip {
		if next, ok := c.Following(); ok {
			return next.Now.Pos()
		}
	}
	return c.Now.Pos()
}

// Equal reports whether both controls are the same command of the same program.
func (c Control) Equal(d Control) bool {
	if c.Iter != d.Iter || !sameStmt(c.Now, d.Now) || !sameBlock(c.Block, d.Block) {
		return false
	}
	k, l := c.Rest, d.Rest
	for k != l {
		if k == nil || l == nil || k.Loop != l.Loop || k.Iter != l.Iter || !sameBlock(k.Block, l.Block) {
			return false
		}
		k, l = k.Next, l.Next
	}
	return true
}

// sameStmt compares statements of one program by identity, except for those that steps make: skips and violated
// assertions.
func sameStmt(a, b Stmt) bool {
	switch a := a.(type) {
	case *Skip:
		_, ok := b.(*Skip)
		return ok
	case *Fail:
		b, ok := b.(*Fail)
		return ok && a.At == b.At && a.Assertion == b.Assertion
	}
	return a == b
}

// sameBlock compares two rests of blocks of one program by identity.
func sameBlock(a, b []Stmt) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// State is a program state: a memory and the command left to run, definition 3.3.
type State struct {
	Store Store
	Control
}

// wordsPerVariable is the memory that a variable takes in a store, with a value of one word.
const wordsPerVariable = 8

// Hold counts in m the memory that s takes as the first state of an execution.
func (s State) Hold(m *semantics.Meter) {
	m.Hold(wordsPerVariable * s.Store.Len())
	for i := range s.Store.Len() {
		m.Hold(size(s.Store.Get(i)))
	}
}

// Replace counts in m the memory that next takes instead of s, of which it is the successor, and ends the step.
func (s State) Replace(next State, m *semantics.Meter) {
	if c, ok := s.Now.(*Assign); ok {
		m.Release(size(s.Store.Get(c.Slot)))
		m.Hold(size(next.Store.Get(c.Slot)))
	}
	m.Settle(0)
}

// size returns the memory that an integer takes beyond its first word; nil is unbound.
func size(v *big.Int) int {
	if v == nil {
		return 0
	}
	return len(v.Bits())
}

// Equal reports whether both are the same state of the same program.
func (s State) Equal(t State) bool { return s.Store.Equal(t.Store) && s.Control.Equal(t.Control) }

// Machine is the semantics of a program. Meter, if set, bounds the work of steps and the memory that they make. What
// states keep of that, whoever keeps states counts.
type Machine struct {
	Program *Program
	Meter   *semantics.Meter
}

func faultAt(k semantics.Kind, at Pos) semantics.Fault {
	return semantics.Fault{Kind: k, Span: at.Span()}
}
