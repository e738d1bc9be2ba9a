package core

import (
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"vouch/semantics"
	"vouch/semantics/source"
)

// This file tests the text form: that one program has one text, and what is refused.

//go:embed testdata/*.core
var testdata embed.FS

// examples returns the programs in testdata by their names.
func examples(t testing.TB) map[string][]byte {
	names, err := fs.Glob(testdata, "testdata/*.core")
	if err != nil || len(names) < 6 {
		t.Fatalf("found the examples %v, %v", names, err)
	}
	files := map[string][]byte{}
	for _, name := range names {
		if files[name], err = testdata.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func TestExamples(t *testing.T) {
	for name, src := range examples(t) {
		p, err := Parse(name, src)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := string(p.Text()); got != string(src) {
			t.Errorf("%s: printed\n%s\nfrom\n%s", name, got, src)
		}
		q, err := ParseLoose(name, []byte(strings.ReplaceAll(string(src), "  ", "\n\t ")))
		if err != nil || string(q.Text()) != string(src) {
			t.Errorf("%s: more blanks change it: %v", name, err)
		}
	}
}

// operand returns an operand of type t that is surely defined, for a function whose slots have each type.
func operand(t Type, at *int) *Expr {
	switch t {
	case Bool:
		return &Expr{Op: Truth, Type: Bool, Bits: 1}
	case slotType:
		t = Ptr
	case floatType:
		t = F64
	}
	*at++
	read := &Expr{Op: Read, Type: t, Slot: int(t - Int)}
	return &Expr{Op: Defined, Type: t, X: read, Kind: semantics.UninitialisedValue, Span: line(*at)}
}

func line(n int) source.Span {
	return source.Span{File: int32(n % 2), Line: int32(n), Column: 2, EndLine: int32(n + 1), EndColumn: 1}
}

// rowsOf returns an expression for every row of the table of operators, with every form that it has.
func rowsOf(at *int) []*Expr {
	big1 := new(big.Int).Lsh(big.NewInt(1), 200)
	var list []*Expr
	for op := range Op(len(operators)) {
		row := operators[op]
		for variant := range 3 {
			e := &Expr{Op: op}
			if row.x != NoType {
				e.X = operand(row.x, at)
			}
			if row.y != NoType {
				e.Y = operand(row.y, at)
			}
			if row.obligation == must || row.obligation == may && variant > 0 {
				*at++
				e.Kind, e.Span = []semantics.Kind{semantics.Overflow, Discard, semantics.Failed}[variant], line(*at)
			}
			switch op {
			case Const:
				e.Int = []*big.Int{big.NewInt(0), big.NewInt(math.MinInt64), big1}[variant]
			case Read:
				e.Slot = variant
			case Address, Function:
				e.Ref = variant % 2
			case Single:
				e.Bits = uint64([]uint32{0x3dcccccd, 0x80000000, 0x7fc00001}[variant])
			case Double:
				e.Bits = []uint64{math.Float64bits(-1e300), math.Float64bits(math.Inf(-1)), 0xfff8000000000002}[variant]
			case Truth:
				e.Bits = uint64(variant % 2)
			case Within:
				e.Lo = []*big.Int{nil, big.NewInt(-1), big1}[variant]
				e.Hi = []*big.Int{big.NewInt(7), nil, big1}[variant]
			case Defined:
				e.X = &Expr{Op: Read, Type: Int}
			case Freeze:
				e.X = &Expr{Op: Read, Type: Ptr + Type(variant), Slot: 1 + variant}
			case Shl, Shr:
				e.Y = &Expr{Op: Const, Type: Int, Int: big.NewInt(MaxShift)}
			}
			e.Type = row.value
			if e.Type == NoType {
				e.Type = map[Op]Type{Read: Int + Type(variant), Defined: Int, Freeze: Ptr + Type(variant%3),
					Given: Ptr}[op]
			}
			if e.Type == NoType {
				e.Type = F64
			}
			list = append(list, e)
		}
	}
	return list
}

// everything returns a program with every row of the tables.
func everything() *Program {
	f := &Func{Name: "f", Params: 2, Result: Ptr, Library: true, Signature: "int (*)[2]", Loops: 3, Span: line(1),
		Slots: []Slot{{"i", Int}, {"p", Ptr}, {"$f.1", F32}, {"d'", F64}}}
	put := func(in Instr) {
		in.Span = line(len(f.Code) + 1)
		f.Code = append(f.Code, in)
	}
	at := 0
	for _, e := range rowsOf(&at) {
		in := Instr{Op: Set, Dst: int(e.Type - Int), Args: []*Expr{e}, Loop: -1}
		if e.Type == Bool {
			in.Op, in.Dst = Assume, -1
		}
		put(in)
	}
	for op := range Opcode(len(instructions)) {
		row := instructions[op]
		for variant := range 3 {
			in := Instr{Op: op, Dst: -1, Loop: -1}
			for _, t := range row.args {
				in.Args = append(in.Args, operand(t, &at))
			}
			if row.dst == must {
				in.Dst = max(0, int(row.value)-1)
			}
			if row.then {
				in.Then = variant
			}
			if row.els {
				in.Else = 2 - variant
			}
			if row.loop == must || row.loop == may && variant > 0 {
				in.Loop = variant
			}
			if row.kind == must || row.kind == may && variant > 0 {
				in.Kind = semantics.Kinds[variant]
			}
			switch op {
			case Set:
				in.Dst = 1
			case Draw:
				in.Name = fmt.Sprint("argv[", variant, "]")
				in.Lo = []*big.Int{nil, big.NewInt(-1), nil}[variant]
				in.Hi = []*big.Int{nil, nil, big.NewInt(9)}[variant]
			case Alloc:
				in.Life = Life(variant % 2)
			case Load, Store:
				scalars := []Scalar{BitField(1, 0, false), BitField(3, 7, true), BitField(57, 7, false),
					BitField(64, 0, true)}
				for s := U8; s <= Float64; s++ {
					scalars = append(scalars, s)
				}
				for _, s := range scalars {
					one := in
					one.Type, one.Loose = s, variant == 1 || s.IsBitField()
					if op == Load {
						one.Dst = int(s.Type() - Int)
					} else {
						one.Args = []*Expr{operand(Ptr, &at), {Op: Read, Type: s.Type(), Slot: int(s.Type() - Int)}}
					}
					put(one)
				}
				continue
			case Call:
				in.Signature = []string{"", "int (int)", "größe"}[variant]
				in.Dst = []int{-1, 0, 1}[variant]
				if variant == 2 {
					in.Args = []*Expr{{Op: Function, Type: Ptr}, operand(Int, &at), {Op: Read, Type: Ptr, Slot: 1}}
				}
			case Return:
				in.Args = []*Expr{{Op: Read, Type: Ptr, Slot: 1}}
			case Unsupported:
				in.Name = `"größe" \ of a structure`
			}
			put(in)
		}
	}
	main := &Func{Name: "main", Code: []Instr{{Op: Return, Dst: -1, Loop: -1}}}
	constant := func(op Op, t Type) *Expr { return &Expr{Op: op, Type: t} }
	a := &Global{Name: "a", Size: 64, ReadOnly: true, Span: line(7), Init: []Init{
		{Offset: 0, Type: I8, Value: &Expr{Op: Const, Type: Int, Int: big.NewInt(-128)}},
		{Offset: 1, Type: U64, Value: &Expr{Op: Const, Type: Int, Int: new(big.Int).SetUint64(math.MaxUint64)}},
		{Offset: 9, Type: U8, Bytes: "\x00\x01\"\\\n\t\r\x7f\xff größe ~"},
		{Offset: 32, Type: Pointer, Value: constant(Null, Ptr)},
		{Offset: 40, Type: Pointer, Value: &Expr{Op: Address, Type: Ptr, Ref: 1}},
		{Offset: 48, Type: Pointer, Value: &Expr{Op: Function, Type: Ptr, Ref: 1}},
		{Offset: 56, Type: Float32, Value: constant(Single, F32)},
		{Offset: 60, Type: Float32, Value: &Expr{Op: Single, Type: F32, Bits: 0x7f800000}},
	}}
	b := &Global{Name: "main", Size: MaxObject, Literal: true, Init: []Init{
		{Offset: MaxObject - 8, Type: Float64, Value: &Expr{Op: Double, Type: F64, Bits: 1}},
	}}
	return &Program{Sources: []string{"größe.c", "two words.h"}, Globals: []*Global{a, b}, Funcs: []*Func{f, main},
		Entry: 1}
}

// TestTables takes every row of the tables through the text form.
func TestTables(t *testing.T) {
	p := everything()
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	text := p.Text()
	q, err := Parse("t", text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if !reflect.DeepEqual(p, q) {
		t.Errorf("another program comes back:\n%s", text)
	}
	for _, w := range []string{"\n  0: set i 0 @1/1:2-2:1\n", " (f32 0.1)", " (f32 -0)", " (f32 0x7fc00001)",
		" (f64 -inf)", " (f64 -1e+300)", " (truth 1) ", "load i u8 loose (def", "store u8 loose (def",
		` sig "int (int)" @`, `) "fail" @`, " (freeze p)", " @2:2-3:1)",
		`source "gr\xc3\xb6\xc3\x9fe.c"`, `init 9 bytes "\x00\x01\"\\\n\t\x0d\x7f\xff gr`, "call - ",
		"func f(i int, p ptr) ptr library sig \"int (*)[2]\" loops 3 @1/1:2-2:1\n  slot $f.1 f32\n",
		"global main literal size 4294901760\n", " (in (def i \"uninitialised value\" @", ") .. 7 \"overflow\" @",
		") -1 .. \"assume\" @"} {
		if !strings.Contains(string(text), w) {
			t.Errorf("the text lacks %q:\n%s", w, text)
		}
	}
}

// TestLoose gives programs as people write them, and their texts.
func TestLoose(t *testing.T) {
	for _, c := range []struct{ title, src, want string }{
		{"blanks and no indices", "\n core\t1\r\nentry f\nfunc f ( )\n\n\treturn",
			"core 1\nentry f\n\nfunc f()\n  0: return\n"},
		{"functions before globals", "core 1\nfunc f()\nreturn\nglobal g size 1\nentry f",
			"core 1\nentry f\n\nglobal g size 1\n\nfunc f()\n  0: return\n"},
		{"labels", "core 1\nentry f\nfunc f()\njump end\nagain: jump again\nend: branch (truth 1) then again else 0",
			"core 1\nentry f\n\nfunc f()\n  0: jump 2\n  1: jump 1\n  2: branch (truth 1) then 1 else 0\n"},
		{"a bang", "core 1\nentry f\nfunc f()\nslot x int\nhalt x!",
			"core 1\nentry f\n\nfunc f()\n  slot x int\n  0: halt (def x \"uninitialised value\")\n"},
		{"numbers", "core 1\nentry f\nfunc f()\nhalt (add -0 007)",
			"core 1\nentry f\n\nfunc f()\n  0: halt (add 0 7)\n"},
		{"floats", "core 1\nentry f\nfunc f()\nslot x f64\nset x (fadd (f64 1.50) (fadd (f64 +1e1) (f64 nan)))",
			""}, // falls off the end
		{"other floats", "core 1\nentry f\nfunc f()\nslot x f64\nset x (fadd (f64 1.50) (fadd (f64 +1e1) (f64 nan)))\nreturn",
			"core 1\nentry f\n\nfunc f()\n  slot x f64\n  0: set x (fadd (f64 1.5) (fadd (f64 10) (f64 0x7ff8000000000001)))\n  1: return\n"},
		{"escapes", "core 1\nentry f\nfunc f()\nunsupported \"\\x41\\u00e9\"",
			"core 1\nentry f\n\nfunc f()\n  0: unsupported \"A\\xc3\\xa9\"\n"},
	} {
		p, err := ParseLoose("t", []byte(c.src))
		switch {
		case (err == nil) != (c.want != ""):
			t.Errorf("%s: %v", c.title, err)
		case err == nil && string(p.Text()) != c.want:
			t.Errorf("%s: got\n%s\nwant\n%s", c.title, p.Text(), c.want)
		case err == nil:
			if _, err := Parse("t", []byte(c.src)); err == nil {
				t.Errorf("%s: Parse takes it too", c.title)
			}
		}
	}
}

// TestOwnPlaces gives places in the text itself to what has none, where there are no sources.
func TestOwnPlaces(t *testing.T) {
	const code = "entry f\nfunc f()\n  slot x int\n  free (move (null) (def x \"fail\"))\n  halt x!"
	span := func(line, from, to int32) source.Span {
		return source.Span{File: -1, Line: line, Column: from, EndLine: line, EndColumn: to}
	}
	p, err := ParseLoose("t", []byte("core 1\n"+code))
	if err != nil {
		t.Fatal(err)
	}
	f := p.Funcs[0]
	for _, c := range []struct {
		title     string
		got, want source.Span
	}{
		{"the function", f.Span, span(3, 1, 9)},
		{"an instruction", f.Code[0].Span, span(5, 3, 36)},
		{"an obligation", f.Code[0].Args[0].Y.Span, span(5, 21, 35)},
		{"an operator without", f.Code[0].Args[0].Span, source.Span{}},
		{"a bang", f.Code[1].Args[0].Span, span(6, 8, 10)},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %#v, want %#v", c.title, c.got, c.want)
		}
	}
	if p, err = ParseLoose("t", []byte("core 1\nsource \"a\"\n"+code)); err != nil {
		t.Fatal(err)
	}
	if f := p.Funcs[0]; f.Span.IsValid() || f.Code[0].Span.IsValid() || f.Code[1].Args[0].Span.IsValid() {
		t.Error("places are made up in a text that names sources")
	}
}

func TestDigest(t *testing.T) {
	p := everything()
	want := sha256.Sum256(p.Text())
	if got := p.Digest(nil); got != want {
		t.Errorf("got %x, want %x", got, want)
	}
	meter := semantics.NewMeter(1<<20, 1<<20)
	if got := p.Digest(meter); got != want || meter.Exhausted() {
		t.Errorf("metered: got %x, want %x", got, want)
	}
	if meter = semantics.NewMeter(1000, 1000); p.Digest(meter) == want || !meter.Exhausted() {
		t.Error("a small meter suffices")
	}
}
