// Package intake takes statements and certificates into an archive: it finds them in files, checks them, and adds those that are good.
package intake

import (
	"crypto/sha256"
	"errors"
	"fmt"

	"vouch/certs"
	"vouch/certs/statement"
	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
)

// This file defines what is found in files.

// named is a statement with the name of its file. One that was found in a folder, which may have any number of them, is read again when
// it is its turn, and nil until then.
type named struct {
	*statement.Statement
	file checkcmd.File
}

// Collection is what was found in files: statements, and the files of certificates by their digests.
type Collection struct {
	statements   []named
	certificates map[statement.Digest]checkcmd.File
}

// Collect reads files and folders.
func Collect(names []string, limits checker.Limits) (*Collection, error) {
	c := &Collection{certificates: map[statement.Digest]checkcmd.File{}}
	files, err := checkcmd.Expand(names, append([]string{".statement"}, checkcmd.Certificates...))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		if err := c.take(file, limits); err != nil {
			return nil, err
		}
	}
	if len(c.statements) == 0 {
		return nil, errors.New("found no statement among the files; vouch sign makes them")
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
		if file.Found {
			s = nil
		}
		c.statements = append(c.statements, named{s, file})
		return nil
	}
	if _, other := certs.Open(data, limits.MaxBytes); other != nil && !errors.Is(other, certs.ErrDamaged) {
		return fmt.Errorf("%s: neither a certificate (%w), nor a statement (%w)", file.Name, other, errors.Unwrap(err))
	}
	c.certificates[sha256.Sum256(data)] = file
	return nil
}
