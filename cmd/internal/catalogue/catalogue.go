// Package catalogue says what an archive has: it finds a certificate by an ID, and describes a statement in a row.
package catalogue

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"vouch/certs"
	"vouch/certs/archive"
	"vouch/certs/statement"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/claim"
	"vouch/semantics"
	"vouch/semantics/fronts"
)

// This file defines the IDs and the rows.

// minPrefix is the length of the shortest beginning of a digest that is taken for an ID.
const minPrefix = 8

// Resolve returns the certificate that an ID stands for, and the statements about it: the number of an entry, the
// beginning of the certificate's SHA-256 in hexadecimal, or the finding's identity.
func Resolve(a *archive.Archive, id string) (statement.Digest, []archive.Record, error) {
	number, err := strconv.ParseUint(id, 10, 63)
	isNumber := err == nil && len(id) < minPrefix
	prefix := strings.ToLower(id)
	var digest *statement.Digest
	err = a.Records(0, func(r archive.Record) error {
		if a.Own(r) {
			return nil
		}
		match := id == r.Subject || !isNumber && len(id) >= minPrefix &&
			strings.HasPrefix(hex.EncodeToString(r.Digest[:]), prefix)
		if match || isNumber && r.Index == number {
			digest = &r.Digest // of a finding with several certificates, the last
		}
		return nil
	})
	if err == nil && digest == nil {
		err = fmt.Errorf("found no entry %q, want the number of an entry, %d or more digits of a certificate's SHA-256, or an identity",
			id, minPrefix)
	}
	if err != nil {
		return statement.Digest{}, nil, err
	}
	records, err := a.Statements(*digest)
	return *digest, records, err
}

// Row is what a list shows of a statement.
type Row struct {
	Entry       uint64 `json:"entry"`
	Issued      string `json:"issued"`
	Issuer      string `json:"issuer"`
	Role        string `json:"role,omitempty"`
	Program     string `json:"program,omitempty"` // this, kind and fault are missing if the certificate was pruned
	Kind        string `json:"kind,omitempty"`    // bug, safe, bounded
	Fault       string `json:"fault,omitempty"`
	About       string `json:"about,omitempty"` // on what the finding depends, as far as options say
	Certificate string `json:"certificate"`
	Subject     string `json:"subject"`
	Pruned      bool   `json:"pruned,omitempty"`

	at time.Time
}

// Finding says in words what the certificate is about.
func (r Row) Finding() string {
	switch {
	case r.Pruned:
		return "pruned"
	case r.Fault != "":
		return fmt.Sprintf("%s: %s%s: %s", r.Program, r.Kind, r.qualified(), r.Fault)
	}
	return fmt.Sprintf("%s: %s%s", r.Program, r.Kind, r.qualified())
}

func (r Row) qualified() string {
	if r.About == "" {
		return ""
	}
	return fmt.Sprintf(" (%s)", r.About)
}

// About says in a line what the finding of a certificate is about; "" for the program alone. It lowers the program, and
// neither runs nor checks it.
func About(data []byte) string {
	about, err := lowered(data)
	if err != nil {
		return fmt.Sprintf("what is not known here (%v)", err)
	}
	return about.String()
}

func lowered(data []byte) (claim.Claim, error) {
	c, err := certs.Open(data, int64(len(data)))
	if err != nil {
		return nil, err
	}
	p, limit := c.About(), loopLimit(c)
	lowered, _, err := fronts.All.Lower(semantics.NewMeter(lowering, lowering), p)
	if err != nil {
		return nil, err
	}
	return claim.Of(p.Language, p.Options, lowered, limit).Nesting(nests(c)), nil
}

// lowering bounds the work and the memory for lowering a program, in the units of semantics.Meter.
const lowering = 1 << 26

// loopLimit returns the loop limit of a claim; 0 if it has none.
func loopLimit(c certs.Certificate) uint64 {
	if a, ok := c.(*certs.Absence); ok {
		return a.LoopLimit
	}
	return 0
}

// nests reports whether calls may nest to any depth in a claim.
func nests(c certs.Certificate) bool {
	a, ok := c.(*certs.Absence)
	return ok && len(a.Contracts) > 0
}

// Describe returns the row for a statement. What it says of the certificate is the certificate's own word.
func Describe(a *archive.Archive, r archive.Record, maxBytes int64) (Row, error) {
	line := Row{
		Entry: r.Index, Issued: checkcmd.Time(r.Issued), Issuer: r.Issuer, Certificate: hex.EncodeToString(r.Digest[:]),
		Subject: r.Subject,
		at:      r.Issued,
	}
	if r.Review != nil {
		line.Role = r.Review.Role
	}
	data, err := a.Certificate(r.Digest, maxBytes)
	if errors.Is(err, fs.ErrNotExist) {
		line.Pruned = true
		return line, nil
	}
	if err != nil {
		return line, err
	}
	c, err := certs.Open(data, int64(len(data)))
	if err != nil {
		return line, fmt.Errorf("%s: %w", a.CertificateFile(r.Digest), err)
	}
	about := c.About()
	line.Program, line.About = about.Sources[0].Name, claim.Of(about.Language, about.Options, nil,
		loopLimit(c)).Nesting(nests(c)).String()
	switch c := c.(type) {
	case *certs.Bug:
		line.Kind, line.Fault = c.Kind, c.Fault.Kind
	case *certs.Absence:
		line.Kind = c.Kind
	}
	return line, nil
}
