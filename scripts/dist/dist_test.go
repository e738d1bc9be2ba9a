package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestRelease builds the archive of this machine's platform twice and compares the bytes.
func TestRelease(t *testing.T) {
	t.Chdir("../..")
	first, second := t.TempDir(), t.TempDir()
	for _, dir := range []string{first, second} {
		if err := release(dir, []string{runtime.GOOS + "/" + runtime.GOARCH}); err != nil {
			t.Fatal(err)
		}
	}
	files, _ := filepath.Glob(filepath.Join(first, "*"))
	if len(files) != 3 {
		t.Fatalf("found the files %q, want an archive, a list and checksums", files)
	}
	sums, _ := os.ReadFile(filepath.Join(first, "SHA256SUMS"))
	for _, file := range files {
		name := filepath.Base(file)
		data, _ := os.ReadFile(file)
		again, _ := os.ReadFile(filepath.Join(second, name))
		if !bytes.Equal(data, again) {
			t.Errorf("two builds of %s differ", name)
		}
		if line := fmt.Sprintf("%x  %s\n", sha256.Sum256(data), name); name != "SHA256SUMS" &&
			!strings.Contains(string(sums), line) {
			t.Errorf("found no right checksum of %s", name)
		}
		switch filepath.Ext(name) {
		case ".gz":
			testArchive(t, data, strings.TrimSuffix(name, ".tar.gz"))
		case ".json":
			testList(t, data)
		}
	}
}

func testArchive(t *testing.T, data []byte, folder string) {
	t.Helper()
	compressed, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for archive := tar.NewReader(compressed); ; {
		h, err := archive.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, h.Name)
		if program := slices.Contains(programs, filepath.Base(h.Name)); program != (h.Mode&0o111 != 0) {
			t.Errorf("%s has the mode %o", h.Name, h.Mode)
		}
	}
	var want []string
	for _, name := range append(slices.Clone(programs), documents...) {
		want = append(want, folder+"/"+name)
	}
	if !slices.Equal(found, want) {
		t.Errorf("found %q in the archive, want %q", found, want)
	}
}

func testList(t *testing.T, data []byte) {
	t.Helper()
	var d document
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, p := range d.Packages {
		names[p.Name] = true
	}
	for _, name := range []string{"vouch", "std", "modernc.org/cc/v4", "github.com/fxamacker/cbor/v2"} {
		if !names[name] {
			t.Errorf("the list has no package %s", name)
		}
	}
	if len(d.Relationships) != len(d.Packages) {
		t.Errorf("found %d relationships of %d packages", len(d.Relationships), len(d.Packages))
	}
}

func TestReleaseRefuses(t *testing.T) {
	t.Chdir("../..")
	for _, platform := range []string{"linux", "", "plan10/amd64"} {
		if err := release(t.TempDir(), []string{platform}); err == nil || !strings.Contains(err.Error(), platform) {
			t.Errorf("%q: found %v, want an error that names it", platform, err)
		}
	}
}
