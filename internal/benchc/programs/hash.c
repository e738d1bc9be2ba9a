// Counts words in a hash table with chains of strings and prints the most frequent one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    struct entry *next;
    int count;
    char word[];
};

static struct entry *table[1024];

static unsigned hash(const char *s) {
    unsigned h = 2166136261u;
    while (*s)
        h = (h ^ (unsigned char)*s++) * 16777619u;
    return h % 1024;
}

static struct entry *find(const char *word) {
    unsigned h = hash(word);
    for (struct entry *e = table[h]; e; e = e->next)
        if (strcmp(e->word, word) == 0)
            return e;
    struct entry *e = malloc(sizeof *e + strlen(word) + 1);
    e->next = table[h];
    e->count = 0;
    strcpy(e->word, word);
    return table[h] = e;
}

int main(void) {
    unsigned seed = 7;
    for (int i = 0; i < 20000; i++) {
        char word[16];
        int n = 0;
        seed = seed * 1103515245u + 12345u;
        for (unsigned v = (seed >> 16) % 5000; v; v /= 26)
            word[n++] = 'a' + v % 26;
        word[n] = 0;
        find(word)->count++;
    }
    struct entry *best = NULL;
    int words = 0;
    for (int h = 0; h < 1024; h++)
        for (struct entry *e = table[h]; e; e = e->next) {
            words++;
            if (!best || e->count > best->count || (e->count == best->count && strcmp(e->word, best->word) < 0))
                best = e;
        }
    printf("%d words, %s %d times\n", words, best->word, best->count);
    for (int h = 0; h < 1024; h++)
        while (table[h]) {
            struct entry *e = table[h];
            table[h] = e->next;
            free(e);
        }
}
