package core

import (
	"math/big"
	"math/rand"
	"strconv"
	"strings"
	"testing"

	"vouch/internal/effort"
	"vouch/semantics"
)

// setting is what expressions are evaluated in: i is 7, u is undefined, w is the address of a byte in a global, h the
// upper half of it.
const setting = `core 1
entry main

global buf size 16
global other size 8

func main() int
slot i int
slot u int
slot w int
slot h int
slot v ptr
set i 7
set w (toint (move (global buf) 4))
store u64 (global buf) w
load h u32 (move (global buf) 4)
`

const steps = 4 // of the setting

// evaluated returns the value of an expression in the setting, or why it has none.
func evaluated(t *testing.T, kind, e string) string {
	t.Helper()
	target := "set x"
	if kind == "bool" {
		target, kind = "assume", "int"
	}
	text := setting + target + " " + e + "\nreturn 0\n"
	text = strings.Replace(text, "slot u int", "slot u int\nslot x "+kind, 1)
	m := &Machine{Program: load(t, text)}
	s, _ := m.Run(m.Start(), steps)
	v, stop := m.Eval(s, s.Instr().Args[0])
	switch {
	case stop == nil:
		return s.Format(v)
	case stop.Blocked != semantics.NotBlocked:
		return string(stop.Blocked)
	}
	return string(stop.Fault.Kind) + " at " + at(text, stop.Fault)
}

// at returns the first word of the text at the place of a fault.
func at(text string, f semantics.Fault) string {
	line := strings.Split(text, "\n")[f.Line-1][f.Column-1:]
	return strings.Fields(line)[0]
}

const (
	two63 = "9223372036854775808"
	two64 = "18446744073709551616"
)

