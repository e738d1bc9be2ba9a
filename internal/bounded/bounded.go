// Package bounded reads files that a stranger may have put in their place: no more of them than a limit, and without
// waiting for ever.
//
//	Read             what the user named and opened: a pipe or a device, too
//	ReadFile, Open   what was found in a folder: a regular file, or a link to one
//	ReadIn           what belongs to a folder, such as an archive: a regular file, and no link leads out of the folder
//
// What is regular is decided of the file that was opened, so that nobody can put another in its place after the
// decision. What is not regular is opened without waiting, and refused before a byte is read.
package bounded

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// ErrIrregular is the error, wrapped, of a folder, a pipe, a device or a socket in the place of a regular file.
var ErrIrregular = errors.New("want a regular file")

// Read returns what is left in r. The error is of a limit, in bytes, that it goes beyond, or of r.
func Read(r io.Reader, limit int64) ([]byte, error) { return readSome(r, 0, limit) }

// readSome is Read of about so many bytes.
func readSome(r io.Reader, size, limit int64) ([]byte, error) {
	b := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	if _, err := b.ReadFrom(io.LimitReader(r, limit)); err != nil {
		return nil, err
	}
	if n, err := io.ReadFull(r, make([]byte, 1)); n > 0 {
		return nil, tooLarge(limit)
	} else if !errors.Is(err, io.EOF) {
		return nil, err
	}
	return b.Bytes(), nil
}

func tooLarge(limit int64) error { return fmt.Errorf("found more than %d bytes", limit) }

// ReadFile returns the content of a regular file. Links are followed. The error is as that of Read and of Open.
func ReadFile(name string, limit int64) ([]byte, error) {
	f, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return read(f, limit)
}

// Open opens a regular file for reading. Links are followed. The error wraps ErrIrregular, or is that of os.Open.
func Open(name string) (*os.File, error) {
	return regular(os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0))
}

// ReadIn returns the content of a regular file in a folder, of which name is a path with slashes. Links that lead out
// of the folder are refused.
func ReadIn(folder, name string, limit int64) ([]byte, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	f, err := regular(root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return read(f, limit)
}

// read reads a regular file. A size beyond the limit is known before anything is read.
func read(f *os.File, limit int64) ([]byte, error) {
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case info.Size() > limit:
		return nil, tooLarge(limit)
	}
	return readSome(f, info.Size(), limit)
}

// regular closes and refuses what is not regular.
func regular(f *os.File, err error) (*os.File, error) {
	if err != nil {
		return nil, err
	}
	if err := Regular(f); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Regular returns an error that wraps ErrIrregular unless f is a regular file.
func Regular(f *os.File) error {
	info, err := f.Stat()
	if err != nil || info.Mode().IsRegular() {
		return err
	}
	return fmt.Errorf("found %s, %w", kind(info.Mode()), ErrIrregular)
}

// kind returns what a file is that is not regular.
func kind(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "a folder"
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeDevice != 0:
		return "a device"
	case m&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a file of mode " + m.String()
}
