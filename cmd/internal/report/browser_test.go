package report

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdp "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"vouch/certs"
	"vouch/internal/effort"
	"vouch/internal/load"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/fronts"
)

// This file tests pages in Chromium: that they work, with a mouse, with a keyboard and without scripts, and that they
// load nothing.

var shots = flag.String("shots", "", "write screenshots to this folder")

// patience is how long a page may take, on any machine: it is only for what would never end.
const patience = 30 * time.Minute

// browser starts Chromium.
func browser(t *testing.T) context.Context {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath("/usr/bin/chromium"), chromedp.NoSandbox,
		chromedp.Flag("disable-gpu", true), chromedp.Flag("disable-quic", true), chromedp.Flag("no-first-run", true),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
		chromedp.WSURLReadTimeout(patience))
	ctx, stop := context.WithTimeout(context.Background(), patience) // not the test's, which ends before Chromium can
	t.Cleanup(stop)
	ctx, stop = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	t.Cleanup(func() { chromedp.Cancel(ctx) }) // waits for it
	if err := chromedp.Run(ctx); err != nil {
		t.Fatalf("chromium does not start: %v", err)
	}
	return ctx
}

// tab is a page that is open in a tab of its own. What it should not do is an error of the test.
type tab struct {
	*testing.T
	ctx     context.Context
	forgive func() string // forgets what the page did wrong, and returns it
}

// open opens a page after some preparations.
func open(t *testing.T, browser context.Context, text string, before ...chromedp.Action) tab {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, stop := chromedp.NewContext(browser)
	var mu sync.Mutex
	var wrong []string
	note := func(format string, args ...any) {
		mu.Lock()
		defer mu.Unlock()
		wrong = append(wrong, fmt.Sprintf(format, args...))
	}
	chromedp.ListenTarget(ctx, func(e any) {
		switch e := e.(type) {
		case *network.EventRequestWillBeSent:
			if e.Request.URL != "file://"+file {
				note("a request for %s", e.Request.URL)
			}
		case *runtime.EventConsoleAPICalled:
			note("a message on the console: %s %v", e.Type, e.Args)
		case *runtime.EventExceptionThrown:
			note("an exception: %s", e.ExceptionDetails.Error())
		case *log.EventEntryAdded:
			note("an entry in the log: %s", e.Entry.Text)
		}
	})
	forgive := func() string {
		mu.Lock()
		defer mu.Unlock()
		text := strings.Join(wrong, "; ")
		wrong = nil
		return text
	}
	t.Cleanup(func() {
		stop()
		if wrong := forgive(); wrong != "" {
			t.Error("found " + wrong)
		}
	})
	actions := append([]chromedp.Action{network.Enable(), log.Enable(), chromedp.EmulateViewport(1280, 900)}, before...)
	if err := chromedp.Run(ctx, append(actions, cdp.BringToFront(), chromedp.Navigate("file://"+file))...); err != nil {
		t.Fatal(err)
	}
	return tab{t, ctx, forgive}
}

func (p tab) do(actions ...chromedp.Action) {
	p.Helper()
	ctx, stop := context.WithTimeout(p.ctx, patience)
	defer stop()
	if err := chromedp.Run(ctx, actions...); err != nil {
		p.Fatal(err)
	}
}

// eval returns the value of a JavaScript expression.
func (p tab) eval(expression string) string {
	p.Helper()
	var v any
	p.do(chromedp.Evaluate(expression, &v))
	if text, ok := v.(string); ok {
		return text
	}
	text, _ := json.Marshal(v)
	return string(text)
}

// click clicks on an element without the mouse, which would miss it while the page still scrolls.
func (p tab) click(selector string) {
	p.Helper()
	p.eval(fmt.Sprintf("document.querySelector(%q).click()", selector))
}

// want demands that a JavaScript expression gets a value in the end.
func (p tab) want(expression, value string) {
	p.Helper()
	found := ""
	for end := time.Now().Add(patience / 5); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if found = p.eval(expression); found == value {
			return
		}
	}
	p.Errorf("%s: found %s, want %s", expression, found, value)
}

