package way

import (
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"strings"
)

// This file defines the trace of a native run: the calls that a program makes at its sites, and the file to which they
// write.

// Traced returns the text of a module with a call at each site.
func (s *Sites) Traced(m *Module) []byte {
	type added struct {
		row  int
		text string
	}
	var list []added
	n := 0
	for _, f := range m.functions {
		for _, l := range f.leaves {
			place := m.debug(l)
			if place == "" {
				continue
			}
			for _, c := range s.codes[l] {
				number, ok := s.numbers[c.key]
				switch {
				case !ok:
				case !l.isSwitch:
					list = append(list, added{l.row,
						fmt.Sprintf("  call void @vouch_way_branch(i32 %d, i1 zeroext %s, i32 %d, i32 %d)%s", number,
							l.value, c.then, c.els, place)})
				case l.bits == "i64":
					list = append(list, added{l.row, fmt.Sprintf("  call void @vouch_way_value(i32 %d, i64 %s)%s",
						number, l.value, place)})
				default:
					n++
					list = append(list, added{l.row,
						fmt.Sprintf("  %%vouch.way.%d = sext %s %s to i64%s\n  call void @vouch_way_value(i32 %d, i64 %%vouch.way.%[1]d)%[4]s",
							n, l.bits, l.value, place, number)})
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b added) int { return a.row - b.row })
	var b strings.Builder
	row := 0
	for _, a := range list {
		for ; row < a.row; row++ {
			b.WriteString(m.lines[row] + "\n")
		}
		b.WriteString(a.text + "\n")
	}
	b.WriteString(strings.Join(m.lines[row:], "\n"))
	b.WriteString("\ndeclare void @vouch_way_branch(i32, i1 zeroext, i32, i32)\ndeclare void @vouch_way_value(i32, i64)\n")
	return []byte(b.String())
}

// debug returns the place of a leaf as an instruction has it: a call in a function with places wants one. It is "" if
// the leaf has none.
func (m *Module) debug(l *leaf) string {
	for row := l.row; row < len(m.lines); row++ {
		if found := placed().FindString(m.lines[row]); found != "" {
			return ", " + found
		}
		if !l.isSwitch || strings.HasPrefix(m.lines[row], "  ]") {
			break
		}
	}
	return ""
}

// The file of a trace: its name in the folder where the program runs, and how large it is. A number says how many
// events there were; the events follow, as far as there is room.
const (
	File  = "vouch.way"
	Most  = 1 << 22
	entry = 16
	size  = entry + Most*entry
)

// Runtime is the text of the functions that write a trace, for a file that no sanitizer looks at. They call the system
// themselves, because the program may have functions of any name.
var Runtime = fmt.Sprintf(`
typedef unsigned long word;
extern char **environ;
static word *volatile vouch_way_file;

static long vouch_way_call(long n, long a, long b, long c, long d, long e, long f)
{
	register long r10 __asm__("r10") = d, r8 __asm__("r8") = e, r9 __asm__("r9") = f;
	__asm__ volatile("syscall" : "+a"(n) : "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
	return n;
}

__attribute__((constructor(101))) static void vouch_way_begins(void)
{
	static const char name[] = %q;
	long fd, at;
	if (vouch_way_file)
		return;
	fd = vouch_way_call(2, (long)name, 2, 0, 0, 0, 0); /* open, to read and write */
	at = fd < 0 ? fd : vouch_way_call(9, 0, %d, 3, 1, fd, 0); /* mmap, to read and write, shared */
	if (at < 0 && at > -4096) {
		vouch_way_call(1, 2, (long)"vouch: no trace\n", 16, 0, 0, 0); /* write */
		vouch_way_call(231, 3, 0, 0, 0, 0, 0); /* exit_group */
	}
	vouch_way_call(3, fd, 0, 0, 0, 0, 0); /* close */
	vouch_way_call(87, (long)name, 0, 0, 0, 0, 0); /* unlink */
	vouch_way_file = (word *)at;
	if (environ && *environ) { /* the sanitizers have read it; the program gets the environment of the models */
		environ[0] = "PWD=/";
		environ[1] = 0;
	}
}

void vouch_way_value(unsigned site, long value)
{
	word n;
	if (!vouch_way_file)
		vouch_way_begins();
	n = vouch_way_file[0]++;
	if (n < %d) {
		vouch_way_file[2 + 2 * n] = site;
		vouch_way_file[3 + 2 * n] = (word)value;
	}
}

void vouch_way_branch(unsigned site, _Bool value, int then, int els)
{
	int says = value ? then : els;
	if (says)
		vouch_way_value(site, says - 1);
}
`, File, size, Most)

// NewFile makes the file of a trace.
func NewFile(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	if err := f.Truncate(size); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// ReadFile returns the events in the file of a trace, and how many there were. The program may have written anything
// there.
func ReadFile(f *os.File, sites int) ([]Event, uint64, error) {
	var head [entry]byte
	if _, err := f.ReadAt(head[:], 0); err != nil {
		return nil, 0, err
	}
	n := binary.LittleEndian.Uint64(head[:])
	data := make([]byte, min(n, Most)*entry)
	if _, err := f.ReadAt(data, entry); err != nil {
		return nil, 0, err
	}
	events := make([]Event, min(n, Most))
	for i := range events {
		site, value := binary.LittleEndian.Uint64(data[entry*i:]), binary.LittleEndian.Uint64(data[entry*i+8:])
		if site >= uint64(sites) {
			return nil, 0, fmt.Errorf("found the number %d in the trace of the native run, want one of %d sites", site,
				sites)
		}
		events[i] = Event{int(site), int64(value)}
	}
	return events, n, nil
}
