package impfmt

import (
	"bytes"
	"fmt"
	"math/big"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vouch/semantics/imp"
)

// corpus returns the programs of imp's testdata/corpus.
func corpus(t testing.TB) map[string][]byte {
	names, err := filepath.Glob("../testdata/corpus/*.imp")
	if err != nil || len(names) == 0 {
		t.Fatalf("the corpus is empty: %v", err)
	}
	texts := map[string][]byte{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = text
	}
	return texts
}

func TestCorpusParses(t *testing.T) {
	for name, text := range corpus(t) {
		f, err := imp.Parse(name, text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		checkReprint(t, text, f)
	}
}

// allComments returns the comments of a text in the order of their contents.
func allComments(text []byte) []string {
	var all []string
	for _, c := range scan(strings.TrimPrefix(string(text), "\ufeff")) {
		if c.text != "" {
			all = append(all, c.text)
		}
	}
	slices.Sort(all)
	return all
}

// layout returns the text in canonical layout, whether it can be resolved or not.
func layout(text []byte, f *imp.File) []byte {
	return printed(f, commentsOf(f, strings.TrimPrefix(string(text), "\ufeff")))
}

// checkReprint checks that the canonical text of f, which was parsed from text, stands for f.
func checkReprint(t *testing.T, text []byte, f *imp.File) {
	t.Helper()
	once := layout(text, f)
	g, err := imp.Parse("again", once)
	if err != nil {
		t.Fatalf("%q is printed as\n%s\nwhich is refused: %v", text, once, err)
	}
	if !equalBlocks(f.Body, g.Body) {
		t.Fatalf("%q is printed as\n%s\nwhich has another tree", text, once)
	}
	if twice := layout(once, g); !bytes.Equal(once, twice) {
		t.Fatalf("%q is printed as\n%s\nand then as\n%s", text, once, twice)
	}
	if a, b := allComments(text), allComments(once); !slices.Equal(a, b) {
		t.Fatalf("%q has the comments %q, printed %q", text, a, b)
	}
}

func FuzzParsePrint(f *testing.F) {
	for _, text := range corpus(f) {
		f.Add(text)
	}
	for _, c := range layouts {
		f.Add([]byte(c.src))
	}
	for _, c := range wrong {
		f.Add([]byte(c.src))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := imp.Parse("t", text)
		if err != nil {
			checkErrors(t, text, err)
			return
		}
		checkReprint(t, text, file)
		imp.Resolve(file) // must not panic
	})
}

var layouts = []struct{ title, src, want string }{
	{"statements", "x:=1;y=(2)skip;fail", "x = 1\ny = 2\nskip\nfail\n"},
	{"words", "if a<1 then x=1 else x=2 fi while b<1 do skip od",
		"if a < 1 {\n  x = 1\n} else {\n  x = 2\n}\nwhile b < 1 {\n  skip\n}\n"},
	{"else if", "if a<1 then else if b<1 then skip else fi fi", "if a < 1 {\n} else if b < 1 {\n  skip\n} else {\n}\n"},
	{"else if needs no braces of its own", "if a<1 {} else { if b<1 {} }", "if a < 1 {\n} else if b < 1 {\n}\n"},
	{"else if with a comment keeps them", "if a<1 {} else { # c\nif b<1 {} }",
		"if a < 1 {\n} else {\n  # c\n  if b < 1 {\n  }\n}\n"},
	{"else if followed by a comment keeps them", "if a<1 {} else { if b<1 {}\n# c\n}",
		"if a < 1 {\n} else {\n  if b < 1 {\n  }\n  # c\n}\n"},
	{"comment after an else-if", "if a<1 {} else if b<1 {} # c", "if a < 1 {\n} else if b < 1 {\n} # c\n"},
	{"comment before else", "if a<1 {} # c\nelse {}", "# c\nif a < 1 {\n} else {\n}\n"},
	{"declarations and macros stand apart", "input x option division floor macro f(a) {a=1} macro g {} f(x) g skip",
		"input x\noption division floor\n\nmacro f(a) begin\n  a = 1\nend\n\nmacro g() begin\nend\n\nf(x)\ng()\nskip\n"},
	{"comments", "# a\nx = (* b *) 1; # c\n# d\n", "# a\n(* b *)\nx = 1 # c\n# d\n"},
	{"comments behind one another", "x = 1 (* a *) ; (* b *) # c", "x = 1 (* a *) (* b *) # c\n"},
	{"comment over lines", "while a<1 { x = 1 (* a\nb *) }(*c\n\nd*)",
		"while a < 1 {\n  x = 1 (* a\nb *)\n} (*c\n\nd*)\n"},
	{"comment in an empty block", "while a<1 { # c\n}", "while a < 1 {\n  # c\n}\n"},
	{"carriage returns", "(* a\r\n*) skip # b \r\n", "(* a\n*)\nskip # b\n"},
	{"blank lines", "\n\nx = 1\n\n\n\ny = 2;\n \t\n;\n\n# a\n\n# b\nskip\n\n", "x = 1\n\ny = 2\n\n# a\n\n# b\nskip\n"},
	{"blank lines in blocks", "while a<1 {\n\n  skip\n\n  # c\n\n}\nif a<1 {\n\n} else\n\n if b<1 {\n# c\n\n\n}",
		"while a < 1 {\n  skip\n\n  # c\n}\nif a < 1 {\n} else if b < 1 {\n  # c\n}\n"},
	{"blank lines inside a statement", "x =\n\n 1 +\n\n 2", "x = 1 + 2\n"},
	{"operators", "assert !(a=1)&&b==1||c!=1", "assert not a == 1 and b == 1 or c != 1\n"},
	{"only the parentheses needed", "x = ((a*b)+(c))-(d-(e*f)) y = (a+b)*c/(d/e)",
		"x = a * b + c - (d - e * f)\ny = (a + b) * c / (d / e)\n"},
	{"conditions likewise", "assert ((a<1) or ((b<1) and (c<1))) and not (not (d<1)) and not (e<1 and f<1)",
		"assert (a < 1 or b < 1 and c < 1) and not not d < 1 and not (e < 1 and f < 1)\n"},
	{"signs", "x = -(3) + --3 - -x * -(x+1)", "x = -(3) + --3 - -x * -(x + 1)\n"},
}

