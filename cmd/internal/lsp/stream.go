package lsp

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

// This file defines the messages on the wire: a header with the number of bytes, an empty line, and a JSON text (the
// base protocol of LSP 3.17).

// maxMessage is the size of the largest message, in bytes.
const maxMessage = 64 << 20

// stream is a jsonrpc2.ObjectStream. It answers a message that is no JSON, or neither a request nor a response, with an
// error, and reads the next one. The codec of jsonrpc2 would end the connection there.
type stream struct {
	in     *bufio.Reader
	out    io.Writer
	mu     sync.Mutex    // of out
	began  chan struct{} // closed when messages may be read
	failed error         // why reading ended
}

// ReadObject reads a message.
func (s *stream) ReadObject(v any) error {
	<-s.began
	s.failed = s.next(v)
	return s.failed
}

func (s *stream) next(v any) error {
	for {
		size, err := s.header()
		if err != nil {
			return err
		}
		data := make([]byte, size)
		if _, err := io.ReadFull(s.in, data); err != nil {
			return err
		}
		refused := &refusal{Version: "2.0"}
		switch {
		case !json.Valid(data):
			refused.Error = jsonrpc2.Error{Code: jsonrpc2.CodeParseError, Message: "found a message that is no JSON"}
		default:
			err := json.Unmarshal(data, v)
			if err == nil {
				return nil
			}
			refused.Error = jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest,
				Message: fmt.Sprintf("found a message that is no request: %v", err)}
		}
		if err := s.WriteObject(refused); err != nil {
			return err
		}
	}
}

// refusal is the answer to a message whose id is not known.
type refusal struct {
	Version string         `json:"jsonrpc"`
	ID      *string        `json:"id"` // null
	Error   jsonrpc2.Error `json:"error"`
}

// header reads the lines before a message and returns its size.
func (s *stream) header() (size int, err error) {
	size = -1
	for {
		line, err := s.in.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			return 0, errors.New("found a line without an end in the header of a message, want Content-Length: N")
		}
		if err != nil {
			return 0, err
		}
		text := strings.TrimSpace(string(line))
		if text == "" && size >= 0 {
			return size, nil
		}
		name, value, _ := strings.Cut(text, ":")
		if !strings.EqualFold(strings.TrimSpace(name), "content-length") {
			if text == "" {
				return 0, errors.New("found a message without a size, want Content-Length: N before it")
			}
			continue
		}
		n, err := strconv.ParseUint(strings.TrimSpace(value), 10, 32)
		if err != nil || n > maxMessage {
			return 0, fmt.Errorf("found Content-Length: %.20q, want a number up to %d", strings.TrimSpace(value),
				maxMessage)
		}
		size = int(n)
	}
}

// WriteObject writes a message.
func (s *stream) WriteObject(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err = s.out.Write(append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(data)), data...))
	return err
}

// Close is called when the connection ends.
func (s *stream) Close() error { return nil }
