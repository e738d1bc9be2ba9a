package build

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"vouch/cmd/internal/outfile"
)

// This file defines how a build is run.

// Result is what a build did.
type Result struct {
	Text   []byte // the compilation database
	Files  int    // that are in it
	Fresh  int    // of these, how many this build compiled
	Lost   int    // calls of a compiler that could not be noted whole
	Failed string // how the build ended, as in "exit status 2"; "" if it succeeded
}

// patience is how long a build may take to end after an interrupt, before it is killed.
const patience = 1500 * time.Millisecond

// Run runs a build, and returns what it compiles, together with what a database has already, which need not exist. When
// ctx ends, the build and what it started are ended, and the result has what was compiled until then. The error says
// that the build could not be run.
func Run(ctx context.Context, database string, command []string, stdin io.Reader, stdout, stderr io.Writer) (*Result,
	error) {
	known, err := older(database)
	if err != nil {
		return nil, err
	}
	folder, drop, err := compilers()
	if err != nil {
		return nil, err
	}
	defer drop()
	environment, err := wrap(folder)
	if err != nil {
		return nil, err
	}
	taken, err := os.MkdirTemp("", "vouch-build-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(taken)
	// On a full disk, say so before a build that takes long.
	probe := filepath.Join(taken, "probe")
	if err := errors.Join(os.WriteFile(probe, []byte{0}, 0o600), os.Remove(probe)); err != nil {
		return nil, fmt.Errorf("cannot note what is compiled: %w", err)
	}
	program := command[0]
	if first := filepath.Join(folder, program); compiler.MatchString(program) {
		if _, err := os.Stat(first); err == nil { // the build is a compiler itself
			program = first
		}
	}
	cmd := exec.CommandContext(ctx, program, command[1:]...)
	cmd.Env = append(environment, variable+"="+taken)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, stdout, stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = patience
	if exit := (*exec.ExitError)(nil); ctx.Err() == nil {
		if err := cmd.Run(); err != nil && !errors.As(err, &exit) && ctx.Err() == nil {
			return nil, err
		}
	}
	calls, lost, err := notes(taken)
	if err != nil {
		return nil, err
	}
	fresh := recorded(calls)
	all := merged(fresh, known)
	r := &Result{Files: len(places(all)), Fresh: len(places(fresh)), Lost: lost}
	if cmd.ProcessState != nil && !cmd.ProcessState.Success() {
		r.Failed = cmd.ProcessState.String()
	}
	r.Text, err = text(all)
	return r, err
}

// compilers returns the folder of the wrappers, and what to do with it at the end. It stays, because some builds keep
// the place of their compiler; only a user who can have no folder for caches has one that goes.
func compilers() (folder string, drop func(), err error) {
	if cache, err := os.UserCacheDir(); err == nil {
		folder := filepath.Join(cache, "vouch", "compilers")
		if os.MkdirAll(folder, 0o755) == nil && outfile.Probe(folder) == nil {
			return folder, func() {}, nil
		}
	}
	folder, err = os.MkdirTemp("", "vouch-compilers-")
	return folder, func() { os.RemoveAll(folder) }, err
}
