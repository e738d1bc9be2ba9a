// Command csmith compares vouch with gcc on random C programs, which the program csmith writes.
//
//	go run ./scripts/csmith -n 2000 -seed 1 -vouch bin/vouch
//
// Each program prints a checksum of its variables. A program that does not end natively within the limit is left out
// and counted, and so is one in which gcc's sanitizer sees undefined behaviour where vouch does. It ends with status 1
// if
// any output differs, or if vouch refuses a program; such programs are kept in the folder that -keep names. It needs
// csmith, libcsmith-dev and gcc.
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
	"strconv"
	"sync"
	"time"
)

// kinds are the flags of csmith that are tried in turn.
var kinds = [][]string{
	nil,
	{"--packed-struct", "--bitfields", "--unions", "--volatiles"},
	{"--float"},
	{"--packed-struct", "--bitfields", "--inline-function"},
	{"--max-funcs", "5"},
	{"--max-array-dim", "4", "--max-pointer-depth", "4", "--volatile-pointers"},
}

// verdict is how a comparison ends.
type verdict string

const (
	equal   verdict = "equal"
	wrong   verdict = "wrong"
	refused verdict = "refused"
	fault   verdict = "fault"
	tooLong verdict = "left out: the native program runs too long"
	broken  verdict = "left out: csmith or gcc fails"
	undef   verdict = "left out: gcc's sanitizer sees undefined behaviour too"
	slow    verdict = "too slow"
)

var (
	n       = flag.Int("n", 200, "how many programs")
	seed    = flag.Int("seed", 1, "the seed of the first program; the next one has the next seed")
	vouch   = flag.String("vouch", "bin/vouch", "the command to compare")
	include = flag.String("include", "/usr/include/csmith", "the folder of csmith.h")
	keep    = flag.String("keep", "", "the folder for programs that differ; none are kept without it")
	native  = flag.Duration("native", 2*time.Second, "how long the native program may run")
	limit   = flag.Duration("limit", 5*time.Minute, "how long vouch may run")
	jobs    = flag.Int("j", 2, "how many programs at once")
)

func main() {
	flag.Parse()
	dir, err := os.MkdirTemp("", "csmith")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	counts, began := map[verdict]int{}, time.Now()
	var mu sync.Mutex
	var group sync.WaitGroup
	next := make(chan int)
	for range *jobs {
		group.Go(func() {
			for s := range next {
				v, why := compare(dir, s)
				mu.Lock()
				counts[v]++
				if v == wrong || v == refused || v == fault || v == slow {
					fmt.Printf("seed %d %v: %s: %s\n", s, kinds[s%len(kinds)], v, why)
				}
				mu.Unlock()
			}
		})
	}
	for s := *seed; s < *seed+*n; s++ {
		next <- s
	}
	close(next)
	group.Wait()
	os.RemoveAll(dir)
	fmt.Printf("%d programs in %v: %v\n", *n, time.Since(began).Round(time.Second), counts)
	if counts[wrong]+counts[refused]+counts[fault]+counts[slow] > 0 || counts[equal] == 0 {
		os.Exit(1)
	}
}

// compare tries the program of a seed.
func compare(dir string, seed int) (verdict, string) {
	source := filepath.Join(dir, strconv.Itoa(seed)+".c")
	program := source + ".out"
	defer os.Remove(source)
	defer os.Remove(program)
	args := append([]string{"--seed", strconv.Itoa(seed), "--output", source}, kinds[seed%len(kinds)]...)
	if _, _, err := run(time.Minute, "csmith", args...); err != nil {
		return broken, err.Error()
	}
	if _, _, err := run(time.Minute, "gcc", "-std=gnu11", "-w", "-O0", "-I", *include, "-o", program, source); err !=
		nil {
		return broken, err.Error()
	}
	want, _, err := run(*native, program)
	if err != nil {
		return tooLong, err.Error()
	}
	found, told, err := run(*limit, *vouch, "run", "--max-steps", "0", "-I", *include, source)
	v := equal
	switch status, ended := errors.AsType[*exec.ExitError](err); {
	case ended && status.ExitCode() == 2:
		v = refused
	case ended && status.ExitCode() == 1:
		v = fault
	case err != nil:
		v = slow
	case !bytes.Equal(found, want):
		v, told = wrong, []byte(fmt.Sprintf("found %q, want %q", found, want))
	}
	if v == fault && undefined(source, program) {
		return undef, ""
	}
	if v != equal && *keep != "" {
		os.MkdirAll(*keep, 0o755)
		os.Rename(source, filepath.Join(*keep, filepath.Base(source)))
	}
	line, _, _ := bytes.Cut(told, []byte("\n"))
	return v, string(line)
}

// undefined reports whether a program that gcc builds with its sanitizer ends at undefined behaviour.
func undefined(source, program string) bool {
	_, _, err := run(time.Minute, "gcc", "-std=gnu11", "-w", "-O0", "-fsanitize=address,undefined,float-cast-overflow",
		"-fno-sanitize-recover=all", "-I", *include, "-o", program, source)
	if err != nil {
		return false
	}
	_, told, err := run(time.Minute, program)
	return err != nil && bytes.Contains(told, []byte("runtime error"))
}

// run runs a command and returns what it writes.
func run(limit time.Duration, name string, args ...string) (out, told []byte, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return stdout.Bytes(), stderr.Bytes(), err
}
