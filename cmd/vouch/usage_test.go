package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/kballard/go-shellquote"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vouch/cmd/internal/checkcmd"
)

// This file tests what is said of flags that are used in a wrong way.

// TestFlagErrors goes through all flags of all commands: an error names the flag, and shows an example that the command
// takes.
func TestFlagErrors(t *testing.T) {
	tried := 0
	try := func(path []string, f *pflag.Flag, args ...string) {
		cmd, _, err := newRoot().Find(path)
		if err != nil {
			t.Fatal(err)
		}
		err = cmd.ParseFlags(args)
		if err == nil {
			t.Errorf("%q %q: found no error", path, args)
			return
		}
		tried++
		e := checkcmd.FlagError(cmd, err)
		if !strings.HasPrefix(e.Msg, "--"+f.Name+": found ") || !strings.Contains(e.Msg, ", want ") {
			t.Errorf("%q %q: found the message %q", path, args, e.Msg)
		}
		example, _, ok := strings.Cut(strings.TrimPrefix(e.Hint, "for example: "), "; ")
		if f.Value.Type() == "bool" {
			return
		}
		words, err := shellquote.Split(example)
		if err != nil || !ok || !strings.HasPrefix(example, cmd.CommandPath()+" --"+f.Name+" ") {
			t.Errorf("%q %q: found the hint %q, want one with an example", path, args, e.Hint)
			return
		}
		cmd, rest, err := newRoot().Find(words[1:])
		if err == nil {
			err = cmd.ParseFlags(rest)
		}
		if err != nil {
			t.Errorf("%q: the example %q is wrong: %v", path, example, err)
		}
	}
	var walk func(path []string, cmd *cobra.Command)
	walk = func(path []string, cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			switch f.Value.Type() {
			case "bool":
				try(path, f, "--"+f.Name+"=maybe")
				return
			case "int", "int64", "uint", "duration":
				try(path, f, "--"+f.Name, "~")
			}
			try(path, f, "--"+f.Name)
		})
		for _, below := range cmd.Commands() {
			walk(append(path[:len(path):len(path)], below.Name()), below)
		}
	}
	walk(nil, newRoot())
	if tried < 200 {
		t.Errorf("found %d errors, want more", tried)
	}
}

// named says of a command whether it has a name.
func named(name string) func(*cobra.Command) bool {
	return func(c *cobra.Command) bool { return c.Name() == name }
}

// TestOneCommand establishes that a command that is named is the one that is made, and that man and help still know
// all.
func TestOneCommand(t *testing.T) {
	all := len(newRoot().Commands())
	for name := range commands() {
		made := newRoot(name, "file").Commands()
		switch {
		case name == "man":
			if len(made) != all {
				t.Errorf("man: found %d commands, want %d", len(made), all)
			}
		case len(made) != 2 || !slices.ContainsFunc(made, named(name)) || !slices.ContainsFunc(made, named("version")):
			t.Errorf("%s: found %d commands, want %[1]s and version", name, len(made))
		}
	}
	for _, args := range [][]string{nil, {"help", "find"}, {"--help"}, {"fnd"}, {"completion", "bash"},
		{"__complete", "f"}} {
		if made := newRoot(args...).Commands(); len(made) != all {
			t.Errorf("%q: found %d commands, want %d", args, len(made), all)
		}
	}
}
