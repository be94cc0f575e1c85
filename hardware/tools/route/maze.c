/* Shortest path on a grid of two layers, eight directions and vias. Costs are thousandths of a cell's width.
 * A state is layer * cells + cell. enter: what it costs to enter a state besides the way, negative if it is forbidden.
 * via: the same for a change of layer. Starts cost nothing; the path to the nearest goal is written backwards. */
#include <stdint.h>
#include <stdlib.h>

typedef struct { int32_t guess, state; } Item;

static Item *heap;
static int count, room;

static void push(int32_t guess, int32_t state) {
    if (count == room) heap = realloc(heap, (room = room * 2 + 1024) * sizeof *heap);
    int at = count++;
    for (int up; at && heap[up = (at - 1) / 2].guess > guess; at = up) heap[at] = heap[up];
    heap[at] = (Item){guess, state};
}

static Item pop(void) {
    Item first = heap[0], last = heap[--count];
    int at = 0;
    for (int low; (low = 2 * at + 1) < count; at = low) {
        if (low + 1 < count && heap[low + 1].guess < heap[low].guess) low++;
        if (heap[low].guess >= last.guess) break;
        heap[at] = heap[low];
    }
    heap[at] = last;
    return first;
}

int find_path(int width, int height, const int32_t *enter, const int32_t *via, const uint8_t *goal,
              const int32_t *starts, int num_starts, const int32_t *box, int32_t via_cost, int32_t *path) {
    static const int dx[8] = {1, -1, 0, 0, 1, -1, 1, -1}, dy[8] = {0, 0, 1, -1, 1, -1, -1, 1};
    int cells = width * height, states = 2 * cells, length = 0;
    int32_t *cost = malloc(states * sizeof *cost), *from = malloc(states * sizeof *from);
    for (int s = 0; s < states; s++) cost[s] = INT32_MAX, from[s] = -1;
    count = 0;
    #define LEFT(s) ({ int c = (s) % cells, x = c % width, y = c / width; \
        int a = x < box[0] ? box[0] - x : x > box[1] ? x - box[1] : 0; \
        int b = y < box[2] ? box[2] - y : y > box[3] ? y - box[3] : 0; \
        a > b ? 1000 * a + 414 * b : 1000 * b + 414 * a; })
    #define REACH(s, price, origin) if ((price) < cost[s]) { cost[s] = price; from[s] = origin; push((price) + LEFT(s), s); }
    for (int i = 0; i < num_starts; i++) REACH(starts[i], 0, -1)
    int found = -1;
    while (count) {
        Item item = pop();
        int s = item.state, here = cost[s];
        if (item.guess > here + LEFT(s)) continue;
        if (goal[s]) { found = s; break; }
        int layer = s / cells, c = s % cells, x = c % width, y = c / width;
        for (int d = 0; d < 8; d++) {
            int u = x + dx[d], v = y + dy[d];
            if (u < 0 || v < 0 || u >= width || v >= height) continue;
            int t = layer * cells + v * width + u;
            if (enter[t] < 0) continue;
            int32_t step = d < 4 ? 1000 : 1414;
            if (d < 4 && (d < 2) == (layer == 1)) step += 150; /* the top runs west to east, the underside south to north */
            int32_t price = here + step + enter[t];
            REACH(t, price, s)
        }
        int t = (1 - layer) * cells + c;
        if (via[c] >= 0 && enter[t] >= 0) {
            int32_t price = here + via_cost + via[c] + enter[t];
            REACH(t, price, s)
        }
    }
    for (int s = found; s >= 0; s = from[s]) path[length++] = s;
    free(cost);
    free(from);
    return length;
}
