package elaborate

import (
	"math/big"
	"slices"

	"vouch/finder/solver/sat"
	"vouch/kernel"
)

// This file defines the words of terms in proofs about bits: which literals a term is the sum of.

// linear returns the binary word of a term; nil if there is none.
func (b *blast) linear(t kernel.Term) *word { return b.inBinary(b.form(t)) }

// form returns a word of a term; nil if there is none.
func (b *blast) form(t kernel.Term) *word {
	constant := t.Const
	t = minus(t, kernel.Number(constant))
	if len(t.Monos) == 0 {
		return &word{of: kernel.Number(constant), base: constant, shown: true}
	}
	negative := t.Monos[0].Coef.Sign() < 0
	if negative {
		t = t.Scale(minusOne)
	}
	w, ok := b.words[t.Key()]
	if !ok {
		w = b.addUp(t)
		b.words[t.Key()] = w
	}
	if w == nil || b.tooLarge {
		return nil
	}
	return b.shifted(w, negative, constant)
}

// shifted returns a word, or what is opposite to it, and a number more.
func (b *blast) shifted(w *word, negative bool, more *big.Int) *word {
	v := &word{of: w.of, base: w.base, bits: w.bits}
	if negative {
		v.of, v.base, v.bits = v.of.Scale(minusOne), new(big.Int).Neg(w.base), nil
		for _, x := range w.bits { // -x = (1 - x) - 1
			v.base.Sub(v.base, x.times)
			v.bits = append(v.bits, atom{x.times, x.lit.Not()})
		}
	}
	v.of, v.base = v.of.Plus(kernel.Number(more)), new(big.Int).Add(v.base, more)
	v.show = func() error { return b.shows(w) }
	v.same = func() *word {
		y := b.inBinary(w)
		if y == nil || y == w {
			return v
		}
		return b.shifted(y, negative, more)
	}
	return v
}

// addUp returns the word of a sum of products without a constant, of which the first factor is positive.
func (b *blast) addUp(t kernel.Term) *word {
	var parts []scaled
	rest := t
	// What is made of a conjunction: x or y is x + y - (x and y), and x xor y is x + y - 2 (x and y).
	for _, m := range t.Monos {
		if len(m.Syms) != 1 {
			continue
		}
		of, ok := b.both[m.Syms[0]]
		if !ok {
			continue
		}
		z := kernel.Symbol(m.Syms[0])
		for _, op := range [...]byte{'^', '|'} {
			by := int64(1)
			if op == '^' {
				by = 2
			}
			times, odd := new(big.Int).QuoRem(new(big.Int).Neg(m.Coef), big.NewInt(by), new(big.Int))
			pattern := minus(of[0].Plus(of[1]), z.Scale(big.NewInt(by)))
			if left := minus(rest, pattern.Scale(times)); odd.Sign() == 0 && len(left.Monos) < len(rest.Monos)-1 {
				w := b.bitwise(op, of[0], of[1], z)
				if w == nil {
					return nil
				}
				parts, rest = append(parts, scaled{times, w}), left
				break
			}
		}
	}
	for _, m := range rest.Monos {
		w := b.factors(m.Syms)
		if w == nil {
			return nil
		}
		parts = append(parts, scaled{m.Coef, w})
	}
	sum := newTotal(rest.Const)
	for _, p := range parts {
		sum.word(p.times, p.word)
	}
	return b.made(t, sum, sum.bits(), parts...)
}

