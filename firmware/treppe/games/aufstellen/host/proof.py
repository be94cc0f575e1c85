"""Who wins a position of Aufstellen, proven by trying all continuations, a few actions further each time."""

from array import array
from functools import cache

from treppe.games import State
from treppe.games.aufstellen.rules import AROUND, BESIDE, LINES

_BITS = 20  # positions whose result is kept, as a power of two: 16 megabytes
_DEEPEST = 100  # actions
_NODES = 500  # positions of a short look; longer ones leave the search around it too few positions
_MIX = 0x9E3779B97F4A7C15  # 2**64 by the golden ratio
_ALL = 0xFFFF  # centres are bits here
_BEYOND = 16  # a piece that is placed comes from a seventeenth centre
_TURN = 22  # as in rules.py


class Prover:
    """An alpha-beta search for wins (1) and losses (-1); 0 is open, so a draw is never proven.

    A player's pieces are 16 bits a shape: squares, triangles, cylinder. The table keeps of a position: in bits 0 and 1
    its result, in 7 bits each the actions within which no win was found, and no loss, then the best action's centres.
    """

    def __init__(self, lines: tuple[tuple[int, ...], ...]):
        """Begin with an empty table, for the game with these lines."""
        self.nodes = self.most = 0
        reaches = [reach for near in (BESIDE, BESIDE, AROUND) for reach in (*near, bytes(range(16)))]
        self.reaches = array("H", [sum(1 << centre for centre in reach) for reach in reaches])
        self.gaps = array("H", bytes(2 << 16))  # by a player's centres: where one piece more makes a line
        for line in lines:
            others = [centre for centre in range(16) if centre not in line]
            for gap in line:
                three = sum(1 << centre for centre in line) - (1 << gap)
                for chosen in range(1 << 12):
                    mask = three | sum((chosen >> place & 1) << centre for place, centre in enumerate(others))
                    self.gaps[mask] |= 1 << gap
        self.keys = array("Q", bytes(8 << _BITS))
        self.results = array("Q", bytes(8 << _BITS))

    def prove(self, own: int, other: int, due: int, nodes: int) -> int:
        """Return the result for the player to move, from so many positions at most."""
        self.nodes, self.most = 0, nodes
        found = depth = 0
        while not found and depth < _DEEPEST and self.nodes <= nodes:
            depth += 1
            found = self.search(own, other, due, depth, -1, 1)
        return found

    def search(self, own: int, other: int, due: int, depth: int, low: int, high: int) -> int:
        """Return the result for the player to move within so many actions; only what lies between two bounds counts."""
        self.nodes += 1
        if self.nodes > self.most:
            return 0
        mine, theirs = (own | own >> 16 | own >> 32) & _ALL, (other | other >> 16 | other >> 32) & _ALL
        free = _ALL & ~(mine | theirs)
        origins = own >> 16 * due & _ALL
        if not origins or (due < 2 and not origins & (origins - 1)):
            origins = 1 << _BEYOND
        can_move = False
        for centre in range(17):
            if origins >> centre & 1:
                ends = self.reaches[17 * due + centre] & free
                if self.gaps[mine & ~(1 << centre)] & ends:
                    return 1
                can_move = can_move or ends > 0
        if not can_move:
            return -1
        if depth <= 1:
            return 0
        odd, even = (own | own >> 32 | other >> 16) & _ALL, (own >> 16 | own >> 32 | other >> 32) & _ALL
        key = odd | even << 16 | theirs << 32 | (due + 1) << 48  # three bits of a centre's piece, 1 to 6
        slot = (key * _MIX & 0xFFFFFFFFFFFFFFFF) >> 64 - _BITS
        kept = self.results[slot] if self.keys[slot] == key else 0
        first = kept >> 16
        if kept & 3:
            return 2 - (kept & 3)
        no_win, no_loss = kept >> 2 & 127, kept >> 9 & 127
        if no_win >= depth:
            high = 0
        if no_loss >= depth:
            low = 0
        if low >= high:
            return 0
        best, chosen = -1, 0
        bars = self.gaps[theirs]
        for part in range(3):
            for centre in range(17):
                if not origins >> centre & 1 or best >= high:
                    continue
                ends = self.reaches[17 * due + centre] & free
                while ends and best < high:
                    end = ends & -ends
                    ends ^= end
                    flip = (1 << centre & _ALL) | end
                    if part == (0 if flip == first else 1 if end & bars else 2):
                        after = own ^ flip << 16 * due
                        found = -self.search(other, after, (due + 1) % 3, depth - 1, -high, -max(low, best))
                        if found > best:
                            best, chosen = found, flip
        if best < 1 and self.nodes > self.most:
            return 0
        if high == 1:
            no_win = depth
        if low == -1:
            no_loss = depth
        self.keys[slot] = key
        self.results[slot] = (2 - best if best else no_win << 2 | no_loss << 9) | chosen << 16
        return best


@cache
def _prover(has_diagonals: bool) -> Prover:
    return Prover(LINES if has_diagonals else LINES[:8])


def prove(state: State) -> int:
    """Return 1 if the player to move wins, -1 if he loses, 0 if a short look leaves it open."""
    sides, turn = [0, 0], state.position[_TURN]
    for centre, piece in enumerate(state.position[:16]):
        if piece:
            sides[piece > 3] |= 1 << centre + 16 * ((piece - 1) % 3)
    prover = _prover(state.options["diagonals"])
    return prover.prove(sides[turn % 2], sides[1 - turn % 2], turn % 3, _NODES)
