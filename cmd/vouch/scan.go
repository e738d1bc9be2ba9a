package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/find"
	"vouch/cmd/internal/harness"
	"vouch/cmd/internal/kept"
	"vouch/cmd/internal/scan"
	"vouch/cmd/internal/terminal"
	"vouch/finder"
	"vouch/internal/bounded"
	"vouch/internal/load"
	"vouch/semantics/lang"
)

// This file defines `vouch scan`.

func newScan() *cobra.Command {
	o := scan.Options{}
	var (
		c        load.C
		memory   memoryFlag
		database string
		check    string
		malloc   string
		severity string
		profile  string
		quiet    bool
		globals  string
		asJSON   bool
		hangs    bool
		sizes    sizeFlags
		fleet    fleetFlags
	)
	cmd := &cobra.Command{
		Use:   "scan [flags] [FILE|DIR...]",
		Short: "Look for bugs in every function of a project in C, without a harness",
		Long: `Look for bugs in every function of a project in C. Without a FILE or DIR, the project is all files of the
compilation database, which vouch build writes; without a database, all C files in the current folder, or its
headers if it has none. A FILE that ends in .json is the database, as cmake writes one.

Scan writes a harness for each function: a main that makes inputs and calls it. At first it makes little
memory. What the function needs more shows in its runs, and is made for the next search: the objects to which
pointers lead, as large as they are accessed, up to a bound; or null. A length among the parameters is that
of the buffer beside it; char * is a text, unless its name says that it is for output. --array and --string say
how large an object is to which a parameter points. What lies outside of it is then a fault of the function. Of
an object of any size, a function is safe whatever the size is, which a proof with invariants shows.

A fault is a bug if nothing that a caller could be expected to do avoids it: on the way that the code took,
it happens for all values of numbers and pointers. What lies in texts and buffers, and how long they are, a
function may not want of callers in other files. Other faults are latent: the function wants something of its
callers, such as a pointer that is not null. They are tried from the callers in the project, with the inputs
of these, and are bugs of a caller that has them. --latent prints them, with what the function requires.

With --workers or --cluster, other processes look at the functions. What is told is the same, and nobody has
to trust them: docs/cluster.md says how far they are believed.

Each bug has a certificate, of the files that are needed and the harness; vouch confirm and vouch reproduce
take it. Functions without a fault are safe within their harness, with a certificate, or unknown. Functions
without a body return any value.

Exit status:
  0  every function was looked at, no bug was found, and nothing was left open
  1  a bug was found that the baseline does not have, or, with --latent and --baseline, a new latent fault
  2  a file could not be read, bad usage, or output that could not be written
  3  no bug was found, but something was left open: a function is unknown or refused`,
		Example: `  # after vouch build -- make: all functions of the project
  vouch scan

  # two files, with headers from a folder
  vouch scan list.c queue.c -I include

  # the files of a folder, with the flags of a build of cmake
  vouch scan build/compile_commands.json src

  # one function, with what it wants of its callers
  vouch scan src/parse.c --function parse_header --latent`,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if asJSON {
				o.Find.Format = "json"
			}
			err = errors.Join(oneOf("format", o.Find.Format, find.Formats()),
				oneOf("severity", severity, faults.Names()), oneOf("globals", globals, []string{"initial", "any"}))
			switch {
			case err != nil:
				return err
			case o.Time < 0 || o.Timeout < 0:
				return fmt.Errorf("--per-function, --timeout: found less than 0, want 0 or more")
			case o.Work < 0 || o.Whole < 0:
				return fmt.Errorf("--max-work, --total-work: found less than 0, want 0 or more")
			case o.States < 1:
				return fmt.Errorf("--max-states: found %d, want 1 or more", o.States)
			case o.Callers < 0:
				return fmt.Errorf("--callers: found %d, want 0 or more", o.Callers)
			case o.Jobs < 1:
				return fmt.Errorf("--jobs: found %d, want 1 or more", o.Jobs)
			}
			if cmd.Flags().Changed("max-work") && !cmd.Flags().Changed("total-work") {
				o.Whole = 0
			}
			if o.Sizes, err = scan.Sizes(sizes.array, sizes.text); err != nil {
				return err
			}
			o.Globals = globals == "any"
			o.Find.Severity, o.Find.Progress = faults.Severity(severity), "none"
			if o.Find.Watch, err = memory.watch(); err != nil {
				return err
			}
			o.Find.Search = finder.Options{Merge: true, Strategy: "mixed", Solver: finder.Solvers[0],
				Pruning: finder.Prunings[0], Hangs: hangs}
			c.Options = map[string]string{"malloc": malloc, "check": check, "undefined": "direct", "rand": "any"}
			files, err := sources(cmd.Context(), c, database, args, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			o.About = maps.Clone(c.Options)
			o.About["alias"], o.About["globals"], o.About["hangs"] = strconv.FormatBool(o.Alias), globals,
				strconv.FormatBool(hangs)
			o.About["array"], o.About["string"] = strings.Join(sizes.array, "\n"), strings.Join(sizes.text, "\n")
			o.About["vouch"] = ownBuild()
			// what the baseline has must be looked at to be called fixed
			if o.Cache = kept.Folder(o.Cache, "scan"); o.Find.Baseline != "" {
				o.Cache = ""
			}
			if o.Harness == "" {
				o.Harness = o.Find.Certificates
			}
			ctx, stop := interruptible(cmd)
			defer stop()
			if err := fleet.applyToScan(ctx, cmd.Flags(), &o, memory.name); err != nil {
				return err
			}
			defer fleet.Close()
			lied := ""
			o.Complain = func(text string) { lied = text }
			defer func() {
				for _, text := range []string{fleet.Complaint(), lied} {
					if text != "" {
						fmt.Fprintln(cmd.ErrOrStderr(), "vouch scan:", text)
					}
				}
			}()
			o.Line = terminal.NewLine(cmd.ErrOrStderr(), quiet)
			work := func() error {
				o.Find.Watch.Do(ctx, func(ctx context.Context) {
					err = scan.Run(ctx, o, files, cmd.OutOrStdout(), cmd.ErrOrStderr())
				})
				return err
			}
			if profile == "" {
				return work()
			}
			return profiled(profile, work)
		},
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&o.Only, "function", nil, "look at the function `NAME` only")
	flags.DurationVar(&o.Time, "per-function", 10*time.Second,
		"give a function up after the time `D` of processors; 0 means no limit")
	flags.DurationVar(&o.Timeout, "timeout", 0, "stop after the time `D`; 0 means no limit")
	flags.DurationVar(&o.Work, "max-work", 60*time.Millisecond,
		"do about so much work on a function as takes the time `D` on a usual machine; it is counted, and does not depend on the machine; 0 means no limit")
	flags.DurationVar(&o.Whole, "total-work", 2*time.Second,
		"share the work `D` out among the functions, 2ms for each at least; functions of which that shows nothing get --max-work; 0, or --max-work alone, means that each does")
	flags.Int64Var(&o.States, "max-states", 1<<12, "visit at most `N` states in a search of a function")
	flags.StringVar(&o.Since, "changed-since", "",
		"look only at functions that changed since the `COMMIT` of git, and at those that call them")
	flags.StringVar(&o.Cache, "cache", kept.Own,
		"keep what became of functions in the folder `DIR`, and look again only at those of which something has changed; own is vouch/scan in the user's folder for caches, none keeps nothing")
	flags.BoolVar(&o.Latent, "latent", false, "also print faults that callers can avoid")
	flags.BoolVar(&o.Every, "all", false, "also print the verdict on every function")
	flags.BoolVar(&hangs, "hangs", true,
		"look for endless loops, too: those that have a way out and do not take it, and wait for nothing outside of the program")
	flags.BoolVar(&o.Alias, "alias", false,
		"try each function with each two pointers of one type to one object, not only where it frees a public member, and report what it uses after it was freed")
	flags.StringVar(&globals, "globals", "initial", "global variables begin `HOW`: with their initial values, or any")
	flags.IntVar(&o.Callers, "callers", 2,
		"try faults that callers can avoid from the callers in the project, up to `N` levels of them; 0 means from none")
	sizes.define(cmd)
	fleet.define(flags, "the functions")
	flags.StringVar(&o.Harness, "harness", "",
		"write the harnesses of bugs into the folder `DIR`; by default the one of --out")
	flags.StringVar(&o.Find.Certificates, "out", "evidence", "write certificates into the folder `DIR`")
	flags.BoolVar(&o.Find.NoCertificate, "no-certificate", false,
		"make certificates and have them checked, but write none")
	flags.StringVar(&o.Find.Format, "format", find.Formats()[0], "print in this `FORM`: text, json, junit, github")
	flags.BoolVar(&asJSON, "json", false, "print one JSON object a line for each function; short for --format json")
	flags.StringVar(&o.Find.SARIF, "sarif", "", "also write all findings to `FILE`, as SARIF 2.1.0")
	flags.StringVar(&o.Find.Baseline, "baseline", "",
		"fail for new bugs only: this `FILE`, written by vouch baseline update, lists the known ones")
	flags.StringVar(&severity, "severity", string(faults.Leak),
		"fail for bugs that are at least this `BAD`: "+strings.Join(faults.Names(), ", "))
	flags.IntVarP(&o.Jobs, "jobs", "j", 1, "look at `N` functions at a time")
	flags.StringVar(&check, "check", "memory,alignment,overflow,uninitialised,calls,assertions",
		"look for the faults in this `LIST` of groups, as vouch find does")
	flags.StringVar(&malloc, "malloc", "succeeds", "malloc `HOW`: succeeds, or may-fail")
	flags.StringVar(&database, "compile-commands", "",
		"read the compilation database `FILE` instead of the one in the current folder or in build/; none means none")
	flags.StringArrayVarP(&c.Include, "include-dir", "I", nil, "also look for headers in `DIR`")
	flags.StringArrayVarP(&c.Define, "define", "D", nil, "also define the macro `NAME[=VALUE]`")
	flags.StringArrayVarP(&c.Undefine, "undefine", "U", nil, "also undefine the macro `NAME`")
	flags.StringVar(&profile, "profile", "", "write a CPU profile to `FILE`, for go tool pprof")
	flags.BoolVar(&quiet, "quiet", false, "show no progress")
	memory.define(cmd, "stop")
	return cmd
}

