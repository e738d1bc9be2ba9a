package coresym

import (
	"cmp"
	"encoding/binary"
	"hash/maphash"
	"iter"
	"math/big"
	"slices"

	"vouch/semantics/core"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines when two states are the same but for their path conditions, so that one of them may cover the
// other. What the program cannot tell is no part of the comparison: how often inputs were drawn, how many iterations
// loops have begun, which names the inputs have whose values are kept, which numbers the objects have, and objects that
// the program cannot reach. Numbers of objects count if the program looks at addresses.

// Number says whether the numbers of objects count whatever the program does.
func (m *Machine) Number(yes bool) { m.numbered = m.numbered || yes }

// Numbered implements symbolic.Landmarker.
func (m *Machine) Numbered() bool {
	if !m.numbered && !m.lookedUp {
		m.lookedUp = true
		m.numbered = slices.ContainsFunc(m.program.Funcs, func(f *core.Func) bool {
			return slices.ContainsFunc(f.Code, func(in core.Instr) bool { return slices.ContainsFunc(in.Args, looks) })
		})
	}
	return m.numbered
}

// looks reports whether an expression makes numbers of pointers, or pointers of numbers.
func looks(e *core.Expr) bool {
	return e != nil && (e.Op == core.ToInt || e.Op == core.ToPtr || looks(e.X) || looks(e.Y))
}

// Keeps implements symbolic.Landmarker.
func (m *Machine) Keeps(s State) map[string]bool {
	names := map[string]bool{}
	var add func(e *term.Linear)
	add = func(e *term.Linear) {
		if e == nil {
			return
		}
		for _, t := range e.Terms {
			if t.Sym.Op == term.Input {
				names[t.Sym.Name] = true
			}
			for x := range t.Sym.Operands() {
				add(x)
			}
		}
	}
	value := func(v value) { add(v.n) }
	for f := (&frame{s.fn, s.pc, s.slots, nil, s.rest.others, nil, s.rest.caller}); f != nil; f = f.caller {
		for i := range f.fn.Slots {
			add(f.slots.get(i))
		}
		for _, v := range f.others.all() {
			value(v)
		}
	}
	for _, o := range s.rest.objects.all() {
		if o.dead || m.sketch(o).plain {
			continue
		}
		add(o.size)
		for _, c := range o.cells.all() {
			value(c.v)
		}
	}
	return names
}

// pairing compares two states.
type pairing struct {
	*Machine
	its, mine   map[int32]int32 // the objects that correspond to each other
	todo        []int32         // those whose contents are to be compared
	pairs       []pair          // what has to be the same in the end
	names, back map[*term.Sym]*term.Sym
	renamed     bool     // whether an input has another name
	fixed       bool     // whether none may have
	call        int      // the number of the call that is compared, from the running one
	sums        []uint64 // objects of the second state whose contents differ in more than integers
}

// pair is a number in one state and the one that takes its place in the other.
type pair struct {
	a, b  *term.Linear
	place symbolic.Place // in the second state, if it may hold any integer
	loose bool           // whether it may
}

// Same implements symbolic.Landmarker.
func (m *Machine) Same(s, t State, free map[*term.Sym]bool) (match symbolic.Match, ok bool) {
	a, b := s.rest, t.rest
	if a.ended || b.ended || a.depth != b.depth {
		return match, false
	}
	p := &pairing{Machine: m, its: map[int32]int32{}, mine: map[int32]int32{}, names: map[*term.Sym]*term.Sym{},
		back: map[*term.Sym]*term.Sym{}}
	for i := range m.program.Globals {
		p.pair(int32(i+1), int32(i+1))
	}
	f, g := &frame{s.fn, s.pc, s.slots, nil, a.others, a.locals, a.caller},
		&frame{t.fn, t.pc, t.slots, nil, b.others, b.locals, b.caller}
	for ; f != nil && g != nil; f, g = f.caller, g.caller {
		if !p.frames(f, g) {
			return match, false
		}
		p.call++
	}
	for len(p.todo) > 0 {
		id := p.todo[len(p.todo)-1]
		p.todo = p.todo[:len(p.todo)-1]
		o, _ := a.objects.get(int64(id))
		q, _ := b.objects.get(int64(p.its[id]))
		if match.Renumbered = match.Renumbered || id != p.its[id]; !p.objects(o, q, p.its[id]) {
			return match, false
		}
	}
	match.Renumbered = match.Renumbered || a.made != b.made
	for id, o := range b.objects.all() {
		lost := o.global == nil && o.life == core.Heap && !o.dead && p.mine[int32(id)] == 0
		alone := p.mine[int32(id)] == 0 && (differs(a.objects, id, o) || !o.size.IsConst() || !m.sketch(o).plain)
		if match.Renumbered = match.Renumbered || alone; m.leaks && lost {
			return match, false
		}
	}
	if match.Renumbered && m.Numbered() || !p.settle(&match, &t, free) || p.fixed && p.renamed {
		return match, false
	}
	slices.Sort(p.sums)
	match.Sums = p.sums
	names, clash := p.renaming()
	match.Renamed, match.Rename = p.renamed, func(f *term.Formula) (*term.Formula, bool) {
		return names.Formula(f), !*clash
	}
	return match, true
}

// renaming returns the renaming of inputs so far, and whether two of them would have the same name.
func (p *pairing) renaming() (names *term.Renaming, clash *bool) {
	clash = new(bool)
	return p.pool.Renaming(func(s *term.Sym) *term.Linear {
		*clash = *clash || p.names[s] == nil && !p.input(s, s)
		return cmp.Or(p.names[s], s).Term()
	}), clash
}

// settle compares the pairs. Inputs keep their names if they can. Where two states have different integers in places
// that may hold any, they match all the same.
func (p *pairing) settle(match *symbolic.Match, t *State, free map[*term.Sym]bool) bool {
	var in bounds
	fits := func(x pair) bool {
		if !x.loose {
			return false
		}
		if x.place.Object == 0 {
			match.Any = append(match.Any, x.place)
			return true
		}
		as := core.Scalar(x.place.Type)
		holds := func(lo, hi *big.Int) bool { return lo != nil && hi != nil && as.Holds(lo) && as.Holds(hi) }
		if !holds(x.b.Bounds()) {
			if in == nil {
				l := p.lift(t)
				if in = l.assumed(); in == nil {
					in = (*term.Linear).Bounds
				}
			}
			if !holds(in(x.b)) {
				return false
			}
		}
		match.Any = append(match.Any, x.place)
		return true
	}
	differ := func(x pair) bool {
		match.Differ = true
		return fits(x)
	}
	input := func(e *term.Linear) *term.Sym {
		if s := e.Symbol(); s != nil && s.Op == term.Input {
			return s
		}
		return nil
	}
	for _, x := range p.pairs {
		if s := input(x.a); s != nil && !free[s] && s == input(x.b) && !p.input(s, s) {
			return false
		}
	}
	var rest []pair
	for _, x := range p.pairs {
		s, t := input(x.a), input(x.b)
		switch {
		case s != nil && free[s]:
			if !fits(x) {
				return false
			}
		case s != nil && t != nil:
			if p.input(s, t) {
				if s != t && x.loose {
					match.Names = append(match.Names, x.place)
				}
			} else if !differ(x) {
				return false
			}
		default:
			rest = append(rest, x)
		}
	}
	names, clash := p.renaming()
	for _, x := range rest {
		if names.Linear(x.a).Equal(x.b) && !*clash {
			continue
		}
		if !differ(x) {
			return false
		}
		if *clash {
			names, clash = p.renaming()
		}
	}
	match.Any = sortPlaces(match.Any)
	return len(match.Any) <= maxAny
}

// sortPlaces sorts places, and takes away those that are there twice.
func sortPlaces(places []symbolic.Place) []symbolic.Place {
	slices.SortFunc(places, symbolic.Place.Compare)
	return slices.Compact(places)
}

// maxAny is how many places of a state may hold any integer.
const maxAny = 1 << 10

// Loosely says that states match although they have different integers in memory, but for those of some origins. It
// must not change during a search.
func (m *Machine) Loosely(exact map[any]bool) { m.exact = exact }

// origin returns the origin of a place.
func (o *object) origin(at int64) origin {
	switch {
	case o.global != nil:
		return origin{global: o.global}
	case o.life == core.Heap:
		return origin{made: o.made, at: at}
	}
	return origin{made: o.made}
}

// loose reports whether a place may hold any integer. A variable that is no more than that may not.
func (m *Machine) loose(o *object, at int64) bool {
	if m.exact == nil || o.dead || o.readOnly || !o.size.IsConst() || m.exact[o.origin(at)] {
		return false
	}
	t := o.cells
	alone := t != nil && t.left == nil && t.right == nil && t.value.width <= 8 &&
		o.size.Const.Cmp(big.NewInt(t.value.width)) == 0
	return !alone || m.vary
}

// Blame says that origins are exact from then on whose integers some formulas are about. It reports whether there are
// such.
func (m *Machine) Blame(exact map[any]bool, fs []*term.Formula) (any bool) {
	for _, name := range term.NewTable(fs).Inputs() {
		if o, ok := m.origins[name]; ok {
			exact[o], any = true, true
		}
	}
	return any
}

// differs reports whether an object is not the one with that number.
func differs(t *tree[*object], id int64, o *object) bool {
	x, _ := t.get(id)
	return x != o
}

// pair reports whether two objects may correspond to each other. If so, they do.
func (p *pairing) pair(id, other int32) bool {
	if p.its[id] == 0 && p.mine[other] == 0 {
		p.its[id], p.mine[other] = other, id
		p.todo = append(p.todo, id)
	}
	return p.its[id] == other && p.mine[other] == id
}

// input reports whether one input may take the place of another. If so, it does.
func (p *pairing) input(s, t *term.Sym) bool {
	if p.names[s] == nil && p.back[t] == nil && sameBound(s.Lo, t.Lo) && sameBound(s.Hi, t.Hi) {
		p.names[s], p.back[t] = t, s
		p.renamed = p.renamed || s != t
	}
	return p.names[s] == t && p.back[t] == s
}

func sameBound(a, b *big.Int) bool { return a == b || a != nil && b != nil && a.Cmp(b) == 0 }

func (p *pairing) linear(a, b *term.Linear) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.IsConst() || b.IsConst() {
		return a.Equal(b)
	}
	p.pairs = append(p.pairs, pair{a: a, b: b})
	return true
}

