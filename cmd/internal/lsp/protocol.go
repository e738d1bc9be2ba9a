package lsp

import "encoding/json"

// This file defines the types of the Language Server Protocol 3.17 that the server uses, under their names there.

// server is the name of the server, and the source of its diagnostics.
const server = "vouch"

// Position is a place in a text. Both count from 0, and Character counts UTF-16 code units, which every editor knows.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Range is a region of a text; End is the place just after it.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Location is a region of a file.
type Location struct {
	URI   string `json:"uri"`
	Range Range  `json:"range"`
}

// The severities of diagnostics.
const (
	severityError       = 1
	severityWarning     = 2
	severityInformation = 3
)

// Diagnostic says what is wrong in a region.
type Diagnostic struct {
	Range              Range            `json:"range"`
	Severity           int              `json:"severity"`
	Code               string           `json:"code,omitempty"`
	CodeDescription    *CodeDescription `json:"codeDescription,omitempty"`
	Source             string           `json:"source"`
	Message            string           `json:"message"`
	RelatedInformation []Related        `json:"relatedInformation,omitempty"`
	Data               *Data            `json:"data,omitempty"`
}

// CodeDescription has a link from a diagnostic to its certificate.
type CodeDescription struct {
	Href string `json:"href"`
}

// Related is a place that belongs to a diagnostic.
type Related struct {
	Location Location `json:"location"`
	Message  string   `json:"message"`
}

// Data is the part of a diagnostic for programs.
type Data struct {
	Certificate string            `json:"certificate,omitempty"` // the name of the file
	Input       map[string]string `json:"input,omitempty"`
	About       string            `json:"about,omitempty"` // on what it depends, beside the program and the input
}

type publishDiagnosticsParams struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version,omitempty"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

type initializeParams struct {
	Capabilities struct {
		Window struct {
			WorkDoneProgress bool `json:"workDoneProgress"`
		} `json:"window"`
	} `json:"capabilities"`
	InitializationOptions json.RawMessage `json:"initializationOptions"`
}

type initializeResult struct {
	Capabilities serverCapabilities `json:"capabilities"`
	ServerInfo   serverInfo         `json:"serverInfo"`
}

type serverCapabilities struct {
	PositionEncoding string   `json:"positionEncoding"`
	TextDocumentSync syncKind `json:"textDocumentSync"`
	HoverProvider    bool     `json:"hoverProvider"`
}

type syncKind struct {
	OpenClose bool `json:"openClose"`
	Change    int  `json:"change"` // 1: the whole text
	Save      bool `json:"save"`
}

type serverInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type textDocument struct {
	URI     string `json:"uri"`
	Version int    `json:"version"`
	Text    string `json:"text"`
}

type didOpenParams struct {
	TextDocument textDocument `json:"textDocument"`
}

type didChangeParams struct {
	TextDocument   textDocument `json:"textDocument"`
	ContentChanges []struct {
		Range *Range  `json:"range"`
		Text  *string `json:"text"`
	} `json:"contentChanges"`
}

type hoverParams struct {
	TextDocument textDocument `json:"textDocument"`
	Position     Position     `json:"position"`
}

// hover is what is shown of a place.
type hover struct {
	Contents markup `json:"contents"`
	Range    Range  `json:"range"`
}

type markup struct {
	Kind  string `json:"kind"` // plaintext
	Value string `json:"value"`
}

// documentParams are those of didSave and didClose.
type documentParams struct {
	TextDocument textDocument `json:"textDocument"`
}

type didChangeConfigurationParams struct {
	Settings json.RawMessage `json:"settings"`
}

type messageParams struct {
	Type    int    `json:"type"` // a severity; 4 is for the log
	Message string `json:"message"`
}

// progressParams begin or end a progress, which Token names.
type progressParams struct {
	Token string `json:"token"`
	Value any    `json:"value,omitempty"`
}

type progressBegin struct {
	Kind        string `json:"kind"` // begin
	Title       string `json:"title"`
	Message     string `json:"message,omitempty"`
	Cancellable bool   `json:"cancellable"`
}

type progressEnd struct {
	Kind    string `json:"kind"` // end
	Message string `json:"message,omitempty"`
}
