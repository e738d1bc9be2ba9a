package tlog

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"syscall"

	"github.com/transparency-dev/tessera/api/layout"
)

// This file defines what is removed from the folder, and how a file in it is replaced.

// levels is how many levels of tiles a log can have.
const levels = 64 / layout.TileHeight

// clear makes room for the log to grow to size. It removes full tiles that start at the log's very end: an appender who
// failed left them, and the next would take their hashes for its own. And it removes what is in the place of the
// bundles to be written, or fails: Tessera does not notice that it cannot replace a folder.
func (l *Log) clear(size uint64) error {
	var names []string
	for level := range uint64(levels) {
		if n := l.size >> (level * layout.TileHeight); n%perTile == 0 {
			names = append(names, layout.TilePath(level, n/perTile, 0))
		}
	}
	grown := &Log{size: size}
	for index := l.size / perTile; index <= (size-1)/perTile; index++ {
		names = append(names, layout.EntriesPath(index, uint8(grown.width(0, index))))
	}
	for _, name := range names {
		if err := os.Remove(filepath.Join(l.dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// tidy removes the partial forms of bundles and tiles that have become full since the log had old entries. Without
// that, a log that grows by single entries takes some hundred times the place.
func (l *Log) tidy(old uint64) error {
	for level := range uint64(levels) {
		shift := level*layout.TileHeight + layout.TileHeight
		for index := old >> shift; index < l.size>>shift; index++ {
			if err := os.RemoveAll(filepath.Join(l.dir, layout.TilePath(level, index, 0)+".p")); err != nil {
				return err
			}
			if level > 0 {
				continue
			}
			if err := os.RemoveAll(filepath.Join(l.dir, layout.EntriesPath(index, 0)+".p")); err != nil {
				return err
			}
		}
	}
	return nil
}

// temporary is how Tessera names a file that it has not renamed yet: the last name, and a random number. No name in the
// layout has four digits in a row.
var temporary = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(treeState|version|)[0-9]{4,}$`) })

// sweep removes what an appender left that died, or could not write.
func (l *Log) sweep() error {
	for _, sub := range []string{".state", "tile"} {
		err := filepath.WalkDir(filepath.Join(l.dir, sub), func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && temporary().MatchString(d.Name()) {
				err = os.Remove(path)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return l.tidy(0)
}

// replace puts a file in its place, in one step that lasts.
func replace(path string, data []byte) (err error) {
	temp := path + ".new" // the lock keeps it ours
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|syscall.O_NOFOLLOW, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		os.Remove(temp)
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// syncFolder makes the names in a folder last.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
