"""Aufstellen: lines in which only one player stands are his hope, a shape without room to move is his end."""

from treppe.games.aufstellen.rules import AROUND, BESIDE, State
from treppe.games.host.shares import shares

LEVELS = ((1, 3.0), (1, 0.7), (6, 0.0), (25, 0.0), (200, 0.0), (10000, 0.0))
"""Simulations and error of the six levels; see `treppe_host.programs.levels`."""

HOPES = (0.0, 0.1, 0.35, 0.9, 0.0)  # by the number of own pieces in a line without an enemy
BARRED = (0.0, 0.0, 0.0, 0.3, 0.0)  # the same with one enemy piece, which may move away
CRAMPED = (0.8, 0.35, 0.1)  # less for a shape that must move, by the free centres beside its pieces
_SUPPLY = 16  # as in rules.py
_FIRST_OF_SECOND = 4  # pieces of the second player


def chances(state: State) -> list[float]:
    """Return the players' chances by the lines that they stand in, and by the room of their pieces."""
    position = state.position
    scores = [0.0, 0.0]
    for line in state.lines:
        first = second = 0
        for centre in line:
            piece = position[centre]
            if piece > 3:
                second += 1
            elif piece:
                first += 1
        if not second:
            scores[0] += HOPES[first]
        elif not first:
            scores[1] += HOPES[second]
        elif second == 1:
            scores[0] += BARRED[first]
        elif first == 1:
            scores[1] += BARRED[second]
    for shape in range(3):
        for player in range(2):
            if not position[_SUPPLY + 3 * player + shape]:
                room = _room(position, 1 + shape + 3 * player, AROUND if shape == 2 else BESIDE)
                if room < 3:
                    scores[player] -= CRAMPED[room]
    return shares(scores)


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