func TestLayout(t *testing.T) {
	for _, c := range layouts {
		f, err := imp.Parse("t", []byte(c.src))
		if err != nil {
			t.Errorf("%s: %v", c.title, err)
		} else if got := string(layout([]byte(c.src), f)); got != c.want {
			t.Errorf("%s: %q:\n got %q\nwant %q", c.title, c.src, got, c.want)
		}
	}
}

func TestFormat(t *testing.T) {
	src := `option division floor input x, y macro f(a, b) begin end
		if a > b { skip } while x<k { skip } x := x+1 assume a=1 assert(a<b<c) skip fail f(x+1,-2)`
	f, err := imp.Parse("t", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"option division floor", "input x, y", "macro f(a, b)", "if a > b", "while x < k", "x = x + 1",
		"assume a == 1", "assert a < b < c", "skip", "fail", "f(x + 1, -2)"}
	for i, s := range f.Body.Stmts {
		if got := Stmt(s); got != want[i] {
			t.Errorf("got %q, want %q", got, want[i])
		}
	}
	assign := f.Body.Stmts[5].(*imp.Assign)
	if got := Integer(assign.Value); got != "x + 1" {
		t.Errorf("got %q, want x + 1", got)
	}
	if got := Condition(f.Body.Stmts[6].(*imp.Assume).Cond); got != "a == 1" {
		t.Errorf("got %q, want a == 1", got)
	}
}

// Each of these trees differs from all others.
func TestEqualTellsApart(t *testing.T) {
	var files []*imp.File
	for _, src := range []string{
		"skip", "fail", "skip skip", "x = 1", "y = 1", "x = 2", "x = -1", "x = -(1)", "x = y", "x = -y", "x = y + 1",
		"x = y - 1", "x = 1 + y",
		"x = 1 + 2 + 3", "x = 1 + (2 + 3)", "assert true", "assume true", "assert false", "assert x < 1",
		"assert x <= 1", "assert x < y",
		"assert x < y < z", "assert x < y and y < z", "assert x < y or y < z", "assert not x < y", "if true {}",
		"if true {} else {}",
		"if true {skip}", "if true {skip} else {}", "if true {} else {skip}", "if false {}", "while true {}",
		"while false {}",
		"while true {skip}", "f", "g", "f(x)", "f(y)", "f(x, x)", "macro f {} skip", "macro g {} skip",
		"macro f(x) {} skip", "macro f {skip} skip",
		"input x skip", "input y skip", "input x, y skip", "option division floor skip",
		"option division truncate skip",
	} {
		f, err := imp.Parse("t", []byte(src))
		if err != nil {
			t.Fatalf("%s: %v", src, err)
		}
		files = append(files, f)
	}
	for i, a := range files {
		for j, b := range files {
			if equalBlocks(a.Body, b.Body) != (i == j) {
				t.Errorf("equal(%q, %q) = %v", Print(a), Print(b), i != j)
			}
		}
	}
}

// generator builds random trees of every shape that the printer must cope with.
type generator struct {
	*rand.Rand
	notes  bool
	made   *comments
	inputs int
}

