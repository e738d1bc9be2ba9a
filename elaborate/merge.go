package elaborate

import (
	"math/big"
	"slices"

	"vouch/kernel"
	"vouch/kernel/encode"
	"vouch/semantics/core"
)

// This file defines how ways that meet become one.
//
// Where the certificate says that both ways of a branch meet, the elaborator opens a region: the goals between the branch and the place where the ways
// meet. A goal that comes to that place waits there: the elaborator claims the state of the goal as it is, so that the goal ends, and the claimed state
// becomes a goal again later. When the last goal of the region arrives, the states are compared, and the elaborator claims one of which all are instances
// (joint.go). States that do not fit together go on one by one. Regions nest; the merged state of one may wait in the next one.

// meeting is a place where ways meet: the number of calls, and the next instruction of the last one.
type meeting struct{ depth, fn, pc int }

// region is the goals between a branch and the place where its ways meet.
type region struct {
	outer   *region
	at      meeting
	young   int // the first symbol that was made on one of its ways
	open    int // number of goals that have not arrived
	waiting []*waiting
}

// waiting is a state that waits where ways meet.
type waiting struct {
	region *region
	claim  int
	joint  *joint              // of which the state is an instance; nil if there is none
	terms  map[int]kernel.Term // for the symbols of the joint state
}

// other is a goal that waits in the kernel.
type other struct {
	region *region
	closed *proof // that its facts are contradictory; nil if nobody knows
}

// origin says what a claimed state is in the regions.
type origin struct {
	region  *region // the innermost one of its goal
	waiting *waiting
}

// merges notes where the ways from a branch meet.
func (e *elaborator) merges(m merge) {
	f := m.branch
	for f.Depth() > m.depth {
		f, _ = f.Caller()
	}
	e.meetings[e.placeOf(m.branch)] = meeting{m.depth + 1, e.funcs[f.Func()], m.pc}
	for _, f := range e.program.Funcs {
		e.leaks = e.leaks || slices.ContainsFunc(f.Code, func(in core.Instr) bool { return in.Op == core.Leaks })
	}
}

// fresh reports whether the current goal has taken a step since a claimed state, or that was where ways meet.
func (e *elaborator) fresh() bool {
	_, ok := e.origins[e.Early()-1]
	return ok || e.Early() == 0
}

// opens opens a region at the question of a branch, if the certificate merges its ways.
func (e *elaborator) opens() {
	if len(e.meetings) == 0 {
		return
	}
	at, ok := e.meetings[e.here()]
	if !ok || e.region != nil && e.region.at == at {
		return
	}
	e.region = &region{outer: e.region, at: at, young: e.Symbols(), open: 1}
}

// add changes how many goals are open in a region and in those around it.
func (r *region) add(n int) {
	for ; r != nil; r = r.outer {
		r.open += n
	}
}

// track follows which region the current goal is in, after a command.
func (e *elaborator) track() {
	if e.Goals() == e.goals {
		return
	}
	e.goals = e.Goals()
	before, now := len(e.others), e.Waiting()
	for len(e.others) < now {
		e.others = append(e.others, other{e.region, e.closing})
		e.closing = nil
	}
	if now > before { // parts of the goal before
		e.region.add(now - before)
		return
	}
	e.waiting = nil
	e.region.add(-1)
	if e.Proved() {
		return
	}
	if before > 0 {
		e.region, e.closed, e.others = e.others[now].region, e.others[now].closed, e.others[:now]
		return
	}
	o := e.origins[e.Early()-1]
	e.region, e.waiting = o.region, o.waiting
}

// arrives deals with the current goal if it is where ways meet; done says that it is another goal now.
func (e *elaborator) arrives() (done bool, err error) {
	if w := e.waiting; w != nil {
		return e.resume(w)
	}
	for e.region != nil && e.Depth() < e.region.at.depth {
		e.leave()
	}
	r := e.region
	if r == nil || e.Depth() != r.at.depth {
		return false, nil
	}
	if fn, pc := e.At(r.at.depth - 1); fn != r.at.fn || pc != r.at.pc {
		return false, nil
	}
	e.flush()
	if e.heads[[2]int{r.at.fn, r.at.pc}] {
		if done, err := e.known(e.here()); done || err != nil {
			return done, err
		}
	}
	e.leave()
	if r.open == 0 {
		return e.join(r, -1)
	}
	w := &waiting{region: r, claim: e.written}
	if err := e.claims(nil, 0, e.connected()); err != nil {
		return false, err
	}
	e.origins[w.claim] = origin{r.outer, w}
	r.waiting = append(r.waiting, w)
	e.region = nil // the goal goes on as the claimed state
	return true, e.meets(w.claim, nil)
}

// leave says that the current goal is not in its region any more.
func (e *elaborator) leave() {
	e.region.open--
	e.region = e.region.outer
}

// resume deals with a state that waits, when it is a goal again.
func (e *elaborator) resume(w *waiting) (done bool, err error) {
	if w.region.open > 0 && e.delayed <= e.Queue() {
		e.delayed++
		e.region = nil
		return true, e.emit(encode.Item(nil).Array(1).Index(kernel.DoLater), e.Later())
	}
	e.delayed, e.waiting = 0, nil
	if w.joint != nil {
		return e.enters(w.joint, w.terms)
	}
	return e.join(w.region, w.claim)
}

// slots says which slots of a function are read before they are set, by instruction.
type slots [][]bool

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

// reached returns, without repetition, the formulas that share symbols with those seen, or with others that do. It adds their symbols to seen.
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

var zero = new(big.Int)
