package main

import (
	"github.com/spf13/cobra"

	"vouch/certs/statement"
	"vouch/cmd/internal/checkcmd"
)

// This file defines `vouch sign`.

func newSign() *cobra.Command {
	var s signing
	cmd := &cobra.Command{
		Use:   "sign [flags] CERT...",
		Short: "Vouch for certificates with a signature",
		Long: `Check each certificate, and sign a statement that its issuer vouches for it: a COSE_Sign1 message over
the certificate's SHA-256, with the finding's stable identity as subject (RFC 9943). A certificate that
is not valid is not signed. Of a folder, all files that end in .cbor are taken, in its subfolders too.

Writes each statement to CERT with the beginning of the key's ID and .statement after it, or with
-o to FILE, and prints a line for it.

Exit status: 0 all are signed; 1 at least one certificate is invalid; 2 bad usage, a finding that
takes too much work or memory to be named, or a file that cannot be read or written.`,
		Example: `  vouch sign evidence/ --key me.key --issuer https://example.org/ci
  vouch sign bug.cbor --key me.key --issuer https://example.org/ci -o bug.statement --passphrase-fd 3 3</run/secrets/passphrase`,
		Args: checkcmd.AtLeastOne("CERT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.run(cmd, args, func(statement.Finding) (*statement.Review, error) { return nil, nil })
		},
	}
	s.flags(cmd)
	return cmd
}