// shot takes a screenshot if the user wants some.
func (p tab) shot(name string, full bool) {
	p.Helper()
	if *shots == "" {
		return
	}
	var data []byte
	action := chromedp.CaptureScreenshot(&data)
	if full {
		action = chromedp.FullScreenshot(&data, 100)
	}
	p.do(cdp.BringToFront(), action)
	if err := os.WriteFile(filepath.Join(*shots, name+".png"), data, 0o644); err != nil {
		p.Fatal(err)
	}
}

// narrow demands that the page does not scroll sideways.
func (p tab) narrow() {
	p.Helper()
	p.want("document.documentElement.scrollWidth <= document.documentElement.clientWidth", "true")
}

const (
	memory  = `[...document.querySelectorAll(".memory tbody tr:not([hidden])")].map(r => r.children[0].textContent + "=" + r.children[1].textContent).join(" ")`
	boxes   = `[...document.querySelectorAll(".heap .title")].map(e => e.textContent.replace(/\(\)| · .*/, "")).join(" ")`
	here    = `document.querySelector(".source .here")?.value`
	sliding = `(n => { const s = document.querySelector(".slider"); s.value = n; s.dispatchEvent(new Event("input")); return s.value })`
)

// seen says whether the line of the fault is in view: within the window and within the box of the code, and covered by
// nothing. Otherwise it says where it is.
const seen = `(() => {
	const line = document.querySelector(".source .fault"), r = line.getBoundingClientRect(), box = document.querySelector(".source").getBoundingClientRect();
	const within = r.top >= Math.max(0, box.top) && r.bottom <= Math.min(innerHeight, box.bottom) && r.left >= 0 && r.right <= innerWidth;
	const top = document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2);
	return within && top && line.contains(top) ? "true" : r.top + " to " + r.bottom + " in a box from " + box.top + " to " + box.bottom + ", covered by " + top?.className;
})()`

// severalFiles is a program of several files, of which one has nothing that runs.
var severalFiles = map[string]string{
	"main.c": "#include \"step.h\"\n#include \"rest.h\"\nint main(void) {\n int n = step(twice(2));\n return 1 / (n - 5);\n}\n",
	"step.h": "int step(int);\nstatic int twice(int x) {\n return x + x;\n}\n",
	"step.c": "#include \"step.h\"\nint step(int x) {\n int y = x;\n y++;\n return y;\n}\n",
	"rest.h": "static inline int rest(int x) {\n return x;\n}\n",
}

// contrast lists the colours of text that differ too little from what is behind it, by the rules of WCAG 2.2 for small
// text.
const contrast = `(() => {
	const light = c => { const [r, g, b] = c.map(x => (x /= 255) <= .04045 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b };
	const parse = s => s.match(/[\d.]+/g).map(Number), bad = new Set();
	for (const e of document.querySelectorAll("main *")) {
		if (![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) || !e.checkVisibility() || e.closest("svg, script, style, option")) continue;
		let behind = e, ground;
		do { ground = parse(getComputedStyle(behind).backgroundColor); behind = behind.parentElement } while (ground.length === 4 && ground[3] === 0 && behind);
		const [x, y] = [light(parse(getComputedStyle(e).color).slice(0, 3)), light(ground.slice(0, 3))].sort((a, b) => b - a);
		if ((x + .05) / (y + .05) < 4.5) bad.add(e.className + " " + getComputedStyle(e).color + " on " + ground);
	}
	return [...bad].join("; ");
})()`

