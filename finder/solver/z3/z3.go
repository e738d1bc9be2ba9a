//go:build cgo

package z3

import (
	"context"
	"fmt"
	"math"
	"strings"
	"syscall"
	"time"

	"github.com/aclements/go-z3/z3"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file defines the solver: the stack of asserted conjuncts, the check, and the way out of it.

// Solver asks Z3. It implements solver.Solver.
type Solver struct {
	opts    Options
	session *session // nil if the next query has to begin a new one
	spent   int64    // of its resources, in all queries
}

// New returns a solver. The queries of one solver are over formulas of one pool.
func New(opts Options) (*Solver, error) {
	if opts.RLimit == 0 {
		opts.RLimit = DefaultRLimit
	}
	if opts.Timeout == 0 {
		opts.Timeout = DefaultTimeout
	}
	return &Solver{opts: opts}, nil // Z3 begins with the first query: it takes longer than most searches that need none
}

// Limit changes how much Z3 may do for each query from now on, in its own units. The time for what it does not count
// grows with that.
func (s *Solver) Limit(units uint) {
	s.opts.RLimit = units
	s.opts.Timeout = max(DefaultTimeout, time.Duration(units/DefaultRLimit)*time.Second)
}

// Spent returns what Z3 has done for all queries so far, in its own units.
func (s *Solver) Spent() int64 { return s.spent }

// Close gives up what the solver holds; the garbage collector frees it.
func (s *Solver) Close() { s.session = nil }

// Solve implements solver.Solver. A model leaves out the inputs whose values don't matter.
func (s *Solver) Solve(ctx context.Context, fs []*term.Formula) (a solver.Answer) {
	if ctx.Err() != nil {
		return unknown("interrupted: %v", context.Cause(ctx))
	}
	defer func() { // go-z3 panics with Z3's messages, and after that this session is not to be trusted
		if r := recover(); r != nil {
			message, ok := r.(string)
			if !ok || strings.HasPrefix(message, "z3: ") {
				panic(r)
			}
			s.session = nil
			a = unknown("z3: %s", message)
		}
	}()
	if s.session == nil || s.session.full() {
		s.session = newSession(s.opts)
	}
	session := s.session
	defer func() { s.spent += session.count() + session.told }()
	return session.solve(ctx, s.opts, fs)
}

func unknown(format string, args ...any) solver.Answer {
	return solver.Answer{Status: solver.Unknown, Reason: fmt.Sprintf(format, args...)}
}

// maxKept bounds the terms and models that a session keeps. They are memory that the garbage collector does not see.
const maxKept = 50_000

// full reports whether s has kept enough to make way for a new one: the more, the larger the query with which it began,
// so that the work of beginning is repaid.
func (s *session) full() bool { return len(s.kept) > maxKept+4*s.first }

// session is a context of Z3 with its only solver, on which each conjunct of stack has a level.
type session struct {
	*encoder
	solver      *z3.Solver
	stack       []level
	live        map[*term.Sym]bool // the symbols in stack
	order       []*term.Sym        // the same in the order in which they came in
	first       int                // how much the first query has kept
	limit       uint               // on the resources of a query
	counted     uint32             // of the resources, the last time that it was asked
	told        int64              // what it took to tell Z3 of the choices in the last query, in the same units
	interrupted bool               // whether the last check was
}

// level is a conjunct, with the length of session.order before it.
type level struct {
	conjunct *term.Formula
	before   int
}

func newSession(opts Options) *session {
	applyLimit()
	ctx := z3.NewContext(z3.NewContextConfig())
	s := &session{encoder: newEncoder(ctx), solver: z3.NewSolver(ctx), live: map[*term.Sym]bool{}, limit: opts.RLimit}
	configure(ctx, s.solver, s.limit)
	return s
}

// count returns what Z3 has done since it was asked last, in units of its resource limit.
func (s *session) count() int64 {
	before := s.counted
	s.counted = resources(s.ctx, s.solver)
	return int64(s.counted - before) // the count of Z3 begins again at 2^32
}

func (s *session) solve(ctx context.Context, opts Options, fs []*term.Formula) solver.Answer {
	if s.limit != opts.RLimit {
		s.limit = opts.RLimit
		configure(s.ctx, s.solver, s.limit)
	}
	if s.interrupted {
		s.forgetInterrupt()
	}
	s.told = 0
	shared := 0
	for shared < min(len(s.stack), len(fs)) && s.stack[shared].conjunct.Equal(fs[shared]) {
		shared++
	}
	for len(s.stack) > shared {
		s.pop()
	}
	for _, f := range fs[shared:] {
		if ctx.Err() != nil {
			return unknown("interrupted: %v", context.Cause(ctx))
		}
		if why := s.push(f); why != "" {
			return unknown("%s", why)
		}
	}
	if s.first == 0 {
		s.first = len(s.kept)
	}
	return s.check(ctx, opts.Timeout)
}

// forgetInterrupt makes s usable after an interrupt. One that came too late for its check would end the next call that
// heeds interrupts, unless that is a check, which begins by forgetting it.
func (s *session) forgetInterrupt() {
	for len(s.stack) > 0 {
		s.pop()
	}
	s.solver.Check()
	s.interrupted = false
}

// caseUnits is what it takes to tell Z3 of a case of a choice, in units of its resource limit.
const caseUnits = 8

// push asserts f on a level of its own. It does nothing, and says why, if f nests too deep or has choices among so much
// that it takes more to tell Z3 of them than a query may take.
func (s *session) push(f *term.Formula) (why string) {
	b, ok := s.formula(f, maxDepth)
	if !ok {
		return fmt.Sprintf("the formula nests more than %d deep", maxDepth)
	}
	s.solver.Push()
	s.solver.Assert(b)
	s.stack = append(s.stack, level{f, len(s.order)})
	for syms := atoms(f, nil); len(syms) > 0; {
		x := syms[len(syms)-1]
		syms = syms[:len(syms)-1]
		if s.live[x] {
			continue
		}
		s.live[x] = true
		s.order = append(s.order, x)
		if s.told += caseUnits * int64(len(x.Cases)); s.told > int64(s.limit) {
			s.pop()
			return "the formula chooses among too much"
		}
		for _, d := range s.defining(x) {
			s.solver.Assert(d)
		}
		for e := range x.Operands() {
			syms = appendSyms(syms, e)
		}
	}
	return ""
}

// atoms appends the symbols in the atoms of f, not those inside other symbols, to syms.
func atoms(f *term.Formula, syms []*term.Sym) []*term.Sym {
	if f.E != nil {
		syms = appendSyms(syms, f.E)
	}
	for _, g := range f.Args {
		syms = atoms(g, syms)
	}
	return syms
}

func appendSyms(syms []*term.Sym, e *term.Linear) []*term.Sym {
	for _, t := range e.Terms {
		syms = append(syms, t.Sym)
	}
	return syms
}

func (s *session) pop() {
	s.solver.Pop()
	top := s.stack[len(s.stack)-1]
	s.stack = s.stack[:len(s.stack)-1]
	for _, x := range s.order[top.before:] {
		delete(s.live, x)
	}
	s.order = s.order[:top.before]
}

// check decides what is asserted. What Z3 says once it was interrupted is not to be trusted: not only does it give up,
// it also says sat of what is not.
func (s *session) check(ctx context.Context, timeout time.Duration) solver.Answer {
	limited, cancel := context.WithCancel(ctx)
	defer cancel()
	defer after(timeout, cancel)()
	sat, err := s.checkUntil(limited)
	switch {
	case s.interrupted && ctx.Err() != nil:
		return unknown("interrupted: %v", context.Cause(ctx))
	case s.interrupted:
		return unknown("z3: no answer within %v", timeout)
	case err != nil && (err.Error() == "canceled" || err.Error() == "max. resource limit exceeded"):
		return unknown("z3: no answer within its resource limit")
	case err != nil:
		return unknown("z3: %v", err)
	case !sat:
		return solver.Answer{Status: solver.Unsat, By: "z3"}
	}
	return solver.Answer{Status: solver.Sat, Model: s.model()}
}

// after calls f when the process has used the processor for d, unless stop is called before.
func after(d time.Duration, f func()) (stop func()) {
	end := processor() + d
	var timer *time.Timer
	timer = time.AfterFunc(math.MaxInt64, func() {
		if left := end - processor(); left > 0 {
			timer.Reset(left)
			return
		}
		f()
	})
	timer.Reset(d)
	return func() { timer.Stop() }
}

// processor returns how long the process has used the processor.
func processor() time.Duration {
	var used syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &used) // which cannot fail
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// checkUntil runs the check and interrupts it when ctx ends. Z3 forgets an interrupt that comes before the check has
// begun, so it is repeated until the check is over. No interrupt comes after checkUntil has returned.
func (s *session) checkUntil(ctx context.Context) (sat bool, err error) {
	over, stopped := make(chan struct{}), make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		pause := time.NewTicker(time.Millisecond)
		defer pause.Stop()
		for {
			s.ctx.Interrupt()
			select {
			case <-over:
				return
			case <-pause.C:
			}
		}
	})
	defer func() {
		close(over)
		if !stop() {
			<-stopped
			s.interrupted = true
		}
	}()
	return s.solver.Check()
}

// model reads the values of the inputs that occur in what is asserted.
func (s *session) model() solver.Model {
	m := solver.Model{}
	z := keep(s.encoder, s.solver.Model())
	for _, x := range s.order {
		if x.Op != term.Input {
			continue
		}
		if n, ok := keep(s.encoder, z.Eval(s.syms[x].value, false)).(z3.Int); ok {
			if v, ok := n.AsBigInt(); ok {
				m[x.Name] = v
			}
		}
	}
	return m
}