func (g *generator) pick(s ...string) string { return s[g.Intn(len(s))] }

func (g *generator) aexpr(n int) imp.AExpr {
	if n <= 0 || g.Intn(5) == 0 {
		switch g.Intn(4) {
		case 0:
			return &imp.Int{Value: big.NewInt(int64(g.Intn(9) - 4))}
		case 1:
			v := new(big.Int).Rand(g.Rand, new(big.Int).Lsh(big.NewInt(1), 100))
			if g.Intn(2) == 0 {
				v.Neg(v)
			}
			return &imp.Int{Value: v}
		}
		return &imp.Var{Name: g.pick("x", "y", "ory", "_1", "assumex")}
	}
	if g.Intn(4) == 0 {
		return &imp.Neg{X: g.aexpr(n - 1)}
	}
	return &imp.Arith{Op: imp.ArithOp(g.Intn(5)), X: g.aexpr(n - 1 - g.Intn(2)), Y: g.aexpr(n - 1 - g.Intn(2))}
}

func (g *generator) bexpr(n int) imp.BExpr {
	switch g.Intn(6) {
	case 0:
		return &imp.Bool{Value: g.Intn(2) == 0}
	case 1, 2:
		c := &imp.Compare{Args: []imp.AExpr{g.aexpr(n - 1)}}
		for ok := true; ok; ok = g.Intn(3) == 0 {
			c.Ops = append(c.Ops, imp.CompareOp(g.Intn(6)))
			c.Args = append(c.Args, g.aexpr(n-1))
		}
		return c
	case 3:
		if n > 0 {
			return &imp.Not{X: g.bexpr(n - 1)}
		}
	}
	if n <= 0 {
		return &imp.Bool{Value: true}
	}
	return &imp.Logic{Op: imp.LogicOp(g.Intn(2)), X: g.bexpr(n - 1), Y: g.bexpr(n - 1)}
}

func (g *generator) block(n int) *imp.Block {
	b := &imp.Block{}
	g.made.tails[b] = g.lead()
	for range g.Intn(4) {
		b.Stmts = append(b.Stmts, g.stmt(n-1))
	}
	return b
}

func (g *generator) lead() []string {
	var lead []string
	for g.notes && g.Intn(4) == 0 {
		lead = append(lead, g.pick("# c", "//", "(* c *)", "(* c\n   (* c *)\n*)"))
	}
	return lead
}

func (g *generator) stmt(n int) imp.Stmt {
	s := g.bare(n)
	about := notes{lead: g.lead()}
	if g.notes && g.Intn(4) == 0 {
		about.trail = g.pick("# c", "// }", "(* c *)", "(* c\nc *)", "(* c *) (* c *)")
	}
	g.made.stmts[s] = about
	return s
}

func (g *generator) bare(n int) imp.Stmt {
	switch k := g.Intn(10); {
	case k == 0:
		return &imp.Skip{}
	case k == 1:
		return &imp.Fail{}
	case k == 2:
		return &imp.Assume{Cond: g.bexpr(4)}
	case k == 3:
		return &imp.Assert{Cond: g.bexpr(4)}
	case k == 4:
		c := &imp.Call{Name: g.pick("f", "g")}
		for range g.Intn(3) {
			c.Args = append(c.Args, g.aexpr(2))
		}
		return c
	case k <= 7 && n > 0:
		s := &imp.If{Cond: g.bexpr(2), Then: g.block(n - 1)}
		switch g.Intn(3) {
		case 0:
			s.Else = g.block(n - 1)
		case 1:
			elif := &imp.If{Cond: g.bexpr(1), Then: g.block(n - 1)}
			if g.Intn(2) == 0 {
				elif.Else = g.block(n - 2)
			}
			g.made.stmts[elif] = notes{lead: g.lead()}
			s.Else = &imp.Block{Stmts: []imp.Stmt{elif}}
			g.made.tails[s.Else] = g.lead()
		}
		return s
	case k == 8 && n > 0:
		return &imp.While{Cond: g.bexpr(2), Body: g.block(n - 1)}
	}
	return &imp.Assign{Name: g.pick("x", "y", "dodo"), Value: g.aexpr(5)}
}

// randomFile returns a random file and its comments, which are none unless they are wanted.
func randomFile(seed int64, wanted bool) (*imp.File, *comments) {
	g := generator{Rand: rand.New(rand.NewSource(seed)), notes: wanted,
		made: &comments{map[imp.Stmt]notes{}, map[*imp.Block][]string{}}}
	return g.file(), g.made
}