// TestOperators has the operators in the order of ops.go, with small integers, long ones, and everything at which there
// is no value.
func TestOperators(t *testing.T) {
	for _, c := range []struct{ title, kind, expr, want string }{
		{"a constant", "int", "3", "3"},
		{"a long constant", "int", two64, two64},
		{"null", "ptr", "(null)", "null"},
		{"a global", "ptr", "(global other)", "&other"},
		{"a function", "ptr", "(func main)", "&main"},
		{"a binary32 number", "f32", "(f32 1.5)", "1.5"},
		{"a binary64 number", "f64", "(f64 -0)", "-0"},
		{"true", "bool", "(truth 1)", "true"},
		{"false", "bool", "(truth 0)", "false"},
		{"a slot", "int", "i", "7"},
		{"an undefined slot", "int", "u", "undefined"},
		{"a slot that has an address", "int", "w", "4294967300"},
		{"half of an address", "int", "h", "1"},

		{"def of what is defined", "int", `(def i "fail")`, "7"},
		{"def of what is not", "int", `(def u "fail")`, "fail at (def"},
		{"def of what is not, assumed", "int", `(def u "assume")`, "assumption violated"},
		{"def of a pointer that is not", "ptr", `(def v "unbound variable")`, "unbound variable at (def"},
		{"freeze of what is defined", "int", "(freeze i)", "7"},
		{"freeze of what is not", "int", "(freeze u)", "0"},
		{"freeze of a pointer that is not", "ptr", "(freeze v)", "null"},
		{"freeze of what has no value", "int", `(freeze (div 1 0 "division by zero"))`, "division by zero at (div"},
		{"freeze in arithmetic", "int", "(add 1 (freeze u))", "1"},

		{"in at the least", "int", `(in -5 -5 .. 5 "overflow")`, "-5"},
		{"in at the most", "int", `(in 5 -5 .. 5 "overflow")`, "5"},
		{"in below", "int", `(in -6 -5 .. 5 "overflow")`, "overflow at (in"},
		{"in above", "int", `(in 6 -5 .. 5 "overflow")`, "overflow at (in"},
		{"in without end below", "int", `(in -` + two64 + ` .. 5 "overflow")`, "-" + two64},
		{"in without end above", "int", `(in ` + two64 + ` 5 .. "overflow")`, two64},
		{"in without end above, below", "int", `(in 4 5 .. "overflow")`, "overflow at (in"},
		{"in, a long number in a short range", "int", `(in ` + two64 + ` 0 .. 5 "overflow")`, "overflow at (in"},
		{"in, a long negative number", "int", `(in -` + two64 + ` 0 .. 5 "overflow")`, "overflow at (in"},
		{"in, a short number in a long range", "int", `(in 5 -` + two64 + ` .. ` + two64 + ` "overflow")`, "5"},
		{"in, a short number below a long range", "int", `(in 5 ` + two63 + ` .. ` + two64 + ` "overflow")`,
			"overflow at (in"},
		{"in assumed", "int", `(in 6 -5 .. 5 "assume")`, "assumption violated"},

		{"given what holds", "int", `(given (lt 1 2) 3 "fail")`, "3"},
		{"given what does not hold", "int", `(given (lt 2 1) (div 1 0 "division by zero") "fail")`, "fail at (given"},
		{"given what holds, then a fault", "int", `(given (lt 1 2) (div 1 0 "division by zero") "fail")`,
			"division by zero at (div"},
		{"given a pointer", "ptr", `(given (same (null) (null)) (null) "fail")`, "null"},
		{"given what faults", "int", `(given (lt u! 1) 3 "fail")`, "uninitialised value at u!"},

		{"neg", "int", "(neg 3)", "-3"},
		{"neg of the least word", "int", "(neg -" + two63 + ")", two63},
		{"neg of a long one", "int", "(neg " + two64 + ")", "-" + two64},
		{"add", "int", "(add 3 -4)", "-1"},
		{"add beyond a word", "int", "(add 9223372036854775807 1)", two63},
		{"add below a word", "int", "(add -9223372036854775808 -1)", "-9223372036854775809"},
		{"add into a word", "int", "(add " + two63 + " -1)", "9223372036854775807"},
		{"sub", "int", "(sub 3 5)", "-2"},
		{"sub beyond a word", "int", "(sub -9223372036854775808 1)", "-9223372036854775809"},
		{"sub of the least word", "int", "(sub 0 -" + two63 + ")", two63},
		{"mul", "int", "(mul -3 5)", "-15"},
		{"mul beyond a word", "int", "(mul 4294967296 4294967296)", two64},
		{"mul to the least word", "int", "(mul 4294967296 -2147483648)", "-" + two63},
		{"mul just beyond", "int", "(mul -4294967296 -2147483648)", two63},
		{"mul of the least word by -1", "int", "(mul -" + two63 + " -1)", two63},
		{"mul of long ones", "int", "(mul " + two64 + " -" + two64 + ")", "-340282366920938463463374607431768211456"},

		{"div rounds down", "int", `(div -7 2 "division by zero")`, "-4"},
		{"div rounds down, a negative divisor", "int", `(div 7 -2 "division by zero")`, "-4"},
		{"div of negatives", "int", `(div -7 -2 "division by zero")`, "3"},
		{"div without remainder", "int", `(div -8 2 "division by zero")`, "-4"},
		{"div of the least word by -1", "int", `(div -` + two63 + ` -1 "division by zero")`, two63},
		{"div of long ones", "int", `(div -` + two64 + ` 3 "division by zero")`, "-6148914691236517206"},
		{"div by zero", "int", `(div 7 0 "fail")`, "fail at (div"},
		{"div by zero, assumed", "int", `(div 7 0 "assume")`, "assumption violated"},
		{"mod has the sign of the divisor", "int", `(mod -7 2 "division by zero")`, "1"},
		{"mod of a negative divisor", "int", `(mod 7 -2 "division by zero")`, "-1"},
		{"mod by -1", "int", `(mod -` + two63 + ` -1 "division by zero")`, "0"},
		{"mod of long ones", "int", `(mod -` + two64 + ` 3 "division by zero")`, "2"},
		{"mod by zero", "int", `(mod 7 0 "division by zero")`, "division by zero at (mod"},
		{"quo rounds to zero", "int", `(quo -7 2 "division by zero")`, "-3"},
		{"quo of a negative divisor", "int", `(quo 7 -2 "division by zero")`, "-3"},
		{"quo of long ones", "int", `(quo -` + two64 + ` 3 "division by zero")`, "-6148914691236517205"},
		{"quo by zero", "int", `(quo 7 0 "division by zero")`, "division by zero at (quo"},
		{"rem has the sign of the dividend", "int", `(rem -7 2 "division by zero")`, "-1"},
		{"rem of a negative divisor", "int", `(rem 7 -2 "division by zero")`, "1"},
		{"rem of long ones", "int", `(rem -` + two64 + ` 3 "division by zero")`, "-1"},
		{"rem by zero", "int", `(rem 7 (sub i! i!) "division by zero")`, "division by zero at (rem"},
		{"a division of what has a fault", "int", `(div (div 1 0 "overflow") 0 "division by zero")`,
			"overflow at (div"},

		{"bitand", "int", "(bitand -4 6)", "4"},
		{"bitand of long ones", "int", "(bitand -1 " + two64 + ")", two64},
		{"bitor", "int", "(bitor -4 1)", "-3"},
		{"bitor of long ones", "int", "(bitor " + two64 + " 1)", "18446744073709551617"},
		{"bitxor", "int", "(bitxor 5 -1)", "-6"},
		{"bitxor of long ones", "int", "(bitxor " + two64 + " -1)", "-18446744073709551617"},
		{"shl", "int", "(shl -3 2)", "-12"},
		{"shl by nothing", "int", "(shl 5 0)", "5"},
		{"shl to the least word", "int", "(shl -1 63)", "-" + two63},
		{"shl beyond a word", "int", "(shl 1 63)", two63},
		{"shl far", "int", "(shl 1 64)", two64},
		{"shl of zero far", "int", "(shl 0 65536)", "0"},
		{"shl of a long one", "int", "(shl " + two63 + " 1)", two64},
		{"shr rounds down", "int", "(shr -5 1)", "-3"},
		{"shr far", "int", "(shr -5 64)", "-1"},
		{"shr farther", "int", "(shr 5 65536)", "0"},
		{"shr of a long one", "int", "(shr -" + two64 + " 1)", "-" + two63},

		{"lt", "bool", "(lt 1 2)", "true"},
		{"lt of equals", "bool", "(lt 2 2)", "false"},
		{"lt of long ones", "bool", "(lt -" + two64 + " 1)", "true"},
		{"le", "bool", "(le 2 2)", "true"},
		{"le, not", "bool", "(le " + two64 + " 2)", "false"},
		{"gt", "bool", "(gt 2 1)", "true"},
		{"gt of equals", "bool", "(gt 2 2)", "false"},
		{"ge", "bool", "(ge 2 2)", "true"},
		{"ge, not", "bool", "(ge 1 2)", "false"},
		{"eq", "bool", "(eq 2 2)", "true"},
		{"eq of long ones", "bool", "(eq " + two64 + " (mul 4294967296 4294967296))", "true"},
		{"eq, not", "bool", "(eq " + two64 + " 0)", "false"},
		{"ne", "bool", "(ne 1 2)", "true"},
		{"ne, not", "bool", "(ne 2 2)", "false"},
		{"not", "bool", "(not (truth 0))", "true"},
		{"not of long ones", "bool", "(not (lt " + two64 + " " + two63 + "))", "true"},
		{"and", "bool", "(and (truth 1) (truth 1))", "true"},
		{"and of what decides", "bool", `(and (lt 2 1) (eq 1 (div 1 0 "division by zero")))`, "false"},
		{"and of long ones that decide", "bool", `(and (lt ` + two64 + ` 1) (eq 1 (div 1 0 "division by zero")))`,
			"false"},
		{"and of what does not decide", "bool", `(and (lt 1 2) (eq 1 (div 1 0 "division by zero")))`,
			"division by zero at (div"},
		{"or", "bool", "(or (truth 0) (truth 0))", "false"},
		{"or of what decides", "bool", `(or (lt 1 2) (eq 1 (div 1 0 "division by zero")))`, "true"},
		{"or of long ones that decide", "bool", `(or (lt 1 ` + two64 + `) (eq 1 (div 1 0 "division by zero")))`,
			"true"},
		{"or of what does not decide", "bool", `(or (lt 2 1) (eq 1 (div 1 0 "division by zero")))`,
			"division by zero at (div"},

		{"move", "ptr", "(move (global buf) 4)", "&buf+4"},
		{"move back", "ptr", "(move (move (global buf) 4) -4)", "&buf"},
		{"move before the start", "ptr", "(move (global buf) -1)", "&buf-1"},
		{"move far", "ptr", "(move (move (global buf) 1) 9223372036854775807)", "&buf+" + two63},
		{"move farther", "ptr", "(move (global buf) " + two64 + ")", "&buf+" + two64},
		{"move farther and back", "ptr", "(move (move (global buf) " + two64 + ") -" + two64 + ")", "&buf"},
		{"move of null", "ptr", "(move (null) 16)", "0x10"},
		{"move of a function", "ptr", "(move (func main) 16)", "&main"},
		{"move just behind the end", "ptr", `(move (global buf) 16 "pointer arithmetic")`, "&buf+16"},
		{"move back from behind the end", "ptr", `(move (move (global buf) 16) -16 "pointer arithmetic")`, "&buf"},
		{"move over the end", "ptr", `(move (global buf) 17 "pointer arithmetic")`, "pointer arithmetic at (move"},
		{"move over the start", "ptr", `(move (global buf) -1 "pointer arithmetic")`, "pointer arithmetic at (move"},
		{"move into the object from elsewhere", "ptr", `(move (move (global buf) 17) -17 "pointer arithmetic")`,
			"pointer arithmetic at (move"},
		{"move of a function by nothing", "ptr", `(move (func main) 0 "pointer arithmetic")`, "&main"},
		{"move of a function that must not be", "ptr", `(move (func main) 1 "pointer arithmetic")`,
			"pointer arithmetic at (move"},
		{"move very far that must not be", "ptr", `(move (global buf) ` + two64 + ` "pointer arithmetic")`,
			"pointer arithmetic at (move"},
		{"move of null by nothing", "ptr", `(move (null) 0 "pointer arithmetic")`, "null"},
		{"move of an address by nothing", "ptr", `(move (toptr 5) 0 "pointer arithmetic")`, "0x5"},
		{"move of null", "ptr", `(move (null) 1 "pointer arithmetic")`, "pointer arithmetic at (move"},
		{"move of an address back to null", "ptr", `(move (toptr 5) -5 "pointer arithmetic")`,
			"pointer arithmetic at (move"},
		{"move by long ones on the way", "ptr", "(move (global buf) (sub " + two64 + " 18446744073709551612))",
			"&buf+4"},
		{"diff", "int", `(diff (move (global buf) 12) (move (global buf) 16) "unrelated pointers")`, "-4"},
		{"diff of addresses", "int", `(diff (toptr 5) (null) "unrelated pointers")`, "5"},
		{"diff of long ones", "int", `(diff (move (global buf) ` + two64 +
			`) (move (global buf) -1) "unrelated pointers")`, "18446744073709551617"},
		{"diff of two objects", "int", `(diff (global buf) (global other) "unrelated pointers")`,
			"unrelated pointers at (diff"},
		{"diff of an object and null", "int", `(diff (global buf) (null) "unrelated pointers")`,
			"unrelated pointers at (diff"},
		{"diff of a function", "int", `(diff (func main) (func main) "unrelated pointers")`,
			"unrelated pointers at (diff"},
		{"same", "bool", "(same (move (global buf) 4) (move (move (global buf) 5) -1))", "true"},
		{"same with another offset", "bool", "(same (move (global buf) 4) (global buf))", "false"},
		{"same of two objects", "bool", "(same (global buf) (global other))", "false"},
		{"same where one comes to the other", "bool", "(same (move (global buf) 4294967296) (global other))", "true"},
		{"same of an object and its address", "bool", "(same (move (null) 4294967299) (move (global buf) 3))", "true"},
		{"same of an object and another address", "bool", "(same (move (null) 4294967299) (global buf))", "false"},
		{"same of a function and its address", "bool", "(same (move (null) 4611686018427387904) (func main))", "true"},
		{"same far behind", "bool",
			"(same (move (global buf) (shl 1 70)) (move (global other) (sub (shl 1 70) 4294967296)))", "true"},
		{"same of an object and null", "bool", "(same (null) (global buf))", "false"},
		{"same of functions", "bool", "(same (func main) (func main))", "true"},
		{"same of nulls", "bool", "(same (null) (toptr 0))", "true"},
		{"same of a function and null", "bool", "(same (func main) (null))", "false"},
		{"same of long ones", "bool", "(same (toptr " + two64 + ") (toptr (mul 4294967296 4294967296)))", "true"},
		{"below", "bool", `(below (global buf) (move (global buf) 1) "unrelated pointers")`, "true"},
		{"below itself", "bool", `(below (global buf) (global buf) "unrelated pointers")`, "false"},
		{"below of addresses", "bool", `(below (null) (toptr ` + two64 + `) "unrelated pointers")`, "true"},
		{"below, null and an object", "bool", `(below (null) (global buf) "unrelated pointers")`, "true"},
		{"below, an object and null", "bool", `(below (move (global buf) -1) (null) "unrelated pointers")`, "false"},
		{"below, null and a function", "bool", `(below (null) (func main) "unrelated pointers")`,
			"unrelated pointers at (below"},
		{"below, an object and an address", "bool", `(below (global buf) (toptr 1) "unrelated pointers")`,
			"unrelated pointers at (below"},
		{"below of two objects", "bool", `(below (global buf) (global other) "unrelated pointers")`,
			"unrelated pointers at (below"},
		{"below of functions", "bool", `(below (func main) (func main) "unrelated pointers")`,
			"unrelated pointers at (below"},
		{"toptr", "ptr", "(toptr 255)", "0xff"},
		{"toptr of a negative number", "ptr", "(toptr -1)", "-0x1"},
		{"toptr of the address of an object", "ptr", "(toptr (toint (move (global buf) 3)))", "&buf+3"},
		{"toptr of an address outside of its object", "ptr", "(toptr (toint (move (global buf) 300)))", "&buf+300"},
		{"toptr of an address before an object", "ptr", "(toptr (toint (move (global other) -1)))", "&buf+4294967295"},
		{"toptr before all objects", "ptr", "(toptr 4294967295)", "0xffffffff"},
		{"toptr of the number of an object", "ptr", "(toptr 4294967296)", "&buf"},
		{"toptr of the last of an object", "ptr", "(toptr 8589934591)", "&buf+4294967295"},
		{"toptr behind all objects", "ptr", "(toptr 12884901888)", "0x300000000"},
		{"toptr of the address of a function", "ptr", "(toptr (toint (func main)))", "&main"},
		{"toptr of the number of a function", "ptr", "(toptr 4611686018427387904)", "&main"},
		{"toptr into a function", "ptr", "(toptr 4611686018427387905)", "0x4000000000000001"},
		{"toptr behind all functions", "ptr", "(toptr 4611686018427387920)", "0x4000000000000010"},
		{"toptr of a long number", "ptr", "(toptr (shl 1 80))", "0x100000000000000000000"},
		{"toint of an address", "int", "(toint (toptr 255))", "255"},
		{"toint of a pointer", "int", "(toint (global other))", "8589934592"},
		{"toint before an object", "int", "(toint (move (global buf) -4294967297))", "-1"},
		{"toint far behind", "int", "(toint (move (global buf) (shl 1 70)))", "1180591620721706270720"},
		{"toint near the greatest word", "int", "(toint (move (global buf) 9223372036854775807))",
			"9223372041149743103"},
		{"toint of a function", "int", "(toint (func main))", "4611686018427387904"},

		{"fneg", "f64", "(fneg (f64 1.5))", "-1.5"},
		{"fneg of zero", "f32", "(fneg (f32 0))", "-0"},
		{"fadd", "f64", "(fadd (f64 0.1) (f64 0.2))", "0.30000000000000004"},
		{"fadd of 32 bits", "f32", "(fadd (f32 16777216) (f32 1))", "1.6777216e+07"},
		{"fsub", "f64", "(fsub (f64 1) (f64 0.9))", "0.09999999999999998"},
		{"fsub of infinities", "f64", "(fsub (f64 inf) (f64 inf))", "NaN"},
		{"fmul", "f32", "(fmul (f32 3e38) (f32 2))", "+Inf"},
		{"fdiv", "f32", "(fdiv (f32 1) (f32 3))", "0.33333334"},
		{"fdiv by zero", "f64", "(fdiv (f64 -1) (f64 0))", "-Inf"},
		{"fsqrt", "f64", "(fsqrt (f64 2))", "1.4142135623730951"},
		{"fsqrt of 32 bits", "f32", "(fsqrt (f32 2))", "1.4142135"},
		{"fsqrt of a zero with a sign", "f64", "(fsqrt (f64 -0))", "-0"},
		{"fsqrt of infinity", "f32", "(fsqrt (f32 inf))", "+Inf"},
		{"fsqrt below zero", "f64", "(fsqrt (f64 -1))", "NaN"},
		{"fsqrt of no number", "f64", `(fsqrt (inttof64 (div 1 0 "fail")))`, "fail at (div"},
		{"feq of zeros", "bool", "(feq (f64 0) (f64 -0))", "true"},
		{"feq of what is no number", "bool", "(feq (f64 0x7ff8000000000000) (f64 0x7ff8000000000000))", "false"},
		{"flt", "bool", "(flt (f32 -inf) (f32 0))", "true"},
		{"flt of equals", "bool", "(flt (f32 1) (f32 1))", "false"},
		{"fle", "bool", "(fle (f32 1) (f32 1))", "true"},
		{"fle of what is no number", "bool", "(fle (f32 0x7fc00000) (f32 1))", "false"},
		{"inttof32 rounds to even", "f32", "(inttof32 16777217)", "1.6777216e+07"},
		{"inttof32 rounds once", "f32", "(inttof32 9007199791611905)", "9.0072e+15"},
		{"inttof32 of a long one", "f32", "(inttof32 " + two64 + ")", "1.8446744e+19"},
		{"inttof64 rounds to even", "f64", "(inttof64 9007199254740993)", "9.007199254740992e+15"},
		{"inttof64 of what is too large", "f64", "(inttof64 (shl -1 1024))", "-Inf"},
		{"ftoint", "int", `(ftoint (f64 -2.9) "invalid conversion")`, "-2"},
		{"ftoint of a long one", "int", `(ftoint (f32 18446744073709551616) "invalid conversion")`, two64},
		{"ftoint of infinity", "int", `(ftoint (f64 -inf) "invalid conversion")`, "invalid conversion at (ftoint"},
		{"ftoint of what is no number", "int", `(ftoint (f32 0x7fc00000) "invalid conversion")`,
			"invalid conversion at (ftoint"},
		{"widen", "f64", "(widen (f32 0.1))", "0.10000000149011612"},
		{"narrow", "f32", "(narrow (f64 0.1))", "0.1"},
		{"narrow of what is too large", "f32", "(narrow (f64 1e300))", "+Inf"},

		{"the left operand is first", "int", `(add (div 1 0 "overflow") (div 1 0 "fail"))`, "overflow at (div"},
		{"an address is a number", "int", "(add 1 (toint (global buf)))", "4294967297"},
	} {
		if got := evaluated(t, c.kind, c.expr); got != c.want {
			t.Errorf("%s: %s: got %s, want %s", c.title, c.expr, got, c.want)
		}
	}
}

