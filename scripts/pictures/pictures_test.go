package main

import (
	"encoding/xml"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the pictures in docs")

// TestPictures holds the pictures in docs to what the programs do.
func TestPictures(t *testing.T) {
	dir := t.TempDir()
	for name, cgo := range map[string]string{"vouch": "1", "vouch-check": "0"} {
		build := exec.Command("go", "build", "-buildvcs=false", "-ldflags=-s -w -linkmode=internal", "-o",
			filepath.Join(dir, "bin", name), "../../cmd/"+name)
		build.Env = append(os.Environ(), "CGO_ENABLED="+cgo)
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("building %s: %v\n%s", name, err, out)
		}
	}
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS("../../examples")); err != nil {
		t.Fatal(err)
	}
	for name, draw := range pictures {
		t.Run(name, func(t *testing.T) {
			golden := filepath.Join("../../docs", name)
			found, err := draw(dir)
			if err != nil {
				t.Fatal(err)
			}
			for d := xml.NewDecoder(strings.NewReader(found)); ; {
				if _, err := d.Token(); err == io.EOF {
					break
				} else if err != nil {
					t.Fatalf("found no well-formed XML: %v", err)
				}
			}
			if *update {
				if err := os.WriteFile(golden, []byte(found), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if found != string(want) {
				t.Errorf("the picture is out of date; run make golden and look at it\n%s", found)
			}
		})
	}
}
