package statement

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// This file tests that what is made to be expensive is refused at little cost.

func TestHostile(t *testing.T) {
	const large = 4 << 20
	huge := func(major byte) []byte { return head(major, 1<<62) }
	inStatement := func(header []byte) []byte {
		return slices.Concat([]byte{0xd2, 0x84}, cBytes(header), cMap(nil), cBytes(make([]byte, 32)),
			cBytes(make([]byte, 64)))
	}
	unprotected := func(header []byte) []byte {
		m := handmade(named(t, "ed25519", "issuer"))
		return slices.Concat([]byte{0xd2, 0x84}, cBytes(cMap(m.protected)), header, m.payload, cBytes(make([]byte, 64)))
	}
	tower := bytes.Repeat([]byte{0x81}, 60_000)
	maps := bytes.Repeat([]byte{0xa1, 0x01}, 30_000)
	var many pairs
	for i := range 10_000 {
		many = append(many, [2][]byte{cInt(int64(i)), cInt(1)})
	}
	countersigned := cMap(nil)
	for range 12 {
		countersigned = cMap(pairs{{cInt(11), cArray(cBytes(nil), countersigned, cBytes([]byte{1}))}})
	}
	bundleOf := func(key string, value []byte) []byte {
		return cMap(pairs{{cText("kind"), cText("bundle")}, {cText(key), value}})
	}
	for _, c := range []struct {
		title string
		data  []byte
	}{
		{"a tower of arrays", tower},
		{"a tower of maps", maps},
		{"a tower of arrays in a statement", inStatement(tower)},
		{"a tower of maps in a header", unprotected(maps)},
		{"a tower of tags", bytes.Repeat([]byte{0xd2}, 60_000)},
		{"an array that claims to be huge", huge(4)},
		{"a map that claims to be huge", huge(5)},
		{"bytes that claim to be huge", huge(2)},
		{"text that claims to be huge", huge(3)},
		{"a huge array in a header", inStatement(huge(4))},
		{"a huge map in a header", inStatement(huge(5))},
		{"a huge list of receipts", unprotected(slices.Concat([]byte{0xa1}, cInt(394), huge(4)))},
		{"many labels", inStatement(cMap(many))},
		{"many unprotected labels", unprotected(cMap(many))},
		{"countersignatures of countersignatures", unprotected(countersigned)},
		{"many receipts that are none",
			unprotected(cMap(pairs{{cInt(394), cArray(slices.Repeat([][]byte{{0x80}}, 60_000)...)}}))},
		{"a message of megabytes", slices.Concat([]byte{0xd2, 0x84}, make([]byte, large))},
		{"a bundle that claims a huge list", bundleOf("statements", huge(4))},
		{"a bundle with a list of many", bundleOf("statements", cArray(slices.Repeat([][]byte{{0xa0}}, 100_000)...))},
		{"a bundle with a list of too many", bundleOf("statements",
			cArray(slices.Repeat([][]byte{{0xa0}}, 200_000)...))},
		{"a bundle that is a tower", bundleOf("statements", tower)},
		{"a bundle with many kinds", slices.Concat(head(5, 100_000),
			bytes.Repeat(slices.Concat(cText("kind"), cText("bundle")), 100_000))},
		{"an aggregate that claims a huge list", cMap(pairs{{cText("kind"), cText("aggregate")},
			{cText("statements"), huge(4)}})},
		{"lines", bytes.Repeat([]byte("\n"), large)},
		{"one line", bytes.Repeat([]byte("a"), large)},
		{"words", bytes.Repeat([]byte("# "), maxTrust/2)},
		{"PEM blocks", bytes.Repeat([]byte("-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n"), 20_000)},
		{"beginnings of PEM blocks", bytes.Repeat([]byte("-----BEGIN A-----\n"), 5_000)},
	} {
		t.Run(c.title, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for name, parse := range map[string]func([]byte) error{
				"Parse":          func(b []byte) error { _, err := Parse(b); return err },
				"ParseReceipt":   func(b []byte) error { _, err := ParseReceipt(b); return err },
				"ParseAggregate": func(b []byte) error { _, err := ParseAggregate(b); return err },
				"ParseBundle":    func(b []byte) error { _, err := ParseBundle(b); return err },
				"ParseAny":       func(b []byte) error { _, err := ParseAny(b); return err },
				"ParsePrivate":   func(b []byte) error { _, err := ParsePrivatePEM(b); return err },
				"ParseTrust":     func(b []byte) error { _, err := ParseTrust("trust", b); return err },
				"Checkpoint":     func(b []byte) error { _, err := (&Trust{}).Checkpoint(b); return err },
				"Is":             func(b []byte) error { return fmt.Errorf("%v %v", IsBundle(b), IsAggregate(b)) },
			} {
				err := parse(c.data)
				if err == nil {
					t.Errorf("%s accepts it", name)
				} else if n := len(err.Error()); n > 500 || strings.Contains(err.Error(), "cbor:") {
					t.Errorf("%s: found an error of %d bytes: %.200s", name, n, err)
				}
			}
			runtime.ReadMemStats(&after)
			if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20+20*uint64(len(c.data)) {
				t.Errorf("it took %d bytes for %d", used, len(c.data))
			}
		})
	}
}
