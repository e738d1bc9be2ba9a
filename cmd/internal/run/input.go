package run

import (
	"fmt"
	"math/big"
	"strings"

	"vouch/certs"
	"vouch/semantics/imp"
)

// This file defines how arguments name the input.

// Input reads arguments of the form NAME=VALUE; inputs of the program that are not given are 0.
func Input(p *imp.Program, args []string) (certs.Memory, error) {
	input := certs.Memory{}
	for _, arg := range args {
		name, text, ok := strings.Cut(arg, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("found argument %q, want NAME=VALUE", arg)
		}
		v, ok := new(big.Int).SetString(text, 10)
		if !ok || len(text) > imp.MaxDigits {
			return nil, fmt.Errorf("found value %.40q for %s, want an integer in decimal", text, name)
		}
		if _, twice := input[name]; twice {
			return nil, fmt.Errorf("found two values for %s, want one", name)
		}
		input[name] = v
	}
	for _, name := range p.Inputs() {
		if input[name] == nil {
			input[name] = new(big.Int)
		}
	}
	return input, nil
}
