package lia

import (
	"math/big"
	"math/bits"
	"slices"
)

// This file defines the lines of the simplex method, in integers. Each line has a common denominator, and its numbers
// are machine words while they fit (the fraction-free elimination of Bareiss, Sylvester's identity and multistep
// integer-preserving Gaussian elimination, 1968; here the content of a line is divided out, because lines are sparse).
// A line has one form for each basis, so the inverse of a pivot restores it exactly.

// maxBits is the greatest length of products for which the sum of two of them fits into a word.
const maxBits = 62

// denominator is the place of the denominator, for functions that take a place in the sum.
const denominator = -1

// find returns the place of v in the sum; -1 if it is not there.
func (l *line) find(v int) int {
	i, j := 0, len(l.sum)
	for i < j {
		if m := (i + j) / 2; l.sum[m].v < v {
			i = m + 1
		} else {
			j = m
		}
	}
	if i < len(l.sum) && l.sum[i].v == v {
		return i
	}
	return -1
}

// int returns the number at a place; the caller must not change it. If the numbers are in words, the result is in buf.
func (l *line) int(i int, buf *big.Int) *big.Int {
	switch {
	case l.long != nil && i == denominator:
		return &l.long.den
	case l.long != nil:
		return &l.long.ks[i]
	case i == denominator:
		return buf.SetInt64(l.den)
	}
	return buf.SetInt64(l.sum[i].k)
}

// number returns the number at a place.
func (l *line) number(i int) num { return fromInt(l.int(i, new(big.Int))) }

// sign returns the sign of the coefficient at a place.
func (l *line) sign(i int) int {
	switch {
	case l.long != nil:
		return l.long.ks[i].Sign()
	case l.sum[i].k > 0:
		return 1
	}
	return -1
}

// words returns how much work it is to compute with a number of l. A content needs a common divisor, whose work grows
// with the square of the length.
func (l *line) words() int {
	if l.long == nil {
		return 1
	}
	n := (l.bits + 63) / 64
	return 16 + n + n*n/64
}

// value returns the value of the basic variable.
func (l *line) value() num {
	switch {
	case l.long != nil:
		return fromRat(new(big.Rat).SetFrac(&l.long.n, &l.long.den))
	case l.den == 1:
		return whole(l.n)
	}
	return fraction(l.n, l.den)
}

// whole reports whether the coefficient at a place is an integer.
func (l *line) whole(i int) bool {
	if l.long != nil {
		return new(big.Int).Rem(&l.long.ks[i], &l.long.den).Sign() == 0
	}
	return l.sum[i].k%l.den == 0
}

// isInt reports whether the value of the basic variable is an integer.
func (l *line) isInt() bool {
	if l.long != nil {
		return new(big.Int).Rem(&l.long.n, &l.long.den).Sign() == 0
	}
	return l.n%l.den == 0
}

// cmp compares the value of the basic variable with the integer b.
func (l *line) cmp(b num) int {
	if l.long != nil || b.r != nil {
		m := b.int()
		return l.numerator().Cmp(m.Mul(m, l.int(denominator, new(big.Int))))
	}
	m, fits := mulInt(b.n, l.den)
	switch {
	case !fits:
		return -b.sign()
	case l.n < m:
		return -1
	case l.n > m:
		return 1
	}
	return 0
}

// numerator returns the value of the basic variable, times the denominator. The caller must not change it.
func (l *line) numerator() *big.Int {
	if l.long != nil {
		return &l.long.n
	}
	return big.NewInt(l.n)
}

// shift changes the value of the basic variable by d times the coefficient at a place.
func (l *line) shift(i int, d num) {
	if l.long == nil && d.r == nil {
		if m, ok := mulInt(l.sum[i].k, d.n); ok {
			if n, ok := addInt(l.n, m); ok {
				l.n = n
				return
			}
		}
	}
	m := d.int()
	m.Mul(m, l.int(i, new(big.Int)))
	l.set(m.Add(m, l.numerator()))
}

