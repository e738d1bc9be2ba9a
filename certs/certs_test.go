package certs

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// This file tests the encoding: what round trips, and above all what is rejected, by surgery on the bytes of a
// certificate.

// integer returns the integer that s writes in decimal, or as 2^n with a sum behind it.
func integer(s string) *big.Int {
	power, rest, _ := strings.Cut(strings.TrimPrefix(s, "-"), " ")
	v := new(big.Int)
	if exp, ok := strings.CutPrefix(power, "2^"); ok {
		var n uint
		fmt.Sscan(exp, &n)
		v.Lsh(big.NewInt(1), n)
	} else if _, ok := v.SetString(power, 10); !ok {
		panic("no integer: " + s)
	}
	if s[0] == '-' {
		v.Neg(v)
	}
	var k int64
	if rest != "" {
		fmt.Sscan(strings.ReplaceAll(rest, " ", ""), &k)
	}
	return v.Add(v, big.NewInt(k))
}

// edges are integers around the places where their encoding changes its form.
var edges = []string{
	"0", "1", "23", "24", "255", "256", "65535", "65536", "2^32 - 1", "2^32", "2^63 - 1", "2^63", "2^64 - 1", "2^64",
	"2^64 + 1", "2^200",
	"-1", "-24", "-25", "-256", "-257", "-2^32", "-2^32 - 1", "-2^63", "-2^63 - 1", "-2^64 + 1", "-2^64", "-2^64 - 1",
	"-2^64 - 2", "-2^200",
}

// sample returns a certificate in which every form of data occurs and the values are easy to find among its bytes.
func sample() *Bug {
	return &Bug{
		Program: Program{
			Language: "imp", Version: 1, Options: map[string]string{"division": "floor"},
			Sources: []Source{{Name: "sample.imp", Text: []byte("assert x / y != 7\n")}}, Lowered: sha('l'),
		},
		Inputs: []Input{{Name: "x", Value: big.NewInt(42), Lo: big.NewInt(-5)}, {Name: "y", Value: integer("2^64")},
			{Name: "x#2", Value: one, Lo: one, Hi: integer("2^70")}},
		Trace: Trace{
			Steps: 300, Branches: 9, Decisions: []byte{0xa5, 0x80},
			Checkpoints: []Checkpoint{{Step: 99, Digest: sha('a'), Values: Values{}},
				{Step: 199, Digest: sha('b'), Values: Values{"x": {Int: big.NewInt(-42)}}}},
			Final: State{Digest: sha('f'), Values: Values{"x": {Int: big.NewInt(-1000)},
				"y": {Int: integer("-2^64 - 1")}, "zp": {Text: "&buf+4"}}},
		},
		Fault: Fault{Kind: "assertion", File: 0, Line: 1, Column: 8},
		Path: Path{
			Inputs: []string{"x", "y"},
			Opaque: []Opaque{
				{Op: "div", X: Linear{Const: big.NewInt(5), Terms: []Term{{Sym: 0, Coef: big.NewInt(1)}}},
					Y: &Linear{Const: integer("2^64"), Terms: []Term{}}},
				{Op: "select", X: Linear{Const: big.NewInt(6), Terms: []Term{}},
					Cases: []Case{{At: big.NewInt(12), Value: Linear{Const: big.NewInt(13), Terms: []Term{}}}}},
			},
			Conjuncts: []Formula{
				{{Op: "or", Arity: 2}, {Op: "=", E: &Linear{Const: new(big.Int),
					Terms: []Term{{Sym: 1, Coef: big.NewInt(3)}}}}, {Op: "false"}},
				{{Op: "<=", E: &Linear{Const: big.NewInt(-7), Terms: []Term{{Sym: 2, Coef: big.NewInt(1)}}}}},
			},
		},
		Model: Memory{"x": big.NewInt(42), "y": integer("2^64"), "zz": new(big.Int)},
	}
}

// sha returns something as long as a SHA-256.
func sha(c byte) []byte { return bytes.Repeat([]byte{c}, 32) }

// absence returns a certificate of absence in which every form of data occurs.
func absence() *Absence {
	return &Absence{
		Kind: KindBounded,
		Program: Program{
			Language: "imp", Version: 1, Options: map[string]string{"division": "floor"},
			Sources: []Source{{Name: "sample.imp", Text: []byte("while x > 7 { x = x - 1 }\n")},
				{Name: "other.imp", Text: []byte{}}}, Lowered: sha('l'),
		},
		LoopLimit: 300,
		Ways: []Proof{
			{},
			{{Op: RuleLeaf, Rows: []Multiple{{Row: 3, Times: one}, {Row: 70000, Times: integer("2^64")}}}},
			{
				{Op: RuleCut, Rows: []Multiple{{Row: 1, Times: big.NewInt(5)}}, K: big.NewInt(9)},
				{Op: RuleSplit, Index: 11, K: integer("-2^64 - 1")},
				{Op: RuleLeaf, Rows: []Multiple{{Row: 2, Times: one}}},
				{Op: RuleCases, Index: 12},
				{Op: RuleLeaf, Rows: []Multiple{{Row: 4, Times: one}}},
				{Op: RuleBits, Bits: &Refutation{Rows: []uint64{3, 5}, Cases: []uint64{1}, Chains: []byte{1, 7}}},
			},
		},
	}
}

// samples are certificates of many shapes; they make the corpus as well.
func samples() map[string]Certificate {
	bugs := map[string]Certificate{
		"safe":    &Absence{Kind: KindSafe},
		"bounded": absence(),
		"empty":   &Bug{},
		"sample":  sample(),
		"no-nil": &Bug{
			Program: Program{Options: map[string]string{}, Sources: []Source{}, Lowered: []byte{}},
			Inputs:  []Input{}, Model: Memory{},
			Trace: Trace{Decisions: []byte{}, Checkpoints: []Checkpoint{},
				Final: State{Digest: []byte{}, Values: Values{}}},
			Path: Path{Inputs: []string{}, Opaque: []Opaque{}, Conjuncts: []Formula{{}}},
		},
	}
	wide := sample()
	for i, e := range edges {
		wide.Inputs = append(wide.Inputs, Input{Name: fmt.Sprint("v", i), Value: integer(e), Lo: integer(e),
			Hi: integer(e)})
		wide.Model[fmt.Sprint("v", i)], wide.Trace.Final.Values[fmt.Sprint("v", i)] = integer(e), Value{Int: integer(e)}
		wide.Path.Conjuncts[1][0].E.Terms = append(wide.Path.Conjuncts[1][0].E.Terms,
			Term{Sym: uint64(i) << i, Coef: integer(e)})
	}
	wide.Trace.Steps, wide.Fault.Line, wide.Fault.File = math.MaxUint64, math.MaxUint64, math.MaxUint64
	bugs["edges"] = wide
	long := sample()
	for i := range 200 {
		long.Trace.Decisions = append(long.Trace.Decisions, byte(i*i))
		long.Path.Conjuncts = append(long.Path.Conjuncts, long.Path.Conjuncts[i%2])
		long.Program.Sources = append(long.Program.Sources, Source{Name: fmt.Sprint(i, ".h"),
			Text: fmt.Appendf(nil, "# line %d\n", i)})
		long.Inputs = append(long.Inputs, Input{Name: fmt.Sprint("x#", i+2), Value: big.NewInt(int64(i))})
	}
	bugs["long"] = long
	return bugs
}

