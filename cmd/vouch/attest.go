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
		Short: "Say as an auditor that you have checked certificates",
		Long: `Check each certificate, and sign a statement that says so: with the role in which you speak, the
version and the SHA-256 of the program that checked, and its verdict. It stands beside the statement
that vouch sign makes, and like it is about the certificate's SHA-256 and the finding's identity. Of a
folder, all files that end in .cbor are taken, in its subfolders too.

With a key of type bls12-381, vouch aggregate can join it with those of others.

Writes each statement to CERT with the beginning of the key's ID and .statement after it, or with
-o to FILE, and prints a line for it.

Exit status: 0 all are attested; 1 at least one certificate is invalid; 2 bad usage, a finding that
takes too much work or memory to be named, or a file that cannot be read or written.`,
		Example: `  vouch attest bug.cbor --key auditor.key --issuer https://auditor.example
  vouch attest bug.cbor --key auditor.key --issuer https://auditor.example --role "release manager"`,
		Args: checkcmd.AtLeastOne("CERT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			binary, err := ownDigest()
			if err != nil {
				return err
			}
			return s.run(cmd, args, func(f statement.Finding) (*statement.Review, error) {
				return &statement.Review{Role: role, Checker: "vouch " + checkcmd.Version, Binary: binary, Verdict: f.Verdict}, nil
			})
		},
	}
	cmd.Flags().StringVar(&role, "role", "auditor", "speak in this `ROLE`")
	s.flags(cmd)
	return cmd
}
