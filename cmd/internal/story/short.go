package story

import (
	"math/big"

	"vouch/semantics/term"
)

// This file defines how a value is shown in little room.

// Short shows a value in little room.
func Short(v *big.Int) string {
	if v == nil {
		return "-"
	}
	s := term.FormatInt(v)
	if len(s) > 24 {
		return s[:10] + "..." + s[len(s)-8:]
	}
	return s
}
