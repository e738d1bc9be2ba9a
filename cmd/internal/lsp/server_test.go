package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
)

// This file tests that a text which is never read to its end keeps nobody from anything else.

func TestGivesUp(t *testing.T) {
	forever := make(chan struct{})
	t.Cleanup(func() { close(forever) })
	s := &Server{Patience: 2 * time.Second, Configure: func(_, comment []string, file string) (Plan, error) {
		if slices.Contains(comment, "--forever") {
			<-forever
		}
		return Plan{}, fmt.Errorf("the flags are %q", comment)
	}}
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		_, err := s.Run(context.Background(), in, out)
		out.Close()
		ended <- err
	}()
	send := func(id int, method string, params any) {
		m := map[string]any{"jsonrpc": "2.0", "method": method, "params": params}
		if id > 0 {
			m["id"] = id
		}
		text, _ := json.Marshal(m)
		fmt.Fprintf(toServer, "Content-Length: %d\r\n\r\n%s", len(text), text)
	}
	messages := make(chan string, 1000)
	go func() {
		wire := &stream{in: bufio.NewReader(fromServer), out: io.Discard, began: make(chan struct{})}
		close(wire.began)
		for {
			var m json.RawMessage
			if wire.ReadObject(&m) != nil {
				close(messages)
				return
			}
			messages <- string(m)
		}
	}()
	until := func(parts ...string) {
		t.Helper()
		for m := range messages {
			if !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(m, part) }) {
				return
			}
		}
		t.Fatalf("found no message with %q", parts)
	}
	text := func(name string, version int, text string) map[string]any {
		return map[string]any{"uri": "file:///" + name, "version": version, "text": text}
	}
	send(1, "initialize", map[string]any{})
	until(`"id":1`)
	send(0, "textDocument/didOpen", map[string]any{"textDocument": text("a.c", 1, "// vouch: --forever\n")})
	send(2, "textDocument/hover", map[string]any{"textDocument": text("a.c", 1, "")})
	until(`"id":2`, `"result":null`) // while the text is read
	until("a.c", "given up reading this text after 2s")
	// Another file is read, and so is the next text of the same file.
	send(0, "textDocument/didOpen", map[string]any{"textDocument": text("b.c", 1, "// vouch: --one\n")})
	until("b.c", "--one")
	change := func(version int, to string) {
		send(0, "textDocument/didChange", map[string]any{"textDocument": text("a.c", version, ""),
			"contentChanges": []any{map[string]string{"text": to}}})
	}
	change(2, "// vouch: --two\n")
	until("a.c", `"version":2`, "--two")
	// A newer text comes before the older one is given up.
	change(3, "// vouch: --forever\n")
	change(4, "// vouch: --four\n")
	until("a.c", `"version":4`, "--four")
	send(3, "shutdown", nil)
	until(`"id":3`)
	send(0, "exit", nil)
	for range messages {
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
