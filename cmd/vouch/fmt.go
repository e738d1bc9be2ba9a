package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/output"
	"vouch/semantics/imp"
)

// This file defines `vouch fmt`.

func newFmt() *cobra.Command {
	var write bool
	cmd := &cobra.Command{
		Use:   "fmt [flags] FILE...",
		Short: "Print programs in canonical layout",
		Long: `Print programs in canonical layout. Comments and macros are kept.

Exit status: 0 all files were printed; 2 a file is no program, or bad usage.`,
		Example: `  vouch fmt examples/gcd.imp
  vouch fmt -w examples/*.imp`,
		Args:              checkcmd.AtLeastOne("FILE"),
		ValidArgsFunction: programs,
		RunE: func(cmd *cobra.Command, args []string) error {
			status := statusOK
			for _, name := range args {
				err := format(cmd, name, write)
				if _, lost := errors.AsType[*output.LostError](err); lost {
					return err
				}
				if err != nil {
					fmt.Fprintln(cmd.ErrOrStderr(), err)
					status = statusBadInput
				}
			}
			if status != statusOK {
				return checkcmd.Status(status)
			}
			return nil
		},
	}
	cmd.Flags().BoolVarP(&write, "write", "w", false, "write the result back to the file instead of printing it")
	return cmd
}

func format(cmd *cobra.Command, name string, write bool) error {
	src, err := readSource(name)
	if err != nil {
		return err
	}
	f, err := imp.Parse(name, src)
	if err != nil {
		return err
	}
	if _, err := imp.Resolve(f); err != nil {
		return err
	}
	out := imp.Print(f)
	if !write {
		_, err := cmd.OutOrStdout().Write(out)
		return err
	}
	if bytes.Equal(out, src) {
		return nil
	}
	return writeFile(name, out, 0o644)
}

// readSource returns the content of a program file; it reads little more than a program may have.
func readSource(name string) ([]byte, error) {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s: found a folder, want a file", name)
	}
	src, err := checkcmd.Read(name, imp.MaxSource)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return src, nil
}
