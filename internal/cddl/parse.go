package cddl

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// This file defines how CDDL is read.

// grammar reads CDDL by recursive descent; it panics where the text goes beyond the part that it knows.
type grammar struct{ tokens []string }

var tokens = regexp.MustCompile(`;[^\n]*|"[^"]*"|=>|#6\.[0-9]+|\.\.|\.size|\.cbor|[A-Za-z][A-Za-z0-9-]*|-?[0-9]+|[^\s]`)

// Parse returns the schema in a text.
func Parse(text string) Schema {
	g := &grammar{}
	for _, t := range tokens.FindAllString(text, -1) {
		if t[0] != ';' {
			g.tokens = append(g.tokens, t)
		}
	}
	s := Schema{}
	for len(g.tokens) > 0 {
		name := g.next()
		g.want("=")
		s[name] = g.kind()
	}
	return s
}

func (g *grammar) at(i int) string {
	if i < len(g.tokens) {
		return g.tokens[i]
	}
	return ""
}

func (g *grammar) next() string {
	t := g.at(0)
	g.tokens = g.tokens[1:]
	return t
}

func (g *grammar) want(t string) {
	if found := g.next(); found != t {
		panic(fmt.Sprintf("cddl: found %q, want %q", found, t))
	}
}

func (g *grammar) accept(t string) bool {
	if g.at(0) == t {
		g.next()
		return true
	}
	return false
}

func (g *grammar) kind() kind {
	c := choice{g.controlled()}
	for g.accept("/") {
		c = append(c, g.controlled())
	}
	if len(c) == 1 {
		return c[0]
	}
	return c
}

// controlled reads a type with the controls behind it.
func (g *grammar) controlled() kind {
	k := g.simple()
	for {
		switch {
		case g.accept(".size"):
			z := size{of: k}
			if g.accept("(") {
				z.min = g.number()
				g.want("..")
				z.max = g.number()
				g.want(")")
			} else {
				z.min = g.number()
				z.max = z.min
			}
			k = z
		case g.accept(".cbor"):
			if k != named("bytes") {
				panic("cddl: found .cbor behind another type than bytes")
			}
			k = encoded{g.simple()}
		default:
			return k
		}
	}
}

func (g *grammar) number() int {
	t := g.next()
	n, err := strconv.Atoi(t)
	if err != nil {
		panic(fmt.Sprintf("cddl: found %q, want a number", t))
	}
	return n
}

// value returns the literal that a token is, as the CBOR library decodes it; nil if the token is none.
func value(t string) kind {
	if strings.HasPrefix(t, `"`) {
		return literal{strings.Trim(t, `"`)}
	}
	if n, err := strconv.ParseUint(t, 10, 64); err == nil {
		return literal{n}
	}
	if n, err := strconv.ParseInt(t, 10, 64); err == nil {
		return literal{n}
	}
	return nil
}

var name = regexp.MustCompile(`^[A-Za-z]`)

func (g *grammar) simple() kind {
	t := g.next()
	if v := value(t); v != nil {
		return v
	}
	switch {
	case t == "{":
		return record(g.fields("}"))
	case t == "[":
		return list(g.fields("]"))
	case strings.HasPrefix(t, "#6."):
		number, err := strconv.ParseUint(t[len("#6."):], 10, 64)
		if err != nil {
			panic("cddl: " + err.Error())
		}
		g.want("(")
		of := g.kind()
		g.want(")")
		return tagged{number, of}
	case name.MatchString(t):
		return named(t)
	}
	panic(fmt.Sprintf("cddl: found %q, want a type", t))
}

func (g *grammar) fields(end string) (fs []field) {
	for !g.accept(end) {
		f := field{}
		if t := g.at(0); t == "?" || t == "*" || t == "+" {
			f.occurs = g.next()[0]
		}
		if f.occurs == '?' && end == "]" {
			panic("cddl: found ? in an array")
		}
		switch {
		case g.at(1) == ":" && end == "}":
			if f.key = value(g.next()); f.key == nil {
				panic("cddl: found a key that is neither a text in quotes nor a number")
			}
			g.want(":")
		case g.at(1) == ":":
			g.next()
			g.want(":")
		case end == "}":
			f.key = g.simple()
			g.want("=>")
		}
		f.value = g.kind()
		fs = append(fs, f)
		if !g.accept(",") && g.at(0) != end {
			panic(fmt.Sprintf("cddl: found %q, want a comma or %q", g.at(0), end))
		}
	}
	return fs
}
