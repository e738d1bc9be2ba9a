package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"vouch/certs/statement"
	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/claim"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/outfile"
	"vouch/cmd/internal/secret"
	"vouch/semantics/fronts"
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
	cmd.Flags().StringVar(&s.issuer, "issuer", "",
		"sign for the issuer with this `URI`, such as https://example.org/ci")
	cmd.Flags().StringVarP(&s.out, "output", "o", "", "write the statement to `FILE`; for a single certificate")
	cmd.Flags().BoolVar(&s.force, "force", false, "overwrite statements that exist")
	checkcmd.LimitFlags(cmd, &s.limits)
	s.secrets.Define(cmd, false)
}

// run signs a statement for each certificate, with what review adds.
func (s *signing) run(cmd *cobra.Command, names []string, review func(statement.Finding) (*statement.Review,
	error)) error {
	files, key, err := s.open(cmd.ErrOrStderr(), names)
	if err != nil {
		return err
	}
	status := exit.OK
	for _, file := range files {
		if cmd.Context().Err() != nil {
			break
		}
		if err := s.one(cmd, file, key, review); err != nil {
			checkcmd.Complain(cmd.ErrOrStderr(), file.Name, err)
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

// open returns the files that names stand for, and the key to sign with.
func (s *signing) open(stderr io.Writer, names []string) ([]checkcmd.File, *statement.PrivateKey, error) {
	switch {
	case s.key == "":
		return nil, nil, errors.New("found no --key FILE, want the private key to sign with")
	case s.issuer == "":
		return nil, nil, errors.New("found no --issuer URI, want the one that vouches")
	case s.out != "" && len(names) > 1:
		return nil, nil, fmt.Errorf("-o: found %d certificates, want one", len(names))
	}
	if err := checkcmd.Sensible(s.limits); err != nil {
		return nil, nil, err
	}
	files, err := checkcmd.Expand(stderr, names, checkcmd.Certificates)
	if err != nil {
		return nil, nil, err
	}
	if s.out == "" && slices.Contains(names, checkcmd.Stdin) {
		return nil, nil, errors.New("found - without -o FILE, want a name for the statement")
	}
	key, err := s.secrets.Open(s.key)
	return files, key, err
}

func (s *signing) one(cmd *cobra.Command, file checkcmd.File, key *statement.PrivateKey,
	review func(statement.Finding) (*statement.Review, error)) error {
	data, err := file.Read(s.limits.MaxBytes)
	if err != nil {
		return err
	}
	f, verdict, err := checkcmd.Finding(file.Name, data, checker.Options{Limits: s.limits, Lower: fronts.All.Lower})
	if err != nil {
		return err
	}
	r, err := review(f)
	if err != nil {
		return err
	}
	out, err := s.write(file, key, f, r)
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "signed %s  %s%s  (statement %s)\n", file.Name, f.Subject,
		claim.Proved(verdict).With("; with "), out)
	return nil
}

// write signs a statement about the finding of a file, and returns the name of what it has written it to.
func (s *signing) write(file checkcmd.File, key *statement.PrivateKey, f statement.Finding,
	r *statement.Review) (string, error) {
	signed, err := statement.Sign(statement.Statement{Issuer: s.issuer, Subject: f.Subject, Issued: time.Now(),
		Review: r, Digest: f.Digest}, key)
	if err != nil {
		return "", err
	}
	out := s.out
	if out == "" {
		out = fmt.Sprintf("%s.%s.statement", file.Name, hex.EncodeToString(signed.KeyID[:4]))
	}
	return filepath.Clean(out), outfile.WriteNew(out, signed.Bytes(), 0o644, s.force)
}
