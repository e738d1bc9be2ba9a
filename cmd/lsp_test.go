package cmd

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// This file tests `vouch lsp` over its standard input and output, as an editor sees it.

// editor is the other end of `vouch lsp`.
type editor struct {
	*testing.T
	cmd      *exec.Cmd
	in       io.WriteCloser
	messages chan message
	dir      string
	requests int
}

// message is a message of the server.
type message struct {
	Method string          `json:"method"`
	ID     json.RawMessage `json:"id"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// published are diagnostics of a file, with places from 0.
type published struct {
	URI         string `json:"uri"`
	Version     int    `json:"version"`
	Diagnostics []struct {
		Range struct {
			Start, End struct{ Line, Character int }
		}
		Severity           int
		Code, Message      string
		CodeDescription    struct{ Href string }
		RelatedInformation []struct {
			Location struct{ URI string }
			Message  string
		}
	}
}

func (p published) String() string {
	var lines []string
	for _, d := range p.Diagnostics {
		text, _, _ := strings.Cut(d.Message, "\n")
		lines = append(lines, fmt.Sprintf("%d:%d-%d %d %s", d.Range.Start.Line, d.Range.Start.Character,
			d.Range.End.Character, d.Severity, text))
	}
	return strings.Join(lines, "\n")
}

// newEditor starts the server in a folder of files, and does not initialize it.
func newEditor(t *testing.T, files map[string]string, flags ...string) *editor {
	t.Helper()
	e := &editor{T: t, dir: t.TempDir(), messages: make(chan message, 1000)}
	for name, text := range files {
		e.save(name, text)
	}
	e.cmd = exec.Command("vouch", append([]string{"lsp"}, flags...)...)
	e.cmd.Dir = e.dir
	var err error
	if e.in, err = e.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := e.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := e.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.in.Close(); e.cmd.Process.Kill(); e.cmd.Wait() })
	go func() {
		defer close(e.messages)
		r := textproto.NewReader(bufio.NewReader(out))
		for {
			header, err := r.ReadMIMEHeader()
			if err != nil {
				return
			}
			n, _ := strconv.Atoi(header.Get("Content-Length"))
			data := make([]byte, n)
			if _, err := io.ReadFull(r.R, data); err != nil {
				return
			}
			var m message
			if err := json.Unmarshal(data, &m); err != nil {
				t.Errorf("the server sends %q: %v", data, err)
			}
			e.messages <- m
		}
	}()
	return e
}

func (e *editor) save(name, text string) {
	if err := os.WriteFile(filepath.Join(e.dir, name), []byte(text), 0o644); err != nil {
		e.Fatal(err)
	}
}

// raw sends bytes as a message.
func (e *editor) raw(text string) { fmt.Fprintf(e.in, "Content-Length: %d\r\n\r\n%s", len(text), text) }

func (e *editor) notify(method string, params any) {
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
	if err != nil {
		e.Fatal(err)
	}
	e.raw(string(text))
}

// ask sends a request and returns the answer.
func (e *editor) ask(method string, params any) message {
	e.Helper()
	e.requests++
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": e.requests, "method": method, "params": params})
	if err != nil {
		e.Fatal(err)
	}
	e.raw(string(text))
	return e.until(fmt.Sprintf("the answer to %s", method), func(m message) bool {
		return string(m.ID) == fmt.Sprint(e.requests) && m.Method == ""
	})
}

// until returns the first message of a kind.
func (e *editor) until(what string, is func(message) bool) message {
	e.Helper()
	end := time.After(patience)
	var seen []string
	for {
		select {
		case m, ok := <-e.messages:
			switch {
			case !ok:
				e.Fatalf("the server went away before %s; seen %q", what, seen)
			case is(m):
				return m
			}
			seen = append(seen, m.Method+string(m.Params))
		case <-end:
			e.Fatalf("found no %s; seen %q", what, seen)
		}
	}
}

func (e *editor) initialize(options any) {
	e.Helper()
	if m := e.ask("initialize", map[string]any{"capabilities": map[string]any{},
		"initializationOptions": options}); m.Error != nil {
		e.Fatalf("initialize: %s", m.Error.Message)
	}
	e.notify("initialized", map[string]any{})
}

func (e *editor) document(name string, version int, text string) map[string]any {
	return map[string]any{"uri": "file://" + filepath.ToSlash(filepath.Join(e.dir, name)), "languageId": "c",
		"version": version, "text": text}
}

// open opens a file with the text that it has on disk.
func (e *editor) open(name string) {
	e.Helper()
	text, err := os.ReadFile(filepath.Join(e.dir, name))
	if err != nil {
		e.Fatal(err)
	}
	e.notify("textDocument/didOpen", map[string]any{"textDocument": e.document(name, 1, string(text))})
}

// typed changes the text of a file that is open.
func (e *editor) typed(name string, version int, text string) {
	e.notify("textDocument/didChange", map[string]any{"textDocument": e.document(name, version, ""),
		"contentChanges": []any{map[string]any{"text": text}}})
}

func (e *editor) saved(name string) {
	e.notify("textDocument/didSave", map[string]any{"textDocument": e.document(name, 0, "")})
}

// want waits until diagnostics of a version of a file are what is wanted.
func (e *editor) want(name string, version int, want string) (p published) {
	e.Helper()
	e.until(fmt.Sprintf("diagnostics %q of %s, version %d", want, name, version), func(m message) bool {
		p = published{}
		if m.Method != "textDocument/publishDiagnostics" || json.Unmarshal(m.Params, &p) != nil {
			return false
		}
		return filepath.Base(p.URI) == name && p.Version == version && p.String() == want
	})
	return p
}

// said waits for a text in the log, or in a message that is shown.
func (e *editor) said(text string) {
	e.Helper()
	e.until("message "+text, func(m message) bool {
		return (m.Method == "window/logMessage" || m.Method == "window/showMessage") &&
			strings.Contains(string(m.Params), text)
	})
}

// quit ends the server, whose exit status is to be this one.
func (e *editor) quit(shutdown bool, want int) {
	e.Helper()
	if shutdown {
		e.ask("shutdown", nil)
	}
	e.notify("exit", nil)
	e.status(want)
}

func (e *editor) status(want int) {
	e.Helper()
	e.in.Close()
	e.ends(want)
}

// ends waits for the end of the server, with an exit status.
func (e *editor) ends(want int) {
	e.Helper()
	watchdog := time.AfterFunc(patience, func() { e.cmd.Process.Kill() })
	defer watchdog.Stop()
	for range e.messages {
	}
	err := e.cmd.Wait()
	found := 0
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		found = exit.ExitCode()
	}
	if found != want {
		e.Errorf("found the exit status %d, want %d", found, want)
	}
}

// TestLSPTyping shows what is wrong with texts while they are typed, at places that count UTF-16 code units.
func TestLSPTyping(t *testing.T) {
	e := newEditor(t, map[string]string{"a.imp": "x = 1\n", "a.c": "int main(void) { return 0; }\n"})
	e.initialize(nil)
	e.open("a.imp")
	e.want("a.imp", 1, "")
	e.open("a.c")
	e.want("a.c", 1, "")
	for i, c := range []struct{ name, text, want string }{
		{"a.imp", "x = = 1\nif y { skip }\n",
			"0:4-5 1 found \"=\", want an expression\n1:3-4 1 found an integer expression, want a condition"},
		{"a.imp", "assert 1 == 1\n", ""},
		{"a.c", "int main(void) { /* 漢😀 */ return wrong; }\n", "0:34-39 1 found wrong, want a name that is declared"},
		{"a.c", "\ufeffint main(void) { return wrong; }\n", "0:24-29 1 found wrong, want a name that is declared"},
		{"a.c", "int main(void) {", "0:16-16 1 found end of file, want \"}\""},
		{"a.c", "", "0:0-0 3 Vouch looks for bugs from main on, and here is none."},
		{"a.c", "#include \"none.h\"\nint main(void) { return 0; }\n", "0:9-10 1 found no file \"none.h\", want one"},
		{"a.c", "int main(void) { return 0; }\n", ""},
	} {
		e.typed(c.name, i+2, c.text)
		e.want(c.name, i+2, c.want)
	}
	e.notify("textDocument/didClose", map[string]any{"textDocument": e.document("a.c", 0, "")})
	e.quit(true, 0)
}

// TestLSPHeaders shows programs of several files: a header counts as it is in the editor, and has its own errors.
func TestLSPHeaders(t *testing.T) {
	e := newEditor(t, map[string]string{"a.c": "#include \"a.h\"\nint main(void) { return two; }\n",
		"a.h": "int one;\n"})
	e.initialize(nil)
	e.open("a.c")
	e.want("a.c", 1, "1:24-27 1 found two, want a name that is declared")
	e.open("a.h")
	e.typed("a.h", 2, "static int two = 2;\n")
	e.want("a.c", 1, "")
	e.typed("a.h", 3, "static int two = three;\n")
	e.want("a.h", 3, "0:17-22 1 found three, want a name that is declared")
	e.notify("textDocument/didClose", map[string]any{"textDocument": e.document("a.h", 0, "")})
	e.want("a.h", 0, "")
	e.save("a.h", "static int two = 2;\n")
	e.saved("a.h")
	e.want("a.c", 1, "")
	e.quit(true, 0)
}

// overflow is a program in C that writes behind an object; the parts of it are functions of a file without main.
const overflow = `#include <stdlib.h>
static void put(int *p, int i) { p[i] = 1; }
int fill(int n)
{
	int *p = malloc(16);
	for (int i = 0; i < n; i++)
		put(p, i);
	free(p);
	return 0;
}
`

// TestLSPBugs shows bugs after a save, with what is known of them, where they are after an edit, and that they go.
func TestLSPBugs(t *testing.T) {
	const bug = "1:33-41 1 write out of bounds for n = 5"
	e := newEditor(t, map[string]string{"a.c": overflow}, "--out", "evidence")
	e.initialize(nil)
	e.open("a.c")
	e.want("a.c", 1, "0:0-19 3 Vouch looks for bugs from main on, and here is none. To begin with another function, write a comment: // vouch: --entry fill")
	text := overflow + "// vouch: --entry fill\n"
	e.typed("a.c", 2, text)
	e.want("a.c", 2, "")
	e.save("a.c", text)
	e.saved("a.c")
	d := e.want("a.c", 2, bug).Diagnostics[0]
	certificate := strings.TrimPrefix(d.CodeDescription.Href, "file://")
	if out, err := exec.Command("vouch-check", "--source", filepath.Join(e.dir, "a.c"),
		certificate).CombinedOutput(); err != nil {
		t.Errorf("the certificate: %v\n%s", err, out)
	}
	if d.Code != "out-of-bounds-write" || !strings.Contains(d.Message, "which has 16 bytes\nheap object") ||
		!strings.Contains(d.Message, "in put, called from fill at a.c:7:3") {
		t.Errorf("found %s: %q", d.Code, d.Message)
	}
	explained := func(line int) string {
		at := map[string]any{"textDocument": e.document("a.c", 2, ""),
			"position": map[string]int{"line": line, "character": 35}}
		return string(e.ask("textDocument/hover", at).Result)
	}
	if found := explained(1); !strings.Contains(found,
		"Some input makes the program write bytes outside of an object.") {
		t.Errorf("found the explanation %s", found)
	}
	if found := explained(2); found != "null" {
		t.Errorf("found the explanation %s where there is no bug", found)
	}
	var run []string
	for _, r := range d.RelatedInformation {
		run = append(run, r.Message)
	}
	if all := strings.Join(run, "\n"); !strings.Contains(all,
		"was allocated at a.c:5:11\nin put, called from fill at a.c:7:3\n") || !strings.Contains(all, "i < n: true") {
		t.Errorf("found the run\n%s", all)
	}
	e.typed("a.c", 3, "\n\n"+text)
	e.want("a.c", 3, "3"+bug[1:])
	e.typed("a.c", 4, strings.Replace(text, "p[i] = 1", "p[i] = 2", 1))
	e.want("a.c", 4, "")
	text = strings.Replace(text, "i < n", "i < n && i < 4", 1)
	e.save("a.c", text)
	e.typed("a.c", 5, text)
	e.saved("a.c")
	e.said("safe (entry=fill, malloc=succeeds, models=free malloc, order=left-to-right, addresses=fixed): every path was explored and none fails")
	e.quit(true, 0)
}

// TestLSPSettings shows what settings and comments can say, and what is said of wrong ones.
func TestLSPSettings(t *testing.T) {
	e := newEditor(t, map[string]string{"a.c": overflow,
		"b.c":   "// vouch: --timeout soon\nint main(void) { return 0; }\n",
		"c.c":   "/* vouch: --entry none other.c */\nint f;\n",
		"a.imp": "assert x < 3\n"})
	e.initialize(map[string]any{"vouch": map[string]any{"entry": "fill", "timeout": "20s", "loop-limit": 7,
		"include-dir": []string{"."}}})
	e.open("a.c")
	e.want("a.c", 1, "1:33-41 1 write out of bounds for n = 5")
	e.open("a.imp")
	e.want("a.imp", 1, "0:0-12 1 assertion fails for x = 3")
	e.open("b.c")
	e.want("b.c", 1, `0:0-24 1 --timeout: found "soon", want a time such as 90s or 5m`)
	e.open("c.c")
	e.want("c.c", 1, "0:0-33 1 "+filepath.Join(e.dir, "other.c")+": no such file or directory")
	e.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"entry": "put",
		"lop-limit": 1}})
	e.said("the settings are not used: found --lop-limit, want a flag of lsp")
	e.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"entry": "nothing"}})
	e.want("a.c", 1, "0:0-19 1 found no function nothing, want one to begin with")
	e.quit(true, 0)
}

// TestLSPCancels shows that saving ends a search that goes on, which would have no end.
func TestLSPCancels(t *testing.T) {
	e := newEditor(t, map[string]string{"a.imp": endless}, "--engine", "explore", "--timeout", "0")
	e.initialize(nil)
	e.open("a.imp")
	e.saved("a.imp")
	e.save("a.imp", "assert x == x\n")
	e.saved("a.imp")
	e.said("safe: every path was explored")
	e.save("a.imp", endless)
	e.saved("a.imp")
	e.quit(true, 0)
}

// TestLSPProgress shows how an editor that can is told that a search goes on, and ends it.
func TestLSPProgress(t *testing.T) {
	e := newEditor(t, map[string]string{"a.imp": endless}, "--engine", "explore", "--timeout", "0")
	e.ask("initialize", map[string]any{"capabilities": map[string]any{"window": map[string]any{"workDoneProgress": true}}})
	e.open("a.imp")
	m := e.until("progress", func(m message) bool { return m.Method == "window/workDoneProgress/create" })
	e.raw(fmt.Sprintf(`{"jsonrpc": "2.0", "id": %s, "result": null}`, m.ID))
	e.until("begin", func(m message) bool { return strings.Contains(string(m.Params), `"looking for bugs in a.imp"`) })
	e.notify("window/workDoneProgress/cancel", m.Params)
	e.until("end", func(m message) bool {
		return m.Method == "$/progress" && strings.Contains(string(m.Params),
			`"kind":"end","message":"unknown: it was interrupted`)
	})
	e.quit(true, 0)
}