// random returns a certificate with random content; what it says makes no sense.
func random(r *rand.Rand) *Bug {
	num := func() *big.Int {
		v := integer(edges[r.IntN(len(edges))])
		return v.Add(v, big.NewInt(r.Int64N(3)-1))
	}
	small := func() uint64 { return r.Uint64() >> r.IntN(64) }
	text := func() string {
		b := make([]rune, r.IntN(30))
		for i := range b {
			b[i] = []rune("aAzZ09_é→😀\x00\n \"")[r.IntN(14)]
		}
		return string(b)
	}
	octets := func() []byte {
		b := make([]byte, r.IntN(300))
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		return b
	}
	memory := func() Memory {
		m := Memory{}
		for range r.IntN(30) {
			m[text()] = num()
		}
		return m
	}
	linear := func() Linear {
		e := Linear{Const: num()}
		for range r.IntN(4) {
			e.Terms = append(e.Terms, Term{Sym: small(), Coef: num()})
		}
		return e
	}
	state := func() State {
		s := State{Digest: octets(), Values: Values{}}
		for range r.IntN(10) {
			s.Values[text()], s.Values[text()] = Value{Int: num()}, Value{Text: text()}
		}
		return s
	}
	bound := func() *big.Int {
		if r.IntN(2) == 0 {
			return nil
		}
		return num()
	}
	c := &Bug{
		Program: Program{Language: text(), Version: small(), Options: map[string]string{}, Lowered: octets()},
		Model:   memory(),
		Trace:   Trace{Steps: small(), Branches: small(), Decisions: octets(), Final: state()},
		Fault:   Fault{text(), small(), small(), small()},
	}
	for range r.IntN(4) {
		c.Program.Options[text()] = text()
		c.Program.Sources = append(c.Program.Sources, Source{Name: text(), Text: octets()})
		c.Inputs = append(c.Inputs, Input{Name: text(), Value: num(), Lo: bound(), Hi: bound()})
		s := state()
		c.Trace.Checkpoints = append(c.Trace.Checkpoints, Checkpoint{Step: small(), Digest: s.Digest, Values: s.Values})
		c.Path.Inputs = append(c.Path.Inputs, text())
		o := Opaque{Op: text(), X: linear()}
		if e := linear(); r.IntN(2) == 0 {
			o.Y = &e
		} else {
			o.Cases = []Case{{At: num(), Value: e}}
		}
		c.Path.Opaque = append(c.Path.Opaque, o)
		f := Formula{}
		for range r.IntN(4) {
			n := Node{Op: text(), Arity: small()}
			if r.IntN(2) == 0 {
				e := linear()
				n.E = &e
			}
			f = append(f, n)
		}
		c.Path.Conjuncts = append(c.Path.Conjuncts, f)
	}
	return c
}

// randomAbsence returns a certificate of absence with random content, with rules that use every field.
func randomAbsence(r *rand.Rand) *Absence {
	c := &Absence{Kind: []string{KindSafe, KindBounded}[r.IntN(2)], Program: random(r).Program,
		LoopLimit: r.Uint64() >> r.IntN(64)}
	num := func() *big.Int {
		v := integer(edges[r.IntN(len(edges))])
		return v.Add(v, big.NewInt(r.Int64N(3)-1))
	}
	for range r.IntN(5) {
		var p Proof
		for range r.IntN(5) {
			rule := Rule{Op: []string{RuleLeaf, RuleCut, RuleProduct, RuleSquare, RuleSplit, RuleCases, RuleBits,
				""}[r.IntN(8)], Index: r.Uint64() >> r.IntN(64)}
			if r.IntN(2) == 0 {
				rule.K = num()
			}
			if r.IntN(3) == 0 {
				rule.Bits = randomRefutation(r)
			}
			for range r.IntN(4) {
				rule.Rows = append(rule.Rows, Multiple{Row: r.Uint64() >> r.IntN(64), Times: num()})
			}
			p = append(p, rule)
		}
		c.Ways = append(c.Ways, p)
	}
	for i := range r.IntN(3) {
		if c.Divided == nil {
			c.Divided = map[string][]*big.Int{}
		}
		values := []*big.Int{}
		for range r.IntN(4) {
			values = append(values, num())
		}
		c.Divided[fmt.Sprint("input ", i)] = values
	}
	return c
}

func randomRefutation(r *rand.Rand) *Refutation {
	c := &Refutation{}
	for range r.IntN(4) {
		c.Rows = append(c.Rows, r.Uint64()>>r.IntN(64))
		c.Cases = append(c.Cases, r.Uint64()>>r.IntN(64))
		c.Chains = append(c.Chains, byte(r.IntN(256)), byte(r.IntN(256)))
	}
	return c
}

