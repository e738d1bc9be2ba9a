package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/programs"
	"vouch/cmd/internal/terminal"
	"vouch/internal/load"
)

// This file defines the flags of commands that read programs in C.

// cFlags are the flags that say how files make a C program, and what its inputs are.
type cFlags struct {
	load.C
	flags         *pflag.FlagSet
	entry, malloc string
	rand          string // "" for what the command has as its default
	check         string
	database      string
	args          string // the shape of the arguments; "" if there are none
	stdin, depth  string
	void          string
	undefined     string
	array, text   []string // NAME=N
	leaks         bool
	system        bool // whether to use the headers of the machine
	disk          bool // whether the program may use files
}

// define adds the flags to a command.
func (c *cFlags) define(cmd *cobra.Command) {
	c.flags = pflag.NewFlagSet("", pflag.ContinueOnError)
	flags := c.flags
	defer cmd.Flags().AddFlagSet(flags)
	flags.StringArrayVarP(&c.Include, "include-dir", "I", nil, "C: look for headers in `DIR`")
	flags.StringArrayVarP(&c.Define, "define", "D", nil,
		"C: define the macro `NAME[=VALUE]`, or FILE:NAME[=VALUE] for one file; in the name of FILE, put a backslash before : = ( and backslashes")
	flags.StringArrayVarP(&c.Undefine, "undefine", "U", nil, "C: undefine the macro `NAME`, or FILE:NAME for one file")
	flags.StringArrayVar(&c.Prelude, "include", nil, "C: include `FILE` before each file")
	flags.StringVar(&c.database, "compile-commands", "",
		"C: take -I, -D, -U and -include from the compilation database `FILE` (compile_commands.json, which vouch build writes); a folder then stands for the files in it that FILE lists, as one program. Without this flag, FILE is the one in the current folder or in build/ that lists all files, if there is one; none means none")
	flags.BoolVar(&c.system, "system-headers", false,
		"C: use the headers of this machine from the beginning; without this flag they are used if vouch's own lack something")
	flags.StringVar(&c.entry, "entry", "main",
		"C: begin with the `FUNCTION`; if it is not main, its arguments are inputs, made from the types of its parameters")
	flags.StringVar(&c.args, "args", "",
		"C: the arguments of main are inputs: `COUNTxBYTES`, such as 2x8 for two of up to eight bytes each")
	flags.StringVar(&c.stdin, "stdin", "",
		"C: standard input has at most `N` bytes; without this flag it may have any number")
	flags.StringArrayVar(&c.array, "array", nil,
		"C: the parameter NAME of --entry points to an array of N elements, not to one element; N may be the name of a parameter that says how many; of any number of them without =N: `NAME[=N]`")
	flags.StringArrayVar(&c.text, "string", nil,
		"C: the parameter NAME of --entry points to a string of up to N characters; of any number of them without =N: `NAME[=N]`")
	flags.StringVar(&c.undefined, "undefined", "refused",
		"C: a call of a function without a body is `HOW`: refused, any (it returns any value, and sets what its arguments lead to), or direct (only what they point to)")
	flags.StringVar(&c.void, "void-bytes", "",
		"C: pointers to void, and to types that are not complete, among the inputs of --entry point to up to `N` bytes (default 16)")
	flags.StringVar(&c.depth, "pointer-depth", "",
		"C: make inputs of --entry that are `N` pointers deep, as in a list; deeper pointers are null (default 2)")
	flags.StringVar(&c.malloc, "malloc", "succeeds",
		"C: malloc `HOW`: succeeds, or may-fail (inputs decide which calls fail)")
	flags.StringVar(&c.rand, "rand", c.rand,
		"C: rand and random return `NUMBERS`: any (they are inputs), or sequence (those of glibc)")
	flags.StringVar(&c.check, "check", "all",
		"C: look for the faults in this `LIST` of groups: all, or some of memory, alignment, pointers, overflow, uninitialised, calls, assertions, leaks")
	flags.BoolVar(&c.leaks, "leaks", false, "C: also look for memory leaks")
}

// files returns how to load a program.
func (c *cFlags) files() load.C {
	options := map[string]string{"entry": c.entry, "malloc": c.malloc, "rand": c.rand, "check": c.check,
		"undefined": c.undefined}
	if c.leaks {
		options["check"] += ",leaks"
	}
	if c.disk {
		options["disk"] = "yes"
	}
	lines := func(list []string) string { return strings.Join(list, "\n") }
	for name, value := range map[string]string{"args": c.args, "stdin": c.stdin, "array": lines(c.array),
		"string": lines(c.text), "void-bytes": c.void, "pointer-depth": c.depth} {
		if value != "" {
			options[name] = value
		}
	}
	c.Options = options
	return c.C
}

// look finds the headers of the machine, and reads the compilation database, which may name the main files. A flag for
// C is an error if no file is in C. A folder may have C files.
func (c *cFlags) look(args []string) (main []string, err error) {
	if !slices.ContainsFunc(args, mayBeC) {
		c.flags.VisitAll(func(f *pflag.Flag) {
			if err == nil && f.Changed {
				err = fmt.Errorf("--%s: found %s, want a file in C", f.Name, terminal.Shown(strings.Join(args, ", ")))
			}
		})
		if err != nil {
			return nil, err
		}
	}
	if c.system {
		if c.System, err = load.SystemHeaders(); err != nil {
			return nil, fmt.Errorf("--system-headers: %w", err)
		}
	}
	switch c.database {
	case "none":
		return args, nil
	case "":
		// no database lists it
		if slices.ContainsFunc(args, func(arg string) bool { return !load.Language(arg).Compiled }) {
			return args, nil
		}
		if main, err = c.Near(args); err != nil {
			return nil, &checkcmd.Hinted{Msg: err.Error(), Hint: "--compile-commands none takes no flags from there"}
		}
		return main, nil
	}
	return c.Database(c.database, args)
}

// words returns the option args for the arguments of a program; "" if there are none.
func words(args []string) string {
	if len(args) == 0 {
		return ""
	}
	longest := 0
	for _, a := range args {
		longest = max(longest, len(a))
	}
	return fmt.Sprintf("%dx%d", len(args), longest)
}

// mayBeC reports whether a file is in C, or a folder, which may have such files.
func mayBeC(arg string) bool {
	info, err := os.Stat(arg)
	return load.Language(arg).Compiled || err == nil && info.IsDir()
}

// open reads the program that files make. If the program has errors, it prints them, and returns an exit status as its
// error.
func (c *cFlags) open(cmd *cobra.Command, args ...string) (*load.Program, error) {
	args, err := c.look(args)
	if err != nil {
		return nil, err
	}
	file := checkcmd.Named(args[0])
	for _, arg := range args[1:] {
		file.With = append(file.With, checkcmd.Named(arg))
	}
	p, sources, err := programs.Open(cmd.Context(), file, c.files())
	if err != nil {
		return nil, programs.RefuseAll(cmd.ErrOrStderr(), file.Name, sources, err)
	}
	for _, e := range p.Core.Removed {
		fmt.Fprintln(cmd.ErrOrStderr(), terminal.Shown(fmt.Sprintf("%s:%s: warning: %s", e.File, e.Pos,
			load.Without(e))))
	}
	return p, nil
}

// written returns the given flags with the names that are wanted, as they are written.
func written(given *pflag.FlagSet, wanted func(name string) bool) []string {
	var flags []string
	given.Visit(func(f *pflag.Flag) {
		if !wanted(f.Name) {
			return
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			flags = append(flags, fmt.Sprintf("--%s=%s", f.Name, v))
		}
	})
	return flags
}