// sizeFlags are the flags about the sizes of objects to which parameters point.
type sizeFlags struct{ array, text []string }

func (s *sizeFlags) define(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&s.array, "array", nil,
		"the parameter NAME points to an array of N elements; N may be the name of a parameter that says how many; of any number of them without =N: `NAME[=N]`")
	cmd.Flags().StringArrayVar(&s.text, "string", nil,
		"the parameter NAME points to a string of up to N characters; of any number of them without =N: `NAME[=N]`")
}

// ownBuild tells this program from others, by its size and the time of its last change.
func ownBuild() string {
	name, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(name)
	if err != nil {
		return ""
	}
	return fmt.Sprint(info.Size(), " ", info.ModTime().UnixNano())
}

// databaseAmong takes the compilation database from the arguments, if one ends in .json, as in vouch scan
// build/compile_commands.json. The flag names one, too.
func databaseAmong(flag string, args []string) (database string, files []string, err error) {
	for _, arg := range args {
		switch {
		case filepath.Ext(arg) != ".json":
			files = append(files, arg)
		case flag != "" || database != "":
			return "", nil, fmt.Errorf("found the compilation databases %s and %s, want one",
				terminal.Shown(cmp.Or(database, flag)), terminal.Shown(arg))
		default:
			database = arg
		}
	}
	return cmp.Or(database, flag), files, nil
}