func (p *pairing) value(a, b value) bool {
	if a.class == inObject && b.class == inObject {
		if !p.pair(a.ref, b.ref) {
			return false
		}
		b.ref = a.ref
	}
	p.fixed = p.fixed || a.f != nil
	return a.class == b.class && a.ref == b.ref && a.bits == b.bits && a.f == b.f && p.linear(a.n, b.n)
}

func (p *pairing) frames(f, g *frame) bool {
	if f.fn != g.fn || f.pc != g.pc {
		return false
	}
	slot := symbolic.Place{Type: uint64(p.call)}
	for i := range f.fn.Slots {
		a, b := f.slots.get(i), g.slots.get(i)
		x, _ := f.others.get(int64(i))
		y, _ := g.others.get(int64(i))
		slot.At = uint64(i)
		switch {
		case p.vary && a != nil && b != nil:
			p.pairs = append(p.pairs, pair{a, b, slot, true})
		case p.vary && x.class == inObject && y.class == inObject:
			if !p.pair(x.ref, y.ref) {
				return false
			}
			p.pairs = append(p.pairs, pair{x.n, y.n, slot, true})
		case !p.linear(a, b) || !p.value(x, y):
			return false
		}
	}
	l, k := f.locals, g.locals
	for ; l != nil && k != nil; l, k = l.next, k.next {
		if !p.pair(int32(l.id), int32(k.id)) {
			return false
		}
	}
	return l == nil && k == nil
}

