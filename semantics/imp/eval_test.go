package imp_test

import (
	"fmt"
	"math/big"
	"testing"

	"vouch/semantics"
	"vouch/semantics/imp"
)

// This file tests definition 3.2: the values of expressions, and why there are none. In the memory of the tests x is 7,
// y is -2 and zero is 0; no other variable is bound.

// evaluated returns the value of an expression or condition, or the fault, with its column in the text.
func evaluated(t *testing.T, text string, div imp.Division, meter *semantics.Meter) string {
	t.Helper()
	head := "r = "
	p, err := imp.Load("t", []byte(head+text))
	if err != nil {
		head = "assert "
		p, err = imp.Load("t", []byte(head+text))
	}
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	p.Division = div
	store := storeOf(make([]*big.Int, len(p.Vars))...)
	for name, v := range map[string]int64{"x": 7, "y": -2, "zero": 0} {
		if slot, ok := p.Slot(name); ok {
			store = store.With(slot, big.NewInt(v))
		}
	}
	before := fmt.Sprint(storeValues(store))
	m := &imp.Machine{Program: p, Meter: meter}
	var value any
	var why *imp.NoValue
	switch s := p.Body.Stmts[0].(type) {
	case *imp.Assign:
		value, why = m.AEval(s.Value, store)
	case *imp.Assert:
		value, why = m.BEval(s.Cond, store)
	}
	if after := fmt.Sprint(storeValues(store)); after != before {
		t.Errorf("%s: the memory was %s and is %s", text, before, after)
	}
	switch {
	case why == nil:
		return fmt.Sprint(value)
	case why.Limit:
		return "limit"
	}
	at := why.Fault.Start()
	if at.Line == 1 {
		at.Column -= len(head)
	}
	return fmt.Sprintf("%s at %s", why.Fault.Kind, at)
}

