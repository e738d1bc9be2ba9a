package native

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// This file defines how untrusted programs are run: with bounds on time, memory and output, without a network if the system can do that, and such
// that nothing of them stays behind.

// Limits bound building and running.
type Limits struct {
	Time   time.Duration // of a run
	Build  time.Duration // of a compiler
	Memory int           // of a run, in MiB
}

// DefaultLimits are enough for programs that stop at their bug.
var DefaultLimits = Limits{Time: 10 * time.Second, Build: time.Minute, Memory: 2048}

// maxSaid bounds how much of a process's output is kept, in bytes.
const maxSaid = 1 << 20

// ended is how a process ended.
type ended struct {
	said    string // its standard error
	status  int    // its exit status; -1 if a signal ended it
	signal  syscall.Signal
	late    bool // its time was over, so it was killed
	network bool // it could use the network
}

// process is a command with its bounds.
type process struct {
	folder string // the folder in which it runs
	line   []string
	env    []string
	stdin  []byte
	time   time.Duration
	memory int  // MiB of addresses; 0 for any
	alone  bool // whether it must not use the network
}

// start runs the process until it ends, its time is over, or ctx ends. It returns an error if it could not start the process, and otherwise that of
// ctx.
func (p process) start(ctx context.Context) (ended, error) {
	e, err := p.once(ctx, p.alone)
	if p.alone && errors.Is(err, errNoNamespace) {
		e, err = p.once(ctx, false)
		e.network = true
	}
	return e, err
}

// errNoNamespace is the error if the system cannot give a process a network of its own.
var errNoNamespace = errors.New("the system gives processes no network of their own")

func (p process) once(ctx context.Context, alone bool) (ended, error) {
	timed, stop := context.WithTimeout(ctx, p.time)
	defer stop()
	// ulimit counts seconds, and blocks of 512 bytes.
	script := fmt.Sprintf(`ulimit -c 0 && ulimit -t %d && ulimit -f 524288 && exec "$@"`, int(p.time.Seconds())+1)
	if p.memory > 0 {
		script = fmt.Sprintf("ulimit -v %d && ", p.memory<<10) + script
	}
	cmd := exec.CommandContext(timed, "/bin/sh", append([]string{"-c", script, "sh"}, p.line...)...)
	cmd.Dir, cmd.Env, cmd.Stdin = p.folder, p.env, bytes.NewReader(p.stdin)
	var said firstBytes
	cmd.Stderr = &said
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if alone {
		isolate(cmd.SysProcAttr)
	}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		if alone {
			return ended{}, errNoNamespace
		}
		return ended{}, err
	}
	err := cmd.Wait()
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // kill also what it has started
	if ctx.Err() != nil {
		return ended{}, ctx.Err()
	}
	e := ended{said: said.text.String(), late: timed.Err() != nil}
	if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok && !errors.Is(err, exec.ErrWaitDelay) && !e.late && !errors.Is(err, syscall.EPIPE) {
		return e, err
	}
	e.status = cmd.ProcessState.ExitCode()
	if w, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		e.signal = w.Signal()
	}
	return e, nil
}

// firstBytes keeps the first bytes that are written to it, and drops the others.
type firstBytes struct{ text bytes.Buffer }

func (f *firstBytes) Write(data []byte) (int, error) {
	f.text.Write(data[:min(len(data), max(0, maxSaid-f.text.Len()))])
	return len(data), nil
}

// variables are the environment variables that compilers need.
func variables() []string {
	env := []string{"LC_ALL=C"}
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}
