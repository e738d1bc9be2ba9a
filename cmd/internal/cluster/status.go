package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// This file defines what is said of a cluster.

// Status says what a cluster does.
type Status struct {
	Server      string    `json:"server"`
	Version     string    `json:"nats"`
	Waiting     int       `json:"waiting"`     // jobs that no worker has begun
	Running     int       `json:"running"`     // jobs that were begun
	Redelivered int       `json:"redelivered"` // of these, those that another worker has given up
	Answers     uint64    `json:"answers"`     // that are stored
	Results     int       `json:"results"`     // of find --cache cluster
	Bytes       uint64    `json:"bytes"`       // that all of it takes
	Workers     []Working `json:"workers"`
}

// Ask asks a cluster what it does. It makes nothing: a cluster that vouch has never used has no jobs and no workers.
func (a Access) Ask(ctx context.Context) (*Status, error) {
	conn, err := a.connect("vouch cluster status")
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	js, err := jetstream.New(conn, jetstream.WithDefaultTimeout(requestTime))
	if err != nil {
		return nil, err
	}
	st := &Status{Workers: []Working{}, Server: conn.ConnectedServerName(), Version: conn.ConnectedServerVersion()}
	jobs, err := js.Stream(ctx, jobStream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return st, nil
	}
	if err != nil {
		return nil, err
	}
	st.Bytes = jobs.CachedInfo().State.Bytes
	if c, err := jobs.Consumer(ctx, jobConsumer); err == nil {
		info := c.CachedInfo()
		st.Waiting, st.Running, st.Redelivered = int(info.NumPending), info.NumAckPending, info.NumRedelivered
	}
	if kv, err := js.KeyValue(ctx, answerBucket); err == nil {
		if s, err := kv.Status(ctx); err == nil {
			st.Answers, st.Bytes = s.Values(), st.Bytes+s.Bytes()
		}
	}
	for _, bucket := range []string{objectBucket, resultBucket} {
		if o, err := js.ObjectStore(ctx, bucket); err == nil {
			if s, err := o.Status(ctx); err == nil {
				st.Bytes += s.Size()
			}
		}
	}
	if st.Results, err = results(ctx, js); err != nil {
		return nil, err
	}
	kv, err := js.KeyValue(ctx, workerBucket)
	if err != nil {
		return st, nil
	}
	list, err := (&store{workers: kv}).roll(ctx)
	if err != nil {
		return nil, err
	}
	for _, data := range list {
		var w Working
		if json.Unmarshal(data, &w) == nil {
			st.Workers = append(st.Workers, w)
		}
	}
	slices.SortFunc(st.Workers, func(a, b Working) int { return strings.Compare(a.Name, b.Name) })
	return st, nil
}
