package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
)

// This file draws the report of a bug: it opens the page in Chromium, goes to the last step, and takes what is then
// there, with the page's own text and style.

// What is shown, and how much of the program before the fault.
const (
	program = "examples/c/percent.c"
	width   = 1080
	height  = 1020
	before  = 16
)

// report makes the report with the programs in the folder bin of the module at dir.
func report(dir string) (string, error) {
	tmp, err := os.MkdirTemp("", "page")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	vouch, page := filepath.Join(dir, "bin", "vouch"), filepath.Join(tmp, "report.html")
	var exit *exec.ExitError
	if out, err := exec.Command(vouch, "find", "--entry", "decode", "--string", "s=8", "--out", tmp,
		filepath.Join(dir, program)).CombinedOutput(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		return "", fmt.Errorf("vouch find: found %v, want exit status 1, for a bug\n%s", err, out)
	}
	found, err := filepath.Glob(filepath.Join(tmp, "*.bug.cbor"))
	if err != nil || len(found) != 1 {
		return "", fmt.Errorf("found %d certificates of a bug, want one", len(found))
	}
	if out, err := exec.Command(vouch, "report", found[0], "-o", page).CombinedOutput(); err != nil {
		return "", fmt.Errorf("vouch report: %w\n%s", err, out)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		return "", err
	}
	body, err := stepped(page)
	if err != nil {
		return "", fmt.Errorf("chromium: %w", err)
	}
	return picture(string(text), body)
}

// cut goes to the fault and removes what has no place in the picture: what a page of this height does not show, and the
// program without the lines at the fault. Values that were entered become attributes, so that they are in the text. It
// neither looks at sizes, which depend on the fonts of a machine, nor keeps those that the page has measured.
var cut = fmt.Sprintf(`(() => {
  const lines = [...document.querySelectorAll(".source li")], here = lines.findIndex(l => l.classList.contains("here"));
  lines.slice(0, Math.max(0, here - %d)).forEach(l => l.remove());
  document.querySelector(".source").setAttribute("style", "max-height: none");
  document.querySelectorAll("script, .jump, .static, figure, .columns ~ section, article > section:last-of-type, footer").forEach(e => e.remove());
  document.querySelectorAll("input").forEach(e => e.setAttribute("value", e.value));
  return new XMLSerializer().serializeToString(document.body);
})()`, before)

// stepped returns the body of a page in which the button to the fault was pressed, as XML.
func stepped(page string) (body string, err error) {
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Minute)
	defer stop()
	ctx, stop = chromedp.NewExecAllocator(ctx, append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox)...)
	defer stop()
	ctx, stop = chromedp.NewContext(ctx)
	defer stop()
	return body, chromedp.Run(ctx, chromedp.Navigate("file://"+page),
		chromedp.Evaluate(`document.querySelector("[data-do=last]").click()`, nil),
		chromedp.WaitVisible(".source .fault.here", chromedp.ByQuery),
		chromedp.Evaluate(cut, &body))
}

var (
	style = regexp.MustCompile(`(?s)<style>(.*?)</style>`)
	// other is the style for narrow pages, for paper and for motion.
	other = regexp.MustCompile(`(?ms)^@media \(max-width.*?^}\n|^@media print.*?^}\n|^@media \(prefers-reduced-motion.*?$`)
)

// picture returns the drawing: a page's body in the page's style.
func picture(page, body string) (string, error) {
	css := style.FindStringSubmatch(page)
	if css == nil {
		return "", errors.New("found a page without <style>")
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d">
<title>The report of a bug: the input, the program with the lines that ran, a stepper at the fault, the memory there, and a plot of the variables</title>
<style>%[3]s</style>
<rect width="100%%" height="100%%" fill="var(--paper)"/>
<foreignObject width="100%%" height="100%%"><html xmlns="http://www.w3.org/1999/xhtml">%[4]s</html></foreignObject>
<rect x=".5" y=".5" width="%[5]d" height="%[6]d" rx="8" fill="none" stroke="var(--line)"/>
</svg>
`, width, height, other.ReplaceAllString(css[1], ""), body, width-1, height-1)
	return b.String(), nil
}
