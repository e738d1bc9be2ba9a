package tree

import (
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// This file defines how trees are drawn: as text, in DOT for Graphviz, and as SVG.

// Text draws a tree with lines of characters.
func Text(w io.Writer, root *Node) error {
	return text(w, root, "", "")
}

func text(w io.Writer, n *Node, first, rest string) error {
	line := n.label()
	if len(n.Added) > 0 {
		line = "[" + strings.Join(n.Added, " and ") + "] " + line
	}
	if n.Store != "" {
		line += "  {" + n.Store + "}"
	}
	if _, err := fmt.Fprintf(w, "%s%s\n", first, line); err != nil {
		return err
	}
	for i, child := range n.Children {
		switch {
		case len(n.Children) == 1: // a chain stays in its column
			if err := text(w, child, rest, rest); err != nil {
				return err
			}
		case i < len(n.Children)-1:
			if err := text(w, child, rest+"├─ ", rest+"│  "); err != nil {
				return err
			}
		default:
			if err := text(w, child, rest+"└─ ", rest+"   "); err != nil {
				return err
			}
		}
	}
	return nil
}

// DOT writes a tree in the language of Graphviz.
func DOT(w io.Writer, root *Node) error {
	var b strings.Builder
	b.WriteString("digraph tree {\n  node [shape=box, fontname=\"monospace\", fontsize=10];\n  edge [fontname=\"monospace\", fontsize=9];\n")
	next := 0
	var walk func(n *Node) int
	walk = func(n *Node) int {
		id := next
		next++
		label := n.label()
		if n.Store != "" {
			label += "\n" + n.Store
		}
		fmt.Fprintf(&b, "  n%d [label=%s%s];\n", id, dotQuote(label), dotStyle[n.Kind])
		for _, child := range n.Children {
			to := walk(child)
			fmt.Fprintf(&b, "  n%d -> n%d [label=%s];\n", id, to, dotQuote(strings.Join(child.Added, "\n")))
		}
		return id
	}
	walk(root)
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

var dotStyle = map[Kind]string{
	Done:       `, color="darkgreen"`,
	Fault:      `, color="red", penwidth=2`,
	Infeasible: `, style="dashed", color="gray"`,
	Unknown:    `, style="dashed"`,
	Violated:   `, color="gray"`,
	Cut:        `, style="dotted"`,
}

func dotQuote(s string) string {
	s = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s)
	return `"` + s + `"`
}

// The measures of a drawing, in pixels.
const (
	charWidth  = 6.7
	lineHeight = 15
	padding    = 8
	gapAcross  = 16
	gapDown    = 44
	maxChars   = 44
)

// box is a node with its place.
type box struct {
	node          *Node
	lines         []string // the text in the box
	edge          []string // the text at the line that leads to it
	width, height float64
	x, y          float64 // the middle of its upper side
	span          float64 // the width of its subtree
	children      []*box
}

// SVG draws a tree as a picture that needs no other file and suits light and dark pages. Title is its name for screen
// readers.
func SVG(w io.Writer, root *Node, title string) error {
	b := measure(root)
	b.place(b.span/2+padding, padding)
	width, height := b.span+2*padding, b.bottom()+padding
	var s strings.Builder
	fmt.Fprintf(&s, `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="%s" height="%s" viewBox="0 0 %s %s" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="11">
<title>%s</title>
<style>
.b { fill: #fff; stroke: #555 } .t { fill: #111 } .s { fill: #555 } .e { stroke: #999; fill: none } .c { fill: #1a5fb4; paint-order: stroke; stroke: #fff; stroke-width: 4px }
.done { stroke: #2a7d3f; stroke-width: 1.5 } .fault { stroke: #c01c28; stroke-width: 2.5 } .infeasible, .violated { stroke: #aaa; stroke-dasharray: 4 3 }
.unknown { stroke-dasharray: 4 3 } .cut { stroke-dasharray: 1 3 } .page { fill: #fff }
@media (prefers-color-scheme: dark) {
.page { fill: #1e1e1e } .b { fill: #2a2a2a; stroke: #999 } .t { fill: #eee } .s { fill: #aaa } .c { fill: #99c1f1; stroke: #1e1e1e }
.done { stroke: #57c779 } .fault { stroke: #ff6b6b } .infeasible, .violated { stroke: #666 } }
</style>
<rect class="page" width="100%%" height="100%%"/>
`, px(width), px(height), px(width), px(height), html.EscapeString(title))
	b.draw(&s)
	s.WriteString("</svg>\n")
	_, err := io.WriteString(w, s.String())
	return err
}

func px(v float64) string { return strconv.FormatFloat(v, 'f', 0, 64) }

// measure lays out the boxes of a tree without their places.
func measure(n *Node) *box {
	b := &box{node: n, lines: []string{shorten(n.label())}}
	if n.Store != "" {
		b.lines = append(b.lines, shorten(n.Store))
	}
	for _, f := range n.Added {
		b.edge = append(b.edge, shorten(f))
	}
	for _, l := range b.lines {
		b.width = max(b.width, charWidth*float64(utf8.RuneCountInString(l))+2*padding)
	}
	b.height = lineHeight*float64(len(b.lines)) + padding
	b.span = b.width
	for _, l := range b.edge {
		b.span = max(b.span, charWidth*float64(utf8.RuneCountInString(l)))
	}
	across := 0.0
	for i, child := range n.Children {
		c := measure(child)
		b.children = append(b.children, c)
		if i > 0 {
			across += gapAcross
		}
		across += c.span
	}
	b.span = max(b.span, across)
	return b
}

func shorten(s string) string {
	if utf8.RuneCountInString(s) <= maxChars {
		return s
	}
	return string([]rune(s)[:maxChars-1]) + "…"
}

// place puts the box in the middle of its subtree, and its children below.
func (b *box) place(x, y float64) {
	b.x, b.y = x, y
	across := -gapAcross * 1.0
	conditions := 0
	for _, c := range b.children {
		across += c.span + gapAcross
		conditions = max(conditions, len(c.edge))
	}
	left := x - across/2
	down := y + b.height + gapDown + lineHeight*float64(max(conditions-1, 0))
	for _, c := range b.children {
		c.place(left+c.span/2, down)
		left += c.span + gapAcross
	}
}

func (b *box) bottom() float64 {
	y := b.y + b.height
	for _, c := range b.children {
		y = max(y, c.bottom())
	}
	return y
}

// draw writes lines and boxes, from the root on.
func (b *box) draw(s *strings.Builder) {
	for _, c := range b.children {
		from := b.y + b.height
		fmt.Fprintf(s, `<path class="e" d="M%s %s C%s %s %s %s %s %s"/>`+"\n", px(b.x), px(from), px(b.x), px(from+16),
			px(c.x), px(from+8), px(c.x), px(c.y))
		for i, l := range c.edge {
			writeText(s, "c", c.x, c.y-6-lineHeight*float64(len(c.edge)-1-i), l, strings.Join(c.node.Added, " and "))
		}
	}
	class := "b"
	if b.node.Kind != Running {
		class += " " + string(b.node.Kind)
	}
	fmt.Fprintf(s, `<rect class="%s" x="%s" y="%s" width="%s" height="%s" rx="4"/>`+"\n", class, px(b.x-b.width/2),
		px(b.y), px(b.width), px(b.height))
	for i, l := range b.lines {
		class, whole := "t", b.node.label()
		if i > 0 {
			class, whole = "s", b.node.Store
		}
		writeText(s, class, b.x, b.y+lineHeight*float64(i+1), l, whole)
	}
	for _, c := range b.children {
		c.draw(s)
	}
}

// writeText writes a line centred at x, with all of its text as a title if it was shortened.
func writeText(s *strings.Builder, class string, x, y float64, line, whole string) {
	title := ""
	if strings.HasSuffix(line, "…") {
		title = "<title>" + html.EscapeString(whole) + "</title>"
	}
	fmt.Fprintf(s, `<text class="%s" x="%s" y="%s" text-anchor="middle">%s%s</text>`+"\n", class, px(x), px(y), title,
		html.EscapeString(line))
}
