package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/outfile"
)

// This file defines `vouch man`.

// manDate is the day that manual pages bear: that of the version, so that the same version has the same pages.
var manDate = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

func newMan() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write the manual pages into a folder",
		Long: `Write the manual pages, one for each command, into a folder, which is made if there is none.

Exit status: 0, or 2 if they could not be written.`,
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
	cmd.DisableAutoGenTag = true
	var page bytes.Buffer
	header := doc.GenManHeader{Title: "VOUCH", Section: "1", Source: "vouch " + checkcmd.Version, Manual: "vouch manual", Date: &manDate}
	if err := doc.GenMan(cmd, &header, &page); err != nil {
		return err
	}
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
	if err := outfile.Write(filepath.Join(dir, name), page.Bytes(), 0o644); err != nil {
		return err
	}
	for _, c := range cmd.Commands() {
		if !c.IsAvailableCommand() || c.IsAdditionalHelpTopicCommand() {
			continue
		}
		if err := writePages(c, dir); err != nil {
			return err
		}
	}
	return nil
}
