/* Solves Aufstellen: who wins each position with all ten pieces placed, by retrograde analysis, and the placement before
 * it by search. `make solve` builds and checks it; about 1.1 GB of memory and four minutes of one core.
 *
 * aufstellen DIAGONALS (0 or 1); then a position a line on the standard input: 16 digits, a centre each from the south-west,
 * 0 free, else 1 + shape + 3 * player, as in firmware/treppe/games/aufstellen/rules.py, a blank, and the turn modulo 6.
 * Answers a line each: `W n`, `L n` or `D 0`: the player to move wins or loses in n actions, or neither can force it; of
 * positions with pieces beside the board n is 0. A last line of answers: `end`.
 *
 * A stored position is seen by the player to move: his squares, triangles and cylinder, the other's, and the shape due, for
 * the turn modulo 6 gives shape and player together. The board is turned and mirrored so that his cylinder stands on one of
 * three centres: corner, edge, middle. On corner and middle a position and its mirror image are both stored.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#define PLACES 113513400u /* 15 * 91 * 66 * 45 * 28: the other pieces around a mover's cylinder */
#define STORED (9u * PLACES)
#define DEEPEST 250 /* actions; beyond, a byte tells only who wins */
#define IMPOSSIBLE 255
#define QUEUE (1u << 26)

typedef uint16_t Cells;
typedef struct { Cells shape[2][3]; } Board; /* [0] the player to move */

static uint8_t *value; /* 0 open, else 1 + actions to the end: odd is lost, even is won */
static Cells turned[8][65536], near4[16], near8[16], line[10], pair[128];
static uint8_t pair_rank[65536], image_of[16][2], images[16];
static int lines;

static unsigned squeeze(unsigned cells, unsigned among) {
#ifdef __BMI2__
    return _pext_u32(cells, among);
#else
    unsigned out = 0, bit = 1;
    for (; among; among &= among - 1, bit <<= 1) if (cells & among & -among) out |= bit;
    return out;
#endif
}

static unsigned spread(unsigned cells, unsigned among) {
#ifdef __BMI2__
    return _pdep_u32(cells, among);
#else
    unsigned out = 0;
    for (; among; among &= among - 1, cells >>= 1) if (cells & 1) out |= among & -among;
    return out;
#endif
}

/* The place of a position in `value`, with the board seen through one of its images. */
static uint32_t rank(const Board *board, int due, int image) {
    const Cells *turn = turned[image];
    unsigned free = 0xFFFF ^ turn[board->shape[0][2]], other = turn[board->shape[1][2]];
    int cylinder = __builtin_ctz(0xFFFF ^ free);
    uint32_t place = (due * 3 + (cylinder == 5 ? 2 : cylinder)) * 15 + __builtin_ctz(squeeze(other, free));
    free ^= other;
    static const int count[4] = {91, 66, 45, 28};
    for (int kind = 0; kind < 4; kind++) {
        unsigned two = turn[board->shape[kind >> 1][kind & 1]];
        place = place * count[kind] + pair_rank[squeeze(two, free)];
        free ^= two;
    }
    return place;
}

static uint32_t place_of(const Board *board, int due) {
    return rank(board, due, image_of[__builtin_ctz(board->shape[0][2])][0]);
}

static int unrank(uint32_t place, Board *board) {
    unsigned twos[4];
    for (int kind = 3; kind >= 0; kind--) {
        static const int count[4] = {91, 66, 45, 28};
        twos[kind] = place % count[kind];
        place /= count[kind];
    }
    unsigned other = place % 15, cylinder = place / 15 % 3;
    unsigned free = 0xFFFF ^ (board->shape[0][2] = 1 << (cylinder == 2 ? 5 : cylinder));
    free ^= board->shape[1][2] = spread(1u << other, free);
    for (int kind = 0; kind < 4; kind++)
        free ^= board->shape[kind >> 1][kind & 1] = spread(pair[twos[kind]], free);
    return place / 45;
}

static Cells all(const Board *board, int player) {
    return board->shape[player][0] | board->shape[player][1] | board->shape[player][2];
}

static int has_line(Cells cells) {
    for (int i = 0; i < lines; i++) if ((cells & line[i]) == line[i]) return 1;
    return 0;
}

