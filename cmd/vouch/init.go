package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/kballard/go-shellquote"
	"github.com/spf13/cobra"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/harness"
	"vouch/cmd/internal/outfile"
	"vouch/cmd/internal/programs"
	"vouch/cmd/internal/terminal"
	"vouch/internal/load"
	"vouch/semantics/source"
)

// This file defines `vouch init`.

func newInit() *cobra.Command {
	var function, out string
	var c load.C
	cmd := &cobra.Command{
		Use:   "init FILE --function NAME",
		Short: "Write the skeleton of a harness for a function in C",
		Long: `Write the skeleton of a harness for a function in C: a main that makes inputs from the types of the
parameters and calls the function. The harness includes FILE, so it can call static functions too. If FILE
has a function vouch_requires, the harness assumes what it says of the arguments. The harness works as it is.
Comments say what to fill in: how long arrays and texts are, what callers promise, and what the function
promises.

The harness is written beside FILE, as NAME_harness.c. A file that is there already is left alone.

vouch find --entry NAME needs no harness, and tries the same inputs. Write a harness if you have more to say
about the inputs, or about the result.

Exit status:
  0  the harness was written
  2  bad usage, bad input, a function that takes what no harness can make, or output that could not be written`,
		Example: `  vouch init list.c --function insert
  vouch find insert_harness.c
  vouch init src/list.c --function insert -I include -o tests/insert.c`,
		Args:              checkcmd.Exactly("FILE"),
		ValidArgsFunction: completePrograms,
		RunE: func(cmd *cobra.Command, args []string) error {
			file := args[0]
			switch {
			case !load.Language(file).Compiled:
				return fmt.Errorf("found %s, want a file in C", terminal.Shown(file))
			case function == "":
				return &checkcmd.Hinted{Msg: "--function: found no name, want that of the function to call",
					Hint: "for example: vouch init " + terminal.Shown(file) + " --function insert"}
			case function == "main":
				return &checkcmd.Hinted{Msg: "--function: found main, want another function",
					Hint: "vouch find begins with main itself; --args 2x8 and --stdin 64 make its inputs"}
			}
			if out == "" {
				out = filepath.Join(filepath.Dir(file), function+"_harness.c")
			}
			if _, err := os.Lstat(out); !errors.Is(err, fs.ErrNotExist) {
				return &checkcmd.Hinted{Msg: fmt.Sprintf("found a file %s already, want a name that is free",
					terminal.Shown(out)), Hint: "-o FILE writes to another one"}
			}
			if _, err := c.Near([]string{file}); err != nil {
				return err
			}
			c.Options = map[string]string{"entry": function}
			f := &harness.Function{}
			entry, sources, err := c.Entry(file)
			if err != nil {
				return programs.RefuseAll(cmd.ErrOrStderr(), file, sources, forInit(err))
			}
			f.Entry = entry
			if f.Source, err = relative(filepath.Dir(out), file); err != nil {
				return err
			}
			if strings.ContainsAny(f.Source, "\"\n\\") {
				return fmt.Errorf("found the name %s, want one without quotes and backslashes, which #include does not take",
					terminal.Shown(f.Source))
			}
			command := []string{"vouch", "find", out}
			for _, list := range []struct {
				flag   string
				values []string
			}{{"-I", c.Include}, {"-D", c.Define}, {"-U", c.Undefine}} {
				for _, v := range list.values {
					command = append(command, list.flag, v)
				}
			}
			f.Find = shellquote.Join(command...)
			text, err := f.Text()
			if err != nil {
				return fmt.Errorf("%s: %w", terminal.Shown(file), err)
			}
			if err := outfile.Write(out, text, 0o644); err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: written; fill in what its comments ask for, and run %s\n",
				terminal.Shown(out), terminal.Shown(f.Find))
			return err
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&function, "function", "", "call the function `NAME`")
	flags.StringVarP(&out, "output", "o", "",
		"write to `FILE`, which must not be there yet, in place of NAME_harness.c beside the file")
	flags.StringArrayVarP(&c.Include, "include-dir", "I", nil, "look for headers in `DIR`")
	flags.StringArrayVarP(&c.Define, "define", "D", nil, "define the macro `NAME[=VALUE]`")
	flags.StringArrayVarP(&c.Undefine, "undefine", "U", nil, "do not define the macro `NAME`")
	return cmd
}

// forInit returns errors with advice in the words of init.
func forInit(err error) error {
	if list, ok := errors.AsType[source.ErrorList](err); ok {
		for _, e := range list {
			e.Hint = strings.ReplaceAll(e.Hint, "--entry ", "--function ")
		}
	}
	return err
}

// relative returns the path of a file as it is from a folder.
func relative(dir, file string) (string, error) {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if file, err = filepath.Abs(file); err != nil {
		return "", err
	}
	path, err := filepath.Rel(absolute, file)
	return filepath.ToSlash(path), err
}
