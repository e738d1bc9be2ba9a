#include <stdio.h>
#include <stddef.h>
#include <wchar.h>
#include <errno.h>
#include <string.h>

int main(void) {
	wchar_t w[] = L"wide";
	char b[30];
	printf("[%ls] [%6ls] [%-6ls] [%.2ls] %lc%lc\n", w, w, w, w, L'x', (wint_t)w[1]);
	printf("%d %s\n", snprintf(b, sizeof b, "%ls!", w), "end");
	errno = 0;
	int n = snprintf(b, sizeof b, "<%ls>", L"\xe9t\xe9");
	printf("%d %d\n", n, errno == EILSEQ);
	wchar_t t[20];
	printf("%d\n", swprintf(t, 20, L"%d-%ls", 42, w));
	puts(b);
}
