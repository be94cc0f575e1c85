"""Positions of chess in the letters that its players write (FEN), for the example of tests/data/games."""

from treppe import games

_CASTLINGS = {"K": 1, "Q": 2, "k": 4, "q": 8}


def read_fen(text: str) -> games.State:
    """Return a game of chess at a position; moves before it count for nothing."""
    rules = games.load("chess")
    state = games.start("chess")
    board, player, castlings, passant = text.split()[:4]
    for row, pieces in enumerate(reversed(board.split("/"))):
        column = 0
        for letter in pieces:
            width = int(letter) if letter.isdigit() else 1
            for cell in rules.SQUARES[row * 8 + column : row * 8 + column + width]:
                kind = 0 if letter.isdigit() else rules.LETTERS.index(letter.upper())
                state.position[cell] = kind + 8 * letter.islower()
            column += width
    state.position[rules.CASTLINGS] = sum(_CASTLINGS.get(letter, 0) for letter in castlings)
    state.position[rules.PASSANT] = next((cell for cell in rules.SQUARES if state.cell_name(cell) == passant), 0)
    state.position[-1] = player == "b"
    return state
