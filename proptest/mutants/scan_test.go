package mutants

// This file lists wrong rules of scan.

const scanFolder = "cmd/internal/scan/"

// scanRules are those that tests of package scan notice.
var scanRules = []Mutant{
	{
		"scan, needed: what may not be read declares a function", "internal/reduce/needed.go",
		`return c.has(d) && !(d.in`, `return c == nil && !(d.in`, "TestNeeded",
	}, {
		"scan, needed: what a function was said to need is not kept", scanFolder + "cache.go",
		`k.Needed, k.Within, k.Foreign = f.needed, f.defining, f.foreign`, `k.Needed = nil`, "TestNeededAgain",
	}, {
		"scan, needed: what is not enough is asked for again and again", scanFolder + "function.go",
		`f.called, f.needed, f.defining, f.foreign = true, nil, nil, false`, `f.called, f.needed = true, f.needed[:1]`,
		"TestNeeded",
	}, {
		"scan, needed: files are left out that have what is needed", scanFolder + "function.go",
		`(wrong != nil || f.files.lacks(p.Core, files, c.Within))`, `wrong != nil`, "TestDefining",
	}, {
		"scan, needed: a structure is made whose size nobody knows", scanFolder + "build.go",
		` && p.Of.Elem.Size > 0`, ``, "TestIncomplete",
	}, {
		"scan, needed: all that words lead to", scanFolder + "base.go",
		`is && !g.Library {`, `(is || f.fast != nil) && !g.Library {`, "TestNeeded",
	}, {
		"scan, needed: a function is left out that nothing declares", "internal/reduce/reduce.go",
		`r.needless(a.item) && !r.declared(a)`, `r.needless(a.item) && r.shapes != nil`, "TestNeeded",
	}, {
		"scan, needed: a function is declared where it is behind its body", "internal/reduce/needed.go",
		`d.in == a.in && d.pieces[0].start < a.pieces[0].start`, `d.in == a.in`, "TestNeeded",
	}, {
		"scan, needed: a structure declares the function of its name", "internal/reduce/needed.go",
		`d.keep && d.params && !d.body`, `d.keep && !d.body`, "TestNeeded",
	}, {
		"scan, needed: tables that no run reads have functions without a body", "internal/reduce/needed.go",
		`if r.ran == nil || d.define`, `if r.ran == nil || d.define || !d.body`, "TestNeeded",
	}, {
		"scan, needed: macros lead to no functions of such tables", "internal/reduce/needed.go",
		`r.wantWord(b, file)`, `r.wantWord(b, global)
				delete(r.wanted, b)`, "TestNeeded",
	}, {
		"scan, needed: macros give no object a value", "internal/reduce/needed.go",
		`return m != nil && m.sets`, `return m != nil && m.sets && false`, "TestNeeded",
	}, {
		"scan, ways: a condition decides that is only dropped", scanFolder + "way.go",
		`in.Op == core.Branch && in.Then == in.Else`,
		`in.Op == core.Branch && in.Then == in.Else && in.Then < 0`, "TestPreconditions",
	}, {
		"scan, words: a text ends where a word behind its last one is read", scanFolder + "guess.go",
		`if !r.end || r.past || w.discarded`,
		`if !r.end || w.discarded`, "TestPreconditions",
	}, {
		"scan, lengths: a number belongs to what stands beside it", scanFolder + "guess.go",
		`return ties[pointer] && !ties[other]`, `return ties[pointer] && !ties[other] && f != nil && false`, "TestLengths",
	}, {
		"scan, lengths: a number belongs to whatever it may belong to", scanFolder + "guess.go",
		`return ties[pointer] && !ties[other]`, `return ties[pointer]`, "TestLengths",
	}, {
		"scan, lengths: a number may be the length of what it says nothing of", scanFolder + "guess.go",
		`instead != "" && (x.counts(g.on) || !g.manifest) &&`,
		`instead != "" && f == nil &&`, "TestLengths",
	}, {
		"scan, lengths: the number of a name says nothing", scanFolder + "start.go",
		`which != "" && of != "" && which != of`, `which != "" && of != "" && which == "0"`, "TestLengths",
	}, {
		"scan, linked: of two files that are as near, both are linked", scanFolder + "linked.go",
		`near[function] != best{steps[name], 1}`,
		`near[function].distance != steps[name]`, "TestFitting",
	}, {
		"scan, linked: what defines functions of many files is linked to them all", scanFolder + "linked.go",
		`other = other || n >= another && folder != here`,
		`other = other || n >= another && folder == here+here`, "TestFitting",
	}, {
		"scan, linked: no function is of a file alone that begins no program", scanFolder + "linked.go",
		`(p.mains[file] || p.isShared(file) && set.calls(absolute(e.Where.File), e.Name))`,
		`(p.mains[file] || !p.isShared(file) && p.mains[file])`, "TestPrograms",
	}, {
		"scan, linked: a function is of its file alone which nobody calls", scanFolder + "linked.go",
		`p.isShared(file) && set.calls(absolute(e.Where.File), e.Name)`,
		`p.isShared(file)`, "TestPrograms",
	}, {
		"scan, judged: a null pointer is not passed on", scanFolder + "null.go",
		`frame, args = caller, caller.Instr().Args[1+at:]`,
		`frame, args = caller, nil`, "TestPreconditions",
	}, {
		"scan, judged: no function that has returned compared two null pointers", scanFolder + "null.go",
		`at := differ(all, w.taken)`,
		`at := len(all)`, "TestPreconditions",
	}, {
		"scan, judged: objects may be used in any order", scanFolder + "judge.go",
		`what.calls > len(builds)+1`,
		`what.calls > len(builds)`, "TestPreconditions",
	}, {
		"scan, judged: every file is there", scanFolder + "judge.go",
		`what.opens && len(decisive(made, f)) == 0`,
		`what.opens && len(decisive(made, f)) > 99`, "TestPreconditions",
	}, {
		"scan, judged: all of a word is an address", scanFolder + "way.go",
		`!found && above.Sign() > 0`,
		`!found && above.Sign() < 0`, "TestPreconditions",
	}, {
		"scan, judged: no address lies behind a null pointer", scanFolder + "way.go",
		`!known[name] && strings.Contains(name, "[")`,
		`known[name] && strings.Contains(name, "[")`, "TestPreconditions",
	}, {
		"scan, judged: a member is set where it is asked for beside another one", scanFolder + "text.go",
		`(?:[^&\w\s)\]]\s*|\breturn\s*|\))&[^&;,]*`,
		`&[^&;,]*`, "TestPreconditions",
	}, {
		"scan, sequences: numbers below zero are passed before", scanFolder + "judge.go",
		`!looked && isBefore(made, name)`,
		`!looked && name == ""`, "TestSequences",
	}, {
		"scan, sequences: what is cleared in the end is used after that", scanFolder + "build.go",
		`f.ends(r) || !initial.MatchString(b.Maker.Name)`,
		`f.ends(r) || initial.MatchString(b.Maker.Name)`, "TestSequences",
	}, {
		"scan, programs: every function of a program is for it alone", scanFolder + "linked.go",
		`filepath.Clean(other) != file && s != nil &&`, `filepath.Clean(other) == "" && s != nil &&`, "TestPrograms",
	}, {
		"scan, programs: others call the functions of a program", scanFolder + "linked.go",
		`(p.mains[file] || p.isShared`, `(!p.mains[file] && p.isShared`, "TestPrograms",
	}, {
		"scan, programs: only callers that lead there count", scanFolder + "calls.go",
		`if !f.entry.Static || len(t.callers[f]) == 0`, `if !f.inside || len(t.callers[f]) == 0`, "TestPrograms",
	}, {
		"scan, unset: who sets a member sets all of them", scanFolder + "culprit.go",
		`return x.from < at+size && at < x.to`, `return x.from < at+size || at < x.to`, "TestPreconditions",
	}, {
		"scan, lengths: a buffer has one element less than the function wants", scanFolder + "flow.go",
		`m.Int64()-n.Int64()+1)`, `m.Int64()-n.Int64()-1)`, "TestLengths",
	}, {
		"scan, lengths: a buffer is never as long as the function wants", scanFolder + "function.go",
		`if most <= tried {`, `if most > 0 {`, "TestLengths",
	}, {
		"scan, bytes: what is compared may be no text", scanFolder + "guess.go",
		` && !bytes.compared`, ` && bytes != nil`, "TestLengths",
	}, {
		"scan, bytes: functions of the library compare nothing", scanFolder + "flow.go",
		`w.compared = w.compared || w.decides(e)`, `w.compared = w.compared || !fn.Library && w.decides(e)`,
		"TestLengths",
	}, {
		"scan, words: a text that is read in words never ends", scanFolder + "guess.go",
		`if size = o.Count / 2; size < wordSize {`,
		`if size = o.Count / 2; size > 0 {`, "TestPreconditions",
	}, {
		"scan, words: the word in which a text ends has a value", scanFolder + "judge.go",
		`what.none.begun > 0 && made`,
		`what.none.begun > 8 && made`, "TestPreconditions",
	}, {
		"scan, words: whoever reads a word does not need it", scanFolder + "judge.go",
		`what.none.begun > 0 && made.Memory.Objects[on].Kind == harness.Text`,
		`what.none.begun > 0`, "TestPreconditions",
	}, {
		"scan, words: bytes without a value are where a word begins", scanFolder + "culprit.go",
		`m.at <= b.at+b.begun && b.at+b.begun < m.at+m.size`,
		`m.at <= b.at && b.at < m.at+m.size`, "TestPreconditions",
	}, {
		"scan, made: what was added to is where it was", "cmd/internal/harness/make.go",
		`r.Elem.Record == nil || r.Elem.Record != t.Elem.Record {`,
		`r.Elem.Record == nil || r.Elem.Record != nil {`, "TestPreconditions",
	}, {
		"scan, made: what is empty has a first element if the function sees that it is", scanFolder + "judge.go",
		`mends(p, made, f, times, []int64{1, 2})`,
		`elsewhere(p, made, f, map[string]int64{times: 1}, false)`, "TestPreconditions",
	}, {
		"scan, made: what is empty has a first element", scanFolder + "judge.go",
		`case fromEmpty(made.Memory, what, valuesOf(f)), firstOfNone(p.Core, made, f, what):`,
		`case fromEmpty(made.Memory, what, valuesOf(f)):`, "TestPreconditions",
	}, {
		"scan, assertions: a pointer comes without its length", scanFolder + "judge.go",
		`map[string]int64{in.Name: 1, n: 1}`,
		`map[string]int64{in.Name: 1, n: 0}`, "TestPreconditions",
	}, {
		"scan, callers: none knows that a text is not empty", scanFolder + "length.go",
		`mends(p, made, f, on+"[]", []int64{'a'})`,
		`mends(p, made, f, on+"[]", []int64{0})`, "TestAvoided",
	}, {
		"scan, workers: a proof is of any harness", scanFolder + "sent.go",
		`if len(name) > mostText || !path.MatchString(name) {`,
		`if len(name) > mostText {`, "TestCrew",
	}, {
		"scan, workers: an answer may be about another function", scanFolder + "sent.go",
		`if s.Function != f.entry.Name || s.Place != f.place() {`,
		`if s.Function == "" {`, "TestCrew",
	}, {
		"scan, workers: bugs are not judged again", scanFolder + "sent.go",
		`!genuine || wants != "" ||`,
		`wants == "nothing" && !genuine ||`, "TestJudgedAgain",
	}, {
		"scan, workers: what a liar has said still counts", scanFolder + "crew.go",
		`if w.lied[w.by[i]] {`,
		`if w.lied[w.by[i]] && w.outs[i] == nil {`, "TestLiar",
	}, {
		"scan, workers: what another search begins with is not sent", scanFolder + "sent.go",
		`Answers: f.answers, Shape: unbuilt(f.shape),`,
		`Answers: f.answers, Shape: unbuilt(nil),`, "TestShape",
	}, {
		"scan, workers: answers are not compared", scanFolder + "crew.go",
		`own.Alone || !bytes.Equal(own.compared(), s.compared())`,
		`own.Alone`, "TestCrew",
	}, {
		"scan, open: functions that are named get no proof with invariants", scanFolder + "remember.go",
		`!(o.Only != nil && x.goesOn()):`,
		`(o.Only == nil || o.Only != nil):`, "TestOpen",
	}, {
		"scan, open: the cache has no obstacles", scanFolder + "cache.go",
		`Any: out.any, Open: out.open}`,
		`Any: out.any}`, "TestOpenIsKept",
	}, {
		"scan, open: what a proof does not show is not said", scanFolder + "certify.go",
		`if out.open = out.result.Obstacle(); how == proving &&`,
		`if how == proving &&`, "TestOpen",
	}, {
		"scan, sizes: an object is larger than the user says", scanFolder + "need.go",
		`if !ok || elem == nil || o.Size != harness.Needed {`,
		`if !ok || elem == nil || o.Size == harness.Unbounded {`, "TestSizes",
	}, {
		"scan, sizes: a text grows beyond the number that the user says", "cmd/internal/harness/memory.go",
		`if (o.Kind == Text || o.Kind == Counted && !o.Records) && o.Size != Chosen {`,
		`if (o.Kind == Text || o.Kind == Counted && !o.Records) && o.Size != Unbounded {`, "TestSizes",
	}, {
		"scan, sizes: what holds of small objects is said of all", "cmd/internal/harness/memory.go",
		`o.Size = Unbounded`,
		`o.Size = Any`, "TestSizes",
	}, {
		"scan, sizes: a caller is to blame for the size that the user says", scanFolder + "judge.go",
		`case on != "" && !sized && (inside ||`,
		`case on != "" && (entry.Static ||`, "TestSizes",
	}, {
		"scan, sizes: another guess takes the place of what the user says", scanFolder + "guess.go",
		`if guess.Size != harness.Needed {`,
		`if guess.Size == harness.Unbounded {`, "TestSizes",
	}, {
		"scan, sizes: a function that is named need not have the parameter", scanFolder + "chosen.go",
		`case misfit != "" && (named || about == 0):`,
		`case misfit != "" && about == 0:`, "TestUnfitSizes",
	}, {
		"scan, sizes: a parameter that is no integer counts elements", scanFolder + "sized.go",
		`return n.Name == s.Text && n.Of.Class == c.Integer`,
		`return n.Name == s.Text`, "TestUnfitSizes",
	}, {
		"scan, judge: what lies behind two pointers goes together with a length", scanFolder + "judge.go",
		`what.accesses[0].at < 0 && slices.ContainsFunc(term.NewTable(f.Path).Inputs(), isBehind): // no length bounds that`,
		`what.accesses[0].at < -1<<62 && slices.ContainsFunc(term.NewTable(f.Path).Inputs(), isBehind): // no length bounds that`,
		"TestVerdicts",
	}, {
		"scan, harness: a decision about each pointer comes first", "cmd/internal/harness/make.go",
		`for _, pointers := range []bool{false, true} {`,
		`for _, pointers := range []bool{true, false} {`, "TestPointersLast",
	}, {
		"scan, alias: each member is public", scanFolder + "alias.go",
		`		return len(at) > 0
`,
		`		return len(at) >= 0
`, "TestPublicAlias",
	}, {
		"scan, alias: nothing that is freed is seen", scanFolder + "foresee.go",
		`					l.to.freed = true`,
		`					l.to.freed = len(a.stack) > mostCalls`, "TestPublicAlias",
	}, {
		"scan, alias: variables have no functions", scanFolder + "foresee.go",
		`if in.Value != nil && in.Value.Op == core.Function {`,
		`if in.Value != nil && in.Value.Op == core.Null {`, "TestPublicAlias",
	}, {
		"scan, foreseen: what is made in vain stays", scanFolder + "certify.go",
		`if f.foreseen && len(x.faults) == 0 &&`,
		`if f.foreseen && len(x.faults) < 0 &&`, "TestForeseenInVain",
	}, {
		"scan, guesses: one that is searched in part avoids a fault", scanFolder + "guess.go",
		`if y.spent && !y.asksFor(g.on) && o.work != nil {`,
		`if y.spent && y.asksFor(g.on) && o.work != nil {`, "TestGuessInPart",
	}, {
		"scan, harness: a structure without a tag is declared as it is", "cmd/internal/harness/declared.go",
		`*t.Named(p.Typedef)`,
		`*t`, "TestVerdicts",
	}, {
		"scan, foreseen: what was stored there counts for nothing", scanFolder + "foresee.go",
		`if stored, is := s.cells[at]; is {`,
		`if stored, is := s.cells[at]; is && at < 0 {`, "TestForesee",
	}, {
		"scan, foreseen: copies have nothing", scanFolder + "foresee.go",
		`if c.to <= at && at < c.to+c.size && steps < mostCalls {`,
		`if c.to <= at && at < c.to && steps < mostCalls {`, "TestForesee",
	}, {
		"scan, foreseen: functions that are called do nothing", scanFolder + "foresee.go",
		`if callee := l.to.code; callee != nil && len(args)-1 <= len(callee.Slots) {`,
		`if callee := l.to.code; callee != nil && len(args)-1 > len(callee.Slots) {`, "TestForesee",
	}, {
		"scan, foreseen: code is read without end", scanFolder + "foresee.go",
		`if a.left--; a.left < 0 {`,
		`if a.left--; a.left < -1<<20 {`, "TestForesee",
	}, {
		"scan, foreseen: loops go round once", scanFolder + "foresee.go",
		`for range min(fn.Loops*turns+1, turns) {`,
		`for range min(fn.Loops*turns+1, 1) {`, "TestForesee",
	}, {
		"scan, foreseen: bytes are no text", scanFolder + "foresee.go",
		`s.number > 0 || number == 1 {`,
		`s.number > 0 {`, "TestForesee",
	}, {
		"scan, foreseen: objects have elements that nobody makes", scanFolder + "foresee.go",
		`if o.Cells == nil || outside(made, m, in, part{at: s.at, size: size}) != asked {`,
		`if o.Cells != nil && outside(made, m, in, part{at: s.at, size: size}) != asked {`, "TestForesee",
	}, {
		"scan, callers: a fault to which no way leads counts as one of the caller", scanFolder + "target.go",
		`led[x] = met[place]`,
		`led[x] = met[place] || !met[place]`, "TestInternals",
	}, {
		"scan, time: what a search shows nothing of is left so", scanFolder + "certify.go",
		`o.States *= further`,
		`o.States *= 1`, "TestFurther",
	}, {
		"scan, time: all functions are searched further", scanFolder + "certify.go",
		`more) && len(x.faults) == 0 &&`,
		`more) && len(x.faults) >= 0 &&`, "TestFurther",
	}, {
		"scan, null: what a call decided that returned counts if another one is there", scanFolder + "way.go",
		`if as.open[call{d.fn, w.depths[i]}] {`,
		`if as.open[call{d.fn, w.depths[i]}] || as.open[call{d.fn, w.depths[i] - 1}] {`, "TestVerdicts",
	}, {
		"scan, null: a run that ends for want of memory shows a look", scanFolder + "null.go",
		`isOutside(w.fault.Kind) && first.begins(w))`,
		`isOutside(w.fault.Kind) && len(first.taken) < 0)`, "TestVerdicts",
	}, {
		"scan, null: a run that ends for want of memory shows none", scanFolder + "null.go",
		`isOutside(w.fault.Kind) && first.begins(w))`,
		`isOutside(w.fault.Kind))`, "TestVerdicts",
	}, {
		"scan, texts: one is read at once, whatever was decided", scanFolder + "judge.go",
		`return len(first.taken) == 0`,
		`return len(first.taken) >= 0`, "TestVerdicts",
	}, {
		"scan, lengths: what is written at most has no say", scanFolder + "start.go",
		`return mostOf(params, i, taken)`,
		`return ""`, "TestVerdicts",
	}, {
		"scan, lengths: anything at most is a length", scanFolder + "start.go",
		`!taken[n.Name] && mosts.MatchString(n.Name)`,
		`!taken[n.Name]`, "TestVerdicts",
	}, {
		"scan, what was made: nobody looks at a member", scanFolder + "culprit.go",
		`w.looked[w.lacks] = true`,
		`w.looked[w.lacks] = false`, "TestVerdicts",
	}, {
		"scan, what was made: null completes it", scanFolder + "unset.go",
		`return !nothing.Match(m[1])`,
		`return len(m[1]) > 0`, "TestVerdicts",
	}, {
		"scan, what was made: members of other structures count", scanFolder + "unset.go",
		`t != "struct" && t != "const" && t != "" && regexp`,
		`t == "struct" || t != "" && regexp`, "TestVerdicts",
	}, {
		"scan, what was made: what is empty is not complete", scanFolder + "function.go",
		`!adds(o.Build) && !what.looked`,
		`!what.looked`, "TestVerdicts",
	}, {
		"scan, what was made: a pointer that a structure was given is nowhere", scanFolder + "culprit.go",
		`w.first[spot{to, at + here.at - start}] = first`,
		`w.first[spot{from, at + here.at - start}] = first`, "TestVerdicts",
	}, {
		"scan, what was made: what is stored over a pointer leaves it", scanFolder + "culprit.go",
		`delete(w.first, here)`,
		`delete(w.first, spot{here.id, -1})`, "TestVerdicts",
	}, {
		"scan, what was made: a structure that is read as a whole is not read", scanFolder + "culprit.go",
		`return in.Args[:2]`,
		`return in.Args[:1]`, "TestVerdicts",
	}, {
		"scan, loops: one without a way out is a mistake", scanFolder + "loop.go",
		`return !l.exits || l.head != nil && !wayOut(l.head, l.pc)`,
		`return l.from < 0`, "TestLoops",
	}, {
		"scan, loops: each is meant", scanFolder + "loop.go",
		`return !l.exits || l.head != nil && !wayOut(l.head, l.pc)`,
		`return l.from >= 0`, "TestLoops",
	}, {
		"scan, loops: nobody else writes to a global variable", scanFolder + "loop.go",
		`		if !written {`,
		`		if r.id < 0 {`, "TestLoops",
	}, {
		"scan, loops: what is written beside counts", scanFolder + "loop.go",
		`w.id == r.id && w.at < r.end && r.at < w.end`,
		`w.id == r.id`, "TestLoops",
	}, {
		"scan, loops: functions without a body do what ours do", scanFolder + "loop.go",
		`	if l.foreign {
		return true`,
		`	if l.foreign && l.machine == nil {
		return true`, "TestLoops",
	}, {
		"scan, loops: an inner loop is a way out", scanFolder + "loop.go",
		`return !l.exits || l.head != nil && !wayOut(l.head, l.pc)`,
		`return !l.exits`, "TestLoops",
	}, {
		"scan, loops: each waits for a global variable", scanFolder + "loop.go",
		`		if !written {`,
		`		if r.id > 0 {`, "TestLoops",
	}, {
		"scan, loops: volatile says nothing", "semantics/c/access.go",
		`if p.t.Volatile || p.t.Atomic {`,
		`if p.t.Volatile && p.t.Atomic {`, "TestLoops",
	}, {
		"scan, loops: nobody acts between atomic operations", "semantics/c/fn.go",
		`func (f *fn) outside() { f.emit(instr(core.Output, integer(-1), integer(0))) }`,
		`func (f *fn) outside() { f.emit(instr(core.Output, integer(0), integer(0))) }`, "TestLoops",
	}, {
		"scan, loops: numbers are data", scanFolder + "loop.go",
		`if class == harness.Data && !(`,
		`if class != harness.Missing || !(`, "TestLoops",
	}, {
		"scan, linked: a main keeps its name", scanFolder + "function.go",
		`				c.WithoutMain(file)`,
		`				_ = file`, "TestOtherBodies",
	}, {
		"scan, linked: another program is part of this one", scanFolder + "linked.go",
		`p.has[file][name] || p.mains[file] && p.mains[name]`,
		`p.has[file][name]`, "TestOtherBodies",
	}, {
		"scan, linked: a file has others in it", scanFolder + "linked.go",
		`len(p.has[file]) > 0 || `,
		``, "TestOtherBodies",
	}, {
		"scan, linked: a file cannot be read", scanFolder + "linked.go",
		`return p.unread[file] || p.`,
		`return p.`, "TestOtherBodies",
	}, {
		"scan, kept: the file of main does not count", scanFolder + "cache.go",
		`	if f.entry.Name == "main" {`,
		`	if f.entry.Name == "" {`, "TestKept",
	}, {
		"scan, kept: which files are linked does not count", scanFolder + "cache.go",
		`u.C.Prelude, u.program}`,
		`u.C.Prelude}`, "TestKept",
	}, {
		"scan, many: a text is read each time", scanFolder + "text.go",
		`	if known {
		return s`,
		`	if known && s == nil {
		return s`, "TestManyFunctions",
	}, {
		"scan, many: every text is looked at", scanFolder + "unset.go",
		`return !known || len(at) > 0 && at[0] < end`,
		`return !known || begin <= end`, "TestManyFunctions",
	}, {
		"scan, work: a share is no less than what one may take", scanFolder + "options.go",
		`if o.Whole == 0 {`,
		`if o.Work > 0 {`, "TestShare",
	}, {
		"scan, work: all share alike, however little that is", scanFolder + "options.go",
		`/workStep*workStep, leastWork)`,
		`/workStep*workStep, 1)`, "TestShare",
	}, {
		"scan, work: callers are not asked about bugs", scanFolder + "options.go",
		`return !o.less() || o.bugs || o.each >= madeWork`,
		`return !o.less() || o.each >= madeWork`, "TestShare",
	}, {
		"scan, work: callers are not asked where nobody shares", scanFolder + "options.go",
		`return !o.less() || o.bugs || o.each >= madeWork`,
		`return o.bugs || o.each >= madeWork`, "TestShare",
	}, {
		"scan, work: a function of which nothing is known gets no more than others", scanFolder + "certify.go",
		`(x.spent && o.less() || more)`,
		`(x.spent && o.less() && more || more)`, "TestInPart",
	}, {
		"scan, work: what is searched in part is not said", scanFolder + "certify.go",
		`x.cut = x.spent`,
		`x.cut = false`, "TestInPart",
	}, {
		"scan, begun: a program begins as the one before", scanFolder + "begun.go",
		`if b.program == p {`,
		`if b != nil {`, "TestBegun",
	}, {
		"scan, goals: what is in one file is in all", scanFolder + "target.go",
		`if known = file + s.String(); !places[known] {`,
		`if known = file + s.String(); known == "" {`, "TestGoals",
	}, {
		"scan, time: a clock counts", scanFolder + "work.go",
		`return min(clock, max(`,
		`return max(clock, min(`, "TestElapsed",
	}, {
		"scan, judged: a buffer beside its room has no other one", scanFolder + "function.go",
		`g.Fault.Kind == semantics.OutOfBoundsWrite && limited(`,
		`g.Fault.Kind == semantics.Overflow && limited(`, "TestLengths",
	}, {
		"scan, judged: two pointers that are null are one", scanFolder + "null.go",
		`alike && usesNull(p, f, pointer):`,
		`alike:`, "TestPreconditions",
	}, {
		"scan, judged: a format is a text as any", scanFolder + "culprit.go",
		`formatOf(last, frame, pointer); ok {`,
		`formatOf(last, frame, pointer); ok && path == "" {`, "TestPreconditions",
	}, {
		"scan, linked: something in a file does not parse", scanFolder + "linked.go",
		`p.unread[file] || p.broken[file] || len`,
		`p.unread[file] || len`, "TestBroken",
	}, {
		"scan, callers: macros call nobody", scanFolder + "standins.go",
		`		if m := u.macros[name]; m != nil && !seen[name] {`,
		`		if m := u.macros[name]; m != nil && seen[name] {`, "TestCallers",
	}, {
		"scan, callers: a macro is a name", scanFolder + "standins.go",
		`				w.called[string(name[1])] = true`,
		`				w.called[string(name[0])] = true`, "TestCallers",
	}, {
		"scan, callers: no variable holds a function", scanFolder + "calls.go",
		`			pointed[g] = append(pointed[g], within[h]...)`,
		`			_ = h`, "TestCallers",
	}, {
		"scan, callers: no variable leads to another one", scanFolder + "calls.go",
		`			if !slices.Contains(list, h.name) {`,
		`			if slices.Contains(list, h.name) {`, "TestCallers",
	}, {
		"scan, callers: nobody gives the address of a function", scanFolder + "calls.go",
		`		called(byName, f, w.given, pointed)`,
		``, "TestCallers",
	}, {
		"scan, callers: who does not call by a pointer refutes the fault", scanFolder + "callers.go",
		` || a.Verdict == Refuted && t.byPointer[[2]*function{here[0], c}] {`,
		` {`, "TestCallers",
	}, {
		"scan, callers: what a caller left open is refuted", scanFolder + "callers.go",
		`	case out.Verdict == Safe || out.complete:
		return answer{Verdict: Refuted}, true`,
		`	case out.Verdict != Refused:
		return answer{Verdict: Refuted}, true`, "TestCallers",
	}, {
		"scan, callers: what others set or return does not matter", scanFolder + "callers.go",
		`		case x.hidden:
			answers[y] = answer{Unknown, hidden}`,
		`		case x.hidden:
			answers[y] = answer{Verdict: Refuted}`, "TestCallers",
	}, {
		"scan, callers: the levels have no end", scanFolder + "callers.go",
		`if level >= t.o.Callers {`, `if level > t.o.Callers {`, "TestLevels",
	}, {
		"scan, callers: static functions count as others do", scanFolder + "callers.go",
		`range t.o.Callers + furtherLevels`, `range t.o.Callers`, "TestLevels",
	}, {
		"scan, callers: a fault at another place says nothing of a guess", scanFolder + "function.go",
		`x.aside[g.on] = true`, `x.aside[""] = true`, "TestAside",
	}, {
		"scan, kept: a safe function needs no certificate", scanFolder + "cache.go",
		`k.Verdict != Safe || k.Certificate != "" && digest(k.Certificate) == k.Sum`,
		`true`, "TestForged",
	}, {
		"scan, kept: files may have changed", scanFolder + "cache.go",
		`		if sum == "" || c.sum(name) != sum {`,
		`		if sum == "" || c.sum(name) == "" {`, "TestKept",
	}, {
		"scan, kept: whatever the cache says is a verdict", scanFolder + "cache.go",
		`	if !ok || !slices.Contains([]Verdict{Bug, Latent, Safe, Unknown, Refused}, all.Outcome.Verdict) {`,
		`	if !ok {`, "TestForged",
	}, {
		"scan, kept: bugs are not run again", scanFolder + "remember.go",
		`	if x == nil || !maps.Equal(x.bugs, out.bugs) {`,
		`	if x == nil {
		x = &Outcome{Name: f.entry.Name, Where: f.entry.Where, Verdict: Safe, kept: out.asleep}
	} else if !maps.Equal(x.bugs, out.bugs) {`, "TestForged",
	}, {
		"scan, judged: a fault that other numbers avoid is manifest", scanFolder + "judge.go",
		`	case f.Avoidable != solver.Unsat, together`,
		`	case together`, "TestVerdicts",
	}, {
		"scan, judged: a fault that pointers avoid is manifest", scanFolder + "judge.go",
		`	if null := wantedPointers(p.Core, made, f); len(null) > 0 {
		return present(null)
	}
	if input := addressedBehind(`,
		`	if input := addressedBehind(`, "TestVerdicts",
	}, {
		"scan, judged: each fault is the callers'", scanFolder + "judge.go",
		`	case f.Avoidable == solver.Unsat && usesFreed(made, f.Fault, on):
		return ""`,
		`	case f.Avoidable == solver.Unsat && usesFreed(made, f.Fault, on):
		return "something"`, "TestAlias",
	}, {
		"scan, baseline: where a latent fault is, is part of its name", scanFolder + "text.go",
		`	return fmt.Sprintf("%s\n%d %d", key, before, own-first)`,
		`	return fmt.Sprintf("%s\n%d %d %d", key, before, own-first, at.Line)`, "TestKnownLatent",
	}, {
		"scan, baseline: lines that are alike are one", scanFolder + "text.go",
		`key, before, own-first)`,
		`key, before, (own-first)*0)`, "TestKnownLatent",
	}, {
		"scan, baseline: lines that are alike are counted from the beginning of the file", scanFolder + "text.go",
		`		begin = s.repeats.ends[i-1]`,
		`		begin = 0`, "TestKnownLatent",
	}, {
		"scan, baseline: the faults of a line are one", scanFolder + "text.go",
		`key, before, own-first)`,
		`key, before*0, own-first)`, "TestKnownLatent",
	}, {
		"scan, baseline: whichever function fails", scanFolder + "named.go",
		`certs.BaseName(file), homeOf(p.Core, x.Fault.Span), line}`,
		`certs.BaseName(file), line}`, "TestKnownLatent",
	}, {
		"scan, baseline: a function of which something is new has its old fault mended", scanFolder + "known.go",
		`f.complete) && !slices`,
		`f.complete) || !slices`, "TestKnownLatent",
	}, {
		"scan, baseline: a function that nobody knows has its old fault mended", scanFolder + "known.go",
		`	return (f.Verdict == Safe || f.Verdict == Latent && f.complete) && `,
		`	return `, "TestKnownLatent",
	}, {
		"scan, baseline: new latent faults do not count", scanFolder + "words.go",
		`x.Known == nil || *x.Known }`,
		`x.Known == nil || !*x.Known }`, "TestKnownLatent",
	}, {
		"scan, baseline: latent faults count though nobody asked for them", scanFolder + "scan.go",
		`	case o.Latent && slices`,
		`	case slices`, "TestKnownLatent",
	}, {
		"scan, judged: as much as one likes", scanFolder + "work.go",
		`return w != nil && w.judged >= w.most`,
		`return w != nil && w.judged < 0`, "TestTired",
	}, {
		"scan, told: the verdict of a function is told with each of its bugs", scanFolder + "words.go",
		`	case f.more && (!f.told || o.Find.Format != "json"):`, `	case f.more && !f.told:`, "TestMoreBugs",
	}, {
		"scan, told: bugs that are told already are told to programs again", scanFolder + "words.go",
		`	case f.more && (!f.told || o.Find.Format != "json"):`, `	case f.more && o.Find.Format != "json":`,
		"TestMoreBugs",
	}, {
		"scan, told: programs are told of the first bugs of a function alone", scanFolder + "words.go",
		`	case f.more && (!f.told || o.Find.Format != "json"):`, `	case f.more:`, "TestMoreBugs",
	}, {
		"scan, kept: the certificates of more bugs may be gone", scanFolder + "scan.go",
		`			own.written = append(own.written, out.written...)`,
		`			own.written = append(own.written, out.written[:0]...)`, "TestMoreBugs",
	}, {
		"scan, kept: what a function says does not count", scanFolder + "depends.go",
		`				h.Write(s.textOf(absolute(file), plain(f.Name)))`,
		`				h.Write(s.textOf(absolute(file), plain(f.Name))[:0])`, "TestKeptPart",
	}, {
		"scan, kept: the types of parameters do not count", scanFolder + "depends.go",
		"\tt.entry(f.entry)\n", "\tt.entry(&c.Entry{})\n", "TestKeptPart",
	}, {
		"scan, kept: faults stay where they were", scanFolder + "depends.go",
		`	return line - in.Line + now`, `	return line - in.Line + in.Line`, "TestKeptPart",
	}, {
		"scan, kept: a proof is of any text", scanFolder + "cache.go",
		`all.Outcome.Verdict == Safe && !isOfTexts(`, `all.Outcome.Verdict == "" && !isOfTexts(`, "TestKeptPart",
	}, {
		"scan, kept: what a function needs is not asked", scanFolder + "cache.go",
		`f.part(ctx, o.Harness, true) != all.Part`, `f.part(ctx, o.Harness, true) == "none"`, "TestKeptPart",
	}, {
		"scan, kept: a file that could not be read cannot be read", scanFolder + "replay.go",
		`err == nil || err.Error() != why`, `err != nil && err.Error() != why`, "TestReplayed",
	}, {
		"scan, together: what does not fit is tried without end", scanFolder + "base.go",
		`	return k.vain > mostVain*k.dearest`, `	return k.vain < 0`, "TestApart",
	}, {
		"scan, together: harnesses are read as a whole without end", scanFolder + "base.go",
		`	enough := k.alone > mostAlone*k.dearest`, `	enough := k.alone < 0`, "TestApart",
	}, {
		"scan, together: macros that hide functions are told one after another", scanFolder + "base.go",
		`				g.left[tableName{n.file, name}] = true`, `				g.left[tableName{n.file, name}] = false`, "TestApart",
	}, {
		"scan, together: a function that does not fit divides the others", scanFolder + "base.go",
		`			g.left[n] = true`, `			g.left[n] = false`, "TestGroups",
	}, {
		"scan, together: a function is left out wherever it has that name", scanFolder + "base.go",
		`			if g.left[tableName{f.unit.File, e.Name}] {`,
		`			if slices.ContainsFunc(slices.Collect(maps.Keys(g.left)), func(n tableName) bool { return n.name == e.Name }) {`,
		"TestGroups",
	}, {
		"scan, together: the function before it is left out", "cmd/internal/harness/alone.go",
		`const before = 4 `, `const before = 5 `, "TestGroups",
	}, {
		"scan, judged: an assertion about the pointers in a structure is a bug", scanFolder + "judge.go",
		`return "the pointers in a structure to go together"`, `return ""`, "TestVerdicts",
	}, {
		"scan, judged: each pointer is one in a structure", scanFolder + "judge.go",
		`return made.Class(name) == harness.Presence && strings.Contains(name, ".")`,
		`return made.Class(name) == harness.Presence`, "TestVerdicts",
	}, {
		"scan, sequences: nothing is called in between", scanFolder + "certify.go",
		`y.late == nil && x == before && !o.few()`, `y.late == nil && x != before && !o.few()`, "TestSequences",
	}, {
		"scan, sequences: nothing runs", scanFolder + "trial.go",
		`	if m == nil || o.toward != nil {`, `	if m != nil || o.toward != nil {`, "TestSequences",
	}, {
		"scan, sequences: no table of a hundred is ever full", scanFolder + "build.go",
		`	longerRun = 260`, `	longerRun = 71`, "TestSequences",
	}, {
		"scan, sequences: what is called before is to blame", scanFolder + "judge.go",
		`{ return call.Name == name })`, `{ return call.Name == "" })`, "TestSequences",
	}, {
		"scan, sequences: any number is one that may be taken as it is", scanFolder + "build.go",
		`ok && !f.trusts(e) &&`, `ok &&`, "TestSequences",
	}, {
		"scan, sequences: nothing is taken out before", scanFolder + "build.go",
		`return takers.MatchString(e.Name) || deletes.MatchString(e.Name) && !endsIt(e)`, `return e == nil`,
		"TestSequences",
	}, {
		"scan, sequences: what was released is still there", scanFolder + "judge.go",
		`	if k != semantics.UseAfterFree && k != semantics.DoubleFree && k != semantics.InvalidFree {`,
		`	if k != semantics.Aborted {`, "TestSequences",
	}, {
		"scan, sequences: any number makes an object", scanFolder + "sequence.go",
		`		if r.is {`, `		if !r.is {`, "TestSequences",
	}, {
		"scan, modules: nothing is called before", scanFolder + "module.go",
		`	if len(sets) == 0 {`, `	if len(sets) >= 0 {`, "TestModules",
	}, {
		"scan, modules: functions of a file set all of its variables", scanFolder + "module.go",
		`!own(text) && (s.matches`, `own(text) && (s.matches`, "TestModules",
	}, {
		"scan, modules: any number may be taken as it is", scanFolder + "module.go",
		` || f.trusts(e)`, ``, "TestModules",
	}, {
		"scan, modules: what ends everything is called before", scanFolder + "module.go",
		` || endsIt(e)`, ``, "TestModules",
	}, {
		"scan, modules: what begins everything is called at any time", scanFolder + "module.go",
		`if e.Name != f.entry.Name && isMaker(e.Name) {`, `if e.Name == f.entry.Name && isMaker(e.Name) {`, "TestModules",
	}, {
		"scan, modules: nobody frees anything", scanFolder + "module.go",
		` || s.matches(frees, text)`, ` || s.matches(frees, nil)`, "TestModules",
	}, {
		"scan, modules: nobody knows what comes before a static function", scanFolder + "module.go",
		`f.inside || isInner(f.entry) || f.entry.Name == "main"`, `f.entry.Name == "main"`, "TestModules",
	}, {
		"scan, numbers: whatever is compared is checked", scanFolder + "length.go",
		`return w.at&ofNumber != 0 && w.bounded`, `return w.at&ofNumber != 0`, "TestSequences",
	}, {
		"scan, numbers: no check of a number is wrong", scanFolder + "length.go",
		`return w.at&ofNumber != 0 && w.bounded`, `return w.at&ofNumber == 0 && w.bounded`, "TestSequences",
	}, {
		"scan, numbers: nobody knows which bytes there are", scanFolder + "length.go",
		`q.Of.Class != c.Integer || q.Of.Size < 2`, `q.Of.Class != c.Integer`, "TestSequences",
	}, {
		"scan, numbers: elements of any size are bytes", scanFolder + "start.go",
		`t.Class == c.Void && sizeless`, `t.Class == c.Void && t.Size > 1 && sizeless`, "TestLengths",
	}, {
		"scan, numbers: any number of bytes is one of elements", scanFolder + "start.go",
		`t.Class == c.Void && sizeless.MatchString(n.Name)`, `t.Class == c.Void && n.Name != ""`, "TestLengths",
	}, {
		"scan, numbers: what goes together in a structure is checked", scanFolder + "length.go",
		`return made.Class(in.Name) == harness.Value && strings.Contains(in.Name, ".") &&`,
		`return made.Class(in.Name) == harness.Value && strings.Contains(in.Name, "..") &&`, "TestLengths",
	}, {
		"scan, programs: memory of a size that nobody knows is too small", scanFolder + "judge.go",
		`core.Draw && in.Span == a.made`, `core.Draw && in.Span != in.Span`, "TestUnlikely",
	}, {
		"scan, programs: no memory is too small", scanFolder + "judge.go",
		`core.Draw && in.Span == a.made`, `core.Draw && a.made == a.made`, "TestUnlikely",
	}, {
		"scan, programs: arguments may be longer", scanFolder + "judge.go",
		`a.made && strings.Contains(in.Name, ".result")`, `a.made && in.Name != ""`, "TestUnlikely",
	}, {
		"scan, numbers: whatever stands behind a handle is its length", scanFolder + "start.go",
		`!((t.Class == c.Void && !t.Const ||`, `!((t.Class == c.Void && t.Class != c.Void ||`, "TestLengths",
	}, {
		"scan, numbers: callers in the program do not know lengths", scanFolder + "judge.go",
		`length := inside && class == harness.Data`, `length := inside && class != class`, "TestLengths",
	}, {
		"scan, numbers: nobody outside of the program knows lengths", scanFolder + "judge.go",
		`length := inside && class == harness.Data`, `length := class == harness.Data`, "TestLengths",
	}, {
		"scan, texts: callers in the program do not know what is found in them", scanFolder + "judge.go",
		`if inside && looksUp(p.Core, made, f) {`, `if inside && looksUp(p.Core, made, f) && on != "" {`, "TestLengths",
	}, {
		"scan, texts: everybody knows what is found in them", scanFolder + "judge.go",
		`if inside && looksUp(p.Core, made, f) {`, `if looksUp(p.Core, made, f) {`, "TestLengths",
	}, {
		"scan, texts: what a function decides is as what it finds", scanFolder + "judge.go",
		`return all > 0 && len(first.taken) == 0`, `return all > 0`, "TestLengths",
	}, {
		"scan, words: C has no unsigned numbers", scanFolder + "requires.go",
		`text = wrapped(text)`, `text = wrapped("") + text`, "TestLengths",
	}, {
		"scan, numbers: callers in the file check nothing", scanFolder + "length.go",
		`return !inside && on == "" && isOutside(f.Fault.Kind) &&`, `return on == "" && isOutside(f.Fault.Kind) &&`,
		"TestSequences",
	}, {
		"scan, made: what ends an object makes one", scanFolder + "start.go",
		`return makers.MatchString(name) && !noMakers.MatchString(name)`, `return makers.MatchString(name)`,
		"TestSequences",
	}, {
		"scan, made: what only the function calls has run before it", scanFolder + "unset.go",
		`}) && !d.within(fn, e.Name) {`, `}) {`, "TestSequences",
	}, {
		"scan, made: each helper is one of the function alone", scanFolder + "unset.go",
		`return name != other && name != fn`, `return name == ""`, "TestSequences",
	}, {
		"scan, made: an array of structures is never one", scanFolder + "build.go",
		`	settle(m, f.entry, shape)`, `	settle(m, f.entry, nil)`, "TestSequences",
	}, {
		"scan, runs: what no formula follows is no fault", scanFolder + "trial.go",
		`	if ok && f.shown(ctx, &y, g, name, m, o) {`, `	if !ok && f.shown(ctx, &y, g, name, m, o) {`, "TestSequences",
	}, {
		"scan, runs: no other number avoids what no formula follows", scanFolder + "trial.go",
		`return mends(x.program.Core, x.made, run, n, usual)`, `return false`, "TestSequences",
	}, {
		"scan, runs: whoever made what is freed twice", scanFolder + "judge.go",
		`	by := what.freed // the function that made it`, `	by := "" // the function that made it`, "TestSequences",
	}, {
		"scan, made: makers may leave out what is freed", scanFolder + "judge.go",
		`		!takesApart(made.Memory, entry) && !what`, `		!what`, "TestDestroyers",
	}, {
		"scan, made: what takes something out destroys all", scanFolder + "start.go",
		`	if len(e.Parameters) != 1 || e.Result`, `	if e.Result`, "TestDestroyers",
	}, {
		"scan, destroyers: who counts what is free destroys it", scanFolder + "start.go",
		` || e.Result.Class != c.Void || !destroyers`, ` || !destroyers`, "TestDestroyers",
	}, {
		"scan, destroyers: who freezes an object frees it", scanFolder + "start.go",
		`free([^z]|$)`, `free`, "TestDestroyers",
	}, {
		"scan, made: nothing completes what a maker returns", scanFolder + "build.go",
		`best.Part = kinds, completed && best.At < 0`, `best.Part = kinds, false`, "TestDestroyers",
	}, {
		"scan, made: what begins an object makes it as a whole", scanFolder + "start.go",
		`&& whole.MatchString(o.Build.Maker.Name)`, ``, "TestDestroyers",
	}, {
		"scan, made: a run that fails before the function shows that it does not fail", scanFolder + "unset.go",
		` && !w.early(first) {`, ` {`, "TestDestroyers",
	}, {
		"scan, sequences: nothing is cleared before", scanFolder + "build.go",
		`return clearers.MatchString(e.Name) }, 1)`, `return e == nil }, 1)`, "TestSequences",
	}, {
		"scan, sequences: what deletes a key ends all", scanFolder + "build.go",
		`	if len(e.Parameters) > 1 {`, `	if len(e.Parameters) > 8 {`, "TestSequences",
	}, {
		"scan, sequences: no table has a hundred elements", scanFolder + "trial.go",
		`long(0, longerRun))`, `long(0, longRun))`, "TestSequences",
	}, {
		"scan, modules: what is checked before is for callers to know", scanFolder + "judge.go",
		` && !free(name)`, ` && free != nil`, "TestModules",
	}, {
		"scan, modules: whatever is not looked at is checked", scanFolder + "judge.go",
		`return at < min(len(first.outer), len(w.taken)) && (first`,
		`return at <= len(first.outer) || (first`, "TestModules",
	}, {
		"scan, made: who walks over an object makes it", scanFolder + "build.go",
		`		if e.Result.Class == c.Struct ||`, `		if e.Result.Class == c.Void && false ||`, "TestDestroyers",
	}, {
		"scan, made: what begins something comes first", scanFolder + "build.go",
		`			return !is
`, `			return is
`, "TestDestroyers",
	}, {
		"scan, made: nobody hands out pointers to anything", scanFolder + "build.go",
		`is(e.Result, 1) || f.handsOut(e, to)`, `is(e.Result, 1)`, "TestDestroyers",
	}, {
		"scan, made: any memory is any object", scanFolder + "build.go",
		`	return allocates.Match(text) && slices`, `	return allocates.Match(text) || slices`, "TestDestroyers",
	}, {
		"scan, made: what a project keeps for itself is for all", scanFolder + "start.go",
		`return e.Static || strings.HasPrefix(e.Name, "_")`, `return e.Static`, "TestDestroyers",
	}, {
		"scan, made: another function may always have been called before", scanFolder + "judge.go",
		` && !what.forgotten:`, `:`, "TestDestroyers",
	}, {
		"scan, made: who looks first sets nothing", scanFolder + "unset.go",
		`m != nil && len(m[1]) > 0 || m == nil && overwrites`, `m == nil && overwrites`, "TestDestroyers",
	}, {
		"scan, made: nobody sets all members", scanFolder + "unset.go",
		`m != nil && len(m[1]) > 0 || m == nil && overwrites`, `m != nil && len(m[1]) > 0 || m != nil && overwrites`, "TestDestroyers",
	}, {
		"scan, made: numbers of a maker are for callers to know where all is freed", scanFolder + "judge.go",
		` && !(what.none != nil && takesApart(made.Memory, entry)):`, `:`, "TestDestroyers",
	},
}
