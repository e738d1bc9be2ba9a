package run

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"vouch/semantics/core"
)

// This file defines how arguments name the inputs.

// maxDigits is the length of the longest value of an input, in bytes.
const maxDigits = 100_000

// Input reads arguments of the form NAME=VALUE, and returns what an execution draws: what is not given is the value of its range nearest to 0.
// The second input of the name x is called x#2, and so on.
func Input(p *core.Program, args []string) (func(n int, name string) (*big.Int, bool), error) {
	draws := map[string]*core.Instr{}
	for _, f := range p.Funcs {
		for i := range f.Code {
			if c := &f.Code[i]; c.Op == core.Draw {
				draws[c.Name] = c
			}
		}
	}
	input := map[string]*big.Int{}
	for _, arg := range args {
		name, text, ok := strings.Cut(arg, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("found argument %q, want NAME=VALUE", arg)
		}
		v, ok := new(big.Int).SetString(text, 10)
		if !ok || len(text) > maxDigits {
			return nil, fmt.Errorf("found value %.40q for %s, want an integer in decimal", text, name)
		}
		if _, twice := input[name]; twice {
			return nil, fmt.Errorf("found two values for %s, want one", name)
		}
		in := draws[base(name)]
		if in == nil {
			return nil, fmt.Errorf("found a value for %s, want one for an input of the program%s", name, known(draws))
		}
		if in.Lo != nil && v.Cmp(in.Lo) < 0 || in.Hi != nil && v.Cmp(in.Hi) > 0 {
			return nil, fmt.Errorf("found value %.40s for %s, want one from %s to %s", text, name, bound(in.Lo), bound(in.Hi))
		}
		input[name] = v
	}
	return func(_ int, name string) (*big.Int, bool) {
		v := input[name]
		if v == nil {
			v = nearest(draws[base(name)])
		}
		return v, true
	}, nil
}

// base returns the name by which the program draws an input.
func base(name string) string {
	name, _, _ = strings.Cut(name, "#")
	return name
}

// known lists the inputs of a program, if they are few.
func known(draws map[string]*core.Instr) string {
	var names []string
	for name := range draws {
		names = append(names, name)
	}
	if len(names) == 0 || len(names) > 10 {
		return ""
	}
	slices.Sort(names)
	return ": " + strings.Join(names, ", ")
}

// nearest returns the value nearest to 0 that may be drawn.
func nearest(in *core.Instr) *big.Int {
	switch zero := new(big.Int); {
	case in.Lo != nil && in.Lo.Sign() > 0:
		return in.Lo
	case in.Hi != nil && in.Hi.Sign() < 0:
		return in.Hi
	default:
		return zero
	}
}

// bound returns the text of a bound.
func bound(v *big.Int) string {
	if v == nil {
		return "any"
	}
	return v.String()
}
