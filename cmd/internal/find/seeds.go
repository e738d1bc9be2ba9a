package find

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"vouch/cmd/internal/checkcmd"
	"vouch/internal/bounded"
)

// This file defines the folders from which the fuzzer takes inputs, and into which it writes those that it keeps. A
// file has the bytes of the values that a program draws, one after the other, as other fuzzers keep inputs.

// The bounds of such a folder.
const (
	maxSeed  = 1 << 20 // bytes of a file
	maxSeeds = 1 << 14 // files
	allSeeds = 1 << 26 // bytes of all files
)

// ReadSeeds returns the files in a folder, in the order of their names. Subfolders, and files whose names begin with a
// dot, are skipped.
func ReadSeeds(dir string) (files [][]byte, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("--seeds: %s: %w, want a folder of inputs", dir, checkcmd.Reason(err))
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return e.IsDir() || e.Name()[0] == '.' })
	if len(entries) > maxSeeds {
		return nil, fmt.Errorf("--seeds: %s: found %d files, want at most %d", dir, len(entries), maxSeeds)
	}
	all := 0
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		data, err := bounded.ReadFile(name, maxSeed)
		if err != nil {
			return nil, fmt.Errorf("--seeds: %s: %w", name, checkcmd.Reason(err))
		}
		files = append(files, data)
		if all += len(data); all > allSeeds {
			return nil, fmt.Errorf("--seeds: %s: found more than %d bytes in all files", dir, allSeeds)
		}
	}
	return files, nil
}

// openSeeds makes the folder for inputs that are kept if need be, and finds out at once whether it can write there.
func openSeeds(dir string) (*folder, error) {
	f, err := makeFolder(dir, "inputs")
	if err != nil {
		return nil, fmt.Errorf("--seeds-out: %s: %w", dir, err)
	}
	return f, nil
}

// writeSeeds writes files into the folder. The name of a file says what is in it.
func (f *folder) writeSeeds(files [][]byte) error {
	for _, data := range files {
		sum := sha256.Sum256(data)
		if _, err := f.writeAs(hex.EncodeToString(sum[:])[:16], data); err != nil {
			return fmt.Errorf("--seeds-out: %w", err)
		}
	}
	return nil
}
