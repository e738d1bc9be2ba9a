package main

import (
	"errors"

	"github.com/spf13/cobra"

	"vouch/certs/statement"
	"vouch/cmd/internal/secret"
)

// This file defines the flags for the key of a log.

// logKey are the flags for the key of a log.
type logKey struct {
	file    string
	secrets secret.Flags
}

func (k *logKey) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&k.file, "key", "", "sign for the log with the private key in `FILE`, of type ed25519")
	k.secrets.Define(cmd, false)
}

func (k *logKey) open() (*statement.PrivateKey, error) {
	if k.file == "" {
		return nil, errors.New("found no --key FILE, want the private key of the log")
	}
	return k.secrets.Open(k.file)
}
