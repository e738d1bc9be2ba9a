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
		Short: "Sign certificates that you vouch for",
		Long: `Check each certificate, and sign a statement that its issuer vouches for it. Invalid certificates are not
signed. A folder stands for all *.cbor files in it and in its subfolders.

The statement is a COSE_Sign1 message over the certificate's SHA-256. Its subject is the identity of the
finding, which stays the same while the program is edited elsewhere (RFC 9943).

Sign prints a line for each statement. It writes the statement beside the certificate, under the name
CERT.KEY.statement, where KEY is the beginning of the key's ID. -o writes it to FILE instead.

Exit status:
  0  everything was signed
  1  at least one certificate is invalid
  2  bad usage, a file cannot be read or written, or naming a finding takes too much work or memory`,
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
