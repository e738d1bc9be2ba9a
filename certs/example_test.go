package certs_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"

	"vouch/certs"
)

// evidence returns a certificate of the bug that a program has, as it would be read from a file.
func evidence(name, source string) []byte {
	seven, zero := big.NewInt(7), new(big.Int)
	bug := certs.Bug{
		Program: certs.Program{Language: "imp", Version: 1,
			Sources: []certs.Source{{Name: name, Text: []byte(source)}}},
		Inputs: []certs.Input{{Name: "x", Value: seven}, {Name: "y", Value: zero}},
		Trace:  certs.Trace{Steps: 3, Branches: 1, Decisions: []byte{0x80}},
		Fault:  certs.Fault{Kind: "division by zero", Line: 1, Column: 20},
		Model:  certs.Memory{"x": seven, "y": zero},
	}
	return bug.Seal()
}

// Open tells whether bytes are a certificate, and of which kind. Only package checker tells whether it is right.
func ExampleOpen() {
	data := evidence("ratio.imp", "if x > 5 then y := 10 / (x - 7) else skip fi\n")
	c, err := certs.Open(data, certs.MaxBytes)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.About().Language, c.About().Sources[0].Name)
	switch c := c.(type) {
	case *certs.Bug:
		fmt.Println(c.Fault.Kind, "in line", c.Fault.Line, "after", c.Trace.Steps, "steps")
		for _, in := range c.Inputs {
			fmt.Println(in.Name, "=", in.Value)
		}
	case *certs.Absence:
		fmt.Println(c.Kind)
	}

	_, err = certs.Open(bytes.Replace(data, []byte("x - 7"), []byte("x - 8"), 1), certs.MaxBytes)
	fmt.Println(errors.Is(err, certs.ErrDamaged), err)
	// Output:
	// imp ratio.imp
	// division by zero in line 1 after 3 steps
	// x = 7
	// y = 0
	// true the digest does not match the content: the certificate is damaged
}