func TestBrowser(t *testing.T) {
	b := browser(t)
	entries := several(t)
	gcd := html(t, false, examine(t, "c1", "gcd.cbor", example(t, "gcd_buggy.imp")))
	dark := emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme",
		Value: "dark"}})

	t.Run("stepping", func(t *testing.T) {
		p := open(t, b, gcd)
		p.narrow()
		p.want(memory, "a=1 b=3 before=3")
		p.want(here, "12")
		p.click(`[data-do=first]`)
		p.want(memory, "a=1 b=2")
		p.want(here, "5")
		p.eval(sliding + "(7)")
		p.want(memory, "a=1 b=2 before=3")
		p.want(`document.querySelector(".memory .changed th").textContent`, "before")
		p.click(`[data-do=last]`)
		p.want(memory, "a=1 b=3 before=3")
		p.want(here, "12")
		p.want(`document.querySelector(".now").textContent.includes("Fault")`, "true")
		p.click(`[data-do=previous]`)
		p.click(`[data-do=first]`)
		p.want(here, "5")
		p.click(`[data-do=next]`)
		p.want(here, "6")
		p.want(`document.querySelector(".plot .cursor").getAttribute("x1") > 96`, "true")
		p.click(`[data-do=play]`)
		p.want(here, "12")
		p.want(`document.querySelector("[data-do=play]").getAttribute("aria-pressed")`, "false")
		p.shot("bug", true)
	})
	t.Run("keyboard", func(t *testing.T) {
		p := open(t, b, gcd)
		p.do(chromedp.KeyEvent(kb.ArrowLeft)) // nothing has the focus
		p.want(`document.querySelector(".now").textContent.includes("Fault")`, "false")
		p.do(chromedp.KeyEvent(kb.ArrowRight))
		p.want(`document.querySelector(".now").textContent.includes("Fault")`, "true")
		p.do(chromedp.Focus(".slider", chromedp.ByQuery), chromedp.KeyEvent(kb.Home))
		p.want(here, "5")
		p.do(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
		p.want(memory, "a=1 b=2 before=3")
		p.want(`document.querySelector(".slider").getAttribute("aria-valuetext").startsWith("Step 7")`, "true")
		p.do(chromedp.KeyEvent(kb.End))
		p.want(here, "12")
		p.want(`getComputedStyle(document.querySelector(".slider")).outlineStyle`, "solid")
		p.do(chromedp.Focus("[data-do=first]", chromedp.ByQuery), chromedp.KeyEvent(kb.Enter))
		p.want(here, "5")
	})
	t.Run("links", func(t *testing.T) {
		p := open(t, b, gcd)
		p.click(".path li:nth-child(3) a")
		p.want("location.hash", "#c1-L5")
		p.want(here, "5")
		for _, broken := range []string{`[...document.querySelectorAll("a[href]")].filter(a => !a.getAttribute("href").startsWith("#")).length`,
			`[...document.querySelectorAll("a[href]")].filter(a => !document.getElementById(a.getAttribute("href").slice(1))).length`,
			`[...document.querySelectorAll("[id]")].length - new Set([...document.querySelectorAll("[id]")].map(e => e.id)).size`} {
			p.want(broken, "0")
		}
	})
	t.Run("labels", func(t *testing.T) {
		p := open(t, b, html(t, true, entries...))
		p.eval(`document.querySelectorAll("details").forEach(d => d.open = true)`)
		p.want(`[...document.querySelectorAll("input, select, button")].filter(e => !e.labels?.length && !e.ariaLabel && !e.textContent.trim()).length`,
			"0")
		p.want(`[...document.querySelectorAll("th")].filter(e => !e.scope).length`, "0")
		p.want(`[...document.querySelectorAll("svg[role=img], section, article, form:not(.rounds)")]
			.filter(e => !e.ariaLabel && !e.getAttribute("aria-labelledby")).length`, "0")
		p.want(`["header", "main", "footer", "h1"].every(s => document.querySelector(s))`, "true")
	})
	t.Run("loops", func(t *testing.T) {
		p := open(t, b, html(t, false, examine(t, "c1", "deep.cbor", example(t, "deep_bug.imp"))))
		p.eval(`document.querySelector(".rounds input").value = 321`)
		p.click(".rounds button")
		p.want(memory, "ticks=320")
		p.want(here, "4")
	})
	t.Run("files", func(t *testing.T) {
		p := open(t, b, html(t, false, examine(t, "c1", "main.cbor", findAll(t, "main.c", severalFiles))))
		p.want(`[...document.querySelectorAll(".source .file")].map(e => e.textContent).join(" ")`,
			"main.c step.c step.h")
		p.want(`document.querySelector(".source .here").id`, "c1-L5")
		p.want(`document.querySelector(".program").textContent.includes("One file is not shown")`, "true")
		p.click("[data-do=first]")
		seen := `[...Array(document.querySelector("#c1").vouch.machine.data.steps)].reduce((ids, _, n) => { const v = document.querySelector("#c1").vouch, id = v.machine.anchor(v.machine.at(v.at(n))); if (ids.at(-1) !== id) ids.push(id); return ids }, []).join(" ")`
		if found := p.eval(seen); !strings.Contains(found, "F3-L3") || !strings.Contains(found, "F2-L4 ") {
			p.Errorf("found the run at %s, want it in all files", found)
		}
		p.eval(`[...document.querySelectorAll(".story a, .made a")].find(a => a.textContent.includes("step.c")).click()`)
		p.want(`document.querySelector(".source .here").id`, "c1-F2-L3")
		p.want(`(() => { const box = document.querySelector(".source").getBoundingClientRect(), line = document.querySelector(".here").getBoundingClientRect();
			return line.top >= box.top && line.bottom <= box.bottom })()`, "true")
		p.want(`document.querySelector(".now").textContent.includes("line 3 of step.c")`, "true")
		p.shot("files", true)
	})
	t.Run("opens at the fault", func(t *testing.T) {
		read := func(name string) string {
			text, err := os.ReadFile("../../../examples/c/" + name)
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
		many := strings.Repeat("# a line\n", 400)
		second := map[string]string{
			"main.c": "#include \"last.h\"\n" + strings.Repeat("// a line\n", 200) +
				"int main(void) { return last(0); }\n",
			"last.h": "int last(int);\n",
			"last.c": strings.Repeat("// a line\n", 200) + "#include \"last.h\"\nint last(int x) { return 1 / x; }\n",
		}
		total := map[string]string{"entry": "total", "string": "s=4"}
		sizes := [][2]int64{{1280, 720}, {1440, 900}, {1920, 1080}, {390, 844}}
		for i, c := range []struct {
			name string
			data []byte
		}{
			{"ledger", example(t, "ledger.imp")},
			{"gcd", example(t, "gcd_buggy.imp")},
			{"settings", findWith(t, load.C{Options: total}, "settings.c",
				map[string]string{"settings.c": read("settings.c")})},
			{"queue", find(t, "queue.c", read("queue.c"), 50_000, 0)},
			{"first line of many", find(t, "first.imp", "assert x < 3\n"+many, 100, 0)},
			{"middle of many", find(t, "middle.imp", many+"assert x < 3\n"+many, 100, 0)},
			{"last line of many", find(t, "last.imp", many+"assert x < 3", 100, 0)},
			{"several files", findAll(t, "main.c", severalFiles)},
			{"second file", findAll(t, "main.c", second)},
		} {
			page := html(t, false, examine(t, "c1", c.name+".cbor", c.data))
			p := open(t, b, page)
			for k, size := range sizes {
				// each size has four pages and each page two sizes
				if k != i%len(sizes) && k != (i+1)%len(sizes) && !effort.All() {
					continue
				}
				address := p.eval("location.href")
				p.do(chromedp.Navigate("about:blank"), chromedp.EmulateViewport(size[0], size[1]),
					chromedp.Navigate(address))
				p.want(`document.querySelectorAll(".source .here.fault").length`, "1")
				if found := p.eval(seen); found != "true" {
					t.Errorf("%s in a window of %d x %d: found the line of the fault at %s", c.name, size[0], size[1],
						found)
				}
				p.shot(fmt.Sprintf("opens-%s-%d", strings.ReplaceAll(c.name, " ", "-"), size[0]), false)
			}
		}
	})
	t.Run("memory", func(t *testing.T) {
		lines := strings.Repeat("// a line\n", 300)
		source, err := os.ReadFile("../../../examples/c/queue.c")
		if err != nil {
			t.Fatal(err)
		}
		page := html(t, false, examine(t, "c1", "queue.cbor",
			find(t, "queue.c", lines+string(source)+lines, 50_000, 0)))
		p := open(t, b, page)
		// It opens at the fault, in the middle of the code.
		p.want(here, "311")
		p.want(`(() => { const box = document.querySelector(".source").getBoundingClientRect(), line = document.querySelector(".here").getBoundingClientRect();
			return Math.abs(line.top + line.bottom - box.top - box.bottom) < box.height / 4 })()`, "true")
		p.shot("memory", true)
		// Code and controls stay in view.
		p.eval(`document.querySelector("[id$=-class]").scrollIntoView()`)
		inView := `[".source", ".controls"].every(s => { const r = document.querySelector(s).getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight })`
		p.want(inView, "true")
		p.want(`document.querySelectorAll(".heap .pointer").length`, "3")
		p.want(`document.querySelector(".heap .ghost").getBoundingClientRect().width > 50`, "true")
		// Arrows step wherever the focus is, and the assignments lead into the run.
		p.do(chromedp.Focus(".source", chromedp.ByQuery), chromedp.KeyEvent(kb.ArrowLeft))
		p.want(`document.querySelector(".now").textContent.includes("Fault")`, "false")
		p.click(".made tr:last-child a")
		p.want(`document.querySelector(".number input").value`, "51")
		p.want(here, "312")
		// The drawing follows.
		p.want(`document.querySelectorAll(".heap .ghost").length`, "0")
		p.want(`document.querySelector(".moment").textContent`, "Memory at this step")
		p.want(boxes, "push main heap object 1 q")
		p.want(`document.querySelector(".heap .title").getBoundingClientRect().width > 20`, "true")
		p.click("[data-do=first]")
		p.want(boxes, "main q")
		p.click("[data-do=last]")
		p.want(`document.querySelectorAll(".heap .ghost").length`, "1")
		p.want(`document.querySelector(".moment").textContent`, "Memory at the fault")
		for _, media := range []string{"light", "dark"} {
			p.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme",
				Value: media}}))
			p.want(contrast, "")
		}
		p.shot("memory-dark", true)
		p.do(chromedp.EmulateViewport(360, 740), chromedp.Reload())
		p.want(here, "311")
		p.narrow()
		p.eval(`document.querySelector("[id$=-class]").scrollIntoView()`)
		p.want(inView, "true")
		p.shot("memory-phone", false)
	})
	t.Run("there and back", func(t *testing.T) { // what the buttons stop at is the same in both directions
		p := open(t, b, html(t, false, examine(t, "c1", "x",
			find(t, "x.imp", "x = 1\nskip\nskip\ny = 2\nskip\nassert x > y", 100, 0))))
		p.click("[data-do=first]")
		lines := func(button string) (all string) {
			for range 4 {
				all += p.eval(here) + " "
				p.click("[data-do=" + button + "]")
			}
			return all
		}
		if there, back := lines("next"), lines("previous"); there != "1 4 6 6 " || back != "6 6 4 1 " {
			t.Errorf("found the lines %s, then %s", there, back)
		}
	})
	t.Run("no anchor", func(t *testing.T) {
		p := open(t, b, html(t, true, entries...))
		p.eval(`location.hash = "#%"`)
		p.do(chromedp.Reload()) // which waits; a script that reloads its own page may be ended before it answers
		p.want(`document.querySelector(".filters")?.hidden`, "false")
		p.want(`location.hash`, "#%")
	})
	t.Run("direction", func(t *testing.T) { // letters that are written from right to left move nothing
		p := open(t, b, html(t, false, examine(t, "c1", "x",
			find(t, "א.imp", "input x\ny = (*א*) 1 - 2 (*א*)\nassert y + x < 5", 100, 0))))
		p.want(`(() => {
			const text = document.querySelector("#c1-L2 code").firstChild, r = document.createRange();
			let last = -1;
			for (let i = 0; i < text.length; i++) {
				r.setStart(text, i); r.setEnd(text, i + 1);
				const left = r.getBoundingClientRect().left;
				if (left < last) return i;
				last = left;
			}
			return "in order";
		})()`, "in order")
	})
	t.Run("index", func(t *testing.T) {
		p := open(t, b, html(t, true, entries...))
		p.narrow()
		shown := `[...document.querySelectorAll(".list tr.row")].filter(r => !r.hidden).length`
		p.want(shown, "6")
		p.shot("index", false)
		p.do(chromedp.SendKeys(`[name=text]`, "isqrt", chromedp.ByQuery))
		p.want(shown, "1")
		p.want(`document.querySelector(".filters output").textContent`, "1 of 6")
		p.eval(`document.querySelector("[name=text]").value = ""`)
		p.do(chromedp.SetValue(`[name=verdict]`, "invalid", chromedp.ByQuery))
		p.eval(`document.querySelector(".filters").dispatchEvent(new Event("input"))`)
		p.want(shown, "1")
		p.do(chromedp.SetValue(`[name=verdict]`, "", chromedp.ByQuery))
		p.do(chromedp.SetValue(`[name=fault]`, "division by zero", chromedp.ByQuery))
		p.eval(`document.querySelector(".filters").dispatchEvent(new Event("input"))`)
		p.want(shown, "1")
		p.click(`.list tr[data-fault="division by zero"] a`)
		p.want(`document.querySelector("#c3").closest("details").open`, "true")
		p.want(`document.querySelector("#c3 .memory tbody").children.length`, "4")
	})
	t.Run("absence", func(t *testing.T) {
		p := open(t, b, html(t, false, entries[1]))
		p.narrow()
		p.want(`document.querySelectorAll(".ways .dot").length > 5`, "true")
		p.shot("absence", true)
		p.click(".tree summary")
		p.want(`document.querySelector(".tree .way li").checkVisibility()`, "true")
		p.do(dark)
		p.shot("absence-dark", true)
	})
	t.Run("dark", func(t *testing.T) {
		p := open(t, b, gcd, dark)
		p.want(`getComputedStyle(document.documentElement).backgroundColor`, "rgb(21, 24, 27)")
		p.click(`[data-do=last]`)
		p.want(here, "12")
		p.shot("bug-dark", true)
	})
	t.Run("phone", func(t *testing.T) {
		for name, text := range map[string]string{
			"bug": gcd, "absence": html(t, false, entries[1]), "index": html(t, true, entries...),
			"ledger": html(t, false, examine(t, "c1", "ledger.cbor", example(t, "ledger.imp"))),
		} {
			p := open(t, b, text, chromedp.EmulateViewport(360, 740, chromedp.EmulateMobile))
			p.narrow()
			p.shot("phone-"+name, true)
		}
	})
	t.Run("no scripts", func(t *testing.T) {
		p := open(t, b, html(t, true, entries...), emulation.SetScriptExecutionDisabled(true))
		p.want(`document.querySelector(".filters").checkVisibility()`, "false")
		p.want(`document.querySelector("main").textContent.includes("The condition a + b < before is false")`, "true")
		p.click(`.list a[href="#c1"]`)
		p.want(`document.querySelector("#c1 .static td code").checkVisibility()`, "true")
		p.want(`document.querySelector("#c1 .stepper").checkVisibility()`, "false")
		p.shot("no-scripts", false)
	})
	t.Run("print", func(t *testing.T) {
		p := open(t, b, gcd)
		var data []byte
		p.do(chromedp.ActionFunc(func(ctx context.Context) (err error) {
			data, _, err = cdp.PrintToPDF().WithPrintBackground(true).Do(ctx)
			return err
		}))
		p.do(emulation.SetEmulatedMedia().WithMedia("print"))
		p.want(`document.querySelector(".stepper").checkVisibility()`, "false")
		p.want(`document.querySelector(".static td code").checkVisibility()`, "true")
		p.shot("print", true)
		if len(data) < 10_000 {
			t.Errorf("found a document of %d bytes", len(data))
		}
		if *shots != "" {
			if err := os.WriteFile(filepath.Join(*shots, "bug.pdf"), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	})
	t.Run("policy", func(t *testing.T) { // what if something were to become markup after all
		p := open(t, b, strings.Replace(gcd, "<main id",
			`<script>window.evil = 1</script><img src="https://example.org/x.png"><main id`, 1))
		p.want("typeof window.evil", "undefined")
		p.want(memory, "a=1 b=3 before=3")
		if found := p.forgive(); strings.Count(found, "Content Security Policy") < 2 {
			t.Errorf("found %q, want that the policy forbids a script and an image", found)
		}
	})
	t.Run("hostile", func(t *testing.T) {
		p := open(t, b, html(t, false, hostileEntry(t)))
		p.want("typeof window.evil", "undefined")
		p.want(`document.querySelectorAll("img, iframe, object, embed, link, base").length`, "0")
		p.want(`document.querySelectorAll("script").length`, "2")
		p.want(`document.querySelectorAll("style").length`, "1")
		p.want(`[...document.querySelectorAll("*")].filter(e => [...e.attributes].some(a => a.name.startsWith("on") || a.name === "style" && !/^--room: [0-9.]+px;$/.test(a.value))).length`,
			"0")
		for _, h := range hostile {
			if strings.Contains(h.shown, "U+") {
				p.want(fmt.Sprintf(`[...document.querySelectorAll(".source .code")].some(e => e.textContent === %q)`,
					h.shown), "true")
			} else {
				text, _ := json.Marshal(h.text)
				p.want(fmt.Sprintf(`document.querySelector(".source").textContent.includes(%s)`, text), "true")
			}
		}
		p.click(`[data-do=last]`)
		p.want(`document.querySelector(".now").textContent.includes("Fault")`, "true")
		p.shot("hostile", true)
	})
}

// TestReplay compares states that the page computes with those of the semantics, at random steps.
func TestReplay(t *testing.T) {
	b := browser(t)
	for _, c := range []struct{ name, source string }{
		{"core", machinery},
		{"gcd", "input a, b\nassume a > 20 and b > a + 17\nwhile a != b {\n if a > b { a = a - b } else { b = b - a }\n assert a + b > 30\n}"},
		{"floor", divisions("floor")},
		{"truncate", divisions("truncate")},
		{"conditions", `input x
n = 0 - 5
while n < 5 {
  if -1 <= n < 3 and not n == 2 or n == 4 { a = -n } else { }
  if n < 0 or 10 / n > 3 { skip; b = n } else if true and n != 4 { skip }
  m = 0
  while m * m < n { m = m + 1 }
  while false { }
  assert m >= 0
  assume n > 0 - 9
  n = n + 1
}
fail`},
		{"skips", "skip\nx = 1\nskip\nskip\nwhile x < 40 {\n skip\n x = x + 1\n skip\n}\nif x > 3 {\n skip\n} else {\n}\nskip\nassert x < 9"},
		{"big", "x = 3\ni = 0\nwhile i < 9 {\n x = x * x - 7 * i\n y = 0 - x / (i + 1)\n z = y % (x / 7 + 1)\n i = i + 1\n}\nassert i != 9"},
		{"million", million},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := "x.imp"
			if c.name == "core" {
				file = "x.core"
			}
			data := find(t, file, c.source, 2_000_000, 0)
			e := examine(t, "c1", "x", data)
			if e.Bug == nil {
				t.Fatal("found no bug")
			}
			p := open(t, b, html(t, false, e))
			cert, err := certs.Decode(data, certs.MaxBytes)
			if err != nil {
				t.Fatal(err)
			}
			compare(p, cert, e.Bug.Steps)
			p.want(`document.querySelector("#c1").vouch.wrong`, "false")
			if c.name == "million" {
				began := time.Now()
				p.eval(sliding + "(777777)")
				p.want(`document.querySelector(".now").textContent.startsWith("Step 777777,")`, "true")
				t.Logf("moved to step 777777 in %s", time.Since(began).Round(time.Millisecond))
				p.shot("million", false)
			}
		})
	}
}

