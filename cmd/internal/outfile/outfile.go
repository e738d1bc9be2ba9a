// Package outfile writes results into files: all of a result or nothing, and never in the place of what it was made
// from.
package outfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"vouch/cmd/internal/checkcmd"
)

// This file defines which names may be written to, and how.

// MayWrite returns early an error about the name of a result that is made from some other files. Without force, the
// name must not be in use.
func MayWrite(name string, force bool, inputs ...string) error {
	if err := Replaceable(name, inputs...); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if _, err := os.Stat(name); err == nil && !force {
		return errTaken(name)
	}
	return nil
}

// Replaceable says why a file, which need not exist, cannot be written, or must not because it is one of those to be
// read.
func Replaceable(name string, inputs ...string) error {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Probe(filepath.Dir(name))
	case err != nil:
		return checkcmd.Reason(err)
	case info.IsDir():
		return errors.New("found a folder, want the name of a file")
	case !info.Mode().IsRegular():
		return nil
	}
	for _, input := range inputs {
		if other, err := os.Stat(input); err == nil && os.SameFile(info, other) {
			return errors.New("found an input file, want another file to write to")
		}
	}
	target, err := filepath.EvalSymlinks(name)
	if err != nil {
		return checkcmd.Reason(err)
	}
	return Probe(filepath.Dir(target))
}

// Probe says why no file can be made in a folder.
func Probe(dir string) error {
	f, err := os.CreateTemp(dir, ".probe*")
	if err != nil {
		return checkcmd.Reason(err)
	}
	f.Close()
	return os.Remove(f.Name())
}

func errTaken(name string) error {
	return fmt.Errorf("%s: found a file, want a name that is not in use", name)
}

// Write replaces the content of a file, all of it or nothing: it writes to a temporary file beside it and renames that.
// Links are followed. A file that exists keeps its mode, and what is no regular file is written to as it is.
func Write(name string, data []byte, mode fs.FileMode) error { return Fill(name, mode, whole(data)) }

// Fill is Write with what a function writes. Its error is returned as it is, and then the file stays as it was.
func Fill(name string, mode fs.FileMode, fill func(io.Writer) error) error {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	if info, err := os.Stat(name); err == nil {
		if mode = info.Mode().Perm(); !info.Mode().IsRegular() && !info.IsDir() {
			return through(name, fill)
		}
	}
	return writeBeside(name, fill, mode, os.Rename)
}

// whole returns a function that writes data.
func whole(data []byte) func(io.Writer) error {
	return func(w io.Writer) error { _, err := w.Write(data); return err }
}

// place is where a file is written. It remembers its own error, to tell it from others.
type place struct {
	*os.File
	err error
}

func (p *place) Write(b []byte) (n int, err error) {
	if p.err == nil {
		n, p.err = p.File.Write(b)
	}
	return n, p.err
}

// about returns an error of the place as one of the file of the given name, and others as they are.
func (p *place) about(name string, err error) error {
	if err != nil && errors.Is(err, p.err) {
		return fmt.Errorf("%s: %w", name, checkcmd.Reason(p.err))
	}
	return err
}

// through writes to a device or a pipe.
func through(name string, fill func(io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("%s: %w", name, checkcmd.Reason(err))
	}
	p := &place{File: f}
	err = fill(p)
	if closed := f.Close(); err == nil && closed != nil {
		p.err, err = closed, closed
	}
	return p.about(name, err)
}

// WriteNew writes a file that must not exist, all of it or nothing; with force it may.
func WriteNew(name string, data []byte, mode fs.FileMode, force bool) error {
	if force {
		return Write(name, data, mode)
	}
	err := writeBeside(name, whole(data), mode, os.Link)
	if errors.Is(err, fs.ErrExist) {
		return errTaken(name)
	}
	return err
}

// writeBeside writes to a temporary file, and gives it its name with the function called rename. Errors of the file
// speak of the name.
func writeBeside(name string, fill func(io.Writer) error, mode fs.FileMode, rename func(old, name string) error) error {
	tmp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return fmt.Errorf("%s: %w", name, checkcmd.Reason(err))
	}
	defer os.Remove(tmp.Name()) // fails once the file is renamed
	p := &place{File: tmp}
	if err = fill(p); err != nil {
		tmp.Close()
		return p.about(name, err)
	}
	if err = tmp.Chmod(mode); err == nil {
		err = tmp.Sync()
	}
	if closed := tmp.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = rename(tmp.Name(), name)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, checkcmd.Reason(err))
	}
	return nil
}
