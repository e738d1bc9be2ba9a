package cmd

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"

	"vouch/internal/screen"
)

// This file tests what commands show on terminals, with pseudo-terminals.

// session is a command on a terminal.
type session struct {
	cmd  *exec.Cmd
	tty  *os.File
	done chan error

	mu     sync.Mutex
	screen *screen.Screen
	raw    strings.Builder
}

// start runs a command on a terminal of a width.
func start(t *testing.T, columns int, terminal, dir string, args ...string) *session {
	t.Helper()
	return startOn(t, nil, columns, terminal, dir, args...)
}

// startOn does that with a standard input, which is the terminal if it is nil.
func startOn(t *testing.T, stdin *os.File, columns int, terminal, dir string, args ...string) *session {
	t.Helper()
	s := &session{cmd: exec.Command("vouch", args...), done: make(chan error, 1), screen: screen.New(columns)}
	s.cmd.Dir = dir
	s.cmd.Env = append(os.Environ(), "TERM="+terminal, "NO_COLOR=1", "XTERM_VERSION=")
	if stdin != nil { // the terminal has to be the standard input of what is started
		s.cmd.Path, s.cmd.Args, s.cmd.ExtraFiles = "/bin/sh",
			append([]string{"sh", "-c", `exec vouch "$@" <&3`, "sh"}, args...), []*os.File{stdin}
	}
	var err error
	if s.tty, err = pty.StartWithSize(s.cmd, &pty.Winsize{Rows: 24, Cols: uint16(columns)}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.cmd.Process.Kill(); s.tty.Close() })
	go func() {
		_, err := io.Copy(s, s.tty)
		s.done <- err
	}()
	return s
}

// Write takes what the command writes.
func (s *session) Write(data []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.raw.Write(data)
	return s.screen.Write(data)
}

// until waits until what was written holds a text more often than so many times.
func (s *session) until(t *testing.T, text string, times int) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if s.count(text) > times {
			return
		}
	}
	t.Fatalf("found %d times %q in %q", s.count(text), text, s.raw.String())
}

func (s *session) count(text string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Count(s.raw.String(), text)
}

// moves waits until two texts of progress say different numbers.
func (s *session) moves(t *testing.T) {
	t.Helper()
	numbers := map[string]bool{}
	for end := time.Now().Add(patience); len(numbers) < 2; time.Sleep(10 * time.Millisecond) {
		s.mu.Lock()
		raw := s.raw.String()
		s.mu.Unlock()
		if time.Now().After(end) {
			t.Fatalf("found nothing that moves in %q", raw)
		}
		texts := strings.Split(raw, replaced)
		for _, text := range texts[:len(texts)-1] { // the last one may not be whole
			if all := digits.FindAllString(text, -1); all != nil {
				numbers[strings.Join(all, " ")] = true
			}
		}
	}
}

var digits = regexp.MustCompile(`\d+`)

// resize changes the width of the terminal between two texts.
func (s *session) resize(t *testing.T, columns int) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.screen.Resize(columns)
	if err := pty.Setsize(s.tty, &pty.Winsize{Rows: 24, Cols: uint16(columns)}); err != nil {
		t.Fatal(err)
	}
}

// interrupt ends the command as Ctrl-C does, and returns what is on the screen then.
func (s *session) end(t *testing.T, interrupt bool) string {
	t.Helper()
	if interrupt {
		s.cmd.Process.Signal(os.Interrupt)
	}
	select {
	case <-s.done: // reading fails once the command has closed the terminal
	case <-time.After(patience):
		t.Fatalf("the command does not end: %q", s.raw.String())
	}
	s.cmd.Wait()
	return s.screen.String()
}

// endless is a program of which a search has no end.
const endless = "input a, b\nassume a > 0 and b > 0\nwhile a != b { if a > b { a = a - b } else { b = b - a } }\n"

// replaced is what is written to remove a text before the next one.
const replaced = "\r\x1b[K"

