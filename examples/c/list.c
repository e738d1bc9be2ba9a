struct node { int value; struct node *next; };

int vouch_requires(const struct node *list, int limit) { return limit > 0; }

int above(struct node *list, int limit) {
    int n = 0;
    for (; list; list = list->next)
        n += list->value / (limit - 1) > 0; // bug
    return n;
}
