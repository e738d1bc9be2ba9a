// Command hostile measures what vouch-check takes to refuse, or accept, certificates that were made to cost it much,
// and what vouch find takes for programs that were made so.
//
// It is for developers: `go run ./internal/hostile` in the root of the module, which `make hostile` does. It fails
// where checking took more than SECURITY.md promises at the default limits, or where a search did not heed its limits.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"
)

// What SECURITY.md promises of vouch-check at its default limits, on any input.
const (
	maxCPU    = 60 * time.Second
	maxMemory = 1 << 30 // bytes of the largest resident set
)

// The limits of a search, and what it may take beyond them.
const (
	searchTime   = 5 * time.Second
	searchMemory = 500_000_000 // bytes
	moreTime     = 2 * time.Second
	moreMemory   = searchMemory / 10 * 3
)

// texts are the programs that are both checked and searched.
var texts = slices.Concat(written, running)

// all are the attacks: by programs in IMP and in C, and by texts.
var all = func() []attack {
	list := slices.Concat(attacks, cAttacks, optionAttacks)
	for i := range texts {
		t := &texts[i]
		list = append(list, attack{"text: " + t.title, t.certificate})
	}
	return list
}()

// patience is the time after which an attack has won. It is much more than what is promised of processor time, for
// machines that have other work.
const patience = 20 * time.Minute

// textOf returns the text of the attack with an index in all; nil if it has none.
func textOf(i int) *text {
	if i -= len(all) - len(texts); i >= 0 {
		return &texts[i]
	}
	return nil
}

func main() {
	check := flag.String("check", "", "measure the command `FILE` instead of building vouch-check")
	find := flag.String("find", "", "measure the command `FILE` instead of building vouch")
	only := flag.String("only", "", "try only the attacks whose titles match the regular expression `RE`")
	keep := flag.String("keep", "", "write the certificates and texts into the folder `DIR`, and leave them there")
	skip := flag.String("skip", "", "with check or find: do not measure that")
	number := flag.Int("make", 0, "only write the certificate of attack `N` to standard output")
	write := flag.Bool("text", false, "with -make: write the text")
	flag.Parse()
	switch {
	case *number > 0 && *write:
		os.Stdout.WriteString(textOf(*number - 1).make())
		return
	case *number > 0:
		os.Stdout.Write(all[*number-1].make())
		return
	}
	if err := measure(commands{*check, *find, *skip}, *only, *keep); err != nil {
		fmt.Fprintln(os.Stderr, "hostile:", err)
		os.Exit(1)
	}
}

// commands are the files of the commands that are measured; "" for one that has to be built first.
type commands struct{ check, find, skip string }

// built builds what is wanted and not there.
func (c *commands) built(dir string) error {
	for _, b := range []struct {
		name, cgo string
		file      *string
	}{{"vouch-check", "0", &c.check}, {"vouch", "1", &c.find}} {
		if *b.file != "" || c.skip != "" && strings.HasSuffix(b.name, c.skip) || c.skip == "find" && b.name == "vouch" {
			continue
		}
		*b.file = filepath.Join(dir, b.name)
		build := exec.Command("go", "build", "-o", *b.file, "./cmd/"+b.name)
		build.Env = append(os.Environ(), "CGO_ENABLED="+b.cgo)
		if msg, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("%w\n%s", err, msg)
		}
	}
	return nil
}

// result is what an attack cost.
type result struct {
	size      int64 // bytes of the file
	cpu, wall time.Duration
	memory    int64 // bytes
	answer    string
	status    int // -1 if it was stopped
}

func measure(c commands, only, dir string) error {
	wanted, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "vouch-hostile-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	if err := c.built(temp); err != nil {
		return err
	}
	if dir == "" {
		dir = temp
	} else if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "\tbytes\tCPU s\ts\tMiB\t  attack: answer")
	var worst, search result
	var broken []error
	note := func(what, title string, r result, most *result, ok bool) {
		fmt.Fprintf(out, "%s\t%d\t%.1f\t%.1f\t%d\t  %s: %.120s\n", what, r.size, r.cpu.Seconds(), r.wall.Seconds(),
			r.memory>>20, title, r.answer)
		out.Flush()
		most.cpu, most.wall, most.memory = max(most.cpu, r.cpu), max(most.wall, r.wall), max(most.memory, r.memory)
		if !ok {
			broken = append(broken, fmt.Errorf("%s, %s: found %.1f s of CPU, %.1f s and %d MiB, and the status %d",
				what, title, r.cpu.Seconds(), r.wall.Seconds(), r.memory>>20, r.status))
		}
	}
	for i, a := range all {
		if !wanted.MatchString(a.title) {
			continue
		}
		if c.skip != "check" {
			r, err := run(filepath.Join(dir, fmt.Sprintf("%03d.cbor", i+1)), []string{"-make", fmt.Sprint(i + 1)},
				c.check)
			if err != nil {
				return fmt.Errorf("%s: %w", a.title, err)
			}
			note("check", a.title, r, &worst, r.cpu <= maxCPU && r.memory <= maxMemory && r.status >= 0 &&
				r.status <= 2)
		}
		if t := textOf(i); t != nil && c.skip != "find" {
			folder := filepath.Join(dir, fmt.Sprintf("%03d", i+1))
			if err := os.MkdirAll(folder, 0o755); err != nil {
				return err
			}
			r, err := run(filepath.Join(folder, "attack."+t.language), []string{"-text", "-make", fmt.Sprint(i + 1)},
				c.find, "find",
				"--timeout", searchTime.String(), "--memory", fmt.Sprint(searchMemory), "--out",
				filepath.Join(folder, "out"))
			if err != nil {
				return fmt.Errorf("%s: %w", a.title, err)
			}
			note("find", a.title, r, &search, r.wall <= searchTime+moreTime && r.memory <= searchMemory+moreMemory &&
				r.status >= 0 && r.status <= 4)
		}
	}
	fmt.Printf("worst: vouch-check %.1f s of CPU, %d MiB; vouch find %.1f s, %d MiB\n", worst.cpu.Seconds(),
		worst.memory>>20, search.wall.Seconds(), search.memory>>20)
	return errors.Join(broken...)
}

// run makes a file by this program with the given arguments, and measures a command on it. Another process makes it:
// what counts as the largest resident set of a process includes that of its parent when it began.
func run(file string, arguments []string, command string, words ...string) (result, error) {
	f, err := os.Create(file)
	if err != nil {
		return result{}, err
	}
	defer f.Close()
	self, err := os.Executable()
	if err != nil {
		return result{}, err
	}
	maker := exec.Command(self, arguments...)
	maker.Stdout, maker.Stderr = f, os.Stderr
	if err := maker.Run(); err != nil {
		return result{}, err
	}
	info, err := f.Stat()
	if err != nil {
		return result{}, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, command, append(words, file)...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	began := time.Now()
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		return result{}, err
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	r := result{
		size: info.Size(), cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), wall: time.Since(began),
		memory: usage.Maxrss << 10,
		status: cmd.ProcessState.ExitCode(),
	}
	r.answer, _, _ = strings.Cut(strings.TrimPrefix(stderr.String(), file+": "), "\n")
	switch {
	case ctx.Err() != nil:
		r.answer = "stopped"
	case r.answer == "":
		r.answer, _, _ = strings.Cut(strings.TrimSpace(stdout.String()), "\n")
	}
	return r, nil
}