// machinery is a program of the core with calls, memory, pointers, functions, floats and operations on bits.
const machinery = `core 1
entry main

global table size 64

func main() int loops 1
  slot i int
  slot p ptr
  slot q ptr
  slot f ptr
  slot x f64
  slot y f32
  slot sum int
  slot bits int
  slot d int
  slot $1 int
  0: set i 0
  1: set sum 0
  2: set x (f64 1.5)
  3: alloc q heap 8
  4: enter 0
  5: branch (lt (def i "uninitialised value") 8) then 6 else 19 loop 0
  6: set p (move (global table) (mul (def i "uninitialised value") 8) "pointer arithmetic")
  7: store i64 (def p "uninitialised value") (sub (mul (def i "uninitialised value") (def i "uninitialised value")) 9)
  8: load $1 i64 (def p "uninitialised value")
  9: set f (func twice)
  10: branch (and (ge (def $1 "uninitialised value") 0) (not (same (def p "uninitialised value") (global table)))) then 11 else 12
  11: set f (func negated)
  12: call $1 (def f "uninitialised value") (def $1 "uninitialised value")
  13: set sum (add (def sum "uninitialised value") (def $1 "uninitialised value"))
  14: set x (fdiv (fadd (def x "uninitialised value") (inttof64 (def $1 "uninitialised value"))) (f64 3))
  15: set y (narrow (fneg (def x "uninitialised value")))
  16: set bits (bitxor (bitand (def sum "uninitialised value") 255) (shr (def sum "uninitialised value") 2))
  17: set i (add (def i "uninitialised value") 1)
  18: jump 5
  19: set d (diff (def p "uninitialised value") (global table) "unrelated pointers")
  20: set q (null)
  21: branch (eq (def d "uninitialised value") 55) then 22 else 23
  22: return 0
  23: fail "assertion"

func twice(n int) int
  0: return (mul (def n "uninitialised value") 2)

func negated(n int) int
  slot r int
  0: call r (func twice) (neg (def n "uninitialised value"))
  1: return (def r "uninitialised value")
`

