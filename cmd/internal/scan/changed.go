package scan

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// This file defines which functions changed since a commit of git, or call one that did.

// hunk is the head of a change in what git diff prints: its lines in the new text.
var hunk = regexp.MustCompile(`^@@ -\S+ \+(\d+)(?:,(\d+))? @@`)

// lineRange is a range of lines of a file, both ends included.
type lineRange struct{ from, to int }

// changes returns the lines that changed since a commit, by absolute names of files.
func changes(ctx context.Context, commit string) (map[string][]lineRange, error) {
	if strings.HasPrefix(commit, "-") {
		return nil, fmt.Errorf("--changed-since: found %q, want a commit", commit)
	}
	git := func(args ...string) ([]byte, error) {
		var stderr bytes.Buffer
		cmd := exec.CommandContext(ctx, "git", args...)
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if _, ran := errors.AsType[*exec.ExitError](err); ran {
			first, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
			err = errors.New(first)
		}
		if err != nil {
			return nil, fmt.Errorf("--changed-since %s: git: %w", commit, err)
		}
		return out, nil
	}
	top, err := git("rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	diff, err := git("diff", "--no-color", "--no-ext-diff", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/",
		"-U0", commit, "--")
	if err != nil {
		return nil, err
	}
	changed := map[string][]lineRange{}
	file := ""
	lines := bufio.NewScanner(bytes.NewReader(diff))
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		line := lines.Text()
		if name, ok := strings.CutPrefix(line, "+++ b/"); ok {
			file = filepath.Join(strings.TrimSpace(string(top)), name)
		} else if m := hunk.FindStringSubmatch(line); m != nil && file != "" {
			from, _ := strconv.Atoi(m[1])
			n := 1
			if m[2] != "" {
				n, _ = strconv.Atoi(m[2])
			}
			changed[file] = append(changed[file], lineRange{from, from + max(n, 1) - 1})
		}
	}
	return changed, lines.Err()
}

// since returns the functions that changed since a commit, and those that call one of these, by whatever calls. A
// change outside of all functions of a file in C is one of all its functions, and one in a header outside of its
// functions is one of all that there are.
func since(ctx context.Context, commit string, all []*function) ([]*function, error) {
	changed, err := changes(ctx, commit)
	if err != nil {
		return nil, err
	}
	is := map[*function]bool{}
	files := map[string][]*function{}
	for _, f := range all {
		path, err := filepath.Abs(f.entry.Where.File)
		if err != nil {
			return nil, err
		}
		files[path] = append(files[path], f)
	}
	for path, ranges := range changed {
		list := slices.Clone(files[path])
		slices.SortStableFunc(list, func(a, b *function) int { return a.entry.Where.Pos.Line - b.entry.Where.Pos.Line })
		for _, r := range ranges {
			for i, f := range list {
				if f.entry.Where.Pos.Line <= r.to && (i+1 == len(list) || r.from < list[i+1].entry.Where.Pos.Line) {
					is[f] = true
				}
			}
			if len(list) > 0 && r.from >= list[0].entry.Where.Pos.Line {
				continue
			}
			outside := list
			if filepath.Ext(path) == ".h" {
				outside = all
			}
			for _, f := range outside {
				is[f] = true
			}
		}
	}
	callers := map[string][]*function{}
	for f, names := range mentions(all) {
		for _, name := range names {
			callers[name] = append(callers[name], f)
		}
	}
	for todo := slices.DeleteFunc(slices.Clone(all), func(f *function) bool { return !is[f] }); len(todo) > 0; {
		f := todo[0]
		todo = todo[1:]
		for _, caller := range callers[f.entry.Name] {
			if !is[caller] {
				is[caller] = true
				todo = append(todo, caller)
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(f *function) bool { return !is[f] }), nil
}
