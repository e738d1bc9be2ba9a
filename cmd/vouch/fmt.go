package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/outfile"
	"vouch/cmd/internal/programs"
	"vouch/cmd/internal/terminal"
)

// This file defines `vouch fmt`.

// formatting are the flags of fmt.
type formatting struct {
	write, check bool
}

func newFmt() *cobra.Command {
	var f formatting
	cmd := &cobra.Command{
		Use:   "fmt [flags] FILE|DIR...",
		Short: "Print programs in canonical layout",
		Long: `Print programs in canonical layout, with their comments and macros.

A folder stands for the programs in IMP and in the text form of the core (*.core) in it and in its
subfolders, in the order of their names. Names that begin with a dot are skipped, and links to folders are
not followed. - is standard input.

A program must not contain control characters, or characters that change the direction of writing. Fmt
replaces each byte of such a character with a blank, which does not change the meaning of the program.

Exit status:
  0  all files were printed; with --check, all are canonical
  1  with --check, some file is not canonical
  2  a file is not a program, or bad usage`,
		Example: `  vouch fmt examples/gcd.imp
  vouch fmt -w examples
  vouch fmt --check examples || echo "run vouch fmt -w examples"
  vouch fmt - < program.imp`,
		Args:              checkcmd.AtLeastOne("FILE|DIR"),
		ValidArgsFunction: completePrograms,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.write && f.check {
				return errors.New("found --write and --check, want one of the two")
			}
			if f.write && slices.Contains(args, checkcmd.Stdin) {
				return errors.New("found - with --write, want a file")
			}
			status := exit.OK
			for _, file := range checkcmd.Files(args, programs.Formatted()) {
				found, err := f.format(cmd, file)
				if err != nil {
					return err
				}
				status = max(status, found)
			}
			if status != exit.OK {
				return exit.Status(status)
			}
			return nil
		},
	}
	cmd.Flags().BoolVarP(&f.write, "write", "w", false, "write the result back to the file instead of printing it")
	cmd.Flags().BoolVar(&f.check, "check", false, "print only the names of the files that are not in canonical layout")
	return cmd
}

// statusNotCanonical is that of fmt --check for a file in another layout.
const statusNotCanonical = 1

// format does with a file what the flags say, and returns the exit status for it. The error says that the result could
// not be printed.
func (f formatting) format(cmd *cobra.Command, file checkcmd.File) (int, error) {
	name := file.Name
	src, err := programs.Read(file)
	var out []byte
	if err == nil {
		out, err = programs.Canonical(name, src)
	}
	switch {
	case err != nil:
	case f.check && bytes.Equal(out, src):
	case f.check:
		_, err := fmt.Fprintln(cmd.OutOrStdout(), terminal.Shown(name))
		return statusNotCanonical, err
	case !f.write:
		_, err := cmd.OutOrStdout().Write(out)
		return exit.OK, err
	case !bytes.Equal(out, src):
		err = outfile.Write(name, out, 0o644)
	}
	if err != nil {
		programs.Refuse(cmd.ErrOrStderr(), name, src, err)
		return exit.BadInput, nil
	}
	return exit.OK, nil
}
