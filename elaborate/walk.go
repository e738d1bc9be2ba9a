package elaborate

import (
	"fmt"

	"vouch/kernel"
)

// This file defines how the elaborator deals with all goals.

// all deals with all goals.
func (e *elaborator) all() error {
	for !e.Proved() {
		if err := e.ctx.Err(); err != nil {
			return err
		}
		if e.tell != nil {
			e.tell(*e.stats)
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
	if !e.Proved() {
		if done, err := e.floats(); done || err != nil {
			return err
		}
	}
	switch {
	case e.Proved():
		return nil
	case e.Found() != nil:
		ok, err := e.refute()
		if err == nil && !ok {
			err = fmt.Errorf("%w: a fault that the facts do not exclude, %s at %v", ErrUnsupported, e.Found().Kind,
				e.Found().At)
		}
		return err
	case e.Question() != nil:
		f := *e.Question()
		not := kernel.Not(f)
		either := []kernel.Formula{f, not}
		// a cut by its negation would not decide it
		if (f.Op == kernel.Or || f.Op == kernel.And) && kernel.Not(not).Key() != f.Key() {
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
