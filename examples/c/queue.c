// A queue in an array: it takes five numbers, but there is room for four.
#include <stdio.h>
#include <stdlib.h>

struct queue {
    int *items;
    int front, rear, room;
};

static void push(struct queue *q, int x) {
    q->items[q->rear] = x;
    q->rear++;
}

static int pop(struct queue *q) {
    return q->items[q->front++];
}

int main(void) {
    struct queue q = {malloc(4 * sizeof(int)), 0, 0, 4};
    for (int i = 1; i <= 5; i++)
        push(&q, i * i);
    while (q.front < q.rear)
        printf("%d\n", pop(&q));
    free(q.items);
}
