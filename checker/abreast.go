package checker

import (
	"errors"
	"sync"

	"vouch/semantics"
	"vouch/semantics/term"
)

// This file defines how other goroutines follow the chains of a certificate while the walk goes on.
//
// The verdict is that of one goroutine, for any number of them. With several, the checker says only yes: everything
// else is decided again by one goroutine, as if there had been no other. And a yes is right, because the walk with one
// goroutine would do the same work, and would stay within the same limits. It takes the same steps, because a rule bits
// that is accepted changes nothing that the walk sees. Each such rule is looked at, by the same code and on the same
// rows and cases, which nobody changes. A symbol may be charged more often here, in a pool of its own, and never less
// often, so the work that is counted here is no less. The memory is counted without the symbols that other goroutines
// have made: a part of it is reserved for these.

// abreast is the work of other goroutines.
type abreast struct {
	slots   chan struct{} // one for each of them
	going   sync.WaitGroup
	reserve int64 // words of memory for what they make and the walk would have kept

	mu   sync.Mutex
	work int64 // that they have done
	kept int64 // words of memory that they still held at the end
	vain bool  // whether something was refused
}

// reserved is which part of the memory is for symbols that other goroutines make.
const reserved = 8

// newAbreast returns the work of n-1 goroutines beside the walk whose meter is m; nil if there are none.
func newAbreast(n int, m *semantics.Meter) *abreast {
	if n < 2 {
		return nil
	}
	return &abreast{slots: make(chan struct{}, min(n, MostThreads)-1), reserve: m.Reserve(reserved)}
}

// MostThreads is how many goroutines there are at most: each may take as much memory as the walk.
const MostThreads = 64

// errAhead ends a walk beside which something was refused. One goroutine says what it is.
var errAhead = errors.New("something was refused")

// bits has another goroutine decide whether chains show that clauses of rows and cases contradict each other.
func (a *abreast) bits(pool *term.Pool, rows []*term.Linear, cases [][]*term.Formula, chains []byte) error {
	own, part := pool.Share(), pool.Meter().Part()
	own.Use(part)
	a.slots <- struct{}{}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.vain {
		<-a.slots
		return errAhead
	}
	a.going.Go(func() {
		refused := true // also if it panics: then one goroutine does so again
		before, held := part.Spent(), part.Held()
		defer func() {
			_ = recover()
			a.mu.Lock()
			defer a.mu.Unlock()
			a.work, a.kept = a.work+part.Spent()-before, a.kept+part.Held()-held
			a.vain = a.vain || refused
			<-a.slots
		}()
		refused = contradict(own, rows, cases, chains) != nil || own.Exhausted()
	})
	return nil
}

// end waits for the goroutines. It returns an error if something was refused, or if all of it may be more than the
// limits of the meter allow.
func (a *abreast) end(m *semantics.Meter) error {
	if a == nil {
		return nil
	}
	if a.going.Wait(); a.vain || a.kept > a.reserve || !m.Charge(int(a.work)) {
		return errAhead
	}
	return nil
}
