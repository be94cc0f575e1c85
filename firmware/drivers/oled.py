"""A display of 128x64 points with an SSD1306: eight lines of 21 letters."""

from treppe.runtime import const

from drivers.letters import COLUMNS

_ADDRESS = const(0x3C)
_LINES = const(8)
_LETTERS = const(21)
_WAIT_TICKS = const(500)  # before a display that did not answer is tried again
# Commands of the data sheet (Solomon Systech, revision 1.1), for a module of 128x64 whose plug is above the picture:
# off; page addressing; first line, 64 lines, no offset, alternating rows; columns and rows turned round; clock,
# precharge and level as proposed for its charge pump; half contrast; picture from the RAM, not inverted; pump on.
_SET_UP = bytes(
    (0, 0xAE, 0x20, 2, 0x40, 0xA8, 63, 0xD3, 0, 0xDA, 0x12, 0xA1, 0xC8)
    + (0xD5, 0x80, 0xD9, 0xF1, 0xDB, 0x40, 0x81, 0x7F, 0xA4, 0xA6, 0x8D, 0x14)
)
_ON = const(b"\x00\xaf")


class Oled:
    """Shows lines of ASCII, and `?` for any other byte. One line is sent at a time: all of them would hold the bus for
    23 ms, one takes 3 ms.

    A display that does not answer is ignored, and set up again when it answers.
    """

    def __init__(self, i2c):
        """Take the bus, of at least 400 kHz."""
        self._i2c = i2c
        self._wanted = [b""] * _LINES
        self._shown: list = [None] * _LINES
        self._is_set_up = self._is_on = False
        self._wait_ticks = 0
        self._place = bytearray(b"\x00\xb0\x00\x10")  # page, and column 0 in two halves
        self._points = bytearray(1 + 128)
        self._points[0] = 0x40  # data follow, not commands

    def show(self, lines) -> None:
        """Show these lines from now on; cut what does not fit."""
        for number in range(_LINES):
            line = lines[number] if number < len(lines) else ""
            self._wanted[number] = line.encode("utf-8", "surrogatepass")[:_LETTERS]

    def tick(self) -> None:
        """Send one line that has changed; call it with every frame. Allocates nothing."""
        if self._wait_ticks:
            self._wait_ticks -= 1
            return
        try:
            self._send()
        except OSError:
            self._is_set_up = self._is_on = False
            self._wait_ticks = _WAIT_TICKS

    def _send(self):
        if not self._is_set_up:
            self._i2c.writeto(_ADDRESS, _SET_UP)
            self._is_set_up = True
            for number in range(_LINES):
                self._shown[number] = None
            return
        for number in range(_LINES):
            line = self._wanted[number]
            if line != self._shown[number]:
                self._draw(line)
                self._place[1] = 0xB0 | number
                self._i2c.writeto(_ADDRESS, self._place)
                self._i2c.writeto(_ADDRESS, self._points)
                self._shown[number] = line
                return
        if not self._is_on:  # only now: before, its memory holds random points
            self._i2c.writeto(_ADDRESS, _ON)
            self._is_on = True

    def _draw(self, line):
        points = self._points
        at = 1
        for letter in line:
            glyph = 5 * (letter - 32)
            if not 0 <= glyph < len(COLUMNS):
                glyph = 5 * 31  # a question mark
            for column in range(5):
                points[at + column] = COLUMNS[glyph + column]
            points[at + 5] = 0
            at += 6
        for rest in range(at, 129):
            points[rest] = 0