// factors returns the word of a product of symbols.
func (b *blast) factors(syms []int) *word {
	if len(syms) == 1 {
		return b.symbol(syms[0])
	}
	t := kernel.Term{Const: zero, Monos: []kernel.Mono{{Coef: one, Syms: syms}}}
	if w, ok := b.words[t.Key()]; ok {
		return w
	}
	x, y := b.inBinary(b.factors(syms[:len(syms)-1])), b.inBinary(b.symbol(syms[len(syms)-1]))
	if x == nil || y == nil || b.tooLarge {
		return nil
	}
	sum := newTotal(new(big.Int).Mul(x.base, y.base))
	for _, p := range x.bits {
		sum.times(y.base, p)
		for _, q := range y.bits {
			sum.times(one, atom{new(big.Int).Mul(p.times, q.times), b.and(p.lit, q.lit)})
		}
	}
	for _, q := range y.bits {
		sum.times(x.base, q)
	}
	w := &word{of: t, base: sum.base, bits: sum.bits()}
	w.show = func() error { return b.multiplying(w, x, y) }
	b.words[t.Key()] = w
	return w
}

// multiplying shows the word of a product: the equation of x times y, and those of the bits of x times that of y.
func (b *blast) multiplying(w, x, y *word) error {
	for _, v := range [...]*word{x, y} {
		if err := b.shows(v); err != nil {
			return err
		}
	}
	ofX, err := b.rest(x)
	if err != nil {
		return err
	}
	ofY, err := b.rest(y)
	if err != nil {
		return err
	}
	// y is base or more; so (x - bits) (base - y) = 0.
	low := minus(kernel.Number(y.base), y.of)
	var bits []part // of -y: none of its bits is less than 0
	for _, q := range y.bits {
		v, err := b.value(q.lit)
		if err != nil {
			return err
		}
		bits = append(bits, part{minus(constant(0), v), q.times})
	}
	if kernel.AtMostZero(ofY).Op == kernel.AtMost {
		bits = append(bits, once(ofY.Scale(minusOne)))
	}
	if err := b.combine(bits...); err != nil {
		return err
	}
	var more []kernel.Term                  // equations
	twice := func(e, r kernel.Term) error { // the product of an equation and a row
		if kernel.AtMostZero(e).Op != kernel.AtMost {
			return nil
		}
		if err := b.times(e, r); err != nil {
			return err
		}
		return b.times(e.Scale(minusOne), r)
	}
	if err := twice(ofX, low); err != nil {
		return err
	}
	more = append(more, minus(constant(0), ofX.Times(low)), ofX.Scale(y.base))
	for _, p := range x.bits {
		v, err := b.value(p.lit)
		if err != nil {
			return err
		}
		if err := twice(ofY, minus(constant(0), v)); err != nil {
			return err
		}
		more = append(more, ofY.Times(v).Scale(p.times))
		for _, q := range y.bits {
			u, err := b.value(q.lit)
			if err != nil {
				return err
			}
			z, err := b.value(b.and(p.lit, q.lit))
			if err != nil {
				return err
			}
			d := minus(v.Times(u), z) // 0
			if kernel.AtMostZero(d).Op == kernel.True {
				continue
			}
			if err := b.idempotent(p.lit); err != nil {
				return err
			}
			more = append(more, d.Scale(new(big.Int).Mul(p.times, q.times)))
		}
	}
	more = append(more, ofY.Scale(x.base))
	return b.adding(w, nil, nil, slices.DeleteFunc(more, func(t kernel.Term) bool {
		return kernel.AtMostZero(t).Op == kernel.True
	}))
}

// idempotent shows that what is 0 or 1 is its own square.
func (b *blast) idempotent(l sat.Lit) error {
	v, err := b.value(l &^ 1)
	if err != nil {
		return err
	}
	less := minus(v.Times(v), v)
	if err := b.times(v.Scale(minusOne), minus(v, constant(1))); err != nil { // v^2 <= v
		return err
	}
	return b.lemma(kernel.AtMostZero(less.Scale(minusOne)), func() error {
		no := once(less.Plus(constant(1)))
		if err := b.cut(kernel.AtMostZero(v)); err != nil {
			return err
		}
		if err := b.squared(v); err != nil { // v <= 0
			return err
		}
		if err := b.combine(no, once(minus(constant(0), v.Times(v))), once(v)); err != nil {
			return err
		}
		if err := b.squared(minus(v, constant(1))); err != nil {
			return err
		}
		return b.combine(no, once(minus(v, constant(1)).Times(minus(v, constant(1))).Scale(minusOne)),
			once(minus(constant(1), v)))
	})
}

