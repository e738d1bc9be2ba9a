package find

import (
	"fmt"
	"os"
	"strconv"
	"time"

	"vouch/certs"
	"vouch/checker"
	"vouch/cmd/internal/witness"
	"vouch/semantics/fronts"
)

// This file defines the witness of a result, for other verifiers.

// testify makes the witness of a result: of the absence of faults, or of the first bug.
func (r *fileResult) testify() {
	if r.result == nil {
		return
	}
	var data []byte
	certain := r.result.Certain()
	switch {
	case r.claimed() && r.result.Absence != nil:
		data = certs.Encode(r.result.Absence)
	case len(certain) > 0 && r.accepted[certain[0].Fault]:
		data = certs.Encode(certain[0].Bug)
	default:
		r.witness.err = errNone
		return
	}
	o := checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower}
	r.witness.text, r.witness.warnings, r.witness.err = witness.Write(data,
		witness.Source{Name: r.file, Text: r.source}, now(), o)
	if more := len(certain) - 1; r.witness.err == nil && more > 0 {
		r.witness.warnings = append(r.witness.warnings, fmt.Sprintf("%s: the witness is of the first bug, of %d",
			r.file, more+1))
	}
}

// now returns the time at which results are made: that of SOURCE_DATE_EPOCH, in seconds since 1970, if it is set, so
// that the same work gives the same files.
func now() time.Time {
	if n, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil && n >= 0 {
		return time.Unix(n, 0)
	}
	return time.Now()
}
