package native

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// This file defines the compilers: how to find them, and with which flags they build a program with sanitizers.

// Compiler is a compiler for C that the machine has.
type Compiler struct {
	Path    string
	Version string // its version, as it says
	clang   bool
	symbols string // the program that finds places for clang's sanitizers; "" if there is none
}

// Compilers are the compilers that Confirm uses. Either may be nil.
type Compilers struct {
	GCC, Clang *Compiler
}

// ErrNoCompiler is the error if the machine has no compiler.
var ErrNoCompiler = errors.New("found neither gcc nor clang, want a compiler for C with its sanitizers")

// target is the machine for which all programs are built: package c has its types and sizes.
const target = "x86_64"

// FindCompilers finds compilers by their names or paths. For an empty name it looks in the usual places. The error is
// ErrNoCompiler, or concerns a name that was given.
func FindCompilers(ctx context.Context, gcc, clang string) (c Compilers, err error) {
	if c.GCC, err = findCompiler(ctx, gcc, []string{"gcc"}, false); err != nil {
		return c, err
	}
	usual := []string{"clang"}
	debian, _ := filepath.Glob("/usr/lib/llvm-*/bin/clang")
	slices.SortFunc(debian, func(a, b string) int { return release(b) - release(a) })
	if c.Clang, err = findCompiler(ctx, clang, append(usual, debian...), true); err != nil {
		return c, err
	}
	if c.GCC == nil && c.Clang == nil {
		return c, ErrNoCompiler
	}
	return c, nil
}

// release returns the version number in the path of a compiler.
func release(name string) int {
	n, _ := strconv.Atoi(strings.TrimPrefix(filepath.Base(filepath.Dir(filepath.Dir(name))), "llvm-"))
	return n
}

// findCompiler returns a compiler that runs: the given one, or the first of the usual ones. It is an error if the given
// one does not run; without a given one it may return none.
func findCompiler(ctx context.Context, given string, usual []string, clang bool) (*Compiler, error) {
	if given == "none" {
		return nil, nil
	}
	if given != "" {
		usual = []string{given}
	}
	var last error
	for _, name := range usual {
		c, err := ask(ctx, name, clang)
		if err == nil {
			return c, nil
		}
		last = err
	}
	if given != "" {
		return nil, fmt.Errorf("%s: %w", given, last)
	}
	return nil, nil
}

// ask asks a compiler for its name and version.
func ask(ctx context.Context, name string, clang bool) (*Compiler, error) {
	at, err := exec.LookPath(name)
	if err != nil {
		if e, ok := errors.AsType[*exec.Error](err); ok {
			err = e.Err
		}
		return nil, err
	}
	if at, err = filepath.Abs(at); err != nil {
		return nil, err
	}
	ctx, stop := context.WithTimeout(ctx, 10*time.Second)
	defer stop()
	version, err := exec.CommandContext(ctx, at, "--version").Output()
	if err != nil {
		return nil, fmt.Errorf("--version: %w", err)
	}
	first, rest, _ := strings.Cut(string(version), "\n")
	_, machine, told := strings.Cut(rest, "Target: ") // clang says it there, and takes a while to start
	machine, _, _ = strings.Cut(machine, "\n")
	if !told {
		out, err := exec.CommandContext(ctx, at, "-dumpmachine").Output()
		if err != nil {
			return nil, fmt.Errorf("-dumpmachine: %w", err)
		}
		machine = string(out)
	}
	if m := strings.TrimSpace(machine); !strings.HasPrefix(m, target+"-") || !strings.Contains(m, "linux") {
		return nil, fmt.Errorf("found a compiler for %s, want one for Linux on %s", m, target)
	}
	c := &Compiler{Path: at, Version: strings.TrimSpace(first), clang: clang}
	if clang {
		real, err := filepath.EvalSymlinks(at)
		if err != nil {
			real = at
		}
		for _, name := range []string{filepath.Join(filepath.Dir(real), "llvm-symbolizer"), "llvm-symbolizer"} {
			if c.symbols == "" {
				c.symbols, _ = exec.LookPath(name)
			}
		}
	}
	return c, nil
}

// String returns the name and the version of the compiler.
func (c *Compiler) String() string {
	name := "gcc"
	if c.clang {
		name = "clang"
	}
	if n := number().FindString(strings.TrimSpace(parens().ReplaceAllString(c.Version, ""))); n != "" {
		return name + " " + n
	}
	return c.Version
}

