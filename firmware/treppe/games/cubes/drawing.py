"""Cubes' board in letters."""

from treppe.games.cubes.cards import CARDS
from treppe.games.cubes.rules import UNPLACED


def draw_board(state) -> str:
    """Return the surface in the codes of `pieces` (`41a`: stone 4 of player 1, active), and the cards."""
    lines = []
    for row in range(11, -1, -1):
        pieces = [state.pieces(row * 12 + column) or ["."] for column in range(12)]
        lines.append(f"{row if 0 < row < 11 else '':>2}  " + " ".join([f"{piece[0][-3:]:<3}" for piece in pieces]))
    lines.append("        " + "   ".join("abcdefghij"))
    for player, colour in enumerate(state.depends if not state.position[UNPLACED] else ()):
        hand = state.hand(player) if state.is_dealt else b""
        lines.append(" ".join([f"{player} depends on {colour}"] + [CARDS[kind][0] for kind in hand]))
    return "\n".join(lines)
