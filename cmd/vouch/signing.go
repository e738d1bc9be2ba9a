package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"vouch/certs/statement"
	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/outfile"
	"vouch/cmd/internal/secret"
)

// This file defines what sign and attest have in common: statements about certificates.

// signing is what both commands take.
type signing struct {
	key, issuer, out string
	force            bool
	secrets          secret.Flags
	limits           checker.Limits
}

func (s *signing) flags(cmd *cobra.Command) {
	s.limits = checker.DefaultLimits
	cmd.Flags().StringVar(&s.key, "key", "", "sign with the private key in `FILE`")
	cmd.Flags().StringVar(&s.issuer, "issuer", "", "speak for the issuer with this `URI`, such as https://example.org/ci")
	cmd.Flags().StringVarP(&s.out, "output", "o", "", "write the statement to `FILE`; only for one certificate")
	cmd.Flags().BoolVar(&s.force, "force", false, "overwrite statements that exist")
	checkcmd.LimitFlags(cmd, &s.limits)
	s.secrets.Define(cmd, false)
}

// run signs a statement for each certificate, with what review adds.
func (s *signing) run(cmd *cobra.Command, names []string, review func(statement.Finding) (*statement.Review, error)) error {
	switch {
	case s.key == "":
		return errors.New("found no --key FILE, want the private key to sign with")
	case s.issuer == "":
		return errors.New("found no --issuer URI, want the one that vouches")
	case s.out != "" && len(names) > 1:
		return fmt.Errorf("-o: found %d certificates, want one", len(names))
	}
	if err := checkcmd.Sensible(s.limits); err != nil {
		return err
	}
	files, err := checkcmd.Expand(names, checkcmd.Certificates)
	if err != nil {
		return err
	}
	if s.out == "" && slices.Contains(names, checkcmd.Stdin) {
		return errors.New("found - without -o FILE, want a name for the statement")
	}
	key, err := s.secrets.Open(s.key)
	if err != nil {
		return err
	}
	status := exit.OK
	for _, file := range files {
		if cmd.Context().Err() != nil {
			break
		}
		if err := s.one(cmd, file, key, review); err != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v\n", file.Name, err)
			if errors.Is(err, checker.ErrInvalid) {
				status = max(status, checkcmd.Invalid)
			} else {
				status = exit.BadInput
			}
		}
	}
	if status != exit.OK {
		return exit.Status(status)
	}
	return nil
}

func (s *signing) one(cmd *cobra.Command, file checkcmd.File, key *statement.PrivateKey, review func(statement.Finding) (*statement.Review, error)) error {
	data, err := file.Read(s.limits.MaxBytes)
	if err != nil {
		return err
	}
	f, _, err := checkcmd.Finding(data, s.limits)
	if err != nil {
		return err
	}
	r, err := review(f)
	if err != nil {
		return err
	}
	signed, err := statement.Sign(statement.Statement{Issuer: s.issuer, Subject: f.Subject, Issued: time.Now(), Review: r, Digest: f.Digest}, key)
	if err != nil {
		return err
	}
	out := s.out
	if out == "" {
		out = fmt.Sprintf("%s.%s.statement", file.Name, hex.EncodeToString(signed.KeyID[:4]))
	}
	if err := outfile.WriteNew(out, signed.Bytes(), 0o644, s.force); err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "signed %s  %s  (statement %s)\n", file.Name, f.Subject, filepath.Clean(out))
	return nil
}
