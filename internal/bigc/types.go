package bigc

import "math/big"

// This file defines types: what values they have, and how many bytes these take, on a machine with 64 bits as gcc has
// it.

// kind is the kind of a type.
type kind byte

const (
	void kind = iota
	integral
	pointing
	array
	record // a structure or a union
	function
)

// ctype is a type. Types of integers are the same if they are one object; others are compared by their parts.
type ctype struct {
	kind        kind
	name        string
	size, align int64
	signed      bool
	rank        int      // of integers: those of a greater rank hold more, or as much
	constant    bool     // whether an object of this type may not be changed
	elem        *ctype   // of pointers, arrays and functions: what they lead to, have and return
	n           int64    // of arrays: how many elements
	members     []member // of records
	params      []*ctype // of functions
}

// member is a part of a record.
type member struct {
	name   string
	t      *ctype
	offset int64
}

func newInteger(name string, size int64, signed bool, rank int) *ctype {
	return &ctype{kind: integral, name: name, size: size, align: size, signed: signed, rank: rank}
}

var (
	voidType   = &ctype{kind: void, name: "void", size: 1, align: 1}
	boolType   = newInteger("_Bool", 1, false, 0)
	charType   = newInteger("char", 1, true, 1)
	scharType  = newInteger("signed char", 1, true, 1)
	ucharType  = newInteger("unsigned char", 1, false, 1)
	shortType  = newInteger("short", 2, true, 2)
	ushortType = newInteger("unsigned short", 2, false, 2)
	intType    = newInteger("int", 4, true, 3)
	uintType   = newInteger("unsigned", 4, false, 3)
	longType   = newInteger("long", 8, true, 4)
	ulongType  = newInteger("unsigned long", 8, false, 4)
	llongType  = newInteger("long long", 8, true, 5)
	ullongType = newInteger("unsigned long long", 8, false, 5)
)

// unsignedOf has for each type with a sign the one without that has its rank.
var unsignedOf = map[*ctype]*ctype{intType: uintType, longType: ulongType, llongType: ullongType}

func pointerTo(t *ctype) *ctype { return &ctype{kind: pointing, size: 8, align: 8, elem: t} }

func arrayOf(t *ctype, n int64) *ctype {
	return &ctype{kind: array, size: n * t.size, align: t.align, elem: t, n: n, constant: t.constant}
}

// constantOf returns t for objects that may not be changed. An integer type stays the one that it is, because values
// have no such types.
func constantOf(t *ctype) *ctype {
	c := *t
	c.constant = true
	return &c
}

// plain returns the type of the values of an object of type t.
func plain(t *ctype) *ctype {
	if !t.constant {
		return t
	}
	for _, i := range integers {
		if t.kind == integral && t.name == i.name {
			return i
		}
	}
	p := *t
	p.constant = false
	return &p
}

var integers = []*ctype{
	boolType, charType, scharType, ucharType, shortType, ushortType, intType, uintType, longType, ulongType, llongType,
	ullongType,
}

// lay sets the places of the members of a record, and its size.
func (t *ctype) lay(union bool) {
	t.size, t.align = 0, 1
	for i := range t.members {
		m := &t.members[i]
		t.align = max(t.align, m.t.align)
		if union {
			t.size = max(t.size, m.t.size)
			continue
		}
		m.offset = up(t.size, m.t.align)
		t.size = m.offset + m.t.size
	}
	t.size = up(t.size, t.align)
}

// up returns the least multiple of align that is n or more.
func up(n, align int64) int64 { return (n + align - 1) / align * align }

func (t *ctype) member(name string) *member {
	for i := range t.members {
		if t.members[i].name == name {
			return &t.members[i]
		}
	}
	return nil
}

func (t *ctype) scalar() bool { return t.kind == integral || t.kind == pointing }

// limits returns the least and the greatest value of an integer type.
func (t *ctype) limits() (lo, hi *big.Int) {
	bits := uint(t.size * 8)
	switch {
	case t == boolType:
		return new(big.Int), big.NewInt(1)
	case t.signed:
		lo = new(big.Int).Lsh(big.NewInt(-1), bits-1)
		return lo, new(big.Int).Not(lo)
	}
	hi = new(big.Int).Lsh(big.NewInt(1), bits)
	return new(big.Int), hi.Sub(hi, big.NewInt(1))
}

// has reports whether n is a value of an integer type.
func (t *ctype) has(n *big.Int) bool {
	lo, hi := t.limits()
	return n.Cmp(lo) >= 0 && n.Cmp(hi) <= 0
}

// holds reports whether every value of u is one of t.
func (t *ctype) holds(u *ctype) bool {
	lo, hi := u.limits()
	return t.has(lo) && t.has(hi)
}

// promoted returns the type in which values of an integer type take part in arithmetic: 6.3.1.1 of C11.
func promoted(t *ctype) *ctype {
	if t.rank < intType.rank { // int holds them all
		return intType
	}
	return t
}

// common returns the type in which two integers meet: 6.3.1.8 of C11.
func common(t, u *ctype) *ctype {
	t, u = promoted(t), promoted(u)
	if t.rank < u.rank {
		t, u = u, t
	}
	switch {
	case t == u || t.signed == u.signed || !t.signed:
		return t
	case t.rank == u.rank:
		return u
	case t.holds(u):
		return t
	}
	return unsignedOf[t]
}
