package native

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// This file defines how strangers' code is confined: which confinements there are, and what a confined process sees.

// Confinement is a way to confine the compilers and the program of a certificate.
type Confinement string

// The confinements. Both give a process namespaces of its own: no network, no other processes, no files but those of
// the system's compilers and libraries, read-only, and the temporary folder of the reproduction.
const (
	Bubblewrap Confinement = "bubblewrap" // by the program bwrap
	Namespaces Confinement = "namespaces" // by the system calls of Linux
	Unconfined Confinement = "none"       // because the user wants none
)

// ErrUnconfined is the error, wrapped, if the system has no confinement.
var ErrUnconfined = errors.New("found neither bubblewrap nor namespaces for users, want one to confine strangers' code")

// readable are the files and folders of the system that a confined process may read.
var readable = []string{"/usr", "/bin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/alternatives", "/etc/ld.so.cache",
	"/etc/ld.so.conf", "/etc/ld.so.conf.d"}

// emptied is a folder in there that is empty for a confined process: with each report a sanitizer would read what it
// says of the C library, which takes longer than everything else in a short run.
const emptied = "/usr/lib/debug"

// readableFor returns the readable files for a program, which may lie elsewhere, as in /opt/llvm/bin.
func readableFor(program string) []string {
	all := readable
	for _, name := range []string{program, resolved(program)} {
		if slices.ContainsFunc(readable, func(dir string) bool { return strings.HasPrefix(name, dir+"/") }) {
			continue
		}
		dir := filepath.Dir(name)
		if filepath.Base(dir) == "bin" && filepath.Dir(dir) != "/" {
			dir = filepath.Dir(dir)
		}
		if dir != "/" {
			all = append(all[:len(all):len(all)], dir)
		}
	}
	return all
}

func resolved(name string) string {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		return real
	}
	return name
}

// bubblewrap returns the command line of bwrap for a process that may write into one folder.
func bubblewrap(bwrap, writable, folder string, line []string, readable []string) []string {
	args := []string{bwrap, "--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts",
		"--die-with-parent", "--new-session",
		"--cap-drop", "ALL", "--proc", "/proc", "--dev", "/dev"}
	for _, name := range readable {
		if to, err := os.Readlink(name); err == nil {
			args = append(args, "--symlink", to, name)
		} else {
			args = append(args, "--ro-bind-try", name, name)
		}
	}
	if info, err := os.Stat(emptied); err == nil && info.IsDir() {
		args = append(args, "--tmpfs", emptied)
	}
	return append(append(args, "--bind", writable, writable, "--remount-ro", "/", "--chdir", folder, "--"), line...)
}

// Confine returns the best confinement that works on this machine. The error is ErrUnconfined.
func Confine() (Confinement, error) {
	for _, c := range []Confinement{Bubblewrap, Namespaces} {
		if c.works() {
			return c, nil
		}
	}
	return "", ErrUnconfined
}

// works tries a confinement on a program that does nothing.
func (c Confinement) works() bool {
	folder, err := os.MkdirTemp("", "vouch-confirm-*")
	if err != nil {
		return false
	}
	defer os.RemoveAll(folder)
	cmd, err := c.command(resolved(folder), resolved(folder), []string{"/bin/sh", "-c", "exit 0"}, readable)
	return err == nil && cmd.Run() == nil
}

// command returns the command that runs a line in a folder, confined to the files that are readable and those of the
// folder writable.
func (c Confinement) command(writable, folder string, line, readable []string) (*exec.Cmd, error) {
	switch c {
	case Bubblewrap:
		bwrap, err := exec.LookPath("bwrap")
		if err != nil {
			return nil, err
		}
		line = bubblewrap(bwrap, writable, folder, line, readable)
		return exec.Command(line[0], line[1:]...), nil
	case Namespaces:
		return namespaced(jail{Writable: writable, Folder: folder, Empty: emptied, Line: line,
			Readable: readable})
	}
	cmd := exec.Command(line[0], line[1:]...)
	cmd.Dir = folder
	return cmd, nil
}
