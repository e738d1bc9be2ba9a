package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/outfile"
)

// This file defines `vouch man`. (The pages of cobra's package doc go through a reader of Markdown, which runs the
// tables of their texts together, and whose tables every command would have to make at its start.)

// manDate is the day that manual pages bear: that of the version, so that the same version has the same pages.
const manDate = "2026-11-21"

func newMan() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write the manual pages into a folder",
		Long: `Write the manual pages, one for each command, into a folder. If there is no such folder, man makes it.

Exit status:
  0  the pages were written
  2  the pages could not be written`,
		Example: `  vouch man man1 && man -l man1/vouch-find.1`,
		Args:    checkcmd.Exactly("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			return writePages(cmd.Root(), args[0])
		},
	}
}

// writePages writes the page of a command and those of its subcommands into a folder.
func writePages(cmd *cobra.Command, dir string) error {
	if err := outfile.Write(filepath.Join(dir, pageName(cmd)+".1"), []byte(page(cmd)), 0o644); err != nil {
		return err
	}
	for _, c := range pages(cmd) {
		if err := writePages(c, dir); err != nil {
			return err
		}
	}
	return nil
}

// pages returns the subcommands that have pages.
func pages(cmd *cobra.Command) []*cobra.Command {
	var list []*cobra.Command
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() && !c.IsAdditionalHelpTopicCommand() {
			list = append(list, c)
		}
	}
	return list
}

func pageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// page returns the manual page of a command, in the language of man(7).
func page(cmd *cobra.Command) string {
	cmd.InitDefaultHelpFlag()
	var b strings.Builder
	fmt.Fprintf(&b, ".TH \"%s\" \"1\" \"%s\" \"vouch %s\" \"vouch manual\"\n", strings.ToUpper(pageName(cmd)), manDate,
		checkcmd.Version)
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(pageName(cmd)), roff(cmd.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n\\fB%s\\fR\n", roff(cmd.UseLine()))
	b.WriteString(".SH DESCRIPTION\n")
	if cmd.Long == "" {
		paragraphs(&b, cmd.Short)
	}
	paragraphs(&b, cmd.Long)
	options(&b, "OPTIONS", cmd.NonInheritedFlags())
	options(&b, "OPTIONS OF ALL COMMANDS", cmd.InheritedFlags())
	if cmd.HasExample() {
		b.WriteString(".SH EXAMPLES\n")
		paragraphs(&b, cmd.Example)
	}
	var others []string
	if cmd.HasParent() {
		others = append(others, pageName(cmd.Parent()))
	}
	for _, c := range pages(cmd) {
		others = append(others, pageName(c))
	}
	if len(others) > 0 {
		for i, name := range others {
			others[i] = `\fB` + roff(name) + `\fR(1)`
		}
		b.WriteString(".SH SEE ALSO\n" + strings.Join(others, ",\n") + "\n")
	}
	return b.String()
}

// paragraphs writes a text, in which an empty line ends a paragraph, and lines that are indented stay as they are.
func paragraphs(b *strings.Builder, text string) {
	begun, kept := false, false
	for _, line := range strings.Split(strings.Trim(text, "\n"), "\n") {
		indented := strings.HasPrefix(line, " ")
		if kept && !indented {
			b.WriteString(".fi\n")
			kept = false
		}
		switch {
		case line == "":
			begun = false
			continue
		case !begun:
			b.WriteString(".PP\n")
			begun = true
		}
		if indented && !kept {
			b.WriteString(".nf\n")
			kept = true
		}
		b.WriteString(roff(line) + "\n")
	}
	if kept {
		b.WriteString(".fi\n")
	}
}

// options writes a section about flags, unless there are none.
func options(b *strings.Builder, title string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	b.WriteString(".SH " + title + "\n")
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Deprecated != "" {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		b.WriteString(".TP\n")
		if f.Shorthand != "" {
			fmt.Fprintf(b, `\fB\-%s\fR, `, f.Shorthand)
		}
		fmt.Fprintf(b, `\fB\-\-%s\fR`, roff(f.Name))
		if value != "" {
			fmt.Fprintf(b, ` \fI%s\fR`, roff(value))
		}
		b.WriteString("\n" + roff(usage))
		switch f.DefValue {
		case "", "false", "0", "0s", "[]":
		default:
			fmt.Fprintf(b, " (default %s)", roff(f.DefValue))
		}
		b.WriteString("\n")
	})
}

// roff returns a line so that man shows it as it is.
func roff(line string) string {
	line = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(line)
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		line = `\&` + line
	}
	return line
}
