package kernel

import "math/big"

// This file defines which pointer an address is: one into the object that has the address, dead or alive, with an
// offset from 0 to 2^32 - 1; one to the function that has it; or else a bare address.

// pointerTo returns the pointer whose address is n. If n is no number, it is resolved where that matters, among the
// objects that there are now.
func (k *Kernel) pointerTo(n Term) value {
	v := value{class: bare, n: n, ref: 1 + len(k.state.objects)}
	if n.isConst() {
		v = k.resolved(v)
	}
	return v
}

// resolved returns a pointer that is in an object, or to a function, if it is one. It asks for each object whether the
// address is in it; below the first object and behind the last one it need not. A value that is not to be resolved
// stays as it is, even a bare address to which an addition has led, and which is in an object now.
func (k *Kernel) resolved(v value) value {
	if v.class != bare || v.ref == 0 {
		return v
	}
	n, made, plain := v.n, v.ref-1, value{class: bare, n: v.n}
	if k.ask(less(n, integer(objectBase(1)))) || k.stopped() {
		return plain
	}
	if k.ask(notMore(integer(objectBase(made+1)), n)) || k.stopped() {
		for i := range k.program.funcs {
			if k.ask(equal(n.minus(integer(functionAddress(i))))) {
				return value{class: toFunction, ref: i}
			}
		}
		return plain
	}
	first := int(new(big.Int).Rsh(n.Const, addressBits).Int64()) // the most likely one
	for i := 0; i <= made && !k.stopped(); i++ {
		id := i
		if i == 0 {
			id = first
		}
		if id < 1 || id > made {
			continue
		}
		if base := objectBase(id); k.ask(within(n, base, new(big.Int).Add(base, big.NewInt(1<<addressBits-1)))) {
			return pointer(id, n.minus(integer(base)))
		}
	}
	k.stuck("an address that is in no object")
	return plain
}