// TestFast: what the fast path gives is what the slow one gives, and where it gives up there is often a reason.
func TestFast(t *testing.T) {
	m := &Machine{Program: load(t, `core 1
entry main

global buf size 16
global other size 8

func main()
slot i int
slot u int
slot w int
slot x int
slot p ptr
slot q ptr
slot v ptr
slot d f64
slot e f64
set i 7
set w 18446744073709551613
set x (shl 1 64)
set p (move (global buf) 4)
set q (move (global other) -1)
set d (f64 -2.5)
set e (f64 0x7ff8000000000123)
return
`)}
	s, _ := m.Run(m.Start(), 7)
	rng := rand.New(rand.NewSource(1))
	fast, slow, faults := map[Type]int{}, 0, 0
	for range effort.Of(100_000) {
		kind := []Type{Int, Int, Bool, Bool, Ptr, F64}[rng.Intn(6)]
		e := randomExpr(rng, 4, kind)
		r, x := run{State: s}, translator{}.expr(e)
		v, stop := r.value(e)
		var got Value
		ok := false
		switch kind {
		case Ptr:
			got, ok = r.pointer(x)
		case F64:
			got.class = double
			got.n, ok = r.double(x)
		default:
			n, kind := r.word(x)
			got, ok = wordValue(n, kind), kind != noWord
			if e.Type == Bool {
				got.class = truth
			}
		}
		switch {
		case ok && (stop != nil || !v.Equal(got)):
			t.Fatalf("%s: got %v, want %v, %+v", shownExpr(e), got, v, stop)
		case ok:
			fast[kind]++
		case stop != nil:
			faults++
		default:
			slow++
		}
		if n, ok := r.low(x); kind == Int && ok && (stop != nil || n != v.low()) {
			t.Fatalf("%s: got %d modulo 2^64, want %v, %+v", shownExpr(e), n, v, stop)
		}
	}
	if fast[Int] < effort.Of(5000) || fast[Bool] < effort.Of(3000) || fast[Ptr] < effort.Of(2000) ||
		fast[F64] < effort.Of(2000) || slow < effort.Of(1000) || faults < effort.Of(1000) {
		t.Errorf("%v on the fast path, %d on the slow one and %d without a value are too few", fast, slow, faults)
	}
}

