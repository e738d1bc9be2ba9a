// Package lsp is a language server. By the Language Server Protocol 3.17, it shows errors of programs while they are
// written, and bugs each time that a file is saved.
//
// A [Server] answers requests in their order. At the same time, a goroutine reads programs whose texts have changed,
// and a goroutine for each saved program searches it once it could be read. One search runs at a time. A text that
// takes too long to read is given up. The server sends the diagnostics of both together, file by file.
package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"vouch/cmd/internal/find"
	"vouch/cmd/internal/programs"
	"vouch/cmd/internal/sarif"
	"vouch/finder"
)

// This file defines the server: its state, and what each message does.

// Server is a language server for one editor.
type Server struct {
	Version   string
	Configure Configure
	Patience  time.Duration // how long reading a program may take; 10 seconds if it is 0

	conn     *jsonrpc2.Conn
	wake     chan struct{} // of the goroutine that reads programs
	searches sync.WaitGroup
	turn     chan struct{} // of the search that may run
	readers  chan struct{} // the goroutines that read a program, of which some may be given up

	mu       sync.Mutex
	state    state
	progress bool // whether the editor shows progress
	settings []string
	open     map[string]*document // by path
	changed  map[string]bool      // documents to read again
	read     map[string]checked   // by document
	attempts map[string]attempts  // by document: to read it
	news     chan struct{}        // closed when an attempt has ended
	searched map[string]*search   // by document: what is shown
	running  map[string]*search   // by document: a search that runs or waits
	shown    map[string]string    // the last message about a file
	tokens   int                  // number of progresses so far
}

// document is a text that is open in the editor.
type document struct {
	uri string
	edition
	read edition // the edition that was read last: diagnostics are for it
}

// edition is a text and its version.
type edition struct {
	version int
	text    string
}

// attempts are those to read a program that have ended.
type attempts struct {
	n    int
	lost bool // whether the last one was given up
}

// How long the server waits: for a program to be read, and at its end for its goroutines; and how many readers there
// may be at a time.
const (
	patience   = 10 * time.Second
	grace      = time.Second
	maxReaders = 3
)

// state says which messages are allowed.
type state int

// The states. An editor tells a server to shut down before it tells it to exit.
const (
	fresh state = iota
	initialized
	down
)

// Run serves the editor that writes to in and reads from out, until the editor sends exit or goes away. It returns
// whether the editor sent shutdown before. The error is one in the editor's messages, or of reading them. If ctx ends,
// it takes no more messages and returns.
func (s *Server) Run(ctx context.Context, in io.Reader, out io.Writer) (orderly bool, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	s.wake, s.turn, s.readers = make(chan struct{}, 1), make(chan struct{}, 1), make(chan struct{}, maxReaders)
	s.attempts, s.news = map[string]attempts{}, make(chan struct{})
	if s.Patience == 0 {
		s.Patience = patience
	}
	s.open, s.changed, s.read = map[string]*document{}, map[string]bool{}, map[string]checked{}
	s.searched, s.running, s.shown = map[string]*search{}, map[string]*search{}, map[string]string{}
	wire := &stream{in: bufio.NewReader(in), out: out, began: make(chan struct{})}
	handler := jsonrpc2.HandlerWithError(func(ctx context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) (any, error) {
		return s.handle(ctx, r)
	})
	s.conn = jsonrpc2.NewConn(ctx, wire, handler.SuppressErrClosed(), jsonrpc2.SetLogger(logger{s}))
	close(wire.began)
	s.searches.Go(func() { s.readChanged(ctx) })
	select {
	case <-s.conn.DisconnectNotify():
	case <-ctx.Done():
		s.conn.Close()
	}
	cancel(finder.Interrupted)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.searches.Wait()
	}()
	select {
	case <-ended:
	case <-time.After(grace): // a search reads a text and does not come to its end
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if wire.failed != io.EOF && wire.failed != io.ErrUnexpectedEOF {
		err = wire.failed
	}
	return s.state == down, err
}

// logger sends the messages of jsonrpc2 to the log of the editor.
type logger struct{ *Server }

func (l logger) Printf(format string, args ...any) {
	l.say(severityWarning, fmt.Sprintf(format, args...))
}

// say writes a message to the log of the editor.
func (s *Server) say(severity int, text string) {
	s.conn.Notify(context.Background(), "window/logMessage", messageParams{severity, text})
}

// methods has a row for each message that the server knows, but for those of state, which handle knows.
var methods = map[string]func(*Server, context.Context, []byte) error{
	"textDocument/didOpen":             (*Server).didOpen,
	"textDocument/didChange":           (*Server).didChange,
	"textDocument/didSave":             (*Server).didSave,
	"textDocument/didClose":            (*Server).didClose,
	"workspace/didChangeConfiguration": (*Server).didChangeConfiguration,
	"window/workDoneProgress/cancel":   (*Server).cancelProgress,
}

