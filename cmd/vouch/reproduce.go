package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"vouch/certs"
	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/outfile"
	"vouch/semantics/imp/imprepro"
)

// This file defines `vouch reproduce`: the bug of a certificate as a program of another language.

func newReproduce() *cobra.Command {
	var (
		lang, out string
		force     bool
		limits    = checker.DefaultLimits
	)
	cmd := &cobra.Command{
		Use:   "reproduce [flags] CERT --lang LANGUAGE",
		Short: "Write a stand-alone program that fails in the same way",
		Long: `Check the certificate of a bug, and write its program with its input in another language, for people
who have neither vouch nor IMP. Loops and the names of variables stay. When run, it prints the fault
and its place in the IMP source to standard error, as in "gcd.imp:11:3: assertion fails", and ends
with status 1; 0 would be its regular end, and 3 a violated assumption.

In Go and Python integers are exact. C has int64_t: a run with a larger value is refused, and where
somebody changes the input, the program ends with status 2 rather than compute something else.

Exit status: 0 the program was written; 1 the certificate is invalid; 2 it is no certificate of a
bug, a value does not fit, or bad usage.`,
		Example: `  vouch reproduce evidence/gcd_buggy-3f9a1c22.bug.cbor --lang python
  vouch reproduce evidence/gcd_buggy-3f9a1c22.bug.cbor --lang go -o reproduce.go && go run reproduce.go
  vouch reproduce evidence/gcd_buggy-3f9a1c22.bug.cbor --lang c -o reproduce.c && gcc -o reproduce reproduce.c`,
		Args:              checkcmd.Exactly("CERT"),
		ValidArgsFunction: completeCertificates,
		RunE: func(cmd *cobra.Command, args []string) error {
			l := imprepro.Find(lang)
			if l == nil {
				return fmt.Errorf("--lang: found %q, want one of %s", lang, strings.Join(targets(), ", "))
			}
			if err := checkcmd.Sensible(limits); err != nil {
				return err
			}
			if out != "" {
				if err := outfile.MayWrite(out, force, args[0]); err != nil {
					return err
				}
			}
			text, err := reproduce(args[0], l, limits)
			if err != nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v\n", checkcmd.NameOf(args[0]), err)
				if errors.Is(err, checker.ErrInvalid) {
					return exit.Status(checkcmd.Invalid)
				}
				return exit.Status(exit.BadInput)
			}
			if out == "" {
				_, err = cmd.OutOrStdout().Write(text)
				return err
			}
			if err := outfile.WriteNew(out, text, 0o644, force); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %d bytes; try: %s\n", out, len(text), fmt.Sprintf(l.Try, out))
			return nil
		},
	}
	cmd.Flags().StringVar(&lang, "lang", "", "write a program in `LANGUAGE`: "+strings.Join(targets(), ", "))
	cmd.Flags().StringVarP(&out, "output", "o", "", "write it to `FILE`")
	cmd.Flags().BoolVar(&force, "force", false, "overwrite the file if it exists")
	checkcmd.LimitFlags(cmd, &limits)
	complete(cmd, "lang", targets())
	return cmd
}

// reproduce returns the program for the certificate in a file, if that is valid.
func reproduce(name string, l *imprepro.Language, limits checker.Limits) ([]byte, error) {
	data, err := checkcmd.Read(name, limits.MaxBytes)
	if err != nil {
		return nil, err
	}
	v, err := checker.Check(data, checker.Options{Limits: limits})
	if err != nil {
		return nil, err
	}
	if v.Kind != certs.KindBug {
		return nil, fmt.Errorf("found a certificate of the kind %s, want one of a bug", v.Kind)
	}
	c, err := certs.Open(data, limits.MaxBytes)
	if err != nil {
		return nil, err
	}
	if about := c.About(); about.Language != "imp" {
		return nil, fmt.Errorf("found a program in the language %s, want one in imp: others cannot be translated yet", about.Language)
	}
	p, err := imprepro.Read(v.Program, v.Sources[0].Text)
	if err != nil {
		return nil, err
	}
	return l.Write(imprepro.Run{Program: p, Input: checkcmd.Drawn(v.Inputs), Steps: 3*v.Steps + 3, Describe: faults.Describe})
}

// targets are the names of the languages.
func targets() []string {
	var names []string
	for _, l := range imprepro.Languages {
		names = append(names, l.Name)
	}
	return names
}
