package cluster

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"vouch/certs"
)

// This file defines the results that a cluster keeps: certificates, by the names of the searches that found them.
// Whoever can write there can put anything in their place, so who reads one has it checked.

// resultBucket is the name of the object store of results.
const resultBucket = "vouch-results"

// resultsKept is for how long a result is kept.
const resultsKept = 30 * 24 * time.Hour

// Results are the results that the cluster of a fleet keeps.
type Results struct{ *Fleet }

// String returns the word that stands for them.
func (Results) String() string { return "cluster" }

// open returns the store of results, and makes it if it is not there.
func (r Results) open(ctx context.Context) (o jetstream.ObjectStore, err error) {
	s, err := r.start(ctx)
	if err != nil {
		r.complain(err)
		return nil, err
	}
	if o, err = s.js.ObjectStore(ctx, resultBucket); err != nil {
		o, err = s.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: resultBucket, TTL: resultsKept,
			Storage: s.where})
	}
	return o, err
}

// Get returns the result that has a name, certs.MaxBytes at most. It waits as long as a request may take.
func (r Results) Get(ctx context.Context, name string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTime)
	defer cancel()
	o, err := r.open(ctx)
	if err != nil {
		return nil, err
	}
	return object(ctx, o, name, certs.MaxBytes)
}

// Put keeps a result by a name. It waits as long as a request may take, also if the search has come to its limit.
func (r Results) Put(ctx context.Context, name string, data []byte) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), requestTime)
	defer cancel()
	o, err := r.open(ctx)
	if err != nil {
		return err
	}
	_, err = o.PutBytes(ctx, name, data)
	return err
}

// results returns how many results are kept.
func results(ctx context.Context, js jetstream.JetStream) (n int, err error) {
	const names = "$O." + resultBucket + ".M."
	bucket, err := js.Stream(ctx, "OBJ_"+resultBucket)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	info, err := bucket.Info(ctx, jetstream.WithSubjectFilter(names+">"))
	if err != nil {
		return 0, err
	}
	return len(info.State.Subjects), nil
}