// handle does what a message asks for. It answers a request at once, so that $/cancelRequest has nothing to cancel.
func (s *Server) handle(ctx context.Context, r *jsonrpc2.Request) (any, error) {
	var params []byte
	if r.Params != nil {
		params = *r.Params
	}
	s.mu.Lock()
	state := s.state
	s.mu.Unlock()
	switch {
	case r.Method == "exit":
		return nil, s.conn.Close()
	case state == fresh && r.Method == "initialize":
		return s.initialize(params)
	case state == fresh && r.Notif:
		return nil, nil
	case state == fresh:
		return nil, &jsonrpc2.Error{Code: -32002, Message: fmt.Sprintf("found %s, want initialize first", r.Method)}
	case state == down && r.Notif:
		return nil, nil
	case state == down, r.Method == "initialize":
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest,
			Message: fmt.Sprintf("found %s, want it earlier", r.Method)}
	case r.Method == "shutdown":
		s.shutdown()
		return nil, nil
	}
	method := methods[r.Method]
	switch {
	case r.Method == "textDocument/hover" && !r.Notif:
		return s.hover(params)
	case method != nil && r.Notif:
		return nil, method(s, ctx, params)
	case r.Notif:
		return nil, nil // $/cancelRequest among them
	}
	return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound,
		Message: "found the request " + r.Method + ", which vouch does not know"}
}

// decode reads parameters.
func decode(data []byte, to any) error {
	if err := json.Unmarshal(data, to); err != nil {
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams,
			Message: fmt.Sprintf("found parameters of another form: %v", err)}
	}
	return nil
}

func (s *Server) initialize(data []byte) (any, error) {
	var p initializeParams
	if err := decode(data, &p); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state, s.progress = initialized, p.Capabilities.Window.WorkDoneProgress
	s.set(p.InitializationOptions)
	return initializeResult{
		Capabilities: serverCapabilities{PositionEncoding: "utf-16",
			TextDocumentSync: syncKind{OpenClose: true, Change: 1, Save: true}, HoverProvider: true},
		ServerInfo: serverInfo{server, s.Version},
	}, nil
}

// set takes settings. If they are wrong, the editor shows the error. The lock is held.
func (s *Server) set(data json.RawMessage) {
	flags, err := settings(data)
	if err == nil {
		_, err = s.Configure(flags, nil, "main.c")
	}
	if err != nil {
		s.conn.Notify(context.Background(), "window/showMessage",
			messageParams{severityError, "vouch: the settings are not used: " + err.Error()})
		return
	}
	s.settings = flags
}

func (s *Server) didChangeConfiguration(ctx context.Context, data []byte) error {
	var p didChangeConfigurationParams
	if err := decode(data, &p); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.set(p.Settings)
	for path := range s.open {
		s.change(path)
		s.search(ctx, path)
	}
	return nil
}

// shutdown ends all work.
func (s *Server) shutdown() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = down
	clear(s.changed)
	for _, r := range s.running {
		r.cancel(finder.Interrupted)
	}
}

func (s *Server) didOpen(ctx context.Context, data []byte) error {
	var p didOpenParams
	if err := decode(data, &p); err != nil {
		return err
	}
	path := pathOf(p.TextDocument.URI)
	if path == "" {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := edition{p.TextDocument.Version, p.TextDocument.Text}
	s.open[path] = &document{p.TextDocument.URI, now, now}
	s.change(path)
	s.search(ctx, path)
	return nil
}

func (s *Server) didChange(_ context.Context, data []byte) error {
	var p didChangeParams
	if err := decode(data, &p); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	path := pathOf(p.TextDocument.URI)
	d := s.open[path]
	if d == nil {
		return nil
	}
	for _, c := range p.ContentChanges {
		if c.Range != nil || c.Text == nil {
			return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams,
				Message: "found a change of a part of the text, want the whole text, as the server has said"}
		}
		d.text = *c.Text
	}
	d.version = p.TextDocument.Version
	s.change(path)
	return nil
}

func (s *Server) didSave(ctx context.Context, data []byte) error {
	var p documentParams
	if err := decode(data, &p); err != nil {
		return err
	}
	saved := pathOf(p.TextDocument.URI)
	s.mu.Lock()
	defer s.mu.Unlock()
	for path := range s.open {
		s.change(path) // a file that was missing may be there now
		if path == saved || slices.Contains(s.read[path].files, saved) {
			s.search(ctx, path)
		}
	}
	return nil
}

