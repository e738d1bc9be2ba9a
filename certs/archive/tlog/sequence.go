package tlog

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"sync"
	"time"

	"github.com/transparency-dev/tessera"
	"github.com/transparency-dev/tessera/storage/posix"
	"golang.org/x/mod/sumdb/note"
	"k8s.io/klog/v2"
)

// This file defines how entries are handed to Tessera, which writes bundles, tiles and its own state, each to a new
// file that is synced, renamed, and its folder synced.
//
// Checkpoints it does not write: it would sign what its state says, unverified; tell only its log when that fails; and
// have the process wait in ignorance. Its publisher is therefore put off forever, and has no key, except for the empty
// tree of a new log.

// sequence appends the entries as one batch, which is in the state as a whole or not at all, and calls publish with the
// index of the first. When it returns, nothing that could write is left running.
func sequence(ctx context.Context, dir string, signer note.Signer, entries [][]byte,
	publish func(first uint64) error) error {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx)) // a batch that was handed over is not left half done
	defer cancel()
	one.Lock()
	defer one.Unlock()
	silence()
	defer slog.SetLogLoggerLevel(slog.SetLogLoggerLevel(slog.LevelError)) // it also warns there, when a write fails
	appender, shutdown, err := start(ctx, dir, tessera.NewAppendOptions().
		WithCheckpointSigner(signer).
		WithBatching(uint(len(entries)), time.Hour). // the last entry sends it off
		WithCheckpointInterval(math.MaxInt64).
		WithCheckpointRepublishInterval(0).
		WithGarbageCollectionInterval(0)) // tidy does it
	if err != nil {
		return err
	}
	futures := make([]tessera.IndexFuture, len(entries))
	for i, e := range entries {
		futures[i] = appender.Add(ctx, tessera.NewEntry(e))
	}
	var first uint64
	for i, future := range futures {
		index, err := future()
		if err != nil {
			return fmt.Errorf("cannot write the entries: %w", err)
		}
		if i == 0 {
			first = index.Index
		}
		if index.Index != first+uint64(i) || index.IsDup {
			panic(fmt.Sprintf("tlog: entry %d of a batch at %d has the index %d", i, first, index.Index))
		}
	}
	if err := publish(first); err != nil {
		return err
	}
	return shutdown(ctx)
}

// one lets a process append to one of its logs at a time: how loud Tessera may be is a setting of the process.
var one sync.Mutex

// silence has Tessera's log written nowhere. By itself it goes to stderr.
var silence = sync.OnceFunc(func() { klog.SetLogger(klog.Logger{}) })

// start starts an appender. Tessera panics if it cannot lock its state.
func start(ctx context.Context, dir string, opts *tessera.AppendOptions) (
	appender *tessera.Appender, shutdown func(context.Context) error, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("cannot lock the log's state: %v", p)
		}
	}()
	driver, err := posix.New(ctx, posix.Config{Path: dir})
	if err != nil {
		return nil, nil, err
	}
	appender, shutdown, _, err = tessera.NewAppender(ctx, driver, opts)
	return appender, shutdown, err
}

// keyless has the name of a key, but does not sign.
type keyless struct{ note.Signer }

func (keyless) Sign([]byte) ([]byte, error) {
	return nil, errors.New("checkpoints are not signed here")
}
