package main

import "github.com/spf13/cobra"

// This file defines `vouch key`: the keys that statements and logs are signed with.

func newKey() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "key",
		Short: "Make, show and convert the keys that sign statements",
		Long: `Make, show and convert the keys that sign statements.

A private key is a file with mode 0600, encrypted with a passphrase; vouch refuses files that others can
read. The format is that of age, so "age -d FILE" prints the key in PEM. The public key is in FILE.pub, in
the form that files of trust have.

Vouch asks for the passphrase on the terminal. In a build, --passphrase-fd N reads it from the first line of
an open file: vouch key show me.key --passphrase-fd 3 3</run/secrets/passphrase`,
		Example: `  vouch key generate me.key
  vouch key generate log.key --type ed25519
  vouch key show me.key.pub --issuer https://example.org/ci >> trust
  vouch key export me.key.pub --format pem -o me.pem
  openssl ecparam -name secp256k1 -genkey -noout | vouch key import - me.key`,
	}
	cmd.AddCommand(newKeyGenerate(), newKeyShow(), newKeyExport(), newKeyImport())
	return cmd
}