func (s *Server) didClose(_ context.Context, data []byte) error {
	var p documentParams
	if err := decode(data, &p); err != nil {
		return err
	}
	path := pathOf(p.TextDocument.URI)
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.running[path]; r != nil {
		r.cancel(finder.Interrupted)
	}
	delete(s.running, path)
	delete(s.searched, path)
	delete(s.read, path)
	delete(s.open, path)
	delete(s.attempts, path)
	s.change(path)
	s.publish()
	return nil
}

// isProgram reports whether a file begins a program.
func isProgram(path string) bool { return slices.Contains(programs.Extensions(), filepath.Ext(path)) }

// change notes that a text has changed, so that the programs with this file are read again. The lock is held.
func (s *Server) change(path string) {
	for other := range s.open {
		if isProgram(other) && (other == path || slices.Contains(s.read[other].files, path)) {
			s.changed[other] = true
		}
	}
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// readChanged reads programs whose texts have changed, one after the other, until ctx ends. While one is read, any
// number of changes may come.
func (s *Server) readChanged(ctx context.Context) {
	for {
		s.mu.Lock()
		var path string
		for path = range s.changed {
			break
		}
		delete(s.changed, path)
		texts, editions := reader{}, map[string]edition{}
		for name, d := range s.open {
			texts[name], editions[name] = d.text, d.edition
		}
		s.mu.Unlock()
		if path == "" {
			select {
			case <-ctx.Done():
				return
			case <-s.wake:
				continue
			}
		}
		if _, open := texts[path]; !open || ctx.Err() != nil {
			continue
		}
		c, lost := s.look(ctx, texts, path)
		if ctx.Err() != nil {
			return
		}
		s.mu.Lock()
		s.attempts[path] = attempts{s.attempts[path].n + 1, lost}
		close(s.news)
		s.news = make(chan struct{})
		if s.open[path] != nil && !s.changed[path] {
			s.read[path] = c
			for name, e := range editions {
				if d := s.open[name]; d != nil && (name == path || !isProgram(name)) {
					d.read = e
				}
			}
			s.publish()
		}
		s.mu.Unlock()
	}
}

// look reads a program, which the parser may not come to the end of: then it is given up, earlier if there is a newer
// text, and its goroutine goes on alone.
func (s *Server) look(ctx context.Context, texts reader, path string) (c checked, lost bool) {
	select {
	case s.readers <- struct{}{}:
	case <-ctx.Done():
		return c, true
	}
	done := make(chan checked, 1)
	go func() {
		defer func() { <-s.readers }()
		done <- texts.look(path, s.plan)
	}()
	tick := time.NewTicker(s.Patience / 10)
	defer tick.Stop()
	for n := 0; n < 10; n++ {
		select {
		case c = <-done:
			return c, false
		case <-ctx.Done():
			return c, true
		case <-tick.C:
		}
		s.mu.Lock()
		newer := s.changed[path]
		s.mu.Unlock()
		if newer {
			return c, true
		}
	}
	d := Diagnostic{Range: lineRange([]byte(texts[path]), 1), Severity: severityWarning, Source: server,
		Message: fmt.Sprintf("Vouch has given up reading this text after %s. It looks for no bugs in it.", s.Patience)}
	return checked{map[string][]Diagnostic{path: {d}}, []string{path}}, true
}

// readable waits until an attempt to read a program has ended after the first n, and reports whether it was read.
func (s *Server) readable(ctx context.Context, path string, n int) bool {
	for {
		s.mu.Lock()
		a, news := s.attempts[path], s.news
		s.mu.Unlock()
		if a.n > n {
			return !a.lost
		}
		select {
		case <-news:
		case <-ctx.Done():
			return false
		}
	}
}

// plan returns the plan for a file with a text, and the line of the comment that has flags; 0 if there is none. The
// lock is not held.
func (s *Server) plan(path, text string) (Plan, int, error) {
	s.mu.Lock()
	flags := s.settings
	s.mu.Unlock()
	own, line, err := remarked(text)
	if err != nil {
		return Plan{}, line, err
	}
	p, err := s.Configure(flags, own, path)
	return p, line, err
}

// search begins a search of a program. It replaces a search that runs. The lock is held.
func (s *Server) search(ctx context.Context, path string) {
	if !isProgram(path) || s.state != initialized {
		return
	}
	if r := s.running[path]; r != nil {
		r.cancel(finder.Interrupted)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	r := &search{cancel: cancel, list: map[string][]Diagnostic{}, texts: map[string]string{}}
	s.running[path] = r
	text, n := s.open[path].text, s.attempts[path].n
	s.tokens++
	token := fmt.Sprintf("vouch-%d", s.tokens)
	r.token = token
	s.searches.Go(func() {
		defer cancel(nil)
		if !s.readable(ctx, path, n) {
			return
		}
		select {
		case s.turn <- struct{}{}:
			defer func() { <-s.turn }()
		case <-ctx.Done():
			return
		}
		s.searchNow(ctx, path, text, r)
	})
}

// searchNow searches a program, and shows each result when it comes.
func (s *Server) searchNow(ctx context.Context, path, text string, r *search) {
	plan, _, err := s.plan(path, text)
	if err != nil || ctx.Err() != nil {
		return // the reader reports the error
	}
	end := s.begin(ctx, r.token, filepath.Base(path))
	current := func() bool { return s.running[path] == r && s.state == initialized }
	f, err := plan.run(ctx, func(b find.Bug, sources []sarif.Source) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if r.bug(b, sources); current() {
			s.searched[path] = r
			s.publish()
		}
	})
	summary := f.Summary
	s.mu.Lock()
	if current() {
		r.end(f)
		s.searched[path] = r
		delete(s.running, path)
		s.publish()
	}
	s.mu.Unlock()
	if err != nil {
		summary = err.Error()
	}
	if summary != "" {
		s.say(severityInformation, fmt.Sprintf("%s: %s", path, summary))
	}
	end(summary)
}

// begin shows the progress of a search, and returns a function that ends the progress.
func (s *Server) begin(ctx context.Context, token, name string) (end func(message string)) {
	s.mu.Lock()
	wanted := s.progress
	s.mu.Unlock()
	if !wanted || s.conn.Call(ctx, "window/workDoneProgress/create", progressParams{Token: token}, nil) != nil {
		return func(string) {}
	}
	tell := func(v any) { s.conn.Notify(ctx, "$/progress", progressParams{token, v}) }
	tell(progressBegin{Kind: "begin", Title: "vouch", Message: "looking for bugs in " + name, Cancellable: true})
	return func(message string) { tell(progressEnd{"end", message}) }
}

// hover answers what the bug at a place means.
func (s *Server) hover(data []byte) (any, error) {
	var p hoverParams
	if err := decode(data, &p); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return explained(s.shown[pathOf(p.TextDocument.URI)], p.Position), nil
}

// cancelProgress ends the search of a progress.
func (s *Server) cancelProgress(_ context.Context, data []byte) error {
	var p progressParams
	if err := decode(data, &p); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.running {
		if r.token == p.Token {
			r.cancel(finder.Interrupted)
		}
	}
	return nil
}

// publish sends the diagnostics of each file, if they differ from the last ones that it sent. The lock is held.
func (s *Server) publish() {
	lists := map[string][]Diagnostic{}
	add := func(file string, d Diagnostic) {
		same := func(e Diagnostic) bool { return e.Range == d.Range && e.Message == d.Message }
		if !slices.ContainsFunc(lists[file], same) {
			lists[file] = append(lists[file], d)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(s.read)) {
		for file, list := range s.read[path].list {
			for _, d := range list {
				add(file, d)
			}
		}
	}
	for _, path := range slices.Sorted(maps.Keys(s.searched)) {
		r := s.searched[path]
		for file, list := range r.list {
			for _, d := range list {
				if d, ok := s.now(r, file, d); ok {
					add(file, d)
				}
			}
		}
	}
	for file := range s.open {
		if _, read := s.read[file]; lists[file] == nil && (read || !isProgram(file)) {
			lists[file] = []Diagnostic{}
		}
	}
	for file := range s.shown {
		if lists[file] == nil {
			lists[file] = []Diagnostic{}
		}
	}
	for _, file := range slices.Sorted(maps.Keys(lists)) {
		p := publishDiagnosticsParams{URI: uriOf(file), Diagnostics: lists[file]}
		if d := s.open[file]; d != nil {
			p.URI, p.Version = d.uri, &d.read.version
		}
		text, err := json.Marshal(p)
		if err != nil {
			panic("lsp: diagnostics without a form: " + err.Error())
		}
		if s.shown[file] != string(text) {
			s.conn.Notify(context.Background(), "textDocument/publishDiagnostics", json.RawMessage(text))
		}
		if s.shown[file] = string(text); s.open[file] == nil && len(p.Diagnostics) == 0 {
			delete(s.shown, file)
		}
	}
}

// now returns a diagnostic of a search at its places in the open texts; ok is false if such a place was edited.
func (s *Server) now(r *search, file string, d Diagnostic) (_ Diagnostic, ok bool) {
	place := func(file string, at Range) (Range, bool) {
		if doc := s.open[file]; doc != nil {
			return movedRange(r.texts[file], doc.read.text, at)
		}
		return at, true
	}
	if d.Range, ok = place(file, d.Range); !ok {
		return d, false
	}
	var related []Related
	for _, rel := range d.RelatedInformation {
		if rel.Location.Range, ok = place(pathOf(rel.Location.URI), rel.Location.Range); ok {
			related = append(related, rel)
		}
	}
	d.RelatedInformation = related
	return d, true
}
