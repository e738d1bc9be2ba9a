package coresym

import "testing"

// This file tests what initial bytes of an object mean.

func TestInitialBytes(t *testing.T) {
	for _, row := range []struct {
		title, bytes string
		want         uint64
	}{
		{"none", "", 0},
		{"one", "A", 0x41},
		{"the lowest first", "\x01\x02\x03", 0x030201},
		{"two that are one character", "\xce\xb6", 0xb6ce},
		{"eight with the highest bit", "\x80\x81\x82\x83\x84\x85\x86\x87", 0x8786858483828180},
	} {
		if n := little(row.bytes); !n.IsUint64() || n.Uint64() != row.want {
			t.Errorf("%s: found %#x, want %#x", row.title, n, row.want)
		}
	}
}
