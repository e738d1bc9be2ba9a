package scan

import (
	"maps"
	"math/big"
	"strings"

	"vouch/cmd/internal/harness"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/core"
)

// This file judges endless loops: whether somebody means them, and who chose the values that lead there.

// area is a part of an object.
type area struct {
	id      int
	at, end int64
}

// lap listens to the last turn of an endless loop.
type lap struct {
	from    int64      // the number of steps before it
	exits   bool       // whether it has a branch whose condition is no constant
	foreign bool       // whether it calls a function that a caller gives, which does more than ours
	head    *core.Func // the function of the outermost call of the turn, and where it is
	pc      int
	depth   int
	machine *core.Machine
	read    map[area]bool // global objects that it reads
	written map[area]bool // objects that it writes
}

func (l *lap) Begin(m *core.Machine, _ core.State) { l.machine = m }
func (l *lap) End(core.State, semantics.Outcome)   {}

func (l *lap) Step(s *view.Step) {
	in, fn := s.Instr(), s.Before.Func()
	if s.N <= l.from {
		return
	}
	if b := s.Before; l.head == nil || b.Depth() < l.depth {
		l.head, l.pc, l.depth = fn, b.PC(), b.Depth()
	}
	l.foreign = l.foreign || harness.IsUnknown(fn.Name)
	if len(in.Args) == 0 {
		return
	}
	e := in.Args[0]
	switch in.Op {
	case core.Branch:
		l.exits = l.exits || e.Op != core.Truth && e.Op != core.Const
	case core.Load, core.Store, core.Copy, core.Fill:
		v, _ := l.machine.Eval(s.Before, e)
		id, at, _ := v.Object()
		o, ok := s.Before.Object(id)
		n := in.Type.Size()
		if in.Op == core.Copy || in.Op == core.Fill {
			v, _ := l.machine.Eval(s.Before, in.Args[2])
			size, _ := v.Integer()
			n = size.Int64()
		}
		switch {
		case !ok:
		case in.Op != core.Load:
			l.written[area{id, at.Int64(), at.Int64() + n}] = true
		case o.Global && !o.ReadOnly && !o.Literal:
			l.read[area{id, at.Int64(), at.Int64() + n}] = true
		}
	}
}

// turnSteps is how many steps of the turns of a loop are looked at that comes back to no state.
const turnSteps = 1 << 10

// lapOf returns the last turn of an endless loop.
func lapOf(p *core.Program, f finder.Finding) *lap {
	l := &lap{from: int64(f.Bug.Trace.Steps - f.Bug.Trace.Period), read: map[area]bool{}, written: map[area]bool{}}
	run := &view.Run{Program: p, Input: view.Inputs(f.Inputs), Steps: int64(f.Bug.Trace.Steps)}
	if f.Bug.Turns != nil { // the turns are behind the end of the run
		run.Steps += turnSteps
	}
	run.Replay(l)
	return l
}

// meant reports whether a finding is an endless loop that has no way out, such as that of a program that waits for
// ever. Nobody writes such a loop by mistake.
func meant(p *core.Program, f finder.Finding) bool {
	if f.Fault.Kind != semantics.EndlessLoop || f.Bug == nil {
		return false
	}
	l := lapOf(p, f)
	return !l.exits || l.head != nil && !wayOut(l.head, l.pc)
}

// wayOut reports whether a call that is at an instruction may come to its end, or to a function that may end the
// program.
func wayOut(fn *core.Func, pc int) bool {
	seen, todo := map[int]bool{}, []int{pc}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		switch in := &fn.Code[at]; in.Op {
		case core.Return, core.Halt, core.Fail:
			return true
		case core.Jump:
			todo = append(todo, in.Then)
		case core.Branch:
			if e := in.Args[0]; e.Op != core.Truth || e.Bits != 0 {
				todo = append(todo, in.Then)
			}
			if e := in.Args[0]; e.Op != core.Truth || e.Bits == 0 {
				todo = append(todo, in.Else)
			}
		default:
			todo = append(todo, at+1)
		}
	}
	return false
}

// waits reports whether an endless loop may wait for what another thread or a signal does: it reads a global object
// that it does not write. One that reads volatile or atomic memory is no finding at all.
func waits(p *load.Program, f finder.Finding) bool {
	l := lapOf(p.Core, f)
	if l.foreign {
		return true
	}
	for r := range l.read {
		written := false
		for w := range l.written {
			written = written || w.id == r.id && w.at < r.end && r.at < w.end
		}
		if !written {
			return true
		}
	}
	return false
}

// steers returns a number or a pointer that a caller chose, or what a function without a body returned, if another one
// leads out of an endless loop, or past it. What lies in texts and buffers is data, for which the function has to be
// ready. "" means that there is none.
func steers(p *core.Program, made *harness.Made, f finder.Finding) string {
	ranges, steps := draws(p), int64(f.Bug.Trace.Steps)
	for _, in := range f.Inputs {
		class := made.Class(in.Name)
		if class == harness.Data && !(isNumber(in.Name) && strings.Contains(in.Name, ".")) {
			continue
		}
		first, _, _ := strings.Cut(in.Name, "#")
		instead := usual
		if class == harness.Presence { // without the object there is no loop
			instead = []int64{1}
		}
		for _, v := range instead {
			n, draw := big.NewInt(v), ranges[first]
			if draw != nil && (draw.Lo != nil && n.Cmp(draw.Lo) < 0 || draw.Hi != nil && n.Cmp(draw.Hi) > 0) {
				continue
			}
			values := maps.Clone(valuesOf(f))
			values[in.Name] = n
			w := decisions(p, made, values, 2*steps+afterwards)
			if w.discarded {
				continue
			}
			if _, at, ok := finder.Circles(p, w.last, 2*steps+afterwards); w.fault != nil || w.last.Ended() || !ok ||
				at != f.Fault {
				return in.Name
			}
		}
	}
	return ""
}
