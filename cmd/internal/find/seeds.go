package find

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"vouch/cmd/internal/outfile"
	"vouch/internal/bounded"
)

// This file defines the folders from which the fuzzer takes inputs, and into which it writes those that it keeps. A file has the bytes of the values that
// a program draws, one after the other, as other fuzzers keep inputs.

// The bounds of such a folder.
const (
	maxSeed  = 1 << 20 // bytes of a file
	maxSeeds = 1 << 14 // files
	allSeeds = 1 << 26 // bytes of all files
)

// ReadSeeds returns the files in a folder, in the order of their names. Subfolders, and files whose names begin with a dot, are skipped.
func ReadSeeds(dir string) (files [][]byte, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("--seeds: %w", err)
	}
	all := 0
	for _, e := range entries {
		if e.IsDir() || e.Name()[0] == '.' {
			continue
		}
		data, err := bounded.ReadFile(filepath.Join(dir, e.Name()), maxSeed)
		if err != nil {
			return nil, fmt.Errorf("--seeds: %s: %w", filepath.Join(dir, e.Name()), err)
		}
		files = append(files, data)
		if all += len(data); len(files) > maxSeeds || all > allSeeds {
			return nil, fmt.Errorf("--seeds: found more than %d files or %d bytes in %s", maxSeeds, allSeeds, dir)
		}
	}
	return files, nil
}

// writeSeeds writes files into a folder. The name of a file says what is in it, and a file that is there stays.
func writeSeeds(dir string, files [][]byte) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("--seeds-out: %w", err)
	}
	for _, data := range files {
		name := filepath.Join(dir, fmt.Sprintf("%x", sha256.Sum256(data))[:16])
		if _, err := os.Lstat(name); err == nil {
			continue
		} else if !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("--seeds-out: %w", err)
		}
		if err := outfile.Write(name, data, 0o644); err != nil {
			return fmt.Errorf("--seeds-out: %w", err)
		}
	}
	return nil
}
