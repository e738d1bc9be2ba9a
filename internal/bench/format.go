package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// This file defines how numbers are written for people.

// spread returns the median of times, with the least and the greatest if they differ.
func spread(ds []time.Duration) string {
	text := seconds(median(ds).Seconds())
	least, greatest := seconds(slices.Min(ds).Seconds()), seconds(slices.Max(ds).Seconds())
	if least == greatest {
		return text
	}
	if number, unit, _ := strings.Cut(least, " "); strings.HasSuffix(greatest, " "+unit) {
		least = number
	}
	return fmt.Sprintf("%s (%s–%s)", text, least, greatest)
}

// seconds, size, count and times write a number of seconds, of bytes, of things, and a ratio.
func seconds(s float64) string {
	switch {
	case s < 0.01:
		return fmt.Sprintf("%.1f ms", 1000*s)
	case s < 1:
		return fmt.Sprintf("%.0f ms", 1000*s)
	case s < 9.995:
		return fmt.Sprintf("%.2f s", s)
	}
	return fmt.Sprintf("%.1f s", s)
}

func size(bytes float64) string {
	switch {
	case bytes < 10_000:
		return fmt.Sprintf("%.0f B", bytes)
	case bytes < 1_000_000:
		return fmt.Sprintf("%.0f kB", bytes/1e3)
	case bytes < 1e9:
		return fmt.Sprintf("%.1f MB", bytes/1e6)
	}
	return fmt.Sprintf("%.2f GB", bytes/1e9)
}

func count(n float64) string {
	digits := strconv.FormatFloat(n, 'f', 0, 64)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

func times(x float64) string { return fmt.Sprintf("%.2f", x) }
