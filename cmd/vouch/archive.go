package main

import "github.com/spf13/cobra"

// This file defines `vouch archive`, which has the others of that name below it.

func newArchive() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "archive",
		Short: "Keep signed evidence in a log that nobody can alter unnoticed",
		Long: `Keep signed evidence in a log that nobody can alter unnoticed.

An archive is a folder. It holds certificates, and a transparency log whose entries are statements about
them. When you add a statement, you get a receipt: the log signs that it has the statement, where, and
since when. Several processes may add at once. What a receipt acknowledges is on disk.

The log says when something was seen. It does not say that it is true; vouch-check does.`,
		Example: `  vouch key generate log.key --type ed25519
  vouch archive init evidence.archive --key log.key --origin example.org/evidence
  vouch archive add evidence.archive evidence/ --key log.key --trust trust
  vouch archive list evidence.archive --fault assertion
  vouch archive verify evidence.archive --trust trust
  vouch archive export evidence.archive 3f9a1c22 -o bug.vouch`,
	}
	cmd.AddCommand(newArchiveInit(), newArchiveAdd(), newArchiveList(), newArchiveShow(), newArchiveVerify(),
		newArchiveExport(), newArchivePrune())
	return cmd
}
