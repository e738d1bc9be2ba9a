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
		Short: "Encrypt a private key that was made elsewhere",
		Long: `Read a private key in PEM that is not encrypted (PKCS #8, or what openssl ecparam writes), from a file
or, where PEM is -, from standard input, and write it, encrypted, to FILE, which must not exist. The
key must be one on secp256k1 or of Ed25519.

Exit status: 0, or 2 if the key could not be read or written.`,
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
