// Command vouch-kernel checks long proofs: pure Go, its standard library, and package kernel.
package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"vouch/kernel"
)

const help = `Check a proof that a program has, or has not, a fault.

Usage: vouch-kernel [--max-work N] [FILE]

A proof is a stream of primitive steps, with the program and the claim in front of it. vouch elaborate writes
one for a certificate. Without FILE, or with -, the proof is read from standard input.

The command prints the claim that the proof shows, and the SHA-256 digest of the program that it is about.
Compare it with that of your program: vouch lower --kernel --digest SOURCE.

A proof that takes more than N units of work is refused; a unit is a machine word that is touched. The default
of 2147483648 takes about a minute.

Examples:
  vouch elaborate evidence/gcd_buggy-3f9a1c22.bug.cbor | vouch-kernel
  vouch-kernel gcd.proof

Exit status:
  0  the proof shows its claim
  1  it does not
  2  the proof cannot be read, bad usage, or lost output
`

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run is the command with its arguments; it returns the exit status.
func run(args []string, in io.Reader, out, messages io.Writer) int {
	work := int64(kernel.DefaultWork)
	wrong := func(format string, a ...any) int {
		fmt.Fprintf(messages, "vouch-kernel: "+format+"\n  hint: vouch-kernel --help shows how to use it\n", a...)
		return 2
	}
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		name, value, joined := strings.Cut(args[0], "=")
		args = args[1:]
		switch name {
		case "--help", "-h":
			return written(fmt.Fprint(out, help))
		case "--max-work":
			if !joined && len(args) > 0 {
				value, args = args[0], args[1:]
			}
			n, err := strconv.ParseInt(value, 10, 64)
			if err != nil || n < 1 {
				return wrong("--max-work: found %.40q, want a number above 0", value)
			}
			work = n
		default:
			return wrong("unknown flag %.40q", name)
		}
	}
	switch {
	case len(args) > 1:
		return wrong("found %d arguments, want one FILE at most", len(args))
	case len(args) == 1 && args[0] != "-":
		file, err := os.Open(args[0])
		if err != nil {
			fmt.Fprintf(messages, "vouch-kernel: %v\n", err)
			return 2
		}
		defer file.Close()
		in = file
	}
	source := &watched{in: in}
	t, err := kernel.CheckWithin(source, work)
	switch {
	case source.err != nil:
		fmt.Fprintf(messages, "vouch-kernel: %v\n", source.err)
		return 2
	case err != nil:
		fmt.Fprintf(messages, "vouch-kernel: refused: %v\n", err)
		return 1
	}
	return written(fmt.Fprintf(out, "proved: %s\nprogram: %x\n", t.Claim(), t.Program()))
}

// watched remembers why its input could not be read.
type watched struct {
	in  io.Reader
	err error
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.in.Read(p)
	if err != nil && err != io.EOF {
		w.err = err
	}
	return n, err
}

// written returns the exit status after output.
func written(_ int, err error) int {
	if err != nil {
		fmt.Fprintf(os.Stderr, "vouch-kernel: %v\n", err)
		return 2
	}
	return 0
}
