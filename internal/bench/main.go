// Command bench measures vouch and vouch-check as whole processes, on families of programs that grow.
//
// It is for developers: `go run ./internal/bench` in the root of the module, which `make bench` does.
// docs/performance.md says what is measured and how to read it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"time"
)

// This file defines the command: its flags, and the order in which it builds, measures and reports.

func main() {
	var (
		out    = flag.String("out", "bench", "write results.csv, tables.md and the plots into the folder `DIR`")
		update = flag.String("update", "", "put the tables into the Markdown `FILE` too, between its two markers")
		quick  = flag.Bool("quick", false, "measure for about two minutes: fewer runs, less time for each")
		only   = flag.String("families", "",
			"measure only the families whose names match the `REGEXP`, and nothing else")
	)
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	pattern, err := regexp.Compile(*only)
	if err == nil {
		err = bench(ctx, *out, *update, *quick, pattern)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(ctx context.Context, out, update string, quick bool, only *regexp.Regexp) error {
	if flag.NArg() > 0 {
		return fmt.Errorf("found argument %q, want flags only", flag.Arg(0))
	}
	dir, err := os.MkdirTemp("", "vouch-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	l := &lab{dir: dir, bin: filepath.Join(dir, "bin"), runs: 5, limit: 20 * time.Second, spend: 10 * time.Second,
		endless: time.Minute, only: only, log: os.Stderr}
	if quick {
		l.runs, l.limit, l.spend, l.endless = 3, 4*time.Second, 2*time.Second, 6*time.Second
	}
	build := exec.CommandContext(ctx, "make", "-s", "build", "BIN="+l.bin)
	build.Env = append(os.Environ(), "MAKEFLAGS=") // those of a make around this one are not for it
	if msg, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, msg)
	}
	machine := describeMachine()

	parts := []func(context.Context) error{l.start, l.families, l.examples, l.extras, l.thesis}
	if only.String() != "" {
		parts = parts[:2]
	}
	for _, measure := range parts {
		if err := measure(ctx); err != nil {
			return err
		}
	}
	text := l.tables(machine)
	fmt.Print(text)
	err = errors.Join(
		os.MkdirAll(out, 0o755),
		writeCSV(filepath.Join(out, "results.csv"), l.rows),
		os.WriteFile(filepath.Join(out, "tables.md"), []byte(text), 0o644),
		l.plots(out),
	)
	if err == nil && update != "" {
		err = updateFile(update, text)
	}
	return errors.Join(err, errors.Join(l.wrong...))
}

// families measures the families, each up to the first size that takes too long.
func (l *lab) families(ctx context.Context) error {
	for _, f := range families {
		if !l.only.MatchString(f.name) {
			continue
		}
		for _, size := range f.sizes {
			s := subject{family: f.name, size: size, want: f.want}
			if err := l.write(&s, f.make(size)); err != nil {
				return err
			}
			if err := l.commands(ctx, s, append([]string{find}, f.more...)...); err != nil {
				return err
			}
			if r, _ := l.row(f.name, size, find); r.late {
				break
			}
		}
	}
	return nil
}