// same compares values field by field, integers by value and nil slices and maps as empty ones. It knows nothing of the
// encoding.
func same(a, b reflect.Value) bool {
	if x, ok := a.Interface().(*big.Int); ok {
		y := b.Interface().(*big.Int)
		return x == y || x != nil && y != nil && x.Cmp(y) == 0
	}
	switch a.Kind() {
	case reflect.Pointer:
		return a.IsNil() == b.IsNil() && (a.IsNil() || same(a.Elem(), b.Elem()))
	case reflect.Struct:
		for i := range a.NumField() {
			if a.Type().Field(i).IsExported() && !same(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice:
		for i := range min(a.Len(), b.Len()) {
			if !same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return a.Len() == b.Len()
	case reflect.Map:
		for _, k := range a.MapKeys() {
			if !b.MapIndex(k).IsValid() || !same(a.MapIndex(k), b.MapIndex(k)) {
				return false
			}
		}
		return a.Len() == b.Len()
	}
	return a.Interface() == b.Interface()
}

// roundTrip establishes that c comes back from its bytes, and that these are the same every time.
func roundTrip(t *testing.T, c Certificate) {
	t.Helper()
	data := c.Seal()
	found, err := Open(data, MaxBytes)
	if err != nil {
		t.Fatalf("%v, of the bytes\n%x", err, data)
	}
	if !same(reflect.ValueOf(found), reflect.ValueOf(c)) {
		t.Errorf("found %+v\nwant  %+v", found, c)
	}
	if again := found.Seal(); !bytes.Equal(again, data) {
		t.Errorf("sealed again: found %x\nwant %x", again, data)
	}
}

func TestRoundTrip(t *testing.T) {
	for name, c := range samples() {
		t.Run(name, func(t *testing.T) { roundTrip(t, c) })
	}
	t.Run("random", func(t *testing.T) {
		r := rand.New(rand.NewPCG(1, 2))
		for range 2000 {
			roundTrip(t, random(r))
			roundTrip(t, randomAbsence(r))
		}
	})
}

func TestIntegersHaveOneForm(t *testing.T) {
	for _, c := range []struct{ integer, encoding string }{
		{"0", "00"},
		{"23", "17"},
		{"24", "1818"},
		{"-1", "20"},
		{"-24", "37"},
		{"-25", "3818"},
		{"2^63", "1b8000000000000000"},
		{"2^64 - 1", "1bffffffffffffffff"},
		{"2^64", "c249010000000000000000"},
		{"-2^63 - 1", "3b8000000000000000"},
		{"-2^64", "3bffffffffffffffff"},
		{"-2^64 - 1", "c349010000000000000000"}, // -1 - n is written n
	} {
		if found := fmt.Sprintf("%x", Encode(integer(c.integer))); found != c.encoding {
			t.Errorf("%s: found %s, want %s", c.integer, found, c.encoding)
		}
	}
}

func TestSealIsDeterministic(t *testing.T) {
	a, b := sample(), sample()
	for i := range 50 { // insertion order and capacity of maps must not show
		a.Model[fmt.Sprint("n", i)] = big.NewInt(int64(i))
		b.Model[fmt.Sprint("n", 49-i)] = big.NewInt(int64(49 - i))
	}
	b.Digest, b.Kind, b.Version = []byte("old"), "old", 77
	want := a.Seal()
	for range 20 {
		if found := b.Seal(); !bytes.Equal(found, want) {
			t.Fatalf("found %x\nwant %x", found, want)
		}
	}
}

func TestDigest(t *testing.T) {
	c := sample()
	data := c.Seal()
	open := *c
	open.Digest = nil
	if want := sha256.Sum256(Encode(&open)); !bytes.Equal(c.Digest, want[:]) {
		t.Errorf("found digest %x, want %x, the SHA-256 of the encoding with an empty digest", c.Digest, want)
	}
	if !bytes.Contains(data, c.Digest) {
		t.Error("the digest is not in the bytes")
	}
	r := rand.New(rand.NewPCG(3, 4))
	seen := map[string]bool{}
	for range 500 {
		c := random(r)
		c.Seal()
		if seen[string(c.Digest)] {
			t.Fatalf("two certificates have the digest %x", c.Digest)
		}
		seen[string(c.Digest)] = true
	}
}

func TestSame(t *testing.T) {
	for _, c := range []struct {
		title string
		a, b  any
		want  bool
	}{
		{"equal memories", Memory{"x": big.NewInt(1)}, Memory{"x": big.NewInt(1)}, true},
		{"nil and empty memory", Memory(nil), Memory{}, true},
		{"nil and empty formula list", []Formula(nil), []Formula{}, true},
		{"a value", Memory{"x": big.NewInt(1)}, Memory{"x": big.NewInt(2)}, false},
		{"a sign", Memory{"x": big.NewInt(1)}, Memory{"x": big.NewInt(-1)}, false},
		{"a name", Memory{"x": big.NewInt(1)}, Memory{"y": big.NewInt(1)}, false},
		{"a number is not its text", Values{"x": {Int: big.NewInt(1)}}, Values{"x": {Text: "1"}}, false},
		{"no bound is not the bound 0", Input{Value: one}, Input{Value: one, Lo: new(big.Int)}, false},
		{"unbound is not 0", Memory{}, Memory{"x": new(big.Int)}, false},
		{"no atom is not the atom 0", Node{Op: "="}, Node{Op: "=", E: &Linear{Const: new(big.Int)}}, false},
		{"order of terms", Linear{Const: new(big.Int), Terms: []Term{{Sym: 0, Coef: big.NewInt(1)},
			{Sym: 1, Coef: big.NewInt(1)}}},
			Linear{Const: new(big.Int), Terms: []Term{{Sym: 1, Coef: big.NewInt(1)}, {Sym: 0, Coef: big.NewInt(1)}}},
			false},
	} {
		if found := Same(c.a, c.b); found != c.want {
			t.Errorf("%s: found %t, want %t", c.title, found, c.want)
		}
	}
}

func TestBits(t *testing.T) {
	for _, c := range []struct{ bits, packed string }{
		{"", ""},
		{"0", "00"},
		{"1", "80"},
		{"01", "40"},
		{"10100101", "a5"},
		{"101001011", "a580"},
		{"0000000000000001", "0001"},
	} {
		var b Bits
		for _, bit := range c.bits {
			b.Append(bit == '1')
		}
		if found := fmt.Sprintf("%x", b.Bytes); found != c.packed || b.Len != uint64(len(c.bits)) {
			t.Errorf("%q: found %s of %d, want %s of %d", c.bits, found, b.Len, c.packed, len(c.bits))
		}
		for i, bit := range c.bits {
			if found := b.At(uint64(i)); found != (bit == '1') {
				t.Errorf("%q: found %t at %d", c.bits, found, i)
			}
		}
	}
	for _, c := range []struct {
		title string
		b     Bits
		i     uint64
	}{
		{"beyond the length, in the last byte", Bits{[]byte{0xff}, 3}, 3},
		{"beyond the bytes, though within the length", Bits{[]byte{0xff}, 20}, 8},
		{"of nothing", Bits{}, 0},
		{"far out", Bits{[]byte{0xff}, math.MaxUint64}, math.MaxUint64 - 1},
	} {
		if c.b.At(c.i) {
			t.Errorf("%s: found true, want false", c.title)
		}
	}
}

func TestCheckpointSteps(t *testing.T) {
	const e63, max = uint64(1) << 63, math.MaxUint64
	for _, c := range []struct {
		n    uint64
		want []uint64
	}{
		{0, nil},
		{1, nil},
		{1023, nil},
		{1024, []uint64{512}},
		{2047, []uint64{1023}},
		{2048, []uint64{682, 1365}},
		{3071, []uint64{1023, 2047}},
		{3072, []uint64{768, 1536, 2304}},
		{10_000, []uint64{2500, 5000, 7500}},
		{e63, spread(e63)},
		{max, spread(max)},
	} {
		if found := CheckpointSteps(c.n, 3); !slices.Equal(found, c.want) {
			t.Errorf("%d: found %d, want %d", c.n, found, c.want)
		}
	}
	for _, c := range []struct {
		title  string
		values int
		want   int
	}{
		{"no values", 0, 3},
		{"many values", 21844, 3},
		{"more than three checkpoints hold", 21845, 2},
		{"as many as one holds", 65535, 1},
		{"more than one holds", 65536, 0},
	} {
		if found := CheckpointSteps(5000, c.values); len(found) != c.want {
			t.Errorf("%s: found %d checkpoints, want %d", c.title, len(found), c.want)
		}
	}
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 3000 {
		n := uint64(i)
		if i >= 1000 {
			n = r.Uint64() >> r.IntN(64)
		}
		steps := CheckpointSteps(n, 3)
		if !slices.Equal(steps, spread(n)) {
			t.Errorf("%d: found %d, want %d", n, steps, spread(n))
		}
		last := uint64(0)
		for _, s := range steps {
			if s <= last || s >= n {
				t.Errorf("%d: found %d, want steps inside (0, %d) in increasing order", n, steps, n)
			}
			last = s
		}
	}
}

// spread computes what CheckpointSteps promises, with integers that don't overflow.
func spread(n uint64) []uint64 {
	k := int64(3)
	if n < 3*1024 {
		k = int64(n) / 1024
	}
	var steps []uint64
	for i := int64(1); i <= k; i++ {
		s := new(big.Int).Mul(new(big.Int).SetUint64(n), big.NewInt(i))
		steps = append(steps, s.Div(s, big.NewInt(k+1)).Uint64())
	}
	return steps
}

// Surgery on bytes.

// text, blob and head write CBOR items in their shortest form: a text, a byte string, and the head of an item.
func text(s string) string { return head(3, len(s)) + s }
func blob(s string) string { return head(2, len(s)) + s }
func head(major, n int) string {
	switch m := byte(major << 5); {
	case n < 24:
		return string([]byte{m | byte(n)})
	case n < 256:
		return string([]byte{m | 24, byte(n)})
	default:
		return string([]byte{m | 25, byte(n >> 8), byte(n)})
	}
}

// cut replaces old, which occurs in data exactly once, by new.
func cut(t *testing.T, data []byte, old, new string) []byte {
	t.Helper()
	if n := bytes.Count(data, []byte(old)); n != 1 {
		t.Fatalf("%q occurs %d times in the certificate, want once", old, n)
	}
	return bytes.Replace(data, []byte(old), []byte(new), 1)
}

const (
	notDeterministic = "not the deterministic one"
	wrongElements    = "different number of elements"
)

func TestDecodeRejects(t *testing.T) {
	data := sample().Seal()
	memory := "\xa3\x61x\x18\x2a\x61y\xc2\x49\x01\x00\x00\x00\x00\x00\x00\x00\x00\x62zz\x00"
	steps, branches := text("steps")+"\x19\x01\x2c", text("branches")+"\x09"
	final := "\x61x\x39\x03\xe7\x61y\xc3\x49\x01\x00\x00\x00\x00\x00\x00\x00\x00"
	pointer := "\x62zp" + text("&buf+4")
	trace := text("trace") + "\xa5" + text("final") + "\x82" + blob(string(sha('f'))) + "\xa3" + final + pointer +
		steps + branches
	inputs := text("inputs") +
		"\x83\x84\x61x\x18\x2a\x24\xf6\x84\x61y\xc2\x49\x01\x00\x00\x00\x00\x00\x00\x00\x00\xf6\xf6\x84\x63x#2\x01\x01\xc2\x49\x40\x00\x00\x00\x00\x00\x00\x00\x00"
	names := text("inputs") + "\x82\x61x\x61y"
	options := text("options") + "\xa1" + text("division") + text("floor")
	source := text("sample.imp") + blob("assert x / y != 7\n")
	first, second := "\x83\x18\x63"+blob(string(sha('a')))+"\xa0",
		"\x83\x18\xc7"+blob(string(sha('b')))+"\xa1\x61x\x38\x29"
	points := text("checkpoints") + "\x82" + first + second
	opaque := "\x84" + text("div") + "\x82\x05\x81\x82\x00\x01\x82\xc2\x49\x01\x00\x00\x00\x00\x00\x00\x00\x00\x80\x80"
	choice := "\x84" + text("select") + "\x82\x06\x80\xf6\x81\x82\x0c\x82\x0d\x80"
	node := "\x83\x62<=\x00\x82\x26\x81\x82\x02\x01"
	none := text("false") + "\x00\xf6"
	for _, c := range []struct{ title, old, new, reason string }{
		{"steps in more bytes than needed", steps, text("steps") + "\x1a\x00\x00\x01\x2c", notDeterministic},
		{"a small integer in two bytes", branches, text("branches") + "\x18\x09", notDeterministic},
		{"an integer in nine bytes", branches, text("branches") + "\x1b\x00\x00\x00\x00\x00\x00\x00\x09",
			notDeterministic},
		{"a length of text in more bytes than needed", text("assertion"), "\x78\x09assertion", notDeterministic},
		{"a length of bytes in more bytes than needed", source, text("sample.imp") + "\x58\x12assert x / y != 7\n",
			notDeterministic},
		{"a length of a map in more bytes than needed", memory, "\xb8\x03" + memory[1:], notDeterministic},
		{"a length of an array in more bytes than needed", names, text("inputs") + "\x98\x02\x61x\x61y",
			notDeterministic},
		{"a key in more bytes than needed", text("steps"), "\x78\x05steps", notDeterministic},
		{"two keys of a structure exchanged", text("kind") + text("assertion") + text("line") + "\x01",
			text("line") + "\x01" + text("kind") + text("assertion"), notDeterministic},
		{"two names of a memory exchanged", memory,
			"\xa3\x61y\xc2\x49\x01\x00\x00\x00\x00\x00\x00\x00\x00\x61x\x18\x2a\x62zz\x00", notDeterministic},
		{"a name of a memory twice", memory,
			"\xa3\x61x\x18\x2a\x61x\xc2\x49\x01\x00\x00\x00\x00\x00\x00\x00\x00\x62zz\x00", "duplicate map key"},
		{"a key of a structure twice", trace, strings.Replace(trace, "\xa5", "\xa6", 1) + branches,
			"duplicate map key"},
		{"a key of a structure twice instead of another", text("branches") + "\x09", text("steps") + "\x09",
			"duplicate map key"},
		{"an option twice", options, text("options") + "\xa2" + text("division") + text("floor") + text("division") +
			text("floor"), "duplicate map key"},
		{"an unknown key instead of another", text("branches"), text("brunches"), "unknown field"},
		{"a key in capitals", text("branches"), text("Branches"), "unknown field"},
		{"an unknown key of bytes", text("branches"), blob("branches"), "byte string"},
		{"an unknown key that is a number", text("branches"), "\x07", "unknown field"},
		{"null for a number", branches, text("branches") + "\xf6", notDeterministic},
		{"undefined for a number", branches, text("branches") + "\xf7", notDeterministic},
		{"null for an integer in a memory", "\x62zz\x00", "\x62zz\xf6", "found null"},
		{"undefined for an integer in a memory", "\x62zz\x00", "\x62zz\xf7", "found null"},
		{"null for an integer of the final memory", final, "\x61x\x39\x03\xe7\x61y\xf6", "another value"},
		{"null for an integer of a checkpoint", points, text("checkpoints") + "\x82" + first + second[:len(second)-2] +
			"\xf6", "another value"},
		{"null for a constant", node, "\x83\x62<=\x00\x82\xf6\x81\x82\x02\x01", "found null"},
		{"null for a coefficient", node, "\x83\x62<=\x00\x82\x26\x81\x82\x02\xf6", "found null"},
		{"null for a symbol", node, "\x83\x62<=\x00\x82\x26\x81\x82\xf6\x01", notDeterministic},
		{"null for a constant of an operand", text("div") + "\x82\x05", text("div") + "\x82\xf6", "found null"},
		{"null for an operand", text("div") + "\x82\x05\x81\x82\x00\x01", text("div") + "\xf6", "found null"},
		{"null for a coefficient of an operand", text("div") + "\x82\x05\x81\x82\x00\x01",
			text("div") + "\x82\x05\x81\x82\x00\xf6", "found null"},
		{"null for an input's value", inputs, strings.Replace(inputs, "\x61x\x18\x2a", "\x61x\xf6", 1), "found null"},
		{"undefined for an open range", inputs, strings.Replace(inputs, "\x24\xf6", "\x24\xf7", 1), notDeterministic},
		{"an input with one element less", inputs, strings.Replace(inputs, "\x84\x61x\x18\x2a\x24\xf6",
			"\x83\x61x\x18\x2a\x24", 1), wrongElements},
		{"an input with one element more", inputs, strings.Replace(inputs, "\x84\x61x\x18\x2a\x24\xf6",
			"\x85\x61x\x18\x2a\x24\xf6\x00", 1), wrongElements},
		{"an input that is a map", inputs, strings.Replace(inputs, "\x84\x61x\x18\x2a\x24\xf6",
			"\xa2\x61x\x18\x2a\x24\xf6", 1), "cannot unmarshal"},
		{"text for a bound", inputs, strings.Replace(inputs, "\x24\xf6", "\x24\x619", 1), "cannot unmarshal"},
		{"inputs in a map", inputs, text("inputs") + "\xa0", "cannot unmarshal"},
		{"null for a value of the final state", pointer, "\x62zp\xf6", "another value"},
		{"a float for a value of the final state", pointer, "\x62zp\xf9\x00\x00", "another value"},
		{"bytes for a value of the final state", pointer, "\x62zp" + blob("&buf+4"), "another value"},
		{"a truth value for a value of the final state", pointer, "\x62zp\xf5", "another value"},
		{"an array for a value of the final state", pointer, "\x62zp\x80", "another value"},
		{"a value of the final state in more bytes than needed", pointer, "\x62zp\x78\x06&buf+4", notDeterministic},
		{"a value of the final state that is a small bignum", pointer, "\x62zp\xc2\x41\x07", notDeterministic},
		{"a value of the final state that is not UTF-8", pointer, "\x62zp\x61\xff", "UTF-8"},
		{"a value of the final state with an unknown tag", pointer, "\x62zp\xd8\x63\x00", notDeterministic},
		{"a value of the final state with a tag for text", pointer, "\x62zp\xc0\x61x", "cannot unmarshal"},
		{"an indefinite text for a value of the final state", pointer, "\x62zp\x7f\x61x\xff", "indefinite-length"},
		{"null for a digest of a state", first, "\x83\x18\x63\xf6\xa0", notDeterministic},
		{"text for a digest of a state", first, "\x83\x18\x63" + text(string(sha('a'))) + "\xa0", "cannot unmarshal"},
		{"null for the values of a state", first, first[:len(first)-1] + "\xf6", notDeterministic},
		{"a final state without values", trace, text("trace") + "\xa5" + text("final") + "\x81" +
			blob(string(sha('f'))) + steps + branches, wrongElements},
		{"a source with one element less", "\x82" + source, "\x81" + text("sample.imp"), wrongElements},
		{"a source with one element more", "\x82" + source, "\x83" + source + "\x00", wrongElements},
		{"null for a source", "\x82" + source, "\xf6", notDeterministic},
		{"null for an offset of a case", choice, strings.Replace(choice, "\x82\x0c", "\x82\xf6", 1), "found null"},
		{"null for a case", choice, strings.Replace(choice, "\x82\x0c\x82\x0d\x80", "\xf6", 1), "found null"},
		{"null for a value of a case", choice, strings.Replace(choice, "\x82\x0d\x80", "\xf6", 1), "found null"},
		{"a symbol with one element less", choice, "\x83" + choice[1:len(choice)-6], wrongElements},
		{"null for a memory", memory, "\xf6", notDeterministic},
		{"null for a map of options", options, text("options") + "\xf6", notDeterministic},
		{"null for an array of names", names, text("inputs") + "\xf6", notDeterministic},
		{"null for a name", names, text("inputs") + "\x82\xf6\x61y", notDeterministic},
		{"null for an array of terms", node, "\x83\x62<=\x00\x82\x26\xf6", notDeterministic},
		{"null for a checkpoint", points, text("checkpoints") + "\x82\xf6" + second, notDeterministic},
		{"null for a node", node, "\xf6", notDeterministic},
		{"null for bytes", source, text("sample.imp") + "\xf6", notDeterministic},
		{"null for text", text("assertion"), "\xf6", notDeterministic},
		{"an indefinite text", text("assertion"), "\x7f\x69assertion\xff", "indefinite-length"},
		{"indefinite bytes", source, text("sample.imp") + "\x5f\x52assert x / y != 7\n\xff", "indefinite-length"},
		{"an indefinite array", names, text("inputs") + "\x9f\x61x\x61y\xff", "indefinite-length"},
		{"an indefinite map", memory, "\xbf" + memory[1:] + "\xff", "indefinite-length"},
		{"a bignum with a zero in front", final,
			"\x61x\x39\x03\xe7\x61y\xc3\x4a\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00", notDeterministic},
		{"a bignum that fits an integer", "\x62zz\x00", "\x62zz\xc2\x41\x07", notDeterministic},
		{"an empty bignum for 0", "\x62zz\x00", "\x62zz\xc2\x40", notDeterministic},
		{"a negative bignum that fits an integer", "\x62zz\x00", "\x62zz\xc3\x48\xff\xff\xff\xff\xff\xff\xff\xff",
			notDeterministic},
		{"a bignum of eight bytes", "\x62zz\x00", "\x62zz\xc2\x48\xff\xff\xff\xff\xff\xff\xff\xff", notDeterministic},
		{"a bignum of indefinite bytes", "\x62zz\x00", "\x62zz\xc2\x5f\x41\x07\xff", "indefinite-length"},
		{"a bignum of text", "\x62zz\x00", "\x62zz\xc2\x61\x07", "byte string"},
		{"a bignum for a step", branches, text("branches") + "\xc2\x41\x09", notDeterministic},
		{"a negative number of branches", branches, text("branches") + "\x28", "cannot unmarshal"},
		{"a bignum too large for a step", branches, text("branches") + "\xc2\x49\x01\x00\x00\x00\x00\x00\x00\x00\x00",
			"cannot unmarshal"},
		{"a tag around an integer", branches, text("branches") + "\xc1\x09", notDeterministic},
		{"an unknown tag around an integer of a memory", "\x62zz\x00", "\x62zz\xd8\x63\x00", notDeterministic},
		{"a tag around a map", memory, "\xd9\xd9\xf7" + memory, notDeterministic},
		{"a tag around a text", text("assertion"), "\xd8\x63" + text("assertion"), notDeterministic},
		{"a tag around bytes", source, text("sample.imp") + "\xd8\x18" + blob("assert x / y != 7\n"), notDeterministic},
		{"a tag around a key", text("branches"), "\xd8\x63" + text("branches"), "unknown field"},
		{"a float for a step", branches, text("branches") + "\xf9\x48\x80", "cannot unmarshal"},
		{"a float for an integer of a memory", "\x62zz\x00", "\x62zz\xf9\x00\x00", "cannot unmarshal"},
		{"a float that is no number", "\x62zz\x00", "\x62zz\xf9\x7e\x00", "cannot unmarshal"},
		{"a simple value", branches, text("branches") + "\xe3", notDeterministic},
		{"a truth value for a number", branches, text("branches") + "\xf5", "cannot unmarshal"},
		{"text for a number", branches, text("branches") + "\x619", "cannot unmarshal"},
		{"text for bytes", source, text("sample.imp") + text("assert x / y != 7\n"), "cannot unmarshal"},
		{"bytes for text", text("assertion"), blob("assertion"), "cannot unmarshal"},
		{"bytes for a name in a memory", "\x62zz\x00", "\x42zz\x00", "cannot unmarshal"},
		{"an array of numbers for bytes", text("decisions") + blob("\xa5\x80"),
			text("decisions") + "\x82\x18\xa5\x18\x80", notDeterministic},
		{"a map for an array", names, text("inputs") + "\xa1\x61x\x61y", "cannot unmarshal"},
		{"an array for a map", options, text("options") + "\x82" + text("division") + text("floor"),
			"cannot unmarshal"},
		{"an array of terms for a linear form", node, "\x83\x62<=\x00\x81\x82\x02\x01", wrongElements},
		{"a node with one element less", node, "\x82\x62<=\x00", wrongElements},
		{"a node with one element more", node, "\x84" + node[1:] + "\x00", wrongElements},
		{"a checkpoint with one element less", points, text("checkpoints") + "\x82\x82" + first[1:len(first)-1] +
			second, wrongElements},
		{"a checkpoint that is a map", points, text("checkpoints") + "\x82\xa1\x18\x63\xa0" + second,
			"cannot unmarshal"},
		{"a linear form that is an integer", node, "\x83\x62<=\x00\x26", "cannot unmarshal"},
		{"an empty array for a linear form", none, text("false") + "\x00\x80", wrongElements},
		{"a text that is not UTF-8", text("assertion"), text("asserti\xc3\x28"), "UTF-8"},
		{"a name that is not UTF-8", "\x62zz\x00", "\x62z\xff\x00", "UTF-8"},
		{"a text with an encoded surrogate", text("assertion"), text("assert\xed\xa0\x80"), "UTF-8"},
		{"a text with an overlong character", text("assertion"), text("asserti\xc0\x80"), "UTF-8"},
		{"a reserved length", branches, text("branches") + "\x1c", "invalid additional information"},
		{"a break without a beginning", branches, text("branches") + "\xff", `unexpected "break"`},
		{"an array that claims 2^40 elements", names, text("inputs") + "\x9b\x00\x00\x01\x00\x00\x00\x00\x00\x61x\x61y",
			"elements"},
		{"an array that claims 2^64 - 1 elements", names, text("inputs") +
			"\x9b\xff\xff\xff\xff\xff\xff\xff\xff\x61x\x61y", "too large"},
		{"an array that claims as many elements as are allowed", names,
			text("inputs") + "\x9a\x00\x40\x00\x00\x61x\x61y", "EOF"},
		{"a map that claims 2^40 pairs", memory, "\xbb\x00\x00\x01\x00\x00\x00\x00\x00" + memory[1:], "pairs"},
		{"a map that claims as many pairs as are allowed", memory, "\xba\x00\x10\x00\x00" + memory[1:], "EOF"},
		{"a text that claims 2^40 bytes", text("assertion"), "\x7b\x00\x00\x01\x00\x00\x00\x00\x00assertion", "EOF"},
		{"bytes that claim 2^63 bytes", source, text("sample.imp") + "\x5b\x80\x00\x00\x00\x00\x00\x00\x00",
			"too large"},
		{"bytes that claim 2^64 - 1 bytes", source, text("sample.imp") + "\x5b\xff\xff\xff\xff\xff\xff\xff\xff",
			"too large"},
		{"checkpoints that claim as many as are allowed", points,
			text("checkpoints") + "\x9a\x00\x40\x00\x00" + points[13:], "EOF"},
		{"deep nesting", node, strings.Repeat("\x81", 20) + node, "nested level"},
		{"very deep nesting", node, strings.Repeat("\x81", 1_000_000), "nested level"},
		{"deep nesting under an unknown key", branches, text("brunches") + strings.Repeat("\x81", 1_000_000),
			"nested level"},
		{"deep nesting of tags", branches, text("branches") + strings.Repeat("\xc1", 1_000_000) + "\x09",
			"nested level"},
		{"an unknown kind", text("bug"), text("bag"), `found kind "bag"`},
		{"a kind that is no text", text("bug"), "\x07", "cannot unmarshal"},
		{"no kind", text("kind") + text("bug"), text("kine") + text("bug"), `found kind ""`},
		{"an empty certificate of an unknown kind", string(data), "\xa1" + text("kind") + text("absence"),
			`found kind "absence"`},
		{"kind and version alone", string(data), "\xa2" + text("kind") + text("bug") + text("version") + "\x02",
			notDeterministic},
		{"format version 1", string(data), "\xa2" + text("kind") + text("bug") + text("version") + "\x01",
			"version 1, which this vouch no longer reads"},
		{"format version 3", string(data), "\xa2" + text("kind") + text("bug") + text("version") + "\x03",
			"found format version 3, want 2"},
		{"format version 0", string(data), "\xa2" + text("kind") + text("bug") + text("version") + "\x00",
			"found format version 0, want 2"},
		{"no format version", string(data), "\xa1" + text("kind") + text("bug"), "found format version 0, want 2"},
		{"two certificates", string(data), string(data) + string(data), "extraneous data"},
		{"one byte behind it", string(data), string(data) + "\x00", "extraneous data"},
		{"a line end behind it", string(data), string(data) + "\n", "extraneous data"},
		{"a byte order mark before it", string(data), "\xef\xbb\xbf" + string(data), "extraneous data"},
		{"a self-description tag before it", string(data), "\xd9\xd9\xf7" + string(data), notDeterministic},
		{"a certificate in an array", string(data), "\x81" + string(data), "cannot unmarshal"},
		{"a certificate in a byte string", string(data), blob(string(data)), "cannot unmarshal"},
		{"nothing", string(data), "", "empty"},
		{"a single null", string(data), "\xf6", `found kind ""`},
		{"an empty map", string(data), "\xa0", `found kind ""`},
		{"JSON", string(data), `{"kind": "bug", "version": 1}`, "EOF"},
		{"text", string(data), "assert x != 7\n", "extraneous data"},
		{"an ELF file", string(data), "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00", "wrong element type"},
		{"zeros", string(data), strings.Repeat("\x00", 4096), "extraneous data"},
		{"a digest one byte shorter", digest(data), text("digest") + blob(digest(data)[9:40]), ErrDamaged.Error()},
		{"a digest one byte longer", digest(data), text("digest") + blob(digest(data)[9:]+"\x00"), ErrDamaged.Error()},
		{"an empty digest", digest(data), text("digest") + "\x40", ErrDamaged.Error()},
		{"a digest of half the length", digest(data), text("digest") + blob(digest(data)[9:25]), ErrDamaged.Error()},
		{"null for the digest", digest(data), text("digest") + "\xf6", notDeterministic},
		{"a digest of zeros", digest(data), text("digest") + blob(strings.Repeat("\x00", 32)), ErrDamaged.Error()},
		{"a digest in hexadecimal text", digest(data), text("digest") + text(fmt.Sprintf("%x", digest(data)[9:])),
			"cannot unmarshal"},
	} {
		t.Run(c.title, func(t *testing.T) {
			bad := cut(t, data, c.old, c.new)
			var err error
			allocated := allocations(func() { _, err = Decode(bad, MaxBytes) })
			switch {
			case err == nil:
				t.Fatalf("accepted %x", bad)
			case !strings.Contains(err.Error(), c.reason):
				t.Errorf("found the reason %q, want one with %q", err, c.reason)
			case len(err.Error()) > 300:
				t.Errorf("found a reason of %d bytes", len(err.Error()))
			}
			if allocated > 1<<20 {
				t.Errorf("%d bytes were allocated", allocated)
			}
		})
	}
	// the surgeon's map of the patient is right
	for _, part := range []string{final, opaque, choice, node, none, points, trace} {
		cut(t, data, part, "")
	}
}

func TestOpenRejects(t *testing.T) {
	data := absence().Seal()
	safe := string((&Absence{Kind: KindSafe}).Seal())
	kind, limit := text("kind")+text("bounded"), text("loop-limit")+"\x19\x01\x2c"
	walked, leaf := text("ways")+"\x83\x80", "\x81\x82\x02\x01\x00\xf6"
	cut9 := "\x81\x82\x01\x05\x00\x09"
	cases := text("cases") + "\x80\x0c\xf6"
	refutation := "\x83\x82\x03\x05\x81\x01\x42\x01\x07"
	for _, c := range []struct{ title, old, new, reason string }{
		{"the other kind", kind, text("kind") + text("safe"), ErrDamaged.Error()},
		{"the kind of a bug", kind, text("kind") + text("bug"), "unknown field"},
		{"another kind", kind, text("kind") + text("bound"), `found kind "bound", want "bug", "safe" or "bounded"`},
		{"a kind in capitals", kind, text("kind") + text("Bounded"), "found kind"},
		{"an unknown key", limit, limit + text("more") + "\x00", "extraneous data"},
		{"another key", text("loop-limit"), text("loop_limit"), "unknown field"},
		{"a key of a bug", text("loop-limit") + "\x19\x01\x2c", text("model") + "\xa0", "unknown field"},
		{"a loop limit in more bytes than needed", limit, text("loop-limit") + "\x1a\x00\x00\x01\x2c",
			notDeterministic},
		{"a negative loop limit", limit, text("loop-limit") + "\x20", "cannot unmarshal"},
		{"null for the loop limit", limit, text("loop-limit") + "\xf6", notDeterministic},
		{"null for the ways", string(data), strings.Replace(safe, text("ways")+"\x80", text("ways")+"\xf6", 1),
			notDeterministic},
		{"null for a way", walked, text("ways") + "\x83\xf6", notDeterministic},
		{"ways of indefinite number", walked, text("ways") + "\x9f\x80", "EOF"},
		{"a number of ways in more bytes than needed", walked, text("ways") + "\x98\x03\x80", notDeterministic},
		{"2^40 ways", walked, text("ways") + "\x9b\x00\x00\x01\x00\x00\x00\x00\x00\x80", "elements"},
		{"null for a rule", text("cases") + "\x80\x0c\xf6", text("cases") + "\x80\xf6\xf6", notDeterministic},
		{"null for a row", leaf, "\x81\xf6\x00\xf6", errNull.Error()},
		{"null for a row's number", leaf, "\x81\x82\xf6\x01\x00\xf6", notDeterministic},
		{"null for a factor", leaf, "\x81\x82\x02\xf6\x00\xf6", errNull.Error()},
		{"null for the rows", cases, text("cases") + "\xf6\x0c\xf6", notDeterministic},
		{"undefined for no bound", cases, text("cases") + "\x80\x0c\xf7", notDeterministic},
		{"a factor that is a small bignum", leaf, "\x81\x82\x02\xc2\x41\x01\x00\xf6", notDeterministic},
		{"a factor that is a float", leaf, "\x81\x82\x02\xf9\x3c\x00\x00\xf6", "cannot unmarshal"},
		{"a divisor in two bytes", cut9, "\x81\x82\x01\x05\x00\x18\x09", notDeterministic},
		{"a negative row", leaf, "\x81\x82\x20\x01\x00\xf6", "cannot unmarshal"},
		{"a row with an element less", leaf, "\x81\x81\x02\x00\xf6", wrongElements},
		{"a row with an element more", leaf, "\x81\x83\x02\x01\x01\x00\xf6", wrongElements},
		{"a rule with an element less", "\x85" + cases + "\xf6", "\x84" + cases, wrongElements},
		{"a rule with an element more", "\x85" + cases, "\x86" + cases + "\x00", wrongElements},
		{"a rule that is a map", "\x85" + cases + "\xf6", "\xa2" + cases, "cannot unmarshal"},
		{"a rule's name that is a number", cases, "\x00\x80\x0c\xf6", "cannot unmarshal"},
		{"a rule in a rule", "\x85" + cases, strings.Repeat("\x81", 20) + "\x85" + cases, "nested level"},
		{"undefined for no refutation", cases + "\xf6", cases + "\xf7", notDeterministic},
		{"a refutation with an element less", refutation, "\x82\x82\x03\x05\x81\x01", wrongElements},
		{"a refutation with an element more", refutation, "\x84" + refutation[1:] + "\x00", wrongElements},
		{"a refutation with a negative row", refutation, "\x83\x82\x23\x05\x81\x01\x42\x01\x07", "cannot unmarshal"},
		{"a refutation with chains that are a text", refutation, "\x83\x82\x03\x05\x81\x01\x62\x01\x07",
			"cannot unmarshal"},
		{"a refutation with chains that are a list", refutation, "\x83\x82\x03\x05\x81\x01\x82\x01\x07",
			notDeterministic},
		{"null for chains", refutation, "\x83\x82\x03\x05\x81\x01\xf6", notDeterministic},
		{"null for the rows of a refutation", refutation, "\x83\xf6\x81\x01\x42\x01\x07", notDeterministic},
		{"an empty digest", digest(data), text("digest") + "\x40", ErrDamaged.Error()},
		{"no digest", digest(data), text("digest") + "\xf6", notDeterministic},
		{"kind and version alone", string(data), "\xa2" + text("kind") + text("safe") + text("version") + "\x02",
			notDeterministic},
		{"format version 1", string(data), "\xa2" + text("kind") + text("safe") + text("version") + "\x01",
			"version 1, which this vouch no longer reads"},
		{"format version 3", string(data), "\xa2" + text("kind") + text("safe") + text("version") + "\x03",
			"found format version 3, want 2"},
		{"one byte behind it", string(data), string(data) + "\x00", "extraneous data"},
	} {
		t.Run(c.title, func(t *testing.T) {
			bad := cut(t, data, c.old, c.new)
			var err error
			allocated := allocations(func() { _, err = Open(bad, MaxBytes) })
			if err == nil || !strings.Contains(err.Error(), c.reason) {
				t.Errorf("found %v, want an error with %q", err, c.reason)
			}
			if allocated > 1<<20 {
				t.Errorf("%d bytes were allocated", allocated)
			}
		})
	}
}

// TestDecodeIsForBugs says of a certificate of another kind what it is.
func TestDecodeIsForBugs(t *testing.T) {
	data := absence().Seal()
	if _, err := Open(data, MaxBytes); err != nil {
		t.Fatal(err)
	}
	if c, err := Decode(data, MaxBytes); err == nil || !strings.Contains(err.Error(), `want kind "bug"`) {
		t.Errorf("found %+v, %v", c, err)
	}
	if _, err := Decode(data[:len(data)-1], MaxBytes); err == nil || strings.Contains(err.Error(), "want kind") {
		t.Errorf("cut short: found %v", err)
	}
}

// digest returns the bytes of the digest's key and value.
func digest(data []byte) string {
	i := bytes.Index(data, []byte(text("digest")))
	return string(data[i : i+9+32])
}

// allocations returns how many bytes f allocates.
func allocations(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestEveryKeyIsNeeded(t *testing.T) {
	data := sample().Seal()
	for _, c := range []struct{ title, fields, key, reason string }{
		{"kind", "\xa9", text("kind") + text("bug"), `found kind ""`},
		{"version", "\xa9", text("version") + "\x02", "found format version 0"},
		{"digest", "\xa9", digest(data), notDeterministic},
		{"steps", "\xa5", text("steps") + "\x19\x01\x2c", notDeterministic},
		{"branches", "\xa5", text("branches") + "\x09", notDeterministic},
		{"decisions", "\xa5", text("decisions") + blob("\xa5\x80"), notDeterministic},
		{"file", "\xa4", text("file") + "\x00", notDeterministic},
		{"line", "\xa4", text("line") + "\x01", notDeterministic},
		{"column", "\xa4", text("column") + "\x08", notDeterministic},
		{"language", "\xa5", text("language") + text("imp"), notDeterministic},
		{"sources", "\xa5", text("sources") + "\x81\x82" + text("sample.imp") + blob("assert x / y != 7\n"),
			notDeterministic},
		{"lowered", "\xa5", text("lowered") + blob(string(sha('l'))), notDeterministic},
		{"inputs", "\xa3", text("inputs") + "\x82\x61x\x61y", notDeterministic},
	} {
		t.Run(c.title, func(t *testing.T) {
			i := bytes.LastIndex(data, []byte(c.key))
			if i < 0 {
				t.Fatalf("%q does not occur", c.key)
			}
			bad := slices.Clone(data)
			bad = slices.Delete(bad, i, i+len(c.key))
			// The head of the map around it is the nearest one before it with that many fields.
			h := bytes.LastIndex(bad[:i], []byte(c.fields))
			if c.fields == "\xa9" {
				h = 0 // the certificate itself, whose digest may have any byte
			}
			bad[h]--
			if _, err := Decode(bad, MaxBytes); err == nil || !strings.Contains(err.Error(), c.reason) {
				t.Errorf("found %v, want an error with %q", err, c.reason)
			}
		})
	}
}

func TestTruncation(t *testing.T) {
	for name, c := range samples() {
		data := c.Seal()
		for n := range data {
			if n > 700 && n%17 != 0 {
				continue
			}
			if _, err := Open(data[:n], MaxBytes); err == nil || errors.Is(err, ErrDamaged) {
				t.Errorf("%s, cut after %d of %d bytes: found %v, want an error of the encoding", name, n, len(data),
					err)
			}
		}
	}
}

func TestEveryByteCounts(t *testing.T) {
	for _, c := range []Certificate{sample(), absence()} {
		everyByteCounts(t, c.Seal())
	}
}

func everyByteCounts(t *testing.T, data []byte) {
	damaged := 0
	for i := range data {
		for _, flip := range []byte{1, 2, 4, 8, 16, 32, 64, 128, 0xff} {
			bad := slices.Clone(data)
			bad[i] ^= flip
			_, err := Open(bad, MaxBytes)
			if err == nil {
				t.Errorf("accepted with byte %d changed from %#x to %#x", i, data[i], bad[i])
			}
			if errors.Is(err, ErrDamaged) {
				damaged++
			}
		}
	}
	if damaged < len(data) {
		t.Errorf("only %d of the changes had the digest's error", damaged)
	}
	for i := range data { // a byte lost, a byte doubled
		if _, err := Open(slices.Delete(slices.Clone(data), i, i+1), MaxBytes); err == nil {
			t.Errorf("accepted without byte %d", i)
		}
		if _, err := Open(slices.Insert(slices.Clone(data), i, data[i]), MaxBytes); err == nil {
			t.Errorf("accepted with byte %d doubled", i)
		}
	}
}

func TestDamage(t *testing.T) {
	data := sample().Seal()
	for _, c := range []struct{ title, old, new string }{
		{"a letter of the source", "x / y != 7", "x / y != 8"},
		{"the name", "sample.imp", "simple.imp"},
		{"a number", text("branches") + "\x09", text("branches") + "\x08"},
		{"a value", "\x62zz\x00", "\x62zz\x01"},
		{"the digest", digest(data), digest(data)[:40] + string(digest(data)[40]^1)},
	} {
		if _, err := Decode(cut(t, data, c.old, c.new), MaxBytes); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: found %v, want %v", c.title, err, ErrDamaged)
		}
	}
}

func TestMaxBytes(t *testing.T) {
	data := sample().Seal()
	n := int64(len(data))
	if _, err := Decode(data, n); err != nil {
		t.Errorf("as long as allowed: %v", err)
	}
	for _, limit := range []int64{n - 1, 1, 0, -1, math.MinInt64} {
		if _, err := Decode(data, limit); err == nil || !strings.Contains(err.Error(), "the limit on the size") {
			t.Errorf("%d bytes, %d allowed: found %v", n, limit, err)
		}
	}
	huge := make([]byte, MaxBytes+1)
	if n := allocations(func() { Decode(huge, MaxBytes) }); n > 1<<16 {
		t.Errorf("%d bytes were allocated for data that is too long", n)
	}
}

// TestAmplification bounds the memory that hostile bytes can take by a multiple of their number.
func TestAmplification(t *testing.T) {
	data := sample().Seal()
	const n = 1 << 18
	many := "\x9a\x00\x04\x00\x00" // an array of n
	for _, c := range []struct{ title, old, new string }{
		{"nulls for opaque symbols", text("opaque") + "\x82", text("opaque") + many + strings.Repeat("\xf6", n-2)},
		{"nulls for conjuncts", text("conjuncts") + "\x82", text("conjuncts") + many + strings.Repeat("\xf6", n-2)},
		{"nulls for checkpoints", text("checkpoints") + "\x82",
			text("checkpoints") + many + strings.Repeat("\xf6", n-2)},
		{"empty checkpoints", text("checkpoints") + "\x82", text("checkpoints") + many +
			strings.Repeat("\x83\x00\x40\xa0", n-2)},
		{"nulls for inputs", text("inputs") + "\x83", text("inputs") + many + strings.Repeat("\xf6", n-3)},
		{"nulls for sources", text("sources") + "\x81", text("sources") + many + strings.Repeat("\xf6", n-1)},
		{"nulls for cases", "\x81\x82\x0c", many + strings.Repeat("\xf6", n-1) + "\x82\x0c"},
		{"empty ways", "", many + strings.Repeat("\x80", n)},
		{"nulls for ways", "", many + strings.Repeat("\xf6", n)},
		{"nulls for rules", "", "\x81" + many + strings.Repeat("\xf6", n)},
		{"nulls for rows", "", "\x81\x81\x84" + text(RuleLeaf) + many + strings.Repeat("\xf6", n) + "\x00\xf6"},
		{"empty names", text("inputs") + "\x82", text("inputs") + many + strings.Repeat("\x60", n-2)},
	} {
		t.Run(c.title, func(t *testing.T) {
			data, old, new := data, c.old, c.new
			if old == "" { // the ways of a certificate of absence
				data, old, new = (&Absence{Kind: KindSafe}).Seal(), text("ways")+"\x80", text("ways")+new
			}
			bad := cut(t, data, old, new)
			var err error
			used := allocations(func() { _, err = Open(bad, MaxBytes) })
			if err == nil {
				t.Error("accepted")
			}
			if per := used / uint64(len(bad)); per > 1000 {
				t.Errorf("%d bytes were allocated for each byte", per)
			}
		})
	}
}

func TestBaseName(t *testing.T) {
	long := strings.Repeat("ä", 200)
	for _, c := range []struct{ title, file, want string }{
		{"a name", "gcd.imp", "gcd.imp"},
		{"a path", "some/folder/gcd.imp", "gcd.imp"},
		{"blanks and letters of any script stay", "größter Teiler.imp", "größter Teiler.imp"},
		{"nothing", "", "program"},
		{"a folder", "folder/", "program"},
		{"here", ".", "program"},
		{"above", "a/..", "program"},
		{"a backslash", `a\b`, "a_b"},
		{"a line feed", "a\nb", "a_b"},
		{"an escape", "a\x1b[31mb", "a_[31mb"},
		{"a byte that is no text", "a\xffb", "a_b"},
		{"a mark that turns text round", "a\u202eb", "a_b"},
		{"too long, cut between letters", long, strings.Repeat("ä", 127)},
	} {
		got := BaseName(c.file)
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.title, got, c.want)
		}
		if again := BaseName(got); again != got {
			t.Errorf("%s: the name of %q is %q", c.title, got, again)
		}
	}
}

func TestBaseNames(t *testing.T) {
	long := strings.Repeat("x", 300)
	for _, c := range []struct {
		title       string
		files, want []string
	}{
		{"nothing", nil, []string{}},
		{"one", []string{"a/b.c"}, []string{"b.c"}},
		{"two of one name", []string{"a/x.h", "b/x.h"}, []string{"x.h", "2-x.h"}},
		{"three of one name", []string{"x.h", "a/x.h", "b/x.h"}, []string{"x.h", "2-x.h", "3-x.h"}},
		{"a name that is taken", []string{"a/x.h", "2-x.h", "b/x.h"}, []string{"x.h", "2-x.h", "3-x.h"}},
		{"long ones", []string{long, long}, []string{long[:255], "2-" + long[:253]}},
		{"names that become one", []string{"a\nb", "a\tb"}, []string{"a_b", "2-a_b"}},
	} {
		got := BaseNames(c.files...)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.title, got, c.want)
		}
		if again := BaseNames(got...); !slices.Equal(again, got) {
			t.Errorf("%s: the names of %q are %q", c.title, got, again)
		}
	}
}
