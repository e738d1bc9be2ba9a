// Package kept knows the folders in which `vouch find` and `vouch scan` keep results, for the commands that look at
// them and clean them up.
package kept

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"vouch/cmd/internal/checkcmd"
)

// This file defines the folders, what is in them, and which of it may go.

// The words for a folder that the user does not name.
const (
	Own     = "own"     // a folder in the user's folder for caches
	None    = "none"    // nothing is kept
	Cluster = "cluster" // no folder: results are kept where all who use a cluster find them
)

// Commands are the commands that keep results. Each has a folder of its own.
var Commands = []string{"find", "scan"}

// Folder returns the folder that a word or a name stands for, for a command; "" if nothing is kept, also because there
// is no folder for caches.
func Folder(name, command string) string {
	switch name {
	case None, "":
		return ""
	case Own:
		dir, err := os.UserCacheDir()
		if err != nil {
			return ""
		}
		return filepath.Join(dir, "vouch", command)
	}
	return name
}

// mine are the names of kept results: nothing else in a folder is counted or removed.
var mine = regexp.MustCompile(`^([0-9a-f]{64}\.cbor|[0-9a-f]{32}\.json)$`)

// File is a kept result.
type File struct {
	Name string
	Size int64     // in bytes
	Used time.Time // when it was written
}

// Files returns the results in a folder, the oldest first; none if there is no folder.
func Files(dir string) ([]File, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, checkcmd.Reason(err))
	}
	var files []File
	for _, e := range entries {
		if !mine.MatchString(e.Name()) || !e.Type().IsRegular() {
			continue
		}
		if info, err := e.Info(); err == nil { // else somebody else removed it
			files = append(files, File{filepath.Join(dir, e.Name()), info.Size(), info.ModTime()})
		}
	}
	slices.SortFunc(files, func(a, b File) int { return a.Used.Compare(b.Used) })
	return files, nil
}

// Sum returns the size of files, in bytes.
func Sum(files []File) (size int64) {
	for _, f := range files {
		size += f.Size
	}
	return size
}

// Superfluous returns those of some files, of which the oldest comes first, that were written before a time, and the
// oldest of the others, until these have so many bytes at most.
func Superfluous(files []File, before time.Time, most int64) []File {
	n, size := 0, Sum(files)
	for n < len(files) && (files[n].Used.Before(before) || size > most) {
		size -= files[n].Size
		n++
	}
	return files[:n]
}
