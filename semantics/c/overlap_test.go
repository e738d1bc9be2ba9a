package c

import (
	"strings"
	"testing"
)

// TestOverlap: an assignment of a structure is a fault where it reads what it writes, unless that is exactly the same.
func TestOverlap(t *testing.T) { runPrograms(t, "overlap.c") }

// TestOverlappingArguments: a function of the library that writes what it reads through another argument has a fault,
// to the byte.
func TestOverlappingArguments(t *testing.T) {
	const before = `#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
int main(void) {
	char s[64] = "abc", q[64] = ""; wchar_t w[64] = L"abc"; struct tm tm = {0}; FILE *f = 0;
`
	for fault, calls := range map[string]string{"overlapping copy": `
		memcpy(s, s, 1);
		memcpy(s, s + 1, 2);
		mempcpy(s, s + 1, 2);
		memccpy(s, s + 1, 'c', 10);
		strcpy(s, s);
		strcpy(s, s + 1);
		strcpy(s + 1, s);
		stpcpy(s, s + 1);
		strncpy(s, s + 1, 2);
		strncpy(s, s + 3, 20);
		stpncpy(s, s + 2, 6);
		strcat(s, s);
		strcat(s, s + 1);
		strcat(s, s + 3);
		strncat(s, s, 10);
		strncat(s, s + 2, 2);
		strlcpy(s, s + 1, 2);
		strlcat(s, s, 60);
		strxfrm(s, s + 1, 2);
		strtok(s, s + 1);
		char *e = s; strsep(&e, s);
		sprintf(s, s);
		sprintf(s, "%s", s);
		sprintf(s, "x%s", s + 2);
		snprintf(s, 2, "%s", s);
		snprintf(s + 2, 10, "%c%s", 'x', s);
		snprintf(s, 10, "%d%s", 12345, s + 2);
		snprintf(s, 10, "%.1s", s);
		sscanf(s, "%s", s);
		sscanf(s, "%2c", s + 1);
		sscanf(s, "%[a]", s);
		strftime(s, 20, s, &tm);
		wmemcpy(w, w + 1, 2);
		wmempcpy(w, w + 1, 2);
		wcscpy(w, w + 1);
		wcpcpy(w, w + 1);
		wcsncpy(w, w + 3, 9);
		wcpncpy(w, w + 1, 2);
		wcscat(w, w);
		wcsncat(w, w, 20);
		wcsxfrm(w, w + 1, 10);
		wcstok(w, w + 1, (wchar_t **)&q);
		swprintf(w, 20, L"%ls", w);
		swprintf(w, 20, w);
		mbstowcs(w, (char *)(w + 1), 3);
		mbstowcs(w, (char *)w, 3);
		wcstombs((char *)w, w, 3);
		const wchar_t *p = w; wcsrtombs((char *)w, &p, 3, 0);`,
		"": `
		memcpy(s, s, 0);
		memcpy(s, s + 2, 2);
		memmove(s, s + 1, 3);
		memccpy(s, s + 2, 'c', 1);
		strcpy(s + 4, s);
		strncpy(s, s + 1, 1);
		strncpy(s + 10, s, 20);
		strncpy(s, s, 0);
		strncat(s, s, 3);
		strncat(s, s + 1, 0);
		strlcpy(s + 10, s, 20);
		strlcpy(s, s, 0);
		strtok(s, "b");
		strtok(s, s);
		char *e = s; strsep(&e, "b");
		sprintf(q, s);
		sprintf(q, "%s%s", s, s + 1);
		sprintf(s + 4, "%s", s);
		snprintf(s, 0, "%s", s);
		snprintf(0, 0, s);
		snprintf(s, 2, "%.1s", s + 2);
		sscanf(s, "%s", q);
		sscanf(s, "%1s", s + 5);
		strftime(q, 20, s, &tm);
		wcsncat(w, w, 3);
		wcscpy(w + 4, w);
		swprintf((wchar_t *)q, 10, w);
		swprintf(w + 10, 10, L"%ls", w);
		mbstowcs(w, s, 30);
		wcstombs(s, w, 30);`,
	} {
		for call := range strings.Lines(strings.TrimSpace(calls)) {
			t.Run(strings.TrimSpace(call), func(t *testing.T) {
				if got := execute(t, before+call+"\nreturn 0; }", "", nil); got.fault != fault || got.blocked != "" {
					t.Errorf("found the fault %q, %q, want %q", got.fault, got.blocked, fault)
				}
			})
		}
	}
}
