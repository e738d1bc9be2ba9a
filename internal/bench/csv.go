package main

import (
	"bytes"
	"encoding/csv"
	"os"
	"slices"
	"strconv"
	"time"
)

// This file defines the results as CSV: one row for each measurement.

var header = []string{
	"family", "size", "command", "runs", "median_s", "min_s", "max_s", "cpu_s", "peak_kb", "certificate_bytes",
	"verdict", "states", "queries", "steps",
}

// record returns a row as CSV; what a command does not have is empty.
func (r row) record() []string {
	whole := func(n int64) string {
		if n == 0 {
			return ""
		}
		return strconv.FormatInt(n, 10)
	}
	point := func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 6, 64) }
	verdict := r.verdict
	if r.late {
		verdict = "late"
	}
	return []string{
		r.family, whole(int64(r.size)), r.command, strconv.Itoa(len(r.wall)),
		point(r.median()), point(slices.Min(r.wall)), point(slices.Max(r.wall)), point(median(r.cpu)), whole(r.peakKB),
		whole(r.certificate), verdict, whole(r.states), whole(r.queries), whole(r.steps),
	}
}

func writeCSV(name string, rows []row) error {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write(header)
	for _, r := range rows {
		w.Write(r.record())
	}
	w.Flush()
	return os.WriteFile(name, b.Bytes(), 0o644)
}
