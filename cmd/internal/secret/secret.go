// Package secret reads and writes private keys, which are encrypted with passphrases.
package secret

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"vouch/certs/statement"
	"vouch/certs/statement/keyfile"
	"vouch/cmd/internal/outfile"
)

// This file defines the flags for it, and what they do.

// Flags are the flags with which private keys are read and written.
type Flags struct {
	fd   int
	work int
}

// Define adds the flags to a command, which reads keys or also writes them.
func (f *Flags) Define(cmd *cobra.Command, writes bool) {
	cmd.Flags().IntVar(&f.fd, "passphrase-fd", -1,
		"read the passphrase from the first line of the open file number `N`")
	if writes {
		cmd.Flags().IntVar(&f.work, "work", keyfile.DefaultWork,
			"make each guess at the passphrase cost 2^`N` units of work; 18 is about a second")
	}
}

// fresh asks for the passphrase of a new key, twice on a terminal.
func (f *Flags) fresh() ([]byte, error) {
	if f.fd >= 0 {
		return passphraseFrom(f.fd)
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

// Open returns the private key in the file of the given name.
func (f *Flags) Open(name string) (*statement.PrivateKey, error) {
	plain, err := keyfile.Read(name, func() ([]byte, error) {
		if f.fd >= 0 {
			return passphraseFrom(f.fd)
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

// Save writes a private key to a file, which must not exist, and the public key to a file beside it, and prints that.
func (f *Flags) Save(stdout io.Writer, name string, k *statement.PrivateKey) error {
	for _, file := range []string{name, name + ".pub"} {
		if _, err := os.Lstat(file); err == nil {
			return fmt.Errorf("%s: found a file, want a name that is not in use: vouch does not overwrite keys", file)
		}
	}
	passphrase, err := f.fresh()
	if err != nil {
		return err
	}
	defer clear(passphrase)
	plain := k.PEM()
	defer clear(plain)
	if err := keyfile.Write(name, plain, passphrase, f.work); err != nil {
		return err
	}
	if err := outfile.WriteNew(name+".pub", []byte(k.Public().String()+"\n"), 0o644, false); err != nil {
		return errors.Join(err, os.Remove(name)) // nobody has its public part
	}
	fmt.Fprintf(stdout, "%s: private key of type %s, encrypted\n%s.pub: %s\n", name, k.Public().Type(), name,
		k.Public())
	return nil
}

// Public returns the public key in data, the content of the file of the given name, in whichever form, or the public
// part of a private one.
func (f *Flags) Public(name string, data []byte) (*statement.PublicKey, error) {
	if keyfile.Is(data) {
		k, err := f.Open(name)
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
