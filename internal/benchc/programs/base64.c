// Encodes and decodes a buffer in base64.
#include <stdio.h>
#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static size_t encode(const unsigned char *in, size_t n, char *out) {
    char *start = out;
    for (size_t i = 0; i < n; i += 3) {
        unsigned long v = (unsigned long)in[i] << 16;
        if (i + 1 < n)
            v |= in[i + 1] << 8;
        if (i + 2 < n)
            v |= in[i + 2];
        *out++ = digits[v >> 18];
        *out++ = digits[v >> 12 & 63];
        *out++ = i + 1 < n ? digits[v >> 6 & 63] : '=';
        *out++ = i + 2 < n ? digits[v & 63] : '=';
    }
    *out = 0;
    return out - start;
}

static size_t decode(const char *in, unsigned char *out) {
    unsigned char value[256], *start = out;
    memset(value, 255, sizeof value);
    for (int i = 0; i < 64; i++)
        value[(unsigned char)digits[i]] = i;
    unsigned v = 0;
    int bits = 0;
    for (; *in && *in != '='; in++) {
        v = (v << 6 | value[(unsigned char)*in]) & 0xfffff;
        if ((bits += 6) >= 8) {
            bits -= 8;
            *out++ = v >> bits & 255;
        }
    }
    return out - start;
}

static unsigned char data[60001], back[60001];
static char text[80008];

int main(void) {
    unsigned seed = 5, sum = 0;
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (seed = seed * 1664525u + 1013904223u) >> 24;
    size_t n = encode(data, sizeof data, text);
    for (size_t i = 0; i < n; i++)
        sum = sum * 31 + text[i];
    size_t m = decode(text, back);
    printf("%zu %u %zu %d\n", n, sum, m, memcmp(data, back, m));
}
