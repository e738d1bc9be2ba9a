package core

import (
	"math/big"
	"math/rand"
	"runtime"
	"strings"
	"testing"

	"vouch/semantics"
	"vouch/semantics/source"
)

// plain is an object as the comment of memory.go says it, byte by byte.
type plain []plainByte

type plainByte struct {
	defined bool
	number  byte
	cell    *plainCell // nil if the byte is a number
	which   int
	lacks   byte // the bits that are undefined, of a number of which others are not; it is not defined
}

type plainCell struct {
	scalar Scalar
	value  Value
}

func (m plain) store(offset int, t Scalar, v Value) {
	size := int(t.Size())
	m.cut(offset)
	m.cut(offset + size)
	n, isInt := v.Integer()
	if v.Type() == F32 || v.Type() == F64 {
		n, isInt = new(big.Int).SetUint64(v.Encoding()), true
	} else if address, ok := v.Address(); ok {
		n, isInt = address, address.Sign() >= 0 && address.BitLen() <= 64
	}
	for k := range size {
		b := &m[offset+k]
		*b = plainByte{defined: v.IsDefined(), which: k}
		switch {
		case isInt && (t.Type() != Int || t.Holds(n)):
			b.number, b.which = byteOf(n, k), 0
		case v.IsDefined():
			b.cell = &plainCell{t, v}
		}
	}
}

// storeBits is store for a bit-field, bit by bit.
func (m plain) storeBits(offset int, t Scalar, v Value) {
	m.cut(offset)
	m.cut(offset + int(t.Size()))
	for i := range t.Width() {
		k := t.Shift() + i
		b, bit := &m[offset+k/8], byte(1)<<(k%8)
		number, lacks := b.value(), b.lacks
		if !b.defined && lacks == 0 {
			number, lacks = 0, 255
		}
		number, lacks = number&^bit, lacks|bit
		if v.IsDefined() {
			if lacks &^= bit; v.low()>>i&1 == 1 {
				number |= bit
			}
		}
		if *b = (plainByte{defined: lacks == 0, number: number, lacks: lacks}); lacks == 255 {
			*b = plainByte{}
		}
	}
}

// loadBits is load for a bit-field, bit by bit.
func (m plain) loadBits(offset int, t Scalar) Value {
	n := int64(0)
	for i := range t.Width() {
		k := t.Shift() + i
		b := m[offset+k/8]
		if !b.defined && (b.lacks == 0 || b.lacks>>(k%8)&1 == 1) {
			return Value{}
		}
		bit := int64(b.value() >> (k % 8) & 1)
		if n |= bit << i; i == t.Width()-1 && t.Signed() {
			n -= bit << t.Width()
		}
	}
	if t == BitField(64, 0, false) {
		return MakeInteger(new(big.Int).SetUint64(uint64(n)))
	}
	return MakeInt(n)
}

// randomBits returns the type of a bit-field, and a value to store in it.
func randomBits(rng *rand.Rand) (t Scalar, v Value) {
	shift := rng.Intn(8)
	t = BitField(1+rng.Intn(8), shift, rng.Intn(2) == 0)
	if rng.Intn(4) == 0 {
		t = BitField(1+rng.Intn(64-shift), shift, rng.Intn(2) == 0)
	}
	if rng.Intn(3) > 0 {
		v = MakeInt(rng.Int63() - rng.Int63())
	}
	return t, v
}

// byteOf returns (n div 256^k) mod 256.
func byteOf(n *big.Int, k int) byte {
	n = new(big.Int).Div(n, new(big.Int).Exp(big.NewInt(256), big.NewInt(int64(k)), nil))
	return byte(n.Mod(n, big.NewInt(256)).Int64())
}

// cut makes numbers of the bytes of a cell that goes over an offset.
func (m plain) cut(offset int) {
	if offset < len(m) && m[offset].cell != nil && m[offset].which > 0 {
		first := offset - m[offset].which
		for k := range int(m[offset].cell.scalar.Size()) {
			m[first+k].number, m[first+k].cell = m[first+k].value(), nil
		}
	}
}

