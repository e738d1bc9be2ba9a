package tlog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// This file defines the lock under which one process at a time appends. The kernel drops it when the process dies; what
// the process had begun is then marked in the file still.

const lockPath = "lock"

type lock struct{ file *os.File }

// acquire takes the lock of a log. The kernel lets those who wait have it in turn, but cannot be told that one has
// ceased to wait: if ctx is done, what is taken later is let go at once.
func acquire(ctx context.Context, dir string) (*lock, error) {
	path := filepath.Join(dir, lockPath)
	// of what a link leads to nothing is overwritten
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW, 0o644)
	if err != nil {
		return nil, err
	}
	taken := make(chan error, 1)
	go func() {
		err := error(syscall.EINTR)
		for errors.Is(err, syscall.EINTR) {
			err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
		}
		taken <- err
	}()
	select {
	case err = <-taken:
	case <-ctx.Done():
		go func() {
			<-taken
			f.Close()
		}()
		return nil, fmt.Errorf("%s: found it held by another appender: %w", path, ctx.Err())
	}
	if err == nil && current(f, path) {
		return &lock{f}, nil
	}
	f.Close()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return acquire(ctx, dir)
}

// current reports whether the file is still the one at the path: another may have been put there, and locked by
// somebody else.
func current(f *os.File, path string) bool {
	a, err1 := f.Stat()
	b, err2 := os.Stat(path)
	return err1 == nil && err2 == nil && os.SameFile(a, b)
}

// begin marks that an appender is at work.
func (l *lock) begin() error {
	_, err := l.file.WriteAt([]byte("appending\n"), 0)
	return err
}

// begun reports whether the last appender did not come to its end.
func (l *lock) begun() (bool, error) {
	info, err := l.file.Stat()
	return err == nil && info.Size() > 0, err
}

// end takes the mark away.
func (l *lock) end() error { return l.file.Truncate(0) }

// release lets others have the lock.
func (l *lock) release() { l.file.Close() }
