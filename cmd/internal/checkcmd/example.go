package checkcmd

import (
	"fmt"
	"regexp"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// This file defines examples of flags, which are shown to who used one in a wrong way.

// values has a right value for each flag that has no default to show.
var values = map[string]string{
	"args": "2x8", "array": "values=4", "at": "2026-01-31", "baseline": "vouch.baseline", "changed-since": "HEAD~1",
	"checkpoint": "checkpoint", "clang": "clang-18", "compile-commands": "compile_commands.json",
	"annotate": "noted.c", "coverage": "vouch.info", "date": "2026-01-31", "define": "DEBUG=1", "fault": "assertion",
	"file": "src/list.c", "format": "svg", "function": "insert", "gcc": "gcc-14", "harness": "harnesses",
	"include": "config.h", "include-dir": "include", "input": "inputs.json", "issuer": "https://example.org/ci",
	"jobs": "4", "journal": "long.journal", "junit": "tests.xml",
	"key": "ci.key", "lang": "c", "log": "example.org/evidence", "loop-limit": "20", "lowered": "list.core",
	"fuzz-seed": "7", "max-states": "100000", "hints": "witness.yml", "witness": "witness.yml", "seeds": "corpus",
	"seeds-out": "corpus", "memory": "2GiB", "origin": "example.org/evidence",
	"out": "evidence", "output": "result", "passphrase-fd": "0", "pointer-depth": "2", "profile": "cpu.pprof",
	"program": "list.c", "quorum": "2", "reason": "accepted",
	"sarif": "vouch.sarif", "save": "checkpoint", "since": "2026-01-31", "source": "list.c", "stdin": "64",
	"string": "name=8", "trust": "trust", "undefine": "NDEBUG", "void-bytes": "32",
	"timeout": "10m", "until": "2026-01-31", "workers": "4", "cluster": "nats://farm:4222", "creds": "vouch.creds",
	"metrics": "127.0.0.1:9464", "tls-ca": "ca.pem", "tls-cert": "vouch.pem", "tls-key": "vouch.key",
}

// Example returns a right use of a flag that takes a value; "" if none is known.
func Example(cmd *cobra.Command, f *pflag.Flag) string {
	value := f.DefValue
	switch {
	case f.Value.Type() == "bool":
		return ""
	case value == "" || value == "[]" || value == "0" || value == "0s" || value == "-1":
		if value = values[f.Name]; value == "" {
			return ""
		}
	case f.Value.Type() == "duration":
		value = "90s"
	}
	return fmt.Sprintf("%s --%s %s", cmd.CommandPath(), f.Name, value)
}

// instead returns advice with an example of a flag, and what else helps.
func instead(cmd *cobra.Command, f *pflag.Flag, help string) string {
	if e := Example(cmd, f); e != "" {
		return "for example: " + e + "; " + help
	}
	return help
}

// advice returns the hint below an error that has none of its own: an example, if a flag is wrong.
func advice(cmd *cobra.Command, err error) string {
	help := cmd.CommandPath() + " --help shows how to use it"
	if m := regexp.MustCompile(`^--([a-z-]+): `).FindStringSubmatch(err.Error()); m != nil {
		if f := cmd.Flags().Lookup(m[1]); f != nil {
			return instead(cmd, f, help)
		}
	}
	return help
}
