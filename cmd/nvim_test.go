package cmd

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
)

// This file tests editors with real ones: Neovim on a terminal, whose screen is read.

// nvim is Neovim on a terminal.
type nvim struct {
	*testing.T
	tty    *os.File
	screen vt10x.Terminal
	ended  chan error
}

// newNvim starts Neovim on a file, with the settings that docs/editors.md shows.
func newNvim(t *testing.T, dir, file string) *nvim {
	t.Helper()
	text, err := os.ReadFile("../docs/editors.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("(?s)```lua\n(.*?)```").FindSubmatch(text)
	if shown == nil {
		t.Fatal("found no settings for Neovim in docs/editors.md")
	}
	editors, err := filepath.Abs("../editors/vim")
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	settings := filepath.Join(home, "init.lua")
	if err := os.WriteFile(settings, []byte(strings.ReplaceAll(string(shown[1]), "vouch/editors/vim", editors)),
		0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("nvim", "-n", "-i", "NONE", "-u", settings, file)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home,
		"XDG_CACHE_HOME="+home, "LANG=C.UTF-8", "TMPDIR="+t.TempDir())
	n := &nvim{T: t, screen: vt10x.New(vt10x.WithSize(140, 24)), ended: make(chan error, 1)}
	if n.tty, err = pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 140}); err != nil {
		t.Fatalf("%v; scripts/setup test installs neovim", err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); n.tty.Close() })
	go func() { n.ended <- cmd.Wait() }()
	go io.Copy(n.screen, n.tty)
	return n
}

// quit leaves Neovim, and waits until it has ended its server.
func (n *nvim) quit() {
	n.Helper()
	n.keys(":qa!\r")
	select {
	case err := <-n.ended:
		if err != nil {
			n.Errorf("Neovim ends: %v", err)
		}
	case <-time.After(patience):
		n.Error("Neovim does not end")
	}
}

// keys types.
func (n *nvim) keys(text string) { io.WriteString(n.tty, text) }

// until waits until the screen shows all texts, or lacks those that begin with a !.
func (n *nvim) until(texts ...string) {
	n.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		shown, all := n.screen.String(), true
		for _, text := range texts {
			text, absent := strings.CutPrefix(text, "!")
			all = all && strings.Contains(shown, text) != absent
		}
		if all {
			return
		}
	}
	n.Fatalf("found the screen\n%s\nwant %q", n.screen.String(), texts)
}

// TestNvim shows errors while typing, a bug after a save, all that is known of it, and that it goes when it is mended.
func TestNvim(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.c"), []byte(overflow+"// vouch: --entry fill\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	n := newNvim(t, dir, "a.c")
	n.until("p[i] = 1; }", "write out of bounds for n = 5")
	n.keys(":2\r:lua vim.diagnostic.open_float()\r")
	n.until("it writes 4 bytes at offset 16 of heap object", "was allocated at a.c:5:11",
		"in put, called from fill at a.c:7:3")
	n.keys(":4\ro\tmissing = 1;\x1b")
	n.until("found missing, want a name that is declared", "write out of bounds for n = 5")
	n.keys("dd")
	n.until("!found missing")
	n.keys(":%s/i < n;/i < n \\&\\& i < 4;/\r:w\r")
	n.until("i < n && i < 4", "!write out of bounds")
	n.quit()
}

// TestNvimIMP shows that IMP has its colours and its errors.
func TestNvimIMP(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.imp"), []byte("# comment\nwhile x < 3 { x = x + 1 }\nassert x == 3\n"),
		0o644); err != nil {
		t.Fatal(err)
	}
	n := newNvim(t, dir, "a.imp")
	n.until("assertion fails for x = 4")
	n.keys(":echo &filetype map([[1, 3], [2, 1], [2, 11], [2, 7]], 'synIDattr(synID(v:val[0], v:val[1], 1), \"name\")')\r")
	n.until("imp ['impComment', 'impRepeat', 'impNumber', '']")
	n.quit()
}
