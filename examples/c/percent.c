// Decodes text of a URL in place: "%41" becomes "A".

static int digit(char c) {
    if ('0' <= c && c <= '9')
        return c - '0';
    return (c | 32) - 'a' + 10;
}

void decode(char *s) {
    char *to = s;
    while (*s) {
        if (*s == '%') {
            *to++ = digit(s[1]) * 16 + digit(s[2]);
            s += 3;
        } else {
            *to++ = *s++;
        }
    }
    *to = 0;
}