var (
	number = pattern(`[0-9]+\.[0-9]+(\.[0-9]+)*`)
	parens = pattern(`\([^()]*\)`)
)

// build is a way to build a program: a compiler with sanitizers.
type build struct {
	*Compiler
	sanitizers []string
	without    []string // parts of these that are off
	run        []string // the options of the sanitizers, as NAME=VALUE
}

// The sanitizers, by what they look for.
const (
	memory    = "memory"
	address   = "address"
	undefined = "undefined"
)

// common are the flags of every build. They turn optimisation off, keep a place for every frame and a call for every
// call of a library function, and accept old programs.
var common = []string{"-std=gnu11", "-g", "-O0", "-w", "-fno-omit-frame-pointer", "-fno-builtin",
	"-fno-stack-protector", "-fno-common",
	"-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int", "-Wno-error=int-conversion",
	"-Wno-error=incompatible-pointer-types",
	"-Wno-error=return-type"}

// commands returns the commands that build the program, for the folder with its files. The generated file is compiled
// on its own, because the program's flags are not meant for it; and so is a file with macros of its own.
func (b build) commands(r *Reproduction, out string) [][]string {
	all := b.flags(r)
	commands := [][]string{b.inputs(out)}
	program := append(slices.Clone(all), "-o", out)
	for i := range r.main {
		name, own := r.unit(i)
		if own != nil {
			part := fmt.Sprintf("%s.%d.o", out, i+1)
			commands = append(commands, slices.Concat(all, own, []string{"-c", name, "-o", part}))
			name = part
		}
		program = append(program, name)
	}
	return append(commands, append(program, r.linked(out)...))
}

// sanitized returns the flags for every file.
func (b build) sanitized() []string {
	all := append(slices.Clone(common), "-fsanitize="+strings.Join(b.sanitizers, ","))
	if len(b.without) > 0 {
		all = append(all, "-fno-sanitize="+strings.Join(b.without, ","))
	}
	return all
}

// flags returns the flags for the program's files.
func (b build) flags(r *Reproduction) []string {
	all := append(b.sanitized(), r.flags...)
	if b.clang { // vouch reads programs as gcc does
		all = append(all, "-U__clang__")
	}
	if r.mark != "" {
		all = append(all, "-include", "../"+marksName)
	}
	return all
}

// inputs returns the command that compiles the generated file.
func (b build) inputs(out string) []string {
	return append(b.sanitized(), "-c", "../"+inputsName, "-o", out+".inputs.o")
}

// unit returns the i-th translation unit of the program, and its own flags.
func (r *Reproduction) unit(i int) (name string, own []string) {
	name = path.Clean(r.main[i])
	own = r.own[name]
	if r.entry != nil && name == r.entry.include {
		return "../" + entryName, own
	}
	return noFlag(r.main[i]), own
}

// linked returns what the linker gets beside the program's files.
func (r *Reproduction) linked(out string) []string {
	list := []string{out + ".inputs.o"}
	for _, name := range r.wraps {
		list = append(list, "-Wl,--wrap="+name)
	}
	return append(list, "-lm")
}

// noFlag returns a path that leads to the same file, and that a compiler takes neither for a flag nor for a file with
// flags.
func noFlag(name string) string {
	if strings.HasPrefix(name, "-") || strings.HasPrefix(name, "@") {
		return "./" + name
	}
	return name
}

// environment returns the environment variables for the sanitizers, which share most options.
func (b build) environment() []string {
	options := append([]string{"symbolize=1", "color=never", "print_stacktrace=1", "handle_abort=1", "handle_sigill=1",
		"handle_sigfpe=1",
		"detect_stack_use_after_return=1", "allocator_may_return_null=1", "max_allocation_size_mb=4095", "exitcode=86",
		"strict_string_checks=0"}, b.run...)
	if b.clang && b.symbols != "" {
		options = append(options, "external_symbolizer_path="+b.symbols)
	}
	value := strings.Join(options, ":")
	if b.sanitizers[0] == memory {
		return []string{"MSAN_OPTIONS=" + value}
	}
	return []string{"ASAN_OPTIONS=" + value, "UBSAN_OPTIONS=" + value, "LSAN_OPTIONS=" + value}
}
