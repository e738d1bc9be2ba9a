package find

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"vouch/certs"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/outfile"
	"vouch/internal/bounded"
)

// This file defines the folders into which certificates and inputs are written.

// folder is a folder for certificates, or for inputs. It may be used by several goroutines.
type folder struct {
	dir  string
	made []string // folders that this run made, inner ones first; they are removed if nothing was written
	mu   sync.Mutex
}

// openFolder makes the folder for certificates if need be, and finds out at once whether it can write there.
func openFolder(dir string) (*folder, error) {
	f, err := makeFolder(dir, "certificates")
	if err != nil {
		return nil, &checkcmd.Hinted{Msg: fmt.Sprintf("--out %s: %v", dir, err),
			Hint: "--out DIR chooses another folder; --no-certificate writes no certificates"}
	}
	return f, nil
}

// makeFolder makes a folder for what is to be written. Its errors do not name the folder.
func makeFolder(dir, what string) (*folder, error) {
	f := &folder{dir: dir}
	for up := filepath.Clean(dir); ; up = filepath.Dir(up) {
		if _, err := os.Lstat(up); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		f.made = append(f.made, up)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("cannot make the folder: %w", checkcmd.Reason(err))
	}
	if err := outfile.Probe(dir); err != nil {
		f.close()
		return nil, fmt.Errorf("cannot write %s: %w", what, err)
	}
	return f, nil
}

func (f *folder) close() {
	for _, dir := range f.made {
		os.Remove(dir) // fails unless it is empty
	}
}

// maxBase bounds how much of a program's name is in the name of its certificate, so that the name is not too long for
// any file system.
const maxBase = 120

// shortBase returns the name of a program without its ending, as the names of files in the folder begin.
func shortBase(program string) string {
	base := strings.TrimSuffix(program, filepath.Ext(program))
	if len(base) > maxBase {
		base = strings.ToValidUTF8(base[:maxBase], "")
	}
	return base
}

// writeAs writes a file of the given name, which replaces an older one, and returns its path.
func (f *folder) writeAs(name string, data []byte) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	name = filepath.Join(f.dir, name)
	if info, err := os.Lstat(name); err == nil && !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s: %w", name, bounded.ErrIrregular)
	}
	return name, outfile.Write(name, data, 0o644)
}

// write writes a certificate of the given kind. Its name is made of the program's name and the certificate's identity.
// If a file of that name holds the certificate already, write leaves it alone. It returns the name.
func (f *folder) write(program, kind string, data []byte) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	sum := sha256.Sum256(data)
	id := hex.EncodeToString(sum[:])
	base := shortBase(program)
	for n := 8; n <= len(id); n += 8 { // the identity is longer only if another certificate has the shorter name
		name := filepath.Join(f.dir, fmt.Sprintf("%s-%s.%s.cbor", base, id[:n], kind))
		old, err := bounded.ReadFile(name, max(certs.MaxBytes, int64(len(data))))
		switch {
		case errors.Is(err, bounded.ErrIrregular):
			return "", fmt.Errorf("%s: %w", name, err)
		case err == nil && bytes.Equal(old, data):
			return name, nil
		case err == nil && n < len(id):
			if _, err := certs.Open(old, certs.MaxBytes); err == nil {
				continue // another finding
			}
		}
		return name, outfile.Write(name, data, 0o644) // a new file, or a damaged one
	}
	panic("find: no name for a certificate")
}