// value returns the number that a byte is.
func (b plainByte) value() byte {
	if b.cell == nil {
		return b.number
	}
	if n, ok := b.cell.value.Integer(); ok {
		return byteOf(n, b.which)
	}
	return byteOf(addressOf(b.cell.value), b.which)
}

// addressOf returns the address of a pointer.
func addressOf(p Value) *big.Int {
	id, n, ok := p.Object()
	if ok {
		return new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(int64(id)), 32))
	}
	if f, ok := p.Function(); ok {
		return new(big.Int).Add(big.NewInt(1<<62), big.NewInt(int64(16*f)))
	}
	n, _ = p.Address()
	return n
}

func (m plain) copy(to, at, n int) {
	from := append(plain(nil), m...)
	from.cut(at)
	from.cut(at + n)
	m.cut(to)
	m.cut(to + n)
	copy(m[to:to+n], from[at:at+n])
}

func (m plain) load(offset int, t Scalar) (v Value) {
	bytes, sum := m[offset:offset+int(t.Size())], new(big.Int)
	for k := len(bytes) - 1; k >= 0; k-- {
		if !bytes[k].defined {
			return Value{}
		}
		sum.Add(sum.Lsh(sum, 8), big.NewInt(int64(bytes[k].value())))
	}
	switch first := bytes[0]; {
	case first.cell != nil && first.cell.scalar == t && first.which == 0:
		return first.cell.value
	case t == Pointer:
		return MakeAddress(sum)
	case t == Float32:
		return MakeFloat32(uint32(sum.Uint64()))
	case t == Float64:
		return MakeFloat64(sum.Uint64())
	case t.Signed() && sum.BitLen() == 8*len(bytes):
		sum.Sub(sum, new(big.Int).Lsh(big.NewInt(1), uint(8*len(bytes))))
	}
	return MakeInteger(sum)
}

// randomValue returns a value that a program may store as a scalar type.
func randomValue(rng *rand.Rand, t Scalar) Value {
	long := new(big.Int).Lsh(big.NewInt(int64(rng.Intn(7)-3)), uint(rng.Intn(80)))
	switch {
	case rng.Intn(8) == 0:
		return Value{}
	case t == Float32:
		return MakeFloat32(rng.Uint32())
	case t == Float64:
		return MakeFloat64(rng.Uint64())
	case t != Pointer:
		return MakeInteger(long)
	case rng.Intn(3) == 0:
		return MakeAddress(long)
	case rng.Intn(3) == 0:
		return MakeFunction(rng.Intn(2))
	}
	return MakePointer(1+rng.Intn(2), long)
}

