package cluster

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"vouch/certs"
	"vouch/finder"
)

// This file defines what a cluster stores: a stream of jobs, answers by the digests of their jobs, programs by their
// digests, and who works.
//
// An answer follows from its job. So it is stored under the digest of the job alone, and serves every search that comes
// to the same job: one that was killed and begins again, and one on another machine.

// The names of what is stored.
const (
	jobStream    = "VOUCH-JOBS"
	jobConsumer  = "workers"
	answerBucket = "vouch-answers"
	objectBucket = "vouch-objects" // programs, projects, and answers that are too large for a message
	workerBucket = "vouch-workers"
	againHeader  = "Vouch-Again" // of a job that is to be done although there is an answer
)

// The bounds of what is stored, and for how long.
const (
	maxDeliver = 4              // workers who try at a job; the last one says that nobody can do it
	kept       = 24 * time.Hour // answers, programs, and jobs that nobody asks for any more
	alive      = 15 * time.Second
	maxInline  = 512 << 10 // bytes of a message that is not an object
	maxName    = 80        // bytes of the name of a worker
	maxJobs    = 1 << 16   // that wait
)

// requestTime is how long an answer of the server may take.
var requestTime = 10 * time.Second

// ackWait is after how long without a word of its worker a job is given to another one. A worker gives word four times
// as often.
var ackWait = 10 * time.Second

// store is what is stored in a cluster, as a client sees it.
type store struct {
	conn    *nats.Conn
	js      jetstream.JetStream
	jobs    jetstream.Stream
	answers jetstream.KeyValue
	workers jetstream.KeyValue
	objects jetstream.ObjectStore
	where   jetstream.StorageType
}

// openStore returns what is stored in the cluster of a connection, and makes what is not there yet.
func openStore(ctx context.Context, conn *nats.Conn, where jetstream.StorageType) (*store, error) {
	s := &store{conn: conn, where: where}
	var err error
	if s.js, err = jetstream.New(conn, jetstream.WithDefaultTimeout(requestTime)); err != nil {
		return nil, err
	}
	if s.jobs, err = s.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: jobStream, Subjects: []string{jobSubjects + ">"}, Retention: jetstream.WorkQueuePolicy, Storage: where,
		MaxAge: kept, MaxMsgs: maxJobs, MaxMsgSize: maxInline + 1<<10, Discard: jetstream.DiscardNew,
	}); err != nil {
		return nil, fmt.Errorf("the stream %s: %w", jobStream, err)
	}
	if s.answers, err = s.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: answerBucket, TTL: kept,
		Storage: where, MaxValueSize: maxInline + 1<<10}); err != nil {
		return nil, fmt.Errorf("the bucket %s: %w", answerBucket, err)
	}
	if s.workers, err = s.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: workerBucket, TTL: alive,
		Storage: jetstream.MemoryStorage}); err != nil {
		return nil, fmt.Errorf("the bucket %s: %w", workerBucket, err)
	}
	if s.objects, err = s.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: objectBucket, TTL: kept,
		Storage: where}); err != nil {
		return nil, fmt.Errorf("the object store %s: %w", objectBucket, err)
	}
	return s, nil
}

// consumer returns the consumer that all workers share.
func (s *store) consumer(ctx context.Context) (jetstream.Consumer, error) {
	return s.jobs.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: jobConsumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait, MaxDeliver: maxDeliver + 2,
		MaxAckPending: -1,
	})
}

// answer is what is stored for a job.
type answer struct {
	_      struct{} `cbor:",toarray"`
	By     string   // a worker
	Data   []byte   // the encoding of a finder.Answer
	Object string   // the name of the object that has it, if it is too large
	Failed string   // why nobody could do the job; "" if somebody did
}

// key returns the key of the answer to a job about a program.
func key(program, job []byte) string {
	return hex.EncodeToString(program) + "." + hex.EncodeToString(job)
}

// put stores the answer to a job.
func (s *store) put(ctx context.Context, key string, a answer) error {
	if len(a.Data) > maxInline {
		a.Object = "answer." + key
		if _, err := s.objects.PutBytes(ctx, a.Object, a.Data); err != nil {
			return err
		}
		a.Data = nil
	}
	_, err := s.answers.Put(ctx, key, certs.Encode(a))
	return err
}

// read returns what a stored value says.
func (s *store) read(ctx context.Context, value []byte) (answer, error) {
	var a answer
	if len(value) > 2*maxInline {
		return a, fmt.Errorf("found a value of %d bytes, want at most %d", len(value), 2*maxInline)
	}
	if err := certs.Read(value, &a); err != nil {
		return answer{}, err
	}
	if a.By = a.By[:min(len(a.By), maxName)]; a.Object == "" {
		return a, nil
	}
	data, err := s.object(ctx, a.Object)
	a.Data = data
	return a, err
}

// object returns an object that is no larger than a message may be.
func (s *store) object(ctx context.Context, name string) ([]byte, error) {
	return s.bounded(ctx, name, finder.MaxMessage)
}

// bounded returns an object of so many bytes at most. It does not wait longer than a request may take for one of which
// a part is missing.
func (s *store) bounded(ctx context.Context, name string, most int64) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTime)
	defer cancel()
	return object(ctx, s.objects, name, most)
}

// object returns an object of a store that has so many bytes at most.
func object(ctx context.Context, from jetstream.ObjectStore, name string, most int64) ([]byte, error) {
	o, err := from.Get(ctx, name)
	if err != nil {
		return nil, err
	}
	defer o.Close()
	data, err := io.ReadAll(io.LimitReader(o, most+1))
	if err == nil && int64(len(data)) > most {
		err = fmt.Errorf("found an object of more than %d bytes", most)
	}
	return data, err
}

// putSubject stores what jobs are about under its digest, unless it is there.
func (s *store) putSubject(ctx context.Context, k *kind, digest, data []byte) error {
	name := k.object(digest)
	if int64(len(data)) > k.most {
		return fmt.Errorf("found a %s of %d bytes, want at most %d", k.name, len(data), k.most)
	}
	if old, err := s.about(ctx, k, digest); err == nil && bytes.Equal(old, data) {
		return nil
	}
	_, err := s.objects.PutBytes(ctx, name, data)
	return err
}

// about returns what jobs are about.
func (s *store) about(ctx context.Context, k *kind, digest []byte) ([]byte, error) {
	return s.bounded(ctx, k.object(digest), k.most)
}

// publish puts a job into the stream.
func (s *store) publish(ctx context.Context, k *kind, about, job []byte, again bool) error {
	m := &nats.Msg{Subject: k.subject(about), Data: job, Header: nats.Header{}}
	if again {
		m.Header.Set(againHeader, "yes")
	}
	_, err := s.js.PublishMsg(ctx, m)
	return err
}

// roll returns what is stored of those who work.
func (s *store) roll(ctx context.Context) (list [][]byte, err error) {
	keys, err := s.workers.Keys(ctx)
	if errors.Is(err, jetstream.ErrNoKeysFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for _, k := range keys {
		if e, err := s.workers.Get(ctx, k); err == nil {
			list = append(list, e.Value())
		}
	}
	return list, nil
}