/* Moves of one shape of a player, as cells to flip; the same moves backwards lead to where he may have come from. */
static int moves(const Board *board, int player, int shape, Cells *found) {
    Cells free = ~(all(board, 0) | all(board, 1));
    int count = 0;
    for (unsigned from = board->shape[player][shape]; from; from &= from - 1) {
        int cell = __builtin_ctz(from);
        for (unsigned to = (shape == 2 ? near8 : near4)[cell] & free; to; to &= to - 1)
            found[count++] = (from & -from) | (to & -to);
    }
    return count;
}

static Board swapped(const Board *board) {
    Board other;
    memcpy(other.shape[0], board->shape[1], sizeof other.shape[0]);
    memcpy(other.shape[1], board->shape[0], sizeof other.shape[1]);
    return other;
}

/* Tell whether each move of the player to move leads to a position that the other wins. */
static int is_lost(const Board *board, int due) {
    Cells found[16];
    int count = moves(board, 0, due, found);
    Board next = swapped(board);
    for (int i = 0; i < count; i++) {
        next.shape[1][due] ^= found[i];
        uint8_t after = value[place_of(&next, (due + 1) % 3)];
        next.shape[1][due] ^= found[i];
        if (!after || after & 1) return 0;
    }
    return 1;
}

static uint32_t *queue[2], queued[2];

static void keep(uint32_t place, uint8_t label) {
    value[place] = label;
    if (queued[1] < QUEUE) queue[1][queued[1]] = place;
    queued[1]++;
}

/* Give the positions that lead to one of this depth their values. */
static void expand(uint32_t place, int depth) {
    Board board, before;
    Cells found[16];
    int due = (unrank(place, &board) + 2) % 3, count = moves(&board, 1, due, found);
    uint8_t label = depth + 2 <= DEEPEST ? depth + 2 : DEEPEST + 1 + (depth & 1 ? 0 : 1);
    before = swapped(&board);
    for (int i = 0; i < count; i++) {
        before.shape[0][due] ^= found[i];
        int cylinder = __builtin_ctz(before.shape[0][2]);
        uint32_t first = rank(&before, due, image_of[cylinder][0]);
        if (!value[first] && (!(depth & 1) || is_lost(&before, due)))
            for (int image = 0; image < images[cylinder]; image++) {
                uint32_t twin = rank(&before, due, image_of[cylinder][image]);
                if (!value[twin]) keep(twin, label);
            }
        before.shape[0][due] ^= found[i];
    }
}

static void solve(void) {
    for (uint32_t place = 0; place < STORED; place++) {
        Board board;
        Cells found[16];
        int due = unrank(place, &board);
        int own = has_line(all(&board, 0));
        if (own) value[place] = IMPOSSIBLE;
        else if (has_line(all(&board, 1)) || !moves(&board, 0, due, found)) value[place] = 1;
    }
    queued[0] = QUEUE + 1;
    for (int depth = 0;; depth++) {
        queued[1] = 0;
        if (queued[0] <= QUEUE) for (uint32_t i = 0; i < queued[0]; i++) expand(queue[0][i], depth);
        else {
            uint8_t *at = value, *end = value + STORED; /* only shallow depths have so many positions */
            while ((at = memchr(at, depth + 1, end - at))) expand(at++ - value, depth);
        }
        if (!queued[1]) break;
        uint32_t *kept = queue[0];
        queue[0] = queue[1], queue[1] = kept, queued[0] = queued[1];
        if (depth % 25 == 0) fprintf(stderr, "depth %d: %u positions more\n", depth + 1, queued[0]);
    }
    unsigned counts[4] = {0};
    for (uint32_t place = 0; place < STORED; place++)
        counts[value[place] == IMPOSSIBLE ? 3 : !value[place] ? 2 : value[place] & 1 ? 0 : 1]++;
    fprintf(stderr, "won %u, lost %u, open %u, impossible %u\n", counts[1], counts[0], counts[2], counts[3]);
}

/* The placement: positions with pieces beside the board. Turn 8 moves a cylinder meanwhile. */
#define SEEN 26 /* bits of a place; a later position takes that of an earlier one */
static uint64_t *seen; /* a position, and 2 + the result in the lowest two bits */

static int search(const Board *board, int due);

static int after(const Board *board, int due, Cells flip) {
    Board next = *board;
    next.shape[0][due] ^= flip;
    if (has_line(all(&next, 0))) return 1;
    next = swapped(&next);
    return -search(&next, (due + 1) % 3);
}

