package main

import (
	"github.com/spf13/cobra"

	"vouch/certs/statement"
	"vouch/cmd/internal/checkcmd"
)

// This file defines `vouch attest`.

func newAttest() *cobra.Command {
	var (
		s    signing
		role string
	)
	cmd := &cobra.Command{
		Use:   "attest [flags] CERT...",
		Short: "Sign, as an auditor, that you have checked certificates",
		Long: `Check each certificate, and sign a statement that you did. A folder stands for all *.cbor files in it and
in its subfolders.

The statement has your role, the version and the SHA-256 of the program that checked, and its verdict. Like
the statement of vouch sign, it names the certificate by its SHA-256 and the finding by its identity.
vouch aggregate can join statements of several auditors whose keys are of type bls12-381.

Attest prints a line for each statement. It writes the statement beside the certificate, under the name
CERT.KEY.statement, where KEY is the beginning of the key's ID. -o writes it to FILE instead.

Exit status:
  0  everything was attested
  1  at least one certificate is invalid
  2  bad usage, a file cannot be read or written, or naming a finding takes too much work or memory`,
		Example: `  vouch attest bug.cbor --key auditor.key --issuer https://auditor.example
  vouch attest bug.cbor --key auditor.key --issuer https://auditor.example --role "release manager"`,
		Args: checkcmd.AtLeastOne("CERT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			binary, err := ownDigest()
			if err != nil {
				return err
			}
			return s.run(cmd, args, func(f statement.Finding) (*statement.Review, error) {
				return &statement.Review{Role: role, Checker: "vouch " + checkcmd.Version, Binary: binary,
					Verdict: f.Verdict}, nil
			})
		},
	}
	cmd.Flags().StringVar(&role, "role", "auditor", "sign in this `ROLE`")
	s.flags(cmd)
	return cmd
}
