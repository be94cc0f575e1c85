"""Aufstellen: lines in which only one player stands are his hope, a shape without room to move is his end."""

from treppe.games.aufstellen.rules import AROUND, BESIDE, State
from treppe.games.host.shares import shares

LEVELS = ((1, 2.2), (1, 0.8), (8, 0.0), (30, 0.0), (120, 0.0), (10000, 0.0))
"""Simulations and error of the six levels; see `treppe_host.programs.levels`."""

SHARPER = 6.5
"""The analysis raises the odds of a search to this power: chosen by who won 60 solved games; see `analysis.py`."""

# In the logarithm of the chance, fitted to who wins 60,000 positions of erring play (`make solve`); see `_delay`.
HOPES = (0.0, 0.0, 0.25, 0.15, 0.0)  # by the number of own pieces in a line without an enemy
FILLS = (2.3, 0.55, 0.15, 0.0)  # for a line that lacks one piece, by the turns until the player can bring it
CRAMPED = ((2.1, 1.2, 0.5), (1.6, 1.0, 0.45), (0.65, 0.45, 0.25))
"""Less for a shape that must move, by his turns until it is due, and by the free centres beside its pieces."""
MOVES = (0.5, 1.5, 0.6, 1.4, 0.5, 2.0, 0.0, 2.0, -0.8, 2.0, -2.0)
"""More for the player to move, by the pieces in both supplies; less than is sure at the start, so that all is tried."""
_SUPPLY = 16  # as in rules.py
_TURN = 22
_FIRST_OF_SECOND = 4  # pieces of the second player


def chances(state: State) -> list[float]:
    """Return the players' chances by the lines that they can fill, and by the room of their pieces."""
    position = state.position
    scores = [0.0, 0.0]
    for line in state.lines:
        first = second = 0
        gap = -1
        for centre in line:
            piece = position[centre]
            if piece > 3:
                second += 1
            elif piece:
                first += 1
            else:
                gap = centre
        if first and second:
            continue
        player = 1 if second else 0
        scores[player] += HOPES[first + second]
        if first + second == 3:
            soonest = 3
            for shape in range(3):
                delay = _delay(position, player, shape)
                if delay < soonest and _can_fill(position, 1 + shape + 3 * player, line, gap):
                    soonest = delay
            scores[player] += FILLS[soonest]
    waiting = 0
    for shape in range(3):
        for player in range(2):
            supply = position[_SUPPLY + 3 * player + shape]
            waiting += supply
            if not supply:
                room = _room(position, 1 + shape + 3 * player, AROUND if shape == 2 else BESIDE)
                if room < 3:
                    scores[player] -= CRAMPED[_delay(position, player, shape)][room]
    scores[position[-1]] += MOVES[waiting]
    return shares(scores)


def _delay(position: bytearray, player: int, shape: int) -> int:
    """Return how many of his turns a player waits before a shape is due, 0 to 2."""
    turn = position[_TURN] + (position[-1] != player)
    return 2 * (shape + 6 - turn) % 3


def _can_fill(position: bytearray, piece: int, line: tuple[int, ...], gap: int) -> bool:
    """Tell whether a piece from the supply, or one beside a gap and not in its line, can go there."""
    if position[_SUPPLY + piece - 1]:
        return True
    near = AROUND[gap] if piece % 3 == 0 else BESIDE[gap]
    for beside in near:
        if position[beside] == piece and beside not in line:
            return True
    return False


def _room(position: bytearray, piece: int, reach: tuple[bytes, ...]) -> int:
    """Count the moves of the pieces of one shape and player."""
    room = 0
    for centre in range(16):
        if position[centre] == piece:
            near = reach[centre]
            for beside in near:
                if not position[beside]:
                    room += 1
    return room


def why(before: State, action: int, after: State) -> dict[str, object] | None:
    """Return why the action is good, as a code; None if this does not tell."""
    player, longest, is_barred = before.current_player(), 0, False
    end = action & 15
    for line in after.lines:
        if end in line:
            owners = [after.position[centre] // _FIRST_OF_SECOND for centre in line if after.position[centre]]
            if len(owners) == 4 and owners.count(1 - player) == 3:
                is_barred = True
            if owners.count(player) == len(owners):
                longest = max(longest, len(owners))
    if is_barred:
        return {"code": "why_bars"}
    return {"code": "why_line", "pieces": longest} if longest > 1 else None
