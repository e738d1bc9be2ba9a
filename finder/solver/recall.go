package solver

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"

	"vouch/semantics/term"
)

// This file defines answers that searches of several programs share.

// Answers are the answers to queries of searches, without their proofs. Programs that are alike lead to many equal
// queries.
type Answers struct {
	mu    sync.Mutex
	known map[query]Answer
}

// dear is what answers cost at least that are kept for long, in microseconds: they are few.
const dear = 1_000

// Dear returns the answers that cost much, for who keeps those of many programs.
func (m *Answers) Dear() *Answers {
	m.mu.Lock()
	defer m.mu.Unlock()
	few := &Answers{known: map[query]Answer{}}
	for q, a := range m.known {
		if a.Micros >= dear {
			few.known[q] = a
		}
	}
	return few
}

// recalling is an answer as JSON has it.
type recalling struct {
	Query  []byte
	Status Status
	Model  Model  `json:",omitempty"`
	Reason string `json:",omitempty"`
	Micros int64
}

// MarshalJSON returns the answers in the order of their queries.
func (m *Answers) MarshalJSON() ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := []recalling{}
	for _, q := range slices.SortedFunc(maps.Keys(m.known), func(a, b query) int { return bytes.Compare(a[:], b[:]) }) {
		a := m.known[q]
		list = append(list, recalling{q[:], a.Status, a.Model, a.Reason, a.Micros})
	}
	return json.Marshal(list)
}

// UnmarshalJSON reads answers. Those of strangers may be wrong: then a search that uses them may leave out what there
// is.
func (m *Answers) UnmarshalJSON(data []byte) error {
	var list []recalling
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	m.known = map[query]Answer{}
	for _, r := range list {
		if len(r.Query) != len(query{}) || r.Status > Unsat {
			return fmt.Errorf("found a query of %d bytes and the status %d, want %d bytes and a status up to %d",
				len(r.Query), r.Status, len(query{}), Unsat)
		}
		m.known[query(r.Query)] = Answer{Status: r.Status, Model: r.Model, Reason: r.Reason, Micros: r.Micros}
	}
	return nil
}

// Link returns the link of a chain that answers what was asked before, and enters the answers of next. It evaluates
// models in the pool p before it believes them.
func (m *Answers) Link(next Solver, p *term.Pool) Solver { return recalled{m, next, p} }

type recalled struct {
	*Answers
	next Solver
	pool *term.Pool
}

// Solve implements Solver. An answer that is remembered costs nothing here.
func (r recalled) Solve(ctx context.Context, fs []*term.Formula) Answer {
	if ctx.Value(modest{}) != nil { // which may be Unknown for want of work alone
		return r.next.Solve(ctx, fs)
	}
	q := identify(fs)
	r.mu.Lock()
	a, known := r.known[q]
	r.mu.Unlock()
	if known {
		if a.Status != Sat {
			return Answer{Status: a.Status, Reason: a.Reason}
		}
		if model, reason := verify(r.pool, a.Model, fs); reason == "" {
			return Answer{Status: Sat, Model: model}
		}
	}
	a = r.next.Solve(ctx, fs)
	if a.Status != Unknown || ctx.Err() == nil {
		r.mu.Lock()
		if r.known == nil {
			r.known = map[query]Answer{}
		}
		r.known[q] = Answer{Status: a.Status, Model: a.Model, Reason: a.Reason, Micros: a.Micros}
		r.mu.Unlock()
	}
	return a
}
