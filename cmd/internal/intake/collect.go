// Package intake takes statements and certificates into an archive: it finds them in files, checks them, and adds those
// that are good.
package intake

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"vouch/certs"
	"vouch/certs/archive"
	"vouch/certs/statement"
	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
)

// This file defines what is found in files.

// named is a statement with the name of its file. One that was found in a folder, which may have any number of them, is
// read again when it is its turn, and nil until then.
type named struct {
	*statement.Statement
	file checkcmd.File
}

// Collection is what was found in files: statements, and the files of certificates by their digests.
type Collection struct {
	statements   []named
	certificates map[statement.Digest]checkcmd.File
	about        map[statement.Digest]bool // the certificates that statements are about
}

// signing says how certificates are signed.
const signing = "vouch sign CERT --key FILE --issuer URI writes a statement, *.statement, beside each certificate"

// unsigned returns the names of those certificates that no statement is about, in order, without those that an archive
// has.
func (c *Collection) unsigned(have *archive.Archive) []string {
	var names []string
	for digest, file := range c.certificates {
		if c.about[digest] {
			continue
		}
		if _, err := os.Stat(have.CertificateFile(digest)); err != nil {
			names = append(names, file.Name)
		}
	}
	slices.Sort(names)
	return names
}

// Collect reads files and folders, and says on standard error what it leaves out.
func Collect(stderr io.Writer, names []string, limits checker.Limits) (*Collection, error) {
	c := &Collection{certificates: map[statement.Digest]checkcmd.File{}, about: map[statement.Digest]bool{}}
	files, err := checkcmd.Expand(stderr, names, append([]string{".statement"}, checkcmd.Certificates...))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		if err := c.take(file, limits); err != nil {
			return nil, err
		}
	}
	if len(c.statements) == 0 {
		return nil, &checkcmd.Hinted{Msg: "found no statement among the files", Hint: signing}
	}
	return c, nil
}

func (c *Collection) take(file checkcmd.File, limits checker.Limits) error {
	data, err := file.Read(limits.MaxBytes)
	if err != nil {
		return fmt.Errorf("%s: %w", file.Name, err)
	}
	s, err := statement.Parse(data)
	if err == nil {
		c.about[s.Digest] = true
		if file.Found {
			s = nil
		}
		c.statements = append(c.statements, named{s, file})
		return nil
	}
	if _, other := certs.Open(data, limits.MaxBytes); other != nil && !errors.Is(other, certs.ErrDamaged) {
		return fmt.Errorf("%s: %w", file.Name, checkcmd.NoEvidence(file.Name, data,
			fmt.Errorf("neither a certificate (%w), nor a statement (%w)", other, errors.Unwrap(err))))
	}
	c.certificates[sha256.Sum256(data)] = file
	return nil
}
