// Command hostile measures what vouch-check takes to refuse, or accept, certificates that were made to cost it much.
//
// It is for developers: `go run ./internal/hostile` in the root of the module, which `make hostile` does. It fails where checking
// took more than SECURITY.md promises at the default limits.
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

// all are the attacks, by programs in IMP and in C.
var all = append(attacks, cAttacks...)

// patience is the time after which an attack has won.
const patience = 5 * time.Minute

func main() {
	check := flag.String("check", "", "measure the command `FILE` instead of building vouch-check")
	only := flag.String("only", "", "try only the attacks whose titles match the regular expression `RE`")
	keep := flag.String("keep", "", "write the certificates into the folder `DIR`, and leave them there")
	number := flag.Int("make", 0, "only write the certificate of attack `N` to standard output")
	flag.Parse()
	if *number > 0 {
		os.Stdout.Write(all[*number-1].make())
		return
	}
	if err := measure(*check, *only, *keep); err != nil {
		fmt.Fprintln(os.Stderr, "hostile:", err)
		os.Exit(1)
	}
}

// result is what an attack cost.
type result struct {
	title  string
	size   int64 // bytes of the certificate
	cpu    time.Duration
	memory int64 // bytes
	answer string
}

func measure(check, only, dir string) error {
	wanted, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "vouch-hostile-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	if check == "" {
		check = filepath.Join(temp, "vouch-check")
		build := exec.Command("go", "build", "-o", check, "./cmd/vouch-check")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if msg, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("%w\n%s", err, msg)
		}
	}
	if dir == "" {
		dir = temp
	} else if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "bytes\tCPU s\tMiB\t  attack: answer")
	var worst result
	var broken []error
	for i, a := range all {
		if !wanted.MatchString(a.title) {
			continue
		}
		r, err := a.measure(i+1, check, filepath.Join(dir, fmt.Sprintf("%02d.cbor", i+1)))
		if err != nil {
			return fmt.Errorf("%s: %w", a.title, err)
		}
		fmt.Fprintf(out, "%d\t%.1f\t%d\t  %s: %s\n", r.size, r.cpu.Seconds(), r.memory>>20, r.title, r.answer)
		out.Flush()
		worst.cpu, worst.memory = max(worst.cpu, r.cpu), max(worst.memory, r.memory)
		if r.cpu > maxCPU || r.memory > maxMemory {
			broken = append(broken, fmt.Errorf("%s: found %.1f s and %d MiB, want at most %.0f s and %d MiB",
				r.title, r.cpu.Seconds(), r.memory>>20, maxCPU.Seconds(), maxMemory>>20))
		}
	}
	fmt.Printf("worst: %.1f s, %d MiB\n", worst.cpu.Seconds(), worst.memory>>20)
	return errors.Join(broken...)
}

// measure makes the certificate of an attack, the one of the given number, and has it checked. Another process makes it: what
// counts as the largest resident set of a process includes that of its parent when it began.
func (a attack) measure(number int, check, file string) (result, error) {
	f, err := os.Create(file)
	if err != nil {
		return result{}, err
	}
	defer f.Close()
	self, err := os.Executable()
	if err != nil {
		return result{}, err
	}
	maker := exec.Command(self, "-make", fmt.Sprint(number))
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
	cmd := exec.CommandContext(ctx, check, file)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	if exit := (*exec.ExitError)(nil); ctx.Err() == nil && err != nil && (!errors.As(err, &exit) || exit.ExitCode() > 2 || exit.ExitCode() < 0) {
		return result{}, fmt.Errorf("%w\n%.2000s", err, stderr.String())
	}
	answer := strings.TrimPrefix(stderr.String(), file+": ")
	switch {
	case ctx.Err() != nil:
		answer = "stopped"
	case answer == "":
		answer = "valid"
	}
	answer, _, _ = strings.Cut(answer, "\n")
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return result{
		title: a.title, size: info.Size(), answer: fmt.Sprintf("%.120s", answer),
		cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), memory: usage.Maxrss << 10,
	}, nil
}