// TestLSPInterrupted interrupts the server while it waits, reads and searches: it ends in order, and its folder of
// certificates is gone.
func TestLSPInterrupted(t *testing.T) {
	// otherwise a server ignores it where nohup started the tests
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	for _, c := range []struct {
		title string
		until func(e *editor)
	}{
		{"before the first message is answered", func(e *editor) { e.ask("shutdown", nil) }},
		{"nothing is open", func(e *editor) { e.initialize(nil) }},
		{"a bug is shown", func(e *editor) {
			e.initialize(nil)
			e.open("bug.imp")
			e.want("bug.imp", 1, "0:0-12 1 assertion fails for x = 3")
		}},
		{"a search goes on", func(e *editor) {
			e.ask("initialize", map[string]any{"capabilities": map[string]any{"window": map[string]any{"workDoneProgress": true}}})
			e.open("a.imp")
			m := e.until("progress", func(m message) bool { return m.Method == "window/workDoneProgress/create" })
			e.raw(fmt.Sprintf(`{"jsonrpc": "2.0", "id": %s, "result": null}`, m.ID))
			e.until("begin", func(m message) bool {
				return strings.Contains(string(m.Params),
					`"looking for bugs in a.imp"`)
			})
		}},
		{"after shutdown", func(e *editor) { e.initialize(nil); e.ask("shutdown", nil) }},
	} {
		for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
			t.Run(fmt.Sprint(c.title, ", ", s), func(t *testing.T) {
				folder := t.TempDir()
				t.Setenv("TMPDIR", folder)
				e := newEditor(t, map[string]string{"a.imp": endless, "bug.imp": "assert x < 3\n"}, "--engine",
					"explore", "--timeout", "0")
				c.until(e)
				if made, err := filepath.Glob(filepath.Join(folder, "vouch-lsp-*")); err != nil || len(made) != 1 {
					t.Errorf("found the folders %q of a server that runs, want one", made)
				}
				e.cmd.Process.Signal(s)
				e.ends(3)
				if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
					t.Errorf("the server leaves %v: %v", left, err)
				}
			})
		}
	}
}

