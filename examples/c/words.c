struct list { int value; struct list *next; };

int length(const char *s) {
    int n = 0;
    while (s && s[n])
        n++;
    return n;
}

char first_word(const char *s) {
    if (length(s) > 0 && s[0] == '"')
        return s[2]; // bug
    return 0;
}

int head(struct list *l) { return l->value; }

int sum(struct list *l) {
    int s = 0;
    for (; l; l = l->next)
        s ^= l->value;
    return s;
}