static int search(const Board *board, int due) {
    static const int supply[3] = {2, 2, 1};
    int waiting = 10 - __builtin_popcount(all(board, 0) | all(board, 1));
    if (!waiting) {
        uint8_t known = value[place_of(board, due)];
        return !known ? 0 : known & 1 ? -1 : 1;
    }
    uint64_t key = UINT64_MAX;
    for (int image = 0; image < 8; image++) {
        uint64_t code = 0;
        for (int player = 0; player < 2; player++)
            for (int shape = 0; shape < 3; shape++)
                for (unsigned at = turned[image][board->shape[player][shape]]; at; at &= at - 1)
                    code += (1 + shape + 3 * player) * (1ull << 3 * __builtin_ctz(at));
        if (code < key) key = code;
    }
    key = key << 2 | due;
    uint32_t slot = key * 0x9E3779B97F4A7C15ull >> (64 - SEEN);
    if (seen[slot] & 3 && seen[slot] >> 2 == key) return (int) (seen[slot] & 3) - 2;
    Cells found[16];
    int count = 0, best = -1;
    if (__builtin_popcount(board->shape[0][due]) < supply[due]) {
        for (unsigned free = 0xFFFF & ~(all(board, 0) | all(board, 1)); free; free &= free - 1)
            found[count++] = free & -free;
    } else count = moves(board, 0, due, found);
    for (int i = 0; i < count && best < 1; i++) {
        int result = after(board, due, found[i]);
        if (result > best) best = result;
    }
    seen[slot] = key << 2 | (best + 2);
    return best;
}

static void prepare(void) {
    for (int cell = 0; cell < 16; cell++)
        for (int other = 0; other < 16; other++) {
            int rows = abs(cell / 4 - other / 4), columns = abs(cell % 4 - other % 4);
            if (rows < 2 && columns < 2 && cell != other) near8[cell] |= 1 << other;
            if (rows + columns == 1) near4[cell] |= 1 << other;
        }
    for (int i = 0; i < 4; i++) line[i] = 0xF << 4 * i, line[4 + i] = 0x1111 << i;
    line[8] = 0x8421, line[9] = 0x1248;
    for (int image = 0; image < 8; image++)
        for (unsigned cells = 0; cells < 65536; cells++)
            for (unsigned at = cells; at; at &= at - 1) {
                int row = __builtin_ctz(at) / 4, column = __builtin_ctz(at) % 4, kept = row;
                if (image & 1) column = 3 - column;
                if (image & 2) kept = row = 3 - row;
                if (image & 4) row = column, column = kept;
                turned[image][cells] |= 1 << (row * 4 + column);
            }
    for (int cell = 0; cell < 16; cell++)
        for (int image = 0; image < 8; image++) {
            int at = __builtin_ctz(turned[image][1 << cell]);
            if (at == 0 || at == 1 || at == 5) image_of[cell][images[cell]++] = image;
        }
    int count = 0;
    for (int high = 1; high < 14; high++)
        for (int low = 0; low < high; low++, count++)
            pair[count] = 1 << high | 1 << low, pair_rank[1 << high | 1 << low] = count;
}

int main(int argc, char **argv) {
    char cells[32];
    int turn;
    lines = argc > 1 && argv[1][0] == '0' ? 8 : 10;
    prepare();
    value = mmap(0, STORED, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    queue[0] = malloc(4ul * QUEUE), queue[1] = malloc(4ul * QUEUE), seen = calloc(1ul << SEEN, sizeof *seen);
    if (value == MAP_FAILED || !queue[0] || !queue[1] || !seen) return fputs("not enough memory\n", stderr), 1;
#ifdef MADV_HUGEPAGE
    madvise(value, STORED, MADV_HUGEPAGE);
#endif
    solve();
    free(queue[0]), free(queue[1]);
    puts("ready");
    fflush(stdout);
    while (scanf("%31s %d", cells, &turn) == 2) {
        Board board = {0};
        for (int cell = 0; cell < 16; cell++) {
            int piece = cells[cell] - '1';
            if (piece >= 0) board.shape[piece / 3 != turn % 2][piece % 3] |= 1 << cell;
        }
        int waits = __builtin_popcount(all(&board, 0) | all(&board, 1)) < 10;
        int known = waits ? 0 : value[place_of(&board, turn % 3)];
        int result = search(&board, turn % 3);
        printf("%c %d\n", "LDW"[result + 1], known ? known - 1 : 0);
        fflush(stdout);
    }
    return 0;
}
