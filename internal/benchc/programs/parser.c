// Evaluates arithmetic expressions by recursive descent.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static const char *at;

static long sum(void);

static long atom(void) {
    while (*at == ' ')
        at++;
    if (*at == '(') {
        at++;
        long v = sum();
        if (*at == ')')
            at++;
        return v;
    }
    if (*at == '-') {
        at++;
        return -atom();
    }
    long v = 0;
    while (isdigit((unsigned char)*at))
        v = (v * 10 + (*at++ - '0')) % 1000003;
    while (*at == ' ')
        at++;
    return v;
}

static long product(void) {
    long v = atom();
    while (*at == '*' || *at == '%') {
        char op = *at++;
        long w = atom();
        v = op == '*' ? v * w % 1000003 : w ? v % w : 0;
    }
    return v;
}

static long sum(void) {
    long v = product();
    while (*at == '+' || *at == '-') {
        char op = *at++;
        long w = product();
        v = op == '+' ? v + w : v - w;
    }
    return v;
}

int main(void) {
    long total = 0;
    char text[80];
    for (int i = 0; i < 3000; i++) {
        snprintf(text, sizeof text, "(%d + 17 * (3 - %d)) * 5 - -%d %% 13 + (((%d)))", i, i % 7, i * 31, i + 1);
        at = text;
        total = (total + sum()) % 1000003;
    }
    printf("%ld\n", total);
}
