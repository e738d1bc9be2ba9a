package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/kept"
)

// This file defines `vouch cache`: the folders in which find and scan keep results.

func newCache() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cache",
		Short: "Look at the results that find and scan keep, and clean them up",
		Long: `Look at the folders in which vouch find --cache and vouch scan --cache keep results, and remove some of them.

No verdict rests on these folders. What vouch find takes from there is a certificate, which the checker
accepts again before the verdict is printed. What vouch scan takes from there is words; it runs the bugs
again and makes their certificates anew. So you may remove any file, or all of them: the next run takes longer.
What vouch find --cache cluster keeps is in no folder: it goes by itself after 30 days.`,
	}
	cmd.AddCommand(newCacheStats(), newCachePrune())
	return cmd
}

// keptIn returns the folders that the arguments name, or those of the user.
func keptIn(args []string) (dirs []string, err error) {
	for _, dir := range args {
		if info, err := os.Stat(dir); err != nil {
			return nil, fmt.Errorf("%s: %w", dir, checkcmd.Reason(err))
		} else if !info.IsDir() {
			return nil, fmt.Errorf("%s: found a file, want a folder", dir)
		}
	}
	if len(args) > 0 {
		return args, nil
	}
	for _, command := range kept.Commands {
		if dir := kept.Folder(kept.Own, command); dir != "" {
			dirs = append(dirs, dir)
		}
	}
	if len(dirs) == 0 {
		return nil, errors.New("found no folder for caches of this user, want the name of a folder")
	}
	return dirs, nil
}

func newCacheStats() *cobra.Command {
	return &cobra.Command{
		Use:   "stats [DIR]...",
		Short: "Say how many results are kept, and how much room they take",
		Long: `Print a line for each folder of kept results: how many they are, their size, and when the oldest was written.

Without a DIR, these are the folders of vouch find and of vouch scan in the user's folder for caches.

Exit status:
  0  the folders were read, or there are none yet
  2  bad usage, or a folder that cannot be read`,
		Example: `  vouch cache stats
  vouch cache stats .vouch-cache`,
		RunE: func(cmd *cobra.Command, args []string) error {
			dirs, err := keptIn(args)
			if err != nil {
				return err
			}
			for _, dir := range dirs {
				files, err := kept.Files(dir)
				if err != nil {
					return err
				}
				text := fmt.Sprintf("%s: %s, %s", dir, checkcmd.Count(int64(len(files)), "result"),
					humanize.IBytes(uint64(kept.Sum(files))))
				if len(files) > 0 {
					text += ", the oldest of " + files[0].Used.Format(time.DateOnly)
				}
				fmt.Fprintln(cmd.OutOrStdout(), text)
			}
			return nil
		},
	}
}

func newCachePrune() *cobra.Command {
	var days int
	var most string
	cmd := &cobra.Command{
		Use:   "prune [flags] [DIR]...",
		Short: "Remove old results",
		Long: `Remove kept results that are old, and the oldest of the others if they take too much room.

Without a DIR, prune looks at the folders of vouch find and of vouch scan in the user's folder for caches. It
removes nothing but results: files whose names vouch makes.

Exit status:
  0  everything was removed that had to go
  2  bad usage, or something could not be removed`,
		Example: `  # what is older than a month
  vouch cache prune

  # everything
  vouch cache prune --days 0

  # of a folder of a build server, all but the newest 100 MB
  vouch cache prune --keep 100MB .vouch-cache`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if days < 0 {
				return fmt.Errorf("--days: found %d, want 0 or more", days)
			}
			room, err := humanize.ParseBytes(most)
			if err != nil || room > math.MaxInt64 {
				return fmt.Errorf("--keep: found %.40q, want a size such as 1GiB or 100MB", most)
			}
			dirs, err := keptIn(args)
			if err != nil {
				return err
			}
			for _, dir := range dirs {
				files, err := kept.Files(dir)
				if err != nil {
					return err
				}
				old := kept.Superfluous(files, time.Now().AddDate(0, 0, -days), int64(room))
				for _, f := range old {
					if err := os.Remove(f.Name); err != nil && !errors.Is(err, fs.ErrNotExist) {
						return fmt.Errorf("%s: cannot remove %s: %w", dir, filepath.Base(f.Name), checkcmd.Reason(err))
					}
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s: removed %s, %s; kept %d\n", dir,
					checkcmd.Count(int64(len(old)), "result"), humanize.IBytes(uint64(kept.Sum(old))),
					len(files)-len(old))
			}
			return nil
		},
	}
	cmd.Flags().IntVar(&days, "days", 30, "remove results that were written more than `N` days ago; 0 means all")
	cmd.Flags().StringVar(&most, "keep", "1GiB", "keep `SIZE` of results of each folder at most, the newest")
	return cmd
}
