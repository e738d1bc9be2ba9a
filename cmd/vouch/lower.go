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
		Long: `Print the core program that a program is lowered to, in the core's text form. This is what vouch runs,
explores and certifies, whatever the language of the file. A certificate holds the digest of this text;
--digest prints that instead. Who distrusts how a language is lowered reads this text, and has a
certificate judged by it alone: vouch-check --lowered FILE.core CERT.

A file that holds the text form has the extension .core; vouch finds bugs in it as in any other program.
- reads the program from standard input. Several files are one program in C.

Exit status: 0; 2 bad input or bad usage.`,
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
	cmd.Flags().StringVarP(&out, "output", "o", "", "write to `FILE` in place of standard output")
	cmd.Flags().BoolVar(&digest, "digest", false, "print the SHA-256 of the text instead")
	c.define(cmd)
	return cmd
}
