package main

import (
	"github.com/spf13/cobra"

	"vouch/certs/statement"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/secret"
)

// This file defines `vouch key generate`.

func newKeyGenerate() *cobra.Command {
	var (
		kind string
		s    secret.Flags
	)
	cmd := &cobra.Command{
		Use:   "generate [flags] FILE",
		Short: "Make a new private key",
		Long: `Make a new private key, and write it to FILE, encrypted. The public key goes to FILE.pub. FILE must not exist.

The types are:

  es256k     ECDSA on secp256k1
  ed25519    for logs, and where signing must take constant time
  bls12-381  its signatures can be aggregated

Exit status:
  0  the key was made
  2  the key could not be made`,
		Example: `  vouch key generate me.key
  vouch key generate log.key --type ed25519
  vouch key generate auditor.key --type bls12-381 --passphrase-fd 3 3</run/secrets/passphrase`,
		Args: checkcmd.Exactly("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			k, err := statement.Generate(kind)
			if err != nil {
				return err
			}
			return s.Save(cmd.OutOrStdout(), args[0], k)
		},
	}
	cmd.Flags().StringVar(&kind, "type", "es256k", "make a key of this `TYPE`: "+statement.KeyTypes())
	s.Define(cmd, true)
	return cmd
}
