package lsp

import (
	"encoding/json"

	"vouch/cmd/internal/faults"
)

// This file explains a bug: what it means, and what to do about it.

// explained returns the explanation of the bug at a place, of the diagnostics that were sent last for its file; nil if
// there is none.
func explained(sent string, at Position) *hover {
	var shown publishDiagnosticsParams
	if sent == "" || json.Unmarshal([]byte(sent), &shown) != nil {
		return nil
	}
	for _, d := range shown.Diagnostics {
		for _, row := range faults.Table {
			if d.Code == row.ID() && d.Range.has(at) {
				text := row.Full + "\n" + row.Help
				if d.Data != nil && d.Data.About != "" {
					text += "\nThis holds with " + d.Data.About + "."
				}
				return &hover{markup{"plaintext", text}, d.Range}
			}
		}
	}
	return nil
}

// has reports whether a place is in a region of one line, or just behind it.
func (r Range) has(p Position) bool {
	return p.Line == r.Start.Line && r.Start.Character <= p.Character && p.Character <= r.End.Character
}
