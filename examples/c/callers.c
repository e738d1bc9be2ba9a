#include <stddef.h>

struct node { int value; struct node *next; };

static int value(struct node *n) { return n->value; }

int first(struct node *list) { return list ? value(list) : 0; }

int last(struct node *list) {
    if (list == NULL)
        return 0;
    while (list->next != NULL)
        list = list->next;
    return value(list->next); // bug
}

int any(struct node *n) { return value(n); }