func (g *generator) file() *imp.File {
	b := &imp.Block{Stmts: []imp.Stmt{g.stmt(4)}}
	g.made.tails[b] = g.lead()
	for range g.Intn(4) {
		var s imp.Stmt
		switch g.Intn(4) {
		case 0:
			s = &imp.Macro{Name: g.pick("f", "g"), Params: []string{"a", "b"}[:g.Intn(3)], Body: g.block(3)}
		case 1:
			g.inputs++
			s = &imp.Input{Names: []string{fmt.Sprint("i", g.inputs), fmt.Sprint("j", g.inputs)}[:1+g.Intn(2)]}
		case 2:
			s = g.stmt(4)
		case 3:
			s = &imp.Option{Key: "division", Value: g.pick("floor", "truncate")}
			if slices.ContainsFunc(b.Stmts, func(s imp.Stmt) bool { _, ok := s.(*imp.Option); return ok }) {
				s = &imp.Skip{}
			}
		}
		g.made.stmts[s] = notes{g.lead(), g.made.stmts[s].trail}
		b.Stmts = slices.Insert(b.Stmts, g.Intn(len(b.Stmts)+1), s)
	}
	return &imp.File{Body: b}
}

// dump writes the comments of a block in the order of its statements, without blank lines.
func dump(b *imp.Block, c *comments) string {
	written := func(comments []string) []string {
		return slices.DeleteFunc(slices.Clone(comments), func(c string) bool { return c == "" })
	}
	var out strings.Builder
	for _, s := range b.Stmts {
		fmt.Fprintf(&out, "%q%q", written(c.of(s).lead), c.of(s).trail)
		for _, b := range blocks(s) {
			fmt.Fprintf(&out, "[%s]", dump(b, c))
		}
	}
	return fmt.Sprintf("%s%q", &out, written(c.tail(b)))
}

// Reading undoes printing, comments included.
func TestPrintThenParse(t *testing.T) {
	for seed := range int64(5000) {
		f, made := randomFile(seed, seed%2 == 1)
		text := printed(f, made)
		got, err := imp.Parse("t", text)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		read := commentsOf(got, string(text))
		if !equalBlocks(f.Body, got.Body) || dump(f.Body, made) != dump(got.Body, read) {
			t.Fatalf("seed %d:\n%s\n got %s\nwant %s", seed, text, dump(got.Body, read), dump(f.Body, made))
		}
		if again := printed(got, read); !bytes.Equal(text, again) {
			t.Fatalf("seed %d:\n%s\nthen\n%s", seed, text, again)
		}
		checkPlaces(t, text, got.Body)
	}
}

// checkPlaces checks that every node stands where its first token, or its operator, is written.
func checkPlaces(t *testing.T, text []byte, b *imp.Block) {
	lines := strings.Split(string(text), "\n")
	at := func(p imp.Pos, want string) {
		if line := lines[p.Line-1]; !strings.HasPrefix(line[p.Column-1:], want) {
			t.Fatalf("%v is not the place of %q in\n%s", p, want, text)
		}
	}
	var a func(e imp.AExpr)
	a = func(e imp.AExpr) {
		switch e := e.(type) {
		case *imp.Int:
			at(e.Pos(), e.Value.String())
		case *imp.Var:
			at(e.Pos(), e.Name)
		case *imp.Neg:
			at(e.Pos(), "-")
			a(e.X)
		case *imp.Arith:
			at(e.Pos(), e.Op.String())
			a(e.X)
			a(e.Y)
		}
	}
	var c func(e imp.BExpr)
	c = func(e imp.BExpr) {
		switch e := e.(type) {
		case *imp.Bool:
			at(e.Pos(), fmt.Sprint(e.Value))
		case *imp.Compare:
			at(e.Pos(), e.Ops[0].String())
			for _, x := range e.Args {
				a(x)
			}
		case *imp.Not:
			at(e.Pos(), "not")
			c(e.X)
		case *imp.Logic:
			at(e.Pos(), e.Op.String())
			c(e.X)
			c(e.Y)
		}
	}
	for _, s := range b.Stmts {
		at(s.Pos(), Stmt(s))
		switch s := s.(type) {
		case *imp.Assign:
			a(s.Value)
		case *imp.Assume:
			c(s.Cond)
		case *imp.Assert:
			c(s.Cond)
		case *imp.If:
			c(s.Cond)
			checkPlaces(t, text, s.Then)
			if s.Else != nil {
				checkPlaces(t, text, s.Else)
			}
		case *imp.While:
			c(s.Cond)
			checkPlaces(t, text, s.Body)
		case *imp.Call:
			for _, e := range s.Args {
				a(e)
			}
		case *imp.Macro:
			checkPlaces(t, text, s.Body)
		}
	}
}
