package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"vouch/certs/statement"
	"vouch/certs/statement/keyfile"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/outfile"
	"vouch/internal/bounded"
)

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

// secrets are the flags with which private keys are read and written.
type secrets struct {
	fd   int
	work int
}

func (s *secrets) flags(cmd *cobra.Command, writes bool) {
	cmd.Flags().IntVar(&s.fd, "passphrase-fd", -1, "read the passphrase from the open file number `N`, up to the end of the line")
	if writes {
		cmd.Flags().IntVar(&s.work, "work", keyfile.DefaultWork, "make guessing the passphrase cost 2^`N` units of work, about a second for 18")
	}
}

// fresh asks for the passphrase of a new key, twice on a terminal.
func (s *secrets) fresh() ([]byte, error) {
	if s.fd >= 0 {
		return passphraseFrom(s.fd)
	}
	first, err := askPassphrase("Passphrase for the new key: ")
	if err != nil {
		return nil, err
	}
	again, err := askPassphrase("The same again: ")
	defer clear(again)
	if err != nil {
		clear(first)
		return nil, err
	}
	if string(first) != string(again) {
		clear(first)
		return nil, errors.New("found two different passphrases, want the same twice")
	}
	return first, nil
}

// open returns the private key in the file of the given name.
func (s *secrets) open(name string) (*statement.PrivateKey, error) {
	plain, err := keyfile.Read(name, func() ([]byte, error) {
		if s.fd >= 0 {
			return passphraseFrom(s.fd)
		}
		return askPassphrase(fmt.Sprintf("Passphrase for %s: ", name))
	})
	if err != nil {
		return nil, err
	}
	defer clear(plain)
	k, err := statement.ParsePrivatePEM(plain)
	if err != nil {
		return nil, fmt.Errorf("key file %s: %w", name, err)
	}
	return k, nil
}

// save writes a private key to a file of the given name, which must not exist, and the public one beside it.
func (s *secrets) save(cmd *cobra.Command, name string, k *statement.PrivateKey) error {
	for _, file := range []string{name, name + ".pub"} {
		if _, err := os.Lstat(file); err == nil {
			return fmt.Errorf("%s: found a file, want a name that is free: keys are not overwritten", file)
		}
	}
	passphrase, err := s.fresh()
	if err != nil {
		return err
	}
	defer clear(passphrase)
	plain := k.PEM()
	defer clear(plain)
	if err := keyfile.Write(name, plain, passphrase, s.work); err != nil {
		return err
	}
	if err := outfile.WriteNew(name+".pub", []byte(k.Public().String()+"\n"), 0o644, false); err != nil {
		return errors.Join(err, os.Remove(name)) // a key of which nobody has the public part
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s: private key of type %s, encrypted\n%s.pub: %s\n", name, k.Public().Type(), name, k.Public())
	return nil
}

func newKeyGenerate() *cobra.Command {
	var (
		kind string
		s    secrets
	)
	cmd := &cobra.Command{
		Use:   "generate [flags] FILE",
		Short: "Make a new private key",
		Long: `Make a new private key, and write it, encrypted, to FILE, which must not exist; the public key is
written to FILE.pub.

Types: es256k, ECDSA on secp256k1; ed25519, for logs and wherever signing must take constant time;
bls12-381, whose signatures can be aggregated.

Exit status: 0, or 2 if the key could not be made.`,
		Example: `  vouch key generate me.key
  vouch key generate log.key --type ed25519
  vouch key generate auditor.key --type bls12-381 --passphrase-fd 3 3</run/secrets/passphrase`,
		Args: checkcmd.Exactly("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			k, err := statement.Generate(kind)
			if err != nil {
				return err
			}
			return s.save(cmd, args[0], k)
		},
	}
	cmd.Flags().StringVar(&kind, "type", "es256k", "make a key of this `TYPE`: "+statement.KeyTypes())
	s.flags(cmd, true)
	return cmd
}

func newKeyImport() *cobra.Command {
	var s secrets
	cmd := &cobra.Command{
		Use:   "import [flags] PEM FILE",
		Short: "Encrypt a private key that was made elsewhere",
		Long: `Read a private key in PEM that is not encrypted (PKCS #8, or what openssl ecparam writes), from a file
or, where PEM is -, from standard input, and write it, encrypted, to FILE, which must not exist. The
key must be one on secp256k1 or of Ed25519.

Exit status: 0, or 2 if the key could not be read or written.`,
		Example: `  openssl genpkey -algorithm ed25519 | vouch key import - log.key
  openssl ecparam -name secp256k1 -genkey -noout | vouch key import - me.key --passphrase-fd 3 3</run/secrets/passphrase`,
		Args: checkcmd.Exactly("PEM", "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			data, err := readSmall(cmd.InOrStdin(), args[0])
			if err != nil {
				return err
			}
			defer clear(data)
			k, err := statement.ParsePrivatePEM(data)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			return s.save(cmd, args[1], k)
		},
	}
	s.flags(cmd, true)
	return cmd
}

func newKeyShow() *cobra.Command {
	var (
		s      secrets
		issuer string
		origin string
	)
	cmd := &cobra.Command{
		Use:   "show [flags] FILE",
		Short: "Show the public part of a key",
		Long: `Show the public part of a key: its type, the key ID by which statements name it, and the key itself.
FILE is a private key, of which the passphrase is asked, or a public one in any of the forms that
vouch key export writes.

With --issuer or --log, prints the line that makes the key trusted, for a file of trust.

Exit status: 0, or 2 if there is no key in the file.`,
		Example: `  vouch key show me.key.pub
  vouch key show me.key.pub --issuer https://example.org/ci >> trust
  vouch key show log.key.pub --log example.org/evidence >> trust`,
		Args: checkcmd.Exactly("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			k, err := readPublic(cmd.InOrStdin(), args[0], &s)
			if err != nil {
				return err
			}
			line := ""
			switch {
			case issuer != "" && origin != "":
				return errors.New("found --issuer and --log, want one of them")
			case len(strings.Fields(issuer)) > 1:
				return fmt.Errorf("--issuer: found %q, want a URI, without spaces", issuer)
			case issuer != "":
				line = fmt.Sprintf("issuer %s %s", issuer, k)
			case origin != "":
				if err := statement.CheckOrigin(origin); err != nil {
					return fmt.Errorf("--log: %w", err)
				}
				line = fmt.Sprintf("log %s %s", origin, k)
			default:
				fmt.Fprintf(cmd.OutOrStdout(), "type        %s\nkey ID      %s\npublic key  %s\n", k.Type(), hex.EncodeToString(k.ID()), k)
				return nil
			}
			if _, err := statement.ParseTrust("--issuer or --log", []byte(line)); err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), line)
			return nil
		},
	}
	cmd.Flags().StringVar(&issuer, "issuer", "", "print the line that trusts the key to speak for this `URI`")
	cmd.Flags().StringVar(&origin, "log", "", "print the line that trusts the key to sign for the log of this `ORIGIN`")
	s.flags(cmd, false)
	return cmd
}

