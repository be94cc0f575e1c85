"""Schaff den Sprung is a race: how many moves the pieces still need, and which of them go on."""

from treppe.games.host.shares import shares
from treppe.games.sprung.rules import State

LEVELS = ((1, 3.0), (1, 2.0), (1, 1.35), (1, 0.9), (1, 0.4), (8000, 0.0))
"""Simulations and error of the six levels; see `treppe_host.programs.levels`."""

MOVE = 0.35  # in the logarithm of the chance: for each move that a player needs to be home, jumps over his own counted
SQUARE = 0.02  # the same for each square to go
AGAIN = 0.1  # for each row in which a piece could move twice now
TURN = 0.3
_HOME = 0b111 << 9  # columns of a row


def _judge_rows() -> tuple[bytes, bytes, bytes]:
    """Return by the columns of pieces in a row, as bits: moves that bring three home, squares to go, pieces."""
    moves, squares, pieces = bytearray(b"\xff" * 4096), bytearray(4096), bytearray(4096)
    moves[_HOME] = 0
    for row in range(4095, 0, -1):
        for column in range(12):
            if row >> column & 1:
                pieces[row] += 1
                squares[row] += 11 - column
                target = column
                while row >> target & 1:
                    target += 1
                if target < 12:
                    moves[row] = min(moves[row], moves[row - (1 << column) + (1 << target)] + 1, 255)
    return bytes(moves), bytes(squares), bytes(pieces)


MOVES, SQUARES, PIECES = _judge_rows()


def chances(state: State) -> list[float]:
    """Return the players' chances by the moves that their pieces need, and by moves that go on; partners need both."""
    position = state.position
    corners = state.corners
    players = state.players
    partner = state.partner
    rows = []
    odd = [0, 0, 0, 0]
    for player in range(players):
        for start in range(corners[player], corners[player] + 36, 12):
            row = 0
            for column in range(12):
                if position[start + column]:
                    row |= 1 << column
            rows.append(row)
            odd[player] ^= row
    scores = []
    for player in range(players):
        enemies = 0
        for other in range(players):
            if other != player and other != (player + partner) % 4:
                enemies ^= odd[other]
        score = TURN if player == position[-1] else 0.0
        for place in range(3 * player, 3 * player + 3):
            row = rows[place]
            score -= MOVE * MOVES[row] + SQUARE * SQUARES[row]
            score += AGAIN * PIECES[row << 1 & ~row & enemies & 4095]
        scores.append(score)
    if partner:
        scores = [scores[0] + scores[2], scores[1] + scores[3], scores[0] + scores[2], scores[1] + scores[3]]
    return shares(scores)


def why(before: State, action: int, after: State) -> dict[str, object] | None:
    """Return why the action is good, as a code; None if this does not tell."""
    if action == before.STOP:
        return None
    return {"code": "why_squares", "squares": (action & 255) - (action >> 8)}