// set makes n the value of the basic variable, times the denominator.
func (l *line) set(n *big.Int) {
	fits := n.BitLen() <= 63
	switch {
	case l.long == nil && fits:
		l.n = n.Int64()
		return
	case l.long == nil:
		l.long = &long{ks: make([]big.Int, len(l.sum)), fits: true}
		l.long.den.SetInt64(l.den)
		for i := range l.sum {
			l.long.ks[i].SetInt64(l.sum[i].k)
		}
	case l.long.fits && fits: // the words are still there
		l.long, l.n = nil, n.Int64()
		return
	}
	l.long.n.Set(n)
}

// line returns a sum of variables as a line that has no basic variable and no value yet.
func (s *simplex) line(form []entry) line {
	l := line{den: 1}
	for _, e := range form {
		l.sum = append(l.sum, cell{e.v, e.k.n})
	}
	if !slices.ContainsFunc(form, func(e entry) bool { return e.k.r != nil }) {
		l.measure()
		return l
	}
	l.long = &long{ks: make([]big.Int, len(form))}
	l.long.den.SetInt64(1)
	for i, e := range form {
		l.long.ks[i].Set(e.k.int())
	}
	l.adopt()
	return l
}

// measure records the length of the longest number; all are in words.
func (l *line) measure() {
	all := uint64(l.den)
	for _, e := range l.sum {
		all |= magnitude(e.k)
	}
	l.bits = bits.Len64(all)
}

// adopt records the length of the longest number, and puts all numbers but the value into words if they fit.
func (l *line) adopt() {
	g := l.long
	l.bits = g.den.BitLen()
	for i := range g.ks {
		l.bits = max(l.bits, g.ks[i].BitLen())
	}
	if g.fits = l.bits <= 63; g.fits {
		l.long, l.den = nil, g.den.Int64()
		for i := range g.ks {
			l.sum[i].k = g.ks[i].Int64()
		}
	}
}

// evaluate computes the value of the basic variable.
func (s *simplex) evaluate(l *line) {
	s.spent += len(l.sum) * l.words() / 2
	if l.long == nil {
		n, ok := int64(0), true
		for _, e := range l.sum {
			x := &s.vars[e.v].val
			if x.n == 0 && x.r == nil {
				continue
			}
			m, fits := mulInt(e.k, x.n)
			if !fits || x.r != nil {
				ok = false
				break
			}
			if n, ok = addInt(n, m); !ok {
				break
			}
		}
		if ok {
			l.n = n
			return
		}
	}
	var n, m, buf big.Int
	for i, e := range l.sum {
		if x := &s.vars[e.v].val; x.sign() != 0 {
			n.Add(&n, m.Mul(l.int(i, &buf), x.int()))
		}
	}
	l.set(&n)
}

// solve makes v, which occurs in l, the basic variable of l. It does not compute its value.
func (l *line) solve(v int) {
	i := l.find(v)
	k, den, old := l.sum[i].k, l.den, l.basic
	sign := -l.sign(i) // of the other terms
	j := i
	for ; j+1 < len(l.sum) && l.sum[j+1].v < old; j++ {
		l.sum[j] = l.sum[j+1]
	}
	for ; j > 0 && l.sum[j-1].v > old; j-- {
		l.sum[j] = l.sum[j-1]
	}
	l.sum[j].v = old
	l.basic = v
	if g := l.long; g == nil || g.fits {
		l.sum[j].k, l.den = -den, int64(magnitude(k))
		if sign < 0 {
			for at := range l.sum {
				l.sum[at].k = -l.sum[at].k
			}
		}
	}
	if l.long == nil {
		return
	}
	ks := l.long.ks
	own := ks[i]
	if i < j {
		copy(ks[i:], ks[i+1:j+1])
	} else {
		copy(ks[j+1:], ks[j:i])
	}
	ks[j] = l.long.den
	ks[j].Neg(&ks[j])
	if l.long.den = own; sign < 0 {
		for at := range ks {
			ks[at].Neg(&ks[at])
		}
	}
	l.long.den.Abs(&l.long.den)
}

