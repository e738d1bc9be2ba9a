package kept

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	result, words := strings.Repeat("ab", 32)+".cbor", strings.Repeat("01", 16)+".json"
	for i, name := range []string{result, "notes.txt", words, "x.cbor", strings.Repeat("AB", 32) + ".cbor",
		result + "~"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, make([]byte, 10+i), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, time.Time{}, time.Unix(int64(1000-i), 0)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, strings.Repeat("cd", 32)+".cbor"), 0o755); err != nil {
		t.Fatal(err)
	}
	files, err := Files(dir)
	if err != nil || len(files) != 2 || filepath.Base(files[0].Name) != words ||
		filepath.Base(files[1].Name) != result || Sum(files) != 22 {
		t.Errorf("found %+v, %v, want the two results, the older one first", files, err)
	}
	if files, err := Files(filepath.Join(dir, "none")); err != nil || len(files) > 0 {
		t.Errorf("no folder: found %v, %v", files, err)
	}
	if _, err := Files(filepath.Join(dir, "notes.txt")); err == nil {
		t.Error("a file: found no error")
	}
}

func TestSuperfluous(t *testing.T) {
	at := func(s int64) time.Time { return time.Unix(s, 0) }
	files := []File{{"a", 10, at(1)}, {"b", 20, at(2)}, {"c", 30, at(3)}}
	for _, c := range []struct {
		title  string
		before int64
		most   int64
		gone   int
	}{
		{"nothing is old, and there is room", 0, 60, 0},
		{"one is old", 2, 60, 1},
		{"all are old", 9, 60, 3},
		{"no room for the first", 0, 59, 1},
		{"room for the last", 0, 30, 2},
		{"room for less than the last", 0, 29, 3},
		{"no room", 0, 0, 3},
		{"old, and no room", 2, 49, 2},
	} {
		if gone := Superfluous(files, at(c.before), c.most); len(gone) != c.gone {
			t.Errorf("%s: found %d, want %d", c.title, len(gone), c.gone)
		}
	}
	if gone := Superfluous(nil, at(9), 0); len(gone) > 0 {
		t.Errorf("nothing kept: found %d", len(gone))
	}
}

func TestFolder(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", "/somewhere")
	for name, want := range map[string]string{None: "", "": "", Own: "/somewhere/vouch/find", "dir": "dir"} {
		if found := Folder(name, "find"); found != want {
			t.Errorf("%q: found %q, want %q", name, found, want)
		}
	}
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	if found := Folder(Own, "scan"); found != "" {
		t.Errorf("no folder for caches: found %q", found)
	}
}
