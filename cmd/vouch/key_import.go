package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"vouch/certs/statement"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/secret"
)

// This file defines `vouch key import`.

func newKeyImport() *cobra.Command {
	var s secret.Flags
	cmd := &cobra.Command{
		Use:   "import [flags] PEM FILE",
		Short: "Take over a private key that was made elsewhere",
		Long: `Read a private key from the file PEM, and write it to FILE, encrypted. FILE must not exist. If PEM is -, the
key comes from standard input.

The key must be on secp256k1 or of Ed25519, in PEM and not encrypted: PKCS #8, or what openssl ecparam writes.

Exit status:
  0  the key was imported
  2  the key could not be read or written`,
		Example: `  openssl genpkey -algorithm ed25519 | vouch key import - log.key
  openssl ecparam -name secp256k1 -genkey -noout | vouch key import - me.key --passphrase-fd 3 3</run/secrets/passphrase`,
		Args: checkcmd.Exactly("PEM", "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			data, err := readSmall(cmd.InOrStdin(), args[0])
			if err != nil {
				return err
			}
			defer clear(data)
			k, err := statement.ParsePrivatePEM(data)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			return s.Save(cmd.OutOrStdout(), args[1], k)
		},
	}
	s.Define(cmd, true)
	return cmd
}
