package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"vouch/certs/statement"
	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/outfile"
)

// This file defines `vouch sign` and `vouch attest`: statements about certificates.

// signing is what both commands take.
type signing struct {
	key, issuer, out string
	force            bool
	secrets          secrets
	limits           checker.Limits
}

func (s *signing) flags(cmd *cobra.Command) {
	s.limits = checker.DefaultLimits
	cmd.Flags().StringVar(&s.key, "key", "", "sign with the private key in `FILE`")
	cmd.Flags().StringVar(&s.issuer, "issuer", "", "speak for the issuer with this `URI`, such as https://example.org/ci")
	cmd.Flags().StringVarP(&s.out, "output", "o", "", "write the statement to `FILE`; only for one certificate")
	cmd.Flags().BoolVar(&s.force, "force", false, "overwrite statements that exist")
	checkcmd.LimitFlags(cmd, &s.limits)
	s.secrets.flags(cmd, false)
}

func newSign() *cobra.Command {
	var s signing
	cmd := &cobra.Command{
		Use:   "sign [flags] CERT...",
		Short: "Vouch for certificates with a signature",
		Long: `Check each certificate, and sign a statement that its issuer vouches for it: a COSE_Sign1 message over
the certificate's SHA-256, with the finding's stable identity as subject (RFC 9943). A certificate that
is not valid is not signed. Of a folder, all files that end in .cbor are taken, in its subfolders too.

Writes each statement to CERT with the beginning of the key's ID and .statement after it, or with
-o to FILE, and prints a line for it.

Exit status: 0 all are signed; 1 at least one certificate is invalid; 2 bad usage, a finding that
takes too much work or memory to be named, or a file that cannot be read or written.`,
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

// ownDigest returns the SHA-256 of the program that runs, which is the one that checks.
func ownDigest() ([]byte, error) {
	name, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("cannot tell which program checks: %w", err)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read the program that checks: %w", checkcmd.Reason(err))
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return nil, fmt.Errorf("cannot read the program that checks: %w", err)
	}
	return h.Sum(nil), nil
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
	key, err := s.secrets.open(s.key)
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
