package cmd

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"vouch/cmd/internal/exit"
)

// This file tests that a signal ends every command, whatever it does: each is run with an output that takes nothing, so
// that it would wait for ever.

// TestInterrupted interrupts each invocation once it waits. It ends by the signal, or with the status of what is
// inconclusive.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	folder := prepared(t)
	for _, i := range invocations {
		t.Run(i.line, func(t *testing.T) {
			t.Parallel()
			dir := copied(t, folder)
			r, w := full(t)
			defer r.Close()
			cmd := exec.CommandContext(t.Context(), "sh", "-c", "exec "+i.line)
			cmd.Dir, cmd.Stdout = dir, w
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			w.Close()
			done := make(chan error, 1)
			go func() { done <- cmd.Wait() }()
			for !waits(cmd.Process.Pid) {
				select {
				case err := <-done: // a command without output, or one that ends early
					if cmd.ProcessState.ExitCode() != i.status {
						t.Errorf("found %v, want exit status %d", err, i.status)
					}
					return
				case <-time.After(20 * time.Millisecond):
				}
			}
			cmd.Process.Signal(syscall.SIGTERM)
			select {
			case <-done:
			case <-time.After(patience):
				cmd.Process.Kill()
				t.Fatalf("it did not end within %v after SIGTERM", patience)
			}
			status := cmd.ProcessState.Sys().(syscall.WaitStatus)
			if byIt := status.Signaled() && status.Signal() == syscall.SIGTERM; !byIt &&
				status.ExitStatus() != exit.Inconclusive {
				t.Errorf("found %v, want an end by the signal, or exit status %d", cmd.ProcessState, exit.Inconclusive)
			}
		})
	}
}

// full returns a pipe that takes no byte more.
func full(t *testing.T) (r, w *os.File) {
	var fds [2]int
	if err := syscall.Pipe2(fds[:], syscall.O_CLOEXEC); err != nil {
		t.Fatal(err)
	}
	if err := syscall.SetNonblock(fds[1], true); err != nil {
		t.Fatal(err)
	}
	for size := 4096; size > 0; {
		if _, err := syscall.Write(fds[1], make([]byte, size)); err != nil {
			size /= 2
		}
	}
	if err := syscall.SetNonblock(fds[1], false); err != nil {
		t.Fatal(err)
	}
	return os.NewFile(uintptr(fds[0]), "reader"), os.NewFile(uintptr(fds[1]), "writer")
}

// waits reports whether a thread of a process waits until it can write to its standard output.
func waits(pid int) bool {
	names, _ := filepath.Glob(filepath.Join("/proc", strconv.Itoa(pid), "task", "*", "syscall"))
	for _, name := range names {
		if call, err := os.ReadFile(name); err == nil && strings.HasPrefix(string(call),
			strconv.Itoa(syscall.SYS_WRITE)+" 0x1 ") {
			return true
		}
	}
	return false
}
