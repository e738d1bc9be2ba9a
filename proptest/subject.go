package proptest

import (
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"

	"vouch/internal/bigstep"
	"vouch/internal/randimp"
	"vouch/semantics"
	"vouch/semantics/imp"
	"vouch/semantics/imp/impfmt"
	"vouch/semantics/imp/impsym"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines what a property needs to know of a program, in any language, and IMP's row.

// Subject is a program in both its semantics. S are the concrete and Y the symbolic states of its language.
type Subject[S, Y any] struct {
	Text     []byte // the program's source
	Concrete semantics.Machine[S]
	Symbolic symbolic.Machine[S, Y]
	Start    Y
	Inputs   []string
	// Begin returns the state in which the program is about to run, and whether the input satisfies the assumptions.
	Begin func(m0 symbolic.Inputs) (s S, assumed bool)
	// Input returns a random input.
	Input func(r *rand.Rand) symbolic.Inputs
	// Same reports whether two symbolic states are the same.
	Same func(y, z Y) bool
	// Loop returns the loop whose condition s is about to test, if there is one.
	Loop func(s S) (loop any, ok bool)
	// Elsewhere moves both states to another statement of the program, the k-th of them all counted round.
	Elsewhere func(s S, y Y, k uint64) (S, Y)
	// Rules returns the steps of y that the declared relation has, and Stuck the condition under which it has none.
	Rules func(y Y) []symbolic.Successor[Y]
	Stuck func(y Y) *term.Formula
	// Memory returns the bound variables of s, by name.
	Memory func(s S) map[string]*big.Int
	// Reference runs the program for so many steps at most, by an evaluator that knows neither of the two semantics.
	Reference func(m0 symbolic.Inputs, steps int) End
	// Smaller returns programs that are simpler by a little; nil stands for what turned out to be none.
	Smaller func() []func() *Subject[S, Y]
}

// End is how a run ended.
type End struct {
	// Behaviour is Normal, the kind of a fault, violated for an assumption that does not hold, unfinished after as many steps as
	// were allowed, or too large for a run that was given up.
	Behaviour string
	Fault     semantics.Fault
	Steps     int64
	Memory    map[string]*big.Int
}

// Same reports whether two runs ended alike.
func (e End) Same(f End) bool {
	return e.Behaviour == f.Behaviour && e.Fault == f.Fault && e.Steps == f.Steps &&
		maps.EqualFunc(e.Memory, f.Memory, func(v, w *big.Int) bool { return v.Cmp(w) == 0 })
}

func (e End) String() string {
	return fmt.Sprintf("%s %v after %d steps in %v", e.Behaviour, e.Fault, e.Steps, e.Memory)
}

// The behaviours that are no faults.
const (
	normal     = "Normal"
	violated   = "violated"
	unfinished = "unfinished"
	tooLarge   = "too large"
)

// Language makes random programs of a language.
type Language[S, Y any] func(r *rand.Rand) *Subject[S, Y]

// IMP is the language IMP, with programs of all families.
func IMP(r *rand.Rand) *Subject[imp.State, impsym.State] {
	return impSubject(randimp.File(r, randimp.Families[r.IntN(len(randimp.Families))]))
}

// impSubject returns the program that f is, or nil if it is none.
func impSubject(f *imp.File) *Subject[imp.State, impsym.State] {
	text := impfmt.Print(f)
	p, err := imp.Load("random.imp", text)
	if err != nil {
		return nil
	}
	concrete, sym := &imp.Machine{Program: p}, impsym.New(p)
	all := statements(nil, p.Body)
	d := declared{sym.Pool(), p}
	return &Subject[imp.State, impsym.State]{
		Text: text, Concrete: concrete, Symbolic: sym, Start: sym.Start(), Inputs: p.Inputs(),
		Begin: func(m0 symbolic.Inputs) (imp.State, bool) {
			store, err := imp.NewStore(p, m0)
			if err != nil {
				panic("proptest: " + err.Error())
			}
			_, assumed := concrete.Assumed(store)
			return concrete.Start(store), assumed
		},
		Input: func(r *rand.Rand) symbolic.Inputs { return randimp.Input(r, p) },
		Same:  sameState,
		Loop: func(s imp.State) (any, bool) {
			w, ok := s.Now.(*imp.While)
			return w, ok
		},
		Elsewhere: func(s imp.State, y impsym.State, k uint64) (imp.State, impsym.State) {
			if len(all) == 0 {
				return s, y
			}
			c := imp.Control{Now: all[k%uint64(len(all))]}
			return imp.State{Store: s.Store, Control: c}, impsym.State{Store: y.Store, Cond: y.Cond, Control: c}
		},
		Memory:    func(s imp.State) map[string]*big.Int { return s.Store.Map(p) },
		Reference: func(m0 symbolic.Inputs, steps int) End { return bigStep(bigstep.Run(p, m0, steps)) },
		Rules:     d.steps,
		Stuck:     d.stuck,
		Smaller: func() []func() *Subject[imp.State, impsym.State] {
			var smaller []func() *Subject[imp.State, impsym.State]
			for _, b := range smallerBlocks(f.Body) {
				smaller = append(smaller, func() *Subject[imp.State, impsym.State] {
					return impSubject(&imp.File{Name: f.Name, Body: b})
				})
			}
			return smaller
		},
	}
}

// bigStep returns the end of a run by the big-step evaluator.
func bigStep(o bigstep.Outcome) End {
	behaviour := map[bigstep.End]string{
		bigstep.Halted: normal, bigstep.Faulted: string(o.Fault.Kind), bigstep.Violated: violated,
		bigstep.OutOfFuel: unfinished, bigstep.TooLarge: tooLarge,
	}[o.End]
	return End{Behaviour: behaviour, Fault: o.Fault, Steps: int64(o.Steps), Memory: o.Memory}
}

// sameState reports whether two symbolic states of one machine are the same.
func sameState(y, z impsym.State) bool {
	if !y.Control.Equal(z.Control) || y.Store.Len() != z.Store.Len() {
		return false
	}
	for i := range y.Store.Len() {
		if e, f := y.Store.Get(i), z.Store.Get(i); e != f && (e == nil || f == nil || !e.Equal(f)) {
			return false
		}
	}
	return y.Cond == z.Cond || slices.EqualFunc(y.Cond.Conjuncts(), z.Cond.Conjuncts(), (*term.Formula).Equal)
}

// statements appends the statements in b, those inside others included.
func statements(all []imp.Stmt, b *imp.Block) []imp.Stmt {
	if b == nil {
		return all
	}
	for _, s := range b.Stmts {
		all = append(all, s)
		switch s := s.(type) {
		case *imp.If:
			all = statements(statements(all, s.Then), s.Else)
		case *imp.While:
			all = statements(all, s.Body)
		}
	}
	return all
}

// fit returns m0 with a value for every input of the names and for no other.
func fit(m0 symbolic.Inputs, names []string) symbolic.Inputs {
	m := maps.Clone(m0)
	maps.DeleteFunc(m, func(name string, _ *big.Int) bool { return !slices.Contains(names, name) })
	for _, name := range names {
		if m[name] == nil {
			m[name] = new(big.Int)
		}
	}
	return m
}
