"""Das Tor: who has brought in more pieces, and who can bring in the next."""

from treppe.games.board12 import CENTRES, centre
from treppe.games.host.shares import own_shares, shares
from treppe.games.tor.rules import State

LEVELS = ((1, 1.0, 0.4), (1, 0.3, 0.4), (1, 0.15, 0.4), (8, 0.06, 0.4), (60, 0.01, 0.4), (2500, 0.0, 0.4))
"""Simulations, error and regard of the six levels; see `treppe_host.company.levels`.

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
    rows = [0] * 12
    columns = [0] * 12
    cells = []
    for cell in range(144):
        piece = position[cell]
        if piece:
            cells.append(cell)
            rows[cell // 12] |= 1 << piece
            columns[cell % 12] |= 1 << piece
    scores = []
    for player in range(players):
        entered = 8 - position[_SUPPLY + player] - position[_SUPPLY + 4 + player]
        entries = 0
        partner = (player + state.partner) % 4
        for start in cells:
            piece = position[start]
            if piece >> 2 != player:
                continue
            entries += _entries(position, start, piece & 3, player, partner, players, rows, columns)
        score = ENTERED * entered + ENTRY * entries / (1.0 + entries * 0.3)
        if player == position[-1]:
            score += TURN + (0.5 if position[_GATE] else 0.0)
        scores.append(score)
    if state.partner:
        scores = [scores[0] + scores[2], scores[1] + scores[3], scores[0] + scores[2], scores[1] + scores[3]]
    return shares(scores) if regard == 1.0 else own_shares(scores, regard, USUAL)


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
