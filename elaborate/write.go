// Package elaborate turns certificates into the long proofs that package kernel checks. Nobody needs to trust it: a proof that is wrong is refused.
//
// Begin with [Write]. It runs the kernel itself, finds out where that stops, and asks a solver why a way is impossible. Each command that the kernel
// accepts goes to the proof.
package elaborate

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder/solver"
	"vouch/kernel"
	"vouch/kernel/encode"
	"vouch/semantics/core"
)

// This file defines how a certificate becomes a proof.

// ErrUnsupported is wrapped where a certificate claims something for which the kernel has no rule, or its proof was not found.
var ErrUnsupported = errors.New("not elaborated")

// Stats says how large a proof is.
type Stats struct {
	Commands, Splits, Queries int
}

// Write writes the proof of a certificate: the program, the claim, and commands. Of a bug, the claim is about its class of inputs if the kernel can say
// that and a proof is found, and else about the inputs in the certificate.
func Write(ctx context.Context, w io.Writer, data []byte, o checker.Options) (stats Stats, err error) {
	var seen landscape
	o.Mark = func(f core.Frame) { seen.marks = append(seen.marks, f) }
	o.Merge = func(f core.Frame, depth, pc int) { seen.merges = append(seen.merges, merge{f, depth, pc}) }
	v, err := checker.Check(data, o)
	if err != nil {
		return stats, err
	}
	c, err := certs.Open(data, o.Limits.MaxBytes)
	if err != nil {
		return stats, err
	}
	if about, ok := encode.Class(v); ok {
		if _, err := prove(ctx, io.Discard, about, v, c, seen); err == nil {
			return prove(ctx, w, about, v, c, seen)
		}
	}
	if len(seen.merges) > 0 {
		return provesWays(ctx, w, encode.Claim(v), v, c, seen)
	}
	return prove(ctx, w, encode.Claim(v), v, c, seen)
}

// landscape is where the walk of the checker did something that its entries do not place.
type landscape struct {
	marks  []core.Frame // the calls that run at landmarks
	merges []merge
	most   int // commands of a proof; 0 for no bound
}

// merge is a branch whose ways meet: in a call of a depth, at an instruction.
type merge struct {
	branch    core.Frame
	depth, pc int
}

