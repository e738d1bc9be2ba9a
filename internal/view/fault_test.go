package view

import (
	"math/big"
	"testing"
)

func TestDistances(t *testing.T) {
	for _, c := range []struct{ n, distance, bytes string }{
		{"0", "0", "0 bytes"}, {"1", "1", "1 byte"}, {"-5", "-5", "-5 bytes"},
		{"9223372036854775807", "9223372036854775807", "9223372036854775807 bytes"},
		{"18446744073709551611", "-5", "18446744073709551611 bytes (-5 as a number with a sign)"},
		{"9223372036854775808", "-9223372036854775808",
			"9223372036854775808 bytes (-9223372036854775808 as a number with a sign)"},
		{"73786976294838206444", "-20", "73786976294838206444 bytes (-20 as a number with a sign)"},
		{"18446744073709551624", "8", "18446744073709551624 bytes"},
		{"-9223372036854775809", "9223372036854775807", "-9223372036854775809 bytes"},
	} {
		n, _ := new(big.Int).SetString(c.n, 10)
		if got := distance(n).String(); got != c.distance {
			t.Errorf("%s: found the distance %s, want %s", c.n, got, c.distance)
		}
		if got := plural(n, "byte"); got != c.bytes {
			t.Errorf("%s: found %q, want %q", c.n, got, c.bytes)
		}
	}
}