// TestLSPRefuses shows what is said of messages that are out of order, or none.
func TestLSPRefuses(t *testing.T) {
	e := newEditor(t, nil)
	code := func(m message) int {
		if m.Error == nil {
			return 0
		}
		return m.Error.Code
	}
	answered := func(title string, want int) {
		t.Helper()
		m := e.until(title, func(m message) bool { return string(m.ID) == "null" })
		if m.Error == nil || m.Error.Code != want {
			t.Errorf("%s: found %+v, want the code %d", title, m.Error, want)
		}
	}
	if found := code(e.ask("textDocument/hover", nil)); found != -32002 {
		t.Errorf("a request before initialize: found the code %d", found)
	}
	if found := code(e.ask("initialize", []int{1})); found != -32602 {
		t.Errorf("parameters of another form: found the code %d", found)
	}
	e.initialize(nil)
	e.raw(`{"jsonrpc": "2.0", "id": 7, `)
	answered("no JSON", -32700)
	e.raw(`{"jsonrpc": "2.0"}`)
	answered("no request", -32600)
	e.raw(`[]`)
	answered("a batch without requests", -32600)
	if found := code(e.ask("textDocument/rename", nil)); found != -32601 {
		t.Errorf("a request that is not known: found the code %d", found)
	}
	if found := code(e.ask("textDocument/hover", []int{1})); found != -32602 {
		t.Errorf("a place of another form: found the code %d", found)
	}
	if found := code(e.ask("initialize", map[string]any{})); found != -32600 {
		t.Errorf("initialize twice: found the code %d", found)
	}
	e.notify("$/cancelRequest", map[string]any{"id": 3})
	e.notify("textDocument/didOpen", []int{1})
	e.said("parameters of another form")
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": "untitled:1",
		"text": "x = = 1"}})
	e.notify("textDocument/didChange", map[string]any{"textDocument": e.document("never-opened.c", 1, ""),
		"contentChanges": []any{map[string]any{"text": "x"}}})
	e.save("a.imp", "x = 1\n")
	e.open("a.imp")
	e.want("a.imp", 1, "")
	part := map[string]any{"range": map[string]any{"start": map[string]int{"line": 0}}, "text": "y"}
	e.notify("textDocument/didChange", map[string]any{"textDocument": e.document("a.imp", 2, ""),
		"contentChanges": []any{part}})
	e.said("found a change of a part of the text")
	if m := e.ask("shutdown", nil); m.Error != nil || string(m.Result) != "null" {
		t.Errorf("found the answer %s %+v to shutdown", m.Result, m.Error)
	}
	if found := code(e.ask("shutdown", nil)); found != -32600 {
		t.Errorf("a request after shutdown: found the code %d", found)
	}
	e.quit(false, 0)

	for _, c := range []struct {
		title, text string
		status      int
	}{
		{"the editor goes away", "", 1},
		{"within a message", "Content-Length: 33\r\n\r\n{", 1},
		{"exit without shutdown", "Content-Length: 33\r\n\r\n" + `{"jsonrpc":"2.0","method":"exit"}`, 1},
		{"no size", "Content-Type: x\r\n\r\n{}", 2},
		{"a size that is no number", "Content-Length: many\r\n\r\n{}", 2},
		{"a size that is too large", "Content-Length: 99999999999\r\n\r\n{}", 2},
		{"a line without an end", strings.Repeat("x", 1<<16), 2},
	} {
		t.Run(c.title, func(t *testing.T) {
			e := newEditor(t, nil)
			io.WriteString(e.in, c.text)
			e.status(c.status)
		})
	}
}
