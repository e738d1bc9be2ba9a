package cmd

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// This file runs the shell commands of docs/evidence.md, which verify a statement without vouch.

var shellBlock = regexp.MustCompile("(?ms)^```sh\n(.*?)^```$")

// walkThrough returns the shell commands of docs/evidence.md.
func walkThrough(t *testing.T) string {
	t.Helper()
	doc, err := os.ReadFile("../docs/evidence.md")
	if err != nil {
		t.Fatal(err)
	}
	var script strings.Builder
	for _, m := range shellBlock.FindAllSubmatch(doc, -1) {
		script.Write(m[1])
	}
	if script.Len() == 0 {
		t.Fatal("found no shell commands in docs/evidence.md")
	}
	return script.String()
}

// shell runs a script in a folder and returns what it printed.
func shell(dir, script string) (string, error) {
	cmd := exec.Command("sh", "-eu", "-c", script)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func TestEvidenceDocument(t *testing.T) {
	dir := t.TempDir()
	script := walkThrough(t)
	out, err := shell(dir, script)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{
		`(?m)^issuer https://example.org/ci es256k:`, `(?m)^[0-9]{10}\nVerified OK$`,
		`(?m)^[0-9]{10}\nSignature Verified Successfully$`,
	} {
		if !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("found\n%s\nwant %s", out, want)
		}
	}
	// Only the definitions, and then what they must refuse.
	var functions strings.Builder
	for _, m := range regexp.MustCompile(`(?ms)^[a-z]+\(\) \{.*?\}$|^[a-z]+\(\) \{.*?^\}$`).FindAllString(script, -1) {
		functions.WriteString(m + "\n")
	}
	functions.WriteString("issuer=https://example.org/ci\n" +
		`subject=$(sed 's/^signed bug.cbor  \([^ ]*\) .*/\1/' signed)` + "\n")
	flip := func(name string, offset int) {
		t.Helper()
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if offset < 0 {
			offset += len(data)
		}
		data[offset] ^= 1
		if err := os.WriteFile(filepath.Join(dir, "flipped"), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		title   string
		file    string
		offset  int
		command string
	}{
		{"nothing is changed", "bug.statement", 0,
			`verify bug.statement bug.cbor "$(cat me.key.pub)" "$issuer" "$subject"`},
		{"a bit of the signature", "bug.statement", -1,
			`verify flipped bug.cbor "$(cat me.key.pub)" "$issuer" "$subject"`},
		{"a bit of the digest", "bug.statement", -90,
			`verify flipped bug.cbor "$(cat me.key.pub)" "$issuer" "$subject"`},
		{"a bit of the header", "bug.statement", 20,
			`verify flipped bug.cbor "$(cat me.key.pub)" "$issuer" "$subject"`},
		{"a bit of the tag", "bug.statement", 0, `verify flipped bug.cbor "$(cat me.key.pub)" "$issuer" "$subject"`},
		{"a bit of the certificate", "bug.cbor", 100,
			`verify bug.statement flipped "$(cat me.key.pub)" "$issuer" "$subject"`},
		{"another issuer", "bug.cbor", 0,
			`verify bug.statement bug.cbor "$(cat me.key.pub)" https://example.org/cj "$subject"`},
		{"another subject", "bug.cbor", 0, `verify bug.statement bug.cbor "$(cat me.key.pub)" "$issuer" "${subject}0"`},
		{"another key", "bug.cbor", 0, `verify bug.statement bug.cbor "$(cat ed.key.pub)" "$issuer" "$subject"`},
		{"another kind of signature", "bug.cbor", 0,
			`verify ed.statement bug.cbor "$(cat me.key.pub)" "$issuer" "$subject"`},
		{"a bit of a signature of Ed25519", "ed.statement", -1,
			`verify flipped bug.cbor "$(cat ed.key.pub)" "$issuer" "$subject"`},
	} {
		flip(c.file, c.offset)
		out, err := shell(dir, functions.String()+c.command)
		if good := c.title == "nothing is changed"; (err == nil) != good {
			t.Errorf("%s: found error %v\n%s", c.title, err, out)
		}
	}
}