var values = []struct{ title, text, want string }{
	{"literal", "5", "5"},
	{"negative literal", "-5", "-5"},
	{"variable", "x", "7"},
	{"sum", "x + y", "5"},
	{"difference", "y - x", "-9"},
	{"differences associate to the left", "1 - 2 - 3", "-4"},
	{"product", "x * y", "-14"},
	{"products before sums", "1 + 2 * 3", "7"},
	{"parentheses first", "(1 + 2) * 3", "9"},
	{"negation", "-x", "-7"},
	{"negation of a negation", "--y", "-2"},
	{"negation before a product", "-x * y", "14"},
	{"sum beyond a machine word", "9223372036854775807 + 1", "9223372036854775808"},
	{"sum below a machine word", "-9223372036854775808 + -1", "-9223372036854775809"},
	{"sum of opposites", "9223372036854775807 + -9223372036854775808", "-1"},
	{"sum of the least with itself", "-9223372036854775808 + -9223372036854775808", "-18446744073709551616"},
	{"difference beyond a machine word", "9223372036854775807 - -1", "9223372036854775808"},
	{"difference below a machine word", "-9223372036854775808 - 1", "-9223372036854775809"},
	{"the least from zero", "0 - -9223372036854775808", "9223372036854775808"},
	{"the least from minus one", "-1 - -9223372036854775808", "9223372036854775807"},
	{"the least from itself", "-9223372036854775808 - -9223372036854775808", "0"},
	{"nothing added", "-9223372036854775808 + 0", "-9223372036854775808"},
	{"nothing subtracted", "-9223372036854775808 - 0", "-9223372036854775808"},
	{"product beyond a machine word", "4294967296 * 4294967296", "18446744073709551616"},
	{"back below a machine word", "18446744073709551616 - 18446744073709551615", "1"},

	{"true", "true", "true"},
	{"false", "false", "false"},
	{"not", "not x < y", "true"},
	{"not not", "not not x < y", "false"},
	{"less", "1 < 2", "true"}, {"not less than itself", "2 < 2", "false"}, {"not less than a lesser", "3 < 2", "false"},
	{"at most a greater", "1 <= 2", "true"}, {"at most itself", "2 <= 2", "true"},
	{"not at most a lesser", "3 <= 2", "false"},
	{"not greater than a greater", "1 > 2", "false"}, {"not greater than itself", "2 > 2", "false"},
	{"greater", "3 > 2", "true"},
	{"not at least a greater", "1 >= 2", "false"}, {"at least itself", "2 >= 2", "true"},
	{"at least a lesser", "3 >= 2", "true"},
	{"not equal to a greater", "1 == 2", "false"}, {"equal to itself", "2 == 2", "true"},
	{"not equal to a lesser", "3 == 2", "false"},
	{"different from a greater", "1 != 2", "true"}, {"not different from itself", "2 != 2", "false"},
	{"different from a lesser", "3 != 2", "true"},
	{"comparison of large integers", "-100000000000000000000 < -99999999999999999999", "true"},
	{"chain", "1 < 2 < 3", "true"},
	{"chain that fails in its second link", "1 < 2 < 2", "false"},
	{"chain that fails in its first link", "2 < 2 < 3", "false"},
	{"chain of different links", "1 < 2 >= 2 != 3 == 3", "true"},
	{"chain compares neighbours only", "3 != 2 != 3", "true"},
	{"and", "1 < 2 and 2 < 1", "false"}, {"and of truths", "1 < 2 and 2 < 3", "true"},
	{"or", "1 < 2 or 2 < 1", "true"}, {"or of falsehoods", "2 < 1 or 3 < 2", "false"},
	{"and before or", "true or true and false", "true"},
	{"not before and", "not false and false", "false"},

	{"and stops early", "x < y and 1 / 0 = 1", "false"},
	{"or stops early", "x > y or free > 0", "true"},
	{"chain stops early", "7 < x < 1 / 0", "false"},
	{"chain stops early at its second link", "y < x <= 6 < free < 1 / 0", "false"},
	{"and in or stops early", "false and free > 0 or true", "true"},
	{"not of what stops early", "not (false and free > 0)", "true"},

	{"quotient by zero", "x / zero", "division by zero at 1:3"},
	{"remainder by zero", "x % zero", "division by zero at 1:3"},
	{"zero by zero", "0/0", "division by zero at 1:2"},
	{"quotient by a difference that is zero", "1 / (x - 7)", "division by zero at 1:3"},
	{"unbound", "free", "unbound variable at 1:1"},
	{"unbound on the right", "x + free", "unbound variable at 1:5"},
	{"unbound on both sides", "free + libre", "unbound variable at 1:1"},
	{"left before right: division", "1 / 0 + free", "division by zero at 1:3"},
	{"left before right: unbound", "free + 1 / 0", "unbound variable at 1:1"},
	{"the inner division before the outer", "1 / (1 / 0)", "division by zero at 1:8"},
	{"the dividend before the divisor", "(1 / 0) / (1 % 0)", "division by zero at 1:4"},
	{"the divisor before the division", "1 / 0 / (1 % 0)", "division by zero at 1:3"},
	{"a divisor without value is not zero", "1 / free", "unbound variable at 1:5"},
	{"a divisor of zero, a dividend without value", "free / 0", "unbound variable at 1:1"},
	{"zero times a quotient", "0 * (1 / 0)", "division by zero at 1:8"},
	{"negation of a quotient", "-(1 / 0)", "division by zero at 1:5"},
	{"in a comparison, left", "1 / 0 < free", "division by zero at 1:3"},
	{"in a comparison, right", "1 < free", "unbound variable at 1:5"},
	{"in a chain, before the first link is decided", "2 < 1 / 0 < 1", "division by zero at 1:7"},
	{"in a chain, before the first link fails", "3 < free % 2 < 1", "unbound variable at 1:5"},
	{"in a chain, at the last argument", "1 < 2 < 3 % 0", "division by zero at 1:11"},
	{"in not", "not 1 / 0 = 1", "division by zero at 1:7"},
	{"left of and", "1 / 0 = 1 and false", "division by zero at 1:3"},
	{"left of or", "free = 1 or true", "unbound variable at 1:1"},
	{"right of and", "true and free > 0", "unbound variable at 1:10"},
	{"right of or", "false or free > 0", "unbound variable at 1:10"},
	{"right of and, and of or", "(true and 1 % 0 = 0) or true", "division by zero at 1:13"},
	{"on another line", "x +\n  1 /\n    zero", "division by zero at 2:5"},
}

