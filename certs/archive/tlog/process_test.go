package tlog

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// This file defines the tests with several processes: some append at once, some are killed, some have no room to write.

// The processes that the test binary can be, named by an environment variable.
const role = "TLOG_TEST_PROCESS"

func TestMain(m *testing.M) {
	roles := map[string]func(t testing.TB, dir string){
		"concurrent": concurrent, "endless": endless, "limited": limited, "crowded": crowded,
	}
	if f, ok := roles[os.Getenv(role)]; ok {
		f(&process{}, os.Args[len(os.Args)-1])
		return
	}
	os.Exit(m.Run())
}

// process is the testing.TB of a process that is no test: it dies on failure.
type process struct{ testing.TB }

func (*process) Helper() {}

func (*process) Context() context.Context { return context.Background() }

func (*process) Fatal(args ...any) {
	fmt.Fprintln(os.Stderr, args...)
	os.Exit(1)
}

// command returns a process of the role.
func command(name, dir string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], dir)
	cmd.Env = append(os.Environ(), role+"="+name)
	return cmd
}

// concurrent appends 500 entries in batches of random sizes.
func concurrent(t testing.TB, dir string) {
	signer, v := key(t, origin, 1)
	fmt.Println("ready")
	bufio.NewReader(os.Stdin).ReadString('\n') // for the other one
	for left, batch := 500, 0; left > 0; batch++ {
		n := min(left, 1+rand.Intn(40))
		left -= n
		err := Append(t.Context(), dir, signer, v, func(*Log) ([][]byte, error) {
			entries := make([][]byte, n)
			for i := range entries {
				entries[i] = fmt.Appendf(nil, "%d %d %d %d", os.Getpid(), batch, n, i)
			}
			return entries, nil
		}, func(l *Log, first uint64) error {
			fmt.Println(first, os.Getpid(), batch, n)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestTwoProcesses(t *testing.T) {
	dir, _, _ := create(t)
	var cmds [2]*exec.Cmd
	var in [2]io.WriteCloser
	var out [2]*bufio.Reader
	var errs [2]bytes.Buffer
	for i := range cmds {
		cmds[i] = command("concurrent", dir)
		cmds[i].Stderr = &errs[i]
		var err1 error
		in[i], err1 = cmds[i].StdinPipe()
		pipe, err2 := cmds[i].StdoutPipe()
		out[i] = bufio.NewReader(pipe)
		if err := errors.Join(err1, err2, cmds[i].Start()); err != nil {
			t.Fatal(err)
		}
		out[i].ReadString('\n')
	}
	for _, w := range in {
		w.Close()
	}
	acknowledged := map[string]bool{}
	for i, cmd := range cmds {
		lines := bufio.NewScanner(out[i])
		for lines.Scan() {
			acknowledged[lines.Text()] = true
		}
		if err := cmd.Wait(); err != nil || errs[i].Len() > 0 {
			t.Fatalf("%v\n%s", err, &errs[i])
		}
	}
	entries := all(t, fsck(t, dir))
	if len(entries) != 1001 {
		t.Fatalf("found %d entries, want 1,001", len(entries))
	}
	changes, last := 0, "" // how often the processes take turns
	for at := 1; at < len(entries); {
		var pid, batch, n, first int
		if _, err := fmt.Sscan(string(entries[at]), &pid, &batch, &n, &first); err != nil {
			t.Fatal(err)
		}
		line := fmt.Sprint(at, pid, batch, n)
		if !acknowledged[line] {
			t.Errorf("found the batch %s, want one that was acknowledged", line)
		}
		delete(acknowledged, line)
		for i := range n {
			if want := fmt.Sprint(pid, batch, n, i); string(entries[at]) != want {
				t.Fatalf("entry %d: found %q, want %q", at, entries[at], want)
			}
			at++
		}
		if p := fmt.Sprint(pid); p != last {
			changes, last = changes+1, p
		}
	}
	if len(acknowledged) > 0 {
		t.Errorf("found no entries of %v, want them", acknowledged)
	}
	if changes < 10 {
		t.Errorf("found %d turns of the processes, want at least 10", changes)
	}
	t.Logf("%d turns", changes)
}

// endless appends and acknowledges until it is killed.
func endless(t testing.TB, dir string) {
	signer, v := key(t, origin, 1)
	fmt.Println("ready")
	for {
		n := 1 + rand.Intn(4)
		if rand.Intn(8) == 0 {
			n = 300
		}
		first, err := numbered(t.Context(), dir, signer, v, n, fmt.Sprint(os.Getpid()))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println(first, n, os.Getpid())
	}
}

// TestKilled kills an appender at 50 random points, or as many more as it takes on a slow machine to meet it within an
// append. What it acknowledged must be in the log, the log be good, and no entry twice: each is named by its index as
// the appender saw it.
func TestKilled(t *testing.T) {
	dir, signer, v := create(t)
	unpublished, marked := 0, 0
	type ack struct{ first, n, pid int }
	var acks []ack
	for kills := 0; kills < 50 || marked == 0; kills++ {
		cmd := command("endless", dir)
		var errs bytes.Buffer
		cmd.Stderr = &errs
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(stdout)
		lines.Scan() // ready
		time.AfterFunc(time.Duration(rand.Int63n(int64(1+kills/50)*int64(40*time.Millisecond))), func() {
			cmd.Process.Kill()
		})
		for lines.Scan() {
			var a ack
			if n, _ := fmt.Sscan(lines.Text(), &a.first, &a.n, &a.pid); n == 3 && a.pid == cmd.Process.Pid {
				acks = append(acks, a)
			}
		}
		if cmd.Wait(); errs.Len() > 0 || !cmd.ProcessState.Sys().(syscall.WaitStatus).Signaled() {
			t.Fatalf("found the appender to end by itself: %v\n%s", cmd.ProcessState, &errs)
		}

		l := fsck(t, dir)
		entries := all(t, l)
		for _, a := range acks {
			for i := a.first; i < a.first+a.n; i++ {
				if want := fmt.Sprintf("entry %d %d", i, a.pid); i >= len(entries) || string(entries[i]) != want {
					t.Fatalf("found no %q at its place, want it", want)
				}
			}
		}
		if n, err := l.written(); err != nil {
			t.Fatal(err)
		} else if n > l.size {
			unpublished++
		}
		if info, err := os.Stat(filepath.Join(dir, "lock")); err == nil && info.Size() > 0 {
			marked++
		}
	}
	if _, err := numbered(t.Context(), dir, signer, v, 1, "last"); err != nil {
		t.Fatal(err)
	}
	entries := all(t, fsck(t, dir))
	for i, e := range entries[1:] {
		if want := fmt.Sprintf("entry %d ", i+1); !strings.HasPrefix(string(e), want) {
			t.Fatalf("found %q at %d, want %q", e, i+1, want)
		}
	}
	if path := leftover(dir); path != "" {
		t.Errorf("found %s, want no temporary file", path)
	}
	t.Logf("%d entries, %d batches acknowledged; killed within an append: %d, of these before the checkpoint: %d",
		len(entries), len(acks), marked, unpublished)
}

// leftover returns a temporary file of a log, if there is one.
func leftover(dir string) (found string) {
	filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || temporary().MatchString(d.Name()) {
			found = path
		}
		return nil
	})
	return found
}

// limited creates a log, then appends to another, where no file may be longer than 20,000 bytes.
func limited(t testing.TB, dir string) {
	signal.Ignore(syscall.SIGXFSZ)
	limit := syscall.Rlimit{Cur: 20000, Max: 20000}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	signer, v := key(t, origin, 1)
	if err := Create(t.Context(), dir+".new", signer, nil); err != nil {
		t.Fatal(err)
	}
	_, err := numbered(t.Context(), dir, signer, v, 100, strings.Repeat("x", 300))
	fmt.Println(err, leftover(dir))
	_, err = numbered(t.Context(), dir, signer, v, 1, "")
	fmt.Println(err)
}

func TestFilesTooLarge(t *testing.T) {
	dir, _, _ := create(t)
	grow(t, dir, 9)
	out, err := command("limited", dir).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := strings.Split(string(out), "\n")
	if len(lines) != 3 || !strings.HasSuffix(lines[0], "file too large ") || lines[1] != "<nil>" {
		t.Errorf("found\n%s\nwant one line with the error of the first append, and none of the second", out)
	}
	if l := fsck(t, dir); l.size != 11 {
		t.Errorf("found %d entries, want 11", l.size)
	}
	grow(t, dir, 300)
	fsck(t, dir)
}

// crowded mounts a file system of 4 MB for itself, leaves ever more of it free, and appends until there is no room. It
// prints how often that failed, and how often with the entries written but not acknowledged.
func crowded(t testing.TB, dir string) {
	if err := syscall.Mount("none", dir, "tmpfs", 0, "size=4m"); err != nil {
		t.Fatal(err)
	}
	signer, v := key(t, origin, 1)
	dir = filepath.Join(dir, "log")
	if err := Create(t.Context(), dir, signer, nil); err != nil {
		t.Fatal(err)
	}
	filler := filepath.Join(filepath.Dir(dir), "filler")
	failed, unacknowledged := 0, 0
	for spare := range 20 {
		os.WriteFile(filler, make([]byte, 4<<20), 0o644)
		if info, err := os.Stat(filler); err != nil {
			t.Fatal(err)
		} else if err := os.Truncate(filler, max(0, info.Size()-int64(spare)*4096)); err != nil {
			t.Fatal(err)
		}
		size := fsck(t, dir).size
		for range 100 {
			first, err := numbered(t.Context(), dir, signer, v, 1, strings.Repeat("x", 200))
			if err != nil {
				if failed++; !strings.Contains(err.Error(), "no space left on device") {
					t.Fatal(err)
				}
				break
			}
			if first != size {
				t.Fatal("found the entry", first, "want", size)
			}
			size++
		}
		l := fsck(t, dir)
		if l.size != size {
			t.Fatal("found", l.size, "entries, want the acknowledged", size)
		}
		if n, err := l.written(); err != nil {
			t.Fatal(err)
		} else if n > size {
			unacknowledged++
		}
		if err := os.Remove(filler); err != nil {
			t.Fatal(err)
		}
		if _, err := numbered(t.Context(), dir, signer, v, 1, "room"); err != nil {
			t.Fatal(err)
		}
		fsck(t, dir)
	}
	fmt.Println(failed, unacknowledged)
}

// TestDiskFull runs where a user may mount; elsewhere TestFilesTooLarge is all there is.
func TestDiskFull(t *testing.T) {
	cmd := command("crowded", t.TempDir())
	id := func(own int) []syscall.SysProcIDMap {
		return []syscall.SysProcIDMap{{ContainerID: 0, HostID: own, Size: 1}}
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: id(os.Getuid()),
		GidMappings: id(os.Getgid()),
	}
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if _, exit := err.(*exec.ExitError); err != nil && !exit ||
		strings.Contains(errs.String(), "operation not permitted") {
		t.Logf("cannot mount: %v %s", err, &errs)
		return
	}
	if err != nil || errs.Len() > 0 {
		t.Fatalf("%v\n%s", err, &errs)
	}
	var failed, unacknowledged int
	fmt.Sscan(out.String(), &failed, &unacknowledged)
	if failed == 0 {
		t.Error("found every append to succeed, want some to fail")
	}
	t.Logf("%d appends failed, of these %d with the entry written", failed, unacknowledged)
}
