#include <ctype.h>
#include <stdlib.h>

/* Adds up the values of "key=value;key=value". A key has at most three characters. */
struct setting { char key[4]; int value; };

int total(const char *s) {
    struct setting *settings = malloc(2 * sizeof *settings);
    int count = 0, sum = 0;
    while (*s && count < 2) {
        struct setting *p = &settings[count++];
        int n = 0;
        while (isalpha((unsigned char)*s))
            p->key[n++] = *s++;
        p->key[n] = 0;
        if (*s++ != '=')
            return -1;
        p->value = 0;
        while (isdigit((unsigned char)*s))
            p->value = 10 * p->value + (*s++ - '0');
        if (*s == ';')
            s++;
    }
    for (int i = 0; i < count; i++)
        sum += settings[i].value;
    free(settings);
    return sum;
}
