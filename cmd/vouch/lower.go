package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/outfile"
	"vouch/cmd/internal/terminal"
	"vouch/kernel/encode"
)

// This file defines `vouch lower`.

func newLower() *cobra.Command {
	var out string
	var digest, forKernel bool
	c := cFlags{rand: "any"}
	cmd := &cobra.Command{
		Use:   "lower [flags] FILE...",
		Short: "Print the core program that a program is lowered to",
		Long: `Print the core program that a program is lowered to, as text. The core is the small language that vouch
runs, explores and certifies, whatever the language of the file.

A certificate holds the SHA-256 of this text; --digest prints it. If you do not trust a front end, read
the text yourself, and let the checker judge by the text alone: vouch-check --lowered FILE.core CERT.

With --kernel, the program is written as vouch-kernel reads it at the start of a proof, and --digest is the
one that vouch-kernel prints.

Files with this text have the extension .core, and vouch accepts them like any other program. - reads
the program from standard input. Several C files make one program.

Exit status:
  0  the text was printed
  2  bad input or bad usage`,
		Example: `  vouch lower examples/gcd.imp
  vouch lower examples/gcd.imp -o gcd.core
  vouch lower --digest examples/gcd.imp
  vouch lower --kernel --digest examples/gcd.imp
  vouch lower main.c list.c -I include`,
		Args:              checkcmd.AtLeastOne("FILE"),
		ValidArgsFunction: completePrograms,
		RunE: func(cmd *cobra.Command, args []string) error {
			if out != "" {
				if err := outfile.MayWrite(out, true, args[0]); err != nil {
					return err
				}
			}
			p, err := c.open(cmd, args...)
			if err != nil {
				return err
			}
			text, sum := p.Core.Text(), p.About.Lowered
			if forKernel {
				text = encode.Program(p.Core)
				of := sha256.Sum256(text)
				sum = of[:]
			}
			switch {
			case digest:
				text = fmt.Appendf(nil, "%x\n", sum)
			case forKernel && out == "" && terminal.Is(os.Stdout):
				return errors.New("found a terminal as the place for the bytes of a program, want a pipe or --output FILE")
			}
			if out != "" {
				return outfile.Write(out, text, 0o644)
			}
			_, err = cmd.OutOrStdout().Write(text)
			return err
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "write to `FILE` instead of standard output")
	cmd.Flags().BoolVar(&forKernel, "kernel", false, "write the program as vouch-kernel reads it, in CBOR")
	cmd.Flags().BoolVar(&digest, "digest", false, "print the SHA-256 of what would be written instead")
	c.define(cmd)
	return cmd
}
