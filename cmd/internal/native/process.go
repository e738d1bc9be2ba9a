package native

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/kballard/go-shellquote"
)

// This file defines how compilers and untrusted programs are run: confined, with bounds on time, memory and output, and
// such that nothing of them stays behind.

// Limits bound and confine building and running.
type Limits struct {
	Confinement Confinement
	Time        time.Duration // of a run
	Build       time.Duration // of a compiler
	Memory      int           // of a run, in MiB
}

// DefaultLimits are enough for programs that stop at their bug.
var DefaultLimits = Limits{Time: 10 * time.Second, Build: time.Minute, Memory: 2048}

// maxSaid bounds how much of a process's output is kept, in bytes.
const maxSaid = 1 << 20

// ended is how a process ended.
type ended struct {
	said   string // its standard error
	status int    // its exit status; -1 if a signal ended it
	signal syscall.Signal
	late   bool // its time was over, so it was killed
}

// tooLarge reports whether a sanitizer ended the process because it took too much memory.
func (e ended) tooLarge() bool { return strings.Contains(e.said, "hard rss limit exhausted") }

// violates reports whether the generated file ended the process because an assumption does not hold.
func (e ended) violates() bool { return strings.Contains(e.said, "vouch: an assumption is violated") }

// asksForMore reports whether it did so because there are no more inputs.
func (e ended) asksForMore() bool {
	return strings.Contains(e.said, "vouch: the program asks for more inputs")
}

// process is a command with its bounds.
type process struct {
	folder string     // the folder in which it runs
	before [][]string // commands that run before, each if the one before it ends well
	line   []string
	env    []string
	stdin  []byte
	time   time.Duration
	memory int // MiB of addresses; 0 for any
	// whether a signal ends it when it has taken its time of the processor; a clock gives it more
	watched bool

	confinement Confinement
	writable    string // the folder into which it may write
}

// start runs the process until it ends, its time is over, or ctx ends. It returns an error if it could not start the
// process, and otherwise that of ctx.
func (p process) start(ctx context.Context) (ended, error) {
	seconds, clock, soft := int(p.time.Seconds())+1, p.time, ""
	if p.watched {
		clock, soft = 4*p.time+5*time.Second, fmt.Sprintf("ulimit -S -t %d && ", max(int(p.time.Seconds()), 1))
		seconds += 5 // to say where it is
	}
	timed, stop := context.WithTimeout(ctx, clock)
	defer stop()
	// ulimit counts seconds, and blocks of 512 bytes.
	script := fmt.Sprintf("ulimit -c 0 && ulimit -t %d && %sulimit -f 524288 && ", seconds, soft)
	for _, line := range p.before {
		script += shellquote.Join(line...) + " && "
	}
	script += `exec "$@"`
	if p.memory > 0 {
		script = fmt.Sprintf("ulimit -v %d && ", p.memory<<10) + script
	}
	made, err := p.confinement.command(p.writable, p.folder, append([]string{"/bin/sh", "-c", script, "sh"}, p.line...),
		readableFor(p.line[0]))
	if err != nil {
		return ended{}, err
	}
	cmd := exec.CommandContext(timed, made.Path)
	cmd.Args, cmd.Dir, cmd.SysProcAttr = made.Args, made.Dir, made.SysProcAttr
	cmd.Env, cmd.Stdin = p.env, bytes.NewReader(p.stdin)
	if p.confinement != Unconfined { // the only folder for temporary files
		cmd.Env = append(p.env[:len(p.env):len(p.env)], "TMPDIR="+p.writable, "HOME="+p.writable)
	}
	var said firstBytes
	cmd.Stderr = &said
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid = true
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		return ended{}, err
	}
	err = cmd.Wait()
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // kill also what it has started
	if ctx.Err() != nil {
		return ended{}, ctx.Err()
	}
	e := ended{said: said.text.String(), late: timed.Err() != nil}
	if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok && !errors.Is(err, exec.ErrWaitDelay) &&
		!e.late && !errors.Is(err, syscall.EPIPE) {
		return e, err
	}
	e.status = cmd.ProcessState.ExitCode()
	if w, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		e.signal = w.Signal()
	} else if p.confinement != Unconfined && e.status > 128 && e.status < 128+65 {
		// the first process in a jail is none that a signal ends
		e.signal, e.status = syscall.Signal(e.status-128), -1
	}
	if p.confinement == Namespaces && e.status == broken && strings.HasPrefix(e.said, jailer+": ") {
		return e, errors.New(strings.TrimSpace(e.said))
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
