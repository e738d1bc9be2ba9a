package checkcmd

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"vouch/certs"
	"vouch/cmd/internal/output"
	"vouch/semantics/front"
)

// This file defines the version of the commands, and what else distinguishes builds.

// Version is the version of vouch and vouch-check.
const Version = "0.1.0"

// build is what tells a build of a command from others.
type build struct {
	Command   string   `json:"command"`
	Release   string   `json:"release"`
	Commit    *string  `json:"commit"`   // of the source; null if the build did not know it
	Modified  *bool    `json:"modified"` // whether the source differed from the commit; null the same
	Go        string   `json:"go"`
	Platform  string   `json:"platform"`
	Solvers   []string `json:"solvers,omitempty"`
	Format    uint64   `json:"certificate_format"`
	Semantics []string `json:"semantics"` // the languages that are lowered here, each with the version of its semantics
}

func buildOf(command string, ends front.Ends, solvers []string) build {
	b := build{
		Command: command, Release: Version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		Solvers: solvers, Format: certs.Version, Semantics: ends.Names(),
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				b.Commit = &s.Value
			case "vcs.modified":
				b.Modified = new(s.Value == "true")
			}
		}
	}
	return b
}

func (b build) String() string {
	commit := "not known"
	if b.Commit != nil {
		commit = *b.Commit
	}
	if b.Modified != nil && *b.Modified {
		commit += ", modified"
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s version %s\n", b.Command, b.Release)
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "  commit\t%s\n", commit)
	fmt.Fprintf(table, "  built by\t%s for %s\n", b.Go, b.Platform)
	if len(b.Solvers) > 0 {
		fmt.Fprintf(table, "  solvers\t%s\n", strings.Join(b.Solvers, ", "))
	}
	fmt.Fprintf(table, "  certificates\tformat %d\n", b.Format)
	fmt.Fprintf(table, "  semantics\t%s\n", strings.Join(b.Semantics, ", "))
	table.Flush()
	return text.String()
}

// Build describes this build of a command, in lines, with its front ends and the solvers that it can ask.
func Build(command string, ends front.Ends, solvers []string) string {
	return strings.TrimSuffix(buildOf(command, ends, solvers).String(), "\n")
}

// AddVersion gives a command of the given name the flag --version, and a command version below it. The front ends are
// those that it has, and the solvers those that it can ask.
func AddVersion(root *cobra.Command, ends front.Ends, solvers ...string) {
	root.Version = Version
	flag := root.Flags().VarPF(&versionFlag{set: func() {
		root.Version = strings.TrimSuffix(strings.TrimPrefix(buildOf(root.Name(), ends, solvers).String(),
			root.Name()+" version "), "\n")
	}}, "version", "v", "version for "+root.Name())
	flag.NoOptDefVal = "true"
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Show the version, and what this program was built from",
		Long: `Show the version, the commit of the source and whether the source was modified, the compiler, the platform,
the solvers, the version of the certificate format, and the languages with the versions of their semantics.

Exit status:
  0  the version was printed
  2  bad usage, or lost output`,
		Example: "  " + root.Name() + " version --json",
		Args:    Exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			b := buildOf(root.Name(), ends, solvers)
			if !asJSON {
				_, err := io.WriteString(cmd.OutOrStdout(), b.String())
				return err
			}
			return output.JSON(cmd.OutOrStdout(), b)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object, on one line")
	root.AddCommand(cmd)
}

// versionFlag is the flag --version, which finds out what to print when it is set.
type versionFlag struct {
	on  bool
	set func()
}

func (f *versionFlag) Set(value string) error {
	on, err := strconv.ParseBool(value)
	if f.on = on; on {
		f.set()
	}
	return err
}

func (f *versionFlag) String() string { return strconv.FormatBool(f.on) }

func (f *versionFlag) Type() string { return "bool" }
