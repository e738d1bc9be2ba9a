// Counts the primes below a million.
#include <stdio.h>
#include <string.h>

static char composite[1000000];

int main(void) {
    int n = sizeof composite, count = 0;
    for (int i = 2; i < n; i++) {
        if (composite[i])
            continue;
        count++;
        for (long j = (long)i * i; j < n; j += i)
            composite[j] = 1;
    }
    printf("%d\n", count);
}
