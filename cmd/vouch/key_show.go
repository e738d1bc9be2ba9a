package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"vouch/certs/statement"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/secret"
)

// This file defines `vouch key show`.

func newKeyShow() *cobra.Command {
	var (
		s      secret.Flags
		issuer string
		origin string
	)
	cmd := &cobra.Command{
		Use:   "show [flags] FILE",
		Short: "Show the public part of a key",
		Long: `Show the public part of a key: its type, the ID by which statements name it, and the key itself.

FILE is a public key in any form that vouch key export writes, or a private key; vouch asks for its passphrase.
With --issuer or --log, show prints the line of a file of trust that makes the key trusted.

Exit status:
  0  the key was shown
  2  the file has no key`,
		Example: `  vouch key show me.key.pub
  vouch key show me.key.pub --issuer https://example.org/ci >> trust
  vouch key show log.key.pub --log example.org/evidence >> trust`,
		Args: checkcmd.Exactly("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			k, err := readPublic(cmd, args[0], &s)
			if err != nil {
				return err
			}
			line := ""
			switch {
			case issuer != "" && origin != "":
				return errors.New("found --issuer and --log, want one of the two")
			case len(strings.Fields(issuer)) > 1:
				return fmt.Errorf("--issuer: found %.80q, want a URI, without spaces", issuer)
			case issuer != "":
				line = fmt.Sprintf("issuer %s %s", issuer, k)
			case origin != "":
				if err := statement.CheckOrigin(origin); err != nil {
					return fmt.Errorf("--log: %w", err)
				}
				line = fmt.Sprintf("log %s %s", origin, k)
			default:
				fmt.Fprintf(cmd.OutOrStdout(), "type        %s\nkey ID      %s\npublic key  %s\n", k.Type(),
					hex.EncodeToString(k.ID()), k)
				return nil
			}
			if _, err := statement.ParseTrust("--issuer or --log", []byte(line)); err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), line)
			return nil
		},
	}
	cmd.Flags().StringVar(&issuer, "issuer", "",
		"print the line of a file of trust that lets the key sign for this issuer `URI`")
	cmd.Flags().StringVar(&origin, "log", "",
		"print the line of a file of trust that lets the key sign for the log of this `ORIGIN`")
	s.Define(cmd, false)
	return cmd
}
