package faults

import (
	"regexp"
	"slices"
	"strings"

	"vouch/semantics"
)

// This file defines how much of a program a fault is about.

// Width returns how much to underline of the rest of a line that begins at a fault: the statement, the operator or the variable.
func Width(kind semantics.Kind, rest string) int {
	switch kind {
	case semantics.DivisionByZero:
		return 1
	case semantics.UnboundVar:
		return max(1, len(rest)-len(strings.TrimLeft(rest, "_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")))
	case semantics.Failed:
		return len("fail")
	}
	end, operand := 1, false // whether the last token ended an operand
	for i, at := range tokens.FindAllStringIndex(rest, -1) {
		token := rest[at[0]:at[1]]
		starts := token != "and" && token != "or" && wordOrNumber.MatchString(token) || token == "("
		switch {
		case i > 0 && (slices.Contains(after, token) || operand && starts):
			return end
		case i > 0:
			operand = token == ")" || starts && token != "(" && token != "not"
		}
		end = at[1]
	}
	return end
}

// The tokens of a condition, and what ends it.
var (
	tokens       = regexp.MustCompile(`//|\(\*|\w+|[^\s\w]`)
	wordOrNumber = regexp.MustCompile(`^\w`)
	after        = []string{"#", "//", "(*", ";", "{", "}", "then", "else", "fi", "do", "od", "begin", "end"}
)
