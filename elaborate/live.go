package elaborate

import (
	"vouch/kernel"
	"vouch/semantics/core"
)

// This file defines what may still be read in a state, and the facts that have to do with that.

// live returns which slots of a function are live before each instruction.
func (e *elaborator) live(fn int) slots {
	if s, ok := e.alive[fn]; ok {
		return s
	}
	f := e.program.Funcs[fn]
	s := make(slots, len(f.Code)+1)
	for i := range s {
		s[i] = make([]bool, len(f.Slots))
	}
	next := make([]bool, len(f.Slots))
	for changed := true; changed; {
		changed = false
		for pc := len(f.Code) - 1; pc >= 0; pc-- {
			in := &f.Code[pc]
			s.behind(in, pc, next)
			for _, a := range in.Args {
				read(a, next)
			}
			for i, is := range next {
				if is && !s[pc][i] {
					s[pc][i], changed = true, true
				}
			}
		}
	}
	e.alive[fn] = s
	return s
}

// behind sets which slots are live behind an instruction, without the one that it sets.
func (s slots) behind(in *core.Instr, pc int, live []bool) {
	clear(live)
	follow := func(pc int) {
		for i, is := range s[pc] {
			live[i] = live[i] || is
		}
	}
	switch in.Op {
	case core.Branch:
		follow(in.Then)
		follow(in.Else)
	case core.Jump:
		follow(in.Then)
	case core.Return, core.Halt, core.Fail:
	default:
		follow(pc + 1)
	}
	if in.Op != core.Branch && in.Op != core.Jump && in.Dst >= 0 && in.Dst < len(live) {
		live[in.Dst] = false
	}
}

func read(x *core.Expr, live []bool) {
	for ; x != nil; x = x.X {
		if x.Op == core.Read {
			live[x.Slot] = true
		}
		if x.Y != nil {
			read(x.Y, live)
		}
	}
}

// used returns which slots of the calls may still be read.
func (e *elaborator) used() (is func(frame, slot int) bool) {
	frames := make([][]bool, e.Depth())
	for i := range frames {
		fn, pc := e.At(i)
		s := e.live(fn)
		if frames[i] = s[pc]; i < len(frames)-1 {
			frames[i] = make([]bool, len(s[pc]))
			s.behind(&e.program.Funcs[fn].Code[pc], pc, frames[i])
		}
	}
	return func(frame, slot int) bool { return frames[frame][slot] }
}

// connected returns the facts that have to do with what may still be read in the current state.
func (e *elaborator) connected() []kernel.Formula {
	seen := map[int]bool{}
	e.Live(e.used(), func(t kernel.Term) { mention(t, seen) })
	var facts []kernel.Formula
	for _, r := range e.Rows() {
		facts = append(facts, kernel.AtMostZero(r))
	}
	return reached(seen, append(facts, e.Choices()...))
}

// reached returns, without repetition, the formulas that share symbols with those seen, or with others that do. It
// adds their symbols to seen.
func reached(seen map[int]bool, fs []kernel.Formula) (kept []kernel.Formula) {
	users := map[int][]int{}
	for i, f := range fs {
		f.Each(func(t kernel.Term) {
			each(t, func(s int) {
				if l := users[s]; len(l) == 0 || l[len(l)-1] != i {
					users[s] = append(l, i)
				}
			})
		})
	}
	var todo []int
	for s := range seen {
		todo = append(todo, s)
	}
	is := make([]bool, len(fs))
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, i := range users[s] {
			if is[i] {
				continue
			}
			is[i] = true
			fs[i].Each(func(t kernel.Term) {
				each(t, func(s int) {
					if !seen[s] {
						seen[s] = true
						todo = append(todo, s)
					}
				})
			})
		}
	}
	keys := map[string]bool{}
	for i, f := range fs {
		if key := f.Key(); is[i] && !keys[key] {
			keys[key] = true
			kept = append(kept, f)
		}
	}
	return kept
}
