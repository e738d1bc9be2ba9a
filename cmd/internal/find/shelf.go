package find

import (
	"context"
	"os"
	"path/filepath"

	"vouch/certs"
	"vouch/cmd/internal/outfile"
	"vouch/internal/bounded"
)

// This file defines where the certificates of results are kept.

// Shelf is where certificates are kept, by names of 64 hexadecimal digits. Nothing that comes from it is believed.
type Shelf interface {
	// Get returns what has a name, certs.MaxBytes at most.
	Get(ctx context.Context, name string) ([]byte, error)
	Put(ctx context.Context, name string, data []byte) error
	String() string // as the user names it
}

// inFolder is a folder that keeps certificates, each in a file of its own.
type inFolder string

// InFolder returns a folder as a shelf; nil if it has no name.
func InFolder(dir string) Shelf {
	if dir == "" {
		return nil
	}
	return inFolder(dir)
}

func (dir inFolder) String() string          { return string(dir) }
func (dir inFolder) file(name string) string { return filepath.Join(string(dir), name+".cbor") }

// Get implements Shelf.
func (dir inFolder) Get(_ context.Context, name string) ([]byte, error) {
	return bounded.ReadFile(dir.file(name), certs.MaxBytes)
}

// Put implements Shelf.
func (dir inFolder) Put(_ context.Context, name string, data []byte) error {
	if err := os.MkdirAll(string(dir), 0o755); err != nil {
		return err
	}
	return outfile.Write(dir.file(name), data, 0o644)
}
