package main

import "github.com/spf13/cobra"

// This file defines `vouch key`: the keys that statements and logs are signed with.

func newKey() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "key",
		Short: "Make, show and convert the keys that sign statements",
		Long: `Make, show and convert the keys that sign statements.

A private key is a file of its own, encrypted with a passphrase (the format of age, so that
` + "`age -d FILE`" + ` gives the key in PEM), with mode 0600; vouch refuses files that others can read. The
public key is written beside it, to FILE.pub, as files of trust have it.

The passphrase is read from the terminal, or with --passphrase-fd N from the first line of an open
file, as CI does it: vouch key show me.key --passphrase-fd 3 3</run/secrets/passphrase`,
		Example: `  vouch key generate me.key
  vouch key generate log.key --type ed25519
  vouch key show me.key.pub --issuer https://example.org/ci >> trust
  vouch key export me.key.pub --format pem -o me.pem
  openssl ecparam -name secp256k1 -genkey -noout | vouch key import - me.key`,
	}
	cmd.AddCommand(newKeyGenerate(), newKeyShow(), newKeyExport(), newKeyImport())
	return cmd
}