// replace returns l with the sum of another line in the place of that line's basic variable, which occurs in l. It does
// not compute the value.
func (s *simplex) replace(l, by *line) line {
	i := l.find(by.basic)
	s.spent += (len(l.sum) + len(by.sum)) * max(l.words(), by.words())
	out := line{basic: l.basic, sum: s.spare[:0], dirty: l.dirty}
	s.spare = nil
	if l.long == nil && by.long == nil {
		k := l.sum[i].k
		g := gcdInt(k, by.den)
		times, share := by.den/g, k/g
		if bits.Len64(uint64(times))+l.bits <= maxBits && bits.Len64(magnitude(share))+by.bits <= maxBits {
			out.blend(l, i, times, share, by)
			return out
		}
	}
	var g, k, times, share, x, y big.Int
	den := by.int(denominator, &x)
	g.GCD(nil, nil, k.Abs(l.int(i, &y)), den)
	numbers := s.long()
	out.blendLong(l, i, times.Quo(den, &g), share.Quo(l.int(i, &y), &g), by, numbers)
	if out.long == nil {
		s.longs = append(s.longs, numbers)
	}
	s.spent += len(out.sum) * out.words()
	return out
}

// long returns numbers whose memory may be used again.
func (s *simplex) long() *long {
	n := len(s.longs)
	if n == 0 {
		return &long{}
	}
	g := s.longs[n-1]
	s.longs = s.longs[:n-1]
	return g
}

// blend makes l the sum of a without its term at the place i, and of b, with factors. All numbers stay in words.
func (l *line) blend(a *line, i int, times, share int64, b *line) {
	x, y := a.sum, b.sum
	if free := len(x) + len(y); cap(l.sum) < free {
		l.sum = make([]cell, 0, free+free/4)
	}
	skipped := x[i].v
	sum := l.sum
	for len(x) > 0 && len(y) > 0 {
		switch {
		case x[0].v == skipped:
			x = x[1:]
		case x[0].v < y[0].v:
			sum, x = append(sum, cell{x[0].v, times * x[0].k}), x[1:]
		case x[0].v > y[0].v:
			sum, y = append(sum, cell{y[0].v, share * y[0].k}), y[1:]
		default:
			if k := times*x[0].k + share*y[0].k; k != 0 {
				sum = append(sum, cell{x[0].v, k})
			}
			x, y = x[1:], y[1:]
		}
	}
	for _, e := range x {
		if e.v != skipped {
			sum = append(sum, cell{e.v, times * e.k})
		}
	}
	for _, e := range y {
		sum = append(sum, cell{e.v, share * e.k})
	}
	l.sum, l.den = sum, times*a.den
	g := l.den
	for j := 0; j < len(sum) && g != 1; j++ {
		g = gcdInt(sum[j].k, g)
	}
	if g != 1 {
		l.den /= g
		for j := range sum {
			sum[j].k /= g
		}
	}
	l.measure()
}

// blendLong does the same with numbers of any length, and puts them into g.
func (l *line) blendLong(a *line, i int, times, share *big.Int, b *line, g *long) {
	if most := len(a.sum) + len(b.sum); cap(g.ks) < most {
		g.ks = make([]big.Int, most)
	}
	g.ks = g.ks[:cap(g.ks)]
	var m, buf big.Int
	n := 0
	for x, y := 0, 0; x < len(a.sum) || y < len(b.sum); {
		k, v := &g.ks[n], 0
		switch {
		case x == i:
			x++
			continue
		case y == len(b.sum) || x < len(a.sum) && a.sum[x].v < b.sum[y].v:
			v = a.sum[x].v
			k.Mul(times, a.int(x, &buf))
			x++
		case x == len(a.sum) || a.sum[x].v > b.sum[y].v:
			v = b.sum[y].v
			k.Mul(share, b.int(y, &buf))
			y++
		default:
			v = a.sum[x].v
			k.Mul(times, a.int(x, &buf))
			k.Add(k, m.Mul(share, b.int(y, &buf)))
			x, y = x+1, y+1
		}
		if k.Sign() != 0 {
			l.sum, n = append(l.sum, cell{v: v}), n+1
		}
	}
	g.ks = g.ks[:n]
	g.den.Mul(times, a.int(denominator, &buf))
	content := buf.Set(&g.den)
	for j := 0; j < n && (content.BitLen() > 1); j++ {
		content.GCD(nil, nil, content, m.Abs(&g.ks[j]))
	}
	if content.BitLen() > 1 {
		g.den.Quo(&g.den, content)
		for j := range g.ks {
			g.ks[j].Quo(&g.ks[j], content)
		}
	}
	l.long = g
	l.adopt()
}
