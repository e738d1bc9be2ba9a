package native

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// This file defines the confinement by the namespaces of Linux. The process that is started first is this program
// again, under another name. In its namespaces it mounts what the confined process may see, leaves everything else, and
// starts that process in a namespace of users in which it owns none of the mounts, so it can undo none of them.

// jailer is the name under which this program makes a jail.
const jailer = "vouch-jail"

// jail says what a confined process may see.
type jail struct {
	Writable, Folder string
	Empty            string // a folder that is empty, if it may be read
	Line, Readable   []string
}

// inside is the user in a jail, whoever it is outside.
const inside = 1000

// maxProcesses bounds how many processes a jail has, unless root owns it.
const maxProcesses = 256

func namespaced(j jail) (*exec.Cmd, error) {
	spec, err := json.Marshal(j)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("/proc/self/exe")
	cmd.Args = []string{jailer, string(spec)}
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS | syscall.CLONE_NEWPID | syscall.CLONE_NEWNET |
			syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
		Pdeathsig:   syscall.SIGKILL,
	}
	return cmd, nil
}

// Enter does the work of a jail if the process was started for that, and does not return then. A program calls it
// before anything else.
func Enter() {
	if len(os.Args) != 2 || os.Args[0] != jailer {
		return
	}
	runtime.LockOSThread()
	status, err := enter([]byte(os.Args[1]))
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", jailer, err)
		status = broken
	}
	os.Exit(status)
}

// broken is the exit status of a jail that could not be made.
const broken = 125

// enter makes the jail and runs the process in it. It returns that process's status, as a shell does.
func enter(spec []byte) (int, error) {
	var j jail
	if err := json.Unmarshal(spec, &j); err != nil {
		return 0, err
	}
	if err := j.mount(); err != nil {
		return 0, err
	}
	none := unix.Rlimit{}
	most := unix.Rlimit{Cur: maxProcesses, Max: maxProcesses}
	if err := errors.Join(unix.Setrlimit(unix.RLIMIT_CORE, &none), unix.Setrlimit(unix.RLIMIT_NPROC, &most),
		unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)); err != nil {
		return 0, err
	}
	cmd := exec.Command(j.Line[0], j.Line[1:]...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = j.Folder, os.Stdin, os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: inside, HostID: 0, Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: inside, HostID: 0, Size: 1}},
		Pdeathsig:   syscall.SIGKILL,
	}
	if _, ok := errors.AsType[*exec.ExitError](cmd.Run()); !ok && cmd.ProcessState == nil {
		return 0, errors.New("cannot start the process")
	}
	if w := cmd.ProcessState.Sys().(syscall.WaitStatus); w.Signaled() {
		return 128 + int(w.Signal()), nil
	}
	return cmd.ProcessState.ExitCode(), nil
}

// mount makes the files of the jail the only ones.
func (j jail) mount() error {
	const root = "/tmp" // a file system of our own hides what was there; nobody else sees that
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("mount /: %w", err)
	}
	type tree struct {
		name string
		fd   int
	}
	var held []tree // what is hidden below is opened first
	open := func(name string) error {
		fd, err := unix.OpenTree(unix.AT_FDCWD, name, unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_RECURSIVE)
		if err == nil {
			held = append(held, tree{name, fd})
		}
		return err
	}
	links := map[string]string{}
	devices := []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}
	for _, name := range append(devices, j.Readable...) {
		if to, err := os.Readlink(name); err == nil {
			links[name] = to
			continue
		}
		if err := open(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if err := open(j.Writable); err != nil {
		return fmt.Errorf("%s: %w", j.Writable, err)
	}
	if err := unix.Mount("tmpfs", root, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "size=1m,mode=755"); err != nil {
		return fmt.Errorf("mount tmpfs: %w", err)
	}
	for name, to := range links {
		if err := errors.Join(os.MkdirAll(filepath.Dir(root+name), 0o755), os.Symlink(to, root+name)); err != nil {
			return err
		}
	}
	for _, t := range held { // the folder to write into, which may lie in another one, comes last
		if info, err := os.Stat(root + j.Empty); t.name == j.Writable && err == nil && info.IsDir() {
			if err := unix.Mount("tmpfs", root+j.Empty, "tmpfs", unix.MS_RDONLY, "size=4k"); err != nil {
				return fmt.Errorf("mount tmpfs: %w", err)
			}
		}
		if err := attach(t.fd, root+t.name, t.name == j.Writable); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
	}
	if err := os.MkdirAll(root+"/proc", 0o755); err != nil {
		return err
	}
	if err := unix.Mount("proc", root+"/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, ""); err != nil {
		return fmt.Errorf("mount proc: %w", err)
	}
	if err := os.Chdir(root); err != nil {
		return err
	}
	if err := unix.PivotRoot(".", "."); err != nil {
		return fmt.Errorf("pivot_root: %w", err)
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return fmt.Errorf("leave the files outside: %w", err)
	}
	if err := os.Chdir("/"); err != nil {
		return err
	}
	return unix.MountSetattr(unix.AT_FDCWD, "/", 0, &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY})
}

// attach attaches what was opened, with everything that is mounted in it, at a place that it makes.
func attach(fd int, at string, writable bool) error {
	defer unix.Close(fd)
	var info unix.Stat_t
	if err := unix.Fstat(fd, &info); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		return err
	}
	attributes := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_RDONLY}
	if info.Mode&unix.S_IFMT == unix.S_IFDIR {
		if err := os.MkdirAll(at, 0o755); err != nil {
			return err
		}
		attributes.Attr_set |= unix.MOUNT_ATTR_NODEV
	} else {
		if err := os.WriteFile(at, nil, 0o644); err != nil {
			return err
		}
		if info.Mode&unix.S_IFMT == unix.S_IFCHR {
			attributes.Attr_set &^= unix.MOUNT_ATTR_RDONLY
		}
	}
	if writable {
		attributes.Attr_set &^= unix.MOUNT_ATTR_RDONLY
	}
	if err := unix.MoveMount(fd, "", unix.AT_FDCWD, at, unix.MOVE_MOUNT_F_EMPTY_PATH); err != nil {
		return err
	}
	return unix.MountSetattr(unix.AT_FDCWD, at, unix.AT_RECURSIVE, &attributes)
}