// squared writes that the square of a term is at least 0.
func (b *blast) squared(t kernel.Term) error {
	if b.Holds(kernel.AtMostZero(minus(constant(0), t.Times(t)))) {
		return nil
	}
	return b.square(t)
}

// symbol returns the word of a symbol; nil if it has no bounds.
func (b *blast) symbol(s int) *word {
	t := kernel.Symbol(s)
	if w, ok := b.words[t.Key()]; ok {
		return w
	}
	b.words[t.Key()] = nil // while it is being made
	var w *word
	if of, ok := b.both[s]; ok {
		w = b.bitwise('&', of[0], of[1], t)
	} else if h := b.halves[s]; h != nil {
		w = b.sliced(s, h)
	}
	if w == nil {
		w = b.free(s)
	}
	b.words[t.Key()] = w
	return w
}

// free returns the word of a symbol that may be any integer within its bounds.
func (b *blast) free(s int) *word {
	lo, hi := b.range2(s)
	if lo == nil || hi == nil || lo.Cmp(hi) > 0 {
		return nil
	}
	n := new(big.Int).Sub(hi, lo).BitLen()
	if n > maxBits {
		return nil
	}
	t := kernel.Symbol(s)
	w := &word{of: t, base: lo}
	made := false
	all := func() error {
		if made {
			return nil
		}
		made = true
		if err := b.showBounds(s); err != nil {
			return err
		}
		u := minus(t, kernel.Number(lo))
		if n == 1 {
			b.vars[w.bits[0].lit.Var()].value = u
			return nil
		}
		bits, err := b.digits(u, zero, new(big.Int).Sub(hi, lo), n)
		for i := range bits {
			b.vars[w.bits[i].lit.Var()].value = bits[i]
		}
		return err
	}
	for i := range n {
		w.bits = append(w.bits, atom{power2(i), b.fresh(all)})
	}
	for _, x := range w.bits {
		b.vars[x.lit.Var()].make = func() error {
			for _, x := range w.bits {
				b.vars[x.lit.Var()].made = true
			}
			return all()
		}
	}
	w.show = all
	b.atMost(w, minus(t, kernel.Number(hi)), nil)
	return w
}

// aligned returns the binary word of a term with a base, which is not more than the least value.
func (b *blast) aligned(t kernel.Term, base *big.Int) *word {
	w := b.linear(t)
	if w == nil || w.base.Cmp(base) == 0 {
		return w
	}
	sum := newTotal(base)
	sum.number(new(big.Int).Sub(w.base, base))
	for _, x := range w.bits {
		sum.put(x.lit, x.place())
	}
	v := b.made(t, sum, b.up(sum), scaled{one, w})
	v.binary = v
	return v
}