// TestProgressFits shows that progress takes one line on terminals of any width, and leaves nothing behind.
func TestProgressFits(t *testing.T) {
	dir := t.TempDir()
	const name = "漢字の非常に長い名前のプログラム.imp"
	for file, text := range map[string]string{name: endless, "bug.imp": programs["bug.imp"]} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, columns := range []int{20, 30, 40, 60, 80, 200} {
		s := start(t, columns, "xterm-256color", dir, "find", "--engine", "explore", "--no-certificate", "--timeout",
			"0", name)
		s.moves(t)
		s.mu.Lock()
		wraps, odd := s.screen.Wraps, s.screen.Odd
		s.mu.Unlock()
		if wraps > 0 || len(odd) > 0 {
			t.Errorf("%d columns: %d lines are too long, odd %q", columns, wraps, odd)
		}
		text := s.end(t, true)
		// a line, the loop that goes on, if the search came to it, and the hint
		if n := strings.Count(text, "\n"); !strings.HasPrefix(text, name+": unknown: it was interrupted") || n < 1 ||
			n > 2 {
			t.Errorf("%d columns: found %q in the end", columns, text)
		}
	}

	// the line follows the width
	s := start(t, 140, "xterm-256color", dir, "find", "--engine", "explore", "--no-certificate", "--timeout", "0",
		"bug.imp", name)
	s.until(t, " to explore", 1)
	s.resize(t, 60)
	s.until(t, replaced, s.count(replaced)+2)
	if text := s.end(t, true); strings.Count(text, "\n") < 3 || strings.Count(text, "\n") > 4 ||
		!strings.HasPrefix(text, "bug.imp:2:1: bug: assertion fails") {
		t.Errorf("found %q in the end, want the lines of two files", text)
	}
}

// TestProgressReads shows that something moves while a program is read, which takes as long as its text comes.
func TestProgressReads(t *testing.T) {
	for _, columns := range []int{20, 40, 80} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		defer w.Close()
		s := startOn(t, r, columns, "xterm-256color", t.TempDir(), "find", "--no-certificate", "-")
		s.until(t, ": 0s", 0)
		s.moves(t)
		s.mu.Lock()
		raw, wraps := s.raw.String(), s.screen.Wraps
		s.mu.Unlock()
		if wraps > 0 || !strings.Contains(raw, ", reading") && columns > 20 {
			t.Errorf("%d columns: %d lines are too long in %q", columns, wraps, raw)
		}
		s.end(t, true)
	}
}

// TestProgressElaborates shows that vouch elaborate tells how far a proof is, and that an interrupt leaves no part of
// it.
func TestProgressElaborates(t *testing.T) {
	dir := t.TempDir()
	long := "x = 0\nwhile x < 4000000 {\n  x = x + 1\n}\nfail\n"
	if err := os.WriteFile(filepath.Join(dir, "long.imp"), []byte(long), 0o644); err != nil {
		t.Fatal(err)
	}
	found := exec.Command("vouch", "find", "--quiet", "--timeout", "0", "--out", "e", "long.imp")
	found.Dir = dir
	if out, err := found.Output(); found.ProcessState.ExitCode() != 1 {
		t.Fatalf("%v: %s", err, out)
	}
	certs, err := filepath.Glob(filepath.Join(dir, "e", "*.bug.cbor"))
	if err != nil || len(certs) != 1 {
		t.Fatalf("found the certificates %q (%v), want one", certs, err)
	}
	if err := os.Rename(certs[0], filepath.Join(dir, "long.cbor")); err != nil {
		t.Fatal(err)
	}
	for _, columns := range []int{20, 80} {
		s := start(t, columns, "xterm-256color", dir, "elaborate", "long.cbor", "--output", "long.proof")
		s.moves(t)
		s.mu.Lock()
		wraps, odd := s.screen.Wraps, s.screen.Odd
		s.mu.Unlock()
		text := s.end(t, true)
		if wraps > 0 || len(odd) > 0 || text != "long.cbor: not elaborated: an interrupt ended the search" &&
			columns > 60 {
			t.Errorf("%d columns: %d lines are too long, odd %q, %q in the end", columns, wraps, odd, text)
		}
		if left, err := filepath.Glob(filepath.Join(dir, "*proof*")); err != nil || len(left) > 0 {
			t.Errorf("found the files %q (%v), want no part of a proof", left, err)
		}
	}
}

// TestProgressDumb shows that there is no progress on a terminal that cannot replace a line.
func TestProgressDumb(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "endless.imp"), []byte(endless), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, terminal := range []string{"dumb", ""} {
		s := start(t, 80, terminal, dir, "find", "--engine", "explore", "--no-certificate", "--timeout", "1s",
			"endless.imp")
		s.end(t, false)
		if raw := s.raw.String(); strings.Contains(raw, "\x1b") || strings.Count(raw, "\r") != strings.Count(raw, "\n") ||
			!strings.HasSuffix(raw, "\r\n") {
			t.Errorf("TERM=%s: found %q, want lines", terminal, raw)
		}
	}
}
