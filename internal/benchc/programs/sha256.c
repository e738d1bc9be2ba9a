// Prints the SHA-256 digest (FIPS 180-4) of 64 KiB of pseudo-random bytes.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t k[64];

static uint32_t rotate(uint32_t x, int n) { return x >> n | x << (32 - n); }

// The constants are the first bits of the fractional parts of the cube roots of primes: found by binary search in integers.
static uint32_t root(unsigned prime) {
    uint64_t low = 0, high = (uint64_t)8 << 32;
    while (high - low > 1) {
        uint64_t mid = (low + high) / 2;
        __int128 cube = (__int128)mid * mid >> 16;
        cube = cube * mid >> 48;
        if (cube >= (__int128)prime << 32)
            high = mid;
        else
            low = mid;
    }
    return (uint32_t)low;
}

static void block(uint32_t *h, const unsigned char *p) {
    uint32_t w[64], s[8];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 | (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + w[i - 7] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
    memcpy(s, h, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t t = s[7] + (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[i] + w[i];
        uint32_t u = (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += t;
        s[0] = t + u;
    }
    for (int i = 0; i < 8; i++)
        h[i] += s[i];
}

int main(void) {
    int count = 0;
    for (unsigned n = 2; count < 64; n++) {
        unsigned d = 2;
        while (d * d <= n && n % d)
            d++;
        if (d * d > n)
            k[count++] = root(n);
    }
    uint32_t h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    static unsigned char data[65536 + 64];
    unsigned seed = 3;
    for (int i = 0; i < 65536; i++)
        data[i] = (seed = seed * 1103515245u + 12345u) >> 16;
    data[65536] = 0x80;
    data[65536 + 61] = 8; // the length in bits, 65,536 * 8, from the most significant byte on
    for (size_t i = 0; i < sizeof data; i += 64)
        block(h, data + i);
    for (int i = 0; i < 8; i++)
        printf("%08x", (unsigned)h[i]);
    printf("\n");
}