// sliced returns the word of a quotient by a power of 2. What of each factor is a multiple of the divisor counts
// directly; of the rest, the high bits do.
func (b *blast) sliced(s int, h *slice) *word {
	x := b.form(h.of)
	if x == nil {
		return nil
	}
	unit := power2(h.k)
	divide := func(n *big.Int) (quotient, rest *big.Int) {
		rest = new(big.Int).And(n, new(big.Int).Sub(unit, one))
		return new(big.Int).Rsh(n, uint(h.k)), rest
	}
	quotient, rest := divide(x.base)
	sum, all := newTotal(new(big.Int)), newTotal(quotient)
	var parts []atom // of what is divided
	most := new(big.Int).Set(rest)
	var low []atom
	for _, y := range x.bits {
		q, r := divide(y.times)
		all.times(one, atom{q, y.lit})
		parts = append(parts, atom{new(big.Int).Lsh(q, uint(h.k)), y.lit})
		if most.Add(most, r); r.Sign() != 0 {
			low = append(low, atom{r, y.lit})
		}
	}
	v := &word{of: h.of, base: x.base, bits: parts}
	if most.Cmp(unit) >= 0 {
		sum.number(rest)
		for _, y := range low {
			for i := range y.times.BitLen() {
				if y.times.Bit(i) == 1 {
					sum.put(y.lit, i)
				}
			}
		}
		low = nil
		for _, y := range b.settle(sum) {
			if y.place() >= h.k {
				all.times(one, atom{new(big.Int).Rsh(y.times, uint(h.k)), y.lit})
				v.bits = append(v.bits, y)
			} else {
				low = append(low, y)
			}
		}
		high, _ := divide(sum.base)
		all.base.Add(all.base, high)
		v.base = new(big.Int).Add(new(big.Int).Lsh(quotient, uint(h.k)), sum.base)
	}
	v.bits = append(v.bits, low...)
	v.show = func() error { return b.adding(v, []scaled{{one, x}}, sum.adders, nil) }
	w := &word{of: kernel.Symbol(s), base: all.base, bits: all.bits()}
	w.show = func() error {
		if err := b.shows(v); err != nil {
			return err
		}
		t, err := b.rest(v)
		if err != nil {
			return err
		}
		below, above := []part{once(h.row)}, []part{once(h.up)}
		if kernel.AtMostZero(t).Op == kernel.AtMost {
			below, above = append(below, once(t)), append(above, once(t.Scale(minusOne)))
		}
		for _, y := range low {
			u, err := b.value(y.lit)
			if err != nil {
				return err
			}
			below = append(below, part{minus(u, constant(1)), y.times})
			above = append(above, part{minus(constant(0), u), y.times})
		}
		if err := b.combine(below...); err != nil {
			return err
		}
		if err := b.combine(above...); err != nil {
			return err
		}
		t, err = b.rest(w)
		if err != nil {
			return err
		}
		return b.has(t)
	}
	return w
}

// signPlace returns the least place of a sign for the values of some words.
func signPlace(words ...*word) int {
	sign := 0
	for _, w := range words {
		for _, v := range [...]*big.Int{w.base, w.greatest()} {
			if v.Sign() < 0 {
				v = new(big.Int).Not(v)
			}
			sign = max(sign, v.BitLen())
		}
	}
	return sign
}

// complement returns the bits of a term in two's complement with the sign at a place, and the word that they are.
func (b *blast) complement(t kernel.Term, sign int) (bits []sat.Lit, w *word) {
	v := b.aligned(t, new(big.Int).Neg(power2(sign)))
	if v == nil {
		return nil, nil
	}
	w = b.below(v, b.linear(t), sign)
	bits = make([]sat.Lit, sign+1)
	for i := range bits {
		bits[i] = yes.Not()
	}
	for _, x := range w.bits {
		bits[x.place()] = x.lit
	}
	bits[sign] = bits[sign].Not()
	return bits, w
}

// below returns a word without its bits above a place. They are false, because another word is of the same term and
// not as great.
func (b *blast) below(v, same *word, place int) *word {
	w := &word{of: v.of, base: v.base}
	var high []atom
	for _, x := range v.bits {
		if x.place() > place {
			high = append(high, x)
		} else {
			w.bits = append(w.bits, x)
		}
	}
	if len(high) == 0 {
		return v
	}
	w.show = func() error {
		if err := b.shows(v); err != nil {
			return err
		}
		rest, err := b.rest(v)
		if err != nil {
			return err
		}
		of, err := b.rest(same)
		if err != nil {
			return err
		}
		parts := []part{once(rest.Scale(minusOne)), once(of)}
		for _, x := range same.bits {
			u, err := b.value(x.lit)
			if err != nil {
				return err
			}
			parts = append(parts, part{minus(u, constant(1)), x.times})
		}
		var more []kernel.Term
		for _, x := range high {
			all := slices.Clone(parts)
			for _, y := range v.bits {
				u, err := b.value(y.lit)
				if err != nil {
					return err
				}
				if y.lit != x.lit {
					all = append(all, part{minus(constant(0), u), y.times})
				} else {
					more = append(more, u.Scale(y.times))
				}
			}
			if err := b.combine(all...); err != nil {
				return err
			}
		}
		return b.adding(w, []scaled{{one, v}}, nil, more)
	}
	return w
}

