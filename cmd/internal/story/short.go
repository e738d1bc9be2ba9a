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
	return brief(term.FormatInt(v))
}

// brief shows a text in little room: the beginning and the end of a long one.
func brief(s string) string {
	if len(s) > 24 {
		return s[:10] + "..." + s[len(s)-8:]
	}
	return s
}