func newKeyExport() *cobra.Command {
	var (
		s      secrets
		format string
		out    string
		origin string
	)
	cmd := &cobra.Command{
		Use:   "export [flags] FILE",
		Short: "Write the public part of a key for other programs",
		Long: `Write the public part of a key for other programs. Private keys are not exported: copy the file, or
decrypt it with age -d.

Formats: pem, which OpenSSL reads; cose, a COSE_Key (RFC 9052), in binary; text, as files of trust
have it; note, the key of a log as programs of the C2SP formats want it, which needs --log.

Exit status: 0, or 2 if there is no key in the file or it could not be written.`,
		Example: `  vouch key export me.key.pub --format pem
  vouch key export me.key.pub --format cose -o me.cose
  vouch key export log.key.pub --format note --log example.org/evidence`,
		Args: checkcmd.Exactly("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			k, err := readPublic(cmd.InOrStdin(), args[0], &s)
			if err != nil {
				return err
			}
			var data []byte
			switch format {
			case "pem":
				data = k.PEM()
			case "cose":
				data = k.COSE()
			case "text":
				data = []byte(k.String() + "\n")
			case "note":
				if err := statement.CheckOrigin(origin); err != nil {
					return fmt.Errorf("--log: %w", err)
				}
				text, err := statement.NoteKey(origin, k)
				if err != nil {
					return err
				}
				data = []byte(text + "\n")
			default:
				return fmt.Errorf("--format: found %q, want pem, cose, text or note", format)
			}
			if out == "" {
				_, err = cmd.OutOrStdout().Write(data)
				return err
			}
			return outfile.WriteNew(out, data, 0o644, false)
		},
	}
	cmd.Flags().StringVar(&format, "format", "pem", "write the key in this `FORMAT`: pem, cose, text or note")
	cmd.Flags().StringVar(&origin, "log", "", "with --format note: the `ORIGIN` of the log")
	cmd.Flags().StringVarP(&out, "output", "o", "", "write to `FILE`, which must not exist, in place of standard output")
	s.flags(cmd, false)
	return cmd
}

// maxSmall is the size of the largest key or statement file, in bytes.
const maxSmall = 4 << 20

// readSmall returns the content of a file, or of in where the name is -.
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
func readPublic(in io.Reader, name string, s *secrets) (*statement.PublicKey, error) {
	data, err := readSmall(in, name)
	if err != nil {
		return nil, err
	}
	if keyfile.Is(data) {
		k, err := s.open(name)
		if err != nil {
			return nil, err
		}
		return k.Public(), nil
	}
	k, err := statement.ParseAny(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return k, nil
}
