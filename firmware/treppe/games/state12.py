"""What games on the 12x12 board share: their notation, and what stands on a cell."""

from treppe.games import board12, square, state


class State(state.State):
    """A position whose first 144 bytes are cells; an action is start * 256 + target, or `STOP`.

    A game whose actions are more than that has its own `word`, `parse` and `hand_moves`.
    """

    KINDS = ""
    """The letters of the pieces' kinds; the one of kind 0, which no piece is of, is never read."""

    def cell_name(self, cell: int) -> str:
        """Return the name of a cell: `a1` to `l12`."""
        return square.cell_name(cell, 12)

    def word(self, action: int) -> str:
        """Return `c7-d7`, or `.` to stop."""
        if action == self.STOP:
            return "."
        return self.cell_name(action >> 8) + "-" + self.cell_name(action & 255)

    def parse(self, word: str) -> int:
        """Return the action a word means, -1 if none."""
        return self.STOP if word == "." else board12.parse_move(word)

    def image(self) -> bytearray:
        """Return 1 for every cell with a piece."""
        return board12.occupied(self.position)

    def endpoints(self, actions: list[int]) -> tuple[bytes, bytes]:
        """Return the cells from and to which a piece goes, 255 for none."""
        return board12.endpoints(actions)

    def hand_moves(self, action: int) -> list[tuple[int, int]]:
        """A piece from cell to cell; to stop moves nothing."""
        return [] if action == self.STOP else [(action >> 8, -1), (action & 255, 1)]

    def pieces(self, field: int) -> list[str]:
        """Return the piece of a cell, in the colour that it was made in."""
        piece = self.position[field]
        return [self.KINDS[piece & 3] + str(piece >> 2)] if piece else []
