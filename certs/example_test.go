package certs_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"vouch/certs"
	"vouch/finder"
	"vouch/internal/load"
)

// evidence returns a certificate of the bug that a program has, as it would be read from a file.
func evidence(name, source string) []byte {
	p, err := load.File(name, []byte(source))
	if err != nil {
		panic(err)
	}
	r, err := finder.Find(context.Background(), finder.Program{Core: p.Core, About: p.About},
		finder.Options{Pruning: finder.Auto})
	if err != nil {
		panic(err)
	}
	return r.Certain()[0].Bug.Seal()
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
