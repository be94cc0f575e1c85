"""Das Tor: who has brought in more pieces, and who can bring in the next."""

from treppe.games.board12 import CENTRES, centre
from treppe.games.host.shares import own_shares, shares
from treppe.games.tor.rules import State

LEVELS = ((1, 3.0, 0.4), (1, 2.2, 0.4), (1, 1.7, 0.4), (1, 0.9, 0.4), (4, 0.0, 0.4), (2500, 0.0, 0.4))
"""Simulations, error and regard of the six levels; see `treppe_host.programs.levels`.

Where all pieces stand in one line, whoever leaves it first lets the enemy in. Two who mind that as much as their own
entries stay there for ever.
"""

ENTERED = 0.8  # for each piece brought in
ENTRY = 0.25  # for the first place where a move would open a gate, less for more of them
TURN = 0.3
USUAL = 3.2  # score of a player who has brought in half of his pieces
_SUPPLY = 144
_GATE = 152
_CENTRES = bytes([cell in CENTRES for cell in range(144)])
_GATE_OF = bytes([centre(cell) for cell in range(144)])


def chances(state: State, regard: float = 1.0) -> list[float]:
    """Return the players' chances by pieces brought in and chances to bring in more.

    Whoever has less `regard` for what the others bring in, down to 0, opens a line that a careful player would hold.
    """
    position = state.position
    players = state.players
    cells, rows, columns = _lines(position)
    scores = []
    for player in range(players):
        entered = 8 - position[_SUPPLY + player] - position[_SUPPLY + 4 + player]
        entries = _count_entries(state, player, cells, rows, columns)
        score = ENTERED * entered + ENTRY * entries / (1.0 + entries * 0.3)
        if player == position[-1]:
            score += TURN + (0.5 if position[_GATE] else 0.0)
        scores.append(score)
    if state.partner:
        scores = [scores[0] + scores[2], scores[1] + scores[3], scores[0] + scores[2], scores[1] + scores[3]]
    return shares(scores) if regard == 1.0 else own_shares(scores, regard, USUAL)


def _lines(position: bytearray) -> tuple[list[int], list[int], list[int]]:
    """Return the cells with pieces, and by row and by column which pieces stand there, as bits."""
    cells = []
    rows = [0] * 12
    columns = [0] * 12
    for cell in range(144):
        piece = position[cell]
        if piece:
            cells.append(cell)
            rows[cell // 12] |= 1 << piece
            columns[cell % 12] |= 1 << piece
    return cells, rows, columns


def _count_entries(state: State, player: int, cells: list[int], rows: list[int], columns: list[int]) -> int:
    position = state.position
    partner = (player + state.partner) % 4
    entries = 0
    for start in cells:
        piece = position[start]
        if piece >> 2 == player:
            entries += _entries(position, start, piece & 3, player, partner, state.players, rows, columns)
    return entries


def _entries(
    position: bytearray,
    start: int,
    shape: int,
    player: int,
    partner: int,
    players: int,
    rows: list[int],
    columns: list[int],
) -> int:
    """Count the cells to which a piece can move where an enemy has the two other shapes in line, at a free gate."""
    one = shape % 3 + 1
    other = one % 3 + 1
    count = 0
    first = start - start % 12
    for index in range(24):
        target = first + index if index < 12 else start % 12 + (index - 12) * 12
        if position[target] or _CENTRES[target] or position[_GATE_OF[target]]:
            continue
        row = rows[target // 12]
        column = columns[target % 12]
        for enemy in range(players):
            if enemy != player and enemy != partner:
                in_row = row >> enemy * 4
                in_column = column >> enemy * 4
                if (in_row >> one & in_column >> other | in_row >> other & in_column >> one) & 1:
                    count += 1
                    break
    return count


def why(before: State, action: int, after: State) -> dict[str, object] | None:
    """Return why the action is good, as a code; None if this does not tell."""
    player = before.current_player()
    waiting, left = (_waiting(state, player) for state in (before, after))
    if left < waiting:
        return {"code": "why_enters", "pieces": left}
    moves = 0 if after.position[_GATE] else count_entries(after, player)
    return {"code": "why_opens", "moves": moves} if moves > count_entries(before, player) else None


def _waiting(state: State, player: int) -> int:
    """Return how many of a player's pieces, of both shapes, wait beside the board."""
    return int(state.position[_SUPPLY + player] + state.position[_SUPPLY + 4 + player])


def count_entries(state: State, player: int) -> int:
    """Count the moves of a player that would open a gate."""
    cells, rows, columns = _lines(state.position)
    return _count_entries(state, player, cells, rows, columns)