// prove writes a proof of a claim about the program of a certificate.
func prove(ctx context.Context, w io.Writer, about kernel.Claim, v *checker.Verdict, c certs.Certificate, seen landscape) (stats Stats, err error) {
	out := bufio.NewWriter(w)
	e := &elaborator{
		ctx: ctx, out: out, stats: &stats, most: seen.most, program: v.Lowered, funcs: map[*core.Func]int{},
		marks: map[place][]*landmark{}, heads: map[[2]int]bool{}, claimed: map[place][]claim{},
		meetings: map[place]meeting{}, origins: map[int]origin{}, alive: map[int]slots{},
	}
	for i, f := range v.Lowered.Funcs {
		e.funcs[f] = i
	}
	if a, ok := c.(*certs.Absence); ok {
		for _, m := range seen.merges {
			e.merges(m)
		}
		for i, f := range seen.marks {
			e.heads[[2]int{e.funcs[f.Func()], f.PC()}] = true
			if l := a.Landmarks[i]; l.Same == 0 {
				at := e.placeOf(f)
				e.marks[at] = append(e.marks[at], &landmark{Landmark: l})
			}
		}
	}
	start := encode.Item(nil).Text(string(encode.Program(v.Lowered))).About(about)
	e.Kernel, err = kernel.Open(bytes.NewReader(start))
	if err != nil {
		return stats, fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	out.Write(start)
	if err = e.all(); err != nil {
		return stats, err
	}
	return stats, out.Flush()
}

// elaborator writes a proof.
type elaborator struct {
	*kernel.Kernel
	ctx     context.Context
	out     *bufio.Writer
	stats   *Stats
	program *core.Program
	funcs   map[*core.Func]int
	heads   map[[2]int]bool // instructions of functions where a landmark is
	marks   map[place][]*landmark
	claimed map[place][]claim
	written int   // number of claimed states
	most    int   // commands; 0 for no bound
	steps   int64 // of runs that are not written yet
	prover  *prover
	model   solver.Model // of the last query, if it has a solution

	meetings map[place]meeting // where the ways from a branch meet
	alive    map[int]slots     // by function
	leaks    bool              // whether the program looks for lost objects
	region   *region           // of the current goal
	waiting  *waiting          // if the current goal is a state that waits
	others   []other           // the goals that wait in the kernel
	closing  *proof            // that the other goal of the next split is contradictory
	closed   *proof            // that the current goal is
	origins  map[int]origin    // by claimed state
	goals    int               // at the last command
	delayed  int               // states that wait that were put back, one after the other
}

// emit writes a command that the kernel has accepted.
func (e *elaborator) emit(b encode.Item, err error) error {
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	e.flush()
	e.track()
	e.stats.Commands++
	_, err = e.out.Write(b)
	return err
}

// flush writes the runs that were taken and not written yet, as one.
func (e *elaborator) flush() {
	if e.steps > 0 {
		e.stats.Commands++
		e.out.Write(encode.Item(nil).Array(2).Index(kernel.DoRun).Index(int(e.steps)))
		e.steps = 0
	}
}

// run takes steps, up to the place of a landmark at most. If the goal ends, the next one begins with the same command.
func (e *elaborator) run() error {
	most := int64(maxRun)
	if len(e.heads) > 0 || e.region != nil {
		most = 1
	}
	goals := e.Goals()
	err := e.Run(most)
	e.steps += most
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	if e.Goals() != goals || e.Question() != nil || e.Need() != nil || e.Found() != nil {
		e.flush()
		e.track()
	}
	return nil
}

func (e *elaborator) split() error {
	e.stats.Splits++
	return e.emit(encode.Item(nil).Array(1).Index(kernel.DoSplit), e.Split(nil))
}

func (e *elaborator) cut(f kernel.Formula) error {
	e.stats.Splits++
	return e.emit(encode.Item(nil).Array(2).Index(kernel.DoCut).Formula(f), e.Split(&f))
}

func (e *elaborator) cases(i int) error {
	return e.emit(encode.Item(nil).Array(2).Index(kernel.DoCases).Index(i), e.Cases(i))
}

func (e *elaborator) sum(factors []kernel.Factor) error {
	b := encode.Item(nil).Array(2).Index(kernel.DoSum).Array(len(factors))
	for _, f := range factors {
		b = b.Array(2).Index(f.Row).Number(f.Times)
	}
	return e.emit(b, e.Sum(factors))
}

func (e *elaborator) product(i, j int) error {
	return e.emit(encode.Item(nil).Array(3).Index(kernel.DoProduct).Index(i).Index(j), e.Product(i, j))
}

func (e *elaborator) square(t kernel.Term) error {
	return e.emit(encode.Item(nil).Array(2).Index(kernel.DoSquare).Term(t), e.Square(t))
}

// maxRun is how many steps a run takes at once.
const maxRun = 1 << 16

// all deals with all goals.
func (e *elaborator) all() error {
	for !e.Proved() {
		if err := e.ctx.Err(); err != nil {
			return err
		}
		if e.most > 0 && e.stats.Commands > e.most {
			return fmt.Errorf("%w: more commands than a try may take", ErrUnsupported)
		}
		if p := e.closed; p != nil {
			e.closed = nil
			if err := e.follow(p); err != nil {
				return err
			}
			continue
		}
		if done, err := e.arrives(); err != nil {
			return err
		} else if done {
			continue
		}
		if fn, pc := e.At(e.Depth() - 1); e.heads[[2]int{fn, pc}] && e.fresh() {
			e.flush()
			if done, err := e.at(e.here()); err != nil {
				return err
			} else if done {
				continue
			}
		}
		if err := e.run(); err != nil {
			return err
		}
		if err := e.stop(); err != nil {
			return err
		}
	}
	e.flush()
	return nil
}

// stop deals with why the run of the current goal has stopped.
func (e *elaborator) stop() error {
	switch {
	case e.Proved():
		return nil
	case e.Found() != nil:
		ok, err := e.refute(nil)
		if err == nil && !ok {
			err = fmt.Errorf("%w: a fault that the facts do not exclude, %s at %v", ErrUnsupported, e.Found().Kind, e.Found().At)
		}
		return err
	case e.Question() != nil:
		f := *e.Question()
		not := kernel.Not(f)
		either := []kernel.Formula{f, not}
		if (f.Op == kernel.Or || f.Op == kernel.And) && kernel.Not(not).Key() != f.Key() { // a cut by its negation would not decide it
			proof, err := e.contradiction(not)
			if err != nil {
				return err
			}
			if proof != nil {
				e.closing = proof
				return e.split()
			}
			either = either[1:]
		}
		for _, g := range either {
			if done, err := e.show(g); done || err != nil {
				return err
			}
		}
		e.opens()
		return e.split()
	case e.Need() != nil:
		return e.value(*e.Need())
	}
	return nil
}

// show makes f a fact, if its negation contradicts the facts.
func (e *elaborator) show(f kernel.Formula) (done bool, err error) {
	proof, err := e.contradiction(kernel.Not(f))
	if proof == nil || err != nil {
		return false, err
	}
	// The goal where the negation holds comes first, and is closed.
	if err := e.cut(kernel.Not(f)); err != nil {
		return false, err
	}
	return true, e.follow(proof)
}

// refute closes the current goal, if its facts and f are contradictory.
func (e *elaborator) refute(f *kernel.Formula) (done bool, err error) {
	proof, err := e.contradiction(kernel.Formula{Op: kernel.True})
	if proof == nil || err != nil {
		return false, err
	}
	return true, e.follow(proof)
}

// value finds out which number a sum is: it makes a goal for each.
func (e *elaborator) value(t kernel.Term) error {
	n, err := e.example(t)
	if err != nil {
		return err
	}
	f := kernel.EqualTo(t, n)
	if done, err := e.show(f); done || err != nil {
		return err
	}
	return e.cut(f)
}

var one = big.NewInt(1)
