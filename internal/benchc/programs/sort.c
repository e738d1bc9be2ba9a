// Sorts 100,000 pseudo-random numbers by heap sort and prints a checksum.
#include <stdio.h>
#include <stdlib.h>

static void sift(unsigned *a, size_t at, size_t n) {
    unsigned x = a[at];
    for (size_t child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && a[child] < a[child + 1])
            child++;
        if (x >= a[child])
            break;
        a[at] = a[child];
    }
    a[at] = x;
}

int main(void) {
    size_t n = 100000;
    unsigned *a = malloc(n * sizeof *a), seed = 1;
    for (size_t i = 0; i < n; i++)
        a[i] = seed = seed * 1664525u + 1013904223u;
    for (size_t i = n / 2; i-- > 0;)
        sift(a, i, n);
    for (size_t end = n; end-- > 1;) {
        unsigned top = a[0];
        a[0] = a[end];
        a[end] = top;
        sift(a, 0, end);
    }
    unsigned long sum = 0;
    for (size_t i = 1; i < n; i++) {
        if (a[i - 1] > a[i])
            return 1;
        sum += a[i] * (unsigned long)i;
    }
    printf("%lu\n", sum);
    free(a);
}