func (p *pairing) objects(a, b *object, id int32) bool {
	if k := p.sketch(a); a == b && k.plain && len(k.objects) == 0 {
		return true
	}
	c := *a
	c.size, c.cells, c.name, c.made, c.ended, c.sum = b.size, b.cells, b.name, b.made, b.ended, b.sum
	if c != *b || !p.linear(a.size, b.size) {
		return false
	}
	if a.sum != nil || b.sum != nil {
		if !a.sum.same(b.sum) {
			p.sums = append(p.sums, uint64(id))
		}
		return true
	}
	first := len(p.pairs)
	if !p.contents(a, b, id) {
		if !p.vary || b.anew(core.U8) == nil || a.anew(core.U8) == nil {
			return false
		}
		p.pairs, p.sums = p.pairs[:first], append(p.sums, uint64(id))
	}
	return true
}

// contents compares the contents of objects.
func (p *pairing) contents(a, b *object, id int32) bool {
	mine, its := a.cells, b.cells
	for _, t := range []cells{a.cells, b.cells} {
		for at, x := range t.all() {
			if !x.whole() || x.as.Type() != core.Int || x.as.IsBitField() || !p.loose(b, at) {
				continue
			}
			u, isU := p.integerAt(mine, at, x.as)
			v, isV := p.integerAt(its, at, x.as)
			if isU && isV {
				p.pairs = append(p.pairs, pair{u, v, symbolic.Place{Object: uint64(id), At: uint64(at),
					Type: uint64(x.as)}, true})
				mine, its = clear(mine, at, x.width), clear(its, at, x.width)
			}
		}
	}
	return sameTree(mine, its, p.cell)
}