// bitwise returns the word of x and y, x or y, or x xor y, where the kernel's symbol for x and y is z.
func (b *blast) bitwise(op byte, x, y, z kernel.Term) *word {
	of := z
	switch op {
	case '|':
		of = minus(x.Plus(y), z)
	case '^':
		of = minus(x.Plus(y), z.Scale(two))
	}
	if w, ok := b.words[string(op)+of.Key()]; ok {
		return w
	}
	u, v := b.linear(x), b.linear(y)
	if u == nil || v == nil {
		return nil
	}
	sign := signPlace(u, v)
	xs, u := b.complement(x, sign)
	ys, v := b.complement(y, sign)
	if u == nil || v == nil || sign > maxBits || b.tooLarge {
		return nil
	}
	w := &word{of: of, base: new(big.Int)}
	lits := make([]sat.Lit, len(xs))
	for i := range xs {
		switch op {
		case '&':
			lits[i] = b.and(xs[i], ys[i])
		case '|':
			lits[i] = b.and(xs[i].Not(), ys[i].Not()).Not()
		default:
			lits[i] = b.xor(xs[i], ys[i])
		}
		l := lits[i]
		if i == sign {
			w.base.Sub(w.base, power2(i))
			l = l.Not()
		}
		switch l {
		case yes:
			w.base.Add(w.base, power2(i))
		case yes.Not():
		default:
			w.bits = append(w.bits, atom{power2(i), l})
		}
	}
	w.show = func() error {
		if err := b.shows(u); err != nil {
			return err
		}
		if err := b.shows(v); err != nil {
			return err
		}
		vs, err := b.values(xs...)
		if err != nil {
			return err
		}
		us, err := b.values(ys...)
		if err != nil {
			return err
		}
		os, err := b.values(lits...)
		if err != nil {
			return err
		}
		both := kernel.Number(zero)
		var more []kernel.Term
		for i := range vs {
			unit := power2(i)
			if i == sign {
				unit.Neg(unit)
			}
			both = both.Plus(vs[i].Times(us[i]).Scale(unit))
			// What the result's bit is by the product of the operands' bits.
			p, want := vs[i].Times(us[i]), os[i]
			var d kernel.Term
			switch op {
			case '&':
				d = minus(p, want)
			case '|':
				d = minus(minus(vs[i].Plus(us[i]), p), want)
			default:
				d = minus(minus(vs[i].Plus(us[i]), p.Scale(two)), want)
			}
			if kernel.AtMostZero(d).Op == kernel.True {
				continue
			}
			if xs[i].Var() == ys[i].Var() {
				if err := b.idempotent(xs[i]); err != nil {
					return err
				}
			}
			more = append(more, d.Scale(unit))
		}
		if e := kernel.EqualTo(minus(z, both), zero); e.Op != kernel.True && !b.Holds(e) {
			if err := b.conjoined(x, y, vs, us); err != nil {
				return err
			}
		}
		times := big.NewInt(-1)
		parts := []scaled{{one, u}, {one, v}}
		switch op {
		case '&':
			times, parts = one, nil
		case '^':
			times = big.NewInt(-2)
		}
		if t := minus(z, both); kernel.AtMostZero(t).Op == kernel.AtMost {
			more = append(more, t.Scale(times))
		}
		return b.adding(w, parts, nil, more)
	}
	b.words[string(op)+of.Key()] = w
	return w
}
