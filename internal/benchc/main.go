// Command benchc measures `vouch run` on C programs beside valgrind and gcc's sanitizers, and prints a table in
// Markdown.
//
// It is for developers: `go run ./internal/benchc -vouch bin/vouch` in the root of the module. It needs gcc, and
// valgrind for its column. Times are CPU seconds, user and system, of all processes of a column; that of the sanitizers
// has the compilation in it, since vouch needs none. The time of valgrind is without it. Of several runs the least
// counts.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

var (
	vouch   = flag.String("vouch", "bin/vouch", "the command to measure")
	runs    = flag.Int("runs", 3, "how many runs, of which the least time counts")
	folder  = flag.String("programs", "internal/benchc/programs", "the folder of the programs")
	columns = []string{"program", "`vouch run`", "valgrind", "gcc's sanitizers, compiled", "vouch / valgrind",
		"vouch / sanitizers"}
)

func main() {
	flag.Parse()
	if err := bench(); err != nil {
		fmt.Fprintln(os.Stderr, "benchc:", err)
		os.Exit(1)
	}
}

func bench() error {
	dir, err := os.MkdirTemp("", "vouch-benchc-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	files, err := filepath.Glob(filepath.Join(*folder, "*.c"))
	if err != nil || len(files) == 0 {
		return errors.Join(err, fmt.Errorf("found no program in %s, want some", *folder))
	}
	fmt.Printf("| %s |\n|%s\n", strings.Join(columns, " | "), strings.Repeat(" --- |", len(columns)))
	for _, file := range files {
		if err := measure(dir, file); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

// measure prints the row of a program.
func measure(dir, file string) error {
	checked, plain := filepath.Join(dir, "checked"), filepath.Join(dir, "plain")
	if _, _, err := spend([]string{"gcc", "-O0", "-g", "-w", "-o", plain, file}); err != nil {
		return err
	}
	ours, want, err := least([]string{*vouch, "run", "--max-steps", "0", file})
	if err != nil {
		return err
	}
	grind, found, err := least([]string{"valgrind", "-q", "--error-exitcode=99", plain})
	if err != nil {
		return err
	}
	if !bytes.Equal(want, found) {
		return fmt.Errorf("found %q from vouch, want %q", want, found)
	}
	compile, _, err := least([]string{"gcc", "-O0", "-g", "-w", "-fsanitize=address,undefined", "-o", checked, file})
	if err != nil {
		return err
	}
	sanitized, _, err := least([]string{checked})
	if err != nil {
		return err
	}
	theirs := compile + sanitized
	fmt.Printf("| %s | %.0f ms | %.0f ms | %.0f ms | %.2f | %.2f |\n", strings.TrimSuffix(filepath.Base(file), ".c"),
		ms(ours), ms(grind), ms(theirs),
		ms(ours)/ms(grind), ms(ours)/ms(theirs))
	return nil
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// least runs a command several times and returns the least time that it takes, with what it writes.
func least(args []string) (time.Duration, []byte, error) {
	best, text := time.Duration(0), []byte(nil)
	for i := range max(1, *runs) {
		took, out, err := spend(args)
		if err != nil {
			return 0, nil, err
		}
		if i == 0 || took < best {
			best, text = took, out
		}
	}
	return best, text, nil
}

// spend runs a command and returns the CPU time that it takes, with what it writes.
func spend(args []string) (time.Duration, []byte, error) {
	cmd := exec.Command(args[0], args[1:]...)
	var out, told bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &told
	if err := cmd.Run(); err != nil {
		return 0, nil, fmt.Errorf("%s: %w: %s", strings.Join(args, " "), err, told.Bytes())
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), out.Bytes(), nil
}