func (p *pairing) cell(a, b cell) bool {
	return a.width == b.width && a.first == b.first && a.as == b.as && a.data == b.data && a.some == b.some &&
		p.value(a.v, b.v)
}

// sameTree reports whether two maps have the same keys, with the same values.
func sameTree[T any](a, b *tree[T], same func(T, T) bool) bool {
	switch {
	case a == nil || b == nil:
		return a == b
	case a.key == b.key:
		return sameTree(a.left, b.left, same) && same(a.value, b.value) && sameTree(a.right, b.right, same)
	}
	next, stop := iter.Pull2(b.all())
	defer stop()
	for key, v := range a.all() {
		if k, u, ok := next(); !ok || k != key || !same(v, u) {
			return false
		}
	}
	_, _, more := next()
	return !more
}

func (k *sketch) add(n uint64) { k.text = binary.AppendUvarint(k.text, n) }

// linear adds a term. Of a sum of several symbols it adds little, because the order of the symbols depends on their
// names.
func (k *sketch) linear(e *term.Linear) {
	if e == nil {
		k.text = append(k.text, '-')
		return
	}
	k.plain = k.plain && e.IsConst()
	k.text = append(e.Const.Append(append(k.text, '+'), 32), byte(len(e.Terms)))
	if len(e.Terms) == 1 {
		k.text = append(k.text, byte(e.Terms[0].Sym.Op))
	}
	if s := e.Symbol(); s != nil && s.Op == term.Input {
		k.inputs = append(k.inputs, s)
	}
}

func (k *sketch) value(v value) {
	k.plain = k.plain && v.f == nil
	k.text = append(k.text, byte(v.class))
	switch v.class {
	case inObject:
		k.objects = append(k.objects, v.ref)
	default:
		k.add(uint64(v.ref))
		k.add(v.bits)
	}
	k.linear(v.n)
}

// sketch returns the sketch of an object.
func (m *Machine) sketch(o *object) *sketch {
	if k := m.sketches[o]; k != nil {
		return k
	}
	k := &sketch{plain: true}
	if k.plain = o.sum == nil; o.sum != nil {
		k.add(uint64(len(o.sum.points)))
	}
	if k.linear(o.size); o.dead {
		k.text = append(k.text, 'd')
	}
	for at, c := range o.cells.all() {
		if (c.v.class == integer || c.data != "") && m.loose(o, at) {
			k.plain = false
			continue
		}
		k.add(uint64(at))
		k.add(uint64(c.width))
		k.add(uint64(c.first))
		k.value(c.v)
		k.text = append(k.text, c.data[:min(len(c.data), 64)]...)
	}
	if m.sketches == nil {
		m.sketches = map[*object]*sketch{}
	}
	k.text = binary.LittleEndian.AppendUint64(nil, maphash.Bytes(m.seed, k.text))
	m.sketches[o] = k
	return k
}

// Key implements symbolic.Landmarker.
func (m *Machine) Key(s State) uint64 {
	var all sketch
	numbers, names := map[int32]uint64{}, map[*term.Sym]uint64{}
	var todo []int32
	number := func(id int32) {
		if numbers[id] == 0 {
			numbers[id] = uint64(len(numbers) + 1)
			todo = append(todo, id)
		}
		all.add(numbers[id])
	}
	put := func(k *sketch) {
		all.text = append(all.text, k.text...)
		for _, id := range k.objects {
			number(id)
		}
		for _, s := range k.inputs {
			if names[s] == 0 {
				names[s] = uint64(len(names) + 1)
			}
			all.add(names[s])
		}
	}
	for i := range m.program.Globals {
		number(int32(i + 1))
	}
	for f := (&frame{s.fn, s.pc, s.slots, nil, s.rest.others, s.rest.locals, s.rest.caller}); f != nil; f = f.caller {
		var k sketch
		k.add(uint64(m.number[f.fn]))
		k.add(uint64(f.pc))
		for i := range f.fn.Slots {
			k.linear(f.slots.get(i))
		}
		for i, v := range f.others.all() {
			k.add(uint64(i))
			k.value(v)
		}
		for l := f.locals; l != nil; l = l.next {
			k.objects = append(k.objects, int32(l.id))
		}
		put(&k)
	}
	for i := 0; i < len(todo); i++ {
		o, _ := s.rest.objects.get(int64(todo[i]))
		put(m.sketch(o))
	}
	return maphash.Bytes(m.seed, all.text)
}