// inC returns the files that arguments stand for: of a folder those in C, and if it has none, its headers, as of a
// library that is a header alone. One that has neither is an error.
func inC(args []string) (found []checkcmd.File, err error) {
	for _, arg := range args {
		list := checkcmd.Files([]string{arg}, []string{".c"})
		if info, err := os.Stat(arg); err == nil && info.IsDir() && list[0].Name == arg {
			if list = checkcmd.Files([]string{arg}, []string{".h"}); list[0].Name == arg {
				return nil, fmt.Errorf("%s: found a folder without files *.c or *.h, want some", terminal.Shown(arg))
			}
		}
		found = append(found, list...)
	}
	return found, nil
}

// sources returns the files with functions to look at. Without a database, the files that are given, or those in a
// given folder, are one program as far as they fit. Where it takes headers from other folders than the user says, it
// tells that to stderr.
func sources(ctx context.Context, c load.C, database string, args []string, stderr io.Writer) ([]scan.Source, error) {
	database, args, err := databaseAmong(database, args)
	if err != nil {
		return nil, err
	}
	if database == "" {
		if present := load.Present(); len(present) > 0 {
			database = present[0]
		}
	}
	var list []scan.Source
	if database != "" && database != "none" {
		units, err := c.Units(database, args)
		if err != nil {
			return nil, err
		}
		for _, u := range units {
			linked, err := c.Harness(database, u.File)
			if err != nil {
				return nil, err
			}
			list = append(list, scan.Source{Unit: u, Linking: linked, Linked: linked.With})
		}
		return list, nil
	}
	if len(args) == 0 {
		args = []string{"."}
	}
	found, err := inC(args)
	if err != nil {
		return nil, err
	}
	for _, f := range found {
		if _, err := os.Stat(f.Name); errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s: found no such file", terminal.Shown(f.Name))
		}
	}
	// Of a folder, harnesses of earlier scans are no part, wherever they were written.
	found = slices.DeleteFunc(found, func(f checkcmd.File) bool {
		text, err := bounded.ReadFile(f.Name, lang.MaxSource)
		return f.Found && err == nil && harness.Written(text)
	})
	var names []string
	for _, f := range found {
		names = append(names, filepath.Clean(f.Name))
	}
	headers := c.Lacking(ctx, names)
	c.Include = slices.Concat(c.Include, headers.Folders)
	c = c.With(headers)
	tellHeaders(headers, stderr)
	for i, f := range found {
		var others []string
		for k, g := range found {
			if k != i {
				others = append(others, filepath.Clean(g.Name))
			}
		}
		file, own := filepath.Clean(f.Name), c
		include := ""
		if filepath.Ext(file) == ".h" { // a file that includes it stands for it
			include, file = file, file+".c"
			own = own.WithText(file, []byte("#include \""+filepath.Base(f.Name)+"\"\n"))
		}
		linking := &load.Linking{C: c.Flags(), Others: others}
		linking.C.Added = others // the program of a harness has those of them that it needs
		list = append(list, scan.Source{Unit: load.Unit{File: file, C: own}, Include: include, Linking: linking,
			Linked: linking.With})
	}
	return list, nil
}

// mostTold is how many headers are named that nobody has.
const mostTold = 6

// tellHeaders tells where headers are taken from that no option names.
func tellHeaders(found load.Found, stderr io.Writer) {
	if len(found.Folders) > 0 {
		fmt.Fprintf(stderr, "vouch: headers are taken from %s, where alone they lie; -I DIR says where else\n",
			terminal.Shown(strings.Join(found.Folders, ", ")))
	}
	var made []string
	for i, m := range found.Made {
		if i == mostTold {
			made = append(made, fmt.Sprintf("and %d more", len(found.Made)-i))
			break
		}
		made = append(made, m.Name+" from "+m.From)
	}
	if len(made) > 0 {
		fmt.Fprintf(stderr, "vouch: headers that a build makes are read as stand-ins: %s; vouch build -- make has the real ones\n",
			terminal.Shown(strings.Join(made, ", ")))
	}
}
