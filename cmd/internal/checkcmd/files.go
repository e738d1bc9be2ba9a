package checkcmd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"vouch/internal/bounded"
)

// This file defines which files the arguments of a command stand for, and how files are read.

// Stdin is the argument that stands for standard input.
const Stdin = "-"

// NameOf returns the name under which messages and certificates speak of what an argument stands for.
func NameOf(arg string) string {
	if arg == Stdin {
		return "stdin"
	}
	return arg
}

// File is a file to be read: one that the user named, which may be a pipe or standard input, or one that was found in a
// folder the user named, which must be regular.
type File struct {
	Name  string // as NameOf has it
	Found bool
	With  []File // the files that are one program with this one
	arg   string
	err   error // why it cannot be read, if that is known already
}

// Named returns what an argument that is not a folder stands for.
func Named(arg string) File { return File{Name: NameOf(arg), arg: arg} }

// Read returns the content of f, of which it reads little more than maxBytes. Its errors do not name the file.
func (f File) Read(maxBytes int64) ([]byte, error) {
	switch {
	case f.err != nil:
		return nil, f.err
	case f.Found:
		return f.Again(maxBytes)
	}
	return Read(f.arg, maxBytes)
}

// Again reads f once more, which no pipe can.
func (f File) Again(maxBytes int64) ([]byte, error) {
	data, err := bounded.ReadFile(f.arg, maxBytes)
	return data, Reason(err)
}

// Hinted is an error with advice, which is shown on a line of its own.
type Hinted struct {
	Msg, Hint string
}

func (e *Hinted) Error() string { return e.Msg }

// Complain prints what is wrong with a file, and below it the advice if there is one.
func Complain(stderr io.Writer, name string, err error) {
	fmt.Fprintf(stderr, "%s: %v\n", name, err)
	if h, ok := errors.AsType[*Hinted](err); ok {
		fmt.Fprintf(stderr, "  hint: %s\n", h.Hint)
	}
}

// Certificates are the endings of the certificates that are taken of folders.
var Certificates = []string{".cbor"}

// Bundles is the ending of bundles.
const Bundles = ".vouch"

// Files returns the files that arguments stand for. A folder stands for the files in it and its subfolders that have
// one of the endings, in the order of their names. Names that begin with a dot are left out. Links to files are
// followed, links to folders are not, except for an argument itself. A folder that cannot be read, and one without such
// files, are in the list as files that cannot be read.
func Files(args, endings []string) []File {
	files, _ := Walk(args, endings, func(string) bool { return false })
	return files
}

// Walk returns what Files does, and the names of those files in folders that have none of the endings, but may be
// missed: what was left out must be said.
func Walk(args, endings []string, missed func(name string) bool) (files []File, left []string) {
	for _, arg := range args {
		if info, err := os.Stat(arg); arg == Stdin || err != nil || !info.IsDir() {
			files = append(files, Named(arg)) // errors show when it is read
			continue
		}
		found, others := inFolder(arg, endings, missed)
		left = append(left, others...)
		if len(found) == 0 {
			found = []File{{Name: arg, Found: true, err: &Hinted{"found a folder without files *" +
				strings.Join(endings, " or *"),
				"a folder stands for its files with these endings; to take a file of any name, give the file itself"}}}
		}
		files = append(files, found...)
	}
	return files, left
}

func inFolder(folder string, endings []string, missed func(name string) bool) (files []File, left []string) {
	root := folder + string(filepath.Separator) // which follows a link to a folder
	filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		hidden := path != root && strings.HasPrefix(filepath.Base(path), ".")
		switch {
		case err != nil:
			files = append(files, File{Name: filepath.Clean(path), Found: true, err: Reason(err)})
		case hidden && d.IsDir():
			return fs.SkipDir
		case !hidden && !d.IsDir() && slices.Contains(endings, filepath.Ext(path)):
			if info, err := os.Stat(path); err != nil || !info.IsDir() {
				files = append(files, File{Name: path, Found: true, arg: path})
			}
		case !hidden && !d.IsDir() && missed(path):
			left = append(left, path)
		}
		return nil
	})
	return files, left
}

// Listed returns some names, and how many more there are.
func Listed(names []string) string {
	const most = 3
	some := strings.Join(names[:min(len(names), most)], ", ")
	if more := len(names) - most; more > 0 {
		some += fmt.Sprintf(" and %d more", more)
	}
	return some
}

// LeaveOut says which files a command left out, and why; nothing if there are none. What is the word for one of them,
// and some for several.
func LeaveOut(stderr io.Writer, names []string, what, some, why string) {
	if len(names) > 0 {
		fmt.Fprintf(stderr, "note: left out %s: %s; %s\n", Plural(uint64(len(names)), what, some), Listed(names), why)
	}
}

// Expand returns what Files does, and says on standard error which bundles it left out. The error is of a folder
// without files of these endings.
func Expand(stderr io.Writer, args, endings []string) ([]File, error) {
	files, bundles := Walk(args, endings, func(name string) bool { return filepath.Ext(name) == Bundles })
	LeaveOut(stderr, bundles, "bundle", "bundles", "vouch check --trust TRUST checks bundles")
	for _, f := range files {
		if h, ok := errors.AsType[*Hinted](f.err); ok {
			return nil, &Hinted{f.Name + ": " + h.Msg, h.Hint}
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

// stdinRead says whether standard input was given to a reader.
var stdinRead atomic.Bool

// Read returns the content of a file, or of standard input, of which it reads little more than maxBytes. Its errors do
// not name the file.
func Read(name string, maxBytes int64) ([]byte, error) {
	if name == Stdin {
		if stdinRead.Swap(true) {
			return nil, errors.New("found - twice, want it once: standard input can be read once")
		}
		return readAll(os.Stdin, maxBytes)
	}
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // to open a pipe would wait for a writer for ever
	if err != nil {
		return nil, Reason(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, Reason(err)
	}
	if info.IsDir() {
		return nil, errors.New("found a folder, want a file")
	}
	data, err := readAll(f, maxBytes)
	if info.Mode()&fs.ModeNamedPipe == 0 {
		return data, err
	}
	for end := time.Now().Add(patience); err == nil && len(data) == 0; data, err = readAll(f, maxBytes) {
		if time.Now().After(end) {
			return nil, fmt.Errorf("found a pipe into which nobody wrote for %s, want a file", patience)
		}
		time.Sleep(10 * time.Millisecond)
	}
	return data, err
}

// patience is how long a pipe may be empty before somebody writes into it.
const patience = 10 * time.Second

func readAll(r io.Reader, maxBytes int64) ([]byte, error) {
	limit := maxBytes
	if limit < 1<<62 {
		limit++
	}
	data, err := io.ReadAll(io.LimitReader(r, limit))
	return data, Reason(err)
}

// Reason returns what is wrong with a file, without the file's name and the system call that an error about it may
// begin with.
func Reason(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	if e, ok := errors.AsType[*os.LinkError](err); ok {
		return e.Err
	}
	return err
}
