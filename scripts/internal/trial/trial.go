// Package trial gets the sources of programs of others, runs commands on them, and writes what it found into a page:
// for scripts that try vouch.
package trial

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Begin makes the folder of a trial, which is the one with this name in the user's cache if work is empty, and makes
// its path and those of files absolute.
func Begin(work *string, name string, files ...*string) error {
	if *work == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return err
		}
		*work = filepath.Join(cache, name)
	}
	for _, path := range append(files, work) {
		var err error
		if *path, err = filepath.Abs(*path); err != nil {
			return err
		}
	}
	return os.MkdirAll(*work, 0o755)
}

// Source gets the sources of a package of Debian and unpacks them into the folder NAME/src of a folder. It has a list
// of sources and a state of its own there, so that those of the machine stay as they are. Each of its commands may take
// as long as the limit says.
func Source(work, name, suite string, limit time.Duration) error {
	sources := filepath.Join(work, "sources.list")
	apt := func(folder string, words ...string) error {
		_, notes, _, err := Command(folder, limit, nil, "apt-get",
			append([]string{"-o", "Dir::Etc::sourcelist=" + sources, "-o", "Dir::Etc::sourceparts=/dev/null",
				"-o", "Dir::State::lists=" + filepath.Join(work, "lists"), "-o",
				"Dir::Cache=" + filepath.Join(work, "cache")}, words...)...)
		if err != nil {
			return fmt.Errorf("apt-get %s: %w: %s", words[0], err, End(notes))
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Join(work, "lists", "partial"), 0o755); err != nil {
		return err
	}
	if _, err := os.Stat(sources); err != nil {
		text := "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian " +
			suite + " main\n"
		if err := os.WriteFile(sources, []byte(text), 0o644); err != nil {
			return err
		}
		if err := apt(work, "update"); err != nil {
			os.Remove(sources)
			return err
		}
	}
	folder := filepath.Join(work, name)
	if err := errors.Join(os.RemoveAll(folder), os.MkdirAll(folder, 0o755)); err != nil {
		return err
	}
	if err := apt(folder, "source", "--download-only", name); err != nil {
		return err
	}
	dsc, _ := filepath.Glob(filepath.Join(folder, "*.dsc"))
	if len(dsc) != 1 {
		return fmt.Errorf("found %d descriptions of a source package, want one", len(dsc))
	}
	if _, notes, _, err := Command(folder, limit, nil, "dpkg-source", "--no-check", "--skip-patches", "-x", dsc[0],
		"src"); err != nil {
		return fmt.Errorf("dpkg-source: %w: %s", err, End(notes))
	}
	return nil
}

// Used is what a command used of the machine.
type Used struct {
	CPU    time.Duration
	Memory int64 // the peak, in bytes
}

// Command runs a command in a folder, at low priority, with variables added to the environment, until a time has
// passed: then it ends with all that it started.
func Command(folder string, limit time.Duration, settings []string, name string, args ...string) (out, notes []byte,
	used Used, err error) {
	ctx, cancel := context.WithTimeoutCause(context.Background(), limit, fmt.Errorf("it takes longer than %s", limit))
	defer cancel()
	cmd := exec.CommandContext(ctx, "nice", append([]string{name}, args...)...)
	var stdout, stderr bytes.Buffer
	cmd.Env = append(os.Environ(), settings...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = folder, &stdout, &stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	err = cmd.Run()
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if p := cmd.ProcessState; p != nil {
		used.CPU = p.UserTime() + p.SystemTime()
		if usage, ok := p.SysUsage().(*syscall.Rusage); ok {
			used.Memory = usage.Maxrss << 10
		}
	}
	return stdout.Bytes(), stderr.Bytes(), used, err
}

// End returns the last line of a text.
func End(text []byte) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return lines[len(lines)-1]
}

// Write puts a table into a page, between the marks of the target of make that writes it.
func Write(page, target, table string) error {
	begins, ends := "<!-- the table of make "+target+" begins -->\n", "<!-- the table of make "+target+" ends -->\n"
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(text), begins)
	_, after, also := strings.Cut(rest, ends)
	if !ok || !also {
		return fmt.Errorf("%s: found no %q and %q around a table", page, begins, ends)
	}
	return os.WriteFile(page, []byte(before+begins+table+ends+after), 0o644)
}

// Cell returns a text as it stands in a cell of a table.
func Cell(text string) string {
	return strings.NewReplacer("|", "\\|", "<", "&lt;", "\n", " ").Replace(text)
}
