"""People at a board without a PC: four buttons, and either the display or nothing but lamps."""

PRESS_MS = 120
HOLD_MS = 1000
LOOK_MS = 50


class Player:
    """Presses buttons of a board; its world is all that is touched."""

    def __init__(self, board):
        self.board = board

    def press(self, button, ms=PRESS_MS):
        self.board.world.press(button)
        self.board.run_ms(ms)
        self.board.world.release(button)
        self.board.run_ms(2 * PRESS_MS)

    def hold(self, button):
        self.press(button, HOLD_MS)


class Reader(Player):
    """Sees the display: `look()` returns its lines."""

    def __init__(self, board, look):
        super().__init__(board)
        self.look = look

    def choose(self, *lines):
        """Take one after the other the entries that begin so."""
        for line in lines:
            for _ in range(12):
                if any(shown.startswith(">" + line) for shown in self.look()):
                    break
                self.press("MENU")
            else:
                raise AssertionError(f"{line} is not offered: {self.look()}")
            self.press("OK")


class LampReader(Player):
    """Sees only which lamps shine, and how steadily: `look()` returns the fields that shine at a moment."""

    def __init__(self, board, look):
        super().__init__(board)
        self.look = look

    def rows(self):
        """Return of each row of lamps how many there are, and which of them is steady (from 1 on, 0: none)."""
        looks = [self._look_again() for _ in range(1000 // LOOK_MS)]
        row = self.board.surface.COLUMNS or 7
        found = []
        for first in range(0, self.board.surface.FIELDS - row + 1, row):
            shares = [sum(field in seen for seen in looks) / len(looks) for field in range(first, first + row)]
            lit = [place for place, share in enumerate(shares) if share]
            if lit:
                assert lit == list(range(len(lit))) or len(lit) == 1, lit
                steady = [place + 1 for place in lit if shares[place] > 0.6]
                found.append((len(lit), steady[0] if len(steady) == 1 else 0))
        return found

    def _look_again(self):
        self.board.run_ms(LOOK_MS)
        return self.look()

    def choose(self, *numbers):
        """Take one after the other the entries with these numbers, from 1 on."""
        for number in numbers:
            for _ in range(number - 1):
                self.press("MENU")
            self.press("OK")