// shownExpr returns the operators and leaves of an expression.
func shownExpr(e *Expr) string {
	if e == nil {
		return ""
	}
	text := e.Op.String()
	switch e.Op {
	case Const:
		return e.Int.String()
	case Read:
		text += strconv.Itoa(e.Slot)
	}
	return "(" + text + " " + shownExpr(e.X) + " " + shownExpr(e.Y) + ")"
}

// randomExpr returns an expression of a type.
func randomExpr(rng *rand.Rand, depth int, kind Type) *Expr {
	sub := func(kind Type) *Expr { return randomExpr(rng, depth-1, kind) }
	pick := func(from, to Op) Op { return from + Op(rng.Intn(int(to-from)+1)) }
	edges := []int64{0, 1, -1, 2, -3, 63, 1 << 31, 1<<62 + 1, 1<<63 - 1, -1 << 63}
	constant := func() *big.Int {
		switch rng.Intn(10) {
		case 0:
			return new(big.Int).Lsh(big.NewInt(int64(1-2*rng.Intn(2))), uint(63+rng.Intn(2)))
		case 1:
			return new(big.Int).SetUint64(rng.Uint64())
		}
		return big.NewInt(edges[rng.Intn(len(edges))])
	}
	read := func(slot int) *Expr {
		t := []Type{Int, Int, Int, Int, Ptr, Ptr, Ptr, F64, F64}[slot]
		return &Expr{Op: Defined, Type: t, X: &Expr{Op: Read, Type: t, Slot: slot}, Kind: semantics.UnboundVar}
	}
	switch kind {
	case Bool:
		switch {
		case depth == 0:
			return &Expr{Op: Truth, Type: Bool, Bits: uint64(rng.Intn(2))}
		case rng.Intn(6) == 0:
			e := &Expr{Op: pick(Same, Below), Type: Bool, X: sub(Ptr), Y: sub(Ptr)}
			if e.Op == Below {
				e.Kind = semantics.UnrelatedPointers
			}
			return e
		case rng.Intn(6) == 0:
			return &Expr{Op: pick(FEq, FLe), Type: Bool, X: sub(F64), Y: sub(F64)}
		case rng.Intn(2) == 0:
			return &Expr{Op: pick(Lt, Ne), Type: Bool, X: sub(Int), Y: sub(Int)}
		}
		e := &Expr{Op: pick(Not, Or), Type: Bool, X: sub(Bool)}
		if e.Op != Not {
			e.Y = sub(Bool)
		}
		return e
	case Ptr:
		switch {
		case depth > 0 && rng.Intn(3) > 0:
			e := &Expr{Op: Move, Type: Ptr, X: sub(Ptr), Y: sub(Int)}
			if rng.Intn(3) > 0 {
				e.Y = &Expr{Op: Const, Type: Int, Int: big.NewInt(rng.Int63n(20) - 4)}
			}
			if rng.Intn(2) == 0 {
				e.Kind = semantics.PointerArithmetic
			}
			return e
		case rng.Intn(2) == 0:
			return read(4 + rng.Intn(3))
		}
		return &Expr{Op: pick(Null, Function), Type: Ptr}
	case F64:
		switch {
		case depth == 0 || rng.Intn(5) == 0:
			return read(7 + rng.Intn(2))
		case rng.Intn(5) == 0:
			return &Expr{Op: IntToF64, Type: F64, X: sub(Int)}
		case rng.Intn(5) == 0:
			return &Expr{Op: FNeg, Type: F64, X: sub(F64)}
		case rng.Intn(5) == 0:
			return &Expr{Op: Double, Type: F64, Bits: uint64(rng.Intn(3)) << 62}
		}
		return &Expr{Op: pick(FAdd, FDiv), Type: F64, X: sub(F64), Y: sub(F64)}
	}
	if depth == 0 {
		if rng.Intn(3) == 0 {
			return read(rng.Intn(4))
		}
		return &Expr{Op: Const, Type: Int, Int: constant()}
	}
	switch rng.Intn(12) {
	case 0:
		return read(rng.Intn(4))
	case 1, 2:
		e := &Expr{Op: Within, Type: Int, X: sub(Int), Kind: semantics.Overflow}
		if rng.Intn(4) > 0 {
			e.Lo = big.NewInt(-1 << 62)
		}
		if rng.Intn(4) > 0 {
			e.Hi = []*big.Int{big.NewInt(1 << 62), new(big.Int).Lsh(big.NewInt(1), 64),
				new(big.Int).Lsh(big.NewInt(1), 63)}[rng.Intn(3)]
		}
		return e
	case 3:
		return &Expr{Op: Neg, Type: Int, X: sub(Int)}
	case 4, 5:
		return &Expr{Op: pick(Shl, Shr), Type: Int, X: sub(Int),
			Y: &Expr{Op: Const, Type: Int, Int: big.NewInt(int64(rng.Intn(70)))}}
	case 6:
		y := &Expr{Op: Const, Type: Int, Int: new(big.Int).Lsh(big.NewInt(1), uint(rng.Intn(66)))}
		return &Expr{Op: Mod, Type: Int, X: sub(Int), Y: y, Kind: semantics.DivisionByZero}
	case 7:
		switch rng.Intn(3) {
		case 0:
			return &Expr{Op: ToInt, Type: Int, X: sub(Ptr)}
		case 1:
			return &Expr{Op: Diff, Type: Int, X: sub(Ptr), Y: sub(Ptr), Kind: semantics.UnrelatedPointers}
		}
		return &Expr{Op: FToInt, Type: Int, X: sub(F64), Kind: semantics.InvalidConversion}
	case 8:
		if rng.Intn(2) == 0 {
			return &Expr{Op: Freeze, Type: Int, X: sub(Int)}
		}
		return &Expr{Op: Given, Type: Int, X: sub(Bool), Y: sub(Int), Kind: semantics.Failed}
	}
	e := &Expr{Op: pick(Add, BitXor), Type: Int, X: sub(Int), Y: sub(Int), Kind: semantics.DivisionByZero}
	if operators[e.Op].obligation == free {
		e.Kind = ""
	}
	return e
}
