// Counts the solutions of the problem of nine queens.
#include <stdio.h>

static int column[16], up[32], down[32], n = 9;

static int place(int row) {
    if (row == n)
        return 1;
    int count = 0;
    for (int c = 0; c < n; c++)
        if (!column[c] && !up[row + c] && !down[row - c + n]) {
            column[c] = up[row + c] = down[row - c + n] = 1;
            count += place(row + 1);
            column[c] = up[row + c] = down[row - c + n] = 0;
        }
    return count;
}

int main(void) {
    printf("%d\n", place(0));
}