func TestValues(t *testing.T) {
	for _, c := range values {
		if got := evaluated(t, c.text, imp.Floor, nil); got != c.want {
			t.Errorf("%s: %s: got %s, want %s", c.title, c.text, got, c.want)
		}
	}
}

func TestDivision(t *testing.T) {
	for _, c := range []struct {
		x, y                   string
		floor, mod, trunc, rem string
	}{
		{"7", "2", "3", "1", "3", "1"},
		{"-7", "2", "-4", "1", "-3", "-1"},
		{"7", "-2", "-4", "-1", "-3", "1"},
		{"-7", "-2", "3", "-1", "3", "-1"},
		{"6", "2", "3", "0", "3", "0"},
		{"-6", "2", "-3", "0", "-3", "0"},
		{"6", "-2", "-3", "0", "-3", "0"},
		{"-6", "-2", "3", "0", "3", "0"},
		{"1", "5", "0", "1", "0", "1"},
		{"-1", "5", "-1", "4", "0", "-1"},
		{"1", "-5", "-1", "-4", "0", "1"},
		{"-1", "-5", "0", "-1", "0", "-1"},
		{"0", "5", "0", "0", "0", "0"},
		{"0", "-5", "0", "0", "0", "0"},
		{"5", "1", "5", "0", "5", "0"},
		{"5", "-1", "-5", "0", "-5", "0"},
		{"-9223372036854775808", "-1", "9223372036854775808", "0", "9223372036854775808", "0"},
		{"-9223372036854775809", "9223372036854775808", "-2", "9223372036854775807", "-1", "-1"},
		{"100000000000000000000", "-3", "-33333333333333333334", "-2", "-33333333333333333333", "1"},
		{"-100000000000000000000", "3", "-33333333333333333334", "2", "-33333333333333333333", "-1"},
	} {
		for _, q := range []struct {
			op   string
			div  imp.Division
			want string
		}{{"/", imp.Floor, c.floor}, {"%", imp.Floor, c.mod}, {"/", imp.Truncate, c.trunc},
			{"%", imp.Truncate, c.rem}} {
			text := c.x + " " + q.op + " " + c.y
			if got := evaluated(t, text, q.div, nil); got != q.want {
				t.Errorf("%s, %v: got %s, want %s", text, q.div, got, q.want)
			}
		}
	}
}

// TestMeteredEvaluation: what a meter cuts short is neither a value nor a fault, and it is cut short however the work
// is spread.
func TestMeteredEvaluation(t *testing.T) {
	for _, text := range []string{"x + y", "1 / 0", "free", "x < y", "x * y * x * y", "not (x < y or y < x)",
		"1 < 2 < free", "100000000000000000000 % 3"} {
		full := evaluated(t, text, imp.Floor, nil)
		limited := 0
		for n := int64(0); ; n++ {
			got := evaluated(t, text, imp.Floor, semantics.NewMeter(n, semantics.Unlimited))
			if got == full {
				break
			}
			if got != "limit" || n > 10_000 {
				t.Errorf("%s with %d units: got %s, want limit or %s", text, n, got, full)
				break
			}
			limited++
		}
		if limited == 0 {
			t.Errorf("%s costs nothing", text)
		}
	}
}
