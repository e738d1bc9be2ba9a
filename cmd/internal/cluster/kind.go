package cluster

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"vouch/finder"
)

// This file defines the kinds of jobs: parts of a search of a program, and functions of a project that is scanned.

// kind is a kind of jobs.
type kind struct {
	name   string // of what jobs are about
	part   string // of the subject of a job, and of the names of what jobs are about
	most   int64  // bytes of what jobs are about
	digest func(job []byte) ([]byte, error)
}

// jobSubjects begins the subjects of all jobs.
const jobSubjects = "vouch.jobs."

// mostProject is how large a project may be, in bytes.
const mostProject = 1 << 28

// The kinds.
var (
	searches = kind{"program", "", finder.MaxMessage, func(job []byte) ([]byte, error) {
		j, err := finder.DecodeJob(job)
		if err != nil {
			return nil, err
		}
		return j.Digest(), nil
	}}
	scans = kind{"project", "scan.", mostProject, func(job []byte) ([]byte, error) {
		sum := sha256.Sum256(job)
		return sum[:], nil
	}}
)

// subject returns the subject of jobs about what has a digest.
func (k *kind) subject(about []byte) string { return jobSubjects + k.part + hex.EncodeToString(about) }

// object returns the name of what jobs are about, by its digest.
func (k *kind) object(about []byte) string { return k.name + "." + hex.EncodeToString(about) }

// projectOf returns the digest of the project that a job of the kind scans is about, as its subject says; nil if it is
// of another kind.
func projectOf(subject string) []byte {
	text, ok := strings.CutPrefix(subject, jobSubjects+scans.part)
	if !ok {
		return nil
	}
	digest, err := hex.DecodeString(text)
	if err != nil || len(digest) != sha256.Size {
		return nil
	}
	return digest
}
