int clamp(int n, int low, int high) { return n < low ? low : n > high ? high : n; }
int main(void) {
    int low = klee_int("low"), high = klee_int("high");
    klee_assume(low <= high);
    ASSERT(clamp(klee_int("n"), low, high) <= high);
}