// divisions returns a program with every combination of signs.
func divisions(rounding string) string {
	return `option division ` + rounding + `
x = 0 - 9
while x < 9 {
  y = 0 - 4
  while y < 4 {
    if y != 0 { q = x / y; r = x % y; p = -x / y * y }
    y = y + 1
  }
  x = x + 1
}
fail`
}

// compare compares states at random steps, the first and the last.
func compare(p tab, cert *certs.Bug, steps int64) {
	p.Helper()
	about := cert.Program
	program, _, err := fronts.All.Lower(nil, about)
	if err != nil {
		p.Fatal(err)
	}
	var names view.Names
	random := rand.New(rand.NewPCG(3, 4))
	at := map[int64]string{0: "", steps: ""}
	for range 150 {
		at[random.Int64N(steps+1)] = ""
	}
	m := &core.Machine{Program: program, Input: view.Inputs(cert.Inputs)}
	semantics.Run(semantics.Machine[core.State](m), m.Start(), steps,
		func(n int64, _ semantics.Rule, s core.State) bool {
			if _, wanted := at[n]; wanted {
				at[n] = fmt.Sprint(s.Instr().Span.Line)
				for i := range s.Func().Slots {
					v := "–"
					if x := s.Slot(i); x.IsDefined() {
						v = s.Format(x)
						if _, _, ok := x.Object(); ok {
							v = names.Value(s, x)
						}
					}
					at[n] += " " + v
				}
			}
			return true
		})
	for n, want := range at {
		found := p.eval(fmt.Sprintf(`(() => { const v = document.querySelector("#c1").vouch, s = v.at(%d);
			return v.machine.line(s) + " " + v.text(s) })()`, n))
		if found != want {
			p.Fatalf("step %d: found line and memory %.200s, want %.200s", n, found, want)
		}
	}
}
