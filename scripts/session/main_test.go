package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the picture in docs")

// TestSession holds the picture in docs to what the commands print.
func TestSession(t *testing.T) {
	const golden = "../../docs/session.svg"
	dir := t.TempDir()
	for name, cgo := range map[string]string{"vouch": "1", "vouch-check": "0"} {
		build := exec.Command("go", "build", "-buildvcs=false", "-o", filepath.Join(dir, "bin", name), "../../cmd/"+name)
		build.Env = append(os.Environ(), "CGO_ENABLED="+cgo)
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("building %s: %v\n%s", name, err, out)
		}
	}
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS("../../examples")); err != nil {
		t.Fatal(err)
	}
	found, err := draw(dir)
	if err != nil {
		t.Fatal(err)
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
		t.Errorf("the picture of a session is out of date; run make golden and look at it\n%s", found)
	}
}
