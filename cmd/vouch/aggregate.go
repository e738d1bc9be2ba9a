package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"vouch/certs/statement"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/outfile"
)

// This file defines `vouch aggregate`.

func newAggregate() *cobra.Command {
	var (
		out   string
		force bool
	)
	cmd := &cobra.Command{
		Use:   "aggregate [flags] STATEMENT...",
		Short: "Join the statements of many auditors under one signature",
		Long: `Join statements about one certificate into one file with a single signature. Each statement must be signed
with a key of type bls12-381. vouch verify accepts the aggregate like a statement.

Aggregate verifies nothing: one bad signature makes the whole aggregate bad.

Exit status:
  0  the aggregate was written
  2  the statements cannot be joined, or bad usage`,
		Example: `  vouch aggregate bug.cbor.*.statement -o bug.aggregate`,
		Args:    checkcmd.AtLeastOne("STATEMENT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return errors.New("found no -o FILE, want the name of the aggregate")
			}
			var statements []*statement.Statement
			for _, name := range args {
				data, err := readSmall(cmd.InOrStdin(), name)
				if err != nil {
					return err
				}
				s, err := statement.Parse(data)
				if err != nil {
					return fmt.Errorf("%s: %w", name, checkcmd.NoStatement(name, data, err))
				}
				statements = append(statements, s)
			}
			a, err := statement.Join(statements)
			if err != nil {
				return err
			}
			data := a.Bytes()
			if err := outfile.WriteNew(out, data, 0o644, force); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %s in %d bytes\n", out,
				checkcmd.Count(int64(len(a.Statements)), "statement"), len(data))
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "write the aggregate to `FILE`")
	cmd.Flags().BoolVar(&force, "force", false, "overwrite the file if it exists")
	return cmd
}
