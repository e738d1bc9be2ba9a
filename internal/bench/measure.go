package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// This file defines how a command is measured: as a whole process, several times, with its answer compared with the
// right one.

// budgets are the words by which vouch says that a budget ran out.
var budgets = []string{"timeout", "max-states", "memory"}

// subject is a program with the verdict that is right.
type subject struct {
	family string
	size   int // 0 if it has none
	file   string
	want   string
}

// report is what find or vouch-check prints with --json.
type report struct {
	Verdict, Certificate, Ended, Error string
	Certified                          bool
	Bugs                               []struct{ Certificate string }
	Open                               struct{ Frontier int64 }
	Stats                              struct {
		States, Queries int64
		ElapsedMS       int64 `json:"elapsed_ms"`
	}
	Steps int64
}

// write writes the program of a subject into a file. A program in C begins with what it includes.
func (l *lab) write(s *subject, program string) error {
	language := "imp"
	if strings.HasPrefix(program, "#include") {
		language = "c"
	}
	s.file = filepath.Join(l.dir, fmt.Sprintf("%s-%d.%s", s.family, s.size, language))
	return os.WriteFile(s.file, []byte(program), 0o644)
}

// commands measures commands on a subject, and the check of each certificate that the first one writes.
func (l *lab) commands(ctx context.Context, s subject, commands ...string) error {
	for i, command := range commands {
		if command == run {
			if err := l.run(ctx, s); err != nil {
				return err
			}
			continue
		}
		certificate, err := l.find(ctx, s, command)
		if err != nil {
			return err
		}
		if i == 0 && certificate != "" {
			if err := l.check(ctx, s, certificate); err != nil {
				return err
			}
		}
	}
	return nil
}

// find measures find with the flags in command, under more environment variables, and returns the certificate's name.
func (l *lab) find(ctx context.Context, s subject, command string, env ...string) (certificate string, err error) {
	args := []string{"find", "--json", "--quiet", "--out", filepath.Join(l.dir, "evidence"), "--timeout",
		l.limit.String()}
	args = append(append(args, strings.Fields(command)[1:]...), s.file)
	r, out, err := l.measure(ctx, row{family: s.family, size: s.size, command: command}, env, vouch, args...)
	if err != nil || out == nil {
		return "", err
	}
	var rep report
	if err := json.Unmarshal(out, &rep); err != nil {
		return "", fmt.Errorf("%s of %s: found output %q: %w", command, s.file, out, err)
	}
	r.states, r.queries, r.frontier = rep.Stats.States, rep.Stats.Queries, rep.Open.Frontier
	r.elapsed = time.Duration(rep.Stats.ElapsedMS) * time.Millisecond
	r.verdict = rep.Verdict
	if certificate = rep.Certificate; len(rep.Bugs) > 0 {
		certificate = rep.Bugs[0].Certificate
	}
	if certificate != "" {
		info, err := os.Stat(certificate)
		if err != nil {
			return "", err
		}
		r.certificate = info.Size()
	} else if rep.Verdict == "bug" && !rep.Certified {
		r.verdict += " (no certificate)"
	}
	if rep.Verdict != s.want {
		if r.late = rep.Verdict == "unknown" && slices.Contains(budgets, rep.Ended); !r.late {
			l.wrong = append(l.wrong, fmt.Errorf("%s of %s-%d: found the verdict %s, want %s %s", command, s.family,
				s.size, rep.Verdict, s.want, rep.Error))
		}
	}
	return certificate, nil
}

// check measures vouch-check on a certificate, which must be valid.
func (l *lab) check(ctx context.Context, s subject, certificate string) error {
	r, out, err := l.measure(ctx, row{family: s.family, size: s.size, command: check}, nil, vouchCheck, "--json",
		certificate)
	if err != nil || out == nil {
		return err
	}
	var rep report
	if err := json.Unmarshal(out, &rep); err != nil {
		return fmt.Errorf("%s of %s: found output %q: %w", check, certificate, out, err)
	}
	r.verdict, r.steps = rep.Verdict, rep.Steps
	if rep.Verdict != "valid" {
		l.wrong = append(l.wrong, fmt.Errorf("%s of %s-%d: found the verdict %s, want valid", check, s.family, s.size,
			rep.Verdict))
	}
	return nil
}

// run measures a run of the program in which every input is 0.
func (l *lab) run(ctx context.Context, s subject) error {
	r, out, err := l.measure(ctx, row{family: s.family, size: s.size, command: run}, nil, vouch, "run", s.file)
	if err != nil || out == nil {
		return err
	}
	want := map[string]string{"bug": "fail", "safe": "halted"}[s.want]
	if r.verdict = want; !bytes.Contains(out, []byte(want)) {
		l.wrong = append(l.wrong, fmt.Errorf("%s of %s-%d: found %q, want one that says %s", run, s.family, s.size, out,
			want))
	}
	return nil
}

// gctrace makes a program of ours say what each collection of garbage leaves, and collected finds that.
const gctrace = "GODEBUG=gctrace=1"

var collected = regexp.MustCompile(`->(\d+) MB, `)

// measure runs a program of ours several times and appends a row. It returns the row, to be filled in, and the last
// output, which is nil if a run had to be stopped.
func (l *lab) measure(ctx context.Context, r row, env []string, name string, args ...string) (*row, []byte, error) {
	var out []byte
	var all time.Duration
	for len(r.wall) < l.runs && (len(r.wall) == 0 || all < l.spend) {
		// A command that watches the time itself ends before this limit.
		limited, cancel := context.WithTimeout(ctx, 3*max(l.limit, l.endless))
		cmd := exec.CommandContext(limited, filepath.Join(l.bin, name), args...)
		cmd.Env = append(os.Environ(), env...)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		began := time.Now()
		stdout, err := cmd.Output()
		wall := time.Since(began)
		stopped := limited.Err() != nil
		cancel()
		var exit *exec.ExitError
		switch {
		case ctx.Err() != nil:
			return nil, nil, ctx.Err()
		case stopped:
			stdout, r.late = nil, true
		case err != nil && (!errors.As(err, &exit) || len(stdout) == 0):
			return nil, nil, fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, &stderr)
		}
		usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
		out, all = stdout, all+wall
		r.wall = append(r.wall, wall)
		r.cpu = append(r.cpu, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
		r.peakKB = max(r.peakKB, int64(usage.Maxrss))
		if traces := collected.FindAllSubmatch(stderr.Bytes(), -1); traces != nil {
			r.liveMB, _ = strconv.ParseFloat(string(traces[len(traces)-1][1]), 64)
		}
		if r.late {
			break
		}
	}
	fmt.Fprintf(l.log, "%-14s %8d  %-12s %s\n", r.family, r.size, r.command, spread(r.wall))
	l.rows = append(l.rows, r)
	return &l.rows[len(l.rows)-1], out, nil
}
