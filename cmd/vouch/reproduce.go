package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"vouch/certs"
	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/native"
	"vouch/cmd/internal/outfile"
	"vouch/cmd/internal/unittest"
	"vouch/semantics"
	"vouch/semantics/fronts"
	"vouch/semantics/imp/imprepro"
	languages "vouch/semantics/lang"
)

// This file defines `vouch reproduce`: the bug of a certificate as a program of another language.

func newReproduce() *cobra.Command {
	var (
		lang, out string
		force     bool
		limits    = checker.DefaultLimits
	)
	cmd := &cobra.Command{
		Use:   "reproduce [flags] CERT",
		Short: "Write a stand-alone program that fails in the same way",
		Long: `Write the program of a bug with its input, for people who do not have vouch. The certificate is checked first.

A bug in IMP becomes a program in another language, with the same loops and variables. When run, it prints
the fault and its place in the IMP source to standard error, as in "gcd.imp:11:3: assertion fails", and
exits with 1. If you change the input, it exits with 0 at its regular end and with 3 if an assumption is
violated. Go and Python have exact integers. C has int64_t: reproduce refuses a run with a larger value, and
with a changed input the program exits with 2 before a value overflows.

A bug in C stays the C program that it is. -o names a folder for these files:

  program/   the files of the program
  inputs.c   the inputs, as definitions of what a harness calls (klee_int, __VERIFIER_nondet_int, ...)
  stdin      standard input
  run.sh     builds all of it with sanitizers and runs it

Without -o, reproduce prints inputs.c. To compare what the sanitizers say, use vouch confirm.

With --lang assert, cmocka or unity, a bug in C becomes a unit test: the function that main calls, with the
memory that it had. The test fails as long as the bug is there, and includes the program's file by its path
from the current folder. Where the fault is in the harness itself, all of it becomes the test.

Exit status:
  0  the program was written
  1  the certificate is invalid
  2  the file is not a certificate of a bug, a value does not fit, or bad usage`,
		Example: `  vouch reproduce evidence/gcd_buggy-3f9a1c22.bug.cbor --lang python
  vouch reproduce evidence/gcd_buggy-3f9a1c22.bug.cbor --lang go -o reproduce.go && go run reproduce.go
  vouch reproduce evidence/gcd_buggy-3f9a1c22.bug.cbor -o reproduce.c && gcc -o reproduce reproduce.c
  vouch reproduce evidence/queue-3f9a1c22.bug.cbor -o queue && CC=clang queue/run.sh
  vouch reproduce evidence/scan_decode-3f9a1c22.bug.cbor --lang cmocka -o tests/test_decode.c`,
		Args:              checkcmd.Exactly("CERT"),
		ValidArgsFunction: completeCertificates,
		RunE: func(cmd *cobra.Command, args []string) error {
			l, f := imprepro.Find(lang), unittest.Find(lang)
			if l == nil && f == nil {
				return fmt.Errorf("--lang: found %.40q, want one of %s", lang, strings.Join(targets(), ", "))
			}
			if err := checkcmd.Sensible(limits); err != nil {
				return err
			}
			r, err := reproduce(args[0], l, f, out, limits)
			if err != nil {
				checkcmd.Complain(cmd.ErrOrStderr(), checkcmd.NameOf(args[0]), err)
				if errors.Is(err, checker.ErrInvalid) {
					return exit.Status(checkcmd.Invalid)
				}
				return exit.Status(exit.BadInput)
			}
			if out == "" {
				_, err = cmd.OutOrStdout().Write(r.text)
				return err
			}
			if r.c != nil {
				if err := r.c.Write(out, force); err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s: %s; try: %s\n", out, checkcmd.Count(int64(r.c.Files()), "file"),
					filepath.Join(out, native.Script))
				return nil
			}
			if err := outfile.MayWrite(out, force, args[0]); err != nil {
				return err
			}
			if err := outfile.WriteNew(out, r.text, 0o644, force); err != nil {
				return err
			}
			try := ""
			if l != nil {
				try = "; try: " + fmt.Sprintf(l.Try, out)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %d bytes%s\n", out, len(r.text), try)
			return nil
		},
	}
	cmd.Flags().StringVar(&lang, "lang", native.Language, "write a program in `LANGUAGE`: "+strings.Join(targets(),
		", "))
	cmd.Flags().StringVarP(&out, "output", "o", "", "write it to `FILE`; for a bug in C, to this folder")
	cmd.Flags().BoolVar(&force, "force", false, "overwrite the file if it exists, or the files in the folder")
	checkcmd.LimitFlags(cmd, &limits)
	complete(cmd, "lang", targets())
	return cmd
}

// reproduced is what a certificate becomes: a text, and for a program in C a folder.
type reproduced struct {
	text []byte
	c    *native.Reproduction // nil unless the program is in C
}

// reproduce returns the program for the certificate in a file, if that is valid: in a language, or as a test for a
// framework in a file with the name out.
func reproduce(name string, l *imprepro.Language, f *unittest.Framework, out string,
	limits checker.Limits) (r reproduced, err error) {
	data, err := checkcmd.Read(name, limits.MaxBytes)
	if err != nil {
		return r, err
	}
	v, err := checkcmd.Judge(name, data, checker.Options{Limits: limits, Lower: fronts.All.Lower})
	if err != nil {
		return r, err
	}
	if v.Kind != certs.KindBug {
		return r, fmt.Errorf("found a certificate of the kind %s, want one of a bug", v.Kind)
	}
	c, err := certs.Open(data, limits.MaxBytes)
	if err != nil {
		return r, err
	}
	if v.Fault.Kind == semantics.EndlessLoop && (f != nil || l.Name != native.Language) {
		return r, errors.New("found an endless loop, want a bug at which a run ends: what is written would run for ever")
	}
	switch language := languages.Named(c.About().Language); {
	case language.Compiled && f != nil:
		hidden := ""
		if n, err := native.New(v); err == nil {
			hidden = n.Hidden()
		}
		r.text, err = unittest.Of(v, f, out, hidden)
	case f != nil:
		err = fmt.Errorf("found a program in the language %s, want one in c: others have no unit tests",
			c.About().Language)
	case language.Compiled && l.Name == native.Language:
		if r.c, err = native.New(v); err == nil {
			r.text = r.c.Inputs()
		}
	case language.Compiled:
		err = fmt.Errorf("found a program in C, which --lang c leaves as it is; no other language has its meaning")
	case language.Translated:
		p, err := imprepro.Read(v.Program, v.Sources[0].Text)
		if err != nil {
			return r, err
		}
		r.text, err = l.Write(imprepro.Run{Program: p, Input: checkcmd.Drawn(v.Inputs), Steps: 3*v.Steps + 3,
			Describe: faults.Describe})
		return r, err
	default:
		err = fmt.Errorf("found a program in the language %s, want one in imp or c: others cannot be translated yet",
			c.About().Language)
	}
	return r, err
}

// targets are the names of the languages.
func targets() []string {
	var names []string
	for _, l := range imprepro.Languages {
		names = append(names, l.Name)
	}
	return append(names, unittest.Names()...)
}
