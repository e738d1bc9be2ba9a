package checkcmd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"vouch/internal/bounded"
)

// This file defines which files the arguments of a command stand for, and how files are read.

// File is a file to be read: one that the user named, which may be a pipe, or one that was found in a folder the user named, which
// must be regular.
type File struct {
	Name  string
	Found bool
}

// Read returns the content of f, of which it reads little more than maxBytes. Its errors do not name the file.
func (f File) Read(maxBytes int64) ([]byte, error) {
	if !f.Found {
		return Read(f.Name, maxBytes)
	}
	return f.Again(maxBytes)
}

// Again reads f once more, which no pipe can.
func (f File) Again(maxBytes int64) ([]byte, error) {
	data, err := bounded.ReadFile(f.Name, maxBytes)
	return data, Reason(err)
}

// Expand returns the files that arguments stand for. A folder stands for what in it has a name that ends in one of the given ways, in
// order; of its subfolders too if deep is set.
func Expand(args []string, deep bool, endings ...string) ([]File, error) {
	var files []File
	for _, arg := range args {
		if info, err := os.Stat(arg); err != nil || !info.IsDir() {
			files = append(files, File{Name: arg}) // what is wrong with it shows when it is read
			continue
		}
		root := arg + string(filepath.Separator) // which follows a link to a folder
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return fmt.Errorf("%s: %w", path, Reason(err))
			case d.IsDir() && !deep && path != root:
				return fs.SkipDir
			case !d.IsDir() && slices.Contains(endings, filepath.Ext(path)):
				files = append(files, File{path, true})
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// Names returns the names of files.
func Names(files []File) []string {
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = f.Name
	}
	return names
}

// Read returns the content of a file, of which it reads little more than maxBytes. Its errors do not name the file.
func Read(name string, maxBytes int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, Reason(err)
	}
	defer f.Close()
	limit := maxBytes
	if limit < 1<<62 {
		limit++
	}
	data, err := io.ReadAll(io.LimitReader(f, limit))
	return data, Reason(err)
}

// Reason returns what is wrong with a file, without the file's name and the system call that an error about it may begin with.
func Reason(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	if e, ok := errors.AsType[*os.LinkError](err); ok {
		return e.Err
	}
	return err
}
