package witness

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"vouch/certs"
	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/loops"
	"vouch/semantics"
	"vouch/semantics/c"
	"vouch/semantics/lang"
)

// This file defines how a witness is made of a certificate.

// Write checks a certificate and returns the witness that says the same, as far as a witness can. Warnings are what it
// leaves out. The error says why there is no witness.
func Write(certificate []byte, source Source, created time.Time, o checker.Options) (text []byte, warnings []string,
	err error) {
	var w loops.Watch
	v, err := checker.Check(certificate, w.Listen(o))
	if err != nil {
		return nil, nil, err
	}
	if err := sayable(v); err != nil {
		return nil, nil, err
	}
	e := Entry{Metadata: Metadata{
		FormatVersion: Version, UUID: uuid(certificate), CreationTime: created.UTC().Format("2006-01-02T15:04:05Z"),
		Producer: Producer{"vouch", checkcmd.Version},
		Task: Task{
			InputFiles: []string{source.Name}, InputFileHashes: map[string]string{source.Name: hash(source.Text)},
			DataModel: "LP64", Language: "C",
		},
	}}
	points, err := c.Points(semantics.NewMeter(semantics.Unlimited, semantics.Unlimited), sources(v), v.Options)
	if err != nil {
		return nil, nil, err
	}
	m := &maker{v: v, source: source, points: points, spots: spots(points),
		lines: strings.Split(string(source.Text), "\n"), warned: map[string]bool{}}
	if v.Kind == certs.KindBug {
		e.Type = ViolationSequence
		e.Content, e.Metadata.Task.Specification, err = m.violation()
	} else {
		var list []loops.Loop
		if list, err = w.Loops(v); err == nil {
			e.Type = InvariantSet
			e.Content, e.Metadata.Task.Specification = m.invariants(list), m.claimed()
		}
	}
	if err == nil {
		text, err = encode(e)
	}
	return text, m.warnings, err
}

// sayable returns an error if the format has no words for a verdict.
func sayable(v *checker.Verdict) error {
	if err := about(v.Language, len(v.Sources), v.Options["entry"]); err != nil {
		return err
	}
	switch {
	case v.Kind == certs.KindBounded:
		return fmt.Errorf("the claim is bounded, it holds up to %d iterations of a loop, and a witness of the format %s can only say that it holds for all",
			v.LoopLimit, Version)
	case v.Kind == certs.KindBug && v.Period > 0:
		return fmt.Errorf("a run that never ends has no place of a violation, which the format %s wants", Version)
	case v.Kind == certs.KindBug && properties[v.Fault.Kind] == "":
		return fmt.Errorf("SV-COMP has no property that %q violates", v.Fault.Kind)
	}
	return nil
}

// about returns an error if the format has no words for a program.
func about(language string, sources int, entry string) error {
	switch {
	case !lang.Named(language).Compiled:
		return fmt.Errorf("found a program in %s, want one in C, which the format %s is about",
			lang.Named(language).Title, Version)
	case sources > 1:
		return errors.New("found a program of several files, want one: the headers of a program count, unless they are of the library")
	case entry != "" && entry != "main":
		return fmt.Errorf("found --entry %s, want main: the properties of SV-COMP are about runs from there", entry)
	}
	return nil
}

// claimed returns the property of which a program without faults is an instance: that it reaches no error, if it calls
// a function that marks one, and otherwise that nothing overflows.
func (m *maker) claimed() string {
	for _, p := range m.points {
		if p.Form == c.ACall && slices.Contains(errorCalls, p.Callee) {
			return unreachCall
		}
	}
	return noOverflow
}

// invariants returns what holds at loops.
func (m *maker) invariants(list []loops.Loop) (content []Content) {
	content = []Content{}
	for _, l := range list {
		if l.Body && len(l.Any) > 0 {
			m.warn("%s:%d:%d: the invariant is left out: it holds where the body of do begins, and a witness speaks of where its condition is evaluated",
				m.source.Name, l.Line, l.Column)
			continue
		}
		text, gaps := l.Text(loops.C, func(v loops.Variable) bool { return !v.Head })
		for _, g := range append(l.Gaps, gaps...) {
			m.warn("%s:%d:%d: %s", m.source.Name, l.Line, l.Column, g)
		}
		if text == "" || l.File > 0 {
			continue
		}
		content = append(content, Content{Invariant: &Invariant{
			Type: LoopInvariant, Location: Location{m.source.Name, l.Line, m.column(l.Line, l.Column), l.Function},
			Value: text, Format: CExpression,
		}})
	}
	return content
}

func sources(v *checker.Verdict) (list []c.Source) {
	for _, s := range v.Sources {
		list = append(list, c.Source{Name: s.Name, Text: s.Text})
	}
	return list
}

func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// uuid returns the identifier of the witness of a certificate: the same for the same certificate. It is of version 8,
// which leaves its bits to who makes it (RFC 9562).
func uuid(certificate []byte) string {
	sum := sha256.Sum256(append([]byte("vouch witness "), certificate...))
	b := sum[:16]
	b[6], b[8] = b[6]&0x0f|0x80, b[8]&0x3f|0x80
	h := hex.EncodeToString(b)
	return strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-")
}
