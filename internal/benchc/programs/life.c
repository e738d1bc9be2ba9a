// Plays Conway's Game of Life on a torus of 64 x 64 cells for 100 generations.
#include <stdio.h>
#include <string.h>

enum { N = 64 };
static unsigned char now[N][N], then[N][N];

int main(void) {
    unsigned seed = 11;
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            now[y][x] = (seed = seed * 1664525u + 1013904223u) >> 30 == 0;
    for (int t = 0; t < 100; t++) {
        for (int y = 0; y < N; y++)
            for (int x = 0; x < N; x++) {
                int n = 0;
                for (int dy = -1; dy <= 1; dy++)
                    for (int dx = -1; dx <= 1; dx++)
                        n += now[(y + dy + N) % N][(x + dx + N) % N];
                n -= now[y][x];
                then[y][x] = n == 3 || (n == 2 && now[y][x]);
            }
        memcpy(now, then, sizeof now);
    }
    int alive = 0;
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            alive += now[y][x];
    printf("%d\n", alive);
}
