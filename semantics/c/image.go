package c

import (
	"math/big"
	"sort"

	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file defines the initial contents of objects with static storage.

// staticInit makes an initializer the initial contents of a global.
func (u *unit) staticInit(t *Type, n *cc.Initializer) ([]core.Init, *Type) {
	u.index()
	u.need(t)
	b := &initializing{u: u, static: true, active: map[unionAt]*Field{}}
	items := b.all(t, n)
	t = b.completed(t)
	known := map[initial]constant{} // of the elements of a table, which come more than once
	m := image{p: u.p, size: t.Size, parts: make([]core.Init, 0, len(items))}
	for _, i := range items {
		if u.p.stopped() {
			break
		}
		if s, ok := stringOf(i.x); ok && i.t.Class == Array {
			bytes, _ := u.text(s)
			bytes = bytes[:min(int64(len(bytes)), i.t.Size)]
			m.bytes(i.offset, bytes+string(make([]byte, min(i.t.Size-int64(len(bytes)), i.t.Elem.Size))))
			continue
		}
		c, ok := known[i.value()]
		if !ok {
			if c, ok = u.valueOf(i); !ok {
				continue
			}
			if b.tabled {
				known[i.value()] = c
			}
		}
		if i.repeat > 1 && i.t.Size <= 8 && !c.address() && m.at(i.offset) == len(m.parts) && i.end() <= m.size &&
			isZero(&core.Init{Type: core.U64, Value: c.x}) && c.off == 0 {
			continue // it is zero anyway
		}
		for k := range i.repeat {
			if len(m.parts) > maxItems {
				u.errorf(i.x, "found an initializer of more than %d parts", maxItems)
				break
			}
			if u.p.stopped() {
				break
			}
			m.set(i.offset+k*i.t.Size, i, c)
		}
	}
	return m.inits(), t
}

// initial is an expression that initializes a part of a type, which may be a bit-field.
type initial struct {
	x    cc.ExpressionNode
	t    *Type
	bits int
}

func (i *item) value() initial { return initial{i.x, i.t, i.bits} }

// valueOf returns the value that an item gives its part. It reports false, and an error, if there is none.
func (u *unit) valueOf(i item) (constant, bool) {
	c, why := u.fold(nil, i.x, true)
	if why == "" {
		e := &folding{u: u, f: u.types.outside}
		if !assignableConstant(c, i.t) {
			u.errorf(i.x, "found an initializer of type %v, want one of type %v", c.t, i.t)
			return c, false
		}
		c = e.convert(c, i.t)
		why = e.why
	}
	if why == "" && i.bits > 0 && c.address() {
		why = "it has a part of an address"
	}
	if why != "" {
		u.errorf(i.x, "found an initializer that is not constant: %s", why)
	}
	return c, why == ""
}

// assignableConstant reports whether a constant may initialize a scalar of type t.
func assignableConstant(c constant, t *Type) bool {
	switch {
	case t.arithmetic():
		return c.t.arithmetic() || c.t.Class == Pointer && (t.Class == Bool || t.integer())
	case t.Class == Pointer:
		return c.t.Class == Pointer || c.t.integer()
	}
	return false
}

// image is the contents of an object: parts in the order of their offsets that do not overlap.
type image struct {
	p     *program
	size  int64 // by the type of the object
	parts []core.Init
}

// partEnd returns the offset behind a part.
func partEnd(x *core.Init) int64 {
	if x.Value != nil {
		return x.Offset + x.Type.Size()
	}
	return x.Offset + int64(len(x.Bytes))
}

// set sets the scalar at an offset.
func (m *image) set(offset int64, i item, c constant) {
	switch {
	case i.bits > 0:
		m.field(offset, i.shift, i.bits, c.x.Int)
		return
	case i.t.Class == Complex:
		re, im := c.parts()
		m.set(offset, item{t: i.t.Elem}, re)
		m.set(offset+i.t.Elem.Size, item{t: i.t.Elem}, im)
		return
	case i.t.Class == LongDouble:
		m.extended(offset, extendedOf(c.x))
		return
	case i.t.integer() && i.t.Size == 16:
		v := wrap(c.x.Int, uint128Type)
		m.put(core.Init{Offset: offset, Type: core.U64, Value: bigInteger(new(big.Int).And(v,
			new(big.Int).SetUint64(1<<64-1)))})
		m.put(core.Init{Offset: offset + 8, Type: core.U64, Value: bigInteger(new(big.Int).Rsh(v, 64))})
		return
	case c.address() && c.off == 0:
		m.put(core.Init{Offset: offset, Type: core.Pointer, Value: c.x})
		return
	case c.address():
		m.put(core.Init{Offset: offset, Type: core.Pointer, Value: &core.Expr{Op: core.Move, Type: core.Ptr, X: c.x,
			Y: integer(c.off)}})
		return
	case i.t.Class == Pointer:
		m.put(core.Init{Offset: offset, Type: core.U64, Value: bigInteger(new(big.Int).SetUint64(uint64(c.off)))})
		return
	case i.t.integer() && i.t.Size == 1:
		m.bytes(offset, string([]byte{byte(wrap(c.x.Int, ucharType).Uint64())}))
		return
	}
	m.put(core.Init{Offset: offset, Type: scalarType(i.t), Value: c.x})
}

// extended puts a long double in its place: ten bytes, and six of padding.
func (m *image) extended(offset int64, v extended) {
	m.put(core.Init{Offset: offset, Type: core.U64, Value: bigInteger(new(big.Int).SetUint64(v.frac))})
	m.put(core.Init{Offset: offset + 8, Type: core.U64, Value: integer(int64(v.top))})
}

// at returns the index of the first part that ends after an offset.
func (m *image) at(offset int64) int {
	if n := len(m.parts); n == 0 || partEnd(&m.parts[n-1]) <= offset {
		return n
	}
	return sort.Search(len(m.parts), func(i int) bool { return partEnd(&m.parts[i]) > offset })
}

// put puts a part in its place and replaces what was there.
func (m *image) put(x core.Init) {
	i := m.at(x.Offset)
	end := partEnd(&x)
	m.p.charge(len(m.parts) - i)
	m.p.hold(wordsPerInit + len(x.Bytes)/8)
	if i == len(m.parts) {
		if end > m.size || !isZero(&x) {
			m.parts = append(m.parts, x)
		}
		return
	}
	var keep []core.Init // what is left of parts that x overlaps
	j := i
	for ; j < len(m.parts) && m.parts[j].Offset < end; j++ {
		old := m.parts[j]
		if old.Offset >= x.Offset && partEnd(&old) <= end {
			continue
		}
		b := bytesOf(&old)
		if old.Offset < x.Offset {
			keep = append(keep, core.Init{Offset: old.Offset, Type: core.U8, Bytes: b[:x.Offset-old.Offset]})
		}
		if partEnd(&old) > end {
			keep = append(keep, core.Init{Offset: end, Type: core.U8, Bytes: b[end-old.Offset:]})
		}
	}
	keep = append(keep, x)
	sort.Slice(keep, func(a, b int) bool { return keep[a].Offset < keep[b].Offset })
	m.parts = append(m.parts[:i], append(keep, m.parts[j:]...)...)
}

// bytes puts bytes in their place. It joins them to the part before them, if that is few bytes, too; inits joins more.
func (m *image) bytes(offset int64, s string) {
	if s == "" {
		return
	}
	if n := len(m.parts); n > 0 && m.parts[n-1].Value == nil && partEnd(&m.parts[n-1]) == offset &&
		len(m.parts[n-1].Bytes) < 1<<6 {
		m.p.charge(len(m.parts[n-1].Bytes) / 8)
		m.p.hold(1 + len(s)/8)
		m.parts[n-1].Bytes += s
		return
	}
	m.put(core.Init{Offset: offset, Type: core.U8, Bytes: s})
}

// field puts the bits of a bit-field in their place and leaves the others.
func (m *image) field(offset int64, shift, bits int, v *big.Int) {
	mask := new(big.Int).Sub(new(big.Int).Lsh(one, uint(bits)), one)
	value := new(big.Int).Lsh(new(big.Int).And(v, mask), uint(shift))
	mask.Lsh(mask, uint(shift))
	size := int64(shift+bits+7) / 8
	old := make([]byte, size)
	for i := m.at(offset); i < len(m.parts) && m.parts[i].Offset < offset+size; i++ {
		for k, c := range []byte(bytesOf(&m.parts[i])) {
			if at := m.parts[i].Offset + int64(k) - offset; at >= 0 && at < size {
				old[at] = c
			}
		}
	}
	for k := range old {
		part := func(x *big.Int) byte { return byte(new(big.Int).Rsh(x, uint(8*k)).Uint64()) }
		old[k] = old[k]&^part(mask) | part(value)
	}
	m.put(core.Init{Offset: offset, Type: core.U8, Bytes: string(old)})
}

// bytesOf returns the bytes of a part. Those of an address count as 0, since a part of an address has no use.
func bytesOf(x *core.Init) string {
	if x.Value == nil {
		return x.Bytes
	}
	b := make([]byte, x.Type.Size())
	v := new(big.Int)
	switch x.Value.Op {
	case core.Const:
		v = wrap(x.Value.Int, ulongType)
	case core.Single, core.Double:
		v.SetUint64(x.Value.Bits)
	}
	for k := range b {
		b[k] = byte(new(big.Int).Rsh(v, uint(8*k)).Uint64())
	}
	return string(b)
}

// inits returns the parts that are not zero. It also returns all parts beyond the size of the type, which belong to a
// flexible array.
func (m *image) inits() []core.Init {
	var list []core.Init
	for _, x := range m.parts {
		if partEnd(&x) <= m.size && isZero(&x) {
			continue
		}
		if n := len(list); n > 0 && x.Value == nil && list[n-1].Value == nil && partEnd(&list[n-1]) == x.Offset &&
			len(list[n-1].Bytes) < 1<<12 {
			list[n-1].Bytes += x.Bytes
			continue
		}
		list = append(list, x)
	}
	return list
}

// isZero reports whether a part has only bytes that are 0.
func isZero(x *core.Init) bool {
	if x.Value != nil && x.Value.Op != core.Const && x.Value.Op != core.Single && x.Value.Op != core.Double {
		return x.Value.Op == core.Null
	}
	if x.Value != nil && x.Value.Op == core.Const {
		return x.Value.Int.Sign() == 0
	}
	for _, b := range []byte(bytesOf(x)) {
		if b != 0 {
			return false
		}
	}
	return true
}
