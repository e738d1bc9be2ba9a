package find

import (
	"fmt"
	"io"
	"strings"

	"vouch/cmd/internal/baseline"
	"vouch/cmd/internal/sarif"
	"vouch/cmd/internal/terminal"
	"vouch/semantics"
)

// This file defines latent faults: what functions want of their callers. Formats for programs have them as remarks that
// fail nothing, unless a baseline makes bugs of them.

// Latent is a latent fault, or one of the baseline that is no more.
type Latent struct {
	File         string
	Line, Column int // in bytes
	Kind         semantics.Kind
	Text         string // all that people are told
	Function     string // that wants something
	Requires     string // what it wants
	Input        string // with which it fails otherwise
	Rank         string
	Callers      []string // what became of the fault there
	Identity     string
	Known        *baseline.Entry // nil if the baseline does not have it
	Fails        bool            // whether it counts as a bug does
	Gone, Fixed  bool            // of one that was not found again: so, and whether it is fixed
}

// region returns the place of the fault in the text of its file.
func (x Latent) region(text []byte) sarif.Region {
	return sarif.Region{Line: x.Line, Column: sarif.Units(text, x.Line, x.Column)}
}

// logged returns what the log says of a latent fault.
func (x Latent) logged() sarif.Latent {
	source := sourceOf(x.File)
	var known *sarif.Known
	if x.Known != nil {
		known = &sarif.Known{Since: x.Known.Since, Reason: x.Known.Reason}
	}
	return sarif.Latent{
		Source: source, Region: x.region(source.Text), Kind: x.Kind, Message: sentence(x.Text) + ".",
		Function: x.Function, Requires: x.Requires, Input: x.Input, Rank: x.Rank, Callers: x.Callers,
		Identity: x.Identity, Known: known, Gone: x.Gone, Fixed: x.Fixed,
	}
}

// annotate prints a latent fault as a workflow command of GitHub.
func (x Latent) annotate(w io.Writer) error {
	level, title := "notice", "vouch: latent: "
	switch {
	case x.Fails:
		level = "error"
	case x.Known != nil:
		title = "vouch: known latent: "
	}
	var text strings.Builder
	if x.Gone {
		fmt.Fprintln(&text, Harmless(fmt.Sprintf("%s: %s", x.File, x.Text)))
	} else {
		command(&text, level, x.File, x.region(sourceOf(x.File).Text), title+string(x.Kind), terminal.Shown(x.Text))
	}
	_, err := io.WriteString(w, text.String())
	return err
}
