package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"vouch/certs/statement"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/secret"
	"vouch/internal/bounded"
)

// This file defines how small files are read: keys, statements, checkpoints.

// maxSmall is the size of the largest key or statement file, in bytes.
const maxSmall = 4 << 20

// readSmall returns the content of a file, or of in if the name is -.
func readSmall(in io.Reader, name string) ([]byte, error) {
	if name == "-" {
		data, err := bounded.Read(in, maxSmall)
		if err != nil {
			return nil, fmt.Errorf("standard input: %w", err)
		}
		return data, nil
	}
	data, err := checkcmd.Read(name, maxSmall)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return data, nil
}

// readPublic returns the public key in a file, in whichever form, or the public part of a private one.
func readPublic(cmd *cobra.Command, name string, s *secret.Flags) (*statement.PublicKey, error) {
	data, err := readSmall(cmd.InOrStdin(), name)
	if err != nil {
		return nil, err
	}
	return s.Public(name, data)
}
