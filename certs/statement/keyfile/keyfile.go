// Package keyfile keeps private keys on disk, encrypted with a passphrase.
//
// A key file is an armored age file (age-encryption.org/v1) with one scrypt recipient, so that the tool age opens it
// too; a file without armor is refused, as is one for recipients of another kind. It is for its owner alone: mode 0600.
// What is in it is any byte string; that it is a key is the business of the caller.
//
// What the caller returns as passphrase is overwritten after use, and so is what was decrypted of a damaged file. This
// is best effort: age takes passphrases as strings and has buffers of its own. The arguments of Write and the result of
// Read belong to the caller.
package keyfile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"filippo.io/age"
	"filippo.io/age/armor"

	"vouch/internal/bounded"
)

// DefaultWork is the logarithm to base 2 of scrypt's work factor that age uses: about a second, and 256 MiB of memory.
// One more doubles both.
const DefaultWork = 18

// The limits on the work factor: less protects no passphrase, more is an attack by whoever made the file.
const (
	minWork = 10
	maxWork = 22
)

// maxSize is the size of the largest key file, in bytes.
const maxSize = 64 << 10

// ErrPassphrase is the error of a passphrase that does not open a key file.
var ErrPassphrase = errors.New("found a passphrase that does not open the key file, want the one it was written with")

// Write writes a key file that only this passphrase opens, with a work factor from 10 to 22. If there is a file
// already, it is left alone and the error wraps fs.ErrExist. The file appears at its path complete and on disk, or not
// at all.
func Write(path string, plaintext, passphrase []byte, work int) error {
	if work < minWork || work > maxWork {
		return fmt.Errorf("found the work factor %d, want one from %d to %d", work, minWork, maxWork)
	}
	if len(passphrase) == 0 {
		return errors.New("found an empty passphrase, want another")
	}
	if _, err := os.Lstat(path); err == nil {
		return exists(path) // before the work; the link below is what decides
	}
	sealed, err := seal(plaintext, passphrase, work)
	if err != nil {
		return err
	}
	if len(sealed) > maxSize {
		return fmt.Errorf("key file %s would have %d bytes, want at most %d", path, len(sealed), maxSize)
	}
	return place(path, sealed)
}

// seal returns the content of a key file.
func seal(plaintext, passphrase []byte, work int) ([]byte, error) {
	recipient, err := age.NewScryptRecipient(string(passphrase))
	if err != nil {
		return nil, err
	}
	recipient.SetWorkFactor(work)
	var file bytes.Buffer
	armored := armor.NewWriter(&file)
	w, err := age.Encrypt(armored, recipient)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(plaintext); err != nil {
		return nil, err
	}
	if err := errors.Join(w.Close(), armored.Close()); err != nil {
		return nil, err
	}
	return file.Bytes(), nil
}

// place puts a new file at path, under another name first: a link, unlike a renaming, does not replace a file.
func place(path string, content []byte) (err error) {
	folder := filepath.Dir(path)
	f, err := os.CreateTemp(folder, ".keyfile-*") // mode 0600
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("%s: %w", path, e.Err)
	} else if err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, os.Remove(f.Name()))
	}()
	_, err = f.Write(content)
	if err = errors.Join(err, f.Chmod(0o600), f.Sync(), f.Close()); err != nil {
		if e, ok := errors.AsType[*fs.PathError](err); ok {
			err = fmt.Errorf("%s: %w", path, e.Err) // nobody knows the other name
		}
		return err
	}
	if err := os.Link(f.Name(), path); errors.Is(err, fs.ErrExist) {
		return exists(path)
	} else if err != nil {
		return err
	}
	if err := sync(folder); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

func exists(path string) error {
	return fmt.Errorf("found %s, want no file there: %w", path, fs.ErrExist)
}

// sync makes the names in a folder durable.
func sync(folder string) error {
	d, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Read returns what a key file holds. The passphrase is asked for at most once, after everything that can be checked
// without it; its error is returned, wrapped. A symbolic link is followed, and what it points to is checked.
//
// No error repeats anything of the content, which may be a key that somebody forgot to encrypt.
func Read(path string, passphrase func() ([]byte, error)) ([]byte, error) {
	content, err := load(path)
	if err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(content, []byte(armor.Header+"\n")) {
		return nil, fmt.Errorf("key file %s is no armored age file, want a first line %q", path, armor.Header)
	}
	id := &identity{path: path, passphrase: passphrase}
	// enough, so that it is never copied to grow
	plaintext := bytes.NewBuffer(make([]byte, 0, len(content)+bytes.MinRead))
	r, err := age.Decrypt(armor.NewReader(bytes.NewReader(content)), id)
	if err == nil {
		_, err = plaintext.ReadFrom(r)
	}
	if id.err != nil {
		return nil, id.err
	}
	if err != nil { // not repeated: it quotes the file
		clear(plaintext.Bytes())
		return nil, fmt.Errorf("key file %s is damaged or no age file", path)
	}
	return plaintext.Bytes(), nil
}

// load returns the bytes of a file that only its owner can use.
func load(path string) ([]byte, error) {
	f, err := bounded.Open(path)
	if errors.Is(err, bounded.ErrIrregular) {
		return nil, fmt.Errorf("key file %s: %w", path, err)
	} else if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		return nil, fmt.Errorf("key file %s has mode %04o, want 0600", path, mode)
	}
	content, err := bounded.Read(f, maxSize)
	if err != nil {
		return nil, fmt.Errorf("key file %s: %w", path, err)
	}
	return content, nil
}

// identity is an age.Identity that asks for the passphrase when there is a file to open with it.
type identity struct {
	path       string
	passphrase func() ([]byte, error)
	err        error // of Unwrap
}

// Unwrap returns the key of a file with these recipients.
func (id *identity) Unwrap(stanzas []*age.Stanza) (key []byte, err error) {
	defer func() { id.err = err }()
	if len(stanzas) != 1 || stanzas[0].Type != "scrypt" {
		return nil, fmt.Errorf("key file %s is encrypted in another way than with one passphrase", id.path)
	}
	if len(stanzas[0].Args) != 2 {
		return nil, fmt.Errorf("key file %s is damaged", id.path)
	}
	if work, err := strconv.Atoi(stanzas[0].Args[1]); err != nil || work > maxWork {
		return nil, fmt.Errorf("key file %s has a work factor that is no number up to %d", id.path, maxWork)
	}
	secret, err := id.passphrase()
	if err != nil {
		return nil, fmt.Errorf("key file %s: %w", id.path, err)
	}
	defer clear(secret)
	if len(secret) == 0 {
		return nil, fmt.Errorf("key file %s: found an empty passphrase: %w", id.path, ErrPassphrase)
	}
	opener, err := age.NewScryptIdentity(string(secret))
	if err != nil {
		return nil, err
	}
	opener.SetMaxWorkFactor(maxWork)
	key, err = opener.Unwrap(stanzas)
	if errors.Is(err, age.ErrIncorrectIdentity) {
		return nil, fmt.Errorf("key file %s: %w", id.path, ErrPassphrase)
	}
	if err != nil {
		return nil, fmt.Errorf("key file %s is damaged", id.path)
	}
	return key, nil
}
