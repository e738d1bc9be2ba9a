// Writes and reads JSON: builds a document, parses it into a tree and sums its numbers.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { NUMBER, STRING, LIST, OBJECT };

struct value {
    enum kind kind;
    double number;
    char *key, *text;
    struct value *first, *next;
};

static const char *at;

static void blanks(void) {
    while (*at == ' ' || *at == '\n')
        at++;
}

static char *string(void) {
    const char *start = ++at;
    while (*at != '"')
        at++;
    char *s = malloc(at - start + 1);
    memcpy(s, start, at - start);
    s[at - start] = 0;
    at++;
    return s;
}

static struct value *parse(void) {
    struct value *v = calloc(1, sizeof *v), **last = &v->first;
    blanks();
    if (*at == '"') {
        v->kind = STRING;
        v->text = string();
    } else if (*at == '[' || *at == '{') {
        char end = *at == '[' ? ']' : '}';
        v->kind = end == ']' ? LIST : OBJECT;
        for (at++, blanks(); *at != end; blanks()) {
            char *key = NULL;
            if (end == '}') {
                key = string();
                blanks();
                at++;
            }
            *last = parse();
            (*last)->key = key;
            last = &(*last)->next;
            blanks();
            if (*at == ',') {
                at++;
                blanks();
            }
        }
        at++;
    } else {
        char *end;
        v->kind = NUMBER;
        v->number = strtod(at, &end);
        at = end;
    }
    return v;
}

static double total(const struct value *v) {
    double sum = v->number;
    for (const struct value *p = v->first; p; p = p->next)
        sum += total(p);
    return sum;
}

static void drop(struct value *v) {
    while (v->first) {
        struct value *p = v->first;
        v->first = p->next;
        drop(p);
    }
    free(v->key);
    free(v->text);
    free(v);
}

int main(void) {
    static char text[100000];
    size_t n = 0;
    text[n++] = '[';
    for (int i = 0; i < 400; i++)
        n += snprintf(text + n, sizeof text - n, "%s{\"id\": %d, \"name\": \"item %d\", \"sizes\": [%d, %d.5, %de2]}", i ? ", " : "", i, i, i % 10, i % 7, i % 3);
    text[n++] = ']';
    at = text;
    struct value *v = parse();
    printf("%zu %.2f\n", n, total(v));
    drop(v);
}
