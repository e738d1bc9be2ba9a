package main

import (
	"bytes"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"
)

// This file draws a terminal session with vouch: it runs commands and draws what they print.

// commands are what is shown. Certificates go to the folder evidence of a temporary folder.
var commands = []string{
	"bin/vouch find examples/c/percent.c --entry decode --string s=8",
	"bin/vouch confirm evidence/percent-*.cbor",
	"bin/vouch-check --source examples/c/percent.c evidence/percent-*.cbor",
	`sed "s/if (\*s == '%')/if (*s == '%' \&\& s[1] \&\& s[2])/" examples/c/percent.c > mended.c`,
	"bin/vouch find mended.c --entry decode --string s=8",
	"bin/vouch-check evidence/mended-*.cbor",
}

const (
	columns    = 104
	charWidth  = 7.8
	lineHeight = 18
	margin     = 16
	header     = 34
)

// compiler is what confirm says of the compiler, whose version differs from machine to machine.
var compiler = regexp.MustCompile(`\b(gcc|clang) [0-9.]+`)

// line is a line on the screen.
type line struct{ class, text string }

// session runs the commands with the programs in the folder bin of the module at dir.
func session(dir string) (string, error) {
	tmp, err := os.MkdirTemp("", "session")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	for _, name := range []string{"bin", "examples"} {
		target, err := filepath.Abs(filepath.Join(dir, name))
		if err == nil {
			err = os.Symlink(target, filepath.Join(tmp, name))
		}
		if err != nil {
			return "", err
		}
	}
	var screen []line
	for _, c := range commands {
		cmd := exec.Command("bash", "-c", c)
		cmd.Dir = tmp
		out, err := cmd.CombinedOutput()
		if exit, ok := err.(*exec.ExitError); err != nil && (!ok || exit.ExitCode() > 1) {
			return "", fmt.Errorf("%s: %w\n%s", c, err, out)
		}
		screen = append(screen, line{"p", "$ " + c})
		for l := range strings.Lines(compiler.ReplaceAllString(string(out), "$1 …")) {
			l = strings.TrimRight(l, "\n")
			class := "o"
			switch {
			case strings.Contains(l, ": bug:"), strings.Contains(l, "^^^"):
				class = "b"
			case strings.HasPrefix(l, "valid "), strings.HasPrefix(l, "confirmed "), strings.Contains(l, ": safe "):
				class = "v"
			}
			for _, part := range wrap(l) {
				screen = append(screen, line{class, part})
			}
		}
		screen = append(screen, line{})
	}
	return render(screen[:len(screen)-1]), nil
}

// wrap breaks a line at blanks, and indents what follows.
func wrap(l string) []string {
	const indent = "    "
	var parts []string
	for len(l) > columns {
		at := strings.LastIndex(l[:columns], " ")
		if at <= len(indent) {
			at = columns
		}
		parts = append(parts, l[:at])
		l = indent + strings.TrimLeft(l[at:], " ")
	}
	return append(parts, l)
}

func render(screen []line) string {
	width, height := charWidth*columns+2*margin, float64(header+margin+lineHeight*len(screen))
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f">
<title>A terminal session: vouch finds a bug in C, gcc confirms it, vouch-check checks its certificate; the program is mended, and safe within the claim of its certificate</title>
<style>
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre; fill: #d7d7d7 }
.p { fill: #fff; font-weight: 600 } .b { fill: #ff8a80 } .v { fill: #8bd49c }
</style>
<rect width="100%%" height="100%%" rx="8" fill="#1c1f26"/>
<circle cx="20" cy="17" r="5" fill="#ff6b60"/><circle cx="38" cy="17" r="5" fill="#f5bf4f"/><circle cx="56" cy="17" r="5" fill="#61c554"/>
`, width, height, width, height)
	for i, l := range screen {
		if l.text == "" {
			continue
		}
		length := ""
		if n := utf8.RuneCountInString(l.text); n > 1 { // the same width whatever the font
			length = fmt.Sprintf(` textLength="%.1f" lengthAdjust="spacingAndGlyphs"`, charWidth*float64(n))
		}
		fmt.Fprintf(&b, `<text class="%s" x="%d" y="%d" xml:space="preserve"%s>%s</text>`+"\n", l.class, margin,
			header+lineHeight*(i+1)-4, length, html.EscapeString(l.text))
	}
	b.WriteString("</svg>\n")
	return b.String()
}