// TestObjects: stores, copies, fills and loads do what the comment of memory.go says, to all bytes, and leave what was
// before as it was. What holds the same is encoded the same, however it came about, and memory is counted.
func TestObjects(t *testing.T) {
	rng := rand.New(rand.NewSource(2))
	digest := func(o *Object) [32]byte {
		m := &Machine{Program: load(t, setting+"return 0\n")}
		return m.Assemble(Parts{Frames: []Part{{}}, Objects: []*Object{o}}).Digest(nil)
	}
	for round := range 70 {
		size := 200
		if round >= 60 {
			size = 5000
		}
		o, m, own := NewObject("o", int64(size), Heap, source.Span{}), make(plain, size), new(stretch)
		if round%2 == 1 {
			o.Global = true
			for i := range m {
				m[i].defined = true
			}
		}
		for range 100 {
			before, was, last := o, digest(o), own
			if rng.Intn(3) == 0 {
				own = new(stretch)
			}
			next := *o
			o = &next
			switch n := 1 + rng.Intn(39); rng.Intn(7) {
			case 6: // far on, where pages and what is above them are shared
				at, n, b := rng.Intn(size/2), 2*size/3+rng.Intn(size/4), byte(rng.Intn(3))
				if n = min(n, size-at); rng.Intn(8) > 0 {
					n = min(n, 70)
				}
				o.fill(own, nil, int64(at), int64(n), b)
				for k := range n {
					m.store(at+k, U8, MakeInt(int64(b)))
				}
			case 0:
				at, to := rng.Intn(size-n), rng.Intn(size-n)
				if size > 200 && rng.Intn(2) == 0 { // whole pages among them
					n = 64 + rng.Intn(1000)
					at = rng.Intn(size - n)
					if to = rng.Intn(size-n)/64*64 + at%64; to > size-n {
						to -= 64
					}
				}
				from := *before
				own = new(stretch)
				o.copy(own, nil, int64(to), &from, int64(at), int64(n))
				m.copy(to, at, n)
			case 1:
				at, b := rng.Intn(size-n), byte(rng.Intn(2))
				o.fill(own, nil, int64(at), int64(n), b)
				for k := range n {
					m.store(at+k, U8, MakeInt(int64(b)))
				}
			case 5:
				at := rng.Intn(size - 8)
				for range 1 + rng.Intn(3) {
					t, v := randomBits(rng)
					o.store(own, int64(at), t, v)
					m.storeBits(at, t, v)
				}
			default:
				kind := U8 + Scalar(rng.Intn(int(Float64)))
				at, v := rng.Intn(size-7), randomValue(rng, kind)
				o.store(own, int64(at), kind, v)
				m.store(at, kind, v)
			}
			if own != last && digest(before) != was {
				t.Fatal("an object has changed that the stretch does not own")
			}
			for range 30 {
				kind := U8 + Scalar(rng.Intn(int(Float64)))
				at := rng.Intn(size - 7)
				v, want := o.Load(int64(at), kind), m.load(at, kind)
				if !resolved(v).Equal(resolved(want)) {
					t.Fatalf("load %s at %d: got %s, want %s", kind, at, v, want)
				}
				bits, _ := randomBits(rng)
				if v, want := o.Load(int64(at), bits), m.loadBits(at, bits); !v.Equal(want) {
					t.Fatalf("load %s at %d: got %s, want %s", bits, at, v, want)
				}
			}
		}
		again := NewObject("again", int64(size), Heap, source.Span{})
		again.Global = o.Global
		words := again.copyOf(m)
		if digest(again) != digest(o) {
			t.Fatal("what holds the same is not encoded the same")
		}
		if round < 60 && o.words < words/4 || o.words > 4*(words+wordsPerCells) {
			t.Fatalf("%d words, and %d in another that holds the same", o.words, words)
		}
		m.store(rng.Intn(size), U8, MakeInt(77))
		other := NewObject("other", int64(size), Heap, source.Span{})
		other.Global = o.Global
		if other.copyOf(m); digest(other) == digest(o) {
			t.Fatal("what holds something else is encoded the same")
		}
	}
}

// resolved returns v, or if that is a bare address the pointer that it is.
func resolved(v Value) Value {
	if n, ok := v.Address(); ok {
		return ToPointer(n, 9, 9)
	}
	return v
}

// copyOf fills o, whose bytes are undefined, with what m holds, and returns its words.
func (o *Object) copyOf(m plain) int {
	own := new(stretch)
	for i := 0; i < len(m); i++ {
		switch b := m[i]; {
		case b.lacks != 0:
			o.store(own, int64(i), U8, MakeInt(int64(b.number)))
			for k := range 8 {
				if b.lacks>>k&1 == 1 {
					o.store(own, int64(i), BitField(1, k, false), Value{})
				}
			}
		case !b.defined:
			o.store(own, int64(i), U8, Value{})
		case b.cell == nil:
			o.store(own, int64(i), U8, MakeInt(int64(b.number)))
		case b.which == 0:
			o.store(own, int64(i), b.cell.scalar, b.cell.value)
			i += int(b.cell.scalar.Size()) - 1
		}
	}
	return o.words
}

