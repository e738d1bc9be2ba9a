package statement

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/transparency-dev/formats/log"
	"golang.org/x/mod/sumdb/note"
)

// This file defines checkpoints: a log's signature on all of its entries, in the formats tlog-checkpoint and
// signed-note of C2SP.

// Checkpoint says that the log with the given origin has Size entries, whose tree has the given root.
type Checkpoint struct {
	Origin string
	Size   uint64
	Root   []byte
}

// maxCheckpoint is the size of the largest checkpoint, in bytes. Witnesses may have signed it too.
const maxCheckpoint = 16 << 10

// Checkpoint returns the checkpoint in data if a trusted log has signed it.
func (t *Trust) Checkpoint(data []byte) (*Checkpoint, error) {
	if len(data) > maxCheckpoint {
		return nil, fmt.Errorf("checkpoint: found %d bytes, want at most %d", len(data), maxCheckpoint)
	}
	origin, _, _ := strings.Cut(string(data), "\n")
	if err := CheckOrigin(origin); err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	known := false
	for _, l := range t.Logs {
		if l.Name != origin {
			continue
		}
		known = true
		c, rest, _, err := log.ParseCheckpoint(data, origin, NoteVerifier(origin, l.Key))
		if err != nil {
			continue
		}
		switch {
		case len(rest) > 0:
			return nil, errors.New("checkpoint: found lines after the root")
		case len(c.Hash) != sha256.Size || !bytes.HasPrefix(data, c.Marshal()):
			return nil, errors.New("checkpoint: found a size or a root that is not written as it should be")
		case c.Size > math.MaxInt64:
			return nil, fmt.Errorf("checkpoint: found %d entries, want at most %d", c.Size, uint64(math.MaxInt64))
		}
		return &Checkpoint{origin, c.Size, c.Hash}, nil
	}
	if known {
		return nil, fmt.Errorf("checkpoint: %w: it is no checkpoint, or not signed with a key of log %q", ErrUntrusted,
			origin)
	}
	return nil, fmt.Errorf("checkpoint: %w: found log %q, which the file of trust does not name", ErrUntrusted, origin)
}

// NoteVerifier returns the verifier of records that the log with the given origin signs. Origin and key must be fit for
// a log.
func NoteVerifier(origin string, key *PublicKey) note.Verifier {
	return must(note.NewVerifier(must(NoteKey(origin, key))))
}

// NoteKey returns the origin and the key of a log in the text form of the signed-note format.
func NoteKey(origin string, key *PublicKey) (string, error) {
	if key.Algorithm() != Ed25519 {
		return "", errLogKey(key)
	}
	if err := CheckOrigin(origin); err != nil {
		return "", err
	}
	return note.NewEd25519VerifierKey(origin, ed25519.PublicKey(key.raw))
}

// NoteSigner returns the signer of notes for the log with the given origin. The key must be an Ed25519 key.
func NoteSigner(origin string, key *PrivateKey) (note.Signer, error) {
	if key.Algorithm() != Ed25519 {
		return nil, errLogKey(key.public)
	}
	if err := CheckOrigin(origin); err != nil {
		return nil, err
	}
	const algorithm = 1 // Ed25519, signed-note of C2SP
	secret := base64.StdEncoding.EncodeToString(append([]byte{algorithm}, key.secret()...))
	return note.NewSigner(fmt.Sprintf("PRIVATE+KEY+%s+%08x+%s", origin, NoteVerifier(origin, key.public).KeyHash(),
		secret))
}
