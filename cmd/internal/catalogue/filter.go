package catalogue

import (
	"fmt"
	"time"

	"vouch/certs/statement"
)

// This file defines which statements are listed.

// Filter says which statements to list.
type Filter struct {
	Program, Fault, Issuer string
	Since, Until           string // times as the user wrote them
	from, to               time.Time
}

// Parse reads the times.
func (f *Filter) Parse() (err error) {
	if f.Since != "" {
		if f.from, err = statement.ParseTime(f.Since); err != nil {
			return fmt.Errorf("--since: %w", err)
		}
	}
	if f.Until != "" {
		if f.to, err = statement.ParseTime(f.Until); err != nil {
			return fmt.Errorf("--until: %w", err)
		}
	}
	return nil
}

// Admits reports whether a row is to be listed.
func (f *Filter) Admits(r Row) bool {
	return (f.Program == "" || f.Program == r.Program) &&
		(f.Fault == "" || f.Fault == r.Kind || f.Fault == r.Fault) &&
		(f.Issuer == "" || f.Issuer == r.Issuer) &&
		(f.from.IsZero() || !r.at.Before(f.from)) &&
		(f.to.IsZero() || r.at.Before(f.to))
}
