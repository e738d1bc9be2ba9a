package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/outfile"
)

// This file defines `vouch lower`.

func newLower() *cobra.Command {
	var out string
	var digest bool
	c := cFlags{rand: "any"}
	cmd := &cobra.Command{
		Use:   "lower [flags] FILE...",
		Short: "Print the core program that a program is lowered to",
		Long: `Print the core program that a program is lowered to, as text. The core is the small language that vouch
runs, explores and certifies, whatever the language of the file.

A certificate holds the SHA-256 of this text; --digest prints it. If you do not trust a front end, read
the text yourself, and let the checker judge by the text alone: vouch-check --lowered FILE.core CERT.

Files with this text have the extension .core, and vouch accepts them like any other program. - reads
the program from standard input. Several C files make one program.

Exit status:
  0  the text was printed
  2  bad input or bad usage`,
		Example: `  vouch lower examples/gcd.imp
  vouch lower examples/gcd.imp -o gcd.core
  vouch lower --digest examples/gcd.imp
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
			text := p.Core.Text()
			if digest {
				text = fmt.Appendf(nil, "%x\n", p.About.Lowered)
			}
			if out != "" {
				return outfile.Write(out, text, 0o644)
			}
			_, err = cmd.OutOrStdout().Write(text)
			return err
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "write to `FILE` instead of standard output")
	cmd.Flags().BoolVar(&digest, "digest", false, "print the SHA-256 of the text instead")
	c.define(cmd)
	return cmd
}