// TestEndless: programs without end, or that want too much, are stopped by the meter. What a state takes is about what
// it says.
func TestEndless(t *testing.T) {
	const forever = "enter 0; head: branch (truth 1) then body else head loop 0; body: "
	for _, c := range []struct{ title, code, want string }{
		{"an endless loop", "a: jump a", "work"},
		{"objects", forever + "alloc p heap 8; jump head", "memory"},
		{"objects that are freed", forever + "alloc p heap 8; store u8 p! 1; free p!; jump head", "memory"},
		{"local objects", forever + "alloc p local 8; jump head", "memory"},
		{"pages", "alloc p heap 4294901760; set i 0; " + forever +
			"store u8 (move p! i!) 1; set i (add i! 64); jump head", "memory"},
		{"pages far apart", "alloc p heap 4294901760; set i 1; " + forever +
			"store u8 (move p! i!) 1; set i (mod (mul i! 6364136223846793005) 4294901760 \"fail\"); jump head",
			"memory"},
		{"cells", "alloc p heap 4294901760; set i 0; " + forever +
			"store ptr (move p! i!) p!; set i (add i! 8); jump head", "memory"},
		{"long cells", "alloc p heap 4294901760; set i 0; " + forever +
			"store i8 (move p! i!) (shl 1 65536); set i (add i! 1); jump head", "memory"},
		{"bytes that are defined in part", "alloc p heap 4294901760; set i 0; " + forever +
			"store u3@4 loose (move p! i!) i!; set i (add i! 1); jump head", "memory"},
		{"a long integer", "set i 3; " + forever + "set i (mul i! i!); jump head", "work"},
		{"a long sum", "set i 1; " + forever + "set i (shl i! 65536); jump head", "work"},
		{"a long offset", "set p (global buf); set i 3; " + forever +
			"set i (mul i! i!); set p (move p! i!); jump head", "work"},
		{"a long address", "set i 3; " + forever + "set i (mul i! i!); store ptr (global buf) (toptr i!); jump head",
			"work"},
		{"a long fill", "alloc p heap 4294901760; fill p! 0 4294901760", "work"},
		{"a long copy", "alloc p heap 4294901760; copy p! p! 4294901760", "work"},
		{"long copies", "alloc p heap 4294901760; fill p! 1 400000; copy (move p! 400000) p! 400000; copy (move p! 800000) p! 800000; " +
			"copy (move p! 1600000) p! 1600000; copy (move p! 3200000) p! 3200000; copy (move p! 6400000) p! 6400000",
			"memory"},
		{"calls", "call i (func deep) 1", "memory"},
		{"calls with local objects", "call - (func nest)", "memory"},
		{"output", forever + "output 1 65; jump head", "memory"},
		{"output on two streams", forever + "output 1 65; output 2 65; jump head", "memory"},
		{"inputs", forever + "draw i x ..; jump head", "work"},
	} {
		text := strings.Replace(header, "func main",
			"func nest()\nslot p ptr\nalloc p local 8\nfill p! 0 8\ncall - (func nest)\nreturn\n\nfunc main", 1)
		text += strings.ReplaceAll(c.code, "; ", "\n") + "\nreturn 0\n"
		m := &Machine{Program: load(t, text), Meter: semantics.NewMeter(1<<25, 1<<19)}
		m.Input = func(int, string) (*big.Int, bool) { return big.NewInt(1), true }
		before := inUse()
		s := m.Start()
		s.Hold(m.Meter)
		s, out := semantics.Run(m, s, 1<<40, nil)
		if why := m.Meter.Why(); out.Blocked != semantics.LimitReached || out.Done || out.Fault != nil ||
			!strings.Contains(why, "of "+c.want) {
			t.Errorf("%s: got %+v: %q, want the limit of %s", c.title, out, why, c.want)
		}
		if used, counted := max(0, inUse()-before), 8*s.Words(); used > 2*counted+1<<18 || counted > 20*used+1<<16 {
			t.Errorf("%s: a state of %d bytes is counted as %d", c.title, used, counted)
		}
		if s.Words() > 1<<19+1<<12 {
			t.Errorf("%s: the last state takes %d words", c.title, s.Words())
		}
		s.Digest(m.Meter)
		runtime.KeepAlive(s)
	}
}

// inUse returns how many bytes of memory are in use.
func inUse() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
